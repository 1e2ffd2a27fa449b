/* FluiRooflinePage: the kernels of the run that was timed, under the roofs of this machine. What it shows is also in
 * the table of times ("Why not faster"). */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_ROOFLINE_PAGE (flui_roofline_page_get_type ())
G_DECLARE_FINAL_TYPE (FluiRooflinePage, flui_roofline_page, FLUI, ROOFLINE_PAGE, GtkWidget)

GtkWidget *flui_roofline_page_new (FluiSession *session);
/* Kernels that are drawn; 0: nothing was timed. */
guint flui_roofline_page_count (FluiRooflinePage *self);
/* The sentence about the marked kernel, or how to read the picture. Owned by the page. */
const char *flui_roofline_page_get_text (FluiRooflinePage *self);

G_END_DECLS
