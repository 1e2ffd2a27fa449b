/* Indices that are read from memory: symbols, each tied to the expression that yields the index. */
#include "fl-expr-private.h"
#include "fl-intern.h"

const FlSym *
fl_expr_indirect (FlExprPool *pool, const FlExpr *value, const FlSym *size, gboolean wrap_negative, gboolean check)
{
  Tie key = { .indirect = { value, size, wrap_negative ? TRUE : FALSE, check ? TRUE : FALSE } };
  Tie *tie = g_hash_table_lookup (pool->ties, &key);

  if (tie != NULL)
    return tie->symbol;
  tie = fl_arena_memdup (pool->arena, &key, sizeof key);
  tie->number = pool->n_ties++;
  tie->symbol = fl_sym_indirect (pool->symbols, fl_intern_printf ("read%u", tie->number));
  g_hash_table_add (pool->ties, tie);
  g_hash_table_insert (pool->tie_of_symbol, (gpointer) tie->symbol, tie);
  return tie->symbol;
}

const FlIndirect *
fl_expr_find_indirect (FlExprPool *pool, const FlSym *symbol)
{
  const Tie *tie = g_hash_table_lookup (pool->tie_of_symbol, symbol);

  return tie != NULL ? &tie->indirect : NULL;
}

static int
compare_ties (gconstpointer a, gconstpointer b, gpointer data)
{
  FlExprPool *pool = data;
  const Tie *left = g_hash_table_lookup (pool->tie_of_symbol, *(const FlSym *const *) a);
  const Tie *right = g_hash_table_lookup (pool->tie_of_symbol, *(const FlSym *const *) b);

  return (left->number > right->number) - (left->number < right->number);
}

void
fl_expr_collect_indirect (FlExprPool *pool, const FlSym *index, GPtrArray *symbols)
{
  g_autoptr (GPtrArray) found = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return;
  found = g_ptr_array_new ();
  fl_sym_collect_symbols (index, found);
  for (guint i = 0; i < found->len; i++)
    if (g_hash_table_contains (pool->tie_of_symbol, found->pdata[i]))
      g_ptr_array_add (symbols, found->pdata[i]);
  g_ptr_array_sort_with_data (symbols, compare_ties, pool);
}

void
fl_expr_pool_rewrite_indirect (FlExprPool *pool, const FlSym *index, FlExprRewrite rewrite, gpointer data,
                               GPtrArray *from, GPtrArray *to)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_expr_collect_indirect (pool, index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i];
      const FlIndirect *indirect = fl_expr_find_indirect (pool, symbol);

      g_ptr_array_add (from, (gpointer) symbol);
      g_ptr_array_add (to, (gpointer) fl_expr_indirect (pool, rewrite (data, indirect->value), indirect->size,
                                                        indirect->wrap_negative, indirect->check));
    }
}

static const FlExpr *
get_canon (gpointer data, const FlExpr *value)
{
  return value->canon;
}

/* Inductor counts operations with the variables of the loops themselves, for which the rules of ModularIndexing hold.
 */
static const FlSym *
close_index (FlExprPool *pool, const FlSym *index)
{
  const FlSym *closed;

  if (!fl_sym_contains_kind (index, FL_SYM_MOD_INDEX))
    return index;
  closed = g_hash_table_lookup (pool->closed, index);
  if (closed == NULL)
    {
      closed = fl_sym_close (index);
      g_hash_table_insert (pool->closed, (gpointer) index, (gpointer) closed);
    }
  return closed;
}

const FlSym *
fl_expr_pool_get_canonical_index (FlExprPool *pool, const FlSym *index)
{
  g_autoptr (GPtrArray) from = NULL;
  g_autoptr (GPtrArray) to = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return close_index (pool, index);
  from = g_ptr_array_new ();
  to = g_ptr_array_new ();
  fl_expr_pool_rewrite_indirect (pool, index, get_canon, NULL, from, to);
  index = fl_sym_substitute (index, (const FlSym *const *) from->pdata, (const FlSym *const *) to->pdata, from->len);
  return close_index (pool, index);
}
