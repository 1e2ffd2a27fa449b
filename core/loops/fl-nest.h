/* The loop structure of one scheduled node on the CPU: which of its operations share which loops, and where the buffers
 * between them live (a register, one row on the stack, or memory).
 *
 * Memory planning and code generation must answer these questions alike (a buffer without memory must not be stored
 * to), so both read this one answer. Operations keep their order unless they are independent. Two of them share a loop
 * when its length agrees and no element crosses from one iteration to another: see fl-nest-share.c.
 *
 * TorchInductor gives up sharing when an inner loop is 300 times longer than the outer ones, so that it can share the
 * inner one out to threads (torch/_inductor/codegen/cpp.py). Kernels here share out only their outermost loop, so
 * nothing would be won and the rows in between would go through memory: they stay together. */
#pragma once

#include "fl-schedule.h"

G_BEGIN_DECLS

/* One original node inside, over the nest's own variables i0, i1, … (outermost first; iteration loops, then reduction
 * loops). */
typedef struct
{
  const FlSchedNode *node;
  const FlLoopBody *body; /* the node's, or a copy of it for a piece */
  guint position;         /* in FlNest.leaves */
  guint part; /* 1 and up: it is done for this piece only of a concatenation, others for the others; 0: whole */
  guint n_loops, n_iter;
  const FlSym *const *vars; /* i0, i1, … with sizes */
  const FlSym *const *sizes;
  const FlSym *const *indices;  /* body->indices over vars */
  const FlSym *reduction_index; /* flat position within the reduction, over vars; for argmax and argmin */
  gboolean is_reduction;        /* has a REDUCTION: stored once the reduction loops are done */
  gboolean is_two_pass; /* the leaf's reduction reads its inputs twice (mean and variance; maximum and sum of exp) */
  gboolean is_scatter;  /* writes with atomic_add or at indices read from memory */
} FlNestLeaf;

typedef struct _FlNestLoop FlNestLoop;

/* One thing that happens inside a loop, in order: another loop, or the operations of a leaf whose loops are all open.
 */
typedef struct
{
  const FlNestLeaf *leaf;
  const FlNestLoop *loop;
} FlNestItem;

struct _FlNestLoop
{
  guint depth; /* 0: outermost */
  const FlSym *var, *size;
  guint n_leaves;
  const FlNestLeaf *const *leaves; /* all inside, however deep */
  guint n_items;
  const FlNestItem *items;
  /* The loop is cut into strips that run innermost, below the reduction loops, because memory is contiguous along it: a
   * reduction of columns. */
  gboolean is_strip;
  /* This loop and the one inside it walk memory across each other (a transposition): both are cut into tiles, so that a
   * cache line is used whole while it is there. */
  gboolean is_tiled;
  gboolean is_tile_swapped; /* within a tile this loop runs innermost: what is written is contiguous along it */
};

typedef enum
{
  FL_LOCAL_MEMORY,
  FL_LOCAL_REGISTER, /* read only where it was just computed */
  FL_LOCAL_ROW,      /* kept for one iteration of the shared outer loops, in an array on the stack */
  FL_LOCAL_ARRAY     /* whole, for as long as its operations have loops of their own: fl_nest_take_apart */
} FlLocalPlace;

typedef struct
{
  const FlBuffer *buffer;
  FlLocalPlace place;
  guint depth;         /* ROW: number of loops around the array */
  gint64 row_elements; /* ROW */
  const char *why;     /* a sentence */
} FlNestLocal;

typedef struct
{
  const FlSchedule *schedule;
  const FlSchedNode *node;
  guint n_leaves;
  const FlNestLeaf *leaves;
  guint n_items;
  const FlNestItem *items;
  guint n_locals; /* buffers written here and read by nobody outside */
  const FlNestLocal *locals;
  guint n_wholes; /* concatenations of which pieces are read as they are written */
  const FlBuffer *const *wholes;
  guint inward;         /* depth of the loop that was outside the one around it, had it not been for memory; 0: none */
  gint64 merged;        /* iterations of the loop that the outermost one took in; 0: none */
  gboolean is_parallel; /* iterations of the one outermost loop may run in any order, at the same time */
  const char *why_serial; /* when it is not */
} FlNest;

enum
{
  FL_NEST_MAX_ROW_BYTES = 256 * 1024, /* rows of one kernel together: what stays in a core's L2 cache */
  FL_NEST_STRIP = 1024,               /* columns of a strip, at most: pages of memory are then read whole */
  FL_NEST_TILE = 16                   /* floats of a cache line */
};

/* For COMPUTE, FUSED, OUTER_LOOP and FOREACH nodes. */
const FlNest *fl_nest_new (FlArena *arena, const FlSchedule *schedule, const FlSchedNode *node);
/* A nest's operations in their order, each with loops of its own: what needed no memory is a whole array. */
const FlNest *fl_nest_take_apart (FlArena *arena, const FlNest *nest);
const FlNestLocal *fl_nest_find_local (const FlNest *nest, const char *buffer);
/* Why the iterations of this outermost loop may not run in any order, at the same time; NULL: they may. */
const char *fl_nest_find_order (const FlNest *nest, const FlNestLoop *loop);
/* May different threads do parts of its outermost loop, reduction or not? What parts of a reduction come to can be
 * joined then. */
gboolean fl_nest_can_split (const FlSchedule *schedule, const FlNestLeaf *leaf);
/* An index of a leaf with the variables of the `depth` outermost loops set to 0: the position within a row. */
const FlSym *fl_nest_get_row_index (const FlNestLeaf *leaf, const FlSym *index, guint depth);
/* Neither this loop nor one inside goes by strips or tiles. */
gboolean fl_nest_loop_is_plain (const FlNestLoop *loop);

/* The name of the memory that a buffer is written to: itself, or what a MUTATION layout points at in the end. */
const FlBuffer *fl_buffer_get_storage (const FlBuffer *buffer);

G_END_DECLS
