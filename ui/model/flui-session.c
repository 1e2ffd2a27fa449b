#include "flui-session.h"

#include <gio/gio.h>

#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-sizes.h"

#include "flui-jobs.h"

#define PREVIEW_NODES 600

/* One unit of work in a thread. It owns all that it reads; the session takes the result only if
 * nothing newer was asked for. */
typedef struct _Job
{
  FluiSession *session; /* referenced */
  gint cancelled;
  struct _Job **slot; /* where the session keeps the newest of its kind */
  gboolean is_step;   /* a partial run for the step bar, not a new current run */
  gboolean is_execute;
  gboolean keeps_target; /* the user chose it: the graph's device does not decide */
  char *path;            /* to read first, a file or a folder; or NULL */
  FlTheirs *theirs;      /* PyTorch's dumps beside the graph; NULL: none */
  FlParity *parity;      /* of the result with them */
  char *warning;         /* said once the run is there; NULL */
  FlGraph *graph;
  FlPipelineRequest request;
  FlRun *base;   /* to execute, or to report */
  GArray *sizes; /* FlSizeValue, of an execution */
  char *fault;   /* tests make the first kernel "crash", "hang" or fail to "compile"; else NULL */
  char *worker_path;
  char *folder; /* of a report */
  FluiReportDone report_done;
  gpointer report_data;
  FlRun *result;
  FlKin *kin;     /* of the result */
  FlRun *preview; /* the graph as read, shown while the rest is under way */
  GError *error;
} Job;

typedef struct
{
  Job *job;
  double fraction;
  char *text;
} Progress;

struct _FluiSession
{
  GObject parent;
  char *path;
  char *worker_path;
  FlRun *run;
  FlRun *shown;
  FlKin *kin;
  FlTheirs *theirs; /* PyTorch's dumps of the open graph; NULL: none */
  FlParity *parity; /* of run */
  guint difference;
  FlOptions options;
  FlOptions own_options; /* the user's, while a folder's settings are in force */
  gboolean has_own_options;
  gboolean target_is_set; /* by the user: then the graph's device does not decide */
  FlStage stage;
  guint32 step;
  FlItem selection, partner;
  GArray *lit;   /* FlItem */
  GArray *sizes; /* FlSizeValue: what the user chose for the open graph */
  char *message;
  Job *job; /* the newest unfinished one that makes a current run; borrowed */
  Job *step_job;
  Job *report_job;
  double progress;
  char *progress_text;
};

enum
{
  RUN_CHANGED,
  SHOWN_CHANGED,
  SELECTION_CHANGED,
  DIFFERENCE_CHANGED,
  BUSY_CHANGED,
  FAILED,
  OPTIONS_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiSession, flui_session, G_TYPE_OBJECT)

/* --- life
 * -------------------------------------------------------------------------------------------------------
 */

static void
flui_session_finalize (GObject *object)
{
  FluiSession *self = FLUI_SESSION (object);

  g_clear_pointer (&self->kin, fl_kin_free);
  g_clear_pointer (&self->shown, fl_run_unref);
  g_clear_pointer (&self->run, fl_run_unref);
  g_clear_pointer (&self->parity, fl_parity_unref);
  g_clear_pointer (&self->theirs, fl_theirs_unref);
  g_array_unref (self->lit);
  g_array_unref (self->sizes);
  g_free (self->path);
  g_free (self->worker_path);
  g_free (self->message);
  g_free (self->progress_text);
  G_OBJECT_CLASS (flui_session_parent_class)->finalize (object);
}

static void
flui_session_class_init (FluiSessionClass *klass)
{
  static const char *const names[N_SIGNALS]
      = { "run-changed",  "shown-changed", "selection-changed", "difference-changed",
          "busy-changed", "failed",        "options-changed" };

  G_OBJECT_CLASS (klass)->finalize = flui_session_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], FLUI_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
flui_session_init (FluiSession *self)
{
  fl_options_init (&self->options);
  self->stage = FL_STAGE_FUSE;
  self->difference = G_MAXUINT;
  self->lit = g_array_new (FALSE, FALSE, sizeof (FlItem));
  self->sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
}

FluiSession *
flui_session_new (void)
{
  return g_object_new (FLUI_TYPE_SESSION, NULL);
}

static void
emit (FluiSession *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

static void
fail (FluiSession *self, const char *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
  emit (self, FAILED);
}

/* --- jobs
 * -------------------------------------------------------------------------------------------------------
 */

static Job *
job_new (FluiSession *self)
{
  Job *job = g_new0 (Job, 1);

  job->session = g_object_ref (self);
  job->slot = &self->job;
  job->keeps_target = self->target_is_set;
  job->worker_path = g_strdup (self->worker_path);
  fl_pipeline_request_init (&job->request);
  job->request.options = self->options;
  job->request.with_unfused = TRUE;
  job->request.cancelled = &job->cancelled;
  return job;
}

static void
job_free (Job *job)
{
  g_clear_object (&job->session);
  g_clear_pointer (&job->graph, fl_graph_unref);
  g_clear_pointer (&job->base, fl_run_unref);
  g_clear_pointer (&job->kin, fl_kin_free);
  g_clear_pointer (&job->result, fl_run_unref);
  g_clear_pointer (&job->preview, fl_run_unref);
  g_clear_pointer (&job->parity, fl_parity_unref);
  g_clear_pointer (&job->theirs, fl_theirs_unref);
  g_clear_pointer (&job->sizes, g_array_unref);
  g_clear_error (&job->error);
  g_free (job->warning);
  g_free (job->path);
  g_free (job->worker_path);
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
  emit (self, BUSY_CHANGED);
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

static gboolean
is_gpu_graph (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const char *type = graph->nodes[i].value.tensor.device.type;

      if (graph->nodes[i].value.kind == FL_VALUE_TENSOR && type && g_strcmp0 (type, "cpu") != 0)
        return TRUE;
    }
  return FALSE;
}

static void
add_kin (FluiSession *self, FlItem item)
{
  guint n_items = 0;
  const FlItem *items;

  if (item.kind == FL_ITEM_NONE)
    return;
  g_array_append_val (self->lit, item);
  items = self->kin ? fl_kin_get (self->kin, item, &n_items) : NULL;
  g_array_append_vals (self->lit, items, n_items);
}

static void
update_lit (FluiSession *self)
{
  g_array_set_size (self->lit, 0);
  add_kin (self, self->selection);
  add_kin (self, self->partner);
}

static void
set_shown (FluiSession *self, FlRun *shown)
{
  g_clear_pointer (&self->shown, fl_run_unref);
  self->shown = shown;
  emit (self, SHOWN_CHANGED);
}

/* The settings of a folder's compilation hold for its graph, and for no other after it. */
static void
take_options (FluiSession *self, Job *job)
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
take_run (FluiSession *self, Job *job)
{
  gboolean is_new_graph
      = job->path != NULL
        && !(self->run && self->run->graph == job->result->graph); /* not after its preview */

  g_clear_pointer (&self->kin, fl_kin_free);
  g_clear_pointer (&self->run, fl_run_unref);
  self->run = g_steal_pointer (&job->result);
  self->kin = g_steal_pointer (&job->kin);
  if (!job->is_execute) /* an execution changes nothing that is compared */
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
  if (is_new_graph)
    {
      g_free (self->path);
      self->path = g_strdup (job->path);
      g_array_set_size (self->sizes, 0); /* symbols of the graph that was open */
      take_options (self, job);
      self->selection = self->partner = (FlItem){ FL_ITEM_NONE, NULL };
    }
  update_lit (self);
  if (job->is_execute)
    self->stage = FL_STAGE_RUN;
  else if (is_new_graph && self->run->graph->truncated)
    self->stage = FL_STAGE_GRAPH; /* without its results, the later stages are empty */
  else if (!self->run->stages[self->stage].was_reached)
    self->stage = self->run->last_stage;
  self->step = self->run->stages[self->stage].n_steps;
  emit (self, RUN_CHANGED);
  if (is_new_graph)
    {
      emit (self, OPTIONS_CHANGED);
      emit (self, SELECTION_CHANGED);
    }
  set_shown (self, fl_run_ref (self->run));
}

/* The thread goes on meanwhile: only the preview is taken. */
static gboolean
take_preview (gpointer data)
{
  Job *job = data;
  FluiSession *self = job->session;
  Job shown = { .path = job->path, .result = job->preview, .theirs = job->theirs };

  if (*job->slot != job || g_atomic_int_get (&job->cancelled))
    return G_SOURCE_REMOVE;
  job->preview = NULL;
  shown.kin = fl_kin_new (shown.result);
  take_run (self, &shown);
  return G_SOURCE_REMOVE;
}

/* A large graph is drawn at once; its compilation may take seconds. */
static void
show_preview (Job *job)
{
  FlPipelineRequest request = job->request;

  if (job->graph->n_nodes < PREVIEW_NODES)
    return;
  request.until = FL_STAGE_GRAPH;
  request.with_unfused = FALSE;
  job->preview = fl_pipeline_run (job->graph, &request);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_preview, job, NULL);
}

/* --- PyTorch's dumps --- */

/* In a folder, the graph; where one folder holds many compilations, the first, and a word about the
 * others. */
static char *
find_graph (Job *job, GError **error)
{
  g_autoptr (GPtrArray) all = fl_debug_folder_find_all (job->path);
  const char *path = all->len > 0 ? all->pdata[0] : job->path;
  FlDebugFolder *folder = fl_debug_folder_new (path, error);
  char *graph_path = folder ? g_strdup (folder->graph_path) : NULL;
  GError *local = NULL;

  if (!folder)
    return NULL;
  job->theirs = fl_theirs_new (folder, &local);
  if (!job->theirs)
    {
      job->warning
          = g_strdup_printf ("The graph is open, but not PyTorch's own: %s", local->message);
      g_error_free (local);
    }
  else if (all->len > 1)
    job->warning = g_strdup_printf (
        "%u compilations are in this folder; %s is open. Open another one's own folder to see it.",
        all->len, job->theirs->folder->title);
  return graph_path;
}

/* The file that a debug folder's dumps belong to brings them along. */
static void
find_dumps_beside (Job *job)
{
  g_autofree char *parent = g_path_get_dirname (job->path);
  FlDebugFolder *folder
      = fl_debug_folder_is_one (parent) ? fl_debug_folder_new (parent, NULL) : NULL;
  g_autofree char *name = g_path_get_basename (job->path);
  g_autofree char *graph = folder ? g_path_get_basename (folder->graph_path) : NULL;

  if (folder && g_str_equal (name, graph))
    job->theirs = fl_theirs_new (folder, NULL);
  else if (folder)
    fl_debug_folder_free (folder);
}

static FlGraph *
read_graph (Job *job)
{
  g_autofree char *path = NULL;
  FlGraph *graph;

  if (g_file_test (job->path, G_FILE_TEST_IS_DIR))
    path = find_graph (job, &job->error);
  else
    {
      find_dumps_beside (job);
      path = g_strdup (job->path);
    }
  graph = path ? fl_graph_read_file_beside (path,
                                            job->theirs ? job->theirs->folder->runnable_path : NULL,
                                            &job->error)
               : NULL;
  if (graph && job->theirs)
    fl_theirs_apply_options (job->theirs, &job->request.options, FALSE);
  else if (graph && !job->keeps_target)
    job->request.options.target = is_gpu_graph (graph) ? FL_TARGET_CUDA : FL_TARGET_CPU;
  return graph;
}

static void
do_job (Job *job)
{
  if (job->folder)
    {
      fl_report_write (job->base, job->folder, job->worker_path, &job->cancelled, &job->error);
      return;
    }
  if (job->is_execute)
    {
      FlExecuteRequest request = {
        .verify = TRUE,
        .measure = TRUE,
        .worker_path = job->worker_path,
        .fault = job->fault,
        .n_sizes = job->sizes->len,
        .sizes = (const FlSizeValue *) (gpointer) job->sizes->data,
      };

      job->result = fl_pipeline_execute (job->base, &request, &job->cancelled, report_progress, job,
                                         &job->error);
      return;
    }
  if (job->path)
    {
      job->graph = read_graph (job);
      if (!job->graph)
        return;
      show_preview (job);
    }
  job->result = fl_pipeline_run (job->graph, &job->request);
  if (job->theirs && !job->is_step)
    job->parity = fl_parity_new (job->result, job->theirs);
}

/* The newest job of its kind has ended: what it made becomes visible. */
static void
take_result (FluiSession *self, Job *job)
{
  GError *error = job->error ? job->error : job->result ? job->result->error : NULL;

  if (g_error_matches (error, FL_ERROR, FL_ERROR_CANCELLED))
    return;
  if (job->error)
    fail (self, job->error->message);
  else if (job->folder)
    {
      g_autofree char *page = g_build_filename (job->folder, "report.html", NULL);

      job->report_done (self, page, job->report_data);
    }
  else if (job->is_step)
    set_shown (self, g_steal_pointer (&job->result));
  else
    {
      take_run (self, job);
      if (job->warning)
        fail (self, job->warning);
    }
}

static gboolean
finish_job (gpointer data)
{
  Job *job = data;
  FluiSession *self = job->session;

  if (*job->slot == job)
    {
      *job->slot = NULL;
      take_result (self, job);
    }
  emit (self, BUSY_CHANGED);
  job_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
job_thread (gpointer data)
{
  Job *job = data;

  do_job (job);
  if (job->result && !job->is_step)
    job->kin = fl_kin_new (job->result);
  g_idle_add_full (G_PRIORITY_DEFAULT, finish_job, data, NULL);
  return NULL;
}

/* Starts the job and cancels the one of its kind before it. */
static void
job_start (FluiSession *self, Job *job)
{
  if (*job->slot)
    g_atomic_int_set (&(*job->slot)->cancelled, 1);
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
  emit (self, BUSY_CHANGED);
}

/* --- opening, options
 * ------------------------------------------------------------------------------------------- */

void
flui_session_set_worker_path (FluiSession *self, const char *path)
{
  g_free (self->worker_path);
  self->worker_path = g_strdup (path);
}

const char *
flui_session_get_worker_path (FluiSession *self)
{
  return self->worker_path;
}

void
flui_session_open_file (FluiSession *self, const char *path)
{
  Job *job;

  g_return_if_fail (FLUI_IS_SESSION (self) && path);
  job = job_new (self);
  job->path = g_strdup (path);
  if (self->has_own_options)
    job->request.options = self->own_options;
  job_start (self, job);
}

const char *
flui_session_get_path (FluiSession *self)
{
  return self->path;
}

char *
flui_session_dup_title (FluiSession *self)
{
  g_autofree char *name = self->path ? g_path_get_basename (self->path) : NULL;

  return name ? g_strdup_printf ("%s — %s", name, fl_target_get_name (self->options.target))
              : g_strdup ("Fuseloom");
}

static void
run_again (FluiSession *self)
{
  Job *job;

  emit (self, OPTIONS_CHANGED);
  if (!self->run)
    return;
  job = job_new (self);
  job->graph = fl_graph_ref (self->run->graph);
  job->theirs = self->theirs ? fl_theirs_ref (self->theirs) : NULL;
  job_start (self, job);
}

const FlOptions *
flui_session_get_options (FluiSession *self)
{
  return &self->options;
}

void
flui_session_set_option (FluiSession *self, const FlOptionInfo *row, gint64 value)
{
  if (fl_options_get_value (&self->options, row) == value)
    return;
  fl_options_set_value (&self->options, row, value);
  run_again (self);
}

void
flui_session_set_target (FluiSession *self, FlTarget target)
{
  if (self->options.target == target)
    return;
  self->options.target = target;
  self->target_is_set = TRUE;
  run_again (self);
}

void
flui_session_set_strategy (FluiSession *self, const char *name)
{
  const char *interned = fl_intern (name);

  if (self->options.strategy == interned)
    return;
  self->options.strategy = interned;
  run_again (self);
}

/* --- looking
 * ----------------------------------------------------------------------------------------------------
 */

const FlRun *
flui_session_get_run (FluiSession *self)
{
  return self->run;
}

const FlRun *
flui_session_get_shown (FluiSession *self)
{
  return self->shown;
}

FlKin *
flui_session_get_kin (FluiSession *self)
{
  return self->kin;
}

FlStage
flui_session_get_stage (FluiSession *self)
{
  return self->stage;
}

guint32
flui_session_get_n_steps (FluiSession *self)
{
  return self->run ? self->run->stages[self->stage].n_steps : 0;
}

guint32
flui_session_get_step (FluiSession *self)
{
  return self->step;
}

const FlEvent *
flui_session_get_event (FluiSession *self)
{
  return self->run && self->step > 0
             ? fl_trace_get_step (self->run->trace, self->stage, self->step - 1)
             : NULL;
}

/* Stages in which a step is a partial result; in the others all steps show the same picture. */
static gboolean
has_partial_runs (FlStage stage)
{
  return stage == FL_STAGE_LOWER || stage == FL_STAGE_REALIZE || stage == FL_STAGE_FUSE
         || stage == FL_STAGE_MEMORY || stage == FL_STAGE_DECOMPOSE || stage == FL_STAGE_SCHEDULE;
}

static void
show_step (FluiSession *self)
{
  Job *job;

  if (self->step >= flui_session_get_n_steps (self) || !has_partial_runs (self->stage))
    {
      if (self->step_job)
        g_atomic_int_set (&self->step_job->cancelled, 1);
      self->step_job = NULL;
      set_shown (self, fl_run_ref (self->run));
      return;
    }
  job = job_new (self);
  job->slot = &self->step_job;
  job->is_step = TRUE;
  job->graph = fl_graph_ref (self->run->graph);
  job->request.options = self->run->options;
  job->request.with_unfused = FALSE;
  job->request.until = self->stage;
  job->request.stop_stage = self->stage;
  job->request.stop_step = self->step;
  job_start (self, job);
}

void
flui_session_set_stage (FluiSession *self, FlStage stage)
{
  if (!self->run || !self->run->stages[stage].was_reached
      || (stage == self->stage && self->step == flui_session_get_n_steps (self)))
    return;
  self->stage = stage;
  self->step = flui_session_get_n_steps (self);
  if (self->difference != G_MAXUINT)
    flui_session_set_difference (self, G_MAXUINT); /* another stage has other ones */
  show_step (self);
}

void
flui_session_set_step (FluiSession *self, guint32 step)
{
  step = MIN (step, flui_session_get_n_steps (self));
  if (!self->run || step == self->step)
    return;
  self->step = step;
  show_step (self);
}

const FlParity *
flui_session_get_parity (FluiSession *self)
{
  return self->parity;
}

guint
flui_session_get_difference (FluiSession *self)
{
  return self->difference;
}

void
flui_session_set_difference (FluiSession *self, guint position)
{
  guint n_entries = 0;
  const FlParityEntry *entries
      = self->parity ? fl_parity_get_entries (self->parity, self->stage, &n_entries) : NULL;

  self->difference = position < n_entries ? position : G_MAXUINT;
  emit (self, DIFFERENCE_CHANGED);
  if (self->difference == G_MAXUINT)
    return;
  flui_session_select_pair (self,
                            (FlItem){ entries[position].a ? FL_ITEM_OP : FL_ITEM_NONE,
                                      entries[position].a },
                            (FlItem){ entries[position].b ? FL_ITEM_OP : FL_ITEM_NONE,
                                      entries[position].b });
}

FlItem
flui_session_get_selection (FluiSession *self)
{
  return self->selection;
}

FlItem
flui_session_get_partner (FluiSession *self)
{
  return self->partner;
}

void
flui_session_select (FluiSession *self, FlItem item)
{
  flui_session_select_pair (self, item, (FlItem){ FL_ITEM_NONE, NULL });
}

static gboolean
same_item (FlItem a, FlItem b)
{
  return a.kind == b.kind && a.name == b.name;
}

void
flui_session_select_pair (FluiSession *self, FlItem item, FlItem partner)
{
  if (same_item (self->selection, item) && same_item (self->partner, partner))
    return;
  self->selection = item;
  self->partner = partner;
  update_lit (self);
  emit (self, SELECTION_CHANGED);
}

const FlItem *
flui_session_get_lit (FluiSession *self, guint *n_items)
{
  *n_items = self->lit->len;
  return (const FlItem *) (gpointer) self->lit->data;
}

/* --- running
 * ----------------------------------------------------------------------------------------------------
 */

gint64
flui_session_get_size (FluiSession *self, const FlSym *symbol)
{
  for (guint i = 0; i < self->sizes->len; i++)
    if (g_array_index (self->sizes, FlSizeValue, i).symbol == symbol)
      return g_array_index (self->sizes, FlSizeValue, i).value;
  return fl_sizes_get_default (symbol);
}

gboolean
flui_session_set_sizes (FluiSession *self, const char *const *assignments, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));

  g_return_val_if_fail (self->run, FALSE);
  for (guint i = 0; assignments[i]; i++)
    {
      FlSizeValue size;

      if (!fl_sizes_parse (self->run->graph, assignments[i], &size, error))
        return FALSE;
      g_array_append_val (sizes, size);
    }
  if (!fl_sizes_check (self->run->graph, (const FlSizeValue *) (gpointer) sizes->data, sizes->len,
                       error))
    return FALSE;
  g_array_unref (self->sizes);
  self->sizes = g_steal_pointer (&sizes);
  return TRUE;
}

void
flui_session_execute (FluiSession *self)
{
  Job *job;

  if (!self->run)
    return;
  if (self->run->options.target != FL_TARGET_CPU)
    {
      fail (
          self,
          "Kernels run on the CPU in this version. Choose the CPU target to run this graph here.");
      return;
    }
  job = job_new (self);
  job->is_execute = TRUE;
  job->sizes = g_array_copy (self->sizes);
  job->fault = g_strdup (g_getenv ("FUSELOOM_TEST_FAULT"));
  job->base = fl_run_ref (self->run->base ? self->run->base : self->run);
  job_start (self, job);
}

void
flui_session_cancel (FluiSession *self)
{
  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  if (self->step_job)
    g_atomic_int_set (&self->step_job->cancelled, 1);
  if (self->report_job)
    g_atomic_int_set (&self->report_job->cancelled, 1);
}

gboolean
flui_session_is_busy (FluiSession *self)
{
  return self->job || self->step_job || self->report_job;
}

gboolean
flui_session_is_working (FluiSession *self)
{
  return self->job || self->report_job;
}

gboolean
flui_session_is_executing (FluiSession *self)
{
  return self->job && self->job->is_execute;
}

double
flui_session_get_progress (FluiSession *self)
{
  return self->progress;
}

const char *
flui_session_get_progress_text (FluiSession *self)
{
  return self->progress_text;
}

const char *
flui_session_get_message (FluiSession *self)
{
  return self->message;
}

void
flui_session_write_report (FluiSession *self,
                           const char *folder,
                           FluiReportDone done,
                           gpointer data)
{
  Job *job;

  if (!self->run)
    return;
  job = job_new (self);
  job->slot = &self->report_job;
  job->base = fl_run_ref (self->run);
  job->folder = g_strdup (folder);
  job->report_done = done;
  job->report_data = data;
  job_start (self, job);
}
