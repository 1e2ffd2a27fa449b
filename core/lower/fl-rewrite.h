/* Making a graph from a graph: what decompositions and graph passes share.
 *
 * Nodes are copied in order; a decomposition emits other nodes in place of one and says what its results became. Values
 * of emitted nodes come from the operators' shape rules at once, so that decompositions can look at them. */
#pragma once

#include "fl-lower.h"

G_BEGIN_DECLS

typedef struct
{
  const FlPass *pass;
  const FlGraph *source;
  FlGraphBuilder *builder;
  FlArena *arena; /* of the new graph */
  FlSymTable *symbols;
  FlGraph mirror; /* the nodes made so far, for shape rules */
  GArray *nodes;  /* FlNode: mirror.nodes */
  FlArg *results; /* by source node: what it became; TUPLE for several */
  gboolean *is_done;
  const FlNode *node; /* of the source, being rewritten */
  FlNodeId id;
  gboolean is_gpu; /* the target */
  guint n_opened;  /* nodes of the source that were opened */
  gboolean
      is_untold; /* a number of the node was asked for that comes with the call: what was made of it does not hold */
  guint n_seeds; /* random operators to open; 0: leave them */
  guint next_seed;
  guint32 list;    /* FlNode.list of what is emitted */
  FlArg seeds;     /* all of them, once made */
  guint32 *roots;  /* by source node: the node whose value it is, where something wrote in place */
  GArray *written; /* FlRewriteWrite: inputs whose new value is copied back at the end */
} FlRewrite;

typedef struct
{
  guint32 root;   /* of the source */
  FlArg original; /* over the new graph */
} FlRewriteWrite;

void fl_rewrite_start (FlRewrite *rw, const FlPass *pass, const FlGraph *source);
void fl_rewrite_enter (FlRewrite *rw, guint index);
/* The node as it is, over the new graph's nodes. */
void fl_rewrite_copy (FlRewrite *rw);
void fl_rewrite_copy_as (FlRewrite *rw, const char *target);
void fl_rewrite_set_result (FlRewrite *rw, FlArg result);
/* Copies back into inputs what was written in place; before the output node. */
void fl_rewrite_write_back (FlRewrite *rw);
/* After the node has a result: of an operator that writes its first argument, that is what readers of the argument get
 * from here on. */
void fl_rewrite_note_write (FlRewrite *rw);
/* Frees what rw holds. Origins become nodes of given, from which the source was made in turn. */
FlGraph *fl_rewrite_finish (FlRewrite *rw, const FlGraph *given, GError **error);
void fl_rewrite_clear (FlRewrite *rw);

/* --- arguments of the source node, over the new graph ----------------------------------------- */
FlArg fl_rewrite_map (FlRewrite *rw, const FlArg *arg);
FlArg fl_rewrite_get (FlRewrite *rw, const char *name); /* kind NONE when absent or None */
FlArg fl_rewrite_nth (FlRewrite *rw, guint position);
/* Numbers; fallback where the argument is absent or None. One that is an expression of sizes leaves the node unopened.
 */
gint64 fl_rewrite_get_int (FlRewrite *rw, const char *name, gint64 fallback);
double fl_rewrite_get_float (FlRewrite *rw, const char *name, double fallback);
gboolean fl_rewrite_get_bool (FlRewrite *rw, const char *name, gboolean fallback);
const FlTensor *fl_rewrite_tensor (FlRewrite *rw, FlArg arg); /* NULL: no tensor, or not known */
guint fl_rewrite_rank (FlRewrite *rw, FlArg arg);
gint64 fl_rewrite_wrap (gint64 dim, guint rank);
/* The node of the source that an argument of the source is; NULL: no argument, or none that is a node. */
const FlNode *fl_rewrite_find_node (const FlRewrite *rw, const FlArg *arg);

/* --- constants -------------------------------------------------------------------------------- */
FlArg fl_arg_int (FlRewrite *rw, gint64 value);
FlArg fl_arg_sym (const FlSym *sym);
FlArg fl_arg_float (double value);
FlArg fl_arg_number (FlRewrite *rw, double value); /* an int where it is whole, as PyTorch's texts have it */
FlArg fl_arg_bool (gboolean value);
FlArg fl_arg_none (void);
FlArg fl_arg_dtype (FlDtype dtype);
FlArg fl_arg_name (const char *text);
FlArg fl_arg_list (FlRewrite *rw, const FlArg *items, guint n);
FlArg fl_arg_ints (FlRewrite *rw, const gint64 *values, guint n);
FlArg fl_arg_syms (FlRewrite *rw, const FlSym *const *syms, guint n);
FlArg fl_arg_indices (FlRewrite *rw, guint dim,
                      FlArg index); /* [None, …, index]: all of the dimensions before dim; dim below 16 */
FlArg fl_arg_with_keyword (const char *keyword, FlArg arg);

/* --- emitting --------------------------------------------------------------------------------- */
FlArg fl_rewrite_emit (FlRewrite *rw, const char *target, const FlArg *args, guint n_args);
#define EMIT(rw, target, ...)                                                                                          \
  fl_rewrite_emit ((rw), (target), (const FlArg[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const FlArg[]) { __VA_ARGS__ })))
FlArg fl_emit_item (FlRewrite *rw, FlArg tuple, guint position);
FlArg fl_emit_add (FlRewrite *rw, FlArg a, FlArg b);
FlArg fl_emit_sub (FlRewrite *rw, FlArg a, FlArg b);
FlArg fl_emit_mul (FlRewrite *rw, FlArg a, FlArg b);
FlArg fl_emit_div (FlRewrite *rw, FlArg a, FlArg b);
FlArg fl_emit_unary (FlRewrite *rw, const char *name, FlArg a); /* "exp": aten.exp.default */
FlArg fl_emit_where (FlRewrite *rw, FlArg condition, FlArg a, FlArg b);
FlArg fl_emit_cast (FlRewrite *rw, FlArg a, FlDtype dtype); /* nothing when it has it */
FlArg fl_emit_reshape (FlRewrite *rw, FlArg a, const FlSym *const *sizes, guint n);
FlArg fl_emit_reduce (FlRewrite *rw, const char *target, FlArg a, const gint64 *dims, guint n, gboolean keep_dims);
FlArg fl_emit_full (FlRewrite *rw, const FlTensor *like, double value);      /* same shape, dtype and device */
FlArg fl_emit_positions (FlRewrite *rw, const FlSym *size, FlDevice device); /* i64[size]: 0, 1, … */
FlArg fl_emit_unsqueeze (FlRewrite *rw, FlArg a, gint64 dim);
FlArg fl_emit_unsqueeze_to (FlRewrite *rw, FlArg a, guint rank); /* dimensions of size 1 behind, until it has rank */
/* f32 for f16 and bf16, as PyTorch computes; result of the opposite cast at the end. */
FlArg fl_emit_opmath (FlRewrite *rw, FlArg a, FlDtype *given);

/* A decomposition: FALSE when it does not apply here (the node is copied then); else the results were set. */
typedef gboolean (*FlDecomposeFn) (FlRewrite *rw, const FlAtenRow *row);
FlDecomposeFn fl_decompose_find (const FlAtenRow *row);

G_END_DECLS
