/* Operators that move elements about or split an operand, opened as PyTorch's decompositions do. */
#include <string.h>

#include "fl-decompose-table.h"

DECOMPOSITION (diag_embed);
DECOMPOSITION (rot90);
DECOMPOSITION (glu_backward);

/* A vector on the diagonal of a matrix of zeros, for each of the rows. */
gboolean
decompose_diag_embed (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), order[16], wide, tall, is_on;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 offset = fl_rewrite_get_int (rw, "offset", 0), dim1 = fl_rewrite_get_int (rw, "dim1", -2),
         dim2 = fl_rewrite_get_int (rw, "dim2", -1);
  gint64 amount = ABS (offset), size, n;
  FlTensor pad;
  const FlSym *sizes[16], *length;

  if (tensor == NULL || tensor->n_dims == 0 || tensor->n_dims > 14
      || !fl_sym_is_int (tensor->sizes[tensor->n_dims - 1], &size))
    return FALSE;
  n = tensor->n_dims + 1;
  dim1 = fl_rewrite_wrap (dim1, n);
  dim2 = fl_rewrite_wrap (dim2, n);
  if (dim1 < 0 || dim1 >= n || dim2 < 0 || dim2 >= n || dim1 == dim2)
    return FALSE;
  if (dim1 > dim2)
    {
      gint64 other = dim1;

      dim1 = dim2;
      dim2 = other;
      offset = -offset;
    }
  length = fl_sym_int (rw->symbols, size + amount);
  if (amount > 0)
    {
      pad = *tensor;
      memcpy (sizes, tensor->sizes, tensor->n_dims * sizeof *sizes);
      sizes[tensor->n_dims - 1] = fl_sym_int (rw->symbols, amount);
      pad.sizes = sizes;
      wide = fl_emit_full (rw, &pad, 0);
      x = EMIT (rw, "aten.cat.default",
                fl_arg_list (rw, offset > 0 ? (const FlArg[]) { wide, x } : (const FlArg[]) { x, wide }, 2),
                INTEGER (-1));
    }
  /* The vector lies along the second of the two dimensions. */
  x = fl_emit_unsqueeze (rw, x, dim1);
  for (gint64 d = 0, from = 0; d < n; d++)
    if (d == dim2)
      order[d] = INTEGER (n - 1);
    else
      order[d] = INTEGER (from++);
  x = EMIT (rw, "aten.permute.default", x, fl_arg_list (rw, order, n));
  wide = fl_emit_positions (rw, length, tensor->device);
  tall = fl_emit_positions (rw, length, tensor->device);
  if (offset != 0)
    tall = ADD (tall, INTEGER (offset));
  tall = fl_emit_unsqueeze (rw, tall, -1);
  is_on = EMIT (rw, "aten.eq.Tensor", wide, tall);
  for (gint64 d = 0; d < n; d++)
    sizes[d] = d == dim1 || d == dim2 ? length : fl_sym_int (rw->symbols, 1);
  is_on = fl_emit_reshape (rw, is_on, sizes, n);
  return fl_decompose_done (rw, WHERE (is_on, x, fl_dtype_is_float (tensor->dtype) ? NUMBER (0) : INTEGER (0)),
                            FL_DTYPE_NONE);
}

/* Quarter turns in the plane of two dimensions. */
gboolean
decompose_rot90 (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), dims = fl_rewrite_get (rw, "dims"), order[16];
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 k = fl_rewrite_get_int (rw, "k", 1), a = 0, b = 1;

  if (tensor == NULL || tensor->n_dims < 2 || tensor->n_dims > 16)
    return FALSE;
  if (dims.n_items == 2 && (!fl_sym_is_int (dims.items[0].sym, &a) || !fl_sym_is_int (dims.items[1].sym, &b)))
    return FALSE;
  a = fl_rewrite_wrap (a, tensor->n_dims);
  b = fl_rewrite_wrap (b, tensor->n_dims);
  if (a == b || MIN (a, b) < 0 || MAX (a, b) >= tensor->n_dims)
    return FALSE;
  k = (k % 4 + 4) % 4;
  if (k == 0)
    return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", x), FL_DTYPE_NONE);
  x = EMIT (rw, "prims.rev.default", x,
            k == 2 ? fl_arg_ints (rw, (const gint64[]) { a, b }, 2) : fl_arg_ints (rw, k == 1 ? &b : &a, 1));
  for (guint d = 0; d < tensor->n_dims; d++)
    order[d] = INTEGER (d == a ? b : d == b ? a : d);
  if (k != 2)
    x = EMIT (rw, "aten.permute.default", x, fl_arg_list (rw, order, tensor->n_dims));
  return fl_decompose_done (rw, x, FL_DTYPE_NONE);
}

gboolean
decompose_glu_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given),
        x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 dim, size;
  FlArg first, second, gate, slope, parts[2];

  if (tensor == NULL || tensor->n_dims == 0)
    return FALSE;
  dim = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", -1), tensor->n_dims);
  if (dim < 0 || dim >= tensor->n_dims || !fl_sym_is_int (tensor->sizes[dim], &size))
    return FALSE;
  first = EMIT (rw, "aten.slice.Tensor", x, INTEGER (dim), INTEGER (0), INTEGER (size / 2));
  second = EMIT (rw, "aten.slice.Tensor", x, INTEGER (dim), INTEGER (size / 2), INTEGER (size));
  gate = UNARY ("sigmoid", second);
  slope = MUL (SUB (NUMBER (1), gate), gate);
  parts[1] = MUL (MUL (slope, first), grad);
  parts[0] = MUL (gate, grad);
  return fl_decompose_done (rw, EMIT (rw, "aten.cat.default", fl_arg_list (rw, parts, 2), INTEGER (dim)), given);
}
