/* How long from a graph to its first result: reading, all stages, starting the worker, compiling, one run. */
#include "cpu-bench.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-pipeline.h"

enum
{
  N_REPEATS = 5,
  N_PEER_REPEATS = 2,
  PEER_PATIENCE_S = 45 /* a second time only where the first took less, Python's start and all */
};

typedef struct
{
  const char *name; /* of a case or a block */
  const char *what;
  double cold_ms, warm_ms; /* targets; 0: none */
} Subject;

static const Subject subjects[] = {
  { "add-relu", "one kernel", 0, 0 },
  { "sixteen", "16 kernels", 500, 0 },
  { "gpt2", "GPT-2 block", 500, 50 },
  { "llama", "Llama block", 0, 0 },
  { "resnet-bottleneck", "ResNet bottleneck", 0, 0 },
};

/* Rows and columns in turn: nothing that a loop over rows makes can be read by one over columns before all rows are
 * done. */
static const char *
write_sixteen (BenchText *t, gint64 n)
{
  const int rows = 384, columns = 640;
  const char *x = bench_add_input (t, 0, "f32[%d, %d]", rows, columns), *y;

  for (int i = 0; i < 4; i++)
    {
      y = bench_add_call (t, "_softmax.default", "%s, 1, False", x);
      y = bench_add_call (t, i % 2 ? "sigmoid.default" : "tanh.default", "%s",
                          bench_add_call (t, "mul.Tensor", "%s, %d.5", y, 100 + i));
      y = bench_add_call (t, "sub.Tensor", "%s, %s", x,
                          bench_add_call (t, i % 2 ? "mean.dim" : "amax.default", "%s, [0], True", y));
      x = bench_add_item (t,
                          bench_add_call (t, "native_layer_norm.default", "%s, [%d], %s, %s, 1e-05", y, columns,
                                          bench_add_input (t, 0, "f32[%d]", columns),
                                          bench_add_input (t, 0, "f32[%d]", columns)),
                          0);
      x = bench_add_call (t, i % 2 ? "gelu.default" : "silu.default", "%s", x);
      if (i < 3)
        x = bench_add_call (t, "add.Tensor", "%s, %s", x,
                            bench_add_call (t, "cumsum.default", "%s, 1",
                                            bench_add_call (t, "var.correction", "%s, [0], keepdim = True", x)));
    }
  t->n_elements = rows * columns;
  return bench_add_call (t, "sum.dim_IntList", "%s, [0]", x);
}

static const BenchCase sixteen = { "sixteen", "block", 0, "rows and columns in turn", write_sixteen };

static const BenchCase *
find_case (const char *name)
{
  if (strcmp (name, sixteen.name) == 0)
    return &sixteen;
  for (guint i = 0; i < n_bench_cases; i++)
    if (strcmp (bench_cases[i].name, name) == 0)
      return &bench_cases[i];
  for (guint i = 0; i < n_bench_blocks; i++)
    if (strcmp (bench_blocks[i].name, name) == 0)
      return &bench_blocks[i];
  g_assert_not_reached ();
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (g_file_test (file, G_FILE_TEST_IS_DIR) && !g_file_test (file, G_FILE_TEST_IS_SYMLINK))
        remove_folder (file);
      else
        g_unlink (file);
    }
  g_rmdir (path);
}

/* What one waits for, in milliseconds; some of it at the same time. */
typedef struct
{
  double total, passes, worker, layout, library, compile, inputs, run, processor;
  guint n_kernels, n_threads;
} Sample;

typedef struct
{
  const char *what;
  gsize offset;
} Span;

static const Span spans[] = {
  { "all passes, from text to kernels", G_STRUCT_OFFSET (Sample, passes) },
  { "the worker, until it answers", G_STRUCT_OFFSET (Sample, worker) },
  { "laying out memory", G_STRUCT_OFFSET (Sample, layout) },
  { "preparing library calls, packing weights", G_STRUCT_OFFSET (Sample, library) },
  { "making random inputs", G_STRUCT_OFFSET (Sample, inputs) },
  { "the first call of the kernels", G_STRUCT_OFFSET (Sample, run) },
};

static gboolean
run_once (const char *source, const char *cache, guint n_threads, Sample *sample)
{
  gint64 begin = g_get_monotonic_time (), written;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (FlRun) run = NULL, executed = NULL;
  FlPipelineRequest request;
  FlExecuteRequest execute = { .cache_folder = cache };

  fl_execute_prepare (NULL);
  graph = fl_graph_read_text ("latency", source, strlen (source), &error);
  if (graph == NULL)
    return FALSE;
  fl_pipeline_request_init (&request);
  request.options.cpp_threads = n_threads;
  run = fl_pipeline_run (graph, &request);
  written = g_get_monotonic_time ();
  executed = run->program != NULL ? fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error) : NULL;
  if (executed == NULL)
    return FALSE;
  {
    const FlFirstResult *first = &executed->execution->first;

    /* Ending the worker comes after the result. */
    *sample = (Sample) { .total = (written - begin) / 1e3 + first->total_ns / 1e6,
                         .passes = (written - begin) / 1e3,
                         .worker = first->worker_ns / 1e6,
                         .layout = first->layout_ns / 1e6,
                         .library = first->library_ns / 1e6,
                         .compile = executed->execution->variants[0].compile_ns / 1e6,
                         .inputs = first->inputs_ns / 1e6,
                         .run = first->run_ns / 1e6,
                         .processor = executed->execution->compile_cpu_ns / 1e6,
                         .n_threads = executed->execution->n_threads };
  }
  for (guint i = 0; i < run->program->n_kernels; i++)
    sample->n_kernels
        += run->program->kernels[i].kind != FL_KERNEL_EXTERN && run->program->kernels[i].kind != FL_KERNEL_NOP;
  return TRUE;
}

static int
compare_doubles (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static cJSON *
add_row (cJSON *list, const Subject *subject, gboolean is_peer, const char *what)
{
  g_autofree char *whole = g_strdup_printf ("%s, %s", subject->what, what);
  cJSON *item = cJSON_CreateObject ();

  cJSON_AddStringToObject (item, "subject", subject->name);
  cJSON_AddBoolToObject (item, "peer", is_peer);
  cJSON_AddStringToObject (item, "what", whole);
  cJSON_AddItemToArray (list, item);
  return item;
}

static void
add_item (cJSON *list, const Subject *subject, gboolean is_peer, const char *what, double *values, guint n,
          double target)
{
  cJSON *item = add_row (list, subject, is_peer, what);

  qsort (values, n, sizeof *values, compare_doubles);
  cJSON_AddNumberToObject (item, "ms", values[n / 2]);
  cJSON_AddNumberToObject (item, "low_ms", values[n / 4]);
  cJSON_AddNumberToObject (item, "high_ms", values[3 * n / 4]);
  cJSON_AddNumberToObject (item, "target_ms", target);
}

/* torch.compile's first call, milliseconds: in a process that has compiled nothing, with an empty cache. Starting
 * Python and importing PyTorch are not in it; ours has its worker's start in it. 0: there is no PyTorch, or it cannot.
 */
static double
time_peer (const char *source, const BenchText *facts, const BenchSettings *settings)
{
  static const char *const modes[] = { "compile", NULL };
  g_autofree char *cache = g_dir_make_tmp ("bench-cpu-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  BenchPeer *peer = settings->open_peer (settings->n_threads, cache);
  cJSON *answers = peer != NULL ? bench_peer_load (peer, source, facts, modes, &error) : NULL;
  double ms = 1e3 * cJSON_GetNumberValue (cJSON_GetObjectItem (cJSON_GetArrayItem (answers, 0), "compile_s"));

  cJSON_Delete (answers);
  bench_peer_close (peer);
  remove_folder (cache);
  return ms > 0 ? ms : 0; /* not NaN either */
}

static void
compare_with_peer (const Subject *subject, const char *source, const BenchText *facts, double own_ms,
                   const BenchSettings *settings, cJSON *list)
{
  double values[N_PEER_REPEATS];
  gint64 begin = g_get_monotonic_time ();
  guint n = 0;

  for (guint i = 0; i < N_PEER_REPEATS && settings->open_peer != NULL; i++)
    {
      values[n] = time_peer (source, facts, settings);
      n += values[n] > 0;
      if (n == 0 || g_get_monotonic_time () - begin > PEER_PATIENCE_S * G_USEC_PER_SEC)
        break;
    }
  if (n > 0)
    {
      add_item (list, subject, TRUE, "torch.compile's first call, empty cache", values, n, 0);
      cJSON *item = add_row (list, subject, TRUE, "cold: how many times as long torch.compile takes");

      cJSON_AddNumberToObject (item, "times", values[0] / own_ms); /* the shortest of its times */
      cJSON_AddNumberToObject (item, "target_times", 20);
    }
}

static double
get_median (const Sample *samples, gsize offset, double *values)
{
  for (guint i = 0; i < N_REPEATS; i++)
    values[i] = G_STRUCT_MEMBER (double, &samples[i], offset);
  qsort (values, N_REPEATS, sizeof *values, compare_doubles);
  return values[N_REPEATS / 2];
}

static void
add_samples (cJSON *list, const Subject *subject, const Sample *cold, const Sample *warm)
{
  g_autofree char *first = g_strdup_printf ("graph to first result, cold (kernels: %u, threads: %u)", cold[0].n_kernels,
                                            cold[0].n_threads);
  gboolean is_single = strcmp (subject->what, "one kernel") == 0;
  double values[N_REPEATS];

  get_median (cold, G_STRUCT_OFFSET (Sample, total), values);
  add_item (list, subject, FALSE, first, values, N_REPEATS, subject->cold_ms);
  get_median (warm, G_STRUCT_OFFSET (Sample, total), values);
  add_item (list, subject, FALSE, "graph to first result, warm", values, N_REPEATS, subject->warm_ms);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autofree char *what = g_strconcat ("of this: ", spans[i].what, NULL);

      get_median (warm, spans[i].offset, values);
      add_item (list, subject, FALSE, what, values, N_REPEATS, 0);
    }
  get_median (cold, G_STRUCT_OFFSET (Sample, compile), values);
  add_item (list, subject, FALSE, "compiling and loading alone, cold", values, N_REPEATS, 0);
  get_median (cold, G_STRUCT_OFFSET (Sample, processor), values);
  add_item (list, subject, FALSE, "the compiler's processor time, cold", values, N_REPEATS, is_single ? 35 : 0);
  get_median (warm, G_STRUCT_OFFSET (Sample, compile), values);
  add_item (list, subject, FALSE, "found in the cache and loaded", values, N_REPEATS, is_single ? 0.2 : 0);
}

static gboolean
take_samples (const char *source, guint n_threads, Sample *cold, Sample *warm)
{
  for (guint i = 0; i < N_REPEATS; i++)
    {
      g_autofree char *cache = g_dir_make_tmp ("bench-cpu-XXXXXX", NULL);
      gboolean ok = run_once (source, cache, n_threads, &cold[i]) && run_once (source, cache, n_threads, &warm[i]);

      remove_folder (cache);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

static void
measure_subject (const Subject *subject, const BenchSettings *settings, cJSON *list)
{
  BenchText text;
  g_autofree char *source = bench_case_dup_text (find_case (subject->name), 1 << 16, &text);
  Sample cold[N_REPEATS] = { 0 }, warm[N_REPEATS] = { 0 };
  double values[N_REPEATS];

  if (take_samples (source, settings->n_threads, cold, warm))
    {
      add_samples (list, subject, cold, warm);
      compare_with_peer (subject, source, &text, get_median (cold, G_STRUCT_OFFSET (Sample, total), values), settings,
                         list);
    }
  bench_text_clear (&text);
}

/* Of rows that were kept by an earlier run: what this one does not measure again. */
static gboolean
is_kept (const cJSON *item, const Subject *subject, gboolean measures_own, gboolean measures_peer)
{
  const char *name = bench_row_get_text (item, "subject");

  if (g_strcmp0 (name, subject->name) != 0)
    return FALSE;
  return cJSON_IsTrue (cJSON_GetObjectItem (item, "peer")) ? !measures_peer : !measures_own;
}

cJSON *
bench_run_latency (const BenchSettings *settings, const char *const *wanted, const cJSON *earlier)
{
  cJSON *list = cJSON_CreateArray ();

  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    {
      gboolean is_wanted = wanted == NULL || g_strv_contains (wanted, subjects[i].name);
      const cJSON *item;

      if (is_wanted)
        measure_subject (&subjects[i], settings, list);
      cJSON_ArrayForEach (item, earlier)
        if (is_kept (item, &subjects[i], is_wanted, is_wanted && settings->open_peer != NULL))
          cJSON_AddItemToArray (list, cJSON_Duplicate (item, TRUE));
    }
  return list;
}
