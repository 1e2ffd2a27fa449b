/* The table of terms, for people who meet them for the first time. */
#include "fl-loop-words.h"

#include <string.h>

#include "fl-access.h"

static const FlLoopWord words[] = {
#define TERM(area, term, seen_as, meaning) { FL_TERM_##area, term, seen_as, meaning },
#include "fl-terms.def"
};

static const struct
{
  const char *effect, *meaning;
} effects[] = {
  { "exact", "Every result keeps the same bits." },
  { "reorders sums", "Sums are added up in another order: results may differ by rounding." },
  { "approximates",
    "A value close to the exact one is used, such as a reciprocal: results may differ a little more than by rounding." },
};

static void
append_lower (GString *all, const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  g_string_append (all, lower);
  g_string_append_c (all, '\n');
}

GPtrArray *
fl_loop_words_find (const FlKernelSteps *steps)
{
  g_autoptr (GString) all = g_string_new (NULL);
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < steps->n_steps; i++)
    {
      const FlKernelStep *step = &steps->steps[i];

      append_lower (all, step->name);
      append_lower (all, step->sentence);
      for (guint k = 0; k < step->n_notes; k++)
        {
          append_lower (all, step->notes[k].reason);
          append_lower (all, step->notes[k].facts ? step->notes[k].facts : "");
        }
      for (guint k = 0; k < step->n_outline; k++)
        append_lower (all, step->outline[k]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].area == FL_TERM_LOOPS && strstr (all->str, words[i].seen_as))
      g_ptr_array_add (found, (gpointer) &words[i]);
  return found;
}

const char *
fl_loop_words_explain_effect (const char *effect)
{
  for (guint i = 0; i < G_N_ELEMENTS (effects); i++)
    if (g_str_equal (effects[i].effect, effect))
      return effects[i].meaning;
  return "";
}

guint
fl_terms_get_n (void)
{
  return G_N_ELEMENTS (words);
}

const FlLoopWord *
fl_terms_get (guint position)
{
  g_return_val_if_fail (position < G_N_ELEMENTS (words), NULL);
  return &words[position];
}

gboolean
fl_terms_has_word (const char *text, const char *word)
{
  const gsize length = strlen (word);

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if ((at == text || !g_ascii_isalnum (at[-1])) && (!g_ascii_isalnum (at[length]) || at[length] == 's'))
      return TRUE;
  return FALSE;
}

char *
fl_terms_dup_tooltip (const char *text)
{
  enum
  {
    MAX_TERMS = 4
  };
  g_autofree char *lower = g_ascii_strdown (text, -1);
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < FL_N_ACCESSES && n < MAX_TERMS; i++)
    if (fl_terms_has_word (lower, fl_access_kind_get_name (i)))
      g_string_append_printf (out, "%s%s: %s", n++ > 0 ? "\n\n" : "", fl_access_kind_get_name (i),
                              fl_access_kind_get_sentence (i));
  for (guint i = 0; i < G_N_ELEMENTS (words) && n < MAX_TERMS; i++)
    if (words[i].area == FL_TERM_FUSION && fl_terms_has_word (lower, words[i].seen_as))
      g_string_append_printf (out, "%s%s: %s", n++ > 0 ? "\n\n" : "", words[i].word, words[i].meaning);
  return n > 0 ? g_strdup (out->str) : NULL;
}
