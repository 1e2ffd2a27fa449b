/* compare: several strategies over one graph, side by side: kernels, bytes, peak, times of one interleaved run, whether
 * each result agrees with the reference, and what differs and why. */
#include <string.h>
#include <unistd.h>

#include <cJSON.h>

#include "fl-cli.h"
#include "fl-compare-markdown.h"
#include "fl-compare-picture.h"
#include "fl-compare-run.h"
#include "fl-fuse.h"
#include "fl-intern.h"

typedef struct
{
  FlCli *cli;
  FlGraph *graph;
  GStrv names;      /* "xla", or "xla:pre" for the schedule before fusion */
  GArray *versions; /* of PyTorch, guint: each strategy by the rules of each; NULL: by those of the options */
  GPtrArray *runs;  /* FlRun */
  FlComparison *comparison;
  FlRun *executed; /* NULL: not asked for */
} Comparing;

static const char suffix_before[] = ":pre";

enum
{
  LAYOUT_DEADLINE_MS = 20000
};

static GStrv
get_names (const FlCli *cli)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (cli->strategy && !g_str_equal (cli->strategy, "all"))
    return g_strsplit (cli->strategy, ",", -1);
  /* Versions side by side are a question about TorchInductor. */
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    if (cli->strategy != NULL || cli->torch == NULL || strchr (cli->torch, ',') == NULL
        || strcmp (fl_strategies_get_row (i)->name, "inductor") == 0)
      g_strv_builder_add (builder, fl_strategies_get_row (i)->name);
  return g_strv_builder_end (builder);
}

static char *
dup_strategy (const char *name)
{
  return g_str_has_suffix (name, suffix_before) ? g_strndup (name, strlen (name) - strlen (suffix_before))
                                                : g_strdup (name);
}

static FlCliStatus
check_names (const Comparing *comparing)
{
  guint n = g_strv_length (comparing->names), n_columns = n * (comparing->versions ? comparing->versions->len : 1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *strategy = dup_strategy (comparing->names[i]);

      if (!fl_strategies_find (strategy))
        {
          fl_cli_say ("there is no strategy \"%s\" in this version", strategy);
          return FL_CLI_USAGE;
        }
    }
  if (n >= 1 && n_columns <= FL_COMPARE_MAX_COLUMNS)
    return FL_CLI_OK;
  fl_cli_say ("compare shows 1 to %d columns, not %u", FL_COMPARE_MAX_COLUMNS, n_columns);
  return FL_CLI_USAGE;
}

/* One column: strategy `name`, by the rules of `version` (0: the options'). */
static FlCliStatus
add_column (Comparing *comparing, GArray *sources, const char *name, guint version)
{
  g_autofree char *strategy = dup_strategy (name);
  FlOptions options = comparing->cli->options;
  const char *title = fl_strategies_find (strategy)->title;
  FlCompareSource source = { .is_unfused = g_str_has_suffix (name, suffix_before) };
  FlRun *run;

  if (version != 0)
    {
      g_autofree char *setting = g_strconcat ("torch=", fl_torch_get_name (version), NULL);

      g_assert (fl_options_set (&options, setting, NULL));
      source.title = fl_intern_printf ("%s, PyTorch %s", source.is_unfused ? "Before fusion" : title,
                                       fl_torch_get_name (version));
    }
  source.run = run = fl_compare_run_strategy (comparing->graph, &options, strategy, NULL);
  g_ptr_array_add (comparing->runs, run);
  if (!run->program)
    return fl_cli_check_run (run);
  g_array_append_val (sources, source);
  return FL_CLI_OK;
}

static FlCliStatus
run_all (Comparing *comparing)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (FlCompareSource));
  const guint n_versions = comparing->versions ? comparing->versions->len : 1;
  GError *error = NULL;

  for (guint i = 0; comparing->names[i]; i++)
    for (guint k = 0; k < n_versions; k++)
      {
        FlCliStatus status = add_column (comparing, sources, comparing->names[i],
                                         comparing->versions ? g_array_index (comparing->versions, guint, k) : 0);

        if (status)
          return status;
      }
  comparing->comparison
      = fl_comparison_new ((const FlCompareSource *) (gpointer) sources->data, sources->len, NULL, &error);
  return comparing->comparison ? FL_CLI_OK : fl_cli_fail (error);
}

/* All programs in one worker, on the same inputs, timed in interleaved rounds. */
static FlCliStatus
execute (Comparing *comparing)
{
  FlCli *cli = comparing->cli;
  gboolean is_shown = isatty (STDERR_FILENO) && !cli->quiet;
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  FlExecuteRequest request = {
    .verify = !cli->no_verify, .measure = !cli->no_measure, .worker_path = fl_cli_get_device (cli), .fault = cli->fault
  };
  GError *error = NULL;

  if (!fl_cli_parse_sizes (cli, comparing->graph, sizes, &error))
    return fl_cli_fail (error);
  request.n_sizes = sizes->len;
  request.sizes = (const FlSizeValue *) sizes->data;
  comparing->executed = fl_compare_execute (comparing->comparison, &request, NULL,
                                            is_shown ? fl_cli_show_progress : NULL, NULL, &error);
  if (is_shown)
    fl_cli_clear_progress ();
  return comparing->executed ? FL_CLI_OK : fl_cli_fail (error);
}

static FlCliStatus
print (Comparing *comparing)
{
  FlCli *cli = comparing->cli;
  const FlExecution *execution = comparing->executed ? comparing->executed->execution : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  FlCliStatus status = FL_CLI_OK;

  if (cli->json)
    {
      cJSON *json = fl_comparison_new_json (comparing->comparison, execution, cli->differences);
      char *printed = cJSON_Print (json);

      g_string_append (text, printed);
      g_string_append_c (text, '\n');
      cJSON_free (printed);
      cJSON_Delete (json);
      return fl_cli_print (cli, text);
    }
  if (cli->gate.markdown)
    fl_comparison_append_markdown (text, comparing->comparison, execution);
  else
    fl_comparison_append_table (text, comparing->comparison, execution);
  if (cli->differences)
    {
      g_string_append_c (text, '\n');
      fl_comparison_append_differences (text, comparing->comparison);
    }
  for (guint i = 1; comparing->versions && i < comparing->versions->len && !status; i++)
    {
      g_string_append_c (text, '\n');
      status = fl_cli_append_changed (cli, comparing->graph, g_array_index (comparing->versions, guint, i - 1),
                                      g_array_index (comparing->versions, guint, i), text);
    }
  return status ? status : fl_cli_print (cli, text);
}

/* The columns side by side. */
static FlCliStatus
draw (Comparing *comparing)
{
  FlCli *cli = comparing->cli;
  const char *const paths[] = { cli->svg, cli->pdf, cli->png };
  static const char *const suffixes[] = { ".svg", ".pdf", ".png" };
  g_autoptr (FlComparePicture) picture = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      if (!paths[i])
        continue;
      if (!g_str_has_suffix (paths[i], suffixes[i]))
        {
          fl_cli_say ("%s: the file's name must end in %s", paths[i], suffixes[i]);
          return FL_CLI_USAGE;
        }
      if (!picture)
        picture = fl_compare_picture_new (comparing->comparison, NULL, fl_cli_get_worker (), LAYOUT_DEADLINE_MS, NULL,
                                          &error);
      if (!picture || !fl_compare_picture_write (picture, comparing->comparison, cli->dark, paths[i], &error))
        return fl_cli_fail (error);
    }
  if (picture && picture->note && !cli->quiet)
    fl_cli_say ("%s", picture->note);
  return FL_CLI_OK;
}

/* Asked for by --target, executing without a GPU fails and says so; by a graph's own device it is left out. */
static gboolean
wants_execution (const Comparing *comparing)
{
  FlCli *cli = comparing->cli;

  if (cli->no_verify && cli->no_measure)
    return FALSE;
  if (cli->target || cli->options.target == FL_TARGET_CPU)
    return TRUE;
  if (!cli->quiet)
    fl_cli_say (
        "not executed: the graph's tensors lie on a GPU; --target cuda runs and times its kernels on this machine's, --target cpu those of the CPU's rules here");
  return FALSE;
}

static FlCliStatus
compare (Comparing *comparing)
{
  FlCliStatus status = run_all (comparing), executed;

  if (!status)
    status = draw (comparing);
  if (status)
    return status;
  /* What could not be executed is said, and the rest of the table is shown all the same. */
  executed = !wants_execution (comparing) ? FL_CLI_OK : execute (comparing);
  status = print (comparing);
  for (guint i = 0; comparing->executed && i < comparing->comparison->n_columns && !status; i++)
    if (fl_comparison_get_agreement (comparing->executed->execution, i) == FALSE)
      {
        fl_cli_say ("the results under %s disagree with the reference", comparing->comparison->columns[i].title);
        status = FL_CLI_MISMATCH;
      }
  return status ? status : executed;
}

FlCliStatus
fl_cli_compare (FlCli *cli)
{
  Comparing comparing = { .cli = cli };
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  cli->is_comparing = TRUE;
  if (cli->torch && strchr (cli->torch, ','))
    {
      comparing.versions = fl_cli_parse_versions (cli, &error);
      if (!comparing.versions)
        return fl_cli_fail (error);
    }
  comparing.graph = fl_cli_read_graph (cli, &status);
  if (!comparing.graph)
    {
      g_clear_pointer (&comparing.versions, g_array_unref);
      return status;
    }
  comparing.names = get_names (cli);
  comparing.runs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
  status = check_names (&comparing);
  if (!status)
    status = fl_cli_is_matrix (cli) ? fl_cli_matrix (cli, comparing.graph, (const char *const *) comparing.names)
                                    : compare (&comparing);
  fl_comparison_unref (comparing.comparison);
  if (comparing.executed)
    fl_run_unref (comparing.executed);
  g_ptr_array_unref (comparing.runs);
  g_strfreev (comparing.names);
  g_clear_pointer (&comparing.versions, g_array_unref);
  fl_graph_unref (comparing.graph);
  return status;
}
