/* The window, driven as a user would: through named actions, the session, and the keys and clicks
 * of the widgets. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-fuse.h"
#include "fl-intern.h"

#include "flui-canvas.h"
#include "flui-parity.h"
#include "flui-samples.h"
#include "flui-sizes.h"
#include "flui-step-bar.h"

#include "ui-harness.h"

static FluiCanvas *
get_canvas (FluiWindow *window)
{
  return flui_stage_page_get_canvas (flui_window_get_page (window));
}

static FluiWindow *
open_window (const char *graph)
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

static char *
write_graph (const char *name, const char *text)
{
  char *path = g_build_filename (g_get_user_data_dir (), name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* A press on the picture at a box, as the gesture would report it. */
static void
press_key (GtkWidget *widget, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean handled;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &handled);
    }
}

/* --- opening
 * ------------------------------------------------------------------------------------------------------
 */

static void
test_starts_empty (void)
{
  FluiWindow *window = open_window (NULL);

  g_assert_null (flui_session_get_run (flui_window_get_session (window)));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Fuseloom");
  g_assert_false (ui_harness_can (window, "run"));
  g_assert_false (ui_harness_can (window, "report"));
  g_assert_true (ui_harness_can (window, "open"));
  g_assert_cmpuint (flui_samples_get_n_rows (), >=, 13);
  ui_harness_close (window);
}

/* Softmax over (10, 3840): placeholder, amax, sub, exp, sum, div, output. */
static void
test_opens_a_graph (void)
{
  FluiWindow *window = open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  const FlRun *run = flui_session_get_run (session);

  g_assert_cmpuint (run->graph->n_nodes, ==, 7);
  g_assert_null (run->error);
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_FUSE);
  g_assert_nonnull (flui_canvas_get_scene (get_canvas (window)));
  g_assert_null (flui_window_get_error (window));
  g_assert_true (ui_harness_can (window, "run"));
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "softmax.py"));
  ui_harness_close (window);
}

static void
test_opens_through_the_action (void)
{
  FluiWindow *window = open_window (NULL);
  g_autofree char *path = ui_harness_dup_sample ("add-relu.py");

  ui_harness_act (window, "open-path", g_variant_new_string (path));
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpstr (flui_session_get_path (flui_window_get_session (window)), ==, path);
  ui_harness_close (window);
}

/* --- PyTorch's own
 * ---------------------------------------------------------------------------------------------------
 */

static guint
count_marks (FluiWindow *window, FlMark mark)
{
  const FlScene *scene = flui_canvas_get_scene (get_canvas (window));
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
  FluiWindow *window = open_window (folder);
  FluiSession *session = flui_window_get_session (window);
  const FlParity *parity = flui_session_get_parity (session);
  const FlScene *scene = flui_canvas_get_scene (get_canvas (window));

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
  g_assert_false (flui_canvas_get_scene (get_canvas (window))->is_compared);
  g_assert_false (ui_harness_can (window, "show-theirs"));
  ui_harness_close (window);
}

static void
test_a_file_in_a_debug_folder_brings_the_dumps (void)
{
  g_autofree char *folder = ui_harness_make_folder ("cpu/sample-softmax", NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "fx_graph_transformed.py", NULL);
  FluiWindow *window = open_window (path);

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
  FluiWindow *window = open_window (folder);
  FluiSession *session = flui_window_get_session (window);
  const FlParity *parity = flui_session_get_parity (session);
  const FlScene *scene = flui_canvas_get_scene (get_canvas (window));

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
  FluiWindow *window = open_window (folder);
  FluiSession *session = flui_window_get_session (window);
  guint n = 0;
  const FlParityEntry *entries
      = fl_parity_get_entries (flui_session_get_parity (session), FL_STAGE_FUSE, &n);

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
  FluiWindow *window = open_window (folder);
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
  FluiWindow *window = open_window (folder);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-theirs",
                                      g_variant_new_boolean (FALSE));
  g_assert_true (ui_harness_settle (window));
  g_assert_false (flui_canvas_get_scene (get_canvas (window))->is_compared);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-theirs",
                                      g_variant_new_boolean (TRUE));
  g_assert_true (ui_harness_settle (window));
  g_assert_true (flui_canvas_get_scene (get_canvas (window))->is_compared);
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
  FluiWindow *window = open_window (folder);
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
  window = open_window (folder);
  g_assert_nonnull (flui_session_get_run (flui_window_get_session (window)));
  g_assert_null (flui_session_get_parity (flui_window_get_session (window)));
  g_assert_nonnull (strstr (flui_window_get_error (window), "ir_pre_fusion.txt:1"));
  ui_harness_close (window);
}

/* Every sample, every stage: a picture each, and nothing on the error banner. */
static void
test_shows_every_stage_of_every_sample (void)
{
  for (guint i = 0; i < flui_samples_get_n_rows (); i++)
    {
      FluiWindow *window = open_window (flui_samples_get_row (i)->path);
      FluiSession *session = flui_window_get_session (window);

      for (int stage = 0; stage < FL_STAGE_RUN; stage++)
        {
          if (!flui_session_get_run (session)->stages[stage].was_reached)
            continue;
          ui_harness_act (window, "stage", g_variant_new_int32 (stage));
          g_assert_true (ui_harness_settle (window));
          g_assert_cmpint (flui_session_get_stage (session), ==, stage);
          g_assert_nonnull (flui_canvas_get_scene (get_canvas (window)));
          g_assert_cmpint (flui_canvas_get_scene (get_canvas (window))->stage, ==, stage);
          g_assert_cmpuint (flui_canvas_get_scene (get_canvas (window))->n_nodes, >, 0);
        }
      g_assert_null (flui_window_get_error (window));
      ui_harness_close (window);
    }
}

static void
test_says_what_is_wrong_with_a_file (void)
{
  FluiWindow *window = open_window ("softmax.py");
  g_autofree char *path
      = write_graph ("broken.py", "class GraphModule(torch.nn.Module):\n"
                                  "    def forward(self, arg0_1: \"f32[4]\"):\n"
                                  "        exp: \"f32[4]\" = torch.ops.aten.exp.default(nothing)\n"
                                  "        return (exp,)\n");
  const FlGraph *graph = flui_session_get_run (flui_window_get_session (window))->graph;

  ui_harness_open (window, path);
  g_assert_nonnull (flui_window_get_error (window));
  g_assert_nonnull (strstr (flui_window_get_error (window), "broken.py:3"));
  g_assert_nonnull (strstr (flui_window_get_error (window), "nothing"));
  g_assert_true (flui_session_get_run (flui_window_get_session (window))->graph
                 == graph); /* what was open stays */
  ui_harness_open (window, "add-relu.py");
  g_assert_null (flui_window_get_error (window));
  ui_harness_close (window);
}

static void
test_says_that_a_file_is_missing (void)
{
  FluiWindow *window = open_window (NULL);

  ui_harness_open (window, "/nowhere/at/all.py");
  g_assert_nonnull (flui_window_get_error (window));
  g_assert_nonnull (strstr (flui_window_get_error (window), "/nowhere/at/all.py"));
  ui_harness_close (window);
}

static void
test_opens_a_truncated_file_as_far_as_it_goes (void)
{
  g_autofree char *path = write_graph (
      "cut.py", "class GraphModule(torch.nn.Module):\n"
                "    def forward(self, arg0_1: \"f32[4]\"):\n"
                "        exp: \"f32[4]\" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None\n"
                "        add: \"f32[4]\" = torch.ops.aten.add.Tens");
  FluiWindow *window = open_window (path);
  const FlRun *run = flui_session_get_run (flui_window_get_session (window));

  g_assert_true (run->graph->truncated);
  g_assert_nonnull (fl_graph_find_node (run->graph, fl_intern ("exp")));
  g_assert_cmpint (flui_session_get_stage (flui_window_get_session (window)), ==, FL_STAGE_GRAPH);
  ui_harness_close (window);
}

static void
test_opens_another_while_one_is_under_way (void)
{
  FluiWindow *window = open_window (NULL);
  g_autofree char *first = ui_harness_dup_sample ("llama-block.py");
  g_autofree char *second = ui_harness_dup_sample ("softmax.py");

  flui_window_open (window, first);
  flui_window_open (window, second);
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpstr (flui_session_get_path (flui_window_get_session (window)), ==, second);
  g_assert_cmpuint (flui_session_get_run (flui_window_get_session (window))->graph->n_nodes, ==, 7);
  ui_harness_close (window);
}

static void
test_remembers_recent_graphs (void)
{
  g_autofree char *path = write_graph (
      "mine.py", "class GraphModule(torch.nn.Module):\n"
                 "    def forward(self, arg0_1: \"f32[4]\"):\n"
                 "        exp: \"f32[4]\" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None\n"
                 "        return (exp,)\n");
  FluiWindow *window = open_window (path);
  g_autoptr (GPtrArray) recent = NULL;

  ui_harness_wait_ms (50);
  recent = flui_recent_list (5);
  g_assert_cmpuint (recent->len, >=, 1);
  g_assert_true (g_ptr_array_find_with_equal_func (recent, path, g_str_equal, NULL));
  ui_harness_close (window);
}

/* --- stages and steps
 * ---------------------------------------------------------------------------------------------- */

static void
test_walks_through_stages (void)
{
  FluiWindow *window = open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);

  flui_session_set_stage (session, FL_STAGE_GRAPH);
  for (int stage = FL_STAGE_DECOMPOSE; stage <= FL_STAGE_CODEGEN; stage++)
    {
      ui_harness_act (window, "stage-next", NULL);
      g_assert_cmpint (flui_session_get_stage (session), ==, stage);
    }
  ui_harness_act (window, "stage-next", NULL); /* not run yet: there is none */
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_CODEGEN);
  ui_harness_act (window, "stage-previous", NULL);
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_MEMORY);
  ui_harness_settle (window);
  ui_harness_close (window);
}

/* At step 0 of fusion nothing is fused: four nodes; at the end one. */
static void
test_steps_through_fusion (void)
{
  FluiWindow *window = open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  guint32 n_steps = flui_session_get_n_steps (session);

  g_assert_cmpuint (n_steps, >, 4);
  g_assert_cmpuint (flui_session_get_shown (session)->fused->n_nodes, ==, 1);
  ui_harness_act (window, "step-first", NULL);
  ui_harness_settle (window);
  g_assert_cmpuint (flui_session_get_step (session), ==, 0);
  g_assert_cmpuint (flui_session_get_shown (session)->fused->n_nodes, ==, 4);
  g_assert_false (ui_harness_can (window, "step-previous"));
  for (guint32 step = 1; step <= n_steps; step++)
    {
      ui_harness_act (window, "step-next", NULL);
      g_assert_true (ui_harness_settle (window));
      g_assert_cmpuint (flui_session_get_step (session), ==, step);
    }
  g_assert_false (ui_harness_can (window, "step-next"));
  g_assert_cmpuint (flui_session_get_shown (session)->fused->n_nodes, ==, 1);
  ui_harness_close (window);
}

static void
test_plays_steps_to_the_end (void)
{
  FluiWindow *window = open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  GtkWidget *bar = ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_STEP_BAR, 0);

  flui_session_set_step (session, flui_session_get_n_steps (session) - 1);
  ui_harness_settle (window);
  ui_harness_act (window, "play", NULL);
  g_assert_true (flui_step_bar_is_playing (FLUI_STEP_BAR (bar)));
  ui_harness_wait_ms (2000);
  g_assert_false (flui_step_bar_is_playing (FLUI_STEP_BAR (bar)));
  g_assert_cmpuint (flui_session_get_step (session), ==, flui_session_get_n_steps (session));
  ui_harness_close (window);
}

/* Dragging the slider asks for many steps at once: the last one wins. */
static void
test_shows_the_last_of_many_steps (void)
{
  FluiWindow *window = open_window ("llama-block.py");
  FluiSession *session = flui_window_get_session (window);

  for (guint32 step = 1; step < 40; step++)
    flui_session_set_step (session, step);
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpuint (flui_session_get_step (session), ==, 39);
  g_assert_cmpuint (flui_session_get_shown (session)->stages[FL_STAGE_FUSE].n_steps, ==, 39);
  ui_harness_close (window);
}

/* --- selecting
 * ------------------------------------------------------------------------------------------------------
 */

static void
test_one_selection_lights_its_kin (void)
{
  FluiWindow *window = open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  gboolean has_buffer = FALSE, has_kernel = FALSE, has_op = FALSE;
  const FlItem *items;
  guint n_items;

  flui_session_select (session, (FlItem){ FL_ITEM_NODE, fl_intern ("exp") });
  items = flui_session_get_lit (session, &n_items);
  for (guint i = 0; i < n_items; i++)
    {
      has_buffer = has_buffer || items[i].kind == FL_ITEM_BUFFER;
      has_kernel = has_kernel || items[i].kind == FL_ITEM_KERNEL;
      has_op = has_op || items[i].kind == FL_ITEM_OP;
    }
  g_assert_true (has_buffer && has_kernel && has_op);
  for (int stage = 0; stage <= FL_STAGE_CODEGEN; stage++)
    {
      flui_session_set_stage (session, stage);
      ui_harness_settle (window);
    }
  flui_session_select (session, (FlItem){ FL_ITEM_NONE, NULL });
  flui_session_get_lit (session, &n_items);
  g_assert_cmpuint (n_items, ==, 0);
  ui_harness_close (window);
}

static void
test_keys_move_the_cursor (void)
{
  FluiWindow *window = open_window ("softmax.py");
  FluiCanvas *canvas = get_canvas (window);
  FluiSession *session = flui_window_get_session (window);
  gint32 first;

  flui_session_set_stage (session, FL_STAGE_GRAPH);
  ui_harness_settle (window);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  press_key (GTK_WIDGET (canvas), GDK_KEY_Home, 0);
  first = flui_canvas_get_cursor (canvas);
  g_assert_cmpint (first, ==, 0);
  g_assert_cmpint (flui_session_get_selection (session).kind, ==, FL_ITEM_GRAPH_NODE);
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "arg0_1");
  press_key (GTK_WIDGET (canvas), GDK_KEY_Down, GDK_SHIFT_MASK); /* to the first reader */
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "amax");
  press_key (GTK_WIDGET (canvas), GDK_KEY_Up, GDK_SHIFT_MASK);
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "arg0_1");
  press_key (GTK_WIDGET (canvas), GDK_KEY_Down, 0);
  g_assert_cmpint (flui_canvas_get_cursor (canvas), !=, first);
  press_key (GTK_WIDGET (canvas), GDK_KEY_Escape, 0);
  g_assert_cmpint (flui_session_get_selection (session).kind, ==, FL_ITEM_NONE);
  g_assert_cmpint (flui_canvas_get_cursor (canvas), ==, -1);
  ui_harness_close (window);
}

/* Softmax over columns: op1 and op3 may not be one kernel, for op2 must run between them. */
static void
test_a_refused_fusion_says_why (void)
{
  FluiWindow *window = open_window ("softmax-outer.py");
  FluiSession *session = flui_window_get_session (window);
  FluiCanvas *canvas = get_canvas (window);
  const FlScene *scene = flui_canvas_get_scene (canvas);
  guint n_refused = 0;

  for (guint i = 0; i < scene->n_edges; i++)
    n_refused += scene->edges[i].look == FL_EDGE_REFUSED;
  g_assert_cmpuint (n_refused, >, 0);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  press_key (GTK_WIDGET (canvas), GDK_KEY_w, 0);
  g_assert_cmpint (flui_session_get_selection (session).kind, ==, FL_ITEM_OP);
  g_assert_cmpint (flui_session_get_partner (session).kind, ==, FL_ITEM_OP);
  g_assert_cmpint (flui_canvas_get_edge (canvas), >=, 0);
  g_assert_cmpint (scene->edges[flui_canvas_get_edge (canvas)].look, ==, FL_EDGE_REFUSED);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-refused",
                                      g_variant_new_boolean (FALSE));
  ui_harness_settle (window);
  scene = flui_canvas_get_scene (canvas);
  for (guint i = 0; i < scene->n_edges; i++)
    g_assert_cmpint (scene->edges[i].look, !=, FL_EDGE_REFUSED);
  ui_harness_close (window);
}

static void
test_finds_what_is_searched (void)
{
  FluiWindow *window = open_window ("softmax.py");
  GtkWidget *entry = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, 0);

  ui_harness_act (window, "search", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "buf2");
  ui_harness_wait_ms (400); /* the entry waits for typing to end */
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (flui_session_get_selection (flui_window_get_session (window)).kind, ==,
                   FL_ITEM_BUFFER);
  g_assert_cmpstr (flui_session_get_selection (flui_window_get_session (window)).name, ==, "buf2");
  g_signal_emit_by_name (entry, "stop-search");
  ui_harness_close (window);
}

static char *
write_long_graph (void)
{
  g_autoptr (GString) text = g_string_new (
      "class GraphModule(torch.nn.Module):\n    def forward(self, arg0_1: \"f32[4]\"):\n");

  for (int i = 0; i < 900; i++)
    g_string_append_printf (text, "        t%d: \"f32[4]\" = torch.ops.aten.exp.default(%s%d)\n", i,
                            i ? "t" : "arg0_", i ? i - 1 : 1);
  g_string_append (text, "        return (t899,)\n");
  return write_graph ("long.py", text->str);
}

/* What is found opens the blocks it lies in. */
static void
test_a_selection_opens_its_block (void)
{
  g_autofree char *path = write_long_graph ();
  FluiWindow *window = open_window (path);
  FluiSession *session = flui_window_get_session (window);
  FlItem item = { FL_ITEM_GRAPH_NODE, fl_intern ("t450") };
  const FlScene *scene;
  gboolean found = FALSE;

  flui_session_set_stage (session, FL_STAGE_GRAPH);
  ui_harness_settle (window);
  g_assert_cmpint (flui_canvas_find_block (get_canvas (window), item), >=, 0);
  flui_session_select (session, item);
  ui_harness_settle (window);
  scene = flui_canvas_get_scene (get_canvas (window));
  for (guint i = 0; i < scene->n_nodes; i++)
    found = found || scene->nodes[i].item.name == item.name;
  g_assert_true (found);
  g_assert_cmpint (flui_canvas_get_cursor (get_canvas (window)), >=, 0);
  ui_harness_close (window);
}

/* A graph that is drawn folded opens a block by a key. */
static void
test_blocks_open (void)
{
  g_autofree char *path = write_long_graph ();
  FluiWindow *window = open_window (path);
  FluiCanvas *canvas;
  guint n_before, n_open;
  gint32 block = -1;

  canvas = get_canvas (window);
  flui_session_set_stage (flui_window_get_session (window), FL_STAGE_GRAPH);
  ui_harness_settle (window);
  n_before = flui_canvas_get_scene (canvas)->n_nodes;
  g_assert_cmpuint (n_before, <=, 400);
  for (guint i = 0; i < n_before && block < 0; i++)
    if (flui_canvas_get_scene (canvas)->nodes[i].look == FL_LOOK_FOLDED)
      block = i;
  g_assert_cmpint (block, >=, 0);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  press_key (GTK_WIDGET (canvas), GDK_KEY_Home, 0);
  while (flui_canvas_get_cursor (canvas) != block)
    press_key (GTK_WIDGET (canvas), GDK_KEY_Down, GDK_SHIFT_MASK);
  press_key (GTK_WIDGET (canvas), GDK_KEY_Return, 0);
  ui_harness_settle (window);
  n_open = flui_canvas_get_scene (canvas)->n_nodes;
  g_assert_cmpuint (n_open, >, n_before);
  ui_harness_close (window);
}

/* --- drawer
 * ---------------------------------------------------------------------------------------------------------
 */

static void
test_drawer_follows_the_stage_until_told_otherwise (void)
{
  FluiWindow *window = open_window ("softmax.py");
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

static void
test_opens_every_page (void)
{
  static const char *const pages[] = { "source", "decisions", "memory", "timings", "notes" };
  FluiWindow *window = open_window ("attention.py");

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
  FluiWindow *window = open_window ("softmax.py");

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
  FluiWindow *window = open_window ("softmax.py");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (int k = 0; k < 2; k++)
      {
        g_autoptr (GVariant) before
            = g_action_group_get_action_state (G_ACTION_GROUP (window), names[i]);
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
  FluiWindow *window = open_window ("softmax.py");

  gtk_widget_grab_focus (GTK_WIDGET (get_canvas (window)));
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
  FluiWindow *window = open_window ("softmax.py");
  g_autoptr (GVariant) state = NULL;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector",
                                      g_variant_new_boolean (FALSE));
  ui_harness_close (window);
  window = ui_harness_new_window (1280, 720);
  state = g_action_group_get_action_state (G_ACTION_GROUP (window), "show-inspector");
  g_assert_false (g_variant_get_boolean (state));
  ui_harness_close (window);
  ui_harness_forget ();
}

/* --- options
 * ---------------------------------------------------------------------------------------------------------
 */

/* By the GPU's rules the exponential is computed again: three nodes, one kernel. */
static void
test_another_target_is_another_run (void)
{
  FluiWindow *window = open_window ("softmax.py");
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
  FluiWindow *window = open_window ("layer-norm.py");
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
          g_assert_cmpuint (flui_canvas_get_scene (get_canvas (window))->n_nodes, >, 0);
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

/* --- running
 * ----------------------------------------------------------------------------------------------------------
 */

static void
test_runs_the_kernels (void)
{
  FluiWindow *window = open_window ("add-relu.py");
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
is_not_busy (gpointer session)
{
  return !flui_session_is_busy (session);
}

static void
test_running_can_be_cancelled (void)
{
  FluiWindow *window = open_window ("mlp-gelu.py");
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
  FluiWindow *window = open_window ("softmax.py");
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
  FluiWindow *window = open_window ("softmax.py");

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
  FluiWindow *window = open_window ("softmax.py");
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
  FluiWindow *window = open_window ("mlp-gelu.py");

  ui_harness_act (window, "run", NULL);
  ui_harness_wait_ms (60);
  ui_harness_close (window);
  ui_harness_wait_ms (600);
}

static void
test_writes_a_report (void)
{
  FluiWindow *window = open_window ("softmax.py");
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
  FluiWindow *window = open_window ("softmax.py");

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

/* --- size
 * -------------------------------------------------------------------------------------------------------------
 */

/* At 1280 x 720: the picture keeps at least 560, and the header is not wider than the window. */
static void
test_fits_a_small_screen (void)
{
  FluiWindow *window = open_window ("softmax.py");
  int minimum;

  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), ==, 1280);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (get_canvas (window))), >=, 560);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (get_canvas (window))), >=, 240);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 1100);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 680);
  ui_harness_close (window);
}

/* --- sizes
 * -----------------------------------------------------------------------------------------------------
 */

static void
test_runs_at_another_size_without_compiling (void)
{
  FluiWindow *window = open_window ("softmax-dynamic.py");
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

static void
test_refuses_sizes_with_their_constraint (void)
{
  FluiWindow *window = open_window ("softmax-dynamic.py");
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

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (void);
  } tests[] = {
    { "/ui/window/open/starts-empty", test_starts_empty },
    { "/ui/window/open/graph", test_opens_a_graph },
    { "/ui/window/open/action", test_opens_through_the_action },
    { "/ui/sizes/runs-without-compiling", test_runs_at_another_size_without_compiling },
    { "/ui/sizes/refuses-with-the-constraint", test_refuses_sizes_with_their_constraint },
    { "/ui/parity/opens-a-folder-with-dumps", test_opens_a_folder_with_dumps },
    { "/ui/parity/a-file-in-a-debug-folder", test_a_file_in_a_debug_folder_brings_the_dumps },
    { "/ui/parity/shows-what-only-one-has", test_shows_what_only_one_has },
    { "/ui/parity/walks-through-differences", test_walks_through_the_differences },
    { "/ui/parity/exports-the-overlay", test_exports_the_overlay },
    { "/ui/parity/hides-the-overlay", test_hides_the_overlay },
    { "/ui/parity/texts-side-by-side", test_shows_both_texts_side_by_side },
    { "/ui/parity/says-which-dump-is-damaged", test_says_which_dump_is_damaged },
    { "/ui/window/open/every-stage-of-every-sample", test_shows_every_stage_of_every_sample },
    { "/ui/window/open/broken", test_says_what_is_wrong_with_a_file },
    { "/ui/window/open/missing", test_says_that_a_file_is_missing },
    { "/ui/window/open/truncated", test_opens_a_truncated_file_as_far_as_it_goes },
    { "/ui/window/open/another-meanwhile", test_opens_another_while_one_is_under_way },
    { "/ui/window/open/recent", test_remembers_recent_graphs },
    { "/ui/window/stages/walk", test_walks_through_stages },
    { "/ui/window/steps/fusion", test_steps_through_fusion },
    { "/ui/window/steps/play", test_plays_steps_to_the_end },
    { "/ui/window/steps/last-of-many", test_shows_the_last_of_many_steps },
    { "/ui/window/select/kin", test_one_selection_lights_its_kin },
    { "/ui/window/select/keys", test_keys_move_the_cursor },
    { "/ui/window/select/refused", test_a_refused_fusion_says_why },
    { "/ui/window/select/search", test_finds_what_is_searched },
    { "/ui/window/select/blocks", test_blocks_open },
    { "/ui/window/select/opens-its-block", test_a_selection_opens_its_block },
    { "/ui/window/drawer/follows-stage", test_drawer_follows_the_stage_until_told_otherwise },
    { "/ui/window/drawer/every-page", test_opens_every_page },
    { "/ui/window/dialogs", test_opens_every_dialog },
    { "/ui/window/regions/toggle", test_toggles_regions },
    { "/ui/window/regions/keys", test_regions_can_be_reached_by_keys },
    { "/ui/window/regions/remembered", test_remembers_what_was_shown },
    { "/ui/window/regions/small-screen", test_fits_a_small_screen },
    { "/ui/window/options/target", test_another_target_is_another_run },
    { "/ui/window/options/strategies", test_every_strategy_is_shown },
    { "/ui/window/run/agrees", test_runs_the_kernels },
    { "/ui/window/run/cancel", test_running_can_be_cancelled },
    { "/ui/window/run/crash", test_a_crash_leaves_the_window_alive },
    { "/ui/window/run/compile-error", test_a_kernel_that_does_not_compile_is_reported },
    { "/ui/window/run/hang", test_a_hanging_kernel_can_be_cancelled },
    { "/ui/window/run/close", test_closing_during_a_run_is_clean },
    { "/ui/window/export/report", test_writes_a_report },
    { "/ui/window/export/pictures", test_exports_pictures },
  };
  int status;

  ui_harness_init (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  /* Criticals are our defects; warnings may be the toolkit's (its shortcuts window measures labels
   * at -5). */
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].path, tests[i].test);
  status = g_test_run ();
  ui_harness_finish ();
  return status;
}
