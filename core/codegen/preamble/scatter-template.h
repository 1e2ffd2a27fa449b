/* Lanes that go to places of their own, one by one in their order: several may meet.
 * STEM and NAME: of the functions; PUT: = or +=; REMARK: what that does; ELEMENT: the type; VECTOR: of its values; LANES: how many. */

FL_INLINE void FL_NAMED (FL_GLUE (STEM, part_)) (ELEMENT *p, fl_i32 at, VECTOR x, int64_t n)
{
  _Alignas (64) int32_t where[FL_LANES];
  _Alignas (64) ELEMENT lanes[LANES];
  fl_store_i32 (where, at);
  FL_NAMED (fl_store_) (lanes, x);
#pragma GCC unroll 16
  for (int i = 0; i < n; i++)
    p[where[i]] PUT lanes[i];
}

/* REMARK */
FL_INLINE void FL_NAMED (STEM) (ELEMENT *p, fl_i32 at, VECTOR x) { FL_NAMED (FL_GLUE (STEM, part_)) (p, at, x, LANES); }

#undef NAME
#undef ELEMENT
#undef VECTOR
#undef LANES
