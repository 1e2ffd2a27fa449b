/* Pools as trees, by TorchInductor's rules: blocks are placed one after the other, the largest first, into nested
 * splits.
 *
 * A temporal split holds parts that never live at the same time, in one place, as large as the largest of them; a
 * spatial split puts its right side behind its left one. The root of a pool is a temporal split. A block goes where
 * nothing lives with it; where exactly one part does, into that part; where more do, nowhere. What fits nowhere is put
 * behind everything of the last pool, or begins a new one. Source: torch/_inductor/codegen/memory_planning.py. */
#pragma once

#include "fl-alloc.h"

G_BEGIN_DECLS

typedef enum
{
  FL_POOL_MODE_NONE,          /* nothing shares a pool */
  FL_POOL_MODE_INTERMEDIATES, /* intermediates share one pool; each output has a pool of its own */
  FL_POOL_MODE_OUTPUTS,       /* outputs share one behind each other, intermediates another */
  FL_POOL_MODE_COMBINED       /* all share one */
} FlPoolMode;

typedef struct
{
  gint64 bytes;     /* > 0 */
  guint begin, end; /* end excluded */
  gboolean is_output;
  gconstpointer data; /* the caller's */
  gint64 life;        /* the length that orders compare, where steps are not equally long; 0: end - begin */
} FlPoolBlock;

typedef enum
{
  FL_POOL_NODE_BLOCK,
  FL_POOL_NODE_EMPTY, /* left by a split, beside a block */
  FL_POOL_NODE_TEMPORAL,
  FL_POOL_NODE_SPATIAL
} FlPoolNodeKind;

typedef struct _FlPoolNode FlPoolNode;
struct _FlPoolNode
{
  FlPoolNodeKind kind;
  gint64 bytes;             /* of all of it, empty places included: what the rules compare */
  gint64 used_bytes;        /* without empty places at its end: what offsets count */
  guint begin, end;         /* nothing in it lives outside of these */
  guint block;              /* BLOCK */
  GPtrArray *parts;         /* TEMPORAL: FlPoolNode */
  FlPoolNode *left, *right; /* SPATIAL: both TEMPORAL */
};

typedef enum
{
  FL_POOL_NEW,     /* began a pool */
  FL_POOL_PERFECT, /* where nothing lives with it, as large as what is there */
  FL_POOL_SPLIT,   /* a free place larger than the block: the rest may be used */
  FL_POOL_GROW,    /* a free place smaller than the block, at the last pool's end: the pool grew */
  FL_POOL_END      /* behind everything of the last pool */
} FlPoolOutcome;

/* One block got its place. */
typedef struct
{
  guint block;
  FlPoolOutcome outcome;
  guint pool;        /* from 0 */
  gint64 slot_bytes; /* SPLIT, GROW, PERFECT: of the place before */
  guint n_many;      /* places refused since two or more parts live with it */
  guint n_small;     /* places refused since they are too small and may not grow */
} FlPoolStep;

typedef struct
{
  gint64 alignment;
  FlPoolMode mode;
  guint n_blocks;
  const FlPoolBlock *blocks;
  guint n_steps; /* one a block that was placed */
  const FlPoolStep *steps;
  guint n_pools;
  FlPoolNode *const *roots; /* TEMPORAL */
  gint64 *offsets;          /* n_blocks: in the pool; -1: not placed yet */
  guint *pools;             /* n_blocks */
} FlPoolForest;

/* Places the first n_steps blocks (G_MAXUINT: all) in the order of the mode. In the arena. */
FlPoolForest *fl_pool_forest_new (FlArena *arena, const FlPoolBlock *blocks, guint n_blocks, FlPoolMode mode,
                                  gint64 alignment, guint n_steps);
/* All buffers of a problem in one pool that may grow; a block's data is its id. */
FlPoolForest *fl_pool_forest_new_problem (FlArena *arena, const FlAllocProblem *problem, guint n_steps);
const char *fl_pool_outcome_get_name (FlPoolOutcome outcome); /* "perfect fit" */
/* "temporal 8192 [buf0 | spatial (buf1, empty 64)]"; names of the blocks by name_block. */
void fl_pool_node_append (GString *out, const FlPoolForest *forest, const FlPoolNode *node,
                          const char *(*name_block) (const FlPoolBlock *block));
gboolean fl_pool_node_is_empty (const FlPoolNode *node);

G_END_DECLS
