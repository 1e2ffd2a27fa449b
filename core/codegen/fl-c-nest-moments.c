/* Mean and squares about it in one loop, with a second one where digits cancel.
 *
 * The sum of squares less the square of the sum is as good as a second pass unless the mean is much larger than the
 * deviations from it: then digits cancel. So that is looked at, and such rows are gone through once more. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

enum
{
  MIN_ELEMENTS = 256, /* of fewer, what stands around the loops takes as long as a second one */
  MAX_LOSS = 8        /* what rounding errors may be multiplied by: three bits of 24 */
};

const FlBodyOp *
fl_c_nest_find_reduction (const FlNestLeaf *leaf)
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
      const FlBodyOp *op = fl_c_nest_find_reduction (leaf), *known = fl_c_nest_find_reduction (loop->leaves[0]);

      if (!op || op->reduction != FL_REDUCTION_WELFORD_REDUCE || leaf->n_iter != loop->depth
          || !fl_c_nest_is_same_value (leaf, op->args[0], loop->leaves[0], known->args[0]))
        return FALSE;
    }
  return fl_c_vector_can_write (writer, inner, &why_not);
}

/* "for (int64_t i1_begin = 0; i1_begin < 64; i1_begin += 5) {" and where it ends. */
static void
open_pieces (FlCWriter *writer, const FlNestLoop *loop, gint64 step)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);
  guint d = loop->depth;

  fl_c_line (writer, "for (int64_t i%u_begin = %s; i%u_begin < %s; i%u_begin += %" G_GINT64_FORMAT ") {", d, first, d,
             last, d, step);
  writer->indent++;
  fl_c_line (writer, "const int64_t i%u_end = fl_min (i%u_begin + %" G_GINT64_FORMAT ", %s);", d, d, step, last);
}

static void
close_loop (FlCWriter *writer)
{
  writer->indent--;
  fl_c_line (writer, "}");
}

/* Some thousand elements: of the innermost loop, or of several of its runs. Their sums go to doubles. */
static void
write_piece (FlCWriter *writer, const FlNestLoop *cut, const FlNestLoop *inner, const char *const *sums)
{
  const char *four = writer->n_vectors > 1 ? "[4]" : "", *across = writer->n_vectors > 1 ? "_4" : "";
  g_autofree char *begin = g_strdup_printf ("i%u_begin", inner->depth),
                  *end = g_strdup_printf ("i%u_end", inner->depth);
  g_autofree char *size = fl_c_dup_sym (writer, NULL, inner->size);

  for (guint k = 0; k < 2 && sums[k]; k++)
    fl_c_line (writer, "fl_vec %s_lanes%s = { 0 };", sums[k], four);
  if (cut != inner)
    {
      fl_c_nest_write_range (writer, cut->depth);
      writer->indent++;
    }
  fl_c_nest_write_vector_loops (writer, inner, inner->depth, cut == inner ? begin : "0", cut == inner ? end : size,
                                !fl_c_nest_is_whole (inner, 16));
  if (cut != inner)
    close_loop (writer);
  for (guint k = 0; k < 2 && sums[k]; k++)
    fl_c_line (writer, "%s += fl_sum_across%s (%s_lanes);", sums[k], across, sums[k]);
}

static void
write_loops (FlCWriter *writer, const FlNestLoop *loop, const FlNestLoop *inner, const char *const *sums)
{
  const FlNestLoop *cut = loop;
  gint64 size = 0;
  guint n_open = 0;

  fl_sym_is_int (inner->size, &size);
  writer->moments = sums;
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
  write_piece (writer, cut, inner, sums);
  close_loop (writer);
  while (n_open-- > 0)
    close_loop (writer);
  writer->moments = NULL;
}

void
fl_c_nest_write_moment_sums (FlCWriter *writer, const FlNestLoop *loop, const char *const *sums)
{
  const FlNestLoop *inner = get_innermost (loop);
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = inner;
  writer->n_vectors = fl_c_nest_choose_n_vectors (inner);
  if (writer->is_behind)
    fl_c_line (writer, "%s = %s = 0;", sums[0], sums[1]);
  else
    fl_c_line (writer, "double %s = 0, %s = 0;", sums[0], sums[1]);
  write_loops (writer, loop, inner, sums);
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  fl_c_paste (writer, loops, text.first_span);
  writer->has_inner_loop = TRUE;
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, NULL, "mean and variance in one pass",
      fl_arena_printf (writer->pass->arena,
                       "sums and sums of squares along i%u, pieces of them in double; where more than three bits "
                       "cancel, a second pass",
                       inner->depth));
}

void
fl_c_nest_write_moment_end (FlCWriter *writer, const FlNestLoop *loop, const char *const *sums)
{
  const FlNestLoop *inner = get_innermost (loop);
  const char *about[2] = { fl_c_make_name (writer, "about_mean") };
  const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, writer->accumulators->len - 1);
  g_autofree char *count = fl_c_dup_sym (writer, NULL, accumulator->count);
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = inner;
  writer->n_vectors = fl_c_nest_choose_n_vectors (inner);
  fl_c_line (writer, "const float %s = %s / (%s);", accumulator->names[0], sums[0], count);
  fl_c_line (writer, "float %s = %s - %s * (%s / (%s));", accumulator->names[1], sums[1], sums[0], sums[0], count);
  fl_c_line (writer, "if (!(%d * %s >= %s) || %s > 3e38) {  /* the mean is so large that digits were lost */", MAX_LOSS,
             accumulator->names[1], sums[1], sums[1]);
  writer->indent++;
  fl_c_line (writer, "double %s = 0;", about[0]);
  writer->is_again = TRUE;
  write_loops (writer, loop, inner, about);
  writer->is_again = FALSE;
  fl_c_line (writer, "%s = %s;", accumulator->names[1], about[0]);
  close_loop (writer);
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  fl_c_paste (writer, loops, text.first_span);
  writer->has_inner_loop = TRUE;
}

void
fl_c_nest_write_moments (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *sums[] = { fl_c_make_name (writer, "sum"), fl_c_make_name (writer, "squares") };

  fl_c_nest_write_moment_sums (writer, loop, sums);
  fl_c_nest_write_moment_end (writer, loop, sums);
}
