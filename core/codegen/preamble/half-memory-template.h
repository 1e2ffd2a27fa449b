/* Memory of floats of 16 bits. NAME: of the type. */

FL_INLINE fl_vec FL_NAMED (fl_load_) (const uint16_t *p) { return FL_NAMED (fl_of_) (*(const fl_halves_anywhere *) p); }

FL_INLINE void FL_NAMED (fl_store_) (uint16_t *p, fl_vec x) { *(fl_halves_anywhere *) p = FL_GLUE (FL_NAMED (fl_to_), _vec) (x); }

FL_INLINE fl_vec FL_NAMED (fl_load_part_) (const uint16_t *p, int64_t n)
{
#if FL_X86 == 512
  typedef short words __attribute__ ((vector_size (32)));
  return FL_NAMED (fl_of_) ((fl_halves) __builtin_ia32_loaddquhi256_mask ((const void *) p, (words) { 0 }, (1u << n) - 1));
#else
  fl_halves x = { 0 };
  __builtin_memcpy (&x, p, n * sizeof *p);
  return FL_NAMED (fl_of_) (x);
#endif
}

FL_INLINE void FL_NAMED (fl_store_part_) (uint16_t *p, fl_vec x, int64_t n)
{
  const fl_halves y = FL_GLUE (FL_NAMED (fl_to_), _vec) (x);
#if FL_X86 == 512
  typedef short words __attribute__ ((vector_size (32)));
  __builtin_ia32_storedquhi256_mask ((void *) p, (words) y, (1u << n) - 1);
#else
  __builtin_memcpy (p, &y, n * sizeof *p);
#endif
}

FL_INLINE void FL_NAMED (fl_stream_) (uint16_t *p, fl_vec x)
{
  const fl_halves y = FL_GLUE (FL_NAMED (fl_to_), _vec) (x);
#if FL_X86 == 512 && !defined __clang__
  typedef long long longs __attribute__ ((vector_size (32), may_alias));
  if ((uint64_t) p % sizeof y == 0)
    {
      __builtin_ia32_movntdq256 ((longs *) p, (longs) y);
      return;
    }
#elif defined __clang__
  if ((uint64_t) p % sizeof y == 0)
    {
      __builtin_nontemporal_store (y, (fl_halves *) p);
      return;
    }
#endif
  *(fl_halves_anywhere *) p = y;
}

FL_INLINE fl_vec FL_GLUE (FL_NAMED (fl_round_), _vec) (fl_vec x) { return FL_NAMED (fl_of_) (FL_GLUE (FL_NAMED (fl_to_), _vec) (x)); }

#undef NAME
