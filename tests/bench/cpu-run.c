/* Measuring one case: every strategy's program in one worker, STREAM loops beside them, and PyTorch in rounds
 * interleaved with both. */
#include "cpu-bench.h"

#include <math.h>
#include <string.h>

#include "fl-cache-sizes.h"
#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-pipeline.h"
#include "fl-streaming.h"

enum
{
  MAX_STRATEGIES = 16,
  SETTLE_US = 3000 /* threads that spin after their work have gone to sleep */
};

typedef struct
{
  const BenchSettings *settings;
  cJSON *theirs; /* {mode: [ns]} */
  GError *error;
} Rounds;

typedef struct
{
  guint n;
  const char *names[MAX_STRATEGIES];
  FlRun *runs[MAX_STRATEGIES];
  FlVariant variants[MAX_STRATEGIES + 1];
  FlProgram *hand; /* behind the strategies' programs; NULL: none */
} Programs;

/* --- figures ---------------------------------------------------------------------------------- */

static int
compare_doubles (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
add_spread (cJSON *object, const double *samples, guint n)
{
  g_autofree double *sorted = g_memdup2 (samples, n * sizeof *samples);

  if (n == 0)
    return;
  qsort (sorted, n, sizeof *sorted, compare_doubles);
  cJSON_AddNumberToObject (object, "median_ns",
                           round (n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2));
  cJSON_AddNumberToObject (object, "low_ns", round (sorted[n / 4]));
  cJSON_AddNumberToObject (object, "high_ns", round (sorted[3 * n / 4]));
  cJSON_AddNumberToObject (object, "samples", n);
}

/* Median and quartiles of theirs over ours, pair by pair. */
static void
add_ratio (cJSON *object, const char *name, const cJSON *theirs, const double *ours, guint n_ours)
{
  guint n = MIN ((guint) cJSON_GetArraySize (theirs), n_ours);
  g_autofree double *ratios = g_new0 (double, n + 1);
  const cJSON *item = theirs != NULL ? theirs->child : NULL;
  cJSON *ratio;

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++, item = item->next)
    ratios[i] = item->valuedouble / ours[i];
  qsort (ratios, n, sizeof *ratios, compare_doubles);
  ratio = cJSON_AddObjectToObject (object, name);
  cJSON_AddNumberToObject (ratio, "median", n % 2 ? ratios[n / 2] : (ratios[n / 2 - 1] + ratios[n / 2]) / 2);
  cJSON_AddNumberToObject (ratio, "low", ratios[n / 4]);
  cJSON_AddNumberToObject (ratio, "high", ratios[3 * n / 4]);
}

static double *
dup_numbers (const cJSON *list, guint *n)
{
  double *numbers = g_new0 (double, cJSON_GetArraySize (list) + 1);
  const cJSON *item;

  *n = 0;
  cJSON_ArrayForEach (item, list)
    numbers[(*n)++] = item->valuedouble;
  return numbers;
}

/* --- interleaved rounds ----------------------------------------------------------------------- */

static void
measure_theirs (guint round, gpointer data)
{
  Rounds *rounds = data;
  cJSON *samples, *mode;

  if (rounds->settings->peer == NULL || rounds->error != NULL)
    return;
  g_usleep (SETTLE_US);
  samples = bench_peer_measure (rounds->settings->peer, rounds->settings->n_samples, &rounds->error);
  g_usleep (SETTLE_US);
  if (samples == NULL)
    return;
  cJSON_ArrayForEach (mode, samples)
    {
      cJSON *all = cJSON_GetObjectItem (rounds->theirs, mode->string), *item;

      if (all == NULL)
        all = cJSON_AddArrayToObject (rounds->theirs, mode->string);
      cJSON_ArrayForEach (item, mode)
        cJSON_AddItemToArray (all, cJSON_CreateNumber (item->valuedouble));
    }
  cJSON_Delete (samples);
}

/* --- programs --------------------------------------------------------------------------------- */

static gboolean
make_programs (Programs *programs, FlGraph *graph, const BenchSettings *settings, cJSON *row)
{
  for (guint i = 0; settings->strategies[i] != NULL && programs->n < MAX_STRATEGIES; i++)
    {
      FlPipelineRequest request;
      FlRun *run;

      fl_pipeline_request_init (&request);
      request.options.strategy = fl_intern (settings->strategies[i]);
      request.options.cpp_threads = settings->n_threads;
      request.options.repeats = settings->n_rounds * settings->n_samples;
      request.options.size_limit_mib = 8192;
      request.options.cpu_choices = 1; /* measured in each run */
      fl_streaming_measure (&request.options, NULL, NULL);
      fl_cache_find_sizes (&request.options);
      run = fl_pipeline_run (graph, &request);
      if (run->program == NULL)
        {
          g_autofree char *message
              = g_strdup_printf ("%s: %s", settings->strategies[i], run->error ? run->error->message : "no program");

          cJSON_AddStringToObject (row, "error", message);
          fl_run_unref (run);
          return FALSE;
        }
      programs->names[programs->n] = settings->strategies[i];
      programs->runs[programs->n] = run;
      programs->variants[programs->n] = (FlVariant) { settings->strategies[i], run->program };
      programs->n++;
    }
  return TRUE;
}

/* The second strategy's program with a kernel written by hand, where there is one. */
static void
add_hand (Programs *programs, const char *name, const char *size_name, gint64 n_elements, const BenchSettings *settings,
          cJSON *row)
{
  g_autofree char *error = NULL;

  if (settings->hand_folder == NULL || programs->n < 2)
    return;
  programs->hand
      = bench_hand_new (settings->hand_folder, name, size_name, programs->variants[1].program, n_elements, &error);
  if (error != NULL)
    cJSON_AddStringToObject (row, "hand_error", error);
  if (programs->hand != NULL)
    programs->variants[programs->n] = (FlVariant) { "hand", programs->hand };
}

static double
sum_pipeline_ns (const FlRun *run)
{
  double sum = 0;

  for (guint i = 0; i < FL_STAGE_RUN; i++)
    sum += run->stages[i].time_ns;
  return sum;
}

static void
add_kernels (cJSON *variant, const FlVariantTime *time)
{
  cJSON *list = cJSON_AddArrayToObject (variant, "kernels");

  for (guint i = 0; i < time->n_kernels; i++)
    {
      const FlKernelTime *kernel = &time->kernels[i];
      cJSON *item = cJSON_CreateObject ();

      cJSON_AddStringToObject (item, "name", kernel->kernel);
      cJSON_AddNumberToObject (item, "median_ns", round (kernel->median_ns));
      cJSON_AddNumberToObject (item, "ceiling_ns", round (kernel->ceiling_ns));
      cJSON_AddNumberToObject (item, "arithmetic_ns", round (kernel->arithmetic_ns));
      if (kernel->function != NULL)
        {
          cJSON_AddStringToObject (item, "function", kernel->function);
          cJSON_AddNumberToObject (item, "function_ns_per_element", kernel->function_ns);
        }
      cJSON_AddNumberToObject (item, "bytes", kernel->bytes);
      cJSON_AddItemToArray (list, item);
    }
}

static void
add_ours (cJSON *list, const Programs *programs, const FlExecution *execution, const cJSON *theirs)
{
  for (guint i = 0; i < execution->n_variants; i++)
    {
      const FlVariantTime *time = &execution->variants[i];
      cJSON *variant = cJSON_CreateObject ();

      cJSON_AddStringToObject (variant, "name", programs->variants[i].name);
      add_spread (variant, time->samples, time->n_samples);
      cJSON_AddNumberToObject (variant, "gap_ns", round (time->gap_ns));
      if (i < programs->n)
        cJSON_AddNumberToObject (variant, "pipeline_ms", sum_pipeline_ns (programs->runs[i]) / 1e6);
      cJSON_AddNumberToObject (variant, "compile_ms", time->compile_ns / 1e6);
      cJSON_AddBoolToObject (variant, "cached", time->was_cached);
      add_kernels (variant, time);
      add_ratio (variant, "eager_over_this", cJSON_GetObjectItem (theirs, "eager"), time->samples, time->n_samples);
      add_ratio (variant, "compile_over_this", cJSON_GetObjectItem (theirs, "compile code"), time->samples,
                 time->n_samples);
      add_ratio (variant, "called_over_this", cJSON_GetObjectItem (theirs, "compile"), time->samples, time->n_samples);
      add_ratio (variant, "autotune_over_this", cJSON_GetObjectItem (theirs, "max-autotune code"), time->samples,
                 time->n_samples);
      cJSON_AddItemToArray (list, variant);
    }
}

static void
add_theirs (cJSON *list, const cJSON *modes, const cJSON *samples)
{
  const cJSON *mode;

  cJSON_ArrayForEach (mode, modes)
    {
      const char *name = cJSON_GetStringValue (cJSON_GetObjectItem (mode, "mode"));
      const char *message = cJSON_GetStringValue (cJSON_GetObjectItem (mode, "error"));
      g_autofree char *full = g_strconcat ("torch ", name, NULL);
      cJSON *variant = cJSON_CreateObject ();
      guint n;
      g_autofree double *numbers = dup_numbers (cJSON_GetObjectItem (samples, name), &n);

      cJSON_AddStringToObject (variant, "name", full);
      if (message != NULL)
        cJSON_AddStringToObject (variant, "error", message);
      else if (strcmp (name, "compile") == 0 || strcmp (name, "max-autotune") == 0)
        cJSON_AddNumberToObject (variant, "first_ms",
                                 1e3 * cJSON_GetNumberValue (cJSON_GetObjectItem (mode, "compile_s")));
      add_spread (variant, numbers, n);
      cJSON_AddItemToArray (list, variant);
    }
}

static void
add_facts (cJSON *row, const BenchText *text, const FlExecution *execution)
{
  const FlVariantTime *time = &execution->variants[execution->n_variants > 1];
  double bytes = text->moved_bytes > 0 ? text->moved_bytes : time->read_bytes + time->written_bytes;
  double all = time->read_bytes + time->written_bytes;

  cJSON_AddNumberToObject (row, "threads", execution->n_threads);
  cJSON_AddNumberToObject (row, "elements", text->n_elements);
  cJSON_AddNumberToObject (row, "bytes", bytes);
  cJSON_AddNumberToObject (row, "flops", text->flops);
  cJSON_AddNumberToObject (row, "ceiling_ns", round (all > 0 ? time->ceiling_ns * bytes / all : 0));
  cJSON_AddStringToObject (row, "ceiling", time->ceiling ? time->ceiling : "none");
  cJSON_AddNumberToObject (row, "arithmetic_ns", round (time->arithmetic_ns));
  cJSON_AddNumberToObject (row, "peak_gflops", execution->peak_flops_per_s / 1e9);
  cJSON_AddNumberToObject (row, "ping_pong_ns", execution->ping_pong_ns);
  cJSON_AddNumberToObject (row, "foreign", execution->foreign_share);
  cJSON_AddStringToObject (row, "verified",
                           execution->check == FL_CHECK_UNVERIFIED ? "unverified"
                           : execution->check == FL_CHECK_AGREES   ? "agrees"
                                                                   : "DISAGREES");
}

static void
measure (const Programs *programs, const BenchText *text, const cJSON *modes, const BenchSettings *settings, cJSON *row)
{
  g_autoptr (GError) error = NULL;
  Rounds rounds = { settings, cJSON_CreateObject (), NULL };
  FlExecuteRequest request = { .n_variants = programs->n + (programs->hand != NULL),
                               .variants = programs->variants,
                               .verify = settings->verify,
                               .measure = TRUE,
                               .n_rounds = settings->n_rounds,
                               .between = measure_theirs,
                               .between_data = &rounds,
                               .cache_folder = settings->cache_folder };
  g_autoptr (FlRun) run = fl_pipeline_execute (programs->runs[0], &request, NULL, NULL, NULL, &error);
  cJSON *list;

  if (run == NULL)
    cJSON_AddStringToObject (row, "error", error->message);
  else
    {
      add_facts (row, text, run->execution);
      list = cJSON_AddArrayToObject (row, "variants");
      add_ours (list, programs, run->execution, rounds.theirs);
      add_theirs (list, modes, rounds.theirs);
    }
  if (rounds.error != NULL)
    cJSON_AddStringToObject (row, "torch_error", rounds.error->message);
  g_clear_error (&rounds.error);
  cJSON_Delete (rounds.theirs);
}

cJSON *
bench_run_text (const char *name, const char *class_name, const char *size_name, const char *source,
                const BenchText *text, const BenchSettings *settings)
{
  static const char *const plain[] = { "eager", "compile", NULL }, *const tuned[]
                                                                   = { "eager", "compile", "max-autotune", NULL };
  gboolean has_product = bench_class_find (class_name)->kind != BENCH_KERNELS;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (name, source, strlen (source), &error);
  cJSON *row = cJSON_CreateObject (), *modes = NULL;
  Programs programs = { 0 };

  cJSON_AddStringToObject (row, "case", name);
  cJSON_AddStringToObject (row, "class", class_name);
  cJSON_AddStringToObject (row, "size", size_name);
  if (graph == NULL)
    cJSON_AddStringToObject (row, "error", error->message);
  else if (make_programs (&programs, graph, settings, row))
    {
      if (settings->peer != NULL)
        modes = bench_peer_load (settings->peer, source, text, settings->with_autotune && has_product ? tuned : plain,
                                 &error);
      if (error != NULL)
        cJSON_AddStringToObject (row, "torch_error", error->message);
      add_hand (&programs, name, size_name, text->n_elements, settings, row);
      measure (&programs, text, modes, settings, row);
    }
  bench_hand_free (programs.hand);
  for (guint i = 0; i < programs.n; i++)
    fl_run_unref (programs.runs[i]);
  cJSON_Delete (modes);
  return row;
}

cJSON *
bench_run_case (const BenchCase *case_row, const char *size_name, gint64 n, const BenchSettings *settings)
{
  BenchText text;
  g_autofree char *source = bench_case_dup_text (case_row, n, &text);
  cJSON *row = bench_run_text (case_row->name, case_row->class_name, size_name, source, &text, settings);

  bench_text_clear (&text);
  return row;
}
