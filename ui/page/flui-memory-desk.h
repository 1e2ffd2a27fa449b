/* FluiMemoryDesk: a memory plan to work with: its map, and beside it the lists that say the same:
 * what is alive at a step and why, all buffers, why this one lies here and not there, who took
 * whose memory and who could not, what another plan does otherwise.
 *
 * Signals:
 *   "buffer-chosen"   (string name, gboolean as_second): NULL: none
 *   "operator-wanted" (string name): of the buffer's producer
 */
#pragma once

#include "flui-memory-map.h"
#include "flui-plan.h"

G_BEGIN_DECLS

#define FLUI_TYPE_MEMORY_DESK (flui_memory_desk_get_type ())
G_DECLARE_FINAL_TYPE (FluiMemoryDesk, flui_memory_desk, FLUI, MEMORY_DESK, GtkWidget)

GtkWidget *flui_memory_desk_new (void);
/* NULL: none. Where the new one has the same steps, the view stays. */
void flui_memory_desk_set_plan (FluiMemoryDesk *self, FluiPlan *plan);
FluiPlan *flui_memory_desk_get_plan (FluiMemoryDesk *self);
/* Another plan to be compared with, and what to call it; NULL: none. */
void flui_memory_desk_set_other (FluiMemoryDesk *self, FluiPlan *other, const char *name);
FluiPlan *flui_memory_desk_get_other (FluiMemoryDesk *self);
/* By name; NULL: none. Emits nothing. */
void flui_memory_desk_select (FluiMemoryDesk *self, const char *name, const char *partner);
/* n_boxes flags of the plan's map; may be NULL. */
void flui_memory_desk_set_lit (FluiMemoryDesk *self, const guint8 *lit);

/* "alive", "buffers", "why", "reuse", "changes", "pools": the last two while there is something to
 * show */
void flui_memory_desk_show (FluiMemoryDesk *self, const char *page);
const char *flui_memory_desk_get_page (FluiMemoryDesk *self);
/* What the page "why" says. */
const char *flui_memory_desk_get_why (FluiMemoryDesk *self);
/* The choice of those pages, to be put into a bar. */
GtkWidget *flui_memory_desk_get_switcher (FluiMemoryDesk *self);
FluiMemoryMap *flui_memory_desk_get_map (FluiMemoryDesk *self);
/* One sentence on the plan, or on the difference from the other. */
char *flui_memory_desk_dup_summary (FluiMemoryDesk *self);
/* The map as .svg, .pdf or .png, with the other plan as it is shown. */
gboolean flui_memory_desk_export (FluiMemoryDesk *self, const char *path, GError **error);

G_END_DECLS
