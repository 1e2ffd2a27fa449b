/* What the lanes of integers come to: halves are joined until one quad is left, then its lanes.
 * NAME; JOIN (a, b): of two numbers; OF_QUADS (a, b): of two quads; OF_TWO (a, b): of two vectors. */

FL_INLINE int32_t FL_GLUE (FL_NAMED (fl_), _across_i32) (fl_i32 x)
{
  union { fl_i32 all; fl_quad_mask quads[FL_LANES / 4]; } u = { x };
  for (int n = FL_LANES / 8; n > 0; n /= 2)
    for (int i = 0; i < n; i++)
      {
        const fl_quad_mask a = u.quads[i], b = u.quads[i + n];
        u.quads[i] = OF_QUADS (a, b);
      }
  const fl_quad_mask q = u.quads[0];
  const int32_t y = JOIN (q[0], q[2]), z = JOIN (q[1], q[3]);
  return JOIN (y, z);
}

FL_INLINE int32_t FL_GLUE (FL_NAMED (fl_), _across_4_i32) (const fl_i32 x[4]) { return FL_GLUE (FL_NAMED (fl_), _across_i32) (OF_TWO (OF_TWO (x[0], x[1]), OF_TWO (x[2], x[3]))); }

#undef NAME
#undef JOIN
#undef OF_QUADS
#undef OF_TWO
