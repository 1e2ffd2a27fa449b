/* The Welford reductions that pass two-pass variance makes two loops of. */
#pragma once

#include "fl-loop-program.h"

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
