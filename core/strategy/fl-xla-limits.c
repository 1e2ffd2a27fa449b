/* XLA's multi-output fusion of siblings, and its split of long reductions on a CPU. Source: openxla/xla,
 * service/gpu/transforms/multi_output_fusion (siblings: results of one loop shape that read a value of which none waits
 * for the other; no cost is asked), transforms/simplifiers/tree_reduction_rewriter (a reduce-window of 32, then the
 * reduction of what it leaves, where a reduced dimension is longer than that). */
#include "fl-xla-limits.h"

#include "fl-options.h"

gboolean
fl_xla_is_split (const FlOpGraph *graph, const FlOpNode *node, gint64 window)
{
  const FlOpNode *operand;

  if (node->kind != FL_OP_REDUCE || window <= 0)
    return FALSE;
  operand = &graph->nodes[node->inputs[0]];
  for (guint i = 0; i < operand->n_dims; i++)
    if ((node->axes >> i & 1) != 0 && fl_sym_get_hint (operand->sizes[i], FL_OP_UNKNOWN_SIZE) > window)
      return TRUE;
  return FALSE;
}

gboolean
fl_xla_is_column_reduction (const FlOpGraph *graph, const FlOpNode *node)
{
  const FlOpNode *operand = node->kind == FL_OP_REDUCE ? &graph->nodes[node->inputs[0]] : NULL;

  return operand != NULL && operand->n_dims > 1 && (node->axes >> (operand->n_dims - 1) & 1) == 0;
}

static gboolean
share_input (const FlClusters *clusters, const FlCluster *a, const FlCluster *b)
{
  g_auto (FlOpSet) one = { 0 }, other = { 0 };

  fl_op_set_init (&one, clusters->graph, (const guint32 *) (gpointer) a->members->data, a->members->len);
  fl_op_set_init (&other, clusters->graph, (const guint32 *) (gpointer) b->members->data, b->members->len);
  for (guint i = 0; i < one.inputs->len; i++)
    for (guint k = 0; k < other.inputs->len; k++)
      if (g_array_index (one.inputs, guint32, i) == g_array_index (other.inputs, guint32, k))
        return TRUE;
  return FALSE;
}

/* Of a union with a column reduction and an elementwise result: the reduction; else NULL. */
static const FlOpNode *
find_conflict (const FlOpSet *set)
{
  const FlOpNode *column = NULL;
  gboolean has_elementwise = FALSE;

  for (guint i = 0; i < set->results->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->results, guint32, i)];

      has_elementwise = has_elementwise || node->kind == FL_OP_POINTWISE;
      if (fl_xla_is_column_reduction (set->graph, node))
        column = node;
    }
  return has_elementwise ? column : NULL;
}

static gboolean
may_merge (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data)
{
  const FlXlaSiblings *siblings = data;
  g_auto (FlOpSet) set = { 0 };
  const FlOpNode *column;

  if (!share_input (clusters, a, b))
    return FALSE; /* no siblings: nothing is decided */
  fl_clusters_unite (clusters, a, b, &set);
  if (!siblings->is_one_class (siblings->data, &set))
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, "siblings of different loop shapes", b->rep);
      return FALSE;
    }
  column = find_conflict (&set);
  if (column != NULL && clusters->pass->options->xla_siblings == FL_XLA_SIBLINGS_GUARDED)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_REJECT,
                          "a column reduction is tiled over two dimensions, an elementwise result is not", column->id);
      return FALSE;
    }
  return fl_clusters_can_contract (clusters, a, b);
}

/* Siblings run over equally many elements; only elementwise operations and reductions are fused. */
static const FlSym *
get_key (FlClusters *clusters, const FlCluster *cluster, gpointer data)
{
  const FlOpNode *node = &clusters->graph->nodes[cluster->rep];

  return node->kind == FL_OP_POINTWISE || node->kind == FL_OP_REDUCE ? fl_op_get_domain (clusters->graph, node)->numel
                                                                     : NULL;
}

void
fl_xla_merge_siblings (FlClusters *clusters, const FlXlaSiblings *siblings)
{
  while (!fl_pass_is_stopped (clusters->pass, FL_STAGE_FUSE)
         && fl_clusters_sweep_horizontal (clusters, may_merge, get_key, (gpointer) siblings))
    ;
}
