/* How often the loops of a kernel go over a row: loops side by side within another one, of which each reads what an
 * earlier one made, run one after the other. Loops that need nothing of each other (the pieces of tensors that are
 * joined) count once. */
#include "fl-kernel-passes.h"

static gboolean
writes (const FlNestLeaf *leaf, const char *buffer)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if ((block->ops[i].op == FL_SCALAR_STORE || block->ops[i].op == FL_SCALAR_STORE_REDUCTION)
        && block->ops[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
reads_of (const FlNestLoop *reader, const FlNestLoop *writer)
{
  for (guint r = 0; r < reader->n_leaves; r++)
    for (guint b = 0; b < reader->leaves[r]->body->n_blocks; b++)
      for (guint i = 0; i < reader->leaves[r]->body->blocks[b].n_ops; i++)
        {
          const FlBodyOp *op = &reader->leaves[r]->body->blocks[b].ops[i];

          for (guint w = 0; op->op == FL_SCALAR_LOAD && w < writer->n_leaves; w++)
            if (writes (writer->leaves[w], op->buffer))
              return TRUE;
        }
  return FALSE;
}

/* The longest chain of loops inside that wait for each other. */
static guint
count_inside (const FlNestLoop *loop)
{
  g_autofree guint *chains = g_new0 (guint, loop->n_items + 1);
  guint most = 1;

  for (guint i = 0; i < loop->n_items; i++)
    {
      if (!loop->items[i].loop)
        continue;
      for (guint before = 0; before < i; before++)
        if (loop->items[before].loop && reads_of (loop->items[i].loop, loop->items[before].loop))
          chains[i] = MAX (chains[i], chains[before]);
      chains[i] += count_inside (loop->items[i].loop);
      most = MAX (most, chains[i]);
    }
  return most;
}

guint
fl_kernel_count_passes (const FlNest *nest)
{
  guint most = 1;

  for (guint i = 0; i < nest->n_items; i++)
    if (nest->items[i].loop)
      most = MAX (most, count_inside (nest->items[i].loop));
  return most;
}
