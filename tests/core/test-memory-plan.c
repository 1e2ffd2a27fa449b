/* Memory plans: against what TorchInductor itself allocates and reuses for the golden cases, and against arithmetic. */
#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-memory-fixture.h"
#include "fl-memory-map.h"
#include "fl-orders.h"
#include "fl-pipeline.h"

#include <cjson/cJSON.h>
#include <string.h>

/* Cases whose kernels hold something elsewhere than Inductor's, each with the reason: their memory cannot agree. */
static const char *const other_graphs[] = {
  /* Inductor's kernel of both orders keeps partial sums in a workspace and adds them up outside; here they are a
     buffer. */
  "both-orders-half-precision",
  "both-orders-layer-norm",
  /* What only its own kernel reads has no memory in the arena; Inductor's kernel writes it over an input that ends
     there, which its wrapper shows as one more reuse. */
  "clamps-beside-zeros",
  "group-norm-of-convolution",
};

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

      if (g_str_has_prefix (squeezed, "buf")
          && (strstr (squeezed, "=empty_strided") || strstr (squeezed, "#reuse") || strstr (squeezed, "#alias")))
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

/* On a GPU one group is one kernel for Inductor as well, so allocations, reuse and in-place writes agree line by line.
 * (Its CPU back end frees only after several groups that share one function.) */
static void
test_gpu_plans_equal_inductors (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", "cuda", "index.json", NULL);
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

      if (cJSON_GetObjectItem (item, "settings") || is_other_graph (item->string)
          || !g_file_get_contents (golden_path, &golden, NULL, NULL))
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

/* Every golden case of the CPU, fused and not: the plan keeps its own rules, and no plan is better than the lower
 * bound. */
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
  g_assert_true (fl_memory_plan_find (run->plan, fl_intern ("buf1"))->owner
                 == fl_memory_plan_find (run->plan, fl_intern ("buf0"))->buffer);
  /* Without reuse every result has memory of its own, though never more than two live at once. */
  g_assert_true (fl_memory_plan_find (without->plan, fl_intern ("buf1"))->owner
                 == fl_memory_plan_find (without->plan, fl_intern ("buf1"))->buffer);
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

/* --- pools ------------------------------------------------------------------------------------ */

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
  static const char *const names[]
      = { "model-gpt-two-layers", "model-small-convnet", "memory-two-branches", "dynamic-two-symbols" };

  for (guint m = 0; m < G_N_ELEMENTS (modes); m++)
    for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
      {
        g_autoptr (FlRun) run = run_pooled (names[i / 2], i % 2 ? "cpu" : "cuda", modes[m]);

        g_assert_no_error (run->error);
        g_assert_cmpuint (run->plan->n_pools, >, 0);
      }
}

/* 494 rows of 2 are more than the 8 * 8 * 8 elements of the example's sizes: what is written counts no more bytes than
 * its memory has. */
static void
test_pools_hold_writes_beyond_the_example (void)
{
  static const char text[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, s0: \"Sym(s0)\", x: \"f32[8][1]cpu\", y: \"f32[s0, s0, s0][s0*s0, s0, 1]cpu\", "
        "z: \"f32[494, 2][2, 1]cpu\"):\n"
        "        n = torch.ops.aten.neg.default(x)\n"
        "        s = torch.ops.aten.as_strided_scatter.default(y, z, [494, 2], [2, 1])\n"
        "        return (n, s)\n";
  FlPipelineRequest request;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("beyond.py", text, strlen (text), &error);

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.memory_planning = TRUE;
  g_assert_true (fl_options_set (&request.options, "memory_pool=combined", &error));
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
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

/* --- orders ----------------------------------------------------------------------------------- */

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

/* Every row is tried and none of the searches is above what it began with; what is taken needs no more than the order
 * after fusion. */
static void
test_orders_never_raise_the_peak (void)
{
  static const char *const names[]
      = { "model-gpt-two-layers", "model-small-convnet", "memory-two-branches", "dynamic-two-symbols" };
  static const char *const choices[] = { "ours", "exact", "lowest" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      const char *device = i % 2 ? "cpu" : "cuda";
      g_autoptr (FlRun) given = run_ordered (names[i / 2], device, "given"),
                        best = run_ordered (names[i / 2], device, "best");
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
  g_test_add_func ("/core/memory/pools/hold-writes-beyond-the-example", test_pools_hold_writes_beyond_the_example);
  g_test_add_func ("/core/memory/pools/replay", test_pools_replay);
  g_test_add_func ("/core/memory/chain/needs-two-activations", test_chain_needs_two_activations);
  g_test_add_func ("/core/memory/stepping/stops-exactly", test_stepping_stops_exactly);
  g_test_add_func ("/core/memory/orders/never-raise-the-peak", test_orders_never_raise_the_peak);
  return g_test_run ();
}
