/* Reference kernels, views: the same storage with other sizes, strides and offset. A reshape of a tensor that is not
 * dense makes a copy. */
#include "fl-reference-kernels.h"

#include <string.h>

REFERENCE_KERNEL (view);
REFERENCE_KERNEL (expand);
REFERENCE_KERNEL (broadcast_in_dim);
REFERENCE_KERNEL (permute);
REFERENCE_KERNEL (transpose);
REFERENCE_KERNEL (t);
REFERENCE_KERNEL (squeeze);
REFERENCE_KERNEL (unsqueeze);
REFERENCE_KERNEL (narrow);
REFERENCE_KERNEL (split);
REFERENCE_KERNEL (chunk);
REFERENCE_KERNEL (unfold);
REFERENCE_KERNEL (alias);
REFERENCE_KERNEL (view_dtype);
REFERENCE_KERNEL (view_as_complex);
REFERENCE_KERNEL (view_as_real);

/* A view under construction. */
typedef struct
{
  FlView *base;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
  gint64 strides[FL_MAX_DIMS];
  gint64 offset;
} Shape;

static gboolean
open_shape (FlCall *call, Shape *shape)
{
  FlView *base = fl_call_get_view (call, call->names[0]);
  if (base == NULL)
    return FALSE;
  *shape = (Shape) { .base = base, .n_dims = base->n_dims, .offset = base->offset };
  memcpy (shape->sizes, base->sizes, sizeof shape->sizes);
  memcpy (shape->strides, base->strides, sizeof shape->strides);
  return TRUE;
}

static gboolean
return_shape (FlCall *call, const Shape *shape)
{
  return fl_call_return_view (call,
                              fl_view_new (shape->base, shape->n_dims, shape->sizes, shape->strides, shape->offset));
}

static void
remove_dim (Shape *shape, guint dim)
{
  for (guint d = dim; d + 1 < shape->n_dims; d++)
    {
      shape->sizes[d] = shape->sizes[d + 1];
      shape->strides[d] = shape->strides[d + 1];
    }
  shape->n_dims--;
}

static void
insert_dim (Shape *shape, guint dim, gint64 size, gint64 stride)
{
  for (guint d = shape->n_dims; d > dim; d--)
    {
      shape->sizes[d] = shape->sizes[d - 1];
      shape->strides[d] = shape->strides[d - 1];
    }
  shape->sizes[dim] = size;
  shape->strides[dim] = stride;
  shape->n_dims++;
}

/* --- reshaping -------------------------------------------------------------------------------- */

/* A view where strides can express the new shape, else a view of a copy. */
static gboolean
return_reshaped (FlCall *call, FlView *base, gint64 *sizes, guint n_dims)
{
  gint64 known = 1;
  int unknown = -1;
  for (guint d = 0; d < n_dims; d++)
    if (sizes[d] == -1)
      unknown = d;
    else
      known *= sizes[d];
  if (unknown >= 0)
    sizes[unknown] = known == 0 ? 0 : base->numel / known;
  if (fl_sizes_product (sizes, n_dims) != base->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " elements cannot become %" G_GINT64_FORMAT,
                         call->row->name, base->numel, fl_sizes_product (sizes, n_dims));
  gint64 strides[FL_MAX_DIMS];
  if (fl_view_find_strides (base, n_dims, sizes, strides))
    return fl_call_return_view (call, fl_view_new (base, n_dims, sizes, strides, base->offset));
  FlView *copy = fl_view_new_array (fl_view_dup_array (base));
  gint64 stride = 1;
  for (guint d = n_dims; d-- > 0; stride *= sizes[d])
    strides[d] = stride;
  FlView *view = fl_view_new (copy, n_dims, sizes, strides, 0);
  fl_view_unref (copy);
  return fl_call_return_view (call, view);
}

/* view, reshape, flatten, unflatten, view_as: what differs is where the sizes come from. */
gboolean
reference_view (FlCall *call)
{
  FlView *base = fl_call_get_view (call, call->names[0]);
  gint64 sizes[FL_MAX_DIMS];
  if (base == NULL)
    return FALSE;
  const FlView *other = fl_call_find_view (call, "other");
  if (other != NULL)
    {
      memcpy (sizes, other->sizes, sizeof sizes);
      return return_reshaped (call, base, sizes, other->n_dims);
    }
  if (fl_call_find (call, "start_dim") != NULL)
    {
      gint64 start = fl_wrap_dim (fl_call_get_int (call, "start_dim", 0), base->n_dims);
      gint64 end = fl_wrap_dim (fl_call_get_int (call, "end_dim", -1), base->n_dims);
      guint n = 0;
      for (gint64 d = 0; d < base->n_dims; d++)
        if (d <= start || d > end)
          sizes[n++] = base->sizes[d];
        else
          sizes[n - 1] *= base->sizes[d];
      if (base->n_dims == 0)
        sizes[n++] = 1;
      return return_reshaped (call, base, sizes, n);
    }
  if (fl_call_find (call, "sizes") != NULL)
    {
      gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), base->n_dims);
      memcpy (sizes, base->sizes, dim * sizeof *sizes);
      int n = fl_call_get_ints (call, "sizes", sizes + dim, FL_MAX_DIMS - dim);
      memcpy (sizes + dim + n, base->sizes + dim + 1, (base->n_dims - dim - 1) * sizeof *sizes);
      return return_reshaped (call, base, sizes, base->n_dims - 1 + n);
    }
  int n = fl_call_get_ints (call, "size|shape", sizes, FL_MAX_DIMS);
  return n < 0 ? fl_call_fail (call, FL_ERROR_GRAPH, "%s: the sizes are lacking", call->row->name)
               : return_reshaped (call, base, sizes, n);
}

static gboolean
return_expanded (FlCall *call, FlView *base, const gint64 *sizes, guint n_dims)
{
  Shape shape = { .base = base, .n_dims = n_dims, .offset = base->offset };
  for (guint d = 0; d < n_dims; d++)
    {
      gint64 from = (gint64) d + base->n_dims - n_dims;
      gint64 size = from < 0 ? 1 : base->sizes[from];
      shape.sizes[d] = sizes[d] == -1 ? size : sizes[d];
      shape.strides[d] = from < 0 || (size == 1 && shape.sizes[d] != 1) ? 0 : base->strides[from];
      if (size != 1 && size != shape.sizes[d])
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: size %" G_GINT64_FORMAT " cannot become %" G_GINT64_FORMAT,
                             call->row->name, size, shape.sizes[d]);
    }
  return return_shape (call, &shape);
}

gboolean
reference_expand (FlCall *call)
{
  FlView *base = fl_call_get_view (call, "self");
  if (base == NULL)
    return FALSE;
  const FlView *other = fl_call_find_view (call, "other");
  gint64 sizes[FL_MAX_DIMS];
  int n = other != NULL ? (int) other->n_dims : fl_call_get_ints (call, "size", sizes, FL_MAX_DIMS);
  return return_expanded (call, base, other != NULL ? other->sizes : sizes, n);
}

/* Dimension i of the operand becomes broadcast_dimensions[i] of the result. */
gboolean
reference_broadcast_in_dim (FlCall *call)
{
  FlView *base = fl_call_get_view (call, "a");
  gint64 dims[FL_MAX_DIMS];
  Shape shape = { .base = base };
  if (base == NULL)
    return FALSE;
  shape.offset = base->offset;
  int n = fl_call_get_ints (call, "broadcast_dimensions", dims, FL_MAX_DIMS);
  shape.n_dims = fl_call_get_ints (call, "shape", shape.sizes, FL_MAX_DIMS);
  for (int i = 0; i < n; i++)
    {
      if (base->sizes[i] != 1 && base->sizes[i] != shape.sizes[dims[i]])
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: dimension %d of %" G_GINT64_FORMAT " elements cannot become one of %" G_GINT64_FORMAT,
                             call->row->name, i, base->sizes[i], shape.sizes[dims[i]]);
      shape.strides[dims[i]] = base->sizes[i] == 1 ? 0 : base->strides[i];
    }
  return return_shape (call, &shape);
}

/* --- moving dimensions ------------------------------------------------------------------------ */

static gboolean
return_permuted (FlCall *call, const Shape *from, const gint64 *dims)
{
  Shape shape = *from;
  for (guint d = 0; d < shape.n_dims; d++)
    {
      gint64 dim = fl_wrap_dim (dims[d], shape.n_dims);
      shape.sizes[d] = from->sizes[dim];
      shape.strides[d] = from->strides[dim];
    }
  return return_shape (call, &shape);
}

gboolean
reference_permute (FlCall *call)
{
  Shape shape;
  gint64 dims[FL_MAX_DIMS], to[FL_MAX_DIMS], order[FL_MAX_DIMS];
  if (!open_shape (call, &shape))
    return FALSE;
  if (fl_call_find (call, "source") == NULL)
    {
      int n = fl_call_get_ints (call, "dims|permutation", dims, FL_MAX_DIMS);
      if (n != (int) shape.n_dims)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %d dimensions for a tensor with %u", call->row->name, n,
                             shape.n_dims);
      return return_permuted (call, &shape, dims);
    }
  /* movedim: the named ones go to their places, the others keep their order. */
  int n = fl_call_get_ints (call, "source", dims, FL_MAX_DIMS);
  fl_call_get_ints (call, "destination", to, FL_MAX_DIMS);
  gboolean is_taken[FL_MAX_DIMS] = { FALSE }, is_filled[FL_MAX_DIMS] = { FALSE };
  for (int i = 0; i < n; i++)
    {
      gint64 source = fl_wrap_dim (dims[i], shape.n_dims), place = fl_wrap_dim (to[i], shape.n_dims);
      order[place] = source;
      is_filled[place] = is_taken[source] = TRUE;
    }
  guint next = 0;
  for (guint d = 0; d < shape.n_dims; d++)
    if (!is_filled[d])
      {
        while (is_taken[next])
          next++;
        order[d] = next++;
      }
  return return_permuted (call, &shape, order);
}

static gboolean
return_transposed (FlCall *call, gint64 a, gint64 b)
{
  Shape shape;
  gint64 dims[FL_MAX_DIMS];
  if (!open_shape (call, &shape))
    return FALSE;
  if (shape.n_dims == 0)
    return return_shape (call, &shape);
  for (guint d = 0; d < shape.n_dims; d++)
    dims[d] = d;
  a = fl_wrap_dim (a, shape.n_dims);
  b = fl_wrap_dim (b, shape.n_dims);
  dims[a] = b;
  dims[b] = a;
  return return_permuted (call, &shape, dims);
}

gboolean
reference_transpose (FlCall *call)
{
  return return_transposed (call, fl_call_get_int (call, "dim0|axis0", 0), fl_call_get_int (call, "dim1|axis1", 1));
}

gboolean
reference_t (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  return self != NULL && return_transposed (call, 0, self->n_dims < 2 ? 0 : 1);
}

gboolean
reference_squeeze (FlCall *call)
{
  Shape shape;
  gint64 dims[FL_MAX_DIMS];
  if (!open_shape (call, &shape))
    return FALSE;
  int n = fl_call_get_ints (call, "dim|dims|dimensions", dims, FL_MAX_DIMS);
  guint n_dims = shape.n_dims;
  for (guint d = n_dims; d-- > 0;)
    {
      gboolean is_named = n < 0;
      for (int i = 0; i < n; i++)
        is_named |= fl_wrap_dim (dims[i], n_dims) == d;
      if (is_named && shape.sizes[d] == 1)
        remove_dim (&shape, d);
    }
  return return_shape (call, &shape);
}

gboolean
reference_unsqueeze (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_call_get_int (call, "dim", 0);
  dim = dim < 0 ? dim + shape.n_dims + 1 : dim;
  if (dim < 0 || dim > shape.n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %" G_GINT64_FORMAT " is out of range", call->row->name,
                         dim);
  gint64 stride = dim < shape.n_dims ? shape.sizes[dim] * shape.strides[dim] : 1;
  insert_dim (&shape, dim, 1, stride);
  return return_shape (call, &shape);
}

/* --- taking parts ----------------------------------------------------------------------------- */

gboolean
reference_select (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), shape.n_dims);
  gint64 index = fl_call_get_int (call, "index", 0);
  index = index < 0 ? index + shape.sizes[dim] : index;
  if (index < 0 || index >= shape.sizes[dim])
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: index %" G_GINT64_FORMAT " of a dimension of size %" G_GINT64_FORMAT, call->row->name,
                         index, shape.sizes[dim]);
  shape.offset += index * shape.strides[dim];
  remove_dim (&shape, dim);
  return return_shape (call, &shape);
}

static void
cut (Shape *shape, gint64 dim, gint64 start, gint64 end, gint64 step)
{
  gint64 size = shape->sizes[dim];
  start = CLAMP (start < 0 ? start + size : start, 0, size);
  end = CLAMP (end < 0 ? end + size : end, start, size);
  shape->offset += start * shape->strides[dim];
  shape->sizes[dim] = (end - start + step - 1) / step;
  shape->strides[dim] *= step;
}

gboolean
reference_slice (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), shape.n_dims);
  cut (&shape, dim, fl_call_get_int (call, "start", 0), fl_call_get_int (call, "end", G_MAXINT64),
       MAX (fl_call_get_int (call, "step", 1), 1));
  return return_shape (call, &shape);
}

gboolean
reference_narrow (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), shape.n_dims);
  gint64 start = fl_call_get_int (call, "start", 0);
  start = start < 0 ? start + shape.sizes[dim] : start;
  cut (&shape, dim, start, start + fl_call_get_int (call, "length", 0), 1);
  return return_shape (call, &shape);
}

static gboolean
return_pieces (FlCall *call, const gint64 *pieces, guint n, gint64 size)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), shape.n_dims);
  gint64 at = 0;
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  for (guint i = 0; pieces != NULL ? i < n : at < shape.sizes[dim] || i == 0; i++)
    {
      Shape part = shape;
      gint64 length = pieces != NULL ? pieces[i] : size;
      cut (&part, dim, at, at + length, 1);
      at += length;
      g_ptr_array_add (views, fl_view_new (part.base, part.n_dims, part.sizes, part.strides, part.offset));
    }
  return fl_call_return_views (call, views->len, (FlView *const *) views->pdata);
}

gboolean
reference_split (FlCall *call)
{
  return return_pieces (call, NULL, 0, MAX (fl_call_get_int (call, "split_size", 1), 1));
}

gboolean
reference_split_with_sizes (FlCall *call)
{
  enum
  {
    MAX_PIECES = 4096
  };
  gint64 *sizes = fl_call_alloc (call, MAX_PIECES, sizeof *sizes);
  int n = fl_call_get_ints (call, "split_size|split_sizes", sizes, MAX_PIECES);
  return n < 0 ? fl_call_fail (call, FL_ERROR_GRAPH, "%s: the sizes are lacking", call->row->name)
               : return_pieces (call, sizes, n, 0);
}

gboolean
reference_chunk (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), self->n_dims);
  gint64 chunks = MAX (fl_call_get_int (call, "chunks", 1), 1);
  if (self->n_dims > 0 && self->sizes[dim] == 0) /* as many as were asked for, all empty */
    return return_pieces (call, fl_call_alloc (call, chunks, sizeof (gint64)), chunks, 0);
  return return_pieces (call, NULL, 0, MAX ((self->sizes[dim] + chunks - 1) / chunks, 1));
}

gboolean
reference_unbind (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), shape.n_dims);
  guint n = shape.sizes[dim];
  g_autofree FlView **views = g_new0 (FlView *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      Shape part = shape;
      part.offset += i * part.strides[dim];
      remove_dim (&part, dim);
      views[i] = fl_view_new (part.base, part.n_dims, part.sizes, part.strides, part.offset);
    }
  return fl_call_return_views (call, n, views);
}

gboolean
reference_unfold (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 dim = fl_wrap_dim (fl_call_get_int (call, "dimension", 0), shape.n_dims);
  gint64 size = fl_call_get_int (call, "size", 1), step = MAX (fl_call_get_int (call, "step", 1), 1);
  if (shape.n_dims == 0)
    insert_dim (&shape, 0, 1, 1);
  gint64 stride = shape.strides[dim];
  shape.sizes[dim] = (shape.sizes[dim] - size) / step + 1;
  shape.strides[dim] *= step;
  insert_dim (&shape, shape.n_dims, size, stride);
  if (shape.base->n_dims == 0)
    remove_dim (&shape, 0);
  return return_shape (call, &shape);
}

gboolean
reference_diagonal (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  gint64 offset = fl_call_get_int (call, "offset", 0);
  guint a = fl_wrap_dim (fl_call_get_int (call, "dim1", 0), shape.n_dims);
  guint b = fl_wrap_dim (fl_call_get_int (call, "dim2", 1), shape.n_dims);
  gint64 rows = shape.sizes[a] - MAX (-offset, 0), columns = shape.sizes[b] - MAX (offset, 0);
  gint64 stride = shape.strides[a] + shape.strides[b];
  shape.offset += MAX (-offset, 0) * shape.strides[a] + MAX (offset, 0) * shape.strides[b];
  remove_dim (&shape, MAX (a, b));
  remove_dim (&shape, MIN (a, b));
  insert_dim (&shape, shape.n_dims, MAX (MIN (rows, columns), 0), stride);
  return return_shape (call, &shape);
}

gboolean
reference_as_strided (FlCall *call)
{
  Shape shape;
  if (!open_shape (call, &shape))
    return FALSE;
  shape.n_dims = fl_call_get_ints (call, "size", shape.sizes, FL_MAX_DIMS);
  fl_call_get_ints (call, "stride", shape.strides, FL_MAX_DIMS);
  shape.offset = fl_call_get_int (call, "storage_offset", shape.base->offset);
  gint64 last = shape.offset, numel = 1;
  for (guint d = 0; d < shape.n_dims; d++)
    {
      last += (shape.sizes[d] - 1) * shape.strides[d];
      numel *= shape.sizes[d];
    }
  if (numel > 0 && (shape.offset < 0 || last >= shape.base->storage->array->numel))
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: reads element %" G_GINT64_FORMAT " of a storage of %" G_GINT64_FORMAT, call->row->name,
                         last, shape.base->storage->array->numel);
  return return_shape (call, &shape);
}

gboolean
reference_alias (FlCall *call)
{
  FlView *self = fl_call_get_view (call, call->names[0]);
  return self != NULL
         && fl_call_return_view (call, fl_view_new (self, self->n_dims, self->sizes, self->strides, self->offset));
}

/* --- other element types ---------------------------------------------------------------------- */

/* View of bytes as another dtype; the last dimension grows or shrinks. */
gboolean
reference_view_dtype (FlCall *call)
{
  FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  FlDtype dtype = fl_call_get_dtype (call, "dtype", self->dtype);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, self->sizes, sizeof sizes);
  gint64 from = fl_dtype_get_size_bytes (self->dtype), to = fl_dtype_get_size_bytes (dtype);
  if (self->n_dims > 0)
    sizes[self->n_dims - 1] = sizes[self->n_dims - 1] * from / to;
  return fl_call_return_view (call, fl_view_new_bits (self, dtype, sizes));
}

gboolean
reference_view_as_complex (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype == FL_DTYPE_F64 ? FL_DTYPE_C128 : FL_DTYPE_C64, self->n_dims - 1,
                                    self->sizes);
  memcpy (out->numbers, in->numbers, in->numel * sizeof (double));
  return fl_call_return (call, out);
}

gboolean
reference_view_as_real (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, self->sizes, sizeof sizes);
  sizes[self->n_dims] = 2;
  FlArray *out
      = fl_call_new_array (call, self->dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : FL_DTYPE_F32, self->n_dims + 1, sizes);
  memcpy (out->numbers, in->numbers, out->numel * sizeof (double));
  return fl_call_return (call, out);
}
