/* Planners that lay buffers out in an arena: every one keeps apart what lives at the same time, arithmetic says how
 * much a chain needs, and the checker finds plans that are wrong. */
#include "fl-error.h"
#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-memory-fixture.h"
#include "fl-memory-map.h"
#include "fl-pipeline.h"

#include <string.h>

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

/* mm -> relu -> mm -> relu, each 64 * 64 * 4 = 16384 bytes: with in-place writes two storages, both alive during the
 * second mm; without, four, of which two are alive at a time, and naive gives each its own. */
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

/* Widths 8192, 4096, 4096: memory of another size is of no use to reuse, but in an arena buf1 and buf2 fit where buf0
 * was. Calls: buf0 [0, 1], buf1 [1, 2], buf2 [2, end], nothing written in place since a product reads all of its input.
 */
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
  static const char *const names[]
      = { "model-gpt-two-layers", "model-small-convnet", "memory-two-branches", "dynamic-two-symbols" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      const char *device = i % 2 ? "cpu" : "cuda";
      g_autoptr (FlRun) reuse = run_planned (names[i / 2], device, "reuse"),
                        exact = run_planned (names[i / 2], device, "exact");

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
          g_assert_cmpstr (fl_trace_get_step (run->trace, FL_STAGE_MEMORY, n_steps - 1)->subject.name, ==,
                           run->plan->planner);
        }
    }
}

/* Rows that an index chooses are written into a copy, which lies over the negated input, under every planner: one
 * storage in all. What is changed and its changed form have one owner. */
static void
test_changed_buffers_lie_with_what_they_change (void)
{
  static const char text[] = "class G(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[15, 7][7, 1]cpu\", i: \"i64[15, 1][1, 1]cpu\"):\n"
                             "        neg = torch.ops.aten.neg.default(x)\n"
                             "        scatter = torch.ops.aten.scatter.value(neg, 1, i, 1)\n"
                             "        return (scatter,)\n";
  static const char *const planners[] = { "auto", "reuse", "hill" }, *const strategies[]
                                                                     = { "none", "xla-base", "stitch" };

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

/* --- the checker ------------------------------------------------------------------------------ */

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

        if (a->offset >= 0 && b->offset == a->offset + a->size_bytes && a->first <= b->last && b->first <= a->last
            && b->size_bytes > 0)
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
int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/memory/planner/choices-are-the-table", test_choices_are_the_table);
  g_test_add_func ("/core/memory/planner/chain-in-an-arena", test_chain_in_an_arena);
  g_test_add_func ("/core/memory/planner/problem-of-a-plan", test_problem_of_a_plan);
  g_test_add_func ("/core/memory/planner/all-verify", test_planners_verify);
  g_test_add_func ("/core/memory/planner/wrong-plans-are-found", test_wrong_plans_are_found);
  g_test_add_func ("/core/memory/planner/changed-buffers-lie-with-what-they-change",
                   test_changed_buffers_lie_with_what_they_change);
  g_test_add_func ("/core/memory/planner/not-with-pools", test_pools_and_planner_exclude_each_other);
  return g_test_run ();
}
