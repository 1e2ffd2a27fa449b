/* Floats of 8 bits, one at a time. Conversions to them round to nearest, ties to even.
 *
 * bias and digits (after the point) of the format; what lies below its smallest normal number is rounded by an addition. */
#pragma once

#include "types.h"
#include "scalar-narrow.h"

/* The bits of |x| (given as f32's) in a format of 8 bits, its largest exponent unbounded. */
FL_INLINE uint32_t fl_round_digits (uint32_t rest, int bias, int digits)
{
  const int drop = 23 - digits;
  const uint32_t normal = (uint32_t) (128 - bias) << 23, magic = (uint32_t) (151 - bias - digits) << 23;
  if (rest < normal) /* the addition rounds to a multiple of the smallest number */
    return fl_bits_f32 (fl_f32_bits (rest) + fl_f32_bits (magic)) - magic;
  return (rest - ((uint32_t) (127 - bias) << 23) + (1u << (drop - 1)) - 1 + (rest >> drop & 1)) >> drop;
}

FL_INLINE float fl_from_digits (uint32_t rest, int bias, int digits)
{
  const float small = (float) (int32_t) rest * fl_f32_bits ((uint32_t) (128 - bias - digits) << 23);
  return rest >> digits ? fl_f32_bits ((rest << (23 - digits)) + ((uint32_t) (127 - bias) << 23)) : small;
}

/* No infinities. */
FL_INLINE float fl_from_f8e4m3fn (uint8_t x)
{
  const uint32_t sign = (uint32_t) (x & 0x80) << 24, rest = x & 0x7F;
  return fl_f32_bits (sign | (rest == 0x7F ? 0x7FC00000 : fl_bits_f32 (fl_from_digits (rest, 7, 3))));
}

/* Saturates: what is larger than 448, infinities too, becomes 448. */
FL_INLINE uint8_t fl_to_f8e4m3fn (float x)
{
  const uint32_t u = fl_bits_f32 (x), sign = u >> 24 & 0x80, rest = u & 0x7FFFFFFF;
  return sign | (rest > 0x7F800000 ? 0x7F : rest >= 0x43E00000 ? 0x7E : fl_round_digits (rest, 7, 3));
}

FL_INLINE float fl_from_f8e5m2 (uint8_t x) { return fl_from_f16 ((uint16_t) (x << 8)); } /* f16's first half */

/* From 61440 on: infinity. */
FL_INLINE uint8_t fl_to_f8e5m2 (float x)
{
  const uint32_t u = fl_bits_f32 (x), sign = u >> 24 & 0x80, rest = u & 0x7FFFFFFF;
  return sign | (rest > 0x7F800000 ? 0x7F : rest >= 0x47700000 ? 0x7C : fl_round_digits (rest, 15, 2));
}

/* Neither infinities nor -0, whose bits are the only NaN. */
FL_INLINE float fl_from_f8e4m3fnuz (uint8_t x)
{
  const uint32_t sign = (uint32_t) (x & 0x80) << 24;
  return fl_f32_bits (x == 0x80 ? 0x7FC00000 : sign | fl_bits_f32 (fl_from_digits (x & 0x7F, 8, 3)));
}

/* From 248 on: NaN. */
FL_INLINE uint8_t fl_to_f8e4m3fnuz (float x)
{
  const uint32_t u = fl_bits_f32 (x), rest = u & 0x7FFFFFFF;
  const uint32_t digits = rest >= 0x43780000 ? 0x80 : fl_round_digits (rest, 8, 3);
  return digits ? (u >> 24 & 0x80) | digits : 0;
}

FL_INLINE float fl_from_f8e5m2fnuz (uint8_t x)
{
  const uint32_t sign = (uint32_t) (x & 0x80) << 24;
  return fl_f32_bits (x == 0x80 ? 0x7FC00000 : sign | fl_bits_f32 (fl_from_digits (x & 0x7F, 16, 2)));
}

/* From 61440 on: NaN. */
FL_INLINE uint8_t fl_to_f8e5m2fnuz (float x)
{
  const uint32_t u = fl_bits_f32 (x), rest = u & 0x7FFFFFFF;
  const uint32_t digits = rest >= 0x47700000 ? 0x80 : fl_round_digits (rest, 16, 2);
  return digits ? (u >> 24 & 0x80) | digits : 0;
}

/* Powers of two; the least is 2^-127. */
FL_INLINE float fl_from_f8e8m0fnu (uint8_t x) { return fl_f32_bits (x == 0xFF ? 0x7FC00000 : x ? (uint32_t) x << 23 : 0x400000); }

/* The nearest power of two to |x|, the larger one of two as near. */
FL_INLINE uint8_t fl_to_f8e8m0fnu (float x)
{
  const uint32_t rest = fl_bits_f32 (x) & 0x7FFFFFFF, exponent = rest >> 23;
  return exponent == 0xFF ? 0xFF : exponent + ((rest & 0x7FFFFF) > (exponent ? 0x3FFFFF : 0x400000));
}

FL_INLINE float fl_round_f8e4m3fn (float x) { return fl_from_f8e4m3fn (fl_to_f8e4m3fn (x)); }

FL_INLINE float fl_round_f8e5m2 (float x) { return fl_from_f8e5m2 (fl_to_f8e5m2 (x)); }

FL_INLINE float fl_round_f8e4m3fnuz (float x) { return fl_from_f8e4m3fnuz (fl_to_f8e4m3fnuz (x)); }

FL_INLINE float fl_round_f8e5m2fnuz (float x) { return fl_from_f8e5m2fnuz (fl_to_f8e5m2fnuz (x)); }

FL_INLINE float fl_round_f8e8m0fnu (float x) { return fl_from_f8e8m0fnu (fl_to_f8e8m0fnu (x)); }
