/* Symbolic integers as text: sympy's str, Inductor's Python, and C. Which argument comes first and
 * where parentheses stand follows sympy's printers, because dumps are compared with Inductor's line
 * by line. */
#include <string.h>

#include "fl-sym-private.h"
#include "fl-text.h"

typedef enum
{
  STYLE_MODERN,
  STYLE_CLASSIC,
  STYLE_TERSE,
  STYLE_PYTHON
} Style;

/* sympy's precedences; an argument gets parentheses when its own is not above the level it stands
 * at. */
enum
{
  PREC_NONE = 0,
  PREC_LOW = 35, /* FloorDiv and related functions, relations */
  PREC_ADD = 40,
  PREC_MUL = 50,
  PREC_POW = 60,
  PREC_FUNCTION = 70,
  PREC_OPERAND = 999, /* anything but an atom */
  PREC_ATOM = 1000
};

static const char *const relation_signs[] = {
  [FL_SYM_EQ] = "==", [FL_SYM_NE] = "!=", [FL_SYM_LT] = "<", [FL_SYM_LE] = "<=", [FL_SYM_GT] = ">", [FL_SYM_GE] = ">=",
};

static void append_styled (GString *out, const FlSym *sym, Style style);

/* A name, a number or a call needs no parentheses; other kept text does. */
static gboolean
is_simple_text (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '.')
      return FALSE;
  return TRUE;
}

static gboolean
is_low (const FlSym *sym)
{
  return sym->kind == FL_SYM_FLOOR_DIV || sym->kind == FL_SYM_MOD_INDEX || sym->kind == FL_SYM_MOD
         || sym->kind == FL_SYM_SELECT || sym->kind == FL_SYM_IDENTITY;
}

static int
get_product_precedence (const FlSym *product)
{
  for (guint i = 0; i < product->n_args; i++)
    if (is_low (product->args[i]))
      return PREC_MUL;
  return product->args[0]->kind == FL_SYM_INT && product->args[0]->value < 0 ? PREC_ADD : PREC_MUL;
}

static int
get_precedence (const FlSym *sym, Style style)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return sym->value < 0 ? PREC_ADD : PREC_ATOM;
    case FL_SYM_ADD: return PREC_ADD;
    case FL_SYM_MUL: return get_product_precedence (sym);
    case FL_SYM_POW: return PREC_POW;
    case FL_SYM_FLOOR_DIV: return style == STYLE_CLASSIC ? PREC_MUL : PREC_LOW;
    case FL_SYM_MOD_INDEX:
    case FL_SYM_MOD:
    case FL_SYM_SELECT: return style == STYLE_CLASSIC ? PREC_FUNCTION : PREC_LOW;
    case FL_SYM_IDENTITY: return PREC_LOW;
    case FL_SYM_REL: return sym->relation == FL_SYM_EQ || sym->relation == FL_SYM_NE ? PREC_MUL : PREC_LOW;
    case FL_SYM_OPAQUE: return is_simple_text (sym->name) ? PREC_ATOM : PREC_NONE;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT:
    case FL_SYM_MIN:
    case FL_SYM_MAX:
    case FL_SYM_ROUND: return PREC_ATOM;
    case FL_SYM_REAL: return PREC_LOW;
    }
  g_assert_not_reached ();
}

static void
append_part (GString *out, const FlSym *sym, gpointer style)
{
  append_styled (out, sym, (Style) GPOINTER_TO_INT (style));
}

static void
append_operand (GString *out, const FlSym *sym, int level, Style style)
{
  gboolean is_wrapped = get_precedence (sym, style) <= level;

  if (is_wrapped)
    g_string_append_c (out, '(');
  append_styled (out, sym, style);
  if (is_wrapped)
    g_string_append_c (out, ')');
}

static void
append_list (GString *out, const FlSym *const *args, guint n, const char *separator, int level, Style style)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (out, separator);
      append_operand (out, args[i], level, style);
    }
}

static void
append_call (GString *out, const char *name, const FlSym *sym, Style style)
{
  g_string_append_printf (out, "%s(", name);
  append_list (out, sym->args, sym->n_args, ", ", PREC_NONE - 1, style);
  g_string_append_c (out, ')');
}

/* --- sympy's str ------------------------------------------------------------------------------- */
static void
append_extreme (GString *out, const FlSym *extreme, Style style)
{
  const FlSym **choices = g_new (const FlSym *, extreme->n_args);

  fl_sym_order_choices (extreme, choices);
  g_string_append (out, extreme->kind == FL_SYM_MIN ? "Min(" : "Max(");
  append_list (out, choices, extreme->n_args, ", ", PREC_NONE - 1, style);
  g_string_append_c (out, ')');
  g_free (choices);
}

static void
append_sum (GString *out, const FlSym *sum, Style style)
{
  const FlSym **terms = g_new (const FlSym *, sum->n_args);

  fl_sym_order_terms (sum, terms);
  for (guint i = 0; i < sum->n_args; i++)
    {
      gsize start;
      gboolean is_wrapped = get_precedence (terms[i], style) < PREC_ADD;

      if (i > 0)
        g_string_append (out, " + ");
      if (is_wrapped)
        g_string_append_c (out, '(');
      start = out->len;
      append_styled (out, terms[i], style);
      if (is_wrapped)
        g_string_append_c (out, ')');
      else if (i > 0 && out->str[start] == '-')
        {
          out->str[start - 2] = '-';
          g_string_erase (out, (gssize) start, 1);
        }
    }
  g_free (terms);
}

static void
append_product (GString *out, const FlSym *product, Style style)
{
  const FlSym **factors = g_new (const FlSym *, product->n_args);
  int precedence = get_product_precedence (product);
  gboolean is_first = TRUE;

  fl_sym_order_factors (product, factors);
  for (guint i = 0; i < product->n_args; i++)
    {
      if (i == 0 && fl_sym_is_int_value (factors[0], -1))
        {
          g_string_append_c (out, '-');
          continue;
        }
      if (!is_first)
        g_string_append_c (out, '*');
      is_first = FALSE;
      if (factors[i]->kind == FL_SYM_INT)
        g_string_append_printf (out, "%" G_GINT64_FORMAT, factors[i]->value);
      else
        append_operand (out, factors[i], precedence, style);
    }
  g_free (factors);
}

static void
append_floor_div (GString *out, const FlSym *sym, Style style)
{
  int level = style == STYLE_CLASSIC ? PREC_MUL : PREC_OPERAND;

  g_string_append_c (out, '(');
  append_operand (out, sym->args[0], level, style);
  g_string_append (out, "//");
  append_operand (out, sym->args[1], level, style);
  g_string_append_c (out, ')');
}

static void
append_relation (GString *out, const FlSym *sym, Style style)
{
  if (style != STYLE_PYTHON && sym->relation == FL_SYM_EQ)
    append_call (out, "Eq", sym, style);
  else if (style != STYLE_PYTHON && sym->relation == FL_SYM_NE)
    append_call (out, "Ne", sym, style);
  else
    {
      int level = get_precedence (sym, style);

      append_operand (out, sym->args[0], level, style);
      g_string_append_printf (out, " %s ", relation_signs[sym->relation]);
      append_operand (out, sym->args[1], level, style);
    }
}

/* --- Inductor's Python
 * ------------------------------------------------------------------------------------------- */
static void
append_python_power (GString *out, const FlSym *sym)
{
  for (gint64 i = 0; i < sym->args[1]->value; i++)
    {
      if (i > 0)
        g_string_append_c (out, '*');
      append_operand (out, sym->args[0], PREC_MUL, STYLE_PYTHON);
    }
}

static void
append_python_mod_index (GString *out, const FlSym *sym)
{
  gboolean is_divided = !fl_sym_is_int_value (sym->args[1], 1);

  g_string_append (out, is_divided ? "((" : "(");
  append_operand (out, sym->args[0], PREC_OPERAND, STYLE_PYTHON);
  if (is_divided)
    {
      g_string_append (out, " // ");
      append_operand (out, sym->args[1], PREC_OPERAND, STYLE_PYTHON);
      g_string_append_c (out, ')');
    }
  g_string_append (out, " % ");
  append_operand (out, sym->args[2], PREC_OPERAND, STYLE_PYTHON);
  g_string_append_c (out, ')');
}

/* FALSE for the kinds that print as in sympy's str. */
static gboolean
append_python_kind (GString *out, const FlSym *sym)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_ADD: append_list (out, sym->args, sym->n_args, " + ", PREC_ADD, STYLE_PYTHON); return TRUE;
    case FL_SYM_MUL:
      append_list (out, sym->args, sym->n_args, "*", get_product_precedence (sym), STYLE_PYTHON);
      return TRUE;
    case FL_SYM_POW: append_python_power (out, sym); return TRUE;
    case FL_SYM_FLOOR_DIV: append_list (out, sym->args, 2, " // ", PREC_OPERAND, STYLE_PYTHON); return TRUE;
    case FL_SYM_MOD: append_list (out, sym->args, 2, " % ", PREC_OPERAND, STYLE_PYTHON); return TRUE;
    case FL_SYM_MOD_INDEX: append_python_mod_index (out, sym); return TRUE;
    case FL_SYM_MIN:
    case FL_SYM_MAX: append_call (out, sym->kind == FL_SYM_MIN ? "min" : "max", sym, STYLE_PYTHON); return TRUE;
    default: return FALSE;
    }
}

/* More terms with a minus than without, less than zero where it is the other way round, zero: as many. */
static gint
count_minus (const FlSym *sym)
{
  gint n = 0;

  for (guint i = 0; sym->kind == FL_SYM_ADD && i < sym->n_args; i++)
    {
      const FlSym *term = sym->args[i], *factor = term->kind == FL_SYM_MUL ? term->args[0] : term;
      gint64 value;

      n += fl_sym_is_int (factor, &value) && value < 0 ? 1 : -1;
    }
  return n;
}

/* The larger of x and -x, as sympy has it: with the sign that leaves fewer minuses, of equally many that without a
 * minus in front. */
static gboolean
append_absolute (GString *out, const FlSym *sym, Style style)
{
  gsize start = out->len;

  if (sym->kind != FL_SYM_MAX || sym->n_args != 2 || sym->args[0] != fl_sym_neg (sym->args[1]))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      const gint n_minus = count_minus (sym->args[i]);

      if (n_minus > 0)
        continue;
      g_string_truncate (out, start);
      g_string_append (out, "Abs(");
      append_styled (out, sym->args[i], style);
      if (n_minus < 0 || out->str[start + strlen ("Abs(")] != '-')
        break;
    }
  g_string_append_c (out, ')');
  return TRUE;
}

/* -----------------------------------------------------------------------------------------------------------------
 */
static void
append_styled (GString *out, const FlSym *sym, Style style)
{
  if (style == STYLE_PYTHON && append_python_kind (out, sym))
    return;
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: fl_text_append_int (out, sym->value); return;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT:
    case FL_SYM_OPAQUE: g_string_append (out, sym->name); return;
    case FL_SYM_ADD: append_sum (out, sym, style); return;
    case FL_SYM_MUL: append_product (out, sym, style); return;
    case FL_SYM_POW:
      append_operand (out, sym->args[0], PREC_POW, style);
      g_string_append_printf (out, "**%" G_GINT64_FORMAT, sym->args[1]->value);
      return;
    case FL_SYM_FLOOR_DIV: append_floor_div (out, sym, style); return;
    case FL_SYM_MOD_INDEX: append_call (out, "ModularIndexing", sym, style); return;
    case FL_SYM_MOD:
      append_call (out, fl_sym_is_assumed_nonnegative (sym->args[0]) ? "Mod" : "PythonMod", sym, style);
      return;
    case FL_SYM_MIN:
    case FL_SYM_MAX:
      if (!append_absolute (out, sym, style))
        append_extreme (out, sym, style);
      return;
    case FL_SYM_SELECT: append_call (out, "Where", sym, style); return;
    case FL_SYM_IDENTITY:
      if (style == STYLE_TERSE)
        {
          g_string_append_c (out, 'I');
          return;
        }
      g_string_append_c (out, '(');
      append_styled (out, sym->args[0], style);
      g_string_append_c (out, ')');
      return;
    case FL_SYM_REL: append_relation (out, sym, style); return;
    case FL_SYM_REAL:
    case FL_SYM_ROUND: fl_sym_append_real (out, sym, append_part, GINT_TO_POINTER (style)); return;
    }
  g_assert_not_reached ();
}

void
fl_sym_append (GString *out, const FlSym *sym)
{
  append_styled (out, sym, STYLE_MODERN);
}

void
fl_sym_append_classic (GString *out, const FlSym *sym)
{
  append_styled (out, sym, STYLE_CLASSIC);
}

void
fl_sym_append_terse (GString *out, const FlSym *sym)
{
  append_styled (out, sym, STYLE_TERSE);
}

void
fl_sym_append_python (GString *out, const FlSym *sym)
{
  append_styled (out, sym, STYLE_PYTHON);
}

char *
fl_sym_dup_text (const FlSym *sym)
{
  GString *out = g_string_new (NULL);

  fl_sym_append (out, sym);
  return g_string_free (out, FALSE);
}
