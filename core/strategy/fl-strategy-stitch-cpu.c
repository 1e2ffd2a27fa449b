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

FlPartition *
fl_op_strategy_stitch_cpu (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  g_autoptr (FlClusters) clusters = fl_clusters_new (pass, graph);

  return fl_disc_run_stage (clusters, may_merge, error) && fl_disc_run_base (clusters, error)
             ? fl_clusters_finish (clusters, error)
             : NULL;
}
