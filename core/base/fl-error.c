/* Errors of the core: the domain, and messages that point at a place in a text. */
#include "fl-error.h"

#include <stdarg.h>
#include <string.h>

enum
{
  MARGIN = 4,        /* spaces before the quoted line */
  BEFORE_CARET = 60, /* at most so many bytes of the line are shown on either side of the place */
  AFTER_CARET = 36
};

/* G_DEFINE_QUARK keeps it in a variable that several threads may write at once. */
GQuark
fl_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, g_quark_from_static_string ("fl-error-quark"));
  return (GQuark) quark;
}

/* The bounds of the 1-based line; FALSE when the text has fewer lines. */
static gboolean
find_line (const char *text, gsize length, guint line, const char **start, const char **end)
{
  const char *stop = text + length;

  for (guint n = 1; n < line; n++)
    {
      const char *newline = memchr (text, '\n', stop - text);

      if (newline == NULL)
        return FALSE;
      text = newline + 1;
    }
  *start = text;
  *end = memchr (text, '\n', stop - text);
  if (*end == NULL)
    *end = stop;
  if (*end > *start && (*end)[-1] == '\r')
    (*end)--;
  return TRUE;
}

static gboolean
is_inside_character (const char *p, const char *end)
{
  return p < end && ((guchar) *p & 0xc0) == 0x80;
}

/* Appends bytes as one line of valid UTF-8; returns how many characters that are. */
static glong
append_clean (GString *out, const char *start, gsize length)
{
  g_autofree char *clean = g_utf8_make_valid (start, length);

  for (char *p = clean; *p != '\0'; p++)
    if ((guchar) *p < 0x20 || *p == 0x7f)
      *p = ' ';
  g_string_append (out, clean);
  return g_utf8_strlen (clean, -1);
}

static void
append_quote (GString *out, FlPlace place, const char *text, gsize length)
{
  const char *start, *end, *from, *to, *at;
  glong n_before;

  if (place.line == 0 || !find_line (text, length, place.line, &start, &end))
    return;
  at = start + MIN ((gsize) (MAX (place.column, 1) - 1), (gsize) (end - start));
  from = at - MIN (BEFORE_CARET, at - start);
  to = at + MIN (AFTER_CARET, end - at);
  while (is_inside_character (from, at))
    from++;
  while (is_inside_character (to, end))
    to++;

  g_string_append_printf (out, "\n%*s", MARGIN, "");
  n_before = 0;
  if (from > start)
    {
      g_string_append (out, "...");
      n_before = 3;
    }
  n_before += append_clean (out, from, at - from);
  append_clean (out, at, to - at);
  if (to < end)
    g_string_append (out, "...");
  g_string_append_printf (out, "\n%*s^", MARGIN + (int) n_before, "");
}

void
fl_error_set_at (GError **error, FlErrorCode code, FlPlace place, const char *text, gsize length, const char *format,
                 ...)
{
  g_autoptr (GString) message = NULL;
  va_list args;

  if (error == NULL)
    return;

  message = g_string_new (NULL);
  if (place.file != NULL)
    g_string_append_printf (message, "%s:", place.file);
  else
    g_string_append (message, "line ");
  g_string_append_printf (message, "%u:%u: ", place.line, place.column);
  va_start (args, format);
  g_string_append_vprintf (message, format, args);
  va_end (args);
  if (text != NULL)
    append_quote (message, place, text, length);
  g_set_error_literal (error, FL_ERROR, (gint) code, message->str);
}
