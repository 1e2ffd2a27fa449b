/* Which helpers a source needs. Their text is that of the files in core/codegen/preamble, which the
 * build cuts into a table, in order of definition: each helper may use those before it. */
#include "fl-c-preamble.h"

#include "fl-cuda-words.h"

#include <string.h>

enum
{
  LONGEST_NAME = 64
};

const FlCHelper *
fl_c_preamble_get_helpers (guint *n)
{
  *n = fl_c_preamble_n_helpers;
  return fl_c_preamble_helpers;
}

static void
fill (FlCPreamble *preamble, const FlCHelper *helpers, guint n)
{
  *preamble = (FlCPreamble) { .helpers = helpers, .n = n, .names = g_hash_table_new (g_str_hash, g_str_equal) };
  g_assert (n <= FL_C_MOST_HELPERS);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) words = g_strsplit (helpers[i].names, " ", -1);

      for (guint k = 0; words[k]; k++)
        {
          g_assert (strlen (words[k]) < LONGEST_NAME);
          preamble->lengths[(guchar) words[k][0]] |= G_GUINT64_CONSTANT (1) << strlen (words[k]);
          g_hash_table_insert (preamble->names, (gpointer) g_intern_string (words[k]), GUINT_TO_POINTER (i + 1));
        }
    }
}

const FlCPreamble *
fl_c_preamble_get (void)
{
  static FlCPreamble preamble;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      fill (&preamble, fl_c_preamble_helpers, fl_c_preamble_n_helpers);
      g_once_init_leave (&once, 1);
    }
  return &preamble;
}

/* As CUDA spells them: some are C's. They live as long as the program. */
static const FlCHelper *
dup_spelled (const FlCHelper *helpers, guint n)
{
  FlCHelper *spelled = g_new (FlCHelper, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = fl_cuda_dup_spelled (helpers[i].text);

      spelled[i] = helpers[i];
      spelled[i].text = g_intern_string (text);
    }
  return spelled;
}

const FlCPreamble *
fl_cuda_preamble_get (void)
{
  static FlCPreamble preamble;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      fill (&preamble, dup_spelled (fl_cuda_preamble_helpers, fl_cuda_preamble_n_helpers), fl_cuda_preamble_n_helpers);
      g_once_init_leave (&once, 1);
    }
  return &preamble;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static gboolean
is_used (const FlCHelperSet *used, guint helper)
{
  return used->words[helper / 64] >> helper % 64 & 1;
}

void
fl_preamble_note (const FlCPreamble *preamble, FlCHelperSet *used, const char *text)
{
  while (*text)
    {
      const char *start = text;
      char word[LONGEST_NAME];
      guint position;

      while (is_word (*text))
        text++;
      if (text == start)
        {
          text++;
          continue;
        }
      if (text - start >= (gssize) sizeof word || !(preamble->lengths[(guchar) *start] >> (text - start) & 1))
        continue;
      memcpy (word, start, text - start);
      word[text - start] = 0;
      position = GPOINTER_TO_UINT (g_hash_table_lookup (preamble->names, word));
      if (position > 0)
        used->words[(position - 1) / 64] |= G_GUINT64_CONSTANT (1) << (position - 1) % 64;
    }
}

void
fl_preamble_append (const FlCPreamble *preamble, GString *out, FlCHelperSet used, const char *head)
{
  gboolean is_first = TRUE;

  /* Later helpers rest on earlier ones only, so one walk backwards finds all. */
  for (guint i = preamble->n; i-- > 0;)
    if (is_used (&used, i))
      fl_preamble_note (preamble, &used, preamble->helpers[i].text);
  g_string_append (out, head);
  for (guint i = 0; i < preamble->n; i++)
    if (is_used (&used, i) || strcmp (preamble->helpers[i].file, FL_C_PREAMBLE_ALWAYS) == 0)
      {
        g_string_append_printf (out, "%s%s", is_first ? "" : "\n", preamble->helpers[i].text);
        is_first = FALSE;
      }
}

void
fl_c_preamble_note (FlCHelperSet *used, const char *text)
{
  fl_preamble_note (fl_c_preamble_get (), used, text);
}

void
fl_c_preamble_append (GString *out, FlCHelperSet used, const char *head)
{
  fl_preamble_append (fl_c_preamble_get (), out, used, head);
}

const char *const *
fl_c_preamble_get_flags (void)
{
  static const char *const flags[] = { "-fwrapv", "-fopenmp-simd", "-fno-math-errno", "-fno-trapping-math", NULL };

  return flags;
}

char *
fl_preamble_find_missing (const FlCPreamble *preamble, const char *text)
{
  while (*text)
    {
      const char *start = text, *end = g_str_has_prefix (text, "/*") ? strstr (text, "*/") : NULL;
      g_autofree char *word = NULL;

      if (end) /* names of files */
        {
          text = end;
          continue;
        }
      while (is_word (*text))
        text++;
      if (text == start)
        {
          text++;
          continue;
        }
      word = g_strndup (start, text - start);
      if (g_str_has_prefix (word, "fl_") && !g_hash_table_contains (preamble->names, word))
        return g_steal_pointer (&word);
    }
  return NULL;
}
