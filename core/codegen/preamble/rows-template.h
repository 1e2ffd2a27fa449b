/* As many rows as lanes at once: pairs of lanes, then pairs of pairs, then quads, until each lane has a row of its own.
 * NAME; JOIN (a, b): of two vectors. */

/* Of as many vectors as lanes: what the lanes of each come to. */
FL_INLINE fl_vec FL_GLUE (FL_NAMED (fl_), _rows) (const fl_vec x[FL_LANES])
{
#if defined __clang__ || __GNUC__ >= 12
#define FL_N FL_LANES
#if FL_LANES == 16
#define FL_PICK(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12, k + 12, l + 12)
#elif FL_LANES == 8
#define FL_PICK(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4)
#else
#define FL_PICK(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, j, k, l)
#endif
  fl_vec q[FL_LANES / 4];
#pragma GCC unroll 4
  for (int i = 0; i < FL_LANES / 4; i++)
    {
      const fl_vec a = x[4 * i], b = x[4 * i + 1], c = x[4 * i + 2], d = x[4 * i + 3];
      const fl_vec ab = JOIN (FL_PICK (a, b, 0, FL_N, 1, FL_N + 1), FL_PICK (a, b, 2, FL_N + 2, 3, FL_N + 3));
      const fl_vec cd = JOIN (FL_PICK (c, d, 0, FL_N, 1, FL_N + 1), FL_PICK (c, d, 2, FL_N + 2, 3, FL_N + 3));
      q[i] = JOIN (FL_PICK (ab, cd, 0, 1, FL_N, FL_N + 1), FL_PICK (ab, cd, 2, 3, FL_N + 2, FL_N + 3));
    }
#if FL_LANES == 16
#define FL_QUADS(a, b, i, j, k, l) __builtin_shufflevector (a, b, i, i + 1, i + 2, i + 3, j, j + 1, j + 2, j + 3, k, k + 1, k + 2, k + 3, l, l + 1, l + 2, l + 3)
  const fl_vec y = JOIN (FL_QUADS (q[0], q[1], 0, 4, 16, 20), FL_QUADS (q[0], q[1], 8, 12, 24, 28));
  const fl_vec z = JOIN (FL_QUADS (q[2], q[3], 0, 4, 16, 20), FL_QUADS (q[2], q[3], 8, 12, 24, 28));
  return JOIN (FL_QUADS (y, z, 0, 8, 16, 24), FL_QUADS (y, z, 4, 12, 20, 28));
#elif FL_LANES == 8
#define FL_QUADS(a, b, i, j) __builtin_shufflevector (a, b, i, i + 1, i + 2, i + 3, j, j + 1, j + 2, j + 3)
  return JOIN (FL_QUADS (q[0], q[1], 0, 8), FL_QUADS (q[0], q[1], 4, 12));
#else
  return q[0];
#endif
#undef FL_N
#undef FL_PICK
#undef FL_QUADS
#else
  fl_vec y;
  for (int i = 0; i < FL_LANES; i++)
    y[i] = FL_GLUE (FL_NAMED (fl_), _across) (x[i]);
  return y;
#endif
}

#undef NAME
#undef JOIN
