/* Arrays of one operator's call: scratch that is freed with it, casting, broadcasting, and handing back results. */
#include "fl-inputs.h"
#include "fl-reference-private.h"

#include <string.h>

/* --- scratch ---------------------------------------------------------------------------------- */

gpointer
fl_call_alloc (FlCall *call, gsize n, gsize size)
{
  gpointer memory = g_malloc0_n (MAX (n, 1), size);
  g_ptr_array_add (call->scratch, memory);
  return memory;
}

/* The header and the data are scratch pieces of their own; fl_call_return steals both. */
FlArray *
fl_call_new_array (FlCall *call, FlDtype dtype, guint n_dims, const gint64 *sizes)
{
  FlArray *array = fl_array_new (dtype, n_dims, sizes);
  g_ptr_array_add (call->scratch, array);
  g_ptr_array_add (call->scratch, array->numbers != NULL ? (gpointer) array->numbers : (gpointer) array->integers);
  return array;
}

static void
steal (FlCall *call, gpointer memory)
{
  guint position;
  gboolean found = g_ptr_array_find (call->scratch, memory, &position);
  g_assert (found);
  call->scratch->pdata[position] = NULL;
}

static FlArray *
take_array (FlCall *call, FlArray *array)
{
  steal (call, array);
  steal (call, array->numbers != NULL ? (gpointer) array->numbers : (gpointer) array->integers);
  return array;
}

const FlArray *
fl_call_dense (FlCall *call, const FlView *view)
{
  const FlArray *storage = view->storage->array;
  if (fl_view_is_dense (view) && view->numel > 0)
    {
      FlArray *header = fl_call_alloc (call, 1, sizeof *header);
      header->dtype = view->dtype;
      header->n_dims = view->n_dims;
      header->numel = view->numel;
      memcpy (header->sizes, view->sizes, sizeof header->sizes);
      guint width = fl_dtype_is_complex (view->dtype) ? 2 : 1;
      header->numbers = storage->numbers == NULL ? NULL : storage->numbers + width * view->offset;
      header->integers = storage->integers == NULL ? NULL : storage->integers + view->offset;
      return header;
    }
  FlArray *array = fl_view_dup_array (view);
  g_ptr_array_add (call->scratch, array);
  g_ptr_array_add (call->scratch, array->numbers != NULL ? (gpointer) array->numbers : (gpointer) array->integers);
  return array;
}

static void
cast_element (const FlArray *from, gint64 source, FlArray *to, gint64 target)
{
  if (to->numbers != NULL)
    to->numbers[target]
        = fl_dtype_round (to->dtype, from->numbers != NULL ? from->numbers[source] : (double) from->integers[source]);
  else if (to->dtype == FL_DTYPE_BOOL)
    to->integers[target] = from->numbers != NULL ? from->numbers[source] != 0 : from->integers[source] != 0;
  else
    to->integers[target] = from->numbers != NULL ? fl_dtype_wrap_number (to->dtype, from->numbers[source])
                                                 : fl_dtype_wrap (to->dtype, from->integers[source]);
}

const FlArray *
fl_call_cast (FlCall *call, const FlView *view, FlDtype dtype)
{
  const FlArray *dense = fl_call_dense (call, view);
  if (dense->dtype == dtype)
    return dense;
  FlArray *array = fl_call_new_array (call, dtype, view->n_dims, view->sizes);
  if (fl_dtype_is_complex (dtype) || fl_dtype_is_complex (dense->dtype))
    for (gint64 i = 0; i < array->numel; i++)
      {
        gboolean is_pair = fl_dtype_is_complex (dense->dtype);
        double real = dense->numbers != NULL ? dense->numbers[is_pair ? 2 * i : i] : (double) dense->integers[i];
        if (fl_dtype_is_complex (dtype))
          {
            array->numbers[2 * i] = real;
            array->numbers[2 * i + 1] = is_pair ? dense->numbers[2 * i + 1] : 0;
          }
        else
          fl_array_set (array, i, real);
      }
  else
    for (gint64 i = 0; i < array->numel; i++)
      cast_element (dense, i, array, i);
  return array;
}

const double *
fl_call_numbers (FlCall *call, const FlView *view)
{
  const FlArray *dense = fl_call_dense (call, view);
  if (dense->numbers != NULL)
    return dense->numbers;
  double *numbers = fl_call_alloc (call, dense->numel, sizeof (double));
  for (gint64 i = 0; i < dense->numel; i++)
    numbers[i] = dense->integers[i];
  return numbers;
}

double *
fl_call_open_numbers (FlCall *call, FlArray *out)
{
  return out->numbers != NULL ? out->numbers : fl_call_alloc (call, out->numel, sizeof (double));
}

FlArray *
fl_call_settle (FlArray *out, const double *numbers)
{
  for (gint64 i = 0; i < out->numel && numbers != out->numbers; i++)
    fl_array_set (out, i, numbers[i]);
  return out;
}

static const FlArray *
broadcast_number (FlCall *call, const FlDatum *datum, FlDtype dtype, guint n_dims, const gint64 *sizes)
{
  FlArray *array = fl_call_new_array (call, dtype, n_dims, sizes);
  double number = 0;
  gint64 integer = 0;
  fl_datum_get_number (datum, &number, &integer);
  if (fl_dtype_is_float (dtype) && dtype != FL_DTYPE_F64)
    number = (float) number;
  for (gint64 i = 0; i < array->numel; i++)
    if (array->integers != NULL)
      array->integers[i] = dtype == FL_DTYPE_BOOL ? number != 0 : fl_dtype_wrap (dtype, integer);
    else
      array->numbers[fl_dtype_is_complex (dtype) ? 2 * i : i] = number;
  return array;
}

static gboolean
can_broadcast (const FlArray *from, guint n_dims, const gint64 *sizes)
{
  for (guint d = 0; d < from->n_dims && from->n_dims <= n_dims; d++)
    if (from->sizes[d] != 1 && from->sizes[d] != sizes[d + n_dims - from->n_dims])
      return FALSE;
  return from->n_dims <= n_dims;
}

const FlArray *
fl_call_broadcast (FlCall *call, const FlDatum *datum, FlDtype dtype, guint n_dims, const gint64 *sizes)
{
  if (datum == NULL || datum->kind != FL_DATUM_TENSOR)
    return broadcast_number (call, datum, dtype, n_dims, sizes);
  const FlArray *from = fl_call_cast (call, datum->view, dtype);
  gboolean is_same = from->n_dims == n_dims;
  for (guint d = 0; is_same && d < n_dims; d++)
    is_same = from->sizes[d] == sizes[d];
  if (is_same)
    return from;

  gint64 strides[FL_MAX_DIMS] = { 0 };
  gint64 stride = 1;
  if (!can_broadcast (from, n_dims, sizes))
    {
      fl_call_fail (call, FL_ERROR_SHAPE, "%s: an operand of %u dimensions does not broadcast to %u", call->row->name,
                    from->n_dims, n_dims);
      return broadcast_number (call, NULL, dtype, n_dims, sizes); /* zeros, which nobody sees */
    }
  for (guint d = from->n_dims; d-- > 0;)
    {
      strides[d + n_dims - from->n_dims] = from->sizes[d] == 1 ? 0 : stride;
      stride *= from->sizes[d];
    }
  FlView *whole = fl_view_new_borrowed ((FlArray *) from);
  FlView *expanded = fl_view_new (whole, n_dims, sizes, strides, 0);
  const FlArray *dense = fl_call_dense (call, expanded);
  fl_view_unref (expanded);
  fl_view_unref (whole);
  return dense;
}

/* --- results ---------------------------------------------------------------------------------- */

/* With noise, numbers of fewer bits than f32 stay between those that their format has, as in
 * kernels, which keep f32 from operator to operator: rounded again, integers of f16 would come out
 * whole, and their fractions 0, whatever the noise. With every other noise they leave the range of
 * their format as well. */
static void
round_shaken (FlArray *array, gint64 n, gboolean keeps_range)
{
  gboolean is_narrow = fl_dtype_get_unit (array->dtype) > 0x1p-23;
  for (gint64 i = 0; i < n; i++)
    {
      double rounded = fl_dtype_round (array->dtype, array->numbers[i]);
      array->numbers[i] = is_narrow && (keeps_range || isfinite (rounded)) ? (float) array->numbers[i] : rounded;
    }
}

static void
round_array (FlCall *call, FlArray *array)
{
  gboolean is_shaken = call->noise != 0 && fl_dtype_is_float (array->dtype);
  if (is_shaken)
    fl_array_shake (array, fl_dtype_get_unit (array->dtype), call->noise ^ call->seed);
  gint64 n = fl_dtype_is_complex (array->dtype) ? 2 * array->numel : array->numel;
  if (array->dtype == FL_DTYPE_F64 || array->dtype == FL_DTYPE_I64)
    return;
  if (is_shaken)
    round_shaken (array, n, call->noise % 2 == 0);
  else if (array->numbers != NULL)
    for (gint64 i = 0; i < n; i++)
      array->numbers[i] = fl_dtype_round (array->dtype, array->numbers[i]);
  else
    for (gint64 i = 0; i < n; i++)
      array->integers[i] = fl_dtype_wrap (array->dtype, array->integers[i]);
}

gboolean
fl_call_return (FlCall *call, FlArray *array)
{
  round_array (call, array);
  call->result = fl_datum_view (fl_view_new_array (take_array (call, array)));
  return TRUE;
}

gboolean
fl_call_return_view (FlCall *call, FlView *view)
{
  call->result = fl_datum_view (view);
  return TRUE;
}

gboolean
fl_call_return_views (FlCall *call, guint n, FlView *const *views)
{
  call->result = (FlDatum) { .kind = FL_DATUM_LIST, .n_items = n, .items = g_new0 (FlDatum, n) };
  for (guint i = 0; i < n; i++)
    call->result.items[i] = fl_datum_view (views[i]);
  return TRUE;
}

gboolean
fl_call_return_list (FlCall *call, guint n, FlArray *const *arrays)
{
  g_autofree FlView **views = g_new0 (FlView *, n);
  for (guint i = 0; i < n; i++)
    if (arrays[i] != NULL)
      {
        round_array (call, arrays[i]);
        views[i] = fl_view_new_array (take_array (call, arrays[i]));
      }
  return fl_call_return_views (call, n, views);
}

gboolean
fl_call_return_written (FlCall *call, FlView *view, FlArray *array)
{
  round_array (call, array);
  fl_view_write (view, array);
  return fl_call_return_view (call, fl_view_ref (view));
}
