/* Undo and redo: a list of states and a position in it. */
#include "fl-undo.h"

#include <string.h>

struct _FlUndo
{
  GPtrArray *states; /* FlUndoState */
  guint position;
};

/* --- states ----------------------------------------------------------------------------------- */

static void
free_state (gpointer data)
{
  FlUndoState *state = data;

  g_free (state->label);
  g_free (state->strategy);
  g_array_unref (state->overrides);
  g_free (state);
}

static FlUndoState *
state_new (const char *label, const char *strategy, const GArray *overrides)
{
  FlUndoState *state = g_new0 (FlUndoState, 1);

  state->label = g_strdup (label);
  state->strategy = g_strdup (strategy);
  state->overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride));
  if (overrides != NULL)
    g_array_append_vals (state->overrides, overrides->data, overrides->len);
  return state;
}

FlUndo *
fl_undo_new (const char *strategy, const GArray *overrides)
{
  FlUndo *undo = g_new0 (FlUndo, 1);

  undo->states = g_ptr_array_new_with_free_func (free_state);
  g_ptr_array_add (undo->states, state_new ("", strategy, overrides));
  return undo;
}

void
fl_undo_free (FlUndo *undo)
{
  if (undo == NULL)
    return;
  g_ptr_array_unref (undo->states);
  g_free (undo);
}

static FlUndoState *
get_state (const FlUndo *undo)
{
  return undo->states->pdata[undo->position];
}

const FlUndoState *
fl_undo_get_state (const FlUndo *undo)
{
  return get_state (undo);
}

static FlUndoState *
push (FlUndo *undo, const char *label)
{
  const FlUndoState *now = get_state (undo);
  FlUndoState *state = state_new (label, now->strategy, now->overrides);

  g_ptr_array_set_size (undo->states, (gint) undo->position + 1);
  g_ptr_array_add (undo->states, state);
  undo->position++;
  return state;
}

/* --- changes ---------------------------------------------------------------------------------- */

static gboolean
is_same_option (const FlOverride *a, const FlOverride *b)
{
  gsize length = strcspn (a->a, "=");

  return length == strcspn (b->a, "=") && strncmp (a->a, b->a, length) == 0;
}

/* Both cannot hold: the later one replaces the earlier. */
static gboolean
contradicts (const FlOverride *a, const FlOverride *b)
{
  FlOverride other = *a;

  if (a->kind == FL_OVERRIDE_OPTION || b->kind == FL_OVERRIDE_OPTION)
    return a->kind == b->kind && is_same_option (a, b);
  if ((a->b != NULL) != (b->b != NULL))
    return FALSE;
  other.kind = b->kind;
  return a->kind != b->kind && fl_override_equal (&other, b);
}

static char *
dup_label (const char *verb, const FlOverride *override)
{
  GString *label = g_string_new (verb);

  fl_override_append (label, override);
  return g_string_free (label, FALSE);
}

gboolean
fl_undo_add (FlUndo *undo, const FlOverride *override)
{
  const GArray *now = get_state (undo)->overrides;
  g_autofree char *label = dup_label ("", override);
  FlUndoState *state;

  for (guint i = 0; i < now->len; i++)
    if (fl_override_equal (&g_array_index (now, FlOverride, i), override))
      return FALSE;
  state = push (undo, label);
  for (guint i = state->overrides->len; i-- > 0;)
    if (contradicts (&g_array_index (state->overrides, FlOverride, i), override))
      g_array_remove_index (state->overrides, i);
  g_array_append_vals (state->overrides, override, 1);
  return TRUE;
}

gboolean
fl_undo_remove (FlUndo *undo, const FlOverride *override)
{
  const GArray *now = get_state (undo)->overrides;

  for (guint i = 0; i < now->len; i++)
    if (fl_override_equal (&g_array_index (now, FlOverride, i), override))
      {
        g_autofree char *label = dup_label ("remove ", override);

        g_array_remove_index (push (undo, label)->overrides, i);
        return TRUE;
      }
  return FALSE;
}

gboolean
fl_undo_set_strategy (FlUndo *undo, const char *strategy)
{
  g_autofree char *label = NULL;
  FlUndoState *state;

  if (g_strcmp0 (get_state (undo)->strategy, strategy) == 0)
    return FALSE;
  label = g_strdup_printf ("strategy %s", strategy != NULL ? strategy : "of the session");
  state = push (undo, label);
  g_free (state->strategy);
  state->strategy = g_strdup (strategy);
  return TRUE;
}

gboolean
fl_undo_clear (FlUndo *undo)
{
  if (get_state (undo)->overrides->len == 0)
    return FALSE;
  g_array_set_size (push (undo, "remove all overrides")->overrides, 0);
  return TRUE;
}

/* --- back and forth --------------------------------------------------------------------------- */

gboolean
fl_undo_undo (FlUndo *undo)
{
  if (undo->position == 0)
    return FALSE;
  undo->position--;
  return TRUE;
}

gboolean
fl_undo_redo (FlUndo *undo)
{
  if (undo->position + 1 >= undo->states->len)
    return FALSE;
  undo->position++;
  return TRUE;
}

const char *
fl_undo_get_undo_label (const FlUndo *undo)
{
  return undo->position > 0 ? get_state (undo)->label : NULL;
}

const char *
fl_undo_get_redo_label (const FlUndo *undo)
{
  return undo->position + 1 < undo->states->len ? ((const FlUndoState *) undo->states->pdata[undo->position + 1])->label
                                                : NULL;
}
