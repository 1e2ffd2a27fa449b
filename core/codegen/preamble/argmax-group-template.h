/* The place of the largest or smallest element of a row, four vectors at a time: fl-c-nest-places.c.
 * NAME; BETTER: the sign; CODE: what AVX-512 has for it; OF_TWO: the better ones of two vectors; ACROSS: the best lane of a vector. */

FL_INLINE void FL_GLUE (FL_NAMED (fl_), _group) (fl_best *b, const fl_vec x[4], int64_t at)
{
  const fl_vec y = OF_TWO (OF_TWO (x[0], x[1]), OF_TWO (x[2], x[3]));
#if FL_X86 == 512
  const uint16_t is_better = __builtin_ia32_cmpps512_mask (y, b->best, CODE, -1, 4);
  b->numbers[0] = __builtin_ia32_cmpps512_mask (x[0], x[1], 7, b->numbers[0], 4);
  b->numbers[1] = __builtin_ia32_cmpps512_mask (x[2], x[3], 7, b->numbers[1], 4);
#ifdef __clang__
  b->at = __builtin_ia32_selectd_512 (is_better, fl_count_from (at, 0), b->at);
#else
  b->at = (fl_mask) __builtin_ia32_blendmd_512_mask (b->at, fl_count_from (at, 0), is_better);
#endif
#else
  const fl_mask is_better = y BETTER b->best;
  b->nan |= ((x[0] != x[0]) | (x[1] != x[1])) | ((x[2] != x[2]) | (x[3] != x[3]));
  b->at = (fl_count_from (at, 0) & is_better) | (b->at & ~is_better);
#endif
  b->best = OF_TWO (b->best, y);
}

/* The best, and where the first four vectors begin that hold it. With a NaN it is that, and any four may hold it. */
FL_INLINE int64_t FL_GLUE (FL_NAMED (fl_), _begin) (const fl_best *b, float *best, int64_t first)
{
#if FL_X86 == 512
  const _Bool has_nan = (uint16_t) (b->numbers[0] & b->numbers[1]) != 0xFFFF;
#else
  const _Bool has_nan = fl_any_across (b->nan);
#endif
  *best = __builtin_nanf ("");
  if (__builtin_expect (has_nan, 0))
    return first;
  *best = ACROSS (b->best);
#if FL_X86 == 512
  const uint16_t lanes = __builtin_ia32_cmpps512_mask (b->best, fl_splat (*best), 0, -1, 4);
  if (__builtin_expect ((lanes & (lanes - 1)) == 0, 1)) /* one alone, as a rule */
    return ((fl_mask) __builtin_ia32_compresssi512_mask (b->at, b->at, lanes))[0];
#endif
  const fl_mask is_best = b->best == fl_splat (*best);
  return fl_least_across ((b->at & is_best) | (0x40000000 & ~is_best));
}

#undef NAME
#undef BETTER
#undef CODE
#undef OF_TWO
#undef ACROSS
