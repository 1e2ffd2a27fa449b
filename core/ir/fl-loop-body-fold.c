/* Folding of constants and index expressions while a loop body is traced (TorchInductor:
 * IndexPropagation). */
#include <math.h>

#include "fl-loop-body-private.h"

FlTraced
fl_traced_from_op (guint32 op, FlDtype dtype)
{
  return (FlTraced) { .kind = FL_TRACED_OP, .dtype = dtype, .op = op };
}

/* Two's complement wrap of a constant into an integer dtype, as the stored element would have it.
 */
static gint64
wrap_integer (gint64 value, FlDtype dtype)
{
  guint bits = fl_dtype_get_size_bytes (dtype) * 8;
  guint64 mask;

  if (dtype == FL_DTYPE_BOOL)
    return value != 0;
  if (bits >= 64)
    return value;
  mask = (G_GUINT64_CONSTANT (1) << bits) - 1;
  if (fl_dtype_is_signed (dtype) && ((guint64) value & (G_GUINT64_CONSTANT (1) << (bits - 1))))
    return (gint64) ((guint64) value | ~mask);
  return (gint64) ((guint64) value & mask);
}

FlTraced
fl_traced_from_sym (const FlSym *sym, FlDtype dtype)
{
  gint64 value;

  if (!fl_sym_is_int (sym, &value))
    return (FlTraced) { .kind = FL_TRACED_SYM, .dtype = dtype, .sym = sym };
  if (fl_dtype_is_float (dtype))
    return (FlTraced) { .kind = FL_TRACED_FLOAT, .dtype = dtype, .number = (double) value };
  return (FlTraced) { .kind = FL_TRACED_SYM,
                      .dtype = dtype,
                      .sym = fl_sym_int (fl_sym_get_table (sym), wrap_integer (value, dtype)) };
}

FlTraced
fl_traced_from_number (double number, FlDtype dtype, FlSymTable *symbols)
{
  if (fl_dtype_is_float (dtype))
    return (FlTraced) { .kind = FL_TRACED_FLOAT, .dtype = dtype, .number = number };
  if (dtype == FL_DTYPE_BOOL)
    return (FlTraced) { .kind = FL_TRACED_SYM, .dtype = dtype, .sym = fl_sym_int (symbols, number != 0) };
  return (FlTraced) { .kind = FL_TRACED_SYM,
                      .dtype = dtype,
                      .sym = fl_sym_int (symbols, wrap_integer ((gint64) number, dtype)) };
}

static gboolean
is_constant (const FlTraced *value)
{
  return value->kind == FL_TRACED_FLOAT || fl_sym_is_int (value->sym, NULL);
}

static double
get_number (const FlTraced *value)
{
  gint64 integer = 0;

  if (value->kind == FL_TRACED_FLOAT)
    return value->number;
  fl_sym_is_int (value->sym, &integer);
  return (double) integer;
}

/* Index expressions are computed in 64 bits and stand for the value of the operator: only where that never wraps in
 * dtype, and is never a zero with a sign. 32 bits are taken to be enough where sizes are not known, as TorchInductor
 * does. */
static gboolean
may_stand_for (const FlSym *sym, FlDtype dtype)
{
  gint64 minimum, maximum, limit;
  guint bits = fl_dtype_get_size_bytes (dtype) * 8;

  if (fl_sym_is_int (sym, NULL))
    return TRUE;
  if (dtype == FL_DTYPE_BOOL)
    return FALSE;
  if (!fl_dtype_is_integer (dtype) || bits >= 64)
    return TRUE;
  fl_sym_get_range (sym, &minimum, &maximum);
  if (bits == 32 && maximum >= G_MAXINT64)
    return TRUE;
  limit = (G_GINT64_CONSTANT (1) << (fl_dtype_is_signed (dtype) ? bits - 1 : bits)) - 1;
  return minimum >= (fl_dtype_is_signed (dtype) ? -limit - 1 : 0) && maximum <= limit;
}

/* Whether a float product, or negation, of the two may be -0, which no integer is. */
static gboolean
may_be_negative_zero (const FlSym *a, const FlSym *b)
{
  gint64 least_a, most_a, least_b, most_b;

  fl_sym_get_range (a, &least_a, &most_a);
  fl_sym_get_range (b, &least_b, &most_b);
  return (least_a < 0 && least_b <= 0 && most_b >= 0) || (least_b < 0 && least_a <= 0 && most_a >= 0);
}

static gboolean
fold_to_dtype (const FlTraced *value, FlDtype dtype, FlSymTable *symbols, FlTraced *result)
{
  if (fl_dtype_is_complex (dtype))
    return FALSE;
  if (value->kind == FL_TRACED_SYM)
    {
      *result = fl_traced_from_sym (value->sym, dtype);
      return may_stand_for (value->sym, dtype);
    }
  if (fl_dtype_is_float (dtype))
    {
      *result = (FlTraced) { .kind = FL_TRACED_FLOAT, .dtype = dtype, .number = value->number };
      return TRUE;
    }
  if (dtype == FL_DTYPE_BOOL)
    {
      *result = fl_traced_from_number (value->number, dtype, symbols);
      return TRUE;
    }
  if (!isfinite (value->number) || fabs (value->number) > 4e18)
    return FALSE;
  *result = fl_traced_from_number (trunc (value->number), dtype, symbols);
  return TRUE;
}

static gboolean
fold_floats (FlScalar op, double a, double b, FlDtype dtype, FlTraced *result)
{
  double number;

  switch (op)
    {
    case FL_SCALAR_ADD: number = a + b; break;
    case FL_SCALAR_SUB: number = a - b; break;
    case FL_SCALAR_MUL: number = a * b; break;
    case FL_SCALAR_MINIMUM: number = MIN (a, b); break;
    case FL_SCALAR_MAXIMUM: number = MAX (a, b); break;
    default: return FALSE;
    }
  if (isnan (a) || isnan (b))
    return FALSE;
  *result = (FlTraced) { .kind = FL_TRACED_FLOAT, .dtype = dtype, .number = number };
  return TRUE;
}

/* An index expression and a float constant: an integer is left where nothing is added, and where the constant is beyond
 * every value of the expression. */
static gboolean
fold_mixed (FlScalar op, const FlTraced *args, FlDtype dtype, FlTraced *result)
{
  gboolean second_is_float = args[1].kind == FL_TRACED_FLOAT;
  const FlTraced *sym = second_is_float ? &args[0] : &args[1];
  double number = get_number (second_is_float ? &args[1] : &args[0]);
  gint64 minimum, maximum;

  fl_sym_get_range (sym->sym, &minimum, &maximum);
  if ((op == FL_SCALAR_MAXIMUM && number <= (double) minimum)
      || (op == FL_SCALAR_MINIMUM && number >= (double) maximum))
    {
      *result = fl_traced_from_sym (sym->sym, dtype);
      return TRUE;
    }
  if (number != 0 || (op != FL_SCALAR_ADD && !(op == FL_SCALAR_SUB && second_is_float)))
    return FALSE;
  *result = fl_traced_from_sym (sym->sym, dtype);
  return TRUE;
}

static gboolean
may_be_zero (const FlSym *sym)
{
  gint64 minimum, maximum;

  fl_sym_get_range (sym, &minimum, &maximum);
  return minimum <= 0 && maximum >= 0;
}

/* A division by what may be 0 stays an operation, which gives 0 there: the algebra takes x // x for 1. */
static const FlSym *
fold_syms (FlScalar op, const FlSym *a, const FlSym *b, FlDtype dtype)
{
  gint64 minimum, maximum;
  gboolean is_integer = fl_dtype_is_integer (dtype) && !may_be_zero (b);

  switch (op)
    {
    case FL_SCALAR_ADD: return fl_sym_add (a, b);
    case FL_SCALAR_SUB: return fl_sym_sub (a, b);
    case FL_SCALAR_MUL: return fl_sym_mul (a, b);
    case FL_SCALAR_MINIMUM: return dtype == FL_DTYPE_BOOL ? NULL : fl_sym_min (a, b);
    case FL_SCALAR_MAXIMUM: return dtype == FL_DTYPE_BOOL ? NULL : fl_sym_max (a, b);
    case FL_SCALAR_FLOORDIV: return is_integer ? fl_sym_floor_div (a, b) : NULL;
    case FL_SCALAR_MOD: return is_integer ? fl_sym_mod_index (a, fl_sym_int (fl_sym_get_table (a), 1), b) : NULL;
    case FL_SCALAR_REMAINDER:
      fl_sym_get_range (a, &minimum, &maximum);
      if (!is_integer || minimum < 0)
        return NULL;
      fl_sym_get_range (b, &minimum, &maximum);
      return minimum > 0 ? fl_sym_mod_index (a, fl_sym_int (fl_sym_get_table (a), 1), b) : NULL;
    default: return NULL;
    }
}

static gboolean
fold_unary (FlScalar op, const FlTraced *value, FlTraced *result)
{
  gint64 minimum, maximum;
  const FlSym *sym = NULL;

  if (value->kind == FL_TRACED_FLOAT)
    {
      double number = value->number;

      if (op != FL_SCALAR_NEG && op != FL_SCALAR_ABS && op != FL_SCALAR_SQUARE)
        return FALSE;
      *result = *value;
      result->number = op == FL_SCALAR_NEG ? -number : op == FL_SCALAR_ABS ? fabs (number) : number * number;
      return TRUE;
    }
  fl_sym_get_range (value->sym, &minimum, &maximum);
  if (op == FL_SCALAR_NEG && fl_dtype_is_float (value->dtype) && minimum <= 0 && maximum >= 0)
    return FALSE; /* -0 is no integer */
  if (op == FL_SCALAR_NEG)
    sym = fl_sym_neg (value->sym);
  else if (op == FL_SCALAR_SQUARE)
    sym = fl_sym_mul (value->sym, value->sym);
  else if (op == FL_SCALAR_ABS)
    sym = minimum >= 0 ? value->sym : fl_sym_max (value->sym, fl_sym_neg (value->sym));
  if (sym == NULL || fl_sym_is_overflow (sym) || !may_stand_for (sym, value->dtype))
    return FALSE;
  *result = fl_traced_from_sym (sym, value->dtype);
  return TRUE;
}

gboolean
fl_traced_fold (FlScalar op, const FlTraced *args, guint n_args, FlDtype dtype, FlSymTable *symbols, FlTraced *result)
{
  const FlSym *sym;

  for (guint i = 0; i < n_args; i++)
    if (args[i].kind == FL_TRACED_OP)
      return FALSE;
  if (n_args == 1)
    return op == FL_SCALAR_TO_DTYPE ? fold_to_dtype (&args[0], dtype, symbols, result)
                                    : fold_unary (op, &args[0], result);
  if (n_args != 2)
    return FALSE;
  dtype = args[0].dtype == args[1].dtype ? args[0].dtype : fl_dtype_promote (args[0].dtype, args[1].dtype);
  if (args[0].kind == FL_TRACED_FLOAT || args[1].kind == FL_TRACED_FLOAT)
    return is_constant (&args[0]) && is_constant (&args[1])
               ? fold_floats (op, get_number (&args[0]), get_number (&args[1]), dtype, result)
               : fold_mixed (op, args, dtype, result);
  if (op == FL_SCALAR_MUL && fl_dtype_is_float (dtype) && may_be_negative_zero (args[0].sym, args[1].sym))
    return FALSE;
  sym = fold_syms (op, args[0].sym, args[1].sym, dtype);
  if (sym == NULL || fl_sym_is_overflow (sym) || !may_stand_for (sym, dtype))
    return FALSE;
  *result = fl_traced_from_sym (sym, dtype);
  return TRUE;
}
