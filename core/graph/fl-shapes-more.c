/* Shape rules of operators that are opened before lowering, and of a few that libraries compute. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (broadcast_double);
SHAPE_RULE (loss_gradient);
SHAPE_RULE (margin_ranking);
SHAPE_RULE (prelu_backward);
SHAPE_RULE (outer);
SHAPE_RULE (addr);
SHAPE_RULE (take);
SHAPE_RULE (dist);
SHAPE_RULE (vecdot);
SHAPE_RULE (float_second);
SHAPE_RULE (frexp);
SHAPE_RULE (fake_quantize);
SHAPE_RULE (weight_norm);
SHAPE_RULE (isin);
SHAPE_RULE (diag_embed);
SHAPE_RULE (rot90);
SHAPE_RULE (embedding_bag_backward);

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
  return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, NULL, 0, out->tensor.device));
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
  const FlTensor *a = fl_shape_get_tensor (shape, first), *b = fl_shape_get_tensor (shape, first + 1);
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
         && fl_shape_set (out,
                          fl_shape_make_contiguous (shape, self->dtype, index->sizes, index->n_dims, self->device));
}

gboolean
fl_shape_dist (FlShape *shape, FlValue *out)
{
  if (!fl_shape_combine (shape, 0, 1, fl_shape_promote (shape, 0, 1), out))
    return FALSE;
  return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, NULL, 0, out->tensor.device));
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
  return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, sizes, n - 1, out->tensor.device));
}

/* Of the second argument, integers become floats: polygamma. */
gboolean
fl_shape_float_second (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 1);

  return self != NULL && fl_shape_set (out, fl_shape_like (shape, self, fl_shape_to_float (self->dtype)));
}

static gboolean
set_pair (FlShape *shape, FlDtype first, FlDtype second, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor tensors[2];

  if (self == NULL)
    return FALSE;
  tensors[0] = fl_shape_like (shape, self, first == FL_DTYPE_NONE ? self->dtype : first);
  tensors[1] = fl_shape_like (shape, self, second);
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

gboolean
fl_shape_frexp (FlShape *shape, FlValue *out)
{
  return set_pair (shape, FL_DTYPE_NONE, FL_DTYPE_I32, out);
}

gboolean
fl_shape_fake_quantize (FlShape *shape, FlValue *out)
{
  return set_pair (shape, FL_DTYPE_NONE, FL_DTYPE_BOOL, out);
}

gboolean
fl_shape_weight_norm (FlShape *shape, FlValue *out)
{
  const FlTensor *v = fl_shape_get_tensor (shape, 0), *g = fl_shape_get_tensor (shape, 1);
  FlTensor tensors[2];

  if (v == NULL || g == NULL)
    return FALSE;
  tensors[0] = fl_shape_like (shape, v, v->dtype);
  tensors[1] = fl_shape_like (shape, g, fl_dtype_get_compute (g->dtype)); /* norms are not rounded */
  return fl_shape_set_tuple (shape, out, tensors, 2);
}

/* A truth value for each element of the first argument, which may be a number. */
gboolean
fl_shape_isin (FlShape *shape, FlValue *out)
{
  const FlTensor *elements = fl_shape_find_tensor (shape, 0), *others = fl_shape_find_tensor (shape, 1);

  if (elements != NULL)
    return fl_shape_set (out, fl_shape_like (shape, elements, FL_DTYPE_BOOL));
  if (others == NULL)
    return fl_shape_fail (shape, "no argument is a tensor");
  return fl_shape_set (out, fl_shape_make_contiguous (shape, FL_DTYPE_BOOL, NULL, 0, others->device));
}

gboolean
fl_shape_diag_embed (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const gint64 offset = fl_shape_get_int_or (shape, "offset", 0);
  const FlSym **sizes, *length;
  guint first, second, n;

  if (self == NULL)
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "the argument needs a dimension");
  n = self->n_dims + 1;
  if (!fl_shape_wrap_dim (shape, fl_shape_get_int_or (shape, "dim1", -2), n, &first)
      || !fl_shape_wrap_dim (shape, fl_shape_get_int_or (shape, "dim2", -1), n, &second))
    return FALSE;
  if (first == second)
    return fl_shape_fail (shape, "the two dimensions are the same");
  if (offset > G_MAXINT32 || offset < -G_MAXINT32)
    return fl_shape_fail (shape, "an offset of %" G_GINT64_FORMAT, offset);
  length = fl_sym_add_int (self->sizes[self->n_dims - 1], ABS (offset));
  sizes = fl_shape_new_syms (shape, n);
  for (guint d = 0, from = 0; d < n; d++)
    sizes[d] = d == first || d == second ? length : self->sizes[from++];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, n, self->device));
}

gboolean
fl_shape_rot90 (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes;
  const FlArg *dims = fl_node_find_arg (shape->node, "dims");
  gint64 given[2] = { 0, 1 };
  guint first, second;

  if (self == NULL)
    return FALSE;
  if (dims != NULL
      && (dims->n_items != 2 || dims->items[0].kind != FL_ARG_INT || dims->items[1].kind != FL_ARG_INT
          || !fl_sym_is_int (dims->items[0].sym, &given[0]) || !fl_sym_is_int (dims->items[1].sym, &given[1])))
    return fl_shape_fail (shape, "dims has to be two integers");
  if (self->n_dims < 2 || !fl_shape_wrap_dim (shape, given[0], self->n_dims, &first)
      || !fl_shape_wrap_dim (shape, given[1], self->n_dims, &second))
    return self->n_dims < 2 ? fl_shape_fail (shape, "the argument needs two dimensions") : FALSE;
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  if (fl_shape_get_int_or (shape, "k", 1) % 2 != 0)
    {
      sizes[first] = self->sizes[second];
      sizes[second] = self->sizes[first];
    }
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device));
}

gboolean
fl_shape_embedding_bag_backward (FlShape *shape, FlValue *out)
{
  const FlTensor *grad = fl_shape_get_tensor (shape, 0);
  const FlSym *rows = fl_shape_get_sym (shape, "num_weights");
  const FlSym **sizes;

  if (grad == NULL || rows == NULL)
    return FALSE;
  if (grad->n_dims != 2)
    return fl_shape_fail (shape, "the gradient has to be a matrix");
  sizes = fl_shape_new_syms (shape, 2);
  sizes[0] = rows;
  sizes[1] = grad->sizes[1];
  return fl_shape_set (out, fl_shape_make_contiguous (shape, grad->dtype, sizes, 2, grad->device));
}
