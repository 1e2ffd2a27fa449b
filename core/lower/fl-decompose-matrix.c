/* Products of matrices and convolutions in their composite forms. */
#include "fl-decompose-table.h"
#include "fl-torch-rules.h"

#include <math.h>
#include <string.h>

DECOMPOSITION (mm);
DECOMPOSITION (bmm);
DECOMPOSITION (addmm);
DECOMPOSITION (mv);
DECOMPOSITION (dot);
DECOMPOSITION (addmv);
DECOMPOSITION (matmul);
DECOMPOSITION (linear);
DECOMPOSITION (conv_nd);
DECOMPOSITION (conv_transpose);
DECOMPOSITION (convolution);

FlArg
fl_emit_transpose_last (FlRewrite *rw, FlArg x)
{
  guint rank = fl_rewrite_rank (rw, x);
  gint64 dims[16];

  if (rank < 2 || rank > G_N_ELEMENTS (dims))
    return x;
  for (guint i = 0; i < rank; i++)
    dims[i] = i + 2 < rank ? i : i + 2 == rank ? rank - 1 : rank - 2;
  return EMIT (rw, "aten.permute.default", x, fl_arg_ints (rw, dims, rank));
}

static gboolean
is_one (const FlSym *sym)
{
  return fl_sym_is_int_value (sym, 1);
}

static gboolean
is_at_most (FlRewrite *rw, const FlSym *sym, gint64 limit)
{
  return fl_sym_known (FL_SYM_LE, sym, fl_sym_int (rw->symbols, limit));
}

static FlArg
squeeze (FlRewrite *rw, FlArg x, gint64 dim)
{
  return EMIT (rw, "aten.squeeze.dim", x, fl_arg_int (rw, dim));
}

static FlArg
sum (FlRewrite *rw, FlArg x, gint64 dim, gboolean keep)
{
  return fl_emit_reduce (rw, "aten.sum.dim_IntList", x, &dim, 1, keep);
}

static gboolean
is_low_precision (const FlTensor *tensor)
{
  return fl_dtype_is_low_precision (tensor->dtype);
}

/* --- small products (torch/_inductor/decomposition.py) ---------------------------------------- */

gboolean
decompose_mm (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg a = fl_rewrite_nth (rw, 0), b = fl_rewrite_nth (rw, 1);
  const FlTensor *left = fl_rewrite_tensor (rw, a), *right = fl_rewrite_tensor (rw, b);
  FlDtype given;

  if (left == NULL || right == NULL || left->n_dims != 2 || right->n_dims != 2
      || !rw->pass->options->decompose_products)
    return FALSE;
  if (is_one (left->sizes[1]) && fl_sym_known (FL_SYM_NE, left->sizes[0], fl_sym_int (rw->symbols, 1))
      && fl_sym_known (FL_SYM_NE, right->sizes[1], fl_sym_int (rw->symbols, 1))
      && (rw->is_gpu ? fl_options_has (rw->pass->options, FL_RULE_MM_OUTER_ON_GPU)
                     : left->dtype == right->dtype
                           && is_at_most (rw,
                                          fl_sym_add (fl_tensor_get_numel (left, rw->symbols),
                                                      fl_tensor_get_numel (right, rw->symbols)),
                                          32)))
    return fl_decompose_done (rw, MUL (fl_emit_opmath (rw, a, &given), fl_emit_opmath (rw, b, &given)), left->dtype);
  if (!rw->is_gpu && is_one (left->sizes[0]) && is_one (right->sizes[1]))
    {
      a = fl_emit_opmath (rw, a, &given);
      b = fl_emit_opmath (rw, b, &given);
      return fl_decompose_done (rw,
                                fl_emit_unsqueeze (rw, sum (rw, MUL (squeeze (rw, a, 0), squeeze (rw, b, -1)), 0, TRUE),
                                                   0),
                                given);
    }
  return FALSE;
}

gboolean
decompose_bmm (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg a = fl_rewrite_nth (rw, 0), b = fl_rewrite_nth (rw, 1);
  const FlTensor *left = fl_rewrite_tensor (rw, a), *right = fl_rewrite_tensor (rw, b);
  FlDtype given;

  if (left == NULL || right == NULL || left->n_dims != 3 || right->n_dims != 3
      || !rw->pass->options->decompose_products)
    return FALSE;
  if (fl_options_has (rw->pass->options, FL_RULE_BMM_OUTER) && is_one (left->sizes[2]) && is_one (right->sizes[1]))
    return fl_decompose_done (rw, MUL (fl_emit_opmath (rw, a, &given), fl_emit_opmath (rw, b, &given)), left->dtype);
  if (!rw->is_gpu && is_one (left->sizes[1]) && is_one (right->sizes[2]))
    {
      a = fl_emit_opmath (rw, a, &given);
      b = fl_emit_opmath (rw, b, &given);
      return fl_decompose_done (rw,
                                fl_emit_unsqueeze (rw, sum (rw, MUL (squeeze (rw, a, 1), squeeze (rw, b, -1)), 1, TRUE),
                                                   1),
                                given);
    }
  return FALSE;
}

static gboolean
is_zero (const FlArg *factor)
{
  return (factor->kind == FL_ARG_FLOAT && factor->number == 0)
         || (factor->kind == FL_ARG_INT && fl_sym_is_int_value (factor->sym, 0));
}

static FlArg
scale (FlRewrite *rw, FlArg x, const char *name)
{
  FlArg factor = fl_rewrite_get (rw, name);

  return factor.kind == FL_ARG_NONE ? MUL (x, INTEGER (1)) : MUL (x, factor);
}

gboolean
decompose_addmm (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg bias = fl_rewrite_nth (rw, 0), a = fl_rewrite_nth (rw, 1), b = fl_rewrite_nth (rw, 2), out, beta;
  const FlTensor *left = fl_rewrite_tensor (rw, a), *right = fl_rewrite_tensor (rw, b);
  FlDtype given;

  if (left == NULL || right == NULL || left->n_dims != 2 || right->n_dims != 2 || !is_one (left->sizes[0]) || rw->is_gpu
      || !rw->pass->options->decompose_products)
    return FALSE;
  given = left->dtype;
  if (is_low_precision (left))
    {
      bias = fl_emit_cast (rw, bias, FL_DTYPE_F32);
      a = fl_emit_cast (rw, a, FL_DTYPE_F32);
      b = fl_emit_cast (rw, b, FL_DTYPE_F32);
    }
  if (is_one (right->sizes[1]))
    out = fl_emit_unsqueeze (rw, sum (rw, MUL (squeeze (rw, a, 0), squeeze (rw, b, -1)), 0, TRUE), 0);
  else if (is_at_most (rw, right->sizes[0], 16) && is_at_most (rw, right->sizes[1], 16))
    out = sum (rw, MUL (fl_emit_transpose_last (rw, a), b), 0, TRUE);
  else
    return FALSE;
  out = scale (rw, out, "alpha");
  beta = fl_rewrite_get (rw, "beta");
  return fl_decompose_done (rw, is_zero (&beta) ? out : ADD (out, scale (rw, bias, "beta")), given);
}

/* --- vectors ---------------------------------------------------------------------------------- */

/* Sums of integers are 64 bits wide, products of matrices are not. */
static gboolean
finish_sum (FlRewrite *rw, FlArg out)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));

  if (tensor != NULL && !fl_dtype_is_float (tensor->dtype) && !fl_dtype_is_complex (tensor->dtype))
    out = fl_emit_cast (rw, out, tensor->dtype);
  return fl_decompose_done (rw, out, FL_DTYPE_NONE);
}

gboolean
decompose_mv (FlRewrite *rw, const FlAtenRow *row)
{
  return finish_sum (rw, sum (rw, MUL (fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1)), 1, FALSE));
}

gboolean
decompose_dot (FlRewrite *rw, const FlAtenRow *row)
{
  return finish_sum (rw, EMIT (rw, "aten.sum.default", MUL (fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1))));
}

gboolean
decompose_addmv (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg out = sum (rw, MUL (fl_rewrite_nth (rw, 1), fl_rewrite_nth (rw, 2)), 1, FALSE);
  FlArg alpha = fl_rewrite_get (rw, "alpha"), beta = fl_rewrite_get (rw, "beta"), self = fl_rewrite_nth (rw, 0);

  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 1));

  if (tensor == NULL)
    return FALSE;
  out = fl_emit_cast (rw, out, tensor->dtype); /* sums of integers are longer */
  if (alpha.kind != FL_ARG_NONE)
    out = MUL (out, alpha);
  if (is_zero (&beta)) /* with beta 0 self does not count, not even its infinities */
    return fl_decompose_done (rw, out, tensor->dtype);
  if (beta.kind != FL_ARG_NONE)
    self = MUL (self, beta);
  return fl_decompose_done (rw, ADD (out, self), tensor->dtype);
}

/* --- matmul ----------------------------------------------------------------------------------- */

/* [..., n, m] x [m, p]: the batch becomes rows. */
static FlArg
fold_and_multiply (FlRewrite *rw, FlArg a, FlArg b)
{
  const FlTensor *left = fl_rewrite_tensor (rw, a), *right = fl_rewrite_tensor (rw, b);
  guint n = left->n_dims;
  const FlSym *folded[2], **sizes = fl_arena_memdup (rw->arena, left->sizes, n * sizeof *left->sizes);
  FlArg out;

  folded[0] = fl_sym_product (rw->symbols, left->sizes, n - 1);
  folded[1] = left->sizes[n - 1];
  a = EMIT (rw, "aten.reshape.default", a, fl_arg_syms (rw, folded, 2));
  if (right->n_dims == 1)
    {
      out = EMIT (rw, "aten.mv.default", a, b);
      return EMIT (rw, "aten.reshape.default", out, fl_arg_syms (rw, sizes, n - 1));
    }
  sizes[n - 1] = right->sizes[1];
  out = EMIT (rw, "aten.mm.default", a, b);
  return EMIT (rw, "aten.reshape.default", out, fl_arg_syms (rw, sizes, n));
}

/* Expanded over the batch of both and folded to three dimensions. */
static FlArg
expand_and_fold (FlRewrite *rw, FlArg x, const FlSym *const *batch, guint n_batch)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  const FlSym **sizes = fl_arena_new (rw->arena, const FlSym *, n_batch + 2), *folded[3];

  memcpy (sizes, batch, n_batch * sizeof *sizes);
  sizes[n_batch] = folded[1] = tensor->sizes[tensor->n_dims - 2];
  sizes[n_batch + 1] = folded[2] = tensor->sizes[tensor->n_dims - 1];
  folded[0] = fl_sym_product (rw->symbols, batch, n_batch);
  x = EMIT (rw, "aten.expand.default", x, fl_arg_syms (rw, sizes, n_batch + 2));
  return EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, folded, 3));
}

static FlArg
multiply_batches (FlRewrite *rw, FlArg a, FlArg b)
{
  const FlTensor *left = fl_rewrite_tensor (rw, a), *right = fl_rewrite_tensor (rw, b);
  guint n_left = left->n_dims - 2, n_right = right->n_dims - 2, n = MAX (n_left, n_right);
  const FlSym **sizes = fl_arena_new (rw->arena, const FlSym *, n + 2);
  FlArg out;

  for (guint i = 0; i < n; i++)
    {
      const FlSym *l = i + n_left >= n ? left->sizes[i + n_left - n] : fl_sym_int (rw->symbols, 1);
      const FlSym *r = i + n_right >= n ? right->sizes[i + n_right - n] : fl_sym_int (rw->symbols, 1);

      sizes[i] = is_one (l) ? r : l;
    }
  sizes[n] = left->sizes[left->n_dims - 2];
  sizes[n + 1] = right->sizes[right->n_dims - 1];
  out = EMIT (rw, "aten.bmm.default", expand_and_fold (rw, a, sizes, n), expand_and_fold (rw, b, sizes, n));
  return EMIT (rw, "aten.reshape.default", out, fl_arg_syms (rw, sizes, n + 2));
}

gboolean
fl_emit_matmul (FlRewrite *rw, FlArg a, FlArg b, FlArg *out)
{
  guint left = fl_rewrite_rank (rw, a), right = fl_rewrite_rank (rw, b);

  if (left == 0 || right == 0)
    return FALSE;
  if (left == 1 && right == 1)
    *out = EMIT (rw, "aten.sum.default", MUL (a, b));
  else if (left == 2 && right == 1)
    *out = EMIT (rw, "aten.mv.default", a, b);
  else if (left == 1 && right == 2)
    *out = squeeze (rw, EMIT (rw, "aten.mm.default", fl_emit_unsqueeze (rw, a, 0), b), 0);
  else if (left == 2 && right == 2)
    *out = EMIT (rw, "aten.mm.default", a, b);
  else if (left >= 3 && right <= 2 && fl_tensor_is_contiguous (fl_rewrite_tensor (rw, a)))
    *out = fold_and_multiply (rw, a, b);
  else if (right == 1)
    *out = squeeze (rw, multiply_batches (rw, a, fl_emit_unsqueeze (rw, b, 1)), -1);
  else if (left == 1)
    *out = squeeze (rw, multiply_batches (rw, fl_emit_unsqueeze (rw, a, 0), b), -2);
  else
    *out = multiply_batches (rw, a, b);
  return TRUE;
}

gboolean
decompose_matmul (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg out;

  return fl_emit_matmul (rw, fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1), &out)
         && fl_decompose_done (rw, out, FL_DTYPE_NONE);
}

/* x W^T + b: addmm of the rows of x. */
gboolean
decompose_linear (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), weight = fl_rewrite_nth (rw, 1), bias = fl_rewrite_nth (rw, 2), out, transposed;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  const FlSym *folded[2], **sizes;
  guint rank;

  if (tensor == NULL || fl_rewrite_rank (rw, weight) != 2)
    return FALSE;
  rank = tensor->n_dims;
  transposed = fl_emit_transpose_last (rw, weight);
  if (bias.kind != FL_ARG_NODE || rank < 2)
    {
      if (!fl_emit_matmul (rw, x, transposed, &out))
        return FALSE;
      return fl_decompose_done (rw, bias.kind == FL_ARG_NODE ? ADD (out, bias) : out, FL_DTYPE_NONE);
    }
  if (rank == 2)
    return fl_decompose_done (rw, EMIT (rw, "aten.addmm.default", bias, x, transposed), FL_DTYPE_NONE);
  sizes = fl_arena_memdup (rw->arena, tensor->sizes, rank * sizeof *tensor->sizes);
  folded[0] = fl_sym_product (rw->symbols, tensor->sizes, rank - 1);
  folded[1] = tensor->sizes[rank - 1];
  sizes[rank - 1] = fl_rewrite_tensor (rw, weight)->sizes[0];
  x = EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, folded, 2));
  out = EMIT (rw, "aten.addmm.default", bias, x, transposed);
  return fl_decompose_done (rw, EMIT (rw, "aten.reshape.default", out, fl_arg_syms (rw, sizes, rank)), FL_DTYPE_NONE);
}

/* --- convolutions ----------------------------------------------------------------------------- */

static FlArg
get_list (FlRewrite *rw, const char *name, guint n, gint64 fallback)
{
  const FlArg *arg = fl_node_find_arg (rw->node, name);
  FlArg values[3];

  for (guint i = 0; i < n && i < 3; i++)
    {
      const FlArg *item = arg == NULL || arg->n_items == 0 ? arg : &arg->items[MIN (i, arg->n_items - 1)];

      values[i] = item != NULL && (item->kind == FL_ARG_INT || item->kind == FL_ARG_NODE) ? fl_rewrite_map (rw, item)
                                                                                          : fl_arg_int (rw, fallback);
      values[i].keyword = NULL;
    }
  return fl_arg_list (rw, values, MIN (n, 3u));
}

static gboolean
open_convolution (FlRewrite *rw, gboolean is_transposed)
{
  FlArg x = fl_rewrite_nth (rw, 0), weight = fl_rewrite_nth (rw, 1), bias = fl_rewrite_nth (rw, 2),
        padding = fl_rewrite_get (rw, "padding");
  const FlTensor *tensor = fl_rewrite_tensor (rw, weight);
  guint n = tensor != NULL ? tensor->n_dims - 2 : 0;
  FlArg list;

  if (n < 1 || n > 3 || fl_rewrite_rank (rw, x) != n + 2)
    return FALSE;
  list = get_list (rw, "padding", n, 0);
  if (padding.kind == FL_ARG_STRING && g_str_equal (padding.text, "same"))
    {
      FlArg *values = (FlArg *) list.items;
      FlArg dilation = get_list (rw, "dilation", n, 1);

      for (guint i = 0; i < n; i++)
        {
          gint64 size, step;

          if (!fl_sym_is_int (tensor->sizes[2 + i], &size) || !fl_sym_is_int (dilation.items[i].sym, &step)
              || (step * (size - 1)) % 2 != 0)
            return FALSE;
          values[i] = fl_arg_int (rw, step * (size - 1) / 2);
        }
    }
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.convolution.default", x, weight, bias, get_list (rw, "stride", n, 1), list,
                                  get_list (rw, "dilation", n, 1), fl_arg_bool (is_transposed),
                                  get_list (rw, "output_padding", n, 0),
                                  fl_arg_int (rw, fl_rewrite_get_int (rw, "groups", 1))),
                            FL_DTYPE_NONE);
}

gboolean
decompose_conv_nd (FlRewrite *rw, const FlAtenRow *row)
{
  return open_convolution (rw, FALSE);
}

gboolean
decompose_conv_transpose (FlRewrite *rw, const FlAtenRow *row)
{
  return open_convolution (rw, TRUE);
}

/* aten._convolution has the arguments of aten.convolution first. */
gboolean
decompose_convolution (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg args[9];

  if (strstr (row->name, "_convolution") == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (args); i++)
    args[i] = fl_rewrite_nth (rw, i);
  return fl_decompose_done (rw, fl_rewrite_emit (rw, "aten.convolution.default", args, G_N_ELEMENTS (args)),
                            FL_DTYPE_NONE);
}
