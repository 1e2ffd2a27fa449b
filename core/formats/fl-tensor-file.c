/* Reading a file of tensors whole, once: a file that changes later changes nothing here. */
#include "fl-tensor-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fl-error.h"

void
fl_tensor_file_free (FlTensorFile *file)
{
  if (file == NULL)
    return;
  g_clear_pointer (&file->tensors, g_array_unref);
  g_clear_pointer (&file->names, g_ptr_array_unref);
  g_free (file->path);
  g_free (file->data);
  g_free (file);
}

gboolean
fl_tensor_file_has_suffix (const char *path)
{
  return g_str_has_suffix (path, ".npy") || g_str_has_suffix (path, ".safetensors");
}

gboolean
fl_file_tensor_count (FlFileTensor *tensor, guint64 *n_bytes)
{
  guint64 numel = 1;

  for (guint d = 0; d < tensor->n_dims; d++)
    if (tensor->sizes[d] < 0 || !g_uint64_checked_mul (&numel, numel, (guint64) tensor->sizes[d])
        || numel > G_MAXINT64 / 16)
      return FALSE;
  tensor->numel = (gint64) numel;
  *n_bytes = numel * tensor->width; /* at most 16 bytes each */
  return TRUE;
}

FlTensorFile *
fl_tensor_file_parse (const char *path, guint8 *data, gsize length, GError **error)
{
  g_autoptr (FlTensorFile) file = g_new0 (FlTensorFile, 1);
  gboolean ok;

  *file = (FlTensorFile){ .path = g_strdup (path), .data = data, .length = length };
  file->tensors = g_array_new (FALSE, TRUE, sizeof (FlFileTensor));
  file->names = g_ptr_array_new_with_free_func (g_free);
  ok = fl_tensor_npy_probe (data, length) ? fl_tensor_npy_parse (file, error)
                                          : fl_tensor_safetensors_parse (file, error);
  if (!ok)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  return g_steal_pointer (&file);
}

/* Exactly as long as it was when it was opened. */
static guint8 *
read_all (int fd, gsize length, GError **error)
{
  g_autofree guint8 *data = g_try_malloc (length + 1);
  gsize at = 0;

  if (data == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                   "%" G_GSIZE_FORMAT " bytes do not fit into memory", length);
      return NULL;
    }
  while (at < length)
    {
      gssize n = read (fd, data + at, MIN (length - at, (gsize) 1 << 30));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s",
                       n < 0 ? g_strerror (errno) : "the file became shorter while it was read");
          return NULL;
        }
      at += (gsize) n;
    }
  return g_steal_pointer (&data);
}

static guint8 *
read_file (int fd, gsize *length, GError **error)
{
  struct stat status;

  if (fd < 0 || fstat (fd, &status) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s", g_strerror (errno));
      return NULL;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "not a regular file");
      return NULL;
    }
  if ((guint64) status.st_size > FL_TENSOR_FILE_MAX_BYTES)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                   "%" G_GINT64_FORMAT " bytes, more than the limit of 8 GiB",
                   (gint64) status.st_size);
      return NULL;
    }
  *length = (gsize) status.st_size;
  return read_all (fd, *length, error);
}

FlTensorFile *
fl_tensor_file_read (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  gsize length = 0;
  guint8 *data = read_file (fd, &length, error);

  if (fd >= 0)
    close (fd);
  if (data == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  return fl_tensor_file_parse (path, data, length, error);
}
