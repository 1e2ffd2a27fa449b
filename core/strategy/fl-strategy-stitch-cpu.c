/* Stitch on a CPU: BladeDISC's CPU planner, which stitches first and lets the base stage have what
 * is left. A kernel is one parallel loop; each round computes a tile of every value. */
#include "fl-disc.h"
#include "fl-op-strategies.h"
#include "fl-tiles-cpu.h"

enum
{
  MAX_ARGUMENTS = 4096
};

static gboolean
may_merge (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data)
{
  g_auto (FlOpSet) set = { 0 };
  FlCpuStitch stitch;

  fl_clusters_unite (clusters, a, b, &set);
  fl_cpu_stitch_analyse (&set, &stitch);
  if (stitch.reason == NULL && set.inputs->len + set.results->len > MAX_ARGUMENTS)
    stitch.reason = "more than 4096 arguments";
  if (stitch.reason != NULL)
    {
      fl_clusters_refuse (clusters, a, b, FL_VERDICT_ILLEGAL, stitch.reason, stitch.culprit);
      return FALSE;
    }
  if (!fl_clusters_can_contract (clusters, a, b))
    return FALSE;
  a->kind = FL_DISC_STITCH;
  return TRUE;
}

/* Pairs that no edge joins: only where both read one value can any value be as large as the results of both. */
static gboolean
try_siblings (FlClusters *clusters)
{
  gboolean has_merged = FALSE;

  clusters->round++;
  for (guint32 i = 0; i < clusters->graph->n_nodes && !fl_pass_is_stopped (clusters->pass, FL_STAGE_FUSE); i++)
    {
      const FlOpNode *node = &clusters->graph->nodes[i];

      for (guint k = 1; k < node->n_users; k++)
        for (guint u = 0; u < k; u++)
          {
            FlCluster *a = fl_clusters_find (clusters, node->users[u]);
            FlCluster *b = fl_clusters_find (clusters, node->users[k]);

            if (a != b && fl_cpu_stitch_is_supported (clusters->graph, &clusters->graph->nodes[a->leader])
                && fl_cpu_stitch_is_supported (clusters->graph, &clusters->graph->nodes[b->leader]))
              has_merged |= fl_clusters_try_pair (clusters, a, b, may_merge, NULL);
          }
    }
  return has_merged;
}

static gboolean
run_stitch (FlClusters *clusters, GError **error)
{
  do
    if (fl_pass_is_cancelled (clusters->pass, error))
      return FALSE;
  while (fl_clusters_sweep (clusters, may_merge, NULL));
  do
    if (fl_pass_is_cancelled (clusters->pass, error))
      return FALSE;
  while (try_siblings (clusters));
  return TRUE;
}

FlPartition *
fl_op_strategy_stitch_cpu (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autoptr (FlClusters) clusters = fl_clusters_new (pass, graph);

  return run_stitch (clusters, error) && fl_disc_run_base (clusters, error) ? fl_clusters_finish (clusters, error)
                                                                            : NULL;
}
