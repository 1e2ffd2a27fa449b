/* Pointwise reference kernels on complex numbers, by C's own functions. */
#include <complex.h>
#include <string.h>

#include "fl-reference-pointwise-private.h"

typedef double _Complex Complex;

static Complex
get (const FlArray *array, gint64 i)
{
  return CMPLX (array->numbers[2 * i], array->numbers[2 * i + 1]);
}

static void
set (FlArray *array, gint64 i, Complex number)
{
  array->numbers[2 * i] = creal (number);
  array->numbers[2 * i + 1] = cimag (number);
}

/* clang-format off */
static Complex c_neg (Complex x) { return -x; }
static Complex c_square (Complex x) { return x * x; }
static Complex c_reciprocal (Complex x) { return 1 / x; }
static Complex c_rsqrt (Complex x) { return 1 / csqrt (x); }
static Complex c_sigmoid (Complex x) { return 1 / (1 + cexp (-x)); }
static Complex c_exp2 (Complex x) { return cexp (x * G_LN2); }
static Complex c_expm1 (Complex x) { return cexp (x) - 1; }
static Complex c_log1p (Complex x) { return clog (1 + x); }
static Complex c_log2 (Complex x) { return clog (x) / G_LN2; }
static Complex c_log10 (Complex x) { return clog (x) / G_LN10; }
static double c_isnan (Complex x) { return isnan (creal (x)) || isnan (cimag (x)); }
static double c_isinf (Complex x) { return isinf (creal (x)) || isinf (cimag (x)); }
static double c_isfinite (Complex x) { return isfinite (creal (x)) && isfinite (cimag (x)); }
static Complex c_sgn (Complex x) { return x == 0 ? 0 : x / cabs (x); }
static double c_not (Complex x) { return creal (x) == 0 && cimag (x) == 0; }
/* clang-format on */

static const struct
{
  const char *name;
  Complex (*number) (Complex x);
  double (*real) (Complex x); /* instead: the result is a real number, or a truth value */
  gboolean is_truth;
} unary_rows[] = {
  { "ABS", NULL, cabs, FALSE },
  { "ANGLE", NULL, carg, FALSE },
  { "SIGN", c_sgn, NULL, FALSE }, /* sgn: PyTorch has no sign of them */
  { "ISFINITE", NULL, c_isfinite, TRUE },
  { "ISNAN", NULL, c_isnan, TRUE },
  { "ISINF", NULL, c_isinf, TRUE },
  { "LOGICAL_NOT", NULL, c_not, TRUE },
  { "NEG", c_neg, NULL, FALSE },
  { "SQUARE", c_square, NULL, FALSE },
  { "RECIPROCAL", c_reciprocal, NULL, FALSE },
  { "RSQRT", c_rsqrt, NULL, FALSE },
  { "SIGMOID", c_sigmoid, NULL, FALSE },
  { "ACOS", cacos, NULL, FALSE },
  { "ACOSH", cacosh, NULL, FALSE },
  { "ASIN", casin, NULL, FALSE },
  { "ASINH", casinh, NULL, FALSE },
  { "ATAN", catan, NULL, FALSE },
  { "ATANH", catanh, NULL, FALSE },
  { "COS", ccos, NULL, FALSE },
  { "COSH", ccosh, NULL, FALSE },
  { "EXP", cexp, NULL, FALSE },
  { "EXP2", c_exp2, NULL, FALSE },
  { "EXPM1", c_expm1, NULL, FALSE },
  { "LOG", clog, NULL, FALSE },
  { "LOG10", c_log10, NULL, FALSE },
  { "LOG1P", c_log1p, NULL, FALSE },
  { "LOG2", c_log2, NULL, FALSE },
  { "SIN", csin, NULL, FALSE },
  { "SINH", csinh, NULL, FALSE },
  { "SQRT", csqrt, NULL, FALSE },
  { "TAN", ctan, NULL, FALSE },
  { "TANH", ctanh, NULL, FALSE },
};

gboolean
fl_reference_complex_unary (FlCall *call, const char *name, const FlView *view)
{
  guint r = 0;
  while (r < G_N_ELEMENTS (unary_rows) && strcmp (unary_rows[r].name, name) != 0)
    r++;
  if (r == G_N_ELEMENTS (unary_rows))
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s (%s) on %s has no reference", call->row->name, name,
                         fl_dtype_get_short_name (view->dtype));
  const FlDtype part = view->dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : FL_DTYPE_F32;
  const FlDtype result = unary_rows[r].is_truth ? FL_DTYPE_BOOL : unary_rows[r].real != NULL ? part : view->dtype;
  const FlArray *in = fl_call_dense (call, view);
  FlArray *out = fl_call_new_array (call, result, view->n_dims, view->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    if (unary_rows[r].real != NULL)
      fl_array_set (out, i, unary_rows[r].real (get (in, i)));
    else
      set (out, i, unary_rows[r].number (get (in, i)));
  return fl_call_return (call, out);
}

/* clang-format off */
static Complex c_add (Complex a, Complex b) { return a + b; }
static Complex c_sub (Complex a, Complex b) { return a - b; }
static Complex c_div (Complex a, Complex b) { return a / b; }
/* clang-format on */

/* By parts, as PyTorch multiplies: C's operator would mend products of infinities. */
static Complex
c_mul (Complex a, Complex b)
{
  return CMPLX (creal (a) * creal (b) - cimag (a) * cimag (b), creal (a) * cimag (b) + cimag (a) * creal (b));
}

static Complex
c_pow (Complex a, Complex b)
{
  return a == 0 ? (b == 0 ? 1 : 0) : cpow (a, b);
}

static const struct
{
  const char *name;
  Complex (*number) (Complex a, Complex b);
} binary_rows[] = {
  { "ADD", c_add }, { "SUB", c_sub }, { "MUL", c_mul }, { "TRUEDIV", c_div }, { "DIV", c_div }, { "POW", c_pow },
};

gboolean
fl_reference_complex_binary (FlCall *call, const char *name, const FlArray *a, const FlArray *b)
{
  guint r = 0;
  while (r < G_N_ELEMENTS (binary_rows) && strcmp (binary_rows[r].name, name) != 0)
    r++;
  if (r == G_N_ELEMENTS (binary_rows))
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s (%s) on complex numbers has no reference", call->row->name,
                         name);
  /* add, sub and rsub take so many times the second operand. */
  const double alpha = fl_call_get_double (call, "alpha", 1);
  FlArray *out = fl_call_new_array (call, a->dtype, a->n_dims, a->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    set (out, i, binary_rows[r].number (get (a, i), alpha == 1 ? get (b, i) : alpha * get (b, i)));
  return fl_call_return (call, out);
}

gboolean
fl_reference_complex_compare (FlCall *call, const char *name, const FlArray *a, const FlArray *b)
{
  const gboolean is_equal = strcmp (name, "EQ") == 0;
  if (!is_equal && strcmp (name, "NE") != 0)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s: complex numbers have no order", call->row->name);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_BOOL, a->n_dims, a->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    out->integers[i] = (get (a, i) == get (b, i)) == is_equal;
  return fl_call_return (call, out);
}
