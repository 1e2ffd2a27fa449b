/* Loops cut into ranges. Where a condition or an index depends on where in the loop one is (padding, joined tensors, a window, a
 * triangle), the loop is cut where that changes, and each part is written without the question: the long one is then a plain loop.
 *
 *     for (i = 0; i < 58; i++)  y[i] = i >= 1 && i < 57 ? x[i - 1] : 0;
 *
 * becomes three loops, [0, 1), [1, 57) and [57, 58). */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

enum
{
  FL_C_MAX_RANGES = 8,
  FL_C_MAX_BOUNDS = 4
};

/* A part of a loop. Its variable is at least each of lows and below each of highs; begin and end say the same in C, where begin is at
 * most end. */
typedef struct
{
  const FlNestLoop *loop; /* the loop as it is in this range: over leaves of its own */
  const char *begin, *end;
  guint n_lows, n_highs;
  const FlSym *lows[FL_C_MAX_BOUNDS], *highs[FL_C_MAX_BOUNDS];
} FlCRange;

/* The range that a loop was made for; NULL: it is whole. */
const FlCRange *fl_c_ranges_get (const FlCWriter *writer, const FlNestLoop *loop);
/* Number of elements, when that is known; else -1. */
gint64 fl_c_range_get_length (const FlCRange *range);

/* A leaf whose variable stays within a range: what that decides is settled, what is left over is gone. */
typedef struct
{
  FlArena *arena;
  const FlNestLeaf *leaf;
  const FlNestLoop *loop;  /* over whose variable */
  const FlCRange *range;
  gboolean only_masks;     /* cuts are for conditions of masked bodies only, not for choices between values */
  GPtrArray *cuts;         /* FlSym: where an undecided condition changes; NULL: not asked for */
} FlCSpecial;

FlNestLeaf *fl_c_specialize (FlCSpecial *special);
/* Is the condition f >= 0 known in the range? 1, 0, or -1: no. */
int fl_c_special_is_nonnegative (const FlCSpecial *special, const FlSym *f);

G_END_DECLS
