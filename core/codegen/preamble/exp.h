/* On vectors of floats: exp, roots, quotients, scaling by powers of 2. */
#pragma once

#include "types.h"
#include "vector.h"
#include "extremes.h"

/* p / q for q from 2^-100 to 2^100, to 1 ulp: an estimate and one correction are quicker than a division. */
FL_INLINE fl_vec fl_quotient (fl_vec p, fl_vec q)
{
#if FL_X86 == 512
  const fl_vec inverse = __builtin_ia32_rcp14ps512_mask (q, q, -1), y = p * inverse;
  return y + inverse * (p - q * y);
#else
  return p / q;
#endif
}

FL_INLINE fl_vec fl_sqrt_vec (fl_vec x)
{
#if FL_X86 == 512 && defined __clang__
  return __builtin_ia32_sqrtps512 (x, 4);
#elif FL_X86 == 512
  return __builtin_ia32_sqrtps512_mask (x, x, -1, 4);
#elif FL_X86 == 256
  return __builtin_ia32_sqrtps256 (x);
#elif FL_X86 == 128
  return __builtin_ia32_sqrtps (x);
#else
  fl_vec y;
  for (int i = 0; i < FL_LANES; i++)
    y[i] = __builtin_sqrtf (x[i]);
  return y;
#endif
}

FL_INLINE fl_vec fl_rsqrt_vec (fl_vec x)
{
#if FL_X86 == 512
  const fl_vec y = __builtin_ia32_rsqrt14ps512_mask (x, x, -1), z = y + y * (0.5f - 0.5f * (x * y * y));
  return fl_select (z == z, z, y); /* 0 and infinity */
#else
  return 1.0f / fl_sqrt_vec (x);
#endif
}

/* x * 2^n for n from -150 to 129. */
FL_INLINE fl_vec fl_scale (fl_vec x, fl_vec n)
{
#if FL_X86 == 512
  return __builtin_ia32_scalefps512_mask (x, n, x, -1, 4);
#else
  const fl_mask k = __builtin_convertvector (n, fl_mask), half = k >> 1;
  return x * (fl_vec) ((half + 127) << 23) * (fl_vec) ((k - half + 127) << 23);
#endif
}

/* Of 32 numbers those at places modulo 32. */
#if FL_X86 == 512
FL_INLINE fl_vec fl_pick_32 (fl_vec low, fl_vec high, fl_mask place)
{
#ifdef __clang__
  return __builtin_ia32_vpermi2varps512 (low, place, high);
#else
  return __builtin_ia32_vpermt2varps512_mask (place, low, high, -1);
#endif
}
#endif

FL_INLINE fl_vec fl_exp_vec (fl_vec x)
{
#if FL_X86 == 512
  /* 2^(n / 32) * e^r: n is the integer next to x * 32 / ln 2, which adding 1.5 * 2^18 leaves in the lowest bits; 2^(n / 32) is one
   * of 32 numbers, scaled; and e^r is 1 + r (1 + r / 2), as |r| < 0.011, and above 0 whatever r is where x is huge. What is too
   * small to be told from 0 is not computed: results below 2^-126 take processors 40 times as long. */
  const fl_vec low = { 1.0f, 1.0218972f, 1.04427373f, 1.06714046f, 1.09050775f, 1.1143868f, 1.13878858f, 1.1637249f,
                       1.18920708f, 1.21524739f, 1.24185777f, 1.26905096f, 1.29683959f, 1.32523668f, 1.35425556f, 1.38390994f };
  const fl_vec high = { 1.41421354f, 1.44518077f, 1.47682619f, 1.50916445f, 1.54221082f, 1.5759809f, 1.61049032f, 1.64575553f,
                        1.68179286f, 1.71861935f, 1.75625217f, 1.79470909f, 1.8340081f, 1.87416768f, 1.91520655f, 1.95714414f };
  const fl_vec u = x * 1.44269504f + 393216.0f, n = u - 393216.0f;
  const fl_vec r = (x - n * 0.693147182f) + n * 1.90465430e-9f;
  const fl_vec power = fl_pick_32 (low, high, (fl_mask) u), p = power + power * r * (1.00001466f + r * 0.500000477f);
  const uint16_t is_some = __builtin_ia32_cmpps512_mask (n, fl_splat (-150.0f), 5, -1, 4);
  return __builtin_ia32_scalefps512_mask (p, n, (fl_vec) { 0 }, is_some, 4);
#else
  /* 2^n * e^r with n = round (x / ln 2), which adding and taking away 1.5 * 2^23 makes. */
  const fl_mask is_none = x < -104.0f; /* not computed: results below 2^-126 take processors 40 times as long */
  const fl_vec a = fl_smaller (fl_splat (89.0f), (fl_vec) ((fl_mask) x & ~is_none));
  const fl_vec n = (a * 1.44269504f + 12582912.0f) - 12582912.0f;
  const fl_vec r = (a - n * 0.693359375f) + n * 2.12194440e-4f;
#ifdef FL_FAST
  fl_vec p = r * 0.00831253f + 0.04189013f;
  p = p * r + 0.16667114f;
  p = p * r + 0.49999232f;
#else
  fl_vec p = r * 0.0013814597623422742f + 0.008368716575205326f;
  p = p * r + 0.04166838899254799f;
  p = p * r + 0.1666652113199234f;
  p = p * r + 0.4999999403953552f;
#endif
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  return (fl_vec) ((fl_mask) fl_scale (p, n) & ~is_none);
#endif
}

/* e^x, x being what a row's element is below the largest. */
FL_INLINE fl_vec fl_exp_below_vec (fl_vec x)
{
#if FL_X86 == 512 && defined FL_FAST
  /* x * log2 (e) is rounded as x was: of 1, the largest of the row's, both are at most a quarter of a unit in the last place.
   * 2^t is 2^f, with f what t is above the integer below it, scaled by that integer, which the instruction finds by itself. */
  const fl_vec t = x * 1.44269504f;
#ifdef __clang__
  const fl_vec f = __builtin_ia32_reduceps512_mask (t, 1, t, -1, 4);
#else
  const fl_vec f = __builtin_ia32_reduceps512_mask (t, 1, t, -1);
#endif
  fl_vec p = f * 0.00186713121f + 0.00901702791f;
  p = p * f + 0.0557999164f;
  p = p * f + 0.240164444f;
  p = p * f + 0.693151295f;
  p = p * f + 1.0f;
  return __builtin_ia32_scalefps512_mask (p, t, p, -1, 4);
#else
  return fl_exp_vec (x);
#endif
}
