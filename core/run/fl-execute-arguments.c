/* The tensors of a program and the arguments of its library calls, as a message names them. */
#include "fl-execute-program.h"

/* --- tensors ---------------------------------------------------------------------------------- */

static gint64
take_memory (FlSentBuilder *builder, gint64 bytes)
{
  gint64 offset = (builder->arena_bytes + FL_SENT_ALIGNMENT - 1) / FL_SENT_ALIGNMENT * FL_SENT_ALIGNMENT;
  builder->arena_bytes = offset + bytes + (builder->self->pass->options->cpu_sanitize ? FL_SENT_ALIGNMENT : 0);
  return offset;
}

static gboolean
find_offset (FlSentBuilder *builder, const FlBuffer *base, gint64 bytes, gint64 *offset, GError **error)
{
  guint entry = GPOINTER_TO_UINT (g_hash_table_lookup (builder->entries, base->name));
  const FlMemoryBuffer *planned = entry == 0 ? NULL : &builder->plan->buffers[entry - 1];
  if (planned != NULL && builder->offsets[entry - 1] >= 0)
    *offset = builder->offsets[entry - 1];
  else if (planned != NULL && planned->owner != NULL && planned->owner != base)
    {
      int owner = fl_sent_builder_add_tensor (builder, planned->owner, error); /* written over an input */
      if (owner < 0)
        return FALSE;
      *offset = g_array_index (builder->places, FlSentPlace, owner).offset;
    }
  else
    *offset = take_memory (builder, bytes);
  return TRUE;
}

int
fl_sent_builder_add_tensor (FlSentBuilder *builder, const FlBuffer *buffer, GError **error)
{
  const FlBuffer *base = fl_buffer_get_base (buffer);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (builder->positions, base));
  if (known != 0)
    return known - 1;
  FlSentPlace place = { .buffer = base, .load = -1, .save = -1 };
  if (!fl_buffer_get_size_bytes (base, builder->plan->schedule->lowered->symbols, fl_executor_look_up, builder->self,
                                 &place.bytes, error)
      || !find_offset (builder, base, place.bytes, &place.offset, error))
    return -1;
  gint64 load = GPOINTER_TO_SIZE (g_hash_table_lookup (builder->self->loads, base->name));
  place.load = load - 1;
  g_array_append_val (builder->places, place);
  g_hash_table_insert (builder->positions, (gpointer) base, GUINT_TO_POINTER (builder->places->len));
  return builder->places->len - 1;
}

gboolean
fl_sent_builder_save_tensor (FlSentBuilder *builder, const FlBuffer *buffer, GError **error)
{
  int position = fl_sent_builder_add_tensor (builder, buffer, error);
  if (position < 0)
    return FALSE;
  FlSentPlace *place = &g_array_index (builder->places, FlSentPlace, position);
  if (place->save >= 0)
    return TRUE;
  place->save = builder->sent->saved_bytes;
  builder->sent->saved_bytes += (place->bytes + 63) / 64 * 64;
  FlSaved saved = { place->buffer, place->save, place->bytes };
  g_array_append_val (builder->sent->saved, saved);
  return TRUE;
}

/* --- arguments of library calls ---------------------------------------------------------- */

static cJSON *
make_ints (const gint64 *values, guint n)
{
  cJSON *list = cJSON_CreateArray ();
  for (guint i = 0; i < n; i++)
    cJSON_AddItemToArray (list, cJSON_CreateNumber (values[i]));
  return list;
}

cJSON *
fl_sent_builder_make_view (FlSentBuilder *builder, const FlBuffer *buffer, const FlLayout *layout, GError **error)
{
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset, start = 0;
  const FlSym *slice = fl_buffer_get_slice_offset (buffer);
  int position = fl_sent_builder_add_tensor (builder, buffer, error);
  if (position < 0 || !fl_executor_evaluate_layout (builder->self, layout, sizes, strides, &offset, error)
      || (slice != NULL && !fl_executor_evaluate (builder->self, slice, &start, error)))
    return NULL;
  offset += start;
  cJSON *object = cJSON_CreateObject ();
  cJSON_AddNumberToObject (object, "t", position);
  cJSON_AddStringToObject (object, "dtype", fl_dtype_get_short_name (layout->dtype));
  cJSON_AddItemToObject (object, "sizes", make_ints (sizes, layout->n_dims));
  cJSON_AddItemToObject (object, "strides", make_ints (strides, layout->n_dims));
  cJSON_AddNumberToObject (object, "offset", offset);
  return object;
}

static cJSON *
make_tensor_arg (FlSentBuilder *builder, const FlBuffer *call, const FlBufferView *view, GError **error)
{
  if (view->buffer == NULL)
    return cJSON_CreateObject (); /* None */
  view = fl_sent_builder_find_source (builder, call, view);
  cJSON *object = fl_sent_builder_make_view (builder, view->buffer, &view->layout, error);
  for (guint i = 0; object != NULL && i < call->n_mutates; i++)
    if (fl_buffer_get_base (call->mutates[i]) == fl_buffer_get_base (view->buffer)
        && !cJSON_HasObjectItem (object, "mutated"))
      cJSON_AddTrueToObject (object, "mutated");
  return object;
}

cJSON *
fl_sent_text_new (const char *name, const char *text)
{
  cJSON *object = cJSON_CreateObject ();
  cJSON_AddStringToObject (object, name, text);
  return object;
}

static cJSON *make_value (FlSentBuilder *builder, const FlArg *arg, GError **error);

static cJSON *
make_list (FlSentBuilder *builder, const FlArg *arg, GError **error)
{
  cJSON *object = cJSON_CreateObject ();
  cJSON *list = cJSON_AddArrayToObject (object, "l");
  for (guint i = 0; i < arg->n_items; i++)
    {
      cJSON *item = make_value (builder, &arg->items[i], error);
      if (item == NULL)
        {
          cJSON_Delete (object);
          return NULL;
        }
      cJSON_AddItemToArray (list, item);
    }
  return object;
}

static cJSON *
make_value (FlSentBuilder *builder, const FlArg *arg, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gint64 integer;
  double number;
  cJSON *object;
  switch (arg->kind)
    {
    case FL_ARG_INT:
      if (fl_sym_is_real (arg->sym) && fl_sym_evaluate_real (arg->sym, fl_executor_look_up, builder->self, &number))
        return fl_sent_text_new ("f", g_ascii_dtostr (text, sizeof text, number));
      if (!fl_executor_evaluate (builder->self, arg->sym, &integer, error))
        return NULL;
      g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, integer);
      return fl_sent_text_new ("i", text);
    case FL_ARG_FLOAT: return fl_sent_text_new ("f", g_ascii_dtostr (text, sizeof text, arg->number));
    case FL_ARG_BOOL:
      object = cJSON_CreateObject ();
      cJSON_AddBoolToObject (object, "b", arg->number != 0);
      return object;
    case FL_ARG_STRING: return fl_sent_text_new ("s", arg->text);
    case FL_ARG_DTYPE: return fl_sent_text_new ("d", fl_dtype_get_short_name (arg->dtype));
    case FL_ARG_LIST:
    case FL_ARG_TUPLE: return make_list (builder, arg, error);
    default: return cJSON_CreateObject (); /* None, devices, layouts: they change no number */
    }
}

cJSON *
fl_sent_builder_make_arg (FlSentBuilder *builder, const FlBuffer *call, const FlExternArg *arg, GError **error)
{
  cJSON *object = NULL;
  if (arg->kind == FL_EXTERN_TENSOR)
    object = make_tensor_arg (builder, call, &arg->tensor, error);
  else if (arg->kind == FL_EXTERN_VALUE)
    object = make_value (builder, &arg->value, error);
  else
    {
      object = cJSON_CreateObject ();
      cJSON *list = cJSON_AddArrayToObject (object, "l");
      for (guint i = 0; i < arg->n_tensors; i++)
        {
          cJSON *item = make_tensor_arg (builder, call, &arg->tensors[i], error);
          if (item == NULL)
            {
              cJSON_Delete (object);
              return NULL;
            }
          cJSON_AddItemToArray (list, item);
        }
    }
  if (object != NULL && arg->keyword != NULL)
    cJSON_AddStringToObject (object, "k", arg->keyword);
  return object;
}

static gboolean
add_null (cJSON *list, int upto)
{
  while (cJSON_GetArraySize (list) < upto)
    cJSON_AddItemToArray (list, cJSON_CreateNull ());
  return TRUE;
}

/* The elements of a tuple are buffers of their own. */
static gboolean
add_tuple (FlSentBuilder *builder, const FlBuffer *call, cJSON *out, GError **error)
{
  const FlLowered *lowered = builder->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_buffers; i++)
    {
      const FlBuffer *element = lowered->buffers[i];
      if (element->kind != FL_BUFFER_MULTI_OUTPUT || element->n_args == 0 || element->args[0].tensor.buffer != call)
        continue;
      /* Elements that nobody reads were removed from the schedule and have no place. */
      cJSON *view = fl_schedule_find_buffer (builder->plan->schedule, element->name) == NULL
                        ? cJSON_CreateNull ()
                        : fl_sent_builder_make_view (builder, element, &element->layout, error);
      if (view == NULL)
        return FALSE;
      add_null (out, element->tuple_index + 1);
      cJSON_ReplaceItemInArray (out, element->tuple_index, view);
    }
  return TRUE;
}

gboolean
fl_sent_builder_add_results (FlSentBuilder *builder, const FlBuffer *call, cJSON *out, GError **error)
{
  switch (call->layout.kind)
    {
    case FL_LAYOUT_NONE: return TRUE;
    case FL_LAYOUT_MULTI_OUTPUT: return add_tuple (builder, call, out, error);
    case FL_LAYOUT_MUTATION:
      if (call->n_mutates > 0)
        return TRUE; /* written through the argument */
      break;
    case FL_LAYOUT_FIXED:
    case FL_LAYOUT_FLEXIBLE:
    case FL_LAYOUT_NON_OWNING: break;
    }
  cJSON *view = fl_sent_builder_make_view (builder, call, &call->layout, error);
  if (view == NULL)
    return FALSE;
  cJSON_AddItemToArray (out, view);
  return TRUE;
}
