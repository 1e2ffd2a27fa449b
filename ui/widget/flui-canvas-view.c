/* The canvas' view: which part of the scene is seen, at which zoom. */
#include <math.h>

#include "flui-canvas-private.h"

guint flui_canvas_signals[FLUI_CANVAS_N_SIGNALS];

#define GLIDE_MS 180
#define MINIMAP_WIDTH 150.0
#define MINIMAP_HEIGHT 190.0

static double
get_width (FluiCanvas *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self));
}

static double
get_height (FluiCanvas *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

static void
stop_glide (FluiCanvas *self)
{
  if (self->glide)
    adw_animation_pause (self->glide);
  g_clear_object (&self->glide);
}

static void
apply_view (FluiCanvas *self, FluiView view)
{
  gboolean zoomed;

  view.zoom = CLAMP (view.zoom, flui_zoom_min, flui_zoom_max);
  zoomed = view.zoom != self->view.zoom;
  self->view = view;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (zoomed)
    g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_ZOOM_CHANGED], 0);
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_PLACE_CHANGED], 0);
}

void
flui_canvas_set_view (FluiCanvas *self, FluiView view)
{
  stop_glide (self);
  apply_view (self, view);
}

static void
on_glide (double value, gpointer data)
{
  FluiCanvas *self = data;
  const FluiView *a = &self->glide_from, *b = &self->glide_to;

  apply_view (self, (FluiView) { a->x + (b->x - a->x) * value, a->y + (b->y - a->y) * value,
                                 a->zoom + (b->zoom - a->zoom) * value });
}

void
flui_canvas_glide_to (FluiCanvas *self, FluiView view)
{
  view.zoom = CLAMP (view.zoom, flui_zoom_min, flui_zoom_max);
  stop_glide (self);
  if (!adw_get_enable_animations (GTK_WIDGET (self)) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      apply_view (self, view);
      return;
    }
  self->glide_from = self->view;
  self->glide_to = view;
  self->glide = g_object_ref_sink (adw_timed_animation_new (GTK_WIDGET (self), 0, 1, GLIDE_MS,
                                                            adw_callback_animation_target_new (on_glide, self, NULL)));
  adw_animation_play (self->glide);
}

/* Keeps the scene point under (px, py) of the widget where it is. */
void
flui_canvas_zoom_at (FluiCanvas *self, double zoom, double px, double py)
{
  double scene_x = self->view.x + px / self->view.zoom, scene_y = self->view.y + py / self->view.zoom;

  zoom = CLAMP (zoom, flui_zoom_min, flui_zoom_max);
  self->is_fitted = FALSE;
  flui_canvas_set_view (self, (FluiView) { scene_x - px / zoom, scene_y - py / zoom, zoom });
}

static FluiView
get_fitting_view (FluiCanvas *self, const FlBox *box, double zoom_max)
{
  double width = get_width (self), height = get_height (self), zoom;

  zoom = MIN ((width - 2 * FLUI_CANVAS_MARGIN) / MAX (box->width, 1),
              (height - 2 * FLUI_CANVAS_MARGIN) / MAX (box->height, 1));
  zoom = CLAMP (zoom, flui_zoom_min, zoom_max);
  return (FluiView) { box->x + box->width / 2 - width / 2 / zoom, box->y + box->height / 2 - height / 2 / zoom, zoom };
}

void
flui_canvas_fit_box (FluiCanvas *self, const FlBox *box, double zoom_max)
{
  if (get_width (self) >= 2 && get_height (self) >= 2)
    flui_canvas_glide_to (self, get_fitting_view (self, box, zoom_max));
}

/* A tall graph fitted whole would be unreadable: it opens at its top, at a size that can be read.
 */
void
flui_canvas_fit_first (FluiCanvas *self)
{
  const double zoom_readable = 0.8, zoom_least = 0.9;
  double width = get_width (self);
  FlBox all = { 0, 0, self->placement->width, self->placement->height };
  FluiView view = get_fitting_view (self, &all, 1.25);

  self->is_fitted = view.zoom >= zoom_readable;
  if (!self->is_fitted)
    {
      double zoom = zoom_least;

      view = (FluiView) { all.width / 2 - width / 2 / zoom, -FLUI_CANVAS_MARGIN / zoom, zoom };
      /* Wider than the view even so: start where the first box stands. */
      if (all.width * zoom > width && self->placement->n_nodes > 0)
        view.x = self->placement->nodes[0].x + self->placement->nodes[0].width / 2 - width / 2 / zoom;
    }
  flui_canvas_set_view (self, view);
}

void
flui_canvas_zoom_fit (FluiCanvas *self)
{
  if (!self->placement || get_width (self) < 2 || get_height (self) < 2)
    return;
  flui_canvas_glide_to (self,
                        get_fitting_view (self, &(FlBox) { 0, 0, self->placement->width, self->placement->height },
                                          1.25));
  self->is_fitted = TRUE;
}

void
flui_canvas_zoom_by (FluiCanvas *self, double factor)
{
  flui_canvas_zoom_at (self, self->view.zoom * factor, get_width (self) / 2, get_height (self) / 2);
}

void
flui_canvas_zoom_to (FluiCanvas *self, double zoom)
{
  flui_canvas_zoom_at (self, zoom, get_width (self) / 2, get_height (self) / 2);
}

double
flui_canvas_get_zoom (FluiCanvas *self)
{
  return self->view.zoom;
}

void
flui_canvas_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  FluiCanvas *self = (FluiCanvas *) widget;

  if (!self->placement || width < 2 || height < 2)
    return;
  if (self->wants_fit)
    flui_canvas_fit_first (self);
  else if (self->is_fitted)
    flui_canvas_set_view (self,
                          get_fitting_view (self, &(FlBox) { 0, 0, self->placement->width, self->placement->height },
                                            1.25));
  self->wants_fit = FALSE;
}

/* The view moves only when the box is out of it. */
void
flui_canvas_scroll_to_box (FluiCanvas *self, const FlBox *box)
{
  const FluiView *view = &self->view;
  double width = get_width (self) / view->zoom, height = get_height (self) / view->zoom;
  gboolean inside = box->x >= view->x && box->y >= view->y && box->x + box->width <= view->x + width
                    && box->y + box->height <= view->y + height;

  if (inside || width < 2)
    return;
  self->is_fitted = FALSE;
  flui_canvas_glide_to (self, (FluiView) { box->x + box->width / 2 - width / 2, box->y + box->height / 2 - height / 2,
                                           view->zoom });
}

/* --- minimap ----------------------------------------------------------------------------------- */

gboolean
flui_canvas_get_minimap_box (FluiCanvas *self, FlBox *box, double *scale)
{
  double width = get_width (self), height = get_height (self), map_height = MIN (MINIMAP_HEIGHT, height * 0.6);
  double seen;

  if (!self->minimap || !self->placement || self->placement->width <= 0 || self->placement->height <= 0 || width < 420
      || height < 160)
    return FALSE;
  /* A map of what is nearly all in sight would only cover it. */
  seen = MIN (1, width / self->view.zoom / self->placement->width)
         * MIN (1, height / self->view.zoom / self->placement->height);
  if (seen > 0.6)
    return FALSE;
  *scale = MIN (MINIMAP_WIDTH / self->placement->width, map_height / self->placement->height);
  box->width = MAX (self->placement->width * *scale, 36) + 12;
  box->height = MAX (self->placement->height * *scale, 24) + 12;
  box->x = width - box->width - 12;
  box->y = height - box->height - 12;
  return TRUE;
}

/* Moves the view to where the minimap was pressed. */
gboolean
flui_canvas_press_minimap (FluiCanvas *self, double px, double py, gboolean only_inside)
{
  double scale, x, y;
  FlBox box;

  if (!flui_canvas_get_minimap_box (self, &box, &scale))
    return FALSE;
  if (only_inside && (px < box.x || py < box.y || px > box.x + box.width || py > box.y + box.height))
    return FALSE;
  x = (px - box.x - (box.width - self->placement->width * scale) / 2) / scale;
  y = (py - box.y - (box.height - self->placement->height * scale) / 2) / scale;
  self->is_fitted = FALSE;
  flui_canvas_set_view (self, (FluiView) { x - get_width (self) / 2 / self->view.zoom,
                                           y - get_height (self) / 2 / self->view.zoom, self->view.zoom });
  return TRUE;
}
