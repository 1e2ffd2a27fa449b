/* What a kernel calls buffers and sizes, whose names come from files.
 *
 * While it is written each has a mark, "FLN3N", that is in no other name. Once all is written, the marks become names:
 * an identifier made of the file's name, with as many "_" behind as it takes to be no word that the text has for
 * something else. So a tensor may be called c, int, i0 or fl_min, whatever the writer's own words are. */
#include "fl-c-writer.h"
#include "fl-quote.h"

#include <string.h>

static const char mark[] = "FLN";

const char *
fl_c_get_foreign_name (FlCWriter *writer, char kind, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%c%s", kind, name);
  const char *known = g_hash_table_lookup (writer->marks, key);

  if (known)
    return known;
  known = fl_arena_printf (writer->pass->arena, "%s%uN", mark, writer->foreign->len);
  g_ptr_array_add (writer->foreign, fl_quote_dup_c_identifier (name));
  g_hash_table_insert (writer->marks, g_steal_pointer (&key), (gpointer) known);
  return known;
}

const char *
fl_c_get_value_name (FlCWriter *writer, const char *name)
{
  gsize length = strlen (name);
  g_autofree char *stem = NULL;

  while (length > 1 && g_ascii_isdigit (name[length - 1]))
    length--;
  stem = g_strndup (name, length - (length > 1 && name[length] != '\0' && name[length - 1] == '_'));
  return fl_c_get_foreign_name (writer, 'v', stem);
}

/* --- words of the text ------------------------------------------------------------------------ */

static gboolean
is_word_character (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Behind the mark that stands at text, with its number; NULL: none does. */
static const char *
read_mark (const char *text, guint *number)
{
  const char *end = text + strlen (mark);

  if (strncmp (text, mark, strlen (mark)) != 0 || !g_ascii_isdigit (*end))
    return NULL;
  for (*number = 0; g_ascii_isdigit (*end); end++)
    *number = 10 * *number + (guint) (*end - '0');
  return *end == 'N' ? end + 1 : NULL;
}

static gboolean
has_mark (const char *word)
{
  guint number;

  for (const char *p = word; *p; p++)
    if (read_mark (p, &number))
      return TRUE;
  return FALSE;
}

/* The words outside of comments: those with marks in them, and all others. */
static void
collect_words (const char *text, GHashTable *marked, GHashTable *taken)
{
  const char *first = text;

  while (*text)
    {
      const char *start = text;
      GHashTable *words;
      char *word;

      if (text[0] == '/' && text[1] == '*')
        {
          text = strstr (text + 2, "*/");
          if (!text)
            return;
          text += 2;
          continue;
        }
      if (!is_word_character (*text))
        {
          text++;
          continue;
        }
      while (is_word_character (*text))
        text++;
      word = g_strndup (start, text - start);
      words = has_mark (word) ? marked : taken;
      if (start > first && start[-1] == '.' && words == taken) /* a member, such as CUDA's threadIdx.x, hides nothing */
        g_free (word);
      else
        g_hash_table_add (words, word);
    }
}

/* --- choice ----------------------------------------------------------------------------------- */

/* The word with this number's mark replaced; NULL: it is not in there. */
static char *
dup_replaced (const char *word, guint number, const char *name)
{
  GString *out = g_string_new (NULL);
  gboolean is_found = FALSE;

  while (*word)
    {
      guint found;
      const char *end = read_mark (word, &found);

      if (end && found == number)
        {
          g_string_append (out, name);
          is_found = TRUE;
          word = end;
        }
      else
        g_string_append_c (out, *word++);
    }
  if (is_found)
    return g_string_free (out, FALSE);
  g_string_free (out, TRUE);
  return NULL;
}

/* Is the name free, as are the longer ones that it is a part of? Then they are taken when asked for. */
static gboolean
try_name (guint number, const char *name, GHashTable *marked, GHashTable *taken, gboolean takes)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, marked);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_autofree char *word = dup_replaced (key, number, name);

      if (word && takes)
        g_hash_table_add (taken, g_steal_pointer (&word));
      else if (word && g_hash_table_contains (taken, word))
        return FALSE;
    }
  return TRUE;
}

static void
choose_names (FlCWriter *writer, GHashTable *marked, GHashTable *taken)
{
  for (guint i = 0; i < writer->foreign->len; i++)
    {
      char *name = g_ptr_array_index (writer->foreign, i);

      while (!try_name (i, name, marked, taken, FALSE))
        {
          char *longer = g_strconcat (name, "_", NULL);

          g_free (name);
          name = longer;
        }
      try_name (i, name, marked, taken, TRUE);
      writer->foreign->pdata[i] = name;
    }
}

void
fl_c_settle_names (FlCWriter *writer, const char *const *words)
{
  g_autoptr (GHashTable) marked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *out = g_string_sized_new (writer->out->len);

  collect_words (writer->out->str, marked, taken);
  for (guint i = 0; words && words[i]; i++)
    g_hash_table_add (taken, g_strdup (words[i]));
  choose_names (writer, marked, taken);
  for (const char *p = writer->out->str; *p;)
    {
      guint number;
      const char *end = *p == mark[0] ? read_mark (p, &number) : NULL;

      if (end && number < writer->foreign->len)
        {
          g_string_append (out, writer->foreign->pdata[number]);
          p = end;
        }
      else
        g_string_append_c (out, *p++);
    }
  g_string_free (writer->out, TRUE);
  writer->out = out;
}
