/* The order of kernels with the lowest estimated peak: as fused, least peak first, breadth first, depth first.
 * Source: torch/_inductor/memory.py (reorder_for_peak_memory). */
#include "fl-fuse-private.h"

#include <string.h>

typedef struct _MemNode MemNode;

typedef struct
{
  gint64 size_alloc, size_free;
  GPtrArray *succ;       /* MemNode: who keeps it alive */
  GPtrArray *succ_order; /* MemNode: who must run later */
  gboolean is_output, is_input;
  guint outdegree;
} MemBuffer;

struct _MemNode
{
  FlSchedNode *node;
  guint index;
  gint64 size, size_with_reads, memory_to_free;
  GPtrArray *outputs, *pred_buffers;   /* MemBuffer */
  GPtrArray *pred_nodes, *succ_nodes;  /* MemNode */
  guint indegree, order;
  GArray *priority;                    /* breadth first: places of the predecessors */
};

typedef struct
{
  FlFusion *fusion;
  MemNode *nodes;
  guint n_nodes;
  GHashTable *buffers;   /* interned name -> MemBuffer */
  GPtrArray *inputs;     /* MemBuffer: inputs that may be freed after their last use */
  gint64 output_memory;
} Plan;

/* --- gathering ------------------------------------------------------------------------------------------------------------------ */

static void
free_buffer (gpointer data)
{
  MemBuffer *buffer = data;

  g_ptr_array_unref (buffer->succ);
  g_ptr_array_unref (buffer->succ_order);
  g_free (buffer);
}

static MemBuffer *
get_buffer (Plan *plan, const char *name)
{
  MemBuffer *buffer = g_hash_table_lookup (plan->buffers, name);

  if (buffer != NULL)
    return buffer;
  buffer = g_new0 (MemBuffer, 1);
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
get_tensor_bytes (Plan *plan, const FlBuffer *buffer)
{
  const FlSym *numel = fl_layout_get_numel (&buffer->layout, plan->fusion->context.symbols);

  return MAX (0, fl_sched_get_hint (numel)) * fl_dtype_get_size_bytes (buffer->layout.dtype);
}

/* A tuple is allocated as a whole and freed item by item; a mutation has its target's memory. */
static void
set_sizes (Plan *plan, const FlSchedBuffer *sched_buffer)
{
  const FlBuffer *buffer = sched_buffer->buffer;
  MemBuffer *made = get_buffer (plan, buffer->name);
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
is_freeable_input (const char *name)
{
  static const char *const kept[] = { "primals_", "arg", "fwd_rng_state", "bwd_rng_state", "tangents" };

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (g_str_has_prefix (name, kept[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_graph_input (const FlLowered *lowered, const char *name)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (lowered, name);

  return buffer != NULL && buffer->kind == FL_BUFFER_INPUT;
}

static void
gather_uses (Plan *plan, MemNode *node)
{
  const FlSchedNode *sched = node->node;

  for (guint i = 0; i < sched->n_unmet; i++)
    {
      MemBuffer *buffer = get_buffer (plan, sched->unmet[i].name);

      add_once (buffer->succ_order, node);
      if (!sched->unmet[i].is_fake)
        add_once (buffer->succ, node);
    }
  for (guint i = 0; i < sched->n_reads; i++)
    {
      const FlDep *dep = &sched->reads[i];
      MemBuffer *buffer;

      if (!is_freeable_input (dep->name) || !is_graph_input (plan->fusion->context.lowered, dep->name))
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
forward_mutations (Plan *plan)
{
  const FlSchedule *schedule = plan->fusion->schedule;

  for (guint i = schedule->n_mutations; i-- > 0;)
    {
      MemBuffer *from = get_buffer (plan, schedule->mutations[i].buffer), *to = get_buffer (plan, schedule->mutations[i].real);

      for (guint k = 0; k < from->succ->len; k++)
        add_once (to->succ, from->succ->pdata[k]);
      for (guint k = 0; k < from->succ_order->len; k++)
        add_once (to->succ_order, from->succ_order->pdata[k]);
    }
}

static void
link_node (Plan *plan, MemNode *node)
{
  for (guint o = 0; o < node->node->n_outputs; o++)
    {
      MemBuffer *buffer = get_buffer (plan, node->node->outputs[o]->buffer->name);

      g_ptr_array_add (node->outputs, buffer);
      node->size += buffer->size_alloc;
      for (guint i = 0; i < buffer->succ_order->len; i++)
        if (buffer->succ_order->pdata[i] != node)
          {
            MemNode *later = buffer->succ_order->pdata[i];

            add_once (node->succ_nodes, later);
            add_once (later->pred_nodes, node);
          }
      for (guint i = 0; i < buffer->succ->len; i++)
        add_once (((MemNode *) buffer->succ->pdata[i])->pred_buffers, buffer);
    }
}

static void
note_outputs (Plan *plan)
{
  const FlLowered *lowered = plan->fusion->context.lowered;

  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      const FlOutput *output = &lowered->outputs[i];
      MemBuffer *buffer;

      if (output->kind != FL_OUTPUT_TENSOR || output->tensor.buffer == NULL)
        continue;
      buffer = g_hash_table_lookup (plan->buffers, output->tensor.buffer->name);
      if (buffer == NULL || buffer->is_output)
        continue;
      buffer->is_output = TRUE;
      plan->output_memory += buffer->size_free;
    }
}

static void
plan_init (Plan *plan, FlFusion *fusion, FlSchedNode **nodes, guint n_nodes)
{
  *plan = (Plan) { .fusion = fusion, .n_nodes = n_nodes };
  plan->nodes = g_new0 (MemNode, n_nodes + 1);
  plan->buffers = g_hash_table_new_full (NULL, NULL, NULL, free_buffer);
  plan->inputs = g_ptr_array_new ();
  for (guint i = 0; i < n_nodes; i++)
    {
      MemNode *node = &plan->nodes[i];

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
      MemBuffer *buffer = plan->inputs->pdata[i];

      for (guint k = 0; k < buffer->succ->len; k++)
        add_once (((MemNode *) buffer->succ->pdata[k])->pred_buffers, buffer);
    }
  note_outputs (plan);
}

static void
plan_clear (Plan *plan)
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

/* --- estimate ---------------------------------------------------------------------------------------------------------------------- */

static gint
get_end (const MemBuffer *buffer)
{
  gint end = -1;

  for (guint i = 0; i < buffer->succ->len; i++)
    end = MAX (end, (gint) ((MemNode *) buffer->succ->pdata[i])->order);
  return end;
}

static gint64
estimate_peak (Plan *plan, MemNode *const *order)
{
  guint n = plan->n_nodes;
  g_autofree gint64 *delta = g_new0 (gint64, n + 2);
  gint64 memory = 0, peak = 0;

  for (guint i = 0; i < n; i++)
    order[i]->order = i;
  for (guint i = 0; i < plan->inputs->len; i++)
    {
      const MemBuffer *buffer = plan->inputs->pdata[i];

      delta[0] += buffer->size_free;
      if (!buffer->is_output)
        delta[get_end (buffer) + 1] -= buffer->size_free;
    }
  for (guint i = 0; i < n; i++)
    for (guint o = 0; o < order[i]->outputs->len; o++)
      {
        const MemBuffer *buffer = order[i]->outputs->pdata[o];
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

/* --- least peak first -------------------------------------------------------------------------------------------------------------- */

static gboolean
is_better (const MemNode *a, const MemNode *b, gint64 gap)
{
  gint64 over_a = a->size > gap ? a->size : 0, over_b = b->size > gap ? b->size : 0;

  if (over_a != over_b)
    return over_a < over_b;
  if (a->size - a->memory_to_free != b->size - b->memory_to_free)
    return a->size - a->memory_to_free < b->size - b->memory_to_free;
  return a->index < b->index;
}

static void
reset_degrees (Plan *plan)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, plan->buffers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((MemBuffer *) value)->outdegree = ((MemBuffer *) value)->succ->len + ((MemBuffer *) value)->is_output;
  for (guint i = 0; i < plan->n_nodes; i++)
    {
      MemNode *node = &plan->nodes[i];

      node->indegree = node->pred_nodes->len;
      node->memory_to_free = 0;
      for (guint k = 0; k < node->pred_buffers->len; k++)
        if (((MemBuffer *) node->pred_buffers->pdata[k])->outdegree == 1)
          node->memory_to_free += ((MemBuffer *) node->pred_buffers->pdata[k])->size_free;
      for (guint k = 0; k < node->outputs->len; k++)
        if (((MemBuffer *) node->outputs->pdata[k])->outdegree == 0)
          node->memory_to_free += ((MemBuffer *) node->outputs->pdata[k])->size_free;
    }
}

static void
release_inputs (MemNode *node)
{
  for (guint i = 0; i < node->pred_buffers->len; i++)
    {
      MemBuffer *buffer = node->pred_buffers->pdata[i];

      if (--buffer->outdegree == 1)
        for (guint k = 0; k < buffer->succ->len; k++)
          ((MemNode *) buffer->succ->pdata[k])->memory_to_free += buffer->size_free;
    }
}

static void
release_successors (MemNode *node, GPtrArray *ready)
{
  for (guint i = 0; i < node->succ_nodes->len; i++)
    {
      MemNode *later = node->succ_nodes->pdata[i];

      if (--later->indegree == 0)
        g_ptr_array_add (ready, later);
    }
}

static void
order_least_peak_first (Plan *plan, MemNode **order)
{
  g_autoptr (GPtrArray) ready = g_ptr_array_new ();
  gint64 live = 0, peak;

  reset_degrees (plan);
  for (guint i = 0; i < plan->n_nodes; i++)
    if (plan->nodes[i].indegree == 0)
      g_ptr_array_add (ready, &plan->nodes[i]);
  for (guint i = 0; i < plan->inputs->len; i++)
    live += ((MemBuffer *) plan->inputs->pdata[i])->size_free;
  peak = MAX (live, plan->output_memory);
  for (guint n = 0; n < plan->n_nodes; n++)
    {
      guint best = 0;

      g_assert (ready->len > 0);
      for (guint i = 1; i < ready->len; i++)
        if (is_better (ready->pdata[i], ready->pdata[best], peak - live))
          best = i;
      order[n] = g_ptr_array_remove_index_fast (ready, best);
      live += order[n]->size;
      peak = MAX (peak, live);
      live -= order[n]->memory_to_free;
      release_successors (order[n], ready);
      release_inputs (order[n]);
    }
}

/* --- breadth first -------------------------------------------------------------------------------------------------------------------- */

static gint
compare_uints (gconstpointer a, gconstpointer b)
{
  return *(const guint *) a < *(const guint *) b ? -1 : *(const guint *) a > *(const guint *) b;
}

static void
set_priority (MemNode *node)
{
  g_array_set_size (node->priority, 0);
  for (guint i = 0; i < node->pred_nodes->len; i++)
    g_array_append_val (node->priority, ((MemNode *) node->pred_nodes->pdata[i])->order);
  g_array_sort (node->priority, compare_uints);
}

/* Whose predecessors ran earlier, compared place by place. */
static gboolean
is_earlier (const MemNode *a, const MemNode *b)
{
  for (guint i = 0; i < a->priority->len && i < b->priority->len; i++)
    {
      guint one = g_array_index (a->priority, guint, i), other = g_array_index (b->priority, guint, i);

      if (one != other)
        return one < other;
    }
  if (a->priority->len != b->priority->len)
    return a->priority->len < b->priority->len;
  return a->index < b->index;
}

static void
order_breadth_first (Plan *plan, MemNode **order)
{
  g_autoptr (GPtrArray) ready = g_ptr_array_new ();

  for (guint i = 0; i < plan->n_nodes; i++)
    {
      MemNode *node = &plan->nodes[i];

      node->indegree = node->pred_nodes->len;
      g_array_set_size (node->priority, 0);
      if (node->indegree == 0)
        g_ptr_array_add (ready, node);
    }
  for (guint n = 0; n < plan->n_nodes; n++)
    {
      guint best = 0, n_ready;

      g_assert (ready->len > 0);
      for (guint i = 1; i < ready->len; i++)
        if (is_earlier (ready->pdata[i], ready->pdata[best]))
          best = i;
      order[n] = g_ptr_array_remove_index_fast (ready, best);
      order[n]->order = n;
      n_ready = ready->len;
      release_successors (order[n], ready);
      for (guint i = n_ready; i < ready->len; i++)
        set_priority (ready->pdata[i]);
    }
}

/* --- depth first ------------------------------------------------------------------------------------------------------------------------ */

static gint
compare_sizes (gconstpointer a, gconstpointer b)
{
  const MemNode *one = *(const MemNode *const *) a, *other = *(const MemNode *const *) b;

  if (one->size_with_reads != other->size_with_reads)
    return one->size_with_reads < other->size_with_reads ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

typedef struct
{
  MemNode *node;
  GPtrArray *producers;
  guint next;
} Frame;

static GPtrArray *
get_producers (GHashTable *writers, const MemNode *node)
{
  GPtrArray *producers = g_ptr_array_new ();

  for (guint i = 0; i < node->node->n_unmet; i++)
    {
      gpointer writer = g_hash_table_lookup (writers, node->node->unmet[i].name);

      if (writer != NULL)
        add_once (producers, writer);
    }
  g_ptr_array_sort (producers, compare_sizes);
  return producers;
}

static void
visit (GHashTable *writers, MemNode *start, gboolean *seen, MemNode **order, guint *n)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  Frame frame = { start, NULL, 0 };

  if (seen[start->index])
    return;
  seen[start->index] = TRUE;
  frame.producers = get_producers (writers, start);
  g_array_append_val (stack, frame);
  while (stack->len > 0)
    {
      Frame *top = &g_array_index (stack, Frame, stack->len - 1);

      if (top->next == top->producers->len)
        {
          order[(*n)++] = top->node;
          g_ptr_array_unref (top->producers);
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      frame.node = top->producers->pdata[top->next++];
      if (seen[frame.node->index])
        continue;
      seen[frame.node->index] = TRUE;
      frame.producers = get_producers (writers, frame.node);
      frame.next = 0;
      g_array_append_val (stack, frame);
    }
}

static void
order_depth_first (Plan *plan, MemNode **order)
{
  g_autofree gboolean *seen = g_new0 (gboolean, plan->n_nodes + 1);
  g_autofree MemNode **by_size = g_new0 (MemNode *, plan->n_nodes + 1);
  g_autoptr (GHashTable) writers = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < plan->n_nodes; i++)
    {
      MemNode *node = &plan->nodes[i];

      by_size[i] = node;
      node->size_with_reads = node->size;
      for (guint k = 0; k < node->pred_buffers->len; k++)
        node->size_with_reads += ((MemBuffer *) node->pred_buffers->pdata[k])->size_free;
      for (guint o = 0; o < node->node->n_outputs; o++)
        g_hash_table_insert (writers, (gpointer) node->node->outputs[o]->buffer->name, node);
    }
  qsort (by_size, plan->n_nodes, sizeof *by_size, compare_sizes);
  for (guint i = 0; i < plan->n_nodes; i++)
    visit (writers, by_size[i], seen, order, &n);
}

/* --- the best of them --------------------------------------------------------------------------------------------------------------------- */

static void
record (FlFusion *fusion, const char *method, gint64 peak, gint64 best)
{
  FlEvent event = { .kind = FL_EVENT_PEAK, .amount = peak };

  if (fl_fusion_is_stopped (fusion))
    return;
  event.verdict = peak < best ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT;
  event.reason = method;
  event.facts = best == G_MAXINT64 ? fl_arena_printf (fusion->pass->arena, "peak %" G_GINT64_FORMAT " B", peak)
                                   : fl_arena_printf (fusion->pass->arena, "peak %" G_GINT64_FORMAT " B, best so far %" G_GINT64_FORMAT " B",
                                                      peak, best);
  fl_trace_record (fusion->pass->trace, &event);
}

static void
order_as_fused (Plan *plan, MemNode **order)
{
  for (guint i = 0; i < plan->n_nodes; i++)
    order[i] = &plan->nodes[i];
}

void
fl_fusion_reorder_for_peak_memory (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes)
{
  static const struct
  {
    const char *name;
    void (*make) (Plan *plan, MemNode **order);
  } methods[] = {
    { "order after fusion", order_as_fused },
    { "least peak memory first", order_least_peak_first },
    { "breadth first", order_breadth_first },
    { "depth first", order_depth_first },
  };
  g_autofree MemNode **order = g_new0 (MemNode *, n_nodes + 1);
  gint64 best = G_MAXINT64;
  Plan plan;

  if (n_nodes == 0 || fl_fusion_is_stopped (fusion))
    return;
  plan_init (&plan, fusion, nodes, n_nodes);
  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      gint64 peak;

      if (m > 0 && fl_fusion_is_stopped (fusion))
        break;
      methods[m].make (&plan, order);
      peak = estimate_peak (&plan, order);
      record (fusion, methods[m].name, peak, best);
      if (peak >= best)
        continue;
      best = peak;
      for (guint i = 0; i < n_nodes; i++)
        nodes[i] = order[i]->node;
    }
  plan_clear (&plan);
}
