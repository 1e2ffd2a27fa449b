/* Pipelined group norms: the sums of a row of several channels are made while the row before is finished.
 *
 * As in fl-c-nest-beside.c, but what is made of a row has a loop over its channels, each with a weight of its own, and
 * rows are long. The next row's elements are gone through channel by channel, too, whatever channels are to their sums:
 *
 *     sum, squares = … of row begin;
 *     for (i0 = begin; i0 < end; i0++) {
 *       mean = …, variance = …;
 *       for (i1 …) {
 *         for (i2 …) { y[i0][i1][i2] = …;  lanes += x[i0 + 1][784 * i1 + i2]; … }
 *         sum += … lanes;
 *       }
 *     }
 *
 * It pays where results go past the caches: these stores and the loads are on their way together then. Where results
 * stay in the caches, the sums alone are as fast as memory is, and no faster beside stores. After the last row there is
 * none: it is looked at again. */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

#include <string.h>

enum
{
  MIN_ROWS = 8, /* that one call does: the first row's sums stand alone, and the last row's are made twice */
  MAX_ROW_BYTES = 256 << 10 /* both rows stay in the second-level cache */
};

struct _FlCGroups
{
  const FlNestLoop *rows, *first, *last, *inner; /* inner: over the elements of a channel */
  FlCAccumulator *made;
  const char *sums[2];
};

/* --- whether ---------------------------------------------------------------------------------- */

/* Mean and variance of what is there before the kernel runs. */
static gboolean
can_begin (const FlCWriter *writer, const FlNestLoop *first)
{
  for (guint i = 0; i < first->n_items; i++)
    {
      const FlNestLeaf *leaf = first->items[i].leaf;

      if (!leaf || !leaf->is_reduction || leaf->body->n_blocks != 1 || leaf->n_loops != first->depth + 1
          || fl_c_nest_reads_written (writer, leaf, FALSE))
        return FALSE;
      for (guint k = 0; k < leaf->body->blocks[0].n_ops; k++)
        {
          const FlBodyOp *op = &leaf->body->blocks[0].ops[k];

          if (op->op == FL_SCALAR_SET_INDIRECT || op->op == FL_SCALAR_CHECK_BOUNDS || op->op == FL_SCALAR_DEVICE_ASSERT
              || (op->index >= 0 && fl_sym_contains_kind (leaf->indices[op->index], FL_SYM_INDIRECT)))
            return FALSE;
        }
    }
  return TRUE;
}

/* A loop over channels: what is the same for each of their elements, then a loop over these. */
static const FlNestLoop *
find_inner (const FlCWriter *writer, const FlNestLoop *last, gint64 n_elements)
{
  const FlNestLoop *inner = last->n_items > 0 ? last->items[last->n_items - 1].loop : NULL;
  gint64 n_channels, size;

  if (!inner || last->is_strip || last->is_tiled || inner->is_strip || inner->is_tiled || fl_c_ranges_get (writer, last)
      || fl_c_ranges_get (writer, inner) || fl_c_nest_has_reduction (last) || !fl_sym_is_int (last->size, &n_channels)
      || !fl_sym_is_int (inner->size, &size) || n_channels * size != n_elements || size % 16 != 0 || size > FL_C_PIECE)
    return NULL;
  for (guint i = 0; i + 1 < last->n_items; i++)
    if (!last->items[i].leaf)
      return NULL;
  for (guint i = 0; i < inner->n_items; i++)
    if (!inner->items[i].leaf)
      return NULL;
  for (guint i = 0; i < last->n_leaves; i++)
    if (last->leaves[i]->is_scatter || last->leaves[i]->body->n_blocks != 1)
      return NULL;
  return inner;
}

static gboolean
has_enough_rows (const FlCWriter *writer, const FlNestLoop *rows)
{
  gint64 n_rows, block;

  if (!fl_sym_is_int (rows->size, &n_rows) || n_rows < MIN_ROWS)
    return FALSE;
  return writer->phase->kind != FL_C_PHASE_BLOCKS || writer->phase->loop != rows
         || (fl_sym_is_int (writer->phase->block, &block) && block >= MIN_ROWS);
}

static const FlNestLoop *
find_groups (const FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *inner;
  const char *why_not;
  gint64 n_elements;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->ahead
      || writer->deviations || writer->stage || writer->accumulators->len > 0 || rows->is_strip || rows->is_tiled
      || rows->n_items < 2 || !has_enough_rows (writer, rows) || fl_c_ranges_get (writer, rows) || !rows->items[0].loop
      || !rows->items[rows->n_items - 1].loop || fl_c_nest_has_local_row (writer, rows))
    return NULL;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined
      || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return NULL;
  if (!fl_sym_is_int (rows->items[0].loop->size, &n_elements) || n_elements * (gint64) sizeof (float) > MAX_ROW_BYTES
      || !fl_c_nest_is_row (&rows->items[0], rows) || !can_begin (writer, rows->items[0].loop)
      || !fl_c_nest_finds_moments (writer, rows->items[0].loop))
    return NULL;
  inner = find_inner (writer, rows->items[rows->n_items - 1].loop, n_elements);
  return inner && fl_c_nest_stores_past (writer, inner) && fl_c_vector_can_write (writer, inner, &why_not) ? inner
                                                                                                           : NULL;
}

/* --- text ------------------------------------------------------------------------------------- */

FlCGroups *
fl_c_nest_begin_groups (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *inner = find_groups (writer, rows), *first = rows->n_items > 0 ? rows->items[0].loop : NULL;
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  g_autofree FlCLeaf *saved = NULL;
  FlCGroups *groups;

  if (!inner)
    return NULL;
  groups = g_new0 (FlCGroups, 1);
  groups->rows = rows;
  groups->first = first;
  groups->last = rows->items[rows->n_items - 1].loop;
  groups->inner = inner;
  groups->sums[0] = fl_c_make_name (writer, "sum");
  groups->sums[1] = fl_c_make_name (writer, "squares");
  saved = g_new (FlCLeaf, first->n_leaves);
  for (guint i = 0; i < first->n_leaves; i++)
    {
      g_ptr_array_add (leaves, (gpointer) fl_c_nest_make_leaf (writer, first->leaves[i], rows->depth,
                                                               fl_c_threads_get_first (writer, rows)));
      saved[i] = fl_c_nest_begin_leaf (writer, leaves->pdata[i]);
    }
  fl_c_nest_write_moment_sums (writer, fl_c_nest_make_loop (writer, first, leaves), groups->sums);
  for (guint i = 0; i < first->n_leaves; i++)
    fl_c_nest_end_leaf (writer, leaves->pdata[i], saved[i]);
  groups->made = g_ptr_array_index (writer->accumulators, writer->accumulators->len - 1);
  g_ptr_array_set_size (writer->accumulators, 0);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, first->leaves[0]->node->op, "made before its row's turn",
      fl_arena_printf (writer->pass->arena,
                       "the sums of the next row along i%u are made beside this row's results along i%u: loads "
                       "and stores past the caches are on their way together",
                       first->depth, inner->depth));
  return groups;
}

/* The operations of the first loop on the next row, for element 784 * i1 + i2. */
static const FlNestLeaf *
make_leaf (FlCWriter *writer, const FlCGroups *groups, const FlNestLeaf *leaf, const char *next)
{
  const guint d = groups->rows->depth;
  FlNestLeaf *copy = (FlNestLeaf *) fl_c_nest_make_leaf (writer, leaf, d, next);
  const FlSym **vars = fl_arena_new (writer->pass->arena, const FlSym *, d + 3), **indices;
  const FlSym *from = leaf->vars[d + 1], *to;
  guint n_indices = 0;

  memcpy (vars, copy->vars, (d + 1) * sizeof *vars);
  vars[d + 1] = groups->last->var;
  vars[d + 2] = groups->inner->var;
  to = fl_sym_add (fl_sym_mul (groups->last->var, groups->inner->size), groups->inner->var);
  for (guint i = 0; i < copy->body->blocks[0].n_ops; i++)
    n_indices
        = MAX (n_indices, (guint) (MAX (copy->body->blocks[0].ops[i].index, copy->body->blocks[0].ops[i].bound) + 1));
  indices = fl_arena_new (writer->pass->arena, const FlSym *, MAX (n_indices, 1));
  for (guint i = 0; i < n_indices; i++)
    indices[i] = fl_sym_substitute (copy->indices[i], &from, &to, 1);
  copy->indices = indices;
  copy->vars = vars;
  copy->n_loops = d + 3;
  return copy;
}

/* The loop over a channel's elements, of this row and of the next one. */
static void
write_inner (FlCWriter *writer, const FlCGroups *groups, const char *next)
{
  const FlNestLoop *first = groups->first, *inner = groups->inner, *both;
  g_autoptr (GPtrArray) leaves = g_ptr_array_new ();
  g_autofree FlCLeaf *saved = g_new (FlCLeaf, first->n_leaves);
  g_autofree char *size = fl_c_dup_sym (writer, NULL, inner->size);
  FlCLoopText text;
  GString *loops;

  for (guint i = 0; i < inner->n_leaves; i++)
    g_ptr_array_add (leaves, (gpointer) inner->leaves[i]);
  for (guint i = 0; i < first->n_leaves; i++)
    {
      const FlNestLeaf *leaf = make_leaf (writer, groups, first->leaves[i], next);

      g_ptr_array_add (leaves, (gpointer) leaf);
      saved[i] = fl_c_nest_begin_leaf (writer, leaf);
    }
  both = fl_c_nest_make_loop (writer, inner, leaves);
  fl_c_nest_hoist (writer, both);
  fl_c_nest_begin_text (writer, &text);
  writer->vector = both;
  writer->n_vectors = 1;
  writer->moments = groups->sums;
  writer->is_again = TRUE; /* the sums are those of the first row; and nothing is fetched ahead of so many streams */
  fl_c_nest_write_vector_loops (writer, both, inner->depth, "0", size, FALSE);
  writer->is_again = FALSE;
  writer->moments = NULL;
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  fl_c_paste (writer, loops, text.first_span);
  for (guint i = 0; i < first->n_leaves; i++)
    fl_c_nest_end_leaf (writer, leaves->pdata[inner->n_leaves + i], saved[i]);
}

static void
write_last (FlCWriter *writer, const FlCGroups *groups, const char *next)
{
  const FlNestLoop *last = groups->last;
  g_autofree char *size = fl_c_dup_sym (writer, NULL, last->size);
  FlCLoopText text;
  GString *body;

  fl_c_nest_forget_written (writer, last);
  fl_c_nest_hoist (writer, last);
  fl_c_nest_begin_body (writer, &text);
  fl_c_nest_write_items (writer, last->items, last->n_items - 1, last->depth + 1);
  for (guint k = 0; k < 2; k++)
    fl_c_line (writer, "fl_vec %s_lanes = { 0 };", groups->sums[k]);
  write_inner (writer, groups, next);
  for (guint k = 0; k < 2; k++)
    fl_c_line (writer, "%s += fl_sum_across (%s_lanes);", groups->sums[k], groups->sums[k]);
  body = fl_c_nest_end_body (writer, &text);
  fl_c_line (writer, "for (int64_t i%u = 0; i%u < %s; i%u++) {", last->depth, last->depth, size, last->depth);
  fl_c_nest_put_body (writer, &text, body);
}

void
fl_c_nest_write_groups (FlCWriter *writer, FlCGroups *groups)
{
  const FlNestLoop *rows = groups->rows;
  const guint d = rows->depth;
  const char *next = fl_intern_printf ("i%u_next", d);

  g_ptr_array_add (writer->accumulators, groups->made);
  fl_c_nest_write_moment_end (writer, groups->first, groups->sums);
  g_ptr_array_set_size (writer->accumulators, 0);
  fl_c_nest_write_results (writer, groups->first);
  fl_c_nest_write_items (writer, rows->items + 1, rows->n_items - 2, d + 1);
  fl_c_line (writer, "const int64_t %s = fl_min (i%u + 1, %s - 1);", next, d, fl_c_threads_get_last (writer, rows));
  fl_c_line (writer, "%s = %s = 0;", groups->sums[0], groups->sums[1]);
  write_last (writer, groups, next);
  g_free (groups);
}
