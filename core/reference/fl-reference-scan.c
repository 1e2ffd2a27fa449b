/* Reference kernels: running sums and products. */
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (cumsum);
REFERENCE_KERNEL (cumprod);

static gboolean
do_scan (FlCall *call, gboolean is_product)
{
  const FlView *view = fl_call_get_view (call, "self");
  if (view == NULL)
    return FALSE;
  FlDtype dtype = fl_call_get_sum_dtype (call, view->dtype);
  const FlArray *in = fl_call_cast (call, view, dtype);
  guint dim = fl_wrap_dim (fl_call_get_int (call, "dim", 0), view->n_dims);
  gint64 length = view->n_dims == 0 ? 1 : view->sizes[dim];
  gint64 inner = view->n_dims == 0 ? 1 : fl_sizes_product (view->sizes + dim + 1, view->n_dims - dim - 1);
  FlArray *out = fl_call_new_array (call, dtype, view->n_dims, view->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gboolean is_first = i / inner % length == 0;
      if (out->integers != NULL)
        {
          guint64 before = is_first ? is_product : (guint64) out->integers[i - inner];
          out->integers[i] = is_product ? before * (guint64) in->integers[i] : before + (guint64) in->integers[i];
        }
      else
        {
          double before = is_first ? is_product : out->numbers[i - inner];
          out->numbers[i] = is_product ? before * in->numbers[i] : before + in->numbers[i];
        }
    }
  return fl_call_return (call, out);
}

gboolean
reference_cumsum (FlCall *call)
{
  return do_scan (call, FALSE);
}

gboolean
reference_cumprod (FlCall *call)
{
  return do_scan (call, TRUE);
}
