#include "flui-canvas.h"

#include <adwaita.h>
#include <math.h>

#define ZOOM_MIN 0.05
#define ZOOM_MAX 4.0
#define ZOOM_STEP 1.2
#define MARGIN 24.0
#define EDGE_REACH 6.0
#define MINIMAP_WIDTH 150.0
#define MINIMAP_HEIGHT 190.0

struct _FluiCanvas
{
  GtkWidget parent;
  FlScene *scene;
  FlPlacement *placement;
  double zoom;
  double x, y;               /* scene point at the widget's top left corner */
  gboolean wants_fit;        /* fit as soon as the size is known */
  gboolean is_fitted;        /* stay fitted while the window is resized */
  double pointer_x, pointer_y;
  double drag_x, drag_y;
  double pinch_zoom;
  gboolean drags_minimap;
  gint32 hovered;
  guint8 *lit;               /* one a node */
  gint32 selected;           /* position in nodes; -1 */
  FlItem selection;
  gboolean heat;
  gboolean minimap;
};

enum
{
  ITEM_SELECTED,
  ITEM_ACTIVATED,
  ZOOM_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiCanvas, flui_canvas, GTK_TYPE_WIDGET)

/* --- view ------------------------------------------------------------------------------------------------------- */

static void
set_view (FluiCanvas *self, double x, double y, double zoom)
{
  gboolean zoomed = zoom != self->zoom;

  self->x = x;
  self->y = y;
  self->zoom = CLAMP (zoom, ZOOM_MIN, ZOOM_MAX);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (zoomed)
    g_signal_emit (self, signals[ZOOM_CHANGED], 0);
}

/* Keeps the scene point under (px, py) of the widget where it is. */
static void
zoom_at (FluiCanvas *self, double zoom, double px, double py)
{
  double scene_x = self->x + px / self->zoom, scene_y = self->y + py / self->zoom;

  zoom = CLAMP (zoom, ZOOM_MIN, ZOOM_MAX);
  self->is_fitted = FALSE;
  set_view (self, scene_x - px / zoom, scene_y - py / zoom, zoom);
}

static void
fit_box (FluiCanvas *self, const FlBox *box, double zoom_max)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  double zoom;

  if (width < 2 || height < 2 || box->width <= 0 || box->height <= 0)
    return;
  zoom = MIN ((width - 2 * MARGIN) / box->width, (height - 2 * MARGIN) / box->height);
  zoom = CLAMP (zoom, ZOOM_MIN, zoom_max);
  set_view (self, box->x + box->width / 2 - width / 2 / zoom, box->y + box->height / 2 - height / 2 / zoom, zoom);
}

/* A tall graph fitted whole would be unreadable: it opens at its top, at a size that can be read. */
static void
fit_first (FluiCanvas *self)
{
  const double zoom_readable = 0.72;
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  FlBox all = { 0, 0, self->placement->width, self->placement->height };

  fit_box (self, &all, 1.25);
  self->is_fitted = TRUE;
  if (self->zoom < zoom_readable)
    {
      double zoom = MIN (zoom_readable, MAX (self->zoom, (width - 2 * MARGIN) / MAX (all.width, 1)));

      zoom = MAX (zoom, 0.45);
      set_view (self, all.width / 2 - width / 2 / zoom, -MARGIN / zoom, zoom);
      self->is_fitted = FALSE;
    }
}

void
flui_canvas_zoom_fit (FluiCanvas *self)
{
  if (!self->placement)
    return;
  fit_box (self, &(FlBox) { 0, 0, self->placement->width, self->placement->height }, 1.25);
  self->is_fitted = TRUE;
}

void
flui_canvas_zoom_by (FluiCanvas *self, double factor)
{
  zoom_at (self, self->zoom * factor, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0, gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

double
flui_canvas_get_zoom (FluiCanvas *self)
{
  return self->zoom;
}

static void
flui_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  FluiCanvas *self = FLUI_CANVAS (widget);

  if (!self->placement || width < 2 || height < 2)
    return;
  if (self->wants_fit)
    fit_first (self);
  else if (self->is_fitted)
    flui_canvas_zoom_fit (self);
  self->wants_fit = FALSE;
}

/* --- scene ------------------------------------------------------------------------------------------------------ */

static gboolean
same_item (FlItem a, FlItem b)
{
  return a.kind == b.kind && a.name == b.name && a.kind != FL_ITEM_NONE;
}

static gint32
find_item (FluiCanvas *self, FlItem item)
{
  for (guint i = 0; self->scene && i < self->scene->n_nodes; i++)
    if (same_item (self->scene->nodes[i].item, item))
      return i;
  return -1;
}

/* The node nearest to the middle of the view that the new scene has too: what the eye rests on must not move. */
static gboolean
find_anchor (FluiCanvas *self, FlItem *item, double *x, double *y)
{
  double middle_x = self->x + gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 / self->zoom;
  double middle_y = self->y + gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 / self->zoom;
  double best = G_MAXDOUBLE;

  for (guint i = 0; self->scene && i < self->scene->n_nodes; i++)
    {
      const FlBox *box = &self->placement->nodes[i];
      double distance = hypot (box->x + box->width / 2 - middle_x, box->y + box->height / 2 - middle_y);

      if (distance < best && self->scene->nodes[i].item.kind != FL_ITEM_NONE)
        {
          best = distance;
          *item = self->scene->nodes[i].item;
          *x = box->x;
          *y = box->y;
        }
    }
  return best < G_MAXDOUBLE;
}

void
flui_canvas_set_scene (FluiCanvas *self, FlScene *scene, FlPlacement *placement, gboolean keep_view)
{
  FlItem anchor = { FL_ITEM_NONE, NULL };
  double anchor_x = 0, anchor_y = 0;
  gboolean had_scene = self->scene != NULL;
  gint32 position;

  if (had_scene && keep_view)
    find_anchor (self, &anchor, &anchor_x, &anchor_y);
  g_clear_pointer (&self->scene, fl_scene_free);
  g_clear_pointer (&self->placement, fl_placement_free);
  g_clear_pointer (&self->lit, g_free);
  self->scene = scene;
  self->placement = placement;
  self->hovered = -1;
  self->selected = -1;
  if (!scene)
    {
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  self->lit = g_new0 (guint8, MAX (scene->n_nodes, 1));
  position = find_item (self, anchor);
  if (had_scene && keep_view && position >= 0 && !self->is_fitted)
    set_view (self, self->x + placement->nodes[position].x - anchor_x, self->y + placement->nodes[position].y - anchor_y, self->zoom);
  else if (had_scene && keep_view && self->is_fitted)
    flui_canvas_zoom_fit (self);
  else if (gtk_widget_get_width (GTK_WIDGET (self)) > 2)
    fit_first (self);
  else
    self->wants_fit = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const FlScene *
flui_canvas_get_scene (FluiCanvas *self)
{
  return self->scene;
}

/* Screen readers cannot see inside a drawing: the selection is the widget's description. */
static void
describe_selection (FluiCanvas *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->selected >= 0 ? self->scene->nodes[self->selected].tooltip : "Nothing is selected", -1);
}

void
flui_canvas_set_lit (FluiCanvas *self, FlItem selection, const FlItem *kin, guint n_kin)
{
  self->selection = selection;
  self->selected = -1;
  for (guint i = 0; self->scene && i < self->scene->n_nodes; i++)
    {
      FlItem item = self->scene->nodes[i].item;

      self->lit[i] = 0;
      for (guint j = 0; j < n_kin; j++)
        if (same_item (item, kin[j]))
          self->lit[i] |= 1;
      if (same_item (item, selection))
        {
          self->lit[i] |= 2;
          self->selected = i;
        }
    }
  describe_selection (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scroll_to_box (FluiCanvas *self, const FlBox *box)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom, height = gtk_widget_get_height (GTK_WIDGET (self)) / self->zoom;
  gboolean inside = box->x >= self->x && box->y >= self->y && box->x + box->width <= self->x + width && box->y + box->height <= self->y + height;

  if (inside || width < 2)
    return;
  self->is_fitted = FALSE;
  set_view (self, box->x + box->width / 2 - width / 2, box->y + box->height / 2 - height / 2, self->zoom);
}

gboolean
flui_canvas_show_item (FluiCanvas *self, FlItem item)
{
  gint32 position = find_item (self, item);

  if (position < 0)
    return FALSE;
  scroll_to_box (self, &self->placement->nodes[position]);
  return TRUE;
}

void
flui_canvas_set_heat (FluiCanvas *self, gboolean heat)
{
  self->heat = heat;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
flui_canvas_set_minimap (FluiCanvas *self, gboolean visible)
{
  self->minimap = visible;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- minimap ---------------------------------------------------------------------------------------------------- */

/* Its place in the widget and its scale; FALSE when there is none to show. */
static gboolean
get_minimap (FluiCanvas *self, FlBox *box, double *scale)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  gboolean all_visible;

  if (!self->minimap || !self->placement || self->placement->width <= 0 || self->placement->height <= 0 || width < 420 || height < 260)
    return FALSE;
  all_visible = self->placement->width * self->zoom < width && self->placement->height * self->zoom < height;
  if (all_visible)
    return FALSE;
  *scale = MIN (MINIMAP_WIDTH / self->placement->width, MINIMAP_HEIGHT / self->placement->height);
  box->width = MAX (self->placement->width * *scale, 24) + 12;
  box->height = self->placement->height * *scale + 12;
  box->x = width - box->width - 16;
  box->y = height - box->height - 16;
  return TRUE;
}

static void
rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI / 2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI / 2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI / 2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
draw_minimap (FluiCanvas *self, cairo_t *cr, gboolean dark)
{
  double scale, tone = dark ? 0.14 : 1.0;
  FlPaint paint = { .dark = dark, .hovered = -1, .focused_edge = -1, .lit = self->lit, .heat = self->heat };
  FlBox box;

  if (!get_minimap (self, &box, &scale))
    return;
  cairo_save (cr);
  rounded (cr, box.x, box.y, box.width, box.height, 8);
  cairo_set_source_rgba (cr, tone, tone, tone, 0.93);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 0.5);
  cairo_set_line_width (cr, 1);
  cairo_stroke_preserve (cr);
  cairo_clip (cr);
  cairo_translate (cr, box.x + (box.width - self->placement->width * scale) / 2, box.y + 6);
  cairo_scale (cr, scale, scale);
  paint.zoom = MIN (scale, 0.1);
  fl_scene_paint (cr, self->scene, self->placement, &paint);
  cairo_rectangle (cr, self->x, self->y, gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom, gtk_widget_get_height (GTK_WIDGET (self)) / self->zoom);
  cairo_set_source_rgba (cr, 0.21, 0.52, 0.89, 0.14);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 0.21, 0.52, 0.89, 0.9);
  cairo_set_line_width (cr, 1.2 / scale);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Moves the view to where the minimap was pressed. */
static gboolean
press_minimap (FluiCanvas *self, double px, double py, gboolean only_inside)
{
  double scale;
  FlBox box;

  if (!get_minimap (self, &box, &scale))
    return FALSE;
  if (only_inside && (px < box.x || py < box.y || px > box.x + box.width || py > box.y + box.height))
    return FALSE;
  self->is_fitted = FALSE;
  set_view (self,
            (px - box.x - (box.width - self->placement->width * scale) / 2) / scale - gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 / self->zoom,
            (py - box.y - 6) / scale - gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 / self->zoom, self->zoom);
  return TRUE;
}

/* --- drawing ---------------------------------------------------------------------------------------------------- */

static void
flui_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiCanvas *self = FLUI_CANVAS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style);
  double tone = dark ? 0x1e / 255.0 : 0xfa / 255.0;
  FlPaint paint = { .dark = dark,
                    .high_contrast = adw_style_manager_get_high_contrast (style),
                    .zoom = self->zoom,
                    .visible = { self->x, self->y, width / self->zoom, height / self->zoom },
                    .heat = self->heat,
                    .lit = self->lit,
                    .hovered = self->hovered,
                    .focused_edge = -1 };
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_set_source_rgb (cr, tone, tone, tone);
  cairo_paint (cr);
  if (self->scene)
    {
      cairo_save (cr);
      cairo_scale (cr, self->zoom, self->zoom);
      cairo_translate (cr, -self->x, -self->y);
      fl_scene_paint (cr, self->scene, self->placement, &paint);
      cairo_restore (cr);
      draw_minimap (self, cr, dark);
    }
  if (gtk_widget_has_visible_focus (widget))
    {
      cairo_rectangle (cr, 1, 1, width - 2, height - 2);
      cairo_set_source_rgba (cr, 0.21, 0.52, 0.89, 0.8);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

/* --- selecting -------------------------------------------------------------------------------------------------- */

static void
emit_item (FluiCanvas *self, guint signal, FlItem item)
{
  g_signal_emit (self, signals[signal], 0, (int) item.kind, item.name);
}

static void
select_position (FluiCanvas *self, gint32 position)
{
  FlItem none = { FL_ITEM_NONE, NULL };

  emit_item (self, ITEM_SELECTED, position >= 0 ? self->scene->nodes[position].item : none);
  if (position >= 0 && self->scene)
    scroll_to_box (self, &self->placement->nodes[position]);
}

static gint32
pick (FluiCanvas *self, double px, double py)
{
  return self->scene ? fl_scene_pick_node (self->scene, self->placement, self->x + px / self->zoom, self->y + py / self->zoom) : -1;
}

static void
on_pressed (GtkGestureClick *click, int n_press, double px, double py, FluiCanvas *self)
{
  gint32 position = pick (self, px, py);
  gint32 cluster;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->scene || press_minimap (self, px, py, TRUE))
    return;
  if (position >= 0)
    emit_item (self, n_press == 2 ? ITEM_ACTIVATED : ITEM_SELECTED, self->scene->nodes[position].item);
  else
    {
      cluster = fl_scene_pick_cluster (self->scene, self->placement, self->x + px / self->zoom, self->y + py / self->zoom);
      emit_item (self, ITEM_SELECTED, cluster >= 0 ? self->scene->clusters[cluster].item : (FlItem) { FL_ITEM_NONE, NULL });
    }
}

static void
on_motion (GtkEventControllerMotion *motion, double px, double py, FluiCanvas *self)
{
  gint32 hovered = pick (self, px, py);

  self->pointer_x = px;
  self->pointer_y = py;
  if (hovered == self->hovered)
    return;
  self->hovered = hovered;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hovered >= 0 ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
flui_canvas_query_tooltip (GtkWidget *widget, int px, int py, gboolean keyboard, GtkTooltip *tooltip)
{
  FluiCanvas *self = FLUI_CANVAS (widget);
  gint32 position = keyboard ? self->selected : pick (self, px, py);
  const char *text = NULL;
  gint32 found;

  if (!self->scene)
    return FALSE;
  if (position >= 0)
    text = self->scene->nodes[position].tooltip;
  else if ((found = fl_scene_pick_edge (self->scene, self->placement, self->x + px / self->zoom, self->y + py / self->zoom, EDGE_REACH / self->zoom)) >= 0)
    text = self->scene->edges[found].tooltip;
  else if ((found = fl_scene_pick_cluster (self->scene, self->placement, self->x + px / self->zoom, self->y + py / self->zoom)) >= 0)
    text = self->scene->clusters[found].tooltip;
  if (!text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- panning and zooming ---------------------------------------------------------------------------------------- */

static void
on_drag_begin (GtkGestureDrag *drag, double px, double py, FluiCanvas *self)
{
  FlBox box;
  double scale;

  self->drag_x = self->x;
  self->drag_y = self->y;
  self->drags_minimap = get_minimap (self, &box, &scale) && px >= box.x && py >= box.y && px <= box.x + box.width && py <= box.y + box.height;
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, FluiCanvas *self)
{
  double start_x, start_y;

  gtk_gesture_drag_get_start_point (drag, &start_x, &start_y);
  if (self->drags_minimap)
    {
      press_minimap (self, start_x + dx, start_y + dy, FALSE);
      return;
    }
  if (hypot (dx, dy) > 4)
    self->is_fitted = FALSE;
  set_view (self, self->drag_x - dx / self->zoom, self->drag_y - dy / self->zoom, self->zoom);
}

/* Wheel: scrolls; with Ctrl, or as people expect of a map, without Shift on a mouse wheel: zooms at the pointer. */
static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, FluiCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  GdkDevice *device = gtk_event_controller_get_current_event_device (GTK_EVENT_CONTROLLER (scroll));
  gboolean is_touchpad = device && gdk_device_get_source (device) == GDK_SOURCE_TOUCHPAD;
  double step = is_touchpad ? 2.0 : 60.0;

  if ((state & GDK_CONTROL_MASK) || (!is_touchpad && !(state & GDK_SHIFT_MASK)))
    zoom_at (self, self->zoom * pow (ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
  else
    {
      self->is_fitted = FALSE;
      if ((state & GDK_SHIFT_MASK) && dx == 0)
        dx = dy, dy = 0;
      set_view (self, self->x + dx * step / self->zoom, self->y + dy * step / self->zoom, self->zoom);
    }
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, FluiCanvas *self)
{
  self->pinch_zoom = self->zoom;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, FluiCanvas *self)
{
  double px, py;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &px, &py))
    zoom_at (self, self->pinch_zoom * scale, px, py);
}

/* --- keys ------------------------------------------------------------------------------------------------------- */

static void
get_middle (FluiCanvas *self, guint position, double *x, double *y)
{
  const FlBox *box = &self->placement->nodes[position];

  *x = box->x + box->width / 2;
  *y = box->y + box->height / 2;
}

/* The nearest node in a direction; what lies aside counts double. */
static void
move_selection (FluiCanvas *self, double dx, double dy)
{
  double x, y, best = G_MAXDOUBLE;
  gint32 found = -1;

  if (self->selected < 0)
    {
      select_position (self, self->scene->n_nodes ? 0 : -1);
      return;
    }
  get_middle (self, self->selected, &x, &y);
  for (guint i = 0; i < self->scene->n_nodes; i++)
    {
      double other_x, other_y, along, aside;

      get_middle (self, i, &other_x, &other_y);
      along = (other_x - x) * dx + (other_y - y) * dy;
      aside = fabs ((other_x - x) * dy) + fabs ((other_y - y) * dx);
      if (along > 1 && along + 2 * aside < best)
        {
          best = along + 2 * aside;
          found = i;
        }
    }
  if (found >= 0)
    select_position (self, found);
}

static void
follow_edge (FluiCanvas *self, gboolean to_reader)
{
  for (guint i = 0; self->selected >= 0 && i < self->scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &self->scene->edges[i];

      if (edge->look != FL_EDGE_REFUSED && (to_reader ? edge->from : edge->to) == (guint32) self->selected)
        {
          select_position (self, to_reader ? edge->to : edge->from);
          return;
        }
    }
}

static gboolean
on_key (GtkEventControllerKey *key, guint value, guint code, GdkModifierType state, FluiCanvas *self)
{
  gboolean shift = state & GDK_SHIFT_MASK;

  if (!self->scene || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return FALSE;
  switch (value)
    {
    case GDK_KEY_Left: move_selection (self, -1, 0); return TRUE;
    case GDK_KEY_Right: move_selection (self, 1, 0); return TRUE;
    case GDK_KEY_Up: shift ? follow_edge (self, FALSE) : move_selection (self, 0, -1); return TRUE;
    case GDK_KEY_Down: shift ? follow_edge (self, TRUE) : move_selection (self, 0, 1); return TRUE;
    case GDK_KEY_Home: select_position (self, self->scene->n_nodes ? 0 : -1); return TRUE;
    case GDK_KEY_End: select_position (self, (gint32) self->scene->n_nodes - 1); return TRUE;
    case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add: flui_canvas_zoom_by (self, ZOOM_STEP); return TRUE;
    case GDK_KEY_minus: case GDK_KEY_KP_Subtract: flui_canvas_zoom_by (self, 1 / ZOOM_STEP); return TRUE;
    case GDK_KEY_0: case GDK_KEY_KP_0: zoom_at (self, 1, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0, gtk_widget_get_height (GTK_WIDGET (self)) / 2.0); return TRUE;
    case GDK_KEY_space:
      if (shift || self->selected < 0)
        flui_canvas_zoom_fit (self);
      else
        fit_box (self, &self->placement->nodes[self->selected], 1.5);
      return TRUE;
    case GDK_KEY_m: flui_canvas_set_minimap (self, !self->minimap); return TRUE;
    case GDK_KEY_h: flui_canvas_set_heat (self, !self->heat); return TRUE;
    case GDK_KEY_Escape: select_position (self, -1); return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      if (self->selected >= 0)
        emit_item (self, ITEM_ACTIVATED, self->scene->nodes[self->selected].item);
      return TRUE;
    default: return FALSE;
    }
}

/* --- life ------------------------------------------------------------------------------------------------------- */

static void
flui_canvas_finalize (GObject *object)
{
  FluiCanvas *self = FLUI_CANVAS (object);

  g_clear_pointer (&self->scene, fl_scene_free);
  g_clear_pointer (&self->placement, fl_placement_free);
  g_free (self->lit);
  G_OBJECT_CLASS (flui_canvas_parent_class)->finalize (object);
}

static void
flui_canvas_class_init (FluiCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = flui_canvas_finalize;
  widget_class->snapshot = flui_canvas_snapshot;
  widget_class->size_allocate = flui_canvas_size_allocate;
  widget_class->query_tooltip = flui_canvas_query_tooltip;
  signals[ITEM_SELECTED] = g_signal_new ("item-selected", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_STRING);
  signals[ITEM_ACTIVATED] = g_signal_new ("item-activated", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_STRING);
  signals[ZOOM_CHANGED] = g_signal_new ("zoom-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (FluiCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, key);
}

static void
flui_canvas_init (FluiCanvas *self)
{
  self->zoom = 1;
  self->hovered = -1;
  self->selected = -1;
  self->minimap = TRUE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, "Graph", -1);
  add_controllers (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
flui_canvas_new (void)
{
  return g_object_new (FLUI_TYPE_CANVAS, NULL);
}
