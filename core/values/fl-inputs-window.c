/* Which offsets suit every window. A window of kernel elements begins at -padding + stride * i; near the edges only
 * those that do not fall into the padding can have been the largest. */
#include "fl-inputs-window.h"

static gboolean
read_list (const FlNode *node, const char *name, guint n, FlInputLookUp look_up, gpointer data, gint64 *values)
{
  const FlArg *arg = fl_node_find_arg (node, name);

  if (arg == NULL || (arg->kind != FL_ARG_LIST && arg->kind != FL_ARG_TUPLE) || arg->n_items == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const FlArg *item = &arg->items[arg->n_items == 1 ? 0 : MIN (i, arg->n_items - 1)];

      if (item->kind != FL_ARG_INT || !fl_sym_evaluate (item->sym, look_up, data, &values[i]))
        return FALSE;
    }
  return TRUE;
}

FlInputWindow
fl_input_window_read (const FlNode *node, const FlTensor *offsets, FlInputLookUp look_up, gpointer data)
{
  const FlArg *kernels = fl_node_find_arg (node, "kernel_size");
  const guint n = kernels != NULL ? kernels->n_items : 0;
  gint64 sizes[FL_INPUT_WINDOW_DIMS], strides[FL_INPUT_WINDOW_DIMS], paddings[FL_INPUT_WINDOW_DIMS],
      dilations[FL_INPUT_WINDOW_DIMS];
  FlInputWindow window = { .n_dims = 0 };

  if (n == 0 || n > FL_INPUT_WINDOW_DIMS || offsets->n_dims < n
      || !read_list (node, "kernel_size", n, look_up, data, window.kernel)
      || !read_list (node, "input_size", n, look_up, data, sizes)
      || !read_list (node, "stride", n, look_up, data, strides)
      || !read_list (node, "padding", n, look_up, data, paddings)
      || !read_list (node, "dilation", n, look_up, data, dilations))
    return window;
  for (guint i = 0; i < n; i++)
    {
      gint64 n_windows, last;

      if (!fl_sym_evaluate (offsets->sizes[offsets->n_dims - n + i], look_up, data, &n_windows) || dilations[i] < 1)
        return window;
      last = strides[i] * (n_windows - 1) - paddings[i];
      window.low[i] = (paddings[i] + dilations[i] - 1) / dilations[i];
      window.high[i] = MIN (window.kernel[i] - 1, (sizes[i] - 1 - last) / dilations[i]);
      if (window.low[i] > window.high[i] || sizes[i] - 1 < last)
        return window;
    }
  window.n_dims = n;
  return window;
}

gint64
fl_input_window_draw (const FlInputWindow *window, guint64 bits)
{
  gint64 offset = 0;

  for (guint i = 0; i < window->n_dims; i++)
    {
      const guint64 range = window->high[i] - window->low[i] + 1;

      offset = offset * window->kernel[i] + window->low[i] + (gint64) (bits % range);
      bits /= range;
    }
  return offset;
}
