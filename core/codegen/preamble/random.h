/* Random numbers in vectors: the same words as the scalar generator's, which core/base/fl-random.h has, too. */
#pragma once

#include "types.h"
#include "vector.h"
#include "exp.h"
#include "wide.h"
#include "float-math.h"
#include "angle.h"

typedef uint64_t fl_u64 __attribute__ ((vector_size (4 * FL_LANES), may_alias));

/* Of the lower halves of lanes of 64 bits: x * factor, 64 bits of it. */
FL_INLINE fl_mask fl_product_u32 (fl_mask x, uint32_t factor)
{
  const fl_mask y = (int32_t) factor - (fl_mask) { 0 };
#if FL_X86 == 512 && defined __clang__
  return (fl_mask) __builtin_ia32_pmuludq512 (x, y);
#elif FL_X86 == 512
  return (fl_mask) __builtin_ia32_pmuludq512_mask (x, y, (fl_long_long) { 0 }, -1);
#elif FL_X86 == 256
  return (fl_mask) __builtin_ia32_pmuludq256 (x, y);
#elif FL_X86 == 128
  return (fl_mask) __builtin_ia32_pmuludq128 (x, y);
#else
  return (fl_mask) (((fl_u64) x & 0xFFFFFFFFu) * factor);
#endif
}

/* Philox 4x32-10 with key = seed and counter = offset, in the lower halves of lanes of 64 bits; their upper halves are anything. */
FL_INLINE void fl_philox_lower (uint64_t seed, fl_mask offset, fl_mask words[2])
{
  fl_mask c0 = offset, c1 = offset >> 31, c2 = { 0 }, c3 = { 0 };
  uint32_t k0 = (uint32_t) seed, k1 = (uint32_t) (seed >> 32);
  for (int round = 0; round < 10; round++)
    {
      const fl_mask a = fl_product_u32 (c0, 0xD2511F53u), b = fl_product_u32 (c2, 0xCD9E8D57u);
      c0 = (fl_mask) ((fl_u64) b >> 32) ^ c1 ^ (int32_t) k0;
      c1 = b;
      c2 = (fl_mask) ((fl_u64) a >> 32) ^ c3 ^ (int32_t) k1;
      c3 = a;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
  words[0] = c0;
  words[1] = c1;
}

/* The first two words of each lane's offset, without their sign bits. */
FL_INLINE void fl_philox_vec (int64_t seed, fl_mask offset, fl_mask words[2])
{
  fl_mask even[2], odd[2];
  fl_philox_lower (seed, offset, even);
  fl_philox_lower (seed, (fl_mask) ((fl_u64) offset >> 32), odd);
  for (int i = 0; i < 2; i++)
    words[i] = (fl_mask) (((fl_u64) even[i] & 0x7FFFFFFF) | ((fl_u64) odd[i] & 0x7FFFFFFF) << 32);
}

FL_INLINE fl_vec fl_rand_vec (int64_t seed, fl_mask offset)
{
  fl_mask words[2];
  fl_philox_vec (seed, offset, words);
  return __builtin_convertvector (words[0], fl_vec) * 4.6566127342e-10f;
}

/* The number, rounded: the compiler does not make one operation of the product that it is and of the sum that it becomes part of. */
FL_INLINE fl_vec fl_alone_vec (fl_vec x)
{
#if FL_X86
  __asm__ ("" : "+v" (x));
#elif defined __aarch64__
  __asm__ ("" : "+w" (x));
#endif
  return x;
}

FL_INLINE fl_vec fl_normal_vec (int64_t seed, fl_mask offset)
{
  fl_mask words[2];
  fl_philox_vec (seed, offset, words);
  const fl_vec u1 = 1.0f - fl_alone_vec (__builtin_convertvector (words[0], fl_vec) * 4.6566127342e-10f);
  const fl_vec u2 = 1.0f - fl_alone_vec (__builtin_convertvector (words[1], fl_vec) * 4.6566127342e-10f);
  return fl_sqrt_vec (-2.0f * fl_log_vec (u1)) * fl_cos_vec (6.2831853f * u2);
}
