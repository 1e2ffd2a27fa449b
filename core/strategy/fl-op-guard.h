/* What the user decided about fusions, for strategies over operations: pairs that stay apart, and
 * groups that are there before the strategy begins. Strategies that grow FlClusters have it from
 * them; the others ask a guard. */
#pragma once

#include "fl-override.h"
#include "fl-partition.h"

G_BEGIN_DECLS

/* The first pair of the set that the user forbids; NULL: none. */
const FlOverrideState *fl_op_find_forbidden (const FlPass *pass, const FlBits *set);

typedef struct _FlOpGuard FlOpGuard;

/* NULL: the user decided nothing about fusions. */
FlOpGuard *fl_op_guard_new (const FlPass *pass, const FlOpGraph *graph);
void fl_op_guard_free (FlOpGuard *guard);
/* GArray of guint32, ascending: the groups of more than one op that are there from the start. */
const GPtrArray *fl_op_guard_get_forced (const FlOpGuard *guard);
/* Why the ops may not be one group, with those that each is with already; NULL: they may, or there
 * is no guard. */
const char *fl_op_guard_refuse (FlOpGuard *guard, const guint32 *ops, guint n);
void fl_op_guard_join (FlOpGuard *guard, const guint32 *ops, guint n);
/* As one kernel: no forbidden pair, no part of a forced group. */
gboolean fl_op_guard_allows (const FlOpGuard *guard, const FlOpSet *set);

/* Values that the user wants stored, or computed inside their readers: the partition with these
 * changes. NULL + error: cancelled. */
FlPartition *fl_op_guard_change_values (const FlPass *pass, FlPartition *partition, GError **error);
/* Whether what was asked for holds in the end. */
void fl_op_guard_check (const FlPass *pass, const FlPartition *partition);

G_END_DECLS
