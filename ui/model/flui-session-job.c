/* Jobs: what the session lets threads do, how far they are, and how their results become what is
 * looked at. */
#include "flui-jobs.h"
#include "flui-session-private.h"

#include "fl-ablate.h"
#include "fl-cache-sizes.h"
#include "fl-sizes.h"
#include "fl-streaming.h"

#define PREVIEW_NODES 600

typedef struct
{
  FluiSessionJob *job;
  double fraction;
  char *text;
} Progress;

FluiSessionJob *
flui_session_job_new (FluiSession *self)
{
  FluiSessionJob *job = g_new0 (FluiSessionJob, 1);

  job->session = g_object_ref (self);
  job->slot = &self->job;
  job->keeps_target = self->target_is_set;
  job->worker_path = g_strdup (self->worker_path);
  job->device_path = g_strdup (flui_session_get_device_path (self));
  fl_pipeline_request_init (&job->request);
  job->request.options = self->options;
  job->overrides = g_array_copy (self->overrides);
  if (self->variant_strategy)
    job->request.options.strategy = self->variant_strategy;
  job->request.with_unfused = TRUE;
  job->request.cancelled = &job->cancelled;
  return job;
}

static void
job_free (FluiSessionJob *job)
{
  g_clear_object (&job->session);
  g_clear_pointer (&job->graph, fl_graph_unref);
  g_clear_pointer (&job->base, fl_run_unref);
  g_clear_pointer (&job->opened, fl_graph_unref);
  g_clear_pointer (&job->kin, fl_kin_free);
  g_clear_pointer (&job->log, fl_fusion_log_free);
  g_clear_pointer (&job->result, fl_run_unref);
  g_clear_pointer (&job->preview, fl_run_unref);
  g_clear_pointer (&job->parity, fl_parity_unref);
  g_clear_pointer (&job->theirs, fl_theirs_unref);
  g_clear_pointer (&job->graphs, fl_graph_list_free);
  g_clear_pointer (&job->sizes, g_array_unref);
  g_clear_pointer (&job->given, fl_given_free);
  g_clear_pointer (&job->overrides, g_array_unref);
  g_clear_pointer (&job->strategies, g_strfreev);
  g_clear_pointer (&job->times, fl_times_unref);
  g_clear_error (&job->error);
  g_free (job->warning);
  g_free (job->path);
  g_free (job->worker_path);
  g_free (job->device_path);
  g_free (job->folder);
  g_free (job->fault);
  g_free (job);
}

static gboolean
apply_progress (gpointer data)
{
  Progress *progress = data;
  FluiSession *self = progress->job->session;

  self->progress = progress->fraction;
  g_free (self->progress_text);
  self->progress_text = g_steal_pointer (&progress->text);
  flui_session_emit (self, FLUI_SESSION_BUSY_CHANGED);
  return G_SOURCE_REMOVE;
}

/* Idle sources of one priority run in the order they were added, so the job outlives its progress.
 */
static void
report_progress (double fraction, const char *text, gpointer data)
{
  Progress *progress = g_new0 (Progress, 1);

  progress->job = data;
  progress->fraction = fraction;
  progress->text = g_strdup (text);
  g_idle_add_full (G_PRIORITY_DEFAULT, apply_progress, progress, g_free);
}

/* The settings of a folder's compilation hold for its graph, and for no other after it. */
static void
take_options (FluiSession *self, FluiSessionJob *job)
{
  if (self->has_own_options)
    self->options = self->own_options;
  self->has_own_options = job->theirs != NULL;
  if (job->theirs)
    {
      self->own_options = self->options;
      self->options = self->run->options;
    }
  self->options.target = self->run->options.target;
}

static void
take_run (FluiSession *self, FluiSessionJob *job)
{
  gboolean is_new_graph
      = job->path != NULL && !(self->run && self->run->graph == job->result->graph); /* not after its preview */

  g_clear_pointer (&self->kin, fl_kin_free);
  g_clear_pointer (&self->why, fl_why_free);
  g_clear_pointer (&self->log, fl_fusion_log_free);
  g_clear_pointer (&self->run, fl_run_unref);
  self->run = g_steal_pointer (&job->result);
  self->log = g_steal_pointer (&job->log);
  self->kin = g_steal_pointer (&job->kin);
  if (!job->is_execute
      || job->decided_again) /* an execution that decided nothing anew changes nothing that is compared */
    {
      g_clear_pointer (&self->parity, fl_parity_unref);
      self->parity = g_steal_pointer (&job->parity);
      self->difference = G_MAXUINT;
    }
  if (job->path)
    {
      g_clear_pointer (&self->theirs, fl_theirs_unref);
      self->theirs = job->theirs ? fl_theirs_ref (job->theirs) : NULL;
    }
  if (job->graphs) /* a preview has no list of graphs */
    {
      g_clear_pointer (&self->graphs, fl_graph_list_free);
      self->graphs = g_steal_pointer (&job->graphs);
      self->graph_number = job->graph_number;
    }
  if (is_new_graph)
    {
      g_free (self->path);
      self->path = g_strdup (job->path);
      g_clear_pointer (&self->opened, fl_graph_unref);
      self->opened = fl_graph_ref (self->run->graph);
      g_array_set_size (self->sizes, 0); /* symbols of the graph that was open */
      g_clear_pointer (&self->given, fl_given_free);
      flui_session_take_times (self, NULL);
      g_array_set_size (self->overrides, 0);
      self->variant_strategy = NULL;
      take_options (self, job);
      self->selection = self->partner = (FlItem) { FL_ITEM_NONE, NULL };
    }
  flui_session_update_lit (self);
  if (job->is_execute && !job->ablates)
    self->stage = FL_STAGE_RUN;
  else if (is_new_graph && self->run->graph->truncated)
    self->stage = FL_STAGE_GRAPH; /* without its results, the later stages are empty */
  else if (!self->run->stages[self->stage].was_reached)
    self->stage = self->run->last_stage;
  self->step = self->run->stages[self->stage].n_steps;
  flui_session_emit (self, FLUI_SESSION_RUN_CHANGED);
  if (is_new_graph)
    {
      flui_session_emit (self, FLUI_SESSION_OPTIONS_CHANGED);
      flui_session_emit (self, FLUI_SESSION_SELECTION_CHANGED);
    }
  flui_session_set_shown (self, fl_run_ref (self->run));
}

/* The thread goes on meanwhile: only the preview is taken. */
static gboolean
take_preview (gpointer data)
{
  FluiSessionJob *job = data;
  FluiSession *self = job->session;
  FluiSessionJob shown = { .path = job->path, .result = job->preview, .theirs = job->theirs };

  if (*job->slot != job || g_atomic_int_get (&job->cancelled))
    return G_SOURCE_REMOVE;
  job->preview = NULL;
  shown.kin = fl_kin_new (shown.result);
  take_run (self, &shown);
  return G_SOURCE_REMOVE;
}

/* A large graph is drawn at once; its compilation may take seconds. */
static void
show_preview (FluiSessionJob *job)
{
  FlPipelineRequest request = job->request;

  if (job->graph->n_nodes < PREVIEW_NODES)
    return;
  request.until = FL_STAGE_GRAPH;
  request.with_unfused = FALSE;
  job->preview = fl_pipeline_run (job->graph, &request);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_preview, job, NULL);
}

/* Nobody gave sizes yet: the passes decide for those that an execution will choose. Where none will do, it says so. */
static void
choose_sizes (const FlGraph *graph)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));

  fl_sizes_choose_hints (graph, sizes, NULL);
}

static FlRun *
run_pipeline (FluiSessionJob *job, FlGraph *graph)
{
  FlRun *run;

  job->request.overrides = (const FlOverride *) (gpointer) job->overrides->data;
  job->request.n_overrides = job->overrides->len;
  fl_streaming_find (&job->request.options, NULL);
  fl_cache_find_sizes (&job->request.options);
  run = fl_pipeline_run (graph, &job->request);
  if (job->theirs && !job->is_step)
    job->parity = fl_parity_new (run, job->theirs);
  return run;
}

/* What the passes decided holds for the sizes that they decided for: other ones that were typed, or
 * came with tensors, ask them again, with a copy of the graph, since runs of this one are looked at
 * meanwhile. */
static gboolean
decide_again (FluiSessionJob *job)
{
  g_autoptr (FlGraph) graph = job->sizes->len > 0 ? fl_sizes_dup_graph (job->opened, job->sizes) : NULL;
  GArray *sizes;

  if (graph && !fl_sizes_decide_alike (graph, job->base->graph))
    {
      report_progress (0, "Deciding for these sizes", job);
      fl_run_unref (job->base);
      job->base = run_pipeline (job, graph);
      job->decided_again = TRUE;
      if (job->base->error)
        {
          job->error = g_error_copy (job->base->error);
          return FALSE;
        }
    }
  sizes = fl_sizes_translate (job->sizes, job->base->graph);
  g_array_unref (job->sizes);
  job->sizes = sizes;
  return TRUE;
}

static void
execute (FluiSessionJob *job)
{
  FlExecuteRequest request
      = { .verify = TRUE, .given = job->given, .measure = TRUE, .worker_path = job->device_path, .fault = job->fault };

  if (!fl_given_find_sizes (job->given, job->sizes, &job->error) || !decide_again (job))
    return;
  request.n_sizes = job->sizes->len;
  request.sizes = (const FlSizeValue *) (gpointer) job->sizes->data;
  job->result = (job->ablates ? fl_pipeline_ablate : fl_pipeline_execute) (job->base, &request, &job->cancelled,
                                                                           report_progress, job, &job->error);
}

static void
do_job (FluiSessionJob *job)
{
  if (job->folder)
    {
      fl_report_write (job->base, job->folder, job->worker_path, &job->cancelled, &job->error);
      return;
    }
  if (job->measures_times)
    {
      flui_session_do_measure_times (job, report_progress);
      return;
    }
  if (job->is_execute)
    {
      execute (job);
      return;
    }
  if (job->path)
    {
      job->graph = flui_session_read_graph (job);
      if (!job->graph)
        return;
      choose_sizes (job->graph);
      show_preview (job);
    }
  job->result = run_pipeline (job, job->graph);
}

/* The newest job of its kind has ended: what it made becomes visible. */
static void
take_result (FluiSession *self, FluiSessionJob *job)
{
  GError *error = job->error ? job->error : job->result ? job->result->error : NULL;

  if (g_error_matches (error, FL_ERROR, FL_ERROR_CANCELLED))
    return;
  if (job->error)
    flui_session_fail (self, job->error->message);
  else if (job->folder)
    {
      g_autofree char *page = g_build_filename (job->folder, "report.html", NULL);

      job->report_done (self, page, job->report_data);
    }
  else if (job->measures_times)
    flui_session_take_times (self, g_steal_pointer (&job->times));
  else if (job->is_step)
    flui_session_set_shown (self, g_steal_pointer (&job->result));
  else
    {
      take_run (self, job);
      if (job->warning)
        flui_session_fail (self, job->warning);
    }
}

static gboolean
finish_job (gpointer data)
{
  FluiSessionJob *job = data;
  FluiSession *self = job->session;

  if (*job->slot == job)
    {
      *job->slot = NULL;
      take_result (self, job);
    }
  flui_session_emit (self, FLUI_SESSION_BUSY_CHANGED);
  job_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
job_thread (gpointer data)
{
  FluiSessionJob *job = data;

  do_job (job);
  if (job->result && !job->is_step)
    {
      job->kin = fl_kin_new (job->result);
      job->log = fl_fusion_log_new (job->result);
    }
  g_idle_add_full (G_PRIORITY_DEFAULT, finish_job, data, NULL);
  return NULL;
}

void
flui_session_job_cancel (FluiSessionJob *job)
{
  if (job)
    g_atomic_int_set (&job->cancelled, 1);
}

void
flui_session_job_start (FluiSession *self, FluiSessionJob *job)
{
  flui_session_job_cancel (*job->slot);
  *job->slot = job;
  if (!job->is_step)
    {
      self->progress = -1;
      g_free (self->progress_text);
      self->progress_text = g_strdup (job->is_execute ? "Building kernels"
                                      : job->folder   ? "Writing the report"
                                                      : "Compiling");
    }
  flui_jobs_start ("job", job_thread, job);
  flui_session_emit (self, FLUI_SESSION_BUSY_CHANGED);
}
