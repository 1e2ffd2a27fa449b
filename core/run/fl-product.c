/* The loops around the tiles of a product: panels of B that stay in the second-level cache, strips of A's rows in the first. */
#include "fl-product.h"

#include <string.h>

enum
{
  DEPTH = 512,              /* of A's strip and B's panels, at most: 16 KiB of the first-level cache */
  CACHED_FLOATS = 160 << 10, /* of B, in the second-level cache beside what passes through */
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

typedef float Four __attribute__ ((vector_size (16), aligned (4), may_alias));
typedef gint32 FourPlaces __attribute__ ((vector_size (16)));

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle (a, b, (FourPlaces){ __VA_ARGS__ })
#endif

/* to[k][j] = from[j][k], for four of each. */
static inline void
turn_four (const float *from, gint64 from_stride, float *to, gint64 to_stride)
{
  const Four a = *(const Four *) from, b = *(const Four *) (from + from_stride), c = *(const Four *) (from + 2 * from_stride),
             d = *(const Four *) (from + 3 * from_stride);
  const Four ab_low = SHUFFLE (a, b, 0, 4, 1, 5), ab_high = SHUFFLE (a, b, 2, 6, 3, 7), cd_low = SHUFFLE (c, d, 0, 4, 1, 5),
             cd_high = SHUFFLE (c, d, 2, 6, 3, 7);

  *(Four *) to = SHUFFLE (ab_low, cd_low, 0, 1, 4, 5);
  *(Four *) (to + to_stride) = SHUFFLE (ab_low, cd_low, 2, 3, 6, 7);
  *(Four *) (to + 2 * to_stride) = SHUFFLE (ab_high, cd_high, 0, 1, 4, 5);
  *(Four *) (to + 3 * to_stride) = SHUFFLE (ab_high, cd_high, 2, 3, 6, 7);
}

/* to[k][j] = from[j][k], n by depth of them. */
static void
turn (const float *from, gint64 from_stride, gint64 n, gint64 depth, float *to, gint64 to_stride)
{
  gint64 j = 0;

  for (; j + 4 <= n; j += 4)
    {
      gint64 k = 0;
      for (; k + 4 <= depth; k += 4)
        turn_four (from + j * from_stride + k, from_stride, to + k * to_stride + j, to_stride);
      for (; k < depth; k++)
        for (gint64 i = j; i < j + 4; i++)
          to[k * to_stride + i] = from[i * from_stride + k];
    }
  for (; j < n; j++)
    for (gint64 k = 0; k < depth; k++)
      to[k * to_stride + j] = from[j * from_stride + k];
}

void
fl_product_turn (const FlMatrix *a, float *to)
{
  if (a->row_stride == 1)
    turn (a->data, a->column_stride, a->columns, a->rows, to, a->columns);
  else
    for (gint64 i = 0; i < a->rows; i++)
      for (gint64 k = 0; k < a->columns; k++)
        to[i * a->columns + k] = a->data[i * a->row_stride + k * a->column_stride];
}

void
fl_product_pack (const FlMatrix *b, guint begin, guint end, float *packed)
{
  guint lanes = fl_tile_set_get ()->lanes, n_vecs = count_vecs (b->columns), first;

  for (guint p = begin; p < end; p++)
    {
      gint64 width = get_panel_vecs (n_vecs, p, &first) * lanes, column = (gint64) first * lanes;
      gint64 n = MIN (width, b->columns - column);
      float *to = packed + column * b->rows;

      if (b->row_stride == 1)
        turn (b->data + column * b->column_stride, b->column_stride, n, b->rows, to, width);
      else
        for (gint64 k = 0; k < b->rows; k++)
          {
            const float *from = b->data + k * b->row_stride + column * b->column_stride;
            if (b->column_stride == 1)
              memcpy (to + k * width, from, n * sizeof (float));
            else
              for (gint64 j = 0; j < n; j++)
                to[k * width + j] = from[j * b->column_stride];
          }
      for (gint64 k = 0; k < b->rows && n < width; k++)
        memset (to + k * width + n, 0, (width - n) * sizeof (float));
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

/* Some panels, rows [k, k + depth) of them, by all rows of A. */
static void
run_block (const Run *self, gint64 k, gint64 depth, guint begin, guint end)
{
  const FlProductEnd *last = self->last;
  const gint64 m = self->a->rows, all = self->a->columns;
  const guint lanes = self->set->lanes;
  const gboolean is_first = k == 0, is_last = k + depth == all;
  const gboolean is_plain = last->alpha == 1 && !(is_last && last->has_relu);
  const float *rows[FL_TILE_ROWS];
  FlTile tile = { .a = rows, .n_taps = 1, .depth = depth, .c_stride = self->c_stride, .alpha = last->alpha,
                  .has_relu = is_last && last->has_relu, .beta = is_first ? last->beta : 1,
                  .add_stride = is_first ? last->add_stride : self->c_stride };

  for (gint64 i = 0; i < m; i += self->set->rows)
    {
      guint n_rows = MIN (self->set->rows, m - i);
      for (guint r = 0; r < n_rows; r++)
        rows[r] = self->a->data + (i + r) * self->a->row_stride + k;
      for (guint p = begin; p < end; p++)
        {
          guint first, n_vecs = get_panel_vecs (self->n_vecs, p, &first);
          gint64 column = (gint64) first * lanes;
          gint64 width = n_vecs * lanes;
          tile.b_stride = self->packed != NULL ? width : self->b->row_stride;
          tile.b = self->packed != NULL ? self->packed + column * all + k * width : self->b->data + k * self->b->row_stride + column;
          tile.n_columns = MIN (width, self->n - column);
          tile.c = self->c + i * self->c_stride + column;
          tile.add = !is_first ? tile.c : last->add == NULL ? NULL : last->add + i * last->add_stride + column;
          tile.bias = is_first && last->row_bias != NULL ? last->row_bias + column : NULL;
          tile.is_plain = is_plain && tile.n_columns == width && (tile.add == NULL || tile.beta == 1);
          fetch_ahead (self, i + self->set->rows, k, depth, p - begin, end - begin);
          self->set->funcs[n_rows][n_vecs] (&tile);
        }
    }
}

void
fl_product_run (const FlMatrix *a, const float *packed, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last, float *c,
                gint64 c_stride)
{
  const FlTileSet *set = fl_tile_set_get ();
  const Run self = { set, a, packed, b, b->columns, count_vecs (b->columns), last, c, c_stride };
  const gint64 n_depths = MAX ((a->columns + DEPTH - 1) / DEPTH, 1), depth = (a->columns + n_depths - 1) / n_depths;
  const guint n_panels = MAX (CACHED_FLOATS / MAX (depth * MAX_VECS * set->lanes, 1), 1);

  for (guint p = begin; p < end; p += n_panels)
    for (gint64 k = 0; k < a->columns; k += depth)
      run_block (&self, k, MIN (depth, a->columns - k), p, MIN (p + n_panels, end));
}
