/* Every operation on elements, of every dtype, however its operands lie in memory, in vectors of every width: a table
 * of operators times one of patterns. Special numbers are among the operands. */
#include "fl-sweep.h"

#include "fl-graph.h"

static const FlDtype dtypes[] = { FL_DTYPE_F32, FL_DTYPE_F16, FL_DTYPE_BF16, FL_DTYPE_F64, FL_DTYPE_I64,
                                  FL_DTYPE_I32, FL_DTYPE_I16, FL_DTYPE_I8,   FL_DTYPE_U8,  FL_DTYPE_BOOL };

/* The tail of a vector of any width is never empty; two dims merge, or do not. */
static const SweepPattern patterns[] = {
  { "contiguous", 2, { 5, 37 }, { 0 }, { 5, 37 }, NULL },
  { "a row for all", 2, { 5, 37 }, { 0 }, { 1, 37 }, NULL },
  { "a column for all", 2, { 5, 37 }, { 0 }, { 5, 1 }, NULL },
  { "a number for all", 2, { 5, 37 }, { 0 }, { -1 }, NULL },
  { "every other", 2, { 5, 37 }, { 74, 2 }, { 5, 37 }, NULL },
  { "transposed", 2, { 70, 37 }, { 1, 70 }, { 70, 37 }, NULL },
  { "part of rows", 2, { 5, 40 }, { 0 }, { 5, 37 }, "x = torch.ops.aten.slice.Tensor(x0, 1, 2, 39)" },
  { "permuted", 3, { 3, 17, 19 }, { 0 }, { 17, 19, 3 }, "x = torch.ops.aten.permute.default(x0, [1, 2, 0])" },
  { "reversed", 2, { 5, 37 }, { 0 }, { 5, 37 }, "x = torch.ops.aten.flip.default(x0, [1])" },
  { "large", 2, { 131, 1009 }, { 0 }, { 131, 1009 }, NULL }, /* for several threads */
  { "transposed, large", 2, { 301, 519 }, { 1, 301 }, { 301, 519 }, NULL },
  { "no elements", 2, { 5, 0 }, { 0 }, { 5, 0 }, NULL },
};

static const SweepOp ops[] = {
  { "aten.abs.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.neg.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.sign.default({x})", SWEEP_ALL, 1 },
  { "aten.square.default({x})", SWEEP_NUMBERS, 1 },
  { "aten.relu.default({x})", SWEEP_NUMBERS, 1 },
  { "aten.reciprocal.default({x})", SWEEP_FLOATS, 1 },
  { "aten.sqrt.default({x})", SWEEP_FLOATS, 1 },
  { "aten.rsqrt.default({x})", SWEEP_FLOATS, 3 },
  { "aten.exp.default({x})", SWEEP_FLOATS, 4 },
  { "aten.exp2.default({x})", SWEEP_FLOATS, 4 },
  { "aten.expm1.default({x})", SWEEP_FLOATS, 4 },
  { "aten.log.default({x})", SWEEP_FLOATS, 4 },
  { "aten.log2.default({x})", SWEEP_FLOATS, 4 },
  { "aten.log10.default({x})", SWEEP_FLOATS, 4 },
  { "aten.log1p.default({x})", SWEEP_FLOATS, 4 },
  { "aten.sigmoid.default({x})", SWEEP_FLOATS, 4 },
  { "aten.tanh.default({x})", SWEEP_FLOATS, 8 },
  { "aten.erf.default({x})", SWEEP_FLOATS, 8 },
  { "aten.erfc.default({x})", SWEEP_FLOATS, 16, 0, 10 },
  /* An ulp of erf moves its inverse y by sqrt (pi) / 2 e^(y^2) ulp: 24 at x = 0.99, and 40000 at 0.999997. */
  { "aten.erfinv.default({x})", SWEEP_FLOATS, 64, 0, 0.99 },
  { "aten.lgamma.default({x})", SWEEP_FLOATS, 32, 1, 10 },
  { "aten.sin.default({x})", SWEEP_FLOATS, 4, 0.01, 10 },
  { "aten.cos.default({x})", SWEEP_FLOATS, 4, 0.01, 10 },
  { "aten.tan.default({x})", SWEEP_FLOATS, 8, 0.01, 10 },
  { "aten.sin.default({x})", SWEEP_FLOATS, 4, 0.05 },
  { "aten.cos.default({x})", SWEEP_FLOATS, 4, 0.05 },
  { "aten.asin.default({x})", SWEEP_FLOATS, 4 },
  { "aten.acos.default({x})", SWEEP_FLOATS, 4 },
  { "aten.atan.default({x})", SWEEP_FLOATS, 4 },
  { "aten.sinh.default({x})", SWEEP_FLOATS, 4 },
  { "aten.cosh.default({x})", SWEEP_FLOATS, 4 },
  { "aten.asinh.default({x})", SWEEP_FLOATS, 4 },
  { "aten.acosh.default({x})", SWEEP_FLOATS, 4 },
  { "aten.atanh.default({x})", SWEEP_FLOATS, 4 },
  { "aten.floor.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.ceil.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.round.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.trunc.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.isnan.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.isinf.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.signbit.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.logical_not.default({x})", SWEEP_ALL, 0 },
  { "aten.bitwise_not.default({x})", SWEEP_INTS | SWEEP_BOOL, 0 },
  { "aten.silu.default({x})", SWEEP_FLOATS, 8 },
  { "aten.gelu.default({x})", SWEEP_FLOATS, 16, 1, 10 },
  { "aten.gelu.default({x}, approximate = 'tanh')", SWEEP_FLOATS, 16, 1, 10 },
  { "aten.hardswish.default({x})", SWEEP_FLOATS, 8, 1, 10 },
  { "aten.hardsigmoid.default({x})", SWEEP_FLOATS, 4 },
  { "aten.softplus.default({x})", SWEEP_FLOATS, 16, 1, 10 },
  { "aten.elu.default({x})", SWEEP_FLOATS, 4 },
  { "aten.leaky_relu.default({x}, 0.01)", SWEEP_FLOATS, 2 },
  { "aten.mish.default({x})", SWEEP_FLOATS, 16, 1, 10 },
  { "aten.hardtanh.default({x}, -1.0, 1.0)", SWEEP_FLOATS, 0 },
  { "aten.clamp.default({x}, -2, 2)", SWEEP_NUMBERS, 1 },
  { "aten.nan_to_num.default({x}, 3.0)", SWEEP_FLOATS, 0 },
  { "aten.add.Tensor({x}, {y})", SWEEP_ALL, 1 },
  { "aten.add.Tensor({x}, 2)", SWEEP_NUMBERS, 1 },
  { "aten.sub.Tensor({x}, {y})", SWEEP_NUMBERS, 1 },
  { "aten.mul.Tensor({x}, {y})", SWEEP_ALL, 1 },
  { "aten.div.Tensor({x}, {y})", SWEEP_ALL, 2 },
  { "aten.div.Tensor_mode({x}, {y}, rounding_mode = 'floor')", SWEEP_INTS, 0 },
  { "aten.div.Tensor_mode({x}, {y}, rounding_mode = 'trunc')", SWEEP_INTS, 0 },
  { "aten.remainder.Tensor({x}, {y})", SWEEP_INTS, 0 },
  { "aten.fmod.Tensor({x}, {y})", SWEEP_INTS, 0 },
  { "aten.fmod.Tensor({x}, {y})", SWEEP_FLOATS, 1 },
  { "aten.remainder.Tensor({x}, {y})", SWEEP_FLOATS, 1, 0, 10 },
  { "aten.pow.Tensor_Tensor({x}, {y})", SWEEP_FLOATS, 8, 0, 10 },
  { "aten.pow.Tensor_Scalar({x}, 3)", SWEEP_NUMBERS, 4 },
  { "aten.pow.Tensor_Scalar({x}, 0.5)", SWEEP_FLOATS, 4, 0, 10 },
  { "aten.maximum.default({x}, {y})", SWEEP_ALL, 1 },
  { "aten.minimum.default({x}, {y})", SWEEP_ALL, 1 },
  { "aten.fmax.default({x}, {y})", SWEEP_NUMBERS, 1 },
  { "aten.copysign.Tensor({x}, {y})", SWEEP_FLOATS, 0 },
  { "aten.hypot.default({x}, {y})", SWEEP_FLOATS, 4 },
  { "aten.nextafter.default({x}, {y})", SWEEP_FLOATS, 1 },
  { "aten.atan2.default({x}, {y})", SWEEP_FLOATS, 4 },
  { "aten.eq.Tensor({x}, {y})", SWEEP_ALL, 0 },
  { "aten.ne.Tensor({x}, {y})", SWEEP_ALL, 0 },
  { "aten.lt.Tensor({x}, {y})", SWEEP_ALL, 0 },
  { "aten.le.Tensor({x}, {y})", SWEEP_ALL, 0 },
  { "aten.gt.Tensor({x}, {y})", SWEEP_ALL, 0 },
  { "aten.ge.Scalar({x}, 1)", SWEEP_ALL, 0 },
  { "aten.logical_and.default({x}, {y})", SWEEP_ALL, 0 },
  { "aten.logical_or.default({x}, {y})", SWEEP_ALL, 0 },
  { "aten.logical_xor.default({x}, {y})", SWEEP_ALL, 0 },
  { "aten.bitwise_and.Tensor({x}, {y})", SWEEP_INTS | SWEEP_BOOL, 0 },
  { "aten.bitwise_or.Tensor({x}, {y})", SWEEP_INTS | SWEEP_BOOL, 0 },
  { "aten.bitwise_xor.Tensor({x}, {y})", SWEEP_INTS | SWEEP_BOOL, 0 },
  { "aten.bitwise_left_shift.Tensor({x}, {n})", SWEEP_INTS, 0 },
  { "aten.bitwise_right_shift.Tensor({x}, {n})", SWEEP_INTS, 0 },
  { "aten.where.self({c}, {x}, {y})", SWEEP_ALL, 0 },
  { "aten.masked_fill.Scalar({x}, {c}, 2)", SWEEP_NUMBERS, 0 },
  { "aten.addcmul.default({x}, {x}, {y}, value = 2)", SWEEP_FLOATS, 4, 10, 10 },
  { "aten.lerp.Scalar({x}, {y}, 0.25)", SWEEP_FLOATS, 4, 10, 10 },
  { "aten.xlogy.Tensor({x}, {y})", SWEEP_FLOATS, 8, 1, 10 },
  { "aten.clone.default({x}, memory_format = torch.contiguous_format)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.float32)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.float16)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.bfloat16)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.float64)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.bool)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.int64)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.int32)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.int16)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.int8)", SWEEP_ALL, 0 },
  { "prims.convert_element_type.default({x}, torch.uint8)", SWEEP_ALL, 0 },
  { "aten.add.Tensor({x}, {n})", SWEEP_ALL, 1, 0, 10 }, /* two dtypes */
};

static void
test_one (gconstpointer data)
{
  guint number = GPOINTER_TO_UINT (data);

  sweep_run (ops, G_N_ELEMENTS (ops), dtypes[number / G_N_ELEMENTS (patterns)],
             &patterns[number % G_N_ELEMENTS (patterns)]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (dtypes) * G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/sweep/%s/%s", fl_dtype_get_short_name (dtypes[i / G_N_ELEMENTS (patterns)]),
                             patterns[i % G_N_ELEMENTS (patterns)].name);

      if (sweep_is_chosen (i, 11)) /* another pattern of each dtype */
        g_test_add_data_func (path, GUINT_TO_POINTER (i), test_one);
    }
  return g_test_run ();
}
