/* THE check of arguments: counts, kinds and ranges of a call, by its operator's signature, before a
 * shape rule or any pass sees the node. Everything behind it may rely on them. What depends on
 * shapes is each shape rule's to refuse. */
#include "fl-args-check.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-aten.h"

typedef struct
{
  const FlGraph *graph;
  const FlNode *node;
  const FlAtenParam *params;
  guint n_params;
  GError **error;
} Check;

/* --- messages ---------------------------------------------------------------------------------- */

void
fl_args_set_error (const FlGraph *graph, const FlNode *node, GError **error, const char *format, ...)
{
  g_autoptr (GString) text = g_string_new (NULL);
  va_list args;

  if (graph->path != NULL)
    g_string_append_printf (text, "%s:", graph->path);
  if (node->line > 0)
    g_string_append_printf (text, "%u:", node->line);
  g_string_append_printf (text, "%s%s (%s): ", text->len > 0 ? " " : "", node->name, node->target);
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
  if (node->op != NULL)
    {
      g_string_append (text, "\nThe operator is ");
      fl_aten_append_signature (text, node->op);
    }
  g_set_error_literal (error, FL_ERROR, FL_ERROR_GRAPH, text->str);
}

/* "the string 'x'", "mul, which yields f32[4]": clipped, since an argument may be a list of any
 * length. */
static char *
dup_found (const Check *check, const FlArg *arg)
{
  enum
  {
    MAX_BYTES = 80
  };
  static const char *const words[] = {
    [FL_ARG_NONE] = "",
    [FL_ARG_NODE] = "",
    [FL_ARG_INT] = "the integer ",
    [FL_ARG_FLOAT] = "the float ",
    [FL_ARG_BOOL] = "the bool ",
    [FL_ARG_STRING] = "the string ",
    [FL_ARG_LIST] = "the list ",
    [FL_ARG_TUPLE] = "the tuple ",
    [FL_ARG_DICT] = "the dict ",
    [FL_ARG_SLICE] = "the slice ",
    [FL_ARG_DTYPE] = "the dtype ",
    [FL_ARG_DEVICE] = "the ",
    [FL_ARG_NAME] = "",
    [FL_ARG_GRAPH] = "the graph ",
  };
  g_autoptr (GString) text = g_string_new (words[arg->kind]);
  FlArg bare = *arg;

  bare.keyword = NULL;
  fl_arg_append (text, check->graph, &bare);
  if (text->len > MAX_BYTES)
    {
      g_string_truncate (text, (gsize) (g_utf8_find_prev_char (text->str, text->str + MAX_BYTES) - text->str));
      g_string_append (text, "…");
    }
  if (arg->kind == FL_ARG_NODE)
    {
      g_string_append (text, ", which yields ");
      fl_value_append (text, &fl_graph_get_node (check->graph, arg->node)->value);
    }
  return g_strdup (text->str);
}

static gboolean
refuse_kind (const Check *check, const FlAtenParam *param, const FlArg *arg, const FlArg *item)
{
  g_autofree char *found = dup_found (check, item);

  if (item == arg)
    fl_args_set_error (check->graph, check->node, check->error, "the argument `%s` must be %s, and is %s", param->name,
                       param->type.text, found);
  else
    fl_args_set_error (check->graph, check->node, check->error, "the argument `%s` must be %s, and its entry %u is %s",
                       param->name, param->type.text, (guint) (item - arg->items), found);
  return FALSE;
}

/* --- counts ------------------------------------------------------------------------------------ */

static const FlAtenParam *
find_param (const Check *check, const char *name)
{
  for (guint i = 0; i < check->n_params; i++)
    if (strcmp (check->params[i].name, name) == 0)
      return &check->params[i];
  return NULL;
}

static gboolean
check_keyword (const Check *check, guint position, guint n_positional)
{
  const char *keyword = check->node->args[position].keyword;
  const FlAtenParam *param = find_param (check, keyword);

  if (param == NULL)
    {
      fl_args_set_error (check->graph, check->node, check->error, "there is no parameter `%s`", keyword);
      return FALSE;
    }
  for (guint i = n_positional; i < position; i++)
    if (strcmp (check->node->args[i].keyword, keyword) == 0)
      {
        fl_args_set_error (check->graph, check->node, check->error, "the argument `%s` is given twice", keyword);
        return FALSE;
      }
  if ((guint) (param - check->params) < n_positional)
    {
      fl_args_set_error (check->graph, check->node, check->error, "the argument `%s` is given by position and by name",
                         keyword);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_counts (const Check *check)
{
  guint n_positional = 0;

  while (n_positional < check->node->n_args && check->node->args[n_positional].keyword == NULL)
    n_positional++;
  if (n_positional > check->n_params)
    {
      fl_args_set_error (check->graph, check->node, check->error,
                         "%u arguments are given by position; there are %u parameters", n_positional, check->n_params);
      return FALSE;
    }
  for (guint i = n_positional; i < check->node->n_args; i++)
    {
      if (check->node->args[i].keyword == NULL)
        {
          fl_args_set_error (check->graph, check->node, check->error, "an argument by position follows one by name");
          return FALSE;
        }
      if (!check_keyword (check, i, n_positional))
        return FALSE;
    }
  for (guint i = 0; i < check->n_params; i++)
    if (check->params[i].default_text == NULL && fl_node_get_arg (check->node, i) == NULL)
      {
        fl_args_set_error (check->graph, check->node, check->error, "the argument `%s` (%s) is missing",
                           check->params[i].name, check->params[i].type.text);
        return FALSE;
      }
  return TRUE;
}

/* --- kinds ------------------------------------------------------------------------------------- */

/* Numbers stand for tensors without dimensions beside a tensor, as PyTorch wraps them: only
 * elementwise. */
static gboolean
takes_wrapped_numbers (const Check *check)
{
  if (check->node->op->kind != FL_ATEN_POINTWISE && check->node->op->kind != FL_ATEN_MUTATION)
    return FALSE;
  for (guint i = 0; i < check->node->n_args; i++)
    {
      const FlArg *arg = &check->node->args[i];

      if (arg->kind == FL_ARG_NODE && fl_graph_get_node (check->graph, arg->node)->value.kind != FL_VALUE_SYM
          && fl_graph_get_node (check->graph, arg->node)->value.kind != FL_VALUE_FLOAT
          && fl_graph_get_node (check->graph, arg->node)->value.kind != FL_VALUE_BOOL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_number (FlValueKind kind)
{
  return kind == FL_VALUE_SYM || kind == FL_VALUE_FLOAT || kind == FL_VALUE_BOOL;
}

/* A value whose kind is not known may be anything: what yields it is an operator that nobody here
 * knows. */
static gboolean
fits_value (const Check *check, FlAtenBase base, FlValueKind kind)
{
  if (kind == FL_VALUE_UNKNOWN || base == FL_ATEN_BASE_ANY)
    return TRUE;
  switch (base)
    {
    case FL_ATEN_BASE_TENSOR: return kind == FL_VALUE_TENSOR || (is_number (kind) && takes_wrapped_numbers (check));
    case FL_ATEN_BASE_SCALAR:
    case FL_ATEN_BASE_FLOAT:
    case FL_ATEN_BASE_NUMERIC: return is_number (kind);
    case FL_ATEN_BASE_INT:
    case FL_ATEN_BASE_BOOL: return kind == FL_VALUE_SYM || kind == FL_VALUE_BOOL;
    default: return FALSE;
    }
}

/* Complex numbers are words: "2j". */
static gboolean
is_complex_word (const FlArg *arg)
{
  return arg->kind == FL_ARG_NAME && g_ascii_isdigit (arg->text[0]) && g_str_has_suffix (arg->text, "j");
}

/* PyTorch's printers write ints for floats and bools, words for strings and devices, and codes for
 * dtypes, layouts and formats. */
static gboolean
fits_base (const Check *check, FlAtenBase base, const FlArg *arg)
{
  const FlArgKind kind = arg->kind;
  const gboolean is_integer = kind == FL_ARG_INT || kind == FL_ARG_BOOL;

  if (kind == FL_ARG_NODE)
    return fits_value (check, base, fl_graph_get_node (check->graph, arg->node)->value.kind);
  switch (base)
    {
    case FL_ATEN_BASE_TENSOR: return (is_integer || kind == FL_ARG_FLOAT) && takes_wrapped_numbers (check);
    case FL_ATEN_BASE_SCALAR: return is_integer || kind == FL_ARG_FLOAT || is_complex_word (arg);
    case FL_ATEN_BASE_FLOAT:
    case FL_ATEN_BASE_NUMERIC: return is_integer || kind == FL_ARG_FLOAT;
    case FL_ATEN_BASE_INT:
    case FL_ATEN_BASE_BOOL: return is_integer;
    case FL_ATEN_BASE_STRING: return kind == FL_ARG_STRING || kind == FL_ARG_NAME;
    case FL_ATEN_BASE_DTYPE: return kind == FL_ARG_DTYPE || kind == FL_ARG_NAME || kind == FL_ARG_INT;
    case FL_ATEN_BASE_DEVICE: return kind == FL_ARG_DEVICE || kind == FL_ARG_STRING || kind == FL_ARG_NAME;
    case FL_ATEN_BASE_LAYOUT:
    case FL_ATEN_BASE_FORMAT: return kind == FL_ARG_NAME || kind == FL_ARG_INT;
    default: return TRUE;
    }
}

/* A node may yield the whole list: what a split, a foreach or an unknown operator gives. */
static gboolean
fits_list_value (const Check *check, const FlAtenType *type, const FlValue *value)
{
  if (value->kind == FL_VALUE_UNKNOWN)
    return TRUE;
  if (value->kind != FL_VALUE_TUPLE)
    return type->base == FL_ATEN_BASE_INT && value->kind == FL_VALUE_SYM;
  for (guint i = 0; i < value->n_items; i++)
    if (!fits_value (check, type->base, value->items[i].kind)
        && !(value->items[i].kind == FL_VALUE_NONE && type->has_none_items))
      return FALSE;
  return TRUE;
}

static gboolean
check_list (const Check *check, const FlAtenParam *param, const FlArg *arg)
{
  const FlAtenType *type = &param->type;

  if (arg->kind == FL_ARG_NODE)
    return fits_list_value (check, type, &fl_graph_get_node (check->graph, arg->node)->value)
           || refuse_kind (check, param, arg, arg);
  if (arg->kind == FL_ARG_INT && type->base == FL_ATEN_BASE_INT) /* one for all dimensions */
    return TRUE;
  if (arg->kind != FL_ARG_LIST && arg->kind != FL_ARG_TUPLE)
    return refuse_kind (check, param, arg, arg);
  for (guint i = 0; i < arg->n_items; i++)
    if ((type->base == FL_ATEN_BASE_INT && arg->items[i].kind == FL_ARG_BOOL)
        || (!(arg->items[i].kind == FL_ARG_NONE && type->has_none_items)
            && !fits_base (check, type->base, &arg->items[i])))
      return refuse_kind (check, param, arg, &arg->items[i]);
  return TRUE;
}

static gboolean
check_kind (const Check *check, const FlAtenParam *param, const FlArg *arg)
{
  const gboolean is_none
      = arg->kind == FL_ARG_NONE
        || (arg->kind == FL_ARG_NODE && fl_graph_get_node (check->graph, arg->node)->value.kind == FL_VALUE_NONE);

  if (param->type.base == FL_ATEN_BASE_ANY)
    return TRUE;
  if (is_none)
    return param->type.is_optional || (param->default_text != NULL && param->default_text[0] == '\0')
           || refuse_kind (check, param, arg, arg);
  if (param->type.is_list)
    return check_list (check, param, arg);
  return fits_base (check, param->type.base, arg) || refuse_kind (check, param, arg, arg);
}

/* --- ranges ------------------------------------------------------------------------------------ */

typedef enum
{
  RANGE_DIM,
  RANGE_AT_LEAST,
  RANGE_FREE
} RangeRule;

typedef struct
{
  const char *op_prefix;
  const char *param;
  RangeRule rule;
  gint64 least;
} Range;

#define MOST (G_GINT64_CONSTANT (1) << 62)

static const Range *
find_range (const char *op, const char *param)
{
  static const Range ranges[] = {
#define RANGE(op, param, rule, least) { op, param, RANGE_##rule, least },
#include "fl-arg-ranges.def"
  };
  static const Range usual = { "", "", RANGE_AT_LEAST, -MOST };
  const Range *best = &usual;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (strcmp (ranges[i].param, param) == 0 && g_str_has_prefix (op, ranges[i].op_prefix)
        && (best == &usual || strlen (ranges[i].op_prefix) > strlen (best->op_prefix)))
      best = &ranges[i];
  return best;
}

/* Dimensions of what the operator's dims count: of the list of sizes that a gradient of a part is
 * given, else of the first tensor. FALSE when that is not known. */
static gboolean
find_rank (const Check *check, guint *rank)
{
  const gboolean is_gradient = strstr (check->node->op->name, "_backward") != NULL;
  const FlArg *sizes = is_gradient ? fl_node_find_arg (check->node, "input_sizes") : NULL;
  const FlArg *arg = fl_node_get_arg (check->node, 0);
  const FlTensor *tensor;

  if (is_gradient && sizes == NULL)
    sizes = fl_node_find_arg (check->node, "sizes");
  if (sizes != NULL)
    {
      *rank = sizes->n_items;
      return sizes->kind == FL_ARG_LIST || sizes->kind == FL_ARG_TUPLE;
    }
  if (arg != NULL && (arg->kind == FL_ARG_LIST || arg->kind == FL_ARG_TUPLE) && arg->n_items > 0
      && check->node->op->op != FL_ATEN_OP_CAT)
    arg = &arg->items[0];
  tensor = arg != NULL && arg->kind == FL_ARG_NODE ? fl_node_find_tensor (fl_graph_get_node (check->graph, arg->node))
                                                   : NULL;
  if (tensor == NULL)
    return FALSE;
  *rank = tensor->n_dims;
  return TRUE;
}

static gboolean
check_integer (const Check *check, const FlAtenParam *param, gint64 value)
{
  const Range *range = find_range (check->node->op->name, param->name);
  guint rank;

  if (range->rule == RANGE_FREE)
    return TRUE;
  if (range->rule == RANGE_DIM && find_rank (check, &rank))
    {
      const gint64 n = MAX (rank + range->least, 1);

      if (value >= -n && value < n)
        return TRUE;
      fl_args_set_error (check->graph, check->node, check->error,
                         "the argument `%s` is the dimension %" G_GINT64_FORMAT "; it must be from %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT " for a tensor with %u dimensions",
                         param->name, value, -n, n - 1, rank);
      return FALSE;
    }
  if (value >= (range->rule == RANGE_AT_LEAST ? range->least : -MOST) && value <= MOST)
    return TRUE;
  if (value > MOST || range->rule != RANGE_AT_LEAST || range->least == -MOST)
    fl_args_set_error (check->graph, check->node, check->error,
                       "the argument `%s` is %" G_GINT64_FORMAT ", beyond 2**62", param->name, value);
  else
    fl_args_set_error (check->graph, check->node, check->error,
                       "the argument `%s` has the entry %" G_GINT64_FORMAT "; it must be %" G_GINT64_FORMAT " or more",
                       param->name, value, range->least);
  return FALSE;
}

static gboolean
check_range (const Check *check, const FlAtenParam *param, const FlArg *arg)
{
  gint64 value;

  if (param->type.base != FL_ATEN_BASE_INT)
    return TRUE;
  if (arg->kind == FL_ARG_INT && fl_sym_is_overflow (arg->sym))
    {
      fl_args_set_error (check->graph, check->node, check->error, "the argument `%s` does not fit 64 bits",
                         param->name);
      return FALSE;
    }
  if (arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &value))
    return check_integer (check, param, value);
  for (guint i = 0; i < arg->n_items; i++)
    if (!check_range (check, param, &arg->items[i]))
      return FALSE;
  return TRUE;
}

/* --- calls ------------------------------------------------------------------------------------- */

gboolean
fl_args_check (const FlGraph *graph, const FlNode *node, GError **error)
{
  Check check = { .graph = graph, .node = node, .error = error };

  if (node->op == NULL)
    return TRUE;
  check.params = fl_aten_get_params (node->op, &check.n_params);
  for (guint i = 0; i < check.n_params; i++)
    if (check.params[i].type.base == FL_ATEN_BASE_REST)
      return TRUE;
  if (!check_counts (&check))
    return FALSE;
  for (guint i = 0; i < check.n_params; i++)
    {
      const FlArg *arg = fl_node_get_arg (node, i);

      if (arg != NULL && (!check_kind (&check, &check.params[i], arg) || !check_range (&check, &check.params[i], arg)))
        return FALSE;
    }
  return TRUE;
}
