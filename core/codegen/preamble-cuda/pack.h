/* Neighbours in memory. */
#pragma once

#include "types.h"

/* Elements that one instruction loads or stores, 16 bytes at most, from a multiple of their size on. */
template <typename T, int n> struct alignas (sizeof (T) * n) fl_pack { T at[n]; };

/* A byte of a pack by an instruction that extends it: compilers of CUDA 13 take the first byte of a word for extended
 * where what was made of it is compared. */
template <typename T> FL_INLINE T fl_byte (T x)
{
#ifdef __CUDA_ARCH__
  int y;
  if ((T) -1 < (T) 0)
    asm ("cvt.s32.s8 %0, %1;" : "=r"(y) : "r"((int) x));
  else
    asm ("cvt.u32.u8 %0, %1;" : "=r"(y) : "r"((int) x));
  return (T) y;
#else
  return x;
#endif
}

/* A pack that stays in registers, as words that the compiler takes for new ones: else it would keep what it made of the
 * elements before beside them. */
template <typename T, int n> FL_INLINE fl_pack<T, n> fl_take_pack (fl_pack<T, n> &kept)
{
#ifdef __CUDA_ARCH__
  uint4 &words = *(uint4 *) &kept;
  asm volatile ("" : "+r"(words.x), "+r"(words.y), "+r"(words.z), "+r"(words.w));
#endif
  return kept;
}

/* The whole pack by one instruction: a compiler that sees its elements stores them one by one. */
template <typename T, int n> FL_INLINE void fl_store_pack (T *to, const fl_pack<T, n> &from)
{
#ifdef __CUDA_ARCH__
  if (sizeof from == 16)
    {
      const uint4 words = *(const uint4 *) &from;
      asm volatile ("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(words.x), "r"(words.y), "r"(words.z), "r"(words.w) : "memory");
      return;
    }
  if (sizeof from == 8)
    {
      const uint2 words = *(const uint2 *) &from;
      asm volatile ("st.global.v2.b32 [%0], {%1, %2};" ::"l"(to), "r"(words.x), "r"(words.y) : "memory");
      return;
    }
#endif
  *(fl_pack<T, n> *) to = from;
}
