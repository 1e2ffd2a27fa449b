/* Fourier transforms: a library transforms the last dimensions of memory, so what it writes lies with the transformed
 * dimensions innermost, the others around them in the order in which the argument had them. Source: PyTorch's
 * meta registrations of _fft_c2c, _fft_r2c and _fft_c2r, which follow its callers of MKL and cuFFT. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (fft_c2c);
SHAPE_RULE (fft_r2c);
SHAPE_RULE (fft_c2r);

enum
{
  CUFFT_MAX_DIMS = 3,   /* cuFFT transforms at most so many at once */
  UNKNOWN_STRIDE = 8192 /* stands for a stride without a hint where two are put in order */
};

typedef struct
{
  guint dims[FL_SHAPE_MAX_DIMS];
  guint n;
} Dims;

static gboolean
is_cpu (const FlTensor *tensor)
{
  return tensor->device.type == NULL || strcmp (tensor->device.type, "cpu") == 0;
}

static gboolean
read_dims (FlShape *shape, const FlTensor *self, Dims *dims)
{
  const FlArg *list = fl_node_find_arg (shape->node, "dim");

  if (self->n_dims == 0)
    return fl_shape_fail (shape, "the argument needs a dimension");
  if (list == NULL || list->n_items > self->n_dims)
    return fl_shape_fail (shape, "dim has to be a list of at most %u integers", self->n_dims);
  dims->n = list->n_items;
  for (guint i = 0; i < dims->n; i++)
    {
      gint64 dim;

      if (list->items[i].kind != FL_ARG_INT || !fl_sym_is_int (list->items[i].sym, &dim))
        return fl_shape_fail (shape, "dim has to be a list of integers");
      if (!fl_shape_wrap_dim (shape, dim, self->n_dims, &dims->dims[i]))
        return FALSE;
    }
  return TRUE;
}

/* Largest stride first; equal ones stay as they are. */
static void
sort_dims (const FlTensor *tensor, guint *dims, guint n)
{
  for (guint i = 1; tensor->strides != NULL && i < n; i++)
    for (guint j = i; j > 0
                      && fl_sym_get_hint (tensor->strides[dims[j]], UNKNOWN_STRIDE)
                             > fl_sym_get_hint (tensor->strides[dims[j - 1]], UNKNOWN_STRIDE);
         j--)
      {
        guint dim = dims[j];

        dims[j] = dims[j - 1];
        dims[j - 1] = dim;
      }
}

/* One call of the library: like with other sizes, its dimensions dims innermost. */
static FlTensor
transform (FlShape *shape, const FlTensor *like, const FlSym *const *sizes, const guint *dims, guint n)
{
  FlTensor tensor = *like;
  const FlSym **strides = fl_shape_new_syms (shape, like->n_dims), *stride = fl_shape_int (shape, 1);
  gboolean is_transformed[FL_SHAPE_MAX_DIMS] = { FALSE };
  guint order[FL_SHAPE_MAX_DIMS], n_batch = 0;

  for (guint i = 0; i < n; i++)
    is_transformed[dims[i]] = TRUE;
  for (guint i = 0; i < like->n_dims; i++)
    if (!is_transformed[i])
      order[n_batch++] = i;
  sort_dims (like, order, n_batch);
  for (guint i = 0; i < n; i++)
    order[n_batch + i] = dims[i];
  for (guint i = n_batch + n; i-- > 0;)
    {
      strides[order[i]] = stride;
      stride = fl_sym_mul (stride, sizes[order[i]]);
    }
  tensor.sizes = sizes;
  tensor.strides = strides;
  tensor.offset = NULL;
  return tensor;
}

/* The remaining dimensions of a transform of complex numbers, on a GPU so many at a time. */
static FlTensor
transform_complex (FlShape *shape, const FlTensor *self, Dims dims)
{
  FlTensor tensor = *self;
  const gboolean is_gpu = !is_cpu (self);

  while (dims.n > 0)
    {
      const guint n = is_gpu ? MIN (dims.n, CUFFT_MAX_DIMS) : dims.n;

      sort_dims (&tensor, dims.dims, dims.n);
      tensor = transform (shape, &tensor, self->sizes, dims.dims + dims.n - n, n);
      dims.n -= n;
    }
  return tensor;
}

/* cuFFT takes all dimensions in one call. */
static gboolean
takes_one_call (const Dims *dims)
{
  return dims->n <= CUFFT_MAX_DIMS && !(dims->n >= 2 && dims->dims[0] == 0 && dims->dims[1] == 1);
}

gboolean
fl_shape_fft_c2c (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  Dims dims;

  if (self == NULL || !read_dims (shape, self, &dims))
    return FALSE;
  if (!fl_dtype_is_complex (self->dtype))
    return fl_shape_fail (shape, "the argument has to be complex numbers");
  if (dims.n == 0)
    return fl_shape_set (out, fl_shape_like (shape, self, self->dtype));
  return fl_shape_set (out, transform_complex (shape, self, dims));
}

/* The last of dims first, which makes the numbers complex; the others as of complex numbers. */
static FlTensor
transform_real (FlShape *shape, const FlTensor *self, const FlSym *const *sizes, Dims dims)
{
  FlTensor tensor;

  if (is_cpu (self))
    {
      sort_dims (self, dims.dims, dims.n - 1);
      return transform (shape, self, sizes, dims.dims, dims.n);
    }
  if (takes_one_call (&dims))
    return transform (shape, self, sizes, dims.dims, dims.n);
  tensor = transform (shape, self, sizes, &dims.dims[dims.n - 1], 1);
  dims.n--;
  return transform_complex (shape, &tensor, dims);
}

gboolean
fl_shape_fft_r2c (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes;
  FlTensor tensor;
  gboolean is_onesided;
  Dims dims;
  guint last;

  if (self == NULL || !read_dims (shape, self, &dims))
    return FALSE;
  if (dims.n == 0)
    return fl_shape_fail (shape, "dim has to be a list of integers");
  if (!fl_dtype_is_float (self->dtype))
    return fl_shape_fail (shape, "the argument has to be real numbers");
  last = dims.dims[dims.n - 1];
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  is_onesided = fl_shape_get_bool_or (shape, "onesided", TRUE);
  if (is_onesided)
    sizes[last] = fl_sym_add_int (fl_sym_floor_div (self->sizes[last], fl_shape_int (shape, 2)), 1);
  tensor = transform_real (shape, self, sizes, dims);
  tensor.dtype = self->dtype == FL_DTYPE_F64 ? FL_DTYPE_C128 : FL_DTYPE_C64;
  /* The half that cuFFT leaves out is filled in a fresh tensor where the others took calls of their own. */
  if (!is_onesided && dims.n > 1 && !is_cpu (self) && !takes_one_call (&dims))
    tensor = fl_shape_make_contiguous (shape, tensor.dtype, sizes, self->n_dims, self->device);
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_fft_c2r (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *length = fl_shape_get_sym (shape, "last_dim_size");
  const FlSym **sizes;
  FlTensor tensor;
  Dims dims;

  if (self == NULL || length == NULL || !read_dims (shape, self, &dims))
    return FALSE;
  if (dims.n == 0)
    return fl_shape_fail (shape, "dim has to be a list of integers");
  if (!fl_dtype_is_complex (self->dtype))
    return fl_shape_fail (shape, "the argument has to be complex numbers");
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  sizes[dims.dims[dims.n - 1]] = length;
  tensor = *self;
  if (!is_cpu (self) && (dims.n == 1 || takes_one_call (&dims)))
    {
      tensor.strides
          = fl_shape_make_contiguous_strides (shape, self->sizes, self->n_dims); /* a copy, which cuFFT may overwrite */
      tensor = transform (shape, &tensor, sizes, dims.dims, dims.n);
    }
  else
    {
      Dims others = dims;

      others.n--;
      tensor = transform_complex (shape, self, others);
      tensor = transform (shape, &tensor, sizes, &dims.dims[dims.n - 1], 1);
    }
  tensor.dtype = self->dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : FL_DTYPE_F32;
  return fl_shape_set (out, tensor);
}
