/* The plan of memory of a schedule: sizes of buffers, who keeps them alive, and the peak of an
 * order. Source: torch/_inductor/memory.py (compute_size_for_scheduler_buffer,
 * assign_memory_planning_info_for_*, estimate_peak_memory). */
#include "fl-fuse-peak.h"

/* --- gathering -------------------------------------------------------------------------------- */

static void
free_buffer (gpointer data)
{
  FlMemBuffer *buffer = data;

  g_ptr_array_unref (buffer->succ);
  g_ptr_array_unref (buffer->succ_order);
  g_free (buffer);
}

static FlMemBuffer *
get_buffer (FlMemPlan *plan, const char *name)
{
  FlMemBuffer *buffer = g_hash_table_lookup (plan->buffers, name);

  if (buffer != NULL)
    return buffer;
  buffer = g_new0 (FlMemBuffer, 1);
  buffer->succ = g_ptr_array_new ();
  buffer->succ_order = g_ptr_array_new ();
  g_hash_table_insert (plan->buffers, (gpointer) name, buffer);
  return buffer;
}

static void
add_once (GPtrArray *list, gpointer item)
{
  if (!g_ptr_array_find (list, item, NULL))
    g_ptr_array_add (list, item);
}

static gint64
get_tensor_bytes (FlMemPlan *plan, const FlBuffer *buffer)
{
  const FlSym *numel = fl_layout_get_numel (&buffer->layout, plan->fusion->context.symbols);

  return MAX (0, fl_sched_get_hint (numel)) * fl_dtype_get_size_bytes (buffer->layout.dtype);
}

/* A tuple is allocated as a whole and freed item by item; a mutation has its target's memory. */
static void
set_sizes (FlMemPlan *plan, const FlSchedBuffer *sched_buffer)
{
  const FlBuffer *buffer = sched_buffer->buffer;
  FlMemBuffer *made = get_buffer (plan, buffer->name);
  FlLayoutKind kind = buffer->layout.kind;

  if (g_hash_table_contains (plan->fusion->context.real_names, buffer->name) || kind == FL_LAYOUT_NONE)
    return;
  if (kind == FL_LAYOUT_MULTI_OUTPUT)
    {
      for (guint i = 0; i < sched_buffer->n_users; i++)
        if (sched_buffer->users[i].node != NULL && sched_buffer->users[i].node->op->kind == FL_BUFFER_MULTI_OUTPUT)
          made->size_alloc += get_tensor_bytes (plan, sched_buffer->users[i].node->op);
      return;
    }
  made->size_free = get_tensor_bytes (plan, buffer);
  made->size_alloc = buffer->kind == FL_BUFFER_MULTI_OUTPUT ? 0 : made->size_free;
}

static gboolean
is_graph_input (const FlLowered *lowered, const char *name)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (lowered, name);

  return buffer != NULL && buffer->kind == FL_BUFFER_INPUT;
}

static void
gather_uses (FlMemPlan *plan, FlMemNode *node)
{
  const FlSchedNode *sched = node->node;

  for (guint i = 0; i < sched->n_unmet; i++)
    {
      FlMemBuffer *buffer = get_buffer (plan, sched->unmet[i].name);

      add_once (buffer->succ_order, node);
      if (!sched->unmet[i].is_fake)
        add_once (buffer->succ, node);
    }
  for (guint i = 0; i < sched->n_reads; i++)
    {
      const FlDep *dep = &sched->reads[i];
      FlMemBuffer *buffer;

      if (!fl_sched_is_freeable_input (plan->fusion->pass->options, dep->name)
          || !is_graph_input (plan->fusion->context.lowered, dep->name))
        continue;
      buffer = get_buffer (plan, dep->name);
      if (!buffer->is_input)
        g_ptr_array_add (plan->inputs, buffer);
      buffer->is_input = TRUE;
      buffer->size_alloc = buffer->size_free = fl_dep_get_bytes (&plan->fusion->context, dep);
      add_once (buffer->succ_order, node);
      if (!dep->is_fake)
        add_once (buffer->succ, node);
    }
}

/* Memory lives until the last version of it is read. */
static void
forward_mutations (FlMemPlan *plan)
{
  const FlSchedule *schedule = plan->fusion->schedule;

  for (guint i = schedule->n_mutations; i-- > 0;)
    {
      FlMemBuffer *from = get_buffer (plan, schedule->mutations[i].buffer),
                  *to = get_buffer (plan, schedule->mutations[i].real);

      for (guint k = 0; k < from->succ->len; k++)
        add_once (to->succ, from->succ->pdata[k]);
      for (guint k = 0; k < from->succ_order->len; k++)
        add_once (to->succ_order, from->succ_order->pdata[k]);
    }
}

static void
link_node (FlMemPlan *plan, FlMemNode *node)
{
  for (guint o = 0; o < node->node->n_outputs; o++)
    {
      FlMemBuffer *buffer = get_buffer (plan, node->node->outputs[o]->buffer->name);

      g_ptr_array_add (node->outputs, buffer);
      node->size += buffer->size_alloc;
      for (guint i = 0; i < buffer->succ_order->len; i++)
        if (buffer->succ_order->pdata[i] != node)
          {
            FlMemNode *later = buffer->succ_order->pdata[i];

            add_once (node->succ_nodes, later);
            add_once (later->pred_nodes, node);
          }
      for (guint i = 0; i < buffer->succ->len; i++)
        add_once (((FlMemNode *) buffer->succ->pdata[i])->pred_buffers, buffer);
    }
}

static void
note_outputs (FlMemPlan *plan)
{
  const FlLowered *lowered = plan->fusion->context.lowered;

  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      const FlOutput *output = &lowered->outputs[i];
      FlMemBuffer *buffer;

      if (output->kind != FL_OUTPUT_TENSOR || output->tensor.buffer == NULL)
        continue;
      buffer = g_hash_table_lookup (plan->buffers, output->tensor.buffer->name);
      if (buffer == NULL || buffer->is_output)
        continue;
      buffer->is_output = TRUE;
      plan->output_memory += buffer->size_free;
    }
}

void
fl_mem_plan_init (FlMemPlan *plan, FlFusion *fusion, FlSchedNode **nodes, guint n_nodes)
{
  *plan = (FlMemPlan) { .fusion = fusion, .n_nodes = n_nodes };
  plan->nodes = g_new0 (FlMemNode, n_nodes + 1);
  plan->buffers = g_hash_table_new_full (NULL, NULL, NULL, free_buffer);
  plan->inputs = g_ptr_array_new ();
  for (guint i = 0; i < n_nodes; i++)
    {
      FlMemNode *node = &plan->nodes[i];

      node->node = nodes[i];
      node->index = i;
      node->outputs = g_ptr_array_new ();
      node->pred_buffers = g_ptr_array_new ();
      node->pred_nodes = g_ptr_array_new ();
      node->succ_nodes = g_ptr_array_new ();
      node->priority = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  for (guint i = 0; i < fusion->schedule->n_buffers; i++)
    set_sizes (plan, fusion->schedule->buffers[i]);
  for (guint i = 0; i < n_nodes; i++)
    gather_uses (plan, &plan->nodes[i]);
  forward_mutations (plan);
  for (guint i = 0; i < n_nodes; i++)
    link_node (plan, &plan->nodes[i]);
  for (guint i = 0; i < plan->inputs->len; i++)
    {
      FlMemBuffer *buffer = plan->inputs->pdata[i];

      for (guint k = 0; k < buffer->succ->len; k++)
        add_once (((FlMemNode *) buffer->succ->pdata[k])->pred_buffers, buffer);
    }
  note_outputs (plan);
}

void
fl_mem_plan_clear (FlMemPlan *plan)
{
  for (guint i = 0; i < plan->n_nodes; i++)
    {
      g_ptr_array_unref (plan->nodes[i].outputs);
      g_ptr_array_unref (plan->nodes[i].pred_buffers);
      g_ptr_array_unref (plan->nodes[i].pred_nodes);
      g_ptr_array_unref (plan->nodes[i].succ_nodes);
      g_array_unref (plan->nodes[i].priority);
    }
  g_free (plan->nodes);
  g_hash_table_unref (plan->buffers);
  g_ptr_array_unref (plan->inputs);
}

/* --- estimate --------------------------------------------------------------------------------- */

static gint
get_end (const FlMemBuffer *buffer)
{
  gint end = -1;

  for (guint i = 0; i < buffer->succ->len; i++)
    end = MAX (end, (gint) ((FlMemNode *) buffer->succ->pdata[i])->order);
  return end;
}

gint64
fl_mem_plan_estimate_peak (FlMemPlan *plan, FlMemNode *const *order)
{
  guint n = plan->n_nodes;
  g_autofree gint64 *delta = g_new0 (gint64, n + 2);
  gint64 memory = 0, peak = 0;

  for (guint i = 0; i < n; i++)
    order[i]->order = i;
  for (guint i = 0; i < plan->inputs->len; i++)
    {
      const FlMemBuffer *buffer = plan->inputs->pdata[i];

      delta[0] += buffer->size_free;
      if (!buffer->is_output)
        delta[get_end (buffer) + 1] -= buffer->size_free;
    }
  for (guint i = 0; i < n; i++)
    for (guint o = 0; o < order[i]->outputs->len; o++)
      {
        const FlMemBuffer *buffer = order[i]->outputs->pdata[o];
        gint end = get_end (buffer);

        delta[i] += buffer->size_alloc;
        if (!buffer->is_output)
          delta[(end == -1 ? (gint) i : end) + 1] -= buffer->size_free;
      }
  for (guint i = 0; i <= n; i++)
    {
      memory += delta[i];
      peak = MAX (peak, memory);
    }
  return peak;
}
