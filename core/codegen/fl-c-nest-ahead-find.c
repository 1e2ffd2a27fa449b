/* Which rows of a softmax are pipelined by fl-c-nest-ahead.c: the loop that finds a row's largest, which runs beside
 * the second loop over an earlier row, and the last loop, which may run one turn later. */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-softmax.h"

enum
{
  MIN_ROWS = 4 /* fewer: the first row, and the last one, which is looked at twice, weigh too much */
};

/* Does it have a first row whenever it is reached? Rows that threads share may be asked for with none at all. */
static gboolean
has_rows (const FlCWriter *writer, const FlNestLoop *rows)
{
  return fl_sym_is_int (rows->size, NULL) || rows == writer->phase->loop;
}

/* The leaf that makes the maximum: NULL unless the rows may be done so. */
const FlNestLeaf *
fl_c_nest_find_ahead (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *first, *second;
  const char *why_not;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->ahead
      || rows->is_strip || rows->is_tiled || rows->n_items < 2 || fl_sym_get_hint (rows->size, MIN_ROWS) < MIN_ROWS
      || !has_rows (writer, rows) || fl_c_ranges_get (writer, rows) || !fl_c_nest_is_row (&rows->items[0], rows)
      || !fl_c_nest_is_row (&rows->items[1], rows))
    return NULL;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined
      || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return NULL;
  first = rows->items[0].loop;
  second = rows->items[1].loop;
  if (first->n_leaves != 1 || first->var != second->var || first->size != second->size
      || first->leaves[0]->n_iter != first->depth || !fl_c_softmax_makes_maximum (first->leaves[0])
      || !fl_c_nest_is_plain (first->leaves[0]) || fl_c_nest_reads_written (writer, first->leaves[0], FALSE)
      || !fl_c_nest_has_reduction (second) || !fl_c_vector_can_write (writer, first, &why_not)
      || !fl_c_vector_can_write (writer, second, &why_not))
    return NULL;
  for (guint i = 0; i < second->n_leaves; i++)
    if (second->leaves[i]->is_two_pass || second->leaves[i]->is_scatter
        || (second->leaves[i]->is_reduction && second->leaves[i]->n_iter != second->depth))
      return NULL;
  return first->leaves[0];
}

/* What a leaf reads of the row: values that are carried from one turn to the next, elements of rows at the very place
 * that is written in the loop beside, and memory that nobody writes. */
static gboolean
can_wait (const FlCWriter *writer, const FlNestLeaf *leaf, const FlNestLoop *second)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  if (leaf->body->n_blocks != 1 || leaf->is_reduction || leaf->is_scatter)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlCPlace *place = op->op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, op->buffer) : NULL;
      gboolean is_known = FALSE;

      if (op->op == FL_SCALAR_SET_INDIRECT || op->op == FL_SCALAR_CHECK_BOUNDS || op->op == FL_SCALAR_DEVICE_ASSERT
          || op->op == FL_SCALAR_SCAN || op->mode == FL_STORE_ATOMIC_ADD
          || (op->index >= 0 && fl_sym_contains_kind (leaf->indices[op->index], FL_SYM_INDIRECT)))
        return FALSE;
      if (op->op != FL_SCALAR_LOAD)
        continue;
      if (!place || place->is_shared || place->slice_offset)
        return FALSE;
      if (place->local && place->local->place == FL_LOCAL_REGISTER)
        is_known = !fl_sym_contains (leaf->indices[op->index], second->var);
      for (guint l = 0; l < second->n_leaves && !is_known; l++)
        for (guint k = 0; k < second->leaves[l]->body->blocks[0].n_ops; k++)
          {
            const FlBodyOp *store = &second->leaves[l]->body->blocks[0].ops[k];

            is_known |= store->op == FL_SCALAR_STORE && store->buffer == op->buffer
                        && second->leaves[l]->indices[store->index] == leaf->indices[op->index];
          }
      if (!is_known && place->local)
        return FALSE;
      for (guint l = 0; l < writer->nest->n_leaves && !is_known; l++)
        for (guint k = 0; k < writer->nest->leaves[l].node->n_outputs; k++)
          {
            const FlCPlace *other
                = g_hash_table_lookup (writer->places, writer->nest->leaves[l].node->outputs[k]->buffer->name);

            if (other && !other->local && other->arg == place->arg)
              return FALSE;
          }
    }
  return TRUE;
}

/* Results that go past the caches leave them to the rows in use, however long those are; and the stores are spread over
 * all of the time. */
gboolean
fl_c_nest_is_streamed (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    for (guint k = 0; k < loop->leaves[i]->node->n_outputs; k++)
      {
        const FlCPlace *place = g_hash_table_lookup (writer->places, loop->leaves[i]->node->outputs[k]->buffer->name);

        if (!place || !place->is_streamed)
          return FALSE;
      }
  return TRUE;
}

/* The last loop over the row, if it may run one turn later. */
const FlNestLoop *
fl_c_nest_find_behind (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *second = rows->items[1].loop, *last = rows->items[rows->n_items - 1].loop;
  const char *why_not;
  gint64 size;

  if (rows->n_items < 3 || !fl_c_nest_is_row (&rows->items[rows->n_items - 1], rows) || last->var != second->var
      || last->size != second->size || !fl_sym_is_int (last->size, &size)
      || (size > FL_C_MAX_BEHIND && !fl_c_nest_is_streamed (writer, last))
      || (size % 16 != 0
          && fl_c_nest_stores_past (writer, last)) /* rows that begin anywhere have heads, in a loop of their own */
      || !fl_c_vector_can_write (writer, last, &why_not))
    return NULL;
  for (guint i = 2; i + 1 < rows->n_items; i++)
    if (!rows->items[i].leaf)
      return NULL;
  for (guint i = 0; i < last->n_leaves; i++)
    if (!can_wait (writer, last->leaves[i], second))
      return NULL;
  /* What the second loop reads must not be what the last one has written by then, but for the elements themselves. */
  for (guint i = 0; i < second->n_leaves; i++)
    if (second->leaves[i]->body->n_blocks != 1 || fl_c_nest_reads_written (writer, second->leaves[i], TRUE)
        || fl_c_nest_writes_over (writer, last, second->leaves[i]))
      return NULL;
  if (fl_c_nest_has_local_row (writer, rows) && !fl_c_nest_is_streamed (writer, last))
    return NULL; /* the next row would be written there first */
  return fl_c_nest_writes_over (writer, last, rows->items[0].loop->leaves[0]) ? NULL : last;
}
