/* What follows fusion: loops are merged, the order with the lowest peak is taken, last uses are
 * noted. Source: torch/_inductor/scheduler.py (merge_loops, compute_last_usage). */
#include <string.h>

#include "fl-fuse-private.h"

/* --- merging ---------------------------------------------------------------------------------- */

static void
merge_loops (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes)
{
  /* Nested reductions were planned with the loops that they have. */
  for (guint i = 0; i < n_nodes; i++)
    for (guint k = 0; nodes[i]->kind != FL_SCHED_NESTED && k < nodes[i]->n_originals; k++)
      {
        FlSchedNode *node = nodes[i]->originals[k];

        if (node->kind == FL_SCHED_COMPUTE && fl_sched_keeps_loops (&fusion->context, node->device))
          fl_sched_node_merge_loops (&fusion->context, node);
      }
}

/* --- last uses -------------------------------------------------------------------------------- */

/* The memory that a name means, and what that memory is a view of. */
static void
add_used (FlFusion *fusion, const char *name, GPtrArray *used)
{
  const FlSchedBuffer *buffer = g_hash_table_lookup (fusion->context.buffers, name);
  const char *real = g_hash_table_lookup (fusion->context.real_names, name);

  if (real == NULL)
    real = name;
  if (!g_ptr_array_find (used, real, NULL))
    g_ptr_array_add (used, (gpointer) real);
  for (guint i = 0; buffer != NULL && i < buffer->n_aliases; i++)
    if (!g_ptr_array_find (used, buffer->aliases[i], NULL))
      add_used (fusion, buffer->aliases[i], used);
}

static GPtrArray *
get_used (FlFusion *fusion, const FlSchedNode *node)
{
  GPtrArray *used = g_ptr_array_new ();

  for (guint i = 0; i < node->n_originals; i++)
    {
      FlDepSet sets[2]
          = { fl_sched_node_get_reads (node->originals[i]), fl_sched_node_get_writes (node->originals[i]) };

      for (guint s = 0; s < 2; s++)
        for (guint k = 0; k < sets[s].n; k++)
          if (!sets[s].deps[k].is_fake)
            add_used (fusion, sets[s].deps[k].name, used);
    }
  return used;
}

static void
set_last_usage (FlFusion *fusion, FlSchedNode *node, GHashTable *future)
{
  g_autoptr (GPtrArray) used = get_used (fusion, node);
  g_autoptr (GPtrArray) last = g_ptr_array_new ();

  for (guint i = 0; i < used->len; i++)
    if (g_hash_table_add (future, used->pdata[i]))
      g_ptr_array_add (last, used->pdata[i]);
  node->n_last_usage = last->len;
  node->last_usage = fl_arena_memdup (fusion->pass->arena, last->pdata, last->len * sizeof (gpointer));
}

static void
compute_last_usage (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes)
{
  g_autoptr (GHashTable) future = g_hash_table_new (NULL, NULL);
  const FlLowered *lowered = fusion->context.lowered;

  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR && lowered->outputs[i].tensor.buffer != NULL)
      g_hash_table_add (future, (gpointer) lowered->outputs[i].tensor.buffer->name);
  for (guint i = n_nodes; i-- > 0;)
    {
      set_last_usage (fusion, nodes[i], future);
      if (fl_sched_node_is_group (nodes[i])) /* inside a group: for the kernel */
        {
          g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);

          for (guint k = nodes[i]->n_originals; k-- > 0;)
            set_last_usage (fusion, nodes[i]->originals[k], inside);
        }
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

FlSchedule *
fl_fusion_finish (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes)
{
  FlSchedule *schedule = fusion->schedule;

  merge_loops (fusion, nodes, n_nodes);
  if (fusion->pass->options->reorder_for_peak_memory)
    fl_fusion_reorder_for_peak_memory (fusion, nodes, n_nodes);
  compute_last_usage (fusion, nodes, n_nodes);
  schedule->nodes = fl_arena_memdup (fusion->pass->arena, nodes, n_nodes * sizeof *nodes);
  schedule->n_nodes = n_nodes;
  return schedule;
}
