/* Clusters that the user keeps apart, and those that are there from the start. */
#include "fl-clusters.h"
#include "fl-op-guard.h"

gboolean
fl_clusters_is_forbidden (const FlClusters *clusters, const FlCluster *a, const FlCluster *b)
{
  g_auto (FlOpSet) set = { 0 };

  if (clusters->pass->overrides == NULL)
    return FALSE;
  fl_clusters_unite (clusters, a, b, &set);
  return fl_op_find_forbidden (clusters->pass, set.bits) != NULL;
}

/* --- together --------------------------------------------------------------------------------- */

static void
refuse_cycle (FlClusters *clusters, FlOverrideState *state, const FlCluster *a, const FlCluster *b)
{
  const guint n_shown = 8;
  g_autoptr (GArray) path = fl_cycles_find_path (clusters->cycles, a->rep, b->rep);
  g_autoptr (GString) facts = g_string_new (NULL);

  g_string_append_printf (facts, "path from %s to %s through", clusters->graph->nodes[a->leader].name,
                          clusters->graph->nodes[b->leader].name);
  for (guint i = 0; path != NULL && i < MIN (path->len, n_shown); i++)
    {
      const FlCluster *between = fl_clusters_find (clusters, g_array_index (path, guint32, i));

      g_string_append_printf (facts, "%s%s", i > 0 ? ", " : " ", clusters->graph->nodes[between->leader].name);
    }
  if (path != NULL && path->len > n_shown)
    g_string_append (facts, ", …");
  fl_override_settle (clusters->pass, state, FL_OUTCOME_REFUSED, "would make a cycle",
                      fl_arena_strdup (clusters->pass->arena, facts->str));
}

/* Is there a kernel that computes both? What it is goes to *emission. */
static gboolean
check_template (FlClusters *clusters, FlOverrideState *state, const FlCluster *a, const FlCluster *b,
                FlEmission *emission)
{
  g_auto (FlOpSet) set = { 0 };

  fl_clusters_unite (clusters, a, b, &set);
  fl_oracle_ask (&set, emission);
  if (emission->template != FL_TEMPLATE_NONE)
    return TRUE;
  fl_override_settle (clusters->pass, state, FL_OUTCOME_REFUSED, "no kernel can compute both",
                      fl_arena_printf (clusters->pass->arena, "%s%s%s", emission->reason,
                                       emission->culprit != G_MAXUINT32 ? ": " : "",
                                       emission->culprit != G_MAXUINT32 ? clusters->graph->nodes[emission->culprit].name
                                                                        : ""));
  return FALSE;
}

static void
force_pair (FlClusters *clusters, FlOverrideState *state)
{
  FlCluster *a = fl_clusters_find (clusters, state->node_a), *b = fl_clusters_find (clusters, state->node_b);
  FlEmission emission;

  if (a == b)
    {
      fl_override_settle (clusters->pass, state, FL_OUTCOME_APPLIED, "they are one group already", NULL);
      return;
    }
  if (fl_cycles_reaches (clusters->cycles, b->rep, a->rep))
    {
      FlCluster *first = b;

      b = a;
      a = first;
    }
  if (fl_clusters_is_forbidden (clusters, a, b))
    {
      fl_override_settle (clusters->pass, state, FL_OUTCOME_REFUSED, "an override forbids it", NULL);
      return;
    }
  if (fl_cycles_has_edge (clusters->cycles, a->rep, b->rep) ? !fl_cycles_can_contract (clusters->cycles, a->rep, b->rep)
                                                            : fl_cycles_reaches (clusters->cycles, a->rep, b->rep))
    {
      refuse_cycle (clusters, state, a, b);
      return;
    }
  if (!check_template (clusters, state, a, b, &emission))
    return;
  fl_cycles_add_edge (clusters->cycles, a->rep, b->rep);
  fl_clusters_merge (clusters, a, b);
  fl_override_settle (clusters->pass, state, FL_OUTCOME_APPLIED, "they are one group from the start",
                      fl_template_get_sentence (emission.template));
}

void
fl_clusters_force (FlClusters *clusters)
{
  const FlOverrides *overrides = clusters->pass->overrides;

  /* Settled overrides are applied again: a strategy may try others' searches, each from the
   * start. */
  for (guint i = 0; overrides != NULL && i < overrides->n && !fl_pass_is_stopped (clusters->pass, FL_STAGE_FUSE); i++)
    {
      FlOverrideState *state = &overrides->states[i];

      if (state->override.kind == FL_OVERRIDE_FORCE && state->outcome < FL_OUTCOME_REFUSED
          && state->node_a != G_MAXUINT32 && state->node_b != G_MAXUINT32)
        force_pair (clusters, state);
    }
}
