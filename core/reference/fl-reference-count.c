/* Reference kernels: histograms, segments of rows, places of what is not 0, repetitions. */
#include <math.h>
#include <string.h>

#include "fl-reference-kernels.h"

REFERENCE_KERNEL (histogram);
REFERENCE_KERNEL (histogramdd_edges);
REFERENCE_KERNEL (histogramdd);
REFERENCE_KERNEL (segment_reduce);
REFERENCE_KERNEL (segment_reduce_backward);
REFERENCE_KERNEL (nonzero_static);
REFERENCE_KERNEL (repeat_interleave_tensor);

/* --- histograms -------------------------------------------------------------------------------- */

/* One column of the data, and where its bins begin and end. */
typedef struct
{
  gint64 n_bins;
  double low, high;
  FlArray *edges; /* n_bins + 1, rounded to the type of the data */
} Axis;

/* Given, or from the least to the greatest; what has no width is half a unit wide on either side.
 */
static void
open_axis (FlCall *call, Axis *axis, const double *data, gint64 n, gint64 step, guint column, FlDtype dtype)
{
  const FlDatum *range = fl_call_find (call, "range");
  gint64 length = axis->n_bins + 1, ignored;
  axis->low = INFINITY;
  axis->high = -INFINITY;
  if (range != NULL && range->kind == FL_DATUM_LIST && range->n_items > 2 * column + 1)
    {
      fl_datum_get_number (&range->items[2 * column], &axis->low, &ignored);
      fl_datum_get_number (&range->items[2 * column + 1], &axis->high, &ignored);
    }
  else
    for (gint64 i = 0; i < n; i++)
      {
        axis->low = MIN (axis->low, data[i * step]);
        axis->high = MAX (axis->high, data[i * step]);
      }
  if (n == 0 && axis->low > axis->high)
    {
      axis->low = 0;
      axis->high = 1;
    }
  if (axis->low == axis->high)
    {
      axis->low -= 0.5;
      axis->high += 0.5;
    }
  axis->edges = fl_call_new_array (call, dtype, 1, &length);
  for (gint64 i = 0; i <= axis->n_bins; i++)
    {
      double width = (axis->high - axis->low) / axis->n_bins;
      fl_array_set (axis->edges, i,
                    fl_dtype_round (dtype,
                                    i < length / 2 ? axis->low + i * width : axis->high - (axis->n_bins - i) * width));
    }
}

/* The bin of a number; the last one has its end, too. -1: outside. */
static gint64
find_bin (const Axis *axis, double x)
{
  gint64 bin = 0;
  if (!(x >= axis->edges->numbers[0] && x <= axis->edges->numbers[axis->n_bins]))
    return -1;
  while (bin + 1 < axis->n_bins && axis->edges->numbers[bin + 1] <= x)
    bin++;
  return bin;
}

/* Counts rows of n_columns numbers by all of their bins; with a density the whole comes to 1. */
static FlArray *
count_rows (FlCall *call, const Axis *axes, guint n_axes, const double *data, gint64 n_rows, FlDtype dtype)
{
  const FlView *weight = fl_call_find_view (call, "weight");
  const double *weights = weight != NULL ? fl_call_numbers (call, weight) : NULL;
  gint64 sizes[FL_MAX_DIMS];
  double total = 0;
  for (guint d = 0; d < n_axes; d++)
    sizes[d] = axes[d].n_bins;
  FlArray *out = fl_call_new_array (call, dtype, n_axes, sizes);
  for (gint64 i = 0; i < n_rows; i++)
    {
      gint64 place = 0, bin = 0;
      for (guint d = 0; d < n_axes && bin >= 0; d++)
        {
          bin = find_bin (&axes[d], data[i * n_axes + d]);
          place = place * sizes[d] + bin;
        }
      if (bin >= 0)
        out->numbers[place] += weights != NULL ? weights[i] : 1;
    }
  if (!fl_call_get_bool (call, "density", FALSE))
    return out;
  for (gint64 i = 0; i < out->numel; i++)
    total += out->numbers[i];
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 rest = i;
      out->numbers[i] /= total;
      for (guint d = n_axes; d-- > 0; rest /= sizes[d])
        out->numbers[i] /= axes[d].edges->numbers[rest % sizes[d] + 1] - axes[d].edges->numbers[rest % sizes[d]];
    }
  return out;
}

static gboolean
check_floats (FlCall *call, const FlView *self)
{
  const FlView *weight = fl_call_find_view (call, "weight");
  if (!fl_dtype_is_float (self->dtype))
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s of integers", call->row->name);
  return weight == NULL
         || weight->numel * (gint64) MAX (1, strstr (call->row->name, "dd") != NULL ? self->sizes[self->n_dims - 1] : 1)
                == self->numel
         || fl_call_fail (call, FL_ERROR_SHAPE, "%s: as many weights are needed as there are rows", call->row->name);
}

gboolean
reference_histogram (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Axis axis = { .n_bins = fl_call_get_int (call, "bins", 100) };
  if (self == NULL || !check_floats (call, self))
    return FALSE;
  if (axis.n_bins < 1 || axis.n_bins > G_MAXINT16)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " bins", call->row->name, axis.n_bins);
  const double *data = fl_call_numbers (call, self);
  open_axis (call, &axis, data, self->numel, 1, 0, self->dtype);
  return fl_call_return_list (call, 2,
                              (FlArray *[]) { count_rows (call, &axis, 1, data, self->numel, self->dtype),
                                              axis.edges });
}

static gboolean
open_axes (FlCall *call, Axis *axes, guint *n, const FlView **self, gint64 *n_rows)
{
  gint64 bins[FL_MAX_DIMS], all = 1;
  int n_given = fl_call_get_ints (call, "bins", bins, FL_MAX_DIMS);
  *self = fl_call_get_view (call, "self");
  if (*self == NULL || !check_floats (call, *self))
    return FALSE;
  if ((*self)->n_dims < 2 || n_given < 1 || (*self)->sizes[(*self)->n_dims - 1] != n_given)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: each column needs a number of bins", call->row->name);
  *n = n_given;
  *n_rows = (*self)->numel / n_given;
  const double *data = fl_call_numbers (call, *self);
  for (guint d = 0; d < *n; d++)
    {
      all *= axes[d].n_bins = bins[d];
      if (bins[d] < 1 || bins[d] > G_MAXINT16 || all > G_MAXINT32)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " bins", call->row->name, bins[d]);
      open_axis (call, &axes[d], data + d, *n_rows, n_given, d, (*self)->dtype);
    }
  return TRUE;
}

gboolean
reference_histogramdd_edges (FlCall *call)
{
  Axis axes[FL_MAX_DIMS];
  FlArray *edges[FL_MAX_DIMS];
  const FlView *self;
  gint64 n_rows;
  guint n;
  if (!open_axes (call, axes, &n, &self, &n_rows))
    return FALSE;
  for (guint d = 0; d < n; d++)
    edges[d] = axes[d].edges;
  return fl_call_return_list (call, n, edges);
}

gboolean
reference_histogramdd (FlCall *call)
{
  Axis axes[FL_MAX_DIMS];
  const FlView *self;
  gint64 n_rows;
  guint n;
  return open_axes (call, axes, &n, &self, &n_rows)
         && fl_call_return (call, count_rows (call, axes, n, fl_call_numbers (call, self), n_rows, self->dtype));
}

/* --- segments ---------------------------------------------------------------------------------- */

/* Rows along an axis, in segments one after the other for each place before the axis. */
typedef struct
{
  const FlView *data;
  const double *x;
  gint64 outer, length, inner, n; /* n: segments of each */
  gint64 *begins;                 /* outer * (n + 1) */
  char how;                       /* of "max", "mean", "min", "sum", "prod": x e n s p */
  gboolean has_initial;
  double initial;
} Segments;

static gboolean
open_segments (FlCall *call, Segments *self)
{
  const FlView *lengths = fl_call_find_view (call, "lengths"), *offsets = fl_call_find_view (call, "offsets");
  const FlView *parts = lengths != NULL ? lengths : offsets;
  const char *reduce = fl_call_get_text (call, "reduce");
  gint64 axis = fl_call_get_int (call, "axis", 0);
  self->data = fl_call_get_view (call, "data");
  if (self->data == NULL || reduce == NULL || parts == NULL)
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s needs data, a reduction, and lengths or offsets", call->row->name);
  self->how = strcmp (reduce, "max") == 0    ? 'x'
              : strcmp (reduce, "min") == 0  ? 'n'
              : strcmp (reduce, "mean") == 0 ? 'e'
                                             : *reduce;
  if (axis < 0 || axis >= self->data->n_dims || parts->n_dims != axis + 1 || fl_dtype_is_float (parts->dtype)
      || !fl_dtype_is_float (self->data->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the segments do not fit axis %" G_GINT64_FORMAT, call->row->name,
                         axis);
  self->outer = fl_sizes_product (self->data->sizes, axis);
  self->length = self->data->sizes[axis];
  self->inner = fl_sizes_product (self->data->sizes + axis + 1, self->data->n_dims - axis - 1);
  self->n = parts->sizes[axis] - (lengths == NULL);
  self->x = fl_call_numbers (call, self->data);
  self->has_initial = fl_call_find (call, "initial") != NULL;
  self->initial = fl_call_get_double (call, "initial",
                                      self->how == 'x'   ? -INFINITY
                                      : self->how == 'n' ? INFINITY
                                                         : self->how == 'p');
  if (self->n < 0 || parts->numel < self->outer * (self->n + (lengths == NULL)))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: there are too few segments", call->row->name);
  self->begins = fl_call_alloc (call, self->outer * (self->n + 1) + 1, sizeof *self->begins);
  const FlArray *given = fl_call_cast (call, parts, FL_DTYPE_I64);
  for (gint64 o = 0; o < self->outer; o++)
    for (gint64 k = 0; k <= self->n; k++)
      {
        gint64 *begin = &self->begins[o * (self->n + 1) + k];
        *begin = lengths == NULL ? given->integers[o * (self->n + 1) + k]
                 : k == 0        ? 0
                                 : begin[-1] + given->integers[o * self->n + k - 1];
        if (*begin < 0 || *begin > self->length || (k > 0 && *begin < begin[-1]))
          return fl_call_fail (call, FL_ERROR_SHAPE, "%s: a segment ends at %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                               call->row->name, *begin, self->length);
      }
  return TRUE;
}

static double
reduce_segment (const Segments *self, gint64 o, gint64 k, gint64 e)
{
  const gint64 *begin = &self->begins[o * (self->n + 1) + k];
  double value = self->initial;
  for (gint64 i = begin[0]; i < begin[1]; i++)
    {
      double x = self->x[(o * self->length + i) * self->inner + e];
      value = self->how == 'x'   ? (isnan (x) || x > value ? x : value)
              : self->how == 'n' ? (isnan (x) || x < value ? x : value)
              : self->how == 'p' ? value * x
                                 : value + x;
    }
  if (self->how == 'e')
    return begin[1] > begin[0] ? value / (begin[1] - begin[0]) : self->has_initial ? value : NAN;
  return value;
}

gboolean
reference_segment_reduce (FlCall *call)
{
  Segments self;
  gint64 sizes[FL_MAX_DIMS];
  if (!open_segments (call, &self))
    return FALSE;
  memcpy (sizes, self.data->sizes, sizeof sizes);
  sizes[fl_call_get_int (call, "axis", 0)] = self.n;
  FlArray *out = fl_call_new_array (call, self.data->dtype, self.data->n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = reduce_segment (&self, i / self.inner / self.n, i / self.inner % self.n, i % self.inner);
  return fl_call_return (call, out);
}

/* The slope of a segment's i-th element. Those that have the extreme share its slope where that is
 * more than 0, else each has all of it (eager PyTorch, which compiled graphs call); others have 0,
 * whatever the slope. */
static double
find_slope (const Segments *self, gint64 o, gint64 k, gint64 e, gint64 i, double result, double slope)
{
  const gint64 *begin = &self->begins[o * (self->n + 1) + k];
  double x = self->x[(o * self->length + i) * self->inner + e], rest = self->initial, n_equal = 0;
  if (self->how == 's')
    return slope;
  if (self->how == 'e')
    return slope * (1.0 / (begin[1] - begin[0]));
  for (gint64 j = begin[0]; j < begin[1]; j++)
    {
      double y = self->x[(o * self->length + j) * self->inner + e];
      n_equal += isnan (y) || y == result;
      rest *= j != i ? y : 1;
    }
  if (self->how == 'p')
    return slope * rest;
  if (!isnan (x) && x != result)
    return 0;
  return slope > 0 ? slope / n_equal : slope;
}

gboolean
reference_segment_reduce_backward (FlCall *call)
{
  Segments self;
  const FlView *grad = fl_call_get_view (call, "grad"), *output = fl_call_get_view (call, "output");
  if (grad == NULL || output == NULL || !open_segments (call, &self))
    return FALSE;
  if (grad->numel != self.outer * self.n * self.inner || output->numel != grad->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient does not fit", call->row->name);
  const double *g = fl_call_numbers (call, grad), *results = fl_call_numbers (call, output);
  FlArray *out = fl_call_new_array (call, self.data->dtype, self.data->n_dims, self.data->sizes);
  for (gint64 at = 0; at < grad->numel; at++)
    {
      gint64 e = at % self.inner, k = at / self.inner % self.n, o = at / self.inner / self.n;
      const gint64 *begin = &self.begins[o * (self.n + 1) + k];
      for (gint64 i = begin[0]; i < begin[1]; i++)
        out->numbers[(o * self.length + i) * self.inner + e] = find_slope (&self, o, k, e, i, results[at], g[at]);
    }
  return fl_call_return (call, out);
}

/* --- places and repetitions
 * ---------------------------------------------------------------------------------------------- */

/* The indices of the first so many elements that are not 0; what is left is filled. */
gboolean
reference_nonzero_static (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 sizes[] = { fl_call_get_int (call, "size", 0), self != NULL ? self->n_dims : 0 }, n = 0,
         fill = fl_call_get_int (call, "fill_value", -1);
  if (self == NULL)
    return FALSE;
  if (sizes[0] < 0 || sizes[0] > G_MAXINT32)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " places", call->row->name, sizes[0]);
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_I64, 2, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    out->integers[i] = fill;
  for (gint64 i = 0; i < in->numel && n < sizes[0]; i++)
    {
      gint64 rest = i;
      if (fl_array_get (in, i) == 0)
        continue;
      for (guint d = self->n_dims; d-- > 0; rest /= self->sizes[d])
        out->integers[n * sizes[1] + d] = rest % self->sizes[d];
      n++;
    }
  return fl_call_return (call, out);
}

/* 0 as often as the first says, then 1, … */
gboolean
reference_repeat_interleave_tensor (FlCall *call)
{
  const FlView *repeats = fl_call_get_view (call, "repeats");
  gint64 total = 0, at = 0;
  if (repeats == NULL || repeats->n_dims != 1 || fl_dtype_is_float (repeats->dtype))
    return repeats != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs a row of integers", call->row->name);
  const FlArray *counts = fl_call_dense (call, repeats);
  for (gint64 i = 0; i < counts->numel; i++)
    {
      if (counts->integers[i] < 0 || counts->integers[i] > G_MAXINT32 || total > G_MAXINT32)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " times", call->row->name,
                             counts->integers[i]);
      total += counts->integers[i];
    }
  if (fl_call_get_int (call, "output_size", total) != total)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: output_size is not the sum of the repeats, %" G_GINT64_FORMAT,
                         call->row->name, total);
  FlArray *out = fl_call_new_array (call, repeats->dtype, 1, &total);
  for (gint64 i = 0; i < counts->numel; i++)
    for (gint64 k = 0; k < counts->integers[i]; k++)
      out->integers[at++] = i;
  return fl_call_return (call, out);
}
