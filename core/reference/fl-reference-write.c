/* Reference kernels that write a part of a copy: slice_scatter and related operators, and the gradients of views. */
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (slice_scatter);
REFERENCE_KERNEL (select_scatter);
REFERENCE_KERNEL (as_strided_scatter);
REFERENCE_KERNEL (diagonal_scatter);
REFERENCE_KERNEL (diagonal_backward);
REFERENCE_KERNEL (slice_backward);
REFERENCE_KERNEL (select_backward);

/* --- writing a view of a copy ----------------------------------------------------------------- */

/* A copy with the memory of self, what lies between its elements included: as_strided goes by it.
 */
static FlView *
dup_memory (const FlView *self)
{
  FlArray *all = self->storage->array;
  FlView *flat = fl_view_new_borrowed (all), *copy = fl_view_new_array (fl_view_dup_array (flat)), *view;

  view = fl_view_new (copy, self->n_dims, self->sizes, self->strides, self->offset);
  fl_view_unref (copy);
  fl_view_unref (flat);
  return view;
}

/* Copies self, writes src through the view that func makes of the copy, returns the copy. func is a view kernel and
 * reads the same arguments; for gradients the copy is zero, of shape input_sizes. */
static gboolean
write_through (FlCall *call, FlReferenceFunc func, const char *source_name, gboolean is_gradient)
{
  FlView *source = fl_call_get_view (call, source_name);
  FlView *self = fl_call_get_view (call, call->names[0]);
  if (source == NULL || self == NULL)
    return FALSE;
  FlView *copy;
  if (is_gradient)
    {
      gint64 sizes[FL_MAX_DIMS];
      int n = fl_call_get_ints (call, "input_sizes", sizes, FL_MAX_DIMS);
      copy = fl_view_new_array (fl_array_new (source->dtype, MAX (n, 0), sizes));
    }
  else
    copy = func == reference_as_strided ? dup_memory (self) : fl_view_new_array (fl_view_dup_array (self));
  FlView *kept = call->values[0].view;
  call->values[0].view = copy;
  gboolean ok = func (call);
  call->values[0].view = kept;
  if (ok)
    {
      FlView *part = call->result.view;
      FlDatum datum = { .kind = FL_DATUM_TENSOR, .view = source };
      fl_view_write (part, fl_call_broadcast (call, &datum, part->dtype, part->n_dims, part->sizes));
      fl_view_unref (part);
      call->result.view = copy;
    }
  else
    fl_view_unref (copy);
  return ok;
}

gboolean
reference_slice_scatter (FlCall *call)
{
  return write_through (call, reference_slice, "src", FALSE);
}

gboolean
reference_select_scatter (FlCall *call)
{
  return write_through (call, reference_select, "src", FALSE);
}

gboolean
reference_as_strided_scatter (FlCall *call)
{
  return write_through (call, reference_as_strided, "src", FALSE);
}

gboolean
reference_diagonal_scatter (FlCall *call)
{
  return write_through (call, reference_diagonal, "src", FALSE);
}

gboolean
reference_diagonal_backward (FlCall *call)
{
  return write_through (call, reference_diagonal, "grad_output", TRUE);
}

gboolean
reference_slice_backward (FlCall *call)
{
  return write_through (call, reference_slice, "grad_output", TRUE);
}

gboolean
reference_select_backward (FlCall *call)
{
  return write_through (call, reference_select, "grad_output", TRUE);
}
