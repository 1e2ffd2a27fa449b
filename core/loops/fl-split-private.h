/* Shared by the files of the pass that splits reductions over threads. */
#pragma once

#include "fl-loop-passes.h"
#include "fl-loop-work.h"

G_BEGIN_DECLS

/* for outer…: { homes; for loop: accumulate; results } */
typedef struct
{
  FlStmtId stmt; /* of the root */
  guint n_outer;
  FlStmtId outer[FL_LOOP_MAX_NEST];
  FlStmtId block, loop;
  gboolean is_columns;
  gint64 work, around, length; /* around: iterations of the outer loops */
  const FlSym *size, *n_parts; /* of a part; parts of each result */
  gint64 most;                 /* parts at most: memory for so many */
} FlSplit;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *partials; /* FlHomeId: all that were made */
} FlSplitter;

/* Into how many parts; FALSE: it stays whole. */
gboolean fl_split_choose (FlSplitter *self, FlSplit *split);

G_END_DECLS
