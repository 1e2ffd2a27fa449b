/* Floor division and modulo, with the rules by which TorchInductor's FloorDiv, ModularIndexing and
 * Mod evaluate when they are made (torch/utils/_sympy/functions.py). Rules that need the ranges of
 * variables stand in fl-sym-simplify.c. */
#include "fl-sym-private.h"

enum
{
  MAX_DIVISION_STEPS = 64
};

gboolean
fl_sym_divide_int (gint64 x, gint64 d, gint64 *quotient, gint64 *remainder)
{
  gint64 q, r;

  if (d == 0 || (x == G_MININT64 && d == -1))
    return FALSE;
  q = x / d;
  r = x % d;
  if (r != 0 && (r < 0) != (d < 0))
    {
      q--;
      r += d;
    }
  if (quotient != NULL)
    *quotient = q;
  if (remainder != NULL)
    *remainder = r;
  return TRUE;
}

/* --- exact division and greatest common divisors
 * ----------------------------------------------------------------- */
static gint64
gcd_int (gint64 a, gint64 b)
{
  a = a == G_MININT64 ? G_MAXINT64 : ABS (a);
  b = b == G_MININT64 ? G_MAXINT64 : ABS (b);
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static const FlSym *
get_base (const FlSym *factor, gint64 *exponent)
{
  *exponent = factor->kind == FL_SYM_POW ? factor->args[1]->value : 1;
  return factor->kind == FL_SYM_POW ? factor->args[0] : factor;
}

/* The exponent with which base stands in a term; 0 if it does not. */
static gint64
get_exponent_of (const FlSym *term, const FlSym *base)
{
  gint64 exponent;

  for (guint i = 0; i < fl_sym_get_n_factors (term); i++)
    if (get_base (fl_sym_get_factor (term, i), &exponent) == base)
      return exponent;
  return 0;
}

/* One term by one term; NULL unless every factor cancels. */
static const FlSym *
divide_term (const FlSym *x, const FlSym *d)
{
  FlSymTerm term_x = fl_sym_split (x), term_d = fl_sym_split (d);
  const FlSym *quotient;
  gint64 coefficient, remainder;

  if (!fl_sym_divide_int (term_x.coefficient, term_d.coefficient, &coefficient, &remainder) || remainder != 0)
    return NULL;
  quotient = fl_sym_int (x->table, coefficient);
  if (term_d.rest->kind != FL_SYM_INT)
    for (guint i = 0; i < fl_sym_get_n_factors (term_d.rest); i++)
      {
        gint64 exponent;
        const FlSym *base = get_base (fl_sym_get_factor (term_d.rest, i), &exponent);

        if (get_exponent_of (term_x.rest, base) < exponent)
          return NULL;
      }
  if (term_x.rest->kind == FL_SYM_INT)
    return quotient;
  for (guint i = 0; i < fl_sym_get_n_factors (term_x.rest); i++)
    {
      gint64 exponent;
      const FlSym *base = get_base (fl_sym_get_factor (term_x.rest, i), &exponent);

      exponent -= get_exponent_of (term_d.rest, base);
      if (exponent > 0)
        quotient = fl_sym_mul (quotient, fl_sym_make_power (base, exponent));
    }
  return quotient;
}

static const FlSym *
get_leading_term (const FlSym *sum)
{
  const FlSym *leading = fl_sym_get_term (sum, 0);

  for (guint i = 1; i < fl_sym_get_n_terms (sum); i++)
    if (fl_sym_compare_monomials (fl_sym_get_term (sum, i), leading) < 0)
      leading = fl_sym_get_term (sum, i);
  return leading;
}

const FlSym *
fl_sym_divide_exactly (const FlSym *x, const FlSym *d)
{
  const FlSym *quotient = fl_sym_int (x->table, 0);
  const FlSym *leading = get_leading_term (d);

  if (x->is_overflow || d->is_overflow || fl_sym_is_int_value (d, 0))
    return NULL;
  if (d->kind != FL_SYM_ADD)
    {
      for (guint i = 0; i < fl_sym_get_n_terms (x); i++)
        {
          const FlSym *part = divide_term (fl_sym_get_term (x, i), d);

          if (part == NULL)
            return NULL;
          quotient = fl_sym_add (quotient, part);
        }
      return quotient;
    }
  /* Long division in several variables. */
  for (guint step = 0; !fl_sym_is_int_value (x, 0); step++)
    {
      const FlSym *part = divide_term (get_leading_term (x), leading);

      if (part == NULL || step == MAX_DIVISION_STEPS)
        return NULL;
      quotient = fl_sym_add (quotient, part);
      x = fl_sym_sub (x, fl_sym_mul (part, d));
      if (x->is_overflow)
        return NULL;
    }
  return quotient;
}

static gint64
get_content (const FlSym *sym)
{
  gint64 content = 0;

  for (guint i = 0; i < fl_sym_get_n_terms (sym); i++)
    content = gcd_int (content, fl_sym_split (fl_sym_get_term (sym, i)).coefficient);
  return content;
}

static gint64
get_least_exponent (const FlSym *sym, const FlSym *base)
{
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < fl_sym_get_n_terms (sym) && least > 0; i++)
    least = MIN (least, get_exponent_of (fl_sym_get_term (sym, i), base));
  return least;
}

/* Product of what stands in every term of both. */
static const FlSym *
get_common_monomial (const FlSym *a, const FlSym *b)
{
  const FlSym *common = fl_sym_int (a->table, gcd_int (get_content (a), get_content (b)));
  const FlSym *term = fl_sym_get_term (a, 0);

  for (guint i = 0; i < fl_sym_get_n_factors (term); i++)
    {
      const FlSym *base = fl_sym_get_factor (term, i);
      gint64 exponent;

      if (base->kind == FL_SYM_INT)
        continue;
      base = get_base (base, &exponent);
      exponent = MIN (get_least_exponent (a, base), get_least_exponent (b, base));
      if (exponent > 0)
        common = fl_sym_mul (common, fl_sym_make_power (base, exponent));
    }
  return common;
}

/* sympy multiplies a number into a sum, and nothing else. */
const FlSym *
fl_sym_factored (const FlSym *product, const FlSym *const *factors, guint n)
{
  const FlSym *rest = product, *kept = fl_sym_int (product->table, 1);
  guint n_kept = 0;

  for (guint i = 0; i < n && rest->kind == FL_SYM_ADD; i++)
    {
      const FlSym *quotient = factors[i]->kind == FL_SYM_ADD ? fl_sym_divide_exactly (rest, factors[i]) : NULL;

      if (quotient == NULL)
        continue;
      kept = fl_sym_mul_unexpanded (kept, factors[i]);
      rest = quotient;
      n_kept++;
    }
  if (n_kept == 0 || rest->kind == FL_SYM_ADD || (rest->kind == FL_SYM_INT && n_kept == 1))
    return product;
  return fl_sym_mul_unexpanded (kept, rest);
}

const FlSym *
fl_sym_gcd (const FlSym *a, const FlSym *b)
{
  const FlSym *common, *short_a, *short_b;

  if (fl_sym_is_int_value (a, 0))
    return b;
  if (fl_sym_is_int_value (b, 0))
    return a;
  common = get_common_monomial (a, b);
  if ((a->kind != FL_SYM_ADD && b->kind != FL_SYM_ADD) || fl_sym_get_n_terms (a) > FL_SYM_WIDE_SUM_TERMS
      || fl_sym_get_n_terms (b) > FL_SYM_WIDE_SUM_TERMS)
    return common;
  short_a = fl_sym_divide_exactly (a, common);
  short_b = fl_sym_divide_exactly (b, common);
  if (short_a == NULL || short_b == NULL)
    return common;
  if (short_b->kind == FL_SYM_ADD && fl_sym_divide_exactly (short_a, short_b) != NULL)
    return b;
  if (short_a->kind == FL_SYM_ADD && fl_sym_divide_exactly (short_b, short_a) != NULL)
    return a;
  return common;
}

/* The gcd that FloorDiv cancels: content, and factors of d that stand, spelled the same, in every
 * term of x. So "s0**2 // s0" stays as it is, as in Inductor. */
static const FlSym *
get_plain_gcd (const FlSym *x, const FlSym *d)
{
  const FlSym *gcd = fl_sym_int (x->table, gcd_int (get_content (x), get_content (d)));

  for (guint i = 0; i < fl_sym_get_n_factors (d); i++)
    {
      const FlSym *factor = fl_sym_get_factor (d, i);
      gboolean is_everywhere = factor->kind != FL_SYM_INT;

      for (guint j = 0; j < fl_sym_get_n_terms (x) && is_everywhere; j++)
        {
          const FlSym *term = fl_sym_get_term (x, j);
          gboolean is_here = FALSE;

          for (guint k = 0; k < fl_sym_get_n_factors (term); k++)
            is_here |= fl_sym_get_factor (term, k) == factor;
          is_everywhere = is_here;
        }
      if (is_everywhere)
        gcd = fl_sym_mul (gcd, factor);
    }
  if (fl_sym_is_int_value (gcd, 1) && d->kind == FL_SYM_ADD)
    return fl_sym_gcd (x, d);
  return gcd;
}

/* --- floor division
 * ---------------------------------------------------------------------------------------------- */
/* Splits x into the terms that d divides, as their quotient, and the others. */
static void
split_multiples (const FlSym *x, const FlSym *d, const FlSym **quotient, const FlSym **others)
{
  *quotient = fl_sym_int (x->table, 0);
  *others = x;
  for (guint i = 0; i < fl_sym_get_n_terms (x); i++)
    {
      const FlSym *term = fl_sym_get_term (x, i);
      const FlSym *part = divide_term (term, d);

      if (part == NULL)
        continue;
      *quotient = fl_sym_add (*quotient, part);
      *others = fl_sym_sub (*others, term);
    }
}

static const FlSym *
floor_div_ints (const FlSym *x, const FlSym *d)
{
  gint64 quotient;

  if (!fl_sym_divide_int (x->value, d->value, &quotient, NULL))
    return fl_sym_get_overflow (x->table);
  return fl_sym_int (x->table, quotient);
}

const FlSym *
fl_sym_floor_div (const FlSym *x, const FlSym *d)
{
  const FlSym *args[2] = { x, d };
  const FlSym *gcd;

  if (x->is_overflow || d->is_overflow || fl_sym_is_int_value (d, 0))
    return fl_sym_get_overflow (x->table);
  if (fl_sym_is_int_value (x, 0) || fl_sym_is_int_value (d, 1))
    return x;
  if (fl_sym_is_int_value (d, -1))
    return fl_sym_neg (x);
  if (x == d)
    return fl_sym_int (x->table, 1);
  if (x->kind == FL_SYM_INT && d->kind == FL_SYM_INT)
    return floor_div_ints (x, d);
  if (x->kind == FL_SYM_FLOOR_DIV)
    return fl_sym_floor_div (x->args[0], fl_sym_mul (x->args[1], d));

  if (d->kind == FL_SYM_INT)
    {
      const FlSym *quotient, *others;

      split_multiples (x, d, &quotient, &others);
      if (others != x)
        return fl_sym_add (fl_sym_floor_div (others, d), quotient);
    }
  gcd = get_plain_gcd (x, d);
  if (!fl_sym_is_int_value (gcd, 1))
    {
      const FlSym *short_x = fl_sym_divide_exactly (x, gcd), *short_d = fl_sym_divide_exactly (d, gcd);

      if (short_x != NULL && short_d != NULL)
        return fl_sym_floor_div (short_x, short_d);
    }
  return fl_sym_intern (x->table, FL_SYM_FLOOR_DIV, 0, args, 2);
}

const FlSym *
fl_sym_ceil_div (const FlSym *x, const FlSym *d)
{
  const FlSym *quotient = fl_sym_divide_exactly (x, d);

  if (quotient != NULL)
    return quotient;
  return fl_sym_floor_div (fl_sym_add (x, fl_sym_add_int (d, -1)), d);
}

/* --- modulo ------------------------------------------------------------------------------------ */
static const FlSym *
mod_index_ints (const FlSym *x, const FlSym *d, const FlSym *m)
{
  gint64 quotient, remainder;

  if (!fl_sym_divide_int (x->value, d->value, &quotient, NULL)
      || !fl_sym_divide_int (quotient, m->value, NULL, &remainder))
    return fl_sym_get_overflow (x->table);
  return fl_sym_int (x->table, remainder);
}

/* x without its terms that are multiples of period, when all others are known not to be negative;
 * else x itself. */
static const FlSym *
drop_multiples (const FlSym *x, const FlSym *period)
{
  const FlSym *others = fl_sym_int (x->table, 0);

  for (guint i = 0; i < x->n_args; i++)
    {
      if (divide_term (x->args[i], period) != NULL)
        continue;
      if (!fl_sym_is_assumed_nonnegative (x->args[i]))
        return x;
      others = fl_sym_add (others, x->args[i]);
    }
  return others;
}

const FlSym *
fl_sym_mod_index (const FlSym *x, const FlSym *d, const FlSym *m)
{
  const FlSym *args[3] = { x, d, m };

  if (x->is_overflow || d->is_overflow || m->is_overflow || fl_sym_is_int_value (d, 0) || fl_sym_is_int_value (m, 0))
    return fl_sym_get_overflow (x->table);
  if (fl_sym_is_int_value (x, 0) || fl_sym_is_int_value (m, 1))
    return fl_sym_int (x->table, 0);
  if (x->kind == FL_SYM_INT && d->kind == FL_SYM_INT && m->kind == FL_SYM_INT)
    return mod_index_ints (x, d, m);

  if (!fl_sym_is_int_value (d, 1))
    {
      const FlSym *gcd = fl_sym_gcd (x, d);

      if (!fl_sym_is_int_value (gcd, 1))
        {
          const FlSym *short_x = fl_sym_divide_exactly (x, gcd), *short_d = fl_sym_divide_exactly (d, gcd);

          if (short_x != NULL && short_d != NULL)
            return fl_sym_mod_index (short_x, short_d, m);
        }
    }
  if (x->kind == FL_SYM_ADD && x->n_args <= FL_SYM_WIDE_SUM_TERMS)
    {
      const FlSym *others = drop_multiples (x, fl_sym_mul (m, d));

      if (others != x)
        return fl_sym_mod_index (others, d, m);
    }
  if (x->kind == FL_SYM_FLOOR_DIV)
    return fl_sym_mod_index (x->args[0], fl_sym_mul (x->args[1], d), m);
  return fl_sym_intern (x->table, FL_SYM_MOD_INDEX, 0, args, 3);
}

/* Whether x is even (0) or odd (1); -1 if that depends on its symbols. */
static int
find_parity (const FlSym *x)
{
  gint64 odd_part = 0;

  for (guint i = 0; i < fl_sym_get_n_terms (x); i++)
    {
      FlSymTerm term = fl_sym_split (fl_sym_get_term (x, i));

      if (term.rest->kind == FL_SYM_INT)
        odd_part = term.coefficient & 1;
      else if (term.coefficient & 1)
        return -1;
    }
  return (int) odd_part;
}

const FlSym *
fl_sym_mod (const FlSym *x, const FlSym *m)
{
  const FlSym *args[2] = { x, m };

  if (x->is_overflow || m->is_overflow || fl_sym_is_int_value (m, 0))
    return fl_sym_get_overflow (x->table);
  if (fl_sym_is_int_value (x, 0) || fl_sym_is_int_value (m, 1) || x == m || fl_sym_divide_exactly (x, m) != NULL)
    return fl_sym_int (x->table, 0);
  if (x->kind == FL_SYM_INT && m->kind == FL_SYM_INT)
    {
      gint64 remainder;

      if (!fl_sym_divide_int (x->value, m->value, NULL, &remainder))
        return fl_sym_get_overflow (x->table);
      return fl_sym_int (x->table, remainder);
    }
  if (fl_sym_is_int_value (m, 2) && find_parity (x) >= 0)
    return fl_sym_int (x->table, find_parity (x));
  if (fl_sym_is_assumed_positive (x) && fl_sym_is_assumed_positive (fl_sym_sub (m, x)))
    return x;
  return fl_sym_intern (x->table, FL_SYM_MOD, 0, args, 2);
}
