/* The pipeline: one readable list of stages. Each takes the frozen result of the one before, is timed here (never by
 * itself), and is verified right after it. A stage that fails ends the list; what came before it stays, so that it can
 * be shown. */
#include "fl-pipeline.h"

#include "fl-concepts.h"
#include "fl-decompose-level.h"
#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-join.h"
#include "fl-op-guard.h"
#include "fl-pipeline-least.h"
#include "fl-pipeline-order.h"
#include "fl-pipeline-overrides.h"
#include "fl-plan-graph.h"
#include "fl-sizes.h"

typedef struct
{
  FlRun *run;
  FlPass pass;
  FlStage until;
  const guint32 *group_of; /* strategies over tensor operations: each FX node's group; NULL: other strategies */
} Walk;

void
fl_pipeline_request_init (FlPipelineRequest *request)
{
  *request = (FlPipelineRequest) { .until = FL_STAGE_CODEGEN, .stop_stage = FL_N_STAGES, .stop_step = G_MAXUINT32 };
  fl_options_init (&request->options);
}

/* --- the stages ------------------------------------------------------------------------------- */

static gboolean
do_graph (Walk *walk, GError **error)
{
  FlRun *run = walk->run;

  fl_trace_record (run->trace, &(FlEvent) { .stage = FL_STAGE_GRAPH,
                                            .kind = FL_EVENT_READ,
                                            .verdict = FL_VERDICT_NOTE,
                                            .subject = { .kind = FL_REF_NONE, .name = run->graph->name },
                                            .amount = run->graph->n_nodes,
                                            .reason = run->graph->truncated ? "the file ends early" : "read",
                                            .facts = run->graph->truncated_why });
  for (guint i = 0; i < run->graph->n_warnings; i++)
    fl_trace_record (run->trace, &(FlEvent) { .stage = FL_STAGE_GRAPH,
                                              .kind = FL_EVENT_SHAPE,
                                              .verdict = FL_VERDICT_NOTE,
                                              .reason = "warning of the reader",
                                              .facts = run->graph->warnings[i] });
  if (!fl_graph_verify (run->graph, error))
    return FALSE;
  fl_sizes_choose_samples (run->graph);
  return TRUE;
}

/* A strategy over tensor operations decides before lowering: the graph is spelled out, partitioned, and what the groups
 * store is marked, so that lowering computes the rest inside its readers. Takes `decomposed`. */
static FlGraph *
plan_groups (Walk *walk, FlGraph *decomposed, FlOpStrategy partition, GError **error)
{
  FlRun *run = walk->run;
  FlGraph *full = fl_explicit_run (&walk->pass, run->graph, decomposed, error);
  const FlOpGraph *ops = full ? fl_op_graph_from_fx (&walk->pass, full, error) : NULL;
  FlPlanGraph plan = { NULL };

  fl_graph_unref (decomposed);
  if (ops)
    {
      fl_pipeline_locate_nodes (&walk->pass, run->graph, full);
      fl_pipeline_locate_ops (&walk->pass, full, ops);
    }
  run->partition = ops ? partition (&walk->pass, ops, error) : NULL;
  if (run->partition && walk->pass.overrides)
    {
      run->partition = fl_op_guard_change_values (&walk->pass, (FlPartition *) run->partition, error);
      if (run->partition)
        fl_op_guard_check (&walk->pass, run->partition);
    }
  if (run->partition)
    {
      fl_concepts_tell_plan (&walk->pass, run->partition, run->options.strategy);
      fl_concepts_tell_application (&walk->pass, run->partition, run->options.strategy);
    }
  walk->pass.overrides = NULL; /* later passes compute the groups as they are */
  if (run->partition && fl_partition_verify (run->partition, error)
      && fl_plan_graph_run (&walk->pass, run->graph, full, run->partition, &plan, error))
    walk->group_of = run->group_of_node = plan.group_of;
  if (full)
    fl_graph_unref (full);
  return plan.graph;
}

static gboolean
do_decompose (Walk *walk, GError **error)
{
  const FlStrategyRow *row = fl_strategies_find (walk->run->options.strategy);
  FlGraph *decomposed = fl_decompose_run (&walk->pass, walk->run->graph, error);

  if (decomposed && !fl_pass_is_stopped (&walk->pass, FL_STAGE_DECOMPOSE))
    decomposed = fl_pipeline_rewrite (&walk->pass, walk->run->graph, decomposed, error);
  if (decomposed && row && row->partition && !fl_pass_is_stopped (&walk->pass, FL_STAGE_DECOMPOSE))
    decomposed = plan_groups (walk, decomposed, row->partition, error);
  else if (decomposed)
    fl_pipeline_locate_nodes (&walk->pass, walk->run->graph, decomposed);
  /* Nothing was decomposed where it is the graph itself, which other runs may be reading in their threads. */
  if (decomposed && decomposed != walk->run->graph)
    decomposed->made_from = walk->run->graph;
  walk->run->decomposed = decomposed;
  return walk->run->decomposed && fl_graph_verify (walk->run->decomposed, error);
}

/* Realization is decided while lowering, so the two stages are one pass; REALIZE has no work of its own. */
static gboolean
do_lower (Walk *walk, GError **error)
{
  if (!fl_pipeline_part_values (&walk->pass, walk->run->decomposed, error))
    return FALSE;
  walk->run->lowered = fl_lower_run (&walk->pass, walk->run->decomposed, error);
  return walk->run->lowered && fl_lowered_verify (walk->run->lowered, error);
}

static gboolean
do_realize (Walk *walk, GError **error)
{
  return TRUE;
}

static gboolean
do_schedule (Walk *walk, GError **error)
{
  walk->run->schedule = fl_schedule_run (&walk->pass, walk->run->lowered, error);
  return walk->run->schedule && fl_schedule_verify (walk->run->schedule, error);
}

static void
settle_overrides (Walk *walk)
{
  FlPass pass = walk->pass;

  pass.overrides = (FlOverrides *) walk->run->overrides;
  if (fl_pass_is_stopped (&pass, FL_STAGE_FUSE))
    return;
  fl_pipeline_check_inlined (&pass, walk->run);
  fl_pipeline_check_forbidden (&pass, walk->run);
  fl_pipeline_settle_rest (&pass, walk->run);
}

static gboolean
do_fuse (Walk *walk, GError **error)
{
  walk->run->fused = walk->group_of ? fl_fuse_run_planned (&walk->pass, walk->run->schedule, walk->group_of, error)
                                    : fl_fuse_run (&walk->pass, walk->run->schedule, error);
  if (walk->run->fused && !fl_pass_is_stopped (&walk->pass, FL_STAGE_FUSE))
    walk->run->fused = fl_pipeline_keep_lowest_order (&walk->pass, walk->run->schedule, walk->group_of,
                                                      (FlSchedule *) walk->run->fused);
  if (!walk->run->fused || !fl_schedule_verify (walk->run->fused, error))
    return FALSE;
  settle_overrides (walk);
  if (!walk->group_of && g_str_equal (walk->run->options.strategy, "inductor")
      && !fl_pass_is_stopped (&walk->pass, FL_STAGE_FUSE))
    walk->run->fused = fl_join_run (&walk->pass, walk->run->fused);
  return fl_schedule_verify (walk->run->fused, error);
}

static gboolean
do_memory (Walk *walk, GError **error)
{
  walk->run->plan = fl_memory_plan_run (&walk->pass, walk->run->fused, error);
  return walk->run->plan && fl_memory_plan_verify (walk->run->plan, error);
}

static gboolean
do_codegen (Walk *walk, GError **error)
{
  walk->run->program = fl_codegen_run (&walk->pass, walk->run->plan, error);
  return walk->run->program != NULL;
}

static const struct
{
  FlStage stage;
  gboolean (*run) (Walk *walk, GError **error);
} stages[] = {
  { FL_STAGE_GRAPH, do_graph },     { FL_STAGE_DECOMPOSE, do_decompose }, { FL_STAGE_LOWER, do_lower },
  { FL_STAGE_REALIZE, do_realize }, { FL_STAGE_SCHEDULE, do_schedule },   { FL_STAGE_FUSE, do_fuse },
  { FL_STAGE_MEMORY, do_memory },   { FL_STAGE_CODEGEN, do_codegen },
};

/* --- driving them ----------------------------------------------------------------------------- */

static FlRun *
run_new (FlGraph *graph, const FlPipelineRequest *request)
{
  FlArena *arena = fl_arena_open ();
  FlRun *run = g_new0 (FlRun, 1);

  g_atomic_ref_count_init (&run->refs);
  run->arena = arena;
  run->options = run->own_options = request->options;
  run->target_why = request->target_why;
  run->overrides = fl_overrides_new (arena, request->overrides, request->n_overrides);
  run->trace = fl_trace_new (arena);
  run->graph = fl_graph_ref (graph);
  run->symbols = fl_sym_table_ref (graph->symbols);
  return run;
}

/* The schedule with nothing fused, which the fused program is compared with. Its decisions are not the user's question,
 * so they go to a trace of their own. A failure here is no failure of the run: the comparison is left out. */
static void
make_unfused (Walk *walk)
{
  FlRun *run = walk->run;
  FlOptions options = run->options;
  FlPass pass = walk->pass;
  FlSchedule *schedule;
  FlMemoryPlan *plan;

  options.strategy = fl_intern ("none");
  pass.options = &options;
  pass.trace = fl_trace_new (run->arena);
  pass.stop_stage = FL_N_STAGES;
  pass.overrides = NULL;
  schedule = fl_fuse_run (&pass, run->schedule, NULL);
  plan = schedule ? fl_memory_plan_run (&pass, schedule, NULL) : NULL;
  run->unfused = plan ? fl_codegen_run (&pass, plan, NULL) : NULL;
}

static gboolean
run_stage (Walk *walk, guint position)
{
  FlStage stage = stages[position].stage;
  FlStageTime *time = &walk->run->stages[stage];
  gint64 start_us = g_get_monotonic_time ();
  GError *error = NULL;
  gboolean done = !fl_pass_is_cancelled (&walk->pass, &error) && stages[position].run (walk, &error);

  time->time_ns = (g_get_monotonic_time () - start_us) * 1000;
  if (!done)
    {
      g_assert (error);
      g_prefix_error (&error, "%s: ", fl_stage_get_info (stage)->title);
      walk->run->error = error;
      walk->run->failed_stage = stage;
      return FALSE;
    }
  time->was_reached = TRUE;
  walk->run->last_stage = stage;
  return TRUE;
}

static FlRun *
run_stages (FlGraph *graph, const FlPipelineRequest *request, const FlOverrides *refused)
{
  Walk walk = { .run = run_new (graph, request), .until = request->until };
  gboolean stopped = FALSE;

  walk.pass = (FlPass) { .arena = walk.run->arena,
                         .trace = walk.run->trace,
                         .options = &walk.run->options,
                         .cancelled = request->cancelled,
                         .stop_stage = request->stop_stage,
                         .stop_step = request->stop_step,
                         .overrides = (FlOverrides *) walk.run->overrides };
  if (refused != NULL)
    fl_overrides_leave_out (&walk.pass, refused);
  fl_pipeline_take_options (&walk.pass, &walk.run->options);
  fl_options_settle_torch (&walk.run->options, &graph->torch);
  /* Rules over tensor operations speak of maxima, exponentials and sums, not of what TorchInductor makes of them. */
  walk.run->options.online_softmax &= fl_strategies_find (walk.run->options.strategy) == NULL
                                      || fl_strategies_find (walk.run->options.strategy)->partition == NULL;
  for (guint i = 0; i < G_N_ELEMENTS (stages) && stages[i].stage <= request->until && !stopped; i++)
    {
      if (!run_stage (&walk, i))
        break;
      /* LOWER stops for REALIZE's sake too: they are one pass, shown as two stages. */
      stopped = request->stop_step != G_MAXUINT32
                && (stages[i].stage == request->stop_stage
                    || (stages[i].stage == FL_STAGE_LOWER && request->stop_stage == FL_STAGE_REALIZE));
      if (stopped && request->stop_stage == FL_STAGE_REALIZE)
        {
          walk.run->stages[FL_STAGE_REALIZE].was_reached = TRUE;
          walk.run->last_stage = FL_STAGE_REALIZE;
        }
    }
  if (request->with_unfused && walk.run->program)
    make_unfused (&walk);
  for (int stage = 0; stage < FL_N_STAGES; stage++)
    walk.run->stages[stage].step = walk.run->stages[stage].n_steps = fl_trace_get_n_steps (walk.run->trace, stage);
  return walk.run;
}

typedef struct
{
  FlGraph *graph;
  const FlPipelineRequest *request;
  const FlOverrides *refused;
} Asked;

/* To the end of fusion, without stops. */
static void
make_trial (FlPipelineRequest *request)
{
  request->until = FL_STAGE_FUSE;
  request->stop_stage = FL_N_STAGES;
  request->stop_step = G_MAXUINT32;
  request->with_unfused = FALSE;
}

static FlRun *
run_strategy (gpointer data, const char *strategy)
{
  const Asked *asked = data;
  FlPipelineRequest request = *asked->request;

  make_trial (&request);
  request.options.strategy = strategy;
  return run_stages (asked->graph, &request, asked->refused);
}

/* Is one of the overrides refused that was not left out? Then the run will be made again without it: what it moves
 * means nothing. */
static gboolean
refuses_more (const FlRun *run, const FlOverrides *refused)
{
  for (guint i = 0; run->overrides != NULL && i < run->overrides->n; i++)
    if (run->overrides->states[i].outcome == FL_OUTCOME_REFUSED
        && (refused == NULL || refused->states[i].outcome < FL_OUTCOME_REFUSED))
      return TRUE;
  return FALSE;
}

/* Under "optimal" the kernels may be those of another strategy: the run's options say whose, its own_options what was
 * asked for. */
static FlRun *
run_once (FlGraph *graph, const FlPipelineRequest *request, const FlOverrides *refused)
{
  Asked asked = { graph, request, refused };
  FlPipelineRequest taken = *request;
  g_autoptr (FlRun) own = NULL;
  FlRun *run;

  if (!g_str_equal (request->options.strategy, "optimal"))
    return run_stages (graph, request, refused);
  own = run_strategy (&asked, request->options.strategy);
  if (own->error == NULL && !refuses_more (own, refused))
    taken.options.strategy = fl_pipeline_find_least (own, run_strategy, &asked);
  run = run_stages (graph, &taken, refused);
  run->own_options.strategy = request->options.strategy;
  return run;
}

static FlRun *
run_asked (gpointer data, guint n_overrides, gboolean is_trial, const FlOverrides *refused)
{
  const Asked *asked = data;
  FlPipelineRequest request = *asked->request;

  request.n_overrides = n_overrides;
  if (is_trial)
    make_trial (&request);
  return run_once (asked->graph, &request, refused);
}

FlRun *
fl_pipeline_run (FlGraph *graph, const FlPipelineRequest *request)
{
  Asked asked = { graph, request, NULL };
  FlObeying obeying = { .run = run_asked,
                        .data = &asked,
                        .list = request->overrides,
                        .n = request->n_overrides,
                        .is_whole = request->stop_step == G_MAXUINT32 && request->until >= FL_STAGE_FUSE };

  return request->n_overrides > 0 ? fl_pipeline_run_obeying (&obeying) : run_once (graph, request, NULL);
}

/* --- executing -------------------------------------------------------------------------------- */

static FlRun *
run_new_from (const FlRun *base)
{
  FlRun *run = g_new0 (FlRun, 1);

  *run = *base;
  g_atomic_ref_count_init (&run->refs);
  run->base = fl_run_ref (base);
  run->arena = fl_arena_open ();
  run->trace = fl_trace_new (run->arena);
  run->graph = fl_graph_ref (base->graph);
  run->decomposed = base->decomposed ? fl_graph_ref (base->decomposed) : NULL;
  run->symbols = fl_sym_table_ref (base->symbols);
  run->error = NULL;
  /* Facts of the copied events live in the base's arena, which `base` keeps. */
  for (guint32 i = 0; i < fl_trace_get_n_events (base->trace); i++)
    if (fl_trace_get_event (base->trace, i)->stage != FL_STAGE_RUN)
      fl_trace_record (run->trace, fl_trace_get_event (base->trace, i));
  return run;
}

FlRun *
fl_pipeline_execute (const FlRun *base, const FlExecuteRequest *request, const gint *cancelled, FlProgress progress,
                     gpointer data, GError **error)
{
  g_autoptr (FlRun) run = NULL;
  FlExecuteRequest full = *request;
  FlVariant variants[2];
  gint64 start_us = g_get_monotonic_time ();
  FlPass pass;

  if (!base->program)
    {
      if (base->error)
        g_propagate_prefixed_error (error, g_error_copy (base->error), "nothing to execute: ");
      else
        g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                     "nothing to execute: the run stopped before kernels were written");
      return NULL;
    }
  run = run_new_from (base);
  if (full.n_variants == 0)
    {
      if (base->unfused)
        variants[full.n_variants++] = (FlVariant) { "unfused", base->unfused };
      variants[full.n_variants++] = (FlVariant) { "fused", base->program };
      full.variants = variants;
    }
  if (!full.graph)
    full.graph = base->graph;
  pass = (FlPass) { .arena = run->arena,
                    .trace = run->trace,
                    .options = &run->options,
                    .cancelled = cancelled,
                    .stop_stage = FL_N_STAGES,
                    .stop_step = G_MAXUINT32 };
  run->execution = fl_execute_run (&pass, &full, progress, data, error);
  if (!run->execution)
    return NULL;
  run->stages[FL_STAGE_RUN] = (FlStageTime) { .time_ns = (g_get_monotonic_time () - start_us) * 1000,
                                              .was_reached = TRUE,
                                              .n_steps = fl_trace_get_n_steps (run->trace, FL_STAGE_RUN),
                                              .step = fl_trace_get_n_steps (run->trace, FL_STAGE_RUN) };
  run->last_stage = FL_STAGE_RUN;
  return g_steal_pointer (&run);
}

FlLevelFact
fl_pipeline_find_level (const FlGraph *graph, const FlOptions *options)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();
  const FlPass pass = { .arena = scratch,
                        .trace = fl_trace_new (scratch),
                        .options = options,
                        .stop_stage = FL_N_STAGES,
                        .stop_step = G_MAXUINT32 };

  return fl_decompose_find_level (&pass, graph);
}
