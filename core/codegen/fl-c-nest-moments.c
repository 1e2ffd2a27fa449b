/* Mean and squares about it in one pass, for rows that no first-level cache would keep for a second one.
 *
 * Sums of x - s and of its square, s near the mean, lose nothing as sums of squares of x would: s is the mean of the first few
 * elements, then of all that came before. Every few thousand elements the sums go to doubles, as the statistics of one part are
 * joined to those of another (Chan, Golub and LeVeque). Where the mean of a part is far from s, so are elements from their common
 * mean, and what the part's squares lose is small beside that. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

enum
{
  MIN_ELEMENTS = 8192, /* rows of fewer stay in the first-level cache: two passes are as good */
  MAX_SAMPLES = 4      /* vectors for the first guess */
};

static const FlBodyOp *
find_reduction (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION)
      return &block->ops[i];
  return NULL;
}

static const FlNestLoop *
get_innermost (const FlNestLoop *loop)
{
  while (loop->n_items == 1 && loop->items[0].loop)
    loop = loop->items[0].loop;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      return NULL;
  return loop;
}

gboolean
fl_c_nest_finds_moments (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestLoop *inner = get_innermost (loop);
  const char *why_not;
  gint64 size, total = 1;

  if (!inner || writer->strip || writer->pass_number != 1)
    return FALSE;
  for (const FlNestLoop *at = loop;; at = at->items[0].loop)
    {
      if (!fl_sym_is_int (at->size, &size) || size <= 0)
        return FALSE;
      total *= size;
      if (at == inner)
        break;
    }
  if (size < 16 || (inner == loop && total < MIN_ELEMENTS))
    return FALSE;
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      const FlNestLeaf *leaf = loop->leaves[i];
      const FlBodyOp *op = find_reduction (leaf), *known = find_reduction (loop->leaves[0]);

      if (!op || op->reduction != FL_REDUCTION_WELFORD_REDUCE || leaf->n_iter != loop->depth
          || !fl_c_nest_is_same_value (leaf, op->args[0], loop->leaves[0], known->args[0]))
        return FALSE;
    }
  return fl_c_vector_can_write (writer, inner, &why_not);
}

static void
write_leaves (FlCWriter *writer, const FlNestLoop *inner)
{
  fl_c_push_frame (writer);
  for (guint i = 0; i < inner->n_items; i++)
    fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, inner->items[i].leaf));
  fl_c_pop_frame (writer);
}

/* The mean of the first elements. */
static void
write_sample (FlCWriter *writer, const FlNestLoop *loop, const FlNestLoop *inner, const char *shift)
{
  const char *first = fl_c_threads_get_first (writer, inner);
  guint d = inner->depth;
  gint64 size = 0;
  int n;

  fl_sym_is_int (inner->size, &size);
  n = MIN (size / 16, MAX_SAMPLES);
  fl_c_line (writer, "fl_vec %s_lanes = { 0 };  /* of the first elements: about the mean of all */", shift);
  fl_c_line (writer, "{");
  writer->indent++;
  for (const FlNestLoop *at = loop; at != inner; at = at->items[0].loop)
    fl_c_line (writer, "const int64_t i%u = %s;", at->depth, fl_c_threads_get_first (writer, at));
  if (g_str_equal (first, "0"))
    fl_c_line (writer, "for (int64_t i%u = 0; i%u < %d * FL_LANES; i%u += FL_LANES) {", d, d, n, d);
  else
    fl_c_line (writer, "for (int64_t i%u = %s; i%u < %s + %d * FL_LANES; i%u += FL_LANES) {", d, first, d, first, n, d);
  writer->indent++;
  writer->n_vectors = 1;
  writer->sample = shift;
  write_leaves (writer, inner);
  writer->sample = NULL;
  writer->indent--;
  fl_c_line (writer, "}");
  writer->indent--;
  fl_c_line (writer, "}");
  fl_c_line (writer, "float %s = fl_finite_or_0 (fl_sum_across (%s_lanes) / (%d * FL_LANES));", shift, shift, n);
}

/* "for (int64_t i1_begin = 0; i1_begin < 64; i1_begin += 5) {" and where it ends. */
static void
open_pieces (FlCWriter *writer, const FlNestLoop *loop, gint64 step)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);
  guint d = loop->depth;

  fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %" G_GINT64_FORMAT ") {", d, first, d, last, d, step);
  writer->indent++;
  fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %" G_GINT64_FORMAT ", %s);", d, d, step, last);
}

static void
close_loop (FlCWriter *writer)
{
  writer->indent--;
  fl_c_line (writer, "}");
}

/* Some thousand elements: of the innermost loop, or of several of its runs. */
static void
write_piece (FlCWriter *writer, const FlNestLoop *cut, const FlNestLoop *inner, const FlCAccumulator *accumulator,
             const char *moments, const char *shift)
{
  const char *four = writer->n_vectors > 1 ? "[4]" : "", *across = writer->n_vectors > 1 ? "_4" : "";
  const char *mean = accumulator->names[0], *m2 = accumulator->names[1];
  g_autofree char *begin = g_strdup_printf ("i%u_begin", inner->depth), *end = g_strdup_printf ("i%u_end", inner->depth);
  g_autofree char *size = fl_c_dup_sym (writer, NULL, inner->size);
  guint d = cut->depth;

  fl_c_line (writer, "fl_vec %s_lanes%s = { 0 }, %s_lanes%s = { 0 };", mean, four, m2, four);
  if (cut != inner)
    {
      fl_c_nest_write_range (writer, d);
      writer->indent++;
    }
  fl_c_nest_write_vector_loops (writer, inner, inner->depth, cut == inner ? begin : "0", cut == inner ? end : size,
                                !fl_c_nest_is_whole (inner, 16));
  if (cut != inner)
    close_loop (writer);
  if (cut == inner)
    fl_c_line (writer, "fl_moments_add (&%s, %s, fl_sum_across%s (%s_lanes), fl_sum_across%s (%s_lanes), i%u_end - i%u_begin);", moments, shift,
               across, mean, across, m2, d, d);
  else
    fl_c_line (writer, "fl_moments_add (&%s, %s, fl_sum_across%s (%s_lanes), fl_sum_across%s (%s_lanes), %s * (i%u_end - i%u_begin));", moments,
               shift, across, mean, across, m2, size, d, d);
  fl_c_line (writer, "%s = fl_finite_or_0 (%s.mean);", shift, moments);
}

static void
write_loops (FlCWriter *writer, const FlNestLoop *loop, const FlNestLoop *inner, const FlCAccumulator *accumulator,
             const char *moments, const char *shift)
{
  const FlNestLoop *cut = loop;
  gint64 size = 0;
  guint n_open = 0;

  fl_sym_is_int (inner->size, &size);
  while (cut != inner && (size > FL_C_PIECE || cut->items[0].loop != inner))
    {
      guint d = cut->depth;

      fl_c_line (writer, "for (int64_t i%u = %s; i%u < %s; i%u++) {", d, fl_c_threads_get_first (writer, cut), d,
                 fl_c_threads_get_last (writer, cut), d);
      writer->indent++;
      n_open++;
      cut = cut->items[0].loop;
    }
  open_pieces (writer, cut, cut == inner ? FL_C_PIECE : MAX (FL_C_PIECE / size, 1));
  write_piece (writer, cut, inner, accumulator, moments, shift);
  close_loop (writer);
  while (n_open-- > 0)
    close_loop (writer);
}

void
fl_c_nest_write_moments (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestLoop *inner = get_innermost (loop);
  const char *shift = fl_c_make_name (writer, "shift"), *moments = fl_c_make_name (writer, "moments");
  const FlCAccumulator *accumulator;
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = inner;
  write_sample (writer, loop, inner, shift);
  accumulator = g_ptr_array_index (writer->accumulators, writer->accumulators->len - 1);
  fl_c_line (writer, "fl_moments %s = { 0 };", moments);
  writer->n_vectors = fl_c_nest_choose_n_vectors (inner);
  writer->shift = shift;
  writer->is_again = TRUE;
  write_loops (writer, loop, inner, accumulator, moments, shift);
  writer->is_again = FALSE;
  writer->shift = NULL;
  writer->vector = NULL;
  fl_c_line (writer, "float %s = %s.mean, %s = %s.m2;", accumulator->names[0], moments, accumulator->names[1], moments);
  loops = fl_c_end_capture (writer, &text.capture);
  fl_c_paste (writer, loops, text.first_span);
  writer->has_inner_loop = TRUE;
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "mean and variance in one pass",
                    fl_arena_printf (writer->pass->arena, "sums about a guess of the mean, along i%u; a second pass would read memory again",
                                     inner->depth));
}
