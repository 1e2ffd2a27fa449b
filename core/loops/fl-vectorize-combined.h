/* Stores that are combined in a register, seen by the pass vectorize. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

/* Does one of the loop's own statements store so? */
gboolean fl_vectorize_has_combined (const FlLoopKernel *kernel, const FlLoopStmt *loop);
/* The root with plain stores to memory that loops without vectors would combine element by element. */
FlStmtId fl_vectorize_part_singles (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root);

G_END_DECLS
