/* Prefetches of rows that elements are gathered from. See fl-pass-prefetch.c.
 *
 * Which elements of the next row an index picks is not known before that index is read. But a loop that picks about as
 * many elements as the row has touches nearly every cache line of the row, so that the row is asked for in order. The
 * processor's own prefetcher sees no order in a gather and stays idle. */
#include "fl-prefetch-private.h"

/* The only indirect symbol of the index, if each step of the index is one element; else NULL. */
static const FlSym *
find_indirect (const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *found = NULL;
  gint64 step;

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_sym_contains_kind (symbols->pdata[i], FL_SYM_INDIRECT))
      {
        if (found)
          return NULL;
        found = symbols->pdata[i];
      }
  return found && fl_sym_is_int (fl_sym_get_stride (index, found, &found, 1), &step) && step == 1 ? found : NULL;
}

const FlSym *
fl_prefetch_get_gathered_row (const FlPrefetcher *prefetcher, const FlSym *index, FlAxisId lanes)
{
  const FlLoopKernel *kernel = prefetcher->kernel;
  const FlPrefetchLevel *levels = (const FlPrefetchLevel *) prefetcher->levels->data;
  const guint n = prefetcher->levels->len;
  const FlSym *at = find_indirect (index), *row, *along;
  gint64 size, length, step;

  if (!at || n < 2 || fl_loop_get_whole (kernel, levels[n - 1].axis) != fl_loop_get_whole (kernel, lanes))
    return NULL;
  along = fl_sym_add (fl_loop_get_axis (kernel, levels[n - 1].axis)->var, fl_loop_get_axis (kernel, lanes)->var);
  row = fl_sym_substitute (index, &at, &along, 1);
  if (!fl_sym_is_int (fl_loop_get_value (kernel, fl_loop_find_indirect (kernel, at))->bound, &size)
      || !fl_sym_is_int (levels[n - 1].whole, &length) || length < size / 2
      || !fl_prefetch_get_step (kernel, row, lanes, &step) || step != 1
      || !fl_prefetch_get_step (kernel, row, levels[n - 2].axis, &step) || step < size)
    return NULL;
  return row;
}
