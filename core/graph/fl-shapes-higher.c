/* Higher-order operators: what sub-graphs and user kernels yield. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-shapes-private.h"

SHAPE_RULE (subgraph);
SHAPE_RULE (while_loop);
SHAPE_RULE (flex_attention);
SHAPE_RULE (flex_attention_backward);
SHAPE_RULE (triton_kernel);

/* --- sub-graphs ------------------------------------------------------------------------------- */

static const FlValue *
get_result (const FlGraph *graph, const FlArg *arg)
{
  static const FlValue none = { .kind = FL_VALUE_NONE };

  if (arg->kind == FL_ARG_NODE)
    return &fl_graph_get_node (graph, arg->node)->value;
  return arg->kind == FL_ARG_NONE ? &none : NULL;
}

/* The results of the first sub-graph among the arguments: all branches of a cond yield the same types. */
gboolean
fl_shape_subgraph (FlShape *shape, FlValue *out)
{
  const FlGraph *graph = NULL;
  const FlNode *output;
  FlValue *items;

  for (guint i = 0; i < shape->node->n_args && graph == NULL; i++)
    if (shape->node->args[i].kind == FL_ARG_GRAPH)
      graph = fl_graph_get_node (shape->graph, shape->node->args[i].node)->subgraph;
  if (graph == NULL || graph->symbols != shape->symbols)
    return fl_shape_lack (shape, "its sub-graph is not in the file");
  output = fl_graph_get_node (graph, graph->output);
  items = fl_arena_new (shape->arena, FlValue, output->n_args);
  for (guint i = 0; i < output->n_args; i++)
    {
      const FlValue *result = get_result (graph, &output->args[i]);

      if (result == NULL || result->kind == FL_VALUE_UNKNOWN)
        return fl_shape_lack (shape, "result %u of its sub-graph is not known", i);
      items[i] = *result;
    }
  *out = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = output->n_args, .items = items };
  return TRUE;
}

/* while_loop (condition, body, carried, extra): what is carried keeps its type. */
gboolean
fl_shape_while_loop (FlShape *shape, FlValue *out)
{
  const FlArg *carried = fl_node_get_arg (shape->node, 2);
  FlValue *items;

  if (carried == NULL || (carried->kind != FL_ARG_TUPLE && carried->kind != FL_ARG_LIST))
    return fl_shape_fail (shape, "the third argument is no list of carried values");
  items = fl_arena_new (shape->arena, FlValue, carried->n_items);
  for (guint i = 0; i < carried->n_items; i++)
    {
      const FlValue *value = fl_shape_get_value (shape, &carried->items[i]);
      const FlSym *sym = fl_shape_get_sym_of (shape, &carried->items[i]);

      if (value == NULL && sym == NULL)
        return fl_shape_lack (shape, "carried value %u is not known", i);
      items[i] = value != NULL
                     ? *value
                     : (FlValue) { .kind = FL_VALUE_SYM, .sym = fl_sym_size (shape->symbols, shape->node->name) };
      /* an integer that the loop changes is another one afterwards */
      if (items[i].kind == FL_VALUE_SYM)
        items[i].sym = fl_sym_opaque (shape->symbols, fl_arena_printf (shape->arena, "%s_%u", shape->node->name, i));
    }
  *out = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = carried->n_items, .items = items };
  return TRUE;
}

/* --- attention with user functions ------------------------------------------------------------ */

/* (query, key, value, …): output [B, H, S, Dv] in the query's order of dimensions, and its logsumexp. */
gboolean
fl_shape_flex_attention (FlShape *shape, FlValue *out)
{
  const FlTensor *query = fl_shape_get_tensor (shape, 0);
  const FlTensor *value = query != NULL ? fl_shape_get_tensor (shape, 2) : NULL;
  const FlSym **sizes;
  FlTensor tensors[3];

  if (value == NULL)
    return FALSE;
  if (query->n_dims != 4 || value->n_dims != 4)
    return fl_shape_fail (shape, "query and value need 4 dimensions");
  sizes = fl_shape_dup_syms (shape, query->sizes, 4);
  sizes[3] = value->sizes[3];
  tensors[0] = *query;
  tensors[0].offset = NULL;
  tensors[0].sizes = sizes;
  tensors[0].strides = fl_shape_make_elementwise_strides (shape, sizes, 4, &query, 1);
  tensors[1] = fl_shape_make_contiguous (shape, FL_DTYPE_F32, query->sizes, 3, query->device);
  tensors[2] = tensors[1]; /* the maxima of the scores, since 2.9 */
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

gboolean
fl_shape_flex_attention_backward (FlShape *shape, FlValue *out)
{
  FlTensor tensors[3];

  for (guint i = 0; i < 3; i++)
    {
      const FlTensor *tensor = fl_shape_get_tensor (shape, i);

      if (tensor == NULL)
        return FALSE;
      tensors[i] = fl_shape_like (shape, tensor, tensor->dtype);
    }
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

/* --- user kernels ----------------------------------------------------------------------------- */

/* kwargs = {'out_ptr': full, …}, tensors_to_clone = ['out_ptr']: the result is a dict of those; see getitem. */
gboolean
fl_shape_triton_kernel (FlShape *shape, FlValue *out)
{
  const FlArg *clones = fl_node_find_arg (shape->node, "tensors_to_clone");

  if (clones == NULL || fl_node_find_arg (shape->node, "kwargs") == NULL)
    return fl_shape_lack (shape, "kwargs or tensors_to_clone is lacking");
  *out = (FlValue) { .kind = FL_VALUE_TUPLE };
  return TRUE;
}

const FlValue *
fl_shape_find_kernel_result (const FlShape *shape, const FlNode *kernel, const char *key)
{
  const FlArg *kwargs = fl_node_find_arg (kernel, "kwargs");

  if (kernel->op == NULL || kernel->op->op != FL_ATEN_OP_HIGHER_ORDER_TRITON_KERNEL_WRAPPER_FUNCTIONAL
      || kwargs == NULL)
    return NULL;
  for (guint i = 0; i + 1 < kwargs->n_items; i += 2)
    if (kwargs->items[i].kind == FL_ARG_STRING && strcmp (kwargs->items[i].text, key) == 0)
      return fl_shape_get_value (shape, &kwargs->items[i + 1]);
  return NULL;
}
