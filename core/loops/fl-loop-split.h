/* Parts of axes, and loops over them: what passes that split loops are written with. */
#pragma once

#include "fl-loop-rewrite.h"

G_BEGIN_DECLS

/* A part of an axis, called as the whole one with a suffix. part: its begin, extent and step; the
 * rest is filled in. A part that was made of the same axis before is the same; a suffix that
 * another axis has gets a number. */
FlAxisId fl_loop_add_part (FlLoopKernel *kernel, FlAxisId of, const char *suffix, FlLoopAxis part);
/* Ranges of an axis, whose ends are multiples of unit. extent: NULL: of the axis alone; of a nest whose outermost axis
 * this is, its parts. */
FlAxisId fl_loop_add_partition (FlLoopKernel *kernel, FlAxisId of, const FlSym *extent, const FlSym *unit);

/* "until aligned (buf0[1000*i0])": a value that tells how many elements lie before the first whole vector of memory. */
FlValueId fl_loop_add_head (FlLoopKernel *kernel, FlHomeId home, const FlSym *first);

/* A loop over an axis with the children of another one, in which that one's variable is `by`. */
FlStmtId fl_loop_remake (FlLoopKernel *kernel, const FlLoopStmt *loop, const FlSym *by, FlAxisId axis, FlAxisMap map);
/* A loop over an axis with what a rewriting under way makes of another loop's children. */
FlStmtId fl_loop_remake_with (FlLoopKernel *kernel, FlLoopRewrite *rewrite, const FlLoopStmt *loop, FlAxisId axis,
                              FlAxisMap map);
/* A loop with one child. */
FlStmtId fl_loop_wrap (FlLoopKernel *kernel, FlLoopStmt loop, FlStmtId child);

/* The loop by steps, one of which the axis goes through; 0: it is no strip of another one. */
FlAxisId fl_loop_find_steps (const FlLoopKernel *kernel, FlAxisId axis);

/* Is the number of its positions, whatever its parts, a multiple of n? */
gboolean fl_loop_axis_is_multiple (const FlLoopKernel *kernel, FlAxisId axis, gint64 n);

G_END_DECLS
