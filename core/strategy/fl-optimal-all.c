/* Every partition of a few ops: fewest bytes, then fewest kernels.
 *
 * A state is the set of ops already done, closed under "everything it reads is done"; a step adds
 * one more kernel. Every partition without cycles is a path through these states. Legality and cost
 * of a kernel depend on its set alone and are remembered. */
#include "fl-event-kinds.h"
#include "fl-optimal-private.h"

typedef struct
{
  gint64 bytes;
  guint16 n_kernels;
  guint16 kernel; /* the last one */
} State;

typedef struct
{
  const FlOptimal *optimal;
  guint n;
  const guint32 *ids;
  guint32 reads[FL_OPTIMAL_MAX_ALL];
  gint64 *costs; /* by set; -2: not asked yet */
  State *states; /* by set; bytes -1: not reached */
} Search;

static gint64
get_cost (Search *search, guint32 set)
{
  guint32 ids[FL_OPTIMAL_MAX_ALL];
  guint n = 0;

  if (search->costs[set] != -2)
    return search->costs[set];
  for (guint i = 0; i < search->n; i++)
    if ((set >> i) & 1)
      ids[n++] = search->ids[i];
  return search->costs[set] = fl_optimal_ask (search->optimal, ids, n, FALSE);
}

static void
relax (Search *search, guint32 done, guint32 kernel)
{
  const State *from = &search->states[done];
  State *to = &search->states[done | kernel];
  gint64 cost = get_cost (search, kernel), bytes = from->bytes + cost;

  if (cost < 0)
    return;
  if (to->bytes < 0 || bytes < to->bytes || (bytes == to->bytes && from->n_kernels + 1 < to->n_kernels))
    *to = (State) { bytes, from->n_kernels + 1, kernel };
}

/* Each set of ops that can come next, once: ops are added in order, so all that come before in it
 * are closed, too. */
static void
extend (Search *search, guint32 done, guint32 kernel, guint first)
{
  for (guint i = first; i < search->n; i++)
    {
      guint32 op = (guint32) 1 << i;

      if ((done & op) || (search->reads[i] & ~(done | kernel)))
        continue;
      relax (search, done, kernel | op);
      extend (search, done, kernel | op, i + 1);
    }
}

static void
prepare (Search *search)
{
  const FlOpGraph *graph = search->optimal->graph;
  guint32 n_sets = (guint32) 1 << search->n;

  search->costs = g_new (gint64, n_sets);
  search->states = g_new (State, n_sets);
  for (guint32 set = 0; set < n_sets; set++)
    {
      search->costs[set] = -2;
      search->states[set].bytes = -1;
    }
  search->states[0] = (State) { 0, 0, 0 };
  for (guint i = 0; i < search->n; i++)
    for (guint k = 0; k < i; k++)
      for (guint u = 0; u < graph->nodes[search->ids[k]].n_users; u++)
        if (graph->nodes[search->ids[k]].users[u] == search->ids[i])
          search->reads[i] |= (guint32) 1 << k;
}

/* How large the search was, and what it never had to follow. */
static void
tell_searched (const Search *search)
{
  const FlPass *pass = search->optimal->pass;
  FlEvent event = { .kind = FL_EVENT_ROUND, .verdict = FL_VERDICT_NOTE };
  guint n_states = 0, n_kernels = 0, n_none = 0;

  for (guint32 set = 0; set < (guint32) 1 << search->n; set++)
    {
      n_states += search->states[set].bytes >= 0;
      n_kernels += search->costs[set] >= 0;
      n_none += search->costs[set] == -1;
    }
  event.amount = n_states;
  event.reason = "every partition was searched, by sets of ops that are done";
  event.facts = fl_arena_printf (pass->arena,
                                 "%u of %u sets can be reached; %u sets are a kernel of some template, %u are none and "
                                 "were cut",
                                 n_states, (guint32) 1 << search->n, n_kernels, n_none);
  fl_trace_record (pass->trace, &event);
}

gboolean
fl_optimal_search_all (const FlOptimal *optimal, const guint32 *ids, guint n, GArray *sets)
{
  Search search = { optimal, n, ids };
  guint32 all = ((guint32) 1 << n) - 1;
  gboolean is_done = TRUE;

  g_assert (n <= FL_OPTIMAL_MAX_ALL);
  prepare (&search);
  /* A superset is a larger number, so a state is final when its turn comes. */
  for (guint32 done = 0; done < all && is_done; done++)
    if (search.states[done].bytes >= 0)
      {
        extend (&search, done, 0, 0);
        is_done = !fl_optimal_is_late (optimal, 1);
      }
  tell_searched (&search);
  is_done = is_done
            && search.states[all].bytes >= 0; /* no plan: an operation that the user forces has none of the templates */
  g_array_set_size (sets, 0);
  for (guint32 done = all; is_done && done != 0; done &= ~(guint32) search.states[done].kernel)
    {
      guint64 kernel = search.states[done].kernel;

      g_array_append_val (sets, kernel);
    }
  g_free (search.costs);
  g_free (search.states);
  return is_done;
}
