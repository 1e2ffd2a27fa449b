/* The painter's hulls: a kernel as one shape around its operators, wherever they stand. The outline
 * of the union comes from painting everything twice: a little larger in the line's colour, then in
 * the filling. What differs has a colour, a pattern inside, and a sign before its name. */
#include <math.h>

#include "fl-edge-path.h"
#include "fl-scene-paint-private.h"

static const double min_label_px = 9;

static guint32
mix (guint32 a, guint32 b, double share)
{
  guint32 mixed = 0;

  for (int shift = 16; shift >= 0; shift -= 8)
    {
      double p = (a >> shift) & 0xff, q = (b >> shift) & 0xff;
      mixed |= (guint32) (p * share + q * (1 - share) + 0.5) << shift;
    }
  return mixed;
}

static gboolean
is_current (const FlBrush *brush, const FlSceneHull *hull)
{
  return brush->paint->difference > 0 && hull->difference == brush->paint->difference - 1;
}

/* Steps back while another difference is looked at. */
static gboolean
steps_back (const FlBrush *brush, const FlSceneHull *hull)
{
  return hull->relation == FL_RELATION_SAME || (brush->paint->difference > 0 && !is_current (brush, hull));
}

static guint32
get_line_color (const FlBrush *brush, const FlSceneHull *hull)
{
  guint32 color = fl_relation_get_color (hull->relation, brush->paint->dark);

  return steps_back (brush, hull) && !brush->paint->high_contrast ? mix (color, brush->theme->canvas, 0.5) : color;
}

static double
get_line_width (const FlBrush *brush, const FlSceneHull *hull)
{
  double width = is_current (brush, hull) ? 3.2 : hull->relation == FL_RELATION_SAME ? 1.1 : 2;

  return MAX (width, width * 0.6 / brush->paint->zoom);
}

/* Bars rise for a part, dots for what is regrouped; plain for the others. A recording, so that PDF
 * stays vectors. */
static cairo_pattern_t *
new_filling (const FlBrush *brush, const FlSceneHull *hull)
{
  guint32 color = fl_relation_get_color (hull->relation, brush->paint->dark);
  double share = brush->paint->high_contrast          ? 0
                 : hull->relation == FL_RELATION_SAME ? 0.05
                 : is_current (brush, hull)           ? 0.2
                                                      : 0.11;
  guint32 ground = mix (color, brush->theme->canvas, brush->paint->shows_kernels ? share + 0.08 : share);
  guint32 ink = mix (color, brush->theme->canvas, steps_back (brush, hull) ? 0.22 : 0.42);
  cairo_rectangle_t extents = { 0, 0, 8, 8 };
  cairo_surface_t *tile;
  cairo_pattern_t *pattern;
  FlBrush own = *brush;

  if (hull->relation == FL_RELATION_SAME || hull->relation == FL_RELATION_JOINED || brush->detail == FL_DETAIL_BLOCK)
    return cairo_pattern_create_rgb (((ground >> 16) & 0xff) / 255.0, ((ground >> 8) & 0xff) / 255.0,
                                     (ground & 0xff) / 255.0);
  tile = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  own.cr = cairo_create (tile);
  fl_brush_set_color (&own, ground, 1);
  cairo_paint (own.cr);
  fl_brush_set_color (&own, ink, 1);
  if (hull->relation == FL_RELATION_PART)
    {
      for (int i = -1; i <= 1; i++)
        {
          cairo_move_to (own.cr, i * 8 - 1, 9);
          cairo_line_to (own.cr, i * 8 + 9, -1);
        }
      cairo_set_line_width (own.cr, 0.9);
      cairo_stroke (own.cr);
    }
  else
    {
      cairo_arc (own.cr, 4, 4, 1.1, 0, 2 * G_PI);
      cairo_fill (own.cr);
    }
  cairo_destroy (own.cr);
  pattern = cairo_pattern_create_for_surface (tile);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_surface_destroy (tile);
  return pattern;
}

double
fl_hull_get_bridge (const FlPlacement *placement, const FlScene *scene, guint32 edge)
{
  const FlBox *from = &placement->nodes[scene->edges[edge].from], *to = &placement->nodes[scene->edges[edge].to];
  double gap = to->y - from->y - from->height, aside = fabs (to->x + to->width / 2 - from->x - from->width / 2);

  if (placement->edges[edge].n_points == 0)
    return FL_HULL_BRIDGE / 3.0;
  return gap < 60 && aside < 20 ? MIN (from->width, to->width) * 0.5 : FL_HULL_BRIDGE;
}

static void
trace_bridge (FlBrush *brush, guint32 edge)
{
  FlEdgePath paths[2];
  guint n = fl_edge_path_init (paths, brush->scene, brush->placement, edge, TRUE);

  for (guint i = 0; i < n; i++)
    {
      cairo_move_to (brush->cr, paths[i].points[0].x, paths[i].points[0].y);
      for (guint k = 1; k + 2 < paths[i].n_points; k += 3)
        cairo_curve_to (brush->cr, paths[i].points[k].x, paths[i].points[k].y, paths[i].points[k + 1].x,
                        paths[i].points[k + 1].y, paths[i].points[k + 2].x, paths[i].points[k + 2].y);
      cairo_line_to (brush->cr, paths[i].tip.x, paths[i].tip.y);
    }
}

/* Everything of the hull, grown by so much, in the current colour. */
static void
fill_hull (FlBrush *brush, const FlSceneHull *hull, double grow)
{
  double pad = FL_HULL_PAD + grow;

  cairo_set_dash (brush->cr, NULL, 0, 0);
  for (guint i = 0; i < hull->n_edges; i++)
    {
      cairo_new_path (brush->cr);
      trace_bridge (brush, hull->edges[i]);
      cairo_set_line_width (brush->cr, fl_hull_get_bridge (brush->placement, brush->scene, hull->edges[i]) + 2 * grow);
      cairo_stroke (brush->cr);
    }
  for (guint i = 0; i < hull->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[hull->nodes[i]];
      FlBox around = { box->x - pad, box->y - pad, box->width + 2 * pad, box->height + 2 * pad };
      FlShape shape;

      fl_shape_init_rounded (&shape, &around, 9 + grow);
      fl_brush_trace_shape (brush, &shape);
      cairo_fill (brush->cr);
    }
}

static gboolean
sees_hull (const FlBrush *brush, const FlSceneHull *hull)
{
  for (guint i = 0; i < hull->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[hull->nodes[i]];

      if (fl_brush_sees (brush, box->x - 40, box->y - 60, box->width + 80, box->height + 120))
        return TRUE;
    }
  return FALSE;
}

void
fl_brush_draw_hulls (FlBrush *brush)
{
  cairo_pattern_t *fillings[FL_N_RELATIONS][2] = { { NULL } }; /* of what is looked at, or not */

  for (guint i = 0; i < brush->scene->n_hulls; i++)
    {
      const FlSceneHull *hull = &brush->scene->hulls[i];
      cairo_pattern_t **filling = &fillings[hull->relation][is_current (brush, hull)];

      if (!sees_hull (brush, hull))
        continue;
      if (*filling == NULL)
        *filling = new_filling (brush, hull);
      cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_ROUND);
      fl_brush_set_color (brush, get_line_color (brush, hull), 1);
      fill_hull (brush, hull, get_line_width (brush, hull));
      cairo_set_source (brush->cr, *filling);
      fill_hull (brush, hull, 0);
      cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_BUTT);
    }
  for (guint relation = 0; relation < FL_N_RELATIONS; relation++)
    for (guint k = 0; k < 2; k++)
      g_clear_pointer (&fillings[relation][k], cairo_pattern_destroy);
}

/* --- names ------------------------------------------------------------------------------------ */

static double
measure (FlBrush *brush, const char *text, double size)
{
  int width;

  pango_font_description_set_weight (brush->font, PANGO_WEIGHT_BOLD);
  pango_font_description_set_absolute_size (brush->font, size * PANGO_SCALE);
  pango_layout_set_font_description (brush->layout, brush->font);
  pango_layout_set_width (brush->layout, -1);
  pango_layout_set_text (brush->layout, text, -1);
  pango_layout_get_size (brush->layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

static void
draw_label (FlBrush *brush, const FlSceneHull *hull)
{
  const FlBox *box = &brush->placement->nodes[hull->nodes[0]];
  gboolean is_same = hull->relation == FL_RELATION_SAME;
  double size = MAX (is_same ? 9.5 : 10.5, min_label_px / brush->paint->zoom);
  g_autofree char *text = g_strdup_printf ("%s %s", fl_relation_get_info (hull->relation)->sign,
                                           brush->detail >= FL_DETAIL_TITLE ? hull->title : hull->label);
  guint32 color = get_line_color (brush, hull);
  double width, height = size * 1.45, x = box->x - FL_HULL_PAD + 4, y = box->y - FL_HULL_PAD - height * 0.62;
  FlShape shape;

  if (size > 30 || (is_same && brush->detail < FL_DETAIL_TITLE))
    return;
  width = measure (brush, text, size) + size * 0.9;
  fl_shape_init_rounded (&shape, &(FlBox) { x, y, width, height }, height * 0.3);
  fl_brush_trace_shape (brush, &shape);
  fl_brush_set_color (brush, is_same ? brush->theme->canvas : color, is_same ? 0.85 : 1);
  cairo_fill (brush->cr);
  fl_brush_set_color (brush, is_same ? brush->theme->secondary : brush->paint->dark ? 0x1A1A1A : 0xFFFFFF, 1);
  fl_brush_draw_text (brush, text,
                      &(FlTextSpot) {
                          .x = x + size * 0.45, .y = y + height * 0.5 + size * 0.36, .size = size, .bold = TRUE });
}

/* In the middle of the box that is nearest to the middle of all. */
static const FlBox *
find_middle (const FlBrush *brush, const FlSceneHull *hull)
{
  const FlBox *best = NULL;
  double x = 0, y = 0, least = G_MAXDOUBLE;

  for (guint i = 0; i < hull->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[hull->nodes[i]];
      x += (box->x + box->width / 2) / hull->n_nodes;
      y += (box->y + box->height / 2) / hull->n_nodes;
    }
  for (guint i = 0; i < hull->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[hull->nodes[i]];
      double distance = hypot (box->x + box->width / 2 - x, box->y + box->height / 2 - y);

      if (distance < least)
        least = distance, best = box;
    }
  return best;
}

static void
draw_kernel (FlBrush *brush, const FlSceneHull *hull)
{
  const FlBox *box = find_middle (brush, hull);
  double size = MIN (MAX (12, min_label_px / brush->paint->zoom), 24);
  g_autofree char *text = g_strdup_printf ("%s %s", fl_relation_get_info (hull->relation)->sign, hull->title);
  double x = box->x + box->width / 2, y = box->y + box->height / 2;

  fl_brush_set_color (brush,
                      steps_back (brush, hull) ? brush->theme->secondary
                                               : fl_relation_get_color (hull->relation, brush->paint->dark),
                      1);
  fl_brush_draw_text (brush, text,
                      &(FlTextSpot) { .x = x,
                                      .y = y - (hull->subtitle ? size * 0.2 : -size * 0.36),
                                      .size = size,
                                      .bold = TRUE,
                                      .centered = TRUE });
  fl_brush_set_color (brush, brush->theme->secondary, 1);
  if (hull->subtitle != NULL && brush->detail >= FL_DETAIL_TITLE)
    fl_brush_draw_text (brush, hull->subtitle,
                        &(FlTextSpot) { .x = x, .y = y + size * 0.95, .size = size * 0.85, .centered = TRUE });
}

void
fl_brush_draw_hull_labels (FlBrush *brush)
{
  if (brush->detail == FL_DETAIL_BLOCK)
    return;
  for (guint i = 0; i < brush->scene->n_hulls; i++)
    if (sees_hull (brush, &brush->scene->hulls[i]))
      {
        if (brush->paint->shows_kernels)
          draw_kernel (brush, &brush->scene->hulls[i]);
        else
          draw_label (brush, &brush->scene->hulls[i]);
      }
}

gboolean
fl_brush_is_shadow (const FlBrush *brush, guint32 node)
{
  return brush->paint->shows_kernels && brush->scene->hull_of_node != NULL && brush->scene->hull_of_node[node] >= 0;
}
