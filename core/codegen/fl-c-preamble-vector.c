/* Helpers of generated source on vectors: types, memory, choices, tiles.
 *
 * Every helper has a form in plain GNU C, which any machine compiles, and where it pays a form by the processor's own instruction
 * (FL_X86: the width in bits, 0 elsewhere). Sums across lanes stand in fl-c-preamble-across.c, functions in fl-c-preamble-exp.c and -math.c. */
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

/* Appends to what a line has; one more vector of memory may be whole then. */
#define PUT(name, store)                                                                                                       \
  "FL_INLINE void " name " (fl_line *line, fl_vec x, int64_t n)\n"                                                           \
  "{\n"                                                                                                                       \
  "#if FL_X86 < 256\n"                                                                                                        \
  "  fl_store_part_f32 (line->to, x, n); /* turning registers takes longer than stores across two lines */\n"                 \
  "  line->to += n;\n"                                                                                                        \
  "#else\n"                                                                                                                   \
  "  const fl_vec kept = n == FL_LANES ? x : fl_lanes_from (line->kept, x, n);\n"                                             \
  "  if (n < FL_LANES)\n"                                                                                                     \
  "    {\n"                                                                                                                   \
  "      line->n += n;\n"                                                                                                     \
  "      line->lanes -= (int32_t) n;\n"                                                                                       \
  "    }\n"                                                                                                                   \
  "  if (n == FL_LANES || line->n >= FL_LANES)\n"                                                                             \
  "    {\n"                                                                                                                   \
  "      const fl_vec whole = fl_lanes_at (line->kept, x, line->lanes + (n < FL_LANES ? (int32_t) n : 0));\n"                   \
  "      if (line->before == 0)\n"                                                                                            \
  "        " store ";\n"                                                                                                        \
  "      else\n"                                                                                                              \
  "        fl_store_part_f32 (line->to + line->before, fl_lanes_from (whole, whole, line->before), FL_LANES - line->before);\n" \
  "      line->before = 0;\n"                                                                                                 \
  "      line->to += FL_LANES;\n"                                                                                             \
  "      if (n < FL_LANES)\n"                                                                                                 \
  "        {\n"                                                                                                               \
  "          line->n -= FL_LANES;\n"                                                                                          \
  "          line->lanes += FL_LANES;\n"                                                                                      \
  "        }\n"                                                                                                               \
  "    }\n"                                                                                                                   \
  "  line->kept = kept;\n"                                                                                                    \
  "#endif\n"                                                                                                                  \
  "}\n"

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
  { "fl_load_where_f32",
    "/* Lanes where it holds; the others are 0, and nothing need be there. */\n"
    "FL_INLINE fl_vec fl_load_where_f32 (const float *p, fl_mask where)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_ia32_loadups512_mask (p, (fl_vec) { 0 }, __builtin_ia32_cvtd2mask512 (where));\n"
    "#elif FL_X86 == 256\n"
    "  return __builtin_ia32_maskloadps256 ((const void *) p, where);\n"
    "#else\n"
    "#if FL_X86 == 128\n"
    "  if (__builtin_ia32_movmskps ((fl_vec) where) == 15)\n"
    "    return fl_load_f32 (p);\n"
    "#endif\n"
    "  fl_vec x = { 0 };\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    if (where[i])\n"
    "      x[i] = p[i];\n"
    "  return x;\n"
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
  { "fl_stream_row_f32",
    "/* Stores the n floats that were put together in the row and end at the address past the caches, once they are many, but for a part of\n"
    "   a line that others will fill up: it stays at the beginning of the row. How many stay? */\n"
    "FL_INLINE int64_t fl_stream_row_f32 (float *end, float *row, int64_t n)\n"
    "{\n"
    "  enum { FL_STAGED = 128 }; /* more at once would keep reading and writing apart */\n"
    "  if (n < FL_STAGED)\n"
    "    return n;\n"
    "  float *const to = end - n;\n"
    "  int64_t i = fl_until_aligned (to);\n"
    "  if (i > 0)\n"
    "    fl_store_part_f32 (to, fl_load_f32 (row), i);\n"
    "  for (; i <= n - FL_LANES; i += FL_LANES)\n"
    "    fl_stream_f32 (to + i, fl_load_f32 (row + i));\n"
    "  fl_store_f32 (row, fl_load_f32 (row + i));\n"
    "  return n - i;\n"
    "}\n" },
  { "fl_store_row_f32",
    "/* What is left. */\n"
    "FL_INLINE void fl_store_row_f32 (float *end, const float *row, int64_t n)\n"
    "{\n"
    "  for (int64_t i = 0; i < n; i += FL_LANES)\n"
    "    fl_store_part_f32 (end - n + i, fl_load_f32 (row + i), fl_min (n - i, FL_LANES));\n"
    "}\n" },
  /* --- lines put together in registers ------------------------------------------------------------------------------ */
  { "fl_lanes_at",
    "/* Those lanes of a and b side by side. */\n"
    "FL_INLINE fl_vec fl_lanes_at (fl_vec a, fl_vec b, fl_mask lanes)\n"
    "{\n"
    "#if FL_X86 == 512 && defined __clang__\n"
    "  return __builtin_ia32_vpermi2varps512 (a, lanes, b);\n"
    "#elif FL_X86 == 512\n"
    "  return __builtin_ia32_vpermt2varps512_mask (lanes, a, b, -1);\n"
    "#elif FL_X86 == 256\n"
    "  return fl_select (lanes < FL_LANES, __builtin_ia32_permvarsf256 (a, lanes), __builtin_ia32_permvarsf256 (b, lanes));\n"
    "#else\n"
    "  fl_vec x;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    x[i] = lanes[i] < FL_LANES ? a[lanes[i]] : b[lanes[i] - FL_LANES];\n"
    "  return x;\n"
    "#endif\n"
    "}\n" },
  { "fl_lanes_from",
    "/* A vector of them, from the first on. */\n"
    "FL_INLINE fl_vec fl_lanes_from (fl_vec a, fl_vec b, int64_t first) { return fl_lanes_at (a, b, fl_count_from (first, 1)); }\n" },
  { "fl_line",
    "/* Memory that is written from one address on, whatever the pieces, in whole vectors of memory. */\n"
    "typedef struct\n"
    "{\n"
    "  float *to;      /* the next vector of memory */\n"
    "  fl_vec kept;    /* its first n floats: the last n lanes */\n"
    "  fl_mask lanes;  /* of those and the next floats that are put in, the ones that it consists of */\n"
    "  int64_t n;\n"
    "  int64_t before; /* floats of it that are others' */\n"
    "} fl_line;\n" },
  { "fl_line_at",
    "FL_INLINE fl_line fl_line_at (float *p)\n"
    "{\n"
    "  const int64_t n = FL_X86 < 256 ? 0 : (int64_t) ((uint64_t) p / sizeof *p % FL_LANES);\n"
    "  return (fl_line) { .to = p - n, .lanes = fl_count_from (FL_LANES - n, 1), .n = n, .before = n };\n"
    "}\n" },
  { "fl_put_f32",
    "/* The next n floats. */\n" PUT ("fl_put_f32", "fl_store_f32 (line->to, whole)") },
  { "fl_put_past_f32",
    "/* The same past the caches. */\n" PUT ("fl_put_past_f32", "fl_stream_f32 (__builtin_assume_aligned (line->to, sizeof whole), whole)") },
  { "fl_line_end",
    "/* What is left. */\n"
    "FL_INLINE void fl_line_end (const fl_line *line)\n"
    "{\n"
    "  if (line->n > line->before)\n"
    "    fl_store_part_f32 (line->to + line->before, fl_lanes_from (line->kept, line->kept, FL_LANES - line->n + line->before), line->n - line->before);\n"
    "}\n" },
  /* --- backwards ------------------------------------------------------------------------------------------------------ */
  { "fl_back",
    "FL_INLINE fl_vec fl_back (fl_vec x)\n"
    "{\n"
    "#if !defined __clang__ && __GNUC__ < 12\n"
    "  return __builtin_shuffle (x, FL_LANES - 1 - fl_count_from (0, 1));\n"
    "#elif FL_LANES == 16\n"
    "  return __builtin_shufflevector (x, x, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);\n"
    "#elif FL_LANES == 8\n"
    "  return __builtin_shufflevector (x, x, 7, 6, 5, 4, 3, 2, 1, 0);\n"
    "#else\n"
    "  return __builtin_shufflevector (x, x, 3, 2, 1, 0);\n"
    "#endif\n"
    "}\n" },
  { "fl_load_back_f32",
    "/* A float, then those before it. */\n"
    "FL_INLINE fl_vec fl_load_back_f32 (const float *p) { return fl_back (fl_load_f32 (p - (FL_LANES - 1))); }\n" },
  { "fl_load_back_part_f32",
    "FL_INLINE fl_vec fl_load_back_part_f32 (const float *p, int64_t n)\n"
    "{\n"
    "  const fl_vec x = fl_load_part_f32 (p - (n - 1), n);\n"
    "  return fl_lanes_at (x, x, fl_count_from (n - 1, -1) & FL_LANES - 1);\n"
    "}\n" },
  /* --- every second one ------------------------------------------------------------------------------------------------ */
  { "fl_even",
    "/* The even ones of a, then the odd ones of b. */\n"
    "FL_INLINE fl_vec fl_even (fl_vec a, fl_vec b)\n"
    "{\n"
    "#if !defined __clang__ && __GNUC__ < 12\n"
    "  return __builtin_shuffle (a, b, 2 * fl_count_from (0, 1) - (fl_count_from (0, 1) >= FL_LANES / 2));\n"
    "#elif FL_LANES == 16\n"
    "  return __builtin_shufflevector (a, b, 0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31);\n"
    "#elif FL_LANES == 8\n"
    "  return __builtin_shufflevector (a, b, 0, 2, 4, 6, 9, 11, 13, 15);\n"
    "#else\n"
    "  return __builtin_shufflevector (a, b, 0, 2, 5, 7);\n"
    "#endif\n"
    "}\n" },
  { "fl_load_even_f32",
    "/* Every second float from p on, up to the last one that is wanted: what follows it may be another's. */\n"
    "FL_INLINE fl_vec fl_load_even_f32 (const float *p) { return fl_even (fl_load_f32 (p), fl_load_f32 (p + FL_LANES - 1)); }\n" },
  { "fl_load_even_part_f32",
    "FL_INLINE fl_vec fl_load_even_part_f32 (const float *p, int64_t n)\n"
    "{\n"
    "  const int64_t reach = 2 * n - 1;\n"
    "  return fl_even (fl_load_part_f32 (p, fl_min (reach, FL_LANES)), fl_load_part_f32 (p + FL_LANES - 1, fl_max (reach - FL_LANES + 1, 0)));\n"
    "}\n" },
  { "fl_load_apart_f32",
    "/* Every third or fourth float from p on, up to the last one that is wanted. */\n"
    "FL_INLINE fl_vec fl_load_apart_f32 (const float *p, int step)\n"
    "{\n"
    "#if FL_X86 >= 256\n"
    "  const fl_mask at = fl_count_from (0, step);\n"
    "  const fl_vec low = fl_lanes_at (fl_load_f32 (p), fl_load_f32 (p + FL_LANES), at & 2 * FL_LANES - 1);\n"
    "  const fl_vec last = fl_load_f32 (p + (step - 1) * (FL_LANES - 1));\n"
    "  if (step == 3)\n"
    "    return fl_select (at < 2 * FL_LANES, low, fl_lanes_at (last, last, at + 2 & FL_LANES - 1));\n"
    "  return fl_select (at < 2 * FL_LANES, low, fl_lanes_at (fl_load_f32 (p + 2 * FL_LANES), last, at - (at >= 3 * FL_LANES) * 3 & 2 * FL_LANES - 1));\n"
    "#else\n"
    "  fl_vec x;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    x[i] = p[step * i];\n"
    "  return x;\n"
    "#endif\n"
    "}\n" },
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
    "#if FL_X86 == 512\n"                                                                                                      \
    "  typedef short words __attribute__ ((vector_size (32)));\n"                                                              \
    "  return fl_of_" name " ((fl_halves) __builtin_ia32_loaddquhi256_mask ((const void *) p, (words) { 0 }, (1u << n) - 1));\n" \
    "#else\n"                                                                                                                  \
    "  fl_halves x = { 0 };\n"                                                                                                 \
    "  __builtin_memcpy (&x, p, n * sizeof *p);\n"                                                                             \
    "  return fl_of_" name " (x);\n"                                                                                           \
    "#endif\n"                                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_store_part_" name,                                                                                                     \
    "FL_INLINE void fl_store_part_" name " (uint16_t *p, fl_vec x, int64_t n)\n"                                               \
    "{\n"                                                                                                                      \
    "  const fl_halves y = fl_to_" name "_vec (x);\n"                                                                          \
    "#if FL_X86 == 512\n"                                                                                                      \
    "  typedef short words __attribute__ ((vector_size (32)));\n"                                                              \
    "  __builtin_ia32_storedquhi256_mask ((void *) p, (words) y, (1u << n) - 1);\n"                                            \
    "#else\n"                                                                                                                  \
    "  __builtin_memcpy (p, &y, n * sizeof *p);\n"                                                                             \
    "#endif\n"                                                                                                                 \
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
  /* --- bf16 by turns: elements at even places, then those at odd ones --------------------------------------------------- */
  { "fl_words", "typedef uint16_t fl_words __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_words_anywhere",
    "typedef uint16_t fl_words_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (2)));\n" },
  { "fl_load_turn_bf16",
    "/* Of 2 * FL_LANES elements those at even places, or those at odd ones: they lie in the halves of the same lanes. */\n"
    "FL_INLINE fl_vec fl_load_turn_bf16 (const uint16_t *p, _Bool is_odd)\n"
    "{\n"
    "  const fl_bits x = (fl_bits) *(const fl_words_anywhere *) p;\n"
    "  return is_odd ? (fl_vec) (x & 0xFFFF0000) : (fl_vec) (x << 16);\n"
    "}\n" },
  { "fl_join_bf16",
    "/* Rounds to nearest, ties to even: upper halves go up where lower halves are more than 1/2, or 1/2 and the upper one is odd. NaNs\n"
    "   whose lower half is not 0 may become something else. */\n"
    "FL_INLINE fl_words fl_join_bf16 (fl_vec even, fl_vec odd)\n"
    "{\n"
    "#if FL_X86 == 512 && defined __AVX512BW__ && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (64), may_alias));\n"
    "  typedef short shorts __attribute__ ((vector_size (64), may_alias));\n"
    "  const fl_mask upper = { 0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E, 0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E,\n"
    "                          0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E, 0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E };\n"
    "  const fl_mask lower = upper - 0x02020202;\n"
    "  const fl_words kept = (fl_words) __builtin_ia32_pshufb512_mask ((chars) even, (chars) upper, (chars) odd, 0x3333333333333333);\n"
    "  const fl_words lost = (fl_words) __builtin_ia32_pshufb512_mask ((chars) odd, (chars) lower, (chars) even, 0xCCCCCCCCCCCCCCCC);\n"
    "  const uint32_t is_up = __builtin_ia32_ucmpw512_mask ((shorts) (lost | (kept & 1)), (shorts) { 0 } + (short) 0x8000, 6, -1);\n"
    "  return (fl_words) __builtin_ia32_paddw512_mask ((shorts) kept, (shorts) { 0 } + 1, (shorts) kept, is_up);\n"
    "#else\n"
    "  const fl_bits x = (fl_bits) even, y = (fl_bits) odd;\n"
    "  const fl_words kept = (fl_words) ((x >> 16) | (y & 0xFFFF0000)), lost = (fl_words) ((x & 0xFFFF) | (y << 16));\n"
    "  return kept - (fl_words) ((lost | (kept & 1)) > 0x8000); /* a comparison is -1 where it holds */\n"
    "#endif\n"
    "}\n" },
  { "fl_join_any_bf16",
    "FL_INLINE fl_words fl_join_any_bf16 (fl_vec even, fl_vec odd)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  if (__builtin_expect (__builtin_ia32_cmpps512_mask (even, odd, 3, -1, 4) == 0, 1))\n"
    "    return fl_join_bf16 (even, odd);\n"
    "#endif\n"
    "  const fl_vec none = fl_splat (__builtin_nanf (\"\"));\n"
    "  return fl_join_bf16 (fl_select (even == even, even, none), fl_select (odd == odd, odd, none));\n"
    "}\n" },
#define BOTH(name, how, remark)                                                                                                \
  { "fl_store_both_" name, remark                                                                                              \
    "FL_INLINE void fl_store_both_" name " (uint16_t *p, const fl_vec x[2]) { *(fl_words_anywhere *) p = " how " (x[0], x[1]); }\n" }, \
  { "fl_stream_both_" name, remark                                                                                             \
    "FL_INLINE void fl_stream_both_" name " (uint16_t *p, const fl_vec x[2])\n"                                                \
    "{\n"                                                                                                                      \
    "  const fl_words y = " how " (x[0], x[1]);\n"                                                                             \
    "  if ((uint64_t) p % sizeof y != 0)\n"                                                                                    \
    "    *(fl_words_anywhere *) p = y;\n"                                                                                      \
    "  else\n"                                                                                                                 \
    "#if defined __clang__\n"                                                                                                  \
    "    __builtin_nontemporal_store (y, (fl_words *) p);\n"                                                                   \
    "#elif FL_X86 == 512\n"                                                                                                    \
    "    __builtin_ia32_movntps512 ((float *) p, (fl_vec) y);\n"                                                               \
    "#elif FL_X86 == 256\n"                                                                                                    \
    "    __builtin_ia32_movntps256 ((float *) p, (fl_vec) y);\n"                                                               \
    "#elif FL_X86 == 128\n"                                                                                                    \
    "    __builtin_ia32_movntps ((float *) p, (fl_vec) y);\n"                                                                  \
    "#else\n"                                                                                                                  \
    "    *(fl_words *) p = y;\n"                                                                                               \
    "#endif\n"                                                                                                                 \
    "}\n" }
  BOTH ("bf16", "fl_join_any_bf16", ""),
  BOTH ("of_bf16", "fl_join_bf16", "/* x was computed from bf16: the lower half of its NaNs is 0. */\n"),
  /* --- two vectors, one after the other ----------------------------------------------------------------------------------- */
#define TWO(name, store, one)                                                                                                  \
  { "fl_" name "_two_bf16",                                                                                                    \
    "FL_INLINE void fl_" name "_two_bf16 (uint16_t *p, const fl_vec x[2])\n"                                                   \
    "{\n"                                                                                                                      \
    "#if FL_X86 == 512 && defined __AVX512BF16__\n"                                                                            \
    "  /* The machine's own conversion would take denormals for 0. */\n"                                                       \
    "  if (__builtin_expect ((__builtin_ia32_fpclassps512_mask (x[0], 0x20, -1) | __builtin_ia32_fpclassps512_mask (x[1], 0x20, -1)) == 0, 1))\n" \
    "    {\n"                                                                                                                  \
    "      fl_words y;\n"                                                                                                      \
    "      __asm__ (\"vcvtne2ps2bf16 %1, %2, %0\" : \"=v\" (y) : \"v\" (x[0]), \"v\" (x[1]));\n"                           \
    store                                                                                                                      \
    "      return;\n"                                                                                                          \
    "    }\n"                                                                                                                  \
    "#endif\n"                                                                                                                 \
    "  fl_" one " (p, x[0]);\n"                                                                                                \
    "  fl_" one " (p + FL_LANES, x[1]);\n"                                                                                     \
    "}\n" }
  TWO ("store", "      *(fl_words_anywhere *) p = y;\n", "store_bf16"),
  TWO ("stream",
       "      if ((uint64_t) p % sizeof y != 0)\n"
       "        *(fl_words_anywhere *) p = y;\n"
       "      else\n"
       "#if defined __clang__\n"
       "        __builtin_nontemporal_store (y, (fl_words *) p);\n"
       "#else\n"
       "        __builtin_ia32_movntps512 ((float *) p, (fl_vec) y);\n"
       "#endif\n",
       "stream_bf16"),
  /* gcc 12 converts bytes one at a time. */
  { "fl_widen_bytes",
    "FL_INLINE fl_mask fl_widen_bytes (fl_bytes x)\n"
    "{\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  return __builtin_ia32_pmovzxbd512_mask ((chars) x, (fl_mask) { 0 }, -1);\n"
    "#elif FL_X86 == 256 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  typedef long long longs __attribute__ ((vector_size (16)));\n"
    "  const chars all = (chars) (longs) { ((union { fl_bytes bytes; long long number; }) { .bytes = x }).number };\n"
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
};

const FlCHelper *
fl_c_preamble_get_vector_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
