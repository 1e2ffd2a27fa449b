/* The window's regions: drawer and pages, dialogs, what is shown and hidden, small screens. */
#include "flui-source.h"
#include "test-window.h"
#include "ui-harness.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_drawer_follows_the_stage_until_told_otherwise (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);

  g_assert_cmpstr (flui_window_get_drawer (window), ==, "decisions");
  flui_session_set_stage (session, FL_STAGE_MEMORY);
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "memory");
  flui_session_set_stage (session, FL_STAGE_CODEGEN);
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "source");
  flui_window_show_drawer (window, "notes");
  flui_session_set_stage (session, FL_STAGE_MEMORY);
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "notes");
  ui_harness_settle (window);
  ui_harness_close (window);
}

static gboolean
has_told (gpointer machine)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (machine), "Looking for NVRTC") != 0;
}

/* A CUDA kernel has other forms beside its source; where NVRTC is not, they cannot be chosen and say why. */
static void
test_forms_of_a_gpu_kernel_say_what_they_lack (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[64][1]cuda:0\"):\n"
                             "        a = torch.ops.aten.relu.default(x)\n"
                             "        return (a,)\n";
  const char *before = g_getenv ("FUSELOOM_CUDA");
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "relu.py", NULL), *kept = g_strdup (before);
  FluiWindow *window = ui_harness_open_window (NULL);
  GtkWidget *machine = NULL;

  g_setenv ("FUSELOOM_CUDA", "none", TRUE);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ui_harness_open (window, path);
  g_assert_true (ui_harness_settle (window));
  flui_session_set_stage (flui_window_get_session (window), FL_STAGE_CODEGEN);
  flui_window_show_drawer (window, "source");
  ui_harness_wait_ms (100);
  for (guint n = 0; !machine || !gtk_widget_get_mapped (machine); n++)
    { /* text, kernel, and the form of the kernel */
      GtkWidget *source = ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_SOURCE, n);

      g_assert_nonnull (source);
      machine = ui_harness_find (source, GTK_TYPE_DROP_DOWN, 2);
    }
  g_assert_true (ui_harness_wait_for (has_told, machine, 20000));
  g_assert_true (gtk_widget_get_visible (machine));
  g_assert_false (gtk_widget_get_sensitive (machine));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (machine), "NVRTC"));
  if (kept)
    g_setenv ("FUSELOOM_CUDA", kept, TRUE);
  else
    g_unsetenv ("FUSELOOM_CUDA");
  g_unlink (path);
  ui_harness_close (window);
}

static void
test_opens_every_page (void)
{
  static const char *const pages[] = { "source", "decisions", "memory", "timings", "notes" };
  FluiWindow *window = ui_harness_open_window ("attention.py");

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      flui_window_show_drawer (window, pages[i]);
      ui_harness_wait_ms (60);
      g_assert_cmpstr (flui_window_get_drawer (window), ==, pages[i]);
    }
  flui_window_show_drawer (window, NULL);
  g_assert_null (flui_window_get_drawer (window));
  ui_harness_close (window);
}

static void
test_opens_every_dialog (void)
{
  static const char *const dialogs[] = { "preferences", "shortcuts", "about" };
  FluiWindow *window = ui_harness_open_window ("softmax.py");

  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      ui_harness_act (window, dialogs[i], NULL);
      ui_harness_wait_ms (100);
      dialog = ui_harness_find_dialog (window);
      g_assert_nonnull (dialog);
      gtk_window_destroy (dialog);
      ui_harness_wait_ms (30);
    }
  ui_harness_act (window, "note", NULL);
  ui_harness_wait_ms (50);
  ui_harness_close (window);
}

static void
test_toggles_regions (void)
{
  static const char *const names[]
      = { "show-rail", "show-inspector", "show-drawer", "show-legend", "show-minimap", "heat" };
  FluiWindow *window = ui_harness_open_window ("softmax.py");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (int k = 0; k < 2; k++)
      {
        g_autoptr (GVariant) before = g_action_group_get_action_state (G_ACTION_GROUP (window), names[i]);
        g_autoptr (GVariant) after = NULL;

        ui_harness_act (window, names[i], NULL);
        after = g_action_group_get_action_state (G_ACTION_GROUP (window), names[i]);
        g_assert_cmpint (g_variant_get_boolean (after), !=, g_variant_get_boolean (before));
        ui_harness_wait_ms (20);
      }
  ui_harness_close (window);
}

/* F6 goes round: from anywhere back to where it began, never nowhere. */
static void
test_regions_can_be_reached_by_keys (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");

  gtk_widget_grab_focus (GTK_WIDGET (ui_harness_get_canvas (window)));
  for (int i = 0; i < 6; i++)
    {
      ui_harness_act (window, "region-next", NULL);
      ui_harness_wait_ms (10);
      g_assert_nonnull (gtk_window_get_focus (GTK_WINDOW (window)));
    }
  ui_harness_act (window, "region-previous", NULL);
  g_assert_nonnull (gtk_window_get_focus (GTK_WINDOW (window)));
  ui_harness_close (window);
}

static void
test_remembers_what_was_shown (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  g_autoptr (GVariant) state = NULL;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector", g_variant_new_boolean (FALSE));
  ui_harness_close (window);
  window = ui_harness_new_window (1280, 720);
  state = g_action_group_get_action_state (G_ACTION_GROUP (window), "show-inspector");
  g_assert_false (g_variant_get_boolean (state));
  ui_harness_close (window);
  ui_harness_forget ();
}

/* At 1280 x 720: the picture keeps at least 560, and the header is not wider than the window. */
static void
test_fits_a_small_screen (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  int minimum;

  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), ==, 1280);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (ui_harness_get_canvas (window))), >=, 560);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (ui_harness_get_canvas (window))), >=, 240);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 1100);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 680);
  ui_harness_close (window);
}

void
test_window_regions_add (void)
{
  static const UiTest tests[] = {
    { "/ui/window/drawer/follows-stage", test_drawer_follows_the_stage_until_told_otherwise },
    { "/ui/window/drawer/every-page", test_opens_every_page },
    { "/ui/window/drawer/forms-of-a-gpu-kernel", test_forms_of_a_gpu_kernel_say_what_they_lack },
    { "/ui/window/dialogs", test_opens_every_dialog },
    { "/ui/window/regions/toggle", test_toggles_regions },
    { "/ui/window/regions/keys", test_regions_can_be_reached_by_keys },
    { "/ui/window/regions/remembered", test_remembers_what_was_shown },
    { "/ui/window/regions/small-screen", test_fits_a_small_screen },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
