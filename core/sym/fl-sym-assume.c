/* What sympy knows from the assumptions of the symbols alone, without their ranges. Its orders need
 * that, so that this stands below the makers. */
#include "fl-sym-private.h"

static gboolean
all_args (const FlSym *sym, gboolean (*test) (const FlSym *arg))
{
  for (guint i = 0; i < sym->n_args; i++)
    if (!test (sym->args[i]))
      return FALSE;
  return TRUE;
}

static gboolean
any_arg (const FlSym *sym, gboolean (*test) (const FlSym *arg))
{
  for (guint i = 0; i < sym->n_args; i++)
    if (test (sym->args[i]))
      return TRUE;
  return FALSE;
}

/* The least value of "k*s0 + c" with k > 0, where s0 is at least 1: the only sum with a negative
 * term of which sympy finds the sign. */
static gboolean
find_least_linear (const FlSym *sum, gint64 *least)
{
  FlSymTerm term;

  if (sum->n_args != 2 || sum->args[0]->kind != FL_SYM_INT)
    return FALSE;
  term = fl_sym_split (sum->args[1]);
  return term.coefficient > 0 && term.rest->kind == FL_SYM_SIZE && term.rest->facts->is_assumed_nonnegative
         && !__builtin_add_overflow (sum->args[0]->value, term.coefficient, least);
}

gboolean
fl_sym_is_assumed_nonnegative (const FlSym *sym)
{
  gint64 least;

  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return sym->value >= 0;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT: return sym->facts->is_assumed_nonnegative;
    case FL_SYM_ADD:
      return (find_least_linear (sym, &least) && least >= 0) || all_args (sym, fl_sym_is_assumed_nonnegative);
    case FL_SYM_MUL:
    case FL_SYM_FLOOR_DIV:
    case FL_SYM_MIN: return all_args (sym, fl_sym_is_assumed_nonnegative);
    case FL_SYM_MAX: return any_arg (sym, fl_sym_is_assumed_nonnegative);
    case FL_SYM_MOD_INDEX:
      return fl_sym_is_assumed_nonnegative (sym->args[0]) && fl_sym_is_assumed_nonnegative (sym->args[1]);
    case FL_SYM_MOD: return fl_sym_is_assumed_positive (sym->args[1]);
    case FL_SYM_POW: return sym->args[1]->value % 2 == 0 || fl_sym_is_assumed_nonnegative (sym->args[0]);
    case FL_SYM_SELECT:
      return fl_sym_is_assumed_nonnegative (sym->args[1]) && fl_sym_is_assumed_nonnegative (sym->args[2]);
    case FL_SYM_REL: return TRUE;
    case FL_SYM_IDENTITY: /* sympy knows nothing of its sign */
    case FL_SYM_REAL:
    case FL_SYM_ROUND:
    case FL_SYM_OPAQUE: return FALSE;
    }
  g_assert_not_reached ();
}

gboolean
fl_sym_is_assumed_positive (const FlSym *sym)
{
  gint64 least;

  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return sym->value > 0;
    case FL_SYM_SIZE: return sym->facts->is_assumed_nonnegative;
    case FL_SYM_MUL:
    case FL_SYM_MIN: return all_args (sym, fl_sym_is_assumed_positive);
    case FL_SYM_ADD:
      return (find_least_linear (sym, &least) && least > 0)
             || (all_args (sym, fl_sym_is_assumed_nonnegative) && any_arg (sym, fl_sym_is_assumed_positive));
    case FL_SYM_MAX: return any_arg (sym, fl_sym_is_assumed_positive);
    case FL_SYM_POW: return fl_sym_is_assumed_positive (sym->args[0]);
    default: return FALSE;
    }
}
