/* The default planner: orders of placement until one reaches the lower bound, and then a search
 * whose length is counted in nodes, so that a problem has one answer on every machine. */
#include <string.h>

#include "fl-alloc-private.h"

enum
{
  MAX_BUFFERS_ALL = 4000,       /* more: only the first two orders */
  MAX_PAIRS = 4 * 1000 * 1000,  /* of conflicting buffers; more: no search, and of many buffers only the first order */
  SEARCH_WORK = 6 * 1000 * 1000 /* nodes times buffers */
};

static const FlAllocRow orders[] = { { .run = fl_alloc_size_first },
                                     { .run = fl_alloc_breadth },
                                     { .run = fl_alloc_heap },
                                     { .run = fl_alloc_size_best },
                                     { .run = fl_alloc_time } };

void
fl_alloc_auto (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  gint64 wanted = MAX (plan->bound, limits->capacity);
  gboolean is_dense = fl_alloc_count_conflicts (problem) > MAX_PAIRS;
  guint n_orders = problem->n <= MAX_BUFFERS_ALL ? G_N_ELEMENTS (orders) : is_dense ? 1 : 2;
  FlAllocSearch *search;
  g_autofree gint64 *offsets = NULL;

  plan->height = G_MAXINT64;
  for (guint i = 0; i < n_orders && plan->height > wanted; i++)
    {
      g_auto (FlAllocPlan) other = { 0 };

      fl_alloc_run (&orders[i], problem, limits, &other);
      if (other.height >= plan->height)
        continue;
      plan->height = other.height;
      memcpy (plan->offsets, other.offsets, problem->n * sizeof *other.offsets);
    }
  if (plan->height <= wanted || is_dense)
    return;
  offsets = g_new0 (gint64, problem->n + 1);
  search = fl_alloc_search_new (problem);
  if (fl_alloc_search_run (search, wanted, SEARCH_WORK / MAX (problem->n, 1u), 0, limits->cancelled, offsets)
      == FL_SEARCH_FOUND)
    memcpy (plan->offsets, offsets, problem->n * sizeof *offsets);
  else
    plan->gave_up = TRUE;
  plan->n_nodes = fl_alloc_search_get_n_nodes (search);
  plan->n_backtracks = fl_alloc_search_get_n_backtracks (search);
  fl_alloc_search_free (search);
}
