/* Reference kernels: sizes and integer arithmetic on them, exactly; getitem; numbers read out of tensors; assertions.
 */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (symbolic);
REFERENCE_KERNEL (getitem);
REFERENCE_KERNEL (item);
REFERENCE_KERNEL (nothing);

static gboolean
return_datum (FlCall *call, FlDatum datum)
{
  call->result = datum;
  return TRUE;
}

/* The last part of the name: "floordiv" of "operator.floordiv", "sym_size" of "aten.sym_size.int". */
static char *
get_verb (const FlCall *call)
{
  g_auto (GStrv) parts = g_strsplit (call->row->name, ".", 3);
  return g_strdup (parts[1]);
}

static gint64
floor_div (gint64 a, gint64 b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static gint64
power (gint64 a, gint64 b)
{
  gint64 result = 1;
  for (; b > 0; b--)
    result *= a;
  return result;
}

static gboolean
of_tensor (FlCall *call, const char *verb)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  if (strcmp (verb, "sym_numel") == 0)
    return return_datum (call, fl_datum_int (self->numel));
  if (strcmp (verb, "sym_storage_offset") == 0)
    return return_datum (call, fl_datum_int (self->offset));
  const FlDatum *dim = fl_call_find (call, "dim");
  const gint64 *facts = strcmp (verb, "sym_stride") == 0 ? self->strides : self->sizes;
  if (dim != NULL)
    {
      gint64 d = fl_wrap_dim (dim->integer, self->n_dims);
      if (d < 0 || d >= self->n_dims)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %" G_GINT64_FORMAT " of %u", call->row->name, d,
                             self->n_dims);
      return return_datum (call, fl_datum_int (facts[d]));
    }
  FlDatum list = { .kind = FL_DATUM_LIST, .n_items = self->n_dims, .items = g_new0 (FlDatum, self->n_dims + 1) };
  for (guint d = 0; d < self->n_dims; d++)
    list.items[d] = fl_datum_int (facts[d]);
  return return_datum (call, list);
}

/* torch._sym_NAME; no number where Python stops. */
static double
call_function (const char *name, double x)
{
  static const struct
  {
    const char *name;
    double (*compute) (double x);
  } functions[] = { { "sqrt", sqrt }, { "cos", cos },   { "cosh", cosh },   { "sin", sin },   { "sinh", sinh },
                    { "tan", tan },   { "tanh", tanh }, { "asin", asin },   { "acos", acos }, { "atan", atan },
                    { "exp", exp },   { "log", log },   { "asinh", asinh }, { "log2", log2 } };
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i].name, name) == 0)
      return functions[i].compute (x);
  return NAN;
}

static double
find_remainder (double a, double b)
{
  double r = fmod (a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static gboolean
of_floats (FlCall *call, const char *verb, double a, double b)
{
  static const struct
  {
    const char *verb;
    int kind; /* 0 float, 1 integer, 2 bool */
  } kinds[] = { { "ceil", 1 }, { "floor", 1 }, { "trunc", 1 }, { "sym_int", 1 }, { "eq", 2 },  { "ne", 2 },
                { "lt", 2 },   { "le", 2 },    { "gt", 2 },    { "ge", 2 },      { "not_", 2 } };
  double x = strcmp (verb, "add") == 0         ? a + b
             : strcmp (verb, "sub") == 0       ? a - b
             : strcmp (verb, "mul") == 0       ? a * b
             : strcmp (verb, "truediv") == 0   ? a / b
             : strcmp (verb, "floordiv") == 0  ? floor (a / b)
             : strcmp (verb, "mod") == 0       ? find_remainder (a, b)
             : strcmp (verb, "pow") == 0       ? pow (a, b)
             : strcmp (verb, "neg") == 0       ? -a
             : strcmp (verb, "pos") == 0       ? a
             : strcmp (verb, "sym_float") == 0 ? a
             : strcmp (verb, "abs") == 0       ? fabs (a)
             : strcmp (verb, "ceil") == 0      ? ceil (a)
             : strcmp (verb, "floor") == 0     ? floor (a)
             : strcmp (verb, "trunc") == 0     ? trunc (a)
             : strcmp (verb, "sym_int") == 0   ? trunc (a)
             : strcmp (verb, "sym_min") == 0   ? MIN (a, b)
             : strcmp (verb, "sym_max") == 0   ? MAX (a, b)
             : strcmp (verb, "eq") == 0        ? a == b
             : strcmp (verb, "ne") == 0        ? a != b
             : strcmp (verb, "lt") == 0        ? a < b
             : strcmp (verb, "le") == 0        ? a <= b
             : strcmp (verb, "gt") == 0        ? a > b
             : strcmp (verb, "ge") == 0        ? a >= b
             : strcmp (verb, "not_") == 0      ? a == 0
                                               : NAN;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].verb, verb) == 0)
      return return_datum (call, kinds[i].kind == 1 ? fl_datum_int (fl_number_to_int (x)) : fl_datum_bool (x != 0));
  return return_datum (call, fl_datum_float (x));
}

static gboolean
of_integers (FlCall *call, const char *verb, gint64 a, gint64 b, gboolean is_bool)
{
  if (strcmp (verb, "truediv") == 0 || strcmp (verb, "sym_float") == 0 || (strcmp (verb, "pow") == 0 && b < 0))
    return of_floats (call, verb, a, b);
  if ((strcmp (verb, "floordiv") == 0 || strcmp (verb, "mod") == 0) && b == 0)
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s: division by zero", call->row->name);
  static const char *const comparisons[] = { "eq", "ne", "lt", "le", "gt", "ge", "not_", "sym_not" };
  for (guint i = 0; i < G_N_ELEMENTS (comparisons); i++)
    if (strcmp (comparisons[i], verb) == 0)
      {
        gboolean results[] = { a == b, a != b, a<b, a <= b, a> b, a >= b, !a, !a };
        return return_datum (call, fl_datum_bool (results[i]));
      }
  gint64 x = strcmp (verb, "add") == 0        ? a + b
             : strcmp (verb, "sub") == 0      ? a - b
             : strcmp (verb, "mul") == 0      ? a * b
             : strcmp (verb, "floordiv") == 0 ? floor_div (a, b)
             : strcmp (verb, "mod") == 0      ? a - b * floor_div (a, b)
             : strcmp (verb, "pow") == 0      ? power (a, b)
             : strcmp (verb, "neg") == 0      ? -a
             : strcmp (verb, "abs") == 0      ? ABS (a)
             : strcmp (verb, "lshift") == 0   ? (gint64) ((guint64) a << (b & 63))
             : strcmp (verb, "rshift") == 0   ? a >> (b & 63)
             : strcmp (verb, "and_") == 0     ? a & b
             : strcmp (verb, "or_") == 0      ? a | b
             : strcmp (verb, "invert") == 0   ? ~a
             : strcmp (verb, "sym_min") == 0  ? MIN (a, b)
             : strcmp (verb, "sym_max") == 0  ? MAX (a, b)
                                              : a; /* pos, ceil, floor, trunc, sym_int */
  gboolean stays_bool = is_bool && (strcmp (verb, "and_") == 0 || strcmp (verb, "or_") == 0);
  return return_datum (call, stays_bool ? fl_datum_bool (x) : fl_datum_int (x));
}

gboolean
reference_symbolic (FlCall *call)
{
  g_autofree char *verb = get_verb (call);
  if (g_str_has_prefix (verb, "sym_size") || g_str_has_prefix (verb, "sym_stride") || strcmp (verb, "sym_numel") == 0
      || strcmp (verb, "sym_storage_offset") == 0)
    return of_tensor (call, verb);
  const FlDatum *a = &call->values[0], *b = &call->values[1];
  if (strcmp (verb, "sym_sum") == 0)
    {
      gint64 sum = 0;
      for (guint i = 0; i < a->n_items; i++)
        sum += a->items[i].integer;
      return return_datum (call, fl_datum_int (sum));
    }
  if (strcmp (verb, "sym_ite") == 0)
    return return_datum (call, fl_datum_dup (a->integer ? b : &call->values[2]));
  if (g_str_has_prefix (verb, "_sym_") && a->kind != FL_DATUM_TENSOR)
    return return_datum (call,
                         fl_datum_float (call_function (verb + strlen ("_sym_"),
                                                        a->kind == FL_DATUM_FLOAT ? a->number : (double) a->integer)));
  if (a->kind == FL_DATUM_TENSOR)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s of a tensor has no reference: only of integers",
                         call->row->name);
  if (a->kind == FL_DATUM_FLOAT || b->kind == FL_DATUM_FLOAT)
    return of_floats (call, verb, a->number, b->number);
  return of_integers (call, verb, a->integer, b->integer, a->kind == FL_DATUM_BOOL);
}

gboolean
reference_getitem (FlCall *call)
{
  const FlDatum *tuple = &call->values[0];
  gint64 index = fl_call_get_int (call, "index", 0);
  if (tuple->kind != FL_DATUM_LIST)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "getitem of what is no tuple has no reference");
  index = index < 0 ? index + tuple->n_items : index;
  if (index < 0 || index >= tuple->n_items)
    return fl_call_fail (call, FL_ERROR_GRAPH, "getitem: element %" G_GINT64_FORMAT " of %u", index, tuple->n_items);
  return return_datum (call, fl_datum_dup (&tuple->items[index]));
}

gboolean
reference_item (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *dense = fl_call_dense (call, self);
  if (dense->numbers != NULL)
    return return_datum (call, fl_datum_float (dense->numbers[0]));
  return return_datum (call, self->dtype == FL_DTYPE_BOOL ? fl_datum_bool (dense->integers[0])
                                                          : fl_datum_int (dense->integers[0]));
}

gboolean
reference_nothing (FlCall *call)
{
  return TRUE;
}
