/* TorchInductor's fusion: greedy rounds over pairs that share data.
 *
 * In: the schedule before fusion.
 * Out: the same originals in groups, in topological order.
 * Source: torch/_inductor/scheduler.py (fuse_nodes, fuse_nodes_once). */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

enum
{
  MAX_ROUNDS = 10
};

static void
record_round (FlFusion *fusion, guint n_before, guint n_after, gboolean is_end)
{
  FlEvent event = { .kind = FL_EVENT_ROUND, .verdict = FL_VERDICT_NOTE, .round = fusion->round };

  event.amount = is_end ? n_after : n_before;
  event.reason = is_end                     ? "completed fusion round"
                 : fusion->is_reorder_round ? "attempting fusion, loops may be reordered"
                                            : "attempting fusion";
  event.facts = is_end ? fl_arena_printf (fusion->pass->arena, "fused %u nodes into %u nodes", n_before, n_after)
                       : fl_arena_printf (fusion->pass->arena, "%u nodes", n_before);
  fl_trace_record (fusion->pass->trace, &event);
}

/* A candidate whose nodes other pairs have brought together meanwhile. */
static void
record_taken (FlFusion *fusion, const FlFusionPair *pair, const FlSchedNode *group)
{
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = FL_VERDICT_NOTE, .round = fusion->round };

  event.subject = (FlRef) { FL_REF_OP, pair->a->index, pair->a->name };
  event.object = (FlRef) { FL_REF_OP, pair->b->index, pair->b->name };
  event.reason = "already in one group";
  event.facts = fl_arena_printf (fusion->pass->arena, "group %s", group->name);
  fl_trace_record (fusion->pass->trace, &event);
}

static void
try_pairs (FlFusion *fusion, const GArray *pairs)
{
  for (guint i = 0; i < pairs->len && !fl_fusion_is_stopped (fusion); i++)
    {
      const FlFusionPair *pair = &g_array_index (pairs, FlFusionPair, i);
      FlSchedNode *a = fl_fusion_get_group (fusion, pair->a->originals[0]);
      FlSchedNode *b = fl_fusion_get_group (fusion, pair->b->originals[0]);
      gint64 shared;

      if (a == b)
        {
          record_taken (fusion, pair, a);
          continue;
        }
      if (!fl_fusion_can_fuse (fusion, a, b, fusion->is_reorder_round, &shared) || fl_fusion_makes_cycle (fusion, a, b))
        {
          fl_fusion_record (fusion, FL_EVENT_FUSE, a, b, fusion->verdict, shared);
          continue;
        }
      fl_fusion_record (fusion, FL_EVENT_FUSE, a, b, FL_VERDICT_ACCEPT, shared);
      fl_fusion_fuse_pair (fusion, a, b);
    }
}

static gboolean
run_round (FlFusion *fusion, FlSchedNode **nodes, guint *n_nodes, GError **error)
{
  g_autoptr (GArray) pairs = NULL;
  guint n_before = *n_nodes;
  const gboolean is_early = fl_fusion_has (fusion, FL_RULE_PRUNES_BEFORE_ROUNDS);

  fusion->round++;
  record_round (fusion, n_before, 0, FALSE);
  for (guint i = 0; i < n_before && is_early; i++)
    fl_fusion_prune_redundant_deps (fusion, nodes[i]);
  pairs = fl_fusion_get_candidates (fusion, nodes, n_before, error);
  if (pairs == NULL)
    return FALSE;
  try_pairs (fusion, pairs);
  *n_nodes = fl_fusion_collect_groups (fusion, nodes);
  for (guint i = 0; i < *n_nodes && !is_early; i++)
    fl_fusion_prune_redundant_deps (fusion, nodes[i]);
  if (!fl_fusion_is_stopped (fusion))
    record_round (fusion, n_before, *n_nodes, TRUE);
  fusion->schedule->n_rounds = fusion->round;
  return TRUE;
}

static gboolean
run_rounds (FlFusion *fusion, FlSchedNode **nodes, guint *n_nodes, GError **error)
{
  for (guint i = 0; i < MAX_ROUNDS && !fl_fusion_is_stopped (fusion); i++)
    {
      guint n_before = *n_nodes;

      if (!run_round (fusion, nodes, n_nodes, error))
        return FALSE;
      if (*n_nodes == n_before || *n_nodes == 1)
        break;
    }
  fusion->is_reorder_round = TRUE;
  if (fl_fusion_has (fusion, FL_RULE_REORDER_ROUND) && !fl_fusion_is_stopped (fusion) && *n_nodes > 0)
    return run_round (fusion, nodes, n_nodes, error);
  return TRUE;
}

FlSchedule *
fl_strategy_inductor_run (const FlPass *pass, const FlSchedule *schedule, GError **error)
{
  g_autofree FlSchedNode **nodes = g_new0 (FlSchedNode *, schedule->n_originals + 1);
  guint n_nodes = schedule->n_nodes;
  FlFusion fusion;
  FlSchedule *result = NULL;

  fl_fusion_init (&fusion, &fl_fusion_backends, pass, schedule);
  memcpy (nodes, fusion.schedule->nodes, n_nodes * sizeof *nodes);
  n_nodes = fl_fusion_make_foreach (&fusion, nodes, n_nodes);
  fl_schedule_sort (nodes, n_nodes);
  fl_fusion_force_pairs (&fusion, nodes, &n_nodes);
  if (run_rounds (&fusion, nodes, &n_nodes, error))
    result = fl_fusion_finish (&fusion, nodes, n_nodes);
  fl_fusion_clear (&fusion);
  return result;
}
