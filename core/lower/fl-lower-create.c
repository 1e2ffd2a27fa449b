/* Lowerings of tensors made of nothing (full, arange, empty), of integers of sizes, and of what computes nothing. */
#include "fl-lower-table.h"

LOWERING (full);
LOWERING (full_like);
LOWERING (fill);
LOWERING (fill_);
LOWERING (empty);
LOWERING (iota);
LOWERING (arange);
LOWERING (linspace);
LOWERING (symbolic);
LOWERING (item);
LOWERING (getitem);
LOWERING (nothing);
LOWERING (alias);
LOWERING (wait_tensor);

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

static const FlItem nothing = { .kind = FL_ITEM_NONE };

/* The annotated value of the node says shape, dtype and device best. */
static gboolean
get_shape (FlLowering *low, FlTensor *tensor)
{
  if (low->node->value.kind != FL_VALUE_TENSOR)
    {
      fl_lower_fail (low, FL_ERROR_GRAPH, "its shape and dtype are not known");
      return FALSE;
    }
  *tensor = low->node->value.tensor;
  tensor->device = fl_lower_map_device (low, fl_lower_get_device (low, "device", tensor->device));
  return TRUE;
}

static FlItem
get_fill_value (FlLowering *low)
{
  const char *name = low->node->target;
  FlItem value = fl_lower_get_arg (low, "fill_value");

  if (value.kind == FL_ITEM_NONE)
    value = fl_lower_get_arg (low, "value");
  if (value.kind == FL_ITEM_NONE)
    value = fl_lower_get_arg (low, "s");
  if (value.kind == FL_ITEM_NONE)
    value = fl_item_of_int (low, g_strrstr (name, "ones") != NULL);
  return value;
}

FlItem
lower_full (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem value = get_fill_value (low);
  FlTensor tensor;

  if (!get_shape (low, &tensor))
    return nothing;
  return result (fl_box_full (low, &value, tensor.dtype, tensor.device, tensor.sizes, tensor.n_dims));
}

FlItem
lower_full_like (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_full (low, row, scalar);
}

FlItem
lower_fill (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_full (low, row, scalar);
}

FlItem
lower_fill_ (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *self = fl_lower_get_input (low);
  FlItem value = get_fill_value (low);

  if (self == NULL)
    return nothing;
  return result (fl_realize_mutate_to (low, self,
                                       fl_box_full (low, &value, self->dtype, self->device, self->sizes, self->n_dims),
                                       TRUE));
}

FlBox *
fl_box_empty (FlLowering *low, FlDtype dtype, FlDevice device, const FlSym *const *sizes, guint n,
              const FlSym *const *strides)
{
  FlItem value = fl_item_of_int (low, 0);
  FlBox *box = fl_box_full (low, &value, dtype, device, sizes, n);
  FlRecord *record = fl_realize_box (low, box, "it is memory without a value");

  record->buffer.kind = FL_BUFFER_NOP;
  record->loops = NULL;
  record->buffer.loops = NULL;
  fl_record_freeze (low, record, strides != NULL ? strides : fl_strides_contiguous (low, sizes, n),
                    "it was asked for so");
  return box;
}

FlItem
lower_empty (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlTensor tensor;

  if (!get_shape (low, &tensor))
    return nothing;
  return result (fl_box_empty (low, tensor.dtype, tensor.device, tensor.sizes, tensor.n_dims, tensor.strides));
}

/* --- arithmetic progressions ------------------------------------------------------------------ */

static FlItem
make_progression (FlLowering *low, const FlSym *start, const FlSym *step)
{
  FlTensor tensor;
  const FlSym **vars;

  if (!get_shape (low, &tensor))
    return nothing;
  vars = fl_box_get_vars (low, "i", tensor.sizes, tensor.n_dims);
  return result (
      fl_box_pointwise (low, tensor.device, tensor.dtype, tensor.sizes, tensor.n_dims,
                        fl_expr_index (low->pool, tensor.dtype, fl_sym_add (fl_sym_mul (step, vars[0]), start))));
}

FlItem
lower_iota (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem start = fl_lower_get_arg (low, "start"), step = fl_lower_get_arg (low, "step");

  return make_progression (low, start.kind == FL_ITEM_SYM ? start.sym : low->zero,
                           step.kind == FL_ITEM_SYM ? step.sym : low->one);
}

/* start + step * i with a start or a step that is no integer. */
static FlItem
make_float_progression (FlLowering *low, double start, double step)
{
  FlTensor tensor;
  const FlSym **vars;
  const FlExpr *value;

  if (!get_shape (low, &tensor))
    return nothing;
  vars = fl_box_get_vars (low, "i", tensor.sizes, tensor.n_dims);
  value = fl_expr_to_dtype (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, vars[0]), tensor.dtype);
  value = fl_expr_op2 (low->pool, FL_SCALAR_MUL, value, fl_expr_constant (low->pool, tensor.dtype, step));
  value = fl_expr_op2 (low->pool, FL_SCALAR_ADD, value, fl_expr_constant (low->pool, tensor.dtype, start));
  return result (fl_box_pointwise (low, tensor.device, tensor.dtype, tensor.sizes, tensor.n_dims, value));
}

FlItem
lower_arange (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem start = fl_lower_get_arg (low, "start"), step = fl_lower_get_arg (low, "step");

  if ((start.kind == FL_ITEM_SYM && fl_sym_is_real (start.sym))
      || (step.kind == FL_ITEM_SYM && fl_sym_is_real (step.sym)))
    return fl_lower_fallback (low);
  if (start.kind == FL_ITEM_FLOAT || step.kind == FL_ITEM_FLOAT)
    return make_float_progression (low, fl_lower_get_float (low, "start", 0), fl_lower_get_float (low, "step", 1));
  return lower_iota (low, row, scalar);
}

FlItem
lower_linspace (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  double start = fl_lower_get_float (low, "start", 0), end = fl_lower_get_float (low, "end", 1);
  gint64 steps = fl_lower_get_int (low, "steps", 1);

  if (fl_lower_is_symbolic (low, "start") || fl_lower_is_symbolic (low, "end") || fl_lower_is_symbolic (low, "steps"))
    return fl_lower_fallback (low);
  return make_float_progression (low, start, steps > 1 ? (end - start) / (double) (steps - 1) : 0);
}

/* --- integers, tuples, nothing ---------------------------------------------------------------- */

FlItem
lower_symbolic (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlValue *value = &low->node->value;

  if (value->kind == FL_VALUE_SYM || value->kind == FL_VALUE_BOOL || value->kind == FL_VALUE_FLOAT)
    return value->sym != NULL ? (FlItem) { .kind = FL_ITEM_SYM, .sym = value->sym } : nothing;
  if (low->node->n_users == 0)
    return nothing;
  if (value->kind == FL_VALUE_TENSOR)
    return fl_lower_fail (
        low, FL_ERROR_UNSUPPORTED,
        "Python's operators on tensors have no lowering: open a graph of aten operators, as torch.export or "
        "AOTAutograd make it");
  return fl_lower_fail (low, FL_ERROR_GRAPH, "the value of this integer is not known");
}

FlItem
lower_item (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  if (box != NULL)
    fl_realize_input (low, box);
  return low->node->n_users > 0 ? lower_symbolic (low, row, scalar) : nothing;
}

FlItem
lower_getitem (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem list = fl_lower_get_nth (low, 0), index = fl_lower_get_nth (low, 1);
  gint64 position;

  if (list.kind == FL_ITEM_NONE)
    return nothing;
  if (list.kind != FL_ITEM_LIST || index.kind != FL_ITEM_SYM || !fl_sym_is_int (index.sym, &position))
    return fl_lower_fail (low, FL_ERROR_GRAPH, "an element is taken of what is no tuple");
  if (position < 0)
    position += list.n_items;
  if (position < 0 || position >= list.n_items)
    return fl_lower_fail (low, FL_ERROR_GRAPH, "element %d of a tuple of %u", (int) position, list.n_items);
  return list.items[position];
}

FlItem
lower_nothing (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return nothing;
}

FlItem
lower_alias (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return fl_lower_get_nth (low, 0);
}

FlItem
lower_wait_tensor (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return fl_lower_get_nth (low, 0);
}
