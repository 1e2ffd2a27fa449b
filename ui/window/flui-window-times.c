/* Times of several devices: measuring, opening and saving them. */
#include "fl-file.h"
#include "fl-times.h"

#include "flui-side.h"
#include "flui-window-private.h"

static void
measure (FluiWindow *self, gboolean with_all)
{
  flui_window_hide_error (self);
  flui_window_show_drawer (self, "side");
  flui_session_measure_times (self->session, with_all);
}

static void
on_measure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  measure (data, FALSE);
}

static void
on_measure_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  measure (data, TRUE);
}

/* --- files ------------------------------------------------------------------------------------ */

static gboolean
is_times (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  return g_str_has_suffix (path, ".json") && fl_file_read_up_to (path, FL_FILE_MAX_SMALL_BYTES, &text, &length, &error)
         && fl_times_probe (text, length);
}

gboolean
flui_window_open_times (FluiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!is_times (path))
    return FALSE;
  if (!flui_session_get_run (self->session))
    flui_window_show_error (self, "These are times of a graph: open the graph first, they stand beside it then.");
  else if (flui_session_open_times (self->session, path, &error))
    flui_window_show_drawer (self, "side");
  else
    flui_window_show_error (self, error->message);
  return TRUE;
}

static void
on_save_chosen (GtkNativeDialog *dialog, int response, FluiWindow *self)
{
  g_autoptr (GFile) file
      = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;

  if (path && !flui_session_save_times (self->session, path, &error))
    flui_window_show_error (self, error->message);
  else if (path)
    flui_window_say (self, "The times are saved, each with its device");
  g_object_unref (dialog);
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new ("Save Times", GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "times.json");
  g_signal_connect (dialog, "response", G_CALLBACK (on_save_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static const GActionEntry actions[] = { { .name = "measure-times", .activate = on_measure },
                                        { .name = "measure-all-times", .activate = on_measure_all },
                                        { .name = "save-times", .activate = on_save } };

static void
update (FluiWindow *self)
{
  GAction *save = g_action_map_lookup_action (G_ACTION_MAP (self), "save-times");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (save), flui_session_get_times (self->session) != NULL);
  flui_window_update_actions (self);
}

void
flui_window_add_times_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  g_signal_connect_object (self->session, "times-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "save-times")), FALSE);
}
