/* Foreign text is inert in every language. What must not be in there is told by each language's own rules, not by what
 * our functions write; which bytes a quoted text stands for is asked of a reader of the language, where there is one at
 * hand. */
#include <string.h>

#include "fl-quote.h"
#include "payloads.h"

typedef void (*Append) (GString *out, const char *text);

static void
append_identifier (GString *out, const char *text)
{
  g_autofree char *name = fl_quote_dup_c_identifier (text);

  g_string_append (out, name);
}

static void
append_python_identifier (GString *out, const char *text)
{
  g_autofree char *name = fl_quote_dup_python_identifier (text);

  g_string_append (out, name);
}

static void
append_python_path (GString *out, const char *text)
{
  g_autofree char *name = fl_quote_dup_python_path (text);

  g_string_append (out, name);
}

static void
append_file_name (GString *out, const char *text)
{
  g_autofree char *name = fl_quote_dup_file_name (text);

  g_string_append (out, name);
}

static void
append_shell (GString *out, const char *text)
{
  g_autofree char *word = fl_quote_dup_shell (text, FALSE);

  g_string_append (out, word);
}

static void
append_shown (GString *out, const char *text)
{
  g_autofree char *shown = fl_quote_dup_shown (text);

  g_string_append (out, shown);
}

static void
append_line (GString *out, const char *text)
{
  fl_quote_append_line (out, text, -1);
}

static const struct
{
  const char *language;
  Append append;
} sinks[] = {
  { "C comment", fl_quote_append_c_comment },
  { "C string", fl_quote_append_c_string },
  { "C identifier", append_identifier },
  { "Python identifier", append_python_identifier },
  { "Python path", append_python_path },
  { "Python comment", fl_quote_append_python_comment },
  { "Python string", fl_quote_append_python_string },
  { "DOT", fl_quote_append_dot },
  { "Markdown", fl_quote_append_markdown },
  { "shell", append_shell },
  { "file name", append_file_name },
  { "terminal", append_line },
  { "message", append_shown },
};

/* Characters that a terminal obeys, that turn text around, or that are none: told by their numbers. */
static gboolean
is_raw (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c >= 0xe0000 && c <= 0xe007f);
}

static void
test_one_line_that_can_be_seen (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (sinks); s++)
    for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
      {
        g_autoptr (GString) out = g_string_new (NULL);

        sinks[s].append (out, payloads[i]);
        g_test_message ("%s, payload %u", sinks[s].language, i);
        g_assert_true (g_utf8_validate (out->str, (gssize) out->len, NULL));
        for (const char *p = out->str; *p != '\0'; p = g_utf8_next_char (p))
          g_assert_false (is_raw (g_utf8_get_char (p)));
      }
}

static void
test_comment_of_c_has_no_end_inside (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_autoptr (GString) out = g_string_new ("/* ");

      fl_quote_append_c_comment (out, payloads[i]);
      g_assert_null (strstr (out->str, "*/"));
      g_assert_null (strstr (out->str + 2, "/*"));
      g_assert_null (strstr (out->str, "?\?/")); /* a backslash, as a trigraph */
      g_assert_true (out->str[out->len - 1] != '\\' && out->str[out->len - 1] != '*');
    }
}

static gboolean
is_identifier (const char *name, gboolean has_dots)
{
  if (*name == '\0' || g_ascii_isdigit (*name))
    return FALSE;
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '_' && !(has_dots && *name == '.' && !g_ascii_isdigit (name[1])))
      return FALSE;
  return TRUE;
}

static void
test_identifiers (void)
{
  static const char *const cases[][2] = {
    { "arg0_1", "arg0_1" }, { "int", "int_" },          { "main", "main_" },       { "linux", "linux_" },
    { "__asm", "n__asm" },  { "_Pragma", "n_Pragma" },  { "fl_min", "fl_min_" },   { "FL_LANES", "FL_LANES_" },
    { "c", "c" },           { "_to_copy", "_to_copy" }, { "INT64_C", "INT64_C_" },
  };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = fl_quote_dup_c_identifier (cases[i][0]);

      g_assert_cmpstr (name, ==, cases[i][1]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      char *name = fl_quote_dup_c_identifier (payloads[i]);
      g_autofree char *python = fl_quote_dup_python_identifier (payloads[i]),
                      *path = fl_quote_dup_python_path (payloads[i]);

      g_assert_true (is_identifier (name, FALSE) && strlen (name) <= 102);
      g_assert_true (is_identifier (python, FALSE));
      g_assert_true (is_identifier (path, TRUE));
      g_assert_true (g_hash_table_add (seen, name)); /* different texts stay different */
    }
}

static void
test_file_names_stay_in_their_folder (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_autofree char *name = fl_quote_dup_file_name (payloads[i]);

      g_assert_cmpuint (strlen (name), >, 0);
      g_assert_cmpuint (strlen (name), <=, 100);
      g_assert_null (strchr (name, '/'));
      g_assert_null (strstr (name, ".."));
      g_assert_true (name[0] != '.' && name[0] != '-');
    }
}

/* What bash makes of the word is the text again. */
static void
test_shell_words_are_the_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_autofree char *word = fl_quote_dup_shell (payloads[i], FALSE), *out = NULL, *line = NULL;
      char *argv[] = { (char *) "bash", (char *) "-c", NULL, NULL };

      line = g_strdup_printf ("printf %%s %s", word);
      argv[2] = line;
      if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, NULL, NULL))
        {
          g_test_skip ("no bash");
          return;
        }
      g_assert_cmpstr (out, ==, payloads[i]);
    }
}

static void
test_shell_paths_are_no_options (void)
{
  g_autofree char *path = fl_quote_dup_shell ("-rf", TRUE), *other = fl_quote_dup_shell ("a b", TRUE);

  g_assert_cmpstr (path, ==, "./-rf");
  g_assert_cmpstr (other, ==, "'a b'");
}

static void
test_xml (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  fl_quote_append_xml (out, "<a b=\"c\" d='e'>&\n\001\377\303\251\342\200\256</a>");
  g_assert_cmpstr (out->str, ==,
                   "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\n\\u0001\357\277\275\303\251\\u202e&lt;/a&gt;");
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_string_truncate (out, 0);
      fl_quote_append_xml (out, payloads[i]);
      g_assert_null (strpbrk (out->str, "<>\"'"));
    }
}

static void
test_dot_strings_end_once (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      guint n_ends = 0;

      fl_quote_append_dot (out, payloads[i]);
      for (const char *p = out->str + 1; *p != '\0'; p++)
        if (*p == '\\')
          p++;
        else
          n_ends += *p == '"';
      g_assert_cmpuint (n_ends, ==, 1);
    }
}

/* A name of a megabyte is cut, and its sum tells it from another one. */
static void
test_names_have_an_end (void)
{
  g_autofree char *wide = g_strnfill (1 << 20, 'x'), *other = g_strnfill ((1 << 20) + 1, 'x');
  g_autofree char *name = fl_quote_dup_name (wide, strlen (wide)), *second = fl_quote_dup_name (other, strlen (other));
  g_autofree char *shown = fl_quote_dup_shown (wide), *again = fl_quote_dup_name (name, strlen (name));

  g_assert_cmpuint (strlen (name), <=, FL_QUOTE_MAX_NAME);
  g_assert_cmpstr (name, !=, second);
  g_assert_null (again); /* a name that was cut stays as it is */
  g_assert_cmpuint (strlen (shown), <, FL_QUOTE_MAX_SHOWN + 40);
  g_assert_true (g_str_has_suffix (shown, "… (1048576 bytes)"));
  g_assert_null (fl_quote_dup_name ("caf\303\251", 5));
  g_assert_cmpstr ((g_free (name), name = fl_quote_dup_name ("a\033[2Jb", 6)), ==, "a\\u001b[2Jb");
}

static void
test_text_keeps_its_lines (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  fl_quote_append_text (out, "a\n\tb\r\033\302\233\360\235\204\236\363\240\200\201", -1);
  g_assert_cmpstr (out->str, ==, "a\n\tb\\u000d\\u001b\\u009b\360\235\204\236\\udb40\\udc01");
}

/* One literal: after the first quote, the next that no backslash stands in front of is the last character. */
static void
test_python_strings_end_once (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      const char *p;

      fl_quote_append_python_string (out, payloads[i]);
      g_assert_cmpint (out->str[0], ==, '"');
      for (p = out->str + 1; *p != '"'; p++)
        {
          p += *p == '\\';
          g_assert_cmpint (*p, !=, '\0');
        }
      g_assert_cmpint (p[1], ==, '\0');
    }
}

/* By CommonMark and GitHub's autolinks. */
static void
test_markdown_has_no_markup (void)
{
  static const char *const cases[][2] = {
    { "add-relu 2.0", "add-relu 2.0" },
    { "# head", "\\# head" },
    { "- item", "\\- item" },
    { "a|b", "a\\|b" },
    { "[x](y)", "\\[x\\]\\(y\\)" },
    { "www.evil", "www\\.evil" },
    { "http://evil", "http\\://evil" },
    { "me@evil", "me\\@evil" },
    { "<b>&amp;", "&lt;b&gt;&amp;amp;" },
    { "__x__", "\\_\\_x\\_\\_" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      fl_quote_append_markdown (out, cases[i][0]);
      g_assert_cmpstr (out->str, ==, cases[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/quote/one-line-that-can-be-seen", test_one_line_that_can_be_seen);
  g_test_add_func ("/core/base/quote/comment-of-c", test_comment_of_c_has_no_end_inside);
  g_test_add_func ("/core/base/quote/identifiers", test_identifiers);
  g_test_add_func ("/core/base/quote/file-names", test_file_names_stay_in_their_folder);
  g_test_add_func ("/core/base/quote/shell-words", test_shell_words_are_the_text);
  g_test_add_func ("/core/base/quote/shell-paths", test_shell_paths_are_no_options);
  g_test_add_func ("/core/base/quote/xml", test_xml);
  g_test_add_func ("/core/base/quote/dot", test_dot_strings_end_once);
  g_test_add_func ("/core/base/quote/python-strings", test_python_strings_end_once);
  g_test_add_func ("/core/base/quote/markdown", test_markdown_has_no_markup);
  g_test_add_func ("/core/base/quote/names-have-an-end", test_names_have_an_end);
  g_test_add_func ("/core/base/quote/text-keeps-its-lines", test_text_keeps_its_lines);
  return g_test_run ();
}
