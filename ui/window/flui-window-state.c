/* Which actions there are now. */
#include "flui-window-private.h"

#include "flui-devices.h"

static void
set_enabled (FluiWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

static char *
dup_run_tooltip (const FlRun *run, const char *lack)
{
  const char *device = flui_devices_get_chosen (flui_devices_get_default ());

  if (!run)
    return g_strdup ("Open a graph first");
  if (!run->program && run->error)
    return g_strdup_printf ("Nothing to run: stopped at %s", run->error->message);
  if (run->options.target == FL_TARGET_CUDA && lack)
    return g_strdup_printf ("The kernels of the CUDA target cannot run here: %s", lack);
  if (device)
    return g_strdup_printf ("Build, run, check and time the kernels on %s (Ctrl+Return)", device);
  return g_strdup ("Build, run, check and time the kernels (Ctrl+Return)");
}

gboolean
flui_window_is_comparing (FluiWindow *self)
{
  return self->is_comparing;
}

void
flui_window_update_actions (FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  guint32 step = flui_session_get_step (self->session), n_steps = flui_session_get_n_steps (self->session);
  gboolean executing = flui_session_is_executing (self->session);
  const FlParity *parity = flui_session_get_parity (self->session);
  guint n_entries = 0;
  const char *lack = flui_session_get_gpu_lack (self->session);
  g_autofree char *tooltip = dup_run_tooltip (run, lack);
  static const char *const with_run[] = { "report",  "export",   "stage",    "stage-next", "stage-previous",
                                          "zoom-in", "zoom-out", "zoom-fit", "search",     "compare" };

  if (parity)
    fl_parity_get_entries (parity, flui_session_get_stage (self->session), &n_entries);
  for (guint i = 0; i < G_N_ELEMENTS (with_run); i++)
    set_enabled (self, with_run[i], run != NULL);
  if (run && run->options.target == FL_TARGET_CUDA)
    flui_session_find_gpu (self->session);
  set_enabled (self, "run", run && run->program && (run->options.target == FL_TARGET_CPU || !lack) && !executing);
  set_enabled (self, "measure-times", run && run->program && !executing);
  set_enabled (self, "measure-all-times", run && run->program && !executing);
  set_enabled (self, "cancel", flui_session_is_busy (self->session));
  set_enabled (self, "step-previous", step > 0);
  set_enabled (self, "step-first", step > 0);
  set_enabled (self, "step-next", step < n_steps);
  set_enabled (self, "step-last", step < n_steps);
  set_enabled (self, "play", n_steps > 0);
  set_enabled (self, "show-theirs", parity != NULL);
  set_enabled (self, "difference-next", n_entries > 0 || flui_window_is_comparing (self));
  set_enabled (self, "difference-previous", n_entries > 0 || flui_window_is_comparing (self));
  gtk_widget_set_tooltip_text (self->run_button, tooltip);
  gtk_widget_set_sensitive (self->search, run != NULL);
  gtk_widget_set_sensitive (self->strategy, run != NULL);
  gtk_widget_set_sensitive (self->target, run != NULL);
}
