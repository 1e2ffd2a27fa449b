/* The loop program of a kernel: its nest, with every buffer where the memory plan put it. */
#include "fl-kernel-loops.h"

#include "fl-error.h"
#include "fl-kernel.h"
#include "fl-loop-partials.h"
#include "fl-options.h"
#include "fl-print-c.h"

enum
{
  ALIGNED = 64, /* iterations of a vector loop: parts begin at whole cache lines and whole vectors */
  CLUSTERS_SINCE = 90,
  MOST_OF_A_CLUSTER = 8 /* blocks; any GPU with clusters has such of eight */
};

typedef struct
{
  const FlMemoryPlan *plan;
  const FlKernel *kernel;
  gboolean *are_for_library; /* an argument */
} Binder;

/* Does the call write over it, as a scatter does? */
static gboolean
is_mutated_by (const FlBuffer *call, const FlBuffer *buffer)
{
  for (guint i = 0; i < call->n_mutates; i++)
    if (fl_buffer_get_base (call->mutates[i]) == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
is_argument_of (const FlBuffer *call, const FlBuffer *buffer)
{
  for (guint k = 0; call->aten != NULL && k < call->n_args; k++)
    if (call->args[k].kind == FL_EXTERN_TENSOR && call->args[k].tensor.buffer
        && fl_buffer_get_base (call->args[k].tensor.buffer) == buffer)
      return TRUE;
  return FALSE;
}

/* A product may be tiled with it over a shared panel, right behind the kernel's part: then it is in a cache however
 * large the whole is. A result of the graph that a call goes on with would be read at places that nobody foresees. */
static gboolean
is_for_library (const FlLowered *lowered, const FlBuffer *storage)
{
  const FlBuffer *base = fl_buffer_get_base (storage);

  for (guint i = 0; i < lowered->n_buffers; i++)
    if ((!storage->is_output || is_mutated_by (lowered->buffers[i], base))
        && is_argument_of (lowered->buffers[i], base))
      return TRUE;
  return FALSE;
}

/* What a CUDA kernel keeps between its loops is memory of its own, which no argument tells of: fl-cuda-phases.h. */
static gboolean
bind_buffer (gpointer data, const FlBuffer *buffer, FlLoopBinding *binding)
{
  const Binder *binder = data;
  const FlBuffer *storage = fl_kernel_resolve (binder->plan, binder->kernel->node, buffer);

  for (guint i = 0; i < binder->kernel->n_args; i++)
    if (binder->kernel->args[i].buffer == storage)
      {
        *binding = (FlLoopBinding) { .storage = storage,
                                     .argument = i,
                                     .offset = fl_buffer_get_slice_offset (buffer),
                                     .is_for_library = binder->are_for_library[i],
                                     .is_written = binder->kernel->args[i].is_written };
        return TRUE;
      }
  if (binder->plan->schedule->target != FL_TARGET_CUDA)
    return FALSE;
  *binding = (FlLoopBinding) { .storage = storage, .argument = binder->kernel->n_args, .is_written = TRUE };
  return TRUE;
}

const FlLoopProgram *
fl_kernel_make_loops (FlArena *arena, const FlMemoryPlan *plan, const FlNest *nest, const FlKernel *kernel,
                      GError **error)
{
  g_autofree gboolean *are_for_library = g_new0 (gboolean, kernel->n_args + 1);
  Binder binder = { .plan = plan, .kernel = kernel, .are_for_library = are_for_library };
  const FlLoopProgram *program;

  for (guint i = 0; i < kernel->n_args; i++)
    are_for_library[i] = kernel->args[i].is_written && is_for_library (plan->schedule->lowered, kernel->args[i].buffer);
  program = fl_loop_build (arena, nest, kernel->name, bind_buffer, &binder, error);
  if (program)
    fl_loop_kernel_set_traffic (program->kernel, kernel->read_bytes + kernel->written_bytes);
  return program;
}

/* The memory plan makes the nests of CPU kernels, whose rows it places. A CUDA kernel's buffers are those of
 * TorchInductor's, and its nest is made of what they leave. */
const FlNest *
fl_kernel_make_nest (FlArena *arena, const FlMemoryPlan *plan, const FlSchedNode *node)
{
  if (node->kind == FL_SCHED_EXTERN || node->kind == FL_SCHED_NOP)
    return NULL;
  for (guint i = 0; i < node->n_originals; i++)
    if (!node->originals[i]->body && node->originals[i]->kind != FL_SCHED_NOP)
      return NULL;
  return fl_nest_new (arena, plan->schedule, node);
}

const FlLoopProgram *
fl_kernel_build_loops (FlArena *arena, const FlProgram *program, guint kernel, GError **error)
{
  const FlNest *nest = program->plan->nests[kernel];

  if (!nest && program->target == FL_TARGET_CUDA)
    nest = fl_kernel_make_nest (arena, program->plan, program->kernels[kernel].node);

  if (nest)
    return fl_kernel_make_loops (arena, program->plan, nest, &program->kernels[kernel], error);
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s has no loops of its own: it is %s",
               program->kernels[kernel].name, fl_kernel_kind_get_name (program->kernels[kernel].kind));
  return NULL;
}

static FlLoopCaches
get_caches (const FlOptions *options)
{
  return (FlLoopCaches) { .first_level = options->cpu_l1_bytes > 0 ? options->cpu_l1_bytes : options->machine_l1_bytes,
                          .second_level
                          = options->cpu_l2_bytes > 0 ? options->cpu_l2_bytes : options->machine_l2_bytes };
}

FlLoopMachine
fl_kernel_get_machine (const FlOptions *options)
{
  if (options->cpu_vector_bytes == FL_VECTOR_BYTES_NONE || options->target == FL_TARGET_CUDA)
    return (FlLoopMachine) { .n_lanes = 1,
                             .caches = get_caches (options),
                             .work_grain = options->cpu_grain_bytes,
                             .parts = options->cpu_parts,
                             .target = options->target,
                             .capability = (guint) options->cuda_capability,
                             .cluster = options->target == FL_TARGET_CUDA && options->cuda_capability >= CLUSTERS_SINCE
                                            ? MOST_OF_A_CLUSTER
                                            : 1 };
  return (FlLoopMachine) { .n_lanes = FL_LOOP_MOST_FLOATS,
                           .grain = ALIGNED,
                           .caches = get_caches (options),
                           .stream_bytes = options->cpu_stream_bytes,
                           .measured_stream_bytes = options->measured_stream_bytes,
                           .measured_stream_read_bytes = options->measured_stream_read_bytes,
                           .work_grain = options->cpu_grain_bytes,
                           .parts = options->cpu_parts,
                           .prefetch_bytes = options->cpu_prefetch_bytes,
                           .refuse_vector = fl_print_c_refuse_vector,
                           .refuse_store = fl_print_c_refuse_store,
                           .refuse_accumulate = fl_print_c_refuse_accumulate };
}
