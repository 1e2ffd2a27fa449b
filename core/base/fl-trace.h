/* Trace: the append-only list of decisions of a run. Every pass records what it decided and why, refusals included,
 * because "why not?" is what people open the program for. UI, reports, lessons and tests read these same events.
 * Records never move once written; the count is atomic, so another thread may poll while a pass runs. */
#pragma once

#include "fl-arena.h"

G_BEGIN_DECLS

typedef enum
{
#define STAGE(id, name, title, sentence) FL_STAGE_##id,
#include "fl-stages.def"
  FL_N_STAGES
} FlStage;

/* Which row of fl-events.def: FL_EVENT_… (fl-event-kinds.h). Not an enum: whoever includes this shall not be built anew
 * for every row. */
typedef guint16 FlEventKind;

typedef enum
{
  FL_VERDICT_NOTE,   /* a fact or a step that was neither asked for nor refused */
  FL_VERDICT_ACCEPT, /* done */
  FL_VERDICT_REJECT, /* legal, but refused by score, size or taste */
  FL_VERDICT_ILLEGAL /* a rule forbids it */
} FlVerdict;

typedef enum
{
  FL_UNIT_NONE,
  FL_UNIT_COUNT,
  FL_UNIT_BYTES,
  FL_UNIT_NS
} FlUnit;

/* What an event speaks of. index is the id within its kind; name is interned and printed ("exp", "buf3", "op1_op2"). */
typedef enum
{
  FL_REF_NONE,
  FL_REF_NODE,   /* FX node */
  FL_REF_BUFFER, /* bufN */
  FL_REF_OP,     /* scheduler node or group, by name */
  FL_REF_KERNEL
} FlRefKind;

typedef struct
{
  FlRefKind kind;
  guint32 index;
  const char *name;
} FlRef;

typedef struct
{
  guint32 seq;  /* position in the whole trace */
  guint32 step; /* position within its stage, from 0: what the step bar counts */
  FlStage stage;
  FlEventKind kind;
  FlVerdict verdict;
  guint16 round; /* fusion round from 1; else 0 */
  FlRef subject;
  FlRef object;
  gint64 amount;        /* unit: from the kind's row */
  const char *reason;   /* interned: the rule's name in words, "no shared data" */
  const char *upstream; /* interned: what TorchInductor calls it, where reason says more; NULL: as reason */
  const char *facts;    /* in the arena: the values compared, "num_reads 5 > realize_reads_threshold 4"; may be NULL */
  const struct _FlAccess *access; /* how the two touch one buffer in different ways (fl-access.h); NULL: not asked */
} FlEvent;

typedef struct
{
  const char *name;  /* "fuse" */
  const char *title; /* "Fusion" */
  const char *sentence;
} FlStageInfo;

typedef struct
{
  const char *name;
  FlStage stage;
  FlUnit unit;
  const char *sentence;
} FlEventInfo;

const FlStageInfo *fl_stage_get_info (FlStage stage);
const FlEventInfo *fl_event_get_info (FlEventKind kind);
/* -1 when there is no such stage. */
int fl_stage_find (const char *name);

typedef struct _FlTrace FlTrace;

/* Lives in arena. */
FlTrace *fl_trace_new (FlArena *arena);
guint32 fl_trace_get_n_events (const FlTrace *trace);
const FlEvent *fl_trace_get_event (const FlTrace *trace, guint32 seq);
/* Events of one stage, in order: the step-th one, or NULL. */
guint32 fl_trace_get_n_steps (const FlTrace *trace, FlStage stage);
const FlEvent *fl_trace_get_step (const FlTrace *trace, FlStage stage, guint32 step);

/* Copies *event; fills in seq, step and stage. facts must live in the arena (fl_arena_printf) or be literal. */
void fl_trace_record (FlTrace *trace, const FlEvent *event);

/* What TorchInductor's log calls the reason. */
const char *fl_event_get_upstream (const FlEvent *event);
/* One line for a list or a log: "fuse  accept  op0 + op1  153640 B  shares arg0_1". */
void fl_event_append_line (const FlEvent *event, GString *out);
/* A sentence for the step bar: "Fused op0 and op1: saves 150 KiB (same numel)". */
void fl_event_append_sentence (const FlEvent *event, GString *out);

/* What every pass is given. Nothing else is global. */
typedef struct
{
  FlArena *arena; /* results go here */
  FlTrace *trace; /* decisions go here */
  const struct _FlOptions *options;
  const gint *cancelled; /* may be NULL; set to 1 by another thread: passes return FL_ERROR_CANCELLED soon */
  FlStage stop_stage;    /* exact stepping: the pass of this stage stops acting, and returns its result so far, … */
  guint32 stop_step;     /* … once so many events of the stage are recorded; G_MAXUINT32: never */
  struct _FlOverrides *overrides; /* decisions that the user replaced (fl-override.h); NULL: none */
} FlPass;

/* TRUE once the pass of this stage has recorded as many events as asked: leave the loop, return the state as it is. */
gboolean fl_pass_is_stopped (const FlPass *pass, FlStage stage);
/* Sets FL_ERROR_CANCELLED and returns TRUE when the user cancelled. */
gboolean fl_pass_is_cancelled (const FlPass *pass, GError **error);

G_END_DECLS
