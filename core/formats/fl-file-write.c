/* Writing files: whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-quote.h"

enum
{
  MAX_TRIES = 100, /* of names for what is beside the file */
  MAX_BASE = 80    /* bytes of the file's own name in there */
};

static gboolean
fail (const char *path, const char *why, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (path);

  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: could not be written: %s", shown, why);
  return FALSE;
}

/* Where links lead to; NULL: nowhere, or to what is no regular file. *mode: of what is to be replaced; 0: nothing is
 * there. */
static char *
find_place (const char *path, mode_t *mode, GError **error)
{
  struct stat facts;
  char *place;

  *mode = 0;
  if (lstat (path, &facts) != 0)
    {
      if (errno == ENOENT)
        return g_strdup (path);
      fail (path, g_strerror (errno), error);
      return NULL;
    }
  if (stat (path, &facts) != 0)
    {
      fail (path, "it is a link that leads nowhere", error);
      return NULL;
    }
  if (!S_ISREG (facts.st_mode))
    {
      fail (
          path,
          S_ISDIR (facts.st_mode)    ? "it is a folder"
          : S_ISFIFO (facts.st_mode) ? "it is a pipe, and only regular files are replaced"
          : S_ISCHR (facts.st_mode) || S_ISBLK (facts.st_mode)
              ? "it is a device, and only regular files are replaced; without an output file, text goes to standard output"
              : "it is no regular file, and only those are replaced",
          error);
      return NULL;
    }
  *mode = facts.st_mode & 07777;
  place = realpath (path, NULL);
  if (!place)
    fail (path, g_strerror (errno), error);
  return place;
}

/* A new file in the same folder, with the rights of the one that it replaces. */
static int
open_beside (const char *place, mode_t mode, char **temporary)
{
  g_autofree char *folder = g_path_get_dirname (place), *base = g_path_get_basename (place);
  int fd = -1;

  for (guint i = 0; i < MAX_TRIES && fd < 0; i++)
    {
      g_autofree char *name = g_strdup_printf (".%.*s.%08x", MAX_BASE, base, g_random_int ());

      g_free (*temporary);
      *temporary = g_build_filename (folder, name, NULL);
      fd = open (*temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      if (fd < 0 && errno != EEXIST)
        return -1;
    }
  if (fd >= 0 && mode != 0)
    (void) !fchmod (fd, mode);
  return fd;
}

static gboolean
write_all (int fd, const char *text, gsize length)
{
  while (length > 0)
    {
      const gssize n = write (fd, text, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      text += n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* After a crash, the name is there as well. */
static void
sync_folder (const char *place)
{
  g_autofree char *folder = g_path_get_dirname (place);
  const int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

gboolean
fl_file_write (const char *path, const char *text, gssize length, GError **error)
{
  g_autofree char *place = NULL, *temporary = NULL;
  mode_t mode;
  gboolean done;
  int fd, number;

  if (strcmp (path, "-") == 0)
    return write_all (STDOUT_FILENO, text, length < 0 ? strlen (text) : (gsize) length)
           || fail ("standard output", g_strerror (errno), error);
  place = find_place (path, &mode, error);
  if (!place)
    return FALSE;
  fd = open_beside (place, mode, &temporary);
  if (fd < 0)
    return fail (path, g_strerror (errno), error);
  done = write_all (fd, text, length < 0 ? strlen (text) : (gsize) length) && fsync (fd) == 0;
  number = errno;
  if (close (fd) != 0 && done)
    {
      done = FALSE;
      number = errno;
    }
  if (done && rename (temporary, place) != 0)
    {
      done = FALSE;
      number = errno;
    }
  if (!done)
    {
      unlink (temporary);
      return fail (path, g_strerror (number), error);
    }
  sync_folder (place);
  return TRUE;
}

gboolean
fl_file_write_text (const char *path, const char *text, gssize length, GError **error)
{
  g_autoptr (GString) clean = NULL;

  if (fl_quote_is_text (text, length < 0 ? strlen (text) : (gsize) length))
    return fl_file_write (path, text, length, error);
  clean = g_string_new (NULL);
  fl_quote_append_text (clean, text, length);
  return fl_file_write (path, clean->str, (gssize) clean->len, error);
}
