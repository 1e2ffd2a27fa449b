/* The end and the entry of tracing: what a kind of loops computes last, where it is stored, and the
 * body's variables. Source: torch/_inductor/loop_body.py (LoopBody), ir.py (Pointwise, Reduction,
 * Scatter, Scan, Sort: store_output). */
#include "fl-intern.h"
#include "fl-loop-body-private.h"

/* --- the store -------------------------------------------------------------------------------- */

static guint32
trace_values (FlTracingScope *scope, const FlLoops *loops, FlBodyOp *op)
{
  FlTraced values[3];

  for (guint i = 0; i < loops->n_values; i++)
    values[i] = fl_tracing_inner_function (scope, loops->values[i]);
  op->n_args = loops->n_values;
  for (guint i = 0; i < loops->n_values; i++)
    op->args[i] = fl_tracing_materialize (scope->block, &values[i], loops->values[i]->origin);
  return op->args[0];
}

/* Unpacks every result of a tuple; gives the one that is stored. */
static guint32
unpack (FlTracingScope *scope, guint32 tuple, guint n_outputs, guint wanted, FlDtype dtype, FlNodeId origin)
{
  guint32 result = tuple;

  for (guint i = 0; i < n_outputs; i++)
    {
      FlBodyOp item = fl_tracing_make_op (FL_SCALAR_GETITEM, dtype, origin);
      guint32 position;

      item.n_args = 1;
      item.args[0] = tuple;
      item.output = i;
      position = fl_tracing_emit (scope->block, &item, NULL);
      if (i == wanted)
        result = position;
    }
  return result;
}

static guint32
trace_reduction (FlTracingScope *scope, const FlLoops *loops, FlNodeId origin)
{
  FlBodyOp op = fl_tracing_make_op (FL_SCALAR_REDUCTION, loops->dtype, origin);
  guint n_outputs = fl_reduction_get_n_outputs (loops->reduction);
  guint32 position;

  op.src_dtype = loops->src_dtype;
  op.reduction = loops->reduction;
  trace_values (scope, loops, &op);
  position = fl_tracing_emit (scope->block, &op, NULL);
  return n_outputs > 1 ? unpack (scope, position, n_outputs, loops->output_index, loops->dtype, origin) : position;
}

static guint32
trace_scan_or_sort (FlTracingScope *scope, const FlLoops *loops, FlNodeId origin)
{
  gboolean is_scan = loops->kind == FL_LOOPS_SCAN;
  FlBodyOp op = fl_tracing_make_op (is_scan ? FL_SCALAR_SCAN : FL_SCALAR_SORT, loops->dtype, origin);
  guint32 position;

  op.scan_op = loops->scan_op;
  op.sort_stable = loops->sort_stable;
  op.sort_descending = loops->sort_descending;
  trace_values (scope, loops, &op);
  position = fl_tracing_emit (scope->block, &op,
                              is_scan ? fl_intern_printf ("scan%u", scope->block->tracer->n_submodules++) : NULL);
  return unpack (scope, position, loops->n_values, loops->output_index, loops->dtype, origin);
}

/* Where the result goes: the layout's index of the loop variables, or of the indices that a scatter
 * computes. */
static const FlSym *
get_store_index (FlTracingScope *scope, const FlBuffer *buffer, FlNodeId origin)
{
  const FlLoops *loops = buffer->loops;
  FlSymTable *symbols = scope->block->tracer->symbols;
  g_autoptr (GPtrArray) index = g_ptr_array_new ();

  if (loops->n_scatter_index > 0)
    for (guint i = 0; i < loops->n_scatter_index; i++)
      {
        g_ptr_array_add (index, (gpointer) loops->scatter_index[i]);
        /* What is read from memory is read even where the dimension has size 1, and its index is nowhere. */
        fl_tracing_map_index (scope, loops->scatter_index[i], origin);
      }
  else
    {
      for (guint i = 0; i < loops->n_ranges; i++)
        g_ptr_array_add (index, (gpointer) loops->vars[i]);
      if (loops->kind == FL_LOOPS_SCAN || loops->kind == FL_LOOPS_SORT)
        for (guint i = 0; i < loops->n_reduction_ranges; i++)
          g_ptr_array_add (index, (gpointer) loops->reduction_vars[i]);
    }
  g_assert (index->len == buffer->layout.n_dims);
  return fl_tracing_map_index (scope,
                               fl_layout_get_index (&buffer->layout, symbols, (const FlSym *const *) index->pdata),
                               origin);
}

static void
trace_store (FlTracingScope *scope, const FlBuffer *buffer)
{
  const FlLoops *loops = buffer->loops;
  FlNodeId origin = buffer->fx_node;
  gboolean is_reduction = loops->kind == FL_LOOPS_REDUCTION;
  FlBodyOp op
      = fl_tracing_make_op (is_reduction ? FL_SCALAR_STORE_REDUCTION : FL_SCALAR_STORE, buffer->layout.dtype, origin);
  const FlSym *index = NULL;
  guint32 value;

  /* Python evaluates the arguments of ops.store in order: a scatter's indices come before the
   * value. */
  if (loops->kind == FL_LOOPS_POINTWISE || loops->kind == FL_LOOPS_SCATTER)
    {
      FlTraced traced;

      index = get_store_index (scope, buffer, origin);
      traced = fl_tracing_inner_function (scope, loops->values[0]);
      value = fl_tracing_materialize (scope->block, &traced, origin);
    }
  else
    {
      value = is_reduction ? trace_reduction (scope, loops, origin) : trace_scan_or_sort (scope, loops, origin);
      index = get_store_index (scope, buffer, origin);
    }
  op.buffer = buffer->name;
  op.index = fl_tracing_add_index (scope->block->tracer, fl_tracing_simplify (scope->block->tracer, index));
  op.mode = loops->mode;
  op.n_args = 1;
  op.args[0] = value;
  fl_tracing_emit (scope->block, &op, NULL);
  scope->block->tracer->body->returns_store = !is_reduction || fl_reduction_get_n_outputs (loops->reduction) > 1;
}

/* --- entry ------------------------------------------------------------------------------------ */

/* Variables of the body for every range that is not 1, and the mapping from the loops' variables to
 * them. */
static void
make_variables (FlTracer *tracer, const FlLoops *loops, const char *prefix)
{
  guint n_all = loops->n_ranges + loops->n_reduction_ranges;
  FlLoopBody *body = tracer->body;
  const FlSym **vars = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);
  const FlSym **sizes = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);

  tracer->old_vars = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);
  tracer->values = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);
  for (guint i = 0; i < n_all; i++)
    {
      gboolean is_iter = i < loops->n_ranges;
      const FlSym *size = is_iter ? loops->ranges[i] : loops->reduction_ranges[i - loops->n_ranges];
      const FlSym *old = is_iter ? loops->vars[i] : loops->reduction_vars[i - loops->n_ranges];
      const FlSym *value = fl_sym_int (tracer->symbols, 0);

      if (!fl_sym_is_int_value (size, 1))
        {
          value = fl_sym_var (tracer->symbols, fl_intern_printf ("%s%u", prefix, body->n_vars), size);
          vars[body->n_vars] = value;
          sizes[body->n_vars++] = size;
          body->n_iter += is_iter;
        }
      if (fl_sym_is_symbol (old))
        {
          tracer->old_vars[tracer->n_old] = old;
          tracer->values[tracer->n_old++] = value;
        }
    }
  body->vars = vars;
  body->sizes = body->written_sizes = sizes;
}

FlLoopBody *
fl_loop_body_new (FlArena *arena, const FlLowered *lowered, const FlBuffer *buffer, const char *prefix)
{
  FlTracer tracer = { .arena = arena, .lowered = lowered, .symbols = lowered->symbols, .n_submodules = 1 };
  g_autoptr (GPtrArray) indices = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  g_autoptr (GPtrArray) sizes = g_ptr_array_new ();
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  FlLoopBody *body = fl_arena_new (arena, FlLoopBody, 1);
  FlTracingBlock root;
  FlTracingScope scope;

  g_assert (buffer->loops != NULL);
  tracer.body = body;
  tracer.indices = indices;
  tracer.blocks = blocks;
  tracer.index_positions = positions;
  tracer.indirect_sizes = sizes;
  make_variables (&tracer, buffer->loops, prefix);
  g_ptr_array_add (blocks, NULL);
  fl_tracing_block_init (&root, &tracer);
  fl_tracing_scope_init (&scope, &root, NULL);
  trace_store (&scope, buffer);
  fl_tracing_scope_clear (&scope);
  blocks->pdata[0] = fl_tracing_block_finish (&root, root.ops->len - 1, "body");

  body->n_indices = indices->len;
  body->indices = fl_arena_memdup (arena, indices->pdata, indices->len * sizeof (gpointer));
  body->n_blocks = blocks->len;
  body->blocks = fl_arena_new (arena, FlBodyBlock, blocks->len);
  for (guint i = 0; i < blocks->len; i++)
    body->blocks[i] = *(FlBodyBlock *) blocks->pdata[i];
  return body;
}
