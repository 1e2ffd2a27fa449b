#include "flui-legend.h"

#include <adwaita.h>

#include "fl-palette.h"
#include "fl-shape.h"

#define SWATCH_WIDTH 34
#define SWATCH_HEIGHT 18
#define N_EDGE_LOOKS FL_N_EDGE_LOOKS
#define N_HEAT_STEPS 6

struct _FluiLegend
{
  GtkWidget parent;
  GtkWidget *box;
};

G_DEFINE_FINAL_TYPE (FluiLegend, flui_legend, GTK_TYPE_WIDGET)

/* --- swatches ---------------------------------------------------------------------------------- */

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

static void
set_stroke (cairo_t *cr, FlStroke stroke, double width)
{
  double dashes[4];

  cairo_set_dash (cr, dashes, (int) fl_stroke_get_dashes (stroke, width, dashes), 0);
  cairo_set_line_width (cr, width);
}

static void
trace_shape (cairo_t *cr, const FlShape *shape)
{
  cairo_new_path (cr);
  for (guint i = 0; i < shape->n_steps; i++)
    {
      const FlPoint *p = shape->steps[i].points;

      switch (shape->steps[i].op)
        {
        case FL_PATH_MOVE: cairo_move_to (cr, p[0].x, p[0].y); break;
        case FL_PATH_LINE: cairo_line_to (cr, p[0].x, p[0].y); break;
        case FL_PATH_CURVE: cairo_curve_to (cr, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y); break;
        case FL_PATH_CLOSE: cairo_close_path (cr); break;
        }
    }
}

static void
draw_look (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FlLook look = GPOINTER_TO_INT (data);
  const FlLookInfo *info = fl_look_get_info (look);
  FlColorPair colors = fl_look_get_colors (look, is_dark ());
  FlBox box = { 1, 1, width - 2, height - 2 };
  cairo_text_extents_t extents;
  FlShape shape;

  fl_shape_init (&shape, look, &box);
  trace_shape (cr, &shape);
  fl_color_set (cr, colors.fill, 1);
  cairo_fill_preserve (cr);
  fl_color_set (cr, colors.stroke, 1);
  set_stroke (cr, info->stroke == FL_STROKE_DOUBLE ? FL_STROKE_SOLID : info->stroke, 1.3);
  cairo_stroke (cr);
  cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (cr, 9);
  cairo_text_extents (cr, info->glyph, &extents);
  cairo_move_to (cr, (width - extents.width) / 2 - extents.x_bearing,
                 (height - extents.height) / 2 - extents.y_bearing);
  cairo_show_text (cr, info->glyph);
}

static void
draw_edge (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const FlEdgeInfo *info = fl_edge_look_get_info (GPOINTER_TO_INT (data));
  double y = height / 2.0;

  fl_color_set (cr, fl_edge_look_get_color (GPOINTER_TO_INT (data), is_dark ()), 1);
  set_stroke (cr, info->stroke == FL_STROKE_DOUBLE ? FL_STROKE_SOLID : info->stroke, info->width);
  if (info->stroke == FL_STROKE_DOUBLE)
    {
      cairo_move_to (cr, 2, y - 1.5);
      cairo_line_to (cr, width - 2, y - 1.5);
      y += 1.5;
    }
  cairo_move_to (cr, 2, y);
  cairo_line_to (cr, width - 2, y);
  cairo_stroke (cr);
  if (fl_edge_look_is_refusal (GPOINTER_TO_INT (data)))
    fl_edge_paint_refusal (cr, GPOINTER_TO_INT (data), width / 2.0, y, 5.5, is_dark ());
}

static void
draw_group (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FlBox box = { 1.5, 1.5, width - 3, height - 3 };
  guint32 accent = fl_theme_get_info (is_dark ())->selection;
  FlShape shape;

  fl_shape_init_rounded (&shape, &box, 5);
  trace_shape (cr, &shape);
  fl_color_set (cr, accent, 0.08);
  cairo_fill_preserve (cr);
  fl_color_set (cr, accent, 1);
  set_stroke (cr, FL_STROKE_DASHED, 1.2);
  cairo_stroke (cr);
}

static void
draw_mark (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FlMark mark = GPOINTER_TO_INT (data);
  double y = height / 2.0;

  fl_color_set (cr, fl_mark_get_color (mark, is_dark ()), 1);
  set_stroke (cr, fl_mark_get_info (mark)->stroke, 2);
  cairo_move_to (cr, 1, y);
  cairo_line_to (cr, width - 1, y);
  cairo_stroke (cr);
  fl_mark_paint_badge (cr, mark, width / 2.0, y, 7, NULL, is_dark ());
}

static void
draw_heat (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  for (int i = 0; i < N_HEAT_STEPS; i++)
    {
      fl_color_set (cr, fl_heat_get_color ((i + 0.5) / N_HEAT_STEPS, NULL), 1);
      cairo_rectangle (cr, (double) width * i / N_HEAT_STEPS, 2, (double) width / N_HEAT_STEPS + 0.5, height - 4);
      cairo_fill (cr);
    }
}

static void
add_row (FluiLegend *self, GtkDrawingAreaDrawFunc draw, int what, const char *text)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swatch = gtk_drawing_area_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw, GINT_TO_POINTER (what), NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (row), swatch);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (self->box), row);
}

/* Of the comparison with PyTorch: the marks that the picture has. */
static void
add_marks (FluiLegend *self, const FlScene *scene)
{
  gboolean marks[FL_N_MARKS] = { FALSE };

  for (guint i = 0; i < scene->n_nodes; i++)
    marks[scene->nodes[i].mark] = TRUE;
  for (guint i = 0; i < scene->n_clusters; i++)
    marks[scene->clusters[i].mark] = TRUE;
  marks[FL_MARK_THEIRS] = scene->n_outlines > 0;
  for (int i = FL_MARK_SAME; i < FL_N_MARKS; i++)
    if (marks[i])
      add_row (self, draw_mark, i, fl_mark_get_info (i)->sentence);
}

void
flui_legend_set_scene (FluiLegend *self, const FlScene *scene, gboolean heat)
{
  gboolean looks[FL_N_LOOKS] = { FALSE }, edges[N_EDGE_LOOKS] = { FALSE }, has_group = FALSE;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->box)))
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = 0; scene && i < scene->n_nodes; i++)
    looks[scene->nodes[i].look] = TRUE;
  for (guint i = 0; scene && i < scene->n_edges; i++)
    edges[scene->edges[i].look] = TRUE;
  for (guint i = 0; scene && i < scene->n_clusters; i++)
    has_group = has_group || scene->clusters[i].item.kind != FL_ITEM_NONE;
  for (int i = 0; i < FL_N_LOOKS; i++)
    if (looks[i])
      add_row (self, draw_look, i, fl_look_get_info (i)->name);
  if (has_group)
    add_row (self, draw_group, 0, scene->stage == FL_STAGE_REALIZE ? "one buffer's loop" : "one kernel");
  for (int i = 0; i < N_EDGE_LOOKS; i++)
    if (edges[i])
      add_row (self, draw_edge, i, fl_edge_look_get_info (i)->name);
  if (scene && scene->is_compared)
    add_marks (self, scene);
  if (heat)
    add_row (self, draw_heat, 0, "time: short to long");
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_legend_dispose (GObject *object)
{
  g_clear_pointer (&FLUI_LEGEND (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (flui_legend_parent_class)->dispose (object);
}

static void
flui_legend_class_init (FluiLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_legend_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "legend");
}

static void
flui_legend_init (FluiLegend *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
flui_legend_new (void)
{
  return g_object_new (FLUI_TYPE_LEGEND, NULL);
}
