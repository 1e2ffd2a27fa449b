/* Reading the call of an operator: its arguments, and where they lie. */
#include <string.h>

#include "fl-library-op.h"

/* --- views ------------------------------------------------------------------------------------ */

gboolean
fl_work_view_is_dense (const FlWorkView *view)
{
  gint64 step = 1;
  for (guint d = view->n_dims; d-- > 0; step *= view->sizes[d])
    if (view->sizes[d] > 1 && view->strides[d] != step)
      return FALSE;
  return TRUE;
}

gboolean
fl_work_views_overlap (const FlWorkView *a, const FlWorkView *b)
{
  const FlWorkView *views[] = { a, b };
  const guint8 *low[2], *high[2];

  for (guint i = 0; i < 2; i++)
    {
      gint64 width = fl_dtype_get_size_bytes (views[i]->dtype), first = views[i]->offset, last = first;
      for (guint d = 0; d < views[i]->n_dims; d++)
        {
          if (views[i]->sizes[d] == 0)
            return FALSE;
          gint64 reach = (views[i]->sizes[d] - 1) * views[i]->strides[d];
          first += MIN (reach, 0);
          last += MAX (reach, 0);
        }
      low[i] = (const guint8 *) views[i]->bytes + first * width;
      high[i] = (const guint8 *) views[i]->bytes + (last + 1) * width;
    }
  return low[0] < high[1] && low[1] < high[0];
}

gboolean
fl_work_views_have_same_sizes (const FlWorkView *a, const FlWorkView *b)
{
  return a->n_dims == b->n_dims && memcmp (a->sizes, b->sizes, a->n_dims * sizeof *a->sizes) == 0;
}

/* --- what must not meet --------------------------------------------------------------------- */

gboolean
fl_library_writes_apart (const FlLibraryStep *step)
{
  for (guint i = 0; i < step->n_args; i++)
    for (guint k = 0; k < step->n_args; k++)
      if (i != k && step->args[i].view.is_mutated && step->args[k].value.kind == FL_DATUM_TENSOR
          && fl_work_views_overlap (&step->args[i].view, &step->args[k].view))
        return FALSE;
  return TRUE;
}

gboolean
fl_library_returns_apart (const FlLibraryStep *step)
{
  for (guint i = 0; i < step->n_out; i++)
    for (guint k = 0; k < step->n_args; k++)
      if (step->out[i].bytes != NULL && step->args[k].value.kind == FL_DATUM_TENSOR
          && fl_work_views_overlap (&step->out[i], &step->args[k].view))
        return FALSE;
  return TRUE;
}

/* --- arguments -------------------------------------------------------------------------------- */

const FlWorkArg *
fl_library_find_arg (const FlLibraryStep *step, guint position, const char *keyword)
{
  for (guint i = 0; i < step->n_args; i++)
    if (step->args[i].value.keyword == NULL ? i == position : strcmp (step->args[i].value.keyword, keyword) == 0)
      return &step->args[i];
  return NULL;
}

const FlWorkView *
fl_library_find_view (const FlLibraryStep *step, guint position, const char *keyword)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);
  return arg == NULL || arg->value.kind != FL_DATUM_TENSOR ? NULL : &arg->view;
}

const FlWorkView *
fl_library_find_tensor (const FlLibraryStep *step, guint position, const char *keyword, FlDtype dtype)
{
  const FlWorkView *view = fl_library_find_view (step, position, keyword);
  return view == NULL || view->dtype != dtype ? NULL : view;
}

gboolean
fl_library_find_int (const FlLibraryStep *step, guint position, const char *keyword, gint64 fallback, gint64 *value)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);
  const gboolean is_int = arg != NULL && (arg->value.kind == FL_DATUM_INT || arg->value.kind == FL_DATUM_BOOL);
  *value = is_int ? arg->value.integer : fallback;
  return is_int || arg == NULL || arg->value.kind == FL_DATUM_NONE;
}

double
fl_library_find_number (const FlLibraryStep *step, guint position, const char *keyword, double fallback)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);
  if (arg == NULL || (arg->value.kind != FL_DATUM_INT && arg->value.kind != FL_DATUM_FLOAT))
    return fallback;
  return arg->value.number;
}

gboolean
fl_library_find_ints (const FlLibraryStep *step, guint position, const char *keyword, gint64 *values, guint n)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);
  if (arg == NULL || arg->value.kind != FL_DATUM_LIST || arg->n_items == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    values[i] = arg->items[arg->n_items == 1 ? 0 : MIN (i, arg->n_items - 1)].value.integer;
  return TRUE;
}

float *
fl_library_get_floats (const FlWorkView *view)
{
  return (float *) view->bytes + view->offset;
}
