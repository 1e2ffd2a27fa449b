/* Reference kernels: sorting, the largest few, histograms, Fourier transforms by their definition. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (sort);
REFERENCE_KERNEL (argsort);
REFERENCE_KERNEL (topk);
REFERENCE_KERNEL (kthvalue);
REFERENCE_KERNEL (median);
REFERENCE_KERNEL (histc);
REFERENCE_KERNEL (fft_c2c);

typedef struct
{
  const FlArray *in;
  gint64 base, inner;
  gboolean is_descending;
} Order;

static int
compare_elements (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  gint64 i = *(const gint64 *) a, k = *(const gint64 *) b;
  gint64 x = order->base + i * order->inner, y = order->base + k * order->inner;
  int sign;
  if (order->in->integers != NULL)
    sign = (order->in->integers[x] > order->in->integers[y]) - (order->in->integers[x] < order->in->integers[y]);
  else if (isnan (order->in->numbers[x]) || isnan (order->in->numbers[y])) /* NaN is the largest */
    sign = isnan (order->in->numbers[x]) - isnan (order->in->numbers[y]);
  else
    sign = (order->in->numbers[x] > order->in->numbers[y]) - (order->in->numbers[x] < order->in->numbers[y]);
  if (sign == 0)
    return (i > k) - (i < k); /* stable */
  return order->is_descending ? -sign : sign;
}

/* Sorts along dim and keeps the first `keep` of each lane; values may be NULL. */
static gboolean
sort_lanes (FlCall *call, gboolean is_descending, gint64 keep, FlArray **values, FlArray **positions)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims);
  gint64 length = self->n_dims == 0 ? 1 : self->sizes[dim];
  gint64 inner = self->n_dims == 0 ? 1 : fl_sizes_product (self->sizes + dim + 1, self->n_dims - dim - 1);
  keep = keep < 0 ? length : keep;
  if (keep > length)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " elements",
                         call->row->name, keep, length);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, self->sizes, sizeof sizes);
  if (self->n_dims > 0)
    sizes[dim] = keep;
  Order order = { fl_call_dense (call, self), 0, inner, is_descending };
  *values = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  *positions = fl_call_new_array (call, FL_DTYPE_I64, self->n_dims, sizes);
  gint64 *lane = fl_call_alloc (call, length, sizeof *lane);
  for (gint64 row = 0; length > 0 && row < self->numel / length; row++)
    {
      order.base = row / inner * length * inner + row % inner;
      for (gint64 i = 0; i < length; i++)
        lane[i] = i;
      g_qsort_with_data (lane, length, sizeof *lane, compare_elements, &order);
      for (gint64 i = 0; i < keep; i++)
        {
          gint64 to = row / inner * keep * inner + row % inner + i * inner, from = order.base + lane[i] * inner;
          (*positions)->integers[to] = lane[i];
          if ((*values)->integers != NULL)
            (*values)->integers[to] = order.in->integers[from];
          else
            (*values)->numbers[to] = order.in->numbers[from];
        }
    }
  return TRUE;
}

gboolean
reference_sort (FlCall *call)
{
  FlArray *values, *positions;
  return sort_lanes (call, fl_call_get_bool (call, "descending", FALSE), -1, &values, &positions)
         && fl_call_return_list (call, 2, (FlArray *[]) { values, positions });
}

gboolean
reference_argsort (FlCall *call)
{
  FlArray *values, *positions;
  return sort_lanes (call, fl_call_get_bool (call, "descending", FALSE), -1, &values, &positions)
         && fl_call_return (call, positions);
}

gboolean
reference_topk (FlCall *call)
{
  FlArray *values, *positions;
  return sort_lanes (call, fl_call_get_bool (call, "largest", TRUE), fl_call_get_int (call, "k", 1), &values,
                     &positions)
         && fl_call_return_list (call, 2, (FlArray *[]) { values, positions });
}

/* Of a lane in order, NaN last: how many are numbers. */
static gint64
count_numbers (const FlArray *values, gint64 base, gint64 step, gint64 length)
{
  while (length > 0 && values->numbers != NULL && isnan (values->numbers[base + (length - 1) * step]))
    length--;
  return length;
}

/* The k-th smallest of each lane, from 0, and where it is; the first NaN where `nan_wins` and there is one. */
static gboolean
pick_ranked (FlCall *call, gint64 rank, gboolean nan_wins)
{
  FlArray *values, *positions;
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || !sort_lanes (call, FALSE, -1, &values, &positions))
    return FALSE;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims), n = 0;
  gint64 length = self->n_dims == 0 ? 1 : self->sizes[dim], sizes[FL_MAX_DIMS];
  gint64 inner = self->n_dims == 0 ? 1 : fl_sizes_product (self->sizes + dim + 1, self->n_dims - dim - 1);
  if (rank < 0 || rank >= length)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: element %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, call->row->name,
                         rank + 1, length);
  for (guint d = 0; d < self->n_dims; d++)
    if (d != dim || fl_call_get_bool (call, "keepdim", FALSE))
      sizes[n++] = d == dim ? 1 : self->sizes[d];
  FlArray *out = fl_call_new_array (call, self->dtype, n, sizes),
          *where = fl_call_new_array (call, FL_DTYPE_I64, n, sizes);
  for (gint64 row = 0; row < out->numel; row++)
    {
      gint64 base = row / inner * length * inner + row % inner, k = rank;
      if (strstr (call->row->name, "nanmedian") != NULL)
        k = MAX (count_numbers (values, base, inner, length) - 1, 0) / 2;
      while (nan_wins && values->numbers != NULL && isnan (values->numbers[base + (length - 1) * inner])
             && !isnan (values->numbers[base + k * inner]))
        k++;
      fl_array_set (out, row, fl_array_get (values, base + k * inner));
      if (values->integers != NULL)
        out->integers[row] = values->integers[base + k * inner];
      where->integers[row] = positions->integers[base + k * inner];
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { out, where });
}

gboolean
reference_kthvalue (FlCall *call)
{
  return pick_ranked (call, fl_call_get_int (call, "k", 1) - 1, FALSE);
}

/* The lower one of two in the middle. */
gboolean
reference_median (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  if (strstr (call->row->name, "median.dim") != NULL)
    {
      gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", -1), self->n_dims);
      return pick_ranked (call, ((self->n_dims == 0 ? 1 : self->sizes[dim]) - 1) / 2,
                          strstr (call->row->name, "nanmedian") == NULL);
    }
  const FlArray *dense = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, 0, NULL);
  Order order = { dense, 0, 1, FALSE };
  gint64 *lane = fl_call_alloc (call, self->numel, sizeof *lane);
  for (gint64 i = 0; i < self->numel; i++)
    lane[i] = i;
  g_qsort_with_data (lane, self->numel, sizeof *lane, compare_elements, &order);
  if (self->numel == 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of nothing", call->row->name);
  gint64 n = self->numel;
  while (n > 1 && strstr (call->row->name, "nanmedian") != NULL && dense->numbers != NULL
         && isnan (dense->numbers[lane[n - 1]]))
    n--;
  gint64 middle = lane[(n - 1) / 2], last = lane[n - 1];
  if (dense->integers != NULL)
    out->integers[0] = dense->integers[middle];
  else
    out->numbers[0] = dense->numbers[isnan (dense->numbers[last]) ? last : middle];
  return fl_call_return (call, out);
}

gboolean
reference_histc (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  gint64 bins = MAX (fl_call_get_int (call, "bins", 100), 1);
  double low = fl_call_get_double (call, "min", 0), high = fl_call_get_double (call, "max", 0);
  if (low == high)
    {
      low = INFINITY;
      high = -INFINITY;
      for (gint64 i = 0; i < in->numel; i++)
        {
          low = MIN (low, fl_array_get (in, i));
          high = MAX (high, fl_array_get (in, i));
        }
    }
  if (low == high)
    {
      low -= 1;
      high += 1;
    }
  FlArray *out = fl_call_new_array (call, self->dtype, 1, &bins);
  for (gint64 i = 0; i < in->numel; i++)
    {
      double x = fl_array_get (in, i);
      if (x < low || x > high || isnan (x))
        continue;
      gint64 bin = MIN ((gint64) ((x - low) / (high - low) * bins), bins - 1);
      fl_array_set (out, bin, fl_array_get (out, bin) + 1);
    }
  return fl_call_return (call, out);
}

/* One dim after the other, by the definition of the transform: n^2 steps a lane. */
static void
transform (double *data, gint64 outer, gint64 length, gint64 inner, int sign, double *lane)
{
  for (gint64 row = 0; row < outer * inner; row++)
    {
      double *x = data + 2 * (row / inner * length * inner + row % inner);
      memset (lane, 0, 2 * length * sizeof (double));
      for (gint64 k = 0; k < length; k++)
        for (gint64 i = 0; i < length; i++)
          {
            double angle = sign * 2 * G_PI * (double) (k * i % length) / length, re = x[2 * i * inner],
                   im = x[2 * i * inner + 1];
            lane[2 * k] += re * cos (angle) - im * sin (angle);
            lane[2 * k + 1] += re * sin (angle) + im * cos (angle);
          }
      for (gint64 k = 0; k < length; k++)
        memcpy (x + 2 * k * inner, lane + 2 * k, 2 * sizeof (double));
    }
}

gboolean
reference_fft_c2c (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 dims[FL_MAX_DIMS];
  if (self == NULL || !fl_dtype_is_complex (self->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs complex numbers", call->row->name);
  int n = MAX (fl_call_get_ints (call, "dim", dims, FL_MAX_DIMS), 0);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  memcpy (out->numbers, fl_call_dense (call, self)->numbers, 2 * self->numel * sizeof (double));
  double scale = 1;
  for (int i = 0; i < n; i++)
    {
      gint64 dim = fl_wrap_dim (dims[i], self->n_dims), length = self->sizes[dim];
      double *lane = fl_call_alloc (call, 2 * length, sizeof *lane);
      transform (out->numbers, fl_sizes_product (self->sizes, dim), length,
                 fl_sizes_product (self->sizes + dim + 1, self->n_dims - dim - 1),
                 fl_call_get_bool (call, "forward", TRUE) ? -1 : 1, lane);
      scale *= length;
    }
  gint64 normalization = fl_call_get_int (call, "normalization", 0); /* 0 none, 1 by the root, 2 by the length */
  scale = normalization == 0 ? 1 : normalization == 1 ? 1 / sqrt (scale) : 1 / scale;
  for (gint64 i = 0; i < 2 * out->numel; i++)
    out->numbers[i] *= scale;
  return fl_call_return (call, out);
}
