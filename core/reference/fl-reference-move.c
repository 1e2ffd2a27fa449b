/* Reference kernels that move elements by a rule: concatenation, padding, repetition, reflection, triangles. */
#include "fl-reference-kernels.h"

#include <string.h>

REFERENCE_KERNEL (cat);
REFERENCE_KERNEL (stack);
REFERENCE_KERNEL (constant_pad_nd);
REFERENCE_KERNEL (pad);
REFERENCE_KERNEL (reflection_pad);
REFERENCE_KERNEL (replication_pad);
REFERENCE_KERNEL (repeat);
REFERENCE_KERNEL (tile);
REFERENCE_KERNEL (flip);
REFERENCE_KERNEL (roll);
REFERENCE_KERNEL (tril);
REFERENCE_KERNEL (triu);
REFERENCE_KERNEL (pixel_shuffle);
REFERENCE_KERNEL (pixel_unshuffle);

static void
copy_element (const FlArray *from, gint64 source, FlArray *to, gint64 target)
{
  if (from->integers != NULL)
    to->integers[target] = from->integers[source];
  else if (fl_dtype_is_complex (from->dtype))
    memcpy (to->numbers + 2 * target, from->numbers + 2 * source, 2 * sizeof (double));
  else
    to->numbers[target] = from->numbers[source];
}

/* --- joining ---------------------------------------------------------------------------------- */

/* Has it the sizes of the first one, but for dim (G_MAXUINT: none)? */
static gboolean
joins (FlCall *call, const FlView *view, const FlView *first, guint dim)
{
  if (view->n_dims == 1 && view->numel == 0 && dim != G_MAXUINT)
    return TRUE;
  if (view->n_dims != first->n_dims)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: tensors of %u and of %u dimensions", call->row->name, first->n_dims,
                         view->n_dims);
  for (guint d = 0; d < first->n_dims; d++)
    if (d != dim && view->sizes[d] != first->sizes[d])
      return fl_call_fail (call, FL_ERROR_SHAPE,
                           "%s: sizes %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " of dimension %u", call->row->name,
                           first->sizes[d], view->sizes[d], d);
  return TRUE;
}

static gboolean
join (FlCall *call, const FlDatum *list, gboolean is_stack)
{
  if (list == NULL || list->kind != FL_DATUM_LIST || list->n_items == 0)
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s of no tensors", call->row->name);
  g_autofree const FlDatum **values = g_new0 (const FlDatum *, list->n_items);
  guint n = 0;
  for (guint i = 0; i < list->n_items; i++)
    if (list->items[i].kind == FL_DATUM_TENSOR)
      values[n++] = &list->items[i];
  FlDtype dtype = fl_call_promote (call, n, values);
  const FlView *first = values[0]->view;
  for (guint i = 0; i < n; i++) /* an empty vector joins anything */
    if (first->n_dims == 1 && first->numel == 0)
      first = values[i]->view;
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, first->sizes, sizeof sizes);
  guint n_dims = first->n_dims + is_stack;
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), n_dims);
  for (guint i = 0; i < n; i++)
    if (!joins (call, values[i]->view, first, is_stack ? G_MAXUINT : dim))
      return FALSE;
  gint64 total = 0;
  for (guint i = 0; i < n; i++)
    total += is_stack ? 1 : values[i]->view->n_dims == first->n_dims ? values[i]->view->sizes[dim] : 0;
  if (is_stack)
    memmove (sizes + dim + 1, sizes + dim, (n_dims - 1 - dim) * sizeof *sizes);
  sizes[dim] = total;
  FlArray *out = fl_call_new_array (call, dtype, n_dims, sizes);
  gint64 inner = fl_sizes_product (sizes + dim + 1, n_dims - dim - 1), at = 0;
  for (guint i = 0; i < n; i++)
    {
      const FlArray *in = fl_call_cast (call, values[i]->view, dtype);
      gint64 length = inner * (is_stack ? 1 : in->n_dims == first->n_dims ? in->sizes[dim] : 0);
      for (gint64 e = 0; e < in->numel; e++)
        copy_element (in, e, out, e / length * inner * total + at + e % length);
      at += length;
    }
  return fl_call_return (call, out);
}

gboolean
reference_cat (FlCall *call)
{
  return join (call, fl_call_find (call, "tensors"), FALSE);
}

gboolean
reference_stack (FlCall *call)
{
  return join (call, fl_call_find (call, "tensors"), TRUE);
}

/* --- by index arithmetic ---------------------------------------------------------------------- */

/* The source index along one dim for an index of the result; -1: outside, the fill value. */
typedef gint64 (*SourceFunc) (gpointer data, guint dim, gint64 index, gint64 size);

static gboolean
return_moved (FlCall *call, const FlArray *in, guint n_dims, const gint64 *sizes, SourceFunc source, gpointer data,
              const FlDatum *fill)
{
  FlArray *out = fl_call_new_array (call, in->dtype, n_dims, sizes);
  gint64 index[FL_MAX_DIMS] = { 0 };
  const FlArray *filling = fill == NULL ? NULL : fl_call_broadcast (call, fill, in->dtype, 0, NULL);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 from = 0;
      gboolean is_inside = TRUE;
      for (guint d = 0; d < n_dims; d++)
        {
          gint64 place = source (data, d, index[d], in->sizes[d]);
          is_inside &= place >= 0 && place < in->sizes[d];
          from = from * in->sizes[d] + place;
        }
      if (is_inside)
        copy_element (in, from, out, i);
      else if (filling != NULL)
        copy_element (filling, 0, out, i);
      fl_index_next (index, sizes, n_dims);
    }
  return fl_call_return (call, out);
}

typedef struct
{
  gint64 before[FL_MAX_DIMS];
  char mode; /* c constant, r reflect, e replicate, w circular */
} Padding;

static gint64
find_padded (gpointer data, guint dim, gint64 index, gint64 size)
{
  Padding *padding = data;
  gint64 place = index - padding->before[dim];
  switch (padding->mode)
    {
    case 'r': place = place < 0 ? -place : place; return place >= size ? 2 * (size - 1) - place : place;
    case 'e': return CLAMP (place, 0, size - 1);
    case 'w': return ((place % size) + size) % size;
    default: return place;
    }
}

/* Pads come last dim first, two numbers each. */
static gboolean
do_pad (FlCall *call, char mode)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL)
    return FALSE;
  gint64 pads[2 * FL_MAX_DIMS], sizes[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "pad|padding", pads, 2 * FL_MAX_DIMS);
  Padding padding = { .mode = mode };
  memcpy (sizes, self->sizes, sizeof sizes);
  for (int i = 0; i + 1 < n && i / 2 < (int) self->n_dims; i += 2)
    {
      guint dim = self->n_dims - 1 - i / 2;
      padding.before[dim] = pads[i];
      sizes[dim] += pads[i] + pads[i + 1];
    }
  const FlDatum *value = mode == 'c' ? fl_call_find (call, "value") : NULL;
  return return_moved (call, fl_call_dense (call, self), self->n_dims, sizes, find_padded, &padding, value);
}

gboolean
reference_constant_pad_nd (FlCall *call)
{
  return do_pad (call, 'c');
}

gboolean
reference_pad (FlCall *call)
{
  const char *mode = fl_call_get_text (call, "mode");
  return do_pad (call, g_strcmp0 (mode, "reflect") == 0     ? 'r'
                       : g_strcmp0 (mode, "replicate") == 0 ? 'e'
                       : g_strcmp0 (mode, "circular") == 0  ? 'w'
                                                            : 'c');
}

gboolean
reference_reflection_pad (FlCall *call)
{
  return do_pad (call, 'r');
}

gboolean
reference_replication_pad (FlCall *call)
{
  return do_pad (call, 'e');
}

static gint64
find_repeated (gpointer data, guint dim, gint64 index, gint64 size)
{
  return size == 0 ? 0 : index % size;
}

static gboolean
do_repeat (FlCall *call, const char *name)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 repeats[FL_MAX_DIMS], sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS];
  if (self == NULL)
    return FALSE;
  int n_given = MAX (fl_call_get_ints (call, name, repeats, FL_MAX_DIMS), 0);
  guint n = MAX ((guint) n_given, self->n_dims), lack = n - self->n_dims;
  memmove (repeats + (n - n_given), repeats, n_given * sizeof *repeats);
  for (guint d = 0; d < n - n_given; d++)
    repeats[d] = 1;
  for (guint d = 0; d < n; d++)
    {
      sizes[d] = d < lack ? 1 : self->sizes[d - lack];
      strides[d] = d < lack ? 0 : self->strides[d - lack];
    }
  FlView *lifted = fl_view_new (self, n, sizes, strides, self->offset);
  const FlArray *in = fl_call_dense (call, lifted);
  for (guint d = 0; d < n; d++)
    sizes[d] *= repeats[d];
  gboolean ok = return_moved (call, in, n, sizes, find_repeated, NULL, NULL);
  fl_view_unref (lifted);
  return ok;
}

gboolean
reference_repeat (FlCall *call)
{
  return do_repeat (call, "repeats");
}

gboolean
reference_tile (FlCall *call)
{
  return do_repeat (call, "dims");
}

typedef struct
{
  gboolean is_flipped[FL_MAX_DIMS];
  gint64 shift[FL_MAX_DIMS];
} Turning;

static gint64
find_turned (gpointer data, guint dim, gint64 index, gint64 size)
{
  Turning *turning = data;
  if (turning->is_flipped[dim])
    return size - 1 - index;
  return ((index - turning->shift[dim]) % size + size) % size;
}

gboolean
reference_flip (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, call->names[0]);
  gint64 dims[FL_MAX_DIMS];
  Turning turning = { 0 };
  if (self == NULL)
    return FALSE;
  int n = fl_call_get_ints (call, "dims", dims, FL_MAX_DIMS);
  for (int i = 0; i < n; i++)
    turning.is_flipped[fl_wrap_dim (dims[i], self->n_dims)] = TRUE;
  return return_moved (call, fl_call_dense (call, self), self->n_dims, self->sizes, find_turned, &turning, NULL);
}

gboolean
reference_roll (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  gint64 dims[FL_MAX_DIMS], shifts[FL_MAX_DIMS];
  if (self == NULL)
    return FALSE;
  int n = fl_call_get_ints (call, "shifts", shifts, FL_MAX_DIMS);
  int n_dims = fl_call_get_ints (call, "dims", dims, FL_MAX_DIMS);
  Turning turning = { 0 };
  if (n_dims <= 0) /* the whole tensor as one line */
    {
      FlArray flat = *fl_call_dense (call, self);
      flat.n_dims = 1;
      flat.sizes[0] = self->numel;
      turning.shift[0] = shifts[0];
      if (!return_moved (call, &flat, 1, flat.sizes, find_turned, &turning, NULL))
        return FALSE;
      FlView *line = call->result.view;
      gint64 strides[FL_MAX_DIMS], stride = 1;
      for (guint d = self->n_dims; d-- > 0;)
        {
          strides[d] = stride;
          stride *= self->sizes[d];
        }
      call->result.view = fl_view_new (line, self->n_dims, self->sizes, strides, 0);
      fl_view_unref (line);
      return TRUE;
    }
  for (int i = 0; i < n && i < n_dims; i++)
    turning.shift[fl_wrap_dim (dims[i], self->n_dims)] += shifts[i];
  return return_moved (call, fl_call_dense (call, self), self->n_dims, self->sizes, find_turned, &turning, NULL);
}

/* --- triangles -------------------------------------------------------------------------------- */

static gboolean
do_triangle (FlCall *call, gboolean is_upper)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || self->n_dims < 2)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs a matrix", call->row->name);
  gint64 diagonal = fl_call_get_int (call, "diagonal", 0);
  gint64 rows = self->sizes[self->n_dims - 2], columns = self->sizes[self->n_dims - 1];
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, self->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 distance = i % columns - i / columns % rows;
      if (is_upper ? distance >= diagonal : distance <= diagonal)
        copy_element (in, i, out, i);
    }
  return fl_call_return (call, out);
}

gboolean
reference_tril (FlCall *call)
{
  return do_triangle (call, FALSE);
}

gboolean
reference_triu (FlCall *call)
{
  return do_triangle (call, TRUE);
}

/* --- pixels ----------------------------------------------------------------------------------- */

static gboolean
do_shuffle (FlCall *call, gint64 r, gboolean is_back)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || self->n_dims < 3 || r < 1)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s needs channels, rows and columns", call->row->name);
  guint c = self->n_dims - 3;
  gint64 sizes[FL_MAX_DIMS], index[FL_MAX_DIMS] = { 0 };
  memcpy (sizes, self->sizes, sizeof sizes);
  if (is_back ? sizes[c + 1] % r != 0 || sizes[c + 2] % r != 0 : sizes[c] % (r * r) != 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the factor %" G_GINT64_FORMAT " does not divide the %s",
                         call->row->name, r, is_back ? "rows and columns" : "channels");
  sizes[c] = is_back ? sizes[c] * r * r : sizes[c] / (r * r);
  sizes[c + 1] = is_back ? sizes[c + 1] / r : sizes[c + 1] * r;
  sizes[c + 2] = is_back ? sizes[c + 2] / r : sizes[c + 2] * r;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, self->n_dims, sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 from = 0;
      for (guint d = 0; d < c; d++)
        from = from * self->sizes[d] + index[d];
      gint64 k = index[c], y = index[c + 1], x = index[c + 2];
      gint64 source[3] = { k * r * r + y % r * r + x % r, y / r, x / r };
      if (is_back)
        {
          source[0] = k / (r * r);
          source[1] = y * r + k / r % r;
          source[2] = x * r + k % r;
        }
      for (guint d = 0; d < 3; d++)
        from = from * self->sizes[c + d] + source[d];
      copy_element (in, from, out, i);
      fl_index_next (index, sizes, self->n_dims);
    }
  return fl_call_return (call, out);
}

gboolean
reference_pixel_shuffle (FlCall *call)
{
  return do_shuffle (call, fl_call_get_int (call, "upscale_factor", 1), FALSE);
}

gboolean
reference_pixel_unshuffle (FlCall *call)
{
  return do_shuffle (call, fl_call_get_int (call, "downscale_factor", 1), TRUE);
}
