/* The curves that an arrow is drawn with: its spline as laid out, a free curve for arrows that take no part in layout
 * (refused fusions, reused memory), or two stubs for very long ones. For painter, SVG and picking alike. */
#pragma once

#include "fl-scene.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_points; /* 1 + 3 k */
  const FlPoint *points;
  FlPoint own[7];
  gboolean has_arrow;
  FlPoint base, tip; /* of the head; base is where the line ends */
  gboolean is_stub, has_dot;
  FlPoint dot;
  char label[96]; /* of a stub: the far end, or how many; on one stub of a box only */
} FlEdgePath;

/* Fills one or two paths (not to be copied: points may lie inside); returns how many. whole: a long edge that is
 * stubbed is drawn through. */
guint fl_edge_path_init (FlEdgePath paths[2], const FlScene *scene, const FlPlacement *placement, guint edge,
                         gboolean whole);
FlPoint fl_edge_path_get_middle (const FlEdgePath *path);
/* Distance of a point from the curve. */
double fl_edge_path_get_distance (const FlEdgePath *path, double x, double y);

G_END_DECLS
