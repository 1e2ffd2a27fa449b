/* How the operations of loops in vectors are spelled, and their loads and stores. */
#include "fl-c-vector.h"

/* {0}, {1}, {2}: the arguments as they are, where scalars may stand beside vectors; <0>: made vectors. */
static const char *const spellings[FL_N_SCALARS] = {
  [FL_SCALAR_WIDEN] = "{0}",
  [FL_SCALAR_ADD] = "{0} + {1}",
  [FL_SCALAR_SUB] = "{0} - {1}",
  [FL_SCALAR_MUL] = "{0} * {1}",
  [FL_SCALAR_TRUEDIV] = "{0} / {1}",
  [FL_SCALAR_MUL_RN] = "{0} * {1}",
  [FL_SCALAR_DIV_RN] = "{0} / {1}",
  [FL_SCALAR_NEG] = "-{0}",
  [FL_SCALAR_ABS] = "fl_abs_vec ({0})",
  [FL_SCALAR_SIGN] = "fl_ones (<0> > 0.0f) - fl_ones (<0> < 0.0f)",
  [FL_SCALAR_RECIPROCAL] = "1.0f / {0}",
  [FL_SCALAR_SQUARE] = "{0} * {0}",
  [FL_SCALAR_RELU] = "fl_larger (fl_splat (0.0f), {0})",
  [FL_SCALAR_MAXIMUM] = "fl_max_vec (<0>, <1>)",
  [FL_SCALAR_MINIMUM] = "fl_min_vec (<0>, <1>)",
  [FL_SCALAR_FMA] = "{0} * {1} + {2}",
  [FL_SCALAR_EXP] = "fl_exp_vec ({0})",
  [FL_SCALAR_SQRT] = "fl_sqrt_vec ({0})",
  [FL_SCALAR_RSQRT] = "fl_rsqrt_vec ({0})",
  [FL_SCALAR_SIGMOID] = "fl_sigmoid_vec ({0})",
  [FL_SCALAR_TANH] = "fl_tanh_vec ({0})",
  [FL_SCALAR_ERF] = "fl_erf_vec ({0})",
  [FL_SCALAR_LOG] = "fl_log_vec ({0})",
  [FL_SCALAR_LOG2] = "fl_log2_vec ({0})",
  [FL_SCALAR_LOG10] = "fl_log10_vec ({0})",
  [FL_SCALAR_LOG1P] = "fl_log1p_vec ({0})",
  [FL_SCALAR_EXP2] = "fl_exp2_vec ({0})",
  [FL_SCALAR_EXPM1] = "fl_expm1_vec ({0})",
  [FL_SCALAR_SINH] = "fl_sinh_vec ({0})",
  [FL_SCALAR_COSH] = "fl_cosh_vec ({0})",
  [FL_SCALAR_ERFC] = "fl_erfc_vec ({0})",
  [FL_SCALAR_ERFINV] = "fl_erfinv_vec ({0})",
  [FL_SCALAR_LGAMMA] = "fl_lgamma_vec ({0})",
  [FL_SCALAR_SIN] = "fl_sin_vec ({0})",
  [FL_SCALAR_COS] = "fl_cos_vec ({0})",
  [FL_SCALAR_TAN] = "fl_tan_vec ({0})",
  [FL_SCALAR_ASIN] = "fl_asin_vec ({0})",
  [FL_SCALAR_ACOS] = "fl_acos_vec ({0})",
  [FL_SCALAR_ATAN] = "fl_atan_vec ({0})",
  [FL_SCALAR_ASINH] = "fl_asinh_vec ({0})",
  [FL_SCALAR_ACOSH] = "fl_acosh_vec ({0})",
  [FL_SCALAR_ATANH] = "fl_atanh_vec ({0})",
  [FL_SCALAR_ATAN2] = "fl_atan2_vec (<0>, <1>)",
  [FL_SCALAR_POW] = "fl_pow_vec (<0>, <1>)",
  [FL_SCALAR_HYPOT] = "fl_hypot_vec (<0>, <1>)",
  [FL_SCALAR_NEXTAFTER] = "fl_nextafter_vec (<0>, <1>)",
  [FL_SCALAR_COPYSIGN] = "fl_copysign_vec (<0>, <1>)",
  [FL_SCALAR_FLOOR] = "fl_floor_vec ({0})",
  [FL_SCALAR_CEIL] = "fl_ceil_vec ({0})",
  [FL_SCALAR_ROUND] = "fl_rint_vec ({0})",
  [FL_SCALAR_TRUNC] = "fl_trunc_vec ({0})",
  [FL_SCALAR_FLOORDIV] = "fl_floor_vec (<0> / <1>)",
  [FL_SCALAR_TRUNCDIV] = "fl_trunc_vec (<0> / <1>)",
  [FL_SCALAR_MOD] = "fl_fmod_vec (<0>, <1>)",
  [FL_SCALAR_FMOD] = "fl_fmod_vec (<0>, <1>)",
  [FL_SCALAR_REMAINDER] = "fl_remainder_vec (<0>, <1>)",
  [FL_SCALAR_EQ] = "<0> == <1>",
  [FL_SCALAR_NE] = "<0> != <1>",
  [FL_SCALAR_LT] = "<0> < <1>",
  [FL_SCALAR_LE] = "<0> <= <1>",
  [FL_SCALAR_GT] = "<0> > <1>",
  [FL_SCALAR_GE] = "<0> >= <1>",
  [FL_SCALAR_ISNAN] = "{0} != {0}",
  [FL_SCALAR_ISINF] = "fl_abs_vec ({0}) == __builtin_inff ()",
  [FL_SCALAR_SIGNBIT] = "(fl_mask) {0} < 0",
  [FL_SCALAR_WHERE] = "fl_select (<0>, <1>, <2>)",
  [FL_SCALAR_RAND] = "fl_rand_vec ({0}, <1>)",
  [FL_SCALAR_RANDN] = "fl_normal_vec ({0}, <1>)",
};

/* Spellings on truth values. */
static const char *const mask_spellings[FL_N_SCALARS] = {
  [FL_SCALAR_EQ] = "<0> == <1>",         [FL_SCALAR_NE] = "<0> != <1>",         [FL_SCALAR_GT] = "<0> & ~<1>",
  [FL_SCALAR_LT] = "~<0> & <1>",         [FL_SCALAR_GE] = "<0> | ~<1>",         [FL_SCALAR_LE] = "~<0> | <1>",
  [FL_SCALAR_LOGICAL_AND] = "<0> & <1>", [FL_SCALAR_AND] = "<0> & <1>",         [FL_SCALAR_LOGICAL_OR] = "<0> | <1>",
  [FL_SCALAR_LOGICAL_XOR] = "<0> ^ <1>", [FL_SCALAR_LOGICAL_NOT] = "~<0>",      [FL_SCALAR_BITWISE_AND] = "<0> & <1>",
  [FL_SCALAR_BITWISE_OR] = "<0> | <1>",  [FL_SCALAR_BITWISE_XOR] = "<0> ^ <1>", [FL_SCALAR_BITWISE_NOT] = "~<0>",
};

gboolean
fl_c_vector_is_float (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F16 || dtype == FL_DTYPE_BF16;
}

gboolean
fl_c_vector_is_element (FlDtype dtype)
{
  return fl_c_vector_is_float (dtype) || dtype == FL_DTYPE_BOOL;
}

const char *
fl_c_vector_find_spelling (FlScalar op, FlDtype result, FlDtype first)
{
  if (op == FL_SCALAR_WHERE)
    return fl_c_vector_is_float (result) ? spellings[op] : NULL;
  return first == FL_DTYPE_BOOL ? mask_spellings[op] : spellings[op];
}

const char *
fl_c_vector_get_spelling (FlScalar op)
{
  return spellings[op];
}

const char *
fl_c_vector_get_type (FlDtype dtype)
{
  return fl_c_vector_is_float (dtype) ? "fl_vec" : "fl_mask";
}

char *
fl_c_vector_dup_operand (FlCValue value)
{
  if (value.is_vector)
    return g_strdup (value.text);
  return g_strdup_printf (value.dtype == FL_DTYPE_BOOL         ? "fl_splat_mask (%s)"
                          : fl_c_vector_is_float (value.dtype) ? "fl_splat (%s)"
                                                               : "fl_count_from (%s, 0)",
                          value.text);
}

static void
append_spelling (GString *out, const char *format, const FlCValue *args, guint n_args)
{
  for (; *format; format++)
    {
      guint position
          = (format[0] == '{' || format[0] == '<') && format[1] >= '0' && format[1] < '4' ? format[1] - '0' : G_MAXUINT;

      if (position >= n_args || (format[0] == '<' && format[2] != '>'))
        {
          g_string_append_c (out, *format);
          continue;
        }
      if (format[0] == '<')
        {
          g_autofree char *operand = fl_c_vector_dup_operand (args[position]);

          g_string_append (out, operand);
        }
      else
        g_string_append (out, args[position].text);
      format += 2;
    }
}

gboolean
fl_c_vector_append_op (GString *out, const FlBodyOp *op, const FlCValue *args)
{
  const char *format = NULL;

  if (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW)
    {
      gboolean from_bool = args[0].dtype == FL_DTYPE_BOOL || args[0].is_counted;

      if (op->dtype == FL_DTYPE_BOOL)
        format = from_bool ? "{0}" : "{0} != 0.0f";
      else if (from_bool)
        format = "fl_ones ({0})";
      else if (!fl_c_vector_is_float (args[0].dtype))
        format = "__builtin_convertvector (<0>, fl_vec)";
      else
        format = op->dtype == FL_DTYPE_BF16  ? "fl_round_bf16_vec ({0})"
                 : op->dtype == FL_DTYPE_F16 ? "fl_round_f16_vec ({0})"
                                             : "{0}";
    }
  else if (args[0].is_counted && (op->op == FL_SCALAR_EQ || op->op == FL_SCALAR_NE)) /* with 0 */
    format = op->op == FL_SCALAR_EQ ? "~<0>" : "<0>";
  else
    format = fl_c_vector_find_spelling (op->op, op->dtype, args[0].dtype);
  if (!format)
    return FALSE;
  append_spelling (out, format, args, op->n_args);
  return TRUE;
}

gboolean
fl_c_vector_is_identity (const FlBodyOp *op, const FlCValue *args)
{
  if (op->op == FL_SCALAR_WIDEN)
    return TRUE;
  /* A truth value, as an integer or back. */
  if (op->op == FL_SCALAR_TO_DTYPE && (args[0].dtype == FL_DTYPE_BOOL || args[0].is_counted))
    return !fl_dtype_is_float (op->dtype);
  return (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW) && op->dtype == FL_DTYPE_F32
         && fl_c_vector_is_float (args[0].dtype);
}

static const char *
get_memory_name (FlDtype dtype, gboolean is_row)
{
  if (dtype == FL_DTYPE_BOOL)
    return "bool";
  return is_row || dtype == FL_DTYPE_F32 ? "f32" : dtype == FL_DTYPE_BF16 ? "bf16" : "f16";
}

void
fl_c_vector_append_loaded (const FlCWriter *writer, GString *out, FlDtype dtype, gboolean is_row, const char *place)
{
  const char *name = get_memory_name (dtype, is_row);

  if (writer->left)
    g_string_append_printf (out, "fl_load_part_%s (%s, %s)", name, place, writer->left);
  else
    g_string_append_printf (out, "fl_load_%s (%s)", name, place);
}

char *
fl_c_vector_dup_store (const FlCWriter *writer, FlDtype dtype, gboolean is_row, gboolean is_streamed, const char *place,
                       FlCValue value)
{
  const char *name = get_memory_name (dtype, is_row);
  g_autofree char *operand = fl_c_vector_dup_operand (value);

  if (dtype == FL_DTYPE_BOOL && value.dtype != FL_DTYPE_BOOL)
    {
      char *truth = g_strdup_printf ("%s != 0.0f", operand);

      g_free (operand);
      operand = truth;
    }
  if (writer->left)
    return g_strdup_printf ("fl_store_part_%s (%s, %s, %s)", name, place, operand, writer->left);
  return g_strdup_printf ("%s_%s (%s, %s)", is_streamed ? "fl_stream" : "fl_store", name, place, operand);
}
