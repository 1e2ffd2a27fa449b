/* Pairs that the user keeps apart. */
#include "fl-op-guard.h"

const FlOverrideState *
fl_op_find_forbidden (const FlPass *pass, const FlBits *set)
{
  for (guint i = 0; pass->overrides != NULL && i < pass->overrides->n; i++)
    {
      const FlOverrideState *state = &pass->overrides->states[i];

      if (state->override.kind == FL_OVERRIDE_FORBID && state->node_a != G_MAXUINT32 && state->node_b != G_MAXUINT32
          && fl_bits_has (set, state->node_a) && fl_bits_has (set, state->node_b))
        return state;
    }
  return NULL;
}
