/* Rows one ahead of each other: the largest of the next row is sought while the exponentials of this one are computed.
 *
 * A row's exponentials wait for its largest element, and that for all of the row: between two loops over rows of some hundred elements
 * the machine computes nothing for as long as a fifth of the time. So the first loop over a row runs beside the second one over the row
 * before it, which is full of arithmetic and hardly reads memory:
 *
 *     amax = max (x[begin]);
 *     for (i0 = begin; i0 < end; i0++) {
 *       i0_next = min (i0 + 1, end - 1);
 *       for (i1 …) { sum += exp (x[i0][i1] - amax);  amax_next = max (amax_next, x[i0_next][i1]); }
 *       …
 *       amax = amax_next;
 *     }
 */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-softmax.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

enum
{
  MIN_ROWS = 4 /* fewer: the first row, and the last one, which is looked at twice, weigh too much */
};

/* --- whether ----------------------------------------------------------------------------------------------------- */

/* A loop over one row, with leaves only. */
static gboolean
is_row (const FlNestItem *item, const FlNestLoop *rows)
{
  const FlNestLoop *loop = item->loop;

  if (!loop || loop->depth != rows->depth + 1 || loop->is_strip || loop->is_tiled)
    return FALSE;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      return FALSE;
  return TRUE;
}

/* Does any leaf write memory that this one reads? Writing over the very element that is read, later in the row's turn, does no harm. */
static gboolean
reads_written (const FlCWriter *writer, const FlNestLeaf *reader)
{
  const FlBodyBlock *block = &reader->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

      if (block->ops[i].op == FL_SCALAR_LOAD && (!place || place->local || place->slice_offset))
        return TRUE;
      for (guint l = 0; place && l < writer->nest->n_leaves; l++)
        for (guint b = 0; b < writer->nest->leaves[l].body->n_blocks; b++)
          for (guint k = 0; k < writer->nest->leaves[l].body->blocks[b].n_ops; k++)
            {
              const FlNestLeaf *leaf = &writer->nest->leaves[l];
              const FlBodyOp *op = &leaf->body->blocks[b].ops[k];
              const FlCPlace *other = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION
                                          ? g_hash_table_lookup (writer->places, op->buffer) : NULL;

              if (other && !other->local && other->arg == place->arg
                  && (op->op != FL_SCALAR_STORE || leaf->indices[op->index] != reader->indices[block->ops[i].index]))
                return TRUE;
            }
    }
  return FALSE;
}

/* Operations that depend on nothing but where they are, and on memory. */
static gboolean
is_plain (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  if (leaf->body->n_blocks != 1 || leaf->is_two_pass || block->n_ops == 0 || block->ops[block->n_ops - 1].op != FL_SCALAR_STORE_REDUCTION)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_SET_INDIRECT || block->ops[i].op == FL_SCALAR_CHECK_BOUNDS
        || block->ops[i].op == FL_SCALAR_DEVICE_ASSERT || block->ops[i].op == FL_SCALAR_SCAN
        || (block->ops[i].index >= 0 && fl_sym_contains_kind (leaf->indices[block->ops[i].index], FL_SYM_INDIRECT)))
      return FALSE;
  return TRUE;
}

/* The leaf that makes the maximum: NULL unless the rows may be done so. */
static const FlNestLeaf *
find_ahead (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *first, *second;
  const char *why_not;
  gint64 n_rows;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->ahead
      || rows->is_strip || rows->is_tiled || rows->n_items < 2 || !fl_sym_is_int (rows->size, &n_rows) || n_rows < MIN_ROWS
      || fl_c_ranges_get (writer, rows) || !is_row (&rows->items[0], rows) || !is_row (&rows->items[1], rows))
    return NULL;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return NULL;
  first = rows->items[0].loop;
  second = rows->items[1].loop;
  if (first->n_leaves != 1 || first->var != second->var || first->size != second->size || first->leaves[0]->n_iter != first->depth
      || !fl_c_softmax_makes_maximum (first->leaves[0]) || !is_plain (first->leaves[0]) || reads_written (writer, first->leaves[0])
      || !fl_c_nest_has_reduction (second) || !fl_c_vector_can_write (writer, first, &why_not)
      || !fl_c_vector_can_write (writer, second, &why_not))
    return NULL;
  for (guint i = 0; i < second->n_leaves; i++)
    if (second->leaves[i]->is_two_pass || second->leaves[i]->is_scatter
        || (second->leaves[i]->is_reduction && second->leaves[i]->n_iter != second->depth))
      return NULL;
  return first->leaves[0];
}

/* --- leaves of another row --------------------------------------------------------------------------------------- */

/* The same operations but the last, which stores, of the row that has this name. */
static const FlNestLeaf *
make_leaf (FlCWriter *writer, const FlNestLeaf *leaf, guint depth, const char *row)
{
  FlArena *arena = writer->pass->arena;
  FlNestLeaf *copy = fl_arena_memdup (arena, leaf, sizeof *leaf);
  FlLoopBody *body = fl_arena_memdup (arena, leaf->body, sizeof *leaf->body);
  FlBodyBlock *block = fl_arena_memdup (arena, &leaf->body->blocks[0], sizeof *block);
  FlSchedNode *node = fl_arena_memdup (arena, leaf->node, sizeof *node);
  const FlSym *from = leaf->vars[depth], *to = fl_sym_var (fl_sym_get_table (leaf->sizes[depth]), row, leaf->sizes[depth]);
  const FlSym **vars = fl_arena_memdup (arena, leaf->vars, leaf->n_loops * sizeof *vars);
  guint n_indices = 0;

  vars[depth] = to;
  for (guint i = 0; i < block->n_ops; i++)
    n_indices = MAX (n_indices, (guint) (MAX (block->ops[i].index, block->ops[i].bound) + 1));
  if (n_indices > 0)
    {
      const FlSym **indices = fl_arena_new (arena, const FlSym *, n_indices);

      for (guint i = 0; i < n_indices; i++)
        indices[i] = fl_sym_substitute (leaf->indices[i], &from, &to, 1);
      copy->indices = indices;
    }
  block->n_ops--;
  body->blocks = block;
  node->n_outputs = 0;
  copy->body = body;
  copy->node = node;
  copy->vars = vars;
  copy->reduction_index = fl_sym_substitute (leaf->reduction_index, &from, &to, 1);
  return copy;
}

/* In the place of the leaf it was made of, whose state is returned. */
static FlCLeaf
begin_leaf (FlCWriter *writer, const FlNestLeaf *leaf)
{
  FlCLeaf *state = &writer->leaves[leaf->position], saved = *state;

  *state = (FlCLeaf) { 0 };
  fl_c_leaf_init (writer, state, leaf);
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    {
      state->ops[i].ignores_nan = saved.ops[i].ignores_nan;
      state->ops[i].idiom = saved.ops[i].idiom;
      state->ops[i].idiom_arg = saved.ops[i].idiom_arg;
      state->ops[i].is_idle = saved.ops[i].is_idle;
    }
  return saved;
}

static void
end_leaf (FlCWriter *writer, const FlNestLeaf *leaf, FlCLeaf saved)
{
  fl_c_leaf_clear (&writer->leaves[leaf->position]);
  writer->leaves[leaf->position] = saved;
}

static const char *
get_result (const FlCWriter *writer, const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION)
      return ((const FlCAccumulator *) g_hash_table_lookup (writer->reduced, &block->ops[i]))->names[0];
  g_assert_not_reached ();
}

/* The loop with one leaf more, or with that alone. */
static const FlNestLoop *
make_loop (FlCWriter *writer, const FlNestLoop *loop, guint n_kept, const FlNestLeaf *leaf)
{
  FlNestLoop *copy = fl_arena_memdup (writer->pass->arena, loop, sizeof *loop);
  const FlNestLeaf **leaves = fl_arena_new (writer->pass->arena, const FlNestLeaf *, n_kept + 1);
  FlNestItem *items = fl_arena_new (writer->pass->arena, FlNestItem, n_kept + 1);

  for (guint i = 0; i < n_kept; i++)
    {
      leaves[i] = loop->leaves[i];
      items[i] = loop->items[i];
    }
  leaves[n_kept] = leaf;
  items[n_kept] = (FlNestItem) { .leaf = leaf };
  copy->leaves = leaves;
  copy->items = items;
  copy->n_leaves = copy->n_items = n_kept + 1;
  return copy;
}

/* --- text -------------------------------------------------------------------------------------------------------- */

const char *
fl_c_nest_begin_ahead (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLeaf *leaf = find_ahead (writer, rows), *first;
  FlCLeaf saved;

  if (!leaf)
    return NULL;
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, leaf->node->op, "made one row ahead",
                    fl_arena_printf (writer->pass->arena, "the loop over i%u of the next row runs beside the second one of this row, "
                                     "which would wait for its result", rows->items[0].loop->depth));
  first = make_leaf (writer, leaf, rows->depth, fl_c_threads_get_first (writer, rows));
  saved = begin_leaf (writer, first);
  fl_c_nest_write_loop (writer, make_loop (writer, rows->items[0].loop, 0, first));
  end_leaf (writer, first, saved);
  writer->ahead = leaf;
  return get_result (writer, leaf);
}

void
fl_c_nest_write_ahead (FlCWriter *writer, const FlNestLoop *rows, const char *result)
{
  const FlNestLeaf *leaf = writer->ahead;
  const FlNestLoop *second = rows->items[1].loop;
  const guint d = rows->depth;
  const char *next = fl_intern_printf ("i%u_next", d), *last = fl_c_threads_get_last (writer, rows);
  FlCLeaf saved;

  fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, leaf));
  fl_c_line (writer, "const int64_t %s = fl_min (i%u + 1, %s - 1);", next, d, last);
  writer->ahead_copy = make_leaf (writer, leaf, d, next);
  saved = begin_leaf (writer, writer->ahead_copy);
  fl_c_nest_write_loop (writer, make_loop (writer, second, second->n_leaves, writer->ahead_copy));
  end_leaf (writer, writer->ahead_copy, saved);
  writer->ahead_copy = NULL;
  next = get_result (writer, leaf);
  fl_c_nest_write_items (writer, rows->items + 2, rows->n_items - 2, d + 1);
  fl_c_line (writer, "%s = %s;", result, next);
  writer->ahead = NULL;
}
