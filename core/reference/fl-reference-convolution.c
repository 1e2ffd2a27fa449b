/* Reference kernels: convolutions of one to three spatial dimensions, transposed ones, and their gradients.
 *
 * A convolution relates a wide side (the input; of a transposed one the output) to a narrow side. weight[n, w / groups,
 * …] belongs to n narrow and w wide channels in both. Unfolding the wide side into columns makes each of the three jobs
 * one matrix product. */
#include "fl-reference-kernels.h"

#include <string.h>

REFERENCE_KERNEL (convolution);
REFERENCE_KERNEL (convolution_backward);

enum
{
  MAX_SPATIAL = 3
};

typedef struct
{
  guint n_spatial;
  gint64 batch, groups;
  gint64 n_narrow, n_wide; /* channels */
  gint64 narrow[MAX_SPATIAL], wide[MAX_SPATIAL], kernel[MAX_SPATIAL];
  gint64 stride[MAX_SPATIAL], padding[MAX_SPATIAL], dilation[MAX_SPATIAL];
  gint64 narrow_numel, wide_numel, kernel_numel;
} Geometry;

/* --- columns ---------------------------------------------------------------------------------- */

/* One line of columns: the taps of one row of the weight along the last dim. Between the wide line and the columns, in
 * either direction. */
static void
unfold_line (const Geometry *g, gint64 tap, const double *wide, double *columns, double *target)
{
  guint d = g->n_spatial - 1;
  gint64 shift = tap * g->dilation[d] - g->padding[d], step = g->stride[d], n = g->narrow[d], size = g->wide[d];
  for (gint64 i = 0; i < n; i++)
    {
      gint64 x = i * step + shift;
      gboolean is_inside = x >= 0 && x < size;
      if (target == NULL)
        columns[i] = is_inside ? wide[x] : 0;
      else if (is_inside)
        target[x] += columns[i];
    }
}

/* All columns of one group of one image: from wide, or, with target, added back to it. */
static void
unfold (const Geometry *g, const double *wide, double *columns, double *target)
{
  guint last = g->n_spatial - 1;
  gint64 n_lines = g->narrow_numel / MAX (g->narrow[last], 1);
  for (gint64 row = 0; row < g->n_wide / g->groups * g->kernel_numel; row++)
    {
      gint64 tap[MAX_SPATIAL], rest = row % g->kernel_numel, at[MAX_SPATIAL] = { 0 };
      for (guint d = g->n_spatial; d-- > 0;)
        {
          tap[d] = rest % g->kernel[d];
          rest /= g->kernel[d];
        }
      for (gint64 line = 0; line < n_lines; line++)
        {
          double *to = columns + row * g->narrow_numel + line * g->narrow[last];
          gint64 place = row / g->kernel_numel;
          gboolean is_inside = TRUE;
          for (guint d = 0; d < last; d++)
            {
              gint64 x = at[d] * g->stride[d] - g->padding[d] + tap[d] * g->dilation[d];
              is_inside &= x >= 0 && x < g->wide[d];
              place = place * g->wide[d] + x;
            }
          place *= g->wide[last];
          if (is_inside)
            unfold_line (g, tap[last], wide + place, to, target == NULL ? NULL : target + place);
          else if (target == NULL)
            memset (to, 0, g->narrow[last] * sizeof (double));
          fl_index_next (at, g->narrow, last);
        }
    }
}

static double *
transpose (const double *from, double *to, gint64 rows, gint64 columns)
{
  for (gint64 i = 0; i < rows; i++)
    for (gint64 j = 0; j < columns; j++)
      to[j * rows + i] = from[i * columns + j];
  return to;
}

/* For each image and group: columns and the two sides of it. */
typedef struct
{
  const Geometry *g;
  gint64 rows;                                /* of the columns: wide channels of a group times taps */
  gint64 narrow_step, wide_step, weight_step; /* from group to group */
  double *columns, *other;                    /* scratch */
} Job;

static Job
open_job (FlCall *call, const Geometry *g)
{
  Job job = { .g = g, .rows = g->n_wide / g->groups * g->kernel_numel };
  job.narrow_step = g->n_narrow / g->groups * g->narrow_numel;
  job.wide_step = g->n_wide / g->groups * g->wide_numel;
  job.weight_step = g->n_narrow / g->groups * job.rows;
  gint64 n = job.rows * MAX (g->narrow_numel, g->n_narrow / g->groups);
  job.columns = fl_call_alloc (call, n, sizeof (double));
  job.other = fl_call_alloc (call, n, sizeof (double));
  return job;
}

/* Does an infinity meet the zeros of the padding? Libraries that lay columns out say so, those that go over the image
 * do not: with every other noise the zeros are left out. */
static gboolean
leaves_padding_out (const FlCall *call)
{
  return call->noise % 2 == 1;
}

/* 1 where columns are of the image, 0 where of the padding. */
static void
mark_inside (FlCall *call, const Job *job, double *columns)
{
  double *ones = fl_call_alloc (call, job->wide_step, sizeof (double));
  for (gint64 i = 0; i < job->wide_step; i++)
    ones[i] = 1;
  unfold (job->g, ones, columns, NULL);
}

/* narrow += weight x columns, of the image alone */
static void
add_narrow_inside (FlCall *call, const Job *job, const double *weight, double *narrow)
{
  const Geometry *g = job->g;
  gint64 n = g->narrow_numel;
  mark_inside (call, job, job->other);
  for (gint64 c = 0; c < g->n_narrow / g->groups; c++)
    for (gint64 row = 0; row < job->rows; row++)
      for (gint64 k = 0; k < n; k++)
        if (job->other[row * n + k] != 0)
          narrow[c * n + k] += weight[c * job->rows + row] * job->columns[row * n + k];
}

/* narrow += weight x columns (wide) */
static void
make_narrow (FlCall *call, const Geometry *g, const double *weight, const double *wide, double *narrow)
{
  Job job = open_job (call, g);
  for (gint64 i = 0; i < g->batch * g->groups; i++)
    {
      const double *own = weight + i % g->groups * job.weight_step;
      unfold (g, wide + i * job.wide_step, job.columns, NULL);
      if (leaves_padding_out (call))
        add_narrow_inside (call, &job, own, narrow + i * job.narrow_step);
      else
        fl_matmul_add (g->n_narrow / g->groups, g->narrow_numel, job.rows, own, job.columns,
                       narrow + i * job.narrow_step, call->cancelled);
    }
}

/* wide += fold (weight transposed x narrow) */
static void
make_wide (FlCall *call, const Geometry *g, const double *weight, const double *narrow, double *wide)
{
  Job job = open_job (call, g);
  for (gint64 i = 0; i < g->batch * g->groups; i++)
    {
      gint64 channels = g->n_narrow / g->groups;
      transpose (weight + i % g->groups * job.weight_step, job.other, channels, job.rows);
      memset (job.columns, 0, job.rows * g->narrow_numel * sizeof (double));
      fl_matmul_add (job.rows, g->narrow_numel, channels, job.other, narrow + i * job.narrow_step, job.columns,
                     call->cancelled);
      unfold (g, wide + i * job.wide_step, job.columns, wide + i * job.wide_step);
    }
}

/* weight += narrow x columns transposed, of the image alone */
static void
add_weight_inside (FlCall *call, const Job *job, const double *narrow, double *weight)
{
  const Geometry *g = job->g;
  gint64 n = g->narrow_numel;
  mark_inside (call, job, job->other);
  for (gint64 c = 0; c < g->n_narrow / g->groups; c++)
    for (gint64 row = 0; row < job->rows; row++)
      for (gint64 k = 0; k < n; k++)
        if (job->other[row * n + k] != 0)
          weight[c * job->rows + row] += narrow[c * n + k] * job->columns[row * n + k];
}

/* weight += narrow x columns (wide) transposed */
static void
make_weight (FlCall *call, const Geometry *g, const double *narrow, const double *wide, double *weight)
{
  Job job = open_job (call, g);
  for (gint64 i = 0; i < g->batch * g->groups; i++)
    {
      unfold (g, wide + i * job.wide_step, job.columns, NULL);
      if (leaves_padding_out (call))
        {
          add_weight_inside (call, &job, narrow + i * job.narrow_step, weight + i % g->groups * job.weight_step);
          continue;
        }
      transpose (job.columns, job.other, job.rows, g->narrow_numel);
      fl_matmul_add (g->n_narrow / g->groups, job.rows, g->narrow_numel, narrow + i * job.narrow_step, job.other,
                     weight + i % g->groups * job.weight_step, call->cancelled);
    }
}

/* --- arguments -------------------------------------------------------------------------------- */

static void
read_list (FlCall *call, const char *name, gint64 *values, guint n, gint64 fallback)
{
  gint64 given[MAX_SPATIAL];
  int n_given = fl_call_get_ints (call, name, given, MAX_SPATIAL);
  for (guint d = 0; d < n; d++)
    values[d] = n_given <= 0 ? fallback : given[n_given == 1 ? 0 : MIN (d, (guint) n_given - 1)];
}

/* input is the side that comes in: wide, or narrow when transposed. */
static gboolean
open_geometry (FlCall *call, Geometry *g, const FlView *input, const FlView *weight, gboolean is_transposed)
{
  *g = (Geometry) { .n_spatial = weight->n_dims - 2, .groups = MAX (fl_call_get_int (call, "groups", 1), 1) };
  if (weight->n_dims < 3 || weight->n_dims > 2 + MAX_SPATIAL || input->n_dims + 1 < weight->n_dims
      || input->n_dims > weight->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %u-dimensional input and %u-dimensional weight", call->row->name,
                         input->n_dims, weight->n_dims);
  gboolean has_batch = input->n_dims == weight->n_dims;
  const gint64 *sizes = input->sizes + has_batch;
  g->batch = has_batch ? input->sizes[0] : 1;
  g->n_narrow = weight->sizes[0];
  g->n_wide = weight->sizes[1] * g->groups;
  if (sizes[0] != (is_transposed ? g->n_narrow : g->n_wide))
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: the input has %" G_GINT64_FORMAT " channels, the weight is for %" G_GINT64_FORMAT,
                         call->row->name, sizes[0], is_transposed ? g->n_narrow : g->n_wide);
  gint64 extra[MAX_SPATIAL];
  const char *mode = fl_call_get_text (call, "padding");
  read_list (call, "stride", g->stride, g->n_spatial, 1);
  read_list (call, "padding", g->padding, g->n_spatial, 0);
  read_list (call, "dilation", g->dilation, g->n_spatial, 1);
  read_list (call, "output_padding", extra, g->n_spatial, 0);
  for (guint d = 0; d < g->n_spatial; d++)
    {
      gint64 in = sizes[1 + d], reach;
      g->kernel[d] = weight->sizes[2 + d];
      reach = g->dilation[d] * (g->kernel[d] - 1);
      gint64 both = 2 * g->padding[d];
      if (mode != NULL)
        {
          both = strcmp (mode, "same") == 0 ? reach : 0;
          g->padding[d] = both / 2;
        }
      if (is_transposed)
        {
          g->narrow[d] = in;
          g->wide[d] = (in - 1) * g->stride[d] - both + reach + extra[d] + 1;
        }
      else
        {
          g->wide[d] = in;
          g->narrow[d] = (in + both - reach - 1) / g->stride[d] + 1;
        }
      if (is_transposed ? in > 0 && g->wide[d] < 0 : in + both < reach + 1)
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: a kernel of %" G_GINT64_FORMAT " elements, which reaches over %" G_GINT64_FORMAT
                             ", does not fit "
                             "into %" G_GINT64_FORMAT " with a padding of %" G_GINT64_FORMAT " in all",
                             call->row->name, g->kernel[d], reach + 1, in, both);
    }
  g->narrow_numel = fl_sizes_product (g->narrow, g->n_spatial);
  g->wide_numel = fl_sizes_product (g->wide, g->n_spatial);
  g->kernel_numel = fl_sizes_product (g->kernel, g->n_spatial);
  return TRUE;
}

gboolean
reference_convolution (FlCall *call)
{
  const FlView *input = fl_call_get_view (call, "input"), *weight = fl_call_get_view (call, "weight");
  gboolean is_transposed = fl_call_get_bool (call, "transposed", strstr (call->row->name, "conv_transpose") != NULL);
  Geometry g;
  if (input == NULL || weight == NULL || !open_geometry (call, &g, input, weight, is_transposed))
    return FALSE;
  gint64 sizes[FL_MAX_DIMS];
  gboolean has_batch = input->n_dims == weight->n_dims;
  sizes[0] = g.batch;
  sizes[has_batch] = is_transposed ? g.n_wide : g.n_narrow;
  memcpy (sizes + has_batch + 1, is_transposed ? g.wide : g.narrow, g.n_spatial * sizeof (gint64));
  const FlView *bias = fl_call_find_view (call, "bias");
  if (bias != NULL && (bias->n_dims != 1 || bias->sizes[0] != sizes[has_batch]))
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: a bias of %" G_GINT64_FORMAT " elements in %u dimensions for %" G_GINT64_FORMAT
                         " output channels",
                         call->row->name, fl_sizes_product (bias->sizes, bias->n_dims), bias->n_dims, sizes[has_batch]);
  FlArray *out = fl_call_new_array (call, input->dtype, input->n_dims, sizes);
  const double *x = fl_call_numbers (call, input), *w = fl_call_numbers (call, weight);
  double *sums = fl_call_open_numbers (call, out);
  if (is_transposed)
    make_wide (call, &g, w, x, sums);
  else
    make_narrow (call, &g, w, x, sums);
  if (bias != NULL)
    {
      const FlArray *add = fl_call_dense (call, bias);
      gint64 inner = is_transposed ? g.wide_numel : g.narrow_numel;
      for (gint64 i = 0; i < out->numel; i++)
        sums[i] += fl_array_get (add, i / inner % add->numel);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_convolution_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output"), *input = fl_call_get_view (call, "input");
  const FlView *weight = fl_call_get_view (call, "weight");
  gboolean is_transposed = fl_call_get_bool (call, "transposed", FALSE);
  gint64 mask[3] = { 1, 1, 1 };
  Geometry g;
  if (grad == NULL || input == NULL || weight == NULL || !open_geometry (call, &g, input, weight, is_transposed))
    return FALSE;
  if (!fl_dtype_is_float (grad->dtype) || !fl_dtype_is_float (input->dtype) || !fl_dtype_is_float (weight->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: integers have no gradients", call->row->name);
  gint64 n_result = g.batch * (is_transposed ? g.n_wide * g.wide_numel : g.n_narrow * g.narrow_numel);
  if (grad->numel != n_result)
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: a gradient of %" G_GINT64_FORMAT " elements for a result of %" G_GINT64_FORMAT,
                         call->row->name, grad->numel, n_result);
  fl_call_get_ints (call, "output_mask", mask, 3);
  const double *dy = fl_call_dense (call, grad)->numbers, *x = fl_call_dense (call, input)->numbers;
  const double *w = fl_call_dense (call, weight)->numbers;
  FlArray *results[3] = { NULL };
  if (mask[0])
    {
      results[0] = fl_call_new_array (call, input->dtype, input->n_dims, input->sizes);
      if (is_transposed)
        make_narrow (call, &g, w, dy, results[0]->numbers);
      else
        make_wide (call, &g, w, dy, results[0]->numbers);
    }
  if (mask[1])
    {
      results[1] = fl_call_new_array (call, weight->dtype, weight->n_dims, weight->sizes);
      make_weight (call, &g, is_transposed ? x : dy, is_transposed ? dy : x, results[1]->numbers);
    }
  if (mask[2])
    {
      gint64 channels = is_transposed ? g.n_wide : g.n_narrow, inner = is_transposed ? g.wide_numel : g.narrow_numel;
      results[2] = fl_call_new_array (call, grad->dtype, 1, &channels);
      for (gint64 i = 0; i < grad->numel; i++)
        results[2]->numbers[i / inner % channels] += dy[i];
    }
  return fl_call_return_list (call, 3, results);
}
