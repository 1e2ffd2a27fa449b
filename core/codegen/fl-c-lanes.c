/* How operations on integers and numbers of 64 bits are spelled in vectors, and which have no such form. */
#include "fl-c-lanes.h"

#include "fl-c-lanes-private.h"

#include "fl-c-vector.h"

#include <string.h>

static const char *const types[] = { [FL_LANE_TRUTH] = "fl_mask",
                                     [FL_LANE_FLOAT] = "fl_vec",
                                     [FL_LANE_I32] = "fl_i32",
                                     [FL_LANE_I64] = "fl_i64",
                                     [FL_LANE_F64] = "fl_f64" };
static const char *const splats[] = { [FL_LANE_TRUTH] = "fl_splat_mask",
                                      [FL_LANE_FLOAT] = "fl_splat",
                                      [FL_LANE_I32] = "fl_splat_i32",
                                      [FL_LANE_I64] = "fl_splat_i64",
                                      [FL_LANE_F64] = "fl_splat_f64" };

static gboolean
is_wide (FlDtype dtype)
{
  return fl_dtype_get_size_bytes (dtype) == 8;
}

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
  return fl_lane_kind_get (dtype) == FL_LANE_I32 && dtype != FL_DTYPE_I32 ? fl_dtype_get_short_name (dtype) : NULL;
}

/* --- may it be done --------------------------------------------------------------------------- */

static const char *
refuse_conversion (const FlBodyOp *op, FlDtype from)
{
  return fl_lane_kind_get (op->dtype) != FL_LANE_NONE && fl_lane_kind_get (from) != FL_LANE_NONE
             ? NULL
             : "numbers that have no vectors";
}

gboolean
fl_c_lanes_has_elements (FlDtype dtype)
{
  return fl_lane_kind_get (dtype) != FL_LANE_NONE;
}

const char *
fl_c_lanes_refuse_op (const FlBodyOp *op, const FlDtype *dtypes)
{
  FlCValue args[4] = { { 0 } };
  gboolean has_numbers = fl_lane_kind_get (op->dtype) > FL_LANE_FLOAT;

  if (op->n_args == 0)
    return op->op == FL_SCALAR_CONSTANT ? NULL : "an operation without a vector form";
  for (guint i = 0; i < op->n_args && i < 4; i++)
    {
      args[i].dtype = dtypes[i];
      has_numbers |= fl_lane_kind_get (dtypes[i]) > FL_LANE_FLOAT;
      if (fl_lane_kind_get (dtypes[i]) == FL_LANE_NONE)
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
    return fl_lane_kind_find_spelling (op, args) ? NULL : "an operation without a vector form";
  return fl_c_vector_is_element (op->dtype) && fl_c_vector_find_spelling (op->op, op->dtype, dtypes[0])
             ? NULL
             : "an operation without a vector form";
}

const char *
fl_c_lanes_get_f64_spelling (FlScalar op)
{
  return fl_lane_kind_get_doubles (op);
}

/* --- text ------------------------------------------------------------------------------------- */

const char *
fl_c_lanes_get_type (const FlCWriter *writer, FlDtype dtype)
{
  return writer->lanes ? types[fl_lane_kind_get (dtype)] : fl_c_vector_get_type (dtype);
}

char *
fl_c_lanes_dup_operand (FlCValue value)
{
  return value.is_vector ? g_strdup (value.text)
                         : g_strdup_printf ("%s (%s)", splats[fl_lane_kind_get (value.dtype)], value.text);
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

  append_spelling (text, fl_lane_kind_get_conversion (args[0].dtype, op->dtype), FALSE, args, 1, "");
  if ((op->dtype == FL_DTYPE_BF16 || op->dtype == FL_DTYPE_F16) && args[0].dtype != FL_DTYPE_BOOL
      && args[0].dtype != FL_DTYPE_I8 && args[0].dtype != FL_DTYPE_U8) /* integers of 8 bits are exact */
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
  format = fl_lane_kind_find_spelling (op, args);
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
         && fl_lane_kind_get (op->dtype) == fl_lane_kind_get (args[0].dtype)
         && (op->dtype == args[0].dtype || op->dtype == FL_DTYPE_F32 || op->dtype == FL_DTYPE_I32);
}

static const char *
get_memory_name (FlDtype dtype, gboolean is_row)
{
  if (dtype == FL_DTYPE_BOOL)
    return "bool";
  return is_row && fl_lane_kind_get (dtype) == FL_LANE_FLOAT ? "f32" : fl_dtype_get_short_name (dtype);
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
  FlBodyOp conversion
      = { .op = FL_SCALAR_TO_DTYPE, .dtype = fl_lane_kind_get (dtype) == FL_LANE_FLOAT ? FL_DTYPE_F32 : dtype };
  GString *converted;

  if (!writer->lanes)
    return fl_c_vector_dup_operand (value);
  /* Values of several kinds of the same buffer differ in their dtype only where the store converts. */
  if (fl_lane_kind_get (value.dtype) == fl_lane_kind_get (dtype))
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
      g_assert (fl_lane_kind_get (value.dtype) == FL_LANE_I32 || !value.is_vector);
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
