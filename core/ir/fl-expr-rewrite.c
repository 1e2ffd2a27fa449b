/* Walks over expressions: substitution of loop variables, and counting. Both see each node of the DAG once. */
#include "fl-expr-private.h"

#include <string.h>

/* --- mapping of indices ----------------------------------------------------------------------- */

typedef struct
{
  FlExprPool *pool;
  FlExprMapIndex map;
  gpointer data;
  GHashTable *done; /* FlExpr -> FlExpr */
} Mapping;

static const FlExpr *map_expr (gpointer data, const FlExpr *expr);

static const FlSym *
map_index (Mapping *mapping, const char *buffer, const FlSym *index)
{
  g_autoptr (GPtrArray) from = g_ptr_array_new ();
  g_autoptr (GPtrArray) to = g_ptr_array_new ();

  fl_expr_pool_rewrite_indirect (mapping->pool, index, map_expr, mapping, from, to);
  if (from->len > 0)
    index = fl_sym_substitute (index, (const FlSym *const *) from->pdata, (const FlSym *const *) to->pdata, from->len);
  return buffer != NULL ? mapping->map (mapping->data, buffer, index) : index;
}

static const FlExpr *
map_expr (gpointer data, const FlExpr *expr)
{
  Mapping *mapping = data;
  const FlExpr *done = g_hash_table_lookup (mapping->done, expr);
  FlExpr key = *expr;

  if (done != NULL)
    return done;
  if (key.index != NULL)
    key.index = map_index (mapping, key.buffer, key.index);
  for (guint i = 0; i < key.n_args; i++)
    key.args[i] = map_expr (mapping, key.args[i]);
  key.canon = NULL;
  key.id = 0;
  done = fl_expr_pool_intern (mapping->pool, &key);
  g_hash_table_insert (mapping->done, (gpointer) expr, (gpointer) done);
  return done;
}

const FlExpr *
fl_expr_map_indices (FlExprPool *pool, const FlExpr *expr, FlExprMapIndex map, gpointer data)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  Mapping mapping = { pool, map, data, done };

  return map_expr (&mapping, expr);
}

const FlSym *
fl_expr_map_index (FlExprPool *pool, const FlSym *index, FlExprMapIndex map, gpointer data)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  Mapping mapping = { pool, map, data, done };

  return map_index (&mapping, NULL, index);
}

/* --- substitution ----------------------------------------------------------------------------- */

typedef struct
{
  FlExprPool *pool;
  const FlSym *const *vars;
  const FlSym *const *values;
  guint n;
  GHashTable *done; /* FlExpr -> FlExpr */
} Substitution;

static const FlExpr *substitute (gpointer data, const FlExpr *expr);

static const FlSym *
substitute_index (Substitution *sub, const FlSym *index)
{
  g_autoptr (GPtrArray) from = NULL;
  g_autoptr (GPtrArray) to = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return fl_sym_substitute (index, sub->vars, sub->values, sub->n);
  from = g_ptr_array_new ();
  to = g_ptr_array_new ();
  for (guint i = 0; i < sub->n; i++)
    {
      g_ptr_array_add (from, (gpointer) sub->vars[i]);
      g_ptr_array_add (to, (gpointer) sub->values[i]);
    }
  fl_expr_pool_rewrite_indirect (sub->pool, index, substitute, sub, from, to);
  return fl_sym_substitute (index, (const FlSym *const *) from->pdata, (const FlSym *const *) to->pdata, from->len);
}

static const FlExpr *
substitute (gpointer data, const FlExpr *expr)
{
  Substitution *sub = data;
  const FlExpr *done = g_hash_table_lookup (sub->done, expr);
  FlExpr key = *expr;

  if (done != NULL)
    return done;
  if (key.index != NULL)
    key.index = substitute_index (sub, key.index);
  for (guint i = 0; i < key.n_args; i++)
    key.args[i] = substitute (sub, key.args[i]);
  key.canon = NULL;
  key.id = 0;
  done = fl_expr_pool_intern (sub->pool, &key);
  g_hash_table_insert (sub->done, (gpointer) expr, (gpointer) done);
  return done;
}

const FlExpr *
fl_expr_substitute (FlExprPool *pool, const FlExpr *expr, const FlSym *const *vars, const FlSym *const *values, guint n)
{
  g_autoptr (GHashTable) done = NULL;
  Substitution sub = { pool, vars, values, n, NULL };

  if (n == 0 || memcmp (vars, values, n * sizeof *vars) == 0)
    return expr;
  done = g_hash_table_new (NULL, NULL);
  sub.done = done;
  return substitute (&sub, expr);
}

/* --- counting --------------------------------------------------------------------------------- */

typedef struct
{
  FlExprPool *pool;
  FlExprCount *count;
  GHashTable *seen;  /* canonical FlExpr */
  GPtrArray *names;  /* distinct buffers */
  FlExprVisit visit; /* may be NULL */
  gpointer data;
} Counting;

static void count_expr (Counting *counting, const FlExpr *expr);

static void
count_name (Counting *counting, const char *name)
{
  if (!g_ptr_array_find (counting->names, name, NULL))
    g_ptr_array_add (counting->names, (gpointer) name);
}

static void
count_index (Counting *counting, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return;
  symbols = g_ptr_array_new ();
  fl_expr_collect_indirect (counting->pool, index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    count_expr (counting, fl_expr_find_indirect (counting->pool, symbols->pdata[i])->value->canon);
}

static gboolean
is_heavy_lately (FlScalar op)
{
  switch (op)
    {
    case FL_SCALAR_EXP:
    case FL_SCALAR_LOG:
    case FL_SCALAR_LOG10:
    case FL_SCALAR_LOG1P:
    case FL_SCALAR_LOG2:
    case FL_SCALAR_SIGMOID:
    case FL_SCALAR_TANH: return TRUE;
    default: return FALSE;
    }
}

static void
count_expr (Counting *counting, const FlExpr *expr)
{
  FlExprCount *count = counting->count;

  if (!g_hash_table_add (counting->seen, (gpointer) expr))
    return;
  /* Arguments first: names come in the order in which the loads run. */
  if (expr->index != NULL)
    count_index (counting, expr->index);
  for (guint i = 0; i < expr->n_args; i++)
    count_expr (counting, expr->args[i]);
  count->n_ops += expr->op != FL_SCALAR_AFTER && !expr->is_implied;
  count->is_heavy |= expr->op == FL_SCALAR_EXP || expr->op == FL_SCALAR_SIGMOID;
  count->is_heavy_lately |= is_heavy_lately (expr->op);
  if (counting->visit != NULL && (expr->op == FL_SCALAR_LOAD || expr->op == FL_SCALAR_LOAD_SEED))
    counting->visit (expr, counting->data);
  if (expr->op == FL_SCALAR_LOAD || expr->op == FL_SCALAR_LOAD_SEED)
    {
      count->n_reads++;
      if (expr->op == FL_SCALAR_LOAD && !fl_sym_is_int (expr->index, NULL))
        count->n_nontrivial_reads++;
      count_name (counting, expr->buffer);
    }
}

void
fl_expr_count (FlExprPool *pool, const FlExpr *expr, FlArena *arena, FlExprCount *count)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  Counting counting = { pool, count, seen, names, NULL, NULL };

  memset (count, 0, sizeof *count);
  count_expr (&counting, expr->canon);
  count->n_read_buffers = names->len;
  if (names->len > 0)
    count->read_buffers = fl_arena_memdup (arena, names->pdata, names->len * sizeof names->pdata[0]);
}

void
fl_expr_visit_loads (FlExprPool *pool, const FlExpr *expr, FlExprVisit visit, gpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  FlExprCount count = { 0 };
  Counting counting = { pool, &count, seen, names, visit, data };

  count_expr (&counting, expr->canon);
}
