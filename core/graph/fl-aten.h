/* The operator table: one row an operator (fl-aten-ops.def). A consumer reads its own column by defining the macros it
 * wants before including the .def: shape rules here, lowerings in core/lower, decompositions in core/lower, reference
 * kernels in core/run. Tokens only, so that nothing includes upward. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

typedef enum
{
  FL_ATEN_POINTWISE,
  FL_ATEN_REDUCTION,
  FL_ATEN_VIEW,
  FL_ATEN_INDEX,     /* gather, embedding, index, cat, pad, scatter: data movement with computed addresses */
  FL_ATEN_CREATE,    /* full, iota, … */
  FL_ATEN_EXTERN,    /* a library call: mm, convolution, sort */
  FL_ATEN_COMPOSITE, /* opened into others before lowering */
  FL_ATEN_RANDOM,
  FL_ATEN_MUTATION,  /* writes one of its arguments */
  FL_ATEN_SYMBOLIC,  /* integer arithmetic on sizes */
  FL_ATEN_OTHER      /* getitem, assertions, collectives */
} FlAtenKind;

typedef enum
{
#define ATEN(id, name, kind, signature) FL_ATEN_OP_##id,
#include "fl-aten-ops.def"
  FL_N_ATEN_OPS
} FlAtenOp;

typedef struct _FlAtenRow
{
  FlAtenOp op;
  const char *name;      /* "aten.add.Tensor" */
  FlAtenKind kind;
  const char *signature; /* "self other *alpha=1": parameters in order, '*' before keyword-only ones, '=' default */
} FlAtenRow;

/* One parameter of a signature. */
typedef struct
{
  const char *name;         /* interned */
  const char *default_text; /* NULL: must be given; "" is None; else a literal: "1", "1e-05", "True", "[0,0]", "'none'" */
  gboolean is_keyword_only;
} FlAtenParam;

/* NULL when unknown. target as in FlNode.target; an operator without an overload means ".default". */
const FlAtenRow *fl_aten_find (const char *target);
const FlAtenRow *fl_aten_get_row (FlAtenOp op);
/* Is the node a call of it? node NULL: no. */
static inline gboolean
fl_node_is_op (const FlNode *node, FlAtenOp op)
{
  return node != NULL && node->op != NULL && node->op->op == op;
}
/* The parameters, in order. */
const FlAtenParam *fl_aten_get_params (const FlAtenRow *row, guint *n_params);

G_END_DECLS
