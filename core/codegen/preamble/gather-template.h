/* Elements of 32 and 64 bits from anywhere. gcc names AVX2's gathers otherwise than clang; without such an instruction each lane is a load.
 * NAME; ELEMENT: the type; VECTOR: of such; LANES: how many; WORD, WORDS: the type and the vector that the instructions take for them;
 * WHERE: a function, the positions of those lanes; GATHER_512, GATHER_256: the instructions; WANTED: which lanes are asked for. */

FL_INLINE VECTOR FL_NAMED (fl_gather_part_) (const ELEMENT *p, fl_i32 at, int64_t n)
{
#if FL_X86 == 512
  return (VECTOR) GATHER_512 ((WORDS) { 0 }, p, WHERE (at), (1u << n) - 1, sizeof *p);
#elif FL_X86 == 256 && !defined __clang__
  const WORDS mask = (WORDS) (WANTED);
  return (VECTOR) GATHER_256 ((WORDS) { 0 }, (const WORD *) p, WHERE (at), mask, sizeof *p);
#else
  VECTOR x = { 0 };
  for (int i = 0; i < n; i++)
    x[i] = p[at[i]];
  return x;
#endif
}

/* p[at], lane by lane. */
FL_INLINE VECTOR FL_NAMED (fl_gather_) (const ELEMENT *p, fl_i32 at) { return FL_NAMED (fl_gather_part_) (p, at, LANES); }

#undef NAME
#undef ELEMENT
#undef VECTOR
#undef LANES
#undef WORD
#undef WORDS
#undef WHERE
#undef GATHER_512
#undef GATHER_256
#undef WANTED
