/* What the two files of the memory map share: flui-memory-map.c draws, flui-memory-map-input.c
 * listens. */
#pragma once

#include <adwaita.h>

#include "flui-memory-map.h"

G_BEGIN_DECLS

struct _FluiMemoryMap
{
  GtkWidget parent;
  const FlMemoryPicture *picture, *other;
  char *other_name;
  const FlMapChange *changes;
  guint n_changes;
  FlMemoryView view;
  gboolean is_fitted; /* everything is seen, and stays so when the size changes */
  gint32 selected, partner, hovered, step;
  guint8 *lit;
  cairo_surface_t *base; /* all but the marks; NULL: to be painted */
  double pointer_x, pointer_y;
  FlMemoryView drag_view;
  double pinch_scale;
  gboolean has_dragged;
};

enum
{
  FLUI_MEMORY_MAP_BOX_SELECTED,
  FLUI_MEMORY_MAP_BOX_ACTIVATED,
  FLUI_MEMORY_MAP_STEP_CHOSEN,
  FLUI_MEMORY_MAP_N_SIGNALS
};
extern guint flui_memory_map_signals[FLUI_MEMORY_MAP_N_SIGNALS];

void flui_memory_map_add_controllers (FluiMemoryMap *self);
gboolean flui_memory_map_query_tooltip (GtkWidget *widget, int px, int py, gboolean keyboard, GtkTooltip *tooltip);

/* Keeps the view within the picture, and draws again. */
void flui_memory_map_set_view (FluiMemoryMap *self, const FlMemoryView *view);
/* What is seen when all fits in. */
FlMemoryView flui_memory_map_get_whole (FluiMemoryMap *self);
/* Draws anew what lies below the marks. */
void flui_memory_map_drop_base (FluiMemoryMap *self);
void flui_memory_map_paint (FluiMemoryMap *self, cairo_t *cr);
/* Factors above 1 show less; the place under (px, py) stays there. */
void flui_memory_map_zoom_at (FluiMemoryMap *self, double step_factor, double byte_factor, double px, double py);
/* Moves the view only when the box is out of it. */
void flui_memory_map_scroll_to (FluiMemoryMap *self, guint box);
void flui_memory_map_fit_box (FluiMemoryMap *self, guint box);
/* With a signal. */
void flui_memory_map_choose (FluiMemoryMap *self, gint32 box, gboolean as_second);
void flui_memory_map_choose_step (FluiMemoryMap *self, gint64 step);

G_END_DECLS
