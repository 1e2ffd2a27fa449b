/* Products of doubles: the tiles of floats, written out for doubles, and the loops around them. */
#include "fl-product-other.h"

#include <string.h>

enum
{
  MAX_ROWS = 8,
  MAX_VECS = 3,
  MAX_LANES = 8,
  DEPTH = 256 /* of a panel: 48 KiB with the widest vectors */
};

typedef struct
{
  const double *const *a;
  gint64 n_taps, depth;
  const double *b;
  gint64 b_stride;
  double *c;
  gint64 c_stride, n_columns;
  double alpha, beta;
  const double *add;
  gint64 add_stride;
  const double *bias;
  gboolean has_relu;
  const char *ahead;
  gint64 ahead_step;
  double *keep; /* of no use here */
  gboolean is_plain;
} DoubleTile;

typedef gint64 Bits_z __attribute__ ((vector_size (64), may_alias));
typedef gint64 Bits_y __attribute__ ((vector_size (32), may_alias));
typedef gint64 Bits_x __attribute__ ((vector_size (16), may_alias));

#define ELEMENT double
#define TILE DoubleTile
#include "fl-product-tile-isas.inc"

typedef struct
{
  guint rows, lanes;
  void (*funcs[MAX_ROWS + 1][MAX_VECS + 1]) (const DoubleTile *tile); /* by rows and vectors, from 1 */
  void (*copy) (const double *from, gint64 stride, gint64 n_rows, guint n_vecs, double *to);
  void (*dots) (const double *a, const double *b, gint64 stride, gint64 depth, gint64 n, double *to);
} DoubleSet;

#define TILE_ROW(r, isa) [r] = { NULL, tile_##r##1_##isa, tile_##r##2_##isa, tile_##r##3_##isa }
#define TILE_ROWS_4(isa) TILE_ROW (1, isa), TILE_ROW (2, isa), TILE_ROW (3, isa), TILE_ROW (4, isa)

static const DoubleSet *
get_set (void)
{
  static const DoubleSet set_x = { 4, 2, { TILE_ROWS_4 (x) }, copy_x, dots_x };
#if defined __x86_64__
  static const DoubleSet set_z
      = { 8, 8, { TILE_ROWS_4 (z), TILE_ROW (5, z), TILE_ROW (6, z), TILE_ROW (7, z), TILE_ROW (8, z) }, copy_z, dots_z };
  static const DoubleSet set_y = { 4, 4, { TILE_ROWS_4 (y) }, copy_y, dots_y };

  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vl") && __builtin_cpu_supports ("avx512dq")
      && __builtin_cpu_supports ("avx512bw"))
    return &set_z;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return &set_y;
#endif
  return &set_x;
}

guint
fl_doubles_count_panels (gint64 n)
{
  gint64 width = get_set ()->lanes * MAX_VECS;
  return (n + width - 1) / width;
}

gint64
fl_doubles_count_scratch (void)
{
  return DEPTH * MAX_VECS * MAX_LANES;
}

/* Rows [k, k + depth) of some columns, filled up with 0. */
static void
pack (const DoubleSet *set, const FlOtherMatrix *b, gint64 k, gint64 depth, gint64 column, gint64 n, guint n_vecs, double *to)
{
  const double *from = (const double *) b->data + k * b->row_stride + column * b->column_stride;
  const gint64 width = n_vecs * set->lanes;

  if (b->column_stride == 1 && n == width)
    set->copy (from, b->row_stride, depth, n_vecs, to);
  else
    for (gint64 j = 0; j < width; j++)
      for (gint64 i = 0; i < depth; i++)
        to[i * width + j] = j < n ? from[i * b->row_stride + j * b->column_stride] : 0;
}

/* One panel, rows [k, k + depth) of it, by all rows of A. */
static void
run_panel (const DoubleSet *set, const FlOtherMatrix *a, gint64 k, const DoubleTile *first, guint n_vecs)
{
  const double *rows[MAX_ROWS];
  DoubleTile tile = *first;

  tile.a = rows;
  for (gint64 i = 0; i < a->rows; i += set->rows)
    {
      const guint n_rows = MIN (set->rows, a->rows - i);
      for (guint r = 0; r < n_rows; r++)
        rows[r] = (const double *) a->data + (i + r) * a->row_stride + k;
      tile.c = first->c + i * tile.c_stride;
      tile.add = tile.beta == 0 ? NULL : tile.c;
      set->funcs[n_rows][n_vecs] (&tile);
    }
}

/* One row by columns that lie in rows: some of them. */
static void
run_row (const FlOtherMatrix *a, const FlOtherMatrix *b, gint64 begin, gint64 end, double alpha, double beta, double *c)
{
  for (gint64 j = begin; j < end; j += MAX_ROWS)
    {
      double sums[MAX_ROWS];
      const gint64 n = MIN (MAX_ROWS, end - j);
      get_set ()->dots (a->data, (const double *) b->data + j * b->column_stride, b->column_stride, b->rows, n, sums);
      for (gint64 i = 0; i < n; i++)
        {
          const double sum = alpha * sums[i];
          c[j + i] = beta == 0 ? sum : sum + beta * c[j + i];
        }
    }
}

void
fl_doubles_run (const FlOtherMatrix *a, const FlOtherMatrix *b, guint begin, guint end, double alpha, double beta, double *c,
                gint64 c_stride, double *scratch)
{
  const DoubleSet *set = get_set ();
  const gint64 width = set->lanes * MAX_VECS;

  if (a->rows == 1 && b->row_stride == 1)
    {
      run_row (a, b, begin * width, MIN (end * width, b->columns), alpha, beta, c);
      return;
    }
  for (guint p = begin; p < end; p++)
    for (gint64 k = 0; k < a->columns; k += DEPTH)
      {
        const gint64 column = p * width, n = MIN (width, b->columns - column), depth = MIN (DEPTH, a->columns - k);
        const guint n_vecs = (n + set->lanes - 1) / set->lanes;
        DoubleTile tile = { .n_taps = 1, .depth = depth, .b = scratch, .b_stride = n_vecs * set->lanes, .c = c + column, .c_stride = c_stride,
                            .n_columns = n, .alpha = alpha, .beta = k == 0 ? beta : 1, .add_stride = c_stride };
        tile.is_plain = alpha == 1 && (tile.beta == 0 || tile.beta == 1) && n == tile.b_stride;
        pack (set, b, k, depth, column, n, n_vecs, scratch);
        run_panel (set, a, k, &tile, n_vecs);
      }
}
