/* argmax and argmin of a row. */
#pragma once

#include "naming.h"
#include "types.h"
#include "vector.h"
#include "extremes.h"
#include "across.h"
#include "memory.h"
#include "wide-memory.h"

/* Of numbers from 0 to 2^30: floats of the same bits have the same order. */
FL_INLINE int32_t fl_least_across (fl_mask x)
{
  union { fl_mask all; fl_quad quads[FL_LANES / 4]; fl_quad_mask numbers; } u = { x };
  for (int n = FL_LANES / 8; n > 0; n /= 2)
    for (int i = 0; i < n; i++)
      {
        const fl_quad a = u.quads[i], b = u.quads[i + n];
#if FL_X86
        u.quads[i] = __builtin_ia32_minps (a, b);
#else
        const fl_quad_mask is_a = a < b;
        u.quads[i] = (fl_quad) (((fl_quad_mask) a & is_a) | ((fl_quad_mask) b & ~is_a));
#endif
      }
  const fl_quad_mask q = u.numbers;
  const int32_t y = q[0] < q[2] ? q[0] : q[2], z = q[1] < q[3] ? q[1] : q[3];
  return y < z ? y : z;
}

/* Which lanes are that number, a bit each; of NaN, which are one, too. */
FL_INLINE uint64_t fl_lanes_of (fl_vec x, float number)
{
#if FL_X86 == 512
  if (__builtin_expect (number == number, 1))
    return (uint16_t) __builtin_ia32_cmpps512_mask (x, fl_splat (number), 0, -1, 4);
  return (uint16_t) __builtin_ia32_cmpps512_mask (x, x, 3, -1, 4);
#else
  const fl_mask is_it = (x == fl_splat (number)) | ((x != x) & fl_splat_mask (number != number));
#if FL_X86 == 256
  return __builtin_ia32_movmskps256 ((fl_vec) is_it);
#elif FL_X86 == 128
  return __builtin_ia32_movmskps ((fl_vec) is_it);
#else
  uint64_t lanes = 0;
  for (int i = 0; i < FL_LANES; i++)
    lanes |= (uint64_t) (is_it[i] & 1) << i;
  return lanes;
#endif
#endif
}

/* The first lane that holds. None does where a part has nothing but the worst there is: then any place will do. */
FL_INLINE int64_t fl_first_lane (uint64_t lanes) { return lanes != 0 ? __builtin_ctzll (lanes) : 0; }

#define NAME argmax
#define BETTER >
#define CODE 30
#define OF_TWO fl_larger
#define ACROSS fl_max_across
#include "argmax-template.h"

#define NAME argmin
#define BETTER <
#define CODE 17
#define OF_TWO fl_smaller
#define ACROSS fl_min_across
#include "argmax-template.h"
