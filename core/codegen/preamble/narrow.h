/* Memory of floats of 16 bits and of truth values of 8: vectors of them are computed with as vectors of 32 bits. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-narrow.h"
#include "vector.h"

/* gcc 12 converts by halves where the machine has one instruction. */

FL_INLINE fl_bits fl_widen_halves (fl_halves x)
{
#if FL_X86 == 512 && !defined __clang__
  typedef short words __attribute__ ((vector_size (32)));
  return (fl_bits) __builtin_ia32_pmovzxwd512_mask ((words) x, (fl_mask) { 0 }, -1);
#else
  return __builtin_convertvector (x, fl_bits);
#endif
}

FL_INLINE fl_halves fl_narrow_halves (fl_bits x)
{
#if FL_X86 == 512 && !defined __clang__
  typedef short words __attribute__ ((vector_size (32)));
  return (fl_halves) __builtin_ia32_pmovdw512_mask ((fl_mask) x, (words) { 0 }, -1);
#else
  return __builtin_convertvector (x, fl_halves);
#endif
}

FL_INLINE fl_vec fl_of_bf16 (fl_halves x) { return (fl_vec) (fl_widen_halves (x) << 16); }

/* Rounds to nearest, ties to even. The machine's own conversion would take denormals for 0. */
FL_INLINE fl_halves fl_to_bf16_vec (fl_vec x)
{
#if FL_X86 == 512 && defined __AVX512BF16__
  if (__builtin_expect (__builtin_ia32_fpclassps512_mask (x, 0x20, -1) == 0, 1))
    {
      fl_halves y;
      __asm__ ("vcvtneps2bf16 %1, %0" : "=v" (y) : "v" (x));
      return y;
    }
#endif
  const fl_bits u = (fl_bits) x, rounded = (u + 0x7FFF + (u >> 16 & 1)) >> 16;
  const fl_bits nan = (fl_bits) (x != x);
  return fl_narrow_halves ((nan & 0x7FC0) | (~nan & rounded));
}

FL_INLINE fl_vec fl_of_f16 (fl_halves x)
{
#if FL_X86 == 512
  typedef short words __attribute__ ((vector_size (32)));
  return __builtin_ia32_vcvtph2ps512_mask ((words) x, (fl_vec) { 0 }, -1, 4);
#elif FL_X86 == 256
  typedef short words __attribute__ ((vector_size (16)));
  return __builtin_ia32_vcvtph2ps256 ((words) x);
#elif FL_LANES == 4 && defined __aarch64__
  typedef __fp16 words __attribute__ ((vector_size (8)));
  return __builtin_convertvector ((words) x, fl_vec);
#else
  fl_vec y;
  for (int i = 0; i < FL_LANES; i++)
    y[i] = fl_from_f16 (x[i]);
  return y;
#endif
}

FL_INLINE fl_halves fl_to_f16_vec (fl_vec x)
{
#if FL_X86 == 512
  typedef short words __attribute__ ((vector_size (32)));
  return (fl_halves) __builtin_ia32_vcvtps2ph512_mask (x, 0, (words) { 0 }, -1);
#elif FL_X86 == 256
  return (fl_halves) __builtin_ia32_vcvtps2ph256 (x, 0);
#elif FL_LANES == 4 && defined __aarch64__
  typedef __fp16 words __attribute__ ((vector_size (8)));
  return (fl_halves) __builtin_convertvector (x, words);
#else
  fl_halves y;
  for (int i = 0; i < FL_LANES; i++)
    y[i] = fl_to_f16 (x[i]);
  return y;
#endif
}

#define NAME bf16
#include "half-memory-template.h"

#define NAME f16
#include "half-memory-template.h"

/* --- bf16 by even/odd lane split: elements at even places, then those at odd ones ------------------------------------------ */

typedef uint16_t fl_words __attribute__ ((vector_size (4 * FL_LANES), may_alias));

typedef uint16_t fl_words_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (2)));

/* Of 2 * FL_LANES elements those at even places, or those at odd ones: they lie in the halves of the same lanes. */
FL_INLINE fl_vec fl_load_split_bf16 (const uint16_t *p, _Bool is_odd)
{
  const fl_bits x = (fl_bits) *(const fl_words_anywhere *) p;
  return is_odd ? (fl_vec) (x & 0xFFFF0000) : (fl_vec) (x << 16);
}

/* Rounds to nearest, ties to even: upper halves go up where lower halves are more than 1/2, or 1/2 and the upper one is odd. NaNs
   whose lower half is not 0 may become something else. */
FL_INLINE fl_words fl_join_bf16 (fl_vec even, fl_vec odd)
{
#if FL_X86 == 512 && defined __AVX512BW__ && !defined __clang__
  typedef char chars __attribute__ ((vector_size (64), may_alias));
  typedef short shorts __attribute__ ((vector_size (64), may_alias));
  const fl_mask upper = { 0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E, 0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E,
                          0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E, 0x03020302, 0x07060706, 0x0B0A0B0A, 0x0F0E0F0E };
  const fl_mask lower = upper - 0x02020202;
  const fl_words kept = (fl_words) __builtin_ia32_pshufb512_mask ((chars) even, (chars) upper, (chars) odd, 0x3333333333333333);
  const fl_words lost = (fl_words) __builtin_ia32_pshufb512_mask ((chars) odd, (chars) lower, (chars) even, 0xCCCCCCCCCCCCCCCC);
  const uint32_t is_up = __builtin_ia32_ucmpw512_mask ((shorts) (lost | (kept & 1)), (shorts) { 0 } + (short) 0x8000, 6, -1);
  return (fl_words) __builtin_ia32_paddw512_mask ((shorts) kept, (shorts) { 0 } + 1, (shorts) kept, is_up);
#else
  const fl_bits x = (fl_bits) even, y = (fl_bits) odd;
  const fl_words kept = (fl_words) ((x >> 16) | (y & 0xFFFF0000)), lost = (fl_words) ((x & 0xFFFF) | (y << 16));
  return kept - (fl_words) ((lost | (kept & 1)) > 0x8000); /* a comparison is -1 where it holds */
#endif
}

FL_INLINE fl_words fl_join_any_bf16 (fl_vec even, fl_vec odd)
{
#if FL_X86 == 512
  if (__builtin_expect (__builtin_ia32_cmpps512_mask (even, odd, 3, -1, 4) == 0, 1))
    return fl_join_bf16 (even, odd);
#endif
  const fl_vec none = fl_splat (__builtin_nanf (""));
  return fl_join_bf16 (fl_select (even == even, even, none), fl_select (odd == odd, odd, none));
}

FL_INLINE void fl_store_both_bf16 (uint16_t *p, const fl_vec x[2]) { *(fl_words_anywhere *) p = fl_join_any_bf16 (x[0], x[1]); }

FL_INLINE void fl_stream_both_bf16 (uint16_t *p, const fl_vec x[2])
{
  const fl_words y = fl_join_any_bf16 (x[0], x[1]);
  if ((uint64_t) p % sizeof y != 0)
    *(fl_words_anywhere *) p = y;
  else
#if defined __clang__
    __builtin_nontemporal_store (y, (fl_words *) p);
#elif FL_X86 == 512
    __builtin_ia32_movntps512 ((float *) p, (fl_vec) y);
#elif FL_X86 == 256
    __builtin_ia32_movntps256 ((float *) p, (fl_vec) y);
#elif FL_X86 == 128
    __builtin_ia32_movntps ((float *) p, (fl_vec) y);
#else
    *(fl_words *) p = y;
#endif
}

/* x was computed from bf16: the lower half of its NaNs is 0. */
FL_INLINE void fl_store_both_of_bf16 (uint16_t *p, const fl_vec x[2]) { *(fl_words_anywhere *) p = fl_join_bf16 (x[0], x[1]); }

/* x was computed from bf16: the lower half of its NaNs is 0. */
FL_INLINE void fl_stream_both_of_bf16 (uint16_t *p, const fl_vec x[2])
{
  const fl_words y = fl_join_bf16 (x[0], x[1]);
  if ((uint64_t) p % sizeof y != 0)
    *(fl_words_anywhere *) p = y;
  else
#if defined __clang__
    __builtin_nontemporal_store (y, (fl_words *) p);
#elif FL_X86 == 512
    __builtin_ia32_movntps512 ((float *) p, (fl_vec) y);
#elif FL_X86 == 256
    __builtin_ia32_movntps256 ((float *) p, (fl_vec) y);
#elif FL_X86 == 128
    __builtin_ia32_movntps ((float *) p, (fl_vec) y);
#else
    *(fl_words *) p = y;
#endif
}

/* --- two vectors, one after the other -------------------------------------------------------------------------------------- */

FL_INLINE void fl_store_two_bf16 (uint16_t *p, const fl_vec x[2])
{
#if FL_X86 == 512 && defined __AVX512BF16__
  /* The machine's own conversion would take denormals for 0. */
  if (__builtin_expect ((__builtin_ia32_fpclassps512_mask (x[0], 0x20, -1) | __builtin_ia32_fpclassps512_mask (x[1], 0x20, -1)) == 0, 1))
    {
      fl_words y;
      __asm__ ("vcvtne2ps2bf16 %1, %2, %0" : "=v" (y) : "v" (x[0]), "v" (x[1]));
      *(fl_words_anywhere *) p = y;
      return;
    }
#endif
  fl_store_bf16 (p, x[0]);
  fl_store_bf16 (p + FL_LANES, x[1]);
}

FL_INLINE void fl_stream_two_bf16 (uint16_t *p, const fl_vec x[2])
{
#if FL_X86 == 512 && defined __AVX512BF16__
  /* The machine's own conversion would take denormals for 0. */
  if (__builtin_expect ((__builtin_ia32_fpclassps512_mask (x[0], 0x20, -1) | __builtin_ia32_fpclassps512_mask (x[1], 0x20, -1)) == 0, 1))
    {
      fl_words y;
      __asm__ ("vcvtne2ps2bf16 %1, %2, %0" : "=v" (y) : "v" (x[0]), "v" (x[1]));
      if ((uint64_t) p % sizeof y != 0)
        *(fl_words_anywhere *) p = y;
      else
#if defined __clang__
        __builtin_nontemporal_store (y, (fl_words *) p);
#else
        __builtin_ia32_movntps512 ((float *) p, (fl_vec) y);
#endif
      return;
    }
#endif
  fl_stream_bf16 (p, x[0]);
  fl_stream_bf16 (p + FL_LANES, x[1]);
}

/* --- truth values ---------------------------------------------------------------------------------------------------------- */

/* gcc 12 converts bytes one at a time. */

FL_INLINE fl_mask fl_widen_bytes (fl_bytes x)
{
#if FL_X86 == 512 && !defined __clang__
  typedef char chars __attribute__ ((vector_size (16)));
  return __builtin_ia32_pmovzxbd512_mask ((chars) x, (fl_mask) { 0 }, -1);
#elif FL_X86 == 256 && !defined __clang__
  typedef char chars __attribute__ ((vector_size (16)));
  typedef long long longs __attribute__ ((vector_size (16)));
  const chars all = (chars) (longs) { ((union { fl_bytes bytes; long long number; }) { .bytes = x }).number };
  return __builtin_ia32_pmovzxbd256 (all);
#else
  return __builtin_convertvector (x, fl_mask);
#endif
}

FL_INLINE fl_bytes fl_narrow_bytes (fl_mask x)
{
#if FL_X86 == 512 && !defined __clang__
  typedef char chars __attribute__ ((vector_size (16)));
  return (fl_bytes) __builtin_ia32_pmovdb512_mask (x, (chars) { 0 }, -1);
#elif FL_X86 == 256 && !defined __clang__
  typedef char chars __attribute__ ((vector_size (32)));
  const chars lowest = __builtin_shuffle ((chars) x, (chars) { 0, 4, 8, 12, 16, 20, 24, 28 });
  fl_bytes y;
  __builtin_memcpy (&y, &lowest, sizeof y);
  return y;
#else
  return __builtin_convertvector (x, fl_bytes);
#endif
}

FL_INLINE fl_mask fl_load_bool (const void *p) { return fl_widen_bytes (*(const fl_bytes_anywhere *) p) != 0; }

FL_INLINE void fl_store_bool (void *p, fl_mask x) { *(fl_bytes_anywhere *) p = fl_narrow_bytes (x & 1); }

FL_INLINE void fl_stream_bool (void *p, fl_mask x) { fl_store_bool (p, x); }

FL_INLINE fl_mask fl_load_part_bool (const void *p, int64_t n)
{
  fl_bytes x = { 0 };
  __builtin_memcpy (&x, p, n);
  return fl_widen_bytes (x) != 0;
}

FL_INLINE void fl_store_part_bool (void *p, fl_mask x, int64_t n)
{
  const fl_bytes y = fl_narrow_bytes (x & 1);
  __builtin_memcpy (p, &y, n);
}
