/* Every scalar operation by tcc, which knows nothing but C: kernels of it are compiled, loaded and right. Rows of the
 * table that an operator of PyTorch has the name of are tried on f32, f64 and i64, as far as they are defined there,
 * all in one program for each. */
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <string.h>

typedef struct
{
  const char *name;
  guint n_args;
  gboolean is_real; /* PyTorch has it of floats only */
} Row;

static const Row rows[] = {
#define SCALAR(id, name, n_args, result, flops) { name, n_args, FALSE },
#include "fl-scalar-ops.def"
  /* rows whose operators have other names */
  { "div", 2, FALSE },
  { "floor_divide", 2, FALSE },
  { "sgn", 1, FALSE },
  { "addcmul", 3, FALSE },
  { "silu", 1, TRUE },
  { "gelu", 1, TRUE },
  { "log_sigmoid_forward", 1, TRUE },
};

static const char *const types[] = { "f32", "f64", "i64" };

static void
append_inputs (GString *signature, const Row *row, guint i, const char *type)
{
  for (guint k = 0; k < row->n_args; k++)
    g_string_append_printf (signature, ", x%u_%u: \"%s[3, 7]\"", i, k, type);
}

/* The operator's name; NULL: no operator is called so. */
static char *
find_operator (const Row *row)
{
  static const char *const overloads[] = { "default", "Tensor", "Tensor_Tensor" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (overloads); i++)
    {
      const char *prefix = i < G_N_ELEMENTS (overloads) ? "" : "special_";
      g_autofree char *target
          = g_strdup_printf ("aten.%s%s.%s", prefix, row->name, overloads[i % G_N_ELEMENTS (overloads)]);

      if (fl_aten_find (target) != NULL)
        return g_steal_pointer (&target);
    }
  return NULL;
}

static void
append_call (GString *body, GString *results, const Row *row, guint i, const char *target)
{
  g_string_append_printf (body, "        y%u = torch.ops.%s(", i, target);
  for (guint k = 0; k < row->n_args; k++)
    g_string_append_printf (body, "%sx%u_%u", k == 0 ? "" : ", ", i, k);
  g_string_append (body, ")\n");
  g_string_append_printf (results, "%sy%u", results->len == 0 ? "" : ", ", i);
}

static char *
make_text (const char *signature, const char *body, const char *results)
{
  return g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self%s):\n%s        return (%s,)\n",
                          signature, body, results);
}

static FlRun *
compile_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("rows", text, strlen (text), &error);
  FlPipelineRequest request;

  if (graph == NULL)
    return NULL;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  return fl_pipeline_run (graph, &request);
}

/* PyTorch has no hypot of integers: neither has the reference. */
static gboolean
has_reference (const FlGraph *graph)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free), results = NULL;
  const gint64 sizes[] = { 3, 7 };

  for (guint i = 0; i < graph->n_inputs; i++)
    g_ptr_array_add (inputs, fl_array_new (graph->nodes[graph->inputs[i].index].value.tensor.dtype, 2, sizes));
  results = fl_reference_run (graph, (FlArray *const *) inputs->pdata, NULL, NULL, NULL, NULL);
  return results != NULL;
}

/* Is it defined for these elements, and does it become a kernel? */
static gboolean
is_defined (const Row *row, guint i, const char *target, const char *type)
{
  g_autoptr (GString) signature = g_string_new (NULL), body = g_string_new (NULL), results = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autoptr (FlRun) run = NULL;

  append_inputs (signature, row, i, type);
  append_call (body, results, row, i, target);
  text = make_text (signature->str, body->str, results->str);
  run = compile_text (text);
  return run != NULL && run->error == NULL && run->graph->nodes[row->n_args].value.kind == FL_VALUE_TENSOR
         && has_reference (run->graph);
}

static guint
check_type (const char *type)
{
  g_autoptr (GString) signature = g_string_new (NULL), body = g_string_new (NULL), results = g_string_new (NULL);
  const FlExecuteRequest request = { .verify = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = NULL, executed = NULL;
  g_autofree char *text = NULL;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *target = rows[i].n_args == 0 ? NULL : find_operator (&rows[i]);

      if (target == NULL || (rows[i].is_real && type[0] == 'i') || !is_defined (&rows[i], i, target, type))
        continue;
      append_inputs (signature, &rows[i], i, type);
      append_call (body, results, &rows[i], i, target);
      n++;
    }
  text = make_text (signature->str, body->str, results->str);
  run = compile_text (text);
  g_assert_no_error (run->error);
  executed = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < executed->execution->n_agreements; i++)
    if (!executed->execution->agreements[i].agrees)
      g_test_message ("%s: %s: %g for %g", type, executed->execution->agreements[i].output,
                      executed->execution->agreements[i].got, executed->execution->agreements[i].expected);
  g_assert_cmpstr (executed->execution->not_verified_why, ==, NULL);
  g_assert_cmpint (executed->execution->check, ==, FL_CHECK_AGREES);
  g_assert_true (g_str_has_prefix (executed->execution->compiler, "tcc "));
  g_assert_cmpint (executed->execution->n_agreements, ==, n); /* none is left to the interpreter */
  g_test_message ("%s: %u rows", type, n);
  return n;
}

static void
test_every_row_runs (void)
{
  static const guint least[]
      = { 90, 90, 90 }; /* rows with an operator of their name in November 2026: 101, 101 and 103 */
  g_autofree char *path = g_find_program_in_path ("tcc");

  if (path == NULL)
    {
      g_test_skip ("tcc is not installed");
      return;
    }
  if (g_test_subprocess ())
    {
      for (guint i = 0; i < G_N_ELEMENTS (types); i++)
        g_assert_cmpuint (check_type (types[i]), >=, least[i]);
      return;
    }
  g_setenv ("FUSELOOM_CC", "tcc", TRUE);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run/plain-operators/every-row-runs", test_every_row_runs);
  return g_test_run ();
}
