/* FluiCanvas: draws a scene with its placement; pan, zoom, hover, selection by mouse and by keys, a minimap. It knows boxes and
 * arrows, nothing of compilers: what they mean is in FlSceneNode.item.
 *
 * Keys while focused: arrows go to the nearest node that way; Shift+Up/Down follow an edge to a producer or reader; Home/End first and
 * last node; plus, minus, 0 zoom; Space fits the selection, Shift+Space all; M the minimap; Escape clears the selection; Enter
 * activates (opens a folded block).
 *
 * Signals: "item-selected" (kind int, name string: both FL_ITEM_NONE/NULL for nothing), "item-activated" (the same),
 * "zoom-changed". */
#pragma once

#include <gtk/gtk.h>

#include "fl-scene.h"

G_BEGIN_DECLS

#define FLUI_TYPE_CANVAS (flui_canvas_get_type ())
G_DECLARE_FINAL_TYPE (FluiCanvas, flui_canvas, FLUI, CANVAS, GtkWidget)

GtkWidget *flui_canvas_new (void);

/* Takes both (NULL, NULL: nothing). keep_view: do not fit anew; nodes that have the same item stay where they were on screen. */
void flui_canvas_set_scene (FluiCanvas *self, FlScene *scene, FlPlacement *placement, gboolean keep_view);
const FlScene *flui_canvas_get_scene (FluiCanvas *self);

/* Lights these items (kin of the selection) and rings the selected one. Copied. */
void flui_canvas_set_lit (FluiCanvas *self, FlItem selection, const FlItem *kin, guint n_kin);
/* Scrolls the item into view if it is not; TRUE when the scene has it. */
gboolean flui_canvas_show_item (FluiCanvas *self, FlItem item);

void flui_canvas_zoom_by (FluiCanvas *self, double factor);
void flui_canvas_zoom_fit (FluiCanvas *self);
double flui_canvas_get_zoom (FluiCanvas *self);
void flui_canvas_set_heat (FluiCanvas *self, gboolean heat);
void flui_canvas_set_minimap (FluiCanvas *self, gboolean visible);

G_END_DECLS
