/* Elements in vectors, at every width that generated source knows: functions to the last places, halves, integers,
 * doubles. What is expected is computed here, in double. */
#include <glib/gstdio.h>
#include <unistd.h>

#include "fl-c-preamble.h"
#define FL_QUICK_IS_ACCURATE
#include "fl-codegen-fixture.h"
#include "fl-codegen-widths.h"
#include "fl-loop-program.h"
#include "fl-test-long.h"

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
  g_test_add_func ("/core/codegen/vectors/truth-is-compared-with-0", test_truth_is_compared_with_0);
  g_test_add_func ("/core/codegen/vectors/integers-and-doubles-have-lanes", test_integers_and_doubles_have_lanes);
  return has_cross_or_none () ? g_test_run () : 0;
}
