/* What the user decided about fusions: pairs that stay apart, and pairs that are fused before the
 * first round. A forced pair must be legal: what is only a matter of taste (shared bytes, sizes,
 * distance) is not asked. */
#include "fl-event-kinds.h"
#include "fl-fuse-private.h"

/* --- which nodes a value is in ---------------------------------------------------------------- */

/* --- forcing ---------------------------------------------------------------------------------- */

static void
refuse (FlFusion *fusion, FlOverrideState *state, const char *rule, const char *facts)
{
  fl_override_settle (fusion->pass, state, FL_OUTCOME_REFUSED, rule,
                      facts != NULL && *facts != '\0' ? fl_arena_strdup (fusion->pass->arena, facts) : NULL);
}

static gboolean
is_value_of (const FlSchedNode *original, guint32 node)
{
  return original->op->fx_node.index == node;
}

/* The original whose value it is, else the only one that computes it. NULL: settled. */
static FlSchedNode *
find_original (FlFusion *fusion, FlOverrideState *state, guint32 fx, const char *subject)
{
  const FlSchedule *schedule = fusion->schedule;
  FlSchedNode *found = NULL;
  guint n_found = 0;

  for (guint i = schedule->n_originals; i-- > 0;)
    if (is_value_of (schedule->originals[i], fx))
      return schedule->originals[i];
  for (guint i = 0; i < schedule->n_originals; i++)
    if (fl_sched_node_computes (schedule->originals[i], fx))
      {
        found = schedule->originals[i];
        n_found++;
      }
  if (n_found == 1)
    return found;
  if (n_found == 0)
    refuse (fusion, state, "no scheduler node computes it",
            fl_arena_printf (fusion->pass->arena, "%s is an input, a view, or unused", subject));
  else
    refuse (fusion, state, "several scheduler nodes compute it",
            fl_arena_printf (fusion->pass->arena, "%s is computed inside %u readers: realize it first", subject,
                             n_found));
  return NULL;
}

typedef struct
{
  FlFusion *fusion;
  const FlSchedNode *to;
  GHashTable *seen;
  GString *path;
} PathSearch;

/* The groups between `node` and search->to, nearest to `to` first, are prepended to path. */
static gboolean
leads_to (PathSearch *search, const FlSchedNode *node, gboolean is_start)
{
  for (guint i = 0; i < node->n_unmet; i++)
    {
      const FlSchedNode *producer = fl_fusion_get_writer (search->fusion, node->unmet[i].name);

      if (producer == NULL || producer == node)
        continue;
      if (producer == search->to)
        {
          if (is_start)
            continue; /* the edge itself is no detour */
          return TRUE;
        }
      if (!fl_fusion_depends (producer, search->to) || !g_hash_table_add (search->seen, (gpointer) producer))
        continue;
      if (!leads_to (search, producer, FALSE))
        continue;
      g_string_append_printf (search->path, "%s%s", search->path->len > 0 ? ", " : "", producer->name);
      return TRUE;
    }
  return FALSE;
}

/* The nodes that must run between a and the later b; NULL: none. */
static char *
dup_path (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  PathSearch search = { fusion, a, seen, g_string_new (NULL) };

  if (leads_to (&search, b, TRUE))
    return g_string_free (search.path, FALSE);
  g_string_free (search.path, TRUE);
  return NULL;
}

static void
describe_call (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  const FlSchedNode *nodes[] = { a, b };

  for (guint i = 0; i < 2 && fusion->facts->len == 0; i++)
    if (nodes[i]->kind == FL_SCHED_EXTERN && nodes[i]->op->kernel != NULL)
      g_string_append_printf (fusion->facts, "%s calls %s", nodes[i]->name, nodes[i]->op->kernel);
}

/* Legal? If not, settled with the rule. */
static gboolean
check_pair (FlFusion *fusion, FlOverrideState *state, FlSchedNode *a, FlSchedNode *b, gint64 *shared)
{
  g_autofree char *path = dup_path (fusion, a, b);

  *shared = 0;
  if (path != NULL)
    {
      g_autofree char *facts = g_strdup_printf ("path from %s to %s through %s", a->name, b->name, path);

      refuse (fusion, state, "would make a cycle", facts);
      return FALSE;
    }
  if (fl_fusion_can_fuse (fusion, a, b, TRUE, shared) && !fl_fusion_makes_cycle (fusion, a, b))
    return TRUE;
  describe_call (fusion, a, b);
  refuse (fusion, state, fusion->reason, fusion->facts->str);
  return FALSE;
}

static void
force_pair (FlFusion *fusion, FlOverrideState *state)
{
  FlSchedNode *a = find_original (fusion, state, state->node_a, state->override.a);
  FlSchedNode *b = a != NULL ? find_original (fusion, state, state->node_b, state->override.b) : NULL;
  gint64 shared;

  if (b == NULL)
    return;
  if (a == b)
    {
      fl_override_settle (fusion->pass, state, FL_OUTCOME_NEEDLESS, "one scheduler node computes both", a->name);
      return;
    }
  a = fl_fusion_get_group (fusion, a);
  b = fl_fusion_get_group (fusion, b);
  if (a == b)
    {
      fl_override_settle (fusion->pass, state, FL_OUTCOME_APPLIED, "they are one kernel already", a->name);
      return;
    }
  if (fl_fusion_depends (a, b) || (!fl_fusion_depends (b, a) && b->min_order < a->min_order))
    {
      FlSchedNode *first = b;

      b = a;
      a = first;
    }
  if (!check_pair (fusion, state, a, b, &shared))
    return;
  fl_fusion_record (fusion, FL_EVENT_FUSE, a, b, FL_VERDICT_ACCEPT, shared);
  fl_fusion_fuse_pair (fusion, a, b);
  fl_override_settle (fusion->pass, state, FL_OUTCOME_APPLIED, "they are fused first", NULL);
}

void
fl_fusion_force_pairs (FlFusion *fusion, FlSchedNode **nodes, guint *n_nodes)
{
  const FlOverrides *overrides = fusion->pass->overrides;
  gboolean has_any = FALSE;

  fusion->is_forced = TRUE;
  for (guint i = 0; overrides != NULL && i < overrides->n && !fl_fusion_is_stopped (fusion); i++)
    {
      FlOverrideState *state = &overrides->states[i];

      if (state->override.kind != FL_OVERRIDE_FORCE || state->outcome != FL_OUTCOME_PENDING)
        continue;
      force_pair (fusion, state);
      has_any = TRUE;
    }
  fusion->is_forced = FALSE;
  if (has_any)
    *n_nodes = fl_fusion_collect_groups (fusion, nodes);
}
