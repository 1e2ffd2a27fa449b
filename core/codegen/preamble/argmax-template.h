/* argmax or argmin of a row, a vector at a time.
 * NAME; BETTER: the sign; CODE: what AVX-512 has for it; OF_TWO: the better ones of two vectors; ACROSS: the best lane of a vector. */

/* Keeps the first of equal numbers in each lane; where there was a NaN before, that stays. */
FL_INLINE void FL_GLUE (FL_NAMED (fl_), _step_number) (fl_vec *best, fl_mask *place, fl_vec x, fl_mask at)
{
#if FL_X86 == 512
  const uint16_t is_better = __builtin_ia32_cmpps512_mask (x, *best, CODE, -1, 4);
#ifdef __clang__
  *place = __builtin_ia32_selectd_512 (is_better, at, *place);
#else
  *place = (fl_mask) __builtin_ia32_blendmd_512_mask (*place, at, is_better);
#endif
#else
  const fl_mask is_better = x BETTER *best;
  *place = (at & is_better) | (*place & ~is_better);
#endif
  *best = OF_TWO (x, *best);
}

/* One step over any elements: a NaN beats every number. */
FL_INLINE void FL_GLUE (FL_NAMED (fl_), _step) (fl_vec *best, fl_mask *place, fl_vec x, fl_mask at)
{
  if (__builtin_expect (fl_has_nan (x), 0))
    {
      const fl_mask is_first = (x BETTER *best) | ((x != x) & (*best == *best));
      *best = fl_select (is_first, x, *best);
      *place = (at & is_first) | (*place & ~is_first);
    }
  else
    FL_GLUE (FL_NAMED (fl_), _step_number) (best, place, x, at);
}

/* One step over four vectors whose places are equal: the best of them is compared, NaN is looked for in pairs. */
FL_INLINE void FL_GLUE (FL_NAMED (fl_), _step_4) (fl_vec *best, fl_mask *place, fl_vec a, fl_vec b, fl_vec c, fl_vec d, fl_mask at)
{
#if FL_X86 == 512
  const _Bool has_nan = (__builtin_ia32_cmpps512_mask (a, b, 3, -1, 4) | __builtin_ia32_cmpps512_mask (c, d, 3, -1, 4)) != 0;
#else
  const _Bool has_nan = fl_any (((a != a) | (b != b)) | ((c != c) | (d != d)));
#endif
  if (__builtin_expect (has_nan, 0))
    {
      const fl_vec x[] = { a, b, c, d };
      for (int i = 0; i < 4; i++)
        FL_GLUE (FL_NAMED (fl_), _step) (best, place, x[i], at);
    }
  else
    FL_GLUE (FL_NAMED (fl_), _step_number) (best, place, OF_TWO (OF_TWO (a, b), OF_TWO (c, d)), at);
}

/* One step of a row of pairs in memory, a vector of columns at a time. */
FL_INLINE void FL_GLUE (FL_NAMED (fl_), _row) (float *best, int32_t *place, fl_vec x, fl_mask at)
{
  fl_vec b = fl_load_f32 (best);
  fl_mask p = fl_load_i32 (place);
  FL_GLUE (FL_NAMED (fl_), _step) (&b, &p, x, at);
  fl_store_f32 (best, b);
  fl_store_i32 (place, p);
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
#if FL_X86 == 512
  const uint16_t lanes = __builtin_ia32_cmpps512_mask (x, fl_splat (*best), 0, -1, 4);
  if (__builtin_expect (lanes && (lanes & (lanes - 1)) == 0, 1)) /* one alone, as a rule */
    return ((fl_mask) __builtin_ia32_compresssi512_mask (at, at, lanes))[0];
#endif
  const fl_mask is_best = (x == *best - (fl_vec) { 0 }) | (x != x);
  return fl_least_across ((at & is_best) | (0x40000000 & ~is_best));
}

#undef NAME
#undef BETTER
#undef CODE
#undef OF_TWO
#undef ACROSS
