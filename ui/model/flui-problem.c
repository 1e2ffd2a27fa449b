#include "flui-problem.h"

#include <string.h>

#include "flui-jobs.h"
#include "fl-file.h"

gboolean
flui_problem_is_one (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".csv");
}

/* The public problems have their capacity in the name: "A.1048576.csv". */
static gint64
find_capacity (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  guint n = g_strv_length (parts);
  gint64 capacity = 0;

  if (n >= 3 && g_ascii_string_to_signed (parts[n - 2], 10, 1, G_MAXINT64 / 4, &capacity, NULL))
    return capacity;
  return 0;
}

FluiProblem *
flui_problem_new (const char *path, GError **error)
{
  FluiProblem *self = g_new0 (FluiProblem, 1);
  g_autofree char *text = NULL;
  gsize length;

  g_atomic_ref_count_init (&self->refs);
  self->arena = fl_arena_open ();
  self->path = g_strdup (path);
  self->capacity = find_capacity (path);
  if (fl_file_read (path, &text, &length, error))
    self->problem = fl_alloc_problem_parse (self->arena, text, length, path, error);
  if (!self->problem)
    g_clear_pointer (&self, flui_problem_unref);
  return self;
}

FluiProblem *
flui_problem_ref (FluiProblem *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
flui_problem_unref (FluiProblem *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  fl_arena_close (self->arena);
  g_free (self->path);
  g_free (self);
}

/* --- in a thread ------------------------------------------------------------------------------- */

typedef struct
{
  char *path;
  FluiProblem *problem;
  GError *error;
  FluiProblemDone done;
  gpointer data;
} Reading;

static gboolean
finish (gpointer data)
{
  Reading *reading = data;

  reading->done (reading->problem, reading->error, reading->data);
  flui_problem_unref (reading->problem);
  g_clear_error (&reading->error);
  g_free (reading->path);
  g_free (reading);
  return G_SOURCE_REMOVE;
}

static gpointer
read_thread (gpointer data)
{
  Reading *reading = data;

  reading->problem = flui_problem_new (reading->path, &reading->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, finish, reading, NULL);
  return NULL;
}

void
flui_problem_read (const char *path, FluiProblemDone done, gpointer data)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->path = g_strdup (path);
  reading->done = done;
  reading->data = data;
  flui_jobs_start ("problem", read_thread, reading);
}
