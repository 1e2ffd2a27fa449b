/* Tiling, and the tile sizes: loops are cut into strips and tiles so that what runs innermost is contiguous in memory.
 */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

/* --- strips ----------------------------------------------------------------------------------- */

/* The columns of the strip, around operations whose other loops are open. */
void
fl_c_nest_begin_lanes (FlCWriter *writer, FlCLoopText *text)
{
  fl_c_nest_begin_body (writer, text);
  writer->lane = writer->strip;
}

void
fl_c_nest_end_lanes (FlCWriter *writer, FlCLoopText *text)
{
  guint depth = writer->strip->depth;
  GString *body = fl_c_nest_end_body (writer, text);

  writer->lane = NULL;
  fl_c_nest_write_pragma (writer, writer->strip);
  fl_c_nest_write_range (writer, depth);
  fl_c_nest_put_body (writer, text, body);
}

int
fl_c_get_strip_width (const FlNestLoop *strip)
{
  gint64 size;

  return fl_sym_is_int (strip->size, &size) && size < FL_NEST_STRIP ? MAX (size, 1) : FL_NEST_STRIP;
}

/* Reduction loops outside, columns inside, results of all columns at the end. */
void
fl_c_nest_write_strip (FlCWriter *writer, const FlNestLoop *loop)
{
  guint depth = loop->depth;
  const char *begin = fl_c_threads_get_first (writer, loop), *end = fl_c_threads_get_last (writer, loop);
  const int width = fl_c_get_strip_width (loop);
  FlCLoopText text, lanes;
  GString *body;

  fl_c_nest_forget_written (writer, loop);
  fl_c_nest_hoist (writer, loop);
  fl_c_nest_begin_body (writer, &text);
  writer->is_vector_strip = fl_c_vector_can_strip (writer, loop);
  writer->strip = loop;
  fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %d, %s);", depth, depth, width, end);
  fl_c_nest_write_loop (writer, loop->items[0].loop);
  if (!fl_c_threads_makes_parts (writer, loop->items[0].loop))
    {
      fl_c_nest_begin_lanes (writer, &lanes);
      fl_c_nest_write_results (writer, loop->items[0].loop);
      for (guint i = 1; i < loop->n_items; i++)
        fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, loop->items[i].leaf));
      fl_c_nest_end_lanes (writer, &lanes);
    }
  writer->strip = NULL;
  writer->is_vector_strip = FALSE;
  body = fl_c_nest_end_body (writer, &text);
  fl_c_line (writer, "/* %d columns at a time: memory is contiguous along i%u */", width, depth);
  fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %d) {", depth, begin, depth, end, depth,
             width);
  fl_c_nest_put_body (writer, &text, body);
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* The loop over tiles of one variable, around what is captured in text. */
static void
write_tile_header (FlCWriter *writer, const FlNestLoop *loop)
{
  fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %d) {", loop->depth,
             fl_c_threads_get_first (writer, loop), loop->depth, fl_c_threads_get_last (writer, loop), loop->depth,
             FL_NEST_TILE);
}

static void
write_tile_end (FlCWriter *writer, const FlNestLoop *loop)
{
  fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %d, %s);", loop->depth, loop->depth, FL_NEST_TILE,
             fl_c_threads_get_last (writer, loop));
}

static void
write_tile_range (FlCWriter *writer, const FlNestLoop *loop, int elements, gboolean is_end)
{
  const char *first = fl_c_threads_get_first (writer, loop), *end = fl_c_threads_get_last (writer, loop);
  guint d = loop->depth;

  if (is_end)
    fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %d, %s);", d, d, elements, end);
  else
    fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %d) {", d, first, d, end, d,
               elements);
}

static void
note_sizes (FlCWriter *writer, const FlNestLoop *row, const FlNestLoop *column, guint n_columns)
{
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "size of tiles",
                    fl_arena_printf (writer->pass->arena,
                                     "%d along i%u, as many floats as a line of memory has, and %u along i%u: %s",
                                     FL_NEST_TILE, row->depth, n_columns, column->depth,
                                     n_columns > FL_NEST_TILE ? "lines next to each other come and go as one stretch"
                                                              : "the tile uses whole lines of both sides"));
}

/* Rows of 64 columns: what lies across comes by way of a copy on the stack that is turned over in registers. The tiles
 * follow each other along what is read: 64 rows of it stream in, which took two thirds of the time of the other order.
 */
static void
write_vector_tiles (FlCWriter *writer, const FlNestLoop *loop, const FlNestLoop *row, const FlNestLoop *column)
{
  const FlNestLoop *inner = loop->items[0].loop;
  FlCLoopText text;
  GString *body;

  fl_c_nest_begin_text (writer, &text);
  fl_c_line (writer, "/* %d x %d tiles: memory is contiguous along i%u here, along i%u there */", FL_NEST_TILE,
             FL_C_TILE, row->depth, column->depth);
  note_sizes (writer, row, column, FL_C_TILE);
  write_tile_range (writer, column, FL_C_TILE, FALSE);
  writer->indent++;
  write_tile_range (writer, column, FL_C_TILE, TRUE);
  write_tile_range (writer, row, FL_NEST_TILE, FALSE);
  writer->indent++;
  fl_c_push_frame (writer);
  write_tile_range (writer, row, FL_NEST_TILE, TRUE);
  writer->tile_row = row;
  writer->vector = column;
  writer->n_vectors = 1;
  writer->tiles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < inner->n_items; i++)
    fl_c_leaf_write_tiles (writer, fl_c_nest_get_state (writer, inner->items[i].leaf));
  fl_c_nest_write_range (writer, row->depth);
  writer->indent++;
  {
    g_autofree char *start = g_strdup_printf ("i%u_begin", column->depth),
                    *end = g_strdup_printf ("i%u_end", column->depth);

    fl_c_nest_write_vector_loops (writer, inner, column->depth, start, end, !fl_c_nest_is_whole (column, FL_C_TILE));
  }
  g_clear_pointer (&writer->tiles, g_hash_table_unref);
  writer->tile_row = NULL;
  writer->vector = NULL;
  writer->indent--;
  fl_c_line (writer, "}");
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  writer->indent--;
  fl_c_line (writer, "}");
  body = fl_c_end_capture (writer, &text.capture);
  fl_c_paste (writer, body, text.first_span);
  writer->has_inner_loop = TRUE;
}

void
fl_c_nest_write_tiles (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestLoop *inner = loop->items[0].loop;
  const FlNestLoop *first = loop->is_tile_swapped ? inner : loop, *second = loop->is_tile_swapped ? loop : inner;
  FlCLoopText texts[4];
  GString *body;

  fl_c_nest_forget_written (writer, loop);
  fl_c_nest_hoist (writer, loop);
  if (fl_c_vector_can_tile (writer, loop, first, second))
    {
      write_vector_tiles (writer, loop, first, second);
      return;
    }
  fl_c_nest_begin_body (writer, &texts[0]);
  write_tile_end (writer, loop);
  fl_c_nest_begin_body (writer, &texts[1]);
  write_tile_end (writer, inner);
  fl_c_nest_begin_body (writer, &texts[2]);
  if (!loop->is_tile_swapped)
    fl_c_nest_hoist (writer, inner);
  fl_c_nest_begin_body (writer, &texts[3]);
  writer->lane = second;
  for (guint i = 0; i < inner->n_items; i++)
    fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, inner->items[i].leaf));
  writer->lane = NULL;
  body = fl_c_nest_end_body (writer, &texts[3]);
  fl_c_nest_write_pragma (writer, second);
  fl_c_nest_write_range (writer, second->depth);
  fl_c_nest_put_body (writer, &texts[3], body);
  body = fl_c_nest_end_body (writer, &texts[2]);
  fl_c_nest_write_range (writer, first->depth);
  fl_c_nest_put_body (writer, &texts[2], body);
  body = fl_c_nest_end_body (writer, &texts[1]);
  write_tile_header (writer, inner);
  fl_c_nest_put_body (writer, &texts[1], body);
  body = fl_c_nest_end_body (writer, &texts[0]);
  fl_c_line (writer, "/* %d x %d tiles: memory is contiguous along i%u here, along i%u there */", FL_NEST_TILE,
             FL_NEST_TILE, loop->depth, inner->depth);
  note_sizes (writer, loop, inner, FL_NEST_TILE);
  write_tile_header (writer, loop);
  fl_c_nest_put_body (writer, &texts[0], body);
}
