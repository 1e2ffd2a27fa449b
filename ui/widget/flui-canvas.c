#include <math.h>
#include <string.h>

#include "fl-palette.h"

#include "flui-canvas-private.h"

guint flui_canvas_signals[FLUI_CANVAS_N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiCanvas, flui_canvas, GTK_TYPE_WIDGET)

/* --- scene
 * ------------------------------------------------------------------------------------------------------
 */

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
    if (self->scene->nodes[i].item.kind == FL_ITEM_NONE
        && g_strcmp0 (self->scene->nodes[i].item.name, path) == 0)
      return i;
  return -1;
}

/* The node nearest to the middle of the view that the new scene has too: what the eye rests on must
 * not move. */
static gboolean
find_anchor (FluiCanvas *self, FlItem *item, double *x, double *y)
{
  double middle_x = self->view.x + gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 / self->view.zoom;
  double middle_y
      = self->view.y + gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 / self->view.zoom;
  double best = G_MAXDOUBLE;

  for (guint i = 0; self->scene && i < self->scene->n_nodes; i++)
    {
      const FlBox *box = &self->placement->nodes[i];
      double distance
          = hypot (box->x + box->width / 2 - middle_x, box->y + box->height / 2 - middle_y);

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
                          (FluiView){ self->view.x + self->placement->nodes[position].x - place.x,
                                      self->view.y + self->placement->nodes[position].y - place.y,
                                      self->view.zoom });
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

/* --- lights
 * -----------------------------------------------------------------------------------------------------
 */

/* Screen readers cannot see inside a drawing: the cursor is the widget's description. */
static void
describe_cursor (FluiCanvas *self)
{
  const char *text = "Nothing is selected";

  if (self->edge >= 0 && self->scene->edges[self->edge].tooltip)
    text = self->scene->edges[self->edge].tooltip;
  else if (self->cursor >= 0 && self->scene->nodes[self->cursor].tooltip)
    text = self->scene->nodes[self->cursor].tooltip;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
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
  gint32 block = self->cursor >= 0 && self->scene->nodes[self->cursor].item.kind == FL_ITEM_NONE
                     ? self->cursor
                     : -1;

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
  FlItem item = position >= 0 ? self->scene->nodes[position].item : (FlItem){ FL_ITEM_NONE, NULL };

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

/* --- drawing
 * ----------------------------------------------------------------------------------------------------
 */

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

void
flui_canvas_drop_map (FluiCanvas *self)
{
  g_clear_pointer (&self->map, cairo_surface_destroy);
}

/* Painted once, not with every frame: it holds the whole graph. */
static void
make_map (FluiCanvas *self, const FlBox *box, double scale, gboolean dark)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  FlPaint paint = { .dark = dark,
                    .hovered = -1,
                    .focused_edge = -1,
                    .lit = self->lit,
                    .heat = self->heat,
                    .zoom = MIN (scale, 0.1) };
  cairo_t *cr;

  self->map = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ceil (box->width) * factor,
                                          ceil (box->height) * factor);
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
                    .visible = { self->view.x, self->view.y, width / self->view.zoom,
                                 height / self->view.zoom },
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

/* --- life
 * -------------------------------------------------------------------------------------------------------
 */

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
      = g_signal_new ("item-selected", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 3, G_TYPE_INT, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[FLUI_CANVAS_EDGE_SELECTED]
      = g_signal_new ("edge-selected", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FLUI_CANVAS_BLOCK_TOGGLED]
      = g_signal_new ("block-toggled", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[FLUI_CANVAS_ZOOM_CHANGED]
      = g_signal_new ("zoom-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_PLACE_CHANGED]
      = g_signal_new ("place-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_VIEW_CHANGED]
      = g_signal_new ("view-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_WHY_ASKED]
      = g_signal_new ("why-asked", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 0);
  signals[FLUI_CANVAS_MENU_ASKED]
      = g_signal_new ("menu-asked", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[FLUI_CANVAS_SCENE_CHANGED]
      = g_signal_new ("scene-changed", FLUI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 0);
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
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, "Graph",
                                  -1);
  flui_canvas_add_controllers (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
flui_canvas_new (void)
{
  return g_object_new (FLUI_TYPE_CANVAS, NULL);
}
