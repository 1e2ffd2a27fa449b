/* The last stage of a pipeline over rows, one iteration behind the loads: places of extremes, means and variances.
 *
 * What the lanes of a row come to takes a chain of operations, each of which waits for the one before. Right behind the
 * row they would also wait for its last elements, and all that follows for them. One turn later nothing does:
 *
 *     for (i0 = begin; i0 <= end; i0++) {
 *       before = lanes;
 *       if (i0 < end)
 *         lanes = … of row i0;
 *       if (i0 > begin)
 *         y[i0 - 1] = … of before;
 *     } */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

enum
{
  MIN_ROWS = 8 /* fewer: one turn more counts */
};

struct _FlCBehind
{
  const FlNestLoop *rows;
  const char *lanes;   /* of a place */
  const char *sums[2]; /* of a mean and variance; NULL: none */
};

static gboolean
can_end_later (const FlNestLoop *rows)
{
  for (guint i = 0; i < rows->n_leaves; i++)
    if (rows->leaves[i]->is_scatter || rows->leaves[i]->body->n_blocks != 1
        || rows->leaves[i]->n_iter != rows->depth + 1)
      return FALSE;
  for (guint i = 1; i < rows->n_items; i++)
    if (!rows->items[i].leaf)
      return FALSE;
  return TRUE;
}

FlCBehind *
fl_c_nest_begin_behind (FlCWriter *writer, const FlNestLoop *rows)
{
  FlCBehind *behind;
  const char *why_not;
  gboolean is_place;
  gint64 n_rows;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->stage
      || rows->is_strip || rows->is_tiled || rows->n_items == 0 || !fl_sym_is_int (rows->size, &n_rows)
      || n_rows < MIN_ROWS || fl_c_ranges_get (writer, rows) || !rows->items[0].loop || !can_end_later (rows))
    return NULL;
  is_place = fl_c_nest_is_row (&rows->items[0], rows) && fl_c_nest_finds_place (rows->items[0].loop)
             && fl_c_vector_can_write (writer, rows->items[0].loop, &why_not);
  if (!is_place && !fl_c_nest_finds_moments (writer, rows->items[0].loop))
    return NULL;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined
      || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return NULL;
  for (guint l = 0; l < rows->n_leaves; l++)
    if (fl_c_nest_reads_written (writer, rows->leaves[l], TRUE))
      return NULL;
  behind = g_new0 (FlCBehind, 1);
  behind->rows = rows;
  if (!is_place)
    {
      behind->sums[0] = fl_c_make_name (writer, "sum");
      behind->sums[1] = fl_c_make_name (writer, "squares");
    }
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, rows->leaves[0]->node->op, "ended after its row's turn",
      fl_arena_printf (writer->pass->arena,
                       "what the lanes of a row along i%u come to is worked out beside the next row, which would "
                       "wait for it",
                       rows->depth + 1));
  return behind;
}

/* What the row of this name comes to, and what is made of it. */
static void
write_end (FlCWriter *writer, const FlCBehind *behind, const char *row, const char *const *before)
{
  const FlNestLoop *rows = behind->rows, *loop = rows->items[0].loop;
  g_autofree FlCLeaf *saved = g_new (FlCLeaf, rows->n_leaves);
  g_autofree const FlNestLeaf **copies = g_new (const FlNestLeaf *, rows->n_leaves);

  for (guint i = 0; i < rows->n_leaves; i++)
    {
      FlNestLeaf whole = *rows->leaves[i], *copy;

      whole.is_reduction = FALSE; /* its result is stored */
      copy = (FlNestLeaf *) fl_c_nest_make_leaf (writer, &whole, rows->depth, row);
      copy->is_reduction = rows->leaves[i]->is_reduction;
      copies[i] = copy;
      saved[i] = fl_c_nest_begin_leaf (writer, copy);
    }
  /* The loops are as they were; their leaves are looked up by position, so the copies take part. */
  if (behind->sums[0])
    fl_c_nest_write_moment_end (writer, loop, before);
  else
    fl_c_nest_write_place_end (writer, loop, 0, before[0]);
  g_ptr_array_set_size (writer->accumulators, 0);
  fl_c_nest_write_results (writer, loop);
  fl_c_nest_write_items (writer, rows->items + 1, rows->n_items - 1, rows->depth + 1);
  for (guint i = 0; i < rows->n_leaves; i++)
    fl_c_nest_end_leaf (writer, copies[i], saved[i]);
}

void
fl_c_nest_write_behind (FlCWriter *writer, FlCBehind *behind)
{
  const FlNestLoop *rows = behind->rows;
  const char *first = fl_c_threads_get_first (writer, rows), *last = fl_c_threads_get_last (writer, rows);
  const char *row = fl_intern_printf ("i%u_before", rows->depth), *before[2];
  FlCLoopText text;
  GString *loop;

  g_assert (writer->accumulators->len == 0);
  writer->is_behind = TRUE;
  fl_c_nest_begin_body (writer, &text);
  if (behind->sums[0])
    fl_c_nest_write_moment_sums (writer, rows->items[0].loop, behind->sums);
  else
    behind->lanes = fl_c_nest_write_place_loop (writer, rows->items[0].loop, 0);
  loop = fl_c_nest_end_body (writer, &text);
  if (behind->sums[0])
    {
      before[0] = fl_intern_printf ("%s_before", behind->sums[0]);
      before[1] = fl_intern_printf ("%s_before", behind->sums[1]);
      fl_c_line (writer, "const double %s = %s, %s = %s;", before[0], behind->sums[0], before[1], behind->sums[1]);
    }
  else
    {
      before[0] = fl_intern_printf ("%s_before", behind->lanes);
      fl_c_line (writer, "const fl_best %s = %s;", before[0], behind->lanes);
    }
  fl_c_line (writer, "if (i%u < %s) {", rows->depth, last);
  fl_c_nest_put_body (writer, &text, loop);
  fl_c_line (writer, "if (i%u > %s) {", rows->depth, first);
  writer->indent++;
  fl_c_push_frame (writer);
  fl_c_line (writer, "const int64_t %s = i%u - 1;", row, rows->depth);
  write_end (writer, behind, row, before);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  writer->is_behind = FALSE;
}

void
fl_c_nest_end_behind (FlCWriter *writer, FlCBehind *behind)
{
  const FlNestLoop *rows = behind->rows;
  const guint d = rows->depth;

  if (behind->sums[0])
    fl_c_line (writer, "double %s = 0, %s = 0;", behind->sums[0], behind->sums[1]);
  else
    fl_c_line (writer, "fl_best %s = { 0 };", behind->lanes);
  fl_c_line (writer,
             "for (int64_t i%u = %s; i%u <= %s; i%u++) {  /* what a row comes to is worked out beside the next one */",
             d, fl_c_threads_get_first (writer, rows), d, fl_c_threads_get_last (writer, rows), d);
  g_free (behind);
}
