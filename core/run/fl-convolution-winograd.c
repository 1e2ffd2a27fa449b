/* Winograd's convolution F(2 x 2, 3 x 3): tiles of 4 x 4 pixels and the weight are transformed by additions, so that 16 products, one for
 * each place in a tile, do what takes 36 otherwise. F(2, 3) does the same along lines: 4 products instead of 6.
 *
 * An output is made of nothing but what its own taps read, so errors are as small as those of plain sums, within a small factor. But
 * where an infinity or an overflow comes in, differences are NaN: such tiles are computed anew by plain sums.
 *
 * Source: Lavin and Gray, Fast Algorithms for Convolutional Neural Networks (2015). */
#include "fl-convolution.h"

#include <string.h>

enum
{
  DIMS = FL_CONVOLUTION_DIMS,
  MIN_CHANNELS = 16,            /* fewer are not worth the transforms */
  SCRATCH_BYTES = 768 << 10,    /* of transformed tiles and products, in the second-level cache */
  MIN_TILES = 48, MAX_TILES = 256,
  MAX_VECS = 3,
  DEPTH = 512, /* channels at a time */
  N_UNITS = 16 /* of packing */
};

struct _FlWinograd
{
  FlConvolutionShape shape;
  const FlTileSet *set;
  const FlConvolutionLoops *loops;
  gboolean is_line;     /* 3 taps, not 3 x 3 */
  guint n_places;       /* of a tile: as many products */
  gint64 rows, columns; /* of tiles in an image */
  gint64 in_width, out_width; /* channels and outputs in whole vectors */
  gint64 n_tiles;       /* at a time */
  guint n_panels;       /* of outputs */
  gint64 each;          /* floats of one place's packed weights */
  float *zeros;
};

static gboolean
is_takeable (const FlConvolutionShape *shape)
{
  const gboolean is_line = shape->kernel[1] == 1;
  for (guint d = 0; d < DIMS; d++)
    {
      const gboolean has_taps = d == 2 || (d == 1 && !is_line);
      if (shape->stride[d] != 1 || shape->dilation[d] != 1 || shape->kernel[d] != (has_taps ? 3 : 1) || (!has_taps && shape->padding[d] != 0))
        return FALSE;
    }
  return shape->in[0] == 1 && !shape->is_transposed && shape->groups == 1 && shape->channels >= MIN_CHANNELS && shape->outputs >= MIN_CHANNELS;
}

FlWinograd *
fl_winograd_new (const FlConvolutionShape *shape)
{
  if (!is_takeable (shape))
    return NULL;
  FlWinograd *self = g_new0 (FlWinograd, 1);
  self->shape = *shape;
  self->set = fl_tile_set_get ();
  const gint64 lanes = self->set->lanes;
  self->loops = fl_convolution_loops_get (lanes);
  self->is_line = shape->kernel[1] == 1;
  self->n_places = self->is_line ? FL_WINOGRAD_SIZE : FL_WINOGRAD_PIXELS;
  self->rows = self->is_line ? shape->out[1] : (shape->out[1] + 1) / 2;
  self->columns = (shape->out[2] + 1) / 2;
  self->in_width = (shape->channels + lanes - 1) / lanes * lanes;
  self->out_width = (shape->outputs + lanes - 1) / lanes * lanes;
  self->n_tiles = CLAMP (SCRATCH_BYTES / (gint64) (self->n_places * (self->in_width + self->out_width) * sizeof (float)), MIN_TILES, MAX_TILES) / 8 * 8;
  self->n_panels = (self->out_width / lanes + MAX_VECS - 1) / MAX_VECS;
  self->each = shape->channels * self->out_width;
  self->zeros = g_aligned_alloc0 (self->in_width, sizeof (float), 64);
  return self;
}

void
fl_winograd_free (FlWinograd *self)
{
  g_aligned_free (self->zeros);
  g_free (self);
}

gint64
fl_winograd_count_packed (const FlWinograd *self)
{
  return self->n_places * self->each;
}

gint64
fl_winograd_count_scratch (const FlWinograd *self)
{
  return self->n_places * self->n_tiles * (self->in_width + self->out_width);
}

guint
fl_winograd_count_units (const FlWinograd *self)
{
  return N_UNITS;
}

/* --- the weight ------------------------------------------------------------------------------------------------------ */

static guint
get_panel (const FlWinograd *self, guint panel, gint64 *column)
{
  const guint n_vecs = self->out_width / self->set->lanes, first = n_vecs * panel / self->n_panels;
  *column = (gint64) first * self->set->lanes;
  return n_vecs * (panel + 1) / self->n_panels - first;
}

/* G g of three taps; `step` floats apart. */
static inline void
transform_line (float a, float b, float c, float *to, gint64 step)
{
  to[0] = a;
  to[step] = 0.5f * (a + b + c);
  to[2 * step] = 0.5f * (a - b + c);
  to[3 * step] = c;
}

/* G g G', or G g along a line. */
static inline void
transform_weight (const FlWinograd *self, const FlConvolutionWeight *weight, const float *g, float *to)
{
  const gint64 down = weight->tap[1], right = weight->tap[2];
  float t[3][FL_WINOGRAD_SIZE];
  if (self->is_line)
    {
      transform_line (g[0], g[right], g[2 * right], to, self->each);
      return;
    }
  for (guint j = 0; j < 3; j++)
    transform_line (g[j * right], g[down + j * right], g[2 * down + j * right], t[j], 1);
  for (guint i = 0; i < FL_WINOGRAD_SIZE; i++)
    transform_line (t[0][i], t[1][i], t[2][i], to + i * FL_WINOGRAD_SIZE * self->each, self->each);
}

/* Each unit some channels: [place][panel][channel][columns]. */
void
fl_winograd_pack (const FlWinograd *self, const FlConvolutionWeight *weight, guint begin, guint end, float *packed)
{
  const gint64 channels = self->shape.channels, outputs = self->shape.outputs;
  gint64 column;
  for (guint panel = 0; panel < self->n_panels; panel++)
    {
      const gint64 width = get_panel (self, panel, &column) * self->set->lanes;
      for (gint64 c = channels * begin / N_UNITS; c < channels * end / N_UNITS; c++)
        for (gint64 o = column; o < column + width; o++)
          {
            float *to = packed + column * channels + c * width + o - column;
            if (o < outputs)
              transform_weight (self, weight, weight->data + c * weight->channel + o * weight->output, to);
            else
              for (guint place = 0; place < self->n_places; place++)
                to[place * self->each] = 0;
          }
    }
}

/* --- running --------------------------------------------------------------------------------------------------------- */

/* A tile: the position of its first output. */
typedef struct
{
  gint64 image, y, x;
} Place;

static Place
find_place (const FlWinograd *self, gint64 tile)
{
  return (Place){ tile / (self->rows * self->columns), tile / self->columns % self->rows * (self->is_line ? 1 : 2), tile % self->columns * 2 };
}

static void
transform_tile (const FlWinograd *self, const FlConvolutionRun *run, gint64 tile, float *to, gint64 step)
{
  const FlPixels *in = &run->in;
  const Place place = find_place (self, tile);
  const gint64 top = place.y - self->shape.padding[1], left = place.x - self->shape.padding[2];
  const float *base = in->data + place.image * in->image, *pixels[FL_WINOGRAD_PIXELS];
  for (gint64 i = 0; i < self->n_places; i++)
    {
      gint64 y = top + i / FL_WINOGRAD_SIZE, x = left + i % FL_WINOGRAD_SIZE;
      gboolean is_there = (guint64) y < (guint64) self->shape.in[1] && (guint64) x < (guint64) self->shape.in[2];
      pixels[i] = is_there ? base + y * in->step[1] + x * in->step[2] : self->zeros;
    }
  (self->is_line ? self->loops->winograd_line_in : self->loops->winograd_in) (pixels, self->shape.channels, to, step);
}

/* By plain sums: the tile's outputs, as far as they are there. */
static void
compute_tile (const FlWinograd *self, const FlDirect *direct, const float *packed, const FlConvolutionRun *run, const Place *place)
{
  const gint64 *size = self->shape.out, image = place->image * size[1] * size[2], end = MIN (place->x + 2, size[2]);
  for (gint64 y = place->y; y < MIN (place->y + (self->is_line ? 1 : 2), size[1]); y++)
    fl_direct_run_pixels (direct, packed, run, image + y * size[2] + place->x, image + y * size[2] + end);
}

static gboolean
store_tile (const FlWinograd *self, const FlConvolutionRun *run, const Place *place, const float *from, gint64 step)
{
  const FlPixels *out = &run->out;
  float *pixels[4] = { NULL }, *base = out->data + place->image * out->image;
  for (gint64 i = 0; i < (self->is_line ? 2 : 4); i++)
    {
      gint64 y = place->y + i / 2, x = place->x + i % 2;
      if (y < self->shape.out[1] && x < self->shape.out[2])
        pixels[i] = base + y * out->step[1] + x * out->step[2];
    }
  return (self->is_line ? self->loops->winograd_line_out : self->loops->winograd_out) (from, step, self->shape.outputs, run->bias, pixels);
}

/* Rows [0, n) of one place by one panel. */
static void
multiply_panel (const FlWinograd *self, const float *packed, guint n_vecs, const float *from, float *to, gint64 n)
{
  const gint64 channels = self->shape.channels, width = (gint64) n_vecs * self->set->lanes;
  const gint64 n_blocks = (channels + DEPTH - 1) / DEPTH;
  const float *rows[FL_TILE_ROWS];
  FlTile tile = { .a = rows, .n_taps = 1, .b_stride = width, .c_stride = self->out_width, .n_columns = width, .alpha = 1, .beta = 1,
                  .add_stride = self->out_width, .is_plain = TRUE };
  for (gint64 block = 0; block < n_blocks; block++)
    {
      const gint64 before = channels * block / n_blocks;
      tile.depth = channels * (block + 1) / n_blocks - before;
      tile.b = packed + before * width;
      for (gint64 i = 0; i < n; i += self->set->rows)
        {
          const guint n_rows = MIN (self->set->rows, n - i);
          for (guint r = 0; r < self->set->rows; r++)
            rows[r] = from + (i + MIN (r, n_rows - 1)) * self->in_width + before;
          tile.c = to + i * self->out_width;
          tile.add = block == 0 ? NULL : tile.c;
          self->set->funcs[n_rows][n_vecs] (&tile);
        }
    }
}

static void
multiply (const FlWinograd *self, const float *packed, const float *transformed, float *products, gint64 n)
{
  gint64 column;
  for (guint place = 0; place < self->n_places; place++)
    for (guint panel = 0; panel < self->n_panels; panel++)
      {
        const guint n_vecs = get_panel (self, panel, &column);
        multiply_panel (self, packed + place * self->each + column * self->shape.channels, n_vecs, transformed + place * self->n_tiles * self->in_width,
                        products + place * self->n_tiles * self->out_width + column, n);
      }
}

void
fl_winograd_run (const FlWinograd *self, const float *packed, const FlDirect *direct, const float *direct_packed, const FlConvolutionRun *run,
                 gint64 share, gint64 n_shares, float *scratch)
{
  const gint64 n_all = run->n_images * self->rows * self->columns, begin = n_all * share / n_shares, end = n_all * (share + 1) / n_shares;
  const gint64 n_blocks = MAX ((end - begin + self->n_tiles - 1) / self->n_tiles, 1), each = ((end - begin + n_blocks - 1) / n_blocks + 7) / 8 * 8;
  float *products = scratch + self->n_places * self->n_tiles * self->in_width;
  for (gint64 at = begin, until; at < end; at = until)
    {
      until = MIN (end, at + each);
      for (gint64 tile = at; tile < until; tile++)
        transform_tile (self, run, tile, scratch + (tile - at) * self->in_width, self->n_tiles * self->in_width);
      multiply (self, packed, scratch, products, until - at);
      for (gint64 tile = at; tile < until; tile++)
        {
          const Place place = find_place (self, tile);
          if (!store_tile (self, run, &place, products + (tile - at) * self->out_width, self->n_tiles * self->out_width))
            compute_tile (self, direct, direct_packed, run, &place);
        }
    }
}
