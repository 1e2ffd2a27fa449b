/* Reference kernels, pointwise: one scalar operation an element, on broadcast operands of a common dtype. */
#include "fl-reference-kernels.h"
#include "fl-reference-pointwise-private.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (unary);
REFERENCE_KERNEL (binary);
REFERENCE_KERNEL (prims_div);
REFERENCE_KERNEL (floor_divide);
REFERENCE_KERNEL (div_mode);
REFERENCE_KERNEL (fmax);
REFERENCE_KERNEL (fmin);
REFERENCE_KERNEL (add);
REFERENCE_KERNEL (compare);
REFERENCE_KERNEL (logaddexp);
REFERENCE_KERNEL (xlogy);

/* --- one operand ------------------------------------------------------------------------------ */

typedef enum
{
  RESULT_SAME,  /* integers stay integers */
  RESULT_FLOAT, /* integers become f32 */
  RESULT_BOOL
} ResultKind;

/* clang-format off */
static double f_neg (double x) { return -x; }
static double f_sign (double x) { return isnan (x) ? 0 : (x > 0) - (x < 0); }
static double f_square (double x) { return x * x; }
static double f_relu (double x) { return x < 0 ? 0 : x; } /* -0 stays */
static double f_reciprocal (double x) { return 1 / x; }
static double f_rsqrt (double x) { return 1 / sqrt (x); }
static double f_sigmoid (double x) { return 1 / (1 + exp (-x)); }
static double f_isnan (double x) { return isnan (x); }
static double f_isinf (double x) { return isinf (x) != 0; }
static double f_signbit (double x) { return signbit (x) != 0; }
static double f_not (double x) { return x == 0; }
/* clang-format on */

/* Recurrence up to 16, where seven terms reach the last digit of a double, then the asymptotic series; reflection for
 * negative arguments (Abramowitz and Stegun 6.3). */
double
fl_reference_digamma (double x)
{
  if (x == 0)
    return copysign (INFINITY, -x);
  if (x < 0)
    return x == floor (x) ? NAN : fl_reference_digamma (1 - x) - G_PI / tan (G_PI * remainder (x, 1));
  double sum = 0;
  for (; x < 16; x++)
    sum -= 1 / x;
  double y = 1 / (x * x);
  return sum + log (x) - 0.5 / x
         - y
               * (1.0 / 12
                  - y
                        * (1.0 / 120
                           - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760 - y / 12))))));
}

/* Newton's method on erf from a rough start; erf is smooth and monotone, so a few steps reach the last digit. */
static double
f_erfinv (double y)
{
  if (!(fabs (y) < 1))
    return fabs (y) == 1 ? copysign (INFINITY, y) : NAN;
  double a = 0.147, l = log1p (-y * y), t = 2 / (G_PI * a) + l / 2;
  double z = fabs (y), x = sqrt (sqrt (t * t - l / a) - t);
  for (int i = 0; i < 6; i++)
    x -= (z > 0.5 ? (1 - z) - erfc (x) : erf (x) - z) / (2 / sqrt (G_PI) * exp (-x * x));
  return copysign (x, y);
}

/* clang-format off */
static gint64 i_abs (gint64 x) { return x < 0 ? -(guint64) x : (guint64) x; }
static gint64 i_neg (gint64 x) { return -(guint64) x; }
static gint64 i_sign (gint64 x) { return (x > 0) - (x < 0); }
static gint64 i_square (gint64 x) { return (guint64) x * (guint64) x; }
static gint64 i_relu (gint64 x) { return MAX (x, 0); }
static gint64 i_same (gint64 x) { return x; }
static gint64 i_invert (gint64 x) { return ~x; }
/* clang-format on */

static const struct
{
  const char *name;
  ResultKind kind;
  double (*number) (double x);
  gint64 (*integer) (gint64 x); /* RESULT_SAME */
} unary_rows[] = {
  { "ABS", RESULT_SAME, fabs, i_abs },
  { "NEG", RESULT_SAME, f_neg, i_neg },
  { "SIGN", RESULT_SAME, f_sign, i_sign },
  { "SQUARE", RESULT_SAME, f_square, i_square },
  { "RELU", RESULT_SAME, f_relu, i_relu },
  { "FLOOR", RESULT_SAME, floor, i_same },
  { "CEIL", RESULT_SAME, ceil, i_same },
  { "ROUND", RESULT_SAME, nearbyint, i_same },
  { "TRUNC", RESULT_SAME, trunc, i_same },
  { "BITWISE_NOT", RESULT_SAME, NULL, i_invert },
  { "ISNAN", RESULT_BOOL, f_isnan, NULL },
  { "ISINF", RESULT_BOOL, f_isinf, NULL },
  { "SIGNBIT", RESULT_BOOL, f_signbit, NULL },
  { "LOGICAL_NOT", RESULT_BOOL, f_not, NULL },
  { "RECIPROCAL", RESULT_FLOAT, f_reciprocal, NULL },
  { "RSQRT", RESULT_FLOAT, f_rsqrt, NULL },
  { "SIGMOID", RESULT_FLOAT, f_sigmoid, NULL },
  { "DIGAMMA", RESULT_FLOAT, fl_reference_digamma, NULL },
  { "ERFINV", RESULT_FLOAT, f_erfinv, NULL },
  { "ACOS", RESULT_FLOAT, acos, NULL },
  { "ACOSH", RESULT_FLOAT, acosh, NULL },
  { "ASIN", RESULT_FLOAT, asin, NULL },
  { "ASINH", RESULT_FLOAT, asinh, NULL },
  { "ATAN", RESULT_FLOAT, atan, NULL },
  { "ATANH", RESULT_FLOAT, atanh, NULL },
  { "COS", RESULT_FLOAT, cos, NULL },
  { "COSH", RESULT_FLOAT, cosh, NULL },
  { "ERF", RESULT_FLOAT, erf, NULL },
  { "ERFC", RESULT_FLOAT, erfc, NULL },
  { "EXP", RESULT_FLOAT, exp, NULL },
  { "EXP2", RESULT_FLOAT, exp2, NULL },
  { "EXPM1", RESULT_FLOAT, expm1, NULL },
  { "LGAMMA", RESULT_FLOAT, lgamma, NULL },
  { "LOG", RESULT_FLOAT, log, NULL },
  { "LOG10", RESULT_FLOAT, log10, NULL },
  { "LOG1P", RESULT_FLOAT, log1p, NULL },
  { "LOG2", RESULT_FLOAT, log2, NULL },
  { "SIN", RESULT_FLOAT, sin, NULL },
  { "SINH", RESULT_FLOAT, sinh, NULL },
  { "SQRT", RESULT_FLOAT, sqrt, NULL },
  { "TAN", RESULT_FLOAT, tan, NULL },
  { "TANH", RESULT_FLOAT, tanh, NULL },
};

gboolean
reference_unary (FlCall *call)
{
  const FlView *view = fl_call_get_view (call, call->names[0]);
  const char *name = fl_reference_get_scalar (call->row);
  guint r = 0;
  while (r < G_N_ELEMENTS (unary_rows) && strcmp (unary_rows[r].name, name) != 0)
    r++;
  if (view == NULL)
    return FALSE;
  if (fl_dtype_is_complex (view->dtype))
    return fl_reference_complex_unary (call, name, view);
  if (r == G_N_ELEMENTS (unary_rows))
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s (%s) on %s has no reference", call->row->name, name,
                         fl_dtype_get_short_name (view->dtype));
  FlDtype result = unary_rows[r].kind == RESULT_BOOL    ? FL_DTYPE_BOOL
                   : unary_rows[r].kind == RESULT_FLOAT ? fl_dtype_get_float (view->dtype)
                                                        : view->dtype;
  if (strcmp (name, "SQUARE") == 0 && result == FL_DTYPE_BOOL)
    result = FL_DTYPE_I64; /* pow (x, 2): the 2 is an integer */
  const FlArray *in = fl_call_dense (call, view);
  FlArray *out = fl_call_new_array (call, result, view->n_dims, view->sizes);
  if (out->integers != NULL && in->integers != NULL && unary_rows[r].integer != NULL)
    for (gint64 i = 0; i < out->numel; i++)
      out->integers[i] = in->dtype == FL_DTYPE_BOOL && unary_rows[r].integer == i_invert
                             ? !in->integers[i]
                             : unary_rows[r].integer (in->integers[i]);
  else
    for (gint64 i = 0; i < out->numel; i++)
      {
        double number = fl_array_get (in, i);
        /* An integer becomes a float of the result's type before the function is taken of it. */
        fl_array_set (out, i,
                      unary_rows[r].number (
                          out->numbers != NULL && in->integers != NULL ? fl_dtype_round (out->dtype, number) : number));
      }
  return fl_call_return (call, out);
}

/* --- two operands ----------------------------------------------------------------------------- */

/* clang-format off */
static double f_add (double a, double b) { return a + b; }
static double f_sub (double a, double b) { return a - b; }
static double f_mul (double a, double b) { return a * b; }
static double f_div (double a, double b) { return a / b; }
static double f_and (double a, double b) { return a != 0 && b != 0; }
static double f_or (double a, double b) { return a != 0 || b != 0; }
static double f_xor (double a, double b) { return (a != 0) != (b != 0); }
/* clang-format on */

/* Python's: the sign of the divisor. */
static double
f_remainder (double a, double b)
{
  double r = fmod (a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static double
f_floor_div (double a, double b)
{
  if (b == 0)
    return a / b;
  double r = fmod (a, b), q = (a - r) / b;
  if (r != 0 && (b < 0) != (r < 0))
    q -= 1;
  if (q == 0)
    return copysign (0, a / b);
  double f = floor (q);
  return q - f > 0.5 ? f + 1 : f;
}

/* clang-format off */
static gint64 i_add (gint64 a, gint64 b) { return (guint64) a + (guint64) b; }
static gint64 i_sub (gint64 a, gint64 b) { return (guint64) a - (guint64) b; }
static gint64 i_mul (gint64 a, gint64 b) { return (guint64) a * (guint64) b; }
static gint64 i_max (gint64 a, gint64 b) { return MAX (a, b); }
static gint64 i_min (gint64 a, gint64 b) { return MIN (a, b); }
static gint64 i_and (gint64 a, gint64 b) { return a & b; }
static gint64 i_or (gint64 a, gint64 b) { return a | b; }
static gint64 i_xor (gint64 a, gint64 b) { return a ^ b; }
static gint64 i_shl (gint64 a, gint64 b) { return b < 0 || b > 63 ? 0 : (gint64) ((guint64) a << b); }
static gint64 i_shr (gint64 a, gint64 b) { return a >> (b < 0 || b > 63 ? 63 : b); } /* as PyTorch: by all bits */
static gint64 i_trunc_div (gint64 a, gint64 b) { return b == 0 ? 0 : b == -1 ? i_neg (a) : a / b; }
static gint64 i_fmod (gint64 a, gint64 b) { return b == 0 || b == -1 ? 0 : a % b; }
/* clang-format on */

static gint64
i_remainder (gint64 a, gint64 b)
{
  gint64 r = i_fmod (a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static gint64
i_floor_div (gint64 a, gint64 b)
{
  return i_trunc_div (a, b) - (i_fmod (a, b) != 0 && (a < 0) != (b < 0));
}

static gint64
i_pow (gint64 a, gint64 b)
{
  if (b < 0)
    return a == 1 ? 1 : a == -1 ? (b % 2 == 0 ? 1 : -1) : 0;
  guint64 result = 1, base = a;
  for (; b > 0; b >>= 1, base *= base)
    if (b & 1)
      result *= base;
  return result;
}

typedef struct
{
  const char *name;
  ResultKind kind;
  double (*number) (double a, double b);
  gint64 (*integer) (gint64 a, gint64 b);
} BinaryRow;

static const BinaryRow binary_rows[] = {
  { "ADD", RESULT_SAME, f_add, i_add },
  { "SUB", RESULT_SAME, f_sub, i_sub },
  { "MUL", RESULT_SAME, f_mul, i_mul },
  { "TRUEDIV", RESULT_FLOAT, f_div, NULL },
  { "FMOD", RESULT_SAME, fmod, i_fmod },
  { "REMAINDER", RESULT_SAME, f_remainder, i_remainder },
  { "MOD", RESULT_SAME, f_remainder, i_remainder },
  { "FLOORDIV", RESULT_SAME, f_floor_div, i_floor_div },
  { "POW", RESULT_SAME, pow, i_pow },
  { "ATAN2", RESULT_FLOAT, atan2, NULL },
  { "COPYSIGN", RESULT_FLOAT, copysign, NULL },
  { "HYPOT", RESULT_FLOAT, hypot, NULL },
  { "MAXIMUM", RESULT_SAME, fl_reference_max, i_max },
  { "MINIMUM", RESULT_SAME, fl_reference_min, i_min },
  { "BITWISE_AND", RESULT_SAME, NULL, i_and },
  { "BITWISE_OR", RESULT_SAME, NULL, i_or },
  { "BITWISE_XOR", RESULT_SAME, NULL, i_xor },
  { "BITWISE_LEFT_SHIFT", RESULT_SAME, NULL, i_shl },
  { "SHIFT_LEFT", RESULT_SAME, NULL, i_shl },
  { "BITWISE_RIGHT_SHIFT", RESULT_SAME, NULL, i_shr },
  { "SHIFT_RIGHT", RESULT_SAME, NULL, i_shr },
  { "LOGICAL_AND", RESULT_BOOL, f_and, NULL },
  { "LOGICAL_OR", RESULT_BOOL, f_or, NULL },
  { "LOGICAL_XOR", RESULT_BOOL, f_xor, NULL },
};

gboolean
fl_call_open_operands (FlCall *call, guint n, const FlDatum *const *values, FlDtype *dtype, const FlArray **arrays)
{
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
  if (!fl_call_broadcast_shapes (call, n, values, &n_dims, sizes))
    return FALSE;
  if (*dtype == FL_DTYPE_NONE)
    *dtype = fl_call_promote (call, n, values);
  for (guint i = 0; i < n; i++)
    if (values[i] != NULL)
      arrays[i] = fl_call_broadcast (call, values[i], *dtype, n_dims, sizes);
  return TRUE;
}

static gboolean
do_binary (FlCall *call, const BinaryRow *row, const FlDatum *left, const FlDatum *right)
{
  const FlDatum *values[] = { left, right };
  const FlArray *arrays[2] = { NULL };
  FlDtype dtype = fl_call_promote (call, 2, values);
  if (row->kind == RESULT_FLOAT)
    dtype = fl_dtype_get_float (dtype);
  if (!fl_call_open_operands (call, 2, values, &dtype, arrays))
    return FALSE;
  const FlArray *a = arrays[0], *b = arrays[1];
  if (fl_dtype_is_complex (dtype))
    return fl_reference_complex_binary (call, row->name, a, b);
  FlArray *out = fl_call_new_array (call, row->kind == RESULT_BOOL ? FL_DTYPE_BOOL : dtype, a->n_dims, a->sizes);
  if (out->integers != NULL && row->integer != NULL && a->integers != NULL)
    for (gint64 i = 0; i < out->numel; i++)
      out->integers[i] = row->integer (a->integers[i], b->integers[i]);
  else if (row->number == NULL)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs integers, not %s", call->row->name,
                         fl_dtype_get_short_name (dtype));
  else if (a->numbers != NULL && out->numbers != NULL)
    for (gint64 i = 0; i < out->numel; i++)
      out->numbers[i] = row->number (a->numbers[i], b->numbers[i]);
  else
    for (gint64 i = 0; i < out->numel; i++)
      fl_array_set (out, i, row->number (fl_array_get (a, i), fl_array_get (b, i)));
  return fl_call_return (call, out);
}

static const BinaryRow *
find_binary (FlCall *call, const char *name)
{
  for (guint r = 0; r < G_N_ELEMENTS (binary_rows); r++)
    if (strcmp (binary_rows[r].name, name) == 0)
      return &binary_rows[r];
  fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s (%s) has no reference", call->row->name, name);
  return NULL;
}

/* The next number of the operand's own dtype, not of the doubles that hold it. */
static gboolean
do_nextafter (FlCall *call)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  const FlArray *arrays[2] = { NULL };
  FlDtype dtype = FL_DTYPE_NONE;
  if (!fl_call_open_operands (call, 2, values, &dtype, arrays))
    return FALSE;
  FlArray *out = fl_call_new_array (call, dtype, arrays[0]->n_dims, arrays[0]->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      double from = arrays[0]->numbers[i], to = arrays[1]->numbers[i];
      out->numbers[i] = dtype == FL_DTYPE_F64 ? nextafter (from, to) : nextafterf (from, to);
    }
  return fl_call_return (call, out);
}

static double
f_trunc_div (double a, double b)
{
  return trunc (a / b);
}

/* What is infinite is no matter of rounding: an infinite dividend has no quotient. */
static double
f_floor_of_quotient (double a, double b)
{
  return isfinite (a) && isfinite (b) ? floor (a / b) : f_floor_div (a, b);
}

static double
f_floor_of_rounded (double a, double b)
{
  return isfinite (a) && isfinite (b) ? floor ((float) (a / b)) : f_floor_div (a, b);
}

/* clang-format off */
static double f_floor_of_double (double a, double b) { return floor (a / b); }
static double f_floor_of_float (double a, double b) { return floor ((float) (a / b)); }
static double f_trunc_of_rounded (double a, double b) { return trunc ((float) (a / b)); }
/* clang-format on */

/* Kernels divide, round and cut, as compiled PyTorch does: where the exact quotient is a little less than an integer,
 * the rounded one may be that integer. With noise it is the rounded one. */
static gboolean
divide_to_integers (FlCall *call, const BinaryRow *row, gboolean is_floor)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  BinaryRow rounded = *row;
  gboolean is_double = fl_call_promote (call, 2, values) == FL_DTYPE_F64;
  if (call->floors_quotients && is_floor)
    rounded.number = is_double ? f_floor_of_double : f_floor_of_float;
  else if (call->noise != 0 && is_double)
    rounded.number = is_floor ? f_floor_of_quotient : row->number;
  else if (call->noise != 0)
    rounded.number = is_floor ? f_floor_of_rounded : f_trunc_of_rounded;
  return do_binary (call, &rounded, values[0], values[1]);
}

/* clang-format off */
static double f_larger_of_others (double a, double b) { return fl_reference_max (b, a); }
static double f_smaller_of_others (double a, double b) { return fl_reference_min (b, a); }
/* clang-format on */

/* Which of 0 and -0 is the larger one is the processor's choice: eager PyTorch yields the second operand, clamp the
 * first, compiled it is the second there, too. With every other noise the operands change places. */
static gboolean
choose_extreme (FlCall *call, const BinaryRow *row)
{
  BinaryRow chosen = *row;
  if (call->noise % 2 == 1)
    chosen.number = row->number == fl_reference_max ? f_larger_of_others : f_smaller_of_others;
  return do_binary (call, &chosen, &call->values[0], &call->values[1]);
}

gboolean
reference_binary (FlCall *call)
{
  const char *name = fl_reference_get_scalar (call->row);
  if (strcmp (name, "NEXTAFTER") == 0)
    return do_nextafter (call);
  const BinaryRow *row = find_binary (call, name);
  if (row != NULL && strcmp (name, "FLOORDIV") == 0)
    return divide_to_integers (call, row, TRUE);
  if (row != NULL && (strcmp (name, "MAXIMUM") == 0 || strcmp (name, "MINIMUM") == 0))
    return choose_extreme (call, row);
  return row != NULL && do_binary (call, row, &call->values[0], &call->values[1]);
}

/* prims.div: integers divide as in C. */
gboolean
reference_prims_div (FlCall *call)
{
  static const BinaryRow row = { "DIV", RESULT_SAME, f_div, i_trunc_div };
  return do_binary (call, &row, &call->values[0], &call->values[1]);
}

gboolean
reference_floor_divide (FlCall *call)
{
  return divide_to_integers (call, find_binary (call, "FLOORDIV"), TRUE);
}

gboolean
reference_div_mode (FlCall *call)
{
  static const BinaryRow truncated = { "TRUNCDIV", RESULT_SAME, f_trunc_div, i_trunc_div };
  const char *mode = fl_call_get_text (call, "rounding_mode");
  if (mode == NULL)
    return do_binary (call, find_binary (call, "TRUEDIV"), &call->values[0], &call->values[1]);
  return strcmp (mode, "floor") == 0 ? divide_to_integers (call, find_binary (call, "FLOORDIV"), TRUE)
                                     : divide_to_integers (call, &truncated, FALSE);
}

/* clang-format off */
static double f_fmax (double a, double b) { return fmax (a, b); }
static double f_fmin (double a, double b) { return fmin (a, b); }
/* clang-format on */

gboolean
reference_fmax (FlCall *call)
{
  static const BinaryRow row = { "FMAX", RESULT_SAME, f_fmax, i_max };
  return do_binary (call, &row, &call->values[0], &call->values[1]);
}

gboolean
reference_fmin (FlCall *call)
{
  static const BinaryRow row = { "FMIN", RESULT_SAME, f_fmin, i_min };
  return do_binary (call, &row, &call->values[0], &call->values[1]);
}

/* add, sub, rsub: one operand times alpha. */
gboolean
reference_add (FlCall *call)
{
  gboolean is_reverse = strstr (call->row->name, "rsub") != NULL;
  const FlDatum *values[] = { &call->values[is_reverse], &call->values[!is_reverse] };
  const FlArray *arrays[2] = { NULL };
  FlDtype dtype = FL_DTYPE_NONE;
  if (!fl_call_open_operands (call, 2, values, &dtype, arrays))
    return FALSE;
  double alpha = fl_call_get_double (call, "alpha", 1);
  gint64 integer_alpha = fl_call_get_int (call, "alpha", 1);
  const char *name = fl_reference_get_scalar (call->row);
  if (fl_dtype_is_complex (dtype))
    return fl_reference_complex_binary (call, name, arrays[0], arrays[1]);
  int sign = strcmp (name, "SUB") == 0 ? -1 : 1;
  FlArray *out = fl_call_new_array (call, dtype, arrays[0]->n_dims, arrays[0]->sizes);
  if (out->integers != NULL)
    for (gint64 i = 0; i < out->numel; i++)
      out->integers[i] = i_add (arrays[0]->integers[i], i_mul (sign * integer_alpha, arrays[1]->integers[i]));
  else
    for (gint64 i = 0; i < out->numel; i++)
      out->numbers[i] = arrays[0]->numbers[i] + sign * alpha * arrays[1]->numbers[i];
  return fl_call_return (call, out);
}

gboolean
reference_compare (FlCall *call)
{
  const FlDatum *values[] = { &call->values[0], &call->values[1] };
  const FlArray *arrays[2] = { NULL };
  FlDtype dtype = FL_DTYPE_NONE;
  if (!fl_call_open_operands (call, 2, values, &dtype, arrays))
    return FALSE;
  const char *name = fl_reference_get_scalar (call->row);
  if (fl_dtype_is_complex (dtype))
    return fl_reference_complex_compare (call, name, arrays[0], arrays[1]);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_BOOL, arrays[0]->n_dims, arrays[0]->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gboolean less, equal;
      if (arrays[0]->integers != NULL)
        {
          less = arrays[0]->integers[i] < arrays[1]->integers[i];
          equal = arrays[0]->integers[i] == arrays[1]->integers[i];
        }
      else
        {
          /* A number beside a tensor has the tensor's type, unlike in arithmetic: 0 < 1e-40 is false of halves. */
          const double a = fl_dtype_round (dtype, arrays[0]->numbers[i]),
                       b = fl_dtype_round (dtype, arrays[1]->numbers[i]);
          less = a < b;
          equal = a == b;
          if (isnan (arrays[0]->numbers[i]) || isnan (arrays[1]->numbers[i]))
            {
              out->integers[i] = *name == 'N';
              continue;
            }
        }
      switch (*name)
        {
        case 'E': out->integers[i] = equal; break;
        case 'N': out->integers[i] = !equal; break;
        case 'L': out->integers[i] = less || (equal && name[1] == 'E'); break;
        default: out->integers[i] = (!less && !equal) || (equal && name[1] == 'E');
        }
    }
  return fl_call_return (call, out);
}

static double
f_logaddexp (double a, double b)
{
  if (isinf (a) && a == b)
    return a;
  return MAX (a, b) + log1p (exp (-fabs (a - b)));
}

static double
f_xlogy (double a, double b)
{
  return isnan (b) ? NAN : a == 0 ? 0 : a * log (b);
}

gboolean
reference_logaddexp (FlCall *call)
{
  static const BinaryRow row = { "LOGADDEXP", RESULT_FLOAT, f_logaddexp, NULL };
  return do_binary (call, &row, &call->values[0], &call->values[1]);
}

gboolean
reference_xlogy (FlCall *call)
{
  static const BinaryRow row = { "XLOGY", RESULT_FLOAT, f_xlogy, NULL };
  return do_binary (call, &row, &call->values[0], &call->values[1]);
}
