/* Reading files, gzip included (RFC 1952: two bytes 1f 8b begin one). */
#include "fl-file.h"

#include <gio/gio.h>
#include <string.h>

#include "fl-error.h"

#define MAX_TEXT_BYTES ((gsize) 1 << 30)
#define PIECE_BYTES ((gsize) 64 << 10)

gboolean
fl_file_exists (const char *path)
{
  g_autofree char *packed = g_strconcat (path, ".gz", NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) || g_file_test (packed, G_FILE_TEST_IS_REGULAR);
}

static gboolean
unpack (const char *path, char **text, gsize *length, GError **error)
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

      result
          = g_converter_convert (G_CONVERTER (zlib), *text + at, *length - at, piece, PIECE_BYTES,
                                 G_CONVERTER_INPUT_AT_END, &n_read, &n_written, &local);
      if (result == G_CONVERTER_ERROR)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "%s: damaged gzip data: %s", path,
                       local->message);
          return FALSE;
        }
      at += n_read;
      if (out->len + n_written > MAX_TEXT_BYTES)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: more than 1 GiB of text", path);
          return FALSE;
        }
      g_byte_array_append (out, piece, (guint) n_written);
    }
  g_free (*text);
  *length = out->len;
  g_byte_array_append (out, (const guint8 *) "", 1);
  *text = (char *) g_byte_array_free (g_steal_pointer (&out), FALSE);
  return TRUE;
}

gboolean
fl_file_read (const char *path, char **text, gsize *length, GError **error)
{
  g_autofree char *packed = g_strconcat (path, ".gz", NULL);
  g_autoptr (GError) local = NULL;
  g_autofree char *read = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && g_file_test (packed, G_FILE_TEST_IS_REGULAR))
    path = packed;
  if (!g_file_get_contents (path, &read, length, &local))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s", local->message);
      return FALSE;
    }
  if (*length >= 2 && memcmp (read, "\x1f\x8b", 2) == 0 && !unpack (path, &read, length, error))
    return FALSE;
  *text = g_steal_pointer (&read);
  return TRUE;
}
