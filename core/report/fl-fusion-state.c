/* The groups that the events of a fusion log make of its nodes. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fusion-log-private.h"

void
fl_fusion_state_init (FlFusionState *state, const FlFusionLog *log)
{
  *state = (FlFusionState) { .log = log };
  state->parents = g_new (guint32, log->n_nodes + 1);
  state->numbers = g_new0 (guint, log->n_nodes + 1);
  for (guint32 i = 0; i < log->n_nodes; i++)
    state->parents[i] = i;
}

void
fl_fusion_state_clear (FlFusionState *state)
{
  g_free (state->parents);
  g_free (state->numbers);
}

guint32
fl_fusion_state_find (FlFusionState *state, guint32 node)
{
  while (state->parents[node] != node)
    node = state->parents[node] = state->parents[state->parents[node]];
  return node;
}

static gboolean
unite (FlFusionState *state, guint32 a, guint32 b)
{
  guint32 one = fl_fusion_state_find (state, a), other = fl_fusion_state_find (state, b);
  guint32 root = MIN (one, other);
  guint number;

  if (one == other)
    return FALSE;
  /* The older group keeps its number. */
  number = state->numbers[one] == 0     ? state->numbers[other]
           : state->numbers[other] == 0 ? state->numbers[one]
                                        : MIN (state->numbers[one], state->numbers[other]);
  if (number == 0)
    number = ++state->n_numbers;
  state->parents[one] = state->parents[other] = root;
  state->numbers[one] = state->numbers[other] = 0;
  state->numbers[root] = number;
  return TRUE;
}

/* "op0_op1_op2" is made of these: lists of operations that run side by side from the start. */
static gboolean
unite_named (FlFusionState *state, const char *name)
{
  g_auto (GStrv) names = g_strsplit (name, "_", -1);
  guint32 first = G_MAXUINT32;
  gboolean has_merged = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint32 at = GPOINTER_TO_UINT (g_hash_table_lookup (state->log->by_name, fl_intern (names[i]))) - 1;

      if (at == G_MAXUINT32)
        continue;
      if (first == G_MAXUINT32)
        first = at;
      else
        has_merged |= unite (state, first, at);
    }
  return has_merged;
}

guint32
fl_fusion_log_find_ref (const FlFusionLog *log, const FlRef *ref)
{
  if (ref->kind != FL_REF_OP || ref->index >= log->n_nodes)
    return G_MAXUINT32;
  return ref->index;
}

gboolean
fl_fusion_state_apply (FlFusionState *state, const FlEvent *event)
{
  guint32 a, b;

  if (event->kind == FL_EVENT_ROUND && event->subject.kind == FL_REF_OP && !state->log->is_over_ops)
    return unite_named (state, event->subject.name);
  if (event->kind != FL_EVENT_FUSE || event->verdict != FL_VERDICT_ACCEPT)
    return FALSE;
  a = fl_fusion_log_find_ref (state->log, &event->subject);
  b = fl_fusion_log_find_ref (state->log, &event->object);
  return a != G_MAXUINT32 && b != G_MAXUINT32 && unite (state, a, b);
}

gboolean
fl_fusion_event_is_refusal (const FlEvent *event)
{
  return (event->kind == FL_EVENT_FUSE || event->kind == FL_EVENT_CANDIDATE)
         && (event->verdict == FL_VERDICT_ILLEGAL || event->verdict == FL_VERDICT_REJECT)
         && event->subject.kind == FL_REF_OP && event->object.kind == FL_REF_OP;
}

gboolean
fl_fusion_event_is_cycle (const FlEvent *event)
{
  return event->reason != NULL
         && (strstr (event->reason, "cycle") != NULL || g_str_has_prefix (event->reason, "intermediate nodes"));
}

/* What the search itself did not say step by step (the exact search proves all its groups at once)
 * is there at the end. */
static void
apply_final (FlFusionState *state)
{
  const guint32 *final = state->log->final_group;

  for (guint32 i = 0; i < state->log->n_nodes; i++)
    unite (state, i, final[i]);
}

void
fl_fusion_log_get_groups (const FlFusionLog *log, guint32 step, guint32 *group_of, guint *numbers)
{
  g_auto (FlFusionState) state = { 0 };

  fl_fusion_state_init (&state, log);
  for (guint32 i = 0; i < step && i < log->n_steps; i++)
    fl_fusion_state_apply (&state, fl_trace_get_step (log->run->trace, FL_STAGE_FUSE, i));
  if (step >= log->n_group_steps)
    apply_final (&state);
  for (guint32 i = 0; i < log->n_nodes; i++)
    group_of[i] = fl_fusion_state_find (&state, i);
  for (guint32 i = 0; numbers != NULL && i < log->n_nodes; i++)
    numbers[i] = state.parents[i] == i ? state.numbers[i] : 0;
}
