/* Events of a strategy's own concepts. */
#include "fl-concepts.h"

enum
{
  MAX_NAMES = 12
};

static void
record (const FlPass *pass, FlEvent *event)
{
  if (!fl_pass_is_stopped (pass, FL_STAGE_FUSE))
    fl_trace_record (pass->trace, event);
}

void
fl_concept_tell (const FlPass *pass, const FlOpGraph *graph, FlEventKind kind, guint32 op, guint32 other,
                 const char *reason, const char *facts)
{
  FlEvent event = { .kind = kind, .verdict = FL_VERDICT_NOTE, .reason = reason, .facts = facts };

  event.subject = (FlRef) { FL_REF_OP, op, graph->nodes[op].name };
  if (other != G_MAXUINT32)
    event.object = (FlRef) { FL_REF_OP, other, graph->nodes[other].name };
  record (pass, &event);
}

void
fl_concept_tell_amount (const FlPass *pass, const FlOpGraph *graph, FlEventKind kind, guint32 op, gint64 amount,
                        const char *reason, const char *facts)
{
  FlEvent event = { .kind = kind, .verdict = FL_VERDICT_NOTE, .amount = amount, .reason = reason, .facts = facts };

  event.subject = (FlRef) { FL_REF_OP, op, graph->nodes[op].name };
  record (pass, &event);
}

void
fl_concept_append_sizes (GString *out, const FlOpNode *node)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < node->n_dims; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, node->sizes[i]);
    }
  g_string_append_c (out, ']');
}

void
fl_concept_append_names (GString *out, const FlOpGraph *graph, const guint32 *ops, guint n_ops)
{
  for (guint i = 0; i < MIN (n_ops, MAX_NAMES); i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", graph->nodes[ops[i]].name);
  if (n_ops > MAX_NAMES)
    g_string_append_printf (out, " and %u more", n_ops - MAX_NAMES);
}

const char *
fl_concept_take (const FlPass *pass, GString *out)
{
  const char *text = fl_arena_strdup (pass->arena, out->str);

  g_string_free (out, TRUE);
  return text;
}
