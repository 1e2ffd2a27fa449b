/* The order of kernels with the lowest estimated peak: as fused, least peak first, breadth first,
 * depth first. Source: torch/_inductor/memory.py (reorder_for_peak_memory). */
#include "fl-fuse-peak.h"

#include <string.h>

#include "fl-event-kinds.h"
#include "fl-orders.h"
#include "fl-text.h"

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
    ((FlMemBuffer *) value)->outdegree = ((FlMemBuffer *) value)->succ->len + ((FlMemBuffer *) value)->is_output;
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
      guint one = g_array_index (a->priority, guint, i), other = g_array_index (b->priority, guint, i);

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

/* --- the table -------------------------------------------------------------------------------- */

static void
order_as_fused (FlMemPlan *plan, FlMemNode **order)
{
  for (guint i = 0; i < plan->n_nodes; i++)
    order[i] = &plan->nodes[i];
}

enum
{
  GIVEN
};

static const struct
{
  FlOrderRow row;
  void (*make) (FlMemPlan *plan, FlMemNode **order);
  /* Improves on an order; facts: what is known of it. */
  void (*search) (FlMemPlan *plan, FlMemNode **order, const char **facts);
} rows[] = {
  [GIVEN] = { { "given", "order after fusion", "As fusion left them.", TRUE }, order_as_fused, NULL },
  { { "lpmf", "least peak memory first", "Of what may run, what raises the peak least; then what frees most.", TRUE },
    order_least_peak_first,
    NULL },
  { { "bfs", "breadth first", "What was made first is read first.", TRUE }, order_breadth_first, NULL },
  { { "dfs", "depth first", "Each result is read as soon as can be; small ones first.", TRUE },
    order_depth_first,
    NULL },
  { { "ours", "several orders side by side",
      "Many unfinished orders grow together below the lowest peak known; those with least alive go on.", FALSE },
    NULL,
    fl_mem_plan_search_beam },
  { { "exact", "every order", "The lowest peak of all orders, proved where the graph is small enough.", FALSE },
    NULL,
    fl_mem_plan_search_exact },
};

guint
fl_orders_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlOrderRow *
fl_orders_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position].row;
}

/* The choices of option peak_order: TorchInductor's rows, all rows, and each alone. */
static gboolean
is_tried (guint position, int choice)
{
  static const char *const names[] = { "best", "lpmf", "bfs", "dfs", "given", "ours", "exact", "lowest" };

  if (position == GIVEN || g_str_equal (names[choice], "lowest"))
    return TRUE;
  if (g_str_equal (names[choice], "best"))
    return rows[position].row.is_inductors;
  return g_str_equal (names[choice], rows[position].row.name);
}

/* --- the best of them ------------------------------------------------------------------------- */

static void
record (FlFusion *fusion, const char *title, gint64 peak, gint64 best, const char *facts)
{
  FlEvent event = { .kind = FL_EVENT_PEAK, .amount = peak };
  g_autofree char *peak_text = fl_text_dup_bytes ((guint64) MAX (peak, 0));
  g_autofree char *best_text = fl_text_dup_bytes ((guint64) MAX (best, 0));

  if (fl_pass_is_stopped (fusion->pass, FL_STAGE_FUSE))
    return;
  event.verdict = peak < best ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT;
  event.reason = title;
  event.facts = best == G_MAXINT64 ? fl_arena_printf (fusion->pass->arena, "peak %s", peak_text)
                                   : fl_arena_printf (fusion->pass->arena, "peak %s, best so far %s%s%s", peak_text,
                                                      best_text, facts ? "; " : "", facts ? facts : "");
  fl_trace_record (fusion->pass->trace, &event);
}

void
fl_fusion_reorder_for_peak_memory (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes)
{
  g_autofree FlMemNode **order = g_new0 (FlMemNode *, n_nodes + 1), **lowest = g_new0 (FlMemNode *, n_nodes + 1);
  gint64 best = G_MAXINT64;
  FlMemPlan plan;

  if (n_nodes == 0 || fl_pass_is_stopped (fusion->pass, FL_STAGE_FUSE))
    return;
  fl_mem_plan_init (&plan, fusion, nodes, n_nodes);
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      const char *facts = NULL;
      gint64 peak;

      if (r > 0 && fl_pass_is_stopped (fusion->pass, FL_STAGE_FUSE))
        break;
      if (!is_tried (r, fusion->pass->options->peak_order))
        continue;
      if (rows[r].make)
        rows[r].make (&plan, order);
      else
        {
          memcpy (order, lowest, n_nodes * sizeof *order);
          rows[r].search (&plan, order, &facts);
        }
      peak = fl_mem_plan_estimate_peak (&plan, order);
      record (fusion, rows[r].row.title, peak, best, facts);
      if (peak >= best)
        continue;
      best = peak;
      memcpy (lowest, order, n_nodes * sizeof *order);
    }
  for (guint i = 0; i < n_nodes; i++)
    nodes[i] = lowest[i]->node;
  fl_mem_plan_clear (&plan);
}
