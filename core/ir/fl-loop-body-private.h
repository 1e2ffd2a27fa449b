/* What the files that trace a loop body share. */
#pragma once

#include "fl-loop-body.h"

G_BEGIN_DECLS

/* A value while tracing. Constants and index expressions stay symbolic until an operation needs
 * them, so arithmetic on them is folded and each use writes its own constant or index_expr:
 * TorchInductor's IndexPropagation. */
typedef enum
{
  FL_TRACED_OP,    /* result of an operation of the block */
  FL_TRACED_FLOAT, /* a constant of a float dtype */
  FL_TRACED_SYM    /* an index expression, or a constant of an integer dtype or bool */
} FlTracedKind;

typedef struct
{
  FlTracedKind kind;
  FlDtype dtype;
  guint32 op;
  double number;
  const FlSym *sym;
} FlTraced;

FlTraced fl_traced_from_op (guint32 op, FlDtype dtype);
FlTraced fl_traced_from_sym (const FlSym *sym, FlDtype dtype);
FlTraced fl_traced_from_number (double number, FlDtype dtype, FlSymTable *symbols);
/* Folds op over symbolic values. FALSE: it cannot be folded and must become an operation. */
gboolean fl_traced_fold (FlScalar op, const FlTraced *args, guint n_args, FlDtype dtype, FlSymTable *symbols,
                         FlTraced *result);

/* What one traced body grows in. */
typedef struct
{
  FlArena *arena;
  const FlLowered *lowered;
  FlSymTable *symbols;
  FlLoopBody *body;
  guint n_old;
  const FlSym **old_vars; /* the loops' variables, and what each becomes */
  const FlSym **values;
  GPtrArray *indices;
  GHashTable *index_positions; /* FlSym -> position + 1 */
  GPtrArray *blocks;           /* FlBodyBlock; [0] is the root's place */
  GPtrArray *indirect_sizes;   /* FlSym by number of the indirect variable that is checked to be below;
                                  NULL: unchecked */
  guint n_submodules;
} FlTracer;

typedef struct
{
  FlTracer *tracer;
  GArray *ops;         /* FlBodyOp */
  GHashTable *n_names; /* interned base -> times used */
} FlTracingBlock;

/* One call of an inner function: what it has computed so far. */
typedef struct _FlTracingScope FlTracingScope;
struct _FlTracingScope
{
  FlTracingBlock *block;
  const FlTracingScope *outer; /* the caller's: where index variables may already be known; else NULL */
  GHashTable *values;          /* FlExpr -> FlTraced */
  GHashTable *indirect;        /* FlSym -> FlSym of this body */
};

/* fl-loop-body-ops.c */
FlBodyOp fl_tracing_make_op (FlScalar op, FlDtype dtype, FlNodeId origin);
/* Appends op under a name made of base, or of the operation's own where base is NULL; gives its
 * position. */
guint32 fl_tracing_emit (FlTracingBlock *block, const FlBodyOp *op, const char *base);
/* An operation that the text does not show: whoever reads it names `name`. */
guint32 fl_tracing_imply (FlTracingBlock *block, const FlBodyOp *op, const char *name);
gint32 fl_tracing_add_index (FlTracer *tracer, const FlSym *index);
const FlSym *fl_tracing_simplify (FlTracer *tracer, const FlSym *index);
/* The operation that holds a value: constants and index expressions are written out where they are
 * used. */
guint32 fl_tracing_materialize (FlTracingBlock *block, const FlTraced *value, FlNodeId origin);
void fl_tracing_scope_init (FlTracingScope *scope, FlTracingBlock *block, const FlTracingScope *outer);
void fl_tracing_scope_clear (FlTracingScope *scope);
void fl_tracing_block_init (FlTracingBlock *block, FlTracer *tracer);
FlBodyBlock *fl_tracing_block_finish (FlTracingBlock *block, guint32 result, const char *name);
/* fl-loop-body-trace.c */
/* The index over this body's variables; values that it reads from memory are traced first. */
const FlSym *fl_tracing_map_index (FlTracingScope *scope, const FlSym *index, FlNodeId origin);
FlTraced fl_tracing_expr (FlTracingScope *scope, const FlExpr *expr);
/* An inner function calls the loaders of its operands, in their order, before it computes anything.
 */
FlTraced fl_tracing_inner_function (FlTracingScope *scope, const FlExpr *expr);

G_END_DECLS
