/* From one width to the other: halves of vectors, and numbers of one type as another. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-extremes.h"
#include "vector.h"
#include "wide.h"
#include "wide-memory.h"

#if FL_LANES == 16
#define FL_LOWER 0, 1, 2, 3, 4, 5, 6, 7
#elif FL_LANES == 8
#define FL_LOWER 0, 1, 2, 3
#else
#define FL_LOWER 0, 1
#endif

#if FL_LANES == 16
#define FL_UPPER 8, 9, 10, 11, 12, 13, 14, 15
#elif FL_LANES == 8
#define FL_UPPER 4, 5, 6, 7
#else
#define FL_UPPER 2, 3
#endif

FL_INLINE fl_half fl_low_half (fl_vec x)
{
#if defined __clang__ || __GNUC__ >= 12
  return __builtin_shufflevector (x, x, FL_LOWER);
#else
  return ((union { fl_vec all; fl_half halves[2]; }) { .all = x }).halves[0];
#endif
}

FL_INLINE fl_half fl_high_half (fl_vec x)
{
#if defined __clang__ || __GNUC__ >= 12
  return __builtin_shufflevector (x, x, FL_UPPER);
#else
  return ((union { fl_vec all; fl_half halves[2]; }) { .all = x }).halves[1];
#endif
}

FL_INLINE fl_half_i32 fl_low_half_i32 (fl_i32 x)
{
#if defined __clang__ || __GNUC__ >= 12
  return __builtin_shufflevector (x, x, FL_LOWER);
#else
  return ((union { fl_i32 all; fl_half_i32 halves[2]; }) { .all = x }).halves[0];
#endif
}

FL_INLINE fl_half_i32 fl_high_half_i32 (fl_i32 x)
{
#if defined __clang__ || __GNUC__ >= 12
  return __builtin_shufflevector (x, x, FL_UPPER);
#else
  return ((union { fl_i32 all; fl_half_i32 halves[2]; }) { .all = x }).halves[1];
#endif
}

FL_INLINE fl_vec fl_join (fl_half low, fl_half high)
{
#if defined __clang__ || __GNUC__ >= 12
  return __builtin_shufflevector (low, high, FL_LOWER, FL_UPPER);
#else
  return ((union { fl_half halves[2]; fl_vec all; }) { .halves = { low, high } }).all;
#endif
}

FL_INLINE fl_i32 fl_join_i32 (fl_half_i32 low, fl_half_i32 high)
{
#if defined __clang__ || __GNUC__ >= 12
  return __builtin_shufflevector (low, high, FL_LOWER, FL_UPPER);
#else
  return ((union { fl_half_i32 halves[2]; fl_i32 all; }) { .halves = { low, high } }).all;
#endif
}

FL_INLINE fl_vec fl_as_low_half (fl_half x) { return fl_join (x, (fl_half) { 0 }); }

FL_INLINE fl_i32 fl_as_low_half_i32 (fl_half_i32 x) { return fl_join_i32 (x, (fl_half_i32) { 0 }); }

FL_INLINE fl_f64 fl_upper_f64_of_f32 (fl_vec x) { return __builtin_convertvector (fl_high_half (x), fl_f64); }

FL_INLINE fl_f64 fl_upper_f64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_high_half_i32 (x), fl_f64); }

FL_INLINE fl_vec fl_f32_of_two_f64 (fl_f64 low, fl_f64 high)
{
  return fl_join (__builtin_convertvector (low, fl_half), __builtin_convertvector (high, fl_half));
}

FL_INLINE fl_f64 fl_f64_of_f32 (fl_vec x) { return __builtin_convertvector (fl_low_half (x), fl_f64); }

FL_INLINE fl_f64 fl_f64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_low_half_i32 (x), fl_f64); }

FL_INLINE fl_f64 fl_f64_of_i64 (fl_i64 x) { return __builtin_convertvector (x, fl_f64); }

#define NAME i64_of_f64
#define INTEGERS fl_i64
#define FLOATS fl_f64
#define LANES FL_WIDE
#define OF_ONE fl_int64
#define BUILTIN (fl_i64) __builtin_ia32_cvttpd2qq512_mask (x, (fl_long_long) { 0 }, -1, 4)
#include "integers-of-floats-template.h"

#define NAME i64_of_f32
#define INTEGERS fl_i64
#define FLOATS fl_vec
#define LANES FL_WIDE
#define OF_ONE fl_int64_f32
#define BUILTIN (fl_i64) __builtin_ia32_cvttps2qq512_mask (fl_low_half (x), (fl_long_long) { 0 }, -1, 4)
#include "integers-of-floats-template.h"

/* Truth values, too. */
FL_INLINE fl_i64 fl_i64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_low_half_i32 (x), fl_i64); }

FL_INLINE fl_i64 fl_upper_i64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_high_half_i32 (x), fl_i64); }

/* Integers that 32 bits suffice for, to memory that has 64 of them. */
FL_INLINE void fl_store_widened (int64_t *p, fl_i32 x)
{
  fl_store_i64 (p, fl_i64_of_i32 (x));
  fl_store_i64 (p + FL_WIDE, fl_upper_i64_of_i32 (x));
}

FL_INLINE void fl_stream_widened (int64_t *p, fl_i32 x)
{
  fl_stream_i64 (p, fl_i64_of_i32 (x));
  fl_stream_i64 (p + FL_WIDE, fl_upper_i64_of_i32 (x));
}

FL_INLINE void fl_store_part_widened (int64_t *p, fl_i32 x, int64_t n)
{
  for (int i = 0; i < n; i++)
    p[i] = x[i];
}

FL_INLINE fl_vec fl_f32_of_f64 (fl_f64 x) { return fl_as_low_half (__builtin_convertvector (x, fl_half)); }

FL_INLINE fl_vec fl_f32_of_i64 (fl_i64 x) { return fl_as_low_half (__builtin_convertvector (x, fl_half)); }

FL_INLINE fl_i32 fl_i32_of_i64 (fl_i64 x) { return fl_as_low_half_i32 (__builtin_convertvector (x, fl_half_i32)); }

#define NAME i32_of_f32
#define INTEGERS fl_i32
#define FLOATS fl_vec
#define LANES FL_LANES
#define OF_ONE fl_int32_f32
#define BUILTIN __builtin_ia32_cvttps2dq512_mask (x, (fl_i32) { 0 }, -1, 4)
#include "integers-of-floats-template.h"

#define NAME i32_of_f64
#define INTEGERS fl_i32
#define FLOATS fl_f64
#define LANES FL_WIDE
#define OF_ONE fl_int32
#define BUILTIN fl_as_low_half_i32 (__builtin_ia32_cvttpd2dq512_mask (x, (fl_half_i32) { 0 }, -1, 4))
#include "integers-of-floats-template.h"

FL_INLINE fl_vec fl_f32_of_i32 (fl_i32 x) { return __builtin_convertvector (x, fl_vec); }

/* --- numbers of 64 bits ---------------------------------------------------------------------------------------------------- */

FL_INLINE fl_f64 fl_abs_f64_vec (fl_f64 x) { return (fl_f64) ((fl_i64) x & 0x7FFFFFFFFFFFFFFF); }

/* NaN wins, as in PyTorch. */
FL_INLINE fl_f64 fl_max_f64_vec (fl_f64 a, fl_f64 b) { return fl_select_f64 ((b > a) | (b != b), b, a); }

FL_INLINE fl_f64 fl_min_f64_vec (fl_f64 a, fl_f64 b) { return fl_select_f64 ((b < a) | (b != b), b, a); }

FL_INLINE fl_f64 fl_sqrt_f64_vec (fl_f64 x)
{
#if FL_X86 == 512 && defined __clang__
  return __builtin_ia32_sqrtpd512 (x, 4);
#elif FL_X86 == 512
  return __builtin_ia32_sqrtpd512_mask (x, x, -1, 4);
#elif FL_X86 == 256
  return __builtin_ia32_sqrtpd256 (x);
#elif FL_X86 == 128
  return __builtin_ia32_sqrtpd (x);
#else
  fl_f64 y;
  for (int i = 0; i < FL_WIDE; i++)
    y[i] = __builtin_sqrt (x[i]);
  return y;
#endif
}

FL_INLINE int64_t fl_sum_across_i64 (fl_i64 x)
{
  int64_t sum = 0;
  for (int i = 0; i < FL_WIDE; i++)
    sum += x[i];
  return sum;
}
