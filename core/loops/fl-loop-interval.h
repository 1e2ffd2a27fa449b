/* Intervals of values: between which numbers a value lies wherever it is evaluated. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef struct
{
  double low, high;
} FlLoopInterval;

/* What is known of values; new for each use. */
typedef struct _FlLoopIntervals FlLoopIntervals;

FlLoopIntervals *fl_loop_intervals_new (const FlLoopKernel *kernel);
void fl_loop_intervals_free (FlLoopIntervals *intervals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlLoopIntervals, fl_loop_intervals_free)

/* From here on the value counts as one within it: what is outside makes no difference. Before anything that it is a
 * part of is asked for. */
void fl_loop_intervals_assume (FlLoopIntervals *intervals, FlValueId value, FlLoopInterval interval);
/* FALSE: nothing is known, or it reaches beyond what floats of 32 bits and additions of a few such numbers hold. */
gboolean fl_loop_intervals_find (FlLoopIntervals *intervals, FlValueId value, FlLoopInterval *interval);

enum
{
  FL_LOOP_LARGEST = 1 << 30 /* no interval reaches beyond */
};

G_END_DECLS
