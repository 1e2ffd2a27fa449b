/* Kernels that only bring a convolution's input or weight into another layout. Convolutions here take tensors as they
 * lie: what they need otherwise they pack once (weights) or turn in the caches, image by image (inputs). So the call
 * reads the tensor that is copied, and the kernel is not run.
 *
 * That is done where the source is an input of the graph that nothing writes, so that it is still there when the call
 * reads it, where nobody but convolutions reads the copy, and, for images, where only one does: each would turn them
 * anew. */
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-execute-program.h"

typedef struct
{
  FlBufferView source;    /* the value that the copy holds, where it comes from */
  const FlLayout *layout; /* of the copy */
} Copied;

static gboolean
is_written (const FlProgram *program, const FlBuffer *base)
{
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *kernel = &program->kernels[i];
      for (guint k = 0; k < kernel->n_args; k++)
        if (kernel->args[k].is_written && fl_buffer_get_base (kernel->args[k].buffer) == base)
          return TRUE;
      for (guint k = 0; kernel->call != NULL && k < kernel->call->n_mutates; k++)
        if (fl_buffer_get_base (kernel->call->mutates[k]) == base)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_convolution (const FlBuffer *op)
{
  return op != NULL && op->kind == FL_BUFFER_EXTERN_ALLOC && op->aten != NULL && op->aten->op == FL_ATEN_OP_CONVOLUTION
         && op->n_mutates == 0;
}

/* Reads the copy as it is, as input or weight. */
static gboolean
reads_whole (const FlBuffer *call, const FlBuffer *copy, gboolean *is_input)
{
  gboolean is_read = FALSE;
  for (guint i = 0; i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];
      if (arg->kind == FL_EXTERN_VALUE)
        continue;
      if (arg->kind != FL_EXTERN_TENSOR)
        return FALSE;
      if (arg->tensor.buffer == NULL || fl_buffer_get_base (arg->tensor.buffer) != copy)
        continue;
      if (i > 1 || arg->tensor.is_view || arg->tensor.buffer != copy)
        return FALSE;
      *is_input |= i == 0;
      is_read = TRUE;
    }
  return is_read;
}

static gboolean
only_convolutions_read (const FlSchedule *schedule, const FlBuffer *copy)
{
  const FlSchedBuffer *buffer = fl_schedule_find_buffer (schedule, copy->name);
  gboolean is_input = FALSE;
  if (buffer == NULL || copy->is_output || buffer->n_users == 0 || buffer->n_aliases > 0 || buffer->n_mutations > 0)
    return FALSE;
  for (guint i = 0; i < buffer->n_users; i++)
    if (buffer->users[i].node == NULL || !is_convolution (buffer->users[i].node->op)
        || !reads_whole (buffer->users[i].node->op, copy, &is_input))
      return FALSE;
  return !is_input || buffer->n_users == 1;
}

/* The layout that makes of the source what the loops load from it; FALSE: there is none. */
static gboolean
find_layout (FlSentBuilder *builder, const FlBuffer *copy, const FlSym *index, FlLayout *layout)
{
  const FlLoops *loops = copy->loops;
  FlSymTable *symbols = fl_sym_get_table (index);
  const FlSym *zero = fl_sym_int (symbols, 0), *strides[FL_MAX_DIMS], *zeros[FL_MAX_DIMS], *sum;
  if (loops->n_ranges != copy->layout.n_dims || loops->n_ranges > FL_MAX_DIMS
      || fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return FALSE;
  index = fl_sym_drop_identities (index);
  for (guint d = 0; d < loops->n_ranges; d++)
    zeros[d] = zero;
  *layout = copy->layout;
  layout->kind = FL_LAYOUT_FIXED;
  layout->offset = sum = fl_sym_substitute (index, loops->vars, zeros, loops->n_ranges);
  for (guint d = 0; d < loops->n_ranges; d++)
    {
      if (!fl_sym_known_equal (loops->ranges[d], copy->layout.sizes[d]))
        return FALSE;
      strides[d] = fl_sym_is_symbol (loops->vars[d])
                       ? fl_sym_get_stride (index, loops->vars[d], loops->vars, loops->n_ranges)
                       : zero;
      sum = fl_sym_add (sum, fl_sym_mul (strides[d], loops->vars[d]));
    }
  layout->strides = fl_arena_memdup (builder->self->pass->arena, strides, loops->n_ranges * sizeof *strides);
  return fl_sym_known_equal (sum, index);
}

/* An element is loaded and stored, that is all. NULL: more is done, or it may not be left out. */
static Copied *
find_copied (FlSentBuilder *builder, const FlSchedNode *node)
{
  const FlLowered *lowered = builder->plan->schedule->lowered;
  const FlBuffer *copy = node->op;
  Copied copied = { .layout = NULL };
  if (node->kind != FL_SCHED_COMPUTE || copy == NULL || copy->loops == NULL || copy->loops->kind != FL_LOOPS_POINTWISE
      || copy->loops->n_values != 1)
    return NULL;
  const FlExpr *value = copy->loops->values[0]->canon;
  if (value->op != FL_SCALAR_LOAD || value->dtype != copy->layout.dtype)
    return NULL;
  FlBuffer *source = fl_lowered_find_buffer (lowered, value->buffer);
  if (source == NULL || (source->kind != FL_BUFFER_INPUT && source->kind != FL_BUFFER_CONSTANT)
      || source->layout.dtype != value->dtype || is_written (builder->program, fl_buffer_get_base (source))
      || !only_convolutions_read (builder->plan->schedule, copy))
    return NULL;
  copied.source.buffer = source;
  copied.source.is_view = TRUE;
  copied.layout = &copy->layout;
  if (!find_layout (builder, copy, value->index, &copied.source.layout))
    return NULL;
  return fl_arena_memdup (builder->self->pass->arena, &copied, sizeof copied);
}

static void
record_skipped (FlSentBuilder *builder, guint position, const FlKernel *kernel, const FlBufferView *source)
{
  fl_trace_record (builder->self->pass->trace,
                   &(FlEvent) { .stage = FL_STAGE_RUN,
                                .kind = FL_EVENT_LIBRARY,
                                .verdict = FL_VERDICT_ACCEPT,
                                .subject = { FL_REF_KERNEL, position, fl_intern (kernel->name) },
                                .amount = kernel->read_bytes + kernel->written_bytes,
                                .reason = "not run: it only copies, and the convolution reads the source as it lies",
                                .facts = fl_arena_printf (builder->self->pass->arena, "the convolution reads %s",
                                                          source->buffer->name) });
}

/* All that the kernel does is copy so; NULL: more. */
static gboolean
note_copies (FlSentBuilder *builder, guint position, const FlKernel *kernel)
{
  const FlSchedNode *node = kernel->node;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  for (guint i = 0; node != NULL && i < node->n_originals; i++)
    {
      Copied *copied = find_copied (builder, node->originals[i]);
      if (copied == NULL)
        return FALSE;
      g_ptr_array_add (found, copied);
    }
  for (guint i = 0; i < found->len; i++)
    g_hash_table_insert (builder->copied, (gpointer) node->originals[i]->op, found->pdata[i]);
  if (found->len > 0)
    record_skipped (builder, position, kernel, &((Copied *) found->pdata[0])->source);
  return found->len > 0;
}

void
fl_sent_builder_find_copies (FlSentBuilder *builder)
{
  const FlOptions *options = builder->self->pass->options;
  if (!options->cpu_skip_copies || options->guard || options->stomp || options->cpu_sanitize)
    return; /* kernels are looked at then: all of them run */
  for (guint i = 0; i < builder->program->n_kernels; i++)
    {
      const FlKernel *kernel = &builder->program->kernels[i];
      if (kernel->kind == FL_KERNEL_POINTWISE && note_copies (builder, i, kernel))
        g_hash_table_add (builder->skipped, (gpointer) kernel);
    }
}

const FlBufferView *
fl_sent_builder_find_source (const FlSentBuilder *builder, const FlBuffer *call, const FlBufferView *view)
{
  const Copied *copied
      = is_convolution (call) && !view->is_view ? g_hash_table_lookup (builder->copied, view->buffer) : NULL;
  return copied == NULL ? view : &copied->source;
}
