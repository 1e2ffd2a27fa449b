/* GEMV micro-kernel, to[n] = B[n, depth] a[depth]: bound by reading B.
 *
 * Register tile: 4 rows of B by 2 vectors of 16 floats, 8 partial sums, so that no addition waits
 * for the one before (latency 4, two a cycle) and memory is read as 4 streams side by side. */
#include "fl-gemv.h"

#include <string.h>

#include "fl-clones.h"

enum
{
  ROWS = 4
};

static inline float
add_lanes (const FlFloats *x)
{
  float sums[4] = { 0 };
  for (guint i = 0; i < FL_FLOATS; i++)
    sums[i % 4] += (*x)[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

#define LOAD(p) (*(const FlFloats *) (p))
#define EACH_ROW(WHAT) WHAT (0) WHAT (1) WHAT (2) WHAT (3)
#define SUMS(r)                                                                                    \
  const float *b##r = b + r * stride;                                                              \
  FlFloats s##r = { 0 }, t##r = { 0 };
#define ADD(r)                                                                                     \
  s##r += x * LOAD (b##r + k);                                                                     \
  t##r += y * LOAD (b##r + k + FL_FLOATS);
#define ADD_PART(r)                                                                                \
  memcpy (&y, b##r + k, n * sizeof (float));                                                       \
  s##r += x * y;
#define STORE(r)                                                                                   \
  s##r += t##r;                                                                                    \
  to[r] = add_lanes (&s##r);

FL_CLONES static void
multiply_rows (const float *a, const float *b, gint64 stride, gint64 depth, float *to)
{
  gint64 k = 0;
  EACH_ROW (SUMS)

  for (; k + 2 * FL_FLOATS <= depth; k += 2 * FL_FLOATS)
    {
      const FlFloats x = LOAD (a + k), y = LOAD (a + k + FL_FLOATS);
      EACH_ROW (ADD)
    }
  for (; k < depth; k += FL_FLOATS)
    {
      const gint64 n
          = MIN (depth - k, FL_FLOATS); /* of a vector's floats that are there; the others are 0 */
      FlFloats x = { 0 }, y = { 0 };
      memcpy (&x, a + k, n * sizeof (float));
      EACH_ROW (ADD_PART)
    }
  EACH_ROW (STORE)
}

void
fl_gemv (const float *a, const float *b, gint64 stride, gint64 depth, gint64 n, float *to)
{
  float last[ROWS];
  gint64 j = 0;

  for (; j + ROWS <= n; j += ROWS)
    multiply_rows (a, b + j * stride, stride, depth, to + j);
  for (; j < n; j++)
    {
      multiply_rows (a, b + j * stride, 0, depth, last); /* the same row four times */
      to[j] = last[0];
    }
}
