/* FluiCell: one line of text in a table. A list keeps two hundred rows of widgets, whether they are in sight or not,
 * and a GtkLabel lays its text out to say how large it is: with eight columns that makes the window stop for a moment
 * at every new list. A cell lays its text out when it is drawn, and finds its width in a table of the texts of the same
 * form. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define FLUI_TYPE_CELL (flui_cell_get_type ())
G_DECLARE_FINAL_TYPE (FluiCell, flui_cell, FLUI, CELL, GtkWidget)

/* is_number: at the right, with figures of one width, never cut short. Other text ends in an ellipsis where room is
 * short, and has all of it as its tooltip then; min_chars: room that it keeps; 0: none. expands: its natural width is
 * estimated, as its column takes what is there. */
GtkWidget *flui_cell_new (gboolean is_number, int min_chars, gboolean expands);
void flui_cell_set_text (FluiCell *self, const char *text);
const char *flui_cell_get_text (FluiCell *self);

G_END_DECLS
