/* Helpers of generated source that turn matrices over, whatever their elements are: only the size of one counts.
 *
 * A vector holds pieces of 16 bytes of several rows; interleaving the first half of such vectors with the second, as often as it takes
 * to get through their number, turns every piece over: to lie side by side, elements of a column need no more than that. */
#include "fl-c-preamble.h"

/* bits: of an element; each: elements in 16 bytes; pairs (b, n): the first halves of two such pieces, interleaved; the second vector's
 * elements are counted from n. levels: how often.
 *
 * Measured: tiles follow each other best along the rows, two lines of a column high and one line of a row wide; where lines share few places
 * in the first-level cache, down the columns, a line high. Either way the lines of the next tile are asked for meanwhile, those to be read and
 * those to be written: the machine sees no order in lines so far from each other, and would wait for most of them. */
#define TURN(bits, each, levels, pairs)                                                                                        \
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
    "/* " each " columns of as many elements as a vector has, steps in bytes. If it asks for lines meanwhile, from soon on such as will be written,\n" \
    "   from ahead on such as will be read. Were steps known, the compiler would compute all addresses beforehand, more of them than\n" \
    "   there are registers. */\n"                                                                                             \
    "FL_INLINE void fl_turn_block_" bits " (char *there, int64_t down, const char *at, int64_t step, const char *soon, const char *ahead, int asks)\n" \
    "{\n"                                                                                                                      \
    "  fl_elements_" bits " v[" each "], w[" each "];\n"                                                                       \
    "#pragma GCC unroll 16\n"                                                                                                  \
    "  for (int i = 0; i < " each "; i++, at = (const char *) fl_hide ((int64_t) at + step))\n"                                \
    "    {\n"                                                                                                                  \
    "      v[i] = (fl_elements_" bits ") fl_load_pieces (at, " each " * step);\n"                                              \
    "      if (asks)\n"                                                                                                        \
    "        {\n"                                                                                                              \
    "          __builtin_prefetch (ahead);\n"                                                                                  \
    "          ahead = (const char *) fl_hide ((int64_t) ahead + step);\n"                                                     \
    "        }\n"                                                                                                              \
    "    }\n"                                                                                                                  \
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
    "  for (int i = 0; i < " each "; i++, there = (char *) fl_hide ((int64_t) there + down))\n"                                \
    "    {\n"                                                                                                                  \
    "      *(fl_elements_" bits "_anywhere *) there = v[i];\n"                                                                 \
    "      if (asks)\n"                                                                                                        \
    "        {\n"                                                                                                              \
    "          __builtin_prefetch (soon, 1);\n"                                                                                \
    "          soon = (const char *) fl_hide ((int64_t) soon + down);\n"                                                       \
    "        }\n"                                                                                                              \
    "    }\n"                                                                                                                  \
    "}\n"                                                                                                                      \
    "#endif\n" },                                                                                                              \
  { "fl_turn_tile_" bits,                                                                                                      \
    "#if defined __clang__ || __GNUC__ >= 12\n"                                                                                \
    "/* A tile of at least a vector of rows and " each " columns, steps in bytes; its last blocks may lie over others. Of each line that the next\n" \
    "   tile reads the last byte is asked for: where rows begin elsewhere than lines do, the first ones are here. Each block asks for a few,\n" \
    "   since as many as a tile has would wait for each other. */\n"                                                           \
    "FL_INLINE void fl_turn_tile_" bits " (fl_element_" bits " *to, int64_t to_step, const fl_element_" bits " *from, int64_t from_step,\n" \
    "  int64_t n_rows, int64_t n_columns, const fl_element_" bits " *next_to, const fl_element_" bits " *next_from, int n_lines, int asks)\n" \
    "{\n"                                                                                                                      \
    "  enum { ROWS = FL_LANES / 4 * " each " };\n"                                                                             \
    "  const int64_t step = fl_hide (from_step * sizeof *from), down = fl_hide (to_step * sizeof *to);\n"                      \
    "  for (int64_t i = 0; i < n_rows; i += ROWS)\n"                                                                           \
    "    {\n"                                                                                                                  \
    "      const int64_t r = fl_min (i, n_rows - ROWS);\n"                                                                     \
    "      const char *at = (const char *) from + step * r, *ahead = (const char *) next_from + step * r + 63, *soon = (const char *) (next_to + r);\n" \
    "      char *there = (char *) (to + r);\n"                                                                                 \
    "      int block = 0;\n"                                                                                                   \
    "      for (int64_t left = n_columns - " each ";; left -= " each ", block++)\n"                                            \
    "        {\n"                                                                                                              \
    "          const int64_t skip = fl_min (left, " each "), line = fl_min (block / (FL_LANES / 4), n_lines - 1), row = " each " * (block % (FL_LANES / 4));\n" \
    "          fl_turn_block_" bits " (there, down, at, step, soon, ahead + 64 * line + step * row, asks);\n"                  \
    "          if (left <= 0)\n"                                                                                               \
    "            break;\n"                                                                                                     \
    "          there += down * skip;\n"                                                                                        \
    "          soon += down * skip;\n"                                                                                         \
    "          at += sizeof *from * skip;\n"                                                                                   \
    "        }\n"                                                                                                              \
    "    }\n"                                                                                                                  \
    "}\n"                                                                                                                      \
    "#endif\n" },                                                                                                              \
  { "fl_turn_" bits "_by",                                                                                                     \
    "/* to[to_step * c + r] = from[from_step * r + c] for r < n_rows, c < n_columns, by tiles of so many lines. */\n"          \
    "FL_INLINE void fl_turn_" bits "_by (fl_element_" bits " *to, int64_t to_step, const fl_element_" bits " *from, int64_t from_step,\n" \
    "  int64_t n_rows, int64_t n_columns, int high, int wide, int goes_down)\n"                                                \
    "{\n"                                                                                                                      \
    "#if defined __clang__ || __GNUC__ >= 12\n"                                                                                \
    "  enum { ROWS = FL_LANES / 4 * " each ", LINE = 4 * " each " };\n"                                                        \
    "  const int64_t down = high * LINE, right = wide * LINE;\n"                                                               \
    "  if (n_rows >= ROWS && n_columns >= " each ")\n"                                                                         \
    "    {\n"                                                                                                                  \
    "      for (int64_t i = 0; i < (goes_down ? n_columns : n_rows); i += goes_down ? right : down)\n"                         \
    "        for (int64_t k = 0; k < (goes_down ? n_rows : n_columns); k += goes_down ? down : right)\n"                       \
    "          {\n"                                                                                                            \
    "            const int64_t top = goes_down ? k : i, left = goes_down ? i : k;\n"                                           \
    "            const int is_last = goes_down ? top + down >= n_rows : left + right >= n_columns;\n"                          \
    "            const int64_t next_top = goes_down == is_last ? goes_down ? 0 : top : top + down;\n"                          \
    "            const int64_t next_left = goes_down == is_last ? left + right : goes_down ? left : 0;\n"                      \
    "            const int64_t r = fl_min (top, n_rows - ROWS), c = fl_min (left, n_columns - " each ");\n"                    \
    "            const int ends = next_top >= n_rows || next_left >= n_columns; /* what follows may be another thread's */\n"  \
    "            const int64_t next_r = ends ? r : next_top, next_c = ends ? c : next_left;\n"                                 \
    "            fl_turn_tile_" bits " (to + to_step * c + r, to_step, from + from_step * r + c, from_step, fl_min (down, n_rows - r),\n" \
    "              fl_min (right, n_columns - c), to + to_step * next_c + next_r, from + from_step * next_r + next_c, wide, 1);\n" \
    "          }\n"                                                                                                            \
    "      return;\n"                                                                                                          \
    "    }\n"                                                                                                                  \
    "#endif\n"                                                                                                                 \
    "  for (int64_t left = 0; left < n_columns; left += 16)\n"                                                                 \
    "    for (int64_t r = 0; r < n_rows; r++)\n"                                                                               \
    "      for (int64_t c = left; c < fl_min (left + 16, n_columns); c++)\n"                                                   \
    "        to[to_step * c + r] = from[from_step * r + c];\n"                                                                 \
    "}\n" },                                                                                                                   \
  { "fl_turn_" bits,                                                                                                           \
    "__attribute__ ((unused)) static void fl_turn_" bits " (void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n_rows, int64_t n_columns)\n" \
    "{\n"                                                                                                                      \
    "  /* Lines a multiple of 2048 bytes apart share few places in the first-level cache: tiles of one line, down the columns. */\n" \
    "  const int is_far = from_step * sizeof (fl_element_" bits ") % 2048 == 0 || to_step * sizeof (fl_element_" bits ") % 2048 == 0;\n" \
    "  fl_turn_" bits "_by (to, to_step, from, from_step, n_rows, n_columns, is_far ? 1 : 2, 1, is_far);\n"                    \
    "}\n" },                                                                                                                   \
  { "fl_turn_past_" bits,                                                                                                      \
    "/* The same past the caches: tiles are turned over in one that stays there, and stored two lines at a time of each column, since\n" \
    "   single lines, far from each other, take half as long again; short rows without gaps are taken whole, a line's height at a time. With\n" \
    "   each line stored one of the next tile is asked for, so that memory is read and written at the same time. Columns that begin elsewhere\n" \
    "   than lines do are stored as ever. */\n"                                                                                \
    "__attribute__ ((unused)) static void fl_turn_past_" bits " (void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n_rows, int64_t n_columns)\n" \
    "{\n"                                                                                                                      \
    "  enum { LANES = FL_LANES / 4 * " each ", LINE = 4 * " each " };\n"                                                       \
    "  fl_element_" bits " *const to_all = to;\n"                                                                              \
    "  const fl_element_" bits " *const from_all = from;\n"                                                                    \
    "  int64_t rows = 0;\n"                                                                                                    \
    "#if defined __clang__ || __GNUC__ >= 12\n"                                                                                \
    "  const int is_short = n_columns == from_step && n_columns <= 4 * LINE;\n"                                                \
    "  const int64_t high = is_short ? LINE : 2 * LINE, wide = is_short ? 4 * LINE : LINE, next_step = is_short ? 64 : from_step * sizeof *from_all;\n" \
    "  if (((uint64_t) to | to_step * sizeof *to_all) % 64 == 0 && n_columns >= " each ")\n"                                   \
    "    rows = n_rows & -LINE;\n"                                                                                             \
    "  for (int64_t top = 0; top < rows; top += high)\n"                                                                       \
    "    for (int64_t left = 0; left < n_columns; left += wide)\n"                                                             \
    "      {\n"                                                                                                                \
    "        _Alignas (64) fl_element_" bits " tile[4 * LINE * LINE];\n"                                                       \
    "        const int64_t n = fl_min (high, rows - top), c = fl_min (left, n_columns - " each "), end = fl_min (left + wide, n_columns);\n" \
    "        const int is_last = left + wide >= n_columns;\n"                                                                  \
    "        const char *next = (const char *) (from_all + from_step * (is_last ? top + n : top) + (is_last ? 0 : left + wide)) + 63;\n" \
    "        const fl_element_" bits " *line = tile;\n"                                                                        \
    "        fl_turn_tile_" bits " (tile, n, from_all + from_step * top + c, from_step, n, end - c, tile, from_all, 1, 0);\n"     \
    "        for (fl_element_" bits " *there = to_all + to_step * c + top; line < tile + n * (end - c); there += to_step)\n"   \
    "          for (int64_t r = 0; r < n; r += LINE, line += LINE, next += next_step)\n"                                       \
    "            {\n"                                                                                                          \
    "              __builtin_prefetch (next);\n"                                                                               \
    "#pragma GCC unroll 4\n"                                                                                                   \
    "              for (int k = 0; k < LINE; k += LANES)\n"                                                                    \
    "                fl_stream_f32 ((float *) (there + r + k), *(const fl_vec *) (line + k));\n"                               \
    "            }\n"                                                                                                          \
    "      }\n"                                                                                                                \
    "#endif\n"                                                                                                                 \
    "  /* What is left, over some of the last tiles where it is less than a block. */\n"                                       \
    "  const int64_t bottom = fl_min (rows, fl_max (n_rows - LANES, 0));\n"                                                    \
    "  if (rows < n_rows)\n"                                                                                                   \
    "    fl_turn_" bits "_by (to_all + bottom, to_step, from_all + from_step * bottom, from_step, n_rows - bottom, n_columns, 2, 1, 0);\n" \
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
  TURN ("8", "16", "4",
        "b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3, b + 4, n + b + 4, b + 5, n + b + 5, b + 6, n + b + 6, b + 7, n + b + 7"),
  TURN ("16", "8", "3", "b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3"),
  TURN ("32", "4", "2", "b, n + b, b + 1, n + b + 1"),
  TURN ("64", "2", "1", "b, n + b"),
  { "fl_weave",
    "/* to[k * i + r] = from[step * r + i] for r < k <= 4, i < n: where each lane comes from is worked out once. */\n"
    "FL_INLINE void fl_weave (void *to, const void *from, int64_t step, int k, int64_t n, int is_past)\n"
    "{\n"
    "  fl_element_32 *out = to;\n"
    "  const fl_element_32 *in = from;\n"
    "  int64_t i = 0;\n"
    "#if FL_X86 >= 256\n"
    "  fl_mask first[4], second[4], is_second[4];  /* lanes of rows 0 and 1, of rows 2 and 3, and whose turn it is */\n"
    "  for (int j = 0; j < k; j++)\n"
    "    {\n"
    "      const fl_mask at = fl_count_from (j * FL_LANES, 1) / k, row = fl_count_from (j * FL_LANES, 1) - at * k;\n"
    "      first[j] = at + (row == 1) * -FL_LANES;\n"
    "      second[j] = at + (row == 3) * -FL_LANES;\n"
    "      is_second[j] = row >= 2;\n"
    "    }\n"
    "  for (; i <= n - FL_LANES; i += FL_LANES)\n"
    "    {\n"
    "      const float *const p = (const float *) in + i;\n"
    "      const fl_vec a = fl_load_f32 (p), b = fl_load_f32 (p + step), c = k > 2 ? fl_load_f32 (p + 2 * step) : a, d = k > 3 ? fl_load_f32 (p + 3 * step) : c;\n"
    "#pragma GCC unroll 4\n"
    "      for (int j = 0; j < k; j++)\n"
    "        {\n"
    "          fl_vec x = fl_lanes_at (a, b, first[j]);\n"
    "          if (k > 2)\n"
    "            x = fl_select (is_second[j], fl_lanes_at (c, d, second[j]), x);\n"
    "          if (is_past)\n"
    "            fl_stream_f32 ((float *) out + k * i + FL_LANES * j, x);\n"
    "          else\n"
    "            fl_store_f32 ((float *) out + k * i + FL_LANES * j, x);\n"
    "        }\n"
    "    }\n"
    "#endif\n"
    "  for (; i < n; i++)\n"
    "    for (int r = 0; r < k; r++)\n"
    "      out[k * i + r] = in[step * r + i];\n"
    "}\n" },
  { "fl_weave_32", "FL_INLINE void fl_weave_32 (void *to, const void *from, int64_t step, int k, int64_t n) { fl_weave (to, from, step, k, n, 0); }\n" },
  { "fl_weave_past_32", "FL_INLINE void fl_weave_past_32 (void *to, const void *from, int64_t step, int k, int64_t n) { fl_weave (to, from, step, k, n, 1); }\n" },
  { "fl_transpose_16",
    "/* to[64 * c + r] = from[step * r + c] for r < n_rows <= 64, c < n_columns <= 16: floats of 16 bits. */\n"
    "FL_INLINE void fl_transpose_16 (uint16_t *to, const uint16_t *from, int64_t step, int64_t n_rows, int64_t n_columns)\n"
    "{\n"
    "  int64_t done = 0;\n"
    "#if defined __clang__ || __GNUC__ >= 12\n"
    "  for (; n_columns == 16 && done + 2 * FL_LANES <= n_rows; done += 2 * FL_LANES)\n"
    "    for (int64_t c = 0; c < 16; c += 8)\n"
    "      fl_turn_block_16 ((char *) (to + 64 * c + done), 128, (const char *) (from + step * done + c), 2 * step, 0, 0, 0);\n"
    "#endif\n"
    "  for (int64_t r = done; r < n_rows; r++)\n"
    "    for (int64_t c = 0; c < n_columns; c++)\n"
    "      to[64 * c + r] = from[step * r + c];\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_turn_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
