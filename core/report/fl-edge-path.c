/* Curves of arrows. */
#include "fl-edge-path.h"

#include <math.h>
#include <string.h>

#include "fl-shape.h"

static const double head_length = 8, stub_length = 20;
/* A refused fusion over more than this is drawn as a short line at each end: drawn through, they
 * would cover everything. */
static const double far_refusal = 260, ray_length = 22;

static FlPoint
get_point (const FlPoint *p, double t)
{
  double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;

  return (FlPoint) { a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                     a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

/* Where the line from the middle of the box towards `to` leaves it. */
static FlPoint
leave_box (const FlBox *box, FlPoint to)
{
  FlPoint middle = { box->x + box->width / 2, box->y + box->height / 2 };
  double dx = to.x - middle.x, dy = to.y - middle.y;
  double scale = G_MAXDOUBLE;

  if (ABS (dx) > 0.001)
    scale = MIN (scale, box->width / 2 / ABS (dx));
  if (ABS (dy) > 0.001)
    scale = MIN (scale, box->height / 2 / ABS (dy));
  if (scale > 1e6)
    return middle;
  return (FlPoint) { middle.x + dx * scale, middle.y + dy * scale };
}

/* A curve that bows to one side, from border to border: for arrows outside of the layout. */
static void
init_free (FlEdgePath *path, const FlBox *from, const FlBox *to, gboolean has_arrow)
{
  FlPoint a = { from->x + from->width / 2, from->y + from->height / 2 };
  FlPoint b = { to->x + to->width / 2, to->y + to->height / 2 };
  double dx = b.x - a.x, dy = b.y - a.y, length = MAX (hypot (dx, dy), 1), bow = MIN (length * 0.18, 60);
  FlPoint c1 = { a.x + dx * 0.3 - dy / length * bow, a.y + dy * 0.3 + dx / length * bow };
  FlPoint c2 = { a.x + dx * 0.7 - dy / length * bow, a.y + dy * 0.7 + dx / length * bow };
  double ux, uy;

  path->own[0] = leave_box (from, c1);
  path->own[1] = c1;
  path->own[2] = c2;
  path->own[3] = leave_box (to, c2);
  path->points = path->own;
  path->n_points = 4;
  path->has_arrow = has_arrow;
  path->tip = path->own[3];
  ux = path->tip.x - c2.x, uy = path->tip.y - c2.y, length = MAX (hypot (ux, uy), 0.01);
  path->base = (FlPoint) { path->tip.x - ux / length * head_length, path->tip.y - uy / length * head_length };
  if (has_arrow)
    path->own[3] = path->base;
}

/* An arc along the left side, for boxes that stand one above the other: reused memory and refused
 * fusions run beside the data. */
static void
init_side (FlEdgePath *path, const FlBox *from, const FlBox *to, gboolean has_arrow)
{
  FlPoint a = { from->x, from->y + from->height * 0.6 }, b = { to->x, to->y + to->height * 0.4 };
  double out = 22 + MIN (ABS (b.y - a.y) * 0.12, 60), left = MIN (a.x, b.x) - out;

  path->own[0] = a;
  path->own[1] = (FlPoint) { left, a.y };
  path->own[2] = (FlPoint) { left, b.y };
  path->own[3] = has_arrow ? (FlPoint) { b.x - head_length * 1.5, b.y } : b;
  path->points = path->own;
  path->n_points = 4;
  path->has_arrow = has_arrow;
  path->base = path->own[3];
  path->tip = b;
}

static void
init_stub (FlEdgePath *path, FlPoint start, FlPoint end)
{
  path->own[0] = start;
  path->own[1] = (FlPoint) { start.x, start.y + (end.y - start.y) / 3 };
  path->own[2] = (FlPoint) { end.x, end.y - (end.y - start.y) / 3 };
  path->own[3] = end;
  path->points = path->own;
  path->n_points = 4;
  path->is_stub = TRUE;
}

static double
get_gap (const FlBox *a, const FlBox *b)
{
  double dx = MAX (MAX (a->x - b->x - b->width, b->x - a->x - a->width), 0);
  double dy = MAX (MAX (a->y - b->y - b->height, b->y - a->y - a->height), 0);

  return hypot (dx, dy);
}

static void
label_stub (FlEdgePath *path, const FlSceneNode *far, guint index, guint n, const char *noun)
{
  if (n == 1 && far->n_lines > 0)
    {
      const char *end = strstr (far->lines[0], "  "); /* "op3  →  buf3": the first name will do */
      gsize length = end != NULL ? (gsize) (end - far->lines[0]) : strlen (far->lines[0]);

      g_strlcpy (path->label, far->lines[0], MIN (length + 1, sizeof path->label));
    }
  else if (index == n - 1)
    g_snprintf (path->label, sizeof path->label, "%u %s", n, noun);
}

/* A short line out of a box's right side, with the name of the partner that is far away. */
static void
init_ray (FlEdgePath *path, const FlBox *from, const FlSceneNode *far, guint index, guint n)
{
  double step = MIN (9, (from->height - 14) / MAX (n, 1)), y = from->y + from->height - 8 - (n - 1 - index) * step;
  FlPoint start = { from->x + from->width - 3, y }, end = { start.x + ray_length, y };

  path->own[0] = start;
  path->own[1] = (FlPoint) { start.x + ray_length / 3, y };
  path->own[2] = (FlPoint) { start.x + ray_length * 2 / 3, y };
  path->own[3] = end;
  path->points = path->own;
  path->n_points = 4;
  path->dot = end;
  label_stub (path, far, index, n, "refused");
}

static void
init_stubs (FlEdgePath paths[2], const FlScene *scene, const FlPlacement *placement, guint edge)
{
  const FlSceneEdge *e = &scene->edges[edge];
  const FlSpline *spline = &placement->edges[edge];
  const FlBox *from = &placement->nodes[e->from], *to = &placement->nodes[e->to];
  guint n_from = MAX (spline->n_stubs_from, 1), n_to = MAX (spline->n_stubs_to, 1);
  /* near the right end of the box, where fewer arrows are */
  FlPoint out = { from->x + from->width - 14 - MIN (9, (from->width - 24) / n_from) * (n_from - 1 - spline->stub_from),
                  from->y + from->height };
  FlPoint in = { to->x + to->width - 14 - MIN (9, (to->width - 24) / n_to) * (n_to - 1 - spline->stub_to), to->y };

  init_stub (&paths[0], out, (FlPoint) { out.x + 4, out.y + stub_length * 0.6 });
  paths[0].has_dot = TRUE;
  paths[0].dot = paths[0].own[3];
  label_stub (&paths[0], &scene->nodes[e->to], spline->stub_from, n_from, "far");
  init_stub (&paths[1], (FlPoint) { in.x + 4, in.y - stub_length * 0.8 }, (FlPoint) { in.x, in.y - head_length + 2 });
  paths[1].has_dot = TRUE;
  paths[1].dot = paths[1].own[0];
  paths[1].has_arrow = TRUE;
  paths[1].base = paths[1].own[3];
  paths[1].tip = in;
  label_stub (&paths[1], &scene->nodes[e->from], spline->stub_to, n_to, "far");
}

guint
fl_edge_path_init (FlEdgePath paths[2], const FlScene *scene, const FlPlacement *placement, guint edge, gboolean whole)
{
  const FlSceneEdge *e = &scene->edges[edge];
  const FlSpline *spline = &placement->edges[edge];
  const FlBox *from = &placement->nodes[e->from], *to = &placement->nodes[e->to];
  gboolean is_free = fl_edge_look_is_refusal (e->look) || e->look == FL_EDGE_REUSE;

  paths[0] = paths[1] = (FlEdgePath) { 0 };
  if (spline->n_points >= 4)
    {
      paths[0].points = spline->points;
      paths[0].n_points = spline->n_points;
      paths[0].has_arrow = spline->has_arrow;
      paths[0].base = spline->points[spline->n_points - 1];
      paths[0].tip = spline->arrow;
      return 1;
    }
  if (fl_edge_look_is_refusal (e->look) && !whole && get_gap (from, to) > far_refusal)
    {
      init_ray (&paths[0], from, &scene->nodes[e->to], spline->stub_from, MAX (spline->n_stubs_from, 1));
      init_ray (&paths[1], to, &scene->nodes[e->from], spline->stub_to, MAX (spline->n_stubs_to, 1));
      return 2;
    }
  if (is_free && from->x < to->x + to->width && to->x < from->x + from->width)
    {
      init_side (&paths[0], from, to, e->look == FL_EDGE_REUSE);
      return 1;
    }
  if (is_free || whole)
    {
      init_free (&paths[0], from, to, !fl_edge_look_is_refusal (e->look));
      return 1;
    }
  init_stubs (paths, scene, placement, edge);
  return 2;
}

FlPoint
fl_edge_path_get_middle (const FlEdgePath *path)
{
  guint n_curves = (path->n_points - 1) / 3;

  if (n_curves % 2 == 0)
    return path->points[n_curves / 2 * 3];
  return get_point (path->points + n_curves / 2 * 3, 0.5);
}

static double
get_segment_distance (FlPoint a, FlPoint b, double x, double y)
{
  double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((x - a.x) * dx + (y - a.y) * dy) / length, 0, 1) : 0;

  return hypot (a.x + t * dx - x, a.y + t * dy - y);
}

double
fl_edge_path_get_distance (const FlEdgePath *path, double x, double y)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i + 3 < path->n_points; i += 3)
    {
      FlPoint before = path->points[i];

      for (guint step = 1; step <= 12; step++)
        {
          FlPoint at = get_point (path->points + i, step / 12.0);
          best = MIN (best, get_segment_distance (before, at, x, y));
          before = at;
        }
    }
  if (path->has_arrow)
    best = MIN (best, get_segment_distance (path->base, path->tip, x, y));
  return best;
}
