/* A fork-join pool with a generation counter. While a program runs, waiting is spinning, since a wake-up through the
 * kernel costs tens of microseconds, more than many kernels take; before and after, and when nothing comes for long, it
 * is a futex.
 *
 * A generation's word holds a count and, in its low bits, how many members have a part. Those with a part are waited
 * for, so what they read of the job is theirs; the others only take note of the word. */
#include "fl-thread-pool.h"

#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  MAX_THREADS = 256,
  COUNT_SHIFT = 9, /* members of a generation are in the bits below */
  N_SPINS = 20000, /* about half a millisecond of pause instructions */
  N_IDLE_SPINS = 2000,
  N_LONG_SPINS = 2000000 /* of a running program; a kernel of one thread or a library has the machine for itself */
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
  guint n_active;
  const FlPoolJob *jobs;
  guint n_jobs;
  gboolean is_closing;
  _Alignas(64) atomic_uint generation;
  _Alignas(64) atomic_uint n_pending;
  _Alignas(64) atomic_uint n_arrived; /* at meetings of the present jobs, all together */
  _Alignas(64) atomic_uint n_asleep;
  _Alignas(64) atomic_uint is_running;
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
do_share (const FlPoolJob *job, guint position, guint n_active)
{
  gint64 n_steps = (job->extent + job->step - 1) / job->step;
  gint64 begin = n_steps * position / n_active * job->step;
  gint64 end = MIN (n_steps * (position + 1) / n_active * job->step, job->extent);
  if (begin < end || n_active == 1)
    job->func (job->data, begin, end);
}

/* One turn of waiting. On a machine that others use too, the last member may not be running: its
 * processor is given away now and then. */
static inline void
spin (guint i)
{
  relax ();
  if (i % N_SPINS == 0)
    sched_yield ();
}

static void
meet (FlThreadPool *pool, guint n_meetings)
{
  atomic_fetch_add_explicit (&pool->n_arrived, 1, memory_order_acq_rel);
  for (guint i = 1; atomic_load_explicit (&pool->n_arrived, memory_order_acquire) < n_meetings * pool->n_active; i++)
    spin (i);
}

static void
do_jobs (FlThreadPool *pool, guint position)
{
  guint n_meetings = 0;
  for (guint i = 0; i < pool->n_jobs; i++)
    {
      const FlPoolJob *job = &pool->jobs[i];
      const guint n_active = pool->n_jobs == 1
                                 ? pool->n_active
                                 : fl_thread_pool_count_active (pool, job->n_threads, job->extent, job->step);
      if (job->waits)
        meet (pool, ++n_meetings);
      if (position < n_active)
        do_share (job, position, n_active);
    }
}

static unsigned
wait_for_generation (FlThreadPool *pool, unsigned last)
{
  unsigned word;
  for (guint i = 0; i < N_LONG_SPINS; i++)
    {
      word = atomic_load_explicit (&pool->generation, memory_order_acquire);
      if (word != last)
        return word;
      if (i > N_IDLE_SPINS && !atomic_load_explicit (&pool->is_running, memory_order_relaxed))
        break;
      relax ();
    }
  atomic_fetch_add (&pool->n_asleep, 1);
  while ((word = atomic_load (&pool->generation)) == last)
    syscall (SYS_futex, &pool->generation, FUTEX_WAIT_PRIVATE, last, NULL, NULL, 0);
  atomic_fetch_sub (&pool->n_asleep, 1);
  return word;
}

static gpointer
run_member (gpointer data)
{
  Member *member = data;
  FlThreadPool *pool = member->pool;
  pin_to (member->cpu);
  for (unsigned last = 0;;)
    {
      last = wait_for_generation (pool, last);
      if (pool->is_closing)
        return NULL;
      if (member->position >= (last & ((1 << COUNT_SHIFT) - 1)))
        continue;
      do_jobs (pool, member->position);
      atomic_fetch_sub_explicit (&pool->n_pending, 1, memory_order_release);
    }
}

static void
start_generation (FlThreadPool *pool, guint n_active)
{
  unsigned count = atomic_load_explicit (&pool->generation, memory_order_relaxed) >> COUNT_SHIFT;
  atomic_store (&pool->generation, (count + 1) << COUNT_SHIFT | n_active);
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
        pool->members[pool->n_threads] = (Member) { .pool = pool, .position = pool->n_threads, .cpu = cpu };
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
  start_generation (pool, 1);
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
fl_thread_pool_begin (FlThreadPool *pool)
{
  if (pool->n_threads == 1)
    return;
  atomic_store (&pool->is_running, 1);
  if (atomic_load (&pool->n_asleep) > 0)
    start_generation (pool, 1); /* nobody has a part, but all are awake */
}

void
fl_thread_pool_end (FlThreadPool *pool)
{
  atomic_store (&pool->is_running, 0);
}

void
fl_thread_pool_run (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent)
{
  fl_thread_pool_run_steps (pool, pool->n_threads, func, data, extent, 1);
}

static void
wait_for_members (FlThreadPool *pool)
{
  for (guint i = 1; atomic_load_explicit (&pool->n_pending, memory_order_acquire) > 0; i++)
    spin (i);
}

void
fl_thread_pool_run_steps (FlThreadPool *pool, guint n_threads, FlPoolFunc func, gpointer data, gint64 extent,
                          gint64 step)
{
  const FlPoolJob job = { .func = func, .data = data, .extent = extent, .step = step, .n_threads = n_threads };
  fl_thread_pool_run_jobs (pool, &job, 1);
}

guint
fl_thread_pool_count_active (const FlThreadPool *pool, guint n_threads, gint64 extent, gint64 step)
{
  return MAX (MIN (MIN (n_threads, pool->n_threads), (extent + step - 1) / step), 1);
}

void
fl_thread_pool_run_jobs (FlThreadPool *pool, const FlPoolJob *jobs, guint n_jobs)
{
  guint n_active = 1;
  for (guint i = 0; i < n_jobs; i++)
    n_active = MAX (n_active, fl_thread_pool_count_active (pool, jobs[i].n_threads, jobs[i].extent, jobs[i].step));
  for (guint i = 0; n_active < 2 && i < n_jobs; i++)
    do_share (&jobs[i], 0, 1);
  if (n_active < 2)
    return;
  pool->jobs = jobs;
  pool->n_jobs = n_jobs;
  pool->n_active = n_active;
  atomic_store_explicit (&pool->n_arrived, 0, memory_order_relaxed); /* the generation's store orders both */
  atomic_store_explicit (&pool->n_pending, n_active - 1, memory_order_relaxed);
  start_generation (pool, n_active);
  do_jobs (pool, 0);
  wait_for_members (pool);
}
