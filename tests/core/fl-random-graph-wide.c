/* Random graphs with more operators: kernels have special code for them, strategies do not tell them apart. */
#include "fl-random-graph.h"

static void
add_function (GraphMaker *maker, guint value)
{
  static const char *const calls[][2] = {
    { "aten.gelu.default", "" },         { "aten.silu.default", "" }, { "aten.erf.default", "" },
    { "aten.sin.default", "" },          { "aten.abs.default", "" },  { "aten.square.default", "" },
    { "aten.clamp.default", ", -1, 2" }, { "aten.sign.default", "" }, { "aten.floor.default", "" },
    { "aten.hardswish.default", "" },
  };
  guint which = graph_pick (maker, G_N_ELEMENTS (calls));
  GraphShape shape = maker->values[value];

  graph_begin (maker, calls[which][0]);
  graph_use (maker, value);
  g_string_append (maker->body, calls[which][1]);
  graph_finish (maker, shape);
}

/* Along one axis: a softmax, a scan, a reversal, every other element, a wider one. */
static void
add_along (GraphMaker *maker, guint value)
{
  GraphShape shape = maker->values[value];
  guint axis = graph_pick (maker, shape.n_dims);

  switch (graph_pick (maker, 6))
    {
    case 0:
      graph_begin (maker, "aten._softmax.default");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", %u, False", axis);
      break;
    case 1:
      graph_begin (maker, "aten._log_softmax.default");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", %u, False", axis);
      break;
    case 2:
      graph_begin (maker, "aten.cumsum.default");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", %u", axis);
      break;
    case 3:
      graph_begin (maker, "aten.flip.default");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", [%u]", axis);
      break;
    case 4:
      graph_begin (maker, "aten.slice.Tensor");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", %u, 0, %u, 2", axis, shape.sizes[axis]);
      shape.sizes[axis] = (shape.sizes[axis] + 1) / 2;
      graph_finish (maker, shape);
      value = maker->n - 1;
      graph_begin (maker, "aten.clone.default");
      graph_use (maker, value);
      g_string_append (maker->body, ", memory_format = torch.contiguous_format");
      break;
    default:
      graph_begin (maker, "aten.constant_pad_nd.default");
      graph_use (maker, value);
      g_string_append (maker->body, ", [1, 2], 0.5");
      shape.sizes[shape.n_dims - 1] += 3;
      break;
    }
  graph_finish (maker, shape);
}

static void
add_other_reduction (GraphMaker *maker, guint value)
{
  static const char *const calls[][2]
      = { { "aten.sum.dim_IntList", "" }, { "aten.amin.default", "" }, { "aten.var.correction", ", correction = 0" } };
  guint which = graph_pick (maker, G_N_ELEMENTS (calls));
  GraphShape shape = maker->values[value];
  guint axis = graph_pick (maker, shape.n_dims);

  graph_begin (maker, calls[which][0]);
  graph_use (maker, value);
  if (which == 2)
    g_string_append_printf (maker->body, ", [%u]%s, keepdim = True", axis, calls[which][1]);
  else
    g_string_append_printf (maker->body, ", [%u], True", axis);
  shape.sizes[axis] = 1;
  graph_finish (maker, shape);
}

/* One or the other, by a comparison; or there and back to another dtype. */
static void
add_choice (GraphMaker *maker, guint value)
{
  static const char *const dtypes[] = { "torch.bfloat16", "torch.float16", "torch.float64" };
  GraphShape shape = maker->values[value];

  if (graph_pick (maker, 2) == 0)
    {
      g_string_append_printf (maker->body, "        v%u_c = torch.ops.aten.gt.Scalar(v%u, 0.25)\n", maker->n, value);
      g_string_append_printf (maker->body, "        v%u = torch.ops.aten.where.self(v%u_c, v%u, 0.5", maker->n,
                              maker->n, value);
    }
  else
    {
      g_string_append_printf (maker->body, "        v%u_c = torch.ops.prims.convert_element_type.default(v%u, %s)\n",
                              maker->n, value, dtypes[graph_pick (maker, G_N_ELEMENTS (dtypes))]);
      g_string_append_printf (maker->body, "        v%u = torch.ops.prims.convert_element_type.default(v%u_c, %s",
                              maker->n, maker->n, maker->dtype);
    }
  maker->values[value].is_read = TRUE;
  graph_finish (maker, shape);
}

gboolean
graph_add_wide (GraphMaker *maker, guint value)
{
  gboolean has_dims = maker->values[value].n_dims > 0;

  if (!maker->is_wide || graph_pick (maker, 2) == 0)
    return FALSE;
  switch (graph_pick (maker, 4))
    {
    case 0: add_function (maker, value); return TRUE;
    case 1: add_choice (maker, value); return TRUE;
    case 2:
      if (has_dims)
        add_along (maker, value);
      return has_dims;
    default:
      if (has_dims)
        add_other_reduction (maker, value);
      return has_dims;
    }
}
