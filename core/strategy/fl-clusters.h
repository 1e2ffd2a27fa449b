/* Growing groups by contracting edges: union-find over ops, an acyclic graph over groups, and the sweep from readers
 * to producers that the fusion passes of the XLA family share. */
#pragma once

#include "fl-cycles.h"
#include "fl-partition.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 leader;  /* the first op: names the cluster in events */
  guint32 rep;     /* the cluster's node in the cycle graph */
  GArray *members; /* guint32 */
  gint kind;       /* the strategy's: 0 at first */
} FlCluster;

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  FlCycles *cycles;
  guint32 *parents;
  FlCluster **records; /* by leader */
  guint round;
} FlClusters;

/* May `b`, which reads `a`, join it? Records its refusals itself. is_edge: a value flows from a to b. */
typedef gboolean (*FlClusterRule) (FlClusters *clusters, FlCluster *a, FlCluster *b, gboolean is_edge, gpointer data);

/* One cluster an op, but for those that the user forces together. */
FlClusters *fl_clusters_new (const FlPass *pass, const FlOpGraph *graph);
void fl_clusters_free (FlClusters *clusters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlClusters, fl_clusters_free)

FlCluster *fl_clusters_find (FlClusters *clusters, guint32 op);
/* One sweep over the edges, readers first; TRUE when something merged. */
gboolean fl_clusters_sweep (FlClusters *clusters, FlClusterRule rule, gpointer data);
/* One sweep over pairs that do not reach each other and compute over equally many elements (`key` of a cluster, equal
 * pointers; NULL: never). TRUE when something merged. */
typedef const FlSym *(*FlClusterKey) (FlClusters *clusters, const FlCluster *cluster, gpointer data);
gboolean fl_clusters_sweep_horizontal (FlClusters *clusters, FlClusterRule rule, FlClusterKey key, gpointer data);

/* One pair that no edge joins; TRUE when it merged. */
gboolean fl_clusters_try_pair (FlClusters *clusters, FlCluster *a, FlCluster *b, FlClusterRule rule, gpointer data);

/* The union of both as a set; free with fl_op_set_clear. */
void fl_clusters_unite (const FlClusters *clusters, const FlCluster *a, const FlCluster *b, FlOpSet *set);
/* No other path than the edge itself joins them; records the path when there is one. */
gboolean fl_clusters_can_contract (FlClusters *clusters, const FlCluster *a, const FlCluster *b);

/* b joins a, whose record survives, as in the passes that keep the producer's. Needs an edge that can be contracted. */
void fl_clusters_merge (FlClusters *clusters, FlCluster *a, FlCluster *b);
/* --- fl-clusters-force.c: what the user decided --- */
gboolean fl_clusters_is_forbidden (const FlClusters *clusters, const FlCluster *a, const FlCluster *b);
/* Merges the forced pairs that are legal, and settles all of them. */
void fl_clusters_force (FlClusters *clusters);

void fl_clusters_refuse (FlClusters *clusters, const FlCluster *a, const FlCluster *b, FlVerdict verdict,
                         const char *reason, guint32 culprit);
FlPartition *fl_clusters_finish (FlClusters *clusters, GError **error);

G_END_DECLS
