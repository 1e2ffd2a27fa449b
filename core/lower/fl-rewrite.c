/* The machinery of rewriting: copying nodes, looking at arguments, finishing. */
#include "fl-rewrite.h"

#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-intern.h"

#include <string.h>

void
fl_rewrite_start (FlRewrite *rw, const FlPass *pass, const FlGraph *source)
{
  memset (rw, 0, sizeof *rw);
  rw->pass = pass;
  rw->source = source;
  rw->builder = fl_graph_builder_new (source->symbols, source->name);
  fl_graph_builder_set_followed (rw->builder); /* a value may stand for another that is seen otherwise by now */
  rw->arena = fl_graph_builder_get_arena (rw->builder);
  rw->symbols = source->symbols;
  rw->nodes = g_array_new (FALSE, TRUE, sizeof (FlNode));
  rw->mirror.arena = rw->arena;
  rw->mirror.symbols = rw->symbols;
  rw->results = fl_arena_new (rw->arena, FlArg, source->n_nodes + 1);
  rw->is_done = fl_arena_new (rw->arena, gboolean, source->n_nodes + 1);
  rw->is_gpu = fl_options_is_gpu (pass->options);
  if (source->text != NULL)
    fl_graph_builder_set_text (rw->builder, source->path, source->text, source->text_length);
  if (source->truncated)
    fl_graph_builder_set_truncated (rw->builder, source->truncated_why);
  for (guint i = 0; i < source->n_warnings; i++)
    fl_graph_builder_warn (rw->builder, "%s", source->warnings[i]);
}

void
fl_rewrite_clear (FlRewrite *rw)
{
  g_clear_pointer (&rw->builder, fl_graph_builder_free);
  g_clear_pointer (&rw->nodes, g_array_unref);
  g_clear_pointer (&rw->written, g_array_unref);
}

FlGraph *
fl_rewrite_finish (FlRewrite *rw, const FlGraph *given, GError **error)
{
  FlGraph *graph;

  for (guint i = 0; i < rw->nodes->len && rw->source != given; i++)
    {
      FlNode *node = fl_graph_builder_get_node (rw->builder, (FlNodeId) { i });

      node->origin = rw->source->nodes[node->origin.index].origin;
    }
  graph = fl_graph_builder_finish (rw->builder, error);
  fl_rewrite_clear (rw);
  return graph;
}

void
fl_rewrite_enter (FlRewrite *rw, guint index)
{
  rw->node = &rw->source->nodes[index];
  rw->id.index = index;
}

/* --- values: copied, since they live in the source's arena ------------------------------------ */

static FlTensor
copy_tensor (FlRewrite *rw, const FlTensor *tensor)
{
  FlTensor copy = *tensor;

  if (tensor->n_dims > 0)
    {
      copy.sizes = fl_arena_memdup (rw->arena, tensor->sizes, tensor->n_dims * sizeof *tensor->sizes);
      if (tensor->strides != NULL)
        copy.strides = fl_arena_memdup (rw->arena, tensor->strides, tensor->n_dims * sizeof *tensor->strides);
    }
  return copy;
}

static FlValue
copy_value (FlRewrite *rw, const FlValue *value)
{
  FlValue copy = *value;
  FlValue *items;

  if (value->kind == FL_VALUE_TENSOR)
    copy.tensor = copy_tensor (rw, &value->tensor);
  if (value->n_items == 0)
    return copy;
  items = fl_arena_new (rw->arena, FlValue, value->n_items);
  for (guint i = 0; i < value->n_items; i++)
    items[i] = copy_value (rw, &value->items[i]);
  copy.items = items;
  return copy;
}

FlArg
fl_rewrite_map (FlRewrite *rw, const FlArg *arg)
{
  FlArg mapped = *arg;
  FlArg *items;

  if (arg->kind == FL_ARG_NODE)
    {
      mapped = rw->results[rw->roots != NULL ? rw->roots[arg->node.index] : arg->node.index];
      mapped.keyword = arg->keyword;
      return mapped;
    }
  if (arg->kind == FL_ARG_GRAPH)
    mapped.node = rw->results[arg->node.index].node;
  if (arg->text != NULL)
    mapped.text = fl_arena_strdup (rw->arena, arg->text);
  if (arg->n_items == 0)
    return mapped;
  items = fl_arena_new (rw->arena, FlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = fl_rewrite_map (rw, &arg->items[i]);
  mapped.items = items;
  return mapped;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static FlArg
add_node (FlRewrite *rw, FlNode *node)
{
  FlArg result = { .kind = FL_ARG_NODE };

  result.node = fl_graph_builder_add (rw->builder, node);
  node->name = fl_graph_builder_get_node (rw->builder, result.node)->name;
  g_array_append_val (rw->nodes, *node);
  rw->mirror.nodes = (FlNode *) rw->nodes->data;
  rw->mirror.n_nodes = rw->nodes->len;
  return result;
}

void
fl_rewrite_set_result (FlRewrite *rw, FlArg result)
{
  result.keyword = NULL;
  rw->results[rw->id.index] = result;
  rw->is_done[rw->id.index] = TRUE;
}

static FlArg
get_element (FlRewrite *rw, FlArg tuple, gint64 position)
{
  return tuple.kind == FL_ARG_TUPLE && position >= 0 && position < tuple.n_items ? tuple.items[position]
                                                                                 : fl_arg_none ();
}

/* An item of what an operator was opened into. */
static gboolean
copy_item (FlRewrite *rw)
{
  FlArg tuple;
  gint64 position;

  if (rw->node->op == NULL || rw->node->op->op != FL_ATEN_OP_OPERATOR_GETITEM || rw->node->n_args < 2
      || rw->node->args[0].kind != FL_ARG_NODE || rw->node->args[1].kind != FL_ARG_INT)
    return FALSE;
  tuple = fl_rewrite_map (rw, &rw->node->args[0]);
  if (tuple.kind != FL_ARG_TUPLE || !fl_sym_is_int (rw->node->args[1].sym, &position))
    return FALSE;
  fl_rewrite_set_result (rw, get_element (rw, tuple, position));
  return TRUE;
}

void
fl_rewrite_copy (FlRewrite *rw)
{
  fl_rewrite_copy_as (rw, rw->node->target);
}

void
fl_rewrite_copy_as (FlRewrite *rw, const char *target)
{
  FlNode copy = *rw->node;
  FlArg *args = fl_arena_new (rw->arena, FlArg, copy.n_args + 1);

  if (copy_item (rw))
    return;
  if (target != copy.target)
    {
      copy.target = fl_intern (target);
      copy.op = fl_aten_find (target);
    }
  for (guint i = 0; i < copy.n_args; i++)
    args[i] = fl_rewrite_map (rw, &rw->node->args[i]);
  copy.args = args;
  copy.value = copy_value (rw, &rw->node->value);
  copy.annotated = copy_value (rw, &rw->node->annotated);
  copy.origin = rw->id;
  copy.users = NULL;
  copy.n_users = 0;
  if (copy.source_file != NULL)
    copy.source_file = fl_arena_strdup (rw->arena, copy.source_file);
  if (copy.source_code != NULL)
    copy.source_code = fl_arena_strdup (rw->arena, copy.source_code);
  if (copy.module_path != NULL)
    copy.module_path = fl_arena_strdup (rw->arena, copy.module_path);
  fl_rewrite_set_result (rw, add_node (rw, &copy));
}

/* "aten.add.Tensor" -> "add" */
static const char *
get_base_name (const char *target)
{
  const char *first = strchr (target, '.');
  const char *last;

  if (first == NULL)
    return target;
  last = strchr (first + 1, '.');
  return last != NULL ? fl_intern_n (first + 1, last - first - 1) : first + 1;
}

FlArg
fl_rewrite_emit (FlRewrite *rw, const char *target, const FlArg *args, guint n_args)
{
  FlNode node = {
    .kind = FL_NODE_CALL,
    .name = get_base_name (target),
    .target = fl_intern (target),
    .op = fl_aten_find (target),
    .n_args = n_args,
    .args = fl_arena_memdup (rw->arena, args, n_args * sizeof *args),
    .line = rw->node->line,
    .source_line = rw->node->source_line,
    .list = rw->list,
    .origin = rw->id,
  };

  g_assert (node.op != NULL);
  if (node.op->op == FL_ATEN_OP_OPERATOR_GETITEM && args[0].kind == FL_ARG_TUPLE)
    {
      gint64 position = 0;

      fl_sym_is_int (args[1].sym, &position);
      return get_element (rw, args[0], position);
    }
  if (rw->node->source_file != NULL)
    node.source_file = fl_arena_strdup (rw->arena, rw->node->source_file);
  if (rw->node->source_code != NULL)
    node.source_code = fl_arena_strdup (rw->arena, rw->node->source_code);
  if (rw->node->module_path != NULL)
    node.module_path = fl_arena_strdup (rw->arena, rw->node->module_path);
  if (!fl_shapes_infer (&rw->mirror, &node, &node.value))
    node.value.kind = FL_VALUE_UNKNOWN;
  return add_node (rw, &node);
}

/* --- arguments -------------------------------------------------------------------------------- */

FlArg
fl_rewrite_get (FlRewrite *rw, const char *name)
{
  const FlArg *arg = fl_node_find_arg (rw->node, name);
  FlArg mapped = arg != NULL ? fl_rewrite_map (rw, arg) : fl_arg_none ();

  mapped.keyword = NULL;
  return mapped;
}

FlArg
fl_rewrite_nth (FlRewrite *rw, guint position)
{
  const FlArg *arg = fl_node_get_arg (rw->node, position);
  FlArg mapped = arg != NULL ? fl_rewrite_map (rw, arg) : fl_arg_none ();

  mapped.keyword = NULL;
  return mapped;
}

/* An argument is given and is no number. */
static gboolean
is_untold (FlRewrite *rw, const char *name)
{
  const FlArg *arg = fl_node_find_arg (rw->node, name);
  const FlArg mapped = arg != NULL ? fl_rewrite_map (rw, arg) : fl_arg_none ();

  if (mapped.kind == FL_ARG_NODE)
    {
      const FlValueKind kind = fl_graph_get_node (&rw->mirror, mapped.node)->value.kind;

      return kind == FL_VALUE_SYM || kind == FL_VALUE_FLOAT;
    }
  return mapped.kind == FL_ARG_INT && !fl_sym_is_int (mapped.sym, NULL);
}

gint64
fl_rewrite_get_int (FlRewrite *rw, const char *name, gint64 fallback)
{
  gint64 value;

  rw->is_untold |= is_untold (rw, name);
  return fl_node_get_int (rw->node, name, &value) ? value : fallback;
}

double
fl_rewrite_get_float (FlRewrite *rw, const char *name, double fallback)
{
  double value;

  rw->is_untold |= is_untold (rw, name);
  return fl_node_get_float (rw->node, name, &value) ? value : fallback;
}

gboolean
fl_rewrite_get_bool (FlRewrite *rw, const char *name, gboolean fallback)
{
  gboolean value;

  return fl_node_get_bool (rw->node, name, &value) ? value : fallback;
}

const FlTensor *
fl_rewrite_tensor (FlRewrite *rw, FlArg arg)
{
  const FlValue *value;

  if (arg.kind != FL_ARG_NODE)
    return NULL;
  value = &fl_graph_builder_get_node (rw->builder, arg.node)->value; /* stays where it is, unlike the mirror */
  return value->kind == FL_VALUE_TENSOR ? &value->tensor : NULL;
}

guint
fl_rewrite_rank (FlRewrite *rw, FlArg arg)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, arg);

  return tensor != NULL ? tensor->n_dims : 0;
}

gint64
fl_rewrite_wrap (gint64 dim, guint rank)
{
  return dim < 0 ? dim + rank : dim;
}

const FlNode *
fl_rewrite_find_node (const FlRewrite *rw, const FlArg *arg)
{
  return arg != NULL && arg->kind == FL_ARG_NODE ? &rw->source->nodes[arg->node.index] : NULL;
}
