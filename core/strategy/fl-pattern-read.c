/* The reader of fusion rules. */
#include <string.h>

#include "fl-aten.h"
#include "fl-error.h"
#include "fl-pattern-private.h"
#include "fl-text.h"

typedef struct
{
  FlPatternRules *rules;
  const char *text, *end, *at, *path;
  Rule *rule;
  GError **error;
} Reader;

static FlPlace
get_place (const Reader *reader, const char *at)
{
  FlPlace place = { reader->path, 1, 1 };

  for (const char *p = reader->text; p < at; p++)
    if (*p == '\n')
      {
        place.line++;
        place.column = 1;
      }
    else
      place.column++;
  return place;
}

/* "FILE:3:14: rule swish: what, not “;”" with the line and a caret. */
static gboolean
fail_at (Reader *reader, const char *at, const char *what)
{
  const char *name = reader->rule != NULL && reader->rule->name != NULL ? reader->rule->name : NULL;

  fl_error_set_at (reader->error, FL_ERROR_SYNTAX, get_place (reader, at), reader->text, reader->end - reader->text,
                   "%s%s%s%s", name != NULL ? "rule " : "", name != NULL ? name : "", name != NULL ? ": " : "", what);
  return FALSE;
}

static gboolean
fail (Reader *reader, const char *expected)
{
  g_autofree char *what = NULL;
  const char *stop = reader->at;

  while (stop < reader->end && g_ascii_isgraph (*stop) && stop - reader->at < 20)
    stop++;
  if (reader->at == reader->end)
    what = g_strdup_printf ("%s expected, but the file ends", expected);
  else if (stop == reader->at)
    what = g_strdup_printf ("%s expected", expected);
  else
    what = g_strdup_printf ("%s expected, not “%.*s”", expected, (int) (stop - reader->at), reader->at);
  return fail_at (reader, reader->at, what);
}

static void
skip_blanks (Reader *reader)
{
  for (; reader->at < reader->end; reader->at++)
    if (*reader->at == '#')
      while (reader->at + 1 < reader->end && reader->at[1] != '\n')
        reader->at++;
    else if (!g_ascii_isspace (*reader->at))
      return;
}

static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* A sign, or a word that does not go on. */
static gboolean
take (Reader *reader, const char *word)
{
  gsize n = strlen (word);

  skip_blanks (reader);
  if ((gsize) (reader->end - reader->at) < n || strncmp (reader->at, word, n) != 0
      || (is_letter (word[n - 1]) && reader->at + n < reader->end && is_letter (reader->at[n])))
    return FALSE;
  reader->at += n;
  return TRUE;
}

static char *
read_name (Reader *reader, const char *expected)
{
  const char *start;

  skip_blanks (reader);
  for (start = reader->at; reader->at < reader->end && is_letter (*reader->at); reader->at++)
    ;
  if (reader->at == start)
    {
      fail (reader, expected);
      return NULL;
    }
  return g_strndup (start, reader->at - start);
}

/* --- patterns ---------------------------------------------------------------------------------- */

static gboolean
read_capture (Reader *reader, gboolean may_be_new, guint *capture)
{
  g_autofree char *name = read_name (reader, "the name of a capture");

  if (name == NULL)
    return FALSE;
  for (*capture = 0; *capture < reader->rule->captures->len; ++*capture)
    if (g_str_equal (reader->rule->captures->pdata[*capture], name))
      return TRUE;
  reader->at -= strlen (name);
  if (!may_be_new)
    return fail (reader, "the name of a capture of the pattern (without “$”)");
  if (*capture == FL_PATTERN_MAX_CAPTURES)
    return fail_at (reader, reader->at, "at most 16 captures in a rule: split it");
  reader->at += strlen (name);
  g_ptr_array_add (reader->rule->captures, g_steal_pointer (&name));
  return TRUE;
}

/* "add" of "aten.add.Tensor", as op graphs call it? */
static gboolean
is_base_name (const char *target, const char *name)
{
  const char *dot = strchr (target, '.');
  gsize n = strlen (name);

  return dot != NULL && strncmp (dot + 1, name, n) == 0 && (dot[1 + n] == '.' || dot[1 + n] == '\0');
}

static gboolean
is_known_name (const char *name)
{
  for (FlOpKind kind = FL_OP_INPUT; kind <= FL_OP_OPAQUE; kind++)
    if (g_str_equal (fl_op_kind_get_name (kind), name))
      return TRUE;
  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    if (is_base_name (fl_aten_get_row (i)->name, name))
      return TRUE;
  return FALSE;
}

static char *
dup_nearest_name (const char *name)
{
  g_autofree char *nearest = NULL;
  guint best = G_MAXUINT;

  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      g_auto (GStrv) words = g_strsplit (fl_aten_get_row (i)->name, ".", 3);
      guint distance = words[0] != NULL && words[1] != NULL ? fl_text_get_distance (name, words[1]) : best;

      if (distance >= best)
        continue;
      best = distance;
      g_free (nearest);
      nearest = g_strdup (words[1]);
    }
  return g_steal_pointer (&nearest);
}

/* name, or "name" in quotes for an operation that no table here has. */
static char *
read_op_name (Reader *reader)
{
  g_autofree char *name = NULL, *nearest = NULL, *what = NULL;
  gboolean is_quoted = take (reader, "\"");

  name = read_name (reader, "the name of an operation");
  if (name == NULL)
    return NULL;
  if (is_quoted)
    {
      if (!take (reader, "\""))
        {
          fail (reader, "“\"”");
          return NULL;
        }
      return g_steal_pointer (&name);
    }
  if (is_known_name (name))
    return g_steal_pointer (&name);
  nearest = dup_nearest_name (name);
  what = g_strdup_printf ("no operation or kind of operations is called “%s”; the nearest is “%s”. "
                          "Write \"%s\" in quotes for an "
                          "operator of your own",
                          name, nearest, name);
  fail_at (reader, reader->at - strlen (name), what);
  return NULL;
}

static Pattern *read_pattern (Reader *reader, guint depth);

static gboolean
read_names (Reader *reader, Pattern *pattern)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  do
    {
      char *name = read_op_name (reader);

      if (name == NULL)
        return FALSE;
      g_ptr_array_add (names, name);
    }
  while (take (reader, "|"));
  g_ptr_array_add (names, NULL);
  pattern->names = g_new0 (char *, names->len);
  for (guint i = 0; i < names->len; i++)
    pattern->names[i] = g_strdup (names->pdata[i]);
  pattern->is_optional = take (reader, "?");
  return TRUE;
}

static gboolean
read_children (Reader *reader, Pattern *pattern, guint depth)
{
  if (!take (reader, "("))
    return fail (reader, "“(” and the arguments");
  do
    {
      Pattern *child = read_pattern (reader, depth + 1);

      if (child == NULL)
        return FALSE;
      g_ptr_array_add (pattern->children, child);
    }
  while (take (reader, ","));
  return take (reader, ")") ? TRUE : fail (reader, "“,” and the next argument, or “)”");
}

static Pattern *
read_pattern (Reader *reader, guint depth)
{
  Pattern *pattern;
  gboolean is_fine;

  skip_blanks (reader);
  if (depth == FL_PATTERN_MAX_DEPTH || reader->rule->n_ops++ == FL_PATTERN_MAX_OPS)
    {
      fail_at (reader, reader->at,
               "a pattern has at most 64 operations and captures in at most 32 levels: split the rule");
      return NULL;
    }
  pattern = g_new0 (Pattern, 1);
  pattern->children = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_pattern_free);
  is_fine = take (reader, "$") ? read_capture (reader, TRUE, &pattern->capture)
                               : read_names (reader, pattern) && read_children (reader, pattern, depth);
  if (is_fine)
    return pattern;
  fl_pattern_free (pattern);
  return NULL;
}

/* --- conditions -------------------------------------------------------------------------------- */

static gboolean
read_dtypes (Reader *reader, Condition *condition)
{
  do
    {
      g_autofree char *name = read_name (reader, "an element type such as f32");
      FlDtype dtype;

      if (name == NULL)
        return FALSE;
      dtype = fl_dtype_find (name, -1);
      if (dtype == FL_DTYPE_NONE)
        {
          reader->at -= strlen (name);
          return fail (reader, "an element type such as f32, f16, bf16, f64, i32, i64 or b8");
        }
      condition->dtypes |= (guint64) 1 << dtype;
    }
  while (take (reader, ","));
  return TRUE;
}

static gboolean
read_number (Reader *reader, gint64 most, gint64 *number)
{
  g_autofree char *word = read_name (reader, "a number");
  g_autofree char *expected = NULL;

  if (word == NULL)
    return FALSE;
  if (g_ascii_string_to_signed (word, 10, 0, most, number, NULL))
    return TRUE;
  reader->at -= strlen (word);
  expected = g_strdup_printf ("a number from 0 to %" G_GINT64_FORMAT, most);
  return fail (reader, expected);
}

static gboolean
read_axis (Reader *reader, Condition *condition)
{
  if (!read_capture (reader, FALSE, &condition->capture))
    return FALSE;
  condition->number = -1;
  return take (reader, "last") || read_number (reader, FL_OP_MAX_DIMS - 1, &condition->number);
}

static gboolean
read_condition (Reader *reader)
{
  Condition condition = { 0 };
  gboolean is_fine;

  if (take (reader, "dtype"))
    is_fine = read_dtypes (reader, &condition);
  else if (take (reader, "rank"))
    {
      condition.kind = CONDITION_RANK;
      is_fine
          = read_capture (reader, FALSE, &condition.capture) && read_number (reader, FL_OP_MAX_DIMS, &condition.number);
    }
  else if (take (reader, "along"))
    {
      condition.kind = CONDITION_ALONG;
      is_fine = read_axis (reader, &condition);
    }
  else if (take (reader, "same"))
    {
      condition.kind = CONDITION_SAME;
      is_fine = read_capture (reader, FALSE, &condition.capture) && read_capture (reader, FALSE, &condition.other);
    }
  else if (take (reader, "scalar"))
    {
      condition.kind = CONDITION_SCALAR;
      is_fine = read_capture (reader, FALSE, &condition.capture);
    }
  else if (take (reader, "bytes"))
    {
      condition.kind = CONDITION_BYTES;
      is_fine = read_number (reader, G_MAXINT64, &condition.number);
    }
  else
    is_fine = fail (reader, "a condition (“dtype”, “rank”, “along”, “same”, “scalar” or “bytes”)");
  if (is_fine)
    g_array_append_val (reader->rule->conditions, condition);
  return is_fine;
}

/* --- rules ------------------------------------------------------------------------------------- */

static gboolean
read_rule_name (Reader *reader)
{
  char *name = read_name (reader, "the rule's name");

  if (name == NULL)
    return FALSE;
  for (guint i = 0; i + 1 < reader->rules->rules->len; i++)
    if (g_str_equal (fl_pattern_rules_get_name (reader->rules, i), name))
      {
        reader->rule->name = name;
        return fail_at (reader, reader->at - strlen (name), "there is a rule of this name already: choose another");
      }
  reader->rule->name = name;
  return TRUE;
}

static gboolean
read_rule (Reader *reader)
{
  const char *start;

  if (!read_rule_name (reader))
    return FALSE;
  if (!take (reader, ":"))
    return fail (reader, "“:” and a pattern");
  skip_blanks (reader);
  start = reader->at;
  if ((reader->rule->pattern = read_pattern (reader, 0)) == NULL)
    return FALSE;
  if (reader->rule->pattern->names == NULL)
    return fail_at (reader, start, "a pattern is an operation with its arguments, not a capture alone");
  if (!take (reader, "if"))
    return TRUE;
  do
    if (!read_condition (reader))
      return FALSE;
  while (take (reader, ";"));
  return TRUE;
}

static gboolean
read_statement (Reader *reader)
{
  reader->rule = NULL;
  if (take (reader, "replace"))
    {
      if (!take (reader, "built-in"))
        return fail (reader, "“built-in”");
      reader->rules->replaces_built_in = TRUE;
      return TRUE;
    }
  if (!take (reader, "rule"))
    return fail (reader, "“rule NAME: PATTERN” or “replace built-in”");
  if (reader->rules->rules->len == FL_PATTERN_MAX_RULES)
    return fail (reader, "at most 1024 rules; no further one is");
  reader->rule = g_new0 (Rule, 1);
  reader->rule->captures = g_ptr_array_new_with_free_func (g_free);
  reader->rule->conditions = g_array_new (FALSE, TRUE, sizeof (Condition));
  g_ptr_array_add (reader->rules->rules, reader->rule);
  return read_rule (reader);
}

gboolean
fl_pattern_rules_add_text (FlPatternRules *rules, const char *text, gsize length, const char *path, GError **error)
{
  Reader reader = { rules, text, text + length, text, path, NULL, error };
  const char *bad;

  if (!g_utf8_validate_len (text, length, &bad))
    return fail_at (&reader, bad, "fusion rules are text in UTF-8; this byte is not");
  for (skip_blanks (&reader); reader.at < reader.end; skip_blanks (&reader))
    if (!read_statement (&reader))
      return FALSE;
  return TRUE;
}
