/* Values, devices and arguments as FX prints them. */
#include "fl-graph.h"

#include <string.h>

#include "fl-quote.h"
#include "fl-text.h"

static void
append_syms (GString *out, const FlSym *const *syms, guint n)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (syms[i] != NULL)
        fl_sym_append (out, syms[i]);
      else
        g_string_append_c (out, '?');
    }
  g_string_append_c (out, ']');
}

void
fl_device_append (GString *out, FlDevice device)
{
  if (device.type == NULL)
    return;
  g_string_append (out, device.type);
  if (device.index >= 0)
    g_string_append_printf (out, ":%d", device.index);
}

void
fl_tensor_append (GString *out, const FlTensor *tensor, gboolean with_stride, gboolean with_device)
{
  g_string_append (out, fl_dtype_get_short_name (tensor->dtype));
  append_syms (out, tensor->sizes, tensor->n_dims);
  if (with_stride && tensor->strides != NULL)
    append_syms (out, tensor->strides, tensor->n_dims);
  if (with_device)
    fl_device_append (out, tensor->device);
}

static void
append_sym_value (GString *out, const FlSym *sym)
{
  g_string_append (out, "Sym(");
  if (sym != NULL)
    fl_sym_append (out, sym);
  else
    g_string_append_c (out, '?');
  g_string_append_c (out, ')');
}

void
fl_value_append (GString *out, const FlValue *value)
{
  switch (value->kind)
    {
    case FL_VALUE_UNKNOWN: g_string_append_c (out, '?'); break;
    case FL_VALUE_NONE: g_string_append (out, "None"); break;
    case FL_VALUE_TENSOR: fl_tensor_append (out, &value->tensor, FALSE, FALSE); break;
    case FL_VALUE_SYM:
    case FL_VALUE_FLOAT:
    case FL_VALUE_BOOL: append_sym_value (out, value->sym); break;
    case FL_VALUE_TUPLE:
      g_string_append_c (out, '(');
      for (guint i = 0; i < value->n_items; i++)
        {
          if (i > 0)
            g_string_append (out, ", ");
          fl_value_append (out, &value->items[i]);
        }
      g_string_append (out, value->n_items == 1 ? ",)" : ")");
      break;
    }
}

/* --- arguments -------------------------------------------------------------------------------- */

static void append_arg (GString *out, const FlGraph *graph, const FlArg *arg, gboolean is_python);

static void
append_items (GString *out, const FlGraph *graph, const FlArg *arg, const char *open, const char *close,
              gboolean is_python)
{
  g_string_append (out, open);
  for (guint i = 0; i < arg->n_items; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      append_arg (out, graph, &arg->items[i], is_python);
    }
  g_string_append (out, arg->kind == FL_ARG_TUPLE && arg->n_items == 1 ? ",)" : close);
}

static void
append_dict (GString *out, const FlGraph *graph, const FlArg *arg, gboolean is_python)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i + 1 < arg->n_items; i += 2)
    {
      if (i > 0)
        g_string_append (out, ", ");
      append_arg (out, graph, &arg->items[i], is_python);
      g_string_append (out, ": ");
      append_arg (out, graph, &arg->items[i + 1], is_python);
    }
  g_string_append_c (out, '}');
}

static void
append_device_literal (GString *out, FlDevice device)
{
  g_string_append (out, "device(type=");
  fl_text_append_repr (out, device.type != NULL ? device.type : "?");
  if (device.index >= 0)
    g_string_append_printf (out, ", index=%d", device.index);
  g_string_append_c (out, ')');
}

/* A name as it is, or as Python can have it. */
static void
append_name (GString *out, const char *name, gboolean is_python)
{
  g_autofree char *identifier = is_python ? fl_quote_dup_python_identifier (name) : NULL;

  g_string_append (out, is_python ? identifier : name);
}

/* Numbers, names that Python can have, and what is made of them. */
static gboolean
is_python_sym (const FlSym *sym, const char *text)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  if (fl_sym_contains_kind (sym, FL_SYM_OPAQUE))
    return text[strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ .+-*/%")] == '\0';
  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const char *name = fl_sym_get_name (symbols->pdata[i]);
      g_autofree char *identifier = fl_quote_dup_python_identifier (name);

      if (strcmp (identifier, name) != 0)
        return FALSE;
    }
  return TRUE;
}

/* What Python could not have becomes one name. */
static void
append_sym (GString *out, const FlSym *sym, gboolean is_python)
{
  g_autoptr (GString) text = g_string_new (NULL);

  fl_sym_append (text, sym);
  append_name (out, text->str, is_python && !is_python_sym (sym, text->str));
}

static void
append_arg (GString *out, const FlGraph *graph, const FlArg *arg, gboolean is_python)
{
  g_autofree char *path = NULL;

  if (arg->keyword != NULL)
    {
      g_autofree char *keyword = fl_quote_dup_python_identifier (arg->keyword);

      g_string_append_printf (out, "%s = ", keyword);
    }

  switch (arg->kind)
    {
    case FL_ARG_NONE: g_string_append (out, "None"); break;
    case FL_ARG_NODE:
    case FL_ARG_GRAPH: append_name (out, fl_graph_get_node (graph, arg->node)->name, is_python); break;
    case FL_ARG_INT: append_sym (out, arg->sym, is_python); break;
    case FL_ARG_FLOAT: fl_text_append_float (out, arg->number); break;
    case FL_ARG_BOOL: g_string_append (out, arg->number != 0 ? "True" : "False"); break;
    case FL_ARG_STRING: fl_text_append_repr (out, arg->text); break;
    case FL_ARG_LIST: append_items (out, graph, arg, "[", "]", is_python); break;
    case FL_ARG_TUPLE: append_items (out, graph, arg, "(", ")", is_python); break;
    case FL_ARG_SLICE: append_items (out, graph, arg, "slice(", ")", is_python); break;
    case FL_ARG_DICT: append_dict (out, graph, arg, is_python); break;
    case FL_ARG_DTYPE: g_string_append (out, fl_dtype_get_torch_name (arg->dtype)); break;
    case FL_ARG_DEVICE: append_device_literal (out, arg->device); break;
    case FL_ARG_NAME:
      path = is_python ? fl_quote_dup_python_path (arg->text) : fl_quote_dup_line (arg->text);
      g_string_append (out, path);
      break;
    }
}

void
fl_arg_append (GString *out, const FlGraph *graph, const FlArg *arg)
{
  append_arg (out, graph, arg, FALSE);
}

void
fl_arg_append_python (GString *out, const FlGraph *graph, const FlArg *arg)
{
  append_arg (out, graph, arg, TRUE);
}

/* --- tensors ---------------------------------------------------------------------------------- */

const FlSym *
fl_tensor_get_numel (const FlTensor *tensor, FlSymTable *symbols)
{
  return fl_sym_product (symbols, tensor->sizes, tensor->n_dims);
}

gboolean
fl_tensor_is_contiguous (const FlTensor *tensor)
{
  const FlSym *expected = NULL, *stepped = NULL; /* NULL: 1; stepped: where a size that may be 0 counts as 1 */

  for (guint i = 0; i < tensor->n_dims; i++)
    if (fl_sym_is_int_value (tensor->sizes[i], 0))
      return TRUE;
  if (tensor->strides == NULL)
    return tensor->n_dims == 0;
  for (guint i = tensor->n_dims; i-- > 0;)
    {
      const FlSym *size = tensor->sizes[i];

      if (fl_sym_is_int_value (size, 1))
        continue;
      if (expected == NULL
              ? !fl_sym_is_int_value (tensor->strides[i], 1)
              : !fl_sym_known_equal (tensor->strides[i], expected) && !fl_sym_known_equal (tensor->strides[i], stepped))
        return FALSE;
      expected = expected == NULL ? size : fl_sym_mul (expected, size);
      size = fl_sym_max (fl_sym_int (fl_sym_get_table (size), 1), size);
      stepped = stepped == NULL ? size : fl_sym_mul (stepped, size);
    }
  return TRUE;
}
