/* Scatters on several threads. Two elements that go to the same place are written one after the other, in the order of
 * the graph: so threads share out places, not elements. Either the outermost loop has places of its own in each
 * iteration, or each thread goes through all indices and takes those of its rows. Any number of threads gives the same
 * result, bit by bit.
 *
 * Looking at an index takes about a nanosecond, and each thread looks at all of them: it pays for rows, not for single
 * elements. */
#include "fl-c-threads.h"

enum
{
  LEAST_ROW_BYTES = 128 /* that an index brings: looking at it is little beside */
};

/* --- places ----------------------------------------------------------------------------------- */

typedef struct
{
  const FlNestLeaf *leaf;
  const FlBodyOp *store;
} Scatter;

/* The leaf's one store, if the kernel reads nothing of what it writes. */
static gboolean
find_store (const FlCWriter *writer, const FlNestLoop *loop, Scatter *scatter)
{
  const FlSchedule *schedule = writer->nest->schedule;
  const FlBodyBlock *block;
  const FlBuffer *to;

  *scatter = (Scatter) { .leaf = loop->leaves[0] };
  if (loop->n_leaves != 1 || !scatter->leaf->is_scatter || scatter->leaf->body->n_blocks != 1)
    return FALSE;
  block = &scatter->leaf->body->blocks[0];
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_STORE)
      {
        if (scatter->store)
          return FALSE;
        scatter->store = &block->ops[i];
      }
  if (!scatter->store)
    return FALSE;
  to = fl_buffer_get_storage (fl_lowered_find_buffer (schedule->lowered, scatter->store->buffer));
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_LOAD
        && fl_buffer_get_storage (fl_lowered_find_buffer (schedule->lowered, block->ops[i].buffer)) == to)
      return FALSE;
  return TRUE;
}

/* How often the symbol's value counts in the index; 0: not as a multiple. */
static gint64
find_step (const FlSym *index, const FlSym *symbol, const FlSym **without)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0), *one = fl_sym_int (fl_sym_get_table (index), 1),
              *difference;
  gint64 step;

  *without = fl_sym_substitute (index, &symbol, &zero, 1);
  difference = fl_sym_sub (fl_sym_substitute (index, &symbol, &one, 1), *without);
  if (!fl_sym_is_int (difference, &step)
      || !fl_sym_is_int_value (fl_sym_sub (index, fl_sym_add (*without, fl_sym_mul (difference, symbol))), 0))
    return 0;
  return step;
}

static const FlSym *
get_size (const FlNestLeaf *leaf, const FlSym *symbol)
{
  for (guint i = 0; i < leaf->n_loops; i++)
    if (leaf->vars[i] == symbol)
      return leaf->sizes[i];
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    if (leaf->body->blocks[0].ops[i].op == FL_SCALAR_SET_INDIRECT
        && leaf->body->blocks[0].ops[i].indirect_symbol == symbol)
      return leaf->body->blocks[0].ops[i].indirect_size;
  return NULL;
}

/* Is the place of every element, for one value of the symbol, apart from those for all others? */
static gboolean
is_apart (const FlNestLeaf *leaf, const FlSym *index, const FlSym *symbol)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  const FlSym *rest;
  gint64 step = find_step (index, symbol, &rest), reach = 0;

  if (step <= 0)
    return FALSE;
  fl_sym_collect_symbols (rest, others);
  for (guint i = 0; i < others->len; i++)
    {
      const FlSym *size_of = get_size (leaf, others->pdata[i]);
      gint64 size, each = find_step (rest, others->pdata[i], &rest), part;

      if (!size_of || !fl_sym_is_int (size_of, &size) || each <= 0
          || __builtin_mul_overflow (MAX (size - 1, 0), each, &part) || __builtin_add_overflow (reach, part, &reach))
        return FALSE;
    }
  return fl_sym_is_int (rest, NULL) && reach < step;
}

/* --- rows that indices choose ----------------------------------------------------------------- */

/* Elements that one value of the index brings: of the loops inside. */
static gint64
count_inside (const Scatter *scatter, guint level)
{
  gint64 n = 1;

  for (guint i = level; i < scatter->leaf->n_loops; i++)
    n *= MAX (fl_sym_get_hint (scatter->leaf->sizes[i], 1), 0);
  return n;
}

/* The index that chooses rows apart from each other, made in a loop with enough inside; its level. */
static const FlBodyOp *
find_target (const FlCWriter *writer, const FlNestLoop *loop, const Scatter *scatter, guint *level)
{
  const FlNestLeaf *leaf = scatter->leaf;
  const FlCLeaf *state = &writer->leaves[leaf->position];
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops && fl_nest_loop_is_plain (loop); i++)
    {
      *level = state->ops[i].level;
      if (block->ops[i].op == FL_SCALAR_SET_INDIRECT && *level > 0
          && is_apart (leaf, leaf->indices[scatter->store->index], block->ops[i].indirect_symbol))
        return &block->ops[i];
    }
  return NULL;
}

/* --- the decision ----------------------------------------------------------------------------- */

gboolean
fl_c_threads_is_apart (const FlCWriter *writer, const FlNestLoop *loop)
{
  Scatter scatter;

  return find_store (writer, loop, &scatter) && scatter.leaf->n_loops > 0 && scatter.leaf->vars[0] == loop->var
         && is_apart (scatter.leaf, scatter.leaf->indices[scatter.store->index], loop->var);
}

const FlBodyOp *
fl_c_threads_find_target (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlArena *arena = writer->pass->arena;
  const FlBodyOp *target;
  Scatter scatter;
  gint64 bytes;
  guint level;

  if (!find_store (writer, loop, &scatter) || !(target = find_target (writer, loop, &scatter, &level)))
    return NULL;
  bytes = count_inside (&scatter, level)
          * fl_dtype_get_size_bytes (
              fl_lowered_find_buffer (writer->nest->schedule->lowered, scatter.store->buffer)->layout.dtype);
  if (bytes >= LEAST_ROW_BYTES)
    return target;
  fl_c_note_choice (writer, FL_VERDICT_REJECT, NULL, "threads take rows that indices choose",
                    fl_arena_printf ((FlArena *) arena,
                                     "an index brings %" G_GINT64_FORMAT
                                     " bytes, under %d: to look at all indices would take "
                                     "each thread as long",
                                     bytes, LEAST_ROW_BYTES));
  return NULL;
}
