/* Floats of 16 and of 8 bits, one at a time. Conversions to them round to nearest, ties to even. */
#pragma once

#include "types.h"

/* --- 16 bits ---------------------------------------------------------------------------------------------------------- */

FL_INLINE uint32_t fl_bits_f32 (float x) { return ((union { float f; uint32_t u; }) { .f = x }).u; }

FL_INLINE float fl_f32_bits (uint32_t u) { return ((union { float f; uint32_t u; }) { .u = u }).f; }

FL_INLINE uint64_t fl_bits_f64 (double x) { return ((union { double f; uint64_t u; }) { .f = x }).u; }

FL_INLINE double fl_f64_bits (uint64_t u) { return ((union { double f; uint64_t u; }) { .u = u }).f; }

FL_INLINE float fl_from_bf16 (uint16_t x) { return fl_f32_bits ((uint32_t) x << 16); }

/* Rounds to nearest, ties to even. */
FL_INLINE uint16_t fl_to_bf16 (float x)
{
  const uint32_t u = fl_bits_f32 (x);
  return x != x ? 0x7FC0 : (u + 0x7FFF + (u >> 16 & 1)) >> 16;
}

FL_INLINE float fl_from_f16 (uint16_t x)
{
#ifdef __FLT16_MAX__
  return (float) ((union { uint16_t u; _Float16 f; }) { .u = x }).f;
#else
  const uint32_t sign = (uint32_t) (x & 0x8000) << 16, rest = (uint32_t) (x & 0x7FFF) << 13;
  const float scaled = fl_f32_bits (rest) * 5.192296858534828e33f; /* 2^112 */
  return fl_f32_bits (sign | (rest >= 0x0F800000 ? rest | 0x7F800000 : fl_bits_f32 (scaled)));
#endif
}

/* Rounds to nearest, ties to even. */
FL_INLINE uint16_t fl_to_f16 (float x)
{
#ifdef __FLT16_MAX__
  return ((union { uint16_t u; _Float16 f; }) { .f = (_Float16) x }).u;
#else
  const uint32_t u = fl_bits_f32 (x), sign = u >> 16 & 0x8000, rest = u & 0x7FFFFFFF;
  if (rest > 0x7F800000)
    return sign | 0x7E00;
  if (rest >= 0x477FF000) /* 65520 and above round to infinity */
    return sign | 0x7C00;
  if (rest < 0x38800000) /* below 2^-14: the addition rounds to a multiple of 2^-24 */
    return sign | (fl_bits_f32 (fl_f32_bits (rest) + 0.5f) - 0x3F000000);
  return sign | ((rest - 0x38000000 + 0xFFF + (rest >> 13 & 1)) >> 13);
#endif
}

FL_INLINE float fl_round_bf16 (float x) { return fl_from_bf16 (fl_to_bf16 (x)); }

FL_INLINE float fl_round_f16 (float x) { return fl_from_f16 (fl_to_f16 (x)); }
