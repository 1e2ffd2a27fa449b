/* Every case of tests/data/ops through the pipeline and the worker: shape rules, lowering,
 * generated kernels and library calls against what PyTorch computed. Cases are put into graphs of
 * many calls, so that a compiler run serves many. */
#include <string.h>

#include "fl-formats.h"
#include "fl-op-case-graph.h"
#include "fl-op-cases.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

static GHashTable *lacking; /* op_cases_read_lacking */

enum
{
  CASES_PER_GRAPH = 48,
  QUICK_STEP = 5 /* without -m slow, every fifth case of an operator beyond the first two is executed */
};

/* --- shapes and lowering
 * --------------------------------------------------------------------------------------------- */

/* Where there are elements, and steps from one to the next. */
static char *
compare_strides (const cJSON *expected, const FlTensor *tensor)
{
  gint64 strides[FL_MAX_DIMS], size, stride;
  op_case_read_strides (expected, strides);
  for (guint d = 0; d < tensor->n_dims; d++)
    if (fl_sym_is_int_value (tensor->sizes[d], 0))
      return NULL;
  for (guint d = 0; d < tensor->n_dims; d++)
    if (fl_sym_is_int (tensor->sizes[d], &size) && size > 1
        && (!fl_sym_is_int (tensor->strides[d], &stride) || stride != strides[d]))
      return g_strdup_printf ("the shape rule gives another stride of dimension %u", d);
  return NULL;
}

static char *
compare_value (const cJSON *expected, const FlValue *value, gboolean with_strides)
{
  const cJSON *item;
  guint d = 0;
  gint64 size;
  if (value->kind != FL_VALUE_TENSOR)
    return g_strdup ("the shape rule gives no tensor");
  FlDtype dtype = fl_dtype_find (cJSON_GetStringValue (cJSON_GetObjectItem (expected, "dtype")), -1);
  if (value->tensor.dtype != dtype)
    return g_strdup_printf ("the shape rule gives %s, PyTorch %s", fl_dtype_get_short_name (value->tensor.dtype),
                            fl_dtype_get_short_name (dtype));
  if ((guint) cJSON_GetArraySize (cJSON_GetObjectItem (expected, "shape")) != value->tensor.n_dims)
    return g_strdup_printf ("the shape rule gives %u dimensions", value->tensor.n_dims);
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (expected, "shape"))
    {
      if (!fl_sym_is_int (value->tensor.sizes[d], &size) || size != (gint64) item->valuedouble)
        return g_strdup_printf ("the shape rule gives another size of dimension %u", d);
      d++;
    }
  return with_strides ? compare_strides (expected, &value->tensor) : NULL;
}

/* Strides of views are part of their meaning. */
static char *
compare_shapes (const Case *self, const FlValue *value)
{
  const FlAtenRow *row = fl_aten_find (self->op);
  gboolean with_strides = row != NULL && row->kind == FL_ATEN_VIEW && strstr (row->name, "_copy") == NULL;
  for (guint i = 0, item = 0; i < self->expected->len; i++, item++)
    {
      const cJSON *outputs = cJSON_GetObjectItem (self->json, "outputs");
      while (!op_case_is_tensor (cJSON_GetArrayItem (outputs, item)))
        item++;
      if (value->kind == FL_VALUE_TUPLE && item >= value->n_items)
        return g_strdup_printf ("the shape rule gives %u results, PyTorch %d", value->n_items,
                                cJSON_GetArraySize (outputs));
      char *why = compare_value (self->expected->pdata[i], value->kind == FL_VALUE_TUPLE ? &value->items[item] : value,
                                 with_strides);
      if (why != NULL)
        return why;
    }
  return NULL;
}

static FlRun *
run_pipeline (FlGraph *graph)
{
  FlPipelineRequest request;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.timeout_s = 300;
  request.until = FL_STAGE_CODEGEN;
  return fl_pipeline_run (graph, &request);
}

/* The case alone: its shapes, and with kernels the pipeline up to them. NULL: all is well. */
static char *
check_alone (Case *self, gboolean with_kernels)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("c%u", self->number);
  g_autoptr (FlGraph) first = make_graph (&self, 1, &error);
  if (first == NULL)
    return g_strdup (error->message);
  const FlValue *value = &fl_graph_find_node (first, name)->value;
  add_results (self, value);
  char *why = compare_shapes (self, value);
  if (why != NULL || !with_kernels)
    return why;
  g_autoptr (FlGraph) graph = make_graph (&self, 1, &error);
  if (graph == NULL)
    return g_strdup (error->message);
  g_autoptr (FlRun) run = run_pipeline (graph);
  if (run->error != NULL)
    return g_strdup (run->error->message);
  for (guint i = 0; i < run->program->n_kernels; i++)
    {
      const FlBuffer *call = run->program->kernels[i].call;
      if (run->program->kernels[i].kind == FL_KERNEL_EXTERN && call->aten != NULL
          && call->kind != FL_BUFFER_MULTI_OUTPUT && fl_reference_find (call->aten) == NULL)
        return g_strdup_printf ("calls %s, which nothing can execute", call->aten->name);
    }
  return NULL;
}

/* --- execution --------------------------------------------------------------------------------- */

typedef struct
{
  Case *const *cases;
  guint n_cases, n_compared;
} Batch;

static const cJSON *
find_written (const Case *self, const cJSON *tensor)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (self->json, "written"))
    {
      int position = cJSON_GetObjectItem (item, "arg")->valuedouble;
      const cJSON *value = cJSON_GetObjectItem (item, "value");
      const cJSON *arg = cJSON_GetArrayItem (cJSON_GetObjectItem (self->json, "args"), position);
      if (cJSON_GetObjectItem (arg, "tensor") == tensor)
        return cJSON_GetObjectItem (value, "tensor");
      for (int i = 0; cJSON_IsArray (arg) && i < cJSON_GetArraySize (arg); i++)
        if (cJSON_GetObjectItem (cJSON_GetArrayItem (arg, i), "tensor") == tensor)
          return cJSON_GetObjectItem (cJSON_GetArrayItem (value, i), "tensor");
    }
  return NULL;
}

static void
report (const Case *self, const char *why)
{
  gint *n_failed = g_hash_table_lookup (lacking, self->op);
  if (n_failed != NULL)
    {
      (*n_failed)++;
      return;
    }
  g_autofree char *shown = cJSON_PrintUnformatted (cJSON_GetObjectItem (self->json, "args"));
  const char *variant = cJSON_GetStringValue (cJSON_GetObjectItem (self->json, "variant"));
  g_test_message ("%s (%s): %s: %.300s", self->op, variant == NULL ? "by hand" : variant, why, shown);
  g_test_fail ();
}

static void
take_result (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  Batch *batch = data;
  for (guint i = 0; i < batch->n_cases; i++)
    {
      const Case *self = batch->cases[i];
      guint first = is_input ? self->first_input : self->first_result;
      const GPtrArray *all = is_input ? self->tensors : self->expected;
      if (index < first || index >= first + all->len)
        continue;
      const cJSON *expected = is_input ? find_written (self, all->pdata[index - first]) : all->pdata[index - first];
      if (expected == NULL)
        return;
      g_autofree char *why = op_case_compare (expected, array);
      batch->n_compared++;
      if (why != NULL)
        {
          g_autofree char *text
              = g_strdup_printf ("%s %u: %s", is_input ? "written input" : "result", index - first, why);
          report (self, text);
        }
      return;
    }
}

static void
execute (Batch *batch)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  guint n_results = 0;
  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = batch->cases[i];
      self->first_input = inputs->len;
      self->first_result = n_results;
      n_results += self->expected->len;
      for (guint k = 0; k < self->inputs->len; k++)
        g_ptr_array_add (inputs, self->inputs->pdata[k]);
    }
  g_autoptr (FlGraph) graph = make_graph (batch->cases, batch->n_cases, &error);
  g_assert_no_error (error);
  g_autoptr (FlRun) run = run_pipeline (graph);
  g_assert_no_error (run->error);
  FlExecuteRequest request = { .inputs = (FlArray *const *) inputs->pdata,
                               .take_result = take_result,
                               .take_data = batch,
                               .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  if (done != NULL)
    return;
  g_test_message ("a graph from %s to %s: %s", batch->cases[0]->op, batch->cases[batch->n_cases - 1]->op,
                  error->message);
  g_test_fail ();
  /* Which one is it? */
  for (guint i = 0; i < batch->n_cases && batch->n_cases > 1; i++)
    {
      Batch one = { .cases = batch->cases + i, .n_cases = 1 };
      execute (&one);
    }
}

/* --- the tests --------------------------------------------------------------------------------- */

/* Results that are no tensors are the symbolic integers' own: test-shapes has them. */
static gboolean
has_tensors (const cJSON *json)
{
  const cJSON *item;
  guint n = cJSON_GetArraySize (cJSON_GetObjectItem (json, "written"));
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (json, "outputs"))
    n += op_case_is_tensor (item);
  return n > 0;
}

static gboolean
is_chosen (const cJSON *json)
{
  const char *wanted = g_getenv ("FUSELOOM_TEST_OP");
  return wanted == NULL || g_str_equal (wanted, cJSON_GetStringValue (cJSON_GetObjectItem (json, "op")));
}

static void
test_operators_agree (gconstpointer family)
{
  cJSON *all = op_cases_read (family);
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);
  const cJSON *item;
  const char *op = "";
  guint number = 0, of_op = 0, n_compared = 0;
  cJSON_ArrayForEach (item, all)
    {
      if (!has_tensors (item) || !is_chosen (item))
        continue;
      Case *self = case_new (item, number++);
      of_op = g_str_equal (op, self->op) ? of_op + 1 : 0;
      op = self->op;
      gboolean is_run = g_test_slow () || of_op < 2 || of_op % QUICK_STEP == 0 || g_hash_table_contains (lacking, op);
      g_autofree char *why = check_alone (self, is_run);
      if (why != NULL)
        report (self, why);
      if (why != NULL || !is_run)
        case_free (self);
      else
        g_ptr_array_add (cases, self);
    }
  for (guint first = 0; first < cases->len; first += CASES_PER_GRAPH)
    {
      Batch batch
          = { .cases = (Case *const *) cases->pdata + first, .n_cases = MIN (CASES_PER_GRAPH, cases->len - first) };
      execute (&batch);
      n_compared += batch.n_compared;
    }
  g_test_message ("%u cases, %u executed, %u results compared", number, cases->len, n_compared);
  cJSON_Delete (all);
}

/* --- what is covered --------------------------------------------------------------------------- */

/* After all families: what is said to be lacking is. */
static void
test_operators_lack_what_is_listed (void)
{
  GHashTableIter iter;
  gpointer name, n_failed;
  if (g_getenv ("FUSELOOM_TEST_OP") != NULL)
    {
      g_test_skip ("only some cases were run");
      return;
    }
  g_hash_table_iter_init (&iter, lacking);
  while (g_hash_table_iter_next (&iter, &name, &n_failed))
    if (*(gint *) n_failed == 0)
      {
        g_test_message ("%s is in lacking.txt, but all its cases agree", (char *) name);
        g_test_fail ();
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  lacking = op_cases_read_lacking ();
  for (guint i = 0; op_case_families[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/operators/kernels-agree-with-pytorch/%s", op_case_families[i]);
      if (!g_str_equal (op_case_families[i], "symbolic"))
        g_test_add_data_func (path, op_case_families[i], test_operators_agree);
    }
  g_test_add_func ("/core/operators/kernels-agree-with-pytorch/lack-what-is-listed",
                   test_operators_lack_what_is_listed);
  return g_test_run ();
}
