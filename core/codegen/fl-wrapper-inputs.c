/* Inputs that a graph of gradients may write over or free: tensors that the forward graph kept for it alone. PyTorch
 * decides that while it traces both graphs (torch/_functorch/_aot_autograd, donated buffers); of the backward graph
 * alone the names tell: what is neither a parameter or input of the model, nor an incoming gradient. */
#include "fl-wrapper-plan-private.h"

#include <string.h>

static gboolean
is_gradients (const FlLowered *lowered)
{
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] && g_str_has_prefix (lowered->inputs[i]->name, "tangents_"))
      return TRUE;
  return FALSE;
}

static gboolean
is_kept_for_gradients (const char *name)
{
  static const char *const kept[] = { "primals_", "arg", "fwd_rng_state", "bwd_rng_state", "tangents" };

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (g_str_has_prefix (name, kept[i]))
      return FALSE;
  return TRUE;
}

static gboolean
can_inplace (const FlSchedNode *node, const FlDep *read)
{
  const FlDep *write = &node->writes[0];

  if (node->kind != FL_SCHED_COMPUTE || node->n_writes != 1 || read->kind != FL_DEP_MEMORY
      || read->index != write->index || read->n_vars != write->n_vars)
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i]->n_aliases > 0)
      return FALSE;
  for (guint i = 0; i < read->n_vars; i++)
    if (read->sizes[i] != write->sizes[i])
      return FALSE;
  return TRUE;
}

/* Who reads the input, each node once. */
static const FlSchedBuffer *
make_donated (FlWrapperWriter *writer, FlBuffer *input)
{
  FlSchedBuffer *donated = fl_arena_new (writer->pass->arena, FlSchedBuffer, 1);
  g_autoptr (GArray) users = g_array_new (FALSE, FALSE, sizeof (FlSchedUser));

  donated->buffer = input;
  for (guint i = 0; i < writer->schedule->n_originals; i++)
    {
      FlSchedNode *node = writer->schedule->originals[i];
      FlSchedUser user = { .node = NULL, .can_inplace = TRUE };

      for (guint k = 0; k < node->n_reads; k++)
        if (node->reads[k].name == input->name)
          {
            user.node = node;
            user.can_inplace &= can_inplace (node, &node->reads[k]);
          }
      if (user.node)
        g_array_append_val (users, user);
    }
  donated->n_users = users->len;
  donated->users = fl_arena_memdup (writer->pass->arena, users->data, users->len * sizeof (FlSchedUser));
  return donated;
}

/* --- alignment -------------------------------------------------------------------------------- */

enum
{
  ALIGNMENT = 16 /* bytes */
};

static gboolean
is_unaligned_view (const FlWrapperWriter *writer, const FlBufferView *view)
{
  const FlWrapperSlot *slot = view->buffer ? fl_wrapper_writer_find (writer, view->buffer->name) : NULL;
  gint64 offset;

  if (!slot)
    return FALSE;
  return slot->is_unaligned
         || (view->is_view && fl_sym_is_int (view->layout.offset, &offset)
             && offset * fl_dtype_get_size_bytes (view->layout.dtype) % ALIGNMENT != 0);
}

static gboolean
has_unaligned_input (const FlWrapperWriter *writer, const FlBuffer *call)
{
  for (guint i = 0; i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];

      if (arg->kind == FL_EXTERN_TENSOR && is_unaligned_view (writer, &arg->tensor))
        return TRUE;
      for (guint k = 0; arg->kind == FL_EXTERN_TENSORS && k < arg->n_tensors; k++)
        if (is_unaligned_view (writer, &arg->tensors[k]))
          return TRUE;
    }
  return FALSE;
}

/* PyTorch takes inputs on a CPU, and what an operator's own kernel makes of unaligned tensors, as unaligned. */
void
fl_wrapper_note_alignment (FlWrapperWriter *writer)
{
  const FlLowered *lowered = writer->schedule->lowered;

  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i])
      fl_wrapper_writer_find (writer, lowered->inputs[i]->name)->is_unaligned
          = !lowered->inputs[i]->layout.device.type || g_str_equal (lowered->inputs[i]->layout.device.type, "cpu");
  for (guint i = 0; i < lowered->n_buffers; i++)
    {
      const FlBuffer *buffer = lowered->buffers[i];
      FlWrapperSlot *slot = fl_wrapper_writer_find (writer, buffer->name);

      if (slot && (buffer->kind == FL_BUFFER_FALLBACK || buffer->kind == FL_BUFFER_MULTI_OUTPUT))
        slot->is_unaligned = has_unaligned_input (writer, buffer);
    }
}

/* --- donated ---------------------------------------------------------------------------------- */

void
fl_wrapper_add_donated (FlWrapperWriter *writer)
{
  const FlLowered *lowered = writer->schedule->lowered;

  if (!is_gradients (lowered))
    return;
  for (guint i = 0; i < lowered->n_inputs; i++)
    {
      FlBuffer *input = lowered->inputs[i];
      FlWrapperSlot *slot = input ? fl_wrapper_writer_find (writer, input->name) : NULL;

      if (slot && !slot->is_output && is_kept_for_gradients (input->name))
        slot->sched = make_donated (writer, input);
    }
}
