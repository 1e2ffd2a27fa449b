/* Text as Python prints it, and numbers as people read them. */
#include "fl-text.h"

#include <math.h>
#include <string.h>

enum
{
  PPRINT_WIDTH = 80,
  MAX_DIGITS = 17 /* of a double that reads back equal */
};

static const double most_whole = 1e15; /* numbers below it have all of their digits in 15 */

/* --- floats ------------------------------------------------------------------------------------ */
static gboolean
reads_back (const char *text, double value)
{
  return g_ascii_strtod (text, NULL) == value;
}

/* Leaves "d.ddde+XX" with the fewest digits that read back equal in text. 15 digits always tell
 * decimals apart, so normal numbers need not be tried with fewer; the few subnormal ones must. */
static void
format_shortest (double value, char *text, gsize size)
{
  int first = fabs (value) < 2.2250738585072014e-308 ? 1 : 15;

  for (int n_digits = first; n_digits <= MAX_DIGITS; n_digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%de", n_digits - 1);
      g_ascii_formatd (text, size, format, value);
      if (reads_back (text, value))
        return;
      /* At a power of two the gap below is half the gap above: the nearest 16 digits may miss where
       * the next ones up still read back. */
      if (n_digits == MAX_DIGITS - 1)
        {
          char *last_digit = strchr (text, 'e') - 1;

          if (*last_digit != '9' && (++*last_digit, reads_back (text, value)))
            return;
        }
    }
}

void
fl_text_append_int (GString *out, gint64 value)
{
  char digits[24];
  guint at = sizeof digits;
  guint64 left = value < 0 ? -(guint64) value : (guint64) value;

  do
    digits[--at] = (char) ('0' + left % 10);
  while ((left /= 10) > 0);
  if (value < 0)
    digits[--at] = '-';
  g_string_append_len (out, digits + at, sizeof digits - at);
}

void
fl_text_append_vprintf (GString *out, const char *format, va_list args)
{
  const gsize start = out->len, room = out->allocated_len - start;
  va_list again;
  int length;

  va_copy (again, args);
  length = g_vsnprintf (out->str + start, room, format, args);
  g_assert (length >= 0);
  g_string_set_size (out, start + (gsize) length);
  if ((gsize) length >= room)
    g_vsnprintf (out->str + start, (gulong) length + 1, format, again);
  va_end (again);
}

void
fl_text_append_blanks (GString *out, guint n)
{
  const gsize start = out->len;

  g_string_set_size (out, start + n);
  memset (out->str + start, ' ', n);
}

void
fl_text_append_float (GString *out, double value)
{
  char text[40], digits[24];
  int n_digits = 0, exponent;
  const char *p;

  if (isnan (value))
    {
      g_string_append (out, "nan");
      return;
    }
  if (signbit (value))
    g_string_append_c (out, '-');
  if (isinf (value))
    {
      g_string_append (out, "inf");
      return;
    }
  value = fabs (value);
  if (value < most_whole && value == floor (value))
    {
      fl_text_append_int (out, (gint64) value);
      g_string_append (out, ".0");
      return;
    }
  format_shortest (value, text, sizeof text);
  for (p = text; *p != 'e'; p++)
    if (g_ascii_isdigit (*p))
      digits[n_digits++] = *p;
  exponent = (int) g_ascii_strtoll (p + 1, NULL, 10);
  while (n_digits > 1 && digits[n_digits - 1] == '0')
    n_digits--;

  if (exponent < -4 || exponent >= 16)
    {
      g_string_append_c (out, digits[0]);
      if (n_digits > 1)
        {
          g_string_append_c (out, '.');
          g_string_append_len (out, digits + 1, n_digits - 1);
        }
      g_string_append_printf (out, "e%c%02d", exponent < 0 ? '-' : '+', ABS (exponent));
      return;
    }
  if (exponent < 0)
    {
      g_string_append (out, "0.");
      for (int i = -1; i > exponent; i--)
        g_string_append_c (out, '0');
      g_string_append_len (out, digits, n_digits);
      return;
    }
  for (int i = 0; i <= exponent; i++)
    g_string_append_c (out, i < n_digits ? digits[i] : '0');
  g_string_append_c (out, '.');
  if (n_digits > exponent + 1)
    g_string_append_len (out, digits + exponent + 1, n_digits - exponent - 1);
  else
    g_string_append_c (out, '0');
}

/* --- strings ----------------------------------------------------------------------------------- */
/* What Python's str.isprintable says of one character. */
static gboolean
is_printable (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return FALSE;
    case G_UNICODE_SPACE_SEPARATOR: return c == ' ';
    default: return TRUE;
    }
}

static void
append_repr_character (GString *out, gunichar c, char quote)
{
  if (c == (gunichar) quote || c == '\\')
    g_string_append_printf (out, "\\%c", (char) c);
  else if (c == '\n')
    g_string_append (out, "\\n");
  else if (c == '\r')
    g_string_append (out, "\\r");
  else if (c == '\t')
    g_string_append (out, "\\t");
  else if (is_printable (c))
    g_string_append_unichar (out, c);
  else if (c < 0x100)
    g_string_append_printf (out, "\\x%02x", c);
  else if (c < 0x10000)
    g_string_append_printf (out, "\\u%04x", c);
  else
    g_string_append_printf (out, "\\U%08x", c);
}

void
fl_text_append_repr (GString *out, const char *text)
{
  char quote = strchr (text, '\'') != NULL && strchr (text, '"') == NULL ? '"' : '\'';

  g_string_append_c (out, quote);
  while (*text != '\0')
    {
      gunichar c = g_utf8_get_char_validated (text, -1);

      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          /* Python keeps bytes that are no text as lone surrogates. */
          g_string_append_printf (out, "\\udc%02x", (guchar) *text);
          text++;
          continue;
        }
      append_repr_character (out, c, quote);
      text = g_utf8_next_char (text);
    }
  g_string_append_c (out, quote);
}

void
fl_text_append_pprint_list (GString *out, const char *const *elements, guint n_elements)
{
  gsize width = 2;
  gboolean is_long;

  for (guint i = 0; i < n_elements; i++)
    width += (gsize) g_utf8_strlen (elements[i], -1) + (i > 0 ? 2 : 0);
  is_long = width > PPRINT_WIDTH;

  g_string_append (out, is_long ? "[   " : "[");
  for (guint i = 0; i < n_elements; i++)
    {
      if (i > 0)
        g_string_append (out, is_long ? ",\n    " : ", ");
      g_string_append (out, elements[i]);
    }
  g_string_append_c (out, ']');
}

/* --- for people -------------------------------------------------------------------------------- */
/* Three significant digits without trailing zeros, and a unit. */
static char *
dup_with_unit (double value, const char *unit)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
  if (strchr (text, '.') != NULL)
    {
      char *end = text + strlen (text) - 1;

      while (*end == '0')
        *end-- = '\0';
      if (*end == '.')
        *end = '\0';
    }
  return g_strdup_printf ("%s %s", text, unit);
}

char *
fl_text_dup_bytes (guint64 size_bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
  double value = (double) size_bytes;
  guint unit = 0;

  while (value >= 1024 && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1024;
      unit++;
    }
  return dup_with_unit (value, units[unit]);
}

char *
fl_text_dup_duration (double duration_ns)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  guint unit = 0;

  if (!isfinite (duration_ns))
    return g_strdup ("?");
  while (duration_ns >= 999.5 && unit + 1 < G_N_ELEMENTS (units))
    {
      duration_ns /= 1000;
      unit++;
    }
  return dup_with_unit (duration_ns, units[unit]);
}

char *
fl_text_dup_valid (const char *text, gsize length, gsize *valid_length, gboolean *is_changed)
{
  char *copy;

  *is_changed = length > 0 && !g_utf8_validate_len (text, length, NULL);
  if (*is_changed)
    {
      copy = g_utf8_make_valid (text, (gssize) length);
      *valid_length = strlen (copy);
      return copy;
    }
  copy = g_malloc (length + 1);
  if (length > 0)
    memcpy (copy, text, length);
  copy[length] = '\0';
  *valid_length = length;
  return copy;
}

guint
fl_text_get_distance (const char *a, const char *b)
{
  guint row[64];
  gsize n = MIN (strlen (b), G_N_ELEMENTS (row) - 1);

  for (gsize j = 0; j <= n; j++)
    row[j] = (guint) j;
  for (gsize i = 0; a[i] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = (guint) i + 1;
      for (gsize j = 0; j < n; j++)
        {
          guint above = row[j + 1];
          guint change = diagonal + (g_ascii_tolower (a[i]) != g_ascii_tolower (b[j]));

          row[j + 1] = MIN (change, MIN (above, row[j]) + 1);
          diagonal = above;
        }
    }
  return row[n];
}
