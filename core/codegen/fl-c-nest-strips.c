/* Reductions of columns in vectors: a few rows at a time are added to one row of accumulators, which stays in the
 * first-level cache. A row at a time would load and store an accumulator for each element; a column at a time would
 * jump through memory. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

enum
{
  N_ROWS = 4,            /* at a time; more would be more streams than some machines fetch ahead */
  MAX_UNROLLED_FLOPS = 8 /* with more arithmetic, loading and storing accumulators costs little */
};

/* A row of accumulators that the loop being written uses. */
typedef struct
{
  const char *array, *lanes;
  gboolean is_mask, is_kept; /* kept: what is in the lanes goes back */
} Slot;

const char *
fl_c_nest_use_slot (const FlCWriter *writer, const char *array, const char *name, gboolean is_mask, gboolean is_kept)
{
  Slot slot = { .array = array, .is_mask = is_mask, .is_kept = is_kept };

  for (guint i = 0; i < writer->slots->len; i++)
    {
      Slot *known = &g_array_index (writer->slots, Slot, i);

      if (known->array != array)
        continue;
      known->is_kept |= is_kept;
      return known->lanes;
    }
  slot.lanes = fl_intern_printf ("%s_lanes", name);
  g_array_append_val (writer->slots, slot);
  return slot.lanes;
}

gboolean
fl_c_nest_is_row_loop (const FlCWriter *writer, const FlNestLoop *loop)
{
  if (!writer->strip || !writer->is_vector_strip)
    return FALSE;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      return FALSE;
  return TRUE;
}

/* What the columns of one vector are computed with, for one row or for several. */
static void
write_columns (FlCWriter *writer, const FlNestLoop *rows, const char *begin, const char *end, gboolean is_left,
               guint n_rows)
{
  guint column = writer->strip->depth, first_span;
  FlCCapture capture;
  GString *body;

  if (is_left)
    fl_c_line (writer,
               "for (int64_t i%u = %s + ((%s - %s) & -FL_LANES); i%u < %s; i%u += FL_LANES) {  /* what is left */",
               column, begin, end, begin, column, end, column);
  else
    fl_c_line (writer, "for (int64_t i%u = %s; i%u <= %s - FL_LANES; i%u += FL_LANES) {", column, begin, column, end,
               column);
  writer->indent++;
  fl_c_push_frame (writer);
  writer->left = is_left ? fl_arena_printf (writer->pass->arena, "%s - i%u", end, column) : NULL;
  writer->slots = g_array_new (FALSE, TRUE, sizeof (Slot));
  first_span = writer->spans->len;
  writer->indent += n_rows > 1;
  fl_c_begin_capture (writer, &capture);
  for (guint i = 0; i < rows->n_items; i++)
    if (writer->pass_number == 1 || rows->items[i].leaf->is_two_pass)
      fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, rows->items[i].leaf));
  body = fl_c_end_capture (writer, &capture);
  writer->indent -= n_rows > 1;
  for (guint i = 0; i < writer->slots->len; i++)
    {
      const Slot *slot = &g_array_index (writer->slots, Slot, i);

      fl_c_line (writer, "%s%s %s = fl_load_%s (%s + i%u - %s);", slot->is_kept ? "" : "const ",
                 slot->is_mask ? "fl_mask" : "fl_vec", slot->lanes, slot->is_mask ? "i32" : "f32", slot->array, column,
                 begin);
    }
  if (n_rows > 1)
    {
      fl_c_line (writer, "#pragma GCC unroll %u", n_rows);
      fl_c_line (writer, "for (int row = 0; row < %u; row++) {", n_rows);
      fl_c_line (writer, "  const int64_t i%u = i%u_at + row;", rows->depth, rows->depth);
    }
  fl_c_paste (writer, body, first_span);
  if (n_rows > 1)
    fl_c_line (writer, "}");
  for (guint i = 0; i < writer->slots->len; i++)
    {
      const Slot *slot = &g_array_index (writer->slots, Slot, i);

      if (slot->is_kept)
        fl_c_line (writer, "fl_store_%s (%s + i%u - %s, %s);", slot->is_mask ? "i32" : "f32", slot->array, column,
                   begin, slot->lanes);
    }
  g_clear_pointer (&writer->slots, g_array_unref);
  writer->left = NULL;
  writer->is_again = TRUE;
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
}

/* All columns of the strip, whole vectors and what is left. */
static void
write_row (FlCWriter *writer, const FlNestLoop *rows, guint n_rows)
{
  guint column = writer->strip->depth;
  g_autofree char *begin = g_strdup_printf ("i%u_begin", column), *end = g_strdup_printf ("i%u_end", column);
  gint64 size = 0;
  gboolean is_narrow = fl_sym_is_int (writer->strip->size, &size) && size < 4;

  writer->indent++;
  if (!is_narrow)
    write_columns (writer, rows, begin, end, FALSE, n_rows);
  if (!fl_c_nest_is_whole (writer->strip, 16))
    write_columns (writer, rows, begin, end, TRUE, n_rows);
  writer->indent--;
  fl_c_line (writer, "}");
}

static guint
choose_n_rows (const FlNestLoop *rows)
{
  gint64 size;

  if (fl_c_vector_count_flops (rows) > MAX_UNROLLED_FLOPS || (fl_sym_is_int (rows->size, &size) && size < N_ROWS))
    return 1;
  return N_ROWS;
}

static void
write_rows (FlCWriter *writer, const FlNestLoop *rows, const char *start, const char *end)
{
  guint d = rows->depth, n_rows = choose_n_rows (rows);

  if (n_rows > 1)
    {
      fl_c_line (writer, "for (int64_t i%u_at = %s; i%u_at <= %s - %u; i%u_at += %u) {", d, start, d, end, n_rows, d,
                 n_rows);
      write_row (writer, rows, n_rows);
      if (fl_c_threads_is_whole (writer, rows, n_rows))
        return;
      fl_c_line (writer, "for (int64_t i%u = %s + ((%s - %s) & -%u); i%u < %s; i%u++) {  /* rows that are left */", d,
                 start, end, start, n_rows, d, end, d);
    }
  else
    fl_c_line (writer, "for (int64_t i%u = %s; i%u < %s; i%u++) {", d, start, d, end, d);
  write_row (writer, rows, 1);
}

void
fl_c_nest_write_row_loop (FlCWriter *writer, const FlNestLoop *rows, guint first_accumulator)
{
  const char *first = fl_c_threads_get_first (writer, rows), *last = fl_c_threads_get_last (writer, rows);
  g_autofree char *begin = g_strdup_printf ("i%u_begin", rows->depth), *end = g_strdup_printf ("i%u_end", rows->depth);
  gint64 length = 0;
  gboolean is_long = !fl_sym_is_int (rows->size, &length) || length > FL_C_STRIP_PIECE;
  g_autoptr (GPtrArray) pieces = NULL;
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = writer->strip;
  writer->n_vectors = 1;
  writer->indent += is_long;
  write_rows (writer, rows, is_long ? begin : first, is_long ? end : last);
  writer->indent -= is_long;
  writer->vector = NULL;
  writer->is_again = FALSE;
  loops = fl_c_end_capture (writer, &text.capture);
  pieces = g_steal_pointer (&writer->pieces);
  writer->pieces = g_ptr_array_new_with_free_func (g_free);
  if (writer->pass_number == 1)
    fl_c_declare_accumulators (writer, first_accumulator);
  if (is_long)
    {
      fl_c_line (writer, "for (int64_t %s = %s; %s < %s; %s += %d) {", begin, first, begin, last, begin,
                 FL_C_STRIP_PIECE);
      writer->indent++;
      fl_c_line (writer, "const int64_t %s = fl_min (%s + %d, %s);", end, begin, FL_C_STRIP_PIECE, last);
    }
  fl_c_declare_pieces (writer, pieces);
  fl_c_paste (writer, loops, text.first_span);
  fl_c_combine_pieces (writer, pieces);
  if (is_long)
    {
      writer->indent--;
      fl_c_line (writer, "}");
    }
  writer->has_inner_loop = TRUE;
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "columns in vectors",
                    fl_arena_printf (writer->pass->arena,
                                     "%u rows at a time go into one row of accumulators, as %u operations an element "
                                     "(at most %d) take less time than loading and storing it",
                                     choose_n_rows (rows), fl_c_vector_count_flops (rows), MAX_UNROLLED_FLOPS));
}
