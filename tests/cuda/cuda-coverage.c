/* cuda-coverage [--strategy NAME,…] [--nvrtc sm_80,…] [--verbose] GRAPH…: which kernels of graphs have CUDA source.
 * One line a graph that cannot be planned or whose kernels lack source, then how many kernels have source and, by
 * reason, how many have none. With --nvrtc every program is compiled, too; the exit status is 1 where one is refused.
 * Not part of the test run: most graphs that it is meant for are not in the repository. */
#include <stdlib.h>
#include <string.h>

#include "fl-cuda-nvrtc.h"
#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-pipeline.h"

typedef struct
{
  guint n_graphs, n_failed, n_written, n_missing, n_compiled, n_refused;
  GHashTable *reasons; /* text -> count */
  GStrv archs;
  Nvrtc nvrtc;
  gboolean is_verbose;
} Totals;

static char *strategies, *archs;
static gboolean is_verbose;
static GStrv paths;

static const GOptionEntry entries[] = {
  { "strategy", 0, 0, G_OPTION_ARG_STRING, &strategies, "These strategies (default: all)", "NAME,…" },
  { "nvrtc", 0, 0, G_OPTION_ARG_STRING, &archs, "Compile every program for these architectures", "sm_80,…" },
  { "verbose", 0, 0, G_OPTION_ARG_NONE, &is_verbose, "A line for every kernel that has no source", NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, "GRAPH…" },
  { NULL },
};

/* The reason, which names no kernel: several have it. */
static gpointer
get_reason (const FlKernel *kernel)
{
  g_autoptr (GString) reason = g_string_new (kernel->why_no_source);

  g_string_replace (reason, kernel->name, "KERNEL", 0);
  return (gpointer) fl_intern (reason->str);
}

static void
count_kernels (Totals *totals, const char *path, const char *strategy, const FlProgram *program)
{
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *kernel = &program->kernels[i];
      gpointer reason;

      totals->n_written += kernel->source != NULL;
      if (kernel->source || !kernel->why_no_source)
        continue;
      totals->n_missing++;
      reason = get_reason (kernel);
      g_hash_table_insert (totals->reasons, reason,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (totals->reasons, reason)) + 1));
      if (totals->is_verbose)
        g_print ("%s, %s, %s: %s\n", path, strategy, kernel->name, kernel->why_no_source);
    }
}

static void
compile (Totals *totals, const char *path, const char *strategy, const FlProgram *program)
{
  for (guint i = 0; program->source && totals->archs && totals->archs[i]; i++)
    {
      g_autofree char *messages = NULL, *ptx = NULL;
      gsize bytes;

      ptx = nvrtc_compile (&totals->nvrtc, program->source, totals->archs[i], &bytes, &messages);
      totals->n_compiled += ptx != NULL;
      totals->n_refused += ptx == NULL;
      if (!ptx)
        g_print ("REFUSED %s, %s, %s: %.600s\n", path, strategy, totals->archs[i], messages ? messages : "");
    }
}

static void
plan (Totals *totals, const char *path, FlGraph *graph, const char *strategy)
{
  FlPipelineRequest request;
  g_autoptr (FlRun) run = NULL;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CUDA;
  request.options.strategy = fl_intern (strategy);
  run = fl_pipeline_run (graph, &request);
  totals->n_graphs++;
  if (run->error || !run->program)
    {
      totals->n_failed++;
      g_print ("FAIL %s, %s: %s\n", path, strategy, run->error ? run->error->message : "no program");
      return;
    }
  count_kernels (totals, path, strategy, run->program);
  compile (totals, path, strategy, run->program);
}

static int
compare_counts (gconstpointer a, gconstpointer b, gpointer reasons)
{
  const guint x = GPOINTER_TO_UINT (g_hash_table_lookup (reasons, *(const char *const *) a)),
              y = GPOINTER_TO_UINT (g_hash_table_lookup (reasons, *(const char *const *) b));

  return x > y ? -1 : x < y;
}

static void
print_totals (const Totals *totals)
{
  guint n;
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (totals->reasons, &n);

  g_qsort_with_data (names, (gint) n, sizeof *names, compare_counts, totals->reasons);
  for (guint i = 0; i < n; i++)
    g_print ("%6u  %s\n", GPOINTER_TO_UINT (g_hash_table_lookup (totals->reasons, names[i])), (const char *) names[i]);
  g_print ("%u programs, %u not planned; %u kernels with source, %u without; %u compiled, %u refused\n",
           totals->n_graphs, totals->n_failed, totals->n_written, totals->n_missing, totals->n_compiled,
           totals->n_refused);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- which kernels of graphs have CUDA source");
  g_autoptr (GError) error = NULL;
  Totals totals = { .reasons = g_hash_table_new (NULL, NULL) };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || !paths)
    {
      g_printerr ("cuda-coverage: %s\n", error ? error->message : "no graph given");
      return 2;
    }
  totals.is_verbose = is_verbose;
  totals.archs = archs ? g_strsplit (archs, ",", -1) : NULL;
  if (totals.archs && !nvrtc_open (&totals.nvrtc))
    {
      g_printerr ("cuda-coverage: NVRTC is not here\n");
      return 2;
    }
  for (guint i = 0; paths[i]; i++)
    {
      g_autoptr (GError) unread = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_file (paths[i], &unread);
      g_auto (GStrv) names = strategies ? g_strsplit (strategies, ",", -1) : NULL;

      if (!graph)
        {
          g_print ("FAIL %s\n", unread->message);
          continue;
        }
      for (guint k = 0; names ? names[k] != NULL : k < fl_strategies_get_n_rows (); k++)
        plan (&totals, paths[i], graph, names ? names[k] : fl_strategies_get_row (k)->name);
    }
  print_totals (&totals);
  g_hash_table_unref (totals.reasons);
  g_strfreev (totals.archs);
  return totals.n_refused > 0;
}
