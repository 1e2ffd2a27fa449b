#include "fl-graph-device.h"

#include <string.h>

#include "fl-file.h"
#include "fl-formats.h"
#include "fl-intern.h"

FlDevice
fl_graph_get_device (const FlGraph *graph)
{
  FlDevice found = { NULL, -1 };

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlValue *value = &graph->nodes[i].value;

      if (value->kind != FL_VALUE_TENSOR || value->tensor.device.type == NULL)
        continue;
      if (!g_str_equal (value->tensor.device.type, "cpu"))
        return value->tensor.device;
      found = value->tensor.device;
    }
  return found;
}

/* An input that is a tensor whose device nobody says. */
static gboolean
lacks_device (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlValue *value = &graph->nodes[graph->inputs[i].index].value;

      if (value->kind == FL_VALUE_UNKNOWN || (value->kind == FL_VALUE_TENSOR && value->tensor.device.type == NULL))
        return TRUE;
    }
  return FALSE;
}

static void
set_device (FlGraph *graph, FlDevice device)
{
  for (guint i = 0; i < graph->n_inputs; i++)
    {
      FlNode *node = &graph->nodes[graph->inputs[i].index];

      if (node->value.kind == FL_VALUE_TENSOR && node->value.tensor.device.type == NULL)
        {
          node->value.tensor.device = device;
          node->annotated = node->value;
        }
    }
}

/* --- the files beside ------------------------------------------------------------------------- */

/* The device that stands after what, as in "FixedLayout('cuda:0'" or "empty_strided_cuda(". */
static gboolean
read_device (const char *text, gsize length, const char *what, FlDevice *device)
{
  const char *end = text + length;
  const char *at = text;
  g_autofree char *type = NULL;
  gsize n = 0;

  at = memmem (at, end - at, what, strlen (what));
  if (at == NULL)
    return FALSE;
  at += strlen (what);
  while (at + n < end && g_ascii_isalpha (at[n]))
    n++;
  if (n == 0)
    return FALSE;
  type = g_strndup (at, n);
  device->type = fl_intern (type);
  device->index = at + n + 1 < end && at[n] == ':' && g_ascii_isdigit (at[n + 1]) ? at[n + 1] - '0' : -1;
  return TRUE;
}

/* Of two devices in one text (a number on the CPU beside a GPU's tensors) the one that is no CPU. */
static gboolean
find_in_text (const char *text, gsize length, FlDevice *device)
{
  static const char *const marks[] = { "Layout('",      "Layout(device('", "group.device = ", "empty_strided_",
                                       "device(type='", "rand_strided_",   "device='" };
  FlDevice found;
  gboolean is_found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (read_device (text, length, marks[i], &found) && (!is_found || g_str_equal (device->type, "cpu")))
      {
        *device = found;
        is_found = TRUE;
      }
  if (!is_found && memmem (text, length, "cpp_fused", strlen ("cpp_fused")) != NULL)
    {
      *device = (FlDevice) { fl_intern ("cpu"), -1 };
      is_found = TRUE;
    }
  return is_found;
}

static gboolean
find_in_file (FlGraph *graph, const char *path, FlDevice *device)
{
  g_autofree char *text = NULL, *name = NULL;
  gsize length;

  if (path == NULL || !fl_file_read (path, &text, &length, NULL) || !find_in_text (text, length, device))
    return FALSE;
  name = g_path_get_basename (path);
  graph->device_why = fl_arena_strdup (graph->arena, name);
  return TRUE;
}

static void
read_inputs (FlGraph *graph, const char *path)
{
  g_autofree char *text = NULL, *name = NULL;
  gboolean is_said = fl_graph_get_device (graph).type != NULL;
  gsize length;

  if (path == NULL || !fl_file_read (path, &text, &length, NULL))
    return;
  fl_fx_read_load_args (graph, text, text + length);
  fl_fx_read_constants (graph, text, text + length);
  name = g_path_get_basename (path);
  if (!is_said && fl_graph_get_device (graph).type != NULL)
    graph->device_why = fl_arena_strdup (graph->arena, name);
}

void
fl_graph_settle_device (FlGraph *graph, const FlDebugFolder *folder)
{
  FlDevice device = { NULL, -1 };
  gboolean is_own = fl_graph_get_device (graph).type != NULL && !lacks_device (graph);

  if (graph->device_why != NULL) /* settled before */
    return;
  if (folder != NULL)
    read_inputs (graph, folder->runnable_path);
  if (folder != NULL && lacks_device (graph)
      && (find_in_file (graph, folder->code_path, &device) || find_in_file (graph, folder->pre_path, &device)
          || find_in_file (graph, folder->post_path, &device)))
    set_device (graph, device);
  if (is_own || (graph->device_why == NULL && fl_graph_get_device (graph).type != NULL))
    graph->device_why = "its own text";
}
