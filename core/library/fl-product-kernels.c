/* GEMV and GEMM micro-kernels, with register tiles and cache blocking.
 *
 * GEMV, to[n] = a[depth] B[depth, n] of f32, is bound by reading B, which lies in panels of 48 columns and is read as
 * one stream. Register tile: 3 vectors of 16 columns, even and odd k apart, 6 partial sums, so that additions (latency
 * 4, two a cycle) keep up with the L2 cache.
 *
 * GEMM, C[m, n] = alpha A[m, k] B[k, n] + beta C of f64, which the library lacks. Register tile: 4 rows by 24 columns,
 * 12 vectors of 8 partial sums, each with one multiply-add for each k: 3 vectors of B are loaded and 4 elements of A
 * are broadcast. B is packed in panels of 24 columns and at most 256 rows (48 KiB, in the L2 cache), which all rows of
 * A pass. */
#include "fl-product-kernels.h"

#include "fl-vectors.h"

#include <string.h>

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

enum
{
  ROWS = 4,
  WIDTH = 24, /* columns of a panel */
  DEPTH = 256
};

#define EACH_ROW(WHAT) WHAT (0) WHAT (1) WHAT (2) WHAT (3)
#define SUMS(r) FlDoubles r##0 = { 0 }, r##1 = { 0 }, r##2 = { 0 };
#define NAMED_SUMS(r) SUMS (s##r)
#define ADD(r)                                                                                                         \
  {                                                                                                                    \
    const double x = a##r[k];                                                                                          \
    s##r##0 += x * b0;                                                                                                 \
    s##r##1 += x * b1;                                                                                                 \
    s##r##2 += x * b2;                                                                                                 \
  }
#define STORE_SUMS(r)                                                                                                  \
  *(FlDoubles *) (sums + r * WIDTH) = s##r##0;                                                                         \
  *(FlDoubles *) (sums + r * WIDTH + FL_DOUBLES) = s##r##1;                                                            \
  *(FlDoubles *) (sums + r * WIDTH + 2 * FL_DOUBLES) = s##r##2;

#define LOAD(p) (*(const FlFloats *) (p))
#define STORE(p, v) (*(FlFloats *) (p) = (v))
#define FL_BODY "fl-product-kernels.inc"
#include "fl-each-isa.inc"

/* --- GEMV of f32 ------------------------------------------------------------------------------ */

void
fl_gemv (const float *a, const float *packed, gint64 depth, gint64 begin, gint64 end, float *to)
{
  void (*multiply_panel) (const float *, const float *, gint64, float *) = FL_CHOOSE (multiply_panel);
  float last[FL_GEMV_WIDTH];

  for (; begin < end; begin += FL_GEMV_WIDTH)
    if (begin + FL_GEMV_WIDTH <= end)
      multiply_panel (a, packed + begin * depth, depth, to + begin);
    else
      {
        multiply_panel (a, packed + begin * depth, depth, last);
        memcpy (to + begin, last, (end - begin) * sizeof (float));
      }
}

/* --- GEMM of f64 ------------------------------------------------------------------------------ */

/* Packs rows [k, k + depth) of n columns, with zeros behind them; reads along the rows or the columns, as they lie. */
static void
pack (const FlMatrix *b, gint64 k, gint64 depth, gint64 column, gint64 n, double *to)
{
  const double *from = (const double *) b->data + k * b->row_stride + column * b->column_stride;
  if (n < WIDTH)
    memset (to, 0, depth * WIDTH * sizeof *to);
  for (gint64 j = 0; j < n && b->row_stride == 1; j++)
    for (gint64 i = 0; i < depth; i++)
      to[i * WIDTH + j] = from[i + j * b->column_stride];
  for (gint64 i = 0; i < depth && b->row_stride != 1; i++)
    for (gint64 j = 0; j < n; j++)
      to[i * WIDTH + j] = from[i * b->row_stride + j * b->column_stride];
}

/* Multiplies all rows of A by a packed panel. */
static void
run_panel (const FlMatrix *a, gint64 k, gint64 depth, const double *packed, double alpha, double beta, gint64 n,
           double *c, gint64 c_stride)
{
  void (*multiply_tile) (const double *const *, const double *, gint64, double *) = FL_CHOOSE (multiply_tile);
  for (gint64 i = 0; i < a->rows; i += ROWS)
    {
      const double *rows[ROWS];
      double sums[ROWS * WIDTH];
      for (gint64 r = 0; r < ROWS; r++)
        rows[r] = (const double *) a->data + MIN (i + r, a->rows - 1) * a->row_stride + k;
      multiply_tile (rows, packed, depth, sums);
      for (gint64 r = 0; r < MIN (ROWS, a->rows - i); r++)
        {
          const double *from = sums + r * WIDTH;
          double *to = c + (i + r) * c_stride;
          for (gint64 j = 0; j < n && beta == 0; j++)
            to[j] = alpha * from[j];
          for (gint64 j = 0; j < n && beta != 0; j++)
            to[j] = alpha * from[j] + beta * to[j];
        }
    }
}

void
fl_gemm_doubles (const FlMatrix *a, const FlMatrix *b, double alpha, double beta, double *c, gint64 c_stride)
{
  _Alignas(64) double packed[DEPTH * WIDTH];
  for (gint64 column = 0; column < b->columns; column += WIDTH)
    for (gint64 k = 0; k < b->rows; k += DEPTH)
      {
        const gint64 depth = MIN (DEPTH, b->rows - k), n = MIN (WIDTH, b->columns - column);
        pack (b, k, depth, column, n, packed);
        run_panel (a, k, depth, packed, alpha, k == 0 ? beta : 1, n, c + column, c_stride);
      }
}
