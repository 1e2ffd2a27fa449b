/* Winograd transforms, one vector of 16 channels at a time. With d the input, g the taps and m the
 * products, element by element:
 *
 *   F(2, 3): B' d = (d0 - d2, d1 + d2, d2 - d1, d1 - d3), G g = (g0, (g0 + g1 + g2) / 2, (g0 - g1 +
 * g2) / 2, g2), A' m = (m0 + m1 + m2, m1 - m2 - m3) F(3, 2): the same B', G g = (g0, (g0 + g1) / 2,
 * (g0 - g1) / 2, g1), A' m = (m0 + m1 + m2, m1 - m2, m1 + m2 - m3)
 *
 * In two dimensions each is done along columns, then along rows. (Lavin and Gray, Fast Algorithms
 * for Convolutional Neural Networks, 2015.) */
#include "fl-winograd-transforms.h"

#include "fl-vectors.h"

#define LOAD(p) (*(const FlFloats *) (p))
#define STORE(p, v) (*(FlFloats *) (p) = (v))

/* x - x of each result is 0 or NaN. */
static gboolean
is_zero (const FlFloats *poison)
{
  float sum = 0;
  for (guint i = 0; i < FL_FLOATS; i++)
    sum += (*poison)[i];
  return sum == 0;
}

#define FL_BODY "fl-winograd-transforms.inc"
#include "fl-each-isa.inc"

void
fl_winograd_line_in (const float *pixel, gint64 right, gint64 width, float *to, gint64 step)
{
  FL_CHOOSE (line_in) (pixel, right, width, to, step);
}

void
fl_winograd_square_in (const float *pixel, gint64 down, gint64 right, gint64 width, float *to, gint64 step)
{
  FL_CHOOSE (square_in) (pixel, down, right, width, to, step);
}

gboolean
fl_winograd_line_out (const float *from, gint64 step, gint64 width, const float *bias, float *const *pixels)
{
  return FL_CHOOSE (line_out) (from, step, width, bias, pixels);
}

gboolean
fl_winograd_square_out (const float *from, gint64 step, gint64 width, const float *bias, float *const *pixels)
{
  return FL_CHOOSE (square_out) (from, step, width, bias, pixels);
}

void
fl_winograd_weigh_three (const float taps[3], float *to, gint64 step)
{
  to[0] = taps[0];
  to[step] = 0.5f * (taps[0] + taps[1] + taps[2]);
  to[2 * step] = 0.5f * (taps[0] - taps[1] + taps[2]);
  to[3 * step] = taps[2];
}

void
fl_winograd_weigh_two (const float taps[2], float *to, gint64 step)
{
  to[0] = taps[0];
  to[step] = 0.5f * (taps[0] + taps[1]);
  to[2 * step] = 0.5f * (taps[0] - taps[1]);
  to[3 * step] = taps[1];
}
