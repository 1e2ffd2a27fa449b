/* What a graph as a whole says about the layouts of its values: whether convolutions run on channels-last tensors,
 * which values had better be channels-last too, and which results the caller sees (torch/_inductor/graph.py,
 * decide_layout_opt). */
#include "fl-aten-ids.h"
#include "fl-graph-memory.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <string.h>

/* --- which kind of graph ---------------------------------------------------------------------- */

static gboolean
has_input_named (const FlGraph *graph, const char *prefix)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_PLACEHOLDER && g_str_has_prefix (graph->nodes[i].name, prefix))
      return TRUE;
  return FALSE;
}

/* AOTAutograd names the inputs of graphs with gradients so. */
static gboolean
is_training_forward (const FlGraph *graph)
{
  return has_input_named (graph, "primals_") && !has_input_named (graph, "tangents_");
}

static gboolean
is_inference (const FlGraph *graph)
{
  return !has_input_named (graph, "primals_") && !has_input_named (graph, "tangents_");
}

/* --- shall convolutions run on channels-last tensors? ----------------------------------------- */

typedef struct
{
  guint n;
  double total, weighted; /* multiplications, and how long they take on channels-last tensors */
  gboolean is_dynamic, has_grouped, has_shrinking, are_all_small;
} Convolutions;

static gboolean
is_convolution (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL
         && (node->op->op == FL_ATEN_OP_CONVOLUTION || node->op->op == FL_ATEN_OP_CONVOLUTION_BACKWARD);
}

static gboolean
counts (const FlLowering *low, const FlNode *node)
{
  return fl_node_is_op (node, FL_ATEN_OP_CONVOLUTION)
         || (is_convolution (node) && fl_options_has (low->options, FL_RULE_COUNTS_CONVOLUTION_GRADIENTS));
}

static const FlTensor *
get_tensor_argument (const FlGraph *graph, const FlNode *node, guint position)
{
  const FlArg *arg = fl_node_get_arg (node, position + (node->op->op == FL_ATEN_OP_CONVOLUTION_BACKWARD));
  const FlValue *value = arg != NULL && arg->kind == FL_ARG_NODE ? &fl_graph_get_node (graph, arg->node)->value : NULL;

  return value != NULL && value->kind == FL_VALUE_TENSOR && value->tensor.n_dims >= 3 ? &value->tensor : NULL;
}

static double
get_hint_product (const FlSym *const *sizes, guint n)
{
  double product = 1;

  for (guint i = 0; i < n; i++)
    product *= (double) fl_sym_hint (sizes[i]);
  return product;
}

static gboolean
is_symbolic (const FlTensor *tensor)
{
  for (guint i = 0; i < tensor->n_dims; i++)
    if (!fl_sym_is_int (tensor->sizes[i], NULL))
      return TRUE;
  return FALSE;
}

/* The factors are how much slower or faster such convolutions were found to be. */
static void
weigh (const FlGraph *graph, const FlNode *node, Convolutions *all)
{
  const FlTensor *input = get_tensor_argument (graph, node, 0), *weight = get_tensor_argument (graph, node, 1);
  const FlTensor *result = &node->value.tensor;
  gint64 groups = 1, out, in, width;
  gboolean is_grouped, is_small, is_shrinking;
  double flops = 0;

  all->n++;
  if (weight == NULL || input == NULL)
    return;
  fl_node_get_int (node, "groups", &groups);
  out = fl_sym_hint (weight->sizes[0]);
  in = fl_sym_hint (weight->sizes[1]);
  width = fl_sym_hint (weight->sizes[2]);
  is_grouped = groups > 1 && in > 1;
  is_small = out <= 64 && in <= 64;
  is_shrinking = out * 2 <= in && width > 1;
  if (node->value.kind == FL_VALUE_TENSOR)
    flops = 2 * get_hint_product (result->sizes, result->n_dims)
            * get_hint_product (weight->sizes + 1, weight->n_dims - 1);
  all->total += flops;
  all->weighted += flops * (is_grouped ? 1.358 : is_small ? 0.783 : is_shrinking ? 0.725 : 0.823);
  all->is_dynamic |= is_symbolic (input) || is_symbolic (weight);
  all->has_grouped |= is_grouped;
  all->has_shrinking |= is_shrinking;
  all->are_all_small &= is_small;
}

static gboolean
wants_channels_last (FlLowering *low)
{
  Convolutions all = { .are_all_small = TRUE };

  if (!low->options->layout_optimization || low->options->force_layout_optimization)
    return low->options->layout_optimization;
  for (guint i = 0; i < low->graph->n_nodes; i++)
    if (counts (low, &low->graph->nodes[i]))
      weigh (low->graph, &low->graph->nodes[i], &all);
  if (all.n == 0)
    return FALSE;
  if (!fl_options_is_gpu (low->options))
    return TRUE;
  if (low->graph->n_nodes >= 300 * all.n || all.is_dynamic)
    return FALSE;
  if (is_inference (low->graph))
    return all.weighted <= all.total;
  return !all.has_grouped && !all.has_shrinking && !all.are_all_small;
}

/* --- values that had better be channels-last -------------------------------------------------- */

/* What leads to a convolution, backwards from the last one. Its number, or n_nodes: there is none. */
static guint
mark_what_leads_to_one (FlLowering *low, gboolean *prefers)
{
  const FlGraph *graph = low->graph;
  guint last = graph->n_nodes;

  for (guint i = graph->n_nodes; i > 0; i--)
    {
      const FlNode *node = &graph->nodes[i - 1];

      if (fl_node_is_op (node, FL_ATEN_OP_CONVOLUTION))
        {
          prefers[i - 1] = TRUE;
          last = last == graph->n_nodes ? i - 1 : last;
          continue;
        }
      for (guint k = 0; k < node->n_users && !prefers[i - 1] && !fl_node_is_op (node, FL_ATEN_OP_BMM); k++)
        prefers[i - 1] = prefers[node->users[k].index];
    }
  return last;
}

/* Marks values computed from such values, as far as the last convolution. */
static void
mark_what_comes_from_one (FlLowering *low, gboolean *prefers, guint last)
{
  for (guint i = 0; i < MIN (last, low->graph->n_nodes); i++)
    for (guint k = 0; prefers[i] && k < low->graph->nodes[i].n_users; k++)
      {
        FlNodeId user = low->graph->nodes[i].users[k];

        prefers[user.index] |= !fl_node_is_op (fl_graph_get_node (low->graph, user), FL_ATEN_OP_BMM);
      }
}

/* --- results that the caller sees ------------------------------------------------------------- */

static gboolean
is_saved_input (const FlGraph *graph, const FlArg *arg)
{
  const FlNode *node = arg->kind == FL_ARG_NODE ? fl_graph_get_node (graph, arg->node) : NULL;

  return node != NULL && node->kind == FL_NODE_PLACEHOLDER && g_str_has_prefix (node->name, "primals_");
}

/* The forward graph of a training step returns what the backward graph needs after what the caller asked for; of that,
 * inputs come first. */
static void
mark_visible (const FlGraph *graph, const FlArg *args, guint n_args, gboolean is_forward, gboolean *is_visible)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_LIST || args[i].kind == FL_ARG_TUPLE)
        mark_visible (graph, args[i].items, args[i].n_items, is_forward, is_visible);
      if (is_forward && is_saved_input (graph, &args[i]))
        return;
      if (args[i].kind == FL_ARG_NODE)
        is_visible[args[i].node.index] = TRUE;
    }
}

/* --- values that had better not be padded ----------------------------------------------------- */

static gboolean
likes_padding (const FlNode *node)
{
  switch (node->op->op)
    {
    case FL_ATEN_OP_VAR_MEAN_CORRECTION:
    case FL_ATEN_OP_SUM:
    case FL_ATEN_OP_SUM_DIM_INTLIST:
    case FL_ATEN_OP_MEAN:
    case FL_ATEN_OP_MEAN_DIM:
    case FL_ATEN_OP_PROD:
    case FL_ATEN_OP_PROD_DIM_INT:
    case FL_ATEN_OP_ANY:
    case FL_ATEN_OP_ANY_DIM:
    case FL_ATEN_OP_ANY_DIMS:
    case FL_ATEN_OP_AMIN:
    case FL_ATEN_OP_AMAX:
    case FL_ATEN_OP_ARGMIN:
    case FL_ATEN_OP_ARGMAX: return TRUE;
    default: return FALSE;
    }
}

static void
mark_inputs (FlLowering *low, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      const FlNode *prior = args[i].kind == FL_ARG_NODE ? fl_graph_get_node (low->graph, args[i].node) : NULL;

      if (prior != NULL && prior->kind == FL_NODE_CALL && prior->op != NULL && !likes_padding (prior))
        low->dislikes_padding[args[i].node.index] = TRUE;
      mark_inputs (low, args[i].items, args[i].n_items);
    }
}

/* The visible results, and what they are views of. */
static gboolean *
find_shown (FlLowering *low)
{
  gboolean *is_shown = fl_arena_memdup (low->arena, low->is_visible, (low->graph->n_nodes + 1) * sizeof (gboolean));

  for (guint i = low->graph->n_nodes; i > 0; i--)
    {
      const FlNode *node = &low->graph->nodes[i - 1];

      if (is_shown[i - 1] && node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_VIEW
          && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE)
        is_shown[node->args[0].node.index] = TRUE;
    }
  return is_shown;
}

/* What a convolution reads, backwards as far as a reduction. */
static void
find_dislikes (FlLowering *low)
{
  const gboolean *is_shown = find_shown (low);

  for (guint i = low->graph->n_nodes; i > 0; i--)
    {
      const FlNode *node = &low->graph->nodes[i - 1];

      if (node->kind != FL_NODE_CALL || node->op == NULL)
        continue;
      low->dislikes_padding[i - 1] |= is_convolution (node);
      if (low->dislikes_padding[i - 1])
        mark_inputs (low, node->args, node->n_args);
      low->dislikes_padding[i - 1] |= is_shown[i - 1] && !likes_padding (node);
    }
}

/* --- what is written in place ----------------------------------------------------------------- */

static gboolean
is_as_strided (const FlNode *node)
{
  static const char *const names[] = { "aten.as_strided.default", "aten.as_strided_.default",
                                       "aten.as_strided_scatter.default", "aten.resize.default", NULL };

  return node->kind == FL_NODE_CALL && g_strv_contains (names, node->target);
}

gboolean
fl_lower_feeds_as_strided (const FlGraph *graph, guint32 index)
{
  const FlNode *node = &graph->nodes[index];

  for (guint k = 0; k < node->n_users; k++)
    if (is_as_strided (fl_graph_get_node (graph, node->users[k])))
      return TRUE;
  return FALSE;
}

/* as_strided sees the memory of a value, with the strides that the graph was traced with. PyTorch copies a view of
 * other strides; where something else sees what is written, the value itself must have them. */
static void
find_seen_as_strided (FlLowering *low, const guint32 *storages)
{
  const FlGraph *graph = low->graph;

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      guint32 at = i;
      gboolean is_shared = FALSE;

      if (!low->is_written[i] || !fl_lower_feeds_as_strided (graph, i))
        continue;
      while (storages[at] != at && graph->nodes[at].args[0].kind == FL_ARG_NODE)
        {
          at = graph->nodes[at].args[0].node.index;
          is_shared |= graph->nodes[at].n_users > 1;
        }
      if (is_shared)
        low->is_seen_as_strided[at] = TRUE;
    }
}

static void
find_written (FlLowering *low)
{
  const FlGraph *graph = low->graph;
  const guint32 *storages = fl_graph_find_storages (graph, low->arena);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      guint n;
      const FlArg *written = fl_node_get_written (&graph->nodes[i], &n);

      for (guint k = 0; k < n; k++)
        if (written[k].kind == FL_ARG_NODE)
          low->is_written[storages[written[k].node.index]] = TRUE;
    }
  for (guint i = graph->n_nodes; i-- > 0;) /* a stored value is the value itself */
    if (fl_node_is_op (&graph->nodes[i], FL_ATEN_OP_FUSELOOM_STORE) && low->is_written[i]
        && graph->nodes[i].args[0].kind == FL_ARG_NODE)
      low->is_written[storages[graph->nodes[i].args[0].node.index]] = TRUE;
  for (guint i = 0; i < graph->n_nodes; i++)
    low->is_written[i] = low->is_written[storages[i]];
  find_seen_as_strided (low, storages);
}

void
fl_lower_look_at_layouts (FlLowering *low)
{
  const FlGraph *graph = low->graph;
  const FlNode *output = fl_graph_get_node (graph, graph->output);

  low->wants_channels_last = wants_channels_last (low);
  low->prefers_channels_last = fl_arena_new (low->arena, gboolean, graph->n_nodes + 1);
  low->is_visible = fl_arena_new (low->arena, gboolean, graph->n_nodes + 1);
  if (low->wants_channels_last)
    mark_what_comes_from_one (low, low->prefers_channels_last,
                              mark_what_leads_to_one (low, low->prefers_channels_last));
  mark_visible (graph, output->args, output->n_args, is_training_forward (graph), low->is_visible);
  low->is_written = fl_arena_new (low->arena, gboolean, graph->n_nodes + 1);
  low->is_seen_as_strided = fl_arena_new (low->arena, gboolean, graph->n_nodes + 1);
  find_written (low);
  low->dislikes_padding = fl_arena_new (low->arena, gboolean, graph->n_nodes + 1);
  find_dislikes (low);
}
