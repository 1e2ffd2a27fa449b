/* Mapping a loop program to a grid: what its two files share. */
#pragma once

#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

G_BEGIN_DECLS

enum
{
  FL_GRID_MAX_LOOPS = 8,
  FL_GRID_LANES = 32
};

/* Loops of which each is all that the one around it does. */
typedef struct
{
  guint n;
  FlStmtId loops[FL_GRID_MAX_LOOPS];
  const FlSym *vars[FL_GRID_MAX_LOOPS], *extents[FL_GRID_MAX_LOOPS];
} FlGridChain;

/* An axis of a chain, and what it is in terms of one number that counts all of the chain's
 * iterations. */
const FlSym *fl_grid_chain_get_extent (FlSymTable *symbols, const FlGridChain *chain);
void fl_grid_chain_substitute (FlLoopRewrite *rewrite, const FlGridChain *chain, const FlSym *number);

/* What threads do. */
typedef enum
{
  FL_GRID_FLAT,       /* an iteration of all outer loops each, with all that is inside */
  FL_GRID_WARP_A_ROW, /* the lanes of a warp share out the loops inside */
  FL_GRID_BLOCK_A_ROW /* all threads of a block do */
} FlGridScheme;

typedef struct
{
  FlLoopKernel *kernel;
  FlSymTable *symbols;
  FlGridChain outer; /* loops that the blocks are made of */
  FlStmtId body;     /* whose children are a row: the innermost of them, or the root */
  FlGridScheme scheme;
  gint64 n_warps;
  guint n_resident; /* blocks that a multiprocessor is to have at once; 0: any number */
  FlAxisId block, warp, lane;
  FlAxisId inner[FL_GRID_MAX_LOOPS]; /* FlAxisId of shared loops: what is left of each for one thread */
  const char *why_not;               /* interned; NULL: it is mapped */
} FlGrid;

/* Chain from a statement inwards: loops that may run in any order, given values of the fixed
 * variables. may_reduce: those that accumulate, too. */
void fl_grid_chain_find (const FlLoopKernel *kernel, FlStmtId stmt, const FlGridChain *fixed, gboolean may_reduce,
                         FlGridChain *chain);
/* Where the outer loops end: sequences of one statement in which nothing lives are nothing. */
FlStmtId fl_grid_skip_sequences (const FlLoopKernel *kernel, FlStmtId stmt);
/* The statement that holds what the innermost loop of the chain does; stmt where it has none. */
FlStmtId fl_grid_chain_get_inside (const FlGridChain *chain, FlStmtId stmt);

/* Accumulators that outlive a statement that accumulates in them: homes as keys of a set. */
GHashTable *fl_grid_collect_totals (const FlLoopKernel *kernel, FlStmtId stmt);
/* Does a statement, or one below it, read one of them? */
gboolean fl_grid_reads (const FlLoopKernel *kernel, FlStmtId stmt, GHashTable *totals);

/* Of a row: the statements of one thread, appended; loops inside are divided. FALSE: they cannot
 * be, and grid->why_not says why. */
gboolean fl_grid_share_rows (FlGrid *grid, FlLoopRewrite *rewrite, GArray *out);
/* Iterations that the longest shared loop of a row has, at hints; 0: there is none. */
gint64 fl_grid_count_row (const FlGrid *grid);

G_END_DECLS
