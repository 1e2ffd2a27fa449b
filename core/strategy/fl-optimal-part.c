/* Branch and bound over one part: best first over closed sets of ops, with what the ops that are
 * left must cost at least.
 *
 * Source: A* (Hart, Nilsson and Raphael, 1968) on the lattice of closed sets; the bound adds up
 * reads and writes that no partition of what is left avoids. The lowest sum of an open set bounds
 * what no partition of the part goes below, so the search can be stopped at any time. */
#include "fl-optimal-private.h"

typedef struct
{
  guint64 set, kernel; /* done; the last kernel */
  gint64 bytes, total; /* moved so far; at least, with the operations that are left */
  gboolean is_closed;
} State;

/* A value that the part's ops read or write. */
typedef struct
{
  gint64 bytes;
  gint producer;         /* in the part; -1: outside */
  gboolean is_forced;    /* stored in every plan */
  guint64 whole, pieces; /* readers in the part: of the whole value, of pieces of it */
} Value;

typedef struct
{
  const FlOptimal *optimal;
  FlOptimalPart *part;
  gboolean is_loose;
  guint64 reads[FL_OPTIMAL_MAX_PART]; /* all that must come before */
  guint64 clash[FL_OPTIMAL_MAX_PART];
  guint64 links[FL_OPTIMAL_MAX_PART]; /* shares a value, may share a kernel */
  gint64 sizes[FL_OPTIMAL_MAX_PART];  /* bytes of the result */
  GArray *values;                     /* Value */
  GPtrArray *states;                  /* State; positions */
  GHashTable *by_set;                 /* set -> State */
  GHashTable *costs;                  /* set -> bytes, gint64[2] */
  GArray *heap;                       /* State * */
  gint64 upper;
  guint n_steps;
  gboolean is_stopped;
} Search;

/* --- bound ------------------------------------------------------------------------------------- */

/* Readers among `readers` of which no two may share a kernel, taken greedily. */
static guint
count_apart (const Search *search, guint64 readers)
{
  guint n = 0;

  for (; readers != 0; n++)
    readers &= search->clash[__builtin_ctzll (readers)];
  return n;
}

static gint64
bound_value (const Search *search, const Value *value, guint64 done)
{
  gboolean is_ahead = value->producer >= 0 && !((done >> value->producer) & 1);
  guint64 mask = ~done & (is_ahead ? search->clash[value->producer] : G_MAXUINT64);
  guint64 whole = value->whole & mask, pieces = value->pieces & mask;
  gint64 bytes = is_ahead && value->is_forced ? value->bytes : 0, read = 0;

  if (whole != 0)
    return bytes + count_apart (search, whole) * value->bytes;
  for (; pieces != 0; pieces &= pieces - 1)
    read += search->sizes[__builtin_ctzll (pieces)];
  return bytes + MIN (read, value->bytes);
}

static gint64
bound_rest (const Search *search, guint64 done)
{
  gint64 bytes = 0;

  for (guint i = 0; i < search->values->len; i++)
    bytes += bound_value (search, &g_array_index (search->values, Value, i), done);
  return bytes;
}

/* --- queue: least total first, then the most done
 * ------------------------------------------------------------------- */

static gboolean
comes_before (const State *a, const State *b)
{
  return a->total != b->total ? a->total < b->total : __builtin_popcountll (a->set) > __builtin_popcountll (b->set);
}

typedef struct
{
  State *state;
  gint64 total;
} Entry;

static gboolean
entry_before (const Entry *a, const Entry *b)
{
  return a->total != b->total ? a->total < b->total : comes_before (a->state, b->state);
}

static void
push (Search *search, State *state)
{
  Entry entry = { state, state->total };
  guint at = search->heap->len;

  g_array_append_val (search->heap, entry);
  while (at > 0 && entry_before (&entry, &g_array_index (search->heap, Entry, (at - 1) / 2)))
    {
      g_array_index (search->heap, Entry, at) = g_array_index (search->heap, Entry, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  g_array_index (search->heap, Entry, at) = entry;
}

static Entry
pop (Search *search)
{
  Entry first = g_array_index (search->heap, Entry, 0);
  Entry last = g_array_index (search->heap, Entry, search->heap->len - 1);
  guint n = search->heap->len - 1, at = 0;

  g_array_set_size (search->heap, n);
  for (guint child = 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n
          && entry_before (&g_array_index (search->heap, Entry, child + 1),
                           &g_array_index (search->heap, Entry, child)))
        child++;
      if (!entry_before (&g_array_index (search->heap, Entry, child), &last))
        break;
      g_array_index (search->heap, Entry, at) = g_array_index (search->heap, Entry, child);
      at = child;
    }
  if (n > 0)
    g_array_index (search->heap, Entry, at) = last;
  return first;
}

/* --- steps ------------------------------------------------------------------------------------- */

static gint64
get_cost (Search *search, guint64 set)
{
  gint64 *known = g_hash_table_lookup (search->costs, &set);
  guint32 ids[FL_OPTIMAL_MAX_PART];
  guint n = 0;

  if (known != NULL)
    return known[1];
  for (guint64 left = set; left != 0; left &= left - 1)
    ids[n++] = search->part->ids[__builtin_ctzll (left)];
  known = g_new (gint64, 2);
  known[0] = (gint64) set;
  known[1] = fl_optimal_ask (search->optimal, ids, n, search->is_loose);
  g_hash_table_insert (search->costs, known, known);
  return known[1];
}

static gboolean
is_linked (const Search *search, guint64 set)
{
  guint64 seen = set & -set, next = seen;

  while (next != 0)
    {
      guint64 links = search->links[__builtin_ctzll (next)] & set & ~seen;

      next = (next & (next - 1)) | links;
      seen |= links;
    }
  return seen == set;
}

static void
relax (Search *search, const State *from, guint64 kernel)
{
  guint64 set = from->set | kernel;
  gint64 cost, bytes, rest;
  State *to;

  if (!is_linked (search, kernel))
    return;
  cost = get_cost (search, kernel);
  bytes = from->bytes + cost;
  to = g_hash_table_lookup (search->by_set, &set);
  if (cost < 0 || bytes >= search->upper || (to != NULL && to->bytes <= bytes))
    return;
  rest = to != NULL ? to->total - to->bytes : bound_rest (search, set);
  if (bytes + rest >= search->upper)
    return;
  if (to == NULL)
    {
      to = g_new0 (State, 1);
      to->set = set;
      g_ptr_array_add (search->states, to);
      g_hash_table_insert (search->by_set, &to->set, to);
    }
  to->kernel = kernel;
  to->bytes = bytes;
  to->total = bytes + rest;
  to->is_closed = FALSE;
  push (search, to);
}

static void
extend (Search *search, const State *from, guint64 kernel, guint64 clash, guint first)
{
  for (guint i = first; i < search->part->n && !search->is_stopped; i++)
    {
      guint64 op = (guint64) 1 << i;

      if (((from->set | clash) & op) || (search->reads[i] & ~(from->set | kernel)))
        continue;
      if (search->n_steps++ % 256 == 0)
        search->is_stopped = fl_optimal_is_late (search->optimal, 256) || search->states->len > FL_OPTIMAL_MAX_STATES;
      relax (search, from, kernel | op);
      extend (search, from, kernel | op, clash | search->clash[i], i + 1);
    }
}

/* --- preparing --------------------------------------------------------------------------------- */

static gint
find_in_part (const FlOptimalPart *part, guint32 id)
{
  for (guint i = 0; i < part->n; i++)
    if (part->ids[i] == id)
      return (gint) i;
  return -1;
}

static void
link_all (Search *search, guint64 users)
{
  for (guint64 left = users; left != 0; left &= left - 1)
    {
      guint i = (guint) __builtin_ctzll (left);

      search->links[i] |= users & ~search->clash[i] & ~((guint64) 1 << i);
    }
}

static void
add_value (Search *search, guint32 id)
{
  const FlOptimal *optimal = search->optimal;
  const FlOpNode *node = &optimal->graph->nodes[id];
  Value value = { node->bytes, find_in_part (search->part, id) };
  guint64 all;

  if (node->kind == FL_OP_CONSTANT)
    return;
  value.is_forced = value.producer >= 0 && optimal->is_forced[optimal->position[id]];
  for (guint i = 0; i < node->n_users; i++)
    {
      gint user = find_in_part (search->part, node->users[i]);
      const FlOpNode *reader = &optimal->graph->nodes[node->users[i]];

      if (user < 0)
        continue;
      if ((reader->kind == FL_OP_SLICE || reader->kind == FL_OP_GATHER) && reader->inputs[0] == id
          && (reader->n_inputs < 2 || reader->inputs[1] != id))
        value.pieces |= (guint64) 1 << user;
      else
        value.whole |= (guint64) 1 << user;
    }
  all = value.whole | value.pieces;
  link_all (search, value.producer >= 0 ? all | (guint64) 1 << value.producer : all);
  g_array_append_val (search->values, value);
}

static void
prepare (Search *search)
{
  const FlOptimal *optimal = search->optimal;
  FlOptimalPart *part = search->part;
  g_autofree FlBits *seen = fl_bits_new (optimal->graph->n_nodes);

  for (guint i = 0; i < part->n; i++)
    {
      guint32 own = optimal->position[part->ids[i]];

      search->sizes[i] = optimal->graph->nodes[part->ids[i]].bytes;
      for (guint k = 0; k < part->n; k++)
        {
          guint32 other = optimal->position[part->ids[k]];

          if (fl_bits_has (optimal->reach[other], own))
            search->reads[i] |= (guint64) 1 << k;
          if (fl_bits_has (optimal->clash[other], own))
            search->clash[i] |= (guint64) 1 << k;
        }
    }
  for (guint i = 0; i < part->n; i++)
    {
      const FlOpNode *node = &optimal->graph->nodes[part->ids[i]];

      for (guint k = 0; k <= node->n_inputs; k++)
        {
          guint32 id = k < node->n_inputs ? node->inputs[k] : node->id;

          if (!fl_bits_has (seen, id))
            add_value (search, id);
          fl_bits_add (seen, id);
        }
    }
}

static void
trace_back (Search *search, guint64 all)
{
  for (guint64 set = all; set != 0;)
    {
      const State *state = g_hash_table_lookup (search->by_set, &set);

      g_array_append_val (search->part->sets, state->kernel);
      set &= ~state->kernel;
    }
}

/* The lowest total of what is still open; `upper` when nothing is. */
static gint64
get_lower (const Search *search, const State *current)
{
  gint64 lower = current != NULL ? MIN (current->total, search->upper) : search->upper;

  for (guint i = 0; i < search->heap->len; i++)
    {
      const Entry *entry = &g_array_index (search->heap, Entry, i);

      if (!entry->state->is_closed && entry->total == entry->state->total)
        lower = MIN (lower, entry->total);
    }
  return lower;
}

static void
run (Search *search)
{
  guint64 all = search->part->n == 64 ? G_MAXUINT64 : ((guint64) 1 << search->part->n) - 1;
  State *start = g_new0 (State, 1);

  start->total = bound_rest (search, 0);
  g_ptr_array_add (search->states, start);
  g_hash_table_insert (search->by_set, &start->set, start);
  if (start->total < search->upper)
    push (search, start);
  while (search->heap->len > 0)
    {
      Entry entry = pop (search);
      State *state = entry.state;

      if (state->is_closed || entry.total != state->total)
        continue;
      if (state->set == all)
        {
          trace_back (search, all);
          search->part->lower = state->bytes;
          return;
        }
      extend (search, state, 0, 0, 0);
      if (search->is_stopped)
        {
          search->part->lower = get_lower (search, state);
          return;
        }
      state->is_closed = TRUE;
    }
  search->part->lower = search->upper;
}

void
fl_optimal_search_part (const FlOptimal *optimal, FlOptimalPart *part, gboolean is_loose)
{
  Search search = { .optimal = optimal, .part = part, .is_loose = is_loose, .upper = part->upper };

  g_assert (part->n <= FL_OPTIMAL_MAX_PART);
  search.values = g_array_new (FALSE, FALSE, sizeof (Value));
  search.states = g_ptr_array_new_with_free_func (g_free);
  search.by_set = g_hash_table_new (g_int64_hash, g_int64_equal);
  search.costs = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  search.heap = g_array_new (FALSE, FALSE, sizeof (Entry));
  prepare (&search);
  g_array_set_size (part->sets, 0);
  run (&search);
  part->n_states = search.states->len;
  g_array_unref (search.values);
  g_hash_table_unref (search.by_set);
  g_ptr_array_unref (search.states);
  g_hash_table_unref (search.costs);
  g_array_unref (search.heap);
}
