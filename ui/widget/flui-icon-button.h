/* A flat button that is an icon: its words are both tooltip and what a screen reader says. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* action: its name; NULL: connect to "clicked". */
GtkWidget *flui_icon_button_new (const char *icon, const char *words, const char *action);

G_END_DECLS
