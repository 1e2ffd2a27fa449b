/* Loops cut into ranges. Where a condition or an index depends on where in the loop one is (padding, joined tensors, a
 * window, a triangle), the loop is cut where that changes, and each part is written without the question: the long one
 * is then a plain loop.
 *
 *     for (i = 0; i < 58; i++)  y[i] = i >= 1 && i < 57 ? x[i - 1] : 0;
 *
 * becomes three loops, [0, 1), [1, 57) and [57, 58). */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-range.h"

G_BEGIN_DECLS

/* A part of a loop: its bounds, and where it begins and ends in C, where begin is at most end. */
typedef struct
{
  const FlNestLoop *loop; /* the loop as it is in this range: over leaves of its own */
  const char *begin, *end;
  FlLoopRange bounds;
} FlCRange;

/* The range that a loop was made for; NULL: it is whole. */
const FlCRange *fl_c_ranges_get (const FlCWriter *writer, const FlNestLoop *loop);

/* A leaf whose variable stays within a range: what that decides is settled, what is left over is gone. */
typedef struct
{
  FlArena *arena;
  const FlNestLeaf *leaf;
  const FlNestLoop *loop; /* over whose variable */
  const FlCRange *range;
  gboolean only_masks; /* cuts are for conditions of masked bodies only, not for choices between values */
  GPtrArray *cuts;     /* FlSym: where an undecided condition changes; NULL: not asked for */
} FlCSpecial;

FlNestLeaf *fl_c_specialize (FlCSpecial *special);

G_END_DECLS
