/* Memory of floats: loads and stores of whole vectors and of their first lanes, non-temporal ones, backwards ones, such with a stride. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-integers.h"
#include "vector.h"

FL_INLINE fl_vec fl_load_f32 (const float *p)
{
  fl_vec x = *(const fl_vec_anywhere *) p;
#if FL_X86 && !defined __clang__
  __asm__ ("" : "+v" (x)); /* keeps gcc from reading memory once for each use of x */
#endif
  return x;
}

FL_INLINE void fl_store_f32 (float *p, fl_vec x) { *(fl_vec_anywhere *) p = x; }

FL_INLINE fl_vec fl_load_part_f32 (const float *p, int64_t n)
{
#if FL_X86 == 512
  return __builtin_ia32_loadups512_mask (p, (fl_vec) { 0 }, (1u << n) - 1);
#else
  fl_vec x = { 0 };
  __builtin_memcpy (&x, p, n * sizeof *p);
  return x;
#endif
}

FL_INLINE void fl_store_part_f32 (float *p, fl_vec x, int64_t n)
{
#if FL_X86 == 512
  __builtin_ia32_storeups512_mask (p, x, (1u << n) - 1);
#else
  __builtin_memcpy (p, &x, n * sizeof *p);
#endif
}

/* Lanes where it holds; the others are 0, and nothing need be there. */
FL_INLINE fl_vec fl_load_where_f32 (const float *p, fl_mask where)
{
#if FL_X86 == 512
  return __builtin_ia32_loadups512_mask (p, (fl_vec) { 0 }, __builtin_ia32_cvtd2mask512 (where));
#elif FL_X86 == 256
  return __builtin_ia32_maskloadps256 ((const void *) p, where);
#else
#if FL_X86 == 128
  if (__builtin_ia32_movmskps ((fl_vec) where) == 15)
    return fl_load_f32 (p);
#endif
  fl_vec x = { 0 };
  for (int i = 0; i < FL_LANES; i++)
    if (where[i])
      x[i] = p[i];
  return x;
#endif
}

/* A non-temporal store, where the address allows: memory that is written whole need not be read first. */
FL_INLINE void fl_stream_f32 (float *p, fl_vec x)
{
  if ((uint64_t) p % sizeof x != 0)
    *(fl_vec_anywhere *) p = x;
  else
#if defined __clang__
    __builtin_nontemporal_store (x, (fl_vec *) p);
#elif FL_X86 == 512
    __builtin_ia32_movntps512 (p, x);
#elif FL_X86 == 256
    __builtin_ia32_movntps256 (p, x);
#elif FL_X86 == 128
    __builtin_ia32_movntps (p, x);
#else
    *(fl_vec *) p = x;
#endif
}

/* Floats before the first whole vector of memory. */
FL_INLINE int64_t fl_until_aligned (const float *p) { return (int64_t) (-(uint64_t) p % (4 * FL_LANES) / 4); }

/* --- write combining: vectors of memory put together in a register --------------------------------------------------------- */

/* Lanes of a and b side by side, by number. */
FL_INLINE fl_vec fl_lanes_at (fl_vec a, fl_vec b, fl_mask lanes)
{
#if FL_X86 == 512 && defined __clang__
  return __builtin_ia32_vpermi2varps512 (a, lanes, b);
#elif FL_X86 == 512
  return __builtin_ia32_vpermt2varps512_mask (lanes, a, b, -1);
#elif FL_X86 == 256
  return fl_select (lanes < FL_LANES, __builtin_ia32_permvarsf256 (a, lanes), __builtin_ia32_permvarsf256 (b, lanes));
#else
  fl_vec x;
  for (int i = 0; i < FL_LANES; i++)
    x[i] = lanes[i] < FL_LANES ? a[lanes[i]] : b[lanes[i] - FL_LANES];
  return x;
#endif
}

/* Lanes from first on, up to the end. */
FL_INLINE void fl_store_lanes_f32 (float *p, fl_vec x, int64_t first, int64_t end)
{
#if FL_X86 == 512
  __builtin_ia32_storeups512_mask (p, x, (1u << end) - (1u << first));
#else
  for (int64_t i = first; i < end; i++)
    p[i] = x[i];
#endif
}

/* All lanes n further on, the last ones in front. */
FL_INLINE fl_vec fl_turned (fl_vec x, int64_t n)
{
#if FL_X86 == 512 && !defined __clang__
  return __builtin_ia32_permvarsf512_mask (x, fl_count_from (-n, 1), x, -1);
#elif FL_X86 == 512
  return __builtin_ia32_permvarsf512 (x, fl_count_from (-n, 1));
#elif FL_X86 == 256
  return __builtin_ia32_permvarsf256 (x, fl_count_from (-n, 1));
#else
  return fl_lanes_at (x, x, fl_count_from (-n, 1) & (FL_LANES - 1));
#endif
}

/* Memory that is written in pieces, one behind the other: what does not fill a vector of memory yet waits in a register. */
typedef struct
{
  float *at;   /* where the next piece is expected */
  float *from; /* where the first one began: what is before is others' */
  fl_vec kept; /* the floats of the vector of memory around `at` that are before that, in their lanes */
} fl_line;

/* Stores what waits. */
FL_INLINE void fl_line_end (const fl_line *line)
{
  const int64_t n = (int64_t) ((uint64_t) line->at / sizeof *line->at % FL_LANES);
  float *const to = line->at - n;
  const int64_t first = line->from > to ? line->from - to : 0;
  if (first < n)
    fl_store_lanes_f32 (to, line->kept, first, n);
}

/* The next n floats, which go to that place: elsewhere, a line begins anew. */
FL_INLINE void fl_put_f32 (fl_line *line, float *p, fl_vec x, int64_t n)
{
#if FL_X86 < 256
  fl_store_part_f32 (p, x, n); /* turning registers takes longer than stores across two lines */
  (void) line;
#else
  if (__builtin_expect (p != line->at, 0))
    {
      fl_line_end (line);
      line->from = p;
    }
  const int64_t n_kept = (int64_t) ((uint64_t) p / sizeof *p % FL_LANES);
  const fl_vec turned = fl_turned (x, n_kept), all = fl_select (fl_count_from (0, 1) < (int32_t) n_kept, line->kept, turned);
  float *const to = p - n_kept;
  line->at = p + n;
  if (n < FL_LANES && n_kept + n < FL_LANES)
    {
      line->kept = all;
      return;
    }
  if (__builtin_expect (line->from <= to, 1))
    fl_stream_f32 (__builtin_assume_aligned (to, sizeof all), all);
  else
    fl_store_lanes_f32 (to, all, line->from - to, FL_LANES);
  line->kept = turned;
#endif
}

/* --- backwards ------------------------------------------------------------------------------------------------------------- */

FL_INLINE fl_vec fl_back (fl_vec x)
{
#if !defined __clang__ && __GNUC__ < 12
  return __builtin_shuffle (x, FL_LANES - 1 - fl_count_from (0, 1));
#elif FL_LANES == 16
  return __builtin_shufflevector (x, x, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#elif FL_LANES == 8
  return __builtin_shufflevector (x, x, 7, 6, 5, 4, 3, 2, 1, 0);
#else
  return __builtin_shufflevector (x, x, 3, 2, 1, 0);
#endif
}

/* A float, then those before it. */
FL_INLINE fl_vec fl_load_back_f32 (const float *p) { return fl_back (fl_load_f32 (p - (FL_LANES - 1))); }

FL_INLINE fl_vec fl_load_back_part_f32 (const float *p, int64_t n)
{
  const fl_vec x = fl_load_part_f32 (p - (n - 1), n);
  return fl_lanes_at (x, x, fl_count_from (n - 1, -1) & (FL_LANES - 1));
}

/* --- with a stride ------------------------------------------------------------------------------------------------------ */

/* The even ones of a, then the odd ones of b. */
FL_INLINE fl_vec fl_even (fl_vec a, fl_vec b)
{
#if !defined __clang__ && __GNUC__ < 12
  return __builtin_shuffle (a, b, 2 * fl_count_from (0, 1) - (fl_count_from (0, 1) >= FL_LANES / 2));
#elif FL_LANES == 16
  return __builtin_shufflevector (a, b, 0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31);
#elif FL_LANES == 8
  return __builtin_shufflevector (a, b, 0, 2, 4, 6, 9, 11, 13, 15);
#else
  return __builtin_shufflevector (a, b, 0, 2, 5, 7);
#endif
}

/* Every second float from p on, up to the last one that is wanted: what follows it may be another's. */
FL_INLINE fl_vec fl_load_even_f32 (const float *p) { return fl_even (fl_load_f32 (p), fl_load_f32 (p + FL_LANES - 1)); }

FL_INLINE fl_vec fl_load_even_part_f32 (const float *p, int64_t n)
{
  const int64_t reach = 2 * n - 1;
  return fl_even (fl_load_part_f32 (p, fl_min (reach, FL_LANES)), fl_load_part_f32 (p + FL_LANES - 1, fl_max (reach - FL_LANES + 1, 0)));
}

/* Every third or fourth float from p on, up to the last one that is wanted. */
FL_INLINE fl_vec fl_load_apart_f32 (const float *p, int step)
{
#if FL_X86 >= 256
  const fl_mask at = fl_count_from (0, step);
  const fl_vec low = fl_lanes_at (fl_load_f32 (p), fl_load_f32 (p + FL_LANES), at & (2 * FL_LANES - 1));
  const fl_vec last = fl_load_f32 (p + (step - 1) * (FL_LANES - 1));
  if (step == 3)
    return fl_select (at < 2 * FL_LANES, low, fl_lanes_at (last, last, (at + 2) & (FL_LANES - 1)));
  return fl_select (at < 2 * FL_LANES, low, fl_lanes_at (fl_load_f32 (p + 2 * FL_LANES), last, (at - (at >= 3 * FL_LANES) * 3) & (2 * FL_LANES - 1)));
#else
  fl_vec x;
  for (int i = 0; i < FL_LANES; i++)
    x[i] = p[step * i];
  return x;
#endif
}

/* Floats that lie anyhow far apart. One by one they came 2.4 times as fast as by a gather instruction, whatever the step. */
FL_INLINE fl_vec fl_load_steps_f32 (const float *p, int64_t step)
{
  _Alignas (64) float x[FL_LANES];
#pragma GCC unroll 16
  for (int i = 0; i < FL_LANES; i++)
    x[i] = p[step * i];
  return fl_load_f32 (x);
}

FL_INLINE fl_vec fl_load_steps_part_f32 (const float *p, int64_t step, int64_t n)
{
  _Alignas (64) float x[FL_LANES] = { 0 };
  for (int i = 0; i < n; i++)
    x[i] = p[step * i];
  return fl_load_f32 (x);
}

/* Lanes that go so far apart. */
FL_INLINE void fl_store_steps_f32 (float *p, int64_t step, fl_vec lanes)
{
  _Alignas (64) float x[FL_LANES];
  fl_store_f32 (x, lanes);
#pragma GCC unroll 16
  for (int i = 0; i < FL_LANES; i++)
    p[step * i] = x[i];
}

FL_INLINE void fl_store_steps_part_f32 (float *p, int64_t step, fl_vec lanes, int64_t n)
{
  _Alignas (64) float x[FL_LANES];
  fl_store_f32 (x, lanes);
  for (int i = 0; i < n; i++)
    p[step * i] = x[i];
}

/* What was streamed is seen by other threads from here on. */
FL_INLINE void fl_stream_end (void)
{
#if FL_X86
  __builtin_ia32_sfence ();
#endif
}
