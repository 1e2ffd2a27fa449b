/* Powers of rows of scores less their maximum, for the widest vectors that the processor has. Scores are in units of
 * the logarithm of two, so that exponentials are powers of two. */
#include "fl-library-attention-private.h"

#include <math.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

#if defined __x86_64__
#define ISA z
#define TARGET __attribute__ ((target ("avx512f,avx512dq,fma")))
#define WIDTH 64
#define MAX_OF(a, b) ((Vector_z) _mm512_max_ps ((__m512) (a), (__m512) (b)))
#include "fl-attention-rows.inc"
#undef ISA
#undef TARGET
#undef WIDTH
#undef MAX_OF

#define ISA y
#define TARGET __attribute__ ((target ("avx2,fma")))
#define WIDTH 32
#define MAX_OF(a, b) ((Vector_y) _mm256_max_ps ((__m256) (a), (__m256) (b)))
#include "fl-attention-rows.inc"
#undef ISA
#undef TARGET
#undef WIDTH
#undef MAX_OF
#endif

#define ISA x
#define TARGET
#define WIDTH 16
#define MAX_OF(a, b) ((Vector_x) (((Bits_x) (a) & ((a) > (b))) | ((Bits_x) (b) & ~((a) > (b)))))
#include "fl-attention-rows.inc"

typedef struct
{
  float (*find_top) (float *row, gint64 n, const float *bias);
  float (*raise) (float *row, gint64 n, float top);
  void (*scale) (const float *from, float factor, float *to, gint64 n);
} RowFuncs;

static const RowFuncs *
get_funcs (void)
{
  static const RowFuncs of_x = { find_top_x, raise_x, scale_x };
#if defined __x86_64__
  static const RowFuncs of_z = { find_top_z, raise_z, scale_z }, of_y = { find_top_y, raise_y, scale_y };

  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq"))
    return &of_z;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return &of_y;
#endif
  return &of_x;
}

float
fl_attention_continue_row (float *row, const float *bias, gint64 columns, gint64 end, FlAttentionSum *sum)
{
  const RowFuncs *funcs = get_funcs ();
  const gint64 whole = (columns + FL_ATTENTION_STEP - 1) / FL_ATTENTION_STEP * FL_ATTENTION_STEP;
  const float before = sum->high;
  float top, factor = 1;

  for (gint64 c = columns; c < whole; c++)
    row[c] = -INFINITY;
  top = funcs->find_top (row, whole, bias);
  if (isnan (top) || !(top <= before))
    {
      factor = before == -INFINITY ? 0 : exp2f (before - top);
      sum->high = top;
      sum->sum = before == -INFINITY ? 0 : sum->sum * factor;
    }
  if (sum->high == -INFINITY) /* nothing yet */
    for (gint64 c = 0; c < whole; c++)
      row[c] = 0;
  else
    sum->sum += funcs->raise (row, whole, sum->high);
  for (gint64 c = whole; c < end; c++)
    row[c] = 0;
  return factor;
}

void
fl_attention_scale_row (const float *from, float factor, float *to, gint64 n)
{
  get_funcs ()->scale (from, factor, to, n);
}
