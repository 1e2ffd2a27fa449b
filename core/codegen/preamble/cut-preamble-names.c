/* Names that helpers define, and whether those that they use are there.
 * In: helpers in order.  Out: their names; or the end, at the first that is not right. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cut-preamble-macros.h"
#include "cut-preamble-private.h"

enum
{
  MOST_NAMES = 4096,
  BUCKETS = 512
};

typedef struct
{
  char text[MOST_WORD];
  int helper, next; /* the next one in its bucket; -1: none */
} Name;

static Name names[MOST_NAMES];
static int buckets[BUCKETS]; /* the first name, plus 1 */
static int n_names;

static int *
get_bucket (const char *word)
{
  unsigned hash = 0;

  while (*word)
    hash = hash * 31 + (unsigned char) *word++;
  return &buckets[hash % BUCKETS];
}

static int
find_name (const char *word)
{
  for (int i = *get_bucket (word) - 1; i >= 0; i = names[i].next)
    if (strcmp (names[i].text, word) == 0)
      return i;
  return -1;
}

static void
add_name (int helper, const char *prefix, const char *start, size_t n)
{
  char word[MOST_WORD];
  int known;

  if (strlen (prefix) + n >= sizeof word || n_names == MOST_NAMES)
    fail (files[helpers[helper].file].path, helpers[helper].line,
          "a name is too long, or there are too many");
  sprintf (word, "%s%.*s", prefix, (int) n, start);
  known = find_name (word);
  if (known >= 0 && names[known].helper != helper)
    fail (files[helpers[helper].file].path, helpers[helper].line, "%s is defined before, in %s:%d",
          word, files[helpers[names[known].helper].file].path, helpers[names[known].helper].line);
  if (known >= 0)
    return;
  strcpy (names[n_names].text, word);
  names[n_names].helper = helper;
  names[n_names].next = *get_bucket (word) - 1;
  *get_bucket (word) = ++n_names;
  helpers[helper].n_names++;
}

static int
is_word (const char *start, size_t n, const char *word)
{
  return strlen (word) == n && strncmp (start, word, n) == 0;
}

/* Whether the helper takes a macro back, which is its own then. */
static int
takes_back (const char *text, const char *start, size_t n)
{
  for (const char *at = text; (at = strstr (at, "#undef ")) != NULL;)
    {
      at += strlen ("#undef ");
      if (strncmp (at, start, n) == 0 && at[n] == '\n')
        return 1;
    }
  return 0;
}

/* A macro that the line defines. */
static void
note_macro (int helper, const char *line)
{
  const char *at = line + strlen ("#define ");
  size_t n = 0;

  if (strncmp (line, "#define ", strlen ("#define ")) != 0)
    return;
  while (isalnum ((unsigned char) at[n]) || at[n] == '_')
    n++;
  if (!takes_back (helpers[helper].text, at, n))
    add_name (helper, "", at, n);
}

/* What the helper defines at top level: macros, and words before ( [ = ; { or attributes, outside of
 * brackets. */
void
cut_preamble_note_names (int helper)
{
  const char *text = helpers[helper].text;
  int depth = 0;

  helpers[helper].first_name = n_names;
  for (const char *at = text; *at;)
    if (*at == '#' && (at == text || at[-1] == '\n'))
      {
        note_macro (helper, at);
        at = cut_preamble_skip_directive (at);
      }
    else if (isalpha ((unsigned char) *at) || *at == '_')
      {
        const char *start = at, *next = cut_preamble_skip_word (at);
        size_t n = next - start;

        for (at = next; *next == ' ';)
          next++;
        if (depth > 0 || is_word (start, n, "__attribute__") || is_word (start, n, "alignas")
            || is_word (start, n, "static") || is_word (start, n, "struct") || is_word (start, n, "union")
            || is_word (start, n, "enum"))
          continue;
        if (*next == '(' && strncmp (start, "fl_", 3) != 0)
          add_name (helper, "__builtin_", start, n);
        else if (*next
                 && (strchr ("([=;{", *next)
                     || strncmp (next, "__attribute__", strlen ("__attribute__")) == 0))
          add_name (helper, "", start, n);
      }
    else
      {
        depth
            += (*at == '(' || *at == '{' || *at == '[') - (*at == ')' || *at == '}' || *at == ']');
        at = cut_preamble_skip_other (at);
      }
  if (helpers[helper].n_names == 0)
    fail (files[helpers[helper].file].path, helpers[helper].line,
          "defines nothing: no kernel could ask for it");
}

/* Every name that occurs is defined before, in this file or in one that it includes. */
static void
check_uses (int helper)
{
  const Helper *self = &helpers[helper];
  File *file = &files[self->file];

  for (const char *at = self->text; *at;)
    {
      const char *start = at;
      char word[MOST_WORD];
      int i, other, is_included = 0;

      if (!isalnum ((unsigned char) *at) && *at != '_')
        {
          at++;
          continue;
        }
      at = cut_preamble_skip_word (at);
      if ((size_t) (at - start) >= sizeof word)
        continue;
      sprintf (word, "%.*s", (int) (at - start), start);
      i = find_name (word);
      if (i < 0 || names[i].helper == helper)
        continue;
      other = helpers[names[i].helper].file;
      for (int k = 0; k < file->n_includes; k++)
        if (file->includes[k] == other)
          file->is_used[k] = is_included = 1;
      if (names[i].helper > helper)
        fail (file->path, self->line, "uses %s, which %s defines behind it", word,
              files[other].name);
      if (other != self->file && !is_included)
        fail (file->path, self->line, "uses %s of %s, which the file does not include", word,
              files[other].name);
    }
}

void
cut_preamble_check (void)
{
  for (int i = 0; i < n_helpers; i++)
    check_uses (i);
  for (int i = 0; i < n_files; i++)
    for (int k = 0; k < files[i].n_includes; k++)
      if (!files[i].is_used[k])
        fail (files[i].path, 1, "includes %s and uses nothing of it",
              files[files[i].includes[k]].name);
}

const char *
cut_preamble_get_name (int name)
{
  return names[name].text;
}
