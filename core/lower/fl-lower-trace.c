/* Events of lowering, and the devices that it lowers for. */
#include "fl-intern.h"
#include "fl-lowering.h"

void
fl_lower_trace (FlLowering *low, FlEventKind kind, FlVerdict verdict, const char *reason, const char *object,
                gint64 amount, const char *facts)
{
  FlEvent event = {
    .kind = kind,
    .verdict = verdict,
    .amount = amount,
    .reason = fl_intern (reason),
    .facts = facts != NULL ? fl_arena_strdup (low->arena, facts) : NULL,
  };

  if (low->node != NULL)
    event.subject = (FlRef) { FL_REF_NODE, low->id.index, low->node->name };
  if (object != NULL)
    {
      const FlRecord *record = fl_lower_find_record (low, object);

      event.object = (FlRef) { FL_REF_BUFFER, record != NULL ? record->buffer.number : 0, object };
    }
  fl_trace_record (low->pass->trace, &event);
}

static gboolean
is_gpu_type (const char *type)
{
  return type != NULL && !g_str_equal (type, "cpu") && !g_str_equal (type, "meta");
}

/* A graph traced on one device is looked at on another: on the CPU everything is there; on a GPU
 * everything is, unless the graph itself puts some things there and others not. */
FlDevice
fl_lower_map_device (FlLowering *low, FlDevice device)
{
  if (!fl_options_is_gpu (low->options))
    return (FlDevice) { fl_intern ("cpu"), -1 };
  if (low->has_gpu && device.type != NULL && !is_gpu_type (device.type))
    return (FlDevice) { fl_intern ("cpu"), -1 };
  return (FlDevice) { fl_intern ("cuda"), MAX (device.index, 0) };
}

gboolean
fl_lower_names_gpu (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].value.kind == FL_VALUE_TENSOR && is_gpu_type (graph->nodes[i].value.tensor.device.type))
      return TRUE;
  return FALSE;
}
