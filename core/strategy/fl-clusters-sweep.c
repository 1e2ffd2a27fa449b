/* The sweeps that merge clusters, from one cluster an op on. */
#include "fl-clusters.h"

FlClusters *
fl_clusters_new (const FlPass *pass, const FlOpGraph *graph)
{
  FlClusters *clusters = g_new0 (FlClusters, 1);

  clusters->pass = pass;
  clusters->graph = graph;
  clusters->cycles = fl_cycles_new (graph->n_nodes);
  clusters->parents = g_new (guint32, graph->n_nodes + 1);
  clusters->records = g_new0 (FlCluster *, graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      FlCluster *cluster = g_new0 (FlCluster, 1);

      clusters->parents[i] = cluster->leader = cluster->rep = i;
      cluster->members = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (cluster->members, i);
      clusters->records[i] = cluster;
      if (!fl_op_is_work (&graph->nodes[i]))
        continue;
      for (guint k = 0; k < graph->nodes[i].n_inputs; k++)
        if (fl_op_is_work (&graph->nodes[graph->nodes[i].inputs[k]]))
          fl_cycles_add_edge (clusters->cycles, graph->nodes[i].inputs[k], i);
    }
  fl_clusters_force (clusters);
  return clusters;
}

/* What the user forbids is no question for a rule. */
static gboolean
is_asked (FlClusters *clusters, const FlCluster *a, const FlCluster *b)
{
  if (!fl_clusters_is_forbidden (clusters, a, b))
    return TRUE;
  fl_clusters_refuse (clusters, a, b, FL_VERDICT_REJECT, "an override forbids it", G_MAXUINT32);
  return FALSE;
}

gboolean
fl_clusters_sweep (FlClusters *clusters, FlClusterRule rule, gpointer data)
{
  g_autoptr (GArray) order = fl_cycles_get_post_order (clusters->cycles);
  gboolean has_merged = FALSE;

  clusters->round++;
  for (guint i = 0; i < order->len && !fl_pass_is_stopped (clusters->pass, FL_STAGE_FUSE); i++)
    {
      FlCluster *a = fl_clusters_find (clusters, g_array_index (order, guint32, i));
      guint n = fl_cycles_get_n_successors (clusters->cycles, a->rep);
      g_autofree guint32 *successors = g_new (guint32, n + 1);

      if (!fl_op_is_work (&clusters->graph->nodes[a->leader]))
        continue;
      /* A copy: edges that appear by merging are met in the next sweep. */
      for (guint k = 0; k < n; k++)
        successors[k] = fl_cycles_get_successor (clusters->cycles, a->rep, k);
      for (guint k = 0; k < n; k++)
        {
          FlCluster *b = fl_clusters_find (clusters, successors[k]);

          if (a == b || !fl_cycles_has_edge (clusters->cycles, a->rep, b->rep) || !is_asked (clusters, a, b)
              || !rule (clusters, a, b, TRUE, data))
            continue;
          fl_clusters_merge (clusters, a, b);
          has_merged = TRUE;
        }
    }
  return has_merged;
}

gboolean
fl_clusters_try_pair (FlClusters *clusters, FlCluster *a, FlCluster *b, FlClusterRule rule, gpointer data)
{
  if (fl_cycles_reaches (clusters->cycles, a->rep, b->rep) || fl_cycles_reaches (clusters->cycles, b->rep, a->rep)
      || !fl_cycles_add_edge (clusters->cycles, a->rep, b->rep))
    return FALSE;
  if (is_asked (clusters, a, b) && rule (clusters, a, b, FALSE, data))
    {
      fl_clusters_merge (clusters, a, b);
      return TRUE;
    }
  fl_cycles_remove_edge (clusters->cycles, a->rep, b->rep);
  return FALSE;
}

gboolean
fl_clusters_sweep_horizontal (FlClusters *clusters, FlClusterRule rule, FlClusterKey key, gpointer data)
{
  g_autoptr (GPtrArray) live = g_ptr_array_new ();
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  gboolean has_merged = FALSE;

  clusters->round++;
  for (guint32 i = 0; i < clusters->graph->n_nodes; i++)
    {
      const FlSym *own;

      if (clusters->records[i] == NULL || !fl_op_is_work (&clusters->graph->nodes[i]))
        continue;
      own = key (clusters, clusters->records[i], data);
      if (own == NULL)
        continue;
      g_ptr_array_add (live, GUINT_TO_POINTER (i));
      g_ptr_array_add (keys, (gpointer) own);
    }
  for (guint i = 0; i < live->len; i++)
    for (guint k = i + 1; k < live->len && !fl_pass_is_stopped (clusters->pass, FL_STAGE_FUSE); k++)
      {
        FlCluster *a = clusters->records[GPOINTER_TO_UINT (live->pdata[i])];
        FlCluster *b = clusters->records[GPOINTER_TO_UINT (live->pdata[k])];

        if (keys->pdata[i] == keys->pdata[k] && a != NULL && b != NULL)
          has_merged |= fl_clusters_try_pair (clusters, a, b, rule, data);
      }
  return has_merged;
}
