/* What the files of the fusion log share: -log.c its nodes and groups, -rounds.c the rounds and
 * their candidates, -refusals.c the pairs that did not come together. */
#pragma once

#include "fl-fusion-log.h"
#include "fl-intern.h"

G_BEGIN_DECLS

/* Union-find over the nodes of a log. The root of a group is its lowest position. */
typedef struct
{
  const FlFusionLog *log;
  guint32 *parents;
  guint *numbers; /* by root */
  guint n_numbers;
} FlFusionState;

void fl_fusion_state_init (FlFusionState *state, const FlFusionLog *log);
void fl_fusion_state_clear (FlFusionState *state);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlFusionState, fl_fusion_state_clear)

guint32 fl_fusion_state_find (FlFusionState *state, guint32 node);
/* TRUE when the event united two groups. */
gboolean fl_fusion_state_apply (FlFusionState *state, const FlEvent *event);

/* A refusal of a pair, or its end as part of one. */
gboolean fl_fusion_event_is_refusal (const FlEvent *event);
gboolean fl_fusion_event_is_cycle (const FlEvent *event);

void fl_fusion_log_add_rounds (FlFusionLog *log);
void fl_fusion_log_add_refusals (FlFusionLog *log);
/* Bytes that go from one group to the other, or that both read, in the partition group_of. */
gint64 fl_fusion_log_count_shared (const FlFusionLog *log, const guint32 *group_of, guint32 a, guint32 b);
FlVerdict fl_refusal_kind_get_verdict (FlRefusalKind kind);
/* The kind, the reason and the facts of a pair that no event is about. */
void fl_fusion_log_judge_untried (const FlFusionLog *log, guint32 a, guint32 b, FlRefusal *refusal);

/* Sentences, each after a space: what kind of node forbids it, why a value between the two is stored, and where they
 * share nothing, what would start both together. */
void fl_why_append_more (GString *out, const FlFusionLog *log, guint32 a, guint32 b, const FlWhy *why);
/* … of the strategy xla, also where the two are one kernel: what XLA itself does besides. */
void fl_why_append_xla (GString *out, const FlFusionLog *log, guint32 a, guint32 b, const FlWhy *why);
/* Bytes of the graph's inputs that the final groups of both read. */
gint64 fl_why_count_inputs (const FlFusionLog *log, guint32 a, guint32 b);

G_END_DECLS
