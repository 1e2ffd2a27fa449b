/* The exact search: is there a plan of height at most C? Plans are built from the bottom up in
 * canonical form, so that every feasible one is met once; sections (sets of buffers alive together)
 * say early where no room is left, and the problem falls apart where no unplaced buffer spans a
 * cut. One search runs for each order of keys, in rounds that grow; a search that is halted goes on
 * where it stopped. Source: MiniMalloc (Moffitt, ASPLOS 2023), its rules. There a search begins
 * anew at each turn: the tree, and so the plan, is the same, and nodes are counted as if they were
 * visited again. */
#include <string.h>

#include "fl-alloc-search-private.h"

typedef enum
{
  OUTCOME_FOUND,
  OUTCOME_IMPOSSIBLE,
  OUTCOME_HALTED
} Outcome;

/* Which key decides first, second and third. */
static const guint letters[][FL_N_RANKS] = {
  { FL_RANK_WIDTH, FL_RANK_AREA, FL_RANK_TOTAL },
  { FL_RANK_TOTAL, FL_RANK_AREA, FL_RANK_WIDTH },
  { FL_RANK_TOTAL, FL_RANK_WIDTH, FL_RANK_AREA },
};

struct _FlAllocSearch
{
  FlAllocSections sections;
  FlSearchMachine machines[G_N_ELEMENTS (letters)];
  guint64 n_nodes, n_backtracks;
  gint64 deadline_us;
  const gint *cancelled;
};

/* --- the search ------------------------------------------------------------------------------- */

static void
push (FlSearchMachine *self, guint order, guint n, guint from, guint to, gint64 low_offset, guint low_position)
{
  fl_stack_reserve (&self->frames, 1);
  self->frames.items[self->frames.n++] = (FlSearchFrame) { .order = order,
                                                           .n = n,
                                                           .from = from,
                                                           .to = to,
                                                           .low_offset = low_offset,
                                                           .low_position = low_position,
                                                           .candidates = self->candidates.n,
                                                           .b = FL_SEARCH_NOTHING };
  self->is_entering = TRUE;
}

/* The next part between cuts that has anything to place, with an order of its own. FALSE: there is
 * none. */
static gboolean
push_part (FlSearchMachine *self)
{
  FlSearchFrame *frame = &self->frames.items[self->frames.n - 1];

  self->orders.n = frame->own;
  while (frame->start < frame->to)
    {
      guint from = frame->start, to = frame->to, n;

      for (; frame->cut < frame->last_cut && to == frame->to; frame->cut++)
        if (self->cut[frame->cut] == 0)
          to = frame->cut + 1;
      frame->start = to;
      fl_stack_reserve (&self->orders, frame->n);
      n = fl_alloc_rank (self->sections, self->letters, self->minimum, self->total, self->orders.items + frame->order,
                         frame->n, from, to, self->orders.items + self->orders.n);
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
descend (FlSearchMachine *self)
{
  FlSearchFrame *frame = &self->frames.items[self->frames.n - 1];
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
ascend (FlSearchMachine *self, FlSearchFrame *frame)
{
  const FlAllocSections *sections = self->sections;

  if (frame->is_split)
    self->orders.n = frame->own;
  for (guint s = sections->first[frame->b]; s + 1 < sections->last[frame->b]; s++)
    self->cut[s]++;
  fl_search_undo (self, frame);
}

/* Tries candidates until one leads to a node below (HALTED: there is more to do), or to a plan, or
 * none is left. */
static Outcome
try_candidates (FlSearchMachine *self)
{
  FlSearchFrame *frame = &self->frames.items[self->frames.n - 1];

  while (frame->next < frame->n_candidates)
    {
      FlSearchCandidate candidate = self->candidates.items[frame->candidates + frame->next++];

      if (fl_search_place (self, frame, candidate))
        {
          if (descend (self))
            return OUTCOME_HALTED;
          frame = &self->frames.items[self->frames.n - 1];
          ascend (self, frame);
          self->offsets[frame->b] = frame->offset;
          return OUTCOME_FOUND;
        }
      if (fl_search_is_hatless (self, frame->b))
        break; /* the block was in nobody's way: no other choice can help */
    }
  self->n_backtracks++;
  return OUTCOME_IMPOSSIBLE;
}

/* What a node below came to, for the frame above it: as try_candidates. */
static Outcome
go_back (FlSearchMachine *self, Outcome outcome)
{
  FlSearchFrame *frame = &self->frames.items[self->frames.n - 1];

  if (outcome == OUTCOME_FOUND && frame->is_split && push_part (self))
    return OUTCOME_HALTED;
  frame = &self->frames.items[self->frames.n - 1];
  if (frame->b == FL_SEARCH_NOTHING)
    return outcome;
  ascend (self, frame);
  if (outcome == OUTCOME_FOUND)
    {
      self->offsets[frame->b] = frame->offset;
      return outcome;
    }
  if (!fl_search_is_hatless (self, frame->b))
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
run_machine (const FlAllocSearch *search, FlSearchMachine *self, guint64 limit, gboolean *is_timeout)
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
          outcome = fl_search_collect (self, &self->frames.items[self->frames.n - 1]) ? try_candidates (self)
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
start_machine (FlSearchMachine *self, gint64 capacity)
{
  const FlAllocSections *sections = self->sections;
  guint n = sections->problem->n;
  FlSearchFrame whole
      = { .to = sections->n_sections, .b = FL_SEARCH_NOTHING, .is_split = TRUE, .last_cut = sections->n_sections };

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
      FlSearchMachine *self = &search->machines[i];
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
      FlSearchMachine *self = &search->machines[i];

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
exceeds (const FlSearchMachine *self)
{
  for (guint s = 0; s < self->sections->n_sections; s++)
    if (self->total[s] > self->capacity)
      return TRUE;
  return FALSE;
}

FlSearchResult
fl_alloc_search_run (FlAllocSearch *search, gint64 capacity, guint64 max_nodes, gint64 deadline_us,
                     const gint *cancelled, gint64 *offsets)
{
  guint64 given = search->n_nodes + max_nodes;
  guint n = search->sections.problem->n;

  search->deadline_us = deadline_us;
  search->cancelled = cancelled;
  for (guint64 limit = 2 * MAX (n, 1u);; limit *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
      {
        FlSearchMachine *self = &search->machines[i];
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
