/* Sums and products: merging, multiplying out. */
#include <stdlib.h>
#include <string.h>

#include "fl-sym-private.h"

static int
compare_pointers (gconstpointer a, gconstpointer b)
{
  return fl_sym_compare (*(const FlSym *const *) a, *(const FlSym *const *) b);
}

static void
sort_args (const FlSym **args, guint n)
{
  if (n > 8)
    {
      qsort (args, n, sizeof args[0], compare_pointers);
      return;
    }
  for (guint i = 1; i < n; i++)
    {
      const FlSym *arg = args[i];
      guint j = i;

      while (j > 0 && fl_sym_compare (args[j - 1], arg) > 0)
        {
          args[j] = args[j - 1];
          j--;
        }
      args[j] = arg;
    }
}

/* --- terms ------------------------------------------------------------------------------------- */
const FlSym *
fl_sym_join (FlSymTerm term)
{
  FlSymTable *table = term.rest->table;
  const FlSym *stack_args[FL_SYM_STACK_TERMS];
  const FlSym **args = stack_args;
  const FlSym *product;
  guint n;

  if (term.rest->kind == FL_SYM_INT)
    {
      gint64 value;

      if (__builtin_mul_overflow (term.coefficient, term.rest->value, &value))
        return fl_sym_get_overflow (table);
      return fl_sym_int (table, value);
    }
  if (term.coefficient == 1 || term.rest->is_overflow)
    return term.rest;
  if (term.coefficient == 0)
    return fl_sym_int (table, 0);

  n = fl_sym_get_n_factors (term.rest);
  if (n + 1 > G_N_ELEMENTS (stack_args))
    args = g_new (const FlSym *, n + 1);
  args[0] = fl_sym_int (table, term.coefficient);
  for (guint i = 0; i < n; i++)
    args[i + 1] = fl_sym_get_factor (term.rest, i);
  product = fl_sym_intern (table, FL_SYM_MUL, 0, args, n + 1);
  if (args != stack_args)
    g_free (args);
  return product;
}

static int
compare_rests (gconstpointer a, gconstpointer b)
{
  guint32 id_a = ((const FlSymTerm *) a)->rest->id, id_b = ((const FlSymTerm *) b)->rest->id;

  return id_a < id_b ? -1 : id_a > id_b;
}

/* Few terms as a rule, and mostly in order already. */
static void
sort_terms (FlSymTerm *terms, guint n)
{
  if (n > 16)
    {
      qsort (terms, n, sizeof terms[0], compare_rests);
      return;
    }
  for (guint i = 1; i < n; i++)
    {
      FlSymTerm term = terms[i];
      guint j = i;

      for (; j > 0 && terms[j - 1].rest->id > term.rest->id; j--)
        terms[j] = terms[j - 1];
      terms[j] = term;
    }
}

/* Adds up the coefficients of equal rests and drops what cancels; FALSE on overflow. */
static gboolean
merge_terms (FlSymTerm *terms, guint *n)
{
  guint n_merged = 0;

  sort_terms (terms, *n);
  for (guint i = 0; i < *n;)
    {
      FlSymTerm merged = terms[i];

      for (i++; i < *n && terms[i].rest == merged.rest; i++)
        if (__builtin_add_overflow (merged.coefficient, terms[i].coefficient, &merged.coefficient))
          return FALSE;
      if (merged.coefficient != 0)
        terms[n_merged++] = merged;
    }
  *n = n_merged;
  return TRUE;
}

const FlSym *
fl_sym_make_sum (FlSymTable *table, FlSymTerm *terms, guint n)
{
  const FlSym *stack_args[FL_SYM_STACK_TERMS];
  const FlSym **args = stack_args;
  const FlSym *sum;

  for (guint i = 0; i < n; i++)
    if (terms[i].rest->is_overflow)
      return fl_sym_get_overflow (table);
  if (!merge_terms (terms, &n))
    return fl_sym_get_overflow (table);
  if (n == 0)
    return fl_sym_int (table, 0);
  if (n == 1)
    return fl_sym_join (terms[0]);

  if (n > G_N_ELEMENTS (stack_args))
    args = g_new (const FlSym *, n);
  for (guint i = 0; i < n; i++)
    args[i] = fl_sym_join (terms[i]);
  sort_args (args, n); /* numbers sort first */
  sum = fl_sym_intern (table, FL_SYM_ADD, 0, args, n);
  if (args != stack_args)
    g_free (args);
  return sum;
}

static void
append_terms (FlSymTerm *terms, guint *n, const FlSym *sym, gint64 scale, gboolean *is_overflow)
{
  for (guint i = 0; i < fl_sym_get_n_terms (sym); i++)
    {
      FlSymTerm term = fl_sym_split (fl_sym_get_term (sym, i));

      if (__builtin_mul_overflow (term.coefficient, scale, &term.coefficient))
        *is_overflow = TRUE;
      terms[(*n)++] = term;
    }
}

/* a + scale * b */
static const FlSym *
add_scaled (const FlSym *a, const FlSym *b, gint64 scale)
{
  FlSymTerm stack_terms[FL_SYM_STACK_TERMS];
  FlSymTerm *terms = stack_terms;
  guint n = 0, n_terms = fl_sym_get_n_terms (a) + fl_sym_get_n_terms (b);
  gboolean is_overflow = FALSE;
  const FlSym *sum;

  g_assert (a->table == b->table);
  if (n_terms > G_N_ELEMENTS (stack_terms))
    terms = g_new (FlSymTerm, n_terms);
  append_terms (terms, &n, a, 1, &is_overflow);
  append_terms (terms, &n, b, scale, &is_overflow);
  sum = is_overflow ? fl_sym_get_overflow (a->table) : fl_sym_make_sum (a->table, terms, n);
  if (terms != stack_terms)
    g_free (terms);
  return sum;
}

const FlSym *
fl_sym_add (const FlSym *a, const FlSym *b)
{
  if (fl_sym_is_int_value (a, 0))
    return b;
  if (fl_sym_is_int_value (b, 0))
    return a;
  return add_scaled (a, b, 1);
}

const FlSym *
fl_sym_sub (const FlSym *a, const FlSym *b)
{
  if (a == b && !a->is_overflow)
    return fl_sym_int (a->table, 0);
  return add_scaled (a, b, -1);
}

const FlSym *
fl_sym_neg (const FlSym *a)
{
  return fl_sym_mul_int (a, -1);
}

const FlSym *
fl_sym_add_int (const FlSym *a, gint64 b)
{
  return b == 0 ? a : fl_sym_add (a, fl_sym_int (a->table, b));
}

const FlSym *
fl_sym_mul_int (const FlSym *a, gint64 b)
{
  FlSymTerm term;

  if (b == 1)
    return a;
  if (a->kind == FL_SYM_ADD || a->is_overflow)
    return add_scaled (fl_sym_int (a->table, 0), a, b);
  term = fl_sym_split (a);
  return __builtin_mul_overflow (term.coefficient, b, &term.coefficient) ? fl_sym_get_overflow (a->table)
                                                                         : fl_sym_join (term);
}

/* --- factors ----------------------------------------------------------------------------------- */
typedef struct
{
  const FlSym *base;
  gint64 exponent;
} Factor;

const FlSym *
fl_sym_make_power (const FlSym *base, gint64 exponent)
{
  const FlSym *args[2];

  g_assert (exponent >= 1 && base->kind != FL_SYM_INT);
  if (exponent == 1)
    return base;
  args[0] = base;
  args[1] = fl_sym_int (base->table, exponent);
  return fl_sym_intern (base->table, FL_SYM_POW, 0, args, 2);
}

static void
append_factors (Factor *factors, guint *n, const FlSym *rest)
{
  if (rest->kind == FL_SYM_INT) /* 1 */
    return;
  for (guint i = 0; i < fl_sym_get_n_factors (rest); i++)
    {
      const FlSym *factor = fl_sym_get_factor (rest, i);
      gboolean is_power = factor->kind == FL_SYM_POW;
      Factor new_factor = { is_power ? factor->args[0] : factor, is_power ? factor->args[1]->value : 1 };
      guint j = 0;

      while (j < *n && factors[j].base != new_factor.base)
        j++;
      if (j == *n)
        factors[(*n)++] = new_factor;
      else
        factors[j].exponent += new_factor.exponent;
    }
}

/* Product of two rests, that is: of products without coefficients. */
static const FlSym *
multiply_rests (const FlSym *a, const FlSym *b)
{
  guint n = 0, n_factors = fl_sym_get_n_factors (a) + fl_sym_get_n_factors (b);
  Factor stack_factors[FL_SYM_STACK_TERMS];
  Factor *factors = stack_factors;
  const FlSym **args;
  const FlSym *product;

  if (a->kind == FL_SYM_INT)
    return b;
  if (b->kind == FL_SYM_INT)
    return a;
  if (n_factors > G_N_ELEMENTS (stack_factors))
    factors = g_new (Factor, n_factors);
  append_factors (factors, &n, a);
  append_factors (factors, &n, b);
  args = g_new (const FlSym *, n);
  for (guint i = 0; i < n; i++)
    args[i] = fl_sym_make_power (factors[i].base, factors[i].exponent);
  sort_args (args, n);
  product = n == 1 ? args[0] : fl_sym_intern (a->table, FL_SYM_MUL, 0, args, n);
  g_free (args);
  if (factors != stack_factors)
    g_free (factors);
  return product;
}

/* A sum that is too wide to be multiplied out stays a factor. */
const FlSym *
fl_sym_mul_unexpanded (const FlSym *a, const FlSym *b)
{
  FlSymTerm term_a = fl_sym_split (a), term_b = fl_sym_split (b);
  FlSymTerm product;

  if (__builtin_mul_overflow (term_a.coefficient, term_b.coefficient, &product.coefficient))
    return fl_sym_get_overflow (a->table);
  product.rest = multiply_rests (term_a.rest, term_b.rest);
  return fl_sym_join (product);
}

const FlSym *
fl_sym_mul_written (const FlSym *a, const FlSym *b)
{
  const FlSym *product = fl_sym_mul_unexpanded (a, b);
  FlSymTerm term = fl_sym_split (product);

  return term.rest->kind == FL_SYM_ADD ? fl_sym_mul_int (term.rest, term.coefficient) : product;
}

const FlSym *
fl_sym_mul (const FlSym *a, const FlSym *b)
{
  gsize n_a = fl_sym_get_n_terms (a), n_b = fl_sym_get_n_terms (b);
  FlSymTerm stack_terms[FL_SYM_STACK_TERMS];
  FlSymTerm *terms = stack_terms;
  gboolean is_overflow = FALSE;
  const FlSym *product;
  guint n = 0;

  g_assert (a->table == b->table);
  if (a->is_overflow || b->is_overflow)
    return fl_sym_get_overflow (a->table);
  if (a->kind == FL_SYM_INT)
    return fl_sym_mul_int (b, a->value);
  if (b->kind == FL_SYM_INT)
    return fl_sym_mul_int (a, b->value);
  if (n_a == 1 && n_b == 1)
    return fl_sym_mul_unexpanded (a, b);
  if (n_a * n_b > FL_SYM_MAX_TERMS)
    return fl_sym_mul_unexpanded (a, b);

  if (n_a * n_b > G_N_ELEMENTS (stack_terms))
    terms = g_new (FlSymTerm, n_a * n_b);
  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      {
        FlSymTerm term_a = fl_sym_split (fl_sym_get_term (a, i));
        FlSymTerm term_b = fl_sym_split (fl_sym_get_term (b, j));

        if (__builtin_mul_overflow (term_a.coefficient, term_b.coefficient, &terms[n].coefficient))
          is_overflow = TRUE;
        terms[n++].rest = multiply_rests (term_a.rest, term_b.rest);
      }
  product = is_overflow ? fl_sym_get_overflow (a->table) : fl_sym_make_sum (a->table, terms, n);
  if (terms != stack_terms)
    g_free (terms);
  return product;
}

const FlSym *
fl_sym_product (FlSymTable *table, const FlSym *const *factors, guint n)
{
  const FlSym *product = fl_sym_int (table, 1);

  for (guint i = 0; i < n; i++)
    product = fl_sym_mul (product, factors[i]);
  return product;
}
