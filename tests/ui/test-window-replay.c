/* Refused pairs on the picture, why they were refused, and the replay of the fusion rounds. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-intern.h"

#include "flui-replay.h"

#include "test-window.h"
#include "ui-harness.h"

static guint
count_refusals (const FlScene *scene)
{
  guint n = 0;

  for (guint i = 0; i < scene->n_edges; i++)
    n += fl_edge_look_is_refusal (scene->edges[i].look);
  return n;
}

static void
select_pair (FluiWindow *window, const char *a, const char *b)
{
  flui_session_select_pair (flui_window_get_session (window), (FlItem) { FL_ITEM_OP, fl_intern (a) },
                            (FlItem) { FL_ITEM_OP, fl_intern (b) });
}

/* Whatever the strategy: refused pairs can be clicked, and the answer names a rule or says that
 * there was none. */
static void
test_every_strategy_answers (void)
{
  FluiWindow *window = ui_harness_open_window ("attention.py");
  FluiSession *session = flui_window_get_session (window);
  FluiCanvas *canvas = ui_harness_get_canvas (window);

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const FlScene *scene;
      const FlWhy *why;
      guint at = 0;

      flui_session_set_strategy (session, fl_strategies_get_row (i)->name);
      g_assert_true (ui_harness_settle (window));
      flui_session_set_stage (session, FL_STAGE_FUSE);
      g_assert_true (ui_harness_settle (window));
      scene = flui_canvas_get_scene (canvas);
      if (count_refusals (scene) == 0)
        continue;
      while (!fl_edge_look_is_refusal (scene->edges[at].look))
        at++;
      g_signal_emit_by_name (canvas, "edge-selected", at);
      g_assert_cmpint (flui_canvas_get_edge (canvas), ==, at);
      why = flui_session_get_why (session);
      g_assert_nonnull (why);
      g_assert_cmpint (why->kind, !=, FL_WHY_SAME);
      g_assert_cmpuint (flui_canvas_get_n_path (canvas), <=, why->n_hops); /* several in one box */
      flui_session_select (session, (FlItem) { FL_ITEM_NONE, NULL });
    }
  ui_harness_close (window);
}

/* softmax over columns: op2 lies between op1 and op3: two arrows, numbered. */
static void
test_a_cycle_is_drawn (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax-outer.py");
  FluiCanvas *canvas = ui_harness_get_canvas (window);
  const FlWhy *why;

  select_pair (window, "op1", "op3");
  why = flui_session_get_why (flui_window_get_session (window));
  g_assert_cmpint (why->kind, ==, FL_WHY_CYCLE);
  g_assert_cmpuint (flui_canvas_get_n_path (canvas), ==, 2);
  select_pair (window, "op0", "op1");
  g_assert_cmpuint (flui_canvas_get_n_path (canvas), ==, 0);
  ui_harness_close (window);
}

/* W with two selected asks about them: the inspector comes back when it is hidden. */
static void
test_w_asks_about_the_pair (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax-outer.py");
  FluiCanvas *canvas = ui_harness_get_canvas (window);
  g_autoptr (GVariant) state = NULL;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector", g_variant_new_boolean (FALSE));
  select_pair (window, "op0", "op1");
  g_signal_emit_by_name (canvas, "why-asked");
  state = g_action_group_get_action_state (G_ACTION_GROUP (window), "show-inspector");
  g_assert_true (g_variant_get_boolean (state));
  g_assert_cmpstr (flui_session_get_partner (flui_window_get_session (window)).name, ==, "op1");
  ui_harness_close (window);
}

/* --- replay ----------------------------------------------------------------------------------- */

static gboolean
is_laid_out (gpointer data)
{
  return !flui_replay_is_busy (data) && flui_canvas_get_scene (flui_replay_get_canvas (data));
}

static FluiReplay *
open_replay (FluiWindow *window)
{
  FluiReplay *replay;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "replay", g_variant_new_boolean (TRUE));
  replay = FLUI_REPLAY (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_REPLAY, 0));
  g_assert_true (ui_harness_wait_for (is_laid_out, replay, 20000));
  return replay;
}

static void
press (FluiReplay *replay, guint key)
{
  GListModel *controllers = gtk_widget_observe_controllers (GTK_WIDGET (replay));
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
  g_object_unref (controllers);
  g_assert_true (handled);
}

static void
test_replay_steps_by_keys (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);
  const FlFusionLog *log = flui_session_get_fusion_log (session);
  FluiReplay *replay = open_replay (window);

  g_assert_cmpuint (flui_replay_get_step (replay), ==, 0);
  g_assert_cmpuint (flui_canvas_get_scene (flui_replay_get_canvas (replay))->n_nodes, ==, log->n_nodes);
  press (replay, GDK_KEY_Right);
  press (replay, GDK_KEY_Right);
  g_assert_cmpuint (flui_replay_get_step (replay), ==, 2);
  press (replay, GDK_KEY_Left);
  g_assert_cmpuint (flui_replay_get_step (replay), ==, 1);
  press (replay, GDK_KEY_End);
  g_assert_cmpuint (flui_replay_get_step (replay), ==, log->n_steps);
  press (replay, GDK_KEY_bracketleft);
  g_assert_cmpuint (flui_replay_get_round (replay), ==, log->n_rounds - 2);
  press (replay, GDK_KEY_Home);
  g_assert_cmpuint (flui_replay_get_step (replay), ==, 0);
  /* Only what is decided: the first step is a merge or its refusal. */
  press (replay, GDK_KEY_d);
  press (replay, GDK_KEY_Right);
  g_assert_cmpint (fl_fusion_log_get_event (log, flui_replay_get_step (replay))->kind, ==, FL_EVENT_FUSE);
  /* Leaving the replay goes to its step of the stage. */
  press (replay, GDK_KEY_Escape);
  g_assert_true (ui_harness_settle (window));
  g_assert_cmpuint (flui_session_get_step (session), ==, flui_replay_get_step (replay));
  ui_harness_close (window);
}

static gboolean
has_ended (gpointer data)
{
  return !flui_replay_is_playing (data);
}

static void
test_replay_plays_to_the_end (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  const FlFusionLog *log = flui_session_get_fusion_log (flui_window_get_session (window));
  FluiReplay *replay = open_replay (window);

  flui_replay_set_speed (replay, 4);
  press (replay, GDK_KEY_space);
  g_assert_true (flui_replay_is_playing (replay));
  g_assert_true (ui_harness_wait_for (has_ended, replay, 20000));
  g_assert_cmpuint (flui_replay_get_step (replay), ==, log->n_steps);
  ui_harness_close (window);
}

/* Strategies over operations have a replay too, and none does no harm. */
static void
test_replay_of_every_strategy (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiSession *session = flui_window_get_session (window);

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const FlFusionLog *log;
      FluiReplay *replay;

      flui_session_set_strategy (session, fl_strategies_get_row (i)->name);
      g_assert_true (ui_harness_settle (window));
      replay = open_replay (window);
      log = flui_session_get_fusion_log (session);
      for (guint32 step = 0; step <= log->n_steps; step++)
        flui_replay_set_step (replay, step);
      g_assert_cmpuint (flui_replay_get_step (replay), ==, log->n_steps);
    }
  /* Another stage ends it. */
  flui_session_set_stage (session, FL_STAGE_GRAPH);
  g_assert_true (ui_harness_settle (window));
  {
    g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), "replay");

    g_assert_false (g_variant_get_boolean (state));
  }
  ui_harness_close (window);
}

void
test_window_replay_add (void)
{
  static const UiTest tests[] = {
    { "/window/why/every-strategy", test_every_strategy_answers },
    { "/window/why/cycle", test_a_cycle_is_drawn },
    { "/window/why/key", test_w_asks_about_the_pair },
    { "/window/replay/keys", test_replay_steps_by_keys },
    { "/window/replay/plays", test_replay_plays_to_the_end },
    { "/window/replay/every-strategy", test_replay_of_every_strategy },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
