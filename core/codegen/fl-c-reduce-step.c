/* Reductions: the statement inside the loop, for each kind, in the first pass and in the second. */
#include "fl-c-idiom.h"
#include "fl-c-reduce-private.h"

#include "fl-intern.h"

static void
add_clause (FlCWriter *writer, const char *operation, const char *name)
{
  if (!writer->strip && !writer->vector)
    g_ptr_array_add (writer->clauses, g_strdup_printf (" reduction (%s : %s)", operation, name));
}

/* What a vector adds to an accumulator: all lanes of it, or those that a last, partial one has. */
static char *
dup_addend (const FlCWriter *writer, FlCValue value, const char *neutral)
{
  g_autofree char *operand = writer->vector ? fl_c_vector_dup_operand (value) : g_strdup (value.text);

  return writer->vector && writer->left && !writer->strip
             ? g_strdup_printf ("fl_first (%s, %s, %s)", operand, writer->left, neutral)
             : g_steal_pointer (&operand);
}

static void
note_piece (FlCWriter *writer, const FlCAccumulator *accumulator, guint output)
{
  FlCPiece *piece;

  for (guint i = 0; i < writer->pieces->len; i++)
    if (((FlCPiece *) g_ptr_array_index (writer->pieces, i))->name == accumulator->names[output])
      return;
  piece = g_new (FlCPiece, 1);
  *piece = (FlCPiece) { accumulator->names[output], accumulator->finals[output], accumulator->n_vectors };
  g_ptr_array_add (writer->pieces, piece);
}

/* Adds to a sum, or to the piece of it that the loop makes. */
static void
write_addition (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
                guint output, FlCValue value)
{
  g_autofree char *slot = NULL, *addend = dup_addend (writer, value, "0.0f");

  if (accumulator->is_wide && writer->slots)
    {
      const char *name = accumulator->finals[output];

      note_piece (writer, accumulator, output);
      fl_c_op_line (writer, state, op, "%s += %s;",
                    fl_c_nest_use_slot (writer, fl_intern_printf ("%s_part", name), name, FALSE, TRUE), addend);
      return;
    }
  if (accumulator->is_wide && !writer->strip && !writer->vector && writer->is_mixed)
    {
      fl_c_op_line (writer, state, op, "%s += %s;", accumulator->names[output], addend);
      return;
    }
  if (accumulator->is_wide && !writer->strip)
    {
      g_autofree char *piece = g_strdup_printf (accumulator->n_vectors <= 1 ? "%s_part"
                                                : writer->is_single         ? "%s_part[0]"
                                                                            : "%s_part[vec]",
                                                accumulator->names[output]);

      note_piece (writer, accumulator, output);
      fl_c_op_line (writer, state, op, "%s += %s;", piece, addend);
      add_clause (writer, "+", piece);
      return;
    }
  slot = fl_c_dup_slot (writer, accumulator, output);
  fl_c_op_line (writer, state, op, "%s += %s;", slot, addend);
  add_clause (writer, "+", slot);
  if (accumulator->squares)
    {
      g_autofree char *operand = fl_c_vector_dup_operand (value),
                      *squares = fl_c_dup_slot (writer, accumulator->squares, 0);

      fl_c_op_line (writer, state, op, "%s += %s * %s;", squares, addend, operand);
    }
}

/* The sum and the squares; or, once the mean is known, the squares about it. */
static void
write_moments (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
               FlCValue value)
{
  const char *vec = writer->n_vectors <= 1 ? ""
                    : writer->is_single    ? "[0]"
                                           : "[vec]",
             *const *sums = writer->moments, *delta;
  g_autofree char *operand = fl_c_vector_dup_operand (value), *part = NULL;

  if (sums[1])
    {
      part = dup_addend (writer, value, "0.0f");
      fl_c_op_line (writer, state, op, "%s_lanes%s += %s;", sums[0], vec, part);
      fl_c_op_line (writer, state, op, "%s_lanes%s += %s * %s;", sums[1], vec, part, operand);
      return;
    }
  delta = fl_c_make_name (writer, "delta");
  part = writer->left ? g_strdup_printf ("fl_first (%s - %s, %s, 0.0f)", operand, accumulator->names[0], writer->left)
                      : g_strdup_printf ("%s - %s", operand, accumulator->names[0]);
  fl_c_op_line (writer, state, op, "const fl_vec %s = %s;", delta, part);
  fl_c_op_line (writer, state, op, "%s_lanes%s += %s * %s;", sums[0], vec, delta, delta);
}

static void
write_extreme (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
               const char *slot, FlCValue value)
{
  gboolean is_max = accumulator->type != FL_REDUCTION_MIN;
  const char *helper = writer->vector                       ? (is_max ? "fl_max_vec" : "fl_min_vec")
                       : accumulator->dtype == FL_DTYPE_F64 ? (is_max ? "fl_max_f64" : "fl_min_f64")
                                                            : (is_max ? "fl_max_f32" : "fl_min_f32");

  if (writer->values)
    return; /* found with its place */
  if (fl_dtype_is_float (accumulator->dtype))
    {
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      g_autofree char *addend = dup_addend (writer, value, neutral);

      fl_c_op_line (writer, state, op, "%s = %s (%s, %s);", slot, helper, slot, addend);
      add_clause (writer, helper, slot);
    }
  else
    {
      fl_c_op_line (writer, state, op, "%s = %s %s %s ? %s : %s;", slot, value.text, is_max ? ">" : "<", slot,
                    value.text, slot);
      add_clause (writer, is_max ? "max" : "min", slot);
    }
}

/* True is -1. */
static void
write_count (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
             FlCValue value)
{
  g_autofree char *slot = fl_c_dup_slot (writer, accumulator, 0);
  g_autofree char *truth = value.is_vector ? g_strdup (value.text) : g_strdup_printf ("fl_splat_mask (%s)", value.text);

  if (writer->left && !writer->strip)
    fl_c_op_line (writer, state, op, "%s -= fl_first_i32 (%s, %s, 0);", slot, truth, writer->left);
  else
    fl_c_op_line (writer, state, op, "%s -= %s;", slot, truth);
}

static void
write_product (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const char *slot, FlCValue value)
{
  g_autofree char *factor = writer->vector ? dup_addend (writer, value, "1.0f") : g_strdup (value.text);

  fl_c_op_line (writer, state, op, "%s *= %s;", slot, factor);
  add_clause (writer, "*", slot);
}

/* Beyond a constant: the extreme is kept; of a column, whether one was. */
static void
write_beyond (FlCWriter *writer, const FlCLeaf *state, guint32 position, const FlBodyOp *op,
              const FlCAccumulator *accumulator, const char *slot, FlCValue value)
{
  const gboolean is_above = state->ops[position].idiom == FL_C_IDIOM_ANY_ABOVE;
  g_autofree char *none = fl_c_dup_neutral (is_above ? FL_REDUCTION_MAX : FL_REDUCTION_MIN, FL_DTYPE_F32),
                  *operand = NULL, *bound = NULL;
  const char *sign;

  if (accumulator->bound)
    {
      operand = dup_addend (writer, value, none);
      fl_c_op_line (writer, state, op, "%s = %s (%s, %s);", slot, fl_c_idiom_get_function (state->ops[position].idiom),
                    operand, slot);
      return;
    }
  operand = fl_c_vector_dup_operand (value);
  bound = fl_c_idiom_dup_bound (state, position, &sign);
  fl_c_op_line (writer, state, op, "%s |= %s %s fl_splat (%s);", slot, operand, sign, bound);
}

static void
write_any (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
           const char *slot, FlCValue value)
{
  const guint32 position = op - state->leaf->body->blocks[0].ops;
  g_autofree char *operand = NULL, *truth = NULL;

  if (writer->vector && state->ops[position].idiom != FL_C_IDIOM_NONE)
    {
      write_beyond (writer, state, position, op, accumulator, slot, value);
      return;
    }
  operand = writer->vector ? fl_c_vector_dup_operand (value) : NULL;
  if (!writer->vector)
    {
      fl_c_op_line (writer, state, op, "%s |= %s != 0;", slot, value.text);
      add_clause (writer, "|", slot);
      return;
    }
  truth = value.dtype == FL_DTYPE_BOOL ? g_steal_pointer (&operand) : g_strdup_printf ("%s != 0.0f", operand);
  if (writer->left && !writer->strip)
    fl_c_op_line (writer, state, op, "%s |= fl_first_i32 (%s, %s, 0);", slot, truth, writer->left);
  else
    fl_c_op_line (writer, state, op, "%s |= %s;", slot, truth);
}

/* The first of equal elements; a NaN beats every number, as in PyTorch. Loops may run in another order than the
 * elements have: then the position comes as a second argument, and of equal elements the lower position wins. */
static void
write_best (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
            const FlCValue *args)
{
  g_autofree char *best = fl_c_dup_slot (writer, accumulator, 1), *place = fl_c_dup_slot (writer, accumulator, 0);
  g_autofree char *position = fl_c_dup_sym (writer, state, state->leaf->reduction_index), *tie = NULL;
  const char *value = args[0].text, *index = op->n_args > 1 ? args[1].text : position;
  gboolean is_least = fl_c_reduction_is_least (accumulator->type);
  const char *sign = is_least ? "<" : ">";

  if (writer->values)
    {
      g_autofree char *operand = fl_c_vector_dup_operand (args[0]);

      fl_c_op_line (writer, state, op, "%s[vec] = %s;", writer->values, operand);
      return;
    }
  if (writer->vector)
    {
      const char *vec = accumulator->n_vectors <= 1 ? "" : writer->is_single ? "[0]" : "[vec]";
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      g_autofree char *addend = dup_addend (writer, args[0], neutral);

      fl_c_op_line (writer, state, op, "fl_arg%s_step (&%s_lanes%s, &%s_lanes%s, %s, fl_count_from (%s, %d));",
                    is_least ? "min" : "max", accumulator->names[1], vec, accumulator->names[0], vec, addend, position,
                    writer->strip ? 0 : 1);
      return;
    }
  tie = op->n_args > 1 ? g_strdup_printf (" || (%s == %s && %s < %s)", value, best, index, place) : g_strdup ("");
  if (fl_dtype_is_float (accumulator->dtype) && op->n_args > 1)
    fl_c_op_line (writer, state, op, "if (%s %s %s%s || (%s != %s && (%s == %s || %s < %s))) {", value, sign, best, tie,
                  value, value, best, best, index, place);
  else if (fl_dtype_is_float (accumulator->dtype))
    fl_c_op_line (writer, state, op, "if (%s %s %s || (%s != %s && %s == %s)) {", value, sign, best, value, value, best,
                  best);
  else
    fl_c_op_line (writer, state, op, "if (%s %s %s%s) {", value, sign, best, tie);
  writer->indent++;
  fl_c_line (writer, "%s = %s;", best, value);
  fl_c_line (writer, "%s = %s;", place, index);
  writer->indent--;
  fl_c_line (writer, "}");
  writer->is_scalar_loop = TRUE;
}

/* Chan, Golub and LeVeque: joins the statistics of two sets. */
static void
write_combine (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator,
               const FlCValue *args)
{
  const char *type = fl_c_get_compute_type (accumulator->dtype);
  const char *mean = accumulator->names[0], *m2 = accumulator->names[1], *weight = accumulator->names[2];
  const char *delta = fl_c_make_name (writer, "delta"), *share = fl_c_make_name (writer, "share");

  fl_c_op_line (writer, state, op, "const %s %s = %s - %s;", type, delta, args[0].text, mean);
  fl_c_line (writer, "const %s %s = %s > 0 ? %s / (%s + %s) : 0;", type, share, args[2].text, args[2].text, weight,
             args[2].text);
  fl_c_line (writer, "%s += %s + %s * %s * %s * %s;", m2, args[1].text, delta, delta, weight, share);
  fl_c_line (writer, "%s += __builtin_isfinite (%s) ? %s * %s : %s;", mean, delta, delta, share, args[0].text);
  fl_c_line (writer, "%s += %s;", weight, args[2].text);
  writer->is_scalar_loop = TRUE;
}

void
fl_c_reduce_write_first_pass (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                              const FlCAccumulator *accumulator, const FlCValue *args)
{
  gboolean is_sum = accumulator->type == FL_REDUCTION_SUM || accumulator->type == FL_REDUCTION_DOT
                    || accumulator->type == FL_REDUCTION_WELFORD_REDUCE;
  g_autofree char *slot = is_sum ? NULL : fl_c_dup_slot (writer, accumulator, 0);
  const char *value = args[0].text;

  switch (accumulator->type)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_WELFORD_REDUCE:
      if (writer->moments)
        {
          write_moments (writer, state, op, accumulator, args[0]);
          break;
        }
      if (accumulator->is_count)
        {
          write_count (writer, state, op, accumulator, args[0]);
          break;
        }
      write_addition (writer, state, op, accumulator, 0, args[0]);
      break;
    case FL_REDUCTION_PROD: write_product (writer, state, op, slot, args[0]); break;
    case FL_REDUCTION_ANY: write_any (writer, state, op, accumulator, slot, args[0]); break;
    case FL_REDUCTION_XOR_SUM:
      fl_c_op_line (writer, state, op, "%s ^= %s;", slot, value);
      add_clause (writer, "^", slot);
      break;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_ONLINE_SOFTMAX: write_extreme (writer, state, op, accumulator, slot, args[0]); break;
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE: write_best (writer, state, op, accumulator, args); break;
    case FL_REDUCTION_WELFORD_COMBINE: write_combine (writer, state, op, accumulator, args); break;
    case FL_N_REDUCTIONS: g_assert_not_reached ();
    }
}

/* The mean or the maximum is known: sum the squares about it, or the exponentials below it. */
void
fl_c_reduce_write_second_pass (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op,
                               const FlCAccumulator *accumulator, FlCValue value)
{
  g_autofree char *known = fl_c_dup_slot (writer, accumulator, 0);
  const char *type = value.is_vector ? "fl_vec" : fl_c_get_compute_type (accumulator->dtype),
             *delta = fl_c_make_name (writer, "delta");
  const char *exp = value.is_vector                      ? "fl_exp_below_vec"
                    : accumulator->dtype == FL_DTYPE_F64 ? "__builtin_exp"
                                                         : "fl_exp_f32";
  g_autofree char *term = accumulator->type == FL_REDUCTION_WELFORD_REDUCE ? g_strdup_printf ("%s * %s", delta, delta)
                                                                           : g_strdup_printf ("%s (%s)", exp, delta);

  fl_c_op_line (writer, state, op, "const %s %s = %s - %s;", type, delta, value.text, known);
  write_addition (writer, state, op, accumulator, 1,
                  (FlCValue) { .text = term, .dtype = value.dtype, .is_vector = value.is_vector });
}
