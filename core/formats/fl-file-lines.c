/* Files of lines: append, lock, and mend what an end in the middle of a line left. */
#include "fl-file-lines.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-quote.h"

struct _FlFileLines
{
  char *path;
  int fd;
};

static gboolean
fail (const char *path, const char *why, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (path);

  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: %s", shown, why);
  return FALSE;
}

static gboolean
lock (const FlFileLines *lines, GError **error)
{
  struct stat facts;

  if (fstat (lines->fd, &facts) != 0 || !S_ISREG (facts.st_mode))
    return fail (lines->path, "no regular file, and only those are added to", error);
  if (flock (lines->fd, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  return fail (lines->path,
               errno == EWOULDBLOCK ? "another process adds to this file at this moment: wait for its end, or name "
                                      "another folder"
                                    : g_strerror (errno),
               error);
}

/* Behind the last line end: nothing, a line that lacks only its end, or one that was cut off. */
static gboolean
mend (const FlFileLines *lines, gsize *n_cut, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0, whole;
  cJSON *last;

  *n_cut = 0;
  if (!fl_file_read (lines->path, &text, &length, error))
    return FALSE;
  for (whole = length; whole > 0 && text[whole - 1] != '\n'; whole--)
    ;
  if (whole == length)
    return TRUE;
  last = cJSON_ParseWithOpts (text + whole, NULL, TRUE);
  cJSON_Delete (last);
  if (last != NULL)
    return write (lines->fd, "\n", 1) == 1 || fail (lines->path, g_strerror (errno), error);
  *n_cut = length - whole;
  return ftruncate (lines->fd, (off_t) whole) == 0 || fail (lines->path, g_strerror (errno), error);
}

FlFileLines *
fl_file_lines_open (const char *path, gsize *n_cut, GError **error)
{
  g_autoptr (FlFileLines) lines = g_new0 (FlFileLines, 1);

  lines->path = g_strdup (path);
  lines->fd = open (path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (lines->fd < 0)
    {
      g_autofree char *why = g_strdup_printf ("could not be opened to add lines: %s",
                                              errno == ELOOP ? "it is a symbolic link" : g_strerror (errno));

      fail (path, why, error);
      return NULL;
    }
  return lock (lines, error) && mend (lines, n_cut, error) ? g_steal_pointer (&lines) : NULL;
}

gboolean
fl_file_lines_add (FlFileLines *lines, const char *text, GError **error)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  const gsize length = strlen (line);
  const off_t before = lseek (lines->fd, 0, SEEK_END);
  gssize n;

  g_assert (strchr (text, '\n') == NULL);
  do
    n = write (lines->fd, line, length);
  while (n < 0 && errno == EINTR);
  if (n == (gssize) length && fdatasync (lines->fd) == 0)
    return TRUE;
  fail (lines->path, n >= 0 && n < (gssize) length ? "the disk is full, or the file may not grow" : g_strerror (errno),
        error);
  (void) !ftruncate (lines->fd, before);
  return FALSE;
}

void
fl_file_lines_close (FlFileLines *lines)
{
  if (lines->fd >= 0)
    close (lines->fd);
  g_free (lines->path);
  g_free (lines);
}
