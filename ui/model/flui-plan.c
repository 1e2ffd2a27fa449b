#include "flui-plan.h"

#include <string.h>

#include "fl-error.h"
#include "fl-override.h"

#include "flui-jobs.h"

#define LEAST_BETWEEN_US (60 * 1000) /* pictures of a search that goes on */

/* --- plans ------------------------------------------------------------------------------------- */

FluiPlan *
flui_plan_new (const FlRun *run)
{
  FluiPlan *self;

  if (!run || !run->plan)
    return NULL;
  self = g_new0 (FluiPlan, 1);
  g_atomic_ref_count_init (&self->refs);
  self->arena = fl_arena_open ();
  self->run = fl_run_ref (run);
  self->map = fl_memory_map_new (self->arena, run);
  self->picture = fl_memory_picture_new (self->arena, self->map, run);
  return self;
}

static FluiPlan *
plan_new_for_problem (FluiProblem *problem, const FlAllocRow *row, const FlAllocPlan *solution, gint64 capacity)
{
  g_autofree char *title = g_path_get_basename (problem->path);
  FluiPlan *self = g_new0 (FluiPlan, 1);

  g_atomic_ref_count_init (&self->refs);
  self->arena = fl_arena_open ();
  self->problem = flui_problem_ref (problem);
  self->solution = *solution;
  self->solution.offsets = g_memdup2 (solution->offsets, (problem->problem->n + 1) * sizeof *solution->offsets);
  self->solution.is_optimal = solution->height == solution->bound;
  self->map = fl_memory_map_new_problem (self->arena, problem->problem, fl_arena_strdup (self->arena, title), row,
                                         &self->solution);
  self->picture = fl_memory_picture_new (self->arena, self->map, NULL);
  self->picture->capacity = capacity;
  return self;
}

FluiPlan *
flui_plan_ref (FluiPlan *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
flui_plan_unref (FluiPlan *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  fl_arena_close (self->arena);
  fl_alloc_plan_clear (&self->solution);
  g_clear_pointer (&self->run, fl_run_unref);
  g_clear_pointer (&self->problem, flui_problem_unref);
  g_free (self);
}

/* --- jobs -------------------------------------------------------------------------------------- */

struct _FluiPlanJob
{
  gint cancelled;
  gboolean is_dropped; /* of the main thread */
  FluiPlanDone done;
  gpointer data;
  FlRun *run;           /* whose plan is wanted */
  gboolean is_as_it_is; /* not under other options */
  FlOptions options;
  FluiProblem *problem;
  const FlAllocRow *row;
  FlAllocLimits limits;
  gint64 told_us;
  FluiPlan *plan;
  GError *error;
};

typedef struct
{
  FluiPlanJob *job;
  FluiPlan *plan;
} Told;

static void
told_free (gpointer data)
{
  Told *told = data;

  flui_plan_unref (told->plan);
  g_free (told);
}

static gboolean
tell (gpointer data)
{
  Told *told = data;

  if (!told->job->is_dropped)
    told->job->done (told->plan, FALSE, NULL, told->job->data);
  return G_SOURCE_REMOVE;
}

/* In the job's thread. What comes too fast to be looked at is left out: a later one, or the last,
 * says it again. */
static void
on_progress (const FlAllocPlan *best, gpointer data)
{
  FluiPlanJob *job = data;
  gint64 now_us = g_get_monotonic_time ();
  Told *told;

  if (now_us - job->told_us < LEAST_BETWEEN_US || best->height == G_MAXINT64)
    return;
  job->told_us = now_us;
  told = g_new0 (Told, 1);
  told->job = job;
  told->plan = plan_new_for_problem (job->problem, job->row, best, job->limits.capacity);
  g_idle_add_full (G_PRIORITY_DEFAULT, tell, told, told_free); /* runs before finish, which is added later */
}

static gboolean
finish (gpointer data)
{
  FluiPlanJob *job = data;

  if (!job->is_dropped)
    job->done (job->plan, TRUE, job->error, job->data);
  flui_plan_unref (job->plan);
  g_clear_error (&job->error);
  g_clear_pointer (&job->run, fl_run_unref);
  g_clear_pointer (&job->problem, flui_problem_unref);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static void
solve (FluiPlanJob *job)
{
  g_auto (FlAllocPlan) solution = { 0 };

  fl_alloc_run (job->row, job->problem->problem, &job->limits, &solution);
  job->plan = plan_new_for_problem (job->problem, job->row, &solution, job->limits.capacity);
}

/* What was decided by hand in that run holds for the other plan too; options that were changed so
 * are among the options. */
static FlOverride *
dup_overrides (const FlRun *run, guint *n)
{
  guint n_all = run->overrides ? run->overrides->n : 0;
  FlOverride *overrides = g_new (FlOverride, n_all + 1);

  *n = 0;
  for (guint i = 0; i < n_all; i++)
    if (run->overrides->states[i].override.kind != FL_OVERRIDE_OPTION)
      overrides[(*n)++] = run->overrides->states[i].override;
  return overrides;
}

static void
plan_graph (FluiPlanJob *job)
{
  guint n_overrides;
  g_autofree FlOverride *overrides = dup_overrides (job->run, &n_overrides);
  FlGraph *graph = fl_graph_ref (job->run->graph);
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options = job->options;
  request.overrides = overrides;
  request.n_overrides = n_overrides;
  request.until = FL_STAGE_MEMORY;
  request.cancelled = &job->cancelled;
  run = fl_pipeline_run (graph, &request);
  job->plan = flui_plan_new (run);
  if (!job->plan)
    job->error = run->error
                     ? g_error_copy (run->error)
                     : g_error_new (FL_ERROR, FL_ERROR_UNSUPPORTED, "the graph has no memory plan under these options");
  fl_run_unref (run);
  fl_graph_unref (graph);
}

static gpointer
job_thread (gpointer data)
{
  FluiPlanJob *job = data;

  if (job->problem)
    solve (job);
  else if (job->is_as_it_is)
    job->plan = flui_plan_new (job->run);
  else
    plan_graph (job);
  g_idle_add_full (G_PRIORITY_DEFAULT, finish, job, NULL);
  return NULL;
}

FluiPlanJob *
flui_plan_job_start (const FlRun *run, const FlOptions *options, FluiPlanDone done, gpointer data)
{
  FluiPlanJob *job = g_new0 (FluiPlanJob, 1);

  job->run = fl_run_ref (run);
  job->options = *options;
  job->done = done;
  job->data = data;
  flui_jobs_start ("plan", job_thread, job);
  return job;
}

FluiPlanJob *
flui_plan_job_start_drawing (const FlRun *run, FluiPlanDone done, gpointer data)
{
  FluiPlanJob *job = g_new0 (FluiPlanJob, 1);

  job->run = fl_run_ref (run);
  job->is_as_it_is = TRUE;
  job->done = done;
  job->data = data;
  flui_jobs_start ("plan", job_thread, job);
  return job;
}

FluiPlanJob *
flui_plan_job_start_problem (FluiProblem *problem, const FlAllocRow *row, const FlAllocLimits *limits,
                             FluiPlanDone done, gpointer data)
{
  FluiPlanJob *job = g_new0 (FluiPlanJob, 1);

  job->problem = flui_problem_ref (problem);
  job->row = row;
  job->limits = *limits;
  job->limits.cancelled = &job->cancelled;
  job->limits.progress = on_progress;
  job->limits.progress_data = job;
  job->done = done;
  job->data = data;
  flui_jobs_start ("plan", job_thread, job);
  return job;
}

void
flui_plan_job_stop (FluiPlanJob *job)
{
  g_atomic_int_set (&job->cancelled, 1);
}

void
flui_plan_job_drop (FluiPlanJob *job)
{
  if (!job)
    return;
  job->is_dropped = TRUE;
  flui_plan_job_stop (job);
}
