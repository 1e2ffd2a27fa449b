/* Shape rules that reinterpret bytes as another type, and copies with the looks of a view. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (scatter_upon_const_tensor);
SHAPE_RULE (view_dtype);
SHAPE_RULE (view_as_complex);
SHAPE_RULE (view_as_real);
SHAPE_RULE (rev);
SHAPE_RULE (force_stride_order);

/* --- the same bytes as another type ----------------------------------------------------------- */

gboolean
fl_shape_view_dtype (FlShape *shape, FlValue *out)
{
  const FlDtype dtype = fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_NONE);
  gint64 old_bytes, new_bytes;
  FlShapeView view;

  if (!fl_shape_open_view (shape, &view))
    return FALSE;
  if (dtype == FL_DTYPE_NONE)
    return fl_shape_lack (shape, "the element type is not known");
  old_bytes = fl_dtype_get_size_bytes (view.tensor.dtype);
  new_bytes = fl_dtype_get_size_bytes (dtype);
  if (old_bytes != new_bytes && old_bytes > 0 && new_bytes > 0 && view.tensor.n_dims > 0)
    {
      const guint last = view.tensor.n_dims - 1;
      const FlSym *const ratio = fl_shape_int (shape, MAX (old_bytes, new_bytes) / MIN (old_bytes, new_bytes));

      view.sizes[last]
          = old_bytes > new_bytes ? fl_sym_mul (view.sizes[last], ratio) : fl_sym_floor_div (view.sizes[last], ratio);
      for (guint i = 0; i < last; i++)
        view.strides[i]
            = old_bytes > new_bytes ? fl_sym_mul (view.strides[i], ratio) : fl_sym_floor_div (view.strides[i], ratio);
    }
  view.tensor.dtype = dtype;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_view_as_complex (FlShape *shape, FlValue *out)
{
  const FlSym *const two = fl_shape_int (shape, 2);
  FlShapeView view;

  if (!fl_shape_open_view (shape, &view))
    return FALSE;
  if (view.tensor.n_dims == 0 || !fl_sym_is_int_value (view.sizes[view.tensor.n_dims - 1], 2))
    return fl_shape_fail (shape, "the last dimension must be 2: real and imaginary part");
  if (fl_sym_get_hint (view.strides[view.tensor.n_dims - 1], 1) != 1)
    {
      g_autofree char *stride = fl_sym_dup_text (view.strides[view.tensor.n_dims - 1]);

      return fl_shape_fail (shape,
                            "the last dimension must have stride 1: a real part's imaginary part is next to it; "
                            "its stride is %s",
                            stride);
    }
  fl_shape_remove_dim (&view, view.tensor.n_dims - 1);
  for (guint i = 0; i < view.tensor.n_dims; i++)
    view.strides[i] = fl_sym_floor_div (view.strides[i], two);
  view.tensor.dtype = view.tensor.dtype == FL_DTYPE_F64   ? FL_DTYPE_C128
                      : view.tensor.dtype == FL_DTYPE_F16 ? FL_DTYPE_C32
                                                          : FL_DTYPE_C64;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_view_as_real (FlShape *shape, FlValue *out)
{
  FlShapeView view;
  guint n;

  if (!fl_shape_open_view (shape, &view))
    return FALSE;
  n = view.tensor.n_dims++;
  for (guint i = 0; i < n; i++)
    view.strides[i] = fl_sym_mul_int (view.strides[i], 2);
  view.sizes[n] = fl_shape_int (shape, 2);
  view.strides[n] = fl_shape_int (shape, 1);
  view.tensor.dtype = view.tensor.dtype == FL_DTYPE_C128  ? FL_DTYPE_F64
                      : view.tensor.dtype == FL_DTYPE_C32 ? FL_DTYPE_F16
                                                          : FL_DTYPE_F32;
  return fl_shape_set (out, view.tensor);
}

/* --- copies with the looks of a view ---------------------------------------------------------- */

gboolean
fl_shape_rev (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && fl_shape_set (out, fl_shape_like (shape, self, self->dtype));
}

gboolean
fl_shape_force_stride_order (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *strides;
  FlTensor tensor;
  guint n;

  if (self == NULL || (strides = fl_shape_get_syms (shape, "stride", &n)) == NULL)
    return FALSE;
  if (n != self->n_dims)
    return fl_shape_fail (shape, "%u strides for %u dimensions", n, self->n_dims);
  tensor = *self;
  tensor.strides = strides;
  return fl_shape_set (out, tensor);
}

/* A number in each row at the place that the selector says, another everywhere else. */
gboolean
fl_shape_scatter_upon_const_tensor (FlShape *shape, FlValue *out)
{
  const FlTensor *selector = fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, "selector"));
  const FlSym *const *sizes;
  guint n;

  return selector != NULL && (sizes = fl_shape_get_syms (shape, "shape", &n)) != NULL && n == selector->n_dims
         && fl_shape_set (out, fl_shape_make_contiguous (shape, fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_F32),
                                                         sizes, n, selector->device));
}
