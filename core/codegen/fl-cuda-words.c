/* Words of C that CUDA C++ spells otherwise: scalar operations have one spelling (fl-c-ops.c), in
 * which functions of the C library are builtins of the compiler and some have a helper of ours that
 * vectorizes; CUDA has the functions themselves. */
#include "fl-cuda-words.h"

#include <string.h>

#include "fl-c-preamble.h"

static const struct
{
  const char *c, *cuda;
} words[] = {
  { "_Bool", "bool" },          { "fl_exp_f32", "expf" },   { "fl_exp2_f32", "exp2f" }, { "fl_log_f32", "logf" },
  { "fl_log1p_f32", "log1pf" }, { "fl_tanh_f32", "tanhf" }, { "fl_erf_f32", "erff" },
};

/* Numbers that C has no other word for. */
static const struct
{
  const char *c, *cuda;
} numbers[] = {
  { "__builtin_inff ()", "INFINITY" },
  { "__builtin_inf ()", "(double) INFINITY" },
  { "__builtin_nanf (\"\")", "NAN" },
  { "__builtin_nan (\"\")", "(double) NAN" },
};

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static void
append_word (GString *out, const char *start, gsize length)
{
  static const char builtin[] = "__builtin_";

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].c) == length && strncmp (words[i].c, start, length) == 0)
      {
        g_string_append (out, words[i].cuda);
        return;
      }
  if (length > strlen (builtin) && strncmp (start, builtin, strlen (builtin)) == 0)
    g_string_append_len (out, start + strlen (builtin), length - strlen (builtin));
  else
    g_string_append_len (out, start, length);
}

static gsize
append_number (GString *out, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strncmp (text, numbers[i].c, strlen (numbers[i].c)) == 0)
      {
        g_string_append (out, numbers[i].cuda);
        return strlen (numbers[i].c);
      }
  return 0;
}

char *
fl_cuda_dup_spelled (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text)
    {
      const char *start = text;
      const gsize number = append_number (out, text);

      text += number;
      if (number > 0)
        continue;
      while (is_word (*text))
        text++;
      if (text > start)
        append_word (out, start, text - start);
      else
        g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}

char *
fl_cuda_find_missing (const char *text)
{
  const FlCPreamble *preamble = fl_cuda_preamble_get ();

  while (*text)
    {
      const char *start = text;
      g_autofree char *word = NULL;

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
