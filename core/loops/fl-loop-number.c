/* Numbers of the loop interpreter: conversions and scalar operations.
 * Floats of up to 32 bits are computed in double and rounded to f32: for + - * / and square roots that is what f32
 * gives (Figueroa, When is double rounding innocuous?, 1995). */
#include "fl-loop-interpret.h"

#include "fl-random.h"

#include <math.h>
#include <string.h>

/* --- types ------------------------------------------------------------------------------------ */

/* To a format with so many bits of precision, subnormal numbers included, ties to even. */
static double
round_to (double number, int precision, int min_exponent, double largest, gboolean has_infinity)
{
  int exponent;
  double unit, rounded;

  if (isnan (number) || isinf (number) || number == 0)
    return isinf (number) && !has_infinity ? NAN : number;
  frexp (number, &exponent);
  unit = ldexp (1, MAX (exponent - precision, min_exponent - precision + 1));
  rounded = rint (number / unit) * unit;
  if (fabs (rounded) > largest)
    return has_infinity ? copysign (INFINITY, rounded) : NAN;
  return copysign (rounded, number);
}

static double
round_float (FlDtype dtype, double number)
{
  switch (dtype)
    {
    case FL_DTYPE_F32: return (float) number;
    case FL_DTYPE_F16: return round_to ((float) number, 11, -14, 65504.0, TRUE);
    case FL_DTYPE_BF16: return round_to ((float) number, 8, -126, 0x1.fep127, TRUE);
    case FL_DTYPE_F8E4M3: /* saturates, as PyTorch has it since 2.15 */
      return round_to (isnan (number) ? number : CLAMP (number, -448.0, 448.0), 4, -6, 448.0, FALSE);
    case FL_DTYPE_F8E5M2: return round_to ((float) number, 3, -14, 57344.0, TRUE);
    default: return number;
    }
}

static gint64
wrap (FlDtype dtype, gint64 integer)
{
  const guint unused = 64 - 8 * fl_dtype_get_size_bytes (dtype);
  const guint64 bits = (guint64) integer << unused;

  if (dtype == FL_DTYPE_BOOL)
    return integer != 0;
  return fl_dtype_is_signed (dtype) ? (gint64) bits >> unused : (gint64) (bits >> unused);
}

/* As x86 converts: what an integer cannot hold becomes its smallest number; types of less than 32 bits are the low bits
 * of 32. */
static gint64
truncate_number (FlDtype dtype, double number)
{
  if (fl_dtype_get_size_bytes (dtype) == 8 || dtype == FL_DTYPE_U32)
    return wrap (dtype, number >= -0x1p63 && number < 0x1p63 ? (gint64) number : G_MININT64);
  return wrap (dtype, number > -0x1p31 - 1 && number < 0x1p31 ? (gint64) number : G_MININT32);
}

FlLoopNumber
fl_loop_number_convert (FlDtype to, FlDtype from, FlLoopNumber value)
{
  const gboolean was_float = fl_dtype_is_float (from), is_float = fl_dtype_is_float (to);

  if (to == FL_DTYPE_BOOL)
    return (FlLoopNumber) { .integer = was_float ? value.number != 0 : value.integer != 0 };
  if (is_float && was_float)
    return (FlLoopNumber) { .number = round_float (to, value.number) };
  if (is_float)
    return (FlLoopNumber) { .number = round_float (to, from == FL_DTYPE_U64 ? (double) (guint64) value.integer
                                                       : fl_dtype_get_compute (to) == FL_DTYPE_F64
                                                           ? (double) value.integer
                                                           : (double) (float) value.integer) };
  return (FlLoopNumber) { .integer = was_float ? truncate_number (to, value.number) : wrap (to, value.integer) };
}

/* --- operations ------------------------------------------------------------------------------- */

static double
rsqrt (double x)
{
  return 1 / sqrt (x);
}

static double
sigmoid (double x)
{
  return 1 / (1 + exp (-x));
}

static const struct
{
  FlScalar op;
  double (*function) (double x);
} functions[] = {
  { FL_SCALAR_EXP, exp },     { FL_SCALAR_EXP2, exp2 },       { FL_SCALAR_EXPM1, expm1 }, { FL_SCALAR_LOG, log },
  { FL_SCALAR_LOG2, log2 },   { FL_SCALAR_LOG10, log10 },     { FL_SCALAR_LOG1P, log1p }, { FL_SCALAR_SQRT, sqrt },
  { FL_SCALAR_RSQRT, rsqrt }, { FL_SCALAR_SIGMOID, sigmoid }, { FL_SCALAR_TANH, tanh },   { FL_SCALAR_ERF, erf },
  { FL_SCALAR_ERFC, erfc },   { FL_SCALAR_LGAMMA, lgamma },   { FL_SCALAR_SIN, sin },     { FL_SCALAR_COS, cos },
  { FL_SCALAR_TAN, tan },     { FL_SCALAR_ASIN, asin },       { FL_SCALAR_ACOS, acos },   { FL_SCALAR_ATAN, atan },
  { FL_SCALAR_SINH, sinh },   { FL_SCALAR_COSH, cosh },       { FL_SCALAR_ASINH, asinh }, { FL_SCALAR_ACOSH, acosh },
  { FL_SCALAR_ATANH, atanh }, { FL_SCALAR_FLOOR, floor },     { FL_SCALAR_CEIL, ceil },   { FL_SCALAR_ROUND, rint },
  { FL_SCALAR_TRUNC, trunc }, { FL_SCALAR_ABS, fabs },
};

static double
take_extreme (double a, double b, gboolean is_max)
{
  if (isnan (a) || isnan (b))
    return NAN;
  if (a == b) /* of two zeros as IEEE 754 of 2019 has it: the order of elements does not matter */
    return (signbit (a) == 0) == is_max ? a : b;
  return is_max ? MAX (a, b) : MIN (a, b);
}

static double
take_remainder (double a, double b)
{
  const double r = fmod (a, b);

  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static gboolean
apply_float (FlScalar op, double a, double b, double c, gboolean is_single, double *result)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (functions[i].op == op)
      {
        *result = functions[i].function (a);
        return TRUE;
      }
  switch (op)
    {
    case FL_SCALAR_ADD: *result = a + b; return TRUE;
    case FL_SCALAR_SUB: *result = a - b; return TRUE;
    case FL_SCALAR_MUL:
    case FL_SCALAR_MUL_RN: *result = a * b; return TRUE;
    case FL_SCALAR_TRUEDIV:
    case FL_SCALAR_DIV_RN: *result = a / b; return TRUE;
    case FL_SCALAR_FLOORDIV: *result = floor (is_single ? (float) (a / b) : a / b); return TRUE;
    case FL_SCALAR_TRUNCDIV: *result = trunc (is_single ? (float) (a / b) : a / b); return TRUE;
    case FL_SCALAR_MOD:
    case FL_SCALAR_FMOD: *result = fmod (a, b); return TRUE;
    case FL_SCALAR_REMAINDER: *result = take_remainder (a, b); return TRUE;
    case FL_SCALAR_POW: *result = pow (a, b); return TRUE;
    case FL_SCALAR_NEG: *result = -a; return TRUE;
    case FL_SCALAR_SIGN: *result = (a > 0) - (a < 0); return TRUE;
    case FL_SCALAR_RECIPROCAL: *result = 1 / a; return TRUE;
    case FL_SCALAR_SQUARE: *result = a * a; return TRUE;
    case FL_SCALAR_RELU: *result = a < 0 ? 0 : a; return TRUE;
    case FL_SCALAR_MAXIMUM: *result = take_extreme (a, b, TRUE); return TRUE;
    case FL_SCALAR_MINIMUM: *result = take_extreme (a, b, FALSE); return TRUE;
    case FL_SCALAR_FMA:
      *result = is_single ? (double) fmaf ((float) a, (float) b, (float) c) : fma (a, b, c);
      return TRUE;
    case FL_SCALAR_COPYSIGN: *result = copysign (a, b); return TRUE;
    case FL_SCALAR_HYPOT: *result = hypot (a, b); return TRUE;
    case FL_SCALAR_NEXTAFTER:
      *result = is_single ? (double) nextafterf ((float) a, (float) b) : nextafter (a, b);
      return TRUE;
    case FL_SCALAR_ATAN2: *result = atan2 (a, b); return TRUE;
    default: return FALSE;
    }
}

static gint64
floor_divide (gint64 a, gint64 b)
{
  gint64 q;

  if (b == 0 || (a == G_MININT64 && b == -1))
    return b == 0 ? 0 : a;
  q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}

static gint64
raise_integer (gint64 base, gint64 exponent)
{
  guint64 result = 1, factor = (guint64) base;

  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
  for (; exponent > 0; exponent >>= 1, factor *= factor)
    if (exponent & 1)
      result *= factor;
  return (gint64) result;
}

static gint64
shift (gint64 a, gint64 count, FlDtype dtype, gboolean is_left)
{
  const gint64 bits = 8 * fl_dtype_get_size_bytes (dtype);

  if (count < 0 || count >= bits)
    return is_left || dtype == FL_DTYPE_U64 || a >= 0 ? 0 : -1;
  if (is_left)
    return (gint64) ((guint64) a << count);
  return dtype == FL_DTYPE_U64 ? (gint64) ((guint64) a >> count) : a >> count;
}

static gboolean
apply_integer (FlScalar op, FlDtype dtype, gint64 a, gint64 b, gint64 c, gint64 *result)
{
  const guint64 x = (guint64) a, y = (guint64) b;

  switch (op)
    {
    case FL_SCALAR_ADD: *result = (gint64) (x + y); return TRUE;
    case FL_SCALAR_SUB: *result = (gint64) (x - y); return TRUE;
    case FL_SCALAR_MUL:
    case FL_SCALAR_MUL_RN: *result = (gint64) (x * y); return TRUE;
    case FL_SCALAR_FMA: *result = (gint64) (x * y + (guint64) c); return TRUE;
    case FL_SCALAR_FLOORDIV: *result = floor_divide (a, b); return TRUE;
    case FL_SCALAR_TRUNCDIV: *result = b == 0 ? 0 : b == -1 ? (gint64) (0 - x) : a / b; return TRUE;
    case FL_SCALAR_MOD:
    case FL_SCALAR_FMOD: *result = b == 0 || b == -1 ? 0 : a % b; return TRUE;
    case FL_SCALAR_REMAINDER: *result = b == 0 || b == -1 ? 0 : a - floor_divide (a, b) * b; return TRUE;
    case FL_SCALAR_POW: *result = raise_integer (a, b); return TRUE;
    case FL_SCALAR_NEG: *result = (gint64) (0 - x); return TRUE;
    case FL_SCALAR_ABS: *result = a < 0 ? (gint64) (0 - x) : a; return TRUE;
    case FL_SCALAR_SIGN: *result = (a > 0) - (a < 0); return TRUE;
    case FL_SCALAR_SQUARE: *result = (gint64) (x * x); return TRUE;
    case FL_SCALAR_RELU: *result = MAX (a, 0); return TRUE;
    case FL_SCALAR_MAXIMUM: *result = MAX (a, b); return TRUE;
    case FL_SCALAR_MINIMUM: *result = MIN (a, b); return TRUE;
    case FL_SCALAR_FLOOR:
    case FL_SCALAR_CEIL:
    case FL_SCALAR_ROUND:
    case FL_SCALAR_TRUNC: *result = a; return TRUE;
    case FL_SCALAR_BITWISE_AND: *result = a & b; return TRUE;
    case FL_SCALAR_BITWISE_OR: *result = a | b; return TRUE;
    case FL_SCALAR_BITWISE_XOR: *result = a ^ b; return TRUE;
    case FL_SCALAR_BITWISE_NOT: *result = dtype == FL_DTYPE_BOOL ? !a : ~a; return TRUE;
    case FL_SCALAR_SHIFT_LEFT:
    case FL_SCALAR_SHIFT_RIGHT: *result = shift (a, b, dtype, op == FL_SCALAR_SHIFT_LEFT); return TRUE;
    default: return FALSE;
    }
}

static gboolean
compare (FlScalar op, gboolean is_float, FlLoopNumber a, FlLoopNumber b, gint64 *result)
{
#define COMPARE(sign) (is_float ? a.number sign b.number : a.integer sign b.integer)
  const gboolean is_true = is_float ? a.number != 0 : a.integer != 0,
                 is_other = is_float ? b.number != 0 : b.integer != 0;

  switch (op)
    {
    case FL_SCALAR_EQ: *result = COMPARE (==); return TRUE;
    case FL_SCALAR_NE: *result = COMPARE (!=); return TRUE;
    case FL_SCALAR_LT: *result = COMPARE (<); return TRUE;
    case FL_SCALAR_LE: *result = COMPARE (<=); return TRUE;
    case FL_SCALAR_GT: *result = COMPARE (>); return TRUE;
    case FL_SCALAR_GE: *result = COMPARE (>=); return TRUE;
    case FL_SCALAR_ISNAN: *result = is_float && isnan (a.number); return TRUE;
    case FL_SCALAR_ISINF: *result = is_float && isinf (a.number); return TRUE;
    case FL_SCALAR_SIGNBIT: *result = is_float ? signbit (a.number) != 0 : a.integer < 0; return TRUE;
    case FL_SCALAR_LOGICAL_AND:
    case FL_SCALAR_AND: *result = is_true && is_other; return TRUE;
    case FL_SCALAR_LOGICAL_OR: *result = is_true || is_other; return TRUE;
    case FL_SCALAR_LOGICAL_XOR: *result = is_true != is_other; return TRUE;
    case FL_SCALAR_LOGICAL_NOT: *result = !is_true; return TRUE;
    default: return FALSE;
    }
#undef COMPARE
}

static gboolean
apply_random (const FlLoopValue *value, const FlLoopNumber *args, FlLoopNumber *result)
{
  if (value->op == FL_SCALAR_RAND)
    result->number = fl_random_uniform (args[0].integer, args[1].integer);
  else if (value->op == FL_SCALAR_RANDN)
    result->number = fl_random_normal (args[0].integer, args[1].integer);
  else if (value->op == FL_SCALAR_RANDINT64)
    result->integer = fl_random_integer (args[0].integer, args[1].integer, args[2].integer, args[3].integer);
  else
    return FALSE;
  return TRUE;
}

/* Bits as memory of that type has them, in the low ones. */
static guint64
get_bits (FlDtype dtype, FlLoopNumber value)
{
  const float single = (float) value.number;
  guint64 bits = 0;
  guint32 low;

  if (dtype == FL_DTYPE_F64)
    memcpy (&bits, &value.number, sizeof bits);
  else if (dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_BF16)
    {
      memcpy (&low, &single, sizeof low);
      bits = dtype == FL_DTYPE_F32 ? low : low >> 16;
    }
  else
    bits = (guint64) value.integer;
  return bits;
}

static gboolean
apply_bitcast (const FlLoopValue *value, FlDtype from, FlLoopNumber arg, FlLoopNumber *result)
{
  guint64 bits;
  guint32 low;
  float single;

  if (from == FL_DTYPE_F16 || value->dtype == FL_DTYPE_F16
      || fl_dtype_get_size_bytes (from) != fl_dtype_get_size_bytes (value->dtype)
      || (fl_dtype_get_size_bytes (from) == 1 && (fl_dtype_is_float (from) || fl_dtype_is_float (value->dtype))))
    return FALSE;
  bits = get_bits (from, fl_loop_number_convert (from, from, arg));
  if (value->dtype == FL_DTYPE_F64)
    memcpy (&result->number, &bits, sizeof bits);
  else if (fl_dtype_is_float (value->dtype))
    {
      low = (guint32) (value->dtype == FL_DTYPE_BF16 ? bits << 16 : bits);
      memcpy (&single, &low, sizeof low);
      result->number = single;
    }
  else
    result->integer = wrap (value->dtype, (gint64) bits);
  return TRUE;
}

gboolean
fl_loop_number_apply (const FlLoopValue *value, const FlLoopNumber *args, const FlDtype *types, FlLoopNumber *result)
{
  const gboolean is_bool = fl_scalar_get_info (value->op)->result == FL_RESULT_BOOL;
  FlDtype type = value->dtype;
  FlLoopNumber a[3] = { { 0 } };

  if (apply_random (value, args, result))
    return TRUE;
  if (value->op == FL_SCALAR_TO_DTYPE || value->op == FL_SCALAR_ROUND_LOW || value->op == FL_SCALAR_WIDEN)
    {
      *result = value->op == FL_SCALAR_WIDEN ? args[0] : fl_loop_number_convert (value->dtype, types[0], args[0]);
      return TRUE;
    }
  if (value->op == FL_SCALAR_BITCAST)
    return apply_bitcast (value, value->src_dtype != FL_DTYPE_NONE ? value->src_dtype : types[0], args[0], result);
  if (value->op == FL_SCALAR_WHERE)
    {
      const gboolean holds = fl_dtype_is_float (types[0]) ? args[0].number != 0 : args[0].integer != 0;
      const guint chosen = holds ? 1 : 2;

      *result = fl_dtype_is_float (types[chosen]) && fl_dtype_is_float (type)
                    ? args[chosen]
                    : fl_loop_number_convert (type, types[chosen], args[chosen]);
      return TRUE;
    }
  if (is_bool)
    for (guint i = 0; i < value->n_args && i < 2; i++)
      type = i == 0 || fl_dtype_is_float (types[i]) ? types[i] : type;
  for (guint i = 0; i < value->n_args && i < 3; i++)
    a[i] = fl_dtype_is_float (types[i]) && fl_dtype_is_float (type) ? args[i]
                                                                    : fl_loop_number_convert (type, types[i], args[i]);
  if (is_bool)
    return compare (value->op, fl_dtype_is_float (type), a[0], a[1], &result->integer);
  if (fl_dtype_is_float (type))
    {
      const gboolean is_single = type != FL_DTYPE_F64;

      if (!apply_float (value->op, a[0].number, a[1].number, a[2].number, is_single, &result->number))
        return FALSE;
      result->number = is_single ? (float) result->number : result->number;
      return TRUE;
    }
  if (!apply_integer (value->op, type, a[0].integer, a[1].integer, a[2].integer, &result->integer))
    return FALSE;
  result->integer = wrap (type, result->integer);
  return TRUE;
}
