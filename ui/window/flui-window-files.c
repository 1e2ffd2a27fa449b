/* Commands that choose files: graphs to open, reports and pictures to write. */
#include "flui-window-private.h"
#include "fl-file.h"
#include "fl-quote.h"

/* --- opening ----------------------------------------------------------------------------- */

static void
on_open_response (GtkNativeDialog *dialog, int response, FluiWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path)
        flui_window_open (self, path);
    }
  g_object_unref (dialog);
}

static void
on_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new ("Open a graph", GTK_WINDOW (self),
                                                              GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");
  GtkFileFilter *graphs = gtk_file_filter_new ();
  GtkFileFilter *all = gtk_file_filter_new ();

  gtk_file_filter_set_name (graphs,
                            "Graphs (.py, .json, .txt, .log), sessions (.fuseloom), allocation problems (.csv)");
  gtk_file_filter_add_pattern (graphs, "*.py");
  gtk_file_filter_add_pattern (graphs, "*.json");
  gtk_file_filter_add_pattern (graphs, "*.txt");
  gtk_file_filter_add_pattern (graphs, "*.log");
  gtk_file_filter_add_pattern (graphs, "*.fuseloom");
  gtk_file_filter_add_pattern (graphs, "*.csv");
  gtk_file_filter_set_name (all, "All files");
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), graphs);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), all);
  g_object_unref (graphs);
  g_object_unref (all);
  g_signal_connect (dialog, "response", G_CALLBACK (on_open_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* What TORCH_COMPILE_DEBUG=1 leaves: PyTorch's own dumps come along. */
static void
on_open_folder (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new ("Open a folder of torch_compile_debug", GTK_WINDOW (self),
                                     GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "_Open", "_Cancel");

  g_signal_connect (dialog, "response", G_CALLBACK (on_open_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
on_open_path (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  flui_window_open (data, g_variant_get_string (parameter, NULL));
}

/* --- reports and pictures ---------------------------------------------------------------- */

static void
on_report_done (FluiSession *session, const char *path, gpointer data)
{
  FluiWindow *self = data;
  g_autofree char *text = g_strdup_printf ("Report written: %s", path);
  g_autofree char *escaped = fl_quote_dup_xml (text);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_button_label (toast, "Open");
  adw_toast_set_action_name (toast, "win.show-file");
  adw_toast_set_action_target (toast, "s", path);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
}

void
flui_window_write_report (FluiWindow *self, const char *folder)
{
  flui_session_write_report (self->session, folder, on_report_done, self);
}

static void
on_show_file (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *uri = g_filename_to_uri (g_variant_get_string (parameter, NULL), NULL, NULL);

  if (uri)
    gtk_show_uri (data, uri, GDK_CURRENT_TIME);
}

static void
on_report_response (GtkNativeDialog *dialog, int response, FluiWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path)
        flui_window_write_report (self, path);
    }
  g_object_unref (dialog);
}

static void
on_report (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  GtkFileChooserNative *dialog;

  if (!flui_session_get_run (self->session))
    return;
  dialog = gtk_file_chooser_native_new ("Write the report into a folder", GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "_Write", "_Cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (on_report_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

gboolean
flui_window_export (FluiWindow *self, const char *path, GError **error)
{
  const FlRun *run = flui_session_get_shown (self->session);
  FlSceneOptions options = { .fold_modules = TRUE,
                             .show_refused = flui_stage_page_get_show_refused (FLUI_STAGE_PAGE (self->page)),
                             .parity = flui_stage_page_get_show_theirs (FLUI_STAGE_PAGE (self->page))
                                           ? flui_session_get_parity (self->session)
                                           : NULL };
  g_autoptr (FlScene) scene = fl_scene_new (run, flui_session_get_stage (self->session), &options);
  g_autoptr (FlPlacement) placement = NULL;

  fl_scene_measure (scene);
  placement = fl_layout_run (scene, flui_session_get_worker_path (self->session), 10000, NULL, error);
  if (!placement)
    return FALSE;
  if (g_str_has_suffix (path, ".dot"))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      fl_scene_append_dot (text, scene);
      return fl_file_write_text (path, text->str, text->len, error);
    }
  if (g_str_has_suffix (path, ".pdf"))
    return fl_scene_write_pdf (scene, placement, path, error);
  if (g_str_has_suffix (path, ".png"))
    return fl_scene_write_png (scene, placement, FALSE, 2, path, error);
  return fl_scene_write_svg (scene, placement, FALSE, path, error);
}

static void
on_export_response (GtkNativeDialog *dialog, int response, FluiWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      g_autoptr (GError) error = NULL;

      if (path && !flui_window_export (self, path, &error))
        flui_window_say (self, error->message);
      else if (path)
        flui_window_say (self, "Picture written");
    }
  g_object_unref (dialog);
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;
  GtkFileChooserNative *dialog;
  g_autofree char *name = NULL;

  if (!flui_session_get_shown (self->session))
    return;
  dialog = gtk_file_chooser_native_new ("Export this stage: .svg, .pdf, .png or .dot", GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, "_Export", "_Cancel");
  name = g_strdup_printf ("stage-%s.svg", fl_stage_get_info (flui_session_get_stage (self->session))->name);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect (dialog, "response", G_CALLBACK (on_export_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- the table --------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "open", .activate = on_open },
  { .name = "open-folder", .activate = on_open_folder },
  { .name = "open-path", .activate = on_open_path, .parameter_type = "s" },
  { .name = "report", .activate = on_report },
  { .name = "show-file", .activate = on_show_file, .parameter_type = "s" },
  { .name = "export", .activate = on_export },
};

void
flui_window_add_file_actions (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
