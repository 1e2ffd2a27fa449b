/* Adding to elements of 8 and 16 bits that other threads add to, too: the word of 32 bits around one is exchanged as long as somebody else
 * changed it meanwhile. */
#pragma once

#include "types.h"
#include "scalar-narrow.h"

/* Where the element lies in its word. */
template <typename T> FL_INLINE int fl_shift_in_word (const T *place) { return (int) ((uint64_t) place & 3) * 8; }

template <typename T> FL_INLINE uint32_t *fl_get_word (T *place) { return (uint32_t *) ((uint64_t) place & ~(uint64_t) 3); }

FL_INLINE void fl_atomic_add_f16 (uint16_t *place, float x)
{
  uint32_t *word = fl_get_word (place), before = *word, assumed;
  const int shift = fl_shift_in_word (place);
  do
    {
      const uint32_t now = fl_to_f16 (fl_from_f16 ((uint16_t) (before >> shift)) + x);
      assumed = before;
      before = atomicCAS (word, assumed, (assumed & ~(0xFFFFu << shift)) | now << shift);
    }
  while (before != assumed);
}

FL_INLINE void fl_atomic_add_bf16 (uint16_t *place, float x)
{
  uint32_t *word = fl_get_word (place), before = *word, assumed;
  const int shift = fl_shift_in_word (place);
  do
    {
      const uint32_t now = fl_to_bf16 (fl_from_bf16 ((uint16_t) (before >> shift)) + x);
      assumed = before;
      before = atomicCAS (word, assumed, (assumed & ~(0xFFFFu << shift)) | now << shift);
    }
  while (before != assumed);
}

/* Integers, which wrap around. */
template <typename T> FL_INLINE void fl_atomic_add_small (T *place, T x)
{
  const uint32_t mask = (1u << (8 * sizeof (T))) - 1;
  const int shift = fl_shift_in_word (place);
  uint32_t *word = fl_get_word (place), before = *word, assumed;
  do
    {
      const uint32_t now = ((before >> shift) + (uint32_t) x) & mask;
      assumed = before;
      before = atomicCAS (word, assumed, (assumed & ~(mask << shift)) | now << shift);
    }
  while (before != assumed);
}

/* Truth values: one is set where either is. */
FL_INLINE void fl_atomic_or (uint8_t *place, bool x)
{
  if (x)
    *place = 1;
}
