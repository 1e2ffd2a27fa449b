/* The op graph: what the fusion strategies that work on tensor operations see. One node an operation, in
 * topological order; broadcasts, transposes, reshapes and slices are nodes of their own (the "explicit"
 * presentation), so that a rule can speak of them. It comes from an FX graph (fl_op_graph_from_fx) or is
 * built node by node. Frozen once finished. */
#pragma once

#include "fl-graph.h"
#include "fl-trace.h"

G_BEGIN_DECLS

typedef enum
{
  FL_OP_INPUT,
  FL_OP_CONSTANT,  /* a scalar or a tensor of one value: costs no bytes */
  FL_OP_POINTWISE, /* every tensor argument has the result's shape */
  FL_OP_BROADCAST, /* dims[k]: the result's axis that axis k of the argument becomes */
  FL_OP_REDUCE,    /* over `axes`, which the result does not have */
  FL_OP_TRANSPOSE, /* dims[i]: the argument's axis that axis i of the result reads */
  FL_OP_RESHAPE,
  FL_OP_CONCAT,
  FL_OP_SLICE,  /* reads a part of argument 0 */
  FL_OP_GATHER, /* reads elements of argument 0, chosen by argument 1 */
  FL_OP_MATMUL,
  FL_OP_CONVOLUTION,
  FL_OP_OPAQUE /* anything else: a library call */
} FlOpKind;

enum
{
  FL_OP_MAX_DIMS = 32,      /* axes are bits of a guint32 */
  FL_OP_UNKNOWN_SIZE = 8192 /* stands for a symbolic size without a hint, as in the scheduler's scores */
};

typedef struct
{
  guint32 id; /* position in FlOpGraph.nodes */
  FlOpKind kind;
  const char *name; /* interned, unique */
  const char *fn;   /* interned: "add", "exp", "sum"; for patterns and for people */
  FlDtype dtype;
  guint n_dims;
  const FlSym *const *sizes;
  const FlSym *numel;
  gint64 bytes; /* of the whole result, at the hints of symbolic sizes; 0 for constants */
  guint n_inputs;
  const guint32 *inputs; /* as given: a node may be named twice */
  guint n_users;
  const guint32 *users; /* distinct, ascending */
  gboolean is_output;
  const guint *dims; /* BROADCAST: n_dims of the argument; TRANSPOSE: n_dims of the result */
  guint32 axes;      /* REDUCE: bit k for axis k of the argument */
  const char *fx;    /* interned: the FX node that it came from; NULL: none */
  guint32 origin;    /* 1 + position of the operator that it was opened from in the user's graph; 0: none */
} FlOpNode;

typedef struct
{
  FlArena *arena; /* borrowed: the run's */
  FlSymTable *symbols;
  guint n_nodes;
  const FlOpNode *nodes;
  guint n_ops; /* nodes that are work: neither input nor constant */
} FlOpGraph;

const char *fl_op_kind_get_name (FlOpKind kind); /* "pointwise" */
/* Only moves elements: broadcast, transpose, reshape, slice. */
gboolean fl_op_kind_is_view (FlOpKind kind);
gboolean fl_op_is_work (const FlOpNode *node);
const FlOpNode *fl_op_graph_find (const FlOpGraph *graph, const char *name);
const FlSym *fl_op_graph_product (const FlOpGraph *graph, const FlOpNode *node, guint first, guint n);

/* --- building --------------------------------------------------------------------------------- */
typedef struct _FlOpGraphBuilder FlOpGraphBuilder;

FlOpGraphBuilder *fl_op_graph_builder_new (FlArena *arena, FlSymTable *symbols);
/* Copies *node; id, numel, bytes and users are filled in. The inputs must have been added before. */
guint32 fl_op_graph_builder_add (FlOpGraphBuilder *builder, const FlOpNode *node);
const FlOpNode *fl_op_graph_builder_get (FlOpGraphBuilder *builder, guint32 id);
void fl_op_graph_builder_mark_output (FlOpGraphBuilder *builder, guint32 id);
/* Frees the builder. */
FlOpGraph *fl_op_graph_builder_finish (FlOpGraphBuilder *builder);

/* In: an explicit FX graph (fl_explicit_run). Out: its op graph, one op a call, named as it. A call whose rule or
 * shapes the op kinds do not cover is opaque. */
FlOpGraph *fl_op_graph_from_fx (const FlPass *pass, const FlGraph *graph, GError **error);

G_END_DECLS
