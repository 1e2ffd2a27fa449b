/* The best of all lanes: halves are joined until one quad is left, then its lanes.
 * NAME; BETTER: the sign; BUILTIN: of four floats; JOIN (a, b): of two floats; OF_TWO (a, b): of two vectors; RESULT (value): what the
 * function returns of it. */

FL_INLINE float FL_GLUE (FL_NAMED (fl_), _across) (fl_vec x)
{
  union { fl_vec all; fl_quad quads[FL_LANES / 4]; } u = { x };
  for (int n = FL_LANES / 8; n > 0; n /= 2)
    for (int i = 0; i < n; i++)
      {
        const fl_quad a = u.quads[i], b = u.quads[i + n];
#if FL_X86
        u.quads[i] = BUILTIN (a, b);
#else
        const fl_quad_mask is_a = a BETTER b;
        u.quads[i] = (fl_quad) (((fl_quad_mask) a & is_a) | ((fl_quad_mask) b & ~is_a));
#endif
      }
  const fl_quad q = u.quads[0];
  const float y = JOIN (q[0], q[2]), z = JOIN (q[1], q[3]);
  return RESULT (JOIN (y, z));
}

FL_INLINE float FL_GLUE (FL_NAMED (fl_), _across_4) (const fl_vec x[4]) { return FL_GLUE (FL_NAMED (fl_), _across) (OF_TWO (OF_TWO (x[0], x[1]), OF_TWO (x[2], x[3]))); }

#undef NAME
#undef BETTER
#undef BUILTIN
#undef JOIN
#undef OF_TWO
#undef RESULT
