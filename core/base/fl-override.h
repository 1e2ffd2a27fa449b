/* Overrides: what the user decided instead of a pass ("what if"). A list of them is handed to a
 * run; the passes that they concern obey them, check legality first, and leave one outcome an
 * override and an event; where a later stage must take it back there are two, and the last holds.
 *
 * A subject is a value, named so that it means the same in every run of a graph, whatever was fused
 * or decomposed. "softmax" is the value of that node of the user's graph; "softmax:exp" is, of what
 * that node was opened into, the value that aten.exp makes; "softmax:sum#2" the second of several.
 *
 * See core/graph/fl-subject.h for finding them, core/pipeline/fl-whatif.h for naming what is on the
 * screen. */
#pragma once

#include "fl-trace.h"

G_BEGIN_DECLS

typedef enum
{
#define OVERRIDE(id, name, n_subjects, stage, title, sentence) FL_OVERRIDE_##id,
#include "fl-overrides.def"
  FL_N_OVERRIDES
} FlOverrideKind;

typedef struct
{
  const char *name; /* "forbid" */
  guint n_subjects; /* 0: OPTION */
  FlStage stage;
  const char *title;
  const char *sentence;
} FlOverrideInfo;

/* Plain data: copy it freely. Texts are interned. */
typedef struct _FlOverride
{
  FlOverrideKind kind;
  const char *a; /* a subject; OPTION: "NAME=VALUE" */
  const char *b; /* FORBID, FORCE: the other subject; else NULL */
} FlOverride;

typedef enum
{
  FL_OUTCOME_PENDING, /* the run did not get so far */
  FL_OUTCOME_APPLIED,
  FL_OUTCOME_NEEDLESS, /* without the override the decision would be equal */
  FL_OUTCOME_REFUSED,  /* not legal: rule and facts say why. The run went on without it */
  FL_OUTCOME_UNKNOWN   /* no value of the run has that name */
} FlOutcome;

/* What became of one override in one run. */
typedef struct
{
  FlOverride override;
  FlOutcome outcome;
  const char *rule;       /* interned: "would make a cycle", "a node of another device" */
  const char *facts;      /* the values that failed, "path through mean, sub"; in the run's arena; may be NULL */
  guint32 node_a, node_b; /* of the graph that the pass at hand reads; G_MAXUINT32: not found. For
                             passes only */
  gboolean is_needed;     /* INLINE: a rule would have stored the value. For passes only */
  gboolean parts_values;  /* FORBID: one would be computed inside the other, so lowering stores it.
                             For passes only */
} FlOverrideState;

typedef struct _FlOverrides
{
  guint n;
  FlOverrideState *states;
} FlOverrides;

const FlOverrideInfo *fl_override_get_info (FlOverrideKind kind);
/* FALSE when no kind has that name. */
gboolean fl_override_find_kind (const char *name, FlOverrideKind *kind);
const char *fl_outcome_get_name (FlOutcome outcome); /* "applied", "refused", … */

/* From the words of a command line: "A,B" for two subjects, "A", or "NAME=VALUE". Checks the form,
 * and options fully; subjects are looked up by runs. FL_ERROR_USAGE. */
gboolean fl_override_parse (FlOverrideKind kind, const char *text, FlOverride *override, GError **error);
/* "forbid relu, add"; "set max_fusion_size=8" */
void fl_override_append (GString *out, const FlOverride *override);
/* Equal, also with the two subjects exchanged. */
gboolean fl_override_equal (const FlOverride *a, const FlOverride *b);

/* --- for passes ------------------------------------------------------------------------------- */
/* NULL when the list is empty: passes then do not even look. Lives in the arena. */
FlOverrides *fl_overrides_new (FlArena *arena, const FlOverride *list, guint n);
/* Notes the outcome and records the override's event. The first outcome but PENDING stays, except
 * that a refusal replaces it. facts lives in the arena; may be NULL. */
void fl_override_settle (const FlPass *pass, FlOverrideState *state, FlOutcome outcome, const char *rule,
                         const char *facts);
/* Leaves out what was refused (or not found) in an earlier run of the same list, which may be longer: it is settled at
 * once as it was there, and no pass meets it. */
void fl_overrides_leave_out (const FlPass *pass, const FlOverrides *earlier);
/* The state of the override of this kind about this node of the graph at hand; NULL: none. */
FlOverrideState *fl_override_find (const FlPass *pass, FlOverrideKind kind, guint32 node);

G_END_DECLS
