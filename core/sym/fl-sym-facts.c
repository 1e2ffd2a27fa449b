/* What holds for every value of the symbols: by interval arithmetic, and by
 * the sign of differences whose variables are put at the ends of their ranges. All of it is sound
 * and none complete: FALSE means "not known". */
#include "fl-sym-private.h"

/* --- intervals --------------------------------------------------------------------------------- */
/* Ends at G_MININT64 and G_MAXINT64 mean "without end". */
typedef struct
{
  gint64 low;
  gint64 high;
} Interval;

static const Interval everything = { G_MININT64, G_MAXINT64 };

static gboolean
is_endless (gint64 end)
{
  return end == G_MININT64 || end == G_MAXINT64;
}

static gint64
add_ends (gint64 a, gint64 b)
{
  gint64 sum;

  if (is_endless (a))
    return a;
  if (is_endless (b))
    return b;
  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? G_MININT64 : G_MAXINT64;
  return sum;
}

static gint64
multiply_ends (gint64 a, gint64 b)
{
  gint64 product;

  if (a == 0 || b == 0)
    return 0;
  if (is_endless (a) || is_endless (b) || __builtin_mul_overflow (a, b, &product))
    return (a < 0) == (b < 0) ? G_MAXINT64 : G_MININT64;
  return product;
}

static Interval
multiply_intervals (Interval a, Interval b)
{
  gint64 ends[4] = { multiply_ends (a.low, b.low), multiply_ends (a.low, b.high), multiply_ends (a.high, b.low),
                     multiply_ends (a.high, b.high) };
  Interval product = { ends[0], ends[0] };

  for (guint i = 1; i < G_N_ELEMENTS (ends); i++)
    {
      product.low = MIN (product.low, ends[i]);
      product.high = MAX (product.high, ends[i]);
    }
  return product;
}

/* x // d for one end of x and a divisor >= 1 that may be endless. */
static gint64
divide_ends (gint64 x, gint64 d)
{
  gint64 quotient;

  if (is_endless (x))
    return d == G_MAXINT64 && x != G_MAXINT64 ? G_MININT64 : x;
  if (d == G_MAXINT64)
    return x >= 0 ? 0 : -1;
  fl_sym_divide_int (x, d, &quotient, NULL);
  return quotient;
}

static Interval
divide_intervals (Interval x, Interval d)
{
  Interval quotient;

  if (d.low < 1)
    return everything;
  quotient.low = divide_ends (x.low, x.low >= 0 ? d.high : d.low);
  quotient.high = divide_ends (x.high, x.high >= 0 ? d.low : d.high);
  return quotient;
}

static Interval
mod_intervals (Interval x, Interval m)
{
  if (m.low < 1)
    return everything;
  if (x.low >= 0 && x.high < m.low)
    return x;
  return (Interval) { 0, MIN (m.high == G_MAXINT64 ? m.high : m.high - 1, x.low >= 0 ? x.high : G_MAXINT64) };
}

const FlSym *
fl_sym_find_size (const FlSym *var, const FlSymRanges *ranges)
{
  if (ranges != NULL)
    for (guint i = 0; i < ranges->n; i++)
      if (ranges->vars[i] == var && ranges->sizes != NULL && ranges->sizes[i] != NULL)
        return ranges->sizes[i];
  return var->kind == FL_SYM_VAR ? var->facts->size : NULL;
}

static Interval get_interval (const FlSym *sym, const FlSymRanges *ranges);

static Interval
get_atom_interval (const FlSym *atom, const FlSymRanges *ranges)
{
  Interval interval = { atom->facts->minimum, atom->facts->maximum };
  const FlSym *size = fl_sym_find_size (atom, ranges);

  if (size != NULL)
    {
      Interval size_interval = get_interval (size, ranges);

      if (!is_endless (size_interval.high))
        interval.high = MIN (interval.high, MAX (size_interval.high - 1, 0));
    }
  return interval;
}

static Interval
get_folded_interval (const FlSym *sym, const FlSymRanges *ranges)
{
  Interval result = get_interval (sym->args[0], ranges);

  for (guint i = 1; i < sym->n_args; i++)
    {
      Interval next = get_interval (sym->args[i], ranges);

      if (sym->kind == FL_SYM_ADD)
        result = (Interval) { add_ends (result.low, next.low), add_ends (result.high, next.high) };
      else if (sym->kind == FL_SYM_MUL)
        result = multiply_intervals (result, next);
      else if (sym->kind == FL_SYM_MIN)
        result = (Interval) { MIN (result.low, next.low), MIN (result.high, next.high) };
      else
        result = (Interval) { MAX (result.low, next.low), MAX (result.high, next.high) };
    }
  if (sym->kind == FL_SYM_MAX && sym->n_args == 2 && sym->args[0] == fl_sym_neg (sym->args[1])) /* |x| */
    result.low = MAX (result.low, 0);
  return result;
}

static Interval
get_power_interval (Interval base, gint64 exponent)
{
  Interval power = base;

  if (base.low < 0 && exponent % 2 == 0)
    {
      base.high = MAX (base.high, base.low == G_MININT64 ? G_MAXINT64 : -base.low);
      base.low = 0;
      power = base;
    }
  for (gint64 i = 1; i < exponent && power.high > 1; i++)
    power = (Interval) { multiply_ends (power.low, base.low), multiply_ends (power.high, base.high) };
  return base.low >= 0 ? power : everything;
}

static Interval
get_interval (const FlSym *sym, const FlSymRanges *ranges)
{
  Interval first, second;

  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return (Interval) { sym->value, sym->value };
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT: return get_atom_interval (sym, ranges);
    case FL_SYM_ADD:
    case FL_SYM_MUL:
    case FL_SYM_MIN:
    case FL_SYM_MAX: return get_folded_interval (sym, ranges);
    case FL_SYM_FLOOR_DIV:
      return divide_intervals (get_interval (sym->args[0], ranges), get_interval (sym->args[1], ranges));
    case FL_SYM_MOD_INDEX:
      first = divide_intervals (get_interval (sym->args[0], ranges), get_interval (sym->args[1], ranges));
      return mod_intervals (first, get_interval (sym->args[2], ranges));
    case FL_SYM_MOD: return mod_intervals (get_interval (sym->args[0], ranges), get_interval (sym->args[1], ranges));
    case FL_SYM_POW: return get_power_interval (get_interval (sym->args[0], ranges), sym->args[1]->value);
    case FL_SYM_IDENTITY: return get_interval (sym->args[0], ranges);
    case FL_SYM_REL: return (Interval) { 0, 1 };
    case FL_SYM_SELECT:
      first = get_interval (sym->args[1], ranges);
      second = get_interval (sym->args[2], ranges);
      return (Interval) { MIN (first.low, second.low), MAX (first.high, second.high) };
    case FL_SYM_REAL:
    case FL_SYM_ROUND:
    case FL_SYM_OPAQUE: return everything;
    }
  g_assert_not_reached ();
}

void
fl_sym_get_range (const FlSym *sym, gint64 *minimum, gint64 *maximum)
{
  Interval interval = get_interval (sym, NULL);

  *minimum = interval.low;
  *maximum = interval.high;
}

/* --- signs of differences
 * ---------------------------------------------------------------------------------------- */
/* Functions of variables, and variables with sizes, are what bounds can get rid of. */
static gboolean
is_boundable (const FlSym *factor, const FlSymRanges *ranges)
{
  if (factor->kind == FL_SYM_VAR)
    return fl_sym_find_size (factor, ranges) != NULL;
  if (factor->kind == FL_SYM_POW)
    return is_boundable (factor->args[0], ranges);
  return (factor->kind == FL_SYM_FLOOR_DIV || factor->kind == FL_SYM_MOD_INDEX || factor->kind == FL_SYM_MOD)
         && fl_sym_contains_kind (factor, FL_SYM_VAR);
}

static const FlSym *get_bound (const FlSym *sym, gboolean is_upper, const FlSymRanges *ranges);

/* The most that a factor known not to be negative can be, free of variables where possible; NULL if
 * not found. */
static const FlSym *
get_highest (const FlSym *factor, const FlSymRanges *ranges)
{
  const FlSym *high;

  switch ((FlSymKind) factor->kind)
    {
    case FL_SYM_VAR: return fl_sym_add_int (fl_sym_find_size (factor, ranges), -1);
    case FL_SYM_POW:
      high = get_highest (factor->args[0], ranges);
      return high != NULL ? fl_sym_rebuild (factor, (const FlSym *[]) { high, factor->args[1] }) : NULL;
    case FL_SYM_MOD_INDEX:
      return get_interval (factor->args[2], ranges).low >= 1 ? fl_sym_add_int (factor->args[2], -1) : NULL;
    case FL_SYM_MOD:
      return get_interval (factor->args[1], ranges).low >= 1 ? fl_sym_add_int (factor->args[1], -1) : NULL;
    case FL_SYM_FLOOR_DIV:
      if (get_interval (factor->args[1], ranges).low < 1 || fl_sym_contains_kind (factor->args[1], FL_SYM_VAR))
        return NULL;
      high = get_bound (factor->args[0], TRUE, ranges);
      return high != NULL ? fl_sym_floor_div (high, factor->args[1]) : NULL;
    default: g_assert_not_reached ();
    }
}

/* A bound of one term; NULL if not found. A term that has nothing to bound is its own bound. */
static const FlSym *
get_term_bound (const FlSym *term, gboolean is_upper, const FlSymRanges *ranges)
{
  FlSymTerm split = fl_sym_split (term);
  const FlSym *bound = fl_sym_int (term->table, 1);
  gboolean is_bounded = FALSE;
  gboolean is_high = (split.coefficient > 0) == is_upper;

  for (guint i = 0; i < fl_sym_get_n_factors (split.rest); i++)
    is_bounded |= is_boundable (fl_sym_get_factor (split.rest, i), ranges);
  if (!is_bounded)
    return term;

  for (guint i = 0; i < fl_sym_get_n_factors (split.rest); i++)
    {
      const FlSym *factor = fl_sym_get_factor (split.rest, i);

      if (get_interval (factor, ranges).low < 0)
        return NULL;
      if (is_boundable (factor, ranges))
        factor = is_high ? get_highest (factor, ranges) : fl_sym_int (term->table, 0);
      if (factor == NULL)
        return NULL;
      bound = fl_sym_mul (bound, factor);
    }
  return fl_sym_mul_int (bound, split.coefficient);
}

static const FlSym *
get_bound (const FlSym *sym, gboolean is_upper, const FlSymRanges *ranges)
{
  guint n = fl_sym_get_n_terms (sym);
  const FlSym **bounds = g_new (const FlSym *, n);
  const FlSym *sum = NULL;
  guint i;

  for (i = 0; i < n; i++)
    {
      bounds[i] = get_term_bound (fl_sym_get_term (sym, i), is_upper, ranges);
      if (bounds[i] == NULL)
        break;
    }
  if (i == n)
    sum = fl_sym_add_all (sym->table, bounds, n);
  g_free (bounds);
  return sum;
}

static gboolean
is_polynomial_term (FlSymTerm term)
{
  for (guint i = 0; i < fl_sym_get_n_factors (term.rest); i++)
    {
      const FlSym *factor = fl_sym_get_factor (term.rest, i);

      if (factor->kind == FL_SYM_POW)
        factor = factor->args[0];
      if (!fl_sym_is_atom (factor) && factor->kind != FL_SYM_INT)
        return FALSE;
    }
  return TRUE;
}

/* The terms that are products of symbols. Others may be left out of a lower bound if they are not
 * negative; if one may be, there is no bound: NULL. */
static const FlSym *
get_polynomial_bound (const FlSym *sym)
{
  const FlSym *bound = sym;

  for (guint i = 0; i < fl_sym_get_n_terms (sym); i++)
    {
      const FlSym *term = fl_sym_get_term (sym, i);

      if (is_polynomial_term (fl_sym_split (term)))
        continue;
      if (get_interval (term, NULL).low < 0)
        return NULL;
      bound = fl_sym_sub (bound, term);
    }
  return bound;
}

/* Writes every symbol as its minimum plus a rest that is not negative (under the same name): a
 * polynomial whose terms then all are positive is not negative. "s0*s1 - s0" with both >= 2 becomes
 * "s0*s1 + s0 + 2*s1 + 2". */
static gboolean
is_nonnegative_when_shifted (const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autofree const FlSym **values = NULL;

  sym = get_polynomial_bound (sym);
  if (sym == NULL)
    return FALSE;
  fl_sym_collect_symbols (sym, symbols);
  values = g_new (const FlSym *, symbols->len + 1);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = g_ptr_array_index (symbols, i);

      if (symbol->facts->minimum < 0)
        return FALSE;
      values[i] = fl_sym_add_int (symbol, symbol->facts->minimum);
    }
  sym = fl_sym_substitute (sym, (const FlSym *const *) symbols->pdata, values, symbols->len);
  if (sym->is_overflow)
    return FALSE;
  for (guint i = 0; i < fl_sym_get_n_terms (sym); i++)
    if (fl_sym_split (fl_sym_get_term (sym, i)).coefficient < 0)
      return FALSE;
  return TRUE;
}

gboolean
fl_sym_known_nonnegative_in (const FlSym *sym, const FlSymRanges *ranges)
{
  const FlSym *bound;

  if (sym->is_overflow)
    return FALSE;
  if (get_interval (sym, ranges).low >= 0)
    return TRUE;
  if (sym->symbols == 0)
    return FALSE;
  bound = get_bound (sym, FALSE, ranges);
  if (bound == NULL || bound->is_overflow)
    return FALSE;
  if (bound != sym && get_interval (bound, ranges).low >= 0)
    return TRUE;
  return is_nonnegative_when_shifted (bound);
}

gboolean
fl_sym_known_below_in (const FlSym *a, const FlSym *b, const FlSymRanges *ranges)
{
  return fl_sym_known_nonnegative_in (fl_sym_add_int (fl_sym_sub (b, a), -1), ranges);
}

/* --- what others ask
 * --------------------------------------------------------------------------------------------- */
gboolean
fl_sym_known_equal (const FlSym *a, const FlSym *b)
{
  return fl_sym_known (FL_SYM_EQ, a, b);
}

gboolean
fl_sym_known (FlSymRelation relation, const FlSym *a, const FlSym *b)
{
  switch (relation)
    {
    case FL_SYM_EQ:
      if (a->is_overflow || b->is_overflow)
        return FALSE;
      if (a->kind == FL_SYM_INT && b->kind == FL_SYM_INT)
        return a == b; /* of one table */
      return a == b || (fl_sym_known_nonnegative (fl_sym_sub (a, b)) && fl_sym_known_nonnegative (fl_sym_sub (b, a)));
    case FL_SYM_NE: return fl_sym_known_below_in (a, b, NULL) || fl_sym_known_below_in (b, a, NULL);
    case FL_SYM_LT: return fl_sym_known_below_in (a, b, NULL);
    case FL_SYM_LE: return fl_sym_known_nonnegative (fl_sym_sub (b, a));
    case FL_SYM_GT: return fl_sym_known_below_in (b, a, NULL);
    case FL_SYM_GE: return fl_sym_known_nonnegative (fl_sym_sub (a, b));
    }
  g_assert_not_reached ();
}

gboolean
fl_sym_known_multiple (const FlSym *x, const FlSym *of)
{
  if (x->is_overflow || of->is_overflow || fl_sym_is_int_value (of, 0))
    return FALSE;
  if (fl_sym_divide_exactly (x, of) != NULL)
    return TRUE;
  switch ((FlSymKind) x->kind)
    {
    case FL_SYM_ADD:
    case FL_SYM_MIN:
    case FL_SYM_MAX:
      for (guint i = 0; i < x->n_args; i++)
        if (!fl_sym_known_multiple (x->args[i], of))
          return FALSE;
      return TRUE;
    case FL_SYM_MUL:
      for (guint i = 0; i < x->n_args; i++)
        if (fl_sym_known_multiple (x->args[i], of))
          return TRUE;
      return FALSE;
    case FL_SYM_FLOOR_DIV: return fl_sym_known_multiple (x->args[0], fl_sym_mul (x->args[1], of));
    case FL_SYM_MOD: return fl_sym_known_multiple (x->args[0], of) && fl_sym_known_multiple (x->args[1], of);
    case FL_SYM_SELECT: return fl_sym_known_multiple (x->args[1], of) && fl_sym_known_multiple (x->args[2], of);
    default: return FALSE;
    }
}
