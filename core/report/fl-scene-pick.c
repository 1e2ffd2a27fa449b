/* Picking: what lies under a point. */
#include "fl-edge-path.h"
#include "fl-scene-private.h"

static gboolean
is_inside (const FlBox *box, double x, double y)
{
  return x >= box->x && y >= box->y && x < box->x + box->width && y < box->y + box->height;
}

gint32
fl_scene_pick_node (const FlScene *scene, const FlPlacement *placement, double x, double y)
{
  for (guint i = placement->n_nodes; i-- > 0;)
    if (is_inside (&placement->nodes[i], x, y))
      return (gint32) i;
  return -1;
}

/* The innermost one: the smallest that holds the point. */
gint32
fl_scene_pick_cluster (const FlScene *scene, const FlPlacement *placement, double x, double y)
{
  gint32 best = -1;
  double area = G_MAXDOUBLE;

  for (guint i = 0; i < placement->n_clusters; i++)
    {
      const FlBox *box = &placement->clusters[i];

      if (is_inside (box, x, y) && box->width * box->height < area)
        {
          best = (gint32) i;
          area = box->width * box->height;
        }
    }
  return best;
}

/* Of several, the last one drawn. */
gint32
fl_scene_pick_hull (const FlScene *scene, const FlPlacement *placement, double x, double y)
{
  for (guint i = scene->n_hulls; i-- > 0;)
    for (guint k = 0; k < scene->hulls[i].n_nodes; k++)
      {
        const FlBox *box = &placement->nodes[scene->hulls[i].nodes[k]];
        const double pad = FL_HULL_PAD;

        if (is_inside (&(FlBox) { box->x - pad, box->y - pad, box->width + 2 * pad, box->height + 2 * pad }, x, y))
          return (gint32) i;
      }
  return -1;
}

gint32
fl_scene_pick_edge (const FlScene *scene, const FlPlacement *placement, double x, double y, double reach)
{
  gint32 best = -1;

  for (guint i = 0; i < placement->n_edges; i++)
    {
      FlEdgePath paths[2];
      guint n = fl_edge_path_init (paths, scene, placement, i, FALSE);

      for (guint k = 0; k < n; k++)
        {
          double distance = fl_edge_path_get_distance (&paths[k], x, y);

          if (distance <= reach)
            {
              best = (gint32) i;
              reach = distance;
            }
        }
    }
  return best;
}
