/* Unroll and jam of pipelined rows that keep values on the stack: several vectors of the next row, then as many results
 * of this one.
 *
 * Such a loop reads the next row, takes what is kept of this one, keeps what it makes of the next and stores results:
 * vector by vector, stores to the two places would take turns, and each load would follow stores to somewhere else. So
 * a few vectors are done together, as many as there are registers for:
 *
 *     for (i1_at …) {
 *       fl_vec now[…];
 *       for (vec …) { now[vec] = row[i1];  row[i1] = … of x[i0 + 1][i1];  sums[vec & 3] += …; }
 *       for (vec …) y[i0][i1] = … of now[vec];
 *     }
 *
 * Source: measured beside a plain addition of as many bytes in the second-level cache; what is left of a row goes
 * vector by vector. */
#include "fl-c-nest-private.h"

#include "fl-intern.h"

enum
{
  MIN_STRIPS = 2,
  STRIP = 8 * 16 /* elements, of the widest vectors */
};

gboolean
fl_c_nest_can_be_together (const FlCWriter *writer, const FlNestLoop *loop)
{
  gint64 size;

  return fl_sym_is_int (loop->size, &size) && size >= MIN_STRIPS * STRIP && !fl_c_nest_stores_past (writer, loop);
}

/* The operations of some of the loop's leaves, for each of the vectors. */
static void
write_part (FlCWriter *writer, const FlNestLoop *loop, guint first, guint end)
{
  const FlCTogether *together = writer->together;
  const guint d = loop->depth;
  const gboolean is_first = first > 0;

  fl_c_line (writer, "#pragma GCC unroll 8");
  fl_c_line (writer, "for (int vec = 0; vec < FL_LANES / 2; vec++) {");
  writer->indent++;
  fl_c_push_frame (writer);
  fl_c_line (writer, "const int64_t i%u = i%u_at + vec * FL_LANES;", d, d);
  if (is_first)
    fl_c_line (writer, "%s[vec] = fl_load_f32 (%s + i%u);", together->now, together->row, d);
  for (guint l = 0; is_first && l < first; l++)
    fl_c_leaf_write_store_prefetch (writer, fl_c_nest_get_state (writer, loop->leaves[l]));
  fl_c_nest_write_items (writer, loop->items + first, end - first, d + 1);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
}

void
fl_c_nest_write_together (FlCWriter *writer, const FlNestLoop *loop, const char *start, const char *end,
                          gboolean is_whole)
{
  const guint d = loop->depth;

  fl_c_line (writer, "for (int64_t i%u_at = %s; i%u_at %s %s%s; i%u_at += FL_LANES / 2 * FL_LANES) {", d, start, d,
             is_whole ? "<" : "<=", end, is_whole ? "" : " - FL_LANES / 2 * FL_LANES", d);
  writer->indent++;
  fl_c_line (writer, "fl_vec %s[FL_LANES / 2];  /* of this row: as many vectors as there are registers for */",
             writer->together->now);
  write_part (writer, loop, writer->together->n_results, loop->n_items);
  write_part (writer, loop, 0, writer->together->n_results);
  writer->indent--;
  fl_c_line (writer, "}");
}

void
fl_c_nest_begin_together (FlCWriter *writer, FlCTogether *together, const FlNestLoop *loop, const char *row)
{
  *together = (FlCTogether) { .row = row,
                              .now = fl_c_make_name (writer, fl_intern_printf ("%s_now", row)),
                              .n_results = loop->n_leaves };
  writer->together = together;
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, loop->leaves[0]->node->op, "several vectors together",
      fl_arena_printf (
          writer->pass->arena,
          "the loop over i%u reads the next row, keeps what it makes of it and stores this row's results: eight "
          "vectors of the one, then of the other, get less in each other's way than vector by vector",
          loop->depth));
}
