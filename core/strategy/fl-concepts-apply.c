/* Applying a plan: every group becomes one operation, at the place of its last member. What stands between its first
 * and its last member and needs one of them moves behind it; readers outside take the fusion's results instead.
 * Source: the application of fusion plans in MLIR-HLO's mhlo_fusion pass; pattern rewriters do the same. */
#include "fl-bits.h"
#include "fl-concepts.h"

enum
{
  MAX_VISITS = 1000000, /* of operations between first and last members, in a whole plan */
  MAX_MOVED = 12        /* named in one event */
};

typedef struct
{
  const FlPass *pass;
  const FlPartition *partition;
  FlBits *later; /* members, and what needs one of them */
  guint n_visits;
} Application;

static gboolean
needs_one_of (const Application *apply, const FlOpNode *node)
{
  for (guint i = 0; i < node->n_inputs; i++)
    if (fl_bits_has (apply->later, node->inputs[i]))
      return TRUE;
  return FALSE;
}

/* Operations that stand before the fusion's place and need one of its results, the last one first: in that order each
 * is put right behind the fusion. */
static void
append_moved (Application *apply, const FlOpGroup *group, GString *out)
{
  const FlOpGraph *graph = apply->partition->graph;
  const guint32 first = group->members[0], last = group->members[group->n_members - 1];
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (guint32));

  apply->n_visits += last - first;
  if (apply->n_visits > MAX_VISITS)
    return;
  for (guint i = 0; i < group->n_members; i++)
    fl_bits_add (apply->later, group->members[i]);
  for (guint32 i = first + 1; i < last; i++)
    if (!fl_bits_has (apply->later, i) && needs_one_of (apply, &graph->nodes[i]))
      {
        fl_bits_add (apply->later, i);
        g_array_prepend_val (moved, i);
      }
  for (guint i = 0; i < group->n_members; i++)
    fl_bits_remove (apply->later, group->members[i]);
  for (guint i = 0; i < moved->len; i++)
    fl_bits_remove (apply->later, g_array_index (moved, guint32, i));
  if (moved->len == 0)
    return;
  g_string_append (out, "; moved behind it, the last first: ");
  fl_concept_append_names (out, graph, (const guint32 *) (gpointer) moved->data, MIN (moved->len, MAX_MOVED));
  if (moved->len > MAX_MOVED)
    g_string_append_printf (out, " and %u more", moved->len - MAX_MOVED);
}

/* The end of planning: from here on the picture is that of kernels. */
static void
tell_end (const FlPass *pass, const FlPartition *partition, guint n_applied)
{
  const FlOpGroup *last = &partition->groups[partition->n_groups - 1];

  fl_concept_tell_amount (pass, partition->graph, FL_EVENT_PLAN, last->members[last->n_members - 1],
                          partition->n_groups, "the plan is applied",
                          fl_arena_printf (pass->arena, "%u operations became %u, with %u fusion%s",
                                           partition->graph->n_ops, partition->n_groups, n_applied,
                                           n_applied == 1 ? "" : "s"));
}

/* Readers outside, by the result that they read. */
static void
append_uses (const Application *apply, const FlOpGroup *group, GString *out)
{
  const FlOpGraph *graph = apply->partition->graph;
  guint n_uses = 0;

  for (guint i = 0; i < group->n_results; i++)
    {
      const FlOpNode *result = &graph->nodes[group->results[i]];
      guint n = result->is_output;

      for (guint k = 0; k < result->n_users; k++)
        n += &apply->partition->groups[apply->partition->group_of[result->users[k]]] != group;
      n_uses += n;
    }
  g_string_append_printf (out, "; %u use%s of %u result%s replaced", n_uses, n_uses == 1 ? "" : "s", group->n_results,
                          group->n_results == 1 ? "" : "s");
}

void
fl_concepts_tell_application (const FlPass *pass, const FlPartition *partition, const char *strategy)
{
  const FlOpGraph *graph = partition->graph;
  Application apply = { pass, partition, fl_bits_new (graph->n_nodes), 0 };
  guint n_applied = 0;

  for (guint g = 0; g < partition->n_groups && !fl_pass_is_stopped (pass, FL_STAGE_FUSE); g++)
    {
      const FlOpGroup *group = &partition->groups[g];
      GString *text;

      if (group->n_members < 2)
        continue;
      n_applied++;
      text = g_string_new ("one operation in the place of ");
      fl_concept_append_names (text, graph, group->members, group->n_members);
      g_string_append_printf (text, "; it stands where %s stood",
                              graph->nodes[group->members[group->n_members - 1]].name);
      append_moved (&apply, group, text);
      append_uses (&apply, group, text);
      fl_concept_tell (pass, graph, FL_EVENT_APPLY, group->members[group->n_members - 1], G_MAXUINT32,
                       fl_concepts_get_group_kind (partition, group, strategy, pass->trace),
                       fl_concept_take (pass, text));
    }
  if (n_applied > 0)
    tell_end (pass, partition, n_applied);
  g_free (apply.later);
}
