/* The table of planners, conflicts, bounds and the check of a plan. */
#include <string.h>

#include "fl-alloc-private.h"

static const FlAllocRow rows[] = {
  { "naive", "No sharing", "Every buffer has memory of its own: what sharing is measured against.", fl_alloc_naive },
  { "size-first", "By size, first fit", "The largest buffer first, each into the lowest gap that is large enough.",
    fl_alloc_size_first },
  { "size-best", "By size, best fit", "The largest buffer first, each into the smallest gap that is large enough.",
    fl_alloc_size_best },
  { "breadth", "By breadth", "The steps that need most memory first; within a step the largest buffer.",
    fl_alloc_breadth },
  { "heap", "Best-fit heap", "By size, and by length of life; the lower of the two plans.", fl_alloc_heap },
  { "time", "Program order", "As an allocator at run time would: each buffer when it is made, best fit.", fl_alloc_time },
  { "hill", "Hill climb", "Swaps buffers in the order of placement and keeps what lowers the arena.", fl_alloc_hill },
  { "exact", "Exact search", "A complete search that stops at the lower bound, or says how far from it it may be.",
    fl_alloc_exact },
};

guint
fl_alloc_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlAllocRow *
fl_alloc_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position];
}

const FlAllocRow *
fl_alloc_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return &rows[i];
  return NULL;
}

/* --- conflicts ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 time;
  guint index;
  gboolean is_start;
} Point;

/* Ends before starts at equal times. */
static gint
compare_points (gconstpointer a, gconstpointer b)
{
  const Point *one = a, *other = b;

  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;
  if (one->is_start != other->is_start)
    return one->is_start ? 1 : -1;
  return one->index < other->index ? -1 : one->index > other->index;
}

static GArray *
collect_points (const FlAllocProblem *problem)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      {
        Point both[2] = { { problem->buffers[i].lower, i, TRUE }, { problem->buffers[i].upper, i, FALSE } };

        g_array_append_vals (points, both, 2);
      }
  g_array_sort (points, compare_points);
  return points;
}

static GArray *
collect_pairs (const FlAllocProblem *problem, guint *counts)
{
  g_autoptr (GArray) points = collect_points (problem);
  g_autoptr (GArray) active = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *pairs = g_array_new (FALSE, FALSE, 2 * sizeof (guint));

  for (guint p = 0; p < points->len; p++)
    {
      const Point *point = &g_array_index (points, Point, p);

      if (!point->is_start)
        {
          for (guint k = 0; k < active->len; k++)
            if (g_array_index (active, guint, k) == point->index)
              {
                g_array_remove_index_fast (active, k);
                break;
              }
          continue;
        }
      for (guint k = 0; k < active->len; k++)
        {
          guint pair[2] = { point->index, g_array_index (active, guint, k) };

          counts[pair[0]]++;
          counts[pair[1]]++;
          g_array_append_val (pairs, pair);
        }
      g_array_append_val (active, point->index);
    }
  return pairs;
}

void
fl_alloc_conflicts_init (FlAllocConflicts *conflicts, const FlAllocProblem *problem)
{
  g_autofree guint *counts = g_new0 (guint, problem->n + 1);
  g_autoptr (GArray) pairs = collect_pairs (problem, counts);
  g_autofree guint *unsorted = NULL;

  conflicts->starts = g_new0 (guint, problem->n + 1);
  conflicts->others = g_new (guint, 2 * (gsize) pairs->len + 1);
  unsorted = g_new (guint, 2 * (gsize) pairs->len + 1);
  for (guint i = 0; i < problem->n; i++)
    conflicts->starts[i + 1] = conflicts->starts[i] + counts[i];
  memset (counts, 0, problem->n * sizeof *counts);
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint *pair = (const guint *) pairs->data + 2 * (gsize) i;

      unsorted[conflicts->starts[pair[0]] + counts[pair[0]]++] = pair[1];
      unsorted[conflicts->starts[pair[1]] + counts[pair[1]]++] = pair[0];
    }
  /* The relation is symmetric: reading rows in order and writing columns leaves each row ascending. */
  memset (counts, 0, problem->n * sizeof *counts);
  for (guint i = 0; i < problem->n; i++)
    for (guint k = conflicts->starts[i]; k < conflicts->starts[i + 1]; k++)
      conflicts->others[conflicts->starts[unsorted[k]] + counts[unsorted[k]]++] = i;
}

void
fl_alloc_conflicts_clear (FlAllocConflicts *conflicts)
{
  g_free (conflicts->starts);
  g_free (conflicts->others);
}

/* --- bounds and checks -------------------------------------------------------------------------------------------- */

gint64
fl_alloc_get_max_live (const FlAllocProblem *problem)
{
  g_autoptr (GArray) points = collect_points (problem);
  gint64 live = 0, most = 0;

  for (guint p = 0; p < points->len; p++)
    {
      const Point *point = &g_array_index (points, Point, p);

      live += point->is_start ? fl_alloc_get_size (problem, point->index) : -fl_alloc_get_size (problem, point->index);
      most = MAX (most, live);
    }
  return most;
}

gboolean
fl_alloc_verify (const FlAllocProblem *problem, const gint64 *offsets, guint *a, guint *b)
{
  FlAllocConflicts conflicts;
  gboolean is_fine = TRUE;

  fl_alloc_conflicts_init (&conflicts, problem);
  for (guint i = 0; i < problem->n && is_fine; i++)
    {
      if (offsets[i] < 0 || offsets[i] % problem->alignment != 0)
        {
          *a = *b = i;
          is_fine = FALSE;
        }
      for (guint k = conflicts.starts[i]; k < conflicts.starts[i + 1] && is_fine; k++)
        {
          guint other = conflicts.others[k];

          is_fine = offsets[i] >= offsets[other] + problem->buffers[other].size
                    || offsets[other] >= offsets[i] + problem->buffers[i].size;
          *a = i;
          *b = other;
        }
    }
  fl_alloc_conflicts_clear (&conflicts);
  return is_fine;
}

void
fl_alloc_run (const FlAllocRow *row, const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  static const FlAllocLimits none = { 0 };
  guint a, b;

  memset (plan, 0, sizeof *plan);
  plan->offsets = g_new0 (gint64, problem->n + 1);
  plan->bound = fl_alloc_get_max_live (problem);
  row->run (problem, limits != NULL ? limits : &none, plan);
  g_assert (fl_alloc_verify (problem, plan->offsets, &a, &b));
  plan->height = 0;
  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      plan->height = MAX (plan->height, plan->offsets[i] + fl_alloc_get_size (problem, i));
  g_assert (plan->height >= plan->bound);
  plan->is_optimal = plan->height == plan->bound;
}

void
fl_alloc_plan_clear (FlAllocPlan *plan)
{
  g_clear_pointer (&plan->offsets, g_free);
}
