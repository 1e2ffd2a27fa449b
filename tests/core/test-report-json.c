/* Reports: the JSON keeps its schema and its facts, the folder has its files, the page needs
 * nothing from elsewhere. */
#include <cjson/cJSON.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fl-intern.h"
#include "fl-test-run.h"

/* --- a validator of the part of JSON Schema that the schema uses ---------------------------- */
static gboolean
has_type (const cJSON *value, const char *type)
{
  if (strcmp (type, "string") == 0)
    return cJSON_IsString (value);
  if (strcmp (type, "boolean") == 0)
    return cJSON_IsBool (value);
  if (strcmp (type, "null") == 0)
    return cJSON_IsNull (value);
  if (strcmp (type, "array") == 0)
    return cJSON_IsArray (value);
  if (strcmp (type, "object") == 0)
    return cJSON_IsObject (value);
  if (strcmp (type, "integer") == 0)
    return cJSON_IsNumber (value) && value->valuedouble == (double) (gint64) value->valuedouble;
  g_assert_cmpstr (type, ==, "number");
  return cJSON_IsNumber (value);
}

static void
check_value (const cJSON *value, const cJSON *schema, const char *path)
{
  const cJSON *type = cJSON_GetObjectItem (schema, "type"), *choices = cJSON_GetObjectItem (schema, "enum"), *child;
  gboolean fits = cJSON_IsString (type) && has_type (value, type->valuestring);

  if (cJSON_IsArray (type))
    cJSON_ArrayForEach (child, type)
      fits = fits || has_type (value, child->valuestring);
  if (!fits)
    {
      g_autofree char *text = cJSON_PrintUnformatted (value);
      g_error ("%s: %.80s is not of the type that the schema says", path, text);
    }
  if (choices != NULL)
    {
      gboolean found = FALSE;
      cJSON_ArrayForEach (child, choices)
        found = found || strcmp (child->valuestring, value->valuestring) == 0;
      g_assert_true (found);
    }
  cJSON_ArrayForEach (child, cJSON_GetObjectItem (schema, "required"))
    if (cJSON_GetObjectItemCaseSensitive (value, child->valuestring) == NULL)
      g_error ("%s lacks %s", path, child->valuestring);
  if (cJSON_IsObject (value))
    cJSON_ArrayForEach (child, value)
      {
        const cJSON *own = cJSON_GetObjectItemCaseSensitive (cJSON_GetObjectItem (schema, "properties"), child->string);
        g_autofree char *deeper = g_strdup_printf ("%s.%s", path, child->string);
        gboolean is_option = g_str_has_suffix (path, ".options");

        if (own == NULL && !is_option)
          g_error ("%s is not in the schema", deeper);
        if (own != NULL)
          check_value (child, own, deeper);
      }
  if (cJSON_IsArray (value))
    {
      g_autofree char *deeper = g_strdup_printf ("%s[]", path);
      cJSON_ArrayForEach (child, value)
        check_value (child, cJSON_GetObjectItem (schema, "items"), deeper);
    }
}

/* Takes the object. */
static void
check_json (cJSON *json)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "schema", "run.schema.json", NULL);
  g_autofree char *text = NULL;
  cJSON *schema;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  schema = cJSON_Parse (text);
  g_assert_nonnull (schema);
  check_value (json, schema, "run");
  cJSON_Delete (schema);
  cJSON_Delete (json);
}

static void
check_run (const FlRun *run)
{
  check_json (fl_report_new_json (run));
}

static void
test_samples_keep_the_schema (void)
{
  const char *const names[]
      = { "add-relu.py", "softmax.py", "softmax-dynamic.py", "gpt2-block.py", "llama-block.py", "conv-bn-relu.py" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (FlRun) run = run_sample (names[i]);
      check_run (run);
    }
}

/* An execution made up by hand: every field of "run" has a value. */
static void
test_execution_keeps_the_schema (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  FlKernelTime time = { .kernel = "k",
                        .median_ns = 41200,
                        .low_ns = 41000,
                        .high_ns = 41500,
                        .n_samples = 25,
                        .bytes = 1 << 20,
                        .bandwidth_share = 0.71 };
  FlVariantTime variants[2]
      = { { .name = "unfused", .n_kernels = 1, .kernels = &time, .total_median_ns = 158000 },
          { .name = "fused", .program = run->program, .n_kernels = 1, .kernels = &time, .total_median_ns = 121000 } };
  FlAgreement agreement
      = { .variant = "fused", .output = "div", .agrees = TRUE, .max_rel = 1e-7, .expected = 1, .got = G_MAXDOUBLE * 2 };
  FlExecution execution = { .n_variants = 2,
                            .variants = variants,
                            .n_agreements = 1,
                            .agreements = &agreement,
                            .check = FL_CHECK_AGREES,
                            .is_compared = TRUE,
                            .verified = TRUE,
                            .agrees = TRUE,
                            .max_rel = 1e-7,
                            .speedup = 1.31,
                            .speedup_low = 1.2,
                            .speedup_high = 1.4,
                            .machine = "a \"machine\"" };
  g_autoptr (GString) text = g_string_new (NULL);
  cJSON *json, *object;

  g_assert_no_error (run->error);
  run->execution = &execution;
  check_run (run);
  json = fl_report_new_json (run);
  object = cJSON_GetObjectItem (json, "run");
  g_assert_true (cJSON_IsTrue (cJSON_GetObjectItem (object, "agree")));
  g_assert_cmpfloat (cJSON_GetObjectItem (object, "total_ns")->valuedouble, ==, 121000); /* of the fused variant */
  g_assert_cmpfloat (cJSON_GetObjectItem (cJSON_GetArrayItem (cJSON_GetObjectItem (object, "kernels"), 0), "spread")
                         ->valuedouble,
                     ==, 500);
  /* infinity has no JSON form */
  g_assert_true (
      cJSON_IsNull (cJSON_GetObjectItem (cJSON_GetArrayItem (cJSON_GetObjectItem (object, "results"), 0), "got")));
  cJSON_Delete (json);
  fl_report_append_execution (text, run);
  g_assert_true (g_str_has_prefix (text->str, "agrees with the reference"));
  run->execution = NULL;
}

static void
test_softmax_says_what_inductor_says (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  cJSON *json = fl_report_new_json (run);
  const cJSON *nodes, *node, *fusion;

  g_assert_no_error (run->error);
  g_assert_cmpint (cJSON_GetObjectItem (cJSON_GetObjectItem (json, "graph"), "nodes")->valueint, ==, 7);
  nodes = cJSON_GetObjectItem (cJSON_GetObjectItem (json, "schedule"), "nodes");
  /* Inductor on the CPU: op0 max, op1 exp (realized), op2 sum, op3 div */
  g_assert_cmpint (cJSON_GetArraySize (nodes), ==, 4);
  node = cJSON_GetArrayItem (nodes, 1);
  g_assert_cmpstr (cJSON_GetObjectItem (node, "name")->valuestring, ==, "op1");
  g_assert_cmpstr (cJSON_GetArrayItem (cJSON_GetObjectItem (node, "buffers"), 0)->valuestring, ==, "buf1");
  g_assert_cmpint (cJSON_GetArraySize (cJSON_GetObjectItem (node, "reads")), ==, 2); /* arg0_1 and buf0 */
  g_assert_cmpstr (cJSON_GetObjectItem (node, "fused_into")->valuestring, ==, "op0_op1_op2_op3");
  fusion = cJSON_GetObjectItem (json, "fusion");
  g_assert_cmpint (cJSON_GetArraySize (cJSON_GetObjectItem (fusion, "groups")), ==, 1);
  g_assert_cmpint (cJSON_GetArraySize (cJSON_GetArrayItem (cJSON_GetObjectItem (fusion, "groups"), 0)), ==, 4);
  cJSON_Delete (json);
}

static void
test_an_early_end_is_told (void)
{
  g_autoptr (FlGraph) graph = read_sample ("softmax.py");
  g_autoptr (FlRun) run = run_only_graph (graph);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  cJSON *json = fl_report_new_json (run);

  check_run (run);
  g_assert_null (cJSON_GetObjectItem (json, "fusion"));
  cJSON_Delete (json);
  g_assert_false (fl_report_append_stage (text, run, FL_STAGE_FUSE, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
}

/* --- the folder ----------------------------------------------------------------------------- */
static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (folder);
}

static char *
read_report (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("%s is missing", name);
  return text;
}

static void
test_folder_has_its_files (void)
{
  static const char *const files[] = { "fx_graph.py", "ir_pre_fusion.txt", "ir_post_fusion.txt", "memory.txt",
                                       "kernels.c",   "wrapper.py",        "decisions.txt",      "report.json",
                                       "report.html", "stage-1-graph.svg", "stage-6-fuse.svg" };
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL);
  g_autofree char *html = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_no_error (run->error);
  g_assert_true (fl_report_write (run, folder, g_getenv ("FUSELOOM_WORKER"), NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text = read_report (folder, files[i]);
      g_assert_cmpuint (strlen (text), >, 0);
    }
  html = read_report (folder, "report.html");
  /* self-contained: nothing is fetched, nothing is run */
  g_assert_null (strstr (html, "<script"));
  g_assert_null (strstr (html, "src="));
  g_assert_null (strstr (html, "<link"));
  g_assert_null (strstr (html, "@import"));
  g_assert_nonnull (strstr (html, "prefers-color-scheme:dark"));
  g_assert_nonnull (strstr (html, "op0_op1_op2_op3"));
  g_assert_nonnull (strstr (html, "<svg"));
  remove_folder (folder);
}

/* Each kernel with the passes over its loop program, folded; as JSON in the report alone. */
static void
test_report_has_the_steps (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL);
  g_autofree char *html = NULL, *text = NULL;
  cJSON *json, *steps, *first;

  g_assert_true (fl_report_write (run, folder, g_getenv ("FUSELOOM_WORKER"), NULL, NULL));
  html = read_report (folder, "report.html");
  text = read_report (folder, "report.json");
  /* The difference that sharing rows out makes; signs stand in front of what changed. */
  g_assert_nonnull (strstr (html, "<span class=\"removed\">- for i0 [10]</span>\n<span class=\"added\">+ for i0"));
  g_assert_nonnull (strstr (html, "divided among threads: i0")); /* the note, with its values */
  g_assert_nonnull (strstr (html, "<details><summary>Passes"));
  json = cJSON_Parse (text);
  steps = cJSON_GetObjectItem (json, "kernel_steps");
  g_assert_cmpint (cJSON_GetArraySize (steps), ==, 1);
  first = cJSON_GetArrayItem (cJSON_GetObjectItem (cJSON_GetArrayItem (steps, 0), "steps"), 0);
  g_assert_cmpstr (cJSON_GetStringValue (cJSON_GetObjectItem (first, "pass")), ==, "build");
  check_json (json);
  remove_folder (folder);
}

/* The map of the window, with a box for every buffer that has memory, in the reader's colours. */
static void
test_page_has_the_memory_map (void)
{
  g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL);
  g_autofree char *html = NULL, *map = NULL;
  const char *from, *to;

  g_assert_no_error (run->error);
  g_assert_true (fl_report_write (run, folder, g_getenv ("FUSELOOM_WORKER"), NULL, NULL));
  html = read_report (folder, "report.html");
  from = strstr (html, "<title>Memory over the steps of the program, by planner ");
  g_assert_nonnull (from);
  to = strstr (from, "</svg>");
  g_assert_nonnull (to);
  map = g_strndup (from, (gsize) (to - from));
  for (guint i = 0; i < run->plan->n_buffers; i++)
    {
      const FlMemoryBuffer *buffer = &run->plan->buffers[i];
      g_autofree char *title = g_strdup_printf ("<g><title>%s ", buffer->buffer->name);

      if (!buffer->is_removed)
        g_assert_nonnull (strstr (map, title));
    }
  g_assert_nonnull (strstr (map, "<pattern id=\"h"));
  g_assert_null (strstr (map, "=\"#")); /* all of them follow light and dark */
  remove_folder (folder);
}

/* Of a run that was executed: what compiled its kernels, by which flags, and how wide vectors were. */
static void
test_page_says_what_compiled (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  const FlExecuteRequest request = { .worker_path = g_getenv ("FUSELOOM_WORKER"), .verify = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL);
  g_autofree char *html = NULL;

  g_assert_no_error (error);
  g_assert_true (fl_report_write (done, folder, g_getenv ("FUSELOOM_WORKER"), NULL, &error));
  g_assert_no_error (error);
  html = read_report (folder, "report.html");
  g_assert_nonnull (strstr (html, "<li>compiler: "));
  g_assert_nonnull (strstr (html, "<li>flags: "));
  g_assert_nonnull (strstr (html, "<li>vectors: "));
  g_assert_nonnull (strstr (html, "<li>first result: "));
  remove_folder (folder);
}

static void
test_hostile_names_stay_text (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[4]\"):\n"
                             "        # File: a.py:1 in f, code: <script>alert(1)</script> & \"quoted\"\n"
                             "        relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\n        return (relu,)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("<b>.py", text, strlen (text), &error);
  g_autoptr (FlRun) run = NULL;
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL);
  g_autofree char *html = NULL;

  g_assert_no_error (error);
  run = run_graph (graph);
  g_assert_true (fl_report_write (run, folder, g_getenv ("FUSELOOM_WORKER"), NULL, &error));
  html = read_report (folder, "report.html");
  g_assert_null (strstr (html, "<script"));
  g_assert_nonnull (strstr (html, "&lt;script&gt;"));
  remove_folder (folder);
}

static void
test_equal_runs_give_equal_bytes (void)
{
  static const char *const files[] = { "ir_post_fusion.txt", "stage-6-fuse.svg", "decisions.txt", "memory.txt" };
  g_autofree char *folders[2]
      = { g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL), g_dir_make_tmp ("fuseloom-report-XXXXXX", NULL) };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
      g_assert_no_error (run->error);
      g_assert_true (fl_report_write (run, folders[i], g_getenv ("FUSELOOM_WORKER"), NULL, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *a = read_report (folders[0], files[i]), *b = read_report (folders[1], files[i]);
      g_assert_cmpstr (a, ==, b);
    }
  remove_folder (folders[0]);
  remove_folder (folders[1]);
  g_free (g_steal_pointer (&folders[1]));
}

static void
test_printed_graph_reads_back (void)
{
  static const char *const names[] = { "softmax.py", "gpt2-block.py", "llama-block.py", "softmax-dynamic.py" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (FlGraph) graph = read_sample (names[i]);
      g_autoptr (FlRun) run = run_only_graph (graph);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (FlGraph) again = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (fl_report_append_stage (text, run, FL_STAGE_GRAPH, &error));
      again = fl_graph_read_text (names[i], text->str, text->len, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (again->n_nodes, ==, graph->n_nodes);
      for (guint k = 0; k < graph->n_nodes; k++)
        {
          g_assert_cmpstr (again->nodes[k].name, ==, graph->nodes[k].name);
          g_assert_cmpstr (again->nodes[k].target, ==, graph->nodes[k].target);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/report/json/samples", test_samples_keep_the_schema);
  g_test_add_func ("/core/report/json/execution", test_execution_keeps_the_schema);
  g_test_add_func ("/core/report/json/steps", test_report_has_the_steps);
  g_test_add_func ("/core/report/json/softmax", test_softmax_says_what_inductor_says);
  g_test_add_func ("/core/report/json/early-end", test_an_early_end_is_told);
  g_test_add_func ("/core/report/folder/files", test_folder_has_its_files);
  g_test_add_func ("/core/report/folder/memory-map", test_page_has_the_memory_map);
  g_test_add_func ("/core/report/folder/page-says-what-compiled", test_page_says_what_compiled);
  g_test_add_func ("/core/report/folder/hostile", test_hostile_names_stay_text);
  g_test_add_func ("/core/report/folder/equal-bytes", test_equal_runs_give_equal_bytes);
  g_test_add_func ("/core/report/text/reads-back", test_printed_graph_reads_back);
  return g_test_run ();
}
