/* Convolutions: by Fuseloom's own loops or by the library, whichever is faster on the shape. A weight that is the same in every run is
 * packed once. Own loops want channels side by side: images that lie otherwise are turned, one at a time, by the thread that reads them. */
#include <string.h>

#include "fl-library-convolution-private.h"

/* --- by the library -------------------------------------------------------------------------------------------------- */

static gboolean
add_part (FlConvolutionCall *self, gint64 extent, gint64 begin, gint64 length)
{
  const FlConvolution *shape = &self->library;
  const gint64 groups = shape->groups;
  FlConvolution share = *shape;
  FlConvolutionPart *part = &self->parts[self->n_parts++];
  *part = (FlConvolutionPart){ NULL, self->in, self->weight.data, self->bias, self->out };
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
  for (FlConvolutionForm form = FL_CONVOLUTION_DIRECT;
       part->convolution == NULL && form <= FL_CONVOLUTION_GEMM; form++)
    part->convolution = fl_primitive_new_convolution (&share, form, NULL);
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
  self->parts = g_new0 (FlConvolutionPart, MAX (n, 1));
  self->can[BY_LIBRARY] = n > 0;
  for (gint64 i = 0; i < n && self->can[BY_LIBRARY]; i++)
    self->can[BY_LIBRARY] = add_part (self, extent, extent * i / n, extent * (i + 1) / n - extent * i / n);
  return self->can[BY_LIBRARY];
}

static void
run_part (gpointer data, gint64 begin, gint64 end)
{
  FlConvolutionCall *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const FlConvolutionPart *part = &self->parts[i];
      fl_primitive_run (part->convolution, part->in,
                        self->is_packed[BY_LIBRARY] ? NULL : part->weight, part->bias, part->out);
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

gint64
fl_convolution_multiply (const gint64 *sizes)
{
  return sizes[0] * sizes[1] * sizes[2];
}

/* All positions of an image are evenly apart, as if they were one dimension. */
gboolean
fl_convolution_is_flat (const gint64 *steps, const gint64 *sizes, gint64 step)
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
  if (self->out_is_copied && (!fl_convolution_is_flat (self->out_step, shape->out, 1) || self->out_channel != fl_convolution_multiply (shape->out)))
    return FALSE;
  fl_convolution_get_margins (shape, self->front, behind);
  for (guint d = 0; d < DIMS; d++)
    self->padded[d] = self->front[d] + shape->in[d] + behind[d];
  self->is_padded = self->in_is_copied && fl_convolution_multiply (self->padded) * shape->channels * (gint64) sizeof (float) <= MAX_PADDED_BYTES;
  if (!self->is_padded)
    for (guint d = 0; d < DIMS; d++)
      {
        self->front[d] = 0;
        self->padded[d] = shape->in[d];
      }
  self->in_floats = self->in_is_copied ? (fl_convolution_multiply (self->padded) * shape->channels + 1023) / 1024 * 1024 + 32 : 0;
  self->out_floats = self->out_is_copied ? (fl_convolution_multiply (shape->out) * shape->outputs + 1023) / 1024 * 1024 + 32 : 0;
  return TRUE;
}

static gboolean
read_arguments (FlConvolutionCall *self, const FlLibraryStep *step)
{
  const FlWorkView *in = fl_library_find_tensor (step, 0, "input"), *weight = fl_library_find_tensor (step, 1, "weight"), *out = &step->out[0];
  const FlWorkArg *bias = fl_library_find_arg (step, 2, "bias"), *transposed = fl_library_find_arg (step, 6, "transposed");
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
  memcpy (shape->behind, shape->padding, sizeof shape->behind);
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

static void
free_state (gpointer state)
{
  FlConvolutionCall *self = state;
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].convolution != NULL)
      fl_primitive_free (self->parts[i].convolution);
  g_free (self->parts);
  g_clear_pointer (&self->direct, fl_direct_free);
  g_clear_pointer (&self->winograd, fl_winograd_free);
  for (FlConvolutionHow how = 0; how < N_HOWS; how++)
    g_aligned_free (self->packed[how]);
  g_aligned_free (self->winograd_scratch);
  g_aligned_free (self->copies);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  if (step->row->op != FL_ATEN_OP_CONVOLUTION || step->out[0].dtype != FL_DTYPE_F32)
    return NULL;
  FlConvolutionCall *self = g_new0 (FlConvolutionCall, 1);
  self->n_threads = n_threads;
  if (!read_arguments (self, step))
    {
      free_state (self);
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
    g_clear_pointer (&self, free_state);
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
void
fl_convolution_call_pack_how (FlConvolutionCall *self, FlThreadPool *pool, FlConvolutionHow how)
{
  if (how == BY_LIBRARY || (self->weight_is_fixed && self->is_packed[how]))
    return;
  if (self->packed[how] == NULL)
    self->packed[how] = fl_work_alloc ((how == BY_SUMS ? fl_direct_count_packed (self->direct) : fl_winograd_count_packed (self->winograd)) * sizeof (float));
  if (how == BY_SUMS)
    {
      self->needs_pixels = fl_convolution_call_needs_pixels (self);
      fl_work_share_out (pool, pack_sums, self, fl_direct_count_units (self->direct), 1);
    }
  else
    {
      fl_convolution_call_pack_how (self, pool, BY_SUMS);
      fl_work_share_out (pool, pack_winograd, self, fl_winograd_count_units (self->winograd), 1);
      if (self->winograd_scratch == NULL)
        self->winograd_scratch = fl_work_alloc (fl_winograd_count_scratch (self->winograd) * self->n_threads * sizeof (float));
    }
  self->is_packed[how] = TRUE;
}

/* --- the interface --------------------------------------------------------------------------------------------------- */

static void
forget (gpointer state)
{
  FlConvolutionCall *self = state;
  memset (self->is_packed, 0, sizeof self->is_packed);
}

static void
pack (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  if (self->weight_is_fixed)
    fl_convolution_call_pack_how (self, pool, self->how);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  if (self->how != BY_LIBRARY)
    fl_convolution_call_run_own (self, pool);
  else
    {
      fl_thread_pool_run (pool, run_part, self, self->n_parts);
      self->is_packed[BY_LIBRARY] = self->weight_is_fixed;
    }
  return TRUE;
}

static gboolean
can (gpointer state, guint way)
{
  FlConvolutionCall *self = state;
  return self->can[way] && (way != BY_LIBRARY || open_library (self));
}

/* What the others packed is given back in the end. */
static void
choose (gpointer state, guint way, gboolean is_final)
{
  FlConvolutionCall *self = state;
  self->how = way;
  for (FlConvolutionHow how = BY_SUMS; is_final && how < N_HOWS; how++)
    if (how > self->how || self->how == BY_LIBRARY)
      {
        g_aligned_free (g_steal_pointer (&self->packed[how]));
        self->is_packed[how] = FALSE;
      }
}

static void
append_numbers (GString *text, const char *what, const gint64 *numbers)
{
  g_string_append_printf (text, ", %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, what, numbers[0], numbers[1], numbers[2]);
}

static char *
dup_subject (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  const FlConvolutionShape *shape = &self->shape;
  GString *text = g_string_new (NULL);

  g_string_printf (text, "convolution of %u threads: %" G_GINT64_FORMAT " images, %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " channels in %" G_GINT64_FORMAT
                   "%s%s%s", self->n_threads, shape->images, shape->channels, shape->outputs, shape->groups, shape->is_transposed ? ", transposed" : "",
                   self->weight_is_fixed ? ", fixed" : "", self->bias != NULL ? ", bias" : "");
  append_numbers (text, "sizes", shape->in);
  append_numbers (text, "taps", shape->kernel);
  append_numbers (text, "stride", shape->stride);
  append_numbers (text, "padding", shape->padding);
  append_numbers (text, "dilation", shape->dilation);
  append_numbers (text, "out", shape->out);
  append_numbers (text, "apart", self->in_step);
  append_numbers (text, "and", self->out_step);
  g_string_append_printf (text, ", %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, self->in_channel, self->out_channel);
  return g_string_free (text, FALSE);
}

static const char *
describe (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  static const char *const names[N_HOWS][2] = {
    [BY_LIBRARY]
    = { "the library's convolution", "the library's convolution, weight reordered once" },
    [BY_SUMS] = { "own tiles, sums over taps", "own tiles, sums over taps, weight packed once" },
    [BY_WINOGRAD]
    = { "own tiles, Winograd's form", "own tiles, Winograd's form, weight transformed once" },
  };
  if (self->how == BY_SUMS && fl_direct_is_depthwise (self->direct))
    return "own loops, channel by channel";
  return names[self->how][self->weight_is_fixed];
}

static gint64
count_packed (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  if (!self->weight_is_fixed || self->how == BY_LIBRARY)
    return 0;
  return (fl_direct_count_packed (self->direct)
          + (self->how == BY_WINOGRAD ? fl_winograd_count_packed (self->winograd) : 0))
         * sizeof (float);
}

static const FlLibraryWays ways = { N_HOWS, can, choose, dup_subject };
static const FlLibraryChain chain = { .get = fl_convolution_call_get_panels,
                                      .list = fl_convolution_call_list,
                                      .begin = fl_convolution_call_begin_panels,
                                      .run = fl_convolution_call_run_panel };

const FlLibraryOp fl_convolution_op = { .name = "convolution",
                                        .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_WIDENED,
                                        .prepare = prepare,
                                        .run = run,
                                        .describe = describe,
                                        .count_packed = count_packed,
                                        .pack = pack,
                                        .forget = forget,
                                        .free = free_state,
                                        .ways = &ways,
                                        .chain = &chain };
