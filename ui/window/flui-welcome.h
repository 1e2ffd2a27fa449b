/* What the window shows while nothing is open: how to open a graph, the recent ones, and the
 * samples as cards. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *flui_welcome_new (void);

G_END_DECLS
