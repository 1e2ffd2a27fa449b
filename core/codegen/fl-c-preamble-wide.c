/* Helpers of generated source on vectors of integers, and of numbers of 64 bits.
 *
 * Integers of up to 32 bits live in lanes of 32 bits (fl_i32), beside floats. A loop that holds numbers of 64 bits goes forward by
 * FL_WIDE elements: one vector of those, and the lower half of a vector of others, whose upper half is zero or nothing that is read. */
#include "fl-c-preamble.h"

/* --- memory of a type that fills a vector ------------------------------------------------------------------------- */
#define WIDE_MEMORY(name, type, stream512, stream256, stream128)                                                               \
  { "fl_load_" name, "FL_INLINE fl_" name " fl_load_" name " (const " type " *p) { return *(const fl_" name "_anywhere *) p; }\n" }, \
  { "fl_store_" name, "FL_INLINE void fl_store_" name " (" type " *p, fl_" name " x) { *(fl_" name "_anywhere *) p = x; }\n" }, \
  { "fl_load_part_" name,                                                                                                      \
    "FL_INLINE fl_" name " fl_load_part_" name " (const " type " *p, int64_t n)\n"                                             \
    "{\n"                                                                                                                      \
    "  fl_" name " x = { 0 };\n"                                                                                               \
    "  __builtin_memcpy (&x, p, n * sizeof *p);\n"                                                                             \
    "  return x;\n"                                                                                                            \
    "}\n" },                                                                                                                   \
  { "fl_store_part_" name,                                                                                                     \
    "FL_INLINE void fl_store_part_" name " (" type " *p, fl_" name " x, int64_t n) { __builtin_memcpy (p, &x, n * sizeof *p); }\n" }, \
  { "fl_stream_" name,                                                                                                         \
    "FL_INLINE void fl_stream_" name " (" type " *p, fl_" name " x)\n"                                                         \
    "{\n"                                                                                                                      \
    "  if ((uint64_t) p % sizeof x != 0)\n"                                                                                    \
    "    *(fl_" name "_anywhere *) p = x;\n"                                                                                   \
    "  else\n"                                                                                                                 \
    "#if defined __clang__\n"                                                                                                  \
    "    __builtin_nontemporal_store (x, (fl_" name " *) p);\n"                                                                \
    "#elif FL_X86 == 512\n"                                                                                                    \
    "    " stream512 ";\n"                                                                                                     \
    "#elif FL_X86 == 256\n"                                                                                                    \
    "    " stream256 ";\n"                                                                                                     \
    "#elif FL_X86 == 128\n"                                                                                                    \
    "    " stream128 ";\n"                                                                                                     \
    "#else\n"                                                                                                                  \
    "    *(fl_" name " *) p = x;\n"                                                                                            \
    "#endif\n"                                                                                                                 \
    "}\n" }
/* Integers of 8 and 16 bits, which are computed with as 32. */
#define NARROW_MEMORY(name, type, parts, narrow, widened, wrapped, whole)                                                           \
  { "fl_wrap_" name,                                                                                                           \
    "/* What is left in the type's bits. */\n"                                                                                 \
    "FL_INLINE fl_i32 fl_wrap_" name " (fl_i32 x) { return " wrapped "; }\n" },                                               \
  { "fl_load_" name,                                                                                                           \
    "FL_INLINE fl_i32 fl_load_" name " (const " type " *p)\n"                                                                 \
    "{\n"                                                                                                                      \
    "  const fl_i32 x = (fl_i32) " widened " (*(const " parts "_anywhere *) p);\n"                                            \
    "  return " whole ";\n"                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_store_" name,                                                                                                          \
    "FL_INLINE void fl_store_" name " (" type " *p, fl_i32 x) { *(" parts "_anywhere *) p = " narrow "; }\n" },               \
  { "fl_stream_" name, "FL_INLINE void fl_stream_" name " (" type " *p, fl_i32 x) { fl_store_" name " (p, x); }\n" },         \
  { "fl_load_part_" name,                                                                                                      \
    "FL_INLINE fl_i32 fl_load_part_" name " (const " type " *p, int64_t n)\n"                                                 \
    "{\n"                                                                                                                      \
    "  " parts " part = { 0 };\n"                                                                                             \
    "  __builtin_memcpy (&part, p, n * sizeof *p);\n"                                                                         \
    "  const fl_i32 x = (fl_i32) " widened " (part);\n"                                                                       \
    "  return " whole ";\n"                                                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_store_part_" name,                                                                                                     \
    "FL_INLINE void fl_store_part_" name " (" type " *p, fl_i32 x, int64_t n)\n"                                              \
    "{\n"                                                                                                                      \
    "  const " parts " y = " narrow ";\n"                                                                                     \
    "  __builtin_memcpy (p, &y, n * sizeof *p);\n"                                                                            \
    "}\n" }
#define NARROW_MEMORY_OF(...) NARROW_MEMORY (__VA_ARGS__)
#define BYTES "fl_bytes", "fl_narrow_bytes (x)", "fl_widen_bytes"
#define SIGNED_BYTES "fl_bytes", "fl_narrow_bytes (x)", "fl_widen_signed_bytes"
#define HALVES "fl_halves", "fl_narrow_halves ((fl_bits) x)", "fl_widen_halves"

/* One half of a vector, and two as a vector. Compilers that cannot shuffle go through memory. */
#define HALF(name, half, whole, lanes, number)                                                                                 \
  { name, "FL_INLINE " half " " name " (" whole " x)\n"                                                                       \
          "{\n"                                                                                                                \
          "#if defined __clang__ || __GNUC__ >= 12\n"                                                                             \
          "  return __builtin_shufflevector (x, x, " lanes ");\n"                                                     \
          "#else\n"                                                                                                            \
          "  return ((union { " whole " all; " half " halves[2]; }) { .all = x }).halves[" number "];\n"                       \
          "#endif\n"                                                                                                           \
          "}\n" }
#define JOIN(name, half, whole)                                                                                                \
  { name, "FL_INLINE " whole " " name " (" half " low, " half " high)\n"                                                      \
          "{\n"                                                                                                                \
          "#if defined __clang__ || __GNUC__ >= 12\n"                                                                          \
          "  return __builtin_shufflevector (low, high, FL_LOWER, FL_UPPER);\n"                                                \
          "#else\n"                                                                                                            \
          "  return ((union { " half " halves[2]; " whole " all; }) { .halves = { low, high } }).all;\n"                       \
          "#endif\n"                                                                                                           \
          "}\n" }

/* Integers of floats: what lies beyond, and NaN, is the smallest number. */
#define OF_FLOATS(name, integers, floats, lanes, scalar, machine)                                                              \
  { name, "FL_INLINE " integers " " name " (" floats " x)\n"                                                                   \
          "{\n"                                                                                                                \
          "#if FL_X86 == 512\n"                                                                                                \
          "  return " machine ";\n"                                                                                            \
          "#else\n"                                                                                                            \
          "  /* Not lane by lane: GCC 12 fails on that with 256 bits where the machine has 512. */\n"                          \
          "  " integers " all = { 0 };\n"                                                                                      \
          "  __typeof__ (all[0] + 0) y[sizeof all / sizeof all[0]] = { 0 };\n"                                                 \
          "  for (int i = 0; i < " lanes "; i++)\n"                                                                            \
          "    y[i] = " scalar " (x[i]);\n"                                                                                    \
          "  __builtin_memcpy (&all, y, sizeof all);\n"                                                                        \
          "  return all;\n"                                                                                                    \
          "#endif\n"                                                                                                           \
          "}\n" }

static const FlCHelper helpers[] = {
  /* --- types --------------------------------------------------------------------------------------------------------- */
  { "FL_WIDE", "#define FL_WIDE (FL_LANES / 2) /* numbers of 64 bits in a vector */\n" },
  { "fl_i32", "typedef int32_t fl_i32 __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_i32_anywhere", "typedef int32_t fl_i32_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (4)));\n" },
  { "fl_f64", "typedef double fl_f64 __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_f64_anywhere", "typedef double fl_f64_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (8)));\n" },
  { "fl_i64", "typedef int64_t fl_i64 __attribute__ ((vector_size (4 * FL_LANES), may_alias)); /* as a truth value: -1 or 0 */\n" },
  { "fl_i64_anywhere", "typedef int64_t fl_i64_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (8)));\n" },
  { "fl_half", "typedef float fl_half __attribute__ ((vector_size (4 * FL_WIDE), may_alias));\n" },
  { "fl_half_i32", "typedef int32_t fl_half_i32 __attribute__ ((vector_size (4 * FL_WIDE), may_alias));\n" },
  { "fl_long_long", "typedef long long fl_long_long __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_splat_i32", "FL_INLINE fl_i32 fl_splat_i32 (int32_t x) { return x - (fl_i32) { 0 }; }\n" },
  { "fl_splat_f64", "FL_INLINE fl_f64 fl_splat_f64 (double x) { return x - (fl_f64) { 0 }; }\n" },
  { "fl_splat_i64", "FL_INLINE fl_i64 fl_splat_i64 (int64_t x) { return x - (fl_i64) { 0 }; }\n" },
  { "fl_select_i32", "FL_INLINE fl_i32 fl_select_i32 (fl_mask where, fl_i32 a, fl_i32 b) { return (a & where) | (b & ~where); }\n" },
  { "fl_select_i64", "FL_INLINE fl_i64 fl_select_i64 (fl_i64 where, fl_i64 a, fl_i64 b) { return (a & where) | (b & ~where); }\n" },
#define SHIFTS(name, last)                                                                                                     \
  { "fl_shift_left_" name,                                                                                                     \
    "/* By as many bits as there are, more, or less than none: nothing is left, as in PyTorch. */\n"                            \
    "FL_INLINE fl_" name " fl_shift_left_" name " (fl_" name " x, fl_" name " n, int bits)\n"                                   \
    "{\n"                                                                                                                      \
    "  const fl_" name " is_some = (n >= 0) & (n < bits);\n"                                                                   \
    "  return (x << (n & is_some)) & is_some;\n"                                                                               \
    "}\n" },                                                                                                                   \
  { "fl_shift_right_" name,                                                                                                    \
    "FL_INLINE fl_" name " fl_shift_right_" name " (fl_" name " x, fl_" name " n, int bits)\n"                                  \
    "{\n"                                                                                                                      \
    "  const fl_" name " is_some = (n >= 0) & (n < bits);\n"                                                                   \
    "  return x >> ((n & is_some) | (" last " & ~is_some));\n"                                                                 \
    "}\n" }
  SHIFTS ("i32", "31"),
  SHIFTS ("i64", "63"),
#undef SHIFTS
  { "fl_select_f64",
    "FL_INLINE fl_f64 fl_select_f64 (fl_i64 where, fl_f64 a, fl_f64 b) { return (fl_f64) (((fl_i64) a & where) | ((fl_i64) b & ~where)); }\n" },
  { "fl_count_wide_from",
    "/* first, first + step, first + 2 * step, ... */\n"
    "FL_INLINE fl_i64 fl_count_wide_from (int64_t first, int64_t step)\n"
    "{\n"
    "#if FL_LANES == 16\n"
    "  const fl_i64 lane = { 0, 1, 2, 3, 4, 5, 6, 7 };\n"
    "#elif FL_LANES == 8\n"
    "  const fl_i64 lane = { 0, 1, 2, 3 };\n"
    "#else\n"
    "  const fl_i64 lane = { 0, 1 };\n"
    "#endif\n"
    "  return lane * step + first;\n"
    "}\n" },
  { "fl_first_f64",
    "/* The first n lanes; the others are something else. */\n"
    "FL_INLINE fl_f64 fl_first_f64 (fl_f64 x, int64_t n, double others)\n"
    "{\n"
    "  return fl_select_f64 (fl_count_wide_from (0, 1) < fl_splat_i64 (n), x, fl_splat_f64 (others));\n"
    "}\n" },
  { "fl_first_i64",
    "FL_INLINE fl_i64 fl_first_i64 (fl_i64 x, int64_t n, int64_t others)\n"
    "{\n"
    "  return fl_select_i64 (fl_count_wide_from (0, 1) < fl_splat_i64 (n), x, fl_splat_i64 (others));\n"
    "}\n" },
  { "fl_first_i32",
    "FL_INLINE fl_i32 fl_first_i32 (fl_i32 x, int64_t n, int32_t others)\n"
    "{\n"
    "  return fl_select_i32 (fl_count_from (0, 1) < fl_count_from (n, 0), x, fl_splat_i32 (others));\n"
    "}\n" },
  /* --- memory -------------------------------------------------------------------------------------------------------- */
  WIDE_MEMORY ("i32", "int32_t", "__builtin_ia32_movntdq512 ((fl_long_long *) p, (fl_long_long) x)",
               "__builtin_ia32_movntdq256 ((fl_long_long *) p, (fl_long_long) x)",
               "__builtin_ia32_movntdq ((fl_long_long *) p, (fl_long_long) x)"),
  WIDE_MEMORY ("f64", "double", "__builtin_ia32_movntpd512 (p, x)", "__builtin_ia32_movntpd256 (p, x)", "__builtin_ia32_movntpd (p, x)"),
  WIDE_MEMORY ("i64", "int64_t", "__builtin_ia32_movntdq512 ((fl_long_long *) p, (fl_long_long) x)",
               "__builtin_ia32_movntdq256 ((fl_long_long *) p, (fl_long_long) x)",
               "__builtin_ia32_movntdq ((fl_long_long *) p, (fl_long_long) x)"),
  { "fl_widen_signed_bytes",
    "FL_INLINE fl_i32 fl_widen_signed_bytes (fl_bytes x)\n"
    "{\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  return __builtin_ia32_pmovsxbd512_mask ((chars) x, (fl_i32) { 0 }, -1);\n"
    "#elif FL_X86 == 256 && !defined __clang__\n"
    "  typedef char chars __attribute__ ((vector_size (16)));\n"
    "  typedef long long longs __attribute__ ((vector_size (16)));\n"
    "  const chars all = (chars) (longs) { ((union { fl_bytes bytes; long long number; }) { .bytes = x }).number };\n"
    "  return __builtin_ia32_pmovsxbd256 (all);\n"
    "#else\n"
    "  return fl_widen_bytes (x) << 24 >> 24;\n"
    "#endif\n"
    "}\n" },
  NARROW_MEMORY_OF ("i8", "int8_t", SIGNED_BYTES, "x << 24 >> 24", "x"),
  NARROW_MEMORY_OF ("u8", "uint8_t", BYTES, "x & 0xFF", "x"),
  NARROW_MEMORY_OF ("i16", "int16_t", HALVES, "x << 16 >> 16", "x << 16 >> 16"),
  NARROW_MEMORY_OF ("u16", "uint16_t", HALVES, "x & 0xFFFF", "x"),
  /* --- from one width to the other ----------------------------------------------------------------------------------- */
  { "FL_LOWER",
    "#if FL_LANES == 16\n"
    "#define FL_LOWER 0, 1, 2, 3, 4, 5, 6, 7\n"
    "#elif FL_LANES == 8\n"
    "#define FL_LOWER 0, 1, 2, 3\n"
    "#else\n"
    "#define FL_LOWER 0, 1\n"
    "#endif\n" },
  { "FL_UPPER",
    "#if FL_LANES == 16\n"
    "#define FL_UPPER 8, 9, 10, 11, 12, 13, 14, 15\n"
    "#elif FL_LANES == 8\n"
    "#define FL_UPPER 4, 5, 6, 7\n"
    "#else\n"
    "#define FL_UPPER 2, 3\n"
    "#endif\n" },
  HALF ("fl_low_half", "fl_half", "fl_vec", "FL_LOWER", "0"),
  HALF ("fl_high_half", "fl_half", "fl_vec", "FL_UPPER", "1"),
  HALF ("fl_low_half_i32", "fl_half_i32", "fl_i32", "FL_LOWER", "0"),
  HALF ("fl_high_half_i32", "fl_half_i32", "fl_i32", "FL_UPPER", "1"),
  JOIN ("fl_join", "fl_half", "fl_vec"),
  JOIN ("fl_join_i32", "fl_half_i32", "fl_i32"),
  { "fl_as_low_half", "FL_INLINE fl_vec fl_as_low_half (fl_half x) { return fl_join (x, (fl_half) { 0 }); }\n" },
  { "fl_as_low_half_i32", "FL_INLINE fl_i32 fl_as_low_half_i32 (fl_half_i32 x) { return fl_join_i32 (x, (fl_half_i32) { 0 }); }\n" },
  { "fl_upper_f64_of_f32", "FL_INLINE fl_f64 fl_upper_f64_of_f32 (fl_vec x) { return __builtin_convertvector (fl_high_half (x), fl_f64); }\n" },
  { "fl_upper_f64_of_i32", "FL_INLINE fl_f64 fl_upper_f64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_high_half_i32 (x), fl_f64); }\n" },
  { "fl_f32_of_two_f64",
    "FL_INLINE fl_vec fl_f32_of_two_f64 (fl_f64 low, fl_f64 high)\n"
    "{\n"
    "  return fl_join (__builtin_convertvector (low, fl_half), __builtin_convertvector (high, fl_half));\n"
    "}\n" },
  { "fl_f64_of_f32", "FL_INLINE fl_f64 fl_f64_of_f32 (fl_vec x) { return __builtin_convertvector (fl_low_half (x), fl_f64); }\n" },
  { "fl_f64_of_i32", "FL_INLINE fl_f64 fl_f64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_low_half_i32 (x), fl_f64); }\n" },
  { "fl_f64_of_i64", "FL_INLINE fl_f64 fl_f64_of_i64 (fl_i64 x) { return __builtin_convertvector (x, fl_f64); }\n" },
  OF_FLOATS ("fl_i64_of_f64", "fl_i64", "fl_f64", "FL_WIDE", "fl_int64", "(fl_i64) __builtin_ia32_cvttpd2qq512_mask (x, (fl_long_long) { 0 }, -1, 4)"),
  OF_FLOATS ("fl_i64_of_f32", "fl_i64", "fl_vec", "FL_WIDE", "fl_int64_f32",
             "(fl_i64) __builtin_ia32_cvttps2qq512_mask (fl_low_half (x), (fl_long_long) { 0 }, -1, 4)"),
  { "fl_i64_of_i32",
    "/* Truth values, too. */\n"
    "FL_INLINE fl_i64 fl_i64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_low_half_i32 (x), fl_i64); }\n" },
  { "fl_upper_i64_of_i32", "FL_INLINE fl_i64 fl_upper_i64_of_i32 (fl_i32 x) { return __builtin_convertvector (fl_high_half_i32 (x), fl_i64); }\n" },
  { "fl_store_widened",
    "/* Integers that 32 bits suffice for, to memory that has 64 of them. */\n"
    "FL_INLINE void fl_store_widened (int64_t *p, fl_i32 x)\n"
    "{\n"
    "  fl_store_i64 (p, fl_i64_of_i32 (x));\n"
    "  fl_store_i64 (p + FL_WIDE, fl_upper_i64_of_i32 (x));\n"
    "}\n" },
  { "fl_stream_widened",
    "FL_INLINE void fl_stream_widened (int64_t *p, fl_i32 x)\n"
    "{\n"
    "  fl_stream_i64 (p, fl_i64_of_i32 (x));\n"
    "  fl_stream_i64 (p + FL_WIDE, fl_upper_i64_of_i32 (x));\n"
    "}\n" },
  { "fl_store_part_widened",
    "FL_INLINE void fl_store_part_widened (int64_t *p, fl_i32 x, int64_t n)\n"
    "{\n"
    "  for (int i = 0; i < n; i++)\n"
    "    p[i] = x[i];\n"
    "}\n" },
  { "fl_f32_of_f64", "FL_INLINE fl_vec fl_f32_of_f64 (fl_f64 x) { return fl_as_low_half (__builtin_convertvector (x, fl_half)); }\n" },
  { "fl_f32_of_i64", "FL_INLINE fl_vec fl_f32_of_i64 (fl_i64 x) { return fl_as_low_half (__builtin_convertvector (x, fl_half)); }\n" },
  { "fl_i32_of_i64", "FL_INLINE fl_i32 fl_i32_of_i64 (fl_i64 x) { return fl_as_low_half_i32 (__builtin_convertvector (x, fl_half_i32)); }\n" },
  OF_FLOATS ("fl_i32_of_f32", "fl_i32", "fl_vec", "FL_LANES", "fl_int32_f32", "__builtin_ia32_cvttps2dq512_mask (x, (fl_i32) { 0 }, -1, 4)"),
  OF_FLOATS ("fl_i32_of_f64", "fl_i32", "fl_f64", "FL_WIDE", "fl_int32",
             "fl_as_low_half_i32 (__builtin_ia32_cvttpd2dq512_mask (x, (fl_half_i32) { 0 }, -1, 4))"),
  { "fl_f32_of_i32", "FL_INLINE fl_vec fl_f32_of_i32 (fl_i32 x) { return __builtin_convertvector (x, fl_vec); }\n" },
  /* --- numbers of 64 bits -------------------------------------------------------------------------------------------- */
  { "fl_abs_f64_vec", "FL_INLINE fl_f64 fl_abs_f64_vec (fl_f64 x) { return (fl_f64) ((fl_i64) x & 0x7FFFFFFFFFFFFFFF); }\n" },
  { "fl_max_f64_vec",
    "/* NaN wins, as in PyTorch. */\n"
    "FL_INLINE fl_f64 fl_max_f64_vec (fl_f64 a, fl_f64 b) { return fl_select_f64 ((b > a) | (b != b), b, a); }\n" },
  { "fl_min_f64_vec", "FL_INLINE fl_f64 fl_min_f64_vec (fl_f64 a, fl_f64 b) { return fl_select_f64 ((b < a) | (b != b), b, a); }\n" },
  { "fl_sqrt_f64_vec",
    "FL_INLINE fl_f64 fl_sqrt_f64_vec (fl_f64 x)\n"
    "{\n"
    "#if FL_X86 == 512 && defined __clang__\n"
    "  return __builtin_ia32_sqrtpd512 (x, 4);\n"
    "#elif FL_X86 == 512\n"
    "  return __builtin_ia32_sqrtpd512_mask (x, x, -1, 4);\n"
    "#elif FL_X86 == 256\n"
    "  return __builtin_ia32_sqrtpd256 (x);\n"
    "#elif FL_X86 == 128\n"
    "  return __builtin_ia32_sqrtpd (x);\n"
    "#else\n"
    "  fl_f64 y;\n"
    "  for (int i = 0; i < FL_WIDE; i++)\n"
    "    y[i] = __builtin_sqrt (x[i]);\n"
    "  return y;\n"
    "#endif\n"
    "}\n" },
  { "fl_sum_across_f64",
    "FL_INLINE double fl_sum_across_f64 (fl_f64 x)\n"
    "{\n"
    "  double sum = x[0] + x[1];\n"
    "  for (int i = 2; i < FL_WIDE; i += 2)\n"
    "    sum += x[i] + x[i + 1];\n"
    "  return sum;\n"
    "}\n" },
  { "fl_sum_across_i64",
    "FL_INLINE int64_t fl_sum_across_i64 (fl_i64 x)\n"
    "{\n"
    "  int64_t sum = 0;\n"
    "  for (int i = 0; i < FL_WIDE; i++)\n"
    "    sum += x[i];\n"
    "  return sum;\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_wide_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
