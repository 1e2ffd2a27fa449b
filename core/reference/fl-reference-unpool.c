/* Reference kernels: maxima whose place in the plane is known, there and back; windows that are
 * drawn. */
#include <math.h>
#include <string.h>

#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (max_pool_backward);
REFERENCE_KERNEL (max_unpool);
REFERENCE_KERNEL (fractional_max_pool);

enum
{
  MAX_SPATIAL = 3
};

static guint
count_spatial (const FlCall *call)
{
  return strstr (call->row->name, "3d") != NULL ? 3 : 2;
}

/* Gradients go to the places that the indices name. */
gboolean
reference_max_pool_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *self = fl_call_get_view (call, "self");
  const FlView *indices = fl_call_get_view (call, "indices");
  guint n = count_spatial (call);
  if (grad == NULL || self == NULL || indices == NULL)
    return FALSE;
  if (self->n_dims < n || grad->n_dims != self->n_dims || indices->numel != grad->numel
      || fl_dtype_is_float (indices->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient and the indices do not fit", call->row->name);
  const FlArray *places = fl_call_dense (call, indices);
  const double *from = fl_call_numbers (call, grad);
  gint64 in_plane = fl_sizes_product (self->sizes + self->n_dims - n, n),
         out_plane = fl_sizes_product (grad->sizes + grad->n_dims - n, n);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < grad->numel; i++)
    if (places->integers[i] >= 0 && places->integers[i] < in_plane && (i / out_plane + 1) * in_plane <= out->numel)
      sums[i / out_plane * in_plane + places->integers[i]] += from[i];
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_max_unpool (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *indices = fl_call_get_view (call, "indices");
  guint n = count_spatial (call);
  gint64 sizes[FL_MAX_DIMS], given[MAX_SPATIAL];
  if (self == NULL || indices == NULL)
    return FALSE;
  if (self->n_dims < n || indices->numel != self->numel || fl_dtype_is_float (indices->dtype)
      || fl_call_get_ints (call, "output_size", given, MAX_SPATIAL) != (int) n)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: values, indices and sizes do not fit", call->row->name);
  memcpy (sizes, self->sizes, sizeof sizes);
  memcpy (sizes + self->n_dims - n, given, n * sizeof *given);
  const FlArray *in = fl_call_dense (call, self), *places = fl_call_dense (call, indices);
  gint64 in_plane = fl_sizes_product (self->sizes + self->n_dims - n, n), out_plane = fl_sizes_product (given, n);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  for (gint64 i = 0; i < in->numel; i++)
    {
      if (places->integers[i] < 0 || places->integers[i] >= out_plane)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                             call->row->name, places->integers[i], out_plane);
      fl_array_copy_element (in, i, out, i / in_plane * out_plane + places->integers[i]);
    }
  return fl_call_return (call, out);
}

/* --- windows that are drawn --- */

/* Where window `at` of `out` begins: steps of (in - window) / (out - 1), shifted by a random share
 * of one; the last ends with the input. */
static gint64
find_start (double sample, gint64 in, gint64 out, gint64 window, gint64 at)
{
  float alpha;
  if (at + 1 >= out)
    return in - window;
  alpha = (float) (in - window) / (float) (out - 1);
  return (gint64) (((float) at + (float) sample) * alpha) - (gint64) ((float) sample * alpha);
}

/* One random number a plane and dimension: for pictures that of the columns comes first. */
gboolean
reference_fractional_max_pool (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *random = fl_call_get_view (call, "random_samples");
  guint n = count_spatial (call), first;
  gint64 sizes[FL_MAX_DIMS], window[MAX_SPATIAL], wanted[MAX_SPATIAL], at[MAX_SPATIAL] = { 0 };
  if (self == NULL || random == NULL)
    return FALSE;
  if (self->n_dims < n + 1 || fl_call_get_ints (call, "kernel_size", window, MAX_SPATIAL) != (int) n
      || fl_call_get_ints (call, "output_size", wanted, MAX_SPATIAL) != (int) n)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs %u sizes of windows and results", call->row->name, n);
  first = self->n_dims - n;
  memcpy (sizes, self->sizes, sizeof sizes);
  memcpy (sizes + first, wanted, n * sizeof *wanted);
  for (guint d = 0; d < n; d++)
    if (window[d] < 1 || wanted[d] < 1
        || wanted[d] + window[d] - 1 > self->sizes[first + d] - (n == 3)) /* volumes: one more */
      return fl_call_fail (call, FL_ERROR_SHAPE, "%s: a window of %" G_GINT64_FORMAT " does not fit", call->row->name,
                           window[d]);
  gint64 planes = fl_sizes_product (self->sizes, first), plane = fl_sizes_product (self->sizes + first, n),
         taps = fl_sizes_product (window, n);
  if (random->numel < planes * n)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs %u random numbers a plane", call->row->name, n);
  const FlArray *in = fl_call_dense (call, self);
  const double *samples = fl_call_numbers (call, random);
  FlArray *values = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  FlArray *places = fl_call_new_array (call, FL_DTYPE_I64, self->n_dims, sizes);
  gint64 per_plane = fl_sizes_product (wanted, n);
  for (gint64 i = 0; i < values->numel; i++)
    {
      gint64 p = i / per_plane, tap[MAX_SPATIAL] = { 0 };
      double best = -INFINITY;
      places->integers[i] = -1;
      for (gint64 k = 0; k < taps; k++)
        {
          gint64 place = 0;
          for (guint d = 0; d < n; d++)
            {
              double sample = samples[p * n + (n == 2 ? 1 - d : d)];
              place = place * self->sizes[first + d]
                      + find_start (sample, self->sizes[first + d], wanted[d], window[d], at[d]) + tap[d];
            }
          double value = fl_array_get (in, p * plane + place);
          if (places->integers[i] < 0 || value > best || (isnan (value) && !isnan (best)))
            {
              best = value;
              places->integers[i] = place;
            }
          fl_index_next (tap, window, n);
        }
      fl_array_set (values, i, best);
      fl_index_next (at, wanted, n);
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { values, places });
}
