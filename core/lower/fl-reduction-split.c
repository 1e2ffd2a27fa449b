/* Long reductions with few results on a GPU: two layers, so that the whole device has work (torch/_inductor/ir.py,
 * Reduction.num_splits). */
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
          if (ABS (pair[i] - target) < ABS (best - target)
              || (ABS (pair[i] - target) == ABS (best - target) && pair[i] < best))
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

/* --- which way the reduced dimensions run in memory ------------------------------------------- */

typedef struct
{
  FlLowering *low;
  const FlSym *const *vars;
  const FlSym *const *reduction_vars;
  guint n_vars, n_reduction_vars;
  const FlReductionPlan *plan;
  guint n_inner, n_outer;               /* reads that use every variable */
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
  const FlSym *index = load->index != NULL ? fl_sym_close (load->index) : NULL;
  gboolean is_full, is_outer = TRUE, is_partial = FALSE;

  if (load->op != FL_SCALAR_LOAD)
    return;
  for (guint i = 0; i < direction->n_reduction_vars; i++)
    is_partial
        |= !fl_sym_is_int (direction->reduction_vars[i], NULL) && fl_sym_contains (index, direction->reduction_vars[i]);
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
        gint64 stride = fl_sym_get_hint (fl_sym_get_stride (index, direction->reduction_vars[i],
                                                            direction->reduction_vars, direction->n_reduction_vars),
                                         0);

        is_outer &= stride == 0 || stride > 1;
      }
  *(is_full    ? is_outer ? &direction->n_outer : &direction->n_inner
    : is_outer ? &direction->n_outer_partly
               : &direction->n_inner_partly)
      += 1;
}

/* The kept and the reduced sizes of the reduction that makes the input, directly or through what it reads. */
static gboolean
find_input_ranges (FlLowering *low, FlStorage *storage, const FlLoops **found)
{
  g_autoptr (GPtrArray) names = NULL;
  const FlExprCount *count;

  *found = NULL;
  if (storage->record != NULL)
    {
      if (storage->record->loops != NULL && storage->record->loops->kind == FL_LOOPS_REDUCTION)
        *found = storage->record->loops;
      return *found != NULL;
    }
  names = g_ptr_array_new ();
  count = fl_storage_get_count (low, storage);
  for (guint i = 0; i < count->n_read_buffers; i++)
    g_ptr_array_add (names, (gpointer) count->read_buffers[i]);
  for (guint i = 0; i < names->len && names->len < 64; i++)
    {
      const FlRecord *record = fl_lower_find_record (low, names->pdata[i]);

      if (record == NULL || record->loops == NULL)
        continue;
      if (record->loops->kind != FL_LOOPS_REDUCTION)
        continue;
      if (*found != NULL
          && (!fl_sizes_equal ((*found)->ranges, (*found)->n_ranges, record->loops->ranges, record->loops->n_ranges)
              || !fl_sizes_equal ((*found)->reduction_ranges, (*found)->n_reduction_ranges,
                                  record->loops->reduction_ranges, record->loops->n_reduction_ranges)))
        return FALSE;
      *found = record->loops;
    }
  return *found != NULL;
}

gboolean
fl_reduction_find_input_ranges (FlLowering *low, const FlReductionPlan *plan, const FlSym *reduced,
                                const FlLoops **found)
{
  const FlSym *numel;

  if (plan->input == NULL || plan->input->view != FL_VIEW_NONE || !find_input_ranges (low, plan->input->storage, found))
    return FALSE;
  numel = fl_sym_mul (fl_sym_product (low->symbols, (*found)->ranges, (*found)->n_ranges),
                      fl_sym_product (low->symbols, (*found)->reduction_ranges, (*found)->n_reduction_ranges));
  return fl_sym_known_equal (numel, reduced);
}

/* A CPU has as many as the option says; without it, the text must not depend on where we run. */
static gint64
get_n_multiprocessors (FlLowering *low, const FlReductionPlan *plan)
{
  const FlBox on = { .device = plan->device };

  return fl_box_is_on_cpu (&on) && low->options->cpp_threads > 0 ? low->options->cpp_threads : N_MULTIPROCESSORS;
}

/* Into how many pieces; 1: whole. -1: along the ranges of the reduction that makes the input. */
gint64
fl_reduction_choose_split (FlLowering *low, const FlReductionPlan *plan, FlReductionHint *hint)
{
  const FlSym *reduced_size = fl_sym_product (low->symbols, plan->reduction_ranges, plan->n_reduction_ranges);
  const FlSym *kept_size = fl_sym_product (low->symbols, plan->ranges, plan->n_ranges);
  gint64 reduced = fl_sym_hint (reduced_size), kept = fl_sym_hint (kept_size);
  const FlBox on = { .device = plan->device };
  gboolean may_split = !fl_box_is_on_cpu (&on) && !fl_reduction_is_arg (plan->type)
                       && (plan->is_scan || low->options->split_reductions);
  Direction direction
      = { .low = low, .n_vars = plan->n_ranges, .n_reduction_vars = plan->n_reduction_ranges, .plan = plan };

  *hint = FL_HINT_DEFAULT;
  if (kept == 1)
    {
      const FlLoops *found;
      gint64 split = may_split ? get_inner_split (reduced, kept) : 1;

      *hint = FL_HINT_INNER;
      return split > 1 && fl_reduction_find_input_ranges (low, plan, reduced_size, &found) ? -1 : split;
    }
  if (reduced <= MIN_ELEMENTS_PER_THREAD || kept >= get_n_multiprocessors (low, plan) * 2 * 32)
    return 1;
  direction.vars = fl_box_close_vars (low, fl_box_get_vars (low, "i", plan->ranges, plan->n_ranges), plan->n_ranges);
  direction.reduction_vars
      = fl_box_close_vars (low, fl_box_get_vars (low, "r0_", plan->reduction_ranges, plan->n_reduction_ranges),
                           plan->n_reduction_ranges);
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
