/* Reductions: written out when short, split in layers when long (fl-reduction-split.c), else one loop nest
 * (torch/_inductor/ir.py, Reduction.create). */
#include "fl-event-kinds.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <math.h>
#include <string.h>

/* What reducing these dimensions of the box is: its value over i (kept) and r0_ (reduced) variables. */
FlReductionPlan
fl_reduction_plan (FlLowering *low, FlBox *box, const gboolean *is_reduced, gboolean keep_dims)
{
  FlReductionPlan plan
      = { .device = box->device, .dtype = box->dtype, .src_dtype = box->dtype, .hint = FL_HINT_DEFAULT, .input = box };
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
    case FL_REDUCTION_PROD: return 1;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ONLINE_SOFTMAX:
      return is_float ? -INFINITY
             : dtype == FL_DTYPE_BOOL || !fl_dtype_is_signed (dtype)
                 ? 0
                 : -ldexp (1, 8 * (int) fl_dtype_get_size_bytes (dtype) - 1);
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE:
      return is_float ? INFINITY
             : dtype == FL_DTYPE_BOOL
                 ? 1
                 : ldexp (1, 8 * (int) fl_dtype_get_size_bytes (dtype) - (fl_dtype_is_signed (dtype) ? 1 : 0)) - 1;
    default: return 0;
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

/* --- written out ------------------------------------------------------------------------------ */

typedef struct
{
  const FlExpr *value;
  const FlExpr *index; /* argmax, argmin */
} Element;

static gboolean
seeks_least (FlReductionType type)
{
  return type == FL_REDUCTION_ARGMIN || type == FL_REDUCTION_ARGMIN_VALUE || type == FL_REDUCTION_ARGMIN_WITH_VALUE;
}

static gboolean
gives_position (const FlReductionPlan *plan, guint output)
{
  return plan->type == FL_REDUCTION_ARGMAX || plan->type == FL_REDUCTION_ARGMIN || output == 1;
}

/* Which of two is the extreme one; NaN wins, and of equal ones the first. */
static Element
choose_extreme (FlLowering *low, const FlReductionPlan *plan, Element a, Element b, const FlExpr **step)
{
  FlExprPool *pool = low->pool;
  const FlExpr *mask = fl_expr_op2 (pool, seeks_least (plan->type) ? FL_SCALAR_LT : FL_SCALAR_GT, a.value, b.value);
  const FlExpr *equal = fl_expr_op2 (pool, FL_SCALAR_EQ, a.value, b.value), *tie, *chosen;
  const FlExpr *first = mask, *equal_first = equal;
  Element best;

  if (fl_dtype_is_float (plan->src_dtype))
    {
      const FlExpr *a_is_nan = fl_expr_op2 (pool, FL_SCALAR_NE, a.value, a.value);
      const FlExpr *b_is_nan = fl_expr_op2 (pool, FL_SCALAR_NE, b.value, b.value);

      mask = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_OR, mask, fl_expr_op2 (pool, FL_SCALAR_GT, a_is_nan, b_is_nan));
      equal = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_OR, equal,
                           fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, a_is_nan, b_is_nan));
    }
  tie = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_AND, equal, fl_expr_op2 (pool, FL_SCALAR_LT, a.index, b.index));
  chosen = fl_expr_op2 (pool, FL_SCALAR_LOGICAL_OR, mask, tie);
  best = (Element) { fl_expr_where (pool, chosen, a.value, b.value), fl_expr_where (pool, chosen, a.index, b.index) };
  *step = fl_expr_step (pool, first,
                        fl_expr_after (pool, equal_first,
                                       fl_expr_after (pool, mask, fl_expr_after (pool, best.value, best.index))));
  return best;
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
  if (fl_reduction_is_arg (plan->type))
    element.index = fl_expr_scope (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, fl_sym_int (low->symbols, flat)));
  return element;
}

/* output: of a reduction with several. */
static FlBox *
unroll (FlLowering *low, const FlReductionPlan *plan, gint64 numel, guint output)
{
  gboolean is_position = fl_reduction_is_arg (plan->type) && gives_position (plan, output);
  const FlExpr *steps[64], *value;
  guint n_steps = 0;
  Element folded = get_element (low, plan, 0);

  for (gint64 i = 1; i < numel; i++)
    {
      Element next = get_element (low, plan, i);

      if (fl_reduction_is_arg (plan->type))
        folded = choose_extreme (low, plan, folded, next,
                                 &steps[n_steps < G_N_ELEMENTS (steps) ? n_steps++ : n_steps - 1]);
      else /* a scope of its own: it is computed before the next element is loaded */
        folded.value = fl_expr_scope (low->pool, fl_reduction_combine (low, plan->type, folded.value, next.value));
    }
  value = is_position ? folded.index : folded.value;
  while (n_steps > 0)
    value = fl_expr_after (low->pool, steps[--n_steps], value);
  return fl_box_pointwise (low, plan->device, is_position ? FL_DTYPE_I64 : plan->dtype, plan->ranges, plan->n_ranges,
                           value);
}

/* --- one loop nest ---------------------------------------------------------------------------- */

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
make_constant (FlLowering *low, const FlReductionPlan *plan, FlDtype dtype, double number)
{
  FlItem value = fl_item_of_number (number);

  return fl_box_full (low, &value, dtype, plan->device, plan->ranges, plan->n_ranges);
}

static void
trace_unrolled (FlLowering *low, gint64 numel)
{
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_REJECT, "the reduction is written out: it has few elements", NULL,
                  numel,
                  fl_arena_printf (low->arena, "%d elements < unroll_reductions_threshold %d", (int) numel,
                                   (int) low->options->unroll_reductions_threshold));
}

/* Few enough elements to be written out. */
/* Few enough elements to be written out? */
static gboolean
is_unrolled (FlLowering *low, const FlReductionPlan *plan, gint64 numel)
{
  const FlSym *kept = fl_sym_product (low->symbols, plan->ranges, plan->n_ranges);
  gint64 threshold = plan->unroll_threshold > 0 ? plan->unroll_threshold : low->options->unroll_reductions_threshold;
  const FlBox on = { .device = plan->device };

  if (numel >= threshold || (fl_sym_is_int_value (kept, 1) && fl_box_is_on_cpu (&on)))
    return FALSE;
  trace_unrolled (low, numel);
  return TRUE;
}

FlBox *
fl_reduction_create (FlLowering *low, FlReductionPlan *plan)
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  gint64 numel;
  gboolean is_static = fl_sym_is_int (size, &numel);

  if (is_static && numel == 0)
    return make_constant (low, plan, plan->dtype, plan->type == FL_REDUCTION_PROD ? 1 : 0);
  if (is_static && numel == 1)
    return fl_reduction_is_arg (plan->type) && gives_position (plan, 0) ? make_constant (low, plan, FL_DTYPE_I64, 0)
                                                                        : unroll (low, plan, 1, 0);
  if (is_static && is_unrolled (low, plan, numel))
    return unroll (low, plan, numel, 0);
  return fl_reduction_split (low, plan);
}

/* The extreme value and where it is, by one reduction. */
void
fl_reduction_create_with_position (FlLowering *low, FlReductionPlan *plan, FlBox *outputs[2])
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  gint64 numel;

  if (fl_sym_is_int (size, &numel) && (numel == 1 || is_unrolled (low, plan, numel)))
    {
      outputs[0] = unroll (low, plan, numel, 0);
      outputs[1] = numel == 1 ? make_constant (low, plan, FL_DTYPE_I64, 0) : unroll (low, plan, numel, 1);
      return;
    }
  fl_reduction_choose_split (low, plan, &plan->hint);
  fl_reduction_create_multi (low, plan, outputs, 2);
}

gboolean
fl_reduction_create_multi (FlLowering *low, FlReductionPlan *plan, FlBox **outputs, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      FlLoops *loops = fl_reduction_get_loops (low, plan, i);

      if (fl_reduction_is_arg (plan->type) && gives_position (plan, i))
        loops->dtype = FL_DTYPE_I64;
      outputs[i] = fl_box_of_loops (low, loops);
      outputs[i]->dtype = loops->dtype;
    }
  for (guint i = 0; i < n; i++)
    fl_realize_box (low, outputs[i], "it is a reduction");
  return TRUE;
}

FlBox *
fl_box_reduce (FlLowering *low, FlReductionType type, FlBox *box, const gboolean *is_reduced, gboolean keep_dims,
               FlDtype dtype)
{
  FlReductionPlan plan;
  FlBox *reduced;
  const FlLoops *loops;

  if (fl_reduction_is_arg (type) && box->dtype == FL_DTYPE_BOOL)
    box = fl_box_to_dtype (low, box, FL_DTYPE_I32);
  plan = fl_reduction_plan (low, box, is_reduced, keep_dims);
  plan.type = type;
  if (dtype != FL_DTYPE_NONE)
    plan.dtype = dtype;
  if (fl_reduction_is_arg (type) && plan.n_reduction_ranges > 1
      && fl_options_has (low->options, FL_RULE_ARG_BY_POSITION))
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
