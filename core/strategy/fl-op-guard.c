/* Groups that come first. */
#include "fl-op-guard.h"

#include "fl-clusters.h"

struct _FlOpGuard
{
  const FlPass *pass;
  const FlOpGraph *graph;
  GPtrArray *forced; /* GArray of guint32 */
  GArray **groups;   /* by op: the group that it is in (shared); NULL: alone */
};

static gboolean
has_decisions (const FlPass *pass)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    if (pass->overrides->states[i].outcome < FL_OUTCOME_REFUSED
        && (pass->overrides->states[i].override.kind == FL_OVERRIDE_FORBID
            || pass->overrides->states[i].override.kind == FL_OVERRIDE_FORCE))
      return TRUE;
  return FALSE;
}

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return one < other ? -1 : one > other;
}

FlOpGuard *
fl_op_guard_new (const FlPass *pass, const FlOpGraph *graph)
{
  g_autoptr (FlClusters) clusters = NULL;
  FlOpGuard *guard;

  if (!has_decisions (pass))
    return NULL;
  guard = g_new0 (FlOpGuard, 1);
  guard->pass = pass;
  guard->graph = graph;
  guard->forced = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guard->groups = g_new0 (GArray *, graph->n_nodes + 1);
  clusters = fl_clusters_new (pass, graph);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlCluster *cluster = clusters->records[i];
      GArray *members;

      if (cluster == NULL || cluster->members->len < 2)
        continue;
      members = g_array_copy (cluster->members);
      g_array_sort (members, compare_ids);
      g_ptr_array_add (guard->forced, members);
      fl_op_guard_join (guard, (const guint32 *) members->data, members->len);
    }
  return guard;
}

void
fl_op_guard_free (FlOpGuard *guard)
{
  if (guard == NULL)
    return;
  for (guint32 i = 0; i < guard->graph->n_nodes; i++)
    if (guard->groups[i] != NULL)
      g_array_unref (guard->groups[i]);
  g_ptr_array_unref (guard->forced);
  g_free (guard->groups);
  g_free (guard);
}

const GPtrArray *
fl_op_guard_get_forced (const FlOpGuard *guard)
{
  return guard->forced;
}

/* The op and all that are in a group with it. */
static void
add_with_group (const FlOpGuard *guard, guint32 op, FlBits *set, GArray *list)
{
  const GArray *group = guard->groups[op];

  for (guint i = 0; i < (group != NULL ? group->len : 1); i++)
    {
      guint32 member = group != NULL ? g_array_index (group, guint32, i) : op;

      if (fl_bits_has (set, member))
        continue;
      fl_bits_add (set, member);
      g_array_append_val (list, member);
    }
}

/* Does a path leave the set and come back? Groups are entered and left anywhere. */
static gboolean
comes_back (const FlOpGuard *guard, const FlBits *set, const GArray *members)
{
  g_autofree FlBits *seen = g_memdup2 (set, (fl_bits_n_words (guard->graph->n_nodes) + 1) * sizeof (FlBits));
  g_autoptr (GArray) outside = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < members->len; i++)
    {
      const FlOpNode *node = &guard->graph->nodes[g_array_index (members, guint32, i)];

      for (guint k = 0; k < node->n_users; k++)
        if (!fl_bits_has (seen, node->users[k]))
          add_with_group (guard, node->users[k], seen, outside);
    }
  for (guint i = 0; i < outside->len; i++)
    {
      const FlOpNode *node = &guard->graph->nodes[g_array_index (outside, guint32, i)];

      for (guint k = 0; k < node->n_users; k++)
        if (fl_bits_has (set, node->users[k]))
          return TRUE;
        else if (!fl_bits_has (seen, node->users[k]))
          add_with_group (guard, node->users[k], seen, outside);
    }
  return FALSE;
}

const char *
fl_op_guard_refuse (FlOpGuard *guard, const guint32 *ops, guint n)
{
  g_autofree FlBits *set = NULL;
  g_autoptr (GArray) members = NULL;

  if (guard == NULL)
    return NULL;
  set = fl_bits_new (guard->graph->n_nodes);
  members = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++)
    add_with_group (guard, ops[i], set, members);
  if (fl_op_find_forbidden (guard->pass, set) != NULL)
    return "an override forbids it";
  return comes_back (guard, set, members) ? "would make a cycle with a forced group" : NULL;
}

void
fl_op_guard_join (FlOpGuard *guard, const guint32 *ops, guint n)
{
  g_autofree FlBits *set = NULL;
  g_autoptr (GArray) members = NULL;

  if (guard == NULL)
    return;
  set = fl_bits_new (guard->graph->n_nodes);
  members = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++)
    add_with_group (guard, ops[i], set, members);
  for (guint i = 0; i < members->len; i++)
    {
      guint32 op = g_array_index (members, guint32, i);

      if (guard->groups[op] != NULL)
        g_array_unref (guard->groups[op]);
      guard->groups[op] = g_array_ref (members);
    }
}

gboolean
fl_op_guard_allows (const FlOpGuard *guard, const FlOpSet *set)
{
  if (guard == NULL)
    return TRUE;
  for (guint i = 0; i < guard->forced->len; i++)
    {
      const GArray *group = guard->forced->pdata[i];
      guint n = 0;

      for (guint k = 0; k < group->len; k++)
        n += fl_op_set_has (set, g_array_index (group, guint32, k));
      if (n > 0 && n < group->len)
        return FALSE;
    }
  return fl_op_find_forbidden (guard->pass, set->bits) == NULL;
}
