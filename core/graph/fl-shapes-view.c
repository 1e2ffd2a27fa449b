/* Views: the same memory with other sizes, strides and offset. Parts of a tensor are in fl-shapes-part.c. */
#include <string.h>

#include "fl-shapes-private.h"

SHAPE_RULE (alias);
SHAPE_RULE (reshape);
SHAPE_RULE (view);
SHAPE_RULE (view_as);
SHAPE_RULE (flatten);
SHAPE_RULE (unflatten);
SHAPE_RULE (permute);
SHAPE_RULE (transpose);
SHAPE_RULE (t);
SHAPE_RULE (numpy_T);
SHAPE_RULE (movedim);
SHAPE_RULE (squeeze);
SHAPE_RULE (unsqueeze);
SHAPE_RULE (expand);
SHAPE_RULE (expand_as);
SHAPE_RULE (broadcast_in_dim);

gboolean
fl_shape_open_view (FlShape *shape, FlShapeView *view)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL)
    return FALSE;
  view->tensor = *self;
  view->sizes = fl_shape_new_syms (shape, self->n_dims + 1);
  view->strides = fl_shape_new_syms (shape, self->n_dims + 1);
  if (self->n_dims > 0)
    memcpy (view->sizes, self->sizes, self->n_dims * sizeof *view->sizes);
  memcpy (view->strides,
          self->strides != NULL ? self->strides : fl_shape_make_contiguous_strides (shape, self->sizes, self->n_dims),
          self->n_dims * sizeof *view->strides);
  view->tensor.sizes = view->sizes;
  view->tensor.strides = view->strides;
  return TRUE;
}

void
fl_shape_remove_dim (FlShapeView *view, guint dim)
{
  const gsize rest = view->tensor.n_dims - dim - 1;

  memmove (&view->sizes[dim], &view->sizes[dim + 1], rest * sizeof *view->sizes);
  memmove (&view->strides[dim], &view->strides[dim + 1], rest * sizeof *view->strides);
  view->tensor.n_dims--;
}

const FlSym *
fl_shape_get_offset (const FlShape *shape, const FlTensor *tensor)
{
  return tensor->offset != NULL ? tensor->offset : fl_shape_int (shape, 0);
}

gboolean
fl_shape_alias (FlShape *shape, FlValue *out)
{
  FlShapeView view;

  return fl_shape_open_view (shape, &view) && fl_shape_set (out, view.tensor);
}

/* --- reshaping -------------------------------------------------------------------------------- */

/* The sizes that the argument asks for, -1 resolved. */
static const FlSym *const *
read_sizes (FlShape *shape, const FlTensor *self, const char *name, guint *n)
{
  const FlSym *const *sizes = fl_shape_get_syms (shape, name, n);
  const FlSym *numel;

  if (sizes == NULL)
    return NULL;
  numel = fl_tensor_get_numel (self, shape->symbols);
  sizes = fl_shape_infer_sizes (shape, sizes, *n, numel);
  if (fl_sym_is_int (numel, NULL) && fl_sym_is_int (fl_sym_product (shape->symbols, sizes, *n), NULL)
      && !fl_sym_known_equal (numel, fl_sym_product (shape->symbols, sizes, *n)))
    {
      g_autofree char *had = fl_sym_dup_text (numel);
      g_autofree char *asked = fl_sym_dup_text (fl_sym_product (shape->symbols, sizes, *n));

      fl_shape_fail (shape, "%s elements cannot be seen as %s", had, asked);
      return NULL;
    }
  return sizes;
}

static const char *
get_sizes_name (const FlShape *shape)
{
  static const char *const names[] = { "size", "shape", "sizes" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (fl_node_find_arg (shape->node, names[i]) != NULL)
      return names[i];
  return names[0];
}

static gboolean
set_reshaped (FlShape *shape, const FlTensor *self, const FlSym *const *sizes, guint n, FlValue *out)
{
  FlTensor tensor = *self;

  tensor.n_dims = n;
  tensor.sizes = sizes;
  tensor.strides = fl_shape_make_view_strides (shape, self, sizes, n);
  if (tensor.strides == NULL) /* a copy */
    tensor = fl_shape_make_contiguous (shape, self->dtype, sizes, n, self->device);
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_reshape (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes;
  guint n;

  return self != NULL && (sizes = read_sizes (shape, self, get_sizes_name (shape), &n)) != NULL
         && set_reshaped (shape, self, sizes, n, out);
}

gboolean
fl_shape_view (FlShape *shape, FlValue *out)
{
  return fl_shape_reshape (shape, out);
}

gboolean
fl_shape_view_as (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlTensor *other = self != NULL ? fl_shape_get_tensor (shape, 1) : NULL;

  return other != NULL && set_reshaped (shape, self, other->sizes, other->n_dims, out);
}

gboolean
fl_shape_flatten (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  guint first, last, n = 0;
  const FlSym **sizes;

  if (self == NULL || !fl_shape_get_dim (shape, "start_dim", self->n_dims, &first)
      || !fl_shape_get_dim (shape, "end_dim", self->n_dims, &last))
    return FALSE;
  if (first > last)
    return fl_shape_fail (shape, "start_dim %u is after end_dim %u", first, last);
  sizes = fl_shape_new_syms (shape, self->n_dims + 1);
  for (guint i = 0; i < self->n_dims; i++)
    if (i > first && i <= last)
      sizes[n - 1] = fl_sym_mul (sizes[n - 1], self->sizes[i]);
    else
      sizes[n++] = self->sizes[i];
  if (self->n_dims == 0)
    sizes[n++] = fl_shape_int (shape, 1);
  return set_reshaped (shape, self, sizes, n, out);
}

gboolean
fl_shape_unflatten (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *parts;
  const FlSym **sizes;
  gint64 had, wanted;
  guint dim, n_parts, n = 0;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim)
      || (parts = fl_shape_get_syms (shape, "sizes", &n_parts)) == NULL)
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions cannot be unflattened");
  parts = fl_shape_infer_sizes (shape, parts, n_parts, self->sizes[dim]);
  if (fl_sym_is_int (self->sizes[dim], &had) && fl_sym_is_int (fl_sym_product (shape->symbols, parts, n_parts), &wanted)
      && had != wanted)
    return fl_shape_fail (shape, "dimension %u has %" G_GINT64_FORMAT " elements, `sizes` %" G_GINT64_FORMAT, dim, had,
                          wanted);
  sizes = fl_shape_new_syms (shape, self->n_dims + n_parts);
  for (guint i = 0; i < self->n_dims; i++)
    if (i != dim)
      sizes[n++] = self->sizes[i];
    else
      for (guint j = 0; j < n_parts; j++)
        sizes[n++] = parts[j];
  if (n > FL_SHAPE_MAX_DIMS)
    return fl_shape_lack (shape, "more than %d dimensions", FL_SHAPE_MAX_DIMS);
  return set_reshaped (shape, self, sizes, n, out);
}

/* --- order of dimensions ---------------------------------------------------------------------- */

static gboolean
set_permuted (FlShape *shape, const guint *order, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlShapeView view;

  if (!fl_shape_open_view (shape, &view))
    return FALSE;
  for (guint i = 0; i < self->n_dims; i++)
    {
      view.sizes[i] = self->sizes[order[i]];
      view.strides[i] = self->strides != NULL ? self->strides[order[i]] : NULL;
    }
  if (self->strides == NULL)
    view.tensor.strides = NULL;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_permute (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *name = fl_node_find_arg (shape->node, "permutation") != NULL ? "permutation" : "dims";
  const FlSym *const *dims;
  guint order[FL_SHAPE_MAX_DIMS], n;
  gboolean seen[FL_SHAPE_MAX_DIMS] = { FALSE };

  if (self == NULL || (dims = fl_shape_get_syms (shape, name, &n)) == NULL)
    return FALSE;
  if (n != self->n_dims)
    return fl_shape_fail (shape, "%u dimensions are named, but the tensor has %u", n, self->n_dims);
  for (guint i = 0; i < n; i++)
    {
      gint64 dim;

      if (!fl_sym_is_int (dims[i], &dim) || !fl_shape_wrap_dim (shape, dim, n, &order[i]))
        return FALSE;
      if (seen[order[i]])
        return fl_shape_fail (shape, "dimension %u is named twice", order[i]);
      seen[order[i]] = TRUE;
    }
  return set_permuted (shape, order, out);
}

static gboolean
swap_dims (FlShape *shape, guint a, guint b, FlValue *out)
{
  guint order[FL_SHAPE_MAX_DIMS];

  for (guint i = 0; i < FL_SHAPE_MAX_DIMS; i++)
    order[i] = i;
  order[a] = b;
  order[b] = a;
  return set_permuted (shape, order, out);
}

gboolean
fl_shape_transpose (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const gboolean is_axis = fl_node_find_arg (shape->node, "axis0") != NULL;
  guint a, b;

  return self != NULL && fl_shape_get_dim (shape, is_axis ? "axis0" : "dim0", self->n_dims, &a)
         && fl_shape_get_dim (shape, is_axis ? "axis1" : "dim1", self->n_dims, &b) && swap_dims (shape, a, b, out);
}

gboolean
fl_shape_t (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL)
    return FALSE;
  if (self->n_dims > 2)
    return fl_shape_fail (shape, "t needs at most 2 dimensions, not %u", self->n_dims);
  return swap_dims (shape, 0, self->n_dims == 2 ? 1 : 0, out);
}

gboolean
fl_shape_numpy_T (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  guint order[FL_SHAPE_MAX_DIMS];

  if (self == NULL)
    return FALSE;
  for (guint i = 0; i < self->n_dims; i++)
    order[i] = self->n_dims - 1 - i;
  return set_permuted (shape, order, out);
}

gboolean
fl_shape_movedim (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *from, *const *to;
  guint n_from, n_to, order[FL_SHAPE_MAX_DIMS], next = 0;
  gboolean moved[FL_SHAPE_MAX_DIMS] = { FALSE };

  if (self == NULL || (from = fl_shape_get_syms (shape, "source", &n_from)) == NULL
      || (to = fl_shape_get_syms (shape, "destination", &n_to)) == NULL)
    return FALSE;
  if (n_from != n_to)
    return fl_shape_fail (shape, "%u dimensions move to %u places", n_from, n_to);
  for (guint i = 0; i < MAX (self->n_dims, 1); i++)
    order[i] = G_MAXUINT;
  for (guint i = 0; i < n_from; i++)
    {
      gint64 a, b;
      guint source, destination;

      if (!fl_sym_is_int (from[i], &a) || !fl_sym_is_int (to[i], &b)
          || !fl_shape_wrap_dim (shape, a, self->n_dims, &source)
          || !fl_shape_wrap_dim (shape, b, self->n_dims, &destination))
        return FALSE;
      if (moved[source] || order[destination] != G_MAXUINT)
        return fl_shape_fail (shape, "a dimension moves twice");
      order[destination] = source;
      moved[source] = TRUE;
    }
  for (guint i = 0; i < self->n_dims; i++)
    {
      if (order[i] != G_MAXUINT)
        continue;
      while (next < self->n_dims && moved[next])
        next++;
      if (next >= self->n_dims)
        return fl_shape_fail (shape, "a dimension moves twice");
      order[i] = next++;
    }
  return set_permuted (shape, order, out);
}

/* --- adding and dropping dimensions ----------------------------------------------------------- */

/* Without dims all sizes of 1 go; with dims those of them that are 1. */
gboolean
fl_shape_squeeze (FlShape *shape, FlValue *out)
{
  const char *name = fl_node_find_arg (shape->node, "dimensions") != NULL ? "dimensions" : "dim";
  const gboolean has_dims = fl_node_find_arg (shape->node, name) != NULL;
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gboolean mask[FL_SHAPE_MAX_DIMS] = { FALSE };
  const FlSym *const *dims;
  FlShapeView view;
  guint n, wrapped;

  if (self == NULL || !fl_shape_open_view (shape, &view)
      || (has_dims && (dims = fl_shape_get_syms (shape, name, &n)) == NULL))
    return FALSE;
  if (has_dims)
    for (guint i = 0; i < n; i++)
      {
        gint64 dim;

        if (!fl_sym_is_int (dims[i], &dim) || !fl_shape_wrap_dim (shape, dim, self->n_dims, &wrapped))
          return FALSE;
        mask[wrapped] = TRUE;
      }
  for (guint i = self->n_dims; i-- > 0;)
    if ((mask[i] || !has_dims) && fl_shape_is_one (self->sizes[i]))
      fl_shape_remove_dim (&view, i);
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_unsqueeze (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlShapeView view;
  guint dim, rest;
  const FlSym *stride;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims + 1, &dim) || !fl_shape_open_view (shape, &view))
    return FALSE;
  stride = dim < self->n_dims ? fl_sym_mul (view.sizes[dim], view.strides[dim]) : fl_shape_int (shape, 1);
  rest = self->n_dims - dim;
  memmove (&view.sizes[dim + 1], &view.sizes[dim], rest * sizeof *view.sizes);
  memmove (&view.strides[dim + 1], &view.strides[dim], rest * sizeof *view.strides);
  view.sizes[dim] = fl_shape_int (shape, 1);
  view.strides[dim] = stride;
  view.tensor.n_dims++;
  return fl_shape_set (out, view.tensor);
}

static gboolean
expand_to (FlShape *shape, const FlSym *const *asked, guint n, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlShapeView view;
  FlTensor tensor;
  const FlSym **sizes, **strides;
  gint64 had, wanted;
  guint missing;

  if (!fl_shape_open_view (shape, &view))
    return FALSE;
  if (n < self->n_dims)
    return fl_shape_fail (shape, "%u dimensions cannot be expanded to %u", self->n_dims, n);
  missing = n - self->n_dims;
  tensor = view.tensor;
  tensor.n_dims = n;
  tensor.sizes = sizes = fl_shape_new_syms (shape, n);
  tensor.strides = strides = fl_shape_new_syms (shape, n);
  for (guint i = n; i-- > 0;)
    {
      const FlSym *old = i >= missing ? view.sizes[i - missing] : NULL;
      const gboolean keeps
          = old != NULL && (fl_sym_is_int_value (asked[i], -1) || !fl_shape_is_one (old) || fl_shape_is_one (asked[i]));

      sizes[i] = old != NULL && fl_sym_is_int_value (asked[i], -1) ? old : asked[i];
      if (fl_sym_is_int_value (sizes[i], -1)
          || (keeps && fl_sym_is_int (old, &had) && fl_sym_is_int (sizes[i], &wanted) && had != wanted))
        return fl_shape_fail (shape, "dimension %u cannot be expanded to what `size` asks", i);
      /* a new outer dimension of size 1 gets the stride that a contiguous tensor would have there */
      strides[i] = keeps ? view.strides[i - missing]
                   : old == NULL && fl_shape_is_one (sizes[i]) && i + 1 < n
                       ? fl_sym_mul (sizes[i + 1], strides[i + 1])
                       : fl_shape_int (shape, old == NULL && fl_shape_is_one (sizes[i]) ? 1 : 0);
    }
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_expand (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes;
  guint n;

  return self != NULL && (sizes = fl_shape_get_syms (shape, "size", &n)) != NULL && expand_to (shape, sizes, n, out);
}

gboolean
fl_shape_expand_as (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlTensor *other = self != NULL ? fl_shape_get_tensor (shape, 1) : NULL;

  return other != NULL && expand_to (shape, other->sizes, other->n_dims, out);
}

/* prims: dimension i of self becomes dimension broadcast_dimensions[i]. */
gboolean
fl_shape_broadcast_in_dim (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *const *sizes, *const *dims;
  const FlSym **strides;
  FlTensor tensor;
  guint n, n_dims;

  if (self == NULL || (sizes = fl_shape_get_syms (shape, "shape", &n)) == NULL
      || (dims = fl_shape_get_syms (shape, "broadcast_dimensions", &n_dims)) == NULL)
    return FALSE;
  tensor = *self;
  tensor.n_dims = n;
  tensor.sizes = sizes;
  tensor.strides = strides = fl_shape_new_syms (shape, n);
  for (guint i = 0; i < n; i++)
    strides[i] = fl_shape_int (shape, 0);
  for (guint i = 0; i < MIN (n_dims, self->n_dims); i++)
    {
      gint64 dim;

      if (!fl_sym_is_int (dims[i], &dim) || dim < 0 || dim >= n)
        return fl_shape_fail (shape, "a broadcast dimension is out of range");
      if (self->strides != NULL && fl_sym_known_equal (sizes[dim], self->sizes[i]))
        strides[dim] = self->strides[i];
    }
  return fl_shape_set (out, tensor);
}
