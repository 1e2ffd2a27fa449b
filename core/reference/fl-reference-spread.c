/* Reference kernels: gradients of views and of reductions, and operators that repeat, shuffle or
 * fill elements by a rule. */
#include <math.h>
#include <string.h>

#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (unfold_backward);
REFERENCE_KERNEL (value_selecting_reduction_backward);
REFERENCE_KERNEL (reflection_pad_backward);
REFERENCE_KERNEL (replication_pad_backward);
REFERENCE_KERNEL (take_along_dim);
REFERENCE_KERNEL (masked_scatter);
REFERENCE_KERNEL (scatter_upon_const_tensor);
REFERENCE_KERNEL (repeat_interleave);
REFERENCE_KERNEL (channel_shuffle);
REFERENCE_KERNEL (logcumsumexp);
REFERENCE_KERNEL (cummax);
REFERENCE_KERNEL (cummin);
REFERENCE_KERNEL (heaviside);

static void
copy_element (const FlArray *from, gint64 source, FlArray *to, gint64 target)
{
  if (from->integers != NULL)
    to->integers[target] = from->integers[source];
  else
    to->numbers[target] = from->numbers[source];
}

/* Lanes along dim: element k of lane i lies at i / inner * length * inner + k * inner + i % inner.
 */
typedef struct
{
  gint64 length, inner, n;
} Lanes;

static Lanes
cut_lanes (const gint64 *sizes, guint n_dims, guint dim)
{
  Lanes lanes = { .length = n_dims == 0 ? 1 : sizes[dim],
                  .inner = n_dims == 0 ? 1 : fl_sizes_product (sizes + dim + 1, n_dims - dim - 1) };
  lanes.n = n_dims == 0 ? 1 : fl_sizes_product (sizes, dim) * lanes.inner;
  return lanes;
}

static gint64
place (const Lanes *lanes, gint64 lane, gint64 k)
{
  return lane / lanes->inner * lanes->length * lanes->inner + k * lanes->inner + lane % lanes->inner;
}

static gboolean
get_dim (FlCall *call, const FlView *view, gint64 fallback, guint *dim)
{
  gint64 given = fl_wrap_dim (fl_call_get_int (call, "dim", fallback), view->n_dims);
  if (given < 0 || given >= MAX (view->n_dims, 1))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: there is no such dimension", call->row->name);
  *dim = given;
  return TRUE;
}

/* --- gradients --------------------------------------------------------------------------------- */

/* Windows of `size` every `step` elements, added back where they came from. */
gboolean
reference_unfold_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_in");
  gint64 sizes[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "input_sizes", sizes, FL_MAX_DIMS);
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), MAX (n, 0)), step = fl_call_get_int (call, "step", 1);
  if (grad == NULL || n < 1 || dim < 0 || dim >= n || grad->n_dims != (guint) n + 1)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the sizes do not fit the gradient", call->row->name);
  const double *from = fl_call_numbers (call, grad);
  FlArray *out = fl_call_new_array (call, grad->dtype, n, sizes);
  double *sums = fl_call_open_numbers (call, out);
  gint64 index[FL_MAX_DIMS] = { 0 };
  for (gint64 i = 0; i < grad->numel; i++)
    {
      gint64 to = 0;
      for (gint64 d = 0; d < n; d++)
        to = to * sizes[d] + (d == dim ? index[d] * step + index[n] : index[d]);
      if (to >= out->numel)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: a window ends outside of the input", call->row->name);
      sums[to] += from[i];
      fl_index_next (index, grad->sizes, grad->n_dims);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* What max (dim) and the like chose receives the gradient. */
gboolean
reference_value_selecting_reduction_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad"), *indices = fl_call_get_view (call, "indices");
  gint64 sizes[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "sizes", sizes, FL_MAX_DIMS);
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), MAX (n, 0));
  if (grad == NULL || indices == NULL || n < 0 || dim < 0 || dim >= MAX (n, 1) || fl_dtype_is_float (indices->dtype)
      || grad->numel != indices->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: gradient, indices and sizes do not fit", call->row->name);
  const FlArray *from = fl_call_dense (call, grad), *chosen = fl_call_dense (call, indices);
  FlArray *out = fl_call_new_array (call, grad->dtype, n, sizes);
  Lanes lanes = cut_lanes (sizes, n, dim);
  for (gint64 i = 0; i < MIN (lanes.n, from->numel); i++)
    {
      if (chosen->integers[i] < 0 || chosen->integers[i] >= lanes.length)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " elements",
                             call->row->name, chosen->integers[i], lanes.length);
      copy_element (from, i, out, place (&lanes, i, chosen->integers[i]));
    }
  return fl_call_return (call, out);
}

static gint64
reflect (gint64 at, gint64 size)
{
  return at < 0 ? -at : at >= size ? 2 * size - 2 - at : at;
}

/* Each gradient goes back to the element that was copied to its place: reflected at the border, or the nearest. */
static gboolean
return_unpadded (FlCall *call, gboolean is_reflected)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *self = fl_call_get_view (call, "self");
  gint64 pads[6], index[FL_MAX_DIMS] = { 0 };
  int n = fl_call_get_ints (call, "padding", pads, G_N_ELEMENTS (pads)) / 2;
  if (grad == NULL || self == NULL || n < 1 || (int) self->n_dims < n || grad->n_dims != self->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs two paddings a dimension", call->row->name);
  guint first = self->n_dims - n;
  for (guint d = first; d < self->n_dims; d++)
    {
      const gint64 *pair = pads + 2 * (self->n_dims - 1 - d);
      if (grad->sizes[d] != self->sizes[d] + pair[0] + pair[1]
          || (is_reflected && MAX (pair[0], pair[1]) >= self->sizes[d]))
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the padding does not fit the sizes", call->row->name);
    }
  const double *from = fl_call_numbers (call, grad);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < grad->numel; i++)
    {
      gint64 to = 0;
      for (guint d = 0; d < self->n_dims; d++)
        {
          gint64 at = d < first ? index[d] : index[d] - pads[2 * (self->n_dims - 1 - d)];
          to = to * self->sizes[d]
               + (d < first      ? at
                  : is_reflected ? reflect (at, self->sizes[d])
                                 : CLAMP (at, 0, self->sizes[d] - 1));
        }
      sums[to] += from[i];
      fl_index_next (index, grad->sizes, grad->n_dims);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_reflection_pad_backward (FlCall *call)
{
  return return_unpadded (call, TRUE);
}

gboolean
reference_replication_pad_backward (FlCall *call)
{
  return return_unpadded (call, FALSE);
}

/* --- by index and mask ------------------------------------------------------------------------- */

/* gather, with sizes other than dim's broadcast. */
gboolean
reference_take_along_dim (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *indices = fl_call_get_view (call, "indices");
  guint dim;
  if (self == NULL || indices == NULL || !get_dim (call, self, 0, &dim))
    return FALSE;
  if (indices->n_dims != self->n_dims || fl_dtype_is_float (indices->dtype) || self->n_dims == 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: indices of %u dimensions into %u", call->row->name, indices->n_dims,
                         self->n_dims);
  gint64 sizes[FL_MAX_DIMS], reads[FL_MAX_DIMS], index[FL_MAX_DIMS] = { 0 };
  memcpy (reads, self->sizes, sizeof reads);
  for (guint d = 0; d < self->n_dims; d++)
    {
      sizes[d] = d == dim || indices->sizes[d] != 1 ? indices->sizes[d] : self->sizes[d];
      reads[d] = d == dim ? self->sizes[d] : sizes[d];
    }
  FlDatum whole = { .kind = FL_DATUM_TENSOR, .view = (FlView *) self },
          chosen = { .kind = FL_DATUM_TENSOR, .view = (FlView *) indices };
  const FlArray *in = fl_call_broadcast (call, &whole, self->dtype, self->n_dims, reads);
  const FlArray *at = fl_call_broadcast (call, &chosen, FL_DTYPE_I64, self->n_dims, sizes);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 from = 0, k = at->integers[i] < 0 ? at->integers[i] + reads[dim] : at->integers[i];
      if (k < 0 || k >= reads[dim])
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: index %" G_GINT64_FORMAT " of a dimension of size %" G_GINT64_FORMAT, call->row->name,
                             at->integers[i], reads[dim]);
      for (guint d = 0; d < self->n_dims; d++)
        from = from * reads[d] + (d == dim ? k : index[d]);
      copy_element (in, from, out, i);
      fl_index_next (index, sizes, self->n_dims);
    }
  return fl_call_return (call, out);
}

/* The elements of source, one after the other, where the mask is set. */
gboolean
reference_masked_scatter (FlCall *call)
{
  const FlDatum *values[] = { fl_call_find (call, "self"), fl_call_find (call, "mask") };
  const FlView *self = fl_call_get_view (call, "self"), *source = fl_call_get_view (call, "source");
  gint64 sizes[FL_MAX_DIMS], next = 0;
  guint n_dims;
  if (self == NULL || source == NULL || !fl_call_broadcast_shapes (call, 2, values, &n_dims, sizes))
    return FALSE;
  const FlArray *in = fl_call_broadcast (call, values[0], self->dtype, n_dims, sizes),
                *from = fl_call_cast (call, source, self->dtype);
  const FlArray *mask = fl_call_broadcast (call, values[1], FL_DTYPE_BOOL, n_dims, sizes);
  FlArray *out = fl_call_new_array (call, self->dtype, n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      if (mask->integers[i] && next >= from->numel)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the mask has more elements than the source", call->row->name);
      if (mask->integers[i])
        copy_element (from, next++, out, i);
      else
        copy_element (in, i, out, i);
    }
  return fl_call_return (call, out);
}

/* val where the selector, whose size along dim is 1, says the position along dim; background_val everywhere else. */
gboolean
reference_scatter_upon_const_tensor (FlCall *call)
{
  const FlView *selector = fl_call_get_view (call, "selector");
  const FlDatum *datum = fl_call_find (call, "selector");
  gint64 sizes[FL_MAX_DIMS], position[FL_MAX_DIMS] = { 0 };
  const int n = fl_call_get_ints (call, "shape", sizes, FL_MAX_DIMS);
  if (selector == NULL || n <= 0 || selector->n_dims != (guint) n)
    return FALSE;
  const guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), n);
  const FlArray *where = fl_call_broadcast (call, datum, FL_DTYPE_I64, n, sizes);
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "dtype", FL_DTYPE_F32), n, sizes);
  const double number = fl_call_get_double (call, "val", 0),
               background = fl_call_get_double (call, "background_val", 0);
  if (where == NULL)
    return FALSE;
  for (gint64 i = 0; i < out->numel; i++)
    {
      fl_array_set (out, i, where->integers[i] == position[dim] ? number : background);
      fl_index_next (position, sizes, n);
    }
  return fl_call_return (call, out);
}

/* --- repeating and shuffling
 * ----------------------------------------------------------------------------------------- */

gboolean
reference_repeat_interleave (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 repeats = fl_call_get_int (call, "repeats", 1), sizes[FL_MAX_DIMS];
  guint dim = 0, n_dims;
  if (self == NULL || (fl_call_find (call, "dim") != NULL && !get_dim (call, self, 0, &dim)) || repeats < 0)
    return FALSE;
  n_dims = fl_call_find (call, "dim") == NULL ? 1 : self->n_dims;
  memcpy (sizes, self->sizes, sizeof sizes);
  if (fl_call_find (call, "dim") == NULL) /* of all elements in a row */
    sizes[0] = self->numel;
  Lanes from = cut_lanes (sizes, n_dims, dim);
  if (n_dims > 0)
    sizes[dim] *= repeats;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, n_dims, sizes);
  Lanes to = cut_lanes (sizes, n_dims, dim);
  for (gint64 lane = 0; lane < to.n; lane++)
    for (gint64 k = 0; k < to.length; k++)
      copy_element (in, place (&from, lane, n_dims == 0 ? 0 : k / repeats), out, place (&to, lane, k));
  return fl_call_return (call, out);
}

/* [n, groups * c, …] read as [n, c, groups, …] */
gboolean
reference_channel_shuffle (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 groups = fl_call_get_int (call, "groups", 1);
  if (self == NULL || self->n_dims < 2 || groups < 1 || self->sizes[1] % groups != 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " groups do not divide the channels",
                         call->row->name, groups);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  Lanes lanes = cut_lanes (self->sizes, self->n_dims, 1);
  for (gint64 lane = 0; lane < lanes.n; lane++)
    for (gint64 k = 0; k < lanes.length; k++)
      copy_element (in, place (&lanes, lane, k % groups * (lanes.length / groups) + k / groups), out,
                    place (&lanes, lane, k));
  return fl_call_return (call, out);
}

/* --- scans and steps --------------------------------------------------------------------------- */

gboolean
reference_logcumsumexp (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  guint dim;
  if (self == NULL || !get_dim (call, self, 0, &dim))
    return FALSE;
  if (!fl_dtype_is_float (self->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of integers", call->row->name);
  const double *x = fl_call_numbers (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  Lanes lanes = cut_lanes (self->sizes, self->n_dims, dim);
  for (gint64 lane = 0; lane < lanes.n; lane++)
    {
      double sum = -INFINITY;
      for (gint64 k = 0; k < lanes.length; k++)
        {
          double next = x[place (&lanes, lane, k)], high = fmax (sum, next), low = fmin (sum, next);
          sum = isnan (sum) || isnan (next) ? NAN : isinf (high) ? high : high + log1p (exp (low - high));
          out->numbers[place (&lanes, lane, k)] = sum;
        }
    }
  return fl_call_return (call, out);
}

/* Extremes so far, each with the place of the last of equals; of NaNs the last, too, which nothing comes after. */
static gboolean
scan_extreme (FlCall *call, int sign)
{
  const FlView *self = fl_call_get_view (call, "self");
  guint dim;
  if (self == NULL || !get_dim (call, self, 0, &dim))
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  FlArray *places = fl_call_new_array (call, FL_DTYPE_I64, self->n_dims, self->sizes);
  Lanes lanes = cut_lanes (self->sizes, self->n_dims, dim);
  for (gint64 lane = 0; lane < lanes.n; lane++)
    for (gint64 k = 0, best = 0; k < lanes.length; k++)
      {
        gint64 a = place (&lanes, lane, k), b = place (&lanes, lane, best);
        gboolean is_nan = in->numbers != NULL && isnan (in->numbers[a]),
                 was_nan = in->numbers != NULL && isnan (in->numbers[b]);
        int order = in->numbers != NULL ? (in->numbers[a] > in->numbers[b]) - (in->numbers[a] < in->numbers[b])
                                        : (in->integers[a] > in->integers[b]) - (in->integers[a] < in->integers[b]);
        if (is_nan || (!was_nan && order * sign >= 0))
          best = k;
        copy_element (in, place (&lanes, lane, best), out, a);
        places->integers[a] = best;
      }
  return fl_call_return_list (call, 2, (FlArray *[]) { out, places });
}

gboolean
reference_cummax (FlCall *call)
{
  return scan_extreme (call, 1);
}

gboolean
reference_cummin (FlCall *call)
{
  return scan_extreme (call, -1);
}

/* 0 below zero, 1 above, `values` at zero. */
gboolean
reference_heaviside (FlCall *call)
{
  const FlDatum *values[] = { fl_call_find (call, "self"), fl_call_find (call, "values") };
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims;
  if (!fl_call_broadcast_shapes (call, 2, values, &n_dims, sizes))
    return FALSE;
  FlDtype dtype = fl_call_promote (call, 2, values);
  const FlArray *x = fl_call_broadcast (call, values[0], dtype, n_dims, sizes),
                *at_zero = fl_call_broadcast (call, values[1], dtype, n_dims, sizes);
  FlArray *out = fl_call_new_array (call, dtype, n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    if (fl_array_get (x, i) == 0)
      fl_array_copy_element (at_zero, i, out, i);
    else
      fl_array_set (out, i, fl_array_get (x, i) > 0);
  return fl_call_return (call, out);
}
