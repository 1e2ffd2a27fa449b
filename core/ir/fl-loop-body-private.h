/* What the files that trace a loop body share. */
#pragma once

#include "fl-loop-body.h"

G_BEGIN_DECLS

/* A value while tracing. Constants and index expressions stay symbolic until an operation needs them, so arithmetic on
 * them is folded and each use writes its own constant or index_expr: TorchInductor's IndexPropagation. */
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

G_END_DECLS
