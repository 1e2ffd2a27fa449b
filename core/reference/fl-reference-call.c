/* The call of one operator: binding arguments to its signature, casting and broadcasting them, returning results. */
#include "fl-inputs.h"
#include "fl-reference-complex.h"
#include "fl-reference-private.h"

#include <math.h>
#include <string.h>

/* --- the signature ---------------------------------------------------------------------------- */

/* Reads the text of a default: numbers, True, False, 'text', [numbers]. Empty: None. Texts are borrowed via interning.
 */
static FlDatum
parse_default (const char *text)
{
  if (*text == '\0')
    return (FlDatum) { 0 };
  if (strcmp (text, "True") == 0 || strcmp (text, "False") == 0)
    return fl_datum_bool (*text == 'T');
  if (*text == '\'')
    return (FlDatum) { .kind = FL_DATUM_STRING, .text = fl_intern_n (text + 1, strlen (text) - 2) };
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

static void
free_array (gpointer data)
{
  g_free (data);
}

gboolean
fl_call_open (FlCall *call, const FlAtenRow *row, const FlDatum *arguments, guint n_arguments, GError **error)
{
  *call = (FlCall) { .row = row, .error = error };
  call->scratch = g_ptr_array_new_with_free_func (free_array);
  read_signature (call);
  for (guint i = 0; i < n_arguments; i++)
    {
      int position = (int) i;
      if (arguments[i].keyword != NULL)
        position = fl_call_find_parameter (call, arguments[i].keyword, strlen (arguments[i].keyword));
      if (position < 0 || position >= (int) call->n_parameters)
        {
          /* Keywords that say where a tensor lives change no number. */
          if (arguments[i].keyword != NULL)
            continue;
          g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "%s takes %u arguments (%s), not %u", row->name,
                       call->n_parameters, row->signature, n_arguments);
          return FALSE;
        }
      fl_datum_clear (&call->values[position]);
      call->values[position] = fl_datum_dup (&arguments[i]);
      call->is_given[position] = TRUE;
    }
  return TRUE;
}

/* "aten.add_.Tensor", "prims._unsafe_index_put_.default", "aten.__iand__.Tensor"; not "aten.__and__.Tensor". */
static gboolean
is_in_place (const FlAtenRow *row)
{
  const char *name = strchr (row->name, '.');
  const char *end = name == NULL ? NULL : strchr (name + 1, '.');
  if (g_str_has_prefix (row->name, "aten.__i"))
    return TRUE;
  return end != NULL && end[-1] == '_' && end[-2] != '_';
}

/* The in-place form of an operator is its ordinary kernel, the result of which goes into the first argument. */
static gboolean
write_result (FlCall *call)
{
  const FlDatum *first = fl_call_find (call, call->names[0]);
  if (first != NULL && first->kind == FL_DATUM_LIST) /* the list's members were written one by one */
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
  g_autoptr (FlArray) copy = fl_view_dup_array (view); /* the value may lie in the storage that is written */
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
  return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %" G_GINT64_FORMAT " of %d", call->row->name, dim->integer,
                       n);
}

/* No kernel shall look beyond the sizes of its operand. Some yield a dimension more than they are given. */
static gboolean
check_dims (FlCall *call)
{
  static const char *const growing[]
      = { "unsqueeze", "stack", "slice_backward", "select_backward", "unfold_backward", "value_selecting" };
  const FlDatum *dim
      = strstr (call->row->name, ".tile.") != NULL ? NULL : fl_call_find (call, "dim|dims"); /* counts there */
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

/* The functional twins of views share their kernels, but not their operand's memory. */
static void
detach (FlDatum *datum)
{
  for (guint i = 0; i < datum->n_items; i++)
    detach (&datum->items[i]);
  if (datum->kind != FL_DATUM_TENSOR)
    return;
  FlView *copy = fl_view_new_array (fl_view_dup_array (datum->view));
  fl_view_unref (datum->view);
  datum->view = copy;
}

gboolean
fl_call_execute (FlCall *call)
{
  FlReferenceFunc kernel = fl_reference_find (call->row);
  if (kernel == NULL)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s has no reference kernel in this version", call->row->name);
  gboolean done = check_dims (call)
                  && (fl_reference_is_complex (call) ? fl_reference_run_complex (call, kernel) : kernel (call))
                  && (call->error == NULL || *call->error == NULL);
  if (done && fl_aten_is_view_copy (call->row))
    detach (&call->result);
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
