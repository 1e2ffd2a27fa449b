/* Across the lanes of vectors: sums, products, extremes, counts. */
#pragma once

#include "naming.h"
#include "types.h"
#include "vector.h"
#include "extremes.h"

FL_INLINE int fl_has_nan (fl_vec x)
{
#if FL_X86 == 512
  return __builtin_ia32_cmpps512_mask (x, x, 3, -1, 4) != 0;
#elif FL_X86 == 256
  return __builtin_ia32_movmskps256 ((fl_vec) (x != x)) != 0;
#elif FL_X86 == 128
  return __builtin_ia32_movmskps ((fl_vec) (x != x)) != 0;
#else
  const fl_mask is_nan = x != x;
  int32_t any = 0;
  for (int i = 0; i < FL_LANES; i++)
    any |= is_nan[i];
  return any;
#endif
}

FL_INLINE _Bool fl_any (fl_mask where)
{
#if FL_X86 == 512
  return __builtin_ia32_cvtd2mask512 (where) != 0;
#elif FL_X86 == 256
  return __builtin_ia32_movmskps256 ((fl_vec) where) != 0;
#elif FL_X86 == 128
  return __builtin_ia32_movmskps ((fl_vec) where) != 0;
#else
  int32_t any = 0;
  for (int i = 0; i < FL_LANES; i++)
    any |= where[i];
  return any != 0;
#endif
}

FL_INLINE float fl_sum_across (fl_vec x)
{
  union { fl_vec all; fl_quad quads[FL_LANES / 4]; } u = { x };
  for (int n = FL_LANES / 8; n > 0; n /= 2)
    for (int i = 0; i < n; i++)
      {
        const fl_quad a = u.quads[i], b = u.quads[i + n];
        u.quads[i] = a + b;
      }
  const fl_quad q = u.quads[0];
  const float y = (q[0] + q[2]), z = (q[1] + q[3]);
  return (y + z);
}

FL_INLINE float fl_sum_across_4 (const fl_vec x[4]) { return fl_sum_across ((x[0] + x[1]) + (x[2] + x[3])); }

#define NAME max
#define BETTER >
#define BUILTIN __builtin_ia32_maxps
#define JOIN(a, b) (a > b ? a : b)
#define OF_TWO(a, b) fl_max_vec (a, b)
#define RESULT(value) fl_has_nan (x) ? __builtin_nanf ("") : value
#include "across-extreme-template.h"

#define NAME min
#define BETTER <
#define BUILTIN __builtin_ia32_minps
#define JOIN(a, b) (a < b ? a : b)
#define OF_TWO(a, b) fl_min_vec (a, b)
#define RESULT(value) fl_has_nan (x) ? __builtin_nanf ("") : value
#include "across-extreme-template.h"

#define NAME largest
#define BETTER >
#define BUILTIN __builtin_ia32_maxps
#define JOIN(a, b) (a > b ? a : b)
#define OF_TWO(a, b) fl_larger (a, b)
#define RESULT(value) value
#include "across-extreme-template.h"

#define NAME smallest
#define BETTER <
#define BUILTIN __builtin_ia32_minps
#define JOIN(a, b) (a < b ? a : b)
#define OF_TWO(a, b) fl_smaller (a, b)
#define RESULT(value) value
#include "across-extreme-template.h"

#define NAME sum
#define JOIN(a, b) (a + b)
#include "rows-template.h"

#define NAME max
#define JOIN(a, b) fl_max_vec (a, b)
#include "rows-template.h"

#define NAME min
#define JOIN(a, b) fl_min_vec (a, b)
#include "rows-template.h"

FL_INLINE float fl_prod_across (fl_vec x)
{
  union { fl_vec all; fl_quad quads[FL_LANES / 4]; } u = { x };
  for (int n = FL_LANES / 8; n > 0; n /= 2)
    for (int i = 0; i < n; i++)
      {
        const fl_quad a = u.quads[i], b = u.quads[i + n];
        u.quads[i] = a * b;
      }
  const fl_quad q = u.quads[0];
  const float y = (q[0] * q[2]), z = (q[1] * q[3]);
  return (y * z);
}

FL_INLINE float fl_prod_across_4 (const fl_vec x[4]) { return fl_prod_across ((x[0] * x[1]) * (x[2] * x[3])); }

FL_INLINE _Bool fl_any_across (fl_mask x) { return fl_any (x); }

FL_INLINE _Bool fl_any_across_4 (const fl_mask x[4]) { return fl_any_across ((x[0] | x[1]) | (x[2] | x[3])); }

FL_INLINE int64_t fl_count_across (fl_mask x)
{
  const union { fl_mask all; fl_quad_mask quads[FL_LANES / 4]; } u = { x };
  fl_quad_mask a = u.quads[0];
  for (int i = 1; i < FL_LANES / 4; i++)
    a += u.quads[i];
  return (a[0] + a[2]) + (a[1] + a[3]);
}

FL_INLINE int64_t fl_count_across_4 (const fl_mask x[4]) { return fl_count_across ((x[0] + x[1]) + (x[2] + x[3])); }
