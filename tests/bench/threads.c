/* What starting and ending a job on all threads takes, and from which size on a second thread pays. See README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "fl-thread-pool.h"

enum
{
  N_SAMPLES = 25,
  N_CALLS = 50,
  MAX_ELEMENTS = 1 << 20,
  ASLEEP_US = 3000
};

typedef struct
{
  const float *a, *b;
  float *sum;
} Addition;

static gint64
get_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static void
do_nothing (gpointer data, gint64 begin, gint64 end)
{
}

static void
add (gpointer data, gint64 begin, gint64 end)
{
  const Addition *self = data;
  const float *restrict a = self->a, *restrict b = self->b;
  float *restrict sum = self->sum;

  for (gint64 i = begin; i < end; i++)
    sum[i] = a[i] + b[i] > 0 ? a[i] + b[i] : 0;
}

static int
compare (const void *x, const void *y)
{
  double a = *(const double *) x, b = *(const double *) y;

  return (a > b) - (a < b);
}

static long
count_preemptions (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

/* One call in nanoseconds, of many in a row; or of single ones, each after a rest. */
static double
time_calls (FlThreadPool *pool, guint n_threads, FlPoolFunc func, gpointer data, gint64 extent, guint n_calls)
{
  gint64 begin;

  if (n_calls == 1)
    g_usleep (ASLEEP_US);
  begin = get_ns ();
  for (guint i = 0; i < n_calls; i++)
    fl_thread_pool_run_steps (pool, n_threads, func, data, extent, 64);
  return (double) (get_ns () - begin) / n_calls;
}

/* Medians of one and of all threads, in interleaved rounds; samples that the scheduler disturbed are taken again, as
 * long as that helps. */
static void
measure (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, guint n_calls, double *one, double *all)
{
  double samples[2][N_SAMPLES];
  guint n = 0, n_tries = 0;

  while (n < N_SAMPLES)
    {
      long before = count_preemptions ();

      samples[0][n] = time_calls (pool, 1, func, data, extent, n_calls);
      samples[1][n] = time_calls (pool, G_MAXUINT, func, data, extent, n_calls);
      n += count_preemptions () == before || ++n_tries > 4 * N_SAMPLES;
    }
  for (guint i = 0; i < 2; i++)
    qsort (samples[i], N_SAMPLES, sizeof (double), compare);
  *one = samples[0][N_SAMPLES / 2];
  *all = samples[1][N_SAMPLES / 2];
}

int
main (int argc, char *argv[])
{
  FlThreadPool *pool = fl_thread_pool_new (argc > 1 ? atoi (argv[1]) : 0);
  Addition addition
      = { g_aligned_alloc0 (MAX_ELEMENTS, sizeof (float), 4096), g_aligned_alloc0 (MAX_ELEMENTS, sizeof (float), 4096),
          g_aligned_alloc0 (MAX_ELEMENTS, sizeof (float), 4096) };
  double one, all;

  setvbuf (stdout, NULL, _IOLBF, 0);
  printf ("%u threads; medians of %d samples, in interleaved rounds\n", fl_thread_pool_get_n_threads (pool), N_SAMPLES);
  measure (pool, do_nothing, NULL, 1 << 20, 1, &one, &all);
  printf ("nothing, threads asleep       %10.2f us\n", all / 1e3);
  fl_thread_pool_begin (pool);
  measure (pool, do_nothing, NULL, 1 << 20, N_CALLS, &one, &all);
  printf ("nothing, while a program runs %10.2f us\n", all / 1e3);
  printf ("\nrelu (a + b)      bytes    1 thread         all\n");
  for (gint64 n = 1 << 10; n <= MAX_ELEMENTS; n *= 2)
    {
      measure (pool, add, &addition, n, N_CALLS, &one, &all);
      printf ("%12" G_GINT64_FORMAT " %10" G_GINT64_FORMAT " %8.2f us %8.2f us  x %.2f\n", n, 12 * n, one / 1e3,
              all / 1e3, one / all);
    }
  fl_thread_pool_end (pool);
  fl_thread_pool_free (pool);
  g_aligned_free ((gpointer) addition.a);
  g_aligned_free ((gpointer) addition.b);
  g_aligned_free (addition.sum);
  return 0;
}
