/* The call of one operator: binding arguments to its signature, casting and broadcasting them, returning results. */
#include "fl-inputs.h"
#include "fl-reference-private.h"

#include <math.h>
#include <string.h>

/* --- the signature -------------------------------------------------------------------------------------------------- */

/* Reads the text of a default: numbers, True, False, 'text', [numbers]. Empty: None. Texts are borrowed via interning. */
static FlDatum
parse_default (const char *text)
{
  if (*text == '\0')
    return (FlDatum){ 0 };
  if (strcmp (text, "True") == 0 || strcmp (text, "False") == 0)
    return fl_datum_bool (*text == 'T');
  if (*text == '\'')
    return (FlDatum){ .kind = FL_DATUM_STRING, .text = fl_intern_n (text + 1, strlen (text) - 2) };
  if (*text == '[')
    {
      g_autofree char *inside = g_strndup (text + 1, strlen (text) - 2);
      g_auto (GStrv) parts = g_strsplit (inside, ",", -1);
      FlDatum list = { .kind = FL_DATUM_LIST };
      list.n_items = *inside == '\0' ? 0 : g_strv_length (parts);
      list.items = g_new0 (FlDatum, list.n_items);
      for (guint i = 0; i < list.n_items; i++)
        list.items[i] = parse_default (parts[i]);
      return list;
    }
  if (strpbrk (text, ".eE") != NULL)
    return fl_datum_float (g_ascii_strtod (text, NULL));
  return fl_datum_int (g_ascii_strtoll (text, NULL, 10));
}

static void
read_signature (FlCall *call)
{
  g_auto (GStrv) words = g_strsplit (call->row->signature, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *word = words[i];
      while (*word == '*')
        word++;
      if (*word == '\0')
        continue;
      g_assert (call->n_parameters < FL_MAX_PARAMETERS);
      const char *equals = strchr (word, '=');
      call->names[call->n_parameters] = equals == NULL ? g_strdup (word) : g_strndup (word, equals - word);
      if (equals != NULL)
        call->values[call->n_parameters] = parse_default (equals + 1);
      call->n_parameters++;
    }
}

static int
find_parameter (const FlCall *call, const char *name, gsize length)
{
  for (guint i = 0; i < call->n_parameters; i++)
    if (strlen (call->names[i]) == length && memcmp (call->names[i], name, length) == 0)
      return i;
  return -1;
}

static void
free_array (gpointer data)
{
  g_free (data);
}

gboolean
fl_call_open (FlCall *call, const FlAtenRow *row, const FlDatum *arguments, guint n_arguments, GError **error)
{
  *call = (FlCall){ .row = row, .error = error };
  call->scratch = g_ptr_array_new_with_free_func (free_array);
  read_signature (call);
  for (guint i = 0; i < n_arguments; i++)
    {
      int position = (int) i;
      if (arguments[i].keyword != NULL)
        position = find_parameter (call, arguments[i].keyword, strlen (arguments[i].keyword));
      if (position < 0 || position >= (int) call->n_parameters)
        {
          /* Keywords that say where a tensor lives change no number. */
          if (arguments[i].keyword != NULL)
            continue;
          g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "%s takes %u arguments (%s), not %u", row->name, call->n_parameters,
                       row->signature, n_arguments);
          return FALSE;
        }
      fl_datum_clear (&call->values[position]);
      call->values[position] = fl_datum_dup (&arguments[i]);
      call->is_given[position] = TRUE;
    }
  return TRUE;
}

/* "aten.add_.Tensor", "prims._unsafe_index_put_.default"; not "aten.__and__.Tensor". */
static gboolean
is_in_place (const FlAtenRow *row)
{
  const char *name = strchr (row->name, '.');
  const char *end = name == NULL ? NULL : strchr (name + 1, '.');
  return end != NULL && end[-1] == '_' && end[-2] != '_';
}

/* The in-place form of an operator is its ordinary kernel, the result of which goes into the first argument. */
static gboolean
write_result (FlCall *call)
{
  const FlDatum *first = fl_call_find (call, call->names[0]);
  if (first != NULL && first->kind == FL_DATUM_LIST) /* its members were written one by one */
    return TRUE;
  FlView *self = fl_call_get_view (call, call->names[0]);
  if (self == NULL || call->result.kind != FL_DATUM_TENSOR)
    return self != NULL;
  const FlView *result = call->result.view;
  if (result->storage == self->storage) /* squeeze_, t_: what changes is how the storage is seen */
    {
      self->n_dims = result->n_dims;
      memcpy (self->sizes, result->sizes, sizeof self->sizes);
      memcpy (self->strides, result->strides, sizeof self->strides);
      self->offset = result->offset;
      return TRUE;
    }
  const FlArray *cast = fl_call_broadcast (call, &call->result, self->dtype, self->n_dims, self->sizes);
  FlView *view = fl_view_new_borrowed ((FlArray *) cast);
  g_autoptr (FlArray) copy = fl_view_dup_array (view); /* it may lie in the storage that is written */
  fl_view_unref (view);
  fl_view_write (self, copy);
  fl_datum_clear (&call->result);
  return fl_call_return_view (call, fl_view_ref (self));
}

/* Dimensions of the first tensor among the arguments, or the most of those in a list; -1: there is none. */
static int
count_dims (const FlCall *call)
{
  int n = -1;
  for (guint i = 0; i < call->n_parameters && n < 0; i++)
    {
      const FlDatum *value = &call->values[i];
      if (value->kind == FL_DATUM_TENSOR)
        n = value->view->n_dims;
      for (guint k = 0; value->kind == FL_DATUM_LIST && k < value->n_items; k++)
        if (value->items[k].kind == FL_DATUM_TENSOR)
          n = MAX (n, (int) value->items[k].view->n_dims);
    }
  return n;
}

static gboolean
check_dim (FlCall *call, const FlDatum *dim, int n)
{
  if (dim->kind != FL_DATUM_INT || (dim->integer >= -n && dim->integer < n))
    return TRUE;
  return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %" G_GINT64_FORMAT " of %d", call->row->name, dim->integer, n);
}

/* No kernel shall look beyond the sizes of its operand. Some yield a dimension more than they are given. */
static gboolean
check_dims (FlCall *call)
{
  static const char *const growing[] = { "unsqueeze", "stack", "slice_backward", "select_backward", "unfold_backward", "value_selecting" };
  const FlDatum *dim = strstr (call->row->name, ".tile.") != NULL ? NULL : fl_call_find (call, "dim|dims"); /* counts there */
  int n = dim == NULL ? -1 : count_dims (call);
  if (n < 0)
    return TRUE;
  n = MAX (n, 1);
  for (guint i = 0; i < G_N_ELEMENTS (growing); i++)
    if (strstr (call->row->name, growing[i]) != NULL)
      n++;
  gboolean ok = check_dim (call, dim, n);
  for (guint i = 0; ok && dim->kind == FL_DATUM_LIST && i < dim->n_items; i++)
    ok = check_dim (call, &dim->items[i], n);
  return ok;
}

gboolean
fl_call_execute (FlCall *call)
{
  FlReferenceFunc kernel = fl_reference_find (call->row->op);
  if (kernel == NULL)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s has no reference kernel in this version", call->row->name);
  gboolean done = check_dims (call) && kernel (call) && (call->error == NULL || *call->error == NULL);
  return done && (!is_in_place (call->row) || write_result (call));
}

void
fl_call_close (FlCall *call)
{
  for (guint i = 0; i < call->n_parameters; i++)
    {
      g_free (call->names[i]);
      fl_datum_clear (&call->values[i]);
    }
  fl_datum_clear (&call->result);
  g_clear_pointer (&call->scratch, g_ptr_array_unref);
  call->n_parameters = 0;
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

/* --- arguments ------------------------------------------------------------------------------------------------------- */

const FlDatum *
fl_call_find (FlCall *call, const char *names)
{
  for (const char *name = names; name != NULL;)
    {
      const char *bar = strchr (name, '|');
      int position = find_parameter (call, name, bar == NULL ? strlen (name) : (gsize) (bar - name));
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

static gboolean
get_number (const FlDatum *datum, double *number, gint64 *integer)
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
    default:
      return FALSE;
    }
}

gint64
fl_call_get_int (FlCall *call, const char *names, gint64 fallback)
{
  double number;
  gint64 integer;
  return get_number (fl_call_find (call, names), &number, &integer) ? integer : fallback;
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
  return get_number (fl_call_find (call, names), &number, &integer) ? number : fallback;
}

FlDtype
fl_call_get_dtype (FlCall *call, const char *names, FlDtype fallback)
{
  const FlDatum *datum = fl_call_find (call, names);
  return datum != NULL && datum->kind == FL_DATUM_DTYPE ? datum->dtype : fallback;
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
    return max > 0 && get_number (datum, &number, &values[0]) ? 1 : -1;
  guint n = MIN (datum->n_items, max);
  for (guint i = 0; i < n; i++)
    if (!get_number (&datum->items[i], &number, &values[i]))
      values[i] = -1;
  return n;
}

/* --- scratch --------------------------------------------------------------------------------------------------------- */

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
    to->numbers[target] = fl_dtype_round (to->dtype, from->numbers != NULL ? from->numbers[source] : (double) from->integers[source]);
  else if (to->dtype == FL_DTYPE_BOOL)
    to->integers[target] = from->numbers != NULL ? from->numbers[source] != 0 : from->integers[source] != 0;
  else
    to->integers[target]
        = from->numbers != NULL ? fl_dtype_wrap_number (to->dtype, from->numbers[source]) : fl_dtype_wrap (to->dtype, from->integers[source]);
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
  get_number (datum, &number, &integer);
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
      fl_call_fail (call, FL_ERROR_SHAPE, "%s: an operand of %u dimensions does not broadcast to %u", call->row->name, from->n_dims, n_dims);
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

/* --- results --------------------------------------------------------------------------------------------------------- */

static double
get_unit (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 ? 0x1p-52 : dtype == FL_DTYPE_F16 ? 0x1p-10 : dtype == FL_DTYPE_BF16 ? 0x1p-7 : 0x1p-23;
}

static void
add_noise (const FlCall *call, FlArray *array)
{
  double unit = get_unit (array->dtype);
  guint64 state = fl_inputs_mix (call->noise ^ call->seed);
  for (gint64 i = 0; array->numbers != NULL && i < array->numel; i++)
    {
      double share = (fl_inputs_mix (state + i) >> 11) * 0x1p-52 - 1; /* in [-1, 1) */
      array->numbers[i] *= 1 + unit * share;
    }
}

static void
round_array (FlCall *call, FlArray *array)
{
  if (call->noise != 0 && fl_dtype_is_float (array->dtype))
    add_noise (call, array);
  gint64 n = fl_dtype_is_complex (array->dtype) ? 2 * array->numel : array->numel;
  if (array->dtype == FL_DTYPE_F64 || array->dtype == FL_DTYPE_I64)
    return;
  if (array->numbers != NULL)
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
  call->result = (FlDatum){ .kind = FL_DATUM_LIST, .n_items = n, .items = g_new0 (FlDatum, n) };
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

/* --- types and shapes ------------------------------------------------------------------------------------------------ */

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
        case FL_DATUM_INT:
          number = promote_known (number, FL_DTYPE_I64);
          break;
        case FL_DATUM_BOOL:
          number = promote_known (number, FL_DTYPE_BOOL);
          break;
        case FL_DATUM_FLOAT:
          number = promote_known (number, FL_DTYPE_F32);
          break;
        default:
          break;
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
                                 "%s: sizes %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " of dimension %u do not broadcast",
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
