/* Strategies side by side: the Compare page by its actions, keys and pictures. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-intern.h"

#include "flui-compare-bars.h"
#include "flui-compare.h"
#include "flui-ribbons.h"
#include "flui-sizes.h"
#include "flui-table.h"

#include "test-window.h"
#include "ui-harness.h"

static FluiCompare *
get_page (FluiWindow *window)
{
  return FLUI_COMPARE (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_COMPARE, 0));
}

static gboolean
is_at_rest (gpointer data)
{
  return !flui_comparing_is_working (data);
}

static FluiComparing *
settle (FluiWindow *window)
{
  FluiComparing *comparing = flui_compare_get_comparing (get_page (window));

  g_assert_true (ui_harness_wait_for (is_at_rest, comparing, 60000));
  ui_harness_wait_ms (60);
  return comparing;
}

static FluiComparing *
compare (FluiWindow *window)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (TRUE));
  return settle (window);
}

static void
act (FluiWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (window)), action, NULL));
  ui_harness_wait_ms (40);
}

static void
set_strategy (FluiComparing *comparing, guint column, const char *strategy)
{
  flui_comparing_set_column (comparing, column, &(FluiCompared) { .strategy = fl_intern (strategy) });
}

/* softmax before fusion: amax; sub and exp (inlined while lowering); sum; div. After it: one
 * kernel. */
static void
test_shows_before_and_after (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiComparing *comparing = compare (window);
  const FlScene *before, *after;
  g_autofree char *bars = NULL;

  g_assert_cmpint (flui_comparing_get_state (comparing), ==, FLUI_COMPARING_READY);
  g_assert_cmpuint (flui_comparing_get_n_columns (comparing), ==, 2);
  before = flui_canvas_get_scene (flui_compare_get_canvas (get_page (window), 0));
  after = flui_canvas_get_scene (flui_compare_get_canvas (get_page (window), 1));
  g_assert_cmpuint (before->n_hulls, ==, 4);
  g_assert_cmpuint (after->n_hulls, ==, 1);
  g_assert_cmpuint (flui_comparing_get_comparison (comparing)->n_differences, ==, 1);
  bars = flui_compare_bars_dup_text (
      FLUI_COMPARE_BARS (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_COMPARE_BARS, 0)));
  g_assert_nonnull (strstr (bars, "Kernels: A 4 B 1 (least)"));
  g_assert_nonnull (strstr (bars, "Bytes read: A 600 KiB B 150 KiB (least)"));
  g_assert_nonnull (strstr (bars, "Time: A not measured B not measured")); /* not zero */
  /* Back and there again: nothing is made anew. */
  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (FALSE));
  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (TRUE));
  g_assert_false (flui_comparing_is_working (comparing));
  ui_harness_close (window);
}

static void
set_version (FluiComparing *comparing, guint column, guint version)
{
  for (guint i = 0; i < flui_comparing_get_n_choices (comparing); i++)
    if (flui_comparing_get_choice (comparing, i)->torch == version)
      flui_comparing_set_column (comparing, column, flui_comparing_get_choice (comparing, i));
}

/* One graph by the rules of two versions: PyTorch's own goldens have 5 groups in 2.11 and 3 in 2.15. */
static void
test_versions_side_by_side (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax-outer.py");
  FluiComparing *comparing;
  const FlComparison *shown;
  g_autofree char *text = NULL;

  flui_session_set_target (flui_window_get_session (window), FL_TARGET_CUDA);
  g_assert_true (ui_harness_settle (window));
  comparing = compare (window);
  g_assert_null (flui_comparing_get_changed (comparing));
  set_version (comparing, 0, 211);
  set_version (comparing, 1, 215);
  settle (window);
  shown = flui_comparing_get_comparison (comparing);
  g_assert_cmpuint (shown->columns[0].n_groups, ==, 5);
  g_assert_cmpuint (shown->columns[1].n_groups, ==, 3);
  g_assert_cmpstr (shown->columns[0].title, ==, "TorchInductor, PyTorch 2.11");
  g_assert_nonnull (strstr (flui_comparing_get_changed (comparing), "5 groups became 3 by rule online-softmax-splits"));
  text = flui_comparing_dup_text (comparing);
  g_assert_nonnull (strstr (text, "inductor 2.11 "));
  g_assert_nonnull (strstr (text, "online-softmax-splits"));
  set_version (comparing, 0, 215);
  settle (window);
  g_assert_null (flui_comparing_get_changed (comparing));
  ui_harness_close (window);
}

static void
test_walks_and_ties_operators_to_their_kernel (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiComparing *comparing = compare (window);
  FluiRibbons *ribbons = FLUI_RIBBONS (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_RIBBONS, 0));
  g_autofree char *none = flui_compare_dup_detail (get_page (window)), *detail = NULL;

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpuint (flui_comparing_get_difference (comparing), ==, G_MAXUINT);
  act (window, "compare.next");
  g_assert_cmpuint (flui_comparing_get_difference (comparing), ==, 0);
  ui_harness_wait_ms (100);
  g_assert_cmpuint (flui_ribbons_get_n_drawn (ribbons), ==, 5); /* amax, sub, exp, sum, div */
  detail = flui_compare_dup_detail (get_page (window));
  g_assert_nonnull (strstr (detail, "A Before fusion: 4 kernels, 900 KiB"));
  g_assert_nonnull (strstr (detail, "B TorchInductor: 1 kernel, 300 KiB"));
  /* The window's own key does the same, round and round: there is one. */
  ui_harness_act (window, "difference-previous", NULL);
  g_assert_cmpuint (flui_comparing_get_difference (comparing), ==, 0);
  g_action_group_activate_action (G_ACTION_GROUP (window), "difference-next", NULL);
  g_assert_cmpuint (flui_comparing_get_difference (comparing), ==, 0);
  act (window, "compare.ribbons");
  ui_harness_wait_ms (100);
  g_assert_cmpuint (flui_ribbons_get_n_drawn (ribbons), ==, 0);
  ui_harness_close (window);
}

static void
test_panes_move_together_until_untied (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  double x, y, zoom, other_x, other_y, other_zoom;
  FluiCanvas *left, *right;

  compare (window);
  left = flui_compare_get_canvas (get_page (window), 0);
  right = flui_compare_get_canvas (get_page (window), 1);
  flui_canvas_set_place (left, 40, 300, 0.8);
  flui_canvas_get_place (right, &x, &y, &zoom);
  g_assert_cmpfloat (x, ==, 40);
  g_assert_cmpfloat (y, ==, 300);
  g_assert_cmpfloat (zoom, ==, 0.8);
  flui_canvas_zoom_by (right, 1.25); /* from the other one, too */
  flui_canvas_get_place (left, &x, &y, &zoom);
  g_assert_cmpfloat_with_epsilon (zoom, 1.0, 1e-9);
  act (window, "compare.link");
  flui_canvas_set_place (left, 7, 8, 0.5);
  flui_canvas_get_place (right, &other_x, &other_y, &other_zoom);
  g_assert_cmpfloat_with_epsilon (other_zoom, 1.0, 1e-9);
  act (window, "compare.link"); /* tied again: the others go where the first one is */
  flui_canvas_get_place (right, &other_x, &other_y, &other_zoom);
  g_assert_cmpfloat (other_x, ==, 7);
  g_assert_cmpfloat (other_zoom, ==, 0.5);
  ui_harness_close (window);
}

/* All panes have equal boxes at equal places, whatever they show. */
static void
test_boxes_stand_still (void)
{
  FluiWindow *window = ui_harness_open_window ("layer-norm.py");
  FluiComparing *comparing = compare (window);

  set_strategy (comparing, 0, "inductor");
  set_strategy (comparing, 1, "xla");
  set_strategy (comparing, 2, "stitch");
  set_strategy (comparing, 3, "optimal");
  flui_comparing_set_n_columns (comparing, 4);
  settle (window);
  g_assert_cmpint (flui_comparing_get_state (comparing), ==, FLUI_COMPARING_READY);
  for (guint i = 1; i < 4; i++)
    {
      FluiCanvas *first = flui_compare_get_canvas (get_page (window), 0),
                 *it = flui_compare_get_canvas (get_page (window), i);

      g_assert_cmpuint (flui_canvas_get_scene (it)->n_nodes, ==, flui_canvas_get_scene (first)->n_nodes);
      for (guint k = 0; k < flui_canvas_get_scene (it)->n_nodes; k++)
        {
          FlBox a, b;

          g_assert_true (flui_canvas_get_box (first, k, &a) && flui_canvas_get_box (it, k, &b));
          g_assert_cmpfloat_with_epsilon (a.x, b.x, 1e-6);
          g_assert_cmpfloat_with_epsilon (a.y, b.y, 1e-6);
        }
    }
  /* XLA stores its broadcasts: 12 kernels; the others one. */
  g_assert_cmpuint (flui_comparing_get_comparison (comparing)->columns[1].n_groups, ==, 12);
  g_assert_cmpuint (flui_comparing_get_comparison (comparing)->columns[2].n_groups, ==, 1);
  ui_harness_close (window);
}

/* A kernel lights its operators in every pane; an operator is selected on the other pages, too. */
static void
test_one_selection_everywhere (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiCanvas *left, *right;

  compare (window);
  left = flui_compare_get_canvas (get_page (window), 0);
  right = flui_compare_get_canvas (get_page (window), 1);
  g_signal_emit_by_name (left, "item-selected", (int) FL_ITEM_NODE, "exp", FALSE);
  ui_harness_wait_ms (40);
  g_assert_cmpint (flui_canvas_get_cursor (right), >=, 0);
  g_assert_cmpstr (flui_canvas_get_scene (right)->nodes[flui_canvas_get_cursor (right)].item.name, ==, "exp");
  g_assert_cmpstr (flui_session_get_selection (flui_window_get_session (window)).name, ==, "exp");
  g_signal_emit_by_name (right, "item-selected", (int) FL_ITEM_GROUP, "B1", FALSE);
  g_assert_cmpint (flui_session_get_selection (flui_window_get_session (window)).kind, ==, FL_ITEM_GROUP);
  ui_harness_close (window);
}

static void
test_measures_on_request (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiComparing *comparing = compare (window);
  const FlExecution *execution;

  g_assert_null (flui_comparing_get_execution (comparing));
  flui_comparing_measure (comparing);
  g_assert_true (flui_comparing_is_measuring (comparing));
  settle (window);
  execution = flui_comparing_get_execution (comparing);
  g_assert_nonnull (execution);
  g_assert_cmpuint (execution->n_variants, ==, 2);
  g_assert_true (execution->agrees);
  g_assert_cmpfloat (execution->variants[0].total_median_ns, >, 0);
  /* Another column: the times are of other kernels. */
  set_strategy (comparing, 1, "xla");
  settle (window);
  g_assert_null (flui_comparing_get_execution (comparing));
  ui_harness_close (window);
}

static void
test_measuring_can_be_cancelled (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiComparing *comparing = compare (window);

  flui_comparing_measure (comparing);
  flui_comparing_cancel (comparing);
  settle (window);
  g_assert_null (flui_comparing_get_execution (comparing));
  g_assert_cmpint (flui_comparing_get_state (comparing), ==, FLUI_COMPARING_READY);
  g_assert_nonnull (strstr (flui_comparing_get_message (comparing), "cancelled"));
  ui_harness_close (window);
}

static void
test_a_failure_of_the_worker_is_said (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiComparing *comparing = compare (window);

  g_setenv ("FUSELOOM_TEST_FAULT", "crash", TRUE);
  flui_comparing_measure (comparing);
  g_unsetenv ("FUSELOOM_TEST_FAULT");
  settle (window);
  g_assert_null (flui_comparing_get_execution (comparing));
  g_assert_nonnull (flui_comparing_get_message (comparing));
  g_assert_cmpint (flui_comparing_get_state (comparing), ==, FLUI_COMPARING_READY);
  ui_harness_close (window);
}

/* Cancelled before there was anything, then once more. */
static void
test_cancelled_and_again (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiComparing *comparing = flui_compare_get_comparing (get_page (window));

  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (TRUE));
  flui_comparing_cancel (comparing);
  settle (window);
  if (flui_comparing_get_state (comparing) == FLUI_COMPARING_CANCELLED) /* otherwise the comparison was done before */
    {
      g_assert_null (flui_comparing_get_comparison (comparing));
      act (window, "compare.retry");
      settle (window);
    }
  g_assert_cmpint (flui_comparing_get_state (comparing), ==, FLUI_COMPARING_READY);
  ui_harness_close (window);
}

static void
test_another_graph_is_compared_anew (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiComparing *comparing = compare (window);
  guint n_ops = flui_comparing_get_comparison (comparing)->n_ops;

  flui_comparing_set_difference (comparing, 0);
  ui_harness_open (window, "add-relu.py");
  settle (window);
  g_assert_cmpuint (flui_comparing_get_difference (comparing), ==, G_MAXUINT);
  g_assert_cmpuint (flui_comparing_get_comparison (comparing)->n_ops, !=, n_ops);
  ui_harness_close (window);
}

/* A run made elsewhere is one more choice, until another graph is opened. */
static void
test_a_variant_can_be_a_column (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiComparing *comparing = compare (window);
  FlRun *run = fl_run_ref (flui_session_get_run (flui_window_get_session (window)));
  guint n = flui_comparing_get_n_choices (comparing),
        choice = flui_comparing_add_choice (comparing, "What if: apart", run);
  g_autofree char *title = flui_comparing_dup_choice_title (comparing, choice);

  g_assert_cmpuint (choice, ==, n);
  g_assert_cmpstr (title, ==, "What if: apart");
  flui_comparing_set_column (comparing, 1, flui_comparing_get_choice (comparing, choice));
  settle (window);
  g_assert_cmpstr (flui_comparing_get_comparison (comparing)->columns[1].title, ==, "What if: apart");
  ui_harness_open (window, "add-relu.py");
  settle (window);
  g_assert_cmpuint (flui_comparing_get_n_choices (comparing), ==, n);
  g_assert_null (flui_comparing_get_column (comparing, 1)->run);
  fl_run_unref (run);
  ui_harness_close (window);
}

/* A variant of the what-if page: div is taken out of the kernel. */
static void
test_what_if_variants_are_columns (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiComparing *comparing = flui_compare_get_comparing (get_page (window));
  guint n = flui_comparing_get_n_choices (comparing);

  flui_whatif_try (flui_window_get_whatif (window), FL_OVERRIDE_FORBID, (FlItem) { FL_ITEM_OP, fl_intern ("op2") },
                   (FlItem) { FL_ITEM_OP, fl_intern ("op3") });
  g_assert_true (ui_harness_settle (window));
  ui_harness_wait_ms (300);
  g_assert_cmpuint (flui_comparing_get_n_choices (comparing), ==, n + 1);
  compare (window);
  flui_comparing_set_column (comparing, 0, flui_comparing_get_choice (comparing, n));
  settle (window);
  g_assert_cmpint (flui_comparing_get_state (comparing), ==, FLUI_COMPARING_READY);
  g_assert_cmpuint (flui_comparing_get_comparison (comparing)->columns[0].n_groups, >, 1);
  g_assert_cmpuint (flui_comparing_get_comparison (comparing)->columns[1].n_groups, ==, 1);
  ui_harness_close (window);
}

static void
run_at (FluiWindow *window, const char *size)
{
  FluiSizes *sizes = FLUI_SIZES (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_SIZES, 0));

  flui_sizes_type (sizes, "s0", size);
  g_assert_true (flui_sizes_apply (sizes));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
}

/* A sum of a million is added up in parts, one of a hundred is not: the graph is decided for again,
 * and so is the variant that a column shows. */
static void
test_variants_are_kept_at_other_sizes (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, n: \"Sym(s0)\", x: \"f32[s0][1]cpu\"):\n"
                             "        e: \"f32[s0][1]cpu\" = torch.ops.aten.exp.default(x)\n"
                             "        g: \"f32[s0][1]cpu\" = torch.ops.aten.neg.default(x)\n"
                             "        a: \"f32[]cpu\" = torch.ops.aten.sum.default(x)\n"
                             "        return (e, g, a)\n";
  FluiWindow *window = ui_harness_open_window (NULL);
  FluiComparing *comparing = flui_compare_get_comparing (get_page (window));
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "sum-and-more.py", NULL);
  g_autofree char *title = NULL;
  const FlGraph *graph;
  guint n;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ui_harness_open (window, path);
  run_at (window, "100");
  n = flui_comparing_get_n_choices (comparing);
  flui_whatif_try (flui_window_get_whatif (window), FL_OVERRIDE_FORBID, (FlItem) { FL_ITEM_OP, fl_intern ("op0") },
                   (FlItem) { FL_ITEM_OP, fl_intern ("op1") });
  g_assert_true (ui_harness_settle (window));
  ui_harness_wait_ms (300);
  g_assert_cmpuint (flui_comparing_get_n_choices (comparing), ==, n + 1);
  compare (window);
  flui_comparing_set_column (comparing, 1, flui_comparing_get_choice (comparing, n));
  settle (window);
  title = g_strdup (flui_comparing_get_comparison (comparing)->columns[1].title);
  graph = flui_comparing_get_column (comparing, 1)->run->graph;
  run_at (window, "1000000");
  ui_harness_wait_ms (300);
  settle (window);
  g_assert_nonnull (flui_comparing_get_column (comparing, 1)->run);
  g_assert_true (flui_comparing_get_column (comparing, 1)->run->graph != graph);
  g_assert_cmpstr (flui_comparing_get_comparison (comparing)->columns[1].title, ==, title);
  ui_harness_close (window);
}

static void
test_writes_pictures_and_texts (void)
{
  static const char *const suffixes[] = { "svg", "pdf", "png", "txt", "json" };
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiComparing *comparing = compare (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-compare-XXXXXX", &error);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat ("compare.", suffixes[i], NULL),
                      *path = g_build_filename (folder, name, NULL), *text = NULL;

      g_assert_true (flui_comparing_write (comparing, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      if (i == 0 || i >= 3)
        g_assert_nonnull (strstr (text, "TorchInductor"));
      g_remove (path);
    }
  g_assert_false (flui_comparing_write (comparing, "/nowhere/at/all.txt", &error));
  g_assert_nonnull (error);
  g_rmdir (folder);
  ui_harness_close (window);
}

void
test_window_compare_add (void)
{
  static const UiTest tests[] = {
    { "/window/compare/shows-before-and-after", test_shows_before_and_after },
    { "/ui/compare/versions-side-by-side", test_versions_side_by_side },
    { "/window/compare/walks-and-ties-operators-to-their-kernel", test_walks_and_ties_operators_to_their_kernel },
    { "/window/compare/panes-move-together-until-untied", test_panes_move_together_until_untied },
    { "/window/compare/boxes-stand-still", test_boxes_stand_still },
    { "/window/compare/one-selection-everywhere", test_one_selection_everywhere },
    { "/window/compare/measures-on-request", test_measures_on_request },
    { "/window/compare/measuring-can-be-cancelled", test_measuring_can_be_cancelled },
    { "/window/compare/a-failure-of-the-worker-is-said", test_a_failure_of_the_worker_is_said },
    { "/window/compare/cancelled-and-again", test_cancelled_and_again },
    { "/window/compare/another-graph-is-compared-anew", test_another_graph_is_compared_anew },
    { "/window/compare/a-variant-can-be-a-column", test_a_variant_can_be_a_column },
    { "/window/compare/what-if-variants-are-columns", test_what_if_variants_are_columns },
    { "/window/compare/variants-are-kept-at-other-sizes", test_variants_are_kept_at_other_sizes },
    { "/window/compare/writes-pictures-and-texts", test_writes_pictures_and_texts },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
