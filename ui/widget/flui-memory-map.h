/* FluiMemoryMap: a memory picture to walk in: zoom, pan, a box to be selected, two to be compared,
 * a step to be looked at. Wheel: zoom at the pointer; with Ctrl offsets only, with Shift sideways.
 * Keys: arrows to the next box, with Shift to a second one; Enter its operator; P the peak; [ ] the
 * step before and after; + - 0 zoom; Space the selection, Shift+Space everything; Esc.
 *
 * Signals:
 *   "box-selected"  (int box, gboolean as_second): the user chose a box; -1: none
 *   "box-activated" (uint box): its operator is wanted
 *   "step-chosen"   (uint step)
 */
#pragma once

#include <gtk/gtk.h>

#include "fl-memory-picture.h"

G_BEGIN_DECLS

#define FLUI_TYPE_MEMORY_MAP (flui_memory_map_get_type ())
G_DECLARE_FINAL_TYPE (FluiMemoryMap, flui_memory_map, FLUI, MEMORY_MAP, GtkWidget)

GtkWidget *flui_memory_map_new (void);

/* Borrowed until the next one is set; NULL: nothing. keep_view: what is seen stays where the
 * pictures have as many steps. Nothing is selected afterwards. */
void flui_memory_map_set_picture (FluiMemoryMap *self, const FlMemoryPicture *picture, gboolean keep_view);
const FlMemoryPicture *flui_memory_map_get_picture (FluiMemoryMap *self);
/* Another plan as outlines, with the changes from it to the picture; borrowed likewise. NULL: none.
 * name: what it is called. */
void flui_memory_map_set_other (FluiMemoryMap *self, const FlMemoryPicture *other, const char *name,
                                const FlMapChange *changes, guint n_changes);

/* Without a signal. -1: none. */
void flui_memory_map_select (FluiMemoryMap *self, gint32 selected, gint32 partner);
gint32 flui_memory_map_get_selected (FluiMemoryMap *self);
gint32 flui_memory_map_get_partner (FluiMemoryMap *self);
/* n_boxes flags of what is the same thing as the selection; copied; may be NULL. */
void flui_memory_map_set_lit (FluiMemoryMap *self, const guint8 *lit);
void flui_memory_map_set_step (FluiMemoryMap *self, guint step);

void flui_memory_map_zoom_by (FluiMemoryMap *self, double factor);
void flui_memory_map_zoom_fit (FluiMemoryMap *self);
const FlMemoryView *flui_memory_map_get_view (FluiMemoryMap *self);
/* Paints a whole frame, cache and all, into a picture of the widget's size: for measuring. */
void flui_memory_map_paint_frame (FluiMemoryMap *self, cairo_t *cr);

G_END_DECLS
