/* A sum, the mean that follows from it and the squares about that mean, as norms have them: two loops over a row become
 * one that adds up squares beside the sum. What remains of the second loop runs where digits cancel: see
 * fl-c-nest-moments.c, which does the same for reductions that are mean and variance by themselves. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

enum
{
  MAX_LOSS = 8 /* what rounding errors may be multiplied by: three bits of 24 */
};

static const FlBodyOp *
get_op (const FlNestLeaf *leaf, guint32 position)
{
  return &leaf->body->blocks[0].ops[position];
}

/* --- what the loops do ------------------------------------------------------------------------ */

/* The one reduction of an innermost loop, when it is a sum of floats; other leaves may only store. */
static const FlNestLeaf *
find_sum (const FlNestLoop *loop, const FlBodyOp **sum)
{
  const FlNestLeaf *found = NULL;
  guint n = 0;

  for (guint i = 0; i < loop->n_items; i++)
    {
      const FlNestLeaf *leaf = loop->items[i].leaf;

      for (guint k = 0; leaf && leaf->is_reduction && k < leaf->body->blocks[0].n_ops; k++)
        if (get_op (leaf, k)->op == FL_SCALAR_REDUCTION)
          {
            *sum = get_op (leaf, k);
            found = leaf;
            n++;
          }
      if (!leaf || leaf->n_loops != loop->depth + 1)
        return NULL;
    }
  if (n != 1 || found->n_iter != loop->depth || (*sum)->reduction != FL_REDUCTION_SUM || (*sum)->dtype != FL_DTYPE_F32
      || get_op (found, (*sum)->args[0])->dtype != FL_DTYPE_F32)
    return NULL;
  return found;
}

/* What the square is of. */
static gboolean
find_base (const FlNestLeaf *leaf, guint32 position, guint32 *base)
{
  const FlBodyOp *op = get_op (leaf, position);

  *base = op->n_args ? op->args[0] : 0;
  return op->op == FL_SCALAR_SQUARE || (op->op == FL_SCALAR_MUL && op->args[0] == op->args[1]);
}

/* Follows a value that an earlier leaf stored to where it was computed. */
static const FlBodyOp *
trace_back (const FlCWriter *writer, const FlNestLeaf **leaf, const FlBodyOp *op)
{
  while (op->op == FL_SCALAR_LOAD)
    {
      const FlNestLeaf *reader = *leaf, *writer_leaf = NULL;
      const FlBodyOp *store = NULL;

      for (guint l = 0; l < reader->position; l++)
        for (guint i = 0; i < writer->nest->leaves[l].body->blocks[0].n_ops; i++)
          {
            const FlBodyOp *other = get_op (&writer->nest->leaves[l], i);

            if (other->buffer != op->buffer || (other->op != FL_SCALAR_STORE && other->op != FL_SCALAR_STORE_REDUCTION))
              continue;
            if (store || other->mode == FL_STORE_ATOMIC_ADD)
              return NULL;
            store = other;
            writer_leaf = &writer->nest->leaves[l];
          }
      if (!store || writer_leaf->indices[store->index] != reader->indices[op->index])
        return NULL;
      *leaf = writer_leaf;
      op = get_op (writer_leaf, store->args[0]);
    }
  return op;
}

static gboolean
is_mean (const FlCWriter *writer, const FlNestLeaf *leaf, guint32 position, const FlBodyOp *sum, gint64 count)
{
  const FlBodyOp *mean = trace_back (writer, &leaf, get_op (leaf, position)), *divisor;

  if (!mean || mean->op != FL_SCALAR_TRUEDIV)
    return FALSE;
  divisor = get_op (leaf, mean->args[1]);
  return divisor->op == FL_SCALAR_CONSTANT && divisor->number == count
         && trace_back (writer, &leaf, get_op (leaf, mean->args[0])) == sum;
}

const char *
fl_c_nest_name_quotient (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op)
{
  const FlBodyOp *divisor = get_op (leaf, op->args[1]), *sum;
  double count = 1;
  gint64 size;
  guint32 base;

  sum = op->op == FL_SCALAR_TRUEDIV && divisor->op == FL_SCALAR_CONSTANT
            ? trace_back (writer, &leaf, get_op (leaf, op->args[0]))
            : NULL;
  if (!sum || sum->op != FL_SCALAR_REDUCTION || sum->reduction != FL_REDUCTION_SUM)
    return op->name;
  if (find_base (leaf, sum->args[0], &base) && get_op (leaf, base)->op == FL_SCALAR_SUB)
    return "variance";
  for (guint i = leaf->n_iter; i < leaf->n_loops; i++)
    count *= fl_sym_is_int (leaf->sizes[i], &size) ? size : 0;
  return divisor->number == count ? "mean" : op->name;
}

/* Does it write what the value is computed from? */
static gboolean
changes (const FlCWriter *writer, const FlNestLeaf *by, const FlNestLeaf *leaf, guint32 position)
{
  const FlBodyOp *op = get_op (leaf, position);
  const FlBuffer *buffer = op->buffer ? fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer) : NULL;

  for (guint k = 0; buffer && k < by->node->n_outputs; k++)
    if (fl_buffer_get_base (by->node->outputs[k]->buffer) == fl_buffer_get_base (buffer))
      return TRUE;
  for (guint a = 0; a < op->n_args; a++)
    if (changes (writer, by, leaf, op->args[a]))
      return TRUE;
  return FALSE;
}

/* --- which loops they are --------------------------------------------------------------------- */

static const FlNestItem *
find_next (const FlNestItem *items, guint n_items, const FlNestLoop *loop, const FlNestItem **end)
{
  for (guint i = 0; i < n_items; i++)
    {
      const FlNestItem *found = NULL;

      *end = items + n_items;
      if (items[i].loop == loop)
        return items + i + 1;
      if (items[i].loop)
        found = find_next (items[i].loop->items, items[i].loop->n_items, loop, end);
      if (found)
        return found;
    }
  return NULL;
}

/* The loop that follows, with nothing but operations once a row in between. */
static const FlNestLoop *
find_next_loop (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestItem *end = NULL, *next = find_next (writer->nest->items, writer->nest->n_items, loop, &end);

  for (; next && next < end; next++)
    if (next->loop)
      return next->loop;
    else if (next->leaf->is_reduction)
      return NULL;
  return NULL;
}

const FlNestLoop *
fl_c_nest_find_deviations (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestLoop *next = loop->depth > 0 ? find_next_loop (writer, loop) : NULL;
  const FlBodyOp *sum = NULL, *squares = NULL, *deviation;
  const FlNestLeaf *of, *about;
  const char *why_not;
  guint32 base;
  gint64 size;

  if (!next || writer->strip || writer->deviations || writer->pass_number != 1 || !fl_sym_is_int (loop->size, &size)
      || size > FL_C_PIECE || !fl_sym_known_equal (loop->size, next->size) || fl_c_threads_makes_parts (writer, loop)
      || fl_c_threads_joins (writer, loop))
    return NULL;
  of = find_sum (loop, &sum);
  about = of && next->n_leaves == 1 ? find_sum (next, &squares) : NULL;
  if (!about || !find_base (about, squares->args[0], &base))
    return NULL;
  deviation = get_op (about, base);
  if (deviation->op != FL_SCALAR_SUB || !fl_c_nest_is_same_value (of, sum->args[0], about, deviation->args[0])
      || !is_mean (writer, about, deviation->args[1], sum, size))
    return NULL;
  for (guint l = of->position + 1; l < about->position; l++)
    if (changes (writer, &writer->nest->leaves[l], about, deviation->args[0]))
      return NULL;
  return fl_c_vector_can_write (writer, loop, &why_not) && fl_c_vector_can_write (writer, next, &why_not) ? next : NULL;
}

/* --- text ------------------------------------------------------------------------------------- */

void
fl_c_nest_write_deviations (FlCWriter *writer, const FlNestLoop *loop)
{
  const guint first = writer->accumulators->len;
  const char *sum = writer->sum_of_squares->of->names[0], *squares = writer->sum_of_squares->names[0];
  const char *about_mean = fl_c_make_name (writer, "about_mean");
  FlCAccumulator *accumulator;
  g_autofree char *count = fl_c_dup_sym (writer, NULL, loop->size);
  FlCLoopText text;
  GString *again;

  fl_c_nest_begin_body (writer, &text);
  fl_c_nest_write_vector_pass (writer, loop, first);
  again = fl_c_nest_end_body (writer, &text);
  accumulator = g_ptr_array_index (writer->accumulators, first);
  fl_c_line (writer, "float %s = %s - %s * (%s / %s.0f);  /* squares about the mean */", about_mean, squares, sum, sum,
             count);
  fl_c_line (writer, "if (!(%d * %s >= %s && %s < 3e38f)) {  /* the mean is so large that digits were lost */",
             MAX_LOSS, about_mean, squares, squares);
  fl_c_paste (writer, again, text.first_span);
  fl_c_line (writer, "  %s = %s;", about_mean, accumulator->names[0]);
  fl_c_line (writer, "}");
  accumulator->names[0] = about_mean;
  writer->has_inner_loop = TRUE;
  writer->deviations = NULL;
  writer->sum_of_squares = NULL;
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, NULL, "mean and squares about it in one pass",
      fl_arena_printf (writer->pass->arena,
                       "sums and sums of squares along i%u; where more than three bits cancel, a second pass",
                       loop->depth));
}
