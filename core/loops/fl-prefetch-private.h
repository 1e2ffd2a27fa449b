/* Software prefetch while it looks at a program: who reads what, and how far ahead that is asked
 * for. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

/* Loops around, one a whole axis; partitions and lanes are none. */
typedef struct
{
  FlAxisId axis;      /* outermost part of the axis that is open */
  const FlSym *whole; /* positions of the whole axis */
} FlPrefetchLevel;

/* Elements of contiguous memory that a vector loop reads, or picks from. */
typedef struct
{
  FlHomeId home;
  const FlSym *index;
  guint element_bytes;
  guint n_outside;      /* levels around the accumulator that they are reduced to; none: G_MAXUINT */
  gboolean is_gathered; /* index: as if the elements came in order */
} FlPrefetchAccess;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *levels;           /* FlPrefetchLevel */
  GHashTable *last_readers; /* home -> name of the operation whose statements read it last */
  GArray *row_levels;       /* guint a home: fewest levels around a reduction that reads it */
  gboolean goes_again;      /* the kernel reduces rows and goes through them again */
  guint n_added;
} FlPrefetcher;

gint64 fl_prefetch_get_tuned (const FlPrefetcher *prefetcher, FlTuned tuned);
/* Levels around an accumulator. */
guint fl_prefetch_get_n_outside (const FlPrefetcher *prefetcher, FlHomeId accumulator);
/* Elements from one position of the axis to the next. */
gboolean fl_prefetch_get_step (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis, gint64 *step);
/* Fills in last_readers and row_levels from the statement and all below. */
void fl_prefetch_find_readers (FlPrefetcher *prefetcher, FlStmtId id);
/* Name of the operation that a statement comes from, interned; NULL: of several. */
const char *fl_prefetch_get_operation (const FlLoopKernel *kernel, const FlLoopStmt *stmt);
/* Does it reduce rows and go through them again? Then it computes long enough meanwhile to bring
 * the next row nearer. */
gboolean fl_prefetch_goes_again (const FlLoopProgram *program);
/* In elements, at the levels that are open; 0: nothing is prefetched. */
gint64 fl_prefetch_get_distance (const FlPrefetcher *prefetcher, const FlPrefetchAccess *access);
/* The index of a gather as if it read in order the row that it picks from; NULL: it picks from more than a row, or too
 * few elements of one. */
const FlSym *fl_prefetch_get_gathered_row (const FlPrefetcher *prefetcher, const FlSym *index, FlAxisId lanes);

G_END_DECLS
