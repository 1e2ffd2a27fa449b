/* "What if": a run made with overrides beside a base, from names on the screen to a delta. */
#pragma once

#include "fl-delta.h"
#include "fl-pipeline.h"
#include "fl-session-file.h"

G_BEGIN_DECLS

/* The subject that a name of this run means: an FX node of the graph as read or as decomposed, a
 * scheduler node or group (its last value), a buffer, or a subject as it is. Interned. NULL + error
 * with what is near. */
const char *fl_whatif_find_subject (const FlRun *run, const char *name, GError **error);
const char *fl_whatif_find_item (const FlRun *run, FlItem item, GError **error);
/* Replaces the names in *override by subjects. */
gboolean fl_whatif_resolve (const FlRun *run, FlOverride *override, GError **error);

/* A run of base's graph with base's options and these overrides instead of base's own; strategy
 * NULL: base's. Never NULL; run->overrides has the outcomes, run->error why it stopped. */
FlRun *fl_whatif_run (const FlRun *base, const char *strategy, const FlOverride *overrides, guint n_overrides,
                      const gint *cancelled);
/* fl_whatif_run, but only through fusion, and with base's own overrides beside these. */
FlRun *fl_whatif_run_to_fusion (const FlRun *base, const char *strategy, const FlOverride *overrides, guint n_overrides,
                                const gint *cancelled);
/* Would this one more be legal? Runs to the fusion stage; *state says. FALSE + error: cancelled or
 * the run failed. Texts of *state are interned. */
gboolean fl_whatif_check (const FlRun *base, const FlOverride *override, const gint *cancelled, FlOverrideState *state,
                          GError **error);

/* The delta between two runs of any kind. */
FlDelta *fl_whatif_compare (const FlRun *base, const FlRun *variant);

/* fl_whatif_compare with both runs executed together, interleaved, on the same inputs: with times,
 * and *executed (of base) with the agreement of "base" and "variant" with the reference. NULL +
 * error: it could not be executed. */
FlDelta *fl_whatif_measure (const FlRun *base, const FlRun *variant, const FlExecuteRequest *request,
                            const gint *cancelled, FlProgress progress, gpointer data, FlRun **executed,
                            GError **error);

/* The run of one of a session's variants (name NULL: without overrides). FALSE + error: there is no
 * such variant. */
gboolean fl_whatif_request_init (FlPipelineRequest *request, const FlSession *session, const char *variant,
                                 GError **error);

G_END_DECLS
