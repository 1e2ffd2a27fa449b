/* Matrices with rows and columns exchanged, as products need some of them: 16 x 16 floats at a time in registers, or 4 x 4. */
#include "fl-product.h"

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
turn_by_fours (const float *from, gint64 from_stride, gint64 n, gint64 depth, float *to, gint64 to_stride)
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

#if defined __x86_64__
typedef float Sixteen __attribute__ ((vector_size (64), aligned (4), may_alias));
typedef gint32 SixteenPlaces __attribute__ ((vector_size (64)));

#ifdef __clang__
#define SHUFFLE_16(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)
#else
#define SHUFFLE_16(a, b, ...) __builtin_shuffle (a, b, (SixteenPlaces){ __VA_ARGS__ })
#endif

/* Of two rows that are 8, 4, 2 or 1 apart: the halves (quarters, …) that belong together. */
#define EXCHANGE_8(a, b, low, high)                                                                 \
  const Sixteen low = SHUFFLE_16 (a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),    \
                high = SHUFFLE_16 (a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
#define EXCHANGE_4(a, b, low, high)                                                                 \
  const Sixteen low = SHUFFLE_16 (a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27),  \
                high = SHUFFLE_16 (a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
#define EXCHANGE_2(a, b, low, high)                                                                 \
  const Sixteen low = SHUFFLE_16 (a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),  \
                high = SHUFFLE_16 (a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
#define EXCHANGE_1(a, b, low, high)                                                                 \
  const Sixteen low = SHUFFLE_16 (a, b, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), \
                high = SHUFFLE_16 (a, b, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
#define LOAD_ROW(i) const Sixteen a##i = *(const Sixteen *) (from + i * from_stride);
#define STORE_ROW(i) *(Sixteen *) (to + i * to_stride) = e##i;
#define EACH_OF_16(WHAT) \
  WHAT (0) WHAT (1) WHAT (2) WHAT (3) WHAT (4) WHAT (5) WHAT (6) WHAT (7) WHAT (8) WHAT (9) WHAT (10) WHAT (11) WHAT (12) WHAT (13) WHAT (14) WHAT (15)

__attribute__ ((target ("avx512f"))) static inline void
turn_sixteen (const float *from, gint64 from_stride, float *to, gint64 to_stride)
{
  EACH_OF_16 (LOAD_ROW)
  EXCHANGE_8 (a0, a8, b0, b8)
  EXCHANGE_8 (a1, a9, b1, b9)
  EXCHANGE_8 (a2, a10, b2, b10)
  EXCHANGE_8 (a3, a11, b3, b11)
  EXCHANGE_8 (a4, a12, b4, b12)
  EXCHANGE_8 (a5, a13, b5, b13)
  EXCHANGE_8 (a6, a14, b6, b14)
  EXCHANGE_8 (a7, a15, b7, b15)
  EXCHANGE_4 (b0, b4, c0, c4)
  EXCHANGE_4 (b1, b5, c1, c5)
  EXCHANGE_4 (b2, b6, c2, c6)
  EXCHANGE_4 (b3, b7, c3, c7)
  EXCHANGE_4 (b8, b12, c8, c12)
  EXCHANGE_4 (b9, b13, c9, c13)
  EXCHANGE_4 (b10, b14, c10, c14)
  EXCHANGE_4 (b11, b15, c11, c15)
  EXCHANGE_2 (c0, c2, d0, d2)
  EXCHANGE_2 (c1, c3, d1, d3)
  EXCHANGE_2 (c4, c6, d4, d6)
  EXCHANGE_2 (c5, c7, d5, d7)
  EXCHANGE_2 (c8, c10, d8, d10)
  EXCHANGE_2 (c9, c11, d9, d11)
  EXCHANGE_2 (c12, c14, d12, d14)
  EXCHANGE_2 (c13, c15, d13, d15)
  EXCHANGE_1 (d0, d1, e0, e1)
  EXCHANGE_1 (d2, d3, e2, e3)
  EXCHANGE_1 (d4, d5, e4, e5)
  EXCHANGE_1 (d6, d7, e6, e7)
  EXCHANGE_1 (d8, d9, e8, e9)
  EXCHANGE_1 (d10, d11, e10, e11)
  EXCHANGE_1 (d12, d13, e12, e13)
  EXCHANGE_1 (d14, d15, e14, e15)
  EACH_OF_16 (STORE_ROW)
}

__attribute__ ((target ("avx512f"))) static void
turn_by_sixteens (const float *from, gint64 from_stride, gint64 n, gint64 depth, float *to, gint64 to_stride)
{
  const gint64 whole = depth / 16 * 16;
  gint64 j = 0;

  for (; j + 16 <= n; j += 16)
    {
      for (gint64 k = 0; k < whole; k += 16)
        turn_sixteen (from + j * from_stride + k, from_stride, to + k * to_stride + j, to_stride);
      turn_by_fours (from + j * from_stride + whole, from_stride, 16, depth - whole, to + whole * to_stride + j, to_stride);
    }
  turn_by_fours (from + j * from_stride, from_stride, n - j, depth, to + j, to_stride);
}
#endif

void
fl_product_turn_rows (const float *from, gint64 from_stride, gint64 n, gint64 depth, float *to, gint64 to_stride)
{
#if defined __x86_64__
  if (n >= 16 && depth >= 16 && __builtin_cpu_supports ("avx512f"))
    {
      turn_by_sixteens (from, from_stride, n, depth, to, to_stride);
      return;
    }
#endif
  turn_by_fours (from, from_stride, n, depth, to, to_stride);
}

void
fl_product_turn (const FlMatrix *a, float *to)
{
  if (a->row_stride == 1)
    fl_product_turn_rows (a->data, a->column_stride, a->columns, a->rows, to, a->columns);
  else
    for (gint64 i = 0; i < a->rows; i++)
      for (gint64 k = 0; k < a->columns; k++)
        to[i * a->columns + k] = a->data[i * a->row_stride + k * a->column_stride];
}
