/* Helpers of generated source across the lanes of vectors: sums, extremes and their places. */
#include "fl-c-preamble.h"

static const FlCHelper helpers[] = {
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
  { "fl_any",
    "FL_INLINE _Bool fl_any (fl_mask where)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_ia32_cvtd2mask512 (where) != 0;\n"
    "#elif FL_X86 == 256\n"
    "  return __builtin_ia32_movmskps256 ((fl_vec) where) != 0;\n"
    "#elif FL_X86 == 128\n"
    "  return __builtin_ia32_movmskps ((fl_vec) where) != 0;\n"
    "#else\n"
    "  int32_t any = 0;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    any |= where[i];\n"
    "  return any != 0;\n"
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
  ACROSS ("largest", CHOOSE (">", "maxps"), MAXIMUM, "", "fl_larger (fl_larger (x[0], x[1]), fl_larger (x[2], x[3]))"),
  ACROSS ("smallest", CHOOSE ("<", "minps"), MINIMUM, "", "fl_smaller (fl_smaller (x[0], x[1]), fl_smaller (x[2], x[3]))"),
  /* As many rows as lanes at once: pairs of lanes, then pairs of pairs, then quads, until each lane has a row of its own. */
#define ROWS(name, join)                                                                                                       \
  { "fl_" name "_rows",                                                                                                        \
    "/* Of as many vectors as lanes: what the lanes of each come to. */\n"                                                     \
    "FL_INLINE fl_vec fl_" name "_rows (const fl_vec x[FL_LANES])\n"                                                           \
    "{\n"                                                                                                                      \
    "#if defined __clang__ || __GNUC__ >= 12\n"                                                                                \
    "#define FL_N FL_LANES\n"                                                                                                  \
    "#if FL_LANES == 16\n"                                                                                                     \
    "#define FL_PICK(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12, k + 12, l + 12)\n" \
    "#elif FL_LANES == 8\n"                                                                                                    \
    "#define FL_PICK(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4)\n"               \
    "#else\n"                                                                                                                  \
    "#define FL_PICK(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l)\n"                                           \
    "#endif\n"                                                                                                                 \
    "  fl_vec q[FL_LANES / 4];\n"                                                                                              \
    "#pragma GCC unroll 4\n"                                                                                                   \
    "  for (int i = 0; i < FL_LANES / 4; i++)\n"                                                                               \
    "    {\n"                                                                                                                  \
    "      const fl_vec a = x[4 * i], b = x[4 * i + 1], c = x[4 * i + 2], d = x[4 * i + 3];\n"                                 \
    "      const fl_vec ab = " join ("FL_PICK (a, b, 0, FL_N, 1, FL_N + 1)", "FL_PICK (a, b, 2, FL_N + 2, 3, FL_N + 3)") ";\n" \
    "      const fl_vec cd = " join ("FL_PICK (c, d, 0, FL_N, 1, FL_N + 1)", "FL_PICK (c, d, 2, FL_N + 2, 3, FL_N + 3)") ";\n" \
    "      q[i] = " join ("FL_PICK (ab, cd, 0, 1, FL_N, FL_N + 1)", "FL_PICK (ab, cd, 2, 3, FL_N + 2, FL_N + 3)") ";\n"        \
    "    }\n"                                                                                                                  \
    "#if FL_LANES == 16\n"                                                                                                     \
    "#define FL_QUADS(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, i + 1, i + 2, i + 3, j, j + 1, j + 2, j + 3, k, k + 1, k + 2, k + 3, l, l + 1, l + 2, l + 3)\n" \
    "  const fl_vec y = " join ("FL_QUADS (q[0], q[1], 0, 4, 16, 20)", "FL_QUADS (q[0], q[1], 8, 12, 24, 28)") ";\n"           \
    "  const fl_vec z = " join ("FL_QUADS (q[2], q[3], 0, 4, 16, 20)", "FL_QUADS (q[2], q[3], 8, 12, 24, 28)") ";\n"           \
    "  return " join ("FL_QUADS (y, z, 0, 8, 16, 24)", "FL_QUADS (y, z, 4, 12, 20, 28)") ";\n"                                 \
    "#elif FL_LANES == 8\n"                                                                                                    \
    "#define FL_QUADS(a, b, i, j) __builtin_shufflevector (a, b, i, i + 1, i + 2, i + 3, j, j + 1, j + 2, j + 3)\n"            \
    "  return " join ("FL_QUADS (q[0], q[1], 0, 8)", "FL_QUADS (q[0], q[1], 4, 12)") ";\n"                                     \
    "#else\n"                                                                                                                  \
    "  return q[0];\n"                                                                                                         \
    "#endif\n"                                                                                                                 \
    "#undef FL_N\n"                                                                                                            \
    "#undef FL_PICK\n"                                                                                                         \
    "#undef FL_QUADS\n"                                                                                                        \
    "#else\n"                                                                                                                  \
    "  fl_vec y;\n"                                                                                                            \
    "  for (int i = 0; i < FL_LANES; i++)\n"                                                                                   \
    "    y[i] = fl_" name "_across (x[i]);\n"                                                                                  \
    "  return y;\n"                                                                                                            \
    "#endif\n"                                                                                                                 \
    "}\n" }
#define LARGER(a, b) "fl_max_vec (" a ", " b ")"
#define SMALLER(a, b) "fl_min_vec (" a ", " b ")"
  ROWS ("sum", PLUS),
  ROWS ("max", LARGER),
  ROWS ("min", SMALLER),
  ACROSS ("prod", "        u.quads[i] = a * b;\n", TIMES, "", "(x[0] * x[1]) * (x[2] * x[3])"),
  { "fl_any_across",
    "FL_INLINE _Bool fl_any_across (fl_mask x) { return fl_any (x); }\n" },
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
    "  if (__builtin_expect (has_nan, 0))\n"                                                                                   \
    "    return first;\n"                                                                                                      \
    "  *best = " across " (b->best);\n"                                                                                        \
    "#if FL_X86 == 512\n"                                                                                                      \
    "  const uint16_t lanes = __builtin_ia32_cmpps512_mask (b->best, fl_splat (*best), 0, -1, 4);\n"                           \
    "  if (__builtin_expect ((lanes & (lanes - 1)) == 0, 1)) /* one alone, as a rule */\n"                                     \
    "    return ((fl_mask) __builtin_ia32_compresssi512_mask (b->at, b->at, lanes))[0];\n"                                     \
    "#endif\n"                                                                                                                 \
    "  const fl_mask is_best = b->best == fl_splat (*best);\n"                                                                 \
    "  return fl_least_across ((b->at & is_best) | (0x40000000 & ~is_best));\n"                                                \
    "}\n" }
  GROUPS ("argmax", ">", "30", "fl_larger", "fl_largest_across"),
  GROUPS ("argmin", "<", "17", "fl_smaller", "fl_smallest_across"),
  { "fl_find_4",
    "/* The first of four vectors' elements that is the best, which may be NaN; -1: none. */\n"
    "FL_INLINE int64_t fl_find_4 (const fl_vec x[4], float best, int64_t at)\n"
    "{\n"
    "  uint64_t found = 0;\n"
    "#if FL_X86 == 512\n"
    "  if (__builtin_expect (best == best, 1))\n"
    "    for (int i = 0; i < 4; i++)\n"
    "      found |= (uint64_t) (uint16_t) __builtin_ia32_cmpps512_mask (x[i], fl_splat (best), 0, -1, 4) << 16 * i;\n"
    "  else\n"
    "    for (int i = 0; i < 4; i++)\n"
    "      found |= (uint64_t) (uint16_t) __builtin_ia32_cmpps512_mask (x[i], x[i], 3, -1, 4) << 16 * i;\n"
    "#else\n"
    "  for (int i = 0; i < 4; i++)\n"
    "    {\n"
    "      const fl_mask is_it = (x[i] == fl_splat (best)) | ((x[i] != x[i]) & fl_splat_mask (best != best));\n"
    "#if FL_X86 == 256\n"
    "      found |= (uint64_t) __builtin_ia32_movmskps256 ((fl_vec) is_it) << 8 * i;\n"
    "#elif FL_X86 == 128\n"
    "      found |= (uint64_t) __builtin_ia32_movmskps ((fl_vec) is_it) << 4 * i;\n"
    "#else\n"
    "      for (int k = 0; k < FL_LANES; k++)\n"
    "        found |= (uint64_t) (is_it[k] & 1) << (FL_LANES * i + k);\n"
    "#endif\n"
    "    }\n"
    "#endif\n"
    "  return __builtin_expect (found != 0, 1) ? at + __builtin_ctzll (found) : -1;\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_across_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
