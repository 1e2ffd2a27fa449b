/* Inverse functions, powers and remainders on vectors of doubles.
 *
 * As the other functions of doubles: polynomials, no tables. What they would need other formulas for (zeros, denormals, infinities, NaN
 * of two arguments) goes to the C library one at a time. Coefficients are our own fits (tests/tools/fit-doubles.py); the largest errors
 * stand in fl-c-accuracy.def. */
#include "fl-c-preamble.h"

/* The C library's function of each lane. */
#define EACH_F64(name)                                                                                                         \
  { "fl_each_" name "_f64",                                                                                                    \
    "static __attribute__ ((noinline, unused)) fl_f64 fl_each_" name "_f64 (fl_f64 x)\n"                                      \
    "{\n"                                                                                                                      \
    "  for (int i = 0; i < FL_WIDE; i++)\n"                                                                                   \
    "    x[i] = __builtin_" name " (x[i]);\n"                                                                                 \
    "  return x;\n"                                                                                                            \
    "}\n" }
#define EACH2_F64(name)                                                                                                        \
  { "fl_each_" name "_f64",                                                                                                    \
    "static __attribute__ ((noinline, unused)) fl_f64 fl_each_" name "_f64 (fl_f64 x, fl_f64 y)\n"                           \
    "{\n"                                                                                                                      \
    "  for (int i = 0; i < FL_WIDE; i++)\n"                                                                                   \
    "    x[i] = __builtin_" name " (x[i], y[i]);\n"                                                                           \
    "  return x;\n"                                                                                                            \
    "}\n" }

static const FlCHelper helpers[] = {
  EACH_F64 ("erfc"),
  EACH_F64 ("lgamma"),
  EACH2_F64 ("pow"),
  EACH2_F64 ("hypot"),
  EACH2_F64 ("atan2"),
  EACH2_F64 ("fmod"),
  { "fl_fma_f64",
    "/* x * y + z, rounded once. */\n"
    "#if FL_X86 == 512\n"
    "FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z) { return __builtin_ia32_vfmaddpd512_mask (x, y, z, -1, 4); }\n"
    "#elif FL_X86 == 256 && defined __FMA__\n"
    "FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z) { return __builtin_ia32_vfmaddpd256 (x, y, z); }\n"
    "#elif FL_X86 == 128 && defined __FMA__\n"
    "FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z) { return __builtin_ia32_vfmaddpd (x, y, z); }\n"
    "#else\n"
    "FL_INLINE fl_f64 fl_fma_f64 (fl_f64 x, fl_f64 y, fl_f64 z)\n"
    "{\n"
    "  for (int i = 0; i < FL_WIDE; i++)\n"
    "    x[i] = __builtin_fma (x[i], y[i], z[i]);\n"
    "  return x;\n"
    "}\n"
    "#endif\n" },
  { "fl_product_f64",
    "/* x * y, rounded: the compiler does not make a multiply-add of it. */\n"
    "FL_INLINE fl_f64 fl_product_f64 (fl_f64 x, fl_f64 y) { return fl_fma_f64 (x, y, (fl_f64) { 0 }); }\n" },
  /* --- angles ----------------------------------------------------------------------------------------------------------- */
  { "fl_asin_f64_part",
    "/* asin (s) for |s| up to 1/2, with s^2 = t. */\n"
    "FL_INLINE fl_f64 fl_asin_f64_part (fl_f64 s, fl_f64 t)\n"
    "{\n"
    "  fl_f64 p = t * 0.028757851367421566 - 0.014851887071247204;\n"
    "  p = p * t + 0.01740087944269402;\n"
    "  p = p * t + 0.005457506718640358;\n"
    "  p = p * t + 0.01032281435018578;\n"
    "  p = p * t + 0.011479177415184906;\n"
    "  p = p * t + 0.013971212973552933;\n"
    "  p = p * t + 0.017352392720869973;\n"
    "  p = p * t + 0.02237217294214989;\n"
    "  p = p * t + 0.030381944138531247;\n"
    "  p = p * t + 0.04464285714635543;\n"
    "  p = p * t + 0.07499999999998433;\n"
    "  p = p * t + 0.16666666666666669;\n"
    "  return s + s * t * p;\n"
    "}\n" },
  { "fl_asin_f64_vec",
    "/* Above 1/2: pi / 2 - 2 asin (sqrt ((1 - |x|) / 2)). */\n"
    "FL_INLINE fl_f64 fl_asin_f64_vec (fl_f64 x)\n"
    "{\n"
    "  const fl_f64 a = fl_abs_f64_vec (x), half = 0.5 - 0.5 * a;\n"
    "  const fl_i64 is_large = a > 0.5;\n"
    "  const fl_f64 t = fl_select_f64 (is_large, half, a * a), s = fl_select_f64 (is_large, fl_sqrt_f64_vec (half), a), y = fl_asin_f64_part (s, t);\n"
    "  return fl_copysign_f64_vec (fl_select_f64 (is_large, (1.5707963267948966 - 2.0 * y) + 6.123233995736766e-17, y), x);\n"
    "}\n" },
  { "fl_acos_f64_vec",
    "FL_INLINE fl_f64 fl_acos_f64_vec (fl_f64 x)\n"
    "{\n"
    "  const fl_f64 a = fl_abs_f64_vec (x), half = 0.5 - 0.5 * a;\n"
    "  const fl_i64 is_large = a > 0.5;\n"
    "  const fl_f64 t = fl_select_f64 (is_large, half, x * x), s = fl_select_f64 (is_large, fl_sqrt_f64_vec (half), x), y = fl_asin_f64_part (s, t);\n"
    "  const fl_f64 large = fl_select_f64 (x < 0.0, (3.141592653589793 - 2.0 * y) + 1.2246467991473532e-16, 2.0 * y);\n"
    "  return fl_select_f64 (is_large, large, (1.5707963267948966 - y) + 6.123233995736766e-17);\n"
    "}\n" },
  { "fl_atan_f64_part",
    "/* atan (p / q) for 0 <= p <= q. */\n"
    "FL_INLINE fl_f64 fl_atan_f64_part (fl_f64 p, fl_f64 q)\n"
    "{\n"
    "  const fl_i64 is_large = p > q * 0.41421356237309503; /* tan (pi / 8): from there by atan ((z - 1) / (z + 1)) */\n"
    "  const fl_f64 z = fl_select_f64 (is_large, p - q, p) / fl_select_f64 (is_large, p + q, q), t = z * z;\n"
    "  fl_f64 y = t * -0.01917627151752634 + 0.0392311556198723;\n"
    "  y = y * t - 0.050854323376990765;\n"
    "  y = y * t + 0.05858145587628202;\n"
    "  y = y * t - 0.06664511064599371;\n"
    "  y = y * t + 0.07692183163650894;\n"
    "  y = y * t - 0.09090904576954117;\n"
    "  y = y * t + 0.11111111015227572;\n"
    "  y = y * t - 0.14285714284666184;\n"
    "  y = y * t + 0.19999999999995519;\n"
    "  y = y * t - 0.3333333333333333;\n"
    "  y = z + z * t * y;\n"
    "  return fl_select_f64 (is_large, y + 0.7853981633974483, y);\n"
    "}\n" },
  { "fl_atan_f64_vec",
    "FL_INLINE fl_f64 fl_atan_f64_vec (fl_f64 x)\n"
    "{\n"
    "  const fl_f64 a = fl_abs_f64_vec (x), one = fl_splat_f64 (1.0), big = fl_min_f64_vec (fl_splat_f64 (1e300), a);\n"
    "  const fl_i64 is_large = a > 1.0;\n"
    "  const fl_f64 y = fl_atan_f64_part (fl_select_f64 (is_large, one, a), fl_select_f64 (is_large, big, one));\n"
    "  return fl_copysign_f64_vec (fl_select_f64 (is_large, (1.5707963267948966 - y) + 6.123233995736766e-17, y), x);\n"
    "}\n" },
  { "fl_atan2_f64_vec",
    "/* Zeros, denormals, very large numbers, infinities and NaN by the C library. */\n"
    "FL_INLINE fl_f64 fl_atan2_f64_vec (fl_f64 y, fl_f64 x)\n"
    "{\n"
    "  const fl_f64 a = fl_abs_f64_vec (x), b = fl_abs_f64_vec (y), most = fl_max_f64_vec (a, b), least = fl_min_f64_vec (a, b);\n"
    "  if (__builtin_expect (fl_any ((fl_mask) ~((least >= 1e-290) & (most <= 1e290))), 0))\n"
    "    return fl_each_atan2_f64 (y, x);\n"
    "  const fl_f64 z = fl_atan_f64_part (least, most);\n"
    "  const fl_f64 u = fl_select_f64 (b > a, (1.5707963267948966 - z) + 6.123233995736766e-17, z);\n"
    "  return fl_copysign_f64_vec (fl_select_f64 (x < 0.0, (3.141592653589793 - u) + 1.2246467991473532e-16, u), y);\n"
    "}\n" },
  { "fl_asinh_f64_vec",
    "/* log (a + sqrt (a^2 + 1)), without loss for small a. */\n"
    "FL_INLINE fl_f64 fl_asinh_f64_vec (fl_f64 x)\n"
    "{\n"
    "  const fl_f64 a = fl_abs_f64_vec (x), s = fl_min_f64_vec (fl_splat_f64 (1e9), a), t = s * s;\n"
    "  const fl_f64 small = fl_log1p_f64_vec (s + t / (1.0 + fl_sqrt_f64_vec (t + 1.0)));\n"
    "  return fl_copysign_f64_vec (fl_select_f64 (a > 1e9, fl_log_f64_vec (a) + 0.6931471805599453, small), x);\n"
    "}\n" },
  { "fl_acosh_f64_vec",
    "FL_INLINE fl_f64 fl_acosh_f64_vec (fl_f64 x)\n"
    "{\n"
    "  const fl_f64 t = fl_min_f64_vec (fl_splat_f64 (1e9), x - 1.0), small = fl_log1p_f64_vec (t + fl_sqrt_f64_vec (t) * fl_sqrt_f64_vec (t + 2.0));\n"
    "  return fl_select_f64 (x > 1e9, fl_log_f64_vec (x) + 0.6931471805599453, small);\n"
    "}\n" },
  { "fl_atanh_f64_vec",
    "FL_INLINE fl_f64 fl_atanh_f64_vec (fl_f64 x)\n"
    "{\n"
    "  const fl_f64 a = fl_abs_f64_vec (x);\n"
    "  return fl_copysign_f64_vec (0.5 * fl_log1p_f64_vec ((a + a) / (1.0 - a)), x);\n"
    "}\n" },
  /* --- powers and roots --------------------------------------------------------------------------------------------------- */
  { "fl_hypot_f64_vec",
    "/* What would overflow or underflow by the C library, infinities and NaN, too. */\n"
    "FL_INLINE fl_f64 fl_hypot_f64_vec (fl_f64 x, fl_f64 y)\n"
    "{\n"
    "  const fl_f64 most = fl_max_f64_vec (fl_abs_f64_vec (x), fl_abs_f64_vec (y));\n"
    "  if (__builtin_expect (fl_any ((fl_mask) ~((most <= 1e150) & ((most >= 1e-140) | (most == 0.0)))), 0))\n"
    "    return fl_each_hypot_f64 (x, y);\n"
    "  return fl_sqrt_f64_vec (x * x + y * y);\n"
    "}\n" },
  { "fl_log2_f64_pair",
    "/* log2 (x) of positive normal x as a sum: the first term is 53 bits of it, the second what is left. With 2^e * m = x and s = (m - 1) /\n"
    "   (m + 1) it is e + 2 / ln 2 * s * (1 + t / 3 + t^2 P (t)), t being s^2; all but t^2 P (t) in twice the bits. */\n"
    "FL_INLINE fl_f64 fl_log2_f64_pair (fl_f64 x, fl_f64 *rest)\n"
    "{\n"
    "  const fl_i64 k = ((fl_i64) x - 0x3FE6A09E667F3BCD) >> 52;\n"
    "  const fl_f64 m = (fl_f64) ((fl_i64) x - (k << 52)), e = (fl_f64) (k + 0x4338000000000000) - 6755399441055744.0;\n"
    "  const fl_f64 up = m + 1.0, part = 1.0 / up, s = (m - 1.0) * part;\n"
    "  const fl_f64 s_low = (fl_fma_f64 (-s, up, m - 1.0) - s * (m - (up - 1.0))) * part;\n"
    "  const fl_f64 t = s * s, t_low = fl_fma_f64 (s, s, -t) + 2.0 * s * s_low;\n"
    "  fl_f64 p = t * 0.058618018114527055 + 0.05853097844940682;\n"
    "  p = p * t + 0.06667403106050301;\n"
    "  p = p * t + 0.07692297467298959;\n"
    "  p = p * t + 0.0909090916782708;\n"
    "  p = p * t + 0.11111111110827367;\n"
    "  p = p * t + 0.14285714285714685;\n"
    "  p = p * t + 0.2;\n"
    "  const fl_f64 third = fl_splat_f64 (0.3333333333333333), u = fl_product_f64 (t, third);\n"
    "  const fl_f64 u_low = fl_fma_f64 (t, third, -u) + (t * 1.850371707708594e-17 + t_low * third) + t * t * p;\n"
    "  const fl_f64 g = 1.0 + u, g_low = ((1.0 - g) + u) + u_low;\n"
    "  const fl_f64 q = s * g, q_low = fl_fma_f64 (s, g, -q) + (s * g_low + s_low * g);\n"
    "  const fl_f64 scale = fl_splat_f64 (2.8853900817779268), l = fl_product_f64 (q, scale);\n"
    "  const fl_f64 l_low = fl_fma_f64 (q, scale, -l) + (q * 4.0710547481862066e-17 + q_low * scale);\n"
    "  const fl_f64 y = e + l;\n"
    "  *rest = ((e - y) + l) + l_low;\n"
    "  return y;\n"
    "}\n" },
  { "fl_pow_f64_vec",
    "/* 2^(y log2 (x)), the product in twice the bits. Zeros, denormals, negative numbers, infinities, NaN by the C library; all where there\n"
    "   is no multiply-add. */\n"
    "FL_INLINE fl_f64 fl_pow_f64_vec (fl_f64 x, fl_f64 y)\n"
    "{\n"
    "#if FL_X86 == 512 || (defined __FMA__ && FL_X86)\n"
    "  if (__builtin_expect (fl_any ((fl_mask) ~((x >= 2.2250738585072014e-308) & (x <= 1.7976931348623157e308) & (fl_abs_f64_vec (y) <= 1e290))), 0))\n"
    "    return fl_each_pow_f64 (x, y);\n"
    "  fl_f64 l_low;\n"
    "  const fl_f64 l = fl_log2_f64_pair (x, &l_low), z = y * l, z_low = fl_fma_f64 (y, l, -z) + y * l_low;\n"
    "  const fl_i64 is_near = fl_abs_f64_vec (z) <= 1100.0;\n"
    "  const fl_f64 a = fl_select_f64 (is_near, z, fl_copysign_f64_vec (fl_splat_f64 (1100.0), z)), b = fl_select_f64 (is_near, z_low, fl_splat_f64 (0.0));\n"
    "  const fl_f64 n = ((a + b) + 6755399441055744.0) - 6755399441055744.0, r = ((a - n) + b) * 0.6931471805599453;\n"
    "  return fl_scale_f64 (1.0 + fl_exp_f64_near (r), n);\n"
    "#else\n"
    "  return fl_each_pow_f64 (x, y);\n"
    "#endif\n"
    "}\n" },
  /* --- remainders ------------------------------------------------------------------------------------------------------- */
  { "fl_fmod_f64_vec",
    "/* Has the sign of x. The quotient of numbers that are not too far apart is found at once, the rest by the C library. */\n"
    "FL_INLINE fl_f64 fl_fmod_f64_vec (fl_f64 x, fl_f64 y)\n"
    "{\n"
    "#if FL_X86 == 512 || (defined __FMA__ && FL_X86)\n"
    "  const fl_f64 a = fl_abs_f64_vec (x), b = fl_abs_f64_vec (y), q = a / b;\n"
    "  if (__builtin_expect (fl_any ((fl_mask) ~((q < 2251799813685248.0) & (b >= 1e-280) & (fl_max_f64_vec (a, b) <= 1e300))), 0))\n"
    "    return fl_each_fmod_f64 (x, y);\n"
    "  const fl_f64 r = fl_fma_f64 (-fl_trunc_f64_vec (q), b, a); /* exact, but for one b too few: the quotient was rounded */\n"
    "  return fl_copysign_f64_vec (fl_select_f64 (r < 0.0, r + b, r), x);\n"
    "#else\n"
    "  return fl_each_fmod_f64 (x, y);\n"
    "#endif\n"
    "}\n" },
  { "fl_remainder_f64_vec",
    "/* Python's: has the sign of the divisor. */\n"
    "FL_INLINE fl_f64 fl_remainder_f64_vec (fl_f64 x, fl_f64 y)\n"
    "{\n"
    "  const fl_f64 r = fl_fmod_f64_vec (x, y);\n"
    "  return fl_select_f64 ((r != 0.0) & ((r < 0.0) ^ (y < 0.0)), r + y, r);\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_inverse_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
