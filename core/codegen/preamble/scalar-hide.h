/* Numbers that the compiler is not to know. */
#pragma once

#include "types.h"

/* The number itself, unknown to the compiler: loops with constant power-of-two steps would not be vectorised. */
FL_INLINE int64_t fl_hide (int64_t x)
{
  __asm__ ("" : "+r" (x));
  return x;
}
