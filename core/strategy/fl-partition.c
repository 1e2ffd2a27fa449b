/* Groups in order, with their bytes and templates. */
#include "fl-error.h"
#include "fl-partition.h"

typedef struct
{
  GArray *members, *results; /* guint32; results NULL: to be found */
} Draft;

struct _FlPartitionBuilder
{
  const FlOpGraph *graph;
  GPtrArray *drafts; /* Draft */
  guint *n_holders;  /* per node: drafts that hold it */
  guint32 *owner;    /* per node: the draft that writes it */
};

static void
free_draft (gpointer data)
{
  Draft *draft = data;

  g_array_unref (draft->members);
  g_clear_pointer (&draft->results, g_array_unref);
  g_free (draft);
}

FlPartitionBuilder *
fl_partition_builder_new (const FlOpGraph *graph)
{
  FlPartitionBuilder *builder = g_new0 (FlPartitionBuilder, 1);

  builder->graph = graph;
  builder->drafts = g_ptr_array_new_with_free_func (free_draft);
  builder->n_holders = g_new0 (guint, graph->n_nodes + 1);
  builder->owner = g_new (guint32, graph->n_nodes + 1);
  memset (builder->owner, 0xff, (graph->n_nodes + 1) * sizeof *builder->owner);
  return builder;
}

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return one < other ? -1 : one > other;
}

void
fl_partition_builder_add (FlPartitionBuilder *builder, const guint32 *members, guint n_members, const guint32 *results,
                          guint n_results)
{
  Draft *draft = g_new0 (Draft, 1);

  draft->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n_members; i++)
    if (fl_op_is_work (&builder->graph->nodes[members[i]]))
      {
        builder->n_holders[members[i]]++;
        g_array_append_val (draft->members, members[i]);
      }
  if (results != NULL)
    {
      draft->results = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_vals (draft->results, results, n_results);
    }
  g_ptr_array_add (builder->drafts, draft);
}

/* A value that several groups hold is written by the first only when a reader has no copy. */
static gboolean
is_needed_outside (const FlPartitionBuilder *builder, const FlOpNode *node)
{
  if (node->is_output)
    return TRUE;
  for (guint i = 0; i < node->n_users; i++)
    for (guint d = 0; d < builder->drafts->len; d++)
      {
        const GArray *members = ((const Draft *) builder->drafts->pdata[d])->members;
        gboolean has_user = FALSE, has_node = FALSE;

        for (guint k = 0; k < members->len; k++)
          {
            has_user |= g_array_index (members, guint32, k) == node->users[i];
            has_node |= g_array_index (members, guint32, k) == node->id;
          }
        if (has_user && !has_node)
          return TRUE;
      }
  return FALSE;
}

/* Copies, of the value or of a reader, make "a reader outside" a question to all groups. */
static gboolean
has_copies (const FlPartitionBuilder *builder, const FlOpNode *node)
{
  if (builder->n_holders[node->id] > 1)
    return TRUE;
  for (guint i = 0; i < node->n_users; i++)
    if (builder->n_holders[node->users[i]] > 1)
      return TRUE;
  return FALSE;
}

static void
find_results (FlPartitionBuilder *builder, guint32 position)
{
  Draft *draft = builder->drafts->pdata[position];
  g_auto (FlOpSet) set = { 0 };

  if (draft->results != NULL)
    return;
  draft->results = g_array_new (FALSE, FALSE, sizeof (guint32));
  fl_op_set_init (&set, builder->graph, (const guint32 *) draft->members->data, draft->members->len);
  for (guint i = 0, r = 0; i < set.members->len; i++)
    {
      guint32 id = g_array_index (set.members, guint32, i);
      const FlOpNode *node = &builder->graph->nodes[id];
      gboolean is_result = r < set.results->len && g_array_index (set.results, guint32, r) == id;

      r += is_result;
      if (has_copies (builder, node))
        is_result = builder->owner[id] == G_MAXUINT32 && is_needed_outside (builder, node);
      if (is_result)
        g_array_append_val (draft->results, id);
    }
}

static gint
compare_first_members (gconstpointer a, gconstpointer b)
{
  const Draft *one = *(const Draft *const *) a, *other = *(const Draft *const *) b;
  guint32 first = g_array_index (one->members, guint32, 0), second = g_array_index (other->members, guint32, 0);

  return first < second ? -1 : first > second;
}

/* Every op has a group, every value one that writes it or, when nobody outside needs it, that holds it. */
static void
assign_owners (FlPartitionBuilder *builder)
{
  for (guint32 i = 0; i < builder->graph->n_nodes; i++)
    if (builder->n_holders[i] == 0 && fl_op_is_work (&builder->graph->nodes[i]))
      fl_partition_builder_add (builder, &i, 1, NULL, 0);
  g_ptr_array_sort (builder->drafts, compare_first_members);
  for (guint32 d = 0; d < builder->drafts->len; d++)
    {
      const Draft *draft = builder->drafts->pdata[d];

      find_results (builder, d);
      for (guint i = 0; i < draft->results->len; i++)
        builder->owner[g_array_index (draft->results, guint32, i)] = d;
    }
  for (guint32 d = 0; d < builder->drafts->len; d++)
    {
      const Draft *draft = builder->drafts->pdata[d];

      for (guint i = 0; i < draft->members->len; i++)
        if (builder->owner[g_array_index (draft->members, guint32, i)] == G_MAXUINT32)
          builder->owner[g_array_index (draft->members, guint32, i)] = d;
    }
}

static void
fill_group (FlPartitionBuilder *builder, const Draft *draft, FlOpGroup *group)
{
  FlArena *arena = builder->graph->arena;
  g_auto (FlOpSet) set;

  fl_op_set_init_with_results (&set, builder->graph, (const guint32 *) draft->members->data, draft->members->len,
                               (const guint32 *) draft->results->data, draft->results->len);
  group->n_members = set.members->len;
  group->members = fl_arena_memdup (arena, set.members->data, set.members->len * sizeof (guint32));
  group->n_inputs = set.inputs->len;
  group->inputs = fl_arena_memdup (arena, set.inputs->data, set.inputs->len * sizeof (guint32));
  group->n_results = set.results->len;
  group->results = fl_arena_memdup (arena, set.results->data, set.results->len * sizeof (guint32));
  group->bytes_read = set.bytes_read;
  group->bytes_written = set.bytes_written;
  fl_oracle_ask (&set, &group->emission);
}

static guint32
take_lowest (FlBits *ready, guint n)
{
  for (guint word = 0; word < fl_bits_n_words (n); word++)
    if (ready[word] != 0)
      {
        guint32 lowest = word * 64 + (guint) __builtin_ctzll (ready[word]);

        fl_bits_remove (ready, lowest);
        return lowest;
      }
  return G_MAXUINT32;
}

/* Positions of groups in an order in which each finds its inputs; of those that could be next, the one that begins
 * earliest in the graph. Shorter than the number of groups when they wait for each other. */
static GArray *
order_groups (const FlPartitionBuilder *builder, const FlOpGroup *groups)
{
  guint n = builder->drafts->len;
  g_autofree guint *n_waiting = g_new0 (guint, n + 1);
  g_autofree FlBits *ready = fl_bits_new (n);
  g_autoptr (GPtrArray) readers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint d = 0; d < n; d++)
    g_ptr_array_add (readers, g_array_new (FALSE, FALSE, sizeof (guint32)));
  for (guint32 d = 0; d < n; d++)
    {
      for (guint i = 0; i < groups[d].n_inputs; i++)
        if (builder->owner[groups[d].inputs[i]] != G_MAXUINT32)
          {
            n_waiting[d]++;
            g_array_append_val ((GArray *) readers->pdata[builder->owner[groups[d].inputs[i]]], d);
          }
      if (n_waiting[d] == 0)
        fl_bits_add (ready, d);
    }
  for (guint32 next = take_lowest (ready, n); next != G_MAXUINT32; next = take_lowest (ready, n))
    {
      const GArray *waiting = readers->pdata[next];

      g_array_append_val (order, next);
      for (guint i = 0; i < waiting->len; i++)
        if (--n_waiting[g_array_index (waiting, guint32, i)] == 0)
          fl_bits_add (ready, g_array_index (waiting, guint32, i));
    }
  return order;
}

void
fl_partition_builder_free (FlPartitionBuilder *builder)
{
  g_ptr_array_unref (builder->drafts);
  g_free (builder->n_holders);
  g_free (builder->owner);
  g_free (builder);
}

static FlPartition *
collect (FlPartitionBuilder *builder, const FlOpGroup *groups, const GArray *order)
{
  FlArena *arena = builder->graph->arena;
  FlPartition *partition = fl_arena_new (arena, FlPartition, 1);
  FlOpGroup *sorted = fl_arena_new (arena, FlOpGroup, order->len);
  guint32 *group_of = fl_arena_new (arena, guint32, builder->graph->n_nodes);
  g_autofree guint32 *position = g_new (guint32, order->len + 1);

  partition->graph = builder->graph;
  partition->n_groups = order->len;
  partition->groups = sorted;
  partition->group_of = group_of;
  for (guint i = 0; i < order->len; i++)
    {
      guint32 d = g_array_index (order, guint32, i);

      sorted[i] = groups[d];
      position[d] = i;
      partition->bytes_read += sorted[i].bytes_read;
      partition->bytes_written += sorted[i].bytes_written;
      partition->bytes_issued += sorted[i].emission.bytes_issued;
      partition->n_recomputed += sorted[i].n_members;
    }
  partition->n_recomputed -= builder->graph->n_ops;
  for (guint i = 0; i < builder->graph->n_nodes; i++)
    group_of[i] = builder->owner[i] == G_MAXUINT32 ? G_MAXUINT32 : position[builder->owner[i]];
  return partition;
}

FlPartition *
fl_partition_builder_finish (FlPartitionBuilder *builder, GError **error)
{
  g_autofree FlOpGroup *groups = NULL;
  g_autoptr (GArray) order = NULL;
  FlPartition *partition = NULL;

  for (guint d = builder->drafts->len; d-- > 0;)
    if (((const Draft *) builder->drafts->pdata[d])->members->len == 0)
      g_ptr_array_remove_index (builder->drafts, d);
    else
      g_array_sort (((const Draft *) builder->drafts->pdata[d])->members, compare_ids);
  assign_owners (builder);
  groups = g_new0 (FlOpGroup, builder->drafts->len + 1);
  for (guint d = 0; d < builder->drafts->len; d++)
    fill_group (builder, builder->drafts->pdata[d], &groups[d]);
  order = order_groups (builder, groups);
  if (order->len == builder->drafts->len)
    partition = collect (builder, groups, order);
  else
    g_set_error_literal (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the groups wait for each other: no order runs them");
  fl_partition_builder_free (builder);
  return partition;
}

/* --- checking --------------------------------------------------------------------------------- */

gint64
fl_op_graph_get_compulsory_bytes (const FlOpGraph *graph)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (FlOpSet) set;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (fl_op_is_work (&graph->nodes[i]))
      g_array_append_val (all, i);
  fl_op_set_init (&set, graph, (const guint32 *) all->data, all->len);
  return set.bytes_read + set.bytes_written;
}

static gboolean
wrong (GError **error, const FlOpNode *node, const char *what)
{
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s: %s", node->name, what);
  return FALSE;
}

gboolean
fl_partition_verify (const FlPartition *partition, GError **error)
{
  const FlOpGraph *graph = partition->graph;
  g_autofree FlBits *held = fl_bits_new (graph->n_nodes), *written = fl_bits_new (graph->n_nodes);

  for (guint g = 0; g < partition->n_groups; g++)
    {
      const FlOpGroup *group = &partition->groups[g];

      for (guint i = 0; i < group->n_inputs; i++)
        if (fl_op_is_work (&graph->nodes[group->inputs[i]]) && !fl_bits_has (written, group->inputs[i]))
          return wrong (error, &graph->nodes[group->inputs[i]], "is read before a kernel has written it");
      for (guint i = 0; i < group->n_members; i++)
        fl_bits_add (held, group->members[i]);
      for (guint i = 0; i < group->n_results; i++)
        {
          if (fl_bits_has (written, group->results[i]))
            return wrong (error, &graph->nodes[group->results[i]], "is written by two kernels");
          fl_bits_add (written, group->results[i]);
        }
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *node = &graph->nodes[i];

      if (fl_op_is_work (node) && !fl_bits_has (held, i))
        return wrong (error, node, "is in no kernel");
      if (fl_op_is_work (node) && node->is_output && !fl_bits_has (written, i))
        return wrong (error, node, "is a result of the graph that no kernel writes");
    }
  if (partition->bytes_read + partition->bytes_written < fl_op_graph_get_compulsory_bytes (graph))
    return wrong (error, &graph->nodes[0], "the plan moves fewer bytes than the graph's inputs and outputs have");
  return TRUE;
}
