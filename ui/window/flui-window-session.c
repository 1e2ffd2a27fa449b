/* Session files in the window: saving with how things are looked at, opening, and asking about what
 * is not saved. */
#include <cjson/cJSON.h>

#include "fl-intern.h"

#include "flui-window-private.h"

/* --- how it is looked at
 * ---------------------------------------------------------------------------------------- */

static void
add_item (cJSON *view, const char *key, FlItem item)
{
  cJSON *json;

  if (item.kind == FL_ITEM_NONE)
    return;
  json = cJSON_AddObjectToObject (view, key);
  cJSON_AddNumberToObject (json, "kind", item.kind);
  cJSON_AddStringToObject (json, "name", item.name);
}

static FlItem
read_item (const cJSON *view, const char *key)
{
  const cJSON *json = cJSON_GetObjectItem (view, key), *kind = cJSON_GetObjectItem (json, "kind"),
              *name = cJSON_GetObjectItem (json, "name");

  if (!cJSON_IsNumber (kind) || !cJSON_IsString (name) || kind->valueint <= FL_ITEM_NONE
      || kind->valueint > FL_ITEM_KERNEL)
    return (FlItem) { FL_ITEM_NONE, NULL };
  return (FlItem) { (FlItemKind) kind->valueint, fl_intern (name->valuestring) };
}

cJSON *
flui_window_new_view (FluiWindow *self)
{
  cJSON *view = cJSON_CreateObject ();
  guint32 step = flui_session_get_step (self->session);
  guint current = flui_whatif_get_current (self->whatif);
  const char *drawer = flui_window_get_drawer (self);

  cJSON_AddStringToObject (view, "stage", fl_stage_get_info (flui_session_get_stage (self->session))->name);
  if (step < flui_session_get_n_steps (self->session))
    cJSON_AddNumberToObject (view, "step", step);
  if (current > 0)
    cJSON_AddStringToObject (view, "variant", flui_whatif_get_name (self->whatif, current));
  add_item (view, "selection", flui_session_get_selection (self->session));
  add_item (view, "partner", flui_session_get_partner (self->session));
  cJSON_AddNumberToObject (view, "zoom",
                           flui_canvas_get_zoom (flui_stage_page_get_canvas (flui_window_get_page (self))));
  cJSON_AddBoolToObject (view, "refused", flui_stage_page_get_show_refused (flui_window_get_page (self)));
  if (drawer)
    cJSON_AddStringToObject (view, "drawer", drawer);
  return view;
}

/* Whatever is missing, or of another version, is left as it is. */
static void
on_restored (FluiWhatif *whatif, FluiWindow *self)
{
  const cJSON *view = flui_whatif_get_view (whatif);
  const cJSON *stage = cJSON_GetObjectItem (view, "stage"), *step = cJSON_GetObjectItem (view, "step"),
              *drawer = cJSON_GetObjectItem (view, "drawer"), *zoom = cJSON_GetObjectItem (view, "zoom"),
              *refused = cJSON_GetObjectItem (view, "refused");
  g_autofree char *notices = flui_whatif_dup_notices (whatif);

  if (notices)
    flui_window_say (self, notices);
  if (!view)
    return;
  if (cJSON_IsBool (refused))
    g_action_group_change_action_state (G_ACTION_GROUP (self), "show-refused",
                                        g_variant_new_boolean (cJSON_IsTrue (refused)));
  if (cJSON_IsString (stage) && fl_stage_find (stage->valuestring) >= 0)
    flui_session_set_stage (self->session, (FlStage) fl_stage_find (stage->valuestring));
  if (cJSON_IsNumber (step) && step->valuedouble >= 0 && step->valuedouble < G_MAXUINT32)
    flui_session_set_step (self->session, (guint32) step->valuedouble);
  flui_session_select_pair (self->session, read_item (view, "selection"), read_item (view, "partner"));
  if (cJSON_IsString (drawer) && gtk_stack_get_child_by_name (GTK_STACK (self->drawer_stack), drawer->valuestring))
    flui_window_show_drawer (self, drawer->valuestring);
  if (cJSON_IsNumber (zoom) && zoom->valuedouble > 0)
    self->zoom_to_restore = zoom->valuedouble;
}

/* The zoom belongs to a picture, which is laid out after the run is there. */
static void
on_scene (FluiCanvas *canvas, FluiWindow *self)
{
  double zoom = self->zoom_to_restore;

  if (zoom <= 0 || !flui_canvas_get_scene (canvas) || flui_stage_page_is_busy (flui_window_get_page (self)))
    return;
  self->zoom_to_restore = 0;
  flui_canvas_zoom_to (canvas, zoom);
}

/* --- saving ------------------------------------------------------------------------------------ */

gboolean
flui_window_save_session (FluiWindow *self, const char *path, GError **error)
{
  g_autofree char *text = NULL;

  if (!flui_whatif_save (self->whatif, path, flui_window_new_view (self), error))
    return FALSE;
  text = g_strdup_printf ("Session saved: %s", path);
  flui_window_say (self, text);
  return TRUE;
}

static gboolean
do_go_on (gpointer data)
{
  g_autoptr (FluiWindow) self = data;
  g_autofree char *path = g_steal_pointer (&self->path_to_open);
  const guint number = self->number_to_open;

  self->number_to_open = 0;
  if (self->closes_after_saving)
    {
      self->closes_after_saving = FALSE;
      self->may_lose = TRUE;
      gtk_window_close (GTK_WINDOW (self));
    }
  else if (path)
    {
      self->may_lose = TRUE;
      flui_window_open (self, path);
    }
  else if (number > 0)
    flui_session_open_graph (self->session, number);
  return G_SOURCE_REMOVE;
}

/* Not while the question is still answering: the window may go, and the question is its child. */
static void
go_on (FluiWindow *self)
{
  g_idle_add (do_go_on, g_object_ref (self));
}

static void
stay (FluiWindow *self)
{
  self->closes_after_saving = FALSE;
  self->number_to_open = 0;
  g_clear_pointer (&self->path_to_open, g_free);
}

static void
save_to (FluiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (flui_window_save_session (self, path, &error))
    {
      go_on (self);
      return;
    }
  flui_window_say (self, error->message);
  stay (self);
}

static void
on_save_response (GtkNativeDialog *dialog, int response, FluiWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      g_autofree char *named = path && !fl_session_is_path (path) ? g_strconcat (path, ".fuseloom", NULL) : NULL;

      if (path)
        save_to (self, named ? named : path);
    }
  else
    stay (self);
  g_object_unref (dialog);
}

static void
on_save_as (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  const char *graph = flui_session_get_path (self->session);
  g_autofree char *base = graph ? g_path_get_basename (graph) : g_strdup ("session");
  g_autofree char *name = g_strconcat (base, ".fuseloom", NULL);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new ("Save the session", GTK_WINDOW (self),
                                                              GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect (dialog, "response", G_CALLBACK (on_save_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  g_autofree char *path = g_strdup (flui_whatif_get_path (self->whatif));

  /* One key for what is shown: an allocation problem has a solution to save. */
  if (action && g_action_group_get_action_enabled (G_ACTION_GROUP (self), "save-solution"))
    g_action_group_activate_action (G_ACTION_GROUP (self), "save-solution", NULL);
  else if (flui_whatif_get_n (self->whatif) == 0)
    flui_window_say (self, "There is nothing to save: open a graph first.");
  else if (path)
    save_to (self, path);
  else
    on_save_as (action, parameter, data);
}

/* --- not losing anything
 * ---------------------------------------------------------------------------------------- */

static void
on_answer (AdwMessageDialog *dialog, const char *response, FluiWindow *self)
{
  if (g_str_equal (response, "discard"))
    go_on (self);
  else if (g_str_equal (response, "save"))
    on_save (NULL, NULL, self);
  else
    stay (self);
}

/* TRUE: the user is asked first, and what was to be done goes on afterwards. */
gboolean
flui_window_ask_to_save (FluiWindow *self, const char *path_to_open, guint number_to_open)
{
  GtkWidget *dialog;

  if (self->may_lose || !flui_whatif_is_modified (self->whatif))
    {
      self->may_lose = FALSE;
      return FALSE;
    }
  stay (self);
  self->path_to_open = g_strdup (path_to_open);
  self->number_to_open = number_to_open;
  self->closes_after_saving = path_to_open == NULL && number_to_open == 0;
  dialog = adw_message_dialog_new (GTK_WINDOW (self), "Save the session?",
                                   "Its variants and notes are not saved. Without saving they are lost.");
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", "_Cancel", "discard", "_Discard", "save",
                                    "_Save", NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (on_answer), self);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

gboolean
flui_window_open_session (FluiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!fl_session_is_path (path))
    return FALSE;
  if (!flui_whatif_open (self->whatif, path, &error))
    flui_window_show_error (self, error->message);
  return TRUE;
}

static const GActionEntry entries[] = {
  { .name = "session-save", .activate = on_save },
  { .name = "session-save-as", .activate = on_save_as },
};

void
flui_window_add_session_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->whatif, "restored", G_CALLBACK (on_restored), self, 0);
  g_signal_connect (flui_stage_page_get_canvas (FLUI_STAGE_PAGE (self->page)), "scene-changed", G_CALLBACK (on_scene),
                    self);
}
