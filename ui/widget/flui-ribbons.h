/* FluiRibbons: lies over pictures that stand side by side and ties operators to the kernel that the
 * neighbour joins them in: n ribbons that run together. Takes no input. */
#pragma once

#include "flui-canvas.h"

G_BEGIN_DECLS

#define FLUI_TYPE_RIBBONS (flui_ribbons_get_type ())
G_DECLARE_FINAL_TYPE (FluiRibbons, flui_ribbons, FLUI, RIBBONS, GtkWidget)

GtkWidget *flui_ribbons_new (void);
/* The pictures from left to right; borrowed: they must live as long. */
void flui_ribbons_set_canvases (FluiRibbons *self, FluiCanvas *const *canvases, guint n_canvases);
/* The items (boxes of the pictures) whose ribbons are drawn; copied. */
void flui_ribbons_set_items (FluiRibbons *self, const FlItem *items, guint n_items);
/* How many are in sight, as last drawn. */
guint flui_ribbons_get_n_drawn (FluiRibbons *self);

G_END_DECLS
