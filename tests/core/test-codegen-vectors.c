/* Loops in vectors, at every width that generated source knows: functions to the last places, rows of every length,
 * argmax and argmin, transposed tiles. What is expected is computed here, in double. */
#include "fl-c-preamble.h"
#include "fl-codegen-fixture.h"
#include "fl-loop-program.h"
#include "fl-test-long.h"

#include <glib/gstdio.h>
#include <unistd.h>

static const char *const widths[]
    = { "cpu.vector_bytes=0", "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };

/* The two that vectors of 16 bytes serve, where another processor is emulated. */
static guint
count_widths (void)
{
  return get_cross () ? 2 : G_N_ELEMENTS (widths);
}

static Fixture *
new_at_width (guint w)
{
  Fixture *fix = fixture_new ();

  if (!fl_options_set (&fix->options, widths[w], NULL))
    g_assert_not_reached ();
  return fix;
}

/* --- functions -------------------------------------------------------------------------------- */

/* clang-format off */
static double sigmoid (double x) { return 1 / (1 + exp (-x)); }
static double rsqrt (double x) { return 1 / sqrt (x); }
/* clang-format on */

/* Largest error allowed, in units in the last place of the result: 2^-149 among denormals. */
static const struct
{
  FlScalar op;
  double (*expected) (double x);
  double ulps, fast_ulps;
} functions[] = {
  { FL_SCALAR_EXP, exp, 2, 6 },     { FL_SCALAR_SIGMOID, sigmoid, 4, 7 }, { FL_SCALAR_TANH, tanh, 4, 4 },
  { FL_SCALAR_ERF, erf, 4, 4 },     { FL_SCALAR_LOG, log, 2, 2 },         { FL_SCALAR_SQRT, sqrt, 1, 1 },
  { FL_SCALAR_RSQRT, rsqrt, 2, 2 },
};

static double
count_ulps (float y, double expected)
{
  int exponent;

  if (isnan (expected))
    return isnan (y) ? 0 : INFINITY;
  if (isinf ((float) expected) || isinf (y))
    return y == (float) expected || nextafterf (y, 0) == (float) expected || nextafterf ((float) expected, 0) == y
               ? 0
               : INFINITY;
  frexp (expected, &exponent);
  return fabs (y - expected) / ldexp (1, MAX (exponent - 24, -149));
}

/* Every 9973rd float that there is: all exponents, both signs, denormals, infinities, NaNs; then those near 0. */
static guint
fill_floats (float *x, guint most)
{
  guint n = 0;

  for (guint64 bits = 0; bits <= G_MAXUINT32 && n < most / 2; bits += 9973, n++)
    {
      guint32 word = bits;

      memcpy (&x[n], &word, sizeof word);
    }
  for (guint i = 0; n + 5 < most; i++, n++)
    x[n] = (i % 40001 - 20000.0f) / 1987.0f;
  x[n++] = INFINITY;
  x[n++] = -INFINITY;
  x[n++] = NAN;
  x[n++] = 0.0f;
  x[n++] = -0.0f;
  return n;
}

static void
check_function (guint f, guint w, gboolean is_fast, float *x, guint n)
{
  Fixture *fix = new_at_width (w);
  const FlSym *sizes[] = { num (fix, n) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
  double worst = 0;
  float worst_at = 0;

  fix->options.cpu_math = is_fast;
  loops->values[0] = fl_expr_op1 (fix->pool, functions[f].op, load (fix, in, loops->vars));
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_vec"));
  for (guint i = 0; i < n; i++)
    {
      double ulps = count_ulps (((float *) get_memory (fix, out))[i], functions[f].expected (x[i]));

      if (ulps > worst)
        worst_at = x[i];
      worst = MAX (worst, ulps);
    }
  g_test_message ("%s, %s%s: %.3f ulp at %.9g", fl_scalar_get_info (functions[f].op)->name, widths[w],
                  is_fast ? ", fast" : "", worst, worst_at);
  g_assert_cmpfloat (worst, <=, is_fast ? functions[f].fast_ulps : functions[f].ulps);
  fixture_free (fix);
}

static void
test_functions_at_every_width (void)
{
  enum
  {
    N = 900001
  };
  g_autofree float *x = g_new (float, N);
  guint n = fill_floats (x, get_cross () ? N / 10 : N);

  for (guint f = 0; f < G_N_ELEMENTS (functions); f++)
    for (guint w = 0; w < count_widths (); w++)
      check_function (f, w, FALSE, x, n);
  for (guint w = 0; w < count_widths (); w++)
    check_function (0, w, TRUE, x, n);
}

/* --- halves ----------------------------------------------------------------------------------- */

/* The nearest number with so many binary places, ties to even; no exponent below least. */
static double
round_to (double x, int places, int least, double most)
{
  int exponent;
  double unit;

  if (isnan (x) || isinf (x) || x == 0)
    return x;
  frexp (x, &exponent);
  unit = ldexp (1, MAX (exponent, least) - places);
  x = nearbyint (x / unit) * unit;
  return fabs (x) > most ? copysign (INFINITY, x) : x;
}

static void
check_halves (FlDtype dtype, guint w, float *x, guint n)
{
  Fixture *fix = new_at_width (w);
  const FlSym *sizes[] = { num (fix, n) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out, *back;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, dtype, 1, 0, sizes), *widened;

  loops->values[0] = fl_expr_to_dtype (fix->pool, load (fix, in, loops->vars), dtype);
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  widened = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
  widened->values[0] = fl_expr_to_dtype (fix->pool, load (fix, out, widened->vars), FL_DTYPE_F32);
  back = add_computed (fix, widened, 1, sizes);
  add_output (fix, back);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_vec"));
  for (guint i = 0; i < n; i++)
    {
      /* bf16 has 8 places and exponents from 2^-126, with 0.5 <= fraction < 1 from -125; f16 has 11 and -13. */
      double expected = dtype == FL_DTYPE_BF16 ? round_to (x[i], 8, -125, 0x1.FEp127) : round_to (x[i], 11, -13, 65504);
      float y = ((float *) get_memory (fix, back))[i];

      if (isnan (expected) ? !isnan (y) : y != (float) expected || signbit (y) != signbit (x[i]))
        g_error ("%a became %a, not %a", x[i], y, expected);
    }
  fixture_free (fix);
}

static void
test_halves_are_rounded_to_even (void)
{
  enum
  {
    N = 300001
  };
  g_autofree float *x = g_new (float, N);
  guint n = fill_floats (x, N);

  /* Ties, and the largest that are finite in f16 and in bf16. */
  for (guint i = 0; i < 1000; i++)
    {
      x[3 * i] = 1 + (2 * i + 1) * 0x1p-8f;
      x[3 * i + 1] = (2 * i + 1) * 0x1p-25f;
      x[3 * i + 2] = i % 2 ? 65504 + i * 0.5f : 0x1.FEp127f + i * 0x1p106f;
    }
  for (guint w = 0; w < count_widths (); w++)
    {
      check_halves (FL_DTYPE_BF16, w, x, n);
      check_halves (FL_DTYPE_F16, w, x, n);
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

static FlBuffer *
add_reduction (Fixture *fix, FlReductionType type, FlDtype dtype, const FlBuffer *in, const FlSym *const *sizes)
{
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, dtype, 1, 1, sizes);
  FlBuffer *out;

  loops->src_dtype = FL_DTYPE_F32;
  loops->reduction = type;
  loops->values[0] = load (fix, in, loops->vars);
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  return out;
}

/* Sums, extremes and their places of three rows of every length from 1 to 70, and of longer ones: whole vectors, parts
 * of one, four accumulators, pieces in double. The second row has equal extremes, the third a NaN. */
static void
check_rows (guint w, guint length)
{
  Fixture *fix = new_at_width (w);
  g_autofree float *x = make_floats (3 * length, length + 1);
  const FlSym *sizes[] = { num (fix, 3), num (fix, length) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x);
  FlBuffer *sums = add_reduction (fix, FL_REDUCTION_SUM, FL_DTYPE_F32, in, sizes);
  FlBuffer *most = add_reduction (fix, FL_REDUCTION_MAX, FL_DTYPE_F32, in, sizes);
  FlBuffer *places = add_reduction (fix, FL_REDUCTION_ARGMAX, FL_DTYPE_I64, in, sizes);
  FlBuffer *least = add_reduction (fix, FL_REDUCTION_ARGMIN, FL_DTYPE_I64, in, sizes);

  for (guint i = 0; i < length; i++)
    x[length + i] = i % 3 == 2 ? 7 : 1.5f;
  x[2 * length + length / 2] = NAN;
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  for (guint r = 0; r < 3; r++)
    {
      const float *row = x + r * length;
      guint max = 0, min = 0;
      double sum = 0;

      for (guint i = 0; i < length; i++)
        {
          sum += row[i];
          if (!isnan (row[max]) && (isnan (row[i]) || row[i] > row[max]))
            max = i;
          if (!isnan (row[min]) && (isnan (row[i]) || row[i] < row[min]))
            min = i;
        }
      g_assert_cmpint (((gint64 *) get_memory (fix, places))[r], ==, max);
      g_assert_cmpint (((gint64 *) get_memory (fix, least))[r], ==, min);
      if (r == 2)
        g_assert_true (isnan (((float *) get_memory (fix, most))[r]) && isnan (((float *) get_memory (fix, sums))[r]));
      else
        {
          g_assert_cmpfloat (((float *) get_memory (fix, most))[r], ==, row[max]);
          assert_close (((float *) get_memory (fix, sums))[r], sum, 1e-5);
        }
    }
  fixture_free (fix);
}

static void
test_rows_of_every_length (void)
{
  static const guint lengths[] = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 256, 320, 4096, 4099, 8192 };

  for (guint w = 0; w < count_widths (); w++)
    for (guint i = w % 2; i < G_N_ELEMENTS (lengths); i += w == 0 ? 1 : 2)
      check_rows (w, lengths[i]);
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* y[i, j] = x[j, i] + z[i, j], in tiles that are whole and in such that are not. */
static void
check_tiles (guint w, guint rows, guint columns)
{
  Fixture *fix = new_at_width (w);
  g_autofree float *x = make_floats (rows * columns, 3), *z = make_floats (rows * columns, 4);
  const FlSym *sizes[] = { num (fix, rows), num (fix, columns) }, *turned[] = { sizes[1], sizes[0] }, *index[2];
  FlBuffer *in_x = add_input (fix, FL_DTYPE_F32, 2, turned, x), *in_z = add_input (fix, FL_DTYPE_F32, 2, sizes, z),
           *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

  index[0] = loops->vars[1];
  index[1] = loops->vars[0];
  loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, in_x, index), load (fix, in_z, loops->vars));
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_transpose_f32"));
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      g_assert_cmpfloat (((float *) get_memory (fix, out))[columns * i + j], ==, x[rows * j + i] + z[columns * i + j]);
  fixture_free (fix);
}

/* y[i, j] = x[j, i], of 16 bits, as floats: as wide as they were, each is what it is. */
static void
check_half_tiles (guint w, FlDtype dtype, guint rows, guint columns)
{
  Fixture *fix = new_at_width (w);
  g_autofree guint16 *x = g_new (guint16, rows * columns);
  const FlSym *sizes[] = { num (fix, rows), num (fix, columns) }, *turned[] = { sizes[1], sizes[0] }, *index[2];
  FlBuffer *in = add_input (fix, dtype, 2, turned, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

  for (guint i = 0; i < rows * columns; i++)
    x[i] = dtype == FL_DTYPE_BF16 ? 0x4000 + i % 0x7F
                                  : 0x3C00 + i % 0x3FF; /* the upper half of a float; 1 + (i % 1023) / 1024 */
  index[0] = loops->vars[1];
  index[1] = loops->vars[0];
  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, in, index));
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_transpose_16"));
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      {
        const guint at = rows * j + i;
        const union
        {
          guint32 bits;
          float value;
        } wide = { .bits = (guint32) x[at] << 16 };

        g_assert_cmpfloat (((float *) get_memory (fix, out))[columns * i + j], ==,
                           -(dtype == FL_DTYPE_BF16 ? wide.value : 1 + (at % 0x3FF) / 1024.0f));
      }
  fixture_free (fix);
}

static void
test_tiles_are_turned_over (void)
{
  for (guint w = 0; w < count_widths (); w++)
    {
      check_half_tiles (w, FL_DTYPE_BF16, 64, 128);
      check_half_tiles (w, FL_DTYPE_F16, 37, 83);
      check_half_tiles (w, FL_DTYPE_BF16, 16, 70);
      check_tiles (w, 64, 128);
      check_tiles (w, 37, 83);
      check_tiles (w, 16, 9);
    }
}

/* --- choices ---------------------------------------------------------------------------------- */

/* Of 40000 bytes that are touched, half of them read: is the result written by non-temporal stores? */
static void
check_streamed (gint64 stream_bytes, gint64 measured, gint64 measured_read, gboolean is_streamed)
{
  Fixture *fix = new_at_width (0);
  g_autofree float *x = make_floats (5000, 3);
  const FlSym *sizes[] = { num (fix, 5000) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);

  fix->options.cpu_stream_bytes = stream_bytes;
  fix->options.measured_stream_bytes = measured;
  fix->options.measured_stream_read_bytes = measured_read;
  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, in, loops->vars));
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_cmpint (strstr (fix->program->kernels[0].source, "fl_stream_f32") != NULL, ==, is_streamed);
  for (guint i = 0; i < 5000; i++)
    g_assert_cmpfloat (((float *) get_memory (fix, out))[i], ==, -x[i]);
  fixture_free (fix);
}

/* From cpu.stream_bytes on, and not below; from as many as were measured on, if that is what it says. */
static void
test_large_results_are_streamed (void)
{
  check_streamed (40000, 0, 0, TRUE);
  check_streamed (40001, 0, 0, FALSE);
  check_streamed (40001, 1, 1, FALSE); /* the option comes first */
  check_streamed (0, 1, 1, FALSE);
  check_streamed (-1, 40000, 50000, TRUE);
  check_streamed (-1, 40001, 1, FALSE); /* nobody reads it next */
  check_streamed (-1, 0, 0, FALSE);     /* 8 MiB */
}

/* --- integers and doubles --------------------------------------------------------------------- */

static FlBuffer *
add_pointwise (Fixture *fix, FlDtype dtype, const FlSym *const *sizes,
               const FlExpr *(*make) (Fixture *fix, FlBuffer **in, const FlSym *const *vars), FlBuffer **in)
{
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, dtype, 1, 0, sizes);
  FlBuffer *out;

  loops->values[0] = make (fix, in, loops->vars);
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  return out;
}

/* ids != 3 ? x : 0.5 */
static const FlExpr *
choose_by_id (Fixture *fix, FlBuffer **in, const FlSym *const *vars)
{
  const FlExpr *differs = fl_expr_op2 (fix->pool, FL_SCALAR_NE, load (fix, in[0], vars),
                                       fl_expr_constant_int (fix->pool, FL_DTYPE_I64, 3));

  return fl_expr_op3 (fix->pool, FL_SCALAR_WHERE, differs, load (fix, in[1], vars),
                      fl_expr_constant (fix->pool, FL_DTYPE_F32, 0.5));
}

/* (double) (ids * 1000003) + y */
static const FlExpr *
add_doubles (Fixture *fix, FlBuffer **in, const FlSym *const *vars)
{
  const FlExpr *product = fl_expr_op2 (fix->pool, FL_SCALAR_MUL, load (fix, in[0], vars),
                                       fl_expr_constant_int (fix->pool, FL_DTYPE_I64, 1000003));

  return fl_expr_op2 (fix->pool, FL_SCALAR_ADD, fl_expr_to_dtype (fix->pool, product, FL_DTYPE_F64),
                      load (fix, in[2], vars));
}

/* (float) (bytes + bytes) * x: the sum of bytes wraps. */
static const FlExpr *
scale_bytes (Fixture *fix, FlBuffer **in, const FlSym *const *vars)
{
  const FlExpr *sum = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, in[3], vars), load (fix, in[3], vars));

  return fl_expr_op2 (fix->pool, FL_SCALAR_MUL, fl_expr_to_dtype (fix->pool, sum, FL_DTYPE_F32),
                      load (fix, in[1], vars));
}

static void
test_integers_and_doubles_have_lanes (void)
{
  enum
  {
    N = 237
  };

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      Fixture *fix = new_at_width (w);
      g_autofree float *x = make_floats (N, 5);
      const FlSym *sizes[] = { num (fix, N) };
      gint64 ids[N];
      double y[N];
      gint8 bytes[N];
      FlBuffer *in[4], *chosen, *sums, *scaled;

      for (guint i = 0; i < N; i++)
        {
          ids[i] = (gint64) (i % 7) - (i % 11 == 0 ? G_GINT64_CONSTANT (1) << 40 : 0);
          y[i] = i * 0.125 - 3;
          bytes[i] = (gint8) (i * 5);
        }
      in[0] = add_input (fix, FL_DTYPE_I64, 1, sizes, ids);
      in[1] = add_input (fix, FL_DTYPE_F32, 1, sizes, x);
      in[2] = add_input (fix, FL_DTYPE_F64, 1, sizes, y);
      in[3] = add_input (fix, FL_DTYPE_I8, 1, sizes, bytes);
      chosen = add_pointwise (fix, FL_DTYPE_F32, sizes, choose_by_id, in);
      sums = add_pointwise (fix, FL_DTYPE_F64, sizes, add_doubles, in);
      scaled = add_pointwise (fix, FL_DTYPE_F32, sizes, scale_bytes, in);
      schedule_all (fix);
      build_and_run (fix);
      g_assert_nonnull (strstr (fix->program->source, "fl_load_i64 ("));
      g_assert_nonnull (strstr (fix->program->source, "fl_store_f64 ("));
      g_assert_nonnull (strstr (fix->program->source, "fl_load_i8 ("));
      for (guint i = 0; i < N; i++)
        {
          g_assert_cmpfloat (((float *) get_memory (fix, chosen))[i], ==, ids[i] != 3 ? x[i] : 0.5f);
          g_assert_cmpfloat (((double *) get_memory (fix, sums))[i], ==, (double) (ids[i] * 1000003) + y[i]);
          g_assert_cmpfloat (((float *) get_memory (fix, scaled))[i], ==, (float) (gint8) (bytes[i] + bytes[i]) * x[i]);
        }
      fixture_free (fix);
    }
}

/* Rows that begin anywhere: short ones with non-temporal stores are put together in a buffer, of long ones the elements
 * before the first whole vector of memory are a part of one. */
static void
check_rows_of_any_length (gboolean is_dear)
{
  static const guint lengths[] = { 1, 3, 15, 17, 31, 33, 67, 1003 };

  for (guint w = 0; w < 2 * G_N_ELEMENTS (widths); w++)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      {
        if (is_left_to_long_runs (3))
          continue;
        enum
        {
          ROWS = 21
        };
        const gboolean is_streamed = w < G_N_ELEMENTS (widths);
        guint n = lengths[l];
        Fixture *fix = new_at_width (w % G_N_ELEMENTS (widths));
        g_autofree float *x = make_floats (ROWS * n, n), *column = make_floats (ROWS, 7);
        const FlSym *sizes[] = { num (fix, ROWS), num (fix, n) };
        FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x),
                 *scale = add_input (fix, FL_DTYPE_F32, 1, sizes, column), *out;
        FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

        fix->options.cpu_stream_bytes = is_streamed;
        loops->values[0]
            = fl_expr_op2 (fix->pool, FL_SCALAR_MUL, load (fix, in, loops->vars), load (fix, scale, loops->vars));
        if (is_dear)
          loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_EXP, loops->values[0]);
        out = add_computed (fix, loops, 2, sizes);
        add_output (fix, out);
        schedule_all (fix);
        build_and_run (fix);
        if (n > 1)
          g_assert_cmpint (strstr (fix->program->kernels[0].source, "_lines[") != NULL, ==, is_streamed && n < 256);
        if (n >= 512)
          g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_until_aligned"));
        for (guint i = 0; i < ROWS * n; i++)
          {
            const float product = x[i] * column[i / n], expected = is_dear ? exp ((double) product) : product;

            g_assert_cmpfloat_with_epsilon (((float *) get_memory (fix, out))[i], expected,
                                            is_dear ? 1e-6 * expected + 1e-40 : 1e-30);
          }
        fixture_free (fix);
      }
}

static void
test_rows_are_put_together (void)
{
  check_rows_of_any_length (FALSE);
}

static void
test_rows_are_stored_from_where_vectors_begin (void)
{
  check_rows_of_any_length (TRUE);
}

/* y[i][j] = x[i][n - 1 - j]: loads go down, in vectors. */
static void
test_rows_are_read_backwards (void)
{
  static const guint lengths[] = { 3, 4, 15, 16, 17, 33, 1003 };

  for (guint w = 0; w < 2 * G_N_ELEMENTS (widths); w++)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      {
        if (is_left_to_long_runs (3))
          continue;
        enum
        {
          ROWS = 21
        };
        guint n = lengths[l];
        Fixture *fix = new_at_width (w % G_N_ELEMENTS (widths));
        g_autofree float *x = make_floats (ROWS * n, n);
        const FlSym *sizes[] = { num (fix, ROWS), num (fix, n) }, *from[2];
        FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x), *out;
        FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

        fix->options.cpu_stream_bytes = w < G_N_ELEMENTS (widths);
        from[0] = loops->vars[0];
        from[1] = fl_sym_sub (num (fix, n - 1), loops->vars[1]);
        loops->values[0] = load (fix, in, from);
        out = add_computed (fix, loops, 2, sizes);
        add_output (fix, out);
        schedule_all (fix);
        build_and_run (fix);
        if (n >= FL_LOOP_FEWEST_FLOATS)
          g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_load_back"));
        for (guint i = 0; i < ROWS * n; i++)
          g_assert_cmpfloat (((float *) get_memory (fix, out))[i], ==, x[i / n * n + n - 1 - i % n]);
        fixture_free (fix);
      }
}

/* Masks are often "is it 0" of a truth value, which is an integer there. */
static void
test_truth_is_compared_with_0 (void)
{
  enum
  {
    N = 1003
  };
  static const FlScalar ops[] = { FL_SCALAR_EQ, FL_SCALAR_NE };

  for (guint w = 0; w < count_widths (); w++)
    for (guint o = 0; o < G_N_ELEMENTS (ops); o++)
      {
        Fixture *fix = new_at_width (w);
        g_autofree float *x = make_floats (N, w + 1);
        guint8 mask[N];
        const FlSym *sizes[] = { num (fix, N) };
        FlBuffer *truth = add_input (fix, FL_DTYPE_BOOL, 1, sizes, mask),
                 *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
        FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
        const FlExpr *number = fl_expr_to_dtype (fix->pool, load (fix, truth, loops->vars), FL_DTYPE_I64);

        for (guint i = 0; i < N; i++)
          mask[i] = i * 40503u >> 7 & 1;
        loops->values[0]
            = fl_expr_where (fix->pool,
                             fl_expr_op2 (fix->pool, ops[o], number, fl_expr_constant_int (fix->pool, FL_DTYPE_I64, 0)),
                             fl_expr_constant (fix->pool, FL_DTYPE_F32, -1e9), load (fix, in, loops->vars));
        out = add_computed (fix, loops, 1, sizes);
        add_output (fix, out);
        schedule_all (fix);
        build_and_run (fix);
        g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_load_bool"));
        for (guint i = 0; i < N; i++)
          g_assert_cmpfloat (((float *) get_memory (fix, out))[i], ==,
                             (mask[i] == 0) == (ops[o] == FL_SCALAR_EQ) ? -1e9f : x[i]);
        fixture_free (fix);
      }
}

/* A kernel may use any one helper and no other: what that one rests on must come with it. */
static void
check_helper (const char *compiler, const FlCHelper *row, const char *head)
{
  FlCHelperSet used = { 0 };
  g_autoptr (GString) source = g_string_new (NULL);
  g_autofree char *path = NULL, *messages = NULL;
  g_autoptr (GError) error = NULL;
  int file = g_file_open_tmp ("fuseloom-XXXXXX.c", &path, &error), status = -1;
  const char *argv[]
      = { compiler, "-fsyntax-only", "-std=gnu17", "-w", path, get_cross () ? NULL : "-march=native", NULL };

  g_assert_no_error (error);
  close (file);
  fl_c_preamble_note (&used, row->names);
  fl_c_preamble_append (source, used, head);
  g_file_set_contents (path, source->str, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  g_unlink (path);
  if (status != 0)
    g_test_message ("%s, %s of %s: %s", compiler, row->names, row->file, messages);
  g_assert_cmpint (status, ==, 0);
}

static void
test_helpers_stand_alone (void)
{
  static const char *const heads[] = { "", "#define FL_LANES 8\n", "#define FL_LANES 4\n" }, *const hosts[]
                                                                                             = { "gcc", "clang" };
  g_autofree char *cross = get_cross () ? g_strdup_printf ("%s-linux-gnu-gcc", get_cross ()) : NULL;
  const char *const compilers[] = { cross ? cross : hosts[0], cross ? "" : hosts[1] };
  guint n;
  const FlCHelper *rows = fl_c_preamble_get_helpers (&n);

  g_assert_cmpuint (n, >, 0);
  for (guint c = 0; c < G_N_ELEMENTS (compilers); c++)
    {
      g_autofree char *program = find_test_compiler (compilers[c], c == 0);

      for (guint i = 0; i < n && program; i++)
        if (!g_str_has_prefix (rows[i].file, "scalar-") && strcmp (rows[i].file, FL_C_PREAMBLE_ALWAYS) != 0)
          {
            check_helper (program, &rows[i], heads[i % G_N_ELEMENTS (heads)]);
            if (c == 0 && is_long_run ())
              check_helper (program, &rows[i], heads[(i + 1) % G_N_ELEMENTS (heads)]);
          }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/vectors/functions-at-every-width", test_functions_at_every_width);
  g_test_add_func ("/core/codegen/vectors/halves-are-rounded-to-even", test_halves_are_rounded_to_even);
  g_test_add_func ("/core/codegen/vectors/helpers-stand-alone", test_helpers_stand_alone);
  g_test_add_func ("/core/codegen/vectors/rows-of-every-length", test_rows_of_every_length);
  g_test_add_func ("/core/codegen/vectors/truth-is-compared-with-0", test_truth_is_compared_with_0);
  g_test_add_func ("/core/codegen/vectors/tiles-are-turned-over", test_tiles_are_turned_over);
  g_test_add_func ("/core/codegen/vectors/integers-and-doubles-have-lanes", test_integers_and_doubles_have_lanes);
  g_test_add_func ("/core/codegen/vectors/rows-are-put-together-in-whole-vectors", test_rows_are_put_together);
  g_test_add_func ("/core/codegen/vectors/rows-are-stored-from-where-vectors-begin",
                   test_rows_are_stored_from_where_vectors_begin);
  g_test_add_func ("/core/codegen/vectors/rows-are-read-backwards", test_rows_are_read_backwards);
  g_test_add_func ("/core/codegen/vectors/large-results-are-streamed", test_large_results_are_streamed);
  return has_cross_or_none () ? g_test_run () : 0;
}
