/* The functions that a CUDA kernel consists of. */
#pragma once

#include "fl-kernel-loops.h"

G_BEGIN_DECLS

/* Loop programs (FlLoopProgram), each behind all passes, of the functions that are started one after the other. NULL +
 * error. */
GPtrArray *fl_cuda_phases_make (const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest,
                                const FlKernel *kernel, GError **error);
/* Appends buffers (FlBuffer) that a program has and the kernel is not given: memory between its loops. */
void fl_cuda_phases_collect_own (const FlLoopProgram *program, const FlKernel *kernel, GPtrArray *buffers);

G_END_DECLS
