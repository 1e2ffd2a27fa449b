/* The exact optimum: fewest bytes, then fewest kernels, over all partitions whose groups a kernel template can compute.
 *
 * A state is the set of ops already done, closed under "everything it reads is done"; a step adds one more kernel. Every
 * partition without cycles is a path through these states. Legality and cost of a kernel depend on its set alone and are
 * remembered. Where a graph has too many states, the best result of the other strategies is returned with a bound. */
#include "fl-op-strategies.h"

enum
{
  MAX_OPS = 64,
  MAX_STATES = 20000,     /* closed sets */
  MAX_STEPS = 6 * 1000 * 1000 /* pairs of them */
};

typedef struct
{
  gint64 bytes;
  guint n_kernels;
  guint32 from; /* position of the state before; G_MAXUINT32: not reached */
} State;

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  guint n_ops;
  guint32 ops[MAX_OPS];     /* ids of the work, ascending */
  guint64 reads[MAX_OPS];   /* the ops that each needs */
  GArray *sets;             /* guint64: closed sets, by number of ops, then by value */
  GHashTable *costs;        /* set -> bytes + 1 as gint64, 0: no kernel */
} Search;

static gint
compare_sets (gconstpointer a, gconstpointer b)
{
  guint64 one = *(const guint64 *) a, other = *(const guint64 *) b;
  int few = __builtin_popcountll (one), many = __builtin_popcountll (other);

  return few != many ? few - many : one < other ? -1 : one > other;
}

/* FALSE when there are too many. */
static gboolean
enumerate (Search *search)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint64 nothing = 0;

  /* Room for all: the table keeps pointers into the array. */
  search->sets = g_array_sized_new (FALSE, FALSE, sizeof (guint64), MAX_STATES + MAX_OPS + 1);
  g_array_append_val (search->sets, nothing);
  for (guint at = 0; at < search->sets->len; at++)
    {
      guint64 set = g_array_index (search->sets, guint64, at);

      if (search->sets->len > MAX_STATES)
        return FALSE;
      for (guint i = 0; i < search->n_ops; i++)
        {
          guint64 next = set | ((guint64) 1 << i);

          if (next == set || (search->reads[i] & ~set) != 0 || g_hash_table_contains (seen, &next))
            continue;
          g_array_append_val (search->sets, next);
          g_hash_table_add (seen, &g_array_index (search->sets, guint64, search->sets->len - 1));
        }
    }
  g_hash_table_remove_all (seen);
  g_array_sort (search->sets, compare_sets);
  return TRUE;
}

/* Bytes of one kernel over the set, or -1 when no template can compute it. */
static gint64
get_cost (Search *search, guint64 set)
{
  gint64 *known = g_hash_table_lookup (search->costs, &set);
  guint32 members[MAX_OPS];
  guint n = 0;
  g_auto (FlOpSet) summary = { 0 };
  FlEmission emission;
  gint64 *entry;

  if (known != NULL)
    return known[1];
  for (guint i = 0; i < search->n_ops; i++)
    if ((set >> i) & 1)
      members[n++] = search->ops[i];
  fl_op_set_init (&summary, search->graph, members, n);
  fl_oracle_ask (&summary, &emission);
  entry = g_new (gint64, 2);
  entry[0] = (gint64) set;
  entry[1] = emission.template == FL_TEMPLATE_NONE ? -1 : summary.bytes_read + summary.bytes_written;
  g_hash_table_insert (search->costs, entry, entry);
  return entry[1];
}

static void
relax (Search *search, State *states, guint32 from, guint32 to)
{
  guint64 before = g_array_index (search->sets, guint64, from), after = g_array_index (search->sets, guint64, to);
  gint64 cost, bytes;

  if ((before & ~after) != 0)
    return;
  /* A cheaper way is already known than any through a kernel that moves no bytes at all. */
  if (states[to].from != G_MAXUINT32 && states[to].bytes < states[from].bytes)
    return;
  cost = get_cost (search, after & ~before);
  if (cost < 0)
    return;
  bytes = states[from].bytes + cost;
  if (states[to].from == G_MAXUINT32 || bytes < states[to].bytes
      || (bytes == states[to].bytes && states[from].n_kernels + 1 < states[to].n_kernels))
    states[to] = (State){ bytes, states[from].n_kernels + 1, from };
}

static FlPartition *
trace_back (Search *search, const State *states, GError **error)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (search->graph);
  FlPartition *partition;

  for (guint32 at = search->sets->len - 1; at != 0; at = states[at].from)
    {
      guint64 set = g_array_index (search->sets, guint64, at)
                    & ~g_array_index (search->sets, guint64, states[at].from);
      guint32 members[MAX_OPS];
      guint n = 0;

      for (guint i = 0; i < search->n_ops; i++)
        if ((set >> i) & 1)
          members[n++] = search->ops[i];
      fl_partition_builder_add (builder, members, n, NULL, 0);
    }
  partition = fl_partition_builder_finish (builder, error);
  if (partition == NULL)
    return NULL;
  partition->is_optimal = TRUE;
  partition->lower_bound = partition->bytes_read + partition->bytes_written;
  return partition;
}

static FlPartition *
search_all (Search *search, GError **error)
{
  guint n = search->sets->len;
  g_autofree State *states = g_new (State, n);

  for (guint i = 0; i < n; i++)
    states[i] = (State){ 0, 0, G_MAXUINT32 };
  states[0].from = 0;
  for (guint32 from = 0; from < n; from++)
    {
      if (fl_pass_is_cancelled (search->pass, error))
        return NULL;
      for (guint32 to = from + 1; states[from].from != G_MAXUINT32 && to < n; to++)
        relax (search, states, from, to);
    }
  return trace_back (search, states, error);
}

/* --- when there are too many states ------------------------------------------------------------------------------- */

/* A library call computes its result and reads its arguments in full: those values cannot stay inside a kernel. */
static void
get_forced (const FlOpGraph *graph, const FlOpNode *node, gboolean *is_written, gboolean *is_read)
{
  *is_written = node->is_output || (node->kind == FL_OP_OPAQUE && node->n_users > 0);
  *is_read = FALSE;
  for (guint i = 0; i < node->n_users; i++)
    {
      FlOpKind kind = graph->nodes[node->users[i]].kind;

      *is_read |= kind == FL_OP_MATMUL || kind == FL_OP_CONVOLUTION || kind == FL_OP_OPAQUE
                  || (node->kind == FL_OP_OPAQUE && kind != FL_OP_SLICE && kind != FL_OP_GATHER);
    }
  *is_written |= *is_read;
}

/* No plan moves less: inputs and outputs once, and what library calls force through memory. */
static gint64
get_bound (const FlOpGraph *graph)
{
  gint64 bound = fl_op_graph_get_compulsory_bytes (graph);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *node = &graph->nodes[i];
      gboolean is_written, is_read;

      if (!fl_op_is_work (node))
        continue;
      get_forced (graph, node, &is_written, &is_read);
      bound += (is_written && !node->is_output ? node->bytes : 0) + (is_read ? node->bytes : 0);
    }
  return bound;
}

static gboolean
is_emittable (const FlPartition *partition)
{
  for (guint i = 0; i < partition->n_groups; i++)
    if (partition->groups[i].emission.template == FL_TEMPLATE_NONE)
      return FALSE;
  return partition->n_recomputed == 0;
}

static FlPartition *
best_of_others (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  static const FlOpStrategy others[] = { fl_op_strategy_stitch, fl_op_strategy_dnnfusion, fl_op_strategy_tvm,
                                         fl_op_strategy_xla_base, fl_op_strategy_pattern };
  FlPass quiet = *pass;
  FlPartition *best = NULL;

  quiet.trace = fl_trace_new (pass->arena);
  quiet.stop_stage = FL_N_STAGES;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      FlPartition *other = others[i](&quiet, graph, error);

      if (other == NULL)
        return NULL;
      if (is_emittable (other)
          && (best == NULL || other->bytes_read + other->bytes_written < best->bytes_read + best->bytes_written))
        best = other;
    }
  if (best == NULL)
    best = fl_partition_builder_finish (fl_partition_builder_new (graph), error);
  if (best != NULL)
    best->lower_bound = get_bound (graph);
  return best;
}

static gboolean
prepare (Search *search)
{
  const FlOpGraph *graph = search->graph;
  g_autofree guint *position = g_new (guint, graph->n_nodes + 1);

  if (graph->n_ops > MAX_OPS - 1)
    return FALSE;
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *node = &graph->nodes[i];

      if (!fl_op_is_work (node))
        continue;
      position[i] = search->n_ops;
      for (guint k = 0; k < node->n_inputs; k++)
        if (fl_op_is_work (&graph->nodes[node->inputs[k]]))
          search->reads[search->n_ops] |= (guint64) 1 << position[node->inputs[k]];
      search->ops[search->n_ops++] = i;
    }
  return enumerate (search) && (guint64) search->sets->len * search->sets->len / 2 <= MAX_STEPS;
}

FlPartition *
fl_op_strategy_optimal (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  Search search = { pass, graph };
  FlPartition *partition;
  FlEvent event = { .kind = FL_EVENT_ROUND, .verdict = FL_VERDICT_NOTE };

  search.costs = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  partition = prepare (&search) ? search_all (&search, error) : best_of_others (pass, graph, error);
  if (partition != NULL)
    {
      event.amount = search.sets != NULL ? search.sets->len : 0;
      event.reason = partition->is_optimal ? "proved: every closed set of ops was considered"
                                           : "too many closed sets of ops: the best of the other strategies";
      event.facts = fl_arena_printf (pass->arena, "%" G_GINT64_FORMAT " bytes, at least %" G_GINT64_FORMAT,
                                     partition->bytes_read + partition->bytes_written, partition->lower_bound);
      fl_trace_record (pass->trace, &event);
    }
  g_hash_table_unref (search.costs);
  g_clear_pointer (&search.sets, g_array_unref);
  return partition;
}
