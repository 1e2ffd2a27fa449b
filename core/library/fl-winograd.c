/* Winograd's convolutions: a block of tiles is brought in with channels side by side and zeros
 * around, transformed, multiplied by the weights, for each place of a tile by one product,
 * and transformed back.
 *
 *   F(2, 3): tiles of 4 pixels of a line make 2 outputs by 4 products instead of 6.
 *   F(3 x 3, 2 x 2): a transposed convolution of 4 x 4 taps with stride 2 falls into four phases of
 * 2 x 2 taps, by the remainders of an output's position. All read the same tiles of 4 x 4 pixels;
 * each makes 3 x 3 outputs by 16 products instead of 36.
 *
 * An output is made of nothing but what its own taps read, so errors are those of plain sums within
 * a small factor. But where an infinity comes in, differences are NaN. */
#include "fl-winograd-private.h"

#include "fl-library-call.h"
#include <string.h>

#include "fl-vectors.h"
#include "fl-winograd-transforms.h"

enum
{
  MIN_CHANNELS = 16,         /* fewer are not worth the transforms */
  SCRATCH_BYTES = 768 << 10, /* of transformed tiles and products, in the L2 cache */
  MIN_TILES = 48,
  MAX_TILES = 256
};

/* --- geometry ------------------------------------------------------------------------------- */

gint64
fl_winograd_find_low (const FlWinograd *self, guint d, gint64 r)
{
  return (r + self->padding[d] - (r + self->padding[d]) % 2) / 2 - 1;
}

gint64
fl_winograd_count_outputs (const FlWinograd *self, guint d, gint64 r)
{
  return self->out[d] <= r ? 0 : (self->out[d] - r + 1) / 2;
}

gint64
fl_winograd_get_origin (const FlWinograd *self, guint d)
{
  return self->shape.is_transposed ? fl_winograd_find_low (self, d, 0) : -self->padding[d];
}

static gint64
count_tiles (const FlWinograd *self, guint d)
{
  gint64 n = 0;
  if (!self->shape.is_transposed)
    return d == 0 ? self->out[0] : (self->out[1] + 1) / 2;
  for (gint64 r = 0; r < 2; r++)
    n = MAX (n, (fl_winograd_count_outputs (self, d, r) + fl_winograd_find_low (self, d, r)
                 - fl_winograd_get_origin (self, d) + self->step - 1)
                    / self->step);
  return n;
}

gint64
fl_winograd_get_step (const FlWinograd *self, guint d)
{
  return d == 0 && !self->shape.is_transposed ? 1 : self->step;
}

gint64
fl_winograd_get_outputs (const FlWinograd *self, guint d)
{
  return self->shape.is_transposed ? 2 * self->step : d == 0 ? 1 : self->step;
}

static gint64
get_taps (const FlWinograd *self, guint d)
{
  return d == 0 && !self->shape.is_transposed ? 1 : FL_WINOGRAD_TAPS;
}

gint64
fl_winograd_count_window (const FlWinograd *self, guint d)
{
  return (self->block[d] - 1) * fl_winograd_get_step (self, d) + get_taps (self, d);
}

static gboolean
is_takeable (const FlConvolution *shape)
{
  const gboolean is_transposed = shape->is_transposed;
  const guint n = shape->n_spatial;
  if (n > 2 || (is_transposed && n != 2) || shape->groups != 1 || shape->sizes[1] < MIN_CHANNELS
      || shape->out_sizes[1] < MIN_CHANNELS)
    return FALSE;
  for (guint d = 0; d < n; d++)
    {
      const gint64 taps = is_transposed ? 4 : d + 1 == n ? 3 : 1;
      if (shape->weight_sizes[2 + d] != taps || shape->stride[d] != (is_transposed ? 2 : 1) || shape->dilation[d] != 1
          || (taps == 1 && shape->padding[d] != 0))
        return FALSE;
    }
  return TRUE;
}

static void
read_shape (FlWinograd *self, const FlConvolution *shape)
{
  const guint first = 2 - shape->n_spatial;
  for (guint d = 0; d < 2; d++)
    {
      const guint own = 2 + d - first;
      self->in[d] = d < first ? 1 : shape->sizes[own];
      self->out[d] = d < first ? 1 : shape->out_sizes[own];
      self->in_step[d] = d < first ? 0 : shape->in_strides[own];
      self->out_step[d] = d < first ? 0 : shape->out_strides[own];
      self->padding[d] = d < first ? 0 : shape->padding[d - first];
    }
  self->in_width = (shape->sizes[1] + FL_FLOATS - 1) / FL_FLOATS * FL_FLOATS;
  self->out_width = (shape->out_sizes[1] + FL_FLOATS - 1) / FL_FLOATS * FL_FLOATS;
}

/* Blocks have about as many tiles, whole lines of them where lines are short; where images are fewer than threads, an
 * image falls into as many blocks as give each thread one. */
static void
choose_blocks (FlWinograd *self, gint64 n_threads)
{
  const gint64 n_shares = (n_threads + self->shape.sizes[0] - 1) / MAX (self->shape.sizes[0], 1);
  const gint64 most
      = CLAMP (SCRATCH_BYTES / (gint64) (self->n_places * (self->in_width + self->out_width) * sizeof (float)),
               MIN_TILES, MAX_TILES);
  for (guint d = 0; d < 2; d++)
    self->tiles[d] = count_tiles (self, d);
  self->n_blocks[1] = MIN (MAX ((self->tiles[1] + most - 1) / most, (n_shares + self->tiles[0] - 1) / self->tiles[0]),
                           self->tiles[1]);
  self->block[1] = (self->tiles[1] + self->n_blocks[1] - 1) / self->n_blocks[1];
  self->block[0] = CLAMP (most / self->block[1], 1, MAX ((self->tiles[0] + n_shares - 1) / n_shares, 1));
  self->n_blocks[0] = (self->tiles[0] + self->block[0] - 1) / self->block[0];
  self->block[0] = (self->tiles[0] + self->n_blocks[0] - 1) / self->n_blocks[0];
  self->images = CLAMP (most / (self->block[0] * self->block[1]), 1, MAX (self->shape.sizes[0] / n_threads, 1));
}

/* --- scratch memory ------------------------------------------------------------------------- */

gint64
fl_winograd_count_tiles_at_once (const FlWinograd *self)
{
  return self->images * self->block[0] * self->block[1];
}

gint64
fl_winograd_count_tasks (const FlWinograd *self)
{
  return (self->shape.sizes[0] + self->images - 1) / self->images * self->n_blocks[0] * self->n_blocks[1];
}

static float *
take_floats (gint64 n)
{
  float *data = fl_work_alloc (n * sizeof (float));
  memset (data, 0, n * sizeof (float));
  return data;
}

/* Makes the product of one place of a tile; those of other threads read the weights of the first. */
static FlPrimitive *
new_product (const FlWinograd *self, const FlPrimitive *with)
{
  const gint64 n = fl_winograd_count_tiles_at_once (self), channels = self->shape.sizes[1],
               outputs = self->shape.out_sizes[1];
  const FlMatmul shape = { .rows = n,
                           .depth = channels,
                           .columns = outputs,
                           .a_strides = { self->in_width, 1 },
                           .b_strides = { outputs, 1 },
                           .c_strides = { self->out_width, 1 } };
  return fl_primitive_new_matmul (&shape, with);
}

static gboolean
open_scratch (FlWinograd *self, FlWinogradScratch *scratch)
{
  const gint64 n = fl_winograd_count_tiles_at_once (self);
  scratch->window
      = take_floats (fl_winograd_count_window (self, 0) * fl_winograd_count_window (self, 1) * self->in_width);
  scratch->transformed = take_floats (self->n_places * n * self->in_width);
  scratch->products = take_floats (self->n_places * n * self->out_width);
  scratch->results
      = take_floats (n * fl_winograd_get_outputs (self, 0) * fl_winograd_get_outputs (self, 1) * self->out_width);
  for (guint phase = 0; phase < self->n_phases; phase++)
    for (guint i = 0; i < self->n_places; i++)
      {
        scratch->multiply[phase][i]
            = new_product (self, scratch == self->scratch ? NULL : self->scratch->multiply[phase][i]);
        if (scratch->multiply[phase][i] == NULL)
          return FALSE;
      }
  return TRUE;
}

FlWinograd *
fl_winograd_new (const FlConvolution *shape, guint n_threads)
{
  const gboolean is_transposed = shape->is_transposed;
  if (!is_takeable (shape))
    return NULL;
  FlWinograd *self = g_new0 (FlWinograd, 1);
  self->shape = *shape;
  self->step = is_transposed ? 3 : 2;
  self->n_places = is_transposed ? FL_WINOGRAD_TAPS * FL_WINOGRAD_TAPS : FL_WINOGRAD_TAPS;
  self->n_phases = is_transposed ? FL_WINOGRAD_PHASES : 1;
  read_shape (self, shape);
  choose_blocks (self, n_threads);
  self->weights = take_floats (self->n_phases * self->n_places * shape->sizes[1] * shape->out_sizes[1]);
  self->bias = take_floats (self->out_width);
  self->n_threads = MIN (n_threads, fl_winograd_count_tasks (self));
  self->scratch = g_new0 (FlWinogradScratch, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    if (!open_scratch (self, &self->scratch[i]))
      {
        fl_winograd_free (self);
        return NULL;
      }
  return self;
}

gint64
fl_winograd_count_packed (const FlWinograd *self)
{
  gint64 bytes
      = self->n_phases * self->n_places * self->shape.sizes[1] * self->shape.out_sizes[1] * (gint64) sizeof (float);
  for (guint phase = 0; phase < self->n_phases; phase++)
    for (guint i = 0; i < self->n_places; i++)
      bytes += fl_primitive_count_packed (self->scratch->multiply[phase][i]);
  return bytes;
}

gint64
fl_winograd_count_scratch (const FlWinograd *self)
{
  const gint64 n = fl_winograd_count_tiles_at_once (self);
  return self->n_threads * (gint64) sizeof (float)
         * (fl_winograd_count_window (self, 0) * fl_winograd_count_window (self, 1) * self->in_width
            + n * self->n_places * (self->in_width + self->out_width)
            + n * fl_winograd_get_outputs (self, 0) * fl_winograd_get_outputs (self, 1) * self->out_width);
}

void
fl_winograd_free (FlWinograd *self)
{
  for (guint i = self->n_threads; i-- > 0;) /* others read the weights of the first */
    {
      FlWinogradScratch *scratch = &self->scratch[i];
      for (guint phase = 0; phase < self->n_phases; phase++)
        for (guint k = 0; k < self->n_places; k++)
          g_clear_pointer (&scratch->multiply[phase][k], fl_primitive_free);
      g_aligned_free (scratch->window);
      g_aligned_free (scratch->transformed);
      g_aligned_free (scratch->products);
      g_aligned_free (scratch->results);
    }
  g_free (self->scratch);
  g_aligned_free (self->weights);
  g_aligned_free (self->bias);
  g_free (self);
}

/* --- the weight ----------------------------------------------------------------------------- */

/* The taps of remainder r are first + 2 and first, of one input and of the next one. */
static void
weigh_phase (const FlWinograd *self, guint phase, const float *g, float *to, gint64 each)
{
  const gint64 *strides = self->shape.weight_strides, down = strides[2], right = strides[3];
  const gint64 y = (phase / 2 + self->padding[0]) % 2, x = (phase % 2 + self->padding[1]) % 2;
  float columns[2][FL_WINOGRAD_TAPS];
  for (gint64 j = 0; j < 2; j++)
    {
      const float *at = g + (x + 2 - 2 * j) * right;
      fl_winograd_weigh_two ((const float[]) { at[(y + 2) * down], at[y * down] }, columns[j], 1);
    }
  for (gint64 i = 0; i < FL_WINOGRAD_TAPS; i++)
    fl_winograd_weigh_two ((const float[]) { columns[0][i], columns[1][i] }, to + i * FL_WINOGRAD_TAPS * each, each);
}

void
fl_winograd_pack (FlWinograd *self, const float *weight)
{
  const gint64 channels = self->shape.sizes[1], outputs = self->shape.out_sizes[1], each = channels * outputs;
  const gint64 *strides = self->shape.weight_strides, tap = strides[1 + self->shape.n_spatial];
  for (gint64 c = 0; c < channels; c++)
    for (gint64 o = 0; o < outputs; o++)
      {
        float *to = self->weights + c * outputs + o;
        const float *from
            = weight + (self->shape.is_transposed ? c * strides[0] + o * strides[1] : o * strides[0] + c * strides[1]);
        if (!self->shape.is_transposed)
          fl_winograd_weigh_three ((const float[]) { from[0], from[tap], from[2 * tap] }, to, each);
        for (guint phase = 0; self->shape.is_transposed && phase < FL_WINOGRAD_PHASES; phase++)
          weigh_phase (self, phase, from, to + phase * self->n_places * each, each);
      }
  for (guint i = 0; i < self->n_threads; i++)
    for (guint phase = 0; phase < self->n_phases; phase++)
      for (guint k = 0; k < self->n_places; k++)
        fl_primitive_pack (self->scratch[i].multiply[phase][k], self->weights + (phase * self->n_places + k) * each);
}
