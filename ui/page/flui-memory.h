/* FluiMemory: the memory plan: a map (program order across, offset upwards, a box a buffer's life)
 * beside a table that says why each buffer did or did not take another's memory. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_MEMORY (flui_memory_get_type ())
G_DECLARE_FINAL_TYPE (FluiMemory, flui_memory, FLUI, MEMORY, GtkWidget)

GtkWidget *flui_memory_new (FluiSession *session);

G_END_DECLS
