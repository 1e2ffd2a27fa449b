/* What the parts of the exact search share: the sections of a problem, and one search under way,
 * which can be halted and go on. */
#pragma once

#include "fl-alloc-private.h"

G_BEGIN_DECLS

/* Sections are sets of buffers alive together, one a distinct end time: whoever is alive just
 * before it. Frozen. */
typedef struct
{
  const FlAllocProblem *problem;
  FlAllocConflicts conflicts;
  guint n_sections;
  guint *first, *last;     /* per buffer: sections [first, last) that it spans; equal: it takes no part */
  guint *starts, *members; /* members of section s: members[starts[s]] … */
  guint *spans;            /* per buffer: sections that the buffers before it span, all together */
  gint64 *size;            /* per buffer: rounded up */
} FlAllocSections;

void fl_alloc_sections_init (FlAllocSections *sections, const FlAllocProblem *problem);
void fl_alloc_sections_clear (FlAllocSections *sections);

typedef enum
{
  FL_RANK_AREA,
  FL_RANK_WIDTH,
  FL_RANK_TOTAL,
  FL_N_RANKS
} FlAllocRank;

/* Of the members that are not placed (minimum is not G_MAXINT64) and lie within sections [from,
 * to): in the order of the keys, largest first, what is most in the way. letters: which key decides
 * first, second and third. total: unplaced bytes by section. Returns how many; order has room for
 * n. */
guint fl_alloc_rank (const FlAllocSections *sections, const guint *letters, const gint64 *minimum, const gint64 *total,
                     const guint *members, guint n, guint from, guint to, guint *order);

/* A growing array without the calls of GArray: half of the search is appending and dropping. */
#define FL_STACK(Type)                                                                                                 \
  struct                                                                                                               \
  {                                                                                                                    \
    Type *items;                                                                                                       \
    guint n, room;                                                                                                     \
  }

#define fl_stack_reserve(stack, more)                                                                                  \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (G_UNLIKELY ((stack)->n + (more) > (stack)->room))                                                              \
      {                                                                                                                \
        (stack)->room = 2 * ((stack)->n + (more));                                                                     \
        (stack)->items = g_realloc_n ((stack)->items, (stack)->room, sizeof *(stack)->items);                          \
      }                                                                                                                \
  }                                                                                                                    \
  G_STMT_END

typedef struct
{
  guint index;
  gint64 old;
} FlSearchChange;

typedef struct
{
  gint64 offset;
  guint position;
} FlSearchCandidate;

enum
{
  FL_SEARCH_NOTHING = G_MAXUINT /* a frame's buffer: the frame is the whole problem's */
};

/* An open node: a set of buffers that are placed in turn, the candidates for the next, and the one
 * that is being tried. */
typedef struct
{
  guint order, n;    /* in FlSearchMachine.orders */
  guint from, to;    /* sections */
  gint64 low_offset; /* every block below this offset was placed before this frame */
  guint low_position;
  guint candidates, n_candidates, next;
  guint b, position;
  gint64 offset;
  guint n_floors, n_minima; /* of the change stacks, before b was placed */
  gboolean is_split;
  guint cut, last_cut, start, own; /* split: next cut to look at; where the part under way begins; its order */
} FlSearchFrame;

/* One search by one order of keys. */
typedef struct
{
  const FlAllocSections *sections;
  const guint *letters;
  gint64 capacity;
  gint64 *minimum;         /* per buffer: lowest offset that what is placed allows; G_MAXINT64: it is placed */
  gint64 *floor, *total;   /* per section: what is used up to; unplaced bytes */
  guint *cut;              /* per section: unplaced buffers that span it and the next */
  guint *members, *n_open; /* per section: its members, the unplaced ones first; how many those are */
  guint *places;           /* per buffer and section: where it stands among the section's members */
  guint *witness;          /* per section: the member that could start lowest when it was last looked for */
  guint64 *marks;          /* bits: sections marked by the step under way */
  FL_STACK (FlSearchChange) floors, minima; /* to be undone */
  FL_STACK (FlSearchCandidate) candidates;  /* of all frames */
  FL_STACK (guint) orders;
  FL_STACK (FlSearchFrame) frames;
  gint64 *offsets;      /* the answer */
  gboolean is_entering; /* the last frame was not looked at yet */
  guint64 n_nodes, n_backtracks;
} FlSearchMachine;

/* --- fl-alloc-search-step.c ------------------------------------------------------------------- */
/* Nothing that lives with b is left to be placed. */
gboolean fl_search_is_hatless (const FlSearchMachine *self, guint b);
/* Places the candidate and raises what follows. FALSE: some section has no room left then; nothing
 * was changed. */
gboolean fl_search_place (FlSearchMachine *self, FlSearchFrame *frame, FlSearchCandidate candidate);
void fl_search_undo (FlSearchMachine *self, const FlSearchFrame *frame);
/* Candidates that keep the canonical form and are not dominated: nobody else fits wholly below
 * them. FALSE: all are placed. */
gboolean fl_search_collect (FlSearchMachine *self, FlSearchFrame *frame);

G_END_DECLS
