/* Integers of generated source, one at a time: indices, powers, shifts. */
#pragma once

#include "types.h"

FL_INLINE int64_t fl_min (int64_t a, int64_t b) { return a < b ? a : b; }

FL_INLINE int64_t fl_max (int64_t a, int64_t b) { return a > b ? a : b; }

/* Rounds towards minus infinity; a division by zero gives 0. */
FL_INLINE int64_t fl_floor_div (int64_t a, int64_t b)
{
  if (b == 0)
    return 0;
  if (b == -1)
    return -a;
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Has the sign of the divisor; a division by zero gives 0. */
FL_INLINE int64_t fl_floor_mod (int64_t a, int64_t b)
{
  if (b == 0 || b == -1)
    return 0;
  return a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0);
}

FL_INLINE int64_t fl_trunc_div (int64_t a, int64_t b) { return b == 0 ? 0 : b == -1 ? -a : a / b; }

FL_INLINE int64_t fl_trunc_mod (int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }

/* Negative indices count from the end. */
FL_INLINE int64_t fl_wrap_index (int64_t index, int64_t size) { return index < 0 ? index + size : index; }

/* A valid index whatever the data say: the index, or the last one. */
FL_INLINE int64_t fl_clamp_index (int64_t index, int64_t size)
{
  return (uint64_t) index < (uint64_t) size ? index : size - (size > 0);
}

FL_INLINE int64_t fl_is_outside (int64_t index, int64_t size) { return (uint64_t) index >= (uint64_t) size; }

FL_INLINE int64_t fl_pow_i64 (int64_t base, int64_t exponent)
{
  int64_t result = 1;
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
  for (; exponent > 0; exponent >>= 1, base *= base)
    result *= exponent & 1 ? base : 1;
  return result;
}

/* By as many bits as there are, more, or less than none: nothing is left, as in PyTorch. */
FL_INLINE int64_t fl_shift_left (int64_t x, int64_t n, int64_t bits) { return n >= 0 && n < bits ? (int64_t) ((uint64_t) x << n) : 0; }

FL_INLINE int64_t fl_shift_right (int64_t x, int64_t n, int64_t bits) { return x >> (n >= 0 && n < bits ? n : 63); }

FL_INLINE uint64_t fl_shift_right_u64 (uint64_t x, uint64_t n, uint64_t bits) { return n < bits ? x >> n : 0; }
