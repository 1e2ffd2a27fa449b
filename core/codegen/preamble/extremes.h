/* The larger and the smaller of two vectors of floats. */
#pragma once

#include "types.h"
#include "vector.h"

/* b where one of them is NaN. */
FL_INLINE fl_vec fl_larger (fl_vec a, fl_vec b)
{
#if FL_X86 == 512 && defined __clang__
  return __builtin_ia32_maxps512 (a, b, 4);
#elif FL_X86 == 512
  return __builtin_ia32_maxps512_mask (a, b, a, -1, 4);
#elif FL_X86 == 256
  return __builtin_ia32_maxps256 (a, b);
#elif FL_X86 == 128
  return __builtin_ia32_maxps (a, b);
#else
  return fl_select (a > b, a, b);
#endif
}

FL_INLINE fl_vec fl_smaller (fl_vec a, fl_vec b)
{
#if FL_X86 == 512 && defined __clang__
  return __builtin_ia32_minps512 (a, b, 4);
#elif FL_X86 == 512
  return __builtin_ia32_minps512_mask (a, b, a, -1, 4);
#elif FL_X86 == 256
  return __builtin_ia32_minps256 (a, b);
#elif FL_X86 == 128
  return __builtin_ia32_minps (a, b);
#else
  return fl_select (a < b, a, b);
#endif
}

/* NaN wins, as in PyTorch. Only the last step waits for a. */
FL_INLINE fl_vec fl_max_vec (fl_vec a, fl_vec b)
{
#if FL_X86 == 512 && !defined __clang__
  return __builtin_ia32_maxps512_mask (b, a, b, __builtin_ia32_cmpps512_mask (b, b, 7, -1, 4), 4);
#else
  return fl_select (b != b, b, fl_larger (b, a));
#endif
}

/* NaN wins, as in PyTorch. Only the last step waits for a. */
FL_INLINE fl_vec fl_min_vec (fl_vec a, fl_vec b)
{
#if FL_X86 == 512 && !defined __clang__
  return __builtin_ia32_minps512_mask (b, a, b, __builtin_ia32_cmpps512_mask (b, b, 7, -1, 4), 4);
#else
  return fl_select (b != b, b, fl_smaller (b, a));
#endif
}

FL_INLINE fl_vec fl_abs_vec (fl_vec x) { return (fl_vec) ((fl_mask) x & 0x7FFFFFFF); }
