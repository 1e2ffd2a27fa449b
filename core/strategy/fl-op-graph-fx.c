/* The op graph of an FX graph: one op a call, its kind from what the operator does. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-error.h"
#include "fl-graph-memory.h"
#include "fl-intern.h"
#include "fl-op-graph.h"

enum
{
  MAX_VIEWS = 16 /* of views, one after the other, in front of a library call */
};

typedef struct
{
  const FlPass *pass;
  const FlGraph *graph;
  FlOpGraphBuilder *builder;
  guint32 *ids; /* by FX node; G_MAXUINT32: none */
  const guint *
      *axes; /* by FX node: of a reshape that is part of the broadcasts behind it, where the axes went; else NULL */
  GArray *inputs;
  const guint32 *storage;       /* by FX node */
  const gboolean *is_rewritten; /* by storage: written where somebody may read it before and after */
} Convert;

/* "aten.add.Tensor" -> "add" */
static const char *
get_fn (const char *target)
{
  const char *first = strchr (target, '.');
  const char *last = first != NULL ? strchr (first + 1, '.') : NULL;

  if (first == NULL)
    return target;
  return last != NULL ? fl_intern_n (first + 1, last - first - 1) : fl_intern (first + 1);
}

static const FlTensor *
get_tensor (const FlValue *value)
{
  return value->kind == FL_VALUE_TENSOR ? &value->tensor : NULL;
}

static void
collect_inputs (Convert *convert, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind != FL_ARG_NODE)
      collect_inputs (convert, args[i].items, args[i].n_items);
    else if (convert->ids[args[i].node.index] != G_MAXUINT32)
      g_array_append_val (convert->inputs, convert->ids[args[i].node.index]);
}

static FlOpKind
get_view_kind (const FlNode *node, const FlTensor *result)
{
  switch (node->op->op)
    {
    case FL_ATEN_OP_EXPAND:
    case FL_ATEN_OP_EXPAND_AS:
    case FL_ATEN_OP_PRIMS_BROADCAST_IN_DIM: return FL_OP_BROADCAST;
    case FL_ATEN_OP_PERMUTE:
    case FL_ATEN_OP_T:
    case FL_ATEN_OP_TRANSPOSE_INT:
    case FL_ATEN_OP_PRIMS_TRANSPOSE: return FL_OP_TRANSPOSE;
    case FL_ATEN_OP_SELECT_INT:
    case FL_ATEN_OP_SLICE_TENSOR:
    case FL_ATEN_OP_NARROW: return FL_OP_SLICE;
    case FL_ATEN_OP_ALIAS:
    case FL_ATEN_OP_DETACH:
    case FL_ATEN_OP_RESHAPE:
    case FL_ATEN_OP_VIEW:
    case FL_ATEN_OP__UNSAFE_VIEW:
    case FL_ATEN_OP_FLATTEN_USING_INTS:
    case FL_ATEN_OP_UNFLATTEN_INT:
    case FL_ATEN_OP_SQUEEZE:
    case FL_ATEN_OP_SQUEEZE_DIM:
    case FL_ATEN_OP_SQUEEZE_DIMS:
    case FL_ATEN_OP_UNSQUEEZE: return FL_OP_RESHAPE;
    default: return FL_OP_OPAQUE;
    }
}

static FlOpKind
get_kind (const FlNode *node, const FlTensor *result)
{
  if (node->op == NULL || result == NULL)
    return FL_OP_OPAQUE;
  switch (node->op->op)
    {
    case FL_ATEN_OP_MM:
    case FL_ATEN_OP_BMM: return FL_OP_MATMUL;
    case FL_ATEN_OP_CONVOLUTION: return FL_OP_CONVOLUTION;
    case FL_ATEN_OP_CAT: return FL_OP_CONCAT;
    case FL_ATEN_OP_EMBEDDING:
    case FL_ATEN_OP_GATHER:
    case FL_ATEN_OP_INDEX_SELECT: return FL_OP_GATHER;
    case FL_ATEN_OP_FULL:
    case FL_ATEN_OP_SCALAR_TENSOR: return FL_OP_CONSTANT;
    case FL_ATEN_OP_CLONE: return FL_OP_POINTWISE;
    default: break;
    }
  switch (node->op->kind)
    {
    case FL_ATEN_POINTWISE: return FL_OP_POINTWISE;
    case FL_ATEN_REDUCTION: return FL_OP_REDUCE;
    case FL_ATEN_VIEW: return get_view_kind (node, result);
    default: return FL_OP_OPAQUE;
    }
}

/* --- axes ------------------------------------------------------------------------------------- */

/* The argument's axes are the result's last ones, as in PyTorch's broadcasting; a reshape in front that only put in
 * axes of size 1 is part of it. */
static gboolean
find_broadcast_dims (Convert *convert, const FlNode *node, const FlTensor *from, const FlTensor *to, FlOpNode *op)
{
  const FlArg *argument = fl_node_get_arg (node, 0);
  const guint *axes = argument->kind == FL_ARG_NODE ? convert->axes[argument->node.index] : NULL;
  guint n = axes != NULL ? get_tensor (&convert->graph->nodes[argument->node.index].value)->n_dims : from->n_dims;
  guint *dims = fl_arena_new (convert->pass->arena, guint, from->n_dims + 1);

  if (node->op->op == FL_ATEN_OP_PRIMS_BROADCAST_IN_DIM || to->n_dims < n)
    return FALSE;
  for (guint i = 0; i < from->n_dims; i++)
    dims[i] = to->n_dims - n + (axes != NULL ? axes[i] : i);
  op->dims = dims;
  return TRUE;
}

static gboolean
find_permutation (Convert *convert, const FlNode *node, const FlTensor *from, FlOpNode *op)
{
  guint n = from->n_dims, n_given = 0;
  guint *dims = fl_arena_new (convert->pass->arena, guint, n + 1);
  gint64 a = 0, b = 1;
  const FlSym *const *given;

  for (guint i = 0; i < n; i++)
    dims[i] = i;
  op->dims = dims;
  if (node->op->op == FL_ATEN_OP_PERMUTE || node->op->op == FL_ATEN_OP_PRIMS_TRANSPOSE)
    {
      given = fl_node_get_syms (convert->graph, node, node->op->op == FL_ATEN_OP_PERMUTE ? "dims" : "permutation",
                                convert->pass->arena, &n_given);
      for (guint i = 0; i < n && n_given == n; i++)
        {
          if (!fl_sym_is_int (given[i], &a) || a < -(gint64) n || a >= (gint64) n)
            return FALSE;
          dims[i] = (guint) (a < 0 ? a + n : a);
        }
      return n_given == n;
    }
  if (node->op->op == FL_ATEN_OP_TRANSPOSE_INT
      && (!fl_node_get_int (node, "dim0", &a) || !fl_node_get_int (node, "dim1", &b)))
    return FALSE;
  a += a < 0 ? n : 0;
  b += b < 0 ? n : 0;
  if (n < 2)
    return TRUE;
  if (a < 0 || b < 0 || a >= (gint64) n || b >= (gint64) n)
    return FALSE;
  dims[a] = (guint) b;
  dims[b] = (guint) a;
  return TRUE;
}

/* Which axes a reduction removes: those that it names, or all. A dimension that is kept has no axis here. */
static gboolean
find_axes (Convert *convert, const FlNode *node, const FlTensor *from, const FlTensor *to, FlOpNode *op)
{
  guint n_given = 0;
  const FlSym *const *given = fl_node_get_syms (convert->graph, node, "dim", convert->pass->arena, &n_given);

  for (guint i = 0; i < n_given; i++)
    {
      gint64 axis;

      if (!fl_sym_is_int (given[i], &axis) || axis < -(gint64) from->n_dims || axis >= (gint64) from->n_dims)
        return FALSE;
      op->axes |= (guint32) 1 << (axis < 0 ? axis + from->n_dims : axis);
    }
  if (n_given == 0)
    op->axes = ((guint32) 1 << from->n_dims) - 1;
  return from->n_dims > 0 && to->n_dims + (guint) __builtin_popcount (op->axes) == from->n_dims;
}

/* What the kind needs to know about axes; FALSE: the op is opaque to the rules after all. */
static gboolean
find_axis_facts (Convert *convert, const FlNode *node, const FlTensor *result, FlOpNode *op)
{
  const FlOpNode *first = op->n_inputs > 0 ? fl_op_graph_builder_get (convert->builder, op->inputs[0]) : NULL;
  FlTensor from = { 0 };

  if (first != NULL)
    {
      from.n_dims = first->n_dims;
      from.sizes = first->sizes;
    }
  switch (op->kind)
    {
    case FL_OP_BROADCAST: return first != NULL && find_broadcast_dims (convert, node, &from, result, op);
    case FL_OP_TRANSPOSE: return first != NULL && find_permutation (convert, node, &from, op);
    case FL_OP_REDUCE: return first != NULL && op->n_inputs == 1 && find_axes (convert, node, &from, result, op);
    case FL_OP_POINTWISE:
      for (guint i = 0; i < op->n_inputs; i++)
        {
          const FlOpNode *input = fl_op_graph_builder_get (convert->builder, op->inputs[i]);

          if (input->kind == FL_OP_CONSTANT)
            continue;
          if (input->n_dims != result->n_dims)
            return FALSE;
          for (guint k = 0; k < result->n_dims; k++)
            if (!fl_sym_known_equal (input->sizes[k], result->sizes[k]))
              return FALSE;
        }
      return TRUE;
    default: return op->kind != FL_OP_GATHER || op->n_inputs >= 2;
    }
}

/* --- views that cost nothing ------------------------------------------------------------------ */

static gboolean
is_library (const FlNode *node)
{
  FlOpKind kind = node->kind == FL_NODE_CALL ? get_kind (node, get_tensor (&node->value)) : FL_OP_INPUT;

  return kind == FL_OP_MATMUL || kind == FL_OP_CONVOLUTION || (kind == FL_OP_OPAQUE && node->op != NULL);
}

/* A library call takes strides: a view that only such calls read (through other views) moves nothing. */
static gboolean
is_free_view (const Convert *convert, const FlNode *node, guint depth)
{
  const FlTensor *result = get_tensor (&node->value);

  if (node->kind != FL_NODE_CALL || node->op == NULL || result == NULL || node->n_users == 0 || depth == 0
      || node->op->kind != FL_ATEN_VIEW || !fl_op_kind_is_view (get_view_kind (node, result)))
    return FALSE;
  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = &convert->graph->nodes[node->users[i].index];

      if (!is_library (user) && !is_free_view (convert, user, depth - 1))
        return FALSE;
    }
  return TRUE;
}

/* A reshape that only puts in axes of size 1 for the broadcasts that read it: where each axis goes; NULL: it is not
 * one. */
static const guint *
find_widening (const Convert *convert, const FlNode *node, const FlOpNode *from)
{
  const FlTensor *result = get_tensor (&node->value);
  guint *axes, at = 0;

  if (node->op == NULL || result == NULL || node->op->kind != FL_ATEN_VIEW
      || get_view_kind (node, result) != FL_OP_RESHAPE || result->n_dims <= from->n_dims || node->n_users == 0)
    return NULL;
  for (guint i = 0; i < node->n_users; i++)
    {
      const FlNode *user = &convert->graph->nodes[node->users[i].index];

      if (user->kind != FL_NODE_CALL || user->op == NULL || user->op->op != FL_ATEN_OP_EXPAND)
        return NULL;
    }
  axes = fl_arena_new (convert->pass->arena, guint, from->n_dims + 1);
  for (guint i = 0; i < result->n_dims; i++)
    if (at < from->n_dims && fl_sym_known_equal (result->sizes[i], from->sizes[at]))
      axes[at++] = i;
    else if (!fl_sym_is_int_value (result->sizes[i], 1))
      return NULL;
  return at == from->n_dims ? axes : NULL;
}

/* --- memory that changes ---------------------------------------------------------------------- */

static guint
find_last_reader (const FlGraph *graph)
{
  guint last = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_CALL
        && (graph->nodes[i].op == NULL || graph->nodes[i].op->kind != FL_ATEN_MUTATION))
      last = i;
  return last;
}

/* Values are assumed not to change. Memory that is written amid the graph, or in part, is kept out of the strategies'
 * hands: whoever reads it is a kernel of its own, and reads what was written last. Copies into whole inputs after all
 * else change nothing that anybody reads. */
static void
find_rewritten (Convert *convert)
{
  const FlGraph *graph = convert->graph;
  guint last = find_last_reader (graph);
  gboolean *found = fl_arena_new (convert->pass->arena, gboolean, graph->n_nodes + 1);

  convert->storage = fl_graph_find_storages (graph, convert->pass->arena);
  convert->is_rewritten = found;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      guint n;
      const FlArg *written = fl_node_get_written (&graph->nodes[i], &n);

      for (guint k = 0; k < n; k++)
        if (written[k].kind == FL_ARG_NODE
            && (i < last || convert->storage[written[k].node.index] != written[k].node.index))
          found[convert->storage[written[k].node.index]] = TRUE;
    }
}

static gboolean
is_rewritten (const Convert *convert, guint node)
{
  return convert->is_rewritten[convert->storage[node]];
}

static gboolean
reads_rewritten (const Convert *convert, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    if ((args[i].kind == FL_ARG_NODE && is_rewritten (convert, args[i].node.index))
        || reads_rewritten (convert, args[i].items, args[i].n_items))
      return TRUE;
  return FALSE;
}

/* From here on its memory's readers read what the op wrote. */
static void
note_write (Convert *convert, const FlNode *node, guint index)
{
  guint n;
  const FlArg *written = fl_node_get_written (node, &n);

  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < index && written[k].kind == FL_ARG_NODE; i++)
      if (convert->storage[i] == convert->storage[written[k].node.index] && convert->ids[i] != G_MAXUINT32
          && is_rewritten (convert, i))
        convert->ids[i] = convert->ids[index];
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void
add_call (Convert *convert, const FlNode *node, guint index)
{
  const FlTensor *result = get_tensor (&node->value);
  FlOpNode op = { .name = node->name, .fn = get_fn (node->target), .fx = node->name, .origin = node->origin.index + 1 };

  if (node->value.kind == FL_VALUE_SYM || node->value.kind == FL_VALUE_BOOL || node->value.kind == FL_VALUE_FLOAT)
    return;
  g_array_set_size (convert->inputs, 0);
  collect_inputs (convert, node->args, node->n_args);
  if (convert->inputs->len > 0
      && (is_free_view (convert, node, MAX_VIEWS)
          || (node->op != NULL && node->op->kind == FL_ATEN_VIEW && is_rewritten (convert, index))))
    {
      convert->ids[index] = g_array_index (convert->inputs, guint32, 0);
      return;
    }
  if (convert->inputs->len == 1)
    {
      guint32 source = g_array_index (convert->inputs, guint32, 0);

      convert->axes[index] = find_widening (convert, node, fl_op_graph_builder_get (convert->builder, source));
      if (convert->axes[index] != NULL)
        {
          convert->ids[index] = source;
          return;
        }
    }
  op.inputs = (const guint32 *) convert->inputs->data;
  op.n_inputs = convert->inputs->len;
  op.kind = get_kind (node, result);
  if (result != NULL && result->n_dims <= FL_OP_MAX_DIMS)
    {
      op.dtype = result->dtype;
      op.n_dims = result->n_dims;
      op.sizes = result->sizes;
    }
  else
    op.kind = FL_OP_OPAQUE;
  if (op.kind != FL_OP_OPAQUE && !find_axis_facts (convert, node, result, &op))
    op.kind = FL_OP_OPAQUE;
  if (reads_rewritten (convert, node->args, node->n_args))
    op.kind = FL_OP_OPAQUE;
  if (op.kind == FL_OP_OPAQUE)
    {
      op.axes = 0;
      op.dims = NULL;
    }
  if (op.kind == FL_OP_CONSTANT)
    op.n_inputs = 0;
  convert->ids[index] = fl_op_graph_builder_add (convert->builder, &op);
  note_write (convert, node, index);
}

static void
add_input (Convert *convert, const FlNode *node, guint index)
{
  const FlTensor *tensor = get_tensor (&node->value);
  FlOpNode op = { .kind = FL_OP_INPUT, .name = node->name, .fx = node->name };

  if (tensor == NULL || tensor->n_dims > FL_OP_MAX_DIMS)
    return;
  op.dtype = tensor->dtype;
  op.n_dims = tensor->n_dims;
  op.sizes = tensor->sizes;
  convert->ids[index] = fl_op_graph_builder_add (convert->builder, &op);
}

static void
mark_outputs (Convert *convert, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind != FL_ARG_NODE)
      mark_outputs (convert, args[i].items, args[i].n_items);
    else if (convert->ids[args[i].node.index] != G_MAXUINT32)
      fl_op_graph_builder_mark_output (convert->builder, convert->ids[args[i].node.index]);
}

FlOpGraph *
fl_op_graph_from_fx (const FlPass *pass, const FlGraph *graph, GError **error)
{
  Convert convert = { pass, graph, fl_op_graph_builder_new (pass->arena, graph->symbols) };

  convert.ids = g_new (guint32, graph->n_nodes + 1);
  convert.axes = g_new0 (const guint *, graph->n_nodes + 1);
  memset (convert.ids, 0xff, graph->n_nodes * sizeof *convert.ids);
  find_rewritten (&convert);
  convert.inputs = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (node->kind == FL_NODE_CALL)
        add_call (&convert, node, i);
      else if (node->kind == FL_NODE_OUTPUT)
        mark_outputs (&convert, node->args, node->n_args);
      else
        add_input (&convert, node, i);
    }
  g_free (convert.ids);
  g_free (convert.axes);
  g_array_unref (convert.inputs);
  return fl_op_graph_builder_finish (convert.builder);
}
