/* Values in one range of a loop. See fl-loop-specialize.h.
 *
 * Integers that are computed from loop variables are followed as expressions, since comparisons of
 * such decide masks and choices: what is known as an expression becomes an index, whatever
 * operations made it. */
#include "fl-loop-specialize.h"

static const FlSym *
settle_index (gpointer data, const FlSym *index)
{
  const FlLoopSpecial *special = data;

  return fl_loop_range_settle (special->range, index, special->relevant ? NULL : special->cuts);
}

/* --- what is known of a value
 * ------------------------------------------------------------------------------------ */

static gboolean
is_integer (FlDtype dtype)
{
  return dtype == FL_DTYPE_I64 || dtype == FL_DTYPE_I32;
}

/* Numbers of 32 bits wrap around; only such are followed as are sure not to. */
static gboolean
fits (FlDtype dtype, const FlSym *sym)
{
  gint64 low, high;

  if (fl_sym_contains_kind (sym, FL_SYM_OPAQUE))
    return FALSE;
  fl_sym_get_range (sym, &low, &high);
  return dtype == FL_DTYPE_I64 || (dtype == FL_DTYPE_I32 && low >= G_MININT32 && high <= G_MAXINT32);
}

/* The integer that a value is, over loop variables; NULL: it is not known as one. */
static const FlSym *
get_number (const FlLoopSpecial *special, FlValueId id)
{
  const FlLoopValue value = *fl_loop_get_value (special->kernel, id);

  if (!is_integer (value.dtype))
    return NULL;
  if (value.op == FL_SCALAR_CONSTANT)
    return fl_sym_int (fl_loop_kernel_get_symbols (special->kernel), value.bits);
  return value.op == FL_SCALAR_INDEX_EXPR && fits (value.dtype, value.index) ? value.index : NULL;
}

/* 1, 0, or -1: not known. */
static int
get_truth (const FlLoopSpecial *special, FlValueId id)
{
  const FlLoopValue value = *fl_loop_get_value (special->kernel, id);

  return value.op == FL_SCALAR_CONSTANT && value.dtype == FL_DTYPE_BOOL ? value.bits != 0 : -1;
}

static FlValueId
add_constant (const FlLoopSpecial *special, const FlLoopValue *like, gint64 bits)
{
  const FlLoopValue constant
      = { .op = FL_SCALAR_CONSTANT, .dtype = like->dtype, .src_dtype = like->dtype, .bits = bits, .name = like->name };

  return fl_loop_add_value (special->kernel, &constant);
}

static FlValueId
add_number (const FlLoopSpecial *special, const FlLoopValue *like, const FlSym *number)
{
  const FlLoopValue index = { .op = FL_SCALAR_INDEX_EXPR, .dtype = like->dtype, .index = number, .name = like->name };
  gint64 constant;

  if (fl_sym_is_int (number, &constant))
    return add_constant (special, like, constant);
  return fl_loop_add_value (special->kernel, &index);
}

/* --- operations on integers
 * -------------------------------------------------------------------------------------- */

static const FlSym *
compute_number (const FlLoopSpecial *special, const FlLoopValue *value, const FlSym *a, const FlSym *b, GPtrArray *cuts)
{
  int known;

  switch (value->op)
    {
    case FL_SCALAR_TO_DTYPE: return a;
    case FL_SCALAR_ADD: return a && b ? fl_sym_add (a, b) : NULL;
    case FL_SCALAR_SUB: return a && b ? fl_sym_sub (a, b) : NULL;
    case FL_SCALAR_MUL:
      return a && b && (fl_sym_is_int (a, NULL) || fl_sym_is_int (b, NULL)) ? fl_sym_mul (a, b) : NULL;
    case FL_SCALAR_NEG: return a ? fl_sym_neg (a) : NULL;
    case FL_SCALAR_ABS:
      known = a ? fl_loop_range_decide (special->range, a, cuts) : -1;
      return known < 0 ? NULL : known ? a : fl_sym_neg (a);
    default:
      known = a && b ? fl_loop_range_decide (special->range, fl_sym_sub (a, b), cuts) : -1;
      return known < 0 ? NULL : (known == 1) == (value->op == FL_SCALAR_MAXIMUM) ? a : b;
    }
}

static FlValueId
settle_number (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value, GPtrArray *cuts)
{
  const FlSym *numbers[2] = { NULL, NULL }, *number;

  if (!is_integer (value->dtype))
    return 0;
  for (guint i = 0; i < value->n_args && i < 2; i++)
    numbers[i] = get_number (special, fl_loop_rewrite_value (rewrite, value->args[i]));
  number = compute_number (special, value, numbers[0], numbers[1], cuts);
  return number && fits (value->dtype, number) ? add_number (special, value, number) : 0;
}

/* A number, or a check of bounds. */
static FlValueId
settle_index_value (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value)
{
  const FlSym *index = fl_loop_rewrite_index (rewrite, value->index);

  if (index == value->index)
    return 0;
  if (is_integer (value->dtype) ? fits (value->dtype, index) : value->dtype == FL_DTYPE_BOOL)
    return add_number (special, value, index);
  return 0;
}

/* An index that turns out to be known is no longer read from memory. */
static FlValueId
settle_indirect (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value, GPtrArray *cuts)
{
  const FlValueId arg = fl_loop_rewrite_value (rewrite, value->args[0]);
  const FlSym *index = get_number (special, arg);
  int is_positive;

  if (!index)
    return 0;
  is_positive = fl_loop_range_decide (special->range, index, cuts);
  if (is_positive == 0 && value->wrap)
    {
      index = fl_sym_add (index, value->bound);
      is_positive = fl_loop_range_decide (special->range, index, NULL);
    }
  if (is_positive != 1
      || fl_loop_range_decide (special->range, fl_sym_add_int (fl_sym_sub (value->bound, index), -1), NULL) != 1)
    return 0;
  fl_loop_rewrite_add_var (rewrite, value->index, index);
  return arg;
}

/* --- truth values ---------------------------------------------------------------------------- */

static FlValueId
settle_comparison (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value, GPtrArray *cuts)
{
  static const FlSymRelation relations[FL_N_SCALARS]
      = { [FL_SCALAR_GE] = FL_SYM_GE, [FL_SCALAR_GT] = FL_SYM_GT, [FL_SCALAR_LE] = FL_SYM_LE,
          [FL_SCALAR_LT] = FL_SYM_LT, [FL_SCALAR_EQ] = FL_SYM_EQ, [FL_SCALAR_NE] = FL_SYM_NE };
  const FlSym *a = get_number (special, fl_loop_rewrite_value (rewrite, value->args[0])),
              *b = get_number (special, fl_loop_rewrite_value (rewrite, value->args[1]));
  const int truth = a && b ? fl_loop_range_decide_relation (special->range, relations[value->op], a, b, cuts) : -1;

  return truth < 0 ? 0 : add_constant (special, value, truth);
}

/* Logical AND and OR: the value that decides alone is 0 of AND, 1 of OR; the other value changes
 * nothing. */
static FlValueId
settle_logic (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value, int deciding)
{
  const FlValueId args[]
      = { fl_loop_rewrite_value (rewrite, value->args[0]), fl_loop_rewrite_value (rewrite, value->args[1]) };
  const int a = get_truth (special, args[0]), b = get_truth (special, args[1]);

  if (value->dtype != FL_DTYPE_BOOL)
    return 0;
  if (a == deciding || b == deciding)
    return add_constant (special, value, deciding);
  return a >= 0 && fl_loop_get_value (special->kernel, args[1])->dtype == FL_DTYPE_BOOL   ? args[1]
         : b >= 0 && fl_loop_get_value (special->kernel, args[0])->dtype == FL_DTYPE_BOOL ? args[0]
                                                                                          : 0;
}

static FlValueId
settle_choice (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value)
{
  const int truth = get_truth (special, fl_loop_rewrite_value (rewrite, value->args[0]));
  const FlValueId chosen = truth < 0 ? 0 : value->args[truth ? 1 : 2];

  if (value->op == FL_SCALAR_MASKED && truth == 0)
    return add_constant (special, value, value->bits);
  return chosen && fl_loop_get_value (special->kernel, chosen)->dtype == value->dtype
             ? fl_loop_rewrite_value (rewrite, chosen)
             : 0;
}

static FlValueId
settle_not (const FlLoopSpecial *special, FlLoopRewrite *rewrite, const FlLoopValue *value)
{
  const int truth = get_truth (special, fl_loop_rewrite_value (rewrite, value->args[0]));

  return truth < 0 ? 0 : add_constant (special, value, !truth);
}

/* --- all ------------------------------------------------------------------------------------- */

static FlValueId
settle_value (gpointer data, FlLoopRewrite *rewrite, FlValueId id)
{
  const FlLoopSpecial *special = data;
  const FlLoopValue value = *fl_loop_get_value (special->kernel, id);
  GPtrArray *cuts
      = special->relevant && !g_hash_table_contains (special->relevant, GUINT_TO_POINTER (id)) ? NULL : special->cuts;

  switch ((int) value.op)
    {
    case FL_SCALAR_MASKED:
    case FL_SCALAR_WHERE: return settle_choice (special, rewrite, &value);
    case FL_SCALAR_GE:
    case FL_SCALAR_GT:
    case FL_SCALAR_LE:
    case FL_SCALAR_LT:
    case FL_SCALAR_EQ:
    case FL_SCALAR_NE: return settle_comparison (special, rewrite, &value, cuts);
    case FL_SCALAR_LOGICAL_NOT: return settle_not (special, rewrite, &value);
    case FL_SCALAR_AND:
    case FL_SCALAR_LOGICAL_AND:
    case FL_SCALAR_BITWISE_AND: return settle_logic (special, rewrite, &value, 0);
    case FL_SCALAR_LOGICAL_OR:
    case FL_SCALAR_BITWISE_OR: return settle_logic (special, rewrite, &value, 1);
    case FL_SCALAR_INDEX_EXPR: return settle_index_value (special, rewrite, &value);
    case FL_SCALAR_SET_INDIRECT: return value.n_args == 0 ? 0 : settle_indirect (special, rewrite, &value, cuts);
    case FL_SCALAR_TO_DTYPE:
    case FL_SCALAR_ADD:
    case FL_SCALAR_SUB:
    case FL_SCALAR_MUL:
    case FL_SCALAR_NEG:
    case FL_SCALAR_ABS:
    case FL_SCALAR_MAXIMUM:
    case FL_SCALAR_MINIMUM: return settle_number (special, rewrite, &value, cuts);
    default: return 0;
    }
}

void
fl_loop_specialize (FlLoopRewrite *rewrite, FlLoopSpecial *special)
{
  special->settle = (FlLoopSettle) { .index = settle_index, .value = settle_value, .data = special };
  fl_loop_rewrite_set_settle (rewrite, &special->settle);
}
