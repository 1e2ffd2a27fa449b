/* Why two ops are, or are not, in one group. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-partition-explain.h"

/* The group on a path from `from` to `to` through others; G_MAXUINT32: no such path. Groups are in order, so only those
 * between the two can be on it. */
static guint32
find_between (const FlPartition *partition, guint32 from, guint32 to)
{
  g_autofree gboolean *is_reached = g_new0 (gboolean, partition->n_groups + 1);
  g_autofree guint32 *via = g_new (guint32, partition->n_groups + 1);

  is_reached[from] = TRUE;
  via[from] = G_MAXUINT32;
  for (guint32 g = from + 1; g <= to; g++)
    for (guint i = 0; i < partition->groups[g].n_inputs; i++)
      {
        guint32 source = partition->group_of[partition->groups[g].inputs[i]];

        if (source == G_MAXUINT32 || !is_reached[source] || (g == to && source == from))
          continue;
        is_reached[g] = TRUE;
        via[g] = source;
        if (g == to)
          return source;
      }
  return G_MAXUINT32;
}

static gboolean
is_in (const FlPartition *partition, guint32 group, const FlRef *ref)
{
  return ref->kind == FL_REF_OP && ref->index < partition->graph->n_nodes && partition->group_of[ref->index] == group;
}

/* The last refusal that was about the two themselves, or else about their groups. */
static const FlEvent *
find_refusal (const FlPartition *partition, const FlTrace *trace, guint32 a, guint32 b)
{
  guint32 one = partition->group_of[a], other = partition->group_of[b];
  const FlEvent *found = NULL;
  gboolean is_exact = FALSE;

  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);
      gboolean exact = (event->subject.index == a && event->object.index == b)
                       || (event->subject.index == b && event->object.index == a);

      if (event->kind != FL_EVENT_FUSE || event->verdict == FL_VERDICT_ACCEPT || (is_exact && !exact))
        continue;
      if (!exact && !(is_in (partition, one, &event->subject) && is_in (partition, other, &event->object))
          && !(is_in (partition, other, &event->subject) && is_in (partition, one, &event->object)))
        continue;
      found = event;
      is_exact = exact;
    }
  return found;
}

static gint64
count_shared (const FlPartition *partition, guint32 one, guint32 other)
{
  const FlOpGroup *a = &partition->groups[one], *b = &partition->groups[other];
  gint64 bytes = 0;

  for (guint i = 0; i < b->n_inputs; i++)
    {
      gboolean is_shared = partition->group_of[b->inputs[i]] == one;

      for (guint k = 0; k < a->n_inputs; k++)
        is_shared |= a->inputs[k] == b->inputs[i];
      if (is_shared)
        bytes += partition->graph->nodes[b->inputs[i]].bytes;
    }
  for (guint i = 0; i < a->n_inputs; i++)
    if (partition->group_of[a->inputs[i]] == other)
      bytes += partition->graph->nodes[a->inputs[i]].bytes;
  return bytes;
}

static void
ask_oracle (const FlPartition *partition, guint32 one, guint32 other, FlEmission *emission)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (FlOpSet) set = { 0 };

  g_array_append_vals (members, partition->groups[one].members, partition->groups[one].n_members);
  g_array_append_vals (members, partition->groups[other].members, partition->groups[other].n_members);
  fl_op_set_init (&set, partition->graph, (const guint32 *) members->data, members->len);
  fl_oracle_ask (&set, emission);
}

static void
explain_apart (const FlPartition *partition, const FlTrace *trace, guint32 a, guint32 b, FlPartitionAnswer *answer)
{
  guint32 one = partition->group_of[a], other = partition->group_of[b], between;
  const FlEvent *refusal = find_refusal (partition, trace, a, b);
  FlArena *arena = partition->graph->arena;

  ask_oracle (partition, one, other, &answer->emission);
  between = find_between (partition, MIN (one, other), MAX (one, other));
  answer->makes_cycle = between != G_MAXUINT32;
  if (answer->makes_cycle)
    answer->via = partition->graph->nodes[partition->groups[between].members[0]].name;
  if (refusal != NULL)
    {
      answer->verdict = refusal->verdict;
      answer->reason = refusal->reason;
      answer->facts = refusal->facts;
      return;
    }
  answer->verdict = FL_VERDICT_NOTE;
  if (answer->makes_cycle)
    {
      answer->reason = "never tried; one kernel of both would wait for itself";
      answer->facts = fl_arena_printf (arena, "path through %s", answer->via);
    }
  else if (answer->emission.template == FL_TEMPLATE_NONE)
    {
      answer->reason = "never tried; no kernel could compute both";
      answer->facts = answer->emission.reason;
    }
  else
    {
      answer->reason = "never tried by this strategy, though a kernel could compute both";
      answer->facts = fl_template_get_sentence (answer->emission.template);
    }
}

void
fl_partition_explain (const FlPartition *partition, const FlTrace *trace, guint32 a, guint32 b,
                      FlPartitionAnswer *answer)
{
  guint32 one = partition->group_of[a], other = partition->group_of[b];

  memset (answer, 0, sizeof *answer);
  g_assert (one != G_MAXUINT32 && other != G_MAXUINT32);
  if (one == other)
    {
      answer->verdict = FL_VERDICT_ACCEPT;
      answer->emission = partition->groups[one].emission;
      answer->reason = answer->emission.template != FL_TEMPLATE_NONE
                           ? fl_template_get_sentence (answer->emission.template)
                           : "the strategy's rules put them together, though no kernel template computes it";
      answer->facts = answer->emission.template != FL_TEMPLATE_NONE ? NULL : answer->emission.reason;
      return;
    }
  answer->shared_bytes = count_shared (partition, one, other);
  explain_apart (partition, trace, a, b, answer);
}
