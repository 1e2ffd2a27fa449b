/* The values of expressions, and of the numbers that are made of sizes, where those of all symbols
 * are known. */
#include <math.h>

#include "fl-sym-private.h"

static gboolean
compare_values (FlSymRelation relation, gint64 a, gint64 b)
{
  switch (relation)
    {
    case FL_SYM_EQ: return a == b;
    case FL_SYM_NE: return a != b;
    case FL_SYM_LT: return a < b;
    case FL_SYM_LE: return a <= b;
    case FL_SYM_GT: return a > b;
    case FL_SYM_GE: return a >= b;
    }
  g_assert_not_reached ();
}

static gboolean
evaluate_many (const FlSym *sym, FlSymLookup lookup, gpointer data, gint64 *value)
{
  if (!fl_sym_evaluate (sym->args[0], lookup, data, value))
    return FALSE;
  for (guint i = 1; i < sym->n_args; i++)
    {
      gint64 next;

      if (!fl_sym_evaluate (sym->args[i], lookup, data, &next))
        return FALSE;
      if (sym->kind == FL_SYM_MIN)
        *value = MIN (*value, next);
      else if (sym->kind == FL_SYM_MAX)
        *value = MAX (*value, next);
      else if (sym->kind == FL_SYM_ADD ? __builtin_add_overflow (*value, next, value)
                                       : __builtin_mul_overflow (*value, next, value))
        return FALSE;
    }
  return TRUE;
}

static gboolean
evaluate_power (gint64 base, gint64 exponent, gint64 *value)
{
  *value = 1;
  if (base == 0 || base == 1)
    {
      *value = base;
      return TRUE;
    }
  for (gint64 i = 0; i < exponent; i++)
    if (__builtin_mul_overflow (*value, base, value))
      return FALSE;
  return TRUE;
}

static gboolean
evaluate_operation (const FlSym *sym, const gint64 *args, gint64 *value)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_POW: return evaluate_power (args[0], args[1], value);
    case FL_SYM_FLOOR_DIV: return fl_sym_divide_int (args[0], args[1], value, NULL);
    case FL_SYM_MOD: return fl_sym_divide_int (args[0], args[1], NULL, value);
    case FL_SYM_MOD_INDEX:
      return fl_sym_divide_int (args[0], args[1], value, NULL) && fl_sym_divide_int (*value, args[2], NULL, value);
    case FL_SYM_IDENTITY: *value = args[0]; return TRUE;
    case FL_SYM_REL: *value = compare_values ((FlSymRelation) sym->relation, args[0], args[1]); return TRUE;
    default: g_assert_not_reached ();
    }
}

gboolean
fl_sym_evaluate_real (const FlSym *sym, FlSymLookup lookup, gpointer data, double *value)
{
  double a, b = 0;
  gint64 whole;

  if (!fl_sym_is_real (sym))
    {
      if (!fl_sym_evaluate (sym, lookup, data, &whole))
        return FALSE;
      *value = (double) whole;
      return TRUE;
    }
  if (fl_sym_get_constant (sym, value))
    return TRUE;
  if (sym->relation == FL_SYM_REAL_INPUT)
    {
      if (!fl_sym_evaluate (sym->args[0], lookup, data, &whole))
        return FALSE;
      *value = fl_sym_bits_to_float (whole);
      return TRUE;
    }
  if (!fl_sym_evaluate_real (sym->args[0], lookup, data, &a)
      || (sym->n_args > 1 && !fl_sym_evaluate_real (sym->args[1], lookup, data, &b))
      || ((sym->relation == FL_SYM_REAL_DIV || sym->relation == FL_SYM_REAL_MOD) && b == 0))
    return FALSE;
  *value = fl_sym_compute_real ((FlSymReal) sym->relation, a, b);
  return !fl_sym_is_call ((FlSymReal) sym->relation) || isfinite (*value)
         || !isfinite (a); /* a call of finite operands without a finite result is an error in Python */
}

static gboolean
evaluate_rounded (const FlSym *sym, FlSymLookup lookup, gpointer data, gint64 *value)
{
  double x;

  return fl_sym_evaluate_real (sym->args[0], lookup, data, &x)
         && fl_sym_round_number ((FlSymRounding) sym->relation, x, value);
}

gboolean
fl_sym_evaluate (const FlSym *sym, FlSymLookup lookup, gpointer data, gint64 *value)
{
  gint64 args[3];

  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: *value = sym->value; return TRUE;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT: return lookup (sym, data, value);
    case FL_SYM_REAL:
    case FL_SYM_OPAQUE: return FALSE;
    case FL_SYM_ROUND: return evaluate_rounded (sym, lookup, data, value);
    case FL_SYM_ADD:
    case FL_SYM_MUL:
    case FL_SYM_MIN:
    case FL_SYM_MAX: return evaluate_many (sym, lookup, data, value);
    case FL_SYM_SELECT:
      if (!fl_sym_evaluate (sym->args[0], lookup, data, value))
        return FALSE;
      return fl_sym_evaluate (sym->args[*value != 0 ? 1 : 2], lookup, data, value);
    default:
      for (guint i = 0; i < sym->n_args; i++)
        if (!fl_sym_evaluate (sym->args[i], lookup, data, &args[i]))
          return FALSE;
      return evaluate_operation (sym, args, value);
    }
}
