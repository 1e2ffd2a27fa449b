/* The lowest peak of all orders. A state is the set of nodes that have run: what is alive follows
 * from the set alone, and its value is the lowest peak by which it can be reached. States are taken
 * lowest peak first, so the first complete one is optimal. Source: the state space of Serenity (Ahn
 * et al., MLSys 2020). */
#include <string.h>

#include "fl-alloc-order-private.h"

typedef struct
{
  gint64 peak, live;
  guint64 hash;
  guint former, node; /* former: another state; G_MAXUINT: none */
  guint n_run;
} State;

typedef struct
{
  FlOrderIndex index;
  guint n_words;
  GArray *states;    /* State */
  GArray *sets;      /* n_words words a state */
  GHashTable *known; /* set's hash and words -> state + 1 */
  GArray *heap;      /* guint: states, the best first */
  gint64 limit;      /* a complete order with this peak is known */
  const gint *cancelled;
} Exact;

static guint64 *
get_set (const Exact *self, guint state)
{
  return &g_array_index (self->sets, guint64, (gsize) state * self->n_words);
}

static const State *
get_state (const Exact *self, guint state)
{
  return &g_array_index (self->states, State, state);
}

static inline gboolean
has_run (const guint64 *set, guint node)
{
  return set[node / 64] >> (node % 64) & 1;
}

/* --- the heap --------------------------------------------------------------------------------- */

static gboolean
is_better (const Exact *self, guint a, guint b)
{
  const State *one = get_state (self, a), *other = get_state (self, b);

  if (one->peak != other->peak)
    return one->peak < other->peak;
  return one->n_run != other->n_run ? one->n_run > other->n_run : a < b;
}

static void
heap_push (Exact *self, guint state)
{
  guint at = self->heap->len;
  guint *items;

  g_array_append_val (self->heap, state);
  items = (guint *) (gpointer) self->heap->data;
  for (; at > 0 && is_better (self, state, items[(at - 1) / 2]); at = (at - 1) / 2)
    items[at] = items[(at - 1) / 2];
  items[at] = state;
}

static guint
heap_pop (Exact *self)
{
  guint *items = (guint *) (gpointer) self->heap->data;
  guint top = items[0], moved = items[self->heap->len - 1], at = 0, n = self->heap->len - 1;

  g_array_set_size (self->heap, n);
  for (guint child = 1; child < n; child = 2 * at + 1)
    {
      child += child + 1 < n && is_better (self, items[child + 1], items[child]);
      if (!is_better (self, items[child], moved))
        break;
      items[at] = items[child];
      at = child;
    }
  if (n > 0)
    items[at] = moved;
  return top;
}

/* --- states ----------------------------------------------------------------------------------- */

static gint64
count_freed (const Exact *self, const guint64 *set, guint node)
{
  const FlOrderProblem *problem = self->index.problem;
  gint64 freed = 0;

  for (guint k = problem->use_starts[node]; k < problem->use_starts[node + 1]; k++)
    {
      guint buffer = problem->uses[k];
      gboolean is_last = TRUE;

      for (guint u = self->index.user_starts[buffer]; u < self->index.user_starts[buffer + 1] && is_last; u++)
        is_last = self->index.users[u] == node || has_run (set, self->index.users[u]);
      if (is_last)
        freed += problem->freed_bytes[buffer];
    }
  return freed;
}

static gboolean
is_ready (const Exact *self, const guint64 *set, guint node)
{
  const FlOrderProblem *problem = self->index.problem;

  for (guint k = problem->before_starts[node]; k < problem->before_starts[node + 1]; k++)
    if (!has_run (set, problem->before[k]))
      return FALSE;
  return TRUE;
}

/* The state of the same set that is known, or G_MAXUINT. Sets are compared word by word; equal
 * hashes are looked at in a chain. */
static guint
find_known (const Exact *self, guint64 hash, const guint64 *set, guint *first)
{
  *first = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, GSIZE_TO_POINTER (hash)));
  if (*first > 0 && memcmp (get_set (self, *first - 1), set, self->n_words * sizeof *set) == 0)
    return *first - 1;
  return G_MAXUINT;
}

/* One more node after a state. */
static void
add_state (Exact *self, guint from, guint node, gint64 peak, gint64 live)
{
  State state = *get_state (self, from);
  g_autofree guint64 *set = g_memdup2 (get_set (self, from), self->n_words * sizeof *set);
  guint known, first;

  set[node / 64] |= G_GUINT64_CONSTANT (1) << (node % 64);
  state.hash ^= self->index.hashes[node];
  known = find_known (self, state.hash, set, &first);
  if (known != G_MAXUINT && get_state (self, known)->peak <= peak)
    return;
  state = (State) { peak, live, state.hash, from, node, state.n_run + 1 };
  g_array_append_val (self->states, state);
  g_array_append_vals (self->sets, set, self->n_words);
  if (known != G_MAXUINT || first == 0)
    g_hash_table_insert (self->known, GSIZE_TO_POINTER (state.hash), GUINT_TO_POINTER (self->states->len));
  heap_push (self, self->states->len - 1);
}

/* A node that raises nothing and frees at least what it makes runs at once: what it frees would
 * still be alive in every order that puts it off. */
static void
expand (Exact *self, guint from)
{
  const FlOrderProblem *problem = self->index.problem;
  State state = *get_state (self, from);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) freed = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint node = 0; node < problem->n_nodes; node++)
    {
      const guint64 *set = get_set (self, from);
      gint64 made = problem->made_bytes[node], bytes;

      if (has_run (set, node) || !is_ready (self, set, node))
        continue;
      bytes = count_freed (self, set, node);
      if (made <= bytes && state.live + made <= state.peak)
        {
          add_state (self, from, node, state.peak, state.live + made - bytes);
          return;
        }
      g_array_append_val (nodes, node);
      g_array_append_val (freed, bytes);
    }
  for (guint i = 0; i < nodes->len; i++)
    {
      guint node = g_array_index (nodes, guint, i);
      gint64 peak = MAX (state.peak, state.live + problem->made_bytes[node]);

      if (peak < self->limit)
        add_state (self, from, node, peak, state.live + problem->made_bytes[node] - g_array_index (freed, gint64, i));
    }
}

static void
tell_order (const Exact *self, guint state, guint *order)
{
  for (guint i = self->index.problem->n_nodes; i-- > 0; state = get_state (self, state)->former)
    order[i] = get_state (self, state)->node;
}

static FlOrderResult
search (Exact *self, guint64 max_states, guint *order, guint64 *n_states)
{
  for (*n_states = 0; self->heap->len > 0; (*n_states)++)
    {
      guint state = heap_pop (self), first;
      const State *best = get_state (self, state);
      guint known = find_known (self, best->hash, get_set (self, state), &first);

      if (known != G_MAXUINT && known != state)
        continue; /* a better way to the same set came later */
      if (best->n_run == self->index.problem->n_nodes)
        {
          tell_order (self, state, order);
          return FL_ORDER_PROVED;
        }
      if (self->states->len >= max_states || (self->cancelled != NULL && g_atomic_int_get (self->cancelled)))
        return FL_ORDER_GAVE_UP;
      expand (self, state);
    }
  return FL_ORDER_PROVED; /* every other order has a peak that is no lower than the known one's */
}

FlOrderResult
fl_order_search_exact (const FlOrderProblem *problem, guint64 max_states, const gint *cancelled, guint *order,
                       guint64 *n_states)
{
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (State)),
                     sets = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Exact self = { .n_words = problem->n_nodes / 64 + 1,
                 .states = states,
                 .sets = sets,
                 .known = known,
                 .heap = heap,
                 .limit = fl_order_measure (problem, order),
                 .cancelled = cancelled };
  State start = { problem->start_bytes, problem->start_bytes, 0, G_MAXUINT, G_MAXUINT, 0 };
  FlOrderResult result;

  fl_order_index_init (&self.index, problem);
  g_array_append_val (states, start);
  g_array_set_size (sets, self.n_words);
  heap_push (&self, 0);
  result = search (&self, max_states, order, n_states);
  fl_order_index_clear (&self.index);
  return result;
}
