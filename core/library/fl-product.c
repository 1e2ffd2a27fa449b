/* Cache blocking of a GEMM, the loops around its micro-kernel: packed panels of B stay in the L2 cache, strips of A's rows in L1. */
#include "fl-product.h"

#include <string.h>

enum
{
  DEPTH = 1024,             /* of A's strip and B's panels, at most: 32 KiB of the first-level cache */
  FRESH_DEPTH = 512,        /* of a panel that is packed and used at once */
  CACHED_FLOATS = 192 << 10, /* of B, in the second-level cache beside what passes through */
  MAX_VECS = 3,
  FLOATS_OF_LINE = 16
};

/* --- panels ---------------------------------------------------------------------------------------------------------- */

/* Three vectors of columns make a panel; four that are left make two of two. */
static guint
get_panel_vecs (guint n_vecs, guint panel, guint *first)
{
  guint n_panels = (n_vecs + MAX_VECS - 1) / MAX_VECS, rest = n_vecs % MAX_VECS;
  gboolean is_split = rest == 1 && n_panels > 1;

  *first = panel * MAX_VECS;
  if (is_split && panel + 2 >= n_panels)
    {
      *first -= panel + 1 == n_panels;
      return 2;
    }
  return MIN (MAX_VECS, n_vecs - *first);
}

static guint
count_vecs (gint64 n)
{
  guint lanes = fl_tile_set_get ()->lanes;

  return (n + lanes - 1) / lanes;
}

guint
fl_product_count_panels (gint64 n)
{
  return (count_vecs (n) + MAX_VECS - 1) / MAX_VECS;
}

gint64
fl_product_count_packed (gint64 k, gint64 n)
{
  return k * count_vecs (n) * fl_tile_set_get ()->lanes;
}

/* Rows [k, k + depth) of one panel. */
static void
pack_block (const FlMatrix *b, guint panel, gint64 k, gint64 depth, float *to)
{
  const FlTileSet *set = fl_tile_set_get ();
  guint first, n_vecs = get_panel_vecs (count_vecs (b->columns), panel, &first);
  gint64 width = n_vecs * set->lanes, column = (gint64) first * set->lanes, n = MIN (width, b->columns - column);
  const float *from = b->data + k * b->row_stride + column * b->column_stride;

  if (b->row_stride == 1)
    fl_product_turn_rows (from, b->column_stride, n, depth, to, width);
  else if (b->column_stride == 1 && n == width)
    set->copy (from, b->row_stride, depth, n_vecs, to);
  else
    for (gint64 i = 0; i < depth; i++)
      for (gint64 j = 0; j < n; j++)
        to[i * width + j] = from[i * b->row_stride + j * b->column_stride];
  for (gint64 i = 0; i < depth && n < width; i++)
    memset (to + i * width + n, 0, (width - n) * sizeof (float));
}

void
fl_product_pack (const FlMatrix *b, guint begin, guint end, float *packed)
{
  for (guint p = begin; p < end; p++)
    {
      guint first;
      get_panel_vecs (count_vecs (b->columns), p, &first);
      pack_block (b, p, 0, b->rows, packed + (gint64) first * fl_tile_set_get ()->lanes * b->rows);
    }
}

/* --- one product ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlTileSet *set;
  const FlMatrix *a;
  const float *packed;
  const FlMatrix *b; /* where it is not packed */
  gint64 n;
  guint n_vecs;
  const FlProductEnd *last;
  float *c;
  gint64 c_stride;
} Run;

/* A part of the next strip of A's rows, a line at a time: one part before each tile of this one. */
static inline void
fetch_ahead (const Run *self, gint64 row, gint64 k, gint64 depth, guint part, guint n_parts)
{
  const gint64 begin = depth * part / n_parts, end = depth * (part + 1) / n_parts;

  for (gint64 i = row; i < MIN (row + self->set->rows, self->a->rows); i++)
    for (gint64 at = begin; at < end; at += FLOATS_OF_LINE)
      __builtin_prefetch (self->a->data + i * self->a->row_stride + k + at);
}

/* Where fetching for the next product is. */
typedef struct
{
  const char *at;
  gint64 step, left; /* bytes with each k, and of this piece */
  const FlProductNext *next;
  guint piece;
} Ahead;

/* All of it by the time that the product's last tile is reached. */
static Ahead
get_ahead (const FlProductNext *next, const FlMatrix *a, guint n_panels, guint tile_rows)
{
  gint64 n_steps = (a->rows + tile_rows - 1) / tile_rows * n_panels * a->columns, n_bytes = 0;

  for (guint i = 0; next != NULL && i < next->n; i++)
    n_bytes += next->bytes[i];
  if (n_bytes == 0 || n_steps == 0)
    return (Ahead){ .at = (const char *) a->data };
  return (Ahead){ next->at[0], (n_bytes + n_steps - 1) / n_steps, next->bytes[0], next };
}

static inline void
go_ahead (Ahead *self, gint64 depth)
{
  self->at += self->step * depth;
  self->left -= self->step * depth;
  if (self->next == NULL || self->left > 0)
    return;
  if (++self->piece < self->next->n)
    {
      self->at = self->next->at[self->piece];
      self->left = self->next->bytes[self->piece];
    }
  else
    self->step = 0;
}

/* What tiles of one depth have in common. */
typedef struct
{
  gint64 k, depth;
  gboolean is_first, is_plain;
  FlTile tile;
} Block;

static Block
get_block (const Run *self, gint64 k, gint64 depth)
{
  const FlProductEnd *last = self->last;
  const gboolean is_first = k == 0, has_relu = k + depth == self->a->columns && last->has_relu;

  return (Block){ k, depth, is_first, last->alpha == 1,
                  { .n_taps = 1, .depth = depth, .c_stride = self->c_stride, .alpha = last->alpha, .has_relu = has_relu,
                    .beta = is_first ? last->beta : 1, .add_stride = is_first ? last->add_stride : self->c_stride } };
}

static inline void
run_tile (const Run *self, Block *block, Ahead *ahead, const float *b, gint64 b_stride, gint64 i, guint p)
{
  const FlProductEnd *last = self->last;
  const float *rows[FL_TILE_ROWS];
  FlTile *tile = &block->tile;
  guint first, n_vecs = get_panel_vecs (self->n_vecs, p, &first), n_rows = MIN (self->set->rows, self->a->rows - i);
  gint64 width = n_vecs * self->set->lanes, column = (gint64) first * self->set->lanes;

  for (guint r = 0; r < n_rows; r++)
    rows[r] = self->a->data + (i + r) * self->a->row_stride + block->k;
  tile->a = rows;
  tile->b = b;
  tile->b_stride = b_stride;
  tile->n_columns = MIN (width, self->n - column);
  tile->c = self->c + i * self->c_stride + column;
  tile->add = !block->is_first ? tile->c : last->add == NULL ? NULL : last->add + i * last->add_stride + column;
  tile->bias = block->is_first && last->row_bias != NULL ? last->row_bias + column : NULL;
  tile->is_plain = block->is_plain && tile->n_columns == width && (tile->add == NULL || tile->beta == 1);
  tile->ahead = ahead->at;
  tile->ahead_step = ahead->step;
  (tile->keep != NULL ? self->set->keep_funcs[n_vecs] : self->set->funcs[n_rows][n_vecs]) (tile);
  go_ahead (ahead, block->depth);
}

/* Where rows from k on of a panel begin, packed or as they lie. */
static const float *
find_panel (const Run *self, gint64 k, guint p, gint64 *stride)
{
  guint first, n_vecs = get_panel_vecs (self->n_vecs, p, &first);
  gint64 column = (gint64) first * self->set->lanes, width = n_vecs * self->set->lanes;

  *stride = self->packed != NULL ? width : self->b->row_stride;
  return self->packed != NULL ? self->packed + column * self->a->columns + k * width : self->b->data + k * self->b->row_stride + column;
}

/* Some panels, rows [k, k + depth) of them. */
typedef struct
{
  gint64 k, depth;
  guint begin, end;
} Area;

/* A part of what the area after this one has in place of this panel, brought into the second-level cache with each tile: as all rows of
 * A pass, all of it. What is packed lies together and comes a line at a time while the tile is computed; many at once would have its
 * own operands wait. FALSE: it has been fetched, or there is none. */
static inline gboolean
fetch_area (const Run *self, const Area *next, guint panel, gint64 i, gint64 depth, Ahead *ahead)
{
  const gint64 rows = self->a->rows, begin = next->depth * i / rows, until = next->depth * MIN (i + self->set->rows, rows) / rows;
  guint first, n_vecs;
  gint64 stride, width;
  const float *from;

  if (panel >= next->end)
    return FALSE;
  n_vecs = get_panel_vecs (self->n_vecs, panel, &first);
  width = MIN (n_vecs * self->set->lanes, self->n - first * self->set->lanes);
  from = find_panel (self, next->k, panel, &stride);
  if (self->packed != NULL)
    {
      const gint64 n_bytes = (until - begin) * stride * sizeof (float);
      *ahead = (Ahead){ (const char *) (from + begin * stride), (n_bytes + depth - 1) / depth, n_bytes };
      return TRUE;
    }
  for (gint64 k = begin; k < until; k++)
    for (gint64 at = 0; at < width; at += FLOATS_OF_LINE)
      __builtin_prefetch (from + k * stride + at, 0, 2);
  return FALSE;
}

/* One area by all rows of A. next: its panels end where they begin if there is none. */
static void
run_area (const Run *self, Ahead *ahead, const Area *area, const Area *next)
{
  Block block = get_block (self, area->k, area->depth);

  for (gint64 i = 0; i < self->a->rows; i += self->set->rows)
    for (guint p = area->begin; p < area->end; p++)
      {
        gint64 stride;
        const float *b = find_panel (self, area->k, p, &stride);
        Ahead part;
        fetch_ahead (self, i + self->set->rows, area->k, area->depth, p - area->begin, area->end - area->begin);
        const gboolean has_part = fetch_area (self, next, next->begin + p - area->begin, i, area->depth, &part);
        run_tile (self, &block, has_part ? &part : ahead, b, stride, i, p);
      }
}

void
fl_product_run_followed (const FlMatrix *a, const float *packed, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last,
                         float *c, gint64 c_stride, const FlProductNext *next)
{
  const FlTileSet *set = fl_tile_set_get ();
  const Run self = { set, a, packed, b, b->columns, count_vecs (b->columns), last, c, c_stride };
  const gint64 n_depths = MAX ((a->columns + DEPTH - 1) / DEPTH, 1), depth = (a->columns + n_depths - 1) / n_depths;
  Ahead ahead = get_ahead (next, a, end - begin, set->rows);
  const guint n_panels = MAX (CACHED_FLOATS / MAX (depth * MAX_VECS * set->lanes, 1), 1);

  for (Area area = { 0, MIN (depth, a->columns), begin, MIN (begin + n_panels, end) }, after; area.begin < end; area = after)
    {
      after = area;
      after.k += depth;
      if (after.k >= a->columns)
        after = (Area){ 0, 0, area.end, MIN (area.end + n_panels, end) };
      after.depth = MIN (depth, a->columns - after.k);
      run_area (&self, &ahead, &area, &after);
    }
}

void
fl_product_run (const FlMatrix *a, const float *packed, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last, float *c,
                gint64 c_stride)
{
  fl_product_run_followed (a, packed, b, begin, end, last, c, c_stride, NULL);
}

/* --- a right operand that is another each time ----------------------------------------------------------------------- */

/* Rows [k, k + depth) of a panel for later tiles: packed by the first one, where it may read them as they lie. The rows of A that
 * are done. */
static gint64
run_first (const Run *self, Block *block, Ahead *ahead, guint p, float *scratch)
{
  guint first, n_vecs = get_panel_vecs (self->n_vecs, p, &first);
  const gint64 lanes = self->set->lanes, column = first * lanes;

  if (self->b->column_stride != 1 || column + n_vecs * lanes > self->n || self->a->rows < self->set->rows)
    {
      pack_block (self->b, p, block->k, block->depth, scratch);
      return 0;
    }
  block->tile.keep = scratch;
  run_tile (self, block, ahead, self->b->data + block->k * self->b->row_stride + column, self->b->row_stride, 0, p);
  block->tile.keep = NULL;
  return self->set->rows;
}

void
fl_product_run_fresh (const FlMatrix *a, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last, float *c, gint64 c_stride,
                      float *scratch, const FlProductNext *next)
{
  const FlTileSet *set = fl_tile_set_get ();
  const Run self = { set, a, NULL, b, b->columns, count_vecs (b->columns), last, c, c_stride };
  Ahead ahead = get_ahead (next, a, end - begin, set->rows);
  const gint64 n_depths = MAX ((a->columns + FRESH_DEPTH - 1) / FRESH_DEPTH, 1), depth = (a->columns + n_depths - 1) / n_depths;

  for (guint p = begin; p < end; p++)
    for (gint64 k = 0; k < a->columns; k += depth)
      {
        guint first;
        const gint64 rows = MIN (depth, a->columns - k), width = get_panel_vecs (self.n_vecs, p, &first) * set->lanes;
        Block block = get_block (&self, k, rows);
        for (gint64 i = run_first (&self, &block, &ahead, p, scratch); i < a->rows; i += set->rows)
          run_tile (&self, &block, &ahead, scratch, width, i, p);
      }
}
