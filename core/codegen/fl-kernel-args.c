/* The arguments of a kernel: whose memory it reads and writes, in order of first use. */
#include "fl-kernel.h"

static const FlBuffer *
find_overwritten (const FlMemoryPlan *plan, const FlSchedNode *node, const FlBuffer *buffer)
{
  const FlBuffer *other = g_hash_table_lookup (plan->overwritten, buffer);

  for (guint o = 0; other && o < node->n_originals; o++)
    for (guint k = 0; k < node->originals[o]->n_outputs; k++)
      if (node->originals[o]->outputs[k]->buffer == buffer)
        return other;
  return NULL;
}

const FlBuffer *
fl_kernel_resolve (const FlMemoryPlan *plan, const FlSchedNode *node, const FlBuffer *buffer)
{
  const FlBuffer *other;

  buffer = fl_buffer_get_base (buffer);
  while ((other = find_overwritten (plan, node, buffer)))
    buffer = fl_buffer_get_base (other);
  return buffer;
}

typedef struct
{
  const FlMemoryPlan *plan;
  const FlSchedNode *node;
  GArray *args; /* FlKernelArg */
} Finder;

static void
add_arg (Finder *finder, const FlBuffer *buffer, gboolean is_written)
{
  const FlMemoryBuffer *entry = fl_memory_plan_find (finder->plan, buffer->name);
  FlKernelArg arg;

  if ((entry && entry->is_removed) || buffer->layout.kind == FL_LAYOUT_NONE
      || buffer->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
    return;
  arg = (FlKernelArg) { .buffer = fl_kernel_resolve (finder->plan, finder->node, buffer),
                        .is_read = !is_written,
                        .is_written = is_written };
  for (guint i = 0; i < finder->args->len; i++)
    {
      FlKernelArg *known = &g_array_index (finder->args, FlKernelArg, i);

      if (known->buffer != arg.buffer)
        continue;
      known->is_read |= arg.is_read;
      known->is_written |= is_written;
      return;
    }
  g_array_append_val (finder->args, arg);
}

/* Loads of a loop body first, then stores, as Inductor orders in_ptr and out_ptr. */
static void
add_body_args (Finder *finder, const FlLowered *lowered, const FlLoopBody *body, gboolean writes)
{
  for (guint b = 0; b < body->n_blocks; b++)
    for (guint i = 0; i < body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &body->blocks[b].ops[i];
        gboolean is_write = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;

        if (op->buffer && is_write == writes)
          add_arg (finder, fl_lowered_find_buffer (lowered, op->buffer), is_write);
        if (op->buffer && is_write && writes && op->mode == FL_STORE_ATOMIC_ADD)
          add_arg (finder, fl_lowered_find_buffer (lowered, op->buffer), FALSE);
      }
}

static void
add_extern_args (Finder *finder, const FlSchedNode *node)
{
  const FlBuffer *call = node->op;

  for (guint i = 0; i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];

      if (arg->kind == FL_EXTERN_TENSOR && arg->tensor.buffer)
        add_arg (finder, arg->tensor.buffer, FALSE);
      for (guint k = 0; arg->kind == FL_EXTERN_TENSORS && k < arg->n_tensors; k++)
        if (arg->tensors[k].buffer)
          add_arg (finder, arg->tensors[k].buffer, FALSE);
    }
  for (guint i = 0; i < call->n_mutates; i++)
    add_arg (finder, call->mutates[i], TRUE);
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i]->buffer->kind != FL_BUFFER_MUTATION_OUTPUT)
      add_arg (finder, node->outputs[i]->buffer, TRUE);
  /* The elements of a tuple are written by the call that makes the tuple. */
  for (guint i = 0; call->layout.kind == FL_LAYOUT_MULTI_OUTPUT && i < finder->plan->n_buffers; i++)
    {
      const FlBuffer *element = finder->plan->buffers[i].buffer;

      if (element->kind == FL_BUFFER_MULTI_OUTPUT && element->n_args > 0 && element->args[0].tensor.buffer == call)
        add_arg (finder, element, TRUE);
    }
}

void
fl_kernel_find_args (const FlPass *pass, const FlMemoryPlan *plan, FlKernel *kernel)
{
  g_autoptr (GArray) args = g_array_new (FALSE, TRUE, sizeof (FlKernelArg));
  Finder finder = { .plan = plan, .node = kernel->node, .args = args };

  if (kernel->kind == FL_KERNEL_EXTERN)
    add_extern_args (&finder, kernel->node);
  for (guint writes = 0; writes < 2 && kernel->kind != FL_KERNEL_EXTERN; writes++)
    for (guint i = 0; i < kernel->node->n_originals; i++)
      if (kernel->node->originals[i]->body)
        add_body_args (&finder, plan->schedule->lowered, kernel->node->originals[i]->body, writes);
  kernel->n_args = args->len;
  kernel->args = fl_arena_memdup (pass->arena, args->data, args->len * sizeof (FlKernelArg));
}
