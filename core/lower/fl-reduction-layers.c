/* A split reduction: the first layer gives partial results, the second reduces them (torch/_inductor/ir.py,
 * create_multilayer). */
#include "fl-event-kinds.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <string.h>

/* --- two layers ------------------------------------------------------------------------------- */

static FlReductionHint
get_second_hint (gint64 split, gint64 kept, FlReductionHint hint)
{
  if (hint == FL_HINT_OUTER && ((split <= 512 && kept <= 512) || (split <= 1024 && kept <= 256)))
    return FL_HINT_OUTER_TINY;
  return hint;
}

/* A whole tensor is reduced along the dimension in which its elements are neighbours. Inductor gives the tensor a
 * buffer for that question, though the reduction goes on to compute it anew. -1: the last dimension, or it cannot be
 * told. */
static gint
find_dense_dim (FlLowering *low, const FlReductionPlan *plan)
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  FlLayout layout;

  if (plan->input == NULL || !fl_options_has (low->options, FL_RULE_SPLITS_BY_STRIDES)
      || !fl_sym_known_equal (fl_box_get_numel (low, plan->input), size))
    return -1;
  fl_realize_box (low, plan->input, "a split reduction asks for its strides");
  if (!fl_box_is_storage_and_layout (plan->input))
    return -1;
  fl_box_decide_layout (low, plan->input);
  layout = fl_box_get_layout (plan->input);
  for (guint i = 0; i + 1 < layout.n_dims; i++)
    if (fl_sym_is_int_value (layout.strides[i], 1))
      return (gint) i;
  return -1;
}

/* Indices of the reduced dimensions at a flat position; with a dense dimension, as if that one were the last. */
static const FlSym **
get_reduced_index (FlLowering *low, const FlReductionPlan *plan, const FlSym *position, gint dense)
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  guint n = plan->n_reduction_ranges;
  const FlSym **ranges, **index, **moved;

  if (dense < 0 || (guint) dense + 1 >= n)
    return fl_reshape_index (low, plan->reduction_ranges, n, &size, 1, &position);
  ranges = fl_arena_new (low->arena, const FlSym *, n);
  moved = fl_arena_new (low->arena, const FlSym *, n);
  for (guint i = 0, k = 0; i < n; i++)
    if (i != (guint) dense)
      ranges[k++] = plan->reduction_ranges[i];
  ranges[n - 1] = plan->reduction_ranges[dense];
  index = fl_reshape_index (low, ranges, n, &size, 1, &position);
  for (guint i = 0, k = 0; i < n; i++)
    moved[i] = i == (guint) dense ? index[n - 1] : index[k++];
  return moved;
}

/* Surely, also where the size is symbolic. */
static gboolean
divides (FlLowering *low, gint64 split, const FlSym *size)
{
  return fl_sym_is_int_value (fl_sym_mod (size, fl_sym_int (low->symbols, split)), 0);
}

/* value of the plan at (i…, reindexed (block * i_n + r0_0)), masked where the last block runs over the end. */
static const FlExpr *
get_block_value (FlLowering *low, const FlReductionPlan *plan, const FlSym *const *ranges, const FlSym *block,
                 gint64 split, const FlExpr *whole, double other, gint dense, gboolean is_apart)
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym **vars = fl_box_get_vars (low, "i", ranges, plan->n_ranges + 1);
  const FlSym **inner = fl_box_get_vars (low, "r0_", &block, 1);
  const FlSym *position = fl_sym_add (fl_sym_mul (block, vars[plan->n_ranges]), inner[0]);
  const FlSym **at = get_reduced_index (low, plan, position, dense);
  const FlSym **reduction_vars = fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges);
  const FlExpr *body = fl_expr_bind (low, whole, reduction_vars, at, plan->n_reduction_ranges), *mask;

  if (divides (low, split, size))
    return body;
  mask = fl_expr_op2 (low->pool, FL_SCALAR_LT, fl_expr_index (low->pool, FL_DTYPE_I32, position),
                      fl_expr_index (low->pool, FL_DTYPE_I32, size));
  if (is_apart) /* each of three values masked by itself */
    return fl_expr_scope (low->pool, fl_expr_masked_int (low->pool, mask, body, 0));
  if (plan->type == FL_REDUCTION_SUM)
    return fl_expr_masked_int (low->pool, mask, body, 0);
  if (plan->type == FL_REDUCTION_PROD)
    return fl_expr_masked_int (low->pool, mask, body, 1);
  return fl_expr_masked (low->pool, mask, body, other);
}

static FlReductionPlan
get_first_layer (FlLowering *low, const FlReductionPlan *plan, gint64 split, gboolean are_apart)
{
  FlReductionPlan first = *plan;
  const FlSym *pieces = fl_sym_int (low->symbols, split);
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym **ranges = fl_arena_new (low->arena, const FlSym *, plan->n_ranges + 2);
  const FlSym **block = fl_arena_new (low->arena, const FlSym *, 1);
  gboolean is_even = divides (low, split, size);
  gint dense = -1;

  memcpy (ranges, plan->ranges, plan->n_ranges * sizeof *ranges);
  ranges[plan->n_ranges] = pieces;
  block[0] = fl_sym_ceil_div (size, pieces);
  first.ranges = ranges;
  first.n_ranges = plan->n_ranges + 1;
  first.reduction_ranges = block;
  first.n_reduction_ranges = 1;
  if (fl_dtype_is_low_precision (plan->dtype))
    first.dtype = FL_DTYPE_F32;
  if (plan->type != FL_REDUCTION_WELFORD_REDUCE && plan->type != FL_REDUCTION_WELFORD_COMBINE)
    dense = find_dense_dim (low, plan);
  if (plan->type == FL_REDUCTION_ONLINE_SOFTMAX)
    {
      /* (maximum, sum of exponentials) of single elements: (x, 1), and 0 for what is masked out. */
      first.values[1] = fl_expr_constant (low->pool, plan->src_dtype, 1);
      first.n_values = 2;
    }
  for (guint i = 0; i < first.n_values; i++)
    first.values[i]
        = i > 0 && plan->type == FL_REDUCTION_ONLINE_SOFTMAX && is_even
              ? first.values[i]
              : get_block_value (low, plan, ranges, block[0], split, first.values[i],
                                 i > 0 ? 0 : fl_reduction_get_identity (plan->type, plan->src_dtype), dense, are_apart);
  return first;
}

static FlReductionPlan
get_second_layer (FlLowering *low, const FlReductionPlan *plan, gint64 split, FlBox *const *parts, guint n_parts)
{
  FlReductionPlan second = *plan;
  const FlSym **pieces = fl_arena_new (low->arena, const FlSym *, 1);
  const FlSym **index = fl_arena_new (low->arena, const FlSym *, plan->n_ranges + 2);

  pieces[0] = fl_sym_int (low->symbols, split);
  memcpy (index, fl_box_get_vars (low, "i", plan->ranges, plan->n_ranges), plan->n_ranges * sizeof *index);
  index[plan->n_ranges] = fl_box_get_vars (low, "r0_", pieces, 1)[0];
  second.reduction_ranges = pieces;
  second.n_reduction_ranges = 1;
  second.n_values = n_parts;
  for (guint i = 0; i < n_parts; i++)
    second.values[i] = fl_box_load (low, parts[i], index);
  second.hint
      = get_second_hint (split, fl_sym_hint (fl_sym_product (low->symbols, plan->ranges, plan->n_ranges)), plan->hint);
  second.input = NULL;
  return second;
}

static void
trace_split (FlLowering *low, const FlReductionPlan *plan, gint64 split)
{
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_ACCEPT, "the reduction is split in two layers, to fill the device",
                  NULL, split,
                  fl_arena_printf (low->arena, "%d elements a result, %d results, %d pieces",
                                   (int) fl_sym_hint (
                                       fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges)),
                                   (int) fl_sym_hint (fl_sym_product (low->symbols, plan->ranges, plan->n_ranges)),
                                   (int) split));
}

/* Two layers along the ranges of the reduction that made the input: first its reduced ones, then its kept ones. */
static FlBox *
split_along_input (FlLowering *low, FlReductionPlan *plan)
{
  const FlSym *reduced = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  FlReductionPlan first = *plan, second = *plan;
  const FlLoops *found;
  const FlSym **ranges, **sizes, **vars, **inner, **at, **index;
  guint n, k;
  FlBox *part;

  fl_reduction_find_input_ranges (low, plan, reduced, &found);
  n = found->n_ranges;
  k = found->n_reduction_ranges;
  ranges = fl_arena_new (low->arena, const FlSym *, plan->n_ranges + n + 1);
  memcpy (ranges, plan->ranges, plan->n_ranges * sizeof *ranges);
  memcpy (ranges + plan->n_ranges, found->ranges, n * sizeof *ranges);
  first.ranges = ranges;
  first.n_ranges = plan->n_ranges + n;
  first.reduction_ranges = found->reduction_ranges;
  first.n_reduction_ranges = k;
  if (fl_dtype_is_low_precision (plan->dtype))
    first.dtype = FL_DTYPE_F32;
  vars = fl_box_get_vars (low, "i", ranges, first.n_ranges);
  inner = fl_box_get_vars (low, "r0_", found->reduction_ranges, k);
  sizes = fl_arena_new (low->arena, const FlSym *, n + k + 1);
  index = fl_arena_new (low->arena, const FlSym *, plan->n_ranges + n + k + 1);
  memcpy (sizes, found->ranges, n * sizeof *sizes);
  memcpy (sizes + n, found->reduction_ranges, k * sizeof *sizes);
  memcpy (index, vars + plan->n_ranges, n * sizeof *index);
  memcpy (index + n, inner, k * sizeof *index);
  at = fl_reshape_index (low, plan->reduction_ranges, plan->n_reduction_ranges, sizes, n + k, index);
  first.values[0] = fl_expr_bind (low, plan->values[0],
                                  fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges), at,
                                  plan->n_reduction_ranges);
  part = fl_reduction_create (low, &first);
  fl_realize_box (low, part, "it is the first layer of a split reduction");
  second.reduction_ranges = found->ranges;
  second.n_reduction_ranges = n;
  memcpy (index, fl_box_get_vars (low, "i", plan->ranges, plan->n_ranges), plan->n_ranges * sizeof *index);
  memcpy (index + plan->n_ranges, fl_box_get_vars (low, "r0_", found->ranges, n), n * sizeof *index);
  second.values[0] = fl_box_load (low, part, index);
  return fl_box_of_loops (low, fl_reduction_get_loops (low, &second, 0));
}

/* What the reduction was before, for kernels that reduce in both orders. */
static void
note_split (FlLowering *low, const FlReductionPlan *plan, FlBox *part)
{
  FlLoops *loops = part->view == FL_VIEW_NONE ? part->storage->record->loops : NULL;

  if (loops == NULL || loops->kind != FL_LOOPS_REDUCTION)
    return;
  loops->split_kept = fl_sym_product (low->symbols, plan->ranges, plan->n_ranges);
  loops->split_reduced = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
}

/* Recursion: each layer of a reduction that is split is a reduction itself, which fl_reduction_create makes and may
 * split again; every layer is smaller. */
FlBox *
fl_reduction_split (FlLowering *low, FlReductionPlan *plan)
{
  FlReductionHint hint;
  gint64 split = fl_reduction_choose_split (low, plan, &hint);
  FlReductionPlan layer;
  FlBox *part;

  if (plan->hint == FL_HINT_DEFAULT)
    plan->hint = hint;
  if (split == -1)
    return split_along_input (low, plan);
  if (split <= 1)
    return fl_box_of_loops (low, fl_reduction_get_loops (low, plan, 0));
  trace_split (low, plan, split);
  layer = get_first_layer (low, plan, split, FALSE);
  part = fl_reduction_create (low, &layer);
  fl_realize_box (low, part, "it is the first layer of a split reduction");
  note_split (low, plan, part);
  layer = get_second_layer (low, plan, split, &part, 1);
  return fl_box_of_loops (low, fl_reduction_get_loops (low, &layer, 0));
}

/* Several outputs at once: welford (mean, m2, weight) or online softmax (max, sum). */
void
fl_reduction_split_multi (FlLowering *low, FlReductionPlan *plan, FlBox **outputs, guint n)
{
  FlReductionHint hint;
  gint64 split = ABS (fl_reduction_choose_split (low, plan, &hint));
  gboolean is_even
      = split > 0
        && divides (low, split, fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges));
  FlReductionPlan layer;
  FlBox *parts[3];

  if (plan->hint == FL_HINT_DEFAULT)
    plan->hint = hint;
  if (split <= 1)
    {
      fl_reduction_create_multi (low, plan, outputs, n);
      return;
    }
  trace_split (low, plan, split);
  if (plan->type == FL_REDUCTION_WELFORD_REDUCE && !is_even)
    {
      /* What is masked out must not count: combine (x, 0, weight 1) instead. */
      plan->type = FL_REDUCTION_WELFORD_COMBINE;
      plan->values[1] = fl_expr_constant (low->pool, plan->src_dtype, 0);
      plan->values[2] = fl_expr_constant (low->pool, plan->src_dtype, 1);
      plan->n_values = 3;
    }
  layer = get_first_layer (low, plan, split, plan->type == FL_REDUCTION_WELFORD_COMBINE);
  if (plan->type == FL_REDUCTION_ONLINE_SOFTMAX)
    fl_reduction_create_multi (low, &layer, parts, n);
  else
    fl_reduction_split_multi (low, &layer, parts, n);
  layer = get_second_layer (low, plan, split, parts, n);
  if (plan->type == FL_REDUCTION_ONLINE_SOFTMAX)
    {
      fl_reduction_create_multi (low, &layer, outputs, n);
      return;
    }
  /* Either layer may be split again. */
  layer.type = FL_REDUCTION_WELFORD_COMBINE;
  fl_reduction_split_multi (low, &layer, outputs, n);
}
