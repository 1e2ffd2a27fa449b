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
  guint *first,
      *last; /* per buffer: sections [first, last) that it spans; equal: it takes no part */
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
guint fl_alloc_rank (const FlAllocSections *sections,
                     const guint *letters,
                     const gint64 *minimum,
                     const gint64 *total,
                     const guint *members,
                     guint n,
                     guint from,
                     guint to,
                     guint *order);

/* A growing array without the calls of GArray: half of the search is appending and dropping. */
#define FL_STACK(Type)                                                                             \
  struct                                                                                           \
  {                                                                                                \
    Type *items;                                                                                   \
    guint n, room;                                                                                 \
  }

#define fl_stack_reserve(stack, more)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (G_UNLIKELY ((stack)->n + (more) > (stack)->room))                                          \
      {                                                                                            \
        (stack)->room = 2 * ((stack)->n + (more));                                                 \
        (stack)->items = g_realloc_n ((stack)->items, (stack)->room, sizeof *(stack)->items);      \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
