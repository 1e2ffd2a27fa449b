/* Shared by the files that make a nest. */
#pragma once

#include "fl-nest.h"

typedef struct
{
  const FlNestLeaf *leaf;
  const FlBuffer *storage;
  const FlSym *index;
  const FlSym *uncut; /* index in the node's own body, which is the same for all pieces */
  gboolean is_write;
} FlNestAccess;

/* What a leaf is made of: a node, or the copy of one for a piece. */
typedef struct
{
  const FlSchedNode *node;
  const FlLoopBody *body;
  guint part;
} FlNestOp;

/* What a nest is being made of. */
typedef struct
{
  FlArena *arena;
  const FlSchedule *schedule;
  const FlSchedNode *node;
  GArray *ops;        /* FlNestOp */
  GPtrArray *wholes;  /* FlBuffer: concatenations that are cut */
  const GArray *cuts; /* where loops are cut as others are; NULL: nowhere */
} FlNestMaker;

/* Every load and store of a leaf, masked bodies included. */
GArray *fl_nest_leaf_get_accesses (const FlSchedule *schedule, const FlNestLeaf *leaf);

/* May both leaves (a before b) run in the same loops 0 … depth without an element crossing between iterations? */
gboolean fl_nest_can_share (const FlSchedule *schedule, const FlNestLeaf *a, const FlNestLeaf *b, guint depth);
/* Does one write what the other reads or writes? */
gboolean fl_nest_conflicts (const FlSchedule *schedule, const FlNestLeaf *a, const FlNestLeaf *b);
/* Do a and b touch the same element in the same iteration of all of a's loops (b's surplus loops do not matter)? */
gboolean fl_nest_is_same_point (const FlNestAccess *a, const FlNestAccess *b);
/* Elements that an access reaches within one iteration of the `depth` outer loops, which move it by equal, nested,
 * non-zero steps; the row starts at the same place for both. -1: not so. */
gint64 fl_nest_get_row_elements (const FlNestAccess *a, const FlNestAccess *b, guint depth);

/* Makes two loops one where rows are short and an operand is the same in each. */
void fl_nest_flatten (FlArena *arena, const FlSchedule *schedule, FlNestLeaf *leaves, guint n);

/* A group that writes pieces of concatenations and reads these: adds its operations (FlNestOp), those that read cut
 * where pieces end, and the concatenations (FlBuffer). FALSE: it is no such group, or cannot be cut, and nothing was
 * added. */
gboolean fl_nest_cut_wholes (FlArena *arena, const FlSchedule *schedule, const FlSchedNode *node, GArray *ops,
                             GPtrArray *wholes);

/* Makes the two loops over the rows of a norm one, where the rows go on from one outer iteration to the next. Returns
 * the iterations of the inner one; 0: all stay as they are. */
gint64 fl_nest_merge_rows (FlArena *arena, const FlSchedule *schedule, FlNestLeaf *leaves, guint n);

/* Iterations after which a loop over results ends, of all operations, rising (gint64). */
GArray *fl_nest_collect_cuts (const FlSchedNode *node);
/* Cuts the pieces of the loop at a position of a body further, where they are known; returns how many there are then.
 */
guint fl_nest_cut_pieces (const GArray *cuts, const FlLoopBody *body, guint position, gint64 *pieces, guint n_pieces,
                          guint max_pieces);
/* Fewer loop nests, or fewer buffers in memory? */
gboolean fl_nest_is_better (const FlNest *a, const FlNest *b);

/* --- fl-nest-leaf.c */
void fl_nest_make_leaves (const FlNestMaker *maker, FlNest *nest);
const FlSym *fl_nest_make_var (FlSymTable *symbols, guint depth, const FlSym *size);
/* Lets the shorter of two loops run inside, in all leaves, where that leaves no gaps in what they read and write.
 * is_cut: rows are cut, a leaf does a piece of each. Returns the depth of that loop; 0: all stay as they are. */
guint fl_nest_order_leaves (FlArena *arena, const FlSchedule *schedule, FlNestLeaf *leaves, guint n_leaves,
                            gboolean is_cut);

/* --- fl-nest-columns.c */
/* Loads whose reduced elements are far apart, those of neighbouring results being side by side, less those that are the
 * other way; are there more of them? */
gint fl_nest_balance_columns (const FlNestLeaf *leaf);
gboolean fl_nest_reduces_columns (const FlNestLeaf *leaf);
/* One nest of reduction loops over columns, then perhaps operations on its results? */
gboolean fl_nest_is_strip (const FlNestLoop *loop);
/* Counts accesses that are contiguous along var and jump along the other. */
guint fl_nest_count_contiguous (const FlSchedule *schedule, const FlNestLeaf *leaf, const FlSym *var,
                                const FlSym *other, guint *n_writes);
void fl_nest_decide_tiles (const FlSchedule *schedule, FlNestLoop *loop);

void fl_nest_place_buffers (FlArena *arena, FlNest *nest);
