/* Sums over taps by the tiles of products: for some output pixels at a time the rows of input channels that each tap reads, by panels of
 * the weight. What a transposed convolution computes falls into phases, by the remainders of the output's positions: within one, the
 * taps are the same for all pixels. */
#include "fl-convolution.h"

#include <string.h>

enum
{
  DIMS = FL_CONVOLUTION_DIMS,
  MAX_VECS = 3,
  DEPTH = 512,               /* channels of a tap at a time */
  MAX_TAPS = 128,            /* at a time */
  MAX_ROWS = MAX_TAPS * FL_TILE_ROWS,
  CACHED_FLOATS = 160 << 10, /* of the weight, in the second-level cache beside what passes through */
  BLOCK_FLOATS = CACHED_FLOATS / 2
};

/* Output pixels first + q step, q < count, are sums over taps of the input at q in_step + offset. */
typedef struct
{
  gint64 first[DIMS], step[DIMS], count[DIMS], in_step[DIMS];
  guint n_taps;
  gint64 (*offsets)[DIMS];
  gint64 (*taps)[DIMS];
  gint64 low[DIMS], high[DIMS]; /* of the offsets */
  gint64 packed;                /* where its weights begin */
} Phase;

struct _FlDirect
{
  FlConvolutionShape shape;
  const FlTileSet *set;
  const FlConvolutionLoops *loops;
  gboolean is_padded, is_depthwise;
  gint64 channels, outputs; /* of a group */
  gint64 merged;            /* taps of the last dimension that lie side by side with their channels: they are one */
  gint64 merged_step;       /* from one of them to the next in the kernel */
  gint64 depth;             /* channels of a group, or of merged taps */
  guint n_blocks;           /* of the depth */
  guint n_vecs, n_panels;
  gint64 n_packed;
  guint n_phases;
  Phase *phases;
  float *zeros; /* a row of channels outside */
};

/* --- geometry -------------------------------------------------------------------------------------------------------- */

/* The taps of one dimension that a position with this remainder reads; their number. */
static guint
list_taps (const FlConvolutionShape *shape, guint d, gint64 remainder, gint64 *taps, gint64 *offsets)
{
  guint n = 0;
  for (gint64 k = 0; k < shape->kernel[d]; k++)
    {
      gint64 at = shape->is_transposed ? remainder + shape->padding[d] - k * shape->dilation[d] : k * shape->dilation[d] - shape->padding[d];
      if (shape->is_transposed && at % shape->stride[d] != 0)
        continue;
      taps[n] = k;
      offsets[n++] = shape->is_transposed ? at / shape->stride[d] : at;
    }
  return n;
}

static void
open_phase (const FlConvolutionShape *shape, const gint64 *remainder, Phase *phase)
{
  gint64 *lists[2 * DIMS];
  guint n[DIMS];
  for (guint d = 0; d < DIMS; d++)
    {
      lists[2 * d] = g_new (gint64, shape->kernel[d] + 1);
      lists[2 * d + 1] = g_new (gint64, shape->kernel[d] + 1);
      n[d] = list_taps (shape, d, remainder[d], lists[2 * d], lists[2 * d + 1]);
      phase->first[d] = remainder[d];
      phase->step[d] = shape->is_transposed ? shape->stride[d] : 1;
      phase->in_step[d] = shape->is_transposed ? 1 : shape->stride[d];
      phase->count[d] = shape->out[d] <= remainder[d] ? 0 : (shape->out[d] - remainder[d] + phase->step[d] - 1) / phase->step[d];
    }
  guint n_all = n[0] * n[1] * n[2];
  phase->taps = g_malloc0_n (n_all + 1, sizeof *phase->taps);
  phase->offsets = g_malloc0_n (n_all + 1, sizeof *phase->offsets);
  for (guint i = 0; i < n_all; i++)
    {
      const guint at[DIMS] = { i / (n[1] * n[2]), i / n[2] % n[1], i % n[2] };
      for (guint d = 0; d < DIMS; d++)
        {
          gint64 offset = lists[2 * d + 1][at[d]];
          phase->taps[i][d] = lists[2 * d][at[d]];
          phase->offsets[i][d] = offset;
          phase->low[d] = i == 0 ? offset : MIN (phase->low[d], offset);
          phase->high[d] = i == 0 ? offset : MAX (phase->high[d], offset);
        }
    }
  phase->n_taps = n_all;
  for (guint d = 0; d < 2 * DIMS; d++)
    g_free (lists[d]);
}

static void
open_phases (FlDirect *self)
{
  const FlConvolutionShape *shape = &self->shape;
  gint64 n[DIMS];
  for (guint d = 0; d < DIMS; d++)
    n[d] = shape->is_transposed ? shape->stride[d] : 1;
  self->n_phases = n[0] * n[1] * n[2];
  self->phases = g_new0 (Phase, self->n_phases);
  for (guint i = 0; i < self->n_phases; i++)
    {
      const gint64 remainder[DIMS] = { i / (n[1] * n[2]), i / n[2] % n[1], i % n[2] };
      open_phase (shape, remainder, &self->phases[i]);
    }
}

void
fl_convolution_get_margins (const FlConvolutionShape *shape, gint64 *front, gint64 *behind)
{
  FlDirect self = { .shape = *shape };
  open_phases (&self);
  for (guint d = 0; d < DIMS; d++)
    front[d] = behind[d] = 0;
  for (guint i = 0; i < self.n_phases; i++)
    {
      const Phase *phase = &self.phases[i];
      for (guint d = 0; d < DIMS && phase->n_taps > 0; d++)
        {
          gint64 last = (phase->count[d] - 1) * phase->in_step[d] + phase->high[d];
          front[d] = MAX (front[d], -phase->low[d]);
          behind[d] = MAX (behind[d], last - shape->in[d] + 1);
        }
      g_free (phase->taps);
      g_free (phase->offsets);
    }
  g_free (self.phases);
}

/* Taps that read pixels side by side in the last dimension become one, of so many times the channels. Those of a transposed convolution go
 * back as the kernel goes on, each phase's by its stride, and each phase must have as many. */
static void
merge_taps (FlDirect *self)
{
  const FlConvolutionShape *shape = &self->shape;
  const gint64 stride = shape->is_transposed ? shape->stride[DIMS - 1] : 1, n = shape->kernel[DIMS - 1] / stride;
  self->merged = self->merged_step = 1;
  if (!self->is_padded || shape->dilation[DIMS - 1] != 1 || shape->groups > 1 || n <= 1 || shape->kernel[DIMS - 1] % stride != 0)
    return;
  self->merged = n;
  self->merged_step = shape->is_transposed ? -stride : 1;
  for (guint p = 0; p < self->n_phases; p++)
    {
      Phase *phase = &self->phases[p];
      phase->n_taps /= n;
      for (guint i = 0; i < phase->n_taps; i++)
        {
          const guint first = shape->is_transposed ? i * n + n - 1 : i * n;
          memmove (phase->taps[i], phase->taps[first], sizeof *phase->taps);
          memmove (phase->offsets[i], phase->offsets[first], sizeof *phase->offsets);
        }
    }
}

FlDirect *
fl_direct_new (const FlConvolutionShape *shape, gboolean is_padded)
{
  FlDirect *self = g_new0 (FlDirect, 1);
  self->shape = *shape;
  self->set = fl_tile_set_get ();
  self->loops = fl_convolution_loops_get (self->set->lanes);
  self->is_padded = is_padded;
  self->channels = shape->channels / shape->groups;
  self->outputs = shape->outputs / shape->groups;
  self->is_depthwise = self->channels == 1 && self->outputs == 1 && shape->groups > 1
                       && shape->kernel[0] * shape->kernel[1] * shape->kernel[2] <= MAX_TAPS;
  open_phases (self);
  merge_taps (self);
  self->depth = self->channels * self->merged;
  self->n_blocks = MAX ((self->depth + DEPTH - 1) / DEPTH, 1);
  self->n_vecs = ((self->is_depthwise ? shape->outputs : self->outputs) + self->set->lanes - 1) / self->set->lanes;
  self->n_panels = (self->n_vecs + MAX_VECS - 1) / MAX_VECS;
  for (guint i = 0; i < self->n_phases; i++)
    {
      self->phases[i].packed = self->n_packed;
      self->n_packed += (gint64) self->phases[i].n_taps * self->n_vecs * self->set->lanes * (self->is_depthwise ? 1 : shape->groups * self->depth);
    }
  self->zeros = g_aligned_alloc0 (shape->channels + 2 * self->set->lanes, sizeof (float), 64);
  return self;
}

void
fl_direct_free (FlDirect *self)
{
  for (guint i = 0; i < self->n_phases; i++)
    {
      g_free (self->phases[i].taps);
      g_free (self->phases[i].offsets);
    }
  g_free (self->phases);
  g_aligned_free (self->zeros);
  g_free (self);
}

gboolean
fl_direct_is_depthwise (const FlDirect *self)
{
  return self->is_depthwise;
}

/* --- packing --------------------------------------------------------------------------------------------------------- */

static guint
get_panel (const FlDirect *self, guint panel, guint *first)
{
  *first = self->n_vecs * panel / self->n_panels;
  return self->n_vecs * (panel + 1) / self->n_panels - *first;
}

static gint64
get_block (const FlDirect *self, guint block)
{
  return self->depth * block / self->n_blocks;
}

/* A panel of a group: [block][tap][depth of the block][columns]. */
static gint64
find_panel (const FlDirect *self, const Phase *phase, gint64 group, guint first_vec)
{
  return phase->packed + (group * self->n_vecs + first_vec) * self->set->lanes * phase->n_taps * self->depth;
}

gint64
fl_direct_count_packed (const FlDirect *self)
{
  return self->n_packed;
}

guint
fl_direct_count_units (const FlDirect *self)
{
  return self->is_depthwise ? self->n_phases : self->n_phases * self->shape.groups * self->n_panels;
}

guint
fl_direct_count_panels (const FlDirect *self)
{
  return self->is_depthwise ? 1 : self->n_panels;
}

static const float *
find_tap (const FlConvolutionWeight *weight, const gint64 *tap)
{
  const float *data = weight->data;
  for (guint d = 0; d < DIMS; d++)
    data += tap[d] * weight->tap[d];
  return data;
}

/* Rows [begin, end) of a tap's depth: channels, of merged taps one after the other. */
static float *
pack_rows (const FlDirect *self, const FlConvolutionWeight *weight, const float *tap, gint64 begin, gint64 end, gint64 column, gint64 n, float *to)
{
  const guint width = (n + self->set->lanes - 1) / self->set->lanes * self->set->lanes;
  for (gint64 at = begin, until; at < end; at = until)
    {
      gint64 channel = at % self->channels;
      until = MIN (end, at - channel + self->channels);
      const FlMatrix b = { tap + at / self->channels * self->merged_step * weight->tap[DIMS - 1] + channel * weight->channel + column * weight->output, until - at, n,
                           weight->channel, weight->output };
      fl_product_pack (&b, 0, 1, to);
      to += width * (until - at);
    }
  return to;
}

static void
pack_panel (const FlDirect *self, const Phase *phase, const FlConvolutionWeight *weight, gint64 group, guint panel, float *packed)
{
  guint first, n_vecs = get_panel (self, panel, &first);
  const gint64 column = (gint64) first * self->set->lanes, n = MIN (n_vecs * self->set->lanes, self->outputs - column);
  float *to = packed + find_panel (self, phase, group, first);
  for (guint block = 0; block < self->n_blocks; block++)
    for (guint tap = 0; tap < phase->n_taps; tap++)
      to = pack_rows (self, weight, find_tap (weight, phase->taps[tap]) + group * weight->group, get_block (self, block), get_block (self, block + 1),
                      column, n, to);
}

static void
pack_depthwise (const FlDirect *self, const Phase *phase, const FlConvolutionWeight *weight, float *packed)
{
  const gint64 width = self->n_vecs * self->set->lanes;
  for (guint tap = 0; tap < phase->n_taps; tap++)
    {
      const float *from = find_tap (weight, phase->taps[tap]);
      float *to = packed + phase->packed + tap * width;
      for (gint64 c = 0; c < width; c++)
        to[c] = c < self->shape.groups ? from[c * weight->group] : 0;
    }
}

void
fl_direct_pack (const FlDirect *self, const FlConvolutionWeight *weight, guint begin, guint end, float *packed)
{
  const guint each = self->shape.groups * self->n_panels;
  for (guint i = begin; i < end; i++)
    if (self->is_depthwise)
      pack_depthwise (self, &self->phases[i], weight, packed);
    else
      pack_panel (self, &self->phases[i / each], weight, i % each / self->n_panels, i % self->n_panels, packed);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

/* Some taps, some of their depth, some panels: what stays in the cache while all pixels pass. */
typedef struct
{
  const FlDirect *self;
  const Phase *phase;
  const float *packed;
  const FlConvolutionRun *run;
  guint tap, n_taps, block, panel, end_panel;
  gboolean is_first; /* of what is summed: bias is added, else what is there already */
  guint at_once, tap_pitch, pixel_pitch; /* of the rows that are listed */
  gint64 places[MAX_TAPS]; /* of the taps, from a pixel on */
} Chunk;

/* A pixel's position in the phase. */
typedef struct
{
  gint64 image, at[DIMS];
} Position;

static Position
find_position (const Phase *phase, gint64 pixel)
{
  Position position;
  for (guint d = DIMS; d-- > 0;)
    {
      position.at[d] = pixel % phase->count[d];
      pixel /= phase->count[d];
    }
  position.image = pixel;
  return position;
}

/* n pixels on, which do not go beyond the line. */
static void
step_on (const Phase *phase, Position *position, gint64 n)
{
  position->at[DIMS - 1] += n;
  for (guint d = DIMS; d-- > 0;)
    {
      if (position->at[d] < phase->count[d])
        return;
      position->at[d] = 0;
      if (d > 0)
        position->at[d - 1]++;
    }
  position->image++;
}

/* Where each tap of one pixel reads, some of them outside. at: of the input. */
static void
list_edge (const Chunk *chunk, const gint64 *at, const float *base, const float **rows)
{
  const FlDirect *self = chunk->self;
  for (guint tap = 0; tap < chunk->n_taps; tap++)
    {
      const gint64 *offset = chunk->phase->offsets[chunk->tap + tap];
      gboolean is_there = TRUE;
      for (guint d = 0; d < DIMS; d++)
        is_there &= (guint64) (at[d] + offset[d]) < (guint64) self->shape.in[d];
      rows[tap * chunk->tap_pitch] = is_there ? base + chunk->places[tap] : self->zeros;
    }
}

/* The pixels of n from `at` on whose taps all lie inside, as far as this dimension tells. */
static void
find_inside (const FlDirect *self, const Phase *phase, gint64 at, gint64 n, gint64 *first, gint64 *end)
{
  const gint64 step = phase->in_step[DIMS - 1], low = -(at + phase->low[DIMS - 1]), high = self->shape.in[DIMS - 1] - 1 - at - phase->high[DIMS - 1];
  *first = low <= 0 ? 0 : MIN ((low + step - 1) / step, n);
  *end = high < 0 ? *first : CLAMP (high / step + 1, *first, n);
}

/* Where each tap of n pixels of one line reads. */
static void
list_line (const Chunk *chunk, const Position *position, gint64 n, const float **rows)
{
  const FlDirect *self = chunk->self;
  const Phase *phase = chunk->phase;
  const FlPixels *in = &chunk->run->in;
  const gint64 step = phase->in_step[DIMS - 1], stride = step * in->step[DIMS - 1];
  const float *base = in->data + position->image * in->image;
  gint64 at[DIMS], first = 0, end = n, left;
  gboolean is_inside = TRUE;
  for (guint d = 0; d < DIMS; d++)
    {
      at[d] = position->at[d] * phase->in_step[d];
      base += at[d] * in->step[d];
      is_inside &= d + 1 == DIMS || (at[d] + phase->low[d] >= 0 && at[d] + phase->high[d] < self->shape.in[d]);
    }
  left = at[DIMS - 1];
  if (!self->is_padded && is_inside)
    find_inside (self, phase, left, n, &first, &end);
  else if (!self->is_padded)
    first = end = n;
  for (guint tap = 0; tap < chunk->n_taps; tap++)
    for (gint64 i = first; i < end; i++)
      rows[tap * chunk->tap_pitch + i * chunk->pixel_pitch] = base + chunk->places[tap] + i * stride;
  for (gint64 i = 0; i < n; i++)
    if (i < first || i >= end)
      {
        at[DIMS - 1] = left + i * step;
        list_edge (chunk, at, base + i * stride, rows + i * chunk->pixel_pitch);
      }
}

static float *
find_output (const Chunk *chunk, const Position *position)
{
  const FlPixels *out = &chunk->run->out;
  float *place = out->data + position->image * out->image;
  for (guint d = 0; d < DIMS; d++)
    place += (chunk->phase->first[d] + position->at[d] * chunk->phase->step[d]) * out->step[d];
  return place;
}

/* n_rows pixels by the chunk's panels of all groups. */
static void
run_tile (const Chunk *chunk, const float **rows, guint n_rows, float *to, gint64 to_stride)
{
  const FlDirect *self = chunk->self;
  const guint lanes = self->set->lanes, pitch = self->set->rows;
  const gint64 before = get_block (self, chunk->block), depth = get_block (self, chunk->block + 1) - before;
  FlTile tile = { .a = rows, .n_taps = chunk->n_taps, .depth = depth, .c_stride = to_stride, .alpha = 1, .beta = 1, .add_stride = to_stride };
  for (guint i = 0; i < chunk->n_taps * pitch && before > 0; i++)
    if (rows[i] != self->zeros)
      rows[i] += before;
  for (gint64 group = 0; group < self->shape.groups; group++)
    {
      for (guint p = chunk->panel; p < chunk->end_panel; p++)
        {
          guint first, n_vecs = get_panel (self, p, &first);
          const gint64 column = (gint64) first * lanes, width = (gint64) n_vecs * lanes;
          tile.b_stride = width;
          tile.b = chunk->packed + find_panel (self, chunk->phase, group, first) + width * (before * chunk->phase->n_taps + chunk->tap * depth);
          tile.n_columns = MIN (width, self->outputs - column);
          tile.c = to + group * self->outputs + column;
          tile.add = chunk->is_first ? NULL : tile.c;
          tile.bias = chunk->is_first && chunk->run->bias != NULL ? chunk->run->bias + group * self->outputs + column : NULL;
          tile.is_plain = tile.n_columns == width;
          self->set->funcs[n_rows][n_vecs] (&tile);
        }
      for (guint i = 0; i < chunk->n_taps * pitch && self->shape.groups > 1; i++)
        rows[i] += self->channels;
    }
}

static void
run_depthwise (const Chunk *chunk, const float **rows, guint n_rows, float *to, gint64 to_stride)
{
  const FlDirect *self = chunk->self;
  const gint64 width = self->n_vecs * self->set->lanes;
  self->loops->depthwise (rows, chunk->n_taps, n_rows, self->shape.groups, chunk->packed + chunk->phase->packed + chunk->tap * width, width,
                          chunk->run->bias, to, to_stride);
}

/* Are all pixels of the phase evenly apart in the output? */
static gboolean
is_even (const Chunk *chunk)
{
  const FlPixels *out = &chunk->run->out;
  const Phase *phase = chunk->phase;
  gint64 stride = out->step[DIMS - 1] * phase->step[DIMS - 1];
  for (guint d = DIMS; d-- > 0;)
    {
      if (phase->count[d] > 1 && out->step[d] * phase->step[d] != stride)
        return FALSE;
      stride *= phase->count[d];
    }
  return chunk->run->n_images == 1 || out->image == stride;
}

/* Pixels [begin, end) of the phase. Those of a tile lie evenly apart in the output. */
static void
run_chunk (const Chunk *chunk, gint64 begin, gint64 end)
{
  const FlDirect *self = chunk->self;
  const Phase *phase = chunk->phase;
  const guint most = chunk->at_once;
  const float *rows[MAX_ROWS];
  const gint64 stride = chunk->run->out.step[DIMS - 1] * phase->step[DIMS - 1];
  const gboolean crosses_lines = is_even (chunk);
  if (begin >= end)
    return;
  for (Position position = find_position (phase, begin); begin < end;)
    {
      float *to = find_output (chunk, &position);
      guint n = 0;
      while (n < most && begin < end && (n == 0 || crosses_lines || position.at[DIMS - 1] > 0))
        {
          guint piece = MIN (MIN (most - n, end - begin), phase->count[DIMS - 1] - position.at[DIMS - 1]);
          list_line (chunk, &position, piece, rows + n * chunk->pixel_pitch);
          step_on (phase, &position, piece);
          n += piece;
          begin += piece;
        }
      for (guint i = n; i < most && !self->is_depthwise; i++) /* read by no one, but addresses are computed */
        for (guint tap = 0; tap < chunk->n_taps; tap++)
          rows[tap * most + i] = self->zeros;
      if (self->is_depthwise)
        run_depthwise (chunk, rows, n, to, stride);
      else
        run_tile (chunk, rows, n, to, stride);
    }
}

static void
find_places (Chunk *chunk)
{
  const FlPixels *in = &chunk->run->in;
  for (guint tap = 0; tap < chunk->n_taps; tap++)
    {
      chunk->places[tap] = 0;
      for (guint d = 0; d < DIMS; d++)
        chunk->places[tap] += chunk->phase->offsets[chunk->tap + tap][d] * in->step[d];
    }
}

/* All of the depth for some panels: blocks and taps one after the other, so that what they share stays cached. */
static void
run_phase (const FlDirect *self, const Phase *phase, const float *packed, const FlConvolutionRun *run, gint64 begin, gint64 end, guint panel,
           guint end_panel)
{
  const gint64 depth = (self->depth + self->n_blocks - 1) / self->n_blocks, width = MAX_VECS * self->set->lanes;
  const guint n_taps = self->is_depthwise ? MAX (phase->n_taps, 1) : CLAMP (BLOCK_FLOATS / (depth * width), 1, MAX_TAPS);
  const guint n_panels = self->is_depthwise ? self->n_panels
                                            : MAX (CACHED_FLOATS / MAX (MIN (n_taps, phase->n_taps) * depth * width * self->shape.groups, 1), 1);
  for (guint p = panel; p < end_panel; p += n_panels)
    for (guint block = 0; block < self->n_blocks; block++)
      for (guint tap = 0; tap < MAX (phase->n_taps, 1); tap += n_taps)
        {
          Chunk chunk = { .self = self, .phase = phase, .packed = packed, .run = run, .tap = tap, .n_taps = MIN (n_taps, phase->n_taps - tap),
                          .block = block, .panel = p, .end_panel = MIN (p + n_panels, end_panel), .is_first = tap == 0 && block == 0 };
          chunk.at_once = self->is_depthwise ? MIN (MAX_ROWS / MAX (phase->n_taps, 1), MAX_TAPS) : self->set->rows;
          chunk.tap_pitch = self->is_depthwise ? 1 : self->set->rows;
          chunk.pixel_pitch = self->is_depthwise ? chunk.n_taps : 1;
          find_places (&chunk);
          run_chunk (&chunk, begin, end);
        }
}

static gint64
count_pixels (const Phase *phase, gint64 n_images)
{
  for (guint d = 0; d < DIMS; d++)
    n_images *= phase->count[d];
  return n_images;
}

void
fl_direct_run (const FlDirect *self, const float *packed, const FlConvolutionRun *run, gint64 share, gint64 n_shares, gboolean by_columns)
{
  for (guint i = 0; i < self->n_phases; i++)
    {
      const Phase *phase = &self->phases[i];
      const gint64 n = count_pixels (phase, run->n_images), n_tiles = (n + FL_TILE_ROWS - 1) / FL_TILE_ROWS;
      if (by_columns && !self->is_depthwise)
        run_phase (self, phase, packed, run, 0, n, self->n_panels * share / n_shares, self->n_panels * (share + 1) / n_shares);
      else
        run_phase (self, phase, packed, run, n_tiles * share / n_shares * FL_TILE_ROWS, MIN (n_tiles * (share + 1) / n_shares * FL_TILE_ROWS, n), 0,
                   self->n_panels);
    }
}

void
fl_direct_run_pixels (const FlDirect *self, const float *packed, const FlConvolutionRun *run, gint64 begin, gint64 end)
{
  run_phase (self, &self->phases[0], packed, run, begin, end, 0, self->n_panels);
}

void
fl_direct_run_phase (const FlDirect *self, const float *packed, const FlConvolutionRun *run, guint phase, gint64 begin, gint64 end)
{
  run_phase (self, &self->phases[phase], packed, run, begin, end, 0, self->n_panels);
}
