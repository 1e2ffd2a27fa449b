/* Indexing and padding opened into index operators and masks. */
#include "fl-aten-ids.h"
#include "fl-decompose-table.h"
#include "fl-torch-rules.h"

#include <string.h>

DECOMPOSITION (index_select);
DECOMPOSITION (index_add);
DECOMPOSITION (index_copy);
DECOMPOSITION (index_fill);
DECOMPOSITION (slice_backward);
DECOMPOSITION (select_backward);
DECOMPOSITION (embedding_dense_backward);
DECOMPOSITION (masked_index);
DECOMPOSITION (tril);
DECOMPOSITION (triu);
DECOMPOSITION (reflection_pad);
DECOMPOSITION (replication_pad);
DECOMPOSITION (pad);

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
         && fl_decompose_done (rw,
                               EMIT (rw, "aten.index.Tensor", x,
                                     fl_arg_indices (rw, dim, fl_rewrite_get (rw, "index"))),
                               FL_DTYPE_NONE);
}

static gboolean
put (FlRewrite *rw, FlArg values, gboolean accumulate)
{
  FlArg x = fl_rewrite_nth (rw, 0), indices;
  guint dim;

  if (!get_dim (rw, x, &dim))
    return FALSE;
  indices = fl_arg_indices (rw, dim, fl_rewrite_get (rw, "index"));
  return fl_decompose_done (rw,
                            accumulate ? EMIT (rw, "aten.index_put.default", x, indices, values, fl_arg_bool (TRUE))
                                       : EMIT (rw, "aten.index_put.default", x, indices, values),
                            FL_DTYPE_NONE);
}

gboolean
decompose_index_add (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg source = fl_rewrite_get (rw, "source"), alpha = fl_rewrite_get (rw, "alpha");
  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));

  if (tensor != NULL && tensor->dtype == FL_DTYPE_BF16
      && !(rw->is_gpu && fl_options_has (rw->pass->options, FL_RULE_ADDS_ROWS_OF_BF16)))
    return FALSE; /* no atomic sum of this type: a library call */

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
  if (fl_rewrite_get (rw, "value").kind == FL_ARG_NODE)
    return put (rw, fl_emit_cast (rw, fl_rewrite_get (rw, "value"), tensor->dtype), FALSE);
  scalar = *tensor;
  scalar.n_dims = 0;
  return put (rw, fl_emit_full (rw, &scalar, fl_rewrite_get_float (rw, "value", 0)), FALSE);
}

/* --- gradients of views ----------------------------------------------------------------------- */

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
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.slice_scatter.default", zeros, fl_rewrite_nth (rw, 0),
                                  fl_rewrite_get (rw, "dim"), fl_rewrite_get (rw, "start"), fl_rewrite_get (rw, "end"),
                                  fl_rewrite_get (rw, "step")),
                            FL_DTYPE_NONE);
}

gboolean
decompose_select_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg zeros = make_zeros (rw);

  if (zeros.kind == FL_ARG_NONE)
    return FALSE;
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.select_scatter.default", zeros, fl_rewrite_nth (rw, 0),
                                  fl_rewrite_get (rw, "dim"), fl_rewrite_get (rw, "index")),
                            FL_DTYPE_NONE);
}

gboolean
decompose_embedding_dense_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg grad = fl_rewrite_nth (rw, 0), indices = fl_rewrite_get (rw, "indices"),
        count = fl_rewrite_get (rw, "num_weights");
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
  weight = EMIT (rw, "aten._unsafe_masked_index_put_accumulate.default", weight, mask, fl_arg_list (rw, &indices, 1),
                 grad);
  return fl_decompose_done (rw, weight, given);
}

/* Of a tensor that has no elements nothing is read or written, whatever the indices: the fill is all that is picked. */
gboolean
decompose_masked_index (FlRewrite *rw, const FlAtenRow *row)
{
  const FlTensor *self = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0)), *picked = fl_node_find_tensor (rw->node);

  if (self == NULL || picked == NULL || !fl_sym_is_int_value (fl_tensor_get_numel (self, rw->symbols), 0))
    return FALSE;
  if (row->op == FL_ATEN_OP__UNSAFE_MASKED_INDEX_PUT_ACCUMULATE)
    return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", fl_rewrite_nth (rw, 0)), FL_DTYPE_NONE);
  return fl_decompose_done (rw, fl_emit_full (rw, picked, fl_rewrite_get_float (rw, "fill", 0)), FL_DTYPE_NONE);
}

/* --- triangles -------------------------------------------------------------------------------- */

static gboolean
keep_triangle (FlRewrite *rw, const char *compare)
{
  FlArg x = fl_rewrite_nth (rw, 0), columns, rows, mask;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);

  if (tensor == NULL || tensor->n_dims < 2)
    return FALSE;
  columns = EMIT (rw, "aten.unsqueeze.default",
                  fl_emit_positions (rw, tensor->sizes[tensor->n_dims - 1], tensor->device), fl_arg_int (rw, -2));
  rows = EMIT (rw, "aten.unsqueeze.default", fl_emit_positions (rw, tensor->sizes[tensor->n_dims - 2], tensor->device),
               fl_arg_int (rw, -1));
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

/* --- padding ---------------------------------------------------------------------------------- */

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
      FlArg at = fl_emit_positions (rw, fl_sym_add (size, fl_sym_add (low, high)), tensor->device),
            last = fl_arg_sym (fl_sym_add_int (size, -1));

      if (is_reflected)
        {
          at = UNARY ("abs", SUB (at, fl_arg_sym (low)));
          at = EMIT (rw, "aten.sub.Tensor", last, UNARY ("abs", EMIT (rw, "aten.sub.Tensor", last, at)));
        }
      else
        at = EMIT (rw, "aten.clamp_max.default",
                   EMIT (rw, "aten.clamp_min.default", SUB (at, fl_arg_sym (low)), fl_arg_int (rw, 0)), last);
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
  FlArg x = fl_rewrite_nth (rw, 0), pads = fl_rewrite_get (rw, "pad"), mode = fl_rewrite_get (rw, "mode"),
        value = fl_rewrite_get (rw, "value");
  const char *how = mode.kind == FL_ARG_STRING ? mode.text : "constant";
  guint n = pads.n_items / 2;

  if (g_str_equal (how, "constant"))
    return fl_decompose_done (rw,
                              EMIT (rw, "aten.constant_pad_nd.default", x, pads,
                                    value.kind == FL_ARG_NONE ? NUMBER (0) : value),
                              FL_DTYPE_NONE);
  if (n < 1 || n > 2)
    return FALSE;
  if (g_str_equal (how, "reflect"))
    return fl_decompose_done (rw,
                              EMIT (rw, n == 1 ? "aten.reflection_pad1d.default" : "aten.reflection_pad2d.default", x,
                                    pads),
                              FL_DTYPE_NONE);
  if (g_str_equal (how, "replicate"))
    return fl_decompose_done (rw,
                              EMIT (rw, n == 1 ? "aten.replication_pad1d.default" : "aten.replication_pad2d.default", x,
                                    pads),
                              FL_DTYPE_NONE);
  return FALSE;
}
