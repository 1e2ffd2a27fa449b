/* Resampling of lines, pictures and volumes, opened into index operators and arithmetic as
 * PyTorch's decompositions do. */
#include <string.h>

#include "fl-decompose-table.h"

DECOMPOSITION (upsample_nearest);
DECOMPOSITION (upsample_linear);

enum
{
  MAX_SPATIAL = 3
};

static double
get_scale (FlRewrite *rw, guint i, guint n, gint64 from, gint64 to, gboolean align_corners)
{
  static const char *const names[] = { "scales_d", "scales_h", "scales_w" };
  const FlArg *factors = fl_node_find_arg (rw->node, "scale_factors");
  double scale = fl_rewrite_get_float (rw, n == 1 ? "scales" : names[MAX_SPATIAL - n + i], 0);

  if (factors != NULL && i < factors->n_items)
    scale = factors->items[i].kind == FL_ARG_FLOAT ? factors->items[i].number : 0;
  if (align_corners)
    return to > 1 ? (double) (from - 1) / (double) (to - 1) : 0;
  return scale > 0 ? 1.0 / scale : (double) from / (double) MAX (1, to);
}

/* Positions times the ratio of the sizes: a number where both are known or the call names it, else of the call's own
 * sizes. */
static FlArg
scale_positions (FlRewrite *rw, FlArg at, guint i, guint n, const FlTensor *tensor, const FlTensor *result,
                 gboolean align_corners)
{
  const FlSym *from = tensor->sizes[2 + i], *to = result->sizes[2 + i];
  FlArg none = { .kind = FL_ARG_LIST }, device = { .kind = FL_ARG_DEVICE, .device = tensor->device }, ratio;
  gint64 known_from, known_to;

  if (fl_sym_is_int (from, &known_from) && fl_sym_is_int (to, &known_to))
    return MUL (at, NUMBER (get_scale (rw, i, n, known_from, known_to, align_corners)));
  if (!align_corners && get_scale (rw, i, n, 0, 1, FALSE) > 0)
    return MUL (at, NUMBER (get_scale (rw, i, n, 0, 1, FALSE)));
  if (align_corners)
    {
      from = fl_sym_add_int (from, -1);
      to = fl_sym_max (fl_sym_add_int (to, -1), fl_sym_int (rw->symbols, 1)); /* of one position, which is 0 */
    }
  ratio
      = EMIT (rw, "aten.full.default", none, fl_arg_sym (from),
              fl_arg_with_keyword ("dtype", fl_arg_dtype (tensor->dtype == FL_DTYPE_F64 ? FL_DTYPE_F64 : FL_DTYPE_F32)),
              fl_arg_with_keyword ("device", tensor->device.type != NULL ? device : fl_arg_none ()));
  return MUL (at, DIV (ratio, fl_arg_sym (to)));
}

static FlArg
as_float_positions (FlRewrite *rw, const FlSym *size, FlDevice device, FlDtype dtype)
{
  return fl_emit_cast (rw, fl_emit_positions (rw, size, device), dtype);
}

/* Places along dimension i of n, in front of those of the dimensions behind it. */
static FlArg
put_in_front (FlRewrite *rw, FlArg at, guint i, guint n)
{
  for (guint k = i + 1; k < n; k++)
    at = EMIT (rw, "aten.unsqueeze.default", at, fl_arg_int (rw, -1));
  return at;
}

gboolean
decompose_upsample_nearest (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), list[2 + MAX_SPATIAL] = { fl_arg_none (), fl_arg_none () };
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *to = fl_node_find_tensor (rw->node);
  gboolean is_exact = strstr (row->name, "exact") != NULL;
  guint n;

  if (tensor == NULL || to == NULL || tensor->n_dims < 3 || tensor->n_dims > 2 + MAX_SPATIAL)
    return FALSE;
  n = tensor->n_dims - 2;
  for (guint i = 0; i < n; i++)
    {
      FlArg at = as_float_positions (rw, to->sizes[2 + i], tensor->device, FL_DTYPE_F32);

      if (is_exact)
        at = ADD (at, NUMBER (0.5));
      list[2 + i]
          = put_in_front (rw, fl_emit_cast (rw, scale_positions (rw, at, i, n, tensor, to, FALSE), FL_DTYPE_I64), i, n);
    }
  return fl_decompose_done (rw, EMIT (rw, "aten._unsafe_index.Tensor", x, fl_arg_list (rw, list, 2 + n)),
                            FL_DTYPE_NONE);
}

typedef struct
{
  FlArg position, low, high;
} Neighbours;

static Neighbours
find_neighbours (FlRewrite *rw, const FlTensor *tensor, const FlTensor *to, guint i, guint n, gboolean align_corners)
{
  FlDtype dtype = tensor->dtype == FL_DTYPE_F64 ? FL_DTYPE_F64 : FL_DTYPE_F32;
  const FlSym *sizes[MAX_SPATIAL];
  Neighbours found;
  FlArg at = as_float_positions (rw, to->sizes[2 + i], tensor->device, dtype);

  at = scale_positions (rw, align_corners ? at : ADD (at, NUMBER (0.5)), i, n, tensor, to, align_corners);
  at = align_corners ? at : SUB (at, NUMBER (0.5));
  at = EMIT (rw, "aten.clamp_min.default", at, NUMBER (0));
  for (guint k = i; k < n; k++)
    sizes[k - i] = k == i ? to->sizes[2 + i] : fl_sym_int (rw->symbols, 1);
  found.position = n - i > 1 ? fl_emit_reshape (rw, at, sizes, n - i) : at;
  found.low = fl_emit_cast (rw, found.position, FL_DTYPE_I64);
  found.high = EMIT (rw, "aten.clamp_max.default", ADD (found.low, INTEGER (1)),
                     fl_arg_sym (fl_sym_add_int (tensor->sizes[2 + i], -1)));
  return found;
}

/* The neighbours of every place, those along the last dimension next to each other: 2^n values,
 * then half as many for each dimension. */
gboolean
decompose_upsample_linear (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), values[1 << MAX_SPATIAL];
  const FlTensor *tensor, *to = fl_node_find_tensor (rw->node);
  gboolean align_corners = fl_rewrite_get_bool (rw, "align_corners", FALSE);
  Neighbours all[MAX_SPATIAL];
  FlDtype given;
  guint n;

  x = fl_emit_opmath (rw, x, &given);
  tensor = fl_rewrite_tensor (rw, x);
  if (tensor == NULL || to == NULL || tensor->n_dims < 3 || tensor->n_dims > 2 + MAX_SPATIAL)
    return FALSE;
  n = tensor->n_dims - 2;
  for (guint i = 0; i < n; i++)
    all[i] = find_neighbours (rw, tensor, to, i, n, align_corners);
  for (guint which = 0; which < 1u << n; which++)
    {
      FlArg list[2 + MAX_SPATIAL] = { fl_arg_none (), fl_arg_none () };

      for (guint i = 0; i < n; i++)
        list[2 + i] = which >> (n - 1 - i) & 1 ? all[i].high : all[i].low;
      values[which] = EMIT (rw, "aten._unsafe_index.Tensor", x, fl_arg_list (rw, list, 2 + n));
    }
  for (guint i = n; i-- > 0;)
    {
      FlArg weight = SUB (all[i].position, all[i].low);

      weight = EMIT (rw, "aten.clamp_max.default", EMIT (rw, "aten.clamp_min.default", weight, NUMBER (0)), NUMBER (1));
      for (guint k = 0; k < 1u << i; k++) /* a + (b - a) * weight */
        values[k] = ADD (values[2 * k], MUL (SUB (values[2 * k + 1], values[2 * k]), weight));
    }
  return fl_decompose_done (rw, values[0], given);
}
