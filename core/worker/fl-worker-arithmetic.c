/* How long the functions that kernels call take by themselves: on floats that lie in the L1 cache, by all threads at
 * once, in the same minute as the kernels. Memory cannot be what they wait for, so this is what a kernel's arithmetic
 * takes at least. */
#include "fl-worker-private.h"

#include <dlfcn.h>
#include <string.h>

enum
{
  N_FLOATS = 2048, /* three arrays of them stay in the smallest L1 cache */
  MIN_SAMPLE_NS = 100000,
  MAX_CALLS = 256
};

typedef struct
{
  FlKernelFunc func;
  float *memory; /* three arrays a thread */
  gint64 repeats;
} Timing;

static void
call_part (gpointer data, gint64 begin, gint64 end)
{
  const Timing *timing = data;
  for (gint64 thread = begin; thread < end; thread++)
    {
      float *mine = timing->memory + 3 * N_FLOATS * thread;
      void *buffers[] = { mine, mine + N_FLOATS, mine + 2 * N_FLOATS };
      for (gint64 r = 0; r < timing->repeats; r++)
        timing->func (buffers, NULL, 0, N_FLOATS);
    }
}

/* x from 0 to 4, y from -1.5 to 2.5: no function leaves its usual way there. */
static float *
make_memory (guint n_threads)
{
  float *memory = g_aligned_alloc (3 * N_FLOATS * n_threads, sizeof *memory, 4096);
  for (guint t = 0; t < n_threads; t++)
    for (guint i = 0; i < N_FLOATS; i++)
      {
        memory[(3 * t + 0) * N_FLOATS + i] = 0;
        memory[(3 * t + 1) * N_FLOATS + i] = (i * 7919 % N_FLOATS + 1) * (4.0f / N_FLOATS);
        memory[(3 * t + 2) * N_FLOATS + i] = i * 104729 % N_FLOATS * (4.0f / N_FLOATS) - 1.5f;
      }
  return memory;
}

static gint64
time_once (FlWorker *worker, Timing *timing, guint n_threads)
{
  gint64 begin = fl_now_ns ();
  fl_thread_pool_run (worker->pool, call_part, timing, n_threads);
  return MAX (fl_now_ns () - begin, 1);
}

static void
time_function (FlWorker *worker, Timing *timing, guint n_samples, cJSON *lists)
{
  guint n_threads = fl_thread_pool_get_n_threads (worker->pool);
  cJSON *samples = cJSON_CreateArray ();
  timing->repeats = 8;
  time_once (worker, timing, n_threads);
  timing->repeats = CLAMP (8 * MIN_SAMPLE_NS / time_once (worker, timing, n_threads), 1, 1 << 16);
  for (guint s = 0; s < n_samples; s++)
    cJSON_AddItemToArray (samples, cJSON_CreateNumber ((double) time_once (worker, timing, n_threads) / timing->repeats
                                                       / N_FLOATS));
  cJSON_AddItemToArray (lists, samples);
}

/* Loaded once for as many rounds as ask for the same functions. */
static gpointer
load (FlWorker *worker, const char *source, const char *folder)
{
  if (g_strcmp0 (worker->functions_source, source) == 0)
    return worker->functions;
  fl_worker_forget_functions (worker);
  worker->functions = fl_worker_load (worker, "functions", source, folder);
  worker->functions_source = g_strdup (source);
  return worker->functions;
}

void
fl_worker_forget_functions (FlWorker *worker)
{
  g_clear_pointer (&worker->functions, dlclose);
  g_clear_pointer (&worker->functions_source, g_free);
}

void
fl_worker_time_functions (FlWorker *worker, const cJSON *asked, guint n_samples, cJSON *answer)
{
  const char *source = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (asked, "source"));
  const cJSON *n = cJSON_GetObjectItemCaseSensitive (asked, "n");
  guint n_calls = cJSON_IsNumber (n) ? CLAMP (n->valuedouble, 0, MAX_CALLS) : 0;
  gpointer handle
      = source != NULL && n_calls > 0
            ? load (worker, source, cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (asked, "cache")))
            : NULL;
  if (handle == NULL)
    return;
  worker->control->is_library = FALSE;
  g_strlcpy (worker->control->kernel, "functions", sizeof worker->control->kernel);
  Timing timing = { NULL, make_memory (fl_thread_pool_get_n_threads (worker->pool)), 0 };
  cJSON *lists = cJSON_AddArrayToObject (answer, "functions");
  fl_thread_pool_begin (worker->pool);
  for (guint i = 0; i < n_calls; i++)
    {
      char name[32];
      g_snprintf (name, sizeof name, "fl_call_%u", i);
      *(gpointer *) &timing.func = dlsym (handle, name);
      if (timing.func == NULL)
        break;
      time_function (worker, &timing, n_samples, lists);
    }
  fl_thread_pool_end (worker->pool);
  worker->control->kernel[0] = '\0';
  g_aligned_free (timing.memory);
}
