/* Merging and ordering of loops.
 * Source: torch/_inductor/sizevars.py (_simplify_loops_impl), scheduler.py (pick_loop_order). */
#include <string.h>

#include "fl-schedule-private.h"

/* --- strides ---------------------------------------------------------------------------------- */

const FlSym *
fl_loops_get_contiguous_index (FlSymTable *symbols, const FlSym *const *vars, const FlSym *const *sizes, guint n)
{
  const FlSym *sum = fl_sym_int (symbols, 0);
  const FlSym *stride = fl_sym_int (symbols, 1);

  for (guint i = n; i > 0; i--)
    {
      sum = fl_sym_add (sum, fl_sym_mul (vars[i - 1], stride));
      stride = fl_sym_mul (stride, sizes[i - 1]);
    }
  return sum;
}

static const FlSym *
zero_indirect_symbols (const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = NULL;
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return index;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i];

      if (fl_sym_get_kind (symbol) == FL_SYM_INDIRECT)
        index = fl_sym_substitute (index, &symbol, &zero, 1);
    }
  return index;
}

void
fl_loops_get_stride_hints (const FlSym *index, const FlSym *const *vars, guint n, const FlSym *const *support_vars,
                           guint n_support, gint64 *strides)
{
  index = zero_indirect_symbols (index);
  for (guint i = 0; i < n; i++)
    strides[i] = fl_sched_get_hint (fl_sym_get_stride (index, vars[i], support_vars, n_support));
}

/* --- merging ---------------------------------------------------------------------------------- */

typedef struct
{
  FlSymTable *symbols;
  const FlSym *const *vars;
  const FlSym **sizes; /* NULL: merged into another, or 1 */
  const FlSym **written;
  guint n;
  const FlSym *const *formulas;
  guint n_formulas;
  const FlSym **strides; /* [formula * n + loop] */
  const FlSym *tester1, *tester2;
} Merge;

/* Does formula k see only inner + size * outer? Two fresh variables stand for any values of the two
 * loops. */
static gboolean
is_flat_in (const Merge *merge, guint k, guint inner, guint outer)
{
  const FlSym *vars[2] = { merge->vars[inner], merge->vars[outer] };
  const FlSym *apart[2] = { fl_sym_mul (merge->tester1, merge->sizes[inner]), merge->tester2 };
  const FlSym *joined[2] = { fl_sym_int (merge->symbols, 0), fl_sym_add (merge->tester1, merge->tester2) };

  if (fl_sym_mul (merge->strides[k * merge->n + inner], merge->sizes[inner]) != merge->strides[k * merge->n + outer])
    return FALSE;
  return fl_sym_substitute (merge->formulas[k], vars, apart, 2)
         == fl_sym_substitute (merge->formulas[k], vars, joined, 2);
}

static gboolean
can_merge (const Merge *merge, guint inner, guint outer)
{
  for (guint k = 0; k < merge->n_formulas; k++)
    if (!is_flat_in (merge, k, inner, outer))
      return FALSE;
  return TRUE;
}

static gboolean
merge_once (Merge *merge)
{
  gboolean changed = FALSE;

  for (guint i = merge->n; i-- > 0;)
    for (guint j = merge->n; j-- > 0;)
      if (i != j && merge->sizes[i] != NULL && merge->sizes[j] != NULL && can_merge (merge, i, j))
        {
          merge->sizes[i] = fl_sym_mul (merge->sizes[i], merge->sizes[j]);
          merge->written[i] = fl_sym_mul_written (merge->written[i], merge->written[j]);
          merge->sizes[j] = NULL;
          changed = TRUE;
        }
  return changed;
}

guint
fl_simplify_loops (FlSymTable *symbols, const FlLoopRanges *loops, const FlSym *const *formulas, guint n_formulas,
                   const FlSym **new_sizes, const FlSym **new_written, gint *positions)
{
  const guint n = loops->n;
  g_autofree const FlSym **left = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **written = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **strides = g_new0 (const FlSym *, (gsize) n *n_formulas + 1);
  Merge merge = { symbols, loops->vars, left, written, n, formulas, n_formulas, strides, NULL, NULL };
  guint n_new = 0;

  merge.tester1 = fl_sym_var (symbols, "_merge_tester1", NULL);
  merge.tester2 = fl_sym_var (symbols, "_merge_tester2", NULL);
  for (guint k = 0; k < n_formulas; k++)
    for (guint i = 0; i < n; i++)
      strides[k * n + i] = fl_sym_get_stride (formulas[k], loops->vars[i], loops->vars, n);
  for (guint i = 0; i < n; i++)
    {
      left[i] = fl_sym_is_int_value (loops->sizes[i], 1) ? NULL : loops->sizes[i];
      written[i] = loops->written[i];
    }
  while (merge_once (&merge))
    ;
  for (guint i = 0; i < n; i++)
    {
      positions[i] = left[i] != NULL ? (gint) n_new : -1;
      if (left[i] == NULL)
        continue;
      new_written[n_new] = written[i];
      new_sizes[n_new++] = left[i];
    }
  return n_new;
}

/* --- ordering --------------------------------------------------------------------------------- */

typedef struct
{
  const gint64 *strides;
  guint n_accesses;
  const FlSym *const *sizes;
  guint n;
} Order;

/* Negative: loop a belongs inside of loop b. Not transitive, so the way of sorting matters. */
static gint
compare_loops (const Order *order, guint a, guint b)
{
  gboolean one_a = fl_sym_is_int_value (order->sizes[a], 1), one_b = fl_sym_is_int_value (order->sizes[b], 1);
  guint a_first = 0, b_first = 0;

  if (one_a || one_b)
    return one_a - one_b;
  for (guint k = 0; k < order->n_accesses; k++)
    {
      gint64 stride_a = ABS (order->strides[k * order->n + a]), stride_b = ABS (order->strides[k * order->n + b]);

      a_first += stride_b == 0 || stride_a < stride_b;
      b_first += stride_a == 0 || stride_b < stride_a;
    }
  if (a_first != b_first)
    return a_first > b_first ? -1 : 1;
  return a < b ? 1 : -1; /* no preference: the later dimension is the inner one */
}

static void
reverse (guint *order, guint n)
{
  for (guint i = 0; i < n / 2; i++)
    {
      guint other = order[i];

      order[i] = order[n - 1 - i];
      order[n - 1 - i] = other;
    }
}

/* Python's list.sort for short lists: an initial run, then insertion at the place that binary
 * search finds. */
static void
sort_like_python (const Order *rule, guint *order, guint n)
{
  guint run = 1;

  if (n < 2)
    return;
  if (compare_loops (rule, order[1], order[0]) < 0)
    {
      for (run = 2; run < n && compare_loops (rule, order[run], order[run - 1]) < 0; run++)
        ;
      reverse (order, run);
    }
  else
    for (run = 2; run < n && compare_loops (rule, order[run], order[run - 1]) >= 0; run++)
      ;
  for (; run < n; run++)
    {
      guint pivot = order[run], low = 0, high = run;

      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (compare_loops (rule, pivot, order[middle]) < 0)
            high = middle;
          else
            low = middle + 1;
        }
      memmove (&order[low + 1], &order[low], (run - low) * sizeof *order);
      order[low] = pivot;
    }
}

void
fl_loops_pick_order (const gint64 *strides, guint n_accesses, const FlSym *const *sizes, guint n, guint *order)
{
  Order rule = { strides, n_accesses, sizes, n };

  for (guint i = 0; i < n; i++)
    order[i] = n - 1 - i;
  sort_like_python (&rule, order, n);
}
