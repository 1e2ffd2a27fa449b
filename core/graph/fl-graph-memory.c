/* Storages of values: views and in-place writes share their argument's. */
#include "fl-graph-memory.h"

#include "fl-aten-ids.h"
#include "fl-aten.h"

static gboolean
may_yield_argument (const FlNode *node)
{
  gboolean is_copy = FALSE;

  switch (node->op->op)
    {
    case FL_ATEN_OP_CONTIGUOUS:
    case FL_ATEN_OP_TYPE_AS:
    case FL_ATEN_OP_C10D_WAIT_TENSOR: /* waiting yields the tensor that arrived */ return TRUE;
    case FL_ATEN_OP_TO_DTYPE:
    case FL_ATEN_OP_TO_DTYPE_LAYOUT:
    case FL_ATEN_OP_TO_DEVICE: fl_node_get_bool (node, "copy", &is_copy); return !is_copy;
    default: return FALSE;
    }
}

/* A size that may be 0 counts as 1 in strides that a shape rule makes, and as it is in those that an input was given
 * with: of an empty tensor no stride matters. */
static gboolean
have_same_strides (const FlTensor *was, const FlTensor *is)
{
  if (was->strides == NULL || is->strides == NULL)
    return was->strides == is->strides;
  if (fl_tensor_is_contiguous (was) && fl_tensor_is_contiguous (is))
    return TRUE;
  for (guint i = 0; i < was->n_dims; i++)
    if (!fl_sym_is_int_value (was->sizes[i], 1) && !fl_sym_known_equal (was->strides[i], is->strides[i]))
      return FALSE;
  return TRUE;
}

gboolean
fl_node_yields_argument (const FlGraph *graph, const FlNode *node)
{
  const FlTensor *was, *is;
  const FlNode *first;

  if (node->kind != FL_NODE_CALL || node->op == NULL || node->n_args == 0 || node->args[0].kind != FL_ARG_NODE
      || !may_yield_argument (node))
    return FALSE;
  first = &graph->nodes[node->args[0].node.index];
  if (node->value.kind != FL_VALUE_TENSOR || first->value.kind != FL_VALUE_TENSOR)
    return FALSE;
  was = &first->value.tensor;
  is = &node->value.tensor;
  if (was->dtype != is->dtype || was->n_dims != is->n_dims || g_strcmp0 (was->device.type, is->device.type) != 0
      || was->device.index != is->device.index)
    return FALSE;
  return have_same_strides (was, is);
}

/* A view of its first argument, or that argument itself after a write: what an in-place operator
 * returns is what it wrote. Lowering takes a tensor that has the order of strides asked for as it
 * is. */
static gboolean
is_in_memory_of_argument (const FlGraph *graph, const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE
         && (node->op->kind == FL_ATEN_VIEW || node->op->kind == FL_ATEN_MUTATION
             || node->op->op == FL_ATEN_OP_OPERATOR_GETITEM
             || node->op->op == FL_ATEN_OP_PRIMS_INDUCTOR_FORCE_STRIDE_ORDER || fl_node_yields_argument (graph, node));
}

gboolean
fl_node_views_members (const FlNode *node)
{
  return (fl_node_is_op (node, FL_ATEN_OP_MESHGRID) || fl_node_is_op (node, FL_ATEN_OP_MESHGRID_INDEXING))
         && node->n_args > 0 && node->args[0].kind == FL_ARG_LIST;
}

/* The member of a list that the node is a view of; NULL: it is none of such. */
static const FlArg *
find_viewed_member (const FlGraph *graph, const FlNode *node)
{
  const FlArg *list;
  gint64 position;

  if (!fl_node_is_op (node, FL_ATEN_OP_OPERATOR_GETITEM) || node->n_args < 2 || node->args[0].kind != FL_ARG_NODE
      || !fl_node_get_int (node, "index", &position)
      || !fl_node_views_members (&graph->nodes[node->args[0].node.index]))
    return NULL;
  list = &graph->nodes[node->args[0].node.index].args[0];
  if (position < 0)
    position += list->n_items;
  return position >= 0 && position < list->n_items && list->items[position].kind == FL_ARG_NODE ? &list->items[position]
                                                                                                : NULL;
}

guint32 *
fl_graph_find_storages (const FlGraph *graph, FlArena *arena)
{
  guint32 *storage = fl_arena_new (arena, guint32, graph->n_nodes + 1);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      const FlArg *member = find_viewed_member (graph, node);

      storage[i] = member != NULL                           ? storage[member->node.index]
                   : is_in_memory_of_argument (graph, node) ? storage[node->args[0].node.index]
                                                            : i;
    }
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
