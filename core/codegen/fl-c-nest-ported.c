/* Which kernels of the writer are of a kind whose optimizations are passes over loop programs: the
 * others are still written by it. Each condition here names what has no pass yet, and goes when
 * that has one. */
#include "fl-c-gather.h"
#include "fl-c-nest-private.h"
#include "fl-kernel.h"

enum
{
  MAX_SHORT_ROW = 64, /* as in fl-c-nest-short.c */
  MIN_SHORT_ROWS = 32
};

/* Does it come to the sum or an extreme? */
static gboolean
is_sum_or_extreme (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION)
      return block->ops[i].reduction == FL_REDUCTION_SUM || block->ops[i].reduction == FL_REDUCTION_MAX
             || block->ops[i].reduction == FL_REDUCTION_MIN;
  return FALSE;
}

/* Several short rows are reduced at a time: fl-c-nest-short.c. */
static gboolean
has_short_rows (const FlNestLoop *rows)
{
  const FlNestLoop *loop = rows->n_items > 0 ? rows->items[0].loop : NULL;
  gint64 size, n_rows;

  return loop && loop->n_leaves == 1 && is_sum_or_extreme (loop->leaves[0]) && fl_sym_is_int (loop->size, &size)
         && size <= MAX_SHORT_ROW && fl_sym_is_int (rows->size, &n_rows) && n_rows >= MIN_SHORT_ROWS;
}

static gboolean
is_plain_loop (const FlNestLoop *loop)
{
  if (!loop->is_strip && has_short_rows (loop))
    return FALSE;
  for (guint i = 0; i < loop->n_items; i++)
    if (loop->items[i].loop && !is_plain_loop (loop->items[i].loop))
      return FALSE;
  return TRUE;
}

static gboolean
is_plain_reduction (const FlBodyOp *op)
{
  return op->reduction != FL_REDUCTION_WELFORD_COMBINE && op->reduction != FL_REDUCTION_ONLINE_SOFTMAX
         && (op->reduction != FL_REDUCTION_WELFORD_REDUCE || op->dtype == FL_DTYPE_F32);
}

/* Of rows that elements are gathered from, the next one is fetched: fl_c_gather_write_prefetch. */
static gboolean
fetches_gathered_rows (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op)
{
  const FlNestLeaf *leaf = state->leaf;

  return writer->does_prefetch && op->op == FL_SCALAR_LOAD && leaf->n_loops > 1
         && fl_c_gather_has_position (state, leaf->indices[op->index], leaf->vars[leaf->n_loops - 1]);
}

static gboolean
is_plain_leaf (const FlCWriter *writer, const FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      if (op->op == FL_SCALAR_SCAN || fetches_gathered_rows (writer, state, op)
          || (op->op == FL_SCALAR_REDUCTION && !is_plain_reduction (op)))
        return FALSE;
    }
  return TRUE;
}

gboolean
fl_c_nest_is_ported (const FlCWriter *writer, const FlKernel *kernel)
{
  for (guint i = 0; i < writer->nest->n_leaves; i++)
    if (!is_plain_leaf (writer, &writer->leaves[i]))
      return FALSE;
  for (guint i = 0; i < writer->nest->n_items; i++)
    if (writer->nest->items[i].loop && !is_plain_loop (writer->nest->items[i].loop))
      return FALSE;
  return TRUE;
}
