/* Values that the user wants stored though no rule asks for it. */
#include "fl-lowering.h"

static FlOverrideState *
find (FlLowering *low, FlOverrideKind kind, FlNodeId node)
{
  return low->pass->overrides != NULL ? fl_override_find (low->pass, kind, node.index) : NULL;
}

/* The override that wants the value of the node at hand stored; NULL: none. */
static FlOverrideState *
find_storing (FlLowering *low)
{
  FlOverrideState *state = find (low, FL_OVERRIDE_REALIZE, low->id);

  for (guint i = 0; state == NULL && low->pass->overrides != NULL && i < low->pass->overrides->n; i++)
    {
      FlOverrideState *other = &low->pass->overrides->states[i];

      if (other->override.kind == FL_OVERRIDE_FORBID && other->parts_values
          && MIN (other->node_a, other->node_b) == low->id.index)
        state = other;
    }
  return state;
}

static void
settle (FlLowering *low, FlOverrideState *state, FlOutcome outcome, const char *rule, const char *facts)
{
  /* Two that are kept apart are settled once it is known which kernels there are. */
  if (state->override.kind == FL_OVERRIDE_REALIZE)
    fl_override_settle (low->pass, state, outcome, rule, facts);
}

void
fl_realize_obey (FlLowering *low, FlBox *box)
{
  FlOverrideState *state = find_storing (low);
  FlStorage *storage = box->storage;

  if (state == NULL)
    return;
  if (storage->record != NULL)
    settle (low, state, FL_OUTCOME_NEEDLESS, "it is stored without the override too",
            storage->record->buffer.why != NULL ? storage->record->buffer.why : storage->record->buffer.name);
  else if (box->view != FL_VIEW_NONE)
    settle (low, state, FL_OUTCOME_REFUSED, "a view has no memory of its own", "realize the value that it views");
  else
    {
      fl_realize_storage (low, storage,
                          state->override.kind == FL_OVERRIDE_FORBID
                              ? "an override keeps it out of its readers' kernels"
                              : "an override stores it");
      settle (low, state, FL_OUTCOME_APPLIED, "it has a buffer of its own", storage->record->buffer.name);
    }
}

/* --- the end of lowering ---------------------------------------------------------------------- */

static void
settle_inline (FlLowering *low, FlOverrideState *state)
{
  const FlLoweredNode *node = &low->nodes[state->node_a];
  const FlItem *item = &low->items[state->node_a];
  const FlRecord *record = item->kind == FL_ITEM_BOX ? item->box->storage->record : NULL;

  if (node->kind == FL_LOWERED_POINTWISE && record != NULL)
    fl_override_settle (low->pass, state, FL_OUTCOME_REFUSED, "it must be in memory", record->buffer.why);
  else if (node->kind == FL_LOWERED_POINTWISE)
    fl_override_settle (low->pass, state, state->is_needed ? FL_OUTCOME_APPLIED : FL_OUTCOME_NEEDLESS,
                        state->is_needed ? "it is computed inside its readers"
                                         : "it is computed inside its readers without the override too",
                        NULL);
  else
    fl_override_settle (low->pass, state, FL_OUTCOME_REFUSED, "only pointwise values can be computed inside readers",
                        fl_arena_printf (low->arena, "%s is %s", state->override.a,
                                         node->kind == FL_LOWERED_EXTERN      ? "a library call"
                                         : node->kind == FL_LOWERED_REDUCTION ? "a reduction"
                                         : node->kind == FL_LOWERED_VIEW ? "a view: it is inside its readers already"
                                                                         : "no loop over elements"));
}

void
fl_realize_settle_rest (FlLowering *low)
{
  for (guint i = 0; low->pass->overrides != NULL && i < low->pass->overrides->n; i++)
    {
      FlOverrideState *state = &low->pass->overrides->states[i];

      if (state->outcome != FL_OUTCOME_PENDING || state->node_a == G_MAXUINT32)
        continue;
      if (state->override.kind == FL_OVERRIDE_INLINE)
        settle_inline (low, state);
      else if (state->override.kind == FL_OVERRIDE_REALIZE)
        fl_override_settle (low->pass, state, FL_OUTCOME_REFUSED, "it is no single tensor",
                            "realize one of the values that are taken out of it");
    }
}
