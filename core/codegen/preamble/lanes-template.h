/* Joins 64 lanes: halves are joined until four are left, which takes few dependent steps.
 * NAME; ELEMENT: the type of a lane; JOIN (a, b): an expression. */

FL_INLINE ELEMENT FL_NAMED (fl_) (const ELEMENT *lanes)
{
#define FL_JOIN(a, b) JOIN (a, b)
  ELEMENT a[32], b[16], c[8], d[4];
#pragma omp simd
  for (int i = 0; i < 32; i++)
    a[i] = FL_JOIN (lanes[i], lanes[i + 32]);
#pragma omp simd
  for (int i = 0; i < 16; i++)
    b[i] = FL_JOIN (a[i], a[i + 16]);
#pragma omp simd
  for (int i = 0; i < 8; i++)
    c[i] = FL_JOIN (b[i], b[i + 8]);
#pragma omp simd
  for (int i = 0; i < 4; i++)
    d[i] = FL_JOIN (c[i], c[i + 4]);
  return FL_JOIN (FL_JOIN (d[0], d[2]), FL_JOIN (d[1], d[3]));
#undef FL_JOIN
}

#undef NAME
#undef ELEMENT
#undef JOIN
