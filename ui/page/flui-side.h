/* FluiSide: one graph on several devices side by side: a table with a row a program, a chart with a bar a program, and
 * a roofline for each device. What a GPU lacks stands beside the button that would use it. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_SIDE (flui_side_get_type ())
G_DECLARE_FINAL_TYPE (FluiSide, flui_side, FLUI, SIDE, GtkWidget)

GtkWidget *flui_side_new (FluiSession *session);
/* "table" or "rooflines" */
void flui_side_show (FluiSide *self, const char *name);

G_END_DECLS
