/* The operator table: one row an operator (fl-aten-ops.def). A consumer reads its own column by defining the macros it
 * wants before including the .def, in a file of C and never in a header: shape rules here, lowerings in core/lower,
 * decompositions in core/lower, reference kernels in core/reference. Tokens only, so that nothing includes upward. */
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
  FL_ATEN_MUTATION, /* writes one of its arguments */
  FL_ATEN_SYMBOLIC, /* integer arithmetic on sizes */
  FL_ATEN_OTHER     /* getitem, assertions, collectives */
} FlAtenKind;

/* Which operator: for those that code asks for by name FL_ATEN_OP_… (fl-aten-ids.h). Not an enum: whoever includes this
 * shall not be built anew for every row. */
typedef guint16 FlAtenOp;

typedef struct _FlAtenRow
{
  guint16 position; /* among all rows: consumers keep their columns in tables by it */
  FlAtenOp op;      /* different for each row */
  const char *name; /* "aten.add.Tensor" */
  FlAtenKind kind;
  const char *signature; /* "self other *alpha=1": parameters in order, '*' before keyword-only ones, '=' default */
} FlAtenRow;

typedef enum
{
  FL_ATEN_BASE_ANY,
  FL_ATEN_BASE_TENSOR,
  FL_ATEN_BASE_SCALAR, /* a number of any kind */
  FL_ATEN_BASE_INT,    /* an int or a SymInt */
  FL_ATEN_BASE_FLOAT,
  FL_ATEN_BASE_BOOL,
  FL_ATEN_BASE_STRING,
  FL_ATEN_BASE_DTYPE,
  FL_ATEN_BASE_DEVICE,
  FL_ATEN_BASE_LAYOUT,
  FL_ATEN_BASE_FORMAT,
  FL_ATEN_BASE_NUMERIC, /* a number or a symbolic one */
  FL_ATEN_BASE_REST     /* any number of arguments of any kind */
} FlAtenBase;

/* What a parameter takes, as PyTorch's schema has it (fl-overloads.def, fl-aten-kinds.def). */
typedef struct
{
  const char *text; /* in PyTorch's words: "Tensor", "int[]?" */
  FlAtenBase base;
  gboolean is_list;
  gboolean is_optional;    /* may be None */
  gboolean has_none_items; /* of a list: its items may be None */
} FlAtenType;

/* One parameter of a signature. */
typedef struct
{
  const char *name; /* interned */
  const char
      *default_text; /* NULL: must be given; "" is None; else a literal: "1", "1e-05", "True", "[0,0]", "'none'" */
  gboolean is_keyword_only;
  FlAtenType type;
} FlAtenParam;

/* The columns of the operator table as texts; "none" where a row has none. */
typedef struct
{
  const char *shape, *lower, *decompose, *reference;
} FlAtenParts;

/* NULL when unknown. target as in FlNode.target; an operator without an overload means ".default". */
const FlAtenRow *fl_aten_find (const char *target);
guint fl_aten_get_n_rows (void);
const FlAtenRow *fl_aten_get_row (guint position);
/* Of one that has a name. */
const FlAtenRow *fl_aten_get_named (FlAtenOp op);
/* Is the node a call of it? node NULL: no. */
static inline gboolean
fl_node_is_op (const FlNode *node, FlAtenOp op)
{
  return node != NULL && node->op != NULL && node->op->op == op;
}
/* The functional twin of a view (aten.permute_copy; prims.reshape by its result type): memory of its own, contiguous.
 */
gboolean fl_aten_is_view_copy (const FlAtenRow *row);
FlAtenParts fl_aten_get_parts (const FlAtenRow *row);
const char *fl_aten_kind_get_name (FlAtenKind kind);
/* The parameters, in order. */
const FlAtenParam *fl_aten_get_params (const FlAtenRow *row, guint *n_params);
/* "aten.add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)": the signature with its kinds, for messages. */
void fl_aten_append_signature (GString *out, const FlAtenRow *row);

G_END_DECLS
