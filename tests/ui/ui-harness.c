#include "ui-harness.h"

#include <glib/gstdio.h>
#include <stdio.h>

static AdwApplication *application;
static char *folder;

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_tree (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

static void
set_folder (const char *variable, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_mkdir_with_parents (path, 0700);
  g_setenv (variable, path, TRUE);
}

static void
set_environment (void)
{
  static const char *const values[][2] = {
    { "GDK_BACKEND", "x11" },      { "GSK_RENDERER", "cairo" },       { "GDK_DEBUG", "gl-disable" },
    { "GTK_A11Y", "none" },        { "GSETTINGS_BACKEND", "memory" }, { "GTK_THEME", "" },
    { "ADW_DISABLE_PORTAL", "1" }, { "GTK_USE_PORTAL", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      if (*values[i][1])
        g_setenv (values[i][0], values[i][1], TRUE);
      else
        g_unsetenv (values[i][0]);
    }
  folder = g_dir_make_tmp ("fuseloom-ui-XXXXXX", NULL);
  set_folder ("XDG_CONFIG_HOME", "config");
  set_folder ("XDG_DATA_HOME", "data");
  set_folder ("XDG_STATE_HOME", "state");
  if (!g_getenv ("FUSELOOM_KEEP_CACHE"))
    set_folder ("XDG_CACHE_HOME", "cache");
}

static void
add_frame_style (void)
{
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (style,
                                   "window.solid-csd { margin: 0; padding: 0; border: none; "
                                   "box-shadow: none; border-radius: 0; }",
                                   -1);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_USER);
}

void
ui_harness_init (int *argc, char ***argv)
{
  g_autoptr (GError) error = NULL;

  set_environment ();
  if (!gtk_init_check ())
    {
      fputs ("1..0 # SKIP no display\n", stdout); /* g_print would comment */
      exit (0);
    }
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Cantarell 11", "gtk-enable-animations", FALSE,
                "gtk-decoration-layout", "icon:minimize,maximize,close", NULL);
  g_set_application_name ("Fuseloom");
  application = adw_application_new ("io.github.fuseloom.Fuseloom", G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (G_APPLICATION (application), NULL, &error))
    g_error ("%s", error->message);
  flui_window_set_up_application (GTK_APPLICATION (application));
  add_frame_style ();
}

void
ui_harness_make_ssh (void)
{
  /* The worker is a child of the shell, as it is of sshd: it ends with its parent, and for the system a thread that
   * started it by itself would be that parent. */
  static const char script[] = "#!/bin/sh\n"
                               "while [ \"$1\" != -- ]; do shift; done\n"
                               "host=$2\n"
                               "shift 3\n"
                               "if [ \"$host\" = near ]; then \"$FUSELOOM_WORKER\" \"$@\"; exit $?; fi\n"
                               "echo \"ssh: connect to host $host port 22: Connection refused\" >&2\n"
                               "exit 255\n";
  g_autofree char *path = g_build_filename (folder, "ssh", NULL),
                  *places = g_strdup_printf ("%s:%s", folder, g_getenv ("PATH"));

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  g_assert_true (g_file_set_contents (path, script, -1, NULL) && g_chmod (path, 0755) == 0);
  g_setenv ("PATH", places, TRUE);
}

void
ui_harness_finish (void)
{
  ui_harness_wait_ms (20);
  g_clear_object (&application);
  remove_tree (folder);
  g_clear_pointer (&folder, g_free);
}

void
ui_harness_add_tests (const UiTest *tests, guint n_tests)
{
  for (guint i = 0; i < n_tests; i++)
    g_test_add_func (tests[i].path, tests[i].test);
}

void
ui_harness_forget (void)
{
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), "fuseloom", "window.ini", NULL);

  g_unlink (path);
}

FluiWindow *
ui_harness_new_window (int width, int height)
{
  FluiWindow *window = FLUI_WINDOW (flui_window_new (application));

  flui_session_set_worker_path (flui_window_get_session (window), g_getenv ("FUSELOOM_WORKER"));
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
close_popovers (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      close_popovers (child);
      if (GTK_IS_POPOVER (child))
        gtk_popover_popdown (GTK_POPOVER (child));
    }
}

void
ui_harness_close (FluiWindow *window)
{
  GtkWindow *dialog;

  close_popovers (GTK_WIDGET (window));
  ui_harness_wait_ms (20);
  gtk_window_close (GTK_WINDOW (window));
  ui_harness_wait_ms (30);
  dialog = ui_harness_find_dialog (window);
  if (dialog && ADW_IS_MESSAGE_DIALOG (dialog))
    {
      adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "discard");
      ui_harness_wait_ms (30);
    }
}

char *
ui_harness_dup_sample (const char *name)
{
  return g_path_is_absolute (name) ? g_strdup (name)
                                   : g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", name, NULL);
}

/* --- waiting ----------------------------------------------------------------------------------- */

static gboolean
set_true (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
ui_harness_wait_ms (guint ms)
{
  gboolean done = FALSE;

  g_timeout_add (ms, set_true, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

gboolean
ui_harness_wait_for (gboolean (*test) (gpointer data), gpointer data, guint timeout_ms)
{
  gint64 end_us = g_get_monotonic_time () + timeout_ms * G_GINT64_CONSTANT (1000);

  while (!test (data))
    {
      if (g_get_monotonic_time () > end_us)
        return FALSE;
      ui_harness_wait_ms (5);
    }
  return TRUE;
}

static gboolean
is_idle (gpointer data)
{
  return !flui_session_is_busy (flui_window_get_session (data))
         && !flui_stage_page_is_busy (flui_window_get_page (data));
}

gboolean
ui_harness_settle (FluiWindow *window)
{
  gboolean idle = ui_harness_wait_for (is_idle, window, 60000);

  ui_harness_wait_ms (60);
  return idle;
}

void
ui_harness_open (FluiWindow *window, const char *name)
{
  g_autofree char *path = ui_harness_dup_sample (name);

  flui_window_open (window, path);
  ui_harness_settle (window);
}

FluiWindow *
ui_harness_open_window (const char *graph)
{
  FluiWindow *window;

  ui_harness_forget ();
  window = ui_harness_new_window (1280, 720);
  if (graph)
    {
      ui_harness_open (window, graph);
      g_assert_nonnull (flui_session_get_run (flui_window_get_session (window)));
    }
  return window;
}

FluiCanvas *
ui_harness_get_canvas (FluiWindow *window)
{
  return flui_stage_page_get_canvas (flui_window_get_page (window));
}

/* At a place whose name is the same with every run: it is in the pictures. */
char *
ui_harness_make_folder (const char *golden_case, const char *const *pre_edits, const char *const *post_edits)
{
  static const char *const names[][2] = { { "fx.py", "fx_graph_transformed.py" },
                                          { "ir_pre_fusion.txt", "ir_pre_fusion.txt" },
                                          { "ir_post_fusion.txt", "ir_post_fusion.txt" },
                                          { "wrapper.py", "output_code.py" } };
  char *made = g_build_filename (g_get_tmp_dir (), "torch_compile_debug", "model__0_inference_0.0", NULL);

  g_assert_cmpint (g_mkdir_with_parents (made, 0755), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *from
          = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests/golden", golden_case, names[i][0], NULL);
      g_autofree char *to = g_build_filename (made, names[i][1], NULL);
      g_autofree char *text = NULL;
      g_autoptr (GString) edited = NULL;
      const char *const *edits = i == 1 ? pre_edits : i == 2 ? post_edits : NULL;

      g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
      edited = g_string_new (text);
      for (guint k = 0; edits && edits[k]; k += 2)
        g_assert_cmpuint (g_string_replace (edited, edits[k], edits[k + 1], 1), ==, 1);
      g_assert_true (g_file_set_contents (to, edited->str, -1, NULL));
    }
  return made;
}

char *
ui_harness_make_other_folder (void)
{
  static const char *const pre_edits[]
      = { "ops.constant(0.5, torch.float32)", "ops.constant(0.25, torch.float32)", NULL };
  static const char *const post_edits[]
      = { "op8_op9_op10.snodes[2] =\nop10: ",
          "\n\nop10: ",
          "\n\n\nop5: ",
          "\n\n\nop5_op6: FusedSchedulerNode(SchedulerNode,SchedulerNode)\nop5_op6.snodes[0] =\nop5: ",
          "\n\n\nop6: ",
          "\nop5_op6.snodes[1] =\nop6: ",
          NULL };

  return ui_harness_make_folder ("cuda/sample-gpt2-block", pre_edits, post_edits);
}

/* --- acting ------------------------------------------------------------------------------------ */

gboolean
ui_harness_can (FluiWindow *window, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

void
ui_harness_act (FluiWindow *window, const char *action, GVariant *parameter)
{
  g_assert_true (g_action_group_has_action (G_ACTION_GROUP (window), action));
  g_assert_true (ui_harness_can (window, action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, parameter);
}

GtkWindow *
ui_harness_find_dialog (FluiWindow *window)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();
  GtkWindow *found = NULL;

  for (GList *l = toplevels; l; l = l->next)
    if (l->data != (gpointer) window && gtk_widget_get_visible (l->data))
      found = l->data;
  return found;
}

static GtkWidget *
find_next (GtkWidget *root, GType type, guint *n)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (child), type) && (*n)-- == 0 ? child : find_next (child, type, n);

      if (found)
        return found;
    }
  return NULL;
}

GtkWidget *
ui_harness_find (GtkWidget *root, GType type, guint n)
{
  return find_next (root, type, &n);
}

/* Popovers are surfaces of their own: drawn over the window where they stand. */
static void
append_popovers (GtkSnapshot *snapshot, GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      append_popovers (snapshot, child);
      if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
        {
          g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (child);
          GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (child));

          gtk_snapshot_save (snapshot);
          gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (gdk_popup_get_position_x (GDK_POPUP (surface)),
                                                                  gdk_popup_get_position_y (GDK_POPUP (surface))));
          gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (child), gtk_widget_get_height (child));
          gtk_snapshot_restore (snapshot);
        }
    }
}

void
ui_harness_shoot (GtkWidget *toplevel, const char *path)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (toplevel);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (toplevel), height = gtk_widget_get_height (toplevel);
  GskRenderNode *node;
  GdkTexture *texture;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  append_popovers (snapshot, toplevel);
  node = gtk_snapshot_free_to_node (snapshot);
  if (!node)
    {
      g_warning ("%s: nothing was drawn", path);
      return;
    }
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (toplevel)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (!gdk_texture_save_to_png (texture, path))
    g_warning ("%s: not written", path);
  g_object_unref (texture);
  gsk_render_node_unref (node);
}

GtkWidget *
ui_harness_find_button (GtkWidget *root, const char *label)
{
  GtkWidget *button = ui_harness_find (root, GTK_TYPE_BUTTON, 0);

  for (guint n = 1; button && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) != 0; n++)
    button = ui_harness_find (root, GTK_TYPE_BUTTON, n);
  return button;
}
