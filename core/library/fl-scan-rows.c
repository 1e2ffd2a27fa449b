/* The inner loops of scans.
 *
 * Each addition waits for the one before it, which takes four times as long as a machine needs for one: so four lanes
 * are done side by side, and rows across lanes in vectors. Every lane is joined element by element, from its first to
 * its last, in double: the same roundings as the definition and as PyTorch's own loops have. Only sums of f32 are made
 * otherwise where the machine has vectors of eight doubles: within a vector by pairs, which double's last bits see and
 * a float hardly ever. */
#include "fl-library-scan.h"

#if defined __x86_64__
#include <immintrin.h>
#endif

/* --- along the lanes -------------------------------------------------------------------------- */

#define STEP(k, join) JOIN_##join (x##k, p##k[i * in_step])

#define JOIN_SUM(x, y) x += y
#define JOIN_PRODUCT(x, y) x *= y

#define DEFINE_LANES(name, type, wide, field, join)                                                                    \
  static void ends_##name (FlScanLanes *lanes)                                                                         \
  {                                                                                                                    \
    const gint64 in_step = lanes->in_step, n = lanes->n;                                                               \
    const type *p0 = lanes->in[0], *p1 = lanes->in[1], *p2 = lanes->in[2], *p3 = lanes->in[3];                         \
    wide x0 = lanes->before[0].field, x1 = lanes->before[1].field;                                                     \
    wide x2 = lanes->before[2].field, x3 = lanes->before[3].field;                                                     \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        STEP (0, join), STEP (1, join), STEP (2, join), STEP (3, join);                                                \
      }                                                                                                                \
    lanes->before[0].field = x0, lanes->before[1].field = x1;                                                          \
    lanes->before[2].field = x2, lanes->before[3].field = x3;                                                          \
  }                                                                                                                    \
  static inline                                                                                                        \
      __attribute__ ((always_inline)) void lanes_##name (FlScanLanes *lanes, gint64 in_step, gint64 out_step)          \
  {                                                                                                                    \
    const gint64 n = lanes->n;                                                                                         \
    const type *p0 = lanes->in[0], *p1 = lanes->in[1], *p2 = lanes->in[2], *p3 = lanes->in[3];                         \
    type *q0 = lanes->out[0], *q1 = lanes->out[1], *q2 = lanes->out[2], *q3 = lanes->out[3];                           \
    wide x0 = lanes->before[0].field, x1 = lanes->before[1].field;                                                     \
    wide x2 = lanes->before[2].field, x3 = lanes->before[3].field;                                                     \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        STEP (0, join), STEP (1, join), STEP (2, join), STEP (3, join);                                                \
        q0[i * out_step] = x0, q1[i * out_step] = x1, q2[i * out_step] = x2, q3[i * out_step] = x3;                    \
      }                                                                                                                \
    lanes->before[0].field = x0, lanes->before[1].field = x1;                                                          \
    lanes->before[2].field = x2, lanes->before[3].field = x3;                                                          \
  }                                                                                                                    \
  static void name (FlScanLanes *lanes)                                                                                \
  {                                                                                                                    \
    if (lanes->out[0] == NULL)                                                                                         \
      ends_##name (lanes);                                                                                             \
    else if (lanes->in_step == 1 && lanes->out_step == 1)                                                              \
      lanes_##name (lanes, 1, 1);                                                                                      \
    else                                                                                                               \
      lanes_##name (lanes, lanes->in_step, lanes->out_step);                                                           \
  }

DEFINE_LANES (sum_f32, float, double, number, SUM)
DEFINE_LANES (sum_f64, double, double, number, SUM)
DEFINE_LANES (sum_i64, guint64, guint64, integer, SUM)
DEFINE_LANES (product_f32, float, double, number, PRODUCT)
DEFINE_LANES (product_f64, double, double, number, PRODUCT)
DEFINE_LANES (product_i64, guint64, guint64, integer, PRODUCT)

/* --- within a vector -------------------------------------------------------------------------- */

/* Eight elements at a time, as many as the widest vectors hold of doubles. */
typedef float Floats __attribute__ ((vector_size (32), may_alias));
typedef float FloatsAnywhere __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef double Doubles __attribute__ ((vector_size (64), aligned (8), may_alias));
typedef gint64 Places __attribute__ ((vector_size (64)));

#ifdef __clang__
#define CHOOSE(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)
#else
#define CHOOSE(a, b, ...) __builtin_shuffle (a, b, (Places) { __VA_ARGS__ })
#endif

#define ALWAYS static inline __attribute__ ((always_inline))

#if defined __x86_64__
#define TARGET_Z __attribute__ ((target ("avx512f,avx512dq")))
#define TARGET_Y __attribute__ ((target ("avx2")))

/* gcc converts vectors of eight in halves, and shuffles to do so. */
TARGET_Z ALWAYS Doubles
widen_z (const float *from)
{
  return (Doubles) _mm512_cvtps_pd (_mm256_loadu_ps (from));
}

TARGET_Z ALWAYS Floats
narrow_z (Doubles x)
{
  return (Floats) _mm512_cvtpd_ps ((__m512d) x);
}

TARGET_Z ALWAYS void
put_z (float *to, Floats x, gboolean is_streamed)
{
  if (is_streamed)
    _mm256_stream_ps (to, (__m256) x);
  else
    *(FloatsAnywhere *) to = x;
}

TARGET_Z ALWAYS gint64
sum_row (const float *in, float *out, gint64 n, double *before, gboolean is_streamed)
{
  const Doubles none = { 0 };
  Doubles last = none + *before;
  gint64 i = 0;

  for (; i + 8 <= n; i += 8)
    {
      Doubles x = widen_z (in + i);

      x += CHOOSE (x, none, 8, 0, 1, 2, 3, 4, 5, 6);
      x += CHOOSE (x, none, 8, 8, 0, 1, 2, 3, 4, 5);
      x += CHOOSE (x, none, 8, 8, 8, 8, 0, 1, 2, 3);
      put_z (out + i, narrow_z (last + x), is_streamed);
      last += CHOOSE (x, x, 7, 7, 7, 7, 7, 7, 7, 7);
    }
  *before = last[0];
  return i;
}

TARGET_Z static gint64
sum_row_z (const float *in, float *out, gint64 n, double *before)
{
  return sum_row (in, out, n, before, FALSE);
}

TARGET_Z static gint64
sum_row_past_caches (const float *in, float *out, gint64 n, double *before)
{
  return sum_row (in, out, n, before, TRUE);
}
#endif

gboolean
fl_scan_has_row_f32 (void)
{
#if defined __x86_64__
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq");
#else
  return FALSE;
#endif
}

gint64
fl_scan_sum_row_f32 (const float *in, float *out, gint64 n, double *before, gboolean is_streamed)
{
#if defined __x86_64__
  if (fl_scan_has_row_f32 ())
    return (is_streamed && GPOINTER_TO_SIZE (out) % sizeof (Floats) == 0 ? sum_row_past_caches : sum_row_z) (in, out, n,
                                                                                                             before);
#endif
  return 0;
}

double
fl_scan_total_f32 (const float *in, gint64 n)
{
  double lanes[32] = { 0 }, total = 0;
  gint64 i = 0;

  for (; i + 32 <= n; i += 32)
    for (guint k = 0; k < 32; k++)
      lanes[k] += in[i + k];
  for (guint k = 0; k < 32; k++)
    total += lanes[k];
  for (; i < n; i++)
    total += in[i];
  return total;
}

void
fl_scan_lanes (FlScanOp op, FlDtype dtype, FlScanLanes *lanes)
{
  gboolean is_sum = op == FL_SCAN_SUM;
  if (dtype == FL_DTYPE_F32)
    (is_sum ? sum_f32 : product_f32) (lanes);
  else if (dtype == FL_DTYPE_F64)
    (is_sum ? sum_f64 : product_f64) (lanes);
  else
    (is_sum ? sum_i64 : product_i64) (lanes);
}

/* --- across them ------------------------------------------------------------------------------ */

typedef struct
{
  const float *in;
  float *out;
  gint64 in_step, out_step;
} Rows;

/* So many rows at once, that what the columns have come to is loaded and stored once for all of them, and whole lines
 * of memory are written. Elements are loaded before any is stored: rows that lie a multiple of 4 KiB apart would wait
 * for each other. */
#define DEFINE_ROWS(isa, target, widen, put)                                                                           \
  target ALWAYS void piece_##isa (Rows rows, guint n_rows, gint64 i, guint n_vectors, double *before, gboolean is_sum, \
                                  gboolean is_streamed)                                                                \
  {                                                                                                                    \
    Doubles x[4][2], y[2];                                                                                             \
    _Pragma ("GCC unroll 4") for (guint r = 0; r < n_rows; r++)                                                        \
        _Pragma ("GCC unroll 2") for (guint v = 0; v < n_vectors; v++) x[r][v]                                         \
        = widen (rows.in + r * rows.in_step + i + 8 * v);                                                              \
    _Pragma ("GCC unroll 2") for (guint v = 0; v < n_vectors; v++) y[v] = *(const Doubles *) (before + i + 8 * v);     \
    _Pragma ("GCC unroll 4") for (guint r = 0; r < n_rows; r++)                                                        \
        _Pragma ("GCC unroll 2") for (guint v = 0; v < n_vectors; v++)                                                 \
    {                                                                                                                  \
      y[v] = is_sum ? y[v] + x[r][v] : y[v] * x[r][v];                                                                 \
      put (rows.out + r * rows.out_step + i + 8 * v, y[v], is_streamed);                                               \
    }                                                                                                                  \
    _Pragma ("GCC unroll 2") for (guint v = 0; v < n_vectors; v++) * (Doubles *) (before + i + 8 * v) = y[v];          \
  }                                                                                                                    \
  target ALWAYS void rows_##isa (Rows rows, guint n_rows, gint64 n, double *before, gboolean is_sum,                   \
                                 gboolean is_streamed)                                                                 \
  {                                                                                                                    \
    gint64 i = 0;                                                                                                      \
    for (; i + 16 <= n; i += 16)                                                                                       \
      piece_##isa (rows, n_rows, i, 2, before, is_sum, is_streamed);                                                   \
    for (; i + 8 <= n; i += 8)                                                                                         \
      piece_##isa (rows, n_rows, i, 1, before, is_sum, is_streamed);                                                   \
  }                                                                                                                    \
  target static void columns_##isa (FlScanOp op, Rows rows, gint64 length, gint64 n, double *before,                   \
                                    gboolean is_streamed)                                                              \
  {                                                                                                                    \
    for (; length > 0; length -= length < 4 ? 1 : 4)                                                                   \
      {                                                                                                                \
        const guint n_rows = length < 4 ? 1 : 4;                                                                       \
        if (n_rows == 1)                                                                                               \
          rows_##isa (rows, 1, n, before, op == FL_SCAN_SUM, FALSE);                                                   \
        else if (op != FL_SCAN_SUM)                                                                                    \
          rows_##isa (rows, 4, n, before, FALSE, FALSE);                                                               \
        else if (is_streamed)                                                                                          \
          rows_##isa (rows, 4, n, before, TRUE, TRUE);                                                                 \
        else                                                                                                           \
          rows_##isa (rows, 4, n, before, TRUE, FALSE);                                                                \
        rows.in += n_rows * rows.in_step;                                                                              \
        rows.out += n_rows * rows.out_step;                                                                            \
      }                                                                                                                \
  }

#define WIDEN(from) __builtin_convertvector(*(const FloatsAnywhere *) (from), Doubles)
#define PUT(to, x, is_streamed) *(FloatsAnywhere *) (to) = __builtin_convertvector(x, Floats)
#define PUT_Z(to, x, is_streamed) put_z (to, narrow_z (x), is_streamed)

#if defined __x86_64__
DEFINE_ROWS (z, TARGET_Z, widen_z, PUT_Z)
DEFINE_ROWS (y, TARGET_Y, WIDEN, PUT)
#endif
DEFINE_ROWS (x, , WIDEN, PUT)

void
fl_scan_columns_f32 (FlScanOp op, const float *in, gint64 in_step, float *out, gint64 out_step, gint64 length, gint64 n,
                     double *before, gboolean is_streamed)
{
  const Rows rows = { .in = in, .out = out, .in_step = in_step, .out_step = out_step };
  gint64 done = n & -8;

  is_streamed &= GPOINTER_TO_SIZE (out) % sizeof (Floats) == 0 && out_step * sizeof (float) % sizeof (Floats) == 0;
#if defined __x86_64__
  if (fl_scan_has_row_f32 ())
    columns_z (op, rows, length, n, before, is_streamed);
  else if (__builtin_cpu_supports ("avx2"))
    columns_y (op, rows, length, n, before, FALSE);
  else
#endif
    columns_x (op, rows, length, n, before, FALSE);
  for (gint64 k = 0; k < length && done < n; k++)
    for (gint64 i = done; i < n; i++)
      {
        double x = in[k * in_step + i];
        before[i] = op == FL_SCAN_SUM ? before[i] + x : before[i] * x;
        out[k * out_step + i] = before[i];
      }
}

void
fl_scan_end_streams (void)
{
#if defined __x86_64__
  _mm_sfence ();
#endif
}
