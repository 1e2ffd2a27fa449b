/* Elements from anywhere: a position of 32 bits a lane.
 *
 * Indices are positions, too: those of 64 bits are cut to what a lane holds in such a way that what lies outside of a tensor of fewer
 * than 2^31 elements stays outside. Lanes that a part leaves out are 0 and read nothing. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-narrow.h"
#include "vector.h"
#include "narrow.h"
#include "wide.h"
#include "wide-memory.h"
#include "wide-convert.h"

/* --- indices --------------------------------------------------------------------------------------------------------------- */

/* To 32 bits; what these cannot hold, to the nearest that they can. */
FL_INLINE fl_half_i32 fl_saturate_i64 (fl_i64 x)
{
#if FL_X86 == 512
  return __builtin_ia32_pmovsqd512_mask ((fl_long_long) x, (fl_half_i32) { 0 }, -1);
#else
  const fl_i64 least = fl_splat_i64 (INT32_MIN), largest = fl_splat_i64 (-(INT32_MIN + 1));
  x = fl_select_i64 (x < least, least, x);
  return __builtin_convertvector (fl_select_i64 (x > largest, largest, x), fl_half_i32);
#endif
}

FL_INLINE fl_i32 fl_load_index_i64 (const int64_t *p)
{
  return fl_join_i32 (fl_saturate_i64 (fl_load_i64 (p)), fl_saturate_i64 (fl_load_i64 (p + FL_WIDE)));
}

FL_INLINE fl_i32 fl_load_part_index_i64 (const int64_t *p, int64_t n)
{
  if (n <= FL_WIDE)
    return fl_as_low_half_i32 (fl_saturate_i64 (fl_load_part_i64 (p, n)));
  return fl_join_i32 (fl_saturate_i64 (fl_load_i64 (p)), fl_saturate_i64 (fl_load_part_i64 (p + FL_WIDE, n - FL_WIDE)));
}

FL_INLINE fl_i32 fl_load_index_i32 (const int32_t *p) { return fl_load_i32 (p); }

FL_INLINE fl_i32 fl_load_part_index_i32 (const int32_t *p, int64_t n) { return fl_load_part_i32 (p, n); }

/* Negative indices count from the end. */
FL_INLINE fl_i32 fl_wrap_lanes (fl_i32 index, int32_t size) { return index + ((index < 0) & size); }

/* Valid indices whatever the data say: as they are, or the last one. */
FL_INLINE fl_i32 fl_clamp_lanes (fl_i32 index, int32_t size)
{
  return fl_select_i32 ((fl_mask) ((fl_bits) index < (uint32_t) size), index, fl_splat_i32 (size - 1));
}

FL_INLINE int64_t fl_count_outside (fl_i32 index, int32_t size)
{
#if FL_X86 == 512
  return __builtin_popcount (__builtin_ia32_ucmpd512_mask (index, fl_splat_i32 (size), 5, -1));
#else
  const fl_mask outside = (fl_mask) ((fl_bits) index >= (uint32_t) size);
#if FL_X86 == 256
  return __builtin_popcount (__builtin_ia32_movmskps256 ((fl_vec) outside));
#elif FL_X86 == 128
  return __builtin_popcount (__builtin_ia32_movmskps ((fl_vec) outside));
#else
  int64_t n = 0;
  for (int i = 0; i < FL_LANES; i++)
    n -= outside[i];
  return n;
#endif
#endif
}

/* --- elements -------------------------------------------------------------------------------------------------------------- */

#define NAME f32
#define ELEMENT float
#define VECTOR fl_vec
#define LANES FL_LANES
#define WORD float
#define WORDS fl_vec
#define WHERE
#define GATHER_512 __builtin_ia32_gathersiv16sf
#define GATHER_256 __builtin_ia32_gathersiv8sf
#define WANTED fl_count_from (0, 1) < (int32_t) n
#include "gather-template.h"

#define NAME i32
#define ELEMENT int32_t
#define VECTOR fl_i32
#define LANES FL_LANES
#define WORD int
#define WORDS fl_i32
#define WHERE
#define GATHER_512 __builtin_ia32_gathersiv16si
#define GATHER_256 __builtin_ia32_gathersiv8si
#define WANTED fl_count_from (0, 1) < (int32_t) n
#include "gather-template.h"

#define NAME f64
#define ELEMENT double
#define VECTOR fl_f64
#define LANES FL_WIDE
#define WORD double
#define WORDS fl_f64
#define WHERE fl_low_half_i32
#define GATHER_512 __builtin_ia32_gathersiv8df
#define GATHER_256 __builtin_ia32_gathersiv4df
#define WANTED fl_count_wide_from (0, 1) < n
#include "gather-template.h"

#define NAME i64
#define ELEMENT int64_t
#define VECTOR fl_i64
#define LANES FL_WIDE
#define WORD long long
#define WORDS fl_long_long
#define WHERE fl_low_half_i32
#define GATHER_512 __builtin_ia32_gathersiv8di
#define GATHER_256 __builtin_ia32_gathersiv4di
#define WANTED fl_count_wide_from (0, 1) < n
#include "gather-template.h"

#if FL_X86 == 512
FL_INLINE fl_i32 fl_gather_words (const void *p, fl_i32 at, const int bytes, int64_t n)
{
  const uint32_t mask = (1u << n) - 1;
  return bytes == 2 ? __builtin_ia32_gathersiv16si ((fl_i32) { 0 }, p, at, mask, 2)
                    : __builtin_ia32_gathersiv16si ((fl_i32) { 0 }, p, at, mask, 1);
}
#elif FL_X86 == 256 && !defined __clang__
FL_INLINE fl_i32 fl_gather_words (const void *p, fl_i32 at, const int bytes, int64_t n)
{
  const fl_i32 mask = fl_count_from (0, 1) < (int32_t) n;
  return bytes == 2 ? __builtin_ia32_gathersiv8si ((fl_i32) { 0 }, p, at, mask, 2)
                    : __builtin_ia32_gathersiv8si ((fl_i32) { 0 }, p, at, mask, 1);
}
#endif

#define NAME bf16
#define ELEMENT uint16_t
#define VECTOR fl_vec
#define BITS 16
#define OTHERS 1
#define VALUE (fl_vec) (x << 16)
#define ONE fl_from_bf16 (p[at[i]])
#include "gather-narrow-template.h"

#define NAME f16
#define ELEMENT uint16_t
#define VECTOR fl_vec
#define BITS 16
#define OTHERS 1
#define VALUE fl_of_f16 (fl_narrow_halves (x & 0xFFFF))
#define ONE fl_from_f16 (p[at[i]])
#include "gather-narrow-template.h"

#define NAME i16
#define ELEMENT int16_t
#define VECTOR fl_i32
#define BITS 16
#define OTHERS 1
#define VALUE (fl_i32) (x << 16) >> 16
#define ONE p[at[i]]
#include "gather-narrow-template.h"

#define NAME i8
#define ELEMENT int8_t
#define VECTOR fl_i32
#define BITS 8
#define OTHERS 3
#define VALUE (fl_i32) (x << 24) >> 24
#define ONE p[at[i]]
#include "gather-narrow-template.h"

#define NAME u8
#define ELEMENT uint8_t
#define VECTOR fl_i32
#define BITS 8
#define OTHERS 3
#define VALUE (fl_i32) (x & 0xFF)
#define ONE p[at[i]]
#include "gather-narrow-template.h"

#define NAME bool
#define ELEMENT uint8_t
#define VECTOR fl_mask
#define BITS 8
#define OTHERS 3
#define VALUE (fl_mask) ((x & 0xFF) != 0)
#define ONE p[at[i]] ? -1 : 0
#include "gather-narrow-template.h"
