/* Helpers of generated source on vectors: memory, choices, sums across, exp and roots.
 *
 * Every helper has a form in plain GNU C, which any machine compiles, and where it pays a form by the processor's own instruction
 * (FL_X86: the width in bits, 0 elsewhere). Functions other than exp and roots stand in fl-c-preamble-math.c. */
#include "fl-c-preamble.h"

/* Spelled alike but for the type. */
#define BUILTIN3(avx512_clang, avx512_gcc, avx, sse, plain)                                                                    \
  "#if FL_X86 == 512 && defined __clang__\n"                                                                                   \
  "  return " avx512_clang ";\n"                                                                                               \
  "#elif FL_X86 == 512\n"                                                                                                      \
  "  return " avx512_gcc ";\n"                                                                                                 \
  "#elif FL_X86 == 256\n"                                                                                                      \
  "  return " avx ";\n"                                                                                                        \
  "#elif FL_X86 == 128\n"                                                                                                      \
  "  return " sse ";\n"                                                                                                        \
  "#else\n"                                                                                                                    \
  "  return " plain ";\n"                                                                                                      \
  "#endif\n"

static const FlCHelper helpers[] = {
  { "FL_LANES",
    "/* FL_LANES floats that are computed side by side: as many as the machine's widest vectors hold. */\n"
    "#ifndef FL_LANES\n"
    "#if defined __AVX512F__ && defined __AVX512DQ__ && defined __AVX512VL__ && defined __AVX512BW__\n"
    "#define FL_LANES 16\n"
    "#elif defined __AVX2__\n"
    "#define FL_LANES 8\n"
    "#else\n"
    "#define FL_LANES 4\n"
    "#endif\n"
    "#endif\n" },
  { "FL_X86",
    "#if FL_LANES == 16 && defined __AVX512F__ && defined __AVX512DQ__\n"
    "#define FL_X86 512\n"
    "#elif FL_LANES == 8 && defined __AVX2__ && defined __F16C__\n"
    "#define FL_X86 256\n"
    "#elif FL_LANES == 4 && defined __SSE2__\n"
    "#define FL_X86 128\n"
    "#else\n"
    "#define FL_X86 0\n"
    "#endif\n" },
  { "fl_vec", "typedef float fl_vec __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_mask", "typedef int32_t fl_mask __attribute__ ((vector_size (4 * FL_LANES), may_alias)); /* true is -1, false 0 */\n" },
  { "fl_bits", "typedef uint32_t fl_bits __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_vec_anywhere", "typedef float fl_vec_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (4)));\n" },
  { "fl_quad", "typedef float fl_quad __attribute__ ((vector_size (16), may_alias));\n" },
  { "fl_quad_mask", "typedef int32_t fl_quad_mask __attribute__ ((vector_size (16), may_alias));\n" },
  { "fl_halves", "typedef uint16_t fl_halves __attribute__ ((vector_size (2 * FL_LANES), may_alias));\n" },
  { "fl_halves_anywhere",
    "typedef uint16_t fl_halves_anywhere __attribute__ ((vector_size (2 * FL_LANES), may_alias, aligned (2)));\n" },
  { "fl_bytes", "typedef uint8_t fl_bytes __attribute__ ((vector_size (FL_LANES), may_alias));\n" },
  { "fl_bytes_anywhere",
    "typedef uint8_t fl_bytes_anywhere __attribute__ ((vector_size (FL_LANES), may_alias, aligned (1)));\n" },
  { "FL_FOUR", "#define FL_FOUR(x) { x, x, x, x }\n" },
  { "fl_splat", "FL_INLINE fl_vec fl_splat (float x) { return x - (fl_vec) { 0 }; }\n" },
  { "fl_splat_mask", "FL_INLINE fl_mask fl_splat_mask (_Bool x) { return (fl_mask) { 0 } - (int32_t) x; }\n" },
  { "fl_select", "FL_INLINE fl_vec fl_select (fl_mask where, fl_vec a, fl_vec b) { return (fl_vec) (((fl_mask) a & where) | ((fl_mask) b & ~where)); }\n" },
  { "fl_ones", "FL_INLINE fl_vec fl_ones (fl_mask where) { return (fl_vec) (where & (fl_mask) fl_splat (1.0f)); }\n" },
  { "fl_count_from",
    "/* A number a lane: first, first + step, first + 2 * step, ... */\n"
    "FL_INLINE fl_mask fl_count_from (int64_t first, int32_t step)\n"
    "{\n"
    "#if FL_LANES == 16\n"
    "  const fl_mask lane = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };\n"
    "#elif FL_LANES == 8\n"
    "  const fl_mask lane = { 0, 1, 2, 3, 4, 5, 6, 7 };\n"
    "#else\n"
    "  const fl_mask lane = { 0, 1, 2, 3 };\n"
    "#endif\n"
    "  return lane * step + (int32_t) first;\n"
    "}\n" },
  { "fl_first",
    "/* The first n lanes; the others are something else. */\n"
    "FL_INLINE fl_vec fl_first (fl_vec x, int64_t n, float others)\n"
    "{\n"
    "  return fl_select (fl_count_from (0, 1) < fl_count_from (n, 0), x, fl_splat (others));\n"
    "}\n" },
  /* --- memory ------------------------------------------------------------------------------------------------------ */
  { "fl_load_f32",
    "FL_INLINE fl_vec fl_load_f32 (const float *p)\n"
    "{\n"
    "  fl_vec x = *(const fl_vec_anywhere *) p;\n"
    "#if FL_X86 && !defined __clang__\n"
    "  __asm__ (\"\" : \"+v\" (x)); /* else gcc reads memory once for each use of x */\n"
    "#endif\n"
    "  return x;\n"
    "}\n" },
  { "fl_store_f32", "FL_INLINE void fl_store_f32 (float *p, fl_vec x) { *(fl_vec_anywhere *) p = x; }\n" },
  { "fl_load_part_f32",
    "FL_INLINE fl_vec fl_load_part_f32 (const float *p, int64_t n)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_ia32_loadups512_mask (p, (fl_vec) { 0 }, (1u << n) - 1);\n"
    "#else\n"
    "  fl_vec x = { 0 };\n"
    "  __builtin_memcpy (&x, p, n * sizeof *p);\n"
    "  return x;\n"
    "#endif\n"
    "}\n" },
  { "fl_store_part_f32",
    "FL_INLINE void fl_store_part_f32 (float *p, fl_vec x, int64_t n)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  __builtin_ia32_storeups512_mask (p, x, (1u << n) - 1);\n"
    "#else\n"
    "  __builtin_memcpy (p, &x, n * sizeof *p);\n"
    "#endif\n"
    "}\n" },
  { "fl_stream_f32",
    "/* Stores past the caches, where the address allows: memory that is written whole need not be read first. */\n"
    "FL_INLINE void fl_stream_f32 (float *p, fl_vec x)\n"
    "{\n"
    "  if ((uint64_t) p % sizeof x != 0)\n"
    "    *(fl_vec_anywhere *) p = x;\n"
    "  else\n"
    "#if defined __clang__\n"
    "    __builtin_nontemporal_store (x, (fl_vec *) p);\n"
    "#elif FL_X86 == 512\n"
    "    __builtin_ia32_movntps512 (p, x);\n"
    "#elif FL_X86 == 256\n"
    "    __builtin_ia32_movntps256 (p, x);\n"
    "#elif FL_X86 == 128\n"
    "    __builtin_ia32_movntps (p, x);\n"
    "#else\n"
    "    *(fl_vec *) p = x;\n"
    "#endif\n"
    "}\n" },
  { "fl_until_aligned",
    "/* Floats before the first whole vector of memory. */\n"
    "FL_INLINE int64_t fl_until_aligned (const float *p) { return (int64_t) (-(uint64_t) p % (4 * FL_LANES) / 4); }\n" },
  { "fl_stream_end",
    "/* What was streamed is seen by other threads from here on. */\n"
    "FL_INLINE void fl_stream_end (void)\n"
    "{\n"
    "#if FL_X86\n"
    "  __builtin_ia32_sfence ();\n"
    "#endif\n"
    "}\n" },
  /* gcc 12 converts by halves where the machine has one instruction. */
  { "fl_widen_halves",
    "FL_INLINE fl_bits fl_widen_halves (fl_halves x)\n"
    "{\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  typedef short words __attribute__ ((vector_size (32)));\n"
    "  return (fl_bits) __builtin_ia32_pmovzxwd512_mask ((words) x, (fl_mask) { 0 }, -1);\n"
    "#else\n"
    "  return __builtin_convertvector (x, fl_bits);\n"
    "#endif\n"
    "}\n" },
  { "fl_narrow_halves",
    "FL_INLINE fl_halves fl_narrow_halves (fl_bits x)\n"
    "{\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  typedef short words __attribute__ ((vector_size (32)));\n"
    "  return (fl_halves) __builtin_ia32_pmovdw512_mask ((fl_mask) x, (words) { 0 }, -1);\n"
    "#else\n"
    "  return __builtin_convertvector (x, fl_halves);\n"
    "#endif\n"
    "}\n" },
  { "fl_of_bf16", "FL_INLINE fl_vec fl_of_bf16 (fl_halves x) { return (fl_vec) (fl_widen_halves (x) << 16); }\n" },
  { "fl_to_bf16_vec",
    "/* Rounds to nearest, ties to even. The machine's own conversion would take denormals for 0. */\n"
    "FL_INLINE fl_halves fl_to_bf16_vec (fl_vec x)\n"
    "{\n"
    "#if FL_X86 == 512 && defined __AVX512BF16__\n"
    "  if (__builtin_expect (__builtin_ia32_fpclassps512_mask (x, 0x20, -1) == 0, 1))\n"
    "    {\n"
    "      fl_halves y;\n"
    "      __asm__ (\"vcvtneps2bf16 %1, %0\" : \"=v\" (y) : \"v\" (x));\n"
    "      return y;\n"
    "    }\n"
    "#endif\n"
    "  const fl_bits u = (fl_bits) x, rounded = (u + 0x7FFF + (u >> 16 & 1)) >> 16;\n"
    "  const fl_bits nan = (fl_bits) (x != x);\n"
    "  return fl_narrow_halves ((nan & 0x7FC0) | (~nan & rounded));\n"
    "}\n" },
  { "fl_of_f16",
    "FL_INLINE fl_vec fl_of_f16 (fl_halves x)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  typedef short words __attribute__ ((vector_size (32)));\n"
    "  return __builtin_ia32_vcvtph2ps512_mask ((words) x, (fl_vec) { 0 }, -1, 4);\n"
    "#elif FL_X86 == 256\n"
    "  typedef short words __attribute__ ((vector_size (16)));\n"
    "  return __builtin_ia32_vcvtph2ps256 ((words) x);\n"
    "#elif FL_LANES == 4 && defined __aarch64__\n"
    "  typedef __fp16 words __attribute__ ((vector_size (8)));\n"
    "  return __builtin_convertvector ((words) x, fl_vec);\n"
    "#else\n"
    "  fl_vec y;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    y[i] = fl_from_f16 (x[i]);\n"
    "  return y;\n"
    "#endif\n"
    "}\n" },
  { "fl_to_f16_vec",
    "FL_INLINE fl_halves fl_to_f16_vec (fl_vec x)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  typedef short words __attribute__ ((vector_size (32)));\n"
    "  return (fl_halves) __builtin_ia32_vcvtps2ph512_mask (x, 0, (words) { 0 }, -1);\n"
    "#elif FL_X86 == 256\n"
    "  return (fl_halves) __builtin_ia32_vcvtps2ph256 (x, 0);\n"
    "#elif FL_LANES == 4 && defined __aarch64__\n"
    "  typedef __fp16 words __attribute__ ((vector_size (8)));\n"
    "  return (fl_halves) __builtin_convertvector (x, words);\n"
    "#else\n"
    "  fl_halves y;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    y[i] = fl_to_f16 (x[i]);\n"
    "  return y;\n"
    "#endif\n"
    "}\n" },
#define HALF_MEMORY(name)                                                                                                      \
  { "fl_load_" name, "FL_INLINE fl_vec fl_load_" name " (const uint16_t *p) { return fl_of_" name " (*(const fl_halves_anywhere *) p); }\n" }, \
  { "fl_store_" name, "FL_INLINE void fl_store_" name " (uint16_t *p, fl_vec x) { *(fl_halves_anywhere *) p = fl_to_" name "_vec (x); }\n" }, \
  { "fl_load_part_" name,                                                                                                      \
    "FL_INLINE fl_vec fl_load_part_" name " (const uint16_t *p, int64_t n)\n"                                                  \
    "{\n"                                                                                                                      \
    "  fl_halves x = { 0 };\n"                                                                                                 \
    "  __builtin_memcpy (&x, p, n * sizeof *p);\n"                                                                             \
    "  return fl_of_" name " (x);\n"                                                                                           \
    "}\n" },                                                                                                                   \
  { "fl_store_part_" name,                                                                                                     \
    "FL_INLINE void fl_store_part_" name " (uint16_t *p, fl_vec x, int64_t n)\n"                                               \
    "{\n"                                                                                                                      \
    "  const fl_halves y = fl_to_" name "_vec (x);\n"                                                                          \
    "  __builtin_memcpy (p, &y, n * sizeof *p);\n"                                                                             \
    "}\n" },                                                                                                                   \
  { "fl_stream_" name,                                                                                                         \
    "FL_INLINE void fl_stream_" name " (uint16_t *p, fl_vec x)\n"                                                              \
    "{\n"                                                                                                                      \
    "  const fl_halves y = fl_to_" name "_vec (x);\n"                                                                          \
    "#if FL_X86 == 512 && !defined __clang__\n"                                                                                \
    "  typedef long long longs __attribute__ ((vector_size (32), may_alias));\n"                                               \
    "  if ((uint64_t) p % sizeof y == 0)\n"                                                                                    \
    "    {\n"                                                                                                                  \
    "      __builtin_ia32_movntdq256 ((longs *) p, (longs) y);\n"                                                              \
    "      return;\n"                                                                                                          \
    "    }\n"                                                                                                                  \
    "#elif defined __clang__\n"                                                                                                \
    "  if ((uint64_t) p % sizeof y == 0)\n"                                                                                    \
    "    {\n"                                                                                                                  \
    "      __builtin_nontemporal_store (y, (fl_halves *) p);\n"                                                                \
    "      return;\n"                                                                                                          \
    "    }\n"                                                                                                                  \
    "#endif\n"                                                                                                                 \
    "  *(fl_halves_anywhere *) p = y;\n"                                                                                       \
    "}\n" },                                                                                                                   \
  { "fl_round_" name "_vec", "FL_INLINE fl_vec fl_round_" name "_vec (fl_vec x) { return fl_of_" name " (fl_to_" name "_vec (x)); }\n" }
  HALF_MEMORY ("bf16"),
  HALF_MEMORY ("f16"),
  /* gcc 12 converts bytes one at a time. */
  { "fl_widen_bytes",
    "FL_INLINE fl_mask fl_widen_bytes (fl_bytes x)\n"
    "{\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  return __builtin_ia32_pmovzxbd512_mask ((chars) x, (fl_mask) { 0 }, -1);\n"
    "#elif FL_X86 == 256 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  chars all = { 0 };\n"
    "  __builtin_memcpy (&all, &x, sizeof x);\n"
    "  return __builtin_ia32_pmovzxbd256 (all);\n"
    "#else\n"
    "  return __builtin_convertvector (x, fl_mask);\n"
    "#endif\n"
    "}\n" },
  { "fl_narrow_bytes",
    "FL_INLINE fl_bytes fl_narrow_bytes (fl_mask x)\n"
    "{\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  return (fl_bytes) __builtin_ia32_pmovdb512_mask (x, (chars) { 0 }, -1);\n"
    "#elif FL_X86 == 256 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (32)));\n"
    "  const chars lowest = __builtin_shuffle ((chars) x, (chars) { 0, 4, 8, 12, 16, 20, 24, 28 });\n"
    "  fl_bytes y;\n"
    "  __builtin_memcpy (&y, &lowest, sizeof y);\n"
    "  return y;\n"
    "#else\n"
    "  return __builtin_convertvector (x, fl_bytes);\n"
    "#endif\n"
    "}\n" },
  { "fl_load_bool", "FL_INLINE fl_mask fl_load_bool (const void *p) { return fl_widen_bytes (*(const fl_bytes_anywhere *) p) != 0; }\n" },
  { "fl_store_bool", "FL_INLINE void fl_store_bool (void *p, fl_mask x) { *(fl_bytes_anywhere *) p = fl_narrow_bytes (x & 1); }\n" },
  { "fl_stream_bool", "FL_INLINE void fl_stream_bool (void *p, fl_mask x) { fl_store_bool (p, x); }\n" },
  { "fl_load_part_bool",
    "FL_INLINE fl_mask fl_load_part_bool (const void *p, int64_t n)\n"
    "{\n"
    "  fl_bytes x = { 0 };\n"
    "  __builtin_memcpy (&x, p, n);\n"
    "  return fl_widen_bytes (x) != 0;\n"
    "}\n" },
  { "fl_store_part_bool",
    "FL_INLINE void fl_store_part_bool (void *p, fl_mask x, int64_t n)\n"
    "{\n"
    "  const fl_bytes y = fl_narrow_bytes (x & 1);\n"
    "  __builtin_memcpy (p, &y, n);\n"
    "}\n" },
  /* --- the larger, the smaller ------------------------------------------------------------------------------------- */
  { "fl_larger",
    "/* b where one of them is NaN. */\n"
    "FL_INLINE fl_vec fl_larger (fl_vec a, fl_vec b)\n"
    "{\n" BUILTIN3 ("__builtin_ia32_maxps512 (a, b, 4)", "__builtin_ia32_maxps512_mask (a, b, a, -1, 4)", "__builtin_ia32_maxps256 (a, b)",
                    "__builtin_ia32_maxps (a, b)", "fl_select (a > b, a, b)") "}\n" },
  { "fl_smaller",
    "FL_INLINE fl_vec fl_smaller (fl_vec a, fl_vec b)\n"
    "{\n" BUILTIN3 ("__builtin_ia32_minps512 (a, b, 4)", "__builtin_ia32_minps512_mask (a, b, a, -1, 4)", "__builtin_ia32_minps256 (a, b)",
                    "__builtin_ia32_minps (a, b)", "fl_select (a < b, a, b)") "}\n" },
#define EXTREME(name, other, builtin)                                                                                          \
  { "fl_" name "_vec",                                                                                                         \
    "/* NaN wins, as in PyTorch. Only the last step waits for a. */\n"                                                         \
    "FL_INLINE fl_vec fl_" name "_vec (fl_vec a, fl_vec b)\n"                                                                  \
    "{\n"                                                                                                                      \
    "#if FL_X86 == 512 && !defined __clang__\n"                                                                                \
    "  return __builtin_ia32_" builtin "512_mask (b, a, b, __builtin_ia32_cmpps512_mask (b, b, 7, -1, 4), 4);\n"               \
    "#else\n"                                                                                                                  \
    "  return fl_select (b != b, b, " other " (b, a));\n"                                                                      \
    "#endif\n"                                                                                                                 \
    "}\n" }
  EXTREME ("max", "fl_larger", "maxps"),
  EXTREME ("min", "fl_smaller", "minps"),
  { "fl_abs_vec", "FL_INLINE fl_vec fl_abs_vec (fl_vec x) { return (fl_vec) ((fl_mask) x & 0x7FFFFFFF); }\n" },
  /* --- tiles ------------------------------------------------------------------------------------------------------- */
  { "fl_transpose_f32",
    "/* to[64 * c + r] = from[step * r + c] for r < n_rows <= 64, c < n_columns <= 16. */\n"
    "#if defined __clang__ || __GNUC__ >= 12\n"
    "typedef float fl_quad_anywhere __attribute__ ((vector_size (16), may_alias, aligned (4)));\n"
    "typedef float fl_eight __attribute__ ((vector_size (32), may_alias));\n"
    "/* The same choice from a and b in every quad of lanes. */\n"
    "#if FL_LANES == 16\n"
    "#define FL_CHOOSE(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12, k + 12, l + 12)\n"
    "#elif FL_LANES == 8\n"
    "#define FL_CHOOSE(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4)\n"
    "#else\n"
    "#define FL_CHOOSE(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l)\n"
    "#endif\n"
    "/* Four floats each of every fourth row. */\n"
    "FL_INLINE fl_vec fl_load_quads (const float *p, int64_t step)\n"
    "{\n"
    "  const fl_quad a = *(const fl_quad_anywhere *) p;\n"
    "#if FL_LANES == 4\n"
    "  return a;\n"
    "#else\n"
    "  const fl_quad b = *(const fl_quad_anywhere *) (p + 4 * step);\n"
    "  const fl_eight ab = __builtin_shufflevector (a, b, 0, 1, 2, 3, 4, 5, 6, 7);\n"
    "#if FL_LANES == 8\n"
    "  return ab;\n"
    "#else\n"
    "  const fl_quad c = *(const fl_quad_anywhere *) (p + 8 * step), d = *(const fl_quad_anywhere *) (p + 12 * step);\n"
    "  const fl_eight cd = __builtin_shufflevector (c, d, 0, 1, 2, 3, 4, 5, 6, 7);\n"
    "  return __builtin_shufflevector (ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);\n"
    "#endif\n"
    "#endif\n"
    "}\n"
    "#endif\n"
    "FL_INLINE void fl_transpose_f32 (float *to, const float *from, int64_t step, int64_t n_rows, int64_t n_columns)\n"
    "{\n"
    "  int64_t done = 0;\n"
    "#if defined __clang__ || __GNUC__ >= 12\n"
    "  for (; n_columns == 16 && done + FL_LANES <= n_rows; done += FL_LANES)\n"
    "    for (int64_t c = 0; c < 16; c += 4)\n"
    "      {\n"
    "        const float *p = from + step * done + c;\n"
    "        const fl_vec v0 = fl_load_quads (p, step), v1 = fl_load_quads (p + step, step);\n"
    "        const fl_vec v2 = fl_load_quads (p + 2 * step, step), v3 = fl_load_quads (p + 3 * step, step);\n"
    "        const fl_vec a = FL_CHOOSE (v0, v1, 0, FL_LANES, 1, FL_LANES + 1), b = FL_CHOOSE (v0, v1, 2, FL_LANES + 2, 3, FL_LANES + 3);\n"
    "        const fl_vec d = FL_CHOOSE (v2, v3, 0, FL_LANES, 1, FL_LANES + 1), e = FL_CHOOSE (v2, v3, 2, FL_LANES + 2, 3, FL_LANES + 3);\n"
    "        fl_store_f32 (to + 64 * c + done, FL_CHOOSE (a, d, 0, 1, FL_LANES, FL_LANES + 1));\n"
    "        fl_store_f32 (to + 64 * c + done + 64, FL_CHOOSE (a, d, 2, 3, FL_LANES + 2, FL_LANES + 3));\n"
    "        fl_store_f32 (to + 64 * c + done + 128, FL_CHOOSE (b, e, 0, 1, FL_LANES, FL_LANES + 1));\n"
    "        fl_store_f32 (to + 64 * c + done + 192, FL_CHOOSE (b, e, 2, 3, FL_LANES + 2, FL_LANES + 3));\n"
    "      }\n"
    "#endif\n"
    "  for (int64_t r = done; r < n_rows; r++)\n"
    "    for (int64_t c = 0; c < n_columns; c++)\n"
    "      to[64 * c + r] = from[step * r + c];\n"
    "}\n" },
  /* --- across the lanes -------------------------------------------------------------------------------------------- */
  { "fl_has_nan",
    "FL_INLINE int fl_has_nan (fl_vec x)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_ia32_cmpps512_mask (x, x, 3, -1, 4) != 0;\n"
    "#elif FL_X86 == 256\n"
    "  return __builtin_ia32_movmskps256 ((fl_vec) (x != x)) != 0;\n"
    "#elif FL_X86 == 128\n"
    "  return __builtin_ia32_movmskps ((fl_vec) (x != x)) != 0;\n"
    "#else\n"
    "  const fl_mask is_nan = x != x;\n"
    "  int32_t any = 0;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    any |= is_nan[i];\n"
    "  return any;\n"
    "#endif\n"
    "}\n" },
  /* Halves are joined until one quad is left, then its lanes. */
#define ACROSS(name, join_quads, join_lanes, result, join_vecs)                                                                \
  { "fl_" name "_across",                                                                                                      \
    "FL_INLINE float fl_" name "_across (fl_vec x)\n"                                                                          \
    "{\n"                                                                                                                      \
    "  union { fl_vec all; fl_quad quads[FL_LANES / 4]; } u = { x };\n"                                                        \
    "  for (int n = FL_LANES / 8; n > 0; n /= 2)\n"                                                                            \
    "    for (int i = 0; i < n; i++)\n"                                                                                        \
    "      {\n"                                                                                                                \
    "        const fl_quad a = u.quads[i], b = u.quads[i + n];\n" join_quads "      }\n"                                      \
    "  const fl_quad q = u.quads[0];\n"                                                                                        \
    "  const float y = " join_lanes ("q[0]", "q[2]") ", z = " join_lanes ("q[1]", "q[3]") ";\n"                                \
    "  return " result join_lanes ("y", "z") ";\n"                                                                             \
    "}\n" },                                                                                                                   \
  { "fl_" name "_across_4",                                                                                                    \
    "FL_INLINE float fl_" name "_across_4 (const fl_vec x[4]) { return fl_" name "_across (" join_vecs "); }\n" }
#define PLUS(a, b) "(" a " + " b ")"
#define TIMES(a, b) "(" a " * " b ")"
#define MAXIMUM(a, b) "(" a " > " b " ? " a " : " b ")"
#define MINIMUM(a, b) "(" a " < " b " ? " a " : " b ")"
#define CHOOSE(sign, builtin)                                                                                                  \
  "#if FL_X86\n"                                                                                                               \
  "        u.quads[i] = __builtin_ia32_" builtin " (a, b);\n"                                                                  \
  "#else\n"                                                                                                                    \
  "        const fl_quad_mask is_a = a " sign " b;\n"                                                                          \
  "        u.quads[i] = (fl_quad) (((fl_quad_mask) a & is_a) | ((fl_quad_mask) b & ~is_a));\n"                                 \
  "#endif\n"
#define NAN_FIRST "fl_has_nan (x) ? __builtin_nanf (\"\") : "
  ACROSS ("sum", "        u.quads[i] = a + b;\n", PLUS, "", "(x[0] + x[1]) + (x[2] + x[3])"),
  ACROSS ("max", CHOOSE (">", "maxps"), MAXIMUM, NAN_FIRST, "fl_max_vec (fl_max_vec (x[0], x[1]), fl_max_vec (x[2], x[3]))"),
  ACROSS ("min", CHOOSE ("<", "minps"), MINIMUM, NAN_FIRST, "fl_min_vec (fl_min_vec (x[0], x[1]), fl_min_vec (x[2], x[3]))"),
  ACROSS ("prod", "        u.quads[i] = a * b;\n", TIMES, "", "(x[0] * x[1]) * (x[2] * x[3])"),
  { "fl_any_across",
    "FL_INLINE _Bool fl_any_across (fl_mask x)\n"
    "{\n"
    "  const union { fl_mask all; fl_quad_mask quads[FL_LANES / 4]; } u = { x };\n"
    "  fl_quad_mask a = u.quads[0];\n"
    "  for (int i = 1; i < FL_LANES / 4; i++)\n"
    "    a |= u.quads[i];\n"
    "  return ((a[0] | a[2]) | (a[1] | a[3])) != 0;\n"
    "}\n" },
  { "fl_any_across_4",
    "FL_INLINE _Bool fl_any_across_4 (const fl_mask x[4]) { return fl_any_across ((x[0] | x[1]) | (x[2] | x[3])); }\n" },
  { "fl_count_across",
    "FL_INLINE int64_t fl_count_across (fl_mask x)\n"
    "{\n"
    "  const union { fl_mask all; fl_quad_mask quads[FL_LANES / 4]; } u = { x };\n"
    "  fl_quad_mask a = u.quads[0];\n"
    "  for (int i = 1; i < FL_LANES / 4; i++)\n"
    "    a += u.quads[i];\n"
    "  return (a[0] + a[2]) + (a[1] + a[3]);\n"
    "}\n" },
  { "fl_count_across_4",
    "FL_INLINE int64_t fl_count_across_4 (const fl_mask x[4]) { return fl_count_across ((x[0] + x[1]) + (x[2] + x[3])); }\n" },
  /* --- the place of the largest or smallest ------------------------------------------------------------------------ */
#define PLACES(name, sign, not_worse, across)                                                                                  \
  { "fl_" name "_step",                                                                                                        \
    "/* Keeps the first of equal values in each lane; a NaN beats every number. */\n"                                          \
    "FL_INLINE void fl_" name "_step (fl_vec *best, fl_mask *place, fl_vec x, fl_mask at)\n"                                   \
    "{\n"                                                                                                                      \
    "#if FL_X86 == 512\n"                                                                                                      \
    "  const uint16_t is_better = __builtin_ia32_cmpps512_mask (*best, *best, 7, __builtin_ia32_cmpps512_mask (x, *best, "     \
    not_worse ", -1, 4), 4);\n"                                                                                                \
    "#ifdef __clang__\n"                                                                                                       \
    "  *best = __builtin_ia32_selectps_512 (is_better, x, *best);\n"                                                           \
    "  *place = __builtin_ia32_selectd_512 (is_better, at, *place);\n"                                                         \
    "#else\n"                                                                                                                  \
    "  *best = __builtin_ia32_blendmps_512_mask (*best, x, is_better);\n"                                                      \
    "  *place = (fl_mask) __builtin_ia32_blendmd_512_mask (*place, at, is_better);\n"                                          \
    "#endif\n"                                                                                                                 \
    "#else\n"                                                                                                                  \
    "  const fl_mask is_better = (x " sign " *best) | ((x != x) & (*best == *best));\n"                                        \
    "  *best = fl_select (is_better, x, *best);\n"                                                                             \
    "  *place = (at & is_better) | (*place & ~is_better);\n"                                                                   \
    "#endif\n"                                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_" name "_across",                                                                                                      \
    "/* Of n vectors of such: the place of the best, the first of equals. */\n"                                                \
    "FL_INLINE int64_t fl_" name "_across (const fl_vec *values, const fl_mask *places, int n, float *best)\n"                 \
    "{\n"                                                                                                                      \
    "  fl_vec x = values[0];\n"                                                                                                \
    "  fl_mask at = places[0];\n"                                                                                              \
    "  for (int i = 1; i < n; i++)\n"                                                                                          \
    "    {\n"                                                                                                                  \
    "      const fl_vec y = values[i];\n"                                                                                      \
    "      const fl_mask is_first = places[i] < at;\n"                                                                         \
    "      const fl_mask is_better = (y " sign " x) | ((y == x) & is_first) | ((y != y) & ((x == x) | is_first));\n"           \
    "      x = fl_select (is_better, y, x);\n"                                                                                 \
    "      at = (places[i] & is_better) | (at & ~is_better);\n"                                                                \
    "    }\n"                                                                                                                  \
    "  *best = " across " (x);\n"                                                                                              \
    "  const fl_mask is_best = (x == *best - (fl_vec) { 0 }) | (x != x);\n"                                                    \
    "  at = (at & is_best) | (0x7FFFFFFF & ~is_best);\n"                                                                       \
    "  int32_t first = at[0];\n"                                                                                               \
    "  for (int i = 1; i < FL_LANES; i++)\n"                                                                                   \
    "    first = at[i] < first ? at[i] : first;\n"                                                                             \
    "  return first;\n"                                                                                                        \
    "}\n" }
  PLACES ("argmax", ">", "22", "fl_max_across"),
  PLACES ("argmin", "<", "25", "fl_min_across"),
  /* --- the same, four vectors at a time: see fl-c-nest-places.c ---------------------------------------------------- */
  { "fl_best",
    "/* In each lane the best so far and where its four vectors begin; whether all were numbers. */\n"
    "typedef struct\n"
    "{\n"
    "  fl_vec best;\n"
    "  fl_mask at;\n"
    "#if FL_X86 == 512\n"
    "  uint16_t numbers[2];\n"
    "#else\n"
    "  fl_mask nan;\n"
    "#endif\n"
    "} fl_best;\n" },
  { "fl_best_from",
    "FL_INLINE fl_best fl_best_from (float worst)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return (fl_best) { .best = fl_splat (worst), .numbers = { 0xFFFF, 0xFFFF } };\n"
    "#else\n"
    "  return (fl_best) { .best = fl_splat (worst) };\n"
    "#endif\n"
    "}\n" },
  { "fl_least_across",
    "/* Of numbers from 0 to 2^30: floats of the same bits have the same order. */\n"
    "FL_INLINE int32_t fl_least_across (fl_mask x)\n"
    "{\n"
    "  union { fl_mask all; fl_quad quads[FL_LANES / 4]; fl_quad_mask numbers; } u = { x };\n"
    "  for (int n = FL_LANES / 8; n > 0; n /= 2)\n"
    "    for (int i = 0; i < n; i++)\n"
    "      {\n"
    "        const fl_quad a = u.quads[i], b = u.quads[i + n];\n" CHOOSE ("<", "minps") "      }\n"
    "  const fl_quad_mask q = u.numbers;\n"
    "  const int32_t y = q[0] < q[2] ? q[0] : q[2], z = q[1] < q[3] ? q[1] : q[3];\n"
    "  return y < z ? y : z;\n"
    "}\n" },
#define GROUPS(name, sign, better, more, across)                                                                               \
  { "fl_" name "_group",                                                                                                       \
    "FL_INLINE void fl_" name "_group (fl_best *b, const fl_vec x[4], int64_t at)\n"                                           \
    "{\n"                                                                                                                      \
    "  const fl_vec y = " more " (" more " (x[0], x[1]), " more " (x[2], x[3]));\n"                                            \
    "#if FL_X86 == 512\n"                                                                                                      \
    "  const uint16_t is_better = __builtin_ia32_cmpps512_mask (y, b->best, " better ", -1, 4);\n"                             \
    "  b->numbers[0] = __builtin_ia32_cmpps512_mask (x[0], x[1], 7, b->numbers[0], 4);\n"                                      \
    "  b->numbers[1] = __builtin_ia32_cmpps512_mask (x[2], x[3], 7, b->numbers[1], 4);\n"                                      \
    "#ifdef __clang__\n"                                                                                                       \
    "  b->at = __builtin_ia32_selectd_512 (is_better, fl_count_from (at, 0), b->at);\n"                                        \
    "#else\n"                                                                                                                  \
    "  b->at = (fl_mask) __builtin_ia32_blendmd_512_mask (b->at, fl_count_from (at, 0), is_better);\n"                         \
    "#endif\n"                                                                                                                 \
    "#else\n"                                                                                                                  \
    "  const fl_mask is_better = y " sign " b->best;\n"                                                                        \
    "  b->nan |= ((x[0] != x[0]) | (x[1] != x[1])) | ((x[2] != x[2]) | (x[3] != x[3]));\n"                                     \
    "  b->at = (fl_count_from (at, 0) & is_better) | (b->at & ~is_better);\n"                                                  \
    "#endif\n"                                                                                                                 \
    "  b->best = " more " (b->best, y);\n"                                                                                     \
    "}\n" },                                                                                                                   \
  { "fl_" name "_begin",                                                                                                       \
    "/* The best, and where the first four vectors begin that hold it. With a NaN it is that, and any four may hold it. */\n"  \
    "FL_INLINE int64_t fl_" name "_begin (const fl_best *b, float *best, int64_t first)\n"                                     \
    "{\n"                                                                                                                      \
    "#if FL_X86 == 512\n"                                                                                                      \
    "  const _Bool has_nan = (uint16_t) (b->numbers[0] & b->numbers[1]) != 0xFFFF;\n"                                          \
    "#else\n"                                                                                                                  \
    "  const _Bool has_nan = fl_any_across (b->nan);\n"                                                                        \
    "#endif\n"                                                                                                                 \
    "  *best = __builtin_nanf (\"\");\n"                                                                                       \
    "  if (has_nan)\n"                                                                                                         \
    "    return first;\n"                                                                                                      \
    "  *best = " across " (b->best);\n"                                                                                        \
    "  const fl_mask is_best = b->best == fl_splat (*best);\n"                                                                 \
    "  return fl_least_across ((b->at & is_best) | (0x40000000 & ~is_best));\n"                                                \
    "}\n" }
  GROUPS ("argmax", ">", "30", "fl_larger", "fl_max_across"),
  GROUPS ("argmin", "<", "17", "fl_smaller", "fl_min_across"),
  { "fl_find_4",
    "/* The first of four vectors' elements that is the best, which may be NaN; -1: none. */\n"
    "FL_INLINE int64_t fl_find_4 (const fl_vec x[4], float best, int64_t at)\n"
    "{\n"
    "  uint64_t found = 0;\n"
    "  for (int i = 0; i < 4; i++)\n"
    "    {\n"
    "#if FL_X86 == 512\n"
    "      const uint16_t is_it = best == best ? __builtin_ia32_cmpps512_mask (x[i], fl_splat (best), 0, -1, 4)\n"
    "                                          : __builtin_ia32_cmpps512_mask (x[i], x[i], 3, -1, 4);\n"
    "      found |= (uint64_t) is_it << 16 * i;\n"
    "#else\n"
    "      const fl_mask is_it = (x[i] == fl_splat (best)) | ((x[i] != x[i]) & fl_splat_mask (best != best));\n"
    "#if FL_X86 == 256\n"
    "      found |= (uint64_t) __builtin_ia32_movmskps256 ((fl_vec) is_it) << 8 * i;\n"
    "#elif FL_X86 == 128\n"
    "      found |= (uint64_t) __builtin_ia32_movmskps ((fl_vec) is_it) << 4 * i;\n"
    "#else\n"
    "      for (int k = 0; k < FL_LANES; k++)\n"
    "        found |= (uint64_t) (is_it[k] & 1) << (FL_LANES * i + k);\n"
    "#endif\n"
    "#endif\n"
    "    }\n"
    "  return found ? at + __builtin_ctzll (found) : -1;\n"
    "}\n" },
  /* --- functions --------------------------------------------------------------------------------------------------- */
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
    "#ifdef FL_FAST\n"
    "  const fl_vec r = x - n * 0.693147182f;\n"
    "#else\n"
    "  const fl_vec r = (x - n * 0.693147182f) + n * 1.90465430e-9f;\n"
    "#endif\n"
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
fl_c_preamble_get_vector_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
