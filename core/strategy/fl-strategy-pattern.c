/* Pattern rewriting: a list of rules, each a shape of ops for which somebody wrote a kernel. Ops are visited from the
 * graph's results to its inputs, so that a longer match that ends later wins over a shorter one inside it; the first
 * rule that holds is applied at once, and nothing is ever taken back. */
#include "fl-bits.h"
#include "fl-concepts.h"
#include "fl-event-kinds.h"
#include "fl-op-guard.h"
#include "fl-op-strategies.h"
#include "fl-options.h"
#include "fl-pattern.h"

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  FlPatternRules *rules;
  FlBits *consumed;
  FlPatternMatch match;
  FlOpGuard *guard; /* NULL: the user decided nothing */
} Rewriter;

static void
record (Rewriter *rewriter, guint rule, guint32 root, FlVerdict verdict)
{
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = verdict, .round = 1 };

  event.subject = (FlRef) { FL_REF_OP, root, rewriter->graph->nodes[root].name };
  for (guint i = 0; i < rewriter->match.ops->len; i++)
    {
      guint32 op = g_array_index (rewriter->match.ops, guint32, i);

      if (op == root)
        continue;
      event.object = (FlRef) { FL_REF_OP, op, rewriter->graph->nodes[op].name };
      event.amount = verdict == FL_VERDICT_ACCEPT ? rewriter->graph->nodes[op].bytes : 0;
      event.reason = verdict == FL_VERDICT_ACCEPT ? "matched by a rule" : rewriter->match.reason;
      event.facts
          = fl_arena_printf (rewriter->pass->arena, "rule %s%s%s", fl_pattern_rules_get_name (rewriter->rules, rule),
                             rewriter->match.culprit != G_MAXUINT32 ? ": " : "",
                             rewriter->match.culprit != G_MAXUINT32
                                 ? rewriter->graph->nodes[rewriter->match.culprit].name
                                 : "");
      fl_trace_record (rewriter->pass->trace, &event);
      if (verdict != FL_VERDICT_ACCEPT)
        return;
    }
}

/* What made the match safe: no value inside is read elsewhere (use-def), so that every way from it to the graph's
 * results goes through the root, and it comes before the root. */
static void
tell_dominance (Rewriter *rewriter, guint32 root)
{
  for (guint i = 0; i < rewriter->match.ops->len; i++)
    {
      const FlOpNode *op = &rewriter->graph->nodes[g_array_index (rewriter->match.ops, guint32, i)];

      if (op->id != root)
        fl_concept_tell (
            rewriter->pass, rewriter->graph, FL_EVENT_RELATE, op->id, root, "dominates",
            fl_arena_printf (rewriter->pass->arena,
                             "use-def: %u reader%s, all of them matched; defined before the root, and every "
                             "way from it to a result goes through the root",
                             op->n_users, op->n_users == 1 ? "" : "s"));
    }
}

static gboolean
is_free (const Rewriter *rewriter)
{
  for (guint i = 0; i < rewriter->match.ops->len; i++)
    if (fl_bits_has (rewriter->consumed, g_array_index (rewriter->match.ops, guint32, i)))
      return FALSE;
  return TRUE;
}

/* The rule that fitted furthest, and which operation of it was another one. */
typedef struct
{
  guint rule, n_fitting;
  guint32 misfit;
  const char *wanted;
} NearMiss;

static void
take_miss (const Rewriter *rewriter, guint rule, NearMiss *miss)
{
  if (rewriter->match.reason == NULL && rewriter->match.n_fitting > miss->n_fitting)
    *miss = (NearMiss) { rule, rewriter->match.n_fitting, rewriter->match.misfit, rewriter->match.wanted };
}

static void
record_miss (const Rewriter *rewriter, guint32 root, const NearMiss *miss)
{
  const FlOpNode *misfit;
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = FL_VERDICT_ILLEGAL, .round = 1 };

  if (miss->n_fitting == 0)
    return;
  misfit = &rewriter->graph->nodes[miss->misfit];
  event.subject = (FlRef) { FL_REF_OP, root, rewriter->graph->nodes[root].name };
  event.object = (FlRef) { FL_REF_OP, misfit->id, misfit->name };
  event.reason = "nearly a match: another operation than the rule's";
  event.facts = fl_arena_printf (rewriter->pass->arena, "rule %s: %s where it has %s",
                                 fl_pattern_rules_get_name (rewriter->rules, miss->rule),
                                 misfit->fn != NULL ? misfit->fn : fl_op_kind_get_name (misfit->kind), miss->wanted);
  fl_trace_record (rewriter->pass->trace, &event);
}

static void
visit (Rewriter *rewriter, guint32 root, FlPartitionBuilder *builder)
{
  const GArray *ops = rewriter->match.ops;
  NearMiss miss = { 0 };

  for (guint rule = 0; rule < fl_pattern_rules_get_n (rewriter->rules); rule++)
    {
      if (!fl_pattern_rules_match (rewriter->rules, rule, rewriter->graph, root, &rewriter->match))
        {
          if (rewriter->match.reason != NULL)
            record (rewriter, rule, root, FL_VERDICT_ILLEGAL);
          take_miss (rewriter, rule, &miss);
          continue;
        }
      if (!is_free (rewriter))
        continue;
      rewriter->match.reason = fl_op_guard_refuse (rewriter->guard, (const guint32 *) ops->data, ops->len);
      if (rewriter->match.reason != NULL)
        {
          rewriter->match.culprit = G_MAXUINT32;
          record (rewriter, rule, root, FL_VERDICT_REJECT);
          continue;
        }
      fl_op_guard_join (rewriter->guard, (const guint32 *) ops->data, ops->len);
      tell_dominance (rewriter, root);
      record (rewriter, rule, root, FL_VERDICT_ACCEPT);
      for (guint i = 0; i < ops->len; i++)
        fl_bits_add (rewriter->consumed, g_array_index (ops, guint32, i));
      fl_partition_builder_add (builder, (const guint32 *) ops->data, ops->len, NULL, 0);
      return;
    }
  record_miss (rewriter, root, &miss);
}

/* Groups that the user forces are no rule's business. */
static void
take_forced (Rewriter *rewriter, FlPartitionBuilder *builder)
{
  const GPtrArray *forced = rewriter->guard != NULL ? fl_op_guard_get_forced (rewriter->guard) : NULL;

  for (guint i = 0; forced != NULL && i < forced->len; i++)
    {
      const GArray *group = forced->pdata[i];

      for (guint k = 0; k < group->len; k++)
        fl_bits_add (rewriter->consumed, g_array_index (group, guint32, k));
      fl_partition_builder_add (builder, (const guint32 *) group->data, group->len, NULL, 0);
    }
}

FlPartition *
fl_op_strategy_pattern (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  Rewriter rewriter = { pass, graph };
  FlPartitionBuilder *builder;

  rewriter.rules = fl_pattern_rules_new_from_files (pass->options->rule_files, error);
  if (rewriter.rules == NULL)
    return NULL;
  builder = fl_partition_builder_new (graph);
  rewriter.consumed = fl_bits_new (graph->n_nodes);
  rewriter.match.ops = g_array_new (FALSE, FALSE, sizeof (guint32));
  rewriter.guard = fl_op_guard_new (pass, graph);
  take_forced (&rewriter, builder);
  for (guint32 i = graph->n_nodes; i-- > 0 && !fl_pass_is_stopped (pass, FL_STAGE_FUSE);)
    if (fl_op_is_work (&graph->nodes[i]) && !fl_bits_has (rewriter.consumed, i))
      visit (&rewriter, i, builder);
  fl_pattern_rules_free (rewriter.rules);
  g_free (rewriter.consumed);
  fl_op_guard_free (rewriter.guard);
  g_array_unref (rewriter.match.ops);
  return fl_partition_builder_finish (builder, error);
}
