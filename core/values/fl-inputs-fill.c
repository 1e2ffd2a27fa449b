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
typedef guint32 Words __attribute__ ((vector_size (4 * LANES), aligned (4), may_alias));
typedef guint16 Halves __attribute__ ((vector_size (2 * LANES), aligned (2), may_alias));

/* Nearly normal, within 3.5 of 0: four uniform parts of one number. Variance 4 * 1/12 before scaling. */
double
fl_inputs_draw_normal (guint64 bits)
{
  gint64 sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
  return (sum * 0x1p-16 - 2 + 0x1p-15) * 1.7320508075688772;
}

/* Every function with vectors is inlined: none is handed over by an ABI that could change. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Floats of 16 bits from those of 32, to nearest even. Inputs are finite and far below either type's largest number. */
static inline __attribute__ ((always_inline)) Halves
round_bf16 (Words bits)
{
  return __builtin_convertvector((bits + 0x7fff + (bits >> 16 & 1)) >> 16, Halves);
}

static inline __attribute__ ((always_inline)) Halves
round_f16 (Words bits)
{
  const Words sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  const Words normal = ((magnitude + 0xfff + (magnitude >> 13 & 1)) >> 13) - (112 << 10);
  /* Below 2^-14 the bits are the number in units of 2^-24: what 2^23 added to it leaves in the lowest bits. */
  const Words low = (Words) ((Singles) magnitude * 0x1p24f + 0x1p23f) & 0x7fffff;
  const Words is_low = (Words) ((Singles) magnitude < 0x1p-14f);
  return __builtin_convertvector(sign | (is_low & low) | (~is_low & normal), Halves);
}

static inline __attribute__ ((always_inline)) void
store (FlDtype dtype, gpointer to, gint64 i, Singles numbers)
{
  if (dtype == FL_DTYPE_F32)
    *(Singles *) ((float *) to + i) = numbers;
  else
    *(Halves *) ((guint16 *) to + i)
        = dtype == FL_DTYPE_BF16 ? round_bf16 ((Words) numbers) : round_f16 ((Words) numbers);
}

static inline __attribute__ ((always_inline)) Singles
draw (Bits at, double scale)
{
  Bits z = at + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  z = z ^ (z >> 31);
  Sums sums = (Sums) ((z & 0xffff) + (z >> 16 & 0xffff) + (z >> 32 & 0xffff) + (z >> 48));
  Doubles numbers = (__builtin_convertvector(sums, Doubles) * 0x1p-16 - 2 + 0x1p-15) * 1.7320508075688772;
  return __builtin_convertvector(numbers * scale, Singles);
}

static inline __attribute__ ((always_inline)) void
fill (FlDtype dtype, gpointer to, gint64 begin, gint64 end, guint64 start, double scale)
{
  const gsize bytes = dtype == FL_DTYPE_F32 ? 4 : 2;
  gint64 i = begin;
  Bits at;
  for (int lane = 0; lane < LANES; lane++)
    at[lane] = start + i + lane;
  for (; i + LANES <= end; i += LANES, at += LANES)
    store (dtype, to, i, draw (at, scale));
  if (i < end)
    {
      guint8 last[sizeof (Singles)];
      store (dtype, last, 0, draw (at, scale));
      memcpy ((guint8 *) to + i * bytes, last, (end - i) * bytes);
    }
}

/* A loop for each type: what it is is not asked again for every element. */
static inline __attribute__ ((always_inline)) void
fill_any (const FlInputFill *self, gpointer to, gint64 begin, gint64 end)
{
  const double scale = self->fan_in > 1 ? 1 / sqrt ((double) self->fan_in) : 1;
  if (self->dtype == FL_DTYPE_BF16)
    fill (FL_DTYPE_BF16, to, begin, end, self->start, scale);
  else if (self->dtype == FL_DTYPE_F16)
    fill (FL_DTYPE_F16, to, begin, end, self->start, scale);
  else
    fill (FL_DTYPE_F32, to, begin, end, self->start, scale);
}

#if defined __x86_64__
/* 64-bit products and conversions of 64-bit integers are one instruction each here. */
__attribute__ ((target ("avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"))) static void
fill_512 (const FlInputFill *self, gpointer to, gint64 begin, gint64 end)
{
  fill_any (self, to, begin, end);
}
#endif

void
fl_inputs_fill (const FlInputFill *self, gpointer to, gint64 begin, gint64 end)
{
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
      && __builtin_cpu_supports ("avx512bw"))
    {
      fill_512 (self, to, begin, end);
      return;
    }
#endif
  fill_any (self, to, begin, end);
}
