/* One step of the exact search and its undoing, and the candidates for the next. */
#include "fl-alloc-search-private.h"

/* --- one step and its undoing ----------------------------------------------------------------- */

static inline gboolean
is_placed (const FlSearchMachine *self, guint b)
{
  return self->minimum[b] == G_MAXINT64;
}

gboolean
fl_search_is_hatless (const FlSearchMachine *self, guint b)
{
  const FlAllocConflicts *conflicts = &self->sections->conflicts;

  for (guint k = conflicts->starts[b]; k < conflicts->starts[b + 1]; k++)
    if (!is_placed (self, conflicts->others[k]))
      return FALSE;
  return TRUE;
}

static inline void
set_floor (FlSearchMachine *self, guint section, gint64 floor)
{
  fl_stack_reserve (&self->floors, 1);
  self->floors.items[self->floors.n++] = (FlSearchChange) { section, self->floor[section] };
  self->floor[section] = floor;
}

static inline void
mark_range (guint64 *marks, guint from, guint to)
{
  guint first = from / 64, last = (to - 1) / 64;
  guint64 low = G_MAXUINT64 << (from % 64), high = G_MAXUINT64 >> (63 - (to - 1) % 64);

  if (first == last)
    {
      marks[first] |= low & high;
      return;
    }
  marks[first] |= low;
  for (guint word = first + 1; word < last; word++)
    marks[word] = G_MAXUINT64;
  marks[last] |= high;
}

/* What lies over b must start above it. Marks the sections of what moved: all of it lives with b,
 * so what is marked before and behind b's sections has no gaps. Returns the marked sections' hull.
 */
static void
raise_minima (FlSearchMachine *self, guint b, gint64 top, guint *from, guint *to)
{
  const FlAllocSections *sections = self->sections;
  const guint *other = sections->conflicts.others + sections->conflicts.starts[b];
  guint n = sections->conflicts.starts[b + 1] - sections->conflicts.starts[b];
  guint first = sections->first[b], last = sections->last[b];

  *from = first;
  *to = last;
  fl_stack_reserve (&self->minima, n);
  for (guint k = 0; k < n; k++)
    {
      guint x = other[k];

      if (self->minimum[x] >= top) /* a placed block's minimum changes, too: its conflicts read it */
        continue;
      self->minima.items[self->minima.n++] = (FlSearchChange) { x, self->minimum[x] };
      self->minimum[x] = top;
      *from = MIN (*from, sections->first[x]);
      *to = MAX (*to, sections->last[x]);
      mark_range (self->marks, MAX (sections->first[x], first), MIN (sections->last[x], last));
    }
  if (*from < first)
    mark_range (self->marks, *from, first);
  if (*to > last)
    mark_range (self->marks, last, *to);
}

/* The lowest offset at which one of the members may start, or one that is not above `enough`. Four
 * at a time: half of the search is spent here. */
static gint64
find_lowest (const gint64 *minimum, const guint *members, guint n, gint64 enough)
{
  gint64 a = G_MAXINT64, b = G_MAXINT64, c = G_MAXINT64, d = G_MAXINT64;
  guint k = 0;

  for (; k + 4 <= n && MIN (MIN (a, b), MIN (c, d)) > enough; k += 4)
    {
      a = MIN (a, minimum[members[k]]);
      b = MIN (b, minimum[members[k + 1]]);
      c = MIN (c, minimum[members[k + 2]]);
      d = MIN (d, minimum[members[k + 3]]);
    }
  for (; k < n && a > enough; k++)
    a = MIN (a, minimum[members[k]]);
  return MIN (MIN (a, b), MIN (c, d));
}

/* A section's floor is at least where its lowest unplaced member may start. FALSE: no room is left
 * in it. */
static gboolean
raise_floor (FlSearchMachine *self, guint s)
{
  const guint *members = self->members + self->sections->starts[s];

  if (self->total[s] == 0)
    return TRUE;
  /* One member that may start at the floor settles it; mostly the one that did so before. */
  if (self->minimum[self->witness[s]] > self->floor[s])
    {
      gint64 lowest = find_lowest (self->minimum, members, self->n_open[s], self->floor[s]);
      guint k = 0;

      while (self->minimum[members[k]] != lowest)
        k++;
      self->witness[s] = members[k];
      if (lowest > self->floor[s])
        set_floor (self, s, lowest);
    }
  return self->floor[s] + self->total[s] <= self->capacity;
}

/* Of the marked sections, all of which lie in [from, to); marks none. */
static gboolean
raise_floors (FlSearchMachine *self, guint from, guint to)
{
  gboolean has_room = TRUE;

  for (guint word = from / 64; word <= (to - 1) / 64; word++)
    {
      for (guint64 bits = self->marks[word]; bits != 0 && has_room; bits &= bits - 1)
        has_room = raise_floor (self, word * 64 + (guint) __builtin_ctzll (bits));
      self->marks[word] = 0;
    }
  return has_room;
}

void
fl_search_undo (FlSearchMachine *self, const FlSearchFrame *frame)
{
  const FlAllocSections *sections = self->sections;

  while (self->floors.n > frame->n_floors)
    {
      FlSearchChange change = self->floors.items[--self->floors.n];

      self->floor[change.index] = change.old;
    }
  while (self->minima.n > frame->n_minima)
    {
      FlSearchChange change = self->minima.items[--self->minima.n];

      self->minimum[change.index] = change.old;
    }
  for (guint s = sections->first[frame->b]; s < sections->last[frame->b]; s++)
    {
      self->total[s] += sections->size[frame->b];
      self->n_open[s]++;
    }
  self->minimum[frame->b] = frame->offset;
}

/* Behind the unplaced members of a section. To be undone in reverse order, by counting one more. */
static inline void
close_member (FlSearchMachine *self, guint b, guint s)
{
  const FlAllocSections *sections = self->sections;
  guint *own = &self->places[sections->spans[b] + s - sections->first[b]];
  guint *members = self->members + sections->starts[s], end = --self->n_open[s], other = members[end];

  members[*own] = other;
  members[end] = b;
  self->places[sections->spans[other] + s - sections->first[other]] = *own;
  *own = end;
}

/* FALSE: some section has no room left then; nothing was changed. */
gboolean
fl_search_place (FlSearchMachine *self, FlSearchFrame *frame, FlSearchCandidate candidate)
{
  const FlAllocSections *sections = self->sections;
  guint b = self->orders.items[frame->order + candidate.position], from, to;
  gint64 top = candidate.offset + sections->size[b];

  frame->b = b;
  frame->position = candidate.position;
  frame->offset = candidate.offset;
  frame->n_floors = self->floors.n;
  frame->n_minima = self->minima.n;
  self->minimum[b] = G_MAXINT64;
  raise_minima (self, b, top, &from, &to);
  for (guint s = sections->first[b]; s < sections->last[b]; s++)
    {
      set_floor (self, s, top);
      self->total[s] -= sections->size[b];
      close_member (self, b, s);
    }
  if (raise_floors (self, from, to))
    return TRUE;
  fl_search_undo (self, frame);
  return FALSE;
}

/* --- candidates ------------------------------------------------------------------------------- */

static inline gboolean
comes_before (FlSearchCandidate a, FlSearchCandidate b)
{
  return a.offset < b.offset || (a.offset == b.offset && a.position < b.position);
}

/* Lowest first; qsort's calls would cost as much again. */
static void
sort_candidates (FlSearchCandidate *c, guint n)
{
  while (n > 16)
    {
      FlSearchCandidate pivot = c[n / 2];
      guint i = 0, k = n - 1;

      for (;; i++, k--)
        {
          while (comes_before (c[i], pivot))
            i++;
          while (comes_before (pivot, c[k]))
            k--;
          if (i >= k)
            break;
          FlSearchCandidate saved = c[i];

          c[i] = c[k];
          c[k] = saved;
        }
      sort_candidates (c + k + 1, n - k - 1);
      n = k + 1;
    }
  for (guint i = 1; i < n; i++)
    {
      FlSearchCandidate own = c[i];
      guint k = i;

      for (; k > 0 && comes_before (own, c[k - 1]); k--)
        c[k] = c[k - 1];
      c[k] = own;
    }
}

/* The highest offset at which anything can be placed now. All that is placed later lies no lower,
 * so every section needs room for its unplaced bytes above it; what a section's floor demands holds
 * already. */
static gint64
get_highest (const FlSearchMachine *self, guint from, guint to)
{
  gint64 most = 0;

  for (guint s = from; s < to; s++)
    most = MAX (most, self->total[s]);
  return self->capacity - most;
}

/* Candidates that keep the canonical form and are not dominated: nobody else fits wholly below
 * them. FALSE: all are placed. */
gboolean
fl_search_collect (FlSearchMachine *self, FlSearchFrame *frame)
{
  const guint *order = self->orders.items + frame->order;
  const gint64 *size = self->sections->size;
  gint64 lowest_top = G_MAXINT64, highest = get_highest (self, frame->from, frame->to), low_offset = frame->low_offset;
  FlSearchCandidate *candidates;
  guint n = 0, n_kept = 0;

  frame->candidates = self->candidates.n;
  frame->next = 0;
  fl_stack_reserve (&self->candidates, frame->n);
  candidates = self->candidates.items + self->candidates.n;
  for (guint i = 0; i < frame->n; i++)
    {
      guint b = order[i];
      gint64 offset = self->minimum[b];

      if (offset == G_MAXINT64)
        continue;
      lowest_top = MIN (lowest_top, offset + size[b]);
      if (offset > highest || offset < low_offset || (offset == low_offset && i < frame->low_position))
        continue;
      candidates[n++] = (FlSearchCandidate) { offset, i };
    }
  for (guint i = 0; i < n; i++)
    if (candidates[i].offset < lowest_top)
      candidates[n_kept++] = candidates[i];
  sort_candidates (candidates, n_kept);
  frame->n_candidates = n_kept;
  self->candidates.n += n_kept;
  return lowest_top != G_MAXINT64;
}
