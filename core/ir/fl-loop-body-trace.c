/* Tracing a ComputedBuffer into a loop body.
 *
 * In: the loops of a buffer, whose expressions are shared DAGs.
 * Out: straight-line operations in the order in which TorchInductor's inner functions call them.
 * A SCOPE node is one call of a producer's inner function, so each is evaluated with a memory of
 * its own; the body of a masked operation is a block with its own operations. Indices are
 * simplified with the ranges, deduplicated and numbered in order of first use; what they read from
 * memory is traced where they are met. Source: torch/_inductor/loop_body.py (LoopBody,
 * CaptureIndexing), index_propagation.py (indirect_indexing). */
#include "fl-intern.h"
#include "fl-loop-body-private.h"

/* --- indices ---------------------------------------------------------------------------------- */

static const FlSym *
wrap_negative (const FlSym *index, const FlSym *bounded, const FlSym *size)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

  if (fl_sym_known (FL_SYM_GE, bounded, zero))
    return index;
  if (fl_sym_known (FL_SYM_LT, bounded, zero))
    return fl_sym_add (index, size);
  return fl_sym_select (fl_sym_rel (FL_SYM_LT, index, zero), fl_sym_add (index, size), index);
}

/* For proofs: indices that are checked when they are read from memory become variables that stay
 * below the sizes they index. */
static const FlSym *
bound_indirect (FlTracer *tracer, const FlSym *index)
{
  guint n = tracer->indirect_sizes->len;
  g_autofree const FlSym **from = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **to = g_new0 (const FlSym *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      from[i] = fl_sym_indirect (tracer->symbols, fl_intern_printf ("indirect%u", i));
      to[i] = from[i];
      if (tracer->indirect_sizes->pdata[i] != NULL)
        to[i] = fl_sym_var (tracer->symbols, fl_intern_printf ("_below%u", i), tracer->indirect_sizes->pdata[i]);
    }
  return fl_sym_substitute (index, from, to, n);
}

/* PyTorch's ranges say nothing about a remainder whose divisor is no number. */
static gboolean
is_remainder_of_symbol (const FlSym *index)
{
  const FlSymKind kind = fl_sym_get_kind (index);

  return (kind == FL_SYM_MOD && !fl_sym_is_int (fl_sym_get_arg (index, 1), NULL))
         || (kind == FL_SYM_MOD_INDEX && !fl_sym_is_int (fl_sym_get_arg (index, 2), NULL));
}

/* An index that turned out to be known without reading memory: it is used as it is, with an
 * assertion of its bounds. */
static const FlSym *
use_known_index (FlTracingScope *scope, const FlTraced *value, const FlIndirect *indirect, FlNodeId origin)
{
  FlTracer *tracer = scope->block->tracer;
  const FlSym *zero = fl_sym_int (tracer->symbols, 0);
  const FlSym *index = value->sym, *bounded = bound_indirect (tracer, index);
  const FlSym *size = fl_sym_substitute (indirect->size, tracer->old_vars, tracer->values, tracer->n_old);
  gboolean lower = fl_sym_known (FL_SYM_GE, bounded, zero)
                   || (indirect->wrap_negative && fl_sym_known (FL_SYM_GE, bounded, fl_sym_neg (size)));
  gboolean upper = !is_remainder_of_symbol (bounded) && fl_sym_known (FL_SYM_LT, bounded, size);

  if (indirect->wrap_negative)
    index = wrap_negative (index, bounded, size);
  if (indirect->check)
    {
      FlBodyOp op = fl_tracing_make_op (FL_SCALAR_CHECK_BOUNDS, FL_DTYPE_NONE, origin);

      op.index = fl_tracing_add_index (tracer, fl_tracing_simplify (tracer, index));
      op.bound = fl_tracing_add_index (tracer, size);
      op.check_lower = !lower;
      op.check_upper = !upper;
      fl_tracing_emit (scope->block, &op, NULL);
    }
  return index;
}

static const FlSym *
trace_indirect (FlTracingScope *scope, const FlSym *symbol, FlNodeId origin)
{
  FlTracer *tracer = scope->block->tracer;
  const FlIndirect *indirect = fl_expr_find_indirect (tracer->lowered->pool, symbol);
  const FlSym *known = NULL;
  FlTraced value;
  FlBodyOp op;

  for (const FlTracingScope *s = scope; s != NULL && known == NULL; s = s->outer)
    known = g_hash_table_lookup (s->indirect, symbol);
  if (known != NULL || indirect == NULL)
    return known != NULL ? known : symbol;
  value = fl_tracing_expr (scope, indirect->value);
  if (value.kind == FL_TRACED_SYM)
    known = use_known_index (scope, &value, indirect, origin);
  else
    {
      op = fl_tracing_make_op (FL_SCALAR_SET_INDIRECT, value.dtype, indirect->value->origin);
      op.n_args = 1;
      op.args[0] = fl_tracing_materialize (scope->block, &value, origin);
      op.indirect = tracer->body->n_indirect++;
      op.indirect_symbol = fl_sym_indirect (tracer->symbols, fl_intern_printf ("indirect%u", op.indirect));
      op.indirect_size = fl_sym_substitute (indirect->size, tracer->old_vars, tracer->values, tracer->n_old);
      op.indirect_wrap = indirect->wrap_negative;
      op.indirect_check = indirect->check;
      g_ptr_array_add (tracer->indirect_sizes, op.indirect_check ? (gpointer) op.indirect_size : NULL);
      tracer->n_submodules++;
      fl_tracing_emit (scope->block, &op, fl_intern_printf ("set_indirect%u", op.indirect));
      known = op.indirect_symbol;
    }
  g_hash_table_insert (scope->indirect, (gpointer) symbol, (gpointer) known);
  return known;
}

/* Traces what index reads from memory, and tells it to a scope inside. */
static void
pass_indirect (FlTracingScope *scope, const FlSym *index, FlNodeId origin, FlTracingScope *inside)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  fl_expr_collect_indirect (scope->block->tracer->lowered->pool, index, found);
  for (guint i = 0; i < found->len; i++)
    g_hash_table_insert (inside->indirect, found->pdata[i], (gpointer) trace_indirect (scope, found->pdata[i], origin));
}

const FlSym *
fl_tracing_map_index (FlTracingScope *scope, const FlSym *index, FlNodeId origin)
{
  FlTracer *tracer = scope->block->tracer;
  g_autoptr (GPtrArray) from = NULL;
  g_autoptr (GPtrArray) to = NULL;
  g_autoptr (GPtrArray) found = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return fl_sym_substitute (index, tracer->old_vars, tracer->values, tracer->n_old);
  from = g_ptr_array_new ();
  to = g_ptr_array_new ();
  found = g_ptr_array_new ();
  for (guint i = 0; i < tracer->n_old; i++)
    {
      g_ptr_array_add (from, (gpointer) tracer->old_vars[i]);
      g_ptr_array_add (to, (gpointer) tracer->values[i]);
    }
  fl_expr_collect_indirect (tracer->lowered->pool, index, found);
  for (guint i = 0; i < found->len; i++)
    {
      g_ptr_array_add (from, found->pdata[i]);
      g_ptr_array_add (to, (gpointer) trace_indirect (scope, found->pdata[i], origin));
    }
  return fl_sym_substitute (index, (const FlSym *const *) from->pdata, (const FlSym *const *) to->pdata, from->len);
}

/* --- values ----------------------------------------------------------------------------------- */

static FlTraced
trace_load (FlTracingScope *scope, const FlExpr *expr)
{
  FlTracer *tracer = scope->block->tracer;
  FlBodyOp op = fl_tracing_make_op (expr->op, expr->dtype, expr->origin);
  const FlSym *index = fl_tracing_simplify (tracer, fl_tracing_map_index (scope, expr->index, expr->origin));

  op.buffer = expr->buffer;
  op.index = fl_tracing_add_index (tracer, index);
  return fl_traced_from_op (fl_tracing_emit (scope->block, &op, NULL), expr->dtype);
}

/* The largest integers of 64 bits are numbers a little above them. */
static gint64
get_integer (FlDtype dtype, double number)
{
  if (number < 9223372036854775808.0)
    return (gint64) number;
  return fl_dtype_is_signed (dtype)        ? G_MAXINT64
         : number < 18446744073709551616.0 ? (gint64) (guint64) number
                                           : (gint64) G_MAXUINT64;
}

static FlTraced
trace_masked (FlTracingScope *scope, const FlExpr *expr)
{
  FlTracer *tracer = scope->block->tracer;
  FlTraced mask = fl_tracing_expr (scope, expr->args[0]);
  FlBodyOp op = fl_tracing_make_op (FL_SCALAR_MASKED, expr->dtype, expr->origin);
  const char *name;
  FlTracingBlock inner;
  FlTracingScope inside;
  FlTraced result;

  op.n_args = 1;
  op.args[0] = fl_tracing_materialize (scope->block, &mask, expr->origin);
  op.src_dtype = expr->src_dtype;
  op.number = expr->number;
  op.integer = get_integer (expr->dtype, expr->number);
  name = fl_intern_printf ("masked_subblock%u", tracer->n_submodules++);
  fl_tracing_block_init (&inner, tracer);
  fl_tracing_scope_init (&inside, &inner, scope);
  result = fl_tracing_inner_function (&inside, expr->args[1]);
  g_ptr_array_add (tracer->blocks,
                   fl_tracing_block_finish (&inner, fl_tracing_materialize (&inner, &result, expr->origin), name));
  fl_tracing_scope_clear (&inside);
  op.block = tracer->blocks->len - 1;
  return fl_traced_from_op (fl_tracing_emit (scope->block, &op, name), expr->dtype);
}

/* Conditions that were listed and then joined, ((a and b) and c) and d: all of them are computed
 * first. */
static void
trace_listed_conditions (FlTracingScope *scope, const FlExpr *expr)
{
  const FlExpr *first = expr;

  for (; first->op == FL_SCALAR_AND; first = first->args[0])
    if (first->args[1]->op == FL_SCALAR_AND)
      return;
  if (expr->args[0]->op == FL_SCALAR_AND)
    trace_listed_conditions (scope, expr->args[0]);
  else
    fl_tracing_expr (scope, expr->args[0]);
  fl_tracing_expr (scope, expr->args[1]);
}

static FlTraced
trace_plain (FlTracingScope *scope, const FlExpr *expr)
{
  FlTraced args[4], folded;
  FlBodyOp op = fl_tracing_make_op (expr->op, expr->dtype, expr->origin);

  if (expr->op == FL_SCALAR_AND && !g_hash_table_contains (scope->values, expr))
    trace_listed_conditions (scope, expr);
  for (guint i = 0; i < expr->n_args; i++)
    args[i] = fl_tracing_expr (scope, expr->args[i]);
  if (!expr->is_implied
      && fl_traced_fold (expr->op, args, expr->n_args, expr->dtype, scope->block->tracer->symbols, &folded))
    return folded;
  op.src_dtype = expr->src_dtype;
  op.message = expr->message;
  op.n_args = expr->n_args;
  for (guint i = 0; i < expr->n_args; i++)
    op.args[i] = fl_tracing_materialize (scope->block, &args[i], expr->origin);
  if (expr->is_implied)
    return fl_traced_from_op (fl_tracing_imply (scope->block, &op,
                                                g_array_index (scope->block->ops, FlBodyOp, op.args[0]).name),
                              expr->dtype);
  return fl_traced_from_op (fl_tracing_emit (scope->block, &op, NULL), expr->dtype);
}

/* A number that the text holds as it is. */
static FlTraced
trace_literal (FlTracingScope *scope, const FlExpr *expr)
{
  FlBodyOp op = fl_tracing_make_op (expr->op, expr->dtype, expr->origin);

  op.number = expr->number;
  op.integer = expr->integer;
  return fl_traced_from_op (fl_tracing_imply (scope->block, &op, fl_intern_printf ("%" G_GINT64_FORMAT, expr->integer)),
                            expr->dtype);
}

/* A call of a producer's inner function: what its indices read from memory is read here, and known inside. */
static FlTraced
trace_call (FlTracingScope *scope, const FlExpr *expr)
{
  FlTracingScope inside;
  FlTraced result;

  fl_tracing_scope_init (&inside, scope->block, scope);
  if (expr->index != NULL)
    pass_indirect (scope, expr->index, expr->origin, &inside);
  result = fl_tracing_inner_function (&inside, expr->args[0]);
  fl_tracing_scope_clear (&inside);
  return result;
}

/* Integers wait for who needs them; of what may be a fraction the line is written at once, but as an integer it would
 * lose its fraction. */
static FlTraced
trace_index (FlTracingScope *scope, const FlExpr *expr)
{
  const FlSym *index = fl_tracing_map_index (scope, expr->index, expr->origin);
  FlTraced traced = fl_traced_from_sym (index, expr->dtype);

  return !fl_sym_is_real (index) || fl_dtype_is_integer (expr->dtype)
             ? traced
             : fl_traced_from_op (fl_tracing_materialize (scope->block, &traced, expr->origin), expr->dtype);
}

static FlTraced
trace_uncached (FlTracingScope *scope, const FlExpr *expr)
{
  FlTracer *tracer = scope->block->tracer;

  switch (expr->op)
    {
    case FL_SCALAR_SCOPE: return trace_call (scope, expr);
    case FL_SCALAR_AFTER: fl_tracing_expr (scope, expr->args[0]); return fl_tracing_expr (scope, expr->args[1]);
    case FL_SCALAR_CONSTANT:
      if (expr->is_implied)
        return trace_literal (scope, expr);
      return fl_dtype_is_integer (expr->dtype)
                 ? fl_traced_from_sym (fl_sym_int (tracer->symbols, expr->integer), expr->dtype)
                 : fl_traced_from_number (expr->number, expr->dtype, tracer->symbols);
    case FL_SCALAR_INDEX_EXPR: return trace_index (scope, expr);
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED: return trace_load (scope, expr);
    case FL_SCALAR_MASKED: return trace_masked (scope, expr);
    default: return trace_plain (scope, expr);
    }
}

FlTraced
fl_tracing_expr (FlTracingScope *scope, const FlExpr *expr)
{
  FlTraced *known = g_hash_table_lookup (scope->values, expr);
  FlTraced result;

  if (known != NULL)
    return *known;
  result = trace_uncached (scope, expr);
  g_hash_table_insert (scope->values, (gpointer) expr, g_memdup2 (&result, sizeof result));
  return result;
}

/* A part of an inner function that is evaluated by a call of its own, and when: scopes are numbered
 * in that order. */
typedef struct
{
  const FlExpr *expr;
  guint32 when;
} Call;

typedef struct
{
  GHashTable *latest; /* FlExpr -> highest number of a scope inside, + 1 */
  GArray *calls;
} CallSearch;

static guint32
collect_calls (CallSearch *search, const FlExpr *expr)
{
  gpointer known = g_hash_table_lookup (search->latest, expr);
  gboolean is_step = expr->op == FL_SCALAR_AFTER && expr->scope != 0;
  guint32 when = expr->scope;
  guint n_outside = search->calls->len;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  for (guint i = 0; expr->op != FL_SCALAR_SCOPE && i < expr->n_args; i++)
    {
      when = MAX (when, collect_calls (search, expr->args[i]));
      if (expr->op == FL_SCALAR_MASKED && i == 0)
        n_outside = search->calls->len;
    }
  if (expr->op == FL_SCALAR_MASKED) /* the masked body is called at that place */
    g_array_set_size (search->calls, n_outside);
  if (expr->op == FL_SCALAR_MASKED || expr->op == FL_SCALAR_SCOPE || is_step)
    {
      Call call = { expr, when };

      g_array_append_val (search->calls, call);
    }
  g_hash_table_insert (search->latest, (gpointer) expr, GUINT_TO_POINTER (when + 1));
  return when;
}

static gint
compare_calls (gconstpointer a, gconstpointer b)
{
  const Call *one = a, *other = b;

  return one->when < other->when ? -1 : one->when > other->when;
}

FlTraced
fl_tracing_inner_function (FlTracingScope *scope, const FlExpr *expr)
{
  g_autoptr (GHashTable) latest = NULL;
  g_autoptr (GArray) calls = NULL;
  CallSearch search;

  if (expr->op == FL_SCALAR_SCOPE || expr->op == FL_SCALAR_MASKED || expr->n_args == 0)
    return fl_tracing_expr (scope, expr);
  latest = g_hash_table_new (NULL, NULL);
  calls = g_array_new (FALSE, FALSE, sizeof (Call));
  search = (CallSearch) { latest, calls };
  collect_calls (&search, expr);
  g_array_sort (calls, compare_calls);
  for (guint i = 0; i < calls->len; i++)
    fl_tracing_expr (scope, g_array_index (calls, Call, i).expr);
  return fl_tracing_expr (scope, expr);
}
