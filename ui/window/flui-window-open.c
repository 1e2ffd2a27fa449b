/* Opening a file of any kind: a graph, a session, an allocation problem, tensors. */
#include "fl-tensor-file.h"

#include "flui-window-private.h"

/* FALSE: no file of tensors. */
static gboolean
flui_window_give (FluiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!fl_tensor_file_has_suffix (path))
    return FALSE;
  if (flui_session_give (self->session, path, &error))
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *text = g_strdup_printf ("The next run takes its values from %s", name);

      flui_window_say (self, text);
      flui_window_show_drawer (self, "timings");
    }
  else
    flui_window_show_error (self, error->message);
  return TRUE;
}

/* Recursion: what is not saved yet is asked about first, and then this is called again
 * (flui-window-session.c), with nothing left to save. */
void
flui_window_open (FluiWindow *self, const char *path)
{
  flui_window_hide_error (self);
  if (flui_window_give (self, path) || flui_window_ask_to_save (self, path, 0))
    return;
  if (!flui_window_open_times (self, path) && !flui_window_open_problem (self, path)
      && !flui_window_open_session (self, path))
    flui_session_open_file (self->session, path);
}
