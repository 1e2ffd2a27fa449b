/* Recomputation where the graph is too large to search: a stored value is computed inside its
 * readers when that saves bytes, together with what it is made of.
 *
 * A reader comes after the kernel that it read from, and so after everything that kernel read: a
 * copy never closes a circle. */
#include "fl-optimal-private.h"

typedef struct
{
  GArray *members, *results; /* guint32 */
  gint64 bytes;
} Group;

typedef struct
{
  const FlOptimal *optimal;
  GPtrArray *groups; /* Group */
  guint32 *writer;   /* by node: the group that stores it; G_MAXUINT32: none */
} Copier;

static void
free_group (gpointer data)
{
  Group *group = data;

  g_array_unref (group->members);
  g_array_unref (group->results);
  g_free (group);
}

static gboolean
has (const GArray *ids, guint32 id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, guint32, i) == id)
      return TRUE;
  return FALSE;
}

static gint64
price (const Copier *copier, const GArray *members, const GArray *results)
{
  return fl_optimal_ask_with_results (copier->optimal, (const guint32 *) members->data, members->len,
                                      (const guint32 *) results->data, results->len);
}

/* A kernel of the group that has the value by reading it. */
static gboolean
reads (const Copier *copier, const Group *group, guint32 value)
{
  const FlOpNode *node = &copier->optimal->graph->nodes[value];

  if (has (group->members, value))
    return FALSE;
  for (guint i = 0; i < node->n_users; i++)
    if (has (group->members, node->users[i]))
      return TRUE;
  return FALSE;
}

/* The value and what its kernel computes for it, unless that is stored. FALSE: a library call is
 * among it. */
static gboolean
collect_makers (const Copier *copier, const Group *from, guint32 value, GArray *makers)
{
  g_array_append_val (makers, value);
  for (guint at = 0; at < makers->len; at++)
    {
      const FlOpNode *node = &copier->optimal->graph->nodes[g_array_index (makers, guint32, at)];

      if (node->kind == FL_OP_MATMUL || node->kind == FL_OP_CONVOLUTION || node->kind == FL_OP_OPAQUE)
        return FALSE;
      for (guint i = 0; i < node->n_inputs; i++)
        if (has (from->members, node->inputs[i]) && !has (from->results, node->inputs[i])
            && !has (makers, node->inputs[i]))
          g_array_append_val (makers, node->inputs[i]);
    }
  return TRUE;
}

static GArray *
unite (const GArray *a, const GArray *b)
{
  GArray *all = g_array_copy ((GArray *) a);

  for (guint i = 0; i < b->len; i++)
    if (!has (a, g_array_index (b, guint32, i)))
      g_array_append_val (all, g_array_index (b, guint32, i));
  return all;
}

/* Members that nothing stored needs any more. What nobody ever read stays, or it would be a kernel
 * of its own, and that would read what is no longer stored. */
static GArray *
drop_dead (const Copier *copier, const GArray *members, const GArray *results)
{
  GArray *alive = g_array_copy ((GArray *) results);

  for (guint i = 0; i < members->len; i++)
    {
      guint32 id = g_array_index (members, guint32, i);

      if (copier->optimal->graph->nodes[id].n_users == 0 && !has (alive, id))
        g_array_append_val (alive, id);
    }
  for (guint at = 0; at < alive->len; at++)
    {
      const FlOpNode *node = &copier->optimal->graph->nodes[g_array_index (alive, guint32, at)];

      for (guint i = 0; i < node->n_inputs; i++)
        if (has (members, node->inputs[i]) && !has (alive, node->inputs[i]))
          g_array_append_val (alive, node->inputs[i]);
    }
  return alive;
}

/* The value's kernel without storing it; what is left of the kernel, or nothing. */
static gint64
price_without (const Copier *copier, const Group *from, guint32 value, GArray **members, GArray **results)
{
  *results = g_array_copy (from->results);
  for (guint i = 0; i < (*results)->len; i++)
    if (g_array_index (*results, guint32, i) == value)
      g_array_remove_index (*results, i);
  *members = drop_dead (copier, from->members, *results);
  return (*members)->len > 0 ? price (copier, *members, *results) : 0;
}

static void
replace (Group *group, GArray *members, GArray *results, gint64 bytes)
{
  g_array_unref (group->members);
  group->members = members;
  if (results != NULL)
    {
      g_array_unref (group->results);
      group->results = results;
    }
  group->bytes = bytes;
}

static gboolean
try_value (Copier *copier, guint32 value)
{
  Group *from = copier->groups->pdata[copier->writer[value]];
  g_autoptr (GArray) makers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) readers = g_ptr_array_new ();
  g_autoptr (GPtrArray) grown = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree gint64 *bytes = NULL;
  g_autoptr (GArray) members = NULL, results = NULL;
  gint64 before = from->bytes, after = 0, rest;

  if (copier->optimal->graph->nodes[value].is_output || !collect_makers (copier, from, value, makers))
    return FALSE;
  for (guint g = 0; g < copier->groups->len; g++)
    if (reads (copier, copier->groups->pdata[g], value))
      g_ptr_array_add (readers, copier->groups->pdata[g]);
  bytes = g_new (gint64, readers->len + 1);
  for (guint i = 0; i < readers->len; i++)
    {
      const Group *reader = readers->pdata[i];

      g_ptr_array_add (grown, unite (reader->members, makers));
      bytes[i] = price (copier, grown->pdata[i], reader->results);
      if (bytes[i] < 0)
        return FALSE;
      before += reader->bytes;
      after += bytes[i];
    }
  rest = price_without (copier, from, value, &members, &results);
  if (rest < 0 || after + rest >= before)
    return FALSE;
  for (guint i = 0; i < readers->len; i++)
    replace (readers->pdata[i], g_array_ref (grown->pdata[i]), NULL, bytes[i]);
  copier->writer[value] = G_MAXUINT32;
  replace (from, g_steal_pointer (&members), g_steal_pointer (&results), rest);
  return TRUE;
}

static void
prepare (Copier *copier, const FlPartition *best)
{
  copier->groups = g_ptr_array_new_with_free_func (free_group);
  copier->writer = g_new (guint32, best->graph->n_nodes + 1);
  memset (copier->writer, 0xff, (best->graph->n_nodes + 1) * sizeof *copier->writer);
  for (guint g = 0; g < best->n_groups; g++)
    {
      const FlOpGroup *own = &best->groups[g];
      Group *group = g_new0 (Group, 1);

      group->members = g_array_new (FALSE, FALSE, sizeof (guint32));
      group->results = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_vals (group->members, own->members, own->n_members);
      g_array_append_vals (group->results, own->results, own->n_results);
      group->bytes = own->bytes_read + own->bytes_written;
      g_ptr_array_add (copier->groups, group);
      for (guint i = 0; i < own->n_results; i++)
        copier->writer[own->results[i]] = g;
    }
}

FlPartition *
fl_optimal_recompute_more (const FlOptimal *optimal, FlPartition *best)
{
  Copier copier = { optimal };
  gboolean has_changed = TRUE, has_any = FALSE;
  FlPartitionBuilder *builder;
  FlPartition *partition;

  prepare (&copier, best);
  while (has_changed && !fl_optimal_is_late (optimal, 1))
    {
      has_changed = FALSE;
      for (guint32 i = 0; i < best->graph->n_nodes && !fl_optimal_is_late (optimal, 1); i++)
        if (copier.writer[i] != G_MAXUINT32)
          has_changed |= try_value (&copier, i);
      has_any |= has_changed;
    }
  builder = fl_partition_builder_new (best->graph);
  for (guint g = 0; g < copier.groups->len; g++)
    {
      const Group *group = copier.groups->pdata[g];

      fl_partition_builder_add (builder, (const guint32 *) group->members->data, group->members->len,
                                (const guint32 *) group->results->data, group->results->len);
    }
  partition = fl_partition_builder_finish (builder, NULL);
  g_ptr_array_unref (copier.groups);
  g_free (copier.writer);
  return has_any && partition != NULL ? partition : best;
}
