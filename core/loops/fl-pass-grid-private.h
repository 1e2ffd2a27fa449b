/* Mapping a loop program to a grid: what its two files share. */
#pragma once

#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

G_BEGIN_DECLS

enum
{
  FL_GRID_MAX_LOOPS = 8,
  FL_GRID_LANES = 32,
  FL_GRID_FLAT_WARPS = 8 /* 256 threads a block */
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
  FL_GRID_FLAT,         /* an iteration of all outer loops each, with all that is inside */
  FL_GRID_WARP_A_ROW,   /* the lanes of a warp share out the loops inside */
  FL_GRID_BLOCK_A_ROW,  /* all threads of a block do, or those of a cluster's blocks */
  FL_GRID_LANE_A_COLUMN /* a lane has a column, the warps of a block share out the loops inside */
} FlGridScheme;

typedef struct
{
  FlLoopKernel *kernel;
  FlSymTable *symbols;
  FlGridChain outer; /* loops that the blocks are made of */
  FlStmtId body;     /* whose children are a row: the innermost of them, or the root */
  FlGridScheme scheme;
  gint64 n_warps, n_cluster;         /* of a block; blocks of a cluster, 1: there are none */
  guint n_resident;                  /* blocks that a multiprocessor is to have at once; 0: any number */
  FlAxisId block, rank, warp, lane;  /* rank: of a block in its cluster; 0: there are none */
  FlAxisId inner[FL_GRID_MAX_LOOPS]; /* FlAxisId of shared loops: what is left of each for one thread */
  const char *why;     /* The reason for the mapping, in the kernel's arena; NULL: there is nothing to say. */
  const char *why_not; /* interned; NULL: it is mapped */
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
/* Sets the scheme, and how many threads there are. */
void fl_grid_choose (FlGrid *grid, const FlLoopMachine *machine);
/* Blocks of a cluster whose registers keep a row of so many elements, of which each takes n_kept; 1: none do, or one
 * block does. */
gint64 fl_grid_count_cluster (const FlLoopMachine *machine, gint64 columns, gint64 n_kept);
/* Elements of the vectors below a statement; 1: there are none. */
gint64 fl_grid_count_vector (const FlLoopKernel *kernel, FlStmtId stmt);
/* Iterations that the longest shared loop of a row has, at hints; 0: there is none. */
gint64 fl_grid_count_row (const FlGrid *grid);

G_END_DECLS
