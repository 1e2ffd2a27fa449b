/* How long the window is deaf: measure-window GRAPH prints, for opening, for every stage, for steps
 * and for a selection, the time until the picture is there and the longest time in which the main
 * loop did not run; at the end the memory in use, before and after a hundred steps. */
#include <stdio.h>

#include "ui-harness.h"
#include "ui-turns.h"

static gint64 last_us, longest_us;

static gboolean
on_tick (gpointer data)
{
  gint64 now_us = g_get_monotonic_time ();

  longest_us = MAX (longest_us, now_us - last_us);
  last_us = now_us;
  return G_SOURCE_CONTINUE;
}

static gint64
start (void)
{
  longest_us = 0;
  ui_turns_watch ();
  last_us = g_get_monotonic_time ();
  return last_us;
}

static void
report (const char *what, gint64 start_us)
{
  g_print ("%-28s %7.0f ms, deaf for %5.0f ms, longest turn %5.0f ms of processor time\n", what,
           (g_get_monotonic_time () - start_us) / 1e3, longest_us / 1e3, ui_turns_take_longest_ms ());
}

static long
get_resident_kib (void)
{
  g_autofree char *text = NULL;
  long pages = 0;

  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    sscanf (text, "%*d %ld", &pages);
  return pages * 4;
}

int
main (int argc, char **argv)
{
  FluiWindow *window;
  FluiSession *session;
  FluiCanvas *canvas;
  gint64 start_us;
  guint32 n_steps;

  ui_harness_init (&argc, &argv);
  g_timeout_add (2, on_tick, NULL);
  window = ui_harness_new_window (1280, 720);
  session = flui_window_get_session (window);
  ui_harness_settle (window);
  start_us = start ();
  ui_harness_open (window, argc > 1 ? argv[1] : "gpt2-block.py");
  report ("open", start_us);
  for (int stage = 0; stage < FL_N_STAGES; stage++)
    if (flui_session_get_run (session) && flui_session_get_run (session)->stages[stage].was_reached)
      {
        start_us = start ();
        flui_session_set_stage (session, stage);
        ui_harness_settle (window);
        report (fl_stage_get_info (stage)->title, start_us);
      }
  flui_session_set_stage (session, FL_STAGE_FUSE);
  ui_harness_settle (window);
  canvas = ui_harness_get_canvas (window);
  start_us = start ();
  if (flui_canvas_get_scene (canvas) && flui_canvas_get_scene (canvas)->n_nodes)
    flui_session_select (session,
                         flui_canvas_get_scene (canvas)->nodes[flui_canvas_get_scene (canvas)->n_nodes / 2].item);
  ui_harness_wait_ms (100);
  report ("select", start_us);
  n_steps = flui_session_get_n_steps (session);
  start_us = start ();
  flui_session_set_step (session, n_steps / 2);
  ui_harness_settle (window);
  report ("one step", start_us);
  g_print ("resident %ld KiB\n", get_resident_kib ());
  start_us = start ();
  for (guint32 i = 0; i < 100; i++)
    {
      flui_session_set_step (session, (n_steps / 2 + i) % MAX (n_steps, 1));
      if (n_steps < 500 || i % 20 == 0)
        ui_harness_settle (window);
    }
  ui_harness_settle (window);
  report ("a hundred steps", start_us);
  g_print ("resident %ld KiB\n", get_resident_kib ());
  ui_harness_close (window);
  ui_harness_finish ();
  return 0;
}
