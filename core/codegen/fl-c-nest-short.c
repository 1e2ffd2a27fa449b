/* Reductions across lanes of short rows: as many rows at a time as a vector has lanes.
 *
 * What the lanes of a row come to takes longer than such a row itself. The lanes of several rows are joined together:
 * pairs of lanes of two rows become one vector, pairs of these another one, until each lane holds what one row comes
 * to. Where rows are left over, the last row is looked at as often as it takes. */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-threads.h"

enum
{
  MAX_LENGTH = 64, /* elements: beyond, rows take longer than what is made across their lanes */
  MIN_ROWS = 32
};

static const char *
get_kind (const FlBodyOp *op)
{
  return op->reduction == FL_REDUCTION_SUM ? "sum" : op->reduction == FL_REDUCTION_MAX ? "max" : "min";
}

/* One reduction over each row, then operations on its result. */
static gboolean
are_short (const FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *loop = rows->items[0].loop;
  const FlBodyOp *op = loop->n_leaves == 1 ? fl_c_nest_find_reduction (loop->leaves[0]) : NULL;
  const char *why_not;
  gint64 size, n_rows;

  if (!op || !fl_sym_is_int (loop->size, &size) || size < 4 || size > MAX_LENGTH || !fl_sym_is_int (rows->size, &n_rows)
      || n_rows < MIN_ROWS)
    return FALSE;
  if ((op->reduction != FL_REDUCTION_SUM && op->reduction != FL_REDUCTION_MAX && op->reduction != FL_REDUCTION_MIN)
      || op->dtype != FL_DTYPE_F32 || loop->leaves[0]->body->blocks[0].ops[op->args[0]].dtype != FL_DTYPE_F32
      || loop->leaves[0]->n_iter != loop->depth || !fl_c_nest_is_plain (loop->leaves[0])
      || fl_c_nest_reads_written (writer, loop->leaves[0], FALSE))
    return FALSE;
  for (guint i = 1; i < rows->n_items; i++)
    if (!rows->items[i].leaf || rows->items[i].leaf->is_reduction || rows->items[i].leaf->is_scatter)
      return FALSE;
  return fl_c_vector_can_write (writer, loop, &why_not);
}

/* Lanes of each row; then what they come to, in an array of this name. */
static const char *
write_rows (FlCWriter *writer, const FlNestLoop *rows)
{
  const FlNestLoop *loop = rows->items[0].loop;
  const guint d = rows->depth;
  const char *lanes = fl_c_make_name (writer, "rows"), *results = fl_c_make_name (writer, "results");
  g_autofree char *size = fl_c_dup_sym (writer, NULL, loop->size);
  FlCLoopText text;
  GString *loops;

  fl_c_line (writer, "fl_vec %s[FL_LANES];", lanes);
  fl_c_line (writer, "#pragma GCC unroll 16");
  fl_c_line (writer, "for (int row = 0; row < FL_LANES; row++) {");
  writer->indent++;
  fl_c_push_frame (writer);
  fl_c_line (writer, "const int64_t i%u = fl_min (i%u_at + row, %s - 1);", d, d, fl_c_threads_get_last (writer, rows));
  fl_c_nest_begin_text (writer, &text);
  writer->vector = loop;
  writer->n_vectors = 1;
  fl_c_nest_write_vector_loops (writer, loop, loop->depth, "0", size, !fl_c_nest_is_whole (loop, 16));
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  fl_c_declare_vectors (writer, 0);
  fl_c_paste (writer, loops, text.first_span);
  fl_c_line (writer, "%s[row] = %s_lanes;", lanes,
             ((FlCAccumulator *) g_ptr_array_index (writer->accumulators, 0))->names[0]);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  fl_c_line (writer, "_Alignas (64) float %s[FL_LANES];", results);
  fl_c_line (writer, "fl_store_f32 (%s, fl_%s_rows (%s));", results,
             get_kind (fl_c_nest_find_reduction (loop->leaves[0])), lanes);
  return results;
}

gboolean
fl_c_nest_write_short_rows (FlCWriter *writer, const FlNestLoop *rows)
{
  const guint d = rows->depth;
  const char *first = fl_c_threads_get_first (writer, rows), *last = fl_c_threads_get_last (writer, rows), *results;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || writer->stage
      || writer->accumulators->len > 0 || rows->is_strip || rows->is_tiled || rows->n_items == 0
      || fl_c_ranges_get (writer, rows) || !fl_c_nest_is_row (&rows->items[0], rows) || !are_short (writer, rows))
    return FALSE;
  if (writer->phase->kind == FL_C_PHASE_REDUCE || writer->phase->joined
      || (writer->phase->loop && writer->phase->loop->depth > rows->depth))
    return FALSE;
  fl_c_line (writer, "for (int64_t i%u_at = %s; i%u_at < %s; i%u_at += FL_LANES) {", d, first, d, last, d);
  writer->indent++;
  fl_c_push_frame (writer);
  results = write_rows (writer, rows);
  fl_c_line (writer, "for (int64_t i%u = i%u_at; i%u < fl_min (i%u_at + FL_LANES, %s); i%u++) {", d, d, d, d, last, d);
  writer->indent++;
  fl_c_push_frame (writer);
  fl_c_line (writer, "const float %s = %s[i%u - i%u_at];",
             ((FlCAccumulator *) g_ptr_array_index (writer->accumulators, 0))->names[0], results, d, d);
  g_ptr_array_set_size (writer->accumulators, 0);
  fl_c_nest_write_results (writer, rows->items[0].loop);
  fl_c_nest_write_items (writer, rows->items + 1, rows->n_items - 1, d + 1);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  writer->has_inner_loop = TRUE;
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, rows->leaves[0]->node->op, "rows made together",
      fl_arena_printf (writer->pass->arena,
                       "what the lanes of a row along i%u come to takes longer than the row: as many rows as lanes "
                       "are joined at a time",
                       d + 1));
  return TRUE;
}
