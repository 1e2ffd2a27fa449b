/* FlLoopBody: the traced body of one scheduler node: loop variables with sizes, index expressions,
 * and a list of operations in blocks, as Inductor's LoopBody has it. Dependencies, simplification,
 * the text of the reports and the kernels are all made from it. */
#pragma once

#include "fl-ir.h"

G_BEGIN_DECLS

typedef struct
{
  FlScalar op;
  FlDtype dtype;
  FlDtype src_dtype;
  guint n_args;
  guint32 args[4]; /* positions of earlier operations in the same block */
  gint32 index;    /* LOAD, STORE, STORE_REDUCTION, INDEX_EXPR, LOAD_SEED: position in indices; else -1 */
  const char *buffer;
  double number; /* CONSTANT, MASKED (value where the mask is false) */
  gint64 integer;
  FlReductionType reduction;
  guint32 output;   /* GETITEM */
  gint32 block;     /* MASKED: position in blocks of its body; args[0] is the mask */
  guint32 indirect; /* SET_INDIRECT: number of the variable indirectN it defines */
  const FlSym *indirect_symbol;
  const FlSym *indirect_size;
  gboolean indirect_wrap, indirect_check;
  const char *message;               /* DEVICE_ASSERT */
  gint32 bound;                      /* CHECK_BOUNDS: position in indices of the size that index must stay below */
  gboolean check_lower, check_upper; /* CHECK_BOUNDS: which side could not be proved */
  FlStoreMode mode;
  const char *scan_op;                   /* SCAN */
  gboolean sort_stable, sort_descending; /* SORT */
  FlNodeId origin;                       /* FX node */
  const char *name;                      /* fx-style, interned: "load_1", "add", "masked_subblock1" */
  gboolean is_implied; /* CONSTANT, TO_DTYPE: no line of the text; the name is the plain number, or the argument's */
} FlBodyOp;

typedef struct
{
  guint n_ops;
  FlBodyOp *ops;
  guint32 result;   /* of a masked block */
  const char *name; /* "body", "masked_subblock1" */
} FlBodyBlock;

typedef struct
{
  guint n_vars; /* iteration variables, then reduction variables */
  guint n_iter;
  const FlSym *const *vars; /* p0, p1, … (classic z0, …) */
  const FlSym *const *sizes;
  const FlSym *const *written_sizes; /* sizes as products of the loops merged into them; for text only */
  guint n_indices;
  const FlSym *const *indices; /* index0, index1, … deduplicated, in order of first use */
  guint n_blocks;              /* blocks[0] is the root; masked bodies follow, inner ones before outer ones */
  FlBodyBlock *blocks;
  guint n_indirect;       /* variables indirect0, indirect1, … that SET_INDIRECT defines */
  gboolean returns_store; /* text only: the store is what the body returns, not None */
} FlLoopBody;

/* Traces a ComputedBuffer: loads, the expression, the store. Variables are named prefix0, prefix1,
 * … */
FlLoopBody *fl_loop_body_new (FlArena *arena, const FlLowered *lowered, const FlBuffer *buffer, const char *prefix);

/* The loop body over new variables: old variable i becomes values[i] (over new_vars). New variables
 * are created by the caller with sizes; the first n_iter are iteration variables. */
FlLoopBody *fl_loop_body_reindex (FlArena *arena, FlSymTable *symbols, const FlLoopBody *body,
                                  const FlSym *const *values, const FlSym *const *new_vars,
                                  const FlSym *const *new_sizes, guint n_new, guint n_iter);

/* The body again with equal indices merged and renumbered in order of first use, as a second trace
 * would have them. */
FlLoopBody *fl_loop_body_merge_indices (FlArena *arena, const FlLoopBody *body);

/* Calls visit for every operation in the order of tracing: a masked body before the operation that
 * uses it. */
typedef void (*FlBodyVisit) (const FlBodyOp *op, gpointer data);
void fl_loop_body_visit (const FlLoopBody *body, FlBodyVisit visit, gpointer data);

/* "    var_ranges = {p0: 256}\n    index0 = p0\n    def body(self, ops):\n …", indented by 4, as
 * the reports have it. */
void fl_loop_body_append (GString *out, const FlLoopBody *body, const FlTorch *rules);

G_END_DECLS
