/* Which loops a nest writes as strips of columns, and which in tiles: by the accesses that are contiguous along the one
 * variable or the other. */
#include "fl-nest-private.h"

/* Loads whose reduced elements are far apart, those of neighbouring results being side by side, less those that are the
 * other way. */
gint
fl_nest_balance_columns (const FlNestLeaf *leaf)
{
  gint balance = 0;

  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i];
        const FlSym *across, *along;

        if (op->op != FL_SCALAR_LOAD || fl_sym_contains_kind (leaf->indices[op->index], FL_SYM_INDIRECT))
          continue;
        across = fl_sym_get_stride (leaf->indices[op->index], leaf->vars[leaf->n_iter - 1], leaf->vars, leaf->n_loops);
        along = fl_sym_get_stride (leaf->indices[op->index], leaf->vars[leaf->n_loops - 1], leaf->vars, leaf->n_loops);
        /* What is the same for neighbouring results (the left side of a product) is no reason either way. Windows that
         * overlap are side by side both ways: as columns, a vector of results takes one load for each element of a
         * window. */
        if (fl_sym_is_int_value (across, 1) && !fl_sym_is_int_value (along, 0))
          balance++;
        else if (fl_sym_is_int_value (along, 1))
          balance -= !fl_sym_is_int_value (across, 0);
      }
  return balance;
}

gboolean
fl_nest_reduces_columns (const FlNestLeaf *leaf)
{
  return fl_nest_balance_columns (leaf) > 0;
}

static gboolean
has_strip_reduction (const FlNestLeaf *leaf)
{
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    {
      const FlBodyOp *op = &leaf->body->blocks[0].ops[i];

      if (op->op == FL_SCALAR_SCAN || op->op == FL_SCALAR_SORT)
        return FALSE;
      if (op->op == FL_SCALAR_REDUCTION && op->reduction == FL_REDUCTION_WELFORD_COMBINE)
        return FALSE;
    }
  return TRUE;
}

/* Done for each element that is reduced, on the way. */
static gboolean
is_on_the_way (const FlNestLoop *loop, const FlNestLeaf *leaf)
{
  return !leaf->is_reduction && leaf->n_iter == leaf->n_loops && leaf->n_loops == loop->depth + 2;
}

/* One nest of reduction loops, then perhaps operations on its results. */
gboolean
fl_nest_is_strip (const FlNestLoop *loop)
{
  gboolean is_gain = FALSE, has_elements = FALSE, is_flat = TRUE;

  if (loop->n_items == 0 || !loop->items[0].loop)
    return FALSE;
  for (guint i = 1; i < loop->n_items; i++)
    if (loop->items[i].loop)
      return FALSE;
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      const FlNestLeaf *leaf = loop->leaves[i];

      if (leaf->is_scatter || (leaf->n_iter != loop->depth + 1 && !is_on_the_way (loop, leaf)))
        return FALSE;
      has_elements |= leaf->n_iter > loop->depth + 1;
      is_flat &= !leaf->is_two_pass && leaf->n_loops <= loop->depth + 2;
      if (leaf->n_loops == leaf->n_iter)
        continue;
      if (!leaf->is_reduction || !has_strip_reduction (leaf))
        return FALSE;
      is_gain |= fl_nest_reduces_columns (leaf);
    }
  return is_gain && (is_flat || !has_elements);
}

/* Counts accesses that are contiguous along var and jump along the other; writes count for much. */
guint
fl_nest_count_contiguous (const FlSchedule *schedule, const FlNestLeaf *leaf, const FlSym *var, const FlSym *other,
                          guint *n_writes)
{
  g_autoptr (GArray) accesses = fl_nest_leaf_get_accesses (schedule, leaf);
  guint n = 0;

  for (guint i = 0; i < accesses->len; i++)
    {
      const FlNestAccess *access = &g_array_index (accesses, FlNestAccess, i);
      const FlSym *along = fl_sym_get_stride (access->index, var, leaf->vars, leaf->n_loops);
      const FlSym *across = fl_sym_get_stride (access->index, other, leaf->vars, leaf->n_loops);

      if (!fl_sym_is_int_value (along, 1) || fl_sym_is_int_value (across, 0) || fl_sym_is_int_value (across, 1))
        continue;
      n++;
      *n_writes += access->is_write;
    }
  return n;
}

/* Two plain loops, the inner one innermost, with some accesses contiguous along the one and some along the other. */
void
fl_nest_decide_tiles (const FlSchedule *schedule, FlNestLoop *loop)
{
  const FlNestLoop *inner = loop->n_items == 1 ? loop->items[0].loop : NULL;
  guint n_along = 0, n_across = 0, written_along = 0, written_across = 0;

  if (!inner || fl_sym_get_hint (loop->size, 8) < FL_NEST_TILE / 2
      || fl_sym_get_hint (inner->size, 8) < FL_NEST_TILE / 2)
    return;
  for (guint i = 0; i < inner->n_items; i++)
    {
      const FlNestLeaf *leaf = inner->items[i].leaf;

      if (!leaf || leaf->is_reduction || leaf->is_scatter || leaf->n_iter != leaf->n_loops)
        return;
      n_along += fl_nest_count_contiguous (schedule, leaf, inner->var, loop->var, &written_along);
      n_across += fl_nest_count_contiguous (schedule, leaf, loop->var, inner->var, &written_across);
    }
  loop->is_tiled = n_along > 0 && n_across > 0;
  loop->is_tile_swapped = written_across > written_along;
}
