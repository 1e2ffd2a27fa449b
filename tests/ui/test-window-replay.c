/* Refused pairs on the picture, why they were refused, and the replay of the fusion rounds. */
#include <string.h>

#include "fl-fuse.h"
#include "fl-intern.h"

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
  flui_session_select_pair (flui_window_get_session (window), (FlItem){ FL_ITEM_OP, fl_intern (a) },
                            (FlItem){ FL_ITEM_OP, fl_intern (b) });
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
      flui_session_select (session, (FlItem){ FL_ITEM_NONE, NULL });
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

  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-inspector",
                                      g_variant_new_boolean (FALSE));
  select_pair (window, "op0", "op1");
  g_signal_emit_by_name (canvas, "why-asked");
  state = g_action_group_get_action_state (G_ACTION_GROUP (window), "show-inspector");
  g_assert_true (g_variant_get_boolean (state));
  g_assert_cmpstr (flui_session_get_partner (flui_window_get_session (window)).name, ==, "op1");
  ui_harness_close (window);
}

void
test_window_replay_add (void)
{
  static const UiTest tests[] = {
    { "/window/why/every-strategy", test_every_strategy_answers },
    { "/window/why/cycle", test_a_cycle_is_drawn },
    { "/window/why/key", test_w_asks_about_the_pair },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
