/* The long forms of tests: `./dev test --all` sets FUSELOOM_TEST_ALL. What a newcomer waits for stays short. */
#pragma once

#include <glib.h>

static inline gboolean
is_long_run (void)
{
  return g_getenv ("FUSELOOM_TEST_ALL") != NULL;
}

/* How many cases: usual ones, or many in the long form; FUSELOOM_TEST_ALL=N asks for N times as
 * many as that. */
static inline guint
get_test_count (guint usual, guint many)
{
  const guint64 times = is_long_run () ? g_ascii_strtoull (g_getenv ("FUSELOOM_TEST_ALL"), NULL, 10) : 0;

  return is_long_run () ? many * (guint) CLAMP (times, 1, 1000) : usual;
}

/* Of cases that a loop goes through and that each call a compiler, one in `n` is tried in the short form: `n` shares no
 * divisor with the innermost loop, so that each of its values comes up. */
static inline gboolean
is_left_to_long_runs (guint n)
{
  static guint count = 0;
  return count++ % n != 0 && !is_long_run ();
}

/* Where a C compiler is; NULL where it is missing or only tried in the long form, as every compiler but the first of a
 * test. */
static inline char *
find_test_compiler (const char *name, gboolean is_first)
{
  return is_first || is_long_run () ? g_find_program_in_path (name) : NULL;
}
