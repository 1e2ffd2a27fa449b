/* How operations on integers and numbers of 64 bits are spelled in vectors: the tables. */
#include "fl-c-lanes-private.h"

FlLaneKind
fl_lane_kind_get (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_BOOL: return FL_LANE_TRUTH;
    case FL_DTYPE_F32:
    case FL_DTYPE_F16:
    case FL_DTYPE_BF16: return FL_LANE_FLOAT;
    case FL_DTYPE_I8:
    case FL_DTYPE_U8:
    case FL_DTYPE_I16:
    case FL_DTYPE_U16:
    case FL_DTYPE_I32: return FL_LANE_I32;
    case FL_DTYPE_I64: return FL_LANE_I64;
    case FL_DTYPE_F64: return FL_LANE_F64;
    default: return FL_LANE_NONE;
    }
}

/* --- spellings -------------------------------------------------------------------------------- */

/* As in fl-c-vector.c; @: i32 or i64. */
static const char *const integers[FL_N_SCALARS] = {
  [FL_SCALAR_ADD] = "{0} + {1}",
  [FL_SCALAR_SUB] = "{0} - {1}",
  [FL_SCALAR_MUL] = "{0} * {1}",
  [FL_SCALAR_NEG] = "-{0}",
  [FL_SCALAR_SQUARE] = "{0} * {0}",
  [FL_SCALAR_ABS] = "fl_select_@ (<0> < 0, -<0>, <0>)",
  [FL_SCALAR_SIGN] = "(<0> < 0) - (<0> > 0)",
  [FL_SCALAR_RELU] = "<0> & (<0> > 0)",
  [FL_SCALAR_MAXIMUM] = "fl_select_@ (<0> > <1>, <0>, <1>)",
  [FL_SCALAR_MINIMUM] = "fl_select_@ (<0> < <1>, <0>, <1>)",
  [FL_SCALAR_FLOORDIV] = "fl_floor_div_@ (<0>, <1>)",
  [FL_SCALAR_REMAINDER] = "fl_floor_mod_@ (<0>, <1>)",
  [FL_SCALAR_TRUNCDIV] = "fl_trunc_div_@ (<0>, <1>)",
  [FL_SCALAR_MOD] = "fl_trunc_mod_@ (<0>, <1>)",
  [FL_SCALAR_FMOD] = "fl_trunc_mod_@ (<0>, <1>)",
  [FL_SCALAR_BITWISE_AND] = "{0} & {1}",
  [FL_SCALAR_BITWISE_OR] = "{0} | {1}",
  [FL_SCALAR_BITWISE_XOR] = "{0} ^ {1}",
  [FL_SCALAR_BITWISE_NOT] = "~{0}",
  [FL_SCALAR_SHIFT_LEFT] = "<0> << <1>",
  [FL_SCALAR_SHIFT_RIGHT] = "<0> >> <1>",
  [FL_SCALAR_WHERE] = "fl_select_@ (<0>, <1>, <2>)",
};

static const char *const doubles[FL_N_SCALARS] = {
  [FL_SCALAR_ADD] = "{0} + {1}",
  [FL_SCALAR_SUB] = "{0} - {1}",
  [FL_SCALAR_MUL] = "{0} * {1}",
  [FL_SCALAR_MUL_RN] = "{0} * {1}",
  [FL_SCALAR_TRUEDIV] = "{0} / {1}",
  [FL_SCALAR_DIV_RN] = "{0} / {1}",
  [FL_SCALAR_NEG] = "-{0}",
  [FL_SCALAR_SQUARE] = "{0} * {0}",
  [FL_SCALAR_RECIPROCAL] = "1.0 / {0}",
  [FL_SCALAR_FMA] = "{0} * {1} + {2}",
  [FL_SCALAR_ABS] = "fl_abs_f64_vec (<0>)",
  [FL_SCALAR_RELU] = "fl_select_f64 (<0> < 0.0, fl_splat_f64 (0.0), <0>)",
  [FL_SCALAR_MAXIMUM] = "fl_max_f64_vec (<0>, <1>)",
  [FL_SCALAR_MINIMUM] = "fl_min_f64_vec (<0>, <1>)",
  [FL_SCALAR_SQRT] = "fl_sqrt_f64_vec (<0>)",
  [FL_SCALAR_RSQRT] = "1.0 / fl_sqrt_f64_vec (<0>)",
  [FL_SCALAR_EXP] = "fl_exp_f64_vec (<0>)",
  [FL_SCALAR_EXP2] = "fl_exp2_f64_vec (<0>)",
  [FL_SCALAR_EXPM1] = "fl_expm1_f64_vec (<0>)",
  [FL_SCALAR_LOG] = "fl_log_f64_vec (<0>)",
  [FL_SCALAR_LOG2] = "fl_log2_f64_vec (<0>)",
  [FL_SCALAR_LOG10] = "fl_log10_f64_vec (<0>)",
  [FL_SCALAR_LOG1P] = "fl_log1p_f64_vec (<0>)",
  [FL_SCALAR_SIGMOID] = "fl_sigmoid_f64_vec (<0>)",
  [FL_SCALAR_SINH] = "fl_sinh_f64_vec (<0>)",
  [FL_SCALAR_COSH] = "fl_cosh_f64_vec (<0>)",
  [FL_SCALAR_TANH] = "fl_tanh_f64_vec (<0>)",
  [FL_SCALAR_ERF] = "fl_erf_f64_vec (<0>)",
  [FL_SCALAR_SIN] = "fl_sin_f64_vec (<0>)",
  [FL_SCALAR_COS] = "fl_cos_f64_vec (<0>)",
  [FL_SCALAR_TAN] = "fl_tan_f64_vec (<0>)",
  [FL_SCALAR_FLOOR] = "fl_floor_f64_vec (<0>)",
  [FL_SCALAR_CEIL] = "fl_ceil_f64_vec (<0>)",
  [FL_SCALAR_TRUNC] = "fl_trunc_f64_vec (<0>)",
  [FL_SCALAR_ROUND] = "fl_rint_f64_vec (<0>)",
  [FL_SCALAR_ASIN] = "fl_asin_f64_vec (<0>)",
  [FL_SCALAR_ACOS] = "fl_acos_f64_vec (<0>)",
  [FL_SCALAR_ATAN] = "fl_atan_f64_vec (<0>)",
  [FL_SCALAR_ASINH] = "fl_asinh_f64_vec (<0>)",
  [FL_SCALAR_ACOSH] = "fl_acosh_f64_vec (<0>)",
  [FL_SCALAR_ATANH] = "fl_atanh_f64_vec (<0>)",
  [FL_SCALAR_ERFC] = "fl_each_erfc_f64 (<0>)",
  [FL_SCALAR_LGAMMA] = "fl_each_lgamma_f64 (<0>)",
  [FL_SCALAR_POW] = "fl_pow_f64_vec (<0>, <1>)",
  [FL_SCALAR_HYPOT] = "fl_hypot_f64_vec (<0>, <1>)",
  [FL_SCALAR_ATAN2] = "fl_atan2_f64_vec (<0>, <1>)",
  [FL_SCALAR_FMOD] = "fl_fmod_f64_vec (<0>, <1>)",
  [FL_SCALAR_MOD] = "fl_fmod_f64_vec (<0>, <1>)",
  [FL_SCALAR_REMAINDER] = "fl_remainder_f64_vec (<0>, <1>)",
  [FL_SCALAR_FLOORDIV] = "fl_floor_f64_vec (<0> / <1>)",
  [FL_SCALAR_TRUNCDIV] = "fl_trunc_f64_vec (<0> / <1>)",
  [FL_SCALAR_COPYSIGN] = "fl_copysign_f64_vec (<0>, <1>)",
  [FL_SCALAR_WHERE] = "fl_select_f64 (<0>, <1>, <2>)",
};

/* Comparisons, of any kind of numbers; those of 64 bits give lanes of 64, which become truth values afterwards. */
static const char *const comparisons[FL_N_SCALARS] = {
  [FL_SCALAR_EQ] = "<0> == <1>",
  [FL_SCALAR_NE] = "<0> != <1>",
  [FL_SCALAR_LT] = "<0> < <1>",
  [FL_SCALAR_LE] = "<0> <= <1>",
  [FL_SCALAR_GT] = "<0> > <1>",
  [FL_SCALAR_GE] = "<0> >= <1>",
  [FL_SCALAR_ISNAN] = "<0> != <0>",
  [FL_SCALAR_LOGICAL_NOT] = "<0> == 0",
  [FL_SCALAR_LOGICAL_AND] = "(<0> != 0) & (<1> != 0)",
  [FL_SCALAR_LOGICAL_OR] = "(<0> != 0) | (<1> != 0)",
};

/* From the kind of a row to that of a column. */
static const char *const conversions[FL_N_LANE_KINDS][FL_N_LANE_KINDS] = {
  [FL_LANE_TRUTH] = { [FL_LANE_TRUTH] = "{0}",
                      [FL_LANE_FLOAT] = "fl_ones (<0>)",
                      [FL_LANE_I32] = "<0> & 1",
                      [FL_LANE_I64] = "fl_i64_of_i32 (<0> & 1)",
                      [FL_LANE_F64] = "fl_f64_of_i32 (<0> & 1)" },
  [FL_LANE_FLOAT] = { [FL_LANE_TRUTH] = "<0> != 0.0f",
                      [FL_LANE_FLOAT] = "{0}",
                      [FL_LANE_I32] = "fl_i32_of_f32 (<0>)",
                      [FL_LANE_I64] = "fl_i64_of_f32 (<0>)",
                      [FL_LANE_F64] = "fl_f64_of_f32 (<0>)" },
  [FL_LANE_I32] = { [FL_LANE_TRUTH] = "<0> != 0",
                    [FL_LANE_FLOAT] = "fl_f32_of_i32 (<0>)",
                    [FL_LANE_I32] = "{0}",
                    [FL_LANE_I64] = "fl_i64_of_i32 (<0>)",
                    [FL_LANE_F64] = "fl_f64_of_i32 (<0>)" },
  [FL_LANE_I64] = { [FL_LANE_TRUTH] = "fl_i32_of_i64 (<0> != 0)",
                    [FL_LANE_FLOAT] = "fl_f32_of_i64 (<0>)",
                    [FL_LANE_I32] = "fl_i32_of_i64 (<0>)",
                    [FL_LANE_I64] = "{0}",
                    [FL_LANE_F64] = "fl_f64_of_i64 (<0>)" },
  [FL_LANE_F64] = { [FL_LANE_TRUTH] = "fl_i32_of_i64 (<0> != 0.0)",
                    [FL_LANE_FLOAT] = "fl_f32_of_f64 (<0>)",
                    [FL_LANE_I32] = "fl_i32_of_f64 (<0>)",
                    [FL_LANE_I64] = "fl_i64_of_f64 (<0>)",
                    [FL_LANE_F64] = "{0}" },
};

/* The kind that an operation computes with, and the table that has it; NULL: it has no such form. */
const char *
fl_lane_kind_find_spelling (const FlBodyOp *op, const FlCValue *args)
{
  gboolean is_truth = op->dtype == FL_DTYPE_BOOL && op->op != FL_SCALAR_WHERE;
  FlLaneKind kind = fl_lane_kind_get (is_truth ? args[0].dtype : op->dtype);

  if (kind == FL_LANE_I32 || kind == FL_LANE_I64)
    return is_truth ? comparisons[op->op] : integers[op->op];
  if (kind == FL_LANE_F64)
    return is_truth ? comparisons[op->op] : doubles[op->op];
  return NULL;
}

const char *
fl_lane_kind_get_doubles (FlScalar op)
{
  return doubles[op];
}

const char *
fl_lane_kind_get_conversion (FlDtype from, FlDtype to)
{
  return conversions[fl_lane_kind_get (from)][fl_lane_kind_get (to)];
}
