/* sympy's two orders. Its arguments stand in the order of Basic.compare; its text follows
 * default_sort_key and a lexicographic order of monomials. Both are needed to print what
 * TorchInductor prints. */
#include <stdlib.h>
#include <string.h>

#include "fl-sym-private.h"

/* --- Basic.compare ----------------------------------------------------------------------------- */
/* Classes by their place in sympy's list; functions it does not know come last, by name. */
static int
get_class_rank (const FlSym *sym)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return sym->value == 0 ? 0 : sym->value == 1 ? 1 : sym->value == -1 ? 2 : 3;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT:
    case FL_SYM_OPAQUE: return 4;
    case FL_SYM_POW: return 5;
    case FL_SYM_MUL: return 6;
    case FL_SYM_ADD: return 7;
    case FL_SYM_REL: return 8 + sym->relation;
    default: return 20;
    }
}

static const char *
get_function_name (const FlSym *sym)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_FLOOR_DIV: return "FloorDiv";
    case FL_SYM_MOD_INDEX: return "ModularIndexing";
    case FL_SYM_MOD: return fl_sym_is_assumed_nonnegative (sym->args[0]) ? "Mod" : "PythonMod";
    case FL_SYM_MIN: return "Min";
    case FL_SYM_MAX: return "Max";
    case FL_SYM_SELECT: return "Where";
    case FL_SYM_IDENTITY: return "Identity";
    case FL_SYM_REL: return "Relational";
    default: return "";
    }
}

static int
compare_symbols (const FlSym *a, const FlSym *b)
{
  guint n_a = a->facts != NULL ? a->facts->n_assumptions : 0;
  guint n_b = b->facts != NULL ? b->facts->n_assumptions : 0;
  int order;

  if (n_a != n_b)
    return n_a < n_b ? -1 : 1;
  order = strcmp (a->name, b->name);
  if (order != 0)
    return order;
  return a->id < b->id ? -1 : 1; /* same name, other size or kind */
}

int
fl_sym_compare (const FlSym *a, const FlSym *b)
{
  int rank_a, rank_b;

  if (a == b)
    return 0;
  rank_a = get_class_rank (a);
  rank_b = get_class_rank (b);
  if (rank_a != rank_b)
    return rank_a < rank_b ? -1 : 1;
  if (a->kind == FL_SYM_INT)
    return a->value < b->value ? -1 : 1;
  if (rank_a == 4)
    return compare_symbols (a, b);
  if (a->kind != b->kind || a->kind == FL_SYM_MOD)
    {
      int order = strcmp (get_function_name (a), get_function_name (b));

      if (order != 0)
        return order;
    }
  if (a->n_args != b->n_args)
    return a->n_args < b->n_args ? -1 : 1;
  for (guint i = 0; i < a->n_args; i++)
    {
      int order = fl_sym_compare (a->args[i], b->args[i]);

      if (order != 0)
        return order;
    }
  return a->id < b->id ? -1 : 1; /* other operations on doubles */
}

/* --- default_sort_key
 * -------------------------------------------------------------------------------------------- */
/* An expression as its key sees it: coefficient * base ** exponent. */
typedef struct
{
  gint64 coefficient;
  gint64 exponent;
  const FlSym *base;
} Key;

static Key
get_key (const FlSym *sym)
{
  FlSymTerm term;
  Key key = { .coefficient = 1, .exponent = 1, .base = sym };

  if (sym->kind == FL_SYM_INT)
    return key;
  term = fl_sym_split (sym);
  key.coefficient = term.coefficient;
  key.base = term.rest;
  if (key.base->kind == FL_SYM_POW)
    {
      key.exponent = key.base->args[1]->value;
      key.base = key.base->args[0];
    }
  return key;
}

static int
get_sort_rank (const FlSym *sym)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return 10;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT:
    case FL_SYM_OPAQUE: return 20;
    case FL_SYM_MUL: return 30;
    case FL_SYM_ADD: return 31;
    case FL_SYM_POW: return 32;
    case FL_SYM_FLOOR_DIV:
    case FL_SYM_MOD_INDEX:
    case FL_SYM_MOD:
    case FL_SYM_SELECT:
    case FL_SYM_REAL:
    case FL_SYM_ROUND: return 40;
    case FL_SYM_IDENTITY: /* takes any number of arguments, as far as sympy knows: before those that do not */
      return 39;
    case FL_SYM_MIN:
    case FL_SYM_MAX:
    case FL_SYM_REL: return 50;
    }
  g_assert_not_reached ();
}

static int
compare_arg_keys (const FlSym *a, const FlSym *b)
{
  const FlSym **args_a, **args_b;
  int order = 0;

  if (a->n_args != b->n_args)
    return a->n_args < b->n_args ? -1 : 1;
  args_a = g_newa (const FlSym *, a->n_args);
  args_b = g_newa (const FlSym *, b->n_args);
  if (a->kind == FL_SYM_ADD && b->kind == FL_SYM_ADD)
    {
      fl_sym_order_terms (a, args_a);
      fl_sym_order_terms (b, args_b);
    }
  else if (a->kind == FL_SYM_MUL && b->kind == FL_SYM_MUL)
    {
      fl_sym_order_factors (a, args_a);
      fl_sym_order_factors (b, args_b);
    }
  else
    {
      memcpy (args_a, a->args, a->n_args * sizeof args_a[0]);
      memcpy (args_b, b->args, b->n_args * sizeof args_b[0]);
    }
  for (guint i = 0; i < a->n_args && order == 0; i++)
    order = fl_sym_compare_sort_keys (args_a[i], args_b[i]);
  return order;
}

static int
compare_int64 (gint64 a, gint64 b)
{
  return a < b ? -1 : a > b;
}

int
fl_sym_compare_sort_keys (const FlSym *a, const FlSym *b)
{
  Key key_a, key_b;
  int order;

  if (a == b)
    return 0;
  key_a = get_key (a);
  key_b = get_key (b);
  order = get_sort_rank (key_a.base) - get_sort_rank (key_b.base);
  if (order != 0)
    return order;
  if (key_a.base->kind == FL_SYM_INT)
    return compare_int64 (a->value, b->value);
  if (key_a.base != key_b.base)
    {
      if (get_sort_rank (key_a.base) == 20)
        order = strcmp (key_a.base->name, key_b.base->name);
      else
        {
          order = strcmp (get_function_name (key_a.base), get_function_name (key_b.base));
          if (order == 0)
            order = compare_arg_keys (key_a.base, key_b.base);
        }
      if (order != 0)
        return order;
    }
  order = compare_int64 (key_a.exponent, key_b.exponent);
  if (order == 0)
    order = compare_int64 (key_a.coefficient, key_b.coefficient);
  return order != 0 ? order : fl_sym_compare (a, b);
}

/* --- ordered terms and factors
 * ----------------------------------------------------------------------------------- */
typedef int (*CompareFunc) (const FlSym *a, const FlSym *b);

static int
compare_pointers (gconstpointer a, gconstpointer b, gpointer compare)
{
  return ((CompareFunc) compare) (*(const FlSym *const *) a, *(const FlSym *const *) b);
}

/* Insertion sort for the usual few, which mostly are in order. */
static void
sort_syms (const FlSym **syms, guint n, CompareFunc compare)
{
  if (n > 16)
    {
      g_qsort_with_data (syms, (gint) n, sizeof syms[0], compare_pointers, (gpointer) compare);
      return;
    }
  for (guint i = 1; i < n; i++)
    {
      const FlSym *sym = syms[i];
      guint j = i;

      while (j > 0 && compare (syms[j - 1], sym) > 0)
        {
          syms[j] = syms[j - 1];
          j--;
        }
      syms[j] = sym;
    }
}

void
fl_sym_order_factors (const FlSym *product, const FlSym **ordered)
{
  memcpy (ordered, product->args, product->n_args * sizeof ordered[0]);
  sort_syms (ordered, product->n_args, fl_sym_compare_sort_keys);
}

static const FlSym *
get_base (const FlSym *factor)
{
  return factor->kind == FL_SYM_POW ? factor->args[0] : factor;
}

static gint64
get_exponent (const FlSym *factor)
{
  return factor->kind == FL_SYM_POW ? factor->args[1]->value : 1;
}

static int
compare_bases (const FlSym *a, const FlSym *b)
{
  return fl_sym_compare_sort_keys (get_base (a), get_base (b));
}

/* Fills factors with those of a term less its coefficient, by generator; returns their number. */
static guint
collect_factors (const FlSym *term, const FlSym **factors)
{
  guint n = 0;

  for (guint i = 0; i < fl_sym_get_n_factors (term); i++)
    if (fl_sym_get_factor (term, i)->kind != FL_SYM_INT)
      factors[n++] = fl_sym_get_factor (term, i);
  sort_syms (factors, n, compare_bases);
  return n;
}

/* Lexicographic order of monomials, highest first: at the first generator where the two differ, the
 * higher power. */
int
fl_sym_compare_monomials (const FlSym *a, const FlSym *b)
{
  const FlSym **factors_a = g_newa (const FlSym *, fl_sym_get_n_factors (a));
  const FlSym **factors_b = g_newa (const FlSym *, fl_sym_get_n_factors (b));
  guint n_a = collect_factors (a, factors_a), n_b = collect_factors (b, factors_b);

  for (guint i = 0; i < n_a && i < n_b; i++)
    {
      int order = compare_bases (factors_a[i], factors_b[i]);

      if (order == 0)
        order = compare_int64 (get_exponent (factors_b[i]), get_exponent (factors_a[i]));
      if (order != 0)
        return order;
    }
  return n_a > n_b ? -1 : n_a < n_b;
}

/* sympy prints "5 - x" and "5 - 2*x", but "-x*y + 5": a special case of its own. */
static gboolean
is_number_less_term (const FlSym *sum)
{
  const FlSym *term = sum->args[1];

  return sum->n_args == 2 && sum->args[0]->kind == FL_SYM_INT && sum->args[0]->value > 0 && term->kind == FL_SYM_MUL
         && term->n_args == 2 && term->args[0]->kind == FL_SYM_INT && term->args[0]->value < 0;
}

void
fl_sym_order_terms (const FlSym *sum, const FlSym **ordered)
{
  memcpy (ordered, sum->args, sum->n_args * sizeof ordered[0]);
  if (!is_number_less_term (sum))
    sort_syms (ordered, sum->n_args, fl_sym_compare_monomials);
}

void
fl_sym_order_choices (const FlSym *extreme, const FlSym **ordered)
{
  memcpy (ordered, extreme->args, extreme->n_args * sizeof ordered[0]);
  sort_syms (ordered, extreme->n_args, fl_sym_compare_sort_keys);
}
