/* Several graphs in one file: the list beside Open, with what each is, and another one chosen from it by keys. */
#include <glib/gstdio.h>
#include <string.h>

#include "flui-whatif.h"

#include "test-window.h"
#include "ui-harness.h"

static const char text[] = "class Traced(torch.nn.Module):\n"
                           "    def forward(self, L_x_: \"f32[8, 4][4, 1]cpu\"):\n"
                           "        relu: \"f32[8, 4][4, 1]cpu\" = torch.nn.functional.relu(L_x_)\n"
                           "        return (relu,)\n"
                           "class Forward(torch.nn.Module):\n"
                           "    def forward(self, primals_1: \"f32[8, 4][4, 1]cpu\"):\n"
                           "        relu: \"f32[8, 4][4, 1]cpu\" = torch.ops.aten.relu.default(primals_1)\n"
                           "        return (relu,)\n"
                           "class Backward(torch.nn.Module):\n"
                           "    def forward(self, tangents_1: \"f32[8, 4][4, 1]cpu\"):\n"
                           "        neg: \"f32[8, 4][4, 1]cpu\" = torch.ops.aten.neg.default(tangents_1)\n"
                           "        return (neg,)\n";

static GtkWidget *
find_list (FluiWindow *window)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, i);

      if (button == NULL || g_strcmp0 (gtk_widget_get_tooltip_text (button), "The graphs of this file or folder") == 0)
        return button;
    }
}

static gboolean
is_backward (gpointer window)
{
  const FlRun *run = flui_session_get_run (flui_window_get_session (window));

  return run != NULL && fl_graph_find_node (run->graph, "tangents_1") != NULL;
}

static void
test_chooses_another_graph (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-ui-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.log", NULL);
  FluiWindow *window;
  GtkWidget *list;
  GMenuModel *menu;
  guint number;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = ui_harness_open_window (path);
  list = find_list (window);
  g_assert_true (gtk_widget_get_visible (list));
  g_assert_cmpuint (flui_session_get_graphs (flui_window_get_session (window), &number)->graphs->len, ==, 3);
  g_assert_cmpuint (number, ==, 2); /* the first that can be lowered, not Dynamo's */
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (list)), ==, "Graph 2 of 3");
  menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (list));
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 3);
  /* Keys reach it: it takes the focus, and opens when activated. */
  g_assert_true (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD) || gtk_widget_grab_focus (list));
  gtk_menu_button_popup (GTK_MENU_BUTTON (list));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (list)))));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (list));
  ui_harness_act (window, "graph", g_variant_new_int32 (3));
  g_assert_true (ui_harness_wait_for (is_backward, window, 20000));
  ui_harness_settle (window);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (list)), ==, "Graph 3 of 3");
  if (g_getenv ("FUSELOOM_SHOTS") != NULL)
    for (guint dark = 0; dark < 2; dark++)
      {
        g_autofree char *shot
            = g_strdup_printf ("%s/graphs-%s.png", g_getenv ("FUSELOOM_SHOTS"), dark ? "dark" : "light");

        adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                            dark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT);
        ui_harness_settle (window);
        ui_harness_shoot (GTK_WIDGET (window), shot);
      }
  /* One graph needs no list. */
  ui_harness_open (window, "softmax.py");
  g_assert_false (gtk_widget_get_visible (list));
  ui_harness_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

static gboolean
is_forward (gpointer window)
{
  const FlRun *run = flui_session_get_run (flui_window_get_session (window));

  return run != NULL && run->last_stage > FL_STAGE_DECOMPOSE && fl_graph_find_node (run->graph, "primals_1") != NULL;
}

static gboolean
has_two_variants (gpointer window)
{
  FluiWhatif *whatif = flui_window_get_whatif (window);

  return flui_whatif_get_n (whatif) == 2 && !flui_whatif_is_busy (whatif)
         && !flui_session_is_busy (flui_window_get_session (window));
}

static void
answer (FluiWindow *window, const char *response)
{
  GtkWindow *dialog;

  ui_harness_wait_ms (50);
  dialog = ui_harness_find_dialog (window);
  g_assert_true (ADW_IS_MESSAGE_DIALOG (dialog));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
}

/* What was tried with one graph is not dropped for another unasked; and a session's graph is the
 * one that was chosen. */
static void
test_keeps_what_belongs_to_a_graph (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-ui-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.log", NULL),
                  *saved = g_build_filename (folder, "backward.fuseloom", NULL);
  g_autoptr (GError) error = NULL;
  FluiWindow *window;
  guint number;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = ui_harness_open_window (path);
  ui_harness_act (window, "graph", g_variant_new_int32 (3));
  g_assert_true (ui_harness_wait_for (is_backward, window, 20000));
  ui_harness_settle (window);
  flui_whatif_try_option (flui_window_get_whatif (window), "max_fusion_size=2");
  g_assert_true (ui_harness_wait_for (has_two_variants, window, 20000));
  ui_harness_act (window, "graph", g_variant_new_int32 (2));
  answer (window, "cancel");
  ui_harness_settle (window);
  g_assert_true (is_backward (window));
  g_assert_cmpuint (flui_whatif_get_n (flui_window_get_whatif (window)), ==, 2);
  g_assert_true (flui_window_save_session (window, saved, &error));
  g_assert_no_error (error);
  /* What is saved need not be asked for; what is discarded goes. */
  ui_harness_act (window, "graph", g_variant_new_int32 (2));
  g_assert_true (ui_harness_wait_for (is_forward, window, 20000));
  ui_harness_settle (window);
  flui_whatif_try_option (flui_window_get_whatif (window), "max_fusion_size=2");
  g_assert_true (ui_harness_wait_for (has_two_variants, window, 20000));
  ui_harness_act (window, "graph", g_variant_new_int32 (3));
  answer (window, "discard");
  g_assert_true (ui_harness_wait_for (is_backward, window, 20000));
  ui_harness_close (window);

  window = ui_harness_open_window (saved);
  g_assert_true (ui_harness_wait_for (has_two_variants, window, 20000));
  g_assert_true (is_backward (window));
  flui_session_get_graphs (flui_window_get_session (window), &number);
  g_assert_cmpuint (number, ==, 3);
  ui_harness_close (window);
  g_unlink (path);
  g_unlink (saved);
  g_rmdir (folder);
}

void
test_window_graphs_add (void)
{
  static const UiTest tests[] = {
    { "/ui/window/chooses-another-graph", test_chooses_another_graph },
    { "/ui/window/keeps-what-belongs-to-a-graph", test_keeps_what_belongs_to_a_graph },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
