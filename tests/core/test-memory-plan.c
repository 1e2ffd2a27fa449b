/* Memory plans: against what TorchInductor itself allocates and reuses for the golden cases, and against arithmetic. */
#include "fl-error.h"
#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-memory-map.h"
#include "fl-orders.h"
#include "fl-pipeline.h"

#include <cjson/cJSON.h>
#include <string.h>

/* Cases whose graph Fuseloom lowers otherwise, each with the reason: their memory cannot agree. */
static const char *const other_graphs[] = {
  /* Inductor's kernel of both orders keeps partial sums in a workspace and adds them up outside; here they are a buffer. */
  "both-orders-half-precision", "both-orders-layer-norm",
};

static char *
dup_golden_path (const char *device, const char *name, const char *file)
{
  return g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", device, name, file, NULL);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "buf1 = buf0; del buf0  # reuse": lines that take or hand over memory, without spaces, sorted. */
static char *
extract_memory_lines (const char *wrapper)
{
  g_auto (GStrv) lines = g_strsplit (wrapper, "\n", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      char *squeezed = g_strjoinv ("", words);

      if (g_str_has_prefix (squeezed, "buf") && (strstr (squeezed, "=empty_strided") || strstr (squeezed, "#reuse") || strstr (squeezed, "#alias")))
        g_ptr_array_add (kept, squeezed);
      else
        g_free (squeezed);
    }
  g_ptr_array_sort (kept, compare_texts);
  g_ptr_array_add (kept, NULL);
  return g_strjoinv ("\n", (char **) kept->pdata);
}

static FlRun *
run_case (const char *device, const char *name)
{
  g_autofree char *path = dup_golden_path (device, name, "fx.py");
  FlPipelineRequest request;
  GError *error = NULL;
  FlGraph *graph = fl_graph_read_file (path, &error);
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = g_str_equal (device, "cpu") ? FL_TARGET_CPU : FL_TARGET_CUDA;
  run = fl_pipeline_run (graph, &request);
  fl_graph_unref (graph);
  return run;
}

/* A case whose groups are not yet Inductor's has another plan. */
static gboolean
is_other_schedule (const char *name)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", "expected-differences.txt", NULL);
  g_autofree char *text = NULL, *line = g_strdup_printf ("\ncuda/%s:", name);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return strstr (text, line) != NULL;
}

static gboolean
is_other_graph (const char *name)
{
  if (is_other_schedule (name))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (other_graphs); i++)
    if (g_str_equal (other_graphs[i], name))
      return TRUE;
  return FALSE;
}

/* On a GPU one group is one kernel for Inductor as well, so allocations, reuse and in-place writes agree line by line. (Its CPU
 * back end frees only after several groups that share one function.) */
static void
test_gpu_plans_equal_inductors (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", "cuda", "index.json", NULL);
  g_autofree char *text = NULL;
  cJSON *index, *item;
  guint n = 0, n_wrong = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  index = cJSON_Parse (text);
  g_assert_nonnull (index);
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (index, "cases"))
  {
    g_autofree char *golden_path = dup_golden_path ("cuda", item->string, "wrapper.py");
    g_autofree char *golden = NULL, *expected = NULL, *got = NULL;
    g_autoptr (FlRun) run = NULL;

    if (cJSON_GetObjectItem (item, "settings") || is_other_graph (item->string) || !g_file_get_contents (golden_path, &golden, NULL, NULL))
      continue;
    run = run_case ("cuda", item->string);
    if (run->error && g_error_matches (run->error, FL_ERROR, FL_ERROR_UNSUPPORTED))
      {
        g_test_message ("%s: %s", item->string, run->error->message);
        continue;
      }
    g_assert_no_error (run->error);
    expected = extract_memory_lines (golden);
    got = extract_memory_lines (run->program->wrapper);
    if (!g_str_equal (expected, got))
      {
        g_printerr ("%s: Inductor has\n%s\nand we have\n%s\n", item->string, expected, got);
        n_wrong++;
      }
    n++;
  }
  cJSON_Delete (index);
  g_test_message ("%u plans agree", n);
  g_assert_cmpuint (n_wrong, ==, 0);
  g_assert_cmpuint (n, >=, 100);
}

/* Every golden case of the CPU, fused and not: the plan keeps its own rules, and no plan is better than the lower bound. */
static void
test_cpu_plans_verify (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", "cpu", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *fx = dup_golden_path ("cpu", name, "fx.py");
      g_autoptr (FlRun) run = NULL;
      GError *error = NULL;

      if (!g_file_test (fx, G_FILE_TEST_EXISTS))
        continue;
      run = run_case ("cpu", name);
      if (run->error && g_error_matches (run->error, FL_ERROR, FL_ERROR_UNSUPPORTED))
        continue;
      g_assert_no_error (run->error);
      g_assert_true (fl_memory_plan_verify (run->plan, &error));
      g_assert_cmpint (run->plan->arena_bytes % 64, ==, 0);
      g_assert_cmpint (run->plan->peak_bytes, >=, run->plan->lower_bound_bytes);
      n++;
    }
  g_assert_cmpuint (n, >=, 100);
}

/* relu (a + 1) @ b, then the same again: one activation of 64 x 64 floats is freed when the other is made. */
static const char chain[] = "class G(torch.nn.Module):\n"
                            "    def forward(self, a: \"f32[64, 64][64, 1]cpu\", b: \"f32[64, 64][64, 1]cpu\"):\n"
                            "        mm: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.mm.default(a, b)\n"
                            "        relu: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.relu.default(mm)\n"
                            "        mm_1: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.mm.default(relu, b)\n"
                            "        relu_1: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.relu.default(mm_1)\n"
                            "        return (relu_1,)\n";

static FlRun *
run_chain (guint32 stop_step, gboolean reuse)
{
  FlPipelineRequest request;
  GError *error = NULL;
  FlGraph *graph = fl_graph_read_text ("chain.py", chain, strlen (chain), &error);
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.allow_buffer_reuse = request.options.inplace_buffers = reuse;
  if (stop_step != G_MAXUINT32)
    {
      request.stop_stage = FL_STAGE_MEMORY;
      request.stop_step = stop_step;
    }
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  fl_graph_unref (graph);
  return run;
}

static void
test_chain_needs_two_activations (void)
{
  g_autoptr (FlRun) run = run_chain (G_MAXUINT32, TRUE);
  g_autoptr (FlRun) without = run_chain (G_MAXUINT32, FALSE);

  /* mm -> buf0; relu in place -> buf1; mm needs another -> buf2; relu in place -> buf3: two of 64 * 64 * 4 bytes. */
  g_assert_cmpint (run->plan->peak_bytes, ==, 2 * 16384);
  g_assert_cmpint (run->plan->lower_bound_bytes, ==, 2 * 16384);
  g_assert_cmpint (run->plan->arena_bytes, ==, 2 * 16384);
  g_assert_true (fl_memory_plan_find (run->plan, fl_intern ("buf1"))->owner == fl_memory_plan_find (run->plan, fl_intern ("buf0"))->buffer);
  /* Without reuse every result has memory of its own, though never more than two live at once. */
  g_assert_true (fl_memory_plan_find (without->plan, fl_intern ("buf1"))->owner == fl_memory_plan_find (without->plan, fl_intern ("buf1"))->buffer);
  g_assert_cmpint (without->plan->peak_bytes, ==, 2 * 16384);
}

/* After k decisions the plan is what those k decisions made. */
static void
test_stepping_stops_exactly (void)
{
  g_autoptr (FlRun) whole = run_chain (G_MAXUINT32, TRUE);
  guint32 n_steps = fl_trace_get_n_steps (whole->trace, FL_STAGE_MEMORY);
  guint last_lines = 0;

  g_assert_cmpuint (n_steps, >, 3);
  for (guint32 step = 0; step <= n_steps; step++)
    {
      g_autoptr (FlRun) run = run_chain (step, TRUE);

      g_assert_cmpuint (fl_trace_get_n_steps (run->trace, FL_STAGE_MEMORY), ==, step);
      g_assert_cmpuint (run->plan->n_lines, >=, last_lines);
      last_lines = run->plan->n_lines;
    }
}

/* --- pools ------------------------------------------------------------------------------------------------------- */

/* Lines about memory, in order. */
static char *
extract_pool_lines (const char *wrapper)
{
  g_auto (GStrv) lines = g_strsplit (wrapper, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (g_str_has_prefix (line, "buf") || g_str_has_prefix (line, "pool") || g_str_has_prefix (line, "del pool"))
        g_string_append_printf (text, "%s\n", line);
    }
  return g_string_free (text, FALSE);
}

static FlRun *
run_pooled (const char *name, const char *device, const char *mode)
{
  g_autofree char *path = dup_golden_path (device, name, "fx.py");
  g_autofree char *setting = g_strconcat ("memory_pool=", mode, NULL);
  FlPipelineRequest request;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = g_str_equal (device, "cpu") ? FL_TARGET_CPU : FL_TARGET_CUDA;
  request.options.memory_planning = TRUE;
  g_assert_true (fl_options_set (&request.options, setting, &error));
  return fl_pipeline_run (graph, &request);
}

static void
test_pools_equal_inductors (void)
{
  g_autoptr (FlRun) run = run_pooled ("option-memory-pools", "cuda", "intermediates");
  g_autofree char *path = dup_golden_path ("cuda", "option-memory-pools", "wrapper.py");
  g_autofree char *golden = NULL, *expected = NULL, *got = NULL;

  g_assert_no_error (run->error);
  g_assert_true (g_file_get_contents (path, &golden, NULL, NULL));
  expected = extract_pool_lines (golden);
  got = extract_pool_lines (run->program->wrapper);
  g_assert_cmpstr (got, ==, expected);
  /* Two blocks of 64 * 64 * 4 bytes share one pool; the output has its own. */
  g_assert_cmpint (run->plan->n_pools, ==, 2);
  g_assert_cmpint (run->plan->arena_bytes, ==, 3 * 64 * 64 * 4);
}

/* Whatever shares a pool, nothing that lives at the same time overlaps: the pipeline verifies it. */
static void
test_pools_of_every_mode_verify (void)
{
  static const char *const modes[] = { "none", "intermediates", "outputs", "combined" };
  static const char *const names[] = { "model-gpt-two-layers", "model-small-convnet", "memory-two-branches", "dynamic-two-symbols" };

  for (guint m = 0; m < G_N_ELEMENTS (modes); m++)
    for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
      {
        g_autoptr (FlRun) run = run_pooled (names[i / 2], i % 2 ? "cpu" : "cuda", modes[m]);

        g_assert_no_error (run->error);
        g_assert_cmpuint (run->plan->n_pools, >, 0);
      }
}

/* Every block has its event and its step; a replay of all steps ends where the plan is, and each is one block more. */
static void
test_pools_replay (void)
{
  g_autoptr (FlRun) run = run_pooled ("model-gpt-two-layers", "cuda", "intermediates");
  g_autoptr (FlArena) arena = fl_arena_open ();
  const FlPoolForest *forest = run->plan->forest, *again;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_events = 0;

  g_assert_nonnull (forest);
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_MEMORY); i++)
    n_events += fl_trace_get_step (run->trace, FL_STAGE_MEMORY, i)->kind == FL_EVENT_POOL;
  g_assert_cmpuint (n_events, ==, forest->n_steps);
  g_assert_cmpuint (forest->n_steps, ==, forest->n_blocks);
  for (guint n = 0; n <= forest->n_steps; n++)
    {
      guint n_placed = 0;

      again = fl_memory_map_replay_pools (arena, run, n);
      for (guint i = 0; i < again->n_blocks; i++)
        n_placed += again->offsets[i] >= 0;
      g_assert_cmpuint (n_placed, ==, n);
    }
  for (guint i = 0; i < forest->n_blocks; i++)
    {
      const FlMemoryBuffer *entry = fl_memory_plan_find (run->plan, fl_memory_map_name_block (&forest->blocks[i]));

      g_assert_cmpint (again->offsets[i], ==, forest->offsets[i]);
      g_assert_cmpuint (entry->pool, ==, forest->pools[i] + 1);
      g_assert_cmpint (fl_sym_get_hint (entry->pool_offset, 8), ==, forest->offsets[i]);
    }
  fl_memory_map_append_pools (text, run);
  g_assert_nonnull (strstr (text->str, "begins a pool: pool0 at 0"));
}

/* --- planners that lay buffers out in an arena ------------------------------------------------------------------------ */

static FlRun *
run_planned (const char *name, const char *device, const char *planner)
{
  g_autofree char *path = dup_golden_path (device, name, "fx.py");
  g_autofree char *setting = g_strconcat ("memory_planner=", planner, NULL);
  FlPipelineRequest request;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = g_str_equal (device, "cpu") ? FL_TARGET_CPU : FL_TARGET_CUDA;
  fl_options_set (&request.options, setting, &error);
  g_assert_no_error (error);
  return fl_pipeline_run (graph, &request);
}

/* The option's choices are reuse and the rows of the table, in its order. */
static void
test_choices_are_the_table (void)
{
  const FlOptionInfo *info = NULL;
  g_auto (GStrv) choices = NULL;

  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, "memory_planner"))
      info = fl_options_get_row (i);
  choices = g_strsplit (info->choices, "|", -1);
  g_assert_cmpuint (g_strv_length (choices), ==, fl_alloc_get_n_rows () + 1);
  g_assert_cmpstr (choices[0], ==, "reuse");
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    g_assert_cmpstr (choices[i + 1], ==, fl_alloc_get_row (i)->name);
}

static FlRun *
run_text (const char *text, const char *planner, gboolean in_place)
{
  g_autofree char *setting = g_strconcat ("memory_planner=", planner, NULL);
  FlPipelineRequest request;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("text.py", text, strlen (text), &error);
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.inplace_buffers = in_place;
  g_assert_true (fl_options_set (&request.options, setting, &error));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

/* mm -> relu -> mm -> relu, each 64 * 64 * 4 = 16384 bytes: with in-place writes two storages, both alive during the second
 * mm; without, four, of which two are alive at a time, and naive gives each its own. */
static void
test_chain_in_an_arena (void)
{
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    {
      const char *name = fl_alloc_get_row (i)->name;
      g_autoptr (FlRun) run = run_text (chain, name, TRUE), apart = run_text (chain, name, FALSE);

      g_assert_cmpstr (run->plan->planner, ==, name);
      g_assert_cmpint (run->plan->arena_bytes, ==, 2 * 16384);
      g_assert_cmpint (run->plan->arena_bound_bytes, ==, 2 * 16384);
      g_assert_true (run->plan->is_arena_optimal);
      g_assert_cmpint (apart->plan->arena_bytes, ==, (g_str_equal (name, "naive") ? 4 : 2) * 16384);
      g_assert_cmpint (apart->plan->arena_bound_bytes, ==, 2 * 16384);
      for (guint k = 0; k < run->plan->n_lines; k++)
        g_assert_cmpint (run->plan->lines[k].kind, !=, FL_LINE_REUSE);
    }
}

/* Widths 8192, 4096, 4096: memory of another size is of no use to reuse, but in an arena buf1 and buf2 fit where buf0 was.
 * Calls: buf0 [0, 1], buf1 [1, 2], buf2 [2, end], nothing written in place since a product reads all of its input. */
static const char narrowing[]
    = "class G(torch.nn.Module):\n"
      "    def forward(self, a: \"f32[32, 8][8, 1]cpu\", b: \"f32[8, 64][64, 1]cpu\", c: \"f32[64, 32][32, 1]cpu\", d: \"f32[32, 64][64, 1]cpu\"):\n"
      "        mm: \"f32[32, 64][64, 1]cpu\" = torch.ops.aten.mm.default(a, b)\n"
      "        mm_1: \"f32[32, 32][32, 1]cpu\" = torch.ops.aten.mm.default(mm, c)\n"
      "        mm_2: \"f32[32, 64][64, 1]cpu\" = torch.ops.aten.mm.default(mm_1, d)\n"
      "        return (mm_2,)\n";

static void
test_problem_of_a_plan (void)
{
  g_autoptr (FlRun) run = run_text (narrowing, "reuse", TRUE), exact = run_text (narrowing, "exact", TRUE);
  g_autoptr (FlArena) arena = fl_arena_open ();
  const FlAllocProblem *problem = fl_memory_plan_make_problem (run->plan, NULL, arena, NULL), *again;
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;

  /* 32 * 64 * 4 = 8192 and 32 * 32 * 4 = 4096 bytes; three calls, and the result lives until after the last. */
  fl_alloc_append_problem (text, problem);
  g_assert_cmpstr (text->str, ==, "id,lower,upper,size\nbuf0,0,2,8192\nbuf1,1,3,4096\nbuf2,2,4,8192\n");
  again = fl_alloc_problem_parse (arena, text->str, text->len, "problem.csv", &error);
  g_assert_no_error (error);
  g_assert_cmpint (fl_alloc_get_max_live (again), ==, 8192 + 4096);
  g_assert_cmpint (exact->plan->arena_bytes, ==, 8192 + 4096);
  g_assert_cmpint (run->plan->arena_bound_bytes, ==, 8192 + 4096);
}

/* The pipeline verifies that nothing alive overlaps; no planner goes below the bound, and exact is the lowest. */
static void
test_planners_verify (void)
{
  static const char *const names[] = { "model-gpt-two-layers", "model-small-convnet", "memory-two-branches", "dynamic-two-symbols" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      const char *device = i % 2 ? "cpu" : "cuda";
      g_autoptr (FlRun) reuse = run_planned (names[i / 2], device, "reuse"), exact = run_planned (names[i / 2], device, "exact");

      g_assert_no_error (reuse->error);
      g_assert_no_error (exact->error);
      g_assert_cmpint (reuse->plan->arena_bytes, >=, exact->plan->arena_bytes);
      for (guint k = 0; k < fl_alloc_get_n_rows (); k++)
        {
          g_autoptr (FlRun) run = run_planned (names[i / 2], device, fl_alloc_get_row (k)->name);
          guint32 n_steps = fl_trace_get_n_steps (run->trace, FL_STAGE_MEMORY);

          g_assert_no_error (run->error);
          g_assert_cmpint (run->plan->arena_bytes, >=, run->plan->arena_bound_bytes);
          g_assert_cmpint (run->plan->arena_bytes, >=, exact->plan->arena_bytes);
          g_assert_cmpint (run->plan->arena_bound_bytes, >=, run->plan->lower_bound_bytes);
          /* The last decision is the planner's. */
          g_assert_cmpstr (fl_trace_get_step (run->trace, FL_STAGE_MEMORY, n_steps - 1)->subject.name, ==, run->plan->planner);
        }
    }
}

/* Rows that an index chooses are written into a copy, which lies over the negated input, under every planner: one storage in all. What
 * is changed and its changed form have one owner. */
static void
test_changed_buffers_lie_with_what_they_change (void)
{
  static const char text[] = "class G(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[15, 7][7, 1]cpu\", i: \"i64[15, 1][1, 1]cpu\"):\n"
                             "        neg = torch.ops.aten.neg.default(x)\n"
                             "        scatter = torch.ops.aten.scatter.value(neg, 1, i, 1)\n"
                             "        return (scatter,)\n";
  static const char *const planners[] = { "auto", "reuse", "hill" }, *const strategies[] = { "none", "xla-base", "stitch" };

  for (guint i = 0; i < G_N_ELEMENTS (planners) * G_N_ELEMENTS (strategies); i++)
    {
      g_autofree char *setting = g_strconcat ("memory_planner=", planners[i % 3], NULL);
      g_autoptr (FlGraph) graph = fl_graph_read_text ("text.py", text, strlen (text), NULL);
      g_autoptr (FlRun) run = NULL;
      FlPipelineRequest request;
      guint n_changes = 0;

      fl_pipeline_request_init (&request);
      request.options.target = FL_TARGET_CPU;
      request.options.strategy = fl_intern (strategies[i / 3]);
      g_assert_true (fl_options_set (&request.options, setting, NULL));
      run = fl_pipeline_run (graph, &request);
      g_assert_no_error (run->error);
      for (guint k = 0; k < run->plan->n_buffers; k++)
        {
          const FlMemoryBuffer *entry = &run->plan->buffers[k];
          const FlMemoryBuffer *base = fl_memory_plan_find (run->plan, fl_buffer_get_base (entry->buffer)->name);

          n_changes += base != entry;
          g_assert_true (entry->owner == base->owner);
          g_assert_cmpint (entry->offset, ==, base->offset);
        }
      g_assert_cmpuint (n_changes, ==, 1);
      g_assert_cmpint (run->plan->arena_bytes, ==, (15 * 7 * 4 + 63) / 64 * 64);
    }
}

/* Two ways to lay out the same buffers at once: refused, not one of them dropped silently. */
static void
test_pools_and_planner_exclude_each_other (void)
{
  g_autoptr (FlGraph) graph = fl_graph_read_text ("chain.py", chain, strlen (chain), NULL);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.memory_planning = TRUE;
  g_assert_true (fl_options_set (&request.options, "memory_planner=exact", NULL));
  run = fl_pipeline_run (graph, &request);
  g_assert_error (run->error, FL_ERROR, FL_ERROR_USAGE);
}

/* --- the checker -------------------------------------------------------------------------------------------------- */

typedef struct
{
  FlMemoryPlan plan;
  FlMemoryBuffer *buffers;
  FlMemoryLine *lines;
} Broken;

/* A copy that may be changed: buffers are found in it by name, too. */
static void
copy_plan (const FlMemoryPlan *plan, Broken *broken)
{
  broken->plan = *plan;
  broken->buffers = g_memdup2 (plan->buffers, plan->n_buffers * sizeof *plan->buffers);
  broken->lines = g_memdup2 (plan->lines, plan->n_lines * sizeof *plan->lines);
  broken->plan.buffers = broken->buffers;
  broken->plan.lines = broken->lines;
  broken->plan.by_name = g_hash_table_new (NULL, NULL);
  for (guint i = plan->n_buffers; i-- > 0;)
    g_hash_table_insert (broken->plan.by_name, (gpointer) broken->buffers[i].buffer->name, &broken->buffers[i]);
}

static void
clear_plan (Broken *broken)
{
  g_hash_table_unref (broken->plan.by_name);
  g_free (broken->buffers);
  g_free (broken->lines);
}

static void
expect_refused (Broken *broken, const char *what)
{
  GError *error = NULL;

  g_test_message ("%s", what);
  g_assert_false (fl_memory_plan_verify (&broken->plan, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_GRAPH);
  g_clear_error (&error);
  clear_plan (broken);
}

/* Two different storages that are alive together, the second right on top of the first. */
static gboolean
find_neighbours (const FlMemoryPlan *plan, guint *below, guint *above)
{
  for (*below = 0; *below < plan->n_buffers; (*below)++)
    for (*above = 0; *above < plan->n_buffers; (*above)++)
      {
        const FlMemoryBuffer *a = &plan->buffers[*below], *b = &plan->buffers[*above];

        if (a->offset >= 0 && b->offset == a->offset + a->size_bytes && a->first <= b->last && b->first <= a->last && b->size_bytes > 0)
          return TRUE;
      }
  return FALSE;
}

/* A plan that is right, and then wrong in one place: each is found. */
static void
test_wrong_plans_are_found (void)
{
  static const char *const names[] = { "model-gpt-two-layers", "model-small-convnet" };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      g_autoptr (FlRun) run = run_planned (names[n], "cuda", "auto");
      Broken broken;
      guint below = 0, above = 0, i;

      g_assert_no_error (run->error);
      copy_plan (run->plan, &broken);
      g_assert_true (fl_memory_plan_verify (&broken.plan, NULL));
      clear_plan (&broken);
      g_assert_true (find_neighbours (run->plan, &below, &above));

      copy_plan (run->plan, &broken);
      broken.buffers[above].offset -= 64;
      expect_refused (&broken, "an offset moved down");

      copy_plan (run->plan, &broken);
      broken.buffers[above].offset = broken.buffers[below].offset;
      expect_refused (&broken, "two at one offset");

      /* What is freed before its last reader runs: the line that frees it moves before that call. */
      copy_plan (run->plan, &broken);
      for (i = 1; i < broken.plan.n_lines; i++)
        if (broken.lines[i].kind == FL_LINE_FREE && broken.lines[i].buffer->kind != FL_BUFFER_INPUT
            && broken.lines[i - 1].kind == FL_LINE_CALL)
          break;
      g_assert_cmpuint (i, <, broken.plan.n_lines);
      {
        FlMemoryLine moved = broken.lines[i];

        broken.lines[i] = broken.lines[i - 1];
        broken.lines[i - 1] = moved;
      }
      expect_refused (&broken, "freed one step too early");

      copy_plan (run->plan, &broken);
      for (i = 0; broken.lines[i].kind != FL_LINE_ALLOCATE; i++)
        ;
      broken.lines[i].kind = FL_LINE_ALIAS;
      expect_refused (&broken, "never allocated");

      copy_plan (run->plan, &broken);
      broken.plan.peak_bytes = broken.plan.lower_bound_bytes - 1;
      expect_refused (&broken, "a peak below the bound");
    }
}

/* --- orders ------------------------------------------------------------------------------------------------------- */

static FlRun *
run_ordered (const char *name, const char *device, const char *order)
{
  g_autofree char *path = dup_golden_path (device, name, "fx.py");
  g_autofree char *setting = g_strconcat ("peak_order=", order, NULL);
  FlPipelineRequest request;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = g_str_equal (device, "cpu") ? FL_TARGET_CPU : FL_TARGET_CUDA;
  g_assert_true (fl_options_set (&request.options, setting, &error));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

static guint
count_peaks (const FlRun *run, gint64 *lowest)
{
  guint n = 0;

  *lowest = G_MAXINT64;
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);

      if (event->kind != FL_EVENT_PEAK || g_str_has_prefix (event->reason, "planned"))
        continue;
      n++;
      *lowest = MIN (*lowest, event->amount);
    }
  return n;
}

/* Every row is tried and none of the searches is above what it began with; what is taken needs no more than the order after fusion. */
static void
test_orders_never_raise_the_peak (void)
{
  static const char *const names[] = { "model-gpt-two-layers", "model-small-convnet", "memory-two-branches", "dynamic-two-symbols" };
  static const char *const choices[] = { "ours", "exact", "lowest" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      const char *device = i % 2 ? "cpu" : "cuda";
      g_autoptr (FlRun) given = run_ordered (names[i / 2], device, "given"), best = run_ordered (names[i / 2], device, "best");
      gint64 given_peak, best_peak, peak;

      g_assert_cmpuint (count_peaks (given, &given_peak), ==, 1);
      g_assert_cmpuint (count_peaks (best, &best_peak), ==, 4); /* as fused, and TorchInductor's three */
      g_assert_cmpint (best_peak, <=, given_peak);
      for (guint k = 0; k < G_N_ELEMENTS (choices); k++)
        {
          g_autoptr (FlRun) run = run_ordered (names[i / 2], device, choices[k]);
          guint n = count_peaks (run, &peak);

          g_assert_cmpuint (n, ==, g_str_equal (choices[k], "lowest") ? fl_orders_get_n_rows () : 2);
          g_assert_cmpint (peak, <=, g_str_equal (choices[k], "lowest") ? best_peak : given_peak);
          g_assert_cmpint (run->plan->arena_bound_bytes, <=, given->plan->arena_bound_bytes);
          g_assert_cmpint (run->plan->arena_bound_bytes, <=, best->plan->arena_bound_bytes);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/memory/golden/gpu-plans-equal-inductors", test_gpu_plans_equal_inductors);
  g_test_add_func ("/core/memory/golden/cpu-plans-verify", test_cpu_plans_verify);
  g_test_add_func ("/core/memory/pools/equal-inductors", test_pools_equal_inductors);
  g_test_add_func ("/core/memory/pools/every-mode-verifies", test_pools_of_every_mode_verify);
  g_test_add_func ("/core/memory/pools/replay", test_pools_replay);
  g_test_add_func ("/core/memory/chain/needs-two-activations", test_chain_needs_two_activations);
  g_test_add_func ("/core/memory/stepping/stops-exactly", test_stepping_stops_exactly);
  g_test_add_func ("/core/memory/planner/choices-are-the-table", test_choices_are_the_table);
  g_test_add_func ("/core/memory/planner/chain-in-an-arena", test_chain_in_an_arena);
  g_test_add_func ("/core/memory/planner/problem-of-a-plan", test_problem_of_a_plan);
  g_test_add_func ("/core/memory/planner/all-verify", test_planners_verify);
  g_test_add_func ("/core/memory/planner/wrong-plans-are-found", test_wrong_plans_are_found);
  g_test_add_func ("/core/memory/planner/changed-buffers-lie-with-what-they-change", test_changed_buffers_lie_with_what_they_change);
  g_test_add_func ("/core/memory/orders/never-raise-the-peak", test_orders_never_raise_the_peak);
  g_test_add_func ("/core/memory/planner/not-with-pools", test_pools_and_planner_exclude_each_other);
  return g_test_run ();
}
