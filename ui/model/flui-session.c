/* The session itself: its life and what may be asked of it at any time. What it does is in
 * flui-session-open.c, -run.c and -look.c; the threads in which it does so, in -job.c. */
#include "flui-devices.h"
#include "flui-session-private.h"

static guint signals[FLUI_SESSION_N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiSession, flui_session, G_TYPE_OBJECT)

static void
flui_session_finalize (GObject *object)
{
  FluiSession *self = FLUI_SESSION (object);

  g_clear_pointer (&self->kin, fl_kin_free);
  g_clear_pointer (&self->why, fl_why_free);
  g_clear_pointer (&self->log, fl_fusion_log_free);
  g_clear_pointer (&self->shown, fl_run_unref);
  g_clear_pointer (&self->run, fl_run_unref);
  g_clear_pointer (&self->opened, fl_graph_unref);
  g_clear_pointer (&self->parity, fl_parity_unref);
  g_clear_pointer (&self->theirs, fl_theirs_unref);
  g_clear_pointer (&self->graphs, fl_graph_list_free);
  g_array_unref (self->lit);
  g_array_unref (self->sizes);
  g_clear_pointer (&self->given, fl_given_free);
  g_clear_pointer (&self->times, fl_times_unref);
  g_clear_pointer (&self->gpu_lack, g_free);
  g_clear_pointer (&self->gpu_name, g_free);
  g_array_unref (self->overrides);
  g_free (self->path);
  g_free (self->worker_path);
  g_free (self->message);
  g_free (self->progress_text);
  G_OBJECT_CLASS (flui_session_parent_class)->finalize (object);
}

static void
flui_session_class_init (FluiSessionClass *klass)
{
  static const char *const names[FLUI_SESSION_N_SIGNALS]
      = { "run-changed",  "shown-changed", "selection-changed", "difference-changed",
          "busy-changed", "failed",        "options-changed",   "times-changed" };

  G_OBJECT_CLASS (klass)->finalize = flui_session_finalize;
  for (guint i = 0; i < FLUI_SESSION_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], FLUI_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
flui_session_init (FluiSession *self)
{
  fl_options_init (&self->options);
  self->stage = FL_STAGE_FUSE;
  self->difference = G_MAXUINT;
  self->lit = g_array_new (FALSE, FALSE, sizeof (FlItem));
  self->sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  self->overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride));
}

FluiSession *
flui_session_new (void)
{
  return g_object_new (FLUI_TYPE_SESSION, NULL);
}

void
flui_session_emit (FluiSession *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
flui_session_fail (FluiSession *self, const char *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
  flui_session_emit (self, FLUI_SESSION_FAILED);
}

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

const char *
flui_session_get_device_path (FluiSession *self)
{
  const char *chosen = flui_devices_get_chosen (flui_devices_get_default ());

  return chosen ? chosen : self->worker_path;
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

  return name ? g_strdup_printf ("%s — %s", name, fl_target_get_name (self->options.target)) : g_strdup ("Fuseloom");
}

const FlOptions *
flui_session_get_options (FluiSession *self)
{
  return &self->options;
}

const FlRun *
flui_session_get_run (FluiSession *self)
{
  return self->run;
}

const FlGraph *
flui_session_get_opened (FluiSession *self)
{
  return self->opened;
}

FlKin *
flui_session_get_kin (FluiSession *self)
{
  return self->kin;
}

const FlParity *
flui_session_get_parity (FluiSession *self)
{
  return self->parity;
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

void
flui_session_set_shown (FluiSession *self, FlRun *shown)
{
  g_clear_pointer (&self->shown, fl_run_unref);
  self->shown = shown;
  flui_session_emit (self, FLUI_SESSION_SHOWN_CHANGED);
}

void
flui_session_update_lit (FluiSession *self)
{
  g_array_set_size (self->lit, 0);
  add_kin (self, self->selection);
  add_kin (self, self->partner);
}
