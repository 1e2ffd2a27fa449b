/* perf_event_open (2): one descriptor a thread and counter, read and added up. */
#include "fl-counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  MAX_THREADS = 256
};

struct _FlCounters
{
  guint n_threads;
  int fds[MAX_THREADS][FL_N_COUNTERS];
};

typedef struct
{
  guint32 type;
  guint64 config;
} Event;

static const Event hardware[FL_N_COUNTERS] = { { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
                                               { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
                                               { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES } };
static const Event software[FL_N_COUNTERS] = { { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
                                               { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
                                               { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES } };

static int
open_event (const Event *event, pid_t thread)
{
  struct perf_event_attr attr = { .size = sizeof attr,
                                  .type = event->type,
                                  .config = event->config,
                                  .exclude_kernel = event->type == PERF_TYPE_HARDWARE,
                                  .exclude_hv = 1,
                                  .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING };

  return (int) syscall (SYS_perf_event_open, &attr, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* What the error means here, and what would help. */
static char *
explain (int number)
{
  g_autofree char *level = NULL;

  switch (number)
    {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
      return g_strdup (
          "not offered here: this processor, or the virtual machine around it, has none that the system knows");
    case EACCES:
    case EPERM:
      g_file_get_contents ("/proc/sys/kernel/perf_event_paranoid", &level, NULL, NULL);
      return g_strdup_printf (
          "not offered here: the system does not permit it (kernel.perf_event_paranoid is %s; 2 or less would do, and a "
          "container may forbid it, too)",
          level != NULL ? g_strstrip (level) : "not known");
    case ENOSYS: return g_strdup ("not offered here: this system has no perf_event_open");
    default: return g_strdup_printf ("not offered here: %s", g_strerror (number));
    }
}

static gboolean
open_thread (FlCounters *self, const Event *events, pid_t thread)
{
  int *fds = self->fds[self->n_threads];

  for (guint i = 0; i < FL_N_COUNTERS; i++)
    {
      fds[i] = open_event (&events[i], thread);
      if (fds[i] < 0)
        {
          int number = errno;

          while (i > 0)
            close (fds[--i]);
          errno = number;
          return FALSE;
        }
    }
  self->n_threads++;
  return TRUE;
}

static FlCounters *
open_all (const Event *events, char **why)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  FlCounters *self = g_new0 (FlCounters, 1);
  const char *name;

  *why = NULL;
  while (tasks != NULL && (name = g_dir_read_name (tasks)) != NULL && self->n_threads < MAX_THREADS && *why == NULL)
    if (!open_thread (self, events, (pid_t) g_ascii_strtoll (name, NULL, 10)) && errno != ESRCH) /* ended meanwhile */
      *why = explain (errno);
  if (*why == NULL && self->n_threads > 0)
    return self;
  if (*why == NULL)
    *why = g_strdup ("not offered here: the threads of this process cannot be listed");
  fl_counters_close (self);
  return NULL;
}

FlCounters *
fl_counters_open (char **why)
{
  return open_all (hardware, why);
}

FlCounters *
fl_counters_open_software (char **why)
{
  return open_all (software, why);
}

void
fl_counters_close (FlCounters *self)
{
  if (self == NULL)
    return;
  for (guint t = 0; t < self->n_threads; t++)
    for (guint i = 0; i < FL_N_COUNTERS; i++)
      close (self->fds[t][i]);
  g_free (self);
}

void
fl_counters_read (const FlCounters *self, FlCounts *counts)
{
  *counts = (FlCounts) { 0 };
  for (guint t = 0; t < self->n_threads; t++)
    for (guint i = 0; i < FL_N_COUNTERS; i++)
      {
        guint64 values[3]; /* count, time enabled, time running */

        if (read (self->fds[t][i], values, sizeof values) == sizeof values && values[2] > 0)
          counts->counts[i]
              += values[2] == values[1] ? (gint64) values[0] : (gint64) ((double) values[0] * values[1] / values[2]);
      }
}
