/* How an index goes along axes: what legality and layout are decided by. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Elements from one position of the axis to the next; NULL: not the same everywhere, or the index
 * is read from memory. */
const FlSym *fl_loop_find_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis);
gboolean fl_loop_has_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis, gint64 step);
/* Positions of the whole axis that an axis is a part of. */
const FlSym *fl_loop_get_whole_extent (const FlLoopKernel *kernel, FlAxisId axis);
/* Is each element reached by one iteration of these axes together? So it is where the index is a
 * number with a digit an axis. */
gboolean fl_loop_is_one_to_one (const FlLoopKernel *kernel, const FlSym *index, guint64 axes);

/* May iterations of a loop run in any order? So they may where all of a memory that is written in
 * it is reached at one place an iteration, by stores that add to nothing. */
gboolean fl_loop_has_free_order (FlLoopKernel *kernel, FlStmtId loop, guint64 axes);

/* Does it seek the smallest element, or the place of it? */
gboolean fl_loop_is_least (FlReductionType combiner);
/* Is the value a place among what is reduced, from 0 on, which 32 bits hold and which grows from one iteration to the
 * next? Then the first of equal elements has the smallest one. */
gboolean fl_loop_is_place (const FlLoopKernel *kernel, FlValueId value);

G_END_DECLS
