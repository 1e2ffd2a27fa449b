/* Names of a Triton kernel: a line each, of equal right sides one; constants and conversions.
 * Source: torch/_inductor/codegen/common.py (CSE), triton.py (to_dtype, constant). */
#include "fl-print-triton-private.h"

/* --- names ------------------------------------------------------------------------------------ */

void
fl_triton_fail (FlTriton *triton, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (triton->why_not)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  triton->why_not = fl_arena_strdup (triton->pass->arena, text);
}

void
fl_triton_line (GString *lines, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (lines, format, args);
  va_end (args);
  g_string_append_c (lines, '\n');
}

const char *
fl_triton_new_name (FlTriton *triton)
{
  return fl_arena_printf (triton->pass->arena, "tmp%u", triton->counts[FL_TRITON_NAMES]++);
}

FlTritonValue
fl_triton_name (FlTriton *triton, GString *lines, FlDtype dtype, guint trees, const char *format, ...)
{
  g_autofree char *text = NULL;
  const FlTritonValue *known;
  FlTritonValue *value;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  known = g_hash_table_lookup (triton->known, text);
  if (known)
    return *known;
  value = fl_arena_new (triton->pass->arena, FlTritonValue, 1);
  *value = (FlTritonValue) { .text = fl_triton_new_name (triton), .dtype = dtype, .trees = trees };
  fl_triton_line (lines, "%s = %s", value->text, text);
  g_hash_table_insert (triton->known, g_strdup (text), value);
  return *value;
}

/* "tl.full([1, 1], 0.5, tl.float32)" */
FlTritonValue
fl_triton_name_constant (FlTriton *triton, FlDtype dtype, double number, gint64 integer)
{
  const FlDtype compute = fl_triton_get_compute (dtype);
  g_autofree char *text = fl_triton_dup_number (compute, number, integer);
  const char *type = fl_triton_get_type (compute);

  if (!type)
    {
      fl_triton_fail (triton, "a constant of %s", fl_dtype_get_torch_name (dtype));
      return (FlTritonValue) { "", compute, 0, { NULL } };
    }
  return fl_triton_name (triton, triton->lines.compute, compute, 0, "tl.full([%s], %s, %s)",
                         triton->n_trees > 1 ? "1, 1" : "1", text, type);
}

/* --- conversions ------------------------------------------------------------------------------ */

FlTritonValue
fl_triton_convert (FlTriton *triton, FlTritonValue value, FlDtype dtype)
{
  const FlDtype compute = fl_triton_get_compute (dtype);
  GString *lines = triton->lines.compute;

  if (!fl_triton_get_type (compute) || !fl_triton_get_type (dtype))
    fl_triton_fail (triton, "values of %s", fl_dtype_get_torch_name (dtype));
  else if (value.dtype == compute)
    return value;
  else if (compute == FL_DTYPE_BOOL)
    return fl_triton_name (triton, lines, compute, value.trees, "(%s != 0)", value.text);
  else if (compute == FL_DTYPE_U8 && fl_dtype_is_float (value.dtype))
    return fl_triton_name (triton, lines, compute, value.trees, "%s.to(tl.int16).to(tl.uint8)", value.text);
  else
    return fl_triton_name (triton, lines, compute, value.trees, "%s.to(%s)", value.text, fl_triton_get_type (compute));
  return value;
}

/* --- spellings -------------------------------------------------------------------------------- */

char *
fl_triton_dup_spelled (const char *format, const FlTritonValue *args, guint n_args)
{
  GString *out = g_string_new (NULL);

  for (; *format; format++)
    if (format[0] == '{' && (guint) (format[1] - '0') < n_args)
      {
        g_string_append (out, args[format[1] - '0'].text);
        format += 2;
      }
    else
      g_string_append_c (out, *format);
  return g_string_free (out, FALSE);
}

gint64
fl_triton_get_power (gint64 n)
{
  gint64 power = 1;

  while (power < n && power < G_MAXINT64 / 2)
    power *= 2;
  return power;
}
