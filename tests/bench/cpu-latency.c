/* How long from a graph to its first result: reading, all stages, starting the worker, compiling, one run. */
#include "cpu-bench.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-pipeline.h"

enum
{
  N_REPEATS = 5,
  N_PEER_REPEATS = 2 /* half a minute each */
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

/* Rows and columns in turn: nothing that a loop over rows makes can be read by one over columns before all rows are done. */
static const char *
write_sixteen (BenchText *t, gint64 n)
{
  const int rows = 384, columns = 640;
  const char *x = bench_add_input (t, 0, "f32[%d, %d]", rows, columns), *y;

  for (int i = 0; i < 4; i++)
    {
      y = bench_add_call (t, "_softmax.default", "%s, 1, False", x);
      y = bench_add_call (t, i % 2 ? "sigmoid.default" : "tanh.default", "%s", bench_add_call (t, "mul.Tensor", "%s, %d.5", y, 100 + i));
      y = bench_add_call (t, "sub.Tensor", "%s, %s", x, bench_add_call (t, i % 2 ? "mean.dim" : "amax.default", "%s, [0], True", y));
      x = bench_add_item (t, bench_add_call (t, "native_layer_norm.default", "%s, [%d], %s, %s, 1e-05", y, columns,
                                             bench_add_input (t, 0, "f32[%d]", columns), bench_add_input (t, 0, "f32[%d]", columns)), 0);
      x = bench_add_call (t, i % 2 ? "gelu.default" : "silu.default", "%s", x);
      if (i < 3)
        x = bench_add_call (t, "add.Tensor", "%s, %s", x,
                            bench_add_call (t, "cumsum.default", "%s, 1", bench_add_call (t, "var.correction", "%s, [0], keepdim = True", x)));
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

typedef struct
{
  double total_ms, compile_ms, cpu_ms, inputs_ms, run_ms;
  guint n_kernels;
} Sample;

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
  /* Ending the worker comes after the result. */
  sample->total_ms = (written - begin) / 1e3 + executed->execution->first.total_ns / 1e6;
  sample->compile_ms = executed->execution->variants[0].compile_ns / 1e6;
  sample->inputs_ms = executed->execution->first.inputs_ns / 1e6;
  sample->run_ms = executed->execution->first.run_ns / 1e6;
  sample->cpu_ms = executed->execution->compile_cpu_ns / 1e6;
  for (guint i = 0; i < run->program->n_kernels; i++)
    sample->n_kernels += run->program->kernels[i].kind != FL_KERNEL_EXTERN && run->program->kernels[i].kind != FL_KERNEL_NOP;
  return TRUE;
}

static int
compare_doubles (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
add_item (cJSON *list, const char *what, double *values, guint n, double target)
{
  cJSON *item = cJSON_CreateObject ();

  qsort (values, n, sizeof *values, compare_doubles);
  cJSON_AddStringToObject (item, "what", what);
  cJSON_AddNumberToObject (item, "ms", values[n / 2]);
  cJSON_AddNumberToObject (item, "low_ms", values[n / 4]);
  cJSON_AddNumberToObject (item, "high_ms", values[3 * n / 4]);
  cJSON_AddNumberToObject (item, "target_ms", target);
  cJSON_AddItemToArray (list, item);
}

static void
add_times (cJSON *list, const char *what, double times, double target)
{
  cJSON *item = cJSON_CreateObject ();

  cJSON_AddStringToObject (item, "what", what);
  cJSON_AddNumberToObject (item, "times", times);
  cJSON_AddNumberToObject (item, "target_times", target);
  cJSON_AddItemToArray (list, item);
}

/* torch.compile's first call, milliseconds: in a process that has compiled nothing, with an empty cache. Starting Python and importing
 * PyTorch are not in it; ours has its worker's start in it. 0: there is no PyTorch, or it cannot. */
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
  return ms > 0 ? ms : 0; /* and not NaN */
}

static void
compare_with_peer (const Subject *subject, const char *source, const BenchText *facts, double own_ms, const BenchSettings *settings,
                   cJSON *list)
{
  double values[N_PEER_REPEATS];
  guint n = 0;

  for (guint i = 0; i < N_PEER_REPEATS && settings->peer != NULL; i++)
    {
      values[n] = time_peer (source, facts, settings);
      n += values[n] > 0;
    }
  if (n > 0)
    {
      g_autofree char *what = g_strdup_printf ("%s, torch.compile's first call, empty cache", subject->what),
                      *ratio = g_strdup_printf ("%s, cold: how many times as long torch.compile takes", subject->what);

      add_item (list, what, values, n, 0);
      add_times (list, ratio, values[0] / own_ms, 20); /* its shortest */
    }
}

static void
measure_subject (const Subject *subject, const BenchSettings *settings, cJSON *list)
{
  BenchText text;
  g_autofree char *source = bench_case_dup_text (find_case (subject->name), 1 << 16, &text);
  double totals[2][N_REPEATS], compiles[2][N_REPEATS], processor[N_REPEATS], inputs[N_REPEATS], calls[N_REPEATS];
  guint n_kernels = 0;

  for (guint i = 0; i < N_REPEATS; i++)
    {
      g_autofree char *cache = g_dir_make_tmp ("bench-cpu-XXXXXX", NULL);
      gboolean ok = TRUE;

      for (guint is_warm = 0; is_warm < 2; is_warm++)
        {
          Sample sample = { 0 };

          ok = ok && run_once (source, cache, settings->n_threads, &sample);
          totals[is_warm][i] = sample.total_ms;
          compiles[is_warm][i] = sample.compile_ms;
          n_kernels = sample.n_kernels;
          inputs[i] = sample.inputs_ms;
          calls[i] = sample.run_ms;
          if (!is_warm)
            processor[i] = sample.cpu_ms;
        }
      remove_folder (cache);
      if (!ok)
        {
          bench_text_clear (&text);
          return;
        }
    }
  {
    g_autofree char *cold = g_strdup_printf ("%s (%u kernels), graph to first result, cold", subject->what, n_kernels),
                    *warm = g_strdup_printf ("%s, graph to first result, warm", subject->what),
                    *input = g_strdup_printf ("%s, of this: making random inputs", subject->what),
                    *call = g_strdup_printf ("%s, of this: the first call of the kernels", subject->what),
                    *compile = g_strdup_printf ("%s, compiling and loading alone, cold", subject->what),
                    *cpu = g_strdup_printf ("%s, the compiler's processor time, cold", subject->what),
                    *hit = g_strdup_printf ("%s, found in the cache and loaded", subject->what);

    add_item (list, cold, totals[0], N_REPEATS, subject->cold_ms);
    add_item (list, warm, totals[1], N_REPEATS, subject->warm_ms);
    add_item (list, input, inputs, N_REPEATS, 0);
    add_item (list, call, calls, N_REPEATS, 0);
    add_item (list, compile, compiles[0], N_REPEATS, 0);
    add_item (list, cpu, processor, N_REPEATS, strcmp (subject->what, "one kernel") == 0 ? 35 : 0);
    add_item (list, hit, compiles[1], N_REPEATS, strcmp (subject->what, "one kernel") == 0 ? 0.2 : 0);
  }
  compare_with_peer (subject, source, &text, totals[0][N_REPEATS / 2], settings, list);
  bench_text_clear (&text);
}

cJSON *
bench_run_latency (const BenchSettings *settings)
{
  cJSON *list = cJSON_CreateArray ();

  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    measure_subject (&subjects[i], settings, list);
  return list;
}
