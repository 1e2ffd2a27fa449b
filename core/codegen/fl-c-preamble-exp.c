/* Helpers of generated source on vectors of floats: exp, roots, quotients, scaling by powers of 2. */
#include "fl-c-preamble.h"

static const FlCHelper helpers[] = {
  { "fl_quotient",
    "/* p / q for q from 2^-100 to 2^100, to 1 ulp: an estimate and one correction are quicker than a division. */\n"
    "FL_INLINE fl_vec fl_quotient (fl_vec p, fl_vec q)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  const fl_vec inverse = __builtin_ia32_rcp14ps512_mask (q, q, -1), y = p * inverse;\n"
    "  return y + inverse * (p - q * y);\n"
    "#else\n"
    "  return p / q;\n"
    "#endif\n"
    "}\n" },
  { "fl_sqrt_vec",
    "FL_INLINE fl_vec fl_sqrt_vec (fl_vec x)\n"
    "{\n"
    "#if FL_X86 == 512 && defined __clang__\n"
    "  return __builtin_ia32_sqrtps512 (x, 4);\n"
    "#elif FL_X86 == 512\n"
    "  return __builtin_ia32_sqrtps512_mask (x, x, -1, 4);\n"
    "#elif FL_X86 == 256\n"
    "  return __builtin_ia32_sqrtps256 (x);\n"
    "#elif FL_X86 == 128\n"
    "  return __builtin_ia32_sqrtps (x);\n"
    "#else\n"
    "  fl_vec y;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    y[i] = __builtin_sqrtf (x[i]);\n"
    "  return y;\n"
    "#endif\n"
    "}\n" },
  { "fl_rsqrt_vec",
    "FL_INLINE fl_vec fl_rsqrt_vec (fl_vec x)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  const fl_vec y = __builtin_ia32_rsqrt14ps512_mask (x, x, -1), z = y + y * (0.5f - 0.5f * (x * y * y));\n"
    "  return fl_select (z == z, z, y); /* 0 and infinity */\n"
    "#else\n"
    "  return 1.0f / fl_sqrt_vec (x);\n"
    "#endif\n"
    "}\n" },
  { "fl_scale",
    "/* x * 2^n for n from -150 to 129. */\n"
    "FL_INLINE fl_vec fl_scale (fl_vec x, fl_vec n)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_ia32_scalefps512_mask (x, n, x, -1, 4);\n"
    "#else\n"
    "  const fl_mask k = __builtin_convertvector (n, fl_mask), half = k >> 1;\n"
    "  return x * (fl_vec) ((half + 127) << 23) * (fl_vec) ((k - half + 127) << 23);\n"
    "#endif\n"
    "}\n" },
  { "fl_pick_32",
    "/* Of 32 numbers those at places modulo 32. */\n"
    "#if FL_X86 == 512\n"
    "FL_INLINE fl_vec fl_pick_32 (fl_vec low, fl_vec high, fl_mask place)\n"
    "{\n"
    "#ifdef __clang__\n"
    "  return __builtin_ia32_vpermi2varps512 (low, place, high);\n"
    "#else\n"
    "  return __builtin_ia32_vpermt2varps512_mask (place, low, high, -1);\n"
    "#endif\n"
    "}\n"
    "#endif\n" },
  { "fl_exp_vec",
    "FL_INLINE fl_vec fl_exp_vec (fl_vec x)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  /* 2^(n / 32) * e^r: n is the integer next to x * 32 / ln 2, which adding 1.5 * 2^18 leaves in the lowest bits; 2^(n / 32) is one\n"
    "   * of 32 numbers, scaled; and e^r is 1 + r (1 + r / 2), as |r| < 0.011, and above 0 whatever r is where x is huge. What is too\n"
    "   * small to be told from 0 is not computed: results below 2^-126 take processors 40 times as long. */\n"
    "  const fl_vec low = { 1.0f, 1.0218972f, 1.04427373f, 1.06714046f, 1.09050775f, 1.1143868f, 1.13878858f, 1.1637249f,\n"
    "                       1.18920708f, 1.21524739f, 1.24185777f, 1.26905096f, 1.29683959f, 1.32523668f, 1.35425556f, 1.38390994f };\n"
    "  const fl_vec high = { 1.41421354f, 1.44518077f, 1.47682619f, 1.50916445f, 1.54221082f, 1.5759809f, 1.61049032f, 1.64575553f,\n"
    "                        1.68179286f, 1.71861935f, 1.75625217f, 1.79470909f, 1.8340081f, 1.87416768f, 1.91520655f, 1.95714414f };\n"
    "  const fl_vec u = x * 1.44269504f + 393216.0f, n = u - 393216.0f;\n"
    "  const fl_vec r = (x - n * 0.693147182f) + n * 1.90465430e-9f;\n"
    "  const fl_vec power = fl_pick_32 (low, high, (fl_mask) u), p = power + power * r * (1.00001466f + r * 0.500000477f);\n"
    "  const uint16_t is_some = __builtin_ia32_cmpps512_mask (n, fl_splat (-150.0f), 5, -1, 4);\n"
    "  return __builtin_ia32_scalefps512_mask (p, n, (fl_vec) { 0 }, is_some, 4);\n"
    "#else\n"
    "  /* 2^n * e^r with n = round (x / ln 2), which adding and taking away 1.5 * 2^23 makes. */\n"
    "  const fl_mask is_none = x < -104.0f; /* not computed: results below 2^-126 take processors 40 times as long */\n"
    "  const fl_vec a = fl_smaller (fl_splat (89.0f), (fl_vec) ((fl_mask) x & ~is_none));\n"
    "  const fl_vec n = (a * 1.44269504f + 12582912.0f) - 12582912.0f;\n"
    "  const fl_vec r = (a - n * 0.693359375f) + n * 2.12194440e-4f;\n"
    "#ifdef FL_FAST\n"
    "  fl_vec p = r * 0.00831253f + 0.04189013f;\n"
    "  p = p * r + 0.16667114f;\n"
    "  p = p * r + 0.49999232f;\n"
    "#else\n"
    "  fl_vec p = r * 0.0013814597623422742f + 0.008368716575205326f;\n"
    "  p = p * r + 0.04166838899254799f;\n"
    "  p = p * r + 0.1666652113199234f;\n"
    "  p = p * r + 0.4999999403953552f;\n"
    "#endif\n"
    "  p = p * r + 1.0f;\n"
    "  p = p * r + 1.0f;\n"
    "  return (fl_vec) ((fl_mask) fl_scale (p, n) & ~is_none);\n"
    "#endif\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_exp_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
