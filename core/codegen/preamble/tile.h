/* Transposes a tile of floats, a register of rows at a time. */
#pragma once

#include "types.h"
#include "vector.h"
#include "memory.h"

/* to[64 * c + r] = from[step * r + c] for r < n_rows <= 64, c < n_columns. */
#if defined __clang__ || __GNUC__ >= 12
typedef float fl_quad_anywhere __attribute__ ((vector_size (16), may_alias, aligned (4)));
typedef float fl_eight __attribute__ ((vector_size (32), may_alias));
/* Chooses alike from a and b in every quad of lanes. */
#if FL_LANES == 16
#define FL_CHOOSE(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12, k + 12, l + 12)
#elif FL_LANES == 8
#define FL_CHOOSE(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4)
#else
#define FL_CHOOSE(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l)
#endif
/* Four floats each of every fourth row. */
FL_INLINE fl_vec fl_load_quads (const float *p, int64_t step)
{
  const fl_quad a = *(const fl_quad_anywhere *) p;
#if FL_LANES == 4
  return a;
#else
  const fl_quad b = *(const fl_quad_anywhere *) (p + 4 * step);
  const fl_eight ab = __builtin_shufflevector (a, b, 0, 1, 2, 3, 4, 5, 6, 7);
#if FL_LANES == 8
  return ab;
#else
  const fl_quad c = *(const fl_quad_anywhere *) (p + 8 * step), d = *(const fl_quad_anywhere *) (p + 12 * step);
  const fl_eight cd = __builtin_shufflevector (c, d, 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector (ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
#endif
}
#endif
FL_INLINE void fl_transpose_f32 (float *to, const float *from, int64_t step, int64_t n_rows, int64_t n_columns)
{
  int64_t done = 0;
#if defined __clang__ || __GNUC__ >= 12
  for (; done + FL_LANES <= n_rows; done += FL_LANES)
    for (int64_t c = 0; c + 4 <= n_columns; c += 4)
      {
        const float *p = from + step * done + c;
        const fl_vec v0 = fl_load_quads (p, step), v1 = fl_load_quads (p + step, step);
        const fl_vec v2 = fl_load_quads (p + 2 * step, step), v3 = fl_load_quads (p + 3 * step, step);
        const fl_vec a = FL_CHOOSE (v0, v1, 0, FL_LANES, 1, FL_LANES + 1), b = FL_CHOOSE (v0, v1, 2, FL_LANES + 2, 3, FL_LANES + 3);
        const fl_vec d = FL_CHOOSE (v2, v3, 0, FL_LANES, 1, FL_LANES + 1), e = FL_CHOOSE (v2, v3, 2, FL_LANES + 2, 3, FL_LANES + 3);
        fl_store_f32 (to + 64 * c + done, FL_CHOOSE (a, d, 0, 1, FL_LANES, FL_LANES + 1));
        fl_store_f32 (to + 64 * c + done + 64, FL_CHOOSE (a, d, 2, 3, FL_LANES + 2, FL_LANES + 3));
        fl_store_f32 (to + 64 * c + done + 128, FL_CHOOSE (b, e, 0, 1, FL_LANES, FL_LANES + 1));
        fl_store_f32 (to + 64 * c + done + 192, FL_CHOOSE (b, e, 2, 3, FL_LANES + 2, FL_LANES + 3));
      }
  for (int64_t c = n_columns & -4; c < n_columns; c++)
    for (int64_t r = 0; r < done; r++)
      to[64 * c + r] = from[step * r + c];
#endif
  for (int64_t r = done; r < n_rows; r++)
    for (int64_t c = 0; c < n_columns; c++)
      to[64 * c + r] = from[step * r + c];
}
