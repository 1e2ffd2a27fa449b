/* Helpers of generated source that read and write elements anywhere: a position of 32 bits a lane.
 *
 * Indices are positions, too: those of 64 bits are cut to what a lane holds in such a way that what lies outside of a tensor of fewer
 * than 2^31 elements stays outside. Lanes that a part leaves out are 0 and read nothing. */
#include "fl-c-preamble.h"

/* --- indices ------------------------------------------------------------------------------------------------------- */

/* gcc names AVX2's gathers otherwise than clang; without such an instruction each lane is a load. */
#define GATHER(name, type, vector, lanes, word, whole, cast, avx512, avx2, asked)                                               \
  { "fl_gather_part_" name,                                                                                                    \
    "FL_INLINE " vector " fl_gather_part_" name " (const " type " *p, fl_i32 at, int64_t n)\n"                                \
    "{\n"                                                                                                                      \
    "#if FL_X86 == 512\n"                                                                                                      \
    "  return (" vector ") " avx512 " ((" cast ") { 0 }, p, " whole " (at), (1u << n) - 1, sizeof *p);\n"                     \
    "#elif FL_X86 == 256 && !defined __clang__\n"                                                                              \
    "  const " cast " mask = (" cast ") (" asked ");\n"                                                                     \
    "  return (" vector ") " avx2 " ((" cast ") { 0 }, (const " word " *) p, " whole " (at), mask, sizeof *p);\n"             \
    "#else\n"                                                                                                                  \
    "  " vector " x = { 0 };\n"                                                                                                \
    "  for (int i = 0; i < n; i++)\n"                                                                                         \
    "    x[i] = p[at[i]];\n"                                                                                                   \
    "  return x;\n"                                                                                                            \
    "#endif\n"                                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_gather_" name,                                                                                                         \
    "/* p[at], lane by lane. */\n"                                                                                            \
    "FL_INLINE " vector " fl_gather_" name " (const " type " *p, fl_i32 at) { return fl_gather_part_" name " (p, at, " lanes "); }\n" }

/* Elements of 8 and 16 bits come with others in a word: one that ends with them, or the first of all. A lane's word lies inside the
 * memory whose first and last element lanes may ask for, when that has so many. */
#define GATHER_NARROW(name, type, vector, bits, others, wrapped, each)                                                         \
  { "fl_gather_part_" name,                                                                                                    \
    "FL_INLINE " vector " fl_gather_part_" name " (const " type " *p, fl_i32 at, int64_t n)\n"                                \
    "{\n"                                                                                                                      \
    "#if FL_X86 == 512 || (FL_X86 == 256 && !defined __clang__)\n"                                                             \
    "  const fl_i32 first = (at - " others ") & (at > " others "), words = fl_gather_words (p, first, sizeof *p, n);\n"      \
    "  const fl_bits x = (fl_bits) words >> (fl_bits) ((at - first) * " bits ");\n"                                           \
    "  return " wrapped ";\n"                                                                                                  \
    "#else\n"                                                                                                                  \
    "  " vector " x = { 0 };\n"                                                                                                \
    "  for (int i = 0; i < n; i++)\n"                                                                                         \
    "    x[i] = " each ";\n"                                                                                                   \
    "  return x;\n"                                                                                                            \
    "#endif\n"                                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_gather_" name,                                                                                                         \
    "FL_INLINE " vector " fl_gather_" name " (const " type " *p, fl_i32 at) { return fl_gather_part_" name " (p, at, FL_LANES); }\n" }

/* Lanes that go to places of their own, one by one in their order: several may meet. */
#define SCATTER_ANY(name, add, type, vector, element, lanes, store, word, remark)                                              \
  { "fl_scatter_" add "part_" name,                                                                                            \
    "FL_INLINE void fl_scatter_" add "part_" name " (" type " *p, fl_i32 at, " vector " x, int64_t n)\n"                      \
    "{\n"                                                                                                                      \
    "  _Alignas (64) int32_t where[FL_LANES];\n"                                                                              \
    "  _Alignas (64) " element " lanes[" lanes "];\n"                                                                         \
    "  fl_store_i32 (where, at);\n"                                                                                           \
    "  " store " (lanes, x);\n"                                                                                               \
    "#pragma GCC unroll 16\n"                                                                                                 \
    "  for (int i = 0; i < n; i++)\n"                                                                                         \
    "    p[where[i]] " word " lanes[i];\n"                                                                                    \
    "}\n" },                                                                                                                   \
  { "fl_scatter_" add name,                                                                                                    \
    remark                                                                                                                      \
    "FL_INLINE void fl_scatter_" add name " (" type " *p, fl_i32 at, " vector " x) { fl_scatter_" add "part_" name " (p, at, x, " lanes "); }\n" }
#define SCATTER(...)                                                                                                           \
  SCATTER_ANY (__VA_ARGS__, "=", "/* To p[at], lane by lane: of several that go to one place the last one stays. */\n")
#define SCATTER_ADD(...)                                                                                                       \
  SCATTER_ANY (__VA_ARGS__, "+=", "/* p[at] += x, lane by lane: several may go to one place. */\n")

#define SCATTER_ADD_SAME(name, type)                                                                                           \
  { "fl_scatter_add_same_part_" name,                                                                                          \
    "FL_INLINE void fl_scatter_add_same_part_" name " (" type " *p, fl_i32 at, " type " x, int64_t n)\n"                      \
    "{\n"                                                                                                                      \
    "  _Alignas (64) int32_t where[FL_LANES];\n"                                                                              \
    "  fl_store_i32 (where, at);\n"                                                                                           \
    "#pragma GCC unroll 16\n"                                                                                                 \
    "  for (int i = 0; i < n; i++)\n"                                                                                         \
    "    p[where[i]] += x;\n"                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_scatter_add_same_" name,                                                                                               \
    "/* p[at] += x for each lane: several may go to one place. */\n"                                                          \
    "FL_INLINE void fl_scatter_add_same_" name " (" type " *p, fl_i32 at, " type " x) { fl_scatter_add_same_part_" name " (p, at, x, FL_LANES); }\n" }

static const FlCHelper helpers[] = {
  { "fl_saturate_i64",
    "/* To 32 bits; what these cannot hold, to the nearest that they can. */\n"
    "FL_INLINE fl_half_i32 fl_saturate_i64 (fl_i64 x)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_ia32_pmovsqd512_mask ((fl_long_long) x, (fl_half_i32) { 0 }, -1);\n"
    "#else\n"
    "  const fl_i64 least = fl_splat_i64 (INT32_MIN), largest = fl_splat_i64 (-(INT32_MIN + 1));\n"
    "  x = fl_select_i64 (x < least, least, x);\n"
    "  return __builtin_convertvector (fl_select_i64 (x > largest, largest, x), fl_half_i32);\n"
    "#endif\n"
    "}\n" },
  { "fl_load_index_i64",
    "FL_INLINE fl_i32 fl_load_index_i64 (const int64_t *p)\n"
    "{\n"
    "  return fl_join_i32 (fl_saturate_i64 (fl_load_i64 (p)), fl_saturate_i64 (fl_load_i64 (p + FL_WIDE)));\n"
    "}\n" },
  { "fl_load_part_index_i64",
    "FL_INLINE fl_i32 fl_load_part_index_i64 (const int64_t *p, int64_t n)\n"
    "{\n"
    "  if (n <= FL_WIDE)\n"
    "    return fl_as_low_half_i32 (fl_saturate_i64 (fl_load_part_i64 (p, n)));\n"
    "  return fl_join_i32 (fl_saturate_i64 (fl_load_i64 (p)), fl_saturate_i64 (fl_load_part_i64 (p + FL_WIDE, n - FL_WIDE)));\n"
    "}\n" },
  { "fl_load_index_i32", "FL_INLINE fl_i32 fl_load_index_i32 (const int32_t *p) { return fl_load_i32 (p); }\n" },
  { "fl_load_part_index_i32", "FL_INLINE fl_i32 fl_load_part_index_i32 (const int32_t *p, int64_t n) { return fl_load_part_i32 (p, n); }\n" },
  { "fl_wrap_lanes", "/* Negative indices count from the end. */\n"
                     "FL_INLINE fl_i32 fl_wrap_lanes (fl_i32 index, int32_t size) { return index + ((index < 0) & size); }\n" },
  { "fl_clamp_lanes",
    "/* Valid indices whatever the data say: as they are, or the last one. */\n"
    "FL_INLINE fl_i32 fl_clamp_lanes (fl_i32 index, int32_t size)\n"
    "{\n"
    "  return fl_select_i32 ((fl_mask) ((fl_bits) index < (uint32_t) size), index, fl_splat_i32 (size - 1));\n"
    "}\n" },
  { "fl_count_outside",
    "FL_INLINE int64_t fl_count_outside (fl_i32 index, int32_t size)\n"
    "{\n"
    "#if FL_X86 == 512\n"
    "  return __builtin_popcount (__builtin_ia32_ucmpd512_mask (index, fl_splat_i32 (size), 5, -1));\n"
    "#else\n"
    "  const fl_mask outside = (fl_mask) ((fl_bits) index >= (uint32_t) size);\n"
    "#if FL_X86 == 256\n"
    "  return __builtin_popcount (__builtin_ia32_movmskps256 ((fl_vec) outside));\n"
    "#elif FL_X86 == 128\n"
    "  return __builtin_popcount (__builtin_ia32_movmskps ((fl_vec) outside));\n"
    "#else\n"
    "  int64_t n = 0;\n"
    "  for (int i = 0; i < FL_LANES; i++)\n"
    "    n -= outside[i];\n"
    "  return n;\n"
    "#endif\n"
    "#endif\n"
    "}\n" },
  /* --- elements ------------------------------------------------------------------------------------------------------ */
  GATHER ("f32", "float", "fl_vec", "FL_LANES", "float", "", "fl_vec", "__builtin_ia32_gathersiv16sf", "__builtin_ia32_gathersiv8sf",
          "fl_count_from (0, 1) < (int32_t) n"),
  GATHER ("i32", "int32_t", "fl_i32", "FL_LANES", "int", "", "fl_i32", "__builtin_ia32_gathersiv16si", "__builtin_ia32_gathersiv8si",
          "fl_count_from (0, 1) < (int32_t) n"),
  GATHER ("f64", "double", "fl_f64", "FL_WIDE", "double", "fl_low_half_i32", "fl_f64", "__builtin_ia32_gathersiv8df",
          "__builtin_ia32_gathersiv4df", "fl_count_wide_from (0, 1) < n"),
  GATHER ("i64", "int64_t", "fl_i64", "FL_WIDE", "long long", "fl_low_half_i32", "fl_long_long", "__builtin_ia32_gathersiv8di",
          "__builtin_ia32_gathersiv4di", "fl_count_wide_from (0, 1) < n"),
  { "fl_gather_words",
    "#if FL_X86 == 512\n"
    "FL_INLINE fl_i32 fl_gather_words (const void *p, fl_i32 at, const int bytes, int64_t n)\n"
    "{\n"
    "  const uint32_t mask = (1u << n) - 1;\n"
    "  return bytes == 2 ? __builtin_ia32_gathersiv16si ((fl_i32) { 0 }, p, at, mask, 2)\n"
    "                    : __builtin_ia32_gathersiv16si ((fl_i32) { 0 }, p, at, mask, 1);\n"
    "}\n"
    "#elif FL_X86 == 256 && !defined __clang__\n"
    "FL_INLINE fl_i32 fl_gather_words (const void *p, fl_i32 at, const int bytes, int64_t n)\n"
    "{\n"
    "  const fl_i32 mask = fl_count_from (0, 1) < (int32_t) n;\n"
    "  return bytes == 2 ? __builtin_ia32_gathersiv8si ((fl_i32) { 0 }, p, at, mask, 2)\n"
    "                    : __builtin_ia32_gathersiv8si ((fl_i32) { 0 }, p, at, mask, 1);\n"
    "}\n"
    "#endif\n" },
  GATHER_NARROW ("bf16", "uint16_t", "fl_vec", "16", "1", "(fl_vec) (x << 16)", "fl_from_bf16 (p[at[i]])"),
  GATHER_NARROW ("f16", "uint16_t", "fl_vec", "16", "1", "fl_of_f16 (fl_narrow_halves (x & 0xFFFF))", "fl_from_f16 (p[at[i]])"),
  GATHER_NARROW ("i16", "int16_t", "fl_i32", "16", "1", "(fl_i32) (x << 16) >> 16", "p[at[i]]"),
  GATHER_NARROW ("i8", "int8_t", "fl_i32", "8", "3", "(fl_i32) (x << 24) >> 24", "p[at[i]]"),
  GATHER_NARROW ("u8", "uint8_t", "fl_i32", "8", "3", "(fl_i32) (x & 0xFF)", "p[at[i]]"),
  GATHER_NARROW ("bool", "uint8_t", "fl_mask", "8", "3", "(fl_mask) ((x & 0xFF) != 0)", "p[at[i]] ? -1 : 0"),
  SCATTER ("f32", "", "float", "fl_vec", "float", "FL_LANES", "fl_store_f32"),
  SCATTER ("f64", "", "double", "fl_f64", "double", "FL_WIDE", "fl_store_f64"),
  SCATTER ("i32", "", "int32_t", "fl_i32", "int32_t", "FL_LANES", "fl_store_i32"),
  SCATTER ("i64", "", "int64_t", "fl_i64", "int64_t", "FL_WIDE", "fl_store_i64"),
  SCATTER ("bf16", "", "uint16_t", "fl_vec", "uint16_t", "FL_LANES", "fl_store_bf16"),
  SCATTER ("f16", "", "uint16_t", "fl_vec", "uint16_t", "FL_LANES", "fl_store_f16"),
  SCATTER ("u8", "", "uint8_t", "fl_i32", "uint8_t", "FL_LANES", "fl_store_u8"),
  SCATTER ("i8", "", "int8_t", "fl_i32", "int8_t", "FL_LANES", "fl_store_i8"),
  SCATTER ("bool", "", "uint8_t", "fl_mask", "uint8_t", "FL_LANES", "fl_store_bool"),
  SCATTER_ADD ("f32", "add_", "float", "fl_vec", "float", "FL_LANES", "fl_store_f32"),
  SCATTER_ADD ("f64", "add_", "double", "fl_f64", "double", "FL_WIDE", "fl_store_f64"),
  SCATTER_ADD ("i32", "add_", "int32_t", "fl_i32", "int32_t", "FL_LANES", "fl_store_i32"),
  SCATTER_ADD ("i64", "add_", "int64_t", "fl_i64", "int64_t", "FL_WIDE", "fl_store_i64"),
  SCATTER_ADD_SAME ("f32", "float"),
  SCATTER_ADD_SAME ("f64", "double"),
  SCATTER_ADD_SAME ("i32", "int32_t"),
  SCATTER_ADD_SAME ("i64", "int64_t"),
};

const FlCHelper *
fl_c_preamble_get_gather_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
