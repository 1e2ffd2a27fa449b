/* Where the inputs and constants of programs lie, and their values. Most inputs are made by the worker. */
#include "fl-execute-private.h"

static gboolean
place_load (FlExecutor *self, const FlBuffer *buffer, GError **error)
{
  gint64 bytes;
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  if (!fl_buffer_get_size_bytes (buffer, lowered->symbols, fl_executor_look_up, self, &bytes, error))
    return FALSE;
  g_hash_table_insert (self->loads, (gpointer) buffer->name, GSIZE_TO_POINTER (self->load_bytes + 1));
  self->load_bytes += (bytes + FL_EXCHANGE_ALIGNMENT - 1) / FL_EXCHANGE_ALIGNMENT * FL_EXCHANGE_ALIGNMENT;
  return TRUE;
}

static FlNodeId
find_constant_node (const FlGraph *graph, const FlBuffer *buffer)
{
  if (buffer->fx_node.index < graph->n_nodes)
    return buffer->fx_node;
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_GET_ATTR
        && (graph->nodes[i].target == buffer->name || graph->nodes[i].name == buffer->name))
      return (FlNodeId) { i };
  return FL_NODE_NONE;
}

static gboolean
make_constants (FlExecutor *self, const FlLowered *lowered, GError **error)
{
  self->constants = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < lowered->n_constants; i++)
    {
      FlNodeId node = find_constant_node (self->graph, lowered->constants[i]);
      if (node.index == FL_NODE_NONE.index)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "constant %s has no node in the graph",
                       lowered->constants[i]->name);
          return FALSE;
        }
      const FlArray *given = fl_given_find_constant (self->request->given, self->graph->nodes[node.index].target);
      FlArray *array = given != NULL ? fl_array_dup (given)
                                     : fl_inputs_new_constant (self->graph, node, fl_executor_get_size, self, error);
      if (array == NULL || !place_load (self, lowered->constants[i], error))
        {
          fl_array_free (array);
          return FALSE;
        }
      g_ptr_array_add (self->constants, array);
    }
  return TRUE;
}

static gboolean
is_mutated (const FlLowered *lowered, const FlBuffer *input)
{
  for (guint i = 0; i < lowered->n_mutated_inputs; i++)
    if (lowered->mutated_inputs[i] == input)
      return TRUE;
  return FALSE;
}

/* Most inputs are made by the worker, where they are needed: nothing has to be copied. */
static gboolean
place_fill (FlExecutor *self, guint position, const FlBuffer *buffer, gboolean *is_filled, GError **error)
{
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset;
  FlInputFill fill;
  if (!fl_executor_evaluate_layout (self, &buffer->layout, sizes, strides, &offset, error))
    return FALSE;
  *is_filled = self->request->inputs == NULL && fl_given_find (self->request->given, FL_GIVEN_INPUT, position) == NULL
               && offset == 0 && !is_mutated (lowered, buffer)
               && fl_inputs_find_fill (self->graph, position, self->pass->options->seed, fl_executor_get_size, self,
                                       strides, &fill);
  if (*is_filled)
    g_hash_table_insert (self->fills, (gpointer) buffer->name, g_memdup2 (&fill, sizeof fill));
  return TRUE;
}

/* Only where inputs will lie: they are made while the compiler is at work. */
gboolean
fl_executor_place_inputs (FlExecutor *self, GError **error)
{
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_inputs; i++)
    {
      gboolean is_filled = FALSE;
      if (lowered->inputs[i] != NULL
          && (!place_fill (self, i, lowered->inputs[i], &is_filled, error)
              || (!is_filled && !place_load (self, lowered->inputs[i], error))))
        return FALSE;
    }
  return make_constants (self, lowered, error) && fl_stand_ins_make (self, error) && fl_interpreted_place (self, error);
}

static gboolean
store_input (FlExecutor *self, const FlBuffer *buffer, const FlArray *array, GError **error)
{
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset;
  if (!fl_executor_evaluate_layout (self, &buffer->layout, sizes, strides, &offset, error))
    return FALSE;
  gint64 place = GPOINTER_TO_SIZE (g_hash_table_lookup (self->loads, buffer->name)) - 1;
  fl_array_store (array, strides, offset, fl_worker_client_get_exchange (self->client) + place);
  return TRUE;
}

static gboolean
make_input (FlExecutor *self, guint position, const FlBuffer *buffer, GError **error)
{
  g_autoptr (FlArray) array = fl_executor_new_input (self, position, error);
  return array != NULL && store_input (self, buffer, array, error);
}

gboolean
fl_executor_store_inputs (FlExecutor *self, GError **error)
{
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  if ((self->request->inputs != NULL || self->request->verify)
      && (self->inputs = fl_executor_new_inputs (self, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL && !g_hash_table_contains (self->fills, lowered->inputs[i]->name)
        && !(self->inputs != NULL ? store_input (self, lowered->inputs[i], self->inputs->pdata[i], error)
                                  : make_input (self, i, lowered->inputs[i], error)))
      return FALSE;
  for (guint i = 0; i < lowered->n_constants; i++)
    if (!store_input (self, lowered->constants[i], self->constants->pdata[i], error))
      return FALSE;
  return fl_stand_ins_store (self, error) && fl_interpreted_store (self, error);
}
