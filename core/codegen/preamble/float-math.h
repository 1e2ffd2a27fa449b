/* Functions on vectors of floats: exponentials, logarithms, powers. Those of the normal distribution and angles have files of their own.
 *
 * They have no branches but one to the C library, for lanes that a polynomial cannot do (huge arguments of sin), and no tables but those
 * that one instruction looks up. NaN, infinities, denormals and -0 come out as in the C library. Coefficients are our own minimax fits.
 * The largest error of each, over all floats, stands in fl-c-accuracy.def, which test-codegen-math checks and the documentation shows. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-math.h"
#include "vector.h"
#include "extremes.h"
#include "across.h"
#include "exp.h"
#include "wide.h"
#include "wide-convert.h"
#include "tables.h"

/* --- parts ----------------------------------------------------------------------------------------------------------------- */

/* Is any of x more than limit, or NaN? */
FL_INLINE _Bool fl_exceeds (fl_vec x, float limit)
{
#if FL_X86 == 512
  return __builtin_ia32_cmpps512_mask (x, fl_splat (limit), 6, -1, 4) != 0;
#else
  return fl_any (~(x <= limit));
#endif
}

FL_INLINE fl_vec fl_copysign_vec (fl_vec x, fl_vec sign)
{
  return (fl_vec) (((fl_mask) x & 0x7FFFFFFF) | ((fl_mask) sign & (int32_t) 0x80000000));
}

#define NAME rint
#define MODE 8
#include "round-template.h"

#define NAME floor
#define MODE 9
#include "round-template.h"

#define NAME ceil
#define MODE 10
#include "round-template.h"

#define NAME trunc
#define MODE 11
#include "round-template.h"

/* table[index % 32] */
FL_INLINE fl_vec fl_lookup (const float table[32], fl_mask index)
{
#if FL_X86 == 512
  return fl_pick_32 (*(const fl_vec *) table, *(const fl_vec *) (table + 16), index);
#else
  fl_vec y;
  for (int i = 0; i < FL_LANES; i++)
    y[i] = table[index[i] & 31];
  return y;
#endif
}

/* |x|, but limit where that is more, or NaN. */
#if FL_X86 == 512
FL_INLINE fl_vec fl_abs_most (fl_vec x, float limit)
{
  return __builtin_ia32_rangeps512_mask (x, fl_splat (limit), 10, x, -1, 4);
}
#endif

/* p, which is not negative, with the sign of x. */
FL_INLINE fl_vec fl_signed (fl_vec p, fl_vec x) { return (fl_vec) ((fl_mask) p ^ ((fl_mask) x & (int32_t) 0x80000000)); }

/* 1 - p; p itself where x is negative. */
#if FL_X86 == 512
FL_INLINE fl_vec fl_mirrored (fl_vec p, fl_vec x)
{
  const uint16_t is_other = __builtin_ia32_cmpps512_mask (x, (fl_vec) { 0 }, 5, -1, 4);
#ifdef __clang__
  return __builtin_ia32_selectps_512 (is_other, 1.0f - p, p);
#else
  return __builtin_ia32_subps512_mask (fl_splat (1.0f), p, p, is_other, 4);
#endif
}
#endif

/* --- exponentials ---------------------------------------------------------------------------------------------------------- */

/* 2^n * 2^r with n = round (x). What is too small to be told from 0 is not computed, as processors take long for it. */
FL_INLINE fl_vec fl_exp2_vec (fl_vec x)
{
  const fl_mask is_none = x < -150.0f;
  const fl_vec a = fl_smaller (fl_splat (129.0f), (fl_vec) ((fl_mask) x & ~is_none));
  const fl_vec n = (a + 12582912.0f) - 12582912.0f, r = a - n;
  fl_vec p = r * 0.00015462877f + 0.0013390984f;
  p = p * r + 0.0096180625f;
  p = p * r + 0.055503596f;
  p = p * r + 0.2402265f;
  p = p * r + 0.6931472f;
  p = p * r + 1.0f;
  return (fl_vec) ((fl_mask) fl_scale (p, n) & ~is_none);
}

/* 2^n * (e^r - 1) + (2^n - 1), both halved so that 2^128 does not overflow. */
FL_INLINE fl_vec fl_expm1_vec (fl_vec x)
{
  const fl_vec a = fl_smaller (fl_splat (89.0f), fl_larger (fl_splat (-20.0f), x));
  const fl_vec n = (a * 1.44269504f + 12582912.0f) - 12582912.0f;
  const fl_vec r = (a - n * 0.693359375f) + n * 2.12194440e-4f;
  fl_vec p = r * 0.00019944267f + 0.0013932678f;
  p = p * r + 0.008333208f;
  p = p * r + 0.04166649f;
  p = p * r + 0.16666667f;
  p = p * r + 0.5f;
  p = p * r * r + r;
  const fl_vec y = 2.0f * (fl_scale (p, n - 1.0f) + (fl_scale (fl_splat (1.0f), n - 1.0f) - 0.5f));
  return fl_copysign_vec (fl_select (fl_abs_vec (x) < 1e-4f, x + 0.5f * x * x, y), x);
}

/* x less the quarter next to it. */
#if FL_X86 == 512
FL_INLINE fl_vec fl_beyond (fl_vec x)
{
#ifdef __clang__
  return __builtin_ia32_reduceps512_mask (x, 2 << 4, x, -1, 4);
#else
  return __builtin_ia32_reduceps512_mask (x, 2 << 4, x, -1);
#endif
}
#endif

/* e^x / (1 + e^x), which is 1 long before e^x overflows. */
static __attribute__ ((noinline, unused)) fl_vec fl_sigmoid_far (fl_vec x)
{
  const fl_vec e = fl_exp_vec (fl_smaller (fl_splat (60.0f), x));
  return fl_quotient (e, 1.0f + e);
}

/* 1 / (1 + e^a) for a from 0 to 7.75: a polynomial for each quarter, which adding 1.5 * 2^21 leaves in the lowest bits. */
#if FL_X86 == 512
FL_INLINE fl_vec fl_sigmoid_near (fl_vec a)
{
  const fl_mask k = (fl_mask) (a + 3145728.0f);
  const fl_vec r = fl_beyond (a);
  fl_vec p = fl_lookup (fl_sigmoid_near_table[4], k);
  p = p * r + fl_lookup (fl_sigmoid_near_table[3], k);
  p = p * r + fl_lookup (fl_sigmoid_near_table[2], k);
  p = p * r + fl_lookup (fl_sigmoid_near_table[1], k);
  return p * r + fl_lookup (fl_sigmoid_near_table[0], k);
}
#endif

FL_INLINE fl_vec fl_sigmoid_vec (fl_vec x)
{
#if FL_X86 == 512
  const fl_vec a = fl_abs_vec (x);
  if (__builtin_expect (fl_exceeds (a, 7.75f), 0))
    return fl_sigmoid_far (x);
  return fl_mirrored (fl_sigmoid_near (a), x);
#else
  const fl_vec e = fl_exp_vec (fl_smaller (fl_splat (60.0f), x));
  return fl_quotient (e, 1.0f + e);
#endif
}

/* max (x, 0) - |x| t (1 - t / (1 + t)) with t = e^-|x|: rounding 1 + t does not matter where t is small. Beyond 64 t is taken 2^92 times
   as large (and a bit) until it is multiplied by |x|, as denormals have few bits. */
static __attribute__ ((noinline, unused)) fl_vec fl_silu_far (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x);
  const fl_mask is_tiny = a > 64.0f;
  const fl_vec t = fl_exp_vec (fl_select (is_tiny, fl_splat (64.0f), fl_splat (0.0f)) - a);
  const fl_vec z = a * t * fl_select (is_tiny, fl_splat (1.6038109e-28f), fl_splat (1.0f)); /* e^-64 */
  const fl_vec y = z - z * (fl_vec) ((fl_mask) fl_quotient (t, 1.0f + t) & ~is_tiny);
  return fl_select (x > 60.0f, x, fl_larger (fl_splat (0.0f), x) - y);
}

/* x / (1 + e^-x). Nothing cancels there: only in fast mode errors are of x, not of the result. */
FL_INLINE fl_vec fl_silu_vec (fl_vec x)
{
#if FL_X86 == 512 && defined FL_FAST
  const fl_vec a = fl_abs_most (x, 29.0f);
  const fl_mask k = (fl_mask) (a + 2.0f) >> 20;
  fl_vec p = fl_lookup (fl_sigmoid_table[4], k);
  p = p * a + fl_lookup (fl_sigmoid_table[3], k);
  p = p * a + fl_lookup (fl_sigmoid_table[2], k);
  p = p * a + fl_lookup (fl_sigmoid_table[1], k);
  p = p * a + fl_lookup (fl_sigmoid_table[0], k);
  return x * fl_mirrored (p, x);
#elif FL_X86 == 512
  const fl_vec a = fl_abs_vec (x);
  if (__builtin_expect (fl_exceeds (a, 7.75f), 0))
    return fl_silu_far (x);
  return fl_larger (fl_splat (0.0f), x) - a * fl_sigmoid_near (a);
#else
  if (__builtin_expect (fl_exceeds (-x, 64.0f), 0))
    return fl_silu_far (x);
  return x * fl_sigmoid_vec (x);
#endif
}

FL_INLINE fl_vec fl_sinh_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), t = x * x;
  fl_vec p = t * 2.783925e-6f + 0.00019842635f;
  p = p * t + 0.008333311f;
  p = p * t + 0.16666667f;
  const fl_vec small = x + x * t * p;
  const fl_vec low = fl_smaller (fl_splat (88.0f), a), e = fl_exp_vec (low), rest = fl_exp_vec (a - low); /* e^a may overflow, e^a / 2 not */
  const fl_vec large = (0.5f * e - 0.5f / e) * rest;
  return fl_select (a < 1.0f, small, fl_copysign_vec (large, x));
}

FL_INLINE fl_vec fl_cosh_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), low = fl_smaller (fl_splat (88.0f), a), e = fl_exp_vec (low);
  return (0.5f * e + 0.5f / e) * fl_exp_vec (a - low);
}

FL_INLINE fl_vec fl_tanh_vec (fl_vec x)
{
#if FL_X86 == 512
  /* A polynomial for each eighth of a power of 2 of 5/8 + |x|: 1 from 8.4 on. */
  const fl_vec a = fl_smaller (fl_splat (9.3f), fl_abs_vec (x));
  const fl_mask k = (fl_mask) (a + 0.625f) >> 20;
  fl_vec p = fl_lookup (fl_tanh_table[4], k);
  p = p * a + fl_lookup (fl_tanh_table[3], k);
  p = p * a + fl_lookup (fl_tanh_table[2], k);
  p = p * a + fl_lookup (fl_tanh_table[1], k);
  p = p * a + fl_lookup (fl_tanh_table[0], k);
  return fl_signed (p, x);
#else
  /* x + x^3 P (x^2), or 1 - 2 / (1 + e^(2 |x|)). */
  const fl_vec a = fl_abs_vec (x), t = x * x;
  fl_vec p = t * 0.0021841933f - 0.00822063f;
  p = p * t + 0.021717468f;
  p = p * t - 0.053949695f;
  p = p * t + 0.13333228f;
  p = p * t - 0.3333333f;
  const fl_vec large = 1.0f - 2.0f / (1.0f + fl_exp_vec (a + a));
  return fl_signed (fl_select (a < 0.6f, a + a * t * p, large), x);
#endif
}

/* log (1 + e^x) = max (x, 0) + 2 artanh (e / (2 + e)) with e = e^-|x|; infinity where e^x is. */
FL_INLINE fl_vec fl_softplus_vec (fl_vec x)
{
  const fl_vec e = fl_exp_vec (-fl_abs_vec (x)), s = fl_quotient (e, 2.0f + e), t = s * s;
  fl_vec p = t * 0.24252757f + 0.2144215f;
  p = p * t + 0.2861534f;
  p = p * t + 0.39998946f;
  p = p * t + 0.66666675f;
  const fl_vec y = fl_larger (fl_splat (0.0f), x) + (s + s + s * t * p);
  return fl_select (x >= 88.722839f, fl_splat (__builtin_inff ()), y);
}

/* tanh (log (1 + e)) = e (e + 2) / (e (e + 2) + 2) with e = e^x. */
FL_INLINE fl_vec fl_tanh_softplus_vec (fl_vec x)
{
  const fl_vec e = fl_exp_vec (fl_smaller (fl_splat (20.0f), x)), p = e * (e + 2.0f);
  return fl_quotient (p, p + 2.0f);
}

/* --- logarithms ------------------------------------------------------------------------------------------------------------ */

/* x = 2^n * (1 + f) with f from about -0.3 to 0.5: gives log (1 + f) - f, sets f and n. */
FL_INLINE fl_vec fl_log_part (fl_vec x, fl_vec *f, fl_vec *n)
{
#if FL_X86 == 512
  /* 1 + f from 3/4 to 3/2. n is minus infinity for 0, and infinity for that. */
  const fl_vec m = __builtin_ia32_getmantps512_mask (x, 7, x, -1, 4), d = m - 1.0f;
  *n = __builtin_ia32_getexpps512_mask (x, x, -1, 4) - __builtin_ia32_getexpps512_mask (m, m, -1, 4);
  fl_vec p = d * -0.04509956f + 0.104678206f;
  p = p * d - 0.13163984f;
  p = p * d + 0.14478613f;
  p = p * d - 0.16647051f;
  p = p * d + 0.19990808f;
  p = p * d - 0.250001f;
  p = p * d + 0.3333345f;
#else
  /* 1 + f from sqrt (1/2) to sqrt (2). */
  const fl_mask is_tiny = x < 1.17549435e-38f; /* denormals are scaled by 2^23 */
  const fl_mask u = (fl_mask) fl_select (is_tiny, x * 8388608.0f, x), e = (u - 0x3F3504F3) >> 23;
  const fl_vec d = (fl_vec) (u - (e << 23)) - 1.0f;
  *n = __builtin_convertvector (e + (is_tiny & -23), fl_vec);
  fl_vec p = d * -0.07638549f + 0.12764892f;
  p = p * d - 0.13160148f;
  p = p * d + 0.14201263f;
  p = p * d - 0.16623317f;
  p = p * d + 0.2000125f;
  p = p * d - 0.25000823f;
  p = p * d + 0.3333333f;
#endif
  *f = d;
  return d * d * (d * p - 0.5f);
}

/* The logarithm of x is y where x is positive and finite; infinity and NaN stay. */
FL_INLINE fl_vec fl_log_end (fl_vec x, fl_vec y)
{
  const fl_vec none = fl_splat (__builtin_nanf (""));
#if FL_X86 == 512
  return fl_select (x < 0.0f, none, y);
#else
  const fl_vec below = fl_select (x == 0.0f, fl_splat (-__builtin_inff ()), none);
  return fl_select ((x > 0.0f) & (x <= 3.402823466e38f), y, fl_select (x <= 0.0f, below, x));
#endif
}

FL_INLINE fl_vec fl_log_vec (fl_vec x)
{
  fl_vec f, n, p = fl_log_part (x, &f, &n);
  return fl_log_end (x, f + (p + n * 9.0580006e-6f) + n * 0.69313812f);
}

FL_INLINE fl_vec fl_log2_vec (fl_vec x)
{
  fl_vec f, n, p = fl_log_part (x, &f, &n);
  return fl_log_end (x, (p * 1.442695f + f * 1.925963e-8f) + f * 1.442695f + n);
}

FL_INLINE fl_vec fl_log10_vec (fl_vec x)
{
  fl_vec f, n, p = fl_log_part (x, &f, &n);
  return fl_log_end (x, (p * 0.4342945f + n * 7.9034151e-7f) + f * 0.4342945f + n * 0.30102921f);
}

FL_INLINE fl_vec fl_log1p_vec (fl_vec x)
{
  const fl_vec u = 1.0f + x, lost = x - (u - 1.0f);
  const fl_vec y = fl_log_vec (u) + fl_select ((u > 0.0f) & (u <= 3.402823466e38f), lost / u, fl_splat (0.0f));
  return fl_select (u == 1.0f, x, y);
}

/* --- powers ---------------------------------------------------------------------------------------------------------------- */

/* The C library's function of each lane. */

static __attribute__ ((noinline, unused)) fl_vec fl_each_pow (fl_vec x, fl_vec y)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = __builtin_powf (x[i], y[i]);
  return x;
}

/* x^y = 2^(y log2 (x)) for positive x; sets n and gives 2^-n of it. log2 (m) = s * P (s^2) with s = (m - 1) / (m + 1). */
FL_INLINE fl_f64 fl_pow_f64 (fl_f64 m, fl_f64 e, fl_f64 y, fl_f64 *n)
{
  const fl_f64 s = (m - 1.0) / (m + 1.0), t = s * s;
  fl_f64 p = t * 0.2829454825917981 + 0.3199027544657071;
  p = p * t + 0.41220931699427327;
  p = p * t + 0.5770779418270062;
  p = p * t + 0.9617966941145434;
  p = p * t + 2.885390081777851;
  const fl_f64 z = fl_min_f64_vec (fl_max_f64_vec (y * (p * s + e), fl_splat_f64 (-160.0)), fl_splat_f64 (140.0));
  *n = (z + 6755399441055744.0) - 6755399441055744.0;
  const fl_f64 r = z - *n;
  fl_f64 q = r * 1.5316460133381637e-5 + 0.00015469731599350456;
  q = q * r + 0.0013333422652190017;
  q = q * r + 0.009618025604419723;
  q = q * r + 0.055504109761008016;
  q = q * r + 0.240226512135805;
  q = q * r + 0.6931471805350288;
  return q * r + 0.999999999959551;
}

/* In doubles; zeros, denormals, negative numbers, infinities and NaN by the C library. */
FL_INLINE fl_vec fl_pow_vec (fl_vec x, fl_vec y)
{
  if (__builtin_expect (fl_any (~((x >= 1.17549435e-38f) & (x <= 3.402823466e38f) & (fl_abs_vec (y) <= 3.402823466e38f))), 0))
    return fl_each_pow (x, y);
  const fl_mask e = ((fl_mask) x - 0x3F3504F3) >> 23;
  const fl_vec m = (fl_vec) ((fl_mask) x - (e << 23));
  fl_f64 n_low, n_high;
  const fl_f64 low = fl_pow_f64 (fl_f64_of_f32 (m), fl_f64_of_i32 (e), fl_f64_of_f32 (y), &n_low);
  const fl_f64 high = fl_pow_f64 (fl_upper_f64_of_f32 (m), fl_upper_f64_of_i32 (e), fl_upper_f64_of_f32 (y), &n_high);
  return fl_scale (fl_f32_of_two_f64 (low, high), fl_f32_of_two_f64 (n_low, n_high));
}

FL_INLINE fl_vec fl_hypot_vec (fl_vec x, fl_vec y)
{
  const fl_f64 x0 = fl_f64_of_f32 (x), y0 = fl_f64_of_f32 (y), x1 = fl_upper_f64_of_f32 (x), y1 = fl_upper_f64_of_f32 (y);
  const fl_vec z = fl_f32_of_two_f64 (fl_sqrt_f64_vec (x0 * x0 + y0 * y0), fl_sqrt_f64_vec (x1 * x1 + y1 * y1));
  const fl_vec infinity = fl_splat (__builtin_inff ());
  return fl_select ((fl_abs_vec (x) == infinity) | (fl_abs_vec (y) == infinity), infinity, z);
}
