/* Vectors of integers, and of numbers of 64 bits.
 *
 * Integers of up to 32 bits live in lanes of 32 bits (fl_i32), beside floats. A loop that holds numbers of 64 bits goes forward by
 * FL_WIDE elements: one vector of those, and the lower half of a vector of others, whose upper half is zero or nothing that is read. */
#pragma once

#include "types.h"
#include "vector.h"

#define FL_WIDE (FL_LANES / 2) /* numbers of 64 bits in a vector */

typedef int32_t fl_i32 __attribute__ ((vector_size (4 * FL_LANES), may_alias));

typedef int32_t fl_i32_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (4)));

typedef double fl_f64 __attribute__ ((vector_size (4 * FL_LANES), may_alias));

typedef double fl_f64_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (8)));

typedef int64_t fl_i64 __attribute__ ((vector_size (4 * FL_LANES), may_alias)); /* as a truth value: -1 or 0 */

typedef int64_t fl_i64_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (8)));

typedef float fl_half __attribute__ ((vector_size (4 * FL_WIDE), may_alias));

typedef int32_t fl_half_i32 __attribute__ ((vector_size (4 * FL_WIDE), may_alias));

typedef long long fl_long_long __attribute__ ((vector_size (4 * FL_LANES), may_alias));

FL_INLINE fl_i32 fl_splat_i32 (int32_t x) { return x - (fl_i32) { 0 }; }

FL_INLINE fl_f64 fl_splat_f64 (double x) { return x - (fl_f64) { 0 }; }

FL_INLINE fl_i64 fl_splat_i64 (int64_t x) { return x - (fl_i64) { 0 }; }

FL_INLINE fl_i32 fl_select_i32 (fl_mask where, fl_i32 a, fl_i32 b) { return (a & where) | (b & ~where); }

FL_INLINE fl_i64 fl_select_i64 (fl_i64 where, fl_i64 a, fl_i64 b) { return (a & where) | (b & ~where); }

/* By as many bits as there are, more, or less than none: nothing is left, as in PyTorch. */
FL_INLINE fl_i32 fl_shift_left_i32 (fl_i32 x, fl_i32 n, int bits)
{
  const fl_i32 is_some = (n >= 0) & (n < bits);
  return (x << (n & is_some)) & is_some;
}

FL_INLINE fl_i32 fl_shift_right_i32 (fl_i32 x, fl_i32 n, int bits)
{
  const fl_i32 is_some = (n >= 0) & (n < bits);
  return x >> ((n & is_some) | (31 & ~is_some));
}

/* By as many bits as there are, more, or less than none: nothing is left, as in PyTorch. */
FL_INLINE fl_i64 fl_shift_left_i64 (fl_i64 x, fl_i64 n, int bits)
{
  const fl_i64 is_some = (n >= 0) & (n < bits);
  return (x << (n & is_some)) & is_some;
}

FL_INLINE fl_i64 fl_shift_right_i64 (fl_i64 x, fl_i64 n, int bits)
{
  const fl_i64 is_some = (n >= 0) & (n < bits);
  return x >> ((n & is_some) | (63 & ~is_some));
}

FL_INLINE fl_f64 fl_select_f64 (fl_i64 where, fl_f64 a, fl_f64 b) { return (fl_f64) (((fl_i64) a & where) | ((fl_i64) b & ~where)); }

/* first, first + step, first + 2 * step, ... */
FL_INLINE fl_i64 fl_count_wide_from (int64_t first, int64_t step)
{
#if FL_LANES == 16
  const fl_i64 lane = { 0, 1, 2, 3, 4, 5, 6, 7 };
#elif FL_LANES == 8
  const fl_i64 lane = { 0, 1, 2, 3 };
#else
  const fl_i64 lane = { 0, 1 };
#endif
  return lane * step + first;
}

/* The first n lanes; the others are something else. */
FL_INLINE fl_f64 fl_first_f64 (fl_f64 x, int64_t n, double others)
{
  return fl_select_f64 (fl_count_wide_from (0, 1) < fl_splat_i64 (n), x, fl_splat_f64 (others));
}

FL_INLINE fl_i64 fl_first_i64 (fl_i64 x, int64_t n, int64_t others)
{
  return fl_select_i64 (fl_count_wide_from (0, 1) < fl_splat_i64 (n), x, fl_splat_i64 (others));
}

FL_INLINE fl_i32 fl_first_i32 (fl_i32 x, int64_t n, int32_t others)
{
  return fl_select_i32 (fl_count_from (0, 1) < fl_count_from (n, 0), x, fl_splat_i32 (others));
}
