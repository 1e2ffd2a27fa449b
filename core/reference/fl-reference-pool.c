/* Reference kernels: pools over windows of one to three spatial dimensions. */
#include <math.h>
#include <string.h>

#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (avg_pool);
REFERENCE_KERNEL (avg_pool_backward);
REFERENCE_KERNEL (adaptive_avg_pool);
REFERENCE_KERNEL (adaptive_avg_pool_backward);
REFERENCE_KERNEL (max_pool);
REFERENCE_KERNEL (max_pool2d_with_indices);
REFERENCE_KERNEL (low_memory_max_pool_with_offsets);
REFERENCE_KERNEL (adaptive_max_pool);
REFERENCE_KERNEL (low_memory_max_pool_offsets_to_indices);

enum
{
  MAX_SPATIAL = 3
};

typedef struct
{
  guint n; /* spatial dimensions: the last ones */
  gint64 planes;
  gint64 in[MAX_SPATIAL], out[MAX_SPATIAL];
  gint64 kernel[MAX_SPATIAL], stride[MAX_SPATIAL], padding[MAX_SPATIAL], dilation[MAX_SPATIAL];
  gint64 in_numel, out_numel;
  gint64 sizes[FL_MAX_DIMS]; /* of the result */
  guint n_dims;
  gboolean is_adaptive;
} Pool;

static void
read_list (FlCall *call, const char *name, gint64 *values, guint n, const gint64 *fallback, gint64 constant)
{
  gint64 given[MAX_SPATIAL];
  int n_given = fl_call_get_ints (call, name, given, MAX_SPATIAL);
  for (guint d = 0; d < n; d++)
    values[d] = n_given > 0        ? given[n_given == 1 ? 0 : MIN (d, (guint) n_given - 1)]
                : fallback != NULL ? fallback[d]
                                   : constant;
}

static guint
count_spatial (const FlCall *call)
{
  return strstr (call->row->name, "1d") != NULL ? 1 : strstr (call->row->name, "3d") != NULL ? 3 : 2;
}

static void
open_sizes (Pool *pool, const FlView *view)
{
  guint first = view->n_dims - pool->n;
  pool->n_dims = view->n_dims;
  pool->planes = fl_sizes_product (view->sizes, first);
  memcpy (pool->sizes, view->sizes, first * sizeof (gint64));
  memcpy (pool->in, view->sizes + first, pool->n * sizeof (gint64));
}

static void
close_sizes (Pool *pool)
{
  memcpy (pool->sizes + pool->n_dims - pool->n, pool->out, pool->n * sizeof (gint64));
  pool->in_numel = fl_sizes_product (pool->in, pool->n);
  pool->out_numel = fl_sizes_product (pool->out, pool->n);
}

static gboolean
open_pool (FlCall *call, Pool *pool, const FlView *view)
{
  *pool = (Pool) { .n = count_spatial (call) };
  const FlDatum *kernel = fl_call_find (call, "kernel_size");
  if (strstr (call->row->name, "low_memory") != NULL && kernel != NULL && kernel->kind == FL_DATUM_LIST)
    pool->n = kernel->n_items;
  if (view->n_dims < pool->n || pool->n > MAX_SPATIAL)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of a tensor with %u dimensions", call->row->name, view->n_dims);
  read_list (call, "kernel_size", pool->kernel, pool->n, NULL, 1);
  read_list (call, "stride", pool->stride, pool->n, pool->kernel, 1);
  read_list (call, "padding", pool->padding, pool->n, NULL, 0);
  read_list (call, "dilation", pool->dilation, pool->n, NULL, 1);
  gboolean ceils = fl_call_get_bool (call, "ceil_mode", FALSE);
  open_sizes (pool, view);
  for (guint d = 0; d < pool->n; d++)
    {
      if (pool->in[d] == 0)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %u of what is pooled has no elements",
                             call->row->name, view->n_dims - pool->n + d);
      gint64 room = pool->in[d] + 2 * pool->padding[d] - pool->dilation[d] * (pool->kernel[d] - 1) - 1;
      room += ceils ? pool->stride[d] - 1 : 0;
      pool->out[d] = room < 0 ? 0 : room / pool->stride[d] + 1;
      /* With ceil_mode the last window must still begin inside the input or its left padding. */
      if (ceils && (pool->out[d] - 1) * pool->stride[d] >= pool->in[d] + pool->padding[d])
        pool->out[d]--;
      if (pool->out[d] < 1)
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: no window of %" G_GINT64_FORMAT " fits %" G_GINT64_FORMAT " elements",
                             call->row->name, pool->kernel[d], pool->in[d]);
    }
  close_sizes (pool);
  return TRUE;
}

/* --- averages --------------------------------------------------------------------------------- */

/* The window of one result along one dim: [begin, end) inside the input; full: its length with the padding. */
static void
find_window (const Pool *pool, guint d, gint64 at, gint64 *begin, gint64 *end, gint64 *full)
{
  if (pool->is_adaptive)
    {
      *begin = at * pool->in[d] / pool->out[d];
      *end = ((at + 1) * pool->in[d] + pool->out[d] - 1) / pool->out[d];
      *full = *end - *begin;
      return;
    }
  gint64 start = at * pool->stride[d] - pool->padding[d];
  gint64 stop = MIN (start + pool->kernel[d], pool->in[d] + pool->padding[d]);
  *full = stop - start;
  *begin = MAX (start, 0);
  *end = MIN (stop, pool->in[d]);
}

/* Adds each result's share to, or from, the elements of its window. */
static void
average (FlCall *call, const Pool *pool, const double *small, double *large, const double *from, double *to)
{
  gboolean counts_padding = fl_call_get_bool (call, "count_include_pad", TRUE);
  gint64 divisor = fl_call_get_int (call, "divisor_override", 0);
  gint64 at[MAX_SPATIAL] = { 0 };
  for (gint64 i = 0; i < pool->planes * pool->out_numel; i++)
    {
      gint64 begin[MAX_SPATIAL], end[MAX_SPATIAL], size[MAX_SPATIAL], index[MAX_SPATIAL] = { 0 }, full = 1, inside = 1;
      for (guint d = 0; d < pool->n; d++)
        {
          gint64 length;
          find_window (pool, d, at[d], &begin[d], &end[d], &length);
          full *= length;
          size[d] = MAX (end[d] - begin[d], 0);
          inside *= size[d];
        }
      double parts = divisor != 0 ? divisor : counts_padding ? full : inside;
      for (gint64 k = 0; k < inside; k++)
        {
          gint64 place = i / pool->out_numel;
          for (guint d = 0; d < pool->n; d++)
            place = place * pool->in[d] + begin[d] + index[d];
          if (large != NULL)
            large[place] += small[i] / parts;
          else
            to[i] += from[place];
          fl_index_next (index, size, pool->n);
        }
      if (to != NULL && inside > 0)
        to[i] /= parts; /* of the whole sum: means of integers are truncated */
      if (pool->is_adaptive && inside == 0 && to != NULL)
        to[i] = NAN; /* the mean of nothing */
      if (pool->n > 0)
        fl_index_next (at, pool->out, pool->n);
    }
}

gboolean
reference_avg_pool (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Pool pool;
  if (self == NULL || !open_pool (call, &pool, self))
    return FALSE;
  FlArray *out = fl_call_new_array (call, self->dtype, pool.n_dims, pool.sizes);
  double *means = fl_call_open_numbers (call, out);
  average (call, &pool, NULL, NULL, fl_call_numbers (call, self), means);
  return fl_call_return (call, fl_call_settle (out, means));
}

/* A gradient has an element for each window. */
static gboolean
check_gradient (FlCall *call, const Pool *pool, const FlView *grad)
{
  gboolean fits = grad->n_dims == pool->n_dims;
  for (guint d = 0; fits && d < pool->n_dims; d++)
    {
      if (grad->sizes[d] != pool->sizes[d])
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: dimension %u of the gradient has %" G_GINT64_FORMAT
                             " elements, where pooling yields %" G_GINT64_FORMAT,
                             call->row->name, d, grad->sizes[d], pool->sizes[d]);
    }
  return fits
         || fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient has %u dimensions, and pooling yields %u",
                          call->row->name, grad->n_dims, pool->n_dims);
}

gboolean
reference_avg_pool_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *self = fl_call_get_view (call, "self");
  Pool pool;
  if (grad == NULL || self == NULL || !open_pool (call, &pool, self) || !check_gradient (call, &pool, grad))
    return FALSE;
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  double *sums = fl_call_open_numbers (call, out);
  average (call, &pool, fl_call_numbers (call, grad), sums, NULL, NULL);
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_adaptive_avg_pool (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  Pool pool = { .n = count_spatial (call), .is_adaptive = TRUE };
  open_sizes (&pool, self);
  read_list (call, "output_size", pool.out, pool.n, pool.in, 1);
  for (guint d = 0; d < pool.n; d++)
    pool.out[d] = pool.out[d] < 0 ? pool.in[d] : pool.out[d]; /* None */
  close_sizes (&pool);
  FlArray *out = fl_call_new_array (call, self->dtype, pool.n_dims, pool.sizes);
  double *means = fl_call_open_numbers (call, out);
  average (call, &pool, NULL, NULL, fl_call_numbers (call, self), means);
  return fl_call_return (call, fl_call_settle (out, means));
}

gboolean
reference_adaptive_avg_pool_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *self = fl_call_get_view (call, "self");
  if (grad == NULL || self == NULL)
    return FALSE;
  Pool pool = { .n = count_spatial (call), .is_adaptive = TRUE };
  if (self->n_dims < pool.n || grad->n_dims != self->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of a tensor with %u dimensions", call->row->name, self->n_dims);
  open_sizes (&pool, self);
  memcpy (pool.out, grad->sizes + grad->n_dims - pool.n, pool.n * sizeof (gint64));
  close_sizes (&pool);
  if (!check_gradient (call, &pool, grad)) /* by planes */
    return FALSE;
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  double *sums = fl_call_open_numbers (call, out);
  average (call, &pool, fl_call_numbers (call, grad), sums, NULL, NULL);
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* --- maxima ----------------------------------------------------------------------------------- */

static gboolean
is_larger (const FlArray *in, gint64 place, gint64 other)
{
  if (in->integers != NULL) /* with all their digits */
    return in->integers[place] > in->integers[other];
  return in->numbers[place] > in->numbers[other] || (isnan (in->numbers[place]) && !isnan (in->numbers[other]));
}

/* The largest element of each window: value, place in its plane, and number within its window. The first of equal ones
 * wins; NaN wins over all. */
static void
find_maxima (FlCall *call, const Pool *pool, const FlArray *in, FlArray *values, gint64 *places, gint64 *offsets)
{
  gint64 at[MAX_SPATIAL] = { 0 }, taps = fl_sizes_product (pool->kernel, pool->n);
  for (gint64 i = 0; i < values->numel; i++)
    {
      gint64 tap[MAX_SPATIAL] = { 0 }, plane = i / pool->out_numel * pool->in_numel;
      places[i] = -1;
      for (gint64 k = 0; k < taps; k++)
        {
          gint64 place = 0;
          gboolean is_inside = TRUE;
          for (guint d = 0; d < pool->n; d++)
            {
              gint64 x = at[d] * pool->stride[d] - pool->padding[d] + tap[d] * pool->dilation[d];
              is_inside &= x >= 0 && x < pool->in[d];
              place = place * pool->in[d] + x;
            }
          if (is_inside && (places[i] < 0 || is_larger (in, plane + place, plane + places[i])))
            {
              places[i] = place;
              offsets[i] = k;
            }
          fl_index_next (tap, pool->kernel, pool->n);
        }
      if (places[i] < 0)
        fl_array_set (values, i, -INFINITY);
      else
        fl_array_copy_element (in, plane + places[i], values, i);
      fl_index_next (at, pool->out, pool->n);
    }
}

static gboolean
open_maxima (FlCall *call, Pool *pool, FlArray **values, FlArray **places, FlArray **offsets)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || !open_pool (call, pool, self))
    return FALSE;
  *values = fl_call_new_array (call, self->dtype, pool->n_dims, pool->sizes);
  *places = fl_call_new_array (call, FL_DTYPE_I64, pool->n_dims, pool->sizes);
  *offsets = fl_call_new_array (call, FL_DTYPE_I8, pool->n_dims, pool->sizes);
  find_maxima (call, pool, fl_call_dense (call, self), *values, (*places)->integers, (*offsets)->integers);
  return TRUE;
}

gboolean
reference_max_pool (FlCall *call)
{
  Pool pool;
  FlArray *values, *places, *offsets;
  return open_maxima (call, &pool, &values, &places, &offsets) && fl_call_return (call, values);
}

gboolean
reference_max_pool2d_with_indices (FlCall *call)
{
  Pool pool;
  FlArray *values, *places, *offsets;
  return open_maxima (call, &pool, &values, &places, &offsets)
         && fl_call_return_list (call, 2, (FlArray *[]) { values, places });
}

gboolean
reference_low_memory_max_pool_with_offsets (FlCall *call)
{
  Pool pool;
  FlArray *values, *places, *offsets;
  return open_maxima (call, &pool, &values, &places, &offsets)
         && fl_call_return_list (call, 2, (FlArray *[]) { values, offsets });
}

/* Windows as adaptive averages have them; the first of equal ones wins, NaN over all. */
gboolean
reference_adaptive_max_pool (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Pool pool = { .n = count_spatial (call), .is_adaptive = TRUE };
  if (self == NULL || self->n_dims < pool.n)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs %u dimensions", call->row->name, pool.n);
  open_sizes (&pool, self);
  read_list (call, "output_size", pool.out, pool.n, pool.in, 1);
  close_sizes (&pool);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *values = fl_call_new_array (call, self->dtype, pool.n_dims, pool.sizes);
  FlArray *places = fl_call_new_array (call, FL_DTYPE_I64, pool.n_dims, pool.sizes);
  gint64 at[MAX_SPATIAL] = { 0 };
  for (gint64 i = 0; i < values->numel; i++)
    {
      gint64 begin[MAX_SPATIAL], size[MAX_SPATIAL], index[MAX_SPATIAL] = { 0 }, n = 1,
                                                    plane = i / pool.out_numel * pool.in_numel;
      double best = -INFINITY;
      places->integers[i] = -1;
      for (guint d = 0; d < pool.n; d++)
        {
          gint64 end, full;
          find_window (&pool, d, at[d], &begin[d], &end, &full);
          n *= size[d] = end - begin[d];
        }
      for (gint64 k = 0; k < n; k++)
        {
          gint64 place = 0;
          for (guint d = 0; d < pool.n; d++)
            place = place * pool.in[d] + begin[d] + index[d];
          double value = fl_array_get (in, plane + place);
          if (places->integers[i] < 0 || value > best || (isnan (value) && !isnan (best)))
            {
              best = value;
              places->integers[i] = place;
            }
          fl_index_next (index, size, pool.n);
        }
      fl_array_set (values, i, best);
      fl_index_next (at, pool.out, pool.n);
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { values, places });
}

/* Numbers within windows become places in planes. */
gboolean
reference_low_memory_max_pool_offsets_to_indices (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  const FlDatum *kernel = fl_call_find (call, "kernel_size");
  if (self == NULL || kernel == NULL)
    return FALSE;
  Pool pool = { .n = kernel->kind == FL_DATUM_LIST ? MIN (kernel->n_items, MAX_SPATIAL) : 2 };
  read_list (call, "kernel_size", pool.kernel, pool.n, NULL, 1);
  read_list (call, "input_size", pool.in, pool.n, NULL, 1);
  read_list (call, "stride", pool.stride, pool.n, pool.kernel, 1);
  read_list (call, "padding", pool.padding, pool.n, NULL, 0);
  read_list (call, "dilation", pool.dilation, pool.n, NULL, 1);
  const FlArray *offsets = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_I64, self->n_dims, self->sizes);
  gint64 at[MAX_SPATIAL] = { 0 };
  const gint64 *sizes = self->sizes + self->n_dims - pool.n;
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 tap[MAX_SPATIAL], rest = offsets->integers[i], place = 0;
      for (guint d = pool.n; d-- > 0;)
        {
          tap[d] = rest % pool.kernel[d];
          rest /= pool.kernel[d];
        }
      for (guint d = 0; d < pool.n; d++)
        place = place * pool.in[d] + at[d] * pool.stride[d] - pool.padding[d] + tap[d] * pool.dilation[d];
      out->integers[i] = place;
      fl_index_next (at, sizes, pool.n);
    }
  return fl_call_return (call, out);
}
