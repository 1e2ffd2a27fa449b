/* The class of the variants: their life, going back and forth in their history, and following the
 * session. It stands above the files that change them. */
#include <string.h>

#include "flui-whatif-private.h"

G_DEFINE_FINAL_TYPE (FluiWhatif, flui_whatif, G_TYPE_OBJECT)

static void
free_moment (gpointer data)
{
  FluiWhatifMoment *moment = data;

  fl_session_free (moment->file);
  g_free (moment->label);
  g_free (moment);
}

/* The path of the file stays: undoing goes back in what was done, not in where it was saved. */
static void
travel (FluiWhatif *self, GPtrArray *from, GPtrArray *to)
{
  FluiWhatifMoment *moment;
  char *path;

  if (from->len == 0)
    return;
  moment = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, flui_whatif_moment_new (self, moment->label));
  path = g_steal_pointer (&self->file->path);
  fl_session_free (self->file);
  self->file = g_steal_pointer (&moment->file);
  g_free (self->file->path);
  self->file->path = path;
  self->current = MIN (moment->current, self->file->variants->len);
  self->is_modified = TRUE;
  self->tells_added = FALSE;
  free_moment (moment);
  flui_whatif_show_current (self);
  flui_whatif_pump (self);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

void
flui_whatif_undo (FluiWhatif *self)
{
  travel (self, self->past, self->future);
}

void
flui_whatif_redo (FluiWhatif *self)
{
  travel (self, self->future, self->past);
}

static gboolean
is_same_options (const FlOptions *a, const FlOptions *b)
{
  if (a->target != b->target || a->strategy != b->strategy || a->rule_files != b->rule_files)
    return FALSE;
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (fl_options_get_value (a, fl_options_get_row (i)) != fl_options_get_value (b, fl_options_get_row (i)))
      return FALSE;
  return TRUE;
}

static void
start_over (FluiWhatif *self)
{
  guint number = 0;
  const FlGraphList *graphs = flui_session_get_graphs (self->session, &number);

  g_clear_pointer (&self->file, fl_session_free);
  self->file = fl_session_new (flui_session_get_path (self->session));
  self->file->graph_number = graphs && graphs->graphs->len > 1 ? number : 0;
  self->graph = flui_session_get_opened (self->session);
  self->current = 0;
  self->is_modified = FALSE;
  self->tells_added = FALSE;
  flui_whatif_forget_history (self);
}

/* Other options make another base: all results are of the old one. */
static void
on_run_changed (FluiSession *session, FluiWhatif *self)
{
  const FlRun *run = flui_session_get_run (session);
  const FlOptions *options = flui_session_get_options (session);

  if (!run)
    return;
  if (run->last_stage < FL_STAGE_DECOMPOSE && !run->error)
    return;                                             /* a preview: the run itself follows */
  if (self->graph != flui_session_get_opened (session)) /* at other sizes it is the same */
    start_over (self);
  if (!self->base || self->base->graph != run->graph || !is_same_options (&self->base->own_options, options))
    {
      flui_whatif_cancel (self);
      g_clear_pointer (&self->base, fl_run_unref);
      g_hash_table_remove_all (self->results);
      if (!run->overrides && is_same_options (&run->own_options, options))
        self->base = fl_run_ref (run);
      fl_session_set_options (self->file, options);
    }
  flui_whatif_go_on_opening (self);
  flui_whatif_pump (self);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

static void
flui_whatif_dispose (GObject *object)
{
  FluiWhatif *self = FLUI_WHATIF (object);

  flui_whatif_cancel (self);
  self->job = NULL;
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_whatif_parent_class)->dispose (object);
}

static void
flui_whatif_finalize (GObject *object)
{
  FluiWhatif *self = FLUI_WHATIF (object);

  g_clear_pointer (&self->file, fl_session_free);
  g_clear_pointer (&self->opening, fl_session_free);
  g_clear_pointer (&self->base, fl_run_unref);
  g_hash_table_unref (self->results);
  g_ptr_array_unref (self->past);
  g_ptr_array_unref (self->future);
  g_free (self->message);
  G_OBJECT_CLASS (flui_whatif_parent_class)->finalize (object);
}

static void
flui_whatif_class_init (FluiWhatifClass *klass)
{
  static const char *const names[FLUI_WHATIF_N_SIGNALS] = { "changed", "refused", "added", "restored" };

  G_OBJECT_CLASS (klass)->dispose = flui_whatif_dispose;
  G_OBJECT_CLASS (klass)->finalize = flui_whatif_finalize;
  for (guint i = 0; i < FLUI_WHATIF_N_SIGNALS; i++)
    flui_whatif_signals[i]
        = g_signal_new (names[i], FLUI_TYPE_WHATIF, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
flui_whatif_init (FluiWhatif *self)
{
  self->past = g_ptr_array_new_with_free_func (free_moment);
  self->future = g_ptr_array_new_with_free_func (free_moment);
  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, flui_whatif_result_free);
}

FluiWhatif *
flui_whatif_new (FluiSession *session)
{
  FluiWhatif *self = g_object_new (FLUI_TYPE_WHATIF, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  return self;
}
