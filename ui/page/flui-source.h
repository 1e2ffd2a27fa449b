/* FluiSource: source beside the graph: the kernels, the wrapper, the shown stage as text, the
 * graph's own file. Lines that belong to the selection are shaded; putting the cursor on a line
 * selects what it came from. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_SOURCE (flui_source_get_type ())
G_DECLARE_FINAL_TYPE (FluiSource, flui_source, FLUI, SOURCE, GtkWidget)

GtkWidget *flui_source_new (FluiSession *session);

G_END_DECLS
