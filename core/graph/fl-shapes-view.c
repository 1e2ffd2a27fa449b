/* Views: the same memory with other sizes, strides and offset. */
#include <string.h>

#include "fl-shapes-private.h"

/* A copy of self whose sizes and strides may be changed. */
typedef struct
{
  FlTensor tensor;
  const FlSym **sizes;
  const FlSym **strides;
} View;

static gboolean
open_view (FlShape *shape, View *view)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);

  if (self == NULL)
    return FALSE;
  view->tensor = *self;
  view->sizes = fl_shape_new_syms (shape, self->n_dims + 1);
  view->strides = fl_shape_new_syms (shape, self->n_dims + 1);
  if (self->n_dims > 0)
    memcpy (view->sizes, self->sizes, self->n_dims * sizeof *view->sizes);
  memcpy (view->strides, self->strides != NULL ? self->strides : fl_shape_make_contiguous_strides (shape, self->sizes, self->n_dims),
          self->n_dims * sizeof *view->strides);
  view->tensor.sizes = view->sizes;
  view->tensor.strides = view->strides;
  return TRUE;
}

static void
remove_dim (View *view, guint dim)
{
  const gsize rest = view->tensor.n_dims - dim - 1;

  memmove (&view->sizes[dim], &view->sizes[dim + 1], rest * sizeof *view->sizes);
  memmove (&view->strides[dim], &view->strides[dim + 1], rest * sizeof *view->strides);
  view->tensor.n_dims--;
}

static const FlSym *
get_offset (const FlShape *shape, const FlTensor *tensor)
{
  return tensor->offset != NULL ? tensor->offset : fl_shape_int (shape, 0);
}

gboolean
fl_shape_alias (FlShape *shape, FlValue *out)
{
  View view;

  return open_view (shape, &view) && fl_shape_set (out, view.tensor);
}

/* --- reshaping --------------------------------------------------------------------------------------------------- */

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

  return self != NULL && (sizes = read_sizes (shape, self, get_sizes_name (shape), &n)) != NULL && set_reshaped (shape, self, sizes, n, out);
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

  if (self == NULL || !fl_shape_get_dim (shape, "start_dim", self->n_dims, &first) || !fl_shape_get_dim (shape, "end_dim", self->n_dims, &last))
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
  guint dim, n_parts, n = 0;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || (parts = fl_shape_get_syms (shape, "sizes", &n_parts)) == NULL)
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions cannot be unflattened");
  parts = fl_shape_infer_sizes (shape, parts, n_parts, self->sizes[dim]);
  sizes = fl_shape_new_syms (shape, self->n_dims + n_parts);
  for (guint i = 0; i < self->n_dims; i++)
    if (i != dim)
      sizes[n++] = self->sizes[i];
    else
      for (guint j = 0; j < n_parts; j++)
        sizes[n++] = parts[j];
  if (n > FL_SHAPE_MAX_DIMS)
    return fl_shape_fail (shape, "more than %d dimensions", FL_SHAPE_MAX_DIMS);
  return set_reshaped (shape, self, sizes, n, out);
}

/* --- order of dimensions ----------------------------------------------------------------------------------------- */

static gboolean
set_permuted (FlShape *shape, const guint *order, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  View view;

  if (!open_view (shape, &view))
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

  if (self == NULL || (from = fl_shape_get_syms (shape, "source", &n_from)) == NULL || (to = fl_shape_get_syms (shape, "destination", &n_to)) == NULL)
    return FALSE;
  if (n_from != n_to)
    return fl_shape_fail (shape, "%u dimensions move to %u places", n_from, n_to);
  for (guint i = 0; i < self->n_dims; i++)
    order[i] = G_MAXUINT;
  for (guint i = 0; i < n_from; i++)
    {
      gint64 a, b;
      guint source, destination;

      if (!fl_sym_is_int (from[i], &a) || !fl_sym_is_int (to[i], &b) || !fl_shape_wrap_dim (shape, a, self->n_dims, &source)
          || !fl_shape_wrap_dim (shape, b, self->n_dims, &destination))
        return FALSE;
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

/* --- adding and dropping dimensions ------------------------------------------------------------------------------ */

/* Without dims all sizes of 1 go; with dims those of them that are 1. */
gboolean
fl_shape_squeeze (FlShape *shape, FlValue *out)
{
  const char *name = fl_node_find_arg (shape->node, "dimensions") != NULL ? "dimensions" : "dim";
  const gboolean has_dims = fl_node_find_arg (shape->node, name) != NULL;
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gboolean mask[FL_SHAPE_MAX_DIMS] = { FALSE };
  const FlSym *const *dims;
  View view;
  guint n, wrapped;

  if (self == NULL || !open_view (shape, &view) || (has_dims && (dims = fl_shape_get_syms (shape, name, &n)) == NULL))
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
      remove_dim (&view, i);
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_unsqueeze (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  View view;
  guint dim, rest;
  const FlSym *stride;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims + 1, &dim) || !open_view (shape, &view))
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
  View view;
  FlTensor tensor;
  const FlSym **sizes, **strides;
  guint missing;

  if (!open_view (shape, &view))
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
      const gboolean keeps = old != NULL && (fl_sym_is_int_value (asked[i], -1) || !fl_shape_is_one (old) || fl_shape_is_one (asked[i]));

      sizes[i] = old != NULL && fl_sym_is_int_value (asked[i], -1) ? old : asked[i];
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

/* --- parts ------------------------------------------------------------------------------------------------------- */

static void
move_offset (FlShape *shape, View *view, guint dim, const FlSym *start)
{
  view->tensor.offset = fl_sym_add (get_offset (shape, &view->tensor), fl_sym_mul (start, view->strides[dim]));
}

gboolean
fl_shape_select (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *index = fl_shape_get_sym (shape, "index");
  View view;
  guint dim;
  gint64 value;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || !open_view (shape, &view))
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions has nothing to select");
  if (index != NULL)
    move_offset (shape, &view, dim, fl_sym_is_int (index, &value) && value < 0 ? fl_sym_add (index, self->sizes[dim]) : index);
  remove_dim (&view, dim);
  return fl_shape_set (out, view.tensor);
}

/* A bound of a slice, from 0 to size. */
static const FlSym *
clamp_bound (const FlShape *shape, const FlSym *bound, const FlSym *size)
{
  gint64 value;

  if (fl_sym_is_int (bound, &value) && value < 0)
    bound = fl_sym_add (bound, size);
  if (fl_sym_is_int (bound, &value) && value == G_MAXINT64)
    return size;
  if (fl_sym_known (FL_SYM_LT, bound, fl_shape_int (shape, 0)))
    return fl_shape_int (shape, 0);
  if (fl_sym_known (FL_SYM_GE, bound, size))
    return size;
  if (fl_sym_known (FL_SYM_LE, bound, size) || fl_sym_is_int_value (bound, 0))
    return bound;
  return fl_sym_min (bound, size);
}

static gboolean
slice (FlShape *shape, const FlSym *start, const FlSym *end, const FlSym *step, guint dim, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *length;
  View view;

  if (!open_view (shape, &view))
    return FALSE;
  start = start != NULL ? clamp_bound (shape, start, self->sizes[dim]) : fl_shape_int (shape, 0);
  end = end != NULL ? clamp_bound (shape, end, self->sizes[dim]) : self->sizes[dim];
  length = fl_sym_sub (end, start);
  if (fl_sym_known (FL_SYM_LE, length, fl_shape_int (shape, 0)))
    length = fl_shape_int (shape, 0);
  view.sizes[dim] = fl_shape_is_one (step) ? length : fl_sym_floor_div (fl_sym_add_int (fl_sym_add (length, step), -1), step);
  move_offset (shape, &view, dim, start);
  view.strides[dim] = fl_sym_mul (view.strides[dim], step);
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_slice (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *step = fl_shape_get_sym (shape, "step");
  const FlSym *start = fl_shape_get_sym (shape, "start"), *end = fl_shape_get_sym (shape, "end");
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (self->n_dims == 0 || step == NULL || !fl_sym_known (FL_SYM_GT, step, fl_shape_int (shape, 0)))
    return fl_shape_fail (shape, "a slice needs a dimension and a positive step");
  if ((start == NULL && fl_shape_has_arg (shape, "start")) || (end == NULL && fl_shape_has_arg (shape, "end")))
    return fl_shape_fail (shape, "the bounds of the slice are not known");
  return slice (shape, start, end, step, dim, out);
}

gboolean
fl_shape_narrow (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *start = fl_shape_get_sym (shape, "start"), *length = fl_shape_get_sym (shape, "length");
  gint64 value;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim))
    return FALSE;
  if (start == NULL || length == NULL || self->n_dims == 0)
    return fl_shape_fail (shape, "start and length are not known");
  if (fl_sym_is_int (start, &value) && value < 0)
    start = fl_sym_add (start, self->sizes[dim]);
  return slice (shape, start, fl_sym_add (start, length), fl_shape_int (shape, 1), dim, out);
}

enum
{
  MAX_PARTS = 4096
};

/* Cuts self along dim into pieces of these lengths. */
static gboolean
cut (FlShape *shape, guint dim, const FlSym *const *lengths, guint n, FlValue *out)
{
  FlTensor *parts = fl_arena_new (shape->arena, FlTensor, n);
  const FlSym *start = fl_shape_int (shape, 0);

  for (guint i = 0; i < n; i++)
    {
      View view;

      if (!open_view (shape, &view))
        return FALSE;
      move_offset (shape, &view, dim, start);
      view.sizes[dim] = lengths[i];
      start = fl_sym_add (start, lengths[i]);
      parts[i] = view.tensor;
    }
  return fl_shape_set_tuple (shape, out, parts, n);
}

/* Pieces of one length, the last one maybe shorter. */
static gboolean
cut_evenly (FlShape *shape, const FlTensor *self, guint dim, gint64 size, gint64 length, FlValue *out)
{
  const gint64 n = length > 0 ? MAX ((size + length - 1) / length, 1) : 1;
  const FlSym **lengths;

  if (n > MAX_PARTS)
    return fl_shape_fail (shape, "%" G_GINT64_FORMAT " parts; at most %d are handled", n, MAX_PARTS);
  lengths = fl_shape_new_syms (shape, (guint) n);
  for (gint64 i = 0; i < n; i++)
    lengths[i] = fl_shape_int (shape, MIN (length, size - i * length));
  return cut (shape, dim, lengths, (guint) n, out);
}

static gboolean
get_constant_size (FlShape *shape, const FlTensor *self, guint dim, gint64 *size)
{
  return (self->n_dims > 0 && fl_sym_is_int (self->sizes[dim], size))
         || fl_shape_fail (shape, "how many parts there are depends on the size of dimension %u, which is not constant", dim);
}

gboolean
fl_shape_split (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gint64 size, length;
  guint dim;

  return self != NULL && fl_shape_get_dim (shape, "dim", self->n_dims, &dim) && get_constant_size (shape, self, dim, &size)
         && fl_shape_get_int (shape, "split_size", &length) && cut_evenly (shape, self, dim, size, length, out);
}

gboolean
fl_shape_chunk (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  gint64 size, n;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || !get_constant_size (shape, self, dim, &size)
      || !fl_shape_get_int (shape, "chunks", &n))
    return FALSE;
  if (n < 1)
    return fl_shape_fail (shape, "%" G_GINT64_FORMAT " chunks", n);
  if (size == 0) /* as many as were asked for, all empty */
    {
      const FlSym **lengths = fl_shape_new_syms (shape, MIN (n, MAX_PARTS));

      for (guint i = 0; i < MIN (n, MAX_PARTS); i++)
        lengths[i] = fl_shape_int (shape, 0);
      return cut (shape, dim, lengths, MIN (n, MAX_PARTS), out);
    }
  return cut_evenly (shape, self, dim, size, (size + n - 1) / n, out);
}

gboolean
fl_shape_split_with_sizes (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const char *name = fl_node_find_arg (shape->node, "split_size") != NULL ? "split_size" : "split_sizes";
  const FlSym *const *lengths;
  guint dim, n;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || (lengths = fl_shape_get_syms (shape, name, &n)) == NULL)
    return FALSE;
  if (self->n_dims == 0)
    return fl_shape_fail (shape, "a tensor without dimensions cannot be split");
  return cut (shape, dim, lengths, n, out);
}

gboolean
fl_shape_unbind (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  FlTensor *parts;
  gint64 n;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dim", self->n_dims, &dim) || !get_constant_size (shape, self, dim, &n))
    return FALSE;
  if (n > MAX_PARTS || n < 0)
    return fl_shape_fail (shape, "%" G_GINT64_FORMAT " parts; at most %d are handled", n, MAX_PARTS);
  parts = fl_arena_new (shape->arena, FlTensor, (gsize) n);
  for (gint64 i = 0; i < n; i++)
    {
      View view;

      if (!open_view (shape, &view))
        return FALSE;
      move_offset (shape, &view, dim, fl_shape_int (shape, i));
      remove_dim (&view, dim);
      parts[i] = view.tensor;
    }
  return fl_shape_set_tuple (shape, out, parts, (guint) n);
}

/* --- by hand ----------------------------------------------------------------------------------------------------- */

gboolean
fl_shape_as_strided (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *offset = fl_shape_get_sym (shape, "storage_offset");
  const FlSym *const *sizes, *const *strides;
  guint n, n_strides;
  FlTensor tensor;

  if (self == NULL || (sizes = fl_shape_get_syms (shape, "size", &n)) == NULL || (strides = fl_shape_get_syms (shape, "stride", &n_strides)) == NULL)
    return FALSE;
  if (n != n_strides)
    return fl_shape_fail (shape, "%u sizes but %u strides", n, n_strides);
  tensor = *self;
  tensor.n_dims = n;
  tensor.sizes = sizes;
  tensor.strides = strides;
  tensor.offset = offset != NULL ? offset : self->offset;
  return fl_shape_set (out, tensor);
}

gboolean
fl_shape_diagonal (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const gint64 offset = fl_shape_get_int_or (shape, "offset", 0);
  const FlSym *rows, *columns, *length, *stride, *shift;
  View view;
  guint a, b;

  if (self == NULL || !fl_shape_get_dim (shape, "dim1", self->n_dims, &a) || !fl_shape_get_dim (shape, "dim2", self->n_dims, &b)
      || !open_view (shape, &view))
    return FALSE;
  if (a == b || self->n_dims < 2)
    return fl_shape_fail (shape, "a diagonal needs two dimensions");
  rows = offset < 0 ? fl_sym_add_int (view.sizes[a], offset) : view.sizes[a];
  columns = offset > 0 ? fl_sym_add_int (view.sizes[b], -offset) : view.sizes[b];
  length = fl_sym_max (fl_sym_min (rows, columns), fl_shape_int (shape, 0));
  stride = fl_sym_add (view.strides[a], view.strides[b]);
  shift = offset >= 0 ? fl_sym_mul_int (view.strides[b], offset) : fl_sym_mul_int (view.strides[a], -offset);
  view.tensor.offset = fl_sym_add (get_offset (shape, self), shift);
  remove_dim (&view, MAX (a, b));
  remove_dim (&view, MIN (a, b));
  view.sizes[view.tensor.n_dims] = length;
  view.strides[view.tensor.n_dims] = stride;
  view.tensor.n_dims++;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_unfold (FlShape *shape, FlValue *out)
{
  const FlTensor *self = fl_shape_get_tensor (shape, 0);
  const FlSym *size = fl_shape_get_sym (shape, "size"), *step = fl_shape_get_sym (shape, "step");
  View view;
  guint dim;

  if (self == NULL || !fl_shape_get_dim (shape, "dimension", self->n_dims, &dim) || !open_view (shape, &view))
    return FALSE;
  if (size == NULL || step == NULL || self->n_dims == 0 || fl_sym_is_int_value (step, 0))
    return fl_shape_fail (shape, "size and step are not known, or there is no dimension");
  view.sizes[self->n_dims] = size;
  view.strides[self->n_dims] = view.strides[dim];
  view.sizes[dim] = fl_sym_add_int (fl_sym_floor_div (fl_sym_sub (self->sizes[dim], size), step), 1);
  view.strides[dim] = fl_sym_mul (view.strides[dim], step);
  view.tensor.n_dims++;
  return fl_shape_set (out, view.tensor);
}

/* --- the same bytes as another type ------------------------------------------------------------------------------ */

gboolean
fl_shape_view_dtype (FlShape *shape, FlValue *out)
{
  const FlDtype dtype = fl_shape_get_dtype_or (shape, "dtype", FL_DTYPE_NONE);
  gint64 old_bytes, new_bytes;
  View view;

  if (!open_view (shape, &view))
    return FALSE;
  if (dtype == FL_DTYPE_NONE)
    return fl_shape_fail (shape, "the element type is not known");
  old_bytes = fl_dtype_get_size_bytes (view.tensor.dtype);
  new_bytes = fl_dtype_get_size_bytes (dtype);
  if (old_bytes != new_bytes && old_bytes > 0 && new_bytes > 0 && view.tensor.n_dims > 0)
    {
      const guint last = view.tensor.n_dims - 1;
      const FlSym *const ratio = fl_shape_int (shape, MAX (old_bytes, new_bytes) / MIN (old_bytes, new_bytes));

      view.sizes[last] = old_bytes > new_bytes ? fl_sym_mul (view.sizes[last], ratio) : fl_sym_floor_div (view.sizes[last], ratio);
      for (guint i = 0; i < last; i++)
        view.strides[i] = old_bytes > new_bytes ? fl_sym_mul (view.strides[i], ratio) : fl_sym_floor_div (view.strides[i], ratio);
    }
  view.tensor.dtype = dtype;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_view_as_complex (FlShape *shape, FlValue *out)
{
  const FlSym *const two = fl_shape_int (shape, 2);
  View view;

  if (!open_view (shape, &view))
    return FALSE;
  if (view.tensor.n_dims == 0 || !fl_sym_is_int_value (view.sizes[view.tensor.n_dims - 1], 2))
    return fl_shape_fail (shape, "the last dimension must be 2: real and imaginary part");
  remove_dim (&view, view.tensor.n_dims - 1);
  for (guint i = 0; i < view.tensor.n_dims; i++)
    view.strides[i] = fl_sym_floor_div (view.strides[i], two);
  view.tensor.dtype = view.tensor.dtype == FL_DTYPE_F64 ? FL_DTYPE_C128 : view.tensor.dtype == FL_DTYPE_F16 ? FL_DTYPE_C32 : FL_DTYPE_C64;
  return fl_shape_set (out, view.tensor);
}

gboolean
fl_shape_view_as_real (FlShape *shape, FlValue *out)
{
  View view;
  guint n;

  if (!open_view (shape, &view))
    return FALSE;
  n = view.tensor.n_dims++;
  for (guint i = 0; i < n; i++)
    view.strides[i] = fl_sym_mul_int (view.strides[i], 2);
  view.sizes[n] = fl_shape_int (shape, 2);
  view.strides[n] = fl_shape_int (shape, 1);
  view.tensor.dtype = view.tensor.dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : view.tensor.dtype == FL_DTYPE_C32 ? FL_DTYPE_F16 : FL_DTYPE_F32;
  return fl_shape_set (out, view.tensor);
}

/* --- copies with the looks of a view ----------------------------------------------------------------------------- */

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
