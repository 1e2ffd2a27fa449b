/* Numbers that are no integers but are made of sizes: IntTrueDiv (s0, 2*s1), 1.5*ToFloat (s0), and
 * what rounding makes of them. They are computed as Python computes them, one operation on doubles
 * after the other: nothing is reordered. */
#include <math.h>
#include <string.h>

#include "fl-intern.h"
#include "fl-sym-private.h"

gboolean
fl_sym_is_real (const FlSym *sym)
{
  return sym->kind == FL_SYM_REAL;
}

const FlSym *
fl_sym_real_constant (FlSymTable *table, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (text, sizeof text, value);
  if (strpbrk (text, ".en") == NULL) /* "2" is the integer */
    g_strlcat (text, ".0", sizeof text);
  return fl_sym_intern_real (table, fl_intern (text));
}

gboolean
fl_sym_get_constant (const FlSym *sym, double *value)
{
  if (sym->kind == FL_SYM_INT)
    *value = (double) sym->value;
  else if (sym->kind == FL_SYM_REAL && sym->relation == FL_SYM_REAL_CONSTANT)
    *value = g_ascii_strtod (sym->name, NULL);
  else
    return FALSE;
  return TRUE;
}

/* --- functions --------------------------------------------------------------------------------- */

/* As math.NAME of Python, which PyTorch calls with such numbers. */
static const struct
{
  const char *name, *c;
  double (*compute) (double x);
} functions[] = {
  { "sqrt", "__builtin_sqrt", sqrt },
  { "cos", "__builtin_cos", cos },
  { "cosh", "__builtin_cosh", cosh },
  { "sin", "__builtin_sin", sin },
  { "sinh", "__builtin_sinh", sinh },
  { "tan", "__builtin_tan", tan },
  { "tanh", "__builtin_tanh", tanh },
  { "asin", "__builtin_asin", asin },
  { "acos", "__builtin_acos", acos },
  { "atan", "__builtin_atan", atan },
  { "exp", "__builtin_exp", exp },
  { "log", "__builtin_log", log },
  { "asinh", "__builtin_asinh", asinh },
  { "log2", "__builtin_log2", log2 },
  { "TruncToFloat", "__builtin_trunc", trunc },
};

G_STATIC_ASSERT (G_N_ELEMENTS (functions) == FL_SYM_REAL_LAST_CALL - FL_SYM_REAL_CALL + 1);

gboolean
fl_sym_is_call (FlSymReal op)
{
  return op >= FL_SYM_REAL_CALL && op <= FL_SYM_REAL_LAST_CALL;
}

gboolean
fl_sym_find_function (const char *name, FlSymReal *op)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i].name, name) == 0)
      {
        *op = (FlSymReal) (FL_SYM_REAL_CALL + i);
        return TRUE;
      }
  return FALSE;
}

/* --- making ------------------------------------------------------------------------------------ */

static double
find_remainder (double a, double b)
{
  const double r = fmod (a, b);

  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

double
fl_sym_compute_real (FlSymReal op, double a, double b)
{
  if (fl_sym_is_call (op))
    return functions[op - FL_SYM_REAL_CALL].compute (a);
  switch (op)
    {
    case FL_SYM_REAL_ADD: return a + b;
    case FL_SYM_REAL_SUB: return a - b;
    case FL_SYM_REAL_MUL: return a * b;
    case FL_SYM_REAL_DIV: return a / b;
    case FL_SYM_REAL_POW: return pow (a, b);
    case FL_SYM_REAL_MIN: return MIN (a, b);
    case FL_SYM_REAL_MAX: return MAX (a, b);
    case FL_SYM_REAL_MOD: return find_remainder (a, b);
    default: /* the operand is a double already */ return a;
    }
}

const FlSym *
fl_sym_real (FlSymReal op, const FlSym *a, const FlSym *b)
{
  const FlSym *args[2] = { a, b };
  double x, y = 0;

  if (op == FL_SYM_REAL_FLOAT && fl_sym_is_real (a))
    return a;
  if (op == FL_SYM_REAL_INPUT && a->kind == FL_SYM_INT)
    return fl_sym_real_constant (a->table, fl_sym_bits_to_float (a->value));
  if (fl_sym_get_constant (a, &x) && (b == NULL || fl_sym_get_constant (b, &y)))
    return fl_sym_real_constant (a->table, fl_sym_compute_real (op, x, y));
  return fl_sym_intern (a->table, FL_SYM_REAL, (FlSymRelation) op, args, b != NULL ? 2 : 1);
}

gboolean
fl_sym_round_number (FlSymRounding how, double x, gint64 *value)
{
  x = how == FL_SYM_ROUND_FLOOR  ? floor (x)
      : how == FL_SYM_ROUND_CEIL ? ceil (x)
      : how == FL_SYM_ROUND_EVEN ? rint (x)
                                 : trunc (x);
  if (!(fabs (x) < 9e18))
    return FALSE;
  *value = (gint64) x;
  return TRUE;
}

/* Recursion: what is known of the operands may be found by substituting in them (fl-sym-facts.c), which makes the
 * roundings inside anew. It ends, since those are smaller. */
const FlSym *
fl_sym_round (FlSymRounding how, const FlSym *real)
{
  const FlSym *a = real->n_args > 0 ? real->args[0] : NULL, *b = real->n_args > 1 ? real->args[1] : NULL;
  gint64 value;
  double x;

  if (!fl_sym_is_real (real))
    return real;
  if (fl_sym_get_constant (real, &x))
    return fl_sym_round_number (how, x, &value) ? fl_sym_int (real->table, value) : fl_sym_get_overflow (real->table);
  if (real->relation == FL_SYM_REAL_FLOAT)
    return a;
  /* A quotient of integers below 2^53 is never rounded up to the next one. */
  if (real->relation == FL_SYM_REAL_DIV && !fl_sym_is_real (a) && !fl_sym_is_real (b))
    {
      if (how == FL_SYM_ROUND_FLOOR
          || (how == FL_SYM_ROUND_TRUNC && fl_sym_known_nonnegative (a) && fl_sym_known_nonnegative (b)))
        return fl_sym_floor_div (a, b);
      if (how == FL_SYM_ROUND_CEIL)
        return fl_sym_ceil_div (a, b);
    }
  return fl_sym_intern (real->table, FL_SYM_ROUND, (FlSymRelation) how, &real, 1);
}

/* --- text -------------------------------------------------------------------------------------- */

static const struct
{
  const char *sign; /* between both, or NULL */
  const char *name; /* PyTorch's function */
  const char *c;
} forms[] = {
  [FL_SYM_REAL_FLOAT] = { NULL, "ToFloat", "(double) " },
  [FL_SYM_REAL_ADD] = { " + ", NULL, NULL },
  [FL_SYM_REAL_SUB] = { " - ", NULL, NULL },
  [FL_SYM_REAL_MUL] = { "*", NULL, NULL },
  [FL_SYM_REAL_DIV] = { NULL, "FloatTrueDiv", NULL },
  [FL_SYM_REAL_POW] = { NULL, "FloatPow", "__builtin_pow" },
  [FL_SYM_REAL_MIN] = { NULL, "Min", "__builtin_fmin" },
  [FL_SYM_REAL_MAX] = { NULL, "Max", "__builtin_fmax" },
  [FL_SYM_REAL_MOD] = { NULL, "PythonMod", "fl_remainder_f64" },
};

static const char *const roundings[] = { [FL_SYM_ROUND_TRUNC] = "TruncToInt",
                                         [FL_SYM_ROUND_FLOOR] = "FloorToInt",
                                         [FL_SYM_ROUND_CEIL] = "CeilToInt",
                                         [FL_SYM_ROUND_EVEN] = "RoundToInt" };
static const char *const c_roundings[] = { [FL_SYM_ROUND_TRUNC] = "__builtin_trunc",
                                           [FL_SYM_ROUND_FLOOR] = "__builtin_floor",
                                           [FL_SYM_ROUND_CEIL] = "__builtin_ceil",
                                           [FL_SYM_ROUND_EVEN] = "__builtin_rint" };

/* A sum, or what PyTorch gives a lower precedence than that of one. */
static gboolean
is_at_most_sum (const FlSym *sym)
{
  return sym->kind == FL_SYM_ADD
         || (sym->kind == FL_SYM_REAL
             && (sym->relation == FL_SYM_REAL_ADD || sym->relation == FL_SYM_REAL_SUB
                 || sym->relation == FL_SYM_REAL_DIV || sym->relation == FL_SYM_REAL_MOD));
}

void
fl_sym_append_real (GString *out, const FlSym *sym, FlSymAppend append, gpointer data)
{
  const gboolean is_between = sym->kind == FL_SYM_REAL && sym->relation != FL_SYM_REAL_CONSTANT
                              && sym->relation < FL_SYM_REAL_CALL && forms[sym->relation].sign != NULL;
  const char *name;

  if (sym->kind == FL_SYM_REAL && sym->relation == FL_SYM_REAL_CONSTANT)
    {
      g_string_append (out, sym->name);
      return;
    }
  if (sym->kind == FL_SYM_REAL && sym->relation == FL_SYM_REAL_INPUT)
    {
      append (out, sym->args[0], data);
      return;
    }
  name = sym->kind == FL_SYM_ROUND                     ? roundings[sym->relation]
         : !fl_sym_is_call ((FlSymReal) sym->relation) ? forms[sym->relation].name
                                                       : functions[sym->relation - FL_SYM_REAL_CALL].name;
  if (sym->kind == FL_SYM_REAL && fl_sym_is_call ((FlSymReal) sym->relation) && g_ascii_islower (name[0]))
    g_string_append (out, "OpaqueUnaryFn_");
  if (sym->kind == FL_SYM_REAL && sym->relation == FL_SYM_REAL_DIV && !fl_sym_is_real (sym->args[0])
      && !fl_sym_is_real (sym->args[1]))
    name = "IntTrueDiv";
  if (!is_between)
    g_string_append_printf (out, "%s(", name);
  for (guint i = 0; i < sym->n_args; i++)
    {
      const gboolean is_bracketed = is_between && (is_at_most_sum (sym->args[i]) || sym->args[i]->kind == FL_SYM_MUL);

      g_string_append (out, i == 0 ? "" : is_between ? forms[sym->relation].sign : ", ");
      g_string_append (out, is_bracketed ? "(" : "");
      append (out, sym->args[i], data);
      g_string_append (out, is_bracketed ? ")" : "");
    }
  g_string_append (out, is_between ? "" : ")");
}

void
fl_sym_append_real_c (GString *out, const FlSym *sym, FlSymAppend append, gpointer data)
{
  static const char signs[]
      = { [FL_SYM_REAL_ADD] = '+', [FL_SYM_REAL_SUB] = '-', [FL_SYM_REAL_MUL] = '*', [FL_SYM_REAL_DIV] = '/' };
  const gboolean is_sign
      = sym->kind == FL_SYM_REAL && sym->relation < G_N_ELEMENTS (signs) && signs[sym->relation] != 0;

  if (sym->kind == FL_SYM_REAL && sym->relation == FL_SYM_REAL_CONSTANT)
    {
      double x = g_ascii_strtod (sym->name, NULL);

      if (isnan (x))
        g_string_append (out, "__builtin_nan (\"\")");
      else if (isinf (x))
        g_string_append (out, x < 0 ? "(-__builtin_inf ())" : "__builtin_inf ()");
      else
        g_string_append_printf (out, x < 0 ? "(%s)" : "%s", sym->name);
      return;
    }
  if (sym->kind == FL_SYM_REAL && sym->relation == FL_SYM_REAL_INPUT)
    {
      g_string_append (out, "((union { int64_t bits; double number; }) { ");
      append (out, sym->args[0], data);
      g_string_append (out, " }).number");
      return;
    }
  if (sym->kind == FL_SYM_ROUND)
    g_string_append_printf (out, "(int64_t) %s ", c_roundings[sym->relation]);
  else if (fl_sym_is_call ((FlSymReal) sym->relation))
    g_string_append_printf (out, "%s ", functions[sym->relation - FL_SYM_REAL_CALL].c);
  else if (!is_sign)
    g_string_append_printf (out, "%s%s", forms[sym->relation].c, sym->relation == FL_SYM_REAL_FLOAT ? "" : " ");
  g_string_append_c (out, '(');
  for (guint i = 0; i < sym->n_args; i++)
    {
      if (i > 0 && is_sign)
        g_string_append_printf (out, " %c ", signs[sym->relation]);
      else
        g_string_append (out, i > 0 ? ", " : "");
      g_string_append (out, fl_sym_is_real (sym->args[i])                                    ? ""
                            : sym->kind == FL_SYM_REAL && sym->relation != FL_SYM_REAL_FLOAT ? "(double) ("
                                                                                             : "(");
      append (out, sym->args[i], data);
      g_string_append (out, fl_sym_is_real (sym->args[i]) ? "" : ")");
    }
  g_string_append_c (out, ')');
}
