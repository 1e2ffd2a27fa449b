/* The C printer: a loop program as the functions of a kernel. It chooses spelling only: what runs in which order, where
 * values live and which axis is divided among threads is in the program. */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Of a statement of the root that is a parallel loop, which threads may share: its extent, and what its parts are
 * multiples of; NULL: one thread does it. */
const FlSym *fl_print_c_get_extent (const FlLoopProgram *program, guint child, gint64 *step);
/* Static memory that its functions share: ahead of them. */
void fl_print_c_partials (FlCWriter *writer, const FlLoopProgram *program);
/* Writes the body of a function that does some statements of the root; what cannot be spelled is in
 * writer->unsupported. is_shared: it does iterations begin to end of the parallel loop that its only statement is. */
void fl_print_c_body (FlCWriter *writer, const FlLoopProgram *program, guint first, guint n, gboolean is_shared);

/* Elements from one position of the axis to the next. FALSE: not by the same step everywhere. */
gboolean fl_print_c_find_step (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis, gint64 *step);
/* What vectors of C can do: for FlLoopMachine. */
const char *fl_print_c_refuse_vector (const FlLoopKernel *kernel, FlValueId value, FlAxisId axis);
const char *fl_print_c_refuse_store (const FlLoopKernel *kernel, const FlLoopStmt *store, FlAxisId axis);
const char *fl_print_c_refuse_accumulate (const FlLoopKernel *kernel, const FlLoopStmt *stmt, FlAxisId axis);

G_END_DECLS
