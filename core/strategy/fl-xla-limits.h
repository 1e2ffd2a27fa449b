/* What XLA does around the planner that XLA classic is: multi-output fusion of siblings on a GPU, and reductions that
 * its compiler for the CPU splits before anything is fused. Options choose; both are off as long as nobody asks. */
#pragma once

#include "fl-clusters.h"

G_BEGIN_DECLS

enum
{
  FL_XLA_CPU_WINDOW = 32 /* the window of XLA's own tree reductions */
};

/* Positions of the choices of option "xla.siblings". */
enum
{
  FL_XLA_SIBLINGS_NONE,
  FL_XLA_SIBLINGS_ALL,
  FL_XLA_SIBLINGS_GUARDED
};

/* A reduction that is split in windows: one of its dimensions has more elements than a window, which is not 0. */
gboolean fl_xla_is_split (const FlOpGraph *graph, const FlOpNode *node, gint64 window);
/* Down columns: what keeps apart lies behind what is reduced. */
gboolean fl_xla_is_column_reduction (const FlOpGraph *graph, const FlOpNode *node);
/* A rule for pairs that no edge joins. data: the clusters' rule for the union, asked last: may it be one kernel? */
typedef struct
{
  gboolean (*is_one_class) (gpointer data, const FlOpSet *set);
  gpointer data;
} FlXlaSiblings;
/* Merges siblings until nothing changes. */
void fl_xla_merge_siblings (FlClusters *clusters, const FlXlaSiblings *siblings);

G_END_DECLS
