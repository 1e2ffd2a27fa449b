/* Looking at the values of statements. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Every value that a statement, or one below it, is made of, once each; what only indices are read
 * from is not among them. */
typedef void (*FlLoopVisitValue) (const FlLoopKernel *kernel, FlValueId value, gpointer data);
void fl_loop_walk_values (const FlLoopKernel *kernel, FlStmtId stmt, FlLoopVisitValue visit, gpointer data);

G_END_DECLS
