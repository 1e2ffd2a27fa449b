/* From a partition to something that runs: the explicit graph with a mark on every value that a group stores. Lowering
 * then computes everything else inside its readers, and the groups of the fused schedule are those of the partition. */
#pragma once

#include "fl-partition.h"

G_BEGIN_DECLS

typedef struct
{
  FlGraph *graph;          /* free with fl_graph_unref */
  const guint32 *group_of; /* per node of graph: its group; G_MAXUINT32: none. In the run's arena */
} FlPlanGraph;

/* given: what origins of the result are nodes of; explicit_graph: what partition->graph was made of. */
gboolean fl_plan_graph_run (const FlPass *pass, const FlGraph *given, const FlGraph *explicit_graph,
                            const FlPartition *partition, FlPlanGraph *plan, GError **error);

G_END_DECLS
