/* Writing the operations of a loop body: names, the table of indices, constants where they are
 * used, indices that are read from memory. Source: torch/_inductor/loop_body.py (LoopBody,
 * CaptureIndexing), index_propagation.py (indirect_indexing). */
#include "fl-intern.h"
#include "fl-loop-body-private.h"

/* --- names and operations --------------------------------------------------------------------- */

/* torch.fx never names a node like a Python builtin: those start at _1. */
static gboolean
is_python_builtin (const char *name)
{
  return g_str_equal (name, "abs") || g_str_equal (name, "pow") || g_str_equal (name, "round");
}

static const char *
make_name (FlTracingBlock *block, const char *base)
{
  const char *key = fl_intern (base);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (block->n_names, key));

  if (n == 0 && is_python_builtin (base))
    n = 1;
  g_hash_table_insert (block->n_names, (gpointer) key, GUINT_TO_POINTER (n + 1));
  return n == 0 ? key : fl_intern_printf ("%s_%u", base, n);
}

guint32
fl_tracing_emit (FlTracingBlock *block, const FlBodyOp *op, const char *base)
{
  FlBodyOp copy = *op;

  copy.name = make_name (block, base != NULL ? base : fl_scalar_get_info (op->op)->name);
  g_array_append_val (block->ops, copy);
  return block->ops->len - 1;
}

FlBodyOp
fl_tracing_make_op (FlScalar op, FlDtype dtype, FlNodeId origin)
{
  return (FlBodyOp){
    .op = op, .dtype = dtype, .index = -1, .block = -1, .bound = -1, .origin = origin
  };
}

gint32
fl_tracing_add_index (FlTracer *tracer, const FlSym *index)
{
  guint position;

  position = GPOINTER_TO_UINT (g_hash_table_lookup (tracer->index_positions, index));
  if (position == 0)
    {
      g_ptr_array_add (tracer->indices, (gpointer) index);
      position = tracer->indices->len;
      g_hash_table_insert (tracer->index_positions, (gpointer) index, GUINT_TO_POINTER (position));
    }
  return position - 1;
}

const FlSym *
fl_tracing_simplify (FlTracer *tracer, const FlSym *index)
{
  return fl_sym_simplify (index, tracer->body->vars, tracer->body->sizes, tracer->body->n_vars);
}

guint32
fl_tracing_materialize (FlTracingBlock *block, const FlTraced *value, FlNodeId origin)
{
  FlBodyOp op;
  gint64 integer = 0;
  const FlSym *sym;

  if (value->kind == FL_TRACED_OP)
    return value->op;
  op = fl_tracing_make_op (FL_SCALAR_CONSTANT, value->dtype, origin);
  if (value->kind == FL_TRACED_FLOAT)
    {
      op.number = value->number;
      return fl_tracing_emit (block, &op, NULL);
    }
  sym = fl_sym_is_int (value->sym, NULL) ? value->sym
                                         : fl_tracing_simplify (block->tracer, value->sym);
  if (fl_sym_is_int (sym, &integer))
    {
      op.integer = integer;
      op.number = (double) integer;
      return fl_tracing_emit (block, &op, NULL);
    }
  op.op = FL_SCALAR_INDEX_EXPR;
  op.index = fl_tracing_add_index (block->tracer, sym);
  return fl_tracing_emit (block, &op, NULL);
}

/* --- blocks and scopes ------------------------------------------------------------------------ */

void
fl_tracing_scope_init (FlTracingScope *scope, FlTracingBlock *block, const FlTracingScope *outer)
{
  scope->block = block;
  scope->outer = outer;
  scope->values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  scope->indirect = g_hash_table_new (NULL, NULL);
}

void
fl_tracing_scope_clear (FlTracingScope *scope)
{
  g_hash_table_unref (scope->values);
  g_hash_table_unref (scope->indirect);
}

void
fl_tracing_block_init (FlTracingBlock *block, FlTracer *tracer)
{
  block->tracer = tracer;
  block->ops = g_array_new (FALSE, TRUE, sizeof (FlBodyOp));
  block->n_names = g_hash_table_new (NULL, NULL);
}

FlBodyBlock *
fl_tracing_block_finish (FlTracingBlock *block, guint32 result, const char *name)
{
  FlBodyBlock *done = fl_arena_new (block->tracer->arena, FlBodyBlock, 1);

  done->n_ops = block->ops->len;
  done->ops = fl_arena_memdup (block->tracer->arena, block->ops->data,
                               block->ops->len * sizeof (FlBodyOp));
  done->result = result;
  done->name = name;
  g_array_unref (block->ops);
  g_hash_table_unref (block->n_names);
  return done;
}

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
        to[i] = fl_sym_var (tracer->symbols, fl_intern_printf ("_below%u", i),
                            tracer->indirect_sizes->pdata[i]);
    }
  return fl_sym_substitute (index, from, to, n);
}

/* An index that turned out to be known without reading memory: it is used as it is, with an
 * assertion of its bounds. */
static const FlSym *
use_known_index (FlTracingScope *scope,
                 const FlTraced *value,
                 const FlIndirect *indirect,
                 FlNodeId origin)
{
  FlTracer *tracer = scope->block->tracer;
  const FlSym *zero = fl_sym_int (tracer->symbols, 0);
  const FlSym *index = value->sym, *bounded = bound_indirect (tracer, index);
  const FlSym *size
      = fl_sym_substitute (indirect->size, tracer->old_vars, tracer->values, tracer->n_old);
  gboolean lower
      = fl_sym_known (FL_SYM_GE, bounded, zero)
        || (indirect->wrap_negative && fl_sym_known (FL_SYM_GE, bounded, fl_sym_neg (size)));
  gboolean upper = fl_sym_known (FL_SYM_LT, bounded, size);

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
      op.indirect_symbol
          = fl_sym_indirect (tracer->symbols, fl_intern_printf ("indirect%u", op.indirect));
      op.indirect_size
          = fl_sym_substitute (indirect->size, tracer->old_vars, tracer->values, tracer->n_old);
      op.indirect_wrap = indirect->wrap_negative;
      op.indirect_check = indirect->check;
      g_ptr_array_add (tracer->indirect_sizes,
                       op.indirect_check ? (gpointer) op.indirect_size : NULL);
      tracer->n_submodules++;
      fl_tracing_emit (scope->block, &op, fl_intern_printf ("set_indirect%u", op.indirect));
      known = op.indirect_symbol;
    }
  g_hash_table_insert (scope->indirect, (gpointer) symbol, (gpointer) known);
  return known;
}

void
fl_tracing_pass_indirect (FlTracingScope *scope,
                          const FlSym *index,
                          FlNodeId origin,
                          FlTracingScope *inside)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  fl_expr_collect_indirect (scope->block->tracer->lowered->pool, index, found);
  for (guint i = 0; i < found->len; i++)
    g_hash_table_insert (inside->indirect, found->pdata[i],
                         (gpointer) trace_indirect (scope, found->pdata[i], origin));
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
  return fl_sym_substitute (index, (const FlSym *const *) from->pdata,
                            (const FlSym *const *) to->pdata, from->len);
}
