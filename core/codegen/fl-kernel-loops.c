/* The loop program of a kernel: its nest, with every buffer where the memory plan put it. */
#include "fl-kernel-loops.h"

#include "fl-error.h"
#include "fl-kernel.h"

typedef struct
{
  const FlProgram *program;
  const FlKernel *kernel;
} Binder;

static gboolean
bind_buffer (gpointer data, const FlBuffer *buffer, FlLoopBinding *binding)
{
  const Binder *binder = data;
  const FlBuffer *storage = fl_kernel_resolve (binder->program->plan, binder->kernel->node, buffer);

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
fl_kernel_build_loops (FlArena *arena, const FlProgram *program, guint kernel, GError **error)
{
  Binder binder = { .program = program, .kernel = &program->kernels[kernel] };
  const FlNest *nest = program->plan->nests[kernel];

  if (!nest)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s has no loops of its own: it is %s", binder.kernel->name,
                   fl_kernel_kind_get_name (binder.kernel->kind));
      return NULL;
    }
  return fl_loop_build (arena, nest, binder.kernel->name, bind_buffer, &binder, error);
}
