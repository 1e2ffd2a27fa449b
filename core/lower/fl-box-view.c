/* Views: reinterpretations of a buffer's memory where there is a buffer, lazy index arithmetic where there is none yet.
 */
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <string.h>

FlBox *
fl_box_reinterpret (FlLowering *low, const FlBox *base, const FlSym *const *sizes, const FlSym *const *strides, guint n,
                    const FlSym *offset)
{
  FlBox *box = fl_arena_new (low->arena, FlBox, 1);

  *box = (FlBox) {
    .storage = base->storage,
    .view = FL_VIEW_REINTERPRET,
    .device = base->device,
    .dtype = base->dtype,
    .n_dims = n,
    .sizes = fl_arena_memdup (low->arena, sizes, n * sizeof *sizes),
    .strides = fl_arena_memdup (low->arena, strides, n * sizeof *strides),
    .offset = offset,
    .origins = low->origins,
  };
  return box;
}

const FlSym **
fl_box_get_view_vars (FlLowering *low, const FlSym *const *sizes, guint n)
{
  const FlSym **vars = fl_arena_new (low->arena, const FlSym *, n + 1);

  for (guint i = 0; i < n; i++)
    vars[i] = fl_sym_open_var (low->symbols, fl_intern_printf ("v%u", i), sizes[i]);
  return vars;
}

FlBox *
fl_box_lazy (FlLowering *low, const FlBox *base, const FlSym *const *sizes, guint n, const FlSym *const *index)
{
  FlBox *box = fl_arena_new (low->arena, FlBox, 1);
  guint n_base = base->n_dims;
  const FlSym **reindex = fl_arena_memdup (low->arena, index, n_base * sizeof *index);

  g_assert (base->view != FL_VIEW_REINTERPRET || base->storage->record != NULL);
  *box = (FlBox) {
    .storage = base->storage,
    .view = FL_VIEW_LAZY,
    .device = base->device,
    .dtype = base->dtype,
    .n_dims = n,
    .sizes = fl_arena_memdup (low->arena, sizes, n * sizeof *sizes),
    .vars = fl_box_get_view_vars (low, sizes, n),
    .reindex = reindex,
    .origins = fl_origins_join (low->arena, fl_origins_of_box (base), low->origins),
  };
  if (base->view == FL_VIEW_NONE)
    return box;
  if (base->view == FL_VIEW_LAZY)
    {
      guint n_storage = base->storage->record != NULL ? base->storage->record->buffer.layout.n_dims
                                                      : base->storage->loops->n_ranges;
      const FlSym **through = fl_arena_new (low->arena, const FlSym *, n_storage + 1);

      for (guint i = 0; i < n_storage; i++)
        through[i] = fl_sym_substitute (base->reindex[i], base->vars, reindex, n_base);
      box->reindex = through;
      return box;
    }
  /* A lazy view over a reinterpretation: over a storage of its own that shows the same memory so. */
  {
    FlStorage *shown = fl_storage_new (low);
    FlRecord *record = fl_arena_memdup (low->arena, base->storage->record, sizeof (FlRecord));

    record->buffer.layout = fl_box_get_layout (base);
    record->loops = NULL;
    record->stride_symbols = NULL;
    record->readers = NULL;
    shown->record = record;
    box->storage = shown;
  }
  return box;
}

/* --- expand ----------------------------------------------------------------------------------- */

static gboolean
is_one (const FlSym *size)
{
  return fl_sym_is_int_value (size, 1);
}

/* What moves along a dimension when it grows to `to`: nothing where it has one element, which may be known only when
 * the kernel runs. */
static const FlSym *
step_along (FlLowering *low, const FlSym *size, const FlSym *to, const FlSym *step)
{
  if (is_one (size))
    return low->zero;
  if (fl_sym_known_equal (size, to) || fl_sym_known (FL_SYM_NE, size, low->one))
    return step;
  return fl_sym_select (fl_sym_rel (FL_SYM_EQ, size, low->one), low->zero, step);
}

static FlBox *
expand_reinterpreted (FlLowering *low, FlBox *box, const FlSym *const *sizes, guint n)
{
  guint skip = n - box->n_dims;
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, n + 1);
  FlLayout layout;

  fl_box_decide_layout (low, box);
  layout = fl_box_get_layout (box);
  for (guint i = 0; i < n; i++)
    strides[i] = i < skip ? low->zero : step_along (low, layout.sizes[i - skip], sizes[i], layout.strides[i - skip]);
  return fl_box_reinterpret (low, box, sizes, strides, n, layout.offset);
}

/* sizes may hold -1: the size as it is. graph_fanout: readers would compute the value anew at every position. */
FlBox *
fl_box_expand (FlLowering *low, FlBox *box, const FlSym *const *wanted, guint n, gboolean graph_fanout)
{
  const FlSym **sizes = fl_arena_memdup (low->arena, wanted, n * sizeof *wanted);
  const FlSym **index = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  const FlSym **vars;
  gint64 old_numel = 1, new_numel = 1;

  if (n < box->n_dims)
    {
      fl_lower_fail (low, FL_ERROR_SHAPE, "a tensor of %u dimensions cannot be expanded to %u", box->n_dims, n);
      return box;
    }
  for (guint i = 0; i < n; i++)
    if (fl_sym_is_int_value (sizes[i], -1) && i >= n - box->n_dims)
      sizes[i] = box->sizes[i - (n - box->n_dims)];
  if (fl_sizes_equal (box->sizes, box->n_dims, sizes, n))
    return box;
  for (guint i = 0; i < box->n_dims; i++)
    old_numel *= fl_sym_hint (box->sizes[i]);
  for (guint i = 0; i < n; i++)
    new_numel *= fl_sym_hint (sizes[i]);
  if (old_numel > 0)
    fl_realize_mark_reuse (low, box, new_numel / old_numel,
                           graph_fanout || !fl_options_has (low->options, FL_RULE_EXPAND_IS_NO_REUSE),
                           "it is broadcast");
  if (fl_box_is_storage_and_layout (box))
    return expand_reinterpreted (low, box, sizes, n);
  vars = fl_box_get_view_vars (low, sizes, n);
  for (guint i = 0; i < box->n_dims; i++)
    index[i] = step_along (low, box->sizes[i], sizes[n - box->n_dims + i], vars[n - box->n_dims + i]);
  return fl_box_lazy (low, box, sizes, n, index);
}

/* --- permute, slice --------------------------------------------------------------------------- */

FlBox *
fl_box_permute (FlLowering *low, FlBox *box, const guint *dims)
{
  guint n = box->n_dims;
  const FlSym **sizes = fl_arena_new (low->arena, const FlSym *, n + 1);
  const FlSym **other = fl_arena_new (low->arena, const FlSym *, n + 1);
  const FlSym **vars;

  for (guint i = 0; i < n; i++)
    sizes[i] = box->sizes[dims[i]];
  if (fl_box_is_storage_and_layout (box))
    {
      FlLayout layout;

      fl_box_decide_layout (low, box);
      layout = fl_box_get_layout (box);
      for (guint i = 0; i < n; i++)
        other[i] = layout.strides[dims[i]];
      return fl_box_reinterpret (low, box, sizes, other, n, layout.offset);
    }
  vars = fl_box_get_view_vars (low, sizes, n);
  for (guint i = 0; i < n; i++)
    other[dims[i]] = vars[i];
  return fl_box_lazy (low, box, sizes, n, other);
}

const FlSym *
fl_size_of_slice (FlLowering *low, const FlSym *start, const FlSym *end, gint64 step)
{
  return fl_sym_ceil_div (fl_sym_sub (end, start), fl_sym_int (low->symbols, step));
}

FlBox *
fl_box_slice (FlLowering *low, FlBox *box, guint dim, const FlSym *start, const FlSym *size, gint64 step)
{
  guint n = box->n_dims;
  const FlSym **sizes = fl_arena_memdup (low->arena, box->sizes, n * sizeof *sizes);
  const FlSym **other = fl_arena_new (low->arena, const FlSym *, n + 1);
  const FlSym **vars;

  sizes[dim] = size;
  if (fl_box_is_storage_and_layout (box))
    {
      FlLayout layout;

      fl_box_decide_layout (low, box);
      layout = fl_box_get_layout (box);
      memcpy (other, layout.strides, n * sizeof *other);
      other[dim] = fl_sym_mul_int (other[dim], step);
      return fl_box_reinterpret (low, box, sizes, other, n,
                                 fl_sym_add (layout.offset, fl_sym_mul (layout.strides[dim], start)));
    }
  vars = fl_box_get_view_vars (low, sizes, n);
  memcpy (other, vars, n * sizeof *other);
  other[dim] = fl_sym_add (fl_sym_mul_int (vars[dim], step), start);
  return fl_box_lazy (low, box, sizes, n, other);
}
