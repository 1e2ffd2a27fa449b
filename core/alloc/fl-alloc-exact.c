/* As low as possible: the lower bound is tried first, then heights between it and the best plan
 * known. Difficulty does not grow steadily as the height falls, so "proved impossible" and "gave
 * up" are kept apart. */
#include <string.h>

#include "fl-alloc-private.h"

enum
{
  NODES_FIRST = 400 * 1000, /* at the lower bound, when nobody set a time */
  NODES_LATER = 50 * 1000,
  MAX_TRIALS = 12
};

static const FlAllocRow heuristics[] = { { .run = fl_alloc_size_first },
                                         { .run = fl_alloc_heap },
                                         { .run = fl_alloc_breadth },
                                         { .run = fl_alloc_time } };

static void
start_from_heuristics (const FlAllocProblem *problem, const FlAllocLimits *limits, gint64 deadline_us,
                       FlAllocPlan *plan)
{
  gint64 wanted = MAX (plan->bound, limits->capacity);

  plan->height = G_MAXINT64;
  for (guint i = 0; i < G_N_ELEMENTS (heuristics) && plan->height > wanted; i++)
    {
      g_auto (FlAllocPlan) other = { 0 };

      if (i > 0 && deadline_us > 0 && g_get_monotonic_time () > deadline_us)
        break;
      fl_alloc_run (&heuristics[i], problem, limits, &other);
      if (other.height >= plan->height)
        continue;
      plan->height = other.height;
      memcpy (plan->offsets, other.offsets, problem->n * sizeof *other.offsets);
    }
}

/* Heights are sums of sizes: only multiples of what divides all of them can be reached. */
static gint64
get_step (const FlAllocProblem *problem)
{
  gint64 step = 0;

  for (guint i = 0; i < problem->n; i++)
    for (gint64 size = fl_alloc_takes_part (&problem->buffers[i]) ? fl_alloc_get_size (problem, i) : 0, rest; size != 0;
         size = rest)
      {
        rest = step % size;
        step = size;
      }
  return MAX (step, 1);
}

typedef struct
{
  const FlAllocProblem *problem;
  const FlAllocLimits *limits;
  FlAllocSearch *search;
  gint64 deadline_us;
  FlAllocPlan *plan;
} Minimise;

static void
tell (const Minimise *minimise)
{
  if (minimise->limits->progress)
    minimise->limits->progress (minimise->plan, minimise->limits->progress_data);
}

static FlSearchResult
try_height (Minimise *minimise, gint64 height, guint64 max_nodes)
{
  g_autofree gint64 *offsets = g_new0 (gint64, minimise->problem->n + 1);
  FlSearchResult result = fl_alloc_search_run (minimise->search, height, minimise->deadline_us > 0 ? 0 : max_nodes,
                                               minimise->deadline_us, minimise->limits->cancelled, offsets);

  if (result == FL_SEARCH_FOUND)
    {
      memcpy (minimise->plan->offsets, offsets, minimise->problem->n * sizeof *offsets);
      minimise->plan->height = fl_alloc_get_height (minimise->problem, offsets);
    }
  else if (result == FL_SEARCH_GAVE_UP)
    minimise->plan->gave_up = TRUE;
  minimise->plan->n_nodes = fl_alloc_search_get_n_nodes (minimise->search);
  tell (minimise);
  return result;
}

/* Between the bound and the best plan, nearer to the bound each time it failed by its limit. */
static void
walk_down (Minimise *minimise, gint64 step)
{
  FlAllocPlan *plan = minimise->plan;
  gint64 low = plan->bound; /* gave up here: try above */

  for (guint trial = 0; trial < MAX_TRIALS && plan->height - step > low; trial++)
    {
      gint64 middle = low + MAX (step, (plan->height - low) / 2 / step * step);
      FlSearchResult result;

      if (middle >= plan->height)
        return;
      if (minimise->deadline_us > 0 && g_get_monotonic_time () > minimise->deadline_us)
        return;
      result = try_height (minimise, middle, NODES_LATER);
      if (result == FL_SEARCH_FOUND)
        continue;
      if (result == FL_SEARCH_IMPOSSIBLE)
        plan->bound = MAX (plan->bound, middle + step);
      low = middle;
    }
}

void
fl_alloc_exact (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  Minimise minimise = { problem, limits, NULL, 0, plan };
  gint64 step = get_step (problem), wanted = plan->bound;

  if (limits->seconds > 0)
    minimise.deadline_us = g_get_monotonic_time () + (gint64) (limits->seconds * G_USEC_PER_SEC);
  start_from_heuristics (problem, limits, minimise.deadline_us, plan);
  tell (&minimise);
  if (limits->capacity > 0)
    wanted = MAX (limits->capacity, plan->bound);
  if (plan->height <= wanted)
    return;
  minimise.search = fl_alloc_search_new (problem);
  switch (try_height (&minimise, wanted, NODES_FIRST))
    {
    case FL_SEARCH_FOUND: break;
    case FL_SEARCH_IMPOSSIBLE:
      plan->bound = MAX (plan->bound, wanted / step * step + step);
      if (limits->capacity == 0)
        while (plan->bound < plan->height && try_height (&minimise, plan->bound, NODES_LATER) == FL_SEARCH_IMPOSSIBLE)
          plan->bound += step;
      break;
    case FL_SEARCH_GAVE_UP:
      if (limits->capacity == 0)
        walk_down (&minimise, step);
      break;
    }
  plan->gave_up &= plan->height > plan->bound;
  plan->n_nodes = fl_alloc_search_get_n_nodes (minimise.search);
  plan->n_backtracks = fl_alloc_search_get_n_backtracks (minimise.search);
  fl_alloc_search_free (minimise.search);
}
