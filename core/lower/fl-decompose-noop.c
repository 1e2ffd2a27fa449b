/* Operators that change nothing: what can stand in their place.
 * Rules: Inductor's remove_noop_ops, remove_no_ops and pointless pairs; a copy stays where removing it would tie an
 * output to an input or to another output, or where the original is written later. */
#include "fl-decompose-pass.h"

#include "fl-aten-ids.h"
#include "fl-graph-memory.h"

/* --- storages: which node's memory a value lies in -------------------------------------------- */

enum
{
  OF_INPUT = 1,
  OF_OUTPUT = 2,
  WRITTEN = 4
};

static void
mark_outputs (FlNoops *noops, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        {
          noops->is_output[args[i].node.index] = TRUE;
          noops->flags[noops->storage[args[i].node.index]] |= OF_OUTPUT;
        }
      mark_outputs (noops, args[i].items, args[i].n_items);
    }
}

static void
mark_written (FlNoops *noops, const FlNode *node)
{
  guint n;
  const FlArg *written = fl_node_get_written (node, &n);

  for (guint i = 0; i < n; i++)
    if (written[i].kind == FL_ARG_NODE)
      noops->flags[noops->storage[written[i].node.index]] |= WRITTEN;
}

void
fl_noops_init (FlNoops *noops, FlArena *arena, const FlGraph *graph, gboolean drops_numbers)
{
  noops->drops_numbers = drops_numbers;
  noops->graph = graph;
  noops->storage = fl_graph_find_storages (graph, arena);
  noops->stand_in = fl_arena_new (arena, guint32, graph->n_nodes + 1);
  noops->flags = fl_arena_new (arena, guint8, graph->n_nodes + 1);
  noops->is_output = fl_arena_new (arena, gboolean, graph->n_nodes + 1);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      noops->stand_in[i] = i;
      if (node->kind == FL_NODE_PLACEHOLDER)
        noops->flags[i] |= OF_INPUT;
      mark_written (noops, node);
      if (node->kind == FL_NODE_OUTPUT)
        mark_outputs (noops, node->args, node->n_args);
    }
}

/* --- what changes nothing --------------------------------------------------------------------- */

static gboolean
are_equal (const FlSym *const *a, const FlSym *const *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!fl_sym_known_equal (a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
are_same (const FlTensor *a, const FlTensor *b)
{
  if (a->dtype != b->dtype || a->n_dims != b->n_dims || !are_equal (a->sizes, b->sizes, a->n_dims))
    return FALSE;
  if (a->strides == NULL || b->strides == NULL)
    return a->strides == b->strides || (fl_tensor_is_contiguous (a) && fl_tensor_is_contiguous (b));
  return are_equal (a->strides, b->strides, a->n_dims);
}

static gboolean
is_all (const FlArg *list, gint64 value)
{
  for (guint i = 0; list != NULL && i < list->n_items; i++)
    if (list->items[i].kind != FL_ARG_INT || !fl_sym_is_int_value (list->items[i].sym, value))
      return FALSE;
  return list != NULL;
}

static gboolean
is_one (const FlArg *arg)
{
  return arg != NULL && arg->kind == FL_ARG_INT && fl_sym_is_int_value (arg->sym, 1);
}

/* The argument that the node's value is, when its sizes, strides and dtype agree; NULL: it does something. */
static const FlArg *
find_same (const FlNode *node)
{
  const FlArg *first = fl_node_get_arg (node, 0);
  gint64 value;

  switch (node->op->op)
    {
    case FL_ATEN_OP_ALIAS:
    case FL_ATEN_OP_CLONE:
    case FL_ATEN_OP_DETACH:
    case FL_ATEN_OP_LIFT_FRESH:
    case FL_ATEN_OP_LIFT_FRESH_COPY:
    case FL_ATEN_OP_VIEW:
    case FL_ATEN_OP_RESHAPE:
    case FL_ATEN_OP__UNSAFE_VIEW:
    case FL_ATEN_OP_VIEW_DTYPE:
    case FL_ATEN_OP_PRIMS_CONVERT_ELEMENT_TYPE:
    case FL_ATEN_OP_PRIMS_DEVICE_PUT: return first;
    case FL_ATEN_OP_SLICE_TENSOR: return !fl_node_get_int (node, "step", &value) || value == 1 ? first : NULL;
    case FL_ATEN_OP_CONSTANT_PAD_ND: return is_all (fl_node_get_arg (node, 1), 0) ? first : NULL;
    case FL_ATEN_OP_REPEAT: return is_all (fl_node_get_arg (node, 1), 1) ? first : NULL;
    case FL_ATEN_OP_CAT: return first != NULL && first->n_items == 1 ? &first->items[0] : NULL;
    case FL_ATEN_OP_COPY:
    case FL_ATEN_OP_SLICE_SCATTER: return fl_node_get_arg (node, 1);
    case FL_ATEN_OP_CEIL:
    case FL_ATEN_OP_FLOOR:
    case FL_ATEN_OP_ROUND:
    case FL_ATEN_OP_TRUNC:
      return node->value.kind == FL_VALUE_TENSOR && !fl_dtype_is_float (node->value.tensor.dtype) ? first : NULL;
    case FL_ATEN_OP_POW_TENSOR_SCALAR: return is_one (fl_node_get_arg (node, 1)) ? first : NULL;
    default: return NULL;
    }
}

static gboolean
is_int (const FlArg *arg, gint64 *value)
{
  return arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, value);
}

/* The value that a node and the one before it leave as it was: two reshapes there and back, two permutations. */
static const FlArg *
find_undone (const FlGraph *graph, const FlNode *node)
{
  const FlNode *before
      = node->n_args > 1 && node->args[0].kind == FL_ARG_NODE ? &graph->nodes[node->args[0].node.index] : NULL;
  const FlArg *first, *second;
  gint64 from, through;

  if (before == NULL || before->op != node->op || before->n_args < 2 || before->n_users != 1
      || before->args[0].kind != FL_ARG_NODE)
    return NULL;
  if (node->op->op == FL_ATEN_OP_RESHAPE || node->op->op == FL_ATEN_OP_VIEW)
    return &before->args[0];
  if (node->op->op != FL_ATEN_OP_PERMUTE)
    return NULL;
  first = &before->args[1];
  second = &node->args[1];
  for (guint i = 0; i < second->n_items; i++)
    if (first->n_items != second->n_items || !is_int (&second->items[i], &through) || through < 0
        || through >= first->n_items || !is_int (&first->items[through], &from) || from != i)
      return NULL;
  return &before->args[0];
}

static guint32
find_storage (const FlNoops *noops, guint index)
{
  guint32 storage = noops->storage[index];

  while (noops->storage[storage] != storage)
    storage = noops->storage[storage];
  return storage;
}

void
fl_noops_replace (FlNoops *noops, guint index, guint source)
{
  guint32 own = find_storage (noops, index), other = find_storage (noops, source);

  noops->stand_in[index] = source = noops->stand_in[source];
  noops->is_output[source] |= noops->is_output[index];
  noops->storage[own] = other;
  noops->flags[other] |= noops->flags[own];
}

/* Why it stays; NULL: it can go. */
static const char *
find_obstacle (FlNoops *noops, guint index, guint source)
{
  guint32 own = find_storage (noops, index), other = find_storage (noops, source);
  const FlNode *node;

  source = noops->stand_in[source];
  node = &noops->graph->nodes[source];
  if (own != other && (noops->flags[own] & OF_OUTPUT) && (noops->flags[other] & (OF_INPUT | OF_OUTPUT)))
    return "it keeps an output apart from an input or another output";
  if (own == other && noops->is_output[index] && (node->kind == FL_NODE_PLACEHOLDER || noops->is_output[source]))
    return "it keeps an output apart from an input or another output";
  if (own != other && (noops->flags[other] & WRITTEN))
    return "the original is written later";
  if (own != other && (noops->flags[own] & WRITTEN))
    return "the copy is written later, and the original is not to change with it";
  return NULL;
}

/* --- arithmetic with nothing: x + 0, x - 0, x * 1, x / 1 -------------------------------------- */

static gboolean
is_number (const FlArg *arg, double number)
{
  gint64 value;

  if (arg->kind == FL_ARG_FLOAT)
    return arg->number == number;
  return arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &value) && value == number;
}

/* The number, or a tensor filled with it. */
static gboolean
is_filled (const FlNoops *noops, const FlArg *arg, double number)
{
  const FlGraph *graph = noops->graph;
  const FlNode *node = arg->kind == FL_ARG_NODE ? &graph->nodes[arg->node.index] : NULL;

  return node == NULL ? noops->drops_numbers && is_number (arg, number)
                      : node->op != NULL && node->op->op == FL_ATEN_OP_FULL && node->n_args > 1
                            && is_number (&node->args[1], number);
}

/* x * 1 where the maximum of the product is taken from it: what Inductor left when it took a softmax's scale out, too
 * late for products with 1 to go. */
static gboolean
is_left_by_softmax (const FlGraph *graph, const FlNode *node)
{
  gboolean has_maximum = FALSE, has_difference = FALSE;

  if (node->op->op != FL_ATEN_OP_MUL_TENSOR || node->n_users != 2)
    return FALSE;
  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = &graph->nodes[node->users[i].index];

      has_maximum |= user->op != NULL && user->op->op == FL_ATEN_OP_AMAX;
      has_difference |= user->op != NULL && user->op->op == FL_ATEN_OP_SUB_TENSOR;
    }
  return has_maximum && has_difference;
}

static const FlArg *
find_neutral (const FlNoops *noops, const FlNode *node)
{
  const FlGraph *graph = noops->graph;
  gboolean is_product = node->op->op == FL_ATEN_OP_MUL_TENSOR || node->op->op == FL_ATEN_OP_DIV_TENSOR;
  gboolean is_symmetric = node->op->op == FL_ATEN_OP_MUL_TENSOR || node->op->op == FL_ATEN_OP_ADD_TENSOR;
  const FlArg *kept = NULL;

  if (!is_product && node->op->op != FL_ATEN_OP_ADD_TENSOR && node->op->op != FL_ATEN_OP_SUB_TENSOR)
    return NULL;
  if (node->n_args != 2 || node->args[0].keyword != NULL || node->args[1].keyword != NULL
      || is_left_by_softmax (graph, node))
    return NULL;
  if (is_symmetric && is_filled (noops, &node->args[0], is_product ? 1 : 0))
    kept = &node->args[1];
  else if (is_filled (noops, &node->args[1], is_product ? 1 : 0))
    kept = &node->args[0];
  return kept != NULL && kept->kind == FL_ARG_NODE ? kept : NULL;
}

static gboolean
is_written (const FlNoops *noops, guint index)
{
  return noops->flags[find_storage (noops, index)] & WRITTEN;
}

static gboolean
is_same_value (const FlGraph *graph, const FlNode *node, const FlArg *source)
{
  const FlValue *value = &graph->nodes[source->node.index].value;

  return value->kind == FL_VALUE_TENSOR && are_same (&node->value.tensor, &value->tensor);
}

const FlArg *
fl_noops_find (FlNoops *noops, guint index, const char **obstacle)
{
  const FlGraph *graph = noops->graph;
  const FlNode *node = &graph->nodes[index];
  const FlArg *source, *neutral;
  const FlTensor *own, *other;

  *obstacle = NULL;
  if (node->op == NULL || node->value.kind != FL_VALUE_TENSOR)
    return NULL;
  neutral = find_neutral (noops, node);
  source = neutral != NULL ? neutral : find_same (node);
  if (source == NULL || (source->kind == FL_ARG_NODE && neutral == NULL && !is_same_value (graph, node, source)))
    source = find_undone (graph, node);
  if (source == NULL || source->kind != FL_ARG_NODE || graph->nodes[source->node.index].value.kind != FL_VALUE_TENSOR)
    return NULL;
  own = &node->value.tensor;
  other = &graph->nodes[source->node.index].value.tensor;
  if (neutral != NULL)
    return own->dtype == other->dtype && own->n_dims == other->n_dims
                   && are_equal (own->sizes, other->sizes, own->n_dims) && !is_written (noops, source->node.index)
                   && !is_written (noops, index)
               ? source
               : NULL;
  if (!are_same (own, other))
    return NULL;
  *obstacle = find_obstacle (noops, index, source->node.index);
  return *obstacle == NULL ? source : NULL;
}
