/* Appends to the vector of memory that a line fills; one more may be whole then. NAME; STORE: of the whole one; REMARK. */

/* REMARK */
FL_INLINE void FL_NAMED (fl_put_) (fl_line *line, fl_vec x, int64_t n)
{
#if FL_X86 < 256
  fl_store_part_f32 (line->to, x, n); /* turning registers takes longer than stores across two lines */
  line->to += n;
#else
  const fl_vec kept = n == FL_LANES ? x : fl_lanes_from (line->kept, x, n);
  if (n < FL_LANES)
    {
      line->n += n;
      line->lanes -= (int32_t) n;
    }
  if (n == FL_LANES || line->n >= FL_LANES)
    {
      const fl_vec whole = fl_lanes_at (line->kept, x, line->lanes + (n < FL_LANES ? (int32_t) n : 0));
      if (line->before == 0)
        STORE;
      else
        fl_store_part_f32 (line->to + line->before, fl_lanes_from (whole, whole, line->before), FL_LANES - line->before);
      line->before = 0;
      line->to += FL_LANES;
      if (n < FL_LANES)
        {
          line->n -= FL_LANES;
          line->lanes += FL_LANES;
        }
    }
  line->kept = kept;
#endif
}

#undef NAME
#undef STORE
#undef REMARK
