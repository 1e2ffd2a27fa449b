/* Values of an evaluation: strided views of reference-counted storages. */
#include "fl-reference-private.h"

#include <string.h>

static FlView *
make_view (FlArray *array, gboolean is_borrowed)
{
  FlStorage *storage = g_new0 (FlStorage, 1);
  storage->array = array;
  storage->is_borrowed = is_borrowed;
  FlView *view = g_new0 (FlView, 1);
  view->refs = 1;
  view->storage = storage;
  storage->refs = 1;
  view->dtype = array->dtype;
  view->n_dims = array->n_dims;
  view->numel = array->numel;
  gint64 stride = 1;
  for (guint d = array->n_dims; d-- > 0;)
    {
      view->sizes[d] = array->sizes[d];
      view->strides[d] = stride;
      stride *= array->sizes[d];
    }
  return view;
}

FlView *
fl_view_new_array (FlArray *array)
{
  return make_view (array, FALSE);
}

FlView *
fl_view_new_borrowed (FlArray *array)
{
  return make_view (array, TRUE);
}

FlView *
fl_view_ref (FlView *view)
{
  view->refs++;
  return view;
}

void
fl_view_unref (FlView *view)
{
  if (view == NULL || --view->refs > 0)
    return;
  if (--view->storage->refs == 0)
    {
      fl_view_unref (view->storage->bits);
      if (!view->storage->is_borrowed)
        fl_array_free (view->storage->array);
      g_free (view->storage);
    }
  g_free (view);
}

FlView *
fl_view_new (const FlView *base, guint n_dims, const gint64 *sizes, const gint64 *strides, gint64 offset)
{
  g_assert (n_dims <= FL_MAX_DIMS);
  FlView *view = g_new0 (FlView, 1);
  view->refs = 1;
  view->storage = base->storage;
  view->storage->refs++;
  view->dtype = base->dtype;
  view->n_dims = n_dims;
  if (n_dims > 0)
    {
      memmove (view->sizes, sizes, n_dims * sizeof *sizes);
      memmove (view->strides, strides, n_dims * sizeof *strides);
    }
  view->offset = offset;
  view->numel = fl_sizes_product (sizes, n_dims);
  return view;
}

gboolean
fl_view_is_dense (const FlView *view)
{
  gint64 stride = 1;
  for (guint d = view->n_dims; d-- > 0;)
    {
      if (view->sizes[d] != 1 && view->strides[d] != stride)
        return FALSE;
      stride *= view->sizes[d];
    }
  return TRUE;
}

/* Dimensions that lie evenly in memory are one run; each run is cut up by whole new dimensions. */
gboolean
fl_view_find_strides (const FlView *view, guint n_dims, const gint64 *sizes, gint64 *strides)
{
  gint64 run = 1, covered = 1, base = view->n_dims == 0 ? 1 : view->strides[view->n_dims - 1];
  guint next = n_dims;
  if (view->numel == 0 || view->n_dims == 0)
    {
      for (base = 1; next-- > 0; base *= MAX (sizes[next], 1))
        strides[next] = base;
      return TRUE;
    }
  for (guint d = view->n_dims; d-- > 0;)
    {
      run *= view->sizes[d];
      if (d > 0 && (view->sizes[d - 1] == 1 || view->strides[d - 1] == run * base))
        continue;
      while (next > 0 && (covered < run || sizes[next - 1] == 1))
        {
          strides[--next] = covered * base;
          covered *= sizes[next];
        }
      if (covered != run)
        return FALSE;
      base = d > 0 ? view->strides[d - 1] : 1;
      run = covered = 1;
    }
  return TRUE;
}

/* Calls for each run along the last dim: place in the storage, place in the dense array. */
typedef void (*RunFunc) (gint64 place, gint64 step, gint64 at, gint64 n, FlArray *storage, FlArray *dense);

static void
walk (const FlView *view, FlArray *dense, RunFunc func)
{
  guint n_outer = view->n_dims == 0 ? 0 : view->n_dims - 1;
  gint64 inner = view->n_dims == 0 ? 1 : view->sizes[n_outer];
  gint64 step = view->n_dims == 0 ? 1 : view->strides[n_outer];
  gint64 index[FL_MAX_DIMS] = { 0 };
  for (gint64 at = 0; at < view->numel; at += inner)
    {
      gint64 place = view->offset;
      for (guint d = 0; d < n_outer; d++)
        place += index[d] * view->strides[d];
      func (place, step, at, inner, view->storage->array, dense);
      fl_index_next (index, view->sizes, n_outer);
    }
}

static void
read_run (gint64 place, gint64 step, gint64 at, gint64 n, FlArray *storage, FlArray *dense)
{
  if (fl_dtype_is_complex (storage->dtype))
    for (gint64 i = 0; i < n; i++)
      memcpy (dense->numbers + 2 * (at + i), storage->numbers + 2 * (place + i * step), 2 * sizeof (double));
  else if (storage->numbers != NULL)
    for (gint64 i = 0; i < n; i++)
      dense->numbers[at + i] = storage->numbers[place + i * step];
  else
    for (gint64 i = 0; i < n; i++)
      dense->integers[at + i] = storage->integers[place + i * step];
}

static void
write_run (gint64 place, gint64 step, gint64 at, gint64 n, FlArray *storage, FlArray *dense)
{
  if (fl_dtype_is_complex (storage->dtype))
    for (gint64 i = 0; i < n; i++)
      memcpy (storage->numbers + 2 * (place + i * step), dense->numbers + 2 * (at + i), 2 * sizeof (double));
  else if (storage->numbers != NULL)
    for (gint64 i = 0; i < n; i++)
      storage->numbers[place + i * step] = dense->numbers[at + i];
  else
    for (gint64 i = 0; i < n; i++)
      storage->integers[place + i * step] = dense->integers[at + i];
}

FlArray *
fl_view_dup_array (const FlView *view)
{
  FlArray *array = fl_array_new (view->dtype, view->n_dims, view->sizes);
  walk (view, array, read_run);
  return array;
}

static void
fill_strides (guint n_dims, const gint64 *sizes, gint64 *strides)
{
  gint64 stride = 1;
  for (guint d = n_dims; d-- > 0;)
    {
      strides[d] = stride;
      stride *= sizes[d];
    }
}

/* A copy of the bytes as another dtype. */
static FlArray *
dup_bits (const FlArray *from, FlDtype dtype, guint n_dims, const gint64 *sizes)
{
  gint64 strides[FL_MAX_DIMS];
  g_autofree char *bytes = g_malloc0_n (MAX (from->numel, 1), fl_dtype_get_size_bytes (from->dtype));

  fill_strides (from->n_dims, from->sizes, strides);
  fl_array_store (from, strides, 0, bytes);
  fill_strides (n_dims, sizes, strides);
  return fl_array_load (dtype, n_dims, sizes, strides, 0, bytes);
}

static void
write_bits (FlStorage *storage)
{
  FlView *base = storage->bits;
  g_autoptr (FlArray) array = dup_bits (storage->array, base->dtype, base->n_dims, base->sizes);

  fl_view_write (base, array);
  storage->n_bits_writes = base->storage->n_writes;
}

void
fl_view_write (FlView *view, const FlArray *array)
{
  g_assert (array->numel == view->numel);
  fl_view_refresh (view);
  walk (view, (FlArray *) array, write_run);
  view->storage->n_writes++;
  if (view->storage->bits != NULL)
    write_bits (view->storage);
}

FlView *
fl_view_new_bits (FlView *base, FlDtype dtype, const gint64 *sizes)
{
  g_autoptr (FlArray) from = fl_view_dup_array (base);
  FlView *view = fl_view_new_array (dup_bits (from, dtype, base->n_dims, sizes));

  view->storage->bits = fl_view_ref (base);
  view->storage->n_bits_writes = base->storage->n_writes;
  return view;
}

void
fl_view_refresh (FlView *view)
{
  FlStorage *storage = view->storage;

  if (storage->bits == NULL)
    return;
  fl_view_refresh (storage->bits);
  if (storage->bits->storage->n_writes == storage->n_bits_writes)
    return;
  g_autoptr (FlArray) from = fl_view_dup_array (storage->bits);
  FlArray *fresh = dup_bits (from, storage->array->dtype, storage->array->n_dims, storage->array->sizes);
  FlArray *old = storage->array;
  storage->array = fresh;
  fl_array_free (old);
  storage->n_writes++;
  storage->n_bits_writes = storage->bits->storage->n_writes;
}

FlDatum
fl_datum_int (gint64 integer)
{
  return (FlDatum) { .kind = FL_DATUM_INT, .integer = integer, .number = integer };
}

FlDatum
fl_datum_float (double number)
{
  return (FlDatum) { .kind = FL_DATUM_FLOAT, .number = number };
}

FlDatum
fl_datum_bool (gboolean value)
{
  return (FlDatum) { .kind = FL_DATUM_BOOL, .integer = value != 0, .number = value != 0 };
}

FlDatum
fl_datum_view (FlView *view)
{
  return (FlDatum) { .kind = view == NULL ? FL_DATUM_NONE : FL_DATUM_TENSOR, .view = view };
}

FlDatum
fl_datum_dup (const FlDatum *datum)
{
  FlDatum copy = *datum;
  copy.items = NULL;
  if (copy.view != NULL)
    fl_view_ref (copy.view);
  if (datum->n_items > 0)
    {
      copy.items = g_new0 (FlDatum, datum->n_items);
      for (guint i = 0; i < datum->n_items; i++)
        copy.items[i] = fl_datum_dup (&datum->items[i]);
    }
  return copy;
}

void
fl_datum_clear (FlDatum *datum)
{
  g_clear_pointer (&datum->view, fl_view_unref);
  for (guint i = 0; i < datum->n_items; i++)
    fl_datum_clear (&datum->items[i]);
  g_clear_pointer (&datum->items, g_free);
  *datum = (FlDatum) { 0 };
}
