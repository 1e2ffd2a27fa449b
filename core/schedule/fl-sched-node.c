/* Scheduler nodes: one operation each. */
#include <string.h>

#include "fl-intern.h"
#include "fl-schedule-private.h"
#include "fl-torch-rules.h"

static FlSchedKind
classify (FlSchedContext *context, const FlBuffer *op)
{
  if (op->kind == FL_BUFFER_CONCAT || op->kind == FL_BUFFER_NOP)
    return FL_SCHED_NOP;
  if (op->kind != FL_BUFFER_COMPUTED)
    return FL_SCHED_EXTERN;
  if (fl_sym_is_int_value (fl_layout_get_numel (&op->layout, context->symbols), 0))
    return FL_SCHED_NOP;
  return FL_SCHED_COMPUTE;
}

/* A library call or a copy-free join reads whole buffers. */
static FlDepSet
get_extern_reads (FlSchedContext *context, const FlBuffer *op)
{
  FlDepSetBuilder reads;

  fl_dep_set_begin (&reads, context);
  for (guint i = 0; i < op->n_args; i++)
    {
      const FlExternArg *arg = &op->args[i];
      guint n = arg->kind == FL_EXTERN_TENSOR ? 1 : arg->kind == FL_EXTERN_TENSORS ? arg->n_tensors : 0;
      const FlBufferView *views = arg->kind == FL_EXTERN_TENSOR ? &arg->tensor : arg->tensors;

      for (guint k = 0; k < n; k++)
        if (views[k].buffer != NULL)
          {
            FlDep dep = fl_dep_star (views[k].buffer->name, NULL);

            fl_dep_set_add (&reads, &dep);
          }
    }
  return fl_dep_set_end (&reads);
}

/* One result of a tuple is a dense write, so that its readers can be matched. */
static FlDep
get_tuple_item_write (FlSchedContext *context, const FlBuffer *op)
{
  const FlLayout *layout = &op->layout;
  g_autofree const FlSym **vars = g_new0 (const FlSym *, layout->n_dims + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, layout->n_dims + 1);
  g_autofree const FlSym **index = g_new0 (const FlSym *, layout->n_dims + 1);
  guint n = 0;

  for (guint i = 0; i < layout->n_dims; i++)
    {
      index[i] = fl_sym_int (context->symbols, 0);
      if (fl_sym_is_int_value (layout->sizes[i], 1))
        continue;
      sizes[n] = layout->sizes[i];
      vars[n] = index[i] = fl_sym_var (context->symbols, fl_intern_printf ("d%u", n), sizes[n]);
      n++;
    }
  return fl_dep_memory (context, op->name, fl_layout_get_index (layout, context->symbols, index),
                        &(FlLoopRanges) { vars, sizes, sizes, n }, NULL,
                        !fl_sched_keeps_loops (context, layout->device));
}

/* Memory without a value is written by loops over nothing. */
static FlDep
get_empty_write (FlSchedContext *context, const FlBuffer *op)
{
  const FlLayout *layout = &op->layout;
  const FlSym **vars = fl_arena_new (context->arena, const FlSym *, layout->n_dims + 1);
  const FlSym **sizes = fl_arena_new (context->arena, const FlSym *, layout->n_dims + 1);

  for (guint i = 0; i < layout->n_dims; i++)
    {
      sizes[i] = fl_sym_int (context->symbols, 0);
      vars[i] = fl_sym_var (context->symbols, fl_intern_printf ("d%u", i), layout->sizes[i]);
    }
  return fl_dep_memory (context, op->name, fl_layout_get_index (layout, context->symbols, vars),
                        &(FlLoopRanges) { vars, sizes, sizes, layout->n_dims }, NULL, FALSE);
}

static void
set_extern_deps (FlSchedContext *context, FlSchedNode *node)
{
  FlDepSet reads = get_extern_reads (context, node->op);
  FlDepSetBuilder writes;

  fl_dep_set_begin (&writes, context);
  for (guint i = 0; i < node->n_outputs; i++)
    {
      const FlBuffer *buffer = node->outputs[i]->buffer;
      gboolean is_item = buffer->kind == FL_BUFFER_MULTI_OUTPUT && buffer->layout.kind == FL_LAYOUT_FIXED
                         && fl_options_has (context->options, FL_RULE_MULTI_OUTPUT_WRITES);
      FlDep dep = is_item                         ? get_tuple_item_write (context, buffer)
                  : buffer->kind == FL_BUFFER_NOP ? get_empty_write (context, buffer)
                                                  : fl_dep_star (buffer->name, NULL);

      fl_dep_set_add (&writes, &dep);
    }
  fl_sched_node_set_deps (context, node, reads, fl_dep_set_end (&writes));
}

/* Names of the buffers whose memory `buffer` may share, and of those that it overwrites. */
static void
set_aliases (FlSchedContext *context, FlSchedBuffer *sched_buffer)
{
  const FlBuffer *buffer = sched_buffer->buffer;
  const char **aliases = fl_arena_new (context->arena, const char *, buffer->n_aliases + 1);
  const char **mutations = fl_arena_new (context->arena, const char *, buffer->n_mutates + 1);

  if (buffer->layout.kind == FL_LAYOUT_NON_OWNING)
    aliases[sched_buffer->n_aliases++] = buffer->layout.target->name;
  for (guint i = 0; i < buffer->n_aliases; i++)
    aliases[sched_buffer->n_aliases++] = buffer->aliases[i]->name;
  if (buffer->layout.kind == FL_LAYOUT_MUTATION)
    mutations[sched_buffer->n_mutations++] = buffer->layout.target->name;
  else
    for (guint i = 0; i < buffer->n_mutates; i++)
      mutations[sched_buffer->n_mutations++] = buffer->mutates[i]->name;
  sched_buffer->aliases = aliases;
  sched_buffer->mutations = mutations;
}

static FlSchedBuffer *
make_buffer (FlSchedContext *context, FlSchedNode *node, FlBuffer *buffer)
{
  FlSchedBuffer *made = fl_arena_new (context->arena, FlSchedBuffer, 1);

  made->buffer = buffer;
  made->node = node;
  set_aliases (context, made);
  g_hash_table_insert (context->buffers, (gpointer) buffer->name, made);
  return made;
}

/* The operation's own buffer, then what else it writes. */
static void
make_outputs (FlSchedContext *context, FlSchedNode *node)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  const FlLowered *lowered = context->lowered;

  g_ptr_array_add (outputs, make_buffer (context, node, node->op));
  for (guint i = node->op->number + 1; i < lowered->n_buffers; i++)
    {
      FlBuffer *other = lowered->buffers[i];

      if (other->kind != FL_BUFFER_MUTATION_OUTPUT || other->op_name != node->op->op_name)
        break;
      g_ptr_array_add (outputs, make_buffer (context, node, other));
    }
  node->n_outputs = outputs->len;
  node->outputs = fl_arena_memdup (context->arena, outputs->pdata, outputs->len * sizeof (gpointer));
}

FlSchedNode *
fl_sched_node_new (FlSchedContext *context, FlBuffer *op)
{
  FlSchedNode *node = fl_arena_new (context->arena, FlSchedNode, 1);
  FlSchedNode **self = fl_arena_new (context->arena, FlSchedNode *, 1);

  node->op = op;
  node->kind = classify (context, op);
  node->name = fl_sched_has_operations (context) ? op->op_name : op->name;
  node->device = op->layout.device;
  self[0] = node;
  node->n_originals = 1;
  node->originals = self;
  make_outputs (context, node);
  if (node->kind == FL_SCHED_COMPUTE)
    {
      node->is_reduction = op->loops->kind != FL_LOOPS_POINTWISE && op->loops->kind != FL_LOOPS_SCATTER;
      node->default_body = fl_loop_body_new (context->arena, context->lowered, op, "q");
      fl_sched_node_set_loops (context, node, NULL, 0);
    }
  else if (op->kind == FL_BUFFER_COMPUTED) /* no elements: nothing runs, but the order is kept */
    {
      FlDepSet reads, writes;

      node->default_body = fl_loop_body_new (context->arena, context->lowered, op, "q");
      fl_dep_extract (context, node->default_body, FALSE, &reads, &writes);
      fl_sched_node_set_deps (context, node, reads, writes);
    }
  else
    set_extern_deps (context, node);
  return node;
}
