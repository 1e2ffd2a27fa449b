/* Elements of 8 and 16 bits from anywhere: they come with others in a word, one that ends with them, or the first of all. A lane's word lies
 * inside the memory whose first and last element lanes may ask for, when that has so many.
 * NAME; ELEMENT: the type; VECTOR: of its values; BITS: of one; OTHERS: in a word; VALUE: of the lowest bits of x; ONE: without such
 * instructions. */

FL_INLINE VECTOR FL_NAMED (fl_gather_part_) (const ELEMENT *p, fl_i32 at, int64_t n)
{
#if FL_X86 == 512 || (FL_X86 == 256 && !defined __clang__)
  const fl_i32 first = (at - OTHERS) & (at > OTHERS), words = fl_gather_words (p, first, sizeof *p, n);
  const fl_bits x = (fl_bits) words >> (fl_bits) ((at - first) * BITS);
  return VALUE;
#else
  VECTOR x = { 0 };
  for (int i = 0; i < n; i++)
    x[i] = ONE;
  return x;
#endif
}

FL_INLINE VECTOR FL_NAMED (fl_gather_) (const ELEMENT *p, fl_i32 at) { return FL_NAMED (fl_gather_part_) (p, at, FL_LANES); }

#undef NAME
#undef ELEMENT
#undef VECTOR
#undef BITS
#undef OTHERS
#undef VALUE
#undef ONE
