/* FluiStepBar: first, back, play, forward, last, a slider, and the sentence of the shown step.
 * Emits "step-chosen" (guint). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define FLUI_TYPE_STEP_BAR (flui_step_bar_get_type ())
G_DECLARE_FINAL_TYPE (FluiStepBar, flui_step_bar, FLUI, STEP_BAR, GtkWidget)

GtkWidget *flui_step_bar_new (void);
/* sentence is shown beside "step / n_steps"; verdict (a CSS class, "accept", "reject", "illegal",
 * "note") tints its mark. */
void flui_step_bar_set (FluiStepBar *self, guint step, guint n_steps, const char *sentence, const char *verdict);
void flui_step_bar_set_playing (FluiStepBar *self, gboolean playing);
gboolean flui_step_bar_is_playing (FluiStepBar *self);
/* Of playing: 1 is a step in 0.6 s. */
void flui_step_bar_set_speed (FluiStepBar *self, double speed);

G_END_DECLS
