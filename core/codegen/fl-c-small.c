/* Narrowing of 64-bit integers by value-range analysis: intervals of operands, which begin with loop variables and
 * constants. */
#include "fl-c-small.h"

#include "fl-intern.h"

#include <math.h>

enum
{
  MAX_VISITS = 400 /* of operations, while one interval is found */
};

static const double largest = 1 << 30;

typedef struct
{
  double low, high;
} Range;

typedef struct
{
  const FlCLeaf *state;
  guint visits;
} Finder;

static gboolean find_range (Finder *finder, guint position, Range *range);

static Range
join (Range a, Range b)
{
  return (Range) { MIN (a.low, b.low), MAX (a.high, b.high) };
}

static Range
multiply (Range a, Range b)
{
  const double x[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
  Range range = { x[0], x[0] };

  for (guint i = 1; i < G_N_ELEMENTS (x); i++)
    range = join (range, (Range) { x[i], x[i] });
  return range;
}

/* Of an operation on known ranges. */
static gboolean
combine (const FlBodyOp *op, const Range *args, Range *range)
{
  const Range a = args[0], b = args[1];

  switch (op->op)
    {
    case FL_SCALAR_WIDEN:
    case FL_SCALAR_ROUND_LOW: *range = a; return TRUE;
    case FL_SCALAR_TO_DTYPE:
      *range = fl_dtype_is_integer (op->dtype) ? (Range) { trunc (a.low), trunc (a.high) } : a;
      return op->dtype != FL_DTYPE_BOOL;
    case FL_SCALAR_ADD: *range = (Range) { a.low + b.low, a.high + b.high }; return TRUE;
    case FL_SCALAR_SUB: *range = (Range) { a.low - b.high, a.high - b.low }; return TRUE;
    case FL_SCALAR_MUL: *range = multiply (a, b); return TRUE;
    case FL_SCALAR_MAXIMUM: *range = (Range) { MAX (a.low, b.low), MAX (a.high, b.high) }; return TRUE;
    case FL_SCALAR_MINIMUM: *range = (Range) { MIN (a.low, b.low), MIN (a.high, b.high) }; return TRUE;
    case FL_SCALAR_NEG: *range = (Range) { -a.high, -a.low }; return TRUE;
    case FL_SCALAR_FLOOR:
    case FL_SCALAR_CEIL:
    case FL_SCALAR_ROUND:
    case FL_SCALAR_TRUNC: *range = (Range) { floor (a.low), ceil (a.high) }; return TRUE;
    case FL_SCALAR_FLOORDIV: /* by no less than 1, and 0 by 0 */
    case FL_SCALAR_TRUNCDIV:
      *range = (Range) { -MAX (fabs (a.low), fabs (a.high)), MAX (fabs (a.low), fabs (a.high)) };
      return TRUE;
    case FL_SCALAR_REMAINDER: *range = (Range) { MIN (b.low, 0), MAX (b.high, 0) }; return TRUE;
    case FL_SCALAR_MOD:
    case FL_SCALAR_FMOD: *range = (Range) { MIN (a.low, 0), MAX (a.high, 0) }; return TRUE;
    case FL_SCALAR_WHERE: *range = join (b, args[2]); return TRUE;
    default: return FALSE;
    }
}

/* An index that a leaf computes lies within the dimension that it was checked against: variables of that size stand for
 * such. */
static const FlSym *
replace_indirect (const FlCLeaf *state, const FlSym *index)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      if (op->op != FL_SCALAR_SET_INDIRECT || !op->indirect_check || !fl_sym_contains (index, op->indirect_symbol))
        continue;
      const FlSym *bounded
          = fl_sym_var (fl_sym_get_table (index), fl_intern_printf ("%s_below", fl_sym_get_name (op->indirect_symbol)),
                        op->indirect_size);
      index = fl_sym_substitute (index, &op->indirect_symbol, &bounded, 1);
    }
  return index;
}

static gboolean
find_index_range (const FlCLeaf *state, const FlSym *index, Range *range)
{
  gint64 low, high;

  if (state && fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    index = replace_indirect (state, index);
  fl_sym_get_range (index, &low, &high);
  *range = (Range) { low, high };
  return low > G_MININT64 && high < G_MAXINT64 && !fl_sym_contains_kind (index, FL_SYM_INDIRECT);
}

/* Of what few bits hold, whatever it is computed from. */
static gboolean
find_type_range (FlDtype dtype, Range *range)
{
  switch ((int) dtype)
    {
    case FL_DTYPE_BOOL: *range = (Range) { 0, 1 }; return TRUE;
    case FL_DTYPE_U8: *range = (Range) { 0, G_MAXUINT8 }; return TRUE;
    case FL_DTYPE_I8: *range = (Range) { G_MININT8, G_MAXINT8 }; return TRUE;
    case FL_DTYPE_I16: *range = (Range) { G_MININT16, G_MAXINT16 }; return TRUE;
    default: return FALSE;
    }
}

/* Does nothing come of it but indices, which are checked? What 32 bits do not hold is outside of any dimension, and so
 * is what it is turned to. */
static gboolean
is_only_checked (const FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  gboolean is_used = FALSE;

  for (guint i = position + 1; i < block->n_ops; i++)
    for (guint a = 0; a < block->ops[i].n_args; a++)
      {
        const FlBodyOp *op = &block->ops[i];

        if (op->args[a] != position)
          continue;
        if (!(op->op == FL_SCALAR_SET_INDIRECT && op->indirect_check)
            && !(op->op == FL_SCALAR_WHERE && a > 0 && is_only_checked (state, i)))
          return FALSE;
        is_used = TRUE;
      }
  return is_used;
}

static gboolean
find_range (Finder *finder, guint position, Range *range)
{
  const FlBodyOp *op = &finder->state->leaf->body->blocks[0].ops[position];
  Range args[3] = { { 0, 0 } };
  gboolean is_known;

  if (finder->visits++ > MAX_VISITS || op->n_args > 3)
    return FALSE;
  if (op->op == FL_SCALAR_CONSTANT)
    {
      const double number = fl_dtype_is_float (op->dtype) ? op->number : op->integer;

      *range = (Range) { number, number };
      return fabs (number) <= largest;
    }
  if (find_type_range (op->dtype, range))
    return TRUE;
  if (op->op == FL_SCALAR_TO_DTYPE && op->dtype == FL_DTYPE_I64
      && finder->state->leaf->body->blocks[0].ops[op->args[0]].dtype == FL_DTYPE_F32
      && is_only_checked (finder->state, position))
    {
      *range = (Range) { -largest, largest };
      return TRUE;
    }
  if (op->op == FL_SCALAR_INDEX_EXPR)
    is_known = find_index_range (finder->state, finder->state->leaf->indices[op->index], range);
  else
    {
      for (guint i = 0; i < op->n_args; i++)
        if (!(op->op == FL_SCALAR_WHERE && i == 0) && !find_range (finder, op->args[i], &args[i]))
          return FALSE;
      is_known = op->n_args > 0 && combine (op, args, range);
    }
  /* What a float rounds to may lie a little beyond. */
  if (is_known && fl_dtype_is_float (op->dtype))
    *range = (Range) { range->low - fabs (range->low) / 64, range->high + fabs (range->high) / 64 };
  return is_known && fabs (range->low) <= largest && fabs (range->high) <= largest;
}

/* --- what they meet --------------------------------------------------------------------------- */

static gboolean
is_plain (const FlBodyOp *op)
{
  switch (op->op)
    {
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_TO_DTYPE:
    case FL_SCALAR_ADD:
    case FL_SCALAR_SUB:
    case FL_SCALAR_MUL:
    case FL_SCALAR_MAXIMUM:
    case FL_SCALAR_MINIMUM:
    case FL_SCALAR_NEG:
    case FL_SCALAR_FLOORDIV:
    case FL_SCALAR_TRUNCDIV:
    case FL_SCALAR_REMAINDER:
    case FL_SCALAR_MOD:
    case FL_SCALAR_FMOD:
    case FL_SCALAR_WHERE: return TRUE;
    default: return FALSE;
    }
}

static gboolean
is_comparison (const FlBodyOp *op)
{
  switch (op->op)
    {
    case FL_SCALAR_EQ:
    case FL_SCALAR_NE:
    case FL_SCALAR_LT:
    case FL_SCALAR_LE:
    case FL_SCALAR_GT:
    case FL_SCALAR_GE: return TRUE;
    default: return FALSE;
    }
}

/* Small, or a constant that is. */
static gboolean
is_small_operand (const FlCLeaf *state, guint position)
{
  const FlBodyOp *op = &state->leaf->body->blocks[0].ops[position];

  return state->ops[position].is_small
         || (op->op == FL_SCALAR_CONSTANT && fl_dtype_is_integer (op->dtype) && ABS ((double) op->integer) <= largest);
}

/* Does it take a small integer for what it is? Memory of 64 bits is widened to when it is written. */
static gboolean
is_fit_reader (const FlCWriter *writer, const FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlBodyOp *op = &block->ops[position];
  const FlCPlace *place;

  if (state->ops[position].is_small || op->op == FL_SCALAR_SET_INDIRECT)
    return TRUE;
  if (op->op == FL_SCALAR_TO_DTYPE)
    return op->dtype != FL_DTYPE_I64;
  if (op->op == FL_SCALAR_STORE)
    {
      place = g_hash_table_lookup (writer->places, op->buffer);
      return place && op->mode != FL_STORE_ATOMIC_ADD && (!place->local || place->local->place == FL_LOCAL_MEMORY)
             && fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype == FL_DTYPE_I64;
    }
  return is_comparison (op) && is_small_operand (state, op->args[0]) && is_small_operand (state, op->args[1]);
}

/* Of what it is made, and what is made of it: small integers, floats, and indices. */
static gboolean
is_among_small (const FlCWriter *writer, const FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlBodyOp *op = &block->ops[position];

  for (guint i = op->op == FL_SCALAR_WHERE ? 1 : 0; i < op->n_args; i++)
    {
      const FlDtype dtype = block->ops[op->args[i]].dtype;
      Range any;

      if (op->op == FL_SCALAR_TO_DTYPE ? dtype != FL_DTYPE_F32 && dtype != FL_DTYPE_I32
                                             && !find_type_range (dtype, &any) && !state->ops[op->args[i]].is_small
                                       : !is_small_operand (state, op->args[i]))
        return FALSE;
    }
  for (guint i = position + 1; i < block->n_ops; i++)
    for (guint a = 0; a < block->ops[i].n_args; a++)
      if (block->ops[i].args[a] == position && !is_fit_reader (writer, state, i))
        return FALSE;
  return TRUE;
}

void
fl_c_small_find (const FlCWriter *writer, FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  gboolean is_changed = FALSE;

  for (guint i = 0; i < block->n_ops; i++)
    {
      Finder finder = { .state = state };
      Range range;

      state->ops[i].is_small
          = block->ops[i].dtype == FL_DTYPE_I64 && is_plain (&block->ops[i]) && find_range (&finder, i, &range);
      is_changed |= state->ops[i].is_small;
    }
  while (is_changed)
    {
      is_changed = FALSE;
      for (guint i = 0; i < block->n_ops; i++)
        if (state->ops[i].is_small && !is_among_small (writer, state, i))
          {
            state->ops[i].is_small = FALSE;
            is_changed = TRUE;
          }
    }
}

gboolean
fl_c_small_is_among (const FlCLeaf *state, guint position)
{
  const FlBodyOp *op = &state->leaf->body->blocks[0].ops[position];

  return state->ops[position].is_small
         || (is_comparison (op) && (state->ops[op->args[0]].is_small || state->ops[op->args[1]].is_small));
}

gboolean
fl_c_small_is_count (const FlSym *index)
{
  Range range;

  return find_index_range (NULL, index, &range) && fabs (range.low) <= largest && fabs (range.high) <= largest;
}

FlDtype
fl_c_small_get_dtype (const FlCLeaf *state, guint position)
{
  return state->ops[position].is_small ? FL_DTYPE_I32 : state->leaf->body->blocks[0].ops[position].dtype;
}
