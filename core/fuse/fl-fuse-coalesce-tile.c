/* After how many steps of a loop has an access moved by one? Source: torch/_inductor/tiling_utils.py (solve_for_tiling,
 * solve_for_zero). */
#include "fl-fuse-coalesce.h"

static gboolean
has_division (const FlSym *sym)
{
  return fl_sym_contains_kind (sym, FL_SYM_FLOOR_DIV) || fl_sym_contains_kind (sym, FL_SYM_MOD_INDEX);
}

/* sym as slope * var + start, where divisions are taken as exact; recursive. */
static gboolean
get_line (const FlSym *sym, const FlSym *var, double *slope, double *start)
{
  double a, b, c, d;
  gint64 value;

  *slope = *start = 0;
  if (sym == var)
    {
      *slope = 1;
      return TRUE;
    }
  if (fl_sym_is_int (sym, &value))
    {
      *start = value;
      return TRUE;
    }
  switch (fl_sym_get_kind (sym))
    {
    case FL_SYM_ADD:
      for (guint i = 0; i < fl_sym_get_n_args (sym); i++)
        {
          if (!get_line (fl_sym_get_arg (sym, i), var, &a, &b))
            return FALSE;
          *slope += a;
          *start += b;
        }
      return TRUE;
    case FL_SYM_MUL:
      *start = 1;
      for (guint i = 0; i < fl_sym_get_n_args (sym); i++)
        {
          if (!get_line (fl_sym_get_arg (sym, i), var, &a, &b) || (a != 0 && *slope != 0))
            return FALSE;
          *slope = *slope * b + *start * a;
          *start *= b;
        }
      return TRUE;
    case FL_SYM_FLOOR_DIV:
    case FL_SYM_MOD_INDEX:
      if (!get_line (fl_sym_get_arg (sym, 0), var, &a, &b) || !get_line (fl_sym_get_arg (sym, 1), var, &c, &d) || c != 0
          || d == 0)
        return FALSE;
      *slope = a / d;
      *start = b / d;
      return TRUE;
    default: return FALSE;
    }
}

/* The step at which sym is `value`. */
static gboolean
solve (const FlSym *sym, const FlSym *var, double value, gint64 *step)
{
  double slope, start, exact;

  if (!get_line (sym, var, &slope, &start) || slope == 0)
    return FALSE;
  exact = (value - start) / slope;
  *step = (gint64) exact;
  return exact == (double) *step;
}

/* A product is left out where one of its factors is 0: at the steps found, all of which have to be one. */
static gboolean
meet_zero (const FlSym *product, const FlSym *var, gint64 *step, gboolean *has_step)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < fl_sym_get_n_args (product); i++)
    {
      const FlSym *factor = fl_sym_get_arg (product, i);
      gint64 found, size;

      if (fl_sym_get_kind (factor) == FL_SYM_FLOOR_DIV || !fl_sym_contains (factor, var))
        continue;
      if (fl_sym_get_kind (factor) == FL_SYM_MOD_INDEX ? !fl_sym_is_int (fl_sym_get_arg (factor, 2), &size)
                                                             || !solve (fl_sym_get_arg (factor, 0), var, size, &found)
                                                       : has_division (factor) || !solve (factor, var, 0, &found))
        continue;
      if (*has_step && found != *step)
        return FALSE;
      *step = found;
      *has_step = is_found = TRUE;
    }
  return is_found;
}

gboolean
fl_coalescing_find_tile (const FlSym *index, const FlSym *var, gint64 *tile)
{
  FlSymTable *symbols = fl_sym_get_table (index);
  const FlSym *rest = fl_sym_int (symbols, 0), *step;
  gboolean is_sum = fl_sym_get_kind (index) == FL_SYM_ADD, has_step = FALSE;
  gint64 first = 0;

  if (!has_division (index))
    return solve (index, var, 1, tile);
  for (guint i = 0; i < (is_sum ? fl_sym_get_n_args (index) : 1); i++)
    {
      const FlSym *term = is_sum ? fl_sym_get_arg (index, i) : index;

      if (fl_sym_get_kind (term) != FL_SYM_MUL)
        rest = fl_sym_add (rest, term);
      else if (!meet_zero (term, var, &first, &has_step))
        return FALSE;
    }
  if (!solve (rest, var, 1, tile) || (has_step && first != *tile))
    return FALSE;
  step = fl_sym_int (symbols, *tile);
  return fl_sym_is_int_value (fl_sym_substitute (rest, &var, &step, 1), 1);
}
