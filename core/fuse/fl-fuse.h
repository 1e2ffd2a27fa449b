/* Fusion strategies over one scheduler-node graph: one file and one row each. */
#pragma once

#include "fl-access.h"
#include "fl-op-strategies.h"
#include "fl-schedule.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;     /* "inductor" */
  const char *title;    /* "TorchInductor" */
  const char *sentence; /* a sentence on its rule, for menus and documentation */
  /* One of the two: over scheduler nodes, or over tensor operations before lowering. */
  FlSchedule *(*run) (const FlPass *pass, const FlSchedule *schedule, GError **error);
  FlOpStrategy partition;
} FlStrategyRow;

guint fl_strategies_get_n_rows (void);
const FlStrategyRow *fl_strategies_get_row (guint position);
const FlStrategyRow *fl_strategies_find (const char *name);

/* In: schedule before fusion. Out: the same operations in fewer nodes, in legal order, by
 * pass->options->strategy; the orders, last usages and peak-memory reordering that follow fusion
 * included. Every candidate, score and refusal is an event. */
FlSchedule *fl_fuse_run (const FlPass *pass, const FlSchedule *schedule, GError **error);

/* Groups that a strategy over tensor operations decided: group_of has each FX node's of the lowered graph; G_MAXUINT32:
 * none. Library calls stay apart. */
FlSchedule *fl_fuse_run_planned (const FlPass *pass, const FlSchedule *schedule, const guint32 *group_of,
                                 GError **error);

/* May a and b (originals or groups of `schedule`) be one kernel under the strategy's rules? The
 * verdict, the rule and the values compared; for `why`. */
typedef struct
{
  FlVerdict verdict;   /* ACCEPT, REJECT (legal, not worth it), ILLEGAL */
  gint64 shared_bytes; /* the memory score */
  const char *reason;
  const char *facts;      /* may be NULL */
  const char *upstream;   /* TorchInductor's word for it, where reason says more; else NULL */
  const FlAccess *access; /* how the two touch one buffer in different ways; NULL: they touch none in common */
} FlFusionAnswer;
gboolean fl_fuse_explain (const FlPass *pass, const FlSchedule *schedule, const FlSchedNode *a, const FlSchedNode *b,
                          FlFusionAnswer *answer, GError **error);

/* Of a GPU kernel without reductions: the sizes of the two flat indices of its tiles, where accesses are contiguous
 * along different loops. FALSE: one flat index is as good. */
gboolean fl_fuse_find_tile (const FlSchedule *schedule, const FlSchedNode *node, const FlSym **outer,
                            const FlSym **inner);

G_END_DECLS
