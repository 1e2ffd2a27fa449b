/* The C printer: a loop program as the functions of a kernel. It chooses spelling only: what runs in which order, where values live and
 * which axis is shared out to threads is in the program. */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Of the parallel loop that is all of the program, which threads may share: its extent; NULL: one thread does all. */
const FlSym *fl_print_c_get_extent (const FlLoopProgram *program);
/* Writes the body of the kernel's one function; what cannot be spelled is in writer->unsupported. is_shared: the function does iterations
 * begin to end of that parallel loop. */
void fl_print_c_body (FlCWriter *writer, const FlLoopProgram *program, gboolean is_shared);

G_END_DECLS
