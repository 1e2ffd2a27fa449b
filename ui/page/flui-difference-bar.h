/* FluiDifferenceBar: one row above the picture while PyTorch's own dumps are there: what they have
 * in common with the run, and a walk through the differences, each with its reason. Hidden where
 * there is nothing to compare. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_DIFFERENCE_BAR (flui_difference_bar_get_type ())
G_DECLARE_FINAL_TYPE (FluiDifferenceBar, flui_difference_bar, FLUI, DIFFERENCE_BAR, GtkWidget)

GtkWidget *flui_difference_bar_new (FluiSession *session);
/* The overlay is shown; without it the bar is hidden. */
void flui_difference_bar_set_active (FluiDifferenceBar *self, gboolean active);

G_END_DECLS
