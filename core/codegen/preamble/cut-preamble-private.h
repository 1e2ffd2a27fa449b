/* What the cutter's files share: the files that it read, and the helpers in them. */
#pragma once

enum
{
  MOST_FILES = 64,
  MOST_HELPERS = 1024,
  MOST_WORD = 64
};

typedef struct
{
  const char *path, *name;              /* the name: without folders */
  int includes[MOST_FILES], n_includes; /* files that this one includes */
  int is_used[MOST_FILES];
} File;

typedef struct
{
  int file, line;
  char *text;
  int first_name, n_names;
} Helper;

extern File files[MOST_FILES];
extern Helper helpers[MOST_HELPERS];
extern int n_files, n_helpers;

/* Says what is wrong and ends. */
void fail (const char *path, int line, const char *format, ...)
    __attribute__ ((noreturn, format (printf, 3, 4)));
/* Notes what the helper defines at top level. */
void cut_preamble_note_names (int helper);
/* Every name that occurs in it is defined before, in its file or in one that this includes; of each
 * of those something is used. */
void cut_preamble_check (void);
/* One of the names, by its number. */
const char *cut_preamble_get_name (int name);
