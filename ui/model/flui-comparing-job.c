/* The threads behind the Compare page: runs, comparison, layout, times; how far they are, and how
 * their results become what is looked at. */
#include "fl-changed.h"
#include "fl-compare-run.h"

#include "flui-comparing-private.h"
#include "flui-jobs.h"

enum
{
  LAYOUT_MS = 4000,
  CHANGED_MS = 4000
};

typedef struct
{
  FluiComparingJob *job;
  double fraction;
  char *text;
} Progress;

static void
job_free (FluiComparingJob *job)
{
  g_object_unref (job->self);
  g_clear_pointer (&job->graph, fl_graph_unref);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      flui_compared_clear (&job->columns[i]);
      g_clear_pointer (&job->runs[i], fl_run_unref);
    }
  fl_comparison_unref (job->comparison);
  g_free (job->changed);
  g_strfreev (job->unfolded);
  g_strfreev (job->folded);
  g_free (job->worker_path);
  g_free (job->device_path);
  g_free (job->fault);
  g_clear_pointer (&job->sizes, g_array_unref);
  fl_compare_picture_free (job->picture);
  g_clear_pointer (&job->executed, fl_run_unref);
  g_clear_error (&job->error);
  g_free (job);
}

static gboolean
apply_progress (gpointer data)
{
  Progress *progress = data;
  FluiComparing *self = progress->job->self;

  if (progress->job != self->job && progress->job != self->measure_job)
    return G_SOURCE_REMOVE;
  self->progress = progress->fraction;
  g_free (self->progress_text);
  self->progress_text = g_steal_pointer (&progress->text);
  flui_comparing_emit (self, FLUI_COMPARING_BUSY_CHANGED);
  return G_SOURCE_REMOVE;
}

static void
free_progress (gpointer data)
{
  Progress *progress = data;

  g_free (progress->text);
  g_free (progress);
}

/* Idle sources of one priority run in the order they were added, so the job outlives its progress.
 */
static void
report_progress (double fraction, const char *text, gpointer data)
{
  Progress *progress = g_new0 (Progress, 1);

  *progress = (Progress) { data, fraction, g_strdup (text) };
  g_idle_add_full (G_PRIORITY_DEFAULT, apply_progress, progress, free_progress);
}

static void
set_torch (FlOptions *options, guint version)
{
  g_autofree char *setting = g_strconcat ("torch=", version > 0 ? fl_torch_get_name (version) : "", NULL);

  if (version > 0)
    g_assert (fl_options_set (options, setting, NULL));
}

static gboolean
make_runs (FluiComparingJob *job)
{
  for (guint i = 0; i < job->n_columns; i++)
    {
      g_autofree char *text
          = g_strdup_printf ("Compiling under %s (%u of %u)", job->columns[i].strategy, i + 1, job->n_columns);
      FlOptions options = job->options;

      for (guint k = 0; k < i && !job->runs[i]; k++)
        if (!job->columns[k].run && !job->columns[i].run
            && flui_compared_get_key (&job->columns[k]) == flui_compared_get_key (&job->columns[i]))
          job->runs[i] = fl_run_ref (job->runs[k]);
      if (job->runs[i])
        continue;
      report_progress ((double) i / (job->n_columns + 1), text, job);
      set_torch (&options, job->columns[i].torch);
      job->runs[i] = fl_compare_run_strategy (job->graph, &options, job->columns[i].strategy, &job->cancelled);
      if (g_atomic_int_get (&job->cancelled))
        {
          g_set_error_literal (&job->error, FL_ERROR, FL_ERROR_CANCELLED, "cancelled");
          return FALSE;
        }
    }
  return TRUE;
}

static void
make_comparison (FluiComparingJob *job)
{
  FlCompareSource sources[FLUI_COMPARING_MAX_COLUMNS];

  for (guint i = 0; i < job->n_columns; i++)
    sources[i] = (FlCompareSource) { job->columns[i].title, job->runs[i], job->columns[i].is_unfused };
  job->comparison = fl_comparison_new (sources, job->n_columns, &job->cancelled, &job->error);
}

/* Columns of TorchInductor by the rules of several versions: what makes each differ from the first of them. */
static void
explain_versions (FluiComparingJob *job)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint first = 0;

  while (first < job->n_columns && job->columns[first].torch == 0)
    first++;
  for (guint i = first + 1; i < job->n_columns && job->error == NULL; i++)
    {
      g_autoptr (FlChanged) changed = NULL;
      g_autofree char *sentence = NULL;

      if (job->columns[i].torch == 0 || job->columns[i].torch == job->columns[first].torch)
        continue;
      report_progress ((double) job->n_columns / (job->n_columns + 1), "Finding the rules that changed", job);
      changed = fl_changed_new (job->graph, &job->options, job->columns[first].torch, job->columns[i].torch, CHANGED_MS,
                                &job->cancelled, &job->error);
      sentence = changed ? fl_changed_dup_sentence (changed) : NULL;
      if (sentence)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", sentence);
    }
  if (text->len > 0)
    job->changed = g_string_free (g_steal_pointer (&text), FALSE);
}

static void
make_picture (FluiComparingJob *job)
{
  FlSceneOptions options = { .fold_modules = TRUE,
                             .unfolded = (const char *const *) job->unfolded,
                             .folded = (const char *const *) job->folded };

  job->picture
      = fl_compare_picture_new (job->comparison, &options, job->worker_path, LAYOUT_MS, &job->cancelled, &job->error);
}

static void
do_job (FluiComparingJob *job)
{
  if (job->is_measure)
    {
      FlExecuteRequest request = { .verify = TRUE,
                                   .measure = TRUE,
                                   .worker_path = job->device_path,
                                   .fault = job->fault,
                                   .n_sizes = job->sizes->len,
                                   .sizes = (const FlSizeValue *) (gpointer) job->sizes->data };

      job->executed
          = fl_compare_execute (job->comparison, &request, &job->cancelled, report_progress, job, &job->error);
      return;
    }
  if (!job->comparison && make_runs (job))
    {
      report_progress ((double) job->n_columns / (job->n_columns + 1), "Comparing", job);
      make_comparison (job);
      if (job->comparison)
        explain_versions (job);
    }
  if (job->comparison && !job->error)
    make_picture (job);
}

void
flui_comparing_set_state (FluiComparing *self, FluiComparingState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

/* Recursion over time: a comparison that arrives opens the blocks of the chosen difference (flui-comparing.c), and the
 * picture is laid out anew by another job, until none is closed. */
static void
take_comparison (FluiComparing *self, FluiComparingJob *job)
{
  gboolean is_new = job->comparison != self->comparison;

  if (is_new)
    g_hash_table_remove_all (self->runs); /* runs of other strategies would only cost memory */
  for (guint i = 0; i < job->n_columns; i++)
    if (job->runs[i] && !job->columns[i].run)
      g_hash_table_replace (self->runs, (gpointer) flui_compared_get_key (&job->columns[i]), fl_run_ref (job->runs[i]));
  if (is_new)
    {
      fl_comparison_unref (self->comparison);
      self->comparison = fl_comparison_ref (job->comparison);
      g_free (self->changed);
      self->changed = g_steal_pointer (&job->changed);
      g_clear_pointer (&self->executed, fl_run_unref);
      self->difference = G_MAXUINT;
    }
  fl_compare_picture_free (self->picture);
  self->picture = g_steal_pointer (&job->picture);
  flui_comparing_set_state (self, FLUI_COMPARING_READY, NULL);
  flui_comparing_emit (self, FLUI_COMPARING_CHANGED);
  if (is_new)
    flui_comparing_emit (self, FLUI_COMPARING_DIFFERENCE_CHANGED);
  flui_comparing_open_blocks (self); /* opens blocks inside blocks that were opened before */
}

static void
take_result (FluiComparing *self, FluiComparingJob *job)
{
  gboolean was_cancelled = g_error_matches (job->error, FL_ERROR, FL_ERROR_CANCELLED);

  if (job->is_measure)
    {
      if (job->executed)
        {
          g_clear_pointer (&self->executed, fl_run_unref);
          self->executed = g_steal_pointer (&job->executed);
        }
      g_free (self->message);
      self->message = g_strdup (was_cancelled ? "Measuring was cancelled" : job->error ? job->error->message : NULL);
      flui_comparing_emit (self, FLUI_COMPARING_MEASURED);
    }
  else if (job->error && job->is_redraw)
    ; /* another layout: what was there stays */
  else if (job->error)
    flui_comparing_set_state (self, was_cancelled ? FLUI_COMPARING_CANCELLED : FLUI_COMPARING_FAILED,
                              job->error->message);
  else
    take_comparison (self, job);
}

static gboolean
finish_job (gpointer data)
{
  FluiComparingJob *job = data;
  FluiComparing *self = job->self;
  FluiComparingJob **slot = job->is_measure ? &self->measure_job : &self->job;

  if (*slot == job)
    {
      *slot = NULL;
      take_result (self, job);
      flui_comparing_emit (self, FLUI_COMPARING_BUSY_CHANGED);
    }
  job_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
job_thread (gpointer data)
{
  do_job (data);
  g_idle_add_full (G_PRIORITY_DEFAULT, finish_job, data, NULL);
  return NULL;
}

void
flui_comparing_job_cancel (FluiComparingJob *job)
{
  if (job)
    g_atomic_int_set (&job->cancelled, 1);
}

void
flui_comparing_job_start (FluiComparing *self, FluiComparingJob *job, const char *text)
{
  FluiComparingJob **slot = job->is_measure ? &self->measure_job : &self->job;

  flui_comparing_job_cancel (*slot);
  *slot = job;
  self->progress = -1;
  g_free (self->progress_text);
  self->progress_text = g_strdup (text);
  flui_jobs_start ("comparing", job_thread, job);
  flui_comparing_emit (self, FLUI_COMPARING_BUSY_CHANGED);
}

char **
flui_comparing_dup_paths (const GPtrArray *paths)
{
  char **copy = g_new0 (char *, paths->len + 1);

  for (guint i = 0; i < paths->len; i++)
    copy[i] = g_strdup (paths->pdata[i]);
  return copy;
}

FluiComparingJob *
flui_comparing_job_new (FluiComparing *self)
{
  FluiComparingJob *job = g_new0 (FluiComparingJob, 1);

  job->self = g_object_ref (self);
  job->worker_path = g_strdup (flui_session_get_worker_path (self->session));
  job->device_path = g_strdup (flui_session_get_device_path (self->session));
  job->options = *flui_session_get_options (self->session);
  job->graph = self->base ? fl_graph_ref (self->base->graph) : NULL;
  job->n_columns = self->n_columns;
  job->unfolded = flui_comparing_dup_paths (self->unfolded);
  job->folded = flui_comparing_dup_paths (self->folded);
  for (guint i = 0; i < self->n_columns; i++)
    flui_compared_copy (&job->columns[i], &self->columns[i]);
  return job;
}
