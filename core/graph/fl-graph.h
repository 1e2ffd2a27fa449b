/* FlGraph: the FX level. A graph is built once by a reader (or by a pass that copies and edits) and then frozen; nodes
 * are in execution order and ids are positions in that order. Unknown operators stay as opaque nodes with their
 * annotated outputs, so a graph with one strange operator still opens, draws and steps. */
#pragma once

#include "fl-arena.h"
#include "fl-dtype.h"
#include "fl-error.h"
#include "fl-sym.h"
#include "fl-torch.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 index; /* position in FlGraph.nodes */
} FlNodeId;
#define FL_NODE_NONE ((FlNodeId) { G_MAXUINT32 })

typedef struct
{
  const char *type; /* interned: "cpu", "cuda", "xpu", …; NULL: not stated */
  gint index;       /* -1: not stated */
} FlDevice;

/* A dense tensor. sizes and strides have n_dims entries; strides are in elements. */
typedef struct
{
  FlDtype dtype;
  guint n_dims;
  const FlSym *const *sizes;
  const FlSym *const *strides; /* NULL: not known yet */
  const FlSym *offset;         /* NULL: 0 */
  FlDevice device;
} FlTensor;

typedef enum
{
  FL_VALUE_UNKNOWN,
  FL_VALUE_NONE,
  FL_VALUE_TENSOR,
  FL_VALUE_SYM,   /* a Python integer: SymInt */
  FL_VALUE_FLOAT, /* SymFloat; sym is opaque */
  FL_VALUE_BOOL,  /* SymBool; sym is a relation or opaque */
  FL_VALUE_TUPLE
} FlValueKind;

/* What a node yields (meta["val"]). */
typedef struct _FlValue FlValue;
struct _FlValue
{
  FlValueKind kind;
  FlTensor tensor;
  const FlSym *sym;
  guint n_items;
  const FlValue *items;
};

typedef enum
{
  FL_ARG_NONE, /* None */
  FL_ARG_NODE,
  FL_ARG_INT, /* sym: a constant or symbolic integer */
  FL_ARG_FLOAT,
  FL_ARG_BOOL,
  FL_ARG_STRING,
  FL_ARG_LIST,
  FL_ARG_TUPLE,
  FL_ARG_DICT,  /* items: key, value, key, value, … */
  FL_ARG_SLICE, /* items: start, stop, step */
  FL_ARG_DTYPE,
  FL_ARG_DEVICE,
  FL_ARG_NAME, /* text: torch.strided, torch.channels_last, an operator given as argument, Ellipsis, … */
  FL_ARG_GRAPH /* graph: a sub-graph of a higher-order operator, by its get_attr node */
} FlArgKind;

typedef struct _FlArg FlArg;
typedef struct _FlGraph FlGraph;
struct _FlArg
{
  FlArgKind kind;
  const char *keyword; /* interned; NULL: positional */
  FlNodeId node;
  const FlSym *sym;
  double number; /* FLOAT; for BOOL 0 or 1 */
  const char *text;
  FlDtype dtype;
  FlDevice device;
  guint n_items;
  const FlArg *items;
};

typedef enum
{
  FL_NODE_PLACEHOLDER,
  FL_NODE_GET_ATTR,
  FL_NODE_CALL,
  FL_NODE_OUTPUT
} FlNodeKind;

typedef struct
{
  FlNodeKind kind;
  const char *name;   /* interned, unique in the graph: "add_1" */
  const char *target; /* interned: "aten.add.Tensor", "operator.getitem", "arg0_1", "torch.sym_sum", "method.view" */
  const struct _FlAtenRow *op; /* NULL: opaque */
  guint n_args;                /* positional first, then keywords; GET_ATTR: elements, where told */
  const FlArg *args;
  FlValue value;           /* as known now: annotated or propagated */
  FlValue annotated;       /* as the file gave it; kind UNKNOWN when it did not */
  const char *source_file; /* of the user's model, from the comment above; may be NULL */
  guint source_line;
  const char *source_code;
  const char *module_path; /* "model/encoder/layer.0"; may be NULL */
  guint line;              /* in the graph's own file, from 1 */
  const FlGraph *subgraph; /* GET_ATTR of a sub-graph */
  guint n_users;           /* distinct nodes that use it, in order */
  const FlNodeId *users;
  gboolean is_copy;       /* another node computes the same value; this one is for one more kernel that needs it */
  const char *stands_for; /* interned: the operator that a plan computes in its own way here; NULL: target says */
  guint32 list;           /* elements of one operator on lists share a number, from 1; 0: none */
  FlNodeId origin;        /* in the graph this one was made from (decompositions); else itself */
} FlNode;

/* How far PyTorch had come with a graph when its text was written. */
typedef enum
{
  FL_LEVEL_UNKNOWN,
  FL_LEVEL_CAPTURED,    /* Dynamo's: calls Python */
  FL_LEVEL_COMPOSITE,   /* ATen operators, with composite ones among them: AOTAutograd's input, exported programs */
  FL_LEVEL_DECOMPOSED,  /* opened into simple operators; Inductor's passes are to come: fx_graph_readable.py */
  FL_LEVEL_TRANSFORMED, /* after Inductor's passes, just before lowering: fx_graph_transformed.py */
  FL_N_LEVELS
} FlGraphLevel;

typedef struct
{
  FlGraphLevel level;
  const char *why; /* which name or operator says so; NULL: nothing does */
} FlLevelFact;

struct _FlGraph
{
  FlArena *arena; /* owns all of it */
  FlSymTable *symbols;
  const struct _FlGraph
      *made_from;         /* the graph that nodes' origins refer to; borrowed from the run; NULL: this graph itself */
  const char *name;       /* class or file name, for titles */
  const char *path;       /* may be NULL */
  const char *device_why; /* which text says where its tensors lie: "its own text", "output_code.py"; NULL: none does */
  FlLevelFact level;      /* as the names around it say; else UNKNOWN: fl_pipeline_find_level looks at what it holds */
  FlTorchRange torch;     /* versions of PyTorch that may have compiled it; from NULL: nothing shows them */
  guint n_nodes;
  FlNode *nodes;
  guint n_inputs; /* placeholders, in order */
  const FlNodeId *inputs;
  FlNodeId output;    /* the output node; its args are the results */
  gboolean truncated; /* the file ended early: what could be read is here */
  const char *truncated_why;
  guint n_warnings; /* differences between annotated and propagated shapes, odd text: for banners */
  const char *const *warnings;
  const char *text; /* the file as read (with gsize length), for showing source lines */
  gsize text_length;
  GHashTable *by_name; /* interned name -> position + 1; see fl_graph_find_node */
  gatomicrefcount refs;
};

FlGraph *fl_graph_ref (const FlGraph *graph);
void fl_graph_unref (FlGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlGraph, fl_graph_unref)

const FlNode *fl_graph_get_node (const FlGraph *graph, FlNodeId id);
const FlNode *fl_graph_find_node (const FlGraph *graph, const char *name); /* NULL when absent */

/* --- building: used by readers and by passes that rewrite ------------------------------------- */
typedef struct _FlGraphBuilder FlGraphBuilder;

/* symbols is referenced; NULL makes a new table. */
FlGraphBuilder *fl_graph_builder_new (FlSymTable *symbols, const char *name);
void fl_graph_builder_free (FlGraphBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlGraphBuilder, fl_graph_builder_free)
FlArena *fl_graph_builder_get_arena (FlGraphBuilder *builder);
FlSymTable *fl_graph_builder_get_symbols (FlGraphBuilder *builder);
/* Copies *node (args must already live in the builder's arena; users are filled in at the end). A name that is taken
 * gets "_1", "_2", … as torch.fx does; an origin of FL_NODE_NONE becomes the node itself. Returns the id; the stored
 * node may be changed until fl_graph_builder_finish. */
FlNodeId fl_graph_builder_add (FlGraphBuilder *builder, const FlNode *node);
FlNode *fl_graph_builder_get_node (FlGraphBuilder *builder, FlNodeId id);
FlNodeId fl_graph_builder_find (FlGraphBuilder *builder, const char *name); /* FL_NODE_NONE when absent */
void fl_graph_builder_warn (FlGraphBuilder *builder, const char *format, ...) G_GNUC_PRINTF (2, 3);
void fl_graph_builder_set_text (FlGraphBuilder *builder, const char *path, const char *text, gsize length);
void fl_graph_builder_set_truncated (FlGraphBuilder *builder, const char *why);
/* The nodes read what they are to read, as those of a finished graph do: unsqueeze_ and related operators, which change
 * how their tensor is seen from then on, redirect no later reader. */
void fl_graph_builder_set_followed (FlGraphBuilder *builder);
guint fl_graph_builder_get_n_nodes (const FlGraphBuilder *builder);
/* The new name is made unique as in fl_graph_builder_add. */
void fl_graph_builder_rename (FlGraphBuilder *builder, FlNodeId id, const char *name);
/* Adds an output node without results when there is none, computes users and inputs, checks that every use follows its
 * definition, and hands the graph over; the builder can then only be freed. */
FlGraph *fl_graph_builder_finish (FlGraphBuilder *builder, GError **error);

/* --- checking --------------------------------------------------------------------------------- */
/* Ids in range, uses after definitions, output last, users equal to uses. Our own passes must keep it. */
gboolean fl_graph_verify (const FlGraph *graph, GError **error);

/* --- shapes ----------------------------------------------------------------------------------- */
/* THE gate of a graph: checks every call's arguments by its operator's signature and shape rule, and every tensor's
 * sizes; FALSE and an error of the file, the line, the signature and the argument where they are wrong. Fills missing
 * values with each shape rule and compares annotated ones with it: a difference becomes a warning of the graph (and an
 * event), never a silent choice. Of kinds and sizes the rule's hold, of layout, element type and device the file's.
 * Opaque nodes keep theirs. */
struct _FlTrace;
gboolean fl_shapes_propagate (FlGraph *graph, struct _FlTrace *trace, GError **error);

/* The value of one call whose arguments are nodes of graph, for passes that make nodes. FALSE when its rule cannot
 * tell. */
gboolean fl_shapes_infer (FlGraph *graph, const FlNode *node, FlValue *value);
/* How many pieces of this length a dimension of this size makes, whatever the sizes are; 0: that depends on them. */
guint fl_shapes_count_parts (const FlSym *size, const FlSym *length);
/* The length of piece n where there is one: the others before it are whole. */
const FlSym *fl_shapes_get_last_part (const FlSym *size, const FlSym *length, guint n);

/* --- values ----------------------------------------------------------------------------------- */
void fl_value_append (GString *out, const FlValue *value); /* f32[10, 3840] */
void fl_tensor_append (GString *out, const FlTensor *tensor, gboolean with_stride, gboolean with_device);
const FlSym *fl_tensor_get_numel (const FlTensor *tensor, FlSymTable *symbols);
gboolean fl_tensor_is_contiguous (const FlTensor *tensor);
void fl_device_append (GString *out, FlDevice device); /* "cuda:0", "cpu" */
void fl_arg_append (GString *out, const FlGraph *graph, const FlArg *arg);
/* fl_arg_append with names that Python can have. */
void fl_arg_append_python (GString *out, const FlGraph *graph, const FlArg *arg);

/* --- arguments by name, and the result -------------------------------------------------------- */
/* The argument of the node for parameter `name` of its operator's signature: positional or keyword; NULL when absent
 * (then the default of the signature holds). */
const FlArg *fl_node_find_arg (const FlNode *node, const char *name);
/* The argument at a position in the signature: also right where operators call the parameter differently (self, input,
 * a). */
const FlArg *fl_node_get_arg (const FlNode *node, guint position);
/* unsqueeze_, t_ and related operators: what follows sees the tensor as they leave it. */
gboolean fl_node_is_view_in_place (const FlNode *node);
/* A normalization, which may write the running statistics among its arguments although its name does not say so. */
gboolean fl_node_writes_statistics (const FlNode *node);
/* An argument as a number: the signature's default when it is absent. FALSE when it is no integer. */
gboolean fl_node_get_int (const FlNode *node, const char *name, gint64 *value);
gboolean fl_node_get_bool (const FlNode *node, const char *name, gboolean *value);
gboolean fl_node_get_float (const FlNode *node, const char *name, double *value);
/* NULL: no node, no tensor, or not known. */
const FlTensor *fl_node_find_tensor (const FlNode *node);
/* A list of integers (an int stands for a list of one); NULL/0 when absent or None. Symbolic entries allowed; entries
 * that are SymInt nodes give their sym. Result lives in arena. */
const FlSym *const *fl_node_get_syms (const FlGraph *graph, const FlNode *node, const char *name, FlArena *arena,
                                      guint *n);

G_END_DECLS
