/* Pipelined norms: the sums of a row are made while the row before is finished.
 *
 * A norm goes through a row twice: it adds up, then it writes. The first loop waits for memory, the second one for what
 * the sum becomes (across lanes, a root, a division), and neither keeps the machine busy. So the first loop over a row
 * runs beside the last one of the row before:
 *
 *     sum = … of x[begin];
 *     for (i0 = begin; i0 < end; i0++) {
 *       scale = 1 / sqrt (sum / n);
 *       for (i1 …) { y[i0][i1] = x[i0][i1] * scale;  sum_next += x[i0 + 1][i1] * x[i0 + 1][i1]; }
 *       sum = sum_next;
 *     }
 *
 * Loads and stores are spread over all of the time then. After the last row there is none: it is looked at again, for
 * nothing. */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

enum
{
  MIN_ROWS = 4,                 /* fewer: the first row, and the last one, which is looked at twice, weigh too much */
  MIN_FLOPS = 8,                /* of one load: what takes less is computed again */
  MAX_ROW_BYTES = 16 << 10,     /* of one tensor: this row, the next one and the result stay in the first-level cache */
  MAX_STREAMED_BYTES = 64 << 10 /* results that go past the caches take none of it */
};

struct _FlCBeside
{
  const FlNestLoop *rows, *first, *last;
  const FlNestLeaf *leaf;         /* the reduction of the first loop */
  const FlNestLoop *deviations;   /* see fl-c-nest-variance.c; NULL: none */
  FlCAccumulator *made, *squares; /* of this row */
  const char
      *kept; /* the row on the stack where the first loop puts what the last one would compute again; NULL: nothing */
  guint32 position; /* of what it is, in the leaf of the reduction */
};

/* --- whether ---------------------------------------------------------------------------------- */

/* Rows that one call does, one after the other. */
static gint64
count_rows (const FlCWriter *writer, const FlNestLoop *rows)
{
  gint64 n_rows, block;

  if (!fl_sym_is_int (rows->size, &n_rows))
    return 0;
  if (writer->phase->kind == FL_C_PHASE_BLOCKS && writer->phase->loop == rows)
    return fl_sym_is_int (writer->phase->block, &block) ? MIN (block, n_rows) : 0;
  return n_rows;
}

/* Operations on elements of rows that are there before the kernel runs, or that the leaf before has just made. */
static gboolean
is_independent (const FlCWriter *writer, const FlNestLoop *first, const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  if (leaf->body->n_blocks != 1 || leaf->is_scatter || fl_c_nest_reads_written (writer, leaf, FALSE)
      || fl_c_nest_writes_over (writer, first, leaf))
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_SET_INDIRECT || block->ops[i].op == FL_SCALAR_CHECK_BOUNDS
        || block->ops[i].op == FL_SCALAR_SCAN || block->ops[i].op == FL_SCALAR_DEVICE_ASSERT
        || block->ops[i].mode == FL_STORE_ATOMIC_ADD
        || (block->ops[i].index >= 0 && fl_sym_contains_kind (leaf->indices[block->ops[i].index], FL_SYM_INDIRECT)))
      return FALSE;
  return TRUE;
}

gboolean
fl_c_nest_has_local_row (const FlCWriter *writer, const FlNestLoop *rows)
{
  for (guint i = 0; i < rows->n_leaves; i++)
    for (guint k = 0; k < rows->leaves[i]->node->n_outputs; k++)
      {
        const FlCPlace *place = g_hash_table_lookup (writer->places, rows->leaves[i]->node->outputs[k]->buffer->name);

        if (place && place->local && place->local->place == FL_LOCAL_ROW)
          return TRUE;
      }
  return FALSE;
}

/* The first loop: one reduction, which a float adds up well; what else it does is to store elements. */
static const FlNestLeaf *
find_reduction (const FlCWriter *writer, const FlNestLoop *first)
{
  const FlNestLeaf *found = NULL;
  gint64 size;

  if (!fl_sym_is_int (first->size, &size) || size > FL_C_PIECE)
    return NULL;
  for (guint i = 0; i < first->n_leaves; i++)
    {
      const FlNestLeaf *leaf = first->leaves[i];

      if (!is_independent (writer, first, leaf) || (leaf->is_reduction && found))
        return NULL;
      if (leaf->is_reduction)
        found = leaf;
    }
  if (!found || found->n_iter != first->depth || !fl_c_nest_is_plain (found))
    return NULL;
  for (guint i = 0; i < found->body->blocks[0].n_ops; i++)
    {
      const FlBodyOp *op = &found->body->blocks[0].ops[i];

      if (op->op == FL_SCALAR_REDUCTION && (op->dtype != FL_DTYPE_F32 || fl_reduction_is_arg (op->reduction)))
        return NULL;
    }
  return found;
}

/* Does anything behind the first loop write over what that stores? After the last row that would be stored again, over
 * the results. */
static gboolean
writes_over_stored (const FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *first = rows->items[0].loop;

  for (guint i = 0; i < first->n_leaves; i++)
    for (guint k = 0; k < first->leaves[i]->node->n_outputs; k++)
      {
        const FlCPlace *stored = g_hash_table_lookup (writer->places, first->leaves[i]->node->outputs[k]->buffer->name);

        for (guint l = 0; stored && !stored->local && l < rows->n_leaves; l++)
          for (guint n = 0; n < rows->leaves[l]->node->n_outputs; n++)
            {
              const FlCPlace *written
                  = g_hash_table_lookup (writer->places, rows->leaves[l]->node->outputs[n]->buffer->name);

              if (rows->leaves[l] != first->leaves[i] && written && !written->local && written->arg == stored->arg)
                return TRUE;
            }
      }
  return FALSE;
}

/* The last loop: elements of results, of rows that are not too long. */
static gboolean
can_end (const FlCWriter *writer, const FlNestLoop *first, const FlNestLoop *last)
{
  const gboolean is_past = fl_c_nest_stores_past (writer, last);
  gint64 size;

  if (last->var != first->var || last->size != first->size || !fl_sym_is_int (last->size, &size)
      || fl_c_nest_has_reduction (last)
      || size * (gint64) sizeof (float) > (is_past ? MAX_STREAMED_BYTES : MAX_ROW_BYTES) || (is_past && size % 16 != 0))
    return FALSE;
  for (guint i = 0; i < last->n_leaves; i++)
    if (last->leaves[i]->is_scatter || last->leaves[i]->body->n_blocks != 1)
      return FALSE;
  return TRUE;
}

static const FlNestLeaf *
find_beside (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *first, *last;
  const FlNestLeaf *leaf;
  const char *why_not;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->ahead
      || writer->deviations || writer->stage || rows->is_strip || rows->is_tiled || rows->n_items < 2
      || count_rows (writer, rows) < MIN_ROWS || fl_c_ranges_get (writer, rows)
      || !fl_c_nest_is_row (&rows->items[0], rows) || !fl_c_nest_is_row (&rows->items[rows->n_items - 1], rows)
      || fl_c_nest_has_local_row (writer, rows))
    return NULL;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined
      || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return NULL;
  first = rows->items[0].loop;
  last = rows->items[rows->n_items - 1].loop;
  leaf = find_reduction (writer, first);
  return leaf && can_end (writer, first, last) && !writes_over_stored (writer, rows)
                 && fl_c_vector_can_write (writer, first, &why_not) && fl_c_vector_can_write (writer, last, &why_not)
             ? leaf
             : NULL;
}

/* --- what is kept of a row -------------------------------------------------------------------- */

/* Operations and loads that a value takes. */
static void
count_cost (const FlBodyBlock *block, guint32 position, guint *n_loads, guint *n_flops)
{
  const FlBodyOp *op = &block->ops[position];

  *n_loads += op->op == FL_SCALAR_LOAD;
  *n_flops += fl_scalar_get_info (op->op)->flops;
  for (guint a = 0; a < op->n_args; a++)
    count_cost (block, op->args[a], n_loads, n_flops);
}

/* Does the reduction's leaf compute the same? Loading it must be cheaper than that. */
static gboolean
find_same (const FlNestLeaf *made, const FlNestLeaf *leaf, guint32 position, guint32 *same)
{
  const FlBodyOp *op = &leaf->body->blocks[0].ops[position];
  guint n_loads = 0, n_flops = 0;

  if (op->n_args == 0 || op->op == FL_SCALAR_STORE || op->dtype != FL_DTYPE_F32 || op->block >= 0)
    return FALSE;
  count_cost (&leaf->body->blocks[0], position, &n_loads, &n_flops);
  if (n_loads == 0 || (n_loads == 1 && n_flops < MIN_FLOPS))
    return FALSE;
  for (*same = 0; *same < made->body->blocks[0].n_ops; ++*same)
    if (fl_c_nest_is_same_value (leaf, position, made, *same))
      return TRUE;
  return FALSE;
}

/* What nothing needs once that value is loaded. */
static void
set_idle (FlCLeaf *state, guint32 kept)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  g_autofree gboolean *is_needed = g_new0 (gboolean, block->n_ops + 1);

  for (guint i = block->n_ops; i-- > 0;)
    {
      is_needed[i] |= block->ops[i].op == FL_SCALAR_STORE;
      for (guint a = 0; a < block->ops[i].n_args && is_needed[i] && i != kept; a++)
        is_needed[block->ops[i].args[a]] = TRUE;
      if (state->ops[i].idiom != FL_C_IDIOM_NONE && is_needed[i] && i != kept)
        is_needed[state->ops[i].idiom_arg] = TRUE;
    }
  for (guint i = 0; i < block->n_ops; i++)
    state->ops[i].is_idle |= !is_needed[i];
}

/* A sum of two inputs, say, which both loops need: one load instead of two, and of what the first-level cache holds. */
static void
find_kept (FlCWriter *writer, FlCBeside *beside)
{
  gint64 size;

  for (guint l = 0; l < beside->last->n_leaves; l++)
    {
      FlCLeaf *state = fl_c_nest_get_state (writer, beside->last->leaves[l]);
      const FlBodyBlock *block = &state->leaf->body->blocks[0];

      for (guint i = block->n_ops; i-- > 0;)
        {
          guint32 same;

          if (state->ops[i].is_idle || !find_same (beside->leaf, state->leaf, i, &same)
              || (beside->kept && same != beside->position))
            continue;
          if (!beside->kept && fl_sym_is_int (beside->last->size, &size))
            {
              beside->position = same;
              beside->kept = fl_c_make_name (writer, fl_intern_printf ("%s_row", block->ops[i].name));
              fl_c_line (writer, "_Alignas (64) float %s[%" G_GINT64_FORMAT "];  /* what both loops over a row need */",
                         beside->kept, (size + 15) & -16);
            }
          state->ops[i].kept_in = beside->kept;
          set_idle (state, i);
          break;
        }
    }
  if (beside->kept)
    fl_c_note_choice (writer, FL_VERDICT_ACCEPT, beside->leaf->node->op, "kept in a row on the stack",
                      "what both loops over a row compute from several loads, or at length");
}

/* --- text ------------------------------------------------------------------------------------- */

static const FlBodyOp *
get_reduction (const FlNestLeaf *leaf)
{
  guint i = 0;

  while (leaf->body->blocks[0].ops[i].op != FL_SCALAR_REDUCTION)
    i++;
  return &leaf->body->blocks[0].ops[i];
}

/* The first loop of the row of this name, behind what else is done for each element. */
static FlCAccumulator *
write_first (FlCWriter *writer, FlCBeside *beside, const FlNestLoop *loop, const char *row, const char *suffix)
{
  const FlNestLoop *first = beside->first;
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  g_autofree FlCLeaf *saved = g_new (FlCLeaf, first->n_leaves);
  const guint n_others = loop == first ? 0 : loop->n_leaves;
  const FlNestLoop *both;
  FlCTogether together;

  for (guint i = 0; i < n_others; i++)
    g_ptr_array_add (leaves, (gpointer) loop->leaves[i]);
  for (guint i = 0; i < first->n_leaves; i++)
    {
      const FlNestLeaf *leaf = fl_c_nest_make_leaf (writer, first->leaves[i], beside->rows->depth, row);

      saved[i] = fl_c_nest_begin_leaf (writer, leaf);
      g_ptr_array_add (leaves, (gpointer) leaf);
      if (first->leaves[i] == beside->leaf && suffix)
        writer->ahead_copy = leaf;
      if (first->leaves[i] == beside->leaf)
        fl_c_nest_get_state (writer, leaf)->ops[beside->position].keep_in = beside->kept;
    }
  writer->ahead_suffix = suffix;
  writer->deviations = beside->deviations;
  writer->sum_of_squares = NULL;
  both = fl_c_nest_make_loop (writer, loop, leaves);
  if (suffix && beside->kept && fl_c_nest_can_be_together (writer, both))
    fl_c_nest_begin_together (writer, &together, loop, beside->kept);
  fl_c_nest_write_loop (writer, both);
  writer->together = NULL;
  for (guint i = 0; i < first->n_leaves; i++)
    fl_c_nest_end_leaf (writer, leaves->pdata[n_others + i], saved[i]);
  writer->ahead_copy = NULL;
  return g_hash_table_lookup (writer->reduced, get_reduction (beside->leaf));
}

FlCBeside *
fl_c_nest_begin_beside (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLeaf *leaf = find_beside (writer, rows);
  FlCBeside *beside;

  if (!leaf)
    return NULL;
  beside = g_new0 (FlCBeside, 1);
  beside->rows = rows;
  beside->first = rows->items[0].loop;
  beside->last = rows->items[rows->n_items - 1].loop;
  beside->leaf = leaf;
  beside->deviations = fl_c_nest_find_deviations (writer, beside->first);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, leaf->node->op, "made before its row's turn",
      fl_arena_printf (writer->pass->arena,
                       "the first loop over i%u of the next row runs beside the last one of this row: neither "
                       "waits for memory or for sums then",
                       rows->depth + 1));
  find_kept (writer, beside);
  writer->keeps_values = beside->kept != NULL;
  fl_c_line (writer,
             "/* Sums of the first row. Those of each further one are made beside the results of the row before. */");
  beside->made = write_first (writer, beside, beside->first, fl_c_threads_get_first (writer, rows), NULL);
  beside->squares = writer->sum_of_squares;
  writer->deviations = NULL;
  writer->sum_of_squares = NULL;
  writer->ahead = leaf;
  return beside;
}

void
fl_c_nest_write_beside (FlCWriter *writer, FlCBeside *beside)
{
  const FlNestLoop *rows = beside->rows;
  const guint d = rows->depth;
  const char *next = fl_intern_printf ("i%u_next", d);
  const FlCAccumulator *made, *squares;

  g_hash_table_insert (writer->reduced, (gpointer) get_reduction (beside->leaf), beside->made);
  writer->deviations = beside->deviations;
  writer->sum_of_squares = beside->squares;
  fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, beside->leaf));
  fl_c_nest_write_items (writer, rows->items + 1, rows->n_items - 2, d + 1);
  fl_c_nest_write_later (writer, rows, next, 1, "the row whose sums are made beside this one's results");
  made = write_first (writer, beside, beside->last, next, "next");
  squares = writer->sum_of_squares;
  fl_c_line (writer, "%s = %s;", beside->made->names[0], made->names[0]);
  if (squares)
    fl_c_line (writer, "%s = %s;", beside->squares->names[0], squares->names[0]);
  writer->deviations = NULL;
  writer->sum_of_squares = NULL;
}

void
fl_c_nest_end_beside (FlCWriter *writer, FlCBeside *beside)
{
  writer->ahead = NULL;
  writer->keeps_values = FALSE;
  g_free (beside);
}
