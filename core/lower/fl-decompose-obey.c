/* Operations written in another way because an override asks for it: what a user would change in the line that wrote
 * them. Values stay what they are, but for the rounding of a reduction that is done in another order. */
#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-event-kinds.h"
#include "fl-rewrite.h"

/* NULL: it applies; else what forbids it. */
typedef const char *(*CheckFn) (const FlGraph *graph, const FlNode *node);
/* In place of a copy of rw->node; sets its result. */
typedef void (*ApplyFn) (FlRewrite *rw);

static const FlNode *
get_argument (const FlGraph *graph, const FlNode *node, guint position)
{
  const FlArg *arg = fl_node_get_arg (node, position);

  return arg != NULL && arg->kind == FL_ARG_NODE ? fl_graph_get_node (graph, arg->node) : NULL;
}

static gboolean
is_tensor (const FlNode *node)
{
  return node != NULL && node->value.kind == FL_VALUE_TENSOR;
}

/* --- another layout --------------------------------------------------------------------------- */

static FlArg
emit_contiguous (FlRewrite *rw, FlArg value)
{
  return EMIT (rw, "aten.clone.default", value,
               fl_arg_with_keyword ("memory_format", fl_arg_name ("torch.contiguous_format")));
}

/* Is it, or a view of it, a result of the graph? Views are followed by recursion: each is a later node. */
static gboolean
is_seen_outside (const FlGraph *graph, const FlNode *node)
{
  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (graph, node->users[i]);

      if (user->kind == FL_NODE_OUTPUT
          || (user->op != NULL && user->op->kind == FL_ATEN_VIEW && is_seen_outside (graph, user)))
        return TRUE;
    }
  return FALSE;
}

static const char *
check_contiguous (const FlGraph *graph, const FlNode *node)
{
  if (!is_tensor (node) || node->value.tensor.n_dims == 0)
    return "it is no tensor with dimensions";
  return is_seen_outside (graph, node) ? "its layout is seen outside of the graph" : NULL;
}

static void
apply_contiguous (FlRewrite *rw)
{
  fl_rewrite_copy (rw);
  fl_rewrite_set_result (rw, emit_contiguous (rw, rw->results[rw->id.index]));
}

static const char *
check_transposed (const FlGraph *graph, const FlNode *node)
{
  if (!is_tensor (node) || node->value.tensor.n_dims < 2)
    return "it has fewer than two dimensions";
  return is_seen_outside (graph, node) ? "its layout is seen outside of the graph" : NULL;
}

static FlArg
emit_exchanged (FlRewrite *rw, FlArg value)
{
  const guint n = rw->node->value.tensor.n_dims;
  g_autofree gint64 *order = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    order[i] = i < n - 2 ? i : n - 1 - (i - (n - 2));
  return EMIT (rw, "aten.permute.default", value, fl_arg_ints (rw, order, n));
}

static void
apply_transposed (FlRewrite *rw)
{
  fl_rewrite_copy (rw);
  fl_rewrite_set_result (rw, emit_exchanged (rw, emit_contiguous (rw, emit_exchanged (rw, rw->results[rw->id.index]))));
}

/* --- elementwise operations, before what only moves elements ----------------------------------- */

/* The only tensor that an elementwise operation reads; NULL: it reads several, or is none. */
static const FlNode *
find_operand (const FlGraph *graph, const FlNode *node, guint *position)
{
  const FlNode *found = NULL;

  if (node->op == NULL || node->op->kind != FL_ATEN_POINTWISE || !is_tensor (node))
    return NULL;
  for (guint i = 0; i < node->n_args; i++)
    {
      if (node->args[i].kind != FL_ARG_NODE)
        continue;
      if (found != NULL)
        return NULL;
      found = fl_graph_get_node (graph, node->args[i].node);
      *position = i;
    }
  return is_tensor (found) ? found : NULL;
}

/* The operation at hand, of another operand. */
static FlArg
emit_again (FlRewrite *rw, guint position, FlArg operand)
{
  g_autofree FlArg *args = g_new (FlArg, rw->node->n_args);

  for (guint i = 0; i < rw->node->n_args; i++)
    args[i] = fl_rewrite_map (rw, &rw->node->args[i]);
  operand.keyword = args[position].keyword;
  args[position] = operand;
  return fl_rewrite_emit (rw, rw->node->target, args, rw->node->n_args);
}

static const char *
check_before_cat (const FlGraph *graph, const FlNode *node)
{
  guint position;
  const FlNode *operand = find_operand (graph, node, &position);

  if (operand == NULL)
    return "it is no elementwise operation on one tensor";
  return operand->op == NULL || operand->op->op != FL_ATEN_OP_CAT || operand->args[0].kind != FL_ARG_LIST
             ? "what it reads is no concatenation"
             : NULL;
}

static void
apply_before_cat (FlRewrite *rw)
{
  guint position = 0;
  const FlNode *cat = find_operand (rw->source, rw->node, &position);
  const FlArg parts = cat->args[0], *dim = fl_node_find_arg (cat, "dim");
  g_autofree FlArg *results = g_new (FlArg, parts.n_items);

  for (guint i = 0; i < parts.n_items; i++)
    results[i] = emit_again (rw, position, fl_rewrite_map (rw, &parts.items[i]));
  fl_rewrite_set_result (rw, EMIT (rw, "aten.cat.default", fl_arg_list (rw, results, parts.n_items),
                                   dim != NULL ? fl_rewrite_map (rw, dim) : fl_arg_int (rw, 0)));
}

static gboolean
is_reshape (const FlNode *node)
{
  static const FlAtenOp ops[] = { FL_ATEN_OP_RESHAPE, FL_ATEN_OP_VIEW, FL_ATEN_OP__UNSAFE_VIEW, FL_ATEN_OP_UNSQUEEZE };

  for (guint i = 0; node->op != NULL && i < G_N_ELEMENTS (ops); i++)
    if (node->op->op == ops[i])
      return TRUE;
  return FALSE;
}

static const char *
check_before_reshape (const FlGraph *graph, const FlNode *node)
{
  guint position;
  const FlNode *operand = find_operand (graph, node, &position);

  if (operand == NULL)
    return "it is no elementwise operation on one tensor";
  return !is_reshape (operand) || !is_tensor (get_argument (graph, operand, 0)) ? "what it reads is not reshaped"
                                                                                : NULL;
}

static void
apply_before_reshape (FlRewrite *rw)
{
  guint position = 0;
  const FlNode *view = find_operand (rw->source, rw->node, &position);
  const FlTensor *tensor = &rw->node->value.tensor;
  const FlArg result = emit_again (rw, position, fl_rewrite_map (rw, &view->args[0]));

  fl_rewrite_set_result (rw, fl_emit_reshape (rw, result, tensor->sizes, tensor->n_dims));
}

/* --- reductions ------------------------------------------------------------------------------- */

/* Reductions of all elements that may be done in any order, and how a part of them is called. */
static const struct
{
  const char *whole, *part;
} reductions[] = {
  { "aten.sum.default", "aten.sum.dim_IntList" }, { "aten.sum.dim_IntList", "aten.sum.dim_IntList" },
  { "aten.amax.default", "aten.amax.default" },   { "aten.amin.default", "aten.amin.default" },
  { "aten.max.default", "aten.amax.default" },    { "aten.min.default", "aten.amin.default" },
  { "aten.mean.default", "aten.mean.dim" },
};

static const char *
find_part (const FlNode *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    if (g_str_equal (node->target, reductions[i].whole))
      return reductions[i].part;
  return NULL;
}

static const char *
check_rows_first (const FlGraph *graph, const FlNode *node)
{
  const FlNode *operand = get_argument (graph, node, 0);
  const FlArg *dtype = fl_node_find_arg (node, "dtype");

  if (find_part (node) == NULL || !is_tensor (node) || !is_tensor (operand))
    return "it is no sum, mean, maximum or minimum";
  if (node->value.tensor.n_dims > 0)
    return "it does not reduce all elements to one";
  if (dtype != NULL && dtype->kind != FL_ARG_NONE)
    return "it changes the element type";
  return operand->value.tensor.n_dims < 2 ? "its operand has fewer than two dimensions" : NULL;
}

static void
apply_rows_first (FlRewrite *rw)
{
  const FlArg operand = fl_rewrite_nth (rw, 0);
  const guint n = fl_rewrite_rank (rw, operand);
  g_autofree gint64 *dims = g_new (gint64, n);
  const gint64 last = n - 1;
  const char *part = find_part (rw->node);

  for (guint i = 0; i < n; i++)
    dims[i] = i;
  fl_rewrite_set_result (rw, fl_emit_reduce (rw, part, fl_emit_reduce (rw, part, operand, &last, 1, FALSE), dims, n - 1,
                                             FALSE));
}

/* --- the pass --------------------------------------------------------------------------------- */

static const struct
{
  FlOverrideKind kind;
  CheckFn check;
  ApplyFn apply;
  const char *done;
} rows[] = {
  { FL_OVERRIDE_CONTIGUOUS, check_contiguous, apply_contiguous, "its readers read a contiguous copy" },
  { FL_OVERRIDE_TRANSPOSED, check_transposed, apply_transposed, "its readers read a transposed copy" },
  { FL_OVERRIDE_BEFORE_CAT, check_before_cat, apply_before_cat, "it is applied to each part" },
  { FL_OVERRIDE_BEFORE_RESHAPE, check_before_reshape, apply_before_reshape, "it is applied before the reshape" },
  { FL_OVERRIDE_ROWS_FIRST, check_rows_first, apply_rows_first, "rows are reduced first" },
};

static guint
find_row (FlOverrideKind kind)
{
  guint row = 0;

  while (row < G_N_ELEMENTS (rows) && rows[row].kind != kind)
    row++;
  return row;
}

const char *
fl_decompose_check_override (const FlGraph *graph, FlNodeId node, FlOverrideKind kind)
{
  const guint row = find_row (kind);

  return row == G_N_ELEMENTS (rows) ? "it does not change the graph"
                                    : rows[row].check (graph, &graph->nodes[node.index]);
}

/* The override of the node at hand; NULL: none. *row says how. */
static FlOverrideState *
find_told (const FlRewrite *rw, guint *row)
{
  for (*row = 0; *row < G_N_ELEMENTS (rows); ++*row)
    {
      FlOverrideState *state = fl_override_find (rw->pass, rows[*row].kind, rw->id.index);

      if (state != NULL && state->outcome == FL_OUTCOME_PENDING)
        return state;
    }
  return NULL;
}

static void
obey_node (FlRewrite *rw)
{
  guint row;
  FlOverrideState *state = find_told (rw, &row);
  const char *obstacle = state != NULL ? rows[row].check (rw->source, rw->node) : NULL;

  if (state == NULL || obstacle != NULL)
    fl_rewrite_copy (rw);
  if (state == NULL)
    return;
  state->node_a = rw->source->nodes[rw->id.index].origin.index; /* events of this stage speak of the user's nodes */
  if (obstacle != NULL)
    {
      fl_override_settle (rw->pass, state, FL_OUTCOME_REFUSED, obstacle, rw->node->target);
      return;
    }
  rows[row].apply (rw);
  rw->n_opened++;
  fl_override_settle (rw->pass, state, FL_OUTCOME_APPLIED, rows[row].done, rw->node->target);
}

static gboolean
is_told (const FlPass *pass)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    if (find_row (pass->overrides->states[i].override.kind) < G_N_ELEMENTS (rows)
        && pass->overrides->states[i].outcome == FL_OUTCOME_PENDING)
      return TRUE;
  return FALSE;
}

FlGraph *
fl_decompose_obey (const FlPass *pass, const FlGraph *given, FlGraph *graph, GError **error)
{
  FlRewrite rw;
  FlGraph *result;

  if (!is_told (pass))
    return graph;
  fl_rewrite_start (&rw, pass, graph);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      fl_rewrite_enter (&rw, i);
      obey_node (&rw);
    }
  if (rw.n_opened == 0)
    {
      fl_rewrite_clear (&rw);
      return graph;
    }
  result = fl_rewrite_finish (&rw, given, error);
  fl_graph_unref (graph);
  return result;
}
