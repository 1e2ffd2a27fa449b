/* The exact search: is there a plan of height at most C? Plans are built from the bottom up in
 * canonical form, so that every feasible one is met once; sections (sets of buffers alive together)
 * say early where no room is left, and the problem falls apart where no unplaced buffer spans a
 * cut. One search runs for each order of keys, in turns that grow; a search that is halted goes on
 * where it stopped. Source: MiniMalloc (Moffitt, ASPLOS 2023), its rules. There a search begins
 * anew at each turn: the tree, and so the plan, is the same, and nodes are counted as if they were
 * visited again. */
#include <string.h>

#include "fl-alloc-search-private.h"

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

typedef enum
{
  OUTCOME_FOUND,
  OUTCOME_IMPOSSIBLE,
  OUTCOME_HALTED
} Outcome;

enum
{
  NOTHING = G_MAXUINT /* a frame's buffer: the frame is the whole problem's */
};

/* An open node: a set of buffers that are placed in turn, the candidates for the next, and the one
 * that is being tried. */
typedef struct
{
  guint order, n;    /* in Machine.orders */
  guint from, to;    /* sections */
  gint64 low_offset; /* what is placed below was placed before */
  guint low_position;
  guint candidates, n_candidates, next;
  guint b, position;
  gint64 offset;
  guint n_floors, n_minima; /* of the change stacks, before b was placed */
  gboolean is_split;
  guint cut, last_cut, start,
      own; /* split: next cut to look at; where the part under way begins; its order */
} Frame;

/* One search by one order of keys. */
typedef struct
{
  const FlAllocSections *sections;
  const guint *letters;
  gint64 capacity;
  gint64
      *minimum; /* per buffer: lowest offset that what is placed allows; G_MAXINT64: it is placed */
  gint64 *floor, *total; /* per section: what is used up to; unplaced bytes */
  guint *cut;            /* per section: unplaced buffers that span it and the next */
  guint *members,
      *n_open;    /* per section: its members, the unplaced ones first; how many those are */
  guint *places;  /* per buffer and section: where it stands among the section's members */
  guint *witness; /* per section: the member that could start lowest when it was last looked for */
  guint64 *marks; /* bits: sections marked by the step under way */
  FL_STACK (Change) floors, minima; /* to be undone */
  FL_STACK (Candidate) candidates;  /* of all frames */
  FL_STACK (guint) orders;
  FL_STACK (Frame) frames;
  gint64 *offsets;      /* the answer */
  gboolean is_entering; /* the last frame was not looked at yet */
  guint64 n_nodes, n_backtracks;
} Machine;

/* Which key decides first, second and third. */
static const guint letters[][FL_N_RANKS] = {
  { FL_RANK_WIDTH, FL_RANK_AREA, FL_RANK_TOTAL },
  { FL_RANK_TOTAL, FL_RANK_AREA, FL_RANK_WIDTH },
  { FL_RANK_TOTAL, FL_RANK_WIDTH, FL_RANK_AREA },
};

struct _FlAllocSearch
{
  FlAllocSections sections;
  Machine machines[G_N_ELEMENTS (letters)];
  guint64 n_nodes, n_backtracks;
  gint64 deadline_us;
  const gint *cancelled;
};

/* --- one step and its undoing ----------------------------------------------------------------- */

static inline gboolean
is_placed (const Machine *self, guint b)
{
  return self->minimum[b] == G_MAXINT64;
}

static gboolean
is_hatless (const Machine *self, guint b)
{
  const FlAllocConflicts *conflicts = &self->sections->conflicts;

  for (guint k = conflicts->starts[b]; k < conflicts->starts[b + 1]; k++)
    if (!is_placed (self, conflicts->others[k]))
      return FALSE;
  return TRUE;
}

static inline void
set_floor (Machine *self, guint section, gint64 floor)
{
  fl_stack_reserve (&self->floors, 1);
  self->floors.items[self->floors.n++] = (Change){ section, self->floor[section] };
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
raise_minima (Machine *self, guint b, gint64 top, guint *from, guint *to)
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

      if (self->minimum[x] >= top) /* also when it is placed */
        continue;
      self->minima.items[self->minima.n++] = (Change){ x, self->minimum[x] };
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
raise_floor (Machine *self, guint s)
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
raise_floors (Machine *self, guint from, guint to)
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

static void
undo (Machine *self, const Frame *frame)
{
  const FlAllocSections *sections = self->sections;

  while (self->floors.n > frame->n_floors)
    {
      Change change = self->floors.items[--self->floors.n];

      self->floor[change.index] = change.old;
    }
  while (self->minima.n > frame->n_minima)
    {
      Change change = self->minima.items[--self->minima.n];

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
close_member (Machine *self, guint b, guint s)
{
  const FlAllocSections *sections = self->sections;
  guint *own = &self->places[sections->spans[b] + s - sections->first[b]];
  guint *members = self->members + sections->starts[s], end = --self->n_open[s],
        other = members[end];

  members[*own] = other;
  members[end] = b;
  self->places[sections->spans[other] + s - sections->first[other]] = *own;
  *own = end;
}

/* FALSE: some section has no room left then; nothing was changed. */
static gboolean
place (Machine *self, Frame *frame, Candidate candidate)
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
  undo (self, frame);
  return FALSE;
}

/* --- candidates ------------------------------------------------------------------------------- */

static inline gboolean
comes_before (Candidate a, Candidate b)
{
  return a.offset < b.offset || (a.offset == b.offset && a.position < b.position);
}

/* Lowest first; qsort's calls would cost as much again. */
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

/* The highest offset at which anything can be placed now. All that is placed later lies no lower,
 * so every section needs room for its unplaced bytes above it; what a section's floor demands holds
 * already. */
static gint64
get_highest (const Machine *self, guint from, guint to)
{
  gint64 most = 0;

  for (guint s = from; s < to; s++)
    most = MAX (most, self->total[s]);
  return self->capacity - most;
}

/* Candidates that keep the canonical form and are not dominated: nobody else fits wholly below
 * them. FALSE: all are placed. */
static gboolean
collect (Machine *self, Frame *frame)
{
  const guint *order = self->orders.items + frame->order;
  const gint64 *size = self->sections->size;
  gint64 lowest_top = G_MAXINT64, highest = get_highest (self, frame->from, frame->to),
         low_offset = frame->low_offset;
  Candidate *candidates;
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
      if (offset > highest || offset < low_offset
          || (offset == low_offset && i < frame->low_position))
        continue;
      candidates[n++] = (Candidate){ offset, i };
    }
  for (guint i = 0; i < n; i++)
    if (candidates[i].offset < lowest_top)
      candidates[n_kept++] = candidates[i];
  sort_candidates (candidates, n_kept);
  frame->n_candidates = n_kept;
  self->candidates.n += n_kept;
  return lowest_top != G_MAXINT64;
}

/* --- the search ------------------------------------------------------------------------------- */

static void
push (Machine *self,
      guint order,
      guint n,
      guint from,
      guint to,
      gint64 low_offset,
      guint low_position)
{
  fl_stack_reserve (&self->frames, 1);
  self->frames.items[self->frames.n++] = (Frame){ .order = order,
                                                  .n = n,
                                                  .from = from,
                                                  .to = to,
                                                  .low_offset = low_offset,
                                                  .low_position = low_position,
                                                  .candidates = self->candidates.n,
                                                  .b = NOTHING };
  self->is_entering = TRUE;
}

/* The next part between cuts that has anything to place, with an order of its own. FALSE: there is
 * none. */
static gboolean
push_part (Machine *self)
{
  Frame *frame = &self->frames.items[self->frames.n - 1];

  self->orders.n = frame->own;
  while (frame->start < frame->to)
    {
      guint from = frame->start, to = frame->to, n;

      for (; frame->cut < frame->last_cut && to == frame->to; frame->cut++)
        if (self->cut[frame->cut] == 0)
          to = frame->cut + 1;
      frame->start = to;
      fl_stack_reserve (&self->orders, frame->n);
      n = fl_alloc_rank (self->sections, self->letters, self->minimum, self->total,
                         self->orders.items + frame->order, frame->n, from, to,
                         self->orders.items + self->orders.n);
      if (n == 0)
        continue;
      self->orders.n += n;
      push (self, frame->own, n, from, to, 0, 0);
      return TRUE;
    }
  return FALSE;
}

/* Takes b out of the cuts it spanned; where nothing unplaced spans one any more, the part falls
 * into two. FALSE: nothing is left. */
static gboolean
descend (Machine *self)
{
  Frame *frame = &self->frames.items[self->frames.n - 1];
  guint first = self->sections->first[frame->b], last = self->sections->last[frame->b];

  frame->is_split = FALSE;
  for (guint s = first; s + 1 < last; s++)
    frame->is_split |= --self->cut[s] == 0;
  if (!frame->is_split)
    {
      push (self, frame->order, frame->n, frame->from, frame->to, frame->offset, frame->position);
      return TRUE;
    }
  frame->cut = first;
  frame->last_cut = last - 1;
  frame->start = frame->from;
  frame->own = self->orders.n;
  return push_part (self);
}

static void
ascend (Machine *self, Frame *frame)
{
  const FlAllocSections *sections = self->sections;

  if (frame->is_split)
    self->orders.n = frame->own;
  for (guint s = sections->first[frame->b]; s + 1 < sections->last[frame->b]; s++)
    self->cut[s]++;
  undo (self, frame);
}

/* Tries candidates until one leads to a node below (HALTED: there is more to do), or to a plan, or
 * none is left. */
static Outcome
try_candidates (Machine *self)
{
  Frame *frame = &self->frames.items[self->frames.n - 1];

  while (frame->next < frame->n_candidates)
    {
      Candidate candidate = self->candidates.items[frame->candidates + frame->next++];

      if (place (self, frame, candidate))
        {
          if (descend (self))
            return OUTCOME_HALTED;
          frame = &self->frames.items[self->frames.n - 1];
          ascend (self, frame);
          self->offsets[frame->b] = frame->offset;
          return OUTCOME_FOUND;
        }
      if (is_hatless (self, frame->b))
        break; /* it was in nobody's way: no other choice can help */
    }
  self->n_backtracks++;
  return OUTCOME_IMPOSSIBLE;
}

/* What a node below came to, for the frame above it: as try_candidates. */
static Outcome
go_back (Machine *self, Outcome outcome)
{
  Frame *frame = &self->frames.items[self->frames.n - 1];

  if (outcome == OUTCOME_FOUND && frame->is_split && push_part (self))
    return OUTCOME_HALTED;
  frame = &self->frames.items[self->frames.n - 1];
  if (frame->b == NOTHING)
    return outcome;
  ascend (self, frame);
  if (outcome == OUTCOME_FOUND)
    {
      self->offsets[frame->b] = frame->offset;
      return outcome;
    }
  if (!is_hatless (self, frame->b))
    return try_candidates (self);
  self->n_backtracks++;
  return OUTCOME_IMPOSSIBLE;
}

static gboolean
is_over (const FlAllocSearch *search)
{
  return (search->cancelled != NULL && g_atomic_int_get (search->cancelled))
         || (search->deadline_us > 0 && g_get_monotonic_time () > search->deadline_us);
}

/* Goes on until so many nodes were visited in all. *is_timeout: it ended by the clock. */
static Outcome
run_machine (const FlAllocSearch *search, Machine *self, guint64 limit, gboolean *is_timeout)
{
  Outcome outcome = OUTCOME_HALTED;

  while (self->frames.n > 0)
    {
      if (self->is_entering)
        {
          if (self->n_nodes == limit)
            return OUTCOME_HALTED;
          if (self->n_nodes % 1024 == 0 && is_over (search))
            {
              *is_timeout = TRUE;
              return OUTCOME_HALTED;
            }
          self->n_nodes++;
          self->is_entering = FALSE;
          outcome = collect (self, &self->frames.items[self->frames.n - 1]) ? try_candidates (self)
                                                                            : OUTCOME_FOUND;
        }
      else
        outcome = go_back (self, outcome);
      if (outcome == OUTCOME_HALTED)
        continue; /* a frame was pushed */
      self->candidates.n = self->frames.items[self->frames.n - 1].candidates;
      self->frames.n--;
    }
  return outcome;
}

/* --- turns ------------------------------------------------------------------------------------ */

/* The frame of the whole: parts that no buffer joins are problems of their own. */
static gboolean
start_machine (Machine *self, gint64 capacity)
{
  const FlAllocSections *sections = self->sections;
  guint n = sections->problem->n;
  Frame whole = {
    .to = sections->n_sections, .b = NOTHING, .is_split = TRUE, .last_cut = sections->n_sections
  };

  self->capacity = capacity;
  self->n_nodes = self->n_backtracks = 0;
  self->floors.n = self->minima.n = self->candidates.n = self->orders.n = self->frames.n = 0;
  memset (self->floor, 0, sections->n_sections * sizeof *self->floor);
  memset (self->total, 0, sections->n_sections * sizeof *self->total);
  memset (self->cut, 0, sections->n_sections * sizeof *self->cut);
  memset (self->minimum, 0, n * sizeof *self->minimum);
  memset (self->offsets, 0, n * sizeof *self->offsets);
  for (guint s = 0; s < sections->n_sections; s++)
    {
      self->witness[s] = sections->members[sections->starts[s]];
      self->n_open[s] = sections->starts[s + 1] - sections->starts[s];
      for (guint k = 0; k < self->n_open[s]; k++)
        {
          guint b = sections->members[sections->starts[s] + k];

          self->members[sections->starts[s] + k] = b;
          self->places[sections->spans[b] + s - sections->first[b]] = k;
        }
    }
  fl_stack_reserve (&self->orders, n + 1);
  for (guint i = 0; i < n; i++)
    {
      for (guint s = sections->first[i]; s < sections->last[i]; s++)
        {
          self->total[s] += sections->size[i];
          self->cut[s] += s + 1 < sections->last[i];
        }
      if (sections->last[i] > sections->first[i])
        self->orders.items[self->orders.n++] = i;
    }
  whole.n = whole.own = self->orders.n;
  fl_stack_reserve (&self->frames, 1);
  self->frames.items[self->frames.n++] = whole;
  if (push_part (self))
    return TRUE;
  self->frames.n = 0; /* nothing takes part */
  return FALSE;
}

FlAllocSearch *
fl_alloc_search_new (const FlAllocProblem *problem)
{
  FlAllocSearch *search = g_new0 (FlAllocSearch, 1);

  fl_alloc_sections_init (&search->sections, problem);
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      Machine *self = &search->machines[i];
      guint n = search->sections.n_sections;

      self->sections = &search->sections;
      self->letters = letters[i];
      self->minimum = g_new0 (gint64, problem->n + 1);
      self->offsets = g_new0 (gint64, problem->n + 1);
      self->floor = g_new0 (gint64, n + 1);
      self->total = g_new0 (gint64, n + 1);
      self->cut = g_new0 (guint, n + 1);
      self->witness = g_new0 (guint, n + 1);
      self->n_open = g_new0 (guint, n + 1);
      self->members = g_new0 (guint, search->sections.starts[n] + 1);
      self->places = g_new0 (guint, search->sections.starts[n] + 1);
      self->marks = g_new0 (guint64, n / 64 + 1);
    }
  return search;
}

void
fl_alloc_search_free (FlAllocSearch *search)
{
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      Machine *self = &search->machines[i];

      g_free (self->minimum);
      g_free (self->offsets);
      g_free (self->floor);
      g_free (self->total);
      g_free (self->cut);
      g_free (self->witness);
      g_free (self->n_open);
      g_free (self->members);
      g_free (self->places);
      g_free (self->marks);
      g_free (self->floors.items);
      g_free (self->minima.items);
      g_free (self->candidates.items);
      g_free (self->orders.items);
      g_free (self->frames.items);
    }
  fl_alloc_sections_clear (&search->sections);
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

static gboolean
exceeds (const Machine *self)
{
  for (guint s = 0; s < self->sections->n_sections; s++)
    if (self->total[s] > self->capacity)
      return TRUE;
  return FALSE;
}

FlSearchResult
fl_alloc_search_run (FlAllocSearch *search,
                     gint64 capacity,
                     guint64 max_nodes,
                     gint64 deadline_us,
                     const gint *cancelled,
                     gint64 *offsets)
{
  guint64 given = search->n_nodes + max_nodes;
  guint n = search->sections.problem->n;

  search->deadline_us = deadline_us;
  search->cancelled = cancelled;
  for (guint64 limit = 2 * MAX (n, 1u);; limit *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
      {
        Machine *self = &search->machines[i];
        gboolean is_timeout = FALSE;
        Outcome outcome = OUTCOME_FOUND;

        if (limit == 2 * MAX (n, 1u) && !start_machine (self, capacity))
          ; /* there is nothing to place */
        else if (exceeds (self) && self->n_nodes == 0)
          return FL_SEARCH_IMPOSSIBLE;
        else
          outcome = run_machine (search, self, limit, &is_timeout);
        search->n_nodes += self->n_nodes;
        search->n_backtracks += self->n_backtracks;
        if (outcome == OUTCOME_FOUND)
          {
            memcpy (offsets, self->offsets, n * sizeof *offsets);
            return FL_SEARCH_FOUND;
          }
        if (outcome == OUTCOME_IMPOSSIBLE)
          return FL_SEARCH_IMPOSSIBLE;
        if (is_timeout || (max_nodes > 0 && search->n_nodes >= given))
          return FL_SEARCH_GAVE_UP;
      }
}
