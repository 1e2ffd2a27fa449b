/* Writing the operations of a loop body: names, the table of indices, constants where they are
 * used. Source: torch/_inductor/loop_body.py (LoopBody). */
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

guint32
fl_tracing_imply (FlTracingBlock *block, const FlBodyOp *op, const char *name)
{
  FlBodyOp copy = *op;

  copy.name = name;
  copy.is_implied = TRUE;
  g_array_append_val (block->ops, copy);
  return block->ops->len - 1;
}

FlBodyOp
fl_tracing_make_op (FlScalar op, FlDtype dtype, FlNodeId origin)
{
  return (FlBodyOp) { .op = op, .dtype = dtype, .index = -1, .block = -1, .bound = -1, .origin = origin };
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
  return fl_sym_simplify_as_inductor (index, tracer->body->vars, tracer->body->sizes, tracer->body->n_vars);
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
  sym = fl_sym_is_int (value->sym, NULL) ? value->sym : fl_tracing_simplify (block->tracer, value->sym);
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
  done->ops = fl_arena_memdup (block->tracer->arena, block->ops->data, block->ops->len * sizeof (FlBodyOp));
  done->result = result;
  done->name = name;
  g_array_unref (block->ops);
  g_hash_table_unref (block->n_names);
  return done;
}
