/* Steps and events of a fusion run, and pairs that the user keeps apart. */
#include "fl-event-kinds.h"
#include "fl-fuse-private.h"

gboolean
fl_fusion_is_stopped (const FlFusion *fusion)
{
  return !fusion->is_silent && fl_pass_is_stopped (fusion->pass, FL_STAGE_FUSE);
}

static const char *
describe_score (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  FlFusionScore score = fl_fusion_score (fusion, a, b);

  return fl_arena_printf (fusion->pass->arena,
                          "same kind %d, shared bytes %" G_GINT64_FORMAT ", distance %" G_GINT64_FORMAT,
                          score.node_type, score.memory, -score.proximity);
}

void
fl_fusion_record (FlFusion *fusion, FlEventKind kind, const FlSchedNode *a, const FlSchedNode *b, FlVerdict verdict,
                  gint64 amount)
{
  FlEvent event = { .kind = kind, .verdict = verdict, .round = fusion->round, .amount = amount };

  if (fusion->is_silent)
    return;
  event.subject = (FlRef) { FL_REF_OP, a->index, a->name };
  event.object = (FlRef) { FL_REF_OP, b->index, b->name };
  if (verdict == FL_VERDICT_ACCEPT)
    {
      event.reason = fl_fusion_depends (b, a) ? "reads what it writes" : "shares data";
      event.facts = describe_score (fusion, a, b);
    }
  else
    {
      event.reason = fusion->reason;
      event.upstream = fusion->upstream;
      event.access = fusion->access;
      if (fusion->facts->len > 0)
        event.facts = fl_arena_strdup (fusion->pass->arena, fusion->facts->str);
    }
  fl_trace_record (fusion->pass->trace, &event);
}

void
fl_fusion_record_loops (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, FlVerdict verdict,
                        const char *reason, char *facts)
{
  FlEvent event = { .kind = FL_EVENT_LOOPS, .verdict = verdict, .round = fusion->round, .reason = reason };

  event.subject = (FlRef) { FL_REF_OP, a->index, a->name };
  event.object = (FlRef) { FL_REF_OP, b->index, b->name };
  event.facts = fl_arena_strdup (fusion->pass->arena, facts);
  if (!fusion->is_silent)
    fl_trace_record (fusion->pass->trace, &event);
  g_free (facts);
}

gboolean
fl_fusion_check_forbidden (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  const FlOverrides *overrides = fusion->pass->overrides;

  for (guint i = 0; overrides != NULL && i < overrides->n; i++)
    {
      const FlOverrideState *state = &overrides->states[i];

      if (state->override.kind != FL_OVERRIDE_FORBID || state->node_a == G_MAXUINT32 || state->node_b == G_MAXUINT32)
        continue;
      if ((fl_sched_node_computes (a, state->node_a) && fl_sched_node_computes (b, state->node_b))
          || (fl_sched_node_computes (a, state->node_b) && fl_sched_node_computes (b, state->node_a)))
        return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "an override forbids it", "forbid %s, %s",
                                 state->override.a, state->override.b);
    }
  return TRUE;
}
