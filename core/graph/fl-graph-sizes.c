/* A symbolic graph at given sizes: a copy whose sizes are numbers goes through the gate that every
 * graph goes through. */
#include "fl-graph-sizes.h"

#include "fl-shapes-private.h"

typedef struct
{
  FlArena *arena;      /* of the copy */
  FlSymTable *symbols; /* of the copy */
  FlSymLookup lookup;  /* NULL: every symbol stays one */
  gpointer data;
} Copying;

static FlGraph *copy_graph (Copying *self, const FlGraph *graph, GError **error);

/* --- the copy ---------------------------------------------------------------------------------- */

static const FlSym *
copy_sym (const Copying *self, const FlSym *sym)
{
  g_autoptr (GPtrArray) found = NULL;
  const FlSym **values;
  guint n = 0;

  if (sym != NULL && self->lookup == NULL)
    return fl_sym_copy (self->symbols, sym);
  if (sym == NULL || fl_sym_is_int (sym, NULL))
    return sym;
  found = g_ptr_array_new ();
  fl_sym_collect_symbols (sym, found);
  values = g_newa (const FlSym *, MAX (found->len, 1));
  for (guint i = 0; i < found->len; i++)
    {
      gint64 value;

      if (!self->lookup (found->pdata[i], self->data, &value))
        continue;
      found->pdata[n] = found->pdata[i];
      values[n++] = fl_sym_int (self->symbols, value);
    }
  return fl_sym_substitute (sym, (const FlSym *const *) found->pdata, values, n);
}

static const FlSym *const *
copy_syms (const Copying *self, const FlSym *const *syms, guint n)
{
  const FlSym **copied;

  if (syms == NULL)
    return NULL;
  copied = fl_arena_new (self->arena, const FlSym *, n);
  for (guint i = 0; i < n; i++)
    copied[i] = copy_sym (self, syms[i]);
  return copied;
}

static FlValue
copy_value (const Copying *self, const FlValue *value)
{
  FlValue copied = *value;
  FlValue *items;

  copied.sym = copy_sym (self, value->sym);
  if (value->kind == FL_VALUE_TENSOR)
    {
      copied.tensor.sizes = copy_syms (self, value->tensor.sizes, value->tensor.n_dims);
      copied.tensor.strides = copy_syms (self, value->tensor.strides, value->tensor.n_dims);
      copied.tensor.offset = copy_sym (self, value->tensor.offset);
    }
  if (value->n_items == 0)
    return copied;
  items = fl_arena_new (self->arena, FlValue, value->n_items);
  for (guint i = 0; i < value->n_items; i++)
    items[i] = copy_value (self, &value->items[i]);
  copied.items = items;
  return copied;
}

static const FlArg *
copy_args (const Copying *self, const FlArg *args, guint n)
{
  FlArg *copied = fl_arena_new (self->arena, FlArg, n);

  for (guint i = 0; i < n; i++)
    {
      copied[i] = args[i];
      copied[i].sym = copy_sym (self, args[i].sym);
      if (args[i].n_items > 0)
        copied[i].items = copy_args (self, args[i].items, args[i].n_items);
    }
  return copied;
}

/* Positions stay, and with them what arguments refer to. */
static gboolean
copy_node (Copying *self, FlGraphBuilder *builder, const FlNode *node, GError **error)
{
  FlNode copied = *node;

  copied.args = copy_args (self, node->args, node->n_args);
  copied.value = copied.annotated = copy_value (self, &node->value);
  if (self->lookup == NULL)
    copied.annotated = copy_value (self, &node->annotated);
  if (node->subgraph != NULL)
    {
      Copying inner = *self;
      FlGraph *subgraph = copy_graph (&inner, node->subgraph, error);

      if (subgraph == NULL)
        return FALSE;
      copied.subgraph = fl_arena_adopt (self->arena, subgraph, (GDestroyNotify) fl_graph_unref);
    }
  fl_graph_builder_add (builder, &copied);
  return TRUE;
}

/* self->arena becomes that of the copy. */
static FlGraph *
copy_graph (Copying *self, const FlGraph *graph, GError **error)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (self->symbols, graph->name);

  self->arena = fl_graph_builder_get_arena (builder);
  fl_graph_builder_set_followed (builder);
  fl_graph_builder_set_text (builder, graph->path, NULL, 0);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (!copy_node (self, builder, &graph->nodes[i], error))
      return NULL;
  return fl_graph_builder_finish (builder, error);
}

FlGraph *
fl_graph_dup (const FlGraph *graph)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  Copying copying = { .symbols = symbols };
  g_autoptr (GError) error = NULL;
  FlGraph *copy = copy_graph (&copying, graph, &error);

  g_assert_no_error (error); /* the graph was verified when it was built */
  fl_arena_adopt (copying.arena, fl_graph_ref (graph), (GDestroyNotify) fl_graph_unref);
  copy->text = graph->text;
  copy->text_length = graph->text_length;
  copy->device_why = graph->device_why;
  copy->level = graph->level;
  copy->torch = graph->torch;
  copy->truncated = graph->truncated;
  copy->truncated_why = graph->truncated_why;
  copy->n_warnings = graph->n_warnings;
  copy->warnings = graph->warnings;
  return copy;
}

/* --- comparing --------------------------------------------------------------------------------- */

static gboolean
differs (const FlSym *said, const FlSym *found)
{
  gint64 a, b;

  return said != NULL && found != NULL && fl_sym_is_int (said, &a) && fl_sym_is_int (found, &b) && a != b;
}

static gboolean
is_negative (const FlValue *value)
{
  gint64 size;

  for (guint d = 0; value->kind == FL_VALUE_TENSOR && d < value->tensor.n_dims; d++)
    if (fl_sym_is_int (value->tensor.sizes[d], &size) && size < 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_refuted (const FlValue *said, const FlValue *found)
{
  if (said->kind != found->kind || (said->kind == FL_VALUE_TENSOR && said->tensor.n_dims != found->tensor.n_dims))
    return FALSE; /* with symbols, too: the graph's own warnings tell of it */
  for (guint d = 0; said->kind == FL_VALUE_TENSOR && d < said->tensor.n_dims; d++)
    if (differs (said->tensor.sizes[d], found->tensor.sizes[d]))
      return TRUE;
  for (guint i = 0; said->kind == FL_VALUE_TUPLE && i < MIN (said->n_items, found->n_items); i++)
    if (is_refuted (&said->items[i], &found->items[i]))
      return TRUE;
  return said->kind == FL_VALUE_SYM && differs (said->sym, found->sym);
}

static void
set_refuted (const FlGraph *graph, const FlNode *node, const FlValue *said, const FlValue *found, GError **error)
{
  g_autoptr (GString) symbols = g_string_new (NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) own = g_string_new (NULL);

  fl_value_append (symbols, &node->value);
  fl_value_append (value, said);
  fl_value_append (own, found);
  g_set_error (error, FL_ERROR, FL_ERROR_SHAPE,
               "%s (%s) yields %s, where the graph has %s, which is %s: PyTorch made this graph "
               "for other sizes",
               node->name, node->target, own->str, symbols->str, value->str);
}

static gboolean
check_node (FlGraph *copy, const FlGraph *graph, guint position, GError **error)
{
  const FlNode *node = &graph->nodes[position];
  const FlValue *said = &copy->nodes[position].annotated;
  FlValue found = { 0 };

  if (is_negative (&copy->nodes[position].value))
    {
      set_refuted (graph, node, said, &copy->nodes[position].value, error);
      return FALSE;
    }
  if (node->kind != FL_NODE_CALL || !fl_shapes_infer (copy, &copy->nodes[position], &found)
      || !is_refuted (said, &found))
    return TRUE;
  set_refuted (graph, node, said, &found, error);
  return FALSE;
}

gboolean
fl_graph_check_sizes (const FlGraph *graph, FlSymLookup lookup, gpointer data, GError **error)
{
  Copying copying = { .symbols = graph->symbols, .lookup = lookup, .data = data };
  g_autoptr (FlGraph) copy = copy_graph (&copying, graph, error);

  if (copy == NULL || !fl_shapes_propagate (copy, NULL, error))
    {
      if (error != NULL && *error != NULL)
        (*error)->code = FL_ERROR_SHAPE;
      return FALSE;
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    if (!check_node (copy, graph, i, error))
      return FALSE;
  return TRUE;
}
