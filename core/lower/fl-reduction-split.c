/* Long reductions with few results on a GPU: two layers, so that the whole device has work (inductor.md 4.2, 4.3). */
#include "fl-lowering.h"

#include <string.h>

/* The device that is assumed when none is at hand: an H100 or H200. */
enum
{
  N_MULTIPROCESSORS = 132,
  THREADS_PER_MULTIPROCESSOR = 2048,
  WARP_SIZE = 32,
  N_THREADS = 32 * 8,
  MIN_ELEMENTS_PER_THREAD = 32,
  MAX_ELEMENTS_PER_THREAD = 512,
  NO_SPLIT_THRESHOLD = 8192,
  ROWS_PER_THREAD = 4,
  COLUMNS_PER_BLOCK = 128
};

static gint64
divide_up (gint64 a, gint64 b)
{
  return (a + b - 1) / b;
}

/* The divisor of n nearest to target, the smaller of two equally near ones. */
static gint64
find_nearest_divisor (gint64 n, gint64 target)
{
  gint64 best = 1;

  for (gint64 d = 1; d <= n / d; d++)
    if (n % d == 0)
      {
        const gint64 pair[] = { d, n / d };

        for (guint i = 0; i < 2; i++)
          if (ABS (pair[i] - target) < ABS (best - target) || (ABS (pair[i] - target) == ABS (best - target) && pair[i] < best))
            best = pair[i];
      }
  return best;
}

static gint64
get_full_split_size (gint64 reduced)
{
  gint64 closest = find_nearest_divisor (reduced, MAX_ELEMENTS_PER_THREAD);

  return ABS (closest - MAX_ELEMENTS_PER_THREAD) < 50 ? closest : MAX_ELEMENTS_PER_THREAD;
}

static gint64
get_inner_split (gint64 reduced, gint64 kept)
{
  const gint64 n_threads = (gint64) N_MULTIPROCESSORS * THREADS_PER_MULTIPROCESSOR;
  gint64 size;

  if (kept >= 2 * N_MULTIPROCESSORS || reduced <= NO_SPLIT_THRESHOLD)
    return 1;
  if (reduced * kept <= MIN_ELEMENTS_PER_THREAD * n_threads)
    size = MIN_ELEMENTS_PER_THREAD;
  else if (reduced * kept < MAX_ELEMENTS_PER_THREAD * n_threads)
    {
      gint64 blocks = divide_up (n_threads / (2 * N_THREADS), kept);
      gint64 wanted = divide_up (reduced, N_THREADS * blocks), closest = find_nearest_divisor (reduced, wanted);

      size = ABS (closest - wanted) < 30 ? MAX (closest, MIN_ELEMENTS_PER_THREAD) : wanted;
    }
  else
    size = get_full_split_size (reduced);
  return divide_up (reduced, size * N_THREADS);
}

static gint64
get_outer_split (gint64 reduced, gint64 kept)
{
  const gint64 n_threads = (gint64) N_MULTIPROCESSORS * THREADS_PER_MULTIPROCESSOR;
  gint64 size;

  if (reduced * kept < MIN_ELEMENTS_PER_THREAD * n_threads)
    size = MIN_ELEMENTS_PER_THREAD;
  else if (reduced * kept < MAX_ELEMENTS_PER_THREAD * n_threads)
    {
      gint64 blocks = divide_up (n_threads / N_THREADS, divide_up (kept, COLUMNS_PER_BLOCK));
      gint64 wanted = divide_up (reduced, ROWS_PER_THREAD * blocks), closest = find_nearest_divisor (reduced, wanted);

      size = ABS (wanted - closest) < 20 ? MAX (closest, MIN_ELEMENTS_PER_THREAD) : wanted;
    }
  else
    size = get_full_split_size (reduced);
  return divide_up (reduced, ROWS_PER_THREAD * size);
}

/* --- which way the reduced dimensions run in memory -------------------------------------------------------------------------- */

typedef struct
{
  FlLowering *low;
  const FlSym *const *vars;
  const FlSym *const *reduction_vars;
  guint n_vars, n_reduction_vars;
  const FlReductionPlan *plan;
  guint n_inner, n_outer;           /* reads that use every variable */
  guint n_inner_partly, n_outer_partly; /* reads that use some reduction variable */
} Direction;

static gboolean
uses_all (const FlSym *index, const FlSym *const *vars, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!fl_sym_is_int (vars[i], NULL) && !fl_sym_contains (index, vars[i]))
      return FALSE;
  return TRUE;
}

static void
look_at_read (const FlExpr *load, gpointer data)
{
  Direction *direction = data;
  FlLowering *low = direction->low;
  FlRecord *record = fl_lower_find_record (low, load->buffer);
  const FlSym *index = load->index;
  gboolean is_full, is_outer = TRUE, is_partial = FALSE;

  if (load->op != FL_SCALAR_LOAD)
    return;
  for (guint i = 0; i < direction->n_reduction_vars; i++)
    is_partial |= !fl_sym_is_int (direction->reduction_vars[i], NULL) && fl_sym_contains (index, direction->reduction_vars[i]);
  is_full = uses_all (index, direction->vars, direction->n_vars)
            && uses_all (index, direction->reduction_vars, direction->n_reduction_vars);
  if (!is_full && !is_partial)
    return;
  if (record != NULL)
    fl_record_decide_layout (low, record, "a reduction looks at its strides");
  index = fl_layout_resolve_one (low, load->buffer, index);
  for (guint i = 0; i < direction->n_reduction_vars; i++)
    if (!fl_sym_is_int (direction->reduction_vars[i], NULL))
      {
        gint64 stride = fl_sym_get_hint (fl_sym_get_stride (index, direction->reduction_vars[i], direction->reduction_vars,
                                                            direction->n_reduction_vars), 0);

        is_outer &= stride == 0 || stride > 1;
      }
  *(is_full ? is_outer ? &direction->n_outer : &direction->n_inner
            : is_outer ? &direction->n_outer_partly : &direction->n_inner_partly) += 1;
}

/* Into how many pieces; 1: whole. -1: along the ranges of the reduction that makes the input. */
gint64
fl_reduction_choose_split (FlLowering *low, const FlReductionPlan *plan, FlReductionHint *hint)
{
  const FlSym *reduced_size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym *kept_size = fl_sym_product (low->symbols, plan->ranges, plan->n_ranges);
  gint64 reduced = fl_sym_hint (reduced_size), kept = fl_sym_hint (kept_size);
  const FlBox on = { .device = plan->device };
  gboolean may_split = !fl_box_is_on_cpu (&on) && plan->type != FL_REDUCTION_ARGMAX && plan->type != FL_REDUCTION_ARGMIN
                       && low->options->split_reductions;
  Direction direction = { .low = low, .n_vars = plan->n_ranges, .n_reduction_vars = plan->n_reduction_ranges, .plan = plan };

  *hint = FL_HINT_DEFAULT;
  if (kept == 1)
    {
      *hint = FL_HINT_INNER;
      return may_split ? get_inner_split (reduced, kept) : 1;
    }
  if (reduced <= MIN_ELEMENTS_PER_THREAD || kept >= N_MULTIPROCESSORS * 2 * 32)
    return 1;
  direction.vars = fl_box_get_vars (low, "i", plan->ranges, plan->n_ranges);
  direction.reduction_vars = fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges);
  for (guint i = 0; i < plan->n_values; i++)
    fl_expr_visit_loads (low->pool, plan->values[i], look_at_read, &direction);
  if (direction.n_inner + direction.n_outer == 0)
    {
      direction.n_inner = direction.n_inner_partly;
      direction.n_outer = direction.n_outer_partly;
    }
  if (direction.n_inner + direction.n_outer == 0)
    return 1;
  *hint = direction.n_inner > direction.n_outer ? FL_HINT_INNER : FL_HINT_OUTER;
  if (!may_split)
    return 1;
  return *hint == FL_HINT_INNER ? get_inner_split (reduced, kept) : get_outer_split (reduced, kept);
}

/* --- two layers --------------------------------------------------------------------------------------------------------------- */

static FlReductionHint
get_second_hint (gint64 split, gint64 kept, FlReductionHint hint)
{
  if (hint == FL_HINT_OUTER && ((split <= 512 && kept <= 512) || (split <= 1024 && kept <= 256)))
    return FL_HINT_OUTER_TINY;
  return hint;
}

/* value of the plan at (i…, reindexed (block * i_n + r0_0)), masked where the last block runs over the end. */
static const FlExpr *
get_block_value (FlLowering *low, const FlReductionPlan *plan, const FlSym *const *ranges, const FlSym *block, gint64 split,
                 guint value, double other)
{
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym **vars = fl_box_get_vars (low, "i", ranges, plan->n_ranges + 1);
  const FlSym **inner = fl_box_get_vars (low, "r0_", &block, 1);
  const FlSym *position = fl_sym_add (fl_sym_mul (block, vars[plan->n_ranges]), inner[0]);
  const FlSym **at = fl_reshape_index (low, plan->reduction_ranges, plan->n_reduction_ranges, &size, 1, &position);
  const FlSym **reduction_vars = fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges);
  const FlExpr *body = fl_expr_bind (low, plan->values[value], reduction_vars, at, plan->n_reduction_ranges), *mask;
  gint64 numel;

  if (fl_sym_is_int (size, &numel) && numel % split == 0)
    return body;
  mask = fl_expr_op2 (low->pool, FL_SCALAR_LT, fl_expr_index (low->pool, FL_DTYPE_I32, position),
                      fl_expr_index (low->pool, FL_DTYPE_I32, size));
  return fl_expr_masked (low->pool, mask, body, other);
}

static FlReductionPlan
get_first_layer (FlLowering *low, const FlReductionPlan *plan, gint64 split)
{
  FlReductionPlan first = *plan;
  const FlSym *pieces = fl_sym_int (low->symbols, split);
  const FlSym *size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym **ranges = fl_arena_new (low->arena, const FlSym *, plan->n_ranges + 2);
  const FlSym **block = fl_arena_new (low->arena, const FlSym *, 1);

  memcpy (ranges, plan->ranges, plan->n_ranges * sizeof *ranges);
  ranges[plan->n_ranges] = pieces;
  block[0] = fl_sym_ceil_div (size, pieces);
  first.ranges = ranges;
  first.n_ranges = plan->n_ranges + 1;
  first.reduction_ranges = block;
  first.n_reduction_ranges = 1;
  if (fl_dtype_is_low_precision (plan->dtype))
    first.dtype = FL_DTYPE_F32;
  for (guint i = 0; i < plan->n_values; i++)
    first.values[i] = get_block_value (low, plan, ranges, block[0], split, i, fl_reduction_get_identity (plan->type, plan->src_dtype));
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
  second.hint = get_second_hint (split, fl_sym_hint (fl_sym_product (low->symbols, plan->ranges, plan->n_ranges)), plan->hint);
  second.input = NULL;
  return second;
}

static void
trace_split (FlLowering *low, const FlReductionPlan *plan, gint64 split)
{
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_ACCEPT, "the reduction is split in two layers, to fill the device", NULL, split,
                  fl_arena_printf (low->arena, "%d elements a result, %d results, %d pieces",
                                   (int) fl_sym_hint (fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges)),
                                   (int) fl_sym_hint (fl_sym_product (low->symbols, plan->ranges, plan->n_ranges)), (int) split));
}

FlBox *
fl_reduction_split (FlLowering *low, FlReductionPlan *plan)
{
  FlReductionHint hint;
  gint64 split = fl_reduction_choose_split (low, plan, &hint);
  FlReductionPlan layer;
  FlBox *part;

  if (plan->hint == FL_HINT_DEFAULT)
    plan->hint = hint;
  if (split <= 1)
    return fl_box_of_loops (low, fl_reduction_get_loops (low, plan, 0));
  trace_split (low, plan, split);
  layer = get_first_layer (low, plan, split);
  part = fl_reduction_create (low, &layer);
  fl_realize_box (low, part, "it is the first layer of a split reduction");
  layer = get_second_layer (low, plan, split, &part, 1);
  return fl_box_of_loops (low, fl_reduction_get_loops (low, &layer, 0));
}

/* Several outputs at once: welford (mean, m2, weight) or online softmax (max, sum). */
void
fl_reduction_split_multi (FlLowering *low, FlReductionPlan *plan, FlBox **outputs, guint n)
{
  FlReductionHint hint;
  gint64 split = fl_reduction_choose_split (low, plan, &hint), numel;
  gboolean is_even = fl_sym_is_int (fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges), &numel)
                     && split > 0 && numel % split == 0;
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
  layer = get_first_layer (low, plan, split);
  fl_reduction_create_multi (low, &layer, parts, n);
  layer = get_second_layer (low, plan, split, parts, n);
  if (plan->type != FL_REDUCTION_ONLINE_SOFTMAX)
    layer.type = FL_REDUCTION_WELFORD_COMBINE;
  fl_reduction_create_multi (low, &layer, outputs, n);
}
