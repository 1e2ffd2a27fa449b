/* GEMV micro-kernel, to[n] = a[depth] B[depth, n]: bound by reading B, which lies in panels of 48 columns and is read
 * as one stream.
 *
 * Register tile: 3 vectors of 16 columns, even and odd k apart, 6 partial sums, so that additions (latency 4, two a
 * cycle) keep up with the L2 cache. */
#include "fl-gemv.h"

#include "fl-vectors.h"

#include <string.h>

#define LOAD(p) (*(const FlFloats *) (p))
#define STORE(p, v) (*(FlFloats *) (p) = (v))
#define FL_BODY "fl-gemv.inc"
#include "fl-each-isa.inc"

void
fl_gemv (const float *a, const float *packed, gint64 depth, gint64 begin, gint64 end, float *to)
{
  void (*multiply_panel) (const float *, const float *, gint64, float *) = FL_CHOOSE (multiply_panel);
  float last[FL_GEMV_WIDTH];

  for (; begin < end; begin += FL_GEMV_WIDTH)
    if (begin + FL_GEMV_WIDTH <= end)
      multiply_panel (a, packed + begin * depth, depth, to + begin);
    else
      {
        multiply_panel (a, packed + begin * depth, depth, last);
        memcpy (to + begin, last, (end - begin) * sizeof (float));
      }
}
