/* The functions that a CUDA kernel consists of. */
#pragma once

#include "fl-kernel-loops.h"

G_BEGIN_DECLS

enum
{
  FL_CUDA_ONE_BLOCK_STEPS = 1 << 14 /* iterations that one block may do alone, rather than that several functions are
                                     * started */
};

typedef struct
{
  FlArena *arena;
  const FlMemoryPlan *plan;
  const FlNest *nest;
  const FlKernel *kernel;
  FlLoopMachine machine;
  guint64 off; /* passes, as in fl_loop_passes_run */
  gint64 one_block_steps;
} FlCudaPhasesRequest;

/* Loop programs (FlLoopProgram), each behind all passes, of the functions that are started one after the other. NULL +
 * error. */
GPtrArray *fl_cuda_phases_make (const FlCudaPhasesRequest *request, GError **error);
/* Appends buffers (FlBuffer) that a program has and the kernel is not given: memory between its loops. */
void fl_cuda_phases_collect_own (const FlLoopProgram *program, const FlKernel *kernel, GPtrArray *buffers);

G_END_DECLS
