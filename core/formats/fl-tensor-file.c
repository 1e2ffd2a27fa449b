/* Reading a file of tensors whole, once: a file that changes later changes nothing here. */
#include "fl-tensor-file.h"

#include <string.h>

#include "fl-error.h"
#include "fl-file.h"

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

FlTensorFile *
fl_tensor_file_parse (const char *path, guint8 *data, gsize length, GError **error)
{
  g_autoptr (FlTensorFile) file = g_new0 (FlTensorFile, 1);
  gboolean ok;

  *file = (FlTensorFile) { .path = g_strdup (path), .data = data, .length = length };
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

FlTensorFile *
fl_tensor_file_read (const char *path, GError **error)
{
  guint8 *data;
  gsize length;

  if (!fl_file_read_bytes (path, FL_TENSOR_FILE_MAX_BYTES, &data, &length, error))
    return NULL;
  return fl_tensor_file_parse (path, data, length, error);
}
