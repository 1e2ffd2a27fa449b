/* The painter's ways: numbered arrows from box to box above everything else (the way around that
 * makes a cycle); and the signs of refused fusions. */
#include <math.h>

#include "fl-edge-path.h"
#include "fl-scene-paint-private.h"

static const guint32 way_light = 0xB34700, way_dark = 0xFF9055;

void
fl_edge_paint_refusal (cairo_t *cr, FlEdgeLook look, double x, double y, double radius, gboolean dark)
{
  double reach = radius * (look == FL_EDGE_REFUSED ? 0.71 : 0.45);
  cairo_text_extents_t extents;

  cairo_save (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  fl_color_set (cr, fl_theme_get_info (dark)->canvas, 1);
  cairo_fill_preserve (cr);
  fl_color_set (cr, fl_edge_look_get_color (look, dark), 1);
  cairo_set_line_width (cr, MAX (radius * 0.24, 1.2));
  cairo_stroke (cr);
  if (look == FL_EDGE_UNTRIED)
    {
      cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
      cairo_set_font_size (cr, radius * 1.6);
      cairo_text_extents (cr, "?", &extents);
      cairo_move_to (cr, x - extents.width / 2 - extents.x_bearing, y - extents.height / 2 - extents.y_bearing);
      cairo_show_text (cr, "?");
      cairo_restore (cr);
      return;
    }
  cairo_move_to (cr, x - reach, y - reach);
  cairo_line_to (cr, x + reach, y + reach);
  if (look == FL_EDGE_REJECTED)
    {
      cairo_move_to (cr, x + reach, y - reach);
      cairo_line_to (cr, x - reach, y + reach);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* --- ways ------------------------------------------------------------------------------------ */
static guint32
find_edge (const FlScene *scene, const FlScenePathHop *hop)
{
  for (guint32 i = 0; i < scene->n_edges; i++)
    if (scene->edges[i].from == hop->from && scene->edges[i].to == hop->to
        && !fl_edge_look_is_refusal (scene->edges[i].look))
      return i;
  return G_MAXUINT32;
}

static FlPoint
get_border (const FlBox *box, gboolean is_bottom)
{
  return (FlPoint) { box->x + box->width / 2, is_bottom ? box->y + box->height : box->y };
}

static void
draw_head (FlBrush *brush, FlPoint tip, FlPoint from)
{
  double dx = tip.x - from.x, dy = tip.y - from.y, length = hypot (dx, dy);
  const double size = 13, half = 7;

  if (length < 0.01)
    return;
  dx /= length, dy /= length;
  cairo_set_dash (brush->cr, NULL, 0, 0);
  cairo_move_to (brush->cr, tip.x, tip.y);
  cairo_line_to (brush->cr, tip.x - dx * size - dy * half, tip.y - dy * size + dx * half);
  cairo_line_to (brush->cr, tip.x - dx * size + dy * half, tip.y - dy * size - dx * half);
  cairo_close_path (brush->cr);
  cairo_fill (brush->cr);
}

/* Along the arrow that the picture has, or straight. Returns where its number stands. */
static FlPoint
draw_hop (FlBrush *brush, const FlScenePathHop *hop, double width)
{
  const FlBox *from = &brush->placement->nodes[hop->from], *to = &brush->placement->nodes[hop->to];
  guint32 edge = find_edge (brush->scene, hop);
  FlPoint start = get_border (from, from->y < to->y), end = get_border (to, from->y >= to->y);
  FlEdgePath paths[2];

  fl_brush_set_stroke (brush, FL_STROKE_SOLID, width);
  cairo_new_path (brush->cr);
  if (edge != G_MAXUINT32 && fl_edge_path_init (paths, brush->scene, brush->placement, edge, TRUE) == 1
      && paths[0].has_arrow)
    {
      const FlEdgePath *path = &paths[0];

      cairo_move_to (brush->cr, path->points[0].x, path->points[0].y);
      for (guint i = 1; i + 2 < path->n_points; i += 3)
        cairo_curve_to (brush->cr, path->points[i].x, path->points[i].y, path->points[i + 1].x, path->points[i + 1].y,
                        path->points[i + 2].x, path->points[i + 2].y);
      cairo_stroke (brush->cr);
      draw_head (brush, path->tip, path->base);
      return fl_edge_path_get_middle (path);
    }
  cairo_move_to (brush->cr, start.x, start.y);
  cairo_line_to (brush->cr, end.x, end.y);
  cairo_stroke (brush->cr);
  draw_head (brush, end, start);
  return (FlPoint) { (start.x + end.x) / 2, (start.y + end.y) / 2 };
}

/* Where a way goes on from another box of the same kernel. */
static void
draw_tie (FlBrush *brush, guint32 a, guint32 b)
{
  const FlBox *from = &brush->placement->nodes[a], *to = &brush->placement->nodes[b];

  fl_brush_set_stroke (brush, FL_STROKE_DOTTED, 3);
  cairo_move_to (brush->cr, from->x + from->width / 2, from->y + from->height / 2);
  cairo_line_to (brush->cr, to->x + to->width / 2, to->y + to->height / 2);
  cairo_stroke (brush->cr);
}

static void
draw_number (FlBrush *brush, guint number, FlPoint at, guint32 color)
{
  double radius = MAX (9, MIN (7 / brush->paint->zoom, 24));
  g_autofree char *text = g_strdup_printf ("%u", number);

  fl_brush_set_color (brush, color, 1);
  cairo_new_path (brush->cr);
  cairo_arc (brush->cr, at.x, at.y, radius, 0, 2 * G_PI);
  cairo_fill (brush->cr);
  fl_brush_set_color (brush, brush->paint->dark ? 0x1A1A1A : 0xFFFFFF, 1);
  fl_brush_draw_text (brush, text,
                      &(FlTextSpot) {
                          .x = at.x, .y = at.y + radius * 0.42, .size = radius * 1.2, .bold = TRUE, .centered = TRUE });
}

void
fl_brush_draw_way (FlBrush *brush)
{
  const FlPaint *paint = brush->paint;
  guint32 color = paint->dark ? way_dark : way_light;
  g_autofree FlPoint *middles = g_new (FlPoint, paint->n_path + 1);

  for (guint i = 0; i < paint->n_path; i++)
    if (paint->path[i].from >= brush->scene->n_nodes || paint->path[i].to >= brush->scene->n_nodes)
      return;
  fl_brush_set_color (brush, color, 1);
  for (guint i = 0; i < paint->n_path; i++)
    {
      middles[i] = draw_hop (brush, &paint->path[i], MAX (4, MIN (2 / paint->zoom, 12)));
      if (i + 1 < paint->n_path && paint->path[i].to != paint->path[i + 1].from)
        draw_tie (brush, paint->path[i].to, paint->path[i + 1].from);
    }
  for (guint i = 0; i < paint->n_path && brush->detail > FL_DETAIL_BLOCK; i++)
    draw_number (brush, i + 1, middles[i], color);
}
