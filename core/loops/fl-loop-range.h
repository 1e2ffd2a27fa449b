/* What is known of conditions and indices while the variable of a loop stays within a range. */
#pragma once

#include "fl-sym.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_BOUNDS = 4,
  FL_LOOP_MAX_RANGES = 8 /* ranges that a loop is cut into */
};

/* The variable is at least each of lows and below each of highs. */
typedef struct
{
  const FlSym *var;
  guint n_lows, n_highs;
  const FlSym *lows[FL_LOOP_MAX_BOUNDS], *highs[FL_LOOP_MAX_BOUNDS];
} FlLoopRange;

/* Number of positions, when that is known; else -1. */
gint64 fl_loop_range_get_length (const FlLoopRange *range);
/* May a place lie strictly within the range? Does it surely lie in it, or at its ends? */
gboolean fl_loop_range_may_contain (const FlLoopRange *range, const FlSym *cut);
gboolean fl_loop_range_contains (const FlLoopRange *range, const FlSym *cut);

/* Of all three, cuts: gets the places (FlSym) where an undecided condition changes; NULL: nobody
 * asks. */
/* f >= 0 in the range? 1, 0, or -1: it is not known. */
int fl_loop_range_decide (const FlLoopRange *range, const FlSym *f, GPtrArray *cuts);
int fl_loop_range_decide_relation (const FlLoopRange *range, FlSymRelation relation, const FlSym *a, const FlSym *b,
                                   GPtrArray *cuts);
/* A number equal to sym in the range, without what does nothing there. */
const FlSym *fl_loop_range_settle (const FlLoopRange *range, const FlSym *sym, GPtrArray *cuts);

G_END_DECLS
