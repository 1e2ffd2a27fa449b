/* Across the lanes of vectors of doubles and of integers of 32 bits: sums, products, extremes. */
#pragma once

#include "naming.h"
#include "types.h"
#include "scalar-extremes.h"
#include "vector.h"
#include "wide.h"
#include "wide-convert.h"

#define NAME sum
#define JOIN(a, b) (a + b)
#define OF_TWO(a, b) (a + b)
#include "across-f64-template.h"

#define NAME prod
#define JOIN(a, b) (a * b)
#define OF_TWO(a, b) (a * b)
#include "across-f64-template.h"

#define NAME max
#define JOIN(a, b) fl_max_f64 (a, b)
#define OF_TWO(a, b) fl_max_f64_vec (a, b)
#include "across-f64-template.h"

#define NAME min
#define JOIN(a, b) fl_min_f64 (a, b)
#define OF_TWO(a, b) fl_min_f64_vec (a, b)
#include "across-f64-template.h"

FL_INLINE fl_i32 fl_max_i32_vec (fl_i32 a, fl_i32 b)
{
#if FL_X86 == 512 && !defined __clang__
  return (fl_i32) __builtin_ia32_pmaxsd512_mask (a, b, a, -1);
#else
  return fl_select_i32 (a > b, a, b);
#endif
}

FL_INLINE fl_i32 fl_min_i32_vec (fl_i32 a, fl_i32 b)
{
#if FL_X86 == 512 && !defined __clang__
  return (fl_i32) __builtin_ia32_pminsd512_mask (a, b, a, -1);
#else
  return fl_select_i32 (a < b, a, b);
#endif
}

#define NAME sum
#define JOIN(a, b) (a + b)
#define OF_QUADS(a, b) (a + b)
#define OF_TWO(a, b) (a + b)
#include "across-i32-template.h"

#define NAME max
#define JOIN(a, b) (a > b ? a : b)
#define OF_QUADS(a, b) (((a > b) & a) | (~(a > b) & b))
#define OF_TWO(a, b) fl_max_i32_vec (a, b)
#include "across-i32-template.h"

#define NAME min
#define JOIN(a, b) (a < b ? a : b)
#define OF_QUADS(a, b) (((a < b) & a) | (~(a < b) & b))
#define OF_TWO(a, b) fl_min_i32_vec (a, b)
#include "across-i32-template.h"
