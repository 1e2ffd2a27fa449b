/* Which operators are one plain loop. */
#include "fl-library-loops.h"

gboolean
fl_loops_prepare (const FlLibraryStep *step, FlLoopsCall *call)
{
  *call = (FlLoopsCall){ NULL };
  if (step->row != NULL && fl_loops_prepare_bag (step, call))
    return TRUE;
  if (step->row == NULL || step->n_out != 1 || step->out[0].bytes == NULL || fl_sizes_product (step->out[0].sizes, step->out[0].n_dims) == 0)
    return FALSE;
  return fl_loops_prepare_cat (step, call) || fl_loops_prepare_pool (step, call) || fl_loops_prepare_window (step, call)
         || fl_loops_prepare_search (step, call);
}

void
fl_loops_clear (FlLoopsCall *call)
{
  g_clear_pointer (&call->data, g_free);
}
