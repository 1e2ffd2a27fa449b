/* Random numbers as functions of (seed, offset): equal arguments give equal numbers on every machine and in every
 * order, so that a fused kernel, an unfused one and the reference interpreter agree. The generator is Philox 4x32-10
 * (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; SC 2011): key = the seed's two halves,
 * counter = the offset. What is made of its words is what TorchInductor's CPU kernels make of them. core/codegen writes
 * the same functions into the preamble of generated source; a test holds the two together. */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

static inline void
fl_random_philox (guint64 seed, guint64 offset, guint32 words[4])
{
  guint32 c0 = (guint32) offset, c1 = (guint32) (offset >> 32), c2 = 0, c3 = 0;
  guint32 k0 = (guint32) seed, k1 = (guint32) (seed >> 32);

  for (guint round = 0; round < 10; round++)
    {
      guint64 a = (guint64) 0xD2511F53u * c0, b = (guint64) 0xCD9E8D57u * c2;

      c0 = (guint32) (b >> 32) ^ c1 ^ k0;
      c1 = (guint32) b;
      c2 = (guint32) (a >> 32) ^ c3 ^ k1;
      c3 = (guint32) a;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
  words[0] = c0;
  words[1] = c1;
  words[2] = c2;
  words[3] = c3;
}

/* 31 bits of a word as a number in [0, 1); the factor is the float just below 2^-31. */
static inline float
fl_random_to_uniform (guint32 word)
{
  return (float) (word & 0x7FFFFFFFu) * 4.6566127342e-10f;
}

/* ops.rand: uniform in [0, 1). */
static inline float
fl_random_uniform (gint64 seed, gint64 offset)
{
  guint32 words[4];

  fl_random_philox ((guint64) seed, (guint64) offset, words);
  return fl_random_to_uniform (words[0]);
}

/* ops.randn: standard normal, by Box and Muller. */
static inline float
fl_random_normal (gint64 seed, gint64 offset)
{
  guint32 words[4];
  float u1, u2;

  fl_random_philox ((guint64) seed, (guint64) offset, words);
  u1 = 1.0f - fl_random_to_uniform (words[0]);
  u2 = 1.0f - fl_random_to_uniform (words[1]);
  return sqrtf (-2.0f * logf (u1)) * cosf (6.2831853f * u2);
}

/* ops.randint64: low + 64 random bits modulo (high - low); low when the range is empty. */
static inline gint64
fl_random_integer (gint64 seed, gint64 offset, gint64 low, gint64 high)
{
  guint64 range = (guint64) high - (guint64) low;
  guint32 words[4];

  fl_random_philox ((guint64) seed, (guint64) offset, words);
  return range == 0 ? low : (gint64) ((((guint64) words[1] << 32) | words[0]) % range + (guint64) low);
}

/* The position-th seed of a run: what prims.inductor_seeds yields, and the seed of an operator that was given none. */
static inline gint64
fl_random_make_seed (guint64 run_seed, guint64 position)
{
  guint32 words[4];

  fl_random_philox (run_seed, position ^ G_GUINT64_CONSTANT (0x5EED000000000000), words);
  return (gint64) ((((guint64) words[1] << 32) | words[0]) >> 1);
}

G_END_DECLS
