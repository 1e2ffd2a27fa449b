/* Rows of a softmax that overlap: the largest of a later row is sought while the exponentials of this one
 * are computed, and the row before this one is finished afterwards.
 *
 * A row's exponentials wait for its largest element, and its results for their sum: between two loops over rows of some
 * hundred elements the machine computes nothing for as long as a third of the time. So the first loop over a row runs
 * beside the second one over an earlier row, which is full of arithmetic and hardly reads memory; two rows earlier
 * where rows are short, so that what is made across lanes has a whole turn to come about. And the last loop over a row
 * runs one turn later:
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
 * (where i0 + 2 is no row any more, the last one is looked at again). Results that go past the caches are stored beside
 * the other two, element by element from a row on the stack, which the next exponentials replace at once: stores are
 * spread over all of the time then. What is stored beside the first row's exponentials means nothing, and is stored
 * again beside the second's. */
#include "fl-c-nest-private.h"
#include "fl-c-softmax.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

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

/* --- values that wait for the next turn ------------------------------------------------------- */

/* What the operation that makes a value is called. */
static const char *
find_name (FlCWriter *writer, const char *buffer)
{
  const FlGraph *graph = writer->nest->schedule->lowered->graph;

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlBodyBlock *block = &writer->nest->leaves[l].body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlBodyOp *op = &block->ops[i], *made = op->n_args ? &block->ops[op->args[0]] : NULL;

          if ((op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION) && op->buffer == buffer)
            return made->op == FL_SCALAR_REDUCTION && graph && made->origin.index < graph->n_nodes
                       ? fl_c_get_value_name (writer, graph->nodes[made->origin.index].name)
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
          const FlCPlace *place
              = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;
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

/* The last loop of the row of this name: its leaves, in the place of those that they are made of. What does not change
 * in the loop is written. */
static const FlNestLoop *
begin_behind (FlCWriter *writer, const FlCAhead *ahead, const char *row, GArray *saved)
{
  const FlSym *from = ahead->rows->var, *to = fl_sym_var (fl_sym_get_table (ahead->rows->size), row, ahead->rows->size);
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  const FlNestLoop *loop;

  for (guint i = 0; i < ahead->carried->len; i++)
    {
      const FlCCarried *carried = &g_array_index (ahead->carried, FlCCarried, i);
      g_autofree char *element
          = dup_element (writer, carried->buffer, fl_sym_substitute (carried->index, &from, &to, 1));

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

/* --- text ------------------------------------------------------------------------------------- */

/* Where the first loop stands by itself. */
static void
explain_first (FlCWriter *writer, const FlCAhead *ahead)
{
  if (ahead->blocks)
    fl_c_line (
        writer,
        "/* The largest of the first block. That of each further one is sought beside the exponentials of the block before. */");
  else
    fl_c_line (
        writer,
        "/* The largest of the first row%s. That of each further one is sought beside the exponentials of %s. */",
        ahead->is_two ? ", and of the second" : "", ahead->is_two ? "the last but one" : "the row before");
}

static FlCAhead *
new_ahead (FlCWriter *writer, const FlNestLoop *rows, const FlNestLeaf *leaf)
{
  FlCAhead *ahead = g_new0 (FlCAhead, 1);
  gint64 size;

  ahead->rows = rows;
  ahead->leaf = leaf;
  ahead->carried = g_array_new (FALSE, FALSE, sizeof (FlCCarried));
  ahead->behind = fl_c_nest_find_behind (writer, rows);
  ahead->is_beside = ahead->behind && fl_c_nest_is_streamed (writer, ahead->behind);
  ahead->is_two = fl_sym_is_int (rows->items[0].loop->size, &size) && size <= FL_C_MAX_BEHIND;
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
    fl_c_note_choice (
        writer, FL_VERDICT_ACCEPT, ahead->leaf->node->op, "made before its row's turn",
        fl_arena_printf (writer->pass->arena,
                         "the loop over i%u of %s runs beside the second one of this row, which would wait for "
                         "its result",
                         depth, ahead->is_two ? "the row after the next" : "the next row"));
  if (ahead->behind)
    fl_c_note_choice (writer, FL_VERDICT_ACCEPT, ahead->behind->leaves[0]->node->op, "made after its row's turn",
                      fl_arena_printf (writer->pass->arena,
                                       "the last loop over i%u would wait for the sums of its row; rows of at most %d "
                                       "elements, unless they are stored past the caches",
                                       depth, FL_C_MAX_BEHIND));
}

FlCAhead *
fl_c_nest_begin_ahead (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLeaf *leaf = fl_c_nest_find_ahead (writer, rows);
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
  explain_first (writer, ahead);
  ahead->made = write_first (writer, ahead, first, ahead->blocks ? "next" : NULL);
  if (ahead->blocks)
    fl_c_nest_declare_blocks (writer, ahead->blocks, ahead->made->names[0], find_name (writer, get_maximum (leaf)));
  if (ahead->is_two)
    {
      const char *second = fl_c_make_name (writer, "second_row");
      g_autofree char *next = fl_c_nest_dup_shifted (first, 1),
                      *last = fl_c_nest_dup_shifted (fl_c_threads_get_last (writer, rows), -1);
      const gboolean is_known = g_ascii_isdigit (next[0]) && g_ascii_isdigit (last[0]); /* there are MIN_ROWS or more */

      fl_c_line (writer, is_known ? "const int64_t %s = %s;" : "const int64_t %s = fl_min (%s, %s);", second, next,
                 last);
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

/* The first loop of a later row beside the second one of this row, and perhaps beside the last one of the row before.
 */
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
  const char *before = fl_intern_printf ("i%u_before", rows->depth),
             *later = fl_intern_printf ("i%u_next", rows->depth);
  FlCAccumulator *made = fl_arena_memdup (writer->pass->arena, ahead->made, sizeof *ahead->made);

  if (ahead->behind)
    fl_c_line (writer, "const int64_t %s = fl_max (i%u - 1, %s);  /* the row that is finished beside this one */",
               before, rows->depth, fl_c_threads_get_first (writer, rows));
  made->names[0] = fl_c_nest_begin_blocks (writer, ahead->blocks);
  fl_c_remember (writer, element, (FlCValue) { .text = fl_c_nest_get_below (ahead->blocks), .dtype = FL_DTYPE_F32 });
  writer->ahead_suffix = "after";
  write_beside (writer, ahead, later, before);
  g_hash_table_insert (writer->reduced, (gpointer) get_reduction (ahead->leaf), made);
  fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, ahead->leaf));
  fl_c_nest_write_items (writer, rows->items + 2, rows->n_items - 2 - (ahead->behind ? 1 : 0), rows->depth + 1);
  fl_c_nest_end_blocks (writer, ahead->blocks);
  carry (writer, ahead);
}

void
fl_c_nest_write_ahead (FlCWriter *writer, FlCAhead *ahead)
{
  const FlNestLoop *rows = ahead->rows;
  const guint d = rows->depth, n_rest = rows->n_items - 2 - (ahead->behind ? 1 : 0);
  const char *later = fl_intern_printf (ahead->is_two ? "i%u_after" : "i%u_next", d),
             *before = fl_intern_printf ("i%u_before", d);
  const char *result;

  if (ahead->blocks)
    {
      write_blocks (writer, ahead);
      return;
    }
  g_hash_table_insert (writer->reduced, (gpointer) get_reduction (ahead->leaf), ahead->made);
  fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, ahead->leaf));
  fl_c_nest_write_later (writer, rows, later, ahead->is_two ? 2 : 1, "the row whose largest is sought beside this one");
  if (ahead->is_beside)
    fl_c_line (writer, "const int64_t %s = fl_max (i%u - 1, %s);  /* the row that is finished beside this one */",
               before, d, fl_c_threads_get_first (writer, rows));
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
      g_autofree char *last = fl_c_nest_dup_shifted (fl_c_threads_get_last (writer, ahead->rows), -1);

      fl_c_line (writer, "const int64_t %s = %s;", row, last);
      writer->blocks = ahead->blocks;
      write_behind (writer, ahead, row);
      writer->blocks = NULL;
    }
  writer->ahead = NULL;
  g_array_unref (ahead->carried);
  g_free (ahead);
}
