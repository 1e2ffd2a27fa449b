/* How operations on integers and numbers of 64 bits are spelled in vectors, and which have no such form. */
#include "fl-c-lanes.h"

#include "fl-c-vector.h"

#include <string.h>

/* What holds the values of a dtype. */
typedef enum
{
  LANE_NONE,
  LANE_TRUTH, /* fl_mask: -1 and 0 */
  LANE_FLOAT, /* fl_vec */
  LANE_I32,
  LANE_I64,
  LANE_F64,
  N_LANE_KINDS
} LaneKind;

static const char *const types[] = { [LANE_TRUTH] = "fl_mask",
                                     [LANE_FLOAT] = "fl_vec",
                                     [LANE_I32] = "fl_i32",
                                     [LANE_I64] = "fl_i64",
                                     [LANE_F64] = "fl_f64" };
static const char *const splats[] = { [LANE_TRUTH] = "fl_splat_mask",
                                      [LANE_FLOAT] = "fl_splat",
                                      [LANE_I32] = "fl_splat_i32",
                                      [LANE_I64] = "fl_splat_i64",
                                      [LANE_F64] = "fl_splat_f64" };

static LaneKind
get_kind (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_BOOL: return LANE_TRUTH;
    case FL_DTYPE_F32:
    case FL_DTYPE_F16:
    case FL_DTYPE_BF16: return LANE_FLOAT;
    case FL_DTYPE_I8:
    case FL_DTYPE_U8:
    case FL_DTYPE_I16:
    case FL_DTYPE_U16:
    case FL_DTYPE_I32: return LANE_I32;
    case FL_DTYPE_I64: return LANE_I64;
    case FL_DTYPE_F64: return LANE_F64;
    default: return LANE_NONE;
    }
}

static gboolean
is_wide (FlDtype dtype)
{
  return fl_dtype_get_size_bytes (dtype) == 8;
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
static const char *const conversions[N_LANE_KINDS][N_LANE_KINDS] = {
  [LANE_TRUTH] = { [LANE_TRUTH] = "{0}",
                   [LANE_FLOAT] = "fl_ones (<0>)",
                   [LANE_I32] = "<0> & 1",
                   [LANE_I64] = "fl_i64_of_i32 (<0> & 1)",
                   [LANE_F64] = "fl_f64_of_i32 (<0> & 1)" },
  [LANE_FLOAT] = { [LANE_TRUTH] = "<0> != 0.0f",
                   [LANE_FLOAT] = "{0}",
                   [LANE_I32] = "fl_i32_of_f32 (<0>)",
                   [LANE_I64] = "fl_i64_of_f32 (<0>)",
                   [LANE_F64] = "fl_f64_of_f32 (<0>)" },
  [LANE_I32] = { [LANE_TRUTH] = "<0> != 0",
                 [LANE_FLOAT] = "fl_f32_of_i32 (<0>)",
                 [LANE_I32] = "{0}",
                 [LANE_I64] = "fl_i64_of_i32 (<0>)",
                 [LANE_F64] = "fl_f64_of_i32 (<0>)" },
  [LANE_I64] = { [LANE_TRUTH] = "fl_i32_of_i64 (<0> != 0)",
                 [LANE_FLOAT] = "fl_f32_of_i64 (<0>)",
                 [LANE_I32] = "fl_i32_of_i64 (<0>)",
                 [LANE_I64] = "{0}",
                 [LANE_F64] = "fl_f64_of_i64 (<0>)" },
  [LANE_F64] = { [LANE_TRUTH] = "fl_i32_of_i64 (<0> != 0.0)",
                 [LANE_FLOAT] = "fl_f32_of_f64 (<0>)",
                 [LANE_I32] = "fl_i32_of_f64 (<0>)",
                 [LANE_I64] = "fl_i64_of_f64 (<0>)",
                 [LANE_F64] = "{0}" },
};

/* May the result of the operation have more bits than an integer of less than 32 has? */
static gboolean
may_overflow (const FlBodyOp *op)
{
  switch (op->op)
    {
    case FL_SCALAR_ADD:
    case FL_SCALAR_SUB:
    case FL_SCALAR_MUL:
    case FL_SCALAR_NEG:
    case FL_SCALAR_SQUARE:
    case FL_SCALAR_ABS:
    case FL_SCALAR_BITWISE_NOT:
    case FL_SCALAR_SHIFT_LEFT:
    case FL_SCALAR_FLOORDIV:
    case FL_SCALAR_TRUNCDIV: return TRUE;
    default: return FALSE;
    }
}

/* "i8" of an integer that does not fill its lane; NULL of others. */
static const char *
get_narrow_name (FlDtype dtype)
{
  return get_kind (dtype) == LANE_I32 && dtype != FL_DTYPE_I32 ? fl_dtype_get_short_name (dtype) : NULL;
}

/* The kind that an operation computes with, and the table that has it; NULL: it has no such form. */
static const char *
find_spelling (const FlBodyOp *op, const FlCValue *args)
{
  gboolean is_truth = op->dtype == FL_DTYPE_BOOL && op->op != FL_SCALAR_WHERE;
  LaneKind kind = get_kind (is_truth ? args[0].dtype : op->dtype);

  if (kind == LANE_I32 || kind == LANE_I64)
    return is_truth ? comparisons[op->op] : integers[op->op];
  if (kind == LANE_F64)
    return is_truth ? comparisons[op->op] : doubles[op->op];
  return NULL;
}

/* --- may it be done --------------------------------------------------------------------------- */

static const char *
refuse_conversion (const FlBodyOp *op, FlDtype from)
{
  return get_kind (op->dtype) != LANE_NONE && get_kind (from) != LANE_NONE ? NULL : "numbers that have no vectors";
}

gboolean
fl_c_lanes_has_elements (FlDtype dtype)
{
  return get_kind (dtype) != LANE_NONE;
}

const char *
fl_c_lanes_refuse_op (const FlBodyOp *op, const FlDtype *dtypes)
{
  FlCValue args[4] = { { 0 } };
  gboolean has_numbers = get_kind (op->dtype) > LANE_FLOAT;

  if (op->n_args == 0)
    return op->op == FL_SCALAR_CONSTANT ? NULL : "an operation without a vector form";
  for (guint i = 0; i < op->n_args && i < 4; i++)
    {
      args[i].dtype = dtypes[i];
      has_numbers |= get_kind (dtypes[i]) > LANE_FLOAT;
      if (get_kind (dtypes[i]) == LANE_NONE)
        return "numbers that have no vectors";
    }
  if (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW || op->op == FL_SCALAR_WIDEN)
    return refuse_conversion (op, dtypes[0]);
  for (guint i = op->op == FL_SCALAR_WHERE ? 2 : 1; i < op->n_args; i++)
    if (has_numbers ? dtypes[i] != dtypes[i - 1] : (dtypes[i] == FL_DTYPE_BOOL) != (dtypes[i - 1] == FL_DTYPE_BOOL))
      return "numbers of several types in one operation";
  if (op->op == FL_SCALAR_WHERE && dtypes[0] != FL_DTYPE_BOOL)
    return "a choice by a number";
  if (has_numbers)
    return find_spelling (op, args) ? NULL : "an operation without a vector form";
  return fl_c_vector_is_element (op->dtype) && fl_c_vector_find_spelling (op->op, op->dtype, dtypes[0])
             ? NULL
             : "an operation without a vector form";
}

const char *
fl_c_lanes_get_f64_spelling (FlScalar op)
{
  return doubles[op];
}

/* --- text ------------------------------------------------------------------------------------- */

const char *
fl_c_lanes_get_type (const FlCWriter *writer, FlDtype dtype)
{
  return writer->lanes ? types[get_kind (dtype)] : fl_c_vector_get_type (dtype);
}

char *
fl_c_lanes_dup_operand (FlCValue value)
{
  return value.is_vector ? g_strdup (value.text)
                         : g_strdup_printf ("%s (%s)", splats[get_kind (value.dtype)], value.text);
}

static void
append_spelling (GString *out, const char *format, gboolean is_wide_choice, const FlCValue *args, guint n_args,
                 const char *suffix)
{
  for (; *format; format++)
    {
      guint position
          = (format[0] == '{' || format[0] == '<') && format[1] >= '0' && format[1] < '4' ? format[1] - '0' : G_MAXUINT;

      if (*format == '@')
        g_string_append (out, suffix);
      else if (position >= n_args || (format[0] == '<' && format[2] != '>'))
        g_string_append_c (out, *format);
      else
        {
          g_autofree char *operand
              = format[0] == '<' ? fl_c_lanes_dup_operand (args[position]) : g_strdup (args[position].text);

          if (is_wide_choice && position == 0)
            g_string_append_printf (out, "fl_i64_of_i32 (%s)", operand);
          else
            g_string_append (out, operand);
          format += 2;
        }
    }
}

/* To another dtype: to its kind, then what its memory can hold. */
static void
append_conversion (GString *out, const FlBodyOp *op, const FlCValue *args)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *narrow = args[0].dtype == FL_DTYPE_BOOL ? NULL : get_narrow_name (op->dtype);

  append_spelling (text, conversions[get_kind (args[0].dtype)][get_kind (op->dtype)], FALSE, args, 1, "");
  if ((op->dtype == FL_DTYPE_BF16 || op->dtype == FL_DTYPE_F16) && args[0].dtype != FL_DTYPE_BOOL
      && args[0].dtype != FL_DTYPE_I8 && args[0].dtype != FL_DTYPE_U8) /* those are exact */
    g_string_append_printf (out, "fl_round_%s_vec (%s)", fl_dtype_get_short_name (op->dtype), text->str);
  else if (narrow)
    g_string_append_printf (out, "fl_wrap_%s (%s)", narrow, text->str);
  else
    g_string_append (out, text->str);
}

gboolean
fl_c_lanes_append_op (GString *out, const FlCWriter *writer, const FlBodyOp *op, const FlCValue *args)
{
  const char *format, *narrow;
  g_autoptr (GString) text = NULL;
  g_autofree char *shift = NULL;
  gboolean is_wide_truth;

  if (!writer->lanes)
    return fl_c_vector_append_op (out, op, args);
  if (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW)
    {
      append_conversion (out, op, args);
      return TRUE;
    }
  format = find_spelling (op, args);
  if (!format)
    return fl_c_vector_append_op (out, op, args);
  if ((op->op == FL_SCALAR_SHIFT_LEFT || op->op == FL_SCALAR_SHIFT_RIGHT) && !fl_c_shifts_plainly (op, args))
    format = shift = g_strdup_printf ("fl_shift_%s_@ (<0>, <1>, %u)", op->op == FL_SCALAR_SHIFT_LEFT ? "left" : "right",
                                      fl_dtype_get_size_bytes (op->dtype) * 8);
  text = g_string_new (NULL);
  append_spelling (text, format, op->op == FL_SCALAR_WHERE && is_wide (op->dtype), args, op->n_args,
                   is_wide (op->dtype) ? "i64" : "i32");
  narrow = may_overflow (op) ? get_narrow_name (op->dtype) : NULL;
  is_wide_truth = op->dtype == FL_DTYPE_BOOL && is_wide (args[0].dtype);
  if (narrow)
    g_string_append_printf (out, "fl_wrap_%s (%s)", narrow, text->str);
  else
    g_string_append_printf (out, is_wide_truth ? "fl_i32_of_i64 (%s)" : "%s", text->str);
  return TRUE;
}

gboolean
fl_c_lanes_is_identity (const FlCWriter *writer, const FlBodyOp *op, const FlCValue *args)
{
  if (!writer->lanes)
    return fl_c_vector_is_identity (op, args);
  if (op->op == FL_SCALAR_WIDEN)
    return TRUE;
  return (op->op == FL_SCALAR_TO_DTYPE || op->op == FL_SCALAR_ROUND_LOW)
         && get_kind (op->dtype) == get_kind (args[0].dtype)
         && (op->dtype == args[0].dtype || op->dtype == FL_DTYPE_F32 || op->dtype == FL_DTYPE_I32);
}

static const char *
get_memory_name (FlDtype dtype, gboolean is_row)
{
  if (dtype == FL_DTYPE_BOOL)
    return "bool";
  return is_row && get_kind (dtype) == LANE_FLOAT ? "f32" : fl_dtype_get_short_name (dtype);
}

const char *
fl_c_lanes_get_count (const FlCWriter *writer, FlDtype dtype)
{
  return writer->left ? writer->left : writer->lanes == FL_C_LANES_WIDE && !is_wide (dtype) ? "FL_WIDE" : NULL;
}

void
fl_c_lanes_append_loaded (const FlCWriter *writer, GString *out, FlDtype dtype, gboolean is_row, const char *place)
{
  const char *name = get_memory_name (dtype, is_row), *count = fl_c_lanes_get_count (writer, dtype);

  if (!writer->lanes)
    fl_c_vector_append_loaded (writer, out, dtype, is_row, place);
  else if (count)
    g_string_append_printf (out, "fl_load_part_%s (%s, %s)", name, place, count);
  else
    g_string_append_printf (out, "fl_load_%s (%s)", name, place);
}

char *
fl_c_lanes_dup_stored (const FlCWriter *writer, FlDtype dtype, FlCValue value)
{
  FlBodyOp conversion = { .op = FL_SCALAR_TO_DTYPE, .dtype = get_kind (dtype) == LANE_FLOAT ? FL_DTYPE_F32 : dtype };
  GString *converted;

  if (!writer->lanes)
    return fl_c_vector_dup_operand (value);
  /* Values of several kinds of the same buffer differ in their dtype only where the store converts. */
  if (get_kind (value.dtype) == get_kind (dtype))
    return fl_c_lanes_dup_operand (value);
  converted = g_string_new (NULL);
  append_conversion (converted, &conversion, &value);
  return g_string_free (converted, FALSE);
}

char *
fl_c_lanes_dup_store (const FlCWriter *writer, FlDtype dtype, gboolean is_row, gboolean is_streamed, const char *place,
                      FlCValue value)
{
  const char *name = get_memory_name (dtype, is_row), *count = fl_c_lanes_get_count (writer, dtype);
  g_autofree char *operand = NULL;

  if (!writer->lanes)
    return fl_c_vector_dup_store (writer, dtype, is_row, is_streamed, place, value);
  if (writer->lanes == FL_C_LANES_INTEGERS && dtype == FL_DTYPE_I64) /* small ones */
    {
      g_assert (get_kind (value.dtype) == LANE_I32 || !value.is_vector);
      value.dtype = FL_DTYPE_I32;
      name = "widened";
    }
  operand = writer->lanes == FL_C_LANES_INTEGERS && dtype == FL_DTYPE_I64
                ? fl_c_lanes_dup_operand (value)
                : fl_c_lanes_dup_stored (writer, dtype, value);
  if (count)
    return g_strdup_printf ("fl_store_part_%s (%s, %s, %s)", name, place, operand, count);
  return g_strdup_printf ("%s_%s (%s, %s)", is_streamed ? "fl_stream" : "fl_store", name, place, operand);
}
