/* Shape rules of operators that are opened before lowering, and of a few that libraries compute. */
#include <string.h>

#include "fl-shapes-private.h"

gboolean
fl_shape_broadcast_double (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 1, FL_DTYPE_F64, out);
}

/* The gradient of an elementwise loss: like its operands, whatever the reduction was. */
gboolean
fl_shape_loss_gradient (FlShape *shape, FlValue *out)
{
  return fl_shape_combine (shape, 0, 2, fl_shape_to_float (fl_shape_promote (shape, 0, 2)), out);
}

gboolean
fl_shape_margin_ranking (FlShape *shape, FlValue *out)
{
  if (!fl_shape_combine (shape, 0, 2, fl_shape_to_float (fl_shape_promote (shape, 0, 2)), out))
    return FALSE;
  if (fl_shape_get_int_or (shape, "reduction", 1) == 0)
    return TRUE;
  return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, NULL, 0,
                                                      out->tensor.device));
}

/* Two gradients, each of the broadcast shape. */
gboolean
fl_shape_prelu_backward (FlShape *shape, FlValue *out)
{
  FlTensor tensors[2];
  FlValue value;

  if (!fl_shape_combine (shape, 0, 2, fl_shape_promote (shape, 0, 2), &value))
    return FALSE;
  tensors[0] = tensors[1] = value.tensor;
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* A matrix: as many rows as one vector, as many columns as the other has elements. */
static gboolean
set_outer (FlShape *shape, guint first, FlDtype dtype, FlValue *out)
{
  const FlTensor *a = fl_shape_get_tensor (shape, first),
                 *b = fl_shape_get_tensor (shape, first + 1);
  const FlSym **sizes;

  if (a == NULL || b == NULL)
    return FALSE;
  if (a->n_dims != 1 || b->n_dims != 1)
    return fl_shape_fail (shape, "both arguments have to be vectors");
  sizes = fl_shape_new_syms (shape, 2);
  sizes[0] = a->sizes[0];
  sizes[1] = b->sizes[0];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, dtype, sizes, 2, a->device));
}

gboolean
fl_shape_outer (FlShape *shape, FlValue *out)
{
  return set_outer (shape, 0, fl_shape_promote (shape, 0, 1), out);
}

gboolean
fl_shape_addr (FlShape *shape, FlValue *out)
{
  return set_outer (shape, 1, fl_shape_promote (shape, 0, 2), out);
}

gboolean
fl_shape_take (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0), *index = fl_shape_get_tensor (shape, 1);

  return self != NULL && index != NULL
         && fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, index->sizes,
                                                         index->n_dims, self->device));
}

gboolean
fl_shape_dist (FlShape *shape, FlValue *out)
{
  if (!fl_shape_combine (shape, 0, 1, fl_shape_promote (shape, 0, 1), out))
    return FALSE;
  return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, NULL, 0,
                                                      out->tensor.device));
}

/* Broadcast, and without the dimension that is summed. */
gboolean
fl_shape_vecdot (FlShape *shape, FlValue *out)
{
  const FlSym **sizes;
  guint dim, n;

  if (!fl_shape_combine (shape, 0, 1, fl_shape_promote (shape, 0, 1), out))
    return FALSE;
  n = out->tensor.n_dims;
  if (n == 0)
    return TRUE;
  if (!fl_shape_wrap_dim (shape, fl_shape_get_int_or (shape, "dim", -1), n, &dim))
    return FALSE;
  sizes = fl_shape_dup_syms (shape, out->tensor.sizes, n);
  memmove (sizes + dim, sizes + dim + 1, (n - dim - 1) * sizeof *sizes);
  return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, sizes, n - 1,
                                                      out->tensor.device));
}
