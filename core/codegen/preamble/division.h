/* Division of integers, in vectors of doubles: exact, and several times as fast as the machine's own division. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-integers.h"
#include "vector.h"
#include "across.h"
#include "wide.h"
#include "wide-convert.h"

/* Of integers up to 2^51. */
FL_INLINE fl_f64 fl_f64_of_whole (fl_i64 x) { return (fl_f64) (x + 0x4338000000000000) - 6755399441055744.0; }

FL_INLINE fl_i64 fl_i64_of_whole (fl_f64 x) { return (fl_i64) (x + 6755399441055744.0) - 0x4338000000000000; }

/* The whole number next below a / b, and what is left, of whole numbers up to 2^50, b being positive. All but the first product is
   exact, and a quotient that is rounded to nearest is at most one too large. */
FL_INLINE fl_f64 fl_divide_whole (fl_f64 a, fl_f64 b, fl_f64 *left)
{
  const fl_f64 q = (a * (1.0 / b) + 6755399441055744.0) - 6755399441055744.0, r = a - q * b;
  const fl_i64 is_over = r < 0.0;
  *left = r + (fl_f64) ((fl_i64) b & is_over);
  return q - (fl_f64) ((fl_i64) fl_splat_f64 (1.0) & is_over);
}

FL_INLINE fl_f64 fl_floor_quotient (fl_f64 x, fl_f64 y)
{
  fl_f64 left;
  return fl_divide_whole ((fl_f64) ((fl_i64) x ^ ((fl_i64) y & INT64_MIN)), fl_abs_f64_vec (y), &left);
}

/* Has the sign of y. */
FL_INLINE fl_f64 fl_floor_left (fl_f64 x, fl_f64 y)
{
  const fl_i64 sign = (fl_i64) y & INT64_MIN;
  fl_f64 left;
  fl_divide_whole ((fl_f64) ((fl_i64) x ^ sign), fl_abs_f64_vec (y), &left);
  return (fl_f64) ((fl_i64) left ^ sign);
}

FL_INLINE fl_f64 fl_trunc_quotient (fl_f64 x, fl_f64 y)
{
  fl_f64 left;
  const fl_f64 q = fl_divide_whole (fl_abs_f64_vec (x), fl_abs_f64_vec (y), &left);
  return (fl_f64) ((fl_i64) q ^ (((fl_i64) x ^ (fl_i64) y) & INT64_MIN));
}

/* Has the sign of x. */
FL_INLINE fl_f64 fl_trunc_left (fl_f64 x, fl_f64 y)
{
  fl_f64 left;
  fl_divide_whole (fl_abs_f64_vec (x), fl_abs_f64_vec (y), &left);
  return (fl_f64) ((fl_i64) left ^ ((fl_i64) x & INT64_MIN));
}

#define NAME floor_div
#define PART fl_floor_quotient
#define RESULT(x) x & (b != 0)
#include "division-template.h"

#define NAME floor_mod
#define PART fl_floor_left
#define RESULT(x) x
#include "division-template.h"

#define NAME trunc_div
#define PART fl_trunc_quotient
#define RESULT(x) x & (b != 0)
#include "division-template.h"

#define NAME trunc_mod
#define PART fl_trunc_left
#define RESULT(x) x
#include "division-template.h"
