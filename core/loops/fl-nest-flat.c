/* Rows of a few elements as one loop.
 *
 * Where the innermost of two loops has a few iterations, no multiple of a vector, because an operand is the same in
 * each row (a bias of three colours), vectors would be left part empty. As one loop over all elements they are full; of
 * that operand it reads element i0 % 3, over and over. */
#include "fl-nest-private.h"

enum
{
  MAX_ROW = 32, /* longer rows fill most of their vectors */
  VECTOR = 16,  /* rows that are multiples of it fill them all */
  MIN_ROWS = 64
};

/* How an index goes along rows of `length`. */
typedef enum
{
  OTHERWISE,
  ON_AND_ON, /* length * row + column + a number */
  AGAIN,     /* column + a number that is not negative */
  FIXED      /* one index everywhere */
} Way;

static Way
find_way (const FlNestLeaf *leaf, const FlSym *index, gint64 length)
{
  const FlSym *row = leaf->vars[0], *column = leaf->vars[1];
  gint64 first;

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return OTHERWISE;
  if (!fl_sym_contains (index, row) && !fl_sym_contains (index, column))
    return FIXED;
  if (fl_sym_is_int (fl_sym_sub (fl_sym_sub (index, fl_sym_mul_int (row, length)), column), NULL))
    return ON_AND_ON;
  return fl_sym_is_int (fl_sym_sub (index, column), &first) && first >= 0 ? AGAIN : OTHERWISE;
}

/* May an operation be in one loop? again: it reads something over and over. */
static gboolean
can_flatten_op (const FlSchedule *schedule, const FlNestLeaf *leaf, const FlBodyOp *op, gint64 length, gboolean *again)
{
  switch (op->op)
    {
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_CHECK_BOUNDS:
    case FL_SCALAR_SET_INDIRECT:
    case FL_SCALAR_REDUCTION:
    case FL_SCALAR_SCAN:
    case FL_SCALAR_SORT:
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN: return FALSE;
    case FL_SCALAR_STORE:
      return op->mode != FL_STORE_ATOMIC_ADD && find_way (leaf, leaf->indices[op->index], length) == ON_AND_ON;
    case FL_SCALAR_LOAD:
      {
        const Way way = find_way (leaf, leaf->indices[op->index], length);
        const FlBuffer *buffer = fl_lowered_find_buffer (schedule->lowered, op->buffer);

        *again |= way == AGAIN;
        return way == ON_AND_ON || way == FIXED || (way == AGAIN && buffer->layout.dtype == FL_DTYPE_F32);
      }
    default: return TRUE;
    }
}

/* What is read over and over is copied before the loop, so nothing may write it. */
static gboolean
is_written (const FlSchedule *schedule, const FlNestLeaf *leaves, guint n, const FlBuffer *buffer)
{
  for (guint l = 0; l < n; l++)
    for (guint i = 0; i < leaves[l].body->blocks[0].n_ops; i++)
      {
        const FlBodyOp *op = &leaves[l].body->blocks[0].ops[i];

        if (op->op == FL_SCALAR_STORE
            && fl_buffer_get_storage (fl_lowered_find_buffer (schedule->lowered, op->buffer))
                   == fl_buffer_get_storage (buffer))
          return TRUE;
      }
  return FALSE;
}

static gboolean
can_flatten (const FlSchedule *schedule, const FlNestLeaf *leaves, guint n, gint64 *length, gint64 *n_rows)
{
  gboolean again = FALSE;

  for (guint l = 0; l < n; l++)
    {
      const FlNestLeaf *leaf = &leaves[l];

      if (leaf->n_loops != 2 || leaf->n_iter != 2 || leaf->is_scatter || leaf->body->n_blocks != 1
          || leaf->sizes[0] != leaves[0].sizes[0] || leaf->sizes[1] != leaves[0].sizes[1]
          || !fl_sym_is_int (leaf->sizes[0], n_rows) || !fl_sym_is_int (leaf->sizes[1], length) || *length < 2
          || *length > MAX_ROW || *length % VECTOR == 0 || *n_rows < MIN_ROWS)
        return FALSE;
      for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
        {
          const FlBodyOp *op = &leaf->body->blocks[0].ops[i];

          if (!can_flatten_op (schedule, leaf, op, *length, &again)
              || (op->op == FL_SCALAR_LOAD && find_way (leaf, leaf->indices[op->index], *length) == AGAIN
                  && is_written (schedule, leaves, n, fl_lowered_find_buffer (schedule->lowered, op->buffer))))
            return FALSE;
        }
    }
  return again;
}

static void
flatten (FlArena *arena, FlSymTable *symbols, FlNestLeaf *leaf, gint64 length, gint64 n_rows)
{
  const FlSym **sizes = fl_arena_new (arena, const FlSym *, 1), **vars = fl_arena_new (arena, const FlSym *, 1);
  const FlSym **indices = fl_arena_new (arena, const FlSym *, leaf->body->n_indices);
  const FlSym *column;

  sizes[0] = fl_sym_int (symbols, length * n_rows);
  vars[0] = fl_sym_var (symbols, "i0", sizes[0]);
  column = fl_sym_mod_index (vars[0], fl_sym_int (symbols, 1), leaf->sizes[1]);
  for (guint k = 0; k < leaf->body->n_indices; k++)
    {
      const FlSym *first
          = fl_sym_sub (fl_sym_sub (leaf->indices[k], fl_sym_mul_int (leaf->vars[0], length)), leaf->vars[1]);

      switch (find_way (leaf, leaf->indices[k], length))
        {
        case ON_AND_ON: indices[k] = fl_sym_add (vars[0], first); break;
        case AGAIN: indices[k] = fl_sym_add (column, fl_sym_sub (leaf->indices[k], leaf->vars[1])); break;
        default: indices[k] = leaf->indices[k];
        }
    }
  leaf->n_loops = leaf->n_iter = 1;
  leaf->vars = vars;
  leaf->sizes = sizes;
  leaf->indices = indices;
}

void
fl_nest_flatten (FlArena *arena, const FlSchedule *schedule, FlNestLeaf *leaves, guint n)
{
  gint64 length, n_rows, all;

  if (n == 0 || !can_flatten (schedule, leaves, n, &length, &n_rows) || __builtin_mul_overflow (length, n_rows, &all))
    return;
  for (guint l = 0; l < n; l++)
    flatten (arena, schedule->lowered->symbols, &leaves[l], length, n_rows);
}
