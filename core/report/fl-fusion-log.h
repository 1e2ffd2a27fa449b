/* The fusion stage as a replay: the nodes that a strategy worked on (scheduler nodes, or tensor
 * operations), its events as steps, the groups after every step, the rounds with their candidates,
 * and the pairs that did not come together. All of it is read off the events of a run: nothing is
 * decided here. */
#pragma once

#include "fl-access.h"
#include "fl-scene.h"

G_BEGIN_DECLS

/* A node that fusion can put into a group, or (is_work FALSE) an input that it reads. */
typedef struct
{
  const char *name; /* interned: "op3", or the operation's */
  FlItem item;      /* the round's box in the picture of stage FUSE; FL_ITEM_NONE: it has none */
  gboolean is_work;
  FlLook look;
  const char *text; /* "sum → buf1", "exp": what it computes */
  gint64 bytes;     /* of what it writes */
  guint n_inputs;   /* positions of the nodes that must run before */
  const guint32 *inputs;
  guint n_users;
  const guint32 *users;
} FlFusionNode;

/* Two nodes that a round looked at. Scored ones stand in the order of their scores, as they were
 * tried. */
typedef struct
{
  guint32 step;                /* the event that decided: the state after it is step + 1 */
  guint32 a, b;                /* nodes that stand for the two */
  const char *a_name, *b_name; /* as the event calls them */
  FlVerdict verdict;           /* NOTE: both were in one group already */
  guint rank;                  /* of those that were tried, from 1; 0: refused before it came to scores */
  gint64 saved;                /* bytes */
  const char *reason, *facts;
  const char *score; /* the parts of the score in words; NULL: the strategy has no scores */
  guint group;       /* NOTE: number of the group that has both */
} FlFusionCandidate;

typedef struct
{
  guint16 number;         /* as in the events; 0: before or after the rounds */
  const char *title;      /* "Round 1", "Sweep 2", "Phase 1" */
  const char *sentence;   /* a sentence on the kind of round */
  guint32 first, n_steps; /* events of the stage */
  guint n_candidates;
  const FlFusionCandidate *candidates;
  guint n_merged, n_refused;
  gint64 saved; /* bytes, by its merges */
} FlFusionRound;

/* Why two groups did not come together. */
typedef enum
{
  FL_REFUSAL_ILLEGAL,  /* a rule forbids it */
  FL_REFUSAL_CYCLE,    /* one kernel of both would wait for itself */
  FL_REFUSAL_REJECTED, /* legal, but refused by score, size or order */
  FL_REFUSAL_UNTRIED,  /* one reads the other, but the strategy never looked at the two */
  FL_N_REFUSALS
} FlRefusalKind;

typedef struct
{
  FlRefusalKind kind;
  guint32 a, b;         /* nodes, one of each group */
  const FlEvent *event; /* the last one that refused it; NULL: none */
  guint n_events;       /* events that refused the two */
  const char *reason, *facts;
  gint64 shared;  /* bytes of what both groups touch; one kernel of both would save so much at most. FlWhy has the same
                     number */
  gint64 counted; /* of that, what the rule counted that refused it: equal accesses; where none did, all */
} FlRefusal;

/* A producer and its reader: one arrow of a path. */
typedef struct
{
  guint32 from, to;
} FlFusionHop;

typedef struct
{
  const FlRun *run; /* referenced */
  FlArena *arena;
  gboolean is_over_ops;
  guint n_nodes;
  const FlFusionNode *nodes;
  guint32 n_steps;
  guint32 n_group_steps; /* after so many, the groups are final: what follows is their order */
  guint n_rounds;
  const FlFusionRound *rounds;
  guint n_refusals; /* one a pair of groups, most bytes first */
  const FlRefusal *refusals;
  const guint32 *final_group; /* per node: the lowest position in its group as the run ended */
  GHashTable *by_name;        /* interned name of a node, or of what it writes -> position + 1 */
} FlFusionLog;

/* NULL: the run did not get so far. Expensive for large runs: not on the main thread. */
FlFusionLog *fl_fusion_log_new (const FlRun *run);
void fl_fusion_log_free (FlFusionLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlFusionLog, fl_fusion_log_free)

/* The event that leads to `step` (1 … n_steps); NULL at 0. */
const FlEvent *fl_fusion_log_get_event (const FlFusionLog *log, guint32 step);
/* The round that holds the event before `step`; of step 0, the first. G_MAXUINT: no rounds. */
guint fl_fusion_log_find_round (const FlFusionLog *log, guint32 step);
/* Position of the node that a reference, or an item of any stage, stands for (of a group: its
 * first); G_MAXUINT32: none. */
guint32 fl_fusion_log_find_ref (const FlFusionLog *log, const FlRef *ref);
guint32 fl_fusion_log_find_item (const FlFusionLog *log, FlItem item);

/* group_of[n_nodes]: the lowest position in the node's group after `step` events. numbers (may be
 * NULL) [n_nodes]: by lowest position, the group's number: 1 for the one that was begun first; 0: a
 * node of its own. */
void fl_fusion_log_get_groups (const FlFusionLog *log, guint32 step, guint32 *group_of, guint *numbers);
/* The arrows of a way from the group of `a` to that of `b` (or back) through other groups, after
 * `step` events. Empty: there is none. Owned by the caller. */
GArray *fl_fusion_log_find_path (const FlFusionLog *log, guint32 step, guint32 a, guint32 b);

const char *fl_refusal_kind_get_title (FlRefusalKind kind);    /* "illegal" */
const char *fl_refusal_kind_get_sentence (FlRefusalKind kind); /* for legend and tooltips */

/* --- why? ------------------------------------------------------------------------------------ */
typedef enum
{
  FL_WHY_SAME,  /* both are in one kernel */
  FL_WHY_NEVER, /* never considered */
  FL_WHY_ILLEGAL,
  FL_WHY_SCORE, /* refused by score, size or order */
  FL_WHY_TAKEN, /* one of them went elsewhere first, and what came of it did not fit any more */
  FL_WHY_CYCLE,
  FL_N_WHYS
} FlWhyKind;

typedef struct
{
  FlWhyKind kind;
  FlVerdict verdict;      /* the kind as a verdict: for colours */
  const char *title;      /* "Would make a cycle" */
  char *sentence;         /* the whole answer in words */
  char *rule, *facts;     /* the rule and the values that it compared; may be NULL */
  const char *upstream;   /* TorchInductor's word for the rule, where rule says more; else NULL */
  const FlAccess *access; /* how the two touch one buffer in different ways; NULL: not about that */
  gint64 shared;          /* bytes of what the groups of both touch, as in FlRefusal */
  gint64 inputs; /* … and of the graph's inputs that nodes of both read; over operations they are in shared */
  guint32 step;  /* the event that decided; G_MAXUINT32: none did */
  guint round;
  char *taken; /* "op3 by op2_op3, in round 1 (step 14)"; may be NULL */
  guint32 taken_step;
  guint n_events; /* events that refused the two */
  guint n_hops;   /* CYCLE: the way around */
  FlFusionHop *hops;
} FlWhy;

/* a, b: nodes of the log. */
FlWhy *fl_why_new (const FlFusionLog *log, guint32 a, guint32 b);
/* "One kernel of both would move up to 20 MiB less: …"; nothing where they are one, or where it is not
 * known that they touch the same elements. */
void fl_why_append_saving (GString *out, const FlWhy *why);
void fl_why_free (FlWhy *why);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlWhy, fl_why_free)

G_END_DECLS
