/* The processor's own counters, where the system offers them: of all threads of this process, the pool's among them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_N_COUNTERS = 3
};

/* cycles, instructions, cache misses: of the last level, as the system counts them. */
typedef struct
{
  gint64 counts[FL_N_COUNTERS];
} FlCounts;

typedef struct _FlCounters FlCounters;

/* NULL when they are not offered: then *why is a sentence with the reason, which the caller frees. */
FlCounters *fl_counters_open (char **why);
/* Counters that the system itself keeps (nanoseconds, page faults, context switches), which nearly every machine
 * offers. */
FlCounters *fl_counters_open_software (char **why);
void fl_counters_close (FlCounters *counters);
/* Since they were opened, scaled where the processor had to share its counters among more than it has. */
void fl_counters_read (const FlCounters *counters, FlCounts *counts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlCounters, fl_counters_close)

G_END_DECLS
