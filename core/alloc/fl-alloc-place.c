/* Placing buffers in a given order, and the planners that are nothing but an order.
 * Sources: TensorFlow Lite Micro's greedy planner (size-first), Pisarchyk and Lee, "Efficient memory management for deep
 * neural net inference" (size-best, breadth), XLA's global decreasing size heap (heap). */
#include <string.h>

#include "fl-alloc-private.h"

typedef struct
{
  gint64 offset;
  guint index;
} Placed;

static gint
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *one = a, *other = b;

  if (one->offset != other->offset)
    return one->offset < other->offset ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

static gint64
find_gap (const FlAllocProblem *problem, const Placed *placed, guint n, gint64 size, FlAllocFit fit)
{
  gint64 previous = 0, found = -1, found_gap = G_MAXINT64;

  for (guint i = 0; i < n; i++)
    {
      gint64 gap = placed[i].offset - previous;

      if (gap >= size && gap < found_gap)
        {
          found = previous;
          found_gap = gap;
          if (fit == FL_FIT_FIRST)
            break;
        }
      previous = MAX (previous, placed[i].offset + fl_alloc_get_size (problem, placed[i].index));
    }
  return found >= 0 ? found : previous;
}

/* Those of the conflicting buffers that have their place, by offset. */
static guint
collect_placed (const FlAllocConflicts *conflicts, guint index, const gboolean *is_placed, const gint64 *offsets, Placed *placed)
{
  guint n = 0;

  for (guint k = conflicts->starts[index]; k < conflicts->starts[index + 1]; k++)
    if (is_placed[conflicts->others[k]])
      placed[n++] = (Placed){ offsets[conflicts->others[k]], conflicts->others[k] };
  qsort (placed, n, sizeof *placed, compare_placed);
  return n;
}

/* The same from all that have their place, which are sorted already: quicker when many of them conflict. */
static guint
filter_placed (const FlAllocProblem *problem, guint index, const Placed *all, guint n_all, Placed *placed)
{
  gint64 lower = problem->buffers[index].lower, upper = problem->buffers[index].upper;
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    if (problem->buffers[all[i].index].lower < upper && lower < problem->buffers[all[i].index].upper)
      placed[n++] = all[i];
  return n;
}

static void
insert_placed (Placed *all, guint n_all, Placed item)
{
  guint low = 0, high = n_all;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (compare_placed (&all[middle], &item) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  memmove (all + low + 1, all + low, (n_all - low) * sizeof *all);
  all[low] = item;
}

void
fl_alloc_place (const FlAllocProblem *problem, const FlAllocConflicts *conflicts, const guint *order, guint n,
                FlAllocFit fit, gint64 *offsets)
{
  const guint sorting_cost = 8; /* of one conflicting buffer, in buffers looked at */
  g_autofree Placed *placed = g_new (Placed, problem->n + 1), *all = g_new (Placed, problem->n + 1);
  g_autofree gboolean *is_placed = g_new0 (gboolean, problem->n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint index = order[i], n_conflicts = conflicts->starts[index + 1] - conflicts->starts[index];
      guint n_placed = (guint64) n_conflicts * sorting_cost < i ? collect_placed (conflicts, index, is_placed, offsets, placed)
                                                               : filter_placed (problem, index, all, i, placed);

      offsets[index] = find_gap (problem, placed, n_placed, fl_alloc_get_size (problem, index), fit);
      is_placed[index] = TRUE;
      insert_placed (all, i, (Placed){ offsets[index], index });
    }
}

/* --- orders ------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlAllocProblem *problem;
  gboolean by_life; /* length of life first, then size; else the other way round when with_life */
  gboolean with_life;
} Order;

static gint
compare_descending (gint64 a, gint64 b)
{
  return a > b ? -1 : a < b;
}

static gint
compare_in_order (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  guint one = *(const guint *) a, other = *(const guint *) b;
  const FlAllocBuffer *x = &order->problem->buffers[one], *y = &order->problem->buffers[other];
  gint by_size = compare_descending (fl_alloc_get_size (order->problem, one), fl_alloc_get_size (order->problem, other));
  gint by_life = compare_descending (x->upper - x->lower, y->upper - y->lower);

  if (order->by_life && by_life != 0)
    return by_life;
  if (by_size != 0)
    return by_size;
  if (order->with_life && by_life != 0)
    return by_life;
  return one < other ? -1 : one > other;
}

static guint *
make_order (const FlAllocProblem *problem, gboolean by_life, gboolean with_life, guint *n)
{
  Order how = { problem, by_life, with_life };
  guint *order = g_new (guint, problem->n + 1);

  *n = 0;
  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      order[(*n)++] = i;
  g_qsort_with_data (order, (gint) *n, sizeof *order, compare_in_order, &how);
  return order;
}

static gint64
get_height (const FlAllocProblem *problem, const gint64 *offsets)
{
  gint64 height = 0;

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      height = MAX (height, offsets[i] + fl_alloc_get_size (problem, i));
  return height;
}

static void
place_in_order (const FlAllocProblem *problem, gboolean by_life, gboolean with_life, FlAllocFit fit, gint64 *offsets)
{
  guint n;
  g_autofree guint *order = make_order (problem, by_life, with_life, &n);
  FlAllocConflicts conflicts;

  fl_alloc_conflicts_init (&conflicts, problem);
  fl_alloc_place (problem, &conflicts, order, n, fit, offsets);
  fl_alloc_conflicts_clear (&conflicts);
}

/* --- the planners ------------------------------------------------------------------------------------------------- */

void
fl_alloc_naive (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  gint64 end = 0;

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      {
        plan->offsets[i] = end;
        end += fl_alloc_get_size (problem, i);
      }
}

void
fl_alloc_size_first (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  place_in_order (problem, FALSE, FALSE, FL_FIT_FIRST, plan->offsets);
}

void
fl_alloc_size_best (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  place_in_order (problem, FALSE, FALSE, FL_FIT_BEST, plan->offsets);
}

/* The larger ones first, and the longer-lived first; the first of equally low plans. */
void
fl_alloc_heap (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  g_autofree gint64 *other = g_new0 (gint64, problem->n + 1);

  place_in_order (problem, FALSE, TRUE, FL_FIT_BEST, plan->offsets);
  place_in_order (problem, TRUE, TRUE, FL_FIT_BEST, other);
  if (get_height (problem, other) < get_height (problem, plan->offsets))
    memcpy (plan->offsets, other, problem->n * sizeof *other);
}

typedef struct
{
  gint64 time, bytes;
} Step;

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  const Step *one = a, *other = b;

  return one->time < other->time ? -1 : one->time > other->time;
}

static gint
compare_breadths (gconstpointer a, gconstpointer b)
{
  const Step *one = a, *other = b;

  return one->bytes != other->bytes ? compare_descending (one->bytes, other->bytes) : compare_times (a, b);
}

/* The times at which buffers begin, with what is alive then: no other time needs more. */
static GArray *
collect_steps (const FlAllocProblem *problem)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      {
        Step step = { problem->buffers[i].lower, 0 };

        for (guint k = 0; k < problem->n; k++)
          if (fl_alloc_takes_part (&problem->buffers[k]) && problem->buffers[k].lower <= step.time
              && problem->buffers[k].upper > step.time)
            step.bytes += fl_alloc_get_size (problem, k);
        g_array_append_val (steps, step);
      }
  g_array_sort (steps, compare_times);
  g_array_sort (steps, compare_breadths);
  return steps;
}

void
fl_alloc_breadth (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  guint n, n_ordered = 0;
  g_autofree guint *by_size = make_order (problem, FALSE, FALSE, &n);
  g_autofree guint *order = g_new (guint, problem->n + 1);
  g_autofree gboolean *is_taken = g_new0 (gboolean, problem->n + 1);
  g_autoptr (GArray) steps = collect_steps (problem);
  FlAllocConflicts conflicts;

  for (guint s = 0; s < steps->len; s++)
    {
      gint64 time = g_array_index (steps, Step, s).time;

      for (guint i = 0; i < n; i++)
        if (!is_taken[by_size[i]] && problem->buffers[by_size[i]].lower <= time
            && problem->buffers[by_size[i]].upper > time)
          {
            is_taken[by_size[i]] = TRUE;
            order[n_ordered++] = by_size[i];
          }
    }
  fl_alloc_conflicts_init (&conflicts, problem);
  fl_alloc_place (problem, &conflicts, order, n_ordered, FL_FIT_BEST, plan->offsets);
  fl_alloc_conflicts_clear (&conflicts);
}

static gint
compare_starts (gconstpointer a, gconstpointer b, gpointer data)
{
  const FlAllocProblem *problem = data;
  guint one = *(const guint *) a, other = *(const guint *) b;
  gint64 x = problem->buffers[one].lower, y = problem->buffers[other].lower;

  if (x != y)
    return x < y ? -1 : 1;
  return one < other ? -1 : one > other;
}

/* When a buffer is made, only those alive at that moment have places that matter: later ones come later. */
void
fl_alloc_time (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  guint n;
  g_autofree guint *order = make_order (problem, FALSE, FALSE, &n);
  FlAllocConflicts conflicts;

  g_qsort_with_data (order, (gint) n, sizeof *order, compare_starts, (gpointer) problem);
  fl_alloc_conflicts_init (&conflicts, problem);
  fl_alloc_place (problem, &conflicts, order, n, FL_FIT_BEST, plan->offsets);
  fl_alloc_conflicts_clear (&conflicts);
}
