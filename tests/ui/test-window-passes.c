/* The passes over a kernel's loop program in the window: stepping, switching one off, what each is worth. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-ablation.h"
#include "fl-intern.h"

#include "flui-passes.h"

#include "test-window.h"
#include "ui-harness.h"

static FluiPasses *
find_passes (FluiWindow *window)
{
  return FLUI_PASSES (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PASSES, 0));
}

static gboolean
is_idle (gpointer passes)
{
  return !flui_passes_is_busy (passes);
}

static gboolean
is_open (FluiWindow *window)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), "passes");

  return g_variant_get_boolean (state);
}

static FluiPasses *
open_passes (FluiWindow *window)
{
  ui_harness_act (window, "passes", NULL);
  g_assert_true (ui_harness_settle (window));
  g_assert_true (ui_harness_wait_for (is_idle, find_passes (window), 10000));
  g_assert_nonnull (flui_passes_get_steps (find_passes (window)));
  return find_passes (window);
}

static void
choose (FluiPasses *passes, const char *name)
{
  const FlKernelSteps *steps = flui_passes_get_steps (passes);

  for (guint i = 0; i < steps->n_steps; i++)
    if (g_str_equal (steps->steps[i].name, name))
      {
        flui_passes_set_step (passes, i);
        return;
      }
  g_assert_not_reached ();
}

static const FlKernelStep *
get_chosen (FluiPasses *passes)
{
  return &flui_passes_get_steps (passes)->steps[flui_passes_get_step (passes)];
}

static gboolean
press (FluiPasses *passes, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (passes));
  gboolean is_taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &is_taken);
    }
  return is_taken;
}

/* Of the outline after the pass: the first line with that text. */
static gboolean
is_bold (FluiWindow *window, const char *text)
{
  GtkWidget *view;

  for (guint i = 0; (view = ui_harness_find (GTK_WIDGET (find_passes (window)), GTK_TYPE_TEXT_VIEW, i)); i++)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
      GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "lit");
      GtkTextIter start, found;

      gtk_text_buffer_get_start_iter (buffer, &start);
      if (tag && gtk_text_iter_forward_search (&start, text, 0, &found, NULL, NULL))
        return gtk_text_iter_has_tag (&found, tag);
    }
  return FALSE;
}

/* Outlines side by side, with signs; drawer and inspector give way, and come back. */
static void
test_steps_through_passes (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  FluiPasses *passes;
  g_autofree char *before = NULL, *after = NULL;
  guint n;

  g_assert_true (ui_harness_can (window, "passes"));
  passes = open_passes (window);
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_CODEGEN);
  g_assert_null (flui_window_get_drawer (window));
  choose (passes, "parallelize");
  before = flui_passes_dup_side (passes, FALSE);
  after = flui_passes_dup_side (passes, TRUE);
  g_assert_true (g_str_has_prefix (before, "- for i0 [10]\n"));
  g_assert_true (g_str_has_prefix (after, "+ for i0"));
  g_assert_nonnull (strstr (after, "parallel\n"));
  g_assert_false (is_bold (window, "amax max="));
  flui_session_select (session, (FlItem) { FL_ITEM_OP, fl_intern ("op0") });
  g_assert_true (is_bold (window, "amax max=")); /* the line of what is selected */
  n = flui_passes_get_steps (passes)->n_steps;
  g_assert_true (press (passes, GDK_KEY_Home));
  g_assert_cmpuint (flui_passes_get_step (passes), ==, 0);
  g_assert_true (press (passes, GDK_KEY_period));
  g_assert_cmpuint (flui_passes_get_step (passes), ==, 1);
  g_assert_true (press (passes, GDK_KEY_End));
  g_assert_cmpuint (flui_passes_get_step (passes), ==, n - 1);
  g_assert_true (press (passes, GDK_KEY_period)); /* there is nothing behind it */
  g_assert_cmpuint (flui_passes_get_step (passes), ==, n - 1);
  g_assert_true (press (passes, GDK_KEY_j));
  g_assert_true (press (passes, GDK_KEY_k));
  g_assert_false (press (passes, GDK_KEY_q));
  flui_session_set_stage (session, FL_STAGE_FUSE);
  g_assert_true (ui_harness_settle (window));
  g_assert_false (is_open (window));
  g_assert_nonnull (flui_window_get_drawer (window));
  ui_harness_close (window);
}

static gboolean
is_pass_off (gpointer window)
{
  const FlRun *run = flui_session_get_run (flui_window_get_session (window));

  return run->options.loops_off != 0;
}

static gboolean
is_pass_on (gpointer window)
{
  return !is_pass_off (window);
}

/* A pass that is switched off makes a variant, and on again another one. */
static void
test_switches_a_pass_off (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiPasses *passes = open_passes (window);

  choose (passes, "parallelize");
  g_assert_false (get_chosen (passes)->is_off);
  g_assert_true (press (passes, GDK_KEY_t));
  g_assert_true (ui_harness_wait_for (is_pass_off, window, 20000));
  g_assert_true (ui_harness_settle (window));
  g_assert_true (ui_harness_wait_for (is_idle, passes, 10000));
  g_assert_true (is_open (window));
  g_assert_cmpstr (get_chosen (passes)->name, ==, "parallelize");
  g_assert_true (get_chosen (passes)->is_off);
  flui_passes_switch (passes);
  g_assert_true (ui_harness_wait_for (is_pass_on, window, 20000));
  g_assert_true (ui_harness_settle (window));
  g_assert_true (ui_harness_wait_for (is_idle, passes, 10000));
  g_assert_false (get_chosen (passes)->is_off);
  g_assert_true (press (passes, GDK_KEY_Escape));
  g_assert_false (is_open (window));
  ui_harness_close (window);
}

static gboolean
is_said (FluiWindow *window, const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_LABEL, i)); i++)
    if (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), text))
      return gtk_widget_get_mapped (label);
  return FALSE;
}

/* By the GPU's rules the last step is CUDA C++; before there is a grid, a version has no code. Nothing can be measured.
 */
static void
test_shows_cuda (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  const FlKernelSteps *steps;

  flui_session_set_target (session, FL_TARGET_CUDA);
  g_assert_true (ui_harness_settle (window));
  steps = flui_passes_get_steps (open_passes (window));
  g_assert_cmpuint (steps->n_steps, >, 1);
  g_assert_null (steps->steps[0].code);
  g_assert_nonnull (steps->steps[0].no_code);
  g_assert_nonnull (strstr (steps->steps[steps->n_steps - 1].code, "__global__"));
  g_assert_false (ui_harness_can (window, "ablate"));
  ui_harness_close (window);
}

/* A library call has no loops of its own. */
static void
test_says_why_there_are_none (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[32, 64]\", w: \"f32[64, 32]\"):\n"
                             "        mm: \"f32[32, 32]\" = torch.ops.aten.mm.default(x, w)\n"
                             "        return (mm,)\n";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "fuseloom-only-mm.py", NULL);
  FluiWindow *window;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = ui_harness_open_window (path);
  ui_harness_act (window, "passes", NULL);
  g_assert_true (ui_harness_settle (window));
  g_assert_null (flui_passes_get_steps (find_passes (window)));
  g_assert_true (is_said (window, "No kernel here has loops of its own."));
  g_unlink (path);
  ui_harness_close (window);
}

static void
test_measures_passes (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiSession *session = flui_window_get_session (window);
  g_autoptr (FlAblation) ablation = NULL;
  FluiPasses *passes;

  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, "cpu.vector_bytes"))
      flui_session_set_option (session, fl_options_get_row (i), FL_VECTOR_BYTES_NONE);
  g_assert_true (ui_harness_settle (window));
  ui_harness_act (window, "ablate", NULL);
  g_assert_true (flui_session_is_executing (session));
  g_assert_true (ui_harness_settle (window));
  g_assert_null (flui_window_get_error (window));
  ablation = fl_ablation_new (flui_session_get_run (session));
  g_assert_nonnull (ablation);
  g_assert_cmpint (flui_session_get_run (session)->execution->check, ==, FL_CHECK_AGREES);
  g_assert_true (is_open (window)); /* the chart is there */
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_CODEGEN);
  passes = find_passes (window);
  g_assert_true (ui_harness_wait_for (is_idle, passes, 10000));
  g_assert_true (press (passes, GDK_KEY_v)); /* back to the steps */
  g_assert_true (flui_passes_get_steps (passes)->is_made_of);
  ui_harness_close (window);
}

void
test_window_passes_add (void)
{
  static const UiTest tests[] = {
    { "/ui/window/passes/steps", test_steps_through_passes },
    { "/ui/window/passes/switch", test_switches_a_pass_off },
    { "/ui/window/passes/cuda", test_shows_cuda },
    { "/ui/window/passes/none", test_says_why_there_are_none },
    { "/ui/window/passes/worth", test_measures_passes },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
