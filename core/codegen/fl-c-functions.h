/* The functions on vectors that a kernel calls, counted; and a source that does nothing but call them, to be timed. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Fills in the kernel's functions, from what the writer wrote; before its leaves are cleared. */
void fl_c_functions_count (const FlCWriter *writer, FlKernel *kernel);

G_END_DECLS
