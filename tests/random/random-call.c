/* Calls: their text, their evaluation by the reference interpreter, and what of the results is
 * kept. */
#include <math.h>
#include <string.h>

#include "fl-text.h"

#include "random-private.h"
#include "random-program.h"
#include "random-symbols.h"

/* --- text -------------------------------------------------------------------------------------- */

static void
append_number (GString *out, double number)
{
  if (isnan (number))
    g_string_append (out, "nan");
  else if (isinf (number))
    g_string_append (out, number < 0 ? "-inf" : "inf");
  else
    fl_text_append_float (out, number);
}

static void
append_arg (RndMaker *m, GString *out, const RndArg *arg)
{
  if (arg->keyword != NULL)
    g_string_append_printf (out, "%s = ", arg->keyword);
  switch (arg->kind)
    {
    case RND_NONE: g_string_append (out, "None"); break;
    case RND_VALUE:
      g_array_index (m->values, RndValue, arg->value).is_read = TRUE;
      g_string_append (out, g_array_index (m->values, RndValue, arg->value).name);
      break;
    case RND_SIZE: rnd_symbols_append_argument (m, out, arg->integer); break;
    case RND_INT: g_string_append_printf (out, "%" G_GINT64_FORMAT, arg->integer); break;
    case RND_FLOAT: append_number (out, arg->number); break;
    case RND_BOOL: g_string_append (out, arg->integer ? "True" : "False"); break;
    case RND_STRING: fl_text_append_repr (out, arg->text); break;
    case RND_DTYPE: g_string_append (out, fl_dtype_get_torch_name (arg->dtype)); break;
    case RND_NAME: g_string_append (out, arg->text); break;
    case RND_LIST:
      g_string_append_c (out, '[');
      for (guint i = 0; i < arg->n_items; i++)
        {
          g_string_append (out, i > 0 ? ", " : "");
          append_arg (m, out, &arg->items[i]);
        }
      g_string_append_c (out, ']');
      break;
    }
}

/* --- evaluation -------------------------------------------------------------------------------- */

static FlDatum
make_datum (RndMaker *m, const RndArg *arg)
{
  FlDatum datum = { 0 };

  switch (arg->kind)
    {
    case RND_VALUE: datum = fl_datum_dup (&g_array_index (m->values, RndValue, arg->value).datum); break;
    case RND_INT:
    case RND_SIZE: datum = fl_datum_int (arg->integer); break;
    case RND_FLOAT: datum = fl_datum_float (arg->number); break;
    case RND_BOOL: datum = fl_datum_bool (arg->integer != 0); break;
    case RND_STRING: datum = (FlDatum) { .kind = FL_DATUM_STRING, .text = arg->text }; break;
    case RND_DTYPE: datum = (FlDatum) { .kind = FL_DATUM_DTYPE, .dtype = arg->dtype }; break;
    case RND_LIST:
      datum = (FlDatum) { .kind = FL_DATUM_LIST, .n_items = arg->n_items, .items = g_new0 (FlDatum, arg->n_items + 1) };
      for (guint i = 0; i < arg->n_items; i++)
        datum.items[i] = make_datum (m, &arg->items[i]);
      break;
    case RND_NONE:
    case RND_NAME: break;
    }
  datum.keyword = arg->keyword;
  return datum;
}

static gboolean
is_exact_arg (RndMaker *m, const RndArg *arg)
{
  if (arg->kind == RND_VALUE && !g_array_index (m->values, RndValue, arg->value).is_exact)
    return FALSE;
  for (guint i = 0; i < arg->n_items; i++)
    if (!is_exact_arg (m, &arg->items[i]))
      return FALSE;
  return TRUE;
}

/* Two of a complex one. */
static gint64
count_numbers (const FlArray *array)
{
  return (fl_dtype_is_complex (array->dtype) ? 2 : 1) * array->numel;
}

/* Few enough bits that no order of additions and multiplications rounds. */
static gboolean
has_few_bits (const FlView *view)
{
  g_autoptr (FlArray) array = fl_view_dup_array (view);

  for (gint64 i = 0; array->numbers != NULL && i < count_numbers (array); i++)
    if (isfinite (array->numbers[i])
        && (fabs (array->numbers[i]) > 1024 || array->numbers[i] * 256 != rint (array->numbers[i] * 256)))
      return FALSE;
  return TRUE;
}

static gboolean
is_arithmetic (const FlAtenRow *row)
{
  static const char *const names[] = { ".add",         ".sub",
                                       ".rsub",        ".mul",
                                       ".neg",         ".abs",
                                       ".relu",        ".maximum",
                                       ".minimum",     ".clamp",
                                       ".where",       ".sum",
                                       ".cumsum",      ".mm.",
                                       ".bmm.",        ".addmm",
                                       ".square",      ".round",
                                       ".floor.",      ".ceil",
                                       ".trunc",       ".sign",
                                       ".sgn",         "copy",
                                       ".clone",       ".contiguous",
                                       ".amax",        ".amin",
                                       ".max.",        ".min.",
                                       ".masked_fill", ".fill",
                                       ".zero_",       ".convert_element_type",
                                       ".sort",        ".topk",
                                       ".threshold",   ".hardtanh",
                                       ".fma",         NULL };

  for (guint i = 0; names[i] != NULL; i++)
    if (strstr (row->name, names[i]) != NULL)
      return TRUE;
  return row->kind == FL_ATEN_VIEW || row->kind == FL_ATEN_INDEX || row->kind == FL_ATEN_CREATE
         || row->kind == FL_ATEN_MUTATION;
}

static gboolean
is_exact_result (const FlAtenRow *row, gboolean args_are_exact, const FlView *view)
{
  if (!fl_dtype_is_float (view->dtype) && !fl_dtype_is_complex (view->dtype))
    return TRUE; /* an operator with jumps is given exact operands only */
  return args_are_exact && is_arithmetic (row) && has_few_bits (view);
}

/* A narrow type that overflows does so in the reference, not in one kernel; and what is no number
 * soon hides all others. */
static gboolean
is_tame (RndMaker *m, const FlView *view, gboolean inputs_are_finite)
{
  g_autoptr (FlArray) array = fl_view_dup_array (view);
  double most = view->dtype == FL_DTYPE_F16                                               ? 1e4
                : fl_dtype_is_low_precision (view->dtype) && view->dtype != FL_DTYPE_BF16 ? 100
                                                                                          : 1e7;

  if (array->numbers == NULL)
    return TRUE;
  for (gint64 i = 0; i < count_numbers (array); i++)
    if (!isfinite (array->numbers[i]) ? inputs_are_finite : inputs_are_finite && fabs (array->numbers[i]) > most)
      return FALSE;
  return TRUE;
}

static gboolean
is_finite (const FlView *view)
{
  g_autoptr (FlArray) array = fl_view_dup_array (view);

  for (gint64 i = 0; array->numbers != NULL && i < count_numbers (array); i++)
    if (!isfinite (array->numbers[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_finite_arg (RndMaker *m, const RndArg *arg)
{
  if (arg->kind == RND_FLOAT && !isfinite (arg->number))
    return FALSE;
  if (arg->kind == RND_VALUE && rnd_view (m, arg->value) != NULL && !is_finite (rnd_view (m, arg->value)))
    return FALSE;
  for (guint i = 0; i < arg->n_items; i++)
    if (!is_finite_arg (m, &arg->items[i]))
      return FALSE;
  return TRUE;
}

/* --- calls ------------------------------------------------------------------------------------- */

static int
add_value (RndMaker *m, const char *plain, FlDatum datum, gboolean is_exact)
{
  RndValue value = { .name = rnd_take_name (m, plain), .datum = datum, .is_exact = is_exact };

  g_array_append_val (m->values, value);
  return (int) m->values->len - 1;
}

static const char *
make_plain_name (RndMaker *m, const FlAtenRow *row)
{
  g_auto (GStrv) parts = g_strsplit (row->name, ".", -1);
  const char *name = parts[1] != NULL ? parts[1] : parts[0];

  return fl_arena_strdup (m->arena, name);
}

static void
add_items (RndMaker *m, int tuple, const FlAtenRow *row, gboolean args_are_exact)
{
  guint n = g_array_index (m->values, RndValue, tuple).datum.n_items;

  for (guint i = 0; i < n; i++)
    {
      const FlDatum *item = &g_array_index (m->values, RndValue, tuple).datum.items[i];
      int added;

      if (item->kind != FL_DATUM_TENSOR || (i > 0 && !m->keeps_items && rnd_chance (m, 30)))
        continue;
      added = add_value (m, "getitem", fl_datum_dup (item), is_exact_result (row, args_are_exact, item->view));
      g_array_index (m->values, RndValue, tuple).is_read = TRUE;
      g_string_append_printf (m->body, "        %s = %s[%u]\n", g_array_index (m->values, RndValue, added).name,
                              g_array_index (m->values, RndValue, tuple).name, i);
    }
}

static gboolean
results_are_tame (RndMaker *m, const FlDatum *result, gboolean is_finite)
{
  if (result->kind == FL_DATUM_TENSOR)
    return result->view->numel <= (m->most_elements > 0 ? m->most_elements : m->usual_elements * 2)
           && result->view->n_dims <= RND_MAX_RANK + 2 && is_tame (m, result->view, is_finite);
  for (guint i = 0; i < result->n_items; i++)
    if (!results_are_tame (m, &result->items[i], is_finite))
      return FALSE;
  return TRUE;
}

/* What was written is as exact as what was written into it. */
static void
spread_inexactness (RndMaker *m, const FlView *written)
{
  for (guint i = 0; i < m->values->len; i++)
    {
      RndValue *value = &g_array_index (m->values, RndValue, i);

      if (value->datum.kind == FL_DATUM_TENSOR && value->datum.view->storage == written->storage)
        value->is_exact = FALSE;
    }
}

/* What has no default must be given. */
static gboolean
is_complete (const FlAtenRow *row, const RndArg *args, guint n_args)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (row, &n_params);

  for (guint i = 0; i < n_params; i++)
    {
      gboolean is_given = i < n_args && args[i].keyword == NULL;

      for (guint k = 0; k < n_args; k++)
        is_given |= args[k].keyword != NULL && g_str_equal (args[k].keyword, params[i].name);
      if (!is_given && params[i].default_text == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
define_sizes (RndMaker *m, const RndArg *arg)
{
  if (arg->kind == RND_SIZE)
    rnd_symbols_define (m, arg->integer);
  for (guint i = 0; i < arg->n_items; i++)
    define_sizes (m, &arg->items[i]);
}

static gboolean
is_of_type (const RndArg *arg, const FlAtenType *type, gboolean is_item)
{
  if (arg->kind == RND_NONE)
    return is_item ? type->has_none_items : type->is_optional;
  if (arg->kind == RND_LIST && !is_item)
    {
      for (guint i = 0; i < arg->n_items; i++)
        if (!is_of_type (&arg->items[i], type, TRUE))
          return FALSE;
      return type->is_list || type->base == FL_ATEN_BASE_ANY;
    }
  switch (type->base)
    {
    case FL_ATEN_BASE_TENSOR: return arg->kind == RND_VALUE;
    case FL_ATEN_BASE_INT: return arg->kind == RND_INT || arg->kind == RND_SIZE;
    case FL_ATEN_BASE_BOOL: return arg->kind == RND_BOOL;
    case FL_ATEN_BASE_FLOAT:
    case FL_ATEN_BASE_NUMERIC: return arg->kind == RND_INT || arg->kind == RND_SIZE || arg->kind == RND_FLOAT;
    case FL_ATEN_BASE_SCALAR:
      return arg->kind == RND_INT || arg->kind == RND_SIZE || arg->kind == RND_FLOAT || arg->kind == RND_BOOL;
    case FL_ATEN_BASE_STRING: return arg->kind == RND_STRING;
    case FL_ATEN_BASE_DTYPE: return arg->kind == RND_DTYPE;
    default: return TRUE;
    }
}

/* PyTorch would take no others. */
static gboolean
suits_schema (RndMaker *m, const FlAtenRow *row, const RndArg *args, guint n_args)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (row, &n_params);

  for (guint i = 0; i < n_args; i++)
    for (guint k = 0; k < n_params; k++)
      if ((args[i].keyword == NULL ? i == k : g_str_equal (args[i].keyword, params[k].name))
          && !is_of_type (&args[i], &params[k].type, FALSE))
        {
          m->why_not = fl_arena_printf (m->arena, "the maker's %s is no %s", params[k].name, params[k].type.text);
          return FALSE;
        }
  for (guint i = 0; i < n_args; i++)
    {
      gboolean is_known = args[i].keyword == NULL;

      for (guint k = 0; k < n_params && !is_known; k++)
        is_known = g_str_equal (args[i].keyword, params[k].name);
      if (!is_known)
        {
          m->why_not = fl_arena_printf (m->arena, "there is no parameter %s", args[i].keyword);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
is_same_view (const FlView *a, const FlView *b)
{
  return a->n_dims == b->n_dims && a->offset == b->offset
         && memcmp (a->sizes, b->sizes, a->n_dims * sizeof *a->sizes) == 0
         && memcmp (a->strides, b->strides, a->n_dims * sizeof *a->strides) == 0;
}

/* May `written` be, beside what arg reads? Its own position of a list, and what operators on
 * elements read, may be the same. */
static gboolean
may_read (RndMaker *m, const RndArg *arg, const FlView *written, guint position, gboolean is_by_element)
{
  const FlView *read = arg->kind == RND_VALUE ? rnd_view (m, arg->value) : NULL;

  if (read != NULL && !(is_by_element && is_same_view (read, written)) && rnd_overlap (read, written))
    return FALSE;
  for (guint k = 0; arg->kind == RND_LIST && k < arg->n_items; k++)
    if (!may_read (m, &arg->items[k], written, position, is_by_element && k == position))
      return FALSE;
  return TRUE;
}

/* What is written has one element a place, and shares none with what is read; but operators on
 * elements read the written element itself. PyTorch refuses others, or the order would be open. */
static gboolean
may_write (RndMaker *m, const FlAtenRow *row, const RndArg *args, guint n_args)
{
  gboolean is_list = n_args > 0 && args[0].kind == RND_LIST;
  gboolean is_by_element = is_list || !g_str_equal (fl_reference_get_scalar (row), "NONE")
                           || strstr (row->name, ".addc") != NULL || strstr (row->name, ".lerp") != NULL;

  if (row->kind != FL_ATEN_MUTATION || n_args == 0)
    return TRUE;
  m->why_not = "what is written shares memory with itself or with what is read";
  for (guint i = 0; i < (is_list ? args[0].n_items : 1); i++)
    {
      const RndArg *arg = is_list ? &args[0].items[i] : &args[0];
      const FlView *written = arg->kind == RND_VALUE ? rnd_view (m, arg->value) : NULL;

      if (written != NULL && !rnd_is_fresh (written))
        return FALSE;
      for (guint k = 1; written != NULL && k < n_args; k++)
        if (!may_read (m, &args[k], written, i, is_by_element))
          return FALSE;
    }
  return TRUE;
}

static gboolean
yields_as_many_as_sizes (const FlAtenRow *row)
{
  static const char *const names[] = { ".split.Tensor",        ".split_copy.Tensor",
                                       ".unsafe_split.Tensor", ".chunk.",
                                       ".unsafe_chunk.",       ".unbind",
                                       ".tensor_split.",       NULL };

  for (guint i = 0; names[i] != NULL; i++)
    if (strstr (row->name, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* squeeze_ and related operators yield the tensor itself: what changes its shape under the one name changes
 * it under the other. */
static void
keep_identity (const FlAtenRow *row, const FlDatum *self, FlDatum *result)
{
  const char *overload = strrchr (row->name, '.');

  if (row->kind != FL_ATEN_VIEW || overload == NULL || overload[-1] != '_' || self->kind != FL_DATUM_TENSOR
      || result->kind != FL_DATUM_TENSOR || !is_same_view (self->view, result->view))
    return;
  fl_view_unref (result->view);
  result->view = fl_view_ref (self->view);
}

int
rnd_call_row (RndMaker *m, const FlAtenRow *row, const RndArg *args, guint n_args)
{
  g_autofree FlDatum *datums = g_new0 (FlDatum, n_args + 1);
  gboolean is_exact = TRUE, is_finite = TRUE, ok;
  g_autoptr (GError) error = NULL;
  int value = -1;
  FlCall call;

  if (!suits_schema (m, row, args, n_args) || !may_write (m, row, args, n_args))
    return -1;
  if (m->n_symbols > 0 && yields_as_many_as_sizes (row))
    {
      m->why_not = "how many results it has would depend on a symbol, which PyTorch does not allow";
      return -1;
    }

  for (guint i = 0; i < n_args; i++)
    {
      datums[i] = make_datum (m, &args[i]);
      is_exact &= is_exact_arg (m, &args[i]);
      is_finite &= is_finite_arg (m, &args[i]);
    }
  ok = fl_call_open (&call, row, datums, n_args, &error);
  call.seed = m->n_calls;
  ok = ok && is_complete (row, args, n_args) && fl_call_execute (&call);
  if (ok && n_args > 0)
    keep_identity (row, &datums[0], &call.result);
  for (guint i = 0; i < n_args; i++)
    fl_datum_clear (&datums[i]);
  if (!ok)
    m->why_not = fl_arena_strdup (m->arena, error != NULL ? error->message : "no result");
  else if (row->kind != FL_ATEN_MUTATION && !results_are_tame (m, &call.result, is_finite))
    m->why_not = "overflows, or is too large";
  else
    {
      value = add_value (m, make_plain_name (m, row), call.result,
                         call.result.kind == FL_DATUM_TENSOR && is_exact_result (row, is_exact, call.result.view));
      call.result = (FlDatum) { 0 };
      for (guint i = 0; i < n_args; i++)
        define_sizes (m, &args[i]);
      g_string_append_printf (m->body, "        %s = torch.ops.%s(", g_array_index (m->values, RndValue, value).name,
                              row->name);
      for (guint i = 0; i < n_args; i++)
        {
          g_string_append (m->body, i > 0 ? ", " : "");
          append_arg (m, m->body, &args[i]);
        }
      g_string_append (m->body, ")\n");
      m->n_calls++;
      m->writes |= row->kind == FL_ATEN_MUTATION;
      if (row->kind == FL_ATEN_MUTATION && rnd_view (m, value) != NULL
          && !g_array_index (m->values, RndValue, value).is_exact)
        spread_inexactness (m, rnd_view (m, value));
      if (g_array_index (m->values, RndValue, value).datum.kind == FL_DATUM_LIST)
        add_items (m, value, row, is_exact);
    }
  fl_call_close (&call);
  return value;
}

int
rnd_call (RndMaker *m, const char *target, const RndArg *args, guint n_args)
{
  return rnd_call_row (m, fl_aten_find (target), args, n_args);
}

gboolean
rnd_forward (RndMaker *m, const char *target, guint n, int *results)
{
  guint n_args = m->n_args, first;
  int value;

  m->keeps_items = TRUE;
  m->n_args = 0;
  value = rnd_call (m, target, m->args, n_args);
  m->keeps_items = FALSE;
  if (value < 0)
    return FALSE;
  first = g_array_index (m->values, RndValue, value).datum.kind == FL_DATUM_LIST ? (guint) value + 1 : (guint) value;
  for (guint i = 0; i < n; i++)
    {
      if (first + i >= m->values->len)
        return FALSE;
      results[i] = (int) (first + i);
    }
  return TRUE;
}
