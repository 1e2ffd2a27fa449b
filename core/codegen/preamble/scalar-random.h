/* Random numbers, one at a time: core/base/fl-random.h has the same functions. */
#pragma once

#include "types.h"

/* Philox 4x32-10: key = seed, counter = offset. */
FL_INLINE void fl_philox (uint64_t seed, uint64_t offset, uint32_t words[4])
{
  uint32_t c0 = (uint32_t) offset, c1 = (uint32_t) (offset >> 32), c2 = 0, c3 = 0;
  uint32_t k0 = (uint32_t) seed, k1 = (uint32_t) (seed >> 32);
  for (int round = 0; round < 10; round++)
    {
      const uint64_t a = (uint64_t) 0xD2511F53u * c0, b = (uint64_t) 0xCD9E8D57u * c2;
      c0 = (uint32_t) (b >> 32) ^ c1 ^ k0;
      c1 = (uint32_t) b;
      c2 = (uint32_t) (a >> 32) ^ c3 ^ k1;
      c3 = (uint32_t) a;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
  words[0] = c0; words[1] = c1; words[2] = c2; words[3] = c3;
}

FL_INLINE float fl_rand (int64_t seed, int64_t offset)
{
  uint32_t words[4];
  fl_philox (seed, offset, words);
  return (float) (words[0] & 0x7FFFFFFFu) * 4.6566127342e-10f;
}

FL_INLINE float fl_normal (int64_t seed, int64_t offset)
{
  uint32_t words[4];
  fl_philox (seed, offset, words);
  volatile float u1 = (float) (words[0] & 0x7FFFFFFFu) * 4.6566127342e-10f; /* rounded before it is subtracted */
  volatile float u2 = (float) (words[1] & 0x7FFFFFFFu) * 4.6566127342e-10f;
  return __builtin_sqrtf (-2.0f * __builtin_logf (1.0f - u1)) * __builtin_cosf (6.2831853f * (1.0f - u2));
}

FL_INLINE int64_t fl_randint (int64_t seed, int64_t offset, int64_t low, int64_t high)
{
  const uint64_t range = (uint64_t) high - (uint64_t) low;
  uint32_t words[4];
  fl_philox (seed, offset, words);
  return range == 0 ? low : (int64_t) (((uint64_t) words[1] << 32 | words[0]) % range + (uint64_t) low);
}
