/* fx_graph_runnable.py: forward has no types there; the function load_args below the class says what the inputs are,
 *   buf0 = reader.storage(None, 2097152, device=device(type='cuda', index=0), dtype_hint=torch.bfloat16)
 *   reader.tensor(buf0, (1024, 1024), (1024, 1), dtype=torch.bfloat16, is_leaf=True)  # primals_1
 *   reader.symint(512)  # arg4_1
 * and in PyTorch 2.0: args = [((3, 4), (4, 1), torch.int32, 'cuda'), …]. Nothing of it is executed: the calls are taken
 * apart as text. */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"

typedef struct
{
  FlGraph *graph;
  GHashTable *devices; /* "buf0" -> "cuda:0" */
  GHashTable *lengths; /* "buf0" -> how many bytes it has: "32*s48 + 32*(s58 - 1)*Max(1, s48 - 1) - 32" */
  guint n_inputs;      /* given so far */
} Load;

/* The bracket that closes the one before p; NULL when the line ends first. */
static const char *
find_close (const char *p, const char *end)
{
  int depth = 1;

  for (; p < end; p++)
    {
      if (strchr ("([{", *p) != NULL && *p != '\0')
        depth++;
      else if (strchr (")]}", *p) != NULL && *p != '\0' && --depth == 0)
        return p;
    }
  return NULL;
}

/* Splits "a, (b, c), d=e" at the commas outside of brackets. */
static GPtrArray *
split_items (const char *start, const char *end)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);
  const char *item = start;
  int depth = 0;

  for (const char *p = start; p <= end; p++)
    {
      if (p == end || (depth == 0 && *p == ','))
        {
          char *text = g_strstrip (g_strndup (item, p - item));

          if (text[0] != '\0')
            g_ptr_array_add (items, text);
          else
            g_free (text);
          item = p + 1;
        }
      else if (*p == '(' || *p == '[')
        depth++;
      else if (*p == ')' || *p == ']')
        depth--;
    }
  return items;
}

static const char *
find_keyword (const GPtrArray *items, const char *keyword)
{
  const gsize length = strlen (keyword);

  for (guint i = 0; i < items->len; i++)
    if (g_str_has_prefix (items->pdata[i], keyword) && ((const char *) items->pdata[i])[length] == '=')
      return (const char *) items->pdata[i] + length + 1;
  return NULL;
}

/* "device(type='cuda', index=0)" or "'cuda'" -> "cuda:0". */
static char *
dup_device (const char *text)
{
  const char *start = text != NULL ? strpbrk (text, "'\"") : NULL;
  const char *index = text != NULL ? strstr (text, "index=") : NULL;
  gsize length;

  if (start == NULL)
    return g_strdup ("cpu");
  length = strcspn (start + 1, "'\"");
  if (index != NULL)
    return g_strdup_printf ("%.*s:%d", (int) length, start + 1,
                            (int) CLAMP (g_ascii_strtoll (index + 6, NULL, 10), 0, 4096));
  return g_strndup (start + 1, length);
}

/* Appends "[8, 4]" for "(8, 4)". */
static void
append_dims (GString *out, const char *text)
{
  const gsize length = strlen (text);

  if (length >= 2 && (text[0] == '(' || text[0] == '['))
    g_string_append_printf (out, "[%.*s]", (int) length - 2, text + 1);
}

/* The input that a comment names, else the next one in order. */
static FlNode *
find_input (Load *load, const char *comment)
{
  FlGraph *graph = load->graph;
  const guint wanted = load->n_inputs++;
  const FlNode *named = comment != NULL ? fl_graph_find_node (graph, comment) : NULL;

  if (named != NULL && named->kind == FL_NODE_PLACEHOLDER)
    return &graph->nodes[named - graph->nodes];
  return wanted < graph->n_inputs ? &graph->nodes[graph->inputs[wanted].index] : NULL;
}

/* A text that gives an input its sizes, but not where they lie. */
static gboolean
lacks_strides (const FlValue *value)
{
  return value->kind == FL_VALUE_TENSOR && value->tensor.strides == NULL;
}

static void
complete_tensor (FlTensor *tensor, const FlTensor *loaded)
{
  if (loaded->n_dims != tensor->n_dims || loaded->dtype != tensor->dtype)
    return;
  tensor->strides = loaded->strides;
  tensor->offset = loaded->offset;
  if (tensor->device.type == NULL)
    tensor->device = loaded->device;
}

static void
set_type (Load *load, FlNode *node, const char *dtype, const char *sizes, const char *strides, const char *device,
          const char *offset)
{
  g_autoptr (GString) type = g_string_new (NULL);
  const FlDtype found = dtype != NULL ? fl_dtype_find (dtype, -1) : FL_DTYPE_F32;
  FlValue value;
  gint64 number;

  if (node == NULL || found == FL_DTYPE_NONE || (node->value.kind != FL_VALUE_UNKNOWN && !lacks_strides (&node->value)))
    return;
  g_string_append (type, fl_dtype_get_short_name (found));
  append_dims (type, sizes);
  if (strides != NULL)
    append_dims (type, strides);
  g_string_append (type, device != NULL ? device : "cpu");
  if (!fl_fx_parse_type (load->graph->arena, load->graph->symbols, type->str, type->len, &value))
    return;
  number = offset != NULL ? g_ascii_strtoll (offset, NULL, 10) : 0;
  if (number != 0)
    value.tensor.offset = fl_sym_int (load->graph->symbols, number);
  if (node->value.kind == FL_VALUE_TENSOR)
    complete_tensor (&node->value.tensor, &value.tensor);
  else
    node->value = value;
  node->annotated = node->value;
}

/* "(3*s77, s77, 1)" for "(2, 3, s77)": PyTorch's reader leaves out the strides of contiguous inputs. Those of a size
 * that may be 0 are "Max(1, s48 - 1)" where PyTorch counted so, as the length of the storage shows. */
static char *
dup_contiguous (const char *sizes, gboolean has_max)
{
  g_autofree char *inside = g_strndup (sizes + 1, MAX (strlen (sizes), 2) - 2);
  g_auto (GStrv) dims = g_strsplit (inside, ",", -1);
  GString *out = g_string_new ("(");
  guint n = g_strv_length (dims);

  while (n > 0 && *g_strstrip (dims[n - 1]) == '\0') /* "(4,)" */
    n--;
  for (guint i = 0; i < n; i++)
    {
      for (guint k = i + 1; k < n; k++)
        g_string_append_printf (out,
                                strpbrk (dims[k], "+-/ ") == NULL ? "%s%s"
                                : has_max                         ? "%sMax(1, %s)"
                                                                  : "%s(%s)",
                                k > i + 1 ? "*" : "", g_strstrip (dims[k]));
      g_string_append (out, i + 1 == n ? "1" : ", ");
    }
  g_string_append_c (out, ')');
  return g_string_free (out, FALSE);
}

static void
read_tensor (Load *load, const GPtrArray *items, const char *comment)
{
  g_autofree char *strides = NULL;
  const char *device, *length;

  if (items->len < 2)
    return;
  length = g_hash_table_lookup (load->lengths, items->pdata[0]);
  strides = items->len > 2 && strchr ("([", ((const char *) items->pdata[2])[0]) != NULL
                ? g_strdup (items->pdata[2])
                : dup_contiguous (items->pdata[1], length != NULL && strstr (length, "Max(1, ") != NULL);
  device = g_hash_table_lookup (load->devices, items->pdata[0]);
  set_type (load, find_input (load, comment), find_keyword (items, "dtype"), items->pdata[1], strides, device,
            find_keyword (items, "storage_offset"));
}

/* "symint(512)" and, in PyTorch 2.15, "symint(33, expr='s77')": what the number was when the graph was compiled. */
static void
read_symint (Load *load, const GPtrArray *items, const char *comment)
{
  FlNode *node = find_input (load, comment);
  const char *expr = find_keyword (items, "expr");
  g_autofree char *text = expr != NULL ? g_strdup (expr) : items->len > 0 ? g_strdup (items->pdata[0]) : NULL;
  gint64 hint;

  if (node == NULL || text == NULL)
    return;
  if (node->value.kind == FL_VALUE_UNKNOWN)
    {
      g_strdelimit (text, "'\"", ' ');
      node->value.sym = fl_sym_parse (load->graph->symbols, g_strstrip (text), -1, NULL);
      node->value.kind = node->value.sym != NULL ? FL_VALUE_SYM : FL_VALUE_UNKNOWN;
      node->annotated = node->value;
    }
  if (node->value.kind == FL_VALUE_SYM && node->value.sym != NULL && fl_sym_get_kind (node->value.sym) == FL_SYM_SIZE
      && g_ascii_string_to_signed (items->pdata[0], 10, 0, G_MAXINT32, &hint, NULL))
    fl_sym_set_hint (node->value.sym, hint);
}

static void
read_line (Load *load, const char *line, const char *end)
{
  const char *call = memmem (line, end - line, "reader.", strlen ("reader."));
  const char *open, *close, *hash;
  g_autoptr (GPtrArray) items = NULL;
  g_autofree char *comment = NULL;
  const gsize length = end - line;

  if (call == NULL)
    return;
  call += strlen ("reader.");
  open = memchr (call, '(', end - call);
  close = open != NULL ? find_close (open + 1, end) : NULL;
  if (close == NULL)
    return;
  items = split_items (open + 1, close);
  hash = memchr (close, '#', end - close);
  if (hash != NULL)
    comment = g_strstrip (g_strndup (hash + 1, end - hash - 1));

  if (g_str_has_prefix (call, "storage("))
    {
      const char *equals = memchr (line, '=', length);
      g_autofree char *name = equals != NULL && equals < call ? g_strstrip (g_strndup (line, equals - line)) : NULL;

      if (name != NULL && items->len > 1)
        g_hash_table_insert (load->lengths, g_strdup (name), g_strdup (items->pdata[1]));
      if (name != NULL)
        g_hash_table_insert (load->devices, g_steal_pointer (&name), dup_device (find_keyword (items, "device")));
    }
  else if (g_str_has_prefix (call, "tensor("))
    read_tensor (load, items, comment);
  else if (g_str_has_prefix (call, "symint("))
    read_symint (load, items, comment);
  else
    load->n_inputs++; /* generators and other objects are inputs too */
}

/* args = [((3, 4), (4, 1), torch.int32, 'cuda'), …] */
static void
read_args_list (Load *load, const char *text, const char *end)
{
  const char *close = find_close (text, end);
  g_autoptr (GPtrArray) entries = close != NULL ? split_items (text, close) : NULL;

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      const char *entry = entries->pdata[i];
      g_autoptr (GPtrArray) items = NULL;
      g_autofree char *device = NULL;

      if (entry[0] != '(')
        {
          load->n_inputs++;
          continue;
        }
      items = split_items (entry + 1, entry + strlen (entry) - 1);
      if (items->len < 4)
        continue;
      device = dup_device (items->pdata[3]);
      set_type (load, find_input (load, NULL), items->pdata[2], items->pdata[0], items->pdata[1], device, NULL);
    }
}

/* --- tensors of the module --------------------------------------------------------------------- */

/* "[4, 2]" for "[[1, 2], [3, 4], …": the sizes of a nested list, from the first list at each depth. */
static char *
dup_sizes_of_list (const char *text, const char *end)
{
  GString *sizes = g_string_new ("(");
  const char *level = text;

  while (level < end && *level == '[' && sizes->len < 100)
    {
      const char *close = find_close (level + 1, end);
      g_autoptr (GPtrArray) items = close != NULL ? split_items (level + 1, close) : NULL;

      g_string_append_printf (sizes, "%s%u", sizes->len > 1 ? ", " : "", items != NULL ? items->len : 0);
      level++;
      while (level < end && g_ascii_isspace (*level))
        level++;
    }
  g_string_append_c (sizes, ')');
  return g_string_free (sizes, FALSE);
}

/* The dtype that torch.tensor finds in numbers as Python prints them. */
static const char *
guess_dtype (const char *text, const char *end)
{
  for (const char *p = text; p < end; p++)
    if (*p == '.' || g_str_has_prefix (p, "nan") || g_str_has_prefix (p, "inf"))
      return "torch.float32";
  return memmem (text, end - text, "True", 4) != NULL || memmem (text, end - text, "False", 5) != NULL ? "torch.bool"
                                                                                                       : "torch.int64";
}

static void
set_attribute (Load *load, const char *name, const char *dtype, const char *sizes, const char *device)
{
  for (guint i = 0; i < load->graph->n_nodes; i++)
    if (load->graph->nodes[i].kind == FL_NODE_GET_ATTR && strcmp (load->graph->nodes[i].target, name) == 0)
      set_type (load, &load->graph->nodes[i], dtype, sizes, NULL, device, NULL);
}

/* register_buffer('_tensor_constant0', tensor([0.5000, 0.2500])), or … torch.randn([3, 3], dtype=torch.float32).cuda())
 */
static void
read_attribute (Load *load, const char *open, const char *end)
{
  const char *close = find_close (open, end), *value, *last;
  g_autoptr (GPtrArray) items = NULL, inner = NULL;
  g_autofree char *name = NULL, *sizes = NULL;
  const char *dtype;

  items = close != NULL ? split_items (open, close) : NULL;
  if (items == NULL || items->len < 2 || strlen (items->pdata[0]) < 3)
    return;
  name = g_strndup ((const char *) items->pdata[0] + 1, strlen (items->pdata[0]) - 2);
  value = strchr (items->pdata[1], '(');
  last = value != NULL ? find_close (value + 1, value + strlen (value)) : NULL;
  inner = last != NULL ? split_items (value + 1, last) : NULL;
  if (inner == NULL || inner->len == 0)
    return;
  dtype = find_keyword (inner, "dtype");
  if (g_str_has_prefix (items->pdata[1], "tensor("))
    {
      const char *list = inner->pdata[0];

      sizes = dup_sizes_of_list (list, list + strlen (list));
      dtype = dtype != NULL ? dtype : guess_dtype (list, list + strlen (list));
    }
  else
    sizes = g_strdup (inner->pdata[0]);
  set_attribute (load, name, dtype, sizes, g_str_has_prefix (last, ").cuda") ? "cuda:0" : "cpu");
}

static void
read_attributes (Load *load, const char *text, const char *end)
{
  static const char call[] = "self.register_buffer(";

  for (const char *p = text; (p = memmem (p, end - p, call, strlen (call))) != NULL;)
    {
      p += strlen (call);
      read_attribute (load, p, end);
    }
}

void
fl_fx_read_load_args (FlGraph *graph, const char *text, const char *end)
{
  static const char old_form[] = "args = [(";
  const char *start = memmem (text, end - text, "def load_args(", strlen ("def load_args("));
  Load load = { .graph = graph,
                .devices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                .lengths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) };

  read_attributes (&load, text, end);
  if (start != NULL)
    for (const char *p = start; p < end;)
      {
        const char *newline = memchr (p, '\n', end - p);
        const char *line_end = newline != NULL ? newline : end;

        if (p != start && line_end > p && *p != ' ' && *p != '\t' && *p != '\r')
          break;
        read_line (&load, p, line_end);
        p = line_end + 1;
      }
  else if ((start = memmem (text, end - text, old_form, strlen (old_form))) != NULL
           && (start == text || start[-1] == '\n'))
    read_args_list (&load, start + strlen (old_form) - 1, end);
  g_hash_table_unref (load.devices);
  g_hash_table_unref (load.lengths);
}
