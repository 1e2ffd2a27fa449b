/* Which loops are reductions of columns: memory is contiguous along their results, and not along what
 * is reduced. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_REDUCED = 8
};

/* for column { homes; for … for rows { accumulate } results } */
typedef struct
{
  FlStmtId loop, block, rows; /* over columns; where accumulators begin; the innermost loop */
  FlAxisId column;
  guint n_loops;
  FlStmtId loops[FL_LOOP_MAX_REDUCED]; /* over what is reduced, from outside in; rows is the last */
} FlLoopStrip;

gboolean fl_loop_find_strip (FlLoopKernel *kernel, FlStmtId loop, FlLoopStrip *strip);
/* Why there are no rows of such accumulators; NULL: there are. */
const char *fl_loop_refuse_strip (const FlLoopKernel *kernel, const FlLoopStrip *strip);
/* Why its columns go element by element, in loops that the compiler makes vectors of; NULL: in ours. */
const char *fl_loop_refuse_strip_vectors (const FlLoopMachine *machine, FlLoopKernel *kernel, const FlLoopStrip *strip);

G_END_DECLS
