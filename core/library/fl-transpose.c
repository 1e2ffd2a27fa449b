/* Transpose micro-kernel: blocks of 16 x 16 floats in registers with AVX-512, pairs of rows half of
 * them apart interleaved four times; elsewhere blocks that stay in the L1 cache. */
#include "fl-transpose.h"

#include "fl-vectors.h"

enum
{
  SIDE = FL_FLOATS
};

static void
transpose_block (const float *from, gint64 from_stride, gint64 n_rows, gint64 n_columns, float *to, gint64 to_stride)
{
  for (gint64 k = 0; k < n_columns; k++)
    for (gint64 i = 0; i < n_rows; i++)
      to[k * to_stride + i] = from[i * from_stride + k];
}

#if defined __x86_64__
typedef float Vector __attribute__ ((vector_size (64)));
typedef gint32 Lanes __attribute__ ((vector_size (64)));
#ifdef __clang__
#define INTERLEAVE(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)
#else
#define INTERLEAVE(a, b, ...) __builtin_shuffle (a, b, (Lanes) { __VA_ARGS__ })
#endif
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

__attribute__ ((target ("avx512f"))) static void
transpose_square (const float *from, gint64 from_stride, float *to, gint64 to_stride)
{
  Vector r[SIDE], t[SIDE];
#pragma GCC unroll 16
  for (int i = 0; i < SIDE; i++)
    r[i] = *(const FlFloats *) (from + i * from_stride);
#pragma GCC unroll 4
  for (int size = 1; size < SIDE; size *= 2)
    {
#pragma GCC unroll 8
      for (int i = 0; i < SIDE / 2; i++)
        {
          t[2 * i] = INTERLEAVE (r[i], r[i + SIDE / 2], LOW);
          t[2 * i + 1] = INTERLEAVE (r[i], r[i + SIDE / 2], HIGH);
        }
#pragma GCC unroll 16
      for (int i = 0; i < SIDE; i++)
        r[i] = t[i];
    }
#pragma GCC unroll 16
  for (int i = 0; i < SIDE; i++)
    *(FlFloats *) (to + i * to_stride) = r[i];
}

static gboolean
has_squares (void)
{
  return __builtin_cpu_supports ("avx512f");
}
#else
static gboolean
has_squares (void)
{
  return FALSE;
}

static void
transpose_square (const float *from, gint64 from_stride, float *to, gint64 to_stride)
{
}
#endif

/* The last squares begin so far back that they are whole, where there is as much: some elements are
 * transposed twice. */
void
fl_transpose (const float *from, gint64 from_stride, gint64 n_rows, gint64 n_columns, float *to, gint64 to_stride)
{
  const gboolean is_whole = n_rows >= SIDE && n_columns >= SIDE && has_squares ();

  for (gint64 i = 0; i < n_rows; i += SIDE)
    for (gint64 k = 0; k < n_columns; k += SIDE)
      {
        const gint64 row = is_whole ? MIN (i, n_rows - SIDE) : i, column = is_whole ? MIN (k, n_columns - SIDE) : k;
        const float *source = from + row * from_stride + column;
        float *target = to + column * to_stride + row;
        if (is_whole)
          transpose_square (source, from_stride, target, to_stride);
        else
          transpose_block (source, from_stride, MIN (n_rows - i, SIDE), MIN (n_columns - k, SIDE), target, to_stride);
      }
}
