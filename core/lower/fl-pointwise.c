/* Inductor's make_pointwise: promotion of dtypes, broadcasting, and loops around a scalar function. */
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <math.h>
#include <string.h>

/* --- promotion: PyTorch's rules for tensors, tensors without dimensions, and Python numbers ----- */

typedef enum
{
  CATEGORY_BOOL,
  CATEGORY_INT,
  CATEGORY_FLOAT,
  CATEGORY_COMPLEX
} Category;

static Category
get_category (FlDtype dtype)
{
  return dtype == FL_DTYPE_BOOL        ? CATEGORY_BOOL
         : fl_dtype_is_complex (dtype) ? CATEGORY_COMPLEX
         : fl_dtype_is_float (dtype)   ? CATEGORY_FLOAT
                                       : CATEGORY_INT;
}

static Category
get_item_category (const FlItem *item)
{
  switch (item->kind)
    {
    case FL_ITEM_BOX: return get_category (item->box->dtype);
    case FL_ITEM_FLOAT: return CATEGORY_FLOAT;
    case FL_ITEM_SYM: return fl_sym_is_real (item->sym) ? CATEGORY_FLOAT : CATEGORY_INT;
    default: return CATEGORY_BOOL;
    }
}

FlDtype
fl_promote_items (const FlItem *items, guint n, FlPromotion promotion)
{
  static const FlDtype defaults[] = { FL_DTYPE_BOOL, FL_DTYPE_I64, FL_DTYPE_F32, FL_DTYPE_C64 };
  Category highest = CATEGORY_BOOL;
  FlDtype with_dims = FL_DTYPE_NONE, without_dims = FL_DTYPE_NONE, found;

  for (guint i = 0; i < n; i++)
    highest = MAX (highest, get_item_category (&items[i]));
  for (guint i = 0; i < n; i++)
    if (items[i].kind == FL_ITEM_BOX && get_category (items[i].box->dtype) == highest)
      {
        FlDtype *dtype = items[i].box->n_dims > 0 ? &with_dims : &without_dims;

        *dtype = *dtype == FL_DTYPE_NONE ? items[i].box->dtype : fl_dtype_promote (*dtype, items[i].box->dtype);
      }
  found = with_dims != FL_DTYPE_NONE ? with_dims : without_dims != FL_DTYPE_NONE ? without_dims : defaults[highest];
  if (promotion == FL_PROMOTE_INT_TO_FLOAT && highest < CATEGORY_FLOAT)
    found = FL_DTYPE_F32;
  return found;
}

/* Whether the node's value is also kept for the backward graph, which shall see what the forward one computed with. */
static gboolean
is_saved (FlLowering *low)
{
  guint n_returns;

  if (low->node == NULL || low->is_visible == NULL || low->is_visible[low->id.index])
    return FALSE;
  n_returns = fl_lower_count_returns (low);
  return n_returns > 0 && n_returns < low->node->n_users; /* a reader here, too */
}

/* What is kept for the backward graph is rounded at once to what the backward graph will read. Source: make_pointwise.
 */
static const FlExpr *
round_saved (FlLowering *low, const FlExpr *value, FlDtype dtype)
{
  if (!fl_dtype_is_low_precision (dtype) || !fl_options_has (low->options, FL_RULE_SAVED_CASTS) || !is_saved (low))
    return value;
  return fl_expr_op1 (low->pool, FL_SCALAR_WIDEN, fl_expr_op1 (low->pool, FL_SCALAR_ROUND_LOW, value));
}

FlBox *
fl_box_to_dtype (FlLowering *low, FlBox *box, FlDtype dtype)
{
  const FlSym **vars;
  const FlExpr *value;

  if (box->dtype == dtype)
    return box;
  vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);
  value = fl_expr_convert (low->pool, fl_box_load (low, box, vars), box->dtype, dtype);
  return fl_box_pointwise (low, box->device, dtype, box->sizes, box->n_dims, round_saved (low, value, dtype));
}

FlBox *
fl_box_clone (FlLowering *low, FlBox *box)
{
  const FlSym **vars = fl_box_get_vars (low, "i", box->sizes, box->n_dims);

  return fl_box_pointwise (low, box->device, box->dtype, box->sizes, box->n_dims, fl_box_load (low, box, vars));
}

void
fl_promote_to (FlLowering *low, FlItem *items, guint n, FlDtype dtype)
{
  for (guint i = 0; i < n; i++)
    if (items[i].kind == FL_ITEM_BOX)
      items[i].box = fl_box_to_dtype (low, items[i].box, dtype);
}

/* --- broadcasting ----------------------------------------------------------------------------- */

static gboolean
is_one (const FlSym *size)
{
  return fl_sym_is_int_value (size, 1);
}

static const FlSym **
find_broadcast_sizes (FlLowering *low, const FlItem *items, guint n, guint *n_dims)
{
  const FlSym **sizes;

  *n_dims = 0;
  for (guint i = 0; i < n; i++)
    if (items[i].kind == FL_ITEM_BOX)
      *n_dims = MAX (*n_dims, items[i].box->n_dims);
  sizes = fl_arena_new (low->arena, const FlSym *, *n_dims + 1);
  for (guint d = 0; d < *n_dims; d++)
    sizes[d] = low->one;
  for (guint i = 0; i < n; i++)
    for (guint d = 0; items[i].kind == FL_ITEM_BOX && d < items[i].box->n_dims; d++)
      {
        const FlSym **size = &sizes[*n_dims - items[i].box->n_dims + d];

        if (is_one (*size))
          *size = items[i].box->sizes[d];
        else if (!is_one (items[i].box->sizes[d]) && fl_sym_known (FL_SYM_NE, *size, items[i].box->sizes[d]))
          fl_lower_fail (low, FL_ERROR_SHAPE, "sizes %s and %s do not broadcast", fl_sym_dup_text (*size),
                         fl_sym_dup_text (items[i].box->sizes[d]));
        else if (!is_one (items[i].box->sizes[d]) && fl_sym_is_int (items[i].box->sizes[d], NULL))
          *size = items[i].box->sizes[d]; /* a size of the other operand may be 1 for some values of the symbols */
      }
  return sizes;
}

/* Other than `to`, for some sizes, and then 1. */
static gboolean
may_be_one (FlLowering *low, const FlSym *size, const FlSym *to)
{
  return !fl_sym_known_equal (size, to) && !fl_sym_known (FL_SYM_NE, size, low->one);
}

void
fl_broadcast_items (FlLowering *low, FlItem *items, guint n)
{
  guint n_dims, n_boxes = 0;
  const FlSym **sizes = find_broadcast_sizes (low, items, n, &n_dims);

  for (guint i = 0; i < n; i++)
    n_boxes += items[i].kind == FL_ITEM_BOX;
  if (n_boxes < 2)
    return;
  for (guint i = 0; i < n; i++)
    {
      gboolean differs = items[i].kind == FL_ITEM_BOX && items[i].box->n_dims != n_dims;

      for (guint d = 0; items[i].kind == FL_ITEM_BOX && !differs && d < n_dims; d++)
        differs = is_one (items[i].box->sizes[d]) != is_one (sizes[d])
                  || may_be_one (low, items[i].box->sizes[d], sizes[d]);
      if (differs)
        items[i].box = fl_box_expand (low, items[i].box, sizes, n_dims, FALSE);
    }
}

/* --- loops ------------------------------------------------------------------------------------ */

const FlExpr *
fl_item_to_constant (FlLowering *low, const FlItem *item, FlDtype dtype)
{
  gint64 value;

  if (item->kind != FL_ITEM_SYM)
    return fl_expr_scope (low->pool, fl_expr_constant (low->pool, dtype, item->number));
  if (fl_sym_is_int (item->sym, &value))
    return fl_expr_scope (low->pool, fl_expr_constant_int (low->pool, dtype, value));
  return fl_expr_scope (low->pool, fl_expr_index (low->pool, dtype, item->sym));
}

static gboolean
is_on_gpu (const FlBox *box)
{
  return !fl_box_is_on_cpu (box);
}

FlBox *
fl_make_pointwise (FlLowering *low, FlPointwiseFn fn, gpointer data, FlItem *items, guint n, FlDtype dtype)
{
  const FlBox *first = NULL, *on_gpu = NULL;
  const FlSym **vars;
  const FlExpr *values[8], *value;

  g_assert (n <= G_N_ELEMENTS (values));
  for (guint i = 0; i < n; i++)
    if (items[i].kind == FL_ITEM_BOX)
      {
        if (first == NULL)
          first = items[i].box;
        if (on_gpu == NULL && is_on_gpu (items[i].box))
          on_gpu = items[i].box;
      }
  if (first == NULL)
    {
      fl_lower_fail (low, FL_ERROR_UNSUPPORTED, "no argument is a tensor");
      return NULL;
    }
  vars = fl_box_get_vars (low, "i", first->sizes, first->n_dims);
  for (guint i = 0; i < n; i++)
    values[i] = items[i].kind == FL_ITEM_BOX ? fl_box_load (low, items[i].box, vars)
                                             : fl_item_to_constant (low, &items[i], first->dtype);
  value = fn (low, values, n, data);
  dtype = dtype != FL_DTYPE_NONE ? dtype : first->dtype;
  return fl_box_pointwise (low, on_gpu != NULL ? on_gpu->device : first->device, dtype, first->sizes, first->n_dims,
                           round_saved (low, value, dtype));
}

const FlExpr *
fl_apply_scalar (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  FlScalar op = GPOINTER_TO_UINT (data);

  if (n == 1)
    return fl_expr_op1 (low->pool, op, values[0]);
  return n == 2 ? fl_expr_op2 (low->pool, op, values[0], values[1])
                : fl_expr_op3 (low->pool, op, values[0], values[1], values[2]);
}

FlBox *
fl_box_unary (FlLowering *low, FlScalar op, FlBox *box)
{
  FlItem item = fl_item_of_box (box);

  return fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (op), &item, 1,
                            fl_scalar_get_info (op)->result == FL_RESULT_BOOL ? FL_DTYPE_BOOL : FL_DTYPE_NONE);
}

FlBox *
fl_box_binary (FlLowering *low, FlScalar op, FlItem a, FlItem b)
{
  FlItem items[] = { a, b };

  fl_promote_to (low, items, 2, fl_promote_items (items, 2, FL_PROMOTE_DEFAULT));
  fl_broadcast_items (low, items, 2);
  return fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (op), items, 2,
                            fl_scalar_get_info (op)->result == FL_RESULT_BOOL ? FL_DTYPE_BOOL : FL_DTYPE_NONE);
}

/* --- division --------------------------------------------------------------------------------- */

/* The value of an operand that is the same constant everywhere. */
static gboolean
find_constant (FlLowering *low, const FlItem *item, double *value)
{
  const FlLoops *loops;
  const FlExpr *expr;
  gint64 integer;

  if (item->kind == FL_ITEM_FLOAT || item->kind == FL_ITEM_BOOL)
    {
      *value = item->number;
      return TRUE;
    }
  if (item->kind == FL_ITEM_SYM)
    {
      gboolean is_int = fl_sym_is_int (item->sym, &integer);

      *value = (double) integer;
      return is_int;
    }
  if (item->kind != FL_ITEM_BOX || item->box->view == FL_VIEW_REINTERPRET)
    return FALSE;
  loops = fl_storage_get_loops (item->box->storage);
  expr = loops != NULL && loops->kind == FL_LOOPS_POINTWISE ? loops->values[0]->canon : NULL;
  if (expr == NULL || expr->op != FL_SCALAR_CONSTANT)
    return FALSE;
  *value = fl_dtype_is_integer (expr->dtype) ? (double) expr->integer : expr->number;
  return TRUE;
}

/* Away from the CPU a division by a constant is a multiplication by its reciprocal. */
FlBox *
fl_box_div (FlLowering *low, FlItem a, FlItem b)
{
  FlItem items[] = { a, b };
  double divisor;

  fl_promote_to (low, items, 2, fl_promote_items (items, 2, FL_PROMOTE_INT_TO_FLOAT));
  fl_broadcast_items (low, items, 2);
  if (a.kind == FL_ITEM_BOX && find_constant (low, &b, &divisor)
      && (!fl_box_is_on_cpu (a.box) || !fl_options_has (low->options, FL_RULE_DIVIDES_ON_CPU)))
    {
      items[1] = fl_item_of_number (divisor == 0 ? copysign (INFINITY, divisor) : 1.0 / divisor);
      return fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (FL_SCALAR_MUL), items, 2, FL_DTYPE_NONE);
    }
  return fl_make_pointwise (low, fl_apply_scalar, GUINT_TO_POINTER (FL_SCALAR_TRUEDIV), items, 2, FL_DTYPE_NONE);
}

FlBox *
fl_box_full (FlLowering *low, const FlItem *value, FlDtype dtype, FlDevice device, const FlSym *const *sizes, guint n)
{
  const FlExpr *expr = NULL;

  if (value->kind == FL_ITEM_BOX)
    expr = fl_expr_to_dtype (low->pool, fl_box_load (low, value->box, &low->zero), dtype);
  else
    expr = fl_item_to_constant (low, value, dtype);
  return fl_box_pointwise (low, device, dtype, sizes, n, expr);
}
