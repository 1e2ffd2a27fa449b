#include "fuzz-pipeline-body.h"

#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-pipeline.h"
#include "fuzz-common.h"

enum
{
  MAX_BYTES = 16 * 1024,
  MAX_NODES = 200
};

/* The target, the rules, the strategy and the planner follow from the text, so that a finding is found again from its
 * file alone. */
static void
choose_options (FlOptions *options, const char *text, gsize length)
{
  guint32 hash = 5381;

  for (gsize i = 0; i < length; i++)
    hash = hash * 33 + (guchar) text[i];
  hash ^= hash >> 16;
  options->target = (hash & 1) != 0 ? FL_TARGET_CUDA : FL_TARGET_CPU;
  g_assert_true (fl_options_set (options, (hash & 2) != 0 ? "torch=2.1" : "torch=2.15", NULL));
  if ((hash & 4) != 0)
    options->strategy = fl_strategies_get_row ((hash >> 8) % fl_strategies_get_n_rows ())->name;
  if ((hash & 24) == 24)
    options->max_fusion_size = 1 + (hash >> 12) % 4;
  if ((hash & 32) != 0)
    {
      static const char *const planners[]
          = { "naive", "size-first", "size-best", "breadth", "heap", "time", "hill", "exact", "auto", "pool-tree" };
      g_autofree char *planner
          = g_strdup_printf ("memory_planner=%s", planners[(hash >> 16) % G_N_ELEMENTS (planners)]);

      g_assert_true (fl_options_set (options, planner, NULL)
                     && fl_options_set (options, "memory_planner_limit=20", NULL));
    }
}

/* A verifier that complains is a defect of a pass, whatever the text was; the pipeline reports it like any error. */
static void
check_levels (const FlRun *run)
{
  GError *error = NULL;

  if ((run->decomposed != NULL && !fl_graph_verify (run->decomposed, &error))
      || (run->lowered != NULL && !fl_lowered_verify (run->lowered, &error))
      || (run->schedule != NULL && !fl_schedule_verify (run->schedule, &error))
      || (run->fused != NULL && !fl_schedule_verify (run->fused, &error))
      || (run->plan != NULL && !fl_memory_plan_verify (run->plan, &error)))
    g_assert_no_error (error);
}

static void
check_reports (const FlRun *run)
{
  g_autoptr (GString) text = g_string_new (NULL);

  fl_report_append_stages (text, run);
  for (guint i = 0; i < FL_STAGE_RUN; i++)
    fl_report_append_stage (text, run, (FlStage) i, NULL);
  g_assert_true (g_utf8_validate (text->str, (gssize) text->len, NULL));
}

void
fuzz_pipeline (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;

  if (length > MAX_BYTES)
    return;
  graph = fl_graph_read_text ("fuzz.py", text, length, &error);
  fuzz_check_result (graph, error);
  if (graph == NULL || graph->n_nodes > MAX_NODES)
    return;
  fl_pipeline_request_init (&request);
  choose_options (&request.options, text, length);
  run = fl_pipeline_run (graph, &request);
  g_assert_true (run->error != NULL || run->program != NULL);
  fuzz_check_result (run->error == NULL ? graph : NULL, run->error);
  check_levels (run);
  check_reports (run);
}
