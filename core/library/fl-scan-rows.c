/* Micro-kernels of scans of f32, f64 and i64. Sums, products and logarithms of f32 are made in double.
 *
 * Along a row each step waits for the one before, so a vector is scanned by steps of 1, 2 and 4 lanes (Hillis and
 * Steele, Data Parallel Algorithms, 1986): within a vector sums are by pairs, which double's last bits see and a float
 * hardly ever. An element is an extreme if it equals the extreme so far; the last such place is a running maximum, too.
 * What rounds in double, or may overflow there, is joined one by one, four rows side by side. Across rows columns are
 * joined side by side, four rows at a time: states are loaded and stored once for all four, and elements are loaded
 * before any is stored, as rows a multiple of 4 KiB apart would wait for each other.
 *
 * Of equal extremes the last counts, and the last NaN of all, as in ATen. */
#include "fl-scan.h"

#include <math.h>
#include <string.h>

#if defined __x86_64__
#include <immintrin.h>
#endif

enum
{
  ROWS = 4, /* at a time, along them or across */
  PAIR = 2,
  LANES = 8 /* of a vector */
};

enum
{
  IN,
  OUT,
  PLACES
};

typedef float F32x8 __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef double F64x8 __attribute__ ((vector_size (64), aligned (8), may_alias));
typedef gint64 I64x8 __attribute__ ((vector_size (64), aligned (8), may_alias));
typedef guint64 U64x8 __attribute__ ((vector_size (64), aligned (8), may_alias));

#define ALWAYS static inline __attribute__ ((always_inline))
#define TARGET __attribute__ ((target ("avx512f,avx512dq,avx512vl")))

/* Lanes of x behind as many lanes of `before`. */
#ifdef __clang__
#define SHIFT(before, x, ...) __builtin_shufflevector (before, x, __VA_ARGS__)
#else
#define SHIFT(before, x, ...) __builtin_shuffle (before, x, (I64x8) { __VA_ARGS__ })
#endif
#define SHIFT_1(before, x) SHIFT (before, x, 0, 8, 9, 10, 11, 12, 13, 14)
#define SHIFT_2(before, x) SHIFT (before, x, 0, 1, 8, 9, 10, 11, 12, 13)
#define SHIFT_4(before, x) SHIFT (before, x, 0, 1, 2, 3, 8, 9, 10, 11)
#define LAST_LANE(x) SHIFT (x, x, 7, 7, 7, 7, 7, 7, 7, 7)
#define SELECT(mask, vector, a, b) (vector) (((mask) & (I64x8) (a)) | (~(mask) & (I64x8) (b)))

#if defined __x86_64__
/* Stores half a vector or a whole one, by a non-temporal store where is_streamed. */
TARGET ALWAYS void
put (gpointer to, gconstpointer vector, gsize bytes, gboolean is_streamed)
{
  if (!is_streamed)
    memcpy (to, vector, bytes);
  else if (bytes == sizeof (F32x8))
    _mm256_stream_si256 (to, *(const __m256i_u *) vector);
  else
    _mm512_stream_si512 (to, *(const __m512i_u *) vector);
}

TARGET ALWAYS I64x8
take_later (I64x8 a, I64x8 b)
{
  return (I64x8) _mm512_max_epi64 ((__m512i) a, (__m512i) b);
}
#endif

static gboolean
has_vectors (void)
{
#if defined __x86_64__
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
         && __builtin_cpu_supports ("avx512vl");
#else
  return FALSE;
#endif
}

/* A loop of its own for each operation, and for what it stores. */
#define EACH_OP(op, has_places, is_streamed, func, ...)                                                                \
  switch (4 * (op) + 2 * (has_places) + (is_streamed))                                                                 \
    {                                                                                                                  \
    case 4 * FL_SCAN_SUM: return func (FL_SCAN_SUM, __VA_ARGS__, FALSE, FALSE);                                        \
    case 4 * FL_SCAN_SUM + 1: return func (FL_SCAN_SUM, __VA_ARGS__, FALSE, TRUE);                                     \
    case 4 * FL_SCAN_PRODUCT: return func (FL_SCAN_PRODUCT, __VA_ARGS__, FALSE, FALSE);                                \
    case 4 * FL_SCAN_PRODUCT + 1: return func (FL_SCAN_PRODUCT, __VA_ARGS__, FALSE, TRUE);                             \
    case 4 * FL_SCAN_MAX: return func (FL_SCAN_MAX, __VA_ARGS__, FALSE, FALSE);                                        \
    case 4 * FL_SCAN_MAX + 2: return func (FL_SCAN_MAX, __VA_ARGS__, TRUE, FALSE);                                     \
    case 4 * FL_SCAN_MIN: return func (FL_SCAN_MIN, __VA_ARGS__, FALSE, FALSE);                                        \
    default: return func (FL_SCAN_MIN, __VA_ARGS__, TRUE, FALSE);                                                      \
    }

/* Adds exp (x) to exp (high) * sum, whose logarithm is returned. The sum is made anew when the highest changes. */
static double
add_log (double x, double *high, double *sum)
{
  if (isnan (*high) || isnan (x))
    *high = NAN;
  else if (x > *high)
    {
      *sum = (*sum > 0 ? *sum * exp (*high - x) : 0) + 1;
      *high = x;
    }
  else if (!isinf (*high))
    *sum += exp (x - *high);
  return isfinite (*high) ? *high + log (*sum) : *high;
}

/* Would results tell in which order elements are joined, by more than a last bit of a double? */
static gboolean
has_order (FlScanOp op, FlDtype dtype)
{
  return op == FL_SCAN_LOG_SUM || (op == FL_SCAN_SUM && dtype == FL_DTYPE_F64)
         || (op == FL_SCAN_PRODUCT && dtype != FL_DTYPE_I64);
}

#define TYPE float
#define WIDE double
#define PACKED F32x8
#define VECTOR F64x8
#define WIDEN(x) (F64x8) _mm512_cvtps_pd ((__m256) (x))
#define PACK(x) (F32x8) _mm512_cvtpd_ps ((__m512d) (x))
#define MAX_OF(a, b) _mm512_max_pd ((__m512d) (a), (__m512d) (b))
#define MIN_OF(a, b) _mm512_min_pd ((__m512d) (a), (__m512d) (b))
#define NAN_MASK(x) (I64x8) _mm512_movm_epi64 (NAN_LANES (x))
#define NAN_LANES(x) _mm512_cmp_pd_mask ((__m512d) (x), (__m512d) (x), _CMP_UNORD_Q)
#define WRAPPED(x) (x)
#define OF(name) name##_f32
#include "fl-scan-rows.inc"

#define TYPE double
#define WIDE double
#define PACKED F64x8
#define VECTOR F64x8
#define WIDEN(x) (x)
#define PACK(x) (x)
#define MAX_OF(a, b) _mm512_max_pd ((__m512d) (a), (__m512d) (b))
#define MIN_OF(a, b) _mm512_min_pd ((__m512d) (a), (__m512d) (b))
#define NAN_MASK(x) (I64x8) _mm512_movm_epi64 (NAN_LANES (x))
#define NAN_LANES(x) _mm512_cmp_pd_mask ((__m512d) (x), (__m512d) (x), _CMP_UNORD_Q)
#define WRAPPED(x) (x)
#define OF(name) name##_f64
#include "fl-scan-rows.inc"

#define TYPE gint64
#define WIDE gint64
#define PACKED I64x8
#define VECTOR I64x8
#define WIDEN(x) (x)
#define PACK(x) (x)
#define MAX_OF(a, b) _mm512_max_epi64 ((__m512i) (a), (__m512i) (b))
#define MIN_OF(a, b) _mm512_min_epi64 ((__m512i) (a), (__m512i) (b))
#define NAN_MASK(x) ((I64x8) { 0 })
#define NAN_LANES(x) 0
#define WRAPPED(x) ((__typeof__ (__builtin_choose_expr(sizeof (x) == 8, (guint64) 0, (U64x8) { 0 }))) (x))
#define OF(name) name##_i64
#include "fl-scan-rows.inc"

FlScanElement
fl_scan_get_neutral (FlScanOp op, FlDtype dtype)
{
  static const double numbers[] = { 0, 1, -INFINITY, INFINITY, -INFINITY };
  static const gint64 integers[] = { 0, 1, G_MININT64, G_MAXINT64, 0 };
  return dtype == FL_DTYPE_I64 ? (FlScanElement) { .integer = integers[op] }
                               : (FlScanElement) { .number = numbers[op] };
}

/* Non-temporal stores are of aligned vectors. */
static gboolean
can_stream (FlScanOp op, const FlScanBlock *b)
{
  const gint64 width = fl_dtype_get_size_bytes (b->dtype), bytes = LANES * width;
  return (GPOINTER_TO_SIZE (b->out) | (b->n > 1 ? b->across[OUT] * width * (b->across[OUT] == 1 ? LANES : 1) : 0)
          | (b->steps[OUT] == 1 ? 0 : b->steps[OUT] * width))
                 % bytes
             == 0
         && (op == FL_SCAN_SUM || op == FL_SCAN_PRODUCT);
}

void
fl_scan_run (FlScanOp op, const FlScanBlock *b)
{
  FlScanBlock block = *b;
  block.is_streamed &= can_stream (op, b);
  if (b->dtype == FL_DTYPE_F32)
    run_f32 (op, &block);
  else if (b->dtype == FL_DTYPE_F64)
    run_f64 (op, &block);
  else
    run_i64 (op, &block);
}

void
fl_scan_end_streams (void)
{
#if defined __x86_64__
  _mm_sfence ();
#endif
}
