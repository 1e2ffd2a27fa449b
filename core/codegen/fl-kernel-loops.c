/* The loop program of a kernel: its nest, with every buffer where the memory plan put it. */
#include "fl-kernel-loops.h"

#include "fl-error.h"
#include "fl-kernel.h"

typedef struct
{
  const FlMemoryPlan *plan;
  const FlKernel *kernel;
} Binder;

static gboolean
bind_buffer (gpointer data, const FlBuffer *buffer, FlLoopBinding *binding)
{
  const Binder *binder = data;
  const FlBuffer *storage = fl_kernel_resolve (binder->plan, binder->kernel->node, buffer);

  for (guint i = 0; i < binder->kernel->n_args; i++)
    if (binder->kernel->args[i].buffer == storage)
      {
        *binding = (FlLoopBinding) { .storage = storage, .argument = i, .offset = fl_buffer_get_slice_offset (buffer),
                                     .is_written = binder->kernel->args[i].is_written };
        return TRUE;
      }
  return FALSE;
}

const FlLoopProgram *
fl_kernel_make_loops (FlArena *arena, const FlMemoryPlan *plan, const FlNest *nest, const FlKernel *kernel, GError **error)
{
  Binder binder = { .plan = plan, .kernel = kernel };

  return fl_loop_build (arena, nest, kernel->name, bind_buffer, &binder, error);
}

const FlLoopProgram *
fl_kernel_build_loops (FlArena *arena, const FlProgram *program, guint kernel, GError **error)
{
  const FlNest *nest = program->plan->nests[kernel];

  if (nest)
    return fl_kernel_make_loops (arena, program->plan, nest, &program->kernels[kernel], error);
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s has no loops of its own: it is %s", program->kernels[kernel].name,
               fl_kernel_kind_get_name (program->kernels[kernel].kind));
  return NULL;
}
