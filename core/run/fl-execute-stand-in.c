/* What cannot be executed for real: results of operators that nobody knows are stand-ins, the same for the reference
 * and for every variant, so that the rest of the graph runs; what rests on them is unverified. And the sentences that
 * say so. */
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-execute-private.h"

#include <string.h>

/* Only its place: the numbers are made when they are stored, since they take four times as much memory here. */
static gboolean
place_one (FlExecutor *self, guint node, int item, const FlTensor *tensor, GError **error)
{
  FlStandIn *made = g_new0 (FlStandIn, 1);
  gint64 bytes = fl_dtype_get_size_bytes (tensor->dtype), size;
  *made = (FlStandIn) { { node }, self->graph->nodes[node].origin, item, self->load_bytes };
  g_ptr_array_add (self->stand_ins, made);
  for (guint d = 0; d < tensor->n_dims; d++)
    {
      if (!fl_executor_evaluate (self, tensor->sizes[d], &size, error))
        return FALSE;
      if (size < 0 || !g_size_checked_mul ((gsize *) &bytes, bytes, size) || bytes > G_MAXINT64 / 4)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "a result of %s is too large", self->graph->nodes[node].name);
          return FALSE;
        }
    }
  self->load_bytes += (bytes + FL_EXCHANGE_ALIGNMENT - 1) / FL_EXCHANGE_ALIGNMENT * FL_EXCHANGE_ALIGNMENT;
  return TRUE;
}

gboolean
fl_stand_ins_make (FlExecutor *self, GError **error)
{
  self->stand_ins = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      const FlNode *node = &self->graph->nodes[i];
      if (node->kind != FL_NODE_CALL || !fl_calls_unknown (node->op))
        continue;
      if (node->value.kind == FL_VALUE_TENSOR && !place_one (self, i, -1, &node->value.tensor, error))
        return FALSE;
      for (guint k = 0; node->value.kind == FL_VALUE_TUPLE && k < node->value.n_items; k++)
        if (node->value.items[k].kind == FL_VALUE_TENSOR
            && !place_one (self, i, k, &node->value.items[k].tensor, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
fl_stand_ins_store (FlExecutor *self, GError **error)
{
  for (guint i = 0; i < self->stand_ins->len; i++)
    {
      const FlStandIn *made = self->stand_ins->pdata[i];
      gint64 strides[FL_MAX_DIMS];
      g_autoptr (FlArray) array
          = fl_inputs_new_stand_in (self->graph, made->node, made->item, fl_executor_get_size, self, error);
      if (array == NULL)
        return FALSE;
      fl_array_get_strides (array, strides);
      fl_array_store (array, strides, 0, fl_worker_client_get_exchange (self->client) + made->place);
    }
  return TRUE;
}

const FlStandIn *
fl_stand_ins_find (const FlExecutor *self, FlNodeId origin, int item)
{
  for (guint i = 0; i < self->stand_ins->len; i++)
    {
      const FlStandIn *made = self->stand_ins->pdata[i];
      if (made->origin.index == origin.index && made->item == item)
        return made;
    }
  return NULL;
}

/* --- what to say ------------------------------------------------------------------------------ */

static const char *
describe (const FlNode *node, FlArena *arena)
{
  if (node->kind != FL_NODE_CALL)
    return NULL;
  if (fl_calls_unknown (node->op))
    {
      const char *inner
          = node->op != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NAME ? node->args[0].text : NULL;
      return fl_arena_printf (
          arena, "%s is not known here: unverified stand-ins take the place of its results, the same for the reference",
          inner != NULL ? inner : node->target);
    }
  if (g_str_has_prefix (node->op->name, "_c10d_functional.") && node->op->op != FL_ATEN_OP_C10D_WAIT_TENSOR)
    return "collectives run as rank 0 of a group whose other ranks hold the same data and reduce nothing";
  if (node->op->kind == FL_ATEN_RANDOM && !g_str_has_prefix (node->op->name, "prims."))
    return "random numbers have PyTorch's distributions, but are drawn by another generator";
  if (strstr (node->op->name, "empty") != NULL && node->op->kind != FL_ATEN_VIEW)
    return "memory that PyTorch leaves uninitialised is zero for the reference, and is not compared where an unknown operator gets it";
  return NULL;
}

/* One sentence for all of them: graphs that were not made by AOTAutograd may have hundreds. */
static const char *
describe_constants (FlExecutor *self)
{
  enum
  {
    SHOWN = 3
  };
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      const FlNode *node = &self->graph->nodes[i];
      if (node->kind != FL_NODE_GET_ATTR || node->n_args > 0 || node->value.kind != FL_VALUE_TENSOR
          || node->n_users == 0 || fl_given_find_constant (self->request->given, node->target) != NULL)
        continue;
      if (n++ < SHOWN)
        g_string_append_printf (names, "%s%s", names->len == 0 ? "" : ", ", node->target);
    }
  if (n == 0)
    return NULL;
  return fl_arena_printf (
      self->pass->arena,
      "the values of %u constant%s are not in the file (%s%s): unverified stand-ins take their place; give them with"
      " --input NAME=FILE.npy",
      n, n == 1 ? "" : "s", names->str, n > SHOWN ? ", …" : "");
}

void
fl_execution_note_differences (FlExecutor *self)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();
  const char *constants = describe_constants (self);
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      const char *note = describe (&self->graph->nodes[i], self->pass->arena);
      if (note == NULL || g_ptr_array_find_with_equal_func (notes, note, g_str_equal, NULL))
        continue;
      g_ptr_array_add (notes, (gpointer) note);
      fl_trace_record (self->pass->trace, &(FlEvent) { .stage = FL_STAGE_RUN,
                                                       .kind = FL_EVENT_VERIFY,
                                                       .verdict = FL_VERDICT_NOTE,
                                                       .subject = { FL_REF_NODE, i, self->graph->nodes[i].name },
                                                       .reason = "not executed as on a real machine",
                                                       .facts = note });
    }
  if (constants != NULL)
    g_ptr_array_add (notes, (gpointer) constants);
  self->result->n_notes = notes->len;
  self->result->notes = fl_arena_memdup (self->pass->arena, notes->pdata, notes->len * sizeof (gpointer));
  const FlGraph *graph = self->request->graph != NULL ? self->request->graph : self->graph;
  enum
  {
    MOST = 3
  };
  for (guint i = 0, n = 0; i < graph->n_nodes && n < MOST; i++)
    {
      const char *note = fl_execution_describe_eager (graph, &graph->nodes[i], self->pass->arena);
      if (note != NULL)
        fl_execution_add_note (self, "eager PyTorch differs", note);
      n += note != NULL;
    }
}
