/* Innermost loops in vectors: multiple accumulators, tails, and loop peeling of heads that are not aligned. */
#include "fl-c-lanes.h"
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-stage.h"
#include "fl-c-threads.h"
#include "fl-c-turns.h"

enum
{
  MIN_LANES = 4,            /* of floats: vectors of 16 bytes */
  MIN_ALIGNED_ROW = 512,    /* elements: the head of a shorter row would count */
  MAX_UNROLLED_FLOPS = 8,   /* loops with more arithmetic keep the machine busy without a second accumulator */
  MAX_UNROLLED_BESIDE = 16, /* the same where other elements are stored beside them: part of the arithmetic is theirs */
  MAX_CHEAP_FLOPS = 5       /* of one operation: functions keep the machine busy by themselves */
};

gboolean
fl_c_nest_has_reduction (const FlNestLoop *loop)
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

static gboolean
has_function (const FlNestLoop *loop)
{
  for (guint l = 0; l < loop->n_leaves; l++)
    for (guint i = 0; i < loop->leaves[l]->body->blocks[0].n_ops; i++)
      if (fl_scalar_get_info (loop->leaves[l]->body->blocks[0].ops[i].op)->flops > MAX_CHEAP_FLOPS)
        return TRUE;
  return FALSE;
}

static guint
get_flops_limit (const FlNestLoop *loop)
{
  return only_reduces (loop) || has_function (loop) ? MAX_UNROLLED_FLOPS : MAX_UNROLLED_BESIDE;
}

/* One vector of partial sums waits for itself: each addition takes four cycles, while the machine could do two in one.
 * So cheap reductions of rows that are long enough are made in four accumulators. */
guint
fl_c_nest_choose_n_vectors (const FlNestLoop *loop)
{
  if (!fl_c_nest_has_reduction (loop) || fl_c_vector_count_flops (loop) > get_flops_limit (loop))
    return 1;
  return fl_sym_get_hint (loop->size, FL_C_PIECE) >= 2 * FL_C_LANES
             ? 4
             : 1; /* a length that comes with the call is taken for long */
}

/* The operations of a vector loop, after its header. */
static void
write_vector_body (FlCWriter *writer, const FlNestLoop *loop)
{
  writer->indent++;
  fl_c_push_frame (writer);
  if (writer->n_vectors > 1 && !writer->is_single)
    fl_c_line (writer,
               writer->turn ? "const int64_t i%u = i%u_at + (vec & 2) * FL_LANES;"
                            : "const int64_t i%u = i%u_at + vec * FL_LANES;",
               loop->depth, loop->depth);
  if (writer->joined && !writer->turn)
    fl_c_line (writer, "const int64_t i%u = i%u_at + half * FL_LANES;", loop->depth, loop->depth);
  fl_c_nest_write_items (writer, loop->items, loop->n_items, loop->depth + 1);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
}

/* Two vectors at a time; then, unless they always fit, what is left: less than two vectors. */
static void
write_turns (FlCWriter *writer, const FlNestLoop *loop, const char *start, const char *end, gboolean has_rest)
{
  const char *at = writer->turns == FL_C_TURNS_HALVES ? "_at" : "";
  guint d = loop->depth;

  fl_c_line (writer, "for (int64_t i%u%s = %s; i%u%s %s %s%s; i%u%s += 2 * FL_LANES) {", d, at, start, d, at,
             has_rest ? "<=" : "<", end, has_rest ? " - 2 * FL_LANES" : "", d, at);
  writer->indent++;
  fl_c_turns_write (writer, loop, write_vector_body);
  writer->indent--;
  fl_c_line (writer, "}");
  if (!has_rest)
    return;
  if (g_str_equal (start, "0"))
    fl_c_line (writer, "for (int64_t i%u = %s & -(2 * FL_LANES); i%u < %s; i%u += FL_LANES) {  /* what is left */", d,
               end, d, end, d);
  else
    fl_c_line (
        writer,
        "for (int64_t i%u = %s + ((%s - %s) & -(2 * FL_LANES)); i%u < %s; i%u += FL_LANES) {  /* what is left */", d,
        start, end, start, d, end, d);
  writer->left = fl_arena_printf (writer->pass->arena, "fl_min (%s - i%u, FL_LANES)", end, d);
  write_vector_body (writer, loop);
  writer->left = NULL;
}

/* What four vectors at a time, or several, leave: it goes to the first accumulator. */
static void
write_left_vectors (FlCWriter *writer, const FlNestLoop *loop, const char *start, const char *end, const char *rest,
                    gboolean has_rest)
{
  const char *step = "4 * FL_LANES";
  gboolean is_again = writer->is_again;
  guint d = loop->depth;

  writer->is_again = TRUE;
  writer->is_single = TRUE;
  if (g_str_equal (start, "0"))
    fl_c_line (writer, "for (int64_t i%u = %s & -(%s); i%u <= %s - FL_LANES; i%u += FL_LANES) {", d, end, step, d, end,
               d);
  else
    fl_c_line (writer, "for (int64_t i%u = %s + ((%s - %s) & -(%s)); i%u <= %s - FL_LANES; i%u += FL_LANES) {", d,
               start, end, start, step, d, end, d);
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

/* Is the range so short that no machine's vectors have fewer lanes? */
static gboolean
is_part_of_vector (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCRange *range = fl_c_ranges_get (writer, loop);
  const gint64 length = range ? fl_loop_range_get_length (&range->bounds) : -1;

  return length > 0 && length <= (writer->lanes == FL_C_LANES_WIDE ? MIN_LANES / 2 : MIN_LANES);
}

/* Whole vectors; then, unless they always fit, what is left. */
void
fl_c_nest_write_vector_loops (FlCWriter *writer, const FlNestLoop *loop, guint d, const char *start, const char *end,
                              gboolean has_rest)
{
  const char *step = fl_c_lanes_get_step (writer->lanes);
  g_autofree char *rest = g_str_equal (start, "0")
                              ? g_strdup_printf ("(%s) & -%s", end, step)
                              : g_strdup_printf ("%s + ((%s - %s) & -%s)", start, end, start, step);

  if (writer->n_vectors > 1)
    {
      gboolean is_whole = fl_c_nest_is_whole (loop, FL_C_LANES);

      fl_c_line (writer, "for (int64_t i%u_at = %s; i%u_at %s %s%s; i%u_at += 4 * FL_LANES)", d, start, d,
                 is_whole ? "<" : "<=", end, is_whole ? "" : " - 4 * FL_LANES", d);
      fl_c_line (writer, "#pragma GCC unroll 4");
      writer->indent++;
      fl_c_line (writer, "for (int vec = 0; vec < 4; vec++) {");
      writer->turn = writer->turns ? "vec & 1" : NULL;
      write_vector_body (writer, loop);
      writer->turn = NULL;
      writer->indent--;
      if (!is_whole)
        write_left_vectors (writer, loop, start, end, rest, has_rest);
      return;
    }
  if (has_rest && is_part_of_vector (writer, loop))
    {
      fl_c_line (writer, "for (int64_t i%u = %s; i%u < %s; i%u += %s) {", d, start, d, end, d, step);
      writer->left = fl_arena_printf (writer->pass->arena, "%" G_GINT64_FORMAT,
                                      fl_loop_range_get_length (&fl_c_ranges_get (writer, loop)->bounds));
      write_vector_body (writer, loop);
      writer->left = NULL;
      return;
    }
  if (writer->turns)
    {
      write_turns (writer, loop, start, end,
                   has_rest || fl_c_ranges_get (writer, loop) || !fl_c_nest_is_whole (loop, FL_C_LANES / 2));
      return;
    }
  fl_c_line (writer, "for (int64_t i%u = %s; i%u %s %s%s%s; i%u += %s) {", d, start, d, has_rest ? "<=" : "<", end,
             has_rest ? " - " : "", has_rest ? step : "", d, step);
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
  gint64 length = fl_loop_range_get_length (&range->bounds);

  return length < 0 || length % 16 != 0 || !g_ascii_isdigit (range->begin[0]) || !g_ascii_isdigit (range->end[0]);
}

/* Does a store go along the loop? Where memory says the place, there is no first element to align. */
static gboolean
goes_along (const FlSym *index, const FlNestLoop *loop)
{
  return fl_sym_contains (index, loop->var) && !fl_sym_contains_kind (index, FL_SYM_INDIRECT);
}

/* Rows that are no multiple of a vector begin anywhere. What goes past the caches must be whole vectors of memory, and
 * elsewhere, too, a store across two cache lines takes as long as two: the elements before the first whole vector are a
 * vector's part. NULL: rows are short, or every one begins where a vector does. */
static const char *
write_unaligned_head (FlCWriter *writer, const FlNestLoop *loop, const char *start, const char *end)
{
  const guint d = loop->depth;
  gint64 size = 0;
  const gboolean is_long = fl_sym_is_int (loop->size, &size) && size >= MIN_ALIGNED_ROW;

  for (guint l = 0; l < loop->n_leaves && d > 0 && writer->n_vectors == 1 && g_str_equal (start, "0"); l++)
    {
      FlCLeaf *state = fl_c_nest_get_state (writer, loop->leaves[l]);
      const FlBodyBlock *block = &state->leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlCPlace *place
              = block->ops[i].op == FL_SCALAR_STORE ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;
          const FlSym *zero = fl_sym_int (fl_sym_get_table (loop->size), 0);
          g_autofree char *first = NULL;
          const char *head;

          if (!place || place->local || !(place->is_streamed || is_long) || fl_c_stage_has (writer, place)
              || !goes_along (state->leaf->indices[block->ops[i].index], loop)
              || fl_lowered_find_buffer (writer->nest->schedule->lowered, block->ops[i].buffer)->layout.dtype
                     != FL_DTYPE_F32)
            continue;
          first = fl_c_dup_sym (writer, state,
                                fl_sym_substitute (state->leaf->indices[block->ops[i].index], &loop->var, &zero, 1));
          head = fl_c_make_name (writer, "head"); /* of several such loops, each has its own */
          fl_c_line (writer, "const int64_t %s = fl_min (fl_until_aligned (%s + %s), %s);", head, place->name, first,
                     end);
          fl_c_line (writer,
                     "for (int64_t i%u = 0; i%u < %s; i%u += FL_LANES) {  /* up to where a vector of memory begins */",
                     d, d, head, d);
          writer->left = head;
          write_vector_body (writer, loop);
          writer->left = NULL;
          return head;
        }
    }
  return NULL;
}

void
fl_c_nest_write_vector_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const char *head = NULL;
  gboolean is_long = fl_c_nest_has_reduction (loop) && fl_c_nest_is_longer_than_piece (loop);
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
  writer->turns = fl_c_turns_choose (writer, loop, writer->n_vectors);
  if (writer->turns)
    fl_c_turns_note (writer, loop);
  writer->indent += is_long;
  if (!fl_c_nest_has_reduction (loop) && !fl_c_nest_is_whole (loop, 16) && writer->lanes == FL_C_LANES_FLOATS)
    head = write_unaligned_head (writer, loop, start, end);
  fl_c_nest_write_vector_loops (writer, loop, loop->depth, head ? head : start, end,
                                head || (range ? is_ragged (range) : !fl_c_nest_is_whole (loop, 16)));
  writer->indent -= is_long;
  writer->turns = FL_C_TURNS_NONE;
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  pieces = g_steal_pointer (&writer->pieces);
  writer->pieces = g_ptr_array_new_with_free_func (g_free);
  if (writer->pass_number == 1)
    fl_c_declare_accumulators (writer, first_accumulator);
  fl_c_declare_vectors (writer, first_accumulator);
  if (is_long)
    fl_c_nest_write_piece_header (writer, loop);
  fl_c_declare_pieces (writer, pieces);
  fl_c_paste (writer, loops, text.first_span);
  fl_c_combine_pieces (writer, pieces);
  if (is_long && only_reduces (loop))
    fl_c_stop_at_any (writer, first_accumulator);
  if (is_long)
    fl_c_nest_write_piece_end (writer);
  fl_c_combine_vectors (writer, first_accumulator);
  writer->has_inner_loop = TRUE;
}

void
fl_c_nest_note_vectors (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *facts;

  if (fl_c_nest_choose_n_vectors (loop) > 1)
    facts = fl_arena_printf (
        writer->pass->arena,
        "memory is contiguous along i%u; four accumulators: what an element costs (operations: %u, at most "
        "%u) would wait for one",
        loop->depth, fl_c_vector_count_flops (loop), get_flops_limit (loop));
  else if (fl_c_nest_has_reduction (loop))
    facts = fl_arena_printf (writer->pass->arena, "memory is contiguous along i%u; one accumulator: %s", loop->depth,
                             fl_c_vector_count_flops (loop) > get_flops_limit (loop)
                                 ? "the arithmetic takes longer than an addition"
                                 : "the row is short");
  else
    facts = fl_arena_printf (writer->pass->arena,
                             "memory is contiguous along i%u; not unrolled: no vector waits for the one before it",
                             loop->depth);
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "written in vectors", facts);
}
