/* The plain layered layout: longest-path ranks, virtual nodes on arrows of several ranks, a few
 * barycentre sweeps for the order within ranks, and x positions that minimise squared lengths under
 * the order (pool adjacent violators, rank by rank). Source: Sugiyama, Tagawa, Toda 1981, in its
 * simplest form; no network simplex, so it never explodes. */
#include <stdlib.h>
#include <string.h>

#include "fl-layout-private.h"

enum
{
  ORDER_SWEEPS = 6,
  PLACE_SWEEPS = 8,
  VIRTUAL_WIDTH = 4
};

typedef struct
{
  guint rank;
  double width;
  double x;         /* centre */
  double key;       /* barycentre while ordering */
  double group_key; /* barycentre of its whole cluster in this rank: members stay together */
  gint32 cluster;
  gboolean is_spine;
  guint first_up, n_up, first_down, n_down; /* in Grid.links */
} Cell;

typedef struct
{
  const FlScene *scene;
  guint n_cells, n_ranks;
  Cell *cells;
  guint *links;
  guint **order; /* per rank: cells from left to right */
  guint *n_order;
  guint *first_virtual; /* per edge: its first virtual cell; G_MAXUINT: none; count is the span - 1 */
  guint *ranks;
} Grid;

static gboolean
is_laid_out (const Grid *grid, const FlSceneEdge *edge)
{
  return fl_layout_is_constraint (grid->scene, edge) && grid->ranks[edge->to] > grid->ranks[edge->from]
         && grid->ranks[edge->to] - grid->ranks[edge->from] <= FL_MAX_SPAN;
}

typedef struct
{
  guint up, down;
} Link;

static void
add_links (Grid *grid, const GArray *links)
{
  guint at = 0;

  grid->links = g_new (guint, MAX (links->len * 2, 1));
  for (guint i = 0; i < links->len; i++)
    {
      grid->cells[g_array_index (links, Link, i).up].n_down++;
      grid->cells[g_array_index (links, Link, i).down].n_up++;
    }
  for (guint i = 0; i < grid->n_cells; i++)
    {
      grid->cells[i].first_up = at;
      at += grid->cells[i].n_up;
      grid->cells[i].first_down = at;
      at += grid->cells[i].n_down;
      grid->cells[i].n_up = grid->cells[i].n_down = 0;
    }
  for (guint i = 0; i < links->len; i++)
    {
      Link link = g_array_index (links, Link, i);
      Cell *up = &grid->cells[link.up], *down = &grid->cells[link.down];
      grid->links[up->first_down + up->n_down++] = link.down;
      grid->links[down->first_up + down->n_up++] = link.up;
    }
}

static void
make_cells (Grid *grid)
{
  const FlScene *scene = grid->scene;
  g_autoptr (GArray) cells = g_array_new (FALSE, TRUE, sizeof (Cell));
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (Link));

  for (guint i = 0; i < scene->n_nodes; i++)
    g_array_append_val (cells, ((Cell) { .rank = grid->ranks[i],
                                         .width = scene->nodes[i].width,
                                         .cluster = scene->nodes[i].cluster }));
  for (guint i = 0; i < scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &scene->edges[i];
      guint before = edge->from;

      grid->first_virtual[i] = G_MAXUINT;
      if (!is_laid_out (grid, edge))
        continue;
      for (guint rank = grid->ranks[edge->from] + 1; rank < grid->ranks[edge->to]; rank++)
        {
          if (grid->first_virtual[i] == G_MAXUINT)
            grid->first_virtual[i] = cells->len;
          g_array_append_val (links, ((Link) { before, cells->len }));
          before = cells->len;
          g_array_append_val (cells, ((Cell) { .rank = rank, .width = VIRTUAL_WIDTH, .cluster = -1 }));
        }
      g_array_append_val (links, ((Link) { before, edge->to }));
    }
  grid->n_cells = cells->len;
  grid->cells = (Cell *) (gpointer) g_array_free (g_steal_pointer (&cells), FALSE);
  add_links (grid, links);
}

static void
make_order (Grid *grid)
{
  grid->order = g_new0 (guint *, MAX (grid->n_ranks, 1));
  grid->n_order = g_new0 (guint, MAX (grid->n_ranks, 1));
  for (guint i = 0; i < grid->n_cells; i++)
    grid->n_order[grid->cells[i].rank]++;
  for (guint r = 0; r < grid->n_ranks; r++)
    {
      grid->order[r] = g_new (guint, MAX (grid->n_order[r], 1));
      grid->n_order[r] = 0;
    }
  for (guint i = 0; i < grid->n_cells; i++)
    grid->order[grid->cells[i].rank][grid->n_order[grid->cells[i].rank]++] = i;
  for (guint r = 0; r < grid->n_ranks; r++)
    for (guint k = 0; k < grid->n_order[r]; k++)
      grid->cells[grid->order[r][k]].x = k;
}

/* --- order within ranks --------------------------------------------------------------------- */
static int
compare_cells (gconstpointer a, gconstpointer b, gpointer data)
{
  const Cell *cells = data;
  const Cell *p = &cells[*(const guint *) a], *q = &cells[*(const guint *) b];

  if (p->group_key != q->group_key)
    return p->group_key < q->group_key ? -1 : 1;
  if (p->cluster != q->cluster)
    return p->cluster < q->cluster ? -1 : 1;
  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

static double
get_mean (const Grid *grid, const Cell *cell, gboolean downwards)
{
  guint n = downwards ? cell->n_up : cell->n_down, first = downwards ? cell->first_up : cell->first_down;
  double sum = 0, total = 0;

  if (n == 0)
    return cell->x;
  for (guint i = 0; i < n; i++)
    {
      const Cell *other = &grid->cells[grid->links[first + i]];
      double weight = cell->is_spine && other->is_spine ? FL_SPINE_WEIGHT : 1;

      sum += other->x * weight;
      total += weight;
    }
  return sum / total;
}

static void
order_rank (Grid *grid, guint rank, gboolean downwards, double *sums, guint *counts)
{
  guint n = grid->n_order[rank], *order = grid->order[rank];

  for (guint k = 0; k < n; k++)
    {
      Cell *cell = &grid->cells[order[k]];
      cell->key = get_mean (grid, cell, downwards);
      if (cell->cluster >= 0)
        sums[cell->cluster] = 0, counts[cell->cluster] = 0;
    }
  for (guint k = 0; k < n; k++)
    {
      Cell *cell = &grid->cells[order[k]];
      if (cell->cluster >= 0)
        sums[cell->cluster] += cell->key, counts[cell->cluster]++;
    }
  for (guint k = 0; k < n; k++)
    {
      Cell *cell = &grid->cells[order[k]];
      cell->group_key = cell->cluster >= 0 ? sums[cell->cluster] / counts[cell->cluster] : cell->key;
    }
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_cells, grid->cells);
  for (guint k = 0; k < n; k++)
    grid->cells[order[k]].x = k;
}

static void
order_ranks (Grid *grid)
{
  g_autofree double *sums = g_new0 (double, MAX (grid->scene->n_clusters, 1));
  g_autofree guint *counts = g_new0 (guint, MAX (grid->scene->n_clusters, 1));

  for (guint sweep = 0; sweep < ORDER_SWEEPS; sweep++)
    for (guint i = 1; i < grid->n_ranks; i++)
      order_rank (grid, sweep % 2 == 0 ? i : grid->n_ranks - 1 - i, sweep % 2 == 0, sums, counts);
}

/* --- x positions ---------------------------------------------------------------------------- */
typedef struct
{
  double sum, weight; /* of wanted offsets */
  guint n, first;
} Block;

static double
get_gap (const Grid *grid, guint left, guint right)
{
  const Cell *a = &grid->cells[left], *b = &grid->cells[right];
  double gap = a->cluster != b->cluster ? FL_NODE_GAP + 2 * FL_CLUSTER_PAD : FL_NODE_GAP;

  return (a->width + b->width) / 2 + gap;
}

static double
get_middle (const Block *block)
{
  return block->sum / block->weight;
}

/* Each cell wants to stand at the mean of its neighbours, those of the spine most of all; the order
 * and the gaps hold. Least squares by pooling. */
static void
place_rank (Grid *grid, guint rank, gboolean downwards, double *offsets, Block *blocks)
{
  guint n = grid->n_order[rank], *order = grid->order[rank], n_blocks = 0;

  for (guint k = 0; k < n; k++)
    {
      const Cell *cell = &grid->cells[order[k]];
      double weight = cell->is_spine ? FL_SPINE_WEIGHT : 1;

      offsets[k] = k == 0 ? 0 : offsets[k - 1] + get_gap (grid, order[k - 1], order[k]);
      blocks[n_blocks++] = (Block) { (get_mean (grid, cell, downwards) - offsets[k]) * weight, weight, 1, k };
      while (n_blocks > 1 && get_middle (&blocks[n_blocks - 2]) > get_middle (&blocks[n_blocks - 1]))
        {
          blocks[n_blocks - 2].sum += blocks[n_blocks - 1].sum;
          blocks[n_blocks - 2].weight += blocks[n_blocks - 1].weight;
          blocks[n_blocks - 2].n += blocks[n_blocks - 1].n;
          n_blocks--;
        }
    }
  for (guint b = 0; b < n_blocks; b++)
    for (guint k = blocks[b].first; k < blocks[b].first + blocks[b].n; k++)
      grid->cells[order[k]].x = get_middle (&blocks[b]) + offsets[k];
}

static void
place_ranks (Grid *grid)
{
  guint widest = 1;
  g_autofree double *offsets = NULL;
  g_autofree Block *blocks = NULL;

  for (guint r = 0; r < grid->n_ranks; r++)
    {
      double x = 0;

      widest = MAX (widest, grid->n_order[r]);
      for (guint k = 0; k < grid->n_order[r]; k++)
        {
          x += k == 0 ? 0 : get_gap (grid, grid->order[r][k - 1], grid->order[r][k]);
          grid->cells[grid->order[r][k]].x = x;
        }
      for (guint k = 0; k < grid->n_order[r]; k++)
        grid->cells[grid->order[r][k]].x -= x / 2;
    }
  offsets = g_new (double, widest);
  blocks = g_new (Block, widest);
  for (guint sweep = 0; sweep < PLACE_SWEEPS; sweep++)
    for (guint i = 0; i < grid->n_ranks; i++)
      place_rank (grid, sweep % 2 == 0 ? i : grid->n_ranks - 1 - i, sweep % 2 == 0, offsets, blocks);
}

/* --- results -------------------------------------------------------------------------------- */
static void
place_nodes (Grid *grid, FlPlacement *placement, double *middles)
{
  const FlScene *scene = grid->scene;
  double y = 0;

  for (guint r = 0; r < grid->n_ranks; r++)
    {
      double tallest = 0;

      for (guint k = 0; k < grid->n_order[r]; k++)
        if (grid->order[r][k] < scene->n_nodes)
          tallest = MAX (tallest, scene->nodes[grid->order[r][k]].height);
      middles[r] = y + tallest / 2;
      y += tallest + FL_RANK_GAP + (scene->n_clusters > 0 ? 8 : 0);
    }
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      const FlSceneNode *node = &scene->nodes[i];
      placement->nodes[i] = (FlBox) { grid->cells[i].x - node->width / 2, middles[grid->ranks[i]] - node->height / 2,
                                      node->width, node->height };
    }
}

static void
place_edge (Grid *grid, FlPlacement *placement, guint index, const double *middles)
{
  const FlSceneEdge *edge = &grid->scene->edges[index];
  const FlBox *from = &placement->nodes[edge->from], *to = &placement->nodes[edge->to];
  guint n_between = grid->ranks[edge->to] - grid->ranks[edge->from] - 1;
  FlSpline *spline = &placement->edges[index];
  FlPoint before = { from->x + from->width / 2, from->y + from->height };

  spline->n_points = 1 + 3 * (n_between + 1);
  spline->points = fl_arena_new (placement->arena, FlPoint, spline->n_points);
  spline->points[0] = before;
  for (guint i = 0; i <= n_between; i++)
    {
      FlPoint at = { to->x + to->width / 2, to->y - 8 };

      if (i < n_between)
        at = (FlPoint) { grid->cells[grid->first_virtual[index] + i].x, middles[grid->ranks[edge->from] + 1 + i] };
      spline->points[1 + 3 * i] = (FlPoint) { before.x, before.y + (at.y - before.y) * 0.45 };
      spline->points[2 + 3 * i] = (FlPoint) { at.x, at.y - (at.y - before.y) * 0.45 };
      spline->points[3 + 3 * i] = at;
      before = at;
    }
  spline->has_arrow = TRUE;
  spline->arrow = (FlPoint) { before.x, before.y + 8 };
}

static void
place_clusters (const FlScene *scene, FlPlacement *placement)
{
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      guint depth = 0;

      for (gint32 c = scene->nodes[i].cluster; c >= 0; c = scene->clusters[c].parent, depth++)
        {
          double pad = FL_CLUSTER_PAD + depth * 8.0, top = FL_CLUSTER_PAD + FL_CLUSTER_TITLE * (depth + 1.0);
          FlBox *box = &placement->clusters[c];
          const FlBox *node = &placement->nodes[i];
          double left = node->x - pad, upper = node->y - top, right = node->x + node->width + pad,
                 lower = node->y + node->height + pad;

          if (box->width > 0)
            {
              right = MAX (right, box->x + box->width), lower = MAX (lower, box->y + box->height);
              left = MIN (left, box->x), upper = MIN (upper, box->y);
            }
          *box = (FlBox) { left, upper, right - left, lower - upper };
        }
    }
}

FlPlacement *
fl_layout_layered (const FlScene *scene)
{
  FlPlacement *placement = fl_placement_new (scene);
  Grid grid = { .scene = scene };
  g_autofree double *middles = NULL;
  g_autofree gboolean *is_spine = NULL;

  grid.ranks = g_new (guint, MAX (scene->n_nodes, 1));
  grid.first_virtual = g_new (guint, MAX (scene->n_edges, 1));
  grid.n_ranks = fl_layout_rank (scene, grid.ranks);
  make_cells (&grid);
  is_spine = g_new0 (gboolean, MAX (scene->n_nodes, 1));
  fl_layout_mark_spine (scene, grid.ranks, grid.n_ranks, is_spine);
  for (guint i = 0; i < scene->n_nodes; i++)
    grid.cells[i].is_spine = is_spine[i];
  make_order (&grid);
  order_ranks (&grid);
  place_ranks (&grid);
  middles = g_new0 (double, MAX (grid.n_ranks, 1));
  place_nodes (&grid, placement, middles);
  for (guint i = 0; i < scene->n_edges; i++)
    if (is_laid_out (&grid, &scene->edges[i]))
      place_edge (&grid, placement, i, middles);
  place_clusters (scene, placement);
  for (guint r = 0; r < grid.n_ranks; r++)
    g_free (grid.order[r]);
  g_free (grid.order);
  g_free (grid.n_order);
  g_free (grid.cells);
  g_free (grid.links);
  g_free (grid.ranks);
  g_free (grid.first_virtual);
  return placement;
}
