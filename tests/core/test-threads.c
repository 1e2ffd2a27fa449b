/* Kernels divided among threads: every kind of reduction over every shape that is split, in several dtypes and ragged
 * sizes, comes out right, and alike bit by bit for any number of threads and any order of their parts. Expected values
 * are computed here, in double, by the definition of each reduction. */
#include "fl-test-long.h"
#include "fl-threads-fixture.h"

/* --- numbers in memory ------------------------------------------------------------------------ */

static guint16
round_half (float x)
{
  guint32 bits;

  memcpy (&bits, &x, 4);
  if (isnan (x))
    return 0x7e00;
  return x == 0 ? 0
                : (bits >> 16 & 0x8000) | ((bits >> 23 & 255) - 112) << 10
                      | (bits >> 13 & 1023); /* the numbers used here are exact */
}

static double
widen_half (guint16 half)
{
  double fraction = (half & 1023) / 1024.0, sign = half & 0x8000 ? -1 : 1;
  int exponent = half >> 10 & 31;

  if (exponent == 31)
    return half & 1023 ? NAN : sign * INFINITY;
  return exponent == 0 ? sign * ldexp (fraction, -14) : sign * ldexp (1 + fraction, exponent - 15);
}

static void
put (FlDtype dtype, gpointer data, gint64 at, double x)
{
  float single = x;
  guint32 bits;

  memcpy (&bits, &single, 4);
  switch ((int) dtype)
    {
    case FL_DTYPE_F64: ((double *) data)[at] = x; break;
    case FL_DTYPE_F32: ((float *) data)[at] = x; break;
    case FL_DTYPE_BF16: ((guint16 *) data)[at] = bits >> 16; break;
    case FL_DTYPE_F16: ((guint16 *) data)[at] = round_half (single); break;
    case FL_DTYPE_I64: ((gint64 *) data)[at] = x; break;
    case FL_DTYPE_I32: ((gint32 *) data)[at] = x; break;
    case FL_DTYPE_BOOL: ((guint8 *) data)[at] = x != 0; break;
    default: g_assert_not_reached ();
    }
}

static double
get (FlDtype dtype, gconstpointer data, gint64 at)
{
  guint32 bits;
  float single;

  switch ((int) dtype)
    {
    case FL_DTYPE_F64: return ((const double *) data)[at];
    case FL_DTYPE_F32: return ((const float *) data)[at];
    case FL_DTYPE_BF16:
      bits = (guint32) ((const guint16 *) data)[at] << 16;
      memcpy (&single, &bits, 4);
      return single;
    case FL_DTYPE_F16: return widen_half (((const guint16 *) data)[at]);
    case FL_DTYPE_I64: return ((const gint64 *) data)[at];
    case FL_DTYPE_I32: return ((const gint32 *) data)[at];
    case FL_DTYPE_BOOL: return ((const guint8 *) data)[at];
    default: g_assert_not_reached ();
    }
}

/* --- reductions ------------------------------------------------------------------------------- */

typedef enum
{
  SUM,
  MEAN,
  AMAX,
  AMIN,
  PROD,
  ANY,
  ALL,
  ARGMAX,
  ARGMIN,
  VAR,
  N_KINDS
} Kind;

static const struct
{
  const char *name, *full, *dim; /* calls: over everything; over dimension %u */
  gboolean takes_integers, takes_bools;
} kinds[] = {
  [SUM] = { "sum", "sum.default(x)", "sum.dim_IntList(x, [%u])", TRUE, FALSE },
  [MEAN] = { "mean", "mean.default(x)", "mean.dim(x, [%u])", FALSE, FALSE },
  [AMAX] = { "amax", "amax.default(x)", "amax.default(x, [%u])", TRUE, FALSE },
  [AMIN] = { "amin", "amin.default(x)", "amin.default(x, [%u])", TRUE, FALSE },
  [PROD] = { "prod", "prod.default(x)", "prod.dim_int(x, %u)", TRUE, FALSE },
  [ANY] = { "any", "any.default(x)", "any.dim(x, %u)", TRUE, TRUE },
  [ALL] = { "all", "all.default(x)", "all.dim(x, %u)", TRUE, TRUE },
  [ARGMAX] = { "argmax", "argmax.default(x)", "argmax.default(x, %u)", TRUE, FALSE },
  [ARGMIN] = { "argmin", "argmin.default(x)", "argmin.default(x, %u)", TRUE, FALSE },
  [VAR] = { "var", "var.correction(x, [0], correction = 1)", "var.correction(x, [%u], correction = 1)", FALSE, FALSE },
};

static gboolean
is_better (double x, double best, gboolean is_least)
{
  return is_least ? x < best : x > best;
}

/* Over n elements that lie step apart. */
static double
reduce (Kind kind, FlDtype dtype, gconstpointer data, gint64 at, gint64 n, gint64 step)
{
  double sum = 0, product = 1, best = get (dtype, data, at), squares = 0;
  gint64 place = 0;
  gboolean any = FALSE, all = TRUE, is_least = kind == AMIN || kind == ARGMIN;

  for (gint64 i = 0; i < n; i++)
    {
      double x = get (dtype, data, at + i * step);

      sum += x;
      product *= x;
      any |= x != 0;
      all &= x != 0;
      if (!isnan (best) && (isnan (x) || is_better (x, best, is_least)))
        {
          best = x;
          place = i;
        }
    }
  for (gint64 i = 0; i < n && kind == VAR; i++)
    squares += pow (get (dtype, data, at + i * step) - sum / n, 2);
  switch (kind)
    {
    case SUM: return sum;
    case MEAN: return sum / n;
    case AMAX:
    case AMIN: return best;
    case PROD: return product;
    case ANY: return any;
    case ALL: return all;
    case ARGMAX:
    case ARGMIN: return place;
    case VAR: return squares / (n - 1);
    case N_KINDS: break;
    }
  g_assert_not_reached ();
}

static FlDtype
get_result_dtype (Kind kind, FlDtype dtype)
{
  if (kind == ARGMAX || kind == ARGMIN)
    return FL_DTYPE_I64;
  if (kind == ANY || kind == ALL)
    return FL_DTYPE_BOOL;
  return !fl_dtype_is_float (dtype) && (kind == SUM || kind == PROD) ? FL_DTYPE_I64 : dtype;
}

/* Few different values, so that extremes are many; sums of single and double precision get all digits. */
static double
draw (GRand *rand, Kind kind, FlDtype dtype, gint64 i)
{
  if (kind == PROD)
    return (fl_dtype_is_float (dtype) ? i % 911 : i % 9110) == 5 ? 2
           : fl_dtype_is_float (dtype) && i % 911 == 700         ? 0.5
           : g_rand_boolean (rand)                               ? 1
                                                                 : -1;
  if (kind == ANY)
    return 0;
  if (kind == ALL)
    return 1;
  if ((dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F64) && (kind == SUM || kind == MEAN || kind == VAR))
    return g_rand_double_range (rand, -1, 1) + 0.25;
  return fl_dtype_is_float (dtype) ? g_rand_int_range (rand, -16, 17) / 8.0 : g_rand_int_range (rand, -1000, 1001);
}

/* What rounding leaves open, of a value: a result in half precision is rounded to 8 or 11 bits; sums in single
 * precision are added up in double after 4096. */
static double
get_tolerance (FlDtype dtype, Kind kind, double expected, gint64 n)
{
  double scale = fabs (expected) + (kind == SUM ? 0.75 * sqrt (n) : kind == MEAN ? 0.75 / sqrt (n) : 0);

  switch ((int) dtype)
    {
    case FL_DTYPE_F64: return 1e-12 * scale + 1e-14;
    case FL_DTYPE_F32: return 4e-6 * scale + 1e-7;
    case FL_DTYPE_F16: return scale / 1024 + 1e-4;
    case FL_DTYPE_BF16: return scale / 128 + 1e-4;
    default: return 0;
    }
}

typedef struct
{
  gint64 outer, n, inner; /* reduced: the middle one */
} Shape;

/* Everything; long rows; columns, narrow and wide; a channel of images. */
static const Shape shapes[] = { { 1, 37, 1 },    { 1, 4097, 1 },  { 1, 65536, 1 }, { 1, 70001, 1 }, { 2, 30011, 1 },
                                { 3, 16384, 1 }, { 1, 5003, 33 }, { 1, 2050, 64 }, { 1, 700, 600 }, { 3, 501, 40 } };

static char *
dup_graph (Kind kind, FlDtype dtype, Shape shape, gboolean is_symbolic)
{
  g_autofree char *n = is_symbolic ? g_strdup ("s0") : g_strdup_printf ("%d", (int) shape.n);
  const char *in = fl_dtype_get_short_name (dtype), *out = fl_dtype_get_short_name (get_result_dtype (kind, dtype));
  GString *text = g_string_new (is_symbolic ? "class G(torch.nn.Module):\n    def forward(self, s0: \"Sym(s0)\", x: "
                                            : "class G(torch.nn.Module):\n    def forward(self, x: ");
  gboolean is_full = shape.outer == 1 && shape.inner == 1;
  guint dim = shape.outer > 1;
  g_autofree char *sizes = NULL, *kept = NULL, *strides = NULL, *kept_strides = NULL;

  if (shape.outer > 1 && shape.inner > 1)
    {
      sizes = g_strdup_printf ("%d, %s, %d", (int) shape.outer, n, (int) shape.inner);
      strides = is_symbolic ? g_strdup_printf ("%d*s0, %d, 1", (int) shape.inner, (int) shape.inner)
                            : g_strdup_printf ("%d, %d, 1", (int) (shape.n * shape.inner), (int) shape.inner);
      kept = g_strdup_printf ("%d, %d", (int) shape.outer, (int) shape.inner);
      kept_strides = g_strdup_printf ("%d, 1", (int) shape.inner);
    }
  else
    {
      sizes = is_full ? g_strdup (n)
              : dim   ? g_strdup_printf ("%d, %s", (int) shape.outer, n)
                      : g_strdup_printf ("%s, %d", n, (int) shape.inner);
      strides = is_full ? g_strdup ("1")
                : dim   ? g_strdup_printf ("%s, 1", n)
                        : g_strdup_printf ("%d, 1", (int) shape.inner);
      kept = is_full ? g_strdup ("") : g_strdup_printf ("%d", (int) (dim ? shape.outer : shape.inner));
      kept_strides = g_strdup (is_full ? "" : "1");
    }
  g_string_append_printf (text, "\"%s[%s][%s]cpu\"):\n        r: \"%s[%s][%s]cpu\" = torch.ops.aten.", in, sizes,
                          strides, out, kept, kept_strides);
  g_string_append (text, "");
  {
    g_autofree char *call = NULL;
    const char *percent = strstr (kinds[kind].dim, "%u");

    call = g_strdup_printf ("%.*s%u%s", (int) (percent - kinds[kind].dim), kinds[kind].dim, dim, percent + 2);
    g_string_append (text, is_full ? kinds[kind].full : call);
  }
  g_string_append (text, "\n        return (r,)\n");
  return g_string_free (text, FALSE);
}

static void
check_results (const Program *program, Kind kind, FlDtype dtype, Shape shape, gpointer data)
{
  FlDtype result = get_result_dtype (kind, dtype);
  gint64 n_results = shape.outer * shape.inner;
  gpointer inputs[] = { program->s0 ? NULL : data, data }; /* a size that comes with the call is the first argument */
  g_autofree guint8 *got = run_all_ways (program, inputs, n_results * fl_dtype_get_size_bytes (result));

  for (gint64 o = 0; o < shape.outer; o++)
    for (gint64 i = 0; i < shape.inner; i++)
      {
        double expected = reduce (kind, dtype, data, o * shape.n * shape.inner + i, shape.n, shape.inner);
        double value = get (result, got, o * shape.inner + i);
        double tolerance = get_tolerance (result, kind, expected, shape.n);

        if (isnan (expected) ? !isnan (value) : !(fabs (value - expected) <= tolerance))
          g_error ("%s of %s[%d, %d, %d] at %d, %d: %.9g, expected %.9g\n%s", kinds[kind].name,
                   fl_dtype_get_short_name (dtype), (int) shape.outer, (int) shape.n, (int) shape.inner, (int) o,
                   (int) i, value, expected, program->run->program->source);
      }
}

/* Places that parts begin at or end before, and others. */
static gint64
draw_place (GRand *rand, gint64 n)
{
  gint64 edge = g_rand_int_range (rand, 0, n / 4096 + 1) * 4096 - g_rand_int_range (rand, 0, 2);

  return g_rand_boolean (rand) ? g_rand_int_range (rand, 0, n) : CLAMP (edge, 0, n - 1);
}

static void
check_kind (Kind kind, FlDtype dtype, Shape shape)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (kind * 31 + shape.n + dtype);
  gint64 numel = shape.outer * shape.n * shape.inner;
  gboolean has_nan = fl_dtype_is_float (dtype) && (kind == AMAX || kind == AMIN || kind == ARGMAX || kind == ARGMIN);
  g_autofree char *text = dup_graph (kind, dtype, shape, FALSE);
  g_autofree guint8 *data = g_malloc0 (numel * 8 + 64);
  Program program;

  program_open (&program, text, 9, 256);
  if (numel >= 16384 && shape.outer <= 2 && !(kind == VAR && shape.inner > 1) && count_phases (&program) == 1)
    g_error ("%s of %s[%d, %d, %d] is not split\n%s", kinds[kind].name, fl_dtype_get_short_name (dtype),
             (int) shape.outer, (int) shape.n, (int) shape.inner, program.run->program->source);
  for (gint64 i = 0; i < numel; i++)
    put (dtype, data, i, draw (rand, kind, dtype, i));
  check_results (&program, kind, dtype, shape, data);
  for (guint round = 0; round < 4; round++)
    {
      for (guint k = 0; k < 3 && (has_nan || kind == ANY || kind == ALL); k++)
        put (dtype, data, draw_place (rand, numel), kind == ANY ? 1 : kind == ALL ? 0 : NAN);
      if (has_nan || kind == ANY || kind == ALL)
        check_results (&program, kind, dtype, shape, data);
    }
  program_close (&program);
}

static void
test_threads_reduce (gconstpointer data)
{
  static const FlDtype floats[] = { FL_DTYPE_F32, FL_DTYPE_F64, FL_DTYPE_BF16, FL_DTYPE_F16 },
                       integers[] = { FL_DTYPE_I64, FL_DTYPE_I32 };
  Kind kind = GPOINTER_TO_UINT (data);

  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      if (s % 2 != kind % 2 && !is_long_run ())
        continue; /* each half of the shapes is combined with half of the kinds */
      check_kind (kind, FL_DTYPE_F32, shapes[s]);
      if (s % 3 == kind % 3) /* each dtype at some shapes: every one would take minutes of compilers */
        for (guint i = 1; i < G_N_ELEMENTS (floats); i++)
          check_kind (kind, floats[i], shapes[s]);
      if (s % 3 == (kind + 1) % 3)
        for (guint i = 0; i < G_N_ELEMENTS (integers) && kinds[kind].takes_integers; i++)
          check_kind (kind, integers[i], shapes[s]);
      if (kinds[kind].takes_bools)
        check_kind (kind, FL_DTYPE_BOOL, shapes[s]);
    }
}

/* The length comes with the call: the same kernel for a few elements, for one part of them, for all parts and longer
 * ones. */
static void
test_threads_reduce_unknown (gconstpointer data)
{
  static const Shape unknown[] = { { 1, 0, 1 }, { 3, 0, 1 }, { 1, 0, 33 } };
  static const gint64 lengths[] = { 2, 63, 4096, 4097, 40001 };
  Kind kind = GPOINTER_TO_UINT (data);

  for (guint s = 0; s < G_N_ELEMENTS (unknown); s++)
    {
      g_autofree char *text = dup_graph (kind, FL_DTYPE_F32, unknown[s], TRUE);
      Program program;

      program_open (&program, text, 9, 256);
      if (count_phases (&program) == 1)
        g_error ("%s of a length that comes with the call is not split\n%s", kinds[kind].name,
                 program.run->program->source);
      for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
        {
          const Shape shape = { unknown[s].outer, lengths[l], unknown[s].inner };
          const gint64 numel = shape.outer * shape.n * shape.inner;
          g_autoptr (GRand) rand = g_rand_new_with_seed (kind * 31 + shape.n);
          g_autofree guint8 *x = g_malloc0 (numel * 4 + 64);

          program.s0 = shape.n;
          for (gint64 i = 0; i < numel; i++)
            put (FL_DTYPE_F32, x, i, draw (rand, kind, FL_DTYPE_F32, i));
          check_results (&program, kind, FL_DTYPE_F32, shape, x);
          if (kind == AMAX || kind == AMIN || kind == ARGMAX || kind == ARGMIN)
            {
              put (FL_DTYPE_F32, x, draw_place (rand, numel), NAN);
              check_results (&program, kind, FL_DTYPE_F32, shape, x);
            }
        }
      program_close (&program);
    }
}

/* --- others ----------------------------------------------------------------------------------- */

/* All equal: the first; all without a value: the first as well. */
static void
test_threads_take_the_first_of_equals (void)
{
  const Shape shape = { 1, 70001, 1 };
  g_autofree char *text = dup_graph (ARGMAX, FL_DTYPE_F32, shape, FALSE);
  g_autofree float *data = g_new (float, shape.n);
  static const float values[] = { 1, -INFINITY, INFINITY, NAN, 0 };
  Program program;

  program_open (&program, text, 9, 256);
  for (guint v = 0; v < G_N_ELEMENTS (values); v++)
    {
      for (gint64 i = 0; i < shape.n; i++)
        data[i] = values[v];
      check_results (&program, ARGMAX, FL_DTYPE_F32, shape, data);
    }
  program_close (&program);
}

/* A kernel of little work is not divided among threads, and says why. */
static void
test_threads_leave_small_kernels_alone (void)
{
  const Shape shape = { 1, 4097, 1 };
  g_autofree char *text = dup_graph (SUM, FL_DTYPE_F32, shape, FALSE);
  Program program;
  gboolean is_said = FALSE;

  program_open (&program, text, 64, 32768);
  g_assert_cmpint (count_phases (&program), ==, 1);
  g_assert_null (program.run->program->kernels[0].phases[0].extent);
  for (guint i = 0; i < fl_trace_get_n_events (program.run->trace); i++)
    is_said |= g_strcmp0 (fl_trace_get_event (program.run->trace, i)->reason, "divided among threads") == 0;
  g_assert_true (is_said);
  program_close (&program);
}
int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/threads/reduce/%s", kinds[kind].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (kind), test_threads_reduce);
      g_free (path);
      path = g_strdup_printf ("/core/codegen/threads/reduce-unknown/%s", kinds[kind].name);
      g_test_add_data_func (path, GUINT_TO_POINTER (kind), test_threads_reduce_unknown);
    }
  g_test_add_func ("/core/codegen/threads/takes-the-first-of-equals", test_threads_take_the_first_of_equals);
  g_test_add_func ("/core/codegen/threads/leaves-small-kernels-alone", test_threads_leave_small_kernels_alone);
  return g_test_run ();
}
