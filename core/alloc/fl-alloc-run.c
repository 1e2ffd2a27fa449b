/* Running a planner: its plan is checked, and measured against the bytes that live at once. */
#include <string.h>

#include "fl-alloc-private.h"

gint64
fl_alloc_get_max_live (const FlAllocProblem *problem)
{
  g_autoptr (GArray) points = fl_alloc_collect_points (problem);
  gint64 live = 0, most = 0;

  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);

      live += point->is_start ? fl_alloc_get_size (problem, point->index) : -fl_alloc_get_size (problem, point->index);
      most = MAX (most, live);
    }
  return most;
}

gint64
fl_alloc_get_height (const FlAllocProblem *problem, const gint64 *offsets)
{
  gint64 height = 0;

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      height = MAX (height, offsets[i] + fl_alloc_get_size (problem, i));
  return height;
}

/* Where a buffer belongs among those alive, which are sorted by offset. */
static guint
find_place (const GArray *alive, const gint64 *offsets, gint64 offset)
{
  guint low = 0, high = alive->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (offsets[g_array_index (alive, guint, middle)] < offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* What is alive is disjoint, so a new one can only overlap its neighbours. */
static gboolean
fits_in (const FlAllocProblem *problem, const gint64 *offsets, const GArray *alive, guint at, guint index, guint *other)
{
  if (at > 0)
    {
      *other = g_array_index (alive, guint, at - 1);
      if (offsets[*other] + problem->buffers[*other].size > offsets[index])
        return FALSE;
    }
  if (at == alive->len)
    return TRUE;
  *other = g_array_index (alive, guint, at);
  return offsets[index] + problem->buffers[index].size <= offsets[*other];
}

gboolean
fl_alloc_verify (const FlAllocProblem *problem, const gint64 *offsets, guint *a, guint *b)
{
  g_autoptr (GArray) points = fl_alloc_collect_points (problem), alive = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < problem->n; i++)
    if (offsets[i] < 0 || offsets[i] % problem->alignment != 0)
      {
        *a = *b = i;
        return FALSE;
      }
  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);
      guint at = find_place (alive, offsets, offsets[point->index]);

      *a = point->index;
      if (!point->is_start)
        g_array_remove_index (alive, at);
      else if (!fits_in (problem, offsets, alive, at, point->index, b))
        return FALSE;
      else
        g_array_insert_val (alive, at, point->index);
    }
  return TRUE;
}

/* Of all aligned sizes; at most 2^62. */
static gint64
get_total (const FlAllocProblem *problem)
{
  const gint64 most = G_GINT64_CONSTANT (1) << 62;
  gint64 total = 0;

  for (guint i = 0; i < problem->n; i++)
    if (__builtin_add_overflow (total, fl_alloc_get_size (problem, i), &total) || total > most)
      return most;
  return total;
}

void
fl_alloc_run (const FlAllocRow *row, const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  FlAllocLimits own = { 0 };
  guint a, b;

  if (limits != NULL)
    own = *limits;
  /* One above the other everything fits: more room than that is no more room, and sums with it
   * could pass 64 bits. */
  own.capacity = MIN (own.capacity, MAX (get_total (problem), 1));
  memset (plan, 0, sizeof *plan);
  plan->offsets = g_new0 (gint64, problem->n + 1);
  plan->bound = fl_alloc_get_max_live (problem);
  row->run (problem, &own, plan);
  g_assert (fl_alloc_verify (problem, plan->offsets, &a, &b));
  plan->height = fl_alloc_get_height (problem, plan->offsets);
  g_assert (plan->height >= plan->bound);
  plan->is_optimal = plan->height == plan->bound;
}

void
fl_alloc_plan_clear (FlAllocPlan *plan)
{
  g_clear_pointer (&plan->offsets, g_free);
}
