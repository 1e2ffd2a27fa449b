#include "flui-ribbons.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#include "fl-palette.h"

enum
{
  MAX_CANVASES = 4,
  MAX_RIBBONS = 64 /* of one kernel: more would be a curtain */
};

struct _FluiRibbons
{
  GtkWidget parent;
  guint n_canvases;
  FluiCanvas *canvases[MAX_CANVASES];
  GArray *items; /* FlItem */
  guint n_drawn;
};

G_DEFINE_FINAL_TYPE (FluiRibbons, flui_ribbons, GTK_TYPE_WIDGET)

void
flui_ribbons_set_items (FluiRibbons *self, const FlItem *items, guint n_items)
{
  g_array_set_size (self->items, 0);
  g_array_append_vals (self->items, items, n_items);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
flui_ribbons_get_n_drawn (FluiRibbons *self)
{
  return self->n_drawn;
}

void
flui_ribbons_set_canvases (FluiRibbons *self, FluiCanvas *const *canvases, guint n_canvases)
{
  for (guint i = 0; i < self->n_canvases; i++)
    g_signal_handlers_disconnect_by_data (self->canvases[i], self);
  self->n_canvases = MIN (n_canvases, MAX_CANVASES);
  for (guint i = 0; i < self->n_canvases; i++)
    {
      self->canvases[i] = canvases[i];
      g_signal_connect_object (canvases[i], "place-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- drawing
 * ------------------------------------------------------------------------------------------ */

/* A box of a picture in this widget's coordinates. */
static gboolean
get_box (FluiRibbons *self, guint canvas, guint32 node, FlBox *box)
{
  double x, y;

  if (!flui_canvas_get_box (self->canvases[canvas], node, box)
      || !gtk_widget_translate_coordinates (GTK_WIDGET (self->canvases[canvas]), GTK_WIDGET (self), box->x, box->y, &x,
                                            &y))
    return FALSE;
  box->x = x;
  box->y = y;
  return TRUE;
}

static FlBox
get_pane (FluiRibbons *self, guint canvas)
{
  FlBox pane = { 0, 0, gtk_widget_get_width (GTK_WIDGET (self->canvases[canvas])),
                 gtk_widget_get_height (GTK_WIDGET (self->canvases[canvas])) };

  gtk_widget_translate_coordinates (GTK_WIDGET (self->canvases[canvas]), GTK_WIDGET (self), 0, 0, &pane.x, &pane.y);
  return pane;
}

static gboolean
has_item (FluiRibbons *self, FlItem item)
{
  for (guint i = 0; i < self->items->len; i++)
    if (g_array_index (self->items, FlItem, i).name == item.name
        && g_array_index (self->items, FlItem, i).kind == item.kind)
      return TRUE;
  return FALSE;
}

static void
trace_ribbon (cairo_t *cr, double x0, double y0, double h0, double x1, double y1, double h1)
{
  double middle = (x0 + x1) / 2;

  cairo_new_path (cr);
  cairo_move_to (cr, x0, y0);
  cairo_curve_to (cr, middle, y0, middle, y1, x1, y1);
  cairo_line_to (cr, x1, y1 + h1);
  cairo_curve_to (cr, middle, y1 + h1, middle, y0 + h0, x0, y0 + h0);
  cairo_close_path (cr);
}

/* The box that the ribbons of a kernel run to: the one in the middle of those in sight, or of
 * all. */
static gboolean
find_target (FluiRibbons *self, guint canvas, const FlSceneHull *hull, FlBox *box)
{
  FlBox pane = get_pane (self, canvas);
  gboolean found = FALSE;
  double least = G_MAXDOUBLE, sum = 0, seen = 0, middle;
  guint n_seen = 0;

  for (guint i = 0; i < hull->n_nodes; i++)
    {
      FlBox it;

      if (!get_box (self, canvas, hull->nodes[i], &it))
        return FALSE;
      sum += it.y + it.height / 2;
      if (it.y < pane.y || it.y + it.height > pane.y + pane.height)
        continue;
      seen += it.y + it.height / 2;
      n_seen++;
    }
  middle = n_seen > 0 ? seen / n_seen : sum / MAX (hull->n_nodes, 1);
  for (guint i = 0; i < hull->n_nodes; i++)
    {
      FlBox it;

      if (get_box (self, canvas, hull->nodes[i], &it) && fabs (it.y + it.height / 2 - middle) < least)
        {
          least = fabs (it.y + it.height / 2 - middle);
          *box = it;
          found = TRUE;
        }
    }
  return found;
}

/* Has the other picture a kernel with the same operators? If so, there is nothing to tell. */
static gboolean
has_equal (const FlScene *scene, const FlSceneHull *hull)
{
  for (guint i = 0; i < scene->n_hulls; i++)
    if (scene->hulls[i].n_nodes == hull->n_nodes
        && memcmp (scene->hulls[i].nodes, hull->nodes, hull->n_nodes * sizeof (guint32)) == 0)
      return TRUE;
  return FALSE;
}

/* From the operators in one picture to the kernel in the other, which may stand on either side. */
static void
draw_kernel (FluiRibbons *self, cairo_t *cr, guint ops_at, guint kernel_at, const FlSceneHull *hull, gboolean dark)
{
  const FlScene *scene = flui_canvas_get_scene (self->canvases[kernel_at]);
  FlBox ops_pane = get_pane (self, ops_at), kernel_pane = get_pane (self, kernel_at), to = { 0 };
  guint32 color = fl_relation_get_color (hull->relation, dark);
  gboolean to_right = kernel_at > ops_at;
  guint n = 0, k = 0;
  double height, x1;

  for (guint i = 0; i < hull->n_nodes; i++)
    n += has_item (self, scene->nodes[hull->nodes[i]].item);
  if (n < 2 || n > MAX_RIBBONS || !find_target (self, kernel_at, hull, &to))
    return;
  height = MAX (to.height, 6) / n;
  x1 = to_right ? MAX (to.x - 6, kernel_pane.x + 4) : MIN (to.x + to.width + 6, kernel_pane.x + kernel_pane.width - 4);
  for (guint i = 0; i < hull->n_nodes; i++)
    {
      FlBox from;
      double x0;

      if (!has_item (self, scene->nodes[hull->nodes[i]].item) || !get_box (self, ops_at, hull->nodes[i], &from))
        continue;
      k++;
      x0 = to_right ? MIN (from.x + from.width + 4, ops_pane.x + ops_pane.width - 4) : MAX (from.x - 4, ops_pane.x + 4);
      if (from.y + from.height < ops_pane.y || from.y > ops_pane.y + ops_pane.height || from.x + from.width < ops_pane.x
          || from.x > ops_pane.x + ops_pane.width) /* the ribbon's operator is out of sight */
        continue;
      if (MAX (from.y + from.height, to.y + to.height) < ops_pane.y || MIN (from.y, to.y) > ops_pane.y + ops_pane.height
          || (to_right ? x1 <= x0 : x0 <= x1))
        continue;
      trace_ribbon (cr, x0, from.y + from.height * 0.2, from.height * 0.6, x1, to.y + (k - 1) * height, height);
      fl_color_set (cr, color, dark ? 0.26 : 0.2);
      cairo_fill_preserve (cr);
      fl_color_set (cr, color, 0.55);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
      self->n_drawn++;
    }
}

/* Kernels that join what the other picture keeps apart. */
static void
draw_pair (FluiRibbons *self, cairo_t *cr, guint ops_at, guint kernel_at, gboolean dark)
{
  const FlScene *ops = flui_canvas_get_scene (self->canvases[ops_at]),
                *kernels = flui_canvas_get_scene (self->canvases[kernel_at]);

  for (guint h = 0; ops && kernels && h < kernels->n_hulls; h++)
    {
      const FlSceneHull *hull = &kernels->hulls[h];

      if ((hull->relation == FL_RELATION_JOINED || (hull->relation == FL_RELATION_REGROUPED && kernel_at > ops_at))
          && !has_equal (ops, hull))
        draw_kernel (self, cr, ops_at, kernel_at, hull, dark);
    }
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiRibbons *self = FLUI_RIBBONS (widget);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  self->n_drawn = 0;
  if (width < 1 || height < 1 || self->items->len == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  for (guint i = 0; i + 1 < self->n_canvases; i++)
    {
      FlBox from = get_pane (self, i), to = get_pane (self, i + 1);

      cairo_save (cr);
      cairo_rectangle (cr, from.x, from.y, to.x + to.width - from.x, from.height);
      cairo_clip (cr);
      draw_pair (self, cr, i, i + 1, dark);
      draw_pair (self, cr, i + 1, i, dark);
      cairo_restore (cr);
    }
  cairo_destroy (cr);
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_ribbons_finalize (GObject *object)
{
  g_array_unref (FLUI_RIBBONS (object)->items);
  G_OBJECT_CLASS (flui_ribbons_parent_class)->finalize (object);
}

static void
flui_ribbons_class_init (FluiRibbonsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = flui_ribbons_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "ribbons");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
flui_ribbons_init (FluiRibbons *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (FlItem));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

GtkWidget *
flui_ribbons_new (void)
{
  return g_object_new (FLUI_TYPE_RIBBONS, NULL);
}
