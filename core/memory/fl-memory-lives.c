/* Sizes and lifetimes of buffers in the schedule's order, and the estimate of the peak that TorchInductor consults
 * before it lets memory stay allocated for a later buffer (torch/_inductor/memory.py). */
#include "fl-memory-private.h"

const FlBuffer *
fl_buffer_get_base (const FlBuffer *buffer)
{
  while ((buffer->layout.kind == FL_LAYOUT_MUTATION || buffer->layout.kind == FL_LAYOUT_NON_OWNING)
         && buffer->layout.target)
    buffer = buffer->layout.target;
  return buffer;
}

const FlSym *
fl_buffer_get_slice_offset (const FlBuffer *buffer)
{
  const FlSym *offset = NULL;

  for (; buffer->layout.target
         && (buffer->layout.kind == FL_LAYOUT_NON_OWNING || buffer->layout.kind == FL_LAYOUT_MUTATION);
       buffer = buffer->layout.target)
    if (buffer->layout.kind == FL_LAYOUT_NON_OWNING && buffer->layout.target_offset
        && !fl_sym_is_int_value (buffer->layout.target_offset, 0))
      offset = offset ? fl_sym_add (offset, buffer->layout.target_offset) : buffer->layout.target_offset;
  return offset;
}

static gboolean
has_tensor (const FlBuffer *buffer)
{
  return buffer->layout.kind != FL_LAYOUT_NONE && buffer->layout.kind != FL_LAYOUT_MULTI_OUTPUT;
}

static gint64
get_sample_bytes (const FlPlanner *planner, const FlBuffer *buffer)
{
  const FlSym *elements = fl_layout_get_storage_size (&buffer->layout, planner->schedule->lowered->symbols);

  return MAX (fl_sym_get_sample (elements), 0) * fl_dtype_get_size_bytes (buffer->layout.dtype);
}

static FlMemoryInfo *
add_info (FlPlanner *planner, const FlBuffer *buffer, const FlSchedBuffer *sched, guint node)
{
  FlMemoryInfo *info = fl_arena_new (planner->pass->arena, FlMemoryInfo, 1);
  FlSymTable *symbols = planner->schedule->lowered->symbols;

  info->buffer = buffer;
  info->sched = sched;
  info->first = info->last = node;
  info->owner = fl_buffer_get_base (buffer);
  info->is_input = buffer->kind == FL_BUFFER_INPUT || buffer->kind == FL_BUFFER_CONSTANT;
  if (has_tensor (buffer))
    {
      info->elements = fl_layout_get_storage_size (&buffer->layout, symbols);
      info->size_bytes = get_sample_bytes (planner, buffer);
      /* Fixed numbers of elements may be more than the memory has at the example's sizes, at which
       * nobody runs the graph then. */
      if (buffer->layout.kind == FL_LAYOUT_MUTATION && has_tensor (info->owner))
        info->size_bytes = MIN (info->size_bytes, get_sample_bytes (planner, info->owner));
    }
  g_hash_table_insert (planner->infos, (gpointer) buffer->name, info);
  g_ptr_array_add (planner->order, info);
  return info;
}

FlMemoryInfo *
fl_planner_find (const FlPlanner *planner, const char *name)
{
  return g_hash_table_lookup (planner->infos, name);
}

/* The buffer and whatever it lies in are used at this node. */
static void
touch (FlPlanner *planner, const FlBuffer *buffer, guint node)
{
  for (;;)
    {
      FlMemoryInfo *info = fl_planner_find (planner, buffer->name);

      if (!info)
        info = add_info (planner, buffer, NULL, node);
      info->last = MAX (info->last, node);
      info->first = MIN (info->first, node);
      if ((buffer->layout.kind != FL_LAYOUT_MUTATION && buffer->layout.kind != FL_LAYOUT_NON_OWNING)
          || !buffer->layout.target)
        return;
      buffer = buffer->layout.target;
    }
}

/* Dependencies speak of the latest version of memory that was written in place; loads name the memory itself. */
static void
touch_body (FlPlanner *planner, const FlLoopBody *body, guint position)
{
  for (guint b = 0; body && b < body->n_blocks; b++)
    for (guint i = 0; i < body->blocks[b].n_ops; i++)
      if (body->blocks[b].ops[i].buffer)
        touch (planner, fl_lowered_find_buffer (planner->schedule->lowered, body->blocks[b].ops[i].buffer), position);
}

static void
touch_args (FlPlanner *planner, const FlBuffer *call, guint position)
{
  for (guint i = 0; call && i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];

      if (arg->kind == FL_EXTERN_TENSOR && arg->tensor.buffer)
        touch (planner, arg->tensor.buffer, position);
      for (guint k = 0; arg->kind == FL_EXTERN_TENSORS && k < arg->n_tensors; k++)
        if (arg->tensors[k].buffer)
          touch (planner, arg->tensors[k].buffer, position);
    }
}

static void
touch_node (FlPlanner *planner, const FlSchedNode *node, guint position)
{
  const FlLowered *lowered = planner->schedule->lowered;

  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];

      for (guint k = 0; k < original->n_outputs; k++)
        {
          if (!fl_planner_find (planner, original->outputs[k]->buffer->name))
            add_info (planner, original->outputs[k]->buffer, original->outputs[k], position);
          touch (planner, original->outputs[k]->buffer, position);
        }
      for (guint k = 0; k < original->n_reads; k++)
        {
          const FlBuffer *buffer = fl_lowered_find_buffer (lowered, original->reads[k].name);

          if (buffer && original->reads[k].kind != FL_DEP_WEAK)
            touch (planner, buffer, position);
        }
      touch_body (planner, original->body, position);
      touch_args (planner, original->op, position);
      for (guint k = 0; original->op && k < original->op->n_mutates; k++)
        touch (planner, original->op->mutates[k], position);
    }
}

/* What a result may alias lives as long as the result. */
static void
extend_aliased (FlPlanner *planner)
{
  for (guint i = planner->order->len; i-- > 0;)
    {
      const FlMemoryInfo *info = g_ptr_array_index (planner->order, i);

      for (guint k = 0; k < info->buffer->n_aliases; k++)
        {
          FlMemoryInfo *aliased = fl_planner_find (planner, info->buffer->aliases[k]->name);

          if (!aliased)
            continue;
          aliased->last = MAX (aliased->last, info->last);
          aliased->is_output |= info->is_output;
        }
    }
}

static void
mark_outputs (FlPlanner *planner)
{
  const FlLowered *lowered = planner->schedule->lowered;

  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      FlMemoryInfo *info;

      if (lowered->outputs[i].kind != FL_OUTPUT_TENSOR || !lowered->outputs[i].tensor.buffer)
        continue;
      info = fl_planner_find (planner, lowered->outputs[i].tensor.buffer->name);
      if (info)
        info->is_output = TRUE;
      info = fl_planner_find (planner, fl_buffer_get_base (lowered->outputs[i].tensor.buffer)->name);
      if (info)
        info->is_output = TRUE;
    }
}

/* Elements of one tuple are memory of the call that makes the tuple. */
static void
advance_tuple_elements (FlPlanner *planner)
{
  for (guint i = 0; i < planner->order->len; i++)
    {
      FlMemoryInfo *info = g_ptr_array_index (planner->order, i), *tuple;

      if (info->buffer->kind != FL_BUFFER_MULTI_OUTPUT || info->buffer->n_args == 0
          || !info->buffer->args[0].tensor.buffer)
        continue;
      tuple = fl_planner_find (planner, info->buffer->args[0].tensor.buffer->name);
      if (tuple)
        info->first = MIN (info->first, tuple->first);
    }
}

/* Inductor's estimate looks at the dependencies alone: no reuse, no buffer kept inside a kernel, none that lives for
 * what may alias it (torch/_inductor/memory.py). */
static void
estimate_peak (FlPlanner *planner)
{
  guint n = planner->schedule->n_nodes;
  gint64 live = 0;

  planner->estimate = fl_arena_new (planner->pass->arena, gint64, n + 1);
  for (guint i = 0; i < planner->order->len; i++)
    {
      const FlMemoryInfo *info = g_ptr_array_index (planner->order, i);

      if (info->is_input || info->buffer->layout.kind == FL_LAYOUT_MUTATION)
        continue;
      planner->estimate[info->first] += info->size_bytes;
      if (!info->is_output)
        planner->estimate[info->last + 1] -= info->size_bytes;
    }
  for (guint i = 0; i <= n; i++)
    {
      live += planner->estimate[i];
      planner->estimate[i] = live;
      planner->estimated_peak = MAX (planner->estimated_peak, live);
    }
}

/* What ends at each node, and where each original node runs: asked again and again while lines are written. */
static void
index_nodes (FlPlanner *planner)
{
  FlArena *arena = planner->pass->arena;
  const FlSchedule *schedule = planner->schedule;
  guint *positions = fl_arena_new (arena, guint, schedule->n_originals + 1);

  planner->ends = fl_arena_new (arena, GPtrArray *, schedule->n_nodes + 1);
  for (guint i = 0; i < planner->order->len; i++)
    {
      FlMemoryInfo *info = g_ptr_array_index (planner->order, i);

      if (!planner->ends[info->last])
        planner->ends[info->last] = fl_arena_adopt (arena, g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
      g_ptr_array_add (planner->ends[info->last], info);
    }
  for (guint i = 0; i < schedule->n_nodes; i++)
    for (guint k = 0; k < schedule->nodes[i]->n_originals; k++)
      positions[schedule->nodes[i]->originals[k]->index] = i;
  planner->positions = positions;
}

void
fl_planner_find_lives (FlPlanner *planner)
{
  for (guint i = 0; i < planner->schedule->n_nodes; i++)
    touch_node (planner, planner->schedule->nodes[i], i);
  mark_outputs (planner);
  advance_tuple_elements (planner);
  estimate_peak (planner);
  extend_aliased (planner);
  index_nodes (planner);
}
