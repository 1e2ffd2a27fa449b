/* A transposed convolution as convolutions that are not: output r, r + stride, r + 2 stride, … of a
 * dimension reads taps whose places agree with r by the stride, one input after the other, and the
 * taps go back as the input goes on. */
#include <string.h>

#include "fl-convolution-parts.h"

enum
{
  MAX_SPATIAL = 3
};

/* The taps of one dimension that outputs with remainder r read: the last one, and how far back the
 * one before lies. Their number. */
static gint64
find_taps (const FlConvolution *shape, guint d, gint64 r, gint64 *last, gint64 *step)
{
  gint64 n = 0;
  *last = *step = 0;
  for (gint64 k = 0; k < shape->weight_sizes[2 + d]; k++)
    if ((r + shape->padding[d] - k * shape->dilation[d]) % shape->stride[d] == 0)
      {
        *step = n == 0 ? 1 : k - *last;
        *last = k;
        n++;
      }
  return n;
}

/* One dimension of a phase. FALSE: cropped away. */
static gboolean
place_phase (FlConvolutionPhase *phase, const FlConvolution *from, guint d, gint64 r, gint64 n_taps)
{
  FlConvolution *shape = &phase->shape;
  const gint64 stride = from->stride[d], last = phase->first_tap[d],
               low = (r + from->padding[d] - last * from->dilation[d]) / stride;
  const gint64 apart = n_taps > 1 ? phase->tap_step[d] * from->dilation[d] / stride : 1,
               n = (from->out_sizes[2 + d] - r + stride - 1) / stride;
  const gint64 behind = low + n - 1 + (n_taps - 1) * apart - (from->sizes[2 + d] - 1);

  shape->stride[d] = 1;
  shape->dilation[d] = apart;
  shape->padding[d] = MAX (-low, 0);
  shape->behind[d] = MAX (behind, 0);
  shape->sizes[2 + d] += MIN (behind, 0) - MAX (low, 0);
  phase->in += MAX (low, 0) * from->in_strides[2 + d];
  shape->out_sizes[2 + d] = n;
  shape->out_strides[2 + d] *= stride;
  phase->out += r * from->out_strides[2 + d];
  shape->weight_sizes[2 + d] = n_taps;
  return shape->sizes[2 + d] > 0;
}

/* The weight of a phase lies with taps side by side: [O, C / groups, …]. */
static void
place_weight (FlConvolutionPhase *phase, const FlConvolution *from)
{
  FlConvolution *shape = &phase->shape;
  gint64 stride = 1;

  shape->weight_sizes[0] = from->out_sizes[1];
  shape->weight_sizes[1] = from->sizes[1] / from->groups;
  for (guint d = from->n_spatial + 2; d-- > 0; stride *= shape->weight_sizes[d])
    shape->weight_strides[d] = stride;
  phase->weight = g_aligned_alloc (MAX (stride, 1), sizeof (float), 64);
}

static gboolean
add_phase (FlConvolutionPhases *self, const FlConvolution *from, gint64 number)
{
  FlConvolutionPhase phase = { .shape = *from };
  gint64 n_taps[MAX_SPATIAL], r[MAX_SPATIAL];

  for (guint d = from->n_spatial; d-- > 0; number /= from->stride[d])
    {
      r[d] = number % from->stride[d];
      if (r[d] >= from->out_sizes[2 + d])
        return TRUE; /* no outputs */
      n_taps[d] = find_taps (from, d, r[d], &phase.first_tap[d], &phase.tap_step[d]);
      self->has_gaps |= n_taps[d] == 0;
    }
  for (guint d = 0; d < from->n_spatial; d++)
    if (n_taps[d] == 0)
      return TRUE;
  for (guint d = 0; d < from->n_spatial; d++)
    if (!place_phase (&phase, from, d, r[d], n_taps[d]))
      return FALSE;
  place_weight (&phase, from);
  self->phases[self->n++] = phase;
  return TRUE;
}

gboolean
fl_convolution_phases_open (FlConvolutionPhases *self, const FlConvolution *shape, gboolean is_transposed)
{
  gint64 n = 1;

  for (guint d = 0; d < shape->n_spatial && is_transposed; d++)
    n *= shape->stride[d];
  self->phases = g_new0 (FlConvolutionPhase, n);
  if (!is_transposed)
    self->phases[self->n++].shape = *shape;
  for (gint64 i = 0; i < n && is_transposed; i++)
    if (!add_phase (self, shape, i))
      return FALSE;
  return self->n > 0;
}

/* to[o][c][tap]; the weight of a transposed convolution is [C, O / groups, …]. */
static void
gather (const FlConvolutionPhase *phase, const FlConvolution *from, const float *weight)
{
  const FlConvolution *shape = &phase->shape;
  const gint64 channels = shape->weight_sizes[1], outputs = from->out_sizes[1] / from->groups,
               *strides = from->weight_strides;
  gint64 index[FL_PRIMITIVE_DIMS] = { 0 };
  float *to = phase->weight;

  do
    {
      const gint64 group = index[0] / outputs;
      gint64 place = (group * channels + index[1]) * strides[0] + index[0] % outputs * strides[1];
      for (guint d = 0; d < shape->n_spatial; d++)
        place += (phase->first_tap[d] - index[2 + d] * phase->tap_step[d]) * strides[2 + d];
      *to++ = weight[place];
    }
  while (fl_index_next (index, shape->weight_sizes, shape->n_spatial + 2));
}

void
fl_convolution_phases_gather (FlConvolutionPhases *self, const FlConvolution *shape, const float *weight)
{
  for (guint i = 0; i < self->n; i++)
    if (self->phases[i].weight != NULL)
      gather (&self->phases[i], shape, weight);
}

gint64
fl_convolution_phases_count_bytes (const FlConvolutionPhases *self)
{
  gint64 n = 0;

  for (guint i = 0; i < self->n; i++)
    if (self->phases[i].weight != NULL)
      n += fl_sizes_product (self->phases[i].shape.weight_sizes, self->phases[i].shape.n_spatial + 2)
           * (gint64) sizeof (float);
  return n;
}

void
fl_convolution_phases_close (FlConvolutionPhases *self)
{
  for (guint i = 0; i < self->n; i++)
    g_aligned_free (self->phases[i].weight);
  g_free (self->phases);
  *self = (FlConvolutionPhases) { 0 };
}
