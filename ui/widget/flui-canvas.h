/* FluiCanvas: draws a scene with its placement; pan, zoom, hover, selection by mouse and by keys, a
 * minimap. It knows boxes and arrows, nothing of compilers: what they mean is in FlSceneNode.item.
 * The cursor is the box that the keys act on: the selected one, or a folded block, which stands for
 * nothing that could be selected elsewhere.
 *
 * Keys while focused: arrows go to the nearest node that way; Shift+Up/Down follow an edge to a
 * producer or reader; W walks along the refused edges of the cursor; Home/End first and last node;
 * plus, minus, 0 zoom; Space fits the cursor, Shift+Space all; M the minimap; H the heat; Escape
 * clears the selection; Enter activates (opens a folded block); Backspace closes the block around.
 *
 * Signals: "item-selected" (kind int, name string: both FL_ITEM_NONE/NULL for nothing; gboolean: as
 * a second one, to ask about a pair), "edge-selected" (guint position in the scene's edges),
 * "block-toggled" (name string of the module path, gboolean: open it), "zoom-changed",
 * "place-changed" (another part is seen, or at another zoom), "view-changed" (heat or minimap, by key), "why-asked" (by
 * W: for the selected pair, or for the refused edge that W went to), "menu-asked" (double x, double y in the widget: a
 * right click, or the menu key), "scene-changed". */
#pragma once

#include <gtk/gtk.h>

#include "fl-scene.h"

G_BEGIN_DECLS

#define FLUI_TYPE_CANVAS (flui_canvas_get_type ())
G_DECLARE_FINAL_TYPE (FluiCanvas, flui_canvas, FLUI, CANVAS, GtkWidget)

GtkWidget *flui_canvas_new (void);

/* Takes both (NULL, NULL: nothing). keep_view: do not fit anew; nodes that have the same item stay
 * where they were on screen. */
void flui_canvas_set_scene (FluiCanvas *self, FlScene *scene, FlPlacement *placement, gboolean keep_view);
const FlScene *flui_canvas_get_scene (FluiCanvas *self);

/* What is lit: the selection, its partner (kind FL_ITEM_NONE: no pair), and the related nodes of both.
 * Copied. */
typedef struct
{
  FlItem selection, partner;
  guint n_kin;
  const FlItem *kin;
} FluiLit;
void flui_canvas_set_lit (FluiCanvas *self, const FluiLit *lit);
/* A way through the picture, drawn as numbered arrows: pairs of items, from and to. Forgotten with
 * the scene. */
void flui_canvas_set_path (FluiCanvas *self, const FlItem *ends, guint n_hops);
guint flui_canvas_get_n_path (FluiCanvas *self);
/* A moment of the replay, and how far its groups have grown together. Borrowed until another is set;
 * NULL: none. */
struct _FlFilmFrame;
void flui_canvas_set_film (FluiCanvas *self, const struct _FlFilmFrame *film, double growth);
/* Position in nodes of the closed block that the item is inside; -1: none. */
gint32 flui_canvas_find_block (FluiCanvas *self, FlItem item);
/* Scrolls the item, or the block it is inside, into view; TRUE when the scene has it. */
gboolean flui_canvas_show_item (FluiCanvas *self, FlItem item);
/* Position of the cursor in the scene's nodes; -1: none. */
gint32 flui_canvas_get_cursor (FluiCanvas *self);
/* Position of the lit refused (or other) edge between selection and partner; -1: none. */
gint32 flui_canvas_get_edge (FluiCanvas *self);

void flui_canvas_zoom_by (FluiCanvas *self, double factor);
void flui_canvas_zoom_to (FluiCanvas *self, double zoom);
void flui_canvas_zoom_fit (FluiCanvas *self);
double flui_canvas_get_zoom (FluiCanvas *self);
void flui_canvas_set_heat (FluiCanvas *self, gboolean heat);
gboolean flui_canvas_get_heat (FluiCanvas *self);
void flui_canvas_set_minimap (FluiCanvas *self, gboolean visible);
gboolean flui_canvas_get_minimap (FluiCanvas *self);

/* --- several pictures of the same boxes, side by side --- */
/* The scene point at the top left corner, and the zoom. */
void flui_canvas_get_place (FluiCanvas *self, double *x, double *y, double *zoom);
void flui_canvas_set_place (FluiCanvas *self, double x, double y, double zoom);
/* position: of the difference that is looked at; G_MAXUINT: none. */
void flui_canvas_set_difference (FluiCanvas *self, guint position);
/* Kernels as one thing each instead of their operators. */
void flui_canvas_set_shows_kernels (FluiCanvas *self, gboolean kernels);
/* All of the picture, or where it is too large its top, as wide as can be read. */
void flui_canvas_show_top (FluiCanvas *self);
/* Brings all of them into view, at a zoom at which they can be read where that is possible. */
gboolean flui_canvas_show_items (FluiCanvas *self, const FlItem *items, guint n_items);
/* Where a box of the scene (position in nodes) is in the widget. */
gboolean flui_canvas_get_box (FluiCanvas *self, guint32 node, FlBox *box);

G_END_DECLS
