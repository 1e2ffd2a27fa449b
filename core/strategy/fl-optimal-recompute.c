/* The optimum when a value may be computed by several kernels.
 *
 * A state is the set of values in memory; a step is a kernel: the ops that it computes and which of
 * their values it stores. What it reads must be in memory, what it stores must not. Every plan is a
 * path from nothing to a state that has all results of the graph; sets only grow, so states are
 * final in the order of their numbers. */
#include "fl-optimal-private.h"

typedef struct
{
  guint16 ops, stored, needed;
  gint64 bytes;
} Kernel;

typedef struct
{
  gint64 bytes; /* -1: not reached */
  guint16 n_kernels, n_ops;
  guint32 kernel; /* the last one */
} State;

typedef struct
{
  const FlOptimal *optimal;
  guint16 users[FL_OPTIMAL_MAX_RECOMPUTE]; /* by position */
  guint16 reads[FL_OPTIMAL_MAX_RECOMPUTE];
  guint16 outputs;
  GArray *kernels; /* Kernel */
  State *states;   /* by set of values in memory */
} Search;

static gboolean
prepare (Search *search)
{
  const FlOptimal *optimal = search->optimal;

  for (guint i = 0; i < optimal->n; i++)
    {
      const FlOpNode *node = &optimal->graph->nodes[optimal->ops[i]];

      if (node->is_output)
        search->outputs |= 1 << i;
      if (!node->is_output && node->n_users == 0)
        return FALSE; /* nobody needs it: plans that leave it out are no plans of the graph */
      for (guint k = 0; k < node->n_users; k++)
        {
          guint32 user = optimal->position[node->users[k]];

          search->users[i] |= 1 << user;
          search->reads[user] |= 1 << i;
        }
    }
  return TRUE;
}

static guint
collect (const Search *search, guint16 set, guint32 *ids)
{
  guint n = 0;

  for (guint i = 0; i < search->optimal->n; i++)
    if ((set >> i) & 1)
      ids[n++] = search->optimal->ops[i];
  return n;
}

static void
try_kernel (Search *search, guint16 ops, guint16 stored, guint16 needed)
{
  guint32 ids[FL_OPTIMAL_MAX_RECOMPUTE], results[FL_OPTIMAL_MAX_RECOMPUTE];
  guint n = collect (search, ops, ids), n_results = collect (search, stored, results);
  Kernel kernel = { ops, stored, needed };

  kernel.bytes = fl_optimal_ask_with_results (search->optimal, ids, n, results, n_results);
  if (kernel.bytes >= 0)
    g_array_append_val (search->kernels, kernel);
}

/* Every set of ops, with every choice of what it stores: at least what nobody inside reads. */
static gboolean
find_kernels (Search *search)
{
  guint32 n_sets = (guint32) 1 << search->optimal->n;

  for (guint32 ops = 1; ops < n_sets; ops++)
    {
      guint16 ends = 0, needed = 0, others;

      if (fl_optimal_is_late (search->optimal, 1))
        return FALSE;
      for (guint i = 0; i < search->optimal->n; i++)
        if ((ops >> i) & 1)
          {
            needed |= search->reads[i];
            ends |= (search->users[i] & ops) == 0 ? 1 << i : 0;
          }
      needed &= (guint16) ~ops;
      others = (guint16) ops & (guint16) ~ends;
      for (guint16 more = others;; more = (guint16) (more - 1) & others)
        {
          try_kernel (search, (guint16) ops, ends | more, needed);
          if (more == 0)
            break;
        }
    }
  return TRUE;
}

static gboolean
is_better (const State *a, const State *b)
{
  if (b->bytes < 0 || a->bytes != b->bytes)
    return b->bytes < 0 || a->bytes < b->bytes;
  return a->n_kernels != b->n_kernels ? a->n_kernels < b->n_kernels : a->n_ops < b->n_ops;
}

static gboolean
find_path (Search *search, gint64 upper)
{
  guint32 n_sets = (guint32) 1 << search->optimal->n;

  for (guint32 set = 0; set < n_sets; set++)
    {
      const State *from = &search->states[set];

      if (from->bytes < 0 || from->bytes > upper)
        continue;
      if (fl_optimal_is_late (search->optimal, search->kernels->len))
        return FALSE;
      for (guint32 k = 0; k < search->kernels->len; k++)
        {
          const Kernel *kernel = &g_array_index (search->kernels, Kernel, k);
          State next = { from->bytes + kernel->bytes, from->n_kernels + 1,
                         from->n_ops + (guint16) __builtin_popcount (kernel->ops), k };

          if ((kernel->needed & ~set) == 0 && (kernel->stored & set) == 0
              && is_better (&next, &search->states[set | kernel->stored]))
            search->states[set | kernel->stored] = next;
        }
    }
  return TRUE;
}

static FlPartition *
trace_back (const Search *search)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (search->optimal->graph);
  guint32 n_sets = (guint32) 1 << search->optimal->n, best = G_MAXUINT32;
  FlPartition *partition;

  for (guint32 set = 0; set < n_sets; set++)
    if ((search->outputs & ~set) == 0 && search->states[set].bytes >= 0
        && (best == G_MAXUINT32 || is_better (&search->states[set], &search->states[best])))
      best = set;
  g_assert (best != G_MAXUINT32); /* every op alone is a kernel */
  while (best != 0)
    {
      const Kernel *kernel = &g_array_index (search->kernels, Kernel, search->states[best].kernel);
      guint32 ids[FL_OPTIMAL_MAX_RECOMPUTE], results[FL_OPTIMAL_MAX_RECOMPUTE];
      guint n = collect (search, kernel->ops, ids), n_results = collect (search, kernel->stored, results);

      fl_partition_builder_add (builder, ids, n, results, n_results);
      best &= (guint16) ~kernel->stored;
    }
  partition = fl_partition_builder_finish (builder, NULL);
  g_assert (partition != NULL);
  return partition;
}

FlPartition *
fl_optimal_search_recompute (const FlOptimal *optimal, gint64 upper)
{
  Search search = { .optimal = optimal };
  guint32 n_sets = (guint32) 1 << optimal->n;
  FlPartition *partition = NULL;

  g_assert (optimal->n <= FL_OPTIMAL_MAX_RECOMPUTE);
  if (!prepare (&search))
    return NULL;
  search.kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));
  search.states = g_new0 (State, n_sets);
  for (guint32 set = 1; set < n_sets; set++)
    search.states[set].bytes = -1;
  if (find_kernels (&search) && find_path (&search, upper))
    partition = trace_back (&search);
  g_array_unref (search.kernels);
  g_free (search.states);
  return partition;
}
