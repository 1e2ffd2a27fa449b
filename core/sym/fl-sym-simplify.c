/* Simplifying index expressions with the ranges of their variables, by the rules of TorchInductor's
 * simplify_with_ranges and join_dimensions (torch/_inductor/sizevars.py). Facts are decided by
 * fl-sym-facts.c, which also bounds symbolic sizes, so that some pieces vanish in fl_sym_simplify
 * that Inductor keeps: fl_sym_simplify_as_inductor keeps them. */
#include "fl-sym-private.h"

enum
{
  MAX_ROUNDS = 64
};

/* --- joining dimensions
 * ------------------------------------------------------------------------------------------ */
/* scale * ModularIndexing (x, d, m) + scale * m * ModularIndexing (x, d * m, m2) is scale *
 * ModularIndexing (x, d, m * m2), and with x // (d * m) for the second it is scale * (x // d): the
 * same number split in digits. */
static const FlSym *
join_two (const FlSym *sum, const FlSym *term, const FlSym *modulo)
{
  const FlSym *x = modulo->args[0], *d = modulo->args[1], *m = modulo->args[2];
  const FlSym *scale = fl_sym_divide_exactly (term, modulo);
  const FlSym *next_scale = fl_sym_mul (scale, m), *next_d = fl_sym_mul (d, m);

  for (guint i = 0; i < sum->n_args; i++)
    {
      const FlSym *other = sum->args[i];
      const FlSym *next = other != term ? fl_sym_divide_exactly (other, next_scale) : NULL;
      const FlSym *joined;

      if (next == NULL)
        continue;
      if (next->kind == FL_SYM_MOD_INDEX && next->args[0] == x && next->args[1] == next_d)
        joined = fl_sym_mod_index (x, d, fl_sym_mul (m, next->args[2]));
      else if (next->kind == FL_SYM_FLOOR_DIV && next == fl_sym_floor_div (x, next_d))
        joined = fl_sym_floor_div (x, d);
      else
        continue;
      return fl_sym_add (fl_sym_sub (fl_sym_sub (sum, term), other), fl_sym_mul (scale, joined));
    }
  return sum;
}

static const FlSym *
join_once (const FlSym *sum)
{
  for (guint i = 0; i < sum->n_args; i++)
    for (guint j = 0; j < fl_sym_get_n_factors (sum->args[i]); j++)
      {
        const FlSym *factor = fl_sym_get_factor (sum->args[i], j);

        if (factor->kind == FL_SYM_MOD_INDEX)
          {
            const FlSym *joined = join_two (sum, sum->args[i], factor);

            if (joined != sum)
              return joined;
            break;
          }
      }
  return sum;
}

static const FlSym *
join_dimensions (const FlSym *sym)
{
  while (sym->kind == FL_SYM_ADD)
    {
      const FlSym *joined = join_once (sym);

      if (joined == sym)
        break;
      sym = joined;
    }
  return sym;
}

/* --- what is known --------------------------------------------------------------------------- */
static gboolean
has_symbolic_size (const FlSym *x, const FlSymRanges *ranges)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (x, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *size = fl_sym_find_size (symbols->pdata[i], ranges);

      if (size != NULL && size->kind != FL_SYM_INT)
        return TRUE;
    }
  return FALSE;
}

/* Of a variable with a symbolic size Inductor knows that it is below that size, word by word: no sum of such variables
 * is below anything. */
static gboolean
is_below (const FlSym *x, const FlSym *limit, const FlSymRanges *ranges)
{
  if (ranges->is_inductor && has_symbolic_size (x, ranges))
    return fl_sym_is_atom (x) && fl_sym_find_size (x, ranges) == limit;
  return fl_sym_known_below_in (x, limit, ranges);
}

/* --- single divisions
 * -------------------------------------------------------------------------------------------- */
/* A variable that stands alone in a sum whose rest and the divisor are multiples of more than it
 * can reach never carries: (v + 64 * w) // 64 with v < 64 is 64 * w // 64. */
static const FlSym *
remove_zero_terms (const FlSym *x, const FlSym *d, const FlSymRanges *ranges)
{
  guint n = fl_sym_get_n_terms (x);
  const FlSym *result = x;

  if (!fl_sym_known_nonnegative_in (x, ranges))
    return x;
  for (guint i = 0; i < n; i++)
    {
      const FlSym *var = fl_sym_get_term (x, i);
      const FlSym *rest;

      if (!fl_sym_is_atom (var) || fl_sym_find_size (var, ranges) == NULL)
        continue;
      rest = fl_sym_sub (result, var);
      if (!fl_sym_contains (rest, var) && is_below (var, fl_sym_gcd (rest, d), ranges))
        result = rest;
    }
  return result;
}

static gboolean
is_within (const FlSym *x, const FlSym *limit, const FlSymRanges *ranges)
{
  return fl_sym_known_nonnegative_in (x, ranges) && is_below (x, limit, ranges);
}

static const FlSym *
simplify_floor_div (const FlSym *sym, const FlSymRanges *ranges)
{
  const FlSym *x, *d = sym->args[1];

  x = remove_zero_terms (sym->args[0], d, ranges);
  if (is_within (x, d, ranges))
    return fl_sym_int (sym->table, 0);
  if (x->kind == FL_SYM_MOD_INDEX && d->kind == FL_SYM_INT)
    {
      const FlSym *m = fl_sym_divide_exactly (x->args[2], d);

      if (m != NULL)
        return fl_sym_mod_index (x->args[0], fl_sym_mul (x->args[1], d), m);
    }
  return fl_sym_floor_div (x, d);
}

static gboolean
is_positive_int (const FlSym *sym)
{
  return sym->kind == FL_SYM_INT && sym->value > 0;
}

static const FlSym *
simplify_mod_index (const FlSym *sym, const FlSymRanges *ranges)
{
  const FlSym *x, *d = sym->args[1], *m = sym->args[2];

  x = remove_zero_terms (sym->args[0], d, ranges);
  if (x->kind == FL_SYM_MOD_INDEX && is_positive_int (x->args[2]) && is_positive_int (d) && is_positive_int (m)
      && fl_sym_divide_exactly (x->args[2], fl_sym_mul (d, m)) != NULL)
    return fl_sym_mod_index (x->args[0], fl_sym_mul (x->args[1], d), m);
  if (is_within (x, fl_sym_mul (m, d), ranges))
    return fl_sym_floor_div (x, d);
  return fl_sym_mod_index (x, d, m);
}

/* Innermost first: every node of this kind by its simpler form. */
static const FlSym *
rewrite (const FlSym *sym, FlSymKind kind, const FlSymRanges *ranges)
{
  const FlSym *result = sym;
  const FlSym **args;
  gboolean is_changed = FALSE;

  if (!sym->has_division)
    return sym;
  args = g_new (const FlSym *, sym->n_args);
  for (guint i = 0; i < sym->n_args; i++)
    {
      args[i] = rewrite (sym->args[i], kind, ranges);
      is_changed |= args[i] != sym->args[i];
    }
  if (is_changed)
    result = fl_sym_rebuild (sym, args);
  g_free (args);
  if (result->kind != kind)
    return result;
  return kind == FL_SYM_FLOOR_DIV ? simplify_floor_div (result, ranges) : simplify_mod_index (result, ranges);
}

static const FlSym *
simplify (const FlSym *sym, const FlSymRanges *ranges)
{
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      const FlSym *joined = join_dimensions (sym);

      sym = rewrite (joined, FL_SYM_MOD_INDEX, ranges);
      sym = rewrite (sym, FL_SYM_FLOOR_DIV, ranges);
      if (sym == joined)
        break;
    }
  return sym;
}

static const FlSym *
look_up_or_simplify (const FlSym *sym, const FlSymRanges *ranges)
{
  const FlSym *result;

  if (!sym->has_division || sym->is_overflow)
    return sym;
  result = fl_sym_table_find_simplified (sym->table, sym, ranges);
  if (result == NULL)
    {
      result = simplify (sym, ranges);
      fl_sym_table_add_simplified (sym->table, sym, ranges, result);
    }
  return result;
}

const FlSym *
fl_sym_simplify (const FlSym *sym, const FlSym *const *vars, const FlSym *const *var_sizes, guint n)
{
  return look_up_or_simplify (sym, &(FlSymRanges) { vars, var_sizes, n, FALSE });
}

const FlSym *
fl_sym_simplify_as_inductor (const FlSym *sym, const FlSym *const *vars, const FlSym *const *var_sizes, guint n)
{
  return look_up_or_simplify (sym, &(FlSymRanges) { vars, var_sizes, n, TRUE });
}

/* --- whole parts of quotients ------------------------------------------------------------------ */
static const FlSym *
take_out_whole_part (const FlSym *x, const FlSym *d)
{
  gint64 whole, rest;

  if (d->kind != FL_SYM_INT || d->value <= 0 || x->kind != FL_SYM_ADD || x->args[0]->kind != FL_SYM_INT)
    return fl_sym_floor_div (x, d);
  rest = x->args[0]->value % d->value;
  rest += rest < 0 ? d->value : 0;
  whole = (x->args[0]->value - rest) / d->value;
  return fl_sym_add_int (fl_sym_floor_div (fl_sym_add_int (x, -whole * d->value), d), whole);
}

/* Recursion: as deep as the expression, of which only sums, products and quotients are entered. */
const FlSym *
fl_sym_take_out_whole_parts (const FlSym *sym)
{
  const FlSym *result;

  if (sym->kind != FL_SYM_ADD && sym->kind != FL_SYM_MUL && sym->kind != FL_SYM_FLOOR_DIV)
    return sym;
  result = fl_sym_take_out_whole_parts (sym->args[0]);
  if (sym->kind == FL_SYM_FLOOR_DIV)
    return take_out_whole_part (result, fl_sym_take_out_whole_parts (sym->args[1]));
  for (guint i = 1; i < sym->n_args; i++)
    {
      const FlSym *arg = fl_sym_take_out_whole_parts (sym->args[i]);

      result = sym->kind == FL_SYM_ADD ? fl_sym_add (result, arg) : fl_sym_mul (result, arg);
    }
  return result;
}
