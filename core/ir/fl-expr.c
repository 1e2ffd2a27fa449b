/* The expression pool: hash-consing, and the makers of every scalar op.
 *
 * Every expression knows its canonical form (no scopes, no origins), made together with it, so that counting and
 * comparing never have to walk scopes. Substitution and counting are in fl-expr-rewrite.c, text in fl-expr-text.c. */
#include "fl-expr-private.h"

#include "fl-intern.h"

#include <string.h>

static const FlScalarInfo infos[FL_N_SCALARS] = {
#define SCALAR(id, text, count, rule, cost)                                                                            \
  [FL_SCALAR_##id] = { .name = text, .n_args = count, .result = FL_RESULT_##rule, .flops = cost },
#include "fl-scalar-ops.def"
};

const FlScalarInfo *
fl_scalar_get_info (FlScalar op)
{
  g_assert (op < FL_N_SCALARS);
  return &infos[op];
}

static guint
hash_bytes (guint hash, guint64 value)
{
  guint64 mixed = (hash ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed ^ (mixed >> 32));
}

static guint64
get_bits (double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

static guint
hash_expr (gconstpointer data)
{
  const FlExpr *expr = data;
  guint hash = 17;

  hash = hash_bytes (hash, expr->op | (guint64) expr->dtype << 16 | (guint64) expr->src_dtype << 32);
  hash = hash_bytes (hash, expr->scope | (guint64) expr->origin.index << 32);
  for (guint i = 0; i < expr->n_args; i++)
    hash = hash_bytes (hash, expr->args[i]->id);
  hash = hash_bytes (hash, GPOINTER_TO_SIZE (expr->index));
  hash = hash_bytes (hash, GPOINTER_TO_SIZE (expr->buffer));
  hash = hash_bytes (hash, GPOINTER_TO_SIZE (expr->message));
  hash = hash_bytes (hash, get_bits (expr->number));
  return hash_bytes (hash, (guint64) expr->integer);
}

static gboolean
equal_expr (gconstpointer left, gconstpointer right)
{
  const FlExpr *a = left, *b = right;

  return a->op == b->op && a->dtype == b->dtype && a->src_dtype == b->src_dtype && a->scope == b->scope
         && a->origin.index == b->origin.index && a->n_args == b->n_args && a->index == b->index
         && a->buffer == b->buffer && a->message == b->message && get_bits (a->number) == get_bits (b->number)
         && a->integer == b->integer && a->is_implied == b->is_implied
         && memcmp (a->args, b->args, a->n_args * sizeof a->args[0]) == 0;
}

static guint
hash_tie (gconstpointer data)
{
  const Tie *tie = data;
  guint hash = hash_bytes (31, tie->indirect.value->id);

  hash = hash_bytes (hash, GPOINTER_TO_SIZE (tie->indirect.size));
  return hash_bytes (hash, (tie->indirect.wrap_negative ? 1 : 0) | (tie->indirect.check ? 2 : 0));
}

static gboolean
equal_tie (gconstpointer left, gconstpointer right)
{
  const Tie *a = left, *b = right;

  return a->indirect.value == b->indirect.value && a->indirect.size == b->indirect.size
         && a->indirect.wrap_negative == b->indirect.wrap_negative && a->indirect.check == b->indirect.check;
}

FlExprPool *
fl_expr_pool_new (FlArena *arena, FlSymTable *symbols)
{
  FlExprPool *pool = fl_arena_new (arena, FlExprPool, 1);

  pool->arena = arena;
  pool->symbols = symbols;
  pool->origin = FL_NODE_NONE;
  pool->exprs = fl_arena_adopt (arena, g_hash_table_new (hash_expr, equal_expr), (GDestroyNotify) g_hash_table_unref);
  pool->ties = fl_arena_adopt (arena, g_hash_table_new (hash_tie, equal_tie), (GDestroyNotify) g_hash_table_unref);
  pool->closed = fl_arena_adopt (arena, g_hash_table_new (NULL, NULL), (GDestroyNotify) g_hash_table_unref);
  pool->tie_of_symbol = fl_arena_adopt (arena, g_hash_table_new (NULL, NULL), (GDestroyNotify) g_hash_table_unref);
  return pool;
}

void
fl_expr_pool_set_origin (FlExprPool *pool, FlNodeId origin)
{
  pool->origin = origin;
}

/* The one pool entry that equals *key; its canonical form is made first, which ends at once because that one is its
 * own. */
const FlExpr *
fl_expr_pool_intern (FlExprPool *pool, const FlExpr *key)
{
  FlExpr *expr = g_hash_table_lookup (pool->exprs, key);
  FlExpr canon = *key;

  if (expr != NULL)
    return expr;
  canon.origin = FL_NODE_NONE;
  canon.canon = NULL;
  canon.scope = 0;
  if (key->index != NULL && key->op != FL_SCALAR_SCOPE)
    canon.index = fl_expr_pool_get_canonical_index (pool, key->index);
  for (guint i = 0; i < key->n_args; i++)
    canon.args[i] = key->args[i]->canon;
  if (key->op == FL_SCALAR_SCOPE)
    canon.canon = canon.args[0];
  else if (!equal_expr (&canon, key))
    canon.canon = fl_expr_pool_intern (pool, &canon);

  expr = fl_arena_memdup (pool->arena, key, sizeof *key);
  expr->id = pool->n_exprs++;
  expr->canon = canon.canon != NULL ? canon.canon : expr;
  g_hash_table_add (pool->exprs, expr);
  return expr;
}

static FlExpr
start (FlExprPool *pool, FlScalar op, FlDtype dtype)
{
  return (FlExpr) { .op = op, .dtype = dtype, .origin = pool->origin };
}

const FlExpr *
fl_expr_load (FlExprPool *pool, const char *buffer, FlDtype dtype, const FlSym *index)
{
  FlExpr key = start (pool, FL_SCALAR_LOAD, dtype);

  key.buffer = fl_intern (buffer);
  key.index = index;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_constant (FlExprPool *pool, FlDtype dtype, double number)
{
  FlExpr key = start (pool, FL_SCALAR_CONSTANT, dtype);

  if (fl_dtype_is_integer (dtype))
    key.integer = (gint64) number;
  else
    key.number = dtype == FL_DTYPE_BOOL ? number != 0 : number;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_constant_int (FlExprPool *pool, FlDtype dtype, gint64 integer)
{
  FlExpr key = start (pool, FL_SCALAR_CONSTANT, dtype);

  if (fl_dtype_is_integer (dtype))
    key.integer = integer;
  else
    {
      key.number = dtype == FL_DTYPE_BOOL ? integer != 0 : (double) integer;
      key.src_dtype = FL_DTYPE_I64; /* 0 and 0.0 are two operations to Inductor's counter, whatever the dtype */
    }
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_literal (FlExprPool *pool, FlDtype dtype, gint64 integer)
{
  FlExpr key = start (pool, FL_SCALAR_CONSTANT, dtype);

  key.integer = integer;
  key.number = (double) integer;
  key.is_implied = TRUE;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_index (FlExprPool *pool, FlDtype dtype, const FlSym *index)
{
  FlExpr key = start (pool, FL_SCALAR_INDEX_EXPR, dtype);

  key.index = index;
  return fl_expr_pool_intern (pool, &key);
}

static const FlExpr *
make_cast (FlExprPool *pool, FlScalar op, const FlExpr *value, FlDtype from, FlDtype dtype, gboolean is_implied)
{
  FlExpr key = start (pool, op, dtype);

  if (from == dtype)
    return value;
  key.src_dtype = from;
  key.n_args = 1;
  key.args[0] = value;
  key.is_implied = is_implied;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_to_dtype (FlExprPool *pool, const FlExpr *value, FlDtype dtype)
{
  return make_cast (pool, FL_SCALAR_TO_DTYPE, value, value->dtype, dtype, FALSE);
}

const FlExpr *
fl_expr_convert (FlExprPool *pool, const FlExpr *value, FlDtype from, FlDtype dtype)
{
  return make_cast (pool, FL_SCALAR_TO_DTYPE, value, from, dtype, FALSE);
}

const FlExpr *
fl_expr_imply_dtype (FlExprPool *pool, const FlExpr *value, FlDtype dtype)
{
  return make_cast (pool, FL_SCALAR_TO_DTYPE, value, value->dtype, dtype, TRUE);
}

const FlExpr *
fl_expr_bitcast (FlExprPool *pool, const FlExpr *value, FlDtype dtype)
{
  return make_cast (pool, FL_SCALAR_BITCAST, value, value->dtype, dtype, FALSE);
}

static const FlExpr *
make_op (FlExprPool *pool, FlScalar op, FlDtype given, const FlExpr *const *args, guint n_args)
{
  FlExpr key;

  g_assert (n_args >= 1 && n_args <= G_N_ELEMENTS (key.args));
  key = start (pool, op,
               infos[op].result == FL_RESULT_BOOL   ? FL_DTYPE_BOOL
               : infos[op].result == FL_RESULT_SAME ? args[0]->dtype
                                                    : given);
  key.n_args = n_args;
  memcpy (key.args, args, n_args * sizeof *args);
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_op1 (FlExprPool *pool, FlScalar op, const FlExpr *a)
{
  return make_op (pool, op, a->dtype, &a, 1);
}

const FlExpr *
fl_expr_op2 (FlExprPool *pool, FlScalar op, const FlExpr *a, const FlExpr *b)
{
  const FlExpr *args[] = { a, b };

  return make_op (pool, op, a->dtype, args, 2);
}

const FlExpr *
fl_expr_op3 (FlExprPool *pool, FlScalar op, const FlExpr *a, const FlExpr *b, const FlExpr *c)
{
  const FlExpr *args[] = { a, b, c };

  return make_op (pool, op, op == FL_SCALAR_WHERE ? b->dtype : a->dtype, args, 3);
}

const FlExpr *
fl_expr_where (FlExprPool *pool, const FlExpr *condition, const FlExpr *a, const FlExpr *b)
{
  return fl_expr_op3 (pool, FL_SCALAR_WHERE, condition, a, b);
}

const FlExpr *
fl_expr_masked (FlExprPool *pool, const FlExpr *mask, const FlExpr *body, double other)
{
  FlExpr key = start (pool, FL_SCALAR_MASKED, body->dtype);

  key.number = other;
  key.n_args = 2;
  key.args[0] = mask;
  key.args[1] = body;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_masked_int (FlExprPool *pool, const FlExpr *mask, const FlExpr *body, gint64 other)
{
  FlExpr key = *fl_expr_masked (pool, mask, body, (double) other);

  key.src_dtype = FL_DTYPE_I64;
  key.canon = NULL;
  key.id = 0;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_masked_zero (FlExprPool *pool, const FlExpr *mask, const FlExpr *body)
{
  FlExpr key = *fl_expr_masked (pool, mask, body, 0);

  key.src_dtype = FL_DTYPE_F32;
  key.canon = NULL;
  key.id = 0;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_load_seed (FlExprPool *pool, const char *buffer, const FlSym *position)
{
  FlExpr key = start (pool, FL_SCALAR_LOAD_SEED, FL_DTYPE_I64);

  key.buffer = fl_intern (buffer);
  key.index = position;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_random (FlExprPool *pool, FlScalar op, FlDtype dtype, const FlExpr *const *args, guint n_args)
{
  FlExpr key = start (pool, op, dtype);

  g_assert (n_args == infos[op].n_args);
  key.n_args = n_args;
  memcpy (key.args, args, n_args * sizeof *args);
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_assert (FlExprPool *pool, const FlExpr *value, const char *message)
{
  FlExpr key = start (pool, FL_SCALAR_DEVICE_ASSERT, value->dtype);

  key.message = fl_intern (message);
  key.n_args = 1;
  key.args[0] = value;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_scope (FlExprPool *pool, const FlExpr *value)
{
  return fl_expr_scope_at (pool, value, NULL, 0);
}

const FlExpr *
fl_expr_scope_at (FlExprPool *pool, const FlExpr *value, const FlSym *const *index, guint n)
{
  FlExpr key = start (pool, FL_SCALAR_SCOPE, value->dtype);

  for (guint i = 0; i < n; i++)
    if (fl_sym_contains_kind (index[i], FL_SYM_INDIRECT))
      key.index = key.index != NULL ? fl_sym_add (key.index, index[i]) : index[i];
  key.scope = ++pool->n_scopes;
  key.n_args = 1;
  key.args[0] = value;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_after (FlExprPool *pool, const FlExpr *first, const FlExpr *value)
{
  FlExpr key = start (pool, FL_SCALAR_AFTER, value->dtype);

  key.n_args = 2;
  key.args[0] = first;
  key.args[1] = value;
  return fl_expr_pool_intern (pool, &key);
}

const FlExpr *
fl_expr_step (FlExprPool *pool, const FlExpr *first, const FlExpr *value)
{
  FlExpr key = start (pool, FL_SCALAR_AFTER, value->dtype);

  key.scope = ++pool->n_scopes;
  key.n_args = 2;
  key.args[0] = first;
  key.args[1] = value;
  return fl_expr_pool_intern (pool, &key);
}
