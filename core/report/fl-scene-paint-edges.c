/* The painter's arrows: one pattern, width and head a kind of dependency; stubs where an arrow
 * would be very long. */
#include <math.h>

#include "fl-edge-path.h"
#include "fl-scene-paint-private.h"

static const double far_zoom = 0.06;

static void
draw_head (FlBrush *brush, FlEdgeLook look, FlPoint tip, FlPoint from)
{
  double dx = tip.x - from.x, dy = tip.y - from.y, length = hypot (dx, dy);
  double size = look == FL_EDGE_MUTATION ? 9 : 8, half = size * 0.42;
  FlPoint base;

  if (length < 0.01)
    return;
  dx /= length, dy /= length;
  base = (FlPoint) { tip.x - dx * size, tip.y - dy * size };
  cairo_set_dash (brush->cr, NULL, 0, 0);
  cairo_new_path (brush->cr);
  if (look == FL_EDGE_REUSE)
    {
      /* a hollow diamond */
      cairo_move_to (brush->cr, tip.x, tip.y);
      cairo_line_to (brush->cr, tip.x - dx * size * 0.75 - dy * half, tip.y - dy * size * 0.75 + dx * half);
      cairo_line_to (brush->cr, tip.x - dx * size * 1.5, tip.y - dy * size * 1.5);
      cairo_line_to (brush->cr, tip.x - dx * size * 0.75 + dy * half, tip.y - dy * size * 0.75 - dx * half);
      cairo_close_path (brush->cr);
      cairo_set_line_width (brush->cr, 1.2);
      cairo_stroke (brush->cr);
      return;
    }
  cairo_move_to (brush->cr, base.x - dy * half, base.y + dx * half);
  cairo_line_to (brush->cr, tip.x, tip.y);
  cairo_line_to (brush->cr, base.x + dy * half, base.y - dx * half);
  if (look == FL_EDGE_WEAK)
    {
      cairo_set_line_width (brush->cr, 1.3);
      cairo_stroke (brush->cr);
      return;
    }
  cairo_close_path (brush->cr);
  cairo_fill (brush->cr);
  if (look == FL_EDGE_MUTATION)
    {
      cairo_move_to (brush->cr, tip.x - dy * 5, tip.y + dx * 5);
      cairo_line_to (brush->cr, tip.x + dy * 5, tip.y - dx * 5);
      cairo_set_line_width (brush->cr, 2);
      cairo_stroke (brush->cr);
    }
}

static void
trace_path (FlBrush *brush, const FlEdgePath *path, double dx, double dy)
{
  cairo_new_path (brush->cr);
  cairo_move_to (brush->cr, path->points[0].x + dx, path->points[0].y + dy);
  for (guint i = 1; i + 2 < path->n_points; i += 3)
    cairo_curve_to (brush->cr, path->points[i].x + dx, path->points[i].y + dy, path->points[i + 1].x + dx,
                    path->points[i + 1].y + dy, path->points[i + 2].x + dx, path->points[i + 2].y + dy);
  if (path->has_arrow)
    cairo_line_to (brush->cr, path->base.x + dx, path->base.y + dy);
}

static void
draw_label (FlBrush *brush, const char *label, FlPoint at, guint32 color, gboolean is_left)
{
  int width, height;

  pango_font_description_set_weight (brush->font, PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size (brush->font, 9.5 * PANGO_SCALE);
  pango_layout_set_font_description (brush->layout, brush->font);
  pango_layout_set_width (brush->layout, -1);
  pango_layout_set_text (brush->layout, label, -1);
  pango_layout_get_pixel_size (brush->layout, &width, &height);
  if (is_left) /* where the page ends there, on the other side of the sign */
    at.x += at.x < width + 10 ? 14 : -(width + 10);
  fl_brush_set_color (brush, brush->theme->canvas, 0.85);
  cairo_rectangle (brush->cr, at.x + 3, at.y - height / 2.0, width + 4, height);
  cairo_fill (brush->cr);
  fl_brush_set_color (brush, color, 1);
  fl_brush_draw_text (brush, label, &(FlTextSpot) { .x = at.x + 5, .y = at.y + 3.5, .size = 9.5 });
}

/* Half of a long arrow, with the name of the end that is far away. */
static void
draw_stub (FlBrush *brush, const FlEdgePath *path, guint32 color, double width)
{
  fl_brush_set_color (brush, color, 0.55);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, width);
  trace_path (brush, path, 0, 0);
  cairo_stroke (brush->cr);
  cairo_arc (brush->cr, path->dot.x, path->dot.y, 2.2, 0, 2 * G_PI);
  cairo_fill (brush->cr);
  if (path->has_arrow)
    draw_head (brush, FL_EDGE_DATA, path->tip, path->base);
  if (brush->detail < FL_DETAIL_FULL || path->label[0] == 0)
    return;
  fl_brush_set_color (brush, brush->theme->secondary, 0.9);
  fl_brush_draw_text (brush, path->label,
                      &(FlTextSpot) { .x = path->dot.x + 5, .y = path->dot.y + 3, .max_width = 90, .size = 9 });
}

static void
draw_path (FlBrush *brush, const FlSceneEdge *edge, const FlEdgePath *path, guint32 color, double alpha, double width)
{
  const FlEdgeInfo *info = fl_edge_look_get_info (edge->look);

  fl_brush_set_color (brush, color, alpha);
  fl_brush_set_stroke (brush, info->stroke, width);
  if (info->stroke == FL_STROKE_DOUBLE)
    {
      trace_path (brush, path, -1.3, 0);
      cairo_stroke (brush->cr);
      trace_path (brush, path, 1.3, 0);
      cairo_stroke (brush->cr);
    }
  else
    {
      trace_path (brush, path, 0, 0);
      cairo_stroke (brush->cr);
    }
  if (path->has_arrow && brush->detail > FL_DETAIL_BLOCK)
    draw_head (brush, edge->look, path->tip, path->base);
  if (path->label[0] != 0 && brush->detail == FL_DETAIL_FULL)
    draw_label (brush, path->label, path->dot, color, FALSE);
  if (edge->label != NULL && !fl_edge_look_is_refusal (edge->look) && brush->detail == FL_DETAIL_FULL)
    draw_label (brush, edge->label, fl_edge_path_get_middle (path), color, FALSE);
}

static gboolean
is_path_seen (const FlBrush *brush, const FlEdgePath *path)
{
  FlPoint low = path->points[0], high = path->points[0];

  for (guint i = 1; i < path->n_points; i++)
    {
      low.x = MIN (low.x, path->points[i].x), low.y = MIN (low.y, path->points[i].y);
      high.x = MAX (high.x, path->points[i].x), high.y = MAX (high.y, path->points[i].y);
    }
  return fl_brush_sees (brush, low.x - 10, low.y - 10, high.x - low.x + 20, high.y - low.y + 20);
}

static void
draw_edge (FlBrush *brush, guint position)
{
  const FlSceneEdge *edge = &brush->scene->edges[position];
  const FlSceneNode *nodes = brush->scene->nodes;
  const guint8 *lit = brush->paint->lit;
  gboolean is_focused = brush->paint->focused_edge == (gint32) position;
  gboolean is_lit = lit != NULL && lit[edge->from] && lit[edge->to];
  gboolean touches = (lit != NULL && ((lit[edge->from] | lit[edge->to]) & 2))
                     || brush->paint->hovered == (gint32) edge->from || brush->paint->hovered == (gint32) edge->to;
  guint32 color = fl_edge_look_get_color (edge->look, brush->paint->dark);
  double width = fl_edge_look_get_info (edge->look)->width;
  double alpha = nodes[edge->from].is_faded && nodes[edge->to].is_faded ? 0.5 : 1;
  FlEdgePath paths[2];
  guint n = fl_edge_path_init (paths, brush->scene, brush->placement, position, is_focused || touches || is_lit);

  if (edge->label != NULL && g_str_has_prefix (edge->label, "×"))
    width = MIN (width * 1.6, 6);
  if (brush->paint->zoom < 0.5)
    width = MIN (width / brush->paint->zoom * 0.5, 4);
  if (is_focused || is_lit || touches)
    {
      if (!fl_edge_look_is_refusal (edge->look))
        color = brush->theme->selection;
      width = MAX (width * 1.5, is_focused ? 3 : 2);
      alpha = 1;
    }
  for (guint i = 0; i < n; i++)
    if (is_path_seen (brush, &paths[i]))
      {
        if (paths[i].is_stub)
          draw_stub (brush, &paths[i], color, width);
        else
          draw_path (brush, edge, &paths[i], color, alpha, width);
      }
}

static gboolean
is_marked (const FlBrush *brush, guint position)
{
  const FlSceneEdge *edge = &brush->scene->edges[position];
  const guint8 *lit = brush->paint->lit;

  return brush->paint->focused_edge == (gint32) position
         || (lit != NULL && ((lit[edge->from] && lit[edge->to]) || ((lit[edge->from] | lit[edge->to]) & 2)));
}

/* Seen from very far: straight hair lines, all of them in one stroke. */
static void
draw_hair_lines (FlBrush *brush)
{
  const FlPlacement *placement = brush->placement;
  double zoom = brush->paint->zoom;

  cairo_new_path (brush->cr);
  for (guint i = 0; i < brush->scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &brush->scene->edges[i];
      const FlBox *from = &placement->nodes[edge->from], *to = &placement->nodes[edge->to];
      FlPoint a = { from->x + from->width / 2, from->y + from->height };
      FlPoint b = { to->x + to->width / 2, to->y };

      if (fl_edge_look_is_refusal (edge->look) || is_marked (brush, i) || (ABS (a.x - b.x) + ABS (a.y - b.y)) * zoom < 1
          || !fl_brush_sees (brush, MIN (a.x, b.x), MIN (a.y, b.y), ABS (a.x - b.x), ABS (a.y - b.y)))
        continue;
      cairo_move_to (brush->cr, a.x, a.y);
      cairo_line_to (brush->cr, b.x, b.y);
    }
  fl_brush_set_color (brush, fl_edge_look_get_color (FL_EDGE_DATA, brush->paint->dark), 0.5);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, MIN (0.7 / zoom, 40));
  cairo_stroke (brush->cr);
}

void
fl_brush_draw_edges (FlBrush *brush)
{
  gboolean is_far = brush->paint->zoom < far_zoom;

  cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_BUTT);
  if (brush->detail == FL_DETAIL_BLOCK)
    cairo_set_antialias (brush->cr, is_far ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_FAST);
  if (is_far)
    draw_hair_lines (brush);
  for (guint i = 0; i < brush->scene->n_edges; i++)
    if ((!is_far || is_marked (brush, i))
        && !(fl_brush_is_shadow (brush, brush->scene->edges[i].from)
             && brush->scene->hull_of_node[brush->scene->edges[i].from]
                    == brush->scene->hull_of_node[brush->scene->edges[i].to]))
      draw_edge (brush, i);
  cairo_set_antialias (brush->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* --- refused fusions -------------------------------------------------------------------------- */

/* The sign of its kind in the middle; its name where there is room, or where the eye is. */
static void
draw_refusal (FlBrush *brush, const FlSceneEdge *edge, const FlEdgePath *path, guint32 color, gboolean is_marked)
{
  FlPoint middle = fl_edge_path_get_middle (path);
  gboolean is_left = middle.x < brush->placement->nodes[edge->from].x;

  if (brush->detail == FL_DETAIL_BLOCK)
    return;
  if (edge->label != NULL && brush->detail == FL_DETAIL_FULL
      && (is_marked || brush->scene->n_refused <= FL_FEW_REFUSED))
    draw_label (brush, edge->label, (FlPoint) { middle.x + (is_left ? -7 : 7), middle.y }, color, is_left);
  fl_edge_paint_refusal (brush->cr, edge->look, middle.x, middle.y, is_marked ? 8 : 6.5, brush->paint->dark);
}

/* Above the boxes: an arrow that runs behind one can still be seen, and clicked. */
void
fl_brush_draw_refusals (FlBrush *brush)
{
  const guint8 *lit = brush->paint->lit;

  for (guint i = 0; i < brush->scene->n_edges && brush->detail > FL_DETAIL_BLOCK; i++)
    {
      const FlSceneEdge *edge = &brush->scene->edges[i];
      gboolean is_seen = brush->paint->focused_edge == (gint32) i
                         || (lit != NULL && ((lit[edge->from] | lit[edge->to]) & 2))
                         || brush->paint->hovered == (gint32) edge->from || brush->paint->hovered == (gint32) edge->to;
      FlEdgePath paths[2];
      guint n;

      if (!fl_edge_look_is_refusal (edge->look))
        continue;
      n = fl_edge_path_init (paths, brush->scene, brush->placement, i, is_seen);
      for (guint k = 0; k < n; k++)
        if (is_path_seen (brush, &paths[k]))
          draw_refusal (brush, edge, &paths[k], fl_edge_look_get_color (edge->look, brush->paint->dark), is_seen);
    }
}
