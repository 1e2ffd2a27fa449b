/* Memory between the phases of a kernel: what one function of it leaves for those behind it. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_KEPT = 3 /* numbers that an accumulator keeps: mean, squares, weight */
};

/* Numbers that an accumulator keeps while it runs, and what each is called behind its name: "", "_at". */
guint fl_loop_count_kept (const FlLoopHome *accumulator);
const char *fl_loop_get_kept_suffix (const FlLoopHome *accumulator, guint component);
/* The type in which a CPU keeps it. */
FlDtype fl_loop_get_kept_dtype (const FlLoopHome *accumulator, guint component);
/* A component as it is kept, of an accumulator that has one element. */
FlValueId fl_loop_read_kept (FlLoopKernel *kernel, FlHomeId accumulator, guint component);

/* Memory of so many elements, which outlives the phases: called as no other one. */
FlHomeId fl_loop_add_partials (FlLoopKernel *kernel, const char *name, FlDtype dtype, const FlSym *size);
FlValueId fl_loop_load_partial (FlLoopKernel *kernel, FlHomeId partials, const FlSym *index);
FlStmtId fl_loop_store_partial (FlLoopKernel *kernel, FlHomeId partials, const FlSym *index, FlValueId value,
                                guint origins);
/* The root with more homes. */
FlStmtId fl_loop_with_homes (FlLoopKernel *kernel, FlStmtId root, const GArray *homes);

/* A statement of the root that all threads do together: each is a phase of its own, what lies between them is one. */
gboolean fl_loop_is_shared (const FlLoopKernel *kernel, FlStmtId stmt);
/* The program where each phase reads from memory what others leave behind: registers and names are of one phase only.
 * n: how many values are handed on so. */
FlStmtId fl_loop_hand_over (FlLoopKernel *kernel, FlStmtId root, guint *n);

/* What a value reads of an accumulator that keeps a place: 0, the extreme, or 1, the place. GETITEM of an argmax reads
 * the place alone, LOAD either one. */
guint fl_loop_get_place_component (const FlLoopKernel *kernel, const FlLoopValue *read);

G_END_DECLS
