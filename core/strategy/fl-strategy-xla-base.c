/* XLA-base: the first stage of BladeDISC's planner. As XLA-classic, but with broadcasts, reshapes and slices, many
 * results, equal element counts instead of shape classes, and pairs that only compute over as many elements. */
#include "fl-concepts.h"
#include "fl-disc.h"
#include "fl-error.h"
#include "fl-op-strategies.h"

gboolean
fl_disc_is_supported (const FlOpGraph *graph, const FlOpNode *node)
{
  FlReduceShape shape;

  switch (node->kind)
    {
    case FL_OP_POINTWISE:
    case FL_OP_BROADCAST:
    case FL_OP_RESHAPE:
    case FL_OP_CONCAT:
    case FL_OP_SLICE:
    case FL_OP_GATHER: return TRUE;
    case FL_OP_TRANSPOSE: return node->n_dims != 2 && node->n_dims != 3;
    case FL_OP_REDUCE:
      shape = fl_op_get_reduce_shape (graph, node);
      return shape == FL_REDUCE_ROW || shape == FL_REDUCE_COLUMN;
    default: return FALSE;
    }
}

void
fl_disc_tell_classes (const FlClusters *clusters)
{
  static const char *const kinds[] = { "kLoop", "kRowReduction", "kColReduction", "not fusible" };
  static const char *const facts[]
      = { "elementwise or moves elements: one loop over its result", "reduces the last axes: a block or a warp a row",
          "reduces the first axes, or all: columns are spread over threads",
          "a reduction over neither the first nor the last axes" };
  const FlOpGraph *graph = clusters->graph;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *node = &graph->nodes[i];
      const FlReduceShape shape = fl_op_get_reduce_shape (graph, node);
      const gboolean is_supported = fl_disc_is_supported (graph, node);

      if (fl_op_is_work (node))
        fl_concept_tell (clusters->pass, graph, FL_EVENT_CLASSIFY, i, G_MAXUINT32,
                         is_supported ? kinds[shape] : "not fusible",
                         is_supported || shape == FL_REDUCE_OTHER ? facts[shape]
                                                                  : "an operation that the planner does not take");
    }
}

FlDiscKind
fl_disc_get_kind (const FlOpSet *set, guint32 *dominant)
{
  FlDiscKind kind = FL_DISC_LOOP;

  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];
      FlReduceShape shape = fl_op_get_reduce_shape (set->graph, node);

      if (shape == FL_REDUCE_ROW || (shape == FL_REDUCE_COLUMN && kind != FL_DISC_ROW)
          || (shape == FL_REDUCE_NONE && kind == FL_DISC_LOOP))
        *dominant = node->id;
      if (shape == FL_REDUCE_ROW)
        kind = FL_DISC_ROW;
      else if (shape == FL_REDUCE_COLUMN && kind == FL_DISC_LOOP)
        kind = FL_DISC_COLUMN;
    }
  return kind;
}

const char *
fl_disc_check_common (const FlOpSet *set, guint32 *culprit)
{
  gboolean has_row = FALSE, has_column = FALSE;

  *culprit = G_MAXUINT32;
  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];
      FlReduceShape shape = fl_op_get_reduce_shape (set->graph, node);

      *culprit = node->id;
      if (!fl_disc_is_supported (set->graph, node))
        return "an operation that the planner does not take";
      has_row |= shape == FL_REDUCE_ROW;
      has_column |= shape == FL_REDUCE_COLUMN;
      if (has_row && has_column)
        return "reductions along rows and down columns";
    }
  *culprit = G_MAXUINT32;
  if (set->inputs->len + set->results->len > FL_DISC_MAX_ARGUMENTS)
    return "more than 64 arguments";
  for (guint i = 0; has_column && i < set->results->len; i++)
    if (set->graph->nodes[g_array_index (set->results, guint32, i)].kind == FL_OP_TRANSPOSE)
      {
        *culprit = g_array_index (set->results, guint32, i);
        return "a transposed result beside a reduction down columns";
      }
  return NULL;
}

/* Reductions on both sides must run over one shape; else as many elements will do. */
static const char *
check_results (const FlOpSet *set, gboolean same_shape, guint32 *culprit)
{
  const FlOpNode *first = NULL;

  for (guint i = 0; i < set->members->len; i++)
    {
      guint32 id = g_array_index (set->members, guint32, i);

      *culprit = id;
      if (set->graph->nodes[id].kind == FL_OP_REDUCE && fl_op_set_uses (set, id))
        return "a reduction's result is needed inside";
    }
  for (guint i = 0; i < set->results->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->results, guint32, i)];
      const FlOpNode *own = fl_op_get_domain (set->graph, node);

      *culprit = node->id;
      if (first == NULL)
        first = own;
      else if (same_shape ? !fl_op_same_sizes (first, own) : !fl_op_same_numel (first, own))
        return same_shape ? "reductions over different shapes" : "results over different numbers of elements";
    }
  *culprit = G_MAXUINT32;
  return NULL;
}

static gboolean
has_reduce (const FlClusters *clusters, const FlCluster *cluster)
{
  for (guint i = 0; i < cluster->members->len; i++)
    if (clusters->graph->nodes[g_array_index (cluster->members, guint32, i)].kind == FL_OP_REDUCE)
      return TRUE;
  return FALSE;
}

static gboolean
may_merge (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data)
{
  g_auto (FlOpSet) set = { 0 };
  const char *reason;
  guint32 culprit;

  fl_clusters_unite (clusters, a, b, &set);
  reason = fl_disc_check_common (&set, &culprit);
  if (reason == NULL)
    reason = check_results (&set, has_reduce (clusters, a) && has_reduce (clusters, b), &culprit);
  if (reason != NULL)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, reason, culprit);
      return FALSE;
    }
  return fl_clusters_can_contract (clusters, a, b);
}

/* Results of one kernel run over equally many elements: only clusters that agree in that can be a pair. */
static const FlSym *
get_key (FlClusters *clusters, const FlCluster *cluster, gpointer data)
{
  g_auto (FlOpSet) set;
  const FlOpNode *first;

  fl_op_set_init (&set, clusters->graph, (const guint32 *) cluster->members->data, cluster->members->len);
  if (set.results->len == 0)
    return NULL;
  first = &clusters->graph->nodes[g_array_index (set.results, guint32, 0)];
  if (!fl_disc_is_supported (clusters->graph, first) || (cluster->members->len == 1 && first->kind == FL_OP_RESHAPE))
    return NULL;
  return fl_op_get_domain (clusters->graph, first)->numel;
}

gboolean
fl_disc_run_stage (FlClusters *clusters, FlClusterRule rule, GError **error)
{
  do
    if (fl_pass_is_cancelled (clusters->pass, error))
      return FALSE;
  while (fl_clusters_sweep (clusters, rule, NULL));
  do
    if (fl_pass_is_cancelled (clusters->pass, error))
      return FALSE;
  while (fl_clusters_sweep_horizontal (clusters, rule, get_key, NULL));
  return TRUE;
}

gboolean
fl_disc_run_base (FlClusters *clusters, GError **error)
{
  return fl_disc_run_stage (clusters, may_merge, error);
}

FlPartition *
fl_op_strategy_xla_base (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autoptr (FlClusters) clusters = fl_clusters_new (pass, graph);

  fl_disc_tell_classes (clusters);
  return fl_disc_run_base (clusters, error) ? fl_clusters_finish (clusters, error) : NULL;
}
