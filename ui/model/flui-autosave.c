#include "flui-autosave.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "flui-whatif-private.h"

#define LOCK ".lock"
#define SUFFIX ".fuseloom"

struct _FluiAutosave
{
  char *path, *lock_path;
  int lock;
  char *text; /* as it was written */
};

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "fuseloom", "open", NULL);
}

/* -1: somebody holds it. */
static int
take_lock (const char *path)
{
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

FluiAutosave *
flui_autosave_new (void)
{
  g_autofree char *folder = dup_folder ();
  FluiAutosave *self;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return NULL;
  self = g_new0 (FluiAutosave, 1);
  self->lock = -1;
  for (guint i = 0; i < 1000 && self->lock < 0; i++)
    {
      g_free (self->path);
      g_free (self->lock_path);
      self->path = g_strdup_printf ("%s/%d-%u" SUFFIX, folder, getpid (), i);
      self->lock_path = g_strconcat (self->path, LOCK, NULL);
      if (!g_file_test (self->path, G_FILE_TEST_EXISTS)) /* one that was lost by a process of our number stays */
        self->lock = take_lock (self->lock_path);
    }
  if (self->lock >= 0)
    return self;
  flui_autosave_free (self, TRUE);
  return NULL;
}

void
flui_autosave_free (FluiAutosave *self, gboolean keep)
{
  if (!self)
    return;
  if (!keep)
    {
      g_unlink (self->path);
      g_unlink (self->lock_path);
    }
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->path);
  g_free (self->lock_path);
  g_free (self->text);
  g_free (self);
}

gboolean
flui_autosave_save (FluiAutosave *self, FluiWhatif *whatif, cJSON *view, GError **error)
{
  g_autoptr (FlSession) copy = NULL;
  g_autofree char *text = NULL;

  if (!self || !whatif->file || !whatif->file->graph_path)
    {
      cJSON_Delete (view);
      return TRUE;
    }
  copy = fl_session_copy (whatif->file);
  cJSON_AddBoolToObject (view, "modified", whatif->is_modified);
  if (whatif->file->path)
    cJSON_AddStringToObject (view, "saved_as", whatif->file->path);
  cJSON_Delete (copy->view);
  copy->view = view;
  fl_session_set_options (copy, flui_session_get_options (whatif->session));
  text = fl_session_dup_text (copy, self->path);
  if (g_strcmp0 (text, self->text) == 0)
    return TRUE;
  if (!fl_session_write (copy, self->path, error))
    return FALSE;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  return TRUE;
}

/* --- what was lost ---------------------------------------------------------------------------- */

static gboolean
is_lost (const char *path)
{
  g_autofree char *lock_path = g_strconcat (path, LOCK, NULL);
  int lock = take_lock (lock_path);

  if (lock >= 0)
    close (lock);
  return lock >= 0;
}

char *
flui_autosave_find_lost (void)
{
  g_autofree char *folder = dup_folder (), *newest = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gint64 newest_time = -1;

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf facts;

      if (!g_str_has_suffix (name, SUFFIX) || g_lstat (path, &facts) != 0 || !S_ISREG (facts.st_mode)
          || (gint64) facts.st_mtime <= newest_time || !is_lost (path))
        continue;
      newest_time = facts.st_mtime;
      g_free (newest);
      newest = g_steal_pointer (&path);
    }
  return g_steal_pointer (&newest);
}

void
flui_autosave_forget (const char *path)
{
  g_autofree char *lock_path = g_strconcat (path, LOCK, NULL);

  g_unlink (path);
  g_unlink (lock_path);
}
