/* Integers of floats: what lies beyond, and NaN, is the smallest number.
 * NAME; INTEGERS, FLOATS: vectors; LANES: how many of x; OF_ONE: a function of one of them; BUILTIN: by AVX-512. */

FL_INLINE INTEGERS FL_NAMED (fl_) (FLOATS x)
{
#if FL_X86 == 512
  return BUILTIN;
#else
  /* Not lane by lane: GCC 12 fails on that with 256 bits where the machine has 512. */
  INTEGERS all = { 0 };
  __typeof__ (all[0] + 0) y[sizeof all / sizeof all[0]] = { 0 };
  for (int i = 0; i < LANES; i++)
    y[i] = OF_ONE (x[i]);
  __builtin_memcpy (&all, y, sizeof all);
  return all;
#endif
}

#undef NAME
#undef INTEGERS
#undef FLOATS
#undef LANES
#undef OF_ONE
#undef BUILTIN
