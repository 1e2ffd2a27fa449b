/* From how many bytes on non-temporal stores are faster, on this machine with these threads: a copy is timed both ways
 * at sizes that double, once where nobody reads the result and once where the next kernel does. A tenth of a second in
 * all. */
#include "fl-cache-sizes.h"
#include "fl-worker-private.h"

#include <math.h>

enum
{
  MIN_BYTES = 2 << 20,
  MAX_BYTES = 32 << 20,
  N_SIZES = 5, /* sizes from MIN_BYTES to MAX_BYTES, each twice the one before */
  N_ROUNDS = 3,
  N_TIMED = 2
};

static const double MIN_GAIN = 0.97;

typedef struct
{
  gint64 plain, non_temporal; /* ns, the shortest */
} Times;

static Times
time_both (FlWorker *worker, gint64 bytes, gboolean is_read)
{
  Times times = { G_MAXINT64, G_MAXINT64 };
  for (guint round = 0; round < (bytes == MAX_BYTES ? N_ROUNDS - 1 : N_ROUNDS);
       round++) /* the largest takes longest and varies least */
    for (guint is_non_temporal = 0; is_non_temporal < 2; is_non_temporal++)
      for (guint i = 0; i <= N_TIMED; i++)
        {
          gint64 ns = fl_worker_time_copy (worker, bytes, is_non_temporal, is_read),
                 *shortest = is_non_temporal ? &times.non_temporal : &times.plain;
          if (i > 0) /* the first finds the caches as the other way left them */
            *shortest = MIN (*shortest, ns);
        }
  return times;
}

/* The size from which on non-temporal stores lose least over all sizes, in logarithms of times: one that something else
 * disturbed does not outvote the others. Where none is, not before the last level is full. */
static gint64
choose_limit (const Times *times, gint64 never)
{
  double least = 0, losses = 0;
  gint64 limit = never;
  for (guint i = N_SIZES; i-- > 0;)
    {
      losses += log ((double) times[i].non_temporal / (MIN_GAIN * MAX (times[i].plain, 1)));
      if (losses < least)
        {
          least = losses;
          limit = (gint64) MIN_BYTES << i;
        }
    }
  return limit;
}

static gint64
find_limit (FlWorker *worker, gboolean is_read, cJSON *rows)
{
  Times times[N_SIZES];
  for (guint i = 0; i < N_SIZES; i++)
    {
      gint64 bytes = (gint64) MIN_BYTES << i;
      cJSON *row = cJSON_CreateObject ();
      times[i] = time_both (worker, bytes, is_read);
      cJSON_AddNumberToObject (row, "bytes", bytes);
      cJSON_AddBoolToObject (row, "read", is_read);
      cJSON_AddNumberToObject (row, "plain_ns", times[i].plain);
      cJSON_AddNumberToObject (row, "non_temporal_ns", times[i].non_temporal);
      cJSON_AddItemToArray (rows, row);
    }
  return choose_limit (times, MAX (2 * MAX_BYTES, fl_cache_get_bytes (3)));
}

gboolean
fl_worker_find_streaming (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  cJSON *rows = cJSON_AddArrayToObject (answer, "rows");
  gint64 begin = fl_now_ns ();
  fl_thread_pool_begin (worker->pool);
  fl_worker_time_copy (worker, MAX_BYTES, FALSE, FALSE); /* makes the memory */
  cJSON_AddNumberToObject (answer, "bytes", find_limit (worker, FALSE, rows));
  cJSON_AddNumberToObject (answer, "read_bytes", find_limit (worker, TRUE, rows));
  fl_thread_pool_end (worker->pool);
  cJSON_AddNumberToObject (answer, "ns", fl_now_ns () - begin);
  return TRUE;
}
