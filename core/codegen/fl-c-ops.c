/* The C column of the scalar operations, keyed by id: one spelling for float, one for double, one for integers and
 * bool. {0}, {1}, {2} stand for the arguments. NULL: not defined for that kind. Helpers named here stand in
 * preamble/scalar-*.h. */
#include "fl-c-ops.h"

#include "fl-text.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *f32, *f64, *integer;
} Spelling;

#define SAME(text)                                                                                                     \
  {                                                                                                                    \
    text, text, text                                                                                                   \
  }
#define LIBM(name)                                                                                                     \
  {                                                                                                                    \
    "__builtin_" name "f ({0})", "__builtin_" name " ({0})", NULL                                                      \
  }
#define SPECIAL(call)                                                                                                  \
  {                                                                                                                    \
    "(float) " call, call, NULL                                                                                        \
  }
#define LIBM2(name)                                                                                                    \
  {                                                                                                                    \
    "__builtin_" name "f ({0}, {1})", "__builtin_" name " ({0}, {1})", NULL                                            \
  }

static const Spelling spellings[FL_N_SCALARS] = {
  [FL_SCALAR_WHERE] = SAME ("{0} ? {1} : {2}"),
  [FL_SCALAR_RAND] = { "fl_rand ({0}, {1})", "fl_rand ({0}, {1})", NULL },
  [FL_SCALAR_RANDN] = { "fl_normal ({0}, {1})", "fl_normal ({0}, {1})", NULL },
  [FL_SCALAR_RANDINT64] = { NULL, NULL, "fl_randint ({0}, {1}, {2}, {3})" },
  [FL_SCALAR_WIDEN] = SAME ("{0}"),
  [FL_SCALAR_ADD] = SAME ("{0} + {1}"),
  [FL_SCALAR_SUB] = SAME ("{0} - {1}"),
  [FL_SCALAR_MUL] = SAME ("{0} * {1}"),
  [FL_SCALAR_TRUEDIV] = { "{0} / {1}", "{0} / {1}", NULL },
  [FL_SCALAR_MUL_RN] = SAME ("{0} * {1}"),
  [FL_SCALAR_DIV_RN] = { "{0} / {1}", "{0} / {1}", NULL },
  [FL_SCALAR_FLOORDIV] = { "__builtin_floorf ({0} / {1})", "__builtin_floor ({0} / {1})", "fl_floor_div ({0}, {1})" },
  [FL_SCALAR_TRUNCDIV] = { "__builtin_truncf ({0} / {1})", "__builtin_trunc ({0} / {1})", "fl_trunc_div ({0}, {1})" },
  [FL_SCALAR_MOD] = { "__builtin_fmodf ({0}, {1})", "__builtin_fmod ({0}, {1})", "fl_trunc_mod ({0}, {1})" },
  [FL_SCALAR_REMAINDER] = { "fl_remainder_f32 ({0}, {1})", "fl_remainder_f64 ({0}, {1})", "fl_floor_mod ({0}, {1})" },
  [FL_SCALAR_FMOD] = { "__builtin_fmodf ({0}, {1})", "__builtin_fmod ({0}, {1})", "fl_trunc_mod ({0}, {1})" },
  [FL_SCALAR_POW] = { "__builtin_powf ({0}, {1})", "__builtin_pow ({0}, {1})", "fl_pow_i64 ({0}, {1})" },
  [FL_SCALAR_NEG] = SAME ("-{0}"),
  [FL_SCALAR_ABS] = { "__builtin_fabsf ({0})", "__builtin_fabs ({0})", "{0} < 0 ? -{0} : {0}" },
  [FL_SCALAR_SIGN] = SAME ("({0} > 0) - ({0} < 0)"),
  [FL_SCALAR_RECIPROCAL] = { "1.0f / {0}", "1.0 / {0}", NULL },
  [FL_SCALAR_SQUARE] = SAME ("{0} * {0}"),
  [FL_SCALAR_RELU] = SAME ("{0} < 0 ? 0 : {0}"),
  [FL_SCALAR_MAXIMUM] = { "fl_max_f32 ({0}, {1})", "fl_max_f64 ({0}, {1})", "{0} > {1} ? {0} : {1}" },
  [FL_SCALAR_MINIMUM] = { "fl_min_f32 ({0}, {1})", "fl_min_f64 ({0}, {1})", "{0} < {1} ? {0} : {1}" },
  [FL_SCALAR_FMA] = { "__builtin_fmaf ({0}, {1}, {2})", "__builtin_fma ({0}, {1}, {2})", "{0} * {1} + {2}" },
  [FL_SCALAR_COPYSIGN] = LIBM2 ("copysign"),
  [FL_SCALAR_HYPOT] = LIBM2 ("hypot"),
  [FL_SCALAR_NEXTAFTER] = LIBM2 ("nextafter"),
  [FL_SCALAR_ATAN2] = LIBM2 ("atan2"),
  [FL_SCALAR_EXP] = { "fl_exp_f32 ({0})", "__builtin_exp ({0})", NULL },
  [FL_SCALAR_EXP2] = { "fl_exp2_f32 ({0})", "__builtin_exp2 ({0})", NULL },
  [FL_SCALAR_EXPM1] = LIBM ("expm1"),
  [FL_SCALAR_LOG] = { "fl_log_f32 ({0})", "__builtin_log ({0})", NULL },
  [FL_SCALAR_LOG2] = { "fl_log_f32 ({0}) * 1.44269504f", "__builtin_log2 ({0})", NULL },
  [FL_SCALAR_LOG10] = { "fl_log_f32 ({0}) * 0.434294482f", "__builtin_log10 ({0})", NULL },
  [FL_SCALAR_LOG1P] = { "fl_log1p_f32 ({0})", "__builtin_log1p ({0})", NULL },
  [FL_SCALAR_SQRT] = LIBM ("sqrt"),
  [FL_SCALAR_RSQRT] = { "1.0f / __builtin_sqrtf ({0})", "1.0 / __builtin_sqrt ({0})", NULL },
  [FL_SCALAR_SIGMOID] = { "fl_sigmoid_f32 ({0})", "1.0 / (1.0 + __builtin_exp (-{0}))", NULL },
  [FL_SCALAR_TANH] = { "fl_tanh_f32 ({0})", "__builtin_tanh ({0})", NULL },
  [FL_SCALAR_ERF] = { "fl_erf_f32 ({0})", "__builtin_erf ({0})", NULL },
  [FL_SCALAR_ERFC] = LIBM ("erfc"),
  [FL_SCALAR_ERFINV] = { "(float) fl_erfinv ({0})", "fl_erfinv ({0})", NULL },
  [FL_SCALAR_LGAMMA] = LIBM ("lgamma"),
  [FL_SCALAR_SIN] = { "fl_sine_f32 ({0}, 0)", "__builtin_sin ({0})", NULL },
  [FL_SCALAR_COS] = { "fl_sine_f32 ({0}, 1)", "__builtin_cos ({0})", NULL },
  [FL_SCALAR_TAN] = LIBM ("tan"),
  [FL_SCALAR_ASIN] = LIBM ("asin"),
  [FL_SCALAR_ACOS] = LIBM ("acos"),
  [FL_SCALAR_ATAN] = LIBM ("atan"),
  [FL_SCALAR_SINH] = LIBM ("sinh"),
  [FL_SCALAR_COSH] = LIBM ("cosh"),
  [FL_SCALAR_ASINH] = LIBM ("asinh"),
  [FL_SCALAR_ACOSH] = LIBM ("acosh"),
  [FL_SCALAR_ATANH] = LIBM ("atanh"),
  [FL_SCALAR_FLOOR] = { "__builtin_floorf ({0})", "__builtin_floor ({0})", "{0}" },
  [FL_SCALAR_CEIL] = { "__builtin_ceilf ({0})", "__builtin_ceil ({0})", "{0}" },
  [FL_SCALAR_ROUND] = { "__builtin_rintf ({0})", "__builtin_rint ({0})", "{0}" },
  [FL_SCALAR_TRUNC] = { "__builtin_truncf ({0})", "__builtin_trunc ({0})", "{0}" },
  [FL_SCALAR_I0] = SPECIAL ("fl_bessel_i ({0}, 0, 0)"),
  [FL_SCALAR_I0E] = SPECIAL ("fl_bessel_i ({0}, 0, 1)"),
  [FL_SCALAR_I1] = SPECIAL ("fl_bessel_i ({0}, 1, 0)"),
  [FL_SCALAR_I1E] = SPECIAL ("fl_bessel_i ({0}, 1, 1)"),
  [FL_SCALAR_NDTRI] = SPECIAL ("fl_ndtri ({0})"),
  [FL_SCALAR_ERFCX] = SPECIAL ("fl_erfcx ({0})"),
  [FL_SCALAR_AIRY_AI] = SPECIAL ("fl_airy_ai ({0})"),
  [FL_SCALAR_BESSEL_J0] = SPECIAL ("fl_bessel_j ({0}, 0)"),
  [FL_SCALAR_BESSEL_J1] = SPECIAL ("fl_bessel_j ({0}, 1)"),
  [FL_SCALAR_BESSEL_Y0] = SPECIAL ("fl_bessel_y ({0}, 0)"),
  [FL_SCALAR_BESSEL_Y1] = SPECIAL ("fl_bessel_y ({0}, 1)"),
  [FL_SCALAR_MODIFIED_BESSEL_I0] = SPECIAL ("fl_bessel_i ({0}, 0, 0)"),
  [FL_SCALAR_MODIFIED_BESSEL_I1] = SPECIAL ("fl_bessel_i ({0}, 1, 0)"),
  [FL_SCALAR_MODIFIED_BESSEL_K0] = SPECIAL ("fl_bessel_k ({0}, 0, 0)"),
  [FL_SCALAR_MODIFIED_BESSEL_K1] = SPECIAL ("fl_bessel_k ({0}, 1, 0)"),
  [FL_SCALAR_SCALED_MODIFIED_BESSEL_K0] = SPECIAL ("fl_bessel_k ({0}, 0, 1)"),
  [FL_SCALAR_SCALED_MODIFIED_BESSEL_K1] = SPECIAL ("fl_bessel_k ({0}, 1, 1)"),
  [FL_SCALAR_SPHERICAL_BESSEL_J0] = SPECIAL ("fl_spherical_j0 ({0})"),
  [FL_SCALAR_DIGAMMA] = SPECIAL ("fl_digamma ({0})"),
  [FL_SCALAR_POLYGAMMA] = SPECIAL ("fl_polygamma ({0}, {1})"),
  [FL_SCALAR_ZETA] = SPECIAL ("fl_zeta ({0}, {1})"),
  [FL_SCALAR_IGAMMA] = SPECIAL ("fl_igamma ({0}, {1}, 0)"),
  [FL_SCALAR_IGAMMAC] = SPECIAL ("fl_igamma ({0}, {1}, 1)"),
  [FL_SCALAR_CHEBYSHEV_POLYNOMIAL_T] = SPECIAL ("fl_polynomial ({0}, {1}, 0)"),
  [FL_SCALAR_CHEBYSHEV_POLYNOMIAL_U] = SPECIAL ("fl_polynomial ({0}, {1}, 1)"),
  [FL_SCALAR_CHEBYSHEV_POLYNOMIAL_V] = SPECIAL ("fl_polynomial ({0}, {1}, 2)"),
  [FL_SCALAR_CHEBYSHEV_POLYNOMIAL_W] = SPECIAL ("fl_polynomial ({0}, {1}, 3)"),
  [FL_SCALAR_HERMITE_POLYNOMIAL_H] = SPECIAL ("fl_polynomial ({0}, {1}, 4)"),
  [FL_SCALAR_HERMITE_POLYNOMIAL_HE] = SPECIAL ("fl_polynomial ({0}, {1}, 5)"),
  [FL_SCALAR_LAGUERRE_POLYNOMIAL_L] = SPECIAL ("fl_polynomial ({0}, {1}, 6)"),
  [FL_SCALAR_LEGENDRE_POLYNOMIAL_P] = SPECIAL ("fl_polynomial ({0}, {1}, 7)"),
  [FL_SCALAR_SHIFTED_CHEBYSHEV_POLYNOMIAL_T] = SPECIAL ("fl_polynomial (2.0 * {0} - 1.0, {1}, 0)"),
  [FL_SCALAR_SHIFTED_CHEBYSHEV_POLYNOMIAL_U] = SPECIAL ("fl_polynomial (2.0 * {0} - 1.0, {1}, 1)"),
  [FL_SCALAR_SHIFTED_CHEBYSHEV_POLYNOMIAL_V] = SPECIAL ("fl_polynomial (2.0 * {0} - 1.0, {1}, 2)"),
  [FL_SCALAR_SHIFTED_CHEBYSHEV_POLYNOMIAL_W] = SPECIAL ("fl_polynomial (2.0 * {0} - 1.0, {1}, 3)"),
  [FL_SCALAR_EQ] = SAME ("{0} == {1}"),
  [FL_SCALAR_NE] = SAME ("{0} != {1}"),
  [FL_SCALAR_LT] = SAME ("{0} < {1}"),
  [FL_SCALAR_LE] = SAME ("{0} <= {1}"),
  [FL_SCALAR_GT] = SAME ("{0} > {1}"),
  [FL_SCALAR_GE] = SAME ("{0} >= {1}"),
  [FL_SCALAR_ISNAN] = { "{0} != {0}", "{0} != {0}", "0" },
  [FL_SCALAR_ISINF] = { "__builtin_fabsf ({0}) == __builtin_inff ()", "__builtin_fabs ({0}) == __builtin_inf ()", "0" },
  [FL_SCALAR_SIGNBIT] = { "fl_bits_f32 ({0}) >> 31", "fl_bits_f64 ({0}) >> 63", "{0} < 0" },
  [FL_SCALAR_LOGICAL_AND] = SAME ("{0} && {1}"),
  [FL_SCALAR_LOGICAL_OR] = SAME ("{0} || {1}"),
  [FL_SCALAR_LOGICAL_XOR] = SAME ("!{0} != !{1}"),
  [FL_SCALAR_LOGICAL_NOT] = SAME ("!{0}"),
  [FL_SCALAR_AND] = SAME ("{0} && {1}"),
  [FL_SCALAR_BITWISE_AND] = { NULL, NULL, "{0} & {1}" },
  [FL_SCALAR_BITWISE_OR] = { NULL, NULL, "{0} | {1}" },
  [FL_SCALAR_BITWISE_XOR] = { NULL, NULL, "{0} ^ {1}" },
  [FL_SCALAR_BITWISE_NOT] = { NULL, NULL, "~{0}" },
  [FL_SCALAR_SHIFT_LEFT] = { NULL, NULL, "{0} << {1}" },
  [FL_SCALAR_SHIFT_RIGHT] = { NULL, NULL, "{0} >> {1}" },
};

/* --- types and constants ---------------------------------------------------------------------- */

/* What is computed in f32. */
static gboolean
is_float32 (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_dtype_is_low_precision (dtype);
}

const char *
fl_c_get_compute_type (FlDtype dtype)
{
  if (is_float32 (dtype))
    return "float";
  if (dtype == FL_DTYPE_F64)
    return "double";
  if (dtype == FL_DTYPE_BOOL)
    return "_Bool";
  return fl_dtype_is_integer (dtype) ? fl_dtype_get_c_type (dtype) : NULL;
}

static char *
dup_float (FlDtype dtype, double number)
{
  const char *suffix = dtype == FL_DTYPE_F64 ? "" : "f";
  GString *out = g_string_new (NULL);

  if (isnan (number))
    g_string_append_printf (out, "__builtin_nan%s (\"\")", suffix);
  else if (isinf (number))
    g_string_append_printf (out, number < 0 ? "(-__builtin_inf%s ())" : "__builtin_inf%s ()", suffix);
  else
    {
      g_string_append (out, signbit (number) ? "(" : "");
      fl_text_append_float (out, number);
      g_string_append (out, suffix);
      g_string_append (out, signbit (number) ? ")" : "");
    }
  return g_string_free (out, FALSE);
}

static char *
dup_integer (gint64 integer)
{
  if (integer == G_MININT64)
    return g_strdup ("INT64_MIN");
  if (integer > G_MAXINT32 || integer < -G_MAXINT32)
    return g_strdup_printf (integer < 0 ? "(INT64_C (%" G_GINT64_FORMAT "))" : "INT64_C (%" G_GINT64_FORMAT ")",
                            integer);
  return g_strdup_printf (integer < 0 ? "(%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT, integer);
}

char *
fl_c_dup_constant (FlDtype dtype, double number, gint64 integer)
{
  if (is_float32 (dtype) || dtype == FL_DTYPE_F64)
    return dup_float (dtype, number);
  if (dtype == FL_DTYPE_BOOL)
    return g_strdup (number != 0 || integer != 0 ? "1" : "0");
  return dup_integer (integer);
}

/* --- memory ----------------------------------------------------------------------------------- */

void
fl_c_append_loaded (GString *out, FlDtype dtype, const char *element)
{
  if (fl_dtype_is_low_precision (dtype))
    g_string_append_printf (out, "fl_from_%s (%s)", fl_dtype_get_short_name (dtype), element);
  else if (dtype == FL_DTYPE_BOOL)
    g_string_append_printf (out, "%s != 0", element);
  else
    g_string_append (out, element);
}

void
fl_c_append_stored (GString *out, FlDtype dtype, FlCValue value)
{
  if (fl_dtype_is_low_precision (dtype))
    g_string_append_printf (out, "fl_to_%s (%s)", fl_dtype_get_short_name (dtype), value.text);
  else if (dtype == FL_DTYPE_BOOL && value.dtype != FL_DTYPE_BOOL)
    g_string_append_printf (out, "%s != 0", value.text);
  else
    g_string_append (out, value.text);
}

/* --- operations ------------------------------------------------------------------------------- */

static void
append_spelling (GString *out, const char *format, const FlCValue *args, guint n_args)
{
  for (; *format; format++)
    if (format[0] == '{' && format[1] - '0' < (gint) n_args)
      {
        g_string_append (out, args[format[1] - '0'].text);
        format += 2;
      }
    else
      g_string_append_c (out, *format);
}

/* Integers of less than 32 bits are the low bits of one that has as many, as in PyTorch. */
static void
append_integer (GString *out, FlDtype dtype, FlCValue value)
{
  guint bytes = fl_dtype_get_size_bytes (dtype);

  if (bytes < 4 || dtype == FL_DTYPE_U32 || dtype == FL_DTYPE_U64)
    g_string_append_printf (out, "(%s) ", fl_c_get_compute_type (dtype));
  g_string_append_printf (out, "fl_int%s%s (%s)", bytes == 8 || dtype == FL_DTYPE_U32 ? "64" : "32",
                          value.dtype == FL_DTYPE_F64 ? "" : "_f32", value.text);
}

/* Rounds where the graph asks for a narrower float; elsewhere a conversion is a cast. */
static gboolean
append_conversion (GString *out, FlDtype dtype, FlCValue value)
{
  const char *type = fl_c_get_compute_type (dtype);

  if (!type)
    return FALSE;
  if (fl_dtype_is_low_precision (dtype))
    g_string_append_printf (out, "fl_round_%s (%s)", fl_dtype_get_short_name (dtype), value.text);
  else if (dtype == FL_DTYPE_BOOL)
    g_string_append_printf (out, "%s != 0", value.text);
  else if (fl_dtype_is_float (value.dtype) && fl_dtype_is_integer (dtype))
    append_integer (out, dtype, value);
  else
    g_string_append_printf (out, "(%s) %s", type, value.text);
  return TRUE;
}

static gboolean
append_bitcast (GString *out, const FlBodyOp *op, FlCValue value)
{
  FlDtype from = op->src_dtype != FL_DTYPE_NONE ? op->src_dtype : value.dtype;
  GString *bits = g_string_new (NULL);
  gboolean is_known = fl_dtype_get_size_bytes (from) == fl_dtype_get_size_bytes (op->dtype);

  if (from == FL_DTYPE_F32)
    g_string_append_printf (bits, "fl_bits_f32 (%s)", value.text);
  else if (from == FL_DTYPE_F64)
    g_string_append_printf (bits, "fl_bits_f64 (%s)", value.text);
  else
    fl_c_append_stored (bits, from, value);
  if (op->dtype == FL_DTYPE_F32)
    g_string_append_printf (out, "fl_f32_bits (%s)", bits->str);
  else if (op->dtype == FL_DTYPE_F64)
    g_string_append_printf (out, "fl_f64_bits (%s)", bits->str);
  else if (fl_dtype_is_low_precision (op->dtype))
    fl_c_append_loaded (out, op->dtype, bits->str);
  else if (fl_c_get_compute_type (op->dtype))
    g_string_append_printf (out, "(%s) %s", fl_c_get_compute_type (op->dtype), bits->str);
  else
    is_known = FALSE;
  g_string_free (bits, TRUE);
  return is_known;
}

/* The kind of arithmetic: of the arguments where the result is a truth value, else of the result. */
static FlDtype
get_arithmetic_dtype (const FlBodyOp *op, const FlCValue *args)
{
  FlDtype dtype = op->dtype;

  if (fl_scalar_get_info (op->op)->result != FL_RESULT_BOOL || op->n_args == 0)
    return dtype;
  dtype = args[0].dtype;
  if (op->n_args > 1 && fl_dtype_is_float (args[1].dtype)
      && (!fl_dtype_is_float (dtype) || args[1].dtype == FL_DTYPE_F64))
    dtype = args[1].dtype;
  return dtype;
}

gboolean
fl_c_shifts_plainly (const FlBodyOp *op, const FlCValue *args)
{
  const char *count = args[1].text;

  return g_ascii_isdigit (*count) && g_ascii_strtoull (count, NULL, 10) < fl_dtype_get_size_bytes (op->dtype) * 8
         && strspn (count, "0123456789") == strlen (count);
}

static void
append_shift (GString *out, const FlBodyOp *op, const FlCValue *args)
{
  g_string_append_printf (out, "(%s) %s (%s, %s, %u)", fl_c_get_compute_type (op->dtype),
                          op->op == FL_SCALAR_SHIFT_LEFT ? "fl_shift_left"
                          : op->dtype == FL_DTYPE_U64    ? "fl_shift_right_u64"
                                                         : "fl_shift_right",
                          args[0].text, args[1].text, fl_dtype_get_size_bytes (op->dtype) * 8);
}

gboolean
fl_c_append_op (GString *out, const FlBodyOp *op, const FlCValue *args)
{
  const Spelling *spelling = &spellings[op->op];
  FlDtype dtype = get_arithmetic_dtype (op, args);
  const char *format = is_float32 (dtype) ? spelling->f32 : dtype == FL_DTYPE_F64 ? spelling->f64 : spelling->integer;
  g_autofree char *widened = NULL;
  FlCValue operands[4];

  if (op->op == FL_SCALAR_TO_DTYPE)
    return append_conversion (out, op->dtype, args[0]);
  if (op->op == FL_SCALAR_ROUND_LOW)
    return append_conversion (out, op->dtype, (FlCValue) { .text = args[0].text, .dtype = FL_DTYPE_F32 });
  if (op->op == FL_SCALAR_BITCAST)
    return append_bitcast (out, op, args[0]);
  if (!fl_c_get_compute_type (dtype) || !format)
    return FALSE;
  if ((op->op == FL_SCALAR_SHIFT_LEFT || op->op == FL_SCALAR_SHIFT_RIGHT) && !fl_c_shifts_plainly (op, args))
    {
      append_shift (out, op, args);
      return TRUE;
    }
  /* Truth values: not, and, or, xor of bits are those of numbers 0 and 1. */
  if (op->op == FL_SCALAR_BITWISE_NOT && dtype == FL_DTYPE_BOOL)
    format = "!{0}";
  memcpy (operands, args, sizeof (FlCValue) * MIN (op->n_args, 4));
  /* Integers divided as numbers. */
  if (op->op == FL_SCALAR_TRUEDIV && !fl_dtype_is_float (args[0].dtype))
    operands[0].text = widened = g_strdup_printf ("(%s) %s", fl_c_get_compute_type (dtype), args[0].text);
  append_spelling (out, format, operands, op->n_args);
  return TRUE;
}
