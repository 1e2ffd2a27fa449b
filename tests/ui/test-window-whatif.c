/* What if: variants beside the base, checked first, undone and redone, measured, saved and opened
 * again. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-intern.h"

#include "flui-whatif.h"

#include "test-window.h"
#include "ui-harness.h"

static gboolean
is_idle (gpointer data)
{
  return !flui_whatif_is_busy (flui_window_get_whatif (data)) && !flui_session_is_busy (flui_window_get_session (data));
}

static void
settle (FluiWindow *window)
{
  g_assert_true (ui_harness_wait_for (is_idle, window, 60000));
  g_assert_true (ui_harness_settle (window));
  g_assert_true (ui_harness_wait_for (is_idle, window, 60000));
}

static FluiWindow *
open_window (const char *graph, FluiWhatif **whatif)
{
  FluiWindow *window = ui_harness_open_window (graph);

  settle (window);
  *whatif = flui_window_get_whatif (window);
  return window;
}

static void
select_pair (FluiWindow *window, const char *a, const char *b)
{
  FlItem none = { FL_ITEM_NONE, NULL };

  flui_session_select_pair (flui_window_get_session (window), (FlItem) { FL_ITEM_OP, fl_intern (a) },
                            b ? (FlItem) { FL_ITEM_OP, fl_intern (b) } : none);
}

static guint
count_kernels (FluiWhatif *whatif, guint position)
{
  const FlFacts *facts = flui_whatif_get_facts (whatif, position);

  g_assert_nonnull (facts);
  return (guint) facts->amount[FL_FACT_KERNELS];
}

static gboolean
can_apply (gpointer data)
{
  return ui_harness_find_button (data, "Apply") != NULL;
}

/* Between op1, exp(x - max), and op3, its division by the sum, lies op2, the sum. What helps is to compute exp in both:
 * then nothing is stored between them but the maxima and the sums. The button applies that. */
static void
test_tries_what_would_help (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax-outer.py", &whatif);
  GtkWidget *ask;

  select_pair (window, "op1", "op3");
  ask = ui_harness_find_button (GTK_WIDGET (window), "What Would Help?");
  g_assert_nonnull (ask);
  g_signal_emit_by_name (ask, "clicked");
  g_assert_nonnull (ui_harness_find_button (GTK_WIDGET (window), "Stop"));
  g_assert_true (ui_harness_wait_for (can_apply, window, 60000));
  g_signal_emit_by_name (ui_harness_find_button (GTK_WIDGET (window), "Apply"), "clicked");
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  g_assert_cmpstr (flui_whatif_get_name (whatif, 1), ==, "inline exp");
  g_assert_cmpuint (count_kernels (whatif, 1), <, count_kernels (whatif, 0));
  /* Another pair is another question. */
  flui_whatif_set_current (whatif, 0);
  settle (window);
  select_pair (window, "op0", "op1");
  g_assert_null (ui_harness_find_button (GTK_WIDGET (window), "Apply"));
  g_assert_nonnull (ui_harness_find_button (GTK_WIDGET (window), "What Would Help?"));
  ui_harness_close (window);
}

/* layer norm is one kernel on the CPU: without the fusion of its first two nodes there are more. */
static void
test_forbid_makes_a_variant (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax.py", &whatif);
  FluiSession *session = flui_window_get_session (window);
  guint n_base;

  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 1);
  n_base = count_kernels (whatif, 0);
  g_assert_cmpuint (n_base, ==, 1);
  select_pair (window, "op0", "op1");
  ui_harness_act (window, "whatif-forbid", NULL);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  g_assert_cmpuint (flui_whatif_get_current (whatif), ==, 1);
  g_assert_cmpuint (count_kernels (whatif, 1), >, n_base);
  g_assert_cmpuint (flui_session_get_run (session)->fused->n_nodes, >, 1); /* the window shows it */
  g_assert_nonnull (flui_whatif_get_delta (whatif, 1));
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "whatif");
  /* The base is still there, beside it. */
  flui_whatif_set_current (whatif, 0);
  settle (window);
  g_assert_cmpuint (flui_session_get_run (session)->fused->n_nodes, ==, 1);
  ui_harness_close (window);
}

/* softmax over columns: op2 must run between op1 and op3. */
static void
test_illegal_changes_are_refused (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax-outer.py", &whatif);

  select_pair (window, "op1", "op3");
  ui_harness_act (window, "whatif-force", NULL);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 1);
  g_assert_nonnull (flui_whatif_get_message (whatif));
  g_assert_nonnull (strstr (flui_whatif_get_message (whatif), "is refused: "));
  g_assert_false (flui_whatif_is_modified (whatif));
  flui_whatif_try_option (whatif, "max_fusion_sise=8");
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 1);
  g_assert_nonnull (strstr (flui_whatif_get_message (whatif), "max_fusion_size"));
  ui_harness_close (window);
}

static void
test_undo_and_redo (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax.py", &whatif);

  g_assert_null (flui_whatif_get_undo_label (whatif));
  flui_whatif_try_option (whatif, "max_fusion_size=1");
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  flui_whatif_set_note (whatif, 1, "as if nothing were fused");
  g_assert_cmpstr (flui_whatif_get_undo_label (whatif), ==, "note");
  ui_harness_act (window, "whatif-undo", NULL);
  g_assert_cmpstr (flui_whatif_get_note (whatif, 1), ==, "");
  ui_harness_act (window, "whatif-undo", NULL);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 1);
  g_assert_cmpuint (flui_whatif_get_current (whatif), ==, 0);
  g_assert_cmpuint (flui_session_get_run (flui_window_get_session (window))->fused->n_nodes, ==, 1);
  ui_harness_act (window, "whatif-redo", NULL);
  ui_harness_act (window, "whatif-redo", NULL);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  g_assert_cmpstr (flui_whatif_get_note (whatif, 1), ==, "as if nothing were fused");
  g_assert_cmpuint (count_kernels (whatif, 1), >, count_kernels (whatif, 0));
  g_assert_null (flui_whatif_get_redo_label (whatif));
  flui_whatif_remove (whatif, 1);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 1);
  ui_harness_close (window);
}

static void
test_split_and_strategies (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax.py", &whatif);

  select_pair (window, "op2", NULL);
  ui_harness_act (window, "whatif-split", NULL);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  g_assert_cmpuint (count_kernels (whatif, 1), >, 1);
  flui_whatif_set_current (whatif, 0);
  settle (window);
  ui_harness_act (window, "whatif-strategy", g_variant_new_string ("none"));
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 3);
  g_assert_cmpuint (count_kernels (whatif, 2), >=, count_kernels (whatif, 1));
  g_assert_cmpstr (flui_session_get_run (flui_window_get_session (window))->options.strategy, ==, "none");
  ui_harness_close (window);
}

static char *
make_path (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), name, NULL);
}

static void
test_saves_and_opens (void)
{
  g_autofree char *path = make_path ("kept.fuseloom");
  g_autoptr (GError) error = NULL;
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax.py", &whatif);
  FluiSession *session = flui_window_get_session (window);
  guint32 step;

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  flui_whatif_try_option (whatif, "max_fusion_size=2");
  settle (window);
  flui_whatif_set_note (whatif, 1, "pairs only");
  select_pair (window, "op0", "op2");
  step = flui_session_get_n_steps (session) - 1;
  flui_session_set_step (session, step);
  settle (window);
  g_assert_true (flui_whatif_is_modified (whatif));
  g_assert_true (flui_window_save_session (window, path, &error));
  g_assert_no_error (error);
  g_assert_false (flui_whatif_is_modified (whatif));
  ui_harness_close (window); /* nothing is asked */
  window = open_window (NULL, &whatif);
  session = flui_window_get_session (window);
  flui_window_open (window, path);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  g_assert_cmpuint (flui_whatif_get_current (whatif), ==, 1);
  g_assert_cmpstr (flui_whatif_get_note (whatif, 1), ==, "pairs only");
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "op0");
  g_assert_cmpstr (flui_session_get_partner (session).name, ==, "op2");
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_FUSE);
  g_assert_cmpuint (flui_session_get_step (session), ==, step);
  g_assert_cmpint (flui_session_get_run (session)->options.max_fusion_size, ==, 2);
  g_assert_false (flui_whatif_is_modified (whatif));
  g_assert_cmpstr (flui_whatif_get_path (whatif), ==, path);
  ui_harness_close (window);
  g_unlink (path);
}

/* A broken file is said to be one; what was open stays. */
static void
test_broken_sessions_say_so (void)
{
  g_autofree char *path = make_path ("broken.fuseloom");
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax.py", &whatif);

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  g_file_set_contents (path, "{ \"fuseloom_session\": 1, ", -1, NULL);
  flui_window_open (window, path);
  settle (window);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 1);
  g_assert_nonnull (flui_session_get_run (flui_window_get_session (window)));
  ui_harness_close (window);
  g_unlink (path);
}

/* Closing with something unsaved asks; Cancel keeps it all. */
static void
test_asks_before_losing (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("softmax.py", &whatif);
  GtkWindow *dialog;

  flui_whatif_try_option (whatif, "max_fusion_size=2");
  settle (window);
  gtk_window_close (GTK_WINDOW (window));
  ui_harness_wait_ms (50);
  dialog = ui_harness_find_dialog (window);
  g_assert_true (ADW_IS_MESSAGE_DIALOG (dialog));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  ui_harness_wait_ms (50);
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 2);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));
  ui_harness_close (window);
}

static void
test_measures_all (void)
{
  FluiWhatif *whatif;
  FluiWindow *window = open_window ("add-relu.py", &whatif);

  flui_whatif_try_option (whatif, "max_fusion_size=1");
  settle (window);
  ui_harness_act (window, "whatif-measure", NULL);
  settle (window);
  for (guint i = 0; i < flui_whatif_get_n (whatif); i++)
    {
      const FlFacts *facts = flui_whatif_get_facts (whatif, i);

      g_assert_true (facts->has[FL_FACT_TIME]);
      g_assert_cmpfloat (facts->amount[FL_FACT_TIME], >, 0);
      g_assert_cmpfloat (facts->time_low_ns, <=, facts->time_high_ns);
    }
  g_assert_true (flui_whatif_get_delta (whatif, 1)->has[FL_FACT_TIME]);
  ui_harness_close (window);
}

void
test_window_whatif_add (void)
{
  static const UiTest tests[] = {
    { "/window/whatif/help", test_tries_what_would_help },
    { "/window/whatif/forbid", test_forbid_makes_a_variant },
    { "/window/whatif/illegal", test_illegal_changes_are_refused },
    { "/window/whatif/undo", test_undo_and_redo },
    { "/window/whatif/split", test_split_and_strategies },
    { "/window/whatif/session", test_saves_and_opens },
    { "/window/whatif/broken-session", test_broken_sessions_say_so },
    { "/window/whatif/asks", test_asks_before_losing },
    { "/window/whatif/measure", test_measures_all },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
