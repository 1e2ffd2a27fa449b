/* Rows of bf16 and f16 widened to f32 and rounded from it, to the nearest and to even; vectors where the processor has
 * instructions for them. */
#include "fl-half-copies.h"

#if defined __x86_64__
#include <immintrin.h>
#endif

#ifdef __FLT16_MAX__
#define HAS_F16 TRUE
typedef _Float16 Half;
#else
#define HAS_F16 FALSE
typedef float Half; /* never used */
#endif

gboolean
fl_half_is (FlDtype dtype)
{
  return dtype == FL_DTYPE_BF16 || (HAS_F16 && dtype == FL_DTYPE_F16);
}

/* --- elements --------------------------------------------------------------------------------- */

static float
widen_bf16 (guint16 bits)
{
  union
  {
    guint32 u;
    float f;
  } x = { .u = (guint32) bits << 16 };
  return x.f;
}

static guint16
round_bf16 (float value)
{
  union
  {
    float f;
    guint32 u;
  } x = { .f = value };
  if (value != value)
    return 0x7fc0;
  return (x.u + 0x7fff + ((x.u >> 16) & 1)) >> 16;
}

/* --- vectors ---------------------------------------------------------------------------------- */

#if defined __x86_64__
#define WIDE __attribute__ ((target ("avx512f,avx512bw,avx512vl")))

static gboolean
has_vectors (gint64 step)
{
  return step == 1 && __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw")
         && __builtin_cpu_supports ("avx512vl");
}

/* Returns how many were done: a multiple of 16. */
WIDE static gint64
widen_by_sixteens (FlDtype dtype, const guint16 *from, float *to, gint64 n)
{
  gint64 i = 0;

  for (; i + 16 <= n; i += 16)
    {
      const __m256i bits = _mm256_loadu_si256 ((const __m256i *) (from + i));
      if (dtype == FL_DTYPE_BF16)
        _mm512_storeu_ps (to + i, _mm512_castsi512_ps (_mm512_slli_epi32 (_mm512_cvtepu16_epi32 (bits), 16)));
      else
        _mm512_storeu_ps (to + i, _mm512_cvtph_ps (bits));
    }
  return i;
}

WIDE static gint64
round_by_sixteens (FlDtype dtype, const float *from, guint16 *to, gint64 n)
{
  const __m512i half = _mm512_set1_epi32 (0x7fff), one = _mm512_set1_epi32 (1), nan = _mm512_set1_epi32 (0x7fc0);
  gint64 i = 0;

  for (; i + 16 <= n; i += 16)
    {
      const __m512 x = _mm512_loadu_ps (from + i);
      const __m512i bits = _mm512_castps_si512 (x), odd = _mm512_and_si512 (_mm512_srli_epi32 (bits, 16), one);
      __m512i rounded = _mm512_srli_epi32 (_mm512_add_epi32 (bits, _mm512_add_epi32 (half, odd)), 16);
      rounded = _mm512_mask_mov_epi32 (rounded, _mm512_cmp_ps_mask (x, x, _CMP_UNORD_Q), nan);
      if (dtype == FL_DTYPE_BF16)
        _mm256_storeu_si256 ((__m256i *) (to + i), _mm512_cvtepi32_epi16 (rounded));
      else
        _mm256_storeu_si256 ((__m256i *) (to + i), _mm512_cvtps_ph (x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
  return i;
}
#endif

/* --- rows ------------------------------------------------------------------------------------- */

void
fl_half_widen_row (FlDtype dtype, gconstpointer from, gint64 step, float *to, gint64 n)
{
  gint64 i = 0;

#if defined __x86_64__
  if (has_vectors (step))
    i = widen_by_sixteens (dtype, from, to, n);
#endif

  if (dtype == FL_DTYPE_BF16)
    for (; i < n; i++)
      to[i] = widen_bf16 (((const guint16 *) from)[i * step]);
  else
    for (; i < n; i++)
      to[i] = ((const Half *) from)[i * step];
}

void
fl_half_round_row (FlDtype dtype, const float *from, gpointer to, gint64 step, gint64 n)
{
  gint64 i = 0;

#if defined __x86_64__
  if (has_vectors (step))
    i = round_by_sixteens (dtype, from, to, n);
#endif

  if (dtype == FL_DTYPE_BF16)
    for (; i < n; i++)
      ((guint16 *) to)[i * step] = round_bf16 (from[i]);
  else
    for (; i < n; i++)
      ((Half *) to)[i * step] = from[i];
}
