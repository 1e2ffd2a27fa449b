/* The groups of a finished plan as events. */
#include <string.h>

#include "fl-concepts.h"
#include "fl-disc.h"
#include "fl-intern.h"
#include "fl-text.h"

static gboolean
has_reduction (const FlPartition *partition, const FlOpGroup *group)
{
  for (guint i = 0; i < group->n_members; i++)
    if (partition->graph->nodes[group->members[i]].kind == FL_OP_REDUCE)
      return TRUE;
  return FALSE;
}

/* BladeDISC's kinds, of which XLA's base stage has all but the last. */
static const char *
get_disc_kind (const FlPartition *partition, const FlOpGroup *group)
{
  static const char *const names[] = { "none", "kLoop", "kRowReduction", "kColReduction" };
  g_auto (FlOpSet) set = { 0 };
  guint32 dominant = G_MAXUINT32;

  if (group->emission.template == FL_TEMPLATE_STITCH)
    return "kStitch";
  fl_op_set_init (&set, partition->graph, group->members, group->n_members);
  return names[fl_disc_get_kind (&set, &dominant)];
}

/* "fused.add_relu": the operation that a rule would put in the place of the group. */
static const char *
get_rule_kind (const FlPartition *partition, const FlOpGroup *group, const FlTrace *trace)
{
  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);
      g_autofree char *name = NULL;

      if (event->kind != FL_EVENT_FUSE || event->verdict != FL_VERDICT_ACCEPT || event->facts == NULL
          || !g_str_has_prefix (event->facts, "rule ") || event->subject.index >= partition->graph->n_nodes
          || &partition->groups[partition->group_of[event->subject.index]] != group)
        continue;
      name = g_strconcat ("fused.", event->facts + strlen ("rule "), NULL);
      return fl_intern (name);
    }
  return fl_template_get_name (group->emission.template);
}

const char *
fl_concepts_get_group_kind (const FlPartition *partition, const FlOpGroup *group, const char *strategy,
                            const FlTrace *trace)
{
  const FlTemplate template = group->emission.template;

  if (g_str_equal (strategy, "pattern"))
    return get_rule_kind (partition, group, trace);

  if (template == FL_TEMPLATE_EXTERN)
    return "library call";
  if (g_str_equal (strategy, "xla"))
    return has_reduction (partition, group) ? "kInput" : "kLoop";
  if (template != FL_TEMPLATE_EPILOGUE && (g_str_equal (strategy, "xla-base") || g_str_equal (strategy, "stitch")))
    return get_disc_kind (partition, group);
  return fl_template_get_name (template);
}

static const char *
dup_facts (const FlPass *pass, const FlPartition *partition, const FlOpGroup *group)
{
  GString *text = g_string_new (NULL);
  g_autofree char *read = fl_text_dup_bytes ((guint64) MAX (group->bytes_read, 0));
  g_autofree char *written = fl_text_dup_bytes ((guint64) MAX (group->bytes_written, 0));

  fl_concept_append_names (text, partition->graph, group->members, group->n_members);
  g_string_append (text, "; root ");
  fl_concept_append_names (text, partition->graph, group->results, group->n_results);
  if (group->emission.template == FL_TEMPLATE_NONE)
    g_string_append_printf (text, "; no template: %s", group->emission.reason);
  else
    g_string_append_printf (text, "; template %s: %s", fl_template_get_name (group->emission.template),
                            fl_template_get_sentence (group->emission.template));
  g_string_append_printf (text, "; reads %s, writes %s", read, written);
  return fl_concept_take (pass, text);
}

void
fl_concepts_tell_plan (const FlPass *pass, const FlPartition *partition, const char *strategy)
{
  for (guint g = 0; g < partition->n_groups && !fl_pass_is_stopped (pass, FL_STAGE_FUSE); g++)
    {
      const FlOpGroup *group = &partition->groups[g];

      if (group->n_members < 2)
        continue;
      fl_concept_tell_amount (pass, partition->graph, FL_EVENT_PLAN, group->members[0], group->n_members,
                              fl_concepts_get_group_kind (partition, group, strategy, pass->trace),
                              dup_facts (pass, partition, group));
      if (g_str_equal (strategy, "stitch-cpu") && fl_concepts_tell_stitched_cpu (pass, partition, group))
        continue;
      if (group->emission.template == FL_TEMPLATE_STITCH)
        fl_concepts_tell_stitched (pass, partition, group);
    }
}
