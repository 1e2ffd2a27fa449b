#include "flui-comparing.h"

#include <cJSON.h>
#include <string.h>

#include "fl-compare-run.h"
#include "fl-fuse.h"
#include "fl-intern.h"

#include "flui-jobs.h"

enum
{
  LAYOUT_MS = 4000,
  EXPORT_LAYOUT_MS = 20000
};

typedef struct _Job Job;

struct _FluiComparing
{
  GObject parent;
  FluiSession *session; /* not referenced: it outlives the page */
  gboolean is_active;
  guint n_columns;
  FluiCompared columns[FLUI_COMPARING_MAX_COLUMNS];
  GArray *choices;  /* FluiCompared: strategies, before fusion, then what others added */
  GHashTable *runs; /* strategy -> FlRun: of this graph and these options */
  FlRun *base;      /* the session's run that all this was made for */
  FlComparison *comparison;
  FlComparePicture *picture;
  GPtrArray *unfolded, *folded; /* paths of blocks */
  guint difference;
  FlRun *executed;
  Job *job; /* the newest unfinished one that makes a comparison; borrowed */
  Job *measure_job;
  FluiComparingState state;
  char *message;
  double progress;
  char *progress_text;
};

enum
{
  COLUMNS_CHANGED,
  CHANGED,
  DIFFERENCE_CHANGED,
  BUSY_CHANGED,
  MEASURED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiComparing, flui_comparing, G_TYPE_OBJECT)

/* --- jobs: everything a thread needs, and what it made ------------------------------------------
 */

struct _Job
{
  FluiComparing *self;
  gint cancelled;
  gboolean is_measure, is_redraw;
  FlGraph *graph;
  FlOptions options;
  guint n_columns;
  FluiCompared columns[FLUI_COMPARING_MAX_COLUMNS];
  FlRun *runs[FLUI_COMPARING_MAX_COLUMNS]; /* known, or made */
  FlComparison *comparison;                /* known, or made */
  char **unfolded, **folded;
  guint difference; /* whose blocks are opened; G_MAXUINT */
  char *worker_path;
  char *fault;
  FlComparePicture *picture;
  FlRun *executed;
  GError *error;
};

typedef struct
{
  Job *job;
  double fraction;
  char *text;
} Progress;

static void
clear_compared (FluiCompared *compared)
{
  g_clear_pointer (&compared->run, fl_run_unref);
  g_free ((char *) compared->title);
  *compared = (FluiCompared){ 0 };
}

static void
copy_compared (FluiCompared *to, const FluiCompared *from)
{
  FluiCompared copy = { from->strategy, from->is_unfused, g_strdup (from->title),
                        from->run ? fl_run_ref (from->run) : NULL };

  clear_compared (to);
  *to = copy;
}

static void
job_free (Job *job)
{
  g_object_unref (job->self);
  g_clear_pointer (&job->graph, fl_graph_unref);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      clear_compared (&job->columns[i]);
      g_clear_pointer (&job->runs[i], fl_run_unref);
    }
  fl_comparison_unref (job->comparison);
  g_strfreev (job->unfolded);
  g_strfreev (job->folded);
  g_free (job->worker_path);
  g_free (job->fault);
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
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
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

  *progress = (Progress){ data, fraction, g_strdup (text) };
  g_idle_add_full (G_PRIORITY_DEFAULT, apply_progress, progress, free_progress);
}

static gboolean
make_runs (Job *job)
{
  for (guint i = 0; i < job->n_columns; i++)
    {
      g_autofree char *text = g_strdup_printf ("Compiling under %s (%u of %u)",
                                               job->columns[i].strategy, i + 1, job->n_columns);

      /* Columns of one strategy share its run. */
      for (guint k = 0; k < i && !job->runs[i]; k++)
        if (!job->columns[k].run && !job->columns[i].run
            && job->columns[k].strategy == job->columns[i].strategy)
          job->runs[i] = fl_run_ref (job->runs[k]);
      if (job->runs[i])
        continue;
      report_progress ((double) i / (job->n_columns + 1), text, job);
      job->runs[i] = fl_compare_run_strategy (job->graph, &job->options, job->columns[i].strategy,
                                              &job->cancelled);
      if (g_atomic_int_get (&job->cancelled))
        {
          g_set_error_literal (&job->error, FL_ERROR, FL_ERROR_CANCELLED, "cancelled");
          return FALSE;
        }
    }
  return TRUE;
}

static void
make_comparison (Job *job)
{
  FlCompareSource sources[FLUI_COMPARING_MAX_COLUMNS];

  for (guint i = 0; i < job->n_columns; i++)
    sources[i]
        = (FlCompareSource){ job->columns[i].title, job->runs[i], job->columns[i].is_unfused };
  job->comparison = fl_comparison_new (sources, job->n_columns, &job->cancelled, &job->error);
}

static void
make_picture (Job *job)
{
  FlSceneOptions options = { .fold_modules = TRUE,
                             .unfolded = (const char *const *) job->unfolded,
                             .folded = (const char *const *) job->folded };

  job->picture = fl_compare_picture_new (job->comparison, &options, job->worker_path, LAYOUT_MS,
                                         &job->cancelled, &job->error);
}

static void
do_job (Job *job)
{
  if (job->is_measure)
    {
      FlExecuteRequest request = {
        .verify = TRUE, .measure = TRUE, .worker_path = job->worker_path, .fault = job->fault
      };

      job->executed = fl_compare_execute (job->comparison, &request, &job->cancelled,
                                          report_progress, job, &job->error);
      return;
    }
  if (!job->comparison && make_runs (job))
    {
      report_progress ((double) job->n_columns / (job->n_columns + 1), "Comparing", job);
      make_comparison (job);
    }
  if (job->comparison)
    make_picture (job);
}

static void
set_state (FluiComparing *self, FluiComparingState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
}

static void
take_comparison (FluiComparing *self, Job *job)
{
  gboolean is_new = job->comparison != self->comparison;

  for (guint i = 0; i < job->n_columns; i++)
    if (job->runs[i] && !job->columns[i].run)
      g_hash_table_replace (self->runs, (gpointer) job->columns[i].strategy,
                            fl_run_ref (job->runs[i]));
  if (is_new)
    {
      fl_comparison_unref (self->comparison);
      self->comparison = fl_comparison_ref (job->comparison);
      g_clear_pointer (&self->executed, fl_run_unref);
      self->difference = G_MAXUINT;
    }
  fl_compare_picture_free (self->picture);
  self->picture = g_steal_pointer (&job->picture);
  set_state (self, FLUI_COMPARING_READY, NULL);
  g_signal_emit (self, signals[CHANGED], 0);
  if (is_new)
    g_signal_emit (self, signals[DIFFERENCE_CHANGED], 0);
}

static void
take_result (FluiComparing *self, Job *job)
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
      self->message = g_strdup (was_cancelled ? "Measuring was cancelled"
                                : job->error  ? job->error->message
                                              : NULL);
      g_signal_emit (self, signals[MEASURED], 0);
    }
  else if (job->error && job->is_redraw)
    ; /* another layout: what was there stays */
  else if (job->error)
    set_state (self, was_cancelled ? FLUI_COMPARING_CANCELLED : FLUI_COMPARING_FAILED,
               job->error->message);
  else
    take_comparison (self, job);
}

static gboolean
finish_job (gpointer data)
{
  Job *job = data;
  FluiComparing *self = job->self;
  Job **slot = job->is_measure ? &self->measure_job : &self->job;

  if (*slot == job)
    {
      *slot = NULL;
      take_result (self, job);
      g_signal_emit (self, signals[BUSY_CHANGED], 0);
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

static void
job_cancel (Job *job)
{
  if (job)
    g_atomic_int_set (&job->cancelled, 1);
}

static void
job_start (FluiComparing *self, Job *job, const char *text)
{
  Job **slot = job->is_measure ? &self->measure_job : &self->job;

  job_cancel (*slot);
  *slot = job;
  self->progress = -1;
  g_free (self->progress_text);
  self->progress_text = g_strdup (text);
  flui_jobs_start ("comparing", job_thread, job);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

static char **
dup_paths (const GPtrArray *paths)
{
  char **copy = g_new0 (char *, paths->len + 1);

  for (guint i = 0; i < paths->len; i++)
    copy[i] = g_strdup (paths->pdata[i]);
  return copy;
}

static Job *
job_new (FluiComparing *self)
{
  Job *job = g_new0 (Job, 1);

  job->self = g_object_ref (self);
  job->worker_path = g_strdup (flui_session_get_worker_path (self->session));
  job->options = *flui_session_get_options (self->session);
  job->graph = self->base ? fl_graph_ref (self->base->graph) : NULL;
  job->n_columns = self->n_columns;
  job->unfolded = dup_paths (self->unfolded);
  job->folded = dup_paths (self->folded);
  for (guint i = 0; i < self->n_columns; i++)
    copy_compared (&job->columns[i], &self->columns[i]);
  return job;
}

/* --- what starts them
 * -------------------------------------------------------------------------------- */

/* The session's own run serves where it is of that strategy: but not one whose partition its own
 * pages may question at the same time. */
static FlRun *
find_run (FluiComparing *self, const FluiCompared *compared)
{
  FlRun *run = compared->run ? compared->run : g_hash_table_lookup (self->runs, compared->strategy);

  if (!run && self->base->options.strategy == compared->strategy && !self->base->partition
      && self->base->program && self->base->unfused)
    run = self->base;
  return run;
}

static void
start (FluiComparing *self)
{
  Job *job;

  if (!self->base)
    return;
  job = job_new (self);
  for (guint i = 0; i < self->n_columns; i++)
    {
      FlRun *run = find_run (self, &self->columns[i]);

      job->runs[i] = run ? fl_run_ref (run) : NULL;
    }
  job_cancel (self->measure_job);
  self->measure_job = NULL;
  set_state (self, FLUI_COMPARING_WORKING, NULL);
  job_start (self, job, "Comparing");
}

static void
redraw (FluiComparing *self)
{
  Job *job;

  if (!self->comparison || self->job)
    return;
  job = job_new (self);
  job->comparison = fl_comparison_ref (self->comparison);
  job->is_redraw = TRUE;
  job_start (self, job, "Laying out");
}

static void drop_variants (FluiComparing *self);

static void
forget (FluiComparing *self)
{
  job_cancel (self->job);
  job_cancel (self->measure_job);
  self->job = self->measure_job = NULL;
  g_hash_table_remove_all (self->runs);
  fl_comparison_unref (g_steal_pointer (&self->comparison));
  fl_compare_picture_free (g_steal_pointer (&self->picture));
  g_clear_pointer (&self->executed, fl_run_unref);
  g_clear_pointer (&self->base, fl_run_unref);
  g_ptr_array_set_size (self->unfolded, 0);
  g_ptr_array_set_size (self->folded, 0);
  drop_variants (self);
  self->difference = G_MAXUINT;
  set_state (self, FLUI_COMPARING_EMPTY, NULL);
}

static gboolean
is_same_question (const FlRun *a, const FlRun *b)
{
  FlOptions p = a->options, q = b->options;

  p.strategy = q.strategy;
  return a->graph == b->graph && memcmp (&p, &q, sizeof p) == 0;
}

static void
follow (FluiComparing *self)
{
  const FlRun *run = flui_session_get_run (self->session);

  if (run && run->base)
    run = run->base;
  if (!self->is_active || (!run && !self->base))
    return;
  if (run && self->base && is_same_question (run, self->base))
    return;
  forget (self);
  if (run && run->last_stage > FL_STAGE_GRAPH)
    self->base = fl_run_ref (run);
  g_signal_emit (self, signals[COLUMNS_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[DIFFERENCE_CHANGED], 0);
  if (self->base)
    start (self);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

void
flui_comparing_set_active (FluiComparing *self, gboolean active)
{
  self->is_active = active;
  follow (self);
}

void
flui_comparing_retry (FluiComparing *self)
{
  start (self);
}

void
flui_comparing_set_n_columns (FluiComparing *self, guint n)
{
  n = CLAMP (n, FLUI_COMPARING_MIN_COLUMNS, FLUI_COMPARING_MAX_COLUMNS);
  if (n == self->n_columns)
    return;
  self->n_columns = n;
  g_signal_emit (self, signals[COLUMNS_CHANGED], 0);
  start (self);
}

void
flui_comparing_set_column (FluiComparing *self, guint column, const FluiCompared *compared)
{
  FluiCompared *it = &self->columns[column];

  g_return_if_fail (column < FLUI_COMPARING_MAX_COLUMNS);
  if (it->strategy == compared->strategy && it->is_unfused == compared->is_unfused
      && it->run == compared->run && g_strcmp0 (it->title, compared->title) == 0)
    return;
  copy_compared (it, compared);
  g_signal_emit (self, signals[COLUMNS_CHANGED], 0);
  if (column < self->n_columns)
    start (self);
}

void
flui_comparing_set_block (FluiComparing *self, const char *path, gboolean open)
{
  GPtrArray *to = open ? self->unfolded : self->folded,
            *from = open ? self->folded : self->unfolded;

  for (guint i = from->len; i-- > 0;)
    if (g_str_equal (from->pdata[i], path))
      g_ptr_array_remove_index (from, i);
  g_ptr_array_add (to, g_strdup (path));
  redraw (self);
}

/* --- choices
 * -------------------------------------------------------------------------------------------------
 */

guint
flui_comparing_get_n_choices (FluiComparing *self)
{
  return self->choices->len;
}

const FluiCompared *
flui_comparing_get_choice (FluiComparing *self, guint choice)
{
  g_return_val_if_fail (choice < self->choices->len, NULL);
  return &g_array_index (self->choices, FluiCompared, choice);
}

char *
flui_comparing_dup_choice_title (FluiComparing *self, guint choice)
{
  const FluiCompared *it = flui_comparing_get_choice (self, choice);
  const FlStrategyRow *row = fl_strategies_find (it->strategy);

  return g_strdup (it->title        ? it->title
                   : it->is_unfused ? "Before fusion"
                   : row            ? row->title
                                    : it->strategy);
}

guint
flui_comparing_find_choice (FluiComparing *self, const FluiCompared *compared)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      const FluiCompared *it = &g_array_index (self->choices, FluiCompared, i);

      if (it->strategy == compared->strategy && it->is_unfused == compared->is_unfused
          && it->run == compared->run)
        return i;
    }
  return G_MAXUINT;
}

guint
flui_comparing_add_choice (FluiComparing *self, const char *title, FlRun *run)
{
  FluiCompared choice = { run->options.strategy, FALSE, g_strdup (title), fl_run_ref (run) };

  g_array_append_val (self->choices, choice);
  g_signal_emit (self, signals[COLUMNS_CHANGED], 0);
  return self->choices->len - 1;
}

static void
fill_choices (FluiComparing *self)
{
  FluiCompared before = { fl_intern ("inductor"), TRUE, NULL, NULL };

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      FluiCompared choice = { fl_intern (fl_strategies_get_row (i)->name), FALSE, NULL, NULL };
      g_array_append_val (self->choices, choice);
    }
  g_array_append_val (self->choices, before);
}

/* What was made of another graph cannot be compared with this one. */
static void
drop_variants (FluiComparing *self)
{
  for (guint i = self->choices->len; i-- > 0;)
    if (g_array_index (self->choices, FluiCompared, i).run)
      g_array_remove_index (self->choices, i);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      FluiCompared plain = { self->columns[i].strategy, FALSE, NULL, NULL };

      if (self->columns[i].run)
        copy_compared (&self->columns[i], &plain);
    }
}

/* --- differences
 * ---------------------------------------------------------------------------------------- */

guint
flui_comparing_get_difference (FluiComparing *self)
{
  return self->difference;
}

/* Its blocks open, and those of the one before close: the picture stays small. */
static void
open_blocks (FluiComparing *self)
{
  g_auto (GStrv) paths = NULL;

  if (!self->picture)
    return;
  paths = fl_compare_picture_find_blocks (self->picture, self->comparison, self->difference);
  if (!paths[0])
    return;
  for (guint i = 0; paths[i]; i++)
    g_ptr_array_add (self->unfolded, g_strdup (paths[i]));
  redraw (self);
}

void
flui_comparing_set_difference (FluiComparing *self, guint difference)
{
  if (difference == self->difference || !self->comparison
      || (difference != G_MAXUINT && difference >= self->comparison->n_differences))
    return;
  self->difference = difference;
  g_signal_emit (self, signals[DIFFERENCE_CHANGED], 0);
  if (difference != G_MAXUINT)
    open_blocks (self);
}

void
flui_comparing_move_difference (FluiComparing *self, int by)
{
  guint n = self->comparison ? self->comparison->n_differences : 0, at = self->difference;

  if (n == 0)
    return;
  if (at == G_MAXUINT)
    at = by > 0 ? 0 : n - 1;
  else
    at = (at + n + (guint) by) % n;
  flui_comparing_set_difference (self, at);
}

/* --- times
 * --------------------------------------------------------------------------------------------------
 */

const char *
flui_comparing_get_obstacle (FluiComparing *self)
{
  if (!self->comparison)
    return "Nothing is compared yet";
  if (self->comparison->columns[0].run->options.target != FL_TARGET_CPU)
    return "Kernels run on the CPU in this version: choose the CPU target to measure";
  for (guint i = 0; i < self->comparison->n_columns; i++)
    if (!(self->comparison->columns[i].is_unfused ? self->comparison->columns[i].run->unfused
                                                  : self->comparison->columns[i].run->program))
      return "A column has no kernels: its run stopped before they were written";
  return NULL;
}

void
flui_comparing_measure (FluiComparing *self)
{
  Job *job;

  if (flui_comparing_get_obstacle (self))
    return;
  job = job_new (self);
  job->is_measure = TRUE;
  job->comparison = fl_comparison_ref (self->comparison);
  job->fault = g_strdup (g_getenv ("FUSELOOM_TEST_FAULT"));
  job_start (self, job, "Building kernels");
}

const FlExecution *
flui_comparing_get_execution (FluiComparing *self)
{
  return self->executed ? self->executed->execution : NULL;
}

void
flui_comparing_cancel (FluiComparing *self)
{
  job_cancel (self->measure_job);
  job_cancel (self->job);
}

/* --- texts and files
 * -------------------------------------------------------------------------------------- */

char *
flui_comparing_dup_text (FluiComparing *self)
{
  GString *text;

  if (!self->comparison)
    return NULL;
  text = g_string_new (NULL);
  fl_comparison_append_table (text, self->comparison, flui_comparing_get_execution (self));
  g_string_append_c (text, '\n');
  fl_comparison_append_differences (text, self->comparison);
  return g_string_free (text, FALSE);
}

gboolean
flui_comparing_write (FluiComparing *self, const char *path, GError **error)
{
  FlSceneOptions options = { .fold_modules = TRUE };
  g_autoptr (FlComparePicture) picture = NULL;
  g_auto (GStrv) unfolded = dup_paths (self->unfolded), folded = dup_paths (self->folded);

  if (!self->comparison)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "nothing is compared yet");
      return FALSE;
    }
  if (g_str_has_suffix (path, ".txt"))
    {
      g_autofree char *text = flui_comparing_dup_text (self);

      return g_file_set_contents (path, text, -1, error);
    }
  if (g_str_has_suffix (path, ".json"))
    {
      cJSON *json
          = fl_comparison_new_json (self->comparison, flui_comparing_get_execution (self), TRUE);
      char *text = cJSON_Print (json);
      gboolean done = g_file_set_contents (path, text, -1, error);

      cJSON_free (text);
      cJSON_Delete (json);
      return done;
    }
  options.unfolded = (const char *const *) unfolded;
  options.folded = (const char *const *) folded;
  picture = fl_compare_picture_new (self->comparison, &options,
                                    flui_session_get_worker_path (self->session), EXPORT_LAYOUT_MS,
                                    NULL, error);
  return picture && fl_compare_picture_write (picture, self->comparison, FALSE, path, error);
}

/* --- questions
 * -------------------------------------------------------------------------------------------- */

FluiComparingState
flui_comparing_get_state (FluiComparing *self)
{
  return self->state;
}

const char *
flui_comparing_get_message (FluiComparing *self)
{
  return self->message;
}

guint
flui_comparing_get_n_columns (FluiComparing *self)
{
  return self->n_columns;
}

const FluiCompared *
flui_comparing_get_column (FluiComparing *self, guint column)
{
  g_return_val_if_fail (column < FLUI_COMPARING_MAX_COLUMNS, NULL);
  return &self->columns[column];
}

const FlComparison *
flui_comparing_get_comparison (FluiComparing *self)
{
  return self->comparison;
}

FlComparePicture *
flui_comparing_get_picture (FluiComparing *self)
{
  return self->picture;
}

gboolean
flui_comparing_is_working (FluiComparing *self)
{
  return self->job || self->measure_job;
}

gboolean
flui_comparing_is_measuring (FluiComparing *self)
{
  return self->measure_job != NULL;
}

double
flui_comparing_get_progress (FluiComparing *self)
{
  return self->progress;
}

const char *
flui_comparing_get_progress_text (FluiComparing *self)
{
  return self->progress_text;
}

/* --- life
 * ---------------------------------------------------------------------------------------------------
 */

static void
flui_comparing_finalize (GObject *object)
{
  FluiComparing *self = FLUI_COMPARING (object);

  forget (self);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    clear_compared (&self->columns[i]);
  g_array_unref (self->choices);
  g_hash_table_unref (self->runs);
  g_ptr_array_unref (self->unfolded);
  g_ptr_array_unref (self->folded);
  g_free (self->message);
  g_free (self->progress_text);
  G_OBJECT_CLASS (flui_comparing_parent_class)->finalize (object);
}

static void
flui_comparing_class_init (FluiComparingClass *klass)
{
  static const char *const names[N_SIGNALS]
      = { "columns-changed", "changed", "difference-changed", "busy-changed", "measured" };

  G_OBJECT_CLASS (klass)->finalize = flui_comparing_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], FLUI_TYPE_COMPARING, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
flui_comparing_init (FluiComparing *self)
{
  static const char *const strategies[] = { "inductor", "inductor", "xla", "stitch" };

  self->n_columns = 2;
  self->difference = G_MAXUINT;
  self->choices = g_array_new (FALSE, TRUE, sizeof (FluiCompared));
  g_array_set_clear_func (self->choices, (GDestroyNotify) clear_compared);
  fill_choices (self);
  self->runs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) fl_run_unref);
  self->unfolded = g_ptr_array_new_with_free_func (g_free);
  self->folded = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    self->columns[i].strategy = fl_intern (strategies[i]);
  self->columns[0].is_unfused = TRUE; /* what fusion did is the first question */
}

FluiComparing *
flui_comparing_new (FluiSession *session)
{
  FluiComparing *self = g_object_new (FLUI_TYPE_COMPARING, NULL);

  self->session = session;
  g_signal_connect_object (session, "run-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  return self;
}
