/* Functions on vectors of doubles, at every width.
 *
 * As those of floats: no tables, and no branches but one to the C library for huge arguments of sin. NaN, infinities, denormals and -0 come
 * out as in the C library. Coefficients are our own fits (tests/tools/fit-doubles.py); the largest errors stand in fl-c-accuracy.def. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-math.h"
#include "vector.h"
#include "across.h"
#include "wide.h"
#include "wide-convert.h"

/* The C library's function of each lane, called through a function of one double that the compiler may not look into: it would join two
 * calls side by side into one of the C library's vector functions (GCC 14 does even across an asm), which are off by up to 4 ulp. */

static __attribute__ ((noinline, noclone, unused)) double fl_one_tan_f64 (double x)
{
  return __builtin_tan (x);
}
static __attribute__ ((noinline, unused)) fl_f64 fl_each_tan_f64 (fl_f64 x)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = fl_one_tan_f64 (x[i]);
  return x;
}

static __attribute__ ((noinline, noclone, unused)) double fl_one_sin_f64 (double x)
{
  return __builtin_sin (x);
}
static __attribute__ ((noinline, unused)) fl_f64 fl_each_sin_f64 (fl_f64 x)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = fl_one_sin_f64 (x[i]);
  return x;
}

static __attribute__ ((noinline, noclone, unused)) double fl_one_cos_f64 (double x)
{
  return __builtin_cos (x);
}
static __attribute__ ((noinline, unused)) fl_f64 fl_each_cos_f64 (fl_f64 x)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = fl_one_cos_f64 (x[i]);
  return x;
}

#define NAME rint
#define MODE 8
#include "round-f64-template.h"

#define NAME floor
#define MODE 9
#include "round-f64-template.h"

#define NAME ceil
#define MODE 10
#include "round-f64-template.h"

#define NAME trunc
#define MODE 11
#include "round-f64-template.h"

/* x * 2^n for whole n from -1100 to 1100. */
FL_INLINE fl_f64 fl_scale_f64 (fl_f64 x, fl_f64 n)
{
#if FL_X86 == 512
  return __builtin_ia32_scalefpd512_mask (x, n, x, -1, 4);
#else
  /* Adding 1.5 * 2^52 leaves the integer in the lowest bits, from where a shift makes it the exponent. */
  const fl_f64 half = (n * 0.5 + 6755399441055744.0) - 6755399441055744.0, rest = n - half;
  return x * (fl_f64) ((fl_i64) (half + 6755399441056767.0) << 52) * (fl_f64) ((fl_i64) (rest + 6755399441056767.0) << 52);
#endif
}

FL_INLINE fl_f64 fl_copysign_f64_vec (fl_f64 x, fl_f64 sign)
{
  return (fl_f64) (((fl_i64) x & 0x7FFFFFFFFFFFFFFF) | ((fl_i64) sign & INT64_MIN));
}

/* e^r - 1, |r| being up to ln 2 / 2. */
FL_INLINE fl_f64 fl_exp_f64_near (fl_f64 r)
{
  fl_f64 p = r * 2.5100375832561234e-08 + 2.7620075879983367e-07;
  p = p * r + 2.7557268480310024e-06;
  p = p * r + 2.4801521322368692e-05;
  p = p * r + 0.00019841269863040545;
  p = p * r + 0.0013888888917196719;
  p = p * r + 0.008333333333330065;
  p = p * r + 0.041666666666624164;
  p = p * r + 0.16666666666666666;
  p = p * r + 0.5;
  return r + r * r * p;
}

/* x = n * ln 2 + r with |r| up to ln 2 / 2: gives e^r - 1, sets n. */
FL_INLINE fl_f64 fl_exp_f64_part (fl_f64 x, fl_f64 *n)
{
  const fl_f64 k = (x * 1.4426950408889634 + 6755399441055744.0) - 6755399441055744.0;
  const fl_f64 r = (x - k * 0.6931471806019545) + k * 4.2009150726810846e-11;
  *n = k;
  return fl_exp_f64_near (r);
}

FL_INLINE fl_f64 fl_exp_f64_vec (fl_f64 x)
{
  const fl_i64 is_none = x < -745.2; /* not computed: results below 2^-1022 take processors long */
  fl_f64 n, p = fl_exp_f64_part (fl_min_f64_vec (fl_splat_f64 (710.0), (fl_f64) ((fl_i64) x & ~is_none)), &n);
  return (fl_f64) ((fl_i64) fl_scale_f64 (1.0 + p, n) & ~is_none);
}

FL_INLINE fl_f64 fl_exp2_f64_vec (fl_f64 x)
{
  const fl_i64 is_none = x < -1075.5;
  const fl_f64 a = fl_min_f64_vec (fl_splat_f64 (1024.0), (fl_f64) ((fl_i64) x & ~is_none));
  const fl_f64 n = (a + 6755399441055744.0) - 6755399441055744.0, r = (a - n) * 0.6931471805599453;
  return (fl_f64) ((fl_i64) fl_scale_f64 (1.0 + fl_exp_f64_near (r), n) & ~is_none);
}

/* 2^n * (e^r - 1) + (2^n - 1), both halved so that 2^1024 does not overflow. */
FL_INLINE fl_f64 fl_expm1_f64_vec (fl_f64 x)
{
  fl_f64 n, p = fl_exp_f64_part (fl_min_f64_vec (fl_splat_f64 (710.0), fl_max_f64_vec (fl_splat_f64 (-40.0), x)), &n);
  const fl_f64 y = 2.0 * (fl_scale_f64 (p, n - 1.0) + (fl_scale_f64 (fl_splat_f64 (1.0), n - 1.0) - 0.5));
  return fl_select_f64 (fl_abs_f64_vec (x) < 1e-16, x, y);
}

/* e^x / (1 + e^x), which is 1 long before e^x overflows. */
FL_INLINE fl_f64 fl_sigmoid_f64_vec (fl_f64 x)
{
  const fl_f64 e = fl_exp_f64_vec (fl_min_f64_vec (fl_splat_f64 (40.0), x));
  return e / (1.0 + e);
}

/* (e^2a - 1) / (e^2a + 1) with a = |x|: 1 from 22 on. */
FL_INLINE fl_f64 fl_tanh_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_min_f64_vec (fl_splat_f64 (22.0), fl_abs_f64_vec (x)), t = fl_expm1_f64_vec (a + a);
  return fl_copysign_f64_vec (t / (t + 2.0), x);
}

FL_INLINE fl_f64 fl_sinh_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), low = fl_min_f64_vec (fl_splat_f64 (709.0), a), t = fl_expm1_f64_vec (low);
  return fl_copysign_f64_vec ((0.5 * t + 0.5 * (t / (t + 1.0))) * fl_exp_f64_vec (a - low), x); /* e^a may overflow, e^a / 2 not */
}

FL_INLINE fl_f64 fl_cosh_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), low = fl_min_f64_vec (fl_splat_f64 (709.0), a), e = fl_exp_f64_vec (low);
  return (0.5 * e + 0.5 / e) * fl_exp_f64_vec (a - low);
}

/* x = 2^n * (1 + f) with 1 + f from sqrt (1/2) to sqrt (2): gives log (1 + f) - f, sets f and n. */
FL_INLINE fl_f64 fl_log_f64_part (fl_f64 x, fl_f64 *f, fl_f64 *n)
{
  const fl_i64 is_tiny = x < 2.2250738585072014e-308; /* denormals are scaled by 2^54 */
  const fl_i64 u = (fl_i64) fl_select_f64 (is_tiny, x * 18014398509481984.0, x), e = (u - 0x3FE6A09E667F3BCD) >> 52;
  const fl_f64 d = (fl_f64) (u - (e << 52)) - 1.0, s = d / (2.0 + d), t = s * s, half = 0.5 * d * d;
  fl_f64 p = t * 0.1461703754879165 + 0.1533167403016786;
  p = p * t + 0.18182890556695602;
  p = p * t + 0.2222221111514416;
  p = p * t + 0.2857142862609589;
  p = p * t + 0.3999999999989924;
  p = p * t + 0.666666666666667;
  *f = d;
  *n = (fl_f64) (e + (is_tiny & -54) + 0x4338000000000000) - 6755399441055744.0; /* 1.5 * 2^52 has those bits */
  return s * (half + t * p) - half;
}

/* The logarithm of x is y where x is positive and finite; infinity and NaN stay. */
FL_INLINE fl_f64 fl_log_f64_end (fl_f64 x, fl_f64 y)
{
  const fl_f64 below = fl_select_f64 (x == 0.0, fl_splat_f64 (-__builtin_inf ()), fl_splat_f64 (__builtin_nan ("")));
  return fl_select_f64 ((x > 0.0) & (x <= 1.7976931348623157e308), y, fl_select_f64 (x <= 0.0, below, x));
}

FL_INLINE fl_f64 fl_log_f64_vec (fl_f64 x)
{
  fl_f64 f, n, p = fl_log_f64_part (x, &f, &n);
  return fl_log_f64_end (x, f + (p - n * 4.2009150726810846e-11) + n * 0.6931471806019545);
}

FL_INLINE fl_f64 fl_log2_f64_vec (fl_f64 x)
{
  fl_f64 f, n, p = fl_log_f64_part (x, &f, &n);
  return fl_log_f64_end (x, (p * 1.4426950408889634 + f * 2.0355273740931033e-17) + f * 1.4426950408889634 + n);
}

FL_INLINE fl_f64 fl_log10_f64_vec (fl_f64 x)
{
  fl_f64 f, n, p = fl_log_f64_part (x, &f, &n);
  return fl_log_f64_end (x, (p * 0.4342944819032518 - n * 1.9043128467164274e-12) + f * 0.4342944819032518 + n * 0.3010299956658855);
}

FL_INLINE fl_f64 fl_log1p_f64_vec (fl_f64 x)
{
  const fl_f64 u = 1.0 + x, lost = x - (u - 1.0), none = { 0 };
  const fl_f64 y = fl_log_f64_vec (u) + fl_select_f64 ((u > 0.0) & (u <= 1.7976931348623157e308), lost / u, none);
  return fl_select_f64 (u == 1.0, x, y);
}

/* x = n * pi / 2 + r with n = round (x * 2 / pi), for |x| up to 100000: gives r, sets n in the lowest bits. */
FL_INLINE fl_f64 fl_quarter_turns_f64 (fl_f64 x, fl_i64 *n)
{
  const fl_f64 u = x * 0.6366197723675814 + 6755399441055744.0, k = u - 6755399441055744.0;
  const fl_f64 a = x - k * 1.5707963267341256, b = a - k * 6.077100506303966e-11, lost = (a - b) - k * 6.077100506303966e-11;
  *n = (fl_i64) u;
  return b + (lost - k * 2.0222662487959506e-21);
}

/* sin (r) for |r| up to pi / 4. */
FL_INLINE fl_f64 fl_sine_f64_part (fl_f64 r)
{
  const fl_f64 t = r * r;
  fl_f64 p = t * 1.5918117983848815e-10 - 2.5051131688000297e-08;
  p = p * t + 2.755731610179909e-06;
  p = p * t - 0.0001984126983675712;
  p = p * t + 0.008333333333330948;
  p = p * t - 0.16666666666666666;
  return r + r * t * p;
}

FL_INLINE fl_f64 fl_cosine_f64_part (fl_f64 r)
{
  const fl_f64 t = r * r, half = 0.5 * t, one = 1.0 - half;
  fl_f64 p = t * -1.1382625349447592e-11 + 2.0876146170183976e-09;
  p = p * t - 2.7557317271258515e-07;
  p = p * t + 2.4801587298764778e-05;
  p = p * t - 0.0013888888888887398;
  p = p * t + 0.041666666666666664;
  return one + (((1.0 - one) - half) + t * t * p);
}

FL_INLINE fl_f64 fl_sin_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x);
  if (__builtin_expect (fl_any ((fl_mask) ~(a <= 100000.0)), 0))
    return fl_each_sin_f64 (x);
  fl_i64 n;
  const fl_f64 r = fl_quarter_turns_f64 (a, &n), y = fl_select_f64 (-(n & 1), fl_cosine_f64_part (r), fl_sine_f64_part (r));
  return (fl_f64) ((fl_i64) y ^ (((n << 62) ^ (fl_i64) x) & INT64_MIN)); /* -0, too */
}

FL_INLINE fl_f64 fl_cos_f64_vec (fl_f64 x)
{
  if (__builtin_expect (fl_any ((fl_mask) ~(fl_abs_f64_vec (x) <= 100000.0)), 0))
    return fl_each_cos_f64 (x);
  fl_i64 n;
  const fl_f64 r = fl_quarter_turns_f64 (x, &n), y = fl_select_f64 (-(n & 1), fl_sine_f64_part (r), fl_cosine_f64_part (r));
  return (fl_f64) ((fl_i64) y ^ (((n + 1) & 2) << 62));
}

FL_INLINE fl_f64 fl_tan_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x);
  if (__builtin_expect (fl_any ((fl_mask) ~(a <= 100000.0)), 0))
    return fl_each_tan_f64 (x);
  fl_i64 n;
  const fl_f64 r = fl_quarter_turns_f64 (a, &n), s = fl_sine_f64_part (r), c = fl_cosine_f64_part (r);
  const fl_i64 is_odd = -(n & 1);
  const fl_f64 y = fl_select_f64 (is_odd, -c, s) / fl_select_f64 (is_odd, s, c);
  return (fl_f64) ((fl_i64) y ^ ((fl_i64) x & INT64_MIN)); /* -0, too */
}

/* x P (x^2), or 1 - e^-P (|x|). */
FL_INLINE fl_f64 fl_erf_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_min_f64_vec (fl_splat_f64 (5.95), fl_abs_f64_vec (x)), t = a * a;
  fl_f64 p = t * -7.795898827002142e-10 + 1.3720064546777686e-08;
  p = p * t - 1.6208483801871705e-07;
  p = p * t + 1.6447424703317362e-06;
  p = p * t - 1.492473690741966e-05;
  p = p * t + 0.00012055294904839707;
  p = p * t - 0.0008548325975389692;
  p = p * t + 0.0052239776071164225;
  p = p * t - 0.02686617064323777;
  p = p * t + 0.11283791670945006;
  p = p * t - 0.37612638903183543;
  p = p * t + 1.1283791670955126;
  fl_f64 q = a * -1.8951482930642136e-11 + 6.967282734650288e-10;
  q = q * a - 1.165026666359946e-08;
  q = q * a + 1.1583514374238279e-07;
  q = q * a - 7.410047606714515e-07;
  q = q * a + 2.94393070860653e-06;
  q = q * a - 4.648422055181147e-06;
  q = q * a - 2.4948118406315977e-05;
  q = q * a + 0.0002236914398582449;
  q = q * a - 0.0009075931598711736;
  q = q * a + 0.002081765547785394;
  q = q * a - 0.0005660788187031475;
  q = q * a - 0.018879699235236948;
  q = q * a + 0.10264594266921098;
  q = q * a + 0.6366642803056695;
  q = q * a + 1.1283695171685193;
  q = q * a + 9.72767875532301e-07;
  return fl_copysign_f64_vec (fl_select_f64 (a < 1.0, a * p, 1.0 - fl_exp_f64_vec (-q)), x);
}
