/* What the lanes of doubles come to.
 * NAME; JOIN (a, b): of two numbers; OF_TWO (a, b): of two vectors. */

FL_INLINE double FL_GLUE (FL_NAMED (fl_), _across_f64) (fl_f64 x)
{
  double y = x[0];
  for (int i = 1; i < FL_WIDE; i++)
    y = JOIN (y, x[i]);
  return y;
}

FL_INLINE double FL_GLUE (FL_NAMED (fl_), _across_4_f64) (const fl_f64 x[4]) { return FL_GLUE (FL_NAMED (fl_), _across_f64) (OF_TWO (OF_TWO (x[0], x[1]), OF_TWO (x[2], x[3]))); }

#undef NAME
#undef JOIN
#undef OF_TWO
