#include "fl-sweep.h"

#include "fl-formats.h"
#include "fl-pipeline.h"

#include <math.h>
#include <string.h>

/* Widths of vectors, and results written by non-temporal stores however small they are. FUSELOOM_TEST_SANITIZE=1 checks
 * all kernels. */
static const struct
{
  const char *name, *settings[3];
} variants[] = {
  { "the machine's width", { NULL } },
  { "16 bytes", { "cpu.vector_bytes=16" } },
  { "32 bytes", { "cpu.vector_bytes=32" } },
  { "64 bytes", { "cpu.vector_bytes=64" } },
  { "streamed", { "cpu.stream_bytes=1", "cpu.prefetch_bytes=64" } },
};

enum
{
  MOST_REPORTS = 5
};

static gboolean
is_sanitized (void)
{
  return g_getenv ("FUSELOOM_TEST_SANITIZE") != NULL;
}

gboolean
sweep_is_chosen (guint number, guint step)
{
  return g_test_slow () || is_sanitized () || number % step == 0;
}

/* --- inputs ----------------------------------------------------------------------------------- */

static double
pick_float (GRand *rand, FlDtype dtype, double most)
{
  static const double special[] = { NAN, INFINITY, -INFINITY, 0.0,   -0.0, 1e-40, -1e-40, 1.0, -1.0,
                                    0.5, 2.0,      65504,     -3e38, 3e38, 1e-8,  2.5,    -3.5 };
  double number = g_rand_int_range (rand, 0, 4) == 0 ? special[g_rand_int_range (rand, 0, G_N_ELEMENTS (special))]
                                                     : g_rand_double_range (rand, -6, 6);

  if ((most > 0 && !(fabs (number) <= most)) || (most < 0 && isfinite (number) && fabs (number) > 10))
    number = g_rand_double_range (rand, -fabs (most), fabs (most));
  return fl_dtype_round (dtype, number);
}

static gint64
pick_int (GRand *rand, FlDtype dtype)
{
  static const gint64 special[]
      = { 0,          1,         -1, 127, -128, 255, 32767, -32768, G_MAXINT32, G_MININT32, G_GINT64_CONSTANT (1) << 40,
          G_MAXINT64, G_MININT64 };

  if (dtype == FL_DTYPE_BOOL)
    return g_rand_boolean (rand);
  return fl_dtype_wrap (dtype, g_rand_int_range (rand, 0, 6) == 0
                                   ? special[g_rand_int_range (rand, 0, G_N_ELEMENTS (special))]
                                   : g_rand_int_range (rand, -12, 13));
}

static FlArray *
make_array (GRand *rand, FlDtype dtype, guint n_dims, const gint64 *sizes, double most, gboolean has_zeros)
{
  FlArray *array = fl_array_new (dtype, n_dims, sizes);

  for (gint64 i = 0; i < array->numel; i++)
    if (array->numbers != NULL)
      {
        array->numbers[i] = pick_float (rand, dtype, most);
        if (!has_zeros && array->numbers[i] == 0)
          array->numbers[i] = 0.5;
      }
    else
      {
        array->integers[i] = pick_int (rand, dtype);
        if (!has_zeros && dtype != FL_DTYPE_BOOL && array->integers[i] == 0)
          array->integers[i] = 3;
      }
  return array;
}

/* --- the graph -------------------------------------------------------------------------------- */

static void
append_input (GString *out, const char *name, FlDtype dtype, guint n_dims, const gint64 *sizes, const gint64 *strides)
{
  gint64 dense[3], step = 1;

  for (guint d = n_dims; d-- > 0; step *= MAX (sizes[d], 1))
    dense[d] = step;
  g_string_append_printf (out, ", %s: \"%s[", name, fl_dtype_get_short_name (dtype));
  for (guint d = 0; d < n_dims; d++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, d ? ", " : "", sizes[d]);
  g_string_append (out, "][");
  for (guint d = 0; d < n_dims; d++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, d ? ", " : "",
                            strides && strides[0] + strides[1] > 0 ? strides[d] : dense[d]);
  g_string_append (out, "]cpu\"");
}

static void
append_call (GString *out, const char *call)
{
  g_string_append (out, "torch.ops.");
  for (; *call != '\0'; call++)
    if (call[0] == '{')
      {
        g_string_append_c (out, call[1]);
        call += 2;
      }
    else
      g_string_append_c (out, *call);
}

static guint
count_y_dims (const SweepPattern *pattern)
{
  guint n = 0;

  while (n < pattern->n_dims && pattern->y_sizes[n] >= 0)
    n++;
  return n;
}

static FlGraph *
make_graph (const SweepOp *const *ops, guint n, FlDtype dtype, const SweepPattern *pattern)
{
  g_autoptr (GString) text = g_string_new ("class GraphModule(torch.nn.Module):\n    def forward(self");
  g_autoptr (GError) error = NULL;
  FlDtype counts = fl_dtype_is_float (dtype) ? FL_DTYPE_I64 : dtype;
  FlGraph *graph;

  append_input (text, pattern->before != NULL ? "x0" : "x", dtype, pattern->n_dims, pattern->sizes, pattern->strides);
  append_input (text, "y", dtype, count_y_dims (pattern), pattern->y_sizes, NULL);
  append_input (text, "n", counts, pattern->n_dims,
                pattern->y_sizes[0] >= 0 && pattern->before != NULL ? pattern->y_sizes : pattern->sizes, NULL);
  append_input (text, "c", FL_DTYPE_BOOL, pattern->n_dims, pattern->before != NULL ? pattern->y_sizes : pattern->sizes,
                NULL);
  g_string_append (text, "):\n");
  if (pattern->before != NULL)
    g_string_append_printf (text, "        %s\n", pattern->before);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "        v%u = ", i);
      append_call (text, ops[i]->call);
      g_string_append_c (text, '\n');
    }
  g_string_append (text, "        return (");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "v%u, ", i);
  g_string_append (text, ")\n");
  graph = fl_graph_read_text ("sweep", text->str, text->len, &error);
  if (error != NULL)
    g_test_message ("%s", text->str);
  g_assert_no_error (error);
  return graph;
}

static GPtrArray *
make_inputs (FlDtype dtype, const SweepPattern *pattern, double most)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261122);
  GPtrArray *inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  const gint64 *sizes = pattern->before != NULL ? pattern->y_sizes : pattern->sizes;
  FlArray *counts;

  g_ptr_array_add (inputs, make_array (rand, dtype, pattern->n_dims, pattern->sizes, most, TRUE));
  g_ptr_array_add (inputs, make_array (rand, dtype, count_y_dims (pattern), pattern->y_sizes, most, FALSE));
  counts = fl_array_new (fl_dtype_is_float (dtype) ? FL_DTYPE_I64 : dtype, pattern->n_dims, sizes);
  for (gint64 i = 0; i < counts->numel; i++)
    counts->integers[i] = dtype == FL_DTYPE_BOOL ? i % 3 == 0 : i % 7;
  g_ptr_array_add (inputs, counts);
  g_ptr_array_add (inputs, make_array (rand, FL_DTYPE_BOOL, pattern->n_dims, sizes, 0, TRUE));
  return inputs;
}

/* --- results ---------------------------------------------------------------------------------- */

typedef struct
{
  const SweepOp *const *ops;
  guint n, n_compared;
  FlDtype dtype;
  const SweepPattern *pattern;
  GPtrArray *expected, *inputs;
  const guint *chosen; /* rows of variants */
} Sweep;

static double
get_ulp (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 ? 0x1p-52 : dtype == FL_DTYPE_F16 ? 0x1p-10 : dtype == FL_DTYPE_BF16 ? 0x1p-7 : 0x1p-23;
}

/* What denormals may be off by: of f32, some functions return 0 for them. */
static double
get_least (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 ? 0 : dtype == FL_DTYPE_F16 ? 0x1p-24 : 0x1p-126;
}

static gboolean
is_near (const SweepOp *op, FlDtype dtype, double scale, double expected, double got)
{
  if (isnan (expected) || isnan (got))
    return isnan (expected) && isnan (got);
  if (expected == got)
    return expected != 0 || signbit (expected) == signbit (got) || op->ulps > 0;
  if (isinf (got) && !isinf (expected)) /* the largest numbers */
    return op->ulps > 0 && fl_dtype_round (dtype, expected * (1 + op->ulps * get_ulp (dtype))) == got;
  if (isinf (expected))
    return op->ulps > 0 && fl_dtype_round (dtype, got * (1 + op->ulps * get_ulp (dtype))) == expected;
  return fabs (got - expected) <= MAX (op->ulps, dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F64 ? 0 : 1)
                                          * get_ulp (dtype) * MAX (fabs (expected), scale)
                                      + (op->ulps > 0 ? get_least (dtype) : 0);
}

static void
take_result (guint variant, gboolean is_input, guint index, const FlArray *got, gpointer data)
{
  Sweep *self = data;
  guint n_wrong = 0, n_inputs = self->inputs->len;

  if (is_input || index >= self->expected->len)
    return;
  const FlArray *expected = self->expected->pdata[index];
  const SweepOp *op = self->ops[index];
  gint64 length = ((const FlArray *) self->inputs->pdata[0])->numel / MAX (expected->numel, 1);
  double scale = op->scale * sqrt (MAX (length, 1)); /* errors of so many terms add up like a random walk */
  self->n_compared++;
  g_assert_cmpint (expected->dtype, ==, got->dtype);
  g_assert_cmpint (expected->numel, ==, got->numel);
  for (gint64 i = 0; i < expected->numel; i++)
    {
      double e = expected->numbers != NULL ? expected->numbers[i] : (double) expected->integers[i];
      double g = got->numbers != NULL ? got->numbers[i] : (double) got->integers[i];
      gboolean is_right = expected->numbers != NULL ? is_near (op, expected->dtype, scale, e, g)
                                                    : expected->integers[i] == got->integers[i];
      const FlArray *x = self->inputs->pdata[0], *y = self->inputs->pdata[1];

      if (is_right || n_wrong++ >= 2)
        continue;
      g_test_message ("%s, %s, %s, %s: element %" G_GINT64_FORMAT " is %.17g, expected %.17g", op->call,
                      fl_dtype_get_short_name (self->dtype), self->pattern->name, variants[self->chosen[variant]].name,
                      i, g, e);
      if (n_inputs > 1 && x->numel == expected->numel)
        g_test_message ("  x = %.17g, y = %.17g", x->numbers != NULL ? x->numbers[i] : (double) x->integers[i],
                        y->numel != expected->numel ? NAN
                        : y->numbers != NULL        ? y->numbers[i]
                                                    : (double) y->integers[i]);
    }
  if (n_wrong > 0)
    {
      g_test_message ("  %u of %" G_GINT64_FORMAT " elements", n_wrong, expected->numel);
      g_test_fail ();
    }
}

static FlRun *
plan (FlGraph *graph, guint variant)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.timeout_s = 300;
  request.options.cpu_sanitize = is_sanitized ();
  for (guint i = 0; i < G_N_ELEMENTS (variants[variant].settings) && variants[variant].settings[i] != NULL; i++)
    g_assert_true (fl_options_set (&request.options, variants[variant].settings[i], NULL));
  request.until = FL_STAGE_CODEGEN;
  return fl_pipeline_run (graph, &request);
}

static gboolean
execute (Sweep *self, FlGraph *graph, guint n_chosen, GError **error)
{
  FlRun *runs[G_N_ELEMENTS (variants)] = { NULL };
  FlVariant programs[G_N_ELEMENTS (variants)];
  FlExecuteRequest request = { .n_variants = n_chosen,
                               .variants = programs,
                               .inputs = (FlArray *const *) self->inputs->pdata,
                               .take_result = take_result,
                               .take_data = self,
                               .worker_path = g_getenv ("FUSELOOM_WORKER") };
  gboolean ok = TRUE;

  for (guint i = 0; i < n_chosen; i++)
    {
      runs[i] = plan (graph, self->chosen[i]);
      if (runs[i]->error != NULL && ok)
        g_propagate_error (error, g_error_copy (runs[i]->error));
      ok = ok && runs[i]->error == NULL;
      programs[i] = (FlVariant) { variants[self->chosen[i]].name, runs[i]->program };
    }
  if (ok)
    {
      g_autoptr (FlRun) done = fl_pipeline_execute (runs[0], &request, NULL, NULL, NULL, error);
      ok = done != NULL;
    }
  for (guint i = 0; i < n_chosen; i++)
    fl_run_unref (runs[i]);
  return ok;
}

static void
run_ops (const SweepOp *const *ops, guint n, FlDtype dtype, const SweepPattern *pattern, const guint *chosen,
         guint n_chosen)
{
  static guint n_reports;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (ops, n, dtype, pattern);
  g_autoptr (GPtrArray) inputs = make_inputs (dtype, pattern, ops[0]->most),
                        copies = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  Sweep self = { .ops = ops, .n = n, .dtype = dtype, .pattern = pattern, .inputs = inputs, .chosen = chosen };

  for (guint i = 0; i < inputs->len; i++)
    g_ptr_array_add (copies, fl_array_dup (inputs->pdata[i]));
  self.expected = fl_reference_run (graph, (FlArray *const *) copies->pdata, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self.expected->len, ==, n);
  if (execute (&self, graph, n_chosen, &error))
    g_assert_cmpuint (self.n_compared, ==, n * n_chosen);
  else if (n == 1)
    {
      g_test_message ("%s, %s, %s: %s", ops[0]->call, fl_dtype_get_short_name (dtype), pattern->name, error->message);
      g_test_fail ();
      n_reports++;
    }
  else /* which one is it? */
    {
      g_test_message ("%s, %s: %s", fl_dtype_get_short_name (dtype), pattern->name, error->message);
      g_test_fail ();
      for (guint i = 0; i < n && n_reports < MOST_REPORTS; i++)
        run_ops (ops + i, 1, dtype, pattern, chosen, n_chosen);
    }
  g_ptr_array_unref (self.expected);
}

static guint
get_kind (FlDtype dtype)
{
  return dtype == FL_DTYPE_BOOL ? SWEEP_BOOL : fl_dtype_is_float (dtype) ? SWEEP_FLOATS : SWEEP_INTS;
}

/* Operators that bear the same inputs share a graph. */
void
sweep_run (const SweepOp *ops, guint n, FlDtype dtype, const SweepPattern *pattern)
{
  static const double bounds[] = { 0.99, 0, 10, 1, -1 };
  static const guint all[] = { 0, 1, 2, 3, 4 };
  static guint turn;
  guint first = turn++ % G_N_ELEMENTS (variants);

  for (guint b = 0; b < G_N_ELEMENTS (bounds); b++)
    {
      g_autofree const SweepOp **chosen = g_new (const SweepOp *, n);
      guint n_ops = 0;

      for (guint i = 0; i < n; i++)
        if (ops[i].most == bounds[b] && (ops[i].dtypes & get_kind (dtype)))
          chosen[n_ops++] = &ops[i];
      if (n_ops > 0 && g_test_slow ())
        run_ops (chosen, n_ops, dtype, pattern, all, G_N_ELEMENTS (all));
      else if (n_ops > 0)
        run_ops (chosen, n_ops, dtype, pattern, all + first, 1);
    }
}
