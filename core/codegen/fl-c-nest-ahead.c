/* Rows that overlap: the largest of a later row is sought while the exponentials of this one are computed, and the row before this one is
 * finished afterwards.
 *
 * A row's exponentials wait for its largest element, and its results for their sum: between two loops over rows of some hundred elements
 * the machine computes nothing for as long as a third of the time. So the first loop over a row runs beside the second one over an earlier
 * row, which is full of arithmetic and hardly reads memory; two rows earlier where rows are short, so that what is made across lanes has a
 * whole turn to come about. And the last loop over a row runs one turn later:
 *
 *     amax = max (x[begin]);  amax_next = max (x[begin + 1]);
 *     for (i0 = begin; i0 < end; i0++) {
 *       for (i1 …) { amax_after = max (amax_after, x[i0 + 2][i1]);  sum += y[i0][i1] = exp (x[i0][i1] - amax); }
 *       if (i0 > begin)
 *         y[i0 - 1] /= sum_before;
 *       sum_before = sum;  amax = amax_next;  amax_next = amax_after;
 *     }
 *     y[end - 1] /= sum_before;
 *
 * (where i0 + 2 is no row any more, the last one is looked at again). Results that go past the caches are stored beside the other two, element
 * by element from a row on the stack, which the next exponentials replace at once: stores are spread over all of the time then. What is
 * stored beside the first row's exponentials means nothing, and is stored again beside the second's. */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-softmax.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

enum
{
  MIN_ROWS = 4, /* fewer: the first row, and the last one, which is looked at twice, weigh too much */
  MAX_BEHIND = 2048 /* elements of a row that is stored one turn later: six rows are in use then */
};

/* --- whether ----------------------------------------------------------------------------------------------------- */

/* A loop over one row, with leaves only. */
gboolean
fl_c_nest_is_row (const FlNestItem *item, const FlNestLoop *rows)
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
gboolean
fl_c_nest_reads_written (const FlCWriter *writer, const FlNestLeaf *reader, gboolean may_be_local)
{
  const FlBodyBlock *block = &reader->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

      if (block->ops[i].op == FL_SCALAR_LOAD && (!place || place->is_shared || place->slice_offset || (place->local && !may_be_local)))
        return TRUE;
      for (guint l = 0; place && !place->local && l < writer->nest->n_leaves; l++)
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
gboolean
fl_c_nest_is_plain (const FlNestLeaf *leaf)
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

/* Does it have a first row whenever it is reached? Rows that threads share may be asked for with none at all. */
static gboolean
has_rows (const FlCWriter *writer, const FlNestLoop *rows)
{
  return fl_sym_is_int (rows->size, NULL) || rows == writer->phase->loop;
}

/* The leaf that makes the maximum: NULL unless the rows may be done so. */
static const FlNestLeaf *
find_ahead (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *first, *second;
  const char *why_not;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->ahead
      || rows->is_strip || rows->is_tiled || rows->n_items < 2 || fl_sym_get_hint (rows->size, MIN_ROWS) < MIN_ROWS || !has_rows (writer, rows)
      || fl_c_ranges_get (writer, rows) || !fl_c_nest_is_row (&rows->items[0], rows) || !fl_c_nest_is_row (&rows->items[1], rows))
    return NULL;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return NULL;
  first = rows->items[0].loop;
  second = rows->items[1].loop;
  if (first->n_leaves != 1 || first->var != second->var || first->size != second->size || first->leaves[0]->n_iter != first->depth
      || !fl_c_softmax_makes_maximum (first->leaves[0]) || !fl_c_nest_is_plain (first->leaves[0])
      || fl_c_nest_reads_written (writer, first->leaves[0], FALSE)
      || !fl_c_nest_has_reduction (second) || !fl_c_vector_can_write (writer, first, &why_not)
      || !fl_c_vector_can_write (writer, second, &why_not))
    return NULL;
  for (guint i = 0; i < second->n_leaves; i++)
    if (second->leaves[i]->is_two_pass || second->leaves[i]->is_scatter
        || (second->leaves[i]->is_reduction && second->leaves[i]->n_iter != second->depth))
      return NULL;
  return first->leaves[0];
}

/* What a leaf reads of the row: values that are carried from one turn to the next, elements of rows at the very place that is written in
 * the loop beside, and memory that nobody writes. */
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

      if (op->op == FL_SCALAR_SET_INDIRECT || op->op == FL_SCALAR_CHECK_BOUNDS || op->op == FL_SCALAR_DEVICE_ASSERT || op->op == FL_SCALAR_SCAN
          || op->mode == FL_STORE_ATOMIC_ADD || (op->index >= 0 && fl_sym_contains_kind (leaf->indices[op->index], FL_SYM_INDIRECT)))
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
            const FlCPlace *other = g_hash_table_lookup (writer->places, writer->nest->leaves[l].node->outputs[k]->buffer->name);

            if (other && !other->local && other->arg == place->arg)
              return FALSE;
          }
    }
  return TRUE;
}

/* Results that go past the caches leave them to the rows in use, however long those are; and the stores are spread over all of the
 * time. */
static gboolean
is_streamed (const FlCWriter *writer, const FlNestLoop *loop)
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

gboolean
fl_c_nest_stores_past (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    for (guint k = 0; k < loop->leaves[i]->node->n_outputs; k++)
      {
        const FlCPlace *place = g_hash_table_lookup (writer->places, loop->leaves[i]->node->outputs[k]->buffer->name);

        if (place && place->is_streamed)
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_made_here (const FlCWriter *writer, const char *buffer)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    for (guint k = 0; k < writer->nest->leaves[l].node->n_outputs; k++)
      if (g_str_equal (writer->nest->leaves[l].node->outputs[k]->buffer->name, buffer))
        return TRUE;
  return FALSE;
}

/* Does the loop write over what the leaf reads of the kernel's inputs? In the first turn it would do so before that is read. */
gboolean
fl_c_nest_writes_over (const FlCWriter *writer, const FlNestLoop *loop, const FlNestLeaf *reader)
{
  const FlBodyBlock *block = &reader->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

      if (!place || place->local || is_made_here (writer, block->ops[i].buffer))
        continue;
      for (guint l = 0; l < loop->n_leaves; l++)
        for (guint k = 0; k < loop->leaves[l]->node->n_outputs; k++)
          {
            const FlCPlace *other = g_hash_table_lookup (writer->places, loop->leaves[l]->node->outputs[k]->buffer->name);

            if (other && !other->local && other->arg == place->arg)
              return TRUE;
          }
    }
  return FALSE;
}

/* The last loop over the row, if it may run one turn later. */
static const FlNestLoop *
find_behind (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *second = rows->items[1].loop, *last = rows->items[rows->n_items - 1].loop;
  const char *why_not;
  gint64 size;

  if (rows->n_items < 3 || !fl_c_nest_is_row (&rows->items[rows->n_items - 1], rows) || last->var != second->var || last->size != second->size
      || !fl_sym_is_int (last->size, &size) || (size > MAX_BEHIND && !is_streamed (writer, last))
      || (size % 16 != 0 && fl_c_nest_stores_past (writer, last)) /* rows that begin anywhere have heads, in a loop of their own */
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
  if (fl_c_nest_has_local_row (writer, rows) && !is_streamed (writer, last))
    return NULL; /* the next row would be written there first */
  return fl_c_nest_writes_over (writer, last, rows->items[0].loop->leaves[0]) ? NULL : last;
}

/* --- leaves of another row --------------------------------------------------------------------------------------- */

/* The same operations, of the row that has this name; of a reduction, those but the last, which stores its result. */
const FlNestLeaf *
fl_c_nest_make_leaf (FlCWriter *writer, const FlNestLeaf *leaf, guint depth, const char *row)
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
  if (leaf->is_reduction)
    {
      block->n_ops--;
      node->n_outputs = 0;
    }
  body->blocks = block;
  copy->body = body;
  copy->node = node;
  copy->vars = vars;
  copy->reduction_index = fl_sym_substitute (leaf->reduction_index, &from, &to, 1);
  return copy;
}

/* In the place of the leaf it was made of, whose state is returned. */
FlCLeaf
fl_c_nest_begin_leaf (FlCWriter *writer, const FlNestLeaf *leaf)
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

void
fl_c_nest_end_leaf (FlCWriter *writer, const FlNestLeaf *leaf, FlCLeaf saved)
{
  fl_c_leaf_clear (&writer->leaves[leaf->position]);
  writer->leaves[leaf->position] = saved;
}

static const FlBodyOp *
get_reduction (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION)
      return &block->ops[i];
  g_assert_not_reached ();
}

static const char *
get_maximum (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  return block->ops[block->n_ops - 1].buffer;
}

/* What the last row that was written made. */
static FlCAccumulator *
get_result (const FlCWriter *writer, const FlNestLeaf *leaf)
{
  return g_hash_table_lookup (writer->reduced, get_reduction (leaf));
}

/* The loop with these leaves. */
const FlNestLoop *
fl_c_nest_make_loop (FlCWriter *writer, const FlNestLoop *loop, const GPtrArray *leaves)
{
  FlNestLoop *copy = fl_arena_memdup (writer->pass->arena, loop, sizeof *loop);
  FlNestItem *items = fl_arena_new (writer->pass->arena, FlNestItem, leaves->len);

  for (guint i = 0; i < leaves->len; i++)
    items[i] = (FlNestItem) { .leaf = leaves->pdata[i] };
  copy->leaves = fl_arena_memdup (writer->pass->arena, leaves->pdata, leaves->len * sizeof *copy->leaves);
  copy->items = items;
  copy->n_leaves = copy->n_items = leaves->len;
  return copy;
}

/* --- values that wait for the next turn -------------------------------------------------------------------------- */

/* What the operation that makes a value is called. */
static const char *
find_name (const FlCWriter *writer, const char *buffer)
{
  const FlGraph *graph = writer->nest->schedule->lowered->graph;

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlBodyBlock *block = &writer->nest->leaves[l].body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlBodyOp *op = &block->ops[i], *made = op->n_args ? &block->ops[op->args[0]] : NULL;

          if ((op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION) && op->buffer == buffer)
            return made->op == FL_SCALAR_REDUCTION && graph && made->origin.index < graph->n_nodes ? graph->nodes[made->origin.index].name
                                                                                                   : made->name;
        }
    }
  return buffer;
}

static char *
dup_element (FlCWriter *writer, const char *buffer, const FlSym *index)
{
  const FlCPlace *place = g_hash_table_lookup (writer->places, buffer);
  g_autofree char *text = fl_c_dup_sym (writer, NULL, index);

  return g_strdup_printf ("%s[%s]", place->name, text);
}

/* Those that the last loop reads, each once. */
static void
find_carried (FlCWriter *writer, FlCAhead *ahead)
{
  for (guint l = 0; l < ahead->behind->n_leaves; l++)
    {
      const FlNestLeaf *leaf = ahead->behind->leaves[l];
      const FlBodyBlock *block = &leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlCPlace *place = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;
          FlCCarried carried = { .buffer = block->ops[i].buffer };
          gboolean is_known = !place || !place->local || place->local->place != FL_LOCAL_REGISTER;

          for (guint k = 0; k < ahead->carried->len && !is_known; k++)
            is_known = g_array_index (ahead->carried, FlCCarried, k).buffer == carried.buffer;
          if (is_known)
            continue;
          carried.index = leaf->indices[block->ops[i].index];
          carried.dtype = place->local->buffer->layout.dtype;
          carried.name = fl_c_make_name (writer, fl_intern_printf ("%s_before", find_name (writer, carried.buffer)));
          g_array_append_val (ahead->carried, carried);
        }
    }
}

/* Before the loop, when its inside is written. */
static void
declare_carried (FlCWriter *writer, const FlCAhead *ahead)
{
  for (guint i = 0; i < ahead->carried->len; i++)
    {
      const FlCCarried *carried = &g_array_index (ahead->carried, FlCCarried, i);

      fl_c_line (writer, "%s %s = 1;", fl_c_get_compute_type (carried->dtype), carried->name);
    }
}

/* At the end of a turn. */
static void
carry (FlCWriter *writer, const FlCAhead *ahead)
{
  for (guint i = 0; i < ahead->carried->len; i++)
    {
      const FlCCarried *carried = &g_array_index (ahead->carried, FlCCarried, i);
      g_autofree char *element = dup_element (writer, carried->buffer, carried->index);
      const FlCValue *value = fl_c_find_value (writer, element);

      g_assert (value);
      fl_c_line (writer, "%s = %s;", carried->name, value->text);
    }
}

/* The last loop of the row of this name: its leaves, in the place of those that they are made of. What does not change in the loop is
 * written. */
static const FlNestLoop *
begin_behind (FlCWriter *writer, const FlCAhead *ahead, const char *row, GArray *saved)
{
  const FlSym *from = ahead->rows->var, *to = fl_sym_var (fl_sym_get_table (ahead->rows->size), row, ahead->rows->size);
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  const FlNestLoop *loop;

  for (guint i = 0; i < ahead->carried->len; i++)
    {
      const FlCCarried *carried = &g_array_index (ahead->carried, FlCCarried, i);
      g_autofree char *element = dup_element (writer, carried->buffer, fl_sym_substitute (carried->index, &from, &to, 1));

      fl_c_remember (writer, element, (FlCValue) { .text = carried->name, .dtype = carried->dtype });
    }
  for (guint i = 0; i < ahead->behind->n_leaves; i++)
    {
      const FlNestLeaf *leaf = fl_c_nest_make_leaf (writer, ahead->behind->leaves[i], ahead->rows->depth, row);
      FlCLeaf state = fl_c_nest_begin_leaf (writer, leaf);

      g_array_append_val (saved, state);
      g_ptr_array_add (leaves, (gpointer) leaf);
    }
  loop = fl_c_nest_make_loop (writer, ahead->behind, leaves);
  fl_c_nest_hoist (writer, loop);
  return loop;
}

static void
end_behind (FlCWriter *writer, const FlNestLoop *loop, const GArray *saved)
{
  for (guint i = 0; i < saved->len; i++)
    fl_c_nest_end_leaf (writer, loop->leaves[i], g_array_index (saved, FlCLeaf, i));
}

/* --- text -------------------------------------------------------------------------------------------------------- */

static FlCAhead *
new_ahead (FlCWriter *writer, const FlNestLoop *rows, const FlNestLeaf *leaf)
{
  FlCAhead *ahead = g_new0 (FlCAhead, 1);
  gint64 size;

  ahead->rows = rows;
  ahead->leaf = leaf;
  ahead->carried = g_array_new (FALSE, FALSE, sizeof (FlCCarried));
  ahead->behind = find_behind (writer, rows);
  ahead->is_beside = ahead->behind && is_streamed (writer, ahead->behind);
  ahead->is_two = fl_sym_is_int (rows->items[0].loop->size, &size) && size <= MAX_BEHIND;
  if (ahead->behind)
    find_carried (writer, ahead);
  ahead->blocks = fl_c_nest_find_blocks (writer, ahead);
  return ahead;
}

/* The first loop of the row of this name. */
static FlCAccumulator *
write_first (FlCWriter *writer, const FlCAhead *ahead, const char *row, const char *suffix)
{
  const FlNestLeaf *leaf = fl_c_nest_make_leaf (writer, ahead->leaf, ahead->rows->depth, row);
  const FlNestLoop *loop = ahead->rows->items[0].loop;
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  FlCLeaf saved = fl_c_nest_begin_leaf (writer, leaf);

  writer->ahead_copy = suffix ? leaf : NULL;
  writer->ahead_suffix = suffix;
  g_ptr_array_add (leaves, (gpointer) leaf);
  if (ahead->blocks)
    loop = fl_c_nest_cut_block (writer, ahead->blocks, loop);
  fl_c_nest_write_loop (writer, fl_c_nest_make_loop (writer, loop, leaves));
  fl_c_nest_end_leaf (writer, leaf, saved);
  writer->ahead_copy = NULL;
  return get_result (writer, ahead->leaf);
}

static void
note_ahead (FlCWriter *writer, const FlCAhead *ahead)
{
  guint depth = ahead->rows->depth + 1;

  if (!ahead->blocks)
    fl_c_note_choice (writer, FL_VERDICT_ACCEPT, ahead->leaf->node->op, "made before its row's turn",
                    fl_arena_printf (writer->pass->arena, "the loop over i%u of %s runs beside the second one of this row, which would wait for "
                                     "its result", depth, ahead->is_two ? "the row after the next" : "the next row"));
  if (ahead->behind)
    fl_c_note_choice (writer, FL_VERDICT_ACCEPT, ahead->behind->leaves[0]->node->op, "made after its row's turn",
                      fl_arena_printf (writer->pass->arena, "the last loop over i%u would wait for the sums of its row; rows of at most %d "
                                       "elements, unless they are stored past the caches", depth, MAX_BEHIND));
}

FlCAhead *
fl_c_nest_begin_ahead (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLeaf *leaf = find_ahead (writer, rows);
  const char *first = fl_c_threads_get_first (writer, rows);
  FlCAhead *ahead;

  if (!leaf)
    return NULL;
  ahead = new_ahead (writer, rows, leaf);
  note_ahead (writer, ahead);
  if (!fl_sym_is_int (rows->size, NULL) && writer->phase->kind == FL_C_PHASE_RANGE)
    {
      fl_c_line (writer, "if (begin >= end)");
      fl_c_line (writer, "  return;");
    }
  ahead->made = write_first (writer, ahead, first, ahead->blocks ? "next" : NULL);
  if (ahead->blocks)
    fl_c_nest_declare_blocks (writer, ahead->blocks, ahead->made->names[0], find_name (writer, get_maximum (leaf)));
  if (ahead->is_two)
    {
      const char *second = fl_c_make_name (writer, "second_row");

      fl_c_line (writer, "const int64_t %s = fl_min (%s + 1, %s - 1);", second, first, fl_c_threads_get_last (writer, rows));
      ahead->next = write_first (writer, ahead, second, "next")->names[0];
    }
  writer->ahead = leaf;
  return ahead;
}

/* The last loop of the row before. */
static void
write_behind (FlCWriter *writer, const FlCAhead *ahead, const char *row)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (FlCLeaf));
  const FlNestLoop *loop = begin_behind (writer, ahead, row, others);

  fl_c_nest_write_loop (writer, loop);
  end_behind (writer, loop, others);
}

/* The first loop of a later row beside the second one of this row, and perhaps beside the last one of the row before. */
static void
write_beside (FlCWriter *writer, const FlCAhead *ahead, const char *later, const char *before)
{
  const FlNestLoop *second = ahead->rows->items[1].loop, *behind = NULL;
  const FlNestLeaf *leaf = fl_c_nest_make_leaf (writer, ahead->leaf, ahead->rows->depth, later);
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (FlCLeaf));
  FlCLeaf saved;

  if (ahead->blocks)
    leaf = fl_c_nest_shift_block (writer, ahead->blocks, leaf, ahead->rows->depth + 1);
  g_ptr_array_add (leaves, (gpointer) leaf);
  if (ahead->is_beside)
    {
      behind = begin_behind (writer, ahead, before, others);
      for (guint i = 0; i < behind->n_leaves; i++)
        g_ptr_array_add (leaves, (gpointer) behind->leaves[i]);
    }
  for (guint i = 0; i < second->n_leaves; i++)
    g_ptr_array_add (leaves, (gpointer) second->leaves[i]);
  writer->ahead_copy = leaf;
  saved = fl_c_nest_begin_leaf (writer, leaf);
  writer->blocks = ahead->blocks;
  fl_c_nest_write_loop (writer, fl_c_nest_make_loop (writer, second, leaves));
  writer->blocks = NULL;
  fl_c_nest_end_leaf (writer, leaf, saved);
  writer->ahead_copy = NULL;
  if (behind)
    end_behind (writer, behind, others);
}

/* The same by blocks: what the row's largest is comes out in the end. */
static void
write_blocks (FlCWriter *writer, FlCAhead *ahead)
{
  const FlNestLoop *rows = ahead->rows;
  const FlBodyBlock *block = &ahead->leaf->body->blocks[0];
  const FlBodyOp *store = &block->ops[block->n_ops - 1];
  g_autofree char *element = dup_element (writer, store->buffer, ahead->leaf->indices[store->index]);
  const char *before = fl_intern_printf ("i%u_before", rows->depth), *later = fl_intern_printf ("i%u_next", rows->depth);
  FlCAccumulator *made = fl_arena_memdup (writer->pass->arena, ahead->made, sizeof *ahead->made);

  fl_c_line (writer, "const int64_t %s = fl_max (i%u - 1, %s);", before, rows->depth, fl_c_threads_get_first (writer, rows));
  made->names[0] = fl_c_nest_begin_blocks (writer, ahead->blocks);
  fl_c_remember (writer, element, (FlCValue) { .text = fl_c_nest_get_below (ahead->blocks), .dtype = FL_DTYPE_F32 });
  writer->ahead_suffix = "after";
  write_beside (writer, ahead, later, before);
  g_hash_table_insert (writer->reduced, (gpointer) get_reduction (ahead->leaf), made);
  fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, ahead->leaf));
  fl_c_nest_write_items (writer, rows->items + 2, rows->n_items - 3, rows->depth + 1);
  fl_c_nest_end_blocks (writer, ahead->blocks);
  carry (writer, ahead);
}

void
fl_c_nest_write_ahead (FlCWriter *writer, FlCAhead *ahead)
{
  const FlNestLoop *rows = ahead->rows;
  const guint d = rows->depth, n_rest = rows->n_items - 2 - (ahead->behind ? 1 : 0);
  const char *later = fl_intern_printf (ahead->is_two ? "i%u_after" : "i%u_next", d), *before = fl_intern_printf ("i%u_before", d);
  const char *result;

  if (ahead->blocks)
    {
      write_blocks (writer, ahead);
      return;
    }
  g_hash_table_insert (writer->reduced, (gpointer) get_reduction (ahead->leaf), ahead->made);
  fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, ahead->leaf));
  fl_c_line (writer, "const int64_t %s = fl_min (i%u + %d, %s - 1);", later, d, ahead->is_two ? 2 : 1, fl_c_threads_get_last (writer, rows));
  if (ahead->is_beside)
    fl_c_line (writer, "const int64_t %s = fl_max (i%u - 1, %s);", before, d, fl_c_threads_get_first (writer, rows));
  writer->ahead_suffix = ahead->is_two ? "after" : "next";
  write_beside (writer, ahead, later, before);
  result = get_result (writer, ahead->leaf)->names[0];
  if (ahead->behind && !ahead->is_beside)
    {
      fl_c_line (writer, "if (i%u > %s) {", d, fl_c_threads_get_first (writer, rows));
      writer->indent++;
      fl_c_push_frame (writer);
      fl_c_line (writer, "const int64_t %s = i%u - 1;", before, d);
      write_behind (writer, ahead, before);
      fl_c_pop_frame (writer);
      writer->indent--;
      fl_c_line (writer, "}");
    }
  fl_c_nest_write_items (writer, rows->items + 2, n_rest, d + 1);
  carry (writer, ahead);
  if (ahead->is_two)
    fl_c_line (writer, "%s = %s;", ahead->made->names[0], ahead->next);
  fl_c_line (writer, "%s = %s;", ahead->is_two ? ahead->next : ahead->made->names[0], result);
}

void
fl_c_nest_declare_ahead (FlCWriter *writer, const FlCAhead *ahead)
{
  declare_carried (writer, ahead);
}

void
fl_c_nest_end_ahead (FlCWriter *writer, FlCAhead *ahead)
{
  if (ahead->behind)
    {
      const char *row = fl_c_make_name (writer, "last_row");

      fl_c_line (writer, "const int64_t %s = %s - 1;", row, fl_c_threads_get_last (writer, ahead->rows));
      writer->blocks = ahead->blocks;
      write_behind (writer, ahead, row);
      writer->blocks = NULL;
    }
  writer->ahead = NULL;
  g_array_unref (ahead->carried);
  g_free (ahead);
}
