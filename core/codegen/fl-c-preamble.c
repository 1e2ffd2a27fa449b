/* Helpers of generated source, in order of definition: each may use those before it.
 *
 * Accuracy of the float functions (largest error against float64 over the whole range, measured by test-codegen):
 * exp, exp2, log: 2 ulp; sigmoid, tanh, erf: 3 ulp. They have no branches, so loops around them vectorise. The coefficients are our own
 * minimax fits. Functions that are rarely in inner loops go to libm; on x86-64 GNU systems with its vector variants. */
#include "fl-c-preamble.h"

#include <assert.h>
#include <string.h>

typedef struct
{
  const char *name; /* the identifier whose occurrence asks for it */
  const char *text;
} Helper;

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
      "#define FL_INLINE static inline __attribute__ ((always_inline))\n"
      "\n"
      "/* Kernels count indices that were out of range here; they read a valid element instead. */\n"
      "int64_t fl_index_errors;\n";

#define LIBMVEC(declarations)                                                                                                  \
  "#if defined (__x86_64__) && defined (__gnu_linux__) && !defined (__clang__)\n" declarations "#endif\n"
#define VECTOR "__attribute__ ((simd (\"notinbranch\"), const)) "

static const Helper helpers[] = {
  /* --- indices ----------------------------------------------------------------------------------------------------- */
  { "fl_min", "FL_INLINE int64_t fl_min (int64_t a, int64_t b) { return a < b ? a : b; }\n" },
  { "fl_max", "FL_INLINE int64_t fl_max (int64_t a, int64_t b) { return a > b ? a : b; }\n" },
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
    "/* A valid index whatever the data say. */\n"
    "FL_INLINE int64_t fl_clamp_index (int64_t index, int64_t size)\n"
    "{\n"
    "  return index < 0 ? 0 : index < size ? index : size > 0 ? size - 1 : 0;\n"
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
  /* --- functions of a float ---------------------------------------------------------------------------------------- */
  { "fl_scale_f32",
    "/* x * 2^k for k in [-150, 128]: two factors, so that neither overflows. */\n"
    "FL_INLINE float fl_scale_f32 (float x, int32_t k)\n"
    "{\n"
    "  const int32_t half = k >> 1;\n"
    "  return x * fl_f32_bits ((uint32_t) (half + 127) << 23) * fl_f32_bits ((uint32_t) (k - half + 127) << 23);\n"
    "}\n" },
  { "fl_exp_f32",
    "/* 2^n * e^r with n = round (x / ln 2); adding 1.5 * 2^23 rounds. */\n"
    "FL_INLINE float fl_exp_f32 (float x)\n"
    "{\n"
    "  x = x > 89.0f ? 89.0f : x;\n"
    "  x = x < -104.0f ? -104.0f : x;\n"
    "  const float n = (x * 1.44269504f + 12582912.0f) - 12582912.0f;\n"
    "  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;\n"
    "  float p = 0.0013814597623422742f;\n"
    "  p = p * r + 0.008368716575205326f;\n"
    "  p = p * r + 0.04166838899254799f;\n"
    "  p = p * r + 0.1666652113199234f;\n"
    "  p = p * r + 0.4999999403953552f;\n"
    "  p = p * r * r + r + 1.0f;\n"
    "  return fl_scale_f32 (p, (int32_t) n);\n"
    "}\n" },
  { "fl_exp2_f32",
    "FL_INLINE float fl_exp2_f32 (float x)\n"
    "{\n"
    "  x = x > 129.0f ? 129.0f : x;\n"
    "  x = x < -150.0f ? -150.0f : x;\n"
    "  const float n = (x + 12582912.0f) - 12582912.0f;\n"
    "  const float r = (x - n) * 0.693147181f;\n"
    "  float p = 0.0013814597623422742f;\n"
    "  p = p * r + 0.008368716575205326f;\n"
    "  p = p * r + 0.04166838899254799f;\n"
    "  p = p * r + 0.1666652113199234f;\n"
    "  p = p * r + 0.4999999403953552f;\n"
    "  p = p * r * r + r + 1.0f;\n"
    "  return fl_scale_f32 (p, (int32_t) n);\n"
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
    "/* A polynomial near 0, 1 - 2 / (e^2x + 1) elsewhere. */\n"
    "FL_INLINE float fl_tanh_f32 (float x)\n"
    "{\n"
    "  const float a = x < 0.0f ? -x : x, t = x * x;\n"
    "  float p = -0.005704978480935097f;\n"
    "  p = p * t + 0.020639078691601753f;\n"
    "  p = p * t - 0.05373971164226532f;\n"
    "  p = p * t + 0.13331441581249237f;\n"
    "  p = p * t - 0.3333328068256378f;\n"
    "  const float near = x + x * t * p;\n"
    "  const float far = 1.0f - 2.0f / (fl_exp_f32 (2.0f * a) + 1.0f);\n"
    "  return a < 0.625f ? near : x < 0.0f ? -far : far;\n"
    "}\n" },
  { "fl_erf_f32",
    "/* A polynomial up to 1, 1 - e^-g (x) above, 1 from 4 on. */\n"
    "FL_INLINE float fl_erf_f32 (float x)\n"
    "{\n"
    "  const float a = x < 0.0f ? -x : x, t = x * x, b = a > 4.0f ? 4.0f : a;\n"
    "  float p = 7.853854913264513e-05f;\n"
    "  p = p * t - 0.0008010191959328949f;\n"
    "  p = p * t + 0.00518832728266716f;\n"
    "  p = p * t - 0.026853810995817184f;\n"
    "  p = p * t + 0.1128358542919159f;\n"
    "  p = p * t - 0.3761262595653534f;\n"
    "  p = p * t + 1.1283791065216064f;\n"
    "  float g = -0.0001863800862338394f;\n"
    "  g = g * b + 0.002947666682302952f;\n"
    "  g = g * b - 0.021838096901774406f;\n"
    "  g = g * b + 0.10310681909322739f;\n"
    "  g = g * b + 0.6381447315216064f;\n"
    "  g = g * b + 1.127089262008667f;\n"
    "  g = g * b + 0.00034151258296333253f;\n"
    "  const float far = 1.0f - fl_exp_f32 (-g);\n"
    "  return a < 1.0f ? x * p : x < 0.0f ? -far : x != x ? x : far;\n"
    "}\n" },
  /* --- libm, with vector variants where the C library has them ----------------------------------------------------- */
  { "__builtin_sinf", LIBMVEC (VECTOR "float sinf (float);\n") },
  { "__builtin_cosf", LIBMVEC (VECTOR "float cosf (float);\n") },
  { "__builtin_powf", LIBMVEC (VECTOR "float powf (float, float);\n") },
  { "__builtin_exp ", LIBMVEC (VECTOR "double exp (double);\n") },
  { "__builtin_log ", LIBMVEC (VECTOR "double log (double);\n") },
  { "__builtin_sin ", LIBMVEC (VECTOR "double sin (double);\n") },
  { "__builtin_cos ", LIBMVEC (VECTOR "double cos (double);\n") },
  { "__builtin_pow ", LIBMVEC (VECTOR "double pow (double, double);\n") },
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
    "  const float u1 = 1.0f - (float) (words[0] & 0x7FFFFFFFu) * 4.6566127342e-10f;\n"
    "  const float u2 = 1.0f - (float) (words[1] & 0x7FFFFFFFu) * 4.6566127342e-10f;\n"
    "  return __builtin_sqrtf (-2.0f * __builtin_logf (u1)) * __builtin_cosf (6.2831853f * u2);\n"
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

static_assert (G_N_ELEMENTS (helpers) <= 64, "the used helpers are bits of one word");

guint
fl_c_preamble_get_n_helpers (void)
{
  return G_N_ELEMENTS (helpers);
}

/* As a whole word: fl_max is no part of fl_max_f32. */
static gboolean
contains_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    if ((!g_ascii_isalnum (at[length]) && at[length] != '_') || !g_ascii_isalnum (word[length - 1]))
      if (at == text || (!g_ascii_isalnum (at[-1]) && at[-1] != '_'))
        return TRUE;
  return FALSE;
}

void
fl_c_preamble_note (guint64 *used, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (helpers); i++)
    if (contains_word (text, helpers[i].name))
      *used |= G_GUINT64_CONSTANT (1) << i;
}

void
fl_c_preamble_append (GString *out, guint64 used)
{
  /* Later helpers rest on earlier ones only, so one walk backwards finds all. */
  for (guint i = G_N_ELEMENTS (helpers); i-- > 0;)
    if (used >> i & 1)
      {
        guint64 others = 0;

        fl_c_preamble_note (&others, helpers[i].text);
        used |= others;
      }
  g_string_append (out, types);
  for (guint i = 0; i < G_N_ELEMENTS (helpers); i++)
    if (used >> i & 1)
      g_string_append_printf (out, "\n%s", helpers[i].text);
}

const char *const *
fl_c_preamble_get_flags (void)
{
  static const char *const flags[] = { "-fwrapv", "-fopenmp-simd", "-fno-math-errno", "-fno-trapping-math", NULL };

  return flags;
}
