/* Functions of one float, and of one double.
 *
 * Accuracy of the float functions: as stated for vectors in fl-c-accuracy.def. They have no branches, so loops around them vectorize. The
 * coefficients are our own minimax fits. Functions that are rarely in inner loops go to the C library; on x86-64 GNU systems with its
 * vector variants, which a declaration makes known: whoever calls __builtin_exp gets the declaration of exp. */
#pragma once

#include "types.h"
#include "scalar-narrow.h"

/* 2^n * e^r with n = round (x / ln 2): adding 1.5 * 2^23 rounds and leaves n in the low bits. Results below 2^-126 are 0. */
FL_INLINE float fl_exp_f32 (float x)
{
  const float t = x * 1.44269504f + 12582912.0f, n = t - 12582912.0f;
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  float p = 0.0013814597623422742f;
  p = p * r + 0.008368716575205326f;
  p = p * r + 0.04166838899254799f;
  p = p * r + 0.1666652113199234f;
  p = p * r + 0.4999999403953552f;
  p = p * r * r + r + 1.0f;
  const float y = fl_f32_bits (fl_bits_f32 (p) + (fl_bits_f32 (t) << 23));
  const float beyond = x < 0.0f ? 0.0f : x * __builtin_inff (); /* 0, infinity or NaN */
  return x >= -87.33654f && x <= 88.72283f ? y : beyond;
}

FL_INLINE float fl_exp2_f32 (float x)
{
  const float t = x + 12582912.0f, r = (x - (t - 12582912.0f)) * 0.693147181f;
  float p = 0.0013814597623422742f;
  p = p * r + 0.008368716575205326f;
  p = p * r + 0.04166838899254799f;
  p = p * r + 0.1666652113199234f;
  p = p * r + 0.4999999403953552f;
  p = p * r * r + r + 1.0f;
  const float y = fl_f32_bits (fl_bits_f32 (p) + (fl_bits_f32 (t) << 23));
  const float beyond = x < 0.0f ? 0.0f : x * __builtin_inff (); /* 0, infinity or NaN */
  return x >= -126.0f && x < 128.0f ? y : beyond;
}

/* x = 2^e * (1 + f) with 1 + f in [sqrt (1/2), sqrt (2)). */
FL_INLINE float fl_log_f32 (float x)
{
  const float tiny = x < 1.17549435e-38f ? 8388608.0f : 1.0f; /* denormals are scaled by 2^23 */
  const uint32_t u = fl_bits_f32 (x * tiny);
  const int32_t e = (int32_t) (u - 0x3F3504F3) >> 23;
  const float f = fl_f32_bits (u - ((uint32_t) e << 23)) - 1.0f;
  const float n = (float) e - (tiny > 1.0f ? 23.0f : 0.0f);
  float p = -0.07634496688842773f;
  p = p * f + 0.1276157647371292f;
  p = p * f - 0.13160182535648346f;
  p = p * f + 0.14201757311820984f;
  p = p * f - 0.16623356938362122f;
  p = p * f + 0.20001226663589478f;
  p = p * f - 0.2500081956386566f;
  p = p * f + 0.3333333134651184f;
  const float y = f + (f * f * (f * p - 0.5f) - n * 2.12194440e-4f) + n * 0.693359375f;
  const float special = x == 0.0f ? -__builtin_inff () : x < 0.0f ? __builtin_nanf ("") : x;
  return x > 0.0f && x <= 3.402823466e38f ? y : special;
}

FL_INLINE float fl_log1p_f32 (float x)
{
  const float u = 1.0f + x, lost = x - (u - 1.0f);
  const float y = fl_log_f32 (u) + (u > 0.0f && u <= 3.402823466e38f ? lost / u : 0.0f);
  return u == 1.0f ? x : y;
}

FL_INLINE float fl_sigmoid_f32 (float x) { return 1.0f / (1.0f + fl_exp_f32 (-x)); }

/* x + x^3 P (x^2), or 1 - 2 / (1 + e^(2 |x|)). */
FL_INLINE float fl_tanh_f32 (float x)
{
  const float a = __builtin_fabsf (x), t = x * x, large = 1.0f - 2.0f / (1.0f + fl_exp_f32 (a + a));
  float p = t * 0.0021841933f - 0.00822063f;
  p = p * t + 0.021717468f;
  p = p * t - 0.053949695f;
  p = p * t + 0.13333228f;
  p = p * t - 0.3333333f;
  return __builtin_copysignf (a < 0.6f ? a + a * t * p : large, x); /* of -0, too */
}

/* x + x P (x^2), or 1 - e^-P (|x|). */
FL_INLINE float fl_erf_f32 (float x)
{
  const float b = __builtin_fabsf (x), a = b > 3.95f ? 3.95f : b, t = x * x;
  float p = t * 7.9626945e-5f - 0.00080426986f;
  p = p * t + 0.005191889f;
  p = p * t - 0.026855579f;
  p = p * t + 0.11283624f;
  p = p * t - 0.3761263f;
  p = p * t + 0.12837917f;
  float q = a * 2.0906422e-5f - 0.00043227393f;
  q = q * a + 0.004160422f;
  q = q * a - 0.025091307f;
  q = q * a + 0.10823644f;
  q = q * a + 0.63338673f;
  q = q * a + 1.1294951f;
  q = q * a - 0.00017055204f;
  return a < 0.92f ? x + x * p : __builtin_copysignf (1.0f - fl_exp_f32 (-q), x);
}

/* 2^(3 k) without whole turns. */
static const double fl_turns[36] = {
  1.0, 1.7168146928204135, 1.1681469282041352, 3.0619901184534952, -0.6368202810903829, 1.188623058456523,
  -3.0573861467069903, 0.6736520550624236, -0.8939688666801969, -0.868565626261989, -0.6653397029163253,
  0.960467683848984, 1.400556163612285, -1.361921305460894, 1.6710001706720203, 0.8016307510169894,
  0.12986070095632937, 1.038885607650635, 2.0278995540254936, -2.626359489334811, -2.161319993139727,
  1.5589959764209427, -0.09440280299163137, -0.755222423933051, 0.24140591571517903, 1.9312473257214322,
  2.883607991412285, -2.0638772974200656, 2.338537542178235, -0.14125558411288136, -1.1300446729030509,
  -2.7571720760448204, 3.0753646203597835, -0.5298242658400787, 2.0445911804589567, -2.492826477867104
};

/* sin (x + quarters * pi / 2): reduced in double, so that positions of thousands keep their digits; numbers beyond 2^24 are
 * m * 2^(3 k), and lose whole turns first. */
FL_INLINE float fl_sine_f32 (double x, int32_t quarters)
{
  const int32_t e = (int32_t) (fl_bits_f64 (x) >> 52 & 0x7FF) - 1044, beyond = e < 3 ? 0 : e * 43 >> 7, k = beyond > 35 ? 35 : beyond;
  const double a = x * fl_f64_bits ((uint64_t) (1023 - 3 * k) << 52) * fl_turns[k];
  const double t = a * 0.6366197723675814 + 6755399441055744.0, n = t - 6755399441055744.0; /* rounds; n is in the low bits */
  const float r = (float) ((a - n * 1.5707963267948966) - n * 6.123233995736766e-17), u = r * r;
  float s = -0.0001951511949300766f;
  s = s * u + 0.008332159370183945f;
  s = s * u - 0.16666655242443085f;
  s = r == 0.0f ? r : s * u * r + r; /* -0 stays what it is */
  float c = 2.443297125864774e-05f;
  c = c * u - 0.00138873141258955f;
  c = c * u + 0.04166664555668831f;
  c = c * u * u - 0.5f * u + 1.0f;
  const int32_t quarter = (int32_t) (uint32_t) fl_bits_f64 (t) + quarters;
  const float y = quarter & 1 ? c : s;
  return quarter & 2 ? -y : y;
}

/* --- the C library, with vector variants where it has them ----------------------------------------------------------------- */

#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)
__attribute__ ((simd ("notinbranch"), const)) float powf (float, float);
#endif

#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)
__attribute__ ((simd ("notinbranch"), const)) double exp (double);
#endif

#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)
__attribute__ ((simd ("notinbranch"), const)) double log (double);
#endif

#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)
__attribute__ ((simd ("notinbranch"), const)) double sin (double);
#endif

#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)
__attribute__ ((simd ("notinbranch"), const)) double cos (double);
#endif

#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)
__attribute__ ((simd ("notinbranch"), const)) double pow (double, double);
#endif

/* Giles' approximation, then two Newton steps in double. */
static double fl_erfinv (double x)
{
  const double w = -__builtin_log ((1 - x) * (1 + x)), s = __builtin_sqrt (w);
  double y = w < 5 ? x * (1.50140941 + (w - 2.5) * (0.246640727 + (w - 2.5) * -0.00417768164))
                   : x * (2.83297682 + (s - 3) * (1.00167406 + (s - 3) * 0.00943887047));
  if (x <= -1 || x >= 1 || x != x)
    return x == 1 ? __builtin_inf () : x == -1 ? -__builtin_inf () : __builtin_nan ("");
  for (int i = 0; i < 4; i++)
    y -= (__builtin_erf (y) - x) * 0.886226925452758 * __builtin_exp (y * y);
  return y;
}

/* Python's: has the sign of the divisor. */
FL_INLINE float fl_remainder_f32 (float a, float b)
{
  const float r = __builtin_fmodf (a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

FL_INLINE double fl_remainder_f64 (double a, double b)
{
  const double r = __builtin_fmod (a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
