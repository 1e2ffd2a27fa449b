/* Shortcuts: operators on constants, on each other's parts and on each other's results that come
 * out simpler together. Rules: Inductor's scatter_upon_const_tensor, pointless_cumsum_replacement,
 * cat_slice_cat, splitwithsizes_cat_replace, cat_splitwithsizes_replace and
 * reciprocal_sqrt_to_rsqrt. */
#include "fl-aten-ids.h"
#include "fl-decompose-pass.h"
#include "fl-decompose-table.h"
#include "fl-event-kinds.h"
#include "fl-torch-rules.h"

typedef struct
{
  FlDecompose *run;
  FlRewrite rw;
  guint n_done;
} Shortcuts;

static gint64
get_dim (const FlNode *node, const char *name, guint rank)
{
  gint64 dim;

  return fl_rewrite_wrap (fl_node_get_int (node, name, &dim) ? dim : 0, rank);
}

static gboolean
take (Shortcuts *shortcuts, const char *what, FlArg result, const char *facts)
{
  FlRewrite *rw = &shortcuts->rw;

  shortcuts->n_done++;
  fl_decompose_trace (shortcuts->run, FL_EVENT_REWRITE, FL_VERDICT_ACCEPT, rw->source, rw->id.index, what, 1, facts);
  fl_rewrite_set_result (rw, result);
  return TRUE;
}

/* 0, 1, 2, … or 1, 2, 3, … of this length, on the device of the node being rewritten. */
static FlArg
emit_iota (FlRewrite *rw, const FlSym *length, gint64 start, FlDtype dtype)
{
  const FlTensor *tensor = fl_node_find_tensor (rw->node);
  FlArg device = { .kind = FL_ARG_DEVICE, .device = tensor->device };

  return EMIT (rw, "prims.iota.default", fl_arg_sym (length), fl_arg_with_keyword ("start", fl_arg_int (rw, start)),
               fl_arg_with_keyword ("step", fl_arg_int (rw, 1)), fl_arg_with_keyword ("dtype", fl_arg_dtype (dtype)),
               fl_arg_with_keyword ("device", device), fl_arg_with_keyword ("requires_grad", fl_arg_bool (FALSE)));
}

/* Sizes that are 1 but for one of them. */
static FlArg
reshape_along (FlRewrite *rw, FlArg line, const FlTensor *whole, guint dim)
{
  const FlSym **sizes = fl_arena_new (rw->arena, const FlSym *, whole->n_dims + 1);

  for (guint i = 0; i < whole->n_dims; i++)
    sizes[i] = i == dim ? whole->sizes[i] : fl_sym_int (rw->symbols, 1);
  return fl_emit_reshape (rw, line, sizes, whole->n_dims);
}

static gboolean
is_number (const FlArg *arg)
{
  return arg != NULL && (arg->kind == FL_ARG_FLOAT || (arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, NULL)));
}

/* --- of constants ------------------------------------------------------------------------------ */

/* One number a row, written where an index says: as well asked of every element. */
static gboolean
shorten_scatter (Shortcuts *shortcuts)
{
  FlRewrite *rw = &shortcuts->rw;
  const FlNode *node = rw->node, *full = fl_rewrite_find_node (rw, fl_node_get_arg (node, 0)),
               *selector = fl_rewrite_find_node (rw, fl_node_get_arg (node, 2));
  const FlTensor *whole = fl_node_find_tensor (node), *index = fl_node_find_tensor (selector);
  FlArg mask, all;
  guint dim;

  if (!fl_node_is_op (node, FL_ATEN_OP_SCATTER_VALUE) || !fl_node_is_op (full, FL_ATEN_OP_FULL) || full->n_users != 1
      || whole == NULL || index == NULL || whole->n_dims == 0 || full->n_args < 2 || !is_number (&full->args[1])
      || !is_number (fl_node_find_arg (node, "value")) || index->n_dims != whole->n_dims)
    return FALSE;
  dim = get_dim (node, "dim", whole->n_dims);
  for (guint i = 0; i < whole->n_dims; i++)
    if (i == dim ? !fl_sym_is_int_value (index->sizes[i], 1)
                 : !fl_sym_known (FL_SYM_GE, index->sizes[i], whole->sizes[i]))
      return FALSE;
  all = EMIT (rw, "aten.expand.default", fl_rewrite_nth (rw, 2), fl_arg_syms (rw, whole->sizes, whole->n_dims));
  mask = EMIT (rw, "aten.eq.Tensor", all,
               reshape_along (rw, emit_iota (rw, whole->sizes[dim], 0, FL_DTYPE_I64), whole, dim));
  return take (shortcuts, "scatter of one number into a constant is a choice by position",
               fl_emit_where (rw, mask,
                              fl_emit_full (rw, &(FlTensor) { .dtype = whole->dtype, .device = whole->device },
                                            fl_rewrite_get_float (rw, "value", 0)),
                              fl_emit_full (rw, &(FlTensor) { .dtype = whole->dtype, .device = whole->device },
                                            full->args[1].kind == FL_ARG_FLOAT
                                                ? full->args[1].number
                                                : (double) fl_sym_get_hint (full->args[1].sym, 0))),
               full->name);
}

/* The running sum of a constant is a multiple of the position. */
static gboolean
shorten_cumsum (Shortcuts *shortcuts)
{
  FlRewrite *rw = &shortcuts->rw;
  const FlNode *node = rw->node, *full = fl_rewrite_find_node (rw, fl_node_get_arg (node, 0));
  const FlTensor *whole = fl_node_find_tensor (node);
  FlArg line;
  guint dim;

  if (!fl_node_is_op (node, FL_ATEN_OP_CUMSUM) || !fl_node_is_op (full, FL_ATEN_OP_FULL) || whole == NULL
      || whole->n_dims == 0 || full->n_args < 2 || !is_number (&full->args[1]) || fl_node_find_tensor (full) == NULL
      || fl_node_find_tensor (full)->dtype == FL_DTYPE_BOOL || whole->dtype == FL_DTYPE_BOOL)
    return FALSE;
  dim = get_dim (node, "dim", whole->n_dims);
  line = emit_iota (rw, whole->sizes[dim], 1, fl_dtype_is_float (whole->dtype) ? FL_DTYPE_F64 : FL_DTYPE_I64);
  line = fl_emit_mul (rw, line, full->args[1]);
  if (whole->n_dims > 1)
    line = reshape_along (rw, line, whole, dim);
  line = EMIT (rw, "aten.expand.default", line, fl_arg_syms (rw, whole->sizes, whole->n_dims));
  return take (shortcuts, "the running sum of a constant is a multiple of the position",
               fl_emit_cast (rw, line, whole->dtype), full->name);
}

/* --- of parts ---------------------------------------------------------------------------------- */

/* cat ([cat (list), the beginning of that cat]): one cat, when the beginning lies in the first of
 * the list. */
static gboolean
shorten_cat_of_cat (Shortcuts *shortcuts)
{
  FlRewrite *rw = &shortcuts->rw;
  const FlArg *list = fl_node_get_arg (rw->node, 0);
  const FlNode *first, *slice, *head;
  gint64 from = 0, size = -1, dim = 0, step = 1;
  FlArg *items;

  if (!fl_node_is_op (rw->node, FL_ATEN_OP_CAT) || list == NULL || list->n_items != 2
      || fl_node_find_tensor (rw->node) == NULL
      || get_dim (rw->node, "dim", fl_node_find_tensor (rw->node)->n_dims) != 1)
    return FALSE;
  first = fl_rewrite_find_node (rw, &list->items[0]);
  slice = fl_rewrite_find_node (rw, &list->items[1]);
  if (!fl_node_is_op (first, FL_ATEN_OP_CAT) || first->n_users != 2 || !fl_node_is_op (slice, FL_ATEN_OP_SLICE_TENSOR)
      || slice->n_users != 1 || slice->args[0].kind != FL_ARG_NODE
      || slice->args[0].node.index != list->items[0].node.index || fl_node_find_tensor (first) == NULL
      || get_dim (first, "dim", fl_node_find_tensor (first)->n_dims) != 1 || first->args[0].n_items == 0)
    return FALSE;
  fl_node_get_int (slice, "dim", &dim);
  fl_node_get_int (slice, "start", &from);
  fl_node_get_int (slice, "step", &step);
  head = fl_rewrite_find_node (rw, &first->args[0].items[0]);
  if (dim != 1 || from != 0 || step != 1 || !fl_node_get_int (slice, "end", &size) || size < 0
      || fl_node_find_tensor (head) == NULL
      || !fl_sym_known (FL_SYM_LE, fl_sym_int (rw->symbols, size), fl_node_find_tensor (head)->sizes[1]))
    return FALSE;
  items = fl_arena_new (rw->arena, FlArg, first->args[0].n_items + 1);
  for (guint i = 0; i < first->args[0].n_items; i++)
    items[i] = fl_rewrite_map (rw, &first->args[0].items[i]);
  items[first->args[0].n_items]
      = EMIT (rw, "aten.slice.Tensor", items[0], fl_arg_int (rw, 1), fl_arg_int (rw, 0), fl_arg_int (rw, size));
  return take (shortcuts, "two concatenations are one",
               EMIT (rw, "aten.cat.default", fl_arg_list (rw, items, first->args[0].n_items + 1), fl_arg_int (rw, 1)),
               first->name);
}

/* cat of all parts of a split, in order. */
static gboolean
shorten_cat_of_split (Shortcuts *shortcuts)
{
  FlRewrite *rw = &shortcuts->rw;
  const FlArg *list = fl_node_get_arg (rw->node, 0);
  const FlNode *item, *split = NULL;
  const FlTensor *whole = fl_node_find_tensor (rw->node), *given;
  gint64 position;

  if (!fl_node_is_op (rw->node, FL_ATEN_OP_CAT) || list == NULL || list->n_items == 0 || whole == NULL)
    return FALSE;
  for (guint i = 0; i < list->n_items; i++)
    {
      item = fl_rewrite_find_node (rw, &list->items[i]);
      if (!fl_node_is_op (item, FL_ATEN_OP_OPERATOR_GETITEM) || item->n_users != 1 || item->n_args < 2
          || item->args[1].kind != FL_ARG_INT || !fl_sym_is_int (item->args[1].sym, &position) || position != i
          || (split != NULL && fl_rewrite_find_node (rw, &item->args[0]) != split))
        return FALSE;
      split = fl_rewrite_find_node (rw, &item->args[0]);
    }
  if (!fl_node_is_op (split, FL_ATEN_OP_SPLIT_WITH_SIZES) || split->args[1].n_items != list->n_items)
    return FALSE;
  given = fl_node_find_tensor (fl_rewrite_find_node (rw, &split->args[0]));
  if (given == NULL || get_dim (split, "dim", given->n_dims) != get_dim (rw->node, "dim", whole->n_dims))
    return FALSE;
  return take (shortcuts, "the parts of a split put together again are what was split",
               fl_rewrite_map (rw, &split->args[0]), split->name);
}

/* A split of a concatenation into the pieces it was made of. */
static gboolean
shorten_split_of_cat (Shortcuts *shortcuts)
{
  FlRewrite *rw = &shortcuts->rw;
  const FlNode *node = rw->node, *cat = fl_rewrite_find_node (rw, fl_node_get_arg (node, 0));
  const FlTensor *whole = fl_node_find_tensor (cat);
  FlArg *items, tuple = { .kind = FL_ARG_TUPLE };
  guint n, dim;

  if (!fl_node_is_op (node, FL_ATEN_OP_SPLIT_WITH_SIZES) || !fl_node_is_op (cat, FL_ATEN_OP_CAT) || cat->n_users != 1
      || whole == NULL || node->args[1].n_items != cat->args[0].n_items)
    return FALSE;
  dim = get_dim (node, "dim", whole->n_dims);
  n = cat->args[0].n_items;
  if (get_dim (cat, "dim", whole->n_dims) != dim)
    return FALSE;
  items = fl_arena_new (rw->arena, FlArg, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const FlTensor *piece = fl_node_find_tensor (fl_rewrite_find_node (rw, &cat->args[0].items[i]));

      if (piece == NULL || piece->n_dims != whole->n_dims || node->args[1].items[i].kind != FL_ARG_INT
          || !fl_sym_known_equal (piece->sizes[dim], node->args[1].items[i].sym))
        return FALSE;
      items[i] = fl_rewrite_map (rw, &cat->args[0].items[i]);
    }
  tuple.items = items;
  tuple.n_items = n;
  return take (shortcuts, "a concatenation split into its pieces again", tuple, cat->name);
}

static gboolean
shorten_root (Shortcuts *shortcuts)
{
  FlRewrite *rw = &shortcuts->rw;
  const FlNode *root = fl_rewrite_find_node (rw, fl_node_get_arg (rw->node, 0));

  if (!fl_node_is_op (rw->node, FL_ATEN_OP_RECIPROCAL) || !fl_node_is_op (root, FL_ATEN_OP_SQRT) || root->n_users != 1)
    return FALSE;
  return take (shortcuts, "1 / sqrt is rsqrt", EMIT (rw, "aten.rsqrt.default", fl_rewrite_map (rw, &root->args[0])),
               root->name);
}

static gboolean
may_shorten (const FlNode *node)
{
  if (node->op == NULL)
    return FALSE;
  switch (node->op->op)
    {
    case FL_ATEN_OP_SCATTER_VALUE:
    case FL_ATEN_OP_CUMSUM:
    case FL_ATEN_OP_CAT:
    case FL_ATEN_OP_SPLIT_WITH_SIZES:
    case FL_ATEN_OP_RECIPROCAL: return TRUE;
    default: return FALSE;
    }
}

FlGraph *
fl_decompose_shorten (FlDecompose *run, FlGraph *graph, GError **error)
{
  Shortcuts shortcuts = { .run = run };
  FlRewrite *rw = &shortcuts.rw;
  gboolean may = FALSE;

  for (guint i = 0; i < graph->n_nodes && !may; i++)
    may = may_shorten (&graph->nodes[i]);
  if (!may || !run->pass->options->pattern_matcher || !fl_options_has (run->pass->options, FL_RULE_SHORTENS_CATS)
      || !fl_decompose_is_before_passes (run))
    return fl_graph_ref (graph);
  fl_rewrite_start (rw, run->pass, graph);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      fl_rewrite_enter (rw, i);
      if (fl_decompose_is_stopped (run) || !may_shorten (rw->node)
          || !(shorten_scatter (&shortcuts) || shorten_cumsum (&shortcuts) || shorten_cat_of_cat (&shortcuts)
               || shorten_cat_of_split (&shortcuts) || shorten_split_of_cat (&shortcuts) || shorten_root (&shortcuts)))
        fl_rewrite_copy (rw);
    }
  if (shortcuts.n_done > 0)
    return fl_rewrite_finish (rw, run->given, error);
  fl_rewrite_clear (rw);
  return fl_graph_ref (graph);
}
