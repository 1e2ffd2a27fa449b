/* Winograd's convolutions: a block of tiles is brought in with channels side by side and zeros
 * around, transformed, multiplied by the weights of all places of a tile as one batched product,
 * and transformed back.
 *
 *   F(2, 3): tiles of 4 pixels of a line make 2 outputs by 4 products instead of 6.
 *   F(3 x 3, 2 x 2): a transposed convolution of 4 x 4 taps with stride 2 falls into four phases of
 * 2 x 2 taps, by the remainders of an output's position. All read the same tiles of 4 x 4 pixels;
 * each makes 3 x 3 outputs by 16 products instead of 36.
 *
 * An output is made of nothing but what its own taps read, so errors are those of plain sums within
 * a small factor. But where an infinity comes in, differences are NaN. */
#include "fl-winograd.h"

#include "fl-library-call.h"
#include <string.h>

#include "fl-vectors.h"
#include "fl-transpose.h"
#include "fl-winograd-transforms.h"

enum
{
  MIN_CHANNELS = 16,         /* fewer are not worth the transforms */
  SCRATCH_BYTES = 768 << 10, /* of transformed tiles and products, in the second-level cache */
  MIN_TILES = 48,
  MAX_TILES = 256,
  N_PHASES = 4,
  TAPS = 4 /* pixels of a tile, each way */
};

/* Of one thread. */
typedef struct
{
  float *window, *transformed, *products, *results;
  FlPrimitive *multiply[N_PHASES];
} Scratch;

struct _FlWinograd
{
  FlConvolution shape;
  gboolean is_transposed;                                    /* else along lines */
  gint64 in[2], out[2], in_step[2], out_step[2], padding[2]; /* of rows and columns */
  gint64 step, n_places, n_phases;
  gint64 tiles[2], block[2], n_blocks[2]; /* of an image, of a block, and blocks of an image */
  gint64 images; /* of a block: several where they are small, so that weights are read less often */
  gint64 in_width, out_width; /* channels and outputs in whole vectors */
  guint n_threads;
  float *weights, *bias; /* weights: [phase][place][channel][output] */
  Scratch *scratch;
};

/* --- geometry
 * --------------------------------------------------------------------------------------------------------
 */

/* Of the outputs r, r + 2, …: where the first one's taps begin, and how many outputs there are. */
static gint64
find_low (const FlWinograd *self, guint d, gint64 r)
{
  return (r + self->padding[d] - (r + self->padding[d]) % 2) / 2 - 1;
}

static gint64
count_outputs (const FlWinograd *self, guint d, gint64 r)
{
  return self->out[d] <= r ? 0 : (self->out[d] - r + 1) / 2;
}

/* Where the first tile begins. */
static gint64
get_origin (const FlWinograd *self, guint d)
{
  return self->is_transposed ? find_low (self, d, 0) : -self->padding[d];
}

static gint64
count_tiles (const FlWinograd *self, guint d)
{
  gint64 n = 0;
  if (!self->is_transposed)
    return d == 0 ? self->out[0] : (self->out[1] + 1) / 2;
  for (gint64 r = 0; r < 2; r++)
    n = MAX (n, (count_outputs (self, d, r) + find_low (self, d, r) - get_origin (self, d)
                 + self->step - 1)
                    / self->step);
  return n;
}

/* Pixels from one tile to the next, and of a tile. */
static gint64
get_step (const FlWinograd *self, guint d)
{
  return d == 0 && !self->is_transposed ? 1 : self->step;
}

static gint64
get_taps (const FlWinograd *self, guint d)
{
  return d == 0 && !self->is_transposed ? 1 : TAPS;
}

static gint64
count_window (const FlWinograd *self, guint d)
{
  return (self->block[d] - 1) * get_step (self, d) + get_taps (self, d);
}

static gboolean
is_takeable (const FlConvolution *shape, gboolean is_transposed)
{
  const guint n = shape->n_spatial;
  if (n > 2 || (is_transposed && n != 2) || shape->groups != 1 || shape->sizes[1] < MIN_CHANNELS
      || shape->out_sizes[1] < MIN_CHANNELS)
    return FALSE;
  for (guint d = 0; d < n; d++)
    {
      const gint64 taps = is_transposed ? 4 : d + 1 == n ? 3 : 1;
      if (shape->weight_sizes[2 + d] != taps || shape->stride[d] != (is_transposed ? 2 : 1)
          || shape->dilation[d] != 1 || (taps == 1 && shape->padding[d] != 0))
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

/* Blocks of about as many tiles, whole lines of them where those are short. */
static void
choose_blocks (FlWinograd *self, gint64 n_threads)
{
  const gint64 most = CLAMP (SCRATCH_BYTES
                                 / (gint64) (self->n_places * (self->in_width + self->out_width)
                                             * sizeof (float)),
                             MIN_TILES, MAX_TILES);
  for (guint d = 0; d < 2; d++)
    self->tiles[d] = count_tiles (self, d);
  self->n_blocks[1] = (self->tiles[1] + most - 1) / most;
  self->block[1] = (self->tiles[1] + self->n_blocks[1] - 1) / self->n_blocks[1];
  self->block[0] = CLAMP (most / self->block[1], 1, self->tiles[0]);
  self->n_blocks[0] = (self->tiles[0] + self->block[0] - 1) / self->block[0];
  self->block[0] = (self->tiles[0] + self->n_blocks[0] - 1) / self->n_blocks[0];
  self->images = CLAMP (most / (self->block[0] * self->block[1]), 1, MAX (self->shape.sizes[0] / n_threads, 1));
}

/* --- scratch memory
 * --------------------------------------------------------------------------------------------------
 */

static gint64
count_tiles_at_once (const FlWinograd *self)
{
  return self->images * self->block[0] * self->block[1];
}

static gint64
count_tasks (const FlWinograd *self)
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

/* The products of one phase; those of other threads read the weights of the first. */
static FlPrimitive *
new_product (const FlWinograd *self, const FlPrimitive *with)
{
  const gint64 n = count_tiles_at_once (self), channels = self->shape.sizes[1],
               outputs = self->shape.out_sizes[1];
  const FlMatmul shape = { .batch = self->n_places,
                           .rows = n,
                           .depth = channels,
                           .columns = outputs,
                           .a_strides = { n * self->in_width, self->in_width, 1 },
                           .b_strides = { channels * outputs, outputs, 1 },
                           .c_strides = { n * self->out_width, self->out_width, 1 } };
  return fl_primitive_new_matmul (&shape, with);
}

static gboolean
open_scratch (FlWinograd *self, Scratch *scratch)
{
  const gint64 n = count_tiles_at_once (self);
  scratch->window = take_floats (count_window (self, 0) * count_window (self, 1) * self->in_width);
  scratch->transformed = take_floats (self->n_places * n * self->in_width);
  scratch->products = take_floats (self->n_places * n * self->out_width);
  scratch->results = take_floats (9 * n * self->out_width);
  for (guint phase = 0; phase < self->n_phases; phase++)
    {
      scratch->multiply[phase]
          = new_product (self, scratch == self->scratch ? NULL : self->scratch->multiply[phase]);
      if (scratch->multiply[phase] == NULL)
        return FALSE;
    }
  return TRUE;
}

FlWinograd *
fl_winograd_new (const FlConvolution *shape, gboolean is_transposed, guint n_threads)
{
  if (!is_takeable (shape, is_transposed))
    return NULL;
  FlWinograd *self = g_new0 (FlWinograd, 1);
  self->shape = *shape;
  self->is_transposed = is_transposed;
  self->step = is_transposed ? 3 : 2;
  self->n_places = is_transposed ? TAPS * TAPS : TAPS;
  self->n_phases = is_transposed ? N_PHASES : 1;
  read_shape (self, shape);
  choose_blocks (self, n_threads);
  self->weights
      = take_floats (self->n_phases * self->n_places * shape->sizes[1] * shape->out_sizes[1]);
  self->bias = take_floats (self->out_width);
  self->n_threads = MIN (n_threads, count_tasks (self));
  self->scratch = g_new0 (Scratch, self->n_threads);
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
  gint64 bytes = self->n_phases * self->n_places * self->shape.sizes[1] * self->shape.out_sizes[1]
                 * (gint64) sizeof (float);
  for (guint phase = 0; phase < self->n_phases; phase++)
    bytes += fl_primitive_count_packed (self->scratch->multiply[phase]);
  return bytes;
}

gint64
fl_winograd_count_scratch (const FlWinograd *self)
{
  const gint64 n = count_tiles_at_once (self);
  return self->n_threads * (gint64) sizeof (float)
         * (count_window (self, 0) * count_window (self, 1) * self->in_width
            + n * (self->n_places * (self->in_width + self->out_width) + 9 * self->out_width));
}

void
fl_winograd_free (FlWinograd *self)
{
  for (guint i = self->n_threads; i-- > 0;) /* others read the weights of the first */
    {
      Scratch *scratch = &self->scratch[i];
      for (guint phase = 0; phase < self->n_phases; phase++)
        g_clear_pointer (&scratch->multiply[phase], fl_primitive_free);
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

/* --- the weight
 * ------------------------------------------------------------------------------------------------------
 */

/* The taps of remainder r are first + 2 and first, of one input and of the next one. */
static void
weigh_phase (const FlWinograd *self, guint phase, const float *g, float *to, gint64 each)
{
  const gint64 *strides = self->shape.weight_strides, down = strides[2], right = strides[3];
  const gint64 y = (phase / 2 + self->padding[0]) % 2, x = (phase % 2 + self->padding[1]) % 2;
  float columns[2][TAPS];
  for (gint64 j = 0; j < 2; j++)
    {
      const float *at = g + (x + 2 - 2 * j) * right;
      fl_winograd_weigh_two ((const float[]){ at[(y + 2) * down], at[y * down] }, columns[j], 1);
    }
  for (gint64 i = 0; i < TAPS; i++)
    fl_winograd_weigh_two ((const float[]){ columns[0][i], columns[1][i] }, to + i * TAPS * each,
                           each);
}

void
fl_winograd_pack (FlWinograd *self, const float *weight)
{
  const gint64 channels = self->shape.sizes[1], outputs = self->shape.out_sizes[1],
               each = channels * outputs;
  const gint64 *strides = self->shape.weight_strides, tap = strides[1 + self->shape.n_spatial];
  for (gint64 c = 0; c < channels; c++)
    for (gint64 o = 0; o < outputs; o++)
      {
        float *to = self->weights + c * outputs + o;
        const float *from = weight
                            + (self->is_transposed ? c * strides[0] + o * strides[1]
                                                   : o * strides[0] + c * strides[1]);
        if (!self->is_transposed)
          fl_winograd_weigh_three ((const float[]){ from[0], from[tap], from[2 * tap] }, to, each);
        for (guint phase = 0; self->is_transposed && phase < N_PHASES; phase++)
          weigh_phase (self, phase, from, to + phase * self->n_places * each, each);
      }
  for (guint i = 0; i < self->n_threads; i++)
    for (guint phase = 0; phase < self->n_phases; phase++)
      fl_primitive_pack (self->scratch[i].multiply[phase],
                         self->weights + phase * self->n_places * each);
}

/* --- one block
 * -------------------------------------------------------------------------------------------------------
 */

typedef struct
{
  FlWinograd *self;
  const float *in, *bias;
  float *out;
  gint is_poisoned;
} Job;

/* Of one image: the first tile and how many tiles there are, rows and columns, and how many of other images lie before. */
typedef struct
{
  gint64 image, first[2], n[2], before;
} Block;

/* Image i of a task. */
static Block
find_block (const FlWinograd *self, gint64 task, gint64 i)
{
  const gint64 at[2] = { task / self->n_blocks[1] % self->n_blocks[0], task % self->n_blocks[1] };
  Block block = { .image = task / (self->n_blocks[0] * self->n_blocks[1]) * self->images + i };
  for (guint d = 0; d < 2; d++)
    {
      block.first[d] = at[d] * self->block[d];
      block.n[d] = MIN (self->block[d], self->tiles[d] - block.first[d]);
    }
  block.before = i * block.n[0] * block.n[1];
  return block;
}

/* n pixels of a row, channels side by side. */
static void
bring_pixels (const FlWinograd *self, const float *from, gint64 n, float *to)
{
  const gint64 channels = self->shape.sizes[1], apart = self->shape.in_strides[1],
               step = self->in_step[1];
  if (apart != 1 && step == 1)
    fl_transpose (from, apart, channels, n, to, self->in_width);
  else
    for (gint64 i = 0; i < n; i++)
      for (gint64 c = 0; c < channels; c++)
        to[i * self->in_width + c] = from[i * step + c * apart];
}

/* The pixels that the block's tiles read, zeros where there are none. */
static void
bring_window (const Job *job, const Block *block, float *window)
{
  const FlWinograd *self = job->self;
  const gint64 width = count_window (self, 1),
               left = get_origin (self, 1) + block->first[1] * get_step (self, 1);
  const gint64 top = get_origin (self, 0) + block->first[0] * get_step (self, 0),
               begin = CLAMP (-left, 0, width), end = CLAMP (self->in[1] - left, begin, width);
  for (gint64 y = 0; y < count_window (self, 0); y++)
    {
      float *to = window + y * width * self->in_width;
      const gboolean is_there = top + y >= 0 && top + y < self->in[0] && begin < end;
      memset (to, 0, (is_there ? begin : width) * self->in_width * sizeof (float));
      if (!is_there)
        continue;
      bring_pixels (self,
                    job->in + block->image * self->shape.in_strides[0]
                        + (top + y) * self->in_step[0] + (left + begin) * self->in_step[1],
                    end - begin, to + begin * self->in_width);
      memset (to + end * self->in_width, 0, (width - end) * self->in_width * sizeof (float));
    }
}

static void
transform_window (const FlWinograd *self, const Block *block, const Scratch *scratch)
{
  const gint64 step = count_tiles_at_once (self) * self->in_width, right = self->in_width,
               down = count_window (self, 1) * right;
  float *to = scratch->transformed + block->before * self->in_width;
  for (gint64 y = 0; y < block->n[0]; y++)
    for (gint64 x = 0; x < block->n[1]; x++, to += self->in_width)
      {
        const float *pixel
            = scratch->window + y * get_step (self, 0) * down + x * get_step (self, 1) * right;
        if (self->is_transposed)
          fl_winograd_square_in (pixel, down, right, self->in_width, to, step);
        else
          fl_winograd_line_in (pixel, right, self->in_width, to, step);
      }
}

/* Where result i of a tile lies in the output, [y, x] by phases; FALSE: beyond it. */
static gboolean
find_result (const FlWinograd *self,
             const Block *block,
             gint64 y,
             gint64 x,
             guint phase,
             gint64 i,
             gint64 at[2])
{
  const gint64 r[2] = { phase / 2, phase % 2 },
               tile[2] = { block->first[0] + y, block->first[1] + x }, inner[2] = { i / 3, i % 3 };
  if (!self->is_transposed)
    {
      at[0] = tile[0];
      at[1] = 2 * tile[1] + i;
      return at[1] < self->out[1];
    }
  for (guint d = 0; d < 2; d++)
    {
      const gint64 q
          = self->step * tile[d] + get_origin (self, d) - find_low (self, d, r[d]) + inner[d];
      if (q < 0 || q >= count_outputs (self, d, r[d]))
        return FALSE;
      at[d] = 2 * q + r[d];
    }
  return TRUE;
}

/* Results of one tile: into the output where its channels lie side by side in whole vectors; else
 * they are kept and copied. */
static gboolean
store_tile (const Job *job,
            const Block *block,
            const Scratch *scratch,
            gint64 y,
            gint64 x,
            guint phase)
{
  const FlWinograd *self = job->self;
  const gint64 n_results = self->is_transposed ? 9 : 2, tile = block->before + y * block->n[1] + x,
               step = count_tiles_at_once (self) * self->out_width;
  const gint64 outputs = self->shape.out_sizes[1], apart = self->shape.out_strides[1];
  const gboolean is_direct = apart == 1 && outputs == self->out_width;
  const float *from = scratch->products + tile * self->out_width,
              *bias = job->bias == NULL ? NULL : self->bias;
  float *pixels[9] = { NULL }, *places[9] = { NULL },
        *kept = scratch->results + tile * n_results * self->out_width;
  gboolean is_finite;
  for (gint64 i = 0; i < n_results; i++)
    {
      gint64 at[2];
      if (find_result (self, block, y, x, phase, i, at))
        places[i] = job->out + block->image * self->shape.out_strides[0] + at[0] * self->out_step[0]
                    + at[1] * self->out_step[1];
      pixels[i] = is_direct ? places[i] : kept + i * self->out_width;
    }
  is_finite = self->is_transposed
                  ? fl_winograd_square_out (from, step, self->out_width, bias, pixels)
                  : fl_winograd_line_out (from, step, self->out_width, bias, pixels);
  for (gint64 i = 0; !is_direct && i < n_results && (self->is_transposed || self->out_step[1] != 1);
       i++)
    for (gint64 o = 0; o < outputs && places[i] != NULL; o++)
      places[i][o * apart] = pixels[i][o];
  return is_finite;
}

/* Lines of results, which lie one behind the other for each output channel. */
static void
store_lines (const Job *job, const Block *block, const Scratch *scratch)
{
  const FlWinograd *self = job->self;
  const gint64 first = 2 * block->first[1], n = MIN (2 * block->n[1], self->out[1] - first);
  if (self->is_transposed || self->out_step[1] != 1
      || (self->shape.out_strides[1] == 1 && self->shape.out_sizes[1] == self->out_width))
    return;
  for (gint64 y = 0; y < block->n[0]; y++)
    fl_transpose (scratch->results + 2 * (block->before + y * block->n[1]) * self->out_width, self->out_width, n,
                  self->shape.out_sizes[1],
                  job->out + block->image * self->shape.out_strides[0]
                      + (block->first[0] + y) * self->out_step[0] + first,
                  self->shape.out_strides[1]);
}

static gboolean
store_tiles (const Job *job, const Block *block, const Scratch *scratch, guint phase)
{
  gboolean is_finite = TRUE;
  for (gint64 y = 0; y < block->n[0]; y++)
    for (gint64 x = 0; x < block->n[1]; x++)
      is_finite &= store_tile (job, block, scratch, y, x, phase);
  return is_finite;
}

static void
run_block (Job *job, const Scratch *scratch, gint64 task)
{
  FlWinograd *self = job->self;
  const gint64 first = find_block (self, task, 0).image, n = MIN (self->images, self->shape.sizes[0] - first);
  gboolean is_finite = TRUE;
  for (gint64 i = 0; i < n; i++)
    {
      const Block block = find_block (self, task, i);
      bring_window (job, &block, scratch->window);
      transform_window (self, &block, scratch);
    }
  for (guint phase = 0; phase < self->n_phases; phase++)
    {
      fl_primitive_run (scratch->multiply[phase], scratch->transformed, NULL, NULL, scratch->products);
      for (gint64 i = 0; i < n; i++)
        {
          const Block block = find_block (self, task, i);
          is_finite &= store_tiles (job, &block, scratch, phase);
        }
    }
  for (gint64 i = 0; i < n; i++)
    {
      const Block block = find_block (self, task, i);
      store_lines (job, &block, scratch);
    }
  if (!is_finite)
    g_atomic_int_set (&job->is_poisoned, TRUE);
}

static void
run_shares (gpointer data, gint64 begin, gint64 end)
{
  Job *job = data;
  FlWinograd *self = job->self;
  const gint64 n_tasks = count_tasks (self);
  for (gint64 s = begin; s < end; s++)
    for (gint64 task = n_tasks * s / self->n_threads; task < n_tasks * (s + 1) / self->n_threads;
         task++)
      run_block (job, &self->scratch[s], task);
}

gboolean
fl_winograd_run (FlWinograd *self,
                 FlThreadPool *pool,
                 const float *in,
                 const float *bias,
                 float *out)
{
  Job job = { .self = self, .in = in, .bias = bias, .out = out };
  if (bias != NULL)
    memcpy (self->bias, bias, self->shape.out_sizes[1] * sizeof (float));
  fl_thread_pool_run (pool, run_shares, &job, self->n_threads);
  return !job.is_poisoned;
}
