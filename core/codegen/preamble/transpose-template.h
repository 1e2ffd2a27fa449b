/* Transposes matrices of elements of one size.
 * NAME: the bits of an element; ELEMENT: an integer of as many; EACH: elements in 16 bytes; LEVELS: how often vectors are interleaved, the
 * logarithm of that. FL_EACH_ and the bits: lanes of two vectors, the first halves of their pieces, interleaved. */

typedef ELEMENT FL_NAMED (fl_element_) __attribute__ ((may_alias));

typedef ELEMENT FL_NAMED (fl_elements_) __attribute__ ((vector_size (4 * FL_LANES), may_alias));

typedef ELEMENT FL_GLUE (FL_NAMED (fl_elements_), _anywhere) __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (1)));

#if defined __clang__ || __GNUC__ >= 12
/* EACH columns of as many elements as a vector has, steps in bytes. If it asks for lines meanwhile, from soon on such as will be written,
   from ahead on such as will be read. Were steps known, the compiler would compute all addresses beforehand, more of them than
   there are registers. */
FL_INLINE void FL_NAMED (fl_transpose_block_) (char *there, int64_t down, const char *at, int64_t step, const char *soon, const char *ahead, int asks)
{
  FL_NAMED (fl_elements_) v[EACH], w[EACH];
#pragma GCC unroll 16
  for (int i = 0; i < EACH; i++, at = (const char *) fl_hide ((int64_t) at + step))
    {
      v[i] = (FL_NAMED (fl_elements_)) fl_load_pieces (at, EACH * step);
      if (asks)
        {
          __builtin_prefetch (ahead);
          ahead = (const char *) fl_hide ((int64_t) ahead + step);
        }
    }
#pragma GCC unroll 4
  for (int level = 0; level < LEVELS; level++)
    {
#pragma GCC unroll 16
      for (int i = 0; i < EACH / 2; i++)
        {
          w[2 * i] = __builtin_shufflevector (v[i], v[i + EACH / 2], FL_NAMED (FL_EACH_) (0));
          w[2 * i + 1] = __builtin_shufflevector (v[i], v[i + EACH / 2], FL_NAMED (FL_EACH_) (EACH / 2));
        }
#pragma GCC unroll 16
      for (int i = 0; i < EACH; i++)
        v[i] = w[i];
    }
#pragma GCC unroll 16
  for (int i = 0; i < EACH; i++, there = (char *) fl_hide ((int64_t) there + down))
    {
      *(FL_GLUE (FL_NAMED (fl_elements_), _anywhere) *) there = v[i];
      if (asks)
        {
          __builtin_prefetch (soon, 1);
          soon = (const char *) fl_hide ((int64_t) soon + down);
        }
    }
}
#endif

#if defined __clang__ || __GNUC__ >= 12
/* A tile of at least a vector of rows and EACH columns, steps in bytes; its last blocks may lie over others. Of each line that the next
   tile reads the last byte is asked for: where rows begin elsewhere than lines do, the first ones are here. Each block asks for a few,
   since as many as a tile has would wait for each other. */
FL_INLINE void FL_NAMED (fl_transpose_tile_) (FL_NAMED (fl_element_) *to, int64_t to_step, const FL_NAMED (fl_element_) *from, int64_t from_step,
  int64_t n_rows, int64_t n_columns, const FL_NAMED (fl_element_) *next_to, const FL_NAMED (fl_element_) *next_from, int n_lines, int asks)
{
  enum { ROWS = FL_LANES / 4 * EACH };
  const int64_t step = fl_hide (from_step * sizeof *from), down = fl_hide (to_step * sizeof *to);
  for (int64_t i = 0; i < n_rows; i += ROWS)
    {
      const int64_t r = fl_min (i, n_rows - ROWS);
      const char *at = (const char *) from + step * r, *ahead = (const char *) next_from + step * r + 63, *soon = (const char *) (next_to + r);
      char *there = (char *) (to + r);
      int block = 0;
      for (int64_t left = n_columns - EACH;; left -= EACH, block++)
        {
          const int64_t skip = fl_min (left, EACH), line = fl_min (block / (FL_LANES / 4), n_lines - 1), row = EACH * (block % (FL_LANES / 4));
          FL_NAMED (fl_transpose_block_) (there, down, at, step, soon, ahead + 64 * line + step * row, asks);
          if (left <= 0)
            break;
          there += down * skip;
          soon += down * skip;
          at += sizeof *from * skip;
        }
    }
}
#endif

/* to[to_step * c + r] = from[from_step * r + c] for r < n_rows, c < n_columns, by tiles of so many lines. */
FL_INLINE void FL_GLUE (FL_NAMED (fl_copy_transposed_), _by) (FL_NAMED (fl_element_) *to, int64_t to_step, const FL_NAMED (fl_element_) *from, int64_t from_step,
  int64_t n_rows, int64_t n_columns, int high, int wide, int goes_down)
{
#if defined __clang__ || __GNUC__ >= 12
  enum { ROWS = FL_LANES / 4 * EACH, LINE = 4 * EACH };
  const int64_t down = high * LINE, right = wide * LINE;
  if (n_rows >= ROWS && n_columns >= EACH)
    {
      for (int64_t i = 0; i < (goes_down ? n_columns : n_rows); i += goes_down ? right : down)
        for (int64_t k = 0; k < (goes_down ? n_rows : n_columns); k += goes_down ? down : right)
          {
            const int64_t top = goes_down ? k : i, left = goes_down ? i : k;
            const int is_last = goes_down ? top + down >= n_rows : left + right >= n_columns;
            const int64_t next_top = goes_down == is_last ? goes_down ? 0 : top : top + down;
            const int64_t next_left = goes_down == is_last ? left + right : goes_down ? left : 0;
            const int64_t r = fl_min (top, n_rows - ROWS), c = fl_min (left, n_columns - EACH);
            const int ends = next_top >= n_rows || next_left >= n_columns; /* the next tile may be another thread's */
            const int64_t next_r = ends ? r : next_top, next_c = ends ? c : next_left;
            FL_NAMED (fl_transpose_tile_) (to + to_step * c + r, to_step, from + from_step * r + c, from_step, fl_min (down, n_rows - r),
              fl_min (right, n_columns - c), to + to_step * next_c + next_r, from + from_step * next_r + next_c, wide, 1);
          }
      return;
    }
#endif
  for (int64_t left = 0; left < n_columns; left += 16)
    for (int64_t r = 0; r < n_rows; r++)
      for (int64_t c = left; c < fl_min (left + 16, n_columns); c++)
        to[to_step * c + r] = from[from_step * r + c];
}

__attribute__ ((unused)) static void FL_NAMED (fl_copy_transposed_) (void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n_rows, int64_t n_columns)
{
  /* Lines a multiple of 2048 bytes apart share few places in the L1 cache: tiles of one line, down the columns. */
  const int is_far = from_step * sizeof (FL_NAMED (fl_element_)) % 2048 == 0 || to_step * sizeof (FL_NAMED (fl_element_)) % 2048 == 0;
  FL_GLUE (FL_NAMED (fl_copy_transposed_), _by) (to, to_step, from, from_step, n_rows, n_columns, is_far ? 1 : 2, 1, is_far);
}

/* Transposes by non-temporal stores: tiles are transposed into one that stays in the cache, and stored two lines at a time of each
   column, since single lines, far from each other, take half as long again; short rows without gaps are taken whole, a line's height
   at a time. With each line stored one of the next tile is prefetched, so that memory is read and written at the same time. Columns
   that begin elsewhere than lines do are stored as ever. */
__attribute__ ((unused)) static void FL_NAMED (fl_stream_transposed_) (void *to, int64_t to_step, const void *from, int64_t from_step, int64_t n_rows, int64_t n_columns)
{
  enum { LANES = FL_LANES / 4 * EACH, LINE = 4 * EACH };
  FL_NAMED (fl_element_) *const to_all = to;
  const FL_NAMED (fl_element_) *const from_all = from;
  int64_t rows = 0;
#if defined __clang__ || __GNUC__ >= 12
  const int is_short = n_columns == from_step && n_columns <= 4 * LINE;
  const int64_t high = is_short ? LINE : 2 * LINE, wide = is_short ? 4 * LINE : LINE, next_step = is_short ? 64 : from_step * sizeof *from_all;
  if (((uint64_t) to | to_step * sizeof *to_all) % 64 == 0 && n_columns >= EACH)
    rows = n_rows & -LINE;
  for (int64_t top = 0; top < rows; top += high)
    for (int64_t left = 0; left < n_columns; left += wide)
      {
        _Alignas (64) FL_NAMED (fl_element_) tile[4 * LINE * LINE];
        const int64_t n = fl_min (high, rows - top), c = fl_min (left, n_columns - EACH), end = fl_min (left + wide, n_columns);
        const int is_last = left + wide >= n_columns;
        const char *next = (const char *) (from_all + from_step * (is_last ? top + n : top) + (is_last ? 0 : left + wide)) + 63;
        const FL_NAMED (fl_element_) *line = tile;
        FL_NAMED (fl_transpose_tile_) (tile, n, from_all + from_step * top + c, from_step, n, end - c, tile, from_all, 1, 0);
        for (FL_NAMED (fl_element_) *there = to_all + to_step * c + top; line < tile + n * (end - c); there += to_step)
          for (int64_t r = 0; r < n; r += LINE, line += LINE, next += next_step)
            {
              __builtin_prefetch (next);
#pragma GCC unroll 4
              for (int k = 0; k < LINE; k += LANES)
                fl_stream_f32 ((float *) (there + r + k), *(const fl_vec *) (line + k));
            }
      }
#endif
  /* What is left, over some of the last tiles where it is less than a block. */
  const int64_t bottom = fl_min (rows, fl_max (n_rows - LANES, 0));
  if (rows < n_rows)
    FL_GLUE (FL_NAMED (fl_copy_transposed_), _by) (to_all + bottom, to_step, from_all + from_step * bottom, from_step, n_rows - bottom, n_columns, 2, 1, 0);
}

#undef NAME
#undef ELEMENT
#undef EACH
#undef LEVELS
