/* Making axes, guards and loops: what passes for CUDA are written with. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* An axis called NAME that goes 0, 1, 2 …; of: the one that it is a part of, 0: none. One that was
 * made so before is the same; where another axis is called so, it gets a number. */
FlAxisId fl_loop_make_axis (FlLoopKernel *kernel, FlAxisId of, const char *name, const FlSym *extent);

/* if CONDITION: children. Where the condition is known to hold, the children are to stand alone:
 * returns 0. */
FlStmtId fl_loop_add_guard (FlLoopKernel *kernel, const FlSym *condition, const FlStmtId *children, guint n);
/* for AXIS, mapped so: children. */
FlStmtId fl_loop_add_loop (FlLoopKernel *kernel, FlAxisId axis, FlAxisMap map, const FlStmtId *children, guint n);
/* Appends the guarded children, or these alone. */
void fl_loop_append_guarded (FlLoopKernel *kernel, GArray *out, const FlSym *condition, const GArray *children);

/* A symbol for what is read from memory: of this name, or of one with a number where a version of the kernel has a
 * value of that name already. */
const FlSym *fl_loop_make_indirect (FlLoopKernel *kernel, const char *name);

G_END_DECLS
