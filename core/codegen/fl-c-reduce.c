/* Reductions: accumulators before the loop, one statement inside, perhaps a second pass, results after it. */
#include "fl-c-threads.h"
#include "fl-c-vector.h"

#include "fl-intern.h"

#include <string.h>

static gboolean
is_two_pass (FlReductionType type)
{
  return type == FL_REDUCTION_WELFORD_REDUCE || type == FL_REDUCTION_ONLINE_SOFTMAX;
}

/* Which of its names a reduction adds to in the present pass. */
static guint
get_running_output (const FlCWriter *writer, const FlCAccumulator *accumulator)
{
  return accumulator->is_two_pass && writer->pass_number == 2 ? 1 : 0;
}

/* In a strip there is one accumulator a column; in vectors, what is being added up has one a lane. */
static char *
dup_slot (const FlCWriter *writer, const FlCAccumulator *accumulator, guint output)
{
  const char *name = accumulator->names[output];

  if (writer->strip)
    return g_strdup_printf ("%s[i%u - i%u_begin]", name, writer->strip->depth, writer->strip->depth);
  if (writer->vector && accumulator->n_vectors && output == get_running_output (writer, accumulator))
    return g_strdup_printf (accumulator->n_vectors > 1 ? "%s_lanes[vec]" : "%s_lanes", name);
  return g_strdup (name);
}

/* dtype of the values that are compared or added: an argmax yields an index of other values. */
static FlDtype
get_value_dtype (const FlBodyOp *op, const FlCValue *args)
{
  return fl_reduction_is_arg (op->reduction) ? args[0].dtype : op->dtype;
}

static const FlSym *
count_elements (const FlNestLeaf *leaf, guint first)
{
  FlSymTable *symbols = fl_sym_get_table (leaf->reduction_index);

  return fl_sym_product (symbols, leaf->sizes + first, leaf->n_loops - first);
}

/* Float sums of many terms lose digits: one lane adds thousands of them. */
static gboolean
needs_double (const FlCWriter *writer, const FlCAccumulator *accumulator)
{
  gint64 limit = writer->strip ? FL_C_PIECE / 4 : FL_C_PIECE; /* a column is added up by one lane */

  if (accumulator->dtype == FL_DTYPE_F64 || !fl_dtype_is_float (accumulator->dtype))
    return FALSE;
  if (accumulator->type != FL_REDUCTION_SUM && accumulator->type != FL_REDUCTION_DOT && !accumulator->is_two_pass)
    return FALSE;
  return fl_sym_get_hint (accumulator->whole_count, limit + 1) > limit;
}

static char *
dup_key (const FlCLeaf *state, const FlBodyOp *op, const FlCValue *args)
{
  GString *key = g_string_new (NULL);

  g_string_append_printf (key, "%d %d %u", op->reduction, op->dtype, state->leaf->n_iter);
  for (guint i = 0; i < op->n_args; i++)
    g_string_append_printf (key, " %s", args[i].text);
  if (op->op == FL_SCALAR_SCAN)
    g_string_append_printf (key, " scan %u", state->leaf->position);
  return g_string_free (key, FALSE);
}

static FlCAccumulator *
make_accumulator (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCValue *args, char *key)
{
  FlCAccumulator *accumulator = fl_arena_new (writer->pass->arena, FlCAccumulator, 1);
  const char *base = op->op == FL_SCALAR_SCAN ? op->name : fl_reduction_get_name (op->reduction);
  const FlGraph *graph = writer->nest->schedule->lowered->graph;

  /* The FX node's own name reads best: amax, sum_1, argmax. */
  if (graph && op->origin.index < graph->n_nodes && !is_two_pass (op->reduction) && op->reduction != FL_REDUCTION_WELFORD_COMBINE)
    base = graph->nodes[op->origin.index].name;
  accumulator->type = op->reduction;
  accumulator->dtype = get_value_dtype (op, args);
  accumulator->key = fl_arena_strdup (writer->pass->arena, key);
  accumulator->is_two_pass = is_two_pass (op->reduction);
  accumulator->depth = state->leaf->n_iter;
  accumulator->whole_count = accumulator->count = count_elements (state->leaf, state->leaf->n_iter);
  if (fl_c_threads_get_count (writer))
    accumulator->count = fl_sym_mul (fl_c_threads_get_count (writer), count_elements (state->leaf, state->leaf->n_iter + 1));
  accumulator->is_wide = needs_double (writer, accumulator);
  accumulator->n_vectors = writer->vector ? writer->n_vectors : 0;
  switch (op->reduction)
    {
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
      accumulator->names[0] = fl_c_make_name (writer, "mean");
      accumulator->names[1] = fl_c_make_name (writer, "m2");
      if (op->reduction == FL_REDUCTION_WELFORD_COMBINE)
        accumulator->names[2] = fl_c_make_name (writer, "weight");
      break;
    case FL_REDUCTION_ONLINE_SOFTMAX:
      accumulator->names[0] = fl_c_make_name (writer, "max");
      accumulator->names[1] = fl_c_make_name (writer, "sum");
      break;
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE:
      accumulator->names[0] = fl_c_make_name (writer, base);
      accumulator->names[1] = fl_c_make_name (writer, "best");
      break;
    default:
      accumulator->names[0] = fl_c_make_name (writer, base);
    }
  if (accumulator->is_wide && !writer->strip)
    for (guint i = accumulator->type == FL_REDUCTION_ONLINE_SOFTMAX; i < 2 && accumulator->names[i]; i++)
      {
        g_autofree char *total = g_strconcat (accumulator->names[i], "_total", NULL);

        accumulator->finals[i] = accumulator->names[i];
        accumulator->names[i] = fl_c_make_name (writer, total);
      }
  g_ptr_array_add (writer->accumulators, accumulator);
  return accumulator;
}

/* --- inside the loop --------------------------------------------------------------------------------------------- */

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

  return writer->vector && writer->left ? g_strdup_printf ("fl_first (%s, %s, %s)", operand, writer->left, neutral)
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
  *piece = (FlCPiece) { accumulator->names[output], accumulator->n_vectors };
  g_ptr_array_add (writer->pieces, piece);
}

/* Adds to a sum, or to the piece of it that the loop makes. */
static void
write_addition (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator, guint output,
                FlCValue value)
{
  g_autofree char *slot = dup_slot (writer, accumulator, output), *addend = dup_addend (writer, value, "0.0f");

  if (accumulator->is_wide && !writer->strip)
    {
      g_autofree char *piece
          = g_strdup_printf (accumulator->n_vectors > 1 ? "%s_part[vec]" : "%s_part", accumulator->names[output]);

      note_piece (writer, accumulator, output);
      fl_c_op_line (writer, state, op, "%s += %s;", piece, addend);
      add_clause (writer, "+", piece);
      return;
    }
  fl_c_op_line (writer, state, op, "%s += %s;", slot, addend);
  add_clause (writer, "+", slot);
}

static void
write_extreme (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator, const char *slot,
               FlCValue value)
{
  gboolean is_max = accumulator->type != FL_REDUCTION_MIN;
  const char *helper = writer->vector                          ? (is_max ? "fl_max_vec" : "fl_min_vec")
                       : accumulator->dtype == FL_DTYPE_F64 ? (is_max ? "fl_max_f64" : "fl_min_f64")
                                                            : (is_max ? "fl_max_f32" : "fl_min_f32");

  if (fl_dtype_is_float (accumulator->dtype))
    {
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      g_autofree char *addend = dup_addend (writer, value, neutral);

      fl_c_op_line (writer, state, op, "%s = %s (%s, %s);", slot, helper, slot, addend);
      add_clause (writer, helper, slot);
    }
  else
    {
      fl_c_op_line (writer, state, op, "%s = %s %s %s ? %s : %s;", slot, value.text, is_max ? ">" : "<", slot, value.text, slot);
      add_clause (writer, is_max ? "max" : "min", slot);
    }
}

/* The first of equal elements; a NaN beats every number, as in PyTorch. Loops may run in another order than the elements have:
 * then the position comes as a second argument, and of equal elements the lower position wins. */
static void
write_best (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator, const FlCValue *args)
{
  g_autofree char *best = dup_slot (writer, accumulator, 1), *place = dup_slot (writer, accumulator, 0);
  g_autofree char *position = fl_c_dup_sym (writer, state, state->leaf->reduction_index), *tie = NULL;
  const char *value = args[0].text, *index = op->n_args > 1 ? args[1].text : position;
  gboolean is_least = accumulator->type == FL_REDUCTION_ARGMIN || accumulator->type == FL_REDUCTION_ARGMIN_VALUE
                      || accumulator->type == FL_REDUCTION_ARGMIN_WITH_VALUE;
  const char *sign = is_least ? "<" : ">";

  if (writer->vector)
    {
      const char *vec = accumulator->n_vectors > 1 ? "[vec]" : "";
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      g_autofree char *addend = dup_addend (writer, args[0], neutral);

      fl_c_op_line (writer, state, op, "fl_arg%s_step (&%s_lanes%s, &%s_lanes%s, %s, fl_count_from (%s, 1));", is_least ? "min" : "max",
                    accumulator->names[1], vec, accumulator->names[0], vec, addend, position);
      return;
    }
  tie = op->n_args > 1 ? g_strdup_printf (" || (%s == %s && %s < %s)", value, best, index, place) : g_strdup ("");
  if (fl_dtype_is_float (accumulator->dtype) && op->n_args > 1)
    fl_c_op_line (writer, state, op, "if (%s %s %s%s || (%s != %s && (%s == %s || %s < %s))) {", value, sign, best, tie, value, value, best,
                  best, index, place);
  else if (fl_dtype_is_float (accumulator->dtype))
    fl_c_op_line (writer, state, op, "if (%s %s %s || (%s != %s && %s == %s)) {", value, sign, best, value, value, best, best);
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
write_combine (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator, const FlCValue *args)
{
  const char *type = fl_c_get_compute_type (accumulator->dtype);
  const char *mean = accumulator->names[0], *m2 = accumulator->names[1], *weight = accumulator->names[2];
  const char *delta = fl_c_make_name (writer, "delta"), *share = fl_c_make_name (writer, "share");

  fl_c_op_line (writer, state, op, "const %s %s = %s - %s;", type, delta, args[0].text, mean);
  fl_c_line (writer, "const %s %s = %s > 0 ? %s / (%s + %s) : 0;", type, share, args[2].text, args[2].text, weight, args[2].text);
  fl_c_line (writer, "%s += %s + %s * %s * %s * %s;", m2, args[1].text, delta, delta, weight, share);
  fl_c_line (writer, "%s += %s * %s;", mean, delta, share);
  fl_c_line (writer, "%s += %s;", weight, args[2].text);
  writer->is_scalar_loop = TRUE;
}

static void
write_first_pass (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator, const FlCValue *args)
{
  g_autofree char *slot = dup_slot (writer, accumulator, 0);
  const char *value = args[0].text;

  switch (accumulator->type)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_WELFORD_REDUCE:
      write_addition (writer, state, op, accumulator, 0, args[0]);
      break;
    case FL_REDUCTION_PROD:
      fl_c_op_line (writer, state, op, "%s *= %s;", slot, value);
      add_clause (writer, "*", slot);
      break;
    case FL_REDUCTION_ANY:
      fl_c_op_line (writer, state, op, "%s |= %s != 0;", slot, value);
      add_clause (writer, "|", slot);
      break;
    case FL_REDUCTION_XOR_SUM:
      fl_c_op_line (writer, state, op, "%s ^= %s;", slot, value);
      add_clause (writer, "^", slot);
      break;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_ONLINE_SOFTMAX:
      write_extreme (writer, state, op, accumulator, slot, args[0]);
      break;
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE:
      write_best (writer, state, op, accumulator, args);
      break;
    case FL_REDUCTION_WELFORD_COMBINE:
      write_combine (writer, state, op, accumulator, args);
      break;
    case FL_N_REDUCTIONS:
      g_assert_not_reached ();
    }
}

/* The mean or the maximum is known: sum the squares about it, or the exponentials below it. */
static void
write_second_pass (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCAccumulator *accumulator, FlCValue value)
{
  g_autofree char *known = dup_slot (writer, accumulator, 0);
  const char *type = value.is_vector ? "fl_vec" : fl_c_get_compute_type (accumulator->dtype), *delta = fl_c_make_name (writer, "delta");
  const char *exp = value.is_vector                      ? "fl_exp_vec"
                    : accumulator->dtype == FL_DTYPE_F64 ? "__builtin_exp"
                                                         : "fl_exp_f32";
  g_autofree char *term = accumulator->type == FL_REDUCTION_WELFORD_REDUCE ? g_strdup_printf ("%s * %s", delta, delta)
                                                                           : g_strdup_printf ("%s (%s)", exp, delta);

  fl_c_op_line (writer, state, op, "const %s %s = %s - %s;", type, delta, value.text, known);
  write_addition (writer, state, op, accumulator, 1, (FlCValue) { .text = term, .dtype = value.dtype, .is_vector = value.is_vector });
}

static FlCAccumulator *
find_accumulator (const FlCWriter *writer, const char *key)
{
  for (guint i = 0; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      if (g_str_equal (accumulator->key, key))
        return accumulator;
    }
  return NULL;
}

void
fl_c_reduce (FlCWriter *writer, FlCLeaf *state, guint32 position, const FlBodyOp *op, const FlCValue *args)
{
  const FlBodyOp *original = &state->leaf->body->blocks[0].ops[position];
  FlCAccumulator *accumulator;
  g_autofree char *key = NULL;

  if (!fl_c_get_compute_type (op->dtype) || (op->n_args && !fl_c_get_compute_type (args[0].dtype)))
    {
      fl_c_fail (writer, "a reduction of %s", fl_dtype_get_torch_name (op->dtype));
      return;
    }
  if (writer->pass_number == 2 || writer->left)
    {
      /* Names of inputs differ from those of the first pass, so the operation itself leads to its accumulator. */
      accumulator = g_hash_table_lookup (writer->reduced, original);
      key = g_strdup_printf ("again %p", (void *) accumulator);
      if (fl_c_find_value (writer, key))
        return;
      fl_c_remember (writer, key, args[0]);
      if (writer->pass_number == 2)
        write_second_pass (writer, state, op, accumulator, args[0]);
      else
        write_first_pass (writer, state, op, accumulator, args);
      return;
    }
  key = dup_key (state, op, args);
  accumulator = find_accumulator (writer, key);
  if (!accumulator)
    {
      accumulator = make_accumulator (writer, state, op, args, key);
      write_first_pass (writer, state, op, accumulator, args);
    }
  g_hash_table_insert (writer->reduced, (gpointer) original, accumulator);
}

const char *
fl_c_get_reduced (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, guint output)
{
  const FlCAccumulator *accumulator = g_hash_table_lookup (writer->reduced, op);
  g_autofree char *slot = NULL;

  g_assert (accumulator && output < 3);
  if (accumulator->type == FL_REDUCTION_WELFORD_REDUCE && output == 2)
    {
      g_autofree char *count = fl_c_dup_sym (writer, NULL, accumulator->count);

      slot = g_strdup_printf ("((%s) (%s))", fl_c_get_compute_type (accumulator->dtype), count);
      return fl_intern (slot);
    }
  /* A position is kept before the value that it belongs to. */
  if (fl_reduction_is_arg (accumulator->type) && accumulator->type != FL_REDUCTION_ARGMAX && accumulator->type != FL_REDUCTION_ARGMIN)
    output = 1 - output;
  slot = dup_slot (writer, accumulator, output);
  return fl_intern (slot);
}

/* --- around the loop --------------------------------------------------------------------------------------------- */

static void
declare (FlCWriter *writer, const char *type, const char *name, const char *value)
{
  if (!name)
    return;
  if (!writer->strip)
    {
      fl_c_line (writer, "%s %s = %s;", type, name, value);
      return;
    }
  if (g_str_equal (value, "0") || g_str_equal (value, "0.0f") || g_str_equal (value, "0.0"))
    {
      fl_c_line (writer, "%s %s[%d] = { 0 };", type, name, fl_c_get_strip_width (writer->strip));
      return;
    }
  fl_c_line (writer, "%s %s[%d];", type, name, fl_c_get_strip_width (writer->strip));
  fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", fl_c_get_strip_width (writer->strip));
  fl_c_line (writer, "  %s[c] = %s;", name, value);
}

void
fl_c_declare_accumulators (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      const char *type = fl_c_get_compute_type (accumulator->dtype);
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      g_autofree char *zero = fl_c_dup_constant (accumulator->dtype, 0, 0);

      if (fl_reduction_is_arg (accumulator->type) && accumulator->n_vectors)
        continue;
      if (fl_reduction_is_arg (accumulator->type))
        {
          declare (writer, "int64_t", accumulator->names[0], "0");
          declare (writer, type, accumulator->names[1], neutral);
          continue;
        }
      /* What is kept in vectors is declared when they are joined. */
      if (accumulator->is_wide && accumulator->type != FL_REDUCTION_ONLINE_SOFTMAX)
        declare (writer, "double", accumulator->names[0], "0");
      else if (!accumulator->n_vectors)
        declare (writer, type, accumulator->names[0], neutral);
      if (accumulator->is_wide || !accumulator->n_vectors)
        declare (writer, accumulator->is_wide ? "double" : type, accumulator->names[1], accumulator->is_wide ? "0" : zero);
      declare (writer, type, accumulator->names[2], zero);
    }
}

static gboolean
is_extreme (const FlCAccumulator *accumulator, guint output)
{
  return output == 0
         && (accumulator->type == FL_REDUCTION_MAX || accumulator->type == FL_REDUCTION_MIN
             || accumulator->type == FL_REDUCTION_ONLINE_SOFTMAX || fl_reduction_is_arg (accumulator->type));
}

/* Does the present pass make this accumulator in vectors that live as long as the pass? */
static gboolean
is_in_vectors (const FlCWriter *writer, const FlCAccumulator *accumulator)
{
  return accumulator->n_vectors && (writer->pass_number == 1 || accumulator->is_two_pass)
         && (!accumulator->is_wide || is_extreme (accumulator, get_running_output (writer, accumulator)));
}

void
fl_c_declare_vectors (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      guint output = get_running_output (writer, accumulator);
      const char *name = accumulator->names[output];
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);

      if (!is_in_vectors (writer, accumulator))
        continue;
      if (fl_reduction_is_arg (accumulator->type))
        {
          fl_c_line (writer, accumulator->n_vectors > 1 ? "fl_mask %s_lanes[4] = { 0 };" : "fl_mask %s_lanes = { 0 };", name);
          name = accumulator->names[1];
        }
      if (!is_extreme (accumulator, output))
        fl_c_line (writer, accumulator->n_vectors > 1 ? "fl_vec %s_lanes[4] = { 0 };" : "fl_vec %s_lanes = { 0 };", name);
      else if (accumulator->n_vectors == 1)
        fl_c_line (writer, "fl_vec %s_lanes = fl_splat (%s);", name, neutral);
      else
        fl_c_line (writer, "fl_vec %s_lanes[4] = FL_FOUR (fl_splat (%s));", name, neutral);
    }
}

void
fl_c_combine_vectors (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      guint output = get_running_output (writer, accumulator);
      const char *name = accumulator->names[output];

      if (is_in_vectors (writer, accumulator) && fl_reduction_is_arg (accumulator->type))
        {
          gboolean is_least = accumulator->type == FL_REDUCTION_ARGMIN || accumulator->type == FL_REDUCTION_ARGMIN_VALUE
                              || accumulator->type == FL_REDUCTION_ARGMIN_WITH_VALUE;
          const char *at = accumulator->n_vectors > 1 ? "" : "&", *best = accumulator->names[1];

          fl_c_line (writer, "float %s;", best);
          fl_c_line (writer, "int64_t %s = fl_arg%s_across (%s%s_lanes, %s%s_lanes, %u, &%s);", name, is_least ? "min" : "max", at, best, at,
                     name, accumulator->n_vectors, best);
        }
      else if (is_in_vectors (writer, accumulator))
        fl_c_line (writer, "float %s = fl_%s_across%s (%s_lanes);", name,
                   !is_extreme (accumulator, output)           ? "sum"
                   : accumulator->type == FL_REDUCTION_MIN ? "min"
                                                           : "max",
                   accumulator->n_vectors > 1 ? "_4" : "", name);
    }
}

void
fl_c_declare_pieces (FlCWriter *writer, GPtrArray *pieces)
{
  for (guint i = 0; i < pieces->len; i++)
    {
      const FlCPiece *piece = g_ptr_array_index (pieces, i);

      fl_c_line (writer, piece->n_vectors == 0   ? "float %s_part = 0.0f;"
                         : piece->n_vectors == 1 ? "fl_vec %s_part = { 0 };"
                                                 : "fl_vec %s_part[4] = { 0 };",
                 piece->name);
    }
}

void
fl_c_combine_pieces (FlCWriter *writer, GPtrArray *pieces)
{
  for (guint i = 0; i < pieces->len; i++)
    {
      const FlCPiece *piece = g_ptr_array_index (pieces, i);

      fl_c_line (writer, piece->n_vectors == 0   ? "%s += %s_part;"
                         : piece->n_vectors == 1 ? "%s += fl_sum_across (%s_part);"
                                                 : "%s += fl_sum_across_4 (%s_part);",
                 piece->name, piece->name);
    }
}

/* Between the passes: the sum becomes the mean, a float again. */
void
fl_c_finish_pass (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      g_autofree char *count = fl_c_dup_sym (writer, NULL, accumulator->count);

      if (accumulator->type != FL_REDUCTION_WELFORD_REDUCE)
        continue;
      if (writer->strip)
        {
          fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", fl_c_get_strip_width (writer->strip));
          fl_c_line (writer, "  %s[c] /= %s;", accumulator->names[0], count);
        }
      else if (accumulator->is_wide)
        {
          fl_c_line (writer, "const float %s = %s / %s;", accumulator->finals[0], accumulator->names[0], count);
          accumulator->names[0] = accumulator->finals[0];
          accumulator->finals[0] = NULL;
        }
      else
        fl_c_line (writer, "%s /= %s;", accumulator->names[0], count);
    }
}

/* After the last pass: totals in double become floats, so that what is computed with them stays float. */
void
fl_c_finish_totals (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      for (guint k = 0; k < 2; k++)
        {
          if (!accumulator->finals[k])
            continue;
          fl_c_line (writer, "const float %s = %s;", accumulator->finals[k], accumulator->names[k]);
          accumulator->names[k] = accumulator->finals[k];
          accumulator->finals[k] = NULL;
        }
    }
}
