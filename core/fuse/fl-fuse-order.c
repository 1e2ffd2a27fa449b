/* The order of kernels with the lowest estimated peak: as fused, least peak first, breadth first,
 * depth first. Source: torch/_inductor/memory.py (reorder_for_peak_memory). */
#include "fl-fuse-peak.h"

/* --- least peak first ------------------------------------------------------------------------- */

static gboolean
is_better (const FlMemNode *a, const FlMemNode *b, gint64 gap)
{
  gint64 over_a = a->size > gap ? a->size : 0, over_b = b->size > gap ? b->size : 0;

  if (over_a != over_b)
    return over_a < over_b;
  if (a->size - a->memory_to_free != b->size - b->memory_to_free)
    return a->size - a->memory_to_free < b->size - b->memory_to_free;
  return a->index < b->index;
}

static void
reset_degrees (FlMemPlan *plan)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, plan->buffers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((FlMemBuffer *) value)->outdegree
        = ((FlMemBuffer *) value)->succ->len + ((FlMemBuffer *) value)->is_output;
  for (guint i = 0; i < plan->n_nodes; i++)
    {
      FlMemNode *node = &plan->nodes[i];

      node->indegree = node->pred_nodes->len;
      node->memory_to_free = 0;
      for (guint k = 0; k < node->pred_buffers->len; k++)
        if (((FlMemBuffer *) node->pred_buffers->pdata[k])->outdegree == 1)
          node->memory_to_free += ((FlMemBuffer *) node->pred_buffers->pdata[k])->size_free;
      for (guint k = 0; k < node->outputs->len; k++)
        if (((FlMemBuffer *) node->outputs->pdata[k])->outdegree == 0)
          node->memory_to_free += ((FlMemBuffer *) node->outputs->pdata[k])->size_free;
    }
}

static void
release_inputs (FlMemNode *node)
{
  for (guint i = 0; i < node->pred_buffers->len; i++)
    {
      FlMemBuffer *buffer = node->pred_buffers->pdata[i];

      if (--buffer->outdegree == 1)
        for (guint k = 0; k < buffer->succ->len; k++)
          ((FlMemNode *) buffer->succ->pdata[k])->memory_to_free += buffer->size_free;
    }
}

static void
release_successors (FlMemNode *node, GPtrArray *ready)
{
  for (guint i = 0; i < node->succ_nodes->len; i++)
    {
      FlMemNode *later = node->succ_nodes->pdata[i];

      if (--later->indegree == 0)
        g_ptr_array_add (ready, later);
    }
}

static void
order_least_peak_first (FlMemPlan *plan, FlMemNode **order)
{
  g_autoptr (GPtrArray) ready = g_ptr_array_new ();
  gint64 live = 0, peak;

  reset_degrees (plan);
  for (guint i = 0; i < plan->n_nodes; i++)
    if (plan->nodes[i].indegree == 0)
      g_ptr_array_add (ready, &plan->nodes[i]);
  for (guint i = 0; i < plan->inputs->len; i++)
    live += ((FlMemBuffer *) plan->inputs->pdata[i])->size_free;
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

/* --- breadth first ---------------------------------------------------------------------------- */

static gint
compare_uints (gconstpointer a, gconstpointer b)
{
  return *(const guint *) a < *(const guint *) b ? -1 : *(const guint *) a > *(const guint *) b;
}

static void
set_priority (FlMemNode *node)
{
  g_array_set_size (node->priority, 0);
  for (guint i = 0; i < node->pred_nodes->len; i++)
    g_array_append_val (node->priority, ((FlMemNode *) node->pred_nodes->pdata[i])->order);
  g_array_sort (node->priority, compare_uints);
}

/* Whose predecessors ran earlier, compared place by place. */
static gboolean
is_earlier (const FlMemNode *a, const FlMemNode *b)
{
  for (guint i = 0; i < a->priority->len && i < b->priority->len; i++)
    {
      guint one = g_array_index (a->priority, guint, i),
            other = g_array_index (b->priority, guint, i);

      if (one != other)
        return one < other;
    }
  if (a->priority->len != b->priority->len)
    return a->priority->len < b->priority->len;
  return a->index < b->index;
}

static void
order_breadth_first (FlMemPlan *plan, FlMemNode **order)
{
  g_autoptr (GPtrArray) ready = g_ptr_array_new ();

  for (guint i = 0; i < plan->n_nodes; i++)
    {
      FlMemNode *node = &plan->nodes[i];

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

/* --- depth first ------------------------------------------------------------------------------ */

static gint
compare_sizes (gconstpointer a, gconstpointer b)
{
  const FlMemNode *one = *(const FlMemNode *const *) a, *other = *(const FlMemNode *const *) b;

  if (one->size_with_reads != other->size_with_reads)
    return one->size_with_reads < other->size_with_reads ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

typedef struct
{
  FlMemNode *node;
  GPtrArray *producers;
  guint next;
} Frame;

static GPtrArray *
get_producers (GHashTable *writers, const FlMemNode *node)
{
  GPtrArray *producers = g_ptr_array_new ();

  for (guint i = 0; i < node->node->n_unmet; i++)
    {
      gpointer writer = g_hash_table_lookup (writers, node->node->unmet[i].name);

      if (writer != NULL && !g_ptr_array_find (producers, writer, NULL))
        g_ptr_array_add (producers, writer);
    }
  g_ptr_array_sort (producers, compare_sizes);
  return producers;
}

static void
visit (GHashTable *writers, FlMemNode *start, gboolean *seen, FlMemNode **order, guint *n)
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
order_depth_first (FlMemPlan *plan, FlMemNode **order)
{
  g_autofree gboolean *seen = g_new0 (gboolean, plan->n_nodes + 1);
  g_autofree FlMemNode **by_size = g_new0 (FlMemNode *, plan->n_nodes + 1);
  g_autoptr (GHashTable) writers = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < plan->n_nodes; i++)
    {
      FlMemNode *node = &plan->nodes[i];

      by_size[i] = node;
      node->size_with_reads = node->size;
      for (guint k = 0; k < node->pred_buffers->len; k++)
        node->size_with_reads += ((FlMemBuffer *) node->pred_buffers->pdata[k])->size_free;
      for (guint o = 0; o < node->node->n_outputs; o++)
        g_hash_table_insert (writers, (gpointer) node->node->outputs[o]->buffer->name, node);
    }
  qsort (by_size, plan->n_nodes, sizeof *by_size, compare_sizes);
  for (guint i = 0; i < plan->n_nodes; i++)
    visit (writers, by_size[i], seen, order, &n);
}

/* --- the best of them ------------------------------------------------------------------------- */

static void
record (FlFusion *fusion, const char *method, gint64 peak, gint64 best)
{
  FlEvent event = { .kind = FL_EVENT_PEAK, .amount = peak };

  if (fl_fusion_is_stopped (fusion))
    return;
  event.verdict = peak < best ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT;
  event.reason = method;
  event.facts
      = best == G_MAXINT64
            ? fl_arena_printf (fusion->pass->arena, "peak %" G_GINT64_FORMAT " B", peak)
            : fl_arena_printf (fusion->pass->arena,
                               "peak %" G_GINT64_FORMAT " B, best so far %" G_GINT64_FORMAT " B",
                               peak, best);
  fl_trace_record (fusion->pass->trace, &event);
}

static void
order_as_fused (FlMemPlan *plan, FlMemNode **order)
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
    void (*make) (FlMemPlan *plan, FlMemNode **order);
  } methods[] = {
    { "order after fusion", order_as_fused },
    { "least peak memory first", order_least_peak_first },
    { "breadth first", order_breadth_first },
    { "depth first", order_depth_first },
  };
  g_autofree FlMemNode **order = g_new0 (FlMemNode *, n_nodes + 1);
  gint64 best = G_MAXINT64;
  guint only = fusion->pass->options->peak_order; /* 0: all of them */
  FlMemPlan plan;

  if (n_nodes == 0 || fl_fusion_is_stopped (fusion))
    return;
  fl_mem_plan_init (&plan, fusion, nodes, n_nodes);
  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      gint64 peak;

      if (m > 0 && fl_fusion_is_stopped (fusion))
        break;
      if (m > 0 && only > 0 && m != only)
        continue;
      methods[m].make (&plan, order);
      peak = fl_mem_plan_estimate_peak (&plan, order);
      record (fusion, methods[m].name, peak, best);
      if (peak >= best)
        continue;
      best = peak;
      for (guint i = 0; i < n_nodes; i++)
        nodes[i] = order[i]->node;
    }
  fl_mem_plan_clear (&plan);
}
