/* Memory of integers, and of numbers of 64 bits. */
#pragma once

#include "naming.h"
#include "types.h"
#include "vector.h"
#include "narrow.h"
#include "wide.h"

#define NAME i32
#define ELEMENT int32_t
#define STREAM_512 __builtin_ia32_movntdq512 ((fl_long_long *) p, (fl_long_long) x)
#define STREAM_256 __builtin_ia32_movntdq256 ((fl_long_long *) p, (fl_long_long) x)
#define STREAM_128 __builtin_ia32_movntdq ((fl_long_long *) p, (fl_long_long) x)
#include "wide-memory-template.h"

#define NAME f64
#define ELEMENT double
#define STREAM_512 __builtin_ia32_movntpd512 (p, x)
#define STREAM_256 __builtin_ia32_movntpd256 (p, x)
#define STREAM_128 __builtin_ia32_movntpd (p, x)
#include "wide-memory-template.h"

#define NAME i64
#define ELEMENT int64_t
#define STREAM_512 __builtin_ia32_movntdq512 ((fl_long_long *) p, (fl_long_long) x)
#define STREAM_256 __builtin_ia32_movntdq256 ((fl_long_long *) p, (fl_long_long) x)
#define STREAM_128 __builtin_ia32_movntdq ((fl_long_long *) p, (fl_long_long) x)
#include "wide-memory-template.h"

FL_INLINE fl_i32 fl_widen_signed_bytes (fl_bytes x)
{
#if FL_X86 == 512 && !defined __clang__
  typedef char chars __attribute__ ((vector_size (16)));
  return __builtin_ia32_pmovsxbd512_mask ((chars) x, (fl_i32) { 0 }, -1);
#elif FL_X86 == 256 && !defined __clang__
  typedef char chars __attribute__ ((vector_size (16)));
  typedef long long longs __attribute__ ((vector_size (16)));
  const chars all = (chars) (longs) { ((union { fl_bytes bytes; long long number; }) { .bytes = x }).number };
  return __builtin_ia32_pmovsxbd256 (all);
#else
  return fl_widen_bytes (x) << 24 >> 24;
#endif
}

#define NAME i8
#define ELEMENT int8_t
#define PARTS fl_bytes
#define NARROWED fl_narrow_bytes (x)
#define WIDEN fl_widen_signed_bytes
#define WRAPPED x << 24 >> 24
#define LOADED x
#include "narrow-memory-template.h"

#define NAME u8
#define ELEMENT uint8_t
#define PARTS fl_bytes
#define NARROWED fl_narrow_bytes (x)
#define WIDEN fl_widen_bytes
#define WRAPPED x & 0xFF
#define LOADED x
#include "narrow-memory-template.h"

#define NAME i16
#define ELEMENT int16_t
#define PARTS fl_halves
#define NARROWED fl_narrow_halves ((fl_bits) x)
#define WIDEN fl_widen_halves
#define WRAPPED x << 16 >> 16
#define LOADED x << 16 >> 16
#include "narrow-memory-template.h"

#define NAME u16
#define ELEMENT uint16_t
#define PARTS fl_halves
#define NARROWED fl_narrow_halves ((fl_bits) x)
#define WIDEN fl_widen_halves
#define WRAPPED x & 0xFFFF
#define LOADED x
#include "narrow-memory-template.h"
