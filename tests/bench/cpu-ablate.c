/* The benchmark's ablation: what each pass over loop programs is worth in each class of cases. A case's programs, one
 * without each pass, run in interleaved rounds; a class's worth is the geometric mean of its cases', where a case whose
 * code a pass leaves alone counts as 1. */
#include "cpu-bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fl-ablate.h"
#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-streaming.h"

static FlRun *
ablate (FlGraph *graph, const BenchSettings *settings, GError **error)
{
  FlExecuteRequest execute = {
    .verify = settings->verify, .measure = TRUE, .n_rounds = settings->n_rounds, .cache_folder = settings->cache_folder
  };
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.strategy = fl_intern (settings->strategies[1]);
  request.options.cpp_threads = settings->n_threads;
  request.options.repeats = settings->n_rounds * settings->n_samples;
  request.options.size_limit_mib = 8192;
  fl_streaming_measure (&request.options, NULL, NULL);
  run = fl_pipeline_run (graph, &request);
  if (run->program)
    return fl_pipeline_ablate (run, &execute, NULL, NULL, NULL, error);
  g_propagate_error (error, g_error_copy (run->error));
  return NULL;
}

static void
add_pass (cJSON *list, const FlAblationRow *pass)
{
  cJSON *item = cJSON_CreateObject ();

  cJSON_AddStringToObject (item, "pass", pass->pass);
  cJSON_AddNumberToObject (item, "worth", pass->worth.median);
  cJSON_AddNumberToObject (item, "low", pass->worth.low);
  cJSON_AddNumberToObject (item, "high", pass->worth.high);
  cJSON_AddNumberToObject (item, "kernels", pass->n_kernels);
  cJSON_AddItemToArray (list, item);
}

cJSON *
bench_ablate_case (const BenchCase *row, const char *size_name, gint64 n, const BenchSettings *settings)
{
  BenchText text;
  g_autofree char *source = bench_case_dup_text (row, n, &text);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (row->name, source, strlen (source), &error);
  g_autoptr (FlRun) run = graph ? ablate (graph, settings, &error) : NULL;
  g_autoptr (FlAblation) ablation = run ? fl_ablation_new (run) : NULL;
  cJSON *result = cJSON_CreateObject (), *passes = cJSON_AddArrayToObject (result, "ablation");

  cJSON_AddStringToObject (result, "case", row->name);
  cJSON_AddStringToObject (result, "class", row->class_name);
  cJSON_AddStringToObject (result, "size", size_name);
  cJSON_AddNumberToObject (result, "threads", settings->n_threads);
  if (error)
    cJSON_AddStringToObject (result, "error", error->message);
  for (guint i = 0; ablation && i < ablation->n_rows; i++)
    if (ablation->rows[i].state == FL_ABLATION_MEASURED && ablation->rows[i].worth.median > 0)
      add_pass (passes, &ablation->rows[i]);
  bench_text_clear (&text);
  return result;
}

/* --- the table -------------------------------------------------------------------------------- */

/* The row's worth of the pass; 1 where it changes nothing, 0 where the row is none of the class's. */
static double
get_worth (const cJSON *row, const char *class_name, const char *pass)
{
  const cJSON *item;

  if (g_strcmp0 (bench_row_get_text (row, "class"), class_name) != 0 || bench_row_get_text (row, "error"))
    return 0;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (row, "ablation"))
    if (g_strcmp0 (bench_row_get_text (item, "pass"), pass) == 0)
      return bench_row_get_number (item, "worth");
  return 1;
}

/* Names of classes or of passes in the order of their first row. */
static GPtrArray *
list_names (const cJSON *rows, const char *list_name, const char *key)
{
  GPtrArray *names = g_ptr_array_new ();
  const cJSON *row, *item;

  cJSON_ArrayForEach (row, rows)
    {
      if (!list_name && !g_ptr_array_find_with_equal_func (names, bench_row_get_text (row, key), g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) bench_row_get_text (row, key));
      cJSON_ArrayForEach (item, cJSON_GetObjectItem (row, list_name ?: ""))
        if (!g_ptr_array_find_with_equal_func (names, bench_row_get_text (item, key), g_str_equal, NULL))
          g_ptr_array_add (names, (gpointer) bench_row_get_text (item, key));
    }
  return names;
}

static void
print_pass (const cJSON *rows, const char *pass, const GPtrArray *classes)
{
  double best = 0;

  printf ("%-20s", pass);
  for (guint i = 0; i < classes->len; i++)
    {
      double sum = 0, worth;
      guint n = 0;
      const cJSON *row;

      cJSON_ArrayForEach (row, rows)
        if ((worth = get_worth (row, classes->pdata[i], pass)) > 0)
          sum += log (worth), n++;
      worth = n ? exp (sum / n) : 1;
      best = MAX (best, worth);
      printf (" %11.3f", worth);
    }
  printf ("   best %.3f\n", best);
}

void
bench_ablation_print (const cJSON *document)
{
  const cJSON *rows = cJSON_GetObjectItem (document, "rows");
  g_autoptr (GPtrArray) classes = list_names (rows, NULL, "class"), passes = list_names (rows, "ablation", "pass");

  printf ("\n%-20s", "worth of a pass in");
  for (guint i = 0; i < classes->len; i++)
    printf (" %11s", (const char *) classes->pdata[i]);
  printf ("\n");
  for (guint i = 0; i < passes->len; i++)
    print_pass (rows, passes->pdata[i], classes);
}
