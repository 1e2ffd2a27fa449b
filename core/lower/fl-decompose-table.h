/* The decompositions that the operator table names, and short forms in which they are written. */
#pragma once

#include "fl-aten.h"
#include "fl-rewrite.h"

G_BEGIN_DECLS

/* Declares a decomposition. Each file declares those that it defines, and fl-decompose-table.c all that the operator
 * table names: no header reads the table, or every row would build all decompositions anew. */
#define DECOMPOSITION(into) gboolean decompose_##into (FlRewrite *rw, const FlAtenRow *row)

/* Decompositions that other decompositions call. */
DECOMPOSITION (rand);
DECOMPOSITION (randint);

/* Argument "reduction" of a loss, in PyTorch's numbers. */
enum
{
  FL_LOSS_KEEP,
  FL_LOSS_MEAN,
  FL_LOSS_SUM
};

/* Dimensions of tensors whose sizes are numbers. */
enum
{
  FL_DECOMPOSE_MAX_RANK = 8
};

/* The sizes as numbers, at most FL_DECOMPOSE_MAX_RANK; FALSE: no tensor, a symbol, or more dimensions. */
gboolean fl_decompose_get_sizes (const FlTensor *tensor, gint64 *sizes);

#define ADD(a, b) fl_emit_add (rw, (a), (b))
#define SUB(a, b) fl_emit_sub (rw, (a), (b))
#define MUL(a, b) fl_emit_mul (rw, (a), (b))
#define DIV(a, b) fl_emit_div (rw, (a), (b))
#define UNARY(name, a) fl_emit_unary (rw, (name), (a))
#define WHERE(c, a, b) fl_emit_where (rw, (c), (a), (b))
#define NUMBER(x) fl_arg_float (x)
#define INTEGER(x) fl_arg_int (rw, (x))

/* Sets the result, cast back to the dtype that was given; always TRUE. */
gboolean fl_decompose_done (FlRewrite *rw, FlArg result, FlDtype given);
/* Whether somebody sees the memory of the value: as_strided and related operators that read it or a view of it, a write
 * where it has views. */
gboolean fl_decompose_is_memory_seen (const FlGraph *graph, const FlNode *node);
/* The last two dimensions exchanged. */
FlArg fl_emit_transpose_last (FlRewrite *rw, FlArg x);
/* As torch.matmul; FALSE: the shapes are not known. */
gboolean fl_emit_matmul (FlRewrite *rw, FlArg a, FlArg b, FlArg *out);
gboolean fl_decompose_done_tuple (FlRewrite *rw, const FlArg *results, guint n);

G_END_DECLS
