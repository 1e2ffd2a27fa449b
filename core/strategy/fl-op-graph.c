/* The op graph's nodes and its builder. */
#include <string.h>

#include "fl-op-graph.h"

struct _FlOpGraphBuilder
{
  FlArena *arena;
  FlSymTable *symbols;
  GArray *nodes;    /* FlOpNode */
  GPtrArray *users; /* GArray of guint32 */
};

static const char *const kind_names[]
    = { "input",  "constant", "pointwise", "broadcast", "reduce",      "transpose", "reshape",
        "concat", "slice",    "gather",    "matmul",    "convolution", "opaque" };

const char *
fl_op_kind_get_name (FlOpKind kind)
{
  return kind_names[kind];
}

gboolean
fl_op_kind_is_view (FlOpKind kind)
{
  return kind == FL_OP_BROADCAST || kind == FL_OP_TRANSPOSE || kind == FL_OP_RESHAPE || kind == FL_OP_SLICE;
}

gboolean
fl_op_is_work (const FlOpNode *node)
{
  return node->kind != FL_OP_INPUT && node->kind != FL_OP_CONSTANT;
}

const FlOpNode *
fl_op_graph_find (const FlOpGraph *graph, const char *name)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (g_str_equal (graph->nodes[i].name, name))
      return &graph->nodes[i];
  return NULL;
}

const FlSym *
fl_op_graph_product (const FlOpGraph *graph, const FlOpNode *node, guint first, guint n)
{
  return fl_sym_product (graph->symbols, node->sizes + first, n);
}

FlOpGraphBuilder *
fl_op_graph_builder_new (FlArena *arena, FlSymTable *symbols)
{
  FlOpGraphBuilder *builder = g_new0 (FlOpGraphBuilder, 1);

  builder->arena = arena;
  builder->symbols = symbols;
  builder->nodes = g_array_new (FALSE, TRUE, sizeof (FlOpNode));
  builder->users = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return builder;
}

static void
note_user (FlOpGraphBuilder *builder, guint32 producer, guint32 user)
{
  GArray *users = builder->users->pdata[producer];

  if (users->len == 0 || g_array_index (users, guint32, users->len - 1) != user)
    g_array_append_val (users, user);
}

guint32
fl_op_graph_builder_add (FlOpGraphBuilder *builder, const FlOpNode *node)
{
  FlOpNode copy = *node;
  gint64 count;

  copy.id = builder->nodes->len;
  g_assert (copy.n_dims <= FL_OP_MAX_DIMS);
  copy.sizes = fl_arena_memdup (builder->arena, node->sizes, node->n_dims * sizeof *node->sizes);
  copy.inputs = fl_arena_memdup (builder->arena, node->inputs, node->n_inputs * sizeof *node->inputs);
  copy.numel = fl_sym_product (builder->symbols, copy.sizes, copy.n_dims);
  count = fl_sym_get_hint (copy.numel, FL_OP_UNKNOWN_SIZE);
  if (copy.kind == FL_OP_CONSTANT
      || __builtin_mul_overflow (count, (gint64) fl_dtype_get_size_bytes (copy.dtype), &copy.bytes))
    copy.bytes = 0;
  g_array_append_val (builder->nodes, copy);
  g_ptr_array_add (builder->users, g_array_new (FALSE, FALSE, sizeof (guint32)));
  for (guint i = 0; i < copy.n_inputs; i++)
    {
      g_assert (copy.inputs[i] < copy.id);
      note_user (builder, copy.inputs[i], copy.id);
    }
  return copy.id;
}

const FlOpNode *
fl_op_graph_builder_get (FlOpGraphBuilder *builder, guint32 id)
{
  return &g_array_index (builder->nodes, FlOpNode, id);
}

void
fl_op_graph_builder_mark_output (FlOpGraphBuilder *builder, guint32 id)
{
  g_array_index (builder->nodes, FlOpNode, id).is_output = TRUE;
}

FlOpGraph *
fl_op_graph_builder_finish (FlOpGraphBuilder *builder)
{
  FlOpGraph *graph = fl_arena_new (builder->arena, FlOpGraph, 1);

  graph->arena = builder->arena;
  graph->symbols = builder->symbols;
  graph->n_nodes = builder->nodes->len;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      FlOpNode *node = &g_array_index (builder->nodes, FlOpNode, i);
      GArray *users = builder->users->pdata[i];

      node->n_users = users->len;
      node->users = fl_arena_memdup (builder->arena, users->data, users->len * sizeof (guint32));
      graph->n_ops += fl_op_is_work (node);
    }
  graph->nodes = fl_arena_memdup (builder->arena, builder->nodes->data, graph->n_nodes * sizeof (FlOpNode));
  g_array_unref (builder->nodes);
  g_ptr_array_unref (builder->users);
  g_free (builder);
  return graph;
}
