/* Foreign text in languages that are compiled or interpreted. */
#include <string.h>

#include "fl-quote-private.h"
#include "fl-quote.h"

enum
{
  MAX_IDENTIFIER = 100,
  SUM_LENGTH = 10 /* "_x" and eight digits */
};

/* --- comments and strings --------------------------------------------------------------------- */

/* A blank parts what would be a delimiter, a trigraph or a continued line together. */
void
fl_quote_append_c_comment (GString *out, const char *text)
{
  g_autofree char *line = fl_quote_dup_line (text);
  char before = out->len > 0 ? out->str[out->len - 1] : '\0';

  for (const char *p = line; *p != '\0'; p++)
    {
      if ((*p == '/' && before == '*') || (*p == '*' && before == '/') || (*p == '?' && before == '?'))
        g_string_append_c (out, ' ');
      g_string_append_c (out, *p);
      before = *p;
    }
  /* With the next character of the file, which is not known here, the last one could begin or end a comment, or begin a
   * trigraph. */
  if (before == '\\' || before == '*' || before == '/' || before == '?')
    g_string_append_c (out, ' ');
}

void
fl_quote_append_c_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    {
      const guchar byte = (guchar) *text;

      if (byte == '"' || byte == '\\' || byte == '?')
        g_string_append_printf (out, "\\%c", byte);
      else if (byte < 0x20 || byte >= 0x7f)
        g_string_append_printf (out, "\\%03o", byte);
      else
        g_string_append_c (out, (char) byte);
    }
  g_string_append_c (out, '"');
}

/* Up to the end of the line: there is none inside. */
void
fl_quote_append_python_comment (GString *out, const char *text)
{
  fl_quote_append_line (out, text, -1);
}

void
fl_quote_append_python_string (GString *out, const char *text)
{
  g_autofree char *line = fl_quote_dup_line (text);

  g_string_append_c (out, '"');
  for (const char *p = line; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

/* --- identifiers ------------------------------------------------------------------------------ */

static gboolean
is_word (const char *const *words, const char *name)
{
  for (; *words != NULL; words++)
    if (**words == *name && strcmp (*words, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_identifier (const char *text)
{
  if (*text == '\0' || g_ascii_isdigit (*text) || strlen (text) > MAX_IDENTIFIER)
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && *text != '_')
      return FALSE;
  return TRUE;
}

static char *
dup_mangled (const char *text)
{
  GString *out = g_string_new (NULL);

  if (g_ascii_isdigit (*text))
    g_string_append_c (out, '_');
  for (const char *p = text; *p != '\0' && out->len < MAX_IDENTIFIER - SUM_LENGTH; p++)
    {
      if (g_ascii_isalnum (*p) || *p == '_')
        g_string_append_c (out, *p);
      else if (out->len == 0 || out->str[out->len - 1] != '_')
        g_string_append_c (out, '_');
    }
  g_string_append_printf (out, "_x%08x", (guint32) fl_quote_sum (text, strlen (text)));
  return g_string_free (out, FALSE);
}

/* Keywords of C and C++, of GNU's dialects, and the macros of compilers that are no reserved names. */
static const char *const c_words[] = { "alignas",      "alignof",   "and",
                                       "and_eq",       "arm",       "asm",
                                       "auto",         "bitand",    "bitor",
                                       "bool",         "break",     "case",
                                       "catch",        "char",      "class",
                                       "compl",        "const",     "const_cast",
                                       "consteval",    "constexpr", "constinit",
                                       "continue",     "decltype",  "default",
                                       "delete",       "do",        "double",
                                       "dynamic_cast", "else",      "enum",
                                       "explicit",     "export",    "extern",
                                       "false",        "float",     "for",
                                       "friend",       "goto",      "i386",
                                       "if",           "inline",    "int",
                                       "linux",        "long",      "m68k",
                                       "main",         "mips",      "mutable",
                                       "namespace",    "new",       "noexcept",
                                       "not",          "not_eq",    "nullptr",
                                       "operator",     "or",        "or_eq",
                                       "pixel",        "private",   "protected",
                                       "public",       "register",  "reinterpret_cast",
                                       "requires",     "restrict",  "return",
                                       "short",        "signed",    "sizeof",
                                       "sparc",        "static",    "static_assert",
                                       "static_cast",  "struct",    "sun",
                                       "switch",       "template",  "this",
                                       "thread_local", "throw",     "true",
                                       "try",          "typedef",   "typeid",
                                       "typename",     "typeof",    "typeof_unqual",
                                       "union",        "unix",      "unsigned",
                                       "using",        "vax",       "vector",
                                       "virtual",      "void",      "volatile",
                                       "wchar_t",      "while",     "xor",
                                       "xor_eq",       NULL };

static const char *const python_words[]
    = { "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",    NULL };

char *
fl_quote_dup_c_identifier (const char *text)
{
  g_autofree char *name = is_identifier (text) ? g_strdup (text) : dup_mangled (text);

  if (name[0] == '_' && (name[1] == '_' || g_ascii_isupper (name[1])))
    return g_strconcat ("n", name, NULL);
  if (is_word (c_words, name) || g_ascii_strncasecmp (name, "fl_", 3) == 0 || g_str_has_prefix (name, "INT"))
    return g_strconcat (name, "_", NULL);
  return g_steal_pointer (&name);
}

char *
fl_quote_dup_python_identifier (const char *text)
{
  g_autofree char *name = is_identifier (text) ? g_strdup (text) : dup_mangled (text);

  return is_word (python_words, name) ? g_strconcat (name, "_", NULL) : g_steal_pointer (&name);
}

char *
fl_quote_dup_python_path (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", -1);
  GString *out = g_string_new (*text == '\0' ? "_" : NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *part = fl_quote_dup_python_identifier (parts[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? "." : "", part);
    }
  return g_string_free (out, FALSE);
}
