/* Helpers of generated source that turn matrices over, whatever their elements are: only the size of one counts.
 *
 * A vector holds pieces of 16 bytes of several rows; interleaving the first half of such vectors with the second, as often as it takes
 * to get through their number, turns every piece over: to lie side by side, elements of a column need no more than that. */
#include "fl-c-preamble.h"

/* bits: of an element; each: elements in 16 bytes; pairs (b, n): the first halves of two such pieces, interleaved; the second vector's
 * elements are counted from n. levels: how often. high: 16 bytes of a column in a tile, as measured. ahead: the next lines of columns are
 * asked for, which pays where they are few. */
#define TURN(bits, each, levels, high, ahead, pairs)                                                                           \
  { "fl_element_" bits, "typedef uint" bits "_t fl_element_" bits " __attribute__ ((may_alias));\n" },                         \
  { "fl_elements_" bits, "typedef uint" bits "_t fl_elements_" bits " __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" }, \
  { "fl_elements_" bits "_anywhere",                                                                                           \
    "typedef uint" bits "_t fl_elements_" bits "_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (1)));\n" }, \
  { "fl_turn_block_" bits,                                                                                                     \
    "#if defined __clang__ || __GNUC__ >= 12\n"                                                                                \
    "#define FL_PAIRS_" bits "(b, n) " pairs "\n"                                                                              \
    "#if FL_LANES == 16\n"                                                                                                     \
    "#define FL_EACH_" bits "(b) FL_PAIRS_" bits " (b, 4 * " each "), FL_PAIRS_" bits " (b + " each ", 4 * " each "), \\\n"    \
    "  FL_PAIRS_" bits " (b + 2 * " each ", 4 * " each "), FL_PAIRS_" bits " (b + 3 * " each ", 4 * " each ")\n"               \
    "#elif FL_LANES == 8\n"                                                                                                    \
    "#define FL_EACH_" bits "(b) FL_PAIRS_" bits " (b, 2 * " each "), FL_PAIRS_" bits " (b + " each ", 2 * " each ")\n"        \
    "#else\n"                                                                                                                  \
    "#define FL_EACH_" bits "(b) FL_PAIRS_" bits " (b, " each ")\n"                                                            \
    "#endif\n"                                                                                                                 \
    "/* " each " columns of as many elements as a vector has. Were its steps known, the compiler would compute all addresses beforehand,\n" \
    "   more of them than there are registers. Where it goes on below these columns, their next lines are asked for. */\n"     \
    "FL_INLINE void fl_turn_block_" bits " (fl_element_" bits " *to, int64_t to_step, const fl_element_" bits " *from, int64_t from_step,\n" \
    "  int goes_down)\n"                                                                                                       \
    "{\n"                                                                                                                      \
    "  const int64_t step = fl_hide (sizeof *from * from_step), next = fl_hide (sizeof *to * to_step);\n"                      \
    "  const char *at = (const char *) from;\n"                                                                                \
    "  char *there = (char *) to;\n"                                                                                           \
    "  fl_elements_" bits " v[" each "], w[" each "];\n"                                                                       \
    "#pragma GCC unroll 16\n"                                                                                                  \
    "  for (int i = 0; i < " each "; i++, at = (const char *) fl_hide ((int64_t) at + step))\n"                                \
    "    v[i] = (fl_elements_" bits ") fl_load_pieces (at, " each " * step);\n"                                                \
    "#pragma GCC unroll 4\n"                                                                                                   \
    "  for (int level = 0; level < " levels "; level++)\n"                                                                     \
    "    {\n"                                                                                                                  \
    "#pragma GCC unroll 16\n"                                                                                                  \
    "      for (int i = 0; i < " each " / 2; i++)\n"                                                                           \
    "        {\n"                                                                                                              \
    "          w[2 * i] = __builtin_shufflevector (v[i], v[i + " each " / 2], FL_EACH_" bits " (0));\n"                        \
    "          w[2 * i + 1] = __builtin_shufflevector (v[i], v[i + " each " / 2], FL_EACH_" bits " (" each " / 2));\n"         \
    "        }\n"                                                                                                              \
    "#pragma GCC unroll 16\n"                                                                                                  \
    "      for (int i = 0; i < " each "; i++)\n"                                                                               \
    "        v[i] = w[i];\n"                                                                                                   \
    "    }\n"                                                                                                                  \
    "#pragma GCC unroll 16\n"                                                                                                  \
    "  for (int i = 0; i < " each "; i++, there = (char *) fl_hide ((int64_t) there + next))\n"                                \
    "    {\n"                                                                                                                  \
    "      *(fl_elements_" bits "_anywhere *) there = v[i];\n"                                                                 \
    "      if (goes_down)\n"                                                                                                   \
    "        __builtin_prefetch (there + sizeof v[i], 1);\n"                                                                   \
    "    }\n"                                                                                                                  \
    "}\n"                                                                                                                      \
    "#endif\n" },                                                                                                              \
  { "fl_turn_" bits "_by",                                                                                                     \
    "/* to[to_step * c + r] = from[from_step * r + c] for r < n_rows, c < n_columns. Tiles of 64 bytes of a row; the last block of a tile\n" \
    "   may lie over the one before. */\n"                                                                                     \
    "FL_INLINE void fl_turn_" bits "_by (fl_element_" bits " *to, int64_t to_step, const fl_element_" bits " *from, int64_t from_step,\n" \
    "  int64_t n_rows, int64_t n_columns, int goes_down)\n"                                                                    \
    "{\n"                                                                                                                      \
    "#if defined __clang__ || __GNUC__ >= 12\n"                                                                                \
    "  enum { ROWS = FL_LANES / 4 * " each ", HIGH = " high " * " each ", WIDE = 4 * " each " };\n"                            \
    "  if (n_rows >= ROWS && n_columns >= " each ")\n"                                                                         \
    "    {\n"                                                                                                                  \
    "      for (int64_t high = 0; high < n_rows; high += HIGH)\n"                                                              \
    "        for (int64_t wide = 0; wide < n_columns; wide += WIDE)\n"                                                         \
    "          for (int64_t i = high; i < fl_min (high + HIGH, n_rows); i += ROWS)\n"                                          \
    "            for (int64_t k = wide; k < fl_min (wide + WIDE, n_columns); k += " each ")\n"                                 \
    "              {\n"                                                                                                        \
    "                const int64_t r = fl_min (i, n_rows - ROWS), c = fl_min (k, n_columns - " each ");\n"                     \
    "                fl_turn_block_" bits " (to + to_step * c + r, to_step, from + from_step * r + c, from_step, goes_down);\n" \
    "              }\n"                                                                                                        \
    "      return;\n"                                                                                                          \
    "    }\n"                                                                                                                  \
    "#endif\n"                                                                                                                 \
    "  for (int64_t wide = 0; wide < n_columns; wide += 16)\n"                                                                 \
    "    for (int64_t r = 0; r < n_rows; r++)\n"                                                                               \
    "      for (int64_t c = wide; c < fl_min (wide + 16, n_columns); c++)\n"                                                   \
    "        to[to_step * c + r] = from[from_step * r + c];\n"                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_turn_" bits,                                                                                                           \
    "__attribute__ ((unused)) static void fl_turn_" bits " (void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n_rows, int64_t n_columns)\n" \
    "{\n"                                                                                                                      \
    "  fl_turn_" bits "_by (to, to_step, from, from_step, n_rows, n_columns, " ahead ");\n"                                    \
    "}\n" },                                                                                                                   \
  { "fl_turn_past_" bits,                                                                                                      \
    "/* The same past the caches: tiles are turned over in one that stays there, and stored two lines at a time of each column, since\n" \
    "   single lines, far from each other, take a quarter longer. Columns that begin elsewhere than lines do are stored as ever. */\n" \
    "__attribute__ ((unused)) static void fl_turn_past_" bits " (void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n_rows, int64_t n_columns)\n" \
    "{\n"                                                                                                                      \
    "  enum { LANES = FL_LANES / 4 * " each ", HIGH = 8 * " each ", WIDE = 4 * " each " };\n"                                  \
    "  fl_element_" bits " *const to_all = to;\n"                                                                              \
    "  const fl_element_" bits " *const from_all = from;\n"                                                                    \
    "  const int is_aligned = ((uint64_t) to | to_step * sizeof *to_all) % 64 == 0;\n"                                         \
    "  const int64_t rows = is_aligned ? n_rows & -HIGH : 0, columns = is_aligned ? n_columns & -WIDE : 0;\n"                  \
    "  for (int64_t high = 0; high < rows; high += HIGH)\n"                                                                    \
    "    for (int64_t wide = 0; wide < columns; wide += WIDE)\n"                                                               \
    "      {\n"                                                                                                                \
    "        _Alignas (64) fl_element_" bits " tile[WIDE][HIGH];\n"                                                            \
    "        fl_turn_" bits "_by (tile[0], HIGH, from_all + from_step * high + wide, from_step, HIGH, WIDE, 0);\n"             \
    "        for (int64_t c = 0; c < WIDE; c++)\n"                                                                             \
    "          for (int64_t r = 0; r < HIGH; r += LANES)\n"                                                                    \
    "            fl_stream_f32 ((float *) (to_all + to_step * (wide + c) + high + r), *(const fl_vec *) (tile[c] + r));\n"     \
    "      }\n"                                                                                                                \
    "  /* What is left, over some of the last tiles where it is less than a block. */\n"                                       \
    "  const int64_t bottom = fl_min (rows, fl_max (n_rows - LANES, 0)), right = fl_min (columns, fl_max (n_columns - " each ", 0));\n" \
    "  if (rows < n_rows)\n"                                                                                                   \
    "    fl_turn_" bits " (to_all + bottom, to_step, from_all + from_step * bottom, from_step, n_rows - bottom, n_columns);\n" \
    "  if (columns < n_columns)\n"                                                                                             \
    "    fl_turn_" bits " (to_all + to_step * right, to_step, from_all + right, from_step, rows, n_columns - right);\n"        \
    "}\n" }

static const FlCHelper helpers[] = {
  { "fl_load_pieces",
    "#if defined __clang__ || __GNUC__ >= 12\n"
    "typedef float fl_piece __attribute__ ((vector_size (16), may_alias, aligned (1)));\n"
    "/* 16 bytes each from p on, every so many bytes, until a vector is full. */\n"
    "FL_INLINE fl_vec fl_load_pieces (const void *p, int64_t bytes)\n"
    "{\n"
    "  const char *at = p;\n"
    "  const fl_quad a = *(const fl_piece *) at;\n"
    "#if FL_LANES == 4\n"
    "  return a;\n"
    "#else\n"
    "  const fl_quad b = *(const fl_piece *) (at + bytes);\n"
    "#if FL_LANES == 8\n"
    "  return __builtin_shufflevector (a, b, 0, 1, 2, 3, 4, 5, 6, 7);\n"
    "#else\n"
    "  const fl_quad c = *(const fl_piece *) (at + 2 * bytes), d = *(const fl_piece *) (at + 3 * bytes);\n"
    "#if FL_X86 == 512 && !defined __clang__\n"
    "  /* Straight from memory: gcc would shuffle registers. */\n"
    "  fl_vec x = __builtin_ia32_ps512_ps (a);\n"
    "  x = __builtin_ia32_insertf32x4_mask (x, b, 1, x, -1);\n"
    "  x = __builtin_ia32_insertf32x4_mask (x, c, 2, x, -1);\n"
    "  return __builtin_ia32_insertf32x4_mask (x, d, 3, x, -1);\n"
    "#else\n"
    "  typedef float two __attribute__ ((vector_size (32), may_alias));\n"
    "  const two ab = __builtin_shufflevector (a, b, 0, 1, 2, 3, 4, 5, 6, 7), cd = __builtin_shufflevector (c, d, 0, 1, 2, 3, 4, 5, 6, 7);\n"
    "  return __builtin_shufflevector (ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);\n"
    "#endif\n"
    "#endif\n"
    "#endif\n"
    "}\n"
    "#endif\n" },
  TURN ("8", "16", "4", "16", "0",
        "b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3, b + 4, n + b + 4, b + 5, n + b + 5, b + 6, n + b + 6, b + 7, n + b + 7"),
  TURN ("16", "8", "3", "16", "1", "b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3"),
  TURN ("32", "4", "2", "32", "1", "b, n + b, b + 1, n + b + 1"),
  TURN ("64", "2", "1", "32", "1", "b, n + b"),
};

const FlCHelper *
fl_c_preamble_get_turn_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
