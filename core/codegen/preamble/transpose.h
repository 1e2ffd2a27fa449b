/* Transposes matrices, whatever their elements are: only the size of one counts.
 *
 * A vector holds pieces of 16 bytes of several rows; interleaving the first half of such vectors with the second, as often as it takes
 * to get through their number, transposes every piece: to lie side by side, elements of a column need no more than that.
 *
 * Measured: tiles follow each other best along the rows, two lines of a column high and one line of a row wide; where lines share few
 * places in the L1 cache, down the columns, a line high. Either way the lines of the next tile are prefetched meanwhile, those to
 * be read and those to be written: the machine sees no order in lines so far from each other, and would wait for most of them. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-hide.h"
#include "scalar-integers.h"
#include "vector.h"
#include "memory.h"

#if defined __clang__ || __GNUC__ >= 12
typedef float fl_piece __attribute__ ((vector_size (16), may_alias, aligned (1)));
/* 16 bytes each from p on, every so many bytes, until a vector is full. */
FL_INLINE fl_vec fl_load_pieces (const void *p, int64_t bytes)
{
  const char *at = p;
  const fl_quad a = *(const fl_piece *) at;
#if FL_LANES == 4
  return a;
#else
  const fl_quad b = *(const fl_piece *) (at + bytes);
#if FL_LANES == 8
  return __builtin_shufflevector (a, b, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  const fl_quad c = *(const fl_piece *) (at + 2 * bytes), d = *(const fl_piece *) (at + 3 * bytes);
#if FL_X86 == 512 && !defined __clang__
  /* Straight from memory: gcc would shuffle registers. */
  fl_vec x = __builtin_ia32_ps512_ps (a);
  x = __builtin_ia32_insertf32x4_mask (x, b, 1, x, -1);
  x = __builtin_ia32_insertf32x4_mask (x, c, 2, x, -1);
  return __builtin_ia32_insertf32x4_mask (x, d, 3, x, -1);
#else
  typedef float two __attribute__ ((vector_size (32), may_alias));
  const two ab = __builtin_shufflevector (a, b, 0, 1, 2, 3, 4, 5, 6, 7), cd = __builtin_shufflevector (c, d, 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector (ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
#endif
#endif
}
#endif

#define FL_PAIRS_8(b, n) b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3, b + 4, n + b + 4, b + 5, n + b + 5, b + 6, n + b + 6, b + 7, n + b + 7
#if FL_LANES == 16
#define FL_EACH_8(b) FL_PAIRS_8 (b, 4 * 16), FL_PAIRS_8 (b + 16, 4 * 16), \
  FL_PAIRS_8 (b + 2 * 16, 4 * 16), FL_PAIRS_8 (b + 3 * 16, 4 * 16)
#elif FL_LANES == 8
#define FL_EACH_8(b) FL_PAIRS_8 (b, 2 * 16), FL_PAIRS_8 (b + 16, 2 * 16)
#else
#define FL_EACH_8(b) FL_PAIRS_8 (b, 16)
#endif

#define NAME 8
#define ELEMENT uint8_t
#define EACH 16
#define LEVELS 4
#include "transpose-template.h"

#define FL_PAIRS_16(b, n) b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3
#if FL_LANES == 16
#define FL_EACH_16(b) FL_PAIRS_16 (b, 4 * 8), FL_PAIRS_16 (b + 8, 4 * 8), \
  FL_PAIRS_16 (b + 2 * 8, 4 * 8), FL_PAIRS_16 (b + 3 * 8, 4 * 8)
#elif FL_LANES == 8
#define FL_EACH_16(b) FL_PAIRS_16 (b, 2 * 8), FL_PAIRS_16 (b + 8, 2 * 8)
#else
#define FL_EACH_16(b) FL_PAIRS_16 (b, 8)
#endif

#define NAME 16
#define ELEMENT uint16_t
#define EACH 8
#define LEVELS 3
#include "transpose-template.h"

#define FL_PAIRS_32(b, n) b, n + b, b + 1, n + b + 1
#if FL_LANES == 16
#define FL_EACH_32(b) FL_PAIRS_32 (b, 4 * 4), FL_PAIRS_32 (b + 4, 4 * 4), \
  FL_PAIRS_32 (b + 2 * 4, 4 * 4), FL_PAIRS_32 (b + 3 * 4, 4 * 4)
#elif FL_LANES == 8
#define FL_EACH_32(b) FL_PAIRS_32 (b, 2 * 4), FL_PAIRS_32 (b + 4, 2 * 4)
#else
#define FL_EACH_32(b) FL_PAIRS_32 (b, 4)
#endif

#define NAME 32
#define ELEMENT uint32_t
#define EACH 4
#define LEVELS 2
#include "transpose-template.h"

#define FL_PAIRS_64(b, n) b, n + b
#if FL_LANES == 16
#define FL_EACH_64(b) FL_PAIRS_64 (b, 4 * 2), FL_PAIRS_64 (b + 2, 4 * 2), \
  FL_PAIRS_64 (b + 2 * 2, 4 * 2), FL_PAIRS_64 (b + 3 * 2, 4 * 2)
#elif FL_LANES == 8
#define FL_EACH_64(b) FL_PAIRS_64 (b, 2 * 2), FL_PAIRS_64 (b + 2, 2 * 2)
#else
#define FL_EACH_64(b) FL_PAIRS_64 (b, 2)
#endif

#define NAME 64
#define ELEMENT uint64_t
#define EACH 2
#define LEVELS 1
#include "transpose-template.h"

/* to[k * i + r] = from[step * r + i] for r < k <= 4, i < n: where each lane comes from is worked out once. */
FL_INLINE void fl_interleave (void *to, const void *from, int64_t step, int k, int64_t n, int is_streaming)
{
  fl_element_32 *out = to;
  const fl_element_32 *in = from;
  int64_t i = 0;
#if FL_X86 >= 256
  fl_mask first[4], second[4], is_second[4];  /* lanes of rows 0 and 1, of rows 2 and 3, and which of the two comes next */
  for (int j = 0; j < k; j++)
    {
      const fl_mask at = fl_count_from (j * FL_LANES, 1) / k, row = fl_count_from (j * FL_LANES, 1) - at * k;
      first[j] = at + (row == 1) * -FL_LANES;
      second[j] = at + (row == 3) * -FL_LANES;
      is_second[j] = row >= 2;
    }
  for (; i <= n - FL_LANES; i += FL_LANES)
    {
      const float *const p = (const float *) in + i;
      const fl_vec a = fl_load_f32 (p), b = fl_load_f32 (p + step), c = k > 2 ? fl_load_f32 (p + 2 * step) : a, d = k > 3 ? fl_load_f32 (p + 3 * step) : c;
#pragma GCC unroll 4
      for (int j = 0; j < k; j++)
        {
          fl_vec x = fl_lanes_at (a, b, first[j]);
          if (k > 2)
            x = fl_select (is_second[j], fl_lanes_at (c, d, second[j]), x);
          if (is_streaming)
            fl_stream_f32 ((float *) out + k * i + FL_LANES * j, x);
          else
            fl_store_f32 ((float *) out + k * i + FL_LANES * j, x);
        }
    }
#endif
  for (; i < n; i++)
    for (int r = 0; r < k; r++)
      out[k * i + r] = in[step * r + i];
}

FL_INLINE void fl_copy_interleaved_32 (void *to, const void *from, int64_t step, int k, int64_t n) { fl_interleave (to, from, step, k, n, 0); }

FL_INLINE void fl_stream_interleaved_32 (void *to, const void *from, int64_t step, int k, int64_t n) { fl_interleave (to, from, step, k, n, 1); }

/* to[64 * c + r] = from[step * r + c] for r < n_rows <= 64, c < n_columns <= 16: floats of 16 bits. */
FL_INLINE void fl_transpose_16 (uint16_t *to, const uint16_t *from, int64_t step, int64_t n_rows, int64_t n_columns)
{
  int64_t done = 0;
#if defined __clang__ || __GNUC__ >= 12
  for (; n_columns == 16 && done + 2 * FL_LANES <= n_rows; done += 2 * FL_LANES)
    for (int64_t c = 0; c < 16; c += 8)
      fl_transpose_block_16 ((char *) (to + 64 * c + done), 128, (const char *) (from + step * done + c), 2 * step, 0, 0, 0);
#endif
  for (int64_t r = done; r < n_rows; r++)
    for (int64_t c = 0; c < n_columns; c++)
      to[64 * c + r] = from[step * r + c];
}
