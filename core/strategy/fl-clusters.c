/* Clusters of ops: finding, merging and refusing them. */
#include "fl-clusters.h"
#include "fl-event-kinds.h"

static void
free_cluster (FlCluster *cluster)
{
  if (cluster == NULL)
    return;
  g_array_unref (cluster->members);
  g_free (cluster);
}

void
fl_clusters_free (FlClusters *clusters)
{
  for (guint i = 0; i < clusters->graph->n_nodes; i++)
    free_cluster (clusters->records[i]);
  fl_cycles_free (clusters->cycles);
  g_free (clusters->parents);
  g_free (clusters->records);
  g_free (clusters);
}

FlCluster *
fl_clusters_find (FlClusters *clusters, guint32 op)
{
  while (clusters->parents[op] != op)
    op = clusters->parents[op] = clusters->parents[clusters->parents[op]];
  return clusters->records[op];
}

void
fl_clusters_unite (const FlClusters *clusters, const FlCluster *a, const FlCluster *b, FlOpSet *set)
{
  g_autoptr (GArray) members = g_array_copy (a->members);

  g_array_append_vals (members, b->members->data, b->members->len);
  fl_op_set_init (set, clusters->graph, (const guint32 *) members->data, members->len);
}

static FlRef
get_ref (const FlClusters *clusters, const FlCluster *cluster)
{
  return (FlRef) { FL_REF_OP, cluster->leader, clusters->graph->nodes[cluster->leader].name };
}

void
fl_clusters_refuse (FlClusters *clusters, const FlCluster *a, const FlCluster *b, FlVerdict verdict, const char *reason,
                    guint32 culprit)
{
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = verdict, .round = clusters->round };

  event.subject = get_ref (clusters, a);
  event.object = get_ref (clusters, b);
  event.reason = reason;
  if (culprit != G_MAXUINT32)
    event.facts = clusters->graph->nodes[culprit].name;
  fl_trace_record (clusters->pass->trace, &event);
}

gboolean
fl_clusters_can_contract (FlClusters *clusters, const FlCluster *a, const FlCluster *b)
{
  g_autoptr (GArray) path = NULL;
  g_autoptr (GString) facts = NULL;
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = FL_VERDICT_ILLEGAL, .round = clusters->round };

  if (fl_cycles_can_contract (clusters->cycles, a->rep, b->rep))
    return TRUE;
  path = fl_cycles_find_path (clusters->cycles, a->rep, b->rep);
  facts = g_string_new ("path through");
  for (guint i = 0; path != NULL && i < path->len && i < 8; i++)
    {
      const FlCluster *between = fl_clusters_find (clusters, g_array_index (path, guint32, i));

      g_string_append_printf (facts, "%s%s", i > 0 ? ", " : " ", clusters->graph->nodes[between->leader].name);
    }
  event.subject = get_ref (clusters, a);
  event.object = get_ref (clusters, b);
  event.reason = "would make a cycle";
  event.facts = fl_arena_strdup (clusters->pass->arena, facts->str);
  fl_trace_record (clusters->pass->trace, &event);
  return FALSE;
}

/* Bytes of values that one computes and the other reads: what no longer goes through memory twice. */
static gint64
count_passed (FlClusters *clusters, const FlCluster *a, const FlCluster *b)
{
  gint64 bytes = 0;

  for (guint i = 0; i < a->members->len; i++)
    {
      const FlOpNode *node = &clusters->graph->nodes[g_array_index (a->members, guint32, i)];

      for (guint k = 0; k < node->n_users; k++)
        if (fl_clusters_find (clusters, node->users[k]) == b)
          {
            bytes += node->bytes;
            break;
          }
    }
  return bytes;
}

void
fl_clusters_merge (FlClusters *clusters, FlCluster *a, FlCluster *b)
{
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = FL_VERDICT_ACCEPT, .round = clusters->round };

  event.subject = get_ref (clusters, a);
  event.object = get_ref (clusters, b);
  event.amount = count_passed (clusters, a, b);
  event.reason = event.amount > 0 ? "reads what it writes" : "computes over as many elements";
  fl_trace_record (clusters->pass->trace, &event);
  a->rep = fl_cycles_contract (clusters->cycles, a->rep, b->rep);
  g_array_append_vals (a->members, b->members->data, b->members->len);
  clusters->parents[b->leader] = a->leader;
  clusters->records[b->leader] = NULL;
  free_cluster (b);
}

FlPartition *
fl_clusters_finish (FlClusters *clusters, GError **error)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (clusters->graph);

  for (guint i = 0; i < clusters->graph->n_nodes; i++)
    {
      const FlCluster *cluster = clusters->records[i];

      if (cluster != NULL)
        fl_partition_builder_add (builder, (const guint32 *) cluster->members->data, cluster->members->len, NULL, 0);
    }
  return fl_partition_builder_finish (builder, error);
}
