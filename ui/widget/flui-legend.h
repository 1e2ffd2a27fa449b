/* FluiLegend: what the boxes, arrows and colours of a scene mean: only what the scene has. With
 * heat on, the scale of it too. */
#pragma once

#include <gtk/gtk.h>

#include "fl-scene.h"

G_BEGIN_DECLS

#define FLUI_TYPE_LEGEND (flui_legend_get_type ())
G_DECLARE_FINAL_TYPE (FluiLegend, flui_legend, FLUI, LEGEND, GtkWidget)

GtkWidget *flui_legend_new (void);
/* Read now, not kept. NULL: empty. heat: with the scale of the colours of time. */
void flui_legend_set_scene (FluiLegend *self, const FlScene *scene, gboolean heat);

G_END_DECLS
