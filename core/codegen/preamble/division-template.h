/* Division of integers in lanes. The compiler moves 1 / b out of loops that do not change it.
 * NAME: of the function of one integer; PART: the function of doubles; RESULT (x): x where b may be 0. */

FL_INLINE fl_i32 FL_GLUE (FL_NAMED (fl_), _i32) (fl_i32 a, fl_i32 b)
{
  const fl_i32 d = b - (b == 0);
  const fl_i64 low = fl_i64_of_whole (PART (fl_f64_of_i32 (a), fl_f64_of_i32 (d)));
  const fl_i64 high = fl_i64_of_whole (PART (fl_upper_f64_of_i32 (a), fl_upper_f64_of_i32 (d)));
  return RESULT (fl_join_i32 (__builtin_convertvector (low, fl_half_i32), __builtin_convertvector (high, fl_half_i32)));
}

static __attribute__ ((noinline, unused)) fl_i64 FL_GLUE (FL_NAMED (fl_each_), _i64) (fl_i64 a, fl_i64 b)
{
  for (int i = 0; i < FL_WIDE; i++)
    a[i] = FL_NAMED (fl_) (a[i], b[i]);
  return a;
}

/* One at a time where any has more than 50 bits. */
FL_INLINE fl_i64 FL_GLUE (FL_NAMED (fl_), _i64) (fl_i64 a, fl_i64 b)
{
  const fl_i64 above = ((a + 0x4000000000000) | (b + 0x4000000000000)) >> 51;
  if (__builtin_expect (fl_any ((fl_mask) (above != 0)), 0))
    return FL_GLUE (FL_NAMED (fl_each_), _i64) (a, b);
  return RESULT (fl_i64_of_whole (PART (fl_f64_of_whole (a), fl_f64_of_whole (b - (b == 0)))));
}

#undef NAME
#undef PART
#undef RESULT
