/* What a kernel calls buffers and sizes, whose names come from files.
 *
 * While it is written each has a mark, "FLN3N", that is in no other name. Once all is written, the marks become names:
 * an identifier made of the file's name, with as many "_" behind as it takes to be no word that the text has for
 * something else. So a tensor may be called c, int, i0 or fl_min, whatever the writer's own words are. */
#include "fl-c-writer.h"
#include "fl-quote.h"

#include <string.h>

static const char mark[] = "FLN";

enum
{
  CHUNK_BYTES = 4096
};

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

/* Where the next mark stands; NULL: nowhere. */
static const char *
find_mark (const char *text, guint *number, const char **end)
{
  while ((text = strstr (text, mark)) != NULL)
    {
      *end = read_mark (text, number);
      if (*end)
        return text;
      text++;
    }
  return NULL;
}

typedef struct
{
  GHashTable *marked, *taken; /* words with marks in them, and all others; the texts are in the chunk */
  GStringChunk *chunk;
  GString *word; /* at hand */
} Words;

static void
add_word (Words *words, const char *start, gsize length, gboolean is_member)
{
  const char *end;
  guint number;
  GHashTable *table;

  g_string_truncate (words->word, 0);
  g_string_append_len (words->word, start, length);
  table = memchr (start, mark[0], length) && find_mark (words->word->str, &number, &end) ? words->marked : words->taken;
  /* A member, such as CUDA's threadIdx.x, hides nothing. Most words are there already. */
  if ((!is_member || table == words->marked) && !g_hash_table_contains (table, words->word->str))
    g_hash_table_add (table, g_string_chunk_insert_len (words->chunk, start, length));
}

/* The words outside of comments. */
static void
collect_words (Words *words, const char *text)
{
  const char *first = text;

  while (*text)
    {
      const char *start = text;

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
      add_word (words, start, text - start, start > first && start[-1] == '.');
    }
}

/* --- choice ----------------------------------------------------------------------------------- */

/* The text with marks replaced: with this number's alone, or, given names, with that of each number. */
static void
append_replaced (GString *out, const char *text, guint number, const char *name, const GPtrArray *names)
{
  const char *end, *at;
  guint found;

  for (; (at = find_mark (text, &found, &end)) != NULL; text = end)
    {
      g_string_append_len (out, text, at - text);
      if (names && found < names->len)
        g_string_append (out, names->pdata[found]);
      else if (!names && found == number)
        g_string_append (out, name);
      else
        g_string_append_len (out, at, end - at);
    }
  g_string_append (out, text);
}

/* Is the name free, as are the longer ones that it is a part of? Then they are taken when asked for. */
static gboolean
try_name (Words *words, guint number, const char *name, gboolean takes)
{
  g_autofree char *own = g_strdup_printf ("%s%uN", mark, number);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, words->marked);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (!strstr (key, own))
        continue;
      g_string_truncate (words->word, 0);
      append_replaced (words->word, key, number, name, NULL);
      if (takes)
        g_hash_table_add (words->taken, g_string_chunk_insert (words->chunk, words->word->str));
      else if (g_hash_table_contains (words->taken, words->word->str))
        return FALSE;
    }
  return TRUE;
}

static void
choose_names (FlCWriter *writer, Words *words)
{
  for (guint i = 0; i < writer->foreign->len; i++)
    {
      char *name = g_ptr_array_index (writer->foreign, i);

      while (!try_name (words, i, name, FALSE))
        {
          char *longer = g_strconcat (name, "_", NULL);

          g_free (name);
          name = longer;
        }
      try_name (words, i, name, TRUE);
      writer->foreign->pdata[i] = name;
    }
}

void
fl_c_settle_names (FlCWriter *writer, const char *const *words)
{
  g_autoptr (GHashTable) marked = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  Words all = { marked, taken, g_string_chunk_new (CHUNK_BYTES), g_string_new (NULL) };
  GString *out = g_string_sized_new (writer->out->len);

  collect_words (&all, writer->out->str);
  for (guint i = 0; words && words[i]; i++)
    g_hash_table_add (taken, (gpointer) words[i]);
  choose_names (writer, &all);
  append_replaced (out, writer->out->str, 0, NULL, writer->foreign);
  g_string_free (writer->out, TRUE);
  g_string_free (all.word, TRUE);
  g_string_chunk_free (all.chunk);
  writer->out = out;
}
