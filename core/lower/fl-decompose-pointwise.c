/* Element by element, in simpler operators; formulas as in PyTorch's references. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-decompose-table.h"
#include "fl-graph-memory.h"

DECOMPOSITION (square);
DECOMPOSITION (rsub);
DECOMPOSITION (floor_divide);
DECOMPOSITION (ldexp);
DECOMPOSITION (fmax);
DECOMPOSITION (fmin);
DECOMPOSITION (masked_fill);
DECOMPOSITION (to_copy);
DECOMPOSITION (addcmul);
DECOMPOSITION (addcdiv);
DECOMPOSITION (lerp);
DECOMPOSITION (nan_to_num);
DECOMPOSITION (logaddexp);
DECOMPOSITION (foreach);

gboolean
decompose_square (FlRewrite *rw, const FlAtenRow *row)
{
  return fl_decompose_done (rw, EMIT (rw, "aten.pow.Tensor_Scalar", fl_rewrite_nth (rw, 0), INTEGER (2)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_rsub (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg alpha = fl_rewrite_get (rw, "alpha"), a = fl_rewrite_nth (rw, 0), b = fl_rewrite_nth (rw, 1);

  if (alpha.kind == FL_ARG_NONE || (alpha.kind == FL_ARG_INT && fl_sym_is_int_value (alpha.sym, 1)))
    return fl_decompose_done (rw, SUB (b, a), FL_DTYPE_NONE);
  return fl_decompose_done (rw, EMIT (rw, "aten.sub.Tensor", b, a, fl_arg_with_keyword ("alpha", alpha)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_floor_divide (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg mode = fl_arg_name ("floor");

  return fl_decompose_done (rw,
                            EMIT (rw, "aten.div.Tensor_mode", fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1),
                                  fl_arg_with_keyword ("rounding_mode", mode)),
                            FL_DTYPE_NONE);
}

static FlArg
emit_power_of_two (FlRewrite *rw, FlArg exponent)
{
  return EMIT (rw, "aten.pow.Scalar", NUMBER (2), fl_emit_cast (rw, exponent, FL_DTYPE_F64));
}

/* No double is left of x from a certain exponent on; three factors reach it, which are doubles each. */
static FlArg
scale_double (FlRewrite *rw, FlArg x, FlArg exponent)
{
  FlArg least = INTEGER (-2100), most = INTEGER (2100), third, power;

  exponent = EMIT (rw, "aten.clamp.default", exponent, least, most);
  third = EMIT (rw, "aten.div.Tensor_mode", exponent, INTEGER (3),
                fl_arg_with_keyword ("rounding_mode", fl_arg_name ("floor")));
  power = emit_power_of_two (rw, third);
  exponent = SUB (exponent, MUL (third, INTEGER (2)));
  return MUL (MUL (MUL (x, power), power), emit_power_of_two (rw, exponent));
}

/* By integers, as C's ldexp: powers of two beyond the type still leave numbers in it, so that they are taken in f64.
 * Its exponents are ints. By floats the power is a number of their type, which multiplies x; one of a single exponent
 * has that of both types (eager PyTorch 2.15, but where x is f32). */
gboolean
decompose_ldexp (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), n = fl_rewrite_nth (rw, 1);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *exponent = fl_rewrite_tensor (rw, n);
  const FlValue *value = &rw->node->value;
  gboolean is_float = tensor != NULL && fl_dtype_is_float (tensor->dtype);

  if (value->kind != FL_VALUE_TENSOR)
    return FALSE;
  if (is_float && exponent != NULL && fl_dtype_is_integer (exponent->dtype))
    {
      n = fl_emit_cast (rw, n, FL_DTYPE_I32);
      if (tensor->dtype == FL_DTYPE_F64)
        return fl_decompose_done (rw, scale_double (rw, x, n), FL_DTYPE_NONE);
      n = EMIT (rw, "aten.clamp.default", n, INTEGER (-400), INTEGER (400));
      x = MUL (fl_emit_cast (rw, x, FL_DTYPE_F64), emit_power_of_two (rw, n));
      return fl_decompose_done (rw, fl_emit_cast (rw, x, value->tensor.dtype), FL_DTYPE_NONE);
    }
  if (is_float && tensor->dtype != FL_DTYPE_F32 && exponent != NULL && exponent->n_dims == 0
      && fl_dtype_is_float (exponent->dtype))
    n = fl_emit_cast (rw, n, fl_dtype_promote (tensor->dtype, exponent->dtype));
  x = MUL (x, EMIT (rw, "aten.pow.Scalar", NUMBER (2), n));
  return fl_decompose_done (rw, fl_emit_cast (rw, x, value->tensor.dtype), FL_DTYPE_NONE);
}

/* The one that is a number when the other is none. */
static gboolean
choose (FlRewrite *rw, const char *compare)
{
  FlArg a = fl_rewrite_nth (rw, 0), b = fl_rewrite_nth (rw, 1);
  FlArg wants_a = EMIT (rw, "aten.bitwise_or.Tensor", UNARY ("isnan", b), EMIT (rw, compare, b, a));

  return fl_decompose_done (rw, WHERE (wants_a, a, b), FL_DTYPE_NONE);
}

gboolean
decompose_fmax (FlRewrite *rw, const FlAtenRow *row)
{
  return choose (rw, "aten.lt.Tensor");
}

gboolean
decompose_fmin (FlRewrite *rw, const FlAtenRow *row)
{
  return choose (rw, "aten.gt.Tensor");
}

gboolean
decompose_masked_fill (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), mask = fl_rewrite_nth (rw, 1), value = fl_rewrite_nth (rw, 2);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *given = fl_rewrite_tensor (rw, value);

  if (tensor == NULL)
    return FALSE;
  if (given != NULL && given->dtype != tensor->dtype)
    value = fl_emit_cast (rw, value, tensor->dtype);
  return fl_decompose_done (rw, WHERE (mask, value, x), FL_DTYPE_NONE);
}

gboolean
decompose_to_copy (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), dtype = fl_rewrite_get (rw, "dtype"), device = fl_rewrite_get (rw, "device"),
        result = x;
  FlArg format = fl_rewrite_get (rw, "memory_format");
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *like = NULL;

  if (row->op == FL_ATEN_OP_TYPE_AS)
    like = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 1));
  if (tensor == NULL || (row->op == FL_ATEN_OP_TYPE_AS && like == NULL))
    return FALSE;
  if (fl_node_yields_argument (rw->source, rw->node))
    return fl_decompose_done (rw, x, FL_DTYPE_NONE);
  if (device.kind == FL_ARG_DEVICE && tensor->device.type != NULL && device.device.type != tensor->device.type)
    result = EMIT (rw, "prims.device_put.default", result, device);
  if (dtype.kind == FL_ARG_DTYPE || like != NULL)
    result = fl_emit_cast (rw, result, like != NULL ? like->dtype : dtype.dtype);
  if (format.kind == FL_ARG_NAME && !g_str_equal (format.text, "torch.preserve_format"))
    result = EMIT (rw, "aten.clone.default", result, fl_arg_with_keyword ("memory_format", format));
  return fl_decompose_done (rw, result, FL_DTYPE_NONE);
}

gboolean
decompose_addcmul (FlRewrite *rw, const FlAtenRow *row)
{
  return FALSE; /* lowered as it is, for fused multiply and add */
}

gboolean
decompose_addcdiv (FlRewrite *rw, const FlAtenRow *row)
{
  return FALSE;
}

static FlArg
add_scaled (FlRewrite *rw, FlArg a, FlArg b, double factor)
{
  return EMIT (rw, "aten.add.Tensor", a, b, fl_arg_with_keyword ("alpha", NUMBER (factor)));
}

/* From the nearer end, so that the result is exact at both. */
gboolean
decompose_lerp (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg start = fl_rewrite_nth (rw, 0), end = fl_rewrite_nth (rw, 1), weight = fl_rewrite_nth (rw, 2), way, is_past,
        from;
  double number = fl_rewrite_get_float (rw, "weight", 0);

  way = SUB (end, start);
  if (weight.kind != FL_ARG_NODE)
    {
      gboolean is_far = number >= 0.5 || number <= -0.5;

      return fl_decompose_done (rw,
                                is_far ? add_scaled (rw, end, way, -(1 - number)) : add_scaled (rw, start, way, number),
                                FL_DTYPE_NONE);
    }
  is_past = EMIT (rw, "aten.ge.Scalar", UNARY ("abs", weight), NUMBER (0.5));
  weight = WHERE (is_past, UNARY ("neg", SUB (NUMBER (1), weight)), weight);
  from = WHERE (is_past, end, start);
  return fl_decompose_done (rw, EMIT (rw, "aten.addcmul.default", from, weight, way), FL_DTYPE_NONE);
}

static double
get_largest (FlDtype dtype)
{
  if (dtype == FL_DTYPE_F16)
    return 65504;
  if (dtype == FL_DTYPE_BF16)
    return 3.3895313892515355e38;
  return dtype == FL_DTYPE_F64 ? DBL_MAX : FLT_MAX;
}

gboolean
decompose_nan_to_num (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), result;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  double nan, high, low;

  if (tensor == NULL)
    return FALSE;
  if (!fl_dtype_is_float (tensor->dtype))
    return fl_decompose_done (rw, x, FL_DTYPE_NONE);
  nan = fl_rewrite_get_float (rw, "nan", 0);
  high = fl_rewrite_get_float (rw, "posinf", get_largest (tensor->dtype));
  low = fl_rewrite_get_float (rw, "neginf", -get_largest (tensor->dtype));
  result = WHERE (UNARY ("isnan", x), NUMBER (nan), x);
  result = WHERE (EMIT (rw, "aten.eq.Scalar", x, NUMBER (-INFINITY)), NUMBER (low), result);
  result = WHERE (EMIT (rw, "aten.eq.Scalar", x, NUMBER (INFINITY)), NUMBER (high), result);
  return fl_decompose_done (rw, result, FL_DTYPE_NONE);
}

gboolean
decompose_logaddexp (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg a = fl_rewrite_nth (rw, 0), b = fl_rewrite_nth (rw, 1);
  FlArg is_first = EMIT (rw, "aten.ge.Tensor", a, b), high = WHERE (is_first, a, b), low = WHERE (is_first, b, a);
  FlArg is_infinite = EMIT (rw, "aten.eq.Scalar", UNARY ("abs", a), NUMBER (INFINITY)), result;

  is_infinite = EMIT (rw, "aten.logical_and.default", is_infinite, EMIT (rw, "aten.eq.Tensor", a, b));
  result = ADD (high, UNARY ("log1p", UNARY ("exp", SUB (low, high))));
  return fl_decompose_done (rw, WHERE (is_infinite, a, result), FL_DTYPE_NONE);
}

/* --- lists of tensors: one after the other ---------------------------------------------------- */

static FlArg
get_member (FlArg list, guint i)
{
  return list.n_items > 0 ? list.items[MIN (i, list.n_items - 1)] : list;
}

/* What "aten._foreach_add.List" does to each element: "aten.add.Tensor"; NULL: not one of those opened here. */
static const char *
get_single (const char *name)
{
  static const struct
  {
    const char *prefix, *single;
  } names[] = {
    { "addcmul", "aten.addcmul.default" },
    { "addcdiv", "aten.addcdiv.default" },
    { "add", "aten.add.Tensor" },
    { "sub", "aten.sub.Tensor" },
    { "mul", "aten.mul.Tensor" },
    { "div", "aten.div.Tensor" },
    { "sqrt", "aten.sqrt.default" },
    { "lerp", "aten.lerp.Scalar" },
    { "neg", "aten.neg.default" },
    { "abs", "aten.abs.default" },
    { "rsqrt", "aten.rsqrt.default" },
    { "reciprocal", "aten.reciprocal.default" },
    { "sign", "aten.sign.default" },
    { "clone", "aten.clone.default" },
    { "copy", "aten.copy.default" },
    { "pow.ScalarAndTensor", "aten.pow.Scalar" },
    { "pow.List", "aten.pow.Tensor_Tensor" },
    { "pow.Scalar", "aten.pow.Tensor_Scalar" },
    { "maximum.List", "aten.maximum.default" },
    { "clamp_min.List", "aten.maximum.default" },
    { "maximum.Scalar", "aten.clamp_min.default" },
    { "clamp_min.Scalar", "aten.clamp_min.default" },
    { "minimum.List", "aten.minimum.default" },
    { "clamp_max.List", "aten.minimum.default" },
    { "minimum.Scalar", "aten.clamp_max.default" },
    { "clamp_max.Scalar", "aten.clamp_max.default" },
    { "norm", "aten.linalg_vector_norm.default" },
  };
  const char *rest = strstr (name, "_foreach_");

  for (guint i = 0; rest != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (rest + strlen ("_foreach_"), names[i].prefix))
      return names[i].single;
  return NULL;
}

static gboolean
writes_in_place (const FlAtenRow *row)
{
  return strstr (row->name, "_.") != NULL;
}

/* The list of the first argument that is one; PyTorch's pow of a number has it second. */
static FlArg
find_list (FlRewrite *rw)
{
  for (guint i = 0; i < rw->node->n_args; i++)
    {
      FlArg arg = fl_rewrite_nth (rw, i);

      if (arg.n_items > 0)
        return arg;
    }
  return fl_arg_none ();
}

gboolean
decompose_foreach (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg list = find_list (rw);
  const char *single = get_single (row->name);
  FlArg *results;

  if (single == NULL || list.n_items == 0)
    return FALSE;
  results = fl_arena_new (rw->arena, FlArg, list.n_items);
  rw->list = rw->id.index + 1;
  for (guint i = 0; i < list.n_items; i++)
    {
      FlArg args[4];
      guint n = 0;

      for (guint position = 0; position < rw->node->n_args && position < G_N_ELEMENTS (args); position++)
        {
          args[n] = get_member (fl_rewrite_map (rw, &rw->node->args[position]), i);
          args[n].keyword = rw->node->args[position].keyword;
          n++;
        }
      if (n == 4 && args[3].keyword == NULL) /* value= of addcmul and addcdiv */
        args[3] = fl_arg_with_keyword ("value", args[3]);
      results[i] = fl_rewrite_emit (rw, single, args, n);
    }
  for (guint i = 0; i < list.n_items && writes_in_place (row); i++)
    results[i] = EMIT (rw, "aten.copy_.default", list.items[i], results[i]);
  rw->list = 0;
  return fl_decompose_done_tuple (rw, results, list.n_items);
}
