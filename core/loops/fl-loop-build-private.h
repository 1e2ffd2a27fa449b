/* Building a loop program, shared by its two files: the tree of loops, and the operations of a leaf. */
#pragma once

#include "fl-loop-build.h"

G_BEGIN_DECLS

typedef struct
{
  FlLoopKernel *kernel;
  const FlNest *nest;
  FlLoopBind bind;
  gpointer data;
  GHashTable *homes;     /* FlBuffer: a storage, or a row on the stack -> home */
  GArray *arrays;        /* FlHomeId: whole buffers between operations that have loops of their own */
  GHashTable *registers; /* FlBuffer that is read only where it was just computed -> value */
  GArray *epochs;        /* guint a home: stores to it until now */
  GPtrArray *leaves;     /* FlLoopLeaf, by position */
  guint64 open;          /* axes around what is being built */
  guint n_indirect;
  GArray *lets;      /* FlValueId: values with a name in reach */
  char *unsupported; /* says what has no form; NULL while all is well */
} FlLoopBuilder;

/* One leaf while its operations become values. */
typedef struct
{
  const FlNestLeaf *leaf;
  FlValueId *values;      /* of the root block's operations; 0: not built */
  gboolean *is_after;     /* depends on the leaf's reduction */
  guint *n_uses;          /* by operations of the root block */
  FlHomeId accumulator;   /* of its reduction or scan */
  GPtrArray *old, *fresh; /* FlSym: symbols of the body for what is read from memory, and the kernel's own for them */
} FlLoopLeaf;

FlLoopLeaf *fl_loop_leaf_new (const FlNestLeaf *leaf);
void fl_loop_leaf_free (FlLoopLeaf *leaf);
gboolean fl_loop_leaf_accumulates (const FlLoopLeaf *leaf); /* Does the leaf reduce or scan? */
/* The home of a scan's or reduction's accumulator, which begins where the open axes are. */
FlHomeId fl_loop_leaf_add_accumulator (FlLoopBuilder *builder, FlLoopLeaf *leaf);
/* Appends statements: what happens in each iteration; once the reduction is done. */
void fl_loop_leaf_build_inside (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts);
void fl_loop_leaf_build_after (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts);

/* Where an operation is built. */
typedef struct
{
  FlLoopBuilder *builder;
  FlLoopLeaf *leaf;
  const FlBodyBlock *block;
  FlValueId *values;
  GArray *stmts; /* NULL inside a masked block: nothing there is a statement */
} FlLoopSite;

void fl_loop_builder_fail (FlLoopBuilder *builder, const char *what);
/* Stores to the home until now. */
guint *fl_loop_builder_get_epoch (FlLoopBuilder *builder, FlHomeId home);
/* The home that a buffer lies in, and the index of an element there. 0: in a register. */
FlHomeId fl_loop_site_find_home (FlLoopSite *site, const FlBuffer *buffer, const FlSym **index);
guint fl_loop_site_make_origins (FlLoopSite *site, const FlBodyOp *op);
void fl_loop_site_add_stmt (FlLoopSite *site, const FlBodyOp *op, FlLoopStmt stmt);
/* A name for a value, unless it has one that reaches here. */
void fl_loop_site_add_let (FlLoopSite *site, const FlBodyOp *op, FlValueId value);
const FlSym *fl_loop_site_get_index (const FlLoopSite *site, gint32 position);
gint64 fl_loop_get_bits (FlDtype dtype, double number, gint64 integer);

G_END_DECLS
