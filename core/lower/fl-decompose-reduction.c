/* Reductions in terms of simpler ones, and the arg form of sort. */
#include "fl-aten-ids.h"
#include "fl-decompose-table.h"

#include <math.h>

DECOMPOSITION (aminmax);
DECOMPOSITION (std);
DECOMPOSITION (linalg_vector_norm);
DECOMPOSITION (argsort);
DECOMPOSITION (prepare_softmax_online);

static FlArg
optional_list (FlRewrite *rw, FlArg dims)
{
  gint64 value;

  if (dims.kind == FL_ARG_INT && fl_sym_is_int (dims.sym, &value))
    return fl_arg_ints (rw, &value, 1);
  return dims.kind == FL_ARG_NONE ? fl_arg_ints (rw, NULL, 0) : dims;
}

gboolean
decompose_aminmax (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), dims = optional_list (rw, fl_rewrite_get (rw, "dim"));
  FlArg keep = fl_arg_bool (fl_rewrite_get_bool (rw, "keepdim", FALSE)), results[2];

  results[0] = EMIT (rw, "aten.amin.default", x, dims, keep);
  results[1] = EMIT (rw, "aten.amax.default", x, dims, keep);
  return fl_decompose_done_tuple (rw, results, 2);
}

gboolean
decompose_std (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given), dims = fl_rewrite_get (rw, "dim"), variance;
  FlArg correction = fl_rewrite_get (rw, "correction");

  if (row->op == FL_ATEN_OP_STD_DIM || row->op == FL_ATEN_OP_STD)
    correction = INTEGER (fl_rewrite_get_bool (rw, "unbiased", TRUE) ? 1 : 0);
  if (dims.kind == FL_ARG_INT)
    dims = optional_list (rw, dims);
  variance = EMIT (rw, "aten.var.correction", x, dims, fl_arg_with_keyword ("correction", correction),
                   fl_arg_with_keyword ("keepdim", fl_arg_bool (fl_rewrite_get_bool (rw, "keepdim", FALSE))));
  return fl_decompose_done (rw, UNARY ("sqrt", variance), given);
}

/* (sum |x|^p)^(1/p), and what it becomes for 0 and infinity. */
gboolean
decompose_linalg_vector_norm (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given), dims = optional_list (rw, fl_rewrite_get (rw, "dim")),
        sum;
  FlArg keep = fl_arg_bool (fl_rewrite_get_bool (rw, "keepdim", FALSE)), dtype = fl_rewrite_get (rw, "dtype");
  const char *name = row->op == FL_ATEN_OP_LINALG_VECTOR_NORM ? "ord" : "p";
  double order = fl_rewrite_get_float (rw, name, 2);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);

  if (tensor != NULL && fl_dtype_is_complex (tensor->dtype))
    {
      x = UNARY ("abs", x);
      given = tensor->dtype == FL_DTYPE_C128 ? FL_DTYPE_F64 : FL_DTYPE_F32;
    }
  if (dtype.kind == FL_ARG_DTYPE && !fl_dtype_is_complex (dtype.dtype))
    {
      given = dtype.dtype;
      x = fl_emit_cast (rw, x, fl_dtype_get_compute (given));
    }
  if (order == 0)
    return fl_decompose_done (rw,
                              EMIT (rw, "aten.sum.dim_IntList", EMIT (rw, "aten.ne.Scalar", x, NUMBER (0)), dims, keep),
                              given);
  if (isinf (order))
    return fl_decompose_done (rw,
                              EMIT (rw, order > 0 ? "aten.amax.default" : "aten.amin.default", UNARY ("abs", x), dims,
                                    keep),
                              given);
  if (fmod (order, 2) != 0)
    x = UNARY ("abs", x);
  sum = EMIT (rw, "aten.pow.Tensor_Scalar", x, order == floor (order) ? INTEGER ((gint64) order) : NUMBER (order));
  sum = dims.n_items == 0 && keep.number == 0 ? EMIT (rw, "aten.sum.default", sum)
                                              : EMIT (rw, "aten.sum.dim_IntList", sum, dims, keep);
  return fl_decompose_done (rw, EMIT (rw, "aten.pow.Tensor_Scalar", sum, NUMBER (1 / order)), given);
}

gboolean
decompose_argsort (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), stable = fl_rewrite_get (rw, "stable"), sorted;
  FlArg dim = INTEGER (fl_rewrite_get_int (rw, "dim", -1)),
        descending = fl_arg_bool (fl_rewrite_get_bool (rw, "descending", FALSE));

  if (row->op == FL_ATEN_OP_ARGSORT_STABLE)
    sorted = EMIT (rw, "aten.sort.stable", x, fl_arg_with_keyword ("stable", stable), fl_arg_with_keyword ("dim", dim),
                   fl_arg_with_keyword ("descending", descending));
  else
    sorted = EMIT (rw, "aten.sort.default", x, dim, descending);
  return fl_decompose_done (rw, fl_emit_item (rw, sorted, 1), FL_DTYPE_NONE);
}

/* A graph dumped for a GPU, looked at on the CPU: maximum and sum one after the other. */
gboolean
decompose_prepare_softmax_online (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), results[2];
  gint64 dim = fl_rewrite_get_int (rw, "dim", -1);

  if (rw->is_gpu)
    return FALSE;
  results[0] = fl_emit_reduce (rw, "aten.amax.default", x, &dim, 1, TRUE);
  results[1] = fl_emit_reduce (rw, "aten.sum.dim_IntList", UNARY ("exp", SUB (x, results[0])), &dim, 1, TRUE);
  return fl_decompose_done_tuple (rw, results, 2);
}
