/* Reference kernels: resizing of pictures, [N, C, W] or [N, C, H, W]. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

enum
{
  MAX_TAPS = 4
};

/* What one result reads along one dim. */
typedef struct
{
  guint n;
  gint64 place[MAX_TAPS];
  double weight[MAX_TAPS];
} Taps;

typedef void (*TapFunc) (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners);

static void
tap_nearest (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  *taps = (Taps){ 1, { MIN ((gint64) floorf ((float) at * (float) scale), in - 1) }, { 1 } };
}

static double
find_source (double scale, gint64 at, gboolean align_corners)
{
  return align_corners ? at * scale : scale * (at + 0.5) - 0.5;
}

static void
tap_linear (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  double x = MAX (find_source (scale, at, align_corners), 0);
  gint64 below = MIN ((gint64) x, in - 1);
  double share = x - below;
  *taps = (Taps){ 2, { below, MIN (below + 1, in - 1) }, { 1 - share, share } };
}

/* Keys' kernel with a = -0.75. */
static double
cubic (double x)
{
  const double a = -0.75;
  x = fabs (x);
  return x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static void
tap_cubic (Taps *taps, double scale, gint64 at, gint64 in, gint64 out, gboolean align_corners)
{
  double x = find_source (scale, at, align_corners), base = floor (x);
  taps->n = 4;
  for (int i = 0; i < 4; i++)
    {
      taps->place[i] = CLAMP ((gint64) base - 1 + i, 0, in - 1);
      taps->weight[i] = cubic (x - (base - 1 + i));
    }
}

/* What the taps of a row make of it. Two are a + share (b - a), as PyTorch's compiled form has it: equal infinities leave no number. */
static double
mix (const Taps *taps, const double *values)
{
  double sum = 0;

  if (taps->n == 2)
    return values[0] + taps->weight[1] * (values[1] - values[0]);
  for (guint i = 0; i < taps->n; i++)
    sum += taps->weight[i] * values[i];
  return sum;
}

/* Scales named by the call win over the ratio of sizes, except with align_corners. */
static double
get_scale (gint64 in, gint64 out, double factor, gboolean align_corners)
{
  if (align_corners)
    return out > 1 ? (double) (in - 1) / (out - 1) : 0;
  return factor > 0 ? 1 / factor : (double) in / out;
}

static gboolean
resize (FlCall *call, TapFunc find_taps)
{
  const FlView *self = fl_call_get_view (call, "self|input");
  if (self == NULL)
    return FALSE;
  guint n = strstr (call->row->name, "1d") != NULL ? 1 : 2, first = self->n_dims - n;
  gint64 sizes[FL_MAX_DIMS], wanted[2];
  double factors[2] = { fl_call_get_double (call, "scales_h|scales", 0), fl_call_get_double (call, "scales_w|scales", 0) };
  const FlDatum *list = fl_call_find (call, "scale_factors");
  for (guint d = 0; list != NULL && d < list->n_items && d < n; d++)
    factors[d] = list->items[d].number;
  memcpy (sizes, self->sizes, sizeof sizes);
  int given = fl_call_get_ints (call, "output_size", wanted, 2);
  gboolean align_corners = fl_call_get_bool (call, "align_corners", FALSE);
  double scale[2];
  for (guint d = 0; d < n; d++)
    {
      sizes[first + d] = given > 0 ? wanted[d] : (gint64) floor (self->sizes[first + d] * factors[d]);
      scale[d] = get_scale (self->sizes[first + d], sizes[first + d], factors[d], align_corners);
    }
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  gint64 width = self->sizes[self->n_dims - 1], height = n == 2 ? self->sizes[first] : 1;
  gint64 out_width = sizes[self->n_dims - 1], out_height = n == 2 ? sizes[first] : 1;
  for (gint64 i = 0; i < out->numel; i++)
    {
      Taps rows = { 1, { 0 }, { 1 } }, columns;
      find_taps (&columns, scale[n - 1], i % out_width, width, out_width, align_corners);
      if (n == 2)
        find_taps (&rows, scale[0], i / out_width % out_height, height, out_height, align_corners);
      gint64 plane = i / (out_width * out_height) * width * height;
      double row[MAX_TAPS], column[MAX_TAPS];
      for (guint r = 0; r < rows.n; r++)
        {
          for (guint c = 0; c < columns.n; c++)
            column[c] = fl_array_get (in, plane + rows.place[r] * width + columns.place[c]);
          row[r] = mix (&columns, column);
        }
      fl_array_set (out, i, mix (&rows, row));
    }
  return fl_call_return (call, out);
}

gboolean
reference_upsample_nearest (FlCall *call)
{
  return resize (call, tap_nearest);
}

gboolean
reference_upsample_bilinear2d (FlCall *call)
{
  return resize (call, tap_linear);
}

gboolean
reference_upsample_bicubic2d (FlCall *call)
{
  return resize (call, tap_cubic);
}

/* Each gradient goes back to the element that was copied. */
gboolean
reference_upsample_nearest2d_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_output");
  gint64 sizes[FL_MAX_DIMS];
  if (grad == NULL || grad->n_dims != 4 || fl_call_get_ints (call, "input_size", sizes, 4) != 4)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs four sizes of the input", call->row->name);
  double factors[2] = { fl_call_get_double (call, "scales_h", 0), fl_call_get_double (call, "scales_w", 0) };
  const double *from = fl_call_numbers (call, grad);
  FlArray *out = fl_call_new_array (call, grad->dtype, 4, sizes);
  double *sums = fl_call_open_numbers (call, out);
  gint64 tall = grad->sizes[2], wide = grad->sizes[3];
  for (gint64 i = 0; i < grad->numel; i++)
    {
      Taps row, column;
      tap_nearest (&row, get_scale (sizes[2], tall, factors[0], FALSE), i / wide % tall, sizes[2], tall, FALSE);
      tap_nearest (&column, get_scale (sizes[3], wide, factors[1], FALSE), i % wide, sizes[3], wide, FALSE);
      sums[i / (tall * wide) * sizes[2] * sizes[3] + row.place[0] * sizes[3] + column.place[0]] += from[i];
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}
