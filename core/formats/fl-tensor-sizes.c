/* How many elements a tensor of a file has. */
#include "fl-tensor-file.h"

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
