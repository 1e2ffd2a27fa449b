/* A whole strategy: every elementwise op joins its only reader when that is elementwise, too. */
#include "fl-clusters.h"
#include "fl-op-strategies.h"

/* Asked for every edge, readers first: may `b`, which reads `a`, join it? Refusals are events with their rule. */
static gboolean
may_merge (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data)
{
  g_auto (FlOpSet) set = { 0 };
  FlEmission emission;

  for (guint i = 0; i < a->members->len; i++)
    {
      const FlOpNode *op = &clusters->graph->nodes[g_array_index (a->members, guint32, i)];

      if (op->kind == FL_OP_POINTWISE && op->n_users == 1 && !op->is_output)
        continue;
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, "not elementwise with one reader", op->id);
      return FALSE;
    }
  fl_clusters_unite (clusters, a, b, &set);
  fl_oracle_ask (&set, &emission); /* which kernel could compute both, if any */
  if (emission.template != FL_TEMPLATE_LOOP)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, "no loop computes both", emission.culprit);
      return FALSE;
    }
  return fl_clusters_can_contract (clusters, a, b);
}

FlPartition *fl_op_strategy_chains (const FlPass *pass, const FlOpGraph *graph, GError **error);

FlPartition *
fl_op_strategy_chains (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autoptr (FlClusters) clusters = fl_clusters_new (pass, graph);

  while (fl_clusters_sweep (clusters, may_merge, NULL))
    if (fl_pass_is_cancelled (pass, error))
      return NULL;
  return fl_clusters_finish (clusters, error);
}
