/* Storages of values: views and in-place writes share their argument's. */
#include "fl-graph-memory.h"

#include "fl-aten.h"

/* A view of its first argument, or that argument itself after a write: what an in-place operator returns is what it wrote. */
static gboolean
is_in_memory_of_argument (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE
         && (node->op->kind == FL_ATEN_VIEW || node->op->kind == FL_ATEN_MUTATION || node->op->op == FL_ATEN_OP_OPERATOR_GETITEM);
}

guint32 *
fl_graph_find_storages (const FlGraph *graph, FlArena *arena)
{
  guint32 *storage = fl_arena_new (arena, guint32, graph->n_nodes + 1);

  for (guint i = 0; i < graph->n_nodes; i++)
    storage[i] = is_in_memory_of_argument (&graph->nodes[i]) ? storage[graph->nodes[i].args[0].node.index] : i;
  return storage;
}

const FlArg *
fl_node_get_written (const FlNode *node, guint *n)
{
  const FlArg *first = node->n_args > 0 ? &node->args[0] : NULL;

  *n = 0;
  if (node->kind != FL_NODE_CALL || node->op == NULL || node->op->kind != FL_ATEN_MUTATION || first == NULL)
    return NULL;
  *n = first->kind == FL_ARG_NODE ? 1 : first->n_items;
  return first->kind == FL_ARG_NODE ? first : first->items;
}
