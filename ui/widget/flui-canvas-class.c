/* The class of the canvas: what it draws, its signals, and its life. It stands above the files that
 * change a canvas: these take the instance for granted. */
#include <math.h>

#include "fl-palette.h"

#include "flui-canvas-private.h"

G_DEFINE_FINAL_TYPE (FluiCanvas, flui_canvas, GTK_TYPE_WIDGET)

/* Painted once, not with every frame: it holds the whole graph. */
static void
make_map (FluiCanvas *self, const FlBox *box, double scale, gboolean dark)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  FlPaint paint = {
    .dark = dark, .hovered = -1, .focused_edge = -1, .lit = self->lit, .heat = self->heat, .zoom = MIN (scale, 0.1)
  };
  cairo_t *cr;

  self->map = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ceil (box->width) * factor, ceil (box->height) * factor);
  cairo_surface_set_device_scale (self->map, factor, factor);
  self->map_is_dark = dark;
  cr = cairo_create (self->map);
  cairo_translate (cr, (box->width - self->placement->width * scale) / 2,
                   (box->height - self->placement->height * scale) / 2);
  cairo_scale (cr, scale, scale);
  fl_scene_paint (cr, self->scene, self->placement, &paint);
  cairo_destroy (cr);
}

static void
trace_rounded (cairo_t *cr, const FlBox *box, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, box->x + box->width - radius, box->y + radius, radius, -G_PI / 2, 0);
  cairo_arc (cr, box->x + box->width - radius, box->y + box->height - radius, radius, 0, G_PI / 2);
  cairo_arc (cr, box->x + radius, box->y + box->height - radius, radius, G_PI / 2, G_PI);
  cairo_arc (cr, box->x + radius, box->y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
draw_minimap (FluiCanvas *self, cairo_t *cr, gboolean dark)
{
  double scale, tone = dark ? 0.16 : 1.0;
  guint32 accent = fl_theme_get_info (dark)->selection;
  FlBox box, seen;

  if (!flui_canvas_get_minimap_box (self, &box, &scale))
    return;
  if (self->map && self->map_is_dark != dark)
    flui_canvas_drop_map (self);
  if (!self->map)
    make_map (self, &box, scale, dark);
  cairo_save (cr);
  trace_rounded (cr, &box, 8);
  cairo_set_source_rgba (cr, tone, tone, tone, 0.95);
  cairo_fill_preserve (cr);
  fl_color_set (cr, fl_theme_get_info (dark)->text, 0.22);
  cairo_set_line_width (cr, 1);
  cairo_stroke_preserve (cr);
  cairo_clip (cr);
  cairo_set_source_surface (cr, self->map, box.x, box.y);
  cairo_paint (cr);
  seen.x = box.x + (box.width - self->placement->width * scale) / 2 + self->view.x * scale;
  seen.y = box.y + (box.height - self->placement->height * scale) / 2 + self->view.y * scale;
  seen.width = gtk_widget_get_width (GTK_WIDGET (self)) / self->view.zoom * scale;
  seen.height = gtk_widget_get_height (GTK_WIDGET (self)) / self->view.zoom * scale;
  cairo_rectangle (cr, seen.x, seen.y, seen.width, seen.height);
  fl_color_set (cr, accent, 0.12);
  cairo_fill_preserve (cr);
  fl_color_set (cr, accent, 0.9);
  cairo_set_line_width (cr, 1.2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
flui_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiCanvas *self = FLUI_CANVAS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style);
  FlPaint paint = { .dark = dark,
                    .high_contrast = adw_style_manager_get_high_contrast (style),
                    .zoom = self->view.zoom,
                    .visible = { self->view.x, self->view.y, width / self->view.zoom, height / self->view.zoom },
                    .heat = self->heat,
                    .lit = self->lit,
                    .hovered = self->hovered,
                    .focused_edge = self->edge,
                    .film = self->film,
                    .growth = self->growth,
                    .difference = self->difference,
                    .shows_kernels = self->shows_kernels,
                    .n_path = self->path->len,
                    .path = (const FlScenePathHop *) (gpointer) self->path->data };
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  fl_color_set (cr, fl_theme_get_info (dark)->canvas, 1);
  cairo_paint (cr);
  if (self->scene)
    {
      cairo_save (cr);
      cairo_scale (cr, self->view.zoom, self->view.zoom);
      cairo_translate (cr, -self->view.x, -self->view.y);
      fl_scene_paint (cr, self->scene, self->placement, &paint);
      cairo_restore (cr);
      draw_minimap (self, cr, dark);
    }
  if (gtk_widget_has_visible_focus (widget))
    {
      cairo_rectangle (cr, 1, 1, width - 2, height - 2);
      fl_color_set (cr, fl_theme_get_info (dark)->selection, 0.8);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
flui_canvas_dispose (GObject *object)
{
  FluiCanvas *self = FLUI_CANVAS (object);

  if (self->glide)
    adw_animation_reset (self->glide);
  g_clear_object (&self->glide);
  G_OBJECT_CLASS (flui_canvas_parent_class)->dispose (object);
}

static void
flui_canvas_finalize (GObject *object)
{
  FluiCanvas *self = FLUI_CANVAS (object);

  g_clear_pointer (&self->scene, fl_scene_free);
  g_clear_pointer (&self->placement, fl_placement_free);
  g_free (self->lit);
  g_array_unref (self->path);
  flui_canvas_drop_map (self);
  G_OBJECT_CLASS (flui_canvas_parent_class)->finalize (object);
}

static void
flui_canvas_class_init (FluiCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  guint *signals = flui_canvas_signals;

  G_OBJECT_CLASS (klass)->dispose = flui_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = flui_canvas_finalize;
  widget_class->snapshot = flui_canvas_snapshot;
  widget_class->size_allocate = flui_canvas_allocate;
  widget_class->query_tooltip = flui_canvas_query_tooltip;
  signals[FLUI_CANVAS_ITEM_SELECTED]
      = g_signal_new ("item-selected", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                      G_TYPE_INT, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[FLUI_CANVAS_EDGE_SELECTED] = g_signal_new ("edge-selected", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL,
                                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FLUI_CANVAS_BLOCK_TOGGLED] = g_signal_new ("block-toggled", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL,
                                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[FLUI_CANVAS_ZOOM_CHANGED]
      = g_signal_new ("zoom-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_PLACE_CHANGED]
      = g_signal_new ("place-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_VIEW_CHANGED]
      = g_signal_new ("view-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_WHY_ASKED]
      = g_signal_new ("why-asked", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_MENU_ASKED] = g_signal_new ("menu-asked", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                                  NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[FLUI_CANVAS_SCENE_CHANGED]
      = g_signal_new ("scene-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
flui_canvas_init (FluiCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->view.zoom = 1;
  self->path = g_array_new (FALSE, FALSE, sizeof (FlScenePathHop));
  self->hovered = self->cursor = self->edge = -1;
  self->minimap = TRUE;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, "Graph", -1);
  flui_canvas_add_controllers (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
flui_canvas_new (void)
{
  return g_object_new (FLUI_TYPE_CANVAS, NULL);
}
