/* A fork-join pool with a generation counter. Waiting is spinning for about half a millisecond, then a futex: a wake-up
 * through the kernel costs tens of microseconds, more than many kernels take. */
#include "fl-thread-pool.h"

#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  MAX_THREADS = 256,
  N_SPINS = 20000 /* about half a millisecond of pause instructions */
};

typedef struct
{
  FlThreadPool *pool;
  guint position;
  int cpu;
  GThread *thread;
} Member;

struct _FlThreadPool
{
  cpu_set_t allowed; /* before pinning */
  guint n_threads;
  Member members[MAX_THREADS];
  FlPoolFunc func;
  gpointer data;
  gint64 extent;
  gboolean is_closing;
  _Alignas (64) atomic_uint generation;
  _Alignas (64) atomic_uint n_pending;
  _Alignas (64) atomic_uint n_asleep;
};

static void
pin_to (int cpu)
{
  cpu_set_t set;
  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
}

static inline void
relax (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#endif
}

static void
do_part (FlThreadPool *pool, guint position)
{
  gint64 begin = pool->extent * position / pool->n_threads;
  gint64 end = pool->extent * (position + 1) / pool->n_threads;
  if (begin < end)
    pool->func (pool->data, begin, end);
}

static void
wait_for_generation (FlThreadPool *pool, unsigned last)
{
  for (guint i = 0; i < N_SPINS; i++)
    {
      if (atomic_load_explicit (&pool->generation, memory_order_acquire) != last)
        return;
      relax ();
    }
  atomic_fetch_add (&pool->n_asleep, 1);
  while (atomic_load (&pool->generation) == last)
    syscall (SYS_futex, &pool->generation, FUTEX_WAIT_PRIVATE, last, NULL, NULL, 0);
  atomic_fetch_sub (&pool->n_asleep, 1);
}

static gpointer
run_member (gpointer data)
{
  Member *member = data;
  FlThreadPool *pool = member->pool;
  pin_to (member->cpu);
  for (unsigned last = 0;; last++)
    {
      wait_for_generation (pool, last);
      if (pool->is_closing)
        return NULL;
      do_part (pool, member->position);
      atomic_fetch_sub_explicit (&pool->n_pending, 1, memory_order_release);
    }
}

static void
start_generation (FlThreadPool *pool)
{
  atomic_fetch_add (&pool->generation, 1);
  if (atomic_load (&pool->n_asleep) > 0)
    syscall (SYS_futex, &pool->generation, FUTEX_WAKE_PRIVATE, MAX_THREADS, NULL, NULL, 0);
}

FlThreadPool *
fl_thread_pool_new (guint n_threads)
{
  FlThreadPool *pool = g_aligned_alloc0 (1, sizeof *pool, 64);
  if (sched_getaffinity (0, sizeof pool->allowed, &pool->allowed) != 0)
    CPU_ZERO (&pool->allowed);
  guint limit = n_threads == 0 ? MAX_THREADS : MIN (n_threads, MAX_THREADS);
  for (int cpu = 0; cpu < CPU_SETSIZE && pool->n_threads < limit; cpu++)
    if (CPU_ISSET (cpu, &pool->allowed))
      {
        pool->members[pool->n_threads] = (Member){ .pool = pool, .position = pool->n_threads, .cpu = cpu };
        pool->n_threads++;
      }
  if (pool->n_threads == 0)
    pool->n_threads = 1; /* the processors are not known: run on this thread, unpinned */
  else
    pin_to (pool->members[0].cpu);
  for (guint i = 1; i < pool->n_threads; i++)
    pool->members[i].thread = g_thread_new ("kernel", run_member, &pool->members[i]);
  return pool;
}

void
fl_thread_pool_free (FlThreadPool *pool)
{
  if (pool == NULL)
    return;
  pool->is_closing = TRUE;
  start_generation (pool);
  for (guint i = 1; i < pool->n_threads; i++)
    g_thread_join (pool->members[i].thread);
  g_aligned_free (pool);
}

guint
fl_thread_pool_get_n_threads (const FlThreadPool *pool)
{
  return pool->n_threads;
}

void
fl_thread_pool_unpin (const FlThreadPool *pool)
{
  sched_setaffinity (0, sizeof pool->allowed, &pool->allowed);
}

void
fl_thread_pool_run (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent)
{
  if (pool->n_threads == 1 || extent < 2)
    {
      func (data, 0, extent);
      return;
    }
  pool->func = func;
  pool->data = data;
  pool->extent = extent;
  atomic_store (&pool->n_pending, pool->n_threads - 1);
  start_generation (pool);
  do_part (pool, 0);
  /* On a machine that others use too, the last member may not be running: give its processor away now and then. */
  for (guint i = 1; atomic_load_explicit (&pool->n_pending, memory_order_acquire) > 0; i++)
    {
      relax ();
      if (i % N_SPINS == 0)
        sched_yield ();
    }
}
