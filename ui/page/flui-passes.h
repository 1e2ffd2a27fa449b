/* FluiPasses: the steps of one kernel: the passes over its loop program, and of the chosen one the
 * outline before and after it side by side (the cursor on a line selects what it came from), what
 * it decided, and the code that came of it. A pass
 * can be switched off, which makes a variant. Its other page is what each pass is worth.
 *
 * Keys, wherever the focus is in the page: comma and period (or Left and Right) go one pass, Home
 * and End to the ends, J and K to the next and the previous change, T switches the pass off or on,
 * V shows what each pass is worth, Escape leaves. */
#pragma once

#include <gtk/gtk.h>

#include "fl-kernel-steps.h"

#include "flui-whatif.h"

G_BEGIN_DECLS

#define FLUI_TYPE_PASSES (flui_passes_get_type ())
G_DECLARE_FINAL_TYPE (FluiPasses, flui_passes, FLUI, PASSES, GtkWidget)

GtkWidget *flui_passes_new (FluiSession *session, FluiWhatif *whatif);

/* What is not seen is not worked out: the window says when it is. */
void flui_passes_set_active (FluiPasses *self, gboolean active);
gboolean flui_passes_is_busy (FluiPasses *self);
/* The kernel that the selection is in, else the first with loops of its own; NULL: none, or not
 * there yet. Borrowed. */
const FlKernelSteps *flui_passes_get_steps (FluiPasses *self);
guint flui_passes_get_step (FluiPasses *self);
void flui_passes_set_step (FluiPasses *self, guint step);
/* Switches the chosen pass off, or on again, as a variant. */
void flui_passes_switch (FluiPasses *self);
void flui_passes_show_worth (FluiPasses *self, gboolean worth);
/* What stands in the two outlines, with signs. New texts. */
char *flui_passes_dup_side (FluiPasses *self, gboolean after);

G_END_DECLS
