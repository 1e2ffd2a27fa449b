/* Descriptors are looked at, not names: what is checked is what is read. */
#include "fl-trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell (char **why, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
tell (char **why, const char *format, ...)
{
  va_list args;
  if (why == NULL)
    return;
  va_start (args, format);
  *why = g_strdup_vprintf (format, args);
  va_end (args);
}

/* Access lists count, too: their mask stands in the group's bits. */
static gboolean
is_ours (int fd, mode_t kind, const char *name, char **why)
{
  struct stat facts;
  if (fstat (fd, &facts) != 0)
    tell (why, "%s cannot be looked at: %s", name, g_strerror (errno));
  else if ((facts.st_mode & S_IFMT) != kind)
    tell (why, "%s is not a %s", name, kind == S_IFDIR ? "folder" : "regular file");
  else if (facts.st_uid != geteuid ())
    tell (why, "%s belongs to user %u, and this is user %u", name, (guint) facts.st_uid, (guint) geteuid ());
  else if ((facts.st_mode & 022) != 0)
    tell (why, "%s may be written by others (its mode is %03o): chmod go-w it", name, (guint) (facts.st_mode & 0777));
  else
    return TRUE;
  return FALSE;
}

int
fl_trust_open_folder (const char *path, gboolean is_made, char **why)
{
  if (is_made && g_mkdir_with_parents (path, 0700) != 0)
    {
      tell (why, "%s cannot be made: %s", path, g_strerror (errno));
      return -1;
    }
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno != ENOENT)
    tell (why, errno == ELOOP || errno == ENOTDIR ? "%s is not a folder, or a link to one" : "%s cannot be opened: %s",
          path, g_strerror (errno));
  if (fd < 0 || is_ours (fd, S_IFDIR, path, why))
    return fd;
  close (fd);
  return -1;
}

/* Not waiting for anybody, should it be a pipe. */
int
fl_trust_open (int folder, const char *name, char **why)
{
  int fd = openat (folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && errno != ENOENT)
    tell (why, errno == ELOOP ? "%s is a link" : "%s cannot be opened: %s", name, g_strerror (errno));
  if (fd < 0 || is_ours (fd, S_IFREG, name, why))
    return fd;
  close (fd);
  return -1;
}

static gboolean
write_all (int fd, const char *bytes, gsize length)
{
  for (gsize done = 0; done < length;)
    {
      gssize n = write (fd, bytes + done, length - done);
      if (n < 0 && errno != EINTR)
        return FALSE;
      done += MAX (n, 0);
    }
  return TRUE;
}

gboolean
fl_trust_write (int folder, const char *name, gconstpointer bytes, gsize length, char **why)
{
  g_autofree char *other = g_strdup_printf ("%s.%d.%u", name, (int) getpid (), g_random_int ());
  int fd = openat (folder, other, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  gboolean done = fd >= 0 && write_all (fd, bytes, length);
  int number = errno;
  if (fd >= 0 && close (fd) != 0 && done)
    {
      number = errno;
      done = FALSE;
    }
  if (done && renameat (folder, other, folder, name) != 0)
    {
      number = errno;
      /* A folder stands there: an empty one goes. */
      done = unlinkat (folder, name, AT_REMOVEDIR) == 0 && renameat (folder, other, folder, name) == 0;
    }
  if (!done && fd >= 0)
    unlinkat (folder, other, 0);
  if (!done)
    tell (why, "%s cannot be written: %s", name, g_strerror (number));
  return done;
}

char *
fl_trust_read_path (const char *path, gsize most, gsize *length, char **why)
{
  g_autofree char *folder_path = g_path_get_dirname (path), *name = g_path_get_basename (path), *text = NULL;
  int folder = fl_trust_open_folder (folder_path, FALSE, why), fd = folder < 0 ? -1 : fl_trust_open (folder, name, why);
  struct stat facts;
  gsize done = 0;
  gssize n = 0;
  if (fd >= 0 && fstat (fd, &facts) == 0 && facts.st_size >= 0 && (gsize) facts.st_size <= most)
    {
      text = g_malloc ((gsize) facts.st_size + 1);
      while (done < (gsize) facts.st_size && (n = read (fd, text + done, (gsize) facts.st_size - done)) > 0)
        done += (gsize) n;
      text[done] = '\0';
      if (n < 0)
        g_clear_pointer (&text, g_free);
    }
  else if (fd >= 0)
    tell (why, "%s is larger than such a file becomes", path);
  if (fd >= 0)
    close (fd);
  if (folder >= 0)
    close (folder);
  if (length != NULL)
    *length = done;
  return g_steal_pointer (&text);
}

gboolean
fl_trust_write_path (const char *path, gconstpointer bytes, gsize length, char **why)
{
  g_autofree char *folder_path = g_path_get_dirname (path), *name = g_path_get_basename (path);
  int folder = fl_trust_open_folder (folder_path, TRUE, why);
  gboolean done = folder >= 0 && fl_trust_write (folder, name, bytes, length, why);
  if (folder >= 0)
    close (folder);
  return done;
}
