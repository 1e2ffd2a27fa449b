/* The canvas' ears: mouse, touchpad, keys, tooltips. */
#include <math.h>

#include "flui-canvas-private.h"

#define EDGE_REACH 6.0
#define DRAG_THRESHOLD 4.0

/* --- what is under the pointer
 * ------------------------------------------------------------------------------------ */

typedef struct
{
  gint32 node, edge, cluster, hull; /* at most one is not -1 */
} Found;

static Found
pick (FluiCanvas *self, double px, double py)
{
  Found found = { -1, -1, -1, -1 };
  double x = self->view.x + px / self->view.zoom, y = self->view.y + py / self->view.zoom;

  if (!self->scene)
    return found;
  found.node = fl_scene_pick_node (self->scene, self->placement, x, y);
  if (found.node < 0)
    found.edge = fl_scene_pick_edge (self->scene, self->placement, x, y, EDGE_REACH / self->view.zoom);
  if (found.node < 0 && found.edge < 0)
    found.cluster = fl_scene_pick_cluster (self->scene, self->placement, x, y);
  /* A kernel that is drawn as one thing comes before what it is made of. */
  if (found.node < 0 || self->shows_kernels)
    found.hull = fl_scene_pick_hull (self->scene, self->placement, x, y);
  if (found.hull >= 0)
    found.node = found.edge = found.cluster = -1;
  return found;
}

static void
select_item (FluiCanvas *self, FlItem item, gboolean as_second)
{
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_ITEM_SELECTED], 0, (int) item.kind,
                 item.kind == FL_ITEM_NONE ? NULL : item.name, as_second);
}

static void
toggle_block (FluiCanvas *self, const char *path, gboolean open)
{
  if (path && *path)
    g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_BLOCK_TOGGLED], 0, path, open);
}

static void
activate_node (FluiCanvas *self, gint32 position)
{
  if (position >= 0 && self->scene->nodes[position].look == FL_LOOK_FOLDED
      && self->scene->nodes[position].item.kind == FL_ITEM_NONE)
    toggle_block (self, self->scene->nodes[position].item.name, TRUE);
}

/* The innermost open module around a box, which Backspace closes. */
static const char *
find_open_module (FluiCanvas *self, gint32 cluster)
{
  while (cluster >= 0 && self->scene->clusters[cluster].item.kind != FL_ITEM_NONE)
    cluster = self->scene->clusters[cluster].parent;
  return cluster >= 0 ? self->scene->clusters[cluster].item.name : NULL;
}

/* --- mouse ------------------------------------------------------------------------------------- */

static void
on_pressed (GtkGestureClick *click, int n_press, double px, double py, FluiCanvas *self)
{
  gboolean control = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click)) & GDK_CONTROL_MASK;
  Found found = pick (self, px, py);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->has_dragged = FALSE;
  if (!self->scene || flui_canvas_press_minimap (self, px, py, TRUE))
    return;
  if (found.hull >= 0)
    select_item (self, self->scene->hulls[found.hull].item, control);
  else if (found.node >= 0 && n_press == 2)
    activate_node (self, found.node);
  else if (found.node >= 0 && control)
    select_item (self, self->scene->nodes[found.node].item, TRUE);
  else if (found.node >= 0)
    flui_canvas_move_cursor (self, found.node);
  else if (found.edge >= 0)
    g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_EDGE_SELECTED], 0, (guint) found.edge);
  else if (found.cluster >= 0 && n_press == 2)
    toggle_block (self, find_open_module (self, found.cluster), FALSE);
  else if (found.cluster >= 0 && self->scene->clusters[found.cluster].item.kind != FL_ITEM_NONE)
    select_item (self, self->scene->clusters[found.cluster].item, control);
}

/* A click on nothing clears the selection; a drag that began on nothing does not. */
static void
on_released (GtkGestureClick *click, int n_press, double px, double py, FluiCanvas *self)
{
  Found found = pick (self, px, py);
  double scale;
  FlBox box;

  if (!self->scene || self->has_dragged || found.node >= 0 || found.edge >= 0 || n_press != 1)
    return;
  if (found.hull >= 0 || (found.cluster >= 0 && self->scene->clusters[found.cluster].item.kind != FL_ITEM_NONE))
    return;
  if (flui_canvas_get_minimap_box (self, &box, &scale) && px >= box.x && py >= box.y && px <= box.x + box.width
      && py <= box.y + box.height)
    return;
  flui_canvas_move_cursor (self, -1);
}

static gboolean
is_selected (FluiCanvas *self, const Found *found)
{
  if (found->node >= 0)
    return self->lit[found->node] & 2;
  return found->edge >= 0 && found->edge == self->edge;
}

/* What the menu is about is selected, unless it is part of what is selected already. */
static void
on_menu_pressed (GtkGestureClick *click, int n_press, double px, double py, FluiCanvas *self)
{
  Found found = pick (self, px, py);

  if (!self->scene)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (is_selected (self, &found))
    ;
  else if (found.node >= 0)
    flui_canvas_move_cursor (self, found.node);
  else if (found.edge >= 0)
    g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_EDGE_SELECTED], 0, (guint) found.edge);
  else if (found.cluster >= 0 && self->scene->clusters[found.cluster].item.kind != FL_ITEM_NONE)
    select_item (self, self->scene->clusters[found.cluster].item, FALSE);
  else
    flui_canvas_move_cursor (self, -1);
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_MENU_ASKED], 0, px, py);
}

/* By key, at the box that is selected. */
static void
ask_menu (FluiCanvas *self)
{
  const FlBox *box = self->cursor >= 0 ? &self->placement->nodes[self->cursor] : NULL;
  double px = box ? (box->x + box->width / 2 - self->view.x) * self->view.zoom : 40;
  double py = box ? (box->y + box->height / 2 - self->view.y) * self->view.zoom : 40;

  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_MENU_ASKED], 0, px, py);
}

static void
on_motion (GtkEventControllerMotion *motion, double px, double py, FluiCanvas *self)
{
  Found found = pick (self, px, py);

  self->pointer_x = px;
  self->pointer_y = py;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), found.node >= 0 || found.edge >= 0 ? "pointer" : NULL);
  if (found.node == self->hovered)
    return;
  self->hovered = found.node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *motion, FluiCanvas *self)
{
  self->hovered = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
flui_canvas_query_tooltip (GtkWidget *widget, int px, int py, gboolean keyboard, GtkTooltip *tooltip)
{
  FluiCanvas *self = (FluiCanvas *) widget;
  Found found = keyboard ? (Found) { self->cursor, -1, -1, -1 } : pick (self, px, py);
  const char *text = NULL;
  double scale;
  FlBox box;

  if (!self->scene)
    return FALSE;
  if (flui_canvas_get_minimap_box (self, &box, &scale) && px >= box.x && py >= box.y)
    return FALSE;
  if (found.hull >= 0)
    text = self->scene->hulls[found.hull].tooltip;
  else if (found.node >= 0)
    text = self->scene->nodes[found.node].tooltip;
  else if (found.edge >= 0)
    text = self->scene->edges[found.edge].tooltip;
  else if (found.cluster >= 0)
    text = self->scene->clusters[found.cluster].tooltip;
  if (!text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *drag, double px, double py, FluiCanvas *self)
{
  FlBox box;
  double scale;

  self->drag_view = self->view;
  self->drags_minimap = flui_canvas_get_minimap_box (self, &box, &scale) && px >= box.x && py >= box.y
                        && px <= box.x + box.width && py <= box.y + box.height;
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, FluiCanvas *self)
{
  double start_x, start_y;

  gtk_gesture_drag_get_start_point (drag, &start_x, &start_y);
  if (self->drags_minimap)
    {
      flui_canvas_press_minimap (self, start_x + dx, start_y + dy, FALSE);
      return;
    }
  if (!self->has_dragged && hypot (dx, dy) < DRAG_THRESHOLD)
    return;
  self->has_dragged = TRUE;
  self->is_fitted = FALSE;
  flui_canvas_set_view (self, (FluiView) { self->drag_view.x - dx / self->view.zoom,
                                           self->drag_view.y - dy / self->view.zoom, self->view.zoom });
}

/* A mouse wheel zooms at the pointer, as people expect of a map, and scrolls with Shift; a touchpad
 * scrolls, and zooms with Ctrl. */
static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, FluiCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  GdkDevice *device = gtk_event_controller_get_current_event_device (GTK_EVENT_CONTROLLER (scroll));
  gboolean is_touchpad = device && gdk_device_get_source (device) == GDK_SOURCE_TOUCHPAD;
  double step = is_touchpad ? 2.0 : 60.0;

  if ((state & GDK_CONTROL_MASK) || (!is_touchpad && !(state & GDK_SHIFT_MASK)))
    flui_canvas_zoom_at (self, self->view.zoom * pow (flui_zoom_step, -dy), self->pointer_x, self->pointer_y);
  else
    {
      self->is_fitted = FALSE;
      if ((state & GDK_SHIFT_MASK) && dx == 0)
        dx = dy, dy = 0;
      flui_canvas_set_view (self, (FluiView) { self->view.x + dx * step / self->view.zoom,
                                               self->view.y + dy * step / self->view.zoom, self->view.zoom });
    }
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, FluiCanvas *self)
{
  self->pinch_zoom = self->view.zoom;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, FluiCanvas *self)
{
  double px, py;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &px, &py))
    flui_canvas_zoom_at (self, self->pinch_zoom * scale, px, py);
}

/* --- keys -------------------------------------------------------------------------------------- */

static FlPoint
get_middle (FluiCanvas *self, guint position)
{
  const FlBox *box = &self->placement->nodes[position];

  return (FlPoint) { box->x + box->width / 2, box->y + box->height / 2 };
}

/* The node nearest to the middle of what is seen: where the keys start. */
static gint32
find_first (FluiCanvas *self)
{
  FlPoint middle = { self->view.x + gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 / self->view.zoom,
                     self->view.y + gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 / self->view.zoom };
  double best = G_MAXDOUBLE;
  gint32 found = -1;

  for (guint i = 0; i < self->scene->n_nodes; i++)
    {
      FlPoint other = get_middle (self, i);

      if (hypot (other.x - middle.x, other.y - middle.y) < best)
        {
          best = hypot (other.x - middle.x, other.y - middle.y);
          found = i;
        }
    }
  return found;
}

/* The nearest node in a direction; what lies aside counts double. */
static void
move_cursor (FluiCanvas *self, double dx, double dy)
{
  double best = G_MAXDOUBLE;
  gint32 found = -1;
  FlPoint here;

  if (self->cursor < 0)
    {
      flui_canvas_move_cursor (self, find_first (self));
      return;
    }
  here = get_middle (self, self->cursor);
  for (guint i = 0; i < self->scene->n_nodes; i++)
    {
      FlPoint other = get_middle (self, i);
      double along = (other.x - here.x) * dx + (other.y - here.y) * dy;
      double aside = fabs ((other.x - here.x) * dy) + fabs ((other.y - here.y) * dx);

      if (along > 1 && along + 2 * aside < best)
        {
          best = along + 2 * aside;
          found = i;
        }
    }
  if (found >= 0)
    flui_canvas_move_cursor (self, found);
}

static void
follow_edge (FluiCanvas *self, gboolean to_reader)
{
  for (guint i = 0; self->cursor >= 0 && i < self->scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &self->scene->edges[i];

      if (!fl_edge_look_is_refusal (edge->look) && (to_reader ? edge->from : edge->to) == (guint32) self->cursor)
        {
          flui_canvas_move_cursor (self, to_reader ? edge->to : edge->from);
          return;
        }
    }
}

/* The next refused edge at the cursor, or of all when there is no cursor. */
static void
walk_refused (FluiCanvas *self)
{
  for (guint k = 1; k <= self->scene->n_edges; k++)
    {
      guint at = ((guint) (self->edge + 1) + k - 1) % self->scene->n_edges;
      const FlSceneEdge *edge = &self->scene->edges[at];

      if (fl_edge_look_is_refusal (edge->look)
          && (self->cursor < 0 || edge->from == (guint32) self->cursor || edge->to == (guint32) self->cursor))
        {
          g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_EDGE_SELECTED], 0, at);
          return;
        }
    }
}

/* Of the two that are selected; else of the next refused pair here. */
static void
ask_why (FluiCanvas *self)
{
  if (self->partner.kind == FL_ITEM_NONE
      || (self->edge >= 0 && fl_edge_look_is_refusal (self->scene->edges[self->edge].look)))
    walk_refused (self);
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_WHY_ASKED], 0);
}

static void
fit_cursor (FluiCanvas *self, gboolean all)
{
  if (all || self->cursor < 0)
    flui_canvas_zoom_fit (self);
  else
    {
      self->is_fitted = FALSE;
      flui_canvas_fit_box (self, &self->placement->nodes[self->cursor], 1.5);
    }
}

static gboolean
on_plain_key (FluiCanvas *self, guint value, gboolean shift)
{
  switch (value)
    {
    case GDK_KEY_Left: move_cursor (self, -1, 0); return TRUE;
    case GDK_KEY_Right: move_cursor (self, 1, 0); return TRUE;
    case GDK_KEY_Up: shift ? follow_edge (self, FALSE) : move_cursor (self, 0, -1); return TRUE;
    case GDK_KEY_Down: shift ? follow_edge (self, TRUE) : move_cursor (self, 0, 1); return TRUE;
    case GDK_KEY_Home: flui_canvas_move_cursor (self, self->scene->n_nodes ? 0 : -1); return TRUE;
    case GDK_KEY_End: flui_canvas_move_cursor (self, (gint32) self->scene->n_nodes - 1); return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add: flui_canvas_zoom_by (self, flui_zoom_step); return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract: flui_canvas_zoom_by (self, 1 / flui_zoom_step); return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0: flui_canvas_zoom_to (self, 1); return TRUE;
    case GDK_KEY_space: fit_cursor (self, shift); return TRUE;
    case GDK_KEY_m: flui_canvas_set_minimap (self, !self->minimap); return TRUE;
    case GDK_KEY_h: flui_canvas_set_heat (self, !self->heat); return TRUE;
    case GDK_KEY_w: ask_why (self); return TRUE;
    case GDK_KEY_Menu: ask_menu (self); return TRUE;
    case GDK_KEY_F10:
      if (shift)
        ask_menu (self);
      return shift;
    case GDK_KEY_Escape: flui_canvas_move_cursor (self, -1); return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter: activate_node (self, self->cursor); return TRUE;
    case GDK_KEY_BackSpace:
      toggle_block (self, find_open_module (self, self->cursor >= 0 ? self->scene->nodes[self->cursor].cluster : -1),
                    FALSE);
      return TRUE;
    default: return FALSE;
    }
}

static gboolean
on_key (GtkEventControllerKey *key, guint value, guint code, GdkModifierType state, FluiCanvas *self)
{
  if (!self->scene || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return FALSE;
  return on_plain_key (self, value, state & GDK_SHIFT_MASK);
}

void
flui_canvas_add_controllers (FluiCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (menu, "pressed", G_CALLBACK (on_menu_pressed), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  /* One press is both a click and the start of a drag. */
  gtk_gesture_group (click, drag);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, key);
}
