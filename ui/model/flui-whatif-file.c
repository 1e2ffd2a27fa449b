/* Session files: saving what there is, and opening: first the graph, then the variant, then how it
 * was looked at. */
#include <cjson/cJSON.h>

#include "flui-whatif-private.h"

gboolean
flui_whatif_is_modified (FluiWhatif *self)
{
  return self->file && self->is_modified;
}

const char *
flui_whatif_get_path (FluiWhatif *self)
{
  return self->file ? self->file->path : NULL;
}

const cJSON *
flui_whatif_get_view (FluiWhatif *self)
{
  return self->file ? self->file->view : NULL;
}

char *
flui_whatif_dup_notices (FluiWhatif *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; self->file && i < self->file->notices->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (const char *) self->file->notices->pdata[i]);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

gboolean
flui_whatif_save (FluiWhatif *self, const char *path, cJSON *view, GError **error)
{
  g_return_val_if_fail (self->file, FALSE);
  cJSON_Delete (self->file->view);
  self->file->view = view;
  fl_session_set_options (self->file, flui_session_get_options (self->session));
  if (!fl_session_write (self->file, path, error))
    return FALSE;
  self->is_modified = FALSE;
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
  return TRUE;
}

static guint
read_current (const FlSession *file)
{
  const cJSON *name = file->view ? cJSON_GetObjectItem (file->view, "variant") : NULL;

  for (guint i = 0; cJSON_IsString (name) && i < file->variants->len; i++)
    if (g_str_equal (((const FlSessionVariant *) file->variants->pdata[i])->name, name->valuestring))
      return i + 1;
  return 0;
}

gboolean
flui_whatif_open (FluiWhatif *self, const char *path, GError **error)
{
  FlSession *file = fl_session_read (path, error);
  FlOptions options;

  if (!file)
    return FALSE;
  g_clear_pointer (&self->opening, fl_session_free);
  self->opening = file;
  self->opening_current = read_current (file);
  self->opening_is_modified = FALSE;
  fl_options_init (&options);
  fl_session_apply_options (file, &options);
  flui_session_open_with (self->session, file->graph_path, file->graph_number, &options, file->has_target);
  return TRUE;
}

gboolean
flui_whatif_open_lost (FluiWhatif *self, const char *path, GError **error)
{
  const cJSON *view;

  if (!flui_whatif_open (self, path, error))
    return FALSE;
  if (!self->opening) /* the graph is open already */
    return TRUE;
  view = self->opening->view;
  g_free (self->opening->path);
  self->opening->path = g_strdup (cJSON_GetStringValue (cJSON_GetObjectItem (view, "saved_as")));
  self->opening_is_modified = cJSON_IsTrue (cJSON_GetObjectItem (view, "modified"));
  return TRUE;
}

void
flui_whatif_go_on_opening (FluiWhatif *self)
{
  const char *path = flui_session_get_path (self->session);

  if (!self->opening)
    {
      if (self->opening_current == G_MAXUINT)
        {
          self->opening_current = 0; /* the variant's run is there now */
          flui_whatif_emit (self, FLUI_WHATIF_RESTORED);
        }
      return;
    }
  if (g_strcmp0 (path, self->opening->graph_path) != 0)
    {
      g_clear_pointer (&self->opening, fl_session_free); /* something else was opened meanwhile */
      return;
    }
  fl_session_free (self->file);
  self->file = g_steal_pointer (&self->opening);
  self->is_modified = self->opening_is_modified;
  self->current = self->opening_current;
  self->opening_current = 0;
  if (self->current == 0)
    {
      flui_whatif_emit (self, FLUI_WHATIF_RESTORED);
      return;
    }
  self->opening_current = G_MAXUINT;
  flui_whatif_show_current (self);
}
