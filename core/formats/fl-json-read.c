/* Reads Fuseloom's own JSON (data/schema/graph.schema.json). Unknown keys are ignored, so that files of later minor
 * changes open; an unknown version does not. Errors name the node and what is wrong with it. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "fl-aten.h"
#include "fl-fx-private.h"
#include "fl-intern.h"
#include "fl-json-private.h"
#include "fl-quote.h"
#include "fl-text.h"

typedef struct
{
  const char *path;
  FlGraphBuilder *builder;
  FlArena *arena;
  FlSymTable *symbols;
  const char *where; /* the node being read, for errors */
  guint depth;
  GError **error;
} JsonReader;

static gboolean fail (JsonReader *reader, FlErrorCode code, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (JsonReader *reader, FlErrorCode code, const char *format, ...)
{
  g_autofree char *text = NULL, *message = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  message = fl_quote_dup_message (text);
  g_set_error (reader->error, FL_ERROR, code, "%s: %s%s%s", reader->path != NULL ? reader->path : "text",
               reader->where != NULL ? reader->where : "", reader->where != NULL ? ": " : "", message);
  return FALSE;
}

static const char *
get_string (const cJSON *object, const char *key)
{
  return cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (object, key));
}

/* --- symbols and values ----------------------------------------------------------------------- */

static gboolean
read_sym (JsonReader *reader, const cJSON *json, const FlSym **sym)
{
  const char *text = cJSON_GetStringValue (json);

  if (cJSON_IsNumber (json) && fabs (json->valuedouble) <= 9e15 && json->valuedouble == floor (json->valuedouble))
    {
      *sym = fl_sym_int (reader->symbols, (gint64) json->valuedouble);
      return TRUE;
    }
  *sym = text != NULL ? fl_sym_parse (reader->symbols, text, -1, NULL) : NULL;
  return *sym != NULL
         || fail (reader, FL_ERROR_SYNTAX, "an integer or an expression should stand in place of %s%s%s",
                  text != NULL ? "\"" : "", text != NULL ? text : "this value", text != NULL ? "\"" : "");
}

static gboolean
read_type (JsonReader *reader, const char *text, FlValue *value)
{
  return fl_fx_parse_type (reader->arena, reader->symbols, text, strlen (text), value)
         || fail (reader, FL_ERROR_SYNTAX, "\"%s\" is no type; types look like f32[8, 3], f32[8, 3][3, 1]cuda:0", text);
}

static gboolean read_value (JsonReader *reader, const cJSON *json, FlValue *value);

static gboolean
read_tuple_value (JsonReader *reader, const cJSON *json, FlValue *value)
{
  const guint n_items = (guint) cJSON_GetArraySize (json);
  FlValue *items = fl_arena_new (reader->arena, FlValue, n_items);
  const cJSON *child;
  guint i = 0;

  if (reader->depth >= FL_JSON_MAX_DEPTH)
    return fail (reader, FL_ERROR_LIMIT, "tuples nested more than %d deep", FL_JSON_MAX_DEPTH);
  reader->depth++;
  cJSON_ArrayForEach (child, json)
    {
      if (!read_value (reader, child, &items[i++]))
        return FALSE;
    }
  reader->depth--;
  *value = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = n_items, .items = items };
  return TRUE;
}

/* { "sym": … }, { "float": … }, { "bool": … }, { "tensor": …, "offset": … }, {}: not known */
static gboolean
read_object_value (JsonReader *reader, const cJSON *json, FlValue *value)
{
  static const struct
  {
    const char *key;
    FlValueKind kind;
  } keys[] = { { "sym", FL_VALUE_SYM }, { "float", FL_VALUE_FLOAT }, { "bool", FL_VALUE_BOOL } };
  const char *tensor = get_string (json, "tensor");
  const cJSON *offset = cJSON_GetObjectItemCaseSensitive (json, "offset");

  if (tensor != NULL)
    {
      if (!read_type (reader, tensor, value))
        return FALSE;
      if (value->kind != FL_VALUE_TENSOR)
        return fail (reader, FL_ERROR_SYNTAX, "\"%s\" is no tensor type", tensor);
      return offset == NULL || read_sym (reader, offset, &value->tensor.offset);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const cJSON *item = cJSON_GetObjectItemCaseSensitive (json, keys[i].key);

      if (item == NULL)
        continue;
      value->kind = keys[i].kind;
      if (value->kind == FL_VALUE_SYM)
        return read_sym (reader, item, &value->sym);
      if (cJSON_GetStringValue (item) != NULL)
        value->sym = fl_sym_parse (reader->symbols, cJSON_GetStringValue (item), -1, NULL);
      if (cJSON_GetStringValue (item) != NULL && (value->sym == NULL || !fl_sym_is_real (value->sym)))
        value->sym = fl_sym_opaque (reader->symbols, cJSON_GetStringValue (item));
      return TRUE;
    }
  return json->child == NULL
         || fail (reader, FL_ERROR_SYNTAX, "a value with the key \"%s\"; tensor, sym, float and bool are known",
                  json->child->string);
}

static gboolean
read_value (JsonReader *reader, const cJSON *json, FlValue *value)
{
  *value = (FlValue) { 0 };
  if (cJSON_IsNull (json))
    {
      value->kind = FL_VALUE_NONE;
      return TRUE;
    }
  if (cJSON_IsString (json))
    return read_type (reader, json->valuestring, value);
  if (cJSON_IsArray (json))
    return read_tuple_value (reader, json, value);
  if (cJSON_IsObject (json))
    return read_object_value (reader, json, value);
  return fail (reader, FL_ERROR_SYNTAX, "a value should be a type in quotes, a list of values, null or an object");
}

/* --- arguments -------------------------------------------------------------------------------- */

static gboolean read_arg (JsonReader *reader, const cJSON *json, FlArg *arg);

static gboolean
read_items (JsonReader *reader, const cJSON *json, FlArgKind kind, FlArg *arg)
{
  const guint n_items = (guint) cJSON_GetArraySize (json);
  FlArg *items = fl_arena_new (reader->arena, FlArg, n_items);
  const cJSON *child;
  guint i = 0;

  if (!cJSON_IsArray (json))
    return fail (reader, FL_ERROR_SYNTAX, "a list should stand here");
  if (reader->depth >= FL_JSON_MAX_DEPTH)
    return fail (reader, FL_ERROR_LIMIT, "lists nested more than %d deep", FL_JSON_MAX_DEPTH);
  reader->depth++;
  cJSON_ArrayForEach (child, json)
    {
      if (!read_arg (reader, child, &items[i++]))
        return FALSE;
    }
  reader->depth--;
  arg->kind = kind;
  arg->n_items = n_items;
  arg->items = items;
  if (kind == FL_ARG_SLICE && n_items != 3)
    return fail (reader, FL_ERROR_SYNTAX, "a slice has %u parts; it needs start, stop and step", n_items);
  return TRUE;
}

static gboolean
read_dict (JsonReader *reader, const cJSON *json, FlArg *arg)
{
  const guint n_pairs = (guint) cJSON_GetArraySize (json);
  FlArg *items = fl_arena_new (reader->arena, FlArg, 2 * (gsize) n_pairs);
  const cJSON *pair;
  guint i = 0;

  cJSON_ArrayForEach (pair, json)
    {
      FlArg both = { 0 };

      if (!read_items (reader, pair, FL_ARG_LIST, &both))
        return FALSE;
      if (both.n_items != 2)
        return fail (reader, FL_ERROR_SYNTAX, "a dict is a list of pairs [key, value]; this one has %u parts",
                     both.n_items);
      items[i++] = both.items[0];
      items[i++] = both.items[1];
    }
  arg->kind = FL_ARG_DICT;
  arg->n_items = i;
  arg->items = items;
  return TRUE;
}

static gboolean
read_node_arg (JsonReader *reader, const char *name, FlArgKind kind, FlArg *arg)
{
  arg->kind = kind;
  arg->node = fl_graph_builder_find (reader->builder, name);
  return arg->node.index != FL_NODE_NONE.index
         || fail (reader, FL_ERROR_GRAPH, "uses \"%s\", but no node before it has that name", name);
}

static gboolean
read_float (JsonReader *reader, const char *text, FlArg *arg)
{
  char *end;

  arg->kind = FL_ARG_FLOAT;
  if (strcmp (text, "inf") == 0 || strcmp (text, "-inf") == 0)
    arg->number = text[0] == '-' ? -INFINITY : INFINITY;
  else if (strcmp (text, "nan") == 0)
    arg->number = NAN;
  else
    {
      arg->number = g_ascii_strtod (text, &end);
      if (end == text || *end != '\0')
        return fail (reader, FL_ERROR_SYNTAX, "\"%s\" is no number", text);
    }
  return TRUE;
}

static gboolean
read_device (JsonReader *reader, const char *text, FlArg *arg)
{
  const char *colon = strchr (text, ':');

  arg->kind = FL_ARG_DEVICE;
  arg->device.type = text[0] == '\0' ? NULL
                     : colon != NULL ? fl_intern_name_n (text, colon - text)
                                     : fl_intern_name (text);
  arg->device.index = colon != NULL ? (gint) CLAMP (g_ascii_strtoll (colon + 1, NULL, 10), 0, 4096) : -1;
  return TRUE;
}

/* An object with one key. */
static gboolean
read_object_arg (JsonReader *reader, const cJSON *json, FlArg *arg)
{
  const cJSON *item = json->child;
  const char *key = item != NULL ? item->string : "";
  const char *text = cJSON_GetStringValue (item);

  if (strcmp (key, "tuple") == 0)
    return read_items (reader, item, FL_ARG_TUPLE, arg);
  if (strcmp (key, "slice") == 0)
    return read_items (reader, item, FL_ARG_SLICE, arg);
  if (strcmp (key, "dict") == 0)
    return read_dict (reader, item, arg);
  if (strcmp (key, "sym") == 0 || strcmp (key, "int") == 0)
    {
      arg->kind = FL_ARG_INT;
      return read_sym (reader, item, &arg->sym);
    }
  if (text == NULL)
    return fail (
        reader, FL_ERROR_SYNTAX,
        "an argument with the key \"%s\"; node, graph, tuple, slice, dict, sym, int, float, dtype, device and name are known",
        key);
  if (strcmp (key, "node") == 0)
    return read_node_arg (reader, text, FL_ARG_NODE, arg);
  if (strcmp (key, "graph") == 0)
    return read_node_arg (reader, text, FL_ARG_GRAPH, arg);
  if (strcmp (key, "float") == 0)
    return read_float (reader, text, arg);
  if (strcmp (key, "device") == 0)
    return read_device (reader, text, arg);
  if (strcmp (key, "dtype") == 0)
    {
      arg->kind = FL_ARG_DTYPE;
      arg->dtype = fl_dtype_find (text, -1);
      return arg->dtype != FL_DTYPE_NONE || fail (reader, FL_ERROR_SYNTAX, "\"%s\" is no element type", text);
    }
  if (strcmp (key, "name") == 0)
    {
      arg->kind = FL_ARG_NAME;
      arg->text = fl_intern_name (text);
      return TRUE;
    }
  return fail (reader, FL_ERROR_SYNTAX, "an argument with the unknown key \"%s\"", key);
}

static gboolean
read_arg (JsonReader *reader, const cJSON *json, FlArg *arg)
{
  *arg = (FlArg) { .kind = FL_ARG_NONE };
  if (cJSON_IsNull (json))
    return TRUE;
  if (cJSON_IsBool (json))
    {
      arg->kind = FL_ARG_BOOL;
      arg->number = cJSON_IsTrue (json);
      return TRUE;
    }
  if (cJSON_IsNumber (json))
    {
      arg->kind = FL_ARG_INT;
      return read_sym (reader, json, &arg->sym);
    }
  if (cJSON_IsString (json))
    {
      arg->kind = FL_ARG_STRING;
      arg->text = fl_arena_strdup (reader->arena, json->valuestring);
      return TRUE;
    }
  if (cJSON_IsArray (json))
    return read_items (reader, json, FL_ARG_LIST, arg);
  return read_object_arg (reader, json, arg);
}

/* --- nodes ------------------------------------------------------------------------------------ */

static gboolean
read_args (JsonReader *reader, const cJSON *json, FlNode *node)
{
  const cJSON *args = cJSON_GetObjectItemCaseSensitive (json, "args");
  const cJSON *kwargs = cJSON_GetObjectItemCaseSensitive (json, "kwargs");
  FlArg *all = fl_arena_new (reader->arena, FlArg,
                             (gsize) cJSON_GetArraySize (args) + (gsize) cJSON_GetArraySize (kwargs) + 1);
  const cJSON *child;

  node->args = all;
  cJSON_ArrayForEach (child, args)
    {
      if (!read_arg (reader, child, &all[node->n_args++]))
        return FALSE;
    }
  cJSON_ArrayForEach (child, kwargs)
    {
      if (child->string == NULL)
        return fail (reader, FL_ERROR_SYNTAX, "kwargs should be an object");
      if (!read_arg (reader, child, &all[node->n_args]))
        return FALSE;
      all[node->n_args++].keyword = fl_intern_name (child->string);
    }
  return TRUE;
}

static void
read_source (JsonReader *reader, const cJSON *json, FlNode *node)
{
  const cJSON *source = cJSON_GetObjectItemCaseSensitive (json, "source");
  const cJSON *line = cJSON_GetObjectItemCaseSensitive (source, "line");
  const char *file = get_string (source, "file");
  const char *code = get_string (source, "code");
  const char *module = get_string (json, "module");

  if (file != NULL)
    node->source_file = fl_arena_strdup (reader->arena, file);
  if (code != NULL)
    node->source_code = fl_arena_strdup (reader->arena, code);
  if (cJSON_IsNumber (line))
    node->source_line = (guint) CLAMP (line->valuedouble, 0, G_MAXINT);
  if (module != NULL)
    node->module_path = fl_arena_strdup (reader->arena, module);
}

static FlGraph *read_graph (JsonReader *outer, const cJSON *json);

static gboolean
read_subgraph (JsonReader *reader, const cJSON *json, FlNode *node)
{
  const cJSON *subgraph = cJSON_GetObjectItemCaseSensitive (json, "subgraph");
  FlGraph *graph;

  if (subgraph == NULL)
    return TRUE;
  if ((graph = read_graph (reader, subgraph)) == NULL)
    return FALSE;
  node->subgraph = fl_arena_adopt (reader->arena, graph, (GDestroyNotify) fl_graph_unref);
  return TRUE;
}

static gboolean
read_values (JsonReader *reader, const cJSON *json, FlNode *node)
{
  const cJSON *value = cJSON_GetObjectItemCaseSensitive (json, "value");
  const cJSON *annotated = cJSON_GetObjectItemCaseSensitive (json, "annotated");

  if (value != NULL && !read_value (reader, value, &node->value))
    return FALSE;
  node->annotated = node->value;
  return annotated == NULL || read_value (reader, annotated, &node->annotated);
}

static gboolean
read_node (JsonReader *reader, const cJSON *json, guint position)
{
  FlNode node = { .origin = FL_NODE_NONE };
  const char *kind = get_string (json, "kind");
  const char *name = get_string (json, "name");
  const char *target = get_string (json, "target");
  g_autofree char *shown = name != NULL ? fl_quote_dup_shown (name) : NULL;
  guint k = 0;

  reader->where = fl_arena_printf (reader->arena, "nodes[%u] (%s)", position, name != NULL ? shown : "no name");
  while (k < G_N_ELEMENTS (fl_json_kinds) && (kind == NULL || strcmp (kind, fl_json_kinds[k]) != 0))
    k++;
  if (k == G_N_ELEMENTS (fl_json_kinds))
    return fail (reader, FL_ERROR_SYNTAX, "the kind is %s; it should be placeholder, get_attr, call or output",
                 kind != NULL ? kind : "missing");
  if (name == NULL || name[0] == '\0')
    return fail (reader, FL_ERROR_SYNTAX, "a node needs a name");
  if (fl_graph_builder_find (reader->builder, name).index != FL_NODE_NONE.index)
    return fail (reader, FL_ERROR_GRAPH, "a node before it has the same name");
  node.kind = (FlNodeKind) k;
  node.name = name;
  node.target = target != NULL ? target : name;
  if (node.kind == FL_NODE_CALL)
    node.op = fl_aten_find (node.target);
  if (!read_args (reader, json, &node) || !read_values (reader, json, &node) || !read_subgraph (reader, json, &node))
    return FALSE;
  read_source (reader, json, &node);
  fl_graph_builder_add (reader->builder, &node);
  return TRUE;
}

static gboolean
read_symbols (JsonReader *reader, const cJSON *json)
{
  const cJSON *entry;

  cJSON_ArrayForEach (entry, cJSON_GetObjectItemCaseSensitive (json, "symbols"))
    {
      const char *name = get_string (entry, "name");
      const cJSON *hint = cJSON_GetObjectItemCaseSensitive (entry, "hint");
      const cJSON *bounds[]
          = { cJSON_GetObjectItemCaseSensitive (entry, "min"), cJSON_GetObjectItemCaseSensitive (entry, "max") };
      const FlSym *symbol, *number;
      gint64 range[2], value;

      if (name == NULL || name[0] == '\0')
        return fail (reader, FL_ERROR_SYNTAX, "a symbol needs a name");
      symbol = fl_sym_size (reader->symbols, name);
      fl_sym_get_range (symbol, &range[0], &range[1]);
      for (guint i = 0; i < 2; i++)
        if (bounds[i] != NULL && read_sym (reader, cJSON_IsObject (bounds[i]) ? bounds[i]->child : bounds[i], &number)
            && fl_sym_is_int (number, &value))
          range[i] = value;
      if (range[0] <= range[1])
        fl_sym_set_range (symbol, range[0], range[1]);
      if (hint != NULL && read_sym (reader, cJSON_IsObject (hint) ? hint->child : hint, &number)
          && fl_sym_is_int (number, &value))
        fl_sym_set_hint (symbol, value);
    }
  return reader->error == NULL || *reader->error == NULL;
}

static gboolean
check_head (JsonReader *reader, const cJSON *json)
{
  const char *format = get_string (json, "format");
  const cJSON *version = cJSON_GetObjectItemCaseSensitive (json, "version");

  if (format == NULL || strcmp (format, FL_JSON_FORMAT) != 0)
    return fail (reader, FL_ERROR_SYNTAX, "not a graph: \"format\" should be \"%s\"", FL_JSON_FORMAT);
  if (!cJSON_IsNumber (version) || version->valuedouble != FL_JSON_VERSION)
    return fail (reader, FL_ERROR_UNSUPPORTED, "version %g of the format; this program reads version %d",
                 cJSON_IsNumber (version) ? version->valuedouble : 0.0, FL_JSON_VERSION);
  if (!cJSON_IsArray (cJSON_GetObjectItemCaseSensitive (json, "nodes")))
    return fail (reader, FL_ERROR_SYNTAX, "\"nodes\" should be a list");
  return TRUE;
}

static FlGraph *
read_graph (JsonReader *outer, const cJSON *json)
{
  JsonReader reader = *outer;
  const char *name = get_string (json, "name");
  const char *truncated = get_string (json, "truncated");
  g_autoptr (FlGraphBuilder) builder = NULL;
  const cJSON *node;
  guint position = 0;
  FlGraph *graph;

  if (reader.depth >= FL_JSON_MAX_DEPTH)
    {
      fail (&reader, FL_ERROR_LIMIT, "graphs nested more than %d deep", FL_JSON_MAX_DEPTH);
      return NULL;
    }
  reader.depth++;
  reader.where = NULL;
  if (!check_head (&reader, json) || !read_symbols (&reader, json))
    return NULL;
  reader.builder = builder = fl_graph_builder_new (reader.symbols, name);
  reader.arena = fl_graph_builder_get_arena (builder);
  if (cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (json, "followed")))
    fl_graph_builder_set_followed (builder);
  if (truncated != NULL)
    fl_graph_builder_set_truncated (builder, truncated);
  if (outer->builder == NULL)
    fl_graph_builder_set_text (builder, reader.path, NULL, 0);
  cJSON_ArrayForEach (node, cJSON_GetObjectItemCaseSensitive (json, "nodes"))
    {
      if (!read_node (&reader, node, position++))
        return NULL;
    }
  graph = fl_graph_builder_finish (builder, reader.error);
  if (graph == NULL)
    g_prefix_error (reader.error, "%s: ", reader.path != NULL ? reader.path : "text");
  return graph;
}

FlGraph *
fl_json_read (const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autoptr (GError) local = NULL;
  JsonReader reader = { .path = path, .symbols = symbols, .error = &local };
  const char *stop = NULL;
  gboolean is_changed;
  gsize valid_length;
  /* A copy of valid UTF-8 ends with a zero byte, which cJSON may look at behind the text. */
  g_autofree char *valid = fl_text_dup_valid (text, length, &valid_length, &is_changed);
  FlGraph *graph;
  cJSON *json = cJSON_ParseWithLengthOpts (valid, valid_length, &stop, FALSE);

  if (json == NULL)
    {
      FlPlace place = { path, 1, 1 };

      for (const char *p = valid; stop != NULL && p < stop && p < valid + valid_length; p++, place.column++)
        if (*p == '\n')
          {
            place.line++;
            place.column = 0;
          }
      fl_error_set_at (error, FL_ERROR_SYNTAX, place, valid, valid_length, "not well-formed JSON");
      return NULL;
    }
  graph = read_graph (&reader, json);
  cJSON_Delete (json);
  if (local != NULL)
    {
      g_clear_pointer (&graph, fl_graph_unref);
      g_propagate_error (error, g_steal_pointer (&local));
    }
  return graph;
}

guint
fl_json_probe (const char *text, gsize length)
{
  gsize start = 0;

  while (start < length && g_ascii_isspace (text[start]))
    start++;
  if (start >= length || text[start] != '{')
    return 0;
  return memmem (text, MIN (length, 4096), FL_JSON_FORMAT, strlen (FL_JSON_FORMAT)) != NULL ? 100 : 30;
}
