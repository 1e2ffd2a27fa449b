/* What a kernel computes, counted at hints. */
#pragma once

#include "fl-codegen.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* The last version of a program whose axes are whole: what is computed is chosen by then, how it is spread is not. */
const FlLoopProgram *fl_kernel_find_whole (const FlLoopProgram *program);
/* Scalar operations of the kernel, loads and stores not counted; what loops do not change counts once for each
 * iteration of the loops that it depends on. */
gint64 fl_kernel_count_operations (const FlLoopProgram *program);
/* Sets functions and plain_flops: how often each function on vectors is called that the kernel's text, printed from the
 * program, names; and all other operations. */
void fl_kernel_count_functions (FlArena *arena, const FlLoopProgram *program, const char *text, FlKernel *kernel);

G_END_DECLS
