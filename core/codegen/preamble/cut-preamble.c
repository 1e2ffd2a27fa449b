/* Cuts the preamble's files into helpers and writes them as a table of C: run by the build, never
 * by the program.
 *
 *     cut-preamble OUT.c TABLE FILE.h…
 *
 * TABLE: what the table is called, "fl_c_preamble".
 *
 * The files are ordinary C, in order of definition; README.md beside this file says how they are
 * written. A blank line separates helpers. A helper is asked for by any name that it defines at top
 * level; a declaration of the C library's f by __builtin_f. Errors name file and line: a name that
 * is used before it is defined, that is of a file which is not included, or that is defined twice;
 * an include of which nothing is used. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cut-preamble-macros.h"
#include "cut-preamble-private.h"

File files[MOST_FILES];
Helper helpers[MOST_HELPERS];
int n_files, n_helpers;

static void cut (int file, const char *path);

void
fail (const char *path, int line, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  fprintf (stderr, "%s:%d: ", path, line);
  vfprintf (stderr, format, values);
  fputc ('\n', stderr);
  va_end (values);
  exit (1);
}

/* The whole file, which is the caller's. */
static char *
read_all (const char *path)
{
  FILE *file = fopen (path, "rb");
  size_t n = 0, room = 1 << 16;
  char *text = malloc (room);

  if (file == NULL)
    fail (path, 0, "cannot be read");
  while ((n += fread (text + n, 1, room - n - 1, file)) == room - 1)
    text = realloc (text, room *= 2);
  fclose (file);
  text[n] = 0;
  return text;
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? slash + 1 : path;
}

/* --- blocks ------------------------------------------------------------------------------------ */

static int
find_file (const char *name)
{
  for (int i = 0; i < n_files; i++)
    if (strcmp (files[i].name, name) == 0)
      return i;
  return -1;
}

static const char *absent[MOST_FILES];
static int n_absent;

static int
is_absent (const char *name)
{
  for (int i = 0; i < n_absent; i++)
    if (strcmp (absent[i], name) == 0)
      return 1;
  return 0;
}

/* A file that this one rests on, or a template whose helpers become this one's. */
static void
include (int file, const char *path, int line, const char *from)
{
  char name[MOST_WORD * 2];
  const char *end = *from == '"' ? strchr (from + 1, '"') : NULL;
  int other;

  if (end == NULL || (size_t) (end - from) >= sizeof name)
    fail (path, line, "includes something else than \"FILE.h\"");
  sprintf (name, "%.*s", (int) (end - from - 1), from + 1);
  other = find_file (name);
  if (strstr (name, "-template.h"))
    {
      char *where = malloc (strlen (path) + sizeof name);

      sprintf (where, "%.*s%s", (int) (base_name (path) - path), path, name);
      cut (file, where);
      free (where);
    }
  else if (strcmp (name, "naming.h") == 0)
    ; /* how templates spell names: the macros that cut-preamble-macros.c has, too */
  else if (is_absent (name))
    ; /* the table's language has what it declares */
  else if (other < 0 || other >= file)
    fail (path, line, "includes %s, which does not come before this file", name);
  else
    files[file].includes[files[file].n_includes++] = other;
}

/* A block of no code: parameters of templates, and includes. */
static void
obey (int file, const char *path, int line, const char *block)
{
  for (const char *at = block; *at; at += *at == '\n')
    {
      const char *end = at;

      if (*at == '#')
        {
          end = cut_preamble_skip_directive (at);
          if (strncmp (at, "#include ", 9) == 0)
            include (file, path, line, at + 9);
          else if (strncmp (at, "#define ", 8) == 0 && !cut_preamble_define (at + 8, end))
            fail (path, line, "defines a macro that is not understood");
          else if (strncmp (at, "#undef ", 7) == 0)
            cut_preamble_undef (at + 7, end);
          at = end;
        }
      else
        at = *at == '\n' ? at : cut_preamble_skip_other (at);
      line += *at == '\n';
    }
}

/* Whether a kernel gets the block: it has more than comments, includes and macros of templates,
 * whose names do not begin with FL_. */
static int
is_code (const char *block)
{
  for (const char *at = block; *at;)
    if (isspace ((unsigned char) *at) || strncmp (at, "/*", 2) == 0)
      at = cut_preamble_skip_other (at);
    else if (strncmp (at, "#include ", 9) == 0 || strncmp (at, "#pragma once", 12) == 0
             || strncmp (at, "#undef ", 7) == 0
             || (strncmp (at, "#define ", 8) == 0 && strncmp (at + 8, "FL_", 3) != 0))
      at = cut_preamble_skip_directive (at);
    else
      return 1;
  return 0;
}

static void
add_helper (int file, const char *path, int line, const char *block)
{
  Helper *helper = &helpers[n_helpers];

  if (n_helpers == MOST_HELPERS)
    fail (path, line, "there are more than %d helpers", MOST_HELPERS);
  helper->file = file;
  helper->line = line;
  helper->text = cut_preamble_expand (block);
  if (helper->text == NULL)
    fail (path, line, "calls a macro with other arguments than it has, or one that names itself");
  cut_preamble_note_names (n_helpers++);
}

static void
cut (int file, const char *path)
{
  char *text = read_all (path);
  int line = 1;

  for (char *at = text; *at;)
    {
      char *end = strstr (at, "\n\n"), *next;
      char kept;

      next = end ? end + 1 : at + strlen (at);
      kept = *next;
      *next = 0;
      if (is_code (at))
        add_helper (file, path, line, at);
      else
        obey (file, path, line, at);
      for (; at < next; at++)
        line += *at == '\n';
      for (*next = kept; *at == '\n'; at++)
        line++;
    }
  free (text);
}

/* --- the table --------------------------------------------------------------------------------- */

static void
write_text (FILE *out, const char *text)
{
  for (const char *at = text; *at; at++)
    {
      if (at == text || at[-1] == '\n')
        fputs ("    \"", out);
      if (*at == '\n')
        fputs ("\\n\"\n", out);
      else if (*at == '"' || *at == '\\')
        fprintf (out, "\\%c", *at);
      else
        fputc (*at, out);
    }
}

static void
write_table (FILE *out, const char *table)
{
  fprintf (out,
           "/* Made by cut-preamble of the files in core/codegen/preamble. */\n#include "
           "\"fl-c-preamble.h\"\n\n"
           "const FlCHelper %s_helpers[] = {\n",
           table);
  for (int i = 0; i < n_helpers; i++)
    {
      fprintf (out, "  { \"%s\", \"", files[helpers[i].file].name);
      for (int k = 0; k < helpers[i].n_names; k++)
        fprintf (out, "%s%s", k > 0 ? " " : "", cut_preamble_get_name (helpers[i].first_name + k));
      fputs ("\",\n", out);
      write_text (out, helpers[i].text);
      fputs ("  },\n", out);
    }
  fprintf (out, "};\nconst guint %s_n_helpers = G_N_ELEMENTS (%s_helpers);\n", table, table);
}

int
main (int argc, char *argv[])
{
  FILE *out;

  if (argc < 4 || argc - 3 > MOST_FILES)
    fail ("cut-preamble", 0, "usage: cut-preamble OUT.c TABLE [-ABSENT.h…] FILE.h…");
  for (int i = 3; i < argc; i++)
    if (argv[i][0] == '-') /* not there: includes of it mean nothing */
      absent[n_absent++] = argv[i] + 1;
    else
      {
        files[n_files] = (File){ .path = argv[i], .name = base_name (argv[i]) };
        n_files++;
      }
  for (int i = 0; i < n_files; i++)
    cut (i, files[i].path);
  cut_preamble_check ();
  out = fopen (argv[1], "wb");
  if (out == NULL)
    fail (argv[1], 0, "cannot be written");
  write_table (out, argv[2]);
  if (ferror (out) || fclose (out) != 0)
    fail (argv[1], 0, "could not be written whole");
  return 0;
}
