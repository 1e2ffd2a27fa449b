/* Lowerings of reductions (torch/_inductor/lowering.py). */
#include "fl-aten-ids.h"
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

LOWERING (sum);
LOWERING (prod);
LOWERING (amax);
LOWERING (amin);
LOWERING (argmax);
LOWERING (argmin);
LOWERING (max_dim);
LOWERING (min_dim);
LOWERING (any);
LOWERING (all);
LOWERING (mean);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

static FlItem
result (FlBox *box)
{
  return fl_item_of_box (box);
}

/* Which dimensions are reduced; none named: all. */
gboolean *
fl_lower_get_axes (FlLowering *low, const char *name, guint n_dims)
{
  gboolean *axes = fl_arena_new (low->arena, gboolean, n_dims + 1);
  guint n = 0;
  const FlSym **dims = fl_lower_get_syms (low, name, &n);

  for (guint i = 0; i < n && n_dims > 0; i++)
    {
      guint dim;

      if (fl_lower_check_dim (low, fl_sym_hint (dims[i]), n_dims, &dim))
        axes[dim] = TRUE;
    }
  for (guint i = 0; n == 0 && i < n_dims; i++)
    axes[i] = TRUE;
  return axes;
}

static gboolean *
get_axes (FlLowering *low, const FlBox *box)
{
  const char *names[] = { "dim", "dims", "axis" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (fl_node_find_arg (low->node, names[i]) != NULL)
      return fl_lower_get_axes (low, names[i], box->n_dims);
  return fl_lower_get_axes (low, "dim", box->n_dims);
}

static gboolean
keeps_dims (FlLowering *low)
{
  return fl_lower_get_bool (low, "keepdim", FALSE);
}

/* Inductor promotes tensors together with Python numbers among the arguments, a dimension among them: booleans become
 * integers where the dimension is given as a number. */
static FlBox *
promote_with_dim (FlLowering *low, FlBox *box)
{
  FlItem dim = fl_lower_get_nth (low, 1);

  return box->dtype == FL_DTYPE_BOOL && dim.kind == FL_ITEM_SYM ? fl_box_to_dtype (low, box, FL_DTYPE_I64) : box;
}

static FlItem
reduce (FlLowering *low, FlReductionType type, FlDtype dtype)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL)
    return nothing;
  box = promote_with_dim (low, box);
  if (fl_dtype_is_complex (box->dtype))
    return fl_lower_fallback (low);
  return result (fl_box_reduce (low, type, box, get_axes (low, box), keeps_dims (low), dtype));
}

static FlItem
accumulate (FlLowering *low, FlReductionType type)
{
  FlBox *box = fl_lower_get_input (low);
  FlDtype dtype;

  if (box == NULL)
    return nothing;
  dtype = fl_lower_get_dtype (low, "dtype", fl_lower_get_dtype (low, "output_dtype", FL_DTYPE_NONE));
  if (dtype == FL_DTYPE_NONE && !fl_dtype_is_float (box->dtype) && !fl_dtype_is_complex (box->dtype))
    dtype = FL_DTYPE_I64;
  if (fl_dtype_is_complex (box->dtype))
    return fl_lower_fallback (low);
  if (dtype != FL_DTYPE_NONE)
    box = fl_box_to_dtype (low, box, dtype);
  return result (fl_box_reduce (low, type, box, get_axes (low, box), keeps_dims (low), FL_DTYPE_NONE));
}

FlItem
lower_sum (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return accumulate (low, FL_REDUCTION_SUM);
}

FlItem
lower_prod (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return accumulate (low, FL_REDUCTION_PROD);
}

FlItem
lower_amax (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return reduce (low, FL_REDUCTION_MAX, FL_DTYPE_NONE);
}

FlItem
lower_amin (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return reduce (low, FL_REDUCTION_MIN, FL_DTYPE_NONE);
}

FlItem
lower_argmax (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return reduce (low, FL_REDUCTION_ARGMAX, FL_DTYPE_I64);
}

FlItem
lower_argmin (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return reduce (low, FL_REDUCTION_ARGMIN, FL_DTYPE_I64);
}

/* Is each of the two results read? */
static gboolean
are_both_read (FlLowering *low)
{
  gboolean is_read[2] = { FALSE, FALSE };

  for (guint i = 0; i < low->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, low->node->users[i]);
      gint64 position;

      if (user->op == NULL || user->op->op != FL_ATEN_OP_OPERATOR_GETITEM || user->n_args < 2
          || user->args[1].kind != FL_ARG_INT || !fl_sym_is_int (user->args[1].sym, &position))
        return TRUE;
      if (user->n_users > 0 && position >= 0 && position < 2)
        is_read[position] = TRUE;
    }
  return is_read[0] && is_read[1];
}

/* On a GPU one reduction finds both the value and its position. */
static FlItem
reduce_pair (FlLowering *low, gboolean is_max)
{
  FlBox *box = fl_lower_get_input (low), *boxes[2];
  gboolean *axes, by_position;
  FlReductionType value = is_max ? FL_REDUCTION_MAX : FL_REDUCTION_MIN;

  if (box == NULL)
    return nothing;
  axes = get_axes (low, box);
  by_position
      = fl_options_has (low->options, FL_RULE_ARG_WITH_VALUE) && !fl_box_is_on_cpu (box) && box->dtype != FL_DTYPE_BOOL;
  if (by_position && are_both_read (low))
    {
      FlReductionPlan plan = fl_reduction_plan (low, box, axes, keeps_dims (low));

      plan.type = is_max ? FL_REDUCTION_ARGMAX_WITH_VALUE : FL_REDUCTION_ARGMIN_WITH_VALUE;
      fl_reduction_create_with_position (low, &plan, boxes);
      return fl_item_of_boxes (low, boxes, 2);
    }
  if (by_position)
    value = is_max ? FL_REDUCTION_ARGMAX_VALUE : FL_REDUCTION_ARGMIN_VALUE;
  boxes[0] = fl_box_reduce (low, value, box, axes, keeps_dims (low), FL_DTYPE_NONE);
  boxes[1] = fl_box_reduce (low, is_max ? FL_REDUCTION_ARGMAX : FL_REDUCTION_ARGMIN, box, axes, keeps_dims (low),
                            FL_DTYPE_I64);
  return fl_item_of_boxes (low, boxes, 2);
}

FlItem
lower_max_dim (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return reduce_pair (low, TRUE);
}

FlItem
lower_min_dim (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return reduce_pair (low, FALSE);
}

/* Of bytes PyTorch makes bytes. */
static FlItem
finish_truth (FlLowering *low, FlBox *truth, FlDtype given)
{
  return result (given == FL_DTYPE_U8 ? fl_box_to_dtype (low, truth, given) : truth);
}

FlItem
lower_any (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlDtype given;

  if (box == NULL)
    return nothing;
  given = box->dtype;
  box = fl_box_to_dtype (low, promote_with_dim (low, box), FL_DTYPE_BOOL);
  return finish_truth (low,
                       fl_box_reduce (low, FL_REDUCTION_ANY, box, get_axes (low, box), keeps_dims (low), FL_DTYPE_NONE),
                       given);
}

/* all (x) is not any (not x). */
FlItem
lower_all (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  FlDtype given;

  if (box == NULL)
    return nothing;
  given = box->dtype;
  box = fl_box_unary (low, FL_SCALAR_LOGICAL_NOT, fl_box_to_dtype (low, box, FL_DTYPE_BOOL));
  box = fl_box_reduce (low, FL_REDUCTION_ANY, box, get_axes (low, box), keeps_dims (low), FL_DTYPE_NONE);
  return finish_truth (low, fl_box_unary (low, FL_SCALAR_LOGICAL_NOT, box), given);
}

/* --- mean ------------------------------------------------------------------------------------- */

const FlSym *
fl_reduction_get_numel (FlLowering *low, const FlBox *box, const gboolean *axes)
{
  const FlSym *numel = low->one;

  for (guint i = 0; i < box->n_dims; i++)
    if (axes[i])
      numel = fl_sym_mul (numel, box->sizes[i]);
  return numel;
}

/* A count that stays a division on every device: never the reciprocal of a constant. */
static const FlExpr *
divide_by_count (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  const FlSym *count = data;
  const FlExpr *divisor = fl_expr_scope (low->pool, fl_expr_index (low->pool, values[0]->dtype, count));

  return fl_expr_op2 (low->pool, FL_SCALAR_TRUEDIV, values[0], divisor);
}

FlBox *
fl_box_divide_by_count (FlLowering *low, FlBox *box, const FlSym *count)
{
  FlItem item = fl_item_of_box (box);

  return fl_make_pointwise (low, divide_by_count, (gpointer) count, &item, 1, FL_DTYPE_NONE);
}

FlBox *
fl_box_mean (FlLowering *low, FlBox *box, const gboolean *axes, gboolean keep_dims)
{
  FlDtype dtype = box->dtype;
  const FlSym *count = fl_reduction_get_numel (low, box, axes);

  if (fl_dtype_is_low_precision (dtype))
    box = fl_box_to_dtype (low, box, FL_DTYPE_F32);
  box = fl_box_reduce (low, FL_REDUCTION_SUM, box, axes, keep_dims, FL_DTYPE_NONE);
  return fl_box_to_dtype (low, fl_box_divide_by_count (low, box, count), dtype);
}

FlItem
lower_mean (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL)
    return nothing;
  if (fl_dtype_is_complex (box->dtype))
    return fl_lower_fallback (low);
  box = fl_box_to_dtype (low, box, fl_lower_get_dtype (low, "dtype", box->dtype));
  return result (fl_box_mean (low, box, get_axes (low, box), keeps_dims (low)));
}
