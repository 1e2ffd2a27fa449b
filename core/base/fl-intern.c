/* Interned names, on GLib's own table: it is process-wide, locked, and never frees. */
#include "fl-intern.h"

#include <stdarg.h>
#include <string.h>

const char *
fl_intern (const char *text)
{
  return g_intern_string (text);
}

const char *
fl_intern_n (const char *text, gsize length)
{
  char short_text[128];
  g_autofree char *long_text = NULL;

  if (length < sizeof short_text)
    {
      memcpy (short_text, text, length);
      short_text[length] = '\0';
      return g_intern_string (short_text);
    }
  long_text = g_strndup (text, length);
  return g_intern_string (long_text);
}

const char *
fl_intern_printf (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return g_intern_string (text);
}
