/* Sections of a problem, and the preorders of the exact search. */
#include "fl-alloc-search-private.h"

/* One section a distinct end time. */
static void
find_sections (FlAllocSections *sections)
{
  g_autoptr (GArray) points = fl_alloc_collect_points (sections->problem);
  gint64 boundary = 0;

  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);

      if (p == 0)
        boundary = point->time;
      if (point->is_start)
        sections->first[point->index] = sections->n_sections;
      else
        {
          if (point->time > boundary)
            sections->n_sections++;
          boundary = point->time;
          sections->last[point->index] = sections->n_sections;
        }
    }
}

static void
fill_sections (FlAllocSections *sections)
{
  guint n = sections->problem->n;
  g_autofree guint *used = g_new0 (guint, sections->n_sections + 1);

  sections->starts = g_new0 (guint, sections->n_sections + 2);
  for (guint i = 0; i < n; i++)
    for (guint s = sections->first[i]; s < sections->last[i]; s++)
      sections->starts[s + 1]++;
  for (guint s = 0; s < sections->n_sections; s++)
    sections->starts[s + 1] += sections->starts[s];
  sections->members = g_new (guint, sections->starts[sections->n_sections] + 1);
  for (guint i = 0; i < n; i++)
    for (guint s = sections->first[i]; s < sections->last[i]; s++)
      sections->members[sections->starts[s] + used[s]++] = i;
}

void
fl_alloc_sections_init (FlAllocSections *sections, const FlAllocProblem *problem)
{
  guint n = problem->n;

  *sections = (FlAllocSections) { .problem = problem };
  fl_alloc_conflicts_init (&sections->conflicts, problem);
  sections->first = g_new0 (guint, n + 1);
  sections->last = g_new0 (guint, n + 1);
  sections->size = g_new0 (gint64, n + 1);
  for (guint i = 0; i < n; i++)
    sections->size[i] = fl_alloc_get_size (problem, i);
  find_sections (sections);
  fill_sections (sections);
  sections->spans = g_new0 (guint, n + 1);
  for (guint i = 0; i < n; i++)
    sections->spans[i + 1] = sections->spans[i] + sections->last[i] - sections->first[i];
}

void
fl_alloc_sections_clear (FlAllocSections *sections)
{
  fl_alloc_conflicts_clear (&sections->conflicts);
  g_free (sections->first);
  g_free (sections->last);
  g_free (sections->starts);
  g_free (sections->members);
  g_free (sections->spans);
  g_free (sections->size);
}
