/* The stages that BladeDISC's planner runs one after the other: base, then stitch. */
#pragma once

#include "fl-clusters.h"

G_BEGIN_DECLS

typedef enum
{
  FL_DISC_NONE,
  FL_DISC_LOOP,
  FL_DISC_ROW,
  FL_DISC_COLUMN,
  FL_DISC_STITCH
} FlDiscKind;

enum
{
  FL_DISC_MAX_ARGUMENTS = 64
};

/* Vertical sweeps until nothing changes, then horizontal ones. FALSE + error when cancelled. */
gboolean fl_disc_run_base (FlClusters *clusters, GError **error);
gboolean fl_disc_run_stitch (FlClusters *clusters, GError **error);

/* Before the stages: which kernel each operation would be alone. */
void fl_disc_tell_classes (const FlClusters *clusters);

/* Shared between the stages. */
gboolean fl_disc_run_stage (FlClusters *clusters, FlClusterRule rule, GError **error);
/* Rows or columns for reductions that the planner knows. */
gboolean fl_disc_is_supported (const FlOpGraph *graph, const FlOpNode *node);
/* NULL when the tests that both stages begin with pass, else the rule; *culprit the op. */
const char *fl_disc_check_common (const FlOpSet *set, guint32 *culprit);
/* Every member's kind, by the reductions inside. */
FlDiscKind fl_disc_get_kind (const FlOpSet *set, guint32 *dominant);

G_END_DECLS
