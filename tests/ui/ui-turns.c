#include "ui-turns.h"

#include <time.h>

static GPollFunc poll_before;
static double began_ms, longest_ms;

static double
get_thread_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* A turn is what lies between two calls of poll: everything that the main loop prepares, checks and dispatches. */
static gint
poll_and_measure (GPollFD *fds, guint n, gint timeout_ms)
{
  gint result;

  longest_ms = MAX (longest_ms, get_thread_ms () - began_ms);
  result = poll_before (fds, n, timeout_ms);
  began_ms = get_thread_ms ();
  return result;
}

void
ui_turns_watch (void)
{
  if (!poll_before)
    {
      poll_before = g_main_context_get_poll_func (NULL);
      g_main_context_set_poll_func (NULL, poll_and_measure);
    }
  ui_turns_take_longest_ms ();
}

double
ui_turns_take_longest_ms (void)
{
  double longest = longest_ms;

  began_ms = get_thread_ms ();
  longest_ms = 0;
  return longest;
}
