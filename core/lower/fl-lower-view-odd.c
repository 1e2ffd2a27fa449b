/* Lowerings of views by other arithmetic: given strides, diagonals, windows, flips, repeats, other dtypes. */
#include "fl-lower-table.h"

#include <string.h>

LOWERING (as_strided);
LOWERING (diagonal);
LOWERING (unfold);
LOWERING (rev);
LOWERING (repeat);
LOWERING (view_dtype);
LOWERING (inductor_force_stride_order);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* The memory of the argument, whatever view of it is given, seen with these strides. */
FlItem
lower_as_strided (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *base;
  guint n, n_strides;
  const FlSym **sizes = fl_lower_get_syms (low, "size", &n), **strides = fl_lower_get_syms (low, "stride", &n_strides);
  FlItem offset = fl_lower_get_arg (low, "storage_offset");
  const FlSym *start = offset.kind == FL_ITEM_SYM ? offset.sym : low->zero;

  if (box == NULL || n != n_strides)
    return nothing;
  if (offset.kind != FL_ITEM_SYM && box->view == FL_VIEW_REINTERPRET)
    start = box->offset;
  fl_realize_box (low, box, "as_strided sees its memory");
  base = fl_box_of_storage (low, box->storage);
  fl_box_decide_layout (low, base);
  base->dtype = box->dtype;
  base = fl_box_reinterpret (low, base, sizes, strides, n, start);
  return result (fl_aten_is_view_copy (low->node->op) ? fl_box_clone (low, base) : base);
}

FlItem
lower_diagonal (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem item = fl_lower_get_arg (low, "offset");
  const FlSym **sizes, **vars, **index, *offset = item.kind == FL_ITEM_SYM ? item.sym : low->zero;
  guint first, second, n = 0;

  if (box == NULL || !fl_lower_get_dim (low, "dim1", 0, box->n_dims, &first)
      || !fl_lower_get_dim (low, "dim2", 1, box->n_dims, &second) || low->node->value.kind != FL_VALUE_TENSOR)
    return nothing;
  sizes = (const FlSym **) low->node->value.tensor.sizes;
  vars = fl_box_get_view_vars (low, sizes, box->n_dims - 1);
  index = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  for (guint d = 0; d < box->n_dims; d++)
    if (d != first && d != second)
      index[d] = vars[n++];
  index[first] = fl_sym_add (vars[n], fl_sym_max (fl_sym_neg (offset), low->zero));
  index[second] = fl_sym_add (vars[n], fl_sym_max (offset, low->zero));
  return result (fl_box_lazy (low, box, sizes, box->n_dims - 1, index));
}

FlItem
lower_unfold (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem size = fl_lower_get_arg (low, "size"), step = fl_lower_get_arg (low, "step");
  const FlSym **sizes, **vars, **index;
  gint64 old_size;
  guint dim;

  if (box == NULL || size.kind != FL_ITEM_SYM || step.kind != FL_ITEM_SYM
      || fl_sym_known (FL_SYM_LT, step.sym, low->one) || box->n_dims == 0
      || !fl_lower_get_dim (low, "dimension", 0, box->n_dims, &dim))
    return nothing;
  sizes = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  memcpy (sizes, box->sizes, box->n_dims * sizeof *sizes);
  sizes[dim] = fl_sym_add_int (fl_sym_floor_div (fl_sym_sub (box->sizes[dim], size.sym), step.sym), 1);
  sizes[box->n_dims] = size.sym;
  old_size = fl_sym_hint (box->sizes[dim]);
  if (old_size > 0)
    fl_realize_mark_reuse (low, box, (fl_sym_hint (sizes[dim]) * fl_sym_hint (size.sym) + old_size - 1) / old_size,
                           TRUE, "overlapping windows of it are read");
  vars = fl_box_get_view_vars (low, sizes, box->n_dims + 1);
  index = fl_arena_memdup (low->arena, vars, box->n_dims * sizeof *vars);
  index[dim] = fl_sym_add (fl_sym_mul (vars[dim], step.sym), vars[box->n_dims]);
  return result (fl_box_lazy (low, box, sizes, box->n_dims + 1, index));
}

/* flip: from the last element to the first. */
FlItem
lower_rev (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint n;
  const FlSym **dims = fl_lower_get_syms (low, "dims", &n), **vars;

  if (box == NULL)
    return nothing;
  vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);
  for (guint i = 0; i < n; i++)
    {
      guint dim;

      if (!fl_lower_check_dim (low, fl_sym_hint (dims[i]), box->n_dims, &dim))
        return nothing;
      vars[dim] = fl_sym_sub (fl_sym_add_int (box->sizes[dim], -1), vars[dim]);
    }
  return result (
      fl_box_pointwise (low, box->device, box->dtype, box->sizes, box->n_dims, fl_box_load (low, box, vars)));
}

static const FlSym *
wrap_repeated (FlLowering *low, const FlSym *var, const FlSym *old_size, const FlSym *repeats)
{
  if (fl_sym_is_int_value (repeats, 1))
    return var;
  return fl_sym_is_int_value (old_size, 1) ? low->zero : fl_sym_mod_index (var, low->one, old_size);
}

FlItem
lower_repeat (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint n;
  const FlSym **repeats = fl_lower_get_syms (low, "repeats", &n), **sizes, **vars;
  gboolean is_expand = TRUE;
  gint64 times = 1;

  if (box == NULL || box->n_dims > n) /* no fewer repeats than dimensions */
    return nothing;
  while (box->n_dims < n)
    box = fl_box_unsqueeze (low, box, 0);
  sizes = fl_arena_new (low->arena, const FlSym *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      sizes[i] = fl_sym_mul (box->sizes[i], repeats[i]);
      is_expand &= fl_sym_is_int_value (repeats[i], 1) || fl_sym_is_int_value (box->sizes[i], 1);
      times *= fl_sym_hint (repeats[i]);
    }
  if (is_expand && times > 0)
    return result (fl_box_clone (low, fl_box_expand (low, box, sizes, n, FALSE)));
  fl_realize_mark_reuse (low, box, times, TRUE, "it is repeated");
  vars = fl_box_get_vars (low, "i", sizes, n);
  for (guint i = 0; i < n; i++)
    vars[i] = wrap_repeated (low, vars[i], box->sizes[i], repeats[i]);
  return result (fl_box_pointwise (low, box->device, box->dtype, sizes, n, fl_box_load (low, box, vars)));
}

/* Bytes seen as another dtype of the same size; other sizes are left to the library. */
FlItem
lower_view_dtype (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlDtype dtype = fl_lower_get_dtype (low, "dtype", box != NULL ? box->dtype : FL_DTYPE_F32);
  const FlSym **vars;

  if (box == NULL || dtype == box->dtype)
    return result (box);
  if (fl_dtype_get_size_bytes (dtype) != fl_dtype_get_size_bytes (box->dtype) || fl_dtype_is_complex (dtype)
      || fl_dtype_is_complex (box->dtype))
    return fl_lower_fallback (low);
  if (low->is_written[low->id.index]) /* bits of a value of its own would miss what is written */
    fl_realize_box (low, box, "it is written, and seen as another dtype");
  if (fl_box_is_storage_and_layout (box))
    {
      FlLayout layout;
      FlBox *shown;

      fl_box_decide_layout (low, box);
      layout = fl_box_get_layout (box);
      shown = fl_box_reinterpret (low, box, layout.sizes, layout.strides, layout.n_dims, layout.offset);
      shown->dtype = dtype;
      return result (shown);
    }
  vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);
  return result (fl_box_pointwise (low, box->device, dtype, box->sizes, box->n_dims,
                                   fl_expr_bitcast (low->pool, fl_box_load (low, box, vars), dtype)));
}

/* Strides in the order of the ones given. */
FlItem
lower_inductor_force_stride_order (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  guint n;
  const FlSym **strides = fl_lower_get_syms (low, "stride", &n);

  if (box == NULL || n != box->n_dims)
    return nothing;
  return result (fl_require_stride_order (low, box, fl_stride_order (low, strides, n), FALSE));
}
