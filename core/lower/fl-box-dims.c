/* Views over fewer or more dimensions: of size 1 they come and go, and one position of a dimension
 * is taken. */
#include <string.h>

#include "fl-lowering.h"

FlBox *
fl_box_unsqueeze (FlLowering *low, FlBox *box, guint dim)
{
  const FlSym **sizes = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);

  memcpy (sizes, box->sizes, dim * sizeof *sizes);
  sizes[dim] = low->one;
  memcpy (sizes + dim + 1, box->sizes + dim, (box->n_dims - dim) * sizeof *sizes);
  return fl_box_reshape (low, box, sizes, box->n_dims + 1);
}

FlBox *
fl_box_squeeze (FlLowering *low, FlBox *box, const gboolean *is_squeezed)
{
  const FlSym **sizes = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  FlLayout layout = { 0 };
  gboolean is_laid_out = is_squeezed == NULL && fl_box_is_storage_and_layout (box);
  guint n = 0;

  if (is_laid_out)
    {
      fl_box_decide_layout (low, box);
      layout = fl_box_get_layout (box);
    }
  for (guint i = 0; i < box->n_dims; i++)
    if (!fl_sym_is_int_value (box->sizes[i], 1) || (is_squeezed != NULL && !is_squeezed[i]))
      {
        strides[n] = is_laid_out ? layout.strides[i] : NULL;
        sizes[n++] = box->sizes[i];
      }
  if (is_laid_out)
    return fl_box_reinterpret (low, box, sizes, strides, n, layout.offset);
  return n == box->n_dims ? box : fl_box_reshape (low, box, sizes, n);
}

FlBox *
fl_box_select (FlLowering *low, FlBox *box, guint dim, const FlSym *position)
{
  FlBox *slice = box;
  gboolean *is_squeezed = fl_arena_new (low->arena, gboolean, box->n_dims + 1);

  if (!fl_sym_is_int_value (box->sizes[dim], 1) || !fl_sym_is_int_value (position, 0))
    slice = fl_box_slice (low, box, dim, position, low->one, 1);
  is_squeezed[dim] = TRUE;
  return fl_box_squeeze (low, slice, is_squeezed);
}
