#include <math.h>
#include <string.h>

#include "fl-palette.h"

#include "flui-canvas-private.h"

/* --- scene ------------------------------------------------------------------------------------- */

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

/* Blocks are told apart by their path. */
static gint32
find_block (FluiCanvas *self, const char *path)
{
  for (guint i = 0; path && self->scene && i < self->scene->n_nodes; i++)
    if (self->scene->nodes[i].item.kind == FL_ITEM_NONE && g_strcmp0 (self->scene->nodes[i].item.name, path) == 0)
      return i;
  return -1;
}

/* The node nearest to the middle of the view that the new scene has too: what the eye rests on must
 * not move. */
static gboolean
find_anchor (FluiCanvas *self, FlItem *item, double *x, double *y)
{
  double middle_x = self->view.x + gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 / self->view.zoom;
  double middle_y = self->view.y + gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 / self->view.zoom;
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

static void
place_view (FluiCanvas *self, gboolean keep_view, FlItem anchor, FlPoint place)
{
  gint32 position = keep_view ? find_item (self, anchor) : -1;

  if (gtk_widget_get_width (GTK_WIDGET (self)) <= 2)
    self->wants_fit = TRUE;
  else if (keep_view && self->is_fitted)
    flui_canvas_zoom_fit (self);
  else if (position >= 0)
    flui_canvas_set_view (self,
                          (FluiView) { self->view.x + self->placement->nodes[position].x - place.x,
                                       self->view.y + self->placement->nodes[position].y - place.y, self->view.zoom });
  else
    flui_canvas_fit_first (self);
}

void
flui_canvas_set_scene (FluiCanvas *self, FlScene *scene, FlPlacement *placement, gboolean keep_view)
{
  FlItem anchor = { FL_ITEM_NONE, NULL };
  FlPoint place = { 0, 0 };
  gboolean keeps = self->scene && scene && keep_view;
  g_autofree char *block = NULL;

  if (self->cursor >= 0 && self->scene->nodes[self->cursor].item.kind == FL_ITEM_NONE)
    block = g_strdup (self->scene->nodes[self->cursor].item.name);
  if (keeps)
    find_anchor (self, &anchor, &place.x, &place.y);
  g_clear_pointer (&self->scene, fl_scene_free);
  g_clear_pointer (&self->placement, fl_placement_free);
  g_clear_pointer (&self->lit, g_free);
  flui_canvas_drop_map (self);
  self->scene = scene;
  self->placement = placement;
  self->hovered = self->cursor = self->edge = -1;
  g_array_set_size (self->path, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!scene)
    return;
  self->lit = g_new0 (guint8, MAX (scene->n_nodes, 1));
  place_view (self, keeps, anchor, place);
  self->cursor = find_block (self, block);
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_SCENE_CHANGED], 0);
}

const FlScene *
flui_canvas_get_scene (FluiCanvas *self)
{
  return self->scene;
}

/* --- lights ------------------------------------------------------------------------------------ */

/* Screen readers cannot see inside a drawing: the cursor is the widget's description. */
static void
describe_cursor (FluiCanvas *self)
{
  const char *text = "Nothing is selected";

  if (self->edge >= 0 && self->scene->edges[self->edge].tooltip)
    text = self->scene->edges[self->edge].tooltip;
  else if (self->cursor >= 0 && self->scene->nodes[self->cursor].tooltip)
    text = self->scene->nodes[self->cursor].tooltip;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* The edge between selection and partner, a refused one first. */
static gint32
find_edge (FluiCanvas *self, FlItem a, FlItem b)
{
  gint32 from = find_item (self, a), to = find_item (self, b), found = -1;

  for (guint i = 0; from >= 0 && to >= 0 && i < self->scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &self->scene->edges[i];

      if ((edge->from == (guint32) from && edge->to == (guint32) to)
          || (edge->from == (guint32) to && edge->to == (guint32) from))
        if (found < 0 || fl_edge_look_is_refusal (edge->look))
          found = i;
    }
  return found;
}

/* A closed block lights up for what is inside. */
static void
light_hidden (FluiCanvas *self, const FluiLit *lit)
{
  for (guint i = 0; i < self->scene->n_hidden; i++)
    for (guint j = 0; j < lit->n_kin; j++)
      if (same_item (self->scene->hidden[i].item, lit->kin[j]))
        self->lit[self->scene->hidden[i].node] |= 1;
}

void
flui_canvas_set_lit (FluiCanvas *self, const FluiLit *lit)
{
  gint32 block = self->cursor >= 0 && self->scene->nodes[self->cursor].item.kind == FL_ITEM_NONE ? self->cursor : -1;

  if (!self->scene)
    return;
  self->cursor = lit->selection.kind == FL_ITEM_NONE ? block : -1;
  for (guint i = 0; i < self->scene->n_nodes; i++)
    {
      FlItem item = self->scene->nodes[i].item;

      self->lit[i] = 0;
      for (guint j = 0; j < lit->n_kin; j++)
        if (same_item (item, lit->kin[j]))
          self->lit[i] |= 1;
      if (same_item (item, lit->selection) || same_item (item, lit->partner))
        self->lit[i] |= 2;
      if (same_item (item, lit->selection))
        self->cursor = i;
    }
  light_hidden (self, lit);
  if (self->cursor >= 0)
    self->lit[self->cursor] |= 2;
  self->edge = find_edge (self, lit->selection, lit->partner);
  self->partner = lit->partner;
  describe_cursor (self);
  flui_canvas_drop_map (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Where the item is, or the closed block that it is inside. */
static gint32
find_place (FluiCanvas *self, FlItem item)
{
  gint32 position = find_item (self, item);

  return position >= 0 ? position : flui_canvas_find_block (self, item);
}

void
flui_canvas_set_path (FluiCanvas *self, const FlItem *ends, guint n_hops)
{
  if (self->path->len == 0 && n_hops == 0)
    return;
  g_array_set_size (self->path, 0);
  for (guint i = 0; i < n_hops; i++)
    {
      gint32 from = find_place (self, ends[2 * i]), to = find_place (self, ends[2 * i + 1]);
      FlScenePathHop hop = { from, to };

      if (from >= 0 && to >= 0 && from != to)
        g_array_append_val (self->path, hop);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
flui_canvas_set_film (FluiCanvas *self, const FlFilmFrame *film, double growth)
{
  self->film = film;
  self->growth = growth;
  flui_canvas_drop_map (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
flui_canvas_get_n_path (FluiCanvas *self)
{
  return self->path->len;
}

void
flui_canvas_move_cursor (FluiCanvas *self, gint32 position)
{
  FlItem item = position >= 0 ? self->scene->nodes[position].item : (FlItem) { FL_ITEM_NONE, NULL };

  if (self->cursor >= 0)
    self->lit[self->cursor] &= ~2;
  self->cursor = position;
  if (position >= 0)
    self->lit[position] |= 2;
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_ITEM_SELECTED], 0, (int) item.kind,
                 item.kind == FL_ITEM_NONE ? NULL : item.name, FALSE);
  if (position >= 0 && self->scene)
    flui_canvas_scroll_to_box (self, &self->placement->nodes[position]);
  describe_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
flui_canvas_show_item (FluiCanvas *self, FlItem item)
{
  gint32 position = find_item (self, item);

  for (guint i = 0; position < 0 && self->scene && i < self->scene->n_clusters; i++)
    if (same_item (self->scene->clusters[i].item, item))
      {
        flui_canvas_scroll_to_box (self, &self->placement->clusters[i]);
        return TRUE;
      }
  if (position < 0)
    position = flui_canvas_find_block (self, item);
  if (position < 0)
    return FALSE;
  flui_canvas_scroll_to_box (self, &self->placement->nodes[position]);
  return TRUE;
}

gint32
flui_canvas_find_block (FluiCanvas *self, FlItem item)
{
  for (guint i = 0; self->scene && i < self->scene->n_hidden; i++)
    if (same_item (self->scene->hidden[i].item, item))
      return self->scene->hidden[i].node;
  return -1;
}

gint32
flui_canvas_get_cursor (FluiCanvas *self)
{
  return self->cursor;
}

gint32
flui_canvas_get_edge (FluiCanvas *self)
{
  return self->edge;
}

void
flui_canvas_set_heat (FluiCanvas *self, gboolean heat)
{
  if (self->heat == heat)
    return;
  self->heat = heat;
  flui_canvas_drop_map (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_VIEW_CHANGED], 0);
}

gboolean
flui_canvas_get_heat (FluiCanvas *self)
{
  return self->heat;
}

void
flui_canvas_set_minimap (FluiCanvas *self, gboolean visible)
{
  if (self->minimap == visible)
    return;
  self->minimap = visible;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, flui_canvas_signals[FLUI_CANVAS_VIEW_CHANGED], 0);
}

gboolean
flui_canvas_get_minimap (FluiCanvas *self)
{
  return self->minimap;
}

/* --- drawing ----------------------------------------------------------------------------------- */

void
flui_canvas_drop_map (FluiCanvas *self)
{
  g_clear_pointer (&self->map, cairo_surface_destroy);
}
