/* Reference kernels of activations, their gradients and elementwise losses: formulas of one to three operands and a few
 * scalar parameters. */
#include "fl-reference-formula.h"
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (hardtanh);
REFERENCE_KERNEL (silu);
REFERENCE_KERNEL (gelu);
REFERENCE_KERNEL (gelu_backward);
REFERENCE_KERNEL (prelu);
REFERENCE_KERNEL (log_sigmoid);
REFERENCE_KERNEL (glu);
REFERENCE_KERNEL (mse_loss);
REFERENCE_KERNEL (l1_loss);
REFERENCE_KERNEL (smooth_l1_loss);
REFERENCE_KERNEL (huber_loss);
REFERENCE_KERNEL (binary_cross_entropy);
REFERENCE_KERNEL (binary_cross_entropy_with_logits);
REFERENCE_KERNEL (mse_loss_backward);

/* clang-format off */
static double sigmoid (double x) { return 1 / (1 + exp (-x)); }
static double softplus (double x) { return MAX (x, 0) + log1p (exp (-fabs (x))); }
static double clip (double x, double low, double high) { return isnan (x) ? x : x < low ? low : x > high ? high : x; }
/* clang-format on */

static const double SELU_ALPHA = 1.6732632423543772848170429916717;
static const double SELU_SCALE = 1.0507009873554804934193349852946;

/* clang-format off */
FORMULA (celu, FLOAT, LIST ("self"), LIST ("alpha"), X > 0 ? X : p[0] * expm1 (X / p[0]))
FORMULA (elu, FLOAT, LIST ("self"), LIST ("alpha", "scale", "input_scale"), X > 0 ? X * p[1] : p[0] * p[1] * expm1 (X * p[2]))
FORMULA (hardsigmoid, FLOAT, LIST ("self"), NULL, clip (X + 3, 0, 6) / 6)
FORMULA (hardswish, FLOAT, LIST ("self"), NULL, X * clip (X + 3, 0, 6) / 6)
FORMULA (leaky_relu, SAME, LIST ("self"), LIST ("negative_slope"), X > 0 ? X : X * p[0])
FORMULA (mish, FLOAT, LIST ("self"), NULL, X * tanh (softplus (X)))
FORMULA (selu, FLOAT, LIST ("self"), NULL, SELU_SCALE * (X > 0 ? X : SELU_ALPHA * expm1 (X)))
FORMULA (softplus, FLOAT, LIST ("self"), LIST ("beta", "threshold"), X * p[0] > p[1] ? X : softplus (X * p[0]) / p[0])
FORMULA (softshrink, SAME, LIST ("self"), LIST ("lambd"), X > p[0] ? X - p[0] : X < -p[0] ? X + p[0] : X * 0)
FORMULA (threshold, SAME, LIST ("self"), LIST ("threshold", "value"), X <= p[0] ? p[1] : X)

FORMULA (hardsigmoid_backward, FLOAT, LIST ("grad_output", "self"), NULL, Y > -3 && Y < 3 ? X / 6 : 0)
FORMULA (hardswish_backward, FLOAT, LIST ("grad_output", "self"), NULL, Y <= -3 ? 0 : Y < 3 ? X * (Y / 3 + 0.5) : X)
FORMULA (hardtanh_backward, FLOAT, LIST ("grad_output", "self"), LIST ("min_val", "max_val"), Y <= p[0] || Y >= p[1] ? 0 : X)
FORMULA (leaky_relu_backward, FLOAT, LIST ("grad_output", "self"), LIST ("negative_slope"), Y > 0 ? X : X * p[0])
FORMULA (native_dropout_backward, FLOAT, LIST ("grad_output", "mask"), LIST ("scale"), X * Y * p[0])
FORMULA (sigmoid_backward, FLOAT, LIST ("grad_output", "output"), NULL, X *(1 - Y) * Y)
FORMULA (silu_backward, FLOAT, LIST ("grad_output", "self"), NULL, X *sigmoid (Y) * (1 + Y * (1 - sigmoid (Y))))
FORMULA (softplus_backward, FLOAT, LIST ("grad_output", "self"), LIST ("beta", "threshold"),
         Y *p[0] > p[1] ? X : X * sigmoid (Y * p[0]))
FORMULA (tanh_backward, FLOAT, LIST ("grad_output", "output"), NULL, X *(1 - Y * Y))
FORMULA (threshold_backward, SAME, LIST ("grad_output", "self"), LIST ("threshold"), Y <= p[0] ? 0 : X)
FORMULA (elu_backward, FLOAT, LIST ("grad_output", "self_or_result"), LIST ("alpha", "scale", "input_scale"),
         Y <= 0 ? X * p[2] * p[0] * p[1] * exp (Y * p[2]) : X * p[1])
/* clang-format on */

static double
mish_slope (double x)
{
  double t = tanh (softplus (x));
  return t + x * sigmoid (x) * (1 - t * t);
}
FORMULA (mish_backward, FLOAT, LIST ("grad_output", "self"), NULL, X *mish_slope (Y))

/* The bounds of relu6 are not in its signature. */
gboolean
reference_hardtanh (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  double low = fl_call_get_double (call, "min_val", 0), high = fl_call_get_double (call, "max_val", 6);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    fl_array_set (out, i, clip (fl_array_get (in, i), low, high));
  return fl_call_return (call, out);
}

/* --- gelu ------------------------------------------------------------------------------------- */

static const double GELU_CUBE = 0.044715;

static double
gelu (double x, gboolean is_tanh)
{
  if (is_tanh)
    return 0.5 * x * (1 + tanh (sqrt (2 / G_PI) * (x + GELU_CUBE * x * x * x)));
  return 0.5 * x * erfc (-x / G_SQRT2);
}

static double
gelu_slope (double x, gboolean is_tanh)
{
  if (is_tanh)
    {
      double k = sqrt (2 / G_PI), t = tanh (k * (x + GELU_CUBE * x * x * x));
      return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * k * (1 + 3 * GELU_CUBE * x * x);
    }
  return 0.5 * erfc (-x / G_SQRT2) + x * exp (-0.5 * x * x) / sqrt (2 * G_PI);
}

/* clang-format off */
static double formula_gelu (const double *x, const double *p) { return gelu (X, FALSE); }
static double formula_gelu_tanh (const double *x, const double *p) { return gelu (X, TRUE); }
static double formula_gelu_backward (const double *x, const double *p) { return X * gelu_slope (Y, FALSE); }
static double formula_gelu_tanh_backward (const double *x, const double *p) { return X * gelu_slope (Y, TRUE); }

/* What tanh and erf are multiplied by, of which a unit of 1 may be lost. */
static double formula_gelu_factor (const double *x, const double *p) { return 0.5 * X; }
/* clang-format on */
static double
formula_gelu_slope_factor (const double *x, const double *p)
{
  return 0.5 * X * (1 + fabs (Y) * (1 + 3 * GELU_CUBE * Y * Y));
}

/* 1 is added to what is near -1, as compiled PyTorch does: noise moves it by a unit of 1, as rounding does. */
static gboolean
return_added_to_one (FlCall *call, FlArray *out, const char *const *names, FlFormula factor)
{
  FlArray *factors
      = out == NULL || call->noise == 0 ? NULL : fl_call_evaluate (call, factor, names, NULL, FL_FORMULA_FLOAT);
  if (factors != NULL)
    {
      const double unit = MIN (fl_dtype_get_unit (out->dtype), 0x1p-23);
      fl_array_shake (factors, 1, call->noise ^ call->seed);
      const double side = call->noise % 2 == 1 ? unit : -unit;
      for (gint64 i = 0; i < out->numel; i++) /* by 0 to 2 of them, to either side */
        if (isfinite (factors->numbers[i]))
          out->numbers[i] += factors->numbers[i] * side;
    }
  return out != NULL && fl_call_return (call, out);
}

static double
formula_silu (const double *x, const double *p)
{
  return X * sigmoid (X);
}

static double
formula_silu_narrow (const double *x, const double *p)
{
  const double power = exp (-X);
  return X / (1 + (power > G_MAXFLOAT ? INFINITY : power));
}

/* x / (1 + exp (-x)): a power beyond f32 is infinite there, and the quotient -0, eager as compiled. Kernels that join
 * the steps may keep what is left, as with every other noise. */
gboolean
reference_silu (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  const gboolean is_wide = call->noise % 2 == 1 || (self != NULL && self->dtype == FL_DTYPE_F64);
  FlArray *out
      = fl_call_evaluate (call, is_wide ? formula_silu : formula_silu_narrow, LIST ("self"), NULL, FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}

gboolean
reference_gelu (FlCall *call)
{
  gboolean is_tanh = g_strcmp0 (fl_call_get_text (call, "approximate"), "tanh") == 0;
  FlArray *out
      = fl_call_evaluate (call, is_tanh ? formula_gelu_tanh : formula_gelu, LIST ("self"), NULL, FL_FORMULA_FLOAT);
  return return_added_to_one (call, out, LIST ("self"), formula_gelu_factor);
}

gboolean
reference_gelu_backward (FlCall *call)
{
  gboolean is_tanh = g_strcmp0 (fl_call_get_text (call, "approximate"), "tanh") == 0;
  FlArray *out = fl_call_evaluate (call, is_tanh ? formula_gelu_tanh_backward : formula_gelu_backward,
                                   LIST ("grad_output", "self"), NULL, FL_FORMULA_FLOAT);
  return return_added_to_one (call, out, LIST ("grad_output", "self"), formula_gelu_slope_factor);
}

/* --- others ----------------------------------------------------------------------------------- */

/* One factor a channel (dimension 1) for prelu; already broadcastable for _prelu_kernel. */
gboolean
reference_prelu (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *weight = fl_call_get_view (call, "weight");
  if (self == NULL || weight == NULL)
    return FALSE;
  gint64 strides[FL_MAX_DIMS] = { 0 };
  g_autofree gint64 *sizes = g_memdup2 (self->sizes, sizeof self->sizes);
  FlDatum slope = { .kind = FL_DATUM_TENSOR, .view = (FlView *) weight };
  FlView *spread = NULL;
  if (strstr (call->row->name, "kernel") == NULL && weight->n_dims <= 1)
    {
      if (weight->numel > 1 && self->n_dims > 1)
        strides[1] = weight->strides[0];
      spread = fl_view_new (weight, self->n_dims, sizes, strides, weight->offset);
      slope.view = spread;
    }
  const FlArray *in = fl_call_dense (call, self);
  const FlArray *factor = fl_call_broadcast (call, &slope, self->dtype, self->n_dims, self->sizes);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = in->numbers[i] > 0 ? in->numbers[i] : factor->numbers[i] * in->numbers[i];
  fl_view_unref (spread);
  return fl_call_return (call, out);
}

/* The result and a buffer for the gradient, which is empty on a GPU: the graph says so. */
gboolean
reference_log_sigmoid (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  const gint64 none = 0;
  const gboolean is_empty = call->n_outputs == 2 && call->outputs[1].n_dims == 1 && call->outputs[1].sizes[0] == 0;
  FlArray *buffer = is_empty ? fl_call_new_array (call, self->dtype, 1, &none)
                             : fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      out->numbers[i] = -softplus (-in->numbers[i]);
      if (!is_empty)
        buffer->numbers[i] = exp (-fabs (in->numbers[i]));
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { out, buffer });
}

gboolean
reference_glu (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, self->sizes, sizeof sizes);
  sizes[dim] /= 2;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  gint64 inner = fl_sizes_product (sizes + dim + 1, self->n_dims - dim - 1) * sizes[dim];
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 from = i / inner * 2 * inner + i % inner;
      out->numbers[i] = in->numbers[from] * sigmoid (in->numbers[from + inner]);
    }
  return fl_call_return (call, out);
}

/* --- elementwise losses ----------------------------------------------------------------------- */

/* reduction: 0 none, 1 mean, 2 sum. */
static gboolean
return_reduced (FlCall *call, FlArray *terms)
{
  gint64 reduction = fl_call_get_int (call, "reduction", 1);
  if (terms == NULL)
    return FALSE;
  if (terms->numbers == NULL && reduction != 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: a mean or sum of integers; convert them to a floating type first",
                         call->row->name);
  if (reduction == 0)
    return fl_call_return (call, terms);
  FlArray *out = fl_call_new_array (call, terms->dtype, 0, NULL);
  for (gint64 i = 0; i < terms->numel; i++)
    out->numbers[0] += terms->numbers[i];
  if (reduction == 1)
    out->numbers[0] /= terms->numel;
  return fl_call_return (call, out);
}

/* clang-format off */
static double square_error (const double *x, const double *p) { return (X - Y) * (X - Y); }
static double absolute_error (const double *x, const double *p) { return fabs (X - Y); }
static double at_least (double x, double bound) { return x < bound ? bound : x; } /* of NaN, NaN */
static double log_loss (const double *x, const double *p) { return -(Y * at_least (log (X), -100) + (1 - Y) * at_least (log1p (-X), -100)); }
/* clang-format on */

static double
smooth_error (const double *x, const double *p)
{
  double d = fabs (X - Y);
  return d < p[0] ? 0.5 * d * d / p[0] : d - 0.5 * p[0];
}

static double
huber_error (const double *x, const double *p)
{
  double d = fabs (X - Y);
  return d <= p[0] ? 0.5 * d * d : p[0] * (d - 0.5 * p[0]);
}

gboolean
reference_mse_loss (FlCall *call)
{
  return return_reduced (call, fl_call_evaluate (call, square_error, LIST ("self", "target"), NULL, FL_FORMULA_FLOAT));
}

gboolean
reference_l1_loss (FlCall *call)
{
  return return_reduced (call, fl_call_evaluate (call, absolute_error, LIST ("self", "target"), NULL, FL_FORMULA_SAME));
}

gboolean
reference_smooth_l1_loss (FlCall *call)
{
  return return_reduced (call, fl_call_evaluate (call, smooth_error, LIST ("self", "target"), LIST ("beta"),
                                                 FL_FORMULA_FLOAT));
}

gboolean
reference_huber_loss (FlCall *call)
{
  return return_reduced (call, fl_call_evaluate (call, huber_error, LIST ("self", "target"), LIST ("delta"),
                                                 FL_FORMULA_FLOAT));
}

static void
weigh (FlCall *call, FlArray *terms)
{
  const FlDatum *weight = fl_call_find (call, "weight");
  if (terms == NULL || weight == NULL)
    return;
  const FlArray *factors = fl_call_broadcast (call, weight, terms->dtype, terms->n_dims, terms->sizes);
  for (gint64 i = 0; i < terms->numel; i++)
    terms->numbers[i] *= factors->numbers[i];
}

gboolean
reference_binary_cross_entropy (FlCall *call)
{
  FlArray *terms = fl_call_evaluate (call, log_loss, LIST ("self", "target"), NULL, FL_FORMULA_FLOAT);
  weigh (call, terms);
  return return_reduced (call, terms);
}

gboolean
reference_binary_cross_entropy_with_logits (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *target = fl_call_get_view (call, "target");
  if (self == NULL || target == NULL)
    return FALSE;
  FlDatum one = fl_datum_float (1);
  const FlDatum *weight = fl_call_find (call, "pos_weight");
  const FlDatum *values[] = { fl_call_find (call, "self"), fl_call_find (call, "target") };
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims;
  if (!fl_call_broadcast_shapes (call, 2, values, &n_dims, sizes))
    return FALSE;
  FlDtype dtype = fl_dtype_get_float (fl_call_promote (call, 2, values));
  const FlArray *x = fl_call_broadcast (call, values[0], dtype, n_dims, sizes);
  const FlArray *y = fl_call_broadcast (call, values[1], dtype, n_dims, sizes);
  const FlArray *w = fl_call_broadcast (call, weight == NULL ? &one : weight, dtype, n_dims, sizes);
  FlArray *terms = fl_call_new_array (call, dtype, n_dims, sizes);
  for (gint64 i = 0; i < terms->numel; i++)
    terms->numbers[i]
        = (1 - y->numbers[i]) * x->numbers[i] + (1 + (w->numbers[i] - 1) * y->numbers[i]) * softplus (-x->numbers[i]);
  weigh (call, terms);
  return return_reduced (call, terms);
}

gboolean
reference_mse_loss_backward (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlDatum *values[]
      = { fl_call_find (call, "grad_output"), fl_call_find (call, "self"), fl_call_find (call, "target") };
  FlDtype dtype = fl_dtype_get_float (fl_call_promote (call, 3, values));
  const FlArray *g = fl_call_broadcast (call, values[0], dtype, self->n_dims, self->sizes);
  const FlArray *x = fl_call_broadcast (call, values[1], dtype, self->n_dims, self->sizes);
  const FlArray *y = fl_call_broadcast (call, values[2], dtype, self->n_dims, self->sizes);
  double norm = fl_call_get_int (call, "reduction", 1) == 1 ? 2.0 / self->numel : 2.0;
  FlArray *out = fl_call_new_array (call, dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = norm * (x->numbers[i] - y->numbers[i]) * g->numbers[i];
  return fl_call_return (call, out);
}
