/* Neighbours in memory. */
#pragma once

#include "types.h"

/* Elements that one instruction loads or stores, 16 bytes at most, from a multiple of their size on. */
template <typename T, int n> struct alignas (sizeof (T) * n) fl_pack { T at[n]; };

/* The whole pack at once: a compiler that knows its elements alone may store them one by one. */
template <typename T, int n> FL_INLINE void fl_store_pack (T *to, const fl_pack<T, n> &from)
{
#ifdef __CUDA_ARCH__
  if (sizeof from == 16)
    *(uint4 *) to = *(const uint4 *) &from;
  else if (sizeof from == 8)
    *(uint2 *) to = *(const uint2 *) &from;
  else
    *(fl_pack<T, n> *) to = from;
#else
  *(fl_pack<T, n> *) to = from;
#endif
}
