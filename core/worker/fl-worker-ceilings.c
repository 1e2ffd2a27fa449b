/* What the machine can do at most, measured beside the kernels that are compared with it: STREAM loops that read, copy,
 * add and fill at given sizes, with ordinary and non-temporal stores, and peak FMA throughput.
 *
 * Each stream is written three times, for vectors of 64, 32 and 16 bytes; the widest that the processor has runs.
 * Memory is filled with mixed bits: some machines store zeroes faster than anything else. */
#include "fl-cache-sizes.h"
#include "fl-worker-private.h"

#if defined __x86_64__
#include <immintrin.h>
#endif
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum
{
  MIN_SAMPLE_NS = 100000,
  MAX_REPEATS = 4096,
  MAX_ROWS = 256,
  NOTHING_STAYS_BYTES = 64 << 20,
  LINE = 64,
  MIN_PARALLEL_BYTES = 64 << 10, /* as for kernels */
  MIN_MEMORY_BYTES = 128 << 20,
  MAX_MEMORY_BYTES = 384 << 20,
  N_FUSED_ROUNDS = 4000,
  N_PINGS = 1000
};

static const gint64 MAX_BYTES = G_GINT64_CONSTANT (1) << 32;

typedef struct
{
  guint8 *to;
  const guint8 *a, *b;
  gint64 begin, end; /* bytes */
} Stream;

typedef void (*StreamFunc) (const Stream *stream);
typedef double (*FusedFunc) (gint64 n_rounds);

/* Keeps a value in a register that the compiler knows nothing about, so that loops stay as they are written. */
#if defined __x86_64__
#define KEEP(value) ({ __asm__ volatile("" : "+v"(value)); })
#else
#define KEEP(value) ({ __asm__ volatile("" : "+w"(value)); })
#endif

#define DEFINE_STREAMS(isa, attributes, width, store_non_temporal)                                                     \
  typedef float Vec_##isa __attribute__ ((vector_size (width), may_alias));                                            \
  attributes static void read_##isa (const Stream *s)                                                                  \
  {                                                                                                                    \
    Vec_##isa x = { 0 }, y = x, z = x, w = x;                                                                          \
    gint64 i = s->begin;                                                                                               \
    for (; i + 4 * width <= s->end; i += 4 * width)                                                                    \
      {                                                                                                                \
        x += *(const Vec_##isa *) (s->a + i);                                                                          \
        y += *(const Vec_##isa *) (s->a + i + width);                                                                  \
        z += *(const Vec_##isa *) (s->a + i + 2 * width);                                                              \
        w += *(const Vec_##isa *) (s->a + i + 3 * width);                                                              \
      }                                                                                                                \
    for (; i < s->end; i += width)                                                                                     \
      x += *(const Vec_##isa *) (s->a + i);                                                                            \
    x += y + z + w;                                                                                                    \
    KEEP (x);                                                                                                          \
  }                                                                                                                    \
  attributes static void copy_##isa (const Stream *s)                                                                  \
  {                                                                                                                    \
    for (gint64 i = s->begin; i < s->end; i += width)                                                                  \
      {                                                                                                                \
        Vec_##isa x = *(const Vec_##isa *) (s->a + i);                                                                 \
        KEEP (x);                                                                                                      \
        *(Vec_##isa *) (s->to + i) = x;                                                                                \
      }                                                                                                                \
  }                                                                                                                    \
  attributes static void add_##isa (const Stream *s)                                                                   \
  {                                                                                                                    \
    for (gint64 i = s->begin; i < s->end; i += width)                                                                  \
      {                                                                                                                \
        Vec_##isa x = *(const Vec_##isa *) (s->a + i) + *(const Vec_##isa *) (s->b + i);                               \
        KEEP (x);                                                                                                      \
        *(Vec_##isa *) (s->to + i) = x;                                                                                \
      }                                                                                                                \
  }                                                                                                                    \
  attributes static void fill_##isa (const Stream *s)                                                                  \
  {                                                                                                                    \
    Vec_##isa x = { 1.7f };                                                                                            \
    for (gint64 i = s->begin; i < s->end; i += width)                                                                  \
      {                                                                                                                \
        KEEP (x);                                                                                                      \
        *(Vec_##isa *) (s->to + i) = x;                                                                                \
      }                                                                                                                \
  }                                                                                                                    \
  attributes static void copy_non_temporal_##isa (const Stream *s)                                                     \
  {                                                                                                                    \
    for (gint64 i = s->begin; i < s->end; i += width)                                                                  \
      store_non_temporal (s->to + i, *(const Vec_##isa *) (s->a + i));                                                 \
  }                                                                                                                    \
  attributes static void add_non_temporal_##isa (const Stream *s)                                                      \
  {                                                                                                                    \
    for (gint64 i = s->begin; i < s->end; i += width)                                                                  \
      store_non_temporal (s->to + i, *(const Vec_##isa *) (s->a + i) + *(const Vec_##isa *) (s->b + i));               \
  }                                                                                                                    \
  attributes static void fill_non_temporal_##isa (const Stream *s)                                                     \
  {                                                                                                                    \
    Vec_##isa x = { 1.7f };                                                                                            \
    for (gint64 i = s->begin; i < s->end; i += width)                                                                  \
      store_non_temporal (s->to + i, x);                                                                               \
  }                                                                                                                    \
  /* Twelve chains: more than any pipeline is long. */                                                                 \
  attributes static double fused_##isa (gint64 n_rounds)                                                               \
  {                                                                                                                    \
    Vec_##isa a = { 0 }, b = a, c = a, d = a, e = a, f = a, g = a, h = a, k = a, l = a, m = a, n = a;                  \
    Vec_##isa factor = { 0.5f }, term = { 1 };                                                                         \
    /* Without this the compiler sees that all chains are equal, and computes one. */                                  \
    KEEP (a), KEEP (b), KEEP (c), KEEP (d), KEEP (e), KEEP (f);                                                        \
    KEEP (g), KEEP (h), KEEP (k), KEEP (l), KEEP (m), KEEP (n);                                                        \
    for (gint64 i = 0; i < n_rounds; i++)                                                                              \
      {                                                                                                                \
        a = a * factor + term, b = b * factor + term, c = c * factor + term, d = d * factor + term;                    \
        e = e * factor + term, f = f * factor + term, g = g * factor + term, h = h * factor + term;                    \
        k = k * factor + term, l = l * factor + term, m = m * factor + term, n = n * factor + term;                    \
        KEEP (a);                                                                                                      \
      }                                                                                                                \
    a += b + c + d + e + f + g + h + k + l + m + n;                                                                    \
    KEEP (a);                                                                                                          \
    return 24.0 * n_rounds * (width / 4);                                                                              \
  }

#if defined __x86_64__
#define STORE_PAST_512(to, x) _mm512_stream_ps ((float *) (to), (__m512) (x))
#define STORE_PAST_256(to, x) _mm256_stream_ps ((float *) (to), (__m256) (x))
#define STORE_PAST_128(to, x) _mm_stream_ps ((float *) (to), (__m128) (x))
DEFINE_STREAMS (z, __attribute__ ((target ("avx512f,fma"))), 64, STORE_PAST_512)
DEFINE_STREAMS (y, __attribute__ ((target ("avx2,fma"))), 32, STORE_PAST_256)
#else
#define STORE_PAST_128(to, x) (*(Vec_x *) (to) = (x))
#endif
DEFINE_STREAMS (x, , 16, STORE_PAST_128)

/* A stream and, where it writes, another with non-temporal stores. */
enum
{
  N_KINDS = 4
};

static const struct
{
  const char *name, *non_temporal;
  guint n_streams;
} kinds[N_KINDS] = {
  { "read", NULL, 1 },
  { "copy", "copy with non-temporal stores", 2 },
  { "add", "add with non-temporal stores", 3 },
  { "fill", "fill with non-temporal stores", 1 },
};

#define FUNCS(isa)                                                                                                     \
  {                                                                                                                    \
    { read_##isa, NULL }, { copy_##isa, copy_non_temporal_##isa }, { add_##isa, add_non_temporal_##isa },              \
    {                                                                                                                  \
      fill_##isa, fill_non_temporal_##isa                                                                              \
    }                                                                                                                  \
  }

/* The widest that the processor has. */
static const StreamFunc (*get_funcs (FusedFunc *fused))[2]
{
  static const StreamFunc narrow[N_KINDS][2] = FUNCS (x);
#if defined __x86_64__
  static const StreamFunc wide[N_KINDS][2] = FUNCS (y), widest[N_KINDS][2] = FUNCS (z);
  if (__builtin_cpu_supports ("avx512f"))
    {
      *fused = fused_z;
      return widest;
    }
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    {
      *fused = fused_y;
      return wide;
    }
#endif
  *fused = fused_x;
  return narrow;
}

/* --- streams ---------------------------------------------------------------------------------- */

typedef struct
{
  StreamFunc func;
  Stream stream;
} Job;

static void
stream_part (gpointer data, gint64 begin, gint64 end)
{
  const Job *job = data;
  Stream part = job->stream;
  part.begin = begin * LINE;
  part.end = end * LINE;
  job->func (&part);
#if defined __x86_64__
  _mm_sfence ();
#endif
}

static void
run_stream (FlWorker *worker, Job *job, gint64 n_lines, gint64 footprint)
{
  if (footprint < MIN_PARALLEL_BYTES)
    stream_part (job, 0, n_lines);
  else
    fl_thread_pool_run (worker->pool, stream_part, job, n_lines);
}

/* One warm run, then samples that are long enough for the clock. Long runs warm nothing. */
static gint64
count_repeats (FlWorker *worker, Job *job, gint64 n_lines, gint64 footprint)
{
  if (footprint > NOTHING_STAYS_BYTES)
    return 1;
  run_stream (worker, job, n_lines, footprint);
  gint64 begin = fl_now_ns ();
  run_stream (worker, job, n_lines, footprint);
  return CLAMP (MIN_SAMPLE_NS / MAX (fl_now_ns () - begin, 1), 1, MAX_REPEATS);
}

static void
time_stream (FlWorker *worker, guint kind, const char *name, StreamFunc func, gint64 bytes, guint n_samples,
             cJSON *rows)
{
  guint8 *memory = worker->streams;
  guint n_streams = kinds[kind].n_streams;
  gint64 n_lines = MAX (bytes / n_streams / LINE, 4), step = (n_lines * LINE + 4095) / 4096 * 4096;
  Job job = { func, { .to = memory, .a = memory + (n_streams > 1) * step, .b = memory + (n_streams - 1) * step } };
  gint64 repeats = count_repeats (worker, &job, n_lines, bytes);
  cJSON *row = cJSON_CreateObject ();
  cJSON_AddStringToObject (row, "kind", name);
  cJSON_AddNumberToObject (row, "bytes", n_lines * LINE * n_streams);
  cJSON *samples = cJSON_AddArrayToObject (row, "ns");
  for (guint s = 0; s < n_samples; s++)
    {
      gint64 begin = fl_now_ns ();
      for (gint64 r = 0; r < repeats; r++)
        run_stream (worker, &job, n_lines, bytes);
      cJSON_AddItemToArray (samples, cJSON_CreateNumber ((double) (fl_now_ns () - begin) / repeats));
    }
  cJSON_AddItemToArray (rows, row);
}

/* Kept for the next time. */
static void
fill_memory (FlWorker *worker, gsize size)
{
  const gsize huge = 2 << 20;
  if (size <= worker->stream_bytes)
    return;
  g_aligned_free (worker->streams);
  guint8 *memory = g_aligned_alloc (1, (size + huge - 1) / huge * huge, huge);
  worker->streams = memory;
  worker->stream_bytes = size;
  madvise (memory, size, MADV_HUGEPAGE);
  guint64 *words = (guint64 *) memory;
  for (gsize i = 0; i < size / sizeof *words; i++)
    words[i] = (i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15))
               & G_GUINT64_CONSTANT (0xbfffffffbfffffff); /* no NaN, no infinity */
}

gint64
fl_worker_time_copy (FlWorker *worker, gint64 bytes, gboolean is_non_temporal, gboolean is_read)
{
  FusedFunc fused;
  const StreamFunc (*funcs)[2] = get_funcs (&fused);
  fill_memory (worker, MAX (bytes, 4096) + (1 << 16));
  guint8 *memory = worker->streams;
  gint64 n_lines = MAX (bytes / 2 / LINE, 4), step = (n_lines * LINE + 4095) / 4096 * 4096;
  Job copy = { funcs[1][is_non_temporal], { .to = memory, .a = memory + step } },
      read = { funcs[0][0], { .a = memory } };
  gint64 begin = fl_now_ns ();
  run_stream (worker, &copy, n_lines, bytes);
  if (is_read)
    run_stream (worker, &read, n_lines, bytes / 2);
  return fl_now_ns () - begin;
}

/* --- arithmetic and signals ------------------------------------------------------------------- */

typedef struct
{
  FusedFunc func;
  double flops; /* of one thread */
} Fused;

static void
fuse_part (gpointer data, gint64 begin, gint64 end)
{
  Fused *fused = data;
  double flops = fused->func (N_FUSED_ROUNDS);
  if (begin == 0)
    fused->flops = flops;
}

static void
time_fused (FlWorker *worker, FusedFunc func, guint n_samples, cJSON *answer)
{
  Fused fused = { func, 0 };
  guint n_threads = fl_thread_pool_get_n_threads (worker->pool);
  cJSON *samples = cJSON_AddArrayToObject (answer, "flops_per_s");
  fl_thread_pool_run (worker->pool, fuse_part, &fused, n_threads);
  for (guint s = 0; s < n_samples; s++)
    {
      gint64 begin = fl_now_ns ();
      for (guint r = 0; r < 4; r++)
        fl_thread_pool_run (worker->pool, fuse_part, &fused, n_threads);
      cJSON_AddItemToArray (samples,
                            cJSON_CreateNumber (4 * fused.flops * n_threads * 1e9 / MAX (fl_now_ns () - begin, 1)));
    }
}

typedef struct
{
  _Alignas(64) atomic_int ball;
  gint64 ns;
} Game;

static void
play_part (gpointer data, gint64 begin, gint64 end)
{
  Game *game = data;
  if (begin > 1)
    return;
  gint64 start = fl_now_ns ();
  for (int i = begin; i < 2 * N_PINGS; i += 2)
    {
      while (atomic_load_explicit (&game->ball, memory_order_acquire) != i)
        continue;
      atomic_store_explicit (&game->ball, i + 1, memory_order_release);
    }
  if (begin == 0)
    game->ns = fl_now_ns () - start;
}

/* How long a line takes from one processor to the next and back: says how near they are to each other, which decides
 * what two threads can get from memory. Virtual processors are moved about, so it is measured again each time. */
static void
time_ping_pong (FlWorker *worker, cJSON *answer)
{
  guint n_threads = fl_thread_pool_get_n_threads (worker->pool);
  double best = 0;
  for (guint i = 0; i < 3 && n_threads > 1; i++)
    {
      Game game = { 0 };
      fl_thread_pool_run (worker->pool, play_part, &game, n_threads);
      double ns = (double) game.ns / N_PINGS;
      best = i == 0 ? ns : MIN (best, ns);
    }
  cJSON_AddNumberToObject (answer, "ping_pong_ns", best);
}

/* --- the command ------------------------------------------------------------------------------ */

/* More than the last level of caches: what memory itself gives. */
static gint64
get_memory_bytes (void)
{
  return CLAMP (3 * fl_cache_get_bytes (3) / 2, MIN_MEMORY_BYTES, MAX_MEMORY_BYTES);
}

typedef struct
{
  guint kind;
  gint64 bytes;
} Wish;

static gboolean
read_wishes (const cJSON *list, Wish *wishes, guint *n, GError **error)
{
  const cJSON *item;
  if (cJSON_GetArraySize (list) > MAX_ROWS)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "ceilings: more than %d streams", MAX_ROWS);
      return FALSE;
    }
  cJSON_ArrayForEach (item, list)
    {
      const char *name = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (item, "kind"));
      const cJSON *bytes = cJSON_GetObjectItemCaseSensitive (item, "bytes");
      guint kind = 0;
      while (kind < N_KINDS && g_strcmp0 (name, kinds[kind].name) != 0)
        kind++;
      if (kind == N_KINDS || !cJSON_IsNumber (bytes) || bytes->valuedouble > MAX_BYTES)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                       "ceilings: a stream needs a kind (read, copy, add, fill) and at most %" G_GINT64_FORMAT " bytes",
                       MAX_BYTES);
          return FALSE;
        }
      wishes[(*n)++] = (Wish) { kind, MAX (bytes->valuedouble, 4096) };
    }
  return TRUE;
}

gboolean
fl_worker_find_ceilings (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (message, "streams");
  const cJSON *asked = cJSON_GetObjectItemCaseSensitive (message, "samples");
  g_autofree Wish *wishes = g_new0 (Wish, cJSON_GetArraySize (list) + 2);
  guint n = 0, n_samples = cJSON_IsNumber (asked) ? CLAMP (asked->valuedouble, 1, 1000) : 3;
  FusedFunc fused;
  const StreamFunc (*funcs)[2] = get_funcs (&fused);
  if (!read_wishes (list, wishes, &n, error))
    return FALSE;
  if (cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "memory")))
    wishes[n++] = (Wish) { 1, get_memory_bytes () };
  gint64 largest = 0;
  for (guint i = 0; i < n; i++)
    largest = MAX (largest, wishes[i].bytes);
  fill_memory (worker, largest + (1 << 16));
  cJSON *rows = cJSON_AddArrayToObject (answer, "rows");
  fl_thread_pool_begin (worker->pool);
  for (guint i = 0; i < n; i++)
    for (guint is_non_temporal = 0; is_non_temporal < 2; is_non_temporal++)
      if (funcs[wishes[i].kind][is_non_temporal] != NULL)
        time_stream (worker, wishes[i].kind,
                     is_non_temporal ? kinds[wishes[i].kind].non_temporal : kinds[wishes[i].kind].name,
                     funcs[wishes[i].kind][is_non_temporal], wishes[i].bytes, n_samples, rows);
  time_fused (worker, fused, n_samples, answer);
  time_ping_pong (worker, answer);
  fl_thread_pool_end (worker->pool);
  fl_worker_time_functions (worker, cJSON_GetObjectItemCaseSensitive (message, "functions"), n_samples, answer);
  return TRUE;
}
