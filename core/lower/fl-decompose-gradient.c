/* Gradients of activations opened into arithmetic; formulas and order of operations as PyTorch's. */
#include "fl-decompose-table.h"

DECOMPOSITION (tanh_backward);
DECOMPOSITION (sigmoid_backward);
DECOMPOSITION (threshold_backward);
DECOMPOSITION (leaky_relu_backward);
DECOMPOSITION (hardtanh_backward);
DECOMPOSITION (hardsigmoid_backward);
DECOMPOSITION (hardswish_backward);
DECOMPOSITION (silu_backward);
DECOMPOSITION (gelu_backward);
DECOMPOSITION (mish_backward);
DECOMPOSITION (softplus_backward);
DECOMPOSITION (elu_backward);
DECOMPOSITION (native_dropout_backward);

static FlArg
get (FlRewrite *rw, guint position, FlDtype *given)
{
  return fl_emit_opmath (rw, fl_rewrite_nth (rw, position), given);
}

/* b - a for a number b. */
static FlArg
subtract_from (FlRewrite *rw, double b, FlArg a)
{
  return EMIT (rw, "aten.sub.Tensor", fl_arg_number (rw, b), a);
}

gboolean
decompose_tanh_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), y = get (rw, 1, &given);

  return fl_decompose_done (rw, MUL (grad, subtract_from (rw, 1, MUL (y, y))), given);
}

gboolean
decompose_sigmoid_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), y = get (rw, 1, &given);

  return fl_decompose_done (rw, MUL (grad, MUL (y, subtract_from (rw, 1, y))), given);
}

gboolean
decompose_threshold_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg grad = fl_rewrite_nth (rw, 0), x = fl_rewrite_nth (rw, 1);
  FlArg below = EMIT (rw, "aten.le.Scalar", x, fl_rewrite_get (rw, "threshold"));

  return fl_decompose_done (rw, WHERE (below, INTEGER (0), grad), FL_DTYPE_NONE);
}

gboolean
decompose_leaky_relu_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given), above = EMIT (rw, "aten.gt.Scalar", x, INTEGER (0));

  return fl_decompose_done (rw,
                            WHERE (above, grad, MUL (grad, NUMBER (fl_rewrite_get_float (rw, "negative_slope", 0.01)))),
                            given);
}

gboolean
decompose_hardtanh_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given);
  FlArg below = EMIT (rw, "aten.le.Scalar", x, fl_rewrite_get (rw, "min_val"));
  FlArg above = EMIT (rw, "aten.ge.Scalar", x, fl_rewrite_get (rw, "max_val"));

  return fl_decompose_done (rw, WHERE (EMIT (rw, "aten.bitwise_or.Tensor", below, above), NUMBER (0), grad), given);
}

gboolean
decompose_hardsigmoid_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given);
  FlArg above = EMIT (rw, "aten.gt.Scalar", x, NUMBER (-3)), below = EMIT (rw, "aten.lt.Scalar", x, NUMBER (3));
  FlArg inside = EMIT (rw, "aten.bitwise_and.Tensor", above, below);

  return fl_decompose_done (rw, WHERE (inside, MUL (grad, NUMBER (1.0 / 6.0)), NUMBER (0)), given);
}

gboolean
decompose_hardswish_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given);
  FlArg below = EMIT (rw, "aten.le.Scalar", x, INTEGER (-3)), within = EMIT (rw, "aten.lt.Scalar", x, INTEGER (3));
  FlArg inside = MUL (grad, ADD (DIV (x, INTEGER (3)), NUMBER (0.5)));

  return fl_decompose_done (rw, WHERE (below, NUMBER (0), WHERE (within, inside, grad)), given);
}

gboolean
decompose_silu_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given), sigmoid = UNARY ("sigmoid", x);
  FlArg outer = MUL (grad, sigmoid), inner = ADD (MUL (x, subtract_from (rw, 1, sigmoid)), INTEGER (1));

  return fl_decompose_done (rw, MUL (outer, inner), given);
}

static FlArg
gelu_backward_tanh (FlRewrite *rw, FlArg grad, FlArg x)
{
  const double beta = 0.7978845608028654, kappa = 0.044715; /* sqrt (2 / pi) */
  FlArg square = MUL (x, x), cube = MUL (square, x);
  FlArg inner = UNARY ("tanh", MUL (ADD (x, MUL (cube, NUMBER (kappa))), NUMBER (beta)));
  FlArg left = MUL (x, NUMBER (0.5)), right = ADD (inner, INTEGER (1));
  FlArg left_derivative = MUL (right, NUMBER (0.5));
  FlArg tanh_derivative = subtract_from (rw, 1, MUL (inner, inner));
  FlArg inner_derivative = MUL (ADD (MUL (square, NUMBER (3 * kappa)), INTEGER (1)), NUMBER (beta));
  FlArg right_derivative = MUL (MUL (left, tanh_derivative), inner_derivative);

  return MUL (grad, ADD (left_derivative, right_derivative));
}

gboolean
decompose_gelu_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given), approximate = fl_rewrite_get (rw, "approximate"), cdf, pdf;

  if (approximate.kind == FL_ARG_STRING && g_str_equal (approximate.text, "tanh"))
    return fl_decompose_done (rw, gelu_backward_tanh (rw, grad, x), given);
  cdf = MUL (ADD (UNARY ("erf", MUL (x, NUMBER (0.7071067811865476))), INTEGER (1)), NUMBER (0.5));
  pdf = MUL (UNARY ("exp", MUL (MUL (x, x), NUMBER (-0.5))), NUMBER (0.3989422804014327)); /* 1 / sqrt (2 pi) */
  return fl_decompose_done (rw, MUL (grad, ADD (cdf, MUL (x, pdf))), given);
}

gboolean
decompose_mish_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given);
  FlArg above = EMIT (rw, "aten.gt.Scalar", x, INTEGER (20));
  FlArg tanh = UNARY ("tanh", WHERE (above, x, UNARY ("log1p", UNARY ("exp", x))));
  FlArg out = MUL (MUL (x, UNARY ("sigmoid", x)), subtract_from (rw, 1, MUL (tanh, tanh)));

  return fl_decompose_done (rw, MUL (grad, ADD (tanh, out)), given);
}

gboolean
decompose_softplus_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 1, &given);
  double beta = fl_rewrite_get_float (rw, "beta", 1);
  FlArg scaled = MUL (x, NUMBER (beta)), z = UNARY ("exp", scaled);
  FlArg above = EMIT (rw, "aten.gt.Scalar", scaled, fl_rewrite_get (rw, "threshold"));

  return fl_decompose_done (rw, WHERE (above, grad, DIV (MUL (grad, z), ADD (z, NUMBER (1)))), given);
}

gboolean
decompose_elu_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg grad = get (rw, 0, &given), x = get (rw, 5, &given), below = EMIT (rw, "aten.le.Scalar", x, INTEGER (0)),
        negative;
  double alpha = fl_rewrite_get_float (rw, "alpha", 1), scale = fl_rewrite_get_float (rw, "scale", 1);
  double input_scale = fl_rewrite_get_float (rw, "input_scale", 1);

  if (fl_rewrite_get_bool (rw, "is_result", FALSE))
    negative = MUL (MUL (grad, NUMBER (input_scale)), ADD (x, NUMBER (alpha * scale)));
  else
    negative = MUL (MUL (grad, NUMBER (input_scale * alpha * scale)), UNARY ("exp", MUL (x, NUMBER (input_scale))));
  return fl_decompose_done (rw, WHERE (below, negative, MUL (grad, NUMBER (scale))), given);
}

gboolean
decompose_native_dropout_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg grad = fl_rewrite_nth (rw, 0), mask = fl_rewrite_nth (rw, 1);
  const FlTensor *tensor = fl_rewrite_tensor (rw, grad);

  mask = fl_emit_cast (rw, mask, tensor != NULL ? tensor->dtype : FL_DTYPE_F32);
  return fl_decompose_done (rw, MUL (grad, MUL (mask, NUMBER (fl_rewrite_get_float (rw, "scale", 1)))), FL_DTYPE_NONE);
}
