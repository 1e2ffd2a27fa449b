/* Helpers of generated source, in order of definition: each may use those before it.
 *
 * Accuracy of the float functions: as stated for vectors in fl-c-accuracy.def. They have no branches, so loops around them vectorise. The coefficients are our own
 * minimax fits. Functions that are rarely in inner loops go to libm; on x86-64 GNU systems with its vector variants. */
#include "fl-c-preamble.h"

#include <assert.h>
#include <string.h>

static const char types[]
    = "typedef __INT8_TYPE__ int8_t;\n"
      "typedef __INT16_TYPE__ int16_t;\n"
      "typedef __INT32_TYPE__ int32_t;\n"
      "typedef __INT64_TYPE__ int64_t;\n"
      "typedef __UINT8_TYPE__ uint8_t;\n"
      "typedef __UINT16_TYPE__ uint16_t;\n"
      "typedef __UINT32_TYPE__ uint32_t;\n"
      "typedef __UINT64_TYPE__ uint64_t;\n"
      "#define INT64_C(x) x##LL\n"
      "#define INT64_MIN (-INT64_C (9223372036854775807) - 1)\n"
      "#define INT32_MIN (-2147483647 - 1)\n"
      "#define FL_INLINE static inline __attribute__ ((always_inline, unused))\n"
      "\n"
      "/* Kernels count indices that were out of range here; they read a valid element instead. */\n"
      "int64_t fl_index_errors;\n";

#define LIBMVEC(declarations)                                                                                                  \
  "#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)\n" declarations "#endif\n"
#define VECTOR "__attribute__ ((simd (\"notinbranch\"), const)) "

/* Joins 64 lanes: halves are added until four are left, which takes few dependent steps. JOIN (a, b) is an expression. */
#define LANES(name, type, join)                                                                                                \
  {                                                                                                                            \
    name, "FL_INLINE " type " " name " (const " type " *lanes)\n"                                                              \
          "{\n"                                                                                                                \
          "#define FL_JOIN(a, b) " join "\n"                                                                                   \
          "  " type " a[32], b[16], c[8], d[4];\n"                                                                             \
          "#pragma omp simd\n"                                                                                                 \
          "  for (int i = 0; i < 32; i++)\n"                                                                                   \
          "    a[i] = FL_JOIN (lanes[i], lanes[i + 32]);\n"                                                                    \
          "#pragma omp simd\n"                                                                                                 \
          "  for (int i = 0; i < 16; i++)\n"                                                                                   \
          "    b[i] = FL_JOIN (a[i], a[i + 16]);\n"                                                                            \
          "#pragma omp simd\n"                                                                                                 \
          "  for (int i = 0; i < 8; i++)\n"                                                                                    \
          "    c[i] = FL_JOIN (b[i], b[i + 8]);\n"                                                                             \
          "#pragma omp simd\n"                                                                                                 \
          "  for (int i = 0; i < 4; i++)\n"                                                                                    \
          "    d[i] = FL_JOIN (c[i], c[i + 4]);\n"                                                                             \
          "  return FL_JOIN (FL_JOIN (d[0], d[2]), FL_JOIN (d[1], d[3]));\n"                                                   \
          "#undef FL_JOIN\n"                                                                                                   \
          "}\n"                                                                                                                \
  }

static const FlCHelper helpers[] = {
  /* --- indices ----------------------------------------------------------------------------------------------------- */
  { "fl_min", "FL_INLINE int64_t fl_min (int64_t a, int64_t b) { return a < b ? a : b; }\n" },
  { "fl_max", "FL_INLINE int64_t fl_max (int64_t a, int64_t b) { return a > b ? a : b; }\n" },
  { "fl_hide", "/* The number itself, unknown to the compiler: loops with constant power-of-two steps would not be vectorised. */\n"
               "FL_INLINE int64_t fl_hide (int64_t x)\n"
               "{\n"
               "  __asm__ (\"\" : \"+r\" (x));\n"
               "  return x;\n"
               "}\n" },
  { "fl_floor_div",
    "/* Rounds towards minus infinity; a division by zero gives 0. */\n"
    "FL_INLINE int64_t fl_floor_div (int64_t a, int64_t b)\n"
    "{\n"
    "  if (b == 0)\n"
    "    return 0;\n"
    "  if (b == -1)\n"
    "    return -a;\n"
    "  return a / b - (a % b != 0 && (a < 0) != (b < 0));\n"
    "}\n" },
  { "fl_floor_mod",
    "/* Has the sign of the divisor; a division by zero gives 0. */\n"
    "FL_INLINE int64_t fl_floor_mod (int64_t a, int64_t b)\n"
    "{\n"
    "  if (b == 0 || b == -1)\n"
    "    return 0;\n"
    "  return a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0);\n"
    "}\n" },
  { "fl_trunc_div",
    "FL_INLINE int64_t fl_trunc_div (int64_t a, int64_t b) { return b == 0 ? 0 : b == -1 ? -a : a / b; }\n" },
  { "fl_trunc_mod", "FL_INLINE int64_t fl_trunc_mod (int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }\n" },
  { "fl_wrap_index", "/* Negative indices count from the end. */\n"
                     "FL_INLINE int64_t fl_wrap_index (int64_t index, int64_t size) { return index < 0 ? index + size : index; }\n" },
  { "fl_clamp_index",
    "/* A valid index whatever the data say: the index, or the last one. */\n"
    "FL_INLINE int64_t fl_clamp_index (int64_t index, int64_t size)\n"
    "{\n"
    "  return (uint64_t) index < (uint64_t) size ? index : size - (size > 0);\n"
    "}\n" },
  { "fl_is_outside",
    "FL_INLINE int64_t fl_is_outside (int64_t index, int64_t size) { return (uint64_t) index >= (uint64_t) size; }\n" },
  { "fl_pow_i64",
    "FL_INLINE int64_t fl_pow_i64 (int64_t base, int64_t exponent)\n"
    "{\n"
    "  int64_t result = 1;\n"
    "  if (exponent < 0)\n"
    "    return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;\n"
    "  for (; exponent > 0; exponent >>= 1, base *= base)\n"
    "    result *= exponent & 1 ? base : 1;\n"
    "  return result;\n"
    "}\n" },
  { "fl_shift_left",
    "/* By as many bits as there are, more, or less than none: nothing is left, as in PyTorch. */\n"
    "FL_INLINE int64_t fl_shift_left (int64_t x, int64_t n, int64_t bits) { return n >= 0 && n < bits ? (int64_t) ((uint64_t) x << n) : 0; }\n" },
  { "fl_shift_right", "FL_INLINE int64_t fl_shift_right (int64_t x, int64_t n, int64_t bits) { return x >> (n >= 0 && n < bits ? n : 63); }\n" },
  { "fl_shift_right_u64",
    "FL_INLINE uint64_t fl_shift_right_u64 (uint64_t x, uint64_t n, uint64_t bits) { return n < bits ? x >> n : 0; }\n" },
  /* --- 16-bit floats ----------------------------------------------------------------------------------------------- */
  { "fl_bits_f32", "FL_INLINE uint32_t fl_bits_f32 (float x) { return ((union { float f; uint32_t u; }) { .f = x }).u; }\n" },
  { "fl_f32_bits", "FL_INLINE float fl_f32_bits (uint32_t u) { return ((union { float f; uint32_t u; }) { .u = u }).f; }\n" },
  { "fl_bits_f64", "FL_INLINE uint64_t fl_bits_f64 (double x) { return ((union { double f; uint64_t u; }) { .f = x }).u; }\n" },
  { "fl_f64_bits", "FL_INLINE double fl_f64_bits (uint64_t u) { return ((union { double f; uint64_t u; }) { .u = u }).f; }\n" },
  { "fl_from_bf16", "FL_INLINE float fl_from_bf16 (uint16_t x) { return fl_f32_bits ((uint32_t) x << 16); }\n" },
  { "fl_to_bf16",
    "/* Rounds to nearest, ties to even. */\n"
    "FL_INLINE uint16_t fl_to_bf16 (float x)\n"
    "{\n"
    "  const uint32_t u = fl_bits_f32 (x);\n"
    "  return x != x ? 0x7FC0 : (u + 0x7FFF + (u >> 16 & 1)) >> 16;\n"
    "}\n" },
  { "fl_from_f16",
    "FL_INLINE float fl_from_f16 (uint16_t x)\n"
    "{\n"
    "#ifdef __FLT16_MAX__\n"
    "  return (float) ((union { uint16_t u; _Float16 f; }) { .u = x }).f;\n"
    "#else\n"
    "  const uint32_t sign = (uint32_t) (x & 0x8000) << 16, rest = (uint32_t) (x & 0x7FFF) << 13;\n"
    "  const float scaled = fl_f32_bits (rest) * 5.192296858534828e33f; /* 2^112 */\n"
    "  return fl_f32_bits (sign | (rest >= 0x0F800000 ? rest | 0x7F800000 : fl_bits_f32 (scaled)));\n"
    "#endif\n"
    "}\n" },
  { "fl_to_f16",
    "/* Rounds to nearest, ties to even. */\n"
    "FL_INLINE uint16_t fl_to_f16 (float x)\n"
    "{\n"
    "#ifdef __FLT16_MAX__\n"
    "  return ((union { uint16_t u; _Float16 f; }) { .f = (_Float16) x }).u;\n"
    "#else\n"
    "  const uint32_t u = fl_bits_f32 (x), sign = u >> 16 & 0x8000, rest = u & 0x7FFFFFFF;\n"
    "  if (rest > 0x7F800000)\n"
    "    return sign | 0x7E00;\n"
    "  if (rest >= 0x477FF000) /* 65520 and above round to infinity */\n"
    "    return sign | 0x7C00;\n"
    "  if (rest < 0x38800000) /* below 2^-14: the addition rounds to a multiple of 2^-24 */\n"
    "    return sign | (fl_bits_f32 (fl_f32_bits (rest) + 0.5f) - 0x3F000000);\n"
    "  return sign | ((rest - 0x38000000 + 0xFFF + (rest >> 13 & 1)) >> 13);\n"
    "#endif\n"
    "}\n" },
  { "fl_round_bf16", "FL_INLINE float fl_round_bf16 (float x) { return fl_from_bf16 (fl_to_bf16 (x)); }\n" },
  { "fl_round_f16", "FL_INLINE float fl_round_f16 (float x) { return fl_from_f16 (fl_to_f16 (x)); }\n" },
  /* --- 8-bit floats: rounded to nearest, ties to even --------------------------------------------------------------- */
  /* bias and digits (after the point) of the format; what lies below its smallest normal number is rounded by an addition. */
  { "fl_round_digits",
    "/* The bits of |x| (given as f32's) in a format of 8 bits, its largest exponent unbounded. */\n"
    "FL_INLINE uint32_t fl_round_digits (uint32_t rest, int bias, int digits)\n"
    "{\n"
    "  const int drop = 23 - digits;\n"
    "  const uint32_t normal = (uint32_t) (128 - bias) << 23, magic = (uint32_t) (151 - bias - digits) << 23;\n"
    "  if (rest < normal) /* the addition rounds to a multiple of the smallest number */\n"
    "    return fl_bits_f32 (fl_f32_bits (rest) + fl_f32_bits (magic)) - magic;\n"
    "  return (rest - ((uint32_t) (127 - bias) << 23) + (1u << (drop - 1)) - 1 + (rest >> drop & 1)) >> drop;\n"
    "}\n" },
  { "fl_from_digits",
    "FL_INLINE float fl_from_digits (uint32_t rest, int bias, int digits)\n"
    "{\n"
    "  const float small = (float) (int32_t) rest * fl_f32_bits ((uint32_t) (128 - bias - digits) << 23);\n"
    "  return rest >> digits ? fl_f32_bits ((rest << (23 - digits)) + ((uint32_t) (127 - bias) << 23)) : small;\n"
    "}\n" },
  { "fl_from_f8e4m3fn",
    "/* No infinities. */\n"
    "FL_INLINE float fl_from_f8e4m3fn (uint8_t x)\n"
    "{\n"
    "  const uint32_t sign = (uint32_t) (x & 0x80) << 24, rest = x & 0x7F;\n"
    "  return fl_f32_bits (sign | (rest == 0x7F ? 0x7FC00000 : fl_bits_f32 (fl_from_digits (rest, 7, 3))));\n"
    "}\n" },
  { "fl_to_f8e4m3fn",
    "/* Saturates: what is larger than 448, infinities too, becomes 448. */\n"
    "FL_INLINE uint8_t fl_to_f8e4m3fn (float x)\n"
    "{\n"
    "  const uint32_t u = fl_bits_f32 (x), sign = u >> 24 & 0x80, rest = u & 0x7FFFFFFF;\n"
    "  return sign | (rest > 0x7F800000 ? 0x7F : rest >= 0x43E00000 ? 0x7E : fl_round_digits (rest, 7, 3));\n"
    "}\n" },
  { "fl_from_f8e5m2", "FL_INLINE float fl_from_f8e5m2 (uint8_t x) { return fl_from_f16 ((uint16_t) (x << 8)); } /* f16's first half */\n" },
  { "fl_to_f8e5m2",
    "/* From 61440 on: infinity. */\n"
    "FL_INLINE uint8_t fl_to_f8e5m2 (float x)\n"
    "{\n"
    "  const uint32_t u = fl_bits_f32 (x), sign = u >> 24 & 0x80, rest = u & 0x7FFFFFFF;\n"
    "  return sign | (rest > 0x7F800000 ? 0x7F : rest >= 0x47700000 ? 0x7C : fl_round_digits (rest, 15, 2));\n"
    "}\n" },
  { "fl_from_f8e4m3fnuz",
    "/* Neither infinities nor -0, whose bits are the only NaN. */\n"
    "FL_INLINE float fl_from_f8e4m3fnuz (uint8_t x)\n"
    "{\n"
    "  const uint32_t sign = (uint32_t) (x & 0x80) << 24;\n"
    "  return fl_f32_bits (x == 0x80 ? 0x7FC00000 : sign | fl_bits_f32 (fl_from_digits (x & 0x7F, 8, 3)));\n"
    "}\n" },
  { "fl_to_f8e4m3fnuz",
    "/* From 248 on: NaN. */\n"
    "FL_INLINE uint8_t fl_to_f8e4m3fnuz (float x)\n"
    "{\n"
    "  const uint32_t u = fl_bits_f32 (x), rest = u & 0x7FFFFFFF;\n"
    "  const uint32_t digits = rest >= 0x43780000 ? 0x80 : fl_round_digits (rest, 8, 3);\n"
    "  return digits ? (u >> 24 & 0x80) | digits : 0;\n"
    "}\n" },
  { "fl_from_f8e5m2fnuz",
    "FL_INLINE float fl_from_f8e5m2fnuz (uint8_t x)\n"
    "{\n"
    "  const uint32_t sign = (uint32_t) (x & 0x80) << 24;\n"
    "  return fl_f32_bits (x == 0x80 ? 0x7FC00000 : sign | fl_bits_f32 (fl_from_digits (x & 0x7F, 16, 2)));\n"
    "}\n" },
  { "fl_to_f8e5m2fnuz",
    "/* From 61440 on: NaN. */\n"
    "FL_INLINE uint8_t fl_to_f8e5m2fnuz (float x)\n"
    "{\n"
    "  const uint32_t u = fl_bits_f32 (x), rest = u & 0x7FFFFFFF;\n"
    "  const uint32_t digits = rest >= 0x47700000 ? 0x80 : fl_round_digits (rest, 16, 2);\n"
    "  return digits ? (u >> 24 & 0x80) | digits : 0;\n"
    "}\n" },
  { "fl_from_f8e8m0fnu",
    "/* Powers of two; the least is 2^-127. */\n"
    "FL_INLINE float fl_from_f8e8m0fnu (uint8_t x) { return fl_f32_bits (x == 0xFF ? 0x7FC00000 : x ? (uint32_t) x << 23 : 0x400000); }\n" },
  { "fl_to_f8e8m0fnu",
    "/* The nearest power of two to |x|, the larger one of two as near. */\n"
    "FL_INLINE uint8_t fl_to_f8e8m0fnu (float x)\n"
    "{\n"
    "  const uint32_t rest = fl_bits_f32 (x) & 0x7FFFFFFF, exponent = rest >> 23;\n"
    "  return exponent == 0xFF ? 0xFF : exponent + ((rest & 0x7FFFFF) > (exponent ? 0x3FFFFF : 0x400000));\n"
    "}\n" },
#define ROUND_8(name) { "fl_round_" name, "FL_INLINE float fl_round_" name " (float x) { return fl_from_" name " (fl_to_" name " (x)); }\n" }
  ROUND_8 ("f8e4m3fn"),
  ROUND_8 ("f8e5m2"),
  ROUND_8 ("f8e4m3fnuz"),
  ROUND_8 ("f8e5m2fnuz"),
  ROUND_8 ("f8e8m0fnu"),
  /* --- maximum and minimum that keep NaN --------------------------------------------------------------------------- */
  { "fl_max_f32",
    "/* NaN wins, as in PyTorch. */\n"
    "FL_INLINE float fl_max_f32 (float a, float b) { return b > a || b != b ? b : a; }\n"
    "#pragma omp declare reduction (fl_max_f32 : float : omp_out = fl_max_f32 (omp_out, omp_in)) initializer (omp_priv = -__builtin_inff ())\n" },
  { "fl_min_f32",
    "FL_INLINE float fl_min_f32 (float a, float b) { return b < a || b != b ? b : a; }\n"
    "#pragma omp declare reduction (fl_min_f32 : float : omp_out = fl_min_f32 (omp_out, omp_in)) initializer (omp_priv = __builtin_inff ())\n" },
  { "fl_max_f64",
    "FL_INLINE double fl_max_f64 (double a, double b) { return b > a || b != b ? b : a; }\n"
    "#pragma omp declare reduction (fl_max_f64 : double : omp_out = fl_max_f64 (omp_out, omp_in)) initializer (omp_priv = -__builtin_inf ())\n" },
  { "fl_min_f64",
    "FL_INLINE double fl_min_f64 (double a, double b) { return b < a || b != b ? b : a; }\n"
    "#pragma omp declare reduction (fl_min_f64 : double : omp_out = fl_min_f64 (omp_out, omp_in)) initializer (omp_priv = __builtin_inf ())\n" },
  LANES ("fl_sum_lanes_f32", "float", "((a) + (b))"),
  LANES ("fl_sum_lanes_f64", "double", "((a) + (b))"),
  LANES ("fl_max_lanes_f32", "float", "fl_max_f32 (a, b)"),
  LANES ("fl_max_lanes_f64", "double", "fl_max_f64 (a, b)"),
  LANES ("fl_min_lanes_f32", "float", "fl_min_f32 (a, b)"),
  LANES ("fl_min_lanes_f64", "double", "fl_min_f64 (a, b)"),
  /* --- integers of floats: what lies beyond, and NaN, is the smallest number, as processors have it ------------------ */
  /* Back as a float a number between -1 and 1 is 0, never -0: gcc 12 has trunc for there and back, which keeps the sign, unless the
   * choice is written out. */
  { "fl_int32", "FL_INLINE int32_t fl_int32 (double x) { return x > -1.0 && x < 1.0 ? 0 : x > -2147483649.0 && x < 2147483648.0 ? (int32_t) x : INT32_MIN; }\n" },
  { "fl_int32_f32", "FL_INLINE int32_t fl_int32_f32 (float x) { return x > -1.0f && x < 1.0f ? 0 : x >= -2147483648.0f && x < 2147483648.0f ? (int32_t) x : INT32_MIN; }\n" },
  { "fl_int64",
    "FL_INLINE int64_t fl_int64 (double x) { return x > -1.0 && x < 1.0 ? 0 : x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (int64_t) x : INT64_MIN; }\n" },
  { "fl_int64_f32",
    "FL_INLINE int64_t fl_int64_f32 (float x) { return x > -1.0f && x < 1.0f ? 0 : x >= -9223372036854775808.0f && x < 9223372036854775808.0f ? (int64_t) x : INT64_MIN; }\n" },
  /* --- functions of a float ---------------------------------------------------------------------------------------- */
  { "fl_exp_f32",
    "/* 2^n * e^r with n = round (x / ln 2): adding 1.5 * 2^23 rounds and leaves n in the low bits. Results below 2^-126 are 0. */\n"
    "FL_INLINE float fl_exp_f32 (float x)\n"
    "{\n"
    "  const float t = x * 1.44269504f + 12582912.0f, n = t - 12582912.0f;\n"
    "  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;\n"
    "  float p = 0.0013814597623422742f;\n"
    "  p = p * r + 0.008368716575205326f;\n"
    "  p = p * r + 0.04166838899254799f;\n"
    "  p = p * r + 0.1666652113199234f;\n"
    "  p = p * r + 0.4999999403953552f;\n"
    "  p = p * r * r + r + 1.0f;\n"
    "  const float y = fl_f32_bits (fl_bits_f32 (p) + (fl_bits_f32 (t) << 23));\n"
    "  const float beyond = x < 0.0f ? 0.0f : x * __builtin_inff (); /* 0, infinity or NaN */\n"
    "  return x >= -87.33654f && x <= 88.72283f ? y : beyond;\n"
    "}\n" },
  { "fl_exp2_f32",
    "FL_INLINE float fl_exp2_f32 (float x)\n"
    "{\n"
    "  const float t = x + 12582912.0f, r = (x - (t - 12582912.0f)) * 0.693147181f;\n"
    "  float p = 0.0013814597623422742f;\n"
    "  p = p * r + 0.008368716575205326f;\n"
    "  p = p * r + 0.04166838899254799f;\n"
    "  p = p * r + 0.1666652113199234f;\n"
    "  p = p * r + 0.4999999403953552f;\n"
    "  p = p * r * r + r + 1.0f;\n"
    "  const float y = fl_f32_bits (fl_bits_f32 (p) + (fl_bits_f32 (t) << 23));\n"
    "  const float beyond = x < 0.0f ? 0.0f : x * __builtin_inff (); /* 0, infinity or NaN */\n"
    "  return x >= -126.0f && x < 128.0f ? y : beyond;\n"
    "}\n" },
  { "fl_log_f32",
    "/* x = 2^e * (1 + f) with 1 + f in [sqrt (1/2), sqrt (2)). */\n"
    "FL_INLINE float fl_log_f32 (float x)\n"
    "{\n"
    "  const float tiny = x < 1.17549435e-38f ? 8388608.0f : 1.0f; /* denormals are scaled by 2^23 */\n"
    "  const uint32_t u = fl_bits_f32 (x * tiny);\n"
    "  const int32_t e = (int32_t) (u - 0x3F3504F3) >> 23;\n"
    "  const float f = fl_f32_bits (u - ((uint32_t) e << 23)) - 1.0f;\n"
    "  const float n = (float) e - (tiny > 1.0f ? 23.0f : 0.0f);\n"
    "  float p = -0.07634496688842773f;\n"
    "  p = p * f + 0.1276157647371292f;\n"
    "  p = p * f - 0.13160182535648346f;\n"
    "  p = p * f + 0.14201757311820984f;\n"
    "  p = p * f - 0.16623356938362122f;\n"
    "  p = p * f + 0.20001226663589478f;\n"
    "  p = p * f - 0.2500081956386566f;\n"
    "  p = p * f + 0.3333333134651184f;\n"
    "  const float y = f + (f * f * (f * p - 0.5f) - n * 2.12194440e-4f) + n * 0.693359375f;\n"
    "  const float special = x == 0.0f ? -__builtin_inff () : x < 0.0f ? __builtin_nanf (\"\") : x;\n"
    "  return x > 0.0f && x <= 3.402823466e38f ? y : special;\n"
    "}\n" },
  { "fl_log1p_f32",
    "FL_INLINE float fl_log1p_f32 (float x)\n"
    "{\n"
    "  const float u = 1.0f + x, lost = x - (u - 1.0f);\n"
    "  const float y = fl_log_f32 (u) + (u > 0.0f && u <= 3.402823466e38f ? lost / u : 0.0f);\n"
    "  return u == 1.0f ? x : y;\n"
    "}\n" },
  { "fl_sigmoid_f32", "FL_INLINE float fl_sigmoid_f32 (float x) { return 1.0f / (1.0f + fl_exp_f32 (-x)); }\n" },
  { "fl_tanh_f32",
    "/* x + x^3 P (x^2), or 1 - 2 / (1 + e^(2 |x|)). */\n"
    "FL_INLINE float fl_tanh_f32 (float x)\n"
    "{\n"
    "  const float a = __builtin_fabsf (x), t = x * x, large = 1.0f - 2.0f / (1.0f + fl_exp_f32 (a + a));\n"
    "  float p = t * 0.0021841933f - 0.00822063f;\n"
    "  p = p * t + 0.021717468f;\n"
    "  p = p * t - 0.053949695f;\n"
    "  p = p * t + 0.13333228f;\n"
    "  p = p * t - 0.3333333f;\n"
    "  return __builtin_copysignf (a < 0.6f ? a + a * t * p : large, x); /* of -0, too */\n"
    "}\n" },
  { "fl_erf_f32",
    "/* x + x P (x^2), or 1 - e^-P (|x|). */\n"
    "FL_INLINE float fl_erf_f32 (float x)\n"
    "{\n"
    "  const float b = __builtin_fabsf (x), a = b > 3.95f ? 3.95f : b, t = x * x;\n"
    "  float p = t * 7.9626945e-5f - 0.00080426986f;\n"
    "  p = p * t + 0.005191889f;\n"
    "  p = p * t - 0.026855579f;\n"
    "  p = p * t + 0.11283624f;\n"
    "  p = p * t - 0.3761263f;\n"
    "  p = p * t + 0.12837917f;\n"
    "  float q = a * 2.0906422e-5f - 0.00043227393f;\n"
    "  q = q * a + 0.004160422f;\n"
    "  q = q * a - 0.025091307f;\n"
    "  q = q * a + 0.10823644f;\n"
    "  q = q * a + 0.63338673f;\n"
    "  q = q * a + 1.1294951f;\n"
    "  q = q * a - 0.00017055204f;\n"
    "  return a < 0.92f ? x + x * p : __builtin_copysignf (1.0f - fl_exp_f32 (-q), x);\n"
    "}\n" },
  { "fl_turns",
    "/* 2^(3 k) without whole turns. */\n"
    "static const double fl_turns[36] = {\n"
    "  1.0, 1.7168146928204135, 1.1681469282041352, 3.0619901184534952, -0.6368202810903829, 1.188623058456523,\n"
    "  -3.0573861467069903, 0.6736520550624236, -0.8939688666801969, -0.868565626261989, -0.6653397029163253,\n"
    "  0.960467683848984, 1.400556163612285, -1.361921305460894, 1.6710001706720203, 0.8016307510169894,\n"
    "  0.12986070095632937, 1.038885607650635, 2.0278995540254936, -2.626359489334811, -2.161319993139727,\n"
    "  1.5589959764209427, -0.09440280299163137, -0.755222423933051, 0.24140591571517903, 1.9312473257214322,\n"
    "  2.883607991412285, -2.0638772974200656, 2.338537542178235, -0.14125558411288136, -1.1300446729030509,\n"
    "  -2.7571720760448204, 3.0753646203597835, -0.5298242658400787, 2.0445911804589567, -2.492826477867104\n"
    "};\n" },
  { "fl_sine_f32",
    "/* sin (x + quarters * pi / 2): reduced in double, so that positions of thousands keep their digits; numbers beyond 2^24 are\n"
    " * m * 2^(3 k), and lose whole turns first. */\n"
    "FL_INLINE float fl_sine_f32 (double x, int32_t quarters)\n"
    "{\n"
    "  const int32_t e = (int32_t) (fl_bits_f64 (x) >> 52 & 0x7FF) - 1044, beyond = e < 3 ? 0 : e * 43 >> 7, k = beyond > 35 ? 35 : beyond;\n"
    "  const double a = x * fl_f64_bits ((uint64_t) (1023 - 3 * k) << 52) * fl_turns[k];\n"
    "  const double t = a * 0.6366197723675814 + 6755399441055744.0, n = t - 6755399441055744.0; /* rounds; n is in the low bits */\n"
    "  const float r = (float) ((a - n * 1.5707963267948966) - n * 6.123233995736766e-17), u = r * r;\n"
    "  float s = -0.0001951511949300766f;\n"
    "  s = s * u + 0.008332159370183945f;\n"
    "  s = s * u - 0.16666655242443085f;\n"
    "  s = r == 0.0f ? r : s * u * r + r; /* -0 stays what it is */\n"
    "  float c = 2.443297125864774e-05f;\n"
    "  c = c * u - 0.00138873141258955f;\n"
    "  c = c * u + 0.04166664555668831f;\n"
    "  c = c * u * u - 0.5f * u + 1.0f;\n"
    "  const int32_t quarter = (int32_t) (uint32_t) fl_bits_f64 (t) + quarters;\n"
    "  const float y = quarter & 1 ? c : s;\n"
    "  return quarter & 2 ? -y : y;\n"
    "}\n" },
  /* --- libm, with vector variants where the C library has them ----------------------------------------------------- */
  { "__builtin_powf", LIBMVEC (VECTOR "float powf (float, float);\n") },
  { "__builtin_exp", LIBMVEC (VECTOR "double exp (double);\n") },
  { "__builtin_log", LIBMVEC (VECTOR "double log (double);\n") },
  { "__builtin_sin", LIBMVEC (VECTOR "double sin (double);\n") },
  { "__builtin_cos", LIBMVEC (VECTOR "double cos (double);\n") },
  { "__builtin_pow", LIBMVEC (VECTOR "double pow (double, double);\n") },
  { "fl_erfinv",
    "/* Giles' approximation, then two Newton steps in double. */\n"
    "static double fl_erfinv (double x)\n"
    "{\n"
    "  const double w = -__builtin_log ((1 - x) * (1 + x)), s = __builtin_sqrt (w);\n"
    "  double y = w < 5 ? x * (1.50140941 + (w - 2.5) * (0.246640727 + (w - 2.5) * -0.00417768164))\n"
    "                   : x * (2.83297682 + (s - 3) * (1.00167406 + (s - 3) * 0.00943887047));\n"
    "  if (x <= -1 || x >= 1 || x != x)\n"
    "    return x == 1 ? __builtin_inf () : x == -1 ? -__builtin_inf () : __builtin_nan (\"\");\n"
    "  for (int i = 0; i < 4; i++)\n"
    "    y -= (__builtin_erf (y) - x) * 0.886226925452758 * __builtin_exp (y * y);\n"
    "  return y;\n"
    "}\n" },
  { "fl_remainder_f32",
    "/* Python's: has the sign of the divisor. */\n"
    "FL_INLINE float fl_remainder_f32 (float a, float b)\n"
    "{\n"
    "  const float r = __builtin_fmodf (a, b);\n"
    "  return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n"
    "}\n" },
  { "fl_remainder_f64",
    "FL_INLINE double fl_remainder_f64 (double a, double b)\n"
    "{\n"
    "  const double r = __builtin_fmod (a, b);\n"
    "  return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n"
    "}\n" },
  /* --- random numbers: core/base/fl-random.h has the same functions ------------------------------------------------- */
  { "fl_philox",
    "/* Philox 4x32-10: key = seed, counter = offset. */\n"
    "FL_INLINE void fl_philox (uint64_t seed, uint64_t offset, uint32_t words[4])\n"
    "{\n"
    "  uint32_t c0 = (uint32_t) offset, c1 = (uint32_t) (offset >> 32), c2 = 0, c3 = 0;\n"
    "  uint32_t k0 = (uint32_t) seed, k1 = (uint32_t) (seed >> 32);\n"
    "  for (int round = 0; round < 10; round++)\n"
    "    {\n"
    "      const uint64_t a = (uint64_t) 0xD2511F53u * c0, b = (uint64_t) 0xCD9E8D57u * c2;\n"
    "      c0 = (uint32_t) (b >> 32) ^ c1 ^ k0;\n"
    "      c1 = (uint32_t) b;\n"
    "      c2 = (uint32_t) (a >> 32) ^ c3 ^ k1;\n"
    "      c3 = (uint32_t) a;\n"
    "      k0 += 0x9E3779B9u;\n"
    "      k1 += 0xBB67AE85u;\n"
    "    }\n"
    "  words[0] = c0; words[1] = c1; words[2] = c2; words[3] = c3;\n"
    "}\n" },
  { "fl_rand",
    "FL_INLINE float fl_rand (int64_t seed, int64_t offset)\n"
    "{\n"
    "  uint32_t words[4];\n"
    "  fl_philox (seed, offset, words);\n"
    "  return (float) (words[0] & 0x7FFFFFFFu) * 4.6566127342e-10f;\n"
    "}\n" },
  { "fl_normal",
    "FL_INLINE float fl_normal (int64_t seed, int64_t offset)\n"
    "{\n"
    "  uint32_t words[4];\n"
    "  fl_philox (seed, offset, words);\n"
    "  volatile float u1 = (float) (words[0] & 0x7FFFFFFFu) * 4.6566127342e-10f; /* rounded before it is subtracted */\n"
    "  volatile float u2 = (float) (words[1] & 0x7FFFFFFFu) * 4.6566127342e-10f;\n"
    "  return __builtin_sqrtf (-2.0f * __builtin_logf (1.0f - u1)) * __builtin_cosf (6.2831853f * (1.0f - u2));\n"
    "}\n" },
  { "fl_randint",
    "FL_INLINE int64_t fl_randint (int64_t seed, int64_t offset, int64_t low, int64_t high)\n"
    "{\n"
    "  const uint64_t range = (uint64_t) high - (uint64_t) low;\n"
    "  uint32_t words[4];\n"
    "  fl_philox (seed, offset, words);\n"
    "  return range == 0 ? low : (int64_t) (((uint64_t) words[1] << 32 | words[0]) % range + (uint64_t) low);\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_helpers (FlCHelpers table, guint *n)
{
  switch (table)
    {
    case FL_C_HELPERS_VECTOR:
      return fl_c_preamble_get_vector_helpers (n);
    case FL_C_HELPERS_ACROSS:
      return fl_c_preamble_get_across_helpers (n);
    case FL_C_HELPERS_EXP:
      return fl_c_preamble_get_exp_helpers (n);
    case FL_C_HELPERS_WIDE:
      return fl_c_preamble_get_wide_helpers (n);
    case FL_C_HELPERS_TABLE:
      return fl_c_preamble_get_table_helpers (n);
    case FL_C_HELPERS_MATH:
      return fl_c_preamble_get_math_helpers (n);
    case FL_C_HELPERS_DOUBLE:
      return fl_c_preamble_get_double_helpers (n);
    case FL_C_HELPERS_NORMAL:
      return fl_c_preamble_get_normal_helpers (n);
    case FL_C_HELPERS_ANGLE:
      return fl_c_preamble_get_angle_helpers (n);
    case FL_C_HELPERS_INVERSE:
      return fl_c_preamble_get_inverse_helpers (n);
    case FL_C_HELPERS_RANDOM:
      return fl_c_preamble_get_random_helpers (n);
    case FL_C_HELPERS_TURN:
      return fl_c_preamble_get_turn_helpers (n);
    case FL_C_HELPERS_GATHER:
      return fl_c_preamble_get_gather_helpers (n);
    case FL_C_HELPERS_SPECIAL:
      return fl_c_preamble_get_special_helpers (n);
    case FL_C_HELPERS_SCALAR:
    case FL_C_N_HELPERS:
      break;
    }
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}

/* name -> table * 256 + row + 1 */
static GHashTable *
get_names (void)
{
  static GHashTable *names;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      names = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint table = 0; table < FL_C_N_HELPERS; table++)
        {
          guint n;
          const FlCHelper *rows = fl_c_preamble_get_helpers (table, &n);

          g_assert (n <= 256);
          for (guint i = 0; i < n; i++)
            g_hash_table_insert (names, (gpointer) rows[i].name, GUINT_TO_POINTER (table * 256 + i + 1));
        }
      g_once_init_leave (&once, 1);
    }
  return names;
}

void
fl_c_preamble_note (FlCHelperSet *used, const char *text)
{
  GHashTable *names = get_names ();

  while (*text)
    {
      const char *start = text;
      char word[64];
      guint position;

      while (g_ascii_isalnum (*text) || *text == '_')
        text++;
      if (text == start)
        {
          text++;
          continue;
        }
      if (text - start >= (gssize) sizeof word || g_ascii_isdigit (*start))
        continue;
      memcpy (word, start, text - start);
      word[text - start] = 0;
      position = GPOINTER_TO_UINT (g_hash_table_lookup (names, word));
      if (position > 0)
        used->words[(position - 1) / 256][(position - 1) % 256 / 64] |= G_GUINT64_CONSTANT (1) << (position - 1) % 64;
    }
}

void
fl_c_preamble_append (GString *out, FlCHelperSet used, const char *head)
{
  /* Later helpers rest on earlier ones only, so one walk backwards finds all. */
  for (guint table = FL_C_N_HELPERS; table-- > 0;)
    {
      guint n;
      const FlCHelper *rows = fl_c_preamble_get_helpers (table, &n);

      for (guint i = n; i-- > 0;)
        if (used.words[table][i / 64] >> i % 64 & 1)
          fl_c_preamble_note (&used, rows[i].text);
    }
  g_string_append (out, head);
  g_string_append (out, types);
  for (guint table = 0; table < FL_C_N_HELPERS; table++)
    {
      guint n;
      const FlCHelper *rows = fl_c_preamble_get_helpers (table, &n);

      for (guint i = 0; i < n; i++)
        if (used.words[table][i / 64] >> i % 64 & 1)
          g_string_append_printf (out, "\n%s", rows[i].text);
    }
}

const char *const *
fl_c_preamble_get_flags (void)
{
  static const char *const flags[] = { "-fwrapv", "-fopenmp-simd", "-fno-math-errno", "-fno-trapping-math", NULL };

  return flags;
}
