/* Stitching: can a set of ops around row reductions be one kernel whose blocks each own some rows, with the
 * reductions' results parked in a block's shared memory (a CPU thread's cache)?
 * Source: the tile propagation of BladeDISC's kStitch (rules of its GPU planner), over axes instead of ranks 2:
 * a row reduction is one over the last axes, whatever the rank. */
#pragma once

#include "fl-op-set.h"

G_BEGIN_DECLS

typedef struct
{
  const char *reason; /* why not; NULL: it can be stitched */
  guint32 culprit;    /* the node the reason speaks of; G_MAXUINT32: none */
  guint32 dominant;   /* the last row reduction */
  guint n_sub_roots;
  guint n_skeletons;
  const FlSym *n_rows, *n_columns;
  guint32 *tiles;      /* per node of the graph: axes that lie wholly inside one row's task; G_MAXUINT32: none known.
                          NULL after a failure. Free with fl_stitch_clear */
  FlBits *irregular;   /* results for which no tile could be derived */
  FlBits *sub_roots;   /* row reductions, whose results a row's task keeps */
  FlBits *partial;     /* values of which somebody touches only a part */
  FlBits *cached;      /* values that an earlier loop leaves in shared memory for a later one; NULL after a failure */
  gint64 bytes_issued; /* read bytes when every loop that owns a skeleton streams its inputs anew */
  gint64 cached_bytes; /* shared memory a row's task needs for values kept between loops */
} FlStitch;

/* Needs at least one row reduction inside. */
void fl_stitch_analyse (const FlOpSet *set, FlStitch *stitch);
/* fl_stitch_analyse over a given number of rows: a row reduction that shares no value with the set may be in its
 * kernel. */
void fl_stitch_analyse_rows (const FlOpSet *set, const FlSym *n_rows, FlStitch *stitch);
void fl_stitch_clear (FlStitch *stitch);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlStitch, fl_stitch_clear)

G_END_DECLS
