/* The loops of a kernel: headers, pragmas, accumulators around them, rows on the stack.
 *
 * The inside of a loop is written first and put into place afterwards, because only then it is known which accumulators must be
 * declared before it and whether it may be vectorised. */
#include "fl-c-lanes.h"
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-threads.h"

FlCLeaf *
fl_c_nest_get_state (FlCWriter *writer, const FlNestLeaf *leaf)
{
  return &writer->leaves[leaf->position];
}

/* In the second pass only what is reduced twice runs again. */
static gboolean
takes_part (const FlCWriter *writer, const FlNestLeaf *leaf)
{
  return writer->pass_number == 1 || leaf->is_two_pass;
}

static gboolean
has_part (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (takes_part (writer, loop->leaves[i]))
      return TRUE;
  return FALSE;
}

/* --- what surrounds ---------------------------------------------------------------------------------------------- */

/* Rows that live for one iteration of the loops around them. */
static void
declare_rows (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < writer->nest->n_locals; i++)
    {
      const FlNestLocal *local = &writer->nest->locals[i];
      const FlCPlace *place = g_hash_table_lookup (writer->places, local->buffer->name);

      if (local->place != FL_LOCAL_ROW || !place->local || local->depth != loop->depth + 1)
        continue;
      for (guint k = 0; k < loop->n_leaves; k++)
        if (loop->leaves[k]->node->op == local->buffer)
          fl_c_line (writer, "_Alignas (64) %s %s[%" G_GINT64_FORMAT "];  /* %s: %s */",
                     fl_c_get_compute_type (local->buffer->layout.dtype), place->name, local->row_elements, local->buffer->name,
                     local->why);
    }
}

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

static gboolean
writes_safely (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_scatter && !fl_c_vector_scatters_rows (writer, fl_c_nest_get_state (writer, loop->leaves[i]), loop))
      return FALSE;
  return TRUE;
}

/* "#pragma omp simd" with what is reduced. Not for loops that are better left alone: they hold other loops, scatter, or keep
 * the place of an extreme. gcc takes the pragma as leave to do guarded loads in every iteration (seen with gcc 12), which reads
 * outside of buffers: such loops only get the word that iterations do not depend on each other. */
void
fl_c_nest_write_pragma (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCRange *range = fl_c_ranges_get (writer, loop);
  GString *clauses;

  if (range && fl_c_range_get_length (range) == 1)
    return;
  if (writer->is_checked_loop && !writer->has_inner_loop)
    {
      fl_c_line (writer, "#pragma GCC unroll 4");
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
  clauses = g_string_new (NULL);
  for (guint i = 0; i < writer->clauses->len; i++)
    g_string_append (clauses, g_ptr_array_index (writer->clauses, i));
  fl_c_line (writer, "#pragma omp simd%s", clauses->str);
  g_string_free (clauses, TRUE);
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

/* --- plain loops ------------------------------------------------------------------------------------------------- */

/* "for (int64_t i1 = 0; i1 < 64; i1++) {". Around guarded loads the start is hidden from the compiler: where it knows every
 * value of a mask, gcc 12 turns the masked load into a whole one and a blend, which may read outside of the buffer. */
static void
write_for (FlCWriter *writer, guint depth, const char *start, const char *end)
{
  gboolean is_hidden = writer->has_guarded_load && !writer->has_inner_loop;

  fl_c_line (writer, "for (int64_t i%u = %s%s%s; i%u < %s; i%u++) {", depth, is_hidden ? "fl_hide (" : "", start, is_hidden ? ")" : "",
             depth, end, depth);
}

static void
write_header (FlCWriter *writer, const FlNestLoop *loop)
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

/* One level deeper than it was written. */
static void
indent_text (GString *text)
{
  for (gsize i = 0; i < text->len; i++)
    if ((i == 0 || text->str[i - 1] == '\n') && text->str[i] != '#' && text->str[i] != '\n')
      g_string_insert (text, i, "  ");
}

/* A loop longer than what a float adds up well. */
static gboolean
is_longer_than_piece (const FlNestLoop *loop)
{
  return !fl_sym_is_int (loop->size, NULL) || fl_sym_get_hint (loop->size, 0) > FL_C_PIECE;
}

/* From one piece of a loop to the next: i1_begin to i1_end. */
static void
write_piece_header (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);
  guint depth = loop->depth;

  fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %d) {", depth, first, depth, last, depth, FL_C_PIECE);
  writer->indent++;
  fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %d, %s);", depth, depth, FL_C_PIECE, last);
}

static void
write_piece_end (FlCWriter *writer)
{
  writer->indent--;
  fl_c_line (writer, "}");
}

/* A long sum: every 4096 elements are added up in float, in as many lanes as the machine has, and go to a double. */
static void
write_in_pieces (FlCWriter *writer, const FlNestLoop *loop, const FlCLoopText *text, GString *body)
{
  g_autoptr (GPtrArray) pieces = g_steal_pointer (&writer->pieces);
  gboolean is_long = is_longer_than_piece (loop);

  writer->pieces = g_ptr_array_new_with_free_func (g_free);
  if (is_long)
    write_piece_header (writer, loop);
  fl_c_declare_pieces (writer, pieces);
  fl_c_nest_write_pragma (writer, loop);
  if (is_long)
    fl_c_nest_write_range (writer, loop->depth);
  else
    write_header (writer, loop);
  fl_c_nest_put_body (writer, text, body);
  fl_c_combine_pieces (writer, pieces);
  if (is_long)
    write_piece_end (writer);
}

/* The loop once, for the pass that is set. */
static void
write_plain_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  FlCLoopText text;
  GString *body;

  fl_c_nest_begin_body (writer, &text);
  declare_rows (writer, loop);
  fl_c_nest_write_items (writer, loop->items, loop->n_items, loop->depth + 1);
  body = fl_c_nest_end_body (writer, &text);
  /* The declarations stand before the loop: spans of its inside move down with it when it is pasted. */
  if (writer->pass_number == 1)
    fl_c_declare_accumulators (writer, first_accumulator);
  fl_c_declare_vectors (writer, first_accumulator);
  if (writer->pieces->len > 0 && !writer->has_inner_loop)
    {
      if (is_longer_than_piece (loop))
        indent_text (body);
      write_in_pieces (writer, loop, &text, body);
    }
  else
    {
      fl_c_nest_write_pragma (writer, loop);
      write_header (writer, loop);
      fl_c_nest_put_body (writer, &text, body);
    }
  fl_c_combine_vectors (writer, first_accumulator);
}

/* --- vectors ----------------------------------------------------------------------------------------------------- */

enum
{
  MAX_UNROLLED_FLOPS = 8 /* loops with more arithmetic keep the machine busy without a second accumulator */
};

static gboolean
has_reduction (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_reduction)
      return TRUE;
  return FALSE;
}

/* Nothing in it is stored for each element. */
static gboolean
only_reduces (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (!loop->leaves[i]->is_reduction)
      return FALSE;
  return TRUE;
}

/* Whole vectors only, of any width that machines have? */
gboolean
fl_c_nest_is_whole (const FlNestLoop *loop, guint elements)
{
  gint64 size;

  return fl_sym_is_int (loop->size, &size) && size % elements == 0;
}

/* One vector of partial sums waits for itself: each addition takes four cycles, while the machine could do two in one. So cheap
 * reductions of rows that are long enough are made in four accumulators. */
guint
fl_c_nest_choose_n_vectors (const FlNestLoop *loop)
{
  gint64 size;

  if (!has_reduction (loop) || fl_c_vector_count_flops (loop) > MAX_UNROLLED_FLOPS)
    return 1;
  return fl_sym_is_int (loop->size, &size) && size >= 2 * FL_C_LANES ? 4 : 1;
}

/* The operations of a vector loop, after its header. */
static void
write_vector_body (FlCWriter *writer, const FlNestLoop *loop)
{
  writer->indent++;
  fl_c_push_frame (writer);
  if (writer->n_vectors > 1 && !writer->is_single)
    fl_c_line (writer, "const int64_t i%u = i%u_at + vec * FL_LANES;", loop->depth, loop->depth);
  fl_c_nest_write_items (writer, loop->items, loop->n_items, loop->depth + 1);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
}

/* What four vectors at a time leave: it goes to the first accumulator. */
static void
write_left_vectors (FlCWriter *writer, const FlNestLoop *loop, const char *start, const char *end, const char *rest, gboolean has_rest)
{
  gboolean is_again = writer->is_again;
  guint d = loop->depth;

  writer->is_again = TRUE;
  writer->is_single = TRUE;
  if (g_str_equal (start, "0"))
    fl_c_line (writer, "for (int64_t i%u = %s & -(4 * FL_LANES); i%u <= %s - FL_LANES; i%u += FL_LANES) {", d, end, d, end, d);
  else
    fl_c_line (writer, "for (int64_t i%u = %s + ((%s - %s) & -(4 * FL_LANES)); i%u <= %s - FL_LANES; i%u += FL_LANES) {", d, start, end, start, d,
               end, d);
  write_vector_body (writer, loop);
  if (has_rest)
    {
      fl_c_line (writer, "for (int64_t i%u = %s; i%u < %s; i%u += FL_LANES) {  /* what is left */", d, rest, d, end, d);
      writer->left = fl_arena_printf (writer->pass->arena, "%s - i%u", end, d);
      write_vector_body (writer, loop);
      writer->left = NULL;
    }
  writer->is_single = FALSE;
  writer->is_again = is_again;
}

/* Whole vectors; then, unless they always fit, what is left. */
void
fl_c_nest_write_vector_loops (FlCWriter *writer, const FlNestLoop *loop, guint d,
                              const char *start, const char *end, gboolean has_rest)
{
  const char *step = fl_c_lanes_get_step (writer->lanes);
  g_autofree char *rest = g_str_equal (start, "0") ? g_strdup_printf ("(%s) & -%s", end, step)
                                                   : g_strdup_printf ("%s + ((%s - %s) & -%s)", start, end, start, step);

  if (writer->n_vectors > 1)
    {
      gboolean is_whole = fl_c_nest_is_whole (loop, FL_C_LANES);

      fl_c_line (writer, "for (int64_t i%u_at = %s; i%u_at %s %s%s; i%u_at += 4 * FL_LANES)", d, start, d, is_whole ? "<" : "<=", end,
                 is_whole ? "" : " - 4 * FL_LANES", d);
      fl_c_line (writer, "#pragma GCC unroll 4");
      writer->indent++;
      fl_c_line (writer, "for (int vec = 0; vec < 4; vec++) {");
      write_vector_body (writer, loop);
      writer->indent--;
      if (!is_whole)
        write_left_vectors (writer, loop, start, end, rest, has_rest);
      return;
    }
  fl_c_line (writer, "for (int64_t i%u = %s; i%u %s %s%s%s; i%u += %s) {", d, start, d, has_rest ? "<=" : "<", end, has_rest ? " - " : "",
             has_rest ? step : "", d, step);
  write_vector_body (writer, loop);
  if (!has_rest)
    return;
  fl_c_line (writer, "for (int64_t i%u = %s; i%u < %s; i%u += %s) {  /* what is left */", d, rest, d, end, d, step);
  writer->left = fl_arena_printf (writer->pass->arena, "%s - i%u", end, d);
  write_vector_body (writer, loop);
  writer->left = NULL;
}

static gboolean
is_ragged (const FlCRange *range)
{
  gint64 length = fl_c_range_get_length (range);

  return length < 0 || length % 16 != 0 || !g_ascii_isdigit (range->begin[0]) || !g_ascii_isdigit (range->end[0]);
}

/* Rows that are no multiple of a vector begin anywhere. What goes past the caches must be whole vectors of memory: the elements before
 * the first one are a vector's part. NULL: nothing is streamed, or every row begins where a vector does. */
static const char *
write_unaligned_head (FlCWriter *writer, const FlNestLoop *loop, const char *start, const char *end)
{
  const guint d = loop->depth;

  for (guint l = 0; l < loop->n_leaves && d > 0 && writer->n_vectors == 1 && g_str_equal (start, "0"); l++)
    {
      FlCLeaf *state = fl_c_nest_get_state (writer, loop->leaves[l]);
      const FlBodyBlock *block = &state->leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlCPlace *place = block->ops[i].op == FL_SCALAR_STORE ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;
          const FlSym *zero = fl_sym_int (fl_sym_get_table (loop->size), 0);
          g_autofree char *first = NULL;
          const char *head;

          if (!place || place->local || !place->is_streamed || !fl_sym_contains (state->leaf->indices[block->ops[i].index], loop->var)
              || fl_lowered_find_buffer (writer->nest->schedule->lowered, block->ops[i].buffer)->layout.dtype != FL_DTYPE_F32)
            continue;
          first = fl_c_dup_sym (writer, state, fl_sym_substitute (state->leaf->indices[block->ops[i].index], &loop->var, &zero, 1));
          head = fl_c_make_name (writer, "head"); /* of several such loops, each has its own */
          fl_c_line (writer, "const int64_t %s = fl_min (fl_until_aligned (%s + %s), %s);", head, place->name, first, end);
          fl_c_line (writer, "for (int64_t i%u = 0; i%u < %s; i%u += FL_LANES) {  /* up to where a vector of memory begins */", d, d, head, d);
          writer->left = head;
          write_vector_body (writer, loop);
          writer->left = NULL;
          return head;
        }
    }
  return NULL;
}

static void
write_vector_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const char *head = NULL;
  gboolean is_long = has_reduction (loop) && is_longer_than_piece (loop);
  const FlCRange *range = fl_c_ranges_get (writer, loop);
  const char *first = range ? range->begin : fl_c_threads_get_first (writer, loop);
  const char *last = range ? range->end : fl_c_threads_get_last (writer, loop);
  g_autofree char *start = is_long ? g_strdup_printf ("i%u_begin", loop->depth) : g_strdup (first);
  g_autofree char *end = is_long ? g_strdup_printf ("i%u_end", loop->depth) : g_strdup (last);
  g_autoptr (GPtrArray) pieces = NULL;
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = loop;
  writer->n_vectors = fl_c_nest_choose_n_vectors (loop);
  writer->indent += is_long;
  if (!has_reduction (loop) && !fl_c_nest_is_whole (loop, 16) && writer->lanes == FL_C_LANES_FLOATS)
    head = write_unaligned_head (writer, loop, start, end);
  fl_c_nest_write_vector_loops (writer, loop, loop->depth, head ? head : start, end,
                                head || (range ? is_ragged (range) : !fl_c_nest_is_whole (loop, 16)));
  writer->indent -= is_long;
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  pieces = g_steal_pointer (&writer->pieces);
  writer->pieces = g_ptr_array_new_with_free_func (g_free);
  if (writer->pass_number == 1)
    fl_c_declare_accumulators (writer, first_accumulator);
  fl_c_declare_vectors (writer, first_accumulator);
  if (is_long)
    write_piece_header (writer, loop);
  fl_c_declare_pieces (writer, pieces);
  fl_c_paste (writer, loops, text.first_span);
  fl_c_combine_pieces (writer, pieces);
  if (is_long && only_reduces (loop))
    fl_c_stop_at_any (writer, first_accumulator);
  if (is_long)
    write_piece_end (writer);
  fl_c_combine_vectors (writer, first_accumulator);
  writer->has_inner_loop = TRUE;
}

static void
note_vectors (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *facts;

  if (fl_c_nest_choose_n_vectors (loop) > 1)
    facts = fl_arena_printf (writer->pass->arena, "memory is contiguous along i%u; four accumulators, as %u operations an element (at most %d) "
                             "would wait for one",
                             loop->depth, fl_c_vector_count_flops (loop), MAX_UNROLLED_FLOPS);
  else if (has_reduction (loop))
    facts = fl_arena_printf (writer->pass->arena, "memory is contiguous along i%u; one accumulator: %s", loop->depth,
                             fl_c_vector_count_flops (loop) > MAX_UNROLLED_FLOPS ? "the arithmetic takes longer than an addition"
                                                                                 : "the row is short");
  else
    facts = fl_arena_printf (writer->pass->arena, "memory is contiguous along i%u", loop->depth);
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "written in vectors", facts);
}

static void
write_loop_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const char *why_not;

  if (fl_c_nest_is_row_loop (writer, loop))
    {
      fl_c_nest_write_row_loop (writer, loop, first_accumulator);
      return;
    }
  if (fl_c_vector_can_write (writer, loop, &why_not))
    {
      if (fl_c_nest_finds_place (loop))
        {
          fl_c_nest_write_place_pass (writer, loop, first_accumulator);
          return;
        }
      note_vectors (writer, loop);
      write_vector_pass (writer, loop, first_accumulator);
      return;
    }
  if (!has_reduction (loop) && fl_c_lanes_can_write (writer, loop, &writer->lanes, &why_not))
    {
      fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "written in vectors",
                        fl_arena_printf (writer->pass->arena, "memory is contiguous along i%u; %s", loop->depth,
                                         writer->lanes == FL_C_LANES_WIDE ? "numbers of 64 bits: half as many elements a step"
                                                                          : "integers in lanes of 32 bits"));
      write_vector_pass (writer, loop, first_accumulator);
      writer->lanes = FL_C_LANES_FLOATS;
      return;
    }
  writer->lanes = FL_C_LANES_FLOATS;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      why_not = NULL; /* nobody would expect it of an outer loop */
  if (why_not)
    fl_c_note_choice (writer, FL_VERDICT_REJECT, NULL, "written in vectors",
                      fl_arena_printf (writer->pass->arena, "the loop over i%u has %s", loop->depth, why_not));
  write_plain_pass (writer, loop, first_accumulator);
}

void
fl_c_nest_write_pass (FlCWriter *writer, const FlNestLoop *loop, gboolean is_plain)
{
  if (is_plain)
    write_plain_pass (writer, loop, G_MAXUINT);
  else
    write_loop_pass (writer, loop, G_MAXUINT);
}

static gboolean
is_outermost_reduction (const FlNestLeaf *leaf, const FlNestLoop *loop)
{
  return leaf->is_reduction && leaf->n_iter == loop->depth;
}

static gboolean
has_second_pass (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_two_pass && loop->leaves[i]->n_iter == loop->depth)
      return TRUE;
  return FALSE;
}

/* The second pass is not needed: see fl-c-nest-moments.c. */
static gboolean
is_done_in_one (const FlCWriter *writer, guint first)
{
  return first < writer->accumulators->len && ((const FlCAccumulator *) g_ptr_array_index (writer->accumulators, first))->is_shifted;
}

/* Accumulators of an inner loop are no longer in progress; those that scan stay with the loop they are in. */
static guint
count_before (const FlCWriter *writer)
{
  return writer->accumulators->len;
}

void
fl_c_nest_hoist (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves && !writer->strip; i++)
    if (takes_part (writer, loop->leaves[i]))
      fl_c_leaf_hoist (writer, fl_c_nest_get_state (writer, loop->leaves[i]), loop->depth, loop);
}

static gboolean
has_scan (const FlNestLeaf *leaf)
{
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    if (leaf->body->blocks[0].ops[i].op == FL_SCALAR_SCAN)
      return TRUE;
  return FALSE;
}

/* Does this loop begin the reduction or scan of one of its leaves? */
static gboolean
begins_reduction (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (is_outermost_reduction (loop->leaves[i], loop) || (has_scan (loop->leaves[i]) && loop->leaves[i]->n_iter == loop->depth))
      return TRUE;
  return FALSE;
}

/* TRUE: its results are known. */
static gboolean
write_reduction_passes (FlCWriter *writer, const FlNestLoop *loop)
{
  guint first = count_before (writer);

  if (fl_c_threads_joins (writer, loop))
    {
      fl_c_threads_write_join (writer, 0);
      fl_c_finish_totals (writer, 0);
      g_ptr_array_set_size (writer->accumulators, 0);
      return TRUE;
    }
  if (fl_c_nest_finds_moments (writer, loop))
    fl_c_nest_write_moments (writer, loop);
  else
    write_loop_pass (writer, loop, first);
  if (writer->pass_number == 1 && has_second_pass (loop) && !is_done_in_one (writer, first))
    {
      fl_c_finish_pass (writer, first);
      writer->pass_number = 2;
      write_loop_pass (writer, loop, first);
      writer->pass_number = 1;
    }
  if (fl_c_threads_makes_parts (writer, loop))
    {
      fl_c_threads_store_parts (writer, first);
      return FALSE;
    }
  fl_c_finish_totals (writer, first);
  g_ptr_array_set_size (writer->accumulators, first);
  return TRUE;
}

void
fl_c_nest_write_results (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (is_outermost_reduction (loop->leaves[i], loop))
      fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, loop->leaves[i]));
}

void
fl_c_nest_write_loop (FlCWriter *writer, const FlNestLoop *loop)
{
  fl_c_nest_forget_written (writer, loop);
  if (!fl_c_threads_joins (writer, loop)) /* its operations were done by parts */
    fl_c_nest_hoist (writer, loop);
  if (!begins_reduction (loop))
    {
      if (!fl_c_nest_write_ranges (writer, loop))
        write_loop_pass (writer, loop, G_MAXUINT);
      return;
    }
  if (write_reduction_passes (writer, loop) && !writer->strip && writer->pass_number == 1)
    fl_c_nest_write_results (writer, loop);
}

/* --- items ------------------------------------------------------------------------------------------------------- */

static void
write_leaves_in_lanes (FlCWriter *writer, const FlNestItem *items, guint n_items)
{
  FlCLoopText lanes;

  fl_c_nest_begin_lanes (writer, &lanes);
  for (guint i = 0; i < n_items; i++)
    if (takes_part (writer, items[i].leaf))
      fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, items[i].leaf));
  fl_c_nest_end_lanes (writer, &lanes);
}

/* A reduction over one element has no loop of its own. Its second pass adds nothing but exp (0). */
static void
write_single_reduction (FlCWriter *writer, FlCLeaf *state)
{
  guint first = writer->accumulators->len, first_span = writer->spans->len, n_clauses = writer->clauses->len;
  FlCCapture capture;
  GString *inside;

  fl_c_begin_capture (writer, &capture);
  fl_c_leaf_write_inside (writer, state);
  inside = fl_c_end_capture (writer, &capture);
  g_ptr_array_set_size (writer->clauses, n_clauses); /* its accumulators are declared inside the loop around it */
  fl_c_declare_accumulators (writer, first);
  fl_c_paste (writer, inside, first_span);
  fl_c_finish_pass (writer, first);
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      if (accumulator->type == FL_REDUCTION_ONLINE_SOFTMAX)
        fl_c_line (writer, "%s = 1;", accumulator->names[1]);
    }
  fl_c_leaf_write_after (writer, state);
  g_ptr_array_set_size (writer->accumulators, first);
}

void
fl_c_nest_write_items (FlCWriter *writer, const FlNestItem *items, guint n_items, guint depth)
{
  for (guint i = 0; i < n_items; i++)
    {
      guint n_leaves = 0;

      while (i + n_leaves < n_items && items[i + n_leaves].leaf)
        n_leaves++;
      if (n_leaves > 0 && writer->strip)
        {
          write_leaves_in_lanes (writer, items + i, n_leaves);
          i += n_leaves - 1;
        }
      else if (items[i].leaf && takes_part (writer, items[i].leaf))
        {
          if (items[i].leaf->is_reduction && items[i].leaf->n_loops == items[i].leaf->n_iter)
            write_single_reduction (writer, fl_c_nest_get_state (writer, items[i].leaf));
          else
            fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, items[i].leaf));
        }
      else if (items[i].loop && has_part (writer, items[i].loop))
        {
          if (items[i].loop->is_strip && !writer->strip)
            fl_c_nest_write_strip (writer, items[i].loop);
          else if (fl_c_nest_write_turned (writer, items[i].loop))
            continue;
          else if (items[i].loop->is_tiled && !writer->strip)
            fl_c_nest_write_tiles (writer, items[i].loop);
          else
            fl_c_nest_write_loop (writer, items[i].loop);
        }
    }
}
