/* Activations opened into arithmetic, in f32 for f16 and bf16; formulas and order of operations as PyTorch's. */
#include "fl-decompose-table.h"
#include "fl-torch-rules.h"

#include <string.h>

DECOMPOSITION (clamp);
DECOMPOSITION (hardtanh);
DECOMPOSITION (gelu);
DECOMPOSITION (silu);
DECOMPOSITION (hardsigmoid);
DECOMPOSITION (hardswish);
DECOMPOSITION (leaky_relu);
DECOMPOSITION (elu);
DECOMPOSITION (celu);
DECOMPOSITION (selu);
DECOMPOSITION (softplus);
DECOMPOSITION (mish);
DECOMPOSITION (softshrink);
DECOMPOSITION (threshold);
DECOMPOSITION (log_sigmoid);
DECOMPOSITION (glu);
DECOMPOSITION (prelu);

static const double alpha_selu = 1.6732632423543772848170429916717, scale_selu = 1.0507009873554804934193349852946;

/* The first argument, in the dtype in which it is computed. */
static FlArg
start (FlRewrite *rw, FlDtype *given)
{
  return fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), given);
}

static FlArg
greater (FlRewrite *rw, FlArg a, double b)
{
  return EMIT (rw, "aten.gt.Scalar", a, fl_arg_number (rw, b));
}

static FlArg
clamp (FlRewrite *rw, FlArg a, FlArg low, FlArg high)
{
  if (low.kind != FL_ARG_NONE)
    a = EMIT (rw, low.kind == FL_ARG_NODE ? "aten.clamp_min.Tensor" : "aten.clamp_min.default", a, low);
  if (high.kind != FL_ARG_NONE)
    a = EMIT (rw, high.kind == FL_ARG_NODE ? "aten.clamp_max.Tensor" : "aten.clamp_max.default", a, high);
  return a;
}

gboolean
decompose_clamp (FlRewrite *rw, const FlAtenRow *row)
{
  return fl_decompose_done (rw, clamp (rw, fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1), fl_rewrite_nth (rw, 2)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_hardtanh (FlRewrite *rw, const FlAtenRow *row)
{
  gboolean is_relu6 = strstr (row->name, "relu6") != NULL;
  FlArg low = fl_rewrite_get (rw, "min_val"), high = fl_rewrite_get (rw, "max_val");

  if (low.kind == FL_ARG_NONE)
    low = INTEGER (is_relu6 ? 0 : -1);
  if (high.kind == FL_ARG_NONE)
    high = INTEGER (is_relu6 ? 6 : 1);
  return fl_decompose_done (rw, clamp (rw, fl_rewrite_nth (rw, 0), low, high), FL_DTYPE_NONE);
}

gboolean
decompose_gelu (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given), approximate = fl_rewrite_get (rw, "approximate"), half, inner;

  if (approximate.kind == FL_ARG_STRING && g_str_equal (approximate.text, "tanh"))
    {
      half = MUL (x, NUMBER (0.5));
      inner = MUL (MUL (MUL (x, x), x), NUMBER (0.044715));
      inner = UNARY ("tanh", MUL (ADD (x, inner), NUMBER (0.7978845608028654)));
      return fl_decompose_done (rw, MUL (half, ADD (inner, INTEGER (1))), given);
    }
  half = MUL (x, NUMBER (0.5));
  inner = UNARY ("erf", MUL (x, NUMBER (0.7071067811865476)));
  return fl_decompose_done (rw, MUL (half, ADD (inner, INTEGER (1))), given);
}

gboolean
decompose_silu (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given);

  if (!fl_options_has (rw->pass->options, FL_RULE_SILU_BY_EXP))
    return fl_decompose_done (rw, MUL (x, UNARY ("sigmoid", x)), given);
  return fl_decompose_done (rw, DIV (x, ADD (UNARY ("exp", UNARY ("neg", x)), INTEGER (1))), given);
}

gboolean
decompose_hardsigmoid (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given);

  return fl_decompose_done (rw, DIV (clamp (rw, ADD (x, INTEGER (3)), INTEGER (0), INTEGER (6)), INTEGER (6)), given);
}

gboolean
decompose_hardswish (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given);

  return fl_decompose_done (rw, DIV (MUL (x, clamp (rw, ADD (x, INTEGER (3)), INTEGER (0), INTEGER (6))), INTEGER (6)),
                            given);
}

gboolean
decompose_leaky_relu (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  FlArg above = greater (rw, x, 0), below = MUL (x, NUMBER (fl_rewrite_get_float (rw, "negative_slope", 0.01)));

  return fl_decompose_done (rw, WHERE (above, x, below), FL_DTYPE_NONE);
}

gboolean
decompose_elu (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given), above = greater (rw, x, 0);
  double alpha = fl_rewrite_get_float (rw, "alpha", 1), scale = fl_rewrite_get_float (rw, "scale", 1);
  FlArg positive = MUL (x, NUMBER (scale));
  FlArg negative
      = MUL (UNARY ("expm1", MUL (x, NUMBER (fl_rewrite_get_float (rw, "input_scale", 1)))), NUMBER (alpha * scale));

  return fl_decompose_done (rw, WHERE (above, positive, negative), given);
}

gboolean
decompose_celu (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given);
  double alpha = fl_rewrite_get_float (rw, "alpha", 1);
  FlArg negative = MUL (UNARY ("expm1", DIV (x, NUMBER (alpha))), NUMBER (alpha));

  return fl_decompose_done (rw, WHERE (greater (rw, x, 0), x, negative), given);
}

gboolean
decompose_selu (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given), negative = MUL (UNARY ("expm1", x), NUMBER (alpha_selu));

  return fl_decompose_done (rw, MUL (WHERE (greater (rw, x, 0), x, negative), NUMBER (scale_selu)), given);
}

/* log1p (exp (beta x)) / beta, and x itself beyond the threshold. */
static FlArg
softplus (FlRewrite *rw, FlArg x, double beta, double threshold)
{
  FlArg scaled = beta == 1 ? x : MUL (x, NUMBER (beta));
  FlArg above = greater (rw, scaled, threshold), result = UNARY ("log1p", UNARY ("exp", scaled));

  if (beta != 1)
    result = DIV (result, NUMBER (beta));
  return WHERE (above, x, result);
}

gboolean
decompose_softplus (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given);

  return fl_decompose_done (rw,
                            softplus (rw, x, fl_rewrite_get_float (rw, "beta", 1),
                                      fl_rewrite_get_float (rw, "threshold", 20)),
                            given);
}

gboolean
decompose_mish (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given;
  FlArg x = start (rw, &given);

  return fl_decompose_done (rw, MUL (x, UNARY ("tanh", softplus (rw, x, 1, 20))), given);
}

gboolean
decompose_softshrink (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  double lambda = fl_rewrite_get_float (rw, "lambd", 0.5);
  FlArg is_far = greater (rw, UNARY ("abs", x), lambda);
  FlArg shrunk = SUB (x, MUL (UNARY ("sign", x), NUMBER (lambda)));

  return fl_decompose_done (rw, WHERE (is_far, shrunk, MUL (x, INTEGER (0))), FL_DTYPE_NONE);
}

gboolean
decompose_threshold (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  FlArg below = EMIT (rw, "aten.le.Scalar", x, fl_rewrite_get (rw, "threshold"));

  return fl_decompose_done (rw, WHERE (below, fl_rewrite_get (rw, "value"), x), FL_DTYPE_NONE);
}

/* log_sigmoid (x) = min (0, x) - log1p (exp (-|x|)); the second result is kept for the gradient. */
/* What the gradient reads of a log sigmoid: the exponential on a CPU, nothing on a GPU, which computes it anew. */
static FlArg
make_buffer (FlRewrite *rw, FlArg exponential)
{
  const FlValue *value = &rw->node->value;
  const FlTensor *buffer = value->kind == FL_VALUE_TUPLE && value->n_items == 2 ? &value->items[1].tensor : NULL;

  return buffer != NULL && buffer->n_dims == 1 && fl_sym_is_int_value (buffer->sizes[0], 0)
             ? fl_emit_full (rw, buffer, 0)
             : exponential;
}

gboolean
decompose_log_sigmoid (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), zero, least, z, results[2];
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  FlTensor scalar;

  if (tensor == NULL)
    return FALSE;
  scalar = *tensor;
  scalar.n_dims = 0;
  zero = fl_emit_full (rw, &scalar, 0);
  least = EMIT (rw, "aten.minimum.default", zero, x);
  z = UNARY ("exp", UNARY ("neg", UNARY ("abs", x)));
  results[0] = SUB (least, UNARY ("log1p", z));
  results[1] = make_buffer (rw, z);
  return fl_decompose_done_tuple (rw, results, 2);
}

gboolean
decompose_glu (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), a, b, parts;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  const FlSym *halves[2];
  gint64 dim, size;

  if (tensor == NULL || tensor->n_dims == 0)
    return FALSE;
  dim = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", -1), tensor->n_dims);
  if (dim < 0 || dim >= tensor->n_dims)
    return FALSE;
  if (fl_sym_is_int (tensor->sizes[dim], &size))
    {
      a = EMIT (rw, "aten.slice.Tensor", x, INTEGER (dim), INTEGER (0), INTEGER (size / 2));
      b = EMIT (rw, "aten.slice.Tensor", x, INTEGER (dim), INTEGER (size / 2), INTEGER (size));
    }
  else /* two of one size: that s0 - s0//2 is s0//2 only even ones know, of which PyTorch takes no
          others */
    {
      halves[0] = halves[1] = fl_sym_floor_div (tensor->sizes[dim], fl_sym_int (rw->symbols, 2));
      parts = EMIT (rw, "aten.split_with_sizes.default", x, fl_arg_syms (rw, halves, 2), INTEGER (dim));
      a = fl_emit_item (rw, parts, 0);
      b = fl_emit_item (rw, parts, 1);
    }
  return fl_decompose_done (rw, MUL (a, UNARY ("sigmoid", b)), FL_DTYPE_NONE);
}

/* weight of one value for all, or one a channel. */
gboolean
decompose_prelu (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), weight = fl_rewrite_nth (rw, 1);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *slopes = fl_rewrite_tensor (rw, weight);

  if (tensor == NULL || slopes == NULL)
    return FALSE;
  if (slopes->n_dims == 1 && tensor->n_dims > 1 && strstr (row->name, "kernel") == NULL)
    {
      const FlSym **sizes = fl_arena_new (rw->arena, const FlSym *, tensor->n_dims);

      for (guint i = 0; i < tensor->n_dims; i++)
        sizes[i] = i == 1 ? slopes->sizes[0] : fl_sym_int (rw->symbols, 1);
      weight = fl_emit_reshape (rw, weight, sizes, tensor->n_dims);
    }
  return fl_decompose_done (rw, WHERE (greater (rw, x, 0), x, MUL (weight, x)), FL_DTYPE_NONE);
}
