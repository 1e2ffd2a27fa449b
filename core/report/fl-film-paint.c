/* The painter's frames of the replay: groups as closed shapes around their boxes, two of them
 * growing together, and the pair that is being decided. */
#include <math.h>

#include "fl-film.h"
#include "fl-scene-paint-private.h"

enum
{
  MAX_TIED = 400 /* boxes in a group whose shortest ties are sought */
};
static const double group_reach = 9, group_line = 2.5, tie_width = 26;

/* --- groups ---------------------------------------------------------------------------------- */
static FlPoint
get_middle (const FlBrush *brush, guint32 node)
{
  const FlBox *box = &brush->placement->nodes[node];

  return (FlPoint) { box->x + box->width / 2, box->y + box->height / 2 };
}

/* The shortest ties that hold the boxes together: from[i] is where box i is tied to. */
static void
find_ties (const FlBrush *brush, const FlFilmGroup *group, guint32 *from)
{
  g_autofree double *distances = g_new (double, group->n_nodes);
  g_autofree gboolean *is_tied = g_new0 (gboolean, group->n_nodes);
  guint last = 0;

  for (guint i = 1; i < group->n_nodes && group->n_nodes > MAX_TIED; i++)
    from[i] = group->nodes[i - 1]; /* in their order: the shortest would take too long at every frame */
  if (group->n_nodes > MAX_TIED)
    return;
  for (guint i = 0; i < group->n_nodes; i++)
    distances[i] = G_MAXDOUBLE;
  is_tied[0] = TRUE;
  from[0] = group->nodes[0];
  for (guint n = 1; n < group->n_nodes; n++)
    {
      FlPoint here = get_middle (brush, group->nodes[last]);
      guint best = 0;
      double least = G_MAXDOUBLE;

      for (guint i = 0; i < group->n_nodes; i++)
        {
          FlPoint there = get_middle (brush, group->nodes[i]);
          double distance = hypot (here.x - there.x, here.y - there.y);

          if (is_tied[i])
            continue;
          if (distance < distances[i])
            {
              distances[i] = distance;
              from[i] = group->nodes[last];
            }
          if (distances[i] < least)
            {
              least = distances[i];
              best = i;
            }
        }
      is_tied[best] = TRUE;
      last = best;
    }
}

static gboolean
is_seam (const FlFilmFrame *frame, guint32 a, guint32 b)
{
  return (a == frame->seam_a && b == frame->seam_b) || (a == frame->seam_b && b == frame->seam_a);
}

/* A tie that grows is drawn from both ends. */
static void
trace_tie (FlBrush *brush, guint32 from, guint32 to, double growth)
{
  FlPoint a = get_middle (brush, from), b = get_middle (brush, to);
  double part = growth / 2;

  cairo_move_to (brush->cr, a.x, a.y);
  cairo_line_to (brush->cr, a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
  cairo_move_to (brush->cr, b.x, b.y);
  cairo_line_to (brush->cr, b.x + (a.x - b.x) * part, b.y + (a.y - b.y) * part);
}

static void
draw_body (FlBrush *brush, const FlFilmGroup *group, const guint32 *ties, double reach, double growth)
{
  const FlFilmFrame *frame = brush->paint->film;

  cairo_new_path (brush->cr);
  cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  cairo_set_line_width (brush->cr, tie_width + 2 * (reach - group_reach));
  for (guint i = 1; i < group->n_nodes; i++)
    trace_tie (brush, ties[i], group->nodes[i],
               frame->merges && is_seam (frame, ties[i], group->nodes[i]) ? growth : 1);
  cairo_stroke (brush->cr);
  for (guint i = 0; i < group->n_nodes; i++)
    {
      const FlBox *box = &brush->placement->nodes[group->nodes[i]];
      FlBox around = { box->x - reach, box->y - reach, box->width + 2 * reach, box->height + 2 * reach };
      FlShape shape;

      fl_shape_init_rounded (&shape, &around, 10);
      fl_brush_trace_shape (brush, &shape);
      cairo_fill (brush->cr);
    }
}

static guint32
mix (guint32 a, guint32 b, double share)
{
  guint32 color = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      double one = (a >> shift) & 0xff, other = (b >> shift) & 0xff;

      color |= (guint32) (one + (other - one) * share + 0.5) << shift;
    }
  return color;
}

static void
draw_title (FlBrush *brush, const FlFilmGroup *group, guint32 color)
{
  g_autofree char *text = g_strdup_printf ("g%u", group->number);
  double radius = MAX (10, MIN (8 / brush->paint->zoom, 22));
  const FlBox *top = &brush->placement->nodes[group->nodes[0]];
  FlPoint at;

  for (guint i = 1; i < group->n_nodes; i++)
    if (brush->placement->nodes[group->nodes[i]].y < top->y)
      top = &brush->placement->nodes[group->nodes[i]];
  at = (FlPoint) { top->x - group_reach + 2, top->y - group_reach + 2 };
  fl_brush_set_color (brush, color, 1);
  cairo_new_path (brush->cr);
  cairo_arc (brush->cr, at.x, at.y, radius, 0, 2 * G_PI);
  cairo_fill (brush->cr);
  fl_brush_set_color (brush, brush->theme->canvas, 1);
  fl_brush_draw_text (brush, text,
                      &(FlTextSpot) {
                          .x = at.x, .y = at.y + radius * 0.36, .size = radius, .bold = TRUE, .centered = TRUE });
}

static gboolean
holds_pair (const FlFilmFrame *frame, const FlFilmGroup *group)
{
  for (guint i = 0; i < group->n_nodes; i++)
    if (group->nodes[i] == frame->a || group->nodes[i] == frame->b)
      return TRUE;
  return FALSE;
}

void
fl_brush_draw_film_groups (FlBrush *brush)
{
  const FlFilmFrame *frame = brush->paint->film;

  for (guint i = 0; i < frame->n_groups; i++)
    {
      const FlFilmGroup *group = &frame->groups[i];
      g_autofree guint32 *ties = g_new (guint32, group->n_nodes);
      guint32 color = brush->theme->selection;
      gboolean is_newest = frame->merges && holds_pair (frame, group);

      find_ties (brush, group, ties);
      fl_brush_set_color (brush, mix (brush->theme->canvas, color, is_newest ? 1 : 0.65), 1);
      draw_body (brush, group, ties, group_reach + (is_newest ? 1 : 0), brush->paint->growth);
      fl_brush_set_color (brush, mix (brush->theme->canvas, color, is_newest ? 0.22 : 0.11), 1);
      draw_body (brush, group, ties, group_reach - group_line, brush->paint->growth);
    }
  cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_BUTT);
}

/* --- the pair -------------------------------------------------------------------------------- */
static FlEdgeLook
get_look (const FlFilmFrame *frame)
{
  return frame->verdict == FL_VERDICT_ILLEGAL  ? FL_EDGE_REFUSED
         : frame->verdict == FL_VERDICT_REJECT ? FL_EDGE_REJECTED
                                               : FL_EDGE_UNTRIED;
}

static void
draw_ring (FlBrush *brush, guint32 node, guint32 color, double width)
{
  const FlBox *box = &brush->placement->nodes[node];
  FlBox around = { box->x - 4, box->y - 4, box->width + 8, box->height + 8 };
  FlShape shape;

  fl_shape_init_rounded (&shape, &around, 8);
  fl_brush_trace_shape (brush, &shape);
  fl_brush_set_color (brush, color, 1);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, width);
  cairo_stroke (brush->cr);
}

/* Where the line from the middle of a box towards `to` leaves it. */
static FlPoint
leave_box (const FlBrush *brush, guint32 node, FlPoint to)
{
  const FlBox *box = &brush->placement->nodes[node];
  FlPoint middle = get_middle (brush, node);
  double dx = to.x - middle.x, dy = to.y - middle.y, scale = 1;

  if (fabs (dx) > 0.001)
    scale = MIN (scale, (box->width / 2 + 4) / fabs (dx));
  if (fabs (dy) > 0.001)
    scale = MIN (scale, (box->height / 2 + 4) / fabs (dy));
  return (FlPoint) { middle.x + dx * scale, middle.y + dy * scale };
}

static void
draw_words (FlBrush *brush, const char *label, FlPoint at, guint32 color)
{
  double size = MAX (11, MIN (9 / brush->paint->zoom, 26));
  int width, height;

  pango_font_description_set_weight (brush->font, PANGO_WEIGHT_BOLD);
  pango_font_description_set_absolute_size (brush->font, size * PANGO_SCALE);
  pango_layout_set_font_description (brush->layout, brush->font);
  pango_layout_set_width (brush->layout, -1);
  pango_layout_set_text (brush->layout, label, -1);
  pango_layout_get_pixel_size (brush->layout, &width, &height);
  fl_brush_set_color (brush, brush->theme->canvas, 0.93);
  cairo_rectangle (brush->cr, at.x + 12, at.y - height / 2.0 - 2, width + 10, height + 4);
  cairo_fill (brush->cr);
  fl_brush_set_color (brush, color, 1);
  fl_brush_draw_text (brush, label,
                      &(FlTextSpot) { .x = at.x + 17, .y = at.y + size * 0.36, .size = size, .bold = TRUE });
}

void
fl_brush_draw_film_pair (FlBrush *brush)
{
  const FlFilmFrame *frame = brush->paint->film;
  guint32 color;
  FlEdgeLook look = get_look (frame);
  double width = MAX (2.5, MIN (1.5 / brush->paint->zoom, 8));
  FlPoint a, b, middle;

  for (guint i = 0; i < frame->n_groups; i++)
    draw_title (brush, &frame->groups[i], brush->theme->selection);
  if (frame->a == G_MAXUINT32 || frame->a >= brush->scene->n_nodes || frame->b >= brush->scene->n_nodes)
    return;
  color = frame->verdict == FL_VERDICT_ACCEPT ? brush->theme->selection
          : frame->verdict == FL_VERDICT_NOTE ? brush->theme->secondary
                                              : fl_edge_look_get_color (look, brush->paint->dark);
  draw_ring (brush, frame->a, color, width);
  draw_ring (brush, frame->b, color, width);
  if (frame->merges)
    return;
  a = leave_box (brush, frame->a, get_middle (brush, frame->b));
  b = leave_box (brush, frame->b, get_middle (brush, frame->a));
  middle = (FlPoint) { (a.x + b.x) / 2, (a.y + b.y) / 2 };
  fl_brush_set_color (brush, color, 1);
  fl_brush_set_stroke (brush,
                       frame->verdict == FL_VERDICT_ACCEPT ? FL_STROKE_DASHED : fl_edge_look_get_info (look)->stroke,
                       width);
  cairo_new_path (brush->cr);
  cairo_move_to (brush->cr, a.x, a.y);
  cairo_line_to (brush->cr, b.x, b.y);
  cairo_stroke (brush->cr);
  if (frame->verdict == FL_VERDICT_REJECT || frame->verdict == FL_VERDICT_ILLEGAL)
    fl_edge_paint_refusal (brush->cr, look, middle.x, middle.y, MAX (9, MIN (7 / brush->paint->zoom, 24)),
                           brush->paint->dark);
  if (frame->label != NULL)
    draw_words (brush, frame->label, middle, color);
}
