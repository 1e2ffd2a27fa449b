/* A pair: may these two be one kernel? */
#include "fl-fuse.h"
#include "fl-partition-explain.h"
#include "fl-text.h"

#include "flui-inspector-private.h"

static const FlSchedNode *
find_sched_node (const FlRun *run, FlItem item, const FlSchedule **schedule)
{
  const FlSchedNode *node = NULL;

  if (item.kind == FL_ITEM_OP && run->schedule
      && (node = fl_schedule_find_node (run->schedule, item.name)))
    *schedule = run->schedule;
  else if (item.kind == FL_ITEM_GROUP && run->fused
           && (node = fl_schedule_find_node (run->fused, item.name)))
    *schedule = run->fused;
  return node;
}

static void
add_answer (FluiInspector *self, const FlFusionAnswer *answer)
{
  static const char *const titles[]
      = { "no opinion", "may be one kernel", "not worth it", "illegal" };
  static const char *const classes[] = { "note", "accept", "reject", "illegal" };
  g_autofree char *bytes = fl_text_dup_bytes (MAX (answer->shared_bytes, 0));

  flui_inspector_add_badge (self, titles[answer->verdict], classes[answer->verdict]);
  if (answer->reason)
    flui_inspector_add_fact (self, "rule", answer->reason);
  if (answer->facts)
    flui_inspector_add_fact (self, "values", answer->facts);
  flui_inspector_add_fact (self, "shared", bytes);
}

/* A strategy over tensor operations answers from its search: which rule refused the two, or why it
 * never tried them. */
static void
add_answer_of_partition (FluiInspector *self,
                         const FlRun *run,
                         const FlOpNode *a,
                         const FlOpNode *b)
{
  FlPartitionAnswer found;
  FlFusionAnswer answer = { 0 };
  g_autofree char *facts = NULL;

  fl_partition_explain (run->partition, run->trace, a->id, b->id, &found);
  answer.verdict = found.verdict;
  answer.reason = found.reason;
  answer.shared_bytes = found.shared_bytes;
  if (found.makes_cycle && found.verdict != FL_VERDICT_ACCEPT)
    facts = g_strdup_printf ("%s%sone kernel of both would wait for itself, through %s",
                             found.facts ? found.facts : "", found.facts ? "; " : "", found.via);
  answer.facts = facts ? facts : found.facts;
  add_answer (self, &answer);
}

/* Asks the strategy itself, so that pairs it never considered have an answer too. */
static void
add_question (FluiInspector *self, const FlRun *run, FlItem a, FlItem b)
{
  const FlSchedule *schedule_a = NULL, *schedule_b = NULL;
  const FlSchedNode *node_a = find_sched_node (run, a, &schedule_a),
                    *node_b = find_sched_node (run, b, &schedule_b);
  g_autoptr (GError) error = NULL;
  FlFusionAnswer answer = { 0 };
  FlArena *arena;
  FlPass pass;

  if (fl_run_find_op (run, a.name) && fl_run_find_op (run, b.name))
    {
      add_answer_of_partition (self, run, fl_run_find_op (run, a.name),
                               fl_run_find_op (run, b.name));
      return;
    }
  if (!node_a || !node_b || schedule_a != schedule_b)
    {
      flui_inspector_add_label (self,
                                "Only two scheduler nodes, or two groups, can be asked about.",
                                "dim-label");
      return;
    }
  arena = fl_arena_open ();
  pass = (FlPass){ .arena = arena,
                   .trace = fl_trace_new (arena),
                   .options = &run->options,
                   .stop_stage = FL_N_STAGES,
                   .stop_step = G_MAXUINT32 };
  if (fl_fuse_explain (&pass, schedule_a, node_a, node_b, &answer, &error))
    add_answer (self, &answer);
  else
    flui_inspector_add_label (self, error->message, "dim-label");
  fl_arena_close (arena);
}

void
flui_inspector_add_pair (FluiInspector *self, const FlRun *run, FlItem a, FlItem b)
{
  g_autofree char *title = g_strdup_printf ("%s  and  %s", a.name, b.name);
  g_autoptr (GString) markup = g_string_new (NULL);

  flui_inspector_add_label (self, title, "inspector-title");
  add_question (self, run, a, b);
  flui_inspector_add_decisions_on_pair (self, run, a.name, b.name);
  flui_inspector_add_heading (self, "Each of them");
  flui_inspector_append_link (markup, a.kind, a.name);
  flui_inspector_append_link (markup, b.kind, b.name);
  flui_inspector_add_links (self, "select", markup);
}
