/* How a kernel is shared out to threads: its phases, each one C function that does some of its parts. Private to this
 * folder. */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* --- decisions: fl-c-threads.c ---------------------------------------------------------------- */
/* Makes the phases. After places are known. */
void fl_c_threads_decide (FlCWriter *writer, const FlKernel *kernel);
void fl_c_threads_fill_kernel (const FlCWriter *writer, FlKernel *kernel);

/* --- phases of loop programs: fl-c-phases.c --------------------------------------------------- */
/* Makes them anew: their items are statements of the program's root. */
void fl_c_phases_make (FlCWriter *writer, const char *name, const FlLoopProgram *program);

/* --- values between phases: fl-c-threads-share.c ---------------------------------------------- */
void fl_c_threads_share_locals (FlCWriter *writer);

/* --- text: fl-c-threads-parts.c --------------------------------------------------------------- */
/* Static memory that phases share; before the first function. */
void fl_c_threads_write_shared (FlCWriter *writer);
/* The body of the present phase. */
void fl_c_threads_write_phase (FlCWriter *writer);
/* Where a loop begins and ends in the present phase: "0" and "768"; "begin" and "end"; "i1_first" and "i1_last". */
const char *fl_c_threads_get_first (const FlCWriter *writer, const FlNestLoop *loop);
const char *fl_c_threads_get_last (FlCWriter *writer, const FlNestLoop *loop);
/* Is every part of the loop a multiple of so many iterations? */
gboolean fl_c_threads_is_whole (const FlCWriter *writer, const FlNestLoop *loop, guint n_iterations);
/* Does the present phase make parts of this reduction, or join them? */
gboolean fl_c_threads_makes_parts (const FlCWriter *writer, const FlNestLoop *loop);
gboolean fl_c_threads_joins (const FlCWriter *writer, const FlNestLoop *loop);
/* Accumulators from `first` on, which a pass over the part has made, into the part's place. */
void fl_c_threads_store_parts (FlCWriter *writer, guint first);
/* The same accumulators again, from all parts. */
void fl_c_threads_write_join (FlCWriter *writer, guint first);
/* Elements that the reduction adds up in one part: a symbol, beside the sizes of inner loops. NULL: the loop is whole.
 */
const FlSym *fl_c_threads_get_count (const FlCWriter *writer);

G_END_DECLS
