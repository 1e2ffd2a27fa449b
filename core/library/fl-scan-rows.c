/* Micro-kernels of running sums and products of f32, made in double.
 *
 * Along a row each addition waits for the one before, so a vector is scanned by steps of 1, 2 and 4 lanes (Hillis and
 * Steele, Data Parallel Algorithms, 1986): within a vector sums are by pairs, which double's last bits see and a float
 * hardly ever. Across rows columns are added side by side, four rows at a time: the sums so far are loaded and stored
 * once for all four, and elements are loaded before any is stored, as rows a multiple of 4 KiB apart would wait for
 * each other. */
#include "fl-scan.h"

#if defined __x86_64__
#include <immintrin.h>
#endif

enum
{
  ROWS = 4,
  LANES = 8
};

#if defined __x86_64__
#define TARGET __attribute__ ((target ("avx512f,avx512dq,avx512vl")))
#define ALWAYS static inline __attribute__ ((always_inline))

TARGET ALWAYS void
put (float *to, __m512d x, gboolean is_streamed)
{
  if (is_streamed)
    _mm256_stream_ps (to, _mm512_cvtpd_ps (x));
  else
    _mm256_storeu_ps (to, _mm512_cvtpd_ps (x));
}

TARGET ALWAYS gint64
sum_row (const float *in, float *out, gint64 n, double *before, gboolean is_streamed)
{
  const __m512i by_one = _mm512_setr_epi64 (0, 0, 1, 2, 3, 4, 5, 6),
                by_two = _mm512_setr_epi64 (0, 0, 0, 1, 2, 3, 4, 5),
                by_four = _mm512_setr_epi64 (0, 0, 0, 0, 0, 1, 2, 3), to_last = _mm512_set1_epi64 (7);
  __m512d last = _mm512_set1_pd (*before);
  gint64 i = 0;
  for (; i + LANES <= n; i += LANES)
    {
      __m512d x = _mm512_cvtps_pd (_mm256_loadu_ps (in + i));
      x = _mm512_add_pd (x, _mm512_maskz_permutexvar_pd (0xfe, by_one, x));
      x = _mm512_add_pd (x, _mm512_maskz_permutexvar_pd (0xfc, by_two, x));
      x = _mm512_add_pd (x, _mm512_maskz_permutexvar_pd (0xf0, by_four, x));
      put (out + i, _mm512_add_pd (last, x), is_streamed);
      last = _mm512_add_pd (last, _mm512_permutexvar_pd (to_last, x));
    }
  *before = _mm512_cvtsd_f64 (last);
  return i;
}

TARGET static gint64
sum_row_by_vectors (const float *in, float *out, gint64 n, double *before, gboolean is_streamed)
{
  return is_streamed ? sum_row (in, out, n, before, TRUE) : sum_row (in, out, n, before, FALSE);
}

/* Joins two vectors of columns at a time: whole lines of memory. */
TARGET ALWAYS void
join_rows (const float *in, gint64 in_step, float *out, gint64 out_step, gint64 n, double *before, gboolean is_sum,
           gboolean is_streamed)
{
  for (gint64 i = 0; i + 2 * LANES <= n; i += 2 * LANES)
    {
      __m512d x[ROWS][2], sum[2] = { _mm512_loadu_pd (before + i), _mm512_loadu_pd (before + i + LANES) };
#pragma GCC unroll 4
      for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 2
        for (int v = 0; v < 2; v++)
          x[r][v] = _mm512_cvtps_pd (_mm256_loadu_ps (in + r * in_step + i + v * LANES));
#pragma GCC unroll 4
      for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 2
        for (int v = 0; v < 2; v++)
          {
            sum[v] = is_sum ? _mm512_add_pd (sum[v], x[r][v]) : _mm512_mul_pd (sum[v], x[r][v]);
            put (out + r * out_step + i + v * LANES, sum[v], is_streamed);
          }
      _mm512_storeu_pd (before + i, sum[0]);
      _mm512_storeu_pd (before + i + LANES, sum[1]);
    }
}

TARGET static void
join_rows_by_vectors (const float *in, gint64 in_step, float *out, gint64 out_step, gint64 n, double *before,
                      gboolean is_sum, gboolean is_streamed)
{
  if (!is_sum)
    join_rows (in, in_step, out, out_step, n, before, FALSE, FALSE);
  else if (is_streamed)
    join_rows (in, in_step, out, out_step, n, before, TRUE, TRUE);
  else
    join_rows (in, in_step, out, out_step, n, before, TRUE, FALSE);
}

static gboolean
has_vectors (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
         && __builtin_cpu_supports ("avx512vl");
}
#endif

/* Non-temporal stores are of aligned vectors. */
static gboolean
is_aligned (const float *out, gint64 out_step)
{
  return GPOINTER_TO_SIZE (out) % (LANES * sizeof (float)) == 0 && out_step % LANES == 0;
}

gint64
fl_scan_sum_row (const float *in, float *out, gint64 n, double *before, gboolean is_streamed)
{
#if defined __x86_64__
  if (has_vectors ())
    return sum_row_by_vectors (in, out, n, before, is_streamed && is_aligned (out, 0));
#endif
  return 0;
}

static void
join_row (const float *in, float *out, gint64 begin, gint64 n, double *before, gboolean is_sum)
{
  for (gint64 i = begin; i < n; i++)
    out[i] = before[i] = is_sum ? before[i] + in[i] : before[i] * in[i];
}

void
fl_scan_columns (gboolean is_sum, const float *in, gint64 in_step, float *out, gint64 out_step, gint64 length, gint64 n,
                 double *before, gboolean is_streamed)
{
  gint64 k = 0;
#if defined __x86_64__
  for (; has_vectors () && k + ROWS <= length; k += ROWS)
    {
      join_rows_by_vectors (in + k * in_step, in_step, out + k * out_step, out_step, n, before, is_sum,
                            is_streamed && is_aligned (out, out_step));
      for (gint64 r = k; r < k + ROWS; r++)
        join_row (in + r * in_step, out + r * out_step, n / (2 * LANES) * 2 * LANES, n, before, is_sum);
    }
#endif
  for (; k < length; k++)
    join_row (in + k * in_step, out + k * out_step, 0, n, before, is_sum);
}

void
fl_scan_end_streams (void)
{
#if defined __x86_64__
  _mm_sfence ();
#endif
}
