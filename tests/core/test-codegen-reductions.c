/* Generated reductions and scans: loop bodies made by hand against what the test computes in
 * double. */
#include "fl-codegen-fixture.h"

/* --- reductions -------------------------------------------------------------------------------- */

static double
reduce_in_double (FlReductionType type, const float *x, guint n, guint stride)
{
  double result = type == FL_REDUCTION_PROD                              ? 1
                  : type == FL_REDUCTION_SUM || type == FL_REDUCTION_ANY ? 0
                                                                         : x[0],
         best = x[0];

  if (type == FL_REDUCTION_ARGMAX || type == FL_REDUCTION_ARGMIN)
    result = 0;
  for (guint i = 0; i < n; i++)
    {
      double value = x[i * stride];

      if (type == FL_REDUCTION_SUM)
        result += value;
      else if (type == FL_REDUCTION_PROD)
        result *= value;
      else if (type == FL_REDUCTION_ANY)
        result = result != 0 || value != 0;
      else if (type == FL_REDUCTION_MAX || type == FL_REDUCTION_MIN)
        result = isnan (result)                                                                  ? result
                 : isnan (value) || (type == FL_REDUCTION_MAX ? value > result : value < result) ? value
                                                                                                 : result;
      else if (!isnan (best) && (isnan (value) || (type == FL_REDUCTION_ARGMAX ? value > best : value < best)))
        {
          best = value;
          result = i;
        }
    }
  return result;
}

/* Every type, along rows (stride 1) and along columns (strips), with equal extremes and a NaN in
 * one row. */
static void
test_reductions (gconstpointer data)
{
  gboolean is_column = GPOINTER_TO_INT (data);
  FlReductionType types[] = { FL_REDUCTION_SUM, FL_REDUCTION_PROD,   FL_REDUCTION_MAX,   FL_REDUCTION_MIN,
                              FL_REDUCTION_ANY, FL_REDUCTION_ARGMAX, FL_REDUCTION_ARGMIN };
  enum
  {
    ROWS = 301,
    LENGTH = 45
  };
  g_autofree float *x = make_floats (ROWS * LENGTH, 7);

  x[3 * (is_column ? 1 : LENGTH) + 9 * (is_column ? ROWS : 1)] = NAN;
  for (guint i = 0; i < LENGTH; i++)
    x[5 * (is_column ? 1 : LENGTH) + i * (is_column ? ROWS : 1)] = 1.5f; /* all equal: the first wins */
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      Fixture *fix = fixture_new ();
      const FlSym *sizes[] = { num (fix, ROWS), num (fix, LENGTH) },
                  *in_sizes[] = { num (fix, is_column ? LENGTH : ROWS), num (fix, is_column ? ROWS : LENGTH) };
      gboolean is_index = types[t] == FL_REDUCTION_ARGMAX || types[t] == FL_REDUCTION_ARGMIN;
      FlDtype dtype = is_index ? FL_DTYPE_I64 : types[t] == FL_REDUCTION_ANY ? FL_DTYPE_BOOL : FL_DTYPE_F32;
      FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, in_sizes, x), *out;
      FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, dtype, 1, 1, sizes);
      const FlSym *index[] = { is_column ? loops->reduction_vars[0] : loops->vars[0],
                               is_column ? loops->vars[0] : loops->reduction_vars[0] };
      const FlExpr *value = load (fix, in, index);

      loops->reduction = types[t];
      loops->src_dtype = FL_DTYPE_F32;
      loops->values[0] = types[t] == FL_REDUCTION_ANY ? fl_expr_to_dtype (fix->pool, value, FL_DTYPE_BOOL) : value;
      out = add_computed (fix, loops, 1, sizes);
      add_output (fix, out);
      schedule_all (fix);
      build_and_run (fix);
      for (guint i = 0; i < ROWS; i++)
        {
          gpointer y = get_memory (fix, out);
          double got = is_index ? ((gint64 *) y)[i] : dtype == FL_DTYPE_BOOL ? ((guint8 *) y)[i] : ((float *) y)[i];

          assert_close (got,
                        reduce_in_double (types[t], is_column ? x + i : x + LENGTH * i, LENGTH, is_column ? ROWS : 1),
                        1e-5);
        }
      g_assert_cmpint (!!strstr (fix->program->source, "columns at a time"), ==, is_column);
      fixture_free (fix);
    }
}

/* mean and variance of rows far from zero: the two passes do not cancel. */
static void
test_welford_reduce (gconstpointer data)
{
  gboolean is_column = GPOINTER_TO_INT (data);
  enum
  {
    ROWS = 33,
    LENGTH = 70
  };
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_floats (ROWS * LENGTH, 8);
  const FlSym *sizes[] = { num (fix, ROWS), num (fix, LENGTH) },
              *in_sizes[] = { num (fix, is_column ? LENGTH : ROWS), num (fix, is_column ? ROWS : LENGTH) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, in_sizes, x), *outs[2];

  for (guint i = 0; i < ROWS * LENGTH; i++)
    x[i] += 1000;
  for (guint k = 0; k < 2; k++)
    {
      FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);
      const FlSym *index[] = { is_column ? loops->reduction_vars[0] : loops->vars[0],
                               is_column ? loops->vars[0] : loops->reduction_vars[0] };

      loops->reduction = FL_REDUCTION_WELFORD_REDUCE;
      loops->output_index = k;
      loops->values[0] = load (fix, in, index);
      outs[k] = add_computed (fix, loops, 1, sizes);
      add_output (fix, outs[k]);
    }
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  for (guint i = 0; i < ROWS; i++)
    {
      double mean = 0, m2 = 0;

      for (guint j = 0; j < LENGTH; j++)
        mean += x[is_column ? ROWS * j + i : LENGTH * i + j] / (double) LENGTH;
      for (guint j = 0; j < LENGTH; j++)
        m2 += pow (x[is_column ? ROWS * j + i : LENGTH * i + j] - mean, 2);
      assert_close (((float *) get_memory (fix, outs[0]))[i], mean, 1e-6);
      assert_close (((float *) get_memory (fix, outs[1]))[i], m2, 1e-4);
    }
  /* Both results come from one reduction; rows are pipelined, so that each stands there several times. */
  if (is_column)
    g_assert_null (strstr (fix->program->source, "about_mean_total_1"));
  fixture_free (fix);
}

/* Rows of `length` elements, or columns when the loops say so, reduced with the values that the
 * caller sets. */
typedef struct
{
  Fixture *fix;
  gboolean is_column;
  gint64 rows, length;
  FlBuffer *inputs[3];
} Rows;

static FlLoops *
new_row_loops (Rows *self, FlReductionType type, FlDtype dtype, guint output, guint n_values)
{
  const FlSym *sizes[] = { num (self->fix, self->rows), num (self->fix, self->length) };
  FlLoops *loops = new_loops (self->fix, FL_LOOPS_REDUCTION, dtype, 1, 1, sizes);
  const FlSym *index[] = { self->is_column ? loops->reduction_vars[0] : loops->vars[0],
                           self->is_column ? loops->vars[0] : loops->reduction_vars[0] };

  loops->reduction = type;
  loops->output_index = output;
  loops->n_values = n_values;
  for (guint i = 0; i < n_values; i++)
    loops->values[i] = load (self->fix, self->inputs[i], index);
  return loops;
}

static FlBuffer *
add_rows (Rows *self, FlDtype dtype, gpointer data)
{
  const FlSym *sizes[] = { num (self->fix, self->is_column ? self->length : self->rows),
                           num (self->fix, self->is_column ? self->rows : self->length) };

  return add_input (self->fix, dtype, 2, sizes, data);
}

static FlBuffer *
add_result (Rows *self, FlLoops *loops)
{
  const FlSym *sizes[] = { num (self->fix, self->rows) };
  FlBuffer *buffer = add_computed (self->fix, loops, 1, sizes);

  add_output (self->fix, buffer);
  return buffer;
}

static gint64
get_place (const Rows *self, gint64 row, gint64 k)
{
  return self->is_column ? k * self->rows + row : row * self->length + k;
}

/* Exclusive or of all bits, for integers of 32 and 64 bits. */
static void
test_xor_sum (gconstpointer data)
{
  for (guint wide = 0; wide < 2; wide++)
    {
      Rows self = { .fix = fixture_new (), .is_column = GPOINTER_TO_INT (data), .rows = 70, .length = 33 };
      g_autofree gint64 *longs = g_new (gint64, self.rows * self.length);
      g_autofree gint32 *ints = g_new (gint32, self.rows * self.length);
      FlDtype dtype = wide ? FL_DTYPE_I64 : FL_DTYPE_I32;
      FlLoops *loops;
      FlBuffer *out;

      for (gint64 i = 0; i < self.rows * self.length; i++)
        {
          longs[i] = (gint64) ((guint64) i * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15));
          ints[i] = (gint32) longs[i];
        }
      self.inputs[0] = add_rows (&self, dtype, wide ? (gpointer) longs : (gpointer) ints);
      loops = new_row_loops (&self, FL_REDUCTION_XOR_SUM, dtype, 0, 1);
      out = add_result (&self, loops);
      schedule_all (self.fix);
      build_and_run (self.fix);
      for (gint64 row = 0; row < self.rows; row++)
        {
          gint64 expected = 0;
          gpointer got = get_memory (self.fix, out);

          for (gint64 k = 0; k < self.length; k++)
            expected ^= wide ? longs[get_place (&self, row, k)] : ints[get_place (&self, row, k)];
          g_assert_cmpint (wide ? ((gint64 *) got)[row] : ((gint32 *) got)[row], ==, expected);
        }
      fixture_free (self.fix);
    }
}

/* The sum of products, as matrix products inside kernels ask for it. */
static void
test_dot (gconstpointer data)
{
  Rows self = { .fix = fixture_new (), .is_column = GPOINTER_TO_INT (data), .rows = 37, .length = 200 };
  g_autofree float *x = make_floats (self.rows * self.length, 21), *y = make_floats (self.rows * self.length, 22);
  FlLoops *loops;
  FlBuffer *out;

  self.inputs[0] = add_rows (&self, FL_DTYPE_F32, x);
  self.inputs[1] = add_rows (&self, FL_DTYPE_F32, y);
  loops = new_row_loops (&self, FL_REDUCTION_DOT, FL_DTYPE_F32, 0, 2);
  loops->values[0] = fl_expr_op2 (self.fix->pool, FL_SCALAR_MUL, loops->values[0], loops->values[1]);
  loops->n_values = 1;
  out = add_result (&self, loops);
  schedule_all (self.fix);
  build_and_run (self.fix);
  for (gint64 row = 0; row < self.rows; row++)
    {
      double expected = 0, scale = 0;

      for (gint64 k = 0; k < self.length; k++)
        {
          expected += (double) x[get_place (&self, row, k)] * y[get_place (&self, row, k)];
          scale += fabs ((double) x[get_place (&self, row, k)] * y[get_place (&self, row, k)]);
        }
      g_assert_cmpfloat (fabs (((float *) get_memory (self.fix, out))[row] - expected), <=, 1e-6 * scale);
    }
  fixture_free (self.fix);
}

/* Largest element and the sum of exponentials below it, from one reduction; a row of minus infinity
 * and one with a NaN. */
static void
test_online_softmax (gconstpointer data)
{
  Rows self = { .fix = fixture_new (), .is_column = GPOINTER_TO_INT (data), .rows = 40, .length = 130 };
  g_autofree float *x = make_floats (self.rows * self.length, 23);
  FlBuffer *outs[2];

  for (gint64 i = 0; i < self.rows * self.length; i++)
    x[i] *= 20; /* exponentials of it overflow */
  x[get_place (&self, 5, 7)] = NAN;
  self.inputs[0] = add_rows (&self, FL_DTYPE_F32, x);
  for (guint i = 0; i < 2; i++)
    outs[i] = add_result (&self, new_row_loops (&self, FL_REDUCTION_ONLINE_SOFTMAX, FL_DTYPE_F32, i, 1));
  schedule_all (self.fix);
  fuse_all (self.fix, FL_SCHED_FUSED);
  build_and_run (self.fix);
  for (gint64 row = 0; row < self.rows; row++)
    {
      double max = -INFINITY, sum = 0;

      for (gint64 k = 0; k < self.length; k++)
        max = isnan (max) || isnan (x[get_place (&self, row, k)]) ? NAN : MAX (max, x[get_place (&self, row, k)]);
      for (gint64 k = 0; k < self.length; k++)
        sum += exp (x[get_place (&self, row, k)] - max);
      assert_close (((float *) get_memory (self.fix, outs[0]))[row], max, 1e-6);
      assert_close (((float *) get_memory (self.fix, outs[1]))[row], sum, 1e-5);
    }
  fixture_free (self.fix);
}

/* Mean, sum of squared deviations and weight of parts, joined: what one Welford pass over all
 * elements gives. */
static void
test_welford_combine (gconstpointer data)
{
  enum
  {
    PARTS = 48,
    PART = 9
  };
  Rows self = { .fix = fixture_new (), .is_column = GPOINTER_TO_INT (data), .rows = 35, .length = PARTS };
  g_autofree float *elements = make_floats (self.rows * PARTS * PART, 24);
  float *parts[3]
      = { g_new0 (float, self.rows *PARTS), g_new0 (float, self.rows *PARTS), g_new0 (float, self.rows *PARTS) };
  FlBuffer *outs[3];

  for (gint64 row = 0; row < self.rows; row++)
    for (gint64 k = 0; k < PARTS; k++)
      {
        gint64 n = k % 4 == 3 ? 0 : 1 + k % PART, place = get_place (&self, row, k); /* every fourth part is empty */
        const float *x = elements + (row * PARTS + k) * PART;
        double mean = 0, m2 = 0;

        for (gint64 i = 0; i < n; i++)
          mean += (double) x[i] / n;
        for (gint64 i = 0; i < n; i++)
          m2 += (x[i] - mean) * (x[i] - mean);
        parts[0][place] = row == 3 && (k == 1 || k == 2) ? INFINITY : mean; /* finite ones follow */
        parts[1][place] = row == 3 && (k == 1 || k == 2) ? NAN : m2;
        parts[2][place] = n;
      }
  for (guint i = 0; i < 3; i++)
    self.inputs[i] = add_rows (&self, FL_DTYPE_F32, parts[i]);
  for (guint i = 0; i < 3; i++)
    outs[i] = add_result (&self, new_row_loops (&self, FL_REDUCTION_WELFORD_COMBINE, FL_DTYPE_F32, i, 3));
  schedule_all (self.fix);
  fuse_all (self.fix, FL_SCHED_FUSED);
  build_and_run (self.fix);
  for (gint64 row = 0; row < self.rows; row++)
    {
      double mean = 0, m2 = 0, weight = 0;

      for (gint64 k = 0; k < PARTS; k++)
        {
          gint64 place = get_place (&self, row, k);

          mean += (double) parts[0][place] * parts[2][place];
          weight += parts[2][place];
        }
      mean /= weight;
      for (gint64 k = 0; k < PARTS; k++)
        {
          gint64 place = get_place (&self, row, k);

          m2 += parts[1][place] + parts[2][place] * (parts[0][place] - mean) * (parts[0][place] - mean);
        }
      if (isinf (mean))
        g_assert_cmpfloat (((float *) get_memory (self.fix, outs[0]))[row], ==, mean);
      else
        g_assert_cmpfloat (fabs (((float *) get_memory (self.fix, outs[0]))[row] - mean), <=, 1e-5);
      assert_close (((float *) get_memory (self.fix, outs[1]))[row], m2, 1e-5);
      assert_close (((float *) get_memory (self.fix, outs[2]))[row], weight, 1e-6);
    }
  for (guint i = 0; i < 3; i++)
    g_free (parts[i]);
  fixture_free (self.fix);
}

/* --- scans ------------------------------------------------------------------------------------- */

static double
scan_in_double (const char *op, double before, double value, gboolean is_first)
{
  if (is_first)
    return value;
  if (g_str_equal (op, "add"))
    return before + value;
  if (g_str_equal (op, "mul"))
    return before * value;
  if (isnan (before) || isnan (value))
    return NAN;
  return g_str_equal (op, "maximum") ? MAX (before, value) : MIN (before, value);
}

/* Running sums and the like, stored where each element was read: along rows and along columns. */
static void
test_scans (gconstpointer data)
{
  static const char *const ops[] = { "add", "mul", "maximum", "minimum" };

  for (guint o = 0; o < G_N_ELEMENTS (ops); o++)
    {
      Rows self = { .fix = fixture_new (), .is_column = GPOINTER_TO_INT (data), .rows = 19, .length = 25 };
      g_autofree float *x = make_floats (self.rows * self.length, 25 + o);
      const FlSym *shape[] = { num (self.fix, self.is_column ? self.length : self.rows),
                               num (self.fix, self.is_column ? self.rows : self.length) };
      FlLoops *loops;
      const FlSym **index;
      FlBuffer *out;

      self.inputs[0] = add_rows (&self, FL_DTYPE_F32, x);
      loops = new_row_loops (&self, FL_REDUCTION_SUM, FL_DTYPE_F32, 0, 1);
      index = fl_arena_new (self.fix->arena, const FlSym *, 2);
      index[self.is_column] = loops->vars[0];
      index[!self.is_column] = loops->reduction_vars[0];
      loops->kind = FL_LOOPS_SCAN;
      loops->scan_op = ops[o];
      loops->scatter_index = index;
      loops->n_scatter_index = 2;
      out = add_computed (self.fix, loops, 2, shape);
      add_output (self.fix, out);
      schedule_all (self.fix);
      build_and_run (self.fix);
      for (gint64 row = 0; row < self.rows; row++)
        {
          double expected = 0;

          for (gint64 k = 0; k < self.length; k++)
            {
              expected = scan_in_double (ops[o], expected, x[get_place (&self, row, k)], k == 0);
              g_assert_cmpfloat (fabs (((float *) get_memory (self.fix, out))[get_place (&self, row, k)] - expected),
                                 <=, 1e-5 * (1 + fabs (expected)));
            }
        }
      fixture_free (self.fix);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestDataFunc func;
  } tests[] = { { "all-types", test_reductions },
                { "welford", test_welford_reduce },
                { "xor-sum", test_xor_sum },
                { "dot", test_dot },
                { "online-softmax", test_online_softmax },
                { "welford-combine", test_welford_combine },
                { "scan", test_scans } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (gint is_column = 0; is_column < 2; is_column++)
      {
        g_autofree char *path
            = g_strdup_printf ("/core/codegen/reduction/%s/%s", tests[i].name, is_column ? "columns" : "rows");

        g_test_add_data_func (path, GINT_TO_POINTER (is_column), tests[i].func);
      }
  return has_cross_or_none () ? g_test_run () : 0;
}
