/* What the files of the canvas share: flui-canvas.c has the scene, flui-canvas-view.c moves the view,
 * flui-canvas-input.c listens, and flui-canvas-class.c, above them, draws. */
#pragma once

#include <adwaita.h>

#include "fl-film.h"
#include "flui-canvas.h"

G_BEGIN_DECLS

enum
{
  FLUI_CANVAS_MARGIN = 24
};
static const double flui_zoom_min = 0.05, flui_zoom_max = 4.0, flui_zoom_step = 1.2;

typedef struct
{
  double x, y, zoom; /* scene point at the widget's top left corner; pixels a point */
} FluiView;

struct _FluiCanvas
{
  GtkWidget parent;
  FlScene *scene;
  FlPlacement *placement;
  FluiView view;
  FluiView glide_from, glide_to;
  AdwAnimation *glide;
  gboolean wants_fit; /* fit as soon as the size is known */
  gboolean is_fitted; /* stay fitted while the window is resized */
  double pointer_x, pointer_y;
  FluiView drag_view;
  double pinch_zoom;
  gboolean drags_minimap, has_dragged;
  gint32 hovered;
  guint8 *lit;             /* one a node */
  gint32 cursor;           /* position in nodes; -1 */
  gint32 edge;             /* position in edges; -1 */
  FlItem partner;          /* of the selected pair */
  GArray *path;            /* FlScenePathHop */
  const FlFilmFrame *film; /* borrowed; NULL: none */
  double growth;
  gboolean heat;
  guint difference; /* position + 1; 0: none */
  gboolean shows_kernels;
  gboolean minimap;
  cairo_surface_t *map; /* the minimap's picture, redrawn when scene, colours or lights change */
  gboolean map_is_dark;
};

enum
{
  FLUI_CANVAS_ITEM_SELECTED,
  FLUI_CANVAS_EDGE_SELECTED,
  FLUI_CANVAS_BLOCK_TOGGLED,
  FLUI_CANVAS_ZOOM_CHANGED,
  FLUI_CANVAS_PLACE_CHANGED,
  FLUI_CANVAS_VIEW_CHANGED,
  FLUI_CANVAS_WHY_ASKED,
  FLUI_CANVAS_MENU_ASKED,
  FLUI_CANVAS_SCENE_CHANGED,
  FLUI_CANVAS_N_SIGNALS
};
extern guint flui_canvas_signals[FLUI_CANVAS_N_SIGNALS];

/* At once, or gliding there where animations are on. */
void flui_canvas_set_view (FluiCanvas *self, FluiView view);
void flui_canvas_glide_to (FluiCanvas *self, FluiView view);
void flui_canvas_zoom_at (FluiCanvas *self, double zoom, double px, double py);
void flui_canvas_fit_box (FluiCanvas *self, const FlBox *box, double zoom_max);
void flui_canvas_fit_first (FluiCanvas *self);
void flui_canvas_scroll_to_box (FluiCanvas *self, const FlBox *box);
void flui_canvas_allocate (GtkWidget *widget, int width, int height, int baseline);

/* Place of the minimap in the widget and its scale; FALSE when there is none to show. */
gboolean flui_canvas_get_minimap_box (FluiCanvas *self, FlBox *box, double *scale);
gboolean flui_canvas_press_minimap (FluiCanvas *self, double px, double py, gboolean only_inside);
void flui_canvas_drop_map (FluiCanvas *self);

gboolean flui_canvas_query_tooltip (GtkWidget *widget, int px, int py, gboolean keyboard, GtkTooltip *tooltip);
void flui_canvas_add_controllers (FluiCanvas *self);
/* Moves the cursor there (-1: nowhere) and tells what it stands on. */
void flui_canvas_move_cursor (FluiCanvas *self, gint32 position);

G_END_DECLS
