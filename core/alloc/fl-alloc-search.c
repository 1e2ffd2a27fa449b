/* The exact search: is there a plan of height at most C? Plans are built from the bottom up in canonical form, so that every
 * feasible one is met once; sections (sets of buffers alive together) say early where no room is left, and the problem falls
 * apart where no unplaced buffer spans a cut.
 * Source: MiniMalloc (Moffitt, ASPLOS 2023), its rules; the two early rejections leave its search tree as it is. */
#include <string.h>

#include "fl-alloc-private.h"

typedef struct
{
  guint index;
  gint64 old;
} Change;

typedef struct
{
  gint64 offset;
  guint position;
} Candidate;

struct _FlAllocSearch
{
  const FlAllocProblem *problem;
  FlAllocConflicts conflicts;
  gint64 capacity;
  guint n_sections;
  guint *first, *last;       /* per buffer: sections [first, last) that it spans */
  guint *section_starts;     /* members of section s: section_members[section_starts[s]] … */
  guint *section_members;
  gint64 *size, *minimum;    /* per buffer: rounded size; lowest offset that what is placed allows */
  gboolean *is_placed;
  gint64 *floor, *total;     /* per section: what is used up to; unplaced bytes */
  guint *cut;                /* per section: unplaced buffers that span it and the next */
  guint64 *marks;            /* bits: sections marked by the step under way */
  GArray *floors, *minima;   /* Change: to be undone */
  GArray *candidates;        /* Candidate: of all open nodes, the innermost last */
  gint64 *offsets;           /* the answer */
  const guint *letters;      /* the order of keys under way */
  guint64 n_nodes, n_backtracks, budget;
  gint64 deadline_us;
  const gint *cancelled;
  gboolean is_timeout;
};

typedef enum
{
  OUTCOME_FOUND,
  OUTCOME_IMPOSSIBLE,
  OUTCOME_ABORT
} Outcome;

enum
{
  KEY_AREA,
  KEY_WIDTH,
  KEY_TOTAL,
  N_KEYS
};

/* Which key decides first, second and third. */
static const guint orders[][N_KEYS] = {
  { KEY_WIDTH, KEY_AREA, KEY_TOTAL },
  { KEY_TOTAL, KEY_AREA, KEY_WIDTH },
  { KEY_TOTAL, KEY_WIDTH, KEY_AREA },
};

/* --- sections ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 time;
  guint index;
  gboolean is_start;
} Point;

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

/* One section a distinct end time: whoever is alive just before it. */
static void
find_sections (FlAllocSearch *search)
{
  const FlAllocProblem *problem = search->problem;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Point));
  gint64 boundary = 0;

  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      {
        Point both[2] = { { problem->buffers[i].lower, i, TRUE }, { problem->buffers[i].upper, i, FALSE } };

        g_array_append_vals (points, both, 2);
      }
  g_array_sort (points, compare_points);
  for (guint p = 0; p < points->len; p++)
    {
      const Point *point = &g_array_index (points, Point, p);

      if (p == 0)
        boundary = point->time;
      if (point->is_start)
        search->first[point->index] = search->n_sections;
      else
        {
          if (point->time > boundary)
            search->n_sections++;
          boundary = point->time;
          search->last[point->index] = search->n_sections;
        }
    }
}

static void
fill_sections (FlAllocSearch *search)
{
  guint n = search->problem->n;
  g_autofree guint *used = NULL;

  search->section_starts = g_new0 (guint, search->n_sections + 2);
  for (guint i = 0; i < n; i++)
    for (guint s = search->first[i]; s < search->last[i]; s++)
      search->section_starts[s + 1]++;
  for (guint s = 0; s < search->n_sections; s++)
    search->section_starts[s + 1] += search->section_starts[s];
  search->section_members = g_new (guint, search->section_starts[search->n_sections] + 1);
  used = g_new0 (guint, search->n_sections + 1);
  for (guint i = 0; i < n; i++)
    for (guint s = search->first[i]; s < search->last[i]; s++)
      search->section_members[search->section_starts[s] + used[s]++] = i;
}

FlAllocSearch *
fl_alloc_search_new (const FlAllocProblem *problem)
{
  FlAllocSearch *search = g_new0 (FlAllocSearch, 1);
  guint n = problem->n;

  search->problem = problem;
  fl_alloc_conflicts_init (&search->conflicts, problem);
  search->first = g_new0 (guint, n + 1);
  search->last = g_new0 (guint, n + 1);
  search->size = g_new0 (gint64, n + 1);
  search->minimum = g_new0 (gint64, n + 1);
  search->is_placed = g_new0 (gboolean, n + 1);
  search->offsets = g_new0 (gint64, n + 1);
  for (guint i = 0; i < n; i++)
    search->size[i] = fl_alloc_get_size (problem, i);
  find_sections (search);
  fill_sections (search);
  search->floor = g_new0 (gint64, search->n_sections + 1);
  search->total = g_new0 (gint64, search->n_sections + 1);
  search->cut = g_new0 (guint, search->n_sections + 1);
  search->marks = g_new0 (guint64, search->n_sections / 64 + 1);
  search->floors = g_array_new (FALSE, FALSE, sizeof (Change));
  search->minima = g_array_new (FALSE, FALSE, sizeof (Change));
  search->candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  return search;
}

void
fl_alloc_search_free (FlAllocSearch *search)
{
  fl_alloc_conflicts_clear (&search->conflicts);
  g_free (search->first);
  g_free (search->last);
  g_free (search->section_starts);
  g_free (search->section_members);
  g_free (search->size);
  g_free (search->minimum);
  g_free (search->is_placed);
  g_free (search->floor);
  g_free (search->total);
  g_free (search->cut);
  g_free (search->marks);
  g_free (search->offsets);
  g_array_unref (search->floors);
  g_array_unref (search->minima);
  g_array_unref (search->candidates);
  g_free (search);
}

guint64
fl_alloc_search_get_n_nodes (const FlAllocSearch *search)
{
  return search->n_nodes;
}

guint64
fl_alloc_search_get_n_backtracks (const FlAllocSearch *search)
{
  return search->n_backtracks;
}

/* --- the order of buffers within a (sub)problem ------------------------------------------------------------------- */

typedef struct
{
  guint index;
  __int128 keys[N_KEYS];
} Ranked;

static gint
compare_ranked (gconstpointer a, gconstpointer b, gpointer data)
{
  const Ranked *one = a, *other = b;
  const guint *letters = data;

  for (guint i = 0; i < N_KEYS; i++)
    if (one->keys[letters[i]] != other->keys[letters[i]])
      return one->keys[letters[i]] > other->keys[letters[i]] ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

/* The unplaced buffers that lie within the sections, in the order of keys: what is most in the way first. */
static guint
rank (FlAllocSearch *search, const guint *members, guint n, guint from, guint to, guint *order)
{
  g_autofree Ranked *ranked = g_new (Ranked, n + 1);
  guint n_ranked = 0;

  for (guint i = 0; i < n; i++)
    {
      guint b = members[i];
      const FlAllocBuffer *buffer = &search->problem->buffers[b];
      gint64 most = 0;

      if (search->is_placed[b] || search->first[b] < from || search->last[b] > to)
        continue;
      for (guint s = search->first[b]; s < search->last[b]; s++)
        most = MAX (most, search->total[s]);
      ranked[n_ranked].index = b;
      ranked[n_ranked].keys[KEY_WIDTH] = buffer->upper - buffer->lower;
      ranked[n_ranked].keys[KEY_AREA] = (__int128) search->size[b] * (buffer->upper - buffer->lower);
      ranked[n_ranked++].keys[KEY_TOTAL] = most;
    }
  g_qsort_with_data (ranked, (gint) n_ranked, sizeof *ranked, compare_ranked, (gpointer) search->letters);
  for (guint i = 0; i < n_ranked; i++)
    order[i] = ranked[i].index;
  return n_ranked;
}

/* --- one step and its undoing ------------------------------------------------------------------------------------- */

static gboolean
is_hatless (const FlAllocSearch *search, guint b)
{
  for (guint k = search->conflicts.starts[b]; k < search->conflicts.starts[b + 1]; k++)
    if (!search->is_placed[search->conflicts.others[k]])
      return FALSE;
  return TRUE;
}

static void
set_floor (FlAllocSearch *search, guint section, gint64 floor)
{
  Change change = { section, search->floor[section] };

  g_array_append_val (search->floors, change);
  search->floor[section] = floor;
}

static inline void
mark_range (guint64 *marks, guint from, guint to)
{
  for (guint word = from / 64; word <= (to - 1) / 64; word++)
    {
      guint64 bits = G_MAXUINT64;

      if (word == from / 64)
        bits &= G_MAXUINT64 << (from % 64);
      if (word == (to - 1) / 64)
        bits &= G_MAXUINT64 >> (63 - (to - 1) % 64);
      marks[word] |= bits;
    }
}

/* What lies over b must start above it. Marks the sections of what moved. */
static void
raise_minima (FlAllocSearch *search, guint b, gint64 top)
{
  memset (search->marks, 0, (search->n_sections / 64 + 1) * sizeof *search->marks);
  for (guint k = search->conflicts.starts[b]; k < search->conflicts.starts[b + 1]; k++)
    {
      guint x = search->conflicts.others[k];
      Change change = { x, search->minimum[x] };

      if (search->is_placed[x] || search->minimum[x] >= top)
        continue;
      g_array_append_val (search->minima, change);
      search->minimum[x] = top;
      mark_range (search->marks, search->first[x], search->last[x]);
    }
}

/* A section's floor is at least where its lowest unplaced member may start. FALSE: no room is left in it. */
static gboolean
raise_floor (FlAllocSearch *search, guint s)
{
  gint64 lowest = G_MAXINT64;

  if (search->total[s] == 0)
    return TRUE;
  /* One member that may start at the floor settles it. */
  for (guint k = search->section_starts[s]; k < search->section_starts[s + 1] && lowest > search->floor[s]; k++)
    if (!search->is_placed[search->section_members[k]])
      lowest = MIN (lowest, search->minimum[search->section_members[k]]);
  if (lowest > search->floor[s])
    set_floor (search, s, lowest);
  return search->floor[s] + search->total[s] <= search->capacity;
}

static gboolean
raise_floors (FlAllocSearch *search)
{
  for (guint word = 0; word <= search->n_sections / 64; word++)
    for (guint64 bits = search->marks[word]; bits != 0; bits &= bits - 1)
      if (!raise_floor (search, word * 64 + (guint) __builtin_ctzll (bits)))
        return FALSE;
  return TRUE;
}

static void
undo (FlAllocSearch *search, guint b, guint n_floors, guint n_minima)
{
  for (guint i = search->floors->len; i-- > n_floors;)
    {
      const Change *change = &g_array_index (search->floors, Change, i);

      search->floor[change->index] = change->old;
    }
  g_array_set_size (search->floors, n_floors);
  for (guint i = search->minima->len; i-- > n_minima;)
    {
      const Change *change = &g_array_index (search->minima, Change, i);

      search->minimum[change->index] = change->old;
    }
  g_array_set_size (search->minima, n_minima);
  for (guint s = search->first[b]; s < search->last[b]; s++)
    search->total[s] += search->size[b];
  search->is_placed[b] = FALSE;
}

/* --- the search --------------------------------------------------------------------------------------------------- */

static Outcome search_part (FlAllocSearch *search, const guint *order, guint n, guint from, guint to, gint64 low_offset,
                            guint low_position);

/* The part between two cuts, with an order of its own. */
static Outcome
search_between (FlAllocSearch *search, const guint *order, guint n, guint from, guint to)
{
  g_autofree guint *own = g_new (guint, n + 1);
  guint n_own = rank (search, order, n, from, to, own);

  return n_own == 0 ? OUTCOME_FOUND : search_part (search, own, n_own, from, to, 0, 0);
}

/* Takes b out of the cuts it spanned; where nothing unplaced spans one any more, the part falls into two. */
static Outcome
descend (FlAllocSearch *search, const guint *order, guint n, guint from, guint to, guint b, gint64 offset, guint position)
{
  Outcome outcome = OUTCOME_FOUND;
  guint start = from;
  gboolean is_cut = FALSE;

  for (guint s = search->first[b]; s + 1 < search->last[b]; s++)
    is_cut |= --search->cut[s] == 0;
  if (!is_cut)
    outcome = search_part (search, order, n, from, to, offset, position);
  else
    {
      for (guint s = search->first[b]; s + 1 < search->last[b] && outcome == OUTCOME_FOUND; s++)
        if (search->cut[s] == 0)
          {
            outcome = search_between (search, order, n, start, s + 1);
            start = s + 1;
          }
      if (outcome == OUTCOME_FOUND)
        outcome = search_between (search, order, n, start, to);
    }
  for (guint s = search->first[b]; s + 1 < search->last[b]; s++)
    search->cut[s]++;
  return outcome;
}

static Outcome
place_one (FlAllocSearch *search, const guint *order, guint n, guint from, guint to, guint b, guint position)
{
  gint64 offset = search->minimum[b], top = offset + search->size[b];
  guint n_floors = search->floors->len, n_minima = search->minima->len;
  Outcome outcome = OUTCOME_IMPOSSIBLE;

  search->is_placed[b] = TRUE;
  raise_minima (search, b, top);
  for (guint s = search->first[b]; s < search->last[b]; s++)
    {
      set_floor (search, s, top);
      search->total[s] -= search->size[b];
    }
  /* Sections that did not move have room: find_violated and can_be_placed have looked. */
  if (raise_floors (search))
    outcome = descend (search, order, n, from, to, b, offset, position);
  undo (search, b, n_floors, n_minima);
  if (outcome == OUTCOME_FOUND)
    search->offsets[b] = offset;
  return outcome;
}

static inline gboolean
comes_before (Candidate a, Candidate b)
{
  return a.offset < b.offset || (a.offset == b.offset && a.position < b.position);
}

/* Lowest first. Half of the time goes here: qsort's calls would cost as much again. */
static void
sort_candidates (Candidate *c, guint n)
{
  while (n > 16)
    {
      Candidate pivot = c[n / 2];
      guint i = 0, k = n - 1;

      for (;; i++, k--)
        {
          while (comes_before (c[i], pivot))
            i++;
          while (comes_before (pivot, c[k]))
            k--;
          if (i >= k)
            break;
          Candidate saved = c[i];

          c[i] = c[k];
          c[k] = saved;
        }
      sort_candidates (c + k + 1, n - k - 1);
      n = k + 1;
    }
  for (guint i = 1; i < n; i++)
    {
      Candidate own = c[i];
      guint k = i;

      for (; k > 0 && comes_before (own, c[k - 1]); k--)
        c[k] = c[k - 1];
      c[k] = own;
    }
}

/* Candidates that keep the canonical form and are not dominated: nobody else fits wholly below them. */
static guint
collect (FlAllocSearch *search, const guint *order, guint n, gint64 low_offset, guint low_position, gboolean *is_done)
{
  gint64 lowest_top = G_MAXINT64;
  guint base = search->candidates->len, n_candidates = 0;
  Candidate *candidates;

  g_array_set_size (search->candidates, base + n);
  candidates = &g_array_index (search->candidates, Candidate, base);
  *is_done = TRUE;
  for (guint i = 0; i < n; i++)
    if (!search->is_placed[order[i]])
      {
        *is_done = FALSE;
        lowest_top = MIN (lowest_top, search->minimum[order[i]] + search->size[order[i]]);
      }
  for (guint i = 0; i < n; i++)
    {
      guint b = order[i];
      gint64 offset = search->minimum[b];

      if (search->is_placed[b] || offset < low_offset || (offset == low_offset && i < low_position)
          || offset >= lowest_top)
        continue;
      candidates[n_candidates++] = (Candidate){ offset, i };
    }
  g_array_set_size (search->candidates, base + n_candidates);
  sort_candidates (candidates, n_candidates);
  return n_candidates;
}

/* The first and last section that would overflow if everything unplaced started at `offset`: who is placed there must span
 * both, or some section it does not touch overflows. */
static void
find_violated (const FlAllocSearch *search, guint from, guint to, gint64 offset, guint *first, guint *last)
{
  *first = G_MAXUINT;
  *last = 0;
  for (guint s = from; s < to; s++)
    if (MAX (search->floor[s], offset) + search->total[s] > search->capacity)
      {
        *first = MIN (*first, s);
        *last = s + 1;
      }
}

static gboolean
can_be_placed (const FlAllocSearch *search, guint b, gint64 offset, guint first, guint last)
{
  if (first != G_MAXUINT && (search->first[b] > first || search->last[b] < last))
    return FALSE;
  for (guint s = search->first[b]; s < search->last[b]; s++)
    if (offset + search->total[s] > search->capacity)
      return FALSE;
  return TRUE;
}

static gboolean
is_over (FlAllocSearch *search)
{
  if (search->n_nodes % 1024 == 0
      && ((search->cancelled != NULL && g_atomic_int_get (search->cancelled))
          || (search->deadline_us > 0 && g_get_monotonic_time () > search->deadline_us)))
    search->is_timeout = TRUE;
  return search->is_timeout || search->budget == 0;
}

/* The candidates from `base` on, in turn. */
static Outcome
try_candidates (FlAllocSearch *search, const guint *order, guint n, guint from, guint to, guint base, guint n_candidates)
{
  gint64 known = -1;
  guint first = 0, last = 0;

  for (guint i = 0; i < n_candidates; i++)
    {
      /* By value: the array moves when deeper nodes append to it. */
      Candidate candidate = g_array_index (search->candidates, Candidate, base + i);
      guint b = order[candidate.position];
      Outcome outcome = OUTCOME_IMPOSSIBLE;

      if (candidate.offset != known)
        {
          known = candidate.offset;
          find_violated (search, from, to, known, &first, &last);
        }
      if (can_be_placed (search, b, known, first, last))
        outcome = place_one (search, order, n, from, to, b, candidate.position);
      if (outcome != OUTCOME_IMPOSSIBLE)
        return outcome;
      if (is_hatless (search, b))
        break; /* it was in nobody's way: no other choice can help */
    }
  search->n_backtracks++;
  return OUTCOME_IMPOSSIBLE;
}

static Outcome
search_part (FlAllocSearch *search, const guint *order, guint n, guint from, guint to, gint64 low_offset,
             guint low_position)
{
  guint base = search->candidates->len, n_candidates;
  gboolean is_done;
  Outcome outcome;

  if (is_over (search))
    return OUTCOME_ABORT;
  search->budget--;
  search->n_nodes++;
  n_candidates = collect (search, order, n, low_offset, low_position, &is_done);
  outcome = is_done ? OUTCOME_FOUND : try_candidates (search, order, n, from, to, base, n_candidates);
  g_array_set_size (search->candidates, base);
  return outcome;
}

/* --- restarts ----------------------------------------------------------------------------------------------------- */

static void
reset (FlAllocSearch *search)
{
  memset (search->floor, 0, search->n_sections * sizeof *search->floor);
  memset (search->total, 0, search->n_sections * sizeof *search->total);
  memset (search->cut, 0, search->n_sections * sizeof *search->cut);
  memset (search->minimum, 0, search->problem->n * sizeof *search->minimum);
  for (guint i = 0; i < search->problem->n; i++)
    for (guint s = search->first[i]; s < search->last[i]; s++)
      {
        search->total[s] += search->size[i];
        search->cut[s] += s + 1 < search->last[i];
      }
}

/* Parts that no buffer joins are problems of their own. */
static Outcome
search_all (FlAllocSearch *search)
{
  guint n = 0, start = 0;
  g_autofree guint *members = g_new (guint, search->problem->n + 1);
  Outcome outcome = OUTCOME_FOUND;

  for (guint i = 0; i < search->problem->n; i++)
    if (search->last[i] > search->first[i])
      members[n++] = i;
  for (guint s = 0; s < search->n_sections && outcome == OUTCOME_FOUND; s++)
    if (search->cut[s] == 0)
      {
        outcome = search_between (search, members, n, start, s + 1);
        start = s + 1;
      }
  return outcome;
}

static gboolean
exceeds (const FlAllocSearch *search)
{
  for (guint s = 0; s < search->n_sections; s++)
    if (search->total[s] > search->capacity)
      return TRUE;
  return FALSE;
}

FlSearchResult
fl_alloc_search_run (FlAllocSearch *search, gint64 capacity, guint64 max_nodes, gint64 deadline_us,
                     const gint *cancelled, gint64 *offsets)
{
  guint64 given = search->n_nodes + max_nodes;

  search->capacity = capacity;
  search->deadline_us = deadline_us;
  search->cancelled = cancelled;
  search->is_timeout = FALSE;
  reset (search);
  if (exceeds (search))
    return FL_SEARCH_IMPOSSIBLE;
  for (guint64 limit = 2 * MAX (search->problem->n, 1u);; limit *= 2)
    for (guint o = 0; o < G_N_ELEMENTS (orders); o++)
      {
        Outcome outcome;

        search->letters = orders[o];
        search->budget = limit;
        outcome = search_all (search);
        if (outcome == OUTCOME_FOUND)
          {
            memcpy (offsets, search->offsets, search->problem->n * sizeof *offsets);
            return FL_SEARCH_FOUND;
          }
        if (outcome == OUTCOME_IMPOSSIBLE)
          return FL_SEARCH_IMPOSSIBLE;
        if (search->is_timeout || (max_nodes > 0 && search->n_nodes >= given))
          return FL_SEARCH_GAVE_UP;
      }
}
