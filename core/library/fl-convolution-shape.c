/* Reading a call of aten.convolution: tensors, numbers, and whether sizes fit each other. */
#include <string.h>

#include "fl-library-convolution.h"

/* Reads one number a dimension, or one for all. */
static gboolean
read_numbers (const FlLibraryStep *step, guint position, const char *keyword, gint64 least, guint n, gint64 *numbers)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);
  if (arg == NULL || (arg->n_items != 1 && arg->n_items != n)
      || !fl_library_find_ints (step, position, keyword, numbers, n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (numbers[i] < least)
      return FALSE;
  return TRUE;
}

static void
copy_view (const FlWorkView *view, gint64 *sizes, gint64 *strides)
{
  memcpy (sizes, view->sizes, view->n_dims * sizeof *sizes);
  memcpy (strides, view->strides, view->n_dims * sizeof *strides);
}

static gboolean
is_sound (const FlConvolution *shape)
{
  const gint64 groups = shape->groups, channels = shape->sizes[1], outputs = shape->out_sizes[1];
  const guint n = shape->n_spatial + 2;
  if (groups < 1 || channels % groups != 0 || outputs % groups != 0 || shape->sizes[0] != shape->out_sizes[0]
      || fl_sizes_product (shape->sizes, n) == 0 || fl_sizes_product (shape->out_sizes, n) == 0
      || fl_sizes_product (shape->weight_sizes, n) == 0)
    return FALSE;
  return shape->is_transposed ? shape->weight_sizes[0] == channels && shape->weight_sizes[1] == outputs / groups
                              : shape->weight_sizes[0] == outputs && shape->weight_sizes[1] == channels / groups;
}

gboolean
fl_convolution_read (FlConvolutionStep *self, const FlLibraryStep *step)
{
  const FlWorkView *out = &step->out[0], *in = fl_library_find_tensor (step, 0, "input", out->dtype),
                   *weight = fl_library_find_tensor (step, 1, "weight", out->dtype);
  const FlWorkArg *bias = fl_library_find_arg (step, 2, "bias"),
                  *transposed = fl_library_find_arg (step, 6, "transposed");
  FlConvolution *shape = &self->shape;
  if (in == NULL || weight == NULL || in->n_dims < 3 || in->n_dims > 2 + FL_CONVOLUTION_SPATIAL
      || weight->n_dims != in->n_dims || out->n_dims != in->n_dims)
    return FALSE;
  *self = (FlConvolutionStep) { .in = *in, .weight = *weight, .out = *out };
  shape->n_spatial = in->n_dims - 2;
  shape->groups = fl_library_find_number (step, 8, "groups", 1);
  shape->is_transposed = transposed != NULL && transposed->value.integer != 0;
  shape->has_bias = bias != NULL && bias->value.kind == FL_DATUM_TENSOR;
  copy_view (in, shape->sizes, shape->in_strides);
  copy_view (weight, shape->weight_sizes, shape->weight_strides);
  copy_view (out, shape->out_sizes, shape->out_strides);
  if (shape->has_bias)
    self->bias = bias->view;
  if (shape->has_bias
      && (bias->view.dtype != out->dtype || bias->view.n_dims != 1 || bias->view.sizes[0] != out->sizes[1]
          || (bias->view.sizes[0] > 1 && bias->view.strides[0] != 1)))
    return FALSE;
  if (!read_numbers (step, 3, "stride", 1, shape->n_spatial, shape->stride)
      || !read_numbers (step, 4, "padding", 0, shape->n_spatial, shape->padding)
      || !read_numbers (step, 5, "dilation", 1, shape->n_spatial, shape->dilation) || !is_sound (shape))
    return FALSE;
  memcpy (shape->behind, shape->padding, sizeof shape->behind);
  for (guint d = 0; d < shape->n_spatial && shape->is_transposed; d++)
    shape->behind[d] = (shape->sizes[2 + d] - 1) * shape->stride[d] - shape->padding[d]
                       + (shape->weight_sizes[2 + d] - 1) * shape->dilation[d] + 1 - shape->out_sizes[2 + d];
  return TRUE;
}
