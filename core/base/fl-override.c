/* Overrides as text, and their outcomes. */
#include "fl-override.h"

#include <string.h>

#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-options.h"

static const FlOverrideInfo infos[FL_N_OVERRIDES] = {
#define OVERRIDE(id, name, n_subjects, stage, title, sentence)                                                         \
  [FL_OVERRIDE_##id] = { name, n_subjects, FL_STAGE_##stage, title, sentence },
#include "fl-overrides.def"
};

const FlOverrideInfo *
fl_override_get_info (FlOverrideKind kind)
{
  g_assert ((guint) kind < FL_N_OVERRIDES);
  return &infos[kind];
}

gboolean
fl_override_find_kind (const char *name, FlOverrideKind *kind)
{
  for (guint i = 0; i < FL_N_OVERRIDES; i++)
    if (g_str_equal (infos[i].name, name))
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

const char *
fl_outcome_get_name (FlOutcome outcome)
{
  static const char *const names[] = { "not reached", "applied", "needless", "refused", "not found" };

  return names[outcome];
}

/* --- text ------------------------------------------------------------------------------------- */

static gboolean
refuse_form (FlOverrideKind kind, const char *text, GError **error)
{
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s “%s”: %s", infos[kind].name, text,
               kind == FL_OVERRIDE_OPTION    ? "give an option and its value, NAME=VALUE"
               : infos[kind].n_subjects == 2 ? "give two different values, A,B"
                                             : "give one value");
  return FALSE;
}

static gboolean
parse_option (const char *text, FlOverride *override, GError **error)
{
  g_autofree char *plain = g_strdup (text);
  FlOptions options;

  fl_options_init (&options);
  if (!fl_options_set (&options, g_strstrip (plain), error))
    return FALSE;
  *override = (FlOverride) { FL_OVERRIDE_OPTION, fl_intern (plain), NULL };
  return TRUE;
}

gboolean
fl_override_parse (FlOverrideKind kind, const char *text, FlOverride *override, GError **error)
{
  g_auto (GStrv) words = NULL;
  guint n = infos[kind].n_subjects;

  if (!g_utf8_validate (text, -1, NULL))
    return refuse_form (kind, "?", error);
  if (kind == FL_OVERRIDE_OPTION)
    return strchr (text, '=') != NULL ? parse_option (text, override, error) : refuse_form (kind, text, error);
  words = g_strsplit (text, ",", -1);
  if (g_strv_length (words) != n)
    return refuse_form (kind, text, error);
  for (guint i = 0; i < n; i++)
    if (*g_strstrip (words[i]) == '\0')
      return refuse_form (kind, text, error);
  if (n == 2 && g_str_equal (words[0], words[1]))
    return refuse_form (kind, text, error);
  *override = (FlOverride) { kind, fl_intern (words[0]), n == 2 ? fl_intern (words[1]) : NULL };
  return TRUE;
}

void
fl_override_append (GString *out, const FlOverride *override)
{
  g_string_append_printf (out, "%s %s", infos[override->kind].name, override->a);
  if (override->b != NULL)
    g_string_append_printf (out, ", %s", override->b);
}

gboolean
fl_override_equal (const FlOverride *a, const FlOverride *b)
{
  return a->kind == b->kind && ((a->a == b->a && a->b == b->b) || (a->b != NULL && a->a == b->b && a->b == b->a));
}

/* --- for passes ------------------------------------------------------------------------------- */

FlOverrides *
fl_overrides_new (FlArena *arena, const FlOverride *list, guint n)
{
  FlOverrides *overrides;

  if (n == 0)
    return NULL;
  overrides = fl_arena_new (arena, FlOverrides, 1);
  overrides->n = n;
  overrides->states = fl_arena_new (arena, FlOverrideState, n);
  for (guint i = 0; i < n; i++)
    overrides->states[i] = (FlOverrideState) { .override = list[i], .node_a = G_MAXUINT32, .node_b = G_MAXUINT32 };
  return overrides;
}

static FlEventKind
get_event_kind (FlOverrideKind kind)
{
  switch (infos[kind].stage)
    {
    case FL_STAGE_FUSE: return FL_EVENT_OVERRIDE_FUSION;
    case FL_STAGE_REALIZE: return FL_EVENT_OVERRIDE_VALUE;
    case FL_STAGE_DECOMPOSE: return FL_EVENT_OVERRIDE_GRAPH;
    default: return FL_EVENT_OVERRIDE_OPTION;
    }
}

static FlVerdict
get_verdict (FlOutcome outcome)
{
  return outcome == FL_OUTCOME_APPLIED    ? FL_VERDICT_ACCEPT
         : outcome == FL_OUTCOME_NEEDLESS ? FL_VERDICT_NOTE
                                          : FL_VERDICT_ILLEGAL;
}

void
fl_override_settle (const FlPass *pass, FlOverrideState *state, FlOutcome outcome, const char *rule, const char *facts)
{
  const FlOverride *override = &state->override;
  FlEvent event = { .kind = get_event_kind (override->kind), .verdict = get_verdict (outcome) };

  if (state->outcome == FL_OUTCOME_REFUSED || (state->outcome != FL_OUTCOME_PENDING && outcome != FL_OUTCOME_REFUSED))
    return;
  state->outcome = outcome;
  state->rule = fl_intern (rule);
  state->facts = facts;
  event.subject = (FlRef) { FL_REF_NODE, state->node_a, override->a };
  if (override->b != NULL)
    event.object = (FlRef) { FL_REF_NODE, state->node_b, override->b };
  event.reason = state->rule;
  event.facts = fl_arena_printf (pass->arena, "%s: %s%s%s", infos[override->kind].name, fl_outcome_get_name (outcome),
                                 facts != NULL ? "; " : "", facts != NULL ? facts : "");
  fl_trace_record (pass->trace, &event);
}

void
fl_overrides_leave_out (const FlPass *pass, const FlOverrides *earlier)
{
  for (guint i = 0; pass->overrides != NULL && i < MIN (pass->overrides->n, earlier->n); i++)
    {
      const FlOverrideState *from = &earlier->states[i];

      if (from->outcome >= FL_OUTCOME_REFUSED)
        fl_override_settle (pass, &pass->overrides->states[i], from->outcome, from->rule,
                            from->facts != NULL ? fl_arena_strdup (pass->arena, from->facts) : NULL);
    }
}

FlOverrideState *
fl_override_find (const FlPass *pass, FlOverrideKind kind, guint32 node)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      FlOverrideState *state = &pass->overrides->states[i];

      if (state->override.kind == kind && node != G_MAXUINT32 && (state->node_a == node || state->node_b == node))
        return state;
    }
  return NULL;
}
