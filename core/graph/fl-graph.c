/* The graph's own life, and finding nodes in it. */
#include "fl-graph.h"

#include "fl-intern.h"

FlGraph *
fl_graph_ref (const FlGraph *graph)
{
  FlGraph *self = (FlGraph *) graph;

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
fl_graph_unref (FlGraph *graph)
{
  if (graph == NULL || !g_atomic_ref_count_dec (&graph->refs))
    return;

  g_hash_table_unref (graph->by_name);
  fl_sym_table_unref (graph->symbols);
  fl_arena_close (graph->arena); /* the graph itself lies in it */
}

const FlNode *
fl_graph_get_node (const FlGraph *graph, FlNodeId id)
{
  g_assert (id.index < graph->n_nodes);
  return &graph->nodes[id.index];
}

const FlNode *
fl_graph_find_node (const FlGraph *graph, const char *name)
{
  const gsize position = GPOINTER_TO_SIZE (g_hash_table_lookup (graph->by_name, fl_intern (name)));

  return position == 0 ? NULL : &graph->nodes[position - 1];
}
