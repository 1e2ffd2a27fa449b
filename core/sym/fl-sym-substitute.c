/* Walking over expressions: rebuilding with other arguments, substituting symbols, evaluating. */
#include <string.h>

#include "fl-sym-private.h"

static const FlSym *
fold (const FlSym *const *args, guint n, const FlSym *(*combine) (const FlSym *a, const FlSym *b))
{
  const FlSym *result = args[0];

  for (guint i = 1; i < n; i++)
    result = combine (result, args[i]);
  return result;
}

const FlSym *
fl_sym_add_all (FlSymTable *table, const FlSym *const *args, guint n)
{
  FlSymTerm stack_terms[FL_SYM_STACK_TERMS];
  FlSymTerm *terms = stack_terms;
  guint n_terms = 0;
  const FlSym *sum;

  for (guint i = 0; i < n; i++)
    n_terms += fl_sym_get_n_terms (args[i]);
  if (n_terms > G_N_ELEMENTS (stack_terms))
    terms = g_new (FlSymTerm, n_terms);
  n_terms = 0;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < fl_sym_get_n_terms (args[i]); j++)
      terms[n_terms++] = fl_sym_split (fl_sym_get_term (args[i], j));
  sum = fl_sym_make_sum (table, terms, n_terms);
  if (terms != stack_terms)
    g_free (terms);
  return sum;
}

static const FlSym *
raise_to (const FlSym *base, gint64 exponent)
{
  const FlSym *power = base;

  if (!fl_sym_is_int_value (base, 0) && !fl_sym_is_int_value (base, 1))
    for (gint64 i = 1; i < exponent && !power->is_overflow; i++)
      power = fl_sym_mul (power, base);
  return power;
}

const FlSym *
fl_sym_rebuild (const FlSym *sym, const FlSym *const *args)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_ADD: return fl_sym_add_all (sym->table, args, sym->n_args);
    case FL_SYM_MUL: return fold (args, sym->n_args, fl_sym_mul);
    case FL_SYM_POW: return raise_to (args[0], args[1]->value);
    case FL_SYM_FLOOR_DIV: return fl_sym_floor_div (args[0], args[1]);
    case FL_SYM_MOD_INDEX: return fl_sym_mod_index (args[0], args[1], args[2]);
    case FL_SYM_MOD: return fl_sym_mod (args[0], args[1]);
    case FL_SYM_MIN: return fold (args, sym->n_args, fl_sym_min);
    case FL_SYM_MAX: return fold (args, sym->n_args, fl_sym_max);
    case FL_SYM_REL: return fl_sym_rel ((FlSymRelation) sym->relation, args[0], args[1]);
    case FL_SYM_SELECT: return fl_sym_select (args[0], args[1], args[2]);
    case FL_SYM_IDENTITY: return fl_sym_identity (args[0]);
    case FL_SYM_REAL:
      return sym->n_args > 0 ? fl_sym_real ((FlSymReal) sym->relation, args[0], sym->n_args > 1 ? args[1] : NULL) : sym;
    case FL_SYM_ROUND: return fl_sym_round ((FlSymRounding) sym->relation, args[0]);
    case FL_SYM_INT:
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT:
    case FL_SYM_OPAQUE: return sym;
    }
  g_assert_not_reached ();
}

/* --- substituting ------------------------------------------------------------------------------ */
typedef struct
{
  const FlSym *const *symbols;
  const FlSym *const *values;
  guint n;
  guint64 mask; /* of all symbols */
} Replacement;

static const FlSym *
substitute (const FlSym *sym, const Replacement *replacement)
{
  const FlSym *stack_args[FL_SYM_STACK_TERMS];
  const FlSym **args = stack_args;
  const FlSym *result = sym;
  gboolean is_changed = FALSE;

  if ((sym->symbols & replacement->mask) == 0)
    return sym;
  if (sym->n_args == 0)
    {
      for (guint i = 0; i < replacement->n; i++)
        if (replacement->symbols[i] == sym)
          return replacement->values[i];
      return sym;
    }
  if (sym->n_args > G_N_ELEMENTS (stack_args))
    args = g_new (const FlSym *, sym->n_args);
  for (guint i = 0; i < sym->n_args; i++)
    {
      args[i] = substitute (sym->args[i], replacement);
      is_changed |= args[i] != sym->args[i];
    }
  if (is_changed)
    result = fl_sym_rebuild (sym, args);
  if (args != stack_args)
    g_free (args);
  return result;
}

static const FlSym *
copy_leaf (FlSymTable *table, const FlSym *sym)
{
  const FlSym *copy;

  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: return fl_sym_int (table, sym->value);
    case FL_SYM_SIZE:
      copy = fl_sym_size (table, sym->name);
      fl_sym_set_range (copy, sym->facts->minimum, sym->facts->maximum);
      return copy;
    case FL_SYM_VAR:
      return fl_sym_var (table, sym->name, sym->facts->size ? fl_sym_copy (table, sym->facts->size) : NULL);
    case FL_SYM_INDIRECT: return fl_sym_indirect (table, sym->name);
    case FL_SYM_REAL: return fl_sym_intern_real (table, sym->name);
    default: return sym->is_overflow ? fl_sym_get_overflow (table) : fl_sym_opaque (table, sym->name);
    }
}

const FlSym *
fl_sym_copy (FlSymTable *table, const FlSym *sym)
{
  const FlSym *stack_args[FL_SYM_STACK_TERMS];
  const FlSym **args = stack_args;
  const FlSym *copy;

  if (sym->n_args == 0)
    return copy_leaf (table, sym);
  if (sym->n_args > G_N_ELEMENTS (stack_args))
    args = g_new (const FlSym *, sym->n_args);
  for (guint i = 0; i < sym->n_args; i++)
    args[i] = fl_sym_copy (table, sym->args[i]);
  /* a copy of a normal form is in normal form: it is the same in every table */
  copy = fl_sym_intern (table, (FlSymKind) sym->kind, (FlSymRelation) sym->relation, args, sym->n_args);
  if (args != stack_args)
    g_free (args);
  return copy;
}

const FlSym *
fl_sym_drop_identities (const FlSym *sym)
{
  const FlSym **args;
  const FlSym *result;

  if (!fl_sym_contains_kind (sym, FL_SYM_IDENTITY))
    return sym;
  if (sym->kind == FL_SYM_IDENTITY)
    return fl_sym_drop_identities (sym->args[0]);
  args = g_new (const FlSym *, sym->n_args);
  for (guint i = 0; i < sym->n_args; i++)
    args[i] = fl_sym_drop_identities (sym->args[i]);
  result = fl_sym_rebuild (sym, args);
  g_free (args);
  return result;
}

const FlSym *
fl_sym_substitute (const FlSym *sym, const FlSym *const *symbols, const FlSym *const *values, guint n)
{
  Replacement replacement = { .symbols = symbols, .values = values, .n = n };

  for (guint i = 0; i < n; i++)
    {
      g_assert (symbols[i]->table == sym->table && values[i]->table == sym->table);
      replacement.mask |= symbols[i]->symbols;
    }
  return substitute (sym, &replacement);
}

const FlSym *
fl_sym_close (const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new (), closed = g_ptr_array_new ();
  guint n = 0;

  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i];
      g_autofree char *name = NULL;

      if (symbol->kind != FL_SYM_VAR || !symbol->facts->is_open)
        continue;
      name = g_strconcat (symbol->name, ".", NULL);
      symbols->pdata[n++] = (gpointer) symbol;
      g_ptr_array_add (closed, (gpointer) fl_sym_var (symbol->table, name, symbol->facts->size));
    }
  return fl_sym_substitute (sym, (const FlSym *const *) symbols->pdata, (const FlSym *const *) closed->pdata, n);
}

/* A term at var = 1 less the term at var = 0, both with all others of vars 0. */
static const FlSym *
get_term_stride (const FlSym *term, const FlSym *var, const FlSym *const *vars, guint n)
{
  const FlSymTerm plain = fl_sym_split (term);
  const FlSym *zero = fl_sym_int (term->table, 0), *one = fl_sym_int (term->table, 1);
  const FlSym *stack_symbols[2 * FL_SYM_STACK_TERMS];
  const FlSym **symbols = stack_symbols, **values;
  const FlSym *at_one, *at_zero;
  guint n_symbols = 0;

  if (plain.rest == var)
    return fl_sym_int (term->table, plain.coefficient);
  if (2 * (n + 1) > G_N_ELEMENTS (stack_symbols))
    symbols = g_new (const FlSym *, 2 * (n + 1));
  values = symbols + n + 1;
  for (guint i = 0; i < n; i++)
    if (vars[i] != var && fl_sym_is_atom (vars[i]) && (term->symbols & vars[i]->symbols))
      {
        symbols[n_symbols] = vars[i];
        values[n_symbols++] = zero;
      }
  symbols[n_symbols] = var;
  values[n_symbols] = one;
  at_one = fl_sym_substitute (term, symbols, values, n_symbols + 1);
  values[n_symbols] = zero;
  at_zero = fl_sym_substitute (term, symbols, values, n_symbols + 1);
  if (symbols != stack_symbols)
    g_free (symbols);
  return fl_sym_sub (at_one, at_zero);
}

/* Term by term: those without the variable, most of them, cancel. */
const FlSym *
fl_sym_get_stride (const FlSym *sym, const FlSym *var, const FlSym *const *vars, guint n)
{
  const FlSym *stride = fl_sym_int (sym->table, 0);

  if (sym->is_overflow)
    return fl_sym_get_overflow (sym->table);
  for (guint i = 0; i < fl_sym_get_n_terms (sym); i++)
    {
      const FlSym *term = fl_sym_get_term (sym, i);

      if (term->symbols & var->symbols)
        stride = fl_sym_add (stride, get_term_stride (term, var, vars, n));
    }
  return stride;
}
