/* Sizes: listing, reading and checking them before anything runs. */
#include "fl-sizes.h"

#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-error.h"
#include "fl-graph-sizes.h"
#include "fl-intern.h"

/* --- listing ---------------------------------------------------------------------------------- */

static void
collect (const FlSym *sym, GPtrArray *symbols)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (sym != NULL)
    fl_sym_collect_symbols (sym, found);
  for (guint i = 0; i < found->len; i++)
    if (fl_sym_get_kind (found->pdata[i]) == FL_SYM_SIZE && !g_ptr_array_find (symbols, found->pdata[i], NULL))
      g_ptr_array_add (symbols, found->pdata[i]);
}

/* The symbol of a float that comes as a tensor of one double, as PyTorch passes it; NULL: none is
 * read from it. */
static const FlSym *
find_float (const FlGraph *graph, const FlNode *input)
{
  const FlTensor *tensor = &input->value.tensor;

  for (guint i = 0; input->value.kind == FL_VALUE_TENSOR && tensor->n_dims == 0 && tensor->dtype == FL_DTYPE_F64
                    && i < input->n_users;
       i++)
    {
      const FlNode *user = &graph->nodes[input->users[i].index];
      g_autoptr (GPtrArray) found = g_ptr_array_new ();

      if (user->op == NULL || (user->op->op != FL_ATEN_OP__LOCAL_SCALAR_DENSE && user->op->op != FL_ATEN_OP_ITEM)
          || user->value.kind != FL_VALUE_FLOAT || user->value.sym == NULL)
        continue;
      fl_sym_collect_symbols (user->value.sym, found);
      if (found->len == 1 && fl_sym_is_float (found->pdata[0]))
        return found->pdata[0];
    }
  return NULL;
}

const FlSym *
fl_sizes_find_float (const FlGraph *graph, guint position)
{
  return find_float (graph, &graph->nodes[graph->inputs[position].index]);
}

static gboolean
is_number (const FlValue *value)
{
  return (value->kind == FL_VALUE_SYM || value->kind == FL_VALUE_FLOAT) && value->sym != NULL;
}

GPtrArray *
fl_sizes_list (const FlGraph *graph)
{
  GPtrArray *symbols = g_ptr_array_new ();

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlValue *value = &graph->nodes[graph->inputs[i].index].value;

      collect (is_number (value) ? value->sym : NULL, symbols);
      collect (fl_sizes_find_float (graph, i), symbols);
      for (guint d = 0; value->kind == FL_VALUE_TENSOR && d < value->tensor.n_dims; d++)
        collect (value->tensor.sizes[d], symbols);
    }
  return symbols;
}

GPtrArray *
fl_sizes_list_all (const FlGraph *graph)
{
  GPtrArray *symbols = fl_sizes_list (graph);

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlValue *value = &graph->nodes[graph->inputs[i].index].value;
      gboolean has_strides = value->kind == FL_VALUE_TENSOR && value->tensor.strides != NULL;

      for (guint d = 0; has_strides && d < value->tensor.n_dims; d++)
        collect (value->tensor.strides[d], symbols);
    }
  return symbols;
}

static char *
dup_shape (const FlTensor *tensor)
{
  GString *text = g_string_new (fl_dtype_get_short_name (tensor->dtype));

  g_string_append_c (text, '[');
  for (guint d = 0; d < tensor->n_dims; d++)
    {
      g_string_append (text, d > 0 ? ", " : "");
      fl_sym_append (text, tensor->sizes[d]);
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* A tensor's dimension tells more than the number that is passed beside it. */
char *
fl_sizes_dup_place (const FlGraph *graph, const FlSym *symbol)
{
  const FlNode *plain = NULL;

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlNode *node = &graph->nodes[graph->inputs[i].index];

      for (guint d = 0; node->value.kind == FL_VALUE_TENSOR && d < node->value.tensor.n_dims; d++)
        if (fl_sym_contains (node->value.tensor.sizes[d], symbol))
          {
            g_autofree char *shape = dup_shape (&node->value.tensor);

            return g_strdup_printf ("%s, dimension %u (%s)", node->name, d, shape);
          }
      if (plain == NULL
          && ((is_number (&node->value) && fl_sym_contains (node->value.sym, symbol))
              || find_float (graph, node) == symbol))
        plain = node;
    }
  return plain != NULL ? g_strdup (plain->name) : NULL;
}

gint64
fl_sizes_get_default (const FlSym *symbol)
{
  return fl_sym_get_sample (symbol);
}

void
fl_sizes_append_value (GString *out, const FlSizeValue *size)
{
  const double number = fl_sym_bits_to_float (size->value);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (fl_sym_is_float (size->symbol))
    {
      g_ascii_formatd (text, sizeof text, "%.15g", number);
      if (g_ascii_strtod (text, NULL) != number)
        g_ascii_formatd (text, sizeof text, "%.17g", number);
      g_string_append (out, text);
    }
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, size->value);
}

/* --- checking --------------------------------------------------------------------------------- */

static gboolean
check_range (const FlSizeValue *size, GError **error)
{
  gint64 minimum, maximum;

  fl_sym_get_range (size->symbol, &minimum, &maximum);
  if (size->value >= minimum && size->value <= maximum)
    return TRUE;
  if (size->value < minimum)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                 "%s = %" G_GINT64_FORMAT " is refused: the graph holds for %s >= %" G_GINT64_FORMAT "%s",
                 fl_sym_get_name (size->symbol), size->value, fl_sym_get_name (size->symbol), minimum,
                 minimum == 2 ? " (PyTorch compiles sizes 0 and 1 as graphs of their own)" : "");
  else
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                 "%s = %" G_GINT64_FORMAT " is refused: the graph holds for %s <= %" G_GINT64_FORMAT,
                 fl_sym_get_name (size->symbol), size->value, fl_sym_get_name (size->symbol), maximum);
  return FALSE;
}

static void
append_names (GString *out, const GPtrArray *symbols)
{
  for (guint i = 0; i < symbols->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", fl_sym_get_name (symbols->pdata[i]));
}

static const FlSym *
find_symbol (const GPtrArray *symbols, const char *name)
{
  for (guint i = 0; i < symbols->len; i++)
    if (g_str_equal (fl_sym_get_name (symbols->pdata[i]), name))
      return symbols->pdata[i];
  return NULL;
}

static gboolean
parse_float (const FlSym *symbol, const char *text, FlSizeValue *size, GError **error)
{
  char *end;
  const double value = g_ascii_strtod (text, &end);

  *size = (FlSizeValue) { symbol, fl_sym_float_to_bits (value) };
  if (end != text && *end == '\0')
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s is a float: it is written %s=1.5; got \"%s\"",
               fl_sym_get_name (symbol), fl_sym_get_name (symbol), text);
  return FALSE;
}

gboolean
fl_sizes_parse (const FlGraph *graph, const char *assignment, FlSizeValue *size, GError **error)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list_all (graph);
  g_auto (GStrv) sides = g_strsplit (assignment, "=", 2);
  g_autoptr (GString) names = g_string_new (NULL);
  char *name = sides[0] != NULL ? g_strstrip (sides[0]) : NULL;
  const FlSym *number = name != NULL ? find_symbol (symbols, name) : NULL;

  if (number != NULL && sides[1] != NULL && fl_sym_is_float (number))
    return parse_float (number, g_strstrip (sides[1]), size, error);
  if (name == NULL || sides[1] == NULL
      || !g_ascii_string_to_signed (g_strstrip (sides[1]), 10, 0, G_MAXINT32, &size->value, NULL))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "a size is written NAME=N with a whole number from 0 to %d, as in s0=128; got \"%s\"", G_MAXINT32,
                   assignment);
      return FALSE;
    }
  size->symbol = find_symbol (symbols, name);
  append_names (names, symbols);
  if (size->symbol == NULL)
    {
      if (symbols->len > 0)
        g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "the graph has no size \"%s\": it has %s", name, names->str);
      else
        g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                     "the graph has no size \"%s\": all its sizes are numbers and cannot be changed", name);
      return FALSE;
    }
  return check_range (size, error);
}

typedef struct
{
  const FlSizeValue *sizes;
  guint n_sizes;
} Given;

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Given *given = data;

  if (fl_sym_get_kind (symbol) != FL_SYM_SIZE)
    return FALSE;
  *value = fl_sizes_get_default (symbol);
  for (guint i = 0; i < given->n_sizes; i++)
    if (given->sizes[i].symbol == symbol)
      *value = given->sizes[i].value;
  return TRUE;
}

/* FALSE when a size is known only while the graph runs, or is too large to count. */
static gboolean
count_elements (const FlTensor *tensor, Given *given, gint64 *n)
{
  *n = 1;
  for (guint d = 0; d < tensor->n_dims; d++)
    {
      gint64 size;

      if (!fl_sym_evaluate (tensor->sizes[d], look_up, given, &size) || size < 0
          || __builtin_mul_overflow (*n, size, n))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_view (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->value.kind == FL_VALUE_TENSOR && node->n_args > 0
         && node->args[0].kind == FL_ARG_NODE
         && (node->target == fl_intern ("aten.view.default") || node->target == fl_intern ("aten.reshape.default")
             || node->target == fl_intern ("aten._unsafe_view.default"));
}

static gboolean
check_view (const FlGraph *graph, const FlNode *node, Given *given, GError **error)
{
  const FlValue *from = &graph->nodes[node->args[0].node.index].value;
  g_autofree char *old_shape = NULL;
  g_autofree char *new_shape = NULL;
  gint64 n_before, n_after;

  if (from->kind != FL_VALUE_TENSOR || !count_elements (&from->tensor, given, &n_before)
      || !count_elements (&node->value.tensor, given, &n_after) || n_before == n_after)
    return TRUE;
  old_shape = dup_shape (&from->tensor);
  new_shape = dup_shape (&node->value.tensor);
  g_set_error (error, FL_ERROR, FL_ERROR_SHAPE,
               "these sizes are refused: %s views %s as %s, but that is %" G_GINT64_FORMAT
               " elements against %" G_GINT64_FORMAT,
               node->name, old_shape, new_shape, n_before, n_after);
  return FALSE;
}

/* --- strides ---------------------------------------------------------------------------------- */

gboolean
fl_sizes_is_of_shapes (const FlGraph *graph, const FlSym *symbol)
{
  gboolean is_plain = FALSE, is_stride = FALSE;

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlValue *value = &graph->nodes[graph->inputs[i].index].value;

      is_plain
          |= (is_number (value) && fl_sym_contains (value->sym, symbol)) || fl_sizes_find_float (graph, i) == symbol;
      for (guint d = 0; value->kind == FL_VALUE_TENSOR && d < value->tensor.n_dims; d++)
        {
          if (fl_sym_contains (value->tensor.sizes[d], symbol))
            return TRUE;
          is_stride |= value->tensor.strides != NULL && fl_sym_contains (value->tensor.strides[d], symbol);
        }
    }
  return is_plain && !is_stride;
}

static gboolean
has_value (const GArray *sizes, const FlSym *symbol)
{
  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == symbol)
      return TRUE;
  return FALSE;
}

typedef struct
{
  const FlGraph *graph;
  GArray *sizes;
} Settling;

/* As look_up, but symbols of strides must have a value. */
static gboolean
look_up_settled (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Settling *settling = data;
  Given given = { (const FlSizeValue *) settling->sizes->data, settling->sizes->len };

  return look_up (symbol, &given, value)
         && (has_value (settling->sizes, symbol) || fl_sizes_is_of_shapes (settling->graph, symbol));
}

/* How far the other dimensions reach whose strides are known. */
static gint64
find_reach (Settling *settling, const FlTensor *tensor, guint dim)
{
  gint64 reach = 1;

  for (guint d = 0; d < tensor->n_dims; d++)
    {
      gint64 size, stride, own;

      if (d != dim && fl_sym_evaluate (tensor->sizes[d], look_up_settled, settling, &size)
          && fl_sym_evaluate (tensor->strides[d], look_up_settled, settling, &stride)
          && !__builtin_mul_overflow (size, stride, &own))
        reach = MAX (reach, own);
    }
  return reach;
}

void
fl_sizes_settle (const FlGraph *graph, GArray *sizes)
{
  Settling settling = { graph, sizes };
  g_autoptr (GPtrArray) symbols = fl_sizes_list_all (graph);

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlValue *value = &graph->nodes[graph->inputs[i].index].value;
      const FlTensor *tensor = &value->tensor;

      for (guint d = tensor->n_dims; value->kind == FL_VALUE_TENSOR && tensor->strides != NULL && d-- > 0;)
        {
          const FlSym *stride = tensor->strides[d];
          gint64 reach;

          if (fl_sym_get_kind (stride) != FL_SYM_SIZE || has_value (sizes, stride)
              || fl_sizes_is_of_shapes (graph, stride))
            continue;
          reach = find_reach (&settling, tensor, d);
          g_array_append_val (sizes, ((FlSizeValue) { stride, MAX (reach, fl_sym_get_hint (stride, reach)) }));
        }
    }
  for (guint i = 0; i < symbols->len; i++) /* symbols that occur in expressions only */
    if (!has_value (sizes, symbols->pdata[i]) && !fl_sizes_is_of_shapes (graph, symbols->pdata[i]))
      g_array_append_val (sizes, ((FlSizeValue) { symbols->pdata[i], fl_sizes_get_default (symbols->pdata[i]) }));
}

typedef struct
{
  Given given;
  const GPtrArray *symbols;
} OfInputs;

/* Symbols that come up inside are known only when the graph runs. */
static gboolean
look_up_of_inputs (const FlSym *symbol, gpointer data, gint64 *value)
{
  OfInputs *of = data;

  return g_ptr_array_find ((GPtrArray *) of->symbols, symbol, NULL) && look_up (symbol, &of->given, value);
}

static gboolean
check_shapes (const FlGraph *graph, Given *given, GError **error)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list_all (graph);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (GError) inner = NULL;
  OfInputs of = { *given, symbols };

  if (symbols->len == 0 || fl_graph_check_sizes (graph, look_up_of_inputs, &of, &inner))
    return TRUE;
  for (guint i = 0; i < symbols->len; i++)
    {
      gint64 value = 0;

      look_up (symbols->pdata[i], given, &value);
      g_string_append_printf (values, "%s%s = %" G_GINT64_FORMAT, i > 0 ? ", " : "",
                              fl_sym_get_name (symbols->pdata[i]), value);
    }
  g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "these sizes are refused: with %s, %s", values->str, inner->message);
  return FALSE;
}

gboolean
fl_sizes_check (const FlGraph *graph, const FlSizeValue *sizes, guint n_sizes, GError **error)
{
  Given given = { sizes, n_sizes };

  for (guint i = 0; i < n_sizes; i++)
    if (!check_range (&sizes[i], error))
      return FALSE;
  for (guint i = 0; i < graph->n_nodes && n_sizes > 0; i++)
    if (is_view (&graph->nodes[i]) && !check_view (graph, &graph->nodes[i], &given, error))
      return FALSE;
  return check_shapes (graph, &given, error);
}
