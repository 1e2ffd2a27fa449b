/* Every case of tests/data/ops through the pipeline and the worker: shape rules, lowering,
 * generated kernels and library calls against what PyTorch computed. Cases are put into graphs of
 * many calls, so that a compiler run serves many. */
#include <string.h>

#include "fl-formats.h"
#include "fl-op-cases.h"
#include "fl-pipeline.h"
#include "fl-text.h"

enum
{
  CASES_PER_GRAPH = 48,
  QUICK_STEP = 5 /* without -m slow, every fifth case of an operator beyond the first two is executed */
};

/* One case as text: parts of a forward function. */
typedef struct
{
  const cJSON *json;
  const char *op;
  guint number;
  GString *signature, *body, *results; /* ", a: type", lines, ", name" */
  GPtrArray *inputs;                   /* FlArray a placeholder */
  GPtrArray *tensors;                  /* cJSON of each placeholder's tensor, to know which was written */
  GPtrArray *expected;                 /* cJSON a result that is returned */
  guint first_input, first_result;     /* in the graph it stands in */
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;
  g_string_free (self->signature, TRUE);
  g_string_free (self->body, TRUE);
  g_string_free (self->results, TRUE);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->tensors);
  g_ptr_array_unref (self->expected);
  g_free (self);
}

/* --- text -------------------------------------------------------------------------------------- */

static void
append_ints (GString *out, const gint64 *values, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i == 0 ? "[" : ", ", values[i]);
  g_string_append (out, n == 0 ? "[]" : "]");
}

static void
append_tensor (Case *self, GString *out, const cJSON *tensor)
{
  g_autofree char *name = g_strdup_printf ("c%u_%u", self->number, self->inputs->len);
  FlArray *array = op_case_read_array (tensor);
  gint64 strides[FL_MAX_DIMS];
  op_case_read_strides (tensor, strides);
  g_string_append (out, name);
  g_string_append_printf (self->signature, ", %s: \"%s", name, fl_dtype_get_short_name (array->dtype));
  append_ints (self->signature, array->sizes, array->n_dims);
  append_ints (self->signature, strides, array->n_dims);
  g_string_append (self->signature, "cpu\"");
  g_ptr_array_add (self->inputs, array);
  g_ptr_array_add (self->tensors, (gpointer) tensor);
}

static void
append_float (GString *out, double number)
{
  if (number != number)
    g_string_append (out, "nan");
  else if (number - number != 0)
    g_string_append (out, number < 0 ? "-inf" : "inf");
  else
    fl_text_append_float (out, number);
}

static void
append_value (Case *self, GString *out, const cJSON *value)
{
  const cJSON *member = NULL;
  if (cJSON_IsNull (value))
    g_string_append (out, "None");
  else if (cJSON_IsBool (value))
    g_string_append (out, cJSON_IsTrue (value) ? "True" : "False");
  else if (cJSON_IsString (value))
    fl_text_append_repr (out, value->valuestring);
  else if (cJSON_IsNumber (value) || (member = cJSON_GetObjectItem (value, "int")) != NULL)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, op_case_read_integer (cJSON_IsNumber (value) ? value : member));
  else if (cJSON_IsArray (value))
    {
      g_string_append_c (out, '[');
      cJSON_ArrayForEach (member, value)
        {
          append_value (self, out, member);
          g_string_append (out, member->next != NULL ? ", " : "");
        }
      g_string_append_c (out, ']');
    }
  else if ((member = cJSON_GetObjectItem (value, "tensor")) != NULL)
    append_tensor (self, out, member);
  else if ((member = cJSON_GetObjectItem (value, "float")) != NULL)
    append_float (out, op_case_read_number (member));
  else if ((member = cJSON_GetObjectItem (value, "device")) != NULL)
    g_string_append_printf (out, "device(type='%s')", member->valuestring);
  else
    g_string_append (out, value->child->valuestring); /* torch.float32, torch.channels_last, torch.strided */
}

static Case *
case_new (const cJSON *json, guint number)
{
  Case *self = g_new0 (Case, 1);
  const cJSON *item;
  gboolean is_first = TRUE;
  self->json = json;
  self->number = number;
  self->op = cJSON_GetStringValue (cJSON_GetObjectItem (json, "op"));
  self->signature = g_string_new (NULL);
  self->body = g_string_new (NULL);
  self->results = g_string_new (NULL);
  self->inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  self->tensors = g_ptr_array_new ();
  self->expected = g_ptr_array_new ();
  g_string_append_printf (self->body, "    c%u = torch.ops.%s(", number, self->op);
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (json, "args"))
    {
      g_string_append (self->body, is_first ? "" : ", ");
      append_value (self, self->body, item);
      is_first = FALSE;
    }
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (json, "kwargs"))
    {
      g_string_append_printf (self->body, "%s%s = ", is_first ? "" : ", ", item->string);
      append_value (self, self->body, item);
      is_first = FALSE;
    }
  g_string_append (self->body, ")\n");
  return self;
}

/* Says what is returned, once it is known whether the call gives a tuple. */
static void
add_results (Case *self, const FlValue *value)
{
  const cJSON *item;
  guint position = 0;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (self->json, "outputs"))
    {
      if (op_case_is_tensor (item) && value->kind == FL_VALUE_TUPLE)
        {
          g_string_append_printf (self->body, "    c%u_r%u = c%u[%u]\n", self->number, position, self->number,
                                  position);
          g_string_append_printf (self->results, "c%u_r%u, ", self->number, position);
          g_ptr_array_add (self->expected, (gpointer) item);
        }
      else if (op_case_is_tensor (item) && value->kind != FL_VALUE_NONE)
        {
          g_string_append_printf (self->results, "c%u, ", self->number);
          g_ptr_array_add (self->expected, (gpointer) item);
        }
      position++;
    }
}

static FlGraph *
make_graph (Case *const *cases, guint n, GError **error)
{
  g_autoptr (GString) text = g_string_new ("def forward(self");
  for (guint i = 0; i < n; i++)
    g_string_append (text, cases[i]->signature->str);
  g_string_append (text, "):\n");
  for (guint i = 0; i < n; i++)
    g_string_append (text, cases[i]->body->str);
  g_string_append (text, "    return (");
  for (guint i = 0; i < n; i++)
    g_string_append (text, cases[i]->results->str);
  g_string_append (text, ")\n");
  g_autoptr (FlGraph) graph = fl_fx_read (NULL, text->str, text->len, error);
  return graph != NULL && fl_shapes_propagate (graph, NULL, error) ? g_steal_pointer (&graph) : NULL;
}

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

/* Known not to work, with the reason: tests/data/ops/lacking.txt. Fails are counted there. */
static GHashTable *lacking; /* operator -> gint, number of cases that failed */

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

/* --- integers ---------------------------------------------------------------------------------- */

/* NULL when an argument is no integer. */
static const FlNode *
make_integer_node (FlGraph *graph, const cJSON *json, FlNode *node)
{
  const cJSON *args = cJSON_GetObjectItem (json, "args"), *item;
  FlArg *list = fl_arena_new (graph->arena, FlArg, cJSON_GetArraySize (args) + 1);
  *node = (FlNode) { .kind = FL_NODE_CALL,
                     .args = list,
                     .op = fl_aten_find (cJSON_GetStringValue (cJSON_GetObjectItem (json, "op"))) };
  cJSON_ArrayForEach (item, args)
    {
      if (!cJSON_IsNumber (item) && cJSON_GetObjectItem (item, "int") == NULL)
        return NULL;
      gint64 value = op_case_read_integer (cJSON_IsNumber (item) ? item : cJSON_GetObjectItem (item, "int"));
      list[node->n_args++] = (FlArg) { .kind = FL_ARG_INT, .sym = fl_sym_int (graph->symbols, value) };
    }
  return node->n_args > 0 && node->op != NULL ? node : NULL;
}

/* Sizes are computed by the shape rules of integer operators: of constants they give constants. */
static void
test_operators_on_integers_agree (void)
{
  cJSON *all = op_cases_read ("symbolic");
  g_autoptr (GError) error = NULL;
  static const char text[] = "def forward(self, x: \"f32[2][1]cpu\"):\n    return (x,)\n";
  g_autoptr (FlGraph) graph = fl_fx_read (NULL, text, strlen (text), &error);
  const cJSON *item;
  guint n_compared = 0;
  g_assert_no_error (error);
  cJSON_ArrayForEach (item, all)
    {
      FlNode node;
      FlValue value = { 0 };
      const cJSON *expected = cJSON_GetArrayItem (cJSON_GetObjectItem (item, "outputs"), 0);
      gint64 got;
      if (make_integer_node (graph, item, &node) == NULL || !cJSON_IsNumber (expected)
          || !fl_shapes_infer (graph, &node, &value) || value.kind != FL_VALUE_SYM || !fl_sym_is_int (value.sym, &got))
        continue;
      n_compared++;
      if (got == op_case_read_integer (expected))
        continue;
      g_autofree char *shown = cJSON_PrintUnformatted (item);
      g_test_message ("%s: the rule gives %" G_GINT64_FORMAT, shown, got);
      g_test_fail ();
    }
  g_test_message ("%u results compared", n_compared);
  g_assert_cmpuint (n_compared, >, 35);
  cJSON_Delete (all);
}

/* --- what is covered --------------------------------------------------------------------------- */

enum
{
  ENOUGH_CASES = 5
};

static char *
read_text (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "data", "ops", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
read_lacking (void)
{
  g_autofree char *text = read_text ("lacking.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  lacking = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '#' && lines[i][0] != '\0')
      g_hash_table_insert (lacking, g_strndup (lines[i], strcspn (lines[i], " ")), g_new0 (gint, 1));
}

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

/* The columns of the operator table, as text. */
typedef struct
{
  const char *shape, *lower, *decompose;
} Columns;

static const Columns columns[] = {
#define SHAPE(rule)                                                                                                    \
  {                                                                                                                    \
#rule,
#define LOWER(how) #how,
#define DECOMPOSE(into)                                                                                                \
#into                                                                                                                \
  }                                                                                                                    \
  ,
#include "fl-aten-ops.def"
};

static GHashTable *
count_cases (void)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; op_case_families[i] != NULL; i++)
    {
      cJSON *all = op_cases_read (op_case_families[i]);
      const cJSON *item;
      cJSON_ArrayForEach (item, all)
        {
          const char *op = cJSON_GetStringValue (cJSON_GetObjectItem (item, "op"));
          guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, op));
          g_hash_table_insert (counts, g_strdup (op), GUINT_TO_POINTER (n + 1));
        }
      cJSON_Delete (all);
    }
  return counts;
}

/* NULL: the row has all parts. */
static char *
find_lack (const char *name, gboolean may_lack_cases, GHashTable *counts)
{
  const FlAtenRow *row = fl_aten_find (name);
  if (row == NULL)
    return g_strdup ("no row in the operator table");
  const Columns *parts = &columns[row->position];
  if (g_str_equal (parts->shape, "none") && !may_lack_cases)
    return g_strdup ("no shape rule");
  if (g_str_equal (parts->lower, "none") && g_str_equal (parts->decompose, "none"))
    return g_strdup ("neither lowering nor decomposition");
  if (fl_reference_find (row) == NULL && !may_lack_cases && g_hash_table_lookup (lacking, name) == NULL)
    return g_strdup ("no reference kernel");
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
  return n < ENOUGH_CASES && !may_lack_cases ? g_strdup_printf ("%u numeric cases", n) : NULL;
}

/* A line of inductor-operators.txt: "name", "name = row row", "name ! reason". */
static void
check_line (const char *line, GHashTable *counts)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  gboolean has_rows = words[1] != NULL && g_str_equal (words[1], "="),
           is_excused = words[1] != NULL && g_str_equal (words[1], "!");
  if (is_excused && fl_aten_find (words[0]) == NULL)
    return; /* no operator at all */
  for (guint i = has_rows ? 2 : 0; words[i] != NULL && (has_rows || i == 0); i++)
    {
      g_autofree char *lack = find_lack (words[i], is_excused, counts);
      if (lack == NULL)
        continue;
      g_test_message ("%s: %s", words[i], lack);
      g_test_fail ();
    }
}

static void
test_operators_of_inductor_are_covered (void)
{
  g_autofree char *text = read_text ("inductor-operators.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GHashTable) counts = count_cases ();
  guint n = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '#' && lines[i][0] != '\0')
      {
        check_line (lines[i], counts);
        n++;
      }
  g_assert_cmpuint (n, ==, 162);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  read_lacking ();
  for (guint i = 0; op_case_families[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/operators/kernels-agree-with-pytorch/%s", op_case_families[i]);
      if (!g_str_equal (op_case_families[i], "symbolic"))
        g_test_add_data_func (path, op_case_families[i], test_operators_agree);
    }
  g_test_add_func ("/core/operators/kernels-agree-with-pytorch/lack-what-is-listed",
                   test_operators_lack_what_is_listed);
  g_test_add_func ("/core/operators/on-integers-agree", test_operators_on_integers_agree);
  g_test_add_func ("/core/operators/of-inductor-are-covered", test_operators_of_inductor_are_covered);
  return g_test_run ();
}
