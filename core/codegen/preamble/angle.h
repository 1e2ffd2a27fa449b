/* On vectors of floats: angles and remainders. They are made as the functions of float-math.h. */
#pragma once

#include "types.h"
#include "vector.h"
#include "extremes.h"
#include "across.h"
#include "exp.h"
#include "wide.h"
#include "wide-convert.h"
#include "float-math.h"

/* --- angles ---------------------------------------------------------------------------------------------------------------- */

/* The C library's function of each lane. */

static __attribute__ ((noinline, unused)) fl_vec fl_each_sin (fl_vec x)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = __builtin_sinf (x[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_vec fl_each_cos (fl_vec x)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = __builtin_cosf (x[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_vec fl_each_tan (fl_vec x)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = __builtin_tanf (x[i]);
  return x;
}

/* x = n * pi / 2 + r with n = round (x * 2 / pi), for |x| up to 100000: gives r, sets n. */
FL_INLINE fl_vec fl_quarter_turns (fl_vec x, fl_mask *n)
{
#if FL_X86 == 512 || (defined __FMA__ && FL_X86)
  const fl_vec k = (x * 0.63661977f + 12582912.0f) - 12582912.0f;
  *n = __builtin_convertvector (k, fl_mask);
  return ((x - k * 1.57079637f) + k * 4.3711388e-8f) + k * 1.7151245e-15f;
#else
  const fl_f64 x0 = fl_f64_of_f32 (x), x1 = fl_upper_f64_of_f32 (x);
  const fl_f64 k0 = (x0 * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0;
  const fl_f64 k1 = (x1 * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0;
  *n = __builtin_convertvector (fl_f32_of_two_f64 (k0, k1), fl_mask);
  return fl_f32_of_two_f64 ((x0 - k0 * 1.5707963109016418) - k0 * 1.5893254773528196e-8, (x1 - k1 * 1.5707963109016418) - k1 * 1.5893254773528196e-8);
#endif
}

/* sin (r) for |r| up to pi / 4. */
FL_INLINE fl_vec fl_sine_part (fl_vec r)
{
  const fl_vec t = r * r;
  return r + r * t * ((t * -0.00019518394f + 0.00833219f) * t - 0.16666655f);
}

FL_INLINE fl_vec fl_cosine_part (fl_vec r)
{
  const fl_vec t = r * r;
  return 1.0f + (t * -0.5f + t * t * ((t * 2.4430661e-5f - 0.0013887301f) * t + 0.041666646f));
}

FL_INLINE fl_vec fl_sin_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x);
  if (__builtin_expect (fl_exceeds (a, 100000.0f), 0))
    return fl_each_sin (x);
  fl_mask n;
  const fl_vec r = fl_quarter_turns (a, &n);
  const fl_vec y = fl_select ((n << 31) >> 31, fl_cosine_part (r), fl_sine_part (r));
  return (fl_vec) ((fl_mask) y ^ (((n << 30) ^ (fl_mask) x) & (int32_t) 0x80000000)); /* -0, too */
}

FL_INLINE fl_vec fl_cos_vec (fl_vec x)
{
  if (__builtin_expect (fl_exceeds (fl_abs_vec (x), 100000.0f), 0))
    return fl_each_cos (x);
  fl_mask n;
  const fl_vec r = fl_quarter_turns (x, &n);
  const fl_vec y = fl_select ((n << 31) >> 31, fl_sine_part (r), fl_cosine_part (r));
  return (fl_vec) ((fl_mask) y ^ (((n + 1) & 2) << 30));
}

FL_INLINE fl_vec fl_tan_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x);
  if (__builtin_expect (fl_exceeds (a, 100000.0f), 0))
    return fl_each_tan (x);
  fl_mask n;
  const fl_vec r = fl_quarter_turns (a, &n), s = fl_sine_part (r), c = fl_cosine_part (r);
  const fl_mask is_odd = (n << 31) >> 31;
  const fl_vec y = fl_select (is_odd, -c, s) / fl_select (is_odd, s, c);
  return (fl_vec) ((fl_mask) y ^ ((fl_mask) x & (int32_t) 0x80000000)); /* -0, too */
}

/* asin (s) for |s| up to 1/2, with s^2 = t. */
FL_INLINE fl_vec fl_asin_part (fl_vec s, fl_vec t)
{
  fl_vec p = t * 0.037629668f + 0.014355709f;
  p = p * t + 0.03183035f;
  p = p * t + 0.04451414f;
  p = p * t + 0.075005196f;
  p = p * t + 0.1666666f;
  return s + s * t * p;
}

/* Above 1/2: pi / 2 - 2 asin (sqrt ((1 - |x|) / 2)). */
FL_INLINE fl_vec fl_asin_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), half = 0.5f - 0.5f * a;
  const fl_mask is_large = a > 0.5f;
  const fl_vec t = fl_select (is_large, half, a * a), s = fl_select (is_large, fl_sqrt_vec (half), a), y = fl_asin_part (s, t);
  return fl_copysign_vec (fl_select (is_large, (1.57079637f - 2.0f * y) - 4.3711388e-8f, y), x);
}

FL_INLINE fl_vec fl_acos_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), half = 0.5f - 0.5f * a;
  const fl_mask is_large = a > 0.5f;
  const fl_vec t = fl_select (is_large, half, x * x), s = fl_select (is_large, fl_sqrt_vec (half), x), y = fl_asin_part (s, t);
  const fl_vec large = fl_select (x < 0.0f, (3.14159274f - 2.0f * y) - 8.7422777e-8f, 2.0f * y);
  return fl_select (is_large, large, (1.57079637f - y) - 4.3711388e-8f);
}

/* atan (p / q) for 0 <= p <= q. */
FL_INLINE fl_vec fl_atan_part (fl_vec p, fl_vec q)
{
  const fl_mask is_large = p > q * 0.41421356f; /* tan (pi / 8): from there by atan ((z - 1) / (z + 1)) */
  const fl_vec z = fl_select (is_large, p - q, p) / fl_select (is_large, p + q, q), t = z * z;
  fl_vec y = t * -0.060917586f + 0.1059982f;
  y = y * t - 0.1424447f;
  y = y * t + 0.19998531f;
  y = y * t - 0.33333316f;
  y = z + z * t * y;
  return fl_select (is_large, y + 0.7853982f, y);
}

FL_INLINE fl_vec fl_atan_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), one = fl_splat (1.0f), big = fl_smaller (fl_splat (3.402823466e38f), a);
  const fl_mask is_large = a > 1.0f;
  const fl_vec y = fl_atan_part (fl_select (is_large, one, a), fl_select (is_large, big, one));
  return fl_copysign_vec (fl_select (is_large, (1.57079637f - y) - 4.3711388e-8f, y), x);
}

static __attribute__ ((noinline, unused)) fl_vec fl_each_atan2 (fl_vec x, fl_vec y)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = __builtin_atan2f (x[i], y[i]);
  return x;
}

/* Zeros, denormals, very large numbers, infinities and NaN by the C library. */
FL_INLINE fl_vec fl_atan2_vec (fl_vec y, fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), b = fl_abs_vec (y), most = fl_larger (a, b), least = fl_smaller (a, b);
  if (__builtin_expect (fl_any (~((least >= 1.17549435e-38f) & (a + b <= 1e38f))), 0))
    return fl_each_atan2 (y, x);
  const fl_vec z = fl_atan_part (least, most);
  const fl_vec u = fl_select (b > a, (1.57079637f - z) - 4.3711388e-8f, z);
  return fl_copysign_vec (fl_select (x < 0.0f, (3.14159274f - u) - 8.7422777e-8f, u), y);
}

/* log (a + sqrt (a^2 + 1)), without loss for small a. */
FL_INLINE fl_vec fl_asinh_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), s = fl_smaller (fl_splat (1e9f), a), t = s * s;
  const fl_vec small = fl_log1p_vec (s + t / (1.0f + fl_sqrt_vec (t + 1.0f)));
  return fl_copysign_vec (fl_select (a > 1e9f, fl_log_vec (a) + 0.6931472f, small), x);
}

FL_INLINE fl_vec fl_acosh_vec (fl_vec x)
{
  const fl_vec t = fl_smaller (fl_splat (1e9f), x - 1.0f), small = fl_log1p_vec (t + fl_sqrt_vec (t) * fl_sqrt_vec (t + 2.0f));
  return fl_select (x > 1e9f, fl_log_vec (x) + 0.6931472f, small);
}

FL_INLINE fl_vec fl_atanh_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x);
  return fl_copysign_vec (0.5f * fl_log1p_vec ((a + a) / (1.0f - a)), x);
}

/* --- remainders ------------------------------------------------------------------------------------------------------------ */

static __attribute__ ((noinline, unused)) fl_vec fl_each_fmod (fl_vec x, fl_vec y)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = __builtin_fmodf (x[i], y[i]);
  return x;
}

/* Has the sign of x. The quotient of numbers that are not too far apart is found at once, the rest by the C library. */
FL_INLINE fl_vec fl_fmod_vec (fl_vec x, fl_vec y)
{
  const fl_vec a = fl_abs_vec (x), b = fl_abs_vec (y), q = a / b;
  if (__builtin_expect (fl_any (~((q < 4194304.0f) & (b >= 1e-30f) & (fl_larger (a, b) <= 1e38f))), 0))
    return fl_each_fmod (x, y);
#if FL_X86 == 512 || (defined __FMA__ && FL_X86)
  const fl_vec r = a - fl_trunc_vec (q) * b; /* exact, but for one b too many or too few */
  const fl_vec s = fl_select (r < 0.0f, r + b, fl_select (r >= b, r - b, r));
#else
  const fl_f64 a0 = fl_f64_of_f32 (a), b0 = fl_f64_of_f32 (b), a1 = fl_upper_f64_of_f32 (a), b1 = fl_upper_f64_of_f32 (b);
  const fl_vec n = fl_trunc_vec (q);
  const fl_vec r = fl_f32_of_two_f64 (a0 - fl_f64_of_f32 (n) * b0, a1 - fl_upper_f64_of_f32 (n) * b1);
  const fl_vec s = fl_select (r < 0.0f, r + b, fl_select (r >= b, r - b, r));
#endif
  return fl_copysign_vec (s, x);
}

/* Python's: has the sign of the divisor. */
FL_INLINE fl_vec fl_remainder_vec (fl_vec x, fl_vec y)
{
  const fl_vec r = fl_fmod_vec (x, y);
  return fl_select ((r != 0.0f) & ((r < 0.0f) ^ (y < 0.0f)), r + y, r);
}

/* The number next to x on the way to y: as integers, numbers of a sign are in their order. */
FL_INLINE fl_vec fl_nextafter_vec (fl_vec x, fl_vec y)
{
  const fl_vec next = (fl_vec) ((fl_mask) x + (((x < y) ^ (x > 0.0f)) | 1)); /* away from 0, or towards it */
  const fl_vec least = (fl_vec) (((fl_mask) y & (int32_t) 0x80000000) | 1);
  return fl_select ((x != x) | (y != y), x + y, fl_select (x == y, y, fl_select (x == 0.0f, least, next)));
}
