/* The window keeps what it has every ten seconds, and offers what another one lost. */
#include <cjson/cJSON.h>

#include "flui-autosave.h"

#include "flui-window-private.h"

#define PERIOD_MS 10000

/* Failing to keep is said once, not every ten seconds. */
static void
keep (FluiWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (flui_autosave_save (self->autosave, self->whatif, flui_window_new_view (self), &error))
    {
      self->autosave_fails = FALSE;
      return;
    }
  if (!self->autosave_fails)
    {
      g_autofree char *text = g_strdup_printf ("What you do is not kept in case of a crash: %s", error->message);

      flui_window_say (self, text);
    }
  self->autosave_fails = TRUE;
}

static gboolean
on_period (gpointer data)
{
  keep (data);
  return G_SOURCE_CONTINUE;
}

void
flui_window_keep_session (FluiWindow *self)
{
  keep (self);
}

void
flui_window_stop_autosave (FluiWindow *self, gboolean keeps)
{
  g_clear_handle_id (&self->autosave_source, g_source_remove);
  flui_autosave_free (g_steal_pointer (&self->autosave), keeps);
  g_clear_pointer (&self->lost_path, g_free); /* not answered: it is offered again */
  g_clear_pointer (&self->restoring_path, g_free);
}

void
flui_window_leave_session (FluiWindow *self)
{
  keep (self);
  flui_window_stop_autosave (self, TRUE);
}

/* --- offering --------------------------------------------------------------------------------- */

static void
decline (FluiWindow *self)
{
  if (self->lost_path)
    flui_autosave_forget (self->lost_path);
  g_clear_pointer (&self->lost_path, g_free);
}

static void
on_restore (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (!self->lost_path)
    return;
  g_free (self->restoring_path);
  self->restoring_path = g_steal_pointer (&self->lost_path);
  flui_window_hide_error (self);
  if (!flui_whatif_open_lost (self->whatif, self->restoring_path, &error))
    flui_window_show_error (self, error->message);
}

/* Only then may it go: a graph that cannot be opened now can be later. */
static void
on_restored (FluiWhatif *whatif, FluiWindow *self)
{
  if (!self->restoring_path)
    return;
  keep (self);
  if (self->autosave && !self->autosave_fails)
    flui_autosave_forget (self->restoring_path);
  g_clear_pointer (&self->restoring_path, g_free);
}

static void
on_dismissed (AdwToast *toast, FluiWindow *self)
{
  decline (self);
}

const char *
flui_window_get_lost (FluiWindow *self)
{
  return self->lost_path;
}

void
flui_window_offer_lost (FluiWindow *self)
{
  AdwToast *toast;

  g_free (self->lost_path);
  self->lost_path = flui_autosave_find_lost ();
  if (!self->lost_path)
    return;
  toast = adw_toast_new ("Fuseloom ended without being asked to: what was open is still there");
  adw_toast_set_button_label (toast, "Restore");
  adw_toast_set_action_name (toast, "win.restore-lost");
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (on_dismissed), self, 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
}

static const GActionEntry entries[] = {
  { .name = "restore-lost", .activate = on_restore },
};

void
flui_window_start_autosave (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->whatif, "restored", G_CALLBACK (on_restored), self, 0);
  self->autosave = flui_autosave_new ();
  self->autosave_source = g_timeout_add (PERIOD_MS, on_period, self);
}
