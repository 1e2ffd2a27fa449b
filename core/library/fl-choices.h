/* What measuring decided, kept beside the compiled kernels: the next run on the same machine with the same program and
 * library need not measure again. One file a machine and program, one line a choice. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_CHOICE_WAYS = 6 /* at most */
};

/* The way that was chosen, by number, and how long each took. */
typedef struct
{
  guint how;
  gint64 times[FL_CHOICE_WAYS]; /* medians in ns; 0: not timed */
} FlChoice;

typedef struct _FlChoices FlChoices;

/* folder NULL: the user's cache of kernels. machine: what choices depend on beside what they are of. A file that is not
 * there, or that makes no sense, has no choices. */
FlChoices *fl_choices_open (const char *folder, const char *machine);
const FlChoice *fl_choices_find (const FlChoices *choices, const char *subject); /* NULL: not decided yet */
void fl_choices_add (FlChoices *choices, const char *subject, const FlChoice *choice);
/* Writes what was added, with what others wrote meanwhile. That it cannot be written is no error: the next run
 * measures. */
void fl_choices_save (FlChoices *choices);
/* Choices as text, where files are another process's: of a text (NULL: none), and all of them as one. */
FlChoices *fl_choices_new (const char *text);
char *fl_choices_dup_text (const FlChoices *choices);
void fl_choices_add_text (FlChoices *choices, const char *text); /* choices of the text hold over known ones */
gboolean fl_choices_are_changed (const FlChoices *choices);
void fl_choices_free (FlChoices *choices);

G_END_DECLS
