/* How a kernel is divided among threads: its phases, each one C function that does some of its parts. */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* Makes them: their items are statements of the program's root. */
void fl_c_phases_make (FlCWriter *writer, const char *name, const FlLoopProgram *program);
void fl_c_phases_fill_kernel (const FlCWriter *writer, FlKernel *kernel);

G_END_DECLS
