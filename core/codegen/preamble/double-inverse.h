/* On vectors of doubles: inverse functions, powers and remainders.
 *
 * As the other functions of doubles: polynomials, no tables. What they would need other formulas for (zeros, denormals, infinities, NaN
 * of two arguments) goes to the C library one at a time. Coefficients are our own fits (tests/tools/fit-doubles.py); the largest errors
 * stand in fl-c-accuracy.def. */
#pragma once

#include "types.h"
#include "scalar-math.h"
#include "vector.h"
#include "across.h"
#include "wide.h"
#include "wide-convert.h"
#include "double-math.h"

/* The C library's function of each lane. */

static __attribute__ ((noinline, unused)) fl_f64 fl_each_erfc_f64 (fl_f64 x)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_erfc (x[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_f64 fl_each_lgamma_f64 (fl_f64 x)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_lgamma (x[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_f64 fl_each_pow_f64 (fl_f64 x, fl_f64 y)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_pow (x[i], y[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_f64 fl_each_hypot_f64 (fl_f64 x, fl_f64 y)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_hypot (x[i], y[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_f64 fl_each_atan2_f64 (fl_f64 x, fl_f64 y)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_atan2 (x[i], y[i]);
  return x;
}

static __attribute__ ((noinline, unused)) fl_f64 fl_each_fmod_f64 (fl_f64 x, fl_f64 y)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_fmod (x[i], y[i]);
  return x;
}

/* x * y + z, rounded once. */
#if FL_X86 == 512
FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z) { return __builtin_ia32_vfmaddpd512_mask (x, y, z, -1, 4); }
#elif FL_X86 == 256 && defined __FMA__
FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z) { return __builtin_ia32_vfmaddpd256 (x, y, z); }
#elif FL_X86 == 128 && defined __FMA__
FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z) { return __builtin_ia32_vfmaddpd (x, y, z); }
#else
FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z)
{
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = __builtin_fma (x[i], y[i], z[i]);
  return x;
}
#endif

/* x * y, rounded: the compiler does not make a multiply-add of it. */
FL_INLINE fl_f64 fl_product_f64 (fl_f64 x, fl_f64 y) { return fl_fma_f64 (x, y, (fl_f64) { 0 }); }

/* --- angles ---------------------------------------------------------------------------------------------------------------- */

/* asin (s) for |s| up to 1/2, with s^2 = t. */
FL_INLINE fl_f64 fl_asin_f64_part (fl_f64 s, fl_f64 t)
{
  fl_f64 p = t * 0.028757851367421566 - 0.014851887071247204;
  p = p * t + 0.01740087944269402;
  p = p * t + 0.005457506718640358;
  p = p * t + 0.01032281435018578;
  p = p * t + 0.011479177415184906;
  p = p * t + 0.013971212973552933;
  p = p * t + 0.017352392720869973;
  p = p * t + 0.02237217294214989;
  p = p * t + 0.030381944138531247;
  p = p * t + 0.04464285714635543;
  p = p * t + 0.07499999999998433;
  p = p * t + 0.16666666666666669;
  return s + s * t * p;
}

/* Above 1/2: pi / 2 - 2 asin (sqrt ((1 - |x|) / 2)). */
FL_INLINE fl_f64 fl_asin_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), half = 0.5 - 0.5 * a;
  const fl_i64 is_large = a > 0.5;
  const fl_f64 t = fl_select_f64 (is_large, half, a * a), s = fl_select_f64 (is_large, fl_sqrt_f64_vec (half), a), y = fl_asin_f64_part (s, t);
  return fl_copysign_f64_vec (fl_select_f64 (is_large, (1.5707963267948966 - 2.0 * y) + 6.123233995736766e-17, y), x);
}

FL_INLINE fl_f64 fl_acos_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), half = 0.5 - 0.5 * a;
  const fl_i64 is_large = a > 0.5;
  const fl_f64 t = fl_select_f64 (is_large, half, x * x), s = fl_select_f64 (is_large, fl_sqrt_f64_vec (half), x), y = fl_asin_f64_part (s, t);
  const fl_f64 large = fl_select_f64 (x < 0.0, (3.141592653589793 - 2.0 * y) + 1.2246467991473532e-16, 2.0 * y);
  return fl_select_f64 (is_large, large, (1.5707963267948966 - y) + 6.123233995736766e-17);
}

/* atan (p / q) for 0 <= p <= q. */
FL_INLINE fl_f64 fl_atan_f64_part (fl_f64 p, fl_f64 q)
{
  const fl_i64 is_large = p > q * 0.41421356237309503; /* tan (pi / 8): from there by atan ((z - 1) / (z + 1)) */
  const fl_f64 z = fl_select_f64 (is_large, p - q, p) / fl_select_f64 (is_large, p + q, q), t = z * z;
  fl_f64 y = t * -0.01917627151752634 + 0.0392311556198723;
  y = y * t - 0.050854323376990765;
  y = y * t + 0.05858145587628202;
  y = y * t - 0.06664511064599371;
  y = y * t + 0.07692183163650894;
  y = y * t - 0.09090904576954117;
  y = y * t + 0.11111111015227572;
  y = y * t - 0.14285714284666184;
  y = y * t + 0.19999999999995519;
  y = y * t - 0.3333333333333333;
  y = z + z * t * y;
  return fl_select_f64 (is_large, y + 0.7853981633974483, y);
}

FL_INLINE fl_f64 fl_atan_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), one = fl_splat_f64 (1.0), big = fl_min_f64_vec (fl_splat_f64 (1e300), a);
  const fl_i64 is_large = a > 1.0;
  const fl_f64 y = fl_atan_f64_part (fl_select_f64 (is_large, one, a), fl_select_f64 (is_large, big, one));
  return fl_copysign_f64_vec (fl_select_f64 (is_large, (1.5707963267948966 - y) + 6.123233995736766e-17, y), x);
}

/* Zeros, denormals, very large numbers, infinities and NaN by the C library. */
FL_INLINE fl_f64 fl_atan2_f64_vec (fl_f64 y, fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), b = fl_abs_f64_vec (y), most = fl_max_f64_vec (a, b), least = fl_min_f64_vec (a, b);
  if (__builtin_expect (fl_any ((fl_mask) ~((least >= 1e-290) & (most <= 1e290))), 0))
    return fl_each_atan2_f64 (y, x);
  const fl_f64 z = fl_atan_f64_part (least, most);
  const fl_f64 u = fl_select_f64 (b > a, (1.5707963267948966 - z) + 6.123233995736766e-17, z);
  return fl_copysign_f64_vec (fl_select_f64 (x < 0.0, (3.141592653589793 - u) + 1.2246467991473532e-16, u), y);
}

/* log (a + sqrt (a^2 + 1)), without loss for small a. */
FL_INLINE fl_f64 fl_asinh_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), s = fl_min_f64_vec (fl_splat_f64 (1e9), a), t = s * s;
  const fl_f64 small = fl_log1p_f64_vec (s + t / (1.0 + fl_sqrt_f64_vec (t + 1.0)));
  return fl_copysign_f64_vec (fl_select_f64 (a > 1e9, fl_log_f64_vec (a) + 0.6931471805599453, small), x);
}

FL_INLINE fl_f64 fl_acosh_f64_vec (fl_f64 x)
{
  const fl_f64 t = fl_min_f64_vec (fl_splat_f64 (1e9), x - 1.0), small = fl_log1p_f64_vec (t + fl_sqrt_f64_vec (t) * fl_sqrt_f64_vec (t + 2.0));
  return fl_select_f64 (x > 1e9, fl_log_f64_vec (x) + 0.6931471805599453, small);
}

FL_INLINE fl_f64 fl_atanh_f64_vec (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x);
  return fl_copysign_f64_vec (0.5 * fl_log1p_f64_vec ((a + a) / (1.0 - a)), x);
}

/* --- powers and roots ------------------------------------------------------------------------------------------------------ */

/* What would overflow or underflow by the C library, infinities and NaN, too. */
FL_INLINE fl_f64 fl_hypot_f64_vec (fl_f64 x, fl_f64 y)
{
  const fl_f64 most = fl_max_f64_vec (fl_abs_f64_vec (x), fl_abs_f64_vec (y));
  if (__builtin_expect (fl_any ((fl_mask) ~((most <= 1e150) & ((most >= 1e-140) | (most == 0.0)))), 0))
    return fl_each_hypot_f64 (x, y);
  return fl_sqrt_f64_vec (x * x + y * y);
}

/* log2 (x) of positive normal x as a sum: the first term is 53 bits of it, the second what is left. With 2^e * m = x and s = (m - 1) /
   (m + 1) it is e + 2 / ln 2 * s * (1 + t / 3 + t^2 P (t)), t being s^2; all but t^2 P (t) in twice the bits. */
FL_INLINE fl_f64 fl_log2_f64_pair (fl_f64 x, fl_f64 *rest)
{
  const fl_i64 k = ((fl_i64) x - 0x3FE6A09E667F3BCD) >> 52;
  const fl_f64 m = (fl_f64) ((fl_i64) x - (k << 52)), e = (fl_f64) (k + 0x4338000000000000) - 6755399441055744.0;
  const fl_f64 up = m + 1.0, part = 1.0 / up, s = (m - 1.0) * part;
  const fl_f64 s_low = (fl_fma_f64 (-s, up, m - 1.0) - s * (m - (up - 1.0))) * part;
  const fl_f64 t = s * s, t_low = fl_fma_f64 (s, s, -t) + 2.0 * s * s_low;
  fl_f64 p = t * 0.058618018114527055 + 0.05853097844940682;
  p = p * t + 0.06667403106050301;
  p = p * t + 0.07692297467298959;
  p = p * t + 0.0909090916782708;
  p = p * t + 0.11111111110827367;
  p = p * t + 0.14285714285714685;
  p = p * t + 0.2;
  const fl_f64 third = fl_splat_f64 (0.3333333333333333), u = fl_product_f64 (t, third);
  const fl_f64 u_low = fl_fma_f64 (t, third, -u) + (t * 1.850371707708594e-17 + t_low * third) + t * t * p;
  const fl_f64 g = 1.0 + u, g_low = ((1.0 - g) + u) + u_low;
  const fl_f64 q = s * g, q_low = fl_fma_f64 (s, g, -q) + (s * g_low + s_low * g);
  const fl_f64 scale = fl_splat_f64 (2.8853900817779268), l = fl_product_f64 (q, scale);
  const fl_f64 l_low = fl_fma_f64 (q, scale, -l) + (q * 4.0710547481862066e-17 + q_low * scale);
  const fl_f64 y = e + l;
  *rest = ((e - y) + l) + l_low;
  return y;
}

/* 2^(y log2 (x)), the product in twice the bits. Zeros, denormals, negative numbers, infinities, NaN by the C library; all where there
   is no multiply-add. */
FL_INLINE fl_f64 fl_pow_f64_vec (fl_f64 x, fl_f64 y)
{
#if FL_X86 == 512 || (defined __FMA__ && FL_X86)
  if (__builtin_expect (fl_any ((fl_mask) ~((x >= 2.2250738585072014e-308) & (x <= 1.7976931348623157e308) & (fl_abs_f64_vec (y) <= 1e290))), 0))
    return fl_each_pow_f64 (x, y);
  fl_f64 l_low;
  const fl_f64 l = fl_log2_f64_pair (x, &l_low), z = y * l, z_low = fl_fma_f64 (y, l, -z) + y * l_low;
  const fl_i64 is_near = fl_abs_f64_vec (z) <= 1100.0;
  const fl_f64 a = fl_select_f64 (is_near, z, fl_copysign_f64_vec (fl_splat_f64 (1100.0), z)), b = fl_select_f64 (is_near, z_low, fl_splat_f64 (0.0));
  const fl_f64 n = ((a + b) + 6755399441055744.0) - 6755399441055744.0, r = ((a - n) + b) * 0.6931471805599453;
  return fl_scale_f64 (1.0 + fl_exp_f64_near (r), n);
#else
  return fl_each_pow_f64 (x, y);
#endif
}

/* --- remainders ------------------------------------------------------------------------------------------------------------ */

/* Has the sign of x. The quotient of numbers that are not too far apart is found at once, the rest by the C library. */
FL_INLINE fl_f64 fl_fmod_f64_vec (fl_f64 x, fl_f64 y)
{
#if FL_X86 == 512 || (defined __FMA__ && FL_X86)
  const fl_f64 a = fl_abs_f64_vec (x), b = fl_abs_f64_vec (y), q = a / b;
  if (__builtin_expect (fl_any ((fl_mask) ~((q < 2251799813685248.0) & (b >= 1e-280) & (fl_max_f64_vec (a, b) <= 1e300))), 0))
    return fl_each_fmod_f64 (x, y);
  const fl_f64 r = fl_fma_f64 (-fl_trunc_f64_vec (q), b, a); /* exact, but for one b too few: the quotient was rounded */
  return fl_copysign_f64_vec (fl_select_f64 (r < 0.0, r + b, r), x);
#else
  return fl_each_fmod_f64 (x, y);
#endif
}

/* Python's: has the sign of the divisor. */
FL_INLINE fl_f64 fl_remainder_f64_vec (fl_f64 x, fl_f64 y)
{
  const fl_f64 r = fl_fmod_f64_vec (x, y);
  return fl_select_f64 ((r != 0.0) & ((r < 0.0) ^ (y < 0.0)), r + y, r);
}
