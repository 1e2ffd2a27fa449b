/* Running convolutions by own loops: images whose channels do not lie side by side are turned, one at a time, by the thread that reads
 * them; whole, or panel by panel in a chain of steps. */
#include "fl-library-convolution-private.h"

#include <string.h>

enum
{
  STRIP_LINES = 16,        /* turned together: whole vectors of pixels, however long a line is */
  STRIP_FLOATS = 16 << 10
};

static const double PARALLEL_FLOPS = 1e6; /* fewer are done before a second thread could help */

/* --- running: copies ------------------------------------------------------------------------------------------------- */

typedef struct
{
  FlConvolutionCall *self;
  FlConvolutionHow how;
  gint64 first_image, n_images, n_shares;
  const float *in;  /* of image 0, as it lies */
  float *out;
  float *in_copy, *out_copy; /* of image 0 of the run; NULL: it is read and written as it lies */
  gboolean by_columns;
} Job;

static void
turn (const FlMatrix *from, float *to)
{
  if (from->row_stride == 1)
    fl_convolution_loops_get (fl_tile_set_get ()->lanes)->turn (from->data, from->column_stride, from->columns, from->rows, to, from->columns);
  else
    fl_product_turn (from, to);
}

/* One line of pixels, with zeros around it. */
static void
copy_line (const FlConvolutionCall *self, const float *from, float *to)
{
  const gint64 front = self->front[2], n = self->shape.in[2], behind = self->padded[2] - front - n, channels = self->shape.channels;
  memset (to, 0, front * channels * sizeof (float));
  to += front * channels;
  if (self->in_channel == 1 && (self->in_step[2] == channels || n == 1))
    memcpy (to, from, n * channels * sizeof (float));
  else
    turn (&(FlMatrix){ from, n, channels, self->in_step[2], self->in_channel }, to);
  memset (to + n * channels, 0, behind * channels * sizeof (float));
}

/* Lines [y, y + n) of one depth, which lie one behind the other and are turned together: short ones by themselves would leave vectors
 * half empty. to: the first, with its zeros. */
static void
turn_lines (const FlConvolutionCall *self, const float *from, gint64 n, float *to)
{
  const gint64 front = self->front[2] * self->shape.channels, each = self->shape.in[2] * self->shape.channels;
  const gint64 pitch = self->padded[2] * self->shape.channels;
  float turned[STRIP_FLOATS] __attribute__ ((aligned (64)));

  turn (&(FlMatrix){ from, n * self->shape.in[2], self->shape.channels, 1, self->in_channel }, turned);
  for (gint64 i = 0; i < n; i++, to += pitch)
    {
      memset (to, 0, front * sizeof (float));
      memcpy (to + front, turned + i * each, each * sizeof (float));
      memset (to + front + each, 0, (pitch - front - each) * sizeof (float));
    }
}

/* How many lines may be turned together. */
static gint64
count_strip (const FlConvolutionCall *self)
{
  if (self->in_channel == 1 || !fl_convolution_is_flat (self->in_step, self->shape.in, 1))
    return 1;
  return MIN (STRIP_FLOATS / (self->shape.in[2] * self->shape.channels), STRIP_LINES);
}

/* Lines [begin, end) of an image with zeros around it. */
static void
copy_in (const Job *job, gint64 image, float *copy, gint64 begin, gint64 end)
{
  const FlConvolutionCall *self = job->self;
  const gint64 *padded = self->padded, *front = self->front, *in = self->shape.in, channels = self->shape.channels;
  const float *from = job->in + image * self->in_image;
  const gint64 n_together = count_strip (self);
  if (memcmp (padded, in, DIMS * sizeof *in) == 0 && self->in_channel != 1 && fl_convolution_is_flat (self->in_step, in, 1))
    {
      turn (&(FlMatrix){ from + begin * in[2], (end - begin) * in[2], channels, 1, self->in_channel }, copy + begin * in[2] * channels);
      return;
    }
  for (gint64 line = begin, n; line < end; line += n)
    {
      const gint64 z = line / padded[1] - front[0], y = line % padded[1] - front[1];
      const gboolean is_there = (guint64) z < (guint64) in[0] && (guint64) y < (guint64) in[1];
      float *to = copy + line * padded[2] * channels;
      n = is_there ? MAX (MIN (MIN (n_together, in[1] - y), end - line), 1) : 1;
      if (n > 1)
        turn_lines (self, from + z * self->in_step[0] + y * self->in_step[1], n, to);
      else if (is_there)
        copy_line (self, from + z * self->in_step[0] + y * self->in_step[1], to);
      else
        memset (to, 0, padded[2] * channels * sizeof (float));
    }
}

/* Pixels [begin, end) of the image's outputs. */
static void
copy_out (const Job *job, gint64 image, const float *copy, gint64 begin, gint64 end)
{
  const FlConvolutionCall *self = job->self;
  const gint64 outputs = self->shape.outputs;
  fl_convolution_loops_get (fl_tile_set_get ()->lanes)
    ->turn (copy + begin * outputs, outputs, end - begin, outputs, job->out + image * self->out_image + begin, self->out_channel);
}

static FlPixels
get_pixels (const float *data, gint64 image, const gint64 *steps)
{
  FlPixels pixels = { (float *) data, image, { steps[0], steps[1], steps[2] } };
  return pixels;
}

static FlPixels
get_copied_pixels (const float *data, const gint64 *sizes, const gint64 *front, gint64 channels)
{
  const gint64 steps[DIMS] = { sizes[1] * sizes[2] * channels, sizes[2] * channels, channels };
  if (front != NULL)
    data += front[0] * steps[0] + front[1] * steps[1] + front[2] * steps[2];
  return get_pixels (data, sizes[0] * steps[0], steps);
}

/* --- running: with infinities in the weight -------------------------------------------------------------------------- */

/* A transposed convolution multiplies each input pixel by each tap, and no pixel that is not there: zeros in their places are well with
 * numbers, but 0 times infinity is none. */
gboolean
fl_convolution_call_needs_pixels (const FlConvolutionCall *self)
{
  const FlConvolutionShape *shape = &self->shape;
  const FlConvolutionWeight *weight = &self->weight;
  const gint64 *taps = shape->kernel, n_taps = fl_convolution_multiply (taps), outputs = shape->outputs / shape->groups;
  float sum = 0; /* of zeros, or of none */
  if (!shape->is_transposed)
    return FALSE;
  for (gint64 channel = 0; channel < shape->channels; channel++)
    for (gint64 i = 0; i < outputs * n_taps; i++)
      {
        const gint64 tap = i % n_taps, each = shape->channels / shape->groups;
        const float *at = weight->data + channel / each * weight->group + channel % each * weight->channel + i / n_taps * weight->output;
        sum += 0 * at[tap / (taps[1] * taps[2]) * weight->tap[0] + tap / taps[2] % taps[1] * weight->tap[1] + tap % taps[2] * weight->tap[2]];
      }
  return sum != 0 || sum != sum;
}

/* Adds an input pixel's share to the output pixel that a tap leads to. */
static void
add_pixel (const FlConvolutionCall *self, const float *in, const float *weight, float *out)
{
  const FlConvolutionShape *shape = &self->shape;
  const gint64 channels = shape->channels / shape->groups, outputs = shape->outputs / shape->groups;
  for (gint64 channel = 0; channel < shape->channels; channel++)
    {
      const gint64 group = channel / channels;
      const float *from = weight + group * self->weight.group + channel % channels * self->weight.channel, x = in[channel * self->in_channel];
      float *to = out + group * outputs * self->out_channel;
      for (gint64 o = 0; o < outputs; o++)
        to[o * self->out_channel] += x * from[o * self->weight.output];
    }
}

static void
add_image_pixels (const FlConvolutionCall *self, const float *in, float *out)
{
  const FlConvolutionShape *shape = &self->shape;
  const gint64 *sizes = shape->in, *taps = shape->kernel, n_taps = fl_convolution_multiply (taps);
  for (gint64 i = 0; i < fl_convolution_multiply (sizes) * n_taps; i++)
    {
      const gint64 pixel = i / n_taps, tap = i % n_taps;
      const gint64 at[DIMS] = { pixel / (sizes[1] * sizes[2]), pixel / sizes[2] % sizes[1], pixel % sizes[2] };
      const gint64 by[DIMS] = { tap / (taps[1] * taps[2]), tap / taps[2] % taps[1], tap % taps[2] };
      gint64 from = 0, weight = 0, to = 0;
      gboolean is_there = TRUE;
      for (guint d = 0; d < DIMS; d++)
        {
          const gint64 place = at[d] * shape->stride[d] + by[d] * shape->dilation[d] - shape->padding[d];
          is_there &= (guint64) place < (guint64) shape->out[d];
          from += at[d] * self->in_step[d];
          weight += by[d] * self->weight.tap[d];
          to += place * self->out_step[d];
        }
      if (is_there)
        add_pixel (self, in + from, self->weight.data + weight, out + to);
    }
}

/* Images [begin, end), input pixel by input pixel. */
static void
run_input_pixels (const Job *job, gint64 begin, gint64 end)
{
  const FlConvolutionCall *self = job->self;
  const gint64 *sizes = self->shape.out, n = fl_convolution_multiply (sizes);
  for (gint64 image = begin; image < end; image++)
    {
      float *out = job->out + image * self->out_image;
      for (gint64 i = 0; i < n; i++)
        for (gint64 o = 0; o < self->shape.outputs; o++)
          out[i / (sizes[1] * sizes[2]) * self->out_step[0] + i / sizes[2] % sizes[1] * self->out_step[1] + i % sizes[2] * self->out_step[2]
              + o * self->out_channel] = self->bias != NULL ? self->bias[o] : 0;
      add_image_pixels (self, job->in + image * self->in_image, out);
    }
}

/* --- running --------------------------------------------------------------------------------------------------------- */

/* Share s of n of the job's images, which are copied already; thread: whose scratch memory. */
static void
compute (const Job *job, gint64 share, gint64 n_shares, guint thread)
{
  const FlConvolutionCall *self = job->self;
  const FlConvolutionShape *shape = &self->shape;
  FlConvolutionRun run = { .n_images = job->n_images, .is_padded = self->is_padded, .bias = self->bias };
  run.in = job->in_copy != NULL ? get_copied_pixels (job->in_copy, self->padded, self->front, shape->channels)
                                : get_pixels (job->in + job->first_image * self->in_image, self->in_image, self->in_step);
  run.out = job->out_copy != NULL ? get_copied_pixels (job->out_copy, shape->out, NULL, shape->outputs)
                                  : get_pixels (job->out + job->first_image * self->out_image, self->out_image, self->out_step);
  if (job->how == BY_WINOGRAD)
    fl_winograd_run (self->winograd, self->packed[BY_WINOGRAD], self->direct, self->packed[BY_SUMS], &run, share, n_shares,
                     self->winograd_scratch + thread * fl_winograd_count_scratch (self->winograd));
  else
    fl_direct_run (self->direct, self->packed[BY_SUMS], &run, share, n_shares, job->by_columns);
}

static gint64
count_lines (const FlConvolutionCall *self)
{
  return self->padded[0] * self->padded[1];
}

/* Each output pixel is made of one input pixel, at the same place. */
static gboolean
is_of_points (const FlConvolutionShape *shape)
{
  for (guint d = 0; d < DIMS; d++)
    if (shape->kernel[d] != 1 || shape->stride[d] != 1 || shape->padding[d] != 0)
      return FALSE;
  return !shape->is_transposed;
}

/* Some pixels of an image at a time, from first to last in the nearest caches. */
static void
run_points (const Job *job, gint64 image, float *in_copy, float *out_copy)
{
  const FlConvolutionCall *self = job->self;
  const FlConvolutionShape *shape = &self->shape;
  const gint64 n = fl_convolution_multiply (shape->in);
  FlConvolutionRun run = { .n_images = 1, .is_padded = self->is_padded, .bias = self->bias };
  for (gint64 begin = 0, end; begin < n; begin = end)
    {
      end = MIN (begin + POINTS, n);
      turn (&(FlMatrix){ job->in + image * self->in_image + begin, end - begin, shape->channels, 1, self->in_channel }, in_copy);
      run.in = get_copied_pixels (in_copy - begin * shape->channels, shape->in, NULL, shape->channels);
      run.out = self->out_is_copied ? get_copied_pixels (out_copy, shape->out, NULL, shape->outputs)
                                    : get_pixels (job->out + image * self->out_image, self->out_image, self->out_step);
      fl_direct_run_pixels (self->direct, self->packed[BY_SUMS], &run, begin, end);
      if (self->out_is_copied)
        copy_out (job, image, out_copy, begin, end);
    }
}

/* Whole images, each while its copies are in the caches. */
static void
run_images (const Job *job, gint64 begin, gint64 end, guint thread)
{
  const FlConvolutionCall *self = job->self;
  Job one = *job;
  float *copies = self->copies == NULL ? NULL : self->copies + thread * (self->in_floats + self->out_floats);
  if (self->needs_pixels)
    {
      run_input_pixels (job, begin, end);
      return;
    }
  if (!self->in_is_copied && !self->out_is_copied)
    {
      one.first_image = begin;
      one.n_images = end - begin;
      compute (&one, 0, 1, thread);
      return;
    }
  one.n_images = 1;
  one.in_copy = self->in_is_copied ? copies : NULL;
  one.out_copy = self->out_is_copied ? copies + self->in_floats : NULL;
  if (self->in_is_copied && self->in_channel != 1 && is_of_points (&self->shape) && fl_convolution_is_flat (self->in_step, self->shape.in, 1))
    {
      for (gint64 image = begin; image < end; image++)
        run_points (job, image, one.in_copy, one.out_copy);
      return;
    }
  for (one.first_image = begin; one.first_image < end; one.first_image++)
    {
      if (self->in_is_copied)
        copy_in (&one, one.first_image, one.in_copy, 0, count_lines (self));
      compute (&one, 0, 1, thread);
      if (self->out_is_copied)
        copy_out (&one, one.first_image, one.out_copy, 0, fl_convolution_multiply (self->shape.out));
    }
}

static void
run_image_share (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  const gint64 n = job->self->shape.images;
  for (gint64 share = begin; share < end; share++)
    run_images (job, n * share / job->n_shares, n * (share + 1) / job->n_shares, share);
}

static void
copy_in_part (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  copy_in (job, job->first_image, job->in_copy, begin, end);
}

static void
copy_out_part (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  copy_out (job, job->first_image, job->out_copy, begin, end);
}

static void
compute_part (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  for (gint64 share = begin; share < end; share++)
    compute (job, share, job->n_shares, share);
}

/* Shares of each image, or, where nothing is copied, of all of them. */
static void
run_pixels (Job *job, FlThreadPool *pool)
{
  FlConvolutionCall *self = job->self;
  const gboolean is_copied = self->in_is_copied || self->out_is_copied;
  job->n_images = is_copied ? 1 : self->shape.images;
  job->by_columns = job->n_images * fl_convolution_multiply (self->shape.out) < MIN_PIXELS * job->n_shares
                    && fl_direct_count_panels (self->direct) >= job->n_shares;
  job->in_copy = self->in_is_copied ? self->copies : NULL;
  job->out_copy = self->out_is_copied ? self->copies + self->in_floats : NULL;
  for (job->first_image = 0; job->first_image < self->shape.images; job->first_image += job->n_images)
    {
      if (self->in_is_copied)
        fl_thread_pool_run (pool, copy_in_part, job, count_lines (self));
      fl_thread_pool_run (pool, compute_part, job, job->n_shares);
      if (self->out_is_copied)
        fl_thread_pool_run_steps (pool, self->n_threads, copy_out_part, job, fl_convolution_multiply (self->shape.out), LINE_PIXELS);
    }
}

static double
count_flops (const FlConvolutionCall *self)
{
  const FlConvolutionShape *shape = &self->shape;
  const gint64 *pixels = shape->is_transposed ? shape->in : shape->out;
  return 2.0 * shape->images * shape->outputs * shape->channels / shape->groups * fl_convolution_multiply (pixels) * fl_convolution_multiply (shape->kernel);
}

static void
take_copies (FlConvolutionCall *self)
{
  if (self->copies == NULL && (self->in_is_copied || self->out_is_copied))
    self->copies = fl_work_alloc ((self->in_floats + self->out_floats) * self->n_threads * sizeof (float));
}

void
fl_convolution_call_run_own (FlConvolutionCall *self, FlThreadPool *pool)
{
  Job job = { .self = self, .how = self->how, .in = self->in, .out = self->out, .n_shares = self->n_threads };
  fl_convolution_call_pack_how (self, pool, self->how);
  take_copies (self);
  if (self->n_threads == 1 || self->needs_pixels || count_flops (self) < PARALLEL_FLOPS)
    run_images (&job, 0, self->shape.images, 0);
  else if (self->shape.images >= 2 * self->n_threads || self->shape.images == self->n_threads)
    fl_thread_pool_run (pool, run_image_share, &job, job.n_shares);
  else
    run_pixels (&job, pool);
}

/* --- panels ---------------------------------------------------------------------------------------------------------- */

/* Input pixels, and what is made of each, lie one after the other. */
static gboolean
is_pointwise (const FlConvolutionCall *self)
{
  const FlConvolutionShape *shape = &self->shape;
  return is_of_points (shape) && !self->in_is_copied && !self->out_is_copied && self->in_image == fl_convolution_multiply (shape->in) * shape->channels
         && self->out_image == fl_convolution_multiply (shape->out) * shape->outputs && fl_convolution_is_flat (self->in_step, shape->in, shape->channels)
         && fl_convolution_is_flat (self->out_step, shape->out, shape->outputs);
}

/* From the first to the last of an image. */
static gint64
count_span (const gint64 *steps, const gint64 *sizes, gint64 channel, gint64 n_channels)
{
  gint64 span = 1 + (n_channels - 1) * channel;
  for (guint d = 0; d < DIMS; d++)
    span += (sizes[d] - 1) * steps[d];
  return span;
}

gboolean
fl_convolution_call_get_panels (gconstpointer state, FlLibraryPanels *panels)
{
  const FlConvolutionCall *self = state;
  panels->n_whole = self->shape.images;
  panels->n_parts = self->shape.images * (is_pointwise (self) ? fl_convolution_multiply (self->shape.out) : 1);
  return self->can[BY_SUMS] && self->out_image == count_span (self->out_step, self->shape.out, self->out_channel, self->shape.outputs);
}

guint
fl_convolution_call_list (gconstpointer state, FlWorkAccess *accesses)
{
  const FlConvolutionCall *self = state;
  const FlConvolutionShape *shape = &self->shape;
  const gint64 width = sizeof (float), in = count_span (self->in_step, shape->in, self->in_channel, shape->channels);
  const gint64 last = (shape->images - 1) * width;
  accesses[0] = (FlWorkAccess){ (const guint8 *) self->in, last * self->in_image + in * width, self->in_image == in, FALSE, self->tensors[0] };
  accesses[1] = (FlWorkAccess){ (const guint8 *) self->out, shape->images * self->out_image * width, TRUE, TRUE, self->tensors[1] };
  accesses[2] = (FlWorkAccess){ (const guint8 *) self->weight.data, self->weight_bytes, FALSE, FALSE, self->tensors[2] };
  if (self->bias == NULL)
    return 3;
  accesses[3] = (FlWorkAccess){ (const guint8 *) self->bias, shape->outputs * width, FALSE, FALSE, self->tensors[3] };
  return 4;
}

/* The faster of the own ways, where the library is faster for the whole. */
static FlConvolutionHow
get_panel_how (const FlConvolutionCall *self)
{
  if (self->how != BY_LIBRARY)
    return self->how;
  return self->can[BY_WINOGRAD] ? BY_WINOGRAD : BY_SUMS;
}

void
fl_convolution_call_begin_panels (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  fl_convolution_call_pack_how (self, pool, get_panel_how (self));
  take_copies (self);
}

void
fl_convolution_call_run_panel (gpointer state,
                               guint share,
                               gint64 p,
                               gint64 n,
                               guint8 *const *places)
{
  FlConvolutionCall *self = state;
  Job job = { .self = self, .how = get_panel_how (self), .n_images = self->shape.images };
  job.in = places[0] != NULL ? (const float *) places[0] : self->in;
  job.out = places[1] != NULL ? (float *) places[1] : self->out;
  if (!is_pointwise (self))
    {
      run_images (&job, self->shape.images * p / n, self->shape.images * (p + 1) / n, share);
      return;
    }
  const gint64 n_pixels = self->shape.images * fl_convolution_multiply (self->shape.out);
  FlConvolutionRun run = { .in = get_pixels (job.in, self->in_image, self->in_step), .out = get_pixels (job.out, self->out_image, self->out_step),
                           .n_images = self->shape.images, .bias = self->bias };
  fl_direct_run_pixels (self->direct, self->packed[BY_SUMS], &run, n_pixels * p / n, n_pixels * (p + 1) / n);
}
