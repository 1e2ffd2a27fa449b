/* Patterns: a product and its bias as one call or as two, and the two reductions of a softmax as one. */
#include "fl-decompose-pass.h"
#include "fl-decompose-table.h"

#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-torch-rules.h"

typedef struct
{
  FlDecompose *run;
  FlRewrite rw;
  gboolean *is_skipped; /* computed by the pattern they belong to */
  gboolean wants_online_softmax;
  guint n_matched;
} Matching;

static void
trace (Matching *matching, guint index, const char *what, const char *facts)
{
  matching->n_matched++;
  fl_decompose_trace (matching->run, FL_EVENT_REWRITE, FL_VERDICT_ACCEPT, matching->rw.source, index, what, 1, facts);
}

/* --- bias ------------------------------------------------------------------------------------- */

static gboolean
is_pointwise_use (const FlRewrite *rw, const FlNode *user, guint depth)
{
  if (user->kind != FL_NODE_CALL || user->op == NULL)
    return FALSE;
  if (user->op->kind != FL_ATEN_VIEW && user->op->op != FL_ATEN_OP_OPERATOR_GETITEM)
    return user->op->kind == FL_ATEN_POINTWISE;
  for (guint i = 0; i < user->n_users; i++)
    if (depth > 16 || !is_pointwise_use (rw, &rw->source->nodes[user->users[i].index], depth + 1))
      return FALSE;
  return TRUE;
}

/* Something that is spread over the product rather than computed at its size. */
static gboolean
is_like_bias (const FlNode *bias, const FlTensor *product)
{
  const FlTensor *tensor = fl_node_find_tensor (bias);

  if (bias->kind == FL_NODE_PLACEHOLDER || bias->kind == FL_NODE_GET_ATTR)
    return TRUE;
  if (tensor == NULL || product == NULL)
    return FALSE;
  if (tensor->n_dims != product->n_dims)
    return TRUE;
  for (guint i = 0; i < tensor->n_dims; i++)
    {
      if (fl_sym_is_int_value (tensor->sizes[i], 1) && !fl_sym_is_int_value (product->sizes[i], 1))
        return TRUE;
      if (tensor->strides != NULL && fl_sym_is_int_value (tensor->strides[i], 0))
        return TRUE;
    }
  return FALSE;
}

/* On a GPU a bias is better added where its readers are: one kernel less, and no copy of the bias. */
static gboolean
prefers_two (const Matching *matching, const FlNode *bias, const FlNode *result)
{
  if (!matching->run->is_gpu
      || (fl_options_has (matching->run->pass->options, FL_RULE_BIAS_IS_SPREAD)
          && !is_like_bias (bias, fl_node_find_tensor (result))))
    return FALSE;
  for (guint i = 0; i < result->n_users; i++)
    if (!is_pointwise_use (&matching->rw, &matching->rw.source->nodes[result->users[i].index], 0))
      return FALSE;
  return TRUE;
}

static gboolean
can_spread (const FlTensor *tensor, const FlTensor *to)
{
  if (tensor->n_dims > to->n_dims)
    return FALSE;
  for (guint i = 0; i < tensor->n_dims; i++)
    if (!fl_sym_is_int_value (tensor->sizes[i], 1)
        && !fl_sym_known_equal (tensor->sizes[i], to->sizes[to->n_dims - tensor->n_dims + i]))
      return FALSE;
  return TRUE;
}

static gboolean
join_bias (Matching *matching, guint index, const FlArg *product_arg, const FlArg *bias_arg)
{
  FlRewrite *rw = &matching->rw;
  const FlNode *product = fl_rewrite_find_node (rw, product_arg), *bias = fl_rewrite_find_node (rw, bias_arg);
  const FlTensor *made, *tensor;

  if (!fl_node_is_op (product, FL_ATEN_OP_MM) || bias == NULL || product->n_users != 1 || product->n_args != 2)
    return FALSE;
  made = fl_node_find_tensor (product);
  tensor = fl_node_find_tensor (bias);
  if (made == NULL || tensor == NULL || made->n_dims != 2 || tensor->dtype != made->dtype || !can_spread (tensor, made))
    return FALSE;
  if (prefers_two (matching, bias, rw->node))
    {
      fl_decompose_trace (matching->run, FL_EVENT_REWRITE, FL_VERDICT_REJECT, rw->source, index,
                          "mm + bias stays two: all readers are pointwise", 0, NULL);
      return FALSE;
    }
  trace (matching, index, "mm + bias is addmm", product->name);
  fl_rewrite_set_result (rw, EMIT (rw, "aten.addmm.default", fl_rewrite_map (rw, bias_arg),
                                   fl_rewrite_map (rw, &product->args[0]), fl_rewrite_map (rw, &product->args[1])));
  return TRUE;
}

static gboolean
is_plain_add (const FlNode *node)
{
  return fl_node_is_op (node, FL_ATEN_OP_ADD_TENSOR) && node->n_args == 2;
}

static gboolean
split_bias (Matching *matching, guint index)
{
  FlRewrite *rw = &matching->rw;
  const FlNode *bias = fl_rewrite_find_node (rw, &rw->node->args[0]);
  const FlTensor *tensor = fl_node_find_tensor (bias), *made = fl_node_find_tensor (rw->node);
  FlArg product;

  if (rw->node->n_args != 3 || tensor == NULL || made == NULL || tensor->dtype != made->dtype
      || (fl_dtype_is_low_precision (tensor->dtype)
          && fl_options_has (matching->run->pass->options, FL_RULE_KEEPS_HALF_ADDMM))
      || !prefers_two (matching, bias, rw->node))
    return FALSE;
  trace (matching, index, "addmm is mm + bias: all readers are pointwise", NULL);
  product = EMIT (rw, "aten.mm.default", fl_rewrite_nth (rw, 1), fl_rewrite_nth (rw, 2));
  fl_rewrite_set_result (rw, ADD (fl_rewrite_nth (rw, 0), product));
  return TRUE;
}

/* --- softmax ---------------------------------------------------------------------------------- */

/* The one dimension reduced with dimensions kept; FALSE: some other reduction. */
static gboolean
get_kept_dim (const FlNode *node, gint64 *dim)
{
  const FlArg *dims = fl_node_get_arg (node, 1), *keep = fl_node_get_arg (node, 2);
  const FlTensor *tensor = fl_node_find_tensor (node);

  if (dims == NULL || dims->n_items != 1 || keep == NULL || keep->kind != FL_ARG_BOOL || keep->number == 0
      || tensor == NULL || dims->items[0].kind != FL_ARG_INT || !fl_sym_is_int (dims->items[0].sym, dim))
    return FALSE;
  *dim = fl_rewrite_wrap (*dim, tensor->n_dims);
  return TRUE;
}

static guint
find_user (const FlRewrite *rw, guint index, FlAtenOp op, guint argument)
{
  const FlNode *node = &rw->source->nodes[index];

  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = &rw->source->nodes[node->users[i].index];

      if (fl_node_is_op (user, op) && user->n_args > argument && user->args[argument].kind == FL_ARG_NODE
          && user->args[argument].node.index == index)
        return node->users[i].index;
    }
  return G_MAXUINT32;
}

/* amax -> sub -> exp -> sum, over the same dimension of the same value. */
static gboolean
match_softmax (Matching *matching, guint index)
{
  FlRewrite *rw = &matching->rw;
  const FlNode *maximum = rw->node, *sub;
  guint difference, exponential, sum;
  gint64 dim, other;
  FlArg pair;

  if (!matching->wants_online_softmax || !fl_node_is_op (maximum, FL_ATEN_OP_AMAX) || !get_kept_dim (maximum, &dim))
    return FALSE;
  difference = find_user (rw, index, FL_ATEN_OP_SUB_TENSOR, 1);
  if (difference == G_MAXUINT32)
    return FALSE;
  sub = &rw->source->nodes[difference];
  exponential = find_user (rw, difference, FL_ATEN_OP_EXP, 0);
  if (sub->n_args != 2 || sub->args[0].kind != FL_ARG_NODE || maximum->args[0].kind != FL_ARG_NODE
      || sub->args[0].node.index != maximum->args[0].node.index || exponential == G_MAXUINT32)
    return FALSE;
  sum = find_user (rw, exponential, FL_ATEN_OP_SUM_DIM_INTLIST, 0);
  if (sum == G_MAXUINT32 || !get_kept_dim (&rw->source->nodes[sum], &other) || other != dim)
    return FALSE;
  trace (matching, index, "maximum and sum of a softmax in one pass",
         fl_arena_printf (matching->run->pass->arena, "%s and %s become prepare_softmax_online", maximum->name,
                          rw->source->nodes[sum].name));
  pair = EMIT (rw, "prims.prepare_softmax_online.default", fl_rewrite_nth (rw, 0), INTEGER (dim));
  fl_rewrite_set_result (rw, fl_emit_item (rw, pair, 0));
  rw->results[sum] = fl_emit_item (rw, pair, 1);
  matching->is_skipped[sum] = TRUE;
  return TRUE;
}

static gboolean
match_node (Matching *matching, guint index)
{
  const FlNode *node = matching->rw.node;

  if (is_plain_add (node))
    return join_bias (matching, index, &node->args[1], &node->args[0])
           || join_bias (matching, index, &node->args[0], &node->args[1]);
  if (fl_node_is_op (node, FL_ATEN_OP_ADDMM) && matching->run->is_gpu)
    return split_bias (matching, index);
  return match_softmax (matching, index);
}

static gboolean
may_match (const FlRewrite *rw, const FlNode *node, gboolean wants_online_softmax)
{
  if (is_plain_add (node))
    return fl_node_is_op (fl_rewrite_find_node (rw, &node->args[0]), FL_ATEN_OP_MM)
           || fl_node_is_op (fl_rewrite_find_node (rw, &node->args[1]), FL_ATEN_OP_MM);
  return fl_node_is_op (node, FL_ATEN_OP_ADDMM) || (wants_online_softmax && fl_node_is_op (node, FL_ATEN_OP_AMAX));
}

FlGraph *
fl_decompose_match (FlDecompose *run, FlGraph *graph, GError **error)
{
  Matching matching = { .run = run };
  FlRewrite *rw = &matching.rw;
  gboolean may = FALSE;

  if (!run->pass->options->pattern_matcher)
    return fl_graph_ref (graph);
  fl_rewrite_start (rw, run->pass, graph);
  matching.is_skipped = fl_arena_new (rw->arena, gboolean, graph->n_nodes + 1);
  matching.wants_online_softmax = run->is_gpu && run->pass->options->online_softmax;
  for (guint i = 0; i < graph->n_nodes && !may; i++)
    may = may_match (rw, &graph->nodes[i], matching.wants_online_softmax);
  for (guint i = 0; i < graph->n_nodes && may; i++)
    {
      fl_rewrite_enter (rw, i);
      if (matching.is_skipped[i])
        continue;
      if (fl_decompose_is_stopped (run) || !match_node (&matching, i))
        fl_rewrite_copy (rw);
    }
  if (matching.n_matched > 0)
    return fl_rewrite_finish (rw, run->given, error);
  fl_rewrite_clear (rw);
  return fl_graph_ref (graph);
}
