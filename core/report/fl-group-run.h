/* How the groups of a strategy over tensor operations are carried out: as how many kernels, and why
 * as more than one. */
#pragma once

#include "fl-run.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_kernels; /* scheduled nodes that compute something of it */
  guint n_library; /* of those, library calls */
  guint n_nests;   /* loop nests in its kernels, one after the other; library calls left out */
  const char *why; /* n_kernels > 1, or no template: a sentence; else NULL */
} FlGroupRun;

/* One entry a group of run->partition, in the arena; NULL when the run has no partition or was not
 * fused. */
const FlGroupRun *fl_group_runs_new (FlArena *arena, const FlRun *run);
/* Groups that run as more than one kernel. */
guint fl_group_runs_count_split (const FlGroupRun *groups, const FlPartition *partition);

G_END_DECLS
