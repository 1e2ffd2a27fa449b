/* A folder as a gzip-compressed tar archive. Source: POSIX.1-2017, pax, "ustar Interchange Format". */
#include "fl-cli-archive.h"

#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>

#include "fl-error.h"
#include "fl-file.h"

enum
{
  BLOCK_BYTES = 512
};

typedef struct
{
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100], magic[6], version[2],
      user[32], group[32], device_major[8], device_minor[8], prefix[155], rest[12];
} Header;

G_STATIC_ASSERT (sizeof (Header) == BLOCK_BYTES);

static gboolean
write_header (GOutputStream *out, const char *name, const struct stat *facts, GError **error)
{
  const gboolean is_folder = S_ISDIR (facts->st_mode);
  const gint64 size = is_folder ? 0 : facts->st_size;
  Header header = { .type = is_folder ? '5' : '0', .magic = "ustar", .version = { '0', '0' } };
  guint sum = 0;

  if (strlen (name) > sizeof header.name || size >> 33 > 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: a tar archive takes names of 100 bytes and files of 8 GiB",
                   name);
      return FALSE;
    }
  memcpy (header.name, name, strlen (name));
  g_snprintf (header.mode, sizeof header.mode, "%07o", (guint) (facts->st_mode & 0755));
  g_snprintf (header.uid, sizeof header.uid, "%07o", 0u);
  g_snprintf (header.gid, sizeof header.gid, "%07o", 0u);
  g_snprintf (header.size, sizeof header.size, "%011" G_GINT64_MODIFIER "o", size);
  g_snprintf (header.mtime, sizeof header.mtime, "%011" G_GINT64_MODIFIER "o", (gint64) facts->st_mtime);
  /* The sum is of the header with blanks for itself. */
  memset (header.checksum, ' ', sizeof header.checksum);
  for (guint i = 0; i < sizeof header; i++)
    sum += ((const guint8 *) &header)[i];
  g_snprintf (header.checksum, sizeof header.checksum, "%06o", sum);
  return g_output_stream_write_all (out, &header, sizeof header, NULL, NULL, error);
}

static gboolean
write_content (GOutputStream *out, const char *path, gint64 size, GError **error)
{
  static const char zeros[BLOCK_BYTES];
  g_autofree guint8 *bytes = NULL;
  gsize length, padding = (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES;

  if (!fl_file_read_bytes (path, size, &bytes, &length, error))
    return FALSE;
  if ((gint64) length != size)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s became shorter while it was read", path);
      return FALSE;
    }
  return g_output_stream_write_all (out, bytes, length, NULL, NULL, error)
         && g_output_stream_write_all (out, zeros, padding, NULL, NULL, error);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
write_item (GOutputStream *out, const char *path, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) folder = NULL;
  struct stat facts;
  const char *entry;

  if (stat (path, &facts) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s cannot be read", path);
      return FALSE;
    }
  if (!write_header (out, name, &facts, error))
    return FALSE;
  if (!S_ISDIR (facts.st_mode))
    return write_content (out, path, facts.st_size, error);
  folder = g_dir_open (path, 0, error);
  if (folder == NULL)
    return FALSE;
  while ((entry = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (entry));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *inner_path = g_build_filename (path, names->pdata[i], NULL),
                      *inner_name = g_build_filename (name, names->pdata[i], NULL);

      if (!write_item (out, inner_path, inner_name, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
fl_cli_archive_write (const char *path, const char *folder, GError **error)
{
  static const char end[2 * BLOCK_BYTES];
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GOutputStream) out = g_converter_output_stream_new (memory, gzip);
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  g_autofree char *name = g_path_get_basename (absolute);

  return write_item (out, absolute, name, error) && g_output_stream_write_all (out, end, sizeof end, NULL, NULL, error)
         && g_output_stream_close (out, NULL, error)
         && fl_file_write (path, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                           g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)), error);
}
