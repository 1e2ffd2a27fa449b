/* What Inductor's own tests and the records of real compilations say of small functions: bytes
 * accessed, orders, pools, numbers of kernels, the wrapper of one block. One test case a row of
 * tests/acceptance/rows.json (named after it), and a second one,
 * "/before-passes", for rows whose graph is also kept as it was before Inductor's graph passes.
 * README.md beside the rows says where the figures come from, and which rows belong to another
 * version than the PyTorch that made the graphs: of those, what that PyTorch measures is expected.
 */
#include <cJSON.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-schedule-private.h"

typedef struct
{
  const cJSON *row;
  gboolean is_before_passes;
} Case;

/* What is measured of a row: of all its graphs together. */
typedef struct
{
  double bytes;
  gint64 peak_bytes;
  gint n_nodes, n_kernels, n_externs, n_outer_loops, n_inner_kernels, n_vector_loops;
  GString *order, *groups, *calls, *wrapper;
  GString *sizes_before, *sizes_after, *index, *reordered; /* of the first node that has loops */
} Figures;

/* --- the rows ---------------------------------------------------------------------------------- */

static char *
get_path (const char *name, const char *suffix)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);

  return g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "acceptance", file, NULL);
}

/* Settings of Inductor that have no effect before kernels are written, and passes that ran before
 * these graphs. */
static gboolean
is_of_no_effect (const char *name)
{
  static const char *const names[] = { "triton.persistent_reductions", "split_cat_fx_passes", "pre_grad_fusion_options",
                                       "post_grad_fusion_options" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return TRUE;
  return FALSE;
}

static void
apply_settings (FlOptions *options, const cJSON *row)
{
  const cJSON *setting;

  fl_options_init (options);
  g_assert_true (fl_target_find (cJSON_GetObjectItem (row, "device")->valuestring, &options->target));
  cJSON_ArrayForEach (setting, cJSON_GetObjectItem (row, "settings"))
    {
      g_autofree char *value = cJSON_IsBool (setting) ? g_strdup (cJSON_IsTrue (setting) ? "true" : "false")
                               : cJSON_IsString (setting)
                                   ? g_strdup (setting->valuestring)
                                   : g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) setting->valuedouble);
      g_autofree char *assignment = g_strdup_printf ("%s=%s", setting->string, value);
      g_autoptr (GError) error = NULL;

      if (is_of_no_effect (setting->string))
        continue;
      fl_options_set (options, assignment, &error);
      g_assert_no_error (error);
    }
}

/* --- measuring --------------------------------------------------------------------------------- */

static void
add_word (GString *text, const char *word)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", word);
}

static void
note_nodes (Figures *figures, const FlSchedule *fused)
{
  for (guint i = 0; i < fused->n_nodes; i++)
    {
      const FlSchedNode *node = fused->nodes[i];

      if (node->kind == FL_SCHED_NOP)
        continue;
      add_word (figures->groups, node->name);
      figures->n_externs += node->kind == FL_SCHED_EXTERN;
      figures->n_kernels += node->kind != FL_SCHED_EXTERN;
      figures->n_vector_loops += fl_kernel_count_vector_loops (node);
      figures->n_outer_loops += node->kind == FL_SCHED_OUTER_LOOP;
      if (node->kind == FL_SCHED_OUTER_LOOP)
        figures->n_inner_kernels += node->n_members;
    }
}

/* The order in which buffers get a name in the wrapper: allocated, reused, or returned by a call.
 */
static void
note_wrapper (Figures *figures, const char *wrapper)
{
  g_auto (GStrv) lines = g_strsplit (wrapper, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      const char *line = g_strstrip (lines[i]);
      const char *equals = strstr (line, " = ");

      if (g_str_has_prefix (line, "buf") && equals && equals - line < 10)
        {
          g_autofree char *name = g_strndup (line, equals - line);

          add_word (figures->order, name);
        }
      if (strstr (line, "extern_kernels.addmm("))
        add_word (figures->calls, "addmm");
      if (strstr (line, " = torch.ops.aten._scaled_dot_product"))
        add_word (figures->calls, "sdpa");
      if (g_str_has_prefix (line, "buf") || g_str_has_prefix (line, "pool") || g_str_has_prefix (line, "del pool"))
        g_string_append_printf (figures->wrapper, "%s\n", line);
    }
}

static const FlSchedNode *
find_loops (const FlSchedule *schedule)
{
  for (guint i = 0; i < schedule->n_nodes; i++)
    for (guint k = 0; k < schedule->nodes[i]->n_originals; k++)
      if (schedule->nodes[i]->originals[k]->body)
        return schedule->nodes[i]->originals[k];
  return NULL;
}

/* "[2048, 1024]" */
static void
note_sizes (GString *text, const FlSchedNode *node)
{
  g_string_append_c (text, '[');
  for (guint i = 0; node && i < node->n_iter_sizes; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      fl_sym_append (text, node->iter_sizes[i]);
    }
  g_string_append_c (text, ']');
}

/* Loops before and after fusion, the first index of the body, and the same once the first loop is
 * made the innermost. */
static void
note_loops (Figures *figures, FlRun *run)
{
  static const guint order[] = { 1, 2, 3, 0 };
  FlPass pass = { .arena = run->arena,
                  .trace = run->trace,
                  .options = &run->options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32 };
  FlSchedNode *node = (FlSchedNode *) find_loops (run->schedule);
  FlSchedContext context;

  if (!node || figures->sizes_before->len > 0)
    return;
  note_sizes (figures->sizes_before, node);
  note_sizes (figures->sizes_after, find_loops (run->fused));
  if (node->body->n_indices > 0)
    fl_sym_append (figures->index, node->body->indices[0]);
  if (node->n_iter_sizes != G_N_ELEMENTS (order) || node->n_reduce_sizes > 0)
    return;
  fl_sched_context_init (&context, &pass, run->lowered);
  fl_sched_node_permute_loops (&context, node, order);
  fl_sym_append (figures->reordered, node->body->indices[0]);
}

static void
measure (const cJSON *row, const char *file, gboolean is_before_passes, Figures *figures)
{
  g_autofree char *path = get_path (file, ".fx.py");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  const cJSON *hint;

  g_assert_no_error (error);
  cJSON_ArrayForEach (hint, cJSON_GetObjectItem (row, "hints"))
    fl_sym_set_hint (fl_sym_size (graph->symbols, hint->string), (gint64) hint->valuedouble);
  fl_pipeline_request_init (&request);
  apply_settings (&request.options, row);
  if (is_before_passes)
    g_assert_true (fl_options_set (&request.options, "graph_passes=always", &error));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  figures->bytes += fl_schedule_count_bytes (run->fused);
  figures->peak_bytes = MAX (figures->peak_bytes, run->plan->peak_bytes);
  figures->n_nodes += run->schedule->n_nodes;
  note_nodes (figures, run->fused);
  note_loops (figures, run);
  note_wrapper (figures, run->program->wrapper);
}

static void
measure_case (const Case *test, Figures *figures)
{
  const cJSON *file;

  *figures = (Figures) { .order = g_string_new (NULL),
                         .groups = g_string_new (NULL),
                         .calls = g_string_new (NULL),
                         .wrapper = g_string_new (NULL),
                         .sizes_before = g_string_new (NULL),
                         .sizes_after = g_string_new (NULL),
                         .index = g_string_new (NULL),
                         .reordered = g_string_new (NULL) };
  cJSON_ArrayForEach (file, cJSON_GetObjectItem (test->row, "graphs"))
    {
      g_autofree char *name = g_strconcat ("graphs/", file->valuestring, test->is_before_passes ? ".aot" : "", NULL);

      measure (test->row, name, test->is_before_passes, figures);
    }
}

static void
figures_clear (Figures *figures)
{
  GString *const texts[] = { figures->order,        figures->groups,      figures->calls, figures->wrapper,
                             figures->sizes_before, figures->sizes_after, figures->index, figures->reordered };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_free (texts[i], TRUE);
}

/* --- expecting --------------------------------------------------------------------------------- */

static void
expect_number (const char *what, double expected, double tolerance, double got)
{
  if (ABS (got - expected) <= tolerance * expected)
    return;
  g_test_message ("%s: expected %.0f, got %.0f", what, expected, got);
  g_test_fail ();
}

static void
expect_text (const char *what, const char *expected, const char *got)
{
  if (g_str_equal (expected, got))
    return;
  g_test_message ("%s: expected %s, got %s", what, expected, got);
  g_test_fail ();
}

static double
get_number (const cJSON *object, const char *name, double missing)
{
  const cJSON *item = cJSON_GetObjectItem (object, name);

  return item ? item->valuedouble : missing;
}

/* "pytorch" holds everything that the PyTorch of the graphs measures: of a row's figures those are
 * compared that were published for it, at the value that this PyTorch gives. */
static void
expect_published (const cJSON *row, const Figures *figures)
{
  const cJSON *expect = cJSON_GetObjectItem (row, "expect"), *pytorch = cJSON_GetObjectItem (row, "pytorch"), *item;
  const struct
  {
    const char *name;
    double got;
  } numbers[] = { { "elements", figures->bytes / 4 },       { "bytes", figures->bytes },
                  { "kernels", figures->n_kernels },        { "nodes", figures->n_nodes },
                  { "outer_loop", figures->n_outer_loops }, { "inner_kernels", figures->n_inner_kernels },
                  { "vector", figures->n_vector_loops } };

  const struct
  {
    const char *name;
    const GString *got;
  } texts[] = { { "order", figures->order },
                { "groups", figures->groups },
                { "calls", figures->calls },
                { "sizes_before", figures->sizes_before },
                { "sizes_after", figures->sizes_after },
                { "index", figures->index },
                { "reordered", figures->reordered } };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const cJSON *published = cJSON_GetObjectItem (expect, numbers[i].name);
      const cJSON *own = cJSON_GetObjectItem (cJSON_GetObjectItem (row, "other_version"), numbers[i].name);

      if (published)
        expect_number (numbers[i].name, own ? own->valuedouble : published->valuedouble,
                       get_number (expect, "tolerance", 0), numbers[i].got);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      item = cJSON_GetObjectItem (expect, texts[i].name);
      if (item)
        expect_text (texts[i].name, item->valuestring, texts[i].got->str);
    }
  if (cJSON_GetObjectItem (expect, "kernels_above"))
    g_assert_cmpint (figures->n_kernels, >, get_number (expect, "kernels_above", 0));
  if (cJSON_GetObjectItem (expect, "peak_below"))
    g_assert_cmpfloat (figures->peak_bytes, <, get_number (expect, "peak_below", 0));
  if (cJSON_GetObjectItem (expect, "wrapper"))
    {
      g_autoptr (GString) lines = g_string_new (NULL);

      cJSON_ArrayForEach (item, cJSON_GetObjectItem (pytorch, "wrapper"))
        if (g_str_has_prefix (item->valuestring, "buf") || strstr (item->valuestring, "pool"))
          g_string_append_printf (lines, "%s\n", item->valuestring);
      expect_text ("wrapper", lines->str, figures->wrapper->str);
    }
}

/* The groups that PyTorch makes, by name and in its order. */
static void
expect_groups (const cJSON *row, const Figures *figures)
{
  g_autoptr (GString) groups = g_string_new (NULL);
  const cJSON *group;

  cJSON_ArrayForEach (group, cJSON_GetObjectItem (cJSON_GetObjectItem (row, "pytorch"), "groups"))
    add_word (groups, group->valuestring);
  expect_text ("groups of that PyTorch", groups->str, figures->groups->str);
}

static void
test_row (gconstpointer data)
{
  const Case *test = data;
  const cJSON *unfinished
      = cJSON_GetObjectItem (test->row, test->is_before_passes ? "unfinished_before" : "unfinished");
  const cJSON *measured = cJSON_GetObjectItem (cJSON_GetObjectItem (test->row, "pytorch"), "bytes");
  Figures figures;

  if (unfinished)
    {
      g_test_skip (unfinished->valuestring);
      return;
    }
  measure_case (test, &figures);
  expect_published (test->row, &figures);
  /* Not published for every row, but measured: bytes and groups. */
  if (!cJSON_GetObjectItem (test->row, "bytes_differ"))
    {
      expect_number ("bytes of that PyTorch", measured->valuedouble, 0, figures.bytes);
      expect_groups (test->row, &figures);
      if (g_str_equal (cJSON_GetObjectItem (test->row, "device")->valuestring, "cpu"))
        expect_number ("vector loops of that PyTorch",
                       get_number (cJSON_GetObjectItem (test->row, "pytorch"), "vector", 0), 0, figures.n_vector_loops);
    }
  figures_clear (&figures);
}

static void
add_case (GPtrArray *cases, const cJSON *row, gboolean is_before_passes)
{
  Case *test = g_new0 (Case, 1);
  g_autofree char *path = g_strdup_printf ("/acceptance/%s/%s%s", cJSON_GetObjectItem (row, "section")->valuestring,
                                           cJSON_GetObjectItem (row, "name")->valuestring,
                                           is_before_passes ? "/before-passes" : "/as-lowered");

  *test = (Case) { row, is_before_passes };
  g_ptr_array_add (cases, test);
  g_test_add_data_func (path, test, test_row);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = get_path ("rows", ".json");
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  const cJSON *row;
  cJSON *rows;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  rows = cJSON_Parse (text);
  g_assert_nonnull (rows);
  cJSON_ArrayForEach (row, cJSON_GetObjectItem (rows, "rows"))
    {
      /* What a pattern left as a call of Inductor's own cannot be read back. */
      if (!cJSON_IsTrue (cJSON_GetObjectItem (row, "only_before")))
        add_case (cases, row, FALSE);
      if (cJSON_IsTrue (cJSON_GetObjectItem (row, "aot")))
        add_case (cases, row, TRUE);
    }
  status = g_test_run ();
  cJSON_Delete (rows);
  return status;
}
