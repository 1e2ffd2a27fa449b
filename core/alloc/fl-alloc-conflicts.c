/* Who is alive together: beginnings and ends in order, and the conflicts that follow. */
#include <string.h>

#include "fl-alloc-private.h"

static gint
compare_points (gconstpointer a, gconstpointer b)
{
  const FlAllocPoint *one = a, *other = b;

  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;
  if (one->is_start != other->is_start)
    return one->is_start ? 1 : -1;
  return one->index < other->index ? -1 : one->index > other->index;
}

GArray *
fl_alloc_collect_points (const FlAllocProblem *problem)
{
  GArray *points = g_array_sized_new (FALSE, FALSE, sizeof (FlAllocPoint), 2 * problem->n);

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      {
        FlAllocPoint both[2] = { { problem->buffers[i].lower, i, TRUE }, { problem->buffers[i].upper, i, FALSE } };

        g_array_append_vals (points, both, 2);
      }
  g_array_sort (points, compare_points);
  return points;
}

guint64
fl_alloc_count_conflicts (const FlAllocProblem *problem)
{
  g_autoptr (GArray) points = fl_alloc_collect_points (problem);
  guint64 n_alive = 0, n_pairs = 0;

  for (guint p = 0; p < points->len; p++)
    if (g_array_index (points, FlAllocPoint, p).is_start)
      n_pairs += n_alive++;
    else
      n_alive--;
  return n_pairs;
}

/* Buffers alive at one step, in no order; `places` says where each is. */
typedef struct
{
  guint *alive, *places;
  guint n;
} Alive;

static void
remove_alive (Alive *self, guint index)
{
  guint at = self->places[index], last = self->alive[--self->n];

  self->alive[at] = last;
  self->places[last] = at;
}

static void
count_rows (const GArray *points, Alive *alive, guint *counts)
{
  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);

      if (!point->is_start)
        {
          remove_alive (alive, point->index);
          continue;
        }
      counts[point->index] += alive->n;
      for (guint k = 0; k < alive->n; k++)
        counts[alive->alive[k]]++;
      alive->places[point->index] = alive->n;
      alive->alive[alive->n++] = point->index;
    }
}

static void
fill_rows (const GArray *points, Alive *alive, const guint *starts, guint *used, guint *others)
{
  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);
      guint own = starts[point->index];

      if (!point->is_start)
        {
          remove_alive (alive, point->index);
          continue;
        }
      for (guint k = 0; k < alive->n; k++)
        {
          guint other = alive->alive[k];

          others[own + used[point->index]++] = other;
          others[starts[other] + used[other]++] = point->index;
        }
      alive->places[point->index] = alive->n;
      alive->alive[alive->n++] = point->index;
    }
}

void
fl_alloc_conflicts_init (FlAllocConflicts *conflicts, const FlAllocProblem *problem)
{
  guint n = problem->n;
  g_autofree guint *counts = g_new0 (guint, n + 1), *unsorted = NULL;
  g_autofree guint *alive = g_new (guint, n + 1), *places = g_new (guint, n + 1);
  g_autoptr (GArray) points = fl_alloc_collect_points (problem);
  Alive sweep = { alive, places, 0 };

  count_rows (points, &sweep, counts);
  conflicts->starts = g_new0 (guint, n + 1);
  for (guint i = 0; i < n; i++)
    conflicts->starts[i + 1] = conflicts->starts[i] + counts[i];
  conflicts->others = g_new (guint, (gsize) conflicts->starts[n] + 1);
  unsorted = g_new (guint, (gsize) conflicts->starts[n] + 1);
  memset (counts, 0, n * sizeof *counts);
  fill_rows (points, &sweep, conflicts->starts, counts, unsorted);
  /* The relation is symmetric: reading rows in order and writing columns leaves each row ascending.
   */
  memset (counts, 0, n * sizeof *counts);
  for (guint i = 0; i < n; i++)
    for (guint k = conflicts->starts[i]; k < conflicts->starts[i + 1]; k++)
      conflicts->others[conflicts->starts[unsorted[k]] + counts[unsorted[k]]++] = i;
}

void
fl_alloc_conflicts_clear (FlAllocConflicts *conflicts)
{
  g_free (conflicts->starts);
  g_free (conflicts->others);
}
