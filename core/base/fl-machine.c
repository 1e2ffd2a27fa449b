/* Processors and the clock, by system calls alone. */
#include "fl-machine.h"

#include <sched.h>
#include <time.h>

guint
fl_count_processors (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 ? (guint) MAX (CPU_COUNT (&set), 1) : 1;
}

gint64
fl_now_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}
