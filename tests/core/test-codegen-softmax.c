/* Softmax and log-softmax as generated code: rows of every kind of length, with NaN, infinities and masks; several rows
 * at a time. */
#include "fl-codegen-fixture.h"

static const char *const widths[] = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };
static const char *const streams[] = { "cpu.stream_bytes=0", "cpu.stream_bytes=1" };

typedef enum
{
  SOFTMAX,
  LOG_SOFTMAX,
  SUMS,       /* log (sum (exp (x))), and the largest beside it */
  SUMS_APART, /* log (sum (exp (x))): another kernel makes it of the largest and the sum */
  MAX_APART   /* twice the largest, in another kernel, and the sum */
} Kind;

static const struct
{
  const char *name;
  Kind kind;
  guint rows, length;
  gboolean is_symbolic; /* how many rows, the source does not know */
} cases[] = {
  { "softmax-40x100", SOFTMAX, 40, 100 },
  { "softmax-19x16", SOFTMAX, 19, 16 },
  { "softmax-23x768", SOFTMAX, 23, 768 },
  { "softmax-12x2051", SOFTMAX, 12, 2051 },
  { "softmax-11x9000", SOFTMAX, 11, 9000 },
  { "softmax-9x70000", SOFTMAX, 9, 70000 },
  { "softmax-1x300", SOFTMAX, 1, 300 },
  { "softmax-16x8192", SOFTMAX, 16, 8192 },
  { "softmax-16x9216", SOFTMAX, 16, 9216 },
  { "log-softmax-16x8192", LOG_SOFTMAX, 16, 8192 },
  { "softmax-s0x8192", SOFTMAX, 16, 8192, TRUE },
  { "log-softmax-40x100", LOG_SOFTMAX, 40, 100 },
  { "log-softmax-23x768", LOG_SOFTMAX, 23, 768 },
  { "log-softmax-11x9000", LOG_SOFTMAX, 11, 9000 },
  { "sums-apart-16x8192", SUMS_APART, 16, 8192 },
  { "sums-apart-19x9216", SUMS_APART, 19, 9216 },
  { "sums-apart-23x768", SUMS_APART, 23, 768 },
  { "max-apart-16x8192", MAX_APART, 16, 8192 },
  { "sums-apart-s0x8192", SUMS_APART, 16, 8192, TRUE },
  { "sums-apart-1x8192", SUMS_APART, 1, 8192 },
  { "sums-23x768", SUMS, 23, 768 },
  { "sums-11x9000", SUMS, 11, 9000 },
  { "softmax-s0x768", SOFTMAX, 23, 768, TRUE },
  { "softmax-s0x100", SOFTMAX, 40, 100, TRUE },
  { "log-softmax-s0x768", LOG_SOFTMAX, 23, 768, TRUE },
  { "softmax-s0x9000", SOFTMAX, 11, 9000, TRUE },
};

/* Rows 2 to 15 are of a special kind each. */
static void
make_special (float *x, guint rows, guint n)
{
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < n; j++)
      {
        float *at = &x[n * i + j];

        *at = i % 3 == 1 ? *at * 20 : *at * 3;
        if (i == 2 && j == n / 2)
          *at = NAN;
        if (i == 3)
          *at = -INFINITY;
        if (i == 4 && j == n - 1)
          *at = INFINITY;
        if (i == 5 && j % 3)
          *at = -INFINITY;
        if (i == 6)
          *at = -3.4028235e38f; /* all alike: what a mask makes of a row */
        if (i == 7 && j % 2)
          *at = -3.4028235e38f;
        if (i == 8)
          *at = j % 2 ? 1.6e38f : -1.6e38f;
        if (i == 9 && j == 0)
          *at = -NAN;
        if (i == 10)
          *at = j % 2 ? -130.0f : -250.0f;
        if (i == 11 && j < n / 2)
          *at = -INFINITY; /* blocks that have nothing */
        if (i == 12)
          *at = 0.01f * j - 20; /* each block has a larger one */
        if (i == 13)
          *at = j < n / 2 ? -200.0f : j == n - 1 ? 3.4028235e38f : 50.0f;
        if (i == 14 && j > n / 2)
          *at -= 300; /* blocks that come to nothing */
        if (i == 15 && j == n - 5)
          *at = NAN;
      }
}

/* One number a row? */
static gboolean
has_only_sums (guint c)
{
  return cases[c].kind >= SUMS;
}

static gboolean
is_apart (guint c)
{
  return cases[c].kind == SUMS_APART || cases[c].kind == MAX_APART;
}

static Fixture *
make_graph (guint c, float *x, FlBuffer **out, FlBuffer **max)
{
  Fixture *fix = fixture_new ();
  const FlSym *sizes[] = { cases[c].is_symbolic ? fl_sym_size (fix->symbols, "s0") : num (fix, cases[c].rows),
                           num (fix, cases[c].length) };
  FlBuffer *in, *exps = NULL, *sum;
  FlLoops *loops;
  const FlExpr *below;

  if (cases[c].is_symbolic)
    fl_sym_set_hint (sizes[0], cases[c].rows);
  in = add_input (fix, FL_DTYPE_F32, 2, sizes, x);
  loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);
  loops->reduction = FL_REDUCTION_MAX;
  loops->values[0] = load (fix, in, loops->vars);
  *max = add_computed (fix, loops, 1, sizes);
  if (cases[c].kind == SOFTMAX)
    {
      loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
      below = fl_expr_op2 (fix->pool, FL_SCALAR_SUB, load (fix, in, loops->vars), load (fix, *max, loops->vars));
      loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_EXP, below);
      exps = add_computed (fix, loops, 2, sizes);
    }
  loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);
  loops->reduction = FL_REDUCTION_SUM;
  below = fl_expr_op2 (fix->pool, FL_SCALAR_SUB, load (fix, in, loops->vars), load (fix, *max, loops->vars));
  loops->values[0] = exps ? load (fix, exps, loops->vars) : fl_expr_op1 (fix->pool, FL_SCALAR_EXP, below);
  sum = add_computed (fix, loops, 1, sizes);
  loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, has_only_sums (c) ? 1 : 2, 0, sizes);
  switch (cases[c].kind)
    {
    case SOFTMAX:
      loops->values[0]
          = fl_expr_op2 (fix->pool, FL_SCALAR_TRUEDIV, load (fix, exps, loops->vars), load (fix, sum, loops->vars));
      break;
    case LOG_SOFTMAX:
      below = fl_expr_op2 (fix->pool, FL_SCALAR_SUB, load (fix, in, loops->vars), load (fix, *max, loops->vars));
      loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_SUB, below,
                                      fl_expr_op1 (fix->pool, FL_SCALAR_LOG, load (fix, sum, loops->vars)));
      break;
    case SUMS:
    case SUMS_APART:
      loops->values[0]
          = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, fl_expr_op1 (fix->pool, FL_SCALAR_LOG, load (fix, sum, loops->vars)),
                         load (fix, *max, loops->vars));
      break;
    case MAX_APART:
      loops->values[0]
          = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, *max, loops->vars), load (fix, *max, loops->vars));
    }
  *out = add_computed (fix, loops, has_only_sums (c) ? 1 : 2, sizes);
  add_output (fix, *out);
  if (cases[c].kind == SUMS)
    add_output (fix, *max);
  if (cases[c].kind == MAX_APART)
    add_output (fix, sum);
  schedule_all (fix);
  fuse_first (fix, FL_SCHED_OUTER_LOOP, is_apart (c) ? 2 : fix->schedule->n_nodes);
  return fix;
}

static void
check_value (float got, double expected, double error)
{
  if (isnan (expected))
    g_assert_true (isnan (got));
  else if (isinf (expected))
    g_assert_true (got == expected);
  else
    g_assert_cmpfloat (fabs (got - expected), <=, error * MAX (1, fabs (expected)));
}

/* Expected values from float64: as PyTorch, a NaN anywhere, +inf, or nothing but -inf makes a row NaN. */
static void
check_row (guint c, const float *x, const float *y, float max_got)
{
  double max = -INFINITY, sum = 0;

  for (guint j = 0; j < cases[c].length; j++)
    max = isnan (max) || isnan (x[j]) ? NAN : MAX (max, x[j]);
  for (guint j = 0; j < cases[c].length; j++)
    sum += exp (x[j] - max);
  if (cases[c].kind == SUMS)
    check_value (max_got, max, 0);
  if (has_only_sums (c))
    {
      check_value (y[0], cases[c].kind == MAX_APART ? 2 * (float) max : max + log (sum),
                   cases[c].kind == MAX_APART ? 0 : 1e-6);
      return;
    }
  for (guint j = 0; j < cases[c].length; j++)
    if (cases[c].kind == LOG_SOFTMAX)
      check_value (y[j], x[j] - max - log (sum), 1e-6);
    else
      {
        /* What is rounded of x - max, and of that times log2 (e): 2^-24 of it each, and what represents log2 (e). Then
         * the sum, which one of four lanes makes of up to 1024 terms. */
        double expected = exp (x[j] - max) / sum;
        double error = (4 + 1.5 * fabs (x[j] - max) + 0.02 * MIN (cases[c].length, 4096)) * 0x1p-23 * expected;

        if (!isnan (expected) && expected < 1e-37)
          g_assert_cmpfloat (fabs (y[j] - expected), <=, 1e-38); /* denormals, and what is left of them */
        else if (isnan (expected))
          g_assert_true (isnan (y[j]));
        else
          g_assert_cmpfloat (fabs (y[j] - expected), <=, error);
        if (!isnan (expected) && x[j] == -INFINITY)
          g_assert_true (y[j] == 0);
      }
}

static void
check_case (guint c, const char *width, const char *stream)
{
  const guint rows = cases[c].rows, n = cases[c].length;
  g_autofree float *x = make_floats (rows * n, 7 + c);
  FlBuffer *out, *max;
  Fixture *fix = make_graph (c, x, &out, &max);
  const float *y;

  make_special (x, rows, n);
  g_assert_true (fl_options_set (&fix->options, width, NULL));
  g_assert_true (fl_options_set (&fix->options, stream, NULL));
  build_and_run (fix);
  g_assert_cmpint (fix->program->n_kernels, ==, is_apart (c) ? 2 : 1);
  y = get_memory (fix, out);
  for (guint i = 0; i < rows; i++)
    check_row (c, x + n * i, y + (has_only_sums (c) ? i : n * i),
               cases[c].kind == SUMS ? ((float *) get_memory (fix, max))[i] : 0);
  /* Rows overlap as stages of a pipeline where the L2 cache holds one, 65536 floats (where several fit the L1 cache,
   * in a stage for each loop); with non-temporal stores, where they begin with a line. */
  if (!has_only_sums (c))
    g_assert_cmpint (!!strstr (fix->program->source, "_next"), ==,
                     rows >= 8 && n <= 65536 && (stream == streams[0] || n % 16 == 0));
  fixture_free (fix);
}

static void
test_rows (gconstpointer data)
{
  for (guint w = 0; w < (get_cross () ? 1 : G_N_ELEMENTS (widths)); w++)
    for (guint s = 0; s < G_N_ELEMENTS (streams); s++)
      check_case (GPOINTER_TO_UINT (data), widths[w], streams[s]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/softmax/%s", cases[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_rows);
    }
  return has_cross_or_none () ? g_test_run () : 0;
}
