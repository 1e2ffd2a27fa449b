/* Reference kernels: collectives, as one process alone carries them out. We are rank 0, and what would come from
 * another rank is what we hold ourselves, unreduced: a reduction yields our own contribution, a gather repeats it in
 * each rank's place, a scatter hands us the first share. PyTorch's "fake" process group does the same at rank 0, so
 * that results can be compared with it; those of a real group are other numbers. */
#include "fl-reference-kernels.h"

#include <string.h>

REFERENCE_KERNEL (collective);

/* Rows of the result of one operand; -1 when the arguments do not fit. */
static gint64
count_rows (FlCall *call, const FlView *input)
{
  const char *name = call->row->name;
  gint64 group = fl_call_get_int (call, "group_size", 1), sizes[64], rows = 0;
  if (strstr (name, "all_gather") != NULL)
    return input->sizes[0] * group;
  if (strstr (name, "reduce_scatter") != NULL)
    return group > 0 ? input->sizes[0] / group : -1;
  if (strstr (name, "all_to_all") == NULL)
    return input->sizes[0];
  int n = fl_call_get_ints (call, "output_split_sizes", sizes, G_N_ELEMENTS (sizes));
  for (int i = 0; i < n; i++)
    rows = sizes[i] < 0 ? -1 : rows + sizes[i];
  return rows;
}

/* The operand's rows over and over, as many as the result has. NULL: an error was set. */
static FlArray *
repeat_rows (FlCall *call, const FlView *input)
{
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, input->sizes, sizeof sizes);
  if (input->n_dims > 0)
    sizes[0] = count_rows (call, input);
  if (input->n_dims > 0 && (sizes[0] < 0 || (input->sizes[0] == 0 && sizes[0] > 0)))
    {
      fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " rows cannot be shared as its arguments say",
                    call->row->name, input->sizes[0]);
      return NULL;
    }
  const FlArray *in = fl_call_dense (call, input);
  FlArray *out = fl_call_new_array (call, input->dtype, input->n_dims, sizes);
  gsize width = fl_dtype_is_complex (input->dtype) ? 2 : 1;
  for (gint64 i = 0; i < out->numel; i++)
    if (out->integers != NULL)
      out->integers[i] = in->integers[i % in->numel];
    else
      memcpy (out->numbers + width * i, in->numbers + width * (i % in->numel), width * sizeof (double));
  return out;
}

gboolean
reference_collective (FlCall *call)
{
  const FlDatum *list = fl_call_find (call, "inputs");
  if (list == NULL || list->kind != FL_DATUM_LIST)
    {
      const FlView *input = fl_call_get_view (call, call->names[0]);
      FlArray *out = input == NULL ? NULL : repeat_rows (call, input);
      return out != NULL && fl_call_return (call, out);
    }
  FlArray **arrays = fl_call_alloc (call, list->n_items, sizeof *arrays);
  for (guint i = 0; i < list->n_items; i++)
    {
      if (list->items[i].kind != FL_DATUM_TENSOR)
        return fl_call_fail (call, FL_ERROR_GRAPH, "%s: item %u of its list is no tensor", call->row->name, i);
      arrays[i] = repeat_rows (call, list->items[i].view);
      if (arrays[i] == NULL)
        return FALSE;
    }
  return fl_call_return_list (call, list->n_items, arrays);
}
