/* FluiSearch: finds FX nodes, operators, buffers, scheduler nodes and kernels while typing; Enter
 * goes from hit to hit. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_SEARCH (flui_search_get_type ())
G_DECLARE_FINAL_TYPE (FluiSearch, flui_search, FLUI, SEARCH, GtkWidget)

GtkWidget *flui_search_new (FluiSession *session);

G_END_DECLS
