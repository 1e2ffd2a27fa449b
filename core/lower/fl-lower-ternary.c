/* Lowerings of pointwise operators with three operands or with bounds, and of casts (torch/_inductor/lowering.py). */
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

LOWERING (clamp);
LOWERING (where);
LOWERING (masked_fill);
LOWERING (addcmul);
LOWERING (addcdiv);
LOWERING (fma);
LOWERING (convert_element_type);
LOWERING (to_copy);
LOWERING (device_put);
LOWERING (clone);
LOWERING (realize);
LOWERING (store);
LOWERING (copy);
LOWERING (copy_);

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* --- bounds ----------------------------------------------------------------------------------- */

FlItem
lower_clamp (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem value = fl_lower_get_nth (low, 0), minimum = fl_lower_get_nth (low, 1), maximum = fl_lower_get_nth (low, 2);

  if (minimum.kind != FL_ITEM_NONE)
    value = result (fl_box_binary (low, FL_SCALAR_MAXIMUM, value, minimum));
  if (maximum.kind != FL_ITEM_NONE)
    value = result (fl_box_binary (low, FL_SCALAR_MINIMUM, value, maximum));
  return value;
}

/* --- choice ----------------------------------------------------------------------------------- */

static const FlExpr *
apply_where (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  return fl_expr_where (low->pool, values[0], values[1], values[2]);
}

/* condition ? a : b; numbers become constants of the result's dtype. */
FlBox *
fl_box_where (FlLowering *low, FlItem condition, FlItem a, FlItem b)
{
  FlItem values[] = { a, b };
  FlDtype dtype = fl_promote_items (values, 2, FL_PROMOTE_DEFAULT);
  FlItem items[3];

  fl_promote_to (low, values, 2, dtype);
  items[0] = condition;
  items[1] = values[0];
  items[2] = values[1];
  if (condition.kind == FL_ITEM_BOX && condition.box->dtype != FL_DTYPE_BOOL)
    items[0].box = fl_box_to_dtype (low, condition.box, FL_DTYPE_BOOL);
  for (guint i = 1; i < 3; i++)
    if (items[i].kind != FL_ITEM_BOX)
      items[i] = result (fl_box_full (low, &items[i], dtype, condition.box->device, NULL, 0));
  fl_broadcast_items (low, items, 3);
  return fl_make_pointwise (low, apply_where, NULL, items, 3, dtype);
}

FlItem
lower_where (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return result (fl_box_where (low, fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1), fl_lower_get_nth (low, 2)));
}

FlItem
lower_masked_fill (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem self = fl_lower_get_nth (low, 0), value = fl_lower_get_nth (low, 2);

  if (value.kind != FL_ITEM_BOX)
    value = result (fl_box_full (low, &value, self.box->dtype, self.box->device, NULL, 0));
  value.box = fl_box_to_dtype (low, value.box, self.box->dtype);
  return result (fl_box_where (low, fl_lower_get_nth (low, 1), value, self));
}

/* --- products and sums ------------------------------------------------------------------------ */

typedef struct
{
  FlItem value; /* the factor; NONE: 1 */
  FlScalar op;  /* MUL or TRUEDIV */
  gboolean use_fma;
} Scaled;

static const FlExpr *
apply_scaled (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  const Scaled *scaled = data;
  const FlExpr *inner, *factor;
  gboolean is_one = scaled->value.kind == FL_ITEM_NONE
                    || (scaled->value.kind == FL_ITEM_SYM && fl_sym_is_int_value (scaled->value.sym, 1))
                    || (scaled->value.kind == FL_ITEM_FLOAT && scaled->value.number == 1);

  if (is_one && scaled->use_fma && scaled->op == FL_SCALAR_MUL)
    return fl_expr_op3 (low->pool, FL_SCALAR_FMA, values[1], values[2], values[0]);
  inner = fl_expr_op2 (low->pool,
                       !scaled->use_fma              ? scaled->op
                       : scaled->op == FL_SCALAR_MUL ? FL_SCALAR_MUL_RN
                                                     : FL_SCALAR_DIV_RN,
                       values[1], values[2]);
  if (is_one && scaled->op == FL_SCALAR_TRUEDIV)
    return fl_expr_op2 (low->pool, FL_SCALAR_ADD, values[0], inner);
  factor = is_one ? fl_expr_constant_int (low->pool, values[0]->dtype, 1)
                  : fl_item_to_constant (low, &scaled->value, values[0]->dtype);
  if (scaled->use_fma)
    return fl_expr_op3 (low->pool, FL_SCALAR_FMA, factor, inner, values[0]);
  return fl_expr_op2 (low->pool, FL_SCALAR_ADD, values[0], fl_expr_op2 (low->pool, FL_SCALAR_MUL, factor, inner));
}

static FlItem
lower_scaled (FlLowering *low, FlScalar op)
{
  FlItem items[] = { fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1), fl_lower_get_nth (low, 2) };
  Scaled scaled = { fl_lower_get_arg (low, "value"), op, FALSE };
  FlDtype dtype = fl_promote_items (items, 3, op == FL_SCALAR_MUL ? FL_PROMOTE_DEFAULT : FL_PROMOTE_INT_TO_FLOAT);

  scaled.use_fma = fl_options_is_gpu (low->options) && fl_options_has (low->options, FL_RULE_ADDC_BY_FMA)
                   && fl_dtype_is_float (dtype);
  fl_promote_to (low, items, 3, dtype);
  fl_broadcast_items (low, items, 3);
  return result (fl_make_pointwise (low, apply_scaled, &scaled, items, 3, FL_DTYPE_NONE));
}

FlItem
lower_addcmul (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_scaled (low, FL_SCALAR_MUL);
}

FlItem
lower_addcdiv (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_scaled (low, FL_SCALAR_TRUEDIV);
}

FlItem
lower_fma (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem items[] = { fl_lower_get_nth (low, 0), fl_lower_get_nth (low, 1), fl_lower_get_nth (low, 2) };

  fl_promote_to (low, items, 3, fl_promote_items (items, 3, FL_PROMOTE_DEFAULT));
  fl_broadcast_items (low, items, 3);
  return result (fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (FL_SCALAR_FMA), items, 3, FL_DTYPE_NONE));
}

/* --- casts and copies ------------------------------------------------------------------------- */

/* Complex numbers have no loops: the library's copy_ converts them into memory of the new type (lowering.py,
 * _convert_element_type, and ir.py, InplaceCopyFallback). */
static FlBox *
copy_complex (FlLowering *low, FlBox *box, FlDtype dtype)
{
  FlBox *copy = fl_box_empty (low, dtype, box->device, box->sizes, box->n_dims, NULL);
  FlExternCall *call = fl_extern_new (low, 3);
  FlRecord *record;

  call->kernel = "aten.copy_";
  call->aten = fl_aten_find ("aten.copy_.default");
  fl_extern_add_box (low, call, NULL, copy);
  fl_extern_add_box (low, call, NULL, fl_realize_input (low, box));
  fl_extern_add_bool (low, call, NULL, FALSE);
  record = fl_extern_finish_nothing (low, call, box->device);
  record->buffer.class_name = "InplaceCopyFallback";
  fl_extern_add_mutation (low, record, copy, FALSE);
  return copy;
}

static FlItem
convert (FlLowering *low, FlBox *box, FlDtype dtype)
{
  if (box == NULL)
    return (FlItem) { .kind = FL_ITEM_NONE };
  if (fl_dtype_is_complex (box->dtype) || (fl_dtype_is_complex (dtype) && box->n_dims == 0))
    return fl_lower_fallback (low);
  if (fl_dtype_is_complex (dtype))
    return result (copy_complex (low, box, dtype));
  return result (box->dtype == dtype ? fl_box_clone (low, box) : fl_box_to_dtype (low, box, dtype));
}

FlItem
lower_convert_element_type (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return convert (low, fl_lower_get_input (low), fl_lower_get_dtype (low, "dtype", low->node->value.tensor.dtype));
}

static gboolean
is_same_device (FlDevice a, FlDevice b)
{
  return g_strcmp0 (a.type, b.type) == 0;
}

/* A cast, a move to another device, or both; a cast of a tensor moved is done where it was. */
FlItem
lower_to_copy (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlDtype dtype;
  FlDevice device;

  if (box == NULL)
    return (FlItem) { .kind = FL_ITEM_NONE };
  dtype = fl_lower_get_dtype (low, "dtype",
                              low->node->value.kind == FL_VALUE_TENSOR ? low->node->value.tensor.dtype : box->dtype);
  device = fl_lower_get_device (low, "device", box->device);
  if (is_same_device (device, box->device))
    return convert (low, box, dtype);
  if (box->dtype != dtype)
    box = fl_box_to_dtype (low, box, dtype);
  return result (fl_box_to_device (low, box, device));
}

FlItem
lower_device_put (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlDevice device = fl_lower_get_device (low, "device", box != NULL ? box->device : (FlDevice) { 0 });

  if (box == NULL)
    return (FlItem) { .kind = FL_ITEM_NONE };
  return result (is_same_device (device, box->device) ? fl_box_clone (low, box) : fl_box_to_device (low, box, device));
}

FlItem
lower_clone (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  return result (box != NULL ? fl_box_clone (low, box) : NULL);
}

/* Of Inductor's own tests: a buffer that nothing but fusion may take away again. */
FlItem
lower_realize (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL)
    return result (NULL);
  fl_realize_box (low, box, "_inductor_test.realize asks for a buffer");
  return result (fl_box_clone (low, box));
}

/* A value that must be in memory: what is computed gets a buffer, a view of other memory is copied. */
FlItem
lower_store (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL)
    return result (NULL);
  if (box->view != FL_VIEW_NONE
      || (!fl_box_is_unrealized (box) && box->storage->record != NULL
          && box->storage->record->buffer.kind == FL_BUFFER_INPUT))
    box = fl_box_clone (low, box);
  fl_realize_box (low, box, "the fusion plan keeps it in memory");
  return result (box);
}

FlItem
lower_copy (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *self = fl_lower_get_input (low);
  FlItem source = fl_lower_get_nth (low, 1);

  if (self == NULL || source.kind != FL_ITEM_BOX)
    return (FlItem) { .kind = FL_ITEM_NONE };
  source.box = fl_box_to_dtype (low, source.box, self->dtype);
  return result (fl_box_clone (low, fl_box_expand (low, source.box, self->sizes, self->n_dims, FALSE)));
}

/* Was the value made by this very member of a list, for this write alone? Where its operation was found to do nothing,
 * it is another tensor, which keeps its memory. */
static gboolean
is_made_for_write (FlLowering *low)
{
  const FlNode *node = low->node;

  return node->list != 0 && node->args[1].kind == FL_ARG_NODE
         && fl_graph_get_node (low->graph, node->args[1].node)->list == node->list;
}

FlItem
lower_copy_ (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *self = fl_lower_get_input (low);
  FlItem source = fl_lower_get_nth (low, 1);

  if (self == NULL || source.kind == FL_ITEM_NONE || (source.kind == FL_ITEM_BOX && source.box == self))
    return result (self);
  if (source.kind != FL_ITEM_BOX)
    source = result (fl_box_full (low, &source, self->dtype, self->device, self->sizes, self->n_dims));
  if (source.box->n_dims > self->n_dims)
    return fl_lower_fail (low, FL_ERROR_SHAPE, "a value of %u dimensions is copied into a tensor of %u",
                          source.box->n_dims, self->n_dims);
  source.box = fl_box_to_dtype (low, source.box, self->dtype);
  source.box = fl_box_expand (low, source.box, self->sizes, self->n_dims, FALSE);
  if (is_made_for_write (low))
    return result (fl_realize_as_mutation (low, self, source.box));
  return result (fl_realize_mutate_to (low, self, source.box, FALSE));
}
