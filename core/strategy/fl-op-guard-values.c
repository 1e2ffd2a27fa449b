/* Values that the user wants stored, or computed inside their readers: changes to a partition that
 * a strategy made. */
#include "fl-op-guard.h"

typedef struct
{
  const FlPass *pass;
  const FlPartition *partition;
  FlOverrideState *state;
  GPtrArray *members, *results; /* by group: GArray of guint32 */
} Change;

static gboolean
has (const GArray *list, guint32 id)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, guint32, i) == id)
      return TRUE;
  return FALSE;
}

static void
drop (GArray *list, guint32 id)
{
  for (guint i = list->len; i-- > 0;)
    if (g_array_index (list, guint32, i) == id)
      g_array_remove_index (list, i);
}

static void
change_init (Change *change)
{
  change->members = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  change->results = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint g = 0; g < change->partition->n_groups; g++)
    {
      const FlOpGroup *group = &change->partition->groups[g];
      GArray *members = g_array_new (FALSE, FALSE, sizeof (guint32)),
             *results = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_vals (members, group->members, group->n_members);
      g_array_append_vals (results, group->results, group->n_results);
      g_ptr_array_add (change->members, members);
      g_ptr_array_add (change->results, results);
    }
}

static void
change_clear (Change *change)
{
  g_ptr_array_unref (change->members);
  g_ptr_array_unref (change->results);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Change, change_clear)

static gboolean
refuse (Change *change, const char *rule, const char *facts)
{
  fl_override_settle (change->pass, change->state, FL_OUTCOME_REFUSED, rule, facts);
  return FALSE;
}

/* The group as it is now, as a kernel; what could not be one before need not be one now. */
static gboolean
check_group (Change *change, guint g)
{
  const GArray *members = change->members->pdata[g], *results = change->results->pdata[g];
  const FlOpGraph *graph = change->partition->graph;
  const FlOverrideState *forbidden;
  g_auto (FlOpSet) set = { 0 };
  FlEmission emission;

  if (members->len == 0)
    return TRUE;
  fl_op_set_init_with_results (&set, graph, (const guint32 *) members->data, members->len,
                               (const guint32 *) results->data, results->len);
  forbidden = fl_op_find_forbidden (change->pass, set.bits);
  if (forbidden != NULL)
    return refuse (change, "an override forbids it",
                   fl_arena_printf (change->pass->arena, "forbid %s, %s", forbidden->override.a,
                                    forbidden->override.b));
  fl_oracle_ask (&set, &emission);
  if (emission.template != FL_TEMPLATE_NONE || change->partition->groups[g].emission.template == FL_TEMPLATE_NONE)
    return TRUE;
  return refuse (change, "no kernel could compute the group then",
                 fl_arena_printf (change->pass->arena, "%s%s%s", emission.reason,
                                  emission.culprit != G_MAXUINT32 ? ": " : "",
                                  emission.culprit != G_MAXUINT32 ? graph->nodes[emission.culprit].name : ""));
}

/* An override of that kind about the op that holds. */
static const FlOverrideState *
find_held (const Change *change, FlOverrideKind kind, guint32 op)
{
  const FlOverrideState *state = fl_override_find (change->pass, kind, op);

  return state != NULL && (state->outcome == FL_OUTCOME_APPLIED || state->outcome == FL_OUTCOME_NEEDLESS) ? state
                                                                                                          : NULL;
}

/* --- stored ----------------------------------------------------------------------------------- */

static gboolean
realize (Change *change, guint32 op)
{
  guint g = change->partition->group_of[op];

  if (find_held (change, FL_OVERRIDE_INLINE, op) != NULL)
    return refuse (change, "an override wants the opposite", NULL);
  if (has (change->results->pdata[g], op))
    {
      fl_override_settle (change->pass, change->state, FL_OUTCOME_NEEDLESS,
                          "its group stores it without the override too", NULL);
      return FALSE;
    }
  g_array_append_val ((GArray *) change->results->pdata[g], op);
  return check_group (change, g);
}

/* --- inside its readers ----------------------------------------------------------------------- */

static const char *
check_kind (const FlOpNode *node)
{
  switch (node->kind)
    {
    case FL_OP_POINTWISE:
    case FL_OP_BROADCAST:
    case FL_OP_TRANSPOSE:
    case FL_OP_RESHAPE:
    case FL_OP_SLICE:
    case FL_OP_CONCAT:
    case FL_OP_GATHER: return node->is_output ? "the caller gets it" : NULL;
    case FL_OP_REDUCE: return "a reduction is computed by loops of its own";
    default: return "a library call stores its result";
    }
}

static gboolean
is_call (const FlOpNode *node)
{
  return node->kind == FL_OP_MATMUL || node->kind == FL_OP_CONVOLUTION || node->kind == FL_OP_OPAQUE;
}

static gboolean
check_readers (Change *change, const FlOpNode *node)
{
  const FlOpGraph *graph = change->partition->graph;
  const char *rule = check_kind (node);

  if (rule != NULL)
    return refuse (change, "it must be in memory", rule);
  for (guint i = 0; i < node->n_users; i++)
    if (is_call (&graph->nodes[node->users[i]]))
      return refuse (change, "it must be in memory",
                     fl_arena_printf (change->pass->arena, "the library call %s reads it",
                                      graph->nodes[node->users[i]].name));
  return TRUE;
}

static gboolean
reads (const GArray *members, const FlOpNode *node)
{
  for (guint i = 0; i < node->n_users; i++)
    if (has (members, node->users[i]))
      return TRUE;
  return FALSE;
}

/* What the value is computed from is needed in the reader's group: what was inside the value's own
 * group is now stored. */
static gboolean
store_inputs (Change *change, const FlOpNode *node, guint reader)
{
  const FlOpGraph *graph = change->partition->graph;

  for (guint i = 0; i < node->n_inputs; i++)
    {
      guint32 input = node->inputs[i];
      GArray *results;

      if (!fl_op_is_work (&graph->nodes[input]) || has (change->members->pdata[reader], input))
        continue;
      results = change->results->pdata[change->partition->group_of[input]];
      if (has (results, input))
        continue;
      if (find_held (change, FL_OVERRIDE_INLINE, input) != NULL)
        return refuse (change, "an override wants the opposite",
                       fl_arena_printf (change->pass->arena, "%s would be stored for it", graph->nodes[input].name));
      g_array_append_val (results, input);
    }
  return TRUE;
}

/* What the group computes for nobody any more: only for the value that left it. Its readers' groups
 * have it now. */
static void
drop_unread (Change *change, guint g)
{
  const FlOpGraph *graph = change->partition->graph;
  GArray *members = change->members->pdata[g];
  gboolean is_changed = TRUE;

  while (is_changed)
    {
      is_changed = FALSE;
      for (guint i = members->len; i-- > 0;)
        {
          guint32 op = g_array_index (members, guint32, i);

          if (has (change->results->pdata[g], op) || reads (members, &graph->nodes[op]))
            continue;
          g_array_remove_index (members, i);
          is_changed = TRUE;
        }
    }
}

static gboolean
inline_value (Change *change, guint32 op)
{
  const FlOpNode *node = &change->partition->graph->nodes[op];
  guint own = change->partition->group_of[op];

  if (find_held (change, FL_OVERRIDE_REALIZE, op) != NULL)
    return refuse (change, "an override wants the opposite", NULL);
  if (!check_readers (change, node))
    return FALSE;
  if (!has (change->results->pdata[own], op))
    {
      fl_override_settle (change->pass, change->state, FL_OUTCOME_NEEDLESS,
                          "no kernel stores it without the override too", NULL);
      return FALSE;
    }
  drop (change->results->pdata[own], op);
  for (guint g = 0; g < change->members->len; g++)
    {
      if (!reads (change->members->pdata[g], node) || has (change->members->pdata[g], op))
        continue;
      g_array_append_val ((GArray *) change->members->pdata[g], op);
      if (!store_inputs (change, node, g))
        return FALSE;
    }
  drop_unread (change, own);
  for (guint g = 0; g < change->members->len; g++)
    if ((g == own || has (change->members->pdata[g], op)) && !check_group (change, g))
      return FALSE;
  return TRUE;
}

/* --- the partition ---------------------------------------------------------------------------- */

static FlPartition *
rebuild (Change *change)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (change->partition->graph);
  FlPartition *partition;

  for (guint g = 0; g < change->members->len; g++)
    {
      const GArray *members = change->members->pdata[g], *results = change->results->pdata[g];

      fl_partition_builder_add (builder, (const guint32 *) members->data, members->len, (const guint32 *) results->data,
                                results->len);
    }
  partition = fl_partition_builder_finish (builder, NULL);
  if (partition != NULL && !fl_partition_verify (partition, NULL))
    partition = NULL;
  if (partition == NULL)
    refuse (change, "the groups could not be ordered then", NULL);
  else
    partition->lower_bound = MIN (change->partition->lower_bound, partition->bytes_read + partition->bytes_written);
  return partition;
}

FlPartition *
fl_op_guard_change_values (const FlPass *pass, FlPartition *partition, GError **error)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];
      gboolean is_stored = state->override.kind == FL_OVERRIDE_REALIZE;
      g_auto (Change) change = { pass, partition, state };
      FlPartition *changed = NULL;

      change_init (&change);
      if ((!is_stored && state->override.kind != FL_OVERRIDE_INLINE) || state->outcome != FL_OUTCOME_PENDING
          || state->node_a == G_MAXUINT32)
        continue;
      if (fl_pass_is_cancelled (pass, error))
        return NULL;
      if (is_stored ? realize (&change, state->node_a) : inline_value (&change, state->node_a))
        changed = rebuild (&change);
      if (changed == NULL)
        continue;
      partition = changed;
      fl_override_settle (pass, state, FL_OUTCOME_APPLIED,
                          is_stored ? "its group stores it" : "its readers' groups compute it", NULL);
    }
  return partition;
}

/* --- afterwards ------------------------------------------------------------------------------- */

static gboolean
share_group (const FlPartition *partition, guint32 a, guint32 b)
{
  for (guint g = 0; g < partition->n_groups; g++)
    {
      gboolean has_a = FALSE, has_b = FALSE;

      for (guint i = 0; i < partition->groups[g].n_members; i++)
        {
          has_a |= partition->groups[g].members[i] == a;
          has_b |= partition->groups[g].members[i] == b;
        }
      if (has_a && has_b)
        return TRUE;
    }
  return FALSE;
}

void
fl_op_guard_check (const FlPass *pass, const FlPartition *partition)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n && !fl_pass_is_stopped (pass, FL_STAGE_FUSE); i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];
      gboolean is_forbidden = state->override.kind == FL_OVERRIDE_FORBID;

      if ((!is_forbidden && state->override.kind != FL_OVERRIDE_FORCE) || state->outcome >= FL_OUTCOME_REFUSED
          || state->node_a == G_MAXUINT32 || state->node_b == G_MAXUINT32)
        continue;
      if (share_group (partition, state->node_a, state->node_b) == is_forbidden)
        fl_override_settle (pass, state, FL_OUTCOME_REFUSED,
                            is_forbidden ? "the strategy computes one inside the other's kernel"
                                         : "the strategy could not keep them together",
                            NULL);
      else if (is_forbidden)
        fl_override_settle (pass, state, FL_OUTCOME_APPLIED, "they are in different kernels", NULL);
    }
}
