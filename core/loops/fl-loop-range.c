/* Value-range analysis within a loop: what its ranges decide of comparisons and indices over its variable.
 *
 * An integer that is computed from loop variables is followed as an expression: comparisons of such are decided by
 * their ends, as they grow or fall with the variable. Where one is undecided, the place at which it changes is noted.
 */
#include "fl-loop-range.h"

/* --- ranges ----------------------------------------------------------------------------------- */

gint64
fl_loop_range_get_length (const FlLoopRange *range)
{
  gint64 shortest = -1, length;

  for (guint i = 0; i < range->n_lows; i++)
    for (guint k = 0; k < range->n_highs; k++)
      if (fl_sym_is_int (fl_sym_sub (range->highs[k], range->lows[i]), &length) && (shortest < 0 || length < shortest))
        shortest = MAX (length, 0);
  return shortest;
}

gboolean
fl_loop_range_may_contain (const FlLoopRange *range, const FlSym *cut)
{
  for (guint i = 0; i < range->n_lows; i++)
    if (fl_sym_known (FL_SYM_LE, cut, range->lows[i]))
      return FALSE;
  for (guint i = 0; i < range->n_highs; i++)
    if (fl_sym_known (FL_SYM_GE, cut, range->highs[i]))
      return FALSE;
  return TRUE;
}

gboolean
fl_loop_range_contains (const FlLoopRange *range, const FlSym *cut)
{
  for (guint i = 0; i < range->n_lows; i++)
    if (!fl_sym_known (FL_SYM_GE, cut, range->lows[i]))
      return FALSE;
  for (guint i = 0; i < range->n_highs; i++)
    if (!fl_sym_known (FL_SYM_LE, cut, range->highs[i]))
      return FALSE;
  return TRUE;
}

/* --- deciding --------------------------------------------------------------------------------- */

static gboolean
get_slope (const FlLoopRange *range, const FlSym *f, gint64 *slope)
{
  const FlSym *var = range->var;

  return fl_sym_is_int (fl_sym_get_stride (f, var, &var, 1), slope)
         && !fl_sym_contains (fl_sym_sub (f, fl_sym_mul_int (var, *slope)), var);
}

static const FlSym *
put_at (const FlLoopRange *range, const FlSym *f, const FlSym *value)
{
  return fl_sym_substitute (f, &range->var, &value, 1);
}

/* f at its least (sign 1) or greatest (-1) is at least 0, times sign. */
static gboolean
is_at_end (const FlLoopRange *range, const FlSym *f, gint64 slope, int sign, gint64 limit)
{
  gboolean at_low = (slope > 0) == (sign > 0);
  guint n = at_low ? range->n_lows : range->n_highs;

  for (guint i = 0; i < n; i++)
    {
      const FlSym *end = at_low ? range->lows[i] : fl_sym_add_int (range->highs[i], -1);
      const FlSym *value = put_at (range, f, end);

      if (fl_sym_known (sign > 0 ? FL_SYM_GE : FL_SYM_LE, value, fl_sym_int (fl_sym_get_table (f), limit)))
        return TRUE;
    }
  return FALSE;
}

static int
decide (const FlLoopRange *range, const FlSym *f)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (f), 0);
  gint64 slope;

  if (fl_sym_contains_kind (f, FL_SYM_INDIRECT) || fl_sym_contains_kind (f, FL_SYM_OPAQUE))
    return -1;
  if (!fl_sym_contains (f, range->var))
    return fl_sym_known (FL_SYM_GE, f, zero) ? 1 : fl_sym_known (FL_SYM_LT, f, zero) ? 0 : -1;
  if (!get_slope (range, f, &slope) || slope == 0)
    return -1;
  return is_at_end (range, f, slope, 1, 0) ? 1 : is_at_end (range, f, slope, -1, -1) ? 0 : -1;
}

/* Notes from where on f >= 0 holds, or no longer does. */
static void
note_cut (const FlLoopRange *range, const FlSym *f, GPtrArray *cuts)
{
  const FlSym *rest, *cut;
  gint64 slope, constant;

  if (!cuts || !fl_sym_contains (f, range->var) || !get_slope (range, f, &slope) || slope == 0)
    return;
  rest = fl_sym_sub (f, fl_sym_mul_int (range->var, slope));
  if (ABS (slope) != 1 && !fl_sym_is_int (rest, &constant))
    return;
  if (slope == 1)
    cut = fl_sym_neg (rest);
  else if (slope == -1)
    cut = fl_sym_add_int (rest, 1);
  else if (slope > 0)
    cut = fl_sym_ceil_div (fl_sym_neg (rest), fl_sym_int (fl_sym_get_table (f), slope));
  else
    cut = fl_sym_add_int (fl_sym_floor_div (rest, fl_sym_int (fl_sym_get_table (f), -slope)), 1);
  g_ptr_array_add (cuts, (gpointer) cut);
}

int
fl_loop_range_decide (const FlLoopRange *range, const FlSym *f, GPtrArray *cuts)
{
  int known = decide (range, f);

  if (known < 0)
    note_cut (range, f, cuts);
  return known;
}

/* Is it so throughout? 1, 0, or -1: not known. */
int
fl_loop_range_decide_relation (const FlLoopRange *range, FlSymRelation relation, const FlSym *a, const FlSym *b,
                               GPtrArray *cuts)
{
  const FlSym *difference = fl_sym_sub (a, b), *opposite = fl_sym_neg (difference);
  int is_at_least, is_at_most;

  switch (relation)
    {
    case FL_SYM_GE: return fl_loop_range_decide (range, difference, cuts);
    case FL_SYM_LE: return fl_loop_range_decide (range, opposite, cuts);
    case FL_SYM_LT:
      is_at_least = fl_loop_range_decide (range, difference, cuts);
      return is_at_least < 0 ? -1 : !is_at_least;
    case FL_SYM_GT: is_at_most = fl_loop_range_decide (range, opposite, cuts); return is_at_most < 0 ? -1 : !is_at_most;
    case FL_SYM_EQ:
    case FL_SYM_NE:
      is_at_least = fl_loop_range_decide (range, difference, cuts);
      is_at_most = fl_loop_range_decide (range, opposite, cuts);
      if (is_at_least == 0 || is_at_most == 0)
        return relation == FL_SYM_NE;
      return is_at_least == 1 && is_at_most == 1 ? relation == FL_SYM_EQ : -1;
    }
  g_assert_not_reached ();
}

/* --- indices ---------------------------------------------------------------------------------- */

/* The number k with k * d <= x < (k + 1) * d throughout; where it changes within few steps, that is noted. */
static gboolean
find_quotient (const FlLoopRange *range, const FlSym *x, gint64 d, gint64 *quotient, GPtrArray *cuts)
{
  gint64 low = G_MAXINT64, high = G_MININT64, slope, first, last;

  if (d <= 0 || !get_slope (range, x, &slope) || ABS (slope) != 1 || fl_sym_contains_kind (x, FL_SYM_INDIRECT))
    return FALSE;
  for (guint i = 0; i < range->n_lows; i++)
    for (guint k = 0; k < range->n_highs; k++)
      {
        gint64 ends[4];

        fl_sym_get_range (put_at (range, x, range->lows[i]), &ends[0], &ends[1]);
        fl_sym_get_range (put_at (range, x, fl_sym_add_int (range->highs[k], -1)), &ends[2], &ends[3]);
        if (high < low || ends[3] - ends[0] < high - low)
          {
            low = slope > 0 ? ends[0] : ends[2];
            high = slope > 0 ? ends[3] : ends[1];
          }
      }
  if (low > high || low <= G_MININT64 / 2 || high >= G_MAXINT64 / 2)
    return FALSE;
  first = low >= 0 ? low / d : -((-low + d - 1) / d);
  last = high >= 0 ? high / d : -((-high + d - 1) / d);
  *quotient = first;
  for (gint64 k = first + 1; k <= last && last - first < FL_LOOP_MAX_RANGES / 2; k++)
    note_cut (range, fl_sym_add_int (x, -k * d), cuts);
  return first == last;
}

static const FlSym *
settle_modulo (const FlLoopRange *range, const FlSym *sym, GPtrArray *cuts)
{
  FlSymKind kind = fl_sym_get_kind (sym);
  const FlSym *x = fl_loop_range_settle (range, fl_sym_get_arg (sym, 0), cuts),
              *m = fl_sym_get_arg (sym, kind == FL_SYM_MOD_INDEX ? 2 : 1);
  gint64 divisor, modulus, quotient;

  if (kind == FL_SYM_MOD_INDEX && !fl_sym_is_int_value (fl_sym_get_arg (sym, 1), 1))
    {
      if (fl_sym_is_int (fl_sym_get_arg (sym, 1), &divisor) && fl_sym_is_int (m, &modulus)
          && find_quotient (range, x, divisor, &quotient, cuts) && quotient >= 0)
        return fl_sym_int (fl_sym_get_table (sym), quotient % modulus);
      return fl_sym_mod_index (x, fl_sym_get_arg (sym, 1), m);
    }
  if (fl_sym_is_int (m, &modulus) && find_quotient (range, x, modulus, &quotient, cuts))
    return fl_sym_add_int (x, -quotient * modulus);
  return kind == FL_SYM_MOD_INDEX ? fl_sym_mod_index (x, fl_sym_get_arg (sym, 1), m) : fl_sym_mod (x, m);
}

static const FlSym *
settle_extreme (const FlLoopRange *range, const FlSym *sym, GPtrArray *cuts)
{
  gboolean is_min = fl_sym_get_kind (sym) == FL_SYM_MIN;
  const FlSym *best = fl_loop_range_settle (range, fl_sym_get_arg (sym, 0), cuts);

  for (guint i = 1; i < fl_sym_get_n_args (sym); i++)
    {
      const FlSym *next = fl_loop_range_settle (range, fl_sym_get_arg (sym, i), cuts);
      int is_more = fl_loop_range_decide (range, fl_sym_sub (next, best), cuts);

      best = is_more < 0                ? is_min ? fl_sym_min (best, next) : fl_sym_max (best, next)
                            : (is_more == 1) == is_min ? best
                                        : next;
    }
  return best;
}

static const FlSym *
settle_sum_or_product (const FlLoopRange *range, const FlSym *sym, GPtrArray *cuts)
{
  const FlSym *result = fl_loop_range_settle (range, fl_sym_get_arg (sym, 0), cuts);

  for (guint i = 1; i < fl_sym_get_n_args (sym); i++)
    {
      const FlSym *next = fl_loop_range_settle (range, fl_sym_get_arg (sym, i), cuts);

      result = fl_sym_get_kind (sym) == FL_SYM_ADD ? fl_sym_add (result, next) : fl_sym_mul (result, next);
    }
  return result;
}

static const FlSym *
settle_choice (const FlLoopRange *range, const FlSym *sym, GPtrArray *cuts)
{
  const FlSym *condition = fl_sym_get_arg (sym, 0), *a, *b;
  int truth;

  if (fl_sym_get_kind (condition) != FL_SYM_REL)
    return sym;
  a = fl_loop_range_settle (range, fl_sym_get_arg (condition, 0), cuts);
  b = fl_loop_range_settle (range, fl_sym_get_arg (condition, 1), cuts);
  truth = fl_loop_range_decide_relation (range, fl_sym_get_relation (condition), a, b, cuts);
  if (truth < 0)
    return sym;
  return fl_loop_range_settle (range, fl_sym_get_arg (sym, truth ? 1 : 2), cuts);
}

/* A check of bounds: no loop is cut for one. */
static const FlSym *
settle_relation (const FlLoopRange *range, const FlSym *sym)
{
  const int truth = fl_loop_range_decide_relation (range, fl_sym_get_relation (sym), fl_sym_get_arg (sym, 0),
                                                   fl_sym_get_arg (sym, 1), NULL);

  return truth < 0 ? sym : fl_sym_int (fl_sym_get_table (sym), truth);
}

/* A number equal to sym in the range, simplified by what the range decides. */
const FlSym *
fl_loop_range_settle (const FlLoopRange *range, const FlSym *sym, GPtrArray *cuts)
{
  gint64 divisor, quotient;

  if (!fl_sym_contains (sym, range->var))
    return sym;
  switch ((int) fl_sym_get_kind (sym))
    {
    case FL_SYM_ADD:
    case FL_SYM_MUL: return settle_sum_or_product (range, sym, cuts);
    case FL_SYM_MIN:
    case FL_SYM_MAX: return settle_extreme (range, sym, cuts);
    case FL_SYM_MOD:
    case FL_SYM_MOD_INDEX: return settle_modulo (range, sym, cuts);
    case FL_SYM_SELECT: return settle_choice (range, sym, cuts);
    case FL_SYM_REL: return settle_relation (range, sym);
    case FL_SYM_FLOOR_DIV:
      if (fl_sym_is_int (fl_sym_get_arg (sym, 1), &divisor)
          && find_quotient (range, fl_sym_get_arg (sym, 0), divisor, &quotient, cuts))
        return fl_sym_int (fl_sym_get_table (sym), quotient);
      return sym;
    default: return sym;
    }
}
