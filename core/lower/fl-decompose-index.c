/* Indexing, padding and resampling opened into index operators and masks. */
#include "fl-decompose-table.h"

#include <string.h>

static gboolean
get_dim (FlRewrite *rw, FlArg x, guint *dim)
{
  guint rank = fl_rewrite_rank (rw, x);
  gint64 wrapped = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", 0), rank);

  *dim = (guint) wrapped;
  return wrapped >= 0 && wrapped < rank && wrapped < 15;
}

gboolean
decompose_index_select (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  guint dim;

  return get_dim (rw, x, &dim)
         && fl_decompose_done (rw, EMIT (rw, "aten.index.Tensor", x, fl_arg_indices (rw, dim, fl_rewrite_get (rw, "index"))), FL_DTYPE_NONE);
}

static gboolean
put (FlRewrite *rw, FlArg values, gboolean accumulate)
{
  FlArg x = fl_rewrite_nth (rw, 0), indices;
  guint dim;

  if (!get_dim (rw, x, &dim))
    return FALSE;
  indices = fl_arg_indices (rw, dim, fl_rewrite_get (rw, "index"));
  return fl_decompose_done (rw, accumulate ? EMIT (rw, "aten.index_put.default", x, indices, values, fl_arg_bool (TRUE))
                                           : EMIT (rw, "aten.index_put.default", x, indices, values), FL_DTYPE_NONE);
}

gboolean
decompose_index_add (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg source = fl_rewrite_get (rw, "source"), alpha = fl_rewrite_get (rw, "alpha");

  return put (rw, alpha.kind == FL_ARG_NONE ? source : MUL (source, alpha), TRUE);
}

gboolean
decompose_index_copy (FlRewrite *rw, const FlAtenRow *row)
{
  return put (rw, fl_rewrite_get (rw, "source"), FALSE);
}

gboolean
decompose_index_fill (FlRewrite *rw, const FlAtenRow *row)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));
  FlTensor scalar;

  if (tensor == NULL)
    return FALSE;
  scalar = *tensor;
  scalar.n_dims = 0;
  return put (rw, fl_emit_full (rw, &scalar, fl_rewrite_get_float (rw, "value", 0)), FALSE);
}

/* --- gradients of views ------------------------------------------------------------------------------------------------------------ */

static FlArg
make_zeros (FlRewrite *rw)
{
  const FlTensor *tensor = fl_node_find_tensor (rw->node);

  return tensor != NULL ? fl_emit_full (rw, tensor, 0) : fl_arg_none ();
}

gboolean
decompose_slice_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg zeros = make_zeros (rw);

  if (zeros.kind == FL_ARG_NONE)
    return FALSE;
  return fl_decompose_done (rw, EMIT (rw, "aten.slice_scatter.default", zeros, fl_rewrite_nth (rw, 0), fl_rewrite_get (rw, "dim"),
                                      fl_rewrite_get (rw, "start"), fl_rewrite_get (rw, "end"), fl_rewrite_get (rw, "step")), FL_DTYPE_NONE);
}

gboolean
decompose_select_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg zeros = make_zeros (rw);

  if (zeros.kind == FL_ARG_NONE)
    return FALSE;
  return fl_decompose_done (rw, EMIT (rw, "aten.select_scatter.default", zeros, fl_rewrite_nth (rw, 0), fl_rewrite_get (rw, "dim"),
                                      fl_rewrite_get (rw, "index")), FL_DTYPE_NONE);
}

gboolean
decompose_embedding_dense_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg grad = fl_rewrite_nth (rw, 0), indices = fl_rewrite_get (rw, "indices"), count = fl_rewrite_get (rw, "num_weights");
  FlArg padding = fl_rewrite_get (rw, "padding_idx"), valid, mask, weight;
  const FlTensor *tensor = fl_node_find_tensor (rw->node);
  FlDtype given;
  FlTensor like;

  if (tensor == NULL || fl_rewrite_get_bool (rw, "scale_grad_by_freq", FALSE))
    return FALSE;
  grad = fl_emit_opmath (rw, grad, &given);
  indices = fl_emit_cast (rw, indices, FL_DTYPE_I64);
  valid = EMIT (rw, "aten.bitwise_and.Tensor", EMIT (rw, "aten.ge.Scalar", indices, fl_arg_int (rw, 0)),
                EMIT (rw, "aten.lt.Scalar", indices, count));
  mask = EMIT (rw, "aten.bitwise_and.Tensor", valid, EMIT (rw, "aten.ne.Scalar", indices, padding));
  for (guint i = fl_rewrite_rank (rw, mask); i < fl_rewrite_rank (rw, grad); i++)
    mask = EMIT (rw, "aten.unsqueeze.default", mask, fl_arg_int (rw, -1));
  like = *tensor;
  like.dtype = fl_rewrite_tensor (rw, grad)->dtype;
  weight = fl_emit_full (rw, &like, 0);
  weight = EMIT (rw, "aten._unsafe_masked_index_put_accumulate.default", weight, mask, fl_arg_list (rw, &indices, 1), grad);
  return fl_decompose_done (rw, weight, given);
}

/* --- triangles -------------------------------------------------------------------------------------------------------------------------- */

static gboolean
keep_triangle (FlRewrite *rw, const char *compare)
{
  FlArg x = fl_rewrite_nth (rw, 0), columns, rows, mask;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);

  if (tensor == NULL || tensor->n_dims < 2)
    return FALSE;
  columns = EMIT (rw, "aten.unsqueeze.default", fl_emit_positions (rw, tensor->sizes[tensor->n_dims - 1], tensor->device), fl_arg_int (rw, -2));
  rows = EMIT (rw, "aten.unsqueeze.default", fl_emit_positions (rw, tensor->sizes[tensor->n_dims - 2], tensor->device), fl_arg_int (rw, -1));
  mask = EMIT (rw, compare, SUB (columns, rows), fl_arg_int (rw, fl_rewrite_get_int (rw, "diagonal", 0)));
  if (tensor->dtype == FL_DTYPE_BOOL)
    return fl_decompose_done (rw, EMIT (rw, "aten.logical_and.default", mask, x), FL_DTYPE_NONE);
  return fl_decompose_done (rw, WHERE (mask, x, INTEGER (0)), FL_DTYPE_NONE);
}

gboolean
decompose_tril (FlRewrite *rw, const FlAtenRow *row)
{
  return keep_triangle (rw, "aten.le.Scalar");
}

gboolean
decompose_triu (FlRewrite *rw, const FlAtenRow *row)
{
  return keep_triangle (rw, "aten.ge.Scalar");
}

/* --- padding ------------------------------------------------------------------------------------------------------------------------------ */

/* Of the padded positions, where they come from: reflected at the borders, or the nearest one. */
static gboolean
pad_by_index (FlRewrite *rw, gboolean is_reflected)
{
  FlArg x = fl_rewrite_nth (rw, 0), pads = fl_rewrite_get (rw, "padding"), list[16];
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  const FlSym *syms[16];
  guint n = pads.n_items / 2, rank;

  if (tensor == NULL || n == 0 || pads.n_items > G_N_ELEMENTS (syms) || tensor->n_dims < n || tensor->n_dims > 16)
    return FALSE;
  for (guint i = 0; i < pads.n_items; i++)
    {
      const FlNode *node = fl_rewrite_find_node (rw, &pads.items[i]);

      syms[i] = node != NULL ? node->value.sym : pads.items[i].sym;
      if (syms[i] == NULL)
        return FALSE;
    }
  rank = tensor->n_dims;
  for (guint i = 0; i < rank - n; i++)
    list[i] = fl_arg_none ();
  for (guint i = 0; i < n; i++)
    {
      const FlSym *size = tensor->sizes[rank - n + i], *low = syms[2 * (n - 1 - i)], *high = syms[2 * (n - 1 - i) + 1];
      FlArg at = fl_emit_positions (rw, fl_sym_add (size, fl_sym_add (low, high)), tensor->device), last = fl_arg_sym (fl_sym_add_int (size, -1));

      if (is_reflected)
        {
          at = UNARY ("abs", SUB (at, fl_arg_sym (low)));
          at = EMIT (rw, "aten.sub.Tensor", last, UNARY ("abs", EMIT (rw, "aten.sub.Tensor", last, at)));
        }
      else
        at = EMIT (rw, "aten.clamp_max.default", EMIT (rw, "aten.clamp_min.default", SUB (at, fl_arg_sym (low)), fl_arg_int (rw, 0)), last);
      list[rank - n + i] = at;
      for (guint k = i + 1; k < n; k++)
        list[rank - n + i] = EMIT (rw, "aten.unsqueeze.default", list[rank - n + i], fl_arg_int (rw, -1));
    }
  return fl_decompose_done (rw, EMIT (rw, "aten._unsafe_index.Tensor", x, fl_arg_list (rw, list, rank)), FL_DTYPE_NONE);
}

gboolean
decompose_reflection_pad (FlRewrite *rw, const FlAtenRow *row)
{
  return pad_by_index (rw, TRUE);
}

gboolean
decompose_replication_pad (FlRewrite *rw, const FlAtenRow *row)
{
  return pad_by_index (rw, FALSE);
}

gboolean
decompose_pad (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), pads = fl_rewrite_get (rw, "pad"), mode = fl_rewrite_get (rw, "mode"), value = fl_rewrite_get (rw, "value");
  const char *how = mode.kind == FL_ARG_STRING ? mode.text : "constant";
  guint n = pads.n_items / 2;

  if (g_str_equal (how, "constant"))
    return fl_decompose_done (rw, EMIT (rw, "aten.constant_pad_nd.default", x, pads, value.kind == FL_ARG_NONE ? NUMBER (0) : value), FL_DTYPE_NONE);
  if (n < 1 || n > 2)
    return FALSE;
  if (g_str_equal (how, "reflect"))
    return fl_decompose_done (rw, EMIT (rw, n == 1 ? "aten.reflection_pad1d.default" : "aten.reflection_pad2d.default", x, pads), FL_DTYPE_NONE);
  if (g_str_equal (how, "replicate"))
    return fl_decompose_done (rw, EMIT (rw, n == 1 ? "aten.replication_pad1d.default" : "aten.replication_pad2d.default", x, pads), FL_DTYPE_NONE);
  return FALSE;
}

/* --- resampling ----------------------------------------------------------------------------------------------------------------------------- */

static double
get_scale (FlRewrite *rw, guint i, guint n, gint64 from, gint64 to, gboolean align_corners)
{
  static const char *const names[] = { "scales_h", "scales_w" };
  const FlArg *factors = fl_node_find_arg (rw->node, "scale_factors");
  double scale = n == 2 ? fl_rewrite_get_float (rw, names[i], 0) : fl_rewrite_get_float (rw, "scales", 0);

  if (factors != NULL && i < factors->n_items)
    scale = factors->items[i].kind == FL_ARG_FLOAT ? factors->items[i].number : 0;
  if (align_corners)
    return to > 1 ? (double) (from - 1) / (double) (to - 1) : 0;
  return scale > 0 ? 1.0 / scale : (double) from / (double) MAX (1, to);
}

/* Positions times the ratio of the sizes: a number where both are known or the call names it, else of the call's own sizes. */
static FlArg
scale_positions (FlRewrite *rw, FlArg at, guint i, guint n, const FlTensor *tensor, const FlSym *to, gboolean align_corners)
{
  const FlSym *from = tensor->sizes[2 + i];
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
  ratio = EMIT (rw, "aten.full.default", none, fl_arg_sym (from), fl_arg_with_keyword ("dtype", fl_arg_dtype (FL_DTYPE_F32)),
                fl_arg_with_keyword ("device", tensor->device.type != NULL ? device : fl_arg_none ()));
  return MUL (at, DIV (ratio, fl_arg_sym (to)));
}

static FlArg
as_float_positions (FlRewrite *rw, const FlSym *size, FlDevice device)
{
  return fl_emit_cast (rw, fl_emit_positions (rw, size, device), FL_DTYPE_F32);
}

gboolean
decompose_upsample_nearest (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), list[4] = { fl_arg_none (), fl_arg_none () };
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *to = fl_node_find_tensor (rw->node);
  guint n;

  if (tensor == NULL || to == NULL || tensor->n_dims < 3 || tensor->n_dims > 4)
    return FALSE;
  n = tensor->n_dims - 2;
  for (guint i = 0; i < n; i++)
    {
      FlArg at = scale_positions (rw, as_float_positions (rw, to->sizes[2 + i], tensor->device), i, n, tensor, to->sizes[2 + i], FALSE);

      at = fl_emit_cast (rw, at, FL_DTYPE_I64);
      for (guint k = i + 1; k < n; k++)
        at = EMIT (rw, "aten.unsqueeze.default", at, fl_arg_int (rw, -1));
      list[2 + i] = at;
    }
  return fl_decompose_done (rw, EMIT (rw, "aten._unsafe_index.Tensor", x, fl_arg_list (rw, list, 2 + n)), FL_DTYPE_NONE);
}

typedef struct
{
  FlArg position, low, high;
} Neighbours;

static Neighbours
find_neighbours (FlRewrite *rw, const FlTensor *tensor, const FlTensor *to, guint i, gboolean align_corners)
{
  Neighbours found;
  FlArg at = as_float_positions (rw, to->sizes[2 + i], tensor->device);
  const FlSym *column[] = { to->sizes[2 + i], fl_sym_int (rw->symbols, 1) };

  at = scale_positions (rw, align_corners ? at : ADD (at, NUMBER (0.5)), i, 2, tensor, to->sizes[2 + i], align_corners);
  at = align_corners ? at : SUB (at, NUMBER (0.5));
  at = EMIT (rw, "aten.clamp_min.default", at, NUMBER (0));
  found.position = i == 0 ? fl_emit_reshape (rw, at, column, 2) : at;
  found.low = fl_emit_cast (rw, found.position, FL_DTYPE_I64);
  found.high = EMIT (rw, "aten.clamp_max.default", ADD (found.low, INTEGER (1)), fl_arg_sym (fl_sym_add_int (tensor->sizes[2 + i], -1)));
  return found;
}

static FlArg
load_at (FlRewrite *rw, FlArg x, FlArg row, FlArg column)
{
  const FlArg list[] = { fl_arg_none (), fl_arg_none (), row, column };

  return EMIT (rw, "aten._unsafe_index.Tensor", x, fl_arg_list (rw, list, 4));
}

/* a + (b - a) * weight */
static FlArg
blend (FlRewrite *rw, FlArg a, FlArg b, FlArg weight)
{
  return ADD (a, MUL (SUB (b, a), weight));
}

gboolean
decompose_upsample_bilinear2d (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), values[4], weights[2];
  const FlTensor *tensor, *to = fl_node_find_tensor (rw->node);
  gboolean align_corners = fl_rewrite_get_bool (rw, "align_corners", FALSE);
  Neighbours rows, columns;
  FlDtype given;

  x = fl_emit_opmath (rw, x, &given);
  tensor = fl_rewrite_tensor (rw, x);
  if (tensor == NULL || to == NULL || tensor->n_dims != 4)
    return FALSE;
  rows = find_neighbours (rw, tensor, to, 0, align_corners);
  columns = find_neighbours (rw, tensor, to, 1, align_corners);
  values[0] = load_at (rw, x, rows.low, columns.low);
  values[1] = load_at (rw, x, rows.low, columns.high);
  values[2] = load_at (rw, x, rows.high, columns.low);
  values[3] = load_at (rw, x, rows.high, columns.high);
  weights[1] = SUB (columns.position, columns.low);
  weights[1] = EMIT (rw, "aten.clamp_max.default", EMIT (rw, "aten.clamp_min.default", weights[1], NUMBER (0)), NUMBER (1));
  values[0] = blend (rw, values[0], values[1], weights[1]);
  values[2] = blend (rw, values[2], values[3], weights[1]);
  weights[0] = SUB (rows.position, rows.low);
  weights[0] = EMIT (rw, "aten.clamp_max.default", EMIT (rw, "aten.clamp_min.default", weights[0], NUMBER (0)), NUMBER (1));
  return fl_decompose_done (rw, blend (rw, values[0], values[2], weights[0]), given);
}
