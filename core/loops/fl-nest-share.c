/* When may two operations share loops? When every element that one writes and the other touches is touched in the same
 * iteration of the shared loops. Two sufficient conditions are tested:
 *   - same point: both indices are the same expression of the shared variables;
 *   - same row: the shared variables move both indices by equal non-zero steps, and what the remaining loops add stays
 *     below the smallest of these steps, so that an iteration of the shared loops owns its elements alone. */
#include "fl-nest-private.h"

enum
{
  STAGE_LENGTH
  = 256 /* elements of a result from which on a GPU reduces by two functions: another one costs some 2 us */
};

const FlBuffer *
fl_buffer_get_storage (const FlBuffer *buffer)
{
  while (buffer->layout.kind == FL_LAYOUT_MUTATION && buffer->layout.target)
    buffer = buffer->layout.target;
  return buffer;
}

GArray *
fl_nest_leaf_get_accesses (const FlSchedule *schedule, const FlNestLeaf *leaf)
{
  GArray *accesses = g_array_new (FALSE, FALSE, sizeof (FlNestAccess));

  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i],
                       *uncut = leaf->part ? &leaf->node->body->blocks[b].ops[i] : op;
        gboolean is_write = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
        const FlBuffer *buffer;

        if (!is_write && op->op != FL_SCALAR_LOAD && op->op != FL_SCALAR_LOAD_SEED)
          continue;
        buffer = fl_lowered_find_buffer (schedule->lowered, op->buffer);
        g_assert (buffer);
        g_array_append_vals (accesses,
                             &(FlNestAccess) { .leaf = leaf,
                                               .storage = fl_buffer_get_storage (buffer),
                                               .index = leaf->indices[op->index],
                                               .uncut = leaf->part ? leaf->node->body->indices[uncut->index] : NULL,
                                               .is_write = is_write },
                             1);
      }
  return accesses;
}

gboolean
fl_nest_is_same_point (const FlNestAccess *a, const FlNestAccess *b)
{
  return a->index == b->index && !fl_sym_contains_kind (a->index, FL_SYM_INDIRECT);
}

/* Copies of operations for different pieces never touch the same element, where they would not have in different
 * iterations: nothing is written twice, and what is read is what the same iteration wrote. */
static gboolean
are_parts_apart (const FlNestAccess *a, const FlNestAccess *b)
{
  return a->leaf->part > 0 && b->leaf->part > 0 && a->leaf->part != b->leaf->part && a->uncut == b->uncut
         && !fl_sym_contains_kind (a->uncut, FL_SYM_INDIRECT);
}

/* The index with every variable at its last value. Right for indices that grow with all of their variables, which the
 * caller has made sure of; NULL when it has not. */
static const FlSym *
get_last_index (const FlNestLeaf *leaf, const FlSym *index)
{
  const FlSym **values = g_newa (const FlSym *, leaf->n_loops + 1);

  for (guint i = 0; i < leaf->n_loops; i++)
    {
      const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

      if (fl_sym_contains (index, leaf->vars[i])
          && !fl_sym_known (FL_SYM_GE, fl_sym_get_stride (index, leaf->vars[i], leaf->vars, leaf->n_loops), zero))
        return NULL;
      values[i] = fl_sym_add_int (leaf->sizes[i], -1);
    }
  return fl_sym_substitute (index, leaf->vars, values, leaf->n_loops);
}

/* The index with every variable at 0. */
static const FlSym *
get_first_index (const FlNestLeaf *leaf, const FlSym *index)
{
  const FlSym **zeros = g_newa (const FlSym *, leaf->n_loops + 1);

  for (guint i = 0; i < leaf->n_loops; i++)
    zeros[i] = fl_sym_int (fl_sym_get_table (index), 0);
  return fl_sym_substitute (index, leaf->vars, zeros, leaf->n_loops);
}

/* Sums of products only: no division, modulo, selection or index read from memory, so that strides say everything. */
static gboolean
is_affine (const FlSym *index)
{
  static const FlSymKind others[]
      = { FL_SYM_INDIRECT, FL_SYM_FLOOR_DIV, FL_SYM_MOD_INDEX, FL_SYM_MOD,    FL_SYM_MIN,  FL_SYM_MAX,
          FL_SYM_POW,      FL_SYM_REL,       FL_SYM_SELECT,    FL_SYM_OPAQUE, FL_SYM_REAL, FL_SYM_ROUND };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (fl_sym_contains_kind (index, others[i]))
      return FALSE;
  return TRUE;
}

const FlSym *
fl_nest_get_row_index (const FlNestLeaf *leaf, const FlSym *index, guint depth)
{
  const FlSym **zeros = g_newa (const FlSym *, depth + 1);

  for (guint i = 0; i < depth; i++)
    zeros[i] = fl_sym_int (fl_sym_get_table (index), 0);
  return fl_sym_substitute (index, leaf->vars, zeros, depth);
}

/* Last index within a row, or NULL when the access does not stay in the row that the outer loops give it. */
static const FlSym *
get_row_end (const FlNestAccess *access, guint depth)
{
  const FlSym *row, *zero = fl_sym_int (fl_sym_get_table (access->index), 0), *end;

  if (!is_affine (access->index))
    return NULL;
  row = fl_nest_get_row_index (access->leaf, access->index, depth);
  end = get_last_index (access->leaf, row);
  if (!end)
    return NULL;
  /* The row starts at 0: what begins before it, as a padded row's masked neighbour does, lies in the row before. */
  if (!fl_sym_known (FL_SYM_GE, get_first_index (access->leaf, row), zero))
    return NULL;
  for (guint i = 0; i < depth; i++)
    {
      const FlSym *stride
          = fl_sym_get_stride (access->index, access->leaf->vars[i], access->leaf->vars, access->leaf->n_loops);
      if (!fl_sym_known (FL_SYM_GT, stride, zero))
        return NULL;
    }
  return end;
}

/* Do the steps of the outer loops nest: each at least the next one's step times its length, the last above the row's
 * end? */
static gboolean
does_nest (const FlNestAccess *access, guint depth, const FlSym *row_end)
{
  const FlNestLeaf *leaf = access->leaf;
  const FlSym *inside = fl_sym_add_int (row_end, 1);

  for (guint i = depth; i-- > 0;)
    {
      const FlSym *stride = fl_sym_get_stride (access->index, leaf->vars[i], leaf->vars, leaf->n_loops);

      if (!fl_sym_known (FL_SYM_GE, stride, inside) && !fl_sym_known_equal (stride, inside))
        return FALSE;
      inside = fl_sym_mul (stride, leaf->sizes[i]);
    }
  return TRUE;
}

static gboolean
has_equal_steps (const FlNestAccess *a, const FlNestAccess *b, guint depth)
{
  for (guint i = 0; i < depth; i++)
    if (!fl_sym_known_equal (fl_sym_get_stride (a->index, a->leaf->vars[i], a->leaf->vars, a->leaf->n_loops),
                             fl_sym_get_stride (b->index, b->leaf->vars[i], b->leaf->vars, b->leaf->n_loops)))
      return FALSE;
  return TRUE;
}

static gboolean
stays_in_row (const FlNestAccess *a, const FlNestAccess *b, guint depth, const FlSym **end)
{
  const FlSym *end_a = get_row_end (a, depth), *end_b = get_row_end (b, depth);

  if (!end_a || !end_b || !has_equal_steps (a, b, depth))
    return FALSE;
  if (!does_nest (a, depth, end_a) || !does_nest (b, depth, end_b))
    return FALSE;
  *end = end_a == end_b ? end_a : fl_sym_max (end_a, end_b);
  return TRUE;
}

gint64
fl_nest_get_row_elements (const FlNestAccess *a, const FlNestAccess *b, guint depth)
{
  const FlSym *end;
  gint64 last;

  if (!stays_in_row (a, b, depth, &end) || !fl_sym_is_int (end, &last))
    return -1;
  return last + 1;
}

/* a runs before b; at least one of them writes; both in loops 0 … depth. */
static gboolean
is_pair_local (const FlNestAccess *a, const FlNestAccess *b, guint depth)
{
  const FlSym *end;

  /* What a reduction stores is known only after its own loops. */
  if ((a->is_write && a->leaf->is_reduction && depth >= a->leaf->n_iter)
      || (b->is_write && b->leaf->is_reduction && depth >= b->leaf->n_iter))
    return FALSE;
  if (a->leaf->is_scatter || b->leaf->is_scatter)
    return FALSE;
  /* What is reduced in two passes is read again when its loops are through: nobody writes over it in the first. */
  if (a->leaf->is_two_pass && !a->is_write && depth >= a->leaf->n_iter)
    return FALSE;
  if (fl_nest_is_same_point (a, b))
    {
      /* The point must move with every shared loop, or one iteration would see what another wrote. */
      for (guint i = 0; i <= depth; i++)
        if (!fl_sym_contains (a->index, a->leaf->vars[i]))
          return FALSE;
      return TRUE;
    }
  return stays_in_row (a, b, depth + 1, &end);
}

gboolean
fl_nest_conflicts (const FlSchedule *schedule, const FlNestLeaf *a, const FlNestLeaf *b)
{
  g_autoptr (GArray) first = fl_nest_leaf_get_accesses (schedule, a);
  g_autoptr (GArray) second = fl_nest_leaf_get_accesses (schedule, b);

  for (guint i = 0; i < first->len; i++)
    for (guint j = 0; j < second->len; j++)
      {
        const FlNestAccess *x = &g_array_index (first, FlNestAccess, i), *y = &g_array_index (second, FlNestAccess, j);

        if (x->storage == y->storage && (x->is_write || y->is_write) && !are_parts_apart (x, y))
          return TRUE;
      }
  return FALSE;
}

/* Results of a that b goes on to reduce, and how many elements each of them is made of. */
static gboolean
is_reduced_further (const FlNestAccess *a, const FlNestAccess *b)
{
  if (a->storage != b->storage || !a->is_write || b->is_write || !a->leaf->is_reduction || !b->leaf->is_reduction)
    return FALSE;
  for (guint i = b->leaf->n_iter; i < b->leaf->n_loops; i++)
    if (fl_sym_contains (b->index, b->leaf->vars[i]))
      return TRUE;
  return FALSE;
}

/* Two stages of one long reduction stay apart on a GPU: what loops share goes to one thread, or to few, where each
 * result of the first stage is work for a block. What waits between them lies in memory of a known size. */
static gboolean
are_stages (const FlNestLeaf *a, const FlNestAccess *x, const FlNestAccess *y)
{
  gint64 length = 1, n = 0;

  if (!is_reduced_further (x, y))
    return FALSE;
  for (guint i = 0; i < a->n_loops; i++)
    if (i < a->n_iter && !fl_sym_is_int (a->sizes[i], &n))
      return FALSE;
    else if (i >= a->n_iter)
      length = MIN (length * MAX (fl_sym_get_hint (a->sizes[i], STAGE_LENGTH), 1), G_MAXINT32);
  return length >= STAGE_LENGTH;
}

gboolean
fl_nest_can_share (const FlSchedule *schedule, const FlNestLeaf *a, const FlNestLeaf *b, guint depth)
{
  g_autoptr (GArray) first = fl_nest_leaf_get_accesses (schedule, a);
  g_autoptr (GArray) second = fl_nest_leaf_get_accesses (schedule, b);
  const gboolean is_gpu = schedule->target == FL_TARGET_CUDA;

  for (guint i = 0; i < first->len; i++)
    for (guint j = 0; j < second->len; j++)
      {
        const FlNestAccess *x = &g_array_index (first, FlNestAccess, i), *y = &g_array_index (second, FlNestAccess, j);

        if (x->storage == y->storage && (x->is_write || y->is_write) && !are_parts_apart (x, y)
            && !is_pair_local (x, y, depth))
          return FALSE;
        if (is_gpu && are_stages (a, x, y))
          return FALSE;
      }
  return TRUE;
}
