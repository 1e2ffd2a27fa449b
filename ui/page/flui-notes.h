/* FluiNotes: the user's own notes on the open graph, kept by the graph's content under the user's
 * data folder, so that they survive a recompilation and a renamed file. Saved as one types. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_NOTES (flui_notes_get_type ())
G_DECLARE_FINAL_TYPE (FluiNotes, flui_notes, FLUI, NOTES, GtkWidget)

GtkWidget *flui_notes_new (FluiSession *session);

G_END_DECLS
