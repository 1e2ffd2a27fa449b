/* Macros of templates. The C preprocessor would do, but for what kernels are to show: comments,
 * lines as they were written, and conditions that the kernel's own compiler decides. In: #define
 * and #undef as they come; text.  Out: text.  Source: C17, 6.10.3, without # and with ## in FL_GLUE
 * alone. */
#include "cut-preamble-macros.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST_MACROS = 64,
  MOST_PARAMETERS = 4,
  MOST_WORD = 64,
  DEEPEST = 32 /* macros in macros: one that names itself would not end */
};

typedef struct
{
  char name[MOST_WORD];
  char parameters[MOST_PARAMETERS][MOST_WORD];
  int n_parameters; /* -1: not like a function */
  char *body;
} Macro;

typedef struct
{
  char *text;
  size_t n, room;
} Text;

static Macro macros[MOST_MACROS];
static int n_macros;

static void expand_into (Text *out, const char *at, const Macro *among, int n_among, int *is_wrong);

static void
append (Text *out, const char *from, size_t n)
{
  if (out->n + n + 1 > out->room)
    out->text = realloc (out->text, out->room = 2 * (out->n + n + 1));
  memcpy (out->text + out->n, from, n);
  out->text[out->n += n] = 0;
}

const char *
cut_preamble_skip_word (const char *at)
{
  while (isalnum ((unsigned char) *at) || *at == '_')
    at++;
  return at;
}

const char *
cut_preamble_skip_other (const char *at)
{
  const char quote = *at;

  if (strncmp (at, "/*", 2) == 0)
    {
      const char *end = strstr (at + 2, "*/");

      return end ? end + 2 : at + strlen (at);
    }
  if (quote == '"' || quote == '\'')
    for (at++; *at && *at != quote; at++)
      at += *at == '\\' && at[1];
  return at + (*at != 0);
}

const char *
cut_preamble_skip_directive (const char *at)
{
  while (*at && (*at != '\n' || at[-1] == '\\'))
    at++;
  return at;
}

static const Macro *
find (const Macro *among, int n, const char *start, size_t length)
{
  for (int i = 0; i < n; i++)
    if (strlen (among[i].name) == length && strncmp (among[i].name, start, length) == 0)
      return &among[i];
  return NULL;
}

void
cut_preamble_undef (const char *at, const char *end)
{
  const Macro *macro = find (macros, n_macros, at, end - at);

  if (macro == NULL)
    return;
  free (macro->body);
  macros[macro - macros] = macros[--n_macros];
}

int
cut_preamble_define (const char *at, const char *end)
{
  const char *next = cut_preamble_skip_word (at);
  Macro macro = { .n_parameters = -1 };
  Text body = { 0 };

  if (next == at || next - at >= MOST_WORD || n_macros == MOST_MACROS
      || memchr (at, '\n', end - at))
    return 0;
  memcpy (macro.name, at, next - at);
  cut_preamble_undef (at, next);
  if (*next == '(')
    for (macro.n_parameters = 0; *next == '(' || *next == ',';)
      {
        for (at = next + 1; *at == ' ';)
          at++;
        next = cut_preamble_skip_word (at);
        if (next - at >= MOST_WORD || macro.n_parameters == MOST_PARAMETERS
            || (*next != ',' && *next != ')'))
          return 0;
        memcpy (macro.parameters[macro.n_parameters++], at, next - at);
      }
  next += *next == ')';
  for (; next < end && *next == ' ';)
    next++;
  append (&body, next, end - next);
  macro.body = body.text;
  macros[n_macros++] = macro;
  return 1;
}

/* The arguments of a call, expanded, as macros of the parameters' names; at is behind the opening
 * bracket. Where the call ends. */
static const char *
read_arguments (const Macro *macro,
                const char *at,
                const Macro *among,
                int n_among,
                Macro *arguments,
                int *is_wrong)
{
  int n = 0, depth = 0;
  const char *start = at;

  for (;; at = isalnum ((unsigned char) *at) || *at == '_' ? cut_preamble_skip_word (at)
                                                           : cut_preamble_skip_other (at))
    {
      if (*at == 0)
        break;
      if (depth == 0 && (*at == ',' || *at == ')'))
        {
          Text raw = { 0 }, whole = { 0 };

          if (n == macro->n_parameters)
            break;
          for (; *start == ' ';)
            start++;
          append (&raw, start, at - start);
          expand_into (&whole, raw.text, among, n_among, is_wrong);
          append (&whole, "", 0);
          free (raw.text);
          arguments[n] = (Macro){ .n_parameters = -1, .body = whole.text };
          memcpy (arguments[n].name, macro->parameters[n], sizeof arguments[n].name);
          n++;
          start = at + 1;
          if (*at == ')')
            break;
        }
      depth += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
    }
  if (n != macro->n_parameters || *at != ')')
    *is_wrong = 1;
  for (; n < macro->n_parameters; n++)
    arguments[n] = (Macro){ .n_parameters = -1 };
  return at + (*at == ')');
}

/* FL_GLUE (a, b) is ab; FL_NAMED (stem) ends with what NAME is. naming.h tells compilers so. */
static const Macro naming[] = {
  { .name = "FL_GLUE", .parameters = { "a", "b" }, .n_parameters = 2, .body = (char *) "a##b" },
  { .name = "FL_NAMED",
    .parameters = { "stem" },
    .n_parameters = 1,
    .body = (char *) "FL_GLUE (stem, NAME)" }
};

/* Puts the arguments into the body, and what that gives, expanded again, into the text. */
static void
replace (Text *out,
         const Macro *macro,
         Macro *arguments,
         const Macro *among,
         int n_among,
         int *is_wrong)
{
  static int depth;
  Text put = { 0 }, glued = { 0 };

  if (depth == DEEPEST)
    {
      *is_wrong = 1;
      return;
    }
  depth++;
  expand_into (&put, macro->body, arguments, macro->n_parameters > 0 ? macro->n_parameters : 0,
               is_wrong);
  append (&put, "", 0);
  for (const char *at = put.text; *at; at++)
    if (strncmp (at, "##", 2) == 0)
      at++;
    else
      append (&glued, at, 1);
  append (&glued, "", 0);
  expand_into (out, glued.text, among, n_among, is_wrong);
  depth--;
  free (put.text);
  free (glued.text);
}

static void
expand_into (Text *out, const char *at, const Macro *among, int n_among, int *is_wrong)
{
  while (*at)
    {
      const char *start = at, *open;
      const Macro *macro;
      Macro arguments[MOST_PARAMETERS];

      if (!isalnum ((unsigned char) *at) && *at != '_')
        {
          append (out, at++, 1);
          continue;
        }
      at = cut_preamble_skip_word (at);
      macro = find (among, n_among, start, at - start);
      if (macro == NULL && among == macros)
        macro = find (naming, 2, start, at - start);
      for (open = at; *open == ' ';)
        open++;
      if (macro == NULL || (macro->n_parameters >= 0 && *open != '('))
        append (out, start, at - start);
      else if (macro->n_parameters < 0)
        {
          /* An argument is whole as it is; a macro's body may call others. */
          if (among == macros)
            replace (out, macro, NULL, among, n_among, is_wrong);
          else
            append (out, macro->body, strlen (macro->body));
        }
      else
        {
          at = read_arguments (macro, open + 1, among, n_among, arguments, is_wrong);
          if (!*is_wrong)
            replace (out, macro, arguments, among, n_among, is_wrong);
          for (int i = 0; i < macro->n_parameters; i++)
            free (arguments[i].body);
        }
    }
}

char *
cut_preamble_expand (const char *text)
{
  Text out = { 0 };
  int is_wrong = 0;

  append (&out, "", 0);
  expand_into (&out, text, macros, n_macros, &is_wrong);
  if (is_wrong)
    {
      free (out.text);
      return NULL;
    }
  return out.text;
}
