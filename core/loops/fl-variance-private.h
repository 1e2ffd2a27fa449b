/* Reductions that passes make two loops of: Welford's for pass two-pass variance, online softmax for pass two-pass
 * softmax. */
#pragma once

#include "fl-loop-passes.h"

/* A Welford reduction, and what becomes of it. */
typedef struct
{
  FlHomeId home, sum, squares, off_mean, weight; /* weight: of partial results; 0: elements are taken in */
  FlStmtId step;                                 /* accumulates in `home` */
  FlDtype dtype;                                 /* the type of the arithmetic */
  const FlSym *count;                            /* of elements */
  FlValueId mean;                                /* the whole recipe */
  FlValueId again;                               /* an element, behind the first loop */
  guint64 axes;                                  /* of the loops */
  const FlLoopStmt *at;                          /* the block of the step, while it is looked for */
} FlMoments;

/* The accumulator at this position of the block. FALSE: its elements cannot be gone through twice. */
gboolean fl_variance_find (FlLoopKernel *kernel, const FlLoopStmt *block, guint position, FlMoments *moments);
/* An online softmax at this position, as well. */
gboolean fl_softmax_find (FlLoopKernel *kernel, const FlLoopStmt *block, guint position, FlMoments *moments);

/* The second loop: what leads to the old step, and these steps in its place. */
FlStmtId fl_moments_make_second (FlLoopKernel *kernel, const FlMoments *moments, FlStmtId loop, const FlStmtId *steps,
                                 guint n);
/* The block with another loop and other accumulators; has_rest: and with what is behind the loop. */
FlStmtId fl_moments_remake_block (FlLoopKernel *kernel, const FlLoopStmt *block, const FlHomeId *homes, guint n,
                                  FlStmtId loop, gboolean has_rest);
/* Why rows are not gone through twice on a GPU, where registers are to keep them; NULL: nothing is against it. */
const char *fl_moments_refuse_row (FlLoopContext *context, FlLoopKernel *kernel, const FlMoments *moments);
