/* FluiProblem: an allocation problem that was opened: buffers with lifetimes and sizes, and no
 * graph. Frozen, counted, readable from any thread. */
#pragma once

#include "fl-alloc.h"

G_BEGIN_DECLS

typedef struct
{
  FlArena *arena;
  FlAllocProblem *problem;
  char *path;
  gint64 capacity; /* in the file's name ("A.1048576.csv"); 0: none */
  gatomicrefcount refs;
} FluiProblem;

/* TRUE for files that are allocation problems, by their name. */
gboolean flui_problem_is_one (const char *path);
/* Reads the file. NULL + error with file, line, column and rule. */
FluiProblem *flui_problem_new (const char *path, GError **error);
FluiProblem *flui_problem_ref (FluiProblem *self);
void flui_problem_unref (FluiProblem *self); /* may be NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FluiProblem, flui_problem_unref)

/* Reads in a thread; done is called on the main thread, with NULL and an error when it cannot be
 * read. */
typedef void (*FluiProblemDone) (FluiProblem *problem, const GError *error, gpointer data);
void flui_problem_read (const char *path, FluiProblemDone done, gpointer data);

G_END_DECLS
