/* Foreign text for people, and in the languages that mark text up. */
#include "fl-quote.h"

#include <string.h>

#include "fl-quote-private.h"

static const char unknown[] = "\357\277\275"; /* U+FFFD */

/* Unseen, or seen elsewhere than where it stands. */
static gboolean
is_unseen (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return TRUE;
    default: return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef); /* no characters */
    }
}

/* As JSON escapes it: in pairs of surrogates beyond the first plane. */
static void
append_escape (GString *out, gunichar c)
{
  if (c < 0x10000)
    g_string_append_printf (out, "\\u%04x", c);
  else
    g_string_append_printf (out, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10), 0xdc00 + (c & 0x3ff));
}

/* The next character, U+FFFD for a byte that is none; *text goes on. */
gunichar
fl_quote_next (const char **text, const char *end)
{
  gunichar c = (guchar) * *text;

  if (c < 0x80)
    {
      (*text)++;
      return c;
    }
  c = g_utf8_get_char_validated (*text, end - *text);
  if (c == (gunichar) -1 || c == (gunichar) -2)
    {
      (*text)++;
      return FL_QUOTE_NO_CHARACTER;
    }
  *text = g_utf8_next_char (*text);
  return c;
}

static gboolean
is_clean (const char *text, const char *end, gboolean has_lines)
{
  while (text < end)
    {
      const guchar byte = (guchar) *text;

      if (byte >= 0x20 && byte < 0x7f)
        text++;
      else if (has_lines && (byte == '\n' || byte == '\t'))
        text++;
      else if (byte < 0x80)
        return FALSE;
      else
        {
          gunichar c = fl_quote_next (&text, end);

          if (c == FL_QUOTE_NO_CHARACTER || is_unseen (c))
            return FALSE;
        }
    }
  return TRUE;
}

static void
append_clean (GString *out, const char *text, const char *end, gboolean has_lines)
{
  if (is_clean (text, end, has_lines))
    {
      g_string_append_len (out, text, end - text);
      return;
    }
  while (text < end)
    {
      gunichar c = fl_quote_next (&text, end);

      if (c == FL_QUOTE_NO_CHARACTER)
        g_string_append (out, unknown);
      else if (is_unseen (c) && !(has_lines && (c == '\n' || c == '\t')))
        append_escape (out, c);
      else
        g_string_append_unichar (out, c);
    }
}

gboolean
fl_quote_is_line (const char *text, gsize length)
{
  return is_clean (text, text + length, FALSE);
}

gboolean
fl_quote_is_text (const char *text, gsize length)
{
  return is_clean (text, text + length, TRUE);
}

void
fl_quote_append_line (GString *out, const char *text, gssize length)
{
  append_clean (out, text, text + (length < 0 ? (gssize) strlen (text) : length), FALSE);
}

void
fl_quote_append_text (GString *out, const char *text, gssize length)
{
  append_clean (out, text, text + (length < 0 ? (gssize) strlen (text) : length), TRUE);
}

char *
fl_quote_dup_line (const char *text)
{
  GString *out = g_string_new (NULL);

  fl_quote_append_line (out, text, -1);
  return g_string_free (out, FALSE);
}

/* At most so many bytes, and no half a character. */
static void
cut (GString *text, gsize most)
{
  while (most > 0 && ((guchar) text->str[most] & 0xc0) == 0x80)
    most--;
  g_string_truncate (text, most);
}

char *
fl_quote_dup_shown (const char *text)
{
  const gsize length = strlen (text);
  GString *out = g_string_new (NULL);

  fl_quote_append_line (out, text, MIN (length, FL_QUOTE_MAX_SHOWN));
  if (length > FL_QUOTE_MAX_SHOWN)
    {
      if (g_str_has_suffix (out->str, unknown)) /* the character that was cut in two */
        g_string_truncate (out, out->len - strlen (unknown));
      g_string_append_printf (out, "… (%" G_GSIZE_FORMAT " bytes)", length);
    }
  return g_string_free (out, FALSE);
}

char *
fl_quote_dup_message (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0' && out->len < FL_QUOTE_MAX_MESSAGE)
    {
      const gsize length = strcspn (text, " \n");

      if (length > FL_QUOTE_MAX_NAME)
        {
          g_autofree char *word = g_strndup (text, length), *shown = fl_quote_dup_shown (word);

          g_string_append (out, shown);
        }
      else
        fl_quote_append_text (out, text, (gssize) length);
      text += length;
      if (*text != '\0')
        g_string_append_c (out, *text++);
    }
  if (*text != '\0')
    g_string_append (out, " …\n");
  return g_string_free (out, FALSE);
}

/* FNV-1a */
guint64
fl_quote_sum (const char *text, gsize length)
{
  guint64 sum = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < length; i++)
    sum = (sum ^ (guchar) text[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return sum;
}

char *
fl_quote_dup_name (const char *text, gsize length)
{
  const gboolean is_line = fl_quote_is_line (text, length);
  GString *out;

  if (is_line && length <= FL_QUOTE_MAX_NAME)
    return NULL;
  out = g_string_new (NULL);
  fl_quote_append_line (out, text, (gssize) MIN (length, 2 * FL_QUOTE_MAX_NAME));
  if (out->len > FL_QUOTE_MAX_NAME)
    {
      cut (out, FL_QUOTE_MAX_NAME - 24);
      g_string_append_printf (out, "…x%016" G_GINT64_MODIFIER "x", fl_quote_sum (text, length));
    }
  return g_string_free (out, FALSE);
}

/* --- markup ----------------------------------------------------------------------------------- */

void
fl_quote_append_dot (GString *out, const char *text)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  fl_quote_append_text (lines, text, -1);
  g_string_append_c (out, '"');
  for (const char *p = lines->str; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (out, '\\');
      if (*p == '\n' || *p == '\t')
        g_string_append (out, *p == '\n' ? "\\n" : " ");
      else
        g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

void
fl_quote_append_xml (GString *out, const char *text)
{
  const char *end = text + strlen (text);

  while (text < end)
    {
      const gunichar c = fl_quote_next (&text, end);

      switch (c)
        {
        case '&': g_string_append (out, "&amp;"); break;
        case '<': g_string_append (out, "&lt;"); break;
        case '>': g_string_append (out, "&gt;"); break;
        case '"': g_string_append (out, "&quot;"); break;
        case '\'': g_string_append (out, "&#39;"); break;
        case FL_QUOTE_NO_CHARACTER: g_string_append (out, unknown); break;
        default:
          if (is_unseen (c) && c != '\n' && c != '\t')
            append_escape (out, c);
          else
            g_string_append_unichar (out, c);
        }
    }
}

char *
fl_quote_dup_xml (const char *text)
{
  GString *out = g_string_new (NULL);

  fl_quote_append_xml (out, text);
  return g_string_free (out, FALSE);
}

/* What means something between two letters or digits of a paragraph. "." does in "www.", ":" in front of "//", "@" in
 * an address; "-", "+" and "#" only where a word begins. */
static gboolean
is_markup_of_markdown (const char *line, const char *p)
{
  if (strchr ("-+#.", *p) != NULL && p > line && g_ascii_isalnum (p[-1]))
    return *p == '.' && p - line >= 3 && g_ascii_strncasecmp (p - 3, "www", 3) == 0;
  return strchr ("\\`*_{}[]()#+-.!|~$:@", *p) != NULL;
}

void
fl_quote_append_markdown (GString *out, const char *text)
{
  g_autofree char *line = fl_quote_dup_line (text);

  for (const char *p = line; *p != '\0'; p++)
    {
      if (is_markup_of_markdown (line, p))
        g_string_append_c (out, '\\');
      if (*p == '<' || *p == '>' || *p == '&')
        g_string_append (out, *p == '<' ? "&lt;" : *p == '>' ? "&gt;" : "&amp;");
      else
        g_string_append_c (out, *p);
    }
}

/* --- shells and files ------------------------------------------------------------------------- */

char *
fl_quote_dup_shell (const char *text, gboolean is_path)
{
  const gsize length = strlen (text);
  const char *end = text + length;
  const gboolean is_clean_line = fl_quote_is_line (text, length);
  GString *out = g_string_new (NULL);

  if (is_path && *text == '-')
    g_string_append (out, "./");
  if (length > 0 && strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+:,%@") == length)
    {
      g_string_append (out, text);
      return g_string_free (out, FALSE);
    }
  /* $'…' holds every byte without showing one that does anything to a terminal. */
  g_string_append (out, is_clean_line ? "'" : "$'");
  for (const char *p = text; p < end;)
    {
      const char *start = p;
      const gunichar c = fl_quote_next (&p, end);

      if (is_clean_line)
        g_string_append_len (out, *start == '\'' ? "'\\''" : start, *start == '\'' ? 4 : p - start);
      else if (c == '\'' || c == '\\')
        g_string_append_printf (out, "\\%c", (char) c);
      else if (c == FL_QUOTE_NO_CHARACTER || is_unseen (c))
        for (; start < p; start++)
          g_string_append_printf (out, "\\%03o", (guchar) *start);
      else
        g_string_append_len (out, start, p - start);
    }
  g_string_append_c (out, '\'');
  return g_string_free (out, FALSE);
}

char *
fl_quote_dup_file_name (const char *text)
{
  enum
  {
    MOST = 100
  };
  const gsize length = strlen (text);
  GString *out = g_string_new (NULL);
  gboolean is_changed = length == 0 || length > MOST;

  for (const char *p = text; *p != '\0' && out->len < MOST; p++)
    {
      const gboolean is_kept
          = g_ascii_isalnum (*p) || *p == '_' || (p > text && (*p == '-' || (*p == '.' && p[-1] != '.')));

      is_changed |= !is_kept;
      if (is_kept || out->len == 0 || out->str[out->len - 1] != '_')
        g_string_append_c (out, is_kept ? *p : '_');
    }
  if (is_changed)
    {
      g_string_truncate (out, MIN (out->len, MOST - 10));
      g_string_append_printf (out, "_x%08x", (guint32) fl_quote_sum (text, length));
    }
  return g_string_free (out, FALSE);
}
