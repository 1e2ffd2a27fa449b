/* FlExpr: what TorchInductor writes as an inner_fn: a scalar expression over loop variables.
 *
 * Expressions are hash-consed in a pool, so equal ones are the same pointer and inlining (substituting index
 * expressions for loop variables) shares work. Inductor, however, evaluates a producer's inner_fn afresh for each use,
 * and its texts show the repetition. That is kept by SCOPE: every use of an inlined producer is wrapped in a SCOPE node
 * with a number of its own; whatever is outside shares nothing with its inside when a loop body is traced. `canon` is
 * the same expression without scopes and origins: operation and read counts are taken over it, since Inductor counts
 * after common subexpressions are merged.
 *
 * An index read from memory is a symbol of kind FL_SYM_INDIRECT tied to the expression that yields it
 * (fl_expr_indirect); substituting loop variables goes through the tie. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

typedef enum
{
#define SCALAR(id, name, n_args, result, flops) FL_SCALAR_##id,
#include "fl-scalar-ops.def"
  FL_N_SCALARS
} FlScalar;

typedef struct
{
  const char *name;
  guint n_args;
  enum
  {
    FL_RESULT_SAME,
    FL_RESULT_BOOL,
    FL_RESULT_GIVEN
  } result;
  guint flops;
} FlScalarInfo;

const FlScalarInfo *fl_scalar_get_info (FlScalar op);

typedef struct _FlExpr FlExpr;
struct _FlExpr
{
  FlScalar op;
  FlDtype dtype;
  FlDtype src_dtype; /* TO_DTYPE, BITCAST; MASKED, CONSTANT: I64 where the value is written as a whole number */
  guint32 id;        /* order of making within the pool */
  guint32 scope;     /* SCOPE, and AFTER where it is a step: its number */
  FlNodeId origin;   /* FX node whose lowering made this op */
  guint n_args;
  const FlExpr *args[4];
  const FlSym
      *index; /* LOAD, INDEX_EXPR, LOAD_SEED; SCOPE: a sum of the indices it is called with that read memory, or NULL */
  const char *buffer;  /* LOAD, LOAD_SEED: interned name */
  const char *message; /* DEVICE_ASSERT: interned, what it means when the value is false */
  double number;       /* CONSTANT, MASKED: float and bool values */
  gint64 integer;      /* CONSTANT of an integer dtype */
  gboolean is_implied; /* CONSTANT, TO_DTYPE: Inductor hands its reader the plain number or the value as it is */
  const FlExpr *canon; /* without scopes and origins; itself when it has neither */
};

typedef struct _FlExprPool FlExprPool;

/* Lives in arena. */
FlExprPool *fl_expr_pool_new (FlArena *arena, FlSymTable *symbols);
/* While set, every op made carries this FX node as its origin. */
void fl_expr_pool_set_origin (FlExprPool *pool, FlNodeId origin);

const FlExpr *fl_expr_load (FlExprPool *pool, const char *buffer, FlDtype dtype, const FlSym *index);
const FlExpr *fl_expr_constant (FlExprPool *pool, FlDtype dtype, double number);
const FlExpr *fl_expr_constant_int (FlExprPool *pool, FlDtype dtype, gint64 integer);
/* A number that its reader takes as it is, in the text and for the counter. */
const FlExpr *fl_expr_literal (FlExprPool *pool, FlDtype dtype, gint64 integer);
const FlExpr *fl_expr_index (FlExprPool *pool, FlDtype dtype, const FlSym *index);
const FlExpr *fl_expr_to_dtype (FlExprPool *pool, const FlExpr *value, FlDtype dtype); /* same dtype: value itself */
/* The cast of a value that is one of `from`, whatever dtype its expression has. */
const FlExpr *fl_expr_convert (FlExprPool *pool, const FlExpr *value, FlDtype from, FlDtype dtype);
/* The cast that a reader does by itself. */
const FlExpr *fl_expr_imply_dtype (FlExprPool *pool, const FlExpr *value, FlDtype dtype);
const FlExpr *fl_expr_bitcast (FlExprPool *pool, const FlExpr *value, FlDtype dtype);
const FlExpr *fl_expr_op1 (FlExprPool *pool, FlScalar op, const FlExpr *a);
const FlExpr *fl_expr_op2 (FlExprPool *pool, FlScalar op, const FlExpr *a, const FlExpr *b);
const FlExpr *fl_expr_op3 (FlExprPool *pool, FlScalar op, const FlExpr *a, const FlExpr *b, const FlExpr *c);
const FlExpr *fl_expr_where (FlExprPool *pool, const FlExpr *condition, const FlExpr *a, const FlExpr *b);
const FlExpr *fl_expr_masked (FlExprPool *pool, const FlExpr *mask, const FlExpr *body, double other);
/* fl_expr_masked whose other value is a whole number and stays one in the text whatever the dtype. */
const FlExpr *fl_expr_masked_int (FlExprPool *pool, const FlExpr *mask, const FlExpr *body, gint64 other);
/* fl_expr_masked whose other value is 0.0 in the text whatever the dtype. */
const FlExpr *fl_expr_masked_zero (FlExprPool *pool, const FlExpr *mask, const FlExpr *body);
const FlExpr *fl_expr_load_seed (FlExprPool *pool, const char *buffer, const FlSym *position);
const FlExpr *fl_expr_random (FlExprPool *pool, FlScalar op, FlDtype dtype, const FlExpr *const *args, guint n_args);
/* value, computed after `first`, which nothing else need use: Inductor's lowerings leave such operations, and its texts
 * show them. */
const FlExpr *fl_expr_after (FlExprPool *pool, const FlExpr *first, const FlExpr *value);
/* fl_expr_after as one of several steps: steps and inlined uses run in the order in which they were made, before the
 * expression around them. */
const FlExpr *fl_expr_step (FlExprPool *pool, const FlExpr *first, const FlExpr *value);
/* value, which must not be false: message says what it means. */
const FlExpr *fl_expr_assert (FlExprPool *pool, const FlExpr *value, const char *message);
/* One inlined use of a producer. */
const FlExpr *fl_expr_scope (FlExprPool *pool, const FlExpr *value);
/* One inlined use of a producer at given indices: loads in the indices are done by the caller, once, before the call.
 */
const FlExpr *fl_expr_scope_at (FlExprPool *pool, const FlExpr *value, const FlSym *const *index, guint n);

/* The symbol that stands for the value of `value` in an index. size: of the dimension it indexes; wrap_negative:
 * negative indices count from the end (Inductor's indirect_indexing); check: an out-of-range index is an error. */
const FlSym *fl_expr_indirect (FlExprPool *pool, const FlExpr *value, const FlSym *size, gboolean wrap_negative,
                               gboolean check);
typedef struct
{
  const FlExpr *value;
  const FlSym *size;
  gboolean wrap_negative;
  gboolean check;
} FlIndirect;
/* The indirect symbols of an index, in the order in which they were made: that in which Inductor reads them. */
void fl_expr_collect_indirect (FlExprPool *pool, const FlSym *index, GPtrArray *symbols);
const FlIndirect *fl_expr_find_indirect (FlExprPool *pool, const FlSym *symbol);

/* Replaces loop variables in every index inside, ties of indirect symbols included. Linear in the size of the DAG. */
const FlExpr *fl_expr_substitute (FlExprPool *pool, const FlExpr *expr, const FlSym *const *vars,
                                  const FlSym *const *values, guint n);

/* Calls visit for every distinct load (LOAD and LOAD_SEED) of the canonical expression, those inside indices included,
 * in the order in which they run. */
typedef void (*FlExprVisit) (const FlExpr *load, gpointer data);
void fl_expr_visit_loads (FlExprPool *pool, const FlExpr *expr, FlExprVisit visit, gpointer data);
/* The expression with map (data, buffer, index) for the index of every load, inside indices too. */
typedef const FlSym *(*FlExprMapIndex) (gpointer data, const char *buffer, const FlSym *index);
const FlExpr *fl_expr_map_indices (FlExprPool *pool, const FlExpr *expr, FlExprMapIndex map, gpointer data);
/* An index whose indirect symbols are all tied to mapped expressions. */
const FlSym *fl_expr_map_index (FlExprPool *pool, const FlSym *index, FlExprMapIndex map, gpointer data);

/* What Inductor's inner_fn_opcount gives, over canonical expressions (indirect ones included). */
typedef struct
{
  guint n_ops;              /* distinct ops, loads, constants and index_exprs counted */
  guint n_reads;            /* distinct (buffer, index) loads */
  guint n_nontrivial_reads; /* reads whose index is not a plain integer */
  gboolean is_heavy;        /* uses exp or sigmoid: Inductor's CPU rule */
  gboolean is_heavy_lately; /* uses those, a logarithm or tanh: the same rule since 2026 */
  guint n_read_buffers;
  const char *const *read_buffers; /* distinct names, in order of first use; in arena */
} FlExprCount;
void fl_expr_count (FlExprPool *pool, const FlExpr *expr, FlArena *arena, FlExprCount *count);

/* For events, tooltips and tests: "exp(load(arg0_1, 3840*i0 + i1) - load(buf0, i0))". */
void fl_expr_append (GString *out, FlExprPool *pool, const FlExpr *expr);
/* As Inductor's KernelFormatterHandler prints an inner_fn: a line of its own for every operation, each computed once,
 * "tmp0 = ops.load(arg0_1, 3840*i0 + i1)". names: expression -> name of the lines that are there already. Returns the
 * name of the value: "tmp0". */
const char *fl_expr_append_lines (GString *out, FlExprPool *pool, const FlExpr *expr, const char *indent,
                                  GHashTable *names);

G_END_DECLS
