/* Which loops may be vectors. */
#include "fl-c-vector.h"

#include "fl-c-gather.h"
#include "fl-c-round.h"

enum
{
  MAX_STEP = 4 /* of loads whose lanes lie apart; beyond, a line of memory would be read for few of them */
};

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
  if (writer->tile_row && op->op == FL_SCALAR_LOAD && fl_c_vector_is_float (buffer->layout.dtype) && !place->local
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
         && fl_sym_is_int_value (fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops), -1)
         && !fl_sym_contains (fl_sym_add (index, var), var);
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
  if (!fl_c_vector_is_element (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype))
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
      return op->n_args == 1 && fl_c_vector_is_float (leaf->body->blocks[0].ops[op->args[0]].dtype)
             && is_small_index (leaf, leaf->reduction_index)
             && (writer->strip || is_contiguous (leaf, leaf->reduction_index, var));
    case FL_REDUCTION_ANY:
      return op->n_args == 1 && fl_c_vector_is_element (leaf->body->blocks[0].ops[op->args[0]].dtype);
    case FL_REDUCTION_SUM:
      if (fl_dtype_is_integer (op->dtype) && is_counted (&leaf->body->blocks[0], op->args[0]))
        return is_small_index (leaf, leaf->reduction_index); /* a lane counts to 2^31 */
      return fl_c_vector_is_float (op->dtype);
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_PROD:
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_ONLINE_SOFTMAX: return fl_c_vector_is_float (op->dtype);
    default: return FALSE;
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
    case FL_SCALAR_GE: return is_small_number (leaf, op->args[0]) && is_small_number (leaf, op->args[1]);
    case FL_SCALAR_TO_DTYPE: return op->dtype == FL_DTYPE_F32 && is_small_number (leaf, op->args[0]);
    default: return FALSE;
    }
}

/* Is it 0, of a truth value that is an integer? */
static gboolean
compares_truth (const FlBodyBlock *block, const FlBodyOp *op)
{
  const FlBodyOp *zero = op->n_args == 2 ? &block->ops[op->args[1]] : NULL;

  return (op->op == FL_SCALAR_EQ || op->op == FL_SCALAR_NE) && is_counted (block, op->args[0])
         && zero->op == FL_SCALAR_CONSTANT && zero->integer == 0 && fl_dtype_is_integer (zero->dtype);
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

/* A masked operation that is one load of floats side by side, of which lanes whose condition does not hold are left
 * out. */
static gboolean
is_load_where (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlSym *var)
{
  const FlNestLeaf *leaf = state->leaf;
  const FlBodyBlock *block = &leaf->body->blocks[op->block];
  const FlBodyOp *load = &block->ops[0];
  const FlCPlace *place;
  const FlSym *index;

  if (writer->masked == NULL || writer->masked->var != var || op->dtype != FL_DTYPE_F32 || block->n_ops != 1
      || load->op != FL_SCALAR_LOAD)
    return FALSE;
  index = leaf->indices[load->index];
  place = g_hash_table_lookup (writer->places, load->buffer);
  return place != NULL && !place->local && !fl_sym_contains_kind (index, FL_SYM_INDIRECT)
         && fl_lowered_find_buffer (writer->nest->schedule->lowered, load->buffer)->layout.dtype == FL_DTYPE_F32
         && fl_sym_is_int_value (fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops), 1)
         && !fl_sym_contains (fl_sym_sub (index, var), var);
}

const char *
fl_c_vector_refuse_op (const FlCWriter *writer, const FlCLeaf *state, guint position, const FlSym *var)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlBodyOp *op = &block->ops[position];

  if (compares_small_numbers (state->leaf, op) || compares_truth (block, op))
    return NULL;
  if (fl_c_gather_is_position (writer, state, position, var))
    return op->op == FL_SCALAR_LOAD ? fl_c_vector_refuse_place (writer, state->leaf, op, var) : NULL;
  switch (op->op)
    {
    case FL_SCALAR_CONSTANT: return NULL;
    case FL_SCALAR_MASKED:
      return is_load_where (writer, state, op, var) ? NULL : "elements that only some iterations may read";
    case FL_SCALAR_CHECK_BOUNDS: return op->check_lower || op->check_upper ? "indices that must be checked" : NULL;
    case FL_SCALAR_SET_INDIRECT: return fl_c_gather_refuse_position (writer, state, op, var);
    case FL_SCALAR_INDEX_EXPR:
      return is_small_number (state->leaf, position) ? NULL : "positions that 32 bits may not hold";
    case FL_SCALAR_LOAD: return refuse_access (writer, state->leaf, op, var);
    case FL_SCALAR_STORE:
      if (op->mode == FL_STORE_ATOMIC_ADD
          && !fl_c_vector_is_float (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype))
        return "a scatter of numbers that are no floats";
      return refuse_access (writer, state->leaf, op, var);
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN: return refuse_random (state, op, var);
    case FL_SCALAR_REDUCTION:
      if (state->leaf->n_iter == state->leaf->n_loops)
        return "a reduction of one element";
      return is_lane_reduction (writer, state->leaf, op, var) ? NULL : "a reduction that is kept one element at a time";
    case FL_SCALAR_TO_DTYPE:
    case FL_SCALAR_ROUND_LOW:
      if (is_counted (block, position) || (fl_c_vector_is_element (op->dtype) && is_counted (block, op->args[0])))
        return NULL;
      return fl_c_vector_is_element (op->dtype) && fl_c_vector_is_element (block->ops[op->args[0]].dtype)
                 ? NULL
                 : "numbers that are no floats";
    default:
      for (guint i = 0; i < op->n_args; i++)
        if (!fl_c_vector_is_element (block->ops[op->args[i]].dtype))
          return "numbers that are no floats";
      for (guint i = op->op == FL_SCALAR_WHERE ? 2 : 1; i < op->n_args; i++)
        if ((block->ops[op->args[i]].dtype == FL_DTYPE_BOOL) != (block->ops[op->args[i - 1]].dtype == FL_DTYPE_BOOL))
          return "numbers and truth values in one operation";
      if (op->op == FL_SCALAR_WHERE && block->ops[op->args[0]].dtype != FL_DTYPE_BOOL)
        return "a choice by a number";
      if (!fl_c_vector_is_element (op->dtype) || op->n_args == 0
          || !fl_c_vector_find_spelling (op->op, op->dtype, block->ops[op->args[0]].dtype))
        return "an operation without a vector form";
      return NULL;
    }
}

/* A scatter of rows: where they go is known before the loop, and within it elements lie side by side, read by nobody on
 * the way. */
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
            && fl_buffer_get_storage (fl_lowered_find_buffer (writer->nest->schedule->lowered, block->ops[k].buffer))
                   == to)
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
      else if (leaf->is_scatter && !fl_c_vector_scatters_rows (writer, state, loop)
               && !fl_c_gather_scatters (writer, state, loop))
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
        if (block->ops[i].op == FL_SCALAR_STORE
            && !is_contiguous (state->leaf, state->leaf->indices[block->ops[i].index], column->var))
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
