/* Undo and redo over a variant's overrides and strategy: whole states, for they are small. */
#pragma once

#include "fl-override.h"

G_BEGIN_DECLS

typedef struct
{
  char *label;       /* the change that made the state: "forbid relu, add"; of the first state: "" */
  char *strategy;    /* NULL: the session's */
  GArray *overrides; /* FlOverride */
} FlUndoState;

typedef struct _FlUndo FlUndo;

/* The first state has these; both may be NULL: none. */
FlUndo *fl_undo_new (const char *strategy, const GArray *overrides);
void fl_undo_free (FlUndo *undo);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlUndo, fl_undo_free)

const FlUndoState *fl_undo_get_state (const FlUndo *undo); /* now; borrowed until the next change */
/* Each makes a new state, and what could be redone is forgotten. An override that contradicts
 * earlier ones replaces them (forbid and force of the same two, realize and inline of the same
 * value, two values of one option). FALSE: nothing changed, no state was made. */
gboolean fl_undo_add (FlUndo *undo, const FlOverride *override);
gboolean fl_undo_remove (FlUndo *undo, const FlOverride *override);
gboolean fl_undo_set_strategy (FlUndo *undo, const char *strategy);
gboolean fl_undo_clear (FlUndo *undo); /* no overrides */

/* FALSE when there is nothing to go back or forth to. */
gboolean fl_undo_undo (FlUndo *undo);
gboolean fl_undo_redo (FlUndo *undo);
/* Of the step that undo would take back, redo would take; NULL: none. */
const char *fl_undo_get_undo_label (const FlUndo *undo);
const char *fl_undo_get_redo_label (const FlUndo *undo);

G_END_DECLS
