/* FluiMemory: the memory plan of the open graph: who plans and in which order, the map with its
 * lists; another planner, order, unfused kernels or a what-if variant to be compared with. */
#pragma once

#include <gtk/gtk.h>

#include "flui-memory-desk.h"
#include "flui-session.h"
#include "flui-whatif.h"

G_BEGIN_DECLS

#define FLUI_TYPE_MEMORY (flui_memory_get_type ())
G_DECLARE_FINAL_TYPE (FluiMemory, flui_memory, FLUI, MEMORY, GtkWidget)

/* whatif: whose variants can be compared with. */
GtkWidget *flui_memory_new (FluiSession *session, FluiWhatif *whatif);
FluiMemoryDesk *flui_memory_get_desk (FluiMemory *self);

/* The rows that a plan can be compared with: "Exact search", "Order: breadth first", "Without
 * fusion", "What if: …". Position 0: nothing. */
guint flui_memory_get_n_others (FluiMemory *self);
const char *flui_memory_get_other_title (FluiMemory *self, guint position);
void flui_memory_compare (FluiMemory *self, guint position);
/* TRUE while the other plan is being made. */
gboolean flui_memory_is_busy (FluiMemory *self);
/* What the page says about plan and difference. */
const char *flui_memory_get_summary (FluiMemory *self);

G_END_DECLS
