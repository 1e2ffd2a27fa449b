/* FluiWhatifPage: the base and its variants side by side: what was changed in each, its figures
 * with what differs, the best of every row, and a note. */
#pragma once

#include <gtk/gtk.h>

#include "flui-whatif.h"

G_BEGIN_DECLS

#define FLUI_TYPE_WHATIF_PAGE (flui_whatif_page_get_type ())
G_DECLARE_FINAL_TYPE (FluiWhatifPage, flui_whatif_page, FLUI, WHATIF_PAGE, GtkWidget)

GtkWidget *flui_whatif_page_new (FluiWhatif *whatif);

G_END_DECLS
