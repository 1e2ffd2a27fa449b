/* The place of the largest or smallest element of a row, a vector at a time.
 * NAME; BETTER: the sign; NOT_WORSE: the code that AVX-512 has for the comparison that holds for NaN, too; ACROSS: the best lane of a
 * vector. */

/* Keeps the first of equal values in each lane; a NaN beats every number. */
FL_INLINE void FL_GLUE (FL_NAMED (fl_), _step) (fl_vec *best, fl_mask *place, fl_vec x, fl_mask at)
{
#if FL_X86 == 512
  const uint16_t is_better = __builtin_ia32_cmpps512_mask (*best, *best, 7, __builtin_ia32_cmpps512_mask (x, *best, NOT_WORSE, -1, 4), 4);
#ifdef __clang__
  *best = __builtin_ia32_selectps_512 (is_better, x, *best);
  *place = __builtin_ia32_selectd_512 (is_better, at, *place);
#else
  *best = __builtin_ia32_blendmps_512_mask (*best, x, is_better);
  *place = (fl_mask) __builtin_ia32_blendmd_512_mask (*place, at, is_better);
#endif
#else
  const fl_mask is_better = (x BETTER *best) | ((x != x) & (*best == *best));
  *best = fl_select (is_better, x, *best);
  *place = (at & is_better) | (*place & ~is_better);
#endif
}

/* Of n vectors of such: the place of the best, the first of equals. */
FL_INLINE int64_t FL_GLUE (FL_NAMED (fl_), _across) (const fl_vec *values, const fl_mask *places, int n, float *best)
{
  fl_vec x = values[0];
  fl_mask at = places[0];
  for (int i = 1; i < n; i++)
    {
      const fl_vec y = values[i];
      const fl_mask is_first = places[i] < at;
      const fl_mask is_better = (y BETTER x) | ((y == x) & is_first) | ((y != y) & ((x == x) | is_first));
      x = fl_select (is_better, y, x);
      at = (places[i] & is_better) | (at & ~is_better);
    }
  *best = ACROSS (x);
  const fl_mask is_best = (x == *best - (fl_vec) { 0 }) | (x != x);
  at = (at & is_best) | (0x7FFFFFFF & ~is_best);
  int32_t first = at[0];
  for (int i = 1; i < FL_LANES; i++)
    first = at[i] < first ? at[i] : first;
  return first;
}

#undef NAME
#undef BETTER
#undef NOT_WORSE
#undef ACROSS
