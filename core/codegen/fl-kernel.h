/* Making one FlKernel; private to this folder. */
#pragma once

#include "fl-codegen.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* "cpp_fused_add_relu_0", interned. number: of the generated kernels before it. */
const char *fl_kernel_make_name (const FlSchedule *schedule, const FlSchedNode *node, guint number);
/* Sorted unique operator names: of the graph as it was read ("_softmax"), for names and comments. */
GPtrArray *fl_kernel_get_op_names (const FlSchedule *schedule, const FlSchedNode *node);
/* Interned names of the user's graph's nodes that went into the kernel, in its order. */
GPtrArray *fl_kernel_get_source_names (const FlSchedule *schedule, const FlSchedNode *node);
FlKernelKind fl_kernel_get_kind (const FlSchedNode *node, const FlNest *nest);
/* Along rows or columns, as Inductor takes all of the node's reductions together. */
FlReductionHint fl_kernel_get_hint (const FlSchedNode *node);

/* Where a buffer is written over another in this call, that other; else the storage it lies in. */
const FlBuffer *fl_kernel_resolve (const FlMemoryPlan *plan, const FlSchedNode *node, const FlBuffer *buffer);

/* Fills in source, spans, args, sizes, extent, flops. FALSE + FL_ERROR_UNSUPPORTED when the kernel cannot be written.
 */
gboolean fl_c_kernel_write (const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest, FlKernel *kernel,
                            GError **error);
/* Fills in the same of a CUDA kernel, or why_no_source. */
void fl_cuda_kernel_write (const FlPass *pass, const FlMemoryPlan *plan, FlKernel *kernel);
/* One version of its loop program as CUDA C++. NULL + FL_ERROR_UNSUPPORTED. */
char *fl_cuda_kernel_dup_printed (const FlPass *pass, const FlMemoryPlan *plan, const FlKernel *kernel,
                                  const FlLoopProgram *loops, GError **error);
/* Arguments alone: external calls, and kernels whose source is not made. */
void fl_kernel_find_args (const FlPass *pass, const FlMemoryPlan *plan, FlKernel *kernel);

/* The wrapper's text. */
char *fl_wrapper_write (const FlPass *pass, const FlProgram *program);

G_END_DECLS
