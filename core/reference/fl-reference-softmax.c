/* Reference kernels: softmax, its logarithm, and their gradients. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (softmax);
REFERENCE_KERNEL (log_softmax);
REFERENCE_KERNEL (softmax_backward);
REFERENCE_KERNEL (log_softmax_backward);
REFERENCE_KERNEL (prepare_softmax_online);

void
fl_softmax_rows (const double *in, double *out, gint64 outer, gint64 length, gint64 inner, gboolean is_log)
{
  for (gint64 o = 0; o < outer; o++)
    for (gint64 i = 0; i < inner; i++)
      {
        const double *x = in + o * length * inner + i;
        double *y = out + o * length * inner + i;
        double high = -INFINITY, sum = 0;
        for (gint64 k = 0; k < length; k++)
          high = isnan (x[k * inner]) ? NAN : MAX (high, x[k * inner]);
        for (gint64 k = 0; k < length; k++)
          sum += exp (x[k * inner] - high);
        for (gint64 k = 0; k < length; k++)
          y[k * inner] = is_log ? x[k * inner] - high - log (sum) : exp (x[k * inner] - high) / sum;
      }
}

/* The logarithm of a sum near 1 keeps a unit of 1, whatever it is: noise moves it by as much, and to 0, where the sum
 * is rounded to 1. Of a single class it is 0. */
void
fl_softmax_shake_logs (const FlCall *call, FlDtype dtype, double *logs, gint64 n, gint64 length)
{
  const double unit = MIN (fl_dtype_get_unit (dtype), 0x1p-23);
  for (gint64 i = 0; call->noise != 0 && length > 1 && i < n; i++)
    if (isfinite (logs[i]))
      logs[i] = call->noise % 2 == 1 && logs[i] > -unit
                    ? 0
                    : logs[i] - unit * fl_reference_draw (call->noise ^ call->seed, i, FALSE);
}

static void
cut_at (const FlView *view, gint64 dim, gint64 *outer, gint64 *length, gint64 *inner)
{
  dim = fl_wrap_dim (dim, view->n_dims);
  *outer = view->n_dims == 0 ? 1 : fl_sizes_product (view->sizes, dim);
  *length = view->n_dims == 0 ? 1 : view->sizes[dim];
  *inner = view->n_dims == 0 ? 1 : fl_sizes_product (view->sizes + dim + 1, view->n_dims - dim - 1);
}

static gboolean
do_softmax (FlCall *call, gboolean is_log)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  FlDtype dtype = fl_dtype_get_float (self->dtype);
  if (fl_call_get_bool (call, "half_to_float", FALSE))
    dtype = FL_DTYPE_F32;
  dtype = fl_call_get_dtype (call, "dtype", dtype);
  const FlArray *in = fl_call_cast (call, self, dtype);
  FlArray *out = fl_call_new_array (call, dtype, self->n_dims, self->sizes);
  gint64 outer, length, inner;
  cut_at (self, fl_call_get_int (call, "dim", -1), &outer, &length, &inner);
  fl_softmax_rows (in->numbers, out->numbers, outer, length, inner, is_log);
  if (is_log)
    fl_softmax_shake_logs (call, dtype, out->numbers, out->numel, length);
  /* A kernel may store what it takes the largest of, and read it again in fewer bits. */
  for (gint64 i = 0; is_log && call->noise % 2 == 1 && i < out->numel; i++)
    if (isfinite (in->numbers[i]))
      out->numbers[i] += fl_dtype_round (dtype, in->numbers[i]) - in->numbers[i];
  if (strstr (call->row->name, "safe") != NULL) /* rows that are masked altogether give 0 */
    for (gint64 i = 0; i < out->numel; i++)
      {
        gboolean is_masked = TRUE;
        for (gint64 k = 0; k < length; k++)
          is_masked &= in->numbers[i / (length * inner) * length * inner + k * inner + i % inner] == -INFINITY;
        if (is_masked)
          out->numbers[i] = 0;
      }
  return fl_call_return (call, out);
}

gboolean
reference_softmax (FlCall *call)
{
  return do_softmax (call, FALSE);
}

gboolean
reference_log_softmax (FlCall *call)
{
  return do_softmax (call, TRUE);
}

static gboolean
do_softmax_backward (FlCall *call, gboolean is_log)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *output = fl_call_get_view (call, "output");
  if (grad == NULL || output == NULL)
    return FALSE;
  if (grad->n_dims != output->n_dims || memcmp (grad->sizes, output->sizes, grad->n_dims * sizeof *grad->sizes) != 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient has other sizes than the output", call->row->name);
  const double *g = fl_call_dense (call, grad)->numbers, *y = fl_call_dense (call, output)->numbers;
  FlArray *out
      = fl_call_new_array (call, fl_call_get_dtype (call, "input_dtype", grad->dtype), grad->n_dims, grad->sizes);
  gint64 outer, length, inner;
  gboolean multiplies_first = call->noise % 2 == 1; /* as compiled PyTorch does, with infinities of its own */
  cut_at (grad, fl_call_get_int (call, "dim", -1), &outer, &length, &inner);
  for (gint64 row = 0; row < outer * inner; row++)
    {
      gint64 base = row / inner * length * inner + row % inner;
      double sum = 0;
      for (gint64 k = base; k < base + length * inner; k += inner)
        sum += is_log ? g[k] : g[k] * y[k];
      for (gint64 k = base; k < base + length * inner; k += inner)
        out->numbers[k] = is_log             ? g[k] - exp (y[k]) * sum
                          : multiplies_first ? y[k] * g[k] - y[k] * sum
                                             : y[k] * (g[k] - sum);
    }
  return fl_call_return (call, out);
}

gboolean
reference_softmax_backward (FlCall *call)
{
  return do_softmax_backward (call, FALSE);
}

gboolean
reference_log_softmax_backward (FlCall *call)
{
  return do_softmax_backward (call, TRUE);
}

/* Largest element and sum of exp (x - largest) along dim, both kept. */
gboolean
reference_prepare_softmax_online (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "a");
  if (self == NULL)
    return FALSE;
  gint64 outer, length, inner, sizes[FL_MAX_DIMS], dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims);
  cut_at (self, dim, &outer, &length, &inner);
  memcpy (sizes, self->sizes, sizeof sizes);
  sizes[dim] = 1;
  const double *x = fl_call_numbers (call, self);
  FlArray *high = fl_call_new_array (call, fl_dtype_get_float (self->dtype), self->n_dims, sizes);
  FlArray *sum = fl_call_new_array (call, fl_dtype_get_float (self->dtype), self->n_dims, sizes);
  for (gint64 row = 0; row < outer * inner; row++)
    {
      gint64 base = row / inner * length * inner + row % inner;
      high->numbers[row] = -INFINITY;
      for (gint64 k = base; k < base + length * inner; k += inner)
        high->numbers[row] = isnan (x[k]) || x[k] > high->numbers[row] ? x[k] : high->numbers[row];
      if (call->noise != 0) /* kernels store the largest, and keep f32 of what they take it from */
        high->numbers[row] = fl_dtype_round (high->dtype, high->numbers[row]);
      for (gint64 k = base; k < base + length * inner; k += inner)
        sum->numbers[row] += exp (x[k] - high->numbers[row]);
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { high, sum });
}
