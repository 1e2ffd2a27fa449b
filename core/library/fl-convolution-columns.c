/* Convolutions of doubles, and of floats where the library has no primitive, as matrix products (im2col and col2im;
 * Chellapilla et al., High Performance Convolutional Neural Networks for Document Processing, 2006).
 *
 * A convolution reads a wide image and writes a narrow one, a transposed one the other way round: a tap joins the
 * narrow position x to the wide one x stride - padding + tap dilation. What all taps and channels of the wide image
 * have at some positions of the narrow one is a matrix of columns. The weight by it is the narrow image; the weight's
 * transpose by the narrow image is columns that are added to the wide one. */
#include <string.h>

#include "fl-library-convolution.h"
#include "fl-product-kernels.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

enum
{
  DIMS = FL_CONVOLUTION_SPATIAL,
  COLUMNS_DOUBLES = 64 << 10, /* of a strip of positions: half a megabyte, in the L2 cache */
  LEAST_STRIP = 24,
  MOST_STRIP = 192
};

/* A convolution in three dimensions, of which the first ones may be but one pixel; channels are those of a group. */
typedef struct
{
  FlConvolutionStep step;
  FlWorkView narrow, wide;
  gint64 n_narrow, n_wide, n_taps, n_positions, strip;
  gint64 narrow_sizes[DIMS], wide_sizes[DIMS], taps[DIMS], stride[DIMS], dilation[DIMS], padding[DIMS];
  gint64 narrow_steps[DIMS], wide_steps[DIMS], weight_steps[DIMS];
  gint64 n_shares;    /* of a group's wide channels, for threads of a transposed one */
  double *weight;     /* [group][narrow][wide, tap]; of a transposed one [group][wide, tap][narrow] */
  gboolean is_packed; /* for all runs */
} Columns;

/* --- rows of pixels --------------------------------------------------------------------------- */

#define EACH_PIXEL(view, type, what)                                                                                   \
  {                                                                                                                    \
    type *pixels = (type *) (view)->bytes + place;                                                                     \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      what;                                                                                                            \
  }
#define ROW_FUNC(name, constness, what)                                                                                \
  static void name (const FlWorkView *view, gint64 place, gint64 step, gint64 n, constness double *row)                \
  {                                                                                                                    \
    if (view->dtype == FL_DTYPE_F64)                                                                                   \
      EACH_PIXEL (view, double, what)                                                                                  \
    else                                                                                                               \
      EACH_PIXEL (view, float, what)                                                                                   \
  }

ROW_FUNC (read_row, , row[i] = pixels[i * step])
ROW_FUNC (write_row, const, pixels[i * step] = row[i])
ROW_FUNC (add_row, const, pixels[i * step] += row[i])

/* Tells where pixel `at` of a channel lies, in elements. */
static gint64
find_pixel (const FlWorkView *view, const gint64 steps[DIMS], gint64 image, gint64 channel, const gint64 at[DIMS])
{
  return view->offset + image * view->strides[0] + channel * view->strides[1] + at[0] * steps[0] + at[1] * steps[1]
         + at[2] * steps[2];
}

/* --- positions of the narrow image ------------------------------------------------------------ */

/* Finds a position, and how many from there on lie in one row, at most n. */
static gint64
find_row (const Columns *self, gint64 position, gint64 n, gint64 at[DIMS])
{
  at[2] = position % self->narrow_sizes[2];
  at[1] = position / self->narrow_sizes[2] % self->narrow_sizes[1];
  at[0] = position / (self->narrow_sizes[2] * self->narrow_sizes[1]);
  return MIN (n, self->narrow_sizes[2] - at[2]);
}

/* Goes through rows of the narrow image, from some position on: to or from a matrix [channel][strip]. */
static void
visit_narrow (const Columns *self, gint64 image, gint64 group, gint64 position, gint64 n, double *matrix)
{
  const FlWorkView *bias = &self->step.bias;
  for (gint64 done = 0, some; done < n; done += some)
    {
      gint64 at[DIMS];
      some = find_row (self, position + done, n - done, at);
      for (gint64 c = 0; c < self->n_narrow; c++)
        {
          const gint64 channel = group * self->n_narrow + c,
                       place = find_pixel (&self->narrow, self->narrow_steps, image, channel, at);
          double *row = matrix + c * self->strip + done, addend = 0;
          if (self->step.shape.is_transposed)
            {
              read_row (&self->narrow, place, self->narrow_steps[2], some, row);
              continue;
            }
          if (bias->bytes != NULL)
            read_row (bias, bias->offset + channel * bias->strides[0], 1, 1, &addend);
          for (gint64 i = 0; i < some; i++)
            row[i] += addend;
          write_row (&self->narrow, place, self->narrow_steps[2], some, row);
        }
    }
}

/* Fills columns [channel, tap][strip] with what a tap reads of some wide channels at n positions of one row, zeros
 * beyond the image; or adds them to it. */
static void
visit_tap (const Columns *self, gint64 image, gint64 channel, gint64 n_channels, const gint64 at[DIMS], gint64 n,
           gint64 k, double *columns)
{
  const gint64 tap[DIMS]
      = { k / (self->taps[1] * self->taps[2]), k / self->taps[2] % self->taps[1], k % self->taps[2] },
      stride = self->stride[2], step = self->wide_steps[2] * stride;
  gint64 first[DIMS];
  gboolean is_there = TRUE;
  for (guint d = 0; d < DIMS; d++)
    {
      first[d] = at[d] * self->stride[d] - self->padding[d] + tap[d] * self->dilation[d];
      is_there &= d == 2 || (first[d] >= 0 && first[d] < self->wide_sizes[d]);
    }
  const gint64 last = self->wide_sizes[2] - 1 - first[2],
               begin = is_there ? CLAMP ((stride - 1 - first[2]) / stride, 0, n) : n,
               end = last < 0 ? begin : CLAMP (last / stride + 1, begin, n);
  for (gint64 c = 0; c < n_channels; c++)
    {
      double *row = columns + (c * self->n_taps + k) * self->strip;
      const gint64 place = find_pixel (&self->wide, self->wide_steps, image, channel + c, first) + begin * step;
      if (self->step.shape.is_transposed)
        {
          add_row (&self->wide, place, step, end - begin, row + begin);
          continue;
        }
      memset (row, 0, begin * sizeof *row);
      read_row (&self->wide, place, step, end - begin, row + begin);
      memset (row + end, 0, (n - end) * sizeof *row);
    }
}

static void
visit_wide (const Columns *self, gint64 image, gint64 channel, gint64 n_channels, gint64 position, gint64 n,
            double *columns)
{
  for (gint64 done = 0, some; done < n; done += some)
    {
      gint64 at[DIMS];
      some = find_row (self, position + done, n - done, at);
      for (gint64 k = 0; k < self->n_taps; k++)
        visit_tap (self, image, channel, n_channels, at, some, k, columns + done);
    }
}

/* --- shares of threads ------------------------------------------------------------------------ */

/* Strips of positions of the groups of images. */
static void
run_strips (gpointer data, gint64 begin, gint64 end)
{
  const Columns *self = data;
  const gint64 n_rows = self->n_wide * self->n_taps, n_strips = (self->n_positions + self->strip - 1) / self->strip,
               groups = self->step.shape.groups;
  g_autofree double *columns = g_new (double, n_rows * self->strip),
                    *sums = g_new (double, self->n_narrow * self->strip);
  for (gint64 i = begin; i < end; i++)
    {
      const gint64 position = i % n_strips * self->strip, n = MIN (self->strip, self->n_positions - position),
                   group = i / n_strips % groups, image = i / n_strips / groups;
      const FlMatrix weight = { self->weight + group * self->n_narrow * n_rows, self->n_narrow, n_rows, n_rows, 1 },
                     matrix = { columns, n_rows, n, self->strip, 1 };
      visit_wide (self, image, group * self->n_wide, self->n_wide, position, n, columns);
      fl_gemm_doubles (&weight, &matrix, 1, 0, sums, self->strip);
      visit_narrow (self, image, group, position, n, sums);
    }
}

/* Channels of the wide image begin as their bias. */
static void
fill_channels (const Columns *self, gint64 image, gint64 channel, gint64 n)
{
  const FlWorkView *bias = &self->step.bias;
  g_autofree double *row = g_new (double, self->wide_sizes[2]);
  for (gint64 c = channel; c < channel + n; c++)
    {
      gint64 at[DIMS] = { 0 };
      double addend = 0;
      if (bias->bytes != NULL)
        read_row (bias, bias->offset + c * bias->strides[0], 1, 1, &addend);
      for (gint64 x = 0; x < self->wide_sizes[2]; x++)
        row[x] = addend;
      do
        write_row (&self->wide, find_pixel (&self->wide, self->wide_steps, image, c, at), self->wide_steps[2],
                   self->wide_sizes[2], row);
      while (fl_index_next (at, self->wide_sizes, 2));
    }
}

/* Of a transposed one: shares of the wide channels of the groups of images, which nobody else writes. */
static void
run_channels (gpointer data, gint64 begin, gint64 end)
{
  const Columns *self = data;
  const gint64 most = (self->n_wide + self->n_shares - 1) / self->n_shares;
  g_autofree double *columns = g_new (double, most * self->n_taps * self->strip),
                    *pixels = g_new (double, self->n_narrow * self->strip);
  for (gint64 i = begin; i < end; i++)
    {
      const gint64 first = self->n_wide * (i % self->n_shares) / self->n_shares,
                   n_channels = self->n_wide * (i % self->n_shares + 1) / self->n_shares - first,
                   group = i / self->n_shares % self->step.shape.groups,
                   image = i / self->n_shares / self->step.shape.groups, channel = group * self->n_wide + first;
      const FlMatrix weight = { self->weight + channel * self->n_taps * self->n_narrow, n_channels * self->n_taps,
                                self->n_narrow, self->n_narrow, 1 };
      fill_channels (self, image, channel, n_channels);
      for (gint64 position = 0; position < self->n_positions; position += self->strip)
        {
          const gint64 n = MIN (self->strip, self->n_positions - position);
          const FlMatrix matrix = { pixels, self->n_narrow, n, self->strip, 1 };
          visit_narrow (self, image, group, position, n, pixels);
          fl_gemm_doubles (&weight, &matrix, 1, 0, columns, self->strip);
          visit_wide (self, image, channel, n_channels, position, n, columns);
        }
    }
}

/* --- the interface ---------------------------------------------------------------------------- */

/* Makes the weight a matrix, its taps innermost, or its narrow channels. */
static void
pack_weight (Columns *self)
{
  const FlWorkView *weight = &self->step.weight;
  const gint64 n = self->n_taps, *taps = self->taps;
  g_autofree gint64 *places = g_new (gint64, n);
  for (gint64 k = 0; k < n; k++)
    places[k] = weight->offset + k / (taps[1] * taps[2]) * self->weight_steps[0]
                + k / taps[2] % taps[1] * self->weight_steps[1] + k % taps[2] * self->weight_steps[2];
  for (gint64 o = 0; o < weight->sizes[0]; o++)
    for (gint64 c = 0; c < self->n_wide; c++)
      for (gint64 k = 0; k < n; k++)
        {
          const gint64 row = o / self->n_narrow * self->n_wide + c,
                       to = self->step.shape.is_transposed ? (row * n + k) * self->n_narrow + o % self->n_narrow
                                                           : (o * self->n_wide + c) * n + k;
          read_row (weight, places[k] + o * weight->strides[0] + c * weight->strides[1], 1, 1, self->weight + to);
        }
  self->is_packed = weight->is_fixed;
}

static void
forget (gpointer state)
{
  Columns *self = state;
  self->is_packed = FALSE;
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  Columns *self = state;
  const gint64 n_groups = self->narrow.sizes[0] * self->step.shape.groups;
  if (!self->is_packed)
    pack_weight (self);
  if (self->step.shape.is_transposed)
    {
      const gint64 n_threads = fl_thread_pool_get_n_threads (pool);
      self->n_shares = MIN ((n_threads + n_groups - 1) / n_groups, self->n_wide);
      fl_thread_pool_run (pool, run_channels, self, n_groups * self->n_shares);
    }
  else
    fl_thread_pool_run (pool, run_strips, self, n_groups * ((self->n_positions + self->strip - 1) / self->strip));
  return TRUE;
}

static void
free_state (gpointer state)
{
  Columns *self = state;
  g_free (self->weight);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  Columns self = { 0 };
  const FlConvolution *shape = &self.step.shape;
  if (step->row->op != FL_ATEN_OP_CONVOLUTION
      || (step->out[0].dtype != FL_DTYPE_F64 && step->out[0].dtype != FL_DTYPE_F32)
      || !fl_convolution_read (&self.step, step))
    return NULL;
  self.narrow = shape->is_transposed ? self.step.in : self.step.out;
  self.wide = shape->is_transposed ? self.step.out : self.step.in;
  self.n_narrow = self.narrow.sizes[1] / shape->groups;
  self.n_wide = self.wide.sizes[1] / shape->groups;
  for (guint d = 0; d < DIMS; d++)
    {
      const guint lack = DIMS - shape->n_spatial, own = d - lack;
      const gboolean is_there = d >= lack;
      self.narrow_sizes[d] = is_there ? self.narrow.sizes[2 + own] : 1;
      self.wide_sizes[d] = is_there ? self.wide.sizes[2 + own] : 1;
      self.taps[d] = is_there ? shape->weight_sizes[2 + own] : 1;
      self.stride[d] = is_there ? shape->stride[own] : 1;
      self.dilation[d] = is_there ? shape->dilation[own] : 1;
      self.padding[d] = is_there ? shape->padding[own] : 0;
      self.narrow_steps[d] = is_there ? self.narrow.strides[2 + own] : 0;
      self.wide_steps[d] = is_there ? self.wide.strides[2 + own] : 0;
      self.weight_steps[d] = is_there ? shape->weight_strides[2 + own] : 0;
    }
  self.n_taps = self.taps[0] * self.taps[1] * self.taps[2];
  self.n_positions = self.narrow_sizes[0] * self.narrow_sizes[1] * self.narrow_sizes[2];
  self.strip = CLAMP (COLUMNS_DOUBLES / (self.n_wide * self.n_taps), LEAST_STRIP, MOST_STRIP);
  self.weight = g_new (double, fl_sizes_product (shape->weight_sizes, shape->n_spatial + 2));
  return g_memdup2 (&self, sizeof self);
}

static const char *
describe (gconstpointer state)
{
  return "convolution of doubles as a matrix product (im2col)";
}

const FlLibraryOp fl_convolution_columns_op
    = { .name = "convolution by columns",
        .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART | FL_LIBRARY_WIDENED,
        .prepare = prepare,
        .run = run,
        .describe = describe,
        .forget = forget,
        .free = free_state };
