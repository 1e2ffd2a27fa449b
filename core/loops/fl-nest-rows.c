/* Rows of two loops as rows of one: groups of channels.
 *
 * A norm of groups has two loops over its rows, images and groups, because weights are those of the group, whatever the
 * image. As one loop over all rows, which reads the weights of row i0 % 8, threads share out rows, and what one row
 * makes for the next one goes on from image to image. */
#include "fl-nest-private.h"

enum
{
  MIN_ROW = 1024 /* elements that are reduced: of fewer, i0 % 8 would count */
};

/* How an index goes along the two loops. */
typedef enum
{
  OTHERWISE,
  ON_AND_ON, /* step * (length * i0 + i1) and more */
  AGAIN,     /* an index of i1 alone, the same for each i0 */
  FIXED      /* one index everywhere */
} Way;

static Way
find_way (const FlNestLeaf *leaf, const FlSym *index, gint64 length)
{
  const FlSym *outer = leaf->vars[0], *inner = leaf->vars[1], *step;

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return OTHERWISE;
  if (!fl_sym_contains (index, outer))
    return fl_sym_contains (index, inner) ? AGAIN : FIXED;
  step = fl_sym_get_stride (index, inner, leaf->vars, leaf->n_loops);
  if (!fl_sym_is_int (step, NULL))
    return OTHERWISE;
  index = fl_sym_sub (index, fl_sym_mul (step, fl_sym_add (fl_sym_mul_int (outer, length), inner)));
  return fl_sym_contains (index, outer) || fl_sym_contains (index, inner) ? OTHERWISE : ON_AND_ON;
}

static gboolean
can_merge_op (const FlNestLeaf *leaf, const FlBodyOp *op, gint64 length)
{
  const Way way = op->index >= 0 ? find_way (leaf, leaf->indices[op->index], length) : FIXED;

  switch (op->op)
    {
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_CHECK_BOUNDS:
    case FL_SCALAR_SET_INDIRECT:
    case FL_SCALAR_SCAN:
    case FL_SCALAR_SORT:
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN: return FALSE;
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION: return op->mode != FL_STORE_ATOMIC_ADD && way == ON_AND_ON;
    case FL_SCALAR_LOAD: return way == ON_AND_ON || (way != OTHERWISE && !leaf->is_reduction);
    default: return op->index < 0;
    }
}

static gboolean
can_merge (const FlNestLeaf *leaves, guint n, gint64 *length, gint64 *all)
{
  gboolean has_rows = FALSE, has_parts = FALSE, is_again = FALSE;
  gint64 outer, row;

  for (guint l = 0; l < n; l++)
    {
      const FlNestLeaf *leaf = &leaves[l];

      if (leaf->n_iter < 2 || leaf->is_scatter || leaf->body->n_blocks != 1 || leaf->sizes[0] != leaves[0].sizes[0]
          || leaf->sizes[1] != leaves[0].sizes[1] || !fl_sym_is_int (leaf->sizes[0], &outer)
          || !fl_sym_is_int (leaf->sizes[1], length) || __builtin_mul_overflow (outer, *length, all))
        return FALSE;
      if (leaf->is_reduction
          && (leaf->n_iter != 2 || leaf->n_loops != 3 || !fl_sym_is_int (leaf->sizes[2], &row) || row < MIN_ROW))
        return FALSE;
      has_rows |= leaf->is_reduction;
      has_parts |= leaf->n_iter == 4;
      for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
        {
          const FlBodyOp *op = &leaf->body->blocks[0].ops[i];

          if (!can_merge_op (leaf, op, *length))
            return FALSE;
          is_again |= op->op == FL_SCALAR_LOAD && find_way (leaf, leaf->indices[op->index], *length) == AGAIN;
        }
    }
  return has_rows && has_parts && is_again;
}

/* The two outermost loops of a leaf become one; variables are named by depth. */
static void
merge (FlArena *arena, FlSymTable *symbols, FlNestLeaf *leaf, gint64 length, gint64 all)
{
  const guint n = leaf->n_loops - 1;
  const FlSym **vars = fl_arena_new (arena, const FlSym *, n), **sizes = fl_arena_new (arena, const FlSym *, n);
  const FlSym **indices = fl_arena_new (arena, const FlSym *, leaf->body->n_indices);
  const FlSym **values = fl_arena_new (arena, const FlSym *, leaf->n_loops);
  const FlSym *group;

  for (guint i = 0; i < n; i++)
    {
      sizes[i] = i == 0 ? fl_sym_int (symbols, all) : leaf->sizes[i + 1];
      vars[i] = values[i + 1] = fl_nest_make_var (symbols, i, sizes[i]);
    }
  group = fl_sym_mod_index (vars[0], fl_sym_int (symbols, 1), leaf->sizes[1]);
  for (guint k = 0; k < leaf->body->n_indices; k++)
    {
      /* Of one that goes on and on, the rows before are in the inner variable. */
      const gboolean is_on = find_way (leaf, leaf->indices[k], length) == ON_AND_ON;

      values[0] = fl_sym_int (symbols, 0);
      values[1] = is_on ? vars[0] : group;
      indices[k] = fl_sym_substitute (leaf->indices[k], leaf->vars, values, leaf->n_loops);
    }
  values[1] = vars[0];
  leaf->reduction_index = fl_sym_substitute (leaf->reduction_index, leaf->vars, values, leaf->n_loops);
  leaf->n_loops--;
  leaf->n_iter--;
  leaf->vars = vars;
  leaf->sizes = sizes;
  leaf->indices = indices;
}

gint64
fl_nest_merge_rows (FlArena *arena, const FlSchedule *schedule, FlNestLeaf *leaves, guint n)
{
  gint64 length, all;

  if (n < 2 || !can_merge (leaves, n, &length, &all))
    return 0;
  for (guint l = 0; l < n; l++)
    merge (arena, schedule->lowered->symbols, &leaves[l], length, all);
  return length;
}
