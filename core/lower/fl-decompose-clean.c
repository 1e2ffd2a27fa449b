/* Cleaning a graph: nodes nobody reads, operators that change nothing, and reshapes that cannot be views.
 * Rules: Inductor's remove_noop_ops; a copy stays where removing it would tie an output to an input or to another output, or
 * where the original is written later. */
#include "fl-decompose-pass.h"

#include "fl-intern.h"

#include <string.h>

/* --- what is live --------------------------------------------------------------------------------------------------------------- */

gboolean
fl_node_has_effects (const FlNode *node)
{
  if (node->kind != FL_NODE_CALL)
    return TRUE;
  if (node->op == NULL)
    return node->value.kind == FL_VALUE_NONE || node->value.kind == FL_VALUE_UNKNOWN;
  return node->op->kind == FL_ATEN_MUTATION;
}

static void
mark (gboolean *is_live, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE || args[i].kind == FL_ARG_GRAPH)
        is_live[args[i].node.index] = TRUE;
      mark (is_live, args[i].items, args[i].n_items);
    }
}

gboolean *
fl_decompose_find_live (FlRewrite *rw)
{
  gboolean *is_live = fl_arena_new (rw->arena, gboolean, rw->source->n_nodes + 1);

  for (guint i = rw->source->n_nodes; i-- > 0;)
    {
      const FlNode *node = &rw->source->nodes[i];

      is_live[i] = is_live[i] || fl_node_has_effects (node);
      if (is_live[i])
        mark (is_live, node->args, node->n_args);
    }
  return is_live;
}

/* --- storages: which node's memory a value lies in ----------------------------------------------------------------------------- */

enum
{
  OF_INPUT = 1,
  OF_OUTPUT = 2,
  WRITTEN = 4
};

typedef struct
{
  FlDecompose *run;
  FlRewrite rw;
  gboolean *is_live;
  guint32 *storage; /* by node */
  guint8 *flags;    /* by storage */
  gboolean *is_output;
} Cleaning;

static gboolean
is_view_of_argument (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE
         && (node->op->kind == FL_ATEN_VIEW || node->op->op == FL_ATEN_OP_OPERATOR_GETITEM);
}

static void
mark_outputs (Cleaning *cleaning, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        {
          cleaning->is_output[args[i].node.index] = TRUE;
          cleaning->flags[cleaning->storage[args[i].node.index]] |= OF_OUTPUT;
        }
      mark_outputs (cleaning, args[i].items, args[i].n_items);
    }
}

static void
find_storages (Cleaning *cleaning)
{
  const FlGraph *graph = cleaning->rw.source;
  FlArena *arena = cleaning->rw.arena;

  cleaning->storage = fl_arena_new (arena, guint32, graph->n_nodes + 1);
  cleaning->flags = fl_arena_new (arena, guint8, graph->n_nodes + 1);
  cleaning->is_output = fl_arena_new (arena, gboolean, graph->n_nodes + 1);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      cleaning->storage[i] = is_view_of_argument (node) ? cleaning->storage[node->args[0].node.index] : i;
      if (node->kind == FL_NODE_PLACEHOLDER)
        cleaning->flags[i] |= OF_INPUT;
      if (node->op != NULL && node->op->kind == FL_ATEN_MUTATION && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE)
        cleaning->flags[cleaning->storage[node->args[0].node.index]] |= WRITTEN;
      if (node->kind == FL_NODE_OUTPUT)
        mark_outputs (cleaning, node->args, node->n_args);
    }
}

/* --- what changes nothing ------------------------------------------------------------------------------------------------------- */

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
    case FL_ATEN_OP_PRIMS_DEVICE_PUT:
      return first;
    case FL_ATEN_OP_SLICE_TENSOR:
      return !fl_node_get_int (node, "step", &value) || value == 1 ? first : NULL;
    case FL_ATEN_OP_CONSTANT_PAD_ND:
      return is_all (fl_node_get_arg (node, 1), 0) ? first : NULL;
    case FL_ATEN_OP_REPEAT:
      return is_all (fl_node_get_arg (node, 1), 1) ? first : NULL;
    case FL_ATEN_OP_CAT:
      return first != NULL && first->n_items == 1 ? &first->items[0] : NULL;
    case FL_ATEN_OP_COPY:
    case FL_ATEN_OP_SLICE_SCATTER:
      return fl_node_get_arg (node, 1);
    case FL_ATEN_OP_CEIL:
    case FL_ATEN_OP_FLOOR:
    case FL_ATEN_OP_ROUND:
    case FL_ATEN_OP_TRUNC:
      return node->value.kind == FL_VALUE_TENSOR && !fl_dtype_is_float (node->value.tensor.dtype) ? first : NULL;
    case FL_ATEN_OP_POW_TENSOR_SCALAR:
      return fl_node_get_arg (node, 1)->kind == FL_ARG_INT && fl_sym_is_int_value (fl_node_get_arg (node, 1)->sym, 1) ? first : NULL;
    default:
      return NULL;
    }
}

/* Why it stays; NULL: it can go. */
static const char *
find_obstacle (Cleaning *cleaning, guint index, guint source)
{
  guint32 own = cleaning->storage[index], other = cleaning->storage[source];
  const FlNode *node = &cleaning->rw.source->nodes[source];

  if (own != other && (cleaning->flags[own] & OF_OUTPUT) && (cleaning->flags[other] & (OF_INPUT | OF_OUTPUT)))
    return "it keeps an output apart from an input or another output";
  if (own == other && cleaning->is_output[index] && (node->kind == FL_NODE_PLACEHOLDER || cleaning->is_output[source]))
    return "it keeps an output apart from an input or another output";
  if (own != other && (cleaning->flags[other] & WRITTEN))
    return "the original is written later";
  return NULL;
}

/* --- arithmetic with nothing: x + 0, x - 0, x * 1, x / 1 ------------------------------------------------------------------------ */

/* A number, or a tensor filled with it. */
static gboolean
is_number (const FlGraph *graph, const FlArg *arg, double number)
{
  const FlNode *node = arg->kind == FL_ARG_NODE ? &graph->nodes[arg->node.index] : NULL;
  gint64 value;

  if (node != NULL)
    return node->op != NULL && node->op->op == FL_ATEN_OP_FULL && node->n_args > 1 && node->args[1].kind != FL_ARG_NODE
           && is_number (graph, &node->args[1], number);
  if (arg->kind == FL_ARG_FLOAT)
    return arg->number == number;
  return arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &value) && value == number;
}

static const FlArg *
find_neutral (const FlGraph *graph, const FlNode *node)
{
  gboolean is_product = node->op->op == FL_ATEN_OP_MUL_TENSOR || node->op->op == FL_ATEN_OP_DIV_TENSOR;
  gboolean is_symmetric = node->op->op == FL_ATEN_OP_MUL_TENSOR || node->op->op == FL_ATEN_OP_ADD_TENSOR;
  const FlArg *kept = NULL;

  if (!is_product && node->op->op != FL_ATEN_OP_ADD_TENSOR && node->op->op != FL_ATEN_OP_SUB_TENSOR)
    return NULL;
  if (node->n_args != 2 || node->args[0].keyword != NULL || node->args[1].keyword != NULL)
    return NULL;
  if (is_symmetric && is_number (graph, &node->args[0], is_product ? 1 : 0))
    kept = &node->args[1];
  else if (is_number (graph, &node->args[1], is_product ? 1 : 0))
    kept = &node->args[0];
  return kept != NULL && kept->kind == FL_ARG_NODE ? kept : NULL;
}

static gboolean
is_written (const Cleaning *cleaning, guint index)
{
  const FlGraph *graph = cleaning->rw.source;

  for (guint i = 0; i < graph->nodes[index].n_users; i++)
    {
      const FlNode *user = &graph->nodes[graph->nodes[index].users[i].index];

      if (user->op != NULL && user->op->kind == FL_ATEN_MUTATION && user->n_args > 0 && user->args[0].kind == FL_ARG_NODE
          && user->args[0].node.index == index)
        return TRUE;
    }
  return FALSE;
}

/* --- removing ------------------------------------------------------------------------------------------------------------------- */

/* The argument that can stand for the node; NULL: the node stays. obstacle: what kept one that could go, or NULL. */
static const FlArg *
find_replacement (Cleaning *cleaning, guint index, const char **obstacle)
{
  const FlGraph *graph = cleaning->rw.source;
  const FlNode *node = &graph->nodes[index];
  const FlArg *source, *neutral;
  const FlTensor *own, *other;

  *obstacle = NULL;
  if (node->op == NULL || node->value.kind != FL_VALUE_TENSOR)
    return NULL;
  neutral = find_neutral (graph, node);
  source = neutral != NULL ? neutral : find_same (node);
  if (source == NULL || source->kind != FL_ARG_NODE || graph->nodes[source->node.index].value.kind != FL_VALUE_TENSOR)
    return NULL;
  own = &node->value.tensor;
  other = &graph->nodes[source->node.index].value.tensor;
  if (neutral != NULL)
    return own->dtype == other->dtype && own->n_dims == other->n_dims && are_equal (own->sizes, other->sizes, own->n_dims)
           && !is_written (cleaning, source->node.index) ? source : NULL;
  if (!are_same (own, other))
    return NULL;
  *obstacle = find_obstacle (cleaning, index, source->node.index);
  return *obstacle == NULL ? source : NULL;
}

static gboolean
remove_noop (Cleaning *cleaning, guint index)
{
  FlRewrite *rw = &cleaning->rw;
  const char *obstacle;
  const FlArg *source = find_replacement (cleaning, index, &obstacle);

  if (obstacle != NULL)
    fl_decompose_trace (cleaning->run, FL_EVENT_REMOVE_NOOP, FL_VERDICT_ILLEGAL, rw->source, index, obstacle, 0, NULL);
  if (source == NULL)
    return FALSE;
  fl_decompose_trace (cleaning->run, FL_EVENT_REMOVE_NOOP, FL_VERDICT_ACCEPT, rw->source, index, "it changes nothing", 0,
                      rw->node->target);
  fl_rewrite_set_result (rw, fl_rewrite_map (rw, source));
  return TRUE;
}

/* --- reshapes ------------------------------------------------------------------------------------------------------------------- */

/* Whether the new shape can be had by strides alone: dimensions are taken together as far as they lie evenly in memory, and
 * each such run must be cut up by whole new dimensions. */
static gboolean
can_view (const FlTensor *from, const FlTensor *to)
{
  gint64 sizes[32], strides[32], wanted[32], run = 1, covered = 1, base;
  gint next = (gint) to->n_dims - 1;

  if (from->strides == NULL || from->n_dims == 0 || from->n_dims > 32 || to->n_dims > 32)
    return TRUE;
  for (guint i = 0; i < from->n_dims; i++)
    {
      sizes[i] = fl_sym_get_hint (from->sizes[i], 7919);
      strides[i] = fl_sym_get_hint (from->strides[i], 7919);
      if (sizes[i] == 0)
        return TRUE;
    }
  for (guint i = 0; i < to->n_dims; i++)
    wanted[i] = fl_sym_get_hint (to->sizes[i], 7919);
  base = strides[from->n_dims - 1];
  for (gint d = (gint) from->n_dims - 1; d >= 0; d--)
    {
      run *= sizes[d];
      if (d > 0 && (sizes[d - 1] == 1 || strides[d - 1] == run * base))
        continue;
      while (next >= 0 && (covered < run || wanted[next] == 1))
        covered *= wanted[next--];
      if (covered != run)
        return FALSE;
      if (d > 0)
        base = strides[d - 1];
      run = covered = 1;
    }
  return next == -1;
}

/* Whether it must copy. */
static gboolean
is_copying (const FlNode *node, const FlTensor *from)
{
  return from != NULL && node->value.kind == FL_VALUE_TENSOR && !can_view (from, &node->value.tensor);
}

/* A reshape that no strides can express copies first; the others are views. */
static void
copy_reshape (Cleaning *cleaning)
{
  FlRewrite *rw = &cleaning->rw;
  FlArg x = fl_rewrite_nth (rw, 0), format = { .kind = FL_ARG_NAME, .text = "torch.contiguous_format" };

  if (!is_copying (rw->node, fl_rewrite_tensor (rw, x)))
    {
      fl_rewrite_copy_as (rw, "aten.reshape.default");
      return;
    }
  x = EMIT (rw, "aten.clone.default", x, fl_arg_with_keyword ("memory_format", format));
  fl_rewrite_set_result (rw, EMIT (rw, "aten.reshape.default", x, fl_rewrite_nth (rw, 1)));
}

static gboolean
is_reshape (const FlNode *node)
{
  return node->op != NULL
         && (node->op->op == FL_ATEN_OP_RESHAPE || node->op->op == FL_ATEN_OP_VIEW || node->op->op == FL_ATEN_OP__UNSAFE_VIEW);
}

static gboolean
is_check (const FlNode *node)
{
  return node->op != NULL && node->op->kind == FL_ATEN_OTHER && node->n_users == 0 && strstr (node->op->name, "_assert_") != NULL;
}

static gboolean
has_work (Cleaning *cleaning)
{
  const FlGraph *graph = cleaning->rw.source;
  const char *obstacle;

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (!cleaning->is_live[i] || is_check (node) || find_replacement (cleaning, i, &obstacle) != NULL)
        return TRUE;
      if (is_reshape (node) && node->args[0].kind == FL_ARG_NODE)
        {
          const FlValue *from = &graph->nodes[node->args[0].node.index].value;

          if (node->op->op != FL_ATEN_OP_RESHAPE || is_copying (node, from->kind == FL_VALUE_TENSOR ? &from->tensor : NULL))
            return TRUE;
        }
    }
  return FALSE;
}

FlGraph *
fl_decompose_clean (FlDecompose *run, FlGraph *graph, GError **error)
{
  Cleaning cleaning = { .run = run };
  FlRewrite *rw = &cleaning.rw;

  fl_rewrite_start (rw, run->pass, graph);
  cleaning.is_live = fl_decompose_find_live (rw);
  find_storages (&cleaning);
  if (!has_work (&cleaning))
    {
      fl_rewrite_clear (rw);
      return fl_graph_ref (graph);
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      fl_rewrite_enter (rw, i);
      if (!cleaning.is_live[i] || is_check (rw->node))
        continue;
      if (fl_decompose_is_stopped (run) || !remove_noop (&cleaning, i))
        {
          if (is_reshape (rw->node))
            copy_reshape (&cleaning);
          else
            fl_rewrite_copy (rw);
        }
    }
  return fl_rewrite_finish (rw, run->given, error);
}
