/* Which loops may be vectors, and how their operations are spelled. */
#include "fl-c-vector.h"

#include "fl-c-gather.h"
#include "fl-c-round.h"
#include "fl-options.h"

#include <string.h>

enum
{
  MAX_STEP = 4 /* of loads whose lanes lie apart; beyond, a line of memory would be read for few of them */
};

/* {0}, {1}, {2}: the arguments as they are, where scalars may stand beside vectors; <0>: made vectors. */
static const char *const spellings[FL_N_SCALARS] = {
  [FL_SCALAR_WIDEN] = "{0}",
  [FL_SCALAR_ADD] = "{0} + {1}",
  [FL_SCALAR_SUB] = "{0} - {1}",
  [FL_SCALAR_MUL] = "{0} * {1}",
  [FL_SCALAR_TRUEDIV] = "{0} / {1}",
  [FL_SCALAR_MUL_RN] = "{0} * {1}",
  [FL_SCALAR_DIV_RN] = "{0} / {1}",
  [FL_SCALAR_NEG] = "-{0}",
  [FL_SCALAR_ABS] = "fl_abs_vec ({0})",
  [FL_SCALAR_SIGN] = "fl_ones (<0> > 0.0f) - fl_ones (<0> < 0.0f)",
  [FL_SCALAR_RECIPROCAL] = "1.0f / {0}",
  [FL_SCALAR_SQUARE] = "{0} * {0}",
  [FL_SCALAR_RELU] = "fl_larger (fl_splat (0.0f), {0})",
  [FL_SCALAR_MAXIMUM] = "fl_max_vec (<0>, <1>)",
  [FL_SCALAR_MINIMUM] = "fl_min_vec (<0>, <1>)",
  [FL_SCALAR_FMA] = "{0} * {1} + {2}",
  [FL_SCALAR_EXP] = "fl_exp_vec ({0})",
  [FL_SCALAR_SQRT] = "fl_sqrt_vec ({0})",
  [FL_SCALAR_RSQRT] = "fl_rsqrt_vec ({0})",
  [FL_SCALAR_SIGMOID] = "fl_sigmoid_vec ({0})",
  [FL_SCALAR_TANH] = "fl_tanh_vec ({0})",
  [FL_SCALAR_ERF] = "fl_erf_vec ({0})",
  [FL_SCALAR_LOG] = "fl_log_vec ({0})",
  [FL_SCALAR_LOG2] = "fl_log2_vec ({0})",
  [FL_SCALAR_LOG10] = "fl_log10_vec ({0})",
  [FL_SCALAR_LOG1P] = "fl_log1p_vec ({0})",
  [FL_SCALAR_EXP2] = "fl_exp2_vec ({0})",
  [FL_SCALAR_EXPM1] = "fl_expm1_vec ({0})",
  [FL_SCALAR_SINH] = "fl_sinh_vec ({0})",
  [FL_SCALAR_COSH] = "fl_cosh_vec ({0})",
  [FL_SCALAR_ERFC] = "fl_erfc_vec ({0})",
  [FL_SCALAR_ERFINV] = "fl_erfinv_vec ({0})",
  [FL_SCALAR_LGAMMA] = "fl_lgamma_vec ({0})",
  [FL_SCALAR_SIN] = "fl_sin_vec ({0})",
  [FL_SCALAR_COS] = "fl_cos_vec ({0})",
  [FL_SCALAR_TAN] = "fl_tan_vec ({0})",
  [FL_SCALAR_ASIN] = "fl_asin_vec ({0})",
  [FL_SCALAR_ACOS] = "fl_acos_vec ({0})",
  [FL_SCALAR_ATAN] = "fl_atan_vec ({0})",
  [FL_SCALAR_ASINH] = "fl_asinh_vec ({0})",
  [FL_SCALAR_ACOSH] = "fl_acosh_vec ({0})",
  [FL_SCALAR_ATANH] = "fl_atanh_vec ({0})",
  [FL_SCALAR_ATAN2] = "fl_atan2_vec (<0>, <1>)",
  [FL_SCALAR_POW] = "fl_pow_vec (<0>, <1>)",
  [FL_SCALAR_HYPOT] = "fl_hypot_vec (<0>, <1>)",
  [FL_SCALAR_NEXTAFTER] = "fl_nextafter_vec (<0>, <1>)",
  [FL_SCALAR_COPYSIGN] = "fl_copysign_vec (<0>, <1>)",
  [FL_SCALAR_FLOOR] = "fl_floor_vec ({0})",
  [FL_SCALAR_CEIL] = "fl_ceil_vec ({0})",
  [FL_SCALAR_ROUND] = "fl_rint_vec ({0})",
  [FL_SCALAR_TRUNC] = "fl_trunc_vec ({0})",
  [FL_SCALAR_FLOORDIV] = "fl_floor_vec (<0> / <1>)",
  [FL_SCALAR_TRUNCDIV] = "fl_trunc_vec (<0> / <1>)",
  [FL_SCALAR_MOD] = "fl_fmod_vec (<0>, <1>)",
  [FL_SCALAR_FMOD] = "fl_fmod_vec (<0>, <1>)",
  [FL_SCALAR_REMAINDER] = "fl_remainder_vec (<0>, <1>)",
  [FL_SCALAR_EQ] = "<0> == <1>",
  [FL_SCALAR_NE] = "<0> != <1>",
  [FL_SCALAR_LT] = "<0> < <1>",
  [FL_SCALAR_LE] = "<0> <= <1>",
  [FL_SCALAR_GT] = "<0> > <1>",
  [FL_SCALAR_GE] = "<0> >= <1>",
  [FL_SCALAR_ISNAN] = "{0} != {0}",
  [FL_SCALAR_ISINF] = "fl_abs_vec ({0}) == __builtin_inff ()",
  [FL_SCALAR_SIGNBIT] = "(fl_mask) {0} < 0",
  [FL_SCALAR_WHERE] = "fl_select (<0>, <1>, <2>)",
  [FL_SCALAR_RAND] = "fl_rand_vec ({0}, <1>)",
  [FL_SCALAR_RANDN] = "fl_normal_vec ({0}, <1>)",
};

/* The same on truth values. */
static const char *const mask_spellings[FL_N_SCALARS] = {
  [FL_SCALAR_EQ] = "<0> == <1>",
  [FL_SCALAR_NE] = "<0> != <1>",
  [FL_SCALAR_GT] = "<0> & ~<1>",
  [FL_SCALAR_LT] = "~<0> & <1>",
  [FL_SCALAR_GE] = "<0> | ~<1>",
  [FL_SCALAR_LE] = "~<0> | <1>",
  [FL_SCALAR_LOGICAL_AND] = "<0> & <1>",
  [FL_SCALAR_AND] = "<0> & <1>",
  [FL_SCALAR_LOGICAL_OR] = "<0> | <1>",
  [FL_SCALAR_LOGICAL_XOR] = "<0> ^ <1>",
  [FL_SCALAR_LOGICAL_NOT] = "~<0>",
  [FL_SCALAR_BITWISE_AND] = "<0> & <1>",
  [FL_SCALAR_BITWISE_OR] = "<0> | <1>",
  [FL_SCALAR_BITWISE_XOR] = "<0> ^ <1>",
  [FL_SCALAR_BITWISE_NOT] = "~<0>",
};

static gboolean
is_lane_float (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F16 || dtype == FL_DTYPE_BF16;
}

static gboolean
is_lane_dtype (FlDtype dtype)
{
  return is_lane_float (dtype) || dtype == FL_DTYPE_BOOL;
}

static const char *
find_spelling (FlScalar op, FlDtype result, FlDtype first)
{
  if (op == FL_SCALAR_WHERE)
    return is_lane_float (result) ? spellings[op] : NULL;
  return first == FL_DTYPE_BOOL ? mask_spellings[op] : spellings[op];
}

const char *
fl_c_vector_get_spelling (FlScalar op)
{
  return spellings[op];
}

/* --- may it be done ---------------------------------------------------------------------------------------------- */

/* index = something without the variable + the variable. */
static gboolean
is_contiguous (const FlNestLeaf *leaf, const FlSym *index, const FlSym *var)
{
  return fl_sym_is_int_value (fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops), 1)
         && !fl_sym_contains (fl_sym_sub (index, var), var);
}

/* index = something without the variable + a known step times the variable. */
static gboolean
has_fixed_step (const FlNestLeaf *leaf, const FlSym *index, const FlSym *var)
{
  const FlSym *step = fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops);

  return fl_sym_is_int (step, NULL) && !fl_sym_contains (fl_sym_sub (index, fl_sym_mul (step, var)), var);
}

const char *
fl_c_vector_refuse_place (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  const FlSym *index = leaf->indices[op->index];
  gint64 length, first;

  if (place->local && place->local->place == FL_LOCAL_REGISTER)
    return NULL;
  if (fl_c_gather_has_position (&writer->leaves[leaf->position], index, var))
    return op->op == FL_SCALAR_LOAD ? fl_c_gather_refuse_load (writer, &writer->leaves[leaf->position], op, var)
                                    : fl_c_gather_refuse_store (writer, &writer->leaves[leaf->position], op, var);
  if ((writer->tile_row || writer->strip) && op->op == FL_SCALAR_LOAD && !fl_sym_contains (index, var))
    return NULL;
  if (fl_c_vector_find_step (writer, leaf, op, var) > 0 || fl_c_round_find (writer, leaf, op, var, &length, &first))
    return NULL;
  if (writer->tile_row && op->op == FL_SCALAR_LOAD && is_lane_float (buffer->layout.dtype) && !place->local
      && is_contiguous (leaf, index, writer->tile_row->var) && has_fixed_step (leaf, index, var))
    return NULL;
  return is_contiguous (leaf, index, var) ? NULL : "elements that are not next to each other";
}

/* A load that goes down along the loop as others go up. */
gboolean
fl_c_vector_is_backwards (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var)
{
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  const FlSym *index = leaf->indices[op->index];

  return op->op == FL_SCALAR_LOAD && !place->local && !writer->tile_row && !writer->strip && !writer->lane
         && fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype == FL_DTYPE_F32
         && !fl_c_gather_has_position (&writer->leaves[leaf->position], index, var)
         && fl_sym_is_int_value (fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops), -1) && !fl_sym_contains (fl_sym_add (index, var), var);
}

gint64
fl_c_vector_find_step (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var)
{
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  const FlSym *index = leaf->indices[op->index];
  gint64 step;

  if (op->op != FL_SCALAR_LOAD || place->local || writer->tile_row || writer->strip || writer->lane
      || fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype != FL_DTYPE_F32
      || fl_c_gather_has_position (&writer->leaves[leaf->position], index, var) || !has_fixed_step (leaf, index, var))
    return 0;
  fl_sym_is_int (fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops), &step);
  return step >= 2 && step <= MAX_STEP ? step : 0;
}

static const char *
refuse_access (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var)
{
  if (fl_c_vector_is_backwards (writer, leaf, op, var))
    return NULL;
  if (!is_lane_dtype (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype))
    return "elements of another type than a float of 16 or 32 bits, or a truth value";
  return fl_c_vector_refuse_place (writer, leaf, op, var);
}

gboolean
fl_c_vector_is_counting (const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var)
{
  return !fl_sym_contains (leaf->indices[op->index], var) || has_fixed_step (leaf, leaf->indices[op->index], var);
}

/* A truth value as an integer: the vector stays what it is. */
static gboolean
is_counted (const FlBodyBlock *block, guint position)
{
  const FlBodyOp *op = &block->ops[position];

  return op->op == FL_SCALAR_TO_DTYPE && fl_dtype_is_integer (op->dtype) && op->dtype != FL_DTYPE_BOOL
         && block->ops[op->args[0]].dtype == FL_DTYPE_BOOL;
}

static gboolean is_small_index (const FlNestLeaf *leaf, const FlSym *index);

static gboolean
is_lane_reduction (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var)
{
  switch (op->reduction)
    {
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE:
      return op->n_args == 1 && is_lane_float (leaf->body->blocks[0].ops[op->args[0]].dtype)
             && is_small_index (leaf, leaf->reduction_index) && (writer->strip || is_contiguous (leaf, leaf->reduction_index, var));
    case FL_REDUCTION_ANY:
      return op->n_args == 1 && is_lane_dtype (leaf->body->blocks[0].ops[op->args[0]].dtype);
    case FL_REDUCTION_SUM:
      if (fl_dtype_is_integer (op->dtype) && is_counted (&leaf->body->blocks[0], op->args[0]))
        return is_small_index (leaf, leaf->reduction_index); /* a lane counts to 2^31 */
      return is_lane_float (op->dtype);
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_PROD:
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_ONLINE_SOFTMAX:
      return is_lane_float (op->dtype);
    default:
      return FALSE;
    }
}

/* Positions as numbers: in lanes of 32 bits, when they are sure to fit. */
static gboolean
is_small_index (const FlNestLeaf *leaf, const FlSym *index)
{
  const FlSym *rest = index;
  gint64 bound = 0, offset;

  for (guint i = 0; i < leaf->n_loops; i++)
    {
      gint64 step, size;

      if (!fl_sym_is_int (fl_sym_get_stride (index, leaf->vars[i], leaf->vars, leaf->n_loops), &step)
          || !fl_sym_is_int (leaf->sizes[i], &size) || size > G_MAXINT32 || ABS (step) > G_MAXINT16)
        return FALSE;
      bound += ABS (step) * size;
      rest = fl_sym_sub (rest, fl_sym_mul_int (leaf->vars[i], step));
    }
  return fl_sym_is_int (rest, &offset) && ABS (offset) <= G_MAXINT32 / 2 && bound <= G_MAXINT32 / 2;
}

static gboolean
is_small_number (const FlNestLeaf *leaf, guint32 position)
{
  const FlBodyOp *op = &leaf->body->blocks[0].ops[position];

  if (op->dtype != FL_DTYPE_I64 && op->dtype != FL_DTYPE_I32)
    return FALSE;
  if (op->op == FL_SCALAR_CONSTANT)
    return ABS (op->integer) <= G_MAXINT32 / 2 && op->integer != G_MININT64;
  return op->op == FL_SCALAR_INDEX_EXPR && is_small_index (leaf, leaf->indices[op->index]);
}

static gboolean
compares_small_numbers (const FlNestLeaf *leaf, const FlBodyOp *op)
{
  switch (op->op)
    {
    case FL_SCALAR_EQ:
    case FL_SCALAR_NE:
    case FL_SCALAR_LT:
    case FL_SCALAR_LE:
    case FL_SCALAR_GT:
    case FL_SCALAR_GE:
      return is_small_number (leaf, op->args[0]) && is_small_number (leaf, op->args[1]);
    case FL_SCALAR_TO_DTYPE:
      return op->dtype == FL_DTYPE_F32 && is_small_number (leaf, op->args[0]);
    default:
      return FALSE;
    }
}

/* Is it 0, of a truth value that is an integer? */
static gboolean
compares_truth (const FlBodyBlock *block, const FlBodyOp *op)
{
  const FlBodyOp *zero = op->n_args == 2 ? &block->ops[op->args[1]] : NULL;

  return (op->op == FL_SCALAR_EQ || op->op == FL_SCALAR_NE) && is_counted (block, op->args[0]) && zero->op == FL_SCALAR_CONSTANT
         && zero->integer == 0 && fl_dtype_is_integer (zero->dtype);
}

/* A random number: one seed for the whole loop, and positions that fit into 32 bits. */
static const char *
refuse_random (const FlCLeaf *state, const FlBodyOp *op, const FlSym *var)
{
  guint depth = 0;

  while (depth < state->leaf->n_loops && state->leaf->vars[depth] != var)
    depth++;
  if (state->ops[op->args[0]].level > depth)
    return "a seed for each element";
  return is_small_number (state->leaf, op->args[1]) ? NULL : "positions that 32 bits may not hold";
}

const char *
fl_c_vector_refuse_op (const FlCWriter *writer, const FlCLeaf *state, guint position, const FlSym *var)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlBodyOp *op = &block->ops[position];

  if (writer->pass->options->cpu_vector_bytes == FL_VECTOR_BYTES_NONE)
    return "one element at a time (cpu.vector_bytes=4)";
  if (compares_small_numbers (state->leaf, op) || compares_truth (block, op))
    return NULL;
  if (fl_c_gather_is_position (writer, state, position, var))
    return op->op == FL_SCALAR_LOAD ? fl_c_vector_refuse_place (writer, state->leaf, op, var) : NULL;
  switch (op->op)
    {
    case FL_SCALAR_CONSTANT:
      return NULL;
    case FL_SCALAR_CHECK_BOUNDS:
      return op->check_lower || op->check_upper ? "indices that must be checked" : NULL;
    case FL_SCALAR_SET_INDIRECT:
      return fl_c_gather_refuse_position (writer, state, op, var);
    case FL_SCALAR_INDEX_EXPR:
      return is_small_number (state->leaf, position) ? NULL : "positions that 32 bits may not hold";
    case FL_SCALAR_LOAD:
      return refuse_access (writer, state->leaf, op, var);
    case FL_SCALAR_STORE:
      if (op->mode == FL_STORE_ATOMIC_ADD
          && !is_lane_float (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype))
        return "a scatter of numbers that are no floats";
      return refuse_access (writer, state->leaf, op, var);
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN:
      return refuse_random (state, op, var);
    case FL_SCALAR_REDUCTION:
      if (state->leaf->n_iter == state->leaf->n_loops)
        return "a reduction of one element";
      return is_lane_reduction (writer, state->leaf, op, var) ? NULL : "a reduction that is kept one element at a time";
    case FL_SCALAR_TO_DTYPE:
    case FL_SCALAR_ROUND_LOW:
      if (is_counted (block, position) || (is_lane_dtype (op->dtype) && is_counted (block, op->args[0])))
        return NULL;
      return is_lane_dtype (op->dtype) && is_lane_dtype (block->ops[op->args[0]].dtype) ? NULL : "numbers that are no floats";
    default:
      for (guint i = 0; i < op->n_args; i++)
        if (!is_lane_dtype (block->ops[op->args[i]].dtype))
          return "numbers that are no floats";
      for (guint i = op->op == FL_SCALAR_WHERE ? 2 : 1; i < op->n_args; i++)
        if ((block->ops[op->args[i]].dtype == FL_DTYPE_BOOL) != (block->ops[op->args[i - 1]].dtype == FL_DTYPE_BOOL))
          return "numbers and truth values in one operation";
      if (op->op == FL_SCALAR_WHERE && block->ops[op->args[0]].dtype != FL_DTYPE_BOOL)
        return "a choice by a number";
      if (!is_lane_dtype (op->dtype) || op->n_args == 0 || !find_spelling (op->op, op->dtype, block->ops[op->args[0]].dtype))
        return "an operation without a vector form";
      return NULL;
    }
}

/* A scatter of rows: where they go is known before the loop, and within it elements lie side by side, read by nobody on the way. */
gboolean
fl_c_vector_scatters_rows (const FlCWriter *writer, const FlCLeaf *state, const FlNestLoop *loop)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  if (state->leaf->body->n_blocks > 1)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlBuffer *to;

      if (op->op == FL_SCALAR_SET_INDIRECT && state->ops[i].level > loop->depth)
        return FALSE;
      if (op->op != FL_SCALAR_STORE)
        continue;
      if (!is_contiguous (state->leaf, state->leaf->indices[op->index], loop->var))
        return FALSE;
      to = fl_buffer_get_storage (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer));
      for (guint k = 0; k < block->n_ops; k++)
        if (block->ops[k].op == FL_SCALAR_LOAD
            && fl_buffer_get_storage (fl_lowered_find_buffer (writer->nest->schedule->lowered, block->ops[k].buffer)) == to)
          return FALSE;
    }
  return TRUE;
}

gboolean
fl_c_vector_can_write (const FlCWriter *writer, const FlNestLoop *loop, const char **why_not)
{
  const char *why = NULL;

  if (writer->strip || writer->lane)
    why = "columns are kept in arrays";
  for (guint i = 0; i < loop->n_items && !why; i++)
    if (!loop->items[i].leaf)
      why = "a loop inside";
  for (guint l = 0; l < loop->n_leaves && !why; l++)
    {
      const FlCLeaf *state = &writer->leaves[loop->leaves[l]->position];
      const FlNestLeaf *leaf = state->leaf;

      if (leaf->n_loops != loop->depth + 1)
        why = "a loop inside";
      else if (leaf->is_scatter && !fl_c_vector_scatters_rows (writer, state, loop) && !fl_c_gather_scatters (writer, state, loop))
        why = "a scatter";
      for (guint i = 0; i < leaf->body->blocks[0].n_ops && !why; i++)
        {
          const FlBodyOp *op = &leaf->body->blocks[0].ops[i];

          if (state->ops[i].level <= loop->depth || (state->ops[i].is_after && op->op != FL_SCALAR_REDUCTION))
            continue;
          why = fl_c_vector_refuse_op (writer, state, i, loop->var);
        }
    }
  *why_not = why;
  return !why;
}

gboolean
fl_c_vector_can_strip (const FlCWriter *writer, const FlNestLoop *strip)
{
  FlCWriter asked = *writer;

  asked.strip = strip;
  for (guint l = 0; l < strip->n_leaves; l++)
    {
      const FlCLeaf *state = &writer->leaves[strip->leaves[l]->position];
      const FlBodyBlock *block = &state->leaf->body->blocks[0];

      if (state->leaf->is_scatter)
        return FALSE;
      if (state->leaf->n_loops == strip->depth + 1)
        continue; /* on results */
      for (guint i = 0; i < block->n_ops; i++)
        {
          if (state->ops[i].is_after && block->ops[i].op != FL_SCALAR_REDUCTION)
            continue;
          if (fl_c_vector_refuse_op (&asked, state, i, strip->var))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
fl_c_vector_is_across (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op)
{
  return writer->tile_row && op->op == FL_SCALAR_LOAD && fl_sym_contains (leaf->indices[op->index], writer->vector->var)
         && !is_contiguous (leaf, leaf->indices[op->index], writer->vector->var);
}

gboolean
fl_c_vector_can_tile (const FlCWriter *writer, const FlNestLoop *loop, const FlNestLoop *row, const FlNestLoop *column)
{
  FlCWriter asked = *writer;

  asked.tile_row = row;
  for (guint l = 0; l < loop->n_leaves; l++)
    {
      const FlCLeaf *state = &writer->leaves[loop->leaves[l]->position];
      const FlBodyBlock *block = &state->leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        if (block->ops[i].op == FL_SCALAR_STORE && !is_contiguous (state->leaf, state->leaf->indices[block->ops[i].index], column->var))
          return FALSE;
        else if (fl_c_vector_refuse_op (&asked, state, i, column->var))
          return FALSE;
    }
  return TRUE;
}

guint
fl_c_vector_count_flops (const FlNestLoop *loop)
{
  guint n = 0;

  for (guint l = 0; l < loop->n_leaves; l++)
    for (guint i = 0; i < loop->leaves[l]->body->blocks[0].n_ops; i++)
      n += fl_scalar_get_info (loop->leaves[l]->body->blocks[0].ops[i].op)->flops;
  return n;
}

/* --- text -------------------------------------------------------------------------------------------------------- */

const char *
fl_c_vector_get_type (FlDtype dtype)
{
  return is_lane_float (dtype) ? "fl_vec" : "fl_mask";
}

char *
fl_c_vector_dup_operand (FlCValue value)
{
  if (value.is_vector)
    return g_strdup (value.text);
  return g_strdup_printf (value.dtype == FL_DTYPE_BOOL ? "fl_splat_mask (%s)"
                          : is_lane_float (value.dtype) ? "fl_splat (%s)"
                                                        : "fl_count_from (%s, 0)",
                          value.text);
}

static void
append_spelling (GString *out, const char *format, const FlCValue *args, guint n_args)
{
  for (; *format; format++)
    {
      guint position = (format[0] == '{' || format[0] == '<') && format[1] >= '0' && format[1] < '4' ? format[1] - '0' : G_MAXUINT;

      if (position >= n_args || (format[0] == '<' && format[2] != '>'))
        {
          g_string_append_c (out, *format);
          continue;
        }
      if (format[0] == '<')
        {
          g_autofree char *operand = fl_c_vector_dup_operand (args[position]);

          g_string_append (out, operand);
        }
      else
        g_string_append (out, args[position].text);
      format += 2;
    }
}

gboolean
fl_c_vector_append_op (GString *out, const FlBodyOp *op, const FlCValue *args)
{
  const char *format = NULL;

  if (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW)
    {
      gboolean from_bool = args[0].dtype == FL_DTYPE_BOOL || args[0].is_counted;

      if (op->dtype == FL_DTYPE_BOOL)
        format = from_bool ? "{0}" : "{0} != 0.0f";
      else if (from_bool)
        format = "fl_ones ({0})";
      else if (!is_lane_float (args[0].dtype))
        format = "__builtin_convertvector (<0>, fl_vec)";
      else
        format = op->dtype == FL_DTYPE_BF16 ? "fl_round_bf16_vec ({0})" : op->dtype == FL_DTYPE_F16 ? "fl_round_f16_vec ({0})" : "{0}";
    }
  else if (args[0].is_counted && (op->op == FL_SCALAR_EQ || op->op == FL_SCALAR_NE)) /* with 0 */
    format = op->op == FL_SCALAR_EQ ? "~<0>" : "<0>";
  else
    format = find_spelling (op->op, op->dtype, args[0].dtype);
  if (!format)
    return FALSE;
  append_spelling (out, format, args, op->n_args);
  return TRUE;
}

gboolean
fl_c_vector_is_identity (const FlBodyOp *op, const FlCValue *args)
{
  if (op->op == FL_SCALAR_WIDEN)
    return TRUE;
  /* A truth value, as an integer or back. */
  if (op->op == FL_SCALAR_TO_DTYPE && (args[0].dtype == FL_DTYPE_BOOL || args[0].is_counted))
    return !fl_dtype_is_float (op->dtype);
  return (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW) && op->dtype == FL_DTYPE_F32
         && is_lane_float (args[0].dtype);
}

static const char *
get_memory_name (FlDtype dtype, gboolean is_row)
{
  if (dtype == FL_DTYPE_BOOL)
    return "bool";
  return is_row || dtype == FL_DTYPE_F32 ? "f32" : dtype == FL_DTYPE_BF16 ? "bf16" : "f16";
}

void
fl_c_vector_append_loaded (const FlCWriter *writer, GString *out, FlDtype dtype, gboolean is_row, const char *place)
{
  const char *name = get_memory_name (dtype, is_row);

  if (writer->turn)
    g_string_append_printf (out, "fl_load_turn_%s (%s, %s)", name, place, writer->turn);
  else if (writer->left)
    g_string_append_printf (out, "fl_load_part_%s (%s, %s)", name, place, writer->left);
  else
    g_string_append_printf (out, "fl_load_%s (%s)", name, place);
}

char *
fl_c_vector_dup_store (const FlCWriter *writer, FlDtype dtype, gboolean is_row, gboolean is_streamed, const char *place, FlCValue value)
{
  const char *name = get_memory_name (dtype, is_row);
  g_autofree char *operand = fl_c_vector_dup_operand (value);

  if (dtype == FL_DTYPE_BOOL && value.dtype != FL_DTYPE_BOOL)
    {
      char *truth = g_strdup_printf ("%s != 0.0f", operand);

      g_free (operand);
      operand = truth;
    }
  if (writer->left)
    return g_strdup_printf ("fl_store_part_%s (%s, %s, %s)", name, place, operand, writer->left);
  return g_strdup_printf ("%s_%s (%s, %s)", is_streamed ? "fl_stream" : "fl_store", name, place, operand);
}
