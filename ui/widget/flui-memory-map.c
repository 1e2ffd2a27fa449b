#include <math.h>
#include <string.h>

#include "flui-memory-map-private.h"

guint flui_memory_map_signals[FLUI_MEMORY_MAP_N_SIGNALS];

enum
{
  LEAST_STEPS = 2,
  LEAST_BYTES = 64
};

/* --- view -------------------------------------------------------------------------------------- */

void
flui_memory_map_drop_base (FluiMemoryMap *self)
{
  g_clear_pointer (&self->base, cairo_surface_destroy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

FlMemoryView
flui_memory_map_get_whole (FluiMemoryMap *self)
{
  FlMemoryView whole;

  fl_memory_view_fit (&whole, self->picture, self->other, gtk_widget_get_width (GTK_WIDGET (self)),
                      gtk_widget_get_height (GTK_WIDGET (self)));
  return whole;
}

void
flui_memory_map_set_view (FluiMemoryMap *self, const FlMemoryView *view)
{
  FlMemoryView whole = flui_memory_map_get_whole (self);

  self->view = *view;
  self->view.step_span = CLAMP (view->step_span, MIN (LEAST_STEPS, whole.step_span), whole.step_span);
  self->view.bytes_span = CLAMP (view->bytes_span, MIN (LEAST_BYTES, whole.bytes_span), whole.bytes_span);
  self->view.step = CLAMP (view->step, 0, whole.step_span - self->view.step_span);
  self->view.bytes = CLAMP (view->bytes, 0, whole.bytes_span - self->view.bytes_span);
  fl_memory_view_place (&self->view, whole.width, whole.height);
  self->is_fitted = self->view.step_span >= whole.step_span && self->view.bytes_span >= whole.bytes_span;
  flui_memory_map_drop_base (self);
}

void
flui_memory_map_zoom_at (FluiMemoryMap *self, double step_factor, double byte_factor, double px, double py)
{
  FlMemoryView view = self->view;
  const FlBox *plot = &view.plot;
  double x = CLAMP ((px - plot->x) / plot->width, 0, 1), y = CLAMP ((plot->y + plot->height - py) / plot->height, 0, 1);

  if (!self->picture)
    return;
  view.step += view.step_span * x * (1 - 1 / step_factor);
  view.step_span /= step_factor;
  view.bytes += view.bytes_span * y * (1 - 1 / byte_factor);
  view.bytes_span /= byte_factor;
  flui_memory_map_set_view (self, &view);
}

void
flui_memory_map_zoom_by (FluiMemoryMap *self, double factor)
{
  flui_memory_map_zoom_at (self, factor, factor, self->view.plot.x + self->view.plot.width / 2,
                           self->view.plot.y + self->view.plot.height / 2);
}

void
flui_memory_map_zoom_fit (FluiMemoryMap *self)
{
  FlMemoryView whole;

  if (!self->picture)
    return;
  whole = flui_memory_map_get_whole (self);
  flui_memory_map_set_view (self, &whole);
}

void
flui_memory_map_fit_box (FluiMemoryMap *self, guint box)
{
  const FlPictureBox *drawn = &self->picture->boxes[box];
  const FlMapBox *facts = &self->picture->map->boxes[box];
  FlMemoryView view = self->view;

  view.step_span = (drawn->end - drawn->begin) * 2 + 4;
  view.step = (drawn->begin + drawn->end - view.step_span) / 2;
  view.bytes_span = (double) facts->size_bytes * 3;
  view.bytes = (double) facts->offset - (double) facts->size_bytes;
  flui_memory_map_set_view (self, &view);
}

void
flui_memory_map_scroll_to (FluiMemoryMap *self, guint box)
{
  const FlPictureBox *drawn = &self->picture->boxes[box];
  const FlMapBox *facts = &self->picture->map->boxes[box];
  FlMemoryView view = self->view;
  double middle = (double) facts->offset + (double) facts->size_bytes / 2;

  if (drawn->end < view.step || drawn->begin > view.step + view.step_span)
    view.step = (drawn->begin + drawn->end - view.step_span) / 2;
  if (middle < view.bytes || middle > view.bytes + view.bytes_span)
    view.bytes = middle - view.bytes_span / 2;
  if (view.step != self->view.step || view.bytes != self->view.bytes)
    flui_memory_map_set_view (self, &view);
}

const FlMemoryView *
flui_memory_map_get_view (FluiMemoryMap *self)
{
  return &self->view;
}

/* --- what is shown ----------------------------------------------------------------------------- */

void
flui_memory_map_set_picture (FluiMemoryMap *self, const FlMemoryPicture *picture, gboolean keep_view)
{
  gboolean keeps = keep_view && self->picture && picture && !self->is_fitted
                   && self->picture->map->n_steps == picture->map->n_steps;
  FlMemoryView view = self->view;

  self->picture = picture;
  self->other = NULL;
  self->changes = NULL;
  self->n_changes = 0;
  self->selected = self->partner = self->hovered = -1;
  g_clear_pointer (&self->lit, g_free);
  self->step = picture && picture->map->n_steps > 0 ? (gint32) picture->map->peak_step : -1;
  if (picture && gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    {
      if (!keeps)
        view = flui_memory_map_get_whole (self);
      flui_memory_map_set_view (self, &view);
    }
  flui_memory_map_drop_base (self);
}

const FlMemoryPicture *
flui_memory_map_get_picture (FluiMemoryMap *self)
{
  return self->picture;
}

void
flui_memory_map_set_other (FluiMemoryMap *self, const FlMemoryPicture *other, const char *name,
                           const FlMapChange *changes, guint n_changes)
{
  gboolean was_fitted = self->is_fitted;

  self->other = other;
  g_free (self->other_name);
  self->other_name = g_strdup (name);
  self->changes = changes;
  self->n_changes = n_changes;
  if (was_fitted)
    flui_memory_map_zoom_fit (self);
  flui_memory_map_drop_base (self);
}

/* Screen readers cannot see inside a drawing: what is selected is the widget's description. */
static void
describe (FluiMemoryMap *self)
{
  g_autofree char *text = self->picture && self->selected >= 0
                              ? fl_memory_picture_dup_tooltip (self->picture, (guint) self->selected)
                              : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text ? text : "No buffer is selected", -1);
}

void
flui_memory_map_select (FluiMemoryMap *self, gint32 selected, gint32 partner)
{
  if (self->selected == selected && self->partner == partner)
    return;
  self->selected = selected;
  self->partner = partner;
  if (self->picture && (partner >= 0 || selected >= 0))
    flui_memory_map_scroll_to (self, (guint) (partner >= 0 ? partner : selected));
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gint32
flui_memory_map_get_selected (FluiMemoryMap *self)
{
  return self->selected;
}

gint32
flui_memory_map_get_partner (FluiMemoryMap *self)
{
  return self->partner;
}

void
flui_memory_map_set_lit (FluiMemoryMap *self, const guint8 *lit)
{
  g_free (self->lit);
  self->lit = lit && self->picture ? g_memdup2 (lit, self->picture->map->n_boxes) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
flui_memory_map_set_step (FluiMemoryMap *self, guint step)
{
  self->step = (gint32) step;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
flui_memory_map_choose (FluiMemoryMap *self, gint32 box, gboolean as_second)
{
  if (as_second && self->selected >= 0 && box != self->selected)
    flui_memory_map_select (self, self->selected, box);
  else
    flui_memory_map_select (self, box, -1);
  g_signal_emit (self, flui_memory_map_signals[FLUI_MEMORY_MAP_BOX_SELECTED], 0, (int) box,
                 as_second && self->partner >= 0);
}

void
flui_memory_map_choose_step (FluiMemoryMap *self, gint64 step)
{
  if (!self->picture || self->picture->map->n_steps == 0)
    return;
  flui_memory_map_set_step (self, (guint) CLAMP (step, 0, (gint64) self->picture->map->n_steps - 1));
  g_signal_emit (self, flui_memory_map_signals[FLUI_MEMORY_MAP_STEP_CHOSEN], 0, (guint) self->step);
}

/* --- drawing ----------------------------------------------------------------------------------- */

static FlMemoryPaint
get_paint (FluiMemoryMap *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  return (FlMemoryPaint) { .dark = adw_style_manager_get_dark (style),
                           .high_contrast = adw_style_manager_get_high_contrast (style),
                           .other = self->other,
                           .other_name = self->other_name,
                           .changes = self->changes,
                           .n_changes = self->n_changes,
                           .lit = self->lit,
                           .selected = self->selected,
                           .partner = self->partner,
                           .hovered = self->hovered,
                           .step = self->step };
}

/* Boxes are painted when the view changes; moving the pointer paints only what lies over them. */
static void
make_base (FluiMemoryMap *self)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  FlMemoryPaint paint = get_paint (self);
  cairo_t *cr;

  self->base = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) self->view.width * factor,
                                           (int) self->view.height * factor);
  cairo_surface_set_device_scale (self->base, factor, factor);
  cr = cairo_create (self->base);
  fl_memory_picture_paint (cr, self->picture, &self->view, &paint);
  cairo_destroy (cr);
}

void
flui_memory_map_paint (FluiMemoryMap *self, cairo_t *cr)
{
  FlMemoryPaint paint = get_paint (self);

  if (!self->base)
    make_base (self);
  cairo_set_source_surface (cr, self->base, 0, 0);
  cairo_paint (cr);
  fl_memory_picture_paint_marks (cr, self->picture, &self->view, &paint);
}

void
flui_memory_map_paint_frame (FluiMemoryMap *self, cairo_t *cr)
{
  g_clear_pointer (&self->base, cairo_surface_destroy);
  if (self->picture && self->view.width > 0)
    flui_memory_map_paint (self, cr);
}
