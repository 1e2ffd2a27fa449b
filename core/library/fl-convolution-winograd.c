/* Winograd's convolution F(2 x 2, 3 x 3): tiles of 4 x 4 pixels and the weight are transformed by additions, so that 16 products, one for
 * each place in a tile, do what takes 36 otherwise. F(2, 3) does the same along lines: 4 products instead of 6.
 *
 * A transposed convolution of 4 x 4 taps with stride 2 falls into four phases of 2 x 2 taps each, which read the same tiles: F(3 x 3, 2 x 2)
 * makes nine outputs of each phase by 16 products instead of 36.
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
  N_UNITS = 16, /* of packing */
  N_REMAINDERS = 2 /* of a transposed one's positions, each way */
};

struct _FlWinograd
{
  FlConvolutionShape shape;
  const FlTileSet *set;
  const FlConvolutionLoops *loops;
  gboolean is_line;     /* 3 taps, not 3 x 3 */
  gint64 step;          /* from tile to tile: outputs of each, each way */
  guint n_phases;       /* four of a transposed one, else one */
  gint64 origin[DIMS];  /* where the first tile begins in the input */
  gint64 low[DIMS][N_REMAINDERS]; /* of a phase by its remainder: where its first output's taps begin there */
  guint n_places;       /* of a tile: as many products */
  gint64 rows, columns; /* of tiles in an image */
  gint64 in_width, out_width; /* channels and outputs in whole vectors */
  gint64 n_tiles;       /* at a time */
  guint n_panels;       /* of outputs */
  gint64 each;          /* floats of one place's packed weights */
  float *zeros;
};

static gboolean
is_takeable_transposed (const FlConvolutionShape *shape)
{
  for (guint d = 1; d < DIMS; d++)
    if (shape->stride[d] != 2 || shape->dilation[d] != 1 || shape->kernel[d] != 4)
      return FALSE;
  return shape->in[0] == 1 && shape->out[0] == 1 && shape->kernel[0] == 1 && shape->stride[0] == 1 && shape->padding[0] == 0 && shape->groups == 1
         && shape->channels >= MIN_CHANNELS && shape->outputs >= MIN_CHANNELS;
}

static gboolean
is_takeable (const FlConvolutionShape *shape)
{
  if (shape->is_transposed)
    return is_takeable_transposed (shape);
  const gboolean is_line = shape->kernel[1] == 1;
  for (guint d = 0; d < DIMS; d++)
    {
      const gboolean has_taps = d == 2 || (d == 1 && !is_line);
      if (shape->stride[d] != 1 || shape->dilation[d] != 1 || shape->kernel[d] != (has_taps ? 3 : 1) || (!has_taps && shape->padding[d] != 0))
        return FALSE;
    }
  return shape->in[0] == 1 && shape->groups == 1 && shape->channels >= MIN_CHANNELS && shape->outputs >= MIN_CHANNELS;
}

/* Of the outputs r, r + 2, …: how many there are. */
static gint64
count_phase (const FlConvolutionShape *shape, guint d, gint64 r)
{
  return shape->out[d] <= r ? 0 : (shape->out[d] - r + 1) / 2;
}

/* The taps of remainder r are first + 2 and first, of one input and of the next one. */
static gint64
get_first_tap (const FlConvolutionShape *shape, guint d, gint64 r)
{
  return (r + shape->padding[d]) % 2;
}

/* Tiles of the input from `origin` on, three apart, that all phases read: each makes of them the outputs whose taps begin there. */
static gint64
place_tiles (FlWinograd *self, guint d)
{
  const FlConvolutionShape *shape = &self->shape;
  gint64 n = 0;
  for (gint64 r = 0; r < N_REMAINDERS; r++)
    self->low[d][r] = (r + shape->padding[d] - get_first_tap (shape, d, r)) / 2 - 1;
  self->origin[d] = self->low[d][0]; /* the lower one */
  for (gint64 r = 0; r < N_REMAINDERS; r++)
    n = MAX (n, (count_phase (shape, d, r) + self->low[d][r] - self->origin[d] + self->step - 1) / self->step);
  return n;
}

static void
place_all_tiles (FlWinograd *self)
{
  const FlConvolutionShape *shape = &self->shape;
  if (shape->is_transposed)
    {
      self->step = 3;
      self->n_phases = N_REMAINDERS * N_REMAINDERS;
      self->rows = place_tiles (self, 1);
      self->columns = place_tiles (self, 2);
      return;
    }
  self->step = 2;
  self->n_phases = 1;
  self->origin[1] = -shape->padding[1];
  self->origin[2] = -shape->padding[2];
  self->rows = self->is_line ? shape->out[1] : (shape->out[1] + 1) / 2;
  self->columns = (shape->out[2] + 1) / 2;
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
  place_all_tiles (self);
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
  return self->n_phases * self->n_places * self->each;
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

/* The same of the two taps each way that a phase has. */
static inline void
transform_two (float a, float b, float *to, gint64 step)
{
  to[0] = a;
  to[step] = 0.5f * (a + b);
  to[2 * step] = 0.5f * (a - b);
  to[3 * step] = b;
}

static inline void
transform_phase (const FlWinograd *self, const FlConvolutionWeight *weight, guint phase, const float *g, float *to)
{
  const gint64 down = weight->tap[1], right = weight->tap[2], y = get_first_tap (&self->shape, 1, phase / N_REMAINDERS),
               x = get_first_tap (&self->shape, 2, phase % N_REMAINDERS);
  float t[2][FL_WINOGRAD_SIZE];
  for (guint j = 0; j < 2; j++)
    transform_two (g[(y + 2) * down + (x + 2 - 2 * j) * right], g[y * down + (x + 2 - 2 * j) * right], t[j], 1);
  for (guint i = 0; i < FL_WINOGRAD_SIZE; i++)
    transform_two (t[0][i], t[1][i], to + i * FL_WINOGRAD_SIZE * self->each, self->each);
}

/* Each unit some channels: [phase][place][panel][channel][columns]. */
static void
pack_phase (const FlWinograd *self, const FlConvolutionWeight *weight, guint phase, guint begin, guint end, float *packed)
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
            const float *from = weight->data + c * weight->channel + o * weight->output;
            if (o < outputs && self->shape.is_transposed)
              transform_phase (self, weight, phase, from, to);
            else if (o < outputs)
              transform_weight (self, weight, from, to);
            else
              for (guint place = 0; place < self->n_places; place++)
                to[place * self->each] = 0;
          }
    }
}

void
fl_winograd_pack (const FlWinograd *self, const FlConvolutionWeight *weight, guint begin, guint end, float *packed)
{
  for (guint phase = 0; phase < self->n_phases; phase++)
    pack_phase (self, weight, phase, begin, end, packed + phase * self->n_places * self->each);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

/* A tile: the position of its first output, among those of a phase if the first of that is where all tiles begin. */
typedef struct
{
  gint64 image, y, x;
} Place;

static Place
find_place (const FlWinograd *self, gint64 tile)
{
  return (Place){ tile / (self->rows * self->columns), tile / self->columns % self->rows * (self->is_line ? 1 : self->step), tile % self->columns * self->step };
}

static void
transform_tile (const FlWinograd *self, const FlConvolutionRun *run, gint64 tile, float *to, gint64 step)
{
  const FlPixels *in = &run->in;
  const Place place = find_place (self, tile);
  const gint64 top = place.y + self->origin[1], left = place.x + self->origin[2];
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

/* Where the tile's outputs of a phase begin, among those; before the first one perhaps. */
static void
find_first (const FlWinograd *self, const Place *place, guint phase, gint64 *y, gint64 *x)
{
  *y = place->y + self->origin[1] - self->low[1][phase / N_REMAINDERS];
  *x = place->x + self->origin[2] - self->low[2][phase % N_REMAINDERS];
}

static void
compute_phase (const FlWinograd *self, const FlDirect *direct, const float *packed, const FlConvolutionRun *run, const Place *place, guint phase)
{
  const gint64 n_rows = count_phase (&self->shape, 1, phase / N_REMAINDERS), n_columns = count_phase (&self->shape, 2, phase % N_REMAINDERS);
  gint64 y, x;
  find_first (self, place, phase, &y, &x);
  for (gint64 at = MAX (y, 0); at < MIN (y + self->step, n_rows); at++)
    {
      const gint64 line = (place->image * n_rows + at) * n_columns, begin = MAX (x, 0), end = MIN (x + self->step, n_columns);
      if (begin < end)
        fl_direct_run_phase (direct, packed, run, phase, line + begin, line + end);
    }
}

static gboolean
store_phase (const FlWinograd *self, const FlConvolutionRun *run, const Place *place, guint phase, const float *from, gint64 step)
{
  const FlPixels *out = &run->out;
  const gint64 n_rows = count_phase (&self->shape, 1, phase / N_REMAINDERS), n_columns = count_phase (&self->shape, 2, phase % N_REMAINDERS);
  float *pixels[9] = { NULL }, *base = out->data + place->image * out->image;
  gint64 y, x;
  find_first (self, place, phase, &y, &x);
  for (gint64 i = 0; i < 9; i++)
    if (y + i / 3 >= 0 && y + i / 3 < n_rows && x + i % 3 >= 0 && x + i % 3 < n_columns)
      pixels[i] = base + (2 * (y + i / 3) + phase / N_REMAINDERS) * out->step[1] + (2 * (x + i % 3) + phase % N_REMAINDERS) * out->step[2];
  return self->loops->winograd_out_nine (from, step, self->shape.outputs, run->bias, pixels);
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
      for (guint phase = 0; phase < self->n_phases; phase++)
        {
          multiply (self, packed + phase * self->n_places * self->each, scratch, products, until - at);
          for (gint64 tile = at; tile < until; tile++)
            {
              const Place place = find_place (self, tile);
              const float *from = products + (tile - at) * self->out_width;
              const gint64 step = self->n_tiles * self->out_width;
              if (self->shape.is_transposed && !store_phase (self, run, &place, phase, from, step))
                compute_phase (self, direct, direct_packed, run, &place, phase);
              else if (!self->shape.is_transposed && !store_tile (self, run, &place, from, step))
                compute_tile (self, direct, direct_packed, run, &place);
            }
        }
    }
}
