/* Generated kernels: loop bodies made by hand, written as C, compiled with the system's compiler, loaded into this
 * test, and compared with values that the test computes in double. */
#define FL_QUICK_IS_ACCURATE
#include "fl-codegen-fixture.h"

/* y = relu (a + b) with b broadcast over rows, written in one kernel. */
static void
test_pointwise_broadcasts (void)
{
  Fixture *fix = fixture_new ();
  g_autofree float *a = make_floats (37 * 19, 1), *b = make_floats (19, 2);
  const FlSym *sizes[] = { num (fix, 37), num (fix, 19) };
  FlBuffer *in_a = add_input (fix, FL_DTYPE_F32, 2, sizes, a), *in_b = add_input (fix, FL_DTYPE_F32, 1, sizes + 1, b);
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  FlBuffer *out;
  const float *y;

  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_RELU,
                                  fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, in_a, loops->vars),
                                               load (fix, in_b, loops->vars + 1)));
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < 37; i++)
    for (guint j = 0; j < 19; j++)
      assert_close (y[19 * i + j], MAX (0, (double) a[19 * i + j] + b[j]), 1e-6);
  g_assert_cmpint (fix->program->kernels[0].kind, ==, FL_KERNEL_POINTWISE);
  g_assert_cmpint (get_extent (&fix->program->kernels[0]), ==, 37);
  fixture_free (fix);
}

typedef struct
{
  FlScalar op;
  double (*expected) (double x);
  double low, high, tolerance; /* relative to max (1, |expected|) unless is_relative */
  gboolean is_relative;
} FunctionCase;

/* clang-format off */
static double sigmoid (double x) { return 1 / (1 + exp (-x)); }
static double rsqrt (double x) { return 1 / sqrt (x); }
/* clang-format on */

/* Relative tolerances are in units of 2^-23 (one float ulp is at most that). */
static const FunctionCase function_cases[] = {
  { FL_SCALAR_EXP, exp, -87, 88, 2, TRUE },         { FL_SCALAR_EXP2, exp2, -125, 127, 2, TRUE },
  { FL_SCALAR_LOG, log, 1e-6, 100, 2, TRUE },       { FL_SCALAR_LOG1P, log1p, -0.9, 100, 3, TRUE },
  { FL_SCALAR_TANH, tanh, -12, 12, 3, TRUE },       { FL_SCALAR_ERF, erf, -5, 5, 3, TRUE },
  { FL_SCALAR_SIGMOID, sigmoid, -60, 60, 3, TRUE }, { FL_SCALAR_RSQRT, rsqrt, 1e-3, 1e3, 2, TRUE },
  { FL_SCALAR_SIN, sin, -1e4, 1e4, 2e-7, FALSE },   { FL_SCALAR_COS, cos, -1e4, 1e4, 2e-7, FALSE },
  { FL_SCALAR_LOG2, log2, 1.5, 1e6, 3, TRUE },
};

/* Every float function over a dense range, and at infinities and NaN where the libm function is defined there. */
static void
test_functions_are_accurate (void)
{
  enum
  {
    N = 100003
  };
  g_autofree float *x = g_new (float, N);

  for (guint c = 0; c < G_N_ELEMENTS (function_cases); c++)
    {
      const FunctionCase *item = &function_cases[c];
      Fixture *fix = fixture_new ();
      const FlSym *sizes[] = { num (fix, N) };
      FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
      double worst = 0;
      const float *y;

      for (guint i = 0; i < N - 3; i++)
        x[i] = (float) (item->low + (item->high - item->low) * i / (N - 4));
      x[N - 3] = INFINITY;
      x[N - 2] = -INFINITY;
      x[N - 1] = NAN;
      loops->values[0] = fl_expr_op1 (fix->pool, item->op, load (fix, in, loops->vars));
      out = add_computed (fix, loops, 1, sizes);
      add_output (fix, out);
      schedule_all (fix);
      build_and_run (fix);
      y = get_memory (fix, out);
      for (guint i = 0; i < N - 3; i++)
        {
          double expected = item->expected (x[i]), error = fabs (y[i] - expected);

          worst = MAX (worst, item->is_relative ? expected == 0 ? error : error / fabs (expected) * 8388608 : error);
        }
      g_test_message ("%s: worst error %g %s", fl_scalar_get_info (item->op)->name, worst,
                      item->is_relative ? "ulp" : "absolute");
      g_assert_cmpfloat (worst, <=, item->tolerance);
      for (guint i = N - 3; i < N; i++)
        {
          double expected = item->expected (x[i]);

          g_assert_true (isnan (expected) ? isnan (y[i]) : (double) y[i] == expected);
        }
      fixture_free (fix);
    }
}

/* f32 -> bf16 and f16 and back equals rounding to nearest even; the expected bits come from arithmetic in double. */
static void
test_half_precision_rounds (void)
{
  static const struct
  {
    float in;
    guint16 bf16, f16;
  } cases[] = {
    { 1.0f, 0x3F80, 0x3C00 },          { -2.5f, 0xC020, 0xC100 },
    { 1.00390625f, 0x3F80, 0x3C04 }, /* 1 + 2^-8: a tie in bf16, to even; exact in f16 */
    { 1.01171875f, 0x3F82, 0x3C0C }, /* 1 + 3 * 2^-8: a tie, to even upwards */
    { 65504.0f, 0x4780, 0x7BFF },      { 65520.0f, 0x4780, 0x7C00 }, /* f16 overflows to infinity half way */
    { 5.9604645e-8f, 0x3380, 0x0001 }, { 0.0f, 0x0000, 0x0000 },     /* 2^-24: the smallest f16 */
  };
  enum
  {
    N = G_N_ELEMENTS (cases)
  };
  FlDtype dtypes[] = { FL_DTYPE_BF16, FL_DTYPE_F16 };

  for (guint d = 0; d < 2; d++)
    {
      Fixture *fix = fixture_new ();
      const FlSym *sizes[] = { num (fix, N) };
      float x[N];
      FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, dtypes[d], 1, 0, sizes);
      const guint16 *y;

      for (guint i = 0; i < N; i++)
        x[i] = cases[i].in;
      loops->values[0] = fl_expr_to_dtype (fix->pool, load (fix, in, loops->vars), dtypes[d]);
      out = add_computed (fix, loops, 1, sizes);
      add_output (fix, out);
      schedule_all (fix);
      build_and_run (fix);
      y = get_memory (fix, out);
      for (guint i = 0; i < N; i++)
        g_assert_cmphex (y[i], ==, d == 0 ? cases[i].bf16 : cases[i].f16);
      fixture_free (fix);
    }
}

/* Integer division and remainder follow Python; the table is Python's own result. */
static void
test_integers_divide_like_python (void)
{
  static const struct
  {
    gint64 a, b, floordiv, remainder;
  } cases[] = {
    { 7, 2, 3, 1 }, { -7, 2, -4, 1 }, { 7, -2, -4, -1 }, { -7, -2, 3, -1 },
    { 6, 3, 2, 0 }, { -6, 3, -2, 0 }, { 5, -1, -5, 0 },
  };
  enum
  {
    N = G_N_ELEMENTS (cases)
  };
  FlScalar ops[] = { FL_SCALAR_FLOORDIV, FL_SCALAR_REMAINDER };

  for (guint k = 0; k < 2; k++)
    {
      Fixture *fix = fixture_new ();
      const FlSym *sizes[] = { num (fix, N) };
      gint64 a[N], b[N];
      FlBuffer *in_a = add_input (fix, FL_DTYPE_I64, 1, sizes, a), *in_b = add_input (fix, FL_DTYPE_I64, 1, sizes, b),
               *out;
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_I64, 1, 0, sizes);
      const gint64 *y;

      for (guint i = 0; i < N; i++)
        {
          a[i] = cases[i].a;
          b[i] = cases[i].b;
        }
      loops->values[0] = fl_expr_op2 (fix->pool, ops[k], load (fix, in_a, loops->vars), load (fix, in_b, loops->vars));
      out = add_computed (fix, loops, 1, sizes);
      add_output (fix, out);
      schedule_all (fix);
      build_and_run (fix);
      y = get_memory (fix, out);
      for (guint i = 0; i < N; i++)
        g_assert_cmpint (y[i], ==, k == 0 ? cases[i].floordiv : cases[i].remainder);
      fixture_free (fix);
    }
}

/* A row beyond the end of the table is clamped and counted, never read. */
static void
test_indirect_index_is_checked (void)
{
  Fixture *fix = fixture_new ();
  gint64 ids[] = { 2, 0, -1, 7, 1 };
  static const guint expected_rows[] = { 2, 0, 3, 3, 1 }; /* -1 wraps to 3; 7 is clamped to 3 */
  g_autofree float *table = make_floats (4 * 6, 3);
  const FlSym *sizes[] = { num (fix, 5), num (fix, 6) }, *table_sizes[] = { num (fix, 4), num (fix, 6) };
  FlBuffer *in_ids = add_input (fix, FL_DTYPE_I64, 1, sizes, ids),
           *in_table = add_input (fix, FL_DTYPE_F32, 2, table_sizes, table), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  const FlSym *row = fl_expr_indirect (fix->pool, load (fix, in_ids, loops->vars), num (fix, 4), TRUE, TRUE);
  const FlSym *index[] = { row, loops->vars[1] };
  const float *y;
  gint64 *errors;

  loops->values[0] = load (fix, in_table, index);
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < 5; i++)
    for (guint j = 0; j < 6; j++)
      g_assert_cmpfloat (y[6 * i + j], ==, table[6 * expected_rows[i] + j]);
  errors = get_cross () ? NULL : dlsym (fix->library, "fl_index_errors"); /* an emulated process has ended */
  g_assert_true (errors || get_cross ());
  g_assert_cmpint (errors ? *errors : 1, ==, 1);
  fixture_free (fix);
}

/* Outside of the mask nothing is loaded: the index would be negative there, and the page before the data may not be
 * read. */
static void
test_masked_body_guards_its_loads (void)
{
  Fixture *fix = fixture_new ();
  gsize page = sysconf (_SC_PAGESIZE);
  char *pages = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  float *x = (float *) (pages + page);
  const FlSym *sizes[] = { num (fix, 14) }, *in_sizes[] = { num (fix, 10) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, in_sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
  const FlSym *shifted[] = { fl_sym_add_int (loops->vars[0], -4) };
  const FlExpr *mask = fl_expr_op2 (fix->pool, FL_SCALAR_GE, fl_expr_index (fix->pool, FL_DTYPE_I64, loops->vars[0]),
                                    fl_expr_constant_int (fix->pool, FL_DTYPE_I64, 4));
  const float *y;

  g_assert_true (pages != MAP_FAILED);
  g_assert_cmpint (mprotect (pages, page, PROT_NONE), ==, 0);
  for (guint i = 0; i < 10; i++)
    x[i] = i * 0.25f;
  loops->values[0] = fl_expr_masked (fix->pool, mask, load (fix, in, shifted), 9.5);
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < 14; i++)
    g_assert_cmpfloat (y[i], ==, i < 4 ? 9.5f : x[i - 4]);
  munmap (pages, 2 * page);
  fixture_free (fix);
}

static const FlExpr *
compare_index (Fixture *fix, FlScalar op, const FlSym *index, gint64 with)
{
  return fl_expr_op2 (fix->pool, op, fl_expr_index (fix->pool, FL_DTYPE_I64, index),
                      fl_expr_constant_int (fix->pool, FL_DTYPE_I64, with));
}

/* Two columns padded to nine, with a mask within a mask: so short a loop is unrolled and every mask is known. gcc 12
 * then makes a whole load of a masked one; it must not know. */
static void
test_masked_loads_of_a_short_loop (void)
{
  Fixture *fix = fixture_new ();
  gsize page = sysconf (_SC_PAGESIZE);
  char *pages = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  float *x = (float *) (pages + page);
  const FlSym *sizes[] = { num (fix, 32), num (fix, 9) }, *in_sizes[] = { num (fix, 32), num (fix, 2) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, in_sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  const FlSym *column = fl_sym_add_int (loops->vars[1], -5), *index[] = { loops->vars[0], column };
  const FlExpr *inner = fl_expr_op2 (fix->pool, FL_SCALAR_AND, compare_index (fix, FL_SCALAR_GE, column, 0),
                                     compare_index (fix, FL_SCALAR_LT, column, 2));
  const FlExpr *value = fl_expr_masked (fix->pool, inner, load (fix, in, index), 0.5);
  const float *y;

  g_assert_true (pages != MAP_FAILED);
  g_assert_cmpint (mprotect (pages, page, PROT_NONE), ==, 0);
  for (guint i = 0; i < 64; i++)
    x[i] = i * 0.25f;
  loops->values[0]
      = fl_expr_op1 (fix->pool, FL_SCALAR_COS,
                     fl_expr_masked (fix->pool,
                                     compare_index (fix, FL_SCALAR_GE, fl_sym_add_int (loops->vars[1], -2), 0), value,
                                     0.5));
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < 32; i++)
    for (guint j = 0; j < 9; j++)
      assert_close (y[9 * i + j], cos (j >= 5 && j < 7 ? x[2 * i + j - 5] : 0.5), 1e-6);
  munmap (pages, 2 * page);
  fixture_free (fix);
}

/* x[i // 8] + y[i % 8] over one loop of 48: the loop is cut so that no element costs a division. */
static void
test_division_splits_the_loop (void)
{
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_floats (6, 5), *y = make_floats (8, 6);
  const FlSym *sizes[] = { num (fix, 48) }, *x_sizes[] = { num (fix, 6) }, *y_sizes[] = { num (fix, 8) };
  FlBuffer *in_x = add_input (fix, FL_DTYPE_F32, 1, x_sizes, x), *in_y = add_input (fix, FL_DTYPE_F32, 1, y_sizes, y),
           *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
  const FlSym *quotient[] = { fl_sym_floor_div (loops->vars[0], num (fix, 8)) };
  const FlSym *rest[] = { fl_sym_mod_index (loops->vars[0], num (fix, 1), num (fix, 8)) };
  const float *z;

  loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, in_x, quotient), load (fix, in_y, rest));
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  z = get_memory (fix, out);
  for (guint i = 0; i < 48; i++)
    g_assert_cmpfloat (z[i], ==, x[i / 8] + y[i % 8]);
  g_assert_null (strchr (fix->program->kernels[0].source, '%'));
  fixture_free (fix);
}

static void
test_random_is_the_shared_function (void)
{
  Fixture *fix = fixture_new ();
  const FlSym *sizes[] = { num (fix, 100) };
  gint64 seeds[] = { 0x123456789ABCDEF };
  const FlSym *seed_sizes[] = { num (fix, 1) };
  FlBuffer *in = add_input (fix, FL_DTYPE_I64, 1, seed_sizes, seeds), *outs[2];
  FlScalar ops[] = { FL_SCALAR_RAND, FL_SCALAR_RANDN };

  for (guint k = 0; k < 2; k++)
    {
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
      const FlExpr *args[] = { fl_expr_load_seed (fix->pool, in->name, num (fix, 0)),
                               fl_expr_index (fix->pool, FL_DTYPE_I64, loops->vars[0]) };

      loops->values[0] = fl_expr_random (fix->pool, ops[k], FL_DTYPE_F32, args, 2);
      outs[k] = add_computed (fix, loops, 1, sizes);
      add_output (fix, outs[k]);
    }
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->source, "= fl_rand_vec ("));
  for (guint i = 0; i < 100; i++)
    {
      g_assert_cmpfloat (((float *) get_memory (fix, outs[0]))[i], ==, fl_random_uniform (seeds[0], i));
      assert_close (((float *) get_memory (fix, outs[1]))[i], fl_random_normal (seeds[0], i), 1e-6);
    }
  fixture_free (fix);
}

/* Philox 4x32-10 of key 0 and counter 0: the first words of the authors' known answers (kat_vectors). */
static void
test_philox_gives_known_answers (void)
{
  guint32 words[4];

  fl_random_philox (0, 0, words);
  g_assert_cmphex (words[0], ==, 0x6627e8d5);
  g_assert_cmphex (words[1], ==, 0xe169c58d);
  g_assert_cmphex (words[2], ==, 0xbc57ac4c);
  g_assert_cmphex (words[3], ==, 0x9b00dbd8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/pointwise/broadcasts", test_pointwise_broadcasts);
  g_test_add_func ("/core/codegen/pointwise/functions-are-accurate", test_functions_are_accurate);
  g_test_add_func ("/core/codegen/pointwise/half-precision-rounds", test_half_precision_rounds);
  g_test_add_func ("/core/codegen/pointwise/integers-divide-like-python", test_integers_divide_like_python);
  g_test_add_func ("/core/codegen/pointwise/indirect-index-is-checked", test_indirect_index_is_checked);
  g_test_add_func ("/core/codegen/pointwise/masked-body-guards-its-loads", test_masked_body_guards_its_loads);
  g_test_add_func ("/core/codegen/pointwise/masked-loads-of-a-short-loop", test_masked_loads_of_a_short_loop);
  g_test_add_func ("/core/codegen/pointwise/division-splits-the-loop", test_division_splits_the_loop);
  g_test_add_func ("/core/codegen/random/is-the-shared-function", test_random_is_the_shared_function);
  g_test_add_func ("/core/codegen/random/philox-gives-known-answers", test_philox_gives_known_answers);
  return has_cross_or_none () ? g_test_run () : 0;
}
