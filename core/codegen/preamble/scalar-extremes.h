/* The larger and the smaller of two floats, as PyTorch has them; 64 lanes of a loop that the compiler makes vectors of, joined; integers of
 * floats. */
#pragma once

#include "naming.h"
#include "types.h"

/* --- maximum and minimum that keep NaN ------------------------------------------------------------------------------------- */

/* NaN wins, as in PyTorch. */
FL_INLINE float fl_max_f32 (float a, float b) { return b > a || b != b ? b : a; }
#pragma omp declare reduction (fl_max_f32 : float : omp_out = fl_max_f32 (omp_out, omp_in)) initializer (omp_priv = -__builtin_inff ())

FL_INLINE float fl_min_f32 (float a, float b) { return b < a || b != b ? b : a; }
#pragma omp declare reduction (fl_min_f32 : float : omp_out = fl_min_f32 (omp_out, omp_in)) initializer (omp_priv = __builtin_inff ())

FL_INLINE double fl_max_f64 (double a, double b) { return b > a || b != b ? b : a; }
#pragma omp declare reduction (fl_max_f64 : double : omp_out = fl_max_f64 (omp_out, omp_in)) initializer (omp_priv = -__builtin_inf ())

FL_INLINE double fl_min_f64 (double a, double b) { return b < a || b != b ? b : a; }
#pragma omp declare reduction (fl_min_f64 : double : omp_out = fl_min_f64 (omp_out, omp_in)) initializer (omp_priv = __builtin_inf ())

/* --- 64 lanes as one number ------------------------------------------------------------------------------------------------ */

#define NAME sum_lanes_f32
#define ELEMENT float
#define JOIN(a, b) ((a) + (b))
#include "lanes-template.h"

#define NAME sum_lanes_f64
#define ELEMENT double
#define JOIN(a, b) ((a) + (b))
#include "lanes-template.h"

#define NAME max_lanes_f32
#define ELEMENT float
#define JOIN(a, b) fl_max_f32 (a, b)
#include "lanes-template.h"

#define NAME max_lanes_f64
#define ELEMENT double
#define JOIN(a, b) fl_max_f64 (a, b)
#include "lanes-template.h"

#define NAME min_lanes_f32
#define ELEMENT float
#define JOIN(a, b) fl_min_f32 (a, b)
#include "lanes-template.h"

#define NAME min_lanes_f64
#define ELEMENT double
#define JOIN(a, b) fl_min_f64 (a, b)
#include "lanes-template.h"

/* --- integers of floats: what lies beyond, and NaN, is the smallest number, as processors have it -----------------------
 * Back as a float a number between -1 and 1 is 0, never -0: gcc 12 has trunc for there and back, which keeps the sign, unless the
 * choice is written out. */

FL_INLINE int32_t fl_int32 (double x) { return x > -1.0 && x < 1.0 ? 0 : x > -2147483649.0 && x < 2147483648.0 ? (int32_t) x : INT32_MIN; }

FL_INLINE int32_t fl_int32_f32 (float x) { return x > -1.0f && x < 1.0f ? 0 : x >= -2147483648.0f && x < 2147483648.0f ? (int32_t) x : INT32_MIN; }

FL_INLINE int64_t fl_int64 (double x) { return x > -1.0 && x < 1.0 ? 0 : x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (int64_t) x : INT64_MIN; }

FL_INLINE int64_t fl_int64_f32 (float x) { return x > -1.0f && x < 1.0f ? 0 : x >= -9223372036854775808.0f && x < 9223372036854775808.0f ? (int64_t) x : INT64_MIN; }
