/* Products of float matrices by Fuseloom's own loops: the right operand in panels of vectors, which constant weights become once;
 * bias, an addend and relu as the sums are stored. Also what convolutions of tensors with channels last consist of. */
#pragma once

#include "fl-primitive.h"

G_BEGIN_DECLS

enum
{
  FL_TILE_ROWS = 8 /* of A; fewer where registers are few */
};

/* C[rows, n_columns] = alpha sum over taps and k of A_tap[row, k] B[(tap, k), column] + beta add + bias, relu of it if so. */
typedef struct
{
  const float *const *a; /* of each tap get_rows () rows, each `depth` floats */
  gint64 n_taps, depth;
  const float *b;        /* rows b_stride apart; whole vectors may be read */
  gint64 b_stride;
  float *c;
  gint64 c_stride, n_columns;
  float alpha, beta;
  const float *add;      /* NULL: none; may be C */
  gint64 add_stride;
  const float *bias;     /* one a column; NULL: none */
  gboolean has_relu;
  const char *ahead;     /* memory that will be needed later, brought nearer: so many bytes on with each k; NULL: none */
  gint64 ahead_step;
  float *keep;           /* where keep_funcs put what they read of B, its vectors side by side */
  gboolean is_plain;     /* alpha and beta 1, whole vectors of columns: the sums are stored as they are, or relu of them */
} FlTile;

typedef void (*FlTileFunc) (const FlTile *tile);

typedef struct
{
  const char *name;
  guint rows, lanes;
  FlTileFunc funcs[FL_TILE_ROWS + 1][4]; /* by rows and vectors of columns, from 1 */
  FlTileFunc keep_funcs[4]; /* of all rows: they pack B's panel as they go */
  /* Rows of so many vectors, `stride` floats apart, side by side. */
  void (*copy) (const float *from, gint64 stride, gint64 n_rows, guint n_vecs, float *to);
  /* to[j] = sum over k of a[k] b[j * stride + k]. */
  void (*dots) (const float *a, const float *b, gint64 stride, gint64 depth, gint64 n, float *to);
} FlTileSet;

/* The widest that this processor has; from 1 on narrower ones, then NULL. */
const FlTileSet *fl_tile_set_get (void);
const FlTileSet *fl_tile_set_get_nth (guint n);

/* B in panels of up to three vectors of columns: [panel][k][columns], what is beyond the last column is 0. */
gint64 fl_product_count_packed (gint64 k, gint64 n); /* floats */
guint fl_product_count_panels (gint64 n);
void fl_product_pack (const FlMatrix *b, guint begin, guint end, float *packed);

/* A with columns side by side. */
void fl_product_turn (const FlMatrix *a, float *to);
/* to[k][j] = from[j][k], n by depth of them. */
void fl_product_turn_rows (const float *from, gint64 from_stride, gint64 n, gint64 depth, float *to, gint64 to_stride);

/* What is done to the sums as they are stored. */
typedef struct
{
  float alpha, beta;
  const float *add; /* [m, n], rows add_stride apart; NULL: none */
  gint64 add_stride;
  const float *row_bias; /* one a column; NULL: none */
  gboolean has_relu;
} FlProductEnd;

/* The panels [begin, end) of the product. A has columns side by side. packed NULL: B is read as it lies, which must be with columns
 * side by side that fill whole vectors. */
void fl_product_run (const FlMatrix *a, const float *packed, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last,
                     float *c, gint64 c_stride);

/* What the next product touches, brought nearer while this one is computed: pieces of memory, none of them empty. */
typedef struct
{
  guint n;
  const char *at[3];
  gint64 bytes[3];
} FlProductNext;

/* The same; next NULL: nothing follows. */
void fl_product_run_followed (const FlMatrix *a, const float *packed, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last,
                              float *c, gint64 c_stride, const FlProductNext *next);

/* The same with a right operand that is another each time: each panel is packed as the first rows of A use it, or just before, into scratch,
 * which has room for the widest. For matrices that lie in the second-level cache together. */
void fl_product_run_fresh (const FlMatrix *a, const FlMatrix *b, guint begin, guint end, const FlProductEnd *last, float *c, gint64 c_stride,
                           float *scratch, const FlProductNext *next);

G_END_DECLS
