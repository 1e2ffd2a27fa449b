/* Stitch: BladeDISC's base stage, then its stitch stage, which lets a row reduction and its readers share a kernel by
 * keeping the reduction's result with the row. */
#include "fl-disc.h"
#include "fl-op-strategies.h"

/* Kind by the reductions inside; for rows, whether all results fit the reductions' loop as they are. */
static FlDiscKind
decide_kind (const FlOpSet *set, const char **reason, guint32 *culprit)
{
  guint32 dominant = G_MAXUINT32;
  FlDiscKind kind = fl_disc_get_kind (set, &dominant);
  const FlOpNode *domain = fl_op_get_domain (set->graph, &set->graph->nodes[dominant]);

  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      if (node->kind != FL_OP_REDUCE || !fl_op_set_uses (set, node->id))
        continue;
      if (kind == FL_DISC_ROW)
        return FL_DISC_STITCH;
      *culprit = node->id;
      *reason = "the result of a reduction down columns is spread over all blocks";
      return FL_DISC_NONE;
    }
  for (guint i = 0; i < set->results->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->results, guint32, i)];
      const FlOpNode *own = fl_op_get_domain (set->graph, node);
      gboolean fits = node->kind == FL_OP_REDUCE ? fl_op_same_sizes (own, domain)
                      : kind != FL_DISC_COLUMN   ? fl_op_same_numel (own, domain)
                                                 : FALSE;

      if (fits)
        continue;
      if (kind == FL_DISC_ROW)
        return FL_DISC_STITCH;
      *culprit = node->id;
      *reason = kind == FL_DISC_COLUMN ? "a result that is no reduction down the same columns"
                                       : "results over different numbers of elements";
      return FL_DISC_NONE;
    }
  return kind;
}

static gboolean
may_merge (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data)
{
  g_auto (FlOpSet) set = { 0 };
  guint32 culprit = G_MAXUINT32;
  const char *reason;
  FlDiscKind kind = FL_DISC_NONE;

  fl_clusters_unite (clusters, a, b, &set);
  reason = fl_disc_check_common (&set, &culprit);
  if (reason == NULL)
    kind = decide_kind (&set, &reason, &culprit);
  if (kind == FL_DISC_STITCH)
    {
      g_auto (FlStitch) stitch;

      fl_stitch_analyse (&set, &stitch);
      reason = stitch.reason;
      culprit = stitch.culprit;
    }
  if (reason != NULL)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, reason, culprit);
      return FALSE;
    }
  if (!fl_clusters_can_contract (clusters, a, b))
    return FALSE;
  a->kind = kind;
  return TRUE;
}

gboolean
fl_disc_run_stitch (FlClusters *clusters, GError **error)
{
  return fl_disc_run_stage (clusters, may_merge, error);
}

FlPartition *
fl_op_strategy_stitch (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autoptr (FlClusters) clusters = fl_clusters_new (pass, graph);

  fl_disc_tell_classes (clusters);
  return fl_disc_run_base (clusters, error) && fl_disc_run_stitch (clusters, error)
             ? fl_clusters_finish (clusters, error)
             : NULL;
}
