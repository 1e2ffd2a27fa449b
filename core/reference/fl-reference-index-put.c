/* Reference kernels, indexing by several tensors at once: index, index_put and their masked forms. */
#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

#include <string.h>

REFERENCE_KERNEL (index);
REFERENCE_KERNEL (index_put);
REFERENCE_KERNEL (unsafe_masked_index);
REFERENCE_KERNEL (unsafe_masked_index_put_accumulate);

/* --- index and index_put ---------------------------------------------------------------------- */

/* Indexing by several tensors at once. Their broadcast shape takes the place of the indexed dims: where these stand
 * side by side, at the first of them; else in front. */
typedef struct
{
  guint n_dims; /* of the result */
  gint64 sizes[FL_MAX_DIMS];
  guint first;   /* where the index dims stand in the result */
  guint n_index; /* how many they are */
  gint64 index_sizes[FL_MAX_DIMS];
  const FlArray *indices[FL_MAX_DIMS]; /* a dim of self; NULL: taken whole. Broadcast to index_sizes */
  gint64 self_sizes[FL_MAX_DIMS];
  guint n_self;
} Indexing;

/* A bool mask stands for the positions where it holds, one index tensor for each of its dims. */
static void
expand_mask (FlCall *call, const FlView *mask, GPtrArray *lists)
{
  const FlArray *dense = fl_call_dense (call, mask);
  gint64 n = 0, at = 0, position[FL_MAX_DIMS] = { 0 };
  for (gint64 i = 0; i < dense->numel; i++)
    n += dense->integers[i] != 0;
  FlArray *arrays[FL_MAX_DIMS];
  for (guint d = 0; d < mask->n_dims; d++)
    {
      arrays[d] = fl_call_new_array (call, FL_DTYPE_I64, 1, &n);
      g_ptr_array_add (lists, arrays[d]);
    }
  for (gint64 i = 0; i < dense->numel; i++)
    {
      for (guint d = 0; d < mask->n_dims && dense->integers[i]; d++)
        arrays[d]->integers[at] = position[d];
      at += dense->integers[i] != 0;
      fl_index_next (position, dense->sizes, dense->n_dims);
    }
}

static gboolean
read_indices (FlCall *call, Indexing *self, GPtrArray *lists)
{
  const FlDatum *given = fl_call_find (call, "indices");
  for (guint i = 0; given != NULL && i < given->n_items; i++)
    {
      const FlView *view = given->items[i].view;
      if (view == NULL)
        g_ptr_array_add (lists, NULL);
      else if (view->dtype == FL_DTYPE_BOOL || (view->dtype == FL_DTYPE_U8))
        expand_mask (call, view, lists);
      else
        g_ptr_array_add (lists, (gpointer) fl_call_cast (call, view, FL_DTYPE_I64));
    }
  if (lists->len > self->n_self)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %u indices for %u dimensions", call->row->name, lists->len,
                         self->n_self);
  return TRUE;
}

static gboolean
open_indexing (FlCall *call, Indexing *self, const FlView *view)
{
  g_autoptr (GPtrArray) lists = g_ptr_array_new ();
  *self = (Indexing) { .n_self = view->n_dims };
  memcpy (self->self_sizes, view->sizes, sizeof self->self_sizes);
  if (!read_indices (call, self, lists))
    return FALSE;
  FlDatum datums[FL_MAX_DIMS] = { 0 };
  const FlDatum *values[FL_MAX_DIMS];
  int first = -1, last = -1;
  guint n = 0;
  for (guint d = 0; d < lists->len; d++)
    if (lists->pdata[d] != NULL)
      {
        first = first < 0 ? (int) d : first;
        last = d;
        datums[n] = fl_datum_view (fl_view_new_borrowed (lists->pdata[d]));
        values[n] = &datums[n];
        n++;
      }
  gboolean ok = fl_call_broadcast_shapes (call, n, values, &self->n_index, self->index_sizes);
  for (guint d = 0, k = 0; ok && d < lists->len; d++)
    if (lists->pdata[d] != NULL)
      self->indices[d] = fl_call_broadcast (call, values[k++], FL_DTYPE_I64, self->n_index, self->index_sizes);
  for (guint i = 0; i < n; i++)
    fl_datum_clear (&datums[i]);
  self->first = (guint) (last - first + 1) == n ? MAX (first, 0) : 0;
  for (guint d = 0; d <= view->n_dims; d++)
    {
      if (self->n_dims == self->first && (n > 0) && (d == self->first || self->first == 0))
        {
          memcpy (self->sizes + self->n_dims, self->index_sizes, self->n_index * sizeof (gint64));
          self->n_dims += self->n_index;
          n = 0;
        }
      if (d < view->n_dims && self->indices[d] == NULL)
        self->sizes[self->n_dims++] = view->sizes[d];
    }
  return ok;
}

/* The place in self for a position of the result; -1 and an error when it is out of range. */
static gint64
find_indexed (FlCall *call, const Indexing *self, const gint64 *position, gboolean is_checked)
{
  gint64 element = 0, place = 0;
  for (guint d = 0; d < self->n_index; d++)
    element = element * self->index_sizes[d] + position[self->first + d];
  guint whole = 0;
  for (guint d = 0; d < self->n_self; d++)
    {
      gint64 at;
      if (self->indices[d] == NULL)
        {
          if (whole == self->first)
            whole += self->n_index;
          at = position[whole++];
        }
      else
        {
          at = self->indices[d]->integers[element];
          if (!is_checked)
            at = CLAMP (at, -self->self_sizes[d], self->self_sizes[d] - 1);
          if (!fl_call_check_index (call, &at, self->self_sizes[d]))
            return -1;
        }
      place = place * self->self_sizes[d] + at;
    }
  return place;
}

gboolean
reference_index (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Indexing indexing;
  if (self == NULL || !open_indexing (call, &indexing, self))
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, indexing.n_dims, indexing.sizes);
  gint64 position[FL_MAX_DIMS] = { 0 };
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 place = find_indexed (call, &indexing, position, TRUE);
      if (place < 0)
        return FALSE;
      fl_array_copy_element (in, place, out, i);
      fl_index_next (position, indexing.sizes, indexing.n_dims);
    }
  return fl_call_return (call, out);
}

gboolean
reference_index_put (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Indexing indexing;
  if (self == NULL || !open_indexing (call, &indexing, self))
    return FALSE;
  const FlArray *from
      = fl_call_broadcast (call, fl_call_find (call, "values"), self->dtype, indexing.n_dims, indexing.sizes);
  gboolean adds = fl_call_get_bool (call, "accumulate", FALSE);
  FlArray *out = fl_call_dup_dense (call, self);
  gint64 position[FL_MAX_DIMS] = { 0 }, *places = fl_call_alloc (call, MAX (from->numel, 1), sizeof *places);
  for (gint64 i = 0; i < from->numel; i++)
    {
      places[i] = find_indexed (call, &indexing, position, TRUE);
      if (places[i] < 0)
        return FALSE;
      if (!adds)
        fl_array_copy_element (from, i, out, places[i]);
      fl_index_next (position, indexing.sizes, indexing.n_dims);
    }
  if (adds)
    fl_call_add_elements (call, from, places, out);
  return fl_call_return (call, out);
}

/* index where mask, else fill; indices that the mask hides may be out of range. What has no elements is filled wholly.
 */
gboolean
reference_unsafe_masked_index (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Indexing indexing;
  if (self == NULL || !open_indexing (call, &indexing, self))
    return FALSE;
  const FlArray *in = fl_call_dense (call, self);
  const FlArray *mask
      = fl_call_broadcast (call, fl_call_find (call, "mask"), FL_DTYPE_BOOL, indexing.n_dims, indexing.sizes);
  const FlArray *fill = fl_call_broadcast (call, fl_call_find (call, "fill"), self->dtype, 0, NULL);
  FlArray *out = fl_call_new_array (call, self->dtype, indexing.n_dims, indexing.sizes);
  gint64 position[FL_MAX_DIMS] = { 0 };
  for (gint64 i = 0; i < out->numel; i++)
    {
      gboolean is_picked = mask->integers[i] && in->numel > 0;
      gint64 place = is_picked ? find_indexed (call, &indexing, position, TRUE) : 0;
      if (place < 0)
        return FALSE;
      fl_array_copy_element (is_picked ? in : fill, place, out, i);
      fl_index_next (position, indexing.sizes, indexing.n_dims);
    }
  return fl_call_return (call, out);
}

gboolean
reference_unsafe_masked_index_put_accumulate (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  Indexing indexing;
  if (self != NULL && self->numel == 0)
    return fl_call_return (call, fl_call_dup_dense (call, self));
  if (self == NULL || !open_indexing (call, &indexing, self))
    return FALSE;
  const FlArray *mask
      = fl_call_broadcast (call, fl_call_find (call, "mask"), FL_DTYPE_BOOL, indexing.n_dims, indexing.sizes);
  const FlArray *from
      = fl_call_broadcast (call, fl_call_find (call, "values"), self->dtype, indexing.n_dims, indexing.sizes);
  FlArray *out = fl_call_dup_dense (call, self),
          *added = fl_call_new_array (call, self->dtype, indexing.n_dims, indexing.sizes);
  gint64 position[FL_MAX_DIMS] = { 0 }, *places = fl_call_alloc (call, MAX (from->numel, 1), sizeof *places);
  /* What the mask hides adds 0, as PyTorch's decomposition has it: -0 there becomes 0. */
  for (gint64 i = 0; i < from->numel; i++)
    {
      places[i] = find_indexed (call, &indexing, position, mask->integers[i] != 0);
      if (places[i] < 0)
        return FALSE;
      if (mask->integers[i])
        fl_array_copy_element (from, i, added, i);
      fl_index_next (position, indexing.sizes, indexing.n_dims);
    }
  fl_call_add_elements (call, added, places, out);
  return fl_call_return (call, out);
}
