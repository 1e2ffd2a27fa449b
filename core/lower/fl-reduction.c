/* Reductions: written out when short, split in layers when long (fl-reduction-split.c), else one loop nest
 * (inductor.md 4.1). */
#include "fl-lowering.h"

#include <math.h>
#include <string.h>

/* What reducing these dimensions of the box is: its value over i (kept) and r0_ (reduced) variables. */
FlReductionPlan
fl_reduction_plan (FlLowering *low, FlBox *box, const gboolean *is_reduced, gboolean keep_dims)
{
  FlReductionPlan plan = { .device = box->device, .dtype = box->dtype, .src_dtype = box->dtype, .hint = FL_HINT_DEFAULT, .input = box };
  const FlSym **ranges = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  const FlSym **reduced = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  const FlSym **index = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);
  const FlSym **vars, **reduction_vars;
  guint n = 0, r = 0;

  for (guint i = 0; i < box->n_dims; i++)
    {
      if (is_reduced[i])
        reduced[plan.n_reduction_ranges++] = box->sizes[i];
      if (!is_reduced[i] || keep_dims)
        ranges[plan.n_ranges++] = is_reduced[i] ? low->one : box->sizes[i];
    }
  vars = fl_box_get_vars (low, "i", ranges, plan.n_ranges);
  reduction_vars = fl_box_get_vars (low, "r0_", reduced, plan.n_reduction_ranges);
  for (guint i = 0; i < box->n_dims; i++)
    {
      index[i] = is_reduced[i] ? reduction_vars[r++] : vars[n];
      n += !is_reduced[i] || keep_dims;
    }
  plan.ranges = ranges;
  plan.reduction_ranges = reduced;
  plan.n_values = 1;
  plan.values[0] = fl_box_load (low, box, index);
  return plan;
}

double
fl_reduction_get_identity (FlReductionType type, FlDtype dtype)
{
  gboolean is_float = fl_dtype_is_float (dtype);

  switch (type)
    {
    case FL_REDUCTION_PROD:
      return 1;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ONLINE_SOFTMAX:
      return is_float ? -INFINITY : dtype == FL_DTYPE_BOOL || !fl_dtype_is_signed (dtype)
               ? 0 : -ldexp (1, 8 * (int) fl_dtype_get_size_bytes (dtype) - 1);
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_ARGMIN:
      return is_float ? INFINITY : dtype == FL_DTYPE_BOOL
               ? 1 : ldexp (1, 8 * (int) fl_dtype_get_size_bytes (dtype) - (fl_dtype_is_signed (dtype) ? 1 : 0)) - 1;
    default:
      return 0;
    }
}

const FlExpr *
fl_reduction_combine (FlLowering *low, FlReductionType type, const FlExpr *a, const FlExpr *b)
{
  switch (type)
    {
    case FL_REDUCTION_PROD: return fl_expr_op2 (low->pool, FL_SCALAR_MUL, a, b);
    case FL_REDUCTION_MAX: return fl_expr_op2 (low->pool, FL_SCALAR_MAXIMUM, a, b);
    case FL_REDUCTION_MIN: return fl_expr_op2 (low->pool, FL_SCALAR_MINIMUM, a, b);
    case FL_REDUCTION_ANY: return fl_expr_op2 (low->pool, FL_SCALAR_LOGICAL_OR, a, b);
    case FL_REDUCTION_XOR_SUM: return fl_expr_op2 (low->pool, FL_SCALAR_BITWISE_XOR, a, b);
    default: return fl_expr_op2 (low->pool, FL_SCALAR_ADD, a, b);
    }
}

/* --- written out ---------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlExpr *value;
  const FlExpr *index; /* argmax, argmin */
} Element;

static gboolean
is_arg (FlReductionType type)
{
  return type == FL_REDUCTION_ARGMAX || type == FL_REDUCTION_ARGMIN;
}

/* Which of two is the extreme one; NaN wins, and of equal ones the first. */
static Element
choose_extreme (FlLowering *low, const FlReductionPlan *plan, Element a, Element b)
{
  FlExprPool *pool = low->pool;
  const FlExpr *mask = fl_expr_op2 (pool, plan->type == FL_REDUCTION_ARGMIN ? FL_SCALAR_LT : FL_SCALAR_GT, a.value, b.value);
  const FlExpr *equal = fl_expr_op2 (pool, FL_SCALAR_EQ, a.value, b.value), *tie;

  if (fl_dtype_is_float (plan->src_dtype))
    {
      const FlExpr *a_is_nan = fl_expr_op2 (pool, FL_SCALAR_NE, a.value, a.value);
      const FlExpr *b_is_nan = fl_expr_op2 (pool, FL_SCALAR_NE, b.value, b.value);

      mask = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_OR, mask, fl_expr_op2 (pool, FL_SCALAR_GT, a_is_nan, b_is_nan));
      equal = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_OR, equal, fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, a_is_nan, b_is_nan));
    }
  tie = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, equal, fl_expr_op2 (pool, FL_SCALAR_LT, a.index, b.index));
  mask = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_OR, mask, tie);
  return (Element) { fl_expr_where (pool, mask, a.value, b.value), fl_expr_where (pool, mask, a.index, b.index) };
}

static Element
get_element (FlLowering *low, const FlReductionPlan *plan, gint64 flat)
{
  const FlSym **at = fl_arena_new (low->arena, const FlSym *, plan->n_reduction_ranges + 1);
  const FlSym **vars = fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges);
  Element element = { NULL, NULL };
  gint64 rest = flat;

  for (guint i = plan->n_reduction_ranges; i > 0; i--)
    {
      gint64 size = fl_sym_hint (plan->reduction_ranges[i - 1]);

      at[i - 1] = fl_sym_int (low->symbols, rest % size);
      rest /= size;
    }
  element.value = fl_expr_scope (low->pool, fl_expr_bind (low, plan->values[0], vars, at, plan->n_reduction_ranges));
  if (is_arg (plan->type))
    element.index = fl_expr_scope (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, fl_sym_int (low->symbols, flat)));
  return element;
}

static FlBox *
unroll (FlLowering *low, const FlReductionPlan *plan, gint64 numel)
{
  Element folded = get_element (low, plan, 0);

  for (gint64 i = 1; i < numel; i++)
    {
      Element next = get_element (low, plan, i);

      if (is_arg (plan->type))
        folded = choose_extreme (low, plan, folded, next);
      else /* a scope of its own: it is computed before the next element is loaded */
        folded.value = fl_expr_scope (low->pool, fl_reduction_combine (low, plan->type, folded.value, next.value));
    }
  return fl_box_pointwise (low, plan->device, plan->dtype, plan->ranges, plan->n_ranges,
                           is_arg (plan->type) ? folded.index : folded.value);
}

/* --- one loop nest ---------------------------------------------------------------------------------------------------------- */

FlLoops *
fl_reduction_get_loops (FlLowering *low, const FlReductionPlan *plan, guint output)
{
  FlLoops *loops = fl_arena_new (low->arena, FlLoops, 1);

  *loops = (FlLoops) {
    .kind = FL_LOOPS_REDUCTION,
    .device = plan->device,
    .dtype = plan->dtype,
    .src_dtype = plan->src_dtype,
    .n_ranges = plan->n_ranges,
    .ranges = plan->ranges,
    .vars = fl_box_get_vars (low, "i", plan->ranges, plan->n_ranges),
    .n_reduction_ranges = plan->n_reduction_ranges,
    .reduction_ranges = plan->reduction_ranges,
    .reduction_vars = fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges),
    .n_values = plan->n_values,
    .reduction = plan->type,
    .hint = plan->hint,
    .output_index = output,
  };
  memcpy (loops->values, plan->values, sizeof loops->values);
  return loops;
}

static FlBox *
make_constant (FlLowering *low, const FlReductionPlan *plan, double number)
{
  FlItem value = fl_item_of_number (number);

  return fl_box_full (low, &value, plan->dtype, plan->device, plan->ranges, plan->n_ranges);
}

static void
trace_unrolled (FlLowering *low, gint64 numel)
{
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_REJECT, "the reduction is written out: it has few elements", NULL, numel,
                  fl_arena_printf (low->arena, "%d elements < unroll_reductions_threshold %d", (int) numel,
                                   (int) low->options->unroll_reductions_threshold));
}

FlBox *
fl_reduction_create (FlLowering *low, FlReductionPlan *plan)
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym *kept = fl_sym_product (low->symbols, plan->ranges, plan->n_ranges);
  gint64 numel, threshold = plan->unroll_threshold > 0 ? plan->unroll_threshold : low->options->unroll_reductions_threshold;
  gboolean is_static = fl_sym_is_int (size, &numel);
  const FlBox on = { .device = plan->device };

  if (is_static && numel == 0)
    return make_constant (low, plan, plan->type == FL_REDUCTION_PROD ? 1 : 0);
  if (is_static && numel == 1)
    {
      if (is_arg (plan->type))
        return make_constant (low, plan, 0);
      return unroll (low, plan, 1);
    }
  if (is_static && numel < threshold && (!fl_sym_is_int_value (kept, 1) || !fl_box_is_on_cpu (&on)))
    {
      trace_unrolled (low, numel);
      return unroll (low, plan, numel);
    }
  return fl_reduction_split (low, plan);
}

gboolean
fl_reduction_create_multi (FlLowering *low, FlReductionPlan *plan, FlBox **outputs, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      outputs[i] = fl_box_of_loops (low, fl_reduction_get_loops (low, plan, i));
      outputs[i]->dtype = plan->dtype;
    }
  for (guint i = 0; i < n; i++)
    fl_realize_box (low, outputs[i], "it is a reduction");
  return TRUE;
}

FlBox *
fl_box_reduce (FlLowering *low, FlReductionType type, FlBox *box, const gboolean *is_reduced, gboolean keep_dims, FlDtype dtype)
{
  FlReductionPlan plan;
  FlBox *reduced;
  const FlLoops *loops;

  if (is_arg (type) && box->dtype == FL_DTYPE_BOOL)
    box = fl_box_to_dtype (low, box, FL_DTYPE_I32);
  plan = fl_reduction_plan (low, box, is_reduced, keep_dims);
  plan.type = type;
  if (dtype != FL_DTYPE_NONE)
    plan.dtype = dtype;
  if (is_arg (type) && plan.n_reduction_ranges > 1 && fl_options_is_modern (low->options))
    {
      const FlSym **vars = fl_box_get_vars (low, "r0_", plan.reduction_ranges, plan.n_reduction_ranges);
      const FlSym *position = low->zero;

      for (guint i = 0; i < plan.n_reduction_ranges; i++)
        position = fl_sym_add (fl_sym_mul (position, plan.reduction_ranges[i]), vars[i]);
      plan.values[1] = fl_expr_index (low->pool, FL_DTYPE_I64, position);
      plan.n_values = 2;
    }
  reduced = fl_reduction_create (low, &plan);
  loops = fl_storage_get_loops (reduced->storage);
  if (loops != NULL && loops->kind == FL_LOOPS_REDUCTION)
    fl_realize_box (low, reduced, "it is a reduction");
  return reduced;
}
