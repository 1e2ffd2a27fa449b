/* Norms as generated code: rows whose sums are made beside the results of the row before, of every kind of length and
 * number, with NaN, infinities, means that are far larger than the deviations; with sums that are stored on the way. */
#include "fl-codegen-fixture.h"

static const char *const widths[] = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };
static const char *const streams[] = { "cpu.stream_bytes=0", "cpu.stream_bytes=1" };

typedef enum
{
  LAYER,   /* (x - mean) / sqrt (variance + 1e-5) */
  ROOT,    /* x / sqrt (mean of squares + 1e-6) */
  LARGEST, /* x / max (x) */
  N_KINDS
} Kind;

typedef enum
{
  NO,
  STORED, /* which is a result, too */
  AGAIN   /* which each loop would compute anew: it is kept in a row on the stack */
} Sum;

typedef struct
{
  Kind kind;
  guint rows, length;
  Sum sum; /* is x a sum of two inputs? */
} Case;

static const char *const kind_names[N_KINDS] = { "layer", "root", "largest" }, *const sum_names[]
                                                                               = { "", "-of-sum", "-of-sum-again" };

static const Case cases[] = {
  { LAYER, 23, 768, NO },     { LAYER, 23, 1003, NO },    { LAYER, 11, 4096, NO },    { LAYER, 40, 100, NO },
  { LAYER, 19, 16, NO },      { LAYER, 9, 5, NO },        { LAYER, 3, 768, NO },      { LAYER, 11, 9000, NO },
  { LAYER, 23, 768, STORED }, { LAYER, 14, 70, STORED },  { LAYER, 900, 768, NO },    { ROOT, 23, 768, NO },
  { ROOT, 12, 1003, NO },     { ROOT, 23, 768, STORED },  { LARGEST, 23, 768, NO },   { LARGEST, 13, 257, STORED },
  { LAYER, 23, 768, AGAIN },  { LAYER, 17, 100, AGAIN },  { LAYER, 30, 1024, AGAIN }, { LAYER, 8, 300, AGAIN },
  { ROOT, 12, 1003, AGAIN },  { LARGEST, 13, 40, AGAIN }, { LARGEST, 9, 9003, NO },   { LAYER, 9, 66000, NO },
};

/* Rows 1 to 7 are of a special kind each. */
static void
make_special (float *x, guint rows, guint n)
{
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < n; j++)
      {
        float *at = &x[n * i + j];

        if (i == 1)
          *at += 1000;
        if (i == 2)
          *at = j < n / 4 ? 0 : 1000 + *at; /* the first elements tell little of the others */
        if (i == 3)
          *at = 0.1f;
        if (i == 4 && j == n / 2)
          *at = NAN;
        if (i == 5 && j == n - 1)
          *at = INFINITY;
        if (i == 6)
          *at = 1e20f * (1 + *at / 1000); /* squares overflow */
        if (i == 7 && j % 2)
          *at = -*at;
      }
}

static const FlExpr *
square (Fixture *fix, const FlExpr *x)
{
  return fl_expr_op2 (fix->pool, FL_SCALAR_MUL, x, x);
}

static const FlExpr *
divide (Fixture *fix, const FlExpr *x, double by)
{
  return fl_expr_op2 (fix->pool, FL_SCALAR_TRUEDIV, x, fl_expr_constant (fix->pool, FL_DTYPE_F32, by));
}

static const FlExpr *
invert_root (Fixture *fix, const FlExpr *x, double more)
{
  return fl_expr_op1 (fix->pool, FL_SCALAR_RSQRT,
                      fl_expr_op2 (fix->pool, FL_SCALAR_ADD, x, fl_expr_constant (fix->pool, FL_DTYPE_F32, more)));
}

/* The operand of the norm. */
static const FlExpr *
get_operand (Fixture *fix, FlBuffer *in, FlBuffer *other, const FlSym *const *vars)
{
  const FlExpr *value = load (fix, in, vars);

  return other ? fl_expr_op2 (fix->pool, FL_SCALAR_ADD, value, load (fix, other, vars)) : value;
}

static FlLoops *
new_sum (Fixture *fix, const FlSym *const *sizes, FlReductionType type)
{
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);

  loops->reduction = type;
  return loops;
}

/* The graph's results: the norm and, where there is one, the sum of two inputs. */
static void
make_graph (Fixture *fix, const Case *c, float *x, float *y, FlBuffer **out, FlBuffer **both)
{
  const FlSym *sizes[] = { num (fix, c->rows), num (fix, c->length) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x),
           *other = c->sum ? add_input (fix, FL_DTYPE_F32, 2, sizes, y) : NULL, *sum, *mean = NULL;
  FlLoops *loops;
  const FlExpr *value;

  *both = NULL;
  if (c->sum == STORED)
    {
      loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
      loops->values[0] = get_operand (fix, in, other, loops->vars);
      in = *both = add_computed (fix, loops, 2, sizes);
      other = NULL;
    }
  loops = new_sum (fix, sizes, c->kind == LARGEST ? FL_REDUCTION_MAX : FL_REDUCTION_SUM);
  value = get_operand (fix, in, other, loops->vars);
  loops->values[0] = c->kind == ROOT ? square (fix, value) : value;
  sum = add_computed (fix, loops, 1, sizes);
  if (c->kind == LAYER)
    {
      loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
      loops->values[0] = divide (fix, load (fix, sum, loops->vars), c->length);
      mean = add_computed (fix, loops, 1, sizes);
      loops = new_sum (fix, sizes, FL_REDUCTION_SUM);
      loops->values[0] = square (fix, fl_expr_op2 (fix->pool, FL_SCALAR_SUB, get_operand (fix, in, other, loops->vars),
                                                   load (fix, mean, loops->vars)));
      sum = add_computed (fix, loops, 1, sizes);
    }
  loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  value = get_operand (fix, in, other, loops->vars);
  if (c->kind == LARGEST)
    value = fl_expr_op2 (fix->pool, FL_SCALAR_TRUEDIV, value, load (fix, sum, loops->vars));
  else
    value = fl_expr_op2 (fix->pool, FL_SCALAR_MUL,
                         mean ? fl_expr_op2 (fix->pool, FL_SCALAR_SUB, value, load (fix, mean, loops->vars)) : value,
                         invert_root (fix, divide (fix, load (fix, sum, loops->vars), c->length), mean ? 1e-5 : 1e-6));
  loops->values[0] = value;
  *out = add_computed (fix, loops, 2, sizes);
  add_output (fix, *out);
  if (*both)
    add_output (fix, *both);
}

/* Expected values from float64. What floats lose: of the mean 2^-24 and the sum's roundings, which count as deviations
 * do: one of 16 lanes or more adds up n / 16 terms, and where those are alike a quarter of the roundings go one way. */
static void
check_row (const Case *c, const float *x, const float *y)
{
  const guint n = c->length;
  double sum = 0, squares = 0, largest = -INFINITY, mean, scale;

  for (guint j = 0; j < n; j++)
    {
      sum += x[j];
      largest = isnan (largest) || isnan (x[j]) ? NAN : MAX (largest, x[j]);
    }
  mean = c->kind == LAYER ? sum / n : 0;
  for (guint j = 0; j < n; j++)
    squares += (x[j] - mean) * (x[j] - mean);
  scale = c->kind == LARGEST ? 1 / largest : 1 / sqrt (squares / n + (c->kind == LAYER ? 1e-5 : 1e-6));
  if (c->kind == ROOT && squares > 3.4e38)
    scale = 0; /* the sum is infinite in floats, too: PyTorch's floats say 0 as well */
  for (guint j = 0; j < n; j++)
    {
      double expected = (x[j] - mean) * scale;

      if (isnan (expected))
        g_assert_true (isnan (y[j]));
      else if (c->kind == LAYER && squares > 3.4e38)
        g_assert_cmpfloat (fabs (y[j]), <=,
                           1e-5); /* the sum about the mean is infinite, too: the rest is divided by infinity */
      else
        g_assert_cmpfloat (fabs (y[j] - expected), <=,
                           3e-6 * fabs (expected) + (3e-7 + n / 64.0 * 0x1p-24) * fabs (mean) * scale + 1e-6);
    }
}

static void
check_case (const Case *c, const char *width, const char *stream)
{
  const guint n = c->length;
  g_autofree float *x = make_floats (c->rows * n, 5), *y = make_floats (c->rows * n, 6),
                   *sums = g_new (float, c->rows *n);
  Fixture *fix = fixture_new ();
  FlBuffer *out, *both;
  const float *results;

  make_special (x, c->rows, n);
  for (guint i = 0; i < c->rows * n; i++)
    sums[i] = c->sum ? x[i] + y[i] : x[i];
  make_graph (fix, c, x, y, &out, &both);
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_OUTER_LOOP);
  g_assert_true (fl_options_set (&fix->options, width, NULL));
  g_assert_true (fl_options_set (&fix->options, stream, NULL));
  build_and_run (fix);
  g_assert_cmpint (fix->program->n_kernels, ==, 1);
  results = get_memory (fix, out);
  for (guint i = 0; i < c->rows; i++)
    check_row (c, sums + n * i, results + n * i);
  for (guint i = 0; both && i < c->rows * n; i++)
    if (!isnan (sums[i]))
      g_assert_cmpfloat (((float *) get_memory (fix, both))[i], ==, sums[i]);
  /* Rows are pipelined where two fit the L2 cache; with non-temporal stores, where they begin with a line. */
  g_assert_cmpint (!!strstr (fix->program->source, "_next"), ==,
                   c->rows >= 8 && n <= 65536 && (stream == streams[0] || n % 16 == 0));
  fixture_free (fix);
}

static void
test_rows (gconstpointer data)
{
  for (guint w = 0; w < (get_cross () ? 1 : G_N_ELEMENTS (widths)); w++)
    for (guint s = 0; s < G_N_ELEMENTS (streams); s++)
      check_case (data, widths[w], streams[s]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/beside/%s%s-%ux%u", kind_names[cases[i].kind],
                                               sum_names[cases[i].sum], cases[i].rows, cases[i].length);

      g_test_add_data_func (path, &cases[i], test_rows);
    }
  return g_test_run ();
}
