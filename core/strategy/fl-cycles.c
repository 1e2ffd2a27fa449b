/* An incrementally ordered acyclic graph. */
#include "fl-bits.h"
#include "fl-cycles.h"

/* An array with a map from value to position: deletion moves the last value into the hole, so the order is
 * deterministic though not that of insertion. */
typedef struct
{
  GArray *values; /* guint32 */
  GHashTable *positions;
} OrderedSet;

typedef struct
{
  gint rank;
  gboolean alive;
  OrderedSet in, out;
} CycleNode;

struct _FlCycles
{
  guint n;
  CycleNode *nodes;
  FlBits *seen;
  GArray *forward, *backward, *stack; /* guint32, reused */
};

static void
set_init (OrderedSet *set)
{
  set->values = g_array_new (FALSE, FALSE, sizeof (guint32));
  set->positions = g_hash_table_new (NULL, NULL);
}

static void
set_clear (OrderedSet *set)
{
  g_array_unref (set->values);
  g_hash_table_unref (set->positions);
}

static guint32
set_get (const OrderedSet *set, guint i)
{
  return g_array_index (set->values, guint32, i);
}

static gboolean
set_has (const OrderedSet *set, guint32 value)
{
  return g_hash_table_contains (set->positions, GUINT_TO_POINTER (value));
}

static gboolean
set_add (OrderedSet *set, guint32 value)
{
  if (set_has (set, value))
    return FALSE;
  g_hash_table_insert (set->positions, GUINT_TO_POINTER (value), GUINT_TO_POINTER (set->values->len));
  g_array_append_val (set->values, value);
  return TRUE;
}

static void
set_remove (OrderedSet *set, guint32 value)
{
  gpointer position;
  guint32 last;

  if (!g_hash_table_lookup_extended (set->positions, GUINT_TO_POINTER (value), NULL, &position))
    return;
  last = set_get (set, set->values->len - 1);
  g_array_index (set->values, guint32, GPOINTER_TO_UINT (position)) = last;
  g_hash_table_insert (set->positions, GUINT_TO_POINTER (last), position);
  g_hash_table_remove (set->positions, GUINT_TO_POINTER (value));
  g_array_set_size (set->values, set->values->len - 1);
}

FlCycles *
fl_cycles_new (guint n_nodes)
{
  FlCycles *cycles = g_new0 (FlCycles, 1);

  cycles->n = n_nodes;
  cycles->nodes = g_new0 (CycleNode, n_nodes + 1);
  cycles->seen = fl_bits_new (n_nodes);
  cycles->forward = g_array_new (FALSE, FALSE, sizeof (guint32));
  cycles->backward = g_array_new (FALSE, FALSE, sizeof (guint32));
  cycles->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n_nodes; i++)
    {
      cycles->nodes[i].rank = (gint) i;
      cycles->nodes[i].alive = TRUE;
      set_init (&cycles->nodes[i].in);
      set_init (&cycles->nodes[i].out);
    }
  return cycles;
}

void
fl_cycles_free (FlCycles *cycles)
{
  for (guint i = 0; i < cycles->n; i++)
    {
      set_clear (&cycles->nodes[i].in);
      set_clear (&cycles->nodes[i].out);
    }
  g_array_unref (cycles->forward);
  g_array_unref (cycles->backward);
  g_array_unref (cycles->stack);
  g_free (cycles->nodes);
  g_free (cycles->seen);
  g_free (cycles);
}

static void
forget_seen (FlCycles *cycles, const GArray *visited)
{
  for (guint i = 0; i < visited->len; i++)
    fl_bits_remove (cycles->seen, g_array_index (visited, guint32, i));
}

/* Fills `visited` with what can be walked to from `start` through ranks on one side of `limit`. Forward: ranks below
 * limit; FALSE when the node of exactly that rank was met. Backward: ranks above limit. */
static gboolean
walk (FlCycles *cycles, guint32 start, gint limit, gboolean is_forward, GArray *visited)
{
  g_array_set_size (visited, 0);
  g_array_set_size (cycles->stack, 0);
  g_array_append_val (cycles->stack, start);
  fl_bits_add (cycles->seen, start);
  g_array_append_val (visited, start);
  while (cycles->stack->len > 0)
    {
      guint32 node = g_array_index (cycles->stack, guint32, cycles->stack->len - 1);
      const OrderedSet *next = is_forward ? &cycles->nodes[node].out : &cycles->nodes[node].in;

      g_array_set_size (cycles->stack, cycles->stack->len - 1);
      for (guint i = 0; i < next->values->len; i++)
        {
          guint32 other = set_get (next, i);
          gint rank = cycles->nodes[other].rank;

          if (is_forward && rank == limit)
            return FALSE;
          if ((is_forward ? rank > limit : rank < limit) || fl_bits_has (cycles->seen, other))
            continue;
          fl_bits_add (cycles->seen, other);
          g_array_append_val (visited, other);
          g_array_append_val (cycles->stack, other);
        }
    }
  return TRUE;
}

static gint
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  const FlCycles *cycles = data;
  gint one = cycles->nodes[*(const guint32 *) a].rank, other = cycles->nodes[*(const guint32 *) b].rank;

  return one < other ? -1 : one > other;
}

static gint
compare_ints (gconstpointer a, gconstpointer b)
{
  gint one = *(const gint *) a, other = *(const gint *) b;

  return one < other ? -1 : one > other;
}

/* Hands the pooled ranks of both lists out again: first what reaches the new edge, then what it reaches. */
static void
reorder (FlCycles *cycles)
{
  guint n_back = cycles->backward->len, n = n_back + cycles->forward->len;
  g_autofree gint *ranks = g_new (gint, n);

  g_array_sort_with_data (cycles->backward, compare_ranks, cycles);
  g_array_sort_with_data (cycles->forward, compare_ranks, cycles);
  g_array_append_vals (cycles->backward, cycles->forward->data, cycles->forward->len);
  for (guint i = 0; i < n; i++)
    ranks[i] = cycles->nodes[g_array_index (cycles->backward, guint32, i)].rank;
  qsort (ranks, n, sizeof *ranks, compare_ints);
  for (guint i = 0; i < n; i++)
    cycles->nodes[g_array_index (cycles->backward, guint32, i)].rank = ranks[i];
}

gboolean
fl_cycles_add_edge (FlCycles *cycles, guint32 x, guint32 y)
{
  gboolean is_fine;

  if (x == y)
    return FALSE;
  if (!set_add (&cycles->nodes[x].out, y))
    return TRUE;
  set_add (&cycles->nodes[y].in, x);
  if (cycles->nodes[x].rank <= cycles->nodes[y].rank)
    return TRUE;
  is_fine = walk (cycles, y, cycles->nodes[x].rank, TRUE, cycles->forward);
  forget_seen (cycles, cycles->forward);
  if (!is_fine)
    {
      fl_cycles_remove_edge (cycles, x, y);
      return FALSE;
    }
  walk (cycles, x, cycles->nodes[y].rank, FALSE, cycles->backward);
  forget_seen (cycles, cycles->backward);
  reorder (cycles);
  return TRUE;
}

void
fl_cycles_remove_edge (FlCycles *cycles, guint32 x, guint32 y)
{
  set_remove (&cycles->nodes[x].out, y);
  set_remove (&cycles->nodes[y].in, x);
}

gboolean
fl_cycles_has_edge (const FlCycles *cycles, guint32 x, guint32 y)
{
  return set_has (&cycles->nodes[x].out, y);
}

gboolean
fl_cycles_reaches (FlCycles *cycles, guint32 x, guint32 y)
{
  gboolean is_missed;

  if (cycles->nodes[x].rank >= cycles->nodes[y].rank)
    return FALSE;
  is_missed = walk (cycles, x, cycles->nodes[y].rank, TRUE, cycles->forward);
  forget_seen (cycles, cycles->forward);
  return !is_missed;
}

gboolean
fl_cycles_can_contract (FlCycles *cycles, guint32 x, guint32 y)
{
  gboolean reaches;

  if (!fl_cycles_has_edge (cycles, x, y))
    return FALSE;
  fl_cycles_remove_edge (cycles, x, y);
  reaches = fl_cycles_reaches (cycles, x, y);
  set_add (&cycles->nodes[x].out, y);
  set_add (&cycles->nodes[y].in, x);
  return !reaches;
}

guint32
fl_cycles_contract (FlCycles *cycles, guint32 x, guint32 y)
{
  CycleNode *one = &cycles->nodes[x], *other = &cycles->nodes[y];
  guint32 winner = x, loser = y;
  g_autoptr (GArray) in = NULL, out = NULL;

  fl_cycles_remove_edge (cycles, x, y);
  if (other->in.values->len + other->out.values->len > one->in.values->len + one->out.values->len)
    {
      winner = y;
      loser = x;
    }
  in = g_array_copy (cycles->nodes[loser].in.values);
  out = g_array_copy (cycles->nodes[loser].out.values);
  for (guint i = 0; i < in->len; i++)
    fl_cycles_remove_edge (cycles, g_array_index (in, guint32, i), loser);
  for (guint i = 0; i < out->len; i++)
    fl_cycles_remove_edge (cycles, loser, g_array_index (out, guint32, i));
  cycles->nodes[loser].alive = FALSE;
  for (guint i = 0; i < out->len; i++)
    if (!fl_cycles_add_edge (cycles, winner, g_array_index (out, guint32, i)))
      g_assert_not_reached ();
  for (guint i = 0; i < in->len; i++)
    if (!fl_cycles_add_edge (cycles, g_array_index (in, guint32, i), winner))
      g_assert_not_reached ();
  return winner;
}

GArray *
fl_cycles_find_path (FlCycles *cycles, guint32 x, guint32 y)
{
  g_autofree guint32 *from = g_new (guint32, cycles->n + 1);
  g_autoptr (GQueue) queue = g_queue_new ();
  GArray *path = NULL;

  memset (from, 0xff, (cycles->n + 1) * sizeof *from);
  from[x] = x;
  g_queue_push_tail (queue, GUINT_TO_POINTER (x));
  while (!g_queue_is_empty (queue) && from[y] == G_MAXUINT32)
    {
      guint32 node = GPOINTER_TO_UINT (g_queue_pop_head (queue));

      for (guint i = 0; i < fl_cycles_get_n_successors (cycles, node); i++)
        {
          guint32 next = fl_cycles_get_successor (cycles, node, i);

          if (from[next] != G_MAXUINT32 || (node == x && next == y))
            continue;
          from[next] = node;
          g_queue_push_tail (queue, GUINT_TO_POINTER (next));
        }
    }
  if (from[y] == G_MAXUINT32)
    return NULL;
  path = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 node = from[y]; node != x; node = from[node])
    g_array_prepend_val (path, node);
  return path;
}

guint
fl_cycles_get_n_successors (const FlCycles *cycles, guint32 x)
{
  return cycles->nodes[x].out.values->len;
}

guint32
fl_cycles_get_successor (const FlCycles *cycles, guint32 x, guint position)
{
  return set_get (&cycles->nodes[x].out, position);
}

GArray *
fl_cycles_get_post_order (const FlCycles *cycles)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < cycles->n; i++)
    if (cycles->nodes[i].alive)
      g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_ranks, (gpointer) cycles);
  for (guint i = 0; i < order->len / 2; i++)
    {
      guint32 *a = &g_array_index (order, guint32, i), *b = &g_array_index (order, guint32, order->len - 1 - i);
      guint32 saved = *a;

      *a = *b;
      *b = saved;
    }
  return order;
}
