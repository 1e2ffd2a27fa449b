/* The memory map's ears: mouse, touchpad, keys, tooltips. */
#include <math.h>

#include "flui-memory-map-private.h"

#define DRAG_THRESHOLD 4.0
static const double zoom_step = 1.2;

/* --- mouse ------------------------------------------------------------------------------------- */

static gboolean
is_on_plot (FluiMemoryMap *self, double px, double py)
{
  const FlBox *plot = &self->view.plot;

  return px >= plot->x && px <= plot->x + plot->width && py >= plot->y && py <= plot->y + plot->height;
}

static double
get_step_at (FluiMemoryMap *self, double px)
{
  return self->view.step + (px - self->view.plot.x) / self->view.plot.width * self->view.step_span;
}

/* A click beside the boxes chooses the step: above them (the peak's line), on the axis, on the
 * curve of bytes alive, or in a hole. */
static void
on_released (GtkGestureClick *click, int n_press, double px, double py, FluiMemoryMap *self)
{
  gboolean control = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click)) & GDK_CONTROL_MASK;
  gint32 found;

  if (!self->picture || self->has_dragged)
    return;
  found = is_on_plot (self, px, py) ? fl_memory_picture_pick (self->picture, &self->view, px, py, NULL) : -1;
  if (found >= 0 && n_press == 2)
    g_signal_emit (self, flui_memory_map_signals[FLUI_MEMORY_MAP_BOX_ACTIVATED], 0, (guint) found);
  else if (found >= 0)
    flui_memory_map_choose (self, found, control);
  else if (py < self->view.plot.y)
    flui_memory_map_choose_step (self, self->picture->map->peak_step);
  else if (px >= self->view.plot.x - 4)
    {
      flui_memory_map_choose_step (self, (gint64) floor (get_step_at (self, px)));
      if (self->selected >= 0 && is_on_plot (self, px, py))
        flui_memory_map_choose (self, -1, FALSE);
    }
}

static void
on_pressed (GtkGestureClick *click, int n_press, double px, double py, FluiMemoryMap *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->has_dragged = FALSE;
}

static void
on_motion (GtkEventControllerMotion *motion, double px, double py, FluiMemoryMap *self)
{
  gint32 found = self->picture ? fl_memory_picture_pick (self->picture, &self->view, px, py, NULL) : -1;

  self->pointer_x = px;
  self->pointer_y = py;
  if (found == self->hovered)
    return;
  self->hovered = found;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), found >= 0 ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *motion, FluiMemoryMap *self)
{
  self->hovered = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_begin (GtkGestureDrag *drag, double px, double py, FluiMemoryMap *self)
{
  self->drag_view = self->view;
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, FluiMemoryMap *self)
{
  FlMemoryView view = self->drag_view;

  if (!self->picture || (!self->has_dragged && hypot (dx, dy) < DRAG_THRESHOLD))
    return;
  self->has_dragged = TRUE;
  view.step -= dx / view.plot.width * view.step_span;
  view.bytes += dy / view.plot.height * view.bytes_span;
  flui_memory_map_set_view (self, &view);
}

static void
pan_by (FluiMemoryMap *self, double dx, double dy)
{
  FlMemoryView view = self->view;

  view.step += dx / view.plot.width * view.step_span;
  view.bytes -= dy / view.plot.height * view.bytes_span;
  flui_memory_map_set_view (self, &view);
}

/* As on the graph: a wheel zooms at the pointer, a touchpad scrolls and zooms with Ctrl. */
static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, FluiMemoryMap *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  GdkDevice *device = gtk_event_controller_get_current_event_device (GTK_EVENT_CONTROLLER (scroll));
  gboolean is_touchpad = device && gdk_device_get_source (device) == GDK_SOURCE_TOUCHPAD;
  double factor = pow (zoom_step, -dy);

  if (!self->picture)
    return FALSE;
  if (is_touchpad && (state & GDK_CONTROL_MASK))
    flui_memory_map_zoom_at (self, factor, factor, self->pointer_x, self->pointer_y);
  else if (is_touchpad)
    pan_by (self, dx * 2, dy * 2);
  else if (state & GDK_SHIFT_MASK)
    pan_by (self, (dx != 0 ? dx : dy) * 60, 0);
  else
    flui_memory_map_zoom_at (self, state & GDK_CONTROL_MASK ? 1 : factor, factor, self->pointer_x, self->pointer_y);
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, FluiMemoryMap *self)
{
  self->pinch_scale = 1;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, FluiMemoryMap *self)
{
  double px, py;

  if (!self->picture || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &px, &py))
    return;
  flui_memory_map_zoom_at (self, scale / self->pinch_scale, scale / self->pinch_scale, px, py);
  self->pinch_scale = scale;
}

gboolean
flui_memory_map_query_tooltip (GtkWidget *widget, int px, int py, gboolean keyboard, GtkTooltip *tooltip)
{
  FluiMemoryMap *self = (FluiMemoryMap *) widget;
  guint n_near = 0;
  gint32 found = -1;
  g_autofree char *text = NULL;
  g_autofree char *both = NULL;

  if (!self->picture)
    return FALSE;
  found = keyboard ? self->selected : fl_memory_picture_pick (self->picture, &self->view, px, py, &n_near);
  if (found < 0)
    return FALSE;
  text = fl_memory_picture_dup_tooltip (self->picture, (guint) found);
  both = n_near > 0
             ? g_strdup_printf ("%u buffers here are too small to tell apart: zoom in. One of them:\n%s", n_near, text)
             : g_steal_pointer (&text);
  gtk_tooltip_set_text (tooltip, both);
  return TRUE;
}

/* --- keys -------------------------------------------------------------------------------------- */

/* The nearest box in a direction, as it is drawn; what lies aside counts double. From nothing: the
 * first one seen. */
static gint32
find_next (FluiMemoryMap *self, gint32 from, double dx, double dy)
{
  double best = G_MAXDOUBLE, x, y;
  gint32 found = -1;
  FlBox here = from >= 0 ? fl_memory_view_get_box (&self->view, self->picture, (guint) from)
                         : (FlBox) { self->view.plot.x, self->view.plot.y + self->view.plot.height, 0, 0 };

  x = here.x + here.width / 2;
  y = here.y + here.height / 2;
  for (guint i = 0; i < self->picture->map->n_boxes; i++)
    {
      FlBox box = fl_memory_view_get_box (&self->view, self->picture, i);
      double bx = box.x + box.width / 2, by = box.y + box.height / 2;
      double along = from >= 0 ? (bx - x) * dx + (by - y) * dy : hypot (bx - x, by - y), aside;

      aside = from >= 0 ? fabs ((bx - x) * dy) + fabs ((by - y) * dx) : 0;
      if (self->picture->map->boxes[i].offset < 0 || (gint32) i == from || along <= 0.01 || along + 2 * aside >= best)
        continue;
      best = along + 2 * aside;
      found = (gint32) i;
    }
  return found;
}

static void
move (FluiMemoryMap *self, double dx, double dy, gboolean as_second)
{
  gint32 from = as_second && self->partner >= 0 ? self->partner : self->selected;
  gint32 found = find_next (self, from, dx, dy);

  if (found >= 0)
    flui_memory_map_choose (self, found, as_second && self->selected >= 0);
}

static void
choose_end (FluiMemoryMap *self, gboolean last)
{
  gint32 found = -1;

  for (guint i = 0; i < self->picture->map->n_boxes; i++)
    {
      const FlPictureBox *box = &self->picture->boxes[i], *best = found >= 0 ? &self->picture->boxes[found] : NULL;

      if (self->picture->map->boxes[i].offset >= 0
          && (!best || (last ? box->begin > best->begin : box->begin < best->begin)))
        found = (gint32) i;
    }
  flui_memory_map_choose (self, found, FALSE);
}

static gboolean
zoom_by_key (FluiMemoryMap *self, guint value, gboolean shift)
{
  switch (value)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add: flui_memory_map_zoom_by (self, zoom_step); return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract: flui_memory_map_zoom_by (self, 1 / zoom_step); return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0: flui_memory_map_zoom_fit (self); return TRUE;
    case GDK_KEY_space:
      if (shift || self->selected < 0)
        flui_memory_map_zoom_fit (self);
      else
        flui_memory_map_fit_box (self, (guint) self->selected);
      return TRUE;
    default: return FALSE;
    }
}

static gboolean
move_by_key (FluiMemoryMap *self, guint value, gboolean shift)
{
  switch (value)
    {
    case GDK_KEY_Left: move (self, -1, 0, shift); return TRUE;
    case GDK_KEY_Right: move (self, 1, 0, shift); return TRUE;
    case GDK_KEY_Up: move (self, 0, -1, shift); return TRUE;
    case GDK_KEY_Down: move (self, 0, 1, shift); return TRUE;
    case GDK_KEY_Home:
    case GDK_KEY_End: choose_end (self, value == GDK_KEY_End); return TRUE;
    case GDK_KEY_bracketleft: flui_memory_map_choose_step (self, (gint64) self->step - 1); return TRUE;
    case GDK_KEY_bracketright: flui_memory_map_choose_step (self, (gint64) self->step + 1); return TRUE;
    case GDK_KEY_p: flui_memory_map_choose_step (self, self->picture->map->peak_step); return TRUE;
    case GDK_KEY_Escape: flui_memory_map_choose (self, -1, FALSE); return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->selected >= 0)
        g_signal_emit (self, flui_memory_map_signals[FLUI_MEMORY_MAP_BOX_ACTIVATED], 0, (guint) self->selected);
      return TRUE;
    default: return FALSE;
    }
}

static gboolean
on_key (GtkEventControllerKey *key, guint value, guint code, GdkModifierType state, FluiMemoryMap *self)
{
  gboolean shift = state & GDK_SHIFT_MASK;

  if (!self->picture || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return FALSE;
  return move_by_key (self, value, shift) || zoom_by_key (self, value, shift);
}

void
flui_memory_map_add_controllers (FluiMemoryMap *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_gesture_group (click, drag); /* one press is both a click and the start of a drag */
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, key);
}
