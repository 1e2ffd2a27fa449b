/* The planners that are nothing but an order of placement.
 * Sources: TensorFlow Lite Micro's greedy planner (size-first), Pisarchyk and Lee, "Efficient
 * memory management for deep neural net inference" (size-best, breadth), XLA's global decreasing
 * size heap (heap). */
#include <string.h>

#include "fl-alloc-private.h"

/* --- orders ----------------------------------------------------------------------------------- */

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
  gint by_size
      = compare_descending (fl_alloc_get_size (order->problem, one), fl_alloc_get_size (order->problem, other));
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

static void
place_in_order (const FlAllocProblem *problem, gboolean by_life, gboolean with_life, FlAllocFit fit, gint64 *offsets)
{
  guint n;
  g_autofree guint *order = make_order (problem, by_life, with_life, &n);

  fl_alloc_place (problem, NULL, order, n, fit, offsets);
}

/* --- the planners ----------------------------------------------------------------------------- */

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
  if (fl_alloc_get_height (problem, other) < fl_alloc_get_height (problem, plan->offsets))
    memcpy (plan->offsets, other, problem->n * sizeof *other);
}

typedef struct
{
  gint64 time, bytes;
  guint position; /* by time */
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

/* The times at which buffers begin, by time, with what is alive then: no other time needs more. */
static GArray *
collect_steps (const FlAllocProblem *problem)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GArray) points = fl_alloc_collect_points (problem);
  gint64 live = 0;

  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);
      Step step = { .time = point->time };

      live += point->is_start ? fl_alloc_get_size (problem, point->index) : -fl_alloc_get_size (problem, point->index);
      if (!point->is_start)
        continue;
      step.bytes = live;
      if (steps->len > 0 && g_array_index (steps, Step, steps->len - 1).time == point->time)
        g_array_index (steps, Step, steps->len - 1).bytes = live;
      else
        g_array_append_val (steps, step);
    }
  return steps;
}

/* The least of ranks[from] … ranks[to - 1], by tables of the least of 1, 2, 4, 8 … neighbours. */
typedef struct
{
  guint n;
  GPtrArray *tables;
} Least;

static void
least_init (Least *least, guint *ranks, guint n)
{
  least->n = n;
  least->tables = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (least->tables, ranks);
  for (guint width = 2; width <= n; width *= 2)
    {
      const guint *half = least->tables->pdata[least->tables->len - 1];
      guint *table = g_new (guint, n);

      for (guint i = 0; i + width <= n; i++)
        table[i] = MIN (half[i], half[i + width / 2]);
      g_ptr_array_add (least->tables, table);
    }
}

static guint
least_get (const Least *least, guint from, guint to)
{
  guint level = g_bit_storage (to - from) - 1;
  const guint *table = least->tables->pdata[level];

  return MIN (table[from], table[to - (1u << level)]);
}

/* The first step at or after a time; steps are by time. */
static guint
find_step (const GArray *steps, gint64 time)
{
  guint low = 0, high = steps->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (steps, Step, middle).time < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

typedef struct
{
  guint rank, position, index;
} Ranked;

static gint
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *one = a, *other = b;

  if (one->rank != other->rank)
    return one->rank < other->rank ? -1 : 1;
  return one->position < other->position ? -1 : one->position > other->position;
}

/* Steps in order of breadth; each takes what is alive then and was not taken before, by size. So a
 * buffer's turn is that of the broadest step in its life, and every life begins with a step. */
void
fl_alloc_breadth (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  guint n;
  g_autofree guint *order = make_order (problem, FALSE, FALSE, &n);
  g_autofree Ranked *ranked = g_new (Ranked, n + 1);
  g_autoptr (GArray) steps = collect_steps (problem);
  guint *ranks = g_new (guint, steps->len + 1);
  Least least;

  for (guint s = 0; s < steps->len; s++)
    g_array_index (steps, Step, s).position = s;
  g_array_sort (steps, compare_breadths);
  for (guint s = 0; s < steps->len; s++)
    ranks[g_array_index (steps, Step, s).position] = s;
  g_array_sort (steps, compare_times);
  least_init (&least, ranks, steps->len);
  for (guint i = 0; i < n; i++)
    {
      const FlAllocBuffer *buffer = &problem->buffers[order[i]];

      ranked[i] = (Ranked) { least_get (&least, find_step (steps, buffer->lower), find_step (steps, buffer->upper)), i,
                             order[i] };
    }
  g_ptr_array_unref (least.tables);
  qsort (ranked, n, sizeof *ranked, compare_ranked);
  for (guint i = 0; i < n; i++)
    order[i] = ranked[i].index;
  fl_alloc_place (problem, NULL, order, n, FL_FIT_BEST, plan->offsets);
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

/* When a buffer is made, only those alive at that moment have places that matter: later ones come
 * later. */
void
fl_alloc_time (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  guint n;
  g_autofree guint *order = make_order (problem, FALSE, FALSE, &n);

  g_qsort_with_data (order, (gint) n, sizeof *order, compare_starts, (gpointer) problem);
  fl_alloc_place (problem, NULL, order, n, FL_FIT_BEST, plan->offsets);
}
