/* Reading files, gzip included (RFC 1952: two bytes 1f 8b begin one). */
#include "fl-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fl-error.h"
#include "fl-quote.h"
#include "fl-text.h"

enum
{
  PIECE_BYTES = 64 << 10,
  MAX_TRIES = 5, /* of a file that changes meanwhile */
  TRY_AGAIN_US = 20000
};

static gboolean fail_limit (const char *path, guint64 most, GError **error);

gboolean
fl_file_exists (const char *path)
{
  g_autofree char *packed = g_strconcat (path, ".gz", NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) || g_file_test (packed, G_FILE_TEST_IS_REGULAR);
}

static gboolean
unpack (const char *path, gsize most, char **text, gsize *length, GError **error)
{
  g_autoptr (GZlibDecompressor) zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);
  GConverterResult result = G_CONVERTER_CONVERTED;
  g_autoptr (GError) local = NULL;
  gsize at = 0;

  while (result != G_CONVERTER_FINISHED)
    {
      gsize n_read, n_written;

      result = g_converter_convert (G_CONVERTER (zlib), *text + at, *length - at, piece, PIECE_BYTES,
                                    G_CONVERTER_INPUT_AT_END, &n_read, &n_written, &local);
      if (result == G_CONVERTER_ERROR)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "%s: damaged gzip data: %s", path, local->message);
          return FALSE;
        }
      at += n_read;
      if (out->len + n_written > most)
        return fail_limit (path, most, error);
      g_byte_array_append (out, piece, (guint) n_written);
    }
  g_free (*text);
  *length = out->len;
  g_byte_array_append (out, (const guint8 *) "", 1);
  *text = (char *) g_byte_array_free (g_steal_pointer (&out), FALSE);
  return TRUE;
}

/* --- what can be read ------------------------------------------------------------------------- */

static const char *
describe_kind (mode_t mode)
{
  return S_ISDIR (mode)    ? "a folder"
         : S_ISFIFO (mode) ? "a pipe"
         : S_ISSOCK (mode) ? "a socket"
         : S_ISCHR (mode)  ? "a device"
         : S_ISBLK (mode)  ? "a device"
                           : "no regular file";
}

static gboolean
fail_errno (const char *path, GError **error)
{
  const int number = errno;
  g_autofree char *shown = fl_quote_dup_shown (path);

  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: cannot be read: %s", shown, g_strerror (number));
  return FALSE;
}

static gboolean
fail_limit (const char *path, guint64 most, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (path), *limit = fl_text_dup_bytes (most);

  g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: more than %s, which is the most that is read of such a file",
               shown, limit);
  return FALSE;
}

/* A descriptor of a regular file; opening waits for nobody, and opens no device. -1: there is none. */
static int
open_regular (const char *path, struct stat *facts, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (path);
  int fd = -1;

  if (stat (path, facts) != 0
      || (S_ISREG (facts->st_mode) && (fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) < 0))
    {
      fail_errno (path, error);
      return -1;
    }
  if (fd >= 0 && fstat (fd, facts) == 0 && S_ISREG (facts->st_mode))
    return fd;
  if (fd >= 0)
    close (fd);
  g_set_error (error, FL_ERROR, FL_ERROR_IO,
               "%s: %s; only regular files are read, and standard input where the name is -", shown,
               describe_kind (facts->st_mode));
  return -1;
}

/* All that comes, with a zero behind it. */
static gboolean
read_all (int fd, const char *path, gsize most, GByteArray *out, GError **error)
{
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);
  gssize n;

  while ((n = read (fd, piece, PIECE_BYTES)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail_errno (path, error);
      if (out->len + (gsize) n > most)
        return fail_limit (path, most, error);
      g_byte_array_append (out, piece, (guint) n);
    }
  g_byte_array_append (out, (const guint8 *) "", 1);
  return TRUE;
}

/* Is it still the file, of the length that was read, as it was before? */
static gboolean
is_unchanged (int fd, const struct stat *before, gsize length)
{
  struct stat now;

  return fstat (fd, &now) == 0 && (gsize) now.st_size == length && now.st_mtim.tv_sec == before->st_mtim.tv_sec
         && now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
}

static gboolean
read_once (const char *path, gsize most, GByteArray *out, gboolean *is_whole, GError **error)
{
  struct stat facts;
  const int fd = open_regular (path, &facts, error);
  gboolean done;

  if (fd < 0)
    return FALSE;
  done = (gsize) facts.st_size <= most ? read_all (fd, path, most, out, error) : fail_limit (path, most, error);
  *is_whole = done && is_unchanged (fd, &facts, out->len - 1);
  close (fd);
  return done;
}

/* Not what is half of one state and half of the next. */
static gboolean
read_regular (const char *path, gsize most, GByteArray *out, GError **error)
{
  g_autofree char *shown = NULL;
  gboolean is_whole = FALSE;

  for (guint i = 0; i < MAX_TRIES && !is_whole; i++)
    {
      g_byte_array_set_size (out, 0);
      if (i > 0)
        g_usleep (TRY_AGAIN_US);
      if (!read_once (path, most, out, &is_whole, error))
        return FALSE;
    }
  if (is_whole)
    return TRUE;
  shown = fl_quote_dup_shown (path);
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: it changed while it was read, %d times; read it when it is whole",
               shown, MAX_TRIES);
  return FALSE;
}

gboolean
fl_file_read_up_to (const char *path, gsize most, char **text, gsize *length, GError **error)
{
  g_autofree char *packed = g_strconcat (path, ".gz", NULL);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autofree char *read = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && g_file_test (packed, G_FILE_TEST_IS_REGULAR))
    path = packed;
  if (strcmp (path, "-") == 0 ? !read_all (STDIN_FILENO, "standard input", most, out, error)
                              : !read_regular (path, most, out, error))
    return FALSE;
  *length = out->len - 1;
  read = (char *) g_byte_array_free (g_steal_pointer (&out), FALSE);
  if (*length >= 2 && memcmp (read, "\x1f\x8b", 2) == 0 && !unpack (path, most, &read, length, error))
    return FALSE;
  *text = g_steal_pointer (&read);
  return TRUE;
}

gboolean
fl_file_read (const char *path, char **text, gsize *length, GError **error)
{
  return fl_file_read_up_to (path, FL_FILE_MAX_BYTES, text, length, error);
}

/* --- bytes ------------------------------------------------------------------------------------- */

/* Reads `length` bytes, or fewer when the file has become shorter; -1: an error that errno tells. */
static gssize
read_bytes (int fd, guint8 *bytes, gsize length)
{
  gsize at = 0;

  while (at < length)
    {
      const gssize n = read (fd, bytes + at, MIN (length - at, (gsize) 1 << 30));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      at += (gsize) n;
    }
  return (gssize) at;
}

gboolean
fl_file_read_bytes (const char *path, guint64 most, guint8 **bytes, gsize *length, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (path);
  g_autofree guint8 *read = NULL;
  struct stat facts;
  const int fd = open_regular (path, &facts, error);
  gboolean done = FALSE;

  if (fd < 0)
    return FALSE;
  *length = (gsize) facts.st_size;
  if ((guint64) facts.st_size > most)
    fail_limit (path, most, error);
  else if ((read = g_try_malloc (*length + 1)) == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: its %" G_GSIZE_FORMAT " bytes do not fit into memory", shown,
                 *length);
  else if (read_bytes (fd, read, *length) < 0)
    fail_errno (path, error);
  else if (!is_unchanged (fd, &facts, *length))
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: it changed while it was read; read it when it is whole", shown);
  else
    done = TRUE;
  close (fd);
  if (done)
    *bytes = g_steal_pointer (&read);
  return done;
}
