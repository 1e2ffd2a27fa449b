/* What the Compare page looks at: columns, choices, the chosen difference. */
#include <cJSON.h>
#include <string.h>

#include "fl-fuse.h"
#include "fl-intern.h"

#include "flui-comparing-private.h"
#include "fl-file.h"

enum
{
  EXPORT_LAYOUT_MS = 20000
};

static guint signals[FLUI_COMPARING_N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiComparing, flui_comparing, G_TYPE_OBJECT)

void
flui_comparing_emit (FluiComparing *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

/* --- what starts them
 * -------------------------------------------------------------------------------- */

/* The session's own run serves where it is of that strategy: but not one whose partition its own
 * pages may question at the same time. */
static FlRun *
find_run (FluiComparing *self, const FluiCompared *compared)
{
  FlRun *run = compared->run ? compared->run : g_hash_table_lookup (self->runs, flui_compared_get_key (compared));

  if (!run && compared->torch == 0 && self->base->own_options.strategy == compared->strategy && !self->base->partition
      && !self->base->overrides && self->base->program && self->base->unfused)
    run = self->base;
  return run;
}

static void
start (FluiComparing *self)
{
  FluiComparingJob *job;

  if (!self->base)
    return;
  job = flui_comparing_job_new (self);
  for (guint i = 0; i < self->n_columns; i++)
    {
      FlRun *run = find_run (self, &self->columns[i]);

      job->runs[i] = run ? fl_run_ref (run) : NULL;
    }
  flui_comparing_job_cancel (self->measure_job);
  self->measure_job = NULL;
  flui_comparing_set_state (self, FLUI_COMPARING_WORKING, NULL);
  flui_comparing_job_start (self, job, "Comparing");
}

static void
redraw (FluiComparing *self)
{
  FluiComparingJob *job;

  if (!self->comparison || (self->job && !self->job->is_redraw))
    return;
  job = flui_comparing_job_new (self);
  job->comparison = fl_comparison_ref (self->comparison);
  job->is_redraw = TRUE;
  flui_comparing_job_start (self, job, "Laying out");
}

static void
forget (FluiComparing *self)
{
  flui_comparing_job_cancel (self->job);
  flui_comparing_job_cancel (self->measure_job);
  self->job = self->measure_job = NULL;
  g_hash_table_remove_all (self->runs);
  fl_comparison_unref (g_steal_pointer (&self->comparison));
  g_clear_pointer (&self->changed, g_free);
  fl_compare_picture_free (g_steal_pointer (&self->picture));
  g_clear_pointer (&self->executed, fl_run_unref);
  g_clear_pointer (&self->base, fl_run_unref);
  g_ptr_array_set_size (self->unfolded, 0);
  g_ptr_array_set_size (self->folded, 0);
  g_ptr_array_set_size (self->opened, 0);
  self->difference = G_MAXUINT;
  flui_comparing_set_state (self, FLUI_COMPARING_EMPTY, NULL);
}

/* Whatever the strategy, and whatever was decided by hand: columns are compared under all strategies. Field by field,
 * as bytes between fields have any value. */
static gboolean
is_same_question (const FlRun *a, const FlRun *b)
{
  const FlOptions *p = &a->own_options, *q = &b->own_options;

  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (fl_options_get_value (p, fl_options_get_row (i)) != fl_options_get_value (q, fl_options_get_row (i)))
      return FALSE;
  return a->graph == b->graph && p->target == q->target && p->rule_files == q->rule_files
         && p->measured_stream_bytes == q->measured_stream_bytes
         && p->measured_stream_read_bytes == q->measured_stream_read_bytes && p->machine_l1_bytes == q->machine_l1_bytes
         && p->machine_l2_bytes == q->machine_l2_bytes;
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
  flui_comparing_drop_variants (self, run ? run->graph : NULL);
  if (run && run->last_stage > FL_STAGE_GRAPH)
    self->base = fl_run_ref (run);
  flui_comparing_restore_variants (self);
  flui_comparing_emit (self, FLUI_COMPARING_COLUMNS_CHANGED);
  flui_comparing_emit (self, FLUI_COMPARING_CHANGED);
  flui_comparing_emit (self, FLUI_COMPARING_DIFFERENCE_CHANGED);
  if (self->base)
    start (self);
  flui_comparing_emit (self, FLUI_COMPARING_BUSY_CHANGED);
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
flui_comparing_reset_columns (FluiComparing *self)
{
  const char *inductor = fl_intern ("inductor");

  self->n_columns = FLUI_COMPARING_MIN_COLUMNS;
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    g_clear_pointer (&self->awaited[i], g_free);
  for (guint i = 0; i < self->n_columns; i++)
    flui_compared_copy (&self->columns[i], &(FluiCompared) { .strategy = inductor, .is_unfused = i == 0 });
  flui_comparing_emit (self, FLUI_COMPARING_COLUMNS_CHANGED);
  start (self);
}

void
flui_comparing_set_n_columns (FluiComparing *self, guint n)
{
  n = CLAMP (n, FLUI_COMPARING_MIN_COLUMNS, FLUI_COMPARING_MAX_COLUMNS);
  if (n == self->n_columns)
    return;
  self->n_columns = n;
  flui_comparing_emit (self, FLUI_COMPARING_COLUMNS_CHANGED);
  start (self);
}

void
flui_comparing_set_column (FluiComparing *self, guint column, const FluiCompared *compared)
{
  FluiCompared *it = &self->columns[column];

  g_return_if_fail (column < FLUI_COMPARING_MAX_COLUMNS);
  g_clear_pointer (&self->awaited[column], g_free);
  if (it->strategy == compared->strategy && it->is_unfused == compared->is_unfused && it->run == compared->run
      && it->torch == compared->torch && g_strcmp0 (it->title, compared->title) == 0)
    return;
  flui_compared_copy (it, compared);
  flui_comparing_emit (self, FLUI_COMPARING_COLUMNS_CHANGED);
  if (column < self->n_columns)
    start (self);
}

static void remove_path (GPtrArray *paths, const char *path);

void
flui_comparing_set_block (FluiComparing *self, const char *path, gboolean open)
{
  GPtrArray *to = open ? self->unfolded : self->folded, *from = open ? self->folded : self->unfolded;

  remove_path (from, path);
  g_ptr_array_add (to, g_strdup (path));
  redraw (self);
}

const char *
flui_comparing_get_changed (FluiComparing *self)
{
  return self->changed;
}

/* --- choices ----------------------------------------------------------------------------------- */

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

  return g_strdup (it->title ? it->title : it->is_unfused ? "Before fusion" : row ? row->title : it->strategy);
}

guint
flui_comparing_find_choice (FluiComparing *self, const FluiCompared *compared)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      const FluiCompared *it = &g_array_index (self->choices, FluiCompared, i);

      if (it->strategy == compared->strategy && it->is_unfused == compared->is_unfused && it->run == compared->run
          && it->torch == compared->torch)
        return i;
    }
  return G_MAXUINT;
}

guint
flui_comparing_add_choice (FluiComparing *self, const char *title, FlRun *run)
{
  FluiCompared choice = { run->own_options.strategy, FALSE, g_strdup (title), fl_run_ref (run), 0 };

  g_array_append_val (self->choices, choice);
  flui_comparing_emit (self, FLUI_COMPARING_COLUMNS_CHANGED);
  return self->choices->len - 1;
}

static void
fill_choices (FluiComparing *self)
{
  FluiCompared before = { fl_intern ("inductor"), TRUE, NULL, NULL, 0 };

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      FluiCompared choice = { fl_intern (fl_strategies_get_row (i)->name), FALSE, NULL, NULL, 0 };
      g_array_append_val (self->choices, choice);
    }
  g_array_append_val (self->choices, before);
  for (guint version = FL_TORCH_NEWEST; version >= FLUI_COMPARING_OLDEST_TORCH; version--)
    {
      FluiCompared choice
          = { fl_intern ("inductor"), FALSE, g_strdup_printf ("TorchInductor, PyTorch %s", fl_torch_get_name (version)),
              NULL, version };

      g_array_append_val (self->choices, choice);
    }
}

/* --- differences
 * ---------------------------------------------------------------------------------------- */

guint
flui_comparing_get_difference (FluiComparing *self)
{
  return self->difference;
}

static void
remove_path (GPtrArray *paths, const char *path)
{
  for (guint i = paths->len; i-- > 0;)
    if (g_str_equal (paths->pdata[i], path))
      g_ptr_array_remove_index (paths, i);
}

/* Opens the blocks of the chosen difference and closes those of the one before: the picture stays
 * small. */
void
flui_comparing_open_blocks (FluiComparing *self)
{
  g_auto (GStrv) paths = NULL;
  gboolean is_new = FALSE;

  if (!self->picture || self->difference == G_MAXUINT)
    return;
  paths = fl_compare_picture_find_blocks (self->picture, self->comparison, self->difference);
  for (guint i = 0; paths[i]; i++)
    is_new |= !g_ptr_array_find_with_equal_func (self->opened, paths[i], g_str_equal, NULL);
  if (!is_new)
    return;
  for (guint i = 0; i < self->opened->len; i++)
    remove_path (self->unfolded, self->opened->pdata[i]);
  g_ptr_array_set_size (self->opened, 0);
  for (guint i = 0; paths[i]; i++)
    {
      g_ptr_array_add (self->unfolded, g_strdup (paths[i]));
      g_ptr_array_add (self->opened, g_strdup (paths[i]));
      remove_path (self->folded, paths[i]);
    }
  redraw (self);
}

void
flui_comparing_set_difference (FluiComparing *self, guint difference)
{
  if (difference == self->difference || !self->comparison
      || (difference != G_MAXUINT && difference >= self->comparison->n_differences))
    return;
  self->difference = difference;
  flui_comparing_emit (self, FLUI_COMPARING_DIFFERENCE_CHANGED);
  if (difference != G_MAXUINT)
    flui_comparing_open_blocks (self);
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

/* --- times ------------------------------------------------------------------------------------- */

const char *
flui_comparing_get_obstacle (FluiComparing *self)
{
  if (!self->comparison)
    return "Nothing is compared yet";
  if (self->comparison->columns[0].run->options.target == FL_TARGET_CUDA && flui_session_get_gpu_lack (self->session))
    return flui_session_get_gpu_lack (self->session);
  for (guint i = 0; i < self->comparison->n_columns; i++)
    if (!(self->comparison->columns[i].is_unfused ? self->comparison->columns[i].run->unfused
                                                  : self->comparison->columns[i].run->program))
      return "A column has no kernels: its run stopped before they were written";
  return NULL;
}

void
flui_comparing_measure (FluiComparing *self)
{
  FluiComparingJob *job;

  if (flui_comparing_get_obstacle (self))
    return;
  job = flui_comparing_job_new (self);
  job->is_measure = TRUE;
  job->comparison = fl_comparison_ref (self->comparison);
  job->fault = g_strdup (g_getenv ("FUSELOOM_TEST_FAULT"));
  job->sizes = flui_session_dup_sizes (self->session, self->base->graph);
  flui_comparing_job_start (self, job, "Building kernels");
}

const FlExecution *
flui_comparing_get_execution (FluiComparing *self)
{
  return self->executed ? self->executed->execution : NULL;
}

void
flui_comparing_cancel (FluiComparing *self)
{
  flui_comparing_job_cancel (self->measure_job);
  flui_comparing_job_cancel (self->job);
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
  if (self->changed)
    g_string_append_printf (text, "\n%s\n", self->changed);
  return g_string_free (text, FALSE);
}

gboolean
flui_comparing_write (FluiComparing *self, const char *path, GError **error)
{
  FlSceneOptions options = { .fold_modules = TRUE };
  g_autoptr (FlComparePicture) picture = NULL;
  g_auto (GStrv) unfolded = flui_comparing_dup_paths (self->unfolded), folded = flui_comparing_dup_paths (self->folded);

  if (!self->comparison)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "nothing is compared yet");
      return FALSE;
    }
  if (g_str_has_suffix (path, ".txt"))
    {
      g_autofree char *text = flui_comparing_dup_text (self);

      return fl_file_write_text (path, text, -1, error);
    }
  if (g_str_has_suffix (path, ".json"))
    {
      cJSON *json = fl_comparison_new_json (self->comparison, flui_comparing_get_execution (self), TRUE);
      char *text = cJSON_Print (json);
      gboolean done = fl_file_write_text (path, text, -1, error);

      cJSON_free (text);
      cJSON_Delete (json);
      return done;
    }
  options.unfolded = (const char *const *) unfolded;
  options.folded = (const char *const *) folded;
  picture = fl_compare_picture_new (self->comparison, &options, flui_session_get_worker_path (self->session),
                                    EXPORT_LAYOUT_MS, NULL, error);
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

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_comparing_finalize (GObject *object)
{
  FluiComparing *self = FLUI_COMPARING (object);

  forget (self);
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      flui_compared_clear (&self->columns[i]);
      g_free (self->awaited[i]);
    }
  g_clear_pointer (&self->file_graph, fl_graph_unref);
  g_array_unref (self->choices);
  g_hash_table_unref (self->runs);
  g_ptr_array_unref (self->unfolded);
  g_ptr_array_unref (self->folded);
  g_ptr_array_unref (self->opened);
  g_free (self->message);
  g_free (self->progress_text);
  G_OBJECT_CLASS (flui_comparing_parent_class)->finalize (object);
}

static void
flui_comparing_class_init (FluiComparingClass *klass)
{
  static const char *const names[FLUI_COMPARING_N_SIGNALS]
      = { "columns-changed", "changed", "difference-changed", "busy-changed", "measured" };

  G_OBJECT_CLASS (klass)->finalize = flui_comparing_finalize;
  for (guint i = 0; i < FLUI_COMPARING_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], FLUI_TYPE_COMPARING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
flui_comparing_init (FluiComparing *self)
{
  static const char *const strategies[] = { "inductor", "inductor", "xla", "stitch" };

  self->n_columns = 2;
  self->difference = G_MAXUINT;
  self->choices = g_array_new (FALSE, TRUE, sizeof (FluiCompared));
  g_array_set_clear_func (self->choices, (GDestroyNotify) flui_compared_clear);
  fill_choices (self);
  self->runs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) fl_run_unref);
  self->unfolded = g_ptr_array_new_with_free_func (g_free);
  self->folded = g_ptr_array_new_with_free_func (g_free);
  self->opened = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    self->columns[i].strategy = fl_intern (strategies[i]);
  self->columns[0].is_unfused = TRUE; /* the effect of fusion is the first question */
}

FluiComparing *
flui_comparing_new (FluiSession *session)
{
  FluiComparing *self = g_object_new (FLUI_TYPE_COMPARING, NULL);

  self->session = session;
  g_signal_connect_object (session, "run-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  return self;
}

/* --- variants that others made
 * ------------------------------------------------------------------------ */

static gboolean
has_variants (FluiComparing *self, guint n, const char *const *titles, const FlRun *const *runs)
{
  guint first = 0;

  while (first < self->choices->len && !g_array_index (self->choices, FluiCompared, first).run)
    first++;
  for (guint i = 0; i < n && first + i < self->choices->len; i++)
    if (g_array_index (self->choices, FluiCompared, first + i).run != runs[i]
        || g_strcmp0 (g_array_index (self->choices, FluiCompared, first + i).title, titles[i]) != 0)
      return FALSE;
  return self->choices->len == first + n;
}

void
flui_comparing_set_variants (FluiComparing *self, guint n, const char *const *titles, const FlRun *const *runs)
{
  if (has_variants (self, n, titles, runs))
    return;
  for (guint i = self->choices->len; i-- > 0;)
    if (g_array_index (self->choices, FluiCompared, i).run)
      g_array_remove_index (self->choices, i);
  for (guint i = 0; i < n; i++)
    {
      FluiCompared choice = { runs[i]->own_options.strategy, FALSE, g_strdup (titles[i]), fl_run_ref (runs[i]) };
      g_array_append_val (self->choices, choice);
    }
  gboolean is_restored = flui_comparing_restore_variants (self);
  flui_comparing_emit (self, FLUI_COMPARING_COLUMNS_CHANGED);
  if (is_restored)
    flui_comparing_retry (self);
}
