/* Writes Fuseloom's own JSON: everything a graph holds, in a form that people can read and change. Integers, lists,
 * strings, true, false and null stand for themselves; everything else is an object with one key that says what it is.
 */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-json-private.h"
#include "fl-text.h"

static const gint64 MAX_PLAIN_INT
    = 999999999999999; /* 15 digits: exact as a JSON number, and printed without exponent */

static cJSON *
make_string (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return cJSON_CreateString (valid);
}

/* { key: value } */
static cJSON *
wrap (const char *key, cJSON *value)
{
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToObject (object, key, value);
  return object;
}

static cJSON *
make_sym_text (const FlSym *sym)
{
  g_autofree char *text = fl_sym_dup_text (sym);

  return make_string (text);
}

/* --- values ----------------------------------------------------------------------------------- */

static cJSON *
make_tensor (const FlTensor *tensor)
{
  g_autoptr (GString) text = g_string_new (NULL);
  cJSON *object;

  fl_tensor_append (text, tensor, TRUE, TRUE);
  if (tensor->offset == NULL || fl_sym_is_int_value (tensor->offset, 0))
    return make_string (text->str);
  object = wrap ("tensor", make_string (text->str));
  cJSON_AddItemToObject (object, "offset", make_sym_text (tensor->offset));
  return object;
}

/* NULL for a value that is not known. */
static cJSON *
make_value (const FlValue *value)
{
  cJSON *list;

  switch (value->kind)
    {
    case FL_VALUE_UNKNOWN: return NULL;
    case FL_VALUE_NONE: return cJSON_CreateNull ();
    case FL_VALUE_TENSOR: return make_tensor (&value->tensor);
    case FL_VALUE_SYM: return wrap ("sym", make_sym_text (value->sym));
    case FL_VALUE_FLOAT: return wrap ("float", value->sym != NULL ? make_sym_text (value->sym) : cJSON_CreateNull ());
    case FL_VALUE_BOOL: return wrap ("bool", value->sym != NULL ? make_sym_text (value->sym) : cJSON_CreateNull ());
    case FL_VALUE_TUPLE:
      list = cJSON_CreateArray ();
      for (guint i = 0; i < value->n_items; i++)
        {
          cJSON *item = make_value (&value->items[i]);

          cJSON_AddItemToArray (list, item != NULL ? item : cJSON_CreateObject ());
        }
      return list;
    }
  g_assert_not_reached ();
}

/* --- arguments -------------------------------------------------------------------------------- */

static cJSON *make_arg (const FlGraph *graph, const FlArg *arg);

static cJSON *
make_items (const FlGraph *graph, const FlArg *arg)
{
  cJSON *list = cJSON_CreateArray ();

  for (guint i = 0; i < arg->n_items; i++)
    cJSON_AddItemToArray (list, make_arg (graph, &arg->items[i]));
  return list;
}

static cJSON *
make_dict (const FlGraph *graph, const FlArg *arg)
{
  cJSON *list = cJSON_CreateArray ();

  for (guint i = 0; i + 1 < arg->n_items; i += 2)
    {
      cJSON *pair = cJSON_CreateArray ();

      cJSON_AddItemToArray (pair, make_arg (graph, &arg->items[i]));
      cJSON_AddItemToArray (pair, make_arg (graph, &arg->items[i + 1]));
      cJSON_AddItemToArray (list, pair);
    }
  return list;
}

static cJSON *
make_int (const FlSym *sym)
{
  gint64 value;

  if (!fl_sym_is_int (sym, &value))
    return wrap ("sym", make_sym_text (sym));
  if (value >= -MAX_PLAIN_INT && value <= MAX_PLAIN_INT)
    return cJSON_CreateNumber ((double) value);
  return wrap ("int", make_sym_text (sym));
}

static cJSON *
make_float (double number)
{
  g_autoptr (GString) text = g_string_new (NULL);

  fl_text_append_float (text, number);
  return wrap ("float", make_string (text->str));
}

static cJSON *
make_device (FlDevice device)
{
  g_autoptr (GString) text = g_string_new (NULL);

  fl_device_append (text, device);
  return wrap ("device", make_string (text->str));
}

static cJSON *
make_arg (const FlGraph *graph, const FlArg *arg)
{
  switch (arg->kind)
    {
    case FL_ARG_NONE: return cJSON_CreateNull ();
    case FL_ARG_NODE: return wrap ("node", make_string (fl_graph_get_node (graph, arg->node)->name));
    case FL_ARG_GRAPH: return wrap ("graph", make_string (fl_graph_get_node (graph, arg->node)->name));
    case FL_ARG_INT: return make_int (arg->sym);
    case FL_ARG_FLOAT: return make_float (arg->number);
    case FL_ARG_BOOL: return cJSON_CreateBool (arg->number != 0);
    case FL_ARG_STRING: return make_string (arg->text);
    case FL_ARG_LIST: return make_items (graph, arg);
    case FL_ARG_TUPLE: return wrap ("tuple", make_items (graph, arg));
    case FL_ARG_DICT: return wrap ("dict", make_dict (graph, arg));
    case FL_ARG_SLICE: return wrap ("slice", make_items (graph, arg));
    case FL_ARG_DTYPE: return wrap ("dtype", make_string (fl_dtype_get_short_name (arg->dtype)));
    case FL_ARG_DEVICE: return make_device (arg->device);
    case FL_ARG_NAME: return wrap ("name", make_string (arg->text));
    }
  g_assert_not_reached ();
}

/* --- nodes ------------------------------------------------------------------------------------ */

static cJSON *make_graph (const FlGraph *graph);

static void
add_args (cJSON *object, const FlGraph *graph, const FlNode *node)
{
  cJSON *args, *kwargs = NULL;

  if (node->n_args == 0)
    return;
  args = cJSON_AddArrayToObject (object, "args");
  for (guint i = 0; i < node->n_args; i++)
    {
      const FlArg *arg = &node->args[i];

      if (arg->keyword == NULL)
        {
          cJSON_AddItemToArray (args, make_arg (graph, arg));
          continue;
        }
      if (kwargs == NULL)
        kwargs = cJSON_AddObjectToObject (object, "kwargs");
      cJSON_AddItemToObject (kwargs, arg->keyword, make_arg (graph, arg));
    }
}

static void
add_source (cJSON *object, const FlNode *node)
{
  cJSON *source;

  if (node->source_file == NULL)
    return;
  source = cJSON_AddObjectToObject (object, "source");
  cJSON_AddItemToObject (source, "file", make_string (node->source_file));
  cJSON_AddNumberToObject (source, "line", node->source_line);
  if (node->source_code != NULL)
    cJSON_AddItemToObject (source, "code", make_string (node->source_code));
}

static cJSON *
make_node (const FlGraph *graph, const FlNode *node)
{
  cJSON *object = cJSON_CreateObject ();
  cJSON *value = make_value (&node->value);
  cJSON *annotated = make_value (&node->annotated);

  cJSON_AddItemToObject (object, "name", make_string (node->name));
  cJSON_AddStringToObject (object, "kind", fl_json_kinds[node->kind]);
  cJSON_AddItemToObject (object, "target", make_string (node->target));
  add_args (object, graph, node);
  if (value != NULL)
    cJSON_AddItemToObject (object, "value", value);
  if (annotated != NULL && cJSON_Compare (value, annotated, TRUE))
    cJSON_Delete (annotated);
  else if (annotated != NULL)
    cJSON_AddItemToObject (object, "annotated", annotated);
  else if (value != NULL) /* strides of library calls are taken from a file's values, never from those that the shape
                             rules found */
    cJSON_AddObjectToObject (object, "annotated");
  add_source (object, node);
  if (node->module_path != NULL)
    cJSON_AddItemToObject (object, "module", make_string (node->module_path));
  if (node->subgraph != NULL)
    cJSON_AddItemToObject (object, "subgraph", make_graph (node->subgraph));
  return object;
}

/* --- symbols ---------------------------------------------------------------------------------- */

static void
collect_value (const FlValue *value, GPtrArray *symbols)
{
  if (value->kind == FL_VALUE_TENSOR)
    for (guint i = 0; i < value->tensor.n_dims; i++)
      {
        fl_sym_collect_symbols (value->tensor.sizes[i], symbols);
        if (value->tensor.strides != NULL)
          fl_sym_collect_symbols (value->tensor.strides[i], symbols);
      }
  if (value->sym != NULL)
    fl_sym_collect_symbols (value->sym, symbols);
  for (guint i = 0; i < value->n_items; i++)
    collect_value (&value->items[i], symbols);
}

static void
add_symbols (cJSON *object, const FlGraph *graph)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (FlSymTable) fresh = fl_sym_table_new (); /* the graph's own may know more of any name */
  gint64 default_minimum, default_maximum;
  cJSON *list = NULL;

  fl_sym_get_range (fl_sym_size (fresh, fl_intern ("s")), &default_minimum, &default_maximum);
  for (guint i = 0; i < graph->n_nodes; i++)
    collect_value (&graph->nodes[i].value, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i];
      const gint64 hint = fl_sym_get_hint (symbol, G_MININT64);
      gint64 minimum, maximum;
      cJSON *entry;

      if (!g_hash_table_add (seen, (gpointer) symbol) || fl_sym_get_kind (symbol) != FL_SYM_SIZE
          || fl_sym_is_float (symbol))
        continue;
      fl_sym_get_range (symbol, &minimum, &maximum);
      if (hint == G_MININT64 && minimum == default_minimum && maximum == default_maximum)
        continue;
      if (list == NULL)
        list = cJSON_AddArrayToObject (object, "symbols");
      entry = cJSON_CreateObject ();
      cJSON_AddItemToObject (entry, "name", make_string (fl_sym_get_name (symbol)));
      if (hint != G_MININT64)
        cJSON_AddItemToObject (entry, "hint", make_int (fl_sym_int (graph->symbols, hint)));
      if (minimum != default_minimum)
        cJSON_AddItemToObject (entry, "min", make_int (fl_sym_int (graph->symbols, minimum)));
      if (maximum != default_maximum)
        cJSON_AddItemToObject (entry, "max", make_int (fl_sym_int (graph->symbols, maximum)));
      cJSON_AddItemToArray (list, entry);
    }
}

static cJSON *
make_graph (const FlGraph *graph)
{
  cJSON *object = cJSON_CreateObject ();
  cJSON *nodes;

  cJSON_AddStringToObject (object, "format", FL_JSON_FORMAT);
  cJSON_AddNumberToObject (object, "version", FL_JSON_VERSION);
  cJSON_AddItemToObject (object, "name", make_string (graph->name));
  if (graph->truncated)
    cJSON_AddItemToObject (object, "truncated", make_string (graph->truncated_why));
  cJSON_AddBoolToObject (object, "followed", TRUE); /* as every finished graph is */
  add_symbols (object, graph);
  nodes = cJSON_AddArrayToObject (object, "nodes");
  for (guint i = 0; i < graph->n_nodes; i++)
    cJSON_AddItemToArray (nodes, make_node (graph, &graph->nodes[i]));
  return object;
}

/* One node a line, so that differences between two files can be read. */
static void
append_lines (GString *out, cJSON *object)
{
  cJSON *nodes = cJSON_DetachItemFromObjectCaseSensitive (object, "nodes");
  char *head = cJSON_PrintUnformatted (object);
  const cJSON *node;

  g_string_append_len (out, head, (gssize) strlen (head) - 1);
  g_string_append (out, ",\"nodes\":[");
  cJSON_free (head);
  cJSON_ArrayForEach (node, nodes)
    {
      char *line = cJSON_PrintUnformatted (node);

      g_string_append (out, node == nodes->child ? "\n" : ",\n");
      g_string_append (out, line);
      cJSON_free (line);
    }
  g_string_append (out, "\n]}\n");
  cJSON_Delete (nodes);
}

gboolean
fl_json_write (const FlGraph *graph, GString *out, GError **error)
{
  cJSON *object = make_graph (graph);

  append_lines (out, object);
  cJSON_Delete (object);
  return TRUE;
}
