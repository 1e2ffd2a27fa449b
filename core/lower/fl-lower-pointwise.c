/* Lowerings of pointwise operators (torch/_inductor/lowering.py). */
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <math.h>

LOWERING (unary);
LOWERING (binary);
LOWERING (special);
LOWERING (compare);
LOWERING (add);
LOWERING (rsub);
LOWERING (div);
LOWERING (prims_div);
LOWERING (div_mode);
LOWERING (floor_divide);
LOWERING (pow);

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

static gboolean
is_integral_box (const FlItem *item)
{
  return item->kind == FL_ITEM_BOX && !fl_dtype_is_float (item->box->dtype) && !fl_dtype_is_complex (item->box->dtype);
}

/* --- one operand ------------------------------------------------------------------------------ */

static gboolean
takes_any_dtype (FlScalar op)
{
  switch (op)
    {
    case FL_SCALAR_ABS:
    case FL_SCALAR_NEG:
    case FL_SCALAR_SIGN:
    case FL_SCALAR_RELU:
    case FL_SCALAR_SQUARE:
    case FL_SCALAR_BITWISE_NOT:
    case FL_SCALAR_LOGICAL_NOT:
    case FL_SCALAR_ISNAN:
    case FL_SCALAR_ISINF:
    case FL_SCALAR_SIGNBIT:
    case FL_SCALAR_FLOOR:
    case FL_SCALAR_CEIL:
    case FL_SCALAR_ROUND:
    case FL_SCALAR_TRUNC: return TRUE;
    default: return FALSE;
    }
}

static FlBox *
lower_unary_of_integers (FlLowering *low, FlScalar scalar, FlBox *box)
{
  FlItem no = { .kind = FL_ITEM_BOOL };

  switch (scalar)
    {
    case FL_SCALAR_FLOOR:
    case FL_SCALAR_CEIL:
    case FL_SCALAR_ROUND:
    case FL_SCALAR_TRUNC: return fl_box_clone (low, box);
    case FL_SCALAR_ISNAN:
    case FL_SCALAR_ISINF: return fl_box_full (low, &no, FL_DTYPE_BOOL, box->device, box->sizes, box->n_dims);
    case FL_SCALAR_SIGNBIT:
      return fl_dtype_is_signed (box->dtype)
                 ? NULL
                 : fl_box_full (low, &no, FL_DTYPE_BOOL, box->device, box->sizes, box->n_dims);
    case FL_SCALAR_BITWISE_NOT:
      return box->dtype == FL_DTYPE_BOOL ? fl_box_unary (low, FL_SCALAR_LOGICAL_NOT, box) : NULL;
    case FL_SCALAR_SIGN: return box->dtype == FL_DTYPE_BOOL ? fl_box_clone (low, box) : NULL;
    default: return NULL;
    }
}

FlItem
lower_unary (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *special;
  FlItem item = fl_item_of_box (box);

  if (box == NULL)
    return item;
  if (scalar == FL_N_SCALARS || fl_dtype_is_complex (box->dtype))
    return fl_lower_fallback (low);
  if (is_integral_box (&item))
    {
      special = lower_unary_of_integers (low, scalar, box);
      if (special != NULL)
        return result (special);
      if (!takes_any_dtype (scalar))
        box = fl_box_to_dtype (low, box, FL_DTYPE_F32);
    }
  if (scalar == FL_SCALAR_LOGICAL_NOT)
    box = fl_box_to_dtype (low, box, FL_DTYPE_BOOL);
  return result (fl_box_unary (low, scalar, box));
}

/* --- two operands ----------------------------------------------------------------------------- */

static FlScalar
choose_for_bool (FlScalar scalar)
{
  switch (scalar)
    {
    case FL_SCALAR_ADD:
    case FL_SCALAR_MAXIMUM: return FL_SCALAR_LOGICAL_OR;
    case FL_SCALAR_MUL:
    case FL_SCALAR_MINIMUM: return FL_SCALAR_LOGICAL_AND;
    default: return scalar;
    }
}

static gboolean
wants_float (FlScalar scalar)
{
  return scalar == FL_SCALAR_ATAN2 || scalar == FL_SCALAR_COPYSIGN || scalar == FL_SCALAR_HYPOT
         || (scalar >= FL_SCALAR_POLYGAMMA && scalar <= FL_SCALAR_SHIFTED_CHEBYSHEV_POLYNOMIAL_W);
}

static gboolean
is_logical (FlScalar scalar)
{
  return scalar == FL_SCALAR_LOGICAL_AND || scalar == FL_SCALAR_LOGICAL_OR || scalar == FL_SCALAR_LOGICAL_XOR;
}

/* The nearest number with so many bits of precision, ties to even; bf16 has the range of f32, f16 ends at 65504. */
double
fl_round_to_half (FlDtype dtype, double number)
{
  const gboolean is_f16 = dtype == FL_DTYPE_F16;
  const int precision = is_f16 ? 11 : 8, min_exponent = is_f16 ? -14 : -126;
  double single = (float) number, unit, rounded;
  int exponent;

  if (isnan (single) || isinf (single) || single == 0)
    return single;
  frexp (single, &exponent);
  unit = ldexp (1, MAX (exponent - precision, min_exponent - precision + 1));
  rounded = rint (single / unit) * unit;
  return fabs (rounded) > (is_f16 ? 65504.0 : 0x1.fep127) ? copysign (INFINITY, rounded) : rounded;
}

/* Numbers beside tensors of half precision are rounded to that where the eager kernels cast them: by comparisons and
 * remainders, on the CPU by sums and differences, too (since 2.12). */
static void
round_number (FlLowering *low, FlScalar scalar, FlDtype dtype, const FlItem *beside, FlItem *item)
{
  const gboolean is_rounded
      = (fl_scalar_get_info (scalar)->result == FL_RESULT_BOOL
         && fl_options_has (low->options, FL_RULE_ROUNDS_COMPARED))
        || ((scalar == FL_SCALAR_REMAINDER
             || ((scalar == FL_SCALAR_ADD || scalar == FL_SCALAR_SUB) && fl_box_is_on_cpu (beside->box)))
            && fl_options_has (low->options, FL_RULE_ROUNDS_ADDED));
  gint64 whole;

  if (!is_rounded || (dtype != FL_DTYPE_BF16 && dtype != FL_DTYPE_F16))
    return;
  if (item->kind == FL_ITEM_SYM && fl_sym_is_int (item->sym, &whole))
    *item = fl_item_of_number ((double) whole);
  if (item->kind == FL_ITEM_FLOAT)
    item->number = fl_round_to_half (dtype, item->number);
}

static FlBox *
make_binary (FlLowering *low, FlScalar scalar, FlItem a, FlItem b)
{
  FlItem items[] = { a, b };
  FlDtype dtype
      = is_logical (scalar)
            ? FL_DTYPE_BOOL
            : fl_promote_items (items, 2, wants_float (scalar) ? FL_PROMOTE_INT_TO_FLOAT : FL_PROMOTE_DEFAULT);

  fl_promote_to (low, items, 2, dtype);
  fl_broadcast_items (low, items, 2);
  for (guint i = 0; i < 2; i++)
    if (items[i].kind == FL_ITEM_BOX)
      round_number (low, scalar, dtype, &items[i], &items[1 - i]);
  if (dtype == FL_DTYPE_BOOL)
    scalar = choose_for_bool (scalar);
  if (scalar == FL_SCALAR_FMOD && !fl_dtype_is_float (dtype))
    scalar = FL_SCALAR_MOD;
  return fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (scalar), items, 2,
                            fl_scalar_get_info (scalar)->result == FL_RESULT_BOOL ? FL_DTYPE_BOOL : FL_DTYPE_NONE);
}

static gboolean
is_complex (const FlItem *item)
{
  return item->kind == FL_ITEM_BOX && fl_dtype_is_complex (item->box->dtype);
}

FlItem
lower_binary (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem a = fl_lower_get_nth (low, 0), b = fl_lower_get_nth (low, 1);

  if (is_complex (&a) || is_complex (&b))
    return fl_lower_fallback (low);
  return result (make_binary (low, scalar, a, b));
}

/* Special functions that the GPU's own library has; the CPU has all. */
static gboolean
is_on_gpu (FlScalar scalar)
{
  switch (scalar)
    {
    case FL_SCALAR_I0:
    case FL_SCALAR_I1:
    case FL_SCALAR_ERFCX:
    case FL_SCALAR_BESSEL_J0:
    case FL_SCALAR_BESSEL_J1:
    case FL_SCALAR_BESSEL_Y0:
    case FL_SCALAR_BESSEL_Y1:
    case FL_SCALAR_MODIFIED_BESSEL_I0:
    case FL_SCALAR_MODIFIED_BESSEL_I1: return TRUE;
    default: return FALSE;
    }
}

FlItem
lower_special (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  if (fl_options_is_gpu (low->options) && !is_on_gpu (scalar))
    return fl_lower_fallback (low);
  return scalar >= FL_SCALAR_POLYGAMMA ? lower_binary (low, row, scalar) : lower_unary (low, row, scalar);
}

FlItem
lower_compare (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_binary (low, row, scalar);
}

static const FlExpr *
apply_fma_alpha (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  const FlExpr *alpha = fl_item_to_constant (low, data, values[0]->dtype);

  return fl_expr_op3 (low->pool, FL_SCALAR_FMA, values[1], alpha, values[0]);
}

static gboolean
is_nothing (const FlItem *number)
{
  return number->kind == FL_ITEM_SYM ? fl_sym_is_int_value (number->sym, 0) : number->number == 0;
}

/* a + alpha * b; a GPU has one operation for it. */
/* No number that comes with the call. */
static gboolean
is_settled (const FlItem *item)
{
  return item->kind != FL_ITEM_SYM || fl_sym_is_int (item->sym, NULL);
}

FlItem
lower_add (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem items[] = { fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1) };
  FlItem alpha = fl_lower_get_arg (low, "alpha");
  FlDtype dtype;

  if (is_complex (&items[0]) || is_complex (&items[1]))
    return fl_lower_fallback (low);
  if (alpha.kind == FL_ITEM_NONE || (alpha.kind == FL_ITEM_SYM && fl_sym_is_int_value (alpha.sym, 1))
      || (alpha.kind == FL_ITEM_FLOAT && alpha.number == 1))
    return result (make_binary (low, scalar, items[0], items[1]));
  dtype = fl_promote_items (items, 2, FL_PROMOTE_DEFAULT);
  if (dtype == FL_DTYPE_BOOL && !is_nothing (&alpha)) /* a truth value, then, as the others are */
    return result (make_binary (low, scalar, items[0], items[1]));
  fl_promote_to (low, items, 2, dtype);
  fl_broadcast_items (low, items, 2);
  if (dtype == FL_DTYPE_BOOL)
    alpha = (FlItem) { .kind = FL_ITEM_BOOL };
  if (scalar == FL_SCALAR_ADD && fl_options_is_gpu (low->options) && fl_options_has (low->options, FL_RULE_ALPHA_BY_FMA)
      && fl_dtype_is_float (dtype) && items[0].kind == FL_ITEM_BOX)
    return result (fl_make_pointwise (low, apply_fma_alpha, &alpha, items, 2, FL_DTYPE_NONE));
  if (items[1].kind == FL_ITEM_BOX)
    items[1] = result (make_binary (low, FL_SCALAR_MUL, items[1], alpha));
  else if (dtype == FL_DTYPE_BOOL)
    items[1] = alpha;
  else if (items[1].kind == FL_ITEM_SYM && alpha.kind == FL_ITEM_SYM && !fl_sym_is_real (items[1].sym)
           && !fl_sym_is_real (alpha.sym))
    items[1].sym = fl_sym_mul (items[1].sym, alpha.sym); /* integers stay integers, symbols symbols */
  else if (is_settled (&items[1]) && is_settled (&alpha))
    items[1] = fl_item_of_number ((items[1].kind == FL_ITEM_SYM ? (double) fl_sym_hint (items[1].sym) : items[1].number)
                                  * (alpha.kind == FL_ITEM_SYM ? (double) fl_sym_hint (alpha.sym) : alpha.number));
  else /* a number times one that comes with the call */
    items[1]
        = result (fl_box_binary (low, FL_SCALAR_MUL,
                                 result (fl_box_full (low, &items[1], dtype, items[0].box->device, NULL, 0)), alpha));
  return result (make_binary (low, scalar, items[0], items[1]));
}

FlItem
lower_rsub (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem a = fl_lower_get_nth (low, 0), b = fl_lower_get_nth (low, 1), alpha = fl_lower_get_arg (low, "alpha");

  if (alpha.kind != FL_ITEM_NONE)
    a = result (fl_box_binary (low, FL_SCALAR_MUL, a, alpha));
  return result (make_binary (low, FL_SCALAR_SUB, b, a));
}

/* --- division and powers ---------------------------------------------------------------------- */

FlItem
lower_div (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem a = fl_lower_get_nth (low, 0), b = fl_lower_get_nth (low, 1);

  if (is_complex (&a) || is_complex (&b))
    return fl_lower_fallback (low);
  return result (fl_box_div (low, a, b));
}

static gboolean
is_integer (const FlItem *item)
{
  return item->kind == FL_ITEM_SYM && !fl_sym_is_real (item->sym);
}

static gboolean
are_integers (const FlItem *a, const FlItem *b)
{
  return (is_integral_box (a) || is_integer (a)) && (is_integral_box (b) || is_integer (b));
}

FlItem
lower_prims_div (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem a = fl_lower_get_nth (low, 0), b = fl_lower_get_nth (low, 1);

  return result (are_integers (&a, &b) ? make_binary (low, FL_SCALAR_TRUNCDIV, a, b) : fl_box_div (low, a, b));
}

/* Floor of the quotient, as PyTorch's fmod has it at infinities. values: a, b, nan, -1, 0. */
static const FlExpr *
apply_float_floor_div (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  FlExprPool *pool = low->pool;
  const FlExpr *a = values[0], *b = values[1], *zero = values[4], *steps[4], *root;
  const FlExpr *floored = fl_expr_op1 (pool, FL_SCALAR_FLOOR, fl_expr_op2 (pool, FL_SCALAR_DIV_RN, a, b));
  const FlExpr *a_is_inf = fl_expr_op1 (pool, FL_SCALAR_ISINF, a);
  const FlExpr *a_is_finite
      = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, fl_expr_op1 (pool, FL_SCALAR_LOGICAL_NOT, a_is_inf),
                     fl_expr_op1 (pool, FL_SCALAR_LOGICAL_NOT, fl_expr_op1 (pool, FL_SCALAR_ISNAN, a)));
  const FlExpr *is_nan = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, a_is_inf, fl_expr_op2 (pool, FL_SCALAR_NE, b, zero));
  const FlExpr *nonzero
      = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, a_is_finite, fl_expr_op2 (pool, FL_SCALAR_NE, a, zero));
  const FlExpr *b_is_inf = fl_expr_op1 (pool, FL_SCALAR_ISINF, b);
  const FlExpr *signs = fl_expr_op2 (pool, FL_SCALAR_NE, fl_expr_op2 (pool, FL_SCALAR_LT, a, zero),
                                     fl_expr_op2 (pool, FL_SCALAR_LT, b, zero));
  const FlExpr *is_minus_one
      = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, nonzero, fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, b_is_inf, signs));

  root = fl_expr_where (pool, is_nan, values[2], fl_expr_where (pool, is_minus_one, values[3], floored));
  steps[0] = floored;
  steps[1] = a_is_finite;
  steps[2] = is_nan;
  steps[3] = is_minus_one;
  for (guint i = G_N_ELEMENTS (steps); i-- > 0;)
    root = fl_expr_after (pool, steps[i], root);
  for (guint i = n; i-- > 0;)
    root = fl_expr_after (pool, values[i], root);
  return root;
}

static FlBox *
floor_div_of_floats (FlLowering *low, FlItem a, FlItem b)
{
  FlItem items[] = { a, b, fl_item_of_number (NAN), fl_item_of_number (-1), fl_item_of_number (0) };

  fl_promote_to (low, items, 2, fl_promote_items (items, 2, FL_PROMOTE_DEFAULT));
  fl_broadcast_items (low, items, 2);
  return fl_make_pointwise (low, apply_float_floor_div, NULL, items, G_N_ELEMENTS (items), FL_DTYPE_NONE);
}

static FlItem
divide_rounding (FlLowering *low, FlItem a, FlItem b, const char *mode)
{
  if (mode == NULL)
    return result (fl_box_div (low, a, b));
  if (are_integers (&a, &b))
    return result (make_binary (low, g_str_equal (mode, "floor") ? FL_SCALAR_FLOORDIV : FL_SCALAR_TRUNCDIV, a, b));
  if (g_str_equal (mode, "floor") && fl_options_has (low->options, FL_RULE_FLOOR_DIV_OF_FLOATS))
    return result (floor_div_of_floats (low, a, b));
  if (g_str_equal (mode, "floor") && fl_options_has (low->options, FL_RULE_FLOOR_DIV_ROUNDED))
    return result (fl_box_unary (low, FL_SCALAR_FLOOR, make_binary (low, FL_SCALAR_DIV_RN, a, b)));
  return result (
      fl_box_unary (low, g_str_equal (mode, "floor") ? FL_SCALAR_FLOOR : FL_SCALAR_TRUNC, fl_box_div (low, a, b)));
}

FlItem
lower_div_mode (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlArg *mode = fl_node_find_arg (low->node, "rounding_mode");

  return divide_rounding (low, fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1),
                          mode != NULL && mode->kind == FL_ARG_STRING ? mode->text : NULL);
}

FlItem
lower_floor_divide (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return divide_rounding (low, fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1), "floor");
}

static const FlExpr *
apply_power (FlLowering *low, const FlExpr *x, gint64 power)
{
  const FlExpr *half;

  if (power < 0)
    return apply_power (low, fl_expr_op1 (low->pool, FL_SCALAR_RECIPROCAL, x), -power);
  if (power == 0)
    return fl_expr_constant_int (low->pool, x->dtype, 1);
  if (power == 1)
    return x;
  half = apply_power (low, x, power / 2);
  half = fl_expr_op2 (low->pool, FL_SCALAR_MUL, half, half);
  return power % 2 == 1 ? fl_expr_op2 (low->pool, FL_SCALAR_MUL, half, x) : half;
}

static const FlExpr *
apply_fixed_power (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  return apply_power (low, values[0], *(const gint64 *) data);
}

static FlItem
raise_to_number (FlLowering *low, FlItem a, double power)
{
  gint64 whole = (gint64) power;
  gboolean is_integer = !fl_dtype_is_float (a.box->dtype);

  if (power == 0.5)
    return result (fl_box_unary (low, FL_SCALAR_SQRT, a.box));
  if (power == 1)
    return result (fl_box_clone (low, a.box));
  if (power == floor (power) && ((power > -32 && power < 32) || (is_integer && power >= 0)) && fabs (power) < 1e9)
    return result (fl_make_pointwise (low, apply_fixed_power, &whole, &a, 1, FL_DTYPE_NONE));
  if (is_integer)
    return fl_lower_fallback (low);
  return result (fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (FL_SCALAR_POW),
                                    (FlItem[]) { a, fl_item_of_number (power) }, 2, FL_DTYPE_NONE));
}

FlItem
lower_pow (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem items[] = { fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1) };
  FlDtype dtype = fl_promote_items (items, 2, FL_PROMOTE_DEFAULT);
  gint64 whole;

  if (fl_dtype_is_complex (dtype))
    return fl_lower_fallback (low);
  fl_promote_to (low, items, 2, dtype);
  fl_broadcast_items (low, items, 2);
  if (items[0].kind == FL_ITEM_BOX && items[1].kind == FL_ITEM_FLOAT)
    return raise_to_number (low, items[0], items[1].number);
  if (items[0].kind == FL_ITEM_BOX && items[1].kind == FL_ITEM_SYM && fl_sym_is_int (items[1].sym, &whole))
    return raise_to_number (low, items[0], (double) whole);
  if (items[0].kind != FL_ITEM_BOX && fl_dtype_is_float (dtype)
      && (items[0].kind == FL_ITEM_SYM ? fl_sym_is_int_value (items[0].sym, 2) : items[0].number == 2))
    return result (fl_box_unary (low, FL_SCALAR_EXP2, items[1].box));
  if (!fl_dtype_is_float (dtype))
    return fl_lower_fallback (low);
  return result (fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (FL_SCALAR_POW), items, 2, FL_DTYPE_NONE));
}
