/* A scrolled window that the keyboard can always leave: where nothing in it takes the focus, it takes the focus itself,
 * and arrow keys scroll it. GTK 4.8 tries to focus such a scrolled window too, fails, and says that it did: Tab stays
 * in the widget before it for ever. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *flui_scroller_new (void);

G_END_DECLS
