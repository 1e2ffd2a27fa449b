/* What a strategy calls things, as events of its own search: the classes of operations, what holds between values, the
 * kinds of the groups that came of it, and how a stitched kernel is laid out. None of it decides anything. */
#pragma once

#include "fl-event-kinds.h"
#include "fl-partition.h"

G_BEGIN_DECLS

/* One event about an operation, and another one or G_MAXUINT32. facts lives in the arena. Once the stage is stopped
 * nothing is told. */
void fl_concept_tell (const FlPass *pass, const FlOpGraph *graph, FlEventKind kind, guint32 op, guint32 other,
                      const char *reason, const char *facts);
void fl_concept_tell_amount (const FlPass *pass, const FlOpGraph *graph, FlEventKind kind, guint32 op, gint64 amount,
                             const char *reason, const char *facts);
/* "[10, 3840]" */
void fl_concept_append_sizes (GString *out, const FlOpNode *node);
/* "exp, sum, div", at most so many. */
void fl_concept_append_names (GString *out, const FlOpGraph *graph, const guint32 *ops, guint n_ops);
/* The text in the pass's arena; frees out. */
const char *fl_concept_take (const FlPass *pass, GString *out);

/* Groups of the plan that strategy made: kind and template of each, and of stitched ones every op's part, where values
 * are kept, and the barriers. */
void fl_concepts_tell_plan (const FlPass *pass, const FlPartition *partition, const char *strategy);
/* What the strategy calls a group: "kLoop", "kInput", "fused.add_relu" by the rule in the trace; else the template's
 * name. Interned. */
const char *fl_concepts_get_group_kind (const FlPartition *partition, const FlOpGroup *group, const char *strategy,
                                        const FlTrace *trace);
/* Of a stitched group. */
void fl_concepts_tell_stitched (const FlPass *pass, const FlPartition *partition, const FlOpGroup *group);

/* … by the rules for CPUs: dominant, tiles, tile buffers. FALSE: it is none that those rules stitch. */
gboolean fl_concepts_tell_stitched_cpu (const FlPass *pass, const FlPartition *partition, const FlOpGroup *group);

/* How the plan is carried out: one event a group of several operations, which becomes one operation. A run that is
 * stopped at such an event shows the graph rewritten so far. */
void fl_concepts_tell_application (const FlPass *pass, const FlPartition *partition, const char *strategy);

/* The plan as text: one region a fusion, as compilers print it. */
void fl_concepts_append_regions (GString *out, const FlPartition *partition, const char *strategy,
                                 const FlTrace *trace);

G_END_DECLS
