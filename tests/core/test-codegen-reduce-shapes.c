/* Generated reductions of many shapes: whole and partial vectors, rows left over, long columns and rows, places of
 * equal extremes and of NaN; against what the test computes in double. */
#include "fl-codegen-fixture.h"
#include "fl-loop-program.h"
#include "fl-test-long.h"

typedef struct
{
  gint64 rows, length; /* results, elements of each */
  gboolean is_column;  /* results lie side by side, elements of one a row apart */
} Shape;

static const Shape shapes[] = {
  { 7, 64, FALSE },    { 5, 65, FALSE },   { 5, 127, FALSE }, { 3, 768, FALSE },  { 9, 1003, FALSE },
  { 2, 9001, FALSE },  { 1, 4097, FALSE }, { 64, 5, TRUE },   { 65, 6, TRUE },    { 3, 200, TRUE },
  { 1, 70, TRUE },     { 100, 7, TRUE },   { 1030, 9, TRUE }, { 48, 1025, TRUE }, { 20, 3001, TRUE },
  { 33, 4, TRUE },     { 16, 1, TRUE },    { 200, 2, TRUE },  { 8, 64, FALSE },   { 19, 768, FALSE },
  { 300, 100, FALSE }, { 100, 8, FALSE },  { 37, 5, FALSE },  { 64, 16, FALSE },  { 333, 49, FALSE },
  { 1000, 64, FALSE }, { 32, 32, FALSE },  { 50, 63, FALSE }, { 100, 24, FALSE }, { 200, 23, FALSE },
};

static const char *const widths[] = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };

static const FlReductionType types[] = { FL_REDUCTION_SUM, FL_REDUCTION_PROD,   FL_REDUCTION_MAX,   FL_REDUCTION_MIN,
                                         FL_REDUCTION_ANY, FL_REDUCTION_ARGMAX, FL_REDUCTION_ARGMIN };

static gint64
get_place (const Shape *shape, gint64 row, gint64 k)
{
  return shape->is_column ? k * shape->rows + row : row * shape->length + k;
}

/* PyTorch's rules: NaN wins, the first of several; of equal elements the first. */
static gboolean
is_better (FlReductionType type, double value, double best)
{
  if (isnan (best) || isnan (value))
    return isnan (value) && !isnan (best);
  return type == FL_REDUCTION_MAX || type == FL_REDUCTION_ARGMAX ? value > best : value < best;
}

static double
reduce_in_double (FlReductionType type, const Shape *shape, const float *x, gint64 row, double *scale)
{
  double sum = 0, product = 1, best = x[get_place (shape, row, 0)];
  gint64 place = 0;
  gboolean any = FALSE;

  *scale = 1;
  for (gint64 k = 0; k < shape->length; k++)
    {
      double value = x[get_place (shape, row, k)];

      sum += value;
      product *= value;
      *scale += fabs (value);
      any |= value > 2.5;
      if (k > 0 && is_better (type, value, best))
        {
          best = value;
          place = k;
        }
    }
  if (type != FL_REDUCTION_SUM)
    *scale = MAX (1, fabs (product));
  return type == FL_REDUCTION_SUM                                     ? sum
         : type == FL_REDUCTION_PROD                                  ? product
         : type == FL_REDUCTION_ANY                                   ? any
         : type == FL_REDUCTION_ARGMAX || type == FL_REDUCTION_ARGMIN ? place
                                                                      : best;
}

/* Rows of a kind: nothing but one number, but infinities, with several NaN, with one extreme at the end. */
static void
make_special (const Shape *shape, float *x)
{
  for (gint64 k = 0; k < shape->length; k++)
    {
      if (shape->rows > 1)
        x[get_place (shape, 1, k)] = 1;
      if (shape->rows > 2)
        x[get_place (shape, 2, k)] = k % 3 == 2 ? INFINITY : -INFINITY;
      if (shape->rows > 4)
        x[get_place (shape, 4, k)] = k % 50 == 49 ? -NAN : x[get_place (shape, 4, k)];
      if (shape->rows > 6)
        x[get_place (shape, 6, k)] = k == shape->length - 1 ? 9 : k == shape->length - 2 ? -9 : -0.0f;
    }
}

static FlBuffer *
add_reduced (Fixture *fix, const Shape *shape, FlReductionType type, FlBuffer *in)
{
  const FlSym *sizes[] = { num (fix, shape->rows), num (fix, shape->length) };
  gboolean is_index = type == FL_REDUCTION_ARGMAX || type == FL_REDUCTION_ARGMIN;
  FlDtype dtype = is_index ? FL_DTYPE_I64 : type == FL_REDUCTION_ANY ? FL_DTYPE_BOOL : FL_DTYPE_F32;
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, dtype, 1, 1, sizes);
  const FlSym *index[] = { shape->is_column ? loops->reduction_vars[0] : loops->vars[0],
                           shape->is_column ? loops->vars[0] : loops->reduction_vars[0] };
  const FlExpr *value = load (fix, in, index);

  if (type == FL_REDUCTION_ANY)
    value = fl_expr_op2 (fix->pool, FL_SCALAR_GT, value, fl_expr_constant (fix->pool, FL_DTYPE_F32, 2.5));
  loops->reduction = type;
  loops->src_dtype = type == FL_REDUCTION_ANY ? FL_DTYPE_BOOL : FL_DTYPE_F32;
  loops->values[0] = value;
  return add_computed (fix, loops, 1, sizes);
}

static double
get_result (Fixture *fix, FlReductionType type, FlBuffer *out, gint64 row)
{
  gpointer y = get_memory (fix, out);

  if (type == FL_REDUCTION_ARGMAX || type == FL_REDUCTION_ARGMIN)
    return ((gint64 *) y)[row];
  return type == FL_REDUCTION_ANY ? ((guint8 *) y)[row] : ((float *) y)[row];
}

static gboolean
is_short (const Shape *shape)
{
  return !shape->is_column && shape->rows >= 32 && shape->length >= 4 && shape->length <= 64;
}

/* Every kind of reduction of every shape at every width in the long form; three kinds of a shape at a time otherwise,
 * others with each shape and width. */
static gboolean
is_left_out (guint type, const Shape *shape, guint width)
{
  return !is_long_run () && (type + (guint) (shape - shapes) + 3 * width) % G_N_ELEMENTS (types) >= 3;
}

static void
check_shape (const Shape *shape, guint width)
{
  g_autofree float *x = make_floats (shape->rows * shape->length, 31);

  make_special (shape, x);
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      if (is_left_out (t, shape, width))
        continue;
      Fixture *fix = fixture_new ();
      const FlSym *sizes[] = { num (fix, shape->is_column ? shape->length : shape->rows),
                               num (fix, shape->is_column ? shape->rows : shape->length) };
      FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x), *out = add_reduced (fix, shape, types[t], in);

      if (types[t] == FL_REDUCTION_PROD)
        for (gint64 i = 0; i < shape->rows * shape->length; i++)
          x[i] = isfinite (x[i]) ? 1 + (x[i] - 1) / 1000 : x[i]; /* no overflow */
      add_output (fix, out);
      schedule_all (fix);
      g_assert_true (width == G_N_ELEMENTS (widths) || fl_options_set (&fix->options, widths[width], NULL));
      build_and_run (fix);
      if (types[t] <= FL_REDUCTION_MIN && !shape->is_column) /* of any length: lanes, be the last vector partial */
        g_assert_cmpint (!!strstr (fix->program->source, "fl_vec "), ==, shape->length >= FL_LOOP_FEWEST_FLOATS);
      if (types[t] >= FL_REDUCTION_ARGMAX && !shape->is_column)
        g_assert_cmpint (strstr (fix->program->source, "fl_lanes_of") || strstr (fix->program->source, "fl_find_4"), ==,
                         shape->length >= 64);
      for (gint64 row = 0; row < shape->rows; row++)
        {
          double scale, expected = reduce_in_double (types[t], shape, x, row, &scale),
                        got = get_result (fix, types[t], out, row);

          if (isnan (expected))
            g_assert_true (isnan (got));
          else if (isinf (expected) || types[t] > FL_REDUCTION_PROD)
            g_assert_cmpfloat (got, ==, expected);
          else
            g_assert_cmpfloat (fabs (got - expected), <=,
                               1e-6 * scale * (types[t] == FL_REDUCTION_PROD ? shape->length : 1));
        }
      fixture_free (fix);
      if (types[t] == FL_REDUCTION_PROD)
        {
          g_free (x);
          x = make_floats (shape->rows * shape->length, 31);
          make_special (shape, x);
        }
    }
}

/* Rows that are made as many at a time as a vector has lanes: at every width. */
static void
test_shape (gconstpointer data)
{
  check_shape (data, G_N_ELEMENTS (widths)); /* this machine's */
  for (guint w = 0; is_short (data) && !get_cross () && w < G_N_ELEMENTS (widths); w++)
    check_shape (data, w);
}

/* The largest and its place in one loop, as max.dim gives them. */
static void
test_extreme_and_place (void)
{
  const Shape shape = { 11, 300, FALSE };
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_floats (shape.rows * shape.length, 32);
  const FlSym *sizes[] = { num (fix, shape.rows), num (fix, shape.length) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x), *largest, *place;

  make_special (&shape, x);
  largest = add_reduced (fix, &shape, FL_REDUCTION_MAX, in);
  place = add_reduced (fix, &shape, FL_REDUCTION_ARGMAX, in);
  add_output (fix, largest);
  add_output (fix, place);
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  for (gint64 row = 0; row < shape.rows; row++)
    {
      double scale, expected = reduce_in_double (FL_REDUCTION_MAX, &shape, x, row, &scale);

      assert_close (get_result (fix, FL_REDUCTION_MAX, largest, row), expected, 0);
      g_assert_cmpfloat (get_result (fix, FL_REDUCTION_ARGMAX, place, row), ==,
                         reduce_in_double (FL_REDUCTION_ARGMAX, &shape, x, row, &scale));
    }
  g_assert_null (strstr (fix->program->source, "fl_max_across_4 ("));
  g_assert_nonnull (strstr (fix->program->source, "fl_lanes_of")); /* in two steps */
  fixture_free (fix);
}

/* --- is any element beyond a constant? -------------------------------------------------------- */

typedef struct
{
  FlScalar op;
  double bound;
  gboolean is_left; /* the constant stands on the left */
} Comparison;

static const Comparison comparisons[] = {
  { FL_SCALAR_GT, 2.5, FALSE },       { FL_SCALAR_GE, 1, FALSE },   { FL_SCALAR_LT, -2.5, FALSE },
  { FL_SCALAR_LE, 1, FALSE },         { FL_SCALAR_GT, 0, TRUE },    { FL_SCALAR_LE, 9, TRUE },
  { FL_SCALAR_GE, 0, FALSE },         { FL_SCALAR_LE, -9, FALSE },  { FL_SCALAR_GE, INFINITY, FALSE },
  { FL_SCALAR_GE, -INFINITY, FALSE }, { FL_SCALAR_LT, NAN, FALSE }, { FL_SCALAR_LE, INFINITY, FALSE },
};

static const Shape compared_shapes[] = {
  { 9, 1024, FALSE }, { 7, 65, FALSE }, { 9, 5, FALSE }, { 7, 9001, FALSE }, { 8, 333, TRUE }, { 7, 40, TRUE },
};

static gboolean
compare (const Comparison *c, double value)
{
  const double x = c->is_left ? c->bound : value, y = c->is_left ? value : c->bound;

  return c->op == FL_SCALAR_GT ? x > y : c->op == FL_SCALAR_GE ? x >= y : c->op == FL_SCALAR_LT ? x < y : x <= y;
}

static FlBuffer *
add_any (Fixture *fix, const Shape *shape, const Comparison *c, FlBuffer *in)
{
  const FlSym *sizes[] = { num (fix, shape->rows), num (fix, shape->length) };
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_BOOL, 1, 1, sizes);
  const FlSym *index[] = { loops->vars[0], loops->reduction_vars[0] }, *turned[] = { index[1], index[0] };
  const FlExpr *value = load (fix, in, shape->is_column ? turned : index),
               *bound = fl_expr_constant (fix->pool, FL_DTYPE_F32, c->bound);

  loops->reduction = FL_REDUCTION_ANY;
  loops->src_dtype = FL_DTYPE_BOOL;
  loops->values[0] = fl_expr_op2 (fix->pool, c->op, c->is_left ? bound : value, c->is_left ? value : bound);
  return add_computed (fix, loops, 1, sizes);
}

static void
check_comparisons (const Shape *shape, const char *width)
{
  const FlSym *sizes[2];
  g_autofree float *x = make_floats (shape->rows * shape->length, 35);
  FlBuffer *in, *outs[G_N_ELEMENTS (comparisons)];
  Fixture *fix = fixture_new ();

  make_special (shape, x);
  for (gint64 k = 0; k < shape->length; k++)
    x[get_place (shape, 5, k)] = NAN;
  sizes[shape->is_column] = num (fix, shape->rows);
  sizes[!shape->is_column] = num (fix, shape->length);
  in = add_input (fix, FL_DTYPE_F32, 2, sizes, x);
  for (guint c = 0; c < G_N_ELEMENTS (comparisons); c++)
    {
      outs[c] = add_any (fix, shape, &comparisons[c], in);
      add_output (fix, outs[c]);
    }
  schedule_all (fix);
  g_assert_true (width == NULL || fl_options_set (&fix->options, width, NULL));
  build_and_run (fix);
  for (guint c = 0; c < G_N_ELEMENTS (comparisons); c++)
    for (gint64 row = 0; row < shape->rows; row++)
      {
        gboolean expected = FALSE;

        for (gint64 k = 0; k < shape->length; k++)
          expected |= compare (&comparisons[c], x[get_place (shape, row, k)]);
        g_assert_cmpint (((guint8 *) get_memory (fix, outs[c]))[row], ==, expected);
      }
  fixture_free (fix);
}

static void
test_comparisons (gconstpointer data)
{
  check_comparisons (data, NULL);
  for (guint i = 0; !get_cross () && i < G_N_ELEMENTS (widths); i++)
    check_comparisons (data, widths[i]);
}

/* --- mean and variance ------------------------------------------------------------------------ */

/* x[outer][results][inner], reduced over outer and inner. */
typedef struct
{
  gint64 outer, results, inner;
  gboolean is_one_pass;
} Batch;

static const Batch batches[] = {
  { 3, 12, 784, TRUE }, { 1, 9, 9001, TRUE }, { 5, 8, 500, TRUE },  { 1, 3, 9001, TRUE },
  { 1, 2, 8192, TRUE }, { 6, 6, 49, TRUE },   { 3, 4, 784, TRUE },  { 2, 3, 5000, TRUE },
  { 700, 2, 20, TRUE }, { 1, 4, 300, TRUE },  { 1, 4, 200, FALSE },
};

static float *
make_batch (const Batch *batch)
{
  const gint64 n = batch->outer * batch->results * batch->inner;
  float *x = make_floats (n, 33);

  for (gint64 i = 0; i < n; i++)
    {
      gint64 result = i / batch->inner % batch->results,
             at = i / (batch->inner * batch->results) * batch->inner + i % batch->inner;

      if (result == 0)
        x[i] += 1000;
      else if (result == 1)
        x[i] = at < 64 ? 0 : 1000 + x[i]; /* the first elements tell little of the others */
      else if (result == 5)
        x[i] = 1e20f * (1 + x[i] / 1000); /* squares overflow */
      else if (result == 2)
        x[i] = 0.1f;
      else if (result == 3)
        x[i] = at == 100 ? INFINITY : x[i];
      else if (result == 4)
        x[i] = at == 7 ? NAN : x[i];
    }
  return x;
}

static void
check_moments (const Batch *batch, const float *x, gint64 result, double mean, double m2, double tolerance)
{
  const gint64 n = batch->outer * batch->inner;
  double expected = 0, squares = 0;

  for (gint64 i = 0; i < n; i++)
    expected += x[(i / batch->inner * batch->results + result) * batch->inner + i % batch->inner] / (double) n;
  for (gint64 i = 0; i < n; i++)
    squares += pow (x[(i / batch->inner * batch->results + result) * batch->inner + i % batch->inner] - expected, 2);
  if (isnan (expected))
    g_assert_true (isnan (mean));
  else if (isinf (expected))
    g_assert_cmpfloat (mean, ==, expected);
  else
    g_assert_cmpfloat (fabs (mean - expected), <=, tolerance * (fabs (expected) + 1));
  if (isnan (squares))
    g_assert_true (isnan (m2));
  else
    g_assert_cmpfloat (fabs (m2 - squares), <=,
                       2e-6 * squares + 1e-10 * n); /* 2^-24, times 8, times roundings of the sums */
}

static void
test_batch (gconstpointer data)
{
  const Batch *batch = data;
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_batch (batch);
  const FlSym *sizes[] = { num (fix, batch->results), num (fix, batch->outer), num (fix, batch->inner) },
              *in_sizes[] = { num (fix, batch->outer), num (fix, batch->results), num (fix, batch->inner) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 3, in_sizes, x), *outs[2];

  for (guint k = 0; k < 2; k++)
    {
      FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 2, sizes);
      const FlSym *index[] = { loops->reduction_vars[0], loops->vars[0], loops->reduction_vars[1] };

      loops->reduction = FL_REDUCTION_WELFORD_REDUCE;
      loops->output_index = k;
      loops->values[0] = load (fix, in, index);
      outs[k] = add_computed (fix, loops, 1, sizes);
      add_output (fix, outs[k]);
    }
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  for (gint64 i = 0; i < batch->results; i++)
    check_moments (batch, x, i, ((float *) get_memory (fix, outs[0]))[i], ((float *) get_memory (fix, outs[1]))[i],
                   2e-7);
  g_assert_cmpint (strstr (fix->program->source, "squares_lanes")
                       || strstr (fix->program->source, "squares_part_lanes"),
                   ==, batch->is_one_pass);
  fixture_free (fix);
}

/* A norm's two sums: a sum, a mean by division, a sum of squares about it. Of long rows, the squares are made on the
 * way; columns are read in whole rows twice. */
static void
make_two_sums (Fixture *fix, const Batch *batch, float *x, gboolean is_column, FlBuffer **mean, FlBuffer **about)
{
  const FlSym *sizes[] = { num (fix, batch->results), num (fix, batch->inner) }, *turned[] = { sizes[1], sizes[0] };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, is_column ? turned : sizes, x), *sum;
  FlLoops *sums = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes), *means, *squares;
  const FlSym *index[2];
  const FlExpr *deviation;

  index[is_column] = sums->vars[0];
  index[!is_column] = sums->reduction_vars[0];
  sums->reduction = FL_REDUCTION_SUM;
  sums->values[0] = load (fix, in, index);
  sum = add_computed (fix, sums, 1, sizes);
  means = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
  means->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_TRUEDIV, load (fix, sum, means->vars),
                                  fl_expr_constant (fix->pool, FL_DTYPE_F32, batch->inner));
  *mean = add_computed (fix, means, 1, sizes);
  squares = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);
  index[is_column] = squares->vars[0];
  index[!is_column] = squares->reduction_vars[0];
  deviation = fl_expr_op2 (fix->pool, FL_SCALAR_SUB, load (fix, in, index), load (fix, *mean, squares->vars));
  squares->reduction = FL_REDUCTION_SUM;
  squares->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_MUL, deviation, deviation);
  *about = add_computed (fix, squares, 1, sizes);
  add_output (fix, *mean);
  add_output (fix, *about);
}

static void
test_two_sums (gconstpointer data)
{
  const Batch *batch = data;
  g_autofree float *x = make_batch (batch), *columns = g_new (float, batch->results * batch->inner);

  for (gint64 i = 0; i < batch->results * batch->inner; i++)
    columns[i % batch->inner * batch->results + i / batch->inner] = x[i];
  for (guint is_column = 0; is_column < 2; is_column++)
    {
      Fixture *fix = fixture_new ();
      FlBuffer *mean, *about;

      make_two_sums (fix, batch, is_column ? columns : x, is_column, &mean, &about);
      schedule_all (fix);
      fuse_all (fix, FL_SCHED_OUTER_LOOP);
      build_and_run (fix);
      for (gint64 i = 0; i < batch->results; i++)
        check_moments (batch, x, i, ((float *) get_memory (fix, mean))[i], ((float *) get_memory (fix, about))[i],
                       is_column ? 2e-6
                                 : 2e-7); /* up to 1024 of a column one after the other: 2^-24 times the root of 1024 */
      g_assert_cmpint (strstr (fix->program->source, "squares_lanes")
                           || strstr (fix->program->source, "squares_next_lanes"),
                       ==, !is_column && batch->inner >= 256); /* a shorter row is gone through twice */
      g_assert_cmpint (!!strstr (fix->program->source, "columns at a time"), ==, is_column);
      fixture_free (fix);
    }
}

/* A norm over channels that lie apart, whose results lie side by side: x[3][channels][pixels] to
 * y[3][pixels][channels]. Sums go by whole rows of pixels, results by tiles. */
static void
test_turned_norm (gconstpointer data)
{
  const gint64 channels = ((const gint64 *) data)[0], pixels = ((const gint64 *) data)[1];
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_floats (3 * channels * pixels, 12);
  const FlSym *in_sizes[] = { num (fix, 3), num (fix, channels), num (fix, pixels) },
              *sizes[] = { in_sizes[0], in_sizes[2], in_sizes[1] };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 3, in_sizes, x), *sum, *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 2, 1, sizes);
  const FlSym *reduced[] = { loops->vars[0], loops->reduction_vars[0], loops->vars[1] };
  const FlExpr *value = load (fix, in, reduced);
  const float *y;

  loops->reduction = FL_REDUCTION_SUM;
  loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_MUL, value, value);
  sum = add_computed (fix, loops, 2, sizes);
  loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 3, 0, sizes);
  const FlSym *index[] = { loops->vars[0], loops->vars[2], loops->vars[1] };
  loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_MUL, load (fix, in, index),
                                  fl_expr_op1 (fix->pool, FL_SCALAR_RSQRT, load (fix, sum, loops->vars)));
  out = add_computed (fix, loops, 3, sizes);
  add_output (fix, out);
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_OUTER_LOOP);
  build_and_run (fix);
  g_assert_cmpint (fix->program->n_kernels, ==, 1);
  y = get_memory (fix, out);
  for (gint64 i = 0; i < 3 * pixels; i++)
    {
      double squares = 0;

      for (gint64 c = 0; c < channels; c++)
        squares += pow (x[(i / pixels * channels + c) * pixels + i % pixels], 2);
      for (gint64 c = 0; c < channels; c++)
        g_assert_cmpfloat (fabs (y[i * channels + c]
                                 - x[(i / pixels * channels + c) * pixels + i % pixels] / sqrt (squares)),
                           <=, 1e-6);
    }
  g_assert_nonnull (strstr (fix->program->source, "columns at a time"));
  g_assert_cmpint (!!strstr (fix->program->source, "tiles: memory"), ==, channels >= 8); /* half a tile */
  fixture_free (fix);
}

static const gint64 turned[][2] = { { 64, 1024 }, { 40, 50 }, { 17, 19 }, { 5, 100 } };

static const Batch pairs_of_sums[] = {
  { 1, 6, 768, TRUE }, { 1, 6, 1003, TRUE }, { 1, 6, 4096, TRUE }, { 1, 6, 70, TRUE }, { 1, 6, 5, TRUE },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/core/codegen/reduce-shapes/%s-%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT,
                             shapes[i].is_column ? "columns" : "rows", shapes[i].rows, shapes[i].length);

      g_test_add_data_func (path, &shapes[i], test_shape);
    }
  for (guint i = 0; i < G_N_ELEMENTS (compared_shapes); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/core/codegen/reduce-shapes/any-%s-%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT,
                             compared_shapes[i].is_column ? "columns" : "rows", compared_shapes[i].rows,
                             compared_shapes[i].length);

      g_test_add_data_func (path, &compared_shapes[i], test_comparisons);
    }
  for (guint i = 0; i < G_N_ELEMENTS (batches); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/reduce-shapes/batch-%" G_GINT64_FORMAT
                                               "x%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT,
                                               batches[i].outer, batches[i].results, batches[i].inner);

      g_test_add_data_func (path, &batches[i], test_batch);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pairs_of_sums); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/core/codegen/reduce-shapes/two-sums-%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT,
                             pairs_of_sums[i].results, pairs_of_sums[i].inner);

      g_test_add_data_func (path, &pairs_of_sums[i], test_two_sums);
    }
  for (guint i = 0; i < G_N_ELEMENTS (turned); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/core/codegen/reduce-shapes/turned-norm-%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT,
                             turned[i][0], turned[i][1]);

      g_test_add_data_func (path, turned[i], test_turned_norm);
    }
  g_test_add_func ("/core/codegen/reduce-shapes/extreme-and-place", test_extreme_and_place);
  return g_test_run ();
}
