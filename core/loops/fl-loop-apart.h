/* Dependences between the iterations of a loop: do they touch elements of their own? */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Why iterations of the loop may not run in any order, at the same time, an interned sentence;
 * NULL: they may. fixed: variables of loops around it, whose iterations are another matter: the
 * question is asked for one value of them. may_reduce: what it accumulates in may outlive an
 * iteration. */
const char *fl_loop_find_why_dependent (const FlLoopKernel *kernel, FlStmtId loop, const FlSym *const *fixed,
                                        guint n_fixed, gboolean may_reduce);

/* How far the last element of an index is from the first one, *base, by the sizes of axes and by how many elements
 * indices read from memory choose among; NULL: it goes otherwise than forward by steps. */
const FlSym *fl_loop_measure_span (const FlLoopKernel *kernel, const FlSym *index, const FlSym **base);

G_END_DECLS
