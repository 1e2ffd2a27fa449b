/* Running in the window: options, kernels and what may go wrong with them, sizes, reports and
 * exported pictures. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-fuse.h"

#include "flui-roofline.h"
#include "flui-sizes.h"

#include "test-window.h"
#include "ui-harness.h"

/* By the GPU's rules the exponential is computed again: three nodes, one kernel. */
static void
test_another_target_is_another_run (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);

  g_assert_cmpuint (flui_session_get_run (session)->schedule->n_nodes, ==, 4);
  flui_session_set_target (session, FL_TARGET_CUDA);
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpint (flui_session_get_run (session)->options.target, ==, FL_TARGET_CUDA);
  g_assert_cmpuint (flui_session_get_run (session)->schedule->n_nodes, ==, 3);
  g_assert_false (ui_harness_can (window, "run")); /* kernels run on the CPU only */
  flui_session_set_target (session, FL_TARGET_CPU);
  flui_session_set_strategy (session, "none");
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpuint (flui_session_get_run (session)->fused->n_nodes, ==, 4);
  ui_harness_close (window);
}

/* Groups decided before lowering are shown like any other: every stage, every step of fusion, and a
 * pair to ask about. */
static void
test_every_strategy_is_shown (void)
{
  FluiWindow *window = ui_harness_open_window ("layer-norm.py");
  FluiSession *session = flui_window_get_session (window);

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const FlRun *run;

      flui_session_set_strategy (session, fl_strategies_get_row (i)->name);
      g_assert_true (ui_harness_settle (window));
      run = flui_session_get_run (session);
      g_assert_cmpstr (run->options.strategy, ==, fl_strategies_get_row (i)->name);
      g_assert_null (run->error);
      for (int stage = 0; stage < FL_STAGE_RUN; stage++)
        {
          ui_harness_act (window, "stage", g_variant_new_int32 (stage));
          g_assert_true (ui_harness_settle (window));
          g_assert_cmpuint (flui_canvas_get_scene (ui_harness_get_canvas (window))->n_nodes, >, 0);
        }
      ui_harness_act (window, "stage", g_variant_new_int32 (FL_STAGE_FUSE));
      ui_harness_act (window, "step-first", NULL);
      g_assert_true (ui_harness_settle (window));
      ui_harness_act (window, "step-next", NULL);
      g_assert_true (ui_harness_settle (window));
      g_assert_null (flui_window_get_error (window));
    }
  ui_harness_close (window);
}

static void
test_runs_the_kernels (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiSession *session = flui_window_get_session (window);

  ui_harness_act (window, "run", NULL);
  g_assert_true (flui_session_is_executing (session));
  g_assert_false (ui_harness_can (window, "run"));
  g_assert_true (ui_harness_settle (window));
  g_assert_null (flui_window_get_error (window));
  g_assert_nonnull (flui_session_get_run (session)->execution);
  g_assert_true (flui_session_get_run (session)->execution->agrees);
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_RUN);
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "timings");
  ui_harness_close (window);
}

static gboolean
is_roofline (FluiWindow *window)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), "roofline");

  return g_variant_get_boolean (state);
}

static gboolean
is_shown (FluiWindow *window, const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_LABEL, i)); i++)
    if (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), text))
      return gtk_widget_get_mapped (label);
  return FALSE;
}

/* Times as they would be had the fused kernel taken half as long again, beyond every spread. */
static void
test_says_where_fusing_costs_time (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  FlExecution *execution;

  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  execution = (FlExecution *) flui_session_get_run (session)->execution;
  g_assert_nonnull (execution);
  g_assert_cmpuint (execution->n_variants, ==, 2);
  execution->speedup = 1 / 1.5;
  execution->speedup_low = 0.6;
  execution->speedup_high = 0.7;
  execution->variants[1].total_median_ns = 1.5 * execution->variants[0].total_median_ns;
  g_signal_emit_by_name (session, "run-changed");
  g_assert_true (ui_harness_settle (window));
  g_assert_true (is_shown (window, "fused is slower than unfused by 50 % (beyond the spread)"));
  if (g_getenv ("FUSELOOM_SHOTS") != NULL)
    {
      g_autofree char *shot = g_build_filename (g_getenv ("FUSELOOM_SHOTS"), "slower.png", NULL);

      ui_harness_shoot (GTK_WIDGET (window), shot);
    }
  execution->speedup_high = 1.1;
  g_signal_emit_by_name (session, "run-changed");
  g_assert_true (ui_harness_settle (window));
  g_assert_false (is_shown (window, "fused is slower than"));
  ui_harness_close (window);
}

static void
test_roofline (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiSession *session = flui_window_get_session (window);
  FluiRooflinePage *page;

  g_assert_false (ui_harness_can (window, "roofline"));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  g_assert_true (ui_harness_can (window, "roofline"));
  ui_harness_act (window, "roofline", NULL);
  g_assert_true (is_roofline (window));
  page = FLUI_ROOFLINE_PAGE (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_ROOFLINE_PAGE, 0));
  g_assert_cmpuint (flui_roofline_page_count (page), >=, 1);
  g_assert_nonnull (strstr (flui_roofline_page_get_text (page), "below its roof"));
  flui_session_select (session, (FlItem) { FL_ITEM_KERNEL, flui_session_get_run (session)->program->kernels[0].name });
  g_assert_nonnull (strstr (flui_roofline_page_get_text (page), "operations a byte"));
  flui_session_set_stage (session, FL_STAGE_FUSE);
  g_assert_false (is_roofline (window));
  ui_harness_act (window, "roofline", NULL);
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_RUN);
  ui_harness_close (window);
}

static gboolean
is_not_busy (gpointer session)
{
  return !flui_session_is_busy (session);
}

static void
test_running_can_be_cancelled (void)
{
  FluiWindow *window = ui_harness_open_window ("mlp-gelu.py");
  FluiSession *session = flui_window_get_session (window);

  ui_harness_act (window, "run", NULL);
  ui_harness_wait_ms (150);
  if (flui_session_is_executing (session))
    ui_harness_act (window, "cancel", NULL);
  g_assert_true (ui_harness_wait_for (is_not_busy, session, 3000));
  g_assert_null (flui_window_get_error (window));
  g_assert_nonnull (flui_session_get_run (session)->program);
  ui_harness_settle (window);
  ui_harness_close (window);
}

/* A kernel that crashes takes its worker with it, not the window; the next run works. */
static void
test_a_crash_leaves_the_window_alive (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);

  g_setenv ("FUSELOOM_TEST_FAULT", "crash", TRUE);
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  g_unsetenv ("FUSELOOM_TEST_FAULT");
  g_assert_nonnull (flui_window_get_error (window));
  g_assert_nonnull (strstr (flui_window_get_error (window), "cpp_fused"));
  g_assert_null (flui_session_get_run (session)->execution);
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  g_assert_nonnull (flui_session_get_run (session)->execution);
  ui_harness_close (window);
}

static void
test_a_kernel_that_does_not_compile_is_reported (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");

  g_setenv ("FUSELOOM_TEST_FAULT", "compile", TRUE);
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  g_unsetenv ("FUSELOOM_TEST_FAULT");
  g_assert_nonnull (flui_window_get_error (window));
  ui_harness_close (window);
}

/* A kernel that loops for ever is stopped by Cancel at once; the time-out would take it later. */
static void
test_a_hanging_kernel_can_be_cancelled (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);

  g_setenv ("FUSELOOM_TEST_FAULT", "hang", TRUE);
  ui_harness_act (window, "run", NULL);
  ui_harness_wait_ms (1500);
  g_unsetenv ("FUSELOOM_TEST_FAULT");
  g_assert_true (flui_session_is_executing (session));
  ui_harness_act (window, "cancel", NULL);
  g_assert_true (ui_harness_wait_for (is_not_busy, session, 2000));
  ui_harness_close (window);
}

static void
test_closing_during_a_run_is_clean (void)
{
  FluiWindow *window = ui_harness_open_window ("mlp-gelu.py");

  ui_harness_act (window, "run", NULL);
  ui_harness_wait_ms (60);
  ui_harness_close (window);
  ui_harness_wait_ms (600);
}

static void
test_writes_a_report (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "report", NULL);
  g_autofree char *page = g_build_filename (folder, "report.html", NULL);

  flui_window_write_report (window, folder);
  g_assert_true (ui_harness_settle (window));
  g_assert_null (flui_window_get_error (window));
  g_assert_true (g_file_test (page, G_FILE_TEST_IS_REGULAR));
  ui_harness_close (window);
}

static void
test_exports_pictures (void)
{
  static const char *const names[] = { "stage.svg", "stage.pdf", "stage.png", "stage.dot" };
  FluiWindow *window = ui_harness_open_window ("softmax.py");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (g_get_user_data_dir (), names[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (flui_window_export (window, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
  ui_harness_close (window);
}

static void
test_runs_at_another_size_without_compiling (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax-dynamic.py");
  FluiSession *session = flui_window_get_session (window);
  FluiSizes *sizes = FLUI_SIZES (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_SIZES, 0));
  const FlExecution *execution;

  flui_sizes_type (sizes, "s0", "16");
  g_assert_true (flui_sizes_apply (sizes));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  execution = flui_session_get_run (session)->execution;
  g_assert_nonnull (execution);
  g_assert_cmpuint (execution->n_sizes, ==, 1);
  g_assert_cmpint (execution->sizes[0].value, ==, 16);
  g_assert_true (execution->agrees);
  flui_sizes_type (sizes, "s0", "48");
  g_assert_true (flui_sizes_apply (sizes));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  execution = flui_session_get_run (session)->execution;
  g_assert_cmpint (execution->sizes[0].value, ==, 48);
  g_assert_true (execution->agrees);
  for (guint i = 0; i < execution->n_variants; i++)
    g_assert_true (execution->variants[i].was_cached);
  /* Bytes follow the sizes: amax reads [48, 1024] and writes [48, 1] of four bytes each. */
  g_assert_cmpint (execution->variants[0].kernels[0].bytes, ==, 48 * 1024 * 4 + 48 * 4);
  ui_harness_close (window);
}

/* The source of the kernels that a run at these sizes is of. */
static char *
run_at (FluiWindow *window, const char *size)
{
  FluiSession *session = flui_window_get_session (window);
  FluiSizes *sizes = FLUI_SIZES (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_SIZES, 0));

  flui_sizes_type (sizes, "s0", size);
  g_assert_true (flui_sizes_apply (sizes));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  g_assert_null (flui_window_get_error (window));
  g_assert_nonnull (flui_session_get_run (session)->execution);
  g_assert_true (flui_session_get_run (session)->execution->agrees);
  g_assert_cmpint (flui_session_get_run (session)->execution->sizes[0].value, ==, atoi (size));
  return g_strdup (flui_session_get_run (session)->program->source);
}

/* A sum of a million is added up in parts by the threads, one of a hundred is not: which of both
 * the kernel is, its size decides, not the one that was chosen when the graph was opened. What
 * belongs to the graph stays. */
static void
test_decides_for_the_sizes_of_the_run (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, n: \"Sym(s0)\", x: \"f32[s0][1]cpu\"):\n"
                             "        a: \"f32[]cpu\" = torch.ops.aten.sum.default(x)\n"
                             "        return (a,)\n";
  FluiWindow *window = ui_harness_open_window (NULL);
  FluiSession *session = flui_window_get_session (window);
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "sum.py", NULL);
  g_autofree char *few = NULL, *many = NULL, *few_again = NULL;
  const FlGraph *opened;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ui_harness_open (window, path);
  g_unlink (path); /* nothing is read again */
  opened = flui_session_get_opened (session);
  flui_whatif_try_option (flui_window_get_whatif (window), "max_fusion_size=1");
  g_assert_true (ui_harness_settle (window));
  few = run_at (window, "100");
  many = run_at (window, "1000000");
  few_again = run_at (window, "100");
  g_assert_cmpstr (few, !=, many);
  g_assert_cmpstr (few, ==, few_again);
  g_assert_true (flui_session_get_opened (session) == opened);
  g_assert_cmpuint (flui_whatif_get_n (flui_window_get_whatif (window)), ==, 2);
  ui_harness_close (window);
}

static void
test_refuses_sizes_with_their_constraint (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax-dynamic.py");
  FluiSizes *sizes = FLUI_SIZES (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_SIZES, 0));

  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (sizes)));
  flui_sizes_type (sizes, "s0", "1");
  g_assert_false (flui_sizes_apply (sizes));
  g_assert_nonnull (strstr (flui_sizes_get_error (sizes), "s0 >= 2"));
  flui_sizes_type (sizes, "s0", "many");
  g_assert_false (flui_sizes_apply (sizes));
  g_assert_nonnull (strstr (flui_sizes_get_error (sizes), "whole number"));
  flui_sizes_type (sizes, "s0", "12");
  g_assert_true (flui_sizes_apply (sizes));
  g_assert_null (flui_sizes_get_error (sizes));
  /* A graph without open sizes has no such box. */
  ui_harness_open (window, "softmax.py");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sizes)));
  ui_harness_close (window);
}

void
test_window_run_add (void)
{
  static const UiTest tests[] = {
    { "/ui/sizes/runs-without-compiling", test_runs_at_another_size_without_compiling },
    { "/ui/sizes/decides-again", test_decides_for_the_sizes_of_the_run },
    { "/ui/sizes/refuses-with-the-constraint", test_refuses_sizes_with_their_constraint },
    { "/ui/window/options/target", test_another_target_is_another_run },
    { "/ui/window/options/strategies", test_every_strategy_is_shown },
    { "/ui/window/run/agrees", test_runs_the_kernels },
    { "/ui/window/run/roofline", test_roofline },
    { "/ui/window/run/says-where-fusing-costs-time", test_says_where_fusing_costs_time },
    { "/ui/window/run/cancel", test_running_can_be_cancelled },
    { "/ui/window/run/crash", test_a_crash_leaves_the_window_alive },
    { "/ui/window/run/compile-error", test_a_kernel_that_does_not_compile_is_reported },
    { "/ui/window/run/hang", test_a_hanging_kernel_can_be_cancelled },
    { "/ui/window/run/close", test_closing_during_a_run_is_clean },
    { "/ui/window/export/report", test_writes_a_report },
    { "/ui/window/export/pictures", test_exports_pictures },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
