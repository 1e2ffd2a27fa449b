/* Reductions, scans, sorts. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (reduce);
SHAPE_RULE (reduce_all);
SHAPE_RULE (reduce_same);
SHAPE_RULE (reduce_all_same);
SHAPE_RULE (reduce_boolean);
SHAPE_RULE (reduce_index);
SHAPE_RULE (reduce_float);
SHAPE_RULE (reduce_float_all);
SHAPE_RULE (reduce_norm);
SHAPE_RULE (reduce_norm_all);
SHAPE_RULE (reduce_var_mean);
SHAPE_RULE (reduce_pair);
SHAPE_RULE (aminmax);
SHAPE_RULE (prepare_softmax_online);
SHAPE_RULE (scan);
SHAPE_RULE (sort);
SHAPE_RULE (argsort);
SHAPE_RULE (topk);
SHAPE_RULE (softmax);
SHAPE_RULE (histc);

/* Which dimensions go: TRUE in the mask. An empty or absent list means all of them. */
static gboolean
read_dims (FlShape *shape, const FlTensor *self, gboolean *mask, gboolean *is_all)
{
  const char *name = fl_node_find_arg (shape->node, "dims") != NULL ? "dims" : "dim";
  const FlArg *arg = fl_node_find_arg (shape->node, name);
  const FlSym *const *dims;
  guint n, wrapped;

  gint64 usual;

  memset (mask, 0, FL_SHAPE_MAX_DIMS * sizeof *mask);
  if (arg == NULL && fl_node_get_int (shape->node, name, &usual)) /* the signature has a default: the last one */
    {
      *is_all = FALSE;
      if (!fl_shape_wrap_dim (shape, usual, self->n_dims, &wrapped))
        return FALSE;
      mask[wrapped] = self->n_dims > 0;
      return TRUE;
    }
  *is_all = arg == NULL || arg->kind == FL_ARG_NONE
            || ((arg->kind == FL_ARG_LIST || arg->kind == FL_ARG_TUPLE) && arg->n_items == 0);
  if (*is_all)
    {
      for (guint i = 0; i < self->n_dims; i++)
        mask[i] = TRUE;
      return TRUE;
    }
  if ((dims = fl_shape_get_syms (shape, name, &n)) == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      gint64 dim;

      if (!fl_sym_is_int (dims[i], &dim))
        return fl_shape_lack (shape, "dimension %u to reduce is not constant", i);
      if (!fl_shape_wrap_dim (shape, dim, self->n_dims, &wrapped))
        return FALSE;
      if (mask[wrapped])
        return fl_shape_fail (shape, "dimension %u is reduced twice", wrapped);
      mask[wrapped] = TRUE;
    }
  return TRUE;
}

gboolean
fl_shape_get_reduced_dims (FlShape *shape, const FlTensor *self, gboolean *mask)
{
  gboolean is_all;

  return read_dims (shape, self, mask, &is_all);
}

/* What is left of self, contiguous as every reduction of ATen allocates it. */
static gboolean
make_reduced (FlShape *shape, const FlTensor *self, const gboolean *mask, FlDtype dtype, FlTensor *result)
{
  const gboolean keepdim = fl_shape_get_bool_or (shape, "keepdim", FALSE);
  const FlSym **sizes = fl_shape_new_syms (shape, self->n_dims);
  guint n = 0;

  for (guint i = 0; i < self->n_dims; i++)
    if (!mask[i])
      sizes[n++] = self->sizes[i];
    else if (keepdim)
      sizes[n++] = fl_shape_int (shape, 1);
  *result = fl_shape_make_contiguous (shape, dtype, sizes, n, self->device);
  return TRUE;
}

static gboolean
reduce (FlShape *shape, FlDtype dtype, FlTensor *result)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gboolean mask[FL_SHAPE_MAX_DIMS], is_all;

  return self != NULL && read_dims (shape, self, mask, &is_all)
         && make_reduced (shape, self, mask, dtype == FL_DTYPE_NONE ? self->dtype : dtype, result);
}

static gboolean
reduce_one (FlShape *shape, FlDtype dtype, FlValue *out)
{
  FlTensor result;

  return reduce (shape, dtype, &result) && fl_shape_set (out, result);
}

static FlDtype
get_self_dtype (FlShape *shape)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL ? self->dtype : FL_DTYPE_NONE;
}

/* Sums and products of integers are 64 bits wide; the argument dtype wins. */
static FlDtype
get_sum_dtype (FlShape *shape)
{
  const FlDtype dtype = get_self_dtype (shape);
  const gboolean widens = dtype == FL_DTYPE_BOOL || fl_dtype_is_integer (dtype);

  return fl_shape_get_dtype_or (shape, "dtype", widens ? FL_DTYPE_I64 : dtype);
}

gboolean
fl_shape_reduce (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, get_sum_dtype (shape), out);
}

gboolean
fl_shape_reduce_all (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, get_sum_dtype (shape), out);
}

gboolean
fl_shape_reduce_same (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, FL_DTYPE_NONE, out);
}

gboolean
fl_shape_reduce_all_same (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, FL_DTYPE_NONE, out);
}

/* any and all: a boolean, but bytes stay bytes */
gboolean
fl_shape_reduce_boolean (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, get_self_dtype (shape) == FL_DTYPE_U8 ? FL_DTYPE_U8 : FL_DTYPE_BOOL, out);
}

gboolean
fl_shape_reduce_index (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, FL_DTYPE_I64, out);
}

gboolean
fl_shape_reduce_float (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, fl_shape_to_float (get_self_dtype (shape)), out);
}

gboolean
fl_shape_reduce_float_all (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL
         && fl_shape_set (out,
                          fl_shape_make_contiguous (shape, fl_shape_to_float (self->dtype), NULL, 0, self->device));
}

static FlDtype
get_norm_dtype (FlShape *shape)
{
  const FlDtype dtype = get_self_dtype (shape);
  const FlDtype real = dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : dtype == FL_DTYPE_C64 ? FL_DTYPE_F32 : dtype;

  return fl_shape_get_dtype_or (shape, "dtype", fl_shape_to_float (real));
}

gboolean
fl_shape_reduce_norm (FlShape *shape, FlValue *out)
{
  return reduce_one (shape, get_norm_dtype (shape), out);
}

gboolean
fl_shape_reduce_norm_all (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL
         && fl_shape_set (out, fl_shape_make_contiguous (shape, get_norm_dtype (shape), NULL, 0, self->device));
}

gboolean
fl_shape_reduce_var_mean (FlShape *shape, FlValue *out)
{
  FlTensor results[2];

  if (!reduce (shape, fl_shape_to_float (get_self_dtype (shape)), &results[0]))
    return FALSE;
  results[1] = results[0];
  return fl_shape_set_tuple (shape, out, results, 2);
}

/* values and indices over one dimension */
gboolean
fl_shape_reduce_pair (FlShape *shape, FlValue *out)
{
  FlTensor results[2];

  if (!reduce (shape, FL_DTYPE_NONE, &results[0]))
    return FALSE;
  results[1] = results[0];
  results[1].dtype = FL_DTYPE_I64;
  return fl_shape_set_tuple (shape, out, results, 2);
}

gboolean
fl_shape_aminmax (FlShape *shape, FlValue *out)
{
  FlTensor results[2];

  if (!reduce (shape, FL_DTYPE_NONE, &results[0]))
    return FALSE;
  results[1] = results[0];
  return fl_shape_set_tuple (shape, out, results, 2);
}

/* Maximum and sum of exponentials along dim, both kept. */
gboolean
fl_shape_prepare_softmax_online (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes;
  FlTensor results[2];
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  if (self->n_dims > 0)
    sizes[dim] = fl_shape_int (shape, 1);
  results[0] = results[1] = fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device);
  return fl_shape_set_tuple (shape, out, results, 2);
}

/* --- scans, sorts ----------------------------------------------------------------------------- */

gboolean
fl_shape_scan (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL
         && fl_shape_set (out, fl_shape_make_contiguous (shape, get_sum_dtype (shape), self->sizes, self->n_dims,
                                                         self->device));
}

gboolean
fl_shape_sort (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor results[2];

  if (self == NULL)
    return FALSE;
  results[0] = fl_shape_like (shape, self, self->dtype);
  results[1] = fl_shape_like (shape, self, FL_DTYPE_I64);
  return fl_shape_set_tuple (shape, out, results, 2);
}

gboolean
fl_shape_argsort (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  return self != NULL && fl_shape_set (out, fl_shape_like (shape, self, FL_DTYPE_I64));
}

gboolean
fl_shape_topk (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *k = fl_shape_get_sym (shape, "k");
  const FlSym **sizes;
  FlTensor results[2];
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (k == NULL)
    return fl_shape_lack (shape, "k is not known");
  sizes = fl_shape_dup_syms (shape, self->sizes, self->n_dims);
  if (self->n_dims > 0)
    sizes[dim] = k;
  results[0] = fl_shape_make_contiguous (shape, self->dtype, sizes, self->n_dims, self->device);
  results[1] = fl_shape_make_contiguous (shape, FL_DTYPE_I64, sizes, self->n_dims, self->device);
  return fl_shape_set_tuple (shape, out, results, 2);
}

gboolean
fl_shape_softmax (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlDtype dtype;

  if (self == NULL)
    return FALSE;
  dtype = fl_shape_get_bool_or (shape, "half_to_float", FALSE)
              ? FL_DTYPE_F32
              : fl_shape_get_dtype_or (shape, "dtype", fl_shape_to_float (self->dtype));
  return fl_shape_set (out, fl_shape_make_contiguous (shape, dtype, self->sizes, self->n_dims, self->device));
}

gboolean
fl_shape_histc (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym **sizes = fl_shape_new_syms (shape, 1);

  sizes[0] = fl_shape_get_sym (shape, "bins");
  if (self == NULL || sizes[0] == NULL)
    return FALSE;
  return fl_shape_set (out, fl_shape_make_contiguous (shape, self->dtype, sizes, 1, self->device));
}
