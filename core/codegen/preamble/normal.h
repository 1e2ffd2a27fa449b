/* On vectors of floats: functions of the normal distribution, and the gamma function's. They are made as those of float-math.h. */
#pragma once

#include "types.h"
#include "vector.h"
#include "extremes.h"
#include "across.h"
#include "exp.h"
#include "wide.h"
#include "wide-convert.h"
#include "tables.h"
#include "float-math.h"
#include "double-math.h"

/* --- of the normal distribution -------------------------------------------------------------------------------------------- */

FL_INLINE fl_vec fl_erf_vec (fl_vec x)
{
#if FL_X86 == 512
  /* A polynomial for each eighth of |x|, which adding 1.5 * 2^20 leaves in the lowest bits: 1 from 3.8 on. */
  const fl_vec a = fl_smaller (fl_splat (3.9f), fl_abs_vec (x));
  const fl_mask k = (fl_mask) (a + 1572864.0f);
  fl_vec p = fl_lookup (fl_erf_table[4], k);
  p = p * a + fl_lookup (fl_erf_table[3], k);
  p = p * a + fl_lookup (fl_erf_table[2], k);
  p = p * a + fl_lookup (fl_erf_table[1], k);
  p = p * a + fl_lookup (fl_erf_table[0], k);
  return fl_signed (p, x);
#else
  /* x + x P (x^2), or 1 - e^-P (|x|). */
  const fl_vec a = fl_smaller (fl_splat (3.95f), fl_abs_vec (x)), t = x * x;
  fl_vec p = t * 7.9626945e-5f - 0.00080426986f;
  p = p * t + 0.005191889f;
  p = p * t - 0.026855579f;
  p = p * t + 0.11283624f;
  p = p * t - 0.3761263f;
  p = p * t + 0.12837917f;
  fl_vec q = a * 2.0906422e-5f - 0.00043227393f;
  q = q * a + 0.004160422f;
  q = q * a - 0.025091307f;
  q = q * a + 0.10823644f;
  q = q * a + 0.63338673f;
  q = q * a + 1.1294951f;
  q = q * a - 0.00017055204f;
  return fl_select (a < 0.92f, x + x * p, fl_copysign_vec (1.0f - fl_exp_vec (-q), x));
#endif
}

/* x / 2 * (1 + erf (x / sqrt (2))) */
FL_INLINE fl_vec fl_gelu_vec (fl_vec x)
{
#if FL_X86 == 512
  const fl_vec a = fl_abs_most (x, 5.4f);
  const fl_mask k = (fl_mask) (a * (40 / 7.0f) + 12582912.0f);
  fl_vec p = fl_lookup (fl_normal_table[3], k);
  p = p * a + fl_lookup (fl_normal_table[2], k);
  p = p * a + fl_lookup (fl_normal_table[1], k);
  p = p * a + fl_lookup (fl_normal_table[0], k);
  return x * fl_mirrored (p, x);
#else
  return x * 0.5f * (fl_erf_vec (x * 0.70710677f) + 1.0f);
#endif
}

/* x / 2 * (1 + tanh (sqrt (2 / pi) * (x + 0.044715 * x^3))) */
FL_INLINE fl_vec fl_gelu_tanh_vec (fl_vec x)
{
#if FL_X86 == 512
  const fl_vec a = fl_abs_most (x, 5.2f);
  const fl_mask k = (fl_mask) (a * 6.0f + 12582912.0f);
  fl_vec p = fl_lookup (fl_normal_tanh_table[3], k);
  p = p * a + fl_lookup (fl_normal_tanh_table[2], k);
  p = p * a + fl_lookup (fl_normal_tanh_table[1], k);
  p = p * a + fl_lookup (fl_normal_tanh_table[0], k);
  return x * fl_mirrored (p, x);
#else
  return x * 0.5f * (fl_tanh_vec (x * (x * x * 0.035677408f + 0.7978846f)) + 1.0f);
#endif
}

/* 1 - x P (x^2); beyond 0.46 e^(-a^2) P (t) / (a + 2) with a = |x|, t = 1 - 4 / (a + 2), and 2 less that of negative x. As good as floats
   need it. */
FL_INLINE fl_f64 fl_erfc_f64_part (fl_f64 x)
{
  const fl_f64 a = fl_abs_f64_vec (x), t = x * x;
  fl_f64 p = t * -0.000779266774514 + 0.00520560764038;
  p = p * t - 0.0268640948653;
  p = p * t + 0.112837810297;
  p = p * t - 0.376126387026;
  p = p * t + 1.12837916709;
  const fl_i64 is_none = a > 10.06; /* too small for floats to be told from 0 */
  const fl_f64 b = fl_select_f64 (is_none, fl_splat_f64 (1.0), a), part = 1.0 / (b + 2.0), s = 1.0 - 4.0 * part;
  fl_f64 q = s * 0.000104142813311 - 0.00053460018335;
  q = q * s - 0.000883749552638;
  q = q * s + 0.00304791702673;
  q = q * s + 0.00649131140364;
  q = q * s - 0.0215047851159;
  q = q * s - 0.0364434511432;
  q = q * s + 0.279471810264;
  q = q * s - 0.687160651034;
  q = q * s + 1.02158270724;
  const fl_f64 far = (fl_f64) ((fl_i64) (fl_exp_f64_vec (-(b * b)) * (q * part)) & ~is_none);
  return fl_select_f64 (a < 0.46, 1.0 - x * p, fl_select_f64 (x < 0.0, 2.0 - far, far));
}

FL_INLINE fl_vec fl_erfc_vec (fl_vec x)
{
  return fl_f32_of_two_f64 (fl_erfc_f64_part (fl_f64_of_f32 (x)), fl_erfc_f64_part (fl_upper_f64_of_f32 (x)));
}

/* x P (w) with w = -log (1 - x^2), beyond 5 x P (sqrt (w)). */
FL_INLINE fl_vec fl_erfinv_vec (fl_vec x)
{
  const fl_vec a = fl_abs_vec (x), w = -fl_log_vec ((1.0f - a) * (1.0f + a)), s = fl_sqrt_vec (w) - 3.0f, v = w - 2.5f;
  fl_vec p = v * -8.7911065e-09f + 2.3229138e-08f;
  p = p * v + 4.661763e-07f;
  p = p * v - 3.4626669e-06f;
  p = p * v - 4.9633995e-06f;
  p = p * v + 0.00021834431f;
  p = p * v - 0.0012527418f;
  p = p * v - 0.004177387f;
  p = p * v + 0.24664028f;
  p = p * v + 1.5014094f;
  fl_vec q = s * 0.00012590976f - 0.00031700512f;
  q = q * s - 7.201445e-05f;
  q = q * s + 0.0014939201f;
  q = q * s - 0.003589389f;
  q = q * s + 0.005683821f;
  q = q * s - 0.0076389336f;
  q = q * s + 0.009445621f;
  q = q * s + 1.001675f;
  q = q * s + 2.8329768f;
  const fl_vec y = x * fl_select (w < 5.0f, p, q);
  return fl_select (a == 1.0f, x * __builtin_inff (), y);
}

/* --- logarithm of the gamma function --------------------------------------------------------------------------------------- */

/* By doubles: the C library's function of floats is up to 5 units off. */
static __attribute__ ((noinline, unused)) fl_vec fl_each_lgamma (fl_vec x)
{
  for (int i = 0; i < FL_LANES; i++)
    x[i] = (float) __builtin_lgamma (x[i]);
  return x;
}

/* Of x from 0 on, by Stirling's series from 8 on; below that x is moved up by 8 steps of gamma (x + 1) = x gamma (x). */
FL_INLINE fl_f64 fl_lgamma_f64_part (fl_f64 x)
{
  const fl_f64 y = (x + 7.0) * x; /* (x + k) (x + 7 - k) = y + k (7 - k) */
  const fl_i64 is_low = x < 8.0;
  const fl_f64 steps = fl_select_f64 (is_low, (y * (y + 6.0)) * ((y + 10.0) * (y + 12.0)), fl_splat_f64 (1.0));
  const fl_f64 z = fl_select_f64 (is_low, x + 8.0, x), part = 1.0 / z, t = part * part;
  fl_f64 p = t * -0.0016526004455595122 + 0.0008372834512071336;
  p = p * t - 0.0005952025951802712;
  p = p * t + 0.0007936506649488252;
  p = p * t - 0.002777777777606244;
  p = p * t + 0.0833333333333333;
  return (((z - 0.5) * fl_log_f64_vec (z) - z) + (0.9189385332046728 + part * p)) - fl_log_f64_vec (steps);
}

/* In doubles; negative numbers, infinity and NaN by the C library. */
FL_INLINE fl_vec fl_lgamma_vec (fl_vec x)
{
  if (__builtin_expect (fl_any (~((x >= 0.0f) & (x <= 3.402823466e38f))), 0))
    return fl_each_lgamma (x);
  const fl_vec y = fl_f32_of_two_f64 (fl_lgamma_f64_part (fl_f64_of_f32 (x)), fl_lgamma_f64_part (fl_upper_f64_of_f32 (x)));
  return (fl_vec) ((fl_mask) y & ~((x == 1.0f) | (x == 2.0f)));
}
