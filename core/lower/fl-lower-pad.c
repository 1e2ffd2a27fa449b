/* Lowerings that put a tensor into a larger one: padding, slice_scatter, select_scatter (torch/_inductor/lowering.py).
 */
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <string.h>

LOWERING (constant_pad_nd);
LOWERING (select_scatter);
LOWERING (slice_scatter);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

static const FlExpr *
join_mask (FlLowering *low, const FlExpr *mask, const FlExpr *other)
{
  return mask == NULL ? other : fl_expr_op2 (low->pool, FL_SCALAR_AND, mask, other);
}

/* position >= bound, position < bound: over integers of the loop. */
const FlExpr *
fl_mask_compare (FlLowering *low, FlScalar op, const FlSym *position, const FlSym *bound)
{
  return fl_expr_op2 (low->pool, op, fl_expr_scope (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, position)),
                      fl_expr_scope (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, bound)));
}

/* --- padding ---------------------------------------------------------------------------------- */

/* Padding on the right of one dimension, on a GPU: a concatenation, with its rules. */
static gboolean
find_right_pad (FlLowering *low, const FlBox *box, const FlSym *const *pads, guint n, guint *dim, gint64 *amount)
{
  gboolean is_found = FALSE;

  if (fl_box_is_on_cpu (box) || !fl_options_has (low->options, FL_RULE_PAD_BY_CAT))
    return FALSE;
  for (guint i = 0; i + 1 < n; i += 2)
    {
      gint64 left, right;

      if (!fl_sym_is_int (pads[i], &left) || !fl_sym_is_int (pads[i + 1], &right) || left != 0 || right < 0
          || (right > 0 && is_found))
        return FALSE;
      if (right > 0)
        {
          *dim = box->n_dims - 1 - i / 2;
          *amount = right;
          is_found = TRUE;
        }
    }
  return is_found;
}

static FlBox *
pad_right (FlLowering *low, FlBox *box, guint dim, gint64 amount, FlItem fill)
{
  const FlSym **sizes = fl_arena_memdup (low->arena, box->sizes, box->n_dims * sizeof *sizes);
  FlItem items[2];

  sizes[dim] = fl_sym_int (low->symbols, amount);
  items[0] = result (box);
  items[1] = result (fl_box_full (low, &fill, box->dtype, box->device, sizes, box->n_dims));
  return fl_box_concatenate (low, items, 2, dim);
}

FlItem
lower_constant_pad_nd (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlItem fill = fl_lower_get_arg (low, "value");
  guint n, dim = 0;
  const FlSym **pads = fl_lower_get_syms (low, "pad", &n), **sizes, **vars, **index;
  const FlExpr *mask = NULL, *value;
  gboolean is_padded = FALSE;
  gint64 amount = 0;

  if (box == NULL)
    return nothing;
  if (n % 2 != 0 || n / 2 > box->n_dims)
    return fl_lower_fail (low, FL_ERROR_GRAPH, "%u numbers pad no tensor of %u dimensions", n, box->n_dims);
  for (guint i = 0; i < n; i++)
    is_padded |= !fl_sym_is_int_value (pads[i], 0);
  if (!is_padded)
    return result (fl_box_clone (low, box));
  if (fill.kind == FL_ITEM_NONE)
    fill = fl_item_of_number (0);
  if (find_right_pad (low, box, pads, n, &dim, &amount))
    return result (pad_right (low, box, dim, amount, fill));
  sizes = fl_arena_memdup (low->arena, box->sizes, box->n_dims * sizeof *sizes);
  for (guint i = 0; i + 1 < n; i += 2)
    sizes[box->n_dims - 1 - i / 2] = fl_sym_add (sizes[box->n_dims - 1 - i / 2], fl_sym_add (pads[i], pads[i + 1]));
  vars = fl_box_get_vars (low, "i", sizes, box->n_dims);
  index = fl_arena_memdup (low->arena, vars, box->n_dims * sizeof *vars);
  for (guint d = box->n_dims - n / 2; d < box->n_dims; d++)
    {
      const FlSym *before = pads[2 * (box->n_dims - 1 - d)], *after = pads[2 * (box->n_dims - 1 - d) + 1];

      index[d] = fl_sym_sub (vars[d], before);
      if (!fl_sym_is_int_value (before, 0))
        mask = join_mask (low, mask, fl_mask_compare (low, FL_SCALAR_GE, index[d], low->zero));
      if (!fl_sym_is_int_value (after, 0))
        mask = join_mask (low, mask, fl_mask_compare (low, FL_SCALAR_LT, index[d], box->sizes[d]));
    }
  if (fill.kind == FL_ITEM_SYM && !fl_sym_is_int (fill.sym, &amount)) /* comes with the call */
    value = fl_expr_where (low->pool, mask, fl_expr_masked (low->pool, mask, fl_box_load (low, box, index), 0),
                           fl_expr_to_dtype (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, fill.sym), box->dtype));
  else
    value = fl_expr_masked (low->pool, mask, fl_box_load (low, box, index),
                            fill.kind == FL_ITEM_SYM ? (double) amount : fill.number);
  return result (fl_box_pointwise (low, box->device, box->dtype, sizes, box->n_dims, value));
}

/* --- a slice or an element replaced ----------------------------------------------------------- */

FlItem
lower_select_scatter (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *source = fl_lower_get_arg (low, "src").box;
  FlItem position = fl_lower_get_arg (low, "index");
  const FlSym **vars;
  const FlExpr *is_there, *new_value;
  guint dim;

  if (box == NULL || source == NULL || position.kind != FL_ITEM_SYM
      || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim) || source->n_dims + 1 != box->n_dims)
    return nothing;
  source = fl_box_to_dtype (low, source, box->dtype);
  position.sym = fl_lower_wrap (low, position.sym, box->sizes[dim]);
  source = fl_box_expand (low, fl_box_unsqueeze (low, source, dim), box->sizes, box->n_dims, TRUE);
  vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);
  is_there = fl_expr_op2 (low->pool, FL_SCALAR_EQ, fl_expr_index (low->pool, FL_DTYPE_I32, vars[dim]),
                          fl_expr_index (low->pool, FL_DTYPE_I32, position.sym));
  is_there = fl_expr_scope (low->pool, is_there); /* computed before both are read */
  new_value = fl_box_load (low, source, vars);
  return result (fl_box_pointwise (low, box->device, box->dtype, box->sizes, box->n_dims,
                                   fl_expr_where (low->pool, is_there, new_value, fl_box_load (low, box, vars))));
}

FlItem
lower_slice_scatter (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *source = fl_lower_get_arg (low, "src").box;
  gint64 step = fl_lower_get_int (low, "step", 1);
  const FlSym *start, *end, **sizes, **vars, **index, *shifted;
  const FlExpr *mask = NULL, *position, *new_value;
  guint dim;

  if (box == NULL || source == NULL || step < 1 || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim)
      || source->n_dims > box->n_dims)
    return nothing;
  fl_lower_get_slice (low, box->sizes[dim], step, source->n_dims == box->n_dims ? source->sizes[dim] : NULL, &start,
                      &end);
  source = fl_box_to_dtype (low, source, box->dtype);
  sizes = fl_arena_memdup (low->arena, box->sizes, box->n_dims * sizeof *sizes);
  sizes[dim] = fl_size_of_slice (low, start, end, step);
  source = fl_box_expand (low, source, sizes, box->n_dims, FALSE);
  vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);
  index = fl_arena_memdup (low->arena, vars, box->n_dims * sizeof *vars);
  shifted = fl_sym_sub (vars[dim], start);
  index[dim] = fl_sym_floor_div (shifted, fl_sym_int (low->symbols, step));
  position = fl_expr_index (low->pool, FL_DTYPE_I64, vars[dim]);
  if (!fl_sym_is_int_value (start, 0))
    mask = fl_expr_op2 (low->pool, FL_SCALAR_GE, position, fl_expr_index (low->pool, FL_DTYPE_I64, start));
  if (!fl_sym_known_equal (end, box->sizes[dim]))
    mask = join_mask (low, mask,
                      fl_expr_op2 (low->pool, FL_SCALAR_LT, position, fl_expr_index (low->pool, FL_DTYPE_I64, end)));
  if (step != 1)
    mask
        = join_mask (low, mask,
                     fl_expr_op2 (low->pool, FL_SCALAR_EQ,
                                  fl_expr_index (low->pool, FL_DTYPE_I64,
                                                 fl_sym_mod_index (shifted, low->one, fl_sym_int (low->symbols, step))),
                                  fl_expr_constant_int (low->pool, FL_DTYPE_I64, 0)));
  new_value = fl_box_load (low, source, index);
  if (mask != NULL)
    {
      const FlExpr *masked = box->dtype == FL_DTYPE_BOOL ? fl_expr_masked_int (low->pool, mask, new_value, 0)
                                                         : fl_expr_masked (low->pool, mask, new_value, 0);

      new_value = fl_expr_where (low->pool, mask, masked, fl_box_load (low, box, vars));
    }
  return result (fl_box_pointwise (low, box->device, box->dtype, box->sizes, box->n_dims, new_value));
}
