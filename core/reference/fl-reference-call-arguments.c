/* Arguments of one operator's call by their names in its signature, and the dtype and shape that several of them have
 * together. */
#include "fl-reference-private.h"

#include <string.h>

/* --- arguments -------------------------------------------------------------------------------- */

int
fl_call_find_parameter (const FlCall *call, const char *name, gsize length)
{
  for (guint i = 0; i < call->n_parameters; i++)
    if (strlen (call->names[i]) == length && memcmp (call->names[i], name, length) == 0)
      return i;
  return -1;
}

gboolean
fl_call_fail (FlCall *call, int code, const char *format, ...)
{
  if (call->error != NULL && *call->error != NULL)
    return FALSE; /* the first reason is the good one */
  va_list args;
  va_start (args, format);
  GError *error = g_error_new_valist (FL_ERROR, code, format, args);
  va_end (args);
  g_propagate_error (call->error, error);
  return FALSE;
}

const FlDatum *
fl_call_find (FlCall *call, const char *names)
{
  for (const char *name = names; name != NULL;)
    {
      const char *bar = strchr (name, '|');
      int position = fl_call_find_parameter (call, name, bar == NULL ? strlen (name) : (gsize) (bar - name));
      if (position >= 0)
        return call->values[position].kind == FL_DATUM_NONE ? NULL : &call->values[position];
      name = bar == NULL ? NULL : bar + 1;
    }
  return NULL;
}

FlView *
fl_call_find_view (FlCall *call, const char *names)
{
  const FlDatum *datum = fl_call_find (call, names);
  return datum != NULL && datum->kind == FL_DATUM_TENSOR ? datum->view : NULL;
}

FlView *
fl_call_get_view (FlCall *call, const char *names)
{
  const FlDatum *datum = fl_call_find (call, names);
  if (datum != NULL && datum->kind == FL_DATUM_TENSOR)
    return datum->view;
  fl_call_fail (call, FL_ERROR_GRAPH, "%s: argument %s is not a tensor", call->row->name, names);
  return NULL;
}

gboolean
fl_datum_get_number (const FlDatum *datum, double *number, gint64 *integer)
{
  if (datum == NULL)
    return FALSE;
  switch (datum->kind)
    {
    case FL_DATUM_INT:
    case FL_DATUM_BOOL:
      *integer = datum->integer;
      *number = datum->integer;
      return TRUE;
    case FL_DATUM_FLOAT:
      *integer = fl_number_to_int (datum->number);
      *number = datum->number;
      return TRUE;
    case FL_DATUM_TENSOR:
      if (datum->view->numel != 1)
        return FALSE;
      if (datum->view->storage->array->numbers != NULL)
        {
          *number = datum->view->storage->array->numbers[datum->view->offset];
          *integer = fl_number_to_int (*number);
        }
      else
        {
          *integer = datum->view->storage->array->integers[datum->view->offset];
          *number = *integer;
        }
      return TRUE;
    default: return FALSE;
    }
}

gint64
fl_call_get_int (FlCall *call, const char *names, gint64 fallback)
{
  double number;
  gint64 integer;
  return fl_datum_get_number (fl_call_find (call, names), &number, &integer) ? integer : fallback;
}

gboolean
fl_call_get_bool (FlCall *call, const char *names, gboolean fallback)
{
  return fl_call_get_int (call, names, fallback) != 0;
}

double
fl_call_get_double (FlCall *call, const char *names, double fallback)
{
  double number;
  gint64 integer;
  return fl_datum_get_number (fl_call_find (call, names), &number, &integer) ? number : fallback;
}

FlDtype
fl_call_get_dtype (FlCall *call, const char *names, FlDtype fallback)
{
  const FlDatum *datum = fl_call_find (call, names);
  return datum != NULL && datum->kind == FL_DATUM_DTYPE ? datum->dtype : fallback;
}

FlDtype
fl_call_get_sum_dtype (FlCall *call, FlDtype from)
{
  FlDtype dtype = fl_call_get_dtype (call, "dtype|output_dtype", FL_DTYPE_NONE);
  return dtype != FL_DTYPE_NONE ? dtype : fl_dtype_is_float (from) ? from : FL_DTYPE_I64;
}

const char *
fl_call_get_text (FlCall *call, const char *names)
{
  const FlDatum *datum = fl_call_find (call, names);
  return datum != NULL && datum->kind == FL_DATUM_STRING ? datum->text : NULL;
}

int
fl_call_get_ints (FlCall *call, const char *names, gint64 *values, guint max)
{
  const FlDatum *datum = fl_call_find (call, names);
  double number;
  if (datum == NULL)
    return -1;
  if (datum->kind != FL_DATUM_LIST)
    return max > 0 && fl_datum_get_number (datum, &number, &values[0]) ? 1 : -1;
  guint n = MIN (datum->n_items, max);
  for (guint i = 0; i < n; i++)
    if (!fl_datum_get_number (&datum->items[i], &number, &values[i]))
      values[i] = -1;
  return n;
}

/* --- types and shapes ------------------------------------------------------------------------- */

FlDtype
fl_dtype_get_float (FlDtype dtype)
{
  return fl_dtype_is_float (dtype) || fl_dtype_is_complex (dtype) ? dtype : FL_DTYPE_F32;
}

static int
get_category (FlDtype dtype)
{
  if (dtype == FL_DTYPE_NONE)
    return -1;
  return fl_dtype_is_complex (dtype) ? 3 : fl_dtype_is_float (dtype) ? 2 : dtype == FL_DTYPE_BOOL ? 0 : 1;
}

static FlDtype
promote_known (FlDtype a, FlDtype b)
{
  return a == FL_DTYPE_NONE ? b : b == FL_DTYPE_NONE ? a : fl_dtype_promote (a, b);
}

/* PyTorch: tensors with dims decide; zero-dim tensors, then Python numbers, only when of a higher category. */
static FlDtype
combine (FlDtype higher, FlDtype lower)
{
  return get_category (lower) > get_category (higher) ? promote_known (higher, lower) : higher;
}

FlDtype
fl_call_promote (FlCall *call, guint n, const FlDatum *const *values)
{
  FlDtype dims = FL_DTYPE_NONE, zero = FL_DTYPE_NONE, number = FL_DTYPE_NONE;
  for (guint i = 0; i < n; i++)
    {
      if (values[i] == NULL)
        continue;
      switch (values[i]->kind)
        {
        case FL_DATUM_TENSOR:
          if (values[i]->view->n_dims > 0)
            dims = promote_known (dims, values[i]->view->dtype);
          else
            zero = promote_known (zero, values[i]->view->dtype);
          break;
        case FL_DATUM_INT: number = promote_known (number, FL_DTYPE_I64); break;
        case FL_DATUM_BOOL: number = promote_known (number, FL_DTYPE_BOOL); break;
        case FL_DATUM_FLOAT: number = promote_known (number, FL_DTYPE_F32); break;
        default: break;
        }
    }
  return combine (dims, combine (zero, number));
}

gboolean
fl_call_broadcast_shapes (FlCall *call, guint n, const FlDatum *const *values, guint *n_dims, gint64 *sizes)
{
  *n_dims = 0;
  for (guint i = 0; i < n; i++)
    if (values[i] != NULL && values[i]->kind == FL_DATUM_TENSOR)
      *n_dims = MAX (*n_dims, values[i]->view->n_dims);
  for (guint d = 0; d < *n_dims; d++)
    sizes[d] = 1;
  for (guint i = 0; i < n; i++)
    {
      if (values[i] == NULL || values[i]->kind != FL_DATUM_TENSOR)
        continue;
      const FlView *view = values[i]->view;
      for (guint d = 0; d < view->n_dims; d++)
        {
          guint to = d + *n_dims - view->n_dims;
          if (sizes[to] == 1)
            sizes[to] = view->sizes[d];
          else if (view->sizes[d] != 1 && view->sizes[d] != sizes[to])
            return fl_call_fail (call, FL_ERROR_SHAPE,
                                 "%s: sizes %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                                 " of dimension %u do not broadcast",
                                 call->row->name, sizes[to], view->sizes[d], to);
        }
    }
  return TRUE;
}

gint64
fl_wrap_dim (gint64 dim, guint n_dims)
{
  gint64 n = MAX (n_dims, 1);
  return dim < 0 ? dim + n : dim;
}
