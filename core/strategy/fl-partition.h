/* What a strategy decides: groups of ops, one kernel each, in an order in which they can run. */
#pragma once

#include "fl-oracle.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_members; /* ascending; work only: inputs and constants belong to no group */
  const guint32 *members;
  guint n_inputs;
  const guint32 *inputs;
  guint n_results;
  const guint32 *results;
  gint64 bytes_read, bytes_written; /* compulsory: each value once */
  FlEmission emission;
} FlOpGroup;

typedef struct
{
  const FlOpGraph *graph;
  guint n_groups;
  const FlOpGroup *groups; /* producers before readers */
  const guint32 *group_of; /* per node: the group that writes or alone holds it; G_MAXUINT32: none */
  guint n_recomputed;      /* members beyond their first group */
  gint64 bytes_read, bytes_written, bytes_issued;
  gint64 lower_bound;  /* no partition of the graph has fewer bytes; 0: not known */
  gboolean is_optimal; /* proved */
} FlPartition;

typedef struct _FlPartitionBuilder FlPartitionBuilder;

FlPartitionBuilder *fl_partition_builder_new (const FlOpGraph *graph);
/* results may be NULL: what readers outside of the group (or of other groups without it) need. */
void fl_partition_builder_add (FlPartitionBuilder *builder, const guint32 *members, guint n_members,
                               const guint32 *results, guint n_results);
void fl_partition_builder_free (FlPartitionBuilder *builder);
/* Frees the builder. Ops that no group holds become groups of their own. NULL when the groups depend on each other in
 * a circle; *culprits then names two of them. */
FlPartition *fl_partition_builder_finish (FlPartitionBuilder *builder, GError **error);

/* Every op in a group, groups in order, outputs written, bytes not under the compulsory minimum. */
gboolean fl_partition_verify (const FlPartition *partition, GError **error);
/* What any plan must move: the inputs that are read and the outputs, each once. */
gint64 fl_op_graph_get_compulsory_bytes (const FlOpGraph *graph);

G_END_DECLS
