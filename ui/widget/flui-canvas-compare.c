/* The canvas as one of several pictures of the same boxes: its place is read and set from outside,
 * and a difference is shown. */
#include "flui-canvas-private.h"

void
flui_canvas_get_place (FluiCanvas *self, double *x, double *y, double *zoom)
{
  *x = self->view.x;
  *y = self->view.y;
  *zoom = self->view.zoom;
}

void
flui_canvas_set_place (FluiCanvas *self, double x, double y, double zoom)
{
  if (self->view.x == x && self->view.y == y && self->view.zoom == zoom)
    return;
  self->is_fitted = self->wants_fit = FALSE;
  flui_canvas_set_view (self, (FluiView) { x, y, zoom });
}

void
flui_canvas_set_difference (FluiCanvas *self, guint position)
{
  self->difference = position == G_MAXUINT ? 0 : position + 1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
flui_canvas_set_shows_kernels (FluiCanvas *self, gboolean kernels)
{
  self->shows_kernels = kernels;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gint32
find_node (FluiCanvas *self, FlItem item)
{
  for (guint i = 0; i < self->scene->n_nodes; i++)
    if (self->scene->nodes[i].item.kind == item.kind && self->scene->nodes[i].item.name == item.name)
      return (gint32) i;
  return flui_canvas_find_block (self, item);
}

gboolean
flui_canvas_show_items (FluiCanvas *self, const FlItem *items, guint n_items)
{
  const double zoom_readable = 0.75;
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  FlBox box, first = { 0 };

  for (guint i = 0; self->scene && i < n_items; i++)
    {
      gint32 node = find_node (self, items[i]);
      const FlBox *it = node >= 0 ? &self->placement->nodes[node] : NULL;

      if (!it)
        continue;
      if (left > right)
        first = *it;
      left = MIN (left, it->x), top = MIN (top, it->y);
      right = MAX (right, it->x + it->width), bottom = MAX (bottom, it->y + it->height);
    }
  if (left > right || width < 2)
    return FALSE;
  box = (FlBox) { left - 24, top - 40, right - left + 48, bottom - top + 64 };
  self->is_fitted = self->wants_fit = FALSE;
  if (box.width * self->view.zoom <= width && box.height * self->view.zoom <= height
      && self->view.zoom >= zoom_readable * 0.8)
    flui_canvas_scroll_to_box (self, &box);
  else if (MIN (width / box.width, height / box.height) >= zoom_readable)
    flui_canvas_fit_box (self, &box, 1.1);
  else /* too large to be read as a whole: its beginning */
    flui_canvas_glide_to (self, (FluiView) { first.x + first.width / 2 - width / 2 / zoom_readable,
                                             first.y - height / 8 / zoom_readable, zoom_readable });
  return TRUE;
}

/* Where most of what would be seen at the top stands. */
static double
find_middle (FluiCanvas *self, double zoom)
{
  double bottom = gtk_widget_get_height (GTK_WIDGET (self)) / zoom, sum = 0;
  guint n = 0;

  for (guint i = 0; i < self->placement->n_nodes; i++)
    {
      const FlBox *box = &self->placement->nodes[i];

      if (box->y > bottom)
        continue;
      sum += box->x + box->width / 2;
      n++;
    }
  return n > 0 ? sum / n : self->placement->width / 2;
}

void
flui_canvas_show_top (FluiCanvas *self)
{
  const double zoom_least = 0.62, zoom_most = 1.1;
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * FLUI_CANVAS_MARGIN,
         height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * FLUI_CANVAS_MARGIN;
  const FlPlacement *placement = self->placement;
  double zoom, middle;

  if (!placement || width < 2 || height < 2)
    return;
  if (MIN (width / MAX (placement->width, 1), height / MAX (placement->height, 1)) >= zoom_least)
    {
      flui_canvas_zoom_fit (self);
      return;
    }
  zoom = CLAMP (width / MAX (placement->width, 1), zoom_least, zoom_most);
  middle = placement->width * zoom <= width + 1 ? placement->width / 2 : find_middle (self, zoom);
  self->is_fitted = self->wants_fit = FALSE;
  flui_canvas_set_view (self, (FluiView) { middle - (width / 2 + FLUI_CANVAS_MARGIN) / zoom, -FLUI_CANVAS_MARGIN / zoom,
                                           zoom });
}

gboolean
flui_canvas_get_box (FluiCanvas *self, guint32 node, FlBox *box)
{
  const FlBox *it;

  if (!self->placement || node >= self->placement->n_nodes)
    return FALSE;
  it = &self->placement->nodes[node];
  *box = (FlBox) { (it->x - self->view.x) * self->view.zoom, (it->y - self->view.y) * self->view.zoom,
                   it->width * self->view.zoom, it->height * self->view.zoom };
  return TRUE;
}
