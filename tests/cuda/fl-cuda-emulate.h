/* CUDA for a C++ compiler of the host: the same source as nvcc takes, its threads as fibres, one at
 * a time.
 *
 * Each fibre runs until it meets others (a barrier, a shuffle), and goes on when all that it waits
 * for have come. Warps have an order by chance, and the first one that can go on does: it runs as
 * far ahead of the others as barriers let it, so that a missing one shows. A fibre that waits for
 * ever, for lanes or threads that took another way or are at their end, is an error with its place.
 *
 * Blocks follow each other, those of a cluster run together. Shared memory is static, in a section of
 * its own, which begins with rubbish; of a cluster each block has a copy of the section, which is in
 * its place while the block's fibres run. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __x86_64__
#include <ucontext.h>
#endif

#define __global__
#define __device__
#define __shared__ static __attribute__ ((section ("fl_shared")))
#define __cluster_dims__(...)
#define __forceinline__ inline
#define __restrict__ __restrict
#define __launch_bounds__(...)

/* Where the linker puts shared memory; none: there is none. */
extern "C"
{
  extern char __start_fl_shared[] __attribute__ ((weak, visibility ("hidden")));
  extern char __stop_fl_shared[] __attribute__ ((weak, visibility ("hidden")));
}

namespace emulated
{
enum
{
  LANES = 32,
  MOST_THREADS = 1024, /* of a block */
  MOST_BLOCKS = 8,     /* of a cluster */
  STACK_BYTES = 32 * 1024
};

typedef enum
{
  RUNNING,
  AT_BARRIER, /* of the block */
  AT_WARP,    /* a barrier or shuffle of the lanes */
  AT_CLUSTER, /* until all threads of the cluster have arrived */
  DONE
} State;

/* --- contexts ------------------------------------------------------------ */

#ifdef __x86_64__
/* The stack pointer; registers that a function keeps lie below it. Without ucontext's system calls, of which a block of
 * threads would make thousands. */
typedef void *Context;

__attribute__ ((naked, noinline)) static void
switch_context (Context *from, Context *to)
{
  __asm__ volatile("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
                   "movq %rsp, (%rdi)\n\tmovq (%rsi), %rsp\n\t"
                   "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret");
}

static void
make_context (Context *context, char *stack, size_t bytes, void (*function) (void))
{
  void **top = (void **) (stack + bytes);

  *--top = 0; /* a function begins 8 bytes below a multiple of 16 */
  *--top = (void *) function;
  for (int i = 0; i < 6; i++)
    *--top = 0;
  *context = top;
}
#else
typedef ucontext_t Context;

static void
switch_context (Context *from, Context *to)
{
  swapcontext (from, to);
}

static void
make_context (Context *context, char *stack, size_t bytes, void (*function) (void))
{
  getcontext (context);
  context->uc_stack.ss_sp = stack;
  context->uc_stack.ss_size = bytes;
  context->uc_link = NULL;
  makecontext (context, function, 0);
}
#endif

/* --- threads ------------------------------------------------------------- */

struct Fibre
{
  Context context;
  State state;
  unsigned mask;     /* of the lanes that it waits for */
  uint64_t slot;     /* the value that it hands to them */
  unsigned turn;     /* shuffles done */
  unsigned arrivals; /* at barriers of the cluster */
  uint64_t slots[2]; /* of the last two of them: a lane may be one ahead */
};

struct Index
{
  unsigned x, y, z;
};

static Fibre fibres[MOST_THREADS * MOST_BLOCKS];
static char *stacks;
static unsigned n_stacks;
static Context scheduler;
static unsigned n_threads, n_cluster, n_fibres, now; /* of a block; blocks; of the cluster; the fibre that runs */
static unsigned first_block, block;                  /* of the cluster at hand; whose shared memory is in its place */
static char *copies[MOST_BLOCKS];                    /* of shared memory, of the other blocks */
static uint32_t chance;
static char message[256];
static void (*start) (void);

static unsigned
take_chance (unsigned n)
{
  chance = chance * 1664525u + 1013904223u;
  return (unsigned) ((uint64_t) (chance >> 8) * n >> 24);
}

static void
wait_for (State state, unsigned mask)
{
  Fibre *self = &fibres[now];

  self->state = state;
  self->mask = mask;
  switch_context (&self->context, &scheduler);
}

static void
enter (void)
{
  start ();
  fibres[now].state = DONE;
  switch_context (&fibres[now].context, &scheduler);
}

static size_t
count_shared (void)
{
  return __start_fl_shared != NULL ? (size_t) (__stop_fl_shared - __start_fl_shared) : 0;
}

/* May the fibre go on? Those that it waits for are there. */
static bool
is_met (unsigned thread)
{
  const Fibre *self = &fibres[thread];
  const unsigned first = thread / LANES * LANES, begin = thread / n_threads * n_threads;

  if (self->state == AT_BARRIER)
    {
      for (unsigned i = begin; i < begin + n_threads; i++)
        if (fibres[i].state != AT_BARRIER)
          return false;
      return true;
    }
  if (self->state == AT_CLUSTER)
    {
      for (unsigned i = 0; i < n_fibres; i++)
        if (fibres[i].arrivals < self->arrivals)
          return false;
      return true;
    }
  for (unsigned i = 0; i < LANES && self->state == AT_WARP; i++)
    if ((self->mask >> i & 1)
        && (first + i >= n_fibres || fibres[first + i].state != AT_WARP || fibres[first + i].mask != self->mask))
      return false;
  return self->state == AT_WARP;
}

/* All that met go on together. */
static bool
release (unsigned thread)
{
  const State state = fibres[thread].state;
  const unsigned first = thread / LANES * LANES, mask = fibres[thread].mask, begin = thread / n_threads * n_threads;

  if (!is_met (thread))
    return false;
  for (unsigned i = begin; i < begin + n_threads; i++)
    if (state == AT_BARRIER || (state == AT_WARP && i / LANES * LANES == first && (mask >> (i - first) & 1)))
      fibres[i].state = RUNNING;
  fibres[thread].state = RUNNING;
  return true;
}

static void
shuffle (unsigned *order, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    order[i] = i;
  for (unsigned i = n; i > 1; i--)
    {
      const unsigned other = take_chance (i), kept = order[i - 1];

      order[i - 1] = order[other];
      order[other] = kept;
    }
}

/* Stacks for all fibres, shared memory full of rubbish. */
static void
begin_cluster (void)
{
  if (n_stacks < n_fibres)
    {
      free (stacks);
      stacks = (char *) aligned_alloc (64, (size_t) n_fibres * STACK_BYTES);
      n_stacks = n_fibres;
    }
  for (unsigned i = 0; i < n_fibres; i++)
    {
      make_context (&fibres[i].context, stacks + (size_t) i * STACK_BYTES, STACK_BYTES, enter);
      fibres[i].state = RUNNING;
      fibres[i].turn = 0;
      fibres[i].arrivals = 0;
    }
  if (count_shared () > 0)
    memset (__start_fl_shared, 0xFD, count_shared ());
  for (unsigned i = 0; i < n_cluster && n_cluster > 1 && count_shared () > 0; i++)
    {
      if (copies[i] == NULL)
        copies[i] = (char *) malloc (count_shared ());
      memset (copies[i], 0xFD, count_shared ());
    }
  block = 0;
}

/* The shared memory of the block that runs next comes to its place. */
static void
enter_block (unsigned next)
{
  if (next != block && count_shared () > 0)
    {
      memcpy (copies[block], __start_fl_shared, count_shared ());
      memcpy (__start_fl_shared, copies[next], count_shared ());
    }
  block = next;
}

/* What the fibre that runs next sees: where it is, and its block's shared memory. */
static void settle (void);

/* The lanes of a warp, as far as they come without others. Returns how many are at their end since;
 * -1: none could go on. */
static int
run_warp (unsigned first)
{
  unsigned order[LANES];
  int n_done = 0, n_run = 0;

  shuffle (order, LANES);
  for (unsigned i = 0; i < LANES; i++)
    {
      now = first + order[i];
      if (now >= n_fibres || fibres[now].state == DONE || (fibres[now].state != RUNNING && !release (now)))
        continue;
      n_run++;
      settle ();
      switch_context (&scheduler, &fibres[now].context);
      n_done += fibres[now].state == DONE;
    }
  return n_run ? n_done : -1;
}

/* Threads of one block, or of those of a cluster: the first warp of an order by chance that can go on does so, until it
 * waits for another one. FALSE: some wait for ever. */
static bool
run_cluster (void)
{
  unsigned order[MOST_THREADS * MOST_BLOCKS / LANES], n_done = 0, n_warps = (n_fibres + LANES - 1) / LANES;

  shuffle (order, n_warps);
  begin_cluster ();
  while (n_done < n_fibres)
    {
      int n = -1;

      for (unsigned i = 0; i < n_warps && n < 0; i++)
        n = run_warp (order[i] * LANES);
      if (n < 0)
        {
          unsigned who = 0;

          while (fibres[who].state == DONE)
            who++;
          snprintf (message, sizeof message, "thread %u waits for ever at a %s", who,
                    fibres[who].state == AT_BARRIER   ? "barrier"
                    : fibres[who].state == AT_CLUSTER ? "barrier of its cluster"
                                                      : "shuffle or barrier of its warp");
          return false;
        }
      n_done += n;
    }
  return true;
}
}

static emulated::Index threadIdx, blockIdx, blockDim, gridDim;

static void
emulated::settle (void)
{
  enter_block (now / n_threads);
  blockIdx = { first_block + now / n_threads, 0, 0 };
  threadIdx = { now % n_threads, 0, 0 };
}

/* --- what kernels call --------------------------------------------------- */

static inline void
emulated_meet (emulated::State state, unsigned mask)
{
  const unsigned self = emulated::now;

  emulated::wait_for (state, mask);
  emulated::now = self;
}

static inline void
emulated_cluster_arrive (void)
{
  emulated::fibres[emulated::now].arrivals++;
}

static inline void
emulated_cluster_wait (void)
{
  emulated_meet (emulated::AT_CLUSTER, 0);
}

static inline void *
emulated_cluster_map (void *place, int rank)
{
  return (unsigned) rank == emulated::block ? place : emulated::copies[rank] + ((char *) place - __start_fl_shared);
}

static inline void
__syncthreads (void)
{
  emulated_meet (emulated::AT_BARRIER, 0);
}

static inline void
__syncwarp (unsigned mask = 0xFFFFFFFFu)
{
  emulated_meet (emulated::AT_WARP, mask);
}

/* A lane that is one shuffle ahead writes the other slot. */
template <typename T>
static inline T
__shfl_xor_sync (unsigned mask, T value, int distance)
{
  const unsigned self = emulated::now, other = self / 32 * 32 + (self % 32 ^ distance);
  emulated::Fibre *fibre = &emulated::fibres[self];
  const unsigned turn = fibre->turn++ % 2;
  T result;

  static_assert (sizeof (T) <= sizeof fibre->slots[0], "a shuffle of more than 8 bytes");
  memcpy (&fibre->slots[turn], &value, sizeof value);
  emulated_meet (emulated::AT_WARP, mask);
  memcpy (&result, &emulated::fibres[other].slots[turn], sizeof result);
  return result;
}

template <typename T>
static inline T
atomicAdd (T *place, T value)
{
  const T before = *place;

  *place += value;
  return before;
}

static inline uint32_t
atomicCAS (uint32_t *place, uint32_t assumed, uint32_t value)
{
  const uint32_t before = *place;

  if (before == assumed)
    *place = value;
  return before;
}

/* Newton's steps from a rough start. */
static inline double
erfinv (double x)
{
  const double w = -log ((1 - x) * (1 + x)), s = sqrt (w);
  double y = w < 5 ? x * (1.50140941 + (w - 2.5) * (0.246640727 + (w - 2.5) * -0.00417768164))
                   : x * (2.83297682 + (s - 3) * (1.00167406 + (s - 3) * 0.00943887047));

  if (!(x > -1 && x < 1))
    return x == 1 ? INFINITY : x == -1 ? -INFINITY : NAN;
  for (int i = 0; i < 4; i++)
    y -= (erf (y) - x) * 0.886226925452758 * exp (y * y);
  return y;
}

/* --- starting kernels ---------------------------------------------------- */

/* Blocks, or clusters of them, follow each other in an order made of the seed, too. NULL: all went well; else what was
 * wrong. */
template <typename Body>
static const char *
emulate (unsigned n_blocks, unsigned n_threads, uint32_t seed, Body body, unsigned n_cluster = 1)
{
  static Body *current;
  const unsigned n = n_blocks / n_cluster;

  current = &body;
  emulated::chance = seed;
  emulated::n_threads = n_threads;
  emulated::n_cluster = n_cluster;
  emulated::n_fibres = n_threads * n_cluster;
  blockDim = { n_threads, 1, 1 };
  gridDim = { n_blocks, 1, 1 };
  emulated::start = [] { (*current) (); };
  if (n_threads > emulated::MOST_THREADS)
    return "a block has more than 1024 threads";
  if (n_cluster > emulated::MOST_BLOCKS || n_blocks % n_cluster != 0)
    return "clusters of more than 8 blocks, or a grid that they do not divide";
  for (unsigned i = 0; i < n; i++)
    {
      emulated::first_block = (seed % 2 ? n - 1 - i : i) * n_cluster;
      if (!emulated::run_cluster ())
        return emulated::message;
    }
  return NULL;
}

/* What goes wrong ends the process. */
template <typename Body>
static void
emulate_or_stop (int64_t n_blocks, unsigned n_threads, uint32_t seed, Body body, unsigned n_cluster = 1)
{
  const char *wrong = emulate ((unsigned) n_blocks, n_threads, seed, body, n_cluster);

  if (!wrong)
    return;
  fprintf (stderr, "%s\n", wrong);
  abort ();
}
