/* Ranks of nodes, and placements. */
#include "fl-edge-path.h"
#include "fl-layout-private.h"

enum
{
  MARGIN = 16
};

FlPlacement *
fl_placement_new (const FlScene *scene)
{
  FlArena *arena = fl_arena_open ();
  FlPlacement *placement = fl_arena_new (arena, FlPlacement, 1);

  placement->arena = arena;
  g_atomic_ref_count_init (&placement->refs);
  placement->n_nodes = scene->n_nodes;
  placement->nodes = fl_arena_new (arena, FlBox, MAX (scene->n_nodes, 1));
  placement->n_edges = scene->n_edges;
  placement->edges = fl_arena_new (arena, FlSpline, MAX (scene->n_edges, 1));
  placement->n_clusters = scene->n_clusters;
  placement->clusters = fl_arena_new (arena, FlBox, MAX (scene->n_clusters, 1));
  if (scene->note != NULL)
    placement->note = fl_arena_strdup (arena, scene->note);
  return placement;
}

FlPlacement *
fl_placement_ref (FlPlacement *placement)
{
  g_atomic_ref_count_inc (&placement->refs);
  return placement;
}

void
fl_placement_free (FlPlacement *placement)
{
  if (placement != NULL && g_atomic_ref_count_dec (&placement->refs))
    fl_arena_close (placement->arena);
}

static void
grow (FlBox *bounds, double x, double y, double width, double height)
{
  double right = MAX (bounds->x + bounds->width, x + width), bottom = MAX (bounds->y + bounds->height, y + height);

  bounds->x = MIN (bounds->x, x);
  bounds->y = MIN (bounds->y, y);
  bounds->width = right - bounds->x;
  bounds->height = bottom - bounds->y;
}

static void
move_spline (FlSpline *spline, double dx, double dy)
{
  for (guint i = 0; i < spline->n_points; i++)
    {
      spline->points[i].x += dx;
      spline->points[i].y += dy;
    }
  spline->arrow.x += dx;
  spline->arrow.y += dy;
}

/* Stubs of one box stand side by side; refused fusions, which are drawn elsewhere, are numbered
 * apart. */
static void
number_stubs (FlPlacement *placement, const FlScene *scene)
{
  g_autofree guint16 *counts = g_new0 (guint16, MAX (scene->n_nodes, 1) * 3);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < scene->n_edges; i++)
      {
        const FlSceneEdge *edge = &scene->edges[i];
        FlSpline *spline = &placement->edges[i];
        gboolean is_refused = fl_edge_look_is_refusal (edge->look);
        guint16 *from = &counts[edge->from * 3 + (is_refused ? 2 : 0)],
                *to = &counts[edge->to * 3 + (is_refused ? 2 : 1)];

        if (spline->n_points > 0 || edge->look == FL_EDGE_REUSE)
          continue;
        if (pass == 0)
          {
            spline->stub_from = (*from)++;
            spline->stub_to = (*to)++;
            continue;
          }
        spline->n_stubs_from = *from;
        spline->n_stubs_to = *to;
      }
}

/* Arrows outside of the layout are drawn too. */
static void
grow_by_free_edges (FlBox *bounds, const FlPlacement *placement, const FlScene *scene)
{
  for (guint i = 0; i < scene->n_edges; i++)
    {
      FlEdgePath paths[2];
      FlPoint middle;

      if (scene->edges[i].look != FL_EDGE_REUSE && !fl_edge_look_is_refusal (scene->edges[i].look))
        continue;
      fl_edge_path_init (paths, scene, placement, i, TRUE);
      middle = fl_edge_path_get_middle (&paths[0]);
      grow (bounds, middle.x - 4, middle.y - 4, 8, 8);
    }
}

void
fl_placement_finish (FlPlacement *placement, const FlScene *scene)
{
  FlBox bounds = { 0 };
  double dx, dy;

  if (placement->n_nodes > 0)
    bounds = placement->nodes[0];
  for (guint i = 0; i < placement->n_nodes; i++)
    grow (&bounds, placement->nodes[i].x, placement->nodes[i].y, placement->nodes[i].width, placement->nodes[i].height);
  for (guint i = 0; i < placement->n_clusters; i++)
    if (placement->clusters[i].width > 0)
      grow (&bounds, placement->clusters[i].x, placement->clusters[i].y, placement->clusters[i].width,
            placement->clusters[i].height);
  for (guint i = 0; i < placement->n_edges; i++)
    for (guint k = 0; k < placement->edges[i].n_points; k++)
      grow (&bounds, placement->edges[i].points[k].x, placement->edges[i].points[k].y, 0, 0);
  grow_by_free_edges (&bounds, placement, scene);
  dx = MARGIN - bounds.x, dy = MARGIN - bounds.y;
  for (guint i = 0; i < placement->n_nodes; i++)
    placement->nodes[i].x += dx, placement->nodes[i].y += dy;
  for (guint i = 0; i < placement->n_clusters; i++)
    placement->clusters[i].x += dx, placement->clusters[i].y += dy;
  for (guint i = 0; i < placement->n_edges; i++)
    move_spline (&placement->edges[i], dx, dy);
  number_stubs (placement, scene);
  placement->width = bounds.width + 2 * MARGIN;
  placement->height = bounds.height + 2 * MARGIN;
}

gboolean
fl_layout_is_constraint (const FlScene *scene, const FlSceneEdge *edge)
{
  return !fl_edge_look_is_refusal (edge->look) && edge->look != FL_EDGE_REUSE && edge->from < edge->to;
}

/* Positions in `edges`, grouped by end, as in a compressed sparse matrix: start[v] .. start[v + 1].
 */
static guint *
group_edges (const FlScene *scene, gboolean by_target, guint **start_out)
{
  guint *start = g_new0 (guint, scene->n_nodes + 2), *list = g_new (guint, MAX (scene->n_edges, 1));

  for (guint i = 0; i < scene->n_edges; i++)
    if (fl_layout_is_constraint (scene, &scene->edges[i]))
      start[(by_target ? scene->edges[i].to : scene->edges[i].from) + 2]++;
  for (guint i = 2; i < scene->n_nodes + 2; i++)
    start[i] += start[i - 1];
  for (guint i = 0; i < scene->n_edges; i++)
    if (fl_layout_is_constraint (scene, &scene->edges[i]))
      list[start[(by_target ? scene->edges[i].to : scene->edges[i].from) + 1]++] = i;
  *start_out = start;
  return list;
}

guint
fl_layout_rank (const FlScene *scene, guint *ranks)
{
  g_autofree guint *in_start = NULL, *out_start = NULL;
  g_autofree guint *in = group_edges (scene, TRUE, &in_start), *out = group_edges (scene, FALSE, &out_start);
  g_autofree gboolean *is_floating = g_new0 (gboolean, MAX (scene->n_nodes, 1));
  guint n_ranks = 0;

  for (guint v = 0; v < scene->n_nodes; v++)
    {
      ranks[v] = 0;
      is_floating[v] = TRUE; /* fed by inputs only, through one chain */
      for (guint i = in_start[v]; i < in_start[v + 1]; i++)
        {
          guint from = scene->edges[in[i]].from;
          ranks[v] = MAX (ranks[v], ranks[from] + 1);
          is_floating[v] = is_floating[v] && is_floating[from] && in_start[v + 1] - in_start[v] == 1
                           && out_start[from + 1] - out_start[from] == 1;
        }
    }
  for (guint v = scene->n_nodes; v-- > 0;)
    {
      guint latest = G_MAXUINT;

      for (guint i = out_start[v]; i < out_start[v + 1]; i++)
        latest = MIN (latest, ranks[scene->edges[out[i]].to] - 1);
      if (is_floating[v] && latest != G_MAXUINT && latest > ranks[v])
        ranks[v] = latest;
      n_ranks = MAX (n_ranks, ranks[v] + 1);
    }
  return n_ranks;
}

void
fl_layout_mark_spine (const FlScene *scene, const guint *ranks, guint n_ranks, gboolean *is_spine)
{
  guint below = G_MAXUINT; /* node of the rank below, whose producer is looked for */

  for (guint i = 0; i < scene->n_nodes && below == G_MAXUINT; i++)
    if (ranks[i] + 1 == n_ranks)
      below = i;
  if (below != G_MAXUINT)
    is_spine[below] = TRUE;
  for (guint step = 0; step < n_ranks && below != G_MAXUINT; step++)
    {
      guint above = G_MAXUINT;

      for (guint i = 0; i < scene->n_edges && above == G_MAXUINT; i++)
        if (scene->edges[i].to == below && fl_layout_is_constraint (scene, &scene->edges[i])
            && ranks[scene->edges[i].from] + 1 == ranks[below]
            && scene->nodes[scene->edges[i].from].look != FL_LOOK_INPUT)
          above = scene->edges[i].from;
      if (above != G_MAXUINT)
        is_spine[above] = TRUE;
      below = above;
    }
}
