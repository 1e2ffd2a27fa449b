/* How fast generated CPU kernels are, beside what the machine can do and beside PyTorch. See README.md. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-bench.h"

static char *cases_text, *sizes_text, *threads_text, *strategies_text, *python, *json_path, *svg_path, *html_path,
    *cache_path;
static char *script_path, *graphs_path, *hand_path;
static int n_rounds = 7, n_samples = 3;
static double patience_s;
static gboolean is_quick, with_autotune, merges, all_strategies, only_report, only_latency, only_ablation;
static gboolean has_no_blocks, has_no_samples, has_no_latency, has_no_verification;

static const GOptionEntry entries[] = {
  { "quick", 0, 0, G_OPTION_ARG_NONE, &is_quick, "A dozen kernels at one size, in under a minute", NULL },
  { "cases", 0, 0, G_OPTION_ARG_STRING, &cases_text, "Only these", "NAME,NAME,…" },
  { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes_text, "L2,L3,memory (default: all three)", "NAME,…" },
  { "threads", 0, 0, G_OPTION_ARG_STRING, &threads_text, "Numbers of threads; 0: all (default 1,0)", "N,…" },
  { "strategies", 0, 0, G_OPTION_ARG_STRING, &strategies_text,
    "The first two are compared (default none,inductor; 'all': each one for blocks and samples)", "NAME,…" },
  { "python", 0, 0, G_OPTION_ARG_FILENAME, &python, "A Python that has PyTorch; also FUSELOOM_BENCH_PYTHON", "FILE" },
  { "autotune", 0, 0, G_OPTION_ARG_NONE, &with_autotune,
    "torch.compile with max-autotune, too, for products and blocks", NULL },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &n_rounds, "Interleaved rounds (default 7)", "N" },
  { "samples", 0, 0, G_OPTION_ARG_INT, &n_samples, "Samples in a round (default 3)", "N" },
  { "patience", 0, 0, G_OPTION_ARG_DOUBLE, &patience_s,
    "Wait before each case until the machine is quiet and has two cores, at most so long", "SECONDS" },
  { "cache", 0, 0, G_OPTION_ARG_FILENAME, &cache_path, "Compiled kernels, ours and PyTorch's", "FOLDER" },
  { "no-blocks", 0, 0, G_OPTION_ARG_NONE, &has_no_blocks, "Single kernels only", NULL },
  { "no-samples", 0, 0, G_OPTION_ARG_NONE, &has_no_samples, "Without the graphs that the program comes with", NULL },
  { "no-latency", 0, 0, G_OPTION_ARG_NONE, &has_no_latency, "Leave out how long compiling takes", NULL },
  { "no-verify", 0, 0, G_OPTION_ARG_NONE, &has_no_verification, "Do not compare the results of the small sizes", NULL },
  { "latency", 0, 0, G_OPTION_ARG_NONE, &only_latency,
    "Only how long compiling takes; --cases add-relu,sixteen,gpt2,llama,resnet-bottleneck chooses", NULL },
  { "ablate", 0, 0, G_OPTION_ARG_NONE, &only_ablation,
    "Only what each pass over loop programs is worth, class by class; the second strategy's kernels", NULL },
  { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_path, "Keep the figures there", "FILE" },
  { "merge", 0, 0, G_OPTION_ARG_NONE, &merges, "Replace rows of that file rather than the file", NULL },
  { "report", 0, 0, G_OPTION_ARG_NONE, &only_report, "Measure nothing: report from the file of --json", NULL },
  { "svg", 0, 0, G_OPTION_ARG_FILENAME, &svg_path, "Draw them there", "FILE" },
  { "html", 0, 0, G_OPTION_ARG_FILENAME, &html_path, "Tables and the picture", "FILE" },
  { "graphs", 0, 0, G_OPTION_ARG_FILENAME, &graphs_path, "data/graphs, where it is not beside the source", "FOLDER" },
  { "script", 0, 0, G_OPTION_ARG_FILENAME, &script_path, "cpu-torch.py, where it is not beside the source", "FILE" },
  { "hand", 0, 0, G_OPTION_ARG_FILENAME, &hand_path,
    "Kernels written by hand, where they are not beside the source; 'none': leave them out", "FOLDER" },
  { NULL }
};

static const char *const quick_cases[]
    = { "add-relu",  "layer-norm", "softmax",     "gelu", "bias-gelu-residual", "column-sum", "argmax",
        "transpose", "embedding",  "linear-relu", NULL };
static const char *const block_strategies[]
    = { "none", "inductor", "pattern", "xla", "xla-base", "stitch", "tvm", "dnnfusion", "optimal", NULL };

/* Bytes of all large tensors together, from the machine's caches: half of one level two; well within a share of level
 * three; more than level three, in reason. */
static gint64
get_footprint (const char *size)
{
  gint64 l2 = bench_machine_get_cache (2), l3 = MAX (bench_machine_get_cache (3), 4 * l2);

  if (strcmp (size, "L2") == 0)
    return l2 / 2;
  if (strcmp (size, "L3") == 0)
    return MIN (l3 / 3, 8 * l2);
  return CLAMP (3 * l3 / 2, 96 << 20, 384 << 20);
}

static gboolean
is_same (const cJSON *a, const cJSON *b)
{
  return g_strcmp0 (bench_row_get_text (a, "case"), bench_row_get_text (b, "case")) == 0
         && g_strcmp0 (bench_row_get_text (a, "size"), bench_row_get_text (b, "size")) == 0
         && bench_row_get_number (a, "threads") == bench_row_get_number (b, "threads");
}

static void
add_row (cJSON *rows, cJSON *row)
{
  for (int i = 0; i < cJSON_GetArraySize (rows); i++)
    if (is_same (cJSON_GetArrayItem (rows, i), row))
      {
        cJSON_ReplaceItemInArray (rows, i, row);
        return;
      }
  cJSON_AddItemToArray (rows, row);
}

/* "1.25x"; "-" without a time to compare. */
static char *
dup_ratio (double other, double own)
{
  return other > 0 && own > 0 ? g_strdup_printf ("%.2fx", other / own) : g_strdup ("-");
}

static void
print_row (const cJSON *row, const BenchSettings *settings)
{
  const char *message = bench_row_get_text (row, "error"), *torch_message = bench_row_get_text (row, "torch_error");
  double cores = bench_row_get_number (row, "cores");
  double first = bench_row_get_median (row, settings->strategies[0]),
         second = bench_row_get_median (row, settings->strategies[1]);
  g_autofree char *eager = dup_ratio (bench_row_get_median (row, "torch eager"), second),
                  *compiled = dup_ratio (bench_row_get_median (row, "torch compile code"), second);

  printf ("%-20s %-7s %2.0fT ", bench_row_get_text (row, "case"), bench_row_get_text (row, "size"),
          bench_row_get_number (row, "threads"));
  if (message != NULL)
    printf ("%s\n", message);
  else
    printf ("%9.1f us  unfused %5.2fx  eager %6s  compiled %6s  of ceiling %5.1f %%  foreign %4.1f %%  %s%s%s%s\n",
            second / 1e3, first / second, eager, compiled, 100 * bench_row_get_number (row, "ceiling_ns") / second,
            100 * bench_row_get_number (row, "foreign"), bench_row_get_text (row, "verified"),
            bench_machine_is_one_core (cores) ? "  on one core" : "", torch_message ? "  " : "",
            torch_message ? torch_message : "");
  fflush (stdout);
}

static gboolean
is_wanted (const char *name, GStrv wanted)
{
  if (wanted != NULL)
    return g_strv_contains ((const char *const *) wanted, name);
  return !is_quick || g_strv_contains (quick_cases, name);
}

static gboolean
keep (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (path == NULL || g_file_set_contents (path, text, -1, &error))
    return TRUE;
  fprintf (stderr, "cpu: %s\n", error->message);
  return FALSE;
}

/* After each row, so that a run that is stopped has kept what it measured. */
static void
keep_so_far (const cJSON *document)
{
  char *json = cJSON_Print (document);

  keep (json_path, json);
  cJSON_free (json);
}

static void
add_result (cJSON *document, cJSON *result, const BenchSettings *settings)
{
  print_row (result, settings);
  add_row (cJSON_GetObjectItem (document, "rows"), result);
  keep_so_far (document);
}

/* {input: n} of a graph's row in index.json: indices below n; as cpu-peer.c puts them in a message. */
static GString *
dup_limits (const cJSON *limits)
{
  GString *text = g_string_new (NULL);
  const cJSON *limit;

  cJSON_ArrayForEach (limit, limits)
    g_string_append_printf (text, "%s\"%s\": %.0f", text->len > 0 ? ", " : "", limit->string,
                            cJSON_GetNumberValue (limit));
  return text;
}

/* The graphs that the program comes with, under every strategy where all are asked for: they have no sizes to choose.
 */
static void
measure_samples (GStrv wanted, BenchSettings *settings, cJSON *document)
{
  g_autofree char *folder
      = graphs_path ? g_strdup (graphs_path) : g_build_filename (BENCH_SOURCE, "..", "..", "data", "graphs", NULL),
      *index = g_build_filename (folder, "index.json", NULL), *list_text = NULL;
  cJSON *list = g_file_get_contents (index, &list_text, NULL, NULL) ? cJSON_Parse (list_text) : NULL, *item;
  const char *const *chosen = settings->strategies;

  if (all_strategies)
    settings->strategies = block_strategies;
  settings->verify = !has_no_verification;
  cJSON_ArrayForEach (item, list)
    {
      const char *file = bench_row_get_text (item, "file");
      g_autofree char *path = g_build_filename (folder, file, NULL), *text = NULL,
                      *name = g_strndup (file, strcspn (file, "."));
      BenchText facts = { .limits = dup_limits (cJSON_GetObjectItem (item, "limits")) };

      if (is_wanted (name, wanted) && g_file_get_contents (path, &text, NULL, NULL))
        add_result (document,
                    bench_run_text (name, "sample", all_strategies ? "strategies" : "sample", text, &facts, settings),
                    settings);
      g_string_free (facts.limits, TRUE);
    }
  cJSON_Delete (list);
  settings->strategies = chosen;
}

/* Two threads on one core tell of neither one core nor two: with patience, such a row is measured again. */
static cJSON *
measure_in_peace (const BenchCase *row, const char *size, gint64 n, const BenchSettings *settings)
{
  gboolean needs_cores = settings->n_threads != 1;
  cJSON *result = NULL;

  for (guint tries = 0; tries < 4; tries++)
    {
      double before, after;

      if (patience_s > 0)
        bench_machine_wait (patience_s, needs_cores);
      before = needs_cores ? bench_machine_count_cores () : 0;
      cJSON_Delete (result);
      result = bench_run_case (row, size, n, settings);
      if (!needs_cores)
        break;
      after = bench_machine_count_cores ();
      cJSON_AddNumberToObject (result, "cores", MIN (before, after));
      if (patience_s <= 0 || !bench_machine_is_one_core (MIN (before, after)))
        break;
    }
  return result;
}

static void
measure (const BenchCase *row, const char *size, BenchSettings *settings, cJSON *document)
{
  gboolean is_block = row->n_tensors == 0;
  const char *const *chosen = settings->strategies;
  gint64 n = is_block ? 0 : get_footprint (size) / 4 / row->n_tensors;
  cJSON *result;

  if (only_ablation)
    {
      settings->verify = FALSE;
      result = bench_ablate_case (row, size, n, settings);
      printf ("%-20s %-7s %s\n", row->name, size, bench_row_get_text (result, "error") ?: "");
      fflush (stdout);
      add_row (cJSON_GetObjectItem (document, "rows"), result);
      keep_so_far (document);
      return;
    }
  if (is_block && all_strategies)
    settings->strategies = block_strategies;
  settings->verify = !has_no_verification && (is_block || strcmp (size, "L2") == 0);
  result = measure_in_peace (row, size, n, settings);
  add_result (document, result, settings);
  settings->strategies = chosen;
}

static BenchPeer *
open_peer (guint n_threads, const char *cache)
{
  const char *program = python != NULL ? python : g_getenv ("FUSELOOM_BENCH_PYTHON");
  g_autofree char *script
      = script_path ? g_strdup (script_path) : g_build_filename (BENCH_SOURCE, "cpu-torch.py", NULL);
  g_autoptr (GError) error = NULL;
  BenchPeer *peer;

  if (program == NULL || *program == '\0')
    return NULL;
  peer = bench_peer_open (program, script, n_threads > 0 ? n_threads : g_get_num_processors (), cache, &error);
  if (peer == NULL)
    fprintf (stderr, "cpu: without PyTorch: %s\n", error->message);
  return peer;
}

static void
measure_all (cJSON *document)
{
  g_auto (GStrv) threads = g_strsplit (threads_text ? threads_text
                                       : is_quick   ? "1"
                                                    : "1,0",
                                       ",", -1),
                 sizes = g_strsplit (sizes_text ? sizes_text
                                     : is_quick ? "L2"
                                                : "L2,L3,memory",
                                     ",", -1),
                 wanted = cases_text ? g_strsplit (cases_text, ",", -1) : NULL,
                 strategies
                 = g_strsplit (strategies_text && !all_strategies ? strategies_text : "none,inductor", ",", -1);
  g_autofree char *own_cache = cache_path ? g_build_filename (cache_path, "fuseloom", NULL) : NULL;
  g_autofree char *hand = hand_path ? g_strdup (hand_path) : g_build_filename (BENCH_SOURCE, "hand", NULL);
  cJSON *machine = cJSON_GetObjectItem (document, "machine");

  for (guint i = 0; threads[i] != NULL; i++)
    {
      BenchSettings settings = { .strategies = (const char *const *) strategies,
                                 .n_rounds = is_quick ? 3 : n_rounds,
                                 .n_samples = n_samples,
                                 .n_threads = atoi (threads[i]),
                                 .with_autotune = with_autotune,
                                 .cache_folder = own_cache,
                                 .hand_folder = strcmp (hand, "none") == 0 ? NULL : hand,
                                 .open_peer = open_peer };

      /* One for each number of threads: PyTorch's cache does not tell them apart, while its code is written for one of
       * them. */
      g_autofree char *peer_folder = g_strdup_printf ("torch-%u", settings.n_threads),
                      *peer_cache = cache_path ? g_build_filename (cache_path, peer_folder, NULL) : NULL;

      settings.peer = open_peer (settings.n_threads, peer_cache);
      if (settings.peer != NULL && !cJSON_HasObjectItem (machine, "torch"))
        cJSON_AddStringToObject (machine, "torch", bench_peer_get_version (settings.peer));
      for (guint k = 0; k < n_bench_cases; k++)
        for (guint s = 0; sizes[s] != NULL; s++)
          if (is_wanted (bench_cases[k].name, wanted))
            measure (&bench_cases[k], sizes[s], &settings, document);
      for (guint k = 0; k < n_bench_blocks && !has_no_blocks && !only_ablation; k++)
        if (is_wanted (bench_blocks[k].name, wanted))
          measure (&bench_blocks[k], all_strategies ? "strategies" : "block", &settings, document);
      if (!has_no_samples && !is_quick && !only_ablation)
        measure_samples (wanted, &settings, document);
      bench_peer_close (settings.peer);
    }
}

/* By all processors, unless told otherwise: what one waits for who starts the program. */
static void
measure_latency (cJSON *document)
{
  g_auto (GStrv) wanted = cases_text ? g_strsplit (cases_text, ",", -1) : NULL;
  gboolean has_python
      = python != NULL || (g_getenv ("FUSELOOM_BENCH_PYTHON") != NULL && *g_getenv ("FUSELOOM_BENCH_PYTHON") != '\0');
  const BenchSettings settings = { .n_threads = only_latency && threads_text != NULL ? atoi (threads_text) : 0,
                                   .open_peer = has_python ? open_peer : NULL };
  cJSON *list = bench_run_latency (&settings, (const char *const *) wanted, cJSON_GetObjectItem (document, "latency"));

  cJSON_DeleteItemFromObject (document, "latency");
  cJSON_AddItemToObject (document, "latency", list);
}

static cJSON *
open_document (void)
{
  g_autofree char *text = NULL;
  cJSON *document = NULL;

  if ((merges || only_report) && json_path != NULL && g_file_get_contents (json_path, &text, NULL, NULL))
    document = cJSON_Parse (text);
  if (document == NULL)
    document = cJSON_CreateObject ();
  if (!only_report)
    {
      cJSON *machine = bench_machine_new (), *old = cJSON_GetObjectItem (document, "machine");

      if (old != NULL && bench_row_get_text (old, "torch") != NULL)
        cJSON_AddStringToObject (machine, "torch", bench_row_get_text (old, "torch"));
      cJSON_DeleteItemFromObject (document, "machine");
      cJSON_AddItemToObject (document, "machine", machine);
    }
  if (!cJSON_IsArray (cJSON_GetObjectItem (document, "rows")))
    cJSON_AddArrayToObject (document, "rows");
  return document;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *html = NULL, *svg = NULL;
  gboolean ok;
  cJSON *document;
  char *json;

  setlocale (LC_ALL, "C");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rounds < 1 || n_samples < 3)
    {
      fprintf (stderr, "cpu: %s\n", error ? error->message : "--rounds is at least 1, --samples at least 3");
      return 2;
    }
  all_strategies = g_strcmp0 (strategies_text, "all") == 0;
  document = open_document ();
  if (!only_report && !only_latency)
    measure_all (document);
  if (!only_report && (only_latency || (!has_no_latency && !only_ablation && cases_text == NULL)))
    measure_latency (document);
  (only_ablation ? bench_ablation_print : bench_report_print) (document);
  json = cJSON_Print (document);
  html = html_path ? bench_report_dup_html (document) : NULL;
  svg = svg_path ? bench_plot_cpu_dup_svg (document) : NULL;
  ok = (only_report || keep (json_path, json)) && keep (svg_path, svg) && keep (html_path, html);
  cJSON_free (json);
  cJSON_Delete (document);
  return ok ? 0 : 1;
}
