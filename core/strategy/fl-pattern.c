/* The reader and the matcher of fusion rules. */
#include <string.h>

#include "fl-error.h"
#include "fl-pattern-private.h"

typedef struct
{
  const char *text, *at, *path;
  Rule *rule;
  GError **error;
} Reader;

static void
free_pattern (gpointer data)
{
  Pattern *pattern = data;

  if (pattern == NULL)
    return;
  g_strfreev (pattern->names);
  g_clear_pointer (&pattern->children, g_ptr_array_unref);
  g_free (pattern);
}

static void
free_rule (gpointer data)
{
  Rule *rule = data;

  g_free (rule->name);
  free_pattern (rule->pattern);
  g_ptr_array_unref (rule->captures);
  g_array_unref (rule->conditions);
  g_free (rule);
}

void
fl_pattern_rules_free (FlPatternRules *rules)
{
  g_ptr_array_unref (rules->rules);
  g_free (rules);
}

guint
fl_pattern_rules_get_n (const FlPatternRules *rules)
{
  return rules->rules->len;
}

const char *
fl_pattern_rules_get_name (const FlPatternRules *rules, guint position)
{
  return ((const Rule *) rules->rules->pdata[position])->name;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static gboolean
fail (Reader *reader, const char *expected)
{
  guint line = 1, column = 1;

  for (const char *p = reader->text; p < reader->at; p++)
    {
      column = *p == '\n' ? 1 : column + 1;
      line += *p == '\n';
    }
  g_set_error (reader->error, FL_ERROR, FL_ERROR_SYNTAX, "%s:%u:%u: %s expected", reader->path, line, column,
               expected);
  return FALSE;
}

static void
skip_blanks (Reader *reader)
{
  for (; *reader->at != '\0'; reader->at++)
    if (*reader->at == '#')
      while (reader->at[1] != '\0' && reader->at[1] != '\n')
        reader->at++;
    else if (!g_ascii_isspace (*reader->at))
      return;
}

static gboolean
take (Reader *reader, const char *word)
{
  skip_blanks (reader);
  if (!g_str_has_prefix (reader->at, word))
    return FALSE;
  reader->at += strlen (word);
  return TRUE;
}

static char *
read_name (Reader *reader)
{
  const char *start;

  skip_blanks (reader);
  for (start = reader->at; g_ascii_isalnum (*reader->at) || *reader->at == '_'; reader->at++)
    ;
  if (reader->at == start)
    {
      fail (reader, "a name");
      return NULL;
    }
  return g_strndup (start, reader->at - start);
}

static gboolean
read_capture (Reader *reader, gboolean may_be_new, guint *capture)
{
  g_autofree char *name = read_name (reader);

  if (name == NULL)
    return FALSE;
  for (*capture = 0; *capture < reader->rule->captures->len; ++*capture)
    if (g_str_equal (reader->rule->captures->pdata[*capture], name))
      return TRUE;
  if (!may_be_new)
    return fail (reader, "the name of a capture of the pattern");
  if (*capture == FL_PATTERN_MAX_CAPTURES)
    return fail (reader, "at most 16 captures, not one more, is");
  g_ptr_array_add (reader->rule->captures, g_steal_pointer (&name));
  return TRUE;
}

static Pattern *read_pattern (Reader *reader, guint depth);

static gboolean
read_names (Reader *reader, Pattern *pattern)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  do
    {
      char *name = read_name (reader);

      if (name == NULL)
        return FALSE;
      g_ptr_array_add (names, name);
    }
  while (take (reader, "|"));
  g_ptr_array_add (names, NULL);
  pattern->names = (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  pattern->is_optional = take (reader, "?");
  return TRUE;
}

static gboolean
read_children (Reader *reader, Pattern *pattern, guint depth)
{
  if (!take (reader, "("))
    return fail (reader, "“(”");
  do
    {
      Pattern *child = read_pattern (reader, depth + 1);

      if (child == NULL)
        return FALSE;
      g_ptr_array_add (pattern->children, child);
    }
  while (take (reader, ","));
  return take (reader, ")") ? TRUE : fail (reader, "“)” or “,”");
}

static Pattern *
read_pattern (Reader *reader, guint depth)
{
  Pattern *pattern;
  gboolean is_fine;

  if (depth == FL_PATTERN_MAX_DEPTH)
    {
      fail (reader, "a pattern of at most 32 levels");
      return NULL;
    }
  pattern = g_new0 (Pattern, 1);
  pattern->children = g_ptr_array_new_with_free_func (free_pattern);
  is_fine = take (reader, "$") ? read_capture (reader, TRUE, &pattern->capture)
                               : read_names (reader, pattern) && read_children (reader, pattern, depth);
  if (is_fine)
    return pattern;
  free_pattern (pattern);
  return NULL;
}

static gboolean
read_dtypes (Reader *reader, Condition *condition)
{
  do
    {
      g_autofree char *name = read_name (reader);
      FlDtype dtype;

      if (name == NULL)
        return FALSE;
      dtype = fl_dtype_find (name, -1);
      if (dtype == FL_DTYPE_NONE)
        return fail (reader, "an element type such as f32");
      condition->dtypes |= (guint64) 1 << dtype;
    }
  while (take (reader, ","));
  return TRUE;
}

static gboolean
read_number (Reader *reader, gint *number)
{
  g_autofree char *word = read_name (reader);
  gint64 value;

  if (word == NULL)
    return FALSE;
  if (g_str_equal (word, "last"))
    {
      *number = -1;
      return TRUE;
    }
  if (!g_ascii_string_to_signed (word, 10, 0, FL_OP_MAX_DIMS, &value, NULL))
    return fail (reader, "a small number");
  *number = (gint) value;
  return TRUE;
}

static gboolean
read_condition (Reader *reader)
{
  Condition condition = { 0 };

  if (take (reader, "dtype "))
    {
      if (!read_dtypes (reader, &condition))
        return FALSE;
    }
  else if (take (reader, "rank ") || take (reader, "along "))
    {
      condition.kind = reader->at[-2] == 'k' ? CONDITION_RANK : CONDITION_ALONG;
      if (!read_capture (reader, FALSE, &condition.capture) || !read_number (reader, &condition.number))
        return FALSE;
    }
  else
    return fail (reader, "“dtype”, “rank” or “along”");
  g_array_append_val (reader->rule->conditions, condition);
  return TRUE;
}

static gboolean
read_rule (Reader *reader)
{
  if (!take (reader, "rule "))
    return fail (reader, "“rule NAME: PATTERN”");
  if ((reader->rule->name = read_name (reader)) == NULL)
    return FALSE;
  if (!take (reader, ":"))
    return fail (reader, "“:”");
  if ((reader->rule->pattern = read_pattern (reader, 0)) == NULL)
    return FALSE;
  if (reader->rule->pattern->names == NULL)
    return fail (reader, "an operation, not a capture,");
  if (!take (reader, "if "))
    return TRUE;
  do
    if (!read_condition (reader))
      return FALSE;
  while (take (reader, ";"));
  return TRUE;
}

FlPatternRules *
fl_pattern_rules_parse (const char *text, const char *path, GError **error)
{
  g_autoptr (FlPatternRules) rules = g_new0 (FlPatternRules, 1);
  Reader reader = { text, text, path, NULL, error };

  rules->rules = g_ptr_array_new_with_free_func (free_rule);
  for (skip_blanks (&reader); *reader.at != '\0'; skip_blanks (&reader))
    {
      reader.rule = g_new0 (Rule, 1);
      reader.rule->captures = g_ptr_array_new_with_free_func (g_free);
      reader.rule->conditions = g_array_new (FALSE, TRUE, sizeof (Condition));
      g_ptr_array_add (rules->rules, reader.rule);
      if (!read_rule (&reader))
        return NULL;
    }
  return g_steal_pointer (&rules);
}
