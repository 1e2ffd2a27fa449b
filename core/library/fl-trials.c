/* Trials are rounds of samples, each way once a round. */
#include "fl-trials.h"
#include "fl-machine.h"

#include <stdlib.h>
#include <sys/resource.h>

enum
{
  LEAST_ROUNDS = 3,
  ROUNDS = 9,
  MOST_ROUNDS = 25,     /* where two are close */
  ROUNDS_NS = 20000000, /* more than the least only where they are short */
  MOST_NS = 60000000,
  WARM_NS = 1000000, /* a shorter sample may have had operands in a cache, which another way was given meanwhile */
  MAX_RETRIES = 2
};

static const double CLOSE = 1.05, FAR = 1.3;

typedef struct
{
  FlTrialFunc run;
  gpointer data;
  FlThreadPool *pool;
  guint n_samples, n_disturbed;
  gint64 samples[FL_CHOICE_WAYS][MOST_ROUNDS];
} Trials;

static glong
count_preemptions (void)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

static gint64
take_sample (Trials *self, guint way)
{
  gint64 ns = 0;

  for (guint i = 0; i <= MAX_RETRIES; i++)
    {
      const glong before = count_preemptions ();
      const gint64 begin = fl_now_ns ();
      self->run (self->data, way, self->pool);
      const gint64 elapsed = fl_now_ns () - begin;
      ns = i == 0 ? elapsed : MIN (ns, elapsed);
      self->n_samples++;
      if (count_preemptions () == before)
        break;
      self->n_disturbed++;
    }
  return ns;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static gint64
get_quartile (const gint64 *samples, guint n)
{
  gint64 sorted[MOST_ROUNDS];

  for (guint i = 0; i < n; i++)
    sorted[i] = samples[i];
  qsort (sorted, n, sizeof *sorted, compare_times);
  return sorted[n / 4];
}

/* Ways that cannot win any more leave the trials. TRUE: two that are left are close. */
static gboolean
compare_ways (const Trials *self, guint n_rounds, guint n_ways, gboolean *is_in, gint64 *ns, guint *best)
{
  gboolean is_close = FALSE;

  for (guint way = 0; way < n_ways; way++)
    if (is_in[way])
      ns[way] = get_quartile (self->samples[way], n_rounds);
  for (guint way = 0; way < n_ways; way++)
    if (is_in[way] && (!is_in[*best] || ns[way] < ns[*best]))
      *best = way;
  for (guint way = 0; way < n_ways; way++)
    {
      is_close |= is_in[way] && way != *best && ns[way] < CLOSE * ns[*best];
      is_in[way] = is_in[way] && ns[way] <= FAR * ns[*best];
    }
  return is_close;
}

gboolean
fl_trials_run (FlTrialFunc run, gpointer data, FlThreadPool *pool, const gboolean *can, guint n_ways, gint64 *ns,
               guint *best)
{
  Trials self = { .run = run, .data = data, .pool = pool };
  gboolean is_in[FL_CHOICE_WAYS] = { FALSE }, is_close = TRUE;
  gint64 begin;

  g_assert (n_ways <= FL_CHOICE_WAYS);
  for (guint way = 0; way < n_ways; way++)
    {
      ns[way] = 0;
      is_in[way] = can[way];
      if (can[way]) /* the first call of each packs, takes memory and fills caches */
        run (data, way, pool);
    }
  begin = fl_now_ns ();
  for (guint n = 0; n < MOST_ROUNDS; n++)
    {
      const gint64 elapsed = fl_now_ns () - begin;
      const gboolean goes_on
          = n < LEAST_ROUNDS
            || (n < ROUNDS ? elapsed < ROUNDS_NS || (is_close && elapsed < MOST_NS) : is_close && elapsed < MOST_NS);
      if (!goes_on)
        break;
      for (guint i = 0; i < n_ways; i++)
        {
          const guint way = n % 2 == 0 ? i : n_ways - 1 - i;
          if (is_in[way] && n > 0 && self.samples[way][n - 1] < WARM_NS)
            run (data, way, pool);
          if (is_in[way])
            self.samples[way][n] = take_sample (&self, way);
        }
      if (n + 1 >= LEAST_ROUNDS)
        is_close = compare_ways (&self, n + 1, n_ways, is_in, ns, best);
    }
  return 2 * self.n_disturbed <= self.n_samples;
}
