/* The window, driven as a user would: through named actions, the session, and the keys and clicks
 * of the widgets. Here: opening, stages, steps, selecting; the other files of the program are in
 * test-window.h. */
#include "test-window.h"

#include <string.h>

#include "fl-intern.h"

#include "flui-samples.h"
#include "flui-step-bar.h"

#include "ui-harness.h"

static char *
write_graph (const char *name, const char *text)
{
  char *path = g_build_filename (g_get_user_data_dir (), name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* A key, as the widget would get it. */
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

static void
test_starts_empty (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);

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
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  const FlRun *run = flui_session_get_run (session);

  g_assert_cmpuint (run->graph->n_nodes, ==, 7);
  g_assert_null (run->error);
  g_assert_cmpint (flui_session_get_stage (session), ==, FL_STAGE_FUSE);
  g_assert_nonnull (flui_canvas_get_scene (ui_harness_get_canvas (window)));
  g_assert_null (flui_window_get_error (window));
  g_assert_true (ui_harness_can (window, "run"));
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "softmax.py"));
  ui_harness_close (window);
}

static void
test_opens_through_the_action (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);
  g_autofree char *path = ui_harness_dup_sample ("add-relu.py");

  ui_harness_act (window, "open-path", g_variant_new_string (path));
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpstr (flui_session_get_path (flui_window_get_session (window)), ==, path);
  ui_harness_close (window);
}

/* Every sample, every stage: a picture each, and nothing on the error banner. Outside of the long form two samples of
 * three go to every third stage, another third each: each stage has its turn with more than half of the samples. */
static void
test_shows_every_stage_of_every_sample (void)
{
  for (guint i = 0; i < flui_samples_get_n_rows (); i++)
    {
      FluiWindow *window = ui_harness_open_window (flui_samples_get_row (i)->path);
      FluiSession *session = flui_window_get_session (window);

      for (int stage = 0; stage < FL_STAGE_RUN; stage++)
        {
          if (!flui_session_get_run (session)->stages[stage].was_reached)
            continue;
          if (i % 3 != 0 && (i + stage) % 3 != 0 && !g_getenv ("FUSELOOM_TEST_ALL"))
            continue;
          ui_harness_act (window, "stage", g_variant_new_int32 (stage));
          g_assert_true (ui_harness_settle (window));
          g_assert_cmpint (flui_session_get_stage (session), ==, stage);
          g_assert_nonnull (flui_canvas_get_scene (ui_harness_get_canvas (window)));
          g_assert_cmpint (flui_canvas_get_scene (ui_harness_get_canvas (window))->stage, ==, stage);
          g_assert_cmpuint (flui_canvas_get_scene (ui_harness_get_canvas (window))->n_nodes, >, 0);
        }
      g_assert_null (flui_window_get_error (window));
      ui_harness_close (window);
    }
}

static void
test_says_what_is_wrong_with_a_file (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  g_autofree char *path = write_graph ("broken.py", "class GraphModule(torch.nn.Module):\n"
                                                    "    def forward(self, arg0_1: \"f32[4]\"):\n"
                                                    "        exp: \"f32[4]\" = torch.ops.aten.exp.default(nothing)\n"
                                                    "        return (exp,)\n");
  const FlGraph *graph = flui_session_get_run (flui_window_get_session (window))->graph;

  ui_harness_open (window, path);
  g_assert_nonnull (flui_window_get_error (window));
  g_assert_nonnull (strstr (flui_window_get_error (window), "broken.py:3"));
  g_assert_nonnull (strstr (flui_window_get_error (window), "nothing"));
  g_assert_true (flui_session_get_run (flui_window_get_session (window))->graph
                 == graph); /* the graph that was open stays */
  ui_harness_open (window, "add-relu.py");
  g_assert_null (flui_window_get_error (window));
  ui_harness_close (window);
}

static void
test_says_that_a_file_is_missing (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);

  ui_harness_open (window, "/nowhere/at/all.py");
  g_assert_nonnull (flui_window_get_error (window));
  g_assert_nonnull (strstr (flui_window_get_error (window), "/nowhere/at/all.py"));
  ui_harness_close (window);
}

static void
test_opens_a_truncated_file_as_far_as_it_goes (void)
{
  g_autofree char *path
      = write_graph ("cut.py", "class GraphModule(torch.nn.Module):\n"
                               "    def forward(self, arg0_1: \"f32[4]\"):\n"
                               "        exp: \"f32[4]\" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None\n"
                               "        add: \"f32[4]\" = torch.ops.aten.add.Tens");
  FluiWindow *window = ui_harness_open_window (path);
  const FlRun *run = flui_session_get_run (flui_window_get_session (window));

  g_assert_true (run->graph->truncated);
  g_assert_nonnull (fl_graph_find_node (run->graph, fl_intern ("exp")));
  g_assert_cmpint (flui_session_get_stage (flui_window_get_session (window)), ==, FL_STAGE_GRAPH);
  ui_harness_close (window);
}

static void
test_opens_another_while_one_is_under_way (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);
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
  g_autofree char *path
      = write_graph ("mine.py", "class GraphModule(torch.nn.Module):\n"
                                "    def forward(self, arg0_1: \"f32[4]\"):\n"
                                "        exp: \"f32[4]\" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None\n"
                                "        return (exp,)\n");
  FluiWindow *window = ui_harness_open_window (path);
  g_autoptr (GPtrArray) recent = NULL;

  ui_harness_wait_ms (50);
  recent = flui_recent_list (5);
  g_assert_cmpuint (recent->len, >=, 1);
  g_assert_true (g_ptr_array_find_with_equal_func (recent, path, g_str_equal, NULL));
  ui_harness_close (window);
}

static void
test_walks_through_stages (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
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
  FluiWindow *window = ui_harness_open_window ("softmax.py");
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
  FluiWindow *window = ui_harness_open_window ("softmax.py");
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
  FluiWindow *window = ui_harness_open_window ("llama-block.py");
  FluiSession *session = flui_window_get_session (window);

  for (guint32 step = 1; step < 40; step++)
    flui_session_set_step (session, step);
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpuint (flui_session_get_step (session), ==, 39);
  g_assert_cmpuint (flui_session_get_shown (session)->stages[FL_STAGE_FUSE].n_steps, ==, 39);
  ui_harness_close (window);
}

static void
test_one_selection_lights_its_kin (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  gboolean has_buffer = FALSE, has_kernel = FALSE, has_op = FALSE;
  const FlItem *items;
  guint n_items;

  flui_session_select (session, (FlItem) { FL_ITEM_NODE, fl_intern ("exp") });
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
  flui_session_select (session, (FlItem) { FL_ITEM_NONE, NULL });
  flui_session_get_lit (session, &n_items);
  g_assert_cmpuint (n_items, ==, 0);
  ui_harness_close (window);
}

static void
test_keys_move_the_cursor (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiCanvas *canvas = ui_harness_get_canvas (window);
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
  FluiWindow *window = ui_harness_open_window ("softmax-outer.py");
  FluiSession *session = flui_window_get_session (window);
  FluiCanvas *canvas = ui_harness_get_canvas (window);
  const FlScene *scene = flui_canvas_get_scene (canvas);
  guint n_refused = 0;

  for (guint i = 0; i < scene->n_edges; i++)
    n_refused += fl_edge_look_is_refusal (scene->edges[i].look);
  g_assert_cmpuint (n_refused, >, 0);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  press_key (GTK_WIDGET (canvas), GDK_KEY_w, 0);
  g_assert_cmpint (flui_session_get_selection (session).kind, ==, FL_ITEM_OP);
  g_assert_cmpint (flui_session_get_partner (session).kind, ==, FL_ITEM_OP);
  g_assert_cmpint (flui_canvas_get_edge (canvas), >=, 0);
  g_assert_cmpint (scene->edges[flui_canvas_get_edge (canvas)].look, ==, FL_EDGE_REFUSED);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-refused", g_variant_new_boolean (FALSE));
  ui_harness_settle (window);
  scene = flui_canvas_get_scene (canvas);
  for (guint i = 0; i < scene->n_edges; i++)
    g_assert_false (fl_edge_look_is_refusal (scene->edges[i].look));
  ui_harness_close (window);
}

static void
test_finds_what_is_searched (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  GtkWidget *entry = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, 0);

  ui_harness_act (window, "search", NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "buf2");
  ui_harness_wait_ms (400); /* the entry waits for typing to end */
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (flui_session_get_selection (flui_window_get_session (window)).kind, ==, FL_ITEM_BUFFER);
  g_assert_cmpstr (flui_session_get_selection (flui_window_get_session (window)).name, ==, "buf2");
  g_signal_emit_by_name (entry, "stop-search");
  ui_harness_close (window);
}

static char *
write_long_graph (void)
{
  g_autoptr (GString) text
      = g_string_new ("class GraphModule(torch.nn.Module):\n    def forward(self, arg0_1: \"f32[4]\"):\n");

  for (int i = 0; i < 900; i++)
    g_string_append_printf (text, "        t%d: \"f32[4]\" = torch.ops.aten.exp.default(%s%d)\n", i, i ? "t" : "arg0_",
                            i ? i - 1 : 1);
  g_string_append (text, "        return (t899,)\n");
  return write_graph ("long.py", text->str);
}

/* What is found opens the blocks it lies in. */
static void
test_a_selection_opens_its_block (void)
{
  g_autofree char *path = write_long_graph ();
  FluiWindow *window = ui_harness_open_window (path);
  FluiSession *session = flui_window_get_session (window);
  FlItem item = { FL_ITEM_GRAPH_NODE, fl_intern ("t450") };
  const FlScene *scene;
  gboolean found = FALSE;

  flui_session_set_stage (session, FL_STAGE_GRAPH);
  ui_harness_settle (window);
  g_assert_cmpint (flui_canvas_find_block (ui_harness_get_canvas (window), item), >=, 0);
  flui_session_select (session, item);
  ui_harness_settle (window);
  scene = flui_canvas_get_scene (ui_harness_get_canvas (window));
  for (guint i = 0; i < scene->n_nodes; i++)
    found = found || scene->nodes[i].item.name == item.name;
  g_assert_true (found);
  g_assert_cmpint (flui_canvas_get_cursor (ui_harness_get_canvas (window)), >=, 0);
  ui_harness_close (window);
}

/* A graph that is drawn folded opens a block by a key. */
static void
test_blocks_open (void)
{
  g_autofree char *path = write_long_graph ();
  FluiWindow *window = ui_harness_open_window (path);
  FluiCanvas *canvas;
  guint n_before, n_open;
  gint32 block = -1;

  canvas = ui_harness_get_canvas (window);
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

int
main (int argc, char **argv)
{
  static const UiTest tests[] = {
    { "/ui/window/open/starts-empty", test_starts_empty },
    { "/ui/window/open/graph", test_opens_a_graph },
    { "/ui/window/open/action", test_opens_through_the_action },
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
  };
  int status;

  ui_harness_init (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  /* Criticals are our defects; warnings may be the toolkit's (its shortcuts window measures labels
   * at -5). */
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
  test_window_regions_add ();
  test_window_run_add ();
  test_window_memory_add ();
  test_window_parity_add ();
  test_window_graphs_add ();
  test_window_devices_add ();
  test_window_passes_add ();
  test_window_compare_add ();
  test_window_keys_add ();
  test_window_replay_add ();
  test_window_whatif_add ();
  test_window_kept_add ();
  status = g_test_run ();
  ui_harness_finish ();
  return status;
}
