/* Reference kernels that are formulas: functions of one number or two, and the gradients of
 * activations. */
#include "fl-reference-formula.h"

#include <string.h>

#include "fl-reference-kernels.h"

REFERENCE_KERNEL (sinc);
REFERENCE_KERNEL (ndtr);
REFERENCE_KERNEL (logit);
REFERENCE_KERNEL (log_sigmoid_backward);
REFERENCE_KERNEL (logit_backward);
REFERENCE_KERNEL (prelu_backward);
REFERENCE_KERNEL (rrelu_backward);

enum
{
  MAX_OPERANDS = 3,
  MAX_NUMBERS = 3
};

static FlDtype
find_dtype (FlCall *call, guint n, const FlDatum *const *values, FlFormulaKind kind)
{
  FlDtype dtype = fl_call_promote (call, n, values);
  if (kind == FL_FORMULA_DOUBLE)
    return FL_DTYPE_F64;
  return kind == FL_FORMULA_FLOAT ? fl_dtype_get_float (dtype) : dtype;
}

FlArray *
fl_call_evaluate (FlCall *call, FlFormula formula, const char *const *operands, const char *const *numbers,
                  FlFormulaKind kind)
{
  const FlDatum *values[MAX_OPERANDS] = { NULL };
  const FlArray *arrays[MAX_OPERANDS];
  double p[MAX_NUMBERS] = { 0 }, x[MAX_OPERANDS];
  guint n = 0, n_dims;
  gint64 sizes[FL_MAX_DIMS];
  for (; operands[n] != NULL; n++)
    values[n] = fl_call_find (call, operands[n]);
  for (guint i = 0; numbers != NULL && numbers[i] != NULL; i++)
    p[i] = fl_call_get_double (call, numbers[i], 0);
  if (!fl_call_broadcast_shapes (call, n, values, &n_dims, sizes))
    return NULL;
  FlDtype dtype = find_dtype (call, n, values, kind);
  for (guint k = 0; k < n; k++)
    arrays[k] = fl_call_broadcast (call, values[k], dtype, n_dims, sizes);
  FlArray *out = fl_call_new_array (call, kind == FL_FORMULA_BOOL ? FL_DTYPE_BOOL : dtype, n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      for (guint k = 0; k < n; k++)
        x[k] = fl_array_get (arrays[k], i);
      fl_array_set (out, i, formula (x, p));
    }
  return out;
}

/* --- one operand ------------------------------------------------------------------------------- */

/* clang-format off */
FORMULA (frac, SAME, LIST ("self"), NULL, X - trunc (X))
FORMULA (deg2rad, FLOAT, LIST ("self"), NULL, X *(G_PI / 180))
FORMULA (rad2deg, FLOAT, LIST ("self"), NULL, X *(180 / G_PI))
FORMULA (entr,
         FLOAT,
         /* clang-format on */
         LIST ("self"), NULL,
         X > 0       ? -X * log (X)
         : X == 0    ? 0
         : isnan (X) ? X
                     : -INFINITY)
/* clang-format off */
FORMULA (isposinf, BOOL, LIST ("self"), NULL, X == INFINITY)
FORMULA (isneginf, BOOL, LIST ("self"), NULL, X == -INFINITY)
FORMULA (isfinite, BOOL, LIST ("self"), NULL, isfinite (X) != 0)
FORMULA (isreal, BOOL, LIST ("self"), NULL, 1)
FORMULA (angle, FLOAT, LIST ("self"), NULL, isnan (X) ? X : X < 0 ? G_PI : 0)
FORMULA (hardshrink, SAME, LIST ("self"), LIST ("lambd"), fabs (X) <= p[0] ? 0 : X)
FORMULA (round_decimals,
         SAME,
         /* clang-format on */
         LIST ("self"), LIST ("decimals"), nearbyint (X *pow (10, p[0])) / pow (10, p[0]))

/* The angle is rounded, and its sine is of that: far from a multiple of pi where pi x is near one. */
static double
formula_sinc (const double *x, const double *p)
{
  return X == 0 ? 1 : sin (G_PI * X) / (G_PI * X);
}

static double
formula_sinc_narrow (const double *x, const double *p)
{
  double angle = (float) G_PI * (float) X;
  return X == 0 ? 1 : sin ((float) angle) / (float) angle;
}

gboolean
reference_sinc (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gboolean is_wide = self != NULL && self->dtype == FL_DTYPE_F64;
  FlArray *out
      = fl_call_evaluate (call, is_wide ? formula_sinc : formula_sinc_narrow, LIST ("self"), NULL, FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}

/* (1 + erf (x sqrt (1/2))) / 2, each step in the result's format, as PyTorch's is: of 1 + erf near
 * -1 little is left. */
gboolean
reference_ndtr (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  FlDtype dtype = fl_dtype_get_float (self->dtype);
  FlArray *out = fl_call_new_array (call, dtype, self->n_dims, self->sizes);
  const FlArray *in = fl_call_cast (call, self, dtype);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = fl_dtype_round (dtype, erf (fl_dtype_round (dtype, in->numbers[i] / G_SQRT2)));
  if (call->noise != 0)
    fl_array_shake (out, fl_dtype_get_unit (dtype), ~call->noise ^ call->seed);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = fl_dtype_round (dtype, 1 + out->numbers[i]) / 2;
  return fl_call_return (call, out);
}

/* eps NULL: numbers beyond 0 and 1 have no logit. */
static double
logit (double x, double eps)
{
  x = isnan (x) ? x : x < eps ? eps : x > 1 - eps ? 1 - eps : x;
  return log (x / (1 - x));
}

static double
formula_logit (const double *x, const double *p)
{
  return logit (X, p[0]);
}
static double
formula_logit_plain (const double *x, const double *p)
{
  return log (X / (1 - X));
}

gboolean
reference_logit (FlCall *call)
{
  gboolean is_clipped = fl_call_find (call, "eps") != NULL;
  FlArray *out = fl_call_evaluate (call, is_clipped ? formula_logit : formula_logit_plain, LIST ("self"), LIST ("eps"),
                                   FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}

/* --- two operands ------------------------------------------------------------------------------ */

static double
logaddexp2 (double a, double b)
{
  return isinf (a) && a == b ? a : isnan (a) || isnan (b) ? NAN : MAX (a, b) + log1p (exp2 (-fabs (a - b))) / M_LN2;
}

/* clang-format off */
FORMULA (logaddexp2, FLOAT, LIST ("self", "other"), NULL, logaddexp2 (X, Y))
FORMULA (xlog1py, FLOAT, LIST ("self", "other"), NULL, isnan (Y) ? NAN : X == 0 ? 0 : X * log1p (Y))
FORMULA (float_power, DOUBLE, LIST ("self", "exponent"), NULL, pow (X, Y))
/* clang-format on */

/* --- gradients --------------------------------------------------------------------------------- */

/* clang-format off */
FORMULA (product, SAME, LIST ("grad", "mask"), NULL, X *Y)
FORMULA (hardshrink_backward, FLOAT, LIST ("grad_output|grad_out", "self"), LIST ("lambd"), Y >= -p[0] && Y <= p[0] ? 0 : X)
/* clang-format on */

static double
slope_of_log_sigmoid (double gradient, double self, double z)
{
  return gradient * ((self < 0) - (self < 0 ? 1 : -1) * (z / (1 + z)));
}

static double
formula_log_sigmoid_backward (const double *x, const double *p)
{
  return slope_of_log_sigmoid (X, Y, exp (-fabs (Y)));
}

static double
formula_log_sigmoid_backward_kept (const double *x, const double *p)
{
  return slope_of_log_sigmoid (X, Y, Z);
}

/* The buffer holds exp (-|self|) where the forward has kept it. */
gboolean
reference_log_sigmoid_backward (FlCall *call)
{
  const FlDatum *buffer = fl_call_find (call, "buffer");
  gboolean is_kept = buffer != NULL && !(buffer->kind == FL_DATUM_TENSOR && buffer->view->numel == 0);
  FlArray *out = fl_call_evaluate (call, is_kept ? formula_log_sigmoid_backward_kept : formula_log_sigmoid_backward,
                                   is_kept ? LIST ("grad_output", "self", "buffer") : LIST ("grad_output", "self"),
                                   NULL, FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}

static double
formula_rrelu_drawn (const double *x, const double *p)
{
  return X * Y;
}

static double
formula_logit_backward (const double *x, const double *p)
{
  return Y >= p[0] && Y <= 1 - p[0] ? X / (Y * (1 - Y)) : 0;
}

static double
formula_logit_backward_plain (const double *x, const double *p)
{
  return Y >= 0 && Y <= 1 ? X / (Y * (1 - Y)) : NAN;
}

gboolean
reference_logit_backward (FlCall *call)
{
  gboolean is_clipped = fl_call_find (call, "eps") != NULL;
  FlArray *out = fl_call_evaluate (call, is_clipped ? formula_logit_backward : formula_logit_backward_plain,
                                   LIST ("grad_output", "self"), LIST ("eps"), FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}

static double
formula_prelu_self (const double *x, const double *p)
{
  return Y > 0 ? X : X * Z;
}
static double
formula_prelu_weight (const double *x, const double *p)
{
  return Y > 0 ? 0 : X * Y;
}

gboolean
reference_prelu_backward (FlCall *call)
{
  const char *const *names = LIST ("grad_output", "self", "weight");
  FlArray *self = fl_call_evaluate (call, formula_prelu_self, names, NULL, FL_FORMULA_FLOAT);
  FlArray *weight = self == NULL ? NULL : fl_call_evaluate (call, formula_prelu_weight, names, NULL, FL_FORMULA_FLOAT);
  return weight != NULL && fl_call_return_list (call, 2, (FlArray *[]) { self, weight });
}

static double
formula_rrelu (const double *x, const double *p)
{
  return Y > 0 ? X : X * (p[0] + p[1]) / 2;
}

/* Training: by the noise that was drawn; else by the middle of the range. */
gboolean
reference_rrelu_backward (FlCall *call)
{
  gboolean is_drawn = fl_call_get_bool (call, "training", FALSE);
  FlArray *out = fl_call_evaluate (call, is_drawn ? formula_rrelu_drawn : formula_rrelu,
                                   is_drawn ? LIST ("grad_output", "noise") : LIST ("grad_output", "self"),
                                   LIST ("lower", "upper"), FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}
