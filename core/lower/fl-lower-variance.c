/* Lowerings of variance and of prepare_softmax_online: reductions with several results (torch/_inductor/ir.py,
 * WelfordReduction and OnlineSoftmaxReduction). */
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <math.h>

LOWERING (var);
LOWERING (var_mean);
LOWERING (prepare_softmax_online);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

enum
{
  MAX_WHOLE_CORRECTION = 1 << 30 /* beyond it no tensor has as many elements */
};

typedef struct
{
  FlBox *input; /* in the dtype in which it is computed */
  FlDtype given_dtype;
  gboolean *axes;
  gboolean keep_dims;
  gboolean wants_mean;
  double correction;
} Variance;

/* Mean first and then the squares around it, or both in one pass (Welford)? */
static gboolean
is_two_step (FlLowering *low, const Variance *variance, const FlReductionPlan *plan)
{
  const FlSym *kept = fl_sym_product (low->symbols, plan->ranges, plan->n_ranges);
  gint64 numel, threshold = low->options->unroll_reductions_threshold;
  gboolean is_static = fl_sym_is_int (fl_reduction_get_numel (low, variance->input, variance->axes), &numel);
  FlReductionHint hint;
  const FlReductionPlan sum = { .type = FL_REDUCTION_SUM };

  if (!is_static || fl_sym_is_int_value (kept, 1))
    return FALSE;
  if (!fl_options_has (low->options, FL_RULE_TWO_STEP_VARIANCE_WIDE))
    return numel < threshold;
  if (fl_box_is_on_cpu (variance->input))
    return numel <= low->options->cpp_two_step_variance;
  if (!fl_options_has (low->options, FL_RULE_TWO_STEP_VARIANCE_HALF))
    return numel <= threshold;
  if (variance->given_dtype != FL_DTYPE_F16 && variance->given_dtype != FL_DTYPE_BF16)
    return numel <= threshold;
  if (numel > low->options->triton_two_step_variance
      || (numel > threshold && numel < low->options->triton_two_step_variance_minimum))
    return FALSE;
  {
    FlReductionPlan whole = *plan;

    whole.type = sum.type;
    return fl_reduction_choose_split (low, &whole, &hint) <= 1;
  }
}

static FlBox *
get_unkept (FlLowering *low, const Variance *variance, FlBox *box)
{
  return variance->keep_dims ? box : fl_box_squeeze (low, box, variance->axes);
}

/* Whether the count less the correction is a count, too. */
static gboolean
is_whole (const Variance *variance)
{
  return variance->correction == floor (variance->correction) && fabs (variance->correction) <= MAX_WHOLE_CORRECTION;
}

static const FlSym *
get_divisor (FlLowering *low, const Variance *variance)
{
  const FlSym *numel = fl_reduction_get_numel (low, variance->input, variance->axes);

  if (variance->correction == 0)
    return numel;
  return fl_sym_max (fl_sym_add_int (numel, -(gint64) variance->correction), low->zero);
}

/* m2 / max (0, numel - correction) */
static const FlExpr *
scale_squares (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  const Variance *variance = data;
  FlExprPool *pool = low->pool;
  FlDtype dtype = values[0]->dtype;
  const FlSym *numel = fl_reduction_get_numel (low, variance->input, variance->axes);
  const FlExpr *count = fl_sym_is_int (numel, NULL)
                            ? fl_expr_constant (pool, dtype, (double) fl_sym_hint (numel))
                            : fl_expr_to_dtype (pool, fl_expr_index (pool, FL_DTYPE_I64, numel), dtype);
  const FlExpr *correction = fl_expr_constant (pool, dtype, variance->correction);
  const FlExpr *rest = fl_expr_op2 (pool, FL_SCALAR_SUB, count, correction);

  return fl_expr_op2 (pool, FL_SCALAR_TRUEDIV, values[0],
                      fl_expr_op2 (pool, FL_SCALAR_MAXIMUM, fl_expr_constant (pool, dtype, 0), rest));
}

static void
compute_in_two_steps (FlLowering *low, const Variance *variance, FlBox **outputs)
{
  FlBox *mean = fl_box_mean (low, variance->input, variance->axes, TRUE), *squares;

  if (variance->wants_mean)
    fl_realize_box (low, mean, "it is a result, and the squares around it are taken");
  squares = fl_box_unary (low, FL_SCALAR_SQUARE,
                          fl_box_binary (low, FL_SCALAR_SUB, fl_item_of_box (variance->input), fl_item_of_box (mean)));
  squares = fl_box_reduce (low, FL_REDUCTION_SUM, squares, variance->axes, variance->keep_dims, FL_DTYPE_NONE);
  if (is_whole (variance))
    outputs[0] = fl_box_divide_by_count (low, squares, get_divisor (low, variance));
  else
    {
      FlItem item = fl_item_of_box (squares);

      outputs[0] = fl_make_pointwise (low, scale_squares, (gpointer) variance, &item, 1, FL_DTYPE_NONE);
    }
  outputs[1] = get_unkept (low, variance, mean);
}

static void
compute_in_one_pass (FlLowering *low, const Variance *variance, FlReductionPlan *plan, FlBox **outputs)
{
  FlBox *parts[3];
  FlItem squares;
  gint64 numel;

  if (fl_sym_is_int (fl_reduction_get_numel (low, variance->input, variance->axes), &numel) && numel <= 1)
    {
      FlItem zero = fl_item_of_number (0), nan = fl_item_of_number (NAN);

      /* TorchInductor has 0 for the mean of nothing; PyTorch itself and the definition, 0 / 0, have none. Nor has what
       * is about a single infinity or NaN, which is 0 for TorchInductor, too. */
      if (numel == 1)
        {
          parts[0] = fl_reduction_create (low, plan);
          parts[1] = fl_box_binary (low, FL_SCALAR_SUB, fl_item_of_box (parts[0]), fl_item_of_box (parts[0]));
        }
      else
        {
          parts[0] = fl_box_full (low, &nan, plan->dtype, plan->device, plan->ranges, plan->n_ranges);
          parts[1] = fl_box_full (low, &zero, plan->dtype, plan->device, plan->ranges, plan->n_ranges);
        }
      fl_realize_box (low, parts[1], "it is a result of a variance");
      if (variance->wants_mean)
        fl_realize_box (low, parts[0], "it is a result of a variance");
    }
  else
    {
      plan->type = FL_REDUCTION_WELFORD_REDUCE;
      plan->input = NULL;
      fl_reduction_split_multi (low, plan, parts, 3);
    }
  squares = fl_item_of_box (parts[1]);
  outputs[0] = fl_make_pointwise (low, scale_squares, (gpointer) variance, &squares, 1, FL_DTYPE_NONE);
  outputs[1] = parts[0];
}

static double
get_correction (FlLowering *low)
{
  if (fl_node_find_arg (low->node, "unbiased") != NULL)
    return fl_lower_get_bool (low, "unbiased", TRUE) ? 1 : 0;
  return fl_lower_get_float (low, "correction", 1);
}

static FlItem
lower_variance (FlLowering *low, gboolean wants_mean)
{
  Variance variance = { .wants_mean = wants_mean };
  FlBox *box = fl_lower_get_input (low), *outputs[2] = { NULL, NULL };
  FlReductionPlan plan;

  if (box == NULL)
    return nothing;
  if (fl_dtype_is_complex (box->dtype) || fl_lower_is_symbolic (low, "correction"))
    return fl_lower_fallback (low);
  variance.given_dtype = box->dtype;
  variance.input = fl_box_to_dtype (low, box, fl_dtype_is_low_precision (box->dtype) ? FL_DTYPE_F32 : box->dtype);
  variance.axes = fl_lower_get_axes (low, "dim", box->n_dims);
  variance.keep_dims = fl_lower_get_bool (low, "keepdim", FALSE);
  variance.correction = get_correction (low);
  plan = fl_reduction_plan (low, variance.input, variance.axes, variance.keep_dims);
  if (is_two_step (low, &variance, &plan))
    compute_in_two_steps (low, &variance, outputs);
  else
    compute_in_one_pass (low, &variance, &plan, outputs);
  for (guint i = 0; i < 2; i++)
    outputs[i] = fl_box_to_dtype (low, outputs[i], box->dtype);
  return wants_mean ? fl_item_of_boxes (low, outputs, 2) : fl_item_of_box (outputs[0]);
}

FlItem
lower_var (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_variance (low, FALSE);
}

FlItem
lower_var_mean (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return lower_variance (low, TRUE);
}

/* --- maximum and sum of exponentials in one pass ---------------------------------------------- */

FlItem
lower_prepare_softmax_online (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *outputs[2];
  gboolean *axes;
  FlReductionPlan plan;
  FlReductionHint hint;
  FlBox *shifted;

  if (box == NULL)
    return nothing;
  axes = fl_lower_get_axes (low, "dim", box->n_dims);
  plan = fl_reduction_plan (low, box, axes, TRUE);
  plan.type = FL_REDUCTION_ONLINE_SOFTMAX;
  if (fl_sym_known (FL_SYM_GE, fl_reduction_get_numel (low, box, axes),
                    fl_sym_int (low->symbols, low->options->unroll_reductions_threshold))
      && (fl_options_has (low->options, FL_RULE_ONLINE_SOFTMAX_SPLITS)
          || fl_reduction_choose_split (low, &plan, &hint) <= 1))
    {
      fl_reduction_split_multi (low, &plan, outputs, 2);
      return fl_item_of_boxes (low, outputs, 2);
    }
  outputs[0] = fl_box_reduce (low, FL_REDUCTION_MAX, box, axes, TRUE, FL_DTYPE_NONE);
  shifted = fl_box_binary (low, FL_SCALAR_SUB, fl_item_of_box (box), fl_item_of_box (outputs[0]));
  outputs[1]
      = fl_box_reduce (low, FL_REDUCTION_SUM, fl_box_unary (low, FL_SCALAR_EXP, shifted), axes, TRUE, FL_DTYPE_NONE);
  return fl_item_of_boxes (low, outputs, 2);
}
