/* Negative log likelihood and cross entropy: the logarithm of the probability of one class a row, rows with the ignored
 * class left out. */
#include "fl-aten-ids.h"
#include "fl-decompose-table.h"

DECOMPOSITION (nll_loss);
DECOMPOSITION (nll_loss_backward);
DECOMPOSITION (cross_entropy);

static FlArg
sum_all (FlRewrite *rw, FlArg x)
{
  return EMIT (rw, "aten.sum.default", x);
}

static FlArg
is_counted (FlRewrite *rw, FlArg target, gint64 ignored)
{
  return EMIT (rw, "aten.ne.Scalar", target, INTEGER (ignored));
}

/* One class a row: gather and drop the dimension of classes. */
static FlArg
pick (FlRewrite *rw, FlArg x, gint64 dim, FlArg classes)
{
  return EMIT (rw, "aten.squeeze.dim", EMIT (rw, "aten.gather.default", x, INTEGER (dim), classes), INTEGER (dim));
}

/* A weight a class, shaped to go along x. */
static FlArg
shape_weight (FlRewrite *rw, FlArg weight, guint rank, gint64 dim)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, weight);
  const FlSym **sizes;

  if (tensor == NULL || rank < 2)
    return weight;
  sizes = fl_arena_new (rw->arena, const FlSym *, rank);
  for (guint i = 0; i < rank; i++)
    sizes[i] = i == dim ? tensor->sizes[0] : fl_sym_int (rw->symbols, 1);
  return fl_emit_reshape (rw, weight, sizes, rank);
}

/* results: the loss, and what the mean was divided by. FALSE: shapes are not known. */
static gboolean
open_nll_loss (FlRewrite *rw, FlArg x, FlArg target, FlArg weight, gint64 how, gint64 ignored, FlArg *results)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  guint rank = fl_rewrite_rank (rw, x);
  gint64 dim = rank < 2 ? 0 : 1;
  FlArg classes, loss, wide = weight;
  FlTensor scalar;

  if (tensor == NULL || rank == 0 || fl_rewrite_tensor (rw, target) == NULL)
    return FALSE;
  scalar = *tensor;
  scalar.n_dims = 0;
  if (weight.kind == FL_ARG_NODE)
    {
      wide = shape_weight (rw, weight, rank, dim);
      x = MUL (x, wide);
    }
  classes = WHERE (is_counted (rw, target, ignored), target, INTEGER (0));
  classes = fl_emit_unsqueeze (rw, classes, dim);
  loss = UNARY ("neg", pick (rw, x, dim, classes));
  loss = WHERE (is_counted (rw, target, ignored), loss, NUMBER (0));
  if (how == FL_LOSS_KEEP && rank > 1)
    {
      results[0] = loss;
      results[1] = fl_emit_full (rw, &scalar, 0);
      return TRUE;
    }
  if (weight.kind == FL_ARG_NODE)
    {
      wide = EMIT (rw, "aten.expand.default", wide, fl_arg_syms (rw, tensor->sizes, rank));
      results[1] = sum_all (rw, WHERE (is_counted (rw, target, ignored), pick (rw, wide, dim, classes), NUMBER (0)));
    }
  else
    results[1] = fl_emit_cast (rw, sum_all (rw, is_counted (rw, target, ignored)), scalar.dtype);
  results[0] = how == FL_LOSS_SUM    ? sum_all (rw, loss)
               : how == FL_LOSS_MEAN ? DIV (sum_all (rw, loss), results[1])
                                     : loss;
  return TRUE;
}

gboolean
decompose_nll_loss (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg results[2];

  if (!open_nll_loss (rw, fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1), fl_rewrite_get (rw, "weight"),
                      fl_rewrite_get_int (rw, "reduction", FL_LOSS_MEAN), fl_rewrite_get_int (rw, "ignore_index", -100),
                      results))
    return FALSE;
  if (row->op == FL_ATEN_OP_NLL_LOSS_ND)
    return fl_decompose_done (rw, results[0], FL_DTYPE_NONE);
  return fl_decompose_done_tuple (rw, results, 2);
}

/* -1 where the class is, 0 elsewhere: Inductor writes the scatter onto a constant as a comparison. */
static FlArg
mark_class (FlRewrite *rw, FlArg classes, const FlTensor *like, gint64 dim)
{
  FlArg device = { .kind = FL_ARG_DEVICE }, range, wide;
  const FlSym **sizes = fl_arena_new (rw->arena, const FlSym *, like->n_dims);
  FlTensor scalar = *like;

  device.device = like->device;
  scalar.n_dims = 0;
  for (guint i = 0; i < like->n_dims; i++)
    sizes[i] = i == dim ? like->sizes[i] : fl_sym_int (rw->symbols, 1);
  wide = EMIT (rw, "aten.expand.default", classes, fl_arg_syms (rw, like->sizes, like->n_dims));
  range = EMIT (rw, "prims.iota.default", fl_arg_sym (like->sizes[dim]), fl_arg_with_keyword ("start", INTEGER (0)),
                fl_arg_with_keyword ("step", INTEGER (1)), fl_arg_with_keyword ("dtype", fl_arg_dtype (FL_DTYPE_I64)),
                fl_arg_with_keyword ("device", device), fl_arg_with_keyword ("requires_grad", fl_arg_bool (FALSE)));
  range = fl_emit_reshape (rw, range, sizes, like->n_dims);
  return EMIT (rw, "aten.where.self", EMIT (rw, "aten.eq.Tensor", wide, range), fl_emit_full (rw, &scalar, -1),
               fl_emit_full (rw, &scalar, 0));
}

gboolean
decompose_nll_loss_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg gradient = fl_rewrite_nth (rw, 0), x = fl_rewrite_nth (rw, 1), target = fl_rewrite_nth (rw, 2), classes;
  FlArg weight = fl_rewrite_get (rw, "weight");
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 ignored = fl_rewrite_get_int (rw, "ignore_index", -100), dim;
  guint rank;

  if (tensor == NULL || tensor->n_dims == 0 || fl_rewrite_tensor (rw, target) == NULL)
    return FALSE;
  dim = tensor->n_dims < 2 ? 0 : 1;
  if (fl_rewrite_get_int (rw, "reduction", FL_LOSS_MEAN) == FL_LOSS_MEAN)
    gradient = DIV (gradient, fl_rewrite_get (rw, "total_weight"));
  if (tensor->n_dims == 1 && fl_rewrite_rank (rw, target) > 0)
    target = EMIT (rw, "aten.select.int", target, INTEGER (0), INTEGER (0));
  target = fl_emit_unsqueeze (rw, target, dim);
  classes = WHERE (is_counted (rw, target, ignored), target, INTEGER (0));
  rank = fl_rewrite_rank (rw, gradient);
  if (rank > 0 && rank < tensor->n_dims)
    gradient = fl_emit_unsqueeze (rw, gradient, dim);
  if (weight.kind == FL_ARG_NODE)
    gradient = MUL (gradient, shape_weight (rw, weight, tensor->n_dims, dim));
  gradient = WHERE (is_counted (rw, target, ignored), gradient, NUMBER (0));
  return fl_decompose_done (rw, MUL (mark_class (rw, classes, tensor, dim), gradient), FL_DTYPE_NONE);
}

/* --- cross entropy ---------------------------------------------------------------------------- */

/* The target holds a probability for every class. */
static gboolean
open_with_probabilities (FlRewrite *rw, FlArg x, FlArg target, FlArg weight, gint64 dim, gint64 how, double smoothing,
                         gint64 n_classes)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 count;
  FlArg product;

  if (smoothing > 0)
    target = ADD (MUL (target, NUMBER (1 - smoothing)), NUMBER (smoothing / n_classes));
  product = MUL (x, target);
  if (weight.kind == FL_ARG_NODE)
    product = MUL (product, shape_weight (rw, weight, tensor->n_dims, dim));
  if (how == FL_LOSS_KEEP)
    return fl_decompose_done (rw, UNARY ("neg", fl_emit_reduce (rw, "aten.sum.dim_IntList", product, &dim, 1, FALSE)),
                              FL_DTYPE_NONE);
  product = UNARY ("neg", sum_all (rw, product));
  if (how == FL_LOSS_MEAN)
    {
      if (!fl_sym_is_int (fl_tensor_get_numel (tensor, rw->symbols), &count))
        return FALSE;
      product = DIV (product, NUMBER ((double) count / n_classes));
    }
  return fl_decompose_done (rw, product, FL_DTYPE_NONE);
}

/* A part of the probability is spread over all classes. */
static FlArg
smooth (FlRewrite *rw, FlArg x, FlArg target, FlArg loss, gint64 dim, gint64 how, gint64 ignored, double smoothing,
        gint64 n_classes)
{
  FlArg spread = UNARY ("neg", fl_emit_reduce (rw, "aten.sum.dim_IntList", x, &dim, 1, FALSE));
  FlArg is_ignored = EMIT (rw, "aten.eq.Scalar", target, INTEGER (ignored));

  spread = WHERE (is_ignored, NUMBER (0), spread);
  if (how != FL_LOSS_KEEP)
    spread = sum_all (rw, spread);
  if (how == FL_LOSS_MEAN)
    spread = DIV (spread, sum_all (rw, UNARY ("logical_not", is_ignored)));
  return ADD (MUL (loss, NUMBER (1 - smoothing)), MUL (spread, NUMBER (smoothing / n_classes)));
}

gboolean
decompose_cross_entropy (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), target = fl_rewrite_nth (rw, 1), weight = fl_rewrite_get (rw, "weight"), results[2];
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *wanted = fl_rewrite_tensor (rw, target);
  gint64 how = fl_rewrite_get_int (rw, "reduction", FL_LOSS_MEAN),
         ignored = fl_rewrite_get_int (rw, "ignore_index", -100), dim;
  gint64 n_classes = 1;
  double smoothing = fl_rewrite_get_float (rw, "label_smoothing", 0);

  if (tensor == NULL || wanted == NULL || tensor->n_dims == 0)
    return FALSE;
  dim = tensor->n_dims < 2 ? 0 : 1;
  if (smoothing > 0 && (weight.kind == FL_ARG_NODE || !fl_sym_is_int (tensor->sizes[dim], &n_classes)))
    return FALSE;
  x = EMIT (rw, "aten._log_softmax.default", x, INTEGER (dim), fl_arg_bool (FALSE));
  if (fl_dtype_is_float (wanted->dtype))
    return fl_sym_is_int (tensor->sizes[dim], &n_classes)
           && open_with_probabilities (rw, x, target, weight, dim, how, smoothing, n_classes);
  if (!open_nll_loss (rw, x, target, weight, how, ignored, results))
    return FALSE;
  if (smoothing > 0)
    results[0] = smooth (rw, x, target, results[0], dim, how, ignored, smoothing, n_classes);
  return fl_decompose_done (rw, results[0], FL_DTYPE_NONE);
}
