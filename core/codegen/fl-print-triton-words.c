/* The Triton column of types and scalar operations, keyed by id: one spelling for floats, one for integers and bool.
 * {0}, {1}, {2} stand for the arguments. NULL: not defined for that kind.
 * Source: torch/_inductor/codegen/triton.py (TritonOverrides) for the functions that are called. */
#include "fl-print-triton-private.h"

#include "fl-text.h"

#include <math.h>

typedef struct
{
  const char *floats, *integers;
} Spelling;

#define SAME(text)                                                                                                     \
  {                                                                                                                    \
    text, text                                                                                                         \
  }
#define LIBDEVICE(name)                                                                                                \
  {                                                                                                                    \
    "libdevice." name "({0})", NULL                                                                                    \
  }
#define LIBDEVICE2(name)                                                                                               \
  {                                                                                                                    \
    "libdevice." name "({0}, {1})", NULL                                                                               \
  }

static const Spelling spellings[FL_N_SCALARS] = {
  [FL_SCALAR_WHERE] = SAME ("tl.where({0}, {1}, {2})"),
  [FL_SCALAR_WIDEN] = SAME ("{0}"),
  [FL_SCALAR_RAND] = { "tl.rand({0}, ({1}).to(tl.uint32))", NULL },
  [FL_SCALAR_RANDN] = { "tl.randn({0}, ({1}).to(tl.uint32))", NULL },
  [FL_SCALAR_RANDINT64] = { NULL, "triton_helpers.randint64({0}, ({1}).to(tl.uint32), {2}, {3})" },
  [FL_SCALAR_ADD] = SAME ("{0} + {1}"),
  [FL_SCALAR_SUB] = SAME ("{0} - {1}"),
  [FL_SCALAR_MUL] = SAME ("{0} * {1}"),
  [FL_SCALAR_TRUEDIV] = { "({0} / {1})", NULL },
  [FL_SCALAR_MUL_RN] = { "{0} * {1}", "{0} * {1}" },
  [FL_SCALAR_DIV_RN] = { "triton.language.div_rn({0}, {1})", NULL },
  [FL_SCALAR_FLOORDIV] = { "libdevice.floor({0} / {1})", "triton_helpers.div_floor_integer({0}, {1})" },
  [FL_SCALAR_TRUNCDIV] = { "libdevice.trunc({0} / {1})", "({0} // {1})" },
  [FL_SCALAR_MOD] = SAME ("({0} % {1})"),
  [FL_SCALAR_REMAINDER] = { "tl.where((libdevice.fmod({0}, {1}) != 0) & ((libdevice.fmod({0}, {1}) < 0) != ({1} < 0)), "
                            "libdevice.fmod({0}, {1}) + {1}, libdevice.fmod({0}, {1}))",
                            "triton_helpers.remainder_integer({0}, {1})" },
  [FL_SCALAR_FMOD] = { "libdevice.fmod({0}, {1})", "({0} % {1})" },
  [FL_SCALAR_POW] = { "libdevice.pow({0}, {1})", NULL },
  [FL_SCALAR_NEG] = SAME ("-{0}"),
  [FL_SCALAR_ABS] = { "tl_math.abs({0})", "tl_math.abs({0})" },
  [FL_SCALAR_SIGN] = SAME ("(({0} > 0).to(tl.int8) - ({0} < 0).to(tl.int8)).to({0}.dtype)"),
  [FL_SCALAR_RECIPROCAL] = { "(1 / {0})", NULL },
  [FL_SCALAR_SQUARE] = SAME ("{0} * {0}"),
  [FL_SCALAR_MAXIMUM] = SAME ("triton_helpers.maximum({0}, {1})"),
  [FL_SCALAR_MINIMUM] = SAME ("triton_helpers.minimum({0}, {1})"),
  [FL_SCALAR_FMA] = { "libdevice.fma({0}, {1}, {2})", "{0} * {1} + {2}" },
  [FL_SCALAR_COPYSIGN] = LIBDEVICE2 ("copysign"),
  [FL_SCALAR_HYPOT] = LIBDEVICE2 ("hypot"),
  [FL_SCALAR_NEXTAFTER] = LIBDEVICE2 ("nextafter"),
  [FL_SCALAR_ATAN2] = LIBDEVICE2 ("atan2"),
  [FL_SCALAR_EXP] = { "libdevice.exp({0})", NULL },
  [FL_SCALAR_EXP2] = LIBDEVICE ("exp2"),
  [FL_SCALAR_EXPM1] = LIBDEVICE ("expm1"),
  [FL_SCALAR_LOG] = { "tl_math.log({0})", NULL },
  [FL_SCALAR_LOG2] = LIBDEVICE ("log2"),
  [FL_SCALAR_LOG10] = LIBDEVICE ("log10"),
  [FL_SCALAR_LOG1P] = LIBDEVICE ("log1p"),
  [FL_SCALAR_SQRT] = { "tl.sqrt_rn({0})", NULL },
  [FL_SCALAR_RSQRT] = LIBDEVICE ("rsqrt"),
  [FL_SCALAR_SIGMOID] = { "tl.sigmoid({0})", NULL },
  [FL_SCALAR_TANH] = LIBDEVICE ("tanh"),
  [FL_SCALAR_ERF] = LIBDEVICE ("erf"),
  [FL_SCALAR_ERFC] = LIBDEVICE ("erfc"),
  [FL_SCALAR_ERFINV] = LIBDEVICE ("erfinv"),
  [FL_SCALAR_LGAMMA] = LIBDEVICE ("lgamma"),
  [FL_SCALAR_SIN] = { "tl_math.sin({0})", NULL },
  [FL_SCALAR_COS] = { "tl_math.cos({0})", NULL },
  [FL_SCALAR_TAN] = LIBDEVICE ("tan"),
  [FL_SCALAR_ASIN] = LIBDEVICE ("asin"),
  [FL_SCALAR_ACOS] = LIBDEVICE ("acos"),
  [FL_SCALAR_ATAN] = LIBDEVICE ("atan"),
  [FL_SCALAR_SINH] = LIBDEVICE ("sinh"),
  [FL_SCALAR_COSH] = LIBDEVICE ("cosh"),
  [FL_SCALAR_ASINH] = LIBDEVICE ("asinh"),
  [FL_SCALAR_ACOSH] = LIBDEVICE ("acosh"),
  [FL_SCALAR_ATANH] = LIBDEVICE ("atanh"),
  [FL_SCALAR_FLOOR] = { "libdevice.floor({0})", "{0}" },
  [FL_SCALAR_CEIL] = { "libdevice.ceil({0})", "{0}" },
  [FL_SCALAR_ROUND] = { "libdevice.nearbyint({0})", "{0}" },
  [FL_SCALAR_TRUNC] = { "libdevice.trunc({0})", "{0}" },
  [FL_SCALAR_I0] = LIBDEVICE ("cyl_bessel_i0"),
  [FL_SCALAR_I1] = LIBDEVICE ("cyl_bessel_i1"),
  [FL_SCALAR_MODIFIED_BESSEL_I0] = LIBDEVICE ("cyl_bessel_i0"),
  [FL_SCALAR_MODIFIED_BESSEL_I1] = LIBDEVICE ("cyl_bessel_i1"),
  [FL_SCALAR_ERFCX] = LIBDEVICE ("erfcx"),
  [FL_SCALAR_BESSEL_J0] = LIBDEVICE ("j0"),
  [FL_SCALAR_BESSEL_J1] = LIBDEVICE ("j1"),
  [FL_SCALAR_BESSEL_Y0] = LIBDEVICE ("y0"),
  [FL_SCALAR_BESSEL_Y1] = LIBDEVICE ("y1"),
  [FL_SCALAR_EQ] = SAME ("{0} == {1}"),
  [FL_SCALAR_NE] = SAME ("{0} != {1}"),
  [FL_SCALAR_LT] = SAME ("{0} < {1}"),
  [FL_SCALAR_LE] = SAME ("{0} <= {1}"),
  [FL_SCALAR_GT] = SAME ("{0} > {1}"),
  [FL_SCALAR_GE] = SAME ("{0} >= {1}"),
  [FL_SCALAR_ISNAN] = { "libdevice.isnan({0}).to(tl.int1)", "({0} != {0})" },
  [FL_SCALAR_ISINF] = { "libdevice.isinf({0}).to(tl.int1)", "({0} != {0})" },
  [FL_SCALAR_SIGNBIT] = { "(libdevice.signbit({0}) != 0)", "{0} < 0" },
  [FL_SCALAR_LOGICAL_AND] = SAME ("{0} & {1}"),
  [FL_SCALAR_LOGICAL_OR] = SAME ("{0} | {1}"),
  [FL_SCALAR_LOGICAL_XOR] = SAME ("({0} ^ {1})"),
  [FL_SCALAR_LOGICAL_NOT] = SAME ("{0} == 0"),
  [FL_SCALAR_AND] = SAME ("{0} & {1}"),
  [FL_SCALAR_BITWISE_AND] = { NULL, "{0} & {1}" },
  [FL_SCALAR_BITWISE_OR] = { NULL, "{0} | {1}" },
  [FL_SCALAR_BITWISE_XOR] = { NULL, "{0} ^ {1}" },
  [FL_SCALAR_BITWISE_NOT] = { NULL, "~{0}" },
  [FL_SCALAR_SHIFT_LEFT] = { NULL, "{0} << {1}" },
  [FL_SCALAR_SHIFT_RIGHT] = { NULL, "{0} >> {1}" },
};

const char *
fl_triton_get_spelling (FlScalar op, FlDtype dtype)
{
  return fl_dtype_is_float (dtype) ? spellings[op].floats : spellings[op].integers;
}

/* --- types ------------------------------------------------------------------------------------ */

typedef struct
{
  FlDtype dtype;
  const char *type, *pointer;
} TypeWords;

static const TypeWords types[] = {
  { FL_DTYPE_BOOL, "tl.int1", "*i1" },
  { FL_DTYPE_U8, "tl.uint8", "*u8" },
  { FL_DTYPE_I8, "tl.int8", "*i8" },
  { FL_DTYPE_I16, "tl.int16", "*i16" },
  { FL_DTYPE_I32, "tl.int32", "*i32" },
  { FL_DTYPE_I64, "tl.int64", "*i64" },
  { FL_DTYPE_U16, "tl.uint16", "*u16" },
  { FL_DTYPE_U32, "tl.uint32", "*u32" },
  { FL_DTYPE_U64, "tl.uint64", "*u64" },
  { FL_DTYPE_F8E4M3, "tl.float8e4nv", "*fp8e4nv" },
  { FL_DTYPE_F8E5M2, "tl.float8e5", "*fp8e5" },
  { FL_DTYPE_F16, "tl.float16", "*fp16" },
  { FL_DTYPE_BF16, "tl.bfloat16", "*bf16" },
  { FL_DTYPE_F32, "tl.float32", "*fp32" },
  { FL_DTYPE_F64, "tl.float64", "*fp64" },
};

static const TypeWords *
find_words (FlDtype dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].dtype == dtype)
      return &types[i];
  return NULL;
}

const char *
fl_triton_get_type (FlDtype dtype)
{
  const TypeWords *words = find_words (dtype);

  return words ? words->type : NULL;
}

const char *
fl_triton_get_pointer (FlDtype dtype)
{
  const TypeWords *words = find_words (dtype);

  return words ? words->pointer : NULL;
}

FlDtype
fl_triton_get_compute (FlDtype dtype)
{
  return fl_dtype_is_float (dtype) && fl_dtype_get_size_bytes (dtype) < 4 ? FL_DTYPE_F32 : dtype;
}

/* --- constants -------------------------------------------------------------------------------- */

char *
fl_triton_dup_number (FlDtype dtype, double number, gint64 integer)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (dtype == FL_DTYPE_BOOL)
    return g_strdup (number != 0 || integer != 0 ? "True" : "False");
  if (!fl_dtype_is_float (dtype))
    return g_strdup_printf ("%" G_GINT64_FORMAT, integer);
  if (isnan (number) || isinf (number))
    return g_strdup_printf ("float(\"%s\")", isnan (number) ? "nan" : number < 0 ? "-inf" : "inf");
  fl_text_append_float (out, number);
  return g_strdup (out->str);
}

/* What changes nothing when it is reduced, too. */
const char *
fl_triton_get_neutral (FlReductionType reduction, FlDtype dtype)
{
  const gboolean is_max = reduction == FL_REDUCTION_MAX || reduction == FL_REDUCTION_ARGMAX
                          || reduction == FL_REDUCTION_ARGMAX_VALUE || reduction == FL_REDUCTION_ARGMAX_WITH_VALUE;
  const gboolean is_min = reduction == FL_REDUCTION_MIN || reduction == FL_REDUCTION_ARGMIN
                          || reduction == FL_REDUCTION_ARGMIN_VALUE || reduction == FL_REDUCTION_ARGMIN_WITH_VALUE;
  const guint bytes = fl_dtype_get_size_bytes (dtype);

  if (reduction == FL_REDUCTION_PROD)
    return "1";
  if (reduction == FL_REDUCTION_ANY)
    return "False";
  if (!is_max && !is_min)
    return "0";
  if (fl_dtype_is_float (dtype))
    return is_max ? "float(\"-inf\")" : "float(\"inf\")";
  if (!fl_dtype_is_signed (dtype))
    return is_max       ? "0"
           : bytes == 1 ? "255"
           : bytes == 2 ? "65535"
           : bytes == 4 ? "4294967295"
                        : "18446744073709551615";
  if (is_max)
    return bytes == 1 ? "-128" : bytes == 2 ? "-32768" : bytes == 4 ? "-2147483648" : "-9223372036854775808";
  return bytes == 1 ? "127" : bytes == 2 ? "32767" : bytes == 4 ? "2147483647" : "9223372036854775807";
}
