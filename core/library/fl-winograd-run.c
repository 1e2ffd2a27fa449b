/* Running what Winograd's algorithm makes of a convolution: blocks of tiles are brought in, transformed, multiplied by
 * the weights of all places and transformed back. */
#include "fl-transpose.h"
#include "fl-winograd-private.h"
#include "fl-winograd-transforms.h"

#include <string.h>

/* --- one block ------------------------------------------------------------------------------ */

typedef struct
{
  FlWinograd *self;
  const float *in, *bias;
  float *out;
  gint is_poisoned;
} Job;

/* A block of one image: the first tile and how many tiles there are, rows and columns, and how many of other images lie
 * before.
 */
typedef struct
{
  gint64 image, first[2], n[2], before;
} Block;

/* Finds the block of image i of a task. */
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
  const gint64 channels = self->shape.sizes[1], apart = self->shape.in_strides[1], step = self->in_step[1];
  if (apart != 1 && step == 1)
    fl_transpose (from, apart, channels, n, to, self->in_width);
  else
    for (gint64 i = 0; i < n; i++)
      for (gint64 c = 0; c < channels; c++)
        to[i * self->in_width + c] = from[i * step + c * apart];
}

/* Brings the pixels that the block's tiles read, zeros where there are none. */
static void
bring_window (const Job *job, const Block *block, float *window)
{
  const FlWinograd *self = job->self;
  const gint64 width = fl_winograd_count_window (self, 1),
               left = fl_winograd_get_origin (self, 1) + block->first[1] * fl_winograd_get_step (self, 1);
  const gint64 top = fl_winograd_get_origin (self, 0) + block->first[0] * fl_winograd_get_step (self, 0),
               begin = CLAMP (-left, 0, width), end = CLAMP (self->in[1] - left, begin, width);
  for (gint64 y = 0; y < fl_winograd_count_window (self, 0); y++)
    {
      float *to = window + y * width * self->in_width;
      const gboolean is_there = top + y >= 0 && top + y < self->in[0] && begin < end;
      memset (to, 0, (is_there ? begin : width) * self->in_width * sizeof (float));
      if (!is_there)
        continue;
      bring_pixels (self,
                    job->in + block->image * self->shape.in_strides[0] + (top + y) * self->in_step[0]
                        + (left + begin) * self->in_step[1],
                    end - begin, to + begin * self->in_width);
      memset (to + end * self->in_width, 0, (width - end) * self->in_width * sizeof (float));
    }
}

static void
transform_window (const FlWinograd *self, const Block *block, const FlWinogradScratch *scratch)
{
  const gint64 step = fl_winograd_count_tiles_at_once (self) * self->in_width, right = self->in_width,
               down = fl_winograd_count_window (self, 1) * right;
  float *to = scratch->transformed + block->before * self->in_width;
  for (gint64 y = 0; y < block->n[0]; y++)
    for (gint64 x = 0; x < block->n[1]; x++, to += self->in_width)
      {
        const float *pixel
            = scratch->window + y * fl_winograd_get_step (self, 0) * down + x * fl_winograd_get_step (self, 1) * right;
        if (self->shape.is_transposed)
          fl_winograd_square_in (pixel, down, right, self->in_width, to, step);
        else
          fl_winograd_line_in (pixel, right, self->in_width, to, step);
      }
}

/* Finds where result i of a tile lies in the output, [y, x] by phases; FALSE: beyond it. */
static gboolean
find_result (const FlWinograd *self, const Block *block, gint64 y, gint64 x, guint phase, gint64 i, gint64 at[2])
{
  const gint64 r[2] = { phase / 2, phase % 2 }, tile[2] = { block->first[0] + y, block->first[1] + x },
               inner[2] = { i / 3, i % 3 };
  if (!self->shape.is_transposed)
    {
      at[0] = tile[0];
      at[1] = 2 * tile[1] + i;
      return at[1] < self->out[1];
    }
  for (guint d = 0; d < 2; d++)
    {
      const gint64 q
          = self->step * tile[d] + fl_winograd_get_origin (self, d) - fl_winograd_find_low (self, d, r[d]) + inner[d];
      if (q < 0 || q >= fl_winograd_count_outputs (self, d, r[d]))
        return FALSE;
      at[d] = 2 * q + r[d];
    }
  return TRUE;
}

/* Finds the first output of a block, which has get_outputs () in a row for each tile. Phase 1 may begin a place before
 * phase 0. */
static gint64
find_first_output (const FlWinograd *self, const Block *block, guint d)
{
  const gint64 shift
      = self->shape.is_transposed ? fl_winograd_find_low (self, d, 1) - fl_winograd_find_low (self, d, 0) : 0;
  return block->first[d] * fl_winograd_get_outputs (self, d) - shift;
}

/* Results lie in the output at once where its channels lie side by side in whole vectors. */
static gboolean
is_direct (const FlWinograd *self)
{
  return self->shape.out_strides[1] == 1 && self->shape.out_sizes[1] == self->out_width;
}

/* The results of a block: [row][pixel][channel]. */
static float *
get_results (const FlWinograd *self, const Block *block, const FlWinogradScratch *scratch)
{
  return scratch->results
         + block->before * fl_winograd_get_outputs (self, 0) * fl_winograd_get_outputs (self, 1) * self->out_width;
}

static gboolean
store_tile (const Job *job, const Block *block, const FlWinogradScratch *scratch, gint64 y, gint64 x, guint phase)
{
  const FlWinograd *self = job->self;
  const gint64 n_results = self->shape.is_transposed ? 9 : 2, tile = block->before + y * block->n[1] + x,
               step = fl_winograd_count_tiles_at_once (self) * self->out_width,
               first[2] = { find_first_output (self, block, 0), find_first_output (self, block, 1) },
               length = block->n[1] * fl_winograd_get_outputs (self, 1);
  const float *from = scratch->products + tile * self->out_width, *bias = job->bias == NULL ? NULL : self->bias;
  float *pixels[9] = { NULL }, *results = get_results (self, block, scratch);
  for (gint64 i = 0; i < n_results; i++)
    {
      gint64 at[2];
      if (!find_result (self, block, y, x, phase, i, at))
        continue;
      pixels[i] = is_direct (self) ? job->out + block->image * self->shape.out_strides[0] + at[0] * self->out_step[0]
                                         + at[1] * self->out_step[1]
                                   : results + ((at[0] - first[0]) * length + at[1] - first[1]) * self->out_width;
    }
  return self->shape.is_transposed ? fl_winograd_square_out (from, step, self->out_width, bias, pixels)
                                   : fl_winograd_line_out (from, step, self->out_width, bias, pixels);
}

/* Stores the rows of a block's results where they are to lie otherwise. */
static void
store_rows (const Job *job, const Block *block, const FlWinogradScratch *scratch)
{
  const FlWinograd *self = job->self;
  const gint64 length = block->n[1] * fl_winograd_get_outputs (self, 1), channels = self->shape.out_sizes[1],
               first[2] = { find_first_output (self, block, 0), find_first_output (self, block, 1) },
               begin = MAX (-first[1], 0), end = MIN (length, self->out[1] - first[1]);
  for (gint64 y = 0; y < block->n[0] * fl_winograd_get_outputs (self, 0) && !is_direct (self); y++)
    {
      const float *from = get_results (self, block, scratch) + (y * length + begin) * self->out_width;
      float *to = job->out + block->image * self->shape.out_strides[0] + (first[0] + y) * self->out_step[0]
                  + (first[1] + begin) * self->out_step[1];
      if (first[0] + y < 0 || first[0] + y >= self->out[0])
        continue;
      if (self->out_step[1] == 1)
        fl_transpose (from, self->out_width, end - begin, channels, to, self->shape.out_strides[1]);
      else
        for (gint64 x = 0; x < end - begin; x++)
          for (gint64 c = 0; c < channels; c++)
            to[x * self->out_step[1] + c * self->shape.out_strides[1]] = from[x * self->out_width + c];
    }
}

static gboolean
store_tiles (const Job *job, const Block *block, const FlWinogradScratch *scratch, guint phase)
{
  gboolean is_finite = TRUE;
  for (gint64 y = 0; y < block->n[0]; y++)
    for (gint64 x = 0; x < block->n[1]; x++)
      is_finite &= store_tile (job, block, scratch, y, x, phase);
  return is_finite;
}

static void
run_block (Job *job, const FlWinogradScratch *scratch, gint64 task)
{
  FlWinograd *self = job->self;
  const gint64 first = find_block (self, task, 0).image, n = MIN (self->images, self->shape.sizes[0] - first),
               n_tiles = fl_winograd_count_tiles_at_once (self);
  gboolean is_finite = TRUE;
  for (gint64 i = 0; i < n; i++)
    {
      const Block block = find_block (self, task, i);
      bring_window (job, &block, scratch->window);
      transform_window (self, &block, scratch);
    }
  for (guint phase = 0; phase < self->n_phases; phase++)
    {
      for (gint64 k = 0; k < self->n_places; k++)
        fl_primitive_run (scratch->multiply[phase][k], scratch->transformed + k * n_tiles * self->in_width, NULL, NULL,
                          scratch->products + k * n_tiles * self->out_width);
      for (gint64 i = 0; i < n; i++)
        {
          const Block block = find_block (self, task, i);
          is_finite &= store_tiles (job, &block, scratch, phase);
        }
    }
  for (gint64 i = 0; i < n; i++)
    {
      const Block block = find_block (self, task, i);
      store_rows (job, &block, scratch);
    }
  if (!is_finite)
    g_atomic_int_set (&job->is_poisoned, TRUE);
}

static void
run_shares (gpointer data, gint64 begin, gint64 end)
{
  Job *job = data;
  FlWinograd *self = job->self;
  const gint64 n_tasks = fl_winograd_count_tasks (self);
  for (gint64 s = begin; s < end; s++)
    for (gint64 task = n_tasks * s / self->n_threads; task < n_tasks * (s + 1) / self->n_threads; task++)
      run_block (job, &self->scratch[s], task);
}

gboolean
fl_winograd_run (FlWinograd *self, FlThreadPool *pool, const float *in, const float *bias, float *out)
{
  Job job = { .self = self, .in = in, .bias = bias, .out = out };
  if (bias != NULL)
    memcpy (self->bias, bias, self->shape.out_sizes[1] * sizeof (float));
  fl_thread_pool_run (pool, run_shares, &job, self->n_threads);
  return !job.is_poisoned;
}
