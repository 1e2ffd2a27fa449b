/* The larger and the smaller of two floats, as PyTorch has them; integers of floats; remainders. */
#pragma once

#include "types.h"

/* --- maximum and minimum that keep NaN ------------------------------------------------------------------------------------- */

FL_INLINE float fl_max_f32 (float a, float b)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  float y;
  asm ("max.NaN.f32 %0, %1, %2;" : "=f" (y) : "f" (a), "f" (b));
  return y;
#else
  return b > a || b != b ? b : a;
#endif
}

FL_INLINE float fl_min_f32 (float a, float b)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  float y;
  asm ("min.NaN.f32 %0, %1, %2;" : "=f" (y) : "f" (a), "f" (b));
  return y;
#else
  return b < a || b != b ? b : a;
#endif
}

FL_INLINE double fl_max_f64 (double a, double b) { return b > a || b != b ? b : a; }

FL_INLINE double fl_min_f64 (double a, double b) { return b < a || b != b ? b : a; }

/* --- integers of floats: what lies beyond, and NaN, is the smallest number, as CPUs have it ------------------------------- */

FL_INLINE int32_t fl_int32 (double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int32_t) x : INT32_MIN; }

FL_INLINE int32_t fl_int32_f32 (float x) { return x >= -2147483648.0f && x < 2147483648.0f ? (int32_t) x : INT32_MIN; }

FL_INLINE int64_t fl_int64 (double x) { return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (int64_t) x : INT64_MIN; }

FL_INLINE int64_t fl_int64_f32 (float x) { return x >= -9223372036854775808.0f && x < 9223372036854775808.0f ? (int64_t) x : INT64_MIN; }

/* --- functions ------------------------------------------------------------------------------------------------------------- */

/* exp (x) of a number that is not above 0, beside others of which the largest is 1: within 2^-22 of that. */
FL_INLINE float fl_exp_below_f32 (float x)
{
#ifdef __CUDA_ARCH__
  float y;
  asm ("ex2.approx.ftz.f32 %0, %1;" : "=f" (y) : "f" (x * 1.44269504f));
  return y;
#else
  return expf (x);
#endif
}

/* x / 2 * (1 + erf (x / sqrt (2))), by the complement of the error function that M. Abramowitz and I. Stegun have as
 * 7.1.26, within 1.5e-7: nothing cancels where x is far below 0. */
FL_INLINE float fl_gelu_f32 (float x)
{
  const float size = fabsf (x) * 0.70710678f;
#ifdef __CUDA_ARCH__
  float t;
  asm ("rcp.approx.ftz.f32 %0, %1;" : "=f" (t) : "f" (0.3275911f * size + 1.0f));
#else
  const float t = 1.0f / (0.3275911f * size + 1.0f);
#endif
  const float terms = (((1.061405429f * t - 1.453152027f) * t + 1.421413741f) * t - 0.284496736f) * t + 0.254829592f;
  const float half = 0.5f * terms * t * fl_exp_below_f32 (-size * size);
  return x * (x < 0 ? half : 1.0f - half);
}

FL_INLINE float fl_sigmoid_f32 (float x) { return 1.0f / (1.0f + expf (-x)); }

/* sin (x), or cos (x). */
FL_INLINE float fl_sine_f32 (float x, int32_t quarters) { return quarters ? cosf (x) : sinf (x); }

/* Has the sign of the divisor. */
FL_INLINE float fl_remainder_f32 (float a, float b)
{
  const float rest = fmodf (a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

FL_INLINE double fl_remainder_f64 (double a, double b)
{
  const double rest = fmod (a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
