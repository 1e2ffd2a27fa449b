/* Losses that compare element by element, opened into arithmetic and a mean or sum. */
#include "fl-decompose-table.h"

DECOMPOSITION (mse_loss);
DECOMPOSITION (mse_loss_backward);
DECOMPOSITION (l1_loss);
DECOMPOSITION (smooth_l1_loss);
DECOMPOSITION (huber_loss);
DECOMPOSITION (binary_cross_entropy);
DECOMPOSITION (binary_cross_entropy_with_logits);

static FlArg
reduce (FlRewrite *rw, FlArg loss, gint64 how)
{
  if (how == FL_LOSS_KEEP)
    return loss;
  return EMIT (rw, how == FL_LOSS_MEAN ? "aten.mean.default" : "aten.sum.default", loss);
}

static gboolean
finish (FlRewrite *rw, FlArg loss, FlDtype given)
{
  return fl_decompose_done (rw, reduce (rw, loss, fl_rewrite_get_int (rw, "reduction", FL_LOSS_MEAN)), given);
}

/* What was computed minus what should have been, in the dtype in which it is computed. */
static FlArg
get_difference (FlRewrite *rw, guint position, FlDtype *given)
{
  FlDtype other;
  FlArg x = fl_emit_opmath (rw, fl_rewrite_nth (rw, position), given);
  FlArg target = fl_emit_opmath (rw, fl_rewrite_nth (rw, position + 1), &other);

  return SUB (x, target);
}

static FlArg
less (FlRewrite *rw, FlArg a, double b)
{
  return EMIT (rw, "aten.lt.Scalar", a, NUMBER (b));
}

static FlArg
square (FlRewrite *rw, FlArg a)
{
  return EMIT (rw, "aten.pow.Tensor_Scalar", a, INTEGER (2));
}

gboolean
decompose_mse_loss (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg difference = get_difference (rw, 0, &given);

  return finish (rw, square (rw, difference), given);
}

gboolean
decompose_mse_loss_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given, other;
  FlArg gradient = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &other), difference = get_difference (rw, 1, &given);
  const FlTensor *tensor = fl_rewrite_tensor (rw, difference);
  double norm = 2;
  gint64 count;

  if (fl_rewrite_get_int (rw, "reduction", FL_LOSS_MEAN) == FL_LOSS_MEAN)
    {
      if (tensor == NULL || !fl_sym_is_int (fl_tensor_get_numel (tensor, rw->symbols), &count))
        return FALSE;
      norm /= count;
    }
  return fl_decompose_done (rw, MUL (MUL (difference, NUMBER (norm)), gradient), given);
}

gboolean
decompose_l1_loss (FlRewrite *rw, const FlAtenRow *row)
{
  return finish (rw, UNARY ("abs", SUB (fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1))), FL_DTYPE_NONE);
}

gboolean
decompose_smooth_l1_loss (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg loss = UNARY ("abs", get_difference (rw, 0, &given));
  double beta = fl_rewrite_get_float (rw, "beta", 1);
  FlArg is_near = less (rw, loss, beta), near = DIV (MUL (square (rw, loss), NUMBER (0.5)), NUMBER (beta));

  return finish (rw, WHERE (is_near, near, SUB (loss, NUMBER (0.5 * beta))), given);
}

gboolean
decompose_huber_loss (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg z = UNARY ("abs", SUB (fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1)));
  double delta = fl_rewrite_get_float (rw, "delta", 1);
  FlArg is_near = less (rw, z, delta), near = MUL (MUL (z, NUMBER (0.5)), z);

  return finish (rw, WHERE (is_near, near, MUL (SUB (z, NUMBER (0.5 * delta)), NUMBER (delta))), FL_DTYPE_NONE);
}

/* Logarithms no lower than -100, as PyTorch has it. */
static FlArg
log_at_least (FlRewrite *rw, FlArg logarithm, const FlTensor *like)
{
  FlTensor scalar = *like;

  scalar.n_dims = 0;
  return EMIT (rw, "aten.maximum.default", logarithm, fl_emit_full (rw, &scalar, -100));
}

gboolean
decompose_binary_cross_entropy (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given, other;
  FlArg x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &given),
        target = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &other);
  FlArg weight = fl_rewrite_get (rw, "weight"), negative, positive, loss;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);

  if (tensor == NULL)
    return FALSE;
  negative = MUL (SUB (target, INTEGER (1)), log_at_least (rw, UNARY ("log1p", UNARY ("neg", x)), tensor));
  positive = MUL (target, log_at_least (rw, UNARY ("log", x), tensor));
  loss = SUB (negative, positive);
  if (weight.kind == FL_ARG_NODE)
    loss = MUL (loss, weight);
  return finish (rw, loss, given);
}

gboolean
decompose_binary_cross_entropy_with_logits (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), target = fl_rewrite_nth (rw, 1), weight = fl_rewrite_get (rw, "weight");
  FlArg positive = fl_rewrite_get (rw, "pos_weight"), loss = MUL (SUB (INTEGER (1), target), x);
  FlArg logarithm = fl_emit_item (rw, EMIT (rw, "aten.log_sigmoid_forward.default", x), 0);
  const FlTensor *tensor = fl_rewrite_tensor (rw, target);

  if (positive.kind == FL_ARG_NODE)
    logarithm = MUL (ADD (MUL (SUB (positive, INTEGER (1)), target), INTEGER (1)), logarithm);
  loss = SUB (loss, logarithm);
  if (weight.kind == FL_ARG_NODE)
    loss = MUL (loss, weight);
  return finish (rw, tensor != NULL ? fl_emit_cast (rw, loss, tensor->dtype) : loss, FL_DTYPE_NONE);
}
