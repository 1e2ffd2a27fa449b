/* exp of rows of scores less their maximum, for the widest vectors that the processor has. */
#include "fl-library-attention.h"

#include <math.h>

#define DEFINE_ROWS(isa, attributes, width)                                                                                 \
  typedef float F_##isa __attribute__ ((vector_size (width), may_alias));                                                   \
  typedef gint32 I_##isa __attribute__ ((vector_size (width), may_alias));                                                  \
  /* 2^n e^r with n = round (x / ln 2), |r| <= ln 2 / 2; x is 0 or less, below -87 the result is 0. Within 2 ulp. */        \
  attributes static inline F_##isa exp_##isa (F_##isa x)                                                                    \
  {                                                                                                                         \
    const F_##isa t = x * 1.44269504f + 12582912.0f, n = t - 12582912.0f;                                                   \
    const F_##isa r = (x - n * 0.693359375f) + n * 2.12194440e-4f;                                                          \
    F_##isa p = r * 0.0013814597623422742f + 0.008368716575205326f;                                                         \
    p = p * r + 0.04166838899254799f;                                                                                       \
    p = p * r + 0.1666652113199234f;                                                                                        \
    p = p * r + 0.4999999403953552f;                                                                                        \
    p = p * r * r + r + 1.0f;                                                                                               \
    const I_##isa bits = (I_##isa) p + ((I_##isa) t << 23), is_small = x < -87.0f;                                          \
    return (F_##isa) (bits & ~is_small);                                                                                    \
  }                                                                                                                         \
  attributes static void normalize_##isa (float *row, gint64 n, float *sum, float *high)                                    \
  {                                                                                                                         \
    enum { LANES = width / 4 };                                                                                             \
    F_##isa *x = (F_##isa *) row, most = x[0], total = { 0 };                                                               \
    for (gint64 i = 1; i < n / LANES; i++)                                                                                  \
      {                                                                                                                     \
        const F_##isa v = x[i];                                                                                             \
        const I_##isa is_more = (I_##isa) (v > most) | (I_##isa) (v != v); /* NaN wins */                                   \
        most = (F_##isa) (((I_##isa) v & is_more) | ((I_##isa) most & ~is_more));                                           \
      }                                                                                                                     \
    float top = most[0];                                                                                                    \
    for (int i = 1; i < LANES; i++)                                                                                         \
      top = most[i] > top || isnan (most[i]) ? most[i] : top;                                                               \
    for (gint64 i = 0; i < n / LANES; i++)                                                                                  \
      {                                                                                                                     \
        F_##isa v = top == -INFINITY ? (F_##isa){ 0 } : exp_##isa (x[i] - top);                                             \
        if (isnan (top))                                                                                                    \
          v += top;                                                                                                         \
        x[i] = v;                                                                                                           \
        total += v;                                                                                                         \
      }                                                                                                                     \
    *sum = 0;                                                                                                               \
    for (int i = 0; i < LANES; i++)                                                                                         \
      *sum += total[i];                                                                                                     \
    *high = top;                                                                                                            \
  }

#if defined __x86_64__
DEFINE_ROWS (z, __attribute__ ((target ("avx512f,avx512dq,fma"))), 64)
DEFINE_ROWS (y, __attribute__ ((target ("avx2,fma"))), 32)
#endif
DEFINE_ROWS (x, , 16)

typedef void (*RowFunc) (float *row, gint64 n, float *sum, float *high);

static RowFunc
get_func (void)
{
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq"))
    return normalize_z;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return normalize_y;
#endif
  return normalize_x;
}

void
fl_attention_normalize (float *scores, gint64 rows, gint64 columns, gint64 stride, float *sums, float *highs)
{
  RowFunc func = get_func ();
  gint64 end = (columns + 15) / 16 * 16;
  for (gint64 r = 0; r < rows; r++)
    {
      float *row = scores + r * stride;
      for (gint64 c = columns; c < end; c++)
        row[c] = -INFINITY;
      func (row, end, &sums[r], &highs[r]);
    }
}
