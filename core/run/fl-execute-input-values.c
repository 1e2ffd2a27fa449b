/* The values of inputs: the user's, or made from the seed. */
#include "fl-execute-private.h"

static void
append_place (GString *text, const FlArray *array, gint64 element)
{
  gint64 index[FL_MAX_DIMS];
  for (guint d = array->n_dims; d-- > 0; element /= array->sizes[d])
    index[d] = element % array->sizes[d];
  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d == 0 ? "[" : ", ", index[d]);
  g_string_append_c (text, ']');
}

/* Elements of a given tensor that lie in one place, by the strides that the graph was compiled for,
 * must be equal. */
static gboolean
check_places (FlExecutor *self, const FlGivenTensor *given, FlArray *array, GError **error)
{
  const FlTensor *tensor
      = &self->graph->nodes[self->graph->inputs[given->position].index].value.tensor; /* with this graph's symbols */
  gint64 strides[FL_MAX_DIMS], index, like;
  if (tensor->strides == NULL)
    return TRUE;
  for (guint d = 0; d < array->n_dims; d++)
    if (!fl_executor_evaluate (self, tensor->strides[d], &strides[d], error))
      return FALSE;
  if (!fl_array_share (array, strides, &index, &like))
    return TRUE;
  g_autoptr (GString) wanted = g_string_new (NULL);
  fl_tensor_append (wanted, tensor, TRUE, FALSE);
  g_autoptr (GString) places = g_string_new (NULL);
  append_place (places, array, like);
  g_string_append (places, " and ");
  append_place (places, array, index);
  g_set_error (error, FL_ERROR, FL_ERROR_SHAPE,
               "%s: %s of %s lie in one place, since the graph has it as %s, but differ: give "
               "values that are equal there",
               given->path, places->str, given->name, wanted->str);
  return FALSE;
}

FlArray *
fl_executor_new_input (FlExecutor *self, guint position, GError **error)
{
  const FlGivenTensor *given = fl_given_find_tensor (self->request->given, FL_GIVEN_INPUT, position);
  const FlSym *number = given == NULL ? fl_sizes_find_float (self->graph, position) : NULL;
  if (number != NULL)
    {
      FlArray *array = fl_array_new (FL_DTYPE_F64, 0, NULL);
      array->numbers[0] = fl_sym_bits_to_float (fl_executor_get_size (number, self));
      return array;
    }
  if (given == NULL)
    return fl_inputs_new_one (self->graph, position, self->pass->options->seed, fl_executor_get_size, self, error);
  g_autoptr (FlArray) array = fl_array_dup (given->array);
  return check_places (self, given, array, error) ? g_steal_pointer (&array) : NULL;
}

GPtrArray *
fl_executor_new_inputs (FlExecutor *self, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < self->graph->n_inputs; i++)
    {
      FlArray *array = NULL;
      if (self->request->inputs != NULL)
        array = self->request->inputs[i] == NULL ? NULL : fl_array_dup (self->request->inputs[i]);
      else if (self->graph->nodes[self->graph->inputs[i].index].value.kind == FL_VALUE_TENSOR
               && (array = fl_executor_new_input (self, i, error)) == NULL)
        return NULL;
      g_ptr_array_add (inputs, array);
    }
  return g_steal_pointer (&inputs);
}
