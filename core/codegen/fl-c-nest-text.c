/* What surrounds the inside of a loop: its capture and its place, pragmas, headers. */
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-threads.h"

enum
{
  MAX_UNROLLED = 4 /* iterations of an inner loop that is written out by the compiler */
};

/* --- the inside ------------------------------------------------------------------------------- */

void
fl_c_nest_forget_written (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    for (guint k = 0; k < loop->leaves[i]->node->n_outputs; k++)
      {
        const FlCPlace *place = g_hash_table_lookup (writer->places, loop->leaves[i]->node->outputs[k]->buffer->name);

        if (place)
          fl_c_forget (writer, place->name);
      }
}

void
fl_c_nest_begin_text (FlCWriter *writer, FlCLoopText *text)
{
  text->first_span = writer->spans->len;
  fl_c_begin_capture (writer, &text->capture);
  writer->has_inner_loop = FALSE;
  writer->is_scalar_loop = FALSE;
  writer->is_checked_loop = FALSE;
  writer->has_guarded_load = FALSE;
  g_ptr_array_set_size (writer->clauses, 0);
  g_ptr_array_set_size (writer->pieces, 0);
}

void
fl_c_nest_begin_body (FlCWriter *writer, FlCLoopText *text)
{
  fl_c_nest_begin_text (writer, text);
  writer->indent++;
  fl_c_push_frame (writer);
}

GString *
fl_c_nest_end_body (FlCWriter *writer, FlCLoopText *text)
{
  fl_c_pop_frame (writer);
  writer->indent--;
  return fl_c_end_capture (writer, &text->capture);
}

void
fl_c_nest_put_body (FlCWriter *writer, const FlCLoopText *text, GString *body)
{
  fl_c_paste (writer, body, text->first_span);
  fl_c_line (writer, "}");
  writer->has_inner_loop = TRUE;
}
/* --- headers ---------------------------------------------------------------------------------- */

static gboolean
writes_safely (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_scatter
        && !fl_c_vector_scatters_rows (writer, fl_c_nest_get_state (writer, loop->leaves[i]), loop))
      return FALSE;
  return TRUE;
}

/* Inside another loop, so few iterations that they are written out. */
static gboolean
is_few (const FlNestLoop *loop)
{
  gint64 size;

  return loop->depth > 0 && fl_sym_is_int (loop->size, &size) && size > 1 && size <= MAX_UNROLLED;
}

/* "#pragma omp simd" with what is reduced. Not for loops that are better left alone: they hold other loops, scatter, or
 * keep the place of an extreme. gcc takes the pragma as leave to do guarded loads in every iteration (seen with gcc
 * 12), which reads outside of buffers: such loops only get the word that iterations do not depend on each other. */
void
fl_c_nest_write_pragma (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCRange *range = fl_c_ranges_get (writer, loop);
  GString *clauses;

  if (range && fl_loop_range_get_length (&range->bounds) == 1)
    return;
  if (writer->is_checked_loop && !writer->has_inner_loop)
    {
      fl_c_line (writer, "#pragma GCC unroll 4");
      fl_c_note_choice (
          writer, FL_VERDICT_ACCEPT, NULL, "unrolled",
          fl_arena_printf (writer->pass->arena,
                           "along i%u, four elements a turn: one at a time, as indices are checked, they do not wait "
                           "for each other",
                           loop->depth));
      return;
    }
  if (writer->has_inner_loop || writer->is_scalar_loop || !writes_safely (writer, loop))
    return;
  if (writer->has_guarded_load)
    {
      if (writer->clauses->len == 0)
        fl_c_line (writer, "#pragma GCC ivdep");
      return;
    }
  if (is_few (loop) && !range && writer->clauses->len == 0)
    {
      fl_c_line (writer, "#pragma GCC unroll %" G_GINT64_FORMAT, fl_sym_get_hint (loop->size, MAX_UNROLLED));
      fl_c_note_choice (
          writer, FL_VERDICT_ACCEPT, NULL, "unrolled",
          fl_arena_printf (writer->pass->arena,
                           "i%u has no more than %d iterations: in each of them the compiler knows where elements lie",
                           loop->depth, MAX_UNROLLED));
      return;
    }
  clauses = g_string_new (NULL);
  for (guint i = 0; i < writer->clauses->len; i++)
    g_string_append (clauses, g_ptr_array_index (writer->clauses, i));
  fl_c_line (writer, "#pragma omp simd%s", clauses->str);
  g_string_free (clauses, TRUE);
}

/* "for (int64_t i1 = 0; i1 < 64; i1++) {". Around guarded loads the start is hidden from the compiler: where it knows
 * every value of a mask, gcc 12 turns the masked load into a whole one and a blend, which may read outside of the
 * buffer. */
static void
write_for (FlCWriter *writer, guint depth, const char *start, const char *end)
{
  gboolean is_hidden = writer->has_guarded_load && !writer->has_inner_loop;

  fl_c_line (writer, "for (int64_t i%u = %s%s%s; i%u < %s; i%u++) {", depth, is_hidden ? "fl_hide (" : "", start,
             is_hidden ? ")" : "", depth, end, depth);
}

void
fl_c_nest_write_header (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCRange *range = fl_c_ranges_get (writer, loop);

  if (range)
    write_for (writer, loop->depth, range->begin, range->end);
  else
    write_for (writer, loop->depth, fl_c_threads_get_first (writer, loop), fl_c_threads_get_last (writer, loop));
}

/* Over a piece, a strip or a tile: from i1_begin to i1_end. */
void
fl_c_nest_write_range (FlCWriter *writer, guint depth)
{
  g_autofree char *start = g_strdup_printf ("i%u_begin", depth), *end = g_strdup_printf ("i%u_end", depth);

  write_for (writer, depth, start, end);
}

/* A loop longer than what a float adds up well. */
gboolean
fl_c_nest_is_longer_than_piece (const FlNestLoop *loop)
{
  return !fl_sym_is_int (loop->size, NULL) || fl_sym_get_hint (loop->size, 0) > FL_C_PIECE;
}

/* From one piece of a loop to the next: i1_begin to i1_end. */
void
fl_c_nest_write_piece_header (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);
  guint depth = loop->depth;

  fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %d) {", depth, first, depth, last,
             depth, FL_C_PIECE);
  writer->indent++;
  fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %d, %s);", depth, depth, FL_C_PIECE, last);
}

void
fl_c_nest_write_piece_end (FlCWriter *writer)
{
  writer->indent--;
  fl_c_line (writer, "}");
}
