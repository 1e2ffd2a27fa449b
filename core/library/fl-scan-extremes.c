/* Running extremes of floats, with their places.
 *
 * Along a row: the largest so far by steps of 1, 2, 4 and 8 lanes; an element is where the largest lies if it equals
 * it, and the last such place so far is again a running extreme. A block with a NaN is left to the caller. Across rows:
 * lane by lane. Of equals the last counts, and the last NaN of all, as in ATen. */
#include "fl-library-scan.h"

#include <math.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

typedef float Floats __attribute__ ((vector_size (64), aligned (4), may_alias));
typedef gint32 Words __attribute__ ((vector_size (64), aligned (4), may_alias));
typedef gint32 HalfWords __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef gint32 Lanes __attribute__ ((vector_size (64)));
typedef gint64 Longs __attribute__ ((vector_size (64), aligned (8), may_alias));

#define ALWAYS static inline __attribute__ ((always_inline))
#if defined __x86_64__
#define TARGET_Z __attribute__ ((target ("avx512f,avx512dq,avx512vl,avx512bw")))
#define TARGET_Y __attribute__ ((target ("avx2")))
#endif

/* What is stored: past the caches, where both results begin with vectors of memory. */
typedef struct
{
  float *out;
  gint64 *places; /* NULL: not asked for */
  gboolean is_streamed;
} Results;

static gboolean
has_z (void)
{
#if defined __x86_64__
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
         && __builtin_cpu_supports ("avx512vl") && __builtin_cpu_supports ("avx512bw");
#else
  return FALSE;
#endif
}

/* --- along a row ------------------------------------------------------------------------------ */

#ifdef __clang__
#define SHIFT(x, before, ...) __builtin_shufflevector (before, x, __VA_ARGS__)
#else
#define SHIFT(x, before, ...) __builtin_shuffle (before, x, (Lanes) { __VA_ARGS__ })
#endif

/* The lanes before each, by so many; of lanes before the first, `before` has what counts in any case. */
#define STEP_1(x, before) SHIFT (x, before, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
#define STEP_2(x, before) SHIFT (x, before, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
#define STEP_4(x, before) SHIFT (x, before, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
#define STEP_8(x, before) SHIFT (x, before, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23)
#define LAST(x) SHIFT (x, x, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15)

#if defined __x86_64__
/* The instructions take the second of two zeros: the later one. */
TARGET_Z ALWAYS Floats
choose_z (Floats earlier, Floats later, gboolean is_max)
{
  return (Floats) (is_max ? _mm512_max_ps ((__m512) earlier, (__m512) later)
                          : _mm512_min_ps ((__m512) earlier, (__m512) later));
}

TARGET_Z ALWAYS Words
later_z (Words a, Words b)
{
  return (Words) _mm512_max_epi32 ((__m512i) a, (__m512i) b);
}

TARGET_Z ALWAYS void
put_value_z (const Results *to, gint64 i, Floats x)
{
  if (to->is_streamed)
    _mm512_stream_ps (to->out + i, (__m512) x);
  else
    *(Floats *) (to->out + i) = x;
}

TARGET_Z ALWAYS void
put_places_z (const Results *to, gint64 i, const HalfWords *at)
{
  const Longs low = __builtin_convertvector(at[0], Longs), high = __builtin_convertvector(at[1], Longs);

  if (to->is_streamed)
    {
      _mm512_stream_si512 ((gpointer) (to->places + i), (__m512i) low);
      _mm512_stream_si512 ((gpointer) (to->places + i + 8), (__m512i) high);
      return;
    }
  *(Longs *) (to->places + i) = low;
  *(Longs *) (to->places + i + 8) = high;
}

TARGET_Z ALWAYS gint64
extreme_row (const float *in, Results to, gint64 n, float *best, gint64 *place, gboolean is_max)
{
  const Words lanes = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, none = { 0 };
  const Floats neutral
      = (Floats) none + (is_max ? -INFINITY : INFINITY); /* so that blocks wait for each other only at their ends */
  Floats last = (Floats) none + *best;
  Words last_place = none + (gint32) *place;
  gint64 i = 0;

  for (; i + 16 <= n; i += 16)
    {
      const Floats x = *(const Floats *) (in + i);
      Floats y = x;
      Words at;

      if (_mm512_cmp_ps_mask ((__m512) x, (__m512) x, _CMP_UNORD_Q) != 0)
        break;
      y = choose_z (STEP_1 (y, neutral), y, is_max);
      y = choose_z (STEP_2 (y, neutral), y, is_max);
      y = choose_z (STEP_4 (y, neutral), y, is_max);
      y = choose_z (last, choose_z (STEP_8 (y, neutral), y, is_max), is_max);
      put_value_z (&to, i, y);
      last = LAST (y);
      if (!to.places)
        continue;
      at = (x == y) & (lanes + (gint32) i);
      at = later_z (at, STEP_1 (at, none));
      at = later_z (at, STEP_2 (at, none));
      at = later_z (at, STEP_4 (at, none));
      at = later_z (last_place, later_z (at, STEP_8 (at, none)));
      put_places_z (&to, i, (const HalfWords *) &at);
      last_place = LAST (at);
    }
  *best = last[0];
  *place = last_place[0];
  return i;
}

TARGET_Z static gint64
max_row_z (const float *in, Results to, gint64 n, float *best, gint64 *place)
{
  if (to.is_streamed)
    return extreme_row (in, to, n, best, place, TRUE);
  to.is_streamed = FALSE; /* known to the compiler */
  return extreme_row (in, to, n, best, place, TRUE);
}

TARGET_Z static gint64
min_row_z (const float *in, Results to, gint64 n, float *best, gint64 *place)
{
  if (to.is_streamed)
    return extreme_row (in, to, n, best, place, FALSE);
  to.is_streamed = FALSE; /* known to the compiler */
  return extreme_row (in, to, n, best, place, FALSE);
}
#endif

static gboolean
begin_with_vectors (const float *out, const gint64 *places)
{
  return GPOINTER_TO_SIZE (out) % sizeof (Floats) == 0 && GPOINTER_TO_SIZE (places) % sizeof (Longs) == 0;
}

gint64
fl_scan_extreme_row_f32 (FlScanOp op, const float *in, float *out, gint64 *places, gint64 n, float *best, gint64 *place,
                         gboolean is_streamed)
{
#if defined __x86_64__
  const Results to = { out, places, is_streamed && begin_with_vectors (out, places) };

  if (has_z () && n <= G_MAXINT32)
    return (op == FL_SCAN_MAX ? max_row_z : min_row_z) (in, to, n, best, place);
#endif
  return 0;
}

/* --- across rows ------------------------------------------------------------------------------ */

#define DEFINE_COLUMNS(isa, target, put_value, put_places)                                                             \
  target ALWAYS void columns_##isa (gboolean is_max, const float *in, Results to, gint64 n, gint32 row, float *best,   \
                                    gint32 *place)                                                                     \
  {                                                                                                                    \
    for (gint64 i = 0; i + 16 <= n; i += 16)                                                                           \
      {                                                                                                                \
        const Floats x = *(const Floats *) (in + i), old = *(const Floats *) (best + i);                               \
        const Words none = { 0 }, is_best = (Words) (is_max ? x >= old : x <= old) | (Words) (x != x);                 \
        const Words at = (is_best & (none + row)) | (~is_best & *(const Words *) (place + i));                         \
        const Floats y = (Floats) ((is_best & (Words) x) | (~is_best & (Words) old));                                  \
        *(Floats *) (best + i) = y;                                                                                    \
        *(Words *) (place + i) = at;                                                                                   \
        put_value (&to, i, y);                                                                                         \
        if (to.places)                                                                                                 \
          put_places (&to, i, (const HalfWords *) &at);                                                                \
      }                                                                                                                \
  }                                                                                                                    \
  target static void row_##isa (gboolean is_max, const float *in, Results to, gint64 n, gint32 row, float *best,       \
                                gint32 *place)                                                                         \
  {                                                                                                                    \
    if (is_max)                                                                                                        \
      columns_##isa (TRUE, in, to, n, row, best, place);                                                               \
    else                                                                                                               \
      columns_##isa (FALSE, in, to, n, row, best, place);                                                              \
  }

#define PUT_VALUE(to, i, x) *(Floats *) ((to)->out + i) = x
#define PUT_PLACES(to, i, at)                                                                                          \
  {                                                                                                                    \
    *(Longs *) ((to)->places + i) = __builtin_convertvector((at)[0], Longs);                                           \
    *(Longs *) ((to)->places + i + 8) = __builtin_convertvector((at)[1], Longs);                                       \
  }

#if defined __x86_64__
DEFINE_COLUMNS (z, TARGET_Z, put_value_z, put_places_z)
DEFINE_COLUMNS (y, TARGET_Y, PUT_VALUE, PUT_PLACES)
#endif
DEFINE_COLUMNS (x, , PUT_VALUE, PUT_PLACES)

void
fl_scan_extreme_columns_f32 (FlScanOp op, const float *in, float *out, gint64 *places, gint64 n, gint32 row,
                             float *best, gint32 *place, gboolean is_streamed)
{
  const Results to = { out, places, is_streamed && begin_with_vectors (out, places) };
  const gboolean is_max = op == FL_SCAN_MAX;

#if defined __x86_64__
  if (has_z ())
    row_z (is_max, in, to, n, row, best, place);
  else if (__builtin_cpu_supports ("avx2"))
    row_y (is_max, in, to, n, row, best, place);
  else
#endif
    row_x (is_max, in, to, n, row, best, place);
  for (gint64 i = n & -16; i < n; i++)
    {
      if ((is_max ? in[i] >= best[i] : in[i] <= best[i]) || isnan (in[i]))
        {
          best[i] = in[i];
          place[i] = row;
        }
      out[i] = best[i];
      if (places)
        places[i] = place[i];
    }
}
