/* Cells of a study, as its files have them. */
#include "fl-study.h"

#include <string.h>

FlStudy *
fl_study_new (void)
{
  FlStudy *study = g_new0 (FlStudy, 1);

  study->cells = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_study_cell_free);
  study->warnings = g_ptr_array_new_with_free_func (g_free);
  study->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  study->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return study;
}

void
fl_study_free (FlStudy *study)
{
  g_hash_table_unref (study->by_id);
  g_hash_table_unref (study->by_key);
  g_ptr_array_unref (study->cells);
  g_ptr_array_unref (study->warnings);
  g_free (study);
}

/* What is measured on one machine says nothing of another one. */
static char *
dup_id (const FlStudyCell *cell)
{
  return g_strdup_printf ("%s %s", cell->asked.key, cell->machine != NULL ? cell->machine : "");
}

void
fl_study_take (FlStudy *study, FlStudyCell *cell)
{
  g_autofree char *id = dup_id (cell), *failed = g_strconcat (cell->asked.key, " ", NULL);
  FlStudyCell *old = g_hash_table_lookup (study->by_id, id);

  /* An error has no machine: what is known now takes its place. */
  if (old == NULL)
    old = g_hash_table_lookup (study->by_id, failed);
  g_hash_table_insert (study->by_key, g_strdup (cell->asked.key), cell);
  if (old != NULL)
    {
      g_autofree char *old_id = dup_id (old);

      g_hash_table_remove (study->by_id, old_id);
      g_ptr_array_remove_fast (study->cells, old);
    }
  g_ptr_array_add (study->cells, cell);
  g_hash_table_insert (study->by_id, g_steal_pointer (&id), cell);
}

void
fl_study_read (FlStudy *study, const char *text, gsize length, const char *path)
{
  const char *const end = text + length;
  guint number = 1;

  for (const char *line = text, *next; line < end; line = next, number++)
    {
      const char *line_end = memchr (line, '\n', (gsize) (end - line));
      g_autofree char *place = g_strdup_printf ("%s:%u", path, number);
      g_autoptr (GError) error = NULL;
      FlStudyCell *cell;

      next = line_end != NULL ? line_end + 1 : end;
      if (line_end == line)
        continue;
      cell = fl_study_cell_parse (line, (gsize) ((line_end != NULL ? line_end : end) - line), place, &error);
      if (cell != NULL)
        fl_study_take (study, cell);
      else
        g_ptr_array_add (study->warnings, g_strdup (error->message));
    }
}

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  const FlStudyCell *p = *(const FlStudyCell *const *) a, *q = *(const FlStudyCell *const *) b;

  if (p->asked.place != q->asked.place)
    return p->asked.place < q->asked.place ? -1 : 1;
  return strcmp (p->asked.key, q->asked.key) != 0 ? strcmp (p->asked.key, q->asked.key)
                                                  : g_strcmp0 (p->machine, q->machine);
}

void
fl_study_sort (FlStudy *study)
{
  g_ptr_array_sort (study->cells, compare_places);
}

const FlStudyCell *
fl_study_find (const FlStudy *study, const char *key)
{
  return g_hash_table_lookup (study->by_key, key);
}

gboolean
fl_study_has (const FlStudy *study, const FlStudyCell *cell)
{
  g_autofree char *id = dup_id (cell);
  const FlStudyCell *old
      = cell->error != NULL ? fl_study_find (study, cell->asked.key) : g_hash_table_lookup (study->by_id, id);

  return old != NULL && (old->error == NULL || cell->error != NULL);
}

char *
fl_study_dup_torch (const FlStudy *study)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < study->cells->len; i++)
    {
      const FlStudyCell *cell = study->cells->pdata[i];
      const guint n = cell->torch != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, cell->torch)) : 0;

      if (cell->torch == NULL)
        continue;
      if (n == 0)
        g_ptr_array_add (texts, cell->torch);
      g_hash_table_insert (counts, cell->torch, GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < texts->len; i++)
    {
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, texts->pdata[i]));

      g_string_append_printf (out, "%s%s (%u %s)", i > 0 ? "; " : "", (const char *) texts->pdata[i], n,
                              n == 1 ? "cell" : "cells");
    }
  return texts->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}
