/* Convolutions, pooling, resampling: windows that slide over the last dimensions. */
#include <math.h>
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (convolution);
SHAPE_RULE (conv_nd);
SHAPE_RULE (conv_transpose);
SHAPE_RULE (conv_padding);
SHAPE_RULE (convolution_backward);
SHAPE_RULE (avg_pool);
SHAPE_RULE (max_pool);
SHAPE_RULE (max_pool_with_indices);
SHAPE_RULE (low_memory_max_pool);
SHAPE_RULE (low_memory_max_pool_indices);
SHAPE_RULE (adaptive_avg_pool);
SHAPE_RULE (adaptive_max_pool);
SHAPE_RULE (upsample);
SHAPE_RULE (upsample_backward);

/* A list argument of a window, one entry a dimension: one entry stands for all of them. */
typedef struct
{
  guint n;
  const FlSym *sizes[FL_SHAPE_MAX_DIMS];
} Window;

static gboolean
read_window (FlShape *shape, const char *name, guint n, Window *window)
{
  guint n_given;
  const FlSym *const *given = fl_shape_get_syms (shape, name, &n_given);

  if (given == NULL)
    return FALSE;
  if (n_given == 0 && strcmp (name, "stride") != 0) /* without strides, a pool's are its kernel's sizes */
    return fl_shape_fail (shape, "%s has no entries", name);
  window->n = n;
  for (guint i = 0; i < n; i++)
    window->sizes[i] = n_given == 0 ? NULL : given[n_given == 1 ? 0 : MIN (i, n_given - 1)];
  return n_given == 0 || n_given == 1 || n_given == n
         || fl_shape_fail (shape, "%s has %u entries for %u dimensions", name, n_given, n);
}

static FlTensor
make_in_format (FlShape *shape, FlDtype dtype, const FlSym *const *sizes, guint n, FlDevice device,
                gboolean is_channels_last)
{
  FlTensor tensor = fl_shape_make_contiguous (shape, dtype, sizes, n, device);

  if (is_channels_last)
    tensor.strides = fl_shape_make_channels_last_strides (shape, sizes, n);
  return tensor;
}

/* --- convolution ------------------------------------------------------------------------------ */

typedef struct
{
  const FlTensor *input;
  const FlTensor *weight;
  Window stride;
  Window padding;
  Window dilation;
  Window output_padding;
  gboolean is_transposed;
  const FlSym *groups;
} Convolution;

/* weight is [out, in / groups, …], or [in, out / groups, …] when transposed. */
static gboolean
check_channels (FlShape *shape, const Convolution *conv)
{
  const guint position = conv->input->n_dims - (conv->weight->n_dims - 1);
  gint64 groups, channels, first, second;

  if (!fl_sym_is_int (conv->groups, &groups) || !fl_sym_is_int (conv->input->sizes[position], &channels)
      || !fl_sym_is_int (conv->weight->sizes[0], &first) || !fl_sym_is_int (conv->weight->sizes[1], &second))
    return TRUE;
  if (groups <= 0 || first % groups != 0 || channels % groups != 0)
    return fl_shape_fail (shape,
                          "%" G_GINT64_FORMAT " groups do not divide %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                          " channels",
                          groups, channels, first);
  if (conv->is_transposed ? channels != first : channels / groups != second)
    return fl_shape_fail (shape,
                          "an input of %" G_GINT64_FORMAT " channels does not fit the weight in %" G_GINT64_FORMAT
                          " groups",
                          channels, groups);
  return TRUE;
}

static gboolean
read_convolution (FlShape *shape, guint position, Convolution *conv)
{
  guint n;

  conv->input = fl_shape_get_tensor (shape, position);
  conv->weight = conv->input != NULL ? fl_shape_get_tensor (shape, position + 1) : NULL;
  if (conv->weight == NULL)
    return FALSE;
  if (conv->weight->n_dims < 3
      || (conv->input->n_dims != conv->weight->n_dims && conv->input->n_dims + 1 != conv->weight->n_dims))
    return fl_shape_fail (shape, "an input of %u dimensions and a weight of %u do not fit", conv->input->n_dims,
                          conv->weight->n_dims);
  n = conv->weight->n_dims - 2;
  conv->groups = fl_shape_get_sym (shape, "groups");
  if (conv->groups == NULL || fl_sym_is_int_value (conv->groups, 0))
    return fl_shape_lack (shape, "groups is not known");
  if (!check_channels (shape, conv))
    return FALSE;
  return read_window (shape, "stride", n, &conv->stride) && read_window (shape, "dilation", n, &conv->dilation);
}

/* One spatial dimension: floor ((in + 2 p - d (k - 1) - 1) / s) + 1, or its inverse. */
static const FlSym *
convolve_size (const Convolution *conv, guint i, const FlSym *in, const FlSym *kernel)
{
  const FlSym *reach = fl_sym_mul (conv->dilation.sizes[i], fl_sym_add_int (kernel, -1));
  const FlSym *pads = fl_sym_mul_int (conv->padding.sizes[i], 2);

  if (conv->is_transposed)
    return fl_sym_add (fl_sym_add (fl_sym_sub (fl_sym_mul (fl_sym_add_int (in, -1), conv->stride.sizes[i]), pads),
                                   reach),
                       fl_sym_add_int (conv->output_padding.sizes[i], 1));
  return fl_sym_add_int (fl_sym_floor_div (fl_sym_add_int (fl_sym_sub (fl_sym_add (in, pads), reach), -1),
                                           conv->stride.sizes[i]),
                         1);
}

static gboolean
has_zero (const Window *window)
{
  for (guint i = 0; i < window->n; i++)
    if (window->sizes[i] == NULL || fl_sym_is_int_value (window->sizes[i], 0))
      return TRUE;
  return FALSE;
}

/* One element an output channel. */
static gboolean
check_bias (FlShape *shape, const Convolution *conv, const FlSym *channels)
{
  const FlArg *arg = fl_node_find_arg (shape->node, "bias");
  const FlTensor *bias = arg != NULL && arg->kind == FL_ARG_NODE ? fl_shape_get_tensor_of (shape, arg) : NULL;
  gint64 n, needed;

  if (bias == NULL)
    return TRUE;
  if (bias->n_dims != 1)
    return fl_shape_fail (shape, "a bias of %u dimensions, not of 1", bias->n_dims);
  if (fl_sym_is_int (bias->sizes[0], &n) && fl_sym_is_int (channels, &needed) && n != needed)
    return fl_shape_fail (shape, "a bias of %" G_GINT64_FORMAT " elements for %" G_GINT64_FORMAT " output channels", n,
                          needed);
  return TRUE;
}

static gboolean
set_convolved (FlShape *shape, const Convolution *conv, FlValue *out)
{
  const guint n = conv->input->n_dims, n_spatial = conv->weight->n_dims - 2, first = n - n_spatial;
  const FlSym **sizes = fl_shape_dup_syms (shape, conv->input->sizes, n);
  const gboolean is_channels_last
      = fl_shape_suggests_channels_last (conv->input) || fl_shape_suggests_channels_last (conv->weight);

  if (has_zero (&conv->stride) || has_zero (&conv->dilation))
    return fl_shape_fail (shape, "stride and dilation must not be 0");
  sizes[first - 1] = conv->is_transposed ? fl_sym_mul (conv->weight->sizes[1], conv->groups) : conv->weight->sizes[0];
  if (!check_bias (shape, conv, sizes[first - 1]))
    return FALSE;
  for (guint i = 0; i < n_spatial; i++)
    {
      sizes[first + i] = convolve_size (conv, i, conv->input->sizes[first + i], conv->weight->sizes[2 + i]);
      if (fl_sym_known (FL_SYM_LT, sizes[first + i], fl_shape_int (shape, 0)))
        return fl_shape_fail (shape, "the kernel is larger than the padded input in dimension %u", first + i);
    }
  return fl_shape_set (out,
                       make_in_format (shape, conv->input->dtype, sizes, n, conv->input->device, is_channels_last));
}

gboolean
fl_shape_convolution (FlShape *shape, FlValue *out)
{
  Convolution conv = { .is_transposed = fl_shape_get_bool_or (shape, "transposed", FALSE) };

  if (!read_convolution (shape, 0, &conv) || !read_window (shape, "padding", conv.weight->n_dims - 2, &conv.padding)
      || !read_window (shape, "output_padding", conv.weight->n_dims - 2, &conv.output_padding))
    return FALSE;
  return set_convolved (shape, &conv, out);
}

gboolean
fl_shape_conv_nd (FlShape *shape, FlValue *out)
{
  Convolution conv = { .is_transposed = FALSE };

  return read_convolution (shape, 0, &conv) && read_window (shape, "padding", conv.weight->n_dims - 2, &conv.padding)
         && set_convolved (shape, &conv, out);
}

gboolean
fl_shape_conv_transpose (FlShape *shape, FlValue *out)
{
  Convolution conv = { .is_transposed = TRUE };

  return read_convolution (shape, 0, &conv) && read_window (shape, "padding", conv.weight->n_dims - 2, &conv.padding)
         && read_window (shape, "output_padding", conv.weight->n_dims - 2, &conv.output_padding)
         && set_convolved (shape, &conv, out);
}

/* padding='valid' is none, 'same' keeps the sizes. */
gboolean
fl_shape_conv_padding (FlShape *shape, FlValue *out)
{
  const FlArg *padding = fl_node_find_arg (shape->node, "padding");
  const gboolean is_same = padding != NULL && padding->kind == FL_ARG_STRING && strcmp (padding->text, "same") == 0;
  Convolution conv = { .is_transposed = FALSE };

  if (!read_convolution (shape, 0, &conv))
    return FALSE;
  conv.padding.n = conv.weight->n_dims - 2;
  for (guint i = 0; i < conv.padding.n; i++)
    conv.padding.sizes[i] = fl_shape_int (shape, 0);
  if (!set_convolved (shape, &conv, out))
    return FALSE;
  if (is_same)
    {
      const guint n = conv.input->n_dims;
      const FlSym **sizes = fl_shape_dup_syms (shape, conv.input->sizes, n);

      sizes[n - conv.padding.n - 1] = conv.weight->sizes[0];
      return fl_shape_set (out, make_in_format (shape, conv.input->dtype, sizes, n, conv.input->device,
                                                fl_shape_suggests_channels_last (conv.input)
                                                    || fl_shape_suggests_channels_last (conv.weight)));
    }
  return TRUE;
}

/* Gradients of input, weight and bias; those that output_mask leaves out are None. */
gboolean
fl_shape_convolution_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *gradient = fl_shape_get_tensor (shape, 0);
  const FlTensor *input = gradient != NULL ? fl_shape_get_tensor (shape, 1) : NULL;
  const FlTensor *weight = input != NULL ? fl_shape_get_tensor (shape, 2) : NULL;
  const FlArg *mask = fl_node_find_arg (shape->node, "output_mask");
  const FlSym **sizes = fl_shape_new_syms (shape, 1);
  FlTensor tensors[3] = { { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE }, { .dtype = FL_DTYPE_NONE } };
  gboolean is_channels_last;

  if (weight == NULL || gradient->n_dims < 2 || mask == NULL || mask->n_items != 3)
    return fl_shape_lack (shape, "gradient, input, weight or output_mask is not known");
  is_channels_last = fl_shape_suggests_channels_last (input) || fl_shape_suggests_channels_last (weight);
  sizes[0] = gradient->sizes[1];
  if (mask->items[0].number != 0)
    tensors[0] = make_in_format (shape, input->dtype, input->sizes, input->n_dims, input->device, is_channels_last);
  if (mask->items[1].number != 0)
    tensors[1] = make_in_format (shape, weight->dtype, weight->sizes, weight->n_dims, weight->device, is_channels_last);
  if (mask->items[2].number != 0)
    tensors[2] = fl_shape_make_contiguous (shape, gradient->dtype, sizes, 1, gradient->device);
  return fl_shape_set_tuple (shape, out, tensors, 3);
}

/* --- pooling ---------------------------------------------------------------------------------- */

typedef struct
{
  Window kernel;
  Window stride;
  Window padding;
  Window dilation;
  gboolean is_ceil;
} Pool;

static gboolean
read_pool (FlShape *shape, guint n, Pool *pool)
{
  const gboolean has_dilation = fl_node_find_arg (shape->node, "dilation") != NULL;

  if (!read_window (shape, "kernel_size", n, &pool->kernel) || !read_window (shape, "stride", n, &pool->stride)
      || !read_window (shape, "padding", n, &pool->padding)
      || (has_dilation && !read_window (shape, "dilation", n, &pool->dilation)))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (pool->stride.sizes[i] == NULL) /* absent: windows side by side */
        pool->stride.sizes[i] = pool->kernel.sizes[i];
      if (!has_dilation)
        pool->dilation.sizes[i] = fl_shape_int (shape, 1);
    }
  pool->stride.n = pool->dilation.n = n;
  pool->is_ceil = fl_shape_get_bool_or (shape, "ceil_mode", FALSE);
  return (!has_zero (&pool->kernel) && !has_zero (&pool->stride))
         || fl_shape_fail (shape, "kernel and stride must not be 0");
}

static const FlSym *
pool_size (const FlShape *shape, const Pool *pool, guint i, const FlSym *in)
{
  const FlSym *pad = pool->padding.sizes[i], *stride = pool->stride.sizes[i];
  const FlSym *reach = fl_sym_mul (pool->dilation.sizes[i], fl_sym_add_int (pool->kernel.sizes[i], -1));
  const FlSym *room = fl_sym_add_int (fl_sym_sub (fl_sym_add (in, fl_sym_mul_int (pad, 2)), reach), -1);
  const FlSym *last;

  if (!pool->is_ceil)
    return fl_sym_add_int (fl_sym_floor_div (room, stride), 1);
  /* the last window must start inside the input or its left padding */
  last = fl_sym_min (fl_sym_ceil_div (room, stride),
                     fl_sym_floor_div (fl_sym_add_int (fl_sym_add (in, pad), -1), stride));
  return fl_sym_add_int (last, 1);
}

/* n spatial dimensions, from the operator's name: pool1d, pool2d, pool3d. */
static guint
get_n_spatial (const FlShape *shape)
{
  const char *d = strstr (shape->node->op->name, "1d") != NULL   ? "1"
                  : strstr (shape->node->op->name, "3d") != NULL ? "3"
                                                                 : "2";

  return (guint) (d[0] - '0');
}

static gboolean
set_pooled (FlShape *shape, FlTensor *tensor)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  guint n = get_n_spatial (shape);
  const FlSym **sizes;
  Pool pool;

  if (self == NULL)
    return FALSE;
  if (strstr (shape->node->op->name, "low_memory") != NULL && fl_node_get_arg (shape->node, 1) != NULL)
    n = MAX (fl_node_get_arg (shape->node, 1)->n_items, 1);
  if (self->n_dims < n + 1)
    return fl_shape_fail (shape, "%u dimensions; at least %u are needed", self->n_dims, n + 1);
  if (!read_pool (shape, n, &pool))
    return FALSE;
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  for (guint i = 0; i < n; i++)
    {
      gint64 size;

      sizes[self->n_dims - n + i] = pool_size (shape, &pool, i, self->sizes[self->n_dims - n + i]);
      if (fl_sym_is_int (sizes[self->n_dims - n + i], &size) && size < 1)
        return fl_shape_fail (shape, "no window fits along dimension %u", self->n_dims - n + i);
    }
  *tensor
      = make_in_format (shape, self->dtype, sizes, self->n_dims, self->device, fl_shape_suggests_channels_last (self));
  return TRUE;
}

gboolean
fl_shape_avg_pool (FlShape *shape, FlValue *out)
{
  FlTensor tensor;

  return set_pooled (shape, &tensor) && fl_shape_set (out, tensor);
}

gboolean
fl_shape_max_pool (FlShape *shape, FlValue *out)
{
  return fl_shape_avg_pool (shape, out);
}

static gboolean
set_with_indices (FlShape *shape, FlDtype dtype, FlValue *out)
{
  FlTensor tensors[2];

  if (!set_pooled (shape, &tensors[0]))
    return FALSE;
  tensors[1] = tensors[0];
  tensors[1].dtype = dtype;
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

gboolean
fl_shape_max_pool_with_indices (FlShape *shape, FlValue *out)
{
  return set_with_indices (shape, FL_DTYPE_I64, out);
}

/* Offsets within the window fit a byte. */
gboolean
fl_shape_low_memory_max_pool (FlShape *shape, FlValue *out)
{
  return set_with_indices (shape, FL_DTYPE_I8, out);
}

gboolean
fl_shape_low_memory_max_pool_indices (FlShape *shape, FlValue *out)
{
  const FlTensor *offsets = fl_shape_get_tensor (shape, 0);

  return offsets != NULL && fl_shape_set (out, fl_shape_like (shape, offsets, FL_DTYPE_I64));
}

static gboolean
set_adaptive (FlShape *shape, FlTensor *tensor)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const guint n = get_n_spatial (shape);
  const FlSym **sizes;
  Window size;

  if (self == NULL || !read_window (shape, "output_size", n, &size))
    return FALSE;
  if (self->n_dims < n + 1 || size.sizes[0] == NULL)
    return fl_shape_fail (shape, "%u dimensions; at least %u are needed", self->n_dims, n + 1);
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  for (guint i = 0; i < n; i++)
    sizes[self->n_dims - n + i] = size.sizes[i];
  *tensor
      = make_in_format (shape, self->dtype, sizes, self->n_dims, self->device, fl_shape_suggests_channels_last (self));
  return TRUE;
}

gboolean
fl_shape_adaptive_avg_pool (FlShape *shape, FlValue *out)
{
  FlTensor tensor;

  return set_adaptive (shape, &tensor) && fl_shape_set (out, tensor);
}

gboolean
fl_shape_adaptive_max_pool (FlShape *shape, FlValue *out)
{
  FlTensor tensors[2];

  if (!set_adaptive (shape, &tensors[0]))
    return FALSE;
  tensors[1] = tensors[0];
  tensors[1].dtype = FL_DTYPE_I64;
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* --- resampling ------------------------------------------------------------------------------- */

/* scale_factors of the .vec overloads: floor (in * scale). */
static gboolean
scale_sizes (FlShape *shape, const FlTensor *self, const FlSym **sizes)
{
  const FlArg *factors = fl_node_find_arg (shape->node, "scale_factors");

  if (factors == NULL || factors->n_items == 0 || factors->n_items + 2 != self->n_dims)
    return fl_shape_lack (shape, "neither output_size nor scale_factors is known");
  for (guint i = 0; i < factors->n_items; i++)
    {
      const FlArg *factor = &factors->items[i];
      gint64 size, integer;
      double scale = factor->number;

      if (factor->kind == FL_ARG_INT && fl_sym_is_int (factor->sym, &integer))
        scale = (double) integer;
      else if (factor->kind != FL_ARG_FLOAT)
        return fl_shape_lack (shape, "scale factor %u is not constant", i);
      if (scale == 2 || scale == 4)
        sizes[2 + i] = fl_sym_mul_int (self->sizes[2 + i], (gint64) scale);
      else if (fl_sym_is_int (self->sizes[2 + i], &size) && fabs (floor ((double) size * scale)) < 1e15)
        sizes[2 + i] = fl_shape_int (shape, (gint64) floor ((double) size * scale));
      else
        return fl_shape_lack (shape, "size %u is not constant", 2 + i);
    }
  return TRUE;
}

/* GPU kernels keep channels last only where there are enough channels: 16 for bilinear, 4 for the others. */
static gboolean
keeps_channels_last (const FlShape *shape, const FlTensor *self)
{
  const gint64 least = strstr (shape->node->op->name, "bilinear") != NULL ? 16 : 4;
  const gboolean is_gpu = self->device.type != NULL && strcmp (self->device.type, "cpu") != 0;

  return fl_shape_suggests_channels_last (self) && !(is_gpu && fl_sym_get_hint (self->sizes[1], least) < least);
}

gboolean
fl_shape_upsample (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes;
  Window size;

  if (self == NULL)
    return FALSE;
  if (self->n_dims < 3)
    return fl_shape_fail (shape, "%u dimensions; at least 3 are needed", self->n_dims);
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  if (fl_shape_has_arg (shape, "output_size"))
    {
      if (!read_window (shape, "output_size", self->n_dims - 2, &size) || size.sizes[0] == NULL)
        return FALSE;
      memcpy (sizes + 2, size.sizes, (self->n_dims - 2) * sizeof *sizes);
    }
  else if (!scale_sizes (shape, self, sizes))
    return FALSE;
  return fl_shape_set (out, make_in_format (shape, self->dtype, sizes, self->n_dims, self->device,
                                            keeps_channels_last (shape, self)));
}

gboolean
fl_shape_upsample_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *gradient = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes, *const *large;
  guint n, n_large;

  if (gradient == NULL || (sizes = fl_shape_get_syms (shape, "input_size", &n)) == NULL
      || (large = fl_shape_get_syms (shape, "output_size", &n_large)) == NULL)
    return FALSE;
  for (guint d = 0; n_large + 2 == gradient->n_dims && d < n_large; d++)
    {
      gint64 given, wanted;

      if (fl_sym_is_int (gradient->sizes[2 + d], &given) && fl_sym_is_int (large[d], &wanted) && given != wanted)
        return fl_shape_fail (shape,
                              "the gradient has %" G_GINT64_FORMAT
                              " elements a side, output_size says %" G_GINT64_FORMAT,
                              given, wanted);
    }
  return fl_shape_set (out, make_in_format (shape, gradient->dtype, sizes, n, gradient->device,
                                            fl_shape_suggests_channels_last (gradient)));
}
