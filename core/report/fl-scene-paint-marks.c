/* The overlay of PyTorch's own: badges on boxes and groups, and what only PyTorch has as ties below
 * the boxes. */
#include <math.h>

#include "fl-scene-paint-private.h"

static const double min_badge_px = 7;

/* --- badges ----------------------------------------------------------------------------------- */

static void
trace_badge (cairo_t *cr, FlMark mark, double x, double y, double r)
{
  cairo_new_path (cr);
  switch (mark)
    {
    case FL_MARK_THEIRS: cairo_rectangle (cr, x - r, y - r * 0.9, 2 * r, 1.8 * r); break;
    case FL_MARK_OURS:
      cairo_move_to (cr, x, y - r * 1.25);
      cairo_line_to (cr, x + r * 1.25, y);
      cairo_line_to (cr, x, y + r * 1.25);
      cairo_line_to (cr, x - r * 1.25, y);
      cairo_close_path (cr);
      break;
    case FL_MARK_CHANGED:
      cairo_move_to (cr, x, y - r * 1.3);
      cairo_line_to (cr, x + r * 1.35, y + r);
      cairo_line_to (cr, x - r * 1.35, y + r);
      cairo_close_path (cr);
      break;
    case FL_MARK_NONE:
    case FL_MARK_SAME:
    case FL_N_MARKS: cairo_arc (cr, x, y, r, 0, 2 * G_PI); break;
    }
}

void
fl_mark_paint_badge (cairo_t *cr, FlMark mark, double x, double y, double radius, const char *label, gboolean dark)
{
  const char *text = label != NULL ? label : fl_mark_get_info (mark)->glyph;
  double size = radius * (label != NULL && strlen (label) > 2 ? 1.05 : 1.35);
  cairo_text_extents_t extents;

  cairo_save (cr);
  trace_badge (cr, mark, x, y, radius);
  fl_color_set (cr, fl_mark_get_color (mark, dark), 1);
  cairo_fill_preserve (cr);
  fl_color_set (cr, fl_theme_get_info (dark)->canvas, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, MAX (radius * 0.15, 0.8));
  cairo_stroke (cr);
  cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (cr, size);
  cairo_text_extents (cr, text, &extents);
  cairo_move_to (cr, x - extents.width / 2 - extents.x_bearing,
                 y - extents.height / 2 - extents.y_bearing + (mark == FL_MARK_CHANGED ? radius * 0.25 : 0));
  fl_color_set (cr, dark ? 0x1A1A1A : 0xFFFFFF, 1);
  cairo_show_text (cr, text);
  cairo_restore (cr);
}

/* Badges keep a readable size when the picture is small, but not more than their box. */
static double
get_radius (const FlBrush *brush, const FlBox *box)
{
  double radius = MAX (8, min_badge_px / brush->paint->zoom);

  return MIN (radius, MAX (8, box->height * 0.45));
}

/* Far away (and on the minimap) only what differs is worth a dot. */
static void
draw_dots (FlBrush *brush)
{
  const FlScene *scene = brush->scene;

  for (guint i = 0; i < scene->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[i];

      if (scene->nodes[i].mark != FL_MARK_OURS && scene->nodes[i].mark != FL_MARK_CHANGED)
        continue;
      trace_badge (brush->cr, scene->nodes[i].mark, box->x + box->width, box->y + box->height / 2,
                   3.5 / brush->paint->zoom);
      fl_brush_set_color (brush, fl_mark_get_color (scene->nodes[i].mark, brush->paint->dark), 1);
      cairo_fill (brush->cr);
    }
}

void
fl_brush_draw_marks (FlBrush *brush)
{
  const FlScene *scene = brush->scene;

  if (!scene->is_compared)
    return;
  if (brush->detail == FL_DETAIL_BLOCK)
    {
      draw_dots (brush);
      return;
    }
  for (guint i = 0; i < scene->n_clusters && i < brush->placement->n_clusters; i++)
    {
      const FlBox *box = &brush->placement->clusters[i];

      if (scene->clusters[i].mark != FL_MARK_NONE && box->width > 0
          && fl_brush_sees (brush, box->x, box->y - 12, box->width + 12, box->height + 12))
        fl_mark_paint_badge (brush->cr, scene->clusters[i].mark, box->x + box->width - 6, box->y + 2,
                             MAX (9, min_badge_px / brush->paint->zoom), NULL, brush->paint->dark);
    }
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[i];
      gint32 cluster = scene->nodes[i].cluster;

      /* The group's badge speaks for its members. */
      if (scene->nodes[i].mark == FL_MARK_NONE || (cluster >= 0 && scene->clusters[cluster].item.kind == FL_ITEM_GROUP)
          || !fl_brush_sees (brush, box->x - 12, box->y - 12, box->width + 24, box->height + 24))
        continue;
      fl_mark_paint_badge (brush->cr, scene->nodes[i].mark, box->x + box->width - 3, box->y + 1,
                           get_radius (brush, box), NULL, brush->paint->dark);
    }
  for (guint i = 0; i < scene->n_outlines; i++)
    {
      const FlBox *box = &brush->placement->nodes[scene->outlines[i].nodes[0]];

      fl_mark_paint_badge (brush->cr, FL_MARK_THEIRS, box->x - 1, box->y - 2, get_radius (brush, box) * 1.1,
                           scene->outlines[i].label, brush->paint->dark);
    }
}

/* --- ties ------------------------------------------------------------------------------------- */

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const FlBox *boxes = data;
  const FlBox *p = &boxes[*(const guint32 *) a], *q = &boxes[*(const guint32 *) b];

  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return p->x < q->x ? -1 : p->x > q->x;
}

static void
trace_tie (FlBrush *brush, const guint32 *nodes, guint n)
{
  cairo_new_path (brush->cr);
  for (guint i = 0; i < n; i++)
    {
      const FlBox *box = &brush->placement->nodes[nodes[i]];

      cairo_line_to (brush->cr, box->x + box->width / 2, box->y + box->height / 2);
    }
}

static void
draw_halo (FlBrush *brush, const FlBox *box)
{
  const double grow = 6;
  FlBox around = { box->x - grow, box->y - grow, box->width + 2 * grow, box->height + 2 * grow };
  FlShape shape;

  fl_shape_init_rounded (&shape, &around, 9);
  fl_brush_trace_shape (brush, &shape);
  fl_brush_set_color (brush, fl_mark_get_color (FL_MARK_THEIRS, brush->paint->dark), 0.16);
  cairo_fill_preserve (brush->cr);
  fl_brush_set_color (brush, fl_mark_get_color (FL_MARK_THEIRS, brush->paint->dark), 1);
  fl_brush_set_stroke (brush, FL_STROKE_DASHED, MAX (1.8, 1 / brush->paint->zoom));
  cairo_stroke (brush->cr);
}

void
fl_brush_draw_outlines (FlBrush *brush)
{
  const FlScene *scene = brush->scene;
  guint32 color = fl_mark_get_color (FL_MARK_THEIRS, brush->paint->dark);

  for (guint i = 0; i < scene->n_outlines; i++)
    {
      const FlSceneOutline *outline = &scene->outlines[i];
      g_autofree guint32 *nodes = g_memdup2 (outline->nodes, outline->n_nodes * sizeof (guint32));

      g_qsort_with_data (nodes, (gint) outline->n_nodes, sizeof (guint32), compare_places, brush->placement->nodes);
      trace_tie (brush, nodes, outline->n_nodes);
      cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_ROUND);
      fl_brush_set_color (brush, color, 0.30);
      fl_brush_set_stroke (brush, FL_STROKE_SOLID, 15);
      cairo_stroke_preserve (brush->cr);
      fl_brush_set_color (brush, color, 0.9);
      fl_brush_set_stroke (brush, FL_STROKE_DASHED, 1.6);
      cairo_stroke (brush->cr);
      cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_BUTT);
      for (guint k = 0; k < outline->n_nodes; k++)
        draw_halo (brush, &brush->placement->nodes[nodes[k]]);
    }
}
