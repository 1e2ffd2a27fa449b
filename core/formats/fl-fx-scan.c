/* The lowest part of the FX reader: blanks, names, numbers, strings, brackets, and where an error is. */
#include "fl-fx-private.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "fl-intern.h"

/* What stands for a byte that is no UTF-8: U+FFFD, part of no name. */
static const char NO_CHARACTER[] = "\357\277\275";

/* --- errors ----------------------------------------------------------------------------------- */

FlPlace
fl_fx_find_place (const FlFx *fx, const char *at)
{
  FlPlace place = { fx->path, 1, 1 };
  const char *line_start = fx->text;

  for (const char *p = fx->text; p < at; p++)
    if (*p == '\n')
      {
        place.line++;
        line_start = p + 1;
      }
  place.column = (guint) (at - line_start) + 1;
  if (fx->prefix_lengths != NULL)
    place.column += fx->prefix_lengths[place.line - 1];
  return place;
}

gboolean
fl_fx_fail (FlFx *fx, const char *at, FlErrorCode code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (fx->error != NULL || fx->ended)
    return FALSE;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fl_error_set_at (&fx->error, code, fl_fx_find_place (fx, at), fx->original, fx->original_length, "%s", message);
  return FALSE;
}

gboolean
fl_fx_fail_expected (FlFx *fx, const char *what)
{
  if (fx->error != NULL)
    return FALSE;
  if (fx->p >= fx->end)
    {
      fx->ended = TRUE;
      return FALSE;
    }
  if (fl_fx_at_line_end (fx))
    return fl_fx_fail (fx, fx->p, FL_ERROR_SYNTAX, "the line ends where %s should be", what);
  if (fl_fx_starts (fx, fx->p, NO_CHARACTER))
    return fl_fx_fail (fx, fx->p, FL_ERROR_SYNTAX, "a byte that is no text, where %s should be", what);
  if (fx->n_open == 0 && strchr (")]}", *fx->p) != NULL)
    return fl_fx_fail (fx, fx->p, FL_ERROR_SYNTAX, "this '%c' closes nothing; %s should be here", *fx->p, what);
  return fl_fx_fail (fx, fx->p, FL_ERROR_SYNTAX, "%s should be here", what);
}

gboolean
fl_fx_enter (FlFx *fx)
{
  if (++fx->depth <= FL_FX_MAX_DEPTH)
    return TRUE;
  return fl_fx_fail (fx, fx->p, FL_ERROR_LIMIT, "nested more than %d deep; no graph that PyTorch prints is",
                     FL_FX_MAX_DEPTH);
}

void
fl_fx_leave (FlFx *fx)
{
  fx->depth--;
}

/* --- blanks and lines ------------------------------------------------------------------------- */

void
fl_fx_skip_blanks (FlFx *fx)
{
  while (fx->p < fx->end)
    {
      const char c = *fx->p;

      if (c == ' ' || c == '\t' || c == '\r' || c == '\f')
        fx->p++;
      else if (c == '\\' && fx->p + 1 < fx->end && fx->p[1] == '\n')
        {
          fx->p += 2;
          fx->line++;
        }
      else if (fx->n_open > 0 && c == '\n')
        {
          fx->p++;
          fx->line++;
        }
      else if (fx->n_open > 0 && c == '#')
        {
          const char *newline = memchr (fx->p, '\n', fx->end - fx->p);

          fx->p = newline != NULL ? newline : fx->end;
        }
      else
        break;
    }
}

void
fl_fx_skip_line (FlFx *fx)
{
  const char *newline = fx->p < fx->end ? memchr (fx->p, '\n', fx->end - fx->p) : NULL;

  fx->p = newline != NULL ? newline + 1 : fx->end;
  fx->line += newline != NULL;
}

gboolean
fl_fx_at_line_end (const FlFx *fx)
{
  return fx->p >= fx->end || *fx->p == '\n' || *fx->p == '#';
}

guint
fl_fx_measure_indent (const FlFx *fx, const char **first)
{
  const char *p = fx->p;

  while (p < fx->end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\f'))
    p++;
  *first = p;
  return (guint) (p - fx->p);
}

gboolean
fl_fx_starts (const FlFx *fx, const char *p, const char *word)
{
  const gsize length = strlen (word);

  return (gsize) (fx->end - p) >= length && memcmp (p, word, length) == 0;
}

gboolean
fl_fx_accept (FlFx *fx, char c)
{
  fl_fx_skip_blanks (fx);
  if (fx->p >= fx->end || *fx->p != c)
    return FALSE;
  fx->p++;
  return TRUE;
}

gboolean
fl_fx_expect (FlFx *fx, char c)
{
  const char what[] = { '\'', c, '\'', '\0' };

  return fl_fx_accept (fx, c) || fl_fx_fail_expected (fx, what);
}

gboolean
fl_fx_open (FlFx *fx, char c)
{
  if (!fl_fx_expect (fx, c))
    return FALSE;
  if (fx->n_open < FL_FX_MAX_DEPTH)
    fx->opened[fx->n_open] = fx->p - 1;
  fx->n_open++;
  return TRUE;
}

/* Where the bracket was opened is what helps to find the mistake, often lines above. */
static gboolean
fail_unclosed (FlFx *fx, char c)
{
  FlPlace place;

  if (fx->p >= fx->end || fx->n_open == 0 || fx->n_open > FL_FX_MAX_DEPTH)
    return fl_fx_fail_expected (fx, "the closing bracket");
  place = fl_fx_find_place (fx, fx->opened[fx->n_open - 1]);
  return fl_fx_fail (fx, fx->p, FL_ERROR_SYNTAX,
                     "'%c' should be here, or ',' and a value: the '%c' at %u:%u is still open", c,
                     *fx->opened[fx->n_open - 1], place.line, place.column);
}

/* Counts down after the bracket, so that blanks before it may hold line ends. */
gboolean
fl_fx_close (FlFx *fx, char c)
{
  if (!fl_fx_accept (fx, c))
    return fail_unclosed (fx, c);
  fx->n_open--;
  return TRUE;
}

/* --- names and numbers ------------------------------------------------------------------------ */

gboolean
fl_fx_is_name_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (guchar) c >= 0x80;
}

gboolean
fl_fx_is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

const char *
fl_fx_read_name (FlFx *fx)
{
  const char *start = fx->p;

  if (start >= fx->end || !fl_fx_is_name_start (*start))
    return NULL;
  while (fx->p < fx->end && fl_fx_is_name_char (*fx->p))
    {
      if (*fx->p == NO_CHARACTER[0] && fl_fx_starts (fx, fx->p, NO_CHARACTER))
        break;
      fx->p++;
    }
  return fx->p > start ? fl_intern_name_n (start, fx->p - start) : NULL;
}

static gboolean
is_number_char (const FlFx *fx, const char *start)
{
  const char c = *fx->p;

  if (g_ascii_isalnum (c) || c == '.' || c == '_')
    return TRUE;
  return (c == '+' || c == '-') && fx->p > start && (fx->p[-1] == 'e' || fx->p[-1] == 'E');
}

static void
set_number (FlFx *fx, FlArg *arg, const char *text)
{
  char *end;
  gint64 integer;

  errno = 0;
  integer = g_ascii_strtoll (text, &end, g_str_has_prefix (text, "0x") ? 16 : 10);
  if (*end == '\0' && errno == 0)
    {
      arg->kind = FL_ARG_INT;
      arg->sym = fl_sym_int (fx->symbols, integer);
      return;
    }
  if (*end == '\0') /* beyond 64 bits */
    {
      arg->kind = FL_ARG_INT;
      arg->sym = fl_sym_opaque (fx->symbols, text);
      return;
    }
  arg->number = g_ascii_strtod (text, &end);
  arg->kind = *end == '\0' ? FL_ARG_FLOAT : FL_ARG_NAME;
  if (arg->kind == FL_ARG_NAME)
    arg->text = fl_arena_strdup (fx->arena, text);
}

gboolean
fl_fx_read_number (FlFx *fx, FlArg *arg)
{
  const char *start = fx->p;
  char text[FL_FX_MAX_NUMBER_LENGTH + 1];
  gint64 value = 0;

  while (fx->p < fx->end && g_ascii_isdigit (*fx->p) && fx->p - start < 18)
    value = value * 10 + (*fx->p++ - '0');
  if (fx->p >= fx->end || !is_number_char (fx, start)) /* nearly always: a short integer */
    {
      arg->kind = FL_ARG_INT;
      arg->sym = fl_sym_int (fx->symbols, value);
      return TRUE;
    }
  while (fx->p < fx->end && is_number_char (fx, start))
    fx->p++;
  if (fx->p - start > FL_FX_MAX_NUMBER_LENGTH)
    return fl_fx_fail (fx, start, FL_ERROR_LIMIT, "a number of %d characters; at most %d are read",
                       (int) (fx->p - start), FL_FX_MAX_NUMBER_LENGTH);
  memcpy (text, start, fx->p - start);
  text[fx->p - start] = '\0';
  set_number (fx, arg, text);
  return TRUE;
}

/* --- strings ---------------------------------------------------------------------------------- */

/* One escape after the backslash; returns the byte after it. */
static const char *
append_escape (GString *out, const char *p, const char *end)
{
  static const char plain[] = "\\'\"", special[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
  const char *found;
  const guint n_digits = *p == 'x' ? 2 : *p == 'u' ? 4 : *p == 'U' ? 8 : 0;
  gunichar character = 0;

  if (*p == '\n')
    return p + 1;
  if (strchr (plain, *p) != NULL && *p != '\0')
    {
      g_string_append_c (out, *p);
      return p + 1;
    }
  if ((found = strchr (special, *p)) != NULL && *p != '\0')
    {
      g_string_append_c (out, values[found - special]);
      return p + 1;
    }
  if (n_digits == 0 || end - p <= n_digits)
    {
      g_string_append_c (out, '\\');
      return p;
    }
  for (guint i = 1; i <= n_digits; i++)
    {
      if (!g_ascii_isxdigit (p[i]))
        {
          g_string_append_c (out, '\\');
          return p;
        }
      character = character * 16 + (gunichar) g_ascii_xdigit_value (p[i]);
    }
  g_string_append_unichar (out, character != 0 && g_unichar_validate (character) ? character : 0xfffd);
  return p + n_digits + 1;
}

static const char *
unescape (FlFx *fx, const char *start, const char *end)
{
  g_autoptr (GString) out = NULL;

  if (memchr (start, '\\', end - start) == NULL && memchr (start, '\0', end - start) == NULL)
    return fl_arena_strndup (fx->arena, start, end - start);
  out = g_string_sized_new (end - start);
  for (const char *p = start; p < end;)
    {
      if (*p == '\\' && p + 1 < end)
        p = append_escape (out, p + 1, end);
      else if (*p == '\0')
        {
          g_string_append (out, "\357\277\275");
          p++;
        }
      else
        g_string_append_c (out, *p++);
    }
  return fl_arena_strndup (fx->arena, out->str, out->len);
}

gboolean
fl_fx_read_string (FlFx *fx, const char **text)
{
  const char *start = fx->p;
  const char quote = *start;
  const gboolean is_triple = fx->end - start >= 3 && start[1] == quote && start[2] == quote;
  const gsize quote_length = is_triple ? 3 : 1;

  for (fx->p = start + quote_length; fx->p < fx->end; fx->p++)
    {
      if (*fx->p == '\\' && fx->p + 1 < fx->end)
        fx->p++;
      else if (*fx->p == quote && (!is_triple || (fx->end - fx->p >= 3 && fx->p[1] == quote && fx->p[2] == quote)))
        {
          *text = unescape (fx, start + quote_length, fx->p);
          fx->p += quote_length;
          return TRUE;
        }
      else if (*fx->p == '\n' && !is_triple)
        return fl_fx_fail (fx, start, FL_ERROR_SYNTAX, "the string that starts here has no end on its line");
      fx->line += *fx->p == '\n';
    }
  fx->ended = TRUE;
  return FALSE;
}
