/* Memory of integers of 8 and 16 bits, which are computed with as 32.
 * NAME; ELEMENT: the type; PARTS: a vector of such; NARROWED: x as such a vector; WIDEN: a function, back; LOADED: x, which was widened,
 * as a number of the type; WRAPPED: x without the bits that the type does not have. */

/* What is left in the type's bits. */
FL_INLINE fl_i32 FL_NAMED (fl_wrap_) (fl_i32 x) { return WRAPPED; }

FL_INLINE fl_i32 FL_NAMED (fl_load_) (const ELEMENT *p)
{
  const fl_i32 x = (fl_i32) WIDEN (*(const FL_GLUE (PARTS, _anywhere) *) p);
  return LOADED;
}

FL_INLINE void FL_NAMED (fl_store_) (ELEMENT *p, fl_i32 x) { *(FL_GLUE (PARTS, _anywhere) *) p = NARROWED; }

FL_INLINE void FL_NAMED (fl_stream_) (ELEMENT *p, fl_i32 x) { FL_NAMED (fl_store_) (p, x); }

FL_INLINE fl_i32 FL_NAMED (fl_load_part_) (const ELEMENT *p, int64_t n)
{
  PARTS part = { 0 };
  __builtin_memcpy (&part, p, n * sizeof *p);
  const fl_i32 x = (fl_i32) WIDEN (part);
  return LOADED;
}

FL_INLINE void FL_NAMED (fl_store_part_) (ELEMENT *p, fl_i32 x, int64_t n)
{
  const PARTS y = NARROWED;
  __builtin_memcpy (p, &y, n * sizeof *p);
}

#undef NAME
#undef ELEMENT
#undef PARTS
#undef NARROWED
#undef WIDEN
#undef WRAPPED
#undef LOADED
