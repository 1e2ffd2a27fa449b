/* FluiPacedList: another list, a few rows more in every turn of the main loop until a view has as many widgets as it
 * ever makes; then all of them. A GtkColumnView makes widgets for two hundred rows as soon as there are so many, which
 * takes longer than a frame. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define FLUI_TYPE_PACED_LIST (flui_paced_list_get_type ())
G_DECLARE_FINAL_TYPE (FluiPacedList, flui_paced_list, FLUI, PACED_LIST, GObject)

/* Takes the reference. */
FluiPacedList *flui_paced_list_new (GListModel *all);

G_END_DECLS
