/* Reductions: what each lane has, and what lanes hand to each other. */
#pragma once

#include "numbers.h"
#include "types.h"

/* What the lane has whose number differs in that bit. All 32 lanes of the warp come here. */
template <typename T> FL_INLINE T fl_other_lane (T x, int distance) { return (T) __shfl_xor_sync (0xFFFFFFFFu, x, distance); }

/* The larger one with its place; ties go to the smaller place, NaN is beyond every number. */
template <typename T> FL_INLINE void fl_argmax_merge (T &best, int64_t &at, T value, int64_t place)
{
  const bool is_nan = value != value, was_nan = best != best;
  if (is_nan == was_nan ? (is_nan ? place < at : value > best || (value == best && place < at)) : is_nan)
    {
      best = value;
      at = place;
    }
}

template <typename T> FL_INLINE void fl_argmin_merge (T &best, int64_t &at, T value, int64_t place)
{
  const bool is_nan = value != value, was_nan = best != best;
  if (is_nan == was_nan ? (is_nan ? place < at : value < best || (value == best && place < at)) : is_nan)
    {
      best = value;
      at = place;
    }
}

/* One element more for a mean and the squares about it: B. P. Welford, 1962. */
template <typename T> FL_INLINE void fl_welford_step (T &mean, T &m2, T &weight, T x)
{
  const T delta = x - mean;
  weight += 1;
  mean += isfinite (delta) ? delta / weight : x; /* an infinity stays the mean, as it is of the sum */
  m2 += delta * (x - mean);
}

/* Another partial result, that of nothing too, whose mean is no number: T. Chan, G. Golub, R. LeVeque, 1979. */
template <typename T> FL_INLINE void fl_welford_merge (T &mean, T &m2, T &weight, T other_mean, T other_m2, T other_weight)
{
  if (other_weight == 0)
    return;
  const T delta = other_mean - mean, total = weight + other_weight, part = total != 0 ? other_weight / total : 0;
  m2 += other_m2 + delta * delta * weight * part;
  mean += isfinite (delta) ? delta * part : other_mean;
  weight = total;
}

FL_INLINE float fl_exponential (float x) { return fl_exp_below_f32 (x); }
FL_INLINE double fl_exponential (double x) { return exp (x); }

/* The largest number and the sum of the exponentials below it: M. Milakov, N. Gimelshein, 2018. The exponential of the
 * larger one below itself is 1. */
template <typename T> FL_INLINE void fl_softmax_merge (T &largest, T &sum, T other_largest, T other_sum)
{
  const bool is_larger = other_largest > largest || other_largest != other_largest;
  const T now = is_larger ? other_largest : largest, below = is_larger ? largest : other_largest;
  const T scale = now != -INFINITY ? fl_exponential (below - now) : 0;
  sum = is_larger ? sum * scale + other_sum : other_sum * scale + sum;
  largest = now;
}
