/* Sizes of two tensors beside each other, for the checks whether arguments fit. */
#include "fl-shapes-fit-private.h"

const FlTensor *
fl_fit_find (FlShape *shape, const char *name)
{
  return fl_shape_get_tensor_of (shape, fl_node_find_arg (shape->node, name));
}

/* A tensor without dimensions counts as one element in a row. */
guint
fl_fit_get_rank (const FlTensor *tensor)
{
  return MAX (tensor->n_dims, 1);
}

gint64
fl_fit_get_size (const FlTensor *tensor, guint dim)
{
  gint64 size;

  if (tensor->n_dims == 0)
    return 1;
  return fl_sym_is_int (tensor->sizes[dim], &size) ? size : -1; /* -1: not known */
}

gboolean
fl_fit_is_greater (const FlTensor *a, const FlTensor *b, guint dim)
{
  const gint64 a_size = fl_fit_get_size (a, dim), b_size = fl_fit_get_size (b, dim);

  return a_size >= 0 && b_size >= 0 && a_size > b_size;
}

gboolean
fl_fit_check_integers (FlShape *shape, const char *name, const FlTensor *tensor, gboolean may_be_mask)
{
  if (fl_dtype_is_integer (tensor->dtype) || tensor->dtype == FL_DTYPE_NONE
      || (may_be_mask && tensor->dtype == FL_DTYPE_BOOL))
    return TRUE;
  return fl_shape_fail (shape, "the argument `%s` must hold integers%s, not %s", name, may_be_mask ? " or a mask" : "",
                        fl_dtype_get_short_name (tensor->dtype));
}

/* Along `roomy` (G_MAXUINT: nowhere) tensor may have more than is used of it, for the reason that
 * fl_fit_index_put gives. */
gboolean
fl_fit_check_same_sizes (FlShape *shape, const char *name, const FlTensor *tensor, const FlTensor *other, guint roomy)
{
  gboolean is_same = tensor->n_dims == other->n_dims;
  g_autoptr (GString) text = NULL;

  for (guint i = 0; is_same && i < tensor->n_dims; i++)
    is_same = (i == roomy || !fl_fit_is_greater (tensor, other, i)) && !fl_fit_is_greater (other, tensor, i);
  if (is_same)
    return TRUE;
  text = g_string_new (NULL);
  fl_tensor_append (text, tensor, FALSE, FALSE);
  g_string_append (text, ", where it is put ");
  fl_tensor_append (text, other, FALSE, FALSE);
  return fl_shape_fail (shape, "the sizes of `%s` do not fit: it is %s", name, text->str);
}
