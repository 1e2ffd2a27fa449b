/* Vectors of floats and of truth values: types, choices, counting.
 *
 * Every helper on vectors has a form in plain GNU C, which any machine compiles, and where it pays a form by the processor's own
 * instruction (FL_X86: the width in bits, 0 elsewhere). */
#pragma once

#include "types.h"

/* FL_LANES floats that are computed side by side: as many as the machine's widest vectors hold. */
#ifndef FL_LANES
#if defined __AVX512F__ && defined __AVX512DQ__ && defined __AVX512VL__ && defined __AVX512BW__
#define FL_LANES 16
#elif defined __AVX2__
#define FL_LANES 8
#else
#define FL_LANES 4
#endif
#endif

#if FL_LANES == 16 && defined __AVX512F__ && defined __AVX512DQ__
#define FL_X86 512
#elif FL_LANES == 8 && defined __AVX2__ && defined __F16C__
#define FL_X86 256
#elif FL_LANES == 4 && defined __SSE2__
#define FL_X86 128
#else
#define FL_X86 0
#endif

typedef float fl_vec __attribute__ ((vector_size (4 * FL_LANES), may_alias));

typedef int32_t fl_mask __attribute__ ((vector_size (4 * FL_LANES), may_alias)); /* true is -1, false 0 */

typedef uint32_t fl_bits __attribute__ ((vector_size (4 * FL_LANES), may_alias));

typedef float fl_vec_anywhere __attribute__ ((vector_size (4 * FL_LANES), may_alias, aligned (4)));

typedef float fl_quad __attribute__ ((vector_size (16), may_alias));

typedef int32_t fl_quad_mask __attribute__ ((vector_size (16), may_alias));

typedef uint16_t fl_halves __attribute__ ((vector_size (2 * FL_LANES), may_alias));

typedef uint16_t fl_halves_anywhere __attribute__ ((vector_size (2 * FL_LANES), may_alias, aligned (2)));

typedef uint8_t fl_bytes __attribute__ ((vector_size (FL_LANES), may_alias));

typedef uint8_t fl_bytes_anywhere __attribute__ ((vector_size (FL_LANES), may_alias, aligned (1)));

#define FL_FOUR(x) { x, x, x, x }

FL_INLINE fl_vec fl_splat (float x) { return x - (fl_vec) { 0 }; }

FL_INLINE fl_mask fl_splat_mask (_Bool x) { return (fl_mask) { 0 } - (int32_t) x; }

FL_INLINE fl_vec fl_select (fl_mask where, fl_vec a, fl_vec b) { return (fl_vec) (((fl_mask) a & where) | ((fl_mask) b & ~where)); }

FL_INLINE fl_vec fl_ones (fl_mask where) { return (fl_vec) (where & (fl_mask) fl_splat (1.0f)); }

/* A number a lane: first, first + step, first + 2 * step, ... */
FL_INLINE fl_mask fl_count_from (int64_t first, int32_t step)
{
#if FL_LANES == 16
  const fl_mask lane = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
#elif FL_LANES == 8
  const fl_mask lane = { 0, 1, 2, 3, 4, 5, 6, 7 };
#else
  const fl_mask lane = { 0, 1, 2, 3 };
#endif
  return lane * step + (int32_t) first;
}

/* The first n lanes; the others are something else. */
FL_INLINE fl_vec fl_first (fl_vec x, int64_t n, float others)
{
  return fl_select (fl_count_from (0, 1) < fl_count_from (n, 0), x, fl_splat (others));
}
