/* Convolutions: by Fuseloom's own loops or by the library, whichever is faster on the shape. A weight that is the same in every run is
 * packed once. Own loops want channels side by side: images that lie otherwise are turned, one at a time, by the thread that reads them. */
#include "fl-library-private.h"
#include "fl-convolution.h"
#include "fl-library.h"

#include <stdlib.h>
#include <string.h>

enum
{
  DIMS = FL_CONVOLUTION_DIMS,
  N_TRIALS = 9,
  TRIAL_NS = 20000000,     /* more than three trials only where they are short */
  FEW_CHANNELS = 16,       /* zeros around images let taps of so few lie side by side */
  MAX_PADDED_BYTES = 256 << 20,
  MAX_TRANSFORMED_BYTES = 512 << 20, /* of a weight */
  MIN_PIXELS = 64,         /* of a share: else output channels are shared out */
  LINE_PIXELS = 32,
  POINTS = 128
};

typedef enum
{
  BY_LIBRARY,
  BY_SUMS,
  BY_WINOGRAD,
  N_HOWS
} How;

static const double PARALLEL_FLOPS = 1e6; /* fewer are done before a second thread could help */

/* One thread's share of the library's: some images of the batch, some groups, or some output channels. */
typedef struct
{
  gpointer convolution;
  const float *in, *weight, *bias;
  float *out;
} Part;

struct _FlConvolutionCall
{
  FlConvolution library; /* as the library is told */
  FlConvolutionShape shape;
  FlConvolutionWeight weight;
  const float *in, *bias;
  float *out;
  gint64 in_image, in_channel, in_step[DIMS], out_image, out_channel, out_step[DIMS];
  guint n_threads;
  How how;
  gboolean can[N_HOWS], has_tried_library;
  gint64 times[N_HOWS]; /* medians; 0: not timed */
  guint n_parts;
  Part *parts;
  gboolean weight_is_fixed, is_packed[N_HOWS];
  FlDirect *direct;
  FlWinograd *winograd;
  float *packed[N_HOWS], *winograd_scratch; /* the latter one a thread */
  gboolean in_is_copied, out_is_copied, is_padded;
  gint64 front[DIMS], padded[DIMS]; /* of a copied image: zeros in front, and sizes with all of them */
  gint64 in_floats, out_floats;     /* of an image's copies */
  float *copies;                    /* one of both a thread, or of one image */
  int tensors[4];                   /* of the program: input, result, weight, bias */
  gint64 weight_bytes;
};

/* --- by the library -------------------------------------------------------------------------------------------------- */

static gboolean
add_part (FlConvolutionCall *self, gint64 extent, gint64 begin, gint64 length)
{
  const FlConvolution *shape = &self->library;
  const gint64 groups = shape->groups;
  FlConvolution share = *shape;
  Part *part = &self->parts[self->n_parts++];
  *part = (Part){ NULL, self->in, self->weight.data, self->bias, self->out };
  if (extent == shape->sizes[0] && extent >= self->n_threads)
    {
      share.sizes[0] = share.out_sizes[0] = length;
      part->in += begin * shape->in_strides[0];
      part->out += begin * shape->out_strides[0];
    }
  else
    {
      gint64 each = groups > 1 ? shape->out_sizes[1] / groups : 1; /* an entry of the extent has so many channels */
      share.out_sizes[1] = share.weight_sizes[0] = length * each;
      part->weight += begin * each * shape->weight_strides[0];
      part->out += begin * each * shape->out_strides[1];
      part->bias += part->bias == NULL ? 0 : begin * each;
      if (groups > 1)
        {
          share.groups = length;
          share.sizes[1] = shape->sizes[1] / groups * length;
          part->in += begin * (shape->sizes[1] / groups) * shape->in_strides[1];
        }
    }
  part->convolution = fl_library_convolution_new (&share);
  return part->convolution != NULL;
}

/* Shares of the batch where it is large enough, else of the groups, else of the output channels. FALSE: the library cannot. */
static gboolean
open_library (FlConvolutionCall *self)
{
  const FlConvolution *shape = &self->library;
  gint64 batch = shape->sizes[0], channels = shape->out_sizes[1];
  gint64 extent = batch >= self->n_threads ? batch : shape->groups > 1 ? shape->groups : channels;
  gint64 n = MIN (extent, self->n_threads);
  if (self->has_tried_library)
    return self->can[BY_LIBRARY];
  self->has_tried_library = TRUE;
  self->parts = g_new0 (Part, MAX (n, 1));
  self->can[BY_LIBRARY] = n > 0;
  for (gint64 i = 0; i < n && self->can[BY_LIBRARY]; i++)
    self->can[BY_LIBRARY] = add_part (self, extent, extent * i / n, extent * (i + 1) / n - extent * i / n);
  return self->can[BY_LIBRARY];
}

static void
run_parts (gpointer data, gint64 begin, gint64 end)
{
  FlConvolutionCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const Part *part = &self->parts[i];
      fl_library_convolution_run (part->convolution, part->in, self->is_packed[BY_LIBRARY] ? NULL : part->weight, part->bias, part->out);
    }
}

/* --- preparing ------------------------------------------------------------------------------------------------------- */

static void
read_weight (FlConvolutionCall *self, const FlWorkView *view)
{
  const guint first = DIMS - self->library.n_spatial;
  FlConvolutionWeight *weight = &self->weight;
  gint64 each = view->sizes[0] / self->shape.groups; /* entries of the first dimension in a group */
  weight->data = fl_library_get_floats (view);
  weight->output = view->strides[self->shape.is_transposed ? 1 : 0];
  weight->channel = view->strides[self->shape.is_transposed ? 0 : 1];
  weight->group = each * view->strides[0];
  for (guint d = 0; d < self->library.n_spatial; d++)
    weight->tap[first + d] = view->strides[2 + d];
}

static void
read_shape (FlConvolutionCall *self)
{
  const FlConvolution *from = &self->library;
  const guint first = DIMS - from->n_spatial;
  FlConvolutionShape *shape = &self->shape;
  shape->images = from->sizes[0];
  shape->channels = from->sizes[1];
  shape->outputs = from->out_sizes[1];
  shape->groups = from->groups;
  for (guint d = 0; d < first; d++)
    shape->in[d] = shape->out[d] = shape->kernel[d] = shape->stride[d] = shape->dilation[d] = 1;
  for (guint d = 0; d < from->n_spatial; d++)
    {
      shape->in[first + d] = from->sizes[2 + d];
      shape->out[first + d] = from->out_sizes[2 + d];
      shape->kernel[first + d] = from->weight_sizes[2 + d];
      shape->stride[first + d] = from->stride[d];
      shape->padding[first + d] = from->padding[d];
      shape->dilation[first + d] = from->dilation[d];
      self->in_step[first + d] = from->in_strides[2 + d];
      self->out_step[first + d] = from->out_strides[2 + d];
    }
  self->in_image = from->in_strides[0];
  self->in_channel = from->in_strides[1];
  self->out_image = from->out_strides[0];
  self->out_channel = from->out_strides[1];
}

/* Sizes that fit each other; else the interpreter says what is wrong. */
static gboolean
is_sound (const FlConvolutionCall *self, const FlWorkView *weight)
{
  const FlConvolutionShape *shape = &self->shape;
  gint64 groups = shape->groups, all = shape->images * shape->channels * shape->outputs;
  if (groups < 1 || shape->channels % groups != 0 || shape->outputs % groups != 0)
    return FALSE;
  for (guint d = 0; d < DIMS; d++)
    {
      if (shape->stride[d] < 1 || shape->dilation[d] < 1 || shape->padding[d] < 0)
        return FALSE;
      all *= shape->in[d] * shape->out[d] * shape->kernel[d];
    }
  if (shape->is_transposed)
    return all > 0 && weight->sizes[0] == shape->channels && weight->sizes[1] == shape->outputs / groups;
  return all > 0 && weight->sizes[0] == shape->outputs && weight->sizes[1] == shape->channels / groups;
}

static gint64
multiply_sizes (const gint64 *sizes)
{
  return sizes[0] * sizes[1] * sizes[2];
}

/* All positions of an image are evenly apart, as if they were one dimension. */
static gboolean
is_flat (const gint64 *steps, const gint64 *sizes, gint64 step)
{
  for (guint d = DIMS; d-- > 0;)
    {
      if (sizes[d] != 1 && steps[d] != step)
        return FALSE;
      step *= sizes[d];
    }
  return TRUE;
}

/* Which images are copied so that their channels lie side by side, or so that zeros lie around them. FALSE: own loops cannot write it. */
static gboolean
choose_copies (FlConvolutionCall *self)
{
  const FlConvolutionShape *shape = &self->shape;
  gint64 behind[DIMS];
  gboolean has_few = shape->groups == 1 && shape->channels < FEW_CHANNELS && shape->kernel[DIMS - 1] > 1;
  self->in_is_copied = (self->in_channel != 1 && shape->channels > 1) || has_few;
  self->out_is_copied = self->out_channel != 1 && shape->outputs > 1;
  if (self->out_is_copied && (!is_flat (self->out_step, shape->out, 1) || self->out_channel != multiply_sizes (shape->out)))
    return FALSE;
  fl_convolution_get_margins (shape, self->front, behind);
  for (guint d = 0; d < DIMS; d++)
    self->padded[d] = self->front[d] + shape->in[d] + behind[d];
  self->is_padded = self->in_is_copied && multiply_sizes (self->padded) * shape->channels * (gint64) sizeof (float) <= MAX_PADDED_BYTES;
  if (!self->is_padded)
    for (guint d = 0; d < DIMS; d++)
      {
        self->front[d] = 0;
        self->padded[d] = shape->in[d];
      }
  self->in_floats = self->in_is_copied ? (multiply_sizes (self->padded) * shape->channels + 1023) / 1024 * 1024 + 32 : 0;
  self->out_floats = self->out_is_copied ? (multiply_sizes (shape->out) * shape->outputs + 1023) / 1024 * 1024 + 32 : 0;
  return TRUE;
}

static gboolean
read_arguments (FlConvolutionCall *self, const FlWorkStep *step)
{
  const FlWorkView *in = fl_library_find_tensor (step, 0, "input"), *weight = fl_library_find_tensor (step, 1, "weight"), *out = &step->out[0];
  const FlWorkArg *bias = fl_work_step_find_arg (step, 2, "bias"), *transposed = fl_work_step_find_arg (step, 6, "transposed");
  FlConvolution *shape = &self->library;
  if (in == NULL || weight == NULL || in->n_dims < 3 || in->n_dims > 5 || weight->n_dims != in->n_dims || out->n_dims != in->n_dims)
    return FALSE;
  shape->n_spatial = in->n_dims - 2;
  shape->groups = fl_library_find_number (step, 8, "groups", 1);
  memcpy (shape->sizes, in->sizes, in->n_dims * sizeof (gint64));
  memcpy (shape->in_strides, in->strides, in->n_dims * sizeof (gint64));
  memcpy (shape->weight_sizes, weight->sizes, weight->n_dims * sizeof (gint64));
  memcpy (shape->weight_strides, weight->strides, weight->n_dims * sizeof (gint64));
  memcpy (shape->out_sizes, out->sizes, out->n_dims * sizeof (gint64));
  memcpy (shape->out_strides, out->strides, out->n_dims * sizeof (gint64));
  shape->has_bias = bias != NULL && bias->value.kind == FL_DATUM_TENSOR;
  if (shape->has_bias && (bias->view.dtype != FL_DTYPE_F32 || (bias->view.sizes[0] > 1 && bias->view.strides[0] != 1)))
    return FALSE;
  if (!fl_library_find_ints (step, 3, "stride", shape->stride, shape->n_spatial) || !fl_library_find_ints (step, 4, "padding", shape->padding, shape->n_spatial)
      || !fl_library_find_ints (step, 5, "dilation", shape->dilation, shape->n_spatial))
    return FALSE;
  self->shape.is_transposed = transposed != NULL && transposed->value.integer != 0;
  read_shape (self);
  if (!is_sound (self, weight))
    return FALSE;
  read_weight (self, weight);
  self->in = fl_library_get_floats (in);
  self->out = fl_library_get_floats (out);
  self->bias = shape->has_bias ? fl_library_get_floats (&bias->view) : NULL;
  self->tensors[0] = in->tensor;
  self->tensors[1] = out->tensor;
  self->tensors[2] = weight->tensor;
  self->tensors[3] = shape->has_bias ? bias->view.tensor : -1;
  self->weight_bytes = sizeof (float);
  for (guint d = 0; d < weight->n_dims; d++)
    self->weight_bytes += (weight->sizes[d] - 1) * weight->strides[d] * (gint64) sizeof (float);
  self->weight_is_fixed = weight->is_fixed;
  return !fl_work_views_overlap (in, out);
}

FlConvolutionCall *
fl_convolution_call_prepare (const FlWorkStep *step, guint n_threads)
{
  FlConvolutionCall *self = g_new0 (FlConvolutionCall, 1);
  self->n_threads = n_threads;
  if (!read_arguments (self, step))
    {
      fl_convolution_call_free (self);
      return NULL;
    }
  self->can[BY_LIBRARY] = !self->shape.is_transposed;
  self->has_tried_library = !self->can[BY_LIBRARY];
  self->can[BY_SUMS] = choose_copies (self);
  if (self->can[BY_SUMS])
    {
      self->direct = fl_direct_new (&self->shape, self->is_padded);
      self->winograd = fl_winograd_new (&self->shape);
      self->can[BY_WINOGRAD] = self->winograd != NULL && fl_winograd_count_packed (self->winograd) <= MAX_TRANSFORMED_BYTES / (gint64) sizeof (float);
    }
  self->how = self->can[BY_WINOGRAD] ? BY_WINOGRAD : self->can[BY_SUMS] ? BY_SUMS : BY_LIBRARY;
  if (self->how == BY_LIBRARY && (!self->can[BY_LIBRARY] || !open_library (self)))
    g_clear_pointer (&self, fl_convolution_call_free);
  return self;
}

/* --- packing --------------------------------------------------------------------------------------------------------- */

static void
pack_sums (gpointer data, gint64 begin, gint64 end)
{
  FlConvolutionCall *self = data;
  fl_direct_pack (self->direct, &self->weight, begin, end, self->packed[BY_SUMS]);
}

static void
pack_winograd (gpointer data, gint64 begin, gint64 end)
{
  FlConvolutionCall *self = data;
  fl_winograd_pack (self->winograd, &self->weight, begin, end, self->packed[BY_WINOGRAD]);
}

/* Winograd's form packs the plain sums' weights, too: it needs them where values are not finite. */
static void
pack (FlConvolutionCall *self, FlThreadPool *pool, How how)
{
  if (how == BY_LIBRARY || (self->weight_is_fixed && self->is_packed[how]))
    return;
  if (self->packed[how] == NULL)
    self->packed[how] = fl_work_alloc ((how == BY_SUMS ? fl_direct_count_packed (self->direct) : fl_winograd_count_packed (self->winograd)) * sizeof (float));
  if (how == BY_SUMS)
    fl_work_share_out (pool, pack_sums, self, fl_direct_count_units (self->direct), 1);
  else
    {
      pack (self, pool, BY_SUMS);
      fl_work_share_out (pool, pack_winograd, self, fl_winograd_count_units (self->winograd), 1);
      if (self->winograd_scratch == NULL)
        self->winograd_scratch = fl_work_alloc (fl_winograd_count_scratch (self->winograd) * self->n_threads * sizeof (float));
    }
  self->is_packed[how] = TRUE;
}

/* --- running: copies ------------------------------------------------------------------------------------------------- */

typedef struct
{
  FlConvolutionCall *self;
  How how;
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

/* Lines [begin, end) of an image with zeros around it. */
static void
copy_in (const Job *job, gint64 image, float *copy, gint64 begin, gint64 end)
{
  const FlConvolutionCall *self = job->self;
  const gint64 *padded = self->padded, *front = self->front, *in = self->shape.in, channels = self->shape.channels;
  const float *from = job->in + image * self->in_image;
  if (memcmp (padded, in, DIMS * sizeof *in) == 0 && self->in_channel != 1 && is_flat (self->in_step, in, 1))
    {
      turn (&(FlMatrix){ from + begin * in[2], (end - begin) * in[2], channels, 1, self->in_channel }, copy + begin * in[2] * channels);
      return;
    }
  for (gint64 line = begin; line < end; line++)
    {
      const gint64 z = line / padded[1] - front[0], y = line % padded[1] - front[1];
      float *to = copy + line * padded[2] * channels;
      if ((guint64) z < (guint64) in[0] && (guint64) y < (guint64) in[1])
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
  const gint64 n = multiply_sizes (shape->in);
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
  if (self->in_is_copied && self->in_channel != 1 && is_of_points (&self->shape) && is_flat (self->in_step, self->shape.in, 1))
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
        copy_out (&one, one.first_image, one.out_copy, 0, multiply_sizes (self->shape.out));
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
  job->by_columns = job->n_images * multiply_sizes (self->shape.out) < MIN_PIXELS * job->n_shares
                    && fl_direct_count_panels (self->direct) >= job->n_shares;
  job->in_copy = self->in_is_copied ? self->copies : NULL;
  job->out_copy = self->out_is_copied ? self->copies + self->in_floats : NULL;
  for (job->first_image = 0; job->first_image < self->shape.images; job->first_image += job->n_images)
    {
      if (self->in_is_copied)
        fl_thread_pool_run (pool, copy_in_part, job, count_lines (self));
      fl_thread_pool_run (pool, compute_part, job, job->n_shares);
      if (self->out_is_copied)
        fl_thread_pool_run_steps (pool, self->n_threads, copy_out_part, job, multiply_sizes (self->shape.out), LINE_PIXELS);
    }
}

static double
count_flops (const FlConvolutionCall *self)
{
  const FlConvolutionShape *shape = &self->shape;
  const gint64 *pixels = shape->is_transposed ? shape->in : shape->out;
  return 2.0 * shape->images * shape->outputs * shape->channels / shape->groups * multiply_sizes (pixels) * multiply_sizes (shape->kernel);
}

static void
take_copies (FlConvolutionCall *self)
{
  if (self->copies == NULL && (self->in_is_copied || self->out_is_copied))
    self->copies = fl_work_alloc ((self->in_floats + self->out_floats) * self->n_threads * sizeof (float));
}

static void
run_own (FlConvolutionCall *self, FlThreadPool *pool)
{
  Job job = { .self = self, .how = self->how, .in = self->in, .out = self->out, .n_shares = self->n_threads };
  pack (self, pool, self->how);
  take_copies (self);
  if (self->n_threads == 1 || count_flops (self) < PARALLEL_FLOPS)
    run_images (&job, 0, self->shape.images, 0);
  else if (self->shape.images >= 2 * self->n_threads || self->shape.images == self->n_threads)
    fl_thread_pool_run (pool, run_image_share, &job, job.n_shares);
  else
    run_pixels (&job, pool);
}

void
fl_convolution_call_run (FlConvolutionCall *self, FlThreadPool *pool)
{
  if (self->how != BY_LIBRARY)
    {
      run_own (self, pool);
      return;
    }
  fl_thread_pool_run (pool, run_parts, self, self->n_parts);
  self->is_packed[BY_LIBRARY] = self->weight_is_fixed;
}

/* --- panels ---------------------------------------------------------------------------------------------------------- */

/* Input pixels, and what is made of each, lie one after the other. */
static gboolean
is_pointwise (const FlConvolutionCall *self)
{
  const FlConvolutionShape *shape = &self->shape;
  return is_of_points (shape) && !self->in_is_copied && !self->out_is_copied && self->in_image == multiply_sizes (shape->in) * shape->channels
         && self->out_image == multiply_sizes (shape->out) * shape->outputs && is_flat (self->in_step, shape->in, shape->channels)
         && is_flat (self->out_step, shape->out, shape->outputs);
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
fl_convolution_call_get_panels (const FlConvolutionCall *self, FlLibraryPanels *panels)
{
  panels->n_whole = self->shape.images;
  panels->n_parts = self->shape.images * (is_pointwise (self) ? multiply_sizes (self->shape.out) : 1);
  return self->can[BY_SUMS] && self->out_image == count_span (self->out_step, self->shape.out, self->out_channel, self->shape.outputs);
}

guint
fl_convolution_call_list (const FlConvolutionCall *self, FlWorkAccess *accesses)
{
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
static How
get_panel_how (const FlConvolutionCall *self)
{
  if (self->how != BY_LIBRARY)
    return self->how;
  return self->can[BY_WINOGRAD] && self->times[BY_WINOGRAD] < self->times[BY_SUMS] ? BY_WINOGRAD : BY_SUMS;
}

void
fl_convolution_call_begin_panels (FlConvolutionCall *self, FlThreadPool *pool)
{
  pack (self, pool, get_panel_how (self));
  take_copies (self);
}

void
fl_convolution_call_run_panel (FlConvolutionCall *self, guint share, gint64 p, gint64 n, guint8 *const *places)
{
  Job job = { .self = self, .how = get_panel_how (self), .n_images = self->shape.images };
  job.in = places[0] != NULL ? (const float *) places[0] : self->in;
  job.out = places[1] != NULL ? (float *) places[1] : self->out;
  if (!is_pointwise (self))
    {
      run_images (&job, self->shape.images * p / n, self->shape.images * (p + 1) / n, share);
      return;
    }
  const gint64 n_pixels = self->shape.images * multiply_sizes (self->shape.out);
  FlConvolutionRun run = { .in = get_pixels (job.in, self->in_image, self->in_step), .out = get_pixels (job.out, self->out_image, self->out_step),
                           .n_images = self->shape.images, .bias = self->bias };
  fl_direct_run_pixels (self->direct, self->packed[BY_SUMS], &run, n_pixels * p / n, n_pixels * (p + 1) / n);
}

/* --- the interface --------------------------------------------------------------------------------------------------- */

void
fl_convolution_call_forget (FlConvolutionCall *self)
{
  memset (self->is_packed, 0, sizeof self->is_packed);
}

void
fl_convolution_call_pack (FlConvolutionCall *self, FlThreadPool *pool)
{
  if (self->weight_is_fixed)
    pack (self, pool, self->how);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* What the others packed is given back. */
static void
keep_best (FlConvolutionCall *self)
{
  for (How how = BY_SUMS; how < N_HOWS; how++)
    if (how > self->how || self->how == BY_LIBRARY)
      {
        g_aligned_free (g_steal_pointer (&self->packed[how]));
        self->is_packed[how] = FALSE;
      }
}

void
fl_convolution_call_tune (FlConvolutionCall *self, FlThreadPool *pool)
{
  gint64 times[N_HOWS][N_TRIALS], begin;
  How best = self->how;
  guint n = 0;
  self->can[BY_LIBRARY] = self->can[BY_LIBRARY] && open_library (self);
  for (self->how = 0; self->how < N_HOWS; self->how++) /* the first call of each packs, takes memory and fills caches */
    if (self->can[self->how])
      fl_convolution_call_run (self, pool);
  begin = fl_worker_now ();
  for (; n < N_TRIALS && (n < 3 || fl_worker_now () - begin < TRIAL_NS); n++)
    for (self->how = 0; self->how < N_HOWS; self->how++)
      if (self->can[self->how])
        {
          gint64 start = fl_worker_now ();
          fl_convolution_call_run (self, pool);
          times[self->how][n] = fl_worker_now () - start;
        }
  for (How how = 0; how < N_HOWS; how++)
    if (self->can[how])
      {
        qsort (times[how], n, sizeof (gint64), compare_times);
        self->times[how] = times[how][n / 2];
      }
  for (How how = 0; how < N_HOWS; how++)
    if (self->can[how] && self->times[how] < self->times[best])
      best = how;
  self->how = best;
  keep_best (self);
  fl_convolution_call_run (self, pool);
}

void
fl_convolution_call_describe (const FlConvolutionCall *self, FlLibraryChoice *choice)
{
  static const char *const names[N_HOWS][2] = {
    [BY_LIBRARY] = { "the library's convolution", "the library's convolution, weight reordered once" },
    [BY_SUMS] = { "own tiles, sums over taps", "own tiles, sums over taps, weight packed once" },
    [BY_WINOGRAD] = { "own tiles, Winograd's form", "own tiles, Winograd's form, weight transformed once" },
  };
  gint64 sums = self->times[BY_SUMS], winograd = self->times[BY_WINOGRAD];
  choice->what = names[self->how][self->weight_is_fixed];
  if (self->how == BY_SUMS && fl_direct_is_depthwise (self->direct))
    choice->what = "own loops, channel by channel";
  choice->library_ns = self->times[BY_LIBRARY];
  choice->own_ns = winograd > 0 && winograd < sums ? winograd : sums;
  if (self->weight_is_fixed && self->how != BY_LIBRARY)
    choice->packed_bytes = fl_direct_count_packed (self->direct) * sizeof (float);
  if (self->weight_is_fixed && self->how == BY_WINOGRAD)
    choice->packed_bytes += fl_winograd_count_packed (self->winograd) * sizeof (float);
}

void
fl_convolution_call_free (FlConvolutionCall *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].convolution != NULL)
      fl_library_convolution_free (self->parts[i].convolution);
  g_free (self->parts);
  g_clear_pointer (&self->direct, fl_direct_free);
  g_clear_pointer (&self->winograd, fl_winograd_free);
  for (How how = 0; how < N_HOWS; how++)
    g_aligned_free (self->packed[how]);
  g_aligned_free (self->winograd_scratch);
  g_aligned_free (self->copies);
  g_free (self);
}
