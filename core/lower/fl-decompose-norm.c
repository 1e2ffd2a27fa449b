/* Softmax and normalizations opened into reductions and arithmetic, as PyTorch does. */
#include "fl-decompose-table.h"
#include "fl-torch-rules.h"

#include <math.h>
#include <string.h>

DECOMPOSITION (softmax);
DECOMPOSITION (log_softmax);
DECOMPOSITION (safe_softmax);
DECOMPOSITION (softmax_backward);
DECOMPOSITION (log_softmax_backward);
DECOMPOSITION (logsumexp);
DECOMPOSITION (layer_norm);
DECOMPOSITION (rms_norm);
DECOMPOSITION (group_norm);

static FlArg
contiguous (FlRewrite *rw, FlArg x)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  FlArg format = { .kind = FL_ARG_NAME, .text = "torch.contiguous_format" };

  if (tensor == NULL || tensor->strides == NULL || fl_tensor_is_contiguous (tensor))
    return x;
  return EMIT (rw, "aten.clone.default", x, fl_arg_with_keyword ("memory_format", format));
}

/* --- softmax ---------------------------------------------------------------------------------- */

static gboolean
open_softmax (FlRewrite *rw, gboolean is_log)
{
  FlArg x = contiguous (rw, fl_rewrite_nth (rw, 0)), shifted, exp, sum;
  gint64 dim = fl_rewrite_get_int (rw, "dim", -1);
  FlArg dtype = fl_rewrite_get (rw, "dtype");
  FlDtype given = FL_DTYPE_NONE;

  if (dtype.kind == FL_ARG_DTYPE)
    x = fl_emit_cast (rw, x, dtype.dtype);
  x = fl_emit_opmath (rw, x, &given);
  if (fl_rewrite_get_bool (rw, "half_to_float", FALSE))
    given = FL_DTYPE_F32;
  shifted = SUB (x, fl_emit_reduce (rw, "aten.amax.default", x, &dim, 1, TRUE));
  exp = UNARY ("exp", shifted);
  sum = fl_emit_reduce (rw, "aten.sum.dim_IntList", exp, &dim, 1, TRUE);
  return fl_decompose_done (rw, is_log ? SUB (shifted, UNARY ("log", sum)) : DIV (exp, sum), given);
}

gboolean
decompose_softmax (FlRewrite *rw, const FlAtenRow *row)
{
  return open_softmax (rw, FALSE);
}

gboolean
decompose_log_softmax (FlRewrite *rw, const FlAtenRow *row)
{
  return open_softmax (rw, TRUE);
}

/* Rows that are masked out altogether give zeros. */
gboolean
decompose_safe_softmax (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), dtype = fl_rewrite_get (rw, "dtype"), out, rows;
  gint64 dim = fl_rewrite_get_int (rw, "dim", -1);
  const FlTensor *tensor;

  out = EMIT (rw, "aten.softmax.int", x, fl_arg_int (rw, dim), dtype);
  tensor = fl_rewrite_tensor (rw, out);
  if (tensor == NULL)
    return FALSE;
  rows = EMIT (rw, "aten.eq.Scalar", x, NUMBER (-INFINITY));
  rows = EMIT (rw, "aten.all.dim", rows, fl_arg_int (rw, dim), fl_arg_bool (TRUE));
  return fl_decompose_done (rw, WHERE (rows, fl_emit_full (rw, tensor, 0), out), FL_DTYPE_NONE);
}

gboolean
decompose_softmax_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given),
        y = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  FlArg dtype = fl_rewrite_get (rw, "input_dtype"), product = MUL (grad, y), sum;
  gint64 dim = fl_rewrite_get_int (rw, "dim", -1);

  sum = fl_emit_reduce (rw, "aten.sum.dim_IntList", product, &dim, 1, TRUE);
  if (fl_options_has (rw->pass->options, FL_RULE_SOFTMAX_GRADIENT_BY_FMA))
    product = EMIT (rw, "prims.fma.default", UNARY ("neg", y), sum, product);
  else
    product = SUB (product, MUL (y, sum));
  return fl_decompose_done (rw, product, dtype.kind == FL_ARG_DTYPE ? dtype.dtype : given);
}

gboolean
decompose_log_softmax_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given),
        y = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  FlArg dtype = fl_rewrite_get (rw, "input_dtype"), exp = UNARY ("exp", y), sum;
  gint64 dim = fl_rewrite_get_int (rw, "dim", -1);

  sum = fl_emit_reduce (rw, "aten.sum.dim_IntList", grad, &dim, 1, TRUE);
  return fl_decompose_done (rw, SUB (grad, MUL (exp, sum)), dtype.kind == FL_ARG_DTYPE ? dtype.dtype : given);
}

gboolean
decompose_logsumexp (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), dims = fl_rewrite_get (rw, "dim"), keep = fl_arg_bool (TRUE), maximum, zero,
        infinite, sum;
  gboolean keepdim = fl_rewrite_get_bool (rw, "keepdim", FALSE);
  const FlTensor *tensor;
  FlTensor scalar;

  tensor = fl_rewrite_tensor (rw, x);
  if (tensor != NULL && !fl_dtype_is_float (tensor->dtype) && !fl_dtype_is_complex (tensor->dtype))
    x = fl_emit_cast (rw, x, FL_DTYPE_F32);
  maximum = EMIT (rw, "aten.amax.default", x, dims, keep);
  tensor = fl_rewrite_tensor (rw, maximum);
  if (tensor == NULL)
    return FALSE;
  scalar = *tensor;
  scalar.n_dims = 0;
  infinite = EMIT (rw, "aten.eq.Scalar", UNARY ("abs", maximum), NUMBER (INFINITY));
  zero = fl_emit_full (rw, &scalar, 0);
  maximum = EMIT (rw, "aten.where.self", infinite, zero, maximum);
  sum = EMIT (rw, "aten.sum.dim_IntList", UNARY ("exp", SUB (x, maximum)), dims, fl_arg_bool (keepdim));
  if (!keepdim)
    maximum = EMIT (rw, dims.kind == FL_ARG_LIST ? "aten.squeeze.dims" : "aten.squeeze.dim", maximum, dims);
  return fl_decompose_done (rw, ADD (UNARY ("log", sum), maximum), FL_DTYPE_NONE);
}

/* --- mean and variance over dimensions -------------------------------------------------------- */

/* variance, mean over the dims, kept. */
static void
emit_var_mean (FlRewrite *rw, FlArg x, const gint64 *dims, guint n, FlArg *variance, FlArg *mean)
{
  FlArg both = EMIT (rw, "aten.var_mean.correction", x, fl_arg_ints (rw, dims, n),
                     fl_arg_with_keyword ("correction", fl_arg_int (rw, 0)),
                     fl_arg_with_keyword ("keepdim", fl_arg_bool (TRUE)));

  *variance = fl_emit_item (rw, both, 0);
  *mean = fl_emit_item (rw, both, 1);
}

gboolean
decompose_layer_norm (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = contiguous (rw, fl_rewrite_nth (rw, 0)), weight = fl_rewrite_get (rw, "weight"),
        bias = fl_rewrite_get (rw, "bias");
  FlArg variance, mean, rstd, out, results[3];
  const FlArg *shape = fl_node_find_arg (rw->node, "normalized_shape");
  guint rank = fl_rewrite_rank (rw, x), n = shape != NULL ? shape->n_items : 0;
  gint64 dims[16];
  FlDtype given;

  if (n == 0 || n > rank || n > G_N_ELEMENTS (dims))
    return FALSE;
  for (guint i = 0; i < n; i++)
    dims[i] = rank - n + i;
  x = fl_emit_opmath (rw, x, &given);
  emit_var_mean (rw, x, dims, n, &variance, &mean);
  rstd = UNARY ("rsqrt", ADD (variance, NUMBER (fl_rewrite_get_float (rw, "eps", 1e-5))));
  out = MUL (SUB (x, mean), rstd);
  if (weight.kind == FL_ARG_NODE)
    out = MUL (out, weight);
  if (bias.kind == FL_ARG_NODE)
    out = ADD (out, bias);
  results[0] = fl_emit_cast (rw, out, given);
  if (strstr (row->name, "native") == NULL)
    return fl_decompose_done (rw, results[0], FL_DTYPE_NONE);
  results[1] = rw->is_gpu ? mean : fl_emit_cast (rw, mean, given);
  results[2] = rw->is_gpu ? rstd : fl_emit_cast (rw, rstd, given);
  return fl_decompose_done_tuple (rw, results, 3);
}

gboolean
decompose_rms_norm (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), weight = fl_rewrite_get (rw, "weight"), mean, rstd, out, results[2];
  const FlArg *shape = fl_node_find_arg (rw->node, "normalized_shape");
  guint rank = fl_rewrite_rank (rw, x), n = shape != NULL ? shape->n_items : 0;
  gint64 dims[16];
  FlDtype given;

  if (n == 0 || n > rank || n > G_N_ELEMENTS (dims))
    return FALSE;
  for (guint i = 0; i < n; i++)
    dims[i] = rank - 1 - i;
  x = fl_emit_opmath (rw, x, &given);
  mean
      = fl_emit_reduce (rw, "aten.mean.dim", EMIT (rw, "aten.pow.Tensor_Scalar", x, fl_arg_int (rw, 2)), dims, n, TRUE);
  rstd = UNARY ("rsqrt", EMIT (rw, "aten.add.Scalar", mean,
                               NUMBER (fl_rewrite_get_float (rw, "eps",
                                                             given == FL_DTYPE_F64 ? 2.220446049250313e-16
                                                                                   : 1.1920928955078125e-07))));
  out = MUL (x, rstd);
  if (weight.kind == FL_ARG_NODE)
    out = MUL (out, weight);
  results[0] = fl_emit_cast (rw, out, given);
  results[1] = rstd;
  return strstr (row->name, "_fused") != NULL ? fl_decompose_done_tuple (rw, results, 2)
                                              : fl_decompose_done (rw, results[0], FL_DTYPE_NONE);
}

/* --- groups of channels ----------------------------------------------------------------------- */

typedef struct
{
  FlArg x, weight, bias, mean, rstd;
  const FlTensor *tensor;
  const FlSym *batch, *channels;
  gint64 groups;
} Groups;

static FlArg
unsqueeze_spatial (FlRewrite *rw, FlArg x, guint rank, gboolean with_batch)
{
  if (with_batch)
    x = fl_emit_unsqueeze (rw, x, 0);
  for (guint i = 2; i < rank; i++)
    x = fl_emit_unsqueeze (rw, x, i);
  return x;
}

/* On a CPU weight and bias are folded with the statistics first: one multiplication and one addition an element. */
static FlArg
scale_folded (FlRewrite *rw, const Groups *groups)
{
  const FlSym *one = fl_sym_int (rw->symbols, 1), *count = fl_sym_int (rw->symbols, groups->groups);
  const FlSym *shape[] = { one, count, fl_sym_floor_div (groups->channels, count), one };
  const FlSym *sizes[] = { groups->batch, groups->channels }, *strides[] = { groups->channels, one };
  FlArg w = MUL (groups->rstd, fl_emit_reshape (rw, groups->weight, shape, 4)),
        b = MUL (UNARY ("neg", groups->mean), w);

  if (groups->bias.kind == FL_ARG_NODE)
    b = ADD (b, fl_emit_reshape (rw, groups->bias, shape, 4));
  w = EMIT (rw, "aten.as_strided.default", w, fl_arg_syms (rw, sizes, 2), fl_arg_syms (rw, strides, 2));
  b = EMIT (rw, "aten.as_strided.default", b, fl_arg_syms (rw, sizes, 2), fl_arg_syms (rw, strides, 2));
  w = unsqueeze_spatial (rw, w, groups->tensor->n_dims, FALSE);
  b = unsqueeze_spatial (rw, b, groups->tensor->n_dims, FALSE);
  return ADD (MUL (groups->x, w), b);
}

static FlArg
scale_plain (FlRewrite *rw, const Groups *groups, FlArg reshaped)
{
  FlArg out = MUL (SUB (reshaped, groups->mean), groups->rstd);

  out = fl_emit_reshape (rw, out, groups->tensor->sizes, groups->tensor->n_dims);
  if (groups->weight.kind == FL_ARG_NODE)
    out = MUL (out, unsqueeze_spatial (rw, groups->weight, groups->tensor->n_dims, TRUE));
  if (groups->bias.kind == FL_ARG_NODE)
    out = ADD (out, unsqueeze_spatial (rw, groups->bias, groups->tensor->n_dims, TRUE));
  return out;
}

gboolean
decompose_group_norm (FlRewrite *rw, const FlAtenRow *row)
{
  gboolean is_native = strstr (row->name, "native") != NULL;
  Groups groups = { .x = fl_rewrite_nth (rw, 0),
                    .weight = fl_rewrite_get (rw, "weight"),
                    .bias = fl_rewrite_get (rw, "bias"),
                    .groups = fl_rewrite_get_int (rw, is_native ? "group" : "num_groups", 1) };
  const gint64 dims[] = { 2, 3 };
  const FlSym *shape[4];
  FlArg reshaped, variance, results[3];
  FlDtype given;

  groups.x = fl_emit_opmath (rw, groups.x, &given);
  groups.tensor = fl_rewrite_tensor (rw, groups.x);
  if (groups.tensor == NULL || groups.tensor->n_dims < 2 || groups.groups < 1)
    return FALSE;
  groups.batch = groups.tensor->sizes[0];
  groups.channels = groups.tensor->sizes[1];
  shape[0] = groups.batch;
  shape[1] = fl_sym_int (rw->symbols, groups.groups);
  shape[2] = fl_sym_floor_div (groups.channels, shape[1]);
  shape[3] = fl_sym_product (rw->symbols, groups.tensor->sizes + 2, groups.tensor->n_dims - 2);
  reshaped = EMIT (rw, "aten.reshape.default", groups.x, fl_arg_syms (rw, shape, 4));
  emit_var_mean (rw, reshaped, dims, 2, &variance, &groups.mean);
  groups.rstd = UNARY ("rsqrt", ADD (variance, NUMBER (fl_rewrite_get_float (rw, "eps", 1e-5))));
  results[0] = !rw->is_gpu && groups.weight.kind == FL_ARG_NODE ? scale_folded (rw, &groups)
                                                                : scale_plain (rw, &groups, reshaped);
  results[0] = fl_emit_cast (rw, results[0], given);
  if (!is_native)
    return fl_decompose_done (rw, results[0], FL_DTYPE_NONE);
  results[1] = EMIT (rw, "aten.squeeze.dims", fl_emit_cast (rw, groups.mean, given), fl_arg_ints (rw, dims, 2));
  results[2] = EMIT (rw, "aten.squeeze.dims", fl_emit_cast (rw, groups.rstd, given), fl_arg_ints (rw, dims, 2));
  return fl_decompose_done_tuple (rw, results, 3);
}
