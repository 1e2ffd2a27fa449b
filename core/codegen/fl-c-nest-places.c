/* Argmax and argmin in vectors, the place of the largest or smallest element of a row: four vectors are taken together,
 * and of the best only the lane and the place of its four vectors are kept, which costs less than keeping the place of
 * each. In the end those four are computed once more to see which element it was. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

static const FlBodyOp *
find_reduction (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  const FlBodyOp *found = NULL;

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION)
      {
        if (found)
          return NULL;
        found = &block->ops[i];
      }
  return found;
}

gboolean
fl_c_nest_is_same_value (const FlNestLeaf *a, guint32 x, const FlNestLeaf *b, guint32 y)
{
  const FlBodyOp *one = &a->body->blocks[0].ops[x], *other = &b->body->blocks[0].ops[y];

  if (a == b && x == y)
    return TRUE;
  if (one->op != other->op || one->dtype != other->dtype || one->n_args != other->n_args || one->block >= 0
      || other->block >= 0 || one->op == FL_SCALAR_SET_INDIRECT || one->buffer != other->buffer
      || one->number != other->number || one->integer != other->integer || (one->index >= 0) != (other->index >= 0))
    return FALSE;
  if (one->index >= 0
      && (a->indices[one->index] != b->indices[other->index]
          || fl_sym_contains_kind (a->indices[one->index], FL_SYM_INDIRECT)))
    return FALSE;
  for (guint i = 0; i < one->n_args; i++)
    if (!fl_c_nest_is_same_value (a, one->args[i], b, other->args[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_least (const FlBodyOp *op)
{
  return op->reduction == FL_REDUCTION_MIN || fl_c_reduction_is_least (op->reduction);
}

/* Both seek the largest, or the smallest, of the same values. */
static gboolean
is_of_same (const FlNestLeaf *a, const FlNestLeaf *b)
{
  const FlBodyOp *x = find_reduction (a), *y = find_reduction (b);

  return is_least (x) == is_least (y) && fl_c_nest_is_same_value (a, x->args[0], b, y->args[0]);
}

gboolean
fl_c_nest_finds_place (const FlNestLoop *loop)
{
  gboolean has_place = FALSE;
  gint64 size;

  if (!fl_sym_is_int (loop->size, &size) || size < FL_C_LANES)
    return FALSE;
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      const FlNestLeaf *leaf = loop->leaves[i];
      const FlBodyOp *op = find_reduction (leaf);

      if (!op || op->n_args != 1 || leaf->n_iter != loop->depth || leaf->n_loops != loop->depth + 1)
        return FALSE;
      has_place |= fl_reduction_is_arg (op->reduction);
      if (!fl_reduction_is_arg (op->reduction) && op->reduction != FL_REDUCTION_MAX
          && op->reduction != FL_REDUCTION_MIN)
        return FALSE;
      if (i > 0 && !is_of_same (loop->leaves[0], leaf))
        return FALSE;
    }
  return has_place;
}

/* Four vectors of what is compared, after the loop's header. */
static void
write_values (FlCWriter *writer, const FlNestLoop *loop)
{
  guint d = loop->depth;

  fl_c_line (writer, "fl_vec %s[4];", writer->values);
  fl_c_line (writer, "#pragma GCC unroll 4");
  fl_c_line (writer, "for (int vec = 0; vec < 4; vec++) {");
  writer->indent++;
  fl_c_push_frame (writer);
  fl_c_line (writer, "const int64_t i%u = i%u_at + vec * FL_LANES;", d, d);
  for (guint i = 0; i < loop->n_items; i++)
    fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, loop->items[i].leaf));
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
}

/* Where the length is no multiple of what is taken together, the last ones begin earlier: of equal elements the first
 * is found anyhow. */
static void
write_group_begin (FlCWriter *writer, const FlNestLoop *loop, const char *size, gboolean is_whole)
{
  writer->indent++;
  if (!is_whole)
    fl_c_line (writer, "const int64_t i%u_at = fl_min (i%u_next, %s - 4 * FL_LANES);", loop->depth, loop->depth, size);
}

static const FlCAccumulator *
find_place (const FlCWriter *writer, guint first)
{
  const FlCAccumulator *accumulator = NULL;

  for (guint i = first; i < writer->accumulators->len; i++)
    {
      accumulator = g_ptr_array_index (writer->accumulators, i);
      if (fl_reduction_is_arg (accumulator->type))
        break;
    }
  return accumulator;
}

/* The largest was found on the way. */
static void
write_extremes (FlCWriter *writer, guint first, const char *best)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      if (!fl_reduction_is_arg (accumulator->type))
        fl_c_line (writer, "const float %s = %s;", accumulator->names[0], best);
    }
}

/* Goes through the elements; what they came to is in lanes of this name, which are declared elsewhere. */
const char *
fl_c_nest_write_place_loop (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);
  gboolean is_whole = fl_c_nest_is_whole (loop, FL_C_LANES);
  guint d = loop->depth;
  const char *at = is_whole ? "at" : "next", *kind, *lanes;
  const FlCAccumulator *accumulator;
  g_autofree char *neutral = NULL;
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = loop;
  writer->n_vectors = 4;
  writer->values = fl_c_make_name (writer, "values");
  fl_c_line (writer, "for (int64_t i%u_%s = %s; i%u_%s < %s; i%u_%s += 4 * FL_LANES) {", d, at, first, d, at, last, d,
             at);
  write_group_begin (writer, loop, last, is_whole);
  write_values (writer, loop);
  accumulator = find_place (writer, first_accumulator);
  kind = fl_c_reduction_is_least (accumulator->type) ? "min" : "max";
  lanes = fl_intern_printf ("%s_lanes", accumulator->names[0]);
  fl_c_line (writer, "fl_arg%s_group (&%s, %s, i%u_at);", kind, lanes, writer->values, d);
  writer->indent--;
  fl_c_line (writer, "}");
  loops = fl_c_end_capture (writer, &text.capture);
  neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
  fl_c_line (writer, "%s%s = fl_best_from (%s);", writer->is_behind ? "" : "fl_best ", lanes, neutral);
  fl_c_paste (writer, loops, text.first_span);
  writer->values = NULL;
  writer->vector = NULL;
  writer->has_inner_loop = TRUE;
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "the best four vectors first, then the element",
                    fl_arena_printf (writer->pass->arena,
                                     "keeping the place of each vector along i%u would take twice the time", d));
  return lanes;
}

/* Where in the lanes the place is: their four vectors are looked at once more. */
void
fl_c_nest_write_place_end (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator, const char *lanes)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);
  const FlCAccumulator *accumulator = find_place (writer, first_accumulator);
  const char *name = accumulator->names[0], *kind = fl_c_reduction_is_least (accumulator->type) ? "min" : "max";
  const gboolean is_whole = fl_c_nest_is_whole (loop, FL_C_LANES);
  const char *at = is_whole ? "at" : "next";
  guint d = loop->depth;

  writer->vector = loop;
  writer->n_vectors = 4;
  writer->values = fl_c_make_name (writer, "values");
  writer->is_again = TRUE;
  fl_c_line (writer, "float %s;", accumulator->names[1]);
  fl_c_line (writer, "int64_t %s, i%u_%s = fl_arg%s_begin (&%s, &%s, %s);", name, d, at, kind, lanes,
             accumulator->names[1], first);
  fl_c_line (writer, "do {  /* once, unless a NaN is sought */");
  write_group_begin (writer, loop, last, is_whole);
  write_values (writer, loop);
  fl_c_line (writer, "%s = fl_find_4 (%s, %s, i%u_at);", name, writer->values, accumulator->names[1], d);
  fl_c_line (writer, "i%u_%s += 4 * FL_LANES;", d, at);
  writer->indent--;
  fl_c_line (writer, "} while (__builtin_expect (%s < 0, 0) && i%u_%s < %s);", name, d, at, last);
  write_extremes (writer, first_accumulator, accumulator->names[1]);
  writer->is_again = FALSE;
  writer->values = NULL;
  writer->vector = NULL;
}

void
fl_c_nest_write_place_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const char *lanes = fl_c_nest_write_place_loop (writer, loop, first_accumulator);

  fl_c_nest_write_place_end (writer, loop, first_accumulator, lanes);
}
