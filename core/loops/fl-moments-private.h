/* The sums that pass one-pass moments joins. */
#pragma once

#include "fl-loop-passes.h"

enum
{
  FL_MOMENTS_MIN_INNERMOST = 16, /* elements: whole vectors */
  FL_MOMENTS_MIN_ELEMENTS = 256  /* of fewer, what stands around the loops takes as long as a second one */
};

/* A reduction: a block with a nest of loops, and the step in the innermost one. */
typedef struct
{
  FlLoopStmt block;
  FlStmtId inner, step, other; /* other: of a second sum beside the first; 0: there is none */
  FlHomeId home;
  FlValueId value;     /* the value that is added up */
  const FlSym *count;  /* elements */
  const FlSym *length; /* of the innermost loop */
} FlMomentsSum;

/* FALSE: the block is no nest of loops around a sum. */
gboolean fl_moments_find_sum (FlLoopKernel *kernel, FlStmtId block, FlMomentsSum *found);
/* Is the value what the sum comes to? */
gboolean fl_moments_is_read (const FlLoopKernel *kernel, FlValueId value, const FlMomentsSum *of);
/* Are the squares those about the mean that the sum gives, of the same elements, and worth a loop together? */
gboolean fl_moments_are (const FlLoopMachine *machine, FlLoopKernel *kernel, const FlMomentsSum *sum,
                         const FlMomentsSum *squares);
