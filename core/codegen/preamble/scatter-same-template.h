/* One number that is added at each lane's place. NAME; ELEMENT: the type. */

FL_INLINE void FL_NAMED (fl_scatter_add_same_part_) (ELEMENT *p, fl_i32 at, ELEMENT x, int64_t n)
{
  _Alignas (64) int32_t where[FL_LANES];
  fl_store_i32 (where, at);
#pragma GCC unroll 16
  for (int i = 0; i < n; i++)
    p[where[i]] += x;
}

/* p[at] += x for each lane: several may go to one place. */
FL_INLINE void FL_NAMED (fl_scatter_add_same_) (ELEMENT *p, fl_i32 at, ELEMENT x) { FL_NAMED (fl_scatter_add_same_part_) (p, at, x, FL_LANES); }

#undef NAME
#undef ELEMENT
