/* The file: "SUBJECT<tab>how<tab>ns<tab>ns…", a line each. */
#include "fl-choices.h"

#include "fl-trust.h"

#include <string.h>

enum
{
  MAX_CHOICES = 8192, /* of a file; if there are more, all are forgotten */
  MAX_BYTES = 4 << 20
};

struct _FlChoices
{
  char *path;
  GHashTable *table; /* char * to FlChoice * */
  gboolean is_changed;
};

static gboolean
read_number (const char *text, gint64 least, gint64 most, gint64 *number)
{
  return g_ascii_string_to_signed (text, 10, least, most, number, NULL);
}

/* FALSE: the line is no choice. */
static gboolean
read_line (const char *line, char **subject, FlChoice *choice)
{
  g_auto (GStrv) parts = g_strsplit (line, "\t", FL_CHOICE_WAYS + 3);
  guint n = g_strv_length (parts);
  gint64 how;

  if (n != FL_CHOICE_WAYS + 2 || *parts[0] == '\0' || !read_number (parts[1], 0, FL_CHOICE_WAYS - 1, &how))
    return FALSE;
  for (guint i = 0; i < FL_CHOICE_WAYS; i++)
    if (!read_number (parts[i + 2], 0, G_MAXINT64 / 2, &choice->times[i]))
      return FALSE;
  choice->how = how;
  *subject = g_strdup (parts[0]);
  return TRUE;
}

static void
read_text (FlChoices *self, const char *text, gboolean holds)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      FlChoice choice;
      char *subject;
      if (!read_line (lines[i], &subject, &choice))
        continue;
      if (!holds && g_hash_table_contains (self->table, subject))
        g_free (subject);
      else
        g_hash_table_insert (self->table, subject, g_memdup2 (&choice, sizeof choice));
    }
}

/* Adds choices that are not known already. */
static void
read_file (FlChoices *self)
{
  g_autofree char *text = self->path == NULL ? NULL : fl_trust_read_path (self->path, MAX_BYTES, NULL, NULL);

  if (text != NULL)
    read_text (self, text, FALSE);
}

FlChoices *
fl_choices_new (const char *text)
{
  FlChoices *self = g_new0 (FlChoices, 1);

  self->table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (text != NULL)
    read_text (self, text, FALSE);
  return self;
}

void
fl_choices_add_text (FlChoices *self, const char *text)
{
  if (strlen (text) > MAX_BYTES)
    return;
  read_text (self, text, TRUE);
  self->is_changed = TRUE;
}

gboolean
fl_choices_are_changed (const FlChoices *self)
{
  return self->is_changed;
}

FlChoices *
fl_choices_open (const char *folder, const char *machine)
{
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, machine, -1);
  g_autofree char *file = g_strdup_printf ("choices-%.16s.txt", key);
  FlChoices *self = fl_choices_new (NULL);

  self->path = folder != NULL ? g_build_filename (folder, file, NULL)
                              : g_build_filename (g_get_user_cache_dir (), "fuseloom", "kernels", file, NULL);
  read_file (self);
  return self;
}

const FlChoice *
fl_choices_find (const FlChoices *self, const char *subject)
{
  return g_hash_table_lookup (self->table, subject);
}

void
fl_choices_add (FlChoices *self, const char *subject, const FlChoice *choice)
{
  g_assert (choice->how < FL_CHOICE_WAYS);
  if (*subject == '\0' || strpbrk (subject, "\t\n") != NULL)
    return;
  g_hash_table_insert (self->table, g_strdup (subject), g_memdup2 (choice, sizeof *choice));
  self->is_changed = TRUE;
}

char *
fl_choices_dup_text (const FlChoices *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GHashTableIter iter;
  gpointer subject, value;

  g_hash_table_iter_init (&iter, self->table);
  while (g_hash_table_iter_next (&iter, &subject, &value))
    {
      const FlChoice *choice = value;
      g_string_append_printf (text, "%s\t%u", (const char *) subject, choice->how);
      for (guint i = 0; i < FL_CHOICE_WAYS; i++)
        g_string_append_printf (text, "\t%" G_GINT64_FORMAT, choice->times[i]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
fl_choices_save (FlChoices *self)
{
  if (!self->is_changed)
    return;
  self->is_changed = FALSE;
  read_file (self);
  if (g_hash_table_size (self->table) > MAX_CHOICES)
    g_hash_table_remove_all (self->table);
  g_autofree char *text = fl_choices_dup_text (self);
  fl_trust_write_path (self->path, text, strlen (text), NULL);
}

void
fl_choices_free (FlChoices *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->table);
  g_free (self->path);
  g_free (self);
}
