/* Memory of a type that fills a vector.
 * NAME; ELEMENT: the type; STREAM_512, STREAM_256, STREAM_128: the non-temporal store of x to p. */

FL_INLINE FL_NAMED (fl_) FL_NAMED (fl_load_) (const ELEMENT *p) { return *(const FL_GLUE (FL_NAMED (fl_), _anywhere) *) p; }

FL_INLINE void FL_NAMED (fl_store_) (ELEMENT *p, FL_NAMED (fl_) x) { *(FL_GLUE (FL_NAMED (fl_), _anywhere) *) p = x; }

FL_INLINE FL_NAMED (fl_) FL_NAMED (fl_load_part_) (const ELEMENT *p, int64_t n)
{
  FL_NAMED (fl_) x = { 0 };
  __builtin_memcpy (&x, p, n * sizeof *p);
  return x;
}

FL_INLINE void FL_NAMED (fl_store_part_) (ELEMENT *p, FL_NAMED (fl_) x, int64_t n) { __builtin_memcpy (p, &x, n * sizeof *p); }

FL_INLINE void FL_NAMED (fl_stream_) (ELEMENT *p, FL_NAMED (fl_) x)
{
  if ((uint64_t) p % sizeof x != 0)
    *(FL_GLUE (FL_NAMED (fl_), _anywhere) *) p = x;
  else
#if defined __clang__
    __builtin_nontemporal_store (x, (FL_NAMED (fl_) *) p);
#elif FL_X86 == 512
    STREAM_512;
#elif FL_X86 == 256
    STREAM_256;
#elif FL_X86 == 128
    STREAM_128;
#else
    *(FL_NAMED (fl_) *) p = x;
#endif
}

#undef NAME
#undef ELEMENT
#undef STREAM_512
#undef STREAM_256
#undef STREAM_128
