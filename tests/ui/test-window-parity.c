/* PyTorch's own beside ours: folders with dumps, and the parity overlay of what differs. */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "flui-parity.h"

#include "test-window.h"
#include "ui-harness.h"

static guint
count_marks (FluiWindow *window, FlMark mark)
{
  const FlScene *scene = flui_canvas_get_scene (ui_harness_get_canvas (window));
  guint n = 0;

  for (guint i = 0; i < scene->n_nodes; i++)
    n += scene->nodes[i].mark == mark;
  return n;
}

/* What PyTorch itself wrote for a graph: nothing differs. */
static void
test_opens_a_folder_with_dumps (void)
{
  g_autofree char *folder = ui_harness_make_folder ("cpu/sample-softmax", NULL, NULL);
  FluiWindow *window = ui_harness_open_window (folder);
  FluiSession *session = flui_window_get_session (window);
  const FlParity *parity = flui_session_get_parity (session);
  const FlScene *scene = flui_canvas_get_scene (ui_harness_get_canvas (window));

  g_assert_nonnull (parity);
  g_assert_true (fl_parity_is_equal (parity));
  g_assert_null (flui_window_get_error (window));
  g_assert_true (scene->is_compared);
  g_assert_cmpuint (scene->n_outlines, ==, 0);
  g_assert_cmpuint (count_marks (window, FL_MARK_OURS), ==, 0);
  g_assert_false (ui_harness_can (window, "difference-next"));
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "parity");
  /* Another graph has no dumps: the marks are gone, and the folder's rules too. */
  ui_harness_open (window, "softmax.py");
  g_assert_null (flui_session_get_parity (session));
  g_assert_false (flui_canvas_get_scene (ui_harness_get_canvas (window))->is_compared);
  g_assert_false (ui_harness_can (window, "show-theirs"));
  ui_harness_close (window);
}

/* Under the title, on every page: which version's rules decided, and how that is known. */
static void
test_says_whose_rules (void)
{
  g_autofree char *folder = ui_harness_make_folder ("cpu/sample-softmax", NULL, NULL);
  g_autofree char *runnable = g_build_filename (folder, "fx_graph_runnable.py", NULL);
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  AdwWindowTitle *title = ADW_WINDOW_TITLE (ui_harness_find (GTK_WIDGET (window), ADW_TYPE_WINDOW_TITLE, 0));
  g_autofree char *why = NULL;

  g_assert_true (g_file_set_contents (runnable, "# torch version: 2.11.0+cu130\n", -1, NULL));
  g_assert_true (g_str_has_suffix (adw_window_title_get_subtitle (title), " · PyTorch 2.15, assumed"));
  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (TRUE));
  g_assert_cmpstr (adw_window_title_get_subtitle (title), ==, "Side by side · PyTorch 2.15, assumed");
  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (FALSE));
  ui_harness_open (window, folder);
  g_assert_true (g_str_has_suffix (adw_window_title_get_subtitle (title), " · PyTorch 2.11, recognized"));
  why = g_strdup (gtk_widget_get_tooltip_text (GTK_WIDGET (title)));
  g_assert_true (g_str_has_prefix (why, "PyTorch 2.11's rules, recognized from "));
  g_assert_cmpint (g_remove (runnable), ==, 0); /* the folder is that of other tests, too */
  ui_harness_close (window);
}

static void
test_a_file_in_a_debug_folder_brings_the_dumps (void)
{
  g_autofree char *folder = ui_harness_make_folder ("cpu/sample-softmax", NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "fx_graph_transformed.py", NULL);
  FluiWindow *window = ui_harness_open_window (path);

  g_assert_nonnull (flui_session_get_parity (flui_window_get_session (window)));
  ui_harness_close (window);
}

/* 21 nodes, 15 groups of ours (inductor: op0_op1_op3, op8_op9_op10, op15_op16_op18 and 12 single
 * ones). PyTorch is made to have {op8 op9}, {op10} and {op5 op6}: 3 groups that are not ours; {op8
 * op9 op10}, {op5}, {op6} are not PyTorch's. */
static void
test_shows_what_only_one_has (void)
{
  g_autofree char *folder = ui_harness_make_other_folder ();
  FluiWindow *window = ui_harness_open_window (folder);
  FluiSession *session = flui_window_get_session (window);
  const FlParity *parity = flui_session_get_parity (session);
  const FlScene *scene = flui_canvas_get_scene (ui_harness_get_canvas (window));

  g_assert_cmpint (flui_session_get_options (session)->target, ==, FL_TARGET_CUDA);
  g_assert_cmpuint (parity->n_same, ==, 12);
  g_assert_cmpuint (parity->n_only_theirs, ==, 3);
  g_assert_cmpuint (parity->n_only_ours, ==, 3);
  g_assert_cmpuint (scene->n_outlines, ==, 3);
  g_assert_cmpuint (count_marks (window, FL_MARK_OURS), ==, 5); /* op5 op6 op8 op9 op10 */
  for (guint i = 0; i < scene->n_clusters; i++)
    if (g_strcmp0 (scene->clusters[i].item.name, "op8_op9_op10") == 0)
      g_assert_cmpint (scene->clusters[i].mark, ==, FL_MARK_OURS);
    else
      g_assert_cmpint (scene->clusters[i].mark, ==, FL_MARK_SAME);
  ui_harness_close (window);
}

static void
test_walks_through_the_differences (void)
{
  g_autofree char *folder = ui_harness_make_other_folder ();
  FluiWindow *window = ui_harness_open_window (folder);
  FluiSession *session = flui_window_get_session (window);
  guint n = 0;
  const FlParityEntry *entries = fl_parity_get_entries (flui_session_get_parity (session), FL_STAGE_FUSE, &n);

  g_assert_cmpuint (n, ==, 2);
  ui_harness_act (window, "difference-next", NULL);
  g_assert_cmpuint (flui_session_get_difference (session), ==, 0);
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "op5");
  g_assert_cmpstr (flui_session_get_partner (session).name, ==, "op6");
  g_assert_nonnull (strstr (entries[0].reason, "no shared data"));
  ui_harness_act (window, "difference-next", NULL);
  g_assert_cmpuint (flui_session_get_difference (session), ==, 1);
  g_assert_nonnull (strstr (entries[1].reason, "we fused"));
  ui_harness_act (window, "difference-next", NULL);
  g_assert_cmpuint (flui_session_get_difference (session), ==, 0);
  ui_harness_act (window, "difference-previous", NULL);
  g_assert_cmpuint (flui_session_get_difference (session), ==, 1);
  /* Before fusion there is another one: the constant of one node. */
  flui_session_set_stage (session, FL_STAGE_SCHEDULE);
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpuint (flui_session_get_difference (session), ==, G_MAXUINT);
  g_assert_cmpuint (count_marks (window, FL_MARK_CHANGED), ==, 1);
  ui_harness_act (window, "difference-next", NULL);
  entries = fl_parity_get_entries (flui_session_get_parity (session), FL_STAGE_SCHEDULE, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (strstr (entries[0].reason, "ops.constant(0.25"));
  g_assert_nonnull (strstr (entries[0].reason, "ops.constant(0.5"));
  ui_harness_close (window);
}

/* The overlay goes into exported pictures. */
static void
test_exports_the_overlay (void)
{
  g_autofree char *folder = ui_harness_make_other_folder ();
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "overlay.svg", NULL);
  FluiWindow *window = ui_harness_open_window (folder);
  g_autoptr (GError) error = NULL;
  g_autofree char *svg = NULL;

  g_assert_true (flui_window_export (window, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, ">P3</text>"));
  g_assert_nonnull (strstr (svg, "only Fuseloom has it"));
  ui_harness_close (window);
}

static void
test_hides_the_overlay (void)
{
  g_autofree char *folder = ui_harness_make_other_folder ();
  FluiWindow *window = ui_harness_open_window (folder);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-theirs", g_variant_new_boolean (FALSE));
  g_assert_true (ui_harness_settle (window));
  g_assert_false (flui_canvas_get_scene (ui_harness_get_canvas (window))->is_compared);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-theirs", g_variant_new_boolean (TRUE));
  g_assert_true (ui_harness_settle (window));
  g_assert_true (flui_canvas_get_scene (ui_harness_get_canvas (window))->is_compared);
  ui_harness_close (window);
}

static char *
dup_shown_text (FluiParity *page, gboolean is_ours)
{
  GtkTextBuffer *buffer = flui_parity_get_buffer (page, is_ours);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/* Line for line: both sides have as many lines, and each its own version of what differs. */
static void
test_shows_both_texts_side_by_side (void)
{
  g_autofree char *folder = ui_harness_make_other_folder ();
  FluiWindow *window = ui_harness_open_window (folder);
  FluiParity *page = FLUI_PARITY (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PARITY, 0));
  g_autofree char *theirs = NULL;
  g_autofree char *ours = NULL;

  flui_parity_show (page, "before");
  g_assert_true (ui_harness_settle (window));
  theirs = dup_shown_text (page, FALSE);
  ours = dup_shown_text (page, TRUE);
  g_assert_nonnull (strstr (theirs, "ops.constant(0.25, torch.float32)"));
  g_assert_null (strstr (ours, "ops.constant(0.25, torch.float32)"));
  flui_parity_show (page, "after");
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpint (gtk_text_buffer_get_line_count (flui_parity_get_buffer (page, FALSE)), ==,
                   gtk_text_buffer_get_line_count (flui_parity_get_buffer (page, TRUE)));
  ui_harness_close (window);
}

/* A dump that cannot be read is said; the graph opens all the same. */
static void
test_says_which_dump_is_damaged (void)
{
  g_autofree char *folder = ui_harness_make_folder ("cpu/sample-softmax", NULL, NULL);
  g_autofree char *pre = g_build_filename (folder, "ir_pre_fusion.txt", NULL);
  g_autofree char *post = g_build_filename (folder, "ir_post_fusion.txt", NULL);
  FluiWindow *window;

  g_assert_true (g_file_set_contents (pre, "nothing of the kind\n", -1, NULL));
  g_unlink (post);
  window = ui_harness_open_window (folder);
  g_assert_nonnull (flui_session_get_run (flui_window_get_session (window)));
  g_assert_null (flui_session_get_parity (flui_window_get_session (window)));
  g_assert_nonnull (strstr (flui_window_get_error (window), "ir_pre_fusion.txt:1"));
  ui_harness_close (window);
}

void
test_window_parity_add (void)
{
  static const UiTest tests[] = {
    { "/ui/parity/opens-a-folder-with-dumps", test_opens_a_folder_with_dumps },
    { "/ui/parity/says-whose-rules", test_says_whose_rules },
    { "/ui/parity/a-file-in-a-debug-folder", test_a_file_in_a_debug_folder_brings_the_dumps },
    { "/ui/parity/shows-what-only-one-has", test_shows_what_only_one_has },
    { "/ui/parity/walks-through-differences", test_walks_through_the_differences },
    { "/ui/parity/exports-the-overlay", test_exports_the_overlay },
    { "/ui/parity/hides-the-overlay", test_hides_the_overlay },
    { "/ui/parity/texts-side-by-side", test_shows_both_texts_side_by_side },
    { "/ui/parity/says-which-dump-is-damaged", test_says_which_dump_is_damaged },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
