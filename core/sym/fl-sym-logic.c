/* Min, Max, relations and select: flat, without duplicates, folded where sympy's assumptions
 * decide. */
#include <string.h>

#include "fl-sym-private.h"

enum
{
  MAX_ARGS = 256
};

/* Whether a <= b follows from the assumptions: for numbers, multiples of one another, and numbers
 * against positive expressions. Ranges are left to fl_sym_simplify. */
static gboolean
is_assumed_below (const FlSym *a, const FlSym *b)
{
  FlSymTerm term_a, term_b;

  if (a == b)
    return TRUE;
  if (a->kind == FL_SYM_INT && b->kind == FL_SYM_INT)
    return a->value <= b->value;
  if (a->kind == FL_SYM_INT)
    return (a->value <= 0 && fl_sym_is_assumed_nonnegative (b)) || (a->value <= 1 && fl_sym_is_assumed_positive (b));
  if (b->kind == FL_SYM_INT)
    return FALSE;
  term_a = fl_sym_split (a);
  term_b = fl_sym_split (b);
  return term_a.rest == term_b.rest && fl_sym_is_assumed_nonnegative (term_a.rest)
         && term_a.coefficient <= term_b.coefficient;
}

static void
append_flat (const FlSym **args, guint *n, const FlSym *sym, FlSymKind kind)
{
  if (sym->kind != kind)
    {
      args[(*n)++] = sym;
      return;
    }
  for (guint i = 0; i < sym->n_args; i++)
    args[(*n)++] = sym->args[i];
}

/* Drops every argument that another one makes needless. */
static guint
drop_covered (const FlSym **args, guint n, FlSymKind kind)
{
  guint n_kept = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_covered = FALSE;

      for (guint j = 0; j < n && !is_covered; j++)
        {
          const FlSym *low = kind == FL_SYM_MAX ? args[i] : args[j];
          const FlSym *high = kind == FL_SYM_MAX ? args[j] : args[i];

          /* Of two equal ones, the first stays. */
          is_covered = i != j && args[j] != NULL && is_assumed_below (low, high) && (args[i] != args[j] || j < i);
        }
      if (is_covered)
        args[i] = NULL;
    }
  for (guint i = 0; i < n; i++)
    if (args[i] != NULL)
      args[n_kept++] = args[i];
  return n_kept;
}

/* sympy's "ordered": the smaller expression first. */
static gboolean
stands_after (const FlSym *a, const FlSym *b)
{
  return a->n_nodes != b->n_nodes ? a->n_nodes > b->n_nodes : fl_sym_compare_sort_keys (a, b) > 0;
}

static const FlSym *
make_extreme (FlSymKind kind, const FlSym *a, const FlSym *b)
{
  const FlSym *args[MAX_ARGS];
  guint n = 0;

  if (a->is_overflow || b->is_overflow)
    return fl_sym_get_overflow (a->table);
  if (a->n_args + b->n_args > MAX_ARGS - 2)
    { /* nested rather than flat: still right, only not normal */
      args[n++] = a;
      args[n++] = b;
    }
  else
    {
      append_flat (args, &n, a, kind);
      append_flat (args, &n, b, kind);
    }
  n = drop_covered (args, n, kind);
  if (n == 1)
    return args[0];
  for (guint i = 1; i < n; i++)
    for (guint j = i; j > 0 && stands_after (args[j - 1], args[j]); j--)
      {
        const FlSym *swapped = args[j];

        args[j] = args[j - 1];
        args[j - 1] = swapped;
      }
  return fl_sym_intern (a->table, kind, 0, args, n);
}

const FlSym *
fl_sym_min (const FlSym *a, const FlSym *b)
{
  return make_extreme (FL_SYM_MIN, a, b);
}

const FlSym *
fl_sym_max (const FlSym *a, const FlSym *b)
{
  return make_extreme (FL_SYM_MAX, a, b);
}

/* 1 or 0 where the difference decides it by assumption; else -1. */
static int
find_truth (FlSymRelation relation, const FlSym *a, const FlSym *b)
{
  const FlSym *difference = fl_sym_sub (a, b), *negated = fl_sym_neg (difference);
  gboolean is_above = fl_sym_is_assumed_positive (difference);
  gboolean is_below = fl_sym_is_assumed_positive (negated);
  gboolean is_equal = fl_sym_is_int_value (difference, 0);

  switch (relation)
    {
    case FL_SYM_EQ: return is_equal ? 1 : is_above || is_below ? 0 : -1;
    case FL_SYM_NE: return is_equal ? 0 : is_above || is_below ? 1 : -1;
    case FL_SYM_LT: return is_below ? 1 : is_equal || is_above || fl_sym_is_assumed_nonnegative (difference) ? 0 : -1;
    case FL_SYM_LE: return is_equal || is_below || fl_sym_is_assumed_nonnegative (negated) ? 1 : is_above ? 0 : -1;
    case FL_SYM_GT: return is_above ? 1 : is_equal || is_below || fl_sym_is_assumed_nonnegative (negated) ? 0 : -1;
    case FL_SYM_GE: return is_equal || is_above || fl_sym_is_assumed_nonnegative (difference) ? 1 : is_below ? 0 : -1;
    }
  g_assert_not_reached ();
}

const FlSym *
fl_sym_rel (FlSymRelation relation, const FlSym *a, const FlSym *b)
{
  const FlSym *args[2] = { a, b };
  int truth;

  if (a->is_overflow || b->is_overflow)
    return fl_sym_get_overflow (a->table);
  truth = find_truth (relation, a, b);
  if (truth >= 0)
    return fl_sym_int (a->table, truth);
  return fl_sym_intern (a->table, FL_SYM_REL, relation, args, 2);
}

const FlSym *
fl_sym_select (const FlSym *condition, const FlSym *then_value, const FlSym *else_value)
{
  const FlSym *args[3] = { condition, then_value, else_value };

  if (condition->is_overflow)
    return condition;
  if (condition->kind == FL_SYM_INT)
    return condition->value != 0 ? then_value : else_value;
  if (then_value == else_value)
    return then_value;
  return fl_sym_intern (condition->table, FL_SYM_SELECT, 0, args, 3);
}

const FlSym *
fl_sym_identity (const FlSym *x)
{
  return fl_sym_is_overflow (x) ? x : fl_sym_intern (x->table, FL_SYM_IDENTITY, 0, &x, 1);
}
