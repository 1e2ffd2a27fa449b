/* The numbers of most inputs, in vectors: element i comes from splitmix64 of (start + i), whoever makes it and however
 * many at a time. */
#include "fl-inputs.h"

#include <math.h>
#include <string.h>

enum
{
  LANES = 8
};

typedef guint64 Bits __attribute__ ((vector_size (8 * LANES)));
typedef gint64 Sums __attribute__ ((vector_size (8 * LANES)));
typedef double Doubles __attribute__ ((vector_size (8 * LANES)));
typedef float Singles __attribute__ ((vector_size (4 * LANES), aligned (4), may_alias));

/* Nearly normal, within 3.5 of 0: four uniform parts of one number. Variance 4 * 1/12 before scaling. */
double
fl_inputs_draw_normal (guint64 bits)
{
  gint64 sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
  return (sum * 0x1p-16 - 2 + 0x1p-15) * 1.7320508075688772;
}

static inline __attribute__ ((always_inline)) void
fill (float *to, gint64 begin, gint64 end, guint64 start, double scale)
{
  gint64 i = begin;
  Bits at;
  for (int lane = 0; lane < LANES; lane++)
    at[lane] = start + i + lane;
  for (; i + LANES <= end; i += LANES, at += LANES)
    {
      Bits z = at + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
      z = z ^ (z >> 31);
      Sums sums = (Sums) ((z & 0xffff) + (z >> 16 & 0xffff) + (z >> 32 & 0xffff) + (z >> 48));
      Doubles numbers = (__builtin_convertvector(sums, Doubles) * 0x1p-16 - 2 + 0x1p-15) * 1.7320508075688772;
      *(Singles *) (to + i) = __builtin_convertvector(numbers * scale, Singles);
    }
  for (; i < end; i++)
    to[i] = scale * fl_inputs_draw_normal (fl_inputs_mix (start + i));
}

#if defined __x86_64__
/* 64-bit products and conversions of 64-bit integers are one instruction each here. */
__attribute__ ((target ("avx512f,avx512dq,avx512vl,prefer-vector-width=512"))) static void
fill_512 (float *to, gint64 begin, gint64 end, guint64 start, double scale)
{
  fill (to, begin, end, start, scale);
}
#endif

void
fl_inputs_fill (const FlInputFill *self, float *to, gint64 begin, gint64 end)
{
  double scale = self->fan_in > 1 ? 1 / sqrt ((double) self->fan_in) : 1;
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl"))
    {
      fill_512 (to, begin, end, self->start, scale);
      return;
    }
#endif
  for (gint64 i = begin; i < end; i++)
    to[i] = scale * fl_inputs_draw_normal (fl_inputs_mix (self->start + i));
}
